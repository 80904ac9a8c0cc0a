/* lab/sayings.c -- see sayings.h.
 *
 * What the statements speak of is listed in two rounds, first what little lies below: where a
 * few statements would take all of the search, the others have had their turn. All that is
 * listed is then valued at once. */
#include "lab/sayings.h"
#include "core/play.h"
#include "core/variant.h"
#include "lab/plain.h"
#include "lab/reach.h"

#include <stdlib.h>
#include <string.h>

enum {
    POSITIONS = 150000,     /* to be listed for all statements together, */
    LIST_BYTES = 256 << 20, /* in so much memory */
    LITTLE = 64,            /* below one statement, at first */
    MUCH = 5000,
    MISTAKEN = 1000 /* what a state that the game refuses counts for: it may have taken long */
};

typedef struct pending { /* a statement about a state */
    uint64_t number;
    duel_said said;
    enum { WAITS, LISTED, SETTLED } stage;
} pending;

typedef struct sayings_walk {
    const duel_variant *v;
    duel_guard *guard;
    duel_sayings *out;
    plain_list *list;
    size_t left; /* positions */
    pending *one;
    unsigned char *states; /* of each */
    size_t count, room;
} sayings_walk;

/* ---- false ones ---------------------------------------------------------------------------
 */

/* One more; NULL: it is only counted. */
static duel_falsehood *add_falsehood(sayings_walk *w, uint64_t number, duel_str text,
                                     const duel_msg *found)
{
    duel_sayings *s = w->out;
    s->wrong++;
    duel_falsehood *more = s->names < SAYINGS_NAMED
                               ? realloc(s->named, ((size_t)s->names + 1) * sizeof *more)
                               : NULL;
    if (more == NULL)
        return NULL;
    s->named = more;
    duel_falsehood *f = &more[s->names++];
    *f = (duel_falsehood){.number = number, .found = *found};
    duel_buf_init(&f->text);
    duel_buf_init(&f->position);
    duel_buf_init(&f->other);
    duel_buf_init(&f->variant);
    duel_buf_init(&f->moves);
    duel_put_str(&f->text.sink, text);
    return f;
}

/* The same of a state; its text is asked for once more. */
static void add_false_state(sayings_walk *w, const pending *p, const void *state,
                            const duel_msg *found)
{
    duel_saying again;
    duel_buf text;
    duel_buf_init(&text);
    w->v->game->saying(w->v, p->number, w->v->seats - 1, &again, &text.sink);
    duel_falsehood *f = add_falsehood(w, p->number, duel_buf_str(&text), found);
    if (f)
        duel_print(w->v, state, &f->position.sink);
    if (f && w->v->traits & DUEL_IMPARTIAL && again.kind == DUEL_SAYS)
        duel_print(w->v, &again.state, &f->other.sink);
    duel_buf_fini(&text);
}

static int by_number(const void *a, const void *b)
{
    uint64_t x = ((const duel_falsehood *)a)->number, y = ((const duel_falsehood *)b)->number;
    return (x > y) - (x < y);
}

/* ---- listing ------------------------------------------------------------------------------
 */

static void *pending_state(const sayings_walk *w, size_t i)
{
    return w->states + i * w->v->state_size;
}

static bool keep_pending(sayings_walk *w, uint64_t number, const duel_saying *s)
{
    if (w->count == w->room) {
        size_t room = w->room ? 2 * w->room : 256;
        pending *one = realloc(w->one, room * sizeof *one);
        w->one = one ? one : w->one;
        unsigned char *states = realloc(w->states, room * w->v->state_size);
        w->states = states ? states : w->states;
        if (!one || !states)
            return false;
        w->room = room;
    }
    w->one[w->count] = (pending){number, s->said, WAITS};
    memcpy(pending_state(w, w->count++), &s->state, w->v->state_size);
    return true;
}

static void spend(sayings_walk *w, size_t positions)
{
    w->left -= positions < w->left ? positions : w->left;
}

/* Lists what lies below a statement's state. Where the game fails there, that is what is found:
 * nobody can play on from it. */
static void list_pending(sayings_walk *w, size_t i, size_t most)
{
    duel_msg fault;
    pending *p = &w->one[i];
    size_t before = plain_list_count(w->list);
    most = most < w->left ? most : w->left;
    bool listed = plain_list_add(w->list, pending_state(w, i), most);
    if (duel_guard_take(w->guard, &fault) != DUEL_OK) {
        plain_list_take_back(w->list);
        add_false_state(w, p, pending_state(w, i), &fault);
        p->stage = SETTLED;
        w->out->held++;
        spend(w, MISTAKEN);
    } else {
        p->stage = listed ? LISTED : WAITS;
        spend(w, listed ? plain_list_count(w->list) - before + 1 : most);
    }
}

