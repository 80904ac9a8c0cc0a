/* table/seek.c -- see seek.h.
 *
 * Everything claimed is counted by playing, one move of each side; where that would take too
 * many moves, or something is hidden, what the judgement says has to do. */
#include "table/seek.h"
#include "core/play.h"
#include "core/worth.h"

#include <string.h>

enum { PLAYED = 4000, PLAYED_SLOWLY = 400 }; /* moves, at most */

/* What one move leads to. */
typedef struct outlook {
    bool wins; /* at once */
    bool doom; /* the other of two can then win at once */
    int left;  /* moves for whoever is next */
} outlook;

/* All of them, and the one meant. */
typedef struct survey {
    int moves, doomed, fewest, most;
    outlook best;
} survey;

typedef struct surveying {
    const duel_variant *v;
    int seat, budget; /* moves that may still be played */
} surveying;

/* ---- what moves lead to -------------------------------------------------------------------
 */

static bool wins_at_once(const duel_variant *v, const void *state, int seat)
{
    int32_t score[DUEL_SEATS];
    return v->seats > 1 && v->game->over(v, state, score) && duel_share(v, score, seat) >= 1;
}

static duel_state played(surveying *s, const void *from, duel_move move)
{
    duel_state after;
    memcpy(&after, from, s->v->state_size);
    s->v->game->play(s->v, &after, move);
    s->budget--;
    return after;
}

/* Whether the other player, to move here, can win at once. */
static bool can_be_won(surveying *s, const duel_state *state, const duel_move *list, int count)
{
    int other = s->v->game->turn(s->v, state);
    for (int i = 0; i < count && other != s->seat && s->v->seats == 2 && s->budget > 0; i++) {
        duel_state next = played(s, state, list[i]);
        if (wins_at_once(s->v, &next, other))
            return true;
    }
    return false;
}

static outlook look_ahead(surveying *s, const void *view, duel_move move)
{
    duel_move list[DUEL_MOVES_MAX];
    duel_state after = played(s, view, move);
    outlook o = {.wins = wins_at_once(s->v, &after, s->seat)};
    if (duel_is_over(s->v, &after))
        return o;
    o.left = s->v->game->moves(s->v, &after, list);
    o.doom = can_be_won(s, &after, list, o.left);
    return o;
}

/* False: there is too much to look at. */
static bool look_around(surveying *s, const void *view, duel_move best, survey *out)
{
    duel_move list[DUEL_MOVES_MAX];
    *out = (survey){.moves = s->v->game->moves(s->v, view, list)};
    for (int i = 0; i < out->moves && s->budget > 0; i++) {
        outlook o = look_ahead(s, view, list[i]);
        out->doomed += o.doom;
        out->fewest = i == 0 || o.left < out->fewest ? o.left : out->fewest;
        out->most = i == 0 || o.left > out->most ? o.left : out->most;
        if (list[i] == best)
            out->best = o;
    }
    return s->budget > 0;
}

/* ---- what it takes ------------------------------------------------------------------------
 */

static int things_of_others(const duel_variant *v, const void *state, int seat)
{
    duel_scene s;
    int count = 0;
    duel_scene_init(&s);
    duel_scene_make(v, state, seat, &s);
    for (int i = 0; i < s.count; i++) {
        int owner = (int)s.element[i].tone - DUEL_SEAT1;
        count +=
            s.element[i].kind == DUEL_PIECE && owner >= 0 && owner < v->seats && owner != seat;
    }
    duel_scene_fini(&s);
    return count;
}

static bool takes_something(surveying *s, const void *view, duel_move best)
{
    duel_state after = played(s, view, best);
    return things_of_others(s->v, &after, s->seat) < things_of_others(s->v, view, s->seat);
}

/* ---- what the judgement says --------------------------------------------------------------
 */

static const char *proved_stake(const duel_worth *w)
{
    if (w->share >= 1)
        return N_("You can win from here: look for what keeps the win.");
    if (w->share <= 0)
        return N_("This is lost against perfect play: look for what lasts longest.");
    return w->endless ? N_("Nobody can force an end: look for what keeps it so.")
                      : N_("With the right move nobody wins.");
}

static const char *stake(const duel_variant *v, const duel_worth *w)
{
    const double even = 0.1;
    if (!w->known || v->seats == 1)
        return N_("Weigh what each move makes possible, and what it gives up.");
    if (w->proved)
        return proved_stake(w);
    double level = duel_worth_level(v, w);
    if (!duel_worth_told(w))
        return N_("Weigh what each move makes possible, and what it gives up.");
    if (w->unclear || (level < even && level > -even))
        return N_("Nobody stands clearly better: compare what each move leaves behind.");
    return level > 0 ? N_("You stand better: look for what keeps it so.")
                     : N_("You are behind: look for what keeps the game open.");
}

/* ---- the hint -----------------------------------------------------------------------------
 */

static duel_sought sought_around(surveying *s, const void *view, duel_move best)
{
    survey all;
    bool whole = look_around(s, view, best, &all);
    if (all.moves == 1)
        return DUEL_SEEK_ONLY_MOVE;
    if (all.best.wins)
        return DUEL_SEEK_WIN;
    if (whole && all.doomed == all.moves)
        return DUEL_SEEK_DOOM;
    if (whole && all.doomed > 0 && !all.best.doom)
        return DUEL_SEEK_DEFENCE;
    if (takes_something(s, view, best))
        return DUEL_SEEK_CAPTURE;
    bool differ = whole && all.fewest < all.most;
    if (differ && s->v->seats > 1 && all.best.left == all.fewest)
        return DUEL_SEEK_FEWEST;
    return differ && s->v->seats == 1 && all.best.left == all.most ? DUEL_SEEK_MOST
                                                                   : DUEL_SEEK_STAKE;
}

static duel_sought sought(const duel_variant *v, const duel_think *t, duel_move best)
{
    surveying s = {v, t->seat, v->traits & DUEL_WAITS ? PLAYED_SLOWLY : PLAYED};
    duel_move list[DUEL_MOVES_MAX];
    if (!duel_has_secrets(v))
        return sought_around(&s, t->view, best);
    return v->game->moves(v, t->view, list) == 1 ? DUEL_SEEK_ONLY_MOVE : DUEL_SEEK_STAKE;
}

void duel_seek_general(const duel_variant *v, const duel_think *t, const duel_answer *a,
                       duel_fact *out)
{
    static const char *const look[] = {
        [DUEL_SEEK_ONLY_MOVE] = N_("Only one move is possible."),
        [DUEL_SEEK_WIN] = N_("You can win at once."),
        [DUEL_SEEK_DOOM] = N_("Whatever you play, the other player can win at once."),
        [DUEL_SEEK_DEFENCE] = N_(
            "After some moves the other player wins at once: look for one that prevents it."),
        [DUEL_SEEK_CAPTURE] = N_("Something can be taken from the other side."),
        [DUEL_SEEK_FEWEST] = N_("Look for what leaves the other player the fewest moves."),
        [DUEL_SEEK_MOST] = N_("Look for what leaves you the most moves."),
        [DUEL_SEEK_STAKE] = NULL};
    duel_sought what = sought(v, t, a->plan[0]);
    duel_worth w = duel_worth_of_answer(v, a);
    out->kind = (int)what;
    duel_say(&out->text, look[what] ? look[what] : stake(v, &w), "");
}
