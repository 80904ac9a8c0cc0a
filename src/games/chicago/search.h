/* games/chicago/search.h -- the inner search of the solver: places, moves, remembered bounds.
 *
 * Inside the search a value is relative: what the rest of the game adds to the present
 * difference, for the side to move. Keeping k and selling t adds p[k] - d[t] at once (one less
 * when k and t are the same good).
 *
 * The piles never change but by losing their tops, so that with the piles of an origin fixed,
 * a place is nine heights and the trader: 40 bits. Bounds are kept by place, together with the
 * market they were proved for and their reach.
 *
 * Invariant: every bound in the table that has the present stamp is true for its place and
 * market, whatever limit stopped the search. */
#pragma once

#include "games/chicago/board.h"

#include <stdatomic.h>
#include <stdint.h>

/* ---- the market, and what a proof depends on --------------------------------------------- */

/* The market seen from the player to move, and what a proof depends on.
 *
 * Let p be the prices and d the differences of holdings (mover's minus other's). If, until the
 * end, the mover keeps K more of a good than the other player and T of it are sold, the final
 * difference is the present one plus, summed over the goods, p*K - d*T - T*K. Two positions
 * with the same piles and trader allow the same outcomes (K, T), so a strategy that proves a
 * bound in one of them proves a bound in the other, off by what the outcomes allow:
 *     dp*K - dd*T = a*(K+T) + b*(K-T)   with a = (dp-dd)/2, b = (dp+dd)/2.
 * Both are whole: with the same tokens gone, one more sold is one less kept.
 *
 * A `reach` describes the outcomes which the strategy behind a bound leaves open. For each of
 * 24 directions (K+T, -(K+T), K-T, -(K-T) of each good) it has the largest x an outcome has,
 * and the largest x - gap, the gap being how far the outcome stays from the bound: extreme
 * outcomes often come from bad moves, and then cost little. A bound is off by at most the sum
 * of the x of the directions needed, less the best of the gaps so known.
 *
 * So one proof serves many positions. The thought is that of partition search (M. Ginsberg,
 * "Partition Search", AAAI 1996), with linear forms in place of sets of positions. */

#if defined __SSE2__ && !defined REACH_PLAIN
#include <emmintrin.h>
#define REACH_SSE2 1 /* every x86-64 has it; the plain loops below are for other machines */
#else
#define REACH_SSE2 0
#endif

enum {
    REACH_LANES = 8, /* a good each; two are idle */
    REACH_BYTES = 2 * REACH_LANES,
    REACH_ZERO = 64 /* what stands for 0 in a reach, so that its bytes are never negative */
};

typedef uint8_t reach_bytes __attribute__((vector_size(REACH_BYTES)));

typedef union market {
    reach_bytes all;
    struct {
        int8_t price[REACH_LANES];
        int8_t diff[REACH_LANES]; /* mover's holding minus the other's */
    };
} market;

/* `sum`: largest K+T of each good, then largest -(K+T); `difference`: the same of K-T. */
typedef struct reach {
    reach_bytes sum, difference;           /* of any outcome */
    reach_bytes near_sum, near_difference; /* less its gap; never more than the above */
} reach;

/* What one move adds: to the market, and to every outcome behind it. */
typedef struct reach_step {
    reach_bytes trade; /* price of the good sold, holding of the good kept */
    reach_bytes sum, difference;
} reach_step;

/* ---- bytes ------------------------------------------------------------------------------- */

static inline reach_bytes reach_all(int x)
{
    uint8_t b = (uint8_t)x;
    return (reach_bytes){b, b, b, b, b, b, b, b, b, b, b, b, b, b, b, b};
}

static inline reach_bytes reach_swap(reach_bytes x)
{
    return __builtin_shufflevector(x, x, 8, 9, 10, 11, 12, 13, 14, 15, 0, 1, 2, 3, 4, 5, 6, 7);
}

/* The second half with the other sign. */
static inline reach_bytes reach_turn(reach_bytes x)
{
    static const reach_bytes turned = {0,    0,    0,    0,    0,    0,    0,    0,
                                       0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF};
    return (x ^ turned) - turned;
}

#if REACH_SSE2

static inline reach_bytes reach_larger(reach_bytes a, reach_bytes b)
{
    return (reach_bytes)_mm_max_epu8((__m128i)a, (__m128i)b);
}

static inline reach_bytes reach_smaller(reach_bytes a, reach_bytes b)
{
    return (reach_bytes)_mm_min_epu8((__m128i)a, (__m128i)b);
}

/* a - b, not below 0. */
static inline reach_bytes reach_less(reach_bytes a, reach_bytes b)
{
    return (reach_bytes)_mm_subs_epu8((__m128i)a, (__m128i)b);
}

/* All bits set where the byte, taken as signed, is above 0. */
static inline reach_bytes reach_above(reach_bytes a)
{
    return (reach_bytes)_mm_cmpgt_epi8((__m128i)a, _mm_setzero_si128());
}

