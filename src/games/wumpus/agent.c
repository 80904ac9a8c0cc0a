/* games/wumpus/agent.c -- what to do next: see agent.h. */
#include "games/wumpus/agent.h"

#include "games/wumpus/cell_status.h"
#include "games/wumpus/expected_score.h"

#include <stdlib.h>

typedef struct mind {
    const wumpus_setup *u;
    const wumpus_state *s;
    wumpus_knowledge k;
    wumpus_walk walk;
    wumpus_set reach; /* cells one can enter next: beside explored ones, not explored */
    wumpus_set safe;  /* of these, proved */
    int left;         /* steps */
} mind;

static wumpus_set reach_of(const wumpus_knowledge *k)
{
    wumpus_set around = wumpus_around(k->n, &k->explored);
    return wumpus_minus(around, &k->explored);
}

static duel_status begin_mind(const wumpus_setup *u, const wumpus_state *view, mind *m,
                              duel_msg *why)
{
    wumpus_verdicts v;
    *m = (mind){.u = u, .s = view, .k = wumpus_knowledge_of(u, view)};
    m->left = u->steps - (int)view->steps;
    m->reach = reach_of(&m->k);
    wumpus_walk_from(u->rules.n, &view->explored, (wumpus_cell){view->x, view->y}, &m->walk);
    for (wumpus_cell c = wumpus_first(&m->reach); c.y >= 0; c = wumpus_next(&m->reach, c))
        if (m->walk.steps[c.y][c.x] > m->left)
            wumpus_drop(&m->reach, c.x, c.y);
    duel_status status = wumpus_judge(&u->rules, &m->k, &m->reach, &v, why);
    if (status == DUEL_OK)
        m->safe = v.safe;
    return status;
}

static int steps_to(const mind *m, wumpus_cell c)
{
    return m->walk.steps[c.y][c.x];
}

/* ---- on proved cells ---------------------------------------------------------------- */

/* Where a gold can still be, as far as single glitters tell. */
static wumpus_set gold_places(const mind *m)
{
    int n = m->k.n;
    bool own = m->u->rules.own_glitter;
    wumpus_set known = wumpus_known(&m->k), open = wumpus_board(n);
    wumpus_set dull = wumpus_minus(known, &m->k.is[WUMPUS_E]);
    wumpus_set seen = wumpus_and(known, &m->k.is[WUMPUS_E]);
    wumpus_set empty = wumpus_minus(known, &m->k.is[WUMPUS_G]);
    if (m->u->rules.all_golds) /* those found are found */
        empty = wumpus_or(empty, &m->k.explored);
    dull = wumpus_glitter_of(n, own, &dull);
    open = wumpus_minus(open, &dull);
    open = wumpus_minus(open, &empty);
    for (wumpus_cell c = wumpus_first(&seen); c.y >= 0 && m->u->rules.golds == 1;
         c = wumpus_next(&seen, c)) {
        wumpus_set cell = wumpus_only(c.x, c.y), near = wumpus_glitter_of(n, own, &cell);
        open = wumpus_and(open, &near);
    }
    return open;
}

static int nearest(const wumpus_set *s, wumpus_cell from)
{
    int best = 2 * WUMPUS_SIDE;
    for (wumpus_cell c = wumpus_first(s); c.y >= 0; c = wumpus_next(s, c)) {
        int far = abs(c.x - from.x) + abs(c.y - from.y);
        best = far < best ? far : best;
    }
    return best;
}

/* Steps to the cell and from there to the nearest place of gold; between equals, a place of
 * gold itself, then the cell from which most such places would be seen. */
static int price(const mind *m, const wumpus_set *gold, wumpus_cell c)
{
    enum { SCALE = 12, PLACE = 5 };
    wumpus_set seen = wumpus_beside(m->k.n, c);
    seen = wumpus_and(seen, gold);
    int bonus = wumpus_count(&seen) + (wumpus_has(gold, c.x, c.y) ? PLACE : 0);
    return SCALE * (steps_to(m, c) + nearest(gold, c)) - bonus;
}

