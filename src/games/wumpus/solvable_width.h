/* games/wumpus/solvable_width.h -- the deducible test on sets of WORDS 64-bit words, rows of
 * STRIDE bits. Included by solvable.c once for each width, with WORDS, STRIDE and NAME(x)
 * defined; only the type and functions named by NAME exist afterwards.
 *
 * What makes it exact is the argument of reasoner_fast.c and this: while no stench has been
 * met, the wumpus can only be away from the entered cells, where it changes nothing for their
 * neighbours (so for the gold while no glitter has been met). So only places near a stench and
 * near a glitter are ever tried, at most three each. */

typedef struct NAME(set) {
    uint64_t w[WORDS];
} NAME(set);

typedef struct NAME(grid) {
    NAME(set) board, breeze, stench, glitter, loud, wumpus, gold;
    bool dead; /* the wumpus has been shot: its place is known */
} NAME(grid);

#define SET  NAME(set)
#define EACH for (int i = 0; i < WORDS; i++)

static inline SET NAME(pack)(const wumpus_set *s)
{
    SET out = {{0}};
    for (int y = 0; y < STRIDE; y++)
        out.w[y * STRIDE / 64] |= (uint64_t)s->row[y] << (y * STRIDE % 64);
    return out;
}

static inline bool NAME(none)(const SET *s)
{
    uint64_t any = 0;
    EACH any |= s->w[i];
    return any == 0;
}

static inline bool NAME(meet)(const SET *a, const SET *b)
{
    uint64_t any = 0;
    EACH any |= a->w[i] & b->w[i];
    return any != 0;
}

/* Cells next to the set. Bits shifted over the end of a row are masked before they move. */
static inline SET NAME(around)(const SET *board, const SET *s)
{
    const uint64_t first = STRIDE == 8    ? 0x0101010101010101u
                           : STRIDE == 16 ? 0x0001000100010001u
                                          : 0x0000000100000001u;
    const uint64_t last = first << (STRIDE - 1);
    SET out;
    EACH
    {
        uint64_t v = s->w[i];
        uint64_t below = i > 0 ? s->w[i > 0 ? i - 1 : 0] >> (64 - STRIDE) : 0;
        uint64_t above = i + 1 < WORDS ? s->w[i + 1 < WORDS ? i + 1 : 0] << (64 - STRIDE) : 0;
        out.w[i] = (((v & ~last) << 1) | ((v & ~first) >> 1) | v << STRIDE | v >> STRIDE |
                    below | above) &
                   board->w[i];
    }
    return out;
}

/* Enters everything that cells without breeze or stench prove safe. */
static inline void NAME(flood)(const NAME(grid) * g, SET *entered)
{
    SET fresh = *entered;
    for (;;) {
        EACH fresh.w[i] &= ~g->loud.w[i];
        SET next = NAME(around)(&g->board, &fresh);
        EACH fresh.w[i] = next.w[i] & ~entered->w[i];
        if (NAME(none)(&fresh))
            return;
        EACH entered->w[i] |= fresh.w[i];
    }
}

/* The places left to a source whose marks were met: next to every marked cell entered, and to
 * no unmarked one. `marks` are all its marks. */
static inline SET NAME(places)(const NAME(grid) * g, const SET *entered, const SET *marks)
{
    SET quiet, met, out;
    EACH quiet.w[i] = entered->w[i] & ~marks->w[i];
    EACH met.w[i] = entered->w[i] & marks->w[i];
    SET denied = NAME(around)(&g->board, &quiet);
    EACH out.w[i] = g->board.w[i] & ~entered->w[i] & ~denied.w[i];
    for (int j = 0; j < WORDS; j++)
        for (uint64_t left = met.w[j]; left; left &= left - 1) {
            SET one = {{0}};
            one.w[j] = left & (0 - left);
            SET near = NAME(around)(&g->board, &one);
            EACH out.w[i] &= near.w[i];
        }
    return out;
}

/* Takes the lowest member out of *left into *one; false when there is none. */
static inline bool NAME(pick)(SET *left, SET *one)
{
    SET none = {{0}};
    *one = none;
    for (int j = 0; j < WORDS; j++)
        if (left->w[j]) {
            one->w[j] = left->w[j] & (0 - left->w[j]);
            left->w[j] &= left->w[j] - 1;
            return true;
        }
    return false;
}

