/* bench/load.c -- the page under load, on this machine: how long a move takes until the others
 * see it, and what idle connections cost.
 *
 *     usage: load PROGRAM [--tables N] [--rate MOVES] [--thinking N] [--watchers N] [--games
 * LIST]
 *                         [--seconds S] [--idle N] [--port N]
 *
 * Moving: two players at each table move on a clock, MOVES a second, whether the server keeps
 * up or not; waiting is counted from the moment a move was due until the other player has the
 * news, which comes only once the move is on the disk. Meanwhile N machines think, each against
 * somebody who answers at once, and people look on. Beside it stands how long the disk itself
 * takes for a small synchronous write.
 *
 * Idle: connections that said hello and look at the lobby; what the server holds with them.
 *
 * The games are played here as well, so nothing needs to be read from the news but that they
 * came; so only games will do that begin alike each time and whose turns are one move. */
#include "host.h"
#include "same_user.h"
#include "waits.h"

#include "base/clock.h"
#include "core/play.h"
#include "core/variant.h"
#include "players/catalogue.h"

#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/resource.h>
#include <unistd.h>

enum { MOST_GAMES = 8, MOST_WATCHERS = 64, TABLE_TEXT = 16, TOKEN_TEXT = 40, REMEMBERED = 16 };
static const double late_ms = 50;
static const long most_megabytes = 100;

typedef struct options {
    const char *program;
    long tables, thinking, watchers, idle, port;
    double rate, seconds;
    duel_variant game[MOST_GAMES];
    int games;
} options;

typedef struct bench {
    options o;
    int events; /* epoll */
    host host;
    bool counts; /* what is seen from now on */
    waits seen, looked_on, answered;
    duel_rng rng;
    long moves, games, thoughts;
} bench;

/* A table with its people; with a machine, only the first player is one. */
typedef struct match_table {
    bench *b;
    const duel_variant *v;
    bool machine;
    peer player[2], watcher[MOST_WATCHERS];
    int opened, seated; /* how many of them */
    char id[TABLE_TEXT], token[2][TOKEN_TEXT];
    duel_state state;
    bool plays, in_flight;
    size_t moves;              /* so far, the one in flight included */
    int mover;                 /* of that one */
    double due;                /* when the next move is to be made, */
    double asked_due;          /* the last one was, */
    double due_of[REMEMBERED]; /* and those before it were, by the number of moves with it */
} match_table;

/* ---- a table ----------------------------------------------------------------------------- */

static void create_game(match_table *t)
{
    t->plays = t->in_flight = false;
    t->seated = 0;
    t->moves = 0;
    if (duel_deal(t->v, duel_str_of("1"), &t->state) != DUEL_OK)
        bench_fail("%s cannot be dealt", t->v->game->id);
    peer_say(&t->player[0],
             "{\"do\":\"create\",\"game\":\"%s\",\"options\":{},\"seats\":[\"here\",\"%s\"],"
             "\"n\":1}",
             t->v->game->id, t->machine ? "expert" : "elsewhere");
}

static int people_at(const match_table *t)
{
    return t->machine ? 1 : 2 + (int)t->b->o.watchers;
}

static void join_all(match_table *t)
{
    for (int i = 0; i < (t->machine ? 1 : 2); i++)
        peer_say(&t->player[i],
                 "{\"do\":\"join\",\"table\":\"%s\",\"tokens\":[\"%s\"],\"n\":2}", t->id,
                 t->token[i]);
    for (int i = 0; !t->machine && i < t->b->o.watchers; i++)
        peer_say(&t->watcher[i], "{\"do\":\"join\",\"table\":\"%s\",\"tokens\":[],\"n\":2}",
                 t->id);
}

static void read_created(match_table *t, duel_str text)
{
    json_t *told = json_loadb(text.at, text.len, 0, NULL);
    json_t *seats = json_object_get(told, "seats");
    snprintf(t->id, sizeof t->id, "%s", json_string_value(json_object_get(told, "table")));
    for (size_t i = 0; i < json_array_size(seats) && i < 2; i++)
        snprintf(t->token[i], sizeof t->token[i], "%s",
                 json_string_value(json_object_get(json_array_get(seats, i), "token")));
    json_decref(told);
    join_all(t);
}

