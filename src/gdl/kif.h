/* gdl/kif.h -- the text of a rule sheet as nested lists (the Knowledge Interchange Format).
 *
 * A list stands in brackets, a symbol is whatever stands between blanks and brackets, and a
 * semicolon begins a comment. */
#pragma once

#include "gdl/arena.h"

enum { GDL_NESTED = 200 }; /* brackets inside brackets */

typedef struct gdl_expr {
    duel_str text; /* a symbol; a list from bracket to bracket, as it was written */
    uint32_t line, column;
    uint32_t first, next; /* the first in the list; the next in the list that this is in; 0 */
    uint32_t count;       /* in the list */
    bool list;
} gdl_expr;

/* Number 0 is the list of all that the text holds. Points into the text. Leaves the job, line
 * and column named, where brackets do not fit together. */
gdl_expr *gdl_kif_read(gdl_arena *j, duel_str text);

/* Whether it is a list that begins with this symbol, in any case. */
bool gdl_kif_begins(const gdl_expr *all, uint32_t e, const char *symbol);
/* A piece of the text in one line, without its comments. */
void gdl_kif_put(duel_str text, duel_sink *out);
