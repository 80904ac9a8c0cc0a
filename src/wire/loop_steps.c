/* wire/loop_steps.c -- the steps of the loop: what each may do, and which one was long.
 *
 * While the loop works for one, everybody else waits. So nothing whose cost depends on what a
 * client sent is done there, but by the crew; the table below is the one place where something
 * of a costly kind (base/long_work.h) is let in, with the reason why it is short. */
#include "base/clock.h"
#include "base/long_work.h"
#include "wire/inside.h"

#include <stdio.h>
#include <string.h>

enum { REPLAY = DUEL_LONG_WORK_REPLAY | DUEL_LONG_WORK_DEAL, DRAW = DUEL_LONG_WORK_DRAW };

static const double slow_seconds = 0.25; /* of a turn: it is told */
enum { TOLD_MS = 60000 };                /* between two words about slow turns */

static const struct let_in {
    const char *step;
    unsigned costs;
    const char *why;
} let_in[] = {
    {"", REPLAY,
     "wherever a table is made, woken or changed its moves may be gone through once: they are "
     "few (DUEL_SESSION_MOVES), and what they begin from was not searched for here; a deal that "
     "does not search draws few numbers, by a law of duel check"},
    {"hello", DRAW, "each game as it begins, with its usual options, once a language"},
    {"look", DRAW, "one picture"},
    {"setup", DUEL_LONG_WORK_READ | DRAW,
     "one picture, and a position that the crew has read before where something is hidden"},
    {"lesson", DRAW, "lessons are the games' own"},
    {"daily", DUEL_LONG_WORK_READ | DRAW, "a puzzle that was found, of few moves"},
    {"(news)", DRAW, "one picture"},
    {"(made)", DRAW, "what the crew or the disk has done is told"},
};

static unsigned costs_of(const char *step)
{
    unsigned costs = 0;
    for (size_t i = 0; i < sizeof let_in / sizeof *let_in; i++)
        if (let_in[i].step[0] == '\0' || strcmp(let_in[i].step, step) == 0)
            costs |= let_in[i].costs;
    return costs;
}

static hub_step begin_step(wire_hub *hub, const char *name, const duel_game *game,
                           unsigned costs)
{
    unsigned may = hub->annex ? DUEL_LONG_WORK_ANY : costs;
    hub_step s = {name, game, duel_clock_own(), hub->inner, duel_long_work_allow(may)};
    hub->inner = 0;
    return s;
}

hub_step step_begin(wire_hub *hub, const char *name, const duel_game *game)
{
    return begin_step(hub, name, game, costs_of(name));
}

hub_step step_begin_made(wire_hub *hub, const char *request, const duel_game *game)
{
    return begin_step(hub, request, game, costs_of(request) | costs_of("(made)"));
}

/* Of steps inside each other each has its own time. */
void step_end(wire_hub *hub, const hub_step *s)
{
    double took = duel_clock_own() - s->began, own = took - hub->inner;
    duel_long_work_allow(s->before);
    hub->inner = s->inner + took;
    if (own > hub->longest.seconds)
        hub->longest = (hub_longest){s->name, s->game, own};
}

void wire_hub_turned(wire_hub *hub, double seconds)
{
    hub_longest l = hub->longest;
    char longest[sizeof hub->slow];
    hub->longest = (hub_longest){.name = NULL};
    hub->inner = 0;
    hub->turned += seconds;
    if (seconds > hub->longest_turn)
        hub->longest_turn = seconds;
    if (seconds < slow_seconds)
        return;
    hub->slow_turns++;
    snprintf(longest, sizeof longest, "%s%s%s", l.name ? l.name : "", l.game ? " " : "",
             l.game ? l.game->id : "");
    if (seconds > hub->slow_seconds) {
        hub->slow_seconds = seconds;
        memcpy(hub->slow, longest, sizeof hub->slow);
    }
    if (hub->slow_told && hub_now() < hub->slow_told + TOLD_MS)
        return;
    duel_msg why;
    duel_say(&why,
             N_("One turn of the loop took {0} ms, most of it for “{1}”: meanwhile nobody "
                "was answered."),
             "ic", (int64_t)(seconds * 1000), longest);
    hub->slow_told = hub_now();
    hub->setup.complain(hub->setup.owner, &why);
}
