/* lab/laws_speed.c -- laws of what a game may offer to programs: accelerators, which change no
 * result, and moves and views as numbers, for who learns. See laws.h. */
#include "core/action.h"
#include "core/play.h"
#include "lab/inside.h"
#include "lab/reference_solver.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* ---- moves and what they look like --------------------------------------------------- */

static bool law_undo_restores(law_trial *t)
{
    const duel_accel *a = t->g->accel;
    for (int i = 0; a && a->make && i < t->count; i++) {
        guarded made, played;
        law_guard(t, &made, 0xAA);
        law_guard(t, &played, 0xAA);
        uint64_t trace = a->make(t->v, &made.state, t->list[i]);
        t->g->play(t->v, &played.state, t->list[i]);
        if (!duel_states_equal(t->v, &made, &played))
            return BROKEN(N_("make does not do what play does"), "");
        a->undo(t->v, &made.state, t->list[i], trace);
        if (!duel_states_equal(t->v, &made, &t->state) || !law_intact(t, &made, 0xAA))
            return false;
    }
    return true;
}

static bool law_sample_is_legal(law_trial *t)
{
    const duel_accel *a = t->g->accel;
    for (int i = 0; a && a->sample && t->count && i < 4; i++)
        if (!duel_legal(t->v, &t->state, a->sample(t->v, &t->state, &t->rng)))
            return false;
    return true;
}

static bool law_evaluation(law_trial *t)
{
    const duel_accel *a = t->g->accel;
    for (int seat = 0; a && a->evaluate && seat < t->v->seats; seat++) {
        int32_t e = a->evaluate(t->v, &t->state, seat);
        if (e > 1000000 || e < -1000000 || e != a->evaluate(t->v, &t->state, seat))
            return false;
    }
    return true;
}

/* ---- keys ---------------------------------------------------------------------------- */

static bool has_key(const law_trial *t)
{
    return t->v->key_bits && t->g->accel && t->g->accel->pack;
}

/* What a state carries for the seat to move in another, which has its key. */
static int32_t carried_by(const law_trial *t, const void *state, int seat)
{
    int32_t margin = t->g->accel->carried(t->v, state);
    return t->g->turn(t->v, state) == seat ? margin : -margin;
}

/* Two states with one key that may differ in what they carry: every move gains as much in one
 * as in the other, and leads to one key. */
static bool plays_on_alike(const law_trial *t, const duel_state *other)
{
    int seat = t->g->turn(t->v, &t->state);
    for (int i = 0; i < t->count; i++) {
        duel_state mine = t->state, theirs = *other;
        t->g->play(t->v, &mine, t->list[i]);
        t->g->play(t->v, &theirs, t->list[i]);
        if (t->g->accel->pack(t->v, &mine) != t->g->accel->pack(t->v, &theirs) ||
            carried_by(t, &mine, seat) - carried_by(t, &t->state, seat) !=
                carried_by(t, &theirs, seat) - carried_by(t, other, seat))
            return false;
    }
    return true;
}

static bool ends_alike(const law_trial *t, const duel_state *other)
{
    int32_t mine[DUEL_SEATS], theirs[DUEL_SEATS];
    int seat = t->g->turn(t->v, &t->state);
    if (t->g->over(t->v, &t->state, mine) != t->g->over(t->v, other, theirs))
        return false;
    return !t->over || duel_margin(t->v, mine, seat) - carried_by(t, &t->state, seat) ==
                           duel_margin(t->v, theirs, seat) - carried_by(t, other, seat);
}

static bool differs_in_what_it_carries(law_trial *t, const duel_state *other)
{
    if (t->g->accel->carried == NULL)
        return false;
    return t->g->turn(t->v, other) == t->g->turn(t->v, &t->state) && law_same_moves(t, other) &&
           ends_alike(t, other) && plays_on_alike(t, other);
}

/* Two states with one key must be one state (but for the seat, in an impartial game, whose
 * moves are then the same; and for what they carry). */
static bool law_keys_are_injective(law_trial *t)
{
    if (!has_key(t))
        return true;
    uint64_t key = t->g->accel->pack(t->v, &t->state);
    if (t->v->key_bits < 64 && key >> t->v->key_bits)
        return BROKEN(N_("the key has more than {0} bits"), "i", (int64_t)t->v->key_bits);
    const duel_state *other = law_memo_meet(t->seen, key, &t->state);
    if (other == NULL || duel_states_equal(t->v, other, &t->state) ||
        differs_in_what_it_carries(t, other))
        return true;
    if (!(t->v->traits & DUEL_IMPARTIAL))
        return false;
    return law_same_moves(t, other) && t->g->turn(t->v, other) != t->g->turn(t->v, &t->state);
}

