/* service/laws.c -- the laws, one function each, and the play that tries them: see laws.h.
 *
 * A law looks at one trial: a position, reached from a deal by known moves. It returns false
 * when it is broken, and may say what it saw. Laws never change the trial's state. */
#include "service/laws.h"
#include "core/lesson.h"
#include "core/play.h"
#include "core/puzzle.h"
#include "core/reason.h"
#include "core/record.h"
#include "core/scene.h"
#include "core/variant.h"
#include "service/memo.h"
#include "service/plain.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct trial {
    const duel_variant *v;
    const duel_game *g;
    duel_state state;
    duel_record record; /* how the state was reached */
    duel_move list[DUEL_MOVES_MAX];
    int count; /* legal moves */
    bool over;
    int32_t score[DUEL_SEATS];
    duel_rng rng;   /* for laws that draw; set anew before each, so that laws repeat */
    law_memo *seen; /* keys met in this variant, for the laws about keys */
    bool first;     /* of the games of this variant */
    duel_msg *detail;
} trial;

#define BROKEN(...) (duel_say(t->detail, __VA_ARGS__), false)

/* ---- flat states --------------------------------------------------------------------------
 */

enum { GUARD = 64 };
typedef struct guarded {
    duel_state state;
    unsigned char guard[GUARD];
} guarded;

/* A copy with a pattern behind it: a game that writes past its state is found out. */
static void guard(const trial *t, guarded *g, unsigned char fill)
{
    memset(g, fill, sizeof *g);
    memcpy(&g->state, &t->state, t->v->state_size);
}

static bool intact(const trial *t, const guarded *g, unsigned char fill)
{
    const unsigned char *bytes = (const unsigned char *)g;
    for (size_t i = t->v->state_size; i < sizeof *g; i++)
        if (bytes[i] != fill)
            return false;
    return true;
}

static bool law_deal_is_flat(trial *t)
{
    guarded a, b;
    duel_rng rng = t->rng, again = t->rng;
    memset(&a, 0x00, sizeof a);
    memset(&b, 0xAA, sizeof b);
    memset(&b.state, 0, t->v->state_size); /* the caller clears what belongs to the state */
    if (t->g->deal(t->v, &rng, &a.state) != DUEL_OK ||
        t->g->deal(t->v, &again, &b.state) != DUEL_OK)
        return BROKEN(N_("deal fails"), "");
    return duel_same(t->v, &a, &b) && intact(t, &b, 0xAA);
}

static bool law_play_is_flat(trial *t)
{
    for (int i = 0; i < t->count; i++) {
        guarded a, b;
        guard(t, &a, 0x00);
        guard(t, &b, 0xAA);
        t->g->play(t->v, &a.state, t->list[i]);
        t->g->play(t->v, &b.state, t->list[i]);
        if (!duel_same(t->v, &a, &b) || !intact(t, &a, 0x00) || !intact(t, &b, 0xAA))
            return false;
    }
    return true;
}

/* A game from a file can fail in any function; `holds` finds out, here it is named. */
static bool law_answers(trial *t)
{
    (void)t;
    return true;
}

/* ---- shape --------------------------------------------------------------------------------
 */

static bool law_ends_without_moves(trial *t)
{
    if (t->over != (t->count == 0))
        return t->over
                   ? BROKEN(N_("{0} moves are listed in an ended game"), "i", (int64_t)t->count)
                   : BROKEN(N_("no move is listed and the game is not over"), "");
    return true;
}

static bool law_bounds(trial *t)
{
    int turn = t->g->turn(t->v, &t->state);
    if (turn < 0 || turn >= t->v->seats)
        return BROKEN(N_("turn gives seat {0}"), "i", (int64_t)turn);
    if ((uint32_t)t->count > t->v->max_moves)
        return BROKEN(N_("{0} moves, more than max_moves"), "i", (int64_t)t->count);
    if (!(t->v->traits & DUEL_LOOPY) && t->record.count > t->v->max_plies)
        return BROKEN(N_("{0} plies, more than max_plies"), "i", (int64_t)t->record.count);
    for (int i = 0; t->over && i < t->v->seats; i++)
        if (t->score[i] > t->v->max_score || t->score[i] < -t->v->max_score)
            return BROKEN(N_("a score of {0}, more than max_score"), "i", (int64_t)t->score[i]);
    return true;
}

/* Solvers and play-outs rely on it. The game that led here is played again, and no position on
 * the way may be this one; a pass that lets the other pass as well is found in two moves. */
static bool law_goes_forward(trial *t)
{
    duel_state state;
    if (t->v->traits & DUEL_LOOPY || t->record.count == 0 ||
        duel_record_begin(&t->record, &state, NULL) != DUEL_OK)
        return true;
    for (size_t i = 0; i < t->record.count; i++) {
        if (duel_same(t->v, &state, &t->state))
            return BROKEN(N_("after {0} {0:move|moves} the position is the same as before"),
                          "i", (int64_t)(t->record.count - i));
        t->g->play(t->v, &state, t->record.move[i]);
    }
    return true;
}

static bool law_moves_differ(trial *t)
{
    for (int i = 0; i < t->count; i++)
        for (int j = 0; j < i; j++)
            if (t->list[i] == t->list[j])
                return false;
    return true;
}

/* ---- notation -----------------------------------------------------------------------------
 */

