/* table/advice.c -- an answer with a reason: what to play, how sure, why not the other move,
 * and hints in steps, of which the first says what to look for in any game. See advice.h.
 *
 * Everything that is claimed of what to look for is counted by playing, one move of each side;
 * where that would take too many moves, or something is hidden, what the judgement says has to
 * do. */
#include "core/play.h"
#include "core/worth.h"
#include "table/inside.h"

#include <stdlib.h>
#include <string.h>

/* ---- why not mine? ----------------------------------------------------------------------- */

/* ---- looking behind the other move ------------------------------------------------------- */

static void take_line_behind(const duel_answer *behind, why_not_answer *out)
{
    int room = DUEL_LINE - 1, more = behind->line_count < room ? behind->line_count : room;
    out->line[0] = out->move;
    memcpy(out->line + 1, behind->line, (size_t)more * sizeof *out->line);
    out->line_count = 1 + more;
}

/* Looks behind out->move, which is legal in t->view. */
static duel_status look_behind_other(table_judge *j, const duel_variant *v, const duel_think *t,
                                     why_not_answer *out, duel_msg *why)
{
    if (duel_has_secrets(v))
        return DUEL_OK;
    duel_answer *behind = malloc(sizeof *behind);
    if (behind == NULL)
        return duel_no_space(why);
    duel_status status = judge_after_move(j, t, out->move, behind, &out->seen, why);
    if (status == DUEL_OK)
        take_line_behind(behind, out);
    free(behind);
    return status;
}

/* ---- what each is worth ------------------------------------------------------------------ */

/* The worth of a move that the answer rates; false if it does not. */
static bool weigh_move(const duel_variant *v, const duel_answer *a, duel_move move,
                       duel_worth *worth, int32_t *estimate)
{
    const duel_move_value *r = advice_find_move(a, move);
    if (r == NULL)
        return false;
    *worth = duel_worth_of_move_value(v, a, r);
    *estimate = r->estimate;
    return worth->known;
}

/* Both by one judge, on one scale: of a move that it leaves out nobody knows anything. */
static void weigh_other(const duel_variant *v, const duel_answer *a, why_not_answer *out)
{
    int32_t unused;
    if (a->plan_count == 0 || !weigh_move(v, a, a->plan[0], &out->advised, &unused))
        out->advised = duel_worth_of_answer(v, a);
    if (!weigh_move(v, a, out->move, &out->worth, &out->estimate))
        out->worth = out->seen;
}

/* ---- how they compare -------------------------------------------------------------------- */

/* Whether whoever plays the other move loses nothing worth naming. */
static bool costs_nothing(const duel_variant *v, const duel_worth *had, const duel_worth *got)
{
    const double little = 0.1, hardly = 0.01; /* points, share */
    duel_cost less = duel_worth_lost(v, had, got);
    return less.share < hardly && less.points < little;
}

static advice_contest contest_of(const duel_variant *v, const why_not_answer *c)
{
    if (!c->advised.known || !c->worth.known)
        return WHY_NOT_UNWEIGHED;
    if (costs_nothing(v, &c->advised, &c->worth))
        return WHY_NOT_AS_GOOD;
    bool doubted = !c->worth.proved && c->seen.known && costs_nothing(v, &c->advised, &c->seen);
    return doubted ? WHY_NOT_UNPROVED : WHY_NOT_WORSE;
}

/* ---- the facts that differ --------------------------------------------------------------- */

/* Whether people read the same. */
static bool say_same(const duel_fact *a, const duel_fact *b)
{
    duel_buf one, other;
    duel_buf_init(&one);
    duel_buf_init(&other);
    duel_render(DUEL_EN, &a->text, &one.sink);
    duel_render(DUEL_EN, &b->text, &other.sink);
    bool same = strcmp(one.text, other.text) == 0;
    duel_buf_fini(&one);
    duel_buf_fini(&other);
    return same;
}

static bool has_fact(const duel_reason *r, const duel_fact *f)
{
    for (int i = 0; i < r->count; i++)
        if (duel_fact_same(&r->fact[i], f) || say_same(&r->fact[i], f))
            return true;
    return false;
}

static void take_only(const duel_reason *of, const duel_reason *without, duel_reason *out)
{
    out->count = 0;
    for (int i = 0; i < of->count; i++)
        if (!has_fact(without, &of->fact[i]))
            out->fact[out->count++] = of->fact[i];
}

/* Compares it with the choice of the judgement `a`, of which `why` speaks. A move that the
 * judge passes over is worth what it is seen to be from behind, or else what games played out
 * say, within the limits of `t`. */
static void weigh_contrast(const duel_variant *v, const duel_think *t, const duel_answer *a,
                           const duel_reason *why, why_not_answer *out)
{
    weigh_other(v, a, out);
    duel_explain_why(v, t->view, t->seat, &out->move, 1, &out->why);
    take_only(&out->why, why, &out->only);
    take_only(why, &out->why, &out->advised_only);
    bool same = a->plan_count && a->plan[0] == out->move;
    out->how = same ? WHY_NOT_SAME_MOVE : contest_of(v, out);
    if (out->how != WHY_NOT_WORSE)
        out->line_count = 0;
}