/* A statement that no search is needed for. */
static void add_unsearched(sayings_walk *w, uint64_t number, duel_saying_kind kind,
                           duel_str text)
{
    duel_msg found;
    if (kind == DUEL_SAYS_NOTHING)
        duel_say(&found, N_("it says neither won nor lost"), "");
    else
        duel_say(&found, N_("it speaks of something that is no position of the game"), "");
    add_falsehood(w, number, text, &found);
    w->out->held++;
    spend(w, MISTAKEN);
}

static bool meet_statement(sayings_walk *w, uint64_t number, const duel_saying *s,
                           duel_str text)
{
    if (s->kind == DUEL_SAYS_OPENLY) {
        w->out->open++;
    } else if (s->kind == DUEL_SAYS_LARGER) {
        w->out->large++;
    } else if (s->kind != DUEL_SAYS) {
        add_unsearched(w, number, s->kind, text);
    } else {
        if (!keep_pending(w, number, s))
            return false;
        list_pending(w, w->count - 1, LITTLE);
    }
    return true;
}

/* False: no memory. */
static bool meet_statements(sayings_walk *w)
{
    duel_saying s;
    duel_buf text;
    bool room = true;
    duel_buf_init(&text);
    w->out->all = w->v->game->sayings(w->v);
    for (uint64_t i = 0; room && i < w->out->all && w->left; i++) {
        duel_buf_clear(&text);
        w->v->game->saying(w->v, i, 0, &s, &text.sink);
        if (duel_guard_take(w->guard, &w->out->fault) != DUEL_OK)
            break;
        room = meet_statement(w, i, &s, duel_buf_str(&text));
        w->out->seen++;
    }
    duel_buf_fini(&text);
    duel_guard_take(w->guard, &w->out->fault); /* of `sayings` itself */
    for (size_t i = 0; room && i < w->count && w->left; i++)
        if (w->one[i].stage == WAITS)
            list_pending(w, i, MUCH);
    return room;
}

/* ---- judging ------------------------------------------------------------------------------
 */

/* What the mover gets by a move; false: it is not known. */
static bool find_after(const sayings_walk *w, const void *state, duel_move move,
                       duel_value *out)
{
    duel_result r;
    duel_state child;
    memcpy(&child, state, w->v->state_size);
    w->v->game->play(w->v, &child, move);
    if (!plain_list_find(w->list, &child, &r))
        return false;
    bool other = w->v->game->turn(w->v, &child) != w->v->game->turn(w->v, state);
    *out = other && r.value == DUEL_WIN    ? DUEL_LOSS
           : other && r.value == DUEL_LOSS ? DUEL_WIN
                                           : r.value;
    return true;
}

/* Writes the first move that wins; nothing where there is none. */
static void write_winning(const sayings_walk *w, const void *state, duel_buf *out)
{
    duel_value after;
    duel_move list[DUEL_MOVES_MAX];
    int count = duel_is_over(w->v, state) ? 0 : w->v->game->moves(w->v, state, list);
    for (int i = 0; i < count && out->len == 0; i++)
        if (find_after(w, state, list[i], &after) && after == DUEL_WIN)
            duel_print_move(w->v, state, list[i], &out->sink);
}

static bool say_otherwise(const sayings_walk *w, const void *state, duel_value found,
                          duel_value said, duel_msg *out)
{
    bool won = said == DUEL_WIN;
    duel_buf move;
    duel_buf_init(&move);
    write_winning(w, state, &move);
    if (duel_is_over(w->v, state))
        duel_say(out,
                 won ? N_("it says won, but the game is over there, and not won")
                     : N_("it says lost, but the game is over there, and not lost"),
                 "");
    else if (found == DUEL_WIN)
        duel_say(out, N_("it says lost, but the search finds it won, by {0}"), "s",
                 duel_buf_str(&move));
    else if (found == DUEL_LOSS)
        duel_say(out, N_("it says won, but the search finds it lost"), "");
    else
        duel_say(out,
                 won ? N_("it says won, but the search finds that neither side can win")
                     : N_("it says lost, but the search finds that neither side can win"),
                 "");
    duel_buf_fini(&move);
    return false;
}

/* Whether the move that is named is a move there, and wins where it is said to. */
static bool move_is_right(const sayings_walk *w, const void *state, const duel_said *said,
                          duel_msg *out)
{
    duel_buf move;
    duel_value after;
    if (!duel_legal(w->v, state, said->move)) {
        duel_say(out, N_("the move it names is not legal there"), "");
        return false;
    }
    if (said->value != DUEL_WIN || !find_after(w, state, said->move, &after) ||
        after == DUEL_WIN)
        return true;
    duel_buf_init(&move);
    write_winning(w, state, &move);
    duel_say(out, N_("the move it names does not win; the search finds {0}"), "s",
             duel_buf_str(&move));
    duel_buf_fini(&move);
    return false;
}

