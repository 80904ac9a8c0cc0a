/* wire/serve_command.c -- `duel serve`: the page, for this machine or for a whole room. A
 * server and the hub, which is the protocol that it speaks. */
#include "front/commands.h"
#include "players/catalogue.h"
#include "players/player.h"
#include "server/server.h"
#include "store/server_lock.h"
#include "wire/hub.h"

#include <jansson.h>
#include <pthread.h>
#include <stdio.h>
#include <sys/resource.h>
#include <unistd.h>

enum {
    PORT = 8080,
    TRIES = 50,
    PLAYER_MEGABYTES = 64,
    ABSENCE = 15,
    LEAST_MEGABYTES = 256, /* for all machines together, when nothing is said */
    MOST_MEGABYTES = 8192
};
/* The base, programs, a few connections; and what a game from a file has open once it is
 * played: connections to the base, pipes to its process. */
enum { OWN_FILES = 128, FILES_OF_A_GAME = 12 };
_Static_assert((int)SERVER_NAME_TEXT <= (int)SERVER_LOCK_NAME, "the lock is signed with it");

typedef struct serving {
    const duel_console *console;
    pthread_mutex_t complaining; /* threads do one after the other */
    server_lock lock;
    memory_budget purse;
    quotas quotas;
    wire_hub_setup setup;
} serving;

static const duel_option serve_options[] = {
    {"port", DUEL_NUMBER, PORT, 1, 65535, NULL,
     N_("the port; the next free one if it is taken")},
    {"crowd", DUEL_NUMBER, 0, 1, 1 << 20, NULL,
     N_("WebSockets from one address; counts this machine, too")},
    {"absence", DUEL_NUMBER, ABSENCE, 1, 86400, NULL,
     N_("seconds until the seat of one who left can be taken")},
    {"memory", DUEL_NUMBER, 0, 0, 1 << 20, NULL,
     N_("megabytes for all machines together; 0: a quarter of what there is")},
    {"sweep", DUEL_NUMBER, 0, 0, 36500, NULL,
     N_("days after which games that are over or abandoned are deleted; 0: never")},
    {"own", DUEL_YESNO, 0, 0, 1, NULL, N_("delete those of profiles, too, with their results")},
    {"limits", DUEL_YESNO, 0, 0, 1, NULL, N_("list what --limit can set, and end")},
    {NULL, DUEL_NUMBER, 0, 0, 0, NULL, NULL}};
static const duel_flag serve_texts[] = {
    {"host", "ADDR", N_("the address to listen at (default 127.0.0.1: this machine only)")},
    {"name", "HOST,…",
     N_("what it is called by browsers that come through a proxy (docs/serving.md)")},
    {"proxy", "ADDR,…",
     N_("proxies that are believed where somebody comes from (docs/serving.md)")},
    {"limit", "NAME=N,…", N_("what clients may cost (docs/wire.md)")},
    {"program", "CMD,…", N_("programs that may be seated at a table (docs/bots.md)")},
    {NULL, NULL, NULL}};

/* A machine with two processors thinks on two threads; the loop needs little. */
static int crew_size(void)
{
    long processors = sysconf(_SC_NPROCESSORS_ONLN);
    return processors < 2 ? 2 : processors > 16 ? 16 : (int)processors;
}

static size_t machine_budget(int64_t asked)
{
    int64_t there = (int64_t)sysconf(_SC_PHYS_PAGES) / 4 * sysconf(_SC_PAGESIZE) >> 20;
    if (asked == 0)
        asked = there < LEAST_MEGABYTES  ? LEAST_MEGABYTES
                : there > MOST_MEGABYTES ? MOST_MEGABYTES
                                         : there;
    return (size_t)asked << 20;
}