/* ---- what to look for -------------------------------------------------------------------- */

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

/* ---- what moves lead to ------------------------------------------------------------------ */

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

/* ---- what it takes ----------------------------------------------------------------------- */

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

/* ---- what the judgement says ------------------------------------------------------------- */

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

/* ---- the hint ---------------------------------------------------------------------------- */

static hint_found sought_around(surveying *s, const void *view, duel_move best)
{
    survey all;
    bool whole = look_around(s, view, best, &all);
    if (all.moves == 1)
        return HINT_ONLY_MOVE;
    if (all.best.wins)
        return HINT_WIN;
    if (whole && all.doomed == all.moves)
        return HINT_ALL_LOSE;
    if (whole && all.doomed > 0 && !all.best.doom)
        return HINT_DEFENCE;
    if (takes_something(s, view, best))
        return HINT_CAPTURE;
    bool differ = whole && all.fewest < all.most;
    if (differ && s->v->seats > 1 && all.best.left == all.fewest)
        return HINT_FEWEST;
    return differ && s->v->seats == 1 && all.best.left == all.most ? HINT_MOST : HINT_STAKE;
}

static hint_found sought(const duel_variant *v, const duel_think *t, duel_move best)
{
    surveying s = {v, t->seat, v->traits & DUEL_SLOW ? PLAYED_SLOWLY : PLAYED};
    duel_move list[DUEL_MOVES_MAX];
    if (!duel_has_secrets(v))
        return sought_around(&s, t->view, best);
    return v->game->moves(v, t->view, list) == 1 ? HINT_ONLY_MOVE : HINT_STAKE;
}

/* A fact that gives away no more than that, of the choice of `a` in t->view. */
static void say_what_to_seek(const duel_variant *v, const duel_think *t, const duel_answer *a,
                             duel_fact *out)
{
    static const char *const look[] = {
        [HINT_ONLY_MOVE] = N_("Only one move is possible."),
        [HINT_WIN] = N_("You can win at once."),
        [HINT_ALL_LOSE] = N_("Whatever you play, the other player can win at once."),
        [HINT_DEFENCE] = N_(
            "After some moves the other player wins at once: look for one that prevents it."),
        [HINT_CAPTURE] = N_("Something can be taken from the other side."),
        [HINT_FEWEST] = N_("Look for what leaves the other player the fewest moves."),
        [HINT_MOST] = N_("Look for what leaves you the most moves."),
        [HINT_STAKE] = NULL};
    hint_found what = sought(v, t, a->plan[0]);
    duel_worth w = duel_worth_of_answer(v, a);
    out->kind = (int)what;
    duel_say(&out->text, look[what] ? look[what] : stake(v, &w), "");
}

/* ---- an answer with a reason ------------------------------------------------------------- */

const duel_move_value *advice_find_move(const duel_answer *a, duel_move move)
{
    for (int i = 0; i < a->rated_count; i++)
        if (a->rated[i].move == move)
            return &a->rated[i];
    return NULL;
}

static bool keeps_value(const duel_variant *v, const duel_worth *best, const duel_worth *w)
{
    bool resists = best->share > 0 || v->traits & DUEL_MARGIN || w->plies == best->plies;
    return w->proved && duel_worth_same(best, w) && resists;
}

int advice_best_moves(const duel_variant *v, const duel_answer *a, duel_move out[])
{
    duel_worth kept[DUEL_MOVES_MAX], best = {.known = false};
    int count = 0;
    for (int i = 0; i < a->rated_count; i++) {
        duel_worth w = duel_worth_of_move_value(v, a, &a->rated[i]);
        if (w.proved && duel_worth_better(v, &w, &best))
            best = w;
    }
    for (int i = 0; i < a->rated_count; i++) {
        duel_worth w = duel_worth_of_move_value(v, a, &a->rated[i]);
        if (!keeps_value(v, &best, &w))
            continue;
        int at = count++; /* insertion keeps equals in the order of the game's own list */
        for (; at > 0 && duel_worth_better(v, &w, &kept[at - 1]); at--) {
            kept[at] = kept[at - 1];
            out[at] = out[at - 1];
        }
        kept[at] = w;
        out[at] = a->rated[i].move;
    }
    return count;
}

/* ---- hints in steps ---------------------------------------------------------------------- */

/* Where a move begins in the picture. */
static void mark_beginning(const duel_variant *v, const void *view, duel_move move,
                           duel_fact *f)
{
    duel_target path[DUEL_PATH];
    if (duel_path(v, view, move, path) == 0 || f->targets == DUEL_FACT_TARGETS)
        return;
    for (int i = 0; i < f->targets; i++)
        if (strcmp(f->target[i].text, path[0].text) == 0)
            return;
    f->target[f->targets++] = path[0];
}