static int by_number(const void *a, const void *b)
{
    uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;
    return (x > y) - (x < y);
}

/* The canonical keys of the children, sorted. */
static int child_canons(const law_trial *t, const void *state, uint64_t *out)
{
    duel_move list[DUEL_MOVES_MAX];
    duel_state child;
    int count = t->g->moves(t->v, state, list);
    for (int i = 0; i < count; i++) {
        memcpy(&child, state, t->v->state_size);
        t->g->play(t->v, &child, list[i]);
        out[i] = t->g->accel->canon(t->v, &child);
    }
    qsort(out, (size_t)count, sizeof *out, by_number);
    return count;
}

/* States that share a canonical key play alike: their children share theirs, too. */
static bool law_symmetry_plays_alike(law_trial *t)
{
    if (!has_key(t) || t->g->accel->canon == NULL)
        return true;
    uint64_t canon = t->g->accel->canon(t->v, &t->state);
    const duel_state *other = law_memo_meet_canon(t->seen, canon, &t->state);
    if (other == NULL)
        return true;
    uint64_t mine[DUEL_MOVES_MAX], theirs[DUEL_MOVES_MAX];
    int count = child_canons(t, &t->state, mine);
    return duel_is_over(t->v, other) == t->over && child_canons(t, other, theirs) == count &&
           memcmp(mine, theirs, (size_t)count * sizeof *mine) == 0;
}

/* ---- many at the price of one -------------------------------------------------------- */

/* The brood of one state twice over: a child for each move, in order, as play makes it. */
static bool brood_is_right(law_trial *t, const duel_children *b, int made)
{
    for (int i = 0; i < made; i++) {
        duel_state child = t->state;
        const unsigned char *got =
            (const unsigned char *)b->child + (size_t)i * t->v->state_size;
        t->g->play(t->v, &child, t->list[i % t->count]);
        if (b->move[i] != t->list[i % t->count] || b->parent[i] != i / t->count ||
            !duel_states_equal(t->v, &child, got))
            return BROKEN(N_("child {0} is not what play makes"), "i", (int64_t)i);
    }
    return true;
}

static bool law_expand(law_trial *t)
{
    enum { MOST = 256 };
    const duel_accel *a = t->g->accel;
    if (a == NULL || a->expand == NULL || t->count > MOST)
        return true;
    size_t size = t->v->state_size;
    duel_children b;
    unsigned char *twice = malloc(2 * size);
    int made = 0;
    bool right = children_init(&b, t->v, 2 * MOST) && twice;
    b.room = t->count ? 2 * t->count : 1;
    if (right) {
        memcpy(twice, &t->state, size);
        memcpy(twice + size, &t->state, size);
        right = a->expand(t->v, twice, 2, &b, &made) == 2 && made == 2 * t->count;
    }
    right = right && (t->count == 0 || brood_is_right(t, &b, made));
    free(twice);
    children_fini(&b);
    return right;
}

/* Whether some game from `state` ends with these scores; *left are the positions that may still
 * be looked at, and once there are none everything is possible. */
static bool can_end_with(const law_trial *t, const duel_state *state, const int32_t *score,
                         int *left)
{
    int32_t here[DUEL_SEATS];
    if (--*left < 0)
        return true;
    if (t->g->over(t->v, state, here))
        return memcmp(here, score, (size_t)t->v->seats * sizeof *here) == 0;
    duel_move *list = malloc(t->v->max_moves * sizeof *list);
    int count = list ? t->g->moves(t->v, state, list) : 0;
    bool can = list == NULL;
    for (int i = 0; !can && i < count; i++) {
        duel_state child = *state;
        t->g->play(t->v, &child, list[i]);
        can = can_end_with(t, &child, score, left);
    }
    free(list);
    return can;
}

static bool law_playouts(law_trial *t)
{
    enum { GAMES = 3, LOOKS = 200 };
    const duel_accel *a = t->g->accel;
    int32_t score[GAMES][DUEL_SEATS];
    static const int32_t tie[DUEL_SEATS] = {0};
    if (a == NULL || a->playouts == NULL || t->over)
        return true;
    a->playouts(t->v, &t->state, GAMES, &t->rng, score);
    for (int i = 0; i < GAMES; i++) {
        int left = LOOKS;
        bool unended = t->v->traits & DUEL_LOOPY &&
                       memcmp(score[i], tie, (size_t)t->v->seats * sizeof *tie) == 0;
        if (!unended && !can_end_with(t, &t->state, score[i], &left))
            return BROKEN(N_("a score of {0}, with which no game from here ends"), "i",
                          (int64_t)score[i][0]);
    }
    return true;
}

