/* script/child.c -- see child.h.
 *
 * Every question is handled inside a protected call, so that memory running out anywhere is an
 * answer and not a crash. What the limits of Lua do not reach (a slow pattern inside the
 * string library) is ended by a timer that counts processor time: its signal kills. */
#include "script/child.h"
#include "base/clock.h"
#include "core/game.h"
#include "script/plain_value.h"
#include "script/sandbox.h"

#include <lauxlib.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    STATE_MOST = DUEL_STATE_MAX - 64,
    ANSWER_MOST = 1 << 20 /* bytes of a text or a picture */
};

/* A position and all that follows, by parts. */
enum { TURN, OVER, MOVES, CHILDREN, VALUES, PARTS };

typedef struct expansion {
    duel_buf part[PARTS];
} expansion;

struct child {
    duel_buf *out;   /* the answer to the question */
    duel_buf answer; /* about positions, being written */
    expansion expansion;
    duel_buf source, options; /* of the file; the options set last */
    char name[80];
    sandbox main, witness;
    int witnessed;                   /* questions the witness has seen */
    bool doubting;                   /* every answer is to be confirmed */
    int expansions, calls[FN_COUNT]; /* so far */
};

/* ---- answers ---------------------------------------------------------------------------- */

static void put_fault(duel_buf *out, const sandbox_fault *f)
{
    plain_value_put_int(out, f->kind);
    plain_value_put_int(out, f->line);
    plain_value_put_text(out, duel_str_of(f->function));
    plain_value_put_text(out, duel_str_of(f->detail));
}

static bool answer_fault(child *c, const sandbox_fault *f)
{
    duel_buf_clear(c->out);
    put_fault(c->out, f);
    return false;
}

static bool set_fault(sandbox_fault *f, talk_answer kind, talk_function function,
                      const char *detail)
{
    *f = (sandbox_fault){.kind = kind, .function = talk_function_name[function]};
    snprintf(f->detail, sizeof f->detail, "%s", detail);
    return false;
}

/* The bytes of the value on top of the stack, which is popped. */
static bool put_value(sandbox *s, talk_function from, size_t most, duel_buf *out,
                      sandbox_fault *f)
{
    lua_value_fault fault;
    bool right = lua_value_write(s->L, -1, most, out, &fault);
    lua_pop(s->L, 1);
    return right || set_fault(f, fault.kind, from, fault.path);
}

/* ---- the rules of the game, asked one by one -------------------------------------------- */

typedef struct asking { /* one position, put to one interpreter */
    sandbox *s;
    duel_str state;
    int seat; /* to move, from 1; 0: ask `turn` */
    int seats;
    bool children;
    sandbox_fault *fault;
} asking;

static bool push_state(const asking *a)
{
    duel_str rest = a->state;
    return lua_value_push(a->s->L, &rest) || set_fault(a->fault, TALK_NO_VALUE, FN_init, "");
}

static bool ask_turn(asking *a, duel_buf *out)
{
    if (a->s->function[FN_turn] != LUA_NOREF) {
        if (!push_state(a) || !sandbox_call(a->s, FN_turn, 1, 1, a->fault))
            return false;
        int right;
        lua_Integer seat = lua_tointegerx(a->s->L, -1, &right);
        if (!right || seat < 1 || seat > a->seats) {
            const char *what = luaL_tolstring(a->s->L, -1, NULL);
            return set_fault(a->fault, TALK_TURN, FN_turn, what);
        }
        lua_pop(a->s->L, 1);
        a->seat = (int)seat;
    }
    plain_value_put_int(out, a->seat);
    return true;
}

static bool take_score(lua_State *L, int i, int64_t *score)
{
    int right;
    lua_rawgeti(L, -1, i);
    *score = lua_tointegerx(L, -1, &right);
    lua_pop(L, 1);
    return right && *score >= -TALK_SCORE_MOST && *score <= TALK_SCORE_MOST;
}

static bool wrong_scores(const asking *a)
{
    char what[64];
    if (lua_istable(a->s->L, -1))
        snprintf(what, sizeof what, "{%llu}", (unsigned long long)lua_rawlen(a->s->L, -1));
    else
        snprintf(what, sizeof what, "%s", luaL_typename(a->s->L, -1));
    return set_fault(a->fault, TALK_SCORES, FN_over, what);
}

