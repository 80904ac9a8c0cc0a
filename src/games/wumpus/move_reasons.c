/* games/wumpus/move_reasons.c -- why a move is good or bad: what follows for the cell it aims
 * at, by the fewest facts, and the exact risk; behind the hints of hint.c; and what a flag on a
 * cell is worth. See state.h.
 *
 * Everything rests on what the explorer knows, also when a full state is given. */
#include "games/wumpus/move_reasons.h"
#include "games/wumpus/cell_status.h"
#include "games/wumpus/explain.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

static int64_t millionths(double part)
{
    return (int64_t)llround(part * 1e6);
}

/* Sums of counted worlds are exact but for the rounding of a few additions. */
static bool is_sure(double chance)
{
    return chance > 1 - 1e-9;
}

static void add_target(duel_fact *f, wumpus_cell c)
{
    if (f->targets < DUEL_FACT_TARGETS)
        f->target[f->targets++] = duel_target_of("cell:%d:%d", c.x, c.y);
}

duel_fact *wumpus_add_fact(duel_reason *out, wumpus_fact_kind kind, wumpus_cell c)
{
    duel_fact *f = duel_reason_add(out, kind);
    f->arg[0] = c.x, f->arg[1] = c.y;
    add_target(f, c);
    return f;
}

/* What is felt, kind by kind: for explanations that one sentence cannot hold. */
static void tell_groups(const wumpus_explanation *e, duel_reason *out)
{
    wumpus_group group[WUMPUS_GROUPS];
    int count = wumpus_groups_of(e, group);
    for (int i = 0; i < count && out->count + 3 < DUEL_FACTS; i++) { /* risk, gold, steps */
        const wumpus_set *cells = &group[i].cells;
        wumpus_cell first = wumpus_first(cells);
        duel_fact *f = duel_reason_add(out, WUMPUS_FACT_FELT);
        f->arg[0] = first.x, f->arg[1] = first.y;
        f->arg[2] = group[i].sign, f->arg[3] = group[i].holds;
        wumpus_say_group(&group[i], &f->text);
        for (wumpus_cell c = first; c.y >= 0; c = wumpus_next(cells, c))
            add_target(f, c);
    }
}

/* A cell that was entered or shown: everybody can see what is there. */
static wumpus_status tell_seen(const wumpus_setup *u, const wumpus_knowledge *k, wumpus_cell c,
                               duel_reason *out)
{
    wumpus_facts facts;
    if (wumpus_facts_of(&u->rules, k, &facts, NULL) != DUEL_OK)
        return WUMPUS_IS_UNKNOWN;
    bool pit = wumpus_has(&k->is[WUMPUS_T], c.x, c.y);
    bool beast = wumpus_has(&k->is[WUMPUS_W], c.x, c.y) && !facts.harmless &&
                 !wumpus_has(&facts.slain, c.x, c.y);
    duel_fact *f = wumpus_add_fact(out, WUMPUS_FACT_STATUS, c);
    f->arg[2] = pit ? WUMPUS_IS_PIT : beast ? WUMPUS_IS_WUMPUS : WUMPUS_IS_SAFE;
    duel_say(&f->text,
             pit     ? N_("({0},{1}) is a pit: you have seen it.")
             : beast ? N_("({0},{1}) is the wumpus’s cell: you have seen it.")
                     : N_("({0},{1}) is safe: you have seen what is there."),
             "ii", (int64_t)c.x, (int64_t)c.y);
    return (wumpus_status)f->arg[2];
}

wumpus_status wumpus_tell_status(const wumpus_setup *u, const wumpus_knowledge *k,
                                 wumpus_cell c, duel_reason *out)
{
    wumpus_set cell = wumpus_only(c.x, c.y);
    wumpus_verdicts v;
    wumpus_explanation e;
    wumpus_set known = wumpus_known(k);
    if (wumpus_has(&known, c.x, c.y))
        return tell_seen(u, k, c, out);
    if (wumpus_judge(&u->rules, k, &cell, &v, NULL) != DUEL_OK)
        return WUMPUS_IS_UNKNOWN;
    wumpus_status status = wumpus_status_of(&v, c.x, c.y);
    if (status == WUMPUS_IS_UNKNOWN) {
        duel_fact *f = wumpus_add_fact(out, WUMPUS_FACT_STATUS, c);
        f->arg[2] = status;
        duel_say(&f->text, N_("Nothing can be known about ({0},{1}) yet."), "ii", (int64_t)c.x,
                 (int64_t)c.y);
    } else if (wumpus_explain(&u->rules, k, c, status, &e, NULL) == DUEL_OK) {
        duel_fact *f = wumpus_add_fact(out, WUMPUS_FACT_STATUS, c);
        f->arg[2] = status;
        f->arg[3] = e.facts;
        bool whole = wumpus_say_explanation(&e, &f->text);
        for (wumpus_cell at = wumpus_first(&e.cells); at.y >= 0; at = wumpus_next(&e.cells, at))
            add_target(f, at);
        if (!whole)
            tell_groups(&e, out);
    }
    return status;
}

