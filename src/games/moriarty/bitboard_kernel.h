/* games/moriarty/bitboard_kernel.h -- moves and flips, written for plain C, for AVX2, and for
 * AVX2 with the leading zeros of four words at once, which AVX-512 has.
 *
 * A template: the file that includes it says MORIARTY_VECTOR 0, 1 or 2 beforehand (see
 * kernel_portable.c, kernel_avx2.c, kernel_avx512.c), so that the searches get these operations
 * inlined and pay no call for the choice. All versions give the same results, square for
 * square.
 *
 * Flips: on a ray, look for the first square that is not the other side's. If it is the
 * mover's, all squares before it turn. Towards h8 the first square is the lowest bit;
 * towards a1 it is the highest. Moves: parallel prefix (Kogge and Stone, "A parallel
 * algorithm for the efficient solution of a general class of recurrence equations", 1973),
 * two steps bridging the up to six discs between. */
#include "games/moriarty/bitboard.h"

#if !defined MORIARTY_VECTOR
#error "say MORIARTY_VECTOR 0, 1 or 2 before including bitboard_kernel.h"
#endif

/* Squares of the files b-g: a run of discs to turn sideways or slantwise lies within them. */
#define INNER_FILES UINT64_C(0x7E7E7E7E7E7E7E7E)

#if MORIARTY_VECTOR

static inline uint64_t join_lanes(__m256i v)
{
    __m128i half = _mm_or_si128(_mm256_castsi256_si128(v), _mm256_extracti128_si256(v, 1));
    half = _mm_or_si128(half, _mm_unpackhi_epi64(half, half));
    return (uint64_t)_mm_cvtsi128_si64(half);
}

/* The same, in all four lanes. */
static inline __m256i join_everywhere(__m256i v)
{
    v = _mm256_or_si256(v, _mm256_permute4x64_epi64(v, 0x4E));
    return _mm256_or_si256(v, _mm256_shuffle_epi32(v, 0x4E));
}

/* Where the mover's lines end, by direction, on squares that may be taken. */
static inline __m256i lanes_reached(__m256i own, __m256i other)
{
    const __m256i step = _mm256_set_epi64x(7, 9, 8, 1);
    const __m256i twice = _mm256_set_epi64x(14, 18, 16, 2);
    const __m256i inner =
        _mm256_set_epi64x((int64_t)INNER_FILES, (int64_t)INNER_FILES, -1, (int64_t)INNER_FILES);
    __m256i run = _mm256_and_si256(other, inner);
    __m256i up = _mm256_and_si256(run, _mm256_sllv_epi64(own, step));
    __m256i down = _mm256_and_si256(run, _mm256_srlv_epi64(own, step));
    up = _mm256_or_si256(up, _mm256_and_si256(run, _mm256_sllv_epi64(up, step)));
    down = _mm256_or_si256(down, _mm256_and_si256(run, _mm256_srlv_epi64(down, step)));
    __m256i pairs_up = _mm256_and_si256(run, _mm256_sllv_epi64(run, step));
    __m256i pairs_down = _mm256_srlv_epi64(pairs_up, step);
    up = _mm256_or_si256(up, _mm256_and_si256(pairs_up, _mm256_sllv_epi64(up, twice)));
    down = _mm256_or_si256(down, _mm256_and_si256(pairs_down, _mm256_srlv_epi64(down, twice)));
    up = _mm256_or_si256(up, _mm256_and_si256(pairs_up, _mm256_sllv_epi64(up, twice)));
    down = _mm256_or_si256(down, _mm256_and_si256(pairs_down, _mm256_srlv_epi64(down, twice)));
    return _mm256_or_si256(_mm256_sllv_epi64(up, step), _mm256_srlv_epi64(down, step));
}

static inline uint64_t kernel_moves(uint64_t mover, uint64_t other)
{
    __m256i reached =
        lanes_reached(_mm256_set1_epi64x((int64_t)mover), _mm256_set1_epi64x((int64_t)other));
    return join_lanes(reached) & ~(mover | other);
}