static bool law_moves_read_back(trial *t)
{
    duel_state view;
    bool right = true;
    duel_view(t->v, &t->state, t->g->turn(t->v, &t->state), &view);
    for (int i = 0; right && i < t->count; i++) {
        duel_buf text;
        duel_move back = 0;
        duel_msg why = {0};
        duel_buf_init(&text);
        duel_print_move(t->v, &view, t->list[i], &text.sink);
        right = text.len && memchr(text.text, ' ', text.len) == NULL &&
                duel_read_move(t->v, &view, duel_buf_str(&text), &back, &why) == DUEL_OK &&
                back == t->list[i];
        if (!right)
            duel_say(t->detail, N_("the move “{0}”"), "s", duel_buf_str(&text));
        duel_buf_fini(&text);
    }
    return right;
}

/* A text that is no listed move is refused; one that is accepted is a listed move. */
static bool law_other_moves_refused(trial *t)
{
    static const char alphabet[] = "0123456789abcdefghXO=@/:,.-()xFJTRE nextVAKWMRSC";
    for (int i = 0; i < 8; i++) {
        char text[12];
        duel_state before = t->state;
        duel_move move = 0;
        uint32_t len = duel_rng_below(&t->rng, sizeof text);
        for (uint32_t j = 0; j < len; j++)
            text[j] = alphabet[duel_rng_below(&t->rng, sizeof alphabet)];
        duel_status status =
            duel_read_move(t->v, &t->state, (duel_str){text, len}, &move, NULL);
        if (status == DUEL_OK && !duel_legal(t->v, &t->state, move))
            return false;
        if (!duel_same(t->v, &before, &t->state))
            return BROKEN(N_("the state was changed"), "");
    }
    return true;
}

static bool reads_back(trial *t, const void *view)
{
    duel_buf text, again;
    guarded back;
    duel_msg why = {0};
    duel_buf_init(&text);
    duel_buf_init(&again);
    memset(&back, 0xAA, sizeof back);
    duel_print(t->v, view, &text.sink);
    bool right = duel_read(t->v, duel_buf_str(&text), &back.state, &why) == DUEL_OK;
    if (right) {
        duel_print(t->v, &back.state, &again.sink);
        right = duel_same(t->v, view, &back.state) && strcmp(text.text, again.text) == 0 &&
                intact(t, &back, 0xAA);
    }
    if (!right)
        duel_say(t->detail, N_("the position “{0}”"), "s", duel_buf_str(&text));
    duel_buf_fini(&text);
    duel_buf_fini(&again);
    return right;
}

static bool law_positions_read_back(trial *t)
{
    if (t->g->parse == NULL)
        return true;
    for (int seat = DUEL_ALL; seat < t->v->seats; seat++) {
        duel_state view;
        duel_view(t->v, &t->state, seat, &view);
        if (!reads_back(t, &view))
            return false;
        if (!duel_has_secrets(t->v))
            break;
    }
    return true;
}

/* Damaged texts: whatever is accepted must be a position like any other. */
static bool law_damaged_positions(trial *t)
{
    if (t->g->parse == NULL)
        return true;
    bool right = true;
    duel_buf text;
    duel_buf_init(&text);
    duel_print(t->v, &t->state, &text.sink);
    for (int i = 0; right && i < 4 && text.len; i++) {
        duel_state back;
        duel_move list[DUEL_MOVES_MAX];
        size_t at = duel_rng_below(&t->rng, (uint32_t)text.len);
        char kept = text.text[at];
        text.text[at] = text.text[duel_rng_below(&t->rng, (uint32_t)text.len)];
        if (duel_read(t->v, duel_buf_str(&text), &back, NULL) == DUEL_OK &&
            !duel_has_secrets(t->v)) {
            int count = t->g->moves(t->v, &back, list);
            right = duel_is_over(t->v, &back) == (count == 0) && reads_back(t, &back);
        }
        if (!right)
            duel_say(t->detail, N_("the position “{0}”"), "s", duel_buf_str(&text));
        text.text[at] = kept;
    }
    duel_buf_fini(&text);
    return right;
}

static bool law_record_replays(trial *t)
{
    if (t->record.count % 8 && !t->over)
        return true; /* costly: not in every position */
    duel_buf text;
    duel_record back;
    duel_state state;
    duel_msg why = {0};
    duel_buf_init(&text);
    duel_record_print(&t->record, &text.sink);
    /* the game under test may be a copy that the catalogue does not know */
    duel_status status = duel_record_read_as(duel_buf_str(&text), t->g, &back, &why);
    bool right = status == DUEL_OK;
    if (right) {
        right = duel_record_replay(&back, back.count, &state, &why) == DUEL_OK &&
                duel_same(t->v, &state, &t->state);
        duel_record_fini(&back);
    }
    duel_buf_fini(&text);
    return right;
}

/* ---- hidden information -------------------------------------------------------------------
 */

static bool same_moves(trial *t, const void *view)
{
    duel_move list[DUEL_MOVES_MAX];
    int count = t->g->moves(t->v, view, list);
    return count == t->count && memcmp(list, t->list, (size_t)count * sizeof *list) == 0;
}

static bool law_view_has_the_moves(trial *t)
{
    duel_state view;
    duel_view(t->v, &t->state, t->g->turn(t->v, &t->state), &view);
    return same_moves(t, &view);
}

static bool law_everybody_sees_the_end(trial *t)
{
    for (int seat = DUEL_NOBODY; seat < t->v->seats; seat++) {
        duel_state view;
        int32_t score[DUEL_SEATS] = {0};
        duel_view(t->v, &t->state, seat, &view);
        if (t->g->turn(t->v, &view) != t->g->turn(t->v, &t->state) ||
            t->g->over(t->v, &view, score) != t->over ||
            (t->over && memcmp(score, t->score, (size_t)t->v->seats * sizeof *score) != 0))
            return false;
    }
    return true;
}

