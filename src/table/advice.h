/* table/advice.h -- an answer with a reason: what to play, how sure, and why not the other.
 */
#pragma once

#include "core/engine.h"
#include "core/reason.h"
#include "core/worth.h"
#include "table/judge.h"

/* ---- why not mine? ----------------------------------------------------------------------- */

/* Two moves of one position beside each other: what each is worth, the facts that only one of
 * them has, and the line that shows what is wrong with the other.
 *
 * Both are worth what the judgement of the position says. The line is found by a look behind
 * the other move, by the same judge with the same limits; what that look proves is part of the
 * judgement from then on, and where it does not bear out that the move is worse, nothing is
 * claimed. */

typedef enum advice_contest {
    WHY_NOT_SAME_MOVE, /* it is the move advised */
    WHY_NOT_AS_GOOD,   /* both come to the same, or about */
    WHY_NOT_WORSE,     /* the other one is worse, and the line shows it, where there is one */
    WHY_NOT_UNPROVED,  /* it seems worse, but from behind it looks as good */
    WHY_NOT_UNWEIGHED
} advice_contest;

typedef struct why_not_answer {
    advice_contest how;
    duel_move move;  /* the other one */
    bool overturned; /* the look behind it has made it the move advised */
    duel_worth advised, worth;
    int32_t estimate;         /* that the worth comes from, where it is not proved */
    duel_reason why;          /* all that is said of the other move, */
    duel_reason only;         /* and what of it is not said of the move advised, */
    duel_reason advised_only; /* nor the other way round */
    int line_count;           /* of a worse one: it and what follows */
    duel_move line[DUEL_LINE];
    duel_worth seen; /* from behind: not known where nobody can look there */
} why_not_answer;

/* ---- an answer with a reason ------------------------------------------------------------- */

typedef struct table_advice {
    duel_answer answer;   /* plan[0] is the move advised */
    judge_result judged;  /* which judgement this was read from */
    duel_reason told;     /* of the whole plan: a hint of every level, then the reasons, none of
                           * which speaks against it */
    duel_reason why;      /* the reasons alone */
    bool compared;        /* another move was asked about: */
    why_not_answer other; /* why not that one */
} table_advice;

/* Explains the judgement of t->view. `instead` may be NULL; to answer why not that move, the
 * judge looks behind it, within the same limits once more. The advice is large: keep it on the
 * heap. */
duel_status advice_give(table_judge *j, const duel_variant *v, const duel_think *t,
                        const duel_move *instead, table_advice *out, duel_msg *why);

/* Step 1..DUEL_HINTS of a hint towards the plan: the facts that give away so much, the game's
 * own or else what can be said of any game (below), a few candidates, the move. The move stays
 * while its reasons are told. */
void advice_hint(const table_advice *a, int step, duel_reason *out);

/* A move among those rated; NULL if it is not there. */
const duel_move_value *advice_find_move(const duel_answer *a, duel_move move);
/* The moves that keep the value of the position, best first; all that resist longest in a lost
 * one. Returns how many were written to out[DUEL_MOVES_MAX]. */
int advice_best_moves(const duel_variant *v, const duel_answer *a, duel_move out[]);

/* ---- what to look for, where a game itself does not say ---------------------------------- */

/* Found by playing the best move and comparing it with the others. */

/* What the sentence claims, as the kind of the fact. */
typedef enum hint_found {
    HINT_ONLY_MOVE, /* there is one legal move */
    HINT_WIN,       /* the move ends the game, won */
    HINT_ALL_LOSE,  /* after every move the other of two can win at once */
    HINT_DEFENCE,   /* after some moves he can, and not after this one */
    HINT_CAPTURE,   /* it leaves fewer things of the others' in the picture */
    HINT_FEWEST,    /* after no move the next to play has fewer moves, after some more */
    HINT_MOST,      /* the same for a seat alone: after none more, after some fewer */
    HINT_STAKE      /* what the judgement says of the position */
} hint_found;

/* ---- why to mix: why_mix.c --------------------------------------------------------------- */

/* Facts made from the mixes of both seats alone.
 *
 * They need no word from the game: how often to play what; that the moves of the mix are worth
 * the same, so that the other gains nothing by guessing; whom the mix leaves without a best
 * answer, and what that one learns by the move; what it would cost to play the same every time.
 */

/* What the sentence claims, as the kind of the fact; numbers in millionths. */
typedef enum why_mix_fact {
    WHY_MIX_CHANCE = 1000, /* arg: the chance; of it, as a fraction, above and below */
    WHY_MIX_EVEN,          /* arg: what each move of the mix is worth */
    WHY_MIX_ANSWER,        /* arg: what each answer is worth to the other */
    WHY_MIX_LEARNED,       /* args: how likely the other takes this view to be, before the
                            * move and after it */
    WHY_MIX_HABIT          /* args: the cost, a game, of always playing what is played least;
                            * of always playing what is played most */
} why_mix_fact;