/* What the consistent pairs of places leave possible; an unmet source has the empty place. */
static void NAME(pairs)(const NAME(grid) * g, const SET *entered, const SET *pits,
                        const SET *wumpuses, const SET *golds, SET *can_pit, SET *can_wumpus)
{
    SET none = {{0}}, breeze, w, gold;
    EACH breeze.w[i] = entered->w[i] & g->breeze.w[i];
    *can_pit = *can_wumpus = none;
    SET ws = *wumpuses;
    for (bool more = NAME(pick)(&ws, &w) || NAME(none)(wumpuses); more;
         more = NAME(pick)(&ws, &w)) {
        SET gs = *golds;
        for (bool rest = NAME(pick)(&gs, &gold) || NAME(none)(golds); rest;
             rest = NAME(pick)(&gs, &gold)) {
            if (NAME(meet)(&w, &gold))
                continue;
            SET left;
            EACH left.w[i] = pits->w[i] & ~w.w[i] & ~gold.w[i];
            SET felt = NAME(around)(&g->board, &left);
            uint64_t lacking = 0;
            EACH lacking |= breeze.w[i] & ~felt.w[i];
            if (lacking)
                continue;
            EACH can_pit->w[i] |= left.w[i];
            EACH can_wumpus->w[i] |= w.w[i];
        }
    }
}

/* Enters all that is proved safe; true when the gold is among it. Leaves in *located where the
 * wumpus can be, if it has been met. */
static bool NAME(explore)(const NAME(grid) * g, SET *entered, SET *located)
{
    for (;;) {
        NAME(flood)(g, entered);
        if (NAME(meet)(entered, &g->gold))
            return true;
        SET none = {{0}}, still, wumpuses = none, golds = none, fresh;
        EACH still.w[i] = entered->w[i] & ~g->breeze.w[i];
        SET no_pit = NAME(around)(&g->board, &still);
        SET edge = NAME(around)(&g->board, entered);
        if (g->dead)
            wumpuses = g->wumpus;
        else if (NAME(meet)(entered, &g->stench))
            wumpuses = NAME(places)(g, entered, &g->stench);
        EACH fresh.w[i] =
            edge.w[i] & no_pit.w[i] & ~entered->w[i] & ~(g->dead ? 0 : wumpuses.w[i]);
        if (NAME(none)(&fresh)) {
            SET pits, can_pit;
            EACH pits.w[i] = g->board.w[i] & ~no_pit.w[i] & ~entered->w[i];
            if (NAME(meet)(entered, &g->glitter))
                golds = NAME(places)(g, entered, &g->glitter);
            *located = wumpuses;
            if (NAME(none)(&wumpuses) && NAME(none)(&golds))
                return false;
            NAME(pairs)(g, entered, &pits, &wumpuses, &golds, &can_pit, located);
            EACH fresh.w[i] =
                edge.w[i] & ~can_pit.w[i] & ~entered->w[i] & ~(g->dead ? 0 : located->w[i]);
            if (NAME(none)(&fresh))
                return false;
        }
        EACH entered->w[i] |= fresh.w[i];
    }
}

/* Whether the wumpus's place is proved. An unmet one is anywhere away from what was entered. */
static bool NAME(is_located)(const NAME(grid) * g, const SET *entered, const SET *located)
{
    SET left = *located;
    if (!NAME(meet)(entered, &g->stench)) {
        SET edge = NAME(around)(&g->board, entered);
        EACH left.w[i] = g->board.w[i] & ~edge.w[i] & ~entered->w[i];
    }
    int count = 0;
    EACH count += __builtin_popcountll(left.w[i]);
    return count == 1;
}

static bool NAME(in_line)(const wumpus_world *world, const SET *entered)
{
    wumpus_cell w = wumpus_first(&world->wumpus);
    wumpus_set lines = {{0}};
    for (int i = 0; i < world->n; i++) {
        wumpus_add(&lines, w.x, i);
        wumpus_add(&lines, i, w.y);
    }
    SET packed = NAME(pack)(&lines);
    return NAME(meet)(&packed, entered);
}

static wumpus_grade NAME(deducible)(const wumpus_world *world, bool arrow)
{
    NAME(grid) g = {.dead = false};
    wumpus_set board = wumpus_board(world->n);
    g.board = NAME(pack)(&board);
    g.wumpus = NAME(pack)(&world->wumpus);
    g.gold = NAME(pack)(&world->gold);
    SET pit = NAME(pack)(&world->pit), entered = {{1}}, located = {{0}};
    g.breeze = NAME(around)(&g.board, &pit);
    g.stench = NAME(around)(&g.board, &g.wumpus);
    g.glitter = NAME(around)(&g.board, &g.gold);
    EACH g.loud.w[i] = g.breeze.w[i] | g.stench.w[i];
    if (NAME(explore)(&g, &entered, &located))
        return WUMPUS_DEDUCIBLE;
    if (!arrow || !NAME(is_located)(&g, &entered, &located) || !NAME(in_line)(world, &entered))
        return WUMPUS_NOT_DEDUCIBLE;
    g.dead = true;
    g.loud = g.breeze;
    return NAME(explore)(&g, &entered, &located) ? WUMPUS_DEDUCIBLE_BY_ARROW
                                                 : WUMPUS_NOT_DEDUCIBLE;
}

#undef SET
#undef EACH
