/* front/notices.h -- what a table tells, on its way to the loop around it, and into a log.
 *
 * With DUEL_NOTICES=FILE in the environment, every notice of every table is a line at the end
 * of that file, as soon as a loop hears it: "9f3k2m1abc turn 0" (docs/table.md). That is for
 * maintainers: it tells what no guest is told, and what cannot be written is left out. */
#ifndef DUEL_FRONT_NOTICES_H
#define DUEL_FRONT_NOTICES_H

#include "table/table.h"

/* As duel_table_hear, which no loop calls itself. */
bool notices_hear(duel_table *t, duel_notice *out);

#endif
