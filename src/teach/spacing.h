/* teach/spacing.h -- when something is asked again: the more often it was right, the later.
 *
 *     right ──▶ in 1 day ──right──▶ in 3 ──▶ 7 ──▶ 16 ──▶ 35 ──right──▶ no more
 *                  ▲                 │wrong   │      │      │
 *                  └── once right ◀──┴────────┴──────┴──────┘  at once, until it is right
 *
 * Days begin at midnight by UTC, like those of the daily puzzle: what is due on a day is due
 * all day long, whenever it was answered before. */
#ifndef DUEL_TEACH_SPACING_H
#define DUEL_TEACH_SPACING_H

#include <stdbool.h>
#include <stdint.h>

enum { DUEL_SPACING_DAY = 86400 }; /* seconds */

typedef struct duel_spacing {
    int64_t step; /* how often it was right in a row, on different days */
    int64_t due;  /* DUEL_NEVER (store/store.h): no more */
} duel_spacing;

int64_t duel_spacing_today(int64_t now); /* when the day of `now` began */
/* What follows an answer that was right, or not. */
duel_spacing duel_spacing_after(duel_spacing s, bool right, int64_t now);

#endif
