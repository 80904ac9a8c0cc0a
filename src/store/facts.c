/* store/facts.c -- see facts.h. */
#include "store/facts.h"
#include "core/play.h"
#include "core/value.h"

#include <stdlib.h>
#include <string.h>

typedef struct facts_walk { /* all positions below the start, in the order they are met */
    const duel_variant *v;
    const duel_learned *learned;
    value_format format;
    unsigned char *states;
    size_t count, room;
    uint32_t *slot; /* by key: number + 1, or 0 */
    uint32_t slot_bits;
} facts_walk;

static const void *walk_state(const facts_walk *w, size_t i)
{
    return w->states + i * w->v->state_size;
}

static uint64_t walk_key(const facts_walk *w, const void *state)
{
    return w->v->game->accel->pack(w->v, state);
}

/* Where a key stands, or would. */
static uint32_t *place_of(const facts_walk *w, uint64_t key)
{
    uint32_t mask = (UINT32_C(1) << w->slot_bits) - 1;
    uint32_t at = (uint32_t)(key * UINT64_C(0x9E3779B97F4A7C15) >> 32) & mask;
    while (w->slot[at] && walk_key(w, walk_state(w, w->slot[at] - 1)) != key)
        at = (at + 1) & mask;
    return &w->slot[at];
}

static bool widen_walk(facts_walk *w)
{
    size_t room = w->room ? 2 * w->room : 512;
    unsigned char *states = realloc(w->states, room * w->v->state_size);
    uint32_t *slot = calloc(2 * room, sizeof *slot);
    w->states = states ? states : w->states;
    if (states == NULL || slot == NULL) {
        free(slot);
        return false;
    }
    free(w->slot);
    w->slot = slot;
    w->room = room;
    w->slot_bits = (uint32_t)__builtin_ctzll(2 * room);
    for (size_t i = 0; i < w->count; i++)
        *place_of(w, walk_key(w, walk_state(w, i))) = (uint32_t)i + 1;
    return true;
}

static bool meet_position(facts_walk *w, const void *state)
{
    if (w->count == w->room && !widen_walk(w))
        return false;
    uint32_t *place = place_of(w, walk_key(w, state));
    if (*place)
        return true;
    memcpy(w->states + w->count * w->v->state_size, state, w->v->state_size);
    *place = (uint32_t)++w->count;
    return true;
}

/* What is known of a position. */
static duel_result known_of(const facts_walk *w, const void *state)
{
    int32_t score[DUEL_SEATS];
    const duel_accel *accel = w->v->game->accel;
    int seat = w->v->game->turn(w->v, state);
    if (w->v->game->over(w->v, state, score))
        return value_of_end(w->v, score, seat);
    uint64_t pack = accel->pack(w->v, state);
    uint64_t canon = accel->canon ? accel->canon(w->v, state) : pack;
    duel_result r = value_decode(&w->format, w->learned->find(w->learned->self, pack, canon));
    return value_carries(w->v) ? value_whole(r, value_carried(w->v, state, seat)) : r;
}

static void write_quoted(duel_str text, duel_sink *out)
{
    int64_t number;
    if (duel_str_number(text, &number)) {
        duel_put_str(out, text);
        return;
    }
    duel_put_char(out, '\'');
    for (size_t i = 0; i < text.len; i++) {
        if (text.at[i] == '\'' || text.at[i] == '\\')
            duel_put_char(out, text.at[i]);
        duel_put_char(out, text.at[i]);
    }
    duel_put_char(out, '\'');
}

/* By the notation of the game, for those that have no terms of their own. */
static void write_by_notation(const duel_variant *v, const void *state, const duel_said *said,
                              duel_sink *out)
{
    duel_buf text;
    duel_buf_init(&text);
    duel_print(v, state, &text.sink);
    duel_put(out, "base(");
    write_quoted(duel_buf_str(&text), out);
    duel_put(out, said->value == DUEL_WIN ? ",[1," : ",[0,");
    duel_buf_clear(&text);
    if (said->has_move)
        duel_print_move(v, state, said->move, &text.sink);
    if (said->has_move)
        write_quoted(duel_buf_str(&text), out);
    else
        duel_put(out, "nil");
    duel_put(out, "]).\n");
    duel_buf_fini(&text);
}

static void write_one(const facts_walk *w, const void *state, const duel_said *said,
                      duel_sink *out)
{
    if (said->value != DUEL_WIN && said->value != DUEL_LOSS)
        return;
    if (w->v->game->source.write_fact)
        w->v->game->source.write_fact(w->v, state, said, out);
    else
        write_by_notation(w->v, state, said, out);
}

/* Looks at the children, and writes what is known of the position: the quickest win, if any. */
static bool tell_position(facts_walk *w, size_t i, duel_move *list, duel_sink *out)
{
    duel_state state = {{0}}, child = {{0}};
    memcpy(&state, walk_state(w, i), w->v->state_size);
    int count = duel_is_over(w->v, &state) ? 0 : w->v->game->moves(w->v, &state, list);
    duel_result known = known_of(w, &state);
    duel_said said = {.value = known.value};
    int seat = w->v->game->turn(w->v, &state);
    for (int m = 0; m < count; m++) {
        memcpy(&child, &state, w->v->state_size);
        w->v->game->play(w->v, &child, list[m]);
        bool other = w->v->game->turn(w->v, &child) != seat;
        duel_result after = value_step(known_of(w, &child), other);
        if (known.value == DUEL_WIN && !said.has_move && after.value == DUEL_WIN &&
            after.remoteness == known.remoteness)
            said = (duel_said){DUEL_WIN, true, list[m]};
        if (!meet_position(w, &child))
            return false;
    }
    if (count)
        write_one(w, &state, &said, out);
    return true;
}

duel_status duel_facts_write(const duel_variant *v, const duel_learned *l, duel_sink *out,
                             duel_msg *why)
{
    duel_state start;
    facts_walk w = {.v = v, .learned = l, .format = value_format_of(v)};
    duel_move *list = malloc(v->max_moves * sizeof *list);
    duel_status status = duel_deal(v, duel_str_of("1"), &start);
    bool fits = list && status == DUEL_OK && meet_position(&w, &start);
    for (size_t i = 0; fits && i < w.count; i++)
        fits = tell_position(&w, i, list, out);
    free(list);
    free(w.states);
    free(w.slot);
    return status == DUEL_OK && !fits ? duel_full(why) : status;
}
