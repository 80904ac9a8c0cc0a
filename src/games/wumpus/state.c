/* games/wumpus/state.c -- the course of a game: see state.h. */
#include "games/wumpus/state.h"

#include "games/wumpus/cell_status.h"

#include <string.h>

/* ---- the same in the terms of the reasoners ------------------------------------------ */

wumpus_world wumpus_world_of(const wumpus_setup *u, const wumpus_state *s)
{
    return (wumpus_world){.n = u->rules.n,
                          .own_glitter = u->rules.own_glitter,
                          .pit = s->pit,
                          .wumpus = s->wumpus,
                          .gold = s->gold};
}

wumpus_knowledge wumpus_knowledge_of(const wumpus_setup *u, const wumpus_state *s)
{
    wumpus_knowledge k;
    wumpus_know_nothing(u->rules.n, &k);
    k.explored = s->explored;
    k.shown = s->shown;
    memcpy(k.is, s->is, sizeof k.is);
    k.shots = s->arrows;
    for (int i = 0; i < s->arrows; i++) {
        const wumpus_arrow *a = &s->arrow[i];
        k.shot[i] = (wumpus_shot){
            .from = {a->x, a->y}, .way = (wumpus_way)a->way, .hit = a->hit, .struck = {-1, -1}};
        if (a->told)
            k.shot[i].struck = (wumpus_cell){a->struck_x, a->struck_y};
    }
    return k;
}

void wumpus_remember(wumpus_state *s, const wumpus_knowledge *k)
{
    s->explored = k->explored;
    s->shown = k->shown;
    memcpy(s->is, k->is, sizeof s->is);
    s->arrows = (uint8_t)k->shots;
    for (int i = 0; i < k->shots; i++) {
        const wumpus_shot *shot = &k->shot[i];
        bool told = shot->hit && shot->struck.x >= 0;
        s->arrow[i] = (wumpus_arrow){.x = (uint8_t)shot->from.x,
                                     .y = (uint8_t)shot->from.y,
                                     .way = (uint8_t)shot->way,
                                     .hit = shot->hit,
                                     .told = told,
                                     .struck_x = told ? (uint8_t)shot->struck.x : 0,
                                     .struck_y = told ? (uint8_t)shot->struck.y : 0};
    }
}

void wumpus_veil(wumpus_state *s)
{
    const wumpus_set nothing = {{0}};
    s->pit = s->wumpus = s->gold = nothing;
    s->veiled = 1;
}

/* ---- how it ends -------------------------------------------------------------------- */

/* Whether a wumpus at (x,y) would be dead, for all the explorer knows. */
static bool slain(const wumpus_setup *u, const wumpus_state *s, int x, int y)
{
    int killed = 0;
    bool here = false;
    for (int i = 0; i < s->arrows; i++) {
        const wumpus_arrow *a = &s->arrow[i];
        killed += a->hit;
        here = here || (a->told && a->struck_x == x && a->struck_y == y);
    }
    return here || killed >= u->rules.wumpuses;
}

int wumpus_golds_found(const wumpus_setup *u, const wumpus_state *s)
{
    wumpus_set entered = wumpus_and(s->explored, &s->is[WUMPUS_G]);
    return wumpus_count(u->textbook ? &s->taken : &entered);
}

bool wumpus_found_enough(const wumpus_setup *u, const wumpus_state *s)
{
    return wumpus_golds_found(u, s) >= (u->rules.all_golds ? u->rules.golds : 1);
}

bool wumpus_can_grab(const wumpus_setup *u, const wumpus_state *s)
{
    return u->textbook && wumpus_has(&s->is[WUMPUS_G], s->x, s->y) &&
           !wumpus_has(&s->taken, s->x, s->y) && !wumpus_found_enough(u, s);
}

bool wumpus_has_won(const wumpus_setup *u, const wumpus_state *s)
{
    wumpus_ending end = wumpus_ending_of(u, s);
    return end == WUMPUS_FOUND || (end == WUMPUS_CLIMBED && wumpus_found_enough(u, s));
}

wumpus_ending wumpus_ending_of(const wumpus_setup *u, const wumpus_state *s)
{
    if (wumpus_has(&s->is[WUMPUS_T], s->x, s->y))
        return WUMPUS_FELL;
    if (wumpus_has(&s->is[WUMPUS_W], s->x, s->y) && !slain(u, s, s->x, s->y))
        return WUMPUS_EATEN;
    if (!u->textbook && wumpus_has(&s->is[WUMPUS_G], s->x, s->y) && wumpus_found_enough(u, s))
        return WUMPUS_FOUND;
    if (s->climbed)
        return WUMPUS_CLIMBED;
    return s->steps >= (uint32_t)u->steps ? WUMPUS_EXHAUSTED : WUMPUS_GOES_ON;
}