/* ---- what is known ------------------------------------------------------------------- */

/* A proved formula against the search, where the search is short. */
static bool law_formula_holds(law_trial *t)
{
    enum { SHORT_SEARCH = 2000 };
    duel_result formula, found;
    if (t->g->accel == NULL || t->g->accel->known == NULL || duel_has_secrets(t->v) ||
        !t->g->accel->known(t->v, &t->state, &formula))
        return true;
    if (reference_solve(t->v, &t->state, SHORT_SEARCH, &found, NULL) != DUEL_OK)
        return true;
    bool right = formula.value == found.value && formula.remoteness == found.remoteness &&
                 formula.score == found.score &&
                 (!(t->v->traits & DUEL_NIMBERS) || formula.nimber == found.nimber);
    return right || BROKEN(N_("search finds value {0} in {1} plies, the formula {2} in {3}"),
                           "iiii", (int64_t)found.value, (int64_t)found.remoteness,
                           (int64_t)formula.value, (int64_t)formula.remoteness);
}

/* ---- tiers --------------------------------------------------------------------------- */

/* Whether a key gives back the trial's state or, by symmetry, one like it, on its tier. */
static bool key_comes_back(law_trial *t, uint64_t key, bool symmetric)
{
    const duel_accel *a = t->g->accel;
    guarded back;
    memset(&back, 0xAA, sizeof back);
    if (!a->unpack(t->v, key, &back.state))
        return BROKEN(N_("there is no state for the key {0}"), "i", (int64_t)key);
    if (!law_intact(t, &back, 0xAA))
        return BROKEN(N_("unpack writes beyond the state"), "");
    bool alike = symmetric ? a->canon(t->v, &back.state) == key
                           : duel_states_equal(t->v, &back.state, &t->state) ||
                                 differs_in_what_it_carries(t, &back.state) ||
                                 (t->v->traits & DUEL_IMPARTIAL && law_same_moves(t, &back));
    if (!alike || a->pack(t->v, &back.state) != key)
        return BROKEN(N_("the key {0} gives another state"), "i", (int64_t)key);
    return a->tier == NULL || a->tier(t->v, &back.state) == a->tier(t->v, &t->state) ||
           BROKEN(N_("states that share a key lie on different tiers"), "");
}

/* Keys of states, and any number at all: half of them near a key. */
static bool law_unpack(law_trial *t)
{
    enum { NUMBERS = 4 };
    const duel_accel *a = t->g->accel;
    if (!has_key(t) || a->unpack == NULL)
        return true;
    if (!key_comes_back(t, a->pack(t->v, &t->state), false) ||
        (a->canon && !key_comes_back(t, a->canon(t->v, &t->state), true)))
        return false;
    for (int i = 0; i < NUMBERS; i++) {
        duel_state state;
        uint64_t number = duel_rng_next(&t->rng);
        if (i % 2)
            number = a->pack(t->v, &t->state) ^ UINT64_C(1) << number % 64;
        if (a->unpack(t->v, number, &state) && a->pack(t->v, &state) != number)
            return BROKEN(N_("the key {0} gives another state"), "i", (int64_t)number);
    }
    return true;
}

static bool law_tiers_descend(law_trial *t)
{
    const duel_accel *a = t->g->accel;
    for (int i = 0; a && a->tier && i < t->count; i++) {
        duel_state child = t->state;
        uint32_t here = a->tier(t->v, &t->state);
        t->g->play(t->v, &child, t->list[i]);
        uint32_t below = a->tier(t->v, &child);
        if (below > here || (below == here && !(t->v->traits & DUEL_LOOPY)))
            return BROKEN(N_("a move leads from tier {0} to tier {1}"), "ii", (int64_t)here,
                          (int64_t)below);
    }
    return true;
}

static bool law_carries(law_trial *t)
{
    const duel_accel *a = t->g->accel;
    if (a == NULL || a->carried == NULL)
        return true;
    int seat = t->g->turn(t->v, &t->state);
    int32_t here = carried_by(t, &t->state, seat);
    if (abs(here) > 2 * (int64_t)t->v->max_score)
        return BROKEN(N_("it carries {0}"), "i", (int64_t)here);
    for (int i = 0; i < t->count; i++) {
        duel_state child = t->state;
        t->g->play(t->v, &child, t->list[i]);
        if (t->v->traits & DUEL_LOOPY && carried_by(t, &child, seat) != here &&
            a->tier(t->v, &child) >= a->tier(t->v, &t->state))
            return BROKEN(N_("a move changes what is carried and stays on tier {0}"), "i",
                          (int64_t)a->tier(t->v, &t->state));
    }
    return true;
}