static inline int reach_largest(reach_bytes a)
{
    __m128i x = (__m128i)a;
    x = _mm_max_epu8(x, _mm_srli_si128(x, 8));
    x = _mm_max_epu8(x, _mm_srli_si128(x, 4));
    x = _mm_max_epu8(x, _mm_srli_si128(x, 2));
    x = _mm_max_epu8(x, _mm_srli_si128(x, 1));
    return _mm_cvtsi128_si32(x) & 0xFF;
}

/* The sum of x[i] * (a[i] - REACH_ZERO) and y[i] * (b[i] - REACH_ZERO). */
static inline int reach_weigh(reach_bytes x, reach_bytes a, reach_bytes y, reach_bytes b)
{
    __m128i none = _mm_setzero_si128(), low, high;
    low = _mm_madd_epi16(_mm_unpacklo_epi8((__m128i)x, none),
                         _mm_unpacklo_epi8((__m128i)a, none));
    high = _mm_madd_epi16(_mm_unpackhi_epi8((__m128i)x, none),
                          _mm_unpackhi_epi8((__m128i)a, none));
    __m128i sum = _mm_add_epi32(low, high);
    low = _mm_madd_epi16(_mm_unpacklo_epi8((__m128i)y, none),
                         _mm_unpacklo_epi8((__m128i)b, none));
    high = _mm_madd_epi16(_mm_unpackhi_epi8((__m128i)y, none),
                          _mm_unpackhi_epi8((__m128i)b, none));
    sum = _mm_add_epi32(sum, _mm_add_epi32(low, high));
    __m128i weights = _mm_sad_epu8((__m128i)(x + y), none);
    sum = _mm_sub_epi32(sum, _mm_slli_epi32(weights, 6));
    sum = _mm_add_epi32(sum, _mm_srli_si128(sum, 8));
    sum = _mm_add_epi32(sum, _mm_srli_si128(sum, 4));
    return _mm_cvtsi128_si32(sum);
}
_Static_assert(REACH_ZERO == 1 << 6, "reach_weigh shifts by it");

#else

static inline reach_bytes reach_larger(reach_bytes a, reach_bytes b)
{
    for (int i = 0; i < REACH_BYTES; i++)
        a[i] = a[i] > b[i] ? a[i] : b[i];
    return a;
}

static inline reach_bytes reach_smaller(reach_bytes a, reach_bytes b)
{
    for (int i = 0; i < REACH_BYTES; i++)
        a[i] = a[i] < b[i] ? a[i] : b[i];
    return a;
}

static inline reach_bytes reach_less(reach_bytes a, reach_bytes b)
{
    return reach_larger(a, b) - b;
}

static inline reach_bytes reach_above(reach_bytes a)
{
    for (int i = 0; i < REACH_BYTES; i++)
        a[i] = (int8_t)a[i] > 0 ? 0xFF : 0;
    return a;
}

static inline int reach_largest(reach_bytes a)
{
    int largest = 0;
    for (int i = 0; i < REACH_BYTES; i++)
        largest = a[i] > largest ? a[i] : largest;
    return largest;
}

static inline int reach_weigh(reach_bytes x, reach_bytes a, reach_bytes y, reach_bytes b)
{
    int sum = 0;
    for (int i = 0; i < REACH_BYTES; i++)
        sum += x[i] * (a[i] - REACH_ZERO) + y[i] * (b[i] - REACH_ZERO);
    return sum;
}

#endif

/* ---- moves ------------------------------------------------------------------------------- */

static inline reach_step reach_step_of(int keep, int sell)
{
    reach_step step = {0};
    step.trade[sell]--;
    step.trade[REACH_LANES + keep]++;
    step.sum[keep]++;
    step.sum[sell]++;
    step.sum[REACH_LANES + keep]--;
    step.sum[REACH_LANES + sell]--;
    step.difference[keep]++;
    step.difference[sell]--;
    step.difference[REACH_LANES + keep]--;
    step.difference[REACH_LANES + sell]++;
    return step;
}

/* The market after a move, seen by the other player. */
static inline market market_after(market m, const reach_step *step)
{
    return (market){reach_turn(m.all + step->trade)};
}

/* ---- outcomes ---------------------------------------------------------------------------- */

/* The only outcome of a move that ends the game. */
static inline reach reach_end(const reach_step *step)
{
    reach_bytes sum = step->sum + reach_all(REACH_ZERO);
    reach_bytes difference = step->difference + reach_all(REACH_ZERO);
    return (reach){sum, difference, sum, difference};
}

/* The outcomes of a position, from those of the next one: the mover's K is the other's -K, so
 * that K+T was -(K-T), and the move itself is added. */
