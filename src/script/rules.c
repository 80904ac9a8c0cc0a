/* script/rules.c -- the contract's rules, answered from the graph of what the file said.
 *
 * See loaded.h for states and for what happens when the file fails. */
#include "core/value.h"
#include "script/loaded.h"

#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- the lock and the trouble -------------------------------------------------------------
 */

static script_game *game_of(const duel_variant *v)
{
    /* the table is the first member; a variant holds it as read-only for everybody else */
    return (script_game *)(uintptr_t)v->game;
}

void script_lock(const duel_variant *v, script_game **s, script_variant **sv)
{
    *s = game_of(v);
    pthread_mutex_lock(&(*s)->lock);
    *sv = (*s)->variant[v->own[0]];
    graph_trim(&(*sv)->graph);
}

void script_unlock(script_game *s)
{
    pthread_mutex_unlock(&s->lock);
}

void script_latch(script_game *s, const duel_msg *why)
{
    if (s->trouble.id == NULL)
        s->trouble = *why;
}

static duel_status trouble(const duel_game *game, duel_msg *why)
{
    script_game *s = (script_game *)(uintptr_t)game;
    pthread_mutex_lock(&s->lock);
    bool there = s->trouble.id != NULL;
    if (there && why)
        *why = s->trouble;
    s->trouble.id = NULL;
    pthread_mutex_unlock(&s->lock);
    return there ? DUEL_FAILED : DUEL_OK;
}

/* What was answered before is asked again. */
static void doubt(const duel_game *game, bool doubted)
{
    script_game *s = (script_game *)(uintptr_t)game;
    pthread_mutex_lock(&s->lock);
    s->host.doubting = doubted;
    for (int i = 0; doubted && i < s->variants; i++)
        graph_fini(&s->variant[i]->graph);
    pthread_mutex_unlock(&s->lock);
}

/* ---- states -------------------------------------------------------------------------------
 */

static size_t length_of(const unsigned char *state)
{
    return state[1] | (size_t)state[2] << 8;
}

bool script_is_dead(const void *state)
{
    return length_of(state) == 0;
}

duel_str script_value(const void *state)
{
    return (duel_str){(const char *)state + STATE_HEAD, length_of(state)};
}

