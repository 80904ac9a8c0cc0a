/* games/moriarty/endgame_kernel.h -- template: exact values with few empty squares, null
 * window.
 *
 * Full-size boards only; the winner takes the empty squares. Everything returns a bound of the
 * mover's final score, fail-soft: at most alpha, an upper bound; above it, a lower bound. No
 * table here. Moves go by parity: a region (a quarter of the board) with an odd number of empty
 * squares is played first, for the side that enters it may leave it last; with more empties,
 * first by the number of answers left to the other side.
 * A node is a position with at least one empty square that a move has led to. */

enum {
    FEW = 7,      /* at most so many empties are solved here */
    SORT_FEW = 6, /* from so many on, moves are sorted */
    LIST_FEW = 5  /* from so many on, moves are found all at once, and stability looked at */
};

static const uint64_t quarters[16] = {
    0x0000000000000000, 0x000000000F0F0F0F, 0x00000000F0F0F0F0, 0x00000000FFFFFFFF,
    0x0F0F0F0F00000000, 0x0F0F0F0F0F0F0F0F, 0x0F0F0F0FF0F0F0F0, 0x0F0F0F0FFFFFFFFF,
    0xF0F0F0F000000000, 0xF0F0F0F00F0F0F0F, 0xF0F0F0F0F0F0F0F0, 0xF0F0F0F0FFFFFFFF,
    0xFFFFFFFF00000000, 0xFFFFFFFF0F0F0F0F, 0xFFFFFFFFF0F0F0F0, 0xFFFFFFFFFFFFFFFF};

static inline unsigned quarter_of(int square)
{
    return 1U << ((square >> 2 & 1) | (square >> 4 & 2));
}

/* The quarters with an odd number of empties, as a set of quarters. */
static inline unsigned odd_quarters(uint64_t empties)
{
    unsigned odd = 0;
    for (unsigned i = 0; i < 4; i++)
        odd |= ((unsigned)moriarty_count(empties & quarters[1U << i]) & 1) << i;
    return odd;
}

static inline int final_score(uint64_t mover, uint64_t other)
{
    int a = moriarty_count(mover), b = moriarty_count(other);
    return a > b ? 64 - 2 * b : a < b ? 2 * a - 64 : 0;
}

/* Twice the discs turned on the only empty square: four lines looked up. */
static inline int last_gain(uint64_t own, int square)
{
    const uint64_t file_a = 0x0101010101010101;
    const uint8_t *by_file = moriarty_line_gain[square & 7];
    const uint64_t *diagonal = moriarty_diagonals[square];
    uint64_t file = (own >> (square & 7) & file_a) * UINT64_C(0x0102040810204080) >> 56;
    return by_file[own >> (square & 56) & 255] + moriarty_line_gain[square >> 3][file] +
           by_file[(own & diagonal[0]) * file_a >> 56] +
           by_file[(own & diagonal[1]) * file_a >> 56];
}

static inline int last_1(moriarty_worker *w, uint64_t mover, int square, int alpha)
{
    w->nodes++;
    int score = 2 * moriarty_count(mover) - 62; /* the square being the mover's, no more */
    int gain = last_gain(mover, square);
    if (gain)
        return score + gain;
    /* No move here: the other side may have one; else the square goes to the winner. */
    int kept = score > 0 ? score : score - 2;
    if (kept <= alpha)
        return kept;
    gain = last_gain(~mover & ~moriarty_bit(square), square);
    return gain ? score - 2 - gain : kept;
}

static int last_2(moriarty_worker *w, uint64_t mover, uint64_t other, int a, int b, int alpha)
{
    w->nodes++;
    int best = -MORIARTY_INFINITE;
    uint64_t flips;
    if ((moriarty_around[a] & other) && (flips = kernel_flips(mover, other, a))) {
        best = -last_1(w, other ^ flips, b, -alpha - 1);
        if (best > alpha)
            return best;
    }
    if ((moriarty_around[b] & other) && (flips = kernel_flips(mover, other, b))) {
        int score = -last_1(w, other ^ flips, a, -alpha - 1);
        if (score > best)
            best = score;
    }
    if (best != -MORIARTY_INFINITE)
        return best;
    /* A pass: the other side maximises, so the mover gets the least. */
    int least = MORIARTY_INFINITE;
    if ((moriarty_around[a] & mover) && (flips = kernel_flips(other, mover, a))) {
        least = last_1(w, mover ^ flips, b, alpha);
        if (least <= alpha)
            return least;
    }
    if ((moriarty_around[b] & mover) && (flips = kernel_flips(other, mover, b))) {
        int score = last_1(w, mover ^ flips, a, alpha);
        if (score < least)
            least = score;
    }
    return least != MORIARTY_INFINITE ? least : final_score(mover, other);
}

/* Above this alpha it pays to count the other side's stable discs, by empties. */
static const int8_t stable_from[64] = {
    99, 99, 99, 99, 99, 8,  10, 12, 14, 14, 14, 16, 16, 16, 16, 20, 20, 26, 26, 26, 26, 26,
    26, 26, 26, 26, 26, 26, 26, 26, 26, 26, 26, 26, 26, 26, 26, 26, 26, 26, 26, 26, 26, 26,
    26, 26, 26, 26, 26, 26, 26, 26, 26, 26, 26, 26, 26, 26, 26, 26, 26, 26, 26, 26};

static int few_of(moriarty_worker *w, uint64_t mover, uint64_t other, uint64_t moves, int alpha,
                  uint64_t empties, unsigned odd, int count);

typedef struct few_move {
    uint64_t flips;
    uint64_t answers;  /* the moves of the other side after it */
    int square, order; /* the least `order` is tried first; no two are equal */
} few_move;

