/* games/wumpus/hint.c -- three hints before the reasons: that there is something to find,
 * where, which.
 *
 * The first names no cell and marks none. The second marks several, the one meant among them,
 * so that there is something to think about. The third tells the move. */
#include "games/wumpus/cell_status.h"
#include "games/wumpus/move_reasons.h"

#include <stdlib.h>

/* What a move is about. */
typedef enum matter {
    PROVED, /* an unexplored cell that is safe */
    RISK,   /* one that may be deadly */
    BACK,   /* an explored cell: something is to be done from there */
    SHOT,
    LIFELINE,
    GRAB,
    HOME
} matter;

static bool aims_at_cell(wumpus_act act)
{
    return act == WUMPUS_GO || act == WUMPUS_REVEAL || act == WUMPUS_DEDUCE;
}

static matter matter_of(const wumpus_setup *u, const wumpus_state *s, duel_move move)
{
    static const matter by_act[] = {
        [WUMPUS_GO] = RISK,         [WUMPUS_SHOOT] = SHOT, [WUMPUS_REVEAL] = LIFELINE,
        [WUMPUS_DEDUCE] = LIFELINE, [WUMPUS_GRAB] = GRAB,  [WUMPUS_CLIMB] = HOME};
    wumpus_act act = wumpus_move_act(move);
    wumpus_cell c = wumpus_move_cell(move);
    wumpus_verdicts v;
    if (act != WUMPUS_GO)
        return by_act[act];
    if (wumpus_has(&s->explored, c.x, c.y))
        return u->textbook && c.x == 0 && c.y == 0 ? HOME : BACK;
    wumpus_set cell = wumpus_only(c.x, c.y);
    wumpus_knowledge k = wumpus_knowledge_of(u, s);
    return wumpus_judge(&u->rules, &k, &cell, &v, NULL) == DUEL_OK && !wumpus_empty(&v.safe)
               ? PROVED
               : RISK;
}

static const char *something(matter m)
{
    static const char *const words[] = {
        [PROVED] = N_("There is a cell you can prove safe: no risk is needed yet."),
        [RISK] = N_("Nothing more can be proved safe: weigh the risks, or ask for help."),
        [BACK] = N_("You are not standing in the right place yet."),
        [SHOT] = N_("This is a moment for your arrow."),
        [LIFELINE] = N_("This is a moment for a lifeline."),
        [GRAB] = N_("What you came for is very near."),
        [HOME] = N_("There is nothing more to be gained in the dark."),
    };
    return words[m];
}

/* ---- where -------------------------------------------------------------------------- */

static void mark(duel_fact *f, const wumpus_set *cells)
{
    for (wumpus_cell c = wumpus_first(cells); c.y >= 0; c = wumpus_next(cells, c))
        if (f->targets < DUEL_FACT_TARGETS)
            f->target[f->targets++] = duel_target_of("cell:%d:%d", c.x, c.y);
}

/* The cells of `set` nearest to c, itself included, four of them if there are as many. */
static wumpus_set nearest(const wumpus_set *set, wumpus_cell c)
{
    enum { ENOUGH = 4 };
    wumpus_set near = wumpus_only(c.x, c.y);
    for (int far = 1; far < 2 * WUMPUS_SIDE && wumpus_count(&near) < ENOUGH; far++)
        for (wumpus_cell a = wumpus_first(set); a.y >= 0; a = wumpus_next(set, a))
            if (abs(a.x - c.x) + abs(a.y - c.y) == far && wumpus_count(&near) < ENOUGH)
                wumpus_add(&near, a.x, a.y);
    return near;
}

/* The cells that legal moves aim at. */
static wumpus_set aims_of(const wumpus_setup *u, const wumpus_state *s)
{
    duel_move list[DUEL_MOVES_MAX];
    wumpus_set cells = {{0}};
    int count = wumpus_moves(u, s, list);
    for (int i = 0; i < count; i++) {
        wumpus_cell c = wumpus_move_cell(list[i]);
        if (aims_at_cell(wumpus_move_act(list[i])))
            wumpus_add(&cells, c.x, c.y);
    }
    return cells;
}

