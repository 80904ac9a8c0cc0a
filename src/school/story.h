/* school/story.h -- what a method did, step by step, to be read forwards and back. */
#ifndef DUEL_SCHOOL_STORY_H
#define DUEL_SCHOOL_STORY_H

#include "base/status.h"

enum { SCHOOL_STEPS = 2048 };

typedef struct school_step {
    int depth; /* cases it stands under */
    duel_msg text;
} school_step;

/* Large: keep it on the heap. */
typedef struct school_story {
    int count;
    bool cut; /* there was more than it can hold */
    school_step step[SCHOOL_STEPS];
} school_story;

static inline void school_story_init(school_story *s)
{
    s->count = 0;
    s->cut = false;
}

/* Where the next step is to be said; the last one again and again once there is no room. */
static inline duel_msg *school_next(school_story *s, int depth)
{
    s->cut = s->cut || s->count == SCHOOL_STEPS;
    school_step *step = &s->step[s->count < SCHOOL_STEPS ? s->count++ : SCHOOL_STEPS - 1];
    step->depth = depth;
    step->text.id = NULL;
    return &step->text;
}

#endif
