/* chicago/engines.h -- what the engines of the game share. */
#ifndef DUEL_CHICAGO_ENGINES_H
#define DUEL_CHICAGO_ENGINES_H

#include "games/chicago/chicago.h"
#include "games/chicago/solver.h"

/* An engine at work. The solver, where there is one, lies at the start of its memory. */
typedef struct chicago_brain {
    const duel_variant *v;
    chicago_rules rules;
    duel_settings settings;
    chicago_solver *solver;
} chicago_brain;

duel_status chicago_brain_open(const duel_variant *v, const duel_settings *settings,
                               size_t memory, void **self, duel_msg *why);
/* The same with a solver. */
duel_status chicago_brain_open_solver(const duel_variant *v, const duel_settings *settings,
                                      size_t memory, void **self, duel_msg *why);
void chicago_brain_forget(void *self);
void chicago_brain_close(void *self);

/* A difference without komi, as a result for `seat`. */
duel_result chicago_result(const duel_variant *v, int seat, int difference);
/* Clears *out; true, and the result in it, if the game is over. */
bool chicago_begin_answer(const duel_variant *v, const duel_think *t, duel_answer *out);
/* Writes what a solver found. */
void chicago_tell_proved(const duel_variant *v, const duel_think *t, const chicago_answer *a,
                         duel_answer *out);
/* Writes estimates for every move, `unit` a point; a best one is chosen, equals by the seed. */
void chicago_tell_estimates(const duel_variant *v, const duel_think *t, const int32_t value[],
                            int unit, duel_answer *out);

extern const duel_engine chicago_expert;

#endif