static wumpus_cell cheapest(const mind *m)
{
    wumpus_set gold = gold_places(m);
    wumpus_cell best = wumpus_first(&m->safe);
    int least = price(m, &gold, best);
    for (wumpus_cell c = best; c.y >= 0; c = wumpus_next(&m->safe, c)) {
        int p = price(m, &gold, c);
        if (p < least) {
            least = p;
            best = c;
        }
    }
    return best;
}

/* ---- when nothing is proved --------------------------------------------------------- */

/* What an end is worth, in points of the score. */
typedef struct worth {
    double gold, death;
    double stuck;  /* again, having seen more */
    double still;  /* having seen nothing new */
    double daring; /* the largest danger looked beyond when weighing; 0: none */
} worth;

static worth worth_by_rules(const wumpus_setup *u)
{
    /* To be stuck again is worth what a later risk will bring: more than half of the gold by
     * the seed's rules (found by trying, and as good as looking on); by the textbook's one goes
     * home for nothing, so it pays to look further. */
    return u->textbook ? (worth){1000, -1000, 0, 0, 0.35} : (worth){1000, 0, 600, 400, 0};
}

/* Enters every cell proved safe until there is none; true when all was found that had to be. */
static bool explore_proved(const wumpus_setup *u, const wumpus_world *world,
                           wumpus_knowledge *k)
{
    for (;;) {
        wumpus_set reach = reach_of(k);
        wumpus_verdicts v;
        if (wumpus_judge(&u->rules, k, &reach, &v, NULL) != DUEL_OK || wumpus_empty(&v.safe))
            return false;
        for (wumpus_cell c = wumpus_first(&v.safe); c.y >= 0; c = wumpus_next(&v.safe, c))
            wumpus_enter(k, world, c.x, c.y);
        if (wumpus_goal_met(&u->rules, world, &k->explored))
            return true;
    }
}

static bool lives(const wumpus_setup *u, const wumpus_knowledge *k, const wumpus_world *world,
                  wumpus_cell c)
{
    wumpus_facts facts;
    if (wumpus_facts_of(&u->rules, k, &facts, NULL) != DUEL_OK || facts.harmless ||
        wumpus_has(&facts.slain, c.x, c.y))
        return false;
    return wumpus_has(&world->wumpus, c.x, c.y);
}

typedef struct deed {
    duel_move move;   /* a cell to enter, or a way to shoot */
    wumpus_cell from; /* a shot: from here */
    int steps;        /* to get there */
    double danger;    /* exact */
    double sum;       /* of what it brought in the worlds drawn that it was survived in */
    int survived;     /* in so many */
    double value;     /* what it is worth on average */
} deed;

/* Goes on as long as some cell is not too dangerous, a few times: what it leads to. */
static double press_on(const wumpus_setup *u, const wumpus_world *world, wumpus_knowledge *k,
                       wumpus_risk *risk)
{
    enum { TIMES = 3 };
    worth w = worth_by_rules(u);
    for (int i = 0; i < TIMES; i++) {
        wumpus_set reach = reach_of(k);
        wumpus_cell best = wumpus_first(&reach);
        if (best.y < 0 || wumpus_risk_of(&u->rules, k, risk, NULL) != DUEL_OK)
            return w.stuck;
        for (wumpus_cell c = best; c.y >= 0; c = wumpus_next(&reach, c))
            if (risk->danger[c.y][c.x] < risk->danger[best.y][best.x])
                best = c;
        if (risk->danger[best.y][best.x] > w.daring)
            return w.stuck;
        if (wumpus_has(&world->pit, best.x, best.y) || lives(u, k, world, best))
            return w.death;
        wumpus_enter(k, world, best.x, best.y);
        if (wumpus_goal_met(&u->rules, world, &k->explored) || explore_proved(u, world, k))
            return w.gold;
    }
    return w.stuck;
}

