/* script/serving.h -- the life of a file's process: it is shut in, then questions come and
 * answers go, with so much processor time for each. */
#ifndef DUEL_SCRIPT_SERVING_H
#define DUEL_SCRIPT_SERVING_H

#include "base/text.h"

enum { SERVING_SECONDS = 2 }; /* of processor time, for a question */

/* Writes the answer to *out, which is empty. False: the question makes no sense. */
typedef bool serving_answer(void *self, duel_str question, duel_buf *out);

_Noreturn void serving_run(serving_answer *answer, void *self);
/* Processor time from now until the signal that kills; 0: none. */
void serving_timer(int seconds);
/* Whether enough was done for one answer: there is a limit to its length, and to its time. */
typedef struct serving_begun {
    int64_t nanoseconds;
} serving_begun;
serving_begun serving_begin(void);
bool serving_enough(const serving_begun *begun, size_t bytes);

/* Which answers are confirmed by asking again: the first ones, and now and then one. */
bool serving_doubts(int *answers);

#endif
