/* core/reason.h -- why a move is good or bad, and why a game is over, as facts that can be
 * checked.
 *
 * A fact has a kind and numbers of the game's own, from which tests recompute it, and the
 * sentence a person reads. Advice compares the facts of two moves to answer "why not mine?",
 * so the facts of a move come in an order: the most telling first.
 *
 * A fact also says how much it gives away. Those that tell why are reasons; those that give
 * away less are hints, and come before them. What kind of thing to look for follows from the
 * kind of the reasons: a game says it in a table (duel_reason_seek). A game need not give any
 * hint: table/advice.h has one for each level that a game leaves out. */
#pragma once

#include "core/game.h"
#include "core/scene.h"

enum { DUEL_FACTS = 12, DUEL_FACT_TARGETS = 12 };

/* How much a fact gives away, beginning with the least. */
typedef enum duel_gives {
    DUEL_GIVES_KIND = 1, /* what kind of thing to look for */
    DUEL_GIVES_PLACE,    /* where: a region, a row, a kind of square */
    DUEL_GIVES_MOVE,     /* which move */
    DUEL_GIVES_WHY       /* why it is good or bad */
} duel_gives;
enum { DUEL_HINTS = DUEL_GIVES_WHY }; /* the steps of a hint */

/* Things of the picture to be seen in groups: the elements with the ids `of`:from to
 * `of`:(from + count - 1), `size` of them in a group. Size 0: nothing is grouped. */
typedef struct duel_groups {
    char of[DUEL_TARGET_TEXT];
    int from, count, size;
} duel_groups;

typedef struct duel_fact {
    int kind;       /* the game's own numbering */
    int gives;      /* duel_gives */
    int64_t arg[4]; /* what the sentence claims, for the checker */
    duel_msg text;
    int speaks;  /* 1 for the move, -1 against it, 0 neither */
    int targets; /* elements of the scene to highlight */
    duel_target target[DUEL_FACT_TARGETS];
    duel_groups groups;
} duel_fact;

typedef struct duel_reason {
    int count;
    duel_fact fact[DUEL_FACTS];
} duel_reason;

/* The next fact to fill in, cleared but for its kind; it tells why, and a game that hints says
 * so. Once all are used the last is given again. */
duel_fact *duel_reason_add(duel_reason *r, int kind);
bool duel_fact_same(const duel_fact *a, const duel_fact *b); /* kind and numbers, not words */
/* Drops what gives away less than `least` or more than `most`. */
void duel_reason_keep(duel_reason *r, int least, int most);

/* Drops what speaks against the move: for whoever is advised to play it. */
void duel_reason_drop_against(duel_reason *r);
/* Whether somebody is spoken to: "you", "your", in either language. */
bool duel_fact_says_you(const duel_fact *f);
/* Drops what speaks to the player who moves: for everybody else who reads. */
void duel_reason_drop_you(duel_reason *r);

/* What to look for, where the first telling reason of a move is of this kind and speaks so. */
typedef struct duel_seek {
    int kind, speaks;
    const char *look; /* a message; NULL ends a table */
} duel_seek;
/* Puts that hint before the reasons: it is of the first of them that the table knows, and so
 * never says what they deny. Nothing if it knows none. */
void duel_reason_seek(duel_reason *r, const duel_seek table[]);

/* All the game says of the moves turn[0..count), and the reasons alone; nothing if the game
 * does not explain. */
void duel_explain(const duel_variant *v, const void *view, int seat, const duel_move turn[],
                  int count, duel_reason *out);
void duel_explain_why(const duel_variant *v, const void *view, int seat, const duel_move turn[],
                      int count, duel_reason *out);

/* Why the view is over; nothing while it goes on, or if the game does not say. */
void duel_explain_ending(const duel_variant *v, const void *view, int seat, duel_reason *out);

/* What a game says of a single move. */
typedef void duel_explain_one(const duel_variant *v, const void *view, int seat, duel_move move,
                              duel_reason *out);
/* For games whose `explain` tells each move of a turn alone: plays the turn, adds the hints
 * towards its first move and the reasons of all. What a later move makes of a matter (a kind of
 * fact) takes the place of what an earlier one did. */
void duel_explain_each(const duel_variant *v, const void *view, int seat,
                       const duel_move turn[], int count, duel_explain_one *one,
                       duel_reason *out);

/* What the mark on `target` is worth and why: nothing if marks mean nothing in the game. */
duel_mark_verdict duel_judge_mark(const duel_variant *v, const void *view, int seat,
                                  const duel_target *target, duel_reason *out);