/* nil or false: it goes on. Else the scores, a whole number for each seat. */
static bool ask_over(asking *a, duel_buf *out)
{
    lua_State *L = a->s->L;
    if (!push_state(a))
        return false;
    lua_pushinteger(L, a->seat);
    if (!sandbox_call(a->s, FN_over, 2, 1, a->fault))
        return false;
    bool over = lua_toboolean(L, -1);
    if (over && (!lua_istable(L, -1) || lua_rawlen(L, -1) != (lua_Unsigned)a->seats))
        return wrong_scores(a);
    plain_value_put_list(out, over ? (uint32_t)a->seats : 0);
    for (int i = 1; over && i <= a->seats; i++) {
        int64_t score;
        if (!take_score(L, i, &score))
            return wrong_scores(a);
        plain_value_put_int(out, score);
    }
    lua_pop(L, 1);
    return true;
}

static bool ask_moves(asking *a, duel_buf *out)
{
    lua_State *L = a->s->L;
    if (!push_state(a))
        return false;
    lua_pushinteger(L, a->seat);
    if (!sandbox_call(a->s, FN_moves, 2, 1, a->fault))
        return false;
    if (!lua_istable(L, -1))
        return set_fault(a->fault, TALK_NO_LIST, FN_moves, luaL_typename(L, -1));
    size_t begin = out->len;
    duel_str list;
    plain_value_item head;
    if (!put_value(a->s, FN_moves, ANSWER_MOST, out, a->fault))
        return false;
    list = (duel_str){out->text + begin, out->len - begin};
    if (!plain_value_take(&list, &head) || head.kind != PLAIN_VALUE_LIST)
        return set_fault(a->fault, TALK_NO_LIST, FN_moves, "{…=…}");
    if (head.count >= DUEL_MOVES_MAX) {
        char many[32];
        snprintf(many, sizeof many, "%u", head.count);
        return set_fault(a->fault, TALK_MANY, FN_moves, many);
    }
    return true;
}

/* What a move leads to. `play` may change the table it was given and return nothing. */
static bool ask_play(asking *a, duel_str move, duel_buf *out)
{
    lua_State *L = a->s->L;
    if (!push_state(a))
        return false;
    int state = lua_gettop(L);
    lua_pushvalue(L, state);
    if (!lua_value_push(L, &move))
        return set_fault(a->fault, TALK_NO_VALUE, FN_play, "");
    lua_pushinteger(L, a->seat);
    if (!sandbox_call(a->s, FN_play, 3, 1, a->fault))
        return false;
    if (lua_isnil(L, -1) && lua_istable(L, state))
        lua_pop(L, 1);
    else
        lua_remove(L, state);
    return put_value(a->s, FN_play, STATE_MOST, out, a->fault);
}

/* A child: 0 and its state, or what went wrong, kept until somebody plays that move. */
static void ask_child(asking *a, duel_str move, duel_buf *out)
{
    size_t begin = out->len;
    sandbox_fault fault, *kept = a->fault;
    plain_value_put_int(out, TALK_OK);
    a->fault = &fault;
    if (!ask_play(a, move, out)) {
        out->len = begin;
        out->text[begin] = '\0';
        put_fault(out, &fault);
    }
    a->fault = kept;
}

static void ask_children(asking *a, duel_str moves, duel_buf *out)
{
    plain_value_item head;
    duel_str move;
    plain_value_take(&moves, &head);
    while (head.count-- && plain_value_cut(&moves, &move))
        ask_child(a, move, out);
}

static bool ask_evaluation(asking *a, duel_buf *out)
{
    lua_State *L = a->s->L;
    if (a->s->function[FN_evaluate] == LUA_NOREF)
        return true;
    for (int seat = 1; seat <= a->seats; seat++) {
        int right;
        if (!push_state(a))
            return false;
        lua_pushinteger(L, seat);
        if (!sandbox_call(a->s, FN_evaluate, 2, 1, a->fault))
            return false;
        double value = lua_tonumberx(L, -1, &right);
        if (!right || value != value)
            return set_fault(a->fault, TALK_NUMBER, FN_evaluate, luaL_typename(L, -1));
        lua_pop(L, 1);
        value = value > TALK_VALUE_MOST    ? TALK_VALUE_MOST
                : value < -TALK_VALUE_MOST ? -TALK_VALUE_MOST
                                           : value;
        plain_value_put_int(out, (int64_t)value);
    }
    return true;
}

/* ---- a position and all that follows ---------------------------------------------------- */

