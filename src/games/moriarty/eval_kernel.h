/* games/moriarty/eval_kernel.h -- template of the hand-made evaluation; follows
 * bitboard_kernel.h. On a smaller board only its own corners and the general features count:
 * what is said of edges and stability holds for the full size. */

static inline int margin(uint64_t mine, uint64_t theirs)
{
    return moriarty_count(mine) - moriarty_count(theirs);
}

/* X and C squares whose own corner is still empty. */
static inline void risky_squares(uint64_t empty_corners, uint64_t *x, uint64_t *c)
{
    uint64_t beside = (empty_corners << 1 | empty_corners >> 1) & UINT64_C(0x4200000000000042);
    uint64_t above = (empty_corners << 8 | empty_corners >> 8) & UINT64_C(0x0081000000008100);
    *c = beside | above;
    *x = (beside << 8 | beside >> 8) & UINT64_C(0x0042000000004200);
}

static inline void edge_features(moriarty_board b, int f[MORIARTY_FEATURES])
{
    const uint64_t edge = 0x3C0081818181003C; /* without corners and C squares */
    uint64_t x, c, corners = MORIARTY_CORNERS;
    risky_squares(corners & ~(b.mover | b.other), &x, &c);
    f[MORIARTY_X_SQUARE] = margin(b.mover & x, b.other & x);
    f[MORIARTY_C_SQUARE] = margin(b.mover & c, b.other & c);
    f[MORIARTY_EDGE] = margin(b.mover & edge, b.other & edge);
    if ((b.mover | b.other) & corners)
        f[MORIARTY_STABLE] = margin(kernel_stable(b.mover, b.other) & ~corners,
                                    kernel_stable(b.other, b.mover) & ~corners);
}

/* The squares that lack a neighbour both sideways and up or down. */
static inline uint64_t corners_of(uint64_t playable)
{
    if (playable == MORIARTY_ALL)
        return MORIARTY_CORNERS;
    return playable & ~(playable << 1 & playable >> 1) & ~(playable << 8 & playable >> 8);
}

static int weigh_features(const moriarty_weights *weights, const int f[MORIARTY_FEATURES],
                          int empties)
{
    int stage = empties / 10, into = empties % 10, sum = 0;
    int next = stage + 1 < MORIARTY_STAGES ? stage + 1 : stage;
    for (int i = 0; i < MORIARTY_FEATURES; i++)
        sum += f[i] * (weights->of[i][stage] * (10 - into) + weights->of[i][next] * into);
    return sum / 10;
}

static void features_of(moriarty_board b, uint64_t playable, int f[MORIARTY_FEATURES])
{
    uint64_t empty = playable & ~(b.mover | b.other);
    uint64_t corners = corners_of(playable);
    uint64_t mine = kernel_moves(b.mover, b.other) & playable;
    uint64_t theirs = kernel_moves(b.other, b.mover) & playable;
    f[MORIARTY_MOBILITY] = margin(mine, theirs);
    f[MORIARTY_TAKE] = moriarty_count(mine & corners);
    f[MORIARTY_THREAT] = moriarty_count(theirs & corners);
    f[MORIARTY_FRONTIER] =
        margin(squares_around(b.other) & empty, squares_around(b.mover) & empty);
    f[MORIARTY_CORNER] = margin(b.mover & corners, b.other & corners);
    f[MORIARTY_DISCS] = margin(b.mover, b.other);
    f[MORIARTY_ODD] = moriarty_count(empty) & 1 ? 1 : -1;
    f[MORIARTY_X_SQUARE] = f[MORIARTY_C_SQUARE] = f[MORIARTY_EDGE] = f[MORIARTY_STABLE] = 0;
    if (playable == MORIARTY_ALL)
        edge_features(b, f);
}

static int estimate_by_hand(const void *weights, moriarty_board b, uint64_t playable)
{
    int f[MORIARTY_FEATURES];
    features_of(b, playable, f);
    int empties = moriarty_count(playable & ~(b.mover | b.other));
    int sum = weigh_features(weights, f, empties), most = 64 * MORIARTY_UNIT;
    return sum > most ? most : sum < -most ? -most : sum;
}