static void announce(const duel_console *c, const host_names *n, int64_t asked)
{
    duel_sink *out = c->out;
    if (c->json) {
        c->print_json(c, json_pack("{sisssb}", "port", n->port, "host", n->name[0], "moved",
                                   n->port != asked));
        fflush(stdout);
        return;
    }
    if (n->port != asked) {
        duel_tell(c->lang, c->err, N_("Port {0} is taken: using {1}."), "ii", asked,
                  (int64_t)n->port);
        duel_put(c->err, "\n");
    }
    bool person = isatty(STDOUT_FILENO) == 1; /* else a program reads the addresses */
    for (int i = 0; i < n->own; i++) {
        const char *line =
            person && i == 0 ? N_("Open http://{0}/ – Ctrl-C ends.") : "http://{0}/";
        duel_tell(c->lang, out, line, "c", n->name[i]);
        duel_put(out, "\n");
    }
    fflush(stdout);
}

static void complain(void *self, const duel_msg *why)
{
    serving *s = self;
    const duel_console *c = s->console;
    pthread_mutex_lock(&s->complaining);
    duel_render(c->lang, why, c->err);
    duel_put(c->err, "\n");
    pthread_mutex_unlock(&s->complaining);
}

/* Games from files are those named here and no others: what comes over the network names a game
 * of the catalogue, never a file. */
static duel_status open_files(const duel_console *c, const duel_args *a, duel_msg *why)
{
    const duel_game *unused;
    duel_status status = DUEL_OK;
    for (int i = 0; status == DUEL_OK && i < a->word_count; i++) {
        status = catalogue_open_game(a->word[i], &unused, why);
        if (status != DUEL_OK)
            break;
        duel_tell(c->lang, c->err, N_("{0} is served as it is, not checked: duel check {0}"),
                  "s", a->word[i]);
        duel_put(c->err, "\n");
    }
    return status;
}

/* Whoever sits down against a program later cannot mend its name. */
static duel_status try_programs(const char *programs, duel_msg *why)
{
    char spec[PLAYER_SPEC_TEXT];
    duel_str rest = duel_str_of(programs ? programs : ""), word;
    duel_status status = DUEL_OK;
    while (status == DUEL_OK && duel_str_word(&rest, ",", &word)) {
        status = player_program(word, spec, why);
        if (status == DUEL_OK)
            status = player_try_program(duel_str_of(spec), why);
    }
    return status;
}

static duel_status list_limits(const duel_console *c)
{
    json_t *all = json_object();
    for (const quota_rule *r = governor_rules; r < governor_rules + QUOTAS_LIMITS; r++) {
        if (c->json) {
            json_object_set_new(all, r->name, json_integer(r->usual));
            continue;
        }
        duel_putf(c->out, "%-22s %6lld  ", r->name, (long long)r->usual);
        duel_tell(c->lang, c->out, r->help, "");
        duel_put(c->out, "\n");
    }
    if (c->json)
        c->print_json(c, json_incref(all));
    json_decref(all);
    return DUEL_OK;
}

/* Who says how large a crowd may be means this machine, too. */
static duel_status read_limits(const duel_args *a, quota_limits *out, duel_msg *why)
{
    *out = quotas_usual_limits();
    if (duel_args_has(a, "crowd")) {
        out->at[LIMIT_ADDRESS_CONNECTIONS] = duel_args_value(a, "crowd");
        out->count_local = true;
    }
    return quotas_read_limits(duel_args_text(a, "limit", NULL), out, why);
}

/* Files that the system must let us open: our own, and those of games from files. None of
 * these has been opened yet, so each is reckoned as one that keeps others waiting. */
static int64_t files_needed(const duel_args *a)
{
    return OWN_FILES + (int64_t)FILES_OF_A_GAME * a->word_count;
}

/* And one for each connection that may come, as far as the system lets us. */
static duel_status raise_limit(const duel_args *a, const quotas *g, duel_msg *why)
{
    struct rlimit limit;
    int64_t needed = files_needed(a), most = quotas_at(g, LIMIT_ALL_CONNECTIONS) +
                                             quotas_at(g, LIMIT_ALL_HALF_OPEN) + needed;
    if (getrlimit(RLIMIT_NOFILE, &limit))
        return DUEL_OK;
    if (limit.rlim_max < (rlim_t)needed)
        return duel_refuse(why,
                           N_("{0} open files are needed to serve these games, and the system "
                              "allows {1}: name fewer files, or allow more (ulimit -n)."),
                           "ii", needed, (int64_t)limit.rlim_max);
    limit.rlim_cur = limit.rlim_max < (rlim_t)most ? limit.rlim_max : (rlim_t)most;
    setrlimit(RLIMIT_NOFILE, &limit);
    return DUEL_OK;
}

