/* front/local_table.h -- the loop around a table whose people share one screen: what `duel
 * play` and the terminal have in common as loops around table/table.h. There is one guest, with
 * all seats of people.
 *
 *     begin or resume ──▶ ask, serve, hear ──▶ … ──▶ close */
#pragma once

#include "core/game.h"
#include "store/player_name.h"
#include "table/players.h"
#include "table/table.h"

enum { LOCAL_TABLE_GUEST = 1 };

typedef struct local_table {
    data_store *store; /* the caller's */
    game_table *table; /* NULL: there is none */
    table_players *cast;
} local_table;

table_moment local_table_now(void);

/* `memory` is shared by all who think. DUEL_OK: the table is there, kept, with its guest. */
duel_status local_table_begin(local_table *h, const session_opening *o, size_t memory,
                              uint64_t pace, duel_msg *why);
duel_status local_table_resume(local_table *h, const char *id, size_t memory, uint64_t pace,
                               duel_msg *why);
/* Everything is closed even when what was learned cannot be saved. */
duel_status local_table_close(local_table *h, uint64_t *saved, duel_msg *why);

/* The guest leaves, if it is there; the table stays. `stopped`: a machine was thinking, and
 * will not answer any more; it is asked anew when the guest comes back. */
void local_table_leave(local_table *h, bool stopped);
/* The guest comes back, if it had left. */
void local_table_sit_down(local_table *h);

void local_table_ask(local_table *h, table_request_kind ask, duel_str text);
/* Writes what is to be written, and plays what is due; true: the machine is to think, or to be
 * stopped, as *wish says. */
bool local_table_serve(local_table *h, table_effect *wish);
/* What the machine that was wished for has come to. */
void local_table_thought(local_table *h, int seat, duel_status status, const duel_answer *a,
                         const duel_msg *why);

/* ---- names of people who share one screen ------------------------------------------------ */

/* They are said with their seats, and kept by nobody else:
 *
 *     --seats human:Ada,human:Bob ──▶ "Ada (First) > " */

typedef struct seat_names {
    char name[DUEL_SEATS][PLAYER_NAME_TEXT]; /* "": none */
} seat_names;

/* Takes the name off "human:Ada", which stays as "human"; other players stay as they are. */
duel_status seat_names_read(seat_names *c, int seat, duel_str *player, duel_msg *why);
/* The role of a seat, behind the name of its player. */
void seat_names_put(const seat_names *c, duel_lang lang, duel_sink *out, const duel_variant *v,
                    int seat);
/* Everybody who has a name; false: nobody has. */
bool seat_names_put_all(const seat_names *c, duel_lang lang, duel_sink *out,
                        const duel_variant *v);

/* ---- what a table tells, on its way to the loop around it, and into a log ---------------- */

/* With DUEL_NOTICES=FILE in the environment, every notice of every table is a line at the end
 * of that file, as soon as a loop hears it: "9f3k2m1abc turn 0" (docs/table.md). That is for
 * maintainers: it tells what no guest is told, and what cannot be written is left out. */

/* As table_next_notice, which no loop calls itself. */
bool notices_hear(game_table *t, table_notice *out);