static bool is_so(const sayings_walk *w, const void *state, const duel_said *said,
                  duel_msg *out)
{
    duel_result found;
    if (!plain_list_find(w->list, state, &found)) {
        duel_say(out, N_("positions below it come back, in a game that is not loopy"), "");
        return false;
    }
    if (found.value != said->value)
        return say_otherwise(w, state, found.value, said->value, out);
    return !said->has_move || move_is_right(w, state, said, out);
}

static void judge_statements(sayings_walk *w)
{
    duel_state state = {{0}};
    duel_msg found;
    for (size_t i = 0; i < w->count; i++) {
        const pending *p = &w->one[i];
        memcpy(&state, pending_state(w, i), w->v->state_size);
        w->out->large += p->stage == WAITS;
        w->out->held += p->stage == LISTED;
        if (p->stage == LISTED && !is_so(w, &state, &p->said, &found))
            add_false_state(w, p, &state, &found);
    }
}

/* ---- how to get there ---------------------------------------------------------------------
 */

enum { REACHED = 20000, VARIANTS_TRIED = 64 };

/* Whether some of the false ones are still without a game that comes there. */
static bool someone_waits(const duel_sayings *s)
{
    for (int i = 0; i < s->names; i++)
        if (!s->named[i].reached && s->named[i].position.len)
            return true;
    return false;
}

/* Positions are handed over as text: a state is of its variant. */
static bool find_way(const reachable *r, const duel_variant *v, const duel_buf *position,
                     duel_falsehood *f)
{
    duel_state state = {{0}};
    return position->len && duel_read(v, duel_buf_str(position), &state, NULL) == DUEL_OK &&
           reachable_moves(r, &state, &f->moves.sink);
}

/* Tries the games of a variant. */
static void look_for_ways(duel_sayings *s, const duel_variant *v, size_t *left)
{
    reachable *r = reachable_new(v, *left < REACHED ? *left : REACHED);
    for (int i = 0; r && i < s->names; i++) {
        duel_falsehood *f = &s->named[i];
        if (f->reached)
            continue;
        f->reached = find_way(r, v, &f->position, f) || find_way(r, v, &f->other, f);
        if (f->reached)
            duel_variant_print(v, &f->variant.sink);
    }
    *left -= r ? reachable_count(r) : 0;
    reachable_free(r);
}

/* The usual variant, then those with another value of one option. */
static void find_ways(sayings_walk *w)
{
    duel_variant v;
    duel_buf text;
    size_t left = 3 * (size_t)REACHED;
    const duel_option *o = w->v->game->options;
    duel_buf_init(&text);
    if (someone_waits(w->out))
        look_for_ways(w->out, w->v, &left);
    for (; o && o->name; o++)
        for (int64_t k = 0; k < VARIANTS_TRIED && left && someone_waits(w->out); k++) {
            duel_buf_clear(&text);
            duel_putf(&text.sink, "%s=", o->name);
            if (o->kind == DUEL_CHOICE && !o->choices[k])
                break;
            if (o->kind != DUEL_CHOICE && (o->kind != DUEL_NUMBER || o->most - k < o->least))
                break;
            duel_option_print(o, o->kind == DUEL_CHOICE ? k : o->most - k, &text.sink);
            if (duel_variant_read(w->v->game, duel_buf_str(&text), &v, NULL) == DUEL_OK)
                look_for_ways(w->out, &v, &left);
        }
    duel_buf_fini(&text);
    duel_guard_take(w->guard, NULL); /* what fails on the way is told by the laws */
}

/* ---- the whole ----------------------------------------------------------------------------
 */

duel_status sayings_check(const duel_variant *v, duel_guard *guard, duel_sayings *out,
                          duel_msg *why)
{
    memset(out, 0, sizeof *out);
    if (v->game->sayings == NULL || v->seats > 2 || duel_has_secrets(v))
        return DUEL_OK;
    size_t most = LIST_BYTES / v->state_size;
    sayings_walk w = {.v = v, .guard = guard, .out = out, .list = plain_list_new(v)};
    w.left = most < POSITIONS ? most : POSITIONS;
    bool room = w.list && meet_statements(&w) && plain_list_value(w.list);
    if (room) {
        judge_statements(&w);
        find_ways(&w);
        if (out->names)
            qsort(out->named, (size_t)out->names, sizeof *out->named, by_number);
    }
    plain_list_free(w.list);
    free(w.one);
    free(w.states);
    return room ? DUEL_OK : duel_full(why);
}

void sayings_fini(duel_sayings *s)
{
    for (int i = 0; i < s->names; i++) {
        duel_buf_fini(&s->named[i].text);
        duel_buf_fini(&s->named[i].position);
        duel_buf_fini(&s->named[i].other);
        duel_buf_fini(&s->named[i].variant);
        duel_buf_fini(&s->named[i].moves);
    }
    free(s->named);
}