static bool law_hide_only_erases(trial *t)
{
    for (int seat = DUEL_NOBODY; duel_has_secrets(t->v) && seat < t->v->seats; seat++) {
        guarded once, twice, public;
        guard(t, &once, 0xAA);
        t->g->hide(t->v, &once.state, seat);
        twice = once;
        t->g->hide(t->v, &twice.state, seat);
        if (!duel_same(t->v, &once, &twice) || !intact(t, &once, 0xAA))
            return BROKEN(N_("hiding twice is not hiding once"), "");
        guard(t, &public, 0xAA);
        t->g->hide(t->v, &public.state, DUEL_NOBODY);
        t->g->hide(t->v, &once.state, DUEL_NOBODY);
        if (!duel_same(t->v, &once, &public))
            return BROKEN(N_("a spectator sees what player {0} does not"), "i",
                          (int64_t)seat + 1);
    }
    return true;
}

static bool guesses(const trial *t)
{
    return duel_has_secrets(t->v) && t->g->guess;
}

/* A guess completes the view and nothing else: what `hide` forgot to erase, a guess redraws. */
static bool law_guess_fits_the_view(trial *t)
{
    for (int seat = DUEL_NOBODY; guesses(t) && seat < t->v->seats; seat++) {
        duel_state view, guess;
        duel_msg why = {0};
        duel_view(t->v, &t->state, seat, &view);
        for (int i = 0; i < 3; i++) {
            memcpy(&guess, &view, t->v->state_size);
            if (t->g->guess(t->v, &guess, &t->rng, &why) != DUEL_OK)
                return BROKEN(N_("the view of a real position is refused"), "");
            if (seat == t->g->turn(t->v, &t->state) && !same_moves(t, &guess))
                return BROKEN(N_("a guess has other moves than the view"), "");
            duel_hide(t->v, &guess, seat);
            if (!duel_same(t->v, &guess, &view))
                return BROKEN(N_("what player {0} knows changed by guessing"), "i",
                              (int64_t)seat + 1);
        }
    }
    return true;
}

/* Inside its own turn a seat learns nothing: truth and guess stay alike while it moves on. */
static bool law_turn_reveals_nothing(trial *t)
{
    if (!guesses(t) || t->count == 0)
        return true;
    int seat = t->g->turn(t->v, &t->state);
    duel_state truth = t->state, guess;
    duel_move move = t->list[duel_rng_below(&t->rng, (uint32_t)t->count)];
    duel_view(t->v, &t->state, seat, &guess);
    if (t->g->guess(t->v, &guess, &t->rng, NULL) != DUEL_OK)
        return true; /* another law speaks of that */
    t->g->play(t->v, &truth, move);
    t->g->play(t->v, &guess, move);
    if (duel_turn_ended(t->v, seat, &truth))
        return true;
    duel_hide(t->v, &truth, seat);
    duel_hide(t->v, &guess, seat);
    return duel_same(t->v, &truth, &guess);
}

/* ---- accelerators -------------------------------------------------------------------------
 */

static bool law_undo_restores(trial *t)
{
    const duel_accel *a = t->g->accel;
    for (int i = 0; a && a->make && i < t->count; i++) {
        guarded made, played;
        guard(t, &made, 0xAA);
        guard(t, &played, 0xAA);
        uint64_t trace = a->make(t->v, &made.state, t->list[i]);
        t->g->play(t->v, &played.state, t->list[i]);
        if (!duel_same(t->v, &made, &played))
            return BROKEN(N_("make does not do what play does"), "");
        a->undo(t->v, &made.state, t->list[i], trace);
        if (!duel_same(t->v, &made, &t->state) || !intact(t, &made, 0xAA))
            return false;
    }
    return true;
}

static bool law_sample_is_legal(trial *t)
{
    const duel_accel *a = t->g->accel;
    for (int i = 0; a && a->sample && t->count && i < 4; i++)
        if (!duel_legal(t->v, &t->state, a->sample(t->v, &t->state, &t->rng)))
            return false;
    return true;
}

static bool law_evaluation(trial *t)
{
    const duel_accel *a = t->g->accel;
    for (int seat = 0; a && a->evaluate && seat < t->v->seats; seat++) {
        int32_t e = a->evaluate(t->v, &t->state, seat);
        if (e > 1000000 || e < -1000000 || e != a->evaluate(t->v, &t->state, seat))
            return false;
    }
    return true;
}

static bool has_key(const trial *t)
{
    return t->v->key_bits && t->g->accel && t->g->accel->pack;
}

/* Two states with one key must be one state (but for the seat, in an impartial game, whose
 * moves are then the same). */
static bool law_keys_are_injective(trial *t)
{
    if (!has_key(t))
        return true;
    uint64_t key = t->g->accel->pack(t->v, &t->state);
    if (t->v->key_bits < 64 && key >> t->v->key_bits)
        return BROKEN(N_("the key has more than {0} bits"), "i", (int64_t)t->v->key_bits);
    const duel_state *other = law_memo_meet(t->seen, key, &t->state);
    if (other == NULL || duel_same(t->v, other, &t->state))
        return true;
    if (!(t->v->traits & DUEL_IMPARTIAL))
        return false;
    return same_moves(t, other) && t->g->turn(t->v, other) != t->g->turn(t->v, &t->state);
}

static int by_number(const void *a, const void *b)
{
    uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;
    return (x > y) - (x < y);
}

/* The canonical keys of the children, sorted. */
static int child_canons(const trial *t, const void *state, uint64_t *out)
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
static bool law_symmetry_plays_alike(trial *t)
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

