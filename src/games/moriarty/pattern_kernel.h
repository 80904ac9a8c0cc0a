/* games/moriarty/pattern_kernel.h -- template: a view after a move, and what a view is worth.
 * Written without instructions of any processor; whoever includes it has it compiled for his.
 */
#include "games/moriarty/eval.h"
#include "games/moriarty/patterns.h"

/* Sixteen lanes; what a machine cannot do at once its compiler does in turn. Without a sign: on
 * the way to a number that fits, a sum may not. */
typedef uint16_t pattern_lanes __attribute__((vector_size(32), may_alias));
_Static_assert(sizeof(pattern_lanes) * 3 == sizeof(moriarty_view), "three vectors a view");

/* The view of the side that moves next, once `flips` have turned for a disc on `square`: an
 * empty square became the mover's (one step), each flip went from -1 to 1 (two). */
static inline void view_after(const moriarty_view *view, int square, uint64_t flips,
                              moriarty_view *out)
{
    const pattern_lanes *from = (const pattern_lanes *)view->at;
    const pattern_lanes *step = (const pattern_lanes *)moriarty_steps[square];
    pattern_lanes a = from[0] + step[0], b = from[1] + step[1], c = from[2] + step[2];
    for (; flips; flips &= flips - 1) {
        step = (const pattern_lanes *)moriarty_steps[moriarty_first(flips)];
        a += step[0] + step[0];
        b += step[1] + step[1];
        c += step[2] + step[2];
    }
    pattern_lanes *to = (pattern_lanes *)out->at;
    to[0] = -a;
    to[1] = -b;
    to[2] = -c;
}

static inline void view_passed(const moriarty_view *view, moriarty_view *out)
{
    const pattern_lanes *from = (const pattern_lanes *)view->at;
    pattern_lanes *to = (pattern_lanes *)out->at;
    for (int i = 0; i < 3; i++)
        to[i] = -from[i];
}

/* The expected score of the mover, in units. */
static inline int weigh_view(const moriarty_patterns *patterns, const moriarty_view *view,
                             int empties)
{
    static const int centre[MORIARTY_LANES] = MORIARTY_LANE_CENTRES;
    const int last = MORIARTY_TRAINED_STAGES - 2, bias = MORIARTY_LANES * MORIARTY_WEIGHT_BIAS;
    int stage = empties / MORIARTY_STAGE_EMPTIES;
    if (stage > last)
        stage = last;
    const uint16_t *entry = (const uint16_t *)&patterns->from[stage];
    unsigned both = 0, low = 0;
#pragma GCC unroll 46
    for (int i = 0; i < MORIARTY_LANES; i++) {
        unsigned pair = entry[centre[i] + view->at[i]];
        both += pair;
        low += pair & 255;
    }
    int now = (int)low - bias, next = (int)((both - low) >> 8) - bias;
    int into = empties - stage * MORIARTY_STAGE_EMPTIES, most = 64 * MORIARTY_UNIT;
    int sum = (now * (MORIARTY_STAGE_EMPTIES - into) + next * into) * MORIARTY_WEIGHT_UNITS /
              MORIARTY_STAGE_EMPTIES;
    return sum > most ? most : sum < -most ? -most : sum;
}
