/* core/pen.c -- see pen.h. */
#include "core/pen.h"

void duel_pen_tone(duel_pen *pen, duel_tone tone)
{
    if (pen->tone)
        pen->tone(pen, tone);
}

void duel_pen_thing(duel_pen *pen, const char *id)
{
    if (pen->thing)
        pen->thing(pen, id);
}

void duel_pen_put(duel_pen *pen, duel_tone tone, const char *text)
{
    duel_pen_tone(pen, tone);
    duel_put(pen->out, text);
    duel_pen_tone(pen, DUEL_PLAIN);
}