/* A proved formula against the search, where the search is short. */
static bool law_formula_holds(trial *t)
{
    enum { SHORT_SEARCH = 2000 };
    duel_result formula, found;
    if (t->g->accel == NULL || t->g->accel->known == NULL || duel_has_secrets(t->v) ||
        !t->g->accel->known(t->v, &t->state, &formula))
        return true;
    if (plain_solve(t->v, &t->state, SHORT_SEARCH, &found, NULL) != DUEL_OK)
        return true;
    bool right = formula.value == found.value && formula.remoteness == found.remoteness &&
                 formula.score == found.score &&
                 (!(t->v->traits & DUEL_NIMBERS) || formula.nimber == found.nimber);
    return right || BROKEN(N_("search finds value {0} in {1} plies, the formula {2} in {3}"),
                           "iiii", (int64_t)found.value, (int64_t)found.remoteness,
                           (int64_t)formula.value, (int64_t)formula.remoteness);
}

/* ---- pictures, paths, words ----------------------------------------------------------------
 */

static bool is_prefix(const duel_target *a, int na, const duel_target *b, int nb)
{
    if (na > nb)
        return false;
    for (int i = 0; i < na; i++)
        if (strcmp(a[i].text, b[i].text) != 0)
            return false;
    return true;
}

typedef struct move_path {
    duel_target target[DUEL_PATH];
    int count;
} move_path;

static bool in_scene(const duel_scene *s, const duel_target *target)
{
    for (int i = 0; i < s->count; i++)
        if (strcmp(s->element[i].target.text, target->text) == 0 ||
            strcmp(s->element[i].alternative.text, target->text) == 0)
            return true;
    return false;
}

static bool path_is_drawn(trial *t, const duel_scene *s, const move_path *p)
{
    for (int i = 0; t->g->scene && i < p->count; i++)
        if (!in_scene(s, &p->target[i]))
            return BROKEN(N_("the picture has no “{0}”"), "c", p->target[i].text);
    return true;
}

static bool law_paths(trial *t)
{
    enum { MOST = 400 }; /* comparing all pairs is quadratic */
    static _Thread_local move_path path[MOST];
    duel_state view;
    duel_scene scene;
    int seat = t->g->turn(t->v, &t->state), count = t->count < MOST ? t->count : MOST;
    bool right = true;
    duel_view(t->v, &t->state, seat, &view);
    duel_scene_init(&scene);
    duel_scene_make(t->v, &view, seat, &scene);
    for (int i = 0; right && i < count; i++) {
        path[i].count = duel_path(t->v, &view, t->list[i], path[i].target);
        right = path[i].count >= 1 && path[i].count <= DUEL_PATH &&
                path_is_drawn(t, &scene, &path[i]);
        for (int j = 0; right && j < i; j++)
            if (is_prefix(path[i].target, path[i].count, path[j].target, path[j].count) ||
                is_prefix(path[j].target, path[j].count, path[i].target, path[i].count))
                right = BROKEN(N_("the path of one move begins that of another: “{0}”"), "c",
                               path[i].target[0].text);
    }
    duel_scene_fini(&scene);
    return right;
}

static bool translated(trial *t, const char *id)
{
    if (id == NULL || id[0] == '\0' || duel_has_french(id))
        return true;
    return BROKEN(N_("no French for “{0}”"), "c", id);
}

static bool law_pictures(trial *t)
{
    bool right = true;
    for (int seat = DUEL_NOBODY; right && seat < t->v->seats; seat++) {
        duel_state view;
        duel_scene scene;
        duel_buf text;
        duel_view(t->v, &t->state, seat, &view);
        duel_buf_init(&text);
        duel_pen pen = {.out = &text.sink, .lang = seat & 1 ? DUEL_FR : DUEL_EN, .utf8 = true};
        t->g->draw(t->v, &view, seat, &pen);
        right = text.len && text.text[text.len - 1] == '\n';
        duel_buf_fini(&text);
        duel_scene_init(&scene);
        duel_scene_make(t->v, &view, seat, &scene);
        for (int i = 0; right && i < scene.count; i++)
            right = translated(t, scene.element[i].label.id);
        duel_scene_fini(&scene);
    }
    return right;
}

/* One edit of a guarded copy: it repeats, stays inside, and changes something or nothing. */
static bool edits_once(trial *t, duel_state *state, const char *id, int step)
{
    guarded a, b;
    memset(&a, 0x00, sizeof a);
    memset(&b, 0xAA, sizeof b);
    memcpy(&a.state, state, t->v->state_size);
    memcpy(&b.state, state, t->v->state_size);
    bool done = duel_edit(t->v, &a.state, duel_str_of(id), step);
    if (done != duel_edit(t->v, &b.state, duel_str_of(id), step) || !duel_same(t->v, &a, &b) ||
        !intact(t, &a, 0x00) || !intact(t, &b, 0xAA) || done == duel_same(t->v, state, &a))
        return BROKEN(N_("the edit of “{0}” does not repeat, or does not do what it says"), "c",
                      id);
    memcpy(state, &a.state, t->v->state_size);
    return true;
}

/* What was set up can be drawn; it is a sound position, or its text is refused with words. */
static bool edited_is_told(trial *t, const duel_state *state)
{
    duel_buf text;
    duel_state back;
    duel_move list[DUEL_MOVES_MAX];
    duel_msg why = {.id = NULL};
    duel_buf_init(&text);
    duel_print(t->v, state, &text.sink);
    bool lawful = duel_read(t->v, duel_buf_str(&text), &back, &why) == DUEL_OK, right;
    if (lawful)
        right = duel_same(t->v, state, &back) &&
                duel_is_over(t->v, &back) == (t->g->moves(t->v, &back, list) == 0);
    else
        right = why.id && translated(t, why.id);
    if (!right)
        duel_say(t->detail, N_("the position “{0}”"), "s", duel_buf_str(&text));
    duel_buf_fini(&text);
    return right;
}

