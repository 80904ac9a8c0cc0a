/* games/wumpus/puzzle.c -- a cave half explored: which dark cell must be safe?
 *
 * Promises: of the dark cells next to explored ones, at least three, exactly one is safe in
 * every world that agrees with what was felt; nobody stands beside it on a cell where nothing
 * is felt; and the fewest facts that prove it are at least WUMPUS_PUZZLE_FACTS. Nothing was
 * risked to get there, no arrow was shot and no lifeline used.
 *
 * Caves are explored in any order, by proved cells only; when one is left that takes some
 * thought, it is a puzzle. Of those found, the one that rests on most facts, but not on more
 * than a person likes to read, is taken. */

#include "core/puzzle.h"
#include "games/wumpus/cell_status.h"
#include "games/wumpus/explain.h"
#include "games/wumpus/move_reasons.h"

#include <string.h>

extern const duel_game duel_game_wumpus;

enum {
    STEPS = 60000, /* looked at in all, on a grid of the usual side; fewer on larger ones, and a
                    * sixth once there is something to show */
    USUAL_SIDE = 8,
    FOUND = 60,
    MOST_FACTS = 8
};

/* A position to be told as a puzzle. */
typedef struct riddle {
    wumpus_state state;
    wumpus_cell safe;
    int dark;  /* cells to choose from */
    int worth; /* 0: none found yet */
} riddle;

/* ---- is it one? --------------------------------------------------------------------- */

/* Whether a neighbour where nothing is felt clears the cell at a glance. */
static bool plainly_safe(const wumpus_knowledge *k, wumpus_cell c)
{
    wumpus_set near = wumpus_beside(k->n, c);
    near = wumpus_and(near, &k->explored);
    near = wumpus_minus(near, &k->is[WUMPUS_B]);
    near = wumpus_minus(near, &k->is[WUMPUS_P]);
    return !wumpus_empty(&near);
}

static bool speaks_of_gold(const wumpus_explanation *e)
{
    for (int i = 0; i < e->facts; i++)
        if (e->premise[i].kind == WUMPUS_PREMISE_FELT && e->premise[i].sign == WUMPUS_E)
            return true;
    return false;
}

/* How good a puzzle it makes; 0: none. The more facts the better; a cell that is safe because
 * the gold must be there is found more easily than its facts let expect. */
static int worth_as_puzzle(const wumpus_setup *u, const wumpus_knowledge *k, wumpus_cell safe)
{
    enum { WITHOUT_GOLD = 2 };
    wumpus_explanation e;
    if (plainly_safe(k, safe) ||
        wumpus_explain(&u->rules, k, safe, WUMPUS_IS_SAFE, &e, NULL) != DUEL_OK ||
        e.facts < WUMPUS_PUZZLE_FACTS || e.facts > MOST_FACTS)
        return 0;
    return e.facts + (speaks_of_gold(&e) ? 0 : WITHOUT_GOLD);
}

/* What a search has come to. */
typedef struct search {
    const wumpus_setup *u;
    duel_rng rng;
    const atomic_bool *stop;
    int steps, found;
    riddle best;
} search;

static void consider_riddle(search *x, const wumpus_state *s, const wumpus_knowledge *k,
                            const wumpus_set *edge, wumpus_cell safe)
{
    if (wumpus_count(edge) < WUMPUS_PUZZLE_CELLS)
        return;
    int worth = worth_as_puzzle(x->u, k, safe);
    x->found += worth > 0;
    if (worth > x->best.worth)
        x->best = (riddle){*s, safe, wumpus_count(edge), worth};
}

/* ---- looking for one ---------------------------------------------------------------- */

static wumpus_cell draw_cell(const wumpus_set *from, duel_rng *rng)
{
    uint32_t skip = duel_rng_below(rng, (uint32_t)wumpus_count(from));
    wumpus_cell c = wumpus_first(from);
    while (skip-- > 0)
        c = wumpus_next(from, c);
    return c;
}

static bool goes_on(const search *x)
{
    int most = STEPS * USUAL_SIDE / (x->found ? 6 : 1);
    return x->found < FOUND && x->steps * x->u->rules.n < most &&
           !(x->stop && atomic_load(x->stop));
}