/* Cells that might be meant, and the one that is. */
static wumpus_set choice_of(const wumpus_setup *u, const wumpus_state *s, wumpus_cell c,
                            matter m)
{
    wumpus_knowledge k = wumpus_knowledge_of(u, s);
    wumpus_set edge = wumpus_frontier(&k), board = wumpus_board(u->rules.n);
    wumpus_set dark = wumpus_minus(board, &s->explored), aims = aims_of(u, s);
    wumpus_set likely = wumpus_and(m == BACK       ? s->explored
                                   : m == LIFELINE ? dark
                                                   : edge,
                                   &aims);
    wumpus_set cells = nearest(&likely, c);
    return wumpus_count(&cells) > 1 ? cells : nearest(&aims, c);
}

static void say_where(const wumpus_setup *u, const wumpus_state *s, duel_move move, matter m,
                      duel_fact *f)
{
    wumpus_set cells = {{0}};
    if (m == SHOT) {
        cells = s->is[WUMPUS_P]; /* of cells explored and shown */
        duel_say(&f->text,
                 wumpus_empty(&cells)
                     ? N_("Where can the wumpus still be?")
                     : N_("Where can the stench on the marked cells come from?"),
                 "");
    } else if (m == GRAB || m == HOME) {
        duel_say(&f->text,
                 m == GRAB ? N_("Look at the cell you stand on.")
                           : N_("Think of the way you came in."),
                 "");
    } else {
        cells = choice_of(u, s, wumpus_move_cell(move), m);
        duel_say(&f->text, N_("Think about the marked cells: it is one of them."), "");
    }
    mark(f, &cells);
}

/* ---- which -------------------------------------------------------------------------- */

static void say_which(const wumpus_state *s, duel_move move, duel_fact *f)
{
    static const char *const ways[] = {N_("north"), N_("east"), N_("south"), N_("west")};
    static const char *const id[] = {
        [WUMPUS_GO] = N_("Go to ({0},{1})."),      [WUMPUS_SHOOT] = N_("Shoot {0}."),
        [WUMPUS_REVEAL] = N_("Reveal ({0},{1})."), [WUMPUS_DEDUCE] = N_("Ask about ({0},{1})."),
        [WUMPUS_GRAB] = N_("Grab the gold."),      [WUMPUS_CLIMB] = N_("Climb out.")};
    wumpus_act act = wumpus_move_act(move);
    wumpus_cell c = wumpus_move_cell(move);
    if (act == WUMPUS_SHOOT)
        duel_say(&f->text, id[act], "w", ways[c.x]);
    else
        duel_say(&f->text, id[act], "ii", (int64_t)c.x, (int64_t)c.y);
    if (!aims_at_cell(act))
        c = (wumpus_cell){s->x, s->y};
    wumpus_set cell = wumpus_only(c.x, c.y);
    mark(f, &cell);
}

/* ---- in order ----------------------------------------------------------------------- */

static duel_fact *add_hint(duel_reason *out, duel_gives gives, duel_move move)
{
    duel_fact *f = duel_reason_add(out, WUMPUS_FACT_HINT);
    f->gives = gives;
    f->arg[2] = gives;
    f->arg[3] = wumpus_move_act(move);
    return f;
}

void wumpus_add_hints(const wumpus_setup *u, const wumpus_state *s, duel_move move,
                      duel_reason *out)
{
    matter m = matter_of(u, s, move);
    duel_say(&add_hint(out, DUEL_GIVES_KIND, move)->text, something(m), "");
    say_where(u, s, move, m, add_hint(out, DUEL_GIVES_PLACE, move));
    say_which(s, move, add_hint(out, DUEL_GIVES_MOVE, move));
}