/* A short walk of edits from every position: some stay sound, some do not. */
static bool law_edits(trial *t)
{
    enum { EDITS = 4 };
    duel_state state = t->state;
    duel_scene scene;
    bool right = true;
    if (t->g->edit == NULL)
        return true;
    duel_scene_init(&scene);
    for (int i = 0; right && i < EDITS; i++) {
        duel_scene_make(t->v, &state, DUEL_ALL, &scene);
        uint32_t at = duel_rng_below(&t->rng, (uint32_t)scene.count + 1);
        int step = duel_rng_below(&t->rng, 2) ? 1 : -1;
        right = edits_once(t, &state, at ? scene.element[at - 1].id : "turn", step);
    }
    duel_scene_make(t->v, &state, DUEL_ALL, &scene);
    for (int i = 0; right && i < scene.count; i++)
        right = translated(t, scene.element[i].label.id);
    duel_scene_fini(&scene);
    return right && edits_once(t, &state, "", 1) && edited_is_told(t, &state);
}

/* What a fact groups is in the picture. */
static bool groups_are_drawn(trial *t, const duel_groups *g)
{
    duel_scene scene;
    int found = 0;
    if (g->size == 0)
        return true;
    duel_scene_init(&scene);
    duel_scene_make(t->v, &t->state, t->g->turn(t->v, &t->state), &scene);
    for (int i = 0; i < g->count; i++) {
        duel_target id = duel_target_of("%s:%d", g->of, g->from + i);
        for (int k = 0; k < scene.count; k++)
            found += strcmp(scene.element[k].id, id.text) == 0;
    }
    duel_scene_fini(&scene);
    return g->size > 0 && found == g->count
               ? true
               : BROKEN(N_("the picture has no “{0}”"), "c", g->of);
}

static bool law_reasons(trial *t)
{
    if (t->g->explain == NULL || t->count == 0)
        return true;
    static _Thread_local duel_reason once, again;
    duel_state view;
    int seat = t->g->turn(t->v, &t->state);
    duel_move move = t->list[duel_rng_below(&t->rng, (uint32_t)t->count)];
    duel_view(t->v, &t->state, seat, &view);
    duel_explain(t->v, &view, seat, move, &once);
    duel_explain(t->v, &view, seat, move, &again);
    for (int i = 0; i < once.count; i++)
        if (!duel_fact_same(&once.fact[i], &again.fact[i]) || once.fact[i].text.id == NULL ||
            !translated(t, once.fact[i].text.id) || !groups_are_drawn(t, &once.fact[i].groups))
            return false;
    return once.count == again.count;
}

/* A hint of each step, for some move, has words in both languages. */
static bool law_hints(trial *t)
{
    static _Thread_local duel_reason hint;
    if (t->g->hint == NULL || t->count == 0)
        return true;
    duel_state view;
    int seat = t->g->turn(t->v, &t->state);
    duel_move move = t->list[duel_rng_below(&t->rng, (uint32_t)t->count)];
    duel_view(t->v, &t->state, seat, &view);
    for (int step = 1; step <= DUEL_HINTS; step++) {
        memset(&hint, 0, sizeof hint);
        t->g->hint(t->v, &view, seat, move, step, &hint);
        if (hint.count == 0)
            return BROKEN(N_("step {0} of a hint says nothing"), "i", (int64_t)step);
        for (int i = 0; i < hint.count; i++)
            if (!translated(t, hint.fact[i].text.id))
                return false;
    }
    return true;
}

/* A mark on one thing, judged by who sees the view, by who sees a guess at the rest, and by who
 * sees all: the same, so nothing but the view was asked. */
static bool mark_depends_on_view(trial *t, int seat, const duel_target *target)
{
    static _Thread_local duel_reason why, again;
    duel_state view, guess;
    duel_view(t->v, &t->state, seat, &view);
    duel_claim claim = duel_judge_mark(t->v, &view, seat, target, &why);
    if (claim != duel_judge_mark(t->v, &t->state, seat, target, &again))
        return BROKEN(N_("the mark on {0} is judged by what is hidden"), "c", target->text);
    if (duel_imagine(t->v, &view, &guess) &&
        claim != duel_judge_mark(t->v, &guess, seat, target, &again))
        return BROKEN(N_("the mark on {0} is judged by what is hidden"), "c", target->text);
    if ((claim != DUEL_CLAIM_NONE) != (why.count > 0))
        return BROKEN(N_("the mark on {0} is judged without a word"), "c", target->text);
    for (int i = 0; i < why.count; i++)
        if (!translated(t, why.fact[i].text.id))
            return false;
    return true;
}

static bool law_marks(trial *t)
{
    duel_scene scene;
    duel_state view;
    bool right = true;
    int seat = t->g->turn(t->v, &t->state);
    if (t->g->mark == NULL)
        return true;
    duel_view(t->v, &t->state, seat, &view);
    duel_scene_init(&scene);
    duel_scene_make(t->v, &view, seat, &scene);
    if (scene.count) {
        uint32_t at = duel_rng_below(&t->rng, (uint32_t)scene.count);
        right = mark_depends_on_view(t, seat, &scene.element[at].target);
    }
    duel_scene_fini(&scene);
    return right;
}

static bool lens_draws(trial *t, const duel_lens *lens, const void *view, int seat)
{
    duel_scene scene;
    duel_buf text;
    bool right = true;
    duel_buf_init(&text);
    duel_pen pen = {.out = &text.sink, .lang = seat & 1 ? DUEL_FR : DUEL_EN, .utf8 = true};
    if (lens->draw)
        lens->draw(t->v, view, seat, &pen);
    duel_buf_fini(&text);
    duel_scene_init(&scene);
    duel_scene_make(t->v, view, seat, &scene);
    int plain = scene.count;
    if (lens->scene)
        lens->scene(t->v, view, seat, &scene);
    right = scene.count >= plain;
    for (int i = plain; right && i < scene.count; i++)
        right = translated(t, scene.element[i].label.id);
    duel_scene_fini(&scene);
    return right;
}

