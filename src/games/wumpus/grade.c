/* wumpus/grade.c -- exploring on proved cells only: see grade.h. */
#include "games/wumpus/grade.h"

#include "games/wumpus/crowd.h"

#include <string.h>

#define WORDS   1
#define STRIDE  8
#define NAME(x) small_##x
#include "games/wumpus/grade_width.h"
#undef WORDS
#undef STRIDE
#undef NAME

#define WORDS   4
#define STRIDE  16
#define NAME(x) middle_##x
#include "games/wumpus/grade_width.h"
#undef WORDS
#undef STRIDE
#undef NAME

#define WORDS   16
#define STRIDE  32
#define NAME(x) large_##x
#include "games/wumpus/grade_width.h"
#undef WORDS
#undef STRIDE
#undef NAME

wumpus_grade wumpus_deducible(const wumpus_rules *rules, const wumpus_world *world, bool arrow)
{
    DUEL_REQUIRE(!world->own_glitter);
    if (rules->wumpuses > 1 || rules->golds > 1)
        return wumpus_crowd_deducible(rules, world) ? WUMPUS_DEDUCIBLE : WUMPUS_NOT_DEDUCIBLE;
    return world->n <= 8    ? small_deducible(world, arrow)
           : world->n <= 16 ? middle_deducible(world, arrow)
                            : large_deducible(world, arrow);
}

/* ---- by any reasoner ---------------------------------------------------------------- */

typedef struct explorer {
    const wumpus_reasoner *reasoner;
    void *self;
    const wumpus_rules *rules;
    const wumpus_world *world;
    wumpus_knowledge known;
    wumpus_facts facts;
    wumpus_verdicts verdicts;
} explorer;

static duel_status conclude_edge(explorer *e, duel_msg *why)
{
    duel_status status = wumpus_facts_of(e->rules, &e->known, &e->facts, why);
    if (status == DUEL_OK)
        status = e->reasoner->learn(e->self, &e->facts, why);
    wumpus_set edge = wumpus_frontier(&e->known);
    if (status == DUEL_OK)
        status = e->reasoner->judge(e->self, &edge, &e->verdicts, why);
    return status;
}

static bool won(const explorer *e)
{
    return wumpus_goal_met(e->rules, e->world, &e->known.explored);
}

static bool enter_safe(explorer *e)
{
    const wumpus_set *safe = &e->verdicts.safe;
    for (wumpus_cell c = wumpus_first(safe); c.y >= 0; c = wumpus_next(safe, c))
        wumpus_enter(&e->known, e->world, c.x, c.y);
    return !wumpus_empty(safe);
}

static bool aim(const explorer *e, wumpus_cell target, wumpus_cell *from, wumpus_way *way)
{
    for (int i = 0; i < 4; i++) {
        /* The cells from which an arrow that way crosses the target lie behind it. */
        wumpus_set line = wumpus_ray(e->known.n, target, (wumpus_way)((i + 2) % 4));
        line = wumpus_and(line, &e->known.explored);
        *from = wumpus_first(&line);
        *way = (wumpus_way)i;
        if (from->y >= 0)
            return true;
    }
    return false;
}

/* Shoots the first wumpus whose place is proved and in line; *shot tells whether it did. */
static duel_status shoot_located(explorer *e, bool *shot, duel_msg *why)
{
    wumpus_set known = wumpus_known(&e->known), board = wumpus_board(e->known.n);
    wumpus_set rest = wumpus_minus(board, &known);
    rest = wumpus_minus(rest, &e->facts.slain);
    wumpus_cell from;
    wumpus_way way;
    *shot = false;
    for (wumpus_cell c = wumpus_first(&rest); c.y >= 0; c = wumpus_next(&rest, c)) {
        wumpus_answer answer;
        int literal = wumpus_literal(e->known.n, WUMPUS_W, c.x, c.y);
        duel_status status = e->reasoner->ask(e->self, literal, &answer, why);
        if (status != DUEL_OK)
            return status;
        if (answer == WUMPUS_YES && aim(e, c, &from, &way)) {
            *shot = wumpus_shoot(&e->known, e->world, from.x, from.y, way);
            return DUEL_OK;
        }
    }
    return DUEL_OK;
}

static duel_status walk(explorer *e, bool arrow, wumpus_watch *watch, void *context,
                        wumpus_grade *out, duel_msg *why)
{
    bool hit;
    wumpus_enter(&e->known, e->world, 0, 0);
    for (;;) {
        duel_status status = conclude_edge(e, why);
        if (status != DUEL_OK)
            return status;
        if (watch && !watch(context, &e->known, &e->facts, &e->verdicts))
            return DUEL_STOPPED;
        bool moved = enter_safe(e);
        if (won(e)) {
            *out = e->known.shots ? WUMPUS_DEDUCIBLE_BY_ARROW : WUMPUS_DEDUCIBLE;
            return DUEL_OK;
        }
        if (!moved && arrow && e->known.shots < e->rules->wumpuses) {
            status = shoot_located(e, &hit, why);
            if (status != DUEL_OK)
                return status;
            moved = hit;
        }
        if (!moved) {
            *out = WUMPUS_NOT_DEDUCIBLE;
            return DUEL_OK;
        }
    }
}

duel_status wumpus_explore(const wumpus_reasoner *reasoner, void *self,
                           const wumpus_rules *rules, const wumpus_world *world, bool arrow,
                           wumpus_watch *watch, void *context, wumpus_grade *out, duel_msg *why)
{
    explorer e = {.reasoner = reasoner, .self = self, .rules = rules, .world = world};
    wumpus_know_nothing(world->n, &e.known);
    return walk(&e, arrow, watch, context, out, why);
}
