/* front/tui/words.h -- the sentences of the Player, Expert and untitled windows.
 *
 * All write paragraphs (a line each) to a sink; windows break them to their width. */
#ifndef DUEL_FRONT_TUI_WORDS_H
#define DUEL_FRONT_TUI_WORDS_H

#include "front/tui/table.h"
#include "front/tui/worker.h"

/* Moves made one after the other from a view, with blanks between them. */
void tui_words_moves(const duel_variant *v, const void *view, const duel_move *move, int count,
                     duel_sink *out);
/* All legal moves, one to a line: for completion. */
void tui_words_legal(const duel_variant *v, const void *view, duel_sink *out);

void tui_words_progress(duel_lang lang, const tui_worker *w, const duel_progress *p,
                        double seconds, duel_sink *out);
/* How far a review has come. */
void tui_words_reviewing(duel_lang lang, const tui_worker *w, duel_sink *out);
/* That what is solved is being counted. */
void tui_words_counting(duel_lang lang, double seconds, duel_sink *out);
/* "First plays 3 — a win in 5 moves" and why. `said` is the plan as everybody may read it. */
void tui_words_choice(duel_lang lang, int seat, const char *said, const tui_worker *w,
                      duel_sink *out);
void tui_words_advice(duel_lang lang, const tui_worker *w, duel_sink *out);
/* What the search cost, and how much of it was known from earlier. */
void tui_words_cost(duel_lang lang, const duel_answer *a, duel_sink *out);
void tui_words_result(duel_lang lang, bool utf8, const tui_table *t, duel_sink *out);

void tui_words_rules(duel_lang lang, const duel_game *g, duel_sink *out);
void tui_words_games(duel_lang lang, duel_sink *out);
void tui_words_options(duel_lang lang, const duel_game *g, duel_sink *out);
void tui_words_players(duel_lang lang, const duel_variant *v, duel_sink *out);
void tui_words_help(duel_lang lang, duel_sink *out);

#endif