static bool law_lenses(trial *t)
{
    bool right = true;
    for (const duel_lens *l = t->g->lenses; right && l && l->id; l++) {
        right = translated(t, l->title);
        for (int seat = DUEL_NOBODY; right && seat < t->v->seats; seat++) {
            duel_state view;
            duel_view(t->v, &t->state, seat, &view);
            right = lens_draws(t, l, &view, seat);
        }
    }
    return right;
}

/* A step can be done by a move it accepts and not by one it does not, and goes on alone. */
static bool lesson_step_holds(trial *t, duel_learner *l)
{
    const duel_step *s = duel_learner_step(l), *next = s + 1;
    bool single = strchr(s->good, ' ') == NULL && strcmp(s->good, "*") != 0;
    if (!translated(t, s->say) || !translated(t, s->right) || !translated(t, s->wrong))
        return false;
    if (!single && (s->reply || (next->say && next->at == NULL)))
        return BROKEN(N_("step {0} of the lesson accepts several moves, and the next does not "
                         "set up its position"),
                      "i", (int64_t)l->step + 1);
    if (s->wrong == NULL && strcmp(s->good, "*") != 0)
        return BROKEN(N_("step {0} of the lesson does not answer a wrong move"), "i",
                      (int64_t)l->step + 1);
    return duel_learner_go(l, l->step + 1, t->detail) == DUEL_OK;
}

static bool law_lesson(trial *t)
{
    if (t->g->lesson == NULL || t->record.count)
        return true;
    duel_learner *l = malloc(sizeof *l);
    bool right = l && duel_learner_begin(t->g, l, t->detail) == DUEL_OK;
    while (right && duel_learner_step(l))
        right = lesson_step_holds(t, l);
    free(l);
    return right;
}

static bool puzzle_has_words(trial *t, const duel_puzzle *p)
{
    bool right = p->question.id && translated(t, p->question.id) && p->why.count > 0;
    for (int i = 0; right && i < p->why.count; i++)
        right = translated(t, p->why.fact[i].text.id);
    return right;
}

/* Plays the answer as who sees the view alone can, then has it judged, and the moves that are
 * not its first one. */
static bool answer_is_right(trial *t, const duel_puzzle *p)
{
    duel_state state = p->state, view;
    duel_msg why;
    int seat = t->g->turn(t->v, &state);
    for (int i = 0; i < p->count; i++) {
        duel_view(t->v, &state, seat, &view);
        if (t->g->turn(t->v, &state) != seat || !duel_legal(t->v, &view, p->answer[i]))
            return BROKEN(N_("move {0} of the answer is not legal"), "i", (int64_t)i + 1);
        t->g->play(t->v, &state, p->answer[i]);
    }
    return t->g->puzzles->judge(t->v, &p->state, p->answer, p->count, &why) == DUEL_OK;
}

/* Where a try is a single move, every other one is refused, and told why. */
static bool others_are_wrong(trial *t, const duel_puzzle *p)
{
    duel_move list[DUEL_MOVES_MAX];
    int count = t->g->moves(t->v, &p->state, list), wrong = 0;
    for (int i = 0; i < count && p->count == 1; i++) {
        duel_msg why = {.id = NULL};
        if (t->g->puzzles->judge(t->v, &p->state, &list[i], 1, &why) == DUEL_OK)
            continue;
        wrong++;
        if (why.id == NULL || !translated(t, why.id))
            return BROKEN(N_("a wrong move is not answered"), "");
    }
    return p->count > 1 || (count > 1 && wrong == count - 1);
}

static bool puzzle_holds(trial *t, duel_puzzle *p, duel_puzzle *again)
{
    duel_state view;
    uint64_t seed = strtoull(t->record.seed, NULL, 10);
    duel_status status = t->g->puzzles->make(t->v, seed, NULL, p, t->detail);
    if (status != DUEL_OK)
        return status == DUEL_NO;
    if (t->g->puzzles->make(t->v, seed, NULL, again, t->detail) != DUEL_OK ||
        !duel_same(t->v, &p->state, &again->state) || p->count != again->count ||
        memcmp(p->answer, again->answer, (size_t)p->count * sizeof *p->answer) != 0)
        return BROKEN(N_("the same seed makes another puzzle"), "");
    if (p->count < 1 || duel_is_over(t->v, &p->state))
        return BROKEN(N_("there is nothing to answer"), "");
    duel_view(t->v, &p->state, t->g->turn(t->v, &p->state), &view);
    return reads_back(t, &p->state) && reads_back(t, &view) && puzzle_has_words(t, p) &&
           answer_is_right(t, p) && others_are_wrong(t, p);
}

/* One in each check: it takes a while to make one. */
static bool law_puzzles(trial *t)
{
    if (t->g->puzzles == NULL || t->record.count || !t->first || t->v->given)
        return true;
    duel_puzzle *room = calloc(2, sizeof *room);
    bool right = room && puzzle_holds(t, &room[0], &room[1]);
    free(room);
    return right;
}

static bool law_two_languages(trial *t)
{
    if (t->record.count)
        return true; /* the same in every position */
    bool right = translated(t, t->g->title) && translated(t, t->g->tagline);
    for (int i = 0; right && t->g->rules[i]; i++)
        right = translated(t, t->g->rules[i]);
    for (int i = 0; right && t->g->options && t->g->options[i].name; i++)
        right = translated(t, t->g->options[i].help);
    for (int i = 0; right && t->g->roles && i < t->v->seats; i++)
        right = translated(t, t->g->roles[i]);
    return right;
}

