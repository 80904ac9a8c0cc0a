/* script/child.c -- see child.h.
 *
 * Every question is handled inside a protected call, so that memory running out anywhere is an
 * answer and not a crash. What the limits of Lua do not reach (a slow pattern inside the
 * string library) is ended by a timer that counts processor time: its signal kills. */
#include "script/child.h"
#include "core/game.h"
#include "script/flat.h"
#include "script/luaflat.h"
#include "script/sandbox.h"

#include <dirent.h>
#include <fcntl.h>
#include <lauxlib.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/time.h>
#include <unistd.h>

enum {
    QUESTION_SECONDS = 2, /* of processor time */
    STATE_MOST = DUEL_STATE_MAX - 64,
    ANSWER_MOST = 1 << 20, /* bytes of a text or a picture */
    WITNESSES = 24 /* first positions that a second interpreter, new each time, must confirm */
};

typedef struct child {
    duel_buf in, out;
    duel_buf source, options; /* of the file; the options set last */
    char name[80];
    sandbox main, witness;
    int positions; /* expanded so far */
} child;

/* ---- answers ------------------------------------------------------------------------------
 */

static void put_fault(duel_buf *out, const sandbox_fault *f)
{
    flat_put_int(out, f->kind);
    flat_put_int(out, f->line);
    flat_put_text(out, duel_str_of(f->function));
    flat_put_text(out, duel_str_of(f->detail));
}

static bool answer_fault(child *c, const sandbox_fault *f)
{
    duel_buf_clear(&c->out);
    put_fault(&c->out, f);
    return false;
}

static bool set_fault(sandbox_fault *f, wire_answer kind, wire_function function,
                      const char *detail)
{
    *f = (sandbox_fault){.kind = kind, .function = wire_function_name[function]};
    snprintf(f->detail, sizeof f->detail, "%s", detail);
    return false;
}

/* The bytes of the value on top of the stack, which is popped. */
static bool put_value(sandbox *s, wire_function from, size_t most, duel_buf *out,
                      sandbox_fault *f)
{
    luaflat_fault fault;
    bool right = luaflat_write(s->L, -1, most, out, &fault);
    lua_pop(s->L, 1);
    return right || set_fault(f, fault.kind, from, fault.path);
}

/* ---- the rules of the game, asked one by one ----------------------------------------------
 */

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
    return luaflat_push(a->s->L, &rest) || set_fault(a->fault, WIRE_NO_VALUE, FN_init, "");
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
            return set_fault(a->fault, WIRE_TURN, FN_turn, what);
        }
        lua_pop(a->s->L, 1);
        a->seat = (int)seat;
    }
    flat_put_int(out, a->seat);
    return true;
}

static bool take_score(lua_State *L, int i, int64_t *score)
{
    int right;
    lua_rawgeti(L, -1, i);
    *score = lua_tointegerx(L, -1, &right);
    lua_pop(L, 1);
    return right && *score >= -WIRE_SCORE_MOST && *score <= WIRE_SCORE_MOST;
}