/* A chance in the words of a person: what is proved is certain, what is not never is. Messages
 * with the cell {0},{1} and a number {2}; `never` NULL: then nothing is said. */
typedef struct odds {
    const char *never, *tiny, *thousand, *hundred, *nearly, *surely;
} odds;

static void say_odds(const odds *o, wumpus_cell c, int64_t chance, bool never, bool surely,
                     duel_msg *out)
{
    enum { THOUSANDTH = 1000, HUNDREDTH = 10 * THOUSANDTH, ALL = 100 * HUNDREDTH };
    bool small = chance < HUNDREDTH;
    int64_t unit = small ? THOUSANDTH : HUNDREDTH;
    const char *id = never                           ? o->never
                     : surely                        ? o->surely
                     : chance < THOUSANDTH           ? o->tiny
                     : chance + HUNDREDTH / 2 >= ALL ? o->nearly
                     : small                         ? o->thousand
                                                     : o->hundred;
    duel_say(out, id, "iii", (int64_t)c.x, (int64_t)c.y, (chance + unit / 2) / unit);
}

static void tell_risk(const wumpus_setup *u, wumpus_status status, const wumpus_risk *risk,
                      wumpus_cell c, duel_reason *out)
{
    static const odds danger_odds = {
        N_("You can enter ({0},{1}) without any risk: that is proved."),
        N_("Entering ({0},{1}) is a risk of less than 1 in 1000."),
        N_("Entering ({0},{1}) is a risk of {2} in 1000."),
        N_("Entering ({0},{1}) is a risk of {2} in 100."),
        N_("Entering ({0},{1}) is almost certain death."),
        N_("Entering ({0},{1}) is certain death."),
    };
    static const odds gold_odds = {
        NULL,
        N_("The gold is very unlikely to be at ({0},{1}): less than 1 chance in 1000."),
        N_("The gold may be at ({0},{1}): {2} {2:chance|chances} in 1000."),
        N_("The gold may be at ({0},{1}): {2} {2:chance|chances} in 100."),
        N_("The gold is almost certainly at ({0},{1})."),
        N_("The gold is at ({0},{1}), for certain."),
    };
    static const odds golds_odds = {
        NULL,
        N_("A gold is very unlikely to be at ({0},{1}): less than 1 chance in 1000."),
        N_("A gold may be at ({0},{1}): {2} {2:chance|chances} in 1000."),
        N_("A gold may be at ({0},{1}): {2} {2:chance|chances} in 100."),
        N_("A gold is almost certainly at ({0},{1})."),
        N_("A gold is at ({0},{1}), for certain."),
    };
    int64_t danger = millionths(risk->danger[c.y][c.x]);
    duel_fact *f = wumpus_add_fact(out, WUMPUS_FACT_RISK, c);
    f->arg[2] = danger;
    say_odds(&danger_odds, c, danger, status == WUMPUS_IS_SAFE,
             status != WUMPUS_IS_SAFE && status != WUMPUS_IS_UNKNOWN, &f->text);
    double gold = risk->gold[c.y][c.x];
    if (millionths(gold) == 0)
        return;
    f = wumpus_add_fact(out, WUMPUS_FACT_GOLD, c);
    f->arg[2] = millionths(gold);
    say_odds(u->rules.golds > 1 ? &golds_odds : &gold_odds, c, f->arg[2], false, is_sure(gold),
             &f->text);
}

static void tell_steps(const wumpus_setup *u, const wumpus_state *s, wumpus_cell c,
                       duel_reason *out)
{
    wumpus_walk walk;
    wumpus_walk_from(u->rules.n, &s->explored, (wumpus_cell){s->x, s->y}, &walk);
    duel_fact *f = wumpus_add_fact(out, WUMPUS_FACT_STEPS, c);
    f->arg[2] = walk.steps[c.y][c.x];
    duel_say(&f->text, N_("Walking to ({0},{1}) takes {2} {2:step|steps}."), "iii",
             (int64_t)c.x, (int64_t)c.y, f->arg[2]);
}

