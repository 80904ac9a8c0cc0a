/* teach/puzzles.c -- see puzzles.h. */
#include "teach/puzzles.h"
#include "core/play.h"
#include "teach/hunt.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

duel_status duel_puzzle_fits(const duel_variant *v, duel_msg *why)
{
    if (v->game->teaching.puzzles)
        return DUEL_OK;
    if (duel_has_secrets(v))
        return duel_refuse(why, N_("There are no puzzles where things are hidden."), "");
    if (v->seats > 2)
        return duel_refuse(why, N_("There are no puzzles for more than two players."), "");
    return DUEL_OK;
}

/* ---- finding ------------------------------------------------------------------------------
 */

static duel_status make_own(const duel_variant *v, uint64_t seed, const atomic_bool *stop,
                            duel_found *out, duel_msg *why)
{
    memset(out, 0, sizeof *out);
    duel_status status = v->game->teaching.puzzles->make(v, seed, stop, &out->puzzle, why);
    if (status != DUEL_OK)
        return status;
    duel_record_init(&out->record, v);
    duel_print(v, &out->puzzle.state, &out->record.start.sink);
    return DUEL_OK;
}

duel_status duel_puzzle_find(const duel_variant *v, uint64_t seed, size_t memory,
                             const atomic_bool *stop, duel_found *out, duel_msg *why)
{
    hunt h;
    duel_status status = duel_puzzle_fits(v, why);
    if (status == DUEL_OK && v->game->teaching.puzzles)
        return make_own(v, seed, stop, out, why);
    if (status == DUEL_OK)
        status = hunt_init(&h, v, memory < DUEL_PUZZLE_MEMORY ? memory : DUEL_PUZZLE_MEMORY,
                           stop, why);
    if (status != DUEL_OK)
        return status;
    status = hunt_puzzle(&h, seed, out, why);
    hunt_fini(&h);
    return status;
}

void duel_found_fini(duel_found *f)
{
    duel_record_fini(&f->record);
    free(f->valued);
    f->valued = NULL;
}

/* ---- judging ------------------------------------------------------------------------------
 */

bool duel_found_goes_on(const duel_found *f, int count, const void *after)
{
    const duel_variant *v = &f->record.variant;
    return count < f->puzzle.count &&
           !duel_turn_ended(v, v->game->turn(v, &f->puzzle.state), after);
}

static const char *words_of(duel_value tried)
{
    if (tried == DUEL_TIE)
        return N_("That only ties. Try another one.");
    if (tried == DUEL_DRAW)
        return N_("After that nobody can force an end any more. Try another one.");
    if (tried == DUEL_LOSS)
        return N_("That loses. Try another one.");
    return N_("There is more to be had. Try another one."); /* a game for one: fewer points */
}

static const char *words_with_reply(duel_value tried)
{
    if (tried == DUEL_TIE)
        return N_("That only ties: the other side replies {0}. Try another one.");
    if (tried == DUEL_DRAW)
        return N_("Nobody can force an end after the reply {0}. Try another one.");
    return N_("That loses: the other side replies {0}. Try another one.");
}

static duel_status say_wrong(const duel_found *f, const duel_valued *tried, duel_msg *why)
{
    const duel_variant *v = &f->record.variant;
    duel_state after = f->puzzle.state;
    duel_buf reply;
    if (!tried->replied)
        return duel_refuse(why, words_of(tried->value), "");
    v->game->play(v, &after, tried->move);
    duel_buf_init(&reply);
    duel_print_move(v, &after, tried->reply, &reply.sink);
    duel_status status =
        duel_refuse(why, words_with_reply(tried->value), "s", duel_buf_str(&reply));
    duel_buf_fini(&reply);
    return status;
}

duel_status duel_found_judge(const duel_found *f, const duel_move turn[], int count,
                             duel_msg *why)
{
    const duel_variant *v = &f->record.variant;
    if (f->valued == NULL)
        return v->game->teaching.puzzles->judge(v, &f->puzzle.state, turn, count, why);
    if (turn[0] == f->puzzle.answer[0])
        return DUEL_OK;
    for (int i = 0; i < f->valued_count; i++)
        if (f->valued[i].move == turn[0])
            return say_wrong(f, &f->valued[i], why);
    return duel_refuse(why, N_("That gives the result away. Try another one."), "");
}

/* ---- deals --------------------------------------------------------------------------------
 */

duel_status duel_deal_of_value(const duel_variant *v, uint64_t seed, int32_t value,
                               const duel_search *s, char found[DUEL_SEED_TEXT], duel_msg *why)
{
    hunt h;
    duel_state state;
    duel_status status = hunt_init(&h, v, s->memory, s->stop, why);
    if (status != DUEL_OK)
        return status;
    bool done = false;
    for (int try = 0; status == DUEL_OK && !done && try < s->tries; try++) {
        char text[DUEL_SEED_TEXT];
        snprintf(text, sizeof text, "%llu.%d", (unsigned long long)seed, try);
        status = duel_deal(v, duel_str_of(text), &state);
        if (s->stop && atomic_load(s->stop))
            break;
        done = status == DUEL_OK && hunt_solve(&h, &state, 0, s->seconds, false) &&
               h.answer->result.score == value;
        if (done)
            strcpy(found, text);
    }
    hunt_fini(&h);
    if (status == DUEL_OK && !done)
        status = duel_refuse(why, N_("No deal of value {0} was found in {1} tries."), "ii",
                             (int64_t)value, (int64_t)s->tries);
    return status;
}