/* The discs before the first stop of each ray, where that stop is the mover's. */
static inline __m256i lanes_up(__m256i own, __m256i run, __m256i ray)
{
    const __m256i zero = _mm256_setzero_si256();
    __m256i stops = _mm256_andnot_si256(run, ray);
    __m256i end = _mm256_and_si256(_mm256_and_si256(stops, own), _mm256_sub_epi64(zero, stops));
    __m256i before = _mm256_and_si256(ray, _mm256_add_epi64(end, _mm256_set1_epi64x(-1)));
    return _mm256_andnot_si256(_mm256_cmpeq_epi64(end, zero), before);
}

#if MORIARTY_VECTOR == 2

#if !defined MORIARTY_LEADING_ZEROS
#define MORIARTY_LEADING_ZEROS _mm256_lzcnt_epi64
#endif

/* Downwards: the first stop is the highest; no stop at all shifts the bit away. */
static inline __m256i lanes_down(__m256i own, __m256i run, __m256i ray)
{
    const __m256i top = _mm256_set1_epi64x(INT64_MIN);
    __m256i stops = _mm256_andnot_si256(run, ray);
    __m256i end = _mm256_and_si256(own, _mm256_srlv_epi64(top, MORIARTY_LEADING_ZEROS(stops)));
    __m256i above = _mm256_sub_epi64(_mm256_setzero_si256(), _mm256_add_epi64(end, end));
    return _mm256_and_si256(ray, above);
}

#else

/* Downwards: smear the stops along the ray; what stays clear lies before the first. The first
 * stop is the mover's exactly when the mover's part of the stops is the greater. */
static inline __m256i lanes_down(__m256i own, __m256i run, __m256i ray)
{
    const __m256i step = _mm256_set_epi64x(7, 9, 8, 1);
    __m256i stops = _mm256_andnot_si256(run, ray);
    __m256i ours = _mm256_and_si256(own, ray);
    __m256i valid = _mm256_cmpgt_epi64(ours, _mm256_andnot_si256(own, stops));
    stops = _mm256_or_si256(stops, _mm256_srlv_epi64(stops, step));
    stops = _mm256_or_si256(stops, _mm256_srlv_epi64(stops, _mm256_add_epi64(step, step)));
    stops = _mm256_or_si256(stops, _mm256_srlv_epi64(stops, _mm256_slli_epi64(step, 2)));
    return _mm256_and_si256(valid, _mm256_andnot_si256(stops, ray));
}

#endif

static inline __m256i lanes_flipped(__m256i own, __m256i run, int square)
{
    const __m256i *rays = (const __m256i *)(const void *)moriarty_rays[square];
    __m256i before = lanes_up(own, run, _mm256_load_si256(rays));
    __m256i after = lanes_down(own, run, _mm256_load_si256(rays + 1));
    return _mm256_or_si256(before, after);
}

static inline uint64_t kernel_flips(uint64_t mover, uint64_t other, int square)
{
    return join_lanes(lanes_flipped(_mm256_set1_epi64x((int64_t)mover),
                                    _mm256_set1_epi64x((int64_t)other), square));
}

/* The moves that answer one: the board after it stays in vectors on the way. */
static inline uint64_t kernel_answers(moriarty_board b, int square)
{
    __m256i own = _mm256_set1_epi64x((int64_t)b.mover);
    __m256i run = _mm256_set1_epi64x((int64_t)b.other);
    __m256i flips = join_everywhere(lanes_flipped(own, run, square));
    __m256i put = _mm256_set1_epi64x((int64_t)moriarty_bit(square));
    __m256i after = _mm256_xor_si256(_mm256_xor_si256(own, put), flips);
    __m256i reached = lanes_reached(_mm256_xor_si256(run, flips), after);
    return join_lanes(reached) & ~(b.mover | b.other | moriarty_bit(square));
}

#else

static inline uint64_t moves_along(uint64_t own, uint64_t run, int step)
{
    uint64_t up = run & (own << step), down = run & (own >> step);
    up |= run & (up << step);
    down |= run & (down >> step);
    uint64_t pairs_up = run & (run << step), pairs_down = pairs_up >> step;
    up |= pairs_up & (up << 2 * step);
    down |= pairs_down & (down >> 2 * step);
    up |= pairs_up & (up << 2 * step);
    down |= pairs_down & (down >> 2 * step);
    return up << step | down >> step;
}

