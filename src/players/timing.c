/* players/timing.c -- see timing.h. */
#include "players/timing.h"
#include "core/variant.h"

static const duel_option control_parts[] = {
    {"tc", DUEL_DECIMAL, 0, 1, INT64_C(86400000000), NULL, NULL},
    {"tc", DUEL_DECIMAL, 0, 0, INT64_C(86400000000), NULL, NULL}};

duel_status duel_control_read(duel_str text, duel_control *out, duel_msg *why)
{
    duel_str rest = text, base;
    int64_t seconds[2] = {0, 0};
    duel_str_part(&rest, '+', &base);
    duel_status status = duel_option_read(&control_parts[0], base, &seconds[0], NULL);
    if (status == DUEL_OK && rest.at)
        status = duel_option_read(&control_parts[1], rest, &seconds[1], NULL);
    if (status != DUEL_OK)
        return duel_bad(why,
                        N_("A clock is written tc=10+0.1: seconds for the game, and more "
                           "for each turn; not “{0}”."),
                        "s", text);
    *out = (duel_control){(double)seconds[0] * 1e-6, (double)seconds[1] * 1e-6};
    return DUEL_OK;
}

/* As if thirty turns were to come, and never more than half of what is left. */
double duel_control_share(double left, double increment)
{
    double share = left / 30 + increment * 0.8;
    return share < left / 2 ? share : left / 2;
}

bool duel_lateness_count(duel_lateness *l, double took, double limit)
{
    if (limit <= 0 || took <= limit + DUEL_GRACE)
        return false;
    duel_lateness_add(l, &(duel_lateness){1, took - limit});
    return true;
}

void duel_lateness_add(duel_lateness *to, const duel_lateness *more)
{
    to->turns += more->turns;
    if (more->most > to->most)
        to->most = more->most;
}