/* Fastest first: the moves that leave the other side the fewest answers. */
static inline int list_few(uint64_t mover, uint64_t other, uint64_t moves, unsigned odd,
                           few_move list[])
{
    int count = 0;
    for (; moves; moves &= moves - 1) {
        int square = moriarty_first(moves);
        uint64_t flips = kernel_flips(mover, other, square);
        uint64_t answers = kernel_moves(other ^ flips, mover ^ flips ^ moriarty_bit(square));
        int freedom =
            4 * (moriarty_count(answers) + moriarty_count(answers & MORIARTY_CORNERS));
        if (!(quarters[odd] & moriarty_bit(square)))
            freedom += 3;
        list[count++] = (few_move){flips, answers, square, 64 * freedom + square};
    }
    return count;
}

/* Takes the move to be tried next out of the list: mostly the first one is enough, so that
 * sorting all of them would be in vain. */
static inline few_move pick_few(few_move list[], int count)
{
    int best = 0;
    for (int i = 1; i < count; i++)
        if (list[i].order < list[best].order)
            best = i;
    few_move m = list[best];
    list[best] = list[count - 1];
    return m;
}

static inline int few_ordered(moriarty_worker *w, uint64_t mover, uint64_t other, int alpha,
                              uint64_t empties, unsigned odd, const int count, uint64_t moves)
{
    few_move list[FEW];
    int best = -MORIARTY_INFINITE;
    for (int left = list_few(mover, other, moves, odd, list); left > 0; left--) {
        few_move m = pick_few(list, left);
        uint64_t bit = moriarty_bit(m.square);
        int score = -few_of(w, other ^ m.flips, mover ^ m.flips ^ bit, m.answers, -alpha - 1,
                            empties ^ bit, odd ^ quarter_of(m.square), count - 1);
        if (score > best) {
            best = score;
            if (best > alpha)
                break;
        }
    }
    return best;
}

/* Three to FEW empties; `count` is a constant wherever this is inlined. `moves` are looked at
 * from LIST_FEW on: who ordered the moves above knows them. */
__attribute__((always_inline)) static inline int few_body(moriarty_worker *w, uint64_t mover,
                                                          uint64_t other, uint64_t moves,
                                                          int alpha, uint64_t empties,
                                                          unsigned odd, const int count)
{
    int best = -MORIARTY_INFINITE;
    if (count >= LIST_FEW) {
        if (alpha >= stable_from[count]) {
            int bound = 64 - 2 * moriarty_count(kernel_stable(other, mover));
            if (bound <= alpha)
                return bound;
        }
    }
    if (count >= SORT_FEW)
        return few_ordered(w, mover, other, alpha, empties, odd, count, moves);
    uint64_t tried = count >= LIST_FEW ? moves : empties;
    uint64_t now = tried & quarters[odd], later = tried & ~quarters[odd];
    for (int half = 0; half < 2; half++, now = later) {
        for (; now; now &= now - 1) {
            int square = moriarty_first(now);
            if (count < LIST_FEW && !(moriarty_around[square] & other))
                continue;
            uint64_t flips = kernel_flips(mover, other, square);
            if (count < LIST_FEW && !flips)
                continue;
            uint64_t bit = moriarty_bit(square);
            int score = -few_of(w, other ^ flips, mover ^ flips ^ bit, 0, -alpha - 1,
                                empties ^ bit, odd ^ quarter_of(square), count - 1);
            if (score > best) {
                best = score;
                if (best > alpha)
                    return best;
            }
        }
    }
    return best;
}

#define FEW_LEVEL(count)                                                                       \
    static int few_##count(moriarty_worker *w, uint64_t mover, uint64_t other, uint64_t moves, \
                           int alpha, uint64_t empties, unsigned odd)                          \
    {                                                                                          \
        w->nodes++;                                                                            \
        int score = few_body(w, mover, other, moves, alpha, empties, odd, count);              \
        if (score != -MORIARTY_INFINITE)                                                       \
            return score;                                                                      \
        moves = count >= LIST_FEW ? kernel_moves(other, mover) : 0;                            \
        score = -few_body(w, other, mover, moves, -alpha - 1, empties, odd, count);            \
        return score != MORIARTY_INFINITE ? score : final_score(mover, other);                 \
    }
FEW_LEVEL(3)
FEW_LEVEL(4)
FEW_LEVEL(5)
FEW_LEVEL(6)
FEW_LEVEL(7)

/* Two to FEW empties; `moves` of the mover, needed from LIST_FEW on. */
static inline int few_of(moriarty_worker *w, uint64_t mover, uint64_t other, uint64_t moves,
                         int alpha, uint64_t empties, unsigned odd, int count)
{
    switch (count) {
    case 2:
        return last_2(w, mover, other, moriarty_first(empties),
                      moriarty_first(empties & (empties - 1)), alpha);
    case 3:
        return few_3(w, mover, other, moves, alpha, empties, odd);
    case 4:
        return few_4(w, mover, other, moves, alpha, empties, odd);
    case 5:
        return few_5(w, mover, other, moves, alpha, empties, odd);
    case 6:
        return few_6(w, mover, other, moves, alpha, empties, odd);
    default:
        return few_7(w, mover, other, moves, alpha, empties, odd);
    }
}

/* The value of a full-size board with at most FEW empties, null window. */
static inline int kernel_few(moriarty_worker *w, moriarty_board b, int alpha, uint64_t empties,
                             int count)
{
    if (count == 0) {
        w->nodes++;
        return final_score(b.mover, b.other);
    }
    if (count == 1)
        return last_1(w, b.mover, moriarty_first(empties), alpha);
    uint64_t moves = count >= LIST_FEW ? kernel_moves(b.mover, b.other) : 0;
    return few_of(w, b.mover, b.other, moves, alpha, empties, odd_quarters(empties), count);
}