static inline uint64_t kernel_moves(uint64_t mover, uint64_t other)
{
    uint64_t inner = other & INNER_FILES;
    uint64_t reached = moves_along(mover, inner, 1) | moves_along(mover, other, 8) |
                       moves_along(mover, inner, 9) | moves_along(mover, inner, 7);
    return reached & ~(mover | other);
}

static inline uint64_t flips_up(uint64_t own, uint64_t other, uint64_t ray)
{
    uint64_t stops = ray & ~other;
    uint64_t end = stops & (0 - stops) & own;
    return (end - (end != 0)) & ray;
}

static inline uint64_t flips_down(uint64_t own, uint64_t other, uint64_t ray)
{
    uint64_t stops = ray & ~other;
    if ((own & ray) <= (stops & ~own))
        return 0;
    return ray & (~UINT64_C(1) << (63 - __builtin_clzll(stops)));
}

static inline uint64_t kernel_flips(uint64_t mover, uint64_t other, int square)
{
    const uint64_t *ray = moriarty_rays[square];
    uint64_t flips = 0;
    for (int i = 0; i < 4; i++)
        flips |= flips_up(mover, other, ray[i]) | flips_down(mover, other, ray[i + 4]);
    return flips;
}

/* The moves that answer one. */
static inline uint64_t kernel_answers(moriarty_board b, int square)
{
    moriarty_board after = moriarty_next(b, square, kernel_flips(b.mover, b.other, square));
    return kernel_moves(after.mover, after.other);
}

#endif

static inline uint64_t squares_around(uint64_t set)
{
    uint64_t row =
        (set << 1 & ~UINT64_C(0x0101010101010101)) | (set >> 1 & ~UINT64_C(0x8080808080808080));
    uint64_t three = set | row;
    return row | three << 8 | three >> 8;
}

/* Squares from which nothing but discs is met up to both edges, along steps of 9 or 7. The
 * `rim` masks are the squares one, two or four steps away from leaving the board. */
static inline uint64_t full_slanted(uint64_t discs, int step, const uint64_t up_rim[3],
                                    const uint64_t down_rim[3])
{
    uint64_t up = discs, down = discs;
    for (int i = 0; i < 3; i++) {
        up &= (up >> (step << i)) | up_rim[i];
        down &= (down << (step << i)) | down_rim[i];
    }
    return up & down;
}

static inline uint64_t full_rows(uint64_t discs)
{
    uint64_t t = discs & (discs >> 1);
    t &= t >> 2;
    t &= t >> 4;
    return (t & UINT64_C(0x0101010101010101)) * 255;
}

static inline uint64_t full_files(uint64_t discs)
{
    uint64_t t = discs & (discs >> 8 | discs << 56);
    t &= t >> 16 | t << 48;
    return t & (t >> 32 | t << 32);
}

/* A disc is safe along a line that is full, or ends at it, or holds a safe disc of its own
 * colour next to it; safe along all four, it is stable. */
static inline uint64_t kernel_stable(uint64_t own, uint64_t other)
{
    static const uint64_t east[3] = {0xFF80808080808080, 0xFFFFC0C0C0C0C0C0,
                                     0xFFFFFFFFF0F0F0F0};
    static const uint64_t west[3] = {0xFF01010101010101, 0xFFFF030303030303,
                                     0xFFFFFFFF0F0F0F0F};
    static const uint64_t east_down[3] = {0x01010101010101FF, 0x030303030303FFFF,
                                          0x0F0F0F0FFFFFFFFF};
    static const uint64_t west_down[3] = {0x80808080808080FF, 0xC0C0C0C0C0C0FFFF,
                                          0xF0F0F0F0FFFFFFFF};
    const uint64_t sides = 0x8181818181818181, ends = 0xFF000000000000FF;
    uint64_t discs = own | other;
    uint64_t rows = full_rows(discs) | sides, files = full_files(discs) | ends;
    uint64_t rising = full_slanted(discs, 9, east, east_down) | sides | ends;
    uint64_t falling = full_slanted(discs, 7, west, west_down) | sides | ends;
    uint64_t stable = own & rows & files & rising & falling, before;
    do {
        before = stable;
        stable = own & (rows | stable << 1 | stable >> 1) &
                 (files | stable << 8 | stable >> 8) & (rising | stable << 9 | stable >> 9) &
                 (falling | stable << 7 | stable >> 7);
        stable |= before;
    } while (stable != before);
    return stable;
}
