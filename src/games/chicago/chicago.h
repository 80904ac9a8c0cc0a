/* chicago/chicago.h -- what the files that bind Chicago Stock Exchange to the contract share.
 *
 * The state of the game is a chicago_board; komi and view belong to the variant. */
#ifndef DUEL_CHICAGO_CHICAGO_H
#define DUEL_CHICAGO_CHICAGO_H

#include "core/command.h"
#include "core/engine.h"
#include "core/reason.h"
#include "games/chicago/board.h"

enum { CHICAGO_PLAYERS, CHICAGO_EXPERT, CHICAGO_KOMI, CHICAGO_VIEW }; /* options */
enum { CHICAGO_OPEN, CHICAGO_TOPS };                                  /* views */

static inline chicago_rules chicago_rules_of(const duel_variant *v)
{
    return (chicago_rules){v->seats, v->option[CHICAGO_EXPERT] != 0};
}

/* Points a seat is given from the start. */
static inline int chicago_komi(const duel_variant *v, int seat)
{
    return seat == 1 ? (int)v->option[CHICAGO_KOMI] : 0;
}

/* The present score of every seat, komi included. */
void chicago_scores(const duel_variant *v, const chicago_board *board, int32_t score[]);
/* How far a seat is ahead of the best other one, at the present prices. */
int chicago_lead(const duel_variant *v, const chicago_board *board, int seat);
/* Whether the tops of all piles are known: after a move on a view they may not be. */
bool chicago_tops_known(const chicago_board *board);

/* A good as a shape beside its letter, so that colour is never needed to tell goods apart. */
const char *chicago_good_glyph(int good); /* one column of UTF-8 */
const char *chicago_good_shape(int good); /* for a scene */

/* What everybody sees, the machine included: a message. */
const char *chicago_sight(const duel_variant *v);

void chicago_draw(const duel_variant *v, const void *view, int seat, duel_pen *pen);
void chicago_scene(const duel_variant *v, const void *view, int seat, duel_scene *out);
bool chicago_edit(const duel_variant *v, void *state, duel_str element, int step);
int chicago_path(const duel_variant *v, const void *view, duel_move move, duel_target out[]);
void chicago_explain(const duel_variant *v, const void *view, int seat, const duel_move turn[],
                     int count, duel_reason *out);

void chicago_ending(const duel_variant *v, const void *view, int seat, duel_reason *out);

extern const duel_engine *const chicago_engines[];
extern const duel_command chicago_commands[];
extern const struct duel_lesson chicago_lesson;

#endif