/* Plays any legal move here, and gives it in words. */
static void choose_move(match_table *t, duel_buf *text)
{
    duel_move list[DUEL_MOVES_MAX];
    int count = t->v->game->moves(t->v, &t->state, list);
    duel_move move = list[duel_rng_below(&t->b->rng, (uint32_t)count)];
    duel_print_move(t->v, &t->state, move, &text->sink);
    t->v->game->play(t->v, &t->state, move);
}

static void send_move(match_table *t)
{
    duel_buf text;
    t->mover = t->v->game->turn(t->v, &t->state);
    duel_buf_init(&text);
    choose_move(t, &text);
    t->moves++;
    t->in_flight = true;
    t->due_of[t->moves % REMEMBERED] = t->asked_due = t->due;
    t->due += 1 / t->b->o.rate;
    peer_say(&t->player[t->mover], "{\"do\":\"move\",\"move\":\"%s\",\"n\":3}", text.text);
    duel_buf_fini(&text);
}

static void begin_play(match_table *t)
{
    double share = (double)duel_rng_below(&t->b->rng, 1000) / 1000;
    t->plays = true;
    t->due = duel_clock() + share / t->b->o.rate;
    if (t->machine)
        send_move(t);
}

/* The other player has the news: that is what the mover waits for. */
static void move_seen(match_table *t, double waited)
{
    if (t->b->counts) {
        waits_add(&t->b->seen, waited);
        t->b->moves++;
    }
    t->in_flight = false;
    if (duel_is_over(t->v, &t->state)) {
        t->b->games += t->b->counts;
        create_game(t);
    }
}

/* ---- what the news say --------------------------------------------------------------------
 */

/* How many moves a change of the list of moves leads to; *last is the last one, NULL: none. */
static size_t moves_in(const json_t *change, const char **last)
{
    const json_t *script = json_array_get(change, 2), *added = NULL; /* ["~", {}, script] */
    size_t count = 0;
    if (script == NULL) { /* ["=", list] */
        added = json_array_get(change, 1);
        count = json_array_size(added);
    }
    for (size_t i = 0; i < json_array_size(script); i++) {
        const json_t *part = json_array_get(script, i);
        if (json_is_array(part))
            added = part, count += json_array_size(part);
        else
            count += (size_t)json_integer_value(json_array_get(script, ++i));
    }
    const json_t *one = json_array_get(added, json_array_size(added) - 1);
    *last = json_string_value(json_object_get(one, "move"));
    return count;
}

static void follow_machine(match_table *t, size_t moves, const char *last)
{
    duel_move read;
    if (moves <= t->moves || last == NULL)
        return;
    if (duel_read_move(t->v, &t->state, duel_str_of(last), &read, NULL) != DUEL_OK)
        bench_fail("the machine plays %s, which is not legal here", last);
    t->v->game->play(t->v, &t->state, read);
    t->moves++;
    t->b->thoughts += t->b->counts;
    if (duel_is_over(t->v, &t->state))
        create_game(t);
    else if (t->v->game->turn(t->v, &t->state) == 0)
        send_move(t);
}

/* ---- what people hear -------------------------------------------------------------------- */

static bool mentions(duel_str text, const char *what)
{
    return memmem(text.at, text.len, what, strlen(what)) != NULL;
}

static void hear_moves(match_table *t, const peer *p, size_t moves, const char *last)
{
    double waited = duel_clock() - t->due_of[moves % REMEMBERED];
    if (t->machine)
        follow_machine(t, moves, last);
    else if (p->role >= 2 && t->b->counts)
        waits_add(&t->b->looked_on, waited);
    else if (moves == t->moves && t->in_flight && p->role == 1 - t->mover)
        move_seen(t, waited);
}

/* Its table, for the first time, or what changed. */
static void hear_table(match_table *t, const peer *p, duel_str text)
{
    const char *last;
    if (!mentions(text, "\"since\":")) {
        if (mentions(text, t->id) && ++t->seated == people_at(t))
            begin_play(t);
    } else if (t->plays && mentions(text, "\"list\":")) {
        json_t *told = json_loadb(text.at, text.len, 0, NULL);
        size_t moves =
            moves_in(json_object_get(json_object_get(told, "changed"), "list"), &last);
        hear_moves(t, p, moves, last);
        json_decref(told);
    }
}

static void hear_people(peer *p, duel_str text)
{
    match_table *t = p->owner;
    if (text.at == NULL) {
        if (++t->opened == people_at(t))
            create_game(t);
    } else if (mentions(text, "\"is\":\"created\"")) {
        read_created(t, text);
    } else if (mentions(text, "\"is\":\"table\"")) {
        hear_table(t, p, text);
    } else if (mentions(text, "\"is\":\"refused\"")) {
        bench_fail("refused: %.*s", (int)text.len, text.at);
    } else if (mentions(text, "\"re\":3") && t->b->counts && !t->machine) {
        waits_add(&t->b->answered, duel_clock() - t->asked_due);
    }
}