/* Whether a tier is one of those that are listed, which come from below. */
static bool is_listed(const law_trial *t, uint32_t tier)
{
    uint32_t here, before = 0;
    uint64_t count;
    for (uint32_t i = 0; t->g->accel->span(t->v, i, &here, &count); i++) {
        if ((i && here <= before) || here > tier)
            return false;
        if (here == tier)
            return count > 0;
        before = here;
    }
    return false;
}

/* One of all positions, drawn: it is of its tier, and no move leaves those that are listed. */
static bool law_all_positions(law_trial *t)
{
    enum { TIERS = 64 };
    const duel_accel *a = t->g->accel;
    uint32_t tier[TIERS], tiers = 0;
    uint64_t count[TIERS];
    if (a == NULL || a->span == NULL)
        return true;
    while (tiers < TIERS && a->span(t->v, tiers, &tier[tiers], &count[tiers]))
        tiers++;
    if (tiers == 0)
        return false;
    uint32_t i = duel_rng_below(&t->rng, tiers);
    uint64_t drawn = duel_rng_next(&t->rng), last = count[i] - 1;
    uint64_t key = a->nth(t->v, tier[i], drawn & 1 ? drawn % count[i] : drawn & 2 ? last : 0);
    duel_state state, child;
    duel_move list[DUEL_MOVES_MAX];
    if (!a->unpack(t->v, key, &state))
        return true;
    if (a->pack(t->v, &state) != key)
        return BROKEN(N_("the key {0} gives another state"), "i", (int64_t)key);
    if (a->tier(t->v, &state) != tier[i] || !is_listed(t, tier[i]))
        return BROKEN(N_("a position of tier {0} lies on another"), "i", (int64_t)tier[i]);
    int moves = t->g->moves(t->v, &state, list);
    for (int m = 0; m < moves; m++) {
        child = state;
        t->g->play(t->v, &child, list[m]);
        if (!is_listed(t, a->tier(t->v, &child)))
            return BROKEN(N_("a move leads from tier {0} to tier {1}"), "ii", (int64_t)tier[i],
                          (int64_t)a->tier(t->v, &child));
    }
    return true;
}

/* ---- what a source says -------------------------------------------------------------- */

/* Whether a move that is said to win is one of the moves there, and leaves the other seat lost.
 */
static bool move_wins(const law_trial *t, const reference_list *below, const duel_state *state,
                      duel_move move)
{
    duel_result after = {.value = DUEL_UNSOLVED};
    duel_state child = *state;
    if (!duel_legal(t->v, state, move))
        return false;
    t->g->play(t->v, &child, move);
    bool other = t->g->turn(t->v, &child) != t->g->turn(t->v, state);
    return !reference_list_find(below, &child, &after) ||
           after.value == (other ? DUEL_LOSS : DUEL_WIN);
}

static bool says_true(law_trial *t, const reference_list *below, const duel_state *state)
{
    duel_said said;
    duel_result found;
    duel_buf text;
    if (duel_is_over(t->v, state) || !t->g->source.says(t->v, state, &said) ||
        !reference_list_find(below, state, &found))
        return true;
    bool won = said.value == DUEL_WIN, right = said.value == found.value;
    if (right && (!won || !said.has_move || move_wins(t, below, state, said.move)))
        return true;
    duel_buf_init(&text);
    duel_print(t->v, state, &text.sink);
    duel_say(t->detail,
             right ? N_("it says {0} is won, but the move it names does not win")
             : won ? N_("it says {0} is won, and that is not so")
                   : N_("it says {0} is lost, and that is not so"),
             "s", duel_buf_str(&text));
    duel_buf_fini(&text);
    return false;
}

/* What the source says of a position against the search, where the search is short; and where a
 * game is small enough, of all its positions. */
static bool law_says_true(law_trial *t)
{
    enum { SHORT_SEARCH = 5000, ALL_POSITIONS = 20000 };
    bool right = true, all = t->first && t->record.count == 0;
    duel_state state = t->state;
    duel_said said;
    if (t->g->source.says == NULL || t->over || t->v->seats > 2 || duel_has_secrets(t->v) ||
        !(all || t->g->source.says(t->v, &state, &said)))
        return true;
    reference_list *below =
        reference_list_new(t->v, &state, all ? ALL_POSITIONS : SHORT_SEARCH);
    size_t count = below == NULL ? 0 : all ? reference_list_count(below) : 1;
    for (size_t i = 0; right && i < count; i++) {
        memcpy(&state, reference_list_state(below, i), t->v->state_size);
        right = says_true(t, below, &state);
    }
    reference_list_free(below);
    return right;
}