/* ---- the list -----------------------------------------------------------------------------
 */

static const struct law {
    const char *name;
    bool (*holds)(trial *t);
} laws[] = {
    {N_("Every function answers, and answers what the contract asks."), law_answers},
    {N_("A deal depends on its seed alone and fills the whole state."), law_deal_is_flat},
    {N_("Play depends on state and move alone and stays inside the state."), law_play_is_flat},
    {N_("An ended game has no moves; any other has at least one."), law_ends_without_moves},
    {N_("Turns, moves, plies and scores keep the bounds of the variant."), law_bounds},
    {N_("A position never comes back, unless the game is loopy."), law_goes_forward},
    {N_("No move is listed twice."), law_moves_differ},
    {N_("A listed move is accepted and its text reads back."), law_moves_read_back},
    {N_("Any other move is refused, and the state untouched."), law_other_moves_refused},
    {N_("The text of a position or a view reads back to the same bytes."),
     law_positions_read_back},
    {N_("A damaged position is refused, or is a sound position."), law_damaged_positions},
    {N_("A record replays to the same position."), law_record_replays},
    {N_("A seat's view lists the moves of the position."), law_view_has_the_moves},
    {N_("Everybody sees whose turn it is and how the game ended."), law_everybody_sees_the_end},
    {N_("Hiding only erases, and a spectator sees the least."), law_hide_only_erases},
    {N_("A guess completes a view and contradicts nothing in it."), law_guess_fits_the_view},
    {N_("Inside its own turn, nothing new is revealed to a seat."), law_turn_reveals_nothing},
    {N_("Undo restores every byte."), law_undo_restores},
    {N_("A sampled move is a legal move."), law_sample_is_legal},
    {N_("Evaluation is bounded and repeats."), law_evaluation},
    {N_("Different positions have different keys."), law_keys_are_injective},
    {N_("Symmetric positions play alike."), law_symmetry_plays_alike},
    {N_("A proved formula agrees with the search."), law_formula_holds},
    {N_("Every path leads to one legal move, through things in the picture."), law_paths},
    {N_("Every view can be drawn, in both languages."), law_pictures},
    {N_("A position set up by hand is sound, or is refused with words."), law_edits},
    {N_("Reasons repeat, and have words in both languages."), law_reasons},
    {N_("A hint has words at every step."), law_hints},
    {N_("A mark is judged by what is seen alone, with a reason."), law_marks},
    {N_("A lens can be laid over every view."), law_lenses},
    {N_("The lesson can be done to its end, and answers what is wrong."), law_lesson},
    {N_("A puzzle repeats, reads back and accepts its answer alone."), law_puzzles},
    {N_("Every text exists in both languages."), law_two_languages},
};
enum { LAWS = sizeof laws / sizeof *laws };

const char *const *duel_laws(void)
{
    static const char *names[LAWS + 1];
    for (int i = 0; i < LAWS; i++)
        names[i] = laws[i].name;
    return names;
}

/* ---- trying -------------------------------------------------------------------------------
 */

static void look_again(trial *t)
{
    t->over = t->g->over(t->v, &t->state, t->score);
    t->count = t->g->moves(t->v, &t->state, t->list);
}

/* The same draws for the same law at the same point, so that a breach can be shown again. */
static bool holds(trial *t, int law)
{
    duel_rng_init_number(&t->rng, (uint64_t)law * 1000003 + t->record.count);
    bool right = laws[law].holds(t);
    return duel_trouble(t->g, t->detail) == DUEL_OK && right; /* a failure tells more */
}

static duel_status begin(trial *t, const duel_variant *v, uint64_t seed, duel_msg *why)
{
    t->v = v;
    t->g = v->game;
    duel_record_init(&t->record, v);
    snprintf(t->record.seed, sizeof t->record.seed, "%llu", (unsigned long long)seed);
    duel_status status = duel_record_begin(&t->record, &t->state, why);
    if (status == DUEL_OK)
        look_again(t);
    else
        duel_trouble(t->g, why);
    return status;
}

static void step(trial *t, duel_move move)
{
    duel_record_add(&t->record, move, NULL);
    t->g->play(t->v, &t->state, move);
    look_again(t);
}

/* ---- shrinking ----------------------------------------------------------------------------
 */

/* Whether `law` is broken at the end of these moves; false too if one of them is not legal. */
static bool shows(const trial *from, int law, const duel_move *moves, size_t count)
{
    trial *t = malloc(sizeof *t);
    duel_msg detail = {0};
    bool shown = false;
    if (t == NULL)
        return false;
    *t = *from;
    t->detail = &detail;
    t->seen = NULL; /* laws about pairs of positions are not shrunk */
    duel_record_init(&t->record, from->v);
    strcpy(t->record.seed, from->record.seed);
    duel_record_begin(&t->record, &t->state, NULL);
    look_again(t);
    size_t played = 0;
    while (played < count && duel_legal(t->v, &t->state, moves[played]))
        step(t, moves[played++]);
    if (played == count)
        shown = !holds(t, law);
    duel_record_fini(&t->record);
    free(t);
    return shown;
}

/* Leaves out blocks of moves, then single ones, as long as what remains still shows the breach
 * (Zeller and Hildebrandt's delta debugging, IEEE TSE 2002, without its first split). */
static size_t shrink(const trial *t, int law, duel_move *moves, size_t count)
{
    duel_move *shorter = malloc((count + 1) * sizeof *shorter);
    for (size_t block = count / 2 + 1; shorter && block > 0; block /= 2) {
        for (size_t at = 0; at + block <= count;) {
            memcpy(shorter, moves, at * sizeof *moves);
            memcpy(shorter + at, moves + at + block, (count - at - block) * sizeof *moves);
            if (shows(t, law, shorter, count - block)) {
                count -= block;
                memcpy(moves, shorter, count * sizeof *moves);
            } else {
                at++;
            }
        }
    }
    free(shorter);
    return count;
}