/* How likely the arrow is to hit: exact for one wumpus, the expected number for several. */
static void tell_shot(const wumpus_setup *u, const wumpus_state *s, const wumpus_risk *risk,
                      wumpus_way way, duel_reason *out)
{
    static const odds shot_odds = {
        N_("The arrow would meet no wumpus that way."),
        N_("The arrow is very unlikely to hit: less than 1 chance in 1000."),
        N_("The arrow hits with {2} {2:chance|chances} in 1000."),
        N_("The arrow hits with {2} {2:chance|chances} in 100."),
        N_("The arrow is almost certain to hit."),
        N_("The arrow is certain to hit."),
    };
    wumpus_cell here = {s->x, s->y};
    wumpus_set ray = wumpus_ray(u->rules.n, here, way);
    double chance = 0;
    for (wumpus_cell c = wumpus_first(&ray); c.y >= 0; c = wumpus_next(&ray, c))
        chance += risk->wumpus[c.y][c.x];
    duel_fact *f = wumpus_add_fact(out, WUMPUS_FACT_SHOT, here);
    f->arg[2] = way;
    f->arg[3] = millionths(chance);
    if (u->rules.wumpuses > 1)
        duel_say(&f->text,
                 N_("In 100 caves like this one the arrow would meet {0} live "
                    "{0:wumpus|wumpuses}."),
                 "i", (f->arg[3] + 5000) / 10000);
    else
        say_odds(&shot_odds, here, f->arg[3], chance < 1e-9, is_sure(chance), &f->text);
}

/* Why the wumpus is on the arrow's way, when that is proved. */
static void tell_aim(const wumpus_setup *u, const wumpus_state *s, const wumpus_knowledge *k,
                     wumpus_way way, duel_reason *out)
{
    wumpus_set ray = wumpus_ray(u->rules.n, (wumpus_cell){s->x, s->y}, way);
    wumpus_verdicts v;
    if (wumpus_judge(&u->rules, k, &ray, &v, NULL) != DUEL_OK || wumpus_empty(&v.wumpus))
        return;
    wumpus_tell_status(u, k, wumpus_first(&v.wumpus), out);
}

/* What follows from the rules alone, for moves that enter no dark cell and do not shoot. */
static void tell_brings(const wumpus_setup *u, const wumpus_state *s, duel_move move,
                        wumpus_status status, duel_reason *out)
{
    static const char *const told[] = {
        [WUMPUS_GO] = N_("It leads over explored cells only, without any risk."),
        [WUMPUS_REVEAL] = N_("It costs 50 points and shows what is at ({0},{1})."),
        [WUMPUS_DEDUCE] = N_("It costs 50 points and tells what can be proved without it."),
        [WUMPUS_GRAB] = N_("It takes the gold that lies here."),
        [WUMPUS_CLIMB] = N_("It leaves the cave: the game ends with {2} {2:point|points}.")};
    wumpus_act act = wumpus_move_act(move);
    wumpus_cell c = act >= WUMPUS_GRAB ? (wumpus_cell){s->x, s->y} : wumpus_move_cell(move);
    duel_fact *f = wumpus_add_fact(out, WUMPUS_FACT_BRINGS, c);
    f->arg[2] = act;
    if (act == WUMPUS_CLIMB) {
        wumpus_state left = *s;
        wumpus_play(u, &left, move);
        f->arg[3] = wumpus_score_of(u, &left);
    }
    bool vain = act == WUMPUS_DEDUCE && status == WUMPUS_IS_UNKNOWN;
    duel_say(&f->text,
             vain ? N_("It costs 50 points, and will tell that nothing can be known yet.")
                  : told[act],
             "iii", (int64_t)c.x, (int64_t)c.y, f->arg[3]);
}

static void tell_move(const wumpus_setup *u, const wumpus_state *s, duel_move move,
                      duel_reason *out)
{
    wumpus_knowledge k = wumpus_knowledge_of(u, s);
    wumpus_cell c = wumpus_move_cell(move);
    wumpus_act act = wumpus_move_act(move);
    bool dark = act != WUMPUS_SHOOT && act != WUMPUS_GRAB && act != WUMPUS_CLIMB &&
                !wumpus_has(&s->explored, c.x, c.y);
    wumpus_status status = dark ? wumpus_tell_status(u, &k, c, out) : WUMPUS_IS_SAFE;
    if (dark || act == WUMPUS_SHOOT) {
        wumpus_risk *risk = malloc(sizeof *risk);
        if (risk && wumpus_risk_of(&u->rules, &k, risk, NULL) == DUEL_OK) {
            if (dark)
                tell_risk(u, status, risk, c, out);
            else
                tell_shot(u, s, risk, (wumpus_way)c.x, out);
        }
        free(risk);
    }
    if (act == WUMPUS_SHOOT)
        tell_aim(u, s, &k, (wumpus_way)c.x, out);
    if (act == WUMPUS_GO)
        tell_steps(u, s, c, out);
    if (act != WUMPUS_SHOOT && !(act == WUMPUS_GO && dark))
        tell_brings(u, s, move, status, out);
}