/* Explores by proved cells until none is left, or the game is over. */
static duel_status explore_for_puzzle(search *x, wumpus_state *s, duel_msg *why)
{
    for (; goes_on(x) && wumpus_ending_of(x->u, s) == WUMPUS_GOES_ON; x->steps++) {
        wumpus_knowledge k = wumpus_knowledge_of(x->u, s);
        wumpus_set edge = wumpus_frontier(&k);
        wumpus_verdicts v;
        duel_status status = wumpus_judge(&x->u->rules, &k, &edge, &v, why);
        if (status != DUEL_OK)
            return status;
        wumpus_set safe = wumpus_and(edge, &v.safe);
        if (wumpus_empty(&safe))
            return DUEL_OK;
        wumpus_cell to = draw_cell(&safe, &x->rng);
        if (wumpus_count(&safe) == 1)
            consider_riddle(x, s, &k, &edge, to);
        wumpus_play(x->u, s, wumpus_move(WUMPUS_GO, to.x, to.y));
    }
    return DUEL_OK;
}

static duel_status look_for(const duel_variant *v, uint64_t seed, search *x, duel_msg *why)
{
    duel_rng root;
    duel_rng_init_number(&root, seed);
    for (uint64_t cave = 0; goes_on(x); cave++, x->steps++) {
        wumpus_state s;
        memset(&s, 0, sizeof s);
        duel_rng_fork(&root, cave, &x->rng);
        duel_status status = duel_game_wumpus.deal(v, &x->rng, &s);
        if (status == DUEL_OK)
            status = explore_for_puzzle(x, &s, why);
        if (status != DUEL_OK)
            return status;
    }
    if (x->stop && atomic_load(x->stop)) {
        duel_say(why, N_("Stopped before a puzzle was found."), "");
        return DUEL_STOPPED;
    }
    if (x->found == 0)
        return duel_refuse(why, N_("No puzzle was found; try another seed."), "");
    return DUEL_OK;
}

/* ---- telling it --------------------------------------------------------------------- */

/* Of the reasons for the move, those that prove the cell safe: no distances, no chances. */
static void tell_proof(const duel_variant *v, const riddle *r, duel_move move, duel_reason *out)
{
    duel_reason all = {.count = 0};
    wumpus_because(v, &r->state, 0, &move, 1, &all);
    for (int i = 0; i < all.count; i++)
        if (all.fact[i].kind == WUMPUS_FACT_STATUS || all.fact[i].kind == WUMPUS_FACT_FELT)
            out->fact[out->count++] = all.fact[i];
}

static duel_status make(const duel_variant *v, uint64_t seed, const atomic_bool *stop,
                        duel_puzzle *out, duel_msg *why)
{
    search x = {.u = wumpus_setup_of(v), .stop = stop};
    duel_status status = look_for(v, seed, &x, why);
    if (status != DUEL_OK)
        return status;
    const riddle *best = &x.best;
    memset(out, 0, sizeof *out);
    memcpy(&out->state, &best->state, sizeof best->state);
    duel_say(&out->question,
             N_("{0} dark cells are within reach. One of them, and one only, must be safe: "
                "which?"),
             "i", (int64_t)best->dark);
    out->count = out->line_count = 1;
    out->answer[0] = out->line[0] = wumpus_move(WUMPUS_GO, best->safe.x, best->safe.y);
    tell_proof(v, best, out->answer[0], &out->why);
    return DUEL_OK;
}

/* ---- judging ------------------------------------------------------------------------ */

static duel_status judge(const duel_variant *v, const void *state, const duel_move turn[],
                         int count, duel_msg *why)
{
    const wumpus_setup *u = wumpus_setup_of(v);
    const wumpus_state *s = state;
    wumpus_cell c = wumpus_move_cell(turn[0]);
    wumpus_knowledge k = wumpus_knowledge_of(u, s);
    wumpus_set cell = wumpus_only(c.x, c.y);
    wumpus_verdicts verdicts;
    if (wumpus_move_act(turn[0]) != WUMPUS_GO)
        return duel_refuse(
            why, N_("Thought is enough here: walk to the cell that must be safe."), "");
    if (wumpus_has(&s->explored, c.x, c.y))
        return duel_refuse(why,
                           N_("You have been at ({0},{1}) already: a dark cell is looked "
                              "for."),
                           "ii", (int64_t)c.x, (int64_t)c.y);
    duel_status status = wumpus_judge(&u->rules, &k, &cell, &verdicts, why);
    if (status != DUEL_OK || !wumpus_empty(&verdicts.safe))
        return status;
    return duel_refuse(why,
                       wumpus_status_of(&verdicts, c.x, c.y) == WUMPUS_IS_UNKNOWN
                           ? N_("Nothing proves ({0},{1}) safe, and nothing proves it deadly. "
                                "Try another cell.")
                           : N_("({0},{1}) is deadly: what you feel proves it. Try another "
                                "cell."),
                       "ii", (int64_t)c.x, (int64_t)c.y);
}

const duel_puzzler wumpus_puzzles = {.make = make, .judge = judge};
