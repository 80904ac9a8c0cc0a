/* front/work.h -- long work in front of a person: progress on the terminal, Ctrl-C, memory. */
#ifndef DUEL_FRONT_WORK_H
#define DUEL_FRONT_WORK_H

#include "core/engine.h"
#include "front/args.h"

/* Set by Ctrl-C (and a terminating signal) from work_begin on. */
extern atomic_bool work_stop;
void work_begin(void);

/* Bytes an engine may use: --memory MB, or half of the machine's. */
duel_status work_memory(const request *r, size_t *out, duel_msg *why);
#define WORK_MEMORY_FLAG                                                                       \
    {                                                                                          \
        "--memory", "MB", N_("memory the machine may use (default: half of it)")               \
    }

/* A duel_think.progress that shows a line on the error stream, a few times a second. */
typedef struct work_meter {
    const request *r;
    double shown; /* when; -1: never */
} work_meter;
void work_show(void *meter, const duel_progress *p);
void work_clear(work_meter *m); /* wipes the line */

/* A bar for work whose size is known. */
void work_bar(work_meter *m, uint64_t done, uint64_t total);

#endif
