/* table/contrast.h -- why not mine? Two moves of one position beside each other: what each is
 * worth, the facts that only one of them has, and the line that shows what is wrong with the
 * other.
 *
 * Both are worth what the judgement of the position says. The line is found by a look behind
 * the other move, by the same judge with the same limits; what that look proves is part of the
 * judgement from then on, and where it does not bear out that the move is worse, nothing is
 * claimed. */
#ifndef DUEL_TABLE_CONTRAST_H
#define DUEL_TABLE_CONTRAST_H

#include "core/reason.h"
#include "core/worth.h"
#include "table/judge.h"

typedef enum duel_contest {
    DUEL_VERY_MOVE, /* it is the move advised */
    DUEL_AS_GOOD,   /* both come to the same, or about */
    DUEL_WORSE,     /* the other one is worse, and the line shows it, where there is one */
    DUEL_NOT_SHOWN, /* it seems worse, but from behind it looks as good */
    DUEL_NOT_WEIGHED
} duel_contest;

typedef struct duel_contrast {
    duel_contest how;
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
} duel_contrast;

/* Looks behind out->move, which is legal in t->view. */
duel_status duel_contrast_look(duel_judge *j, const duel_variant *v, const duel_think *t,
                               duel_contrast *out, duel_msg *why);
/* Compares it with the choice of the judgement `a`, of which `why` speaks. A move that the
 * judge passes over is worth what it is seen to be from behind, or else what games played out
 * say, within the limits of `t`. */
void duel_contrast_weigh(const duel_variant *v, const duel_think *t, const duel_answer *a,
                         const duel_reason *why, duel_contrast *out);

#endif