static void expansion_init(expansion *e)
{
    for (int i = 0; i < PARTS; i++)
        duel_buf_init(&e->part[i]);
}

static void expansion_clear(expansion *e)
{
    for (int i = 0; i < PARTS; i++)
        duel_buf_clear(&e->part[i]);
}

static bool expand_position(asking *a, expansion *e)
{
    if (!ask_turn(a, &e->part[TURN]) || !ask_over(a, &e->part[OVER]) ||
        !ask_moves(a, &e->part[MOVES]))
        return false;
    if (a->children)
        ask_children(a, duel_buf_str(&e->part[MOVES]), &e->part[CHILDREN]);
    return ask_evaluation(a, &e->part[VALUES]);
}

/* ---- the witness --------------------------------------------------------------------------
 *
 * A function that remembers something between calls, or goes by the order of pairs, gives
 * another answer to another who asks. So answers are put to a second interpreter, which lays
 * out its tables differently and has seen no question before; and about a position it is asked
 * in the opposite order, so that what one function leaves for the next is missed. */

static bool set_options(sandbox *s, duel_str options)
{
    if (!lua_value_push(s->L, &options))
        return false;
    sandbox_options(s);
    return true;
}

/* One that has seen fewer questions than `fresh`. False: no memory for a second one. */
static bool open_witness(child *c, int fresh)
{
    sandbox_fault fault;
    child_loop_timer(CHILD_SECONDS); /* it has as much as the first */
    if (c->witness.L && c->witnessed++ < fresh)
        return true;
    sandbox_close(&c->witness);
    c->witnessed = 1;
    return sandbox_open(&c->witness, c->name, duel_buf_str(&c->source), &fault) &&
           set_options(&c->witness, duel_buf_str(&c->options));
}

static bool is_doubted(const child *c, int *answers)
{
    bool by_turn = child_asks_twice(answers);
    return c->doubting || by_turn;
}

static bool same_text(duel_str a, duel_str b)
{
    return a.len == b.len && memcmp(a.at, b.at, a.len) == 0;
}

typedef bool asker(asking *a, duel_buf *out);

static bool confirms(asking *a, asker *ask, const duel_buf *answer)
{
    duel_buf again = duel_buf_empty();
    bool same = ask(a, &again) && same_text(duel_buf_str(&again), duel_buf_str(answer));
    duel_buf_fini(&again);
    return same;
}

/* Its values one by one; NULL: no memory. */
static duel_str *cut_list(duel_str list, uint32_t *count)
{
    plain_value_item head;
    plain_value_take(&list, &head);
    duel_str *value = calloc(head.count + 1, sizeof *value);
    for (uint32_t i = 0; value && i < head.count; i++)
        plain_value_cut(&list, &value[i]);
    *count = head.count;
    return value;
}

/* One answer of ask_child: 0 and a value, or the four parts of a fault. */
static duel_str cut_child(duel_str *rest)
{
    duel_str answer = *rest, part;
    plain_value_item kind;
    plain_value_take(rest, &kind);
    for (int parts = kind.number == TALK_OK ? 1 : 3; parts > 0; parts--)
        plain_value_cut(rest, &part);
    answer.len -= rest->len;
    return answer;
}

static bool confirms_children(asking *a, const expansion *e)
{
    uint32_t count;
    duel_str rest = duel_buf_str(&e->part[CHILDREN]);
    duel_str *move = cut_list(duel_buf_str(&e->part[MOVES]), &count);
    duel_str *answer = calloc(count + 1, sizeof *answer);
    duel_buf again = duel_buf_empty();
    bool same = true;
    for (uint32_t i = 0; answer && i < count; i++)
        answer[i] = cut_child(&rest);
    for (uint32_t i = count; move && answer && same && i-- > 0;) {
        duel_buf_clear(&again);
        ask_child(a, move[i], &again);
        same = same_text(duel_buf_str(&again), answer[i]);
    }
    duel_buf_fini(&again);
    free(move);
    free(answer);
    return same;
}

/* Who answers otherwise; FN_COUNT: nobody does. */
static talk_function find_fickle(asking *a, const expansion *e)
{
    if (!confirms(a, ask_evaluation, &e->part[VALUES]))
        return FN_evaluate;
    if (a->children && !confirms_children(a, e))
        return FN_play;
    if (!confirms(a, ask_moves, &e->part[MOVES]))
        return FN_moves;
    if (!confirms(a, ask_over, &e->part[OVER]))
        return FN_over;
    return confirms(a, ask_turn, &e->part[TURN]) ? FN_COUNT : FN_turn;
}

