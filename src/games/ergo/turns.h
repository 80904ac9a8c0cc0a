/* games/ergo/turns.h -- what the machines of the game share: whole turns, what they look worth,
 * and how likely a game is won. */
#pragma once

#include "games/ergo/rules.h"

#include <stdatomic.h>

/* ---- whole turns ------------------------------------------------------------------------- */

/* Whole turns: every distinct outcome that the seat to move can reach.
 *
 * Works on a view of that seat (or on a state). The same outcome is often reached by several
 * orders of cards or by places that make no difference; the first way found stands for all. */

typedef struct ergo_way {
    duel_move move[ERGO_DRAWN];
    uint8_t count;  /* of moves: 1 for Ergo played first, the second card of a turn, or next */
    uint32_t found; /* how many were found before it: decides between equals, since no two C
                     * libraries sort those alike */
    int64_t worth;  /* what the judge said, 0 without one */
} ergo_way;

typedef struct ergo_turns {
    ergo_way *way;
    uint32_t count, room;
    uint64_t *seen; /* hashes of outcomes, open addressing, 0 = free */
    uint32_t slots;
    uint64_t nodes; /* cards tried */
} ergo_turns;

/* How good an outcome is: `before` the turn, the way, and `after` it. */
typedef int64_t ergo_judge(const duel_variant *v, const ergo *before, const ergo_way *way,
                           const ergo *after);

void ergo_turns_init(ergo_turns *t);
void ergo_turns_fini(ergo_turns *t);

/* Fills *t with the turns possible in `view`, which is not over; all of them, or those found
 * until *stop (which may be NULL) is set, at least one. DUEL_NO_SPACE: no memory. */
duel_status ergo_turns_find(const duel_variant *v, const ergo *view, ergo_judge *judge,
                            const atomic_bool *stop, ergo_turns *t, duel_msg *why);

/* ---- weights ----------------------------------------------------------------------------- */

/* What a turn looks worth, one turn deep, by a list of numbers.
 *
 * The formula is the seed's with every number set free: what the proof is worth to its four
 * letters times the cards in it, less the cost of the cards used, with a bonus for a Fallacy or
 * a Justification played. ergo_seed_weights make it seed-score's own, ten times as large. */

/* What becomes of a letter, by whose it is. Tenths for each card of the proof. */
typedef enum ergo_fate { ERGO_OPEN, ERGO_PROVEN, ERGO_REFUTED, ERGO_FATES } ergo_fate;
typedef enum ergo_owner { ERGO_OWN, ERGO_OTHERS, ERGO_NOBODYS, ERGO_OWNERS } ergo_owner;

enum {
    ERGO_W_GOING = 0, /* [owner][fate], the round goes on */
    ERGO_W_ENDING = ERGO_W_GOING + ERGO_OWNERS * ERGO_FATES,   /* … ended by Ergo */
    ERGO_W_PARADOX = ERGO_W_ENDING + ERGO_OWNERS * ERGO_FATES, /* … contradicts itself */
    ERGO_W_LAST, /* the pile is empty: so many hundredths of what Ergo would bring */
    ERGO_W_COST, /* hundredths: own letter, another's, then by kind from AND on */
    ERGO_W_COSTS = 2 + ERGO_KINDS - ERGO_AND,
    ERGO_W_JUSTIFY = ERGO_W_COST + ERGO_W_COSTS, /* bonus, when the card costs nothing else */
    ERGO_W_BLOCK,                                /* bonus for each turn a Fallacy adds … */
    ERGO_W_BLOCK_SCORE,                          /* … and for each point of the victim */
    ERGO_WEIGHTS
};

typedef struct ergo_weights {
    int16_t w[ERGO_WEIGHTS];
} ergo_weights;

extern const ergo_weights ergo_seed_weights;
extern const ergo_weights ergo_tuned_weights;

/* How the round stands after a turn. */
typedef enum ergo_end { ERGO_GOES_ON, ERGO_BY_ERGO, ERGO_BY_PILE } ergo_end;

/* The weights laid out for one seat, so that a proof is rated with few steps. */
typedef struct ergo_scale {
    int32_t letter[3][LOGIC_LETTERS][ERGO_FATES]; /* by ergo_end */
    int32_t paradox[3];
    int32_t cost[ERGO_KINDS];
    int32_t justify, block, block_score;
} ergo_scale;

void ergo_scale_init(const duel_variant *v, const ergo_weights *w, int seat, ergo_scale *out);

/* What the card itself brings or costs; `blocked` are the turns its victim still is. */
int32_t ergo_rate_use(const ergo_scale *x, const ergo *before, const ergo_use *u,
                      unsigned blocked);
/* The worth of an outcome, as ergo_judge has it. */
int64_t ergo_rate_turn(const duel_variant *v, const ergo_weights *w, const ergo *before,
                       const ergo_way *way, const ergo *after);
ergo_judge ergo_tuned_worth; /* by the tuned ones */

static inline int32_t ergo_rate_proof(const ergo_scale *x, logic_table models, unsigned size,
                                      ergo_end end)
{
    int32_t sum = 0;
    if (models == LOGIC_FALSE)
        return x->paradox[end] * (int32_t)size;
    for (unsigned k = 0; k < LOGIC_LETTERS; k++) {
        unsigned t = logic_letter_table(k);
        unsigned fate = (models & ~t) == 0 ? ERGO_PROVEN : (models & t) == 0 ? ERGO_REFUTED : 0;
        sum += x->letter[end][k][fate];
    }
    return sum * (int32_t)size;
}

/* ---- replies ----------------------------------------------------------------------------- */

/* The turn of a player who looks one turn ahead, found fast.
 *
 * What ergo_turns_find and a judge find in a tenth of a millisecond, for play-outs: cards that
 * change different lines are combined by truth table, without playing them. Left out are turns
 * with Tabula Rasa and another card in one line, and with Revolution and another card of the
 * proof; they are rare. */

/* A turn of the largest worth (ties at random), in a state in which the seat to move has used
 * no card yet and its hand is known. */
void ergo_reply(const duel_variant *v, const ergo *s, const ergo_scale *scale, duel_rng *rng,
                ergo_way *out);

/* ---- the race ---------------------------------------------------------------------------- */

/* The chance to win the game from the scores between two rounds.
 *
 * A model, not a fact: in every round each seat scores, or not, independently of the others and
 * as likely as machines of equal strength were seen to; the first to have enough points wins,
 * and after the last round the one with most. */

typedef struct ergo_race ergo_race;

ergo_race *ergo_race_new(const duel_variant *v); /* NULL: no memory */
void ergo_race_free(ergo_race *r);

/* For a state in which no round is being played: certain if the game is over. */
double ergo_race_chance(const ergo_race *r, const ergo *s, int seat);
