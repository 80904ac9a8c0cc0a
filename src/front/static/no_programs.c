/* front/static/no_programs.c -- players/bot.h where no program can be started: no player is
 * one, so nothing of the rest is ever asked for. */
#include "players/bot.h"

#include <stdlib.h>

bool duel_bot_is(duel_str spec)
{
    (void)spec;
    return false;
}

duel_status duel_bot_open(duel_str spec, const duel_variant *v, duel_bot **out, duel_msg *why)
{
    (void)v;
    (void)out;
    return duel_bad(why, N_("{0}: programs cannot be started in a browser."), "s", spec);
}

void duel_bot_close(duel_bot *b)
{
    (void)b;
}

duel_status duel_bot_start(duel_bot *b, duel_msg *why)
{
    (void)b;
    (void)why;
    abort();
}

duel_status duel_bot_log(duel_bot *b, const char *path, duel_msg *why)
{
    (void)b;
    (void)path;
    (void)why;
    abort();
}

duel_status duel_bot_think(duel_bot *b, const duel_think *t, int depth, duel_answer *out,
                           duel_msg *why)
{
    (void)b;
    (void)t;
    (void)depth;
    (void)out;
    (void)why;
    abort();
}

double duel_bot_took(const duel_bot *b)
{
    (void)b;
    abort();
}

void duel_bot_forget(duel_bot *b)
{
    (void)b;
    abort();
}
