/* tests/table/referee.h -- the rules of docs/table.md, stated a second time and plainly: what
 * a table may say, wish and look like after each event.
 *
 *     an event ──▶ referee_join … referee_tick      what happened
 *     notices ───▶ referee_heard                    each answer is judged when it is given
 *     wishes ────▶ referee_wished                   each wish needs a reason
 *     the table ─▶ referee_compare                  nothing else has changed, nobody waits for
 *                                                   what could be done
 *
 * It knows the rules of games (core/) and of tables (docs/table.md), and no session: its state
 * is played again from the first move whenever moves change. In what order waiting requests are
 * taken up the rules leave open, so the referee follows the order of the answers; what each of
 * them must be is its own judgement. */
#ifndef TESTS_TABLE_REFEREE_H
#define TESTS_TABLE_REFEREE_H

#include "table/table.h"

typedef struct referee referee;

/* A new table, whose game is on its way to the disk; `first` is its first position. */
referee *referee_new(const session_opening *o, const duel_state *first,
                     const table_settings *manners, uint64_t maker, int64_t re, uint64_t now);
void referee_free(referee *r); /* NULL is fine */

/* What happens, told before the table is. */
void referee_join(referee *r, uint64_t guest, unsigned keys, const char *profile, uint64_t now);
void referee_leave(referee *r, uint64_t guest, uint64_t now);
void referee_ask(referee *r, const table_request *q, uint64_t now);
void referee_written(referee *r, duel_status status, uint64_t now);
void referee_thought(referee *r, duel_status status, const duel_answer *a, bool forfeits,
                     uint64_t now);
void referee_tick(referee *r, uint64_t now);
/* The program was killed; `stored`: what was on its way had reached the disk. The table is
 * taken up again from there, and nobody is at it. */
void referee_restart(referee *r, bool stored, uint64_t now);

/* What came of it: first all notices, then all wishes. */
void referee_heard(referee *r, const table_notice *n);
void referee_wished(referee *r, const table_effect *w);
void referee_compare(referee *r, const game_table *t);

/* The first breach of the rules; "": none. */
const char *referee_complaint(const referee *r);

#endif