/* Adds what the deed brings in this world, if it is survived there. */
static void try_deed(const mind *m, const wumpus_world *world, wumpus_risk *risk, deed *d)
{
    worth w = worth_by_rules(m->u);
    wumpus_knowledge k = m->k;
    wumpus_cell c = wumpus_move_cell(d->move);
    bool found = false;
    if (wumpus_move_act(d->move) == WUMPUS_SHOOT) {
        wumpus_shoot(&k, world, d->from.x, d->from.y, (wumpus_way)c.x);
    } else if (wumpus_has(&world->pit, c.x, c.y) || lives(m->u, &k, world, c)) {
        return;
    } else {
        wumpus_enter(&k, world, c.x, c.y);
        found = wumpus_goal_met(&m->u->rules, world, &k.explored);
    }
    found = found || explore_proved(m->u, world, &k);
    d->survived++;
    if (found)
        d->sum += w.gold;
    else if (wumpus_same(&k.explored, &m->k.explored))
        d->sum += w.still;
    else
        d->sum += w.daring > 0 ? press_on(m->u, world, &k, risk) : w.stuck;
}

/* Death by its exact chance, the rest by the worlds drawn. */
static double value_of(const wumpus_setup *u, const deed *d)
{
    enum { ARROW = 10 };
    worth w = worth_by_rules(u);
    double lived = d->survived ? d->sum / d->survived : w.stuck;
    double cost = d->steps + (wumpus_move_act(d->move) == WUMPUS_SHOOT ? ARROW : 0);
    return d->danger * w.death + (1 - d->danger) * lived - cost;
}

enum { MOST_DEEDS = 12, MOST_SHOTS = 6 };

typedef struct options {
    int count;
    int certain; /* a shot that hits for sure and opens the way; -1: none */
    deed deed[MOST_DEEDS];
} options;

/* The least dangerous cells, at most half of the room. */
static void list_cells(const mind *m, const wumpus_risk *risk, options *out)
{
    wumpus_set rest = m->reach;
    while (out->count < MOST_DEEDS - MOST_SHOTS && !wumpus_empty(&rest)) {
        wumpus_cell best = wumpus_first(&rest);
        for (wumpus_cell c = best; c.y >= 0; c = wumpus_next(&rest, c)) {
            double now = risk->danger[c.y][c.x], least = risk->danger[best.y][best.x];
            if (now < least || (now <= least && steps_to(m, c) < steps_to(m, best)))
                best = c;
        }
        wumpus_drop(&rest, best.x, best.y);
        if (risk->danger[best.y][best.x] >= 1)
            break;
        out->deed[out->count++] = (deed){.move = wumpus_move(WUMPUS_GO, best.x, best.y),
                                         .steps = steps_to(m, best),
                                         .danger = risk->danger[best.y][best.x]};
    }
}

/* How many live wumpuses an arrow is expected to cross. */
static double hope(const mind *m, const wumpus_risk *risk, wumpus_cell from, wumpus_way way)
{
    wumpus_set ray = wumpus_ray(m->k.n, from, way);
    double sum = 0;
    for (wumpus_cell c = wumpus_first(&ray); c.y >= 0; c = wumpus_next(&ray, c))
        sum += risk->wumpus[c.y][c.x];
    return sum;
}

/* Puts the shot among the best, which stand in falling order of hope from `first` on. */
static void add_shot(options *out, int first, const deed *shot, double hopes[], double h)
{
    int at = out->count;
    for (int i = first; i < out->count; i++) { /* the same cells crossed from nearer by */
        const deed *d = &out->deed[i];
        bool same = d->move == shot->move && hopes[i] <= h && hopes[i] >= h &&
                    (wumpus_move_cell(d->move).x % 2 == 0 ? d->from.x == shot->from.x
                                                          : d->from.y == shot->from.y);
        if (same) {
            if (shot->steps < d->steps)
                out->deed[i] = *shot;
            return;
        }
    }
    while (at > first && hopes[at - 1] < h)
        at--;
    if (at >= first + MOST_SHOTS)
        return;
    int last = out->count < first + MOST_SHOTS ? out->count++ : out->count - 1;
    for (int i = last; i > at; i--) {
        out->deed[i] = out->deed[i - 1];
        hopes[i] = hopes[i - 1];
    }
    out->deed[at] = *shot;
    hopes[at] = h;
}