static bool wrong_scores(const asking *a)
{
    char what[64];
    if (lua_istable(a->s->L, -1))
        snprintf(what, sizeof what, "{%llu}", (unsigned long long)lua_rawlen(a->s->L, -1));
    else
        snprintf(what, sizeof what, "%s", luaL_typename(a->s->L, -1));
    return set_fault(a->fault, WIRE_SCORES, FN_over, what);
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
    flat_put_list(out, over ? (uint32_t)a->seats : 0);
    for (int i = 1; over && i <= a->seats; i++) {
        int64_t score;
        if (!take_score(L, i, &score))
            return wrong_scores(a);
        flat_put_int(out, score);
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
        return set_fault(a->fault, WIRE_NO_LIST, FN_moves, luaL_typename(L, -1));
    size_t begin = out->len;
    duel_str list;
    flat_item head;
    if (!put_value(a->s, FN_moves, ANSWER_MOST, out, a->fault))
        return false;
    list = (duel_str){out->text + begin, out->len - begin};
    if (!flat_take(&list, &head) || head.kind != FLAT_LIST)
        return set_fault(a->fault, WIRE_NO_LIST, FN_moves, "{…=…}");
    if (head.count >= DUEL_MOVES_MAX) {
        char many[32];
        snprintf(many, sizeof many, "%u", head.count);
        return set_fault(a->fault, WIRE_MANY, FN_moves, many);
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
    if (!luaflat_push(L, &move))
        return set_fault(a->fault, WIRE_NO_VALUE, FN_play, "");
    lua_pushinteger(L, a->seat);
    if (!sandbox_call(a->s, FN_play, 3, 1, a->fault))
        return false;
    if (lua_isnil(L, -1) && lua_istable(L, state))
        lua_pop(L, 1);
    else
        lua_remove(L, state);
    return put_value(a->s, FN_play, STATE_MOST, out, a->fault);
}

/* Each child: 0 and its state, or what went wrong, kept until somebody plays that move. */
static void ask_children(asking *a, duel_str moves, duel_buf *out)
{
    flat_item head;
    flat_take(&moves, &head);
    for (uint32_t i = 0; i < head.count; i++) {
        duel_str move;
        size_t begin = out->len;
        sandbox_fault fault, *kept = a->fault;
        flat_cut(&moves, &move);
        flat_put_int(out, WIRE_OK);
        a->fault = &fault;
        if (!ask_play(a, move, out)) {
            out->len = begin;
            out->text[begin] = '\0';
            put_fault(out, &fault);
        }
        a->fault = kept;
    }
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
            return set_fault(a->fault, WIRE_NUMBER, FN_evaluate, luaL_typename(L, -1));
        lua_pop(L, 1);
        value = value > WIRE_VALUE_MOST    ? WIRE_VALUE_MOST
                : value < -WIRE_VALUE_MOST ? -WIRE_VALUE_MOST
                                           : value;
        flat_put_int(out, (int64_t)value);
    }
    return true;
}

/* ---- a position and all that follows ------------------------------------------------------
 */

enum { TURN_OVER, MOVES, CHILDREN, VALUES, PARTS };
static const wire_function part_of[PARTS] = {FN_over, FN_moves, FN_play, FN_evaluate};

typedef struct expansion {
    duel_buf part[PARTS];
} expansion;

static void expansion_init(expansion *e)
{
    for (int i = 0; i < PARTS; i++)
        duel_buf_init(&e->part[i]);
}

static void expansion_fini(expansion *e)
{
    for (int i = 0; i < PARTS; i++)
        duel_buf_fini(&e->part[i]);
}

static bool expand(asking *a, expansion *e)
{
    if (!ask_turn(a, &e->part[TURN_OVER]) || !ask_over(a, &e->part[TURN_OVER]) ||
        !ask_moves(a, &e->part[MOVES]))
        return false;
    if (a->children)
        ask_children(a, duel_buf_str(&e->part[MOVES]), &e->part[CHILDREN]);
    return ask_evaluation(a, &e->part[VALUES]);
}

static bool set_options(sandbox *s, duel_str options)
{
    if (!luaflat_push(s->L, &options))
        return false;
    sandbox_options(s);
    return true;
}

static bool open_witness(child *c)
{
    sandbox_fault fault;
    sandbox_close(&c->witness);
    return sandbox_open(&c->witness, c->name, duel_buf_str(&c->source), &fault) &&
           set_options(&c->witness, duel_buf_str(&c->options));
}

static bool same_bytes(const duel_buf *a, const duel_buf *b)
{
    return a->len == b->len && memcmp(a->text, b->text, a->len) == 0;
}

static int by_bytes(const void *a, const void *b)
{
    const duel_str *x = a, *y = b;
    int order = memcmp(x->at, y->at, x->len < y->len ? x->len : y->len);
    return order ? order : (x->len > y->len) - (x->len < y->len);
}

static duel_str *sorted_moves(duel_str list, uint32_t *count)
{
    flat_item head;
    flat_take(&list, &head);
    duel_str *move = calloc(head.count + 1, sizeof *move);
    for (uint32_t i = 0; move && i < head.count; i++)
        flat_cut(&list, &move[i]);
    if (move)
        qsort(move, head.count, sizeof *move, by_bytes);
    *count = head.count;
    return move;
}

/* The same moves, in another order? */
static bool only_shuffled(const expansion *a, const expansion *b)
{
    uint32_t n, m;
    duel_str *x = sorted_moves(duel_buf_str(&a->part[MOVES]), &n);
    duel_str *y = sorted_moves(duel_buf_str(&b->part[MOVES]), &m);
    bool same = x && y && n == m;
    for (uint32_t i = 0; same && i < n; i++)
        same = by_bytes(&x[i], &y[i]) == 0;
    free(x);
    free(y);
    return same;
}

/* A second interpreter, which lays out its tables differently and has seen no question before,
 * must answer the same: else the file depends on the order of pairs, or on what it
 * remembers between calls. */
static bool witness_agrees(child *c, const asking *first, const expansion *e,
                           sandbox_fault *fault)
{
    if (c->positions >= WITNESSES)
        return true;
    if (!open_witness(c))
        return true; /* no memory for a second one */
    c->positions++;
    expansion other;
    expansion_init(&other);
    asking again = *first;
    sandbox_fault unused;
    again.s = &c->witness;
    again.fault = &unused;
    bool right = expand(&again, &other);
    int part = 0;
    while (right && part < PARTS && same_bytes(&e->part[part], &other.part[part]))
        part++;
    bool same = right && part == PARTS;
    if (!same && right && part == MOVES && only_shuffled(e, &other))
        set_fault(fault, WIRE_UNORDERED, FN_moves, "");
    else if (!same)
        set_fault(fault, WIRE_FICKLE, part_of[right ? part : 0], "");
    expansion_fini(&other);
    return same;
}

static bool answer_expand(child *c, duel_str question)
{
    flat_item seat, seats, children;
    sandbox_fault fault;
    expansion e;
    duel_str state;
    if (!flat_take(&question, &seat) || !flat_take(&question, &seats) ||
        !flat_take(&question, &children) || !flat_cut(&question, &state))
        return false;
    asking a = {&c->main, state, (int)seat.number, (int)seats.number, children.number != 0,
                &fault};
    expansion_init(&e);
    asking first = a;
    bool right = expand(&a, &e) && witness_agrees(c, &first, &e, &fault);
    if (right) {
        flat_put_int(&c->out, WIRE_OK);
        for (int i = 0; i < PARTS; i++)
            duel_put_str(&c->out.sink, duel_buf_str(&e.part[i]));
    } else {
        answer_fault(c, &fault);
    }
    expansion_fini(&e);
    return true;
}

/* ---- any other function -------------------------------------------------------------------
 */

static bool put_result(child *c, wire_function f, size_t most, sandbox_fault *fault)
{
    if (lua_isnoneornil(c->main.L, -1)) {
        lua_pop(c->main.L, 1);
        flat_put_nil(&c->out);
        return true;
    }
    return put_value(&c->main, f, most, &c->out, fault);
}

/* `hide` and `play` may change the table they are given and return nothing: a second name for
 * it is kept below the call, and taken as the result. */
static bool call(child *c, wire_function f, int arguments, sandbox_fault *fault)
{
    lua_State *L = c->main.L;
    bool in_place = f == FN_hide || f == FN_play;
    if (in_place) {
        lua_pushvalue(L, 1);
        lua_insert(L, 1);
    }
    if (!sandbox_call(&c->main, f, arguments, 2, fault))
        return false;
    if (in_place && lua_isnil(L, 2)) {
        lua_pushvalue(L, 1);
        lua_replace(L, 2);
    }
    return true;
}

static bool answer_call(child *c, duel_str question)
{
    flat_item function, seed, arguments;
    sandbox_fault fault;
    if (!flat_take(&question, &function) || !flat_take(&question, &seed) ||
        !flat_take(&question, &arguments) || function.number < 0 || function.number >= FN_COUNT)
        return false;
    wire_function f = (wire_function)function.number;
    size_t most = f == FN_draw || f == FN_grid || f == FN_explain ? ANSWER_MOST : STATE_MOST;
    for (uint32_t i = 0; i < arguments.count; i++)
        if (!luaflat_push(c->main.L, &question))
            return false;
    c->main.chance = seed.text.len > 0;
    if (c->main.chance)
        duel_rng_init(&c->main.rng, seed.text);
    bool right = call(c, f, (int)arguments.count, &fault);
    c->main.chance = false;
    if (right) {
        flat_put_int(&c->out, WIRE_OK);
        lua_insert(c->main.L, -2); /* the second result was on top */
        right = put_result(c, f, most, &fault) && put_result(c, f, most, &fault);
    }
    if (!right)
        answer_fault(c, &fault);
    return true;
}

/* ---- reading the file ---------------------------------------------------------------------
 */

static const char *const described[] = {
    "title",     "tagline",  "rules",  "roles",     "options", "seats",
    "loopy",     "nimbers",  "margin", "impartial", "version", "max_plies",
    "max_score", "opponent", "tones",  "confirm",   NULL};

/* A name's value, or what its function returns: `rules` may be either. */
static bool describe_one(child *c, const char *name, uint32_t *count, duel_buf *out,
                         sandbox_fault *fault)
{
    luaflat_fault wrong;
    sandbox_push(&c->main, name);
    if (lua_isfunction(c->main.L, -1) && !sandbox_run(&c->main, name, 0, 1, fault))
        return false;
    bool there = !lua_isnil(c->main.L, -1), right = true;
    if (there) {
        flat_put_text(out, duel_str_of(name));
        right = luaflat_write(c->main.L, -1, ANSWER_MOST, out, &wrong);
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
    duel_buf map;
    uint32_t count = 1;
    bool right = true;
    duel_buf_init(&map);
    for (int i = 0; right && described[i]; i++)
        right = describe_one(c, described[i], &count, &map, fault);
    flat_put_text(&map, duel_str_of("has"));
    flat_put_list(&map, FN_COUNT);
    for (int f = 0; f < FN_COUNT; f++)
        flat_put_bool(&map, c->main.function[f] != LUA_NOREF);
    if (right) {
        flat_put_int(&c->out, WIRE_OK);
        flat_put_map(&c->out, count);
        duel_put_str(&c->out.sink, duel_buf_str(&map));
    }
    duel_buf_fini(&map);
    return right;
}

static bool answer_load(child *c, duel_str question)
{
    flat_item name, source;
    sandbox_fault fault;
    if (!flat_take(&question, &name) || !flat_take(&question, &source))
        return false;
    snprintf(c->name, sizeof c->name, "%.*s", (int)name.text.len, name.text.at);
    duel_put_str(&c->source.sink, source.text);
    if (!sandbox_open(&c->main, c->name, source.text, &fault) || !describe(c, &fault))
        answer_fault(c, &fault);
    return true;
}

/* ---- the loop -----------------------------------------------------------------------------
 */

typedef struct handling {
    child *c;
    duel_str question;
    bool right;
} handling;

static bool use_options(child *c, duel_str options)
{
    duel_str known = duel_buf_str(&c->options);
    if (known.len == options.len && memcmp(known.at, options.at, options.len) == 0)
        return true;
    duel_buf_clear(&c->options);
    duel_put_str(&c->options.sink, options);
    return set_options(&c->main, options);
}

static int handle(lua_State *L)
{
    handling *h = lua_touserdata(L, 1);
    flat_item what;
    duel_str options;
    lua_settop(L, 0);
    h->right = flat_take(&h->question, &what) && flat_cut(&h->question, &options) &&
               use_options(h->c, options);
    if (h->right && what.number == WIRE_EXPAND)
        h->right = answer_expand(h->c, h->question);
    else if (h->right)
        h->right = answer_call(h->c, h->question);
    return 0;
}

/* False: the question makes no sense, or the file is not loaded. */
static bool handle_protected(child *c, duel_str question)
{
    handling h = {c, question, false};
    duel_str rest = question, options;
    flat_item what;
    if (flat_take(&rest, &what) && what.number == WIRE_LOAD && c->main.L == NULL)
        return flat_cut(&rest, &options) && answer_load(c, rest);
    if (c->main.L == NULL)
        return false;
    lua_settop(c->main.L, 0);
    lua_pushcfunction(c->main.L, handle);
    lua_pushlightuserdata(c->main.L, &h);
    if (lua_pcall(c->main.L, 1, 0, 0) == LUA_OK)
        return h.right;
    answer_fault(c, &(sandbox_fault){.kind = WIRE_MEMORY, .function = ""});
    return true;
}

/* Processor time from now until the signal that kills; 0: none. */
static void set_timer(int seconds)
{
    struct itimerval t = {.it_value.tv_sec = seconds};
    setitimer(ITIMER_PROF, &t, NULL);
}

static void limit(int what, rlim_t most)
{
    struct rlimit l = {most, most};
    setrlimit(what, &l);
}

/* What the program already has mapped does not count; sanitizers map everything there is. */
static void limit_memory(void)
{
#if !defined(__SANITIZE_ADDRESS__)
    unsigned long pages = 0;
    FILE *f = fopen("/proc/self/statm", "r");
    int got = f ? fscanf(f, "%lu", &pages) : 0;
    if (f)
        fclose(f);
    if (got == 1)
        limit(RLIMIT_AS,
              (rlim_t)pages * (rlim_t)sysconf(_SC_PAGESIZE) + 6 * (rlim_t)SANDBOX_MEMORY);
#endif
}

static void close_files(int keep)
{
    DIR *dir = opendir("/proc/self/fd");
    const struct dirent *entry;
    while (dir && (entry = readdir(dir))) {
        int fd = atoi(entry->d_name);
        if (fd > STDERR_FILENO && fd != keep && fd != dirfd(dir))
            close(fd);
    }
    if (dir)
        closedir(dir);
    int nothing = open("/dev/null", O_RDWR);
    if (nothing >= 0) {
        dup2(nothing, STDIN_FILENO);
        dup2(nothing, STDOUT_FILENO);
        if (nothing != keep && nothing > STDERR_FILENO)
            close(nothing);
    }
}

static void confine(int fd)
{
    sigset_t none;
    sigemptyset(&none);
    sigprocmask(SIG_SETMASK, &none, NULL);
    signal(SIGINT, SIG_IGN); /* Ctrl-C is the parent's to answer */
    signal(SIGTERM, SIG_DFL);
    signal(SIGPROF, SIG_DFL);
    close_files(fd);
    limit_memory();
    limit(RLIMIT_CORE, 0);
    limit(RLIMIT_FSIZE, 0);
    limit(RLIMIT_NOFILE, 0);
}

_Noreturn void child_run(int fd)
{
    child *c = calloc(1, sizeof *c);
    if (c == NULL)
        _exit(1);
    duel_buf_init(&c->in);
    duel_buf_init(&c->out);
    duel_buf_init(&c->source);
    duel_buf_init(&c->options);
    confine(fd);
    while (wire_receive(fd, &c->in)) {
        duel_buf_clear(&c->out);
        set_timer(QUESTION_SECONDS);
        if (!handle_protected(c, duel_buf_str(&c->in)))
            break;
        set_timer(0);
        if (!wire_send(fd, duel_buf_str(&c->out)))
            break;
    }
    _exit(0);
}
