/* wumpus/knowledge.c -- gathering facts and reading them off: see knowledge.h. */
#include "games/wumpus/knowledge.h"

#include <string.h>

/* ---- gathering ---------------------------------------------------------------------- */

void wumpus_know_nothing(int n, wumpus_knowledge *out)
{
    memset(out, 0, sizeof *out);
    out->n = n;
}

static void learn_cell(wumpus_knowledge *k, const wumpus_world *world, int x, int y)
{
    wumpus_percepts felt = wumpus_percepts_of(world);
    const wumpus_set *truth[WUMPUS_SIGNS] = {
        [WUMPUS_B] = &felt.breeze, [WUMPUS_G] = &world->gold,  [WUMPUS_P] = &felt.stench,
        [WUMPUS_T] = &world->pit,  [WUMPUS_E] = &felt.glitter, [WUMPUS_W] = &world->wumpus};
    for (int sign = 0; sign < WUMPUS_SIGNS; sign++)
        if (wumpus_has(truth[sign], x, y))
            wumpus_add(&k->is[sign], x, y);
}

void wumpus_enter(wumpus_knowledge *k, const wumpus_world *world, int x, int y)
{
    learn_cell(k, world, x, y);
    wumpus_add(&k->explored, x, y);
    wumpus_drop(&k->shown, x, y);
}

void wumpus_show(wumpus_knowledge *k, const wumpus_world *world, int x, int y)
{
    if (wumpus_has(&k->explored, x, y))
        return;
    learn_cell(k, world, x, y);
    wumpus_add(&k->shown, x, y);
}

static wumpus_cell cell_beside(wumpus_cell c, wumpus_way way)
{
    static const int dx[] = {0, 1, 0, -1}, dy[] = {1, 0, -1, 0};
    return (wumpus_cell){c.x + dx[way], c.y + dy[way]};
}

wumpus_set wumpus_ray(int n, wumpus_cell from, wumpus_way way)
{
    wumpus_set ray = {{0}};
    for (wumpus_cell c = cell_beside(from, way); wumpus_inside(n, c.x, c.y);
         c = cell_beside(c, way))
        wumpus_add(&ray, c.x, c.y);
    return ray;
}

static wumpus_set slain_by(const wumpus_knowledge *k)
{
    wumpus_set slain = {{0}};
    for (int i = 0; i < k->shots; i++)
        if (k->shot[i].hit && k->shot[i].struck.x >= 0)
            wumpus_add(&slain, k->shot[i].struck.x, k->shot[i].struck.y);
    return slain;
}

bool wumpus_shoot(wumpus_knowledge *k, const wumpus_world *world, int x, int y, wumpus_way way)
{
    DUEL_REQUIRE(k->shots < WUMPUS_SHOTS);
    wumpus_set slain = slain_by(k), live = wumpus_minus(world->wumpus, &slain);
    wumpus_shot *shot = &k->shot[k->shots++];
    *shot = (wumpus_shot){.from = {x, y}, .way = way, .struck = {-1, -1}};
    wumpus_cell c = cell_beside(shot->from, way);
    while (wumpus_inside(k->n, c.x, c.y) && !wumpus_has(&live, c.x, c.y))
        c = cell_beside(c, way);
    shot->hit = wumpus_inside(k->n, c.x, c.y);
    if (shot->hit && wumpus_count(&world->wumpus) > 1)
        shot->struck = c;
    return shot->hit;
}

/* ---- reading ------------------------------------------------------------------------ */

wumpus_set wumpus_known(const wumpus_knowledge *k)
{
    return wumpus_or(k->explored, &k->shown);
}

wumpus_set wumpus_frontier(const wumpus_knowledge *k)
{
    wumpus_set known = wumpus_known(k), around = wumpus_around(k->n, &k->explored);
    return wumpus_minus(around, &known);
}

static bool is_percept(int sign)
{
    return sign == WUMPUS_B || sign == WUMPUS_P || sign == WUMPUS_E;
}

void wumpus_facts_none(const wumpus_rules *rules, wumpus_facts *out)
{
    memset(out, 0, sizeof *out);
    out->n = rules->n;
    for (int sign = 0; sign < WUMPUS_SIGNS; sign++)
        if (!rules->windy_start || !is_percept(sign))
            wumpus_add(&out->no[sign], 0, 0);
}

void wumpus_facts_add(wumpus_facts *facts, wumpus_sign sign, wumpus_cell cell, bool holds)
{
    wumpus_add(holds ? &facts->yes[sign] : &facts->no[sign], cell.x, cell.y);
}

/* The cells an arrow crossed without meeting a live wumpus. */
static wumpus_set crossed(int n, const wumpus_shot *shot)
{
    wumpus_set ray = wumpus_ray(n, shot->from, shot->way);
    if (!shot->hit)
        return ray;
    wumpus_set beyond = wumpus_ray(n, shot->struck, shot->way);
    wumpus_drop(&ray, shot->struck.x, shot->struck.y);
    return wumpus_minus(ray, &beyond);
}

static duel_status add_shot(const wumpus_rules *rules, const wumpus_shot *shot,
                            wumpus_facts *facts, duel_msg *why)
{
    bool told = shot->hit && shot->struck.x >= 0;
    if (shot->hit && !told && rules->wumpuses > 1)
        return duel_bad(why, N_("The arrow from ({0},{1}): say where the wumpus fell."), "ii",
                        (int64_t)shot->from.x, (int64_t)shot->from.y);
    if (!shot->hit || told) {
        wumpus_set clear = crossed(facts->n, shot);
        clear = wumpus_minus(clear, &facts->slain);
        facts->no[WUMPUS_W] = wumpus_or(facts->no[WUMPUS_W], &clear);
    }
    if (told) {
        wumpus_add(&facts->yes[WUMPUS_W], shot->struck.x, shot->struck.y);
        wumpus_add(&facts->slain, shot->struck.x, shot->struck.y);
    } else if (shot->hit) {
        facts->hit[facts->hits++] = wumpus_ray(facts->n, shot->from, shot->way);
    }
    return DUEL_OK;
}

duel_status wumpus_facts_of(const wumpus_rules *rules, const wumpus_knowledge *k,
                            wumpus_facts *out, duel_msg *why)
{
    DUEL_REQUIRE(rules->n == k->n);
    wumpus_facts facts;
    wumpus_facts_none(rules, &facts);
    wumpus_set known = wumpus_known(k);
    for (int sign = 0; sign < WUMPUS_SIGNS; sign++) {
        wumpus_set absent = wumpus_minus(known, &k->is[sign]);
        facts.yes[sign] = k->is[sign];
        facts.no[sign] = wumpus_or(facts.no[sign], &absent);
    }
    int killed = 0;
    for (int i = 0; i < k->shots; i++) {
        duel_status status = add_shot(rules, &k->shot[i], &facts, why);
        if (status != DUEL_OK)
            return status;
        killed += k->shot[i].hit;
    }
    facts.harmless = killed >= rules->wumpuses;
    *out = facts;
    return DUEL_OK;
}

int wumpus_literal(int n, wumpus_sign sign, int x, int y)
{
    return (int)sign * n * n + y * n + x + 1;
}

bool wumpus_literal_read(int n, int literal, wumpus_sign *sign, wumpus_cell *cell)
{
    if (literal == 0 || literal < -WUMPUS_SIGNS * n * n || literal > WUMPUS_SIGNS * n * n)
        return false;
    int number = (literal < 0 ? -literal : literal) - 1;
    *sign = (wumpus_sign)(number / (n * n));
    *cell = (wumpus_cell){number % n, number / n % n};
    return true;
}