/* Whether a cell is proved safe once the only wumpus has been hit. */
static bool opens(const mind *m, const deed *shot)
{
    wumpus_knowledge k = m->k;
    wumpus_verdicts v;
    if (m->u->rules.wumpuses > 1)
        return false;
    k.shot[k.shots++] = (wumpus_shot){.from = shot->from,
                                      .way = (wumpus_way)wumpus_move_cell(shot->move).x,
                                      .hit = true,
                                      .struck = {-1, -1}};
    return wumpus_judge(&m->u->rules, &k, &m->reach, &v, NULL) == DUEL_OK &&
           !wumpus_empty(&v.safe);
}

static void list_shots(const mind *m, const wumpus_risk *risk, options *out)
{
    const wumpus_set *from = &m->s->explored;
    double hopes[MOST_DEEDS];
    int first = out->count;
    if (m->s->arrows >= m->u->arrows)
        return;
    for (wumpus_cell c = wumpus_first(from); c.y >= 0; c = wumpus_next(from, c)) {
        for (int way = 0; way < 4 && steps_to(m, c) < m->left; way++) {
            double h = hope(m, risk, c, (wumpus_way)way);
            deed d = {
                .move = wumpus_move(WUMPUS_SHOOT, way, 0), .from = c, .steps = steps_to(m, c)};
            if (h > 0)
                add_shot(out, first, &d, hopes, h);
        }
    }
    for (int i = first; i < out->count && out->certain < 0; i++)
        if (hopes[i] > 1 - 1e-9 && opens(m, &out->deed[i]))
            out->certain = i;
}

/* Every deed is tried in the same worlds, and these depend on what is known alone. `risk` has
 * served and lends its room. */
static void weigh_deeds(const mind *m, const wumpus_counts *counts, wumpus_risk *risk,
                        options *out)
{
    enum { DRAWS = 256, FEW = 8 };
    bool quick =
        m->u->rules.wumpuses == 1 && m->u->rules.golds == 1 && !m->u->rules.count_known;
    int draws = quick ? DRAWS : FEW;
    duel_rng rng;
    duel_rng_init_number(&rng, 1);
    for (int i = 0; i < draws; i++) {
        wumpus_world world;
        wumpus_counts_draw(counts, &rng, &world);
        for (int k = 0; k < out->count; k++)
            try_deed(m, &world, risk, &out->deed[k]);
    }
    for (int k = 0; k < out->count; k++)
        out->deed[k].value = value_of(m->u, &out->deed[k]);
}

/* The first step of a deed: a shot is walked to first. */
static duel_move begin_deed(const mind *m, const deed *d)
{
    bool there = d->from.x == m->s->x && d->from.y == m->s->y;
    if (wumpus_move_act(d->move) == WUMPUS_SHOOT && !there)
        return wumpus_move(WUMPUS_GO, d->from.x, d->from.y);
    return d->move;
}

static duel_status weigh_all(const mind *m, wumpus_risk *risk, options *out, duel_msg *why)
{
    wumpus_facts facts;
    wumpus_counts *counts;
    duel_status status = wumpus_facts_of(&m->u->rules, &m->k, &facts, why);
    if (status == DUEL_OK)
        status = wumpus_counts_new(&m->u->rules, &facts, &counts, why);
    if (status != DUEL_OK)
        return status;
    status = wumpus_counts_risk(counts, risk, why);
    if (status == DUEL_OK) {
        list_cells(m, risk, out);
        list_shots(m, risk, out);
        if (out->certain < 0)
            weigh_deeds(m, counts, risk, out);
    }
    wumpus_counts_free(counts);
    return status;
}

static wumpus_choice go_home(const mind *m)
{
    bool home = m->s->x == 0 && m->s->y == 0;
    return (wumpus_choice){.move = wumpus_move(home ? WUMPUS_CLIMB : WUMPUS_GO, 0, 0),
                           .proved = true};
}

/* Any cell that can be entered, when worlds cannot be counted or none is any better. */
static wumpus_choice last_resort(const mind *m)
{
    wumpus_cell c = wumpus_first(&m->reach);
    if (c.y < 0) { /* every cell is explored, or too far: a step back and forth */
        static const wumpus_cell beside_start[] = {{1, 0}, {0, 0}};
        c = beside_start[m->s->x == 1 && m->s->y == 0];
    }
    return (wumpus_choice){.move = wumpus_move(WUMPUS_GO, c.x, c.y), .danger = 1};
}

