/* front/web/serve.c -- `duel serve`: the page, for this machine or for a whole room. */
#include "front/commands.h"
#include "front/web/server.h"
#include "service/catalogue.h"
#include "service/player.h"

#include <jansson.h>
#include <stdio.h>
#include <unistd.h>

enum { PORT = 8080, TRIES = 50, PLAYER_MEGABYTES = 64, PER_ADDRESS = 256, ABSENCE = 15 };

static const flag serve_flags[] = {
    {"--port", "N", N_("the port (default 8080; the next free one if it is taken)")},
    {"--host", "ADDR", N_("the address to listen at (default 127.0.0.1: this machine only)")},
    {"--program", "CMD,…", N_("programs that may be seated at a table (docs/bots.md)")},
    {"--crowd", "N", N_("connections from one address (default 256; this machine aside)")},
    {"--absence", "S", N_("seconds until the seat of one who left can be taken (default 15)")},
    {NULL, NULL, NULL}};

/* A machine with two processors thinks on two threads; the loop needs little. */
static int crew_size(void)
{
    long processors = sysconf(_SC_NPROCESSORS_ONLN);
    return processors < 2 ? 2 : processors > 16 ? 16 : (int)processors;
}

static void announce(const request *r, const server *s, int64_t asked)
{
    const server_names *n = server_known_as(s);
    duel_sink *out = r->console.out;
    if (r->console.json) {
        args_print_json(r, json_pack("{sisssb}", "port", server_port(s), "host", n->name[0],
                                     "moved", server_port(s) != asked));
        fflush(stdout);
        return;
    }
    if (server_port(s) != asked) {
        duel_tell(r->console.lang, r->console.err, N_("Port {0} is taken: using {1}."), "ii",
                  asked, (int64_t)server_port(s));
        duel_put(r->console.err, "\n");
    }
    for (int i = 0; i < n->count; i++)
        duel_putf(out, "http://%s/\n", n->name[i]);
    fflush(stdout);
}

static void complain(void *owner, const duel_msg *why)
{
    const request *r = owner;
    duel_render(r->console.lang, why, r->console.err);
    duel_put(r->console.err, "\n");
}

/* Games from files are those named here and no others: what comes over the network names a game
 * of the catalogue, never a file. */
static duel_status open_files(const request *r, duel_msg *why)
{
    const duel_game *unused;
    duel_status status = DUEL_OK;
    for (int i = 0; status == DUEL_OK && i < r->word_count; i++)
        status = duel_open_game(r->word[i], &unused, why);
    return status;
}

/* Whoever sits down against a program later cannot mend its name. */
static duel_status try_programs(const char *programs, duel_msg *why)
{
    char spec[DUEL_SPEC_TEXT];
    duel_str rest = duel_str_of(programs ? programs : ""), word;
    duel_status status = DUEL_OK;
    while (status == DUEL_OK && duel_str_word(&rest, ",", &word)) {
        int len = snprintf(spec, sizeof spec, "cmd:%.*s", (int)word.len, word.at);
        status = len < DUEL_SPEC_TEXT
                     ? duel_player_try_program(duel_str_of(spec), why)
                     : duel_bad(why, N_("The name of this program is too long."), "");
    }
    return status;
}

static int run_serve(request *r)
{
    duel_msg why;
    int64_t port = PORT, crowd = PER_ADDRESS, absence = ABSENCE;
    server *s = NULL;
    const char *host = args_text(r, "--host");
    server_setup setup = {.host = host ? host : "127.0.0.1",
                          .tries = TRIES,
                          .threads = crew_size(),
                          .memory = (size_t)PLAYER_MEGABYTES << 20,
                          .programs = args_text(r, "--program"),
                          .owner = r,
                          .complain = complain};
    duel_status status = args_number(r, "--port", 1, 65535, PORT, &port, &why);
    if (status == DUEL_OK)
        status = args_number(r, "--crowd", 1, 8192, PER_ADDRESS, &crowd, &why);
    if (status == DUEL_OK)
        status = args_number(r, "--absence", 1, 86400, ABSENCE, &absence, &why);
    setup.per_address = (int)crowd;
    setup.absence = (int)absence;
    setup.limit_all = args_text(r, "--crowd") != NULL;
    if (status == DUEL_OK)
        status = open_files(r, &why);
    if (status == DUEL_OK)
        status = try_programs(setup.programs, &why);
    setup.port = (int)port;
    if (status == DUEL_OK)
        status = duel_store_open(r->data, &setup.store, &why);
    if (status == DUEL_OK)
        status = server_new(&setup, &s, &why);
    if (status == DUEL_OK) {
        announce(r, s, port);
        server_run(s);
    }
    server_free(s);
    duel_store_close(setup.store);
    return status == DUEL_OK ? EXIT_DONE : args_fail(r, status, &why);
}

const command command_serve = {"serve", "[FILE…] [--port N] [--host ADDR]",
                               N_("Serves the page: every game in a browser."), serve_flags,
                               run_serve};