static int by_bytes(const void *a, const void *b)
{
    const duel_str *x = a, *y = b;
    int order = memcmp(x->at, y->at, x->len < y->len ? x->len : y->len);
    return order ? order : (x->len > y->len) - (x->len < y->len);
}

static bool same_values(duel_str list, duel_str other)
{
    uint32_t n, m;
    duel_str *x = cut_list(list, &n), *y = cut_list(other, &m);
    bool same = x && y && n == m;
    if (same) {
        qsort(x, n, sizeof *x, by_bytes);
        qsort(y, m, sizeof *y, by_bytes);
    }
    for (uint32_t i = 0; same && i < n; i++)
        same = by_bytes(&x[i], &y[i]) == 0;
    free(x);
    free(y);
    return same;
}

/* Does it list the same moves, in another order? */
static bool only_shuffles(asking *a, const expansion *e)
{
    duel_buf again = duel_buf_empty();
    bool same = ask_moves(a, &again) &&
                same_values(duel_buf_str(&again), duel_buf_str(&e->part[MOVES]));
    duel_buf_fini(&again);
    return same;
}

static bool witness_agrees(child *c, const asking *first, const expansion *e,
                           sandbox_fault *fault)
{
    enum { STRICT = 24, FRESH = 8 };
    bool strictly = c->doubting || c->expansions < STRICT;
    if (!is_doubted(c, &c->expansions) || !open_witness(c, strictly ? 0 : FRESH))
        return true;
    asking again = *first;
    sandbox_fault unused;
    again.s = &c->witness;
    again.fault = &unused;
    talk_function fickle = find_fickle(&again, e);
    if (fickle == FN_COUNT)
        return true;
    bool shuffled = fickle == FN_moves && only_shuffles(&again, e);
    return set_fault(fault, shuffled ? TALK_UNORDERED : TALK_FICKLE, fickle, "");
}

/* ---- answering about a position --------------------------------------------------------- */

/* One position: its parts, or a fault. */
static void answer_position(child *c, asking *a)
{
    sandbox_fault fault;
    expansion *e = &c->expansion;
    expansion_clear(e);
    a->fault = &fault;
    if (expand_position(a, e) && witness_agrees(c, a, e, &fault)) {
        plain_value_put_int(&c->answer, TALK_OK);
        for (int i = 0; i < PARTS; i++)
            duel_put_str(&c->answer.sink, duel_buf_str(&e->part[i]));
    } else {
        put_fault(&c->answer, &fault);
    }
}

static bool answer_expand(child *c, duel_str question)
{
    plain_value_item seats, children, seat;
    double begun = duel_clock();
    int64_t answered = 0;
    if (!plain_value_take(&question, &seats) || !plain_value_take(&question, &children))
        return false;
    duel_buf_clear(&c->answer);
    while (question.len && !child_loop_enough(begun, c->answer.len)) {
        asking a = {
            .s = &c->main, .seats = (int)seats.number, .children = children.number != 0};
        if (!plain_value_take(&question, &seat) || !plain_value_cut(&question, &a.state))
            return false;
        a.seat = (int)seat.number;
        lua_settop(c->main.L, 0);
        answer_position(c, &a);
        answered++;
    }
    plain_value_put_int(c->out, TALK_OK);
    plain_value_put_int(c->out, answered);
    duel_put_str(&c->out->sink, duel_buf_str(&c->answer));
    return true;
}

/* ---- its functions in one plain loop ---------------------------------------------------- */

/* `play` may change a table that it is given: it gets one of its own. */
static const char loop_source[] = "local seats, states, turn, over, moves, play = ...\n"
                                  "local function copy(t)\n"
                                  "  local own = {}\n"
                                  "  for k, v in pairs(t) do\n"
                                  "    own[k] = type(v) == 'table' and copy(v) or v\n"
                                  "  end\n"
                                  "  return own\n"
                                  "end\n"
                                  "for i = 1, #states do\n"
                                  "  local state, seat = states[i], seats[i]\n"
                                  "  local tables = type(state) == 'table'\n"
                                  "  if turn then seat = turn(state) end\n"
                                  "  over(state, seat)\n"
                                  "  for _, move in ipairs(moves(state, seat)) do\n"
                                  "    play(tables and copy(state) or state, move, seat)\n"
                                  "  end\n"
                                  "end\n";

