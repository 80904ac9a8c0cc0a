/* gdl/sheet.h -- a rule sheet of the Game Description Language, read and checked.
 *
 * A rule has a head and a body of literals; a fact is a rule without a body. Alternatives (or)
 * are written out on reading, a rule each, and negation stands before single sentences only.
 * What is accepted can be proved from: every variable is bound, no negation goes round in a
 * circle, no term grows in one. */
#pragma once

#include "gdl/terms.h"

enum {
    GDL_SHEET_BYTES = 1 << 20,
    GDL_RULES = 100000,  /* with alternatives written out */
    GDL_LITERALS = 1000, /* in one body */
    GDL_WARNINGS = 16,
};

typedef enum gdl_kind {
    GDL_HOLDS,
    GDL_NOT,
    GDL_DISTINCT,
    GDL_SAME,
    GDL_RANGE, /* bounds variables and is no condition: in no sheet, only where one is ground */
} gdl_kind;

typedef struct gdl_literal {
    gdl_kind kind;
    uint32_t *code;  /* a sentence; of GDL_DISTINCT and GDL_SAME the first of two terms */
    uint32_t *other; /* the second, else NULL */
} gdl_literal;

static inline bool gdl_is_looked_up(const gdl_literal *l)
{
    return l->kind == GDL_HOLDS || l->kind == GDL_RANGE;
}

typedef struct gdl_rule {
    uint32_t *head;
    gdl_literal *body;
    uint32_t count;     /* of the body */
    uint32_t variables; /* numbered from 0 */
    uint32_t line;
    duel_str source; /* as it stands in the sheet */
    uint32_t rank;   /* greater than those of all rules it needs, but for its own circle */
    bool recursive;  /* in a circle, be it with itself alone */
} gdl_rule;

/* What is known of a relation, by its functor. */
typedef struct gdl_relation_fact {
    bool on_state, on_moves; /* what holds of it depends on `true`, on `does` */
    bool request;            /* it tells what is asked for: gdl/magic_sets.c */
    bool needed; /* by a state, by role, init, legal, next, goal or terminal; base and input are
                    not */
} gdl_relation_fact;

typedef struct gdl_sheet {
    gdl_arena job; /* whose memory the rest is */
    gdl_terms terms;
    char *text;
    gdl_rule *rule;
    size_t count, room;
    gdl_relation_fact *relation; /* by functor */
    uint32_t relations, ranks;   /* how many */
    gdl_term *role;              /* in the order of the sheet */
    uint32_t roles;
    duel_msg warning[GDL_WARNINGS];
    uint32_t warnings; /* those beyond the table are counted only */
} gdl_sheet;

/* *out is the caller's, ended by gdl_sheet_free. DUEL_INVALID: the sheet is at fault, and *why
 * names line and rule. */
duel_status gdl_sheet_read(duel_str text, gdl_sheet **out, duel_msg *why);
duel_status gdl_sheet_load(const char *path, gdl_sheet **out, duel_msg *why);
void gdl_sheet_free(gdl_sheet *s);
