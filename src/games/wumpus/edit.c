/* wumpus/edit.c -- setting up what an explorer has felt, to see what follows from it: see edit
 * in core/game.h.
 *
 * A cell beside those explored goes from dark to explored without a percept, then through every
 * choice of percepts, and back to dark. What lies in the cave is not set up: a full state
 * becomes the explorer's view of it. */
#include "core/scene.h"
#include "games/wumpus/state.h"

enum { PERCEPTS = 3, DARK = 0, FIRST = 1, CHOICES = FIRST + (1 << PERCEPTS) };

static const wumpus_sign percept[PERCEPTS] = {WUMPUS_B, WUMPUS_P, WUMPUS_E};

/* A number for what a cell shows: DARK, or FIRST and a bit for each percept. */
static int shows(const wumpus_state *s, int x, int y)
{
    int choice = wumpus_has(&s->explored, x, y) ? FIRST : DARK;
    for (int i = 0; choice && i < PERCEPTS; i++)
        choice += wumpus_has(&s->is[percept[i]], x, y) << i;
    return choice;
}

static void veil(wumpus_state *s)
{
    const wumpus_set nothing = {{0}};
    s->pit = s->wumpus = s->gold = nothing;
    s->veiled = 1;
}

/* A lifeline speaks of cells not yet explored only. */
static void mark_explored(wumpus_state *s, int x, int y)
{
    wumpus_add(&s->explored, x, y);
    wumpus_drop(&s->safe, x, y);
    wumpus_drop(&s->danger, x, y);
    wumpus_drop(&s->open, x, y);
    uint32_t least = (uint32_t)wumpus_count(&s->explored) - 1;
    if (s->steps < least)
        s->steps = least;
}

/* Nothing is known of it any more: neither percepts nor a wumpus that was shot there. */
static void darken(wumpus_state *s, int x, int y)
{
    wumpus_drop(&s->explored, x, y);
    wumpus_drop(&s->taken, x, y);
    for (int sign = 0; sign < WUMPUS_SIGNS; sign++)
        wumpus_drop(&s->is[sign], x, y);
}

static bool may_be_dark(const wumpus_state *s, int x, int y)
{
    return (x || y) && (s->x != x || s->y != y);
}

static bool reachable(int n, const wumpus_state *s, int x, int y)
{
    wumpus_set near = wumpus_around(n, &s->explored);
    return wumpus_has(&s->explored, x, y) ||
           (wumpus_has(&near, x, y) && !wumpus_has(&s->shown, x, y));
}

bool wumpus_edit(const duel_variant *v, void *state, duel_str element, int step)
{
    wumpus_state *s = state;
    const wumpus_setup *u = wumpus_setup_of(v);
    int x, y, n = u->rules.n;
    if (!duel_cell_of(element, &x, &y) || x >= n || y >= n || !reachable(n, s, x, y))
        return false;
    int next = (shows(s, x, y) + step + CHOICES) % CHOICES;
    if (next == DARK && !may_be_dark(s, x, y))
        next = (next + step + CHOICES) % CHOICES;
    veil(s);
    if (next == DARK)
        darken(s, x, y);
    else
        mark_explored(s, x, y);
    for (int i = 0; i < PERCEPTS; i++) {
        wumpus_drop(&s->is[percept[i]], x, y);
        if (next != DARK && (next - FIRST) >> i & 1)
            wumpus_add(&s->is[percept[i]], x, y);
    }
    return true;
}
