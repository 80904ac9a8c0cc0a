/* lab/laws_secrets.c -- laws of hidden information: what hide erases and guess completes.
 * See laws.h. */
#include "core/play.h"
#include "lab/laws_trial.h"

#include <string.h>

bool law_same_moves(law_trial *t, const void *view)
{
    duel_move list[DUEL_MOVES_MAX];
    int count = t->g->moves(t->v, view, list);
    return count == t->count && memcmp(list, t->list, (size_t)count * sizeof *list) == 0;
}

static bool law_view_has_the_moves(law_trial *t)
{
    duel_state view;
    duel_view(t->v, &t->state, t->g->turn(t->v, &t->state), &view);
    return law_same_moves(t, &view);
}

static bool law_everybody_sees_the_end(law_trial *t)
{
    for (int seat = DUEL_NOBODY; seat < t->v->seats; seat++) {
        duel_state view;
        int32_t score[DUEL_SEATS] = {0};
        duel_view(t->v, &t->state, seat, &view);
        if (t->g->turn(t->v, &view) != t->g->turn(t->v, &t->state) ||
            t->g->over(t->v, &view, score) != t->over ||
            (t->over && memcmp(score, t->score, (size_t)t->v->seats * sizeof *score) != 0))
            return false;
    }
    return true;
}

static bool law_hide_only_erases(law_trial *t)
{
    for (int seat = DUEL_NOBODY; duel_has_secrets(t->v) && seat < t->v->seats; seat++) {
        guarded once, twice, public;
        law_guard(t, &once, 0xAA);
        t->g->hide(t->v, &once.state, seat);
        twice = once;
        t->g->hide(t->v, &twice.state, seat);
        if (!duel_same(t->v, &once, &twice) || !law_intact(t, &once, 0xAA))
            return BROKEN(N_("hiding twice is not hiding once"), "");
        law_guard(t, &public, 0xAA);
        t->g->hide(t->v, &public.state, DUEL_NOBODY);
        t->g->hide(t->v, &once.state, DUEL_NOBODY);
        if (!duel_same(t->v, &once, &public))
            return BROKEN(N_("a spectator sees what player {0} does not"), "i",
                          (int64_t)seat + 1);
    }
    return true;
}

static bool guesses(const law_trial *t)
{
    return duel_has_secrets(t->v) && t->g->guess;
}

/* A guess completes the view and nothing else: what `hide` forgot to erase, a guess redraws. */
static bool law_guess_fits_the_view(law_trial *t)
{
    for (int seat = DUEL_NOBODY; guesses(t) && seat < t->v->seats; seat++) {
        duel_state view, guess;
        duel_msg why = {0};
        duel_view(t->v, &t->state, seat, &view);
        for (int i = 0; i < 3; i++) {
            memcpy(&guess, &view, t->v->state_size);
            if (t->g->guess(t->v, &guess, &t->rng, &why) != DUEL_OK)
                return BROKEN(N_("the view of a real position is refused"), "");
            if (seat == t->g->turn(t->v, &t->state) && !law_same_moves(t, &guess))
                return BROKEN(N_("a guess has other moves than the view"), "");
            duel_hide(t->v, &guess, seat);
            if (!duel_same(t->v, &guess, &view))
                return BROKEN(N_("what player {0} knows changed by guessing"), "i",
                              (int64_t)seat + 1);
        }
    }
    return true;
}

/* Inside its own turn a seat learns nothing: truth and guess stay alike while it moves on. */
static bool law_turn_reveals_nothing(law_trial *t)
{
    if (!guesses(t) || t->count == 0)
        return true;
    int seat = t->g->turn(t->v, &t->state);
    duel_state truth = t->state, guess;
    duel_move move = t->list[duel_rng_below(&t->rng, (uint32_t)t->count)];
    duel_view(t->v, &t->state, seat, &guess);
    if (t->g->guess(t->v, &guess, &t->rng, NULL) != DUEL_OK)
        return true; /* another law speaks of that */
    t->g->play(t->v, &truth, move);
    t->g->play(t->v, &guess, move);
    if (duel_turn_ended(t->v, seat, &truth))
        return true;
    duel_hide(t->v, &truth, seat);
    duel_hide(t->v, &guess, seat);
    return duel_same(t->v, &truth, &guess);
}

const law laws_of_secrets[] = {
    {N_("A seat's view lists the moves of the position."), law_view_has_the_moves},
    {N_("Everybody sees whose turn it is and how the game ended."), law_everybody_sees_the_end},
    {N_("Hiding only erases, and a spectator sees the least."), law_hide_only_erases},
    {N_("A guess completes a view and contradicts nothing in it."), law_guess_fits_the_view},
    {N_("Inside its own turn, nothing new is revealed to a seat."), law_turn_reveals_nothing},
    {NULL, NULL}};
