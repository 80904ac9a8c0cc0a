/* front/web/serve.c -- `duel serve`: the page, for this machine or for a whole room. */
#include "front/commands.h"
#include "front/web/server.h"
#include "players/catalogue.h"
#include "players/player.h"

#include <jansson.h>
#include <pthread.h>
#include <stdio.h>
#include <unistd.h>

enum {
    PORT = 8080,
    TRIES = 50,
    PLAYER_MEGABYTES = 64,
    ABSENCE = 15,
    LEAST_MEGABYTES = 256, /* for all machines together, when nothing is said */
    MOST_MEGABYTES = 8192
};

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

static void announce(const duel_console *c, const server *s, int64_t asked)
{
    const server_names *n = server_known_as(s);
    duel_sink *out = c->out;
    if (c->json) {
        c->print_json(c, json_pack("{sisssb}", "port", server_port(s), "host", n->name[0],
                                   "moved", server_port(s) != asked));
        fflush(stdout);
        return;
    }
    if (server_port(s) != asked) {
        duel_tell(c->lang, c->err, N_("Port {0} is taken: using {1}."), "ii", asked,
                  (int64_t)server_port(s));
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

/* Whoever runs the server; threads complain one after the other. */
typedef struct server_owner {
    const duel_console *console;
    pthread_mutex_t lock;
} server_owner;

static void complain(void *self, const duel_msg *why)
{
    server_owner *o = self;
    const duel_console *c = o->console;
    pthread_mutex_lock(&o->lock);
    duel_render(c->lang, why, c->err);
    duel_put(c->err, "\n");
    pthread_mutex_unlock(&o->lock);
}

/* Games from files are those named here and no others: what comes over the network names a game
 * of the catalogue, never a file. */
static duel_status open_files(const duel_console *c, const duel_args *a, duel_msg *why)
{
    const duel_game *unused;
    duel_status status = DUEL_OK;
    for (int i = 0; status == DUEL_OK && i < a->word_count; i++) {
        status = duel_open_game(a->word[i], &unused, why);
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
    char spec[DUEL_SPEC_TEXT];
    duel_str rest = duel_str_of(programs ? programs : ""), word;
    duel_status status = DUEL_OK;
    while (status == DUEL_OK && duel_str_word(&rest, ",", &word)) {
        status = duel_player_program(word, spec, why);
        if (status == DUEL_OK)
            status = duel_player_try_program(duel_str_of(spec), why);
    }
    return status;
}

static duel_status list_limits(const duel_console *c)
{
    json_t *all = json_object();
    for (const governor_rule *r = governor_rules; r < governor_rules + GOVERNOR_LIMITS; r++) {
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
static duel_status read_limits(const duel_args *a, governor_limits *out, duel_msg *why)
{
    *out = governor_usual_limits();
    if (duel_args_has(a, "crowd")) {
        out->at[LIMIT_ADDRESS_CONNECTIONS] = duel_args_value(a, "crowd");
        out->count_local = true;
    }
    return governor_read_limits(duel_args_text(a, "limit", NULL), out, why);
}

static duel_status serve(const duel_console *c, const duel_args *a, server_setup *setup,
                         duel_msg *why)
{
    server *s = NULL;
    duel_status status = open_files(c, a, why);
    if (status == DUEL_OK)
        status = try_programs(setup->programs, why);
    if (status == DUEL_OK)
        status = duel_store_open(c->data, &setup->store, why);
    if (status == DUEL_OK)
        status = server_new(setup, &s, why);
    if (status == DUEL_OK) {
        announce(c, s, setup->port);
        server_run(s);
    }
    server_free(s);
    duel_store_close(setup->store);
    return status;
}

static duel_status run_serve(const duel_console *c, const duel_args *a, duel_msg *why)
{
    server_owner owner = {c, PTHREAD_MUTEX_INITIALIZER};
    server_setup setup = {.host = duel_args_text(a, "host", "127.0.0.1"),
                          .port = (int)duel_args_value(a, "port"),
                          .tries = TRIES,
                          .threads = crew_size(),
                          .memory = (size_t)PLAYER_MEGABYTES << 20,
                          .budget = machine_budget(duel_args_value(a, "memory")),
                          .names = duel_args_text(a, "name", NULL),
                          .proxies = duel_args_text(a, "proxy", NULL),
                          .programs = duel_args_text(a, "program", NULL),
                          .absence = (int)duel_args_value(a, "absence"),
                          .sweep_days = duel_args_value(a, "sweep"),
                          .sweep_own = duel_args_value(a, "own") != 0,
                          .owner = &owner,
                          .complain = complain};
    if (duel_args_value(a, "limits"))
        return list_limits(c);
    duel_status status = read_limits(a, &setup.limits, why);
    return status == DUEL_OK ? serve(c, a, &setup, why) : status;
}

const duel_command command_serve = {
    "serve",       "[FILE…]",   N_("Serves the page: every game in a browser."),
    serve_options, serve_texts, DUEL_WORDS,
    run_serve};