/* ---- moving ------------------------------------------------------------------------------ */

static void open_table(bench *b, match_table *t, int number, bool machine)
{
    *t = (match_table){.b = b, .v = &b->o.game[number % b->o.games], .machine = machine};
    peer_open(&t->player[0], b->events, b->host.port, hear_people, t, 0);
    if (machine)
        return;
    peer_open(&t->player[1], b->events, b->host.port, hear_people, t, 1);
    for (int i = 0; i < b->o.watchers; i++)
        peer_open(&t->watcher[i], b->events, b->host.port, hear_people, t, 2 + i);
}

static void close_table(match_table *t)
{
    peer_close(&t->player[0]);
    for (int i = 0; !t->machine && i < t->b->o.watchers; i++)
        peer_close(&t->watcher[i]);
    if (!t->machine)
        peer_close(&t->player[1]);
}

static void wait_events(const bench *b, int ms)
{
    enum { AT_ONCE = 256 };
    struct epoll_event list[AT_ONCE];
    int count = epoll_wait(b->events, list, AT_ONCE, ms);
    for (int i = 0; i < count; i++)
        peer_feed(list[i].data.ptr);
}

static void run_tables(bench *b, match_table *tables, double seconds)
{
    double until = duel_clock() + seconds;
    for (double now = duel_clock(); now < until; now = duel_clock()) {
        wait_events(b, 1);
        now = duel_clock();
        for (long i = 0; i < b->o.tables; i++)
            if (tables[i].plays && !tables[i].in_flight && now >= tables[i].due)
                send_move(&tables[i]);
    }
}

static double measure_moving(bench *b)
{
    enum { WARM = 4 }; /* seconds until all tables are made and moving */
    long all = b->o.tables + b->o.thinking;
    match_table *tables = calloc((size_t)all, sizeof *tables);
    host_start(&b->host, b->o.program, b->o.port);
    double disk = host_probe_disk(&b->host);
    for (long i = 0; i < all; i++)
        open_table(b, &tables[i], (int)i, i >= b->o.tables);
    run_tables(b, tables, WARM);
    double loop = host_loop_seconds(&b->host);
    b->counts = true;
    run_tables(b, tables, b->o.seconds);
    b->counts = false;
    loop = host_loop_seconds(&b->host) - loop;
    double held = host_megabytes(&b->host),
           late = waits_tell("moves, seen by the other", &b->seen);
    waits_tell("moves, answered", &b->answered);
    if (b->o.watchers)
        waits_tell("moves, seen by who looks on", &b->looked_on);
    double disk_after = host_probe_disk(&b->host);
    printf(
        "%ld tables at %g moves a second, %ld machines thinking: %ld moves, %ld games, %ld moves "
        "of machines in %g s; the loop used %.2f s (%.2f ms a move), the server held %.0f MB\n",
        b->o.tables, b->o.rate, b->o.thinking, b->moves, b->games, b->thoughts, b->o.seconds,
        loop, b->moves ? loop * 1000 / (double)(b->moves + 2 * b->thoughts) : 0, held);
    for (long i = 0; i < all; i++)
        close_table(&tables[i]);
    host_stop(&b->host);
    free(tables);
    return late - (disk > disk_after ? disk : disk_after);
}

/* ---- idle -------------------------------------------------------------------------------- */

typedef struct idle_crowd {
    long opened, greeted;
} idle_crowd;

static void hear_idle(peer *p, duel_str text)
{
    idle_crowd *all = p->owner;
    if (text.at == NULL)
        all->opened++, peer_say(p, "{\"do\":\"hello\",\"n\":1}");
    else if (mentions(text, "\"is\":\"hello\""))
        peer_say(p, "{\"do\":\"home\",\"mine\":[],\"n\":2}");
    else if (mentions(text, "\"is\":\"lobby\""))
        all->greeted++;
}

static long allow_files(long wanted)
{
    enum { OWN = 100 };
    struct rlimit limit;
    getrlimit(RLIMIT_NOFILE, &limit);
    if ((rlim_t)wanted + OWN > limit.rlim_max) {
        wanted = (long)limit.rlim_max - OWN;
        printf("so many files may be open here (ulimit -Hn) as for %ld connections\n", wanted);
    }
    limit.rlim_cur = (rlim_t)wanted + OWN;
    setrlimit(RLIMIT_NOFILE, &limit);
    return wanted;
}

