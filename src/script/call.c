/* script/call.c -- calls of a file's functions through its process: the lock, states and moves
 * as flat values, calls of its functions. */
#include "base/grow.h"
#include "script/inside.h"

#include <sodium.h>
#include <stdlib.h>
#include <string.h>

/* ---- the lock --------------------------------------------------------------------------- */

script_variant *script_lock(const duel_variant *v)
{
    script_game *s = script_of(v);
    script_lock_game(s);
    script_variant *sv = s->variant[script_place_of(v)->index];
    script_choose_graph(s, sv);
    graph_trim(sv->graph);
    return sv;
}

void script_lock_game(script_game *s)
{
    pthread_mutex_lock(&s->lock);
    s->host.doubting = duel_fault_guard_asks_twice(&s->game);
}

void script_unlock(script_game *s)
{
    pthread_mutex_unlock(&s->lock);
}

void script_choose_graph(const script_game *s, script_variant *sv)
{
    sv->graph = s->host.doubting ? &sv->doubted : &sv->answers;
}

void script_fault(const script_game *s, const duel_msg *why)
{
    duel_fault_guard_fault(&s->game, why);
}

/* ---- states ----------------------------------------------------------------------------- */

size_t script_length(const unsigned char *state)
{
    return state[1] | (size_t)state[2] << 8;
}

bool script_is_dead(const void *state)
{
    return script_length(state) == 0;
}

duel_str script_value(const void *state)
{
    return (duel_str){(const char *)state + STATE_HEAD, script_length(state)};
}

duel_str script_key(const void *state)
{
    return (duel_str){state, STATE_HEAD + script_length(state)};
}

bool script_set_state(const script_variant *sv, int seat, duel_str value, void *state)
{
    unsigned char *s = state;
    if (STATE_HEAD + value.len > sv->state_size)
        return false;
    s[0] = (unsigned char)seat;
    s[1] = (unsigned char)(value.len & 0xff);
    s[2] = (unsigned char)(value.len >> 8);
    memcpy(s + STATE_HEAD, value.at, value.len);
    memset(s + STATE_HEAD + value.len, 0, sv->state_size - STATE_HEAD - value.len);
    return true;
}

void script_kill(const script_variant *sv, void *state)
{
    memset(state, 0, sv->state_size);
}

void script_set_known(const script_variant *sv, duel_str key, void *state)
{
    memcpy(state, key.at, key.len);
    memset((unsigned char *)state + key.len, 0, sv->state_size - key.len);
}

duel_status script_too_large(const script_game *s, size_t bytes, duel_msg *why)
{
    return duel_fail(why,
                     N_("{0}: a state of {1} bytes, more than expected from the first games: "
                        "write state_bytes = {2} in the file."),
                     "cii", s->id, (int64_t)bytes, (int64_t)(2 * bytes));
}

/* ---- moves: small whole numbers are themselves, others are numbered --------------------- */

enum { MOVE_BITS = 62, MOVES_MOST = 1 << 20 };
static const duel_move numbered = UINT64_C(1) << 63;

static uint32_t move_hash(duel_str value)
{
    uint32_t h = 2166136261u; /* FNV-1a: moves are a few bytes */
    for (size_t i = 0; i < value.len; i++)
        h = (h ^ (unsigned char)value.at[i]) * 16777619u;
    return h ^ h >> 15;
}

static bool is_move(const duel_buf *b, duel_str value)
{
    return b->len == value.len && memcmp(b->text, value.at, value.len) == 0;
}

static bool grow_moves(script_game *s)
{
    uint32_t room = s->move_slots / 2, slots = room ? 4 * room : 64;
    if (!GROW(s->move, room, slots / 2))
        return false;
    uint32_t *slot = calloc(slots, sizeof *slot);
    if (slot == NULL)
        return false;
    for (uint32_t i = 0; i < s->moves; i++) {
        uint32_t at = move_hash(duel_buf_str(&s->move[i])) & (slots - 1);
        while (slot[at])
            at = (at + 1) & (slots - 1);
        slot[at] = i + 1;
    }
    free(s->move_slot);
    s->move_slot = slot;
    s->move_slots = slots;
    return true;
}

bool script_move_number(script_game *s, duel_str value, duel_move *move)
{
    duel_str rest = value;
    plain_value_item item;
    if (plain_value_take(&rest, &item) && item.kind == PLAIN_VALUE_INT && item.number >= 0 &&
        item.number < INT64_C(1) << MOVE_BITS) {
        *move = (duel_move)item.number;
        return true;
    }
    if (s->moves == s->move_slots / 2 && (s->moves >= MOVES_MOST || !grow_moves(s)))
        return false;
    uint32_t mask = s->move_slots - 1, at = move_hash(value) & mask;
    while (s->move_slot[at] && !is_move(&s->move[s->move_slot[at] - 1], value))
        at = (at + 1) & mask;
    if (s->move_slot[at] == 0) {
        duel_buf *kept = &s->move[s->moves];
        duel_buf_init(kept);
        duel_put_str(&kept->sink, value);
        if (kept->failed) {
            duel_buf_fini(kept);
            return false;
        }
        s->move_slot[at] = ++s->moves;
    }
    *move = numbered | (s->move_slot[at] - 1);
    return true;
}

