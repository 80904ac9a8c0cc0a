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

enum { HOST_GUEST = 1 };

typedef struct host {
    duel_store *store; /* the caller's */
    duel_table *table; /* NULL: there is none */
    duel_cast *cast;
} host;

duel_moment host_now(void);

/* `memory` is shared by all who think. DUEL_OK: the table is there, kept, with its guest. */
duel_status host_begin(host *h, const duel_opening *o, size_t memory, uint64_t pace,
                       duel_msg *why);
duel_status host_resume(host *h, const char *id, size_t memory, uint64_t pace, duel_msg *why);
/* Everything is closed even when what was learned cannot be saved. */
duel_status host_close(host *h, uint64_t *saved, duel_msg *why);

/* The guest leaves, if it is there; the table stays. `stopped`: a machine was thinking, and
 * will not answer any more; it is asked anew when the guest comes back. */
void host_leave(host *h, bool stopped);
/* The guest comes back, if it had left. */
void host_sit_down(host *h);

void host_ask(host *h, duel_ask ask, duel_str text);
/* Writes what is to be written, and plays what is due; true: the machine is to think, or to be
 * stopped, as *wish says. */
bool host_serve(host *h, duel_wish *wish);
/* What the machine that was wished for has come to. */
void host_thought(host *h, int seat, duel_status status, const duel_answer *a,
                  const duel_msg *why);

/* ---- names of people who share one screen ------------------------------------------------ */

/* They are said with their seats, and kept by nobody else:
 *
 *     --seats human:Ada,human:Bob ──▶ "Ada (First) > " */

typedef struct called {
    char name[DUEL_SEATS][DUEL_NAME_TEXT]; /* "": none */
} called;

/* Takes the name off "human:Ada", which stays as "human"; other players stay as they are. */
duel_status called_read(called *c, int seat, duel_str *player, duel_msg *why);
/* The role of a seat, behind the name of who has it. */
void called_put(const called *c, duel_lang lang, duel_sink *out, const duel_variant *v,
                int seat);
/* Everybody who has a name; false: nobody has. */
bool called_put_all(const called *c, duel_lang lang, duel_sink *out, const duel_variant *v);

/* ---- what a table tells, on its way to the loop around it, and into a log ---------------- */

/* With DUEL_NOTICES=FILE in the environment, every notice of every table is a line at the end
 * of that file, as soon as a loop hears it: "9f3k2m1abc turn 0" (docs/table.md). That is for
 * maintainers: it tells what no guest is told, and what cannot be written is left out. */

/* As duel_table_hear, which no loop calls itself. */
bool notices_hear(duel_table *t, duel_notice *out);