static const server_protocol protocol = {.longest = WIRE_MESSAGE,
                                         .hush = catalogue_stop_files,
                                         .free = wire_hub_free,
                                         .collect = wire_hub_collect,
                                         .tick = wire_hub_tick,
                                         .turned = wire_hub_turned,
                                         .health = wire_hub_health,
                                         .enter = wire_client_new,
                                         .leave = wire_client_free,
                                         .address = wire_client_address,
                                         .receive = wire_client_receive,
                                         .take = wire_client_take,
                                         .unsent = wire_client_unsent};

static duel_status serve(serving *s, const duel_args *a, const server_setup *setup,
                         duel_msg *why)
{
    server *at = NULL;
    wire_hub *hub = NULL;
    duel_status status = raise_limit(a, &s->quotas, why);
    if (status == DUEL_OK)
        status = open_files(s->console, a, why);
    if (status == DUEL_OK)
        status = try_programs(s->setup.programs, why);
    if (status == DUEL_OK)
        status = store_open(s->console->data, &s->setup.store, why);
    if (status == DUEL_OK)
        status = server_lock_take(&s->lock, store_path(s->setup.store), why);
    if (status == DUEL_OK)
        status = server_new(setup, &at, why);
    s->setup.self = at;
    if (status == DUEL_OK)
        status = wire_hub_new(&s->setup, &hub, why);
    if (status == DUEL_OK)
        status = server_open(at, hub, why);
    if (status == DUEL_OK) {
        server_lock_sign(&s->lock, server_known_as(at)->name[0]);
        announce(s->console, server_known_as(at), setup->port);
        server_run(at);
    }
    server_free(at);
    server_lock_drop(&s->lock);
    store_close(s->setup.store);
    return status;
}

static duel_status run_serve(const duel_console *c, const duel_args *a, duel_msg *why)
{
    quota_limits limits;
    serving s = {.console = c, .complaining = PTHREAD_MUTEX_INITIALIZER};
    server_setup setup = {.host = duel_args_text(a, "host", "127.0.0.1"),
                          .port = (int)duel_args_value(a, "port"),
                          .tries = TRIES,
                          .names = duel_args_text(a, "name", NULL),
                          .proxies = duel_args_text(a, "proxy", NULL),
                          .quotas = &s.quotas,
                          .protocol = &protocol};
    s.setup = (wire_hub_setup){.threads = crew_size(),
                               .memory = (size_t)PLAYER_MEGABYTES << 20,
                               .purse = &s.purse,
                               .quotas = &s.quotas,
                               .absence = (int)duel_args_value(a, "absence"),
                               .sweep_days = duel_args_value(a, "sweep"),
                               .sweep_own = duel_args_value(a, "own") != 0,
                               .local = server_is_local(setup.host) && setup.names == NULL &&
                                        setup.proxies == NULL,
                               .wake = server_wake,
                               .alarm = server_alarm,
                               .ready = server_ready,
                               .cut = server_cut,
                               .owns = server_owns,
                               .programs = duel_args_text(a, "program", NULL),
                               .owner = &s,
                               .complain = complain};
    if (duel_args_value(a, "limits"))
        return list_limits(c);
    duel_status status = read_limits(a, &limits, why);
    if (status != DUEL_OK)
        return status;
    memory_budget_init(&s.purse, machine_budget(duel_args_value(a, "memory")));
    quotas_init(&s.quotas, &limits);
    status = serve(&s, a, &setup, why);
    quotas_fini(&s.quotas);
    return status;
}

const duel_command command_serve = {
    "serve",       "[FILE…]",   N_("Serves the page: every game in a browser."),
    serve_options, serve_texts, DUEL_WORDS,
    run_serve};
