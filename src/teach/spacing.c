/* teach/spacing.c -- see spacing.h. */
#include "teach/spacing.h"
#include "store/store.h"

static const int days[] = {1, 3, 7, 16, 35};
enum { STEPS = sizeof days / sizeof *days };

int64_t duel_spacing_today(int64_t now)
{
    return now - now % DUEL_SPACING_DAY;
}

duel_spacing duel_spacing_after(duel_spacing s, bool right, int64_t now)
{
    if (!right)
        return (duel_spacing){0, now};
    if (s.step < 0 || s.step >= STEPS) /* also what no plan can be: the base is a file */
        return (duel_spacing){STEPS + 1, DUEL_NEVER};
    int64_t wait = (int64_t)days[s.step] * DUEL_SPACING_DAY;
    return (duel_spacing){s.step + 1, duel_spacing_today(now) + wait};
}