const law laws_of_speed[] = {
    {N_("Undo restores every byte."), law_undo_restores},
    {N_("A sampled move is a legal move."), law_sample_is_legal},
    {N_("Evaluation is bounded and repeats."), law_evaluation},
    {N_("Different positions have different keys."), law_keys_are_injective},
    {N_("Symmetric positions play alike."), law_symmetry_plays_alike},
    {N_("A proved formula agrees with the search."), law_formula_holds},
    {N_("What the source says it knows of a position is so."), law_says_true},
    {N_("Children made together are those made one by one."), law_expand},
    {N_("Games played out end as games from there can end."), law_playouts},
    {N_("A key leads back to its position."), law_unpack},
    {N_("No move leads up to a higher tier."), law_tiers_descend},
    {N_("What is carried changes nothing of what lies ahead."), law_carries},
    {N_("All positions lie on their tiers, and no move leaves those."), law_all_positions},
    {NULL, NULL}};

/* ---- numbers for who learns ---------------------------------------------------------- */

/* By finding each number again no two moves can share one. */
static bool law_actions(law_trial *t)
{
    uint32_t count = duel_action_count(t->v);
    for (int i = 0; i < t->count; i++) {
        uint32_t action = duel_action_at(t->v, t->list, i);
        if (action >= count)
            return BROKEN(N_("move {0} has the number {1}, and there are {2}"), "iii",
                          (int64_t)t->list[i], (int64_t)action, (int64_t)count);
        int back = duel_action_find(t->v, t->list, t->count, action);
        if (back != i)
            return BROKEN(N_("moves {0} and {1} have the same number"), "ii",
                          (int64_t)t->list[i], (int64_t)t->list[back]);
    }
    return duel_action_find(t->v, t->list, t->count, count) < 0;
}

typedef struct tensor_room {
    float *seen, *again; /* one number longer than a tensor */
    size_t size;
} tensor_room;

/* Every number is written, none behind them, and all can be reckoned with. */
static bool fills_its_room(law_trial *t, const void *view, int seat, float *out, size_t size)
{
    for (size_t i = 0; i <= size; i++)
        out[i] = NAN;
    duel_tensor(t->v, view, seat, out);
    for (size_t i = 0; i < size; i++)
        if (!isfinite(out[i]))
            return BROKEN(N_("number {0} of the view is none"), "i", (int64_t)i);
    return isnan(out[size]) ? true : BROKEN(N_("numbers are written behind the last"), "");
}

/* Another deal that looks the same to the seat: all that a learner may be told is the same. */
static bool twins_look_alike(law_trial *t, const void *view, int seat, const tensor_room *r)
{
    duel_state twin;
    memcpy(&twin, view, t->v->state_size);
    if (!duel_has_secrets(t->v) || t->g->guess == NULL ||
        t->g->guess(t->v, &twin, &t->rng, NULL) != DUEL_OK)
        return true;
    duel_hide(t->v, &twin, seat);
    return fills_its_room(t, &twin, seat, r->again, r->size) &&
           memcmp(r->seen, r->again, r->size * sizeof *r->seen) == 0;
}

static bool every_seat_has_numbers(law_trial *t, const tensor_room *r)
{
    for (int seat = DUEL_NOBODY; seat < t->v->seats; seat++) {
        duel_state view;
        duel_view(t->v, &t->state, seat, &view);
        if (!fills_its_room(t, &view, seat, r->seen, r->size) ||
            !twins_look_alike(t, &view, seat, r))
            return false;
    }
    return true;
}

static bool law_tensor(law_trial *t)
{
    if (t->record.count % 4 && !t->over)
        return true; /* costly: not in every position */
    tensor_room r = {.size = duel_tensor_size(t->v)};
    r.seen = malloc((r.size + 1) * sizeof *r.seen);
    r.again = malloc((r.size + 1) * sizeof *r.again);
    bool right = r.seen == NULL || r.again == NULL || every_seat_has_numbers(t, &r);
    free(r.seen);
    free(r.again);
    return right;
}

const law laws_of_numbers[] = {
    {N_("Every move has one number below the number of actions, and it leads back."),
     law_actions},
    {N_("The numbers of a view tell what the seat sees, and no more."), law_tensor},
    {NULL, NULL}};