static inline reach reach_before(reach next, const reach_step *step)
{
    return (reach){reach_swap(next.difference) + step->sum,
                   reach_swap(next.sum) + step->difference,
                   reach_swap(next.near_difference) + step->sum,
                   reach_swap(next.near_sum) + step->difference};
}

/* Every outcome is this much further from the bound. */
static inline void reach_recede(reach *r, int gap)
{
    reach_bytes far = reach_all(gap < 0xFF ? gap : 0xFF);
    r->near_sum = reach_less(r->near_sum, far);
    r->near_difference = reach_less(r->near_difference, far);
}

static inline void reach_join(reach *r, reach more)
{
    r->sum = reach_larger(r->sum, more.sum);
    r->difference = reach_larger(r->difference, more.difference);
    r->near_sum = reach_larger(r->near_sum, more.near_sum);
    r->near_difference = reach_larger(r->near_difference, more.near_difference);
}

/* The most by which an outcome can pass the bound when the market goes from one to the other.
 * *spared is what the gaps took off. */
static inline int reach_slack(const reach *r, market from, market to, int *spared)
{
    reach_bytes change = to.all - from.all, other = reach_swap(change);
    reach_bytes a = change - other;             /* 2a, then -2a */
    reach_bytes b = reach_turn(change + other); /* 2b, then -2b */
    reach_bytes use_a = reach_above(a), use_b = reach_above(b);
    int slack = reach_weigh(a & use_a, r->sum, b & use_b, r->difference) / 2;
    *spared = reach_largest(reach_larger((r->sum - r->near_sum) & use_a,
                                         (r->difference - r->near_difference) & use_b));
    return slack - *spared;
}

/* The reach of a bound moved to another market, its gaps having spared so much: an outcome is
 * at most as much nearer to the new bound. */
static inline reach reach_moved(reach r, int spared)
{
    r.near_sum = reach_smaller(r.sum, r.near_sum + reach_all(spared));
    r.near_difference = reach_smaller(r.difference, r.near_difference + reach_all(spared));
    return r;
}

/* ---- places and positions ---------------------------------------------------------------- */

enum {
    SEARCH_VIEW = CHICAGO_PILES + 2, /* piles whose tops matter: up to one after a whole lap */
    SEARCH_NIBBLE = 4,
    SEARCH_WAYS = 4,
    SEARCH_BEYOND = 120 /* more than any relative value: at most 9 tokens kept at 7 or 6, and
                           9 for each good sold against what the other holds */
};

/* Piles, trader and the tops in reach. `ring` lists the piles left, clockwise from the trader,
 * four bits each; `height` has four bits for each pile of the origin. */
typedef struct place {
    uint64_t height, ring;
    int piles, tokens;
    int walk;                  /* the longest step; kept for the expert rule only */
    uint8_t top[SEARCH_VIEW];  /* good on the pile `i` steps from the trader, wrapping */
    uint8_t last[SEARCH_VIEW]; /* 1 if it is the pile's last token */
} place;

/* A move under consideration. */
typedef struct option {
    market after;
    int16_t gain, order;
    uint8_t landing, keep, sell;
    uint8_t ends; /* the game */
} option;

/* A position to be searched: its place and market, its moves and where they lead. */
typedef struct position {
    place here;
    market market;
    place next[CHICAGO_PILES];
    option list[CHICAGO_MOVES];
    int count;
} position;

typedef struct search_entry {
    reach open;
    market market;
    uint64_t key; /* place */
    int8_t bound;
    uint8_t upper; /* the bound is an upper one */
    uint8_t choice;
    uint8_t unused;
    uint32_t stamp; /* of the origin it belongs to */
} search_entry;
_Static_assert(sizeof(search_entry) == 96, "an entry fills one and a half cache lines");

typedef struct chicago_search {
    reach_step step[CHICAGO_GOODS][CHICAGO_GOODS]; /* [keep][sell] */
    uint8_t content[CHICAGO_PILES][8];             /* origin: good by pile and height from 1 */
    bool expert;
    bool halted; /* a limit was met: what chicago_search_test() says is worthless */
    uint32_t stamp;
    int shift; /* hash to line of the table */
    uint64_t nodes, poll_at, node_limit;
    double deadline; /* 0 = none */
    const atomic_bool *stop;
    search_entry *table;
} chicago_search;

void chicago_search_set_steps(chicago_search *s);
/* Lists the moves of a position whose place (but for the tops) and market are set, in the order
 * of chicago_moves. */
void chicago_search_expand(const chicago_search *s, position *at);
/* Brings the most promising of the options from `from` on to the front. */
void chicago_search_pick(option list[], int from, int count);

/* Whether the relative value reaches beta: the number returned is a lower bound if it does,
 * else an upper one (fail-soft). The move that reaches it comes to the front of the list. */
int chicago_search_test(chicago_search *s, position *at, int beta);
/* The same for one of its moves. */
int chicago_search_test_option(chicago_search *s, const position *at, int index, int beta);