static void describe(const trial *t, const duel_move *moves, size_t count, duel_breach *b)
{
    duel_state state;
    duel_buf_init(&b->variant);
    duel_buf_init(&b->position);
    duel_buf_init(&b->moves);
    snprintf(b->seed, sizeof b->seed, "%s", t->record.seed);
    duel_variant_print(t->v, &b->variant.sink);
    duel_deal(t->v, duel_str_of(b->seed), &state);
    for (size_t i = 0; i < count; i++) {
        if (i)
            duel_put(&b->moves.sink, ",");
        duel_print_move(t->v, &state, moves[i], &b->moves.sink);
        t->g->play(t->v, &state, moves[i]);
    }
    duel_print(t->v, &state, &b->position.sink);
}

static void report_breach(trial *t, int law, duel_laws_report *out)
{
    size_t count = t->record.count;
    duel_move *moves = malloc((count + 1) * sizeof *moves);
    out->broken = true;
    out->breach.law = laws[law].name;
    if (moves == NULL)
        return;
    if (count)
        memcpy(moves, t->record.move, count * sizeof *moves);
    if (shows(t, law, moves, count))
        count = shrink(t, law, moves, count);
    describe(t, moves, count, &out->breach);
    free(moves);
}

/* ---- playing ------------------------------------------------------------------------------
 */

static bool try_all(trial *t, duel_laws_report *out)
{
    out->positions++;
    for (int law = 0; law < LAWS; law++) {
        duel_msg detail = {0};
        t->detail = &detail;
        out->checks++;
        if (holds(t, law))
            continue;
        out->breach.detail = detail;
        report_breach(t, law, out);
        return false;
    }
    return true;
}

static bool play_one(trial *t, duel_rng *rng, duel_laws_report *out)
{
    enum { LOOPY_PLIES = 60, LONGEST = 2000 };
    size_t longest = t->v->traits & DUEL_LOOPY ? LOOPY_PLIES : LONGEST;
    out->games++;
    bool fine = try_all(t, out);
    while (fine && t->count && t->record.count < longest) {
        step(t, t->list[duel_rng_below(rng, (uint32_t)t->count)]);
        fine = try_all(t, out);
    }
    return fine;
}

static duel_status check_variant(const duel_variant *v, uint64_t seed, int games,
                                 duel_laws_report *out, duel_msg *why)
{
    duel_rng rng;
    trial *t = calloc(1, sizeof *t);
    law_memo *seen = law_memo_new(v);
    duel_status status = t && seen ? DUEL_OK : duel_full(why);
    duel_rng_init_number(&rng, seed);
    for (int i = 0; status == DUEL_OK && !out->broken && i < games; i++) {
        t->seen = seen;
        t->first = i == 0;
        status = begin(t, v, seed + (uint64_t)i, why);
        if (status == DUEL_OK)
            play_one(t, &rng, out);
        duel_record_fini(&t->record);
    }
    law_memo_free(seen);
    free(t);
    return status;
}

/* A value for an option: often the default, else near the small end, where games are short;
 * decimals anywhere, since millionths say little. */
static int64_t draw_option(const duel_option *o, duel_rng *rng)
{
    enum { NEAR = 24 };
    bool wide = o->most - o->least > NEAR && o->kind != DUEL_DECIMAL;
    int64_t most = wide ? o->least + NEAR : o->most;
    if (duel_rng_below(rng, 2))
        return o->initial;
    if (o->kind == DUEL_SET)
        return (int64_t)(duel_rng_next(rng) & 0x3E);
    if (o->kind == DUEL_CHOICE) {
        uint32_t n = 0;
        while (o->choices[n])
            n++;
        return duel_rng_below(rng, n);
    }
    return o->least + duel_rng_below(rng, (uint32_t)(most - o->least + 1));
}

/* False if the options drawn do not go together. */
static bool draw_variant(const duel_game *game, duel_rng *rng, duel_variant *v)
{
    duel_buf text;
    duel_buf_init(&text);
    for (int i = 0; game->options && game->options[i].name; i++) {
        const duel_option *o = &game->options[i];
        int64_t value = draw_option(o, rng);
        if (value == o->initial || (o->kind == DUEL_SET && value == 0))
            continue;
        duel_putf(&text.sink, " %s=", o->name);
        duel_option_print(o, value, &text.sink);
    }
    bool good = duel_variant_read(game, duel_buf_str(&text), v, NULL) == DUEL_OK;
    duel_buf_fini(&text);
    return good;
}

duel_status duel_laws_check(const duel_game *game, uint64_t seed, int games, int variants,
                            duel_laws_report *out, duel_msg *why)
{
    duel_variant v;
    duel_rng rng;
    memset(out, 0, sizeof *out);
    duel_rng_init_number(&rng, seed);
    duel_status status = duel_variant_make(game, NULL, 0, &v, why);
    if (status == DUEL_OK)
        status = check_variant(&v, seed, games, out, why);
    for (int i = 0; status == DUEL_OK && !out->broken && game->options && i < variants; i++)
        if (draw_variant(game, &rng, &v))
            status = check_variant(&v, seed + (uint64_t)i, 1 + games / 4, out, why);
    return status;
}

void duel_laws_report_fini(duel_laws_report *r)
{
    if (!r->broken)
        return;
    duel_buf_fini(&r->breach.variant);
    duel_buf_fini(&r->breach.position);
    duel_buf_fini(&r->breach.moves);
}