int32_t wumpus_score_of(const wumpus_setup *u, const wumpus_state *s)
{
    enum { GOLD = 1000, LIFELINE = 50, ARROW = 10 };
    wumpus_ending end = wumpus_ending_of(u, s);
    int32_t score =
        -(int32_t)s->steps - LIFELINE * (s->reveals + s->deduces) - ARROW * s->arrows;
    if (wumpus_has_won(u, s))
        score += GOLD;
    if (u->textbook && (end == WUMPUS_FELL || end == WUMPUS_EATEN))
        score -= GOLD;
    return score;
}

/* ---- walking ------------------------------------------------------------------------ */

void wumpus_walk_from(int n, const wumpus_set *explored, wumpus_cell from, wumpus_walk *out)
{
    wumpus_set seen = wumpus_only(from.x, from.y), edge = seen;
    memset(out, 0xFF, sizeof *out);
    _Static_assert(WUMPUS_FAR == 0xFFFF, "every byte is 0xFF");
    for (uint16_t steps = 0; !wumpus_empty(&edge); steps++) {
        for (wumpus_cell c = wumpus_first(&edge); c.y >= 0; c = wumpus_next(&edge, c))
            out->steps[c.y][c.x] = steps;
        edge = wumpus_and(edge, explored); /* one does not walk on from an unexplored cell */
        edge = wumpus_around(n, &edge);
        edge = wumpus_minus(edge, &seen);
        seen = wumpus_or(seen, &edge);
    }
}

/* ---- moves -------------------------------------------------------------------------- */

static int list_walks(const wumpus_setup *u, const wumpus_state *s, duel_move out[])
{
    wumpus_walk walk;
    int n = u->rules.n, count = 0;
    uint32_t left = (uint32_t)u->steps - s->steps;
    wumpus_walk_from(n, &s->explored, (wumpus_cell){s->x, s->y}, &walk);
    for (int y = 0; y < n; y++)
        for (int x = 0; x < n; x++)
            if (walk.steps[y][x] > 0 && walk.steps[y][x] != WUMPUS_FAR &&
                walk.steps[y][x] <= left)
                out[count++] = wumpus_move(WUMPUS_GO, x, y);
    return count;
}

static int list_shots(const wumpus_setup *u, const wumpus_state *s, duel_move out[])
{
    int count = 0;
    for (int way = 0; s->arrows < u->arrows && way < 4; way++) {
        wumpus_set ray = wumpus_ray(u->rules.n, (wumpus_cell){s->x, s->y}, (wumpus_way)way);
        if (!wumpus_empty(&ray))
            out[count++] = wumpus_move(WUMPUS_SHOOT, way, 0);
    }
    return count;
}

static wumpus_set unknown_cells(const wumpus_setup *u, const wumpus_state *s)
{
    wumpus_set board = wumpus_board(u->rules.n), rest = wumpus_minus(board, &s->explored);
    return wumpus_minus(rest, &s->shown);
}

static int list_cells(wumpus_act act, const wumpus_set *cells, duel_move out[])
{
    int count = 0;
    for (wumpus_cell c = wumpus_first(cells); c.y >= 0; c = wumpus_next(cells, c))
        out[count++] = wumpus_move(act, c.x, c.y);
    return count;
}

static int list_lifelines(const wumpus_setup *u, const wumpus_state *s, duel_move out[])
{
    wumpus_set unknown = unknown_cells(u, s);
    wumpus_set near = wumpus_beside(u->rules.n, (wumpus_cell){s->x, s->y});
    int count = 0;
    if (s->reveals < u->reveals)
        count += list_cells(WUMPUS_REVEAL, &unknown, out);
    near = wumpus_and(near, &unknown);
    near = wumpus_minus(near, &s->safe);
    near = wumpus_minus(near, &s->danger);
    if (s->deduces < u->deduces)
        count += list_cells(WUMPUS_DEDUCE, &near, out + count);
    return count;
}

/* Everything here depends on what the explorer knows, never on the world. */
int wumpus_moves(const wumpus_setup *u, const wumpus_state *s, duel_move out[])
{
    if (wumpus_ending_of(u, s) != WUMPUS_GOES_ON)
        return 0;
    int count = list_walks(u, s, out);
    count += list_shots(u, s, out + count);
    count += list_lifelines(u, s, out + count);
    if (wumpus_can_grab(u, s))
        out[count++] = wumpus_move(WUMPUS_GRAB, 0, 0);
    if (u->textbook && s->x == 0 && s->y == 0)
        out[count++] = wumpus_move(WUMPUS_CLIMB, 0, 0);
    return count;
}

/* ---- playing ------------------------------------------------------------------------ */