void wumpus_because(const duel_variant *v, const void *view, int seat, const duel_move turn[],
                    int count, duel_reason *out)
{
    (void)seat, (void)count; /* a seat alone moves once a turn */
    const wumpus_setup *u = wumpus_setup_of(v);
    wumpus_add_hints(u, view, turn[0], out);
    tell_move(u, view, turn[0], out);
}

void wumpus_ending_told(const duel_variant *v, const void *view, int seat, duel_reason *out)
{
    static const char *const told[] = {
        [WUMPUS_GOES_ON] = "",
        [WUMPUS_FELL] = N_("The explorer has fallen into the pit at ({0},{1})."),
        [WUMPUS_EATEN] = N_("The wumpus at ({0},{1}) has eaten the explorer."),
        [WUMPUS_FOUND] = N_("The explorer has found the gold at ({0},{1})."),
        [WUMPUS_CLIMBED] = N_("The explorer has climbed out of the cave without the gold."),
        [WUMPUS_EXHAUSTED] = N_("The explorer has no step left.")};
    const wumpus_setup *u = wumpus_setup_of(v);
    const wumpus_state *s = view;
    wumpus_ending how = wumpus_ending_of(u, s);
    bool won = wumpus_has_won(u, s), several = u->rules.all_golds && u->rules.golds > 1;
    const char *text = !won ? told[how]
                       : several && how == WUMPUS_CLIMBED
                           ? N_("The explorer has climbed out of the cave with all the gold.")
                       : several ? N_("The explorer has found the last gold at ({0},{1}).")
                       : how == WUMPUS_CLIMBED
                           ? N_("The explorer has climbed out of the cave with the gold.")
                           : told[how];
    duel_fact *f = wumpus_add_fact(out, WUMPUS_FACT_ENDED, (wumpus_cell){s->x, s->y});
    f->arg[2] = how;
    duel_say(&f->text, text, "ii", (int64_t)s->x, (int64_t)s->y);
}

/* ---- a flag: "danger here" -------------------------------------------------------------- */

/* It is held against what follows from the percepts and never against the world. See mark in
 * core/optional_parts.h. */

/* Reasons too many to be listed leave the bare verdict. */
static void tell_verdict(wumpus_status status, wumpus_cell c, duel_reason *out)
{
    duel_fact *f = wumpus_add_fact(out, WUMPUS_FACT_STATUS, c);
    f->arg[2] = status;
    duel_say(&f->text,
             status == WUMPUS_IS_SAFE      ? N_("({0},{1}) can be proved safe.")
             : status == WUMPUS_IS_UNKNOWN ? N_("Nothing can be known about ({0},{1}) yet.")
                                           : N_("({0},{1}) can be proved dangerous."),
             "ii", (int64_t)c.x, (int64_t)c.y);
}

static duel_mark_verdict judge_cell(const wumpus_setup *u, const wumpus_knowledge *k,
                                    wumpus_cell c, duel_reason *out)
{
    wumpus_status status = wumpus_tell_status(u, k, c, out);
    if (out->count == 0)
        tell_verdict(status, c, out);
    return status == WUMPUS_IS_UNKNOWN ? DUEL_MARK_OPEN
           : status == WUMPUS_IS_SAFE  ? DUEL_MARK_WRONG
                                       : DUEL_MARK_PROVED;
}

duel_mark_verdict wumpus_mark(const duel_variant *v, const void *view, int seat,
                              const duel_target *target, duel_reason *out)
{
    const wumpus_setup *u = wumpus_setup_of(v);
    wumpus_knowledge k = wumpus_knowledge_of(u, view);
    wumpus_cell c;
    int n = u->rules.n, end = 0;
    if (sscanf(target->text, "cell:%2d:%2d%n", &c.x, &c.y, &end) != 2 || target->text[end] ||
        c.x < 0 || c.y < 0 || c.x >= n || c.y >= n)
        return DUEL_MARK_NONE;
    return judge_cell(u, &k, c, out);
}