static double measure_idle(bench *b)
{
    enum { PATIENCE = 120, AT_ONCE = 500 }; /* so many may be half open */
    idle_crowd all = {.opened = 0};
    host_start(&b->host, b->o.program, b->o.port); /* before: it raises the limit itself */
    double before = host_megabytes(&b->host), until = duel_clock() + PATIENCE;
    long count = allow_files(b->o.idle);
    peer *peers = calloc((size_t)count, sizeof *peers);
    for (long i = 0; i < count; i++) {
        peer_open(&peers[i], b->events, b->host.port, hear_idle, &all, 0);
        while (i - all.opened > AT_ONCE)
            wait_events(b, 100);
    }
    while (all.greeted < count && duel_clock() < until)
        wait_events(b, 100);
    double held = host_megabytes(&b->host);
    printf("%ld idle connections: %.1f MB, of which %.1f MB before the first one\n",
           all.greeted, held, before);
    for (long i = 0; i < count; i++)
        peer_close(&peers[i]);
    free(peers);
    host_stop(&b->host);
    return all.greeted == count ? held : (double)most_megabytes;
}

/* ---- the command line -------------------------------------------------------------------- */

static bool begins_alike(const duel_variant *v)
{
    duel_state first, other;
    return duel_deal(v, duel_str_of("1"), &first) == DUEL_OK &&
           duel_deal(v, duel_str_of("2"), &other) == DUEL_OK &&
           duel_states_equal(v, &first, &other);
}

static void read_games(options *o, const char *list)
{
    duel_str rest = duel_str_of(list), word;
    while (duel_str_word(&rest, ",", &word)) {
        const duel_game *g = catalogue_find_game(word);
        duel_variant *v = &o->game[o->games];
        if (g == NULL || duel_variant_make(g, NULL, 0, v, NULL) != DUEL_OK || v->seats != 2 ||
            v->traits & DUEL_CONFIRM || !begins_alike(v) || ++o->games > MOST_GAMES - 1)
            bench_fail("%.*s will not do", (int)word.len, word.at);
    }
}

static void read_options(options *o, int argc, char **argv)
{
    const char *games = "moriarty";
    struct {
        const char *name;
        long *whole;
        double *number;
    } known[] = {{"--tables", &o->tables, NULL},     {"--thinking", &o->thinking, NULL},
                 {"--watchers", &o->watchers, NULL}, {"--idle", &o->idle, NULL},
                 {"--port", &o->port, NULL},         {"--rate", NULL, &o->rate},
                 {"--seconds", NULL, &o->seconds}};
    for (int i = 1; i < argc; i++) {
        size_t k = 0;
        if (argv[i][0] != '-') {
            o->program = argv[i];
            continue;
        }
        const char *value = i + 1 < argc ? argv[i + 1] : "";
        while (k < sizeof known / sizeof *known && strcmp(argv[i], known[k].name))
            k++;
        if (strcmp(argv[i], "--games") == 0)
            games = value;
        else if (k == sizeof known / sizeof *known)
            bench_fail("%s is not known; see bench/load.c", argv[i]);
        else if (known[k].whole)
            *known[k].whole = atol(value);
        else
            *known[k].number = atof(value);
        i++;
    }
    read_games(o, games);
}

int main(int argc, char **argv)
{
    static bench b = {.o = {.program = "build/duel",
                            .tables = 60,
                            .rate = 2,
                            .thinking = 20,
                            .watchers = 2,
                            .seconds = 20,
                            .idle = 5000,
                            .port = 18900}};
    double beyond = 0, held = 0;
    read_options(&b.o, argc, argv);
    if (b.o.watchers > MOST_WATCHERS)
        bench_fail("%d people at most look on", MOST_WATCHERS);
    duel_rng_init_number(&b.rng, 1);
    b.events = epoll_create1(EPOLL_CLOEXEC);
    if (b.o.tables)
        beyond = measure_moving(&b);
    if (b.o.idle)
        held = measure_idle(&b);
    bool good = beyond <= late_ms && held < (double)most_megabytes;
    printf("%swithin %g ms beyond the disk for 99 %% and %ld MB\n", good ? "" : "NOT ", late_ms,
           most_megabytes);
    return good ? 0 : 1;
}