static bool push_positions(lua_State *L, duel_str positions)
{
    plain_value_item seat;
    lua_newtable(L);
    lua_newtable(L);
    for (lua_Integer i = 1; positions.len; i++) {
        if (!plain_value_take(&positions, &seat))
            return false;
        lua_pushinteger(L, seat.number);
        lua_rawseti(L, -3, i);
        if (!lua_value_push(L, &positions))
            return false;
        lua_rawseti(L, -2, i);
    }
    return true;
}

static void push_functions(sandbox *s)
{
    static const talk_function asked[] = {FN_turn, FN_over, FN_moves, FN_play};
    for (size_t i = 0; i < sizeof asked / sizeof *asked; i++)
        lua_rawgeti(s->L, LUA_REGISTRYINDEX, s->function[asked[i]]);
}

/* Of the processor's time, since others work on the machine, too; and of the thread's, which is
 * the only one: while a timer of the process is armed, as it is here, Linux moves the clock of
 * the process from tick to tick, and a loop of a few ticks would seem shorter still. */
static int64_t nanoseconds_used(void)
{
    return (int64_t)(duel_clock_own() * 1e9);
}

/* Asks turn, over, moves and play of each position (seat and state, one after the other), as a
 * program in Lua would, and throws away what they say. *nanoseconds is the processor's time
 * that took, *before what the process had used until then. */
static bool loop_run(sandbox *s, duel_str positions, int64_t *before, int64_t *nanoseconds,
                     sandbox_fault *fault)
{
    *fault = (sandbox_fault){.kind = TALK_NO_VALUE, .function = ""};
    if (luaL_loadbufferx(s->L, loop_source, strlen(loop_source), "=loop", "t") != LUA_OK ||
        !push_positions(s->L, positions))
        return false;
    push_functions(s);
    *before = nanoseconds_used();
    bool right = sandbox_run(s, "", 6, 0, fault);
    *nanoseconds = nanoseconds_used() - *before;
    return right;
}

static bool answer_loop(child *c, duel_str question)
{
    plain_value_item seats, children;
    sandbox_fault fault;
    int64_t before, nanoseconds;
    if (!plain_value_take(&question, &seats) || !plain_value_take(&question, &children))
        return false;
    if (!loop_run(&c->main, question, &before, &nanoseconds, &fault)) {
        answer_fault(c, &fault);
        return true;
    }
    plain_value_put_int(c->out, TALK_OK);
    plain_value_put_int(c->out, nanoseconds);
    plain_value_put_int(c->out, before);
    return true;
}

/* ---- any other function ----------------------------------------------------------------- */

typedef struct calling {
    talk_function function;
    duel_str seed; /* of chance; empty: none */
    const duel_chance_tree
        *at; /* chance is this tape, as it is before it is read; NULL: it is not */
    uint32_t count;
    duel_str arguments;
} calling;

static bool put_result(sandbox *s, talk_function f, duel_buf *out, sandbox_fault *fault)
{
    if (lua_isnoneornil(s->L, -1)) {
        lua_pop(s->L, 1);
        plain_value_put_nil(out);
        return true;
    }
    static const bool is_large[FN_COUNT] = {
        [FN_draw] = true,   [FN_grid] = true, [FN_explain] = true,
        [FN_ending] = true, [FN_lens] = true, [FN_symmetries] = true};
    return put_value(s, f, is_large[f] ? ANSWER_MOST : STATE_MOST, out, fault);
}

/* `hide` and `play` may change the table they are given and return nothing: a second name for
 * it is kept below the call, and taken as the result. */
static bool call(sandbox *s, talk_function f, int arguments, sandbox_fault *fault)
{
    lua_State *L = s->L;
    bool in_place = f == FN_hide || f == FN_play;
    if (in_place) {
        lua_pushvalue(L, 1);
        lua_insert(L, 1);
    }
    if (!sandbox_call(s, f, arguments, 2, fault))
        return false;
    if (in_place && lua_isnil(L, 2)) {
        lua_pushvalue(L, 1);
        lua_replace(L, 2);
    }
    return true;
}

static void give_chance(sandbox *s, const calling *q, duel_chance_tree *tape)
{
    s->chance = q->at || q->seed.len > 0;
    if (q->at) {
        *tape = *q->at;
        duel_rng_init_tree(&s->rng, tape);
    } else if (s->chance) {
        duel_rng_init(&s->rng, q->seed);
    }
}

