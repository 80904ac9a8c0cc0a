/* wumpus/expert.c -- the agent as an engine: see expert.h and agent.h. */
#include "games/wumpus/expert.h"

#include "base/clock.h"
#include "games/wumpus/agent.h"
#include "games/wumpus/judge.h"

#include <stdlib.h>
#include <string.h>

enum { SURE = 1000 }; /* of living on */

typedef struct expert {
    const duel_variant *v;
} expert;

static duel_status fits(const duel_variant *v, duel_msg *why)
{
    (void)v, (void)why;
    return DUEL_OK;
}

static duel_status open_wumpus_expert(const duel_variant *v, const duel_settings *settings,
                                      size_t memory, void **self, duel_msg *why)
{
    (void)settings, (void)memory;
    expert *e = malloc(sizeof *e);
    if (e == NULL)
        return duel_full(why);
    e->v = v;
    *self = e;
    return DUEL_OK;
}

static bool goes_into_the_unknown(const wumpus_state *s, duel_move move)
{
    wumpus_cell c = wumpus_move_cell(move);
    return wumpus_move_act(move) == WUMPUS_GO && !wumpus_has(&s->explored, c.x, c.y);
}

/* Steps into the unknown by what they risk, the choice before its equals. A shot, a joker or a
 * way back risks nothing, which does not tell what it is worth: such moves are left out. */
static void rate_by_risk(const wumpus_setup *u, const wumpus_state *s,
                         const wumpus_choice *choice, duel_answer *out)
{
    static _Thread_local duel_move list[DUEL_MOVES_MAX];
    wumpus_knowledge k = wumpus_knowledge_of(u, s);
    wumpus_risk *risk = malloc(sizeof *risk);
    bool known = risk && wumpus_risk_of(&u->rules, &k, risk, NULL) == DUEL_OK;
    int count = wumpus_moves(u, s, list);
    for (int i = 0; i < count; i++) {
        wumpus_cell c = wumpus_move_cell(list[i]);
        bool chosen = list[i] == choice->move;
        if (!chosen && !(known && goes_into_the_unknown(s, list[i])))
            continue;
        double danger = chosen ? choice->danger : risk->danger[c.y][c.x];
        out->rated[out->rated_count++] =
            (duel_rated){.move = list[i], .estimate = (int32_t)(SURE * (1 - danger)) + chosen};
    }
    free(risk);
}

static duel_status think(void *self, const duel_think *t, duel_answer *out, duel_msg *why)
{
    const expert *e = self;
    double begin = duel_clock();
    const wumpus_setup *u = wumpus_setup_of(e->v);
    wumpus_choice choice;
    memset(out, 0, sizeof *out);
    duel_status status = wumpus_choose(u, t->view, &choice, why);
    if (status != DUEL_OK)
        return status;
    out->plan_count = out->line_count = 1;
    out->plan[0] = out->line[0] = choice.move;
    out->estimate = (int32_t)(SURE * (1 - choice.danger));
    out->scale = (duel_scale){.meaning = DUEL_MEANS_SHARE, .unit = SURE + 1};
    out->nodes = 1;
    if (t->every_move)
        rate_by_risk(u, t->view, &choice, out);
    out->seconds = duel_clock() - begin;
    return DUEL_OK;
}

const duel_engine wumpus_expert = {
    .name = "expert",
    .about = N_("reasons: proved cells first, then the least risk"),
    .fits = fits,
    .open = open_wumpus_expert,
    .think = think,
    .close = free,
};
