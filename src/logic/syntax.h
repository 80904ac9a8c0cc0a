/* logic/syntax.h -- lines of symbols: reading them, refusing broken ones, reverse Polish.
 *
 * A line is written with A B C D & | > ~ ( ) or ∧ ∨ ⇒ ¬, letters in either case, blanks
 * anywhere. Its grammar is
 *     E := U | E op U      U := P | NOT P      P := letter | ( E )      op := AND | OR | THEN
 * so `~~A` and `()` are refused. How `E op U` groups is the affair of a precedence, equal
 * operators always to the left; which lines are well formed does not depend on it. */
#pragma once

#include "base/status.h"

typedef enum logic_symbol {
    LOGIC_A,
    LOGIC_B,
    LOGIC_C,
    LOGIC_D,
    LOGIC_AND,
    LOGIC_OR,
    LOGIC_THEN,
    LOGIC_NOT,
    LOGIC_OPEN,
    LOGIC_CLOSE,
    LOGIC_SYMBOLS
} logic_symbol;

enum { LOGIC_LETTERS = 4, LOGIC_LINES = 4, LOGIC_LINE_MAX = 128 };

typedef enum logic_precedence {
    LOGIC_SEED,    /* tightest first: NOT AND OR THEN */
    LOGIC_OFFICIAL /* NOT THEN OR AND */
} logic_precedence;

/* Symbols as they stand on the table. */
typedef struct logic_line {
    uint8_t count;
    uint8_t symbol[LOGIC_LINE_MAX];
} logic_line;

/* The same without parentheses: operands first, then their operator. */
typedef struct logic_rpn {
    uint8_t count; /* 0: an empty line, which says nothing */
    uint8_t symbol[LOGIC_LINE_MAX];
} logic_rpn;

/* What would have been right at the place of a mistake. */
typedef enum logic_want {
    LOGIC_WANT_NOTHING,  /* no mistake */
    LOGIC_WANT_OPERAND,  /* a letter, ~ or ( */
    LOGIC_WANT_NEGATED,  /* a letter or (, after ~ */
    LOGIC_WANT_OPERATOR, /* an operator, or the end of the line */
    LOGIC_WANT_CLOSE,    /* an operator or ) */
    LOGIC_WANT_SHORTER   /* nothing: the line is longer than LOGIC_LINE_MAX symbols */
} logic_want;

typedef struct logic_mistake {
    size_t at; /* in characters (not bytes) from 0; the line's length if something is missing */
    logic_want want;
} logic_mistake;

/* Checks any array of symbols. The mistake's place is that of the first symbol after which no
 * continuation could be well formed, or `count`. An empty line is well formed. */
logic_mistake logic_check(const uint8_t *symbols, size_t count);

/* Reads one line of text; blank text is an empty line. On failure `*line` is untouched, `*why`
 * says what was expected, and `*mistake` (which may be NULL) is filled. */
duel_status logic_read(duel_str text, logic_line *line, logic_mistake *mistake, duel_msg *why);

/* Dijkstra's shunting-yard. `line` is well formed. */
void logic_to_rpn(const logic_line *line, logic_precedence precedence, logic_rpn *rpn);

/* How tightly an operator binds, 0 the tightest; only for NOT, AND, OR and THEN. */
int logic_rank(logic_precedence precedence, logic_symbol op);

typedef enum logic_style { LOGIC_ASCII, LOGIC_UNICODE } logic_style;
const char *logic_symbol_text(logic_symbol symbol, logic_style style);