static void put_bounds(const calling *q, const duel_chance_tree *tape, duel_buf *out)
{
    if (q->at == NULL || tape->fault != DUEL_CHANCE_TREE_FINE) {
        plain_value_put_nil(out);
        return;
    }
    plain_value_put_list(out, tape->read);
    for (uint32_t i = 0; i < tape->read; i++)
        plain_value_put_int(out, tape->bound[i]);
}

/* Puts the call to an interpreter: its two results, and the bounds of its draws. */
static bool put_call(sandbox *s, const calling *q, duel_buf *out, sandbox_fault *fault)
{
    duel_str rest = q->arguments;
    duel_chance_tree tape;
    lua_settop(s->L, 0);
    for (uint32_t i = 0; i < q->count; i++)
        if (!lua_value_push(s->L, &rest))
            return set_fault(fault, TALK_NO_VALUE, q->function, "");
    give_chance(s, q, &tape);
    bool right = call(s, q->function, (int)q->count, fault);
    s->chance = false;
    if (!right)
        return false;
    lua_insert(s->L, -2); /* the second result was on top */
    right = put_result(s, q->function, out, fault) && put_result(s, q->function, out, fault);
    put_bounds(q, &tape, out);
    return right;
}

/* Texts and pictures are asked for again and again; a new interpreter for each takes longer
 * than the answer. */
static bool witness_confirms(child *c, const calling *q, const duel_buf *answer,
                             sandbox_fault *fault)
{
    enum { FRESH = 8 };
    if (!is_doubted(c, &c->calls[q->function]) || !open_witness(c, FRESH))
        return true;
    duel_buf again = duel_buf_empty();
    sandbox_fault unused;
    bool same = put_call(&c->witness, q, &again, &unused) &&
                same_text(duel_buf_str(&again), duel_buf_str(answer));
    duel_buf_fini(&again);
    return same || set_fault(fault, TALK_FICKLE, q->function, "");
}

static bool read_chance(duel_str *question, calling *q, duel_chance_tree *tape)
{
    plain_value_item chance, digit;
    if (!plain_value_take(question, &chance))
        return false;
    q->seed = chance.text;
    q->at = chance.kind == PLAIN_VALUE_LIST ? tape : NULL;
    duel_chance_tree_init(tape);
    for (uint32_t i = 0; q->at && i < chance.count; i++)
        if (!plain_value_take(question, &digit) ||
            !duel_chance_tree_write(tape, (uint32_t)digit.number))
            return false;
    return true;
}

static bool answer_call(child *c, duel_str question)
{
    plain_value_item function, arguments;
    sandbox_fault fault;
    duel_buf answer;
    duel_chance_tree tape;
    calling q = {.count = 0};
    if (!plain_value_take(&question, &function) || !read_chance(&question, &q, &tape) ||
        !plain_value_take(&question, &arguments) || function.number < 0 ||
        function.number >= FN_COUNT)
        return false;
    q.function = (talk_function)function.number;
    q.count = arguments.count;
    q.arguments = question;
    duel_buf_init(&answer);
    if (put_call(&c->main, &q, &answer, &fault) && witness_confirms(c, &q, &answer, &fault)) {
        plain_value_put_int(c->out, TALK_OK);
        duel_put_str(&c->out->sink, duel_buf_str(&answer));
    } else {
        answer_fault(c, &fault);
    }
    duel_buf_fini(&answer);
    return true;
}

/* ---- reading the file ------------------------------------------------------------------- */

static const char *const described[] = {
    "title",   "tagline", "rules",     "roles",   "options",   "seats",       "loopy",
    "nimbers", "margin",  "impartial", "version", "max_plies", "max_score",   "opponent",
    "tones",   "confirm", "lesson",    "lenses",  "puzzles",   "state_bytes", NULL};

/* A name's value, or what its function returns: `rules` may be either. */
static bool describe_one(child *c, const char *name, uint32_t *count, duel_buf *out,
                         sandbox_fault *fault)
{
    lua_value_fault wrong;
    sandbox_push(&c->main, name);
    if (lua_isfunction(c->main.L, -1) && !sandbox_run(&c->main, name, 0, 1, fault))
        return false;
    bool there = !lua_isnil(c->main.L, -1), right = true;
    if (there) {
        plain_value_put_text(out, duel_str_of(name));
        right = lua_value_write(c->main.L, -1, ANSWER_MOST, out, &wrong);
        ++*count;
    }
    lua_pop(c->main.L, 1);
    if (!right) {
        *fault = (sandbox_fault){.kind = wrong.kind, .function = name};
        snprintf(fault->detail, sizeof fault->detail, "%s", wrong.path);
    }
    return right;
}