void wumpus_forget_answer(wumpus_state *s, wumpus_cell c)
{
    wumpus_drop(&s->safe, c.x, c.y);
    wumpus_drop(&s->danger, c.x, c.y);
    wumpus_drop(&s->open, c.x, c.y);
}

static void enter_cell(const wumpus_setup *u, wumpus_state *s, wumpus_cell c)
{
    wumpus_world world = wumpus_world_of(u, s);
    wumpus_knowledge k = wumpus_knowledge_of(u, s);
    bool beast = wumpus_has(&world.wumpus, c.x, c.y) && !slain(u, s, c.x, c.y);
    if (beast || wumpus_has(&world.pit, c.x, c.y))
        wumpus_show(&k, &world, c.x, c.y); /* the last thing seen */
    else
        wumpus_enter(&k, &world, c.x, c.y);
    wumpus_remember(s, &k);
    wumpus_forget_answer(s, c);
}

static void go(const wumpus_setup *u, wumpus_state *s, wumpus_cell c)
{
    wumpus_walk walk;
    wumpus_walk_from(u->rules.n, &s->explored, (wumpus_cell){s->x, s->y}, &walk);
    s->steps += walk.steps[c.y][c.x];
    s->x = (uint8_t)c.x, s->y = (uint8_t)c.y;
    if (!wumpus_has(&s->explored, c.x, c.y))
        enter_cell(u, s, c);
}

static void shoot(const wumpus_setup *u, wumpus_state *s, wumpus_way way)
{
    wumpus_world world = wumpus_world_of(u, s);
    wumpus_knowledge k = wumpus_knowledge_of(u, s);
    wumpus_shoot(&k, &world, s->x, s->y, way);
    wumpus_remember(s, &k);
    s->steps += u->textbook;
}

static void reveal(const wumpus_setup *u, wumpus_state *s, wumpus_cell c)
{
    wumpus_world world = wumpus_world_of(u, s);
    wumpus_knowledge k = wumpus_knowledge_of(u, s);
    wumpus_show(&k, &world, c.x, c.y);
    wumpus_remember(s, &k);
    wumpus_forget_answer(s, c);
    s->reveals++;
}

duel_status wumpus_answer_of(const wumpus_setup *u, const wumpus_state *s, wumpus_cell c,
                             wumpus_status *out, duel_msg *why)
{
    wumpus_knowledge k = wumpus_knowledge_of(u, s);
    wumpus_set cell = wumpus_only(c.x, c.y);
    wumpus_verdicts v;
    duel_status status = wumpus_judge_soon(&u->rules, &k, &cell, &v, why);
    if (status == DUEL_OK)
        *out = wumpus_status_of(&v, c.x, c.y);
    return status;
}

/* The answer rests on what the explorer knows; where that contradicts itself, on a board set up
 * by hand, or is too entangled to be judged soon, it is "unknown": a move is played again
 * wherever its game is looked at, and always comes to the same. Want of memory must not be
 * taken for it: the answer is kept, and the moves that follow depend on it. Moves that are read
 * were refused before (parse_move). */
static void deduce(const wumpus_setup *u, wumpus_state *s, wumpus_cell c)
{
    wumpus_status status = WUMPUS_IS_UNKNOWN;
    if (wumpus_answer_of(u, s, c, &status, NULL) == DUEL_NO_SPACE)
        duel_out_of_memory();
    wumpus_forget_answer(s, c);
    wumpus_add(status == WUMPUS_IS_SAFE      ? &s->safe
               : status == WUMPUS_IS_UNKNOWN ? &s->open
                                             : &s->danger,
               c.x, c.y);
    s->deduces++;
}

void wumpus_play(const wumpus_setup *u, wumpus_state *s, duel_move move)
{
    wumpus_cell c = wumpus_move_cell(move);
    switch (wumpus_move_act(move)) {
    case WUMPUS_GO:
        go(u, s, c);
        break;
    case WUMPUS_SHOOT:
        shoot(u, s, (wumpus_way)c.x);
        break;
    case WUMPUS_REVEAL:
        reveal(u, s, c);
        break;
    case WUMPUS_DEDUCE:
        deduce(u, s, c);
        break;
    case WUMPUS_GRAB:
        wumpus_add(&s->taken, s->x, s->y);
        s->steps++;
        break;
    case WUMPUS_CLIMB:
        s->climbed = 1;
        s->steps++;
        break;
    }
}

void wumpus_begin(const wumpus_setup *u, const wumpus_world *world, wumpus_state *out)
{
    memset(out, 0, sizeof *out);
    out->pit = world->pit;
    out->wumpus = world->wumpus;
    out->gold = world->gold;
    enter_cell(u, out, (wumpus_cell){0, 0});
}