static duel_str key_of(const void *state)
{
    return (duel_str){state, STATE_HEAD + length_of(state)};
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

static void kill_state(const script_variant *sv, void *state)
{
    memset(state, 0, sv->state_size);
}

static duel_status too_large(const script_game *s, size_t bytes, duel_msg *why)
{
    return duel_fail(why,
                     N_("{0}: a state of {1} bytes, more than expected from the first games: "
                        "write state_bytes = {2} in the file."),
                     "cii", s->id, (int64_t)bytes, (int64_t)(2 * bytes));
}

/* ---- moves: small whole numbers are themselves, others are numbered -----------------------
 */

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
    uint32_t slots = s->move_slots ? 2 * s->move_slots : 64;
    uint32_t *slot = calloc(slots, sizeof *slot);
    duel_buf *move = realloc(s->move, slots / 2 * sizeof *move);
    if (move)
        s->move = move;
    if (slot == NULL || move == NULL) {
        free(slot);
        return false;
    }
    for (uint32_t i = 0; i < s->moves; i++) {
        uint32_t at = move_hash(duel_buf_str(&move[i])) & (slots - 1);
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
    flat_item item;
    if (flat_take(&rest, &item) && item.kind == FLAT_INT && item.number >= 0 &&
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
        flat_put_int(out, (int64_t)move);
    else if (number < s->moves)
        duel_put_str(&out->sink, duel_buf_str(&s->move[number]));
    else
        flat_put_nil(out);
}

static duel_status nonsense(const script_game *s, duel_msg *why)
{
    return duel_fail(why, N_("{0}: the process of the file answers nonsense."), "c", s->id);
}

/* ---- calls --------------------------------------------------------------------------------
 */

void script_call_begin(script_call *c, wire_function f)
{
    *c = (script_call){.function = f};
    duel_buf_init(&c->bytes);
}

void script_call_state(script_call *c, const void *state)
{
    duel_put_str(&c->bytes.sink, script_value(state));
    c->arguments++;
}

void script_call_int(script_call *c, int64_t n)
{
    flat_put_int(&c->bytes, n);
    c->arguments++;
}

void script_call_text(script_call *c, duel_str text)
{
    flat_put_text(&c->bytes, text);
    c->arguments++;
}

void script_call_move(script_call *c, const script_game *s, duel_move move)
{
    script_move_value(s, move, &c->bytes);
    c->arguments++;
}

/* What they give is for people; the second result of any function is a reason, and is too. */
static const bool is_shown[FN_COUNT] = {[FN_draw] = true,
                                        [FN_print] = true,
                                        [FN_print_move] = true,
                                        [FN_grid] = true,
                                        [FN_explain] = true};

duel_status script_call_end(script_call *c, script_game *s, const script_variant *sv,
                            duel_str *first, duel_str *second, duel_msg *why)
{
    duel_str answer;
    duel_buf *q = &s->host.out;
    script_host_begin(&s->host, WIRE_CALL, duel_buf_str(&sv->options));
    flat_put_int(q, c->function);
    flat_put_text(q, duel_str_of(c->seed));
    flat_put_list(q, (uint32_t)c->arguments);
    duel_put_str(&q->sink, duel_buf_str(&c->bytes));
    duel_buf_fini(&c->bytes);
    duel_status status = script_host_ask(&s->host, &answer, why);
    if (status == DUEL_OK && (!flat_cut(&answer, first) || !flat_cut(&answer, second)))
        status =
            duel_fail(why, N_("{0}: the process of the file answers nonsense."), "c", s->id);
    const char *name = wire_function_name[c->function];
    if (status == DUEL_OK && is_shown[c->function])
        status = script_check_readable(s, name, *first, why);
    if (status == DUEL_OK)
        status = script_check_readable(s, name, *second, why);
    return status;
}

static void draw_seed(duel_rng *rng, char seed[DUEL_SEED_TEXT])
{
    uint64_t words[4];
    for (int i = 0; i < 4; i++)
        words[i] = duel_rng_next(rng);
    sodium_bin2hex(seed, DUEL_SEED_TEXT, (const unsigned char *)words, sizeof words);
}

/* ---- expanding ----------------------------------------------------------------------------
 */

/* A fault is never lost: where there is no room to keep it, want of memory is the fault.
 * Without one, a position that could not be kept would be taken for a tie, or for one without
 * moves. */
static const duel_msg no_memory = {.id = N_("Not enough memory.")};

static const duel_msg *keep_fault(script_variant *sv, const duel_msg *why)
{
    const duel_msg *kept = graph_keep(&sv->graph, why, sizeof *why);
    return kept ? kept : &no_memory;
}

static graph_node *faulty(script_variant *sv, duel_str key, const duel_msg *why)
{
    graph_node *n = graph_add(&sv->graph, key, 0);
    if (n) {
        n->fault = keep_fault(sv, why);
        n->over = true;
    }
    return n;
}

static bool take_within(duel_str *answer, int32_t most, int32_t *out)
{
    flat_item item;
    if (!flat_take(answer, &item) || item.kind != FLAT_INT || item.number < -most ||
        item.number > most)
        return false;
    *out = (int32_t)item.number;
    return true;
}

static bool take_turn(duel_str *answer, const script_variant *sv, int32_t score[], int *turn,
                      bool *over)
{
    flat_item item;
    if (!flat_take(answer, &item) || item.number < 1 || item.number > sv->seats)
        return false;
    *turn = (int)item.number - 1;
    if (!flat_take(answer, &item) || (item.count && item.count != (uint32_t)sv->seats))
        return false;
    *over = item.count > 0;
    for (int i = 0; *over && i < sv->seats; i++)
        if (!take_within(answer, WIRE_SCORE_MOST, &score[i]))
            return false;
    return true;
}

/* After `play`, without a `turn` of its own, the next seat moves. */
static int next_seat(const script_game *s, const script_variant *sv, int seat)
{
    return s->has[FN_turn] ? 0 : (seat + 1) % sv->seats;
}

/* A state as the graph keeps it: head and value. */
static void keep_child(script_game *s, script_variant *sv, int seat, duel_str value,
                       graph_edge *e)
{
    duel_state child;
    duel_msg why;
    sv->largest = value.len > sv->largest ? value.len : sv->largest;
    if (!script_set_state(sv, seat, value, &child)) {
        too_large(s, value.len, &why);
        e->fault = keep_fault(sv, &why);
        return;
    }
    duel_str key = key_of(&child);
    e->child = (duel_str){graph_keep(&sv->graph, key.at, key.len), key.len};
    if (e->child.at == NULL)
        e->fault = &no_memory;
}

/* Names the move in front of what went wrong when it was played. */
static void name_move(script_game *s, duel_move move, const duel_msg *cause, duel_msg *why)
{
    duel_buf value, text, said[2];
    duel_buf_init(&value);
    duel_buf_init(&text);
    duel_buf_init(&said[DUEL_EN]);
    duel_buf_init(&said[DUEL_FR]);
    script_move_value(s, move, &value);
    flat_print(duel_buf_str(&value), &text.sink);
    duel_render(DUEL_EN, cause, &said[DUEL_EN].sink);
    duel_render(DUEL_FR, cause, &said[DUEL_FR].sink);
    const char *both =
        script_both(s, duel_buf_str(&said[DUEL_EN]), duel_buf_str(&said[DUEL_FR]));
    *why = *cause;
    if (both)
        duel_say(why, N_("the move {0}: {1}"), "sw", duel_buf_str(&text), both);
    duel_buf_fini(&value);
    duel_buf_fini(&text);
    duel_buf_fini(&said[DUEL_EN]);
    duel_buf_fini(&said[DUEL_FR]);
}

static bool take_moves(script_game *s, duel_str *answer, graph_node *n)
{
    flat_item head;
    duel_str value;
    if (!flat_take(answer, &head))
        return false;
    for (int i = 0; i < n->count; i++)
        if (!flat_cut(answer, &value) || !script_move_number(s, value, &n->edge[i].move))
            return false;
    return true;
}

static bool take_child(script_game *s, script_variant *sv, duel_str *answer,
                       const graph_node *n, graph_edge *e)
{
    flat_item head;
    duel_str value, fault = *answer;
    if (!flat_take(answer, &head))
        return false;
    if (head.number == WIRE_OK) {
        if (!flat_cut(answer, &value))
            return false;
        keep_child(s, sv, next_seat(s, sv, n->turn), value, e);
        return true;
    }
    duel_msg cause, why;
    script_host_fault(&s->host, &fault, &cause);
    name_move(s, e->move, &cause, &why);
    *answer = fault;
    e->fault = keep_fault(sv, &why);
    return true;
}

static bool take_edges(script_game *s, script_variant *sv, duel_str answer, graph_node *n)
{
    if (!take_moves(s, &answer, n))
        return false;
    for (int i = 0; !s->has[FN_hide] && i < n->count; i++)
        if (!take_child(s, sv, &answer, n, &n->edge[i]))
            return false;
    for (int i = 0; s->has[FN_evaluate] && i < sv->seats; i++)
        if (!take_within(&answer, WIRE_VALUE_MOST, &n->value[i]))
            return false;
    return true;
}

static graph_node *take_expansion(script_game *s, script_variant *sv, duel_str key,
                                  duel_str answer)
{
    flat_item head;
    int32_t score[DUEL_SEATS] = {0};
    int turn;
    bool over;
    if (!take_turn(&answer, sv, score, &turn, &over))
        return NULL;
    duel_str list = answer;
    if (!flat_take(&list, &head) || head.kind != FLAT_LIST || head.count >= DUEL_MOVES_MAX)
        return NULL;
    graph_node *n = graph_add(&sv->graph, key, (int)head.count);
    if (n == NULL)
        return NULL;
    n->turn = turn;
    n->over = over;
    memcpy(n->score, score, sizeof score);
    if (!take_edges(s, sv, answer, n)) {
        duel_msg why;
        nonsense(s, &why);
        n->count = 0;
        n->fault = keep_fault(sv, &why);
    }
    return n;
}

static graph_node *expand(script_game *s, script_variant *sv, const void *state, duel_msg *why)
{
    duel_str answer;
    duel_buf *q = &s->host.out;
    int seat = ((const unsigned char *)state)[0];
    script_host_begin(&s->host, WIRE_EXPAND, duel_buf_str(&sv->options));
    flat_put_int(q, s->has[FN_turn] ? 0 : seat + 1);
    flat_put_int(q, sv->seats);
    flat_put_int(q, !s->has[FN_hide]);
    duel_put_str(&q->sink, script_value(state));
    duel_status status = script_host_ask(&s->host, &answer, why);
    graph_node *n = status == DUEL_OK ? take_expansion(s, sv, key_of(state), answer) : NULL;
    if (n == NULL && status == DUEL_OK)
        nonsense(s, why);
    return n;
}

/* The dead position, which is shared and never written to. */
static graph_node *dead(void)
{
    static const graph_node none = {.over = true};
    return (graph_node *)(uintptr_t)&none;
}

graph_node *script_node(script_game *s, script_variant *sv, const void *state)
{
    duel_msg why;
    if (script_is_dead(state))
        return dead();
    graph_node *n = graph_find(&sv->graph, key_of(state));
    if (n == NULL)
        n = expand(s, sv, state, &why);
    if (n == NULL) {
        n = faulty(sv, key_of(state), &why);
        if (n == NULL)
            script_latch(s, &why);
    }
    return n ? n : dead();
}

const graph_node *script_look(script_game *s, script_variant *sv, const void *state)
{
    const graph_node *n = script_node(s, sv, state);
    if (n->fault == NULL)
        return n;
    script_latch(s, n->fault);
    return dead();
}

/* ---- variants -----------------------------------------------------------------------------
 */

static void write_options(const script_game *s, const int64_t *option, duel_buf *out)
{
    const duel_option *o = s->option;
    uint32_t count = 0;
    while (o[count].name)
        count++;
    flat_put_map(out, count);
    for (uint32_t i = 0; i < count; i++) {
        flat_put_text(out, duel_str_of(o[i].name));
        if (o[i].kind == DUEL_YESNO)
            flat_put_bool(out, option[i] != 0);
        else if (o[i].kind == DUEL_CHOICE)
            flat_put_text(out, duel_str_of(o[i].choices[option[i]]));
        else
            flat_put_int(out, option[i]);
    }
}

static duel_status init_state(script_game *s, script_variant *sv, duel_rng *rng, void *state,
                              duel_msg *why)
{
    script_call c;
    duel_str value, unused;
    flat_item item = {.kind = FLAT_NIL};
    script_call_begin(&c, FN_init);
    draw_seed(rng, c.seed);
    duel_status status = script_call_end(&c, s, sv, &value, &unused, why);
    duel_str rest = value;
    if (status == DUEL_OK && (!flat_take(&rest, &item) || item.kind == FLAT_NIL))
        status = duel_fail(why,
                           N_("{0}: init gives nothing: it returns the state before the "
                              "first move."),
                           "c", s->id);
    if (status == DUEL_OK && !script_set_state(sv, 0, value, state))
        status = too_large(s, value.len, why);
    if (status == DUEL_OK)
        sv->kind = item.kind;
    return status;
}

enum { TRIED_PLIES = 300 };

typedef struct tried_game { /* positions met, and the move made in each */
    duel_buf keys;          /* of the positions, one after the other: nodes may be dropped */
    size_t key_end[TRIED_PLIES];
    duel_move move[TRIED_PLIES];
    int count;
} tried_game;

static duel_str key_met(const tried_game *t, int ply)
{
    size_t begin = ply ? t->key_end[ply - 1] : 0;
    return (duel_str){t->keys.text + begin, t->key_end[ply] - begin};
}

static bool met_again(const tried_game *t, int ply, int later)
{
    duel_str a = key_met(t, ply), b = key_met(t, later);
    return a.len == b.len && memcmp(a.at, b.at, a.len) == 0;
}

/* Plays on at random. False at a fault, which will show again in earnest. */
static bool try_out(script_game *s, script_variant *sv, duel_state *state, duel_rng *rng,
                    tried_game *t)
{
    duel_buf_clear(&t->keys);
    for (t->count = 0; t->count < TRIED_PLIES; t->count++) {
        graph_trim(&sv->graph);
        const graph_node *n = script_node(s, sv, state);
        if (n->over || n->count == 0)
            return n->fault == NULL;
        const graph_edge *e = &n->edge[duel_rng_below(rng, (uint32_t)n->count)];
        duel_put_str(&t->keys.sink, n->key);
        t->key_end[t->count] = t->keys.len;
        t->move[t->count] = e->move;
        if (e->child.at == NULL)
            return false;
        memcpy(state, e->child.at, e->child.len);
    }
    return true;
}

static duel_status say_loop(script_game *s, const tried_game *t, int from, int length,
                            duel_msg *why)
{
    duel_buf position, moves, value;
    duel_buf_init(&position);
    duel_buf_init(&moves);
    flat_print(script_value(key_met(t, from).at), &position.sink);
    for (int i = from; i < from + length; i++) {
        duel_buf_init(&value);
        script_move_value(s, t->move[i], &value);
        duel_put(&moves.sink, i > from ? "," : "");
        flat_print(duel_buf_str(&value), &moves.sink);
        duel_buf_fini(&value);
    }
    duel_status status = duel_fail(
        why,
        N_("{0}: law broken: {1} From {2}, the moves {3} lead back to it; if that may happen, "
           "write loopy = true."),
        "cwss", s->id, N_("A position never comes back, unless the game is loopy."),
        duel_buf_str(&position), duel_buf_str(&moves));
    duel_buf_fini(&position);
    duel_buf_fini(&moves);
    return status;
}

/* Solvers and play-outs would not come to an end: the shortest way back is told at once. */
static duel_status look_for_loop(script_game *s, const tried_game *t, duel_msg *why)
{
    if (t->keys.failed)
        return duel_full(why);
    if (s->game.traits & DUEL_LOOPY)
        return DUEL_OK;
    for (int length = 1; length < t->count; length++)
        for (int from = 0; from + length < t->count; from++)
            if (met_again(t, from, from + length))
                return say_loop(s, t, from, length, why);
    return DUEL_OK;
}

/* A few random games, for the size of their states; one that comes back is refused. */
static duel_status try_games(script_game *s, script_variant *sv, tried_game *t, duel_msg *why)
{
    enum { GAMES = 8 };
    duel_rng rng;
    bool fine = true;
    for (uint64_t game = 0; fine && game < GAMES; game++) {
        duel_state state;
        duel_rng_init_number(&rng, game);
        duel_status status = init_state(s, sv, &rng, &state, why);
        if (status != DUEL_OK)
            return status;
        size_t len = length_of(state.bytes);
        sv->largest = len > sv->largest ? len : sv->largest;
        fine = try_out(s, sv, &state, &rng, t);
        status = look_for_loop(s, t, why);
        if (status != DUEL_OK)
            return status;
    }
    return DUEL_OK;
}

/* How large states get is measured, and doubled for safety; a file that knows better says
 * state_bytes. */
static duel_status measure(script_game *s, script_variant *sv, duel_msg *why)
{
    enum { SPARE = 32 };
    tried_game tried;
    sv->state_size = DUEL_STATE_MAX;
    duel_buf_init(&tried.keys);
    duel_status status = try_games(s, sv, &tried, why);
    duel_buf_fini(&tried.keys);
    if (status != DUEL_OK)
        return status;
    if (s->state_bytes && sv->largest > s->state_bytes)
        return too_large(s, sv->largest, why);
    size_t room = s->state_bytes ? s->state_bytes : 2 * sv->largest + SPARE;
    size_t size = (STATE_HEAD + room + 7) / 8 * 8;
    sv->state_size = (uint32_t)(size < DUEL_STATE_MAX ? size : DUEL_STATE_MAX);
    sv->pack_bytes = (uint32_t)(s->state_bytes ? s->state_bytes : sv->largest + 1);
    return DUEL_OK;
}

static void variant_free(script_variant *sv)
{
    duel_buf_fini(&sv->options);
    graph_fini(&sv->graph);
    free(sv);
}

static duel_status add_variant(script_game *s, const duel_variant *v, duel_msg *why)
{
    script_variant *sv = calloc(1, sizeof *sv);
    script_variant **bigger =
        realloc(s->variant, ((size_t)s->variants + 1) * sizeof *s->variant);
    if (bigger)
        s->variant = bigger;
    if (sv == NULL || bigger == NULL) {
        free(sv);
        return duel_full(why);
    }
    memcpy(sv->option, v->option, sizeof sv->option);
    duel_buf_init(&sv->options);
    graph_init(&sv->graph, s->graph_most);
    write_options(s, v->option, &sv->options);
    sv->seats = s->seats_option >= 0 ? (int)v->option[s->seats_option] : s->game.min_seats;
    duel_status status = measure(s, sv, why);
    if (status == DUEL_OK)
        s->variant[s->variants++] = sv;
    else
        variant_free(sv);
    return status;
}

/* Whether the seat stands in the state's bytes and makes a difference. */
static uint32_t seat_bits(const script_game *s)
{
    return s->has[FN_turn] || s->game.traits & DUEL_IMPARTIAL ? 0 : 2;
}

/* A key of the state's own bytes, where they are few enough beside the solver's values. */
static void choose_key(const script_game *s, script_variant *sv, duel_variant *v)
{
    uint32_t bits = 1 + 8 * sv->pack_bytes + seat_bits(s);
    sv->key_bits = bits + value_format_of(v).bits <= 64 ? bits : 0;
    v->key_bits = sv->key_bits;
}

static duel_status variant(duel_variant *v, duel_msg *why)
{
    script_game *s = game_of(v);
    duel_status status = DUEL_OK;
    pthread_mutex_lock(&s->lock);
    int i = 0;
    while (i < s->variants && memcmp(s->variant[i]->option, v->option, sizeof v->option) != 0)
        i++;
    if (i == s->variants)
        status = add_variant(s, v, why);
    if (status == DUEL_OK) {
        script_variant *sv = s->variant[i];
        v->own[0] = (uint64_t)i;
        v->seats = sv->seats;
        v->state_size = sv->state_size;
        v->max_moves = DUEL_MOVES_MAX - 1; /* 12 bits, not 13 */
        v->max_plies = s->max_plies;
        v->max_score = s->max_score;
        choose_key(s, sv, v);
    }
    pthread_mutex_unlock(&s->lock);
    return status;
}

/* ---- the contract -------------------------------------------------------------------------
 */

static duel_status deal(const duel_variant *v, duel_rng *rng, void *state)
{
    script_game *s;
    script_variant *sv;
    duel_msg why;
    script_lock(v, &s, &sv);
    duel_status status = init_state(s, sv, rng, state, &why);
    if (status != DUEL_OK) {
        script_latch(s, &why);
        kill_state(sv, state);
    }
    script_unlock(s);
    return status;
}

static int turn(const duel_variant *v, const void *state)
{
    script_game *s;
    script_variant *sv;
    script_lock(v, &s, &sv);
    int seat =
        s->has[FN_turn] ? script_look(s, sv, state)->turn : ((const unsigned char *)state)[0];
    script_unlock(s);
    return seat;
}

static bool over(const duel_variant *v, const void *state, int32_t score[])
{
    script_game *s;
    script_variant *sv;
    script_lock(v, &s, &sv);
    const graph_node *n = script_look(s, sv, state);
    bool ended = n->over;
    if (ended)
        memcpy(score, n->score, (size_t)sv->seats * sizeof *score);
    script_unlock(s);
    return ended;
}

static int moves(const duel_variant *v, const void *state, duel_move out[])
{
    script_game *s;
    script_variant *sv;
    script_lock(v, &s, &sv);
    const graph_node *n = script_look(s, sv, state);
    int count = n->count;
    for (int i = 0; i < count; i++)
        out[i] = n->edge[i].move;
    script_unlock(s);
    return count;
}

/* In a game with secrets, views are looked at and states are played on: only the move that is
 * really played is asked about. */
static void ask_edge(script_game *s, script_variant *sv, const graph_node *n, const void *state,
                     graph_edge *e)
{
    script_call c;
    duel_str value, unused;
    duel_msg cause, why;
    script_call_begin(&c, FN_play);
    script_call_state(&c, state);
    script_call_move(&c, s, e->move);
    script_call_int(&c, n->turn + 1);
    if (script_call_end(&c, s, sv, &value, &unused, &cause) == DUEL_OK) {
        keep_child(s, sv, next_seat(s, sv, n->turn), value, e);
        return;
    }
    name_move(s, e->move, &cause, &why);
    e->fault = keep_fault(sv, &why);
}

static void play(const duel_variant *v, void *state, duel_move move)
{
    script_game *s;
    script_variant *sv;
    script_lock(v, &s, &sv);
    const graph_node *n = script_look(s, sv, state);
    graph_edge *e = NULL;
    for (int i = 0; e == NULL && i < n->count; i++)
        if (n->edge[i].move == move)
            e = &n->edge[i];
    if (e && e->child.at == NULL && e->fault == NULL)
        ask_edge(s, sv, n, state, e);
    if (e && e->child.at) {
        memcpy(state, e->child.at, e->child.len);
        memset((unsigned char *)state + e->child.len, 0, sv->state_size - e->child.len);
    } else {
        if (e && e->fault)
            script_latch(s, e->fault);
        kill_state(sv, state);
    }
    script_unlock(s);
}

static void hide(const duel_variant *v, void *state, int seat)
{
    script_game *s;
    script_variant *sv;
    script_call c;
    duel_str value, unused;
    duel_msg why;
    int to_move = ((const unsigned char *)state)[0];
    if (script_is_dead(state))
        return;
    script_lock(v, &s, &sv);
    script_call_begin(&c, FN_hide);
    script_call_state(&c, state);
    script_call_int(&c, seat + 1); /* 0: a spectator */
    duel_status status = script_call_end(&c, s, sv, &value, &unused, &why);
    if (status == DUEL_OK && !script_set_state(sv, to_move, value, state))
        status = too_large(s, value.len, &why);
    if (status != DUEL_OK) {
        script_latch(s, &why);
        kill_state(sv, state);
    }
    script_unlock(s);
}

static duel_status guess(const duel_variant *v, void *view, duel_rng *rng, duel_msg *why)
{
    script_game *s;
    script_variant *sv;
    script_call c;
    duel_str value, reason, rest;
    flat_item item;
    int to_move = ((const unsigned char *)view)[0];
    if (script_is_dead(view))
        return DUEL_OK;
    script_lock(v, &s, &sv);
    script_call_begin(&c, FN_guess);
    script_call_state(&c, view);
    draw_seed(rng, c.seed);
    duel_msg fault;
    duel_status status = script_call_end(&c, s, sv, &value, &reason, &fault);
    rest = value;
    if (status != DUEL_OK) {
        script_latch(s, &fault);
        if (why)
            *why = fault;
    } else if (!flat_take(&rest, &item) || item.kind == FLAT_NIL) {
        const char *text = script_text(s, reason);
        status = duel_refuse(why, text ? text : N_("No position has this view."), "");
    } else if (!script_set_state(sv, to_move, value, view)) {
        status = too_large(s, value.len, why);
    }
    script_unlock(s);
    return status;
}

/* ---- accelerators -------------------------------------------------------------------------
 */

/* A one, the bytes, the seat where it matters: different states have different keys, in this
 * process and in the next. */
static uint64_t pack(const duel_variant *v, const void *state)
{
    const unsigned char *bytes = state;
    size_t len = length_of(bytes);
    uint64_t key = 1;
    script_game *s = game_of(v);
    if (1 + 8 * len + seat_bits(s) > v->key_bits) {
        duel_msg why;
        pthread_mutex_lock(&s->lock);
        too_large(s, len, &why);
        script_latch(s, &why);
        pthread_mutex_unlock(&s->lock);
        return 0;
    }
    for (size_t i = 0; i < len; i++)
        key = key << 8 | bytes[STATE_HEAD + i];
    return seat_bits(s) ? key << 2 | bytes[0] : key;
}

static int32_t evaluate(const duel_variant *v, const void *state, int seat)
{
    script_game *s;
    script_variant *sv;
    script_lock(v, &s, &sv);
    int32_t value = script_look(s, sv, state)->value[seat];
    script_unlock(s);
    return value;
}

void script_rules_install(script_game *s)
{
    duel_game *g = &s->game;
    g->variant = variant;
    g->deal = deal;
    g->turn = turn;
    g->over = over;
    g->moves = moves;
    g->play = play;
    g->trouble = trouble;
    g->doubt = doubt;
    g->hide = s->has[FN_hide] ? hide : NULL;
    g->guess = s->has[FN_guess] ? guess : NULL;
    s->accel.pack = pack;
    s->accel.evaluate = s->has[FN_evaluate] ? evaluate : NULL;
    g->accel = &s->accel;
}