/* The move among others, where there are others, in the order of the game's own list, so that
 * their order says nothing. */
static void mark_candidates(const duel_variant *v, const void *view, duel_move best,
                            duel_fact *f)
{
    enum { SHOWN = 3 };
    duel_move list[DUEL_MOVES_MAX];
    int count = v->game->moves(v, view, list), at = 0;
    int apart = count < SHOWN ? 1 : count / SHOWN;
    while (at < count && list[at] != best)
        at++;
    int first = at - (int)(best % SHOWN) * apart;
    for (int i = 0; i < SHOWN && count; i++)
        mark_beginning(v, view, list[((first + i * apart) % count + count) % count], f);
}

static void say_move(const duel_variant *v, const void *view, duel_move move, duel_fact *f)
{
    duel_buf text;
    duel_buf_init(&text);
    duel_print_move(v, view, move, &text.sink);
    if (v->game->teaching.say_move)
        v->game->teaching.say_move(v, view, move, &f->text);
    else
        duel_say(&f->text, N_("Play {0}."), "s", duel_buf_str(&text));
    duel_buf_fini(&text);
    f->targets = duel_path(v, view, move, f->target);
}

/* What the house says of a level that a game leaves out. */
static void add_own_hint(const duel_variant *v, const duel_think *t, const duel_answer *a,
                         int gives, duel_reason *out)
{
    duel_fact *f = duel_reason_add(out, gives);
    f->gives = gives;
    if (gives == DUEL_GIVES_KIND) {
        say_what_to_seek(v, t, a, f);
    } else if (gives == DUEL_GIVES_PLACE) {
        mark_candidates(v, t->view, a->plan[0], f);
        duel_say(&f->text, N_("It begins at one of the places marked."), "");
    } else {
        say_move(v, t->view, a->plan[0], f);
    }
}

static bool tells(const duel_reason *r, int gives)
{
    for (int i = 0; i < r->count; i++)
        if (r->fact[i].gives == gives)
            return true;
    return false;
}

static void append(duel_reason *to, const duel_reason *from, int gives)
{
    for (int i = 0; i < from->count && to->count < DUEL_FACTS; i++)
        if (from->fact[i].gives == gives)
            to->fact[to->count++] = from->fact[i];
}

/* What the game says of the plan, level by level, and what the house says in its place. */
static void explain_plan(table_judge *j, const duel_variant *v, const duel_think *t,
                         table_advice *out)
{
    static _Thread_local duel_reason said;
    const duel_answer *a = &out->answer;
    const advice_solution solution = {j, judge_mix, judge_habit};
    duel_explain(v, t->view, t->seat, a->plan, a->plan_count, &said);
    for (int gives = DUEL_GIVES_KIND; gives <= DUEL_GIVES_WHY && a->plan_count; gives++) {
        if (gives < DUEL_GIVES_WHY && !tells(&said, gives))
            add_own_hint(v, t, a, gives, &out->told);
        if (gives == DUEL_GIVES_WHY && a->mixed)
            why_mix_explain(v, t, a, &solution, &out->told);
        append(&out->told, &said, gives);
    }
    out->why = out->told;
    duel_reason_keep(&out->why, DUEL_GIVES_WHY, DUEL_GIVES_WHY);
}

void advice_hint(const table_advice *a, int step, duel_reason *out)
{
    *out = a->told;
    duel_reason_keep(out, step < DUEL_GIVES_MOVE ? step : DUEL_GIVES_MOVE, step);
}

/* ---- advice ------------------------------------------------------------------------------ */

/* Looks behind the other move, and reads the judgement again, which knows more then. */
static duel_status look_behind(table_judge *j, const duel_variant *v, const duel_think *t,
                               duel_move instead, table_advice *out, duel_msg *why)
{
    duel_move advised = out->answer.plan[0];
    out->compared = true;
    out->other.move = instead;
    if (advised == instead)
        return DUEL_OK;
    duel_status status = look_behind_other(j, v, t, &out->other, why);
    if (status == DUEL_OK)
        status = judge_ask(j, t, &out->answer, &out->judged, why);
    out->other.overturned = out->answer.plan[0] != advised;
    return status;
}

duel_status advice_give(table_judge *j, const duel_variant *v, const duel_think *t,
                        const duel_move *instead, table_advice *out, duel_msg *why)
{
    duel_think call = *t;
    call.every_move = true;
    memset(out, 0, sizeof *out);
    duel_status status = judge_ask(j, &call, &out->answer, &out->judged, why);
    if (status == DUEL_OK && instead && out->answer.plan_count)
        status = look_behind(j, v, &call, *instead, out, why);
    if (status != DUEL_OK)
        return status;
    explain_plan(j, v, t, out);
    if (out->compared)
        weigh_contrast(v, &call, &out->answer, &out->why, &out->other);
    duel_reason_drop_against(&out->told);
    duel_reason_drop_against(&out->why);
    duel_reason_drop_against(&out->other.advised_only);
    return DUEL_OK;
}