/* Textbook worlds that can be gone through: the best expectation decides, home included. */
static duel_status look_ahead(const mind *m, wumpus_choice *out, duel_msg *why)
{
    /* Found by trying: a third risk in a row is worth nothing more, and the walk to a new cell
     * takes two steps about. */
    static const wumpus_outlook look = {.risks = 2, .least = 1e-4, .nodes = 30000, .step = 2};
    wumpus_prospect best;
    duel_status status = wumpus_prospect_of(&m->u->rules, &look, &m->k,
                                            m->s->arrows < m->u->arrows, &m->walk, &best, why);
    if (status != DUEL_OK)
        return status;
    deed d = {.move = wumpus_move(best.act, best.cell.x, best.cell.y), .from = best.cell};
    if (best.act == WUMPUS_SHOOT)
        d.move = wumpus_move(WUMPUS_SHOOT, (int)best.way, 0);
    if (best.act == WUMPUS_CLIMB)
        *out = go_home(m);
    else
        *out = (wumpus_choice){.move = begin_deed(m, &d), .danger = best.danger};
    return DUEL_OK;
}

static bool can_look_ahead(const mind *m)
{
    return m->u->textbook && wumpus_prospect_takes(&m->u->rules) &&
           m->s->arrows + 1 >= m->u->arrows && wumpus_empty(&m->s->shown);
}

static duel_status take_chance(const mind *m, wumpus_choice *out, duel_msg *why)
{
    options o = {.certain = -1};
    wumpus_risk *risk = malloc(sizeof *risk);
    if (risk == NULL)
        return duel_no_space(why);
    duel_status status = weigh_all(m, risk, &o, why);
    free(risk);
    if (status != DUEL_OK && status != DUEL_NO_SPACE)
        return status;
    const deed *best = o.certain >= 0 ? &o.deed[o.certain] : NULL;
    for (int i = 0; i < o.count && o.certain < 0; i++)
        if (best == NULL || o.deed[i].value > best->value)
            best = &o.deed[i];
    if (m->u->textbook && o.certain < 0 && (best == NULL || best->value <= 0))
        *out = go_home(m);
    else if (best)
        *out = (wumpus_choice){.move = begin_deed(m, best), .danger = best->danger};
    else
        *out = last_resort(m);
    return DUEL_OK;
}

/* ---- deciding ----------------------------------------------------------------------- */

/* With few steps left the goal of a walk can be out of reach: then anything that is allowed. */
static void keep_allowed(const mind *m, wumpus_choice *out)
{
    duel_move list[DUEL_MOVES_MAX];
    wumpus_cell c = wumpus_move_cell(out->move);
    if (wumpus_move_act(out->move) == WUMPUS_GO && steps_to(m, c) > m->left &&
        wumpus_moves(m->u, m->s, list) > 0)
        *out = (wumpus_choice){.move = list[0]};
}

static duel_status decide(const mind *m, wumpus_choice *out, duel_msg *why)
{
    if (wumpus_can_grab(m->u, m->s)) {
        *out = (wumpus_choice){.move = wumpus_move(WUMPUS_GRAB, 0, 0), .proved = true};
    } else if (m->u->textbook && wumpus_found_enough(m->u, m->s)) {
        *out = go_home(m);
    } else if (!wumpus_empty(&m->safe)) {
        wumpus_cell c = cheapest(m);
        *out = (wumpus_choice){.move = wumpus_move(WUMPUS_GO, c.x, c.y), .proved = true};
    } else {
        return (can_look_ahead(m) ? look_ahead : take_chance)(m, out, why);
    }
    return DUEL_OK;
}

duel_status wumpus_choose(const wumpus_setup *u, const wumpus_state *view, wumpus_choice *out,
                          duel_msg *why)
{
    mind m;
    wumpus_choice choice;
    duel_status status = begin_mind(u, view, &m, why);
    if (status == DUEL_OK)
        status = decide(&m, &choice, why);
    if (status != DUEL_OK)
        return status;
    keep_allowed(&m, &choice);
    *out = choice;
    return DUEL_OK;
}