void script_move_value(const script_game *s, duel_move move, duel_buf *out)
{
    uint64_t number = move & ~numbered;
    if (!(move & numbered))
        plain_value_put_int(out, (int64_t)move);
    else if (number < s->moves)
        duel_put_str(&out->sink, duel_buf_str(&s->move[number]));
    else
        plain_value_put_nil(out);
}

duel_status script_nonsense(const script_game *s, duel_msg *why)
{
    return duel_fail(why, N_("{0}: the process of the file answers nonsense."), "c", s->id);
}

/* ---- calls ------------------------------------------------------------------------------ */

script_call script_call_of(talk_function f, const void *state)
{
    script_call c = {.function = f, .bytes = duel_buf_empty(), .arguments = state != NULL};
    if (state)
        duel_put_str(&c.bytes.sink, script_value(state));
    return c;
}

void script_call_int(script_call *c, int64_t n)
{
    plain_value_put_int(&c->bytes, n);
    c->arguments++;
}

void script_call_seat(script_call *c, int seat)
{
    script_call_int(c, seat + 1 > 0 ? seat + 1 : 0);
}

void script_call_nil(script_call *c)
{
    plain_value_put_nil(&c->bytes);
    c->arguments++;
}

void script_call_text(script_call *c, duel_str text)
{
    plain_value_put_text(&c->bytes, text);
    c->arguments++;
}

void script_call_move(script_call *c, const script_game *s, duel_move move)
{
    script_move_value(s, move, &c->bytes);
    c->arguments++;
}

/* ---- chance: our seed begins a stream of the file, a tape is read by the file ---- */

static void put_seed(duel_rng *rng, duel_buf *q)
{
    uint64_t words[4];
    char seed[DUEL_SEED_TEXT];
    for (int i = 0; i < 4; i++)
        words[i] = duel_rng_next(rng);
    sodium_bin2hex(seed, DUEL_SEED_TEXT, (const unsigned char *)words, sizeof words);
    plain_value_put_text(q, duel_str_of(seed));
}

static void put_chance(duel_rng *rng, duel_buf *q)
{
    const duel_chance_tree *tape = rng ? duel_rng_tree(rng) : NULL;
    if (rng == NULL)
        plain_value_put_text(q, duel_str_of(""));
    else if (tape == NULL)
        put_seed(rng, q);
    else
        plain_value_put_list(q, tape->length);
    for (uint32_t i = 0; tape && i < tape->length; i++)
        plain_value_put_int(q, tape->digit[i]);
}

/* The draws of the file become draws from our tape. False: nonsense. */
static bool take_draws(duel_rng *rng, duel_str *answer)
{
    plain_value_item head, bound;
    if (!plain_value_take(answer, &head))
        return false;
    if (rng == NULL || duel_rng_tree(rng) == NULL)
        return head.kind == PLAIN_VALUE_NIL;
    if (head.kind == PLAIN_VALUE_NIL)
        duel_rng_next(rng); /* it cannot be listed: neither can this */
    for (; head.kind == PLAIN_VALUE_LIST && head.count; head.count--) {
        if (!plain_value_take(answer, &bound) || bound.number < 1 || bound.number > UINT32_MAX)
            return false;
        duel_rng_below(rng, (uint32_t)bound.number);
    }
    return true;
}

/* What they give is for people; the second result of any function is a reason, and is too. */
static const bool is_shown[FN_COUNT] = {
    [FN_draw] = true,    [FN_print] = true, [FN_print_move] = true, [FN_grid] = true,
    [FN_explain] = true, [FN_lens] = true,  [FN_ending] = true};

duel_status script_call_end(script_call *c, script_game *s, const script_variant *sv,
                            duel_msg *why)
{
    duel_str answer;
    duel_buf *q = &s->host.out;
    script_parent_begin(&s->host, TALK_CALL, duel_buf_str(&sv->options));
    plain_value_put_int(q, c->function);
    put_chance(c->chance, q);
    plain_value_put_list(q, (uint32_t)c->arguments);
    duel_put_str(&q->sink, duel_buf_str(&c->bytes));
    duel_buf_fini(&c->bytes);
    duel_status status = script_parent_ask(&s->host, &answer, why);
    if (status == DUEL_OK &&
        (!plain_value_cut(&answer, &c->value) || !plain_value_cut(&answer, &c->reason) ||
         !take_draws(c->chance, &answer)))
        status = script_nonsense(s, why);
    const char *name = talk_function_name[c->function];
    if (status == DUEL_OK && is_shown[c->function])
        status = script_check_readable(s, name, c->value, why);
    if (status == DUEL_OK)
        status = script_check_readable(s, name, c->reason, why);
    return status;
}
