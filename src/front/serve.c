/* front/serve.c -- `duel serve`: the page, for this machine or for a whole room. */
#include "front/commands.h"
#include "front/server.h"

#include <jansson.h>
#include <stdio.h>
#include <unistd.h>

enum { PORT = 8080, TRIES = 50, PLAYER_MEGABYTES = 64 };

static const flag serve_flags[] = {
    {"--port", "N", N_("the port (default 8080; the next free one if it is taken)")},
    {"--host", "ADDR", N_("the address to listen at (default 127.0.0.1: this machine only)")},
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

static int run_serve(request *r)
{
    duel_msg why;
    int64_t port;
    server *s = NULL;
    const char *host = args_text(r, "--host");
    server_setup setup = {.host = host ? host : "127.0.0.1",
                          .tries = TRIES,
                          .threads = crew_size(),
                          .memory = (size_t)PLAYER_MEGABYTES << 20};
    duel_status status = args_number(r, "--port", 1, 65535, PORT, &port, &why);
    if (status == DUEL_OK && r->word_count)
        status = duel_bad(&why, N_("“duel serve” takes flags only."), "");
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

const command command_serve = {"serve", "[--port N] [--host ADDR]",
                               N_("Serves the page: every game in a browser."), serve_flags,
                               run_serve};
