/* teach/level_advice.c -- see level_advice.h. */
#include "teach/level_advice.h"
#include "teach/inside.h"

#include <stdlib.h>

enum { USUAL = 4, IN_A_ROW = 2 };

/* 0: it is no level. */
static int level_in(duel_str spec)
{
    duel_str kind;
    int64_t level;
    if (duel_str_is(spec, "expert"))
        return DUEL_LEVELS;
    duel_str_part(&spec, ':', &kind);
    bool fits = duel_str_is(kind, "level") && spec.at && duel_str_number(spec, &level) &&
                level >= 1 && level <= DUEL_LEVELS;
    return fits ? (int)level : 0;
}

level_advice level_advice_begin(const duel_game *g)
{
    int own = g->museum.opponent ? level_in(duel_str_of(g->museum.opponent)) : 0;
    return (level_advice){own ? own : USUAL, 0};
}

static int between(int level)
{
    return level < 1 ? 1 : level > DUEL_LEVELS ? DUEL_LEVELS : level;
}

level_advice level_advice_after(level_advice l, int met, int outcome)
{
    if ((outcome > 0 && met < l.level) || (outcome < 0 && met > l.level))
        return l;
    l.row = outcome == 0 || (l.row < 0) != (outcome < 0) ? outcome : l.row + outcome;
    if (abs(l.row) < IN_A_ROW)
        return l;
    return (level_advice){between(met + outcome), 0};
}

int level_advice_met(duel_str seats)
{
    duel_str spec;
    int met = 0;
    while (duel_str_word(&seats, " ", &spec)) {
        if (duel_str_is(spec, "human"))
            continue;
        int level = level_in(spec);
        if (level == 0 || (met && level != met))
            return 0;
        met = level;
    }
    return met;
}

static bool take_met(void *to, duel_str seats, int outcome)
{
    level_advice *l = to;
    int met = level_advice_met(seats);
    if (met)
        *l = level_advice_after(*l, met, outcome);
    return true;
}

duel_status level_advice_of(data_store *s, const char *profile, const duel_game *g,
                            level_advice *out, duel_msg *why)
{
    *out = level_advice_begin(g);
    return store_met(s, profile, duel_str_of(g->id), take_met, out, why);
}
