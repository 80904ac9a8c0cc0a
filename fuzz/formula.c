/* fuzz/formula.c -- a line of logic: its two tables agree, its mistake lies inside it. */
#include "fuzz.h"
#include "logic/syntax.h"
#include "logic/truth_table.h"

static void check_good(const logic_line *line, logic_precedence precedence)
{
    logic_rpn rpn;
    logic_table fast;
    logic_to_rpn(line, precedence, &rpn);
    FUZZ_MUST(logic_symbols_table(line->symbol, line->count, precedence, &fast));
    for (unsigned model = 0; model < 16; model++)
        FUZZ_MUST(logic_rpn_value(&rpn, model) == (fast >> model & 1));
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    logic_line line;
    logic_mistake mistake;
    duel_str text = {(const char *)data, size};
    if (logic_read(text, &line, &mistake, NULL) != DUEL_OK) {
        FUZZ_MUST(mistake.at <= size);
        return 0;
    }
    check_good(&line, LOGIC_SEED);
    check_good(&line, LOGIC_OFFICIAL);
    return 0;
}
