/* core/lesson.h -- a first lesson: a few moves made by the learner, each with a word before it.
 *
 * A step sets up a position, or goes on from the one before, says something and waits for a
 * move. Another legal move is answered and the position stays. A lesson always goes the same
 * way: a step that accepts several moves is followed by one that sets up its position. So the
 * number of a step tells everything, and a front end need keep nothing else. */
#pragma once

#include "core/game.h"

typedef struct duel_step {
    const char *say;   /* a message: what to see and what to try; NULL ends the table */
    const char *at;    /* a position in the game's notation; NULL: goes on from the last step */
    const char *good;  /* the moves accepted, with blanks between; "*" accepts any move */
    const char *right; /* a message once it is made; may be NULL */
    const char *wrong; /* a message that answers any other move */
    const char *reply; /* moves then made for the others, with blanks between; may be NULL */
} duel_step;

typedef struct duel_lesson {
    const char *options; /* of the variant: "matches=8"; "" for the defaults */
    const duel_step *steps;
    /* A first picture, shown when the lesson begins: the cards dealt in the shape of the game's
     * name. Front ends may bring its elements in one after the other, in their order. Both may
     * be NULL. */
    void (*scene)(const duel_variant *v, struct duel_scene *out);
    void (*draw)(const duel_variant *v, duel_pen *pen);
} duel_lesson;

enum { DUEL_STEP_TURN = 16 }; /* moves of a turn that are remembered */

/* Where a learner stands. */
typedef struct duel_learner {
    const duel_lesson *lesson;
    duel_variant v;
    duel_state state; /* the position of the step */
    int step;
    duel_state before; /* the last turn that was played in it, and where that began */
    duel_move turn[DUEL_STEP_TURN];
    int turn_count; /* 0: the position was set up */
} duel_learner;

/* Stands before the first step; refused if the game has no lesson. */
duel_status duel_learner_begin(const duel_game *game, duel_learner *out, duel_msg *why);
/* The step to be done; NULL once the lesson is over. */
const duel_step *duel_learner_step(const duel_learner *l);
int duel_lesson_length(const duel_lesson *lesson);
/* The learner's move: the right one goes on, and *word is what to say of it (it may be empty).
 * Any other is refused with the answer in *word, and nothing changes. */
duel_status duel_learner_try(duel_learner *l, duel_str move, duel_msg *word);
/* Goes on to step number `step`, making the right moves on the way. */
duel_status duel_learner_go(duel_learner *l, int step, duel_msg *why);