static bool describe(child *c, sandbox_fault *fault)
{
    duel_buf map = duel_buf_empty();
    uint32_t count = 1;
    bool right = true;
    for (int i = 0; right && described[i]; i++)
        right = describe_one(c, described[i], &count, &map, fault);
    plain_value_put_text(&map, duel_str_of("has"));
    plain_value_put_list(&map, FN_COUNT);
    for (int f = 0; f < FN_COUNT; f++)
        plain_value_put_bool(&map, f < TALK_STATED && c->main.function[f] != LUA_NOREF);
    if (right) {
        plain_value_put_int(c->out, TALK_OK);
        plain_value_put_map(c->out, count);
        duel_put_str(&c->out->sink, duel_buf_str(&map));
    }
    duel_buf_fini(&map);
    return right;
}

static bool answer_load(child *c, duel_str question)
{
    plain_value_item name, source;
    sandbox_fault fault;
    if (!plain_value_take(&question, &name) || !plain_value_take(&question, &source))
        return false;
    snprintf(c->name, sizeof c->name, "%.*s", (int)name.text.len, name.text.at);
    duel_put_str(&c->source.sink, source.text);
    if (!sandbox_open(&c->main, c->name, source.text, &fault) || !describe(c, &fault))
        answer_fault(c, &fault);
    return true;
}

/* ---- questions -------------------------------------------------------------------------- */

typedef struct handling {
    child *c;
    duel_str question;
    bool right;
} handling;

static bool use_options(child *c, duel_str options)
{
    if (same_text(duel_buf_str(&c->options), options))
        return true;
    duel_buf_clear(&c->options);
    duel_put_str(&c->options.sink, options);
    sandbox_close(&c->witness);
    return set_options(&c->main, options);
}

static int handle(lua_State *L)
{
    handling *h = lua_touserdata(L, 1);
    plain_value_item what, doubting;
    duel_str options;
    lua_settop(L, 0);
    h->right = plain_value_take(&h->question, &what) &&
               plain_value_cut(&h->question, &options) &&
               plain_value_take(&h->question, &doubting) && use_options(h->c, options);
    h->c->doubting = h->right && doubting.number;
    if (!h->right)
        return 0;
    if (what.number == TALK_EXPAND)
        h->right = answer_expand(h->c, h->question);
    else if (what.number == TALK_LOOP)
        h->right = answer_loop(h->c, h->question);
    else
        h->right = answer_call(h->c, h->question);
    return 0;
}

/* False: the question makes no sense, or the file is not loaded. */
static bool handle_protected(child *c, duel_str question)
{
    handling h = {c, question, false};
    duel_str rest = question, options;
    plain_value_item what, doubting;
    if (plain_value_take(&rest, &what) && what.number == TALK_LOAD && c->main.L == NULL)
        return plain_value_cut(&rest, &options) && plain_value_take(&rest, &doubting) &&
               answer_load(c, rest);
    if (c->main.L == NULL)
        return false;
    lua_settop(c->main.L, 0);
    lua_pushcfunction(c->main.L, handle);
    lua_pushlightuserdata(c->main.L, &h);
    if (lua_pcall(c->main.L, 1, 0, 0) == LUA_OK)
        return h.right;
    answer_fault(c, &(sandbox_fault){.kind = TALK_MEMORY, .function = ""});
    return true;
}

bool child_answer(child *c, duel_str question, duel_buf *out)
{
    c->out = out;
    return handle_protected(c, question);
}

child *child_new(void)
{
    child *c = calloc(1, sizeof *c);
    if (c == NULL)
        return NULL;
    duel_buf_init(&c->source);
    duel_buf_init(&c->options);
    duel_buf_init(&c->answer);
    expansion_init(&c->expansion);
    return c;
}

void child_free(child *c)
{
    if (c == NULL)
        return;
    sandbox_close(&c->main);
    sandbox_close(&c->witness);
    for (int i = 0; i < PARTS; i++)
        duel_buf_fini(&c->expansion.part[i]);
    duel_buf_fini(&c->source);
    duel_buf_fini(&c->options);
    duel_buf_fini(&c->answer);
    free(c);
}
