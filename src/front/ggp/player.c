/* front/ggp/player.c -- what is answered to which message, and when: see player.h. */
#include "front/ggp/player.h"
#include "base/clock.h"
#include "front/console.h"
#include "front/ggp/inside.h"

#include <jansson.h>
#include <pthread.h>
#include <stdio.h>
#include <string.h>

typedef struct ggp_player {
    const duel_console *c;
    pthread_mutex_t err_lock; /* the mind complains too */
    ggp_connections *lines;
    ggp_think_thread *mind;
    /* the match that is played; match.len 0: none */
    char match_text[GGP_MATCH_BYTES];
    duel_str match;
    double start_clock, play_clock;
    double heard; /* of it, last */
} ggp_player;

/* ---- telling ---------------------------------------------------------------------------- */

static void tell_owner(void *owner, const duel_msg *m)
{
    ggp_player *p = owner;
    pthread_mutex_lock(&p->err_lock);
    duel_render(p->c->lang, m, p->c->err);
    duel_put(p->c->err, "\n");
    pthread_mutex_unlock(&p->err_lock);
}

static void tell_match(ggp_player *p, const char *id, duel_str role)
{
    duel_msg m;
    duel_say(&m, id, "ssi", p->match, role, (int64_t)p->play_clock);
    tell_owner(p, &m);
}

static void announce_player(const duel_console *c, const ggp_player_setup *setup, int port)
{
    if (c->json)
        c->print_json(c, json_pack("{sssi}", "host", setup->host, "port", port));
    else {
        duel_tell(c->lang, c->out, N_("Plays at {0}, port {1} – Ctrl-C ends."), "ci",
                  setup->host, (int64_t)port);
        duel_put(c->out, "\n");
    }
    fflush(stdout);
}

/* ---- messages --------------------------------------------------------------------------- */

/* What of a clock is used. The rest is for the way there and back, and a machine that is busy.
 * Whoever says no seconds at all means that there is no clock to speak of. */
static double use_of(double clock)
{
    static const double fixed = 0.2, share = 0.05, most = 2, least = 1;
    double all = clock < least ? least : clock, margin = fixed + share * all;
    return all - (margin > most ? most : margin);
}

static double answer_now(ggp_player *p, uint64_t ticket, int status, const char *text)
{
    ggp_connections_answer(p->lines, ticket, status, duel_str_of(text));
    return 0;
}

/* A server that went away without a word does not keep the player for ever. */
static bool match_is_forgotten(const ggp_player *p)
{
    static const double patience = 60;
    return duel_clock() - p->heard > p->start_clock + 3 * p->play_clock + patience;
}

static bool is_match(const ggp_player *p, const ggp_message *m)
{
    return p->match.len && p->match.len == m->match.len &&
           memcmp(p->match.at, m->match.at, m->match.len) == 0;
}

static double ask_mind(ggp_player *p, uint64_t ticket, duel_str body, double due)
{
    return ggp_think_thread_ask(p->mind, ticket, body, due)
               ? due
               : answer_now(p, ticket, 200, "busy");
}

/* One match at a time; a START of the same match begins it anew. */
static double hear_start(ggp_player *p, uint64_t ticket, duel_str body, const ggp_message *m,
                         double since)
{
    if (p->match.len && !is_match(p, m) && !match_is_forgotten(p))
        return answer_now(p, ticket, 200, "busy");
    ggp_think_thread_hurry(p->mind);
    memcpy(p->match_text, m->match.at, m->match.len);
    p->match = (duel_str){p->match_text, m->match.len};
    p->start_clock = m->start_clock;
    p->play_clock = m->play_clock;
    p->heard = duel_clock();
    tell_match(p, N_("Match {0}: plays {1}, {2} s a move."), m->role);
    return ask_mind(p, ticket, body, since + use_of(m->start_clock));
}

static double hear_end(ggp_player *p, uint64_t ticket, duel_str body, const char *answer)
{
    ggp_think_thread_hurry(p->mind);
    ggp_think_thread_ask(p->mind, ticket, body, 0);
    tell_match(p, N_("Match {0}: it has ended."), p->match);
    p->match.len = 0;
    return answer_now(p, ticket, 200, answer);
}

static double hear_message(void *owner, uint64_t ticket, duel_str body, double since)
{
    ggp_player *p = owner;
    ggp_message m = {.kind = GGP_KINDS};
    if (!ggp_message_read(body, &m))
        return answer_now(p, ticket, 400, "nil");
    if (m.kind == GGP_INFO)
        return answer_now(p, ticket, 200,
                          p->match.len && !match_is_forgotten(p)
                              ? "((name duelliste) (status busy))"
                              : "((name duelliste) (status available))");
    if (m.kind == GGP_START)
        return hear_start(p, ticket, body, &m, since);
    if (!is_match(p, &m))
        return answer_now(p, ticket, 200, "nil");
    p->heard = duel_clock();
    if (m.kind != GGP_PLAY)
        return hear_end(p, ticket, body, m.kind == GGP_STOP ? "done" : "aborted");
    return ask_mind(p, ticket, body, since + use_of(p->play_clock));
}

/* ---- answers of the mind ---------------------------------------------------------------- */

static void pass_answers(void *owner)
{
    ggp_player *p = owner;
    uint64_t ticket;
    duel_buf answer;
    duel_buf_init(&answer);
    while (duel_buf_clear(&answer), ggp_think_thread_collect(p->mind, &ticket, &answer))
        ggp_connections_answer(p->lines, ticket, 200, duel_buf_str(&answer));
    duel_buf_fini(&answer);
}

static void answer_in_time(void *owner, uint64_t ticket)
{
    ggp_player *p = owner;
    duel_buf answer;
    duel_buf_init(&answer);
    ggp_think_thread_give_up(p->mind, ticket, &answer);
    ggp_connections_answer(p->lines, ticket, 200, duel_buf_str(&answer));
    duel_buf_fini(&answer);
}

static void wake_loop(void *owner)
{
    ggp_connections_wake(((ggp_player *)owner)->lines);
}

duel_status ggp_player_run(const duel_console *c, const ggp_player_setup *setup, duel_msg *why)
{
    ggp_player p = {.c = c, .err_lock = PTHREAD_MUTEX_INITIALIZER};
    const ggp_connections_setup lines = {.host = setup->host,
                                         .port = setup->port,
                                         .owner = &p,
                                         .heard = hear_message,
                                         .late = answer_in_time,
                                         .woken = pass_answers};
    const ggp_think_thread_setup mind = {
        .most = setup->most, .owner = &p, .wake = wake_loop, .complain = tell_owner};
    duel_status status = ggp_connections_new(&lines, &p.lines, why);
    if (status == DUEL_OK)
        status = ggp_think_thread_new(&mind, &p.mind, why);
    if (status == DUEL_OK) {
        progress_begin();
        announce_player(c, setup, ggp_connections_port(p.lines));
        while (!atomic_load(&work_stop))
            ggp_connections_round(p.lines);
    }
    ggp_think_thread_free(p.mind);
    ggp_connections_free(p.lines);
    return status;
}
