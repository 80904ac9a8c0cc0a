/* fitch/rules.c -- the table of rules: see rules.h. */
#include "fitch/rules.h"

#include "base/messages.h"

#include <string.h>

#define FITCH_RULE_NAME(identifier, sign, name) name,
#define FITCH_RULE_SIGN(identifier, sign, name) sign,
static const char *const rule_names[] = {FITCH_RULES(FITCH_RULE_NAME)};
static const char *const rule_signs[] = {FITCH_RULES(FITCH_RULE_SIGN)};

static const fitch_schema schemas[] = {
    {FITCH_REITERATION, {"X"}, "X"},
    {FITCH_CONJUNCTION, {"X", "Y"}, "&XY"},
    {FITCH_SIMPLIFICATION, {"&XY"}, "X"},
    {FITCH_SIMPLIFICATION, {"&XY"}, "Y"},
    {FITCH_ADDITION, {"X"}, "|XY"},
    {FITCH_ADDITION, {"Y"}, "|XY"},
    {FITCH_CASES, {"|XY", "[X.Z]", "[Y.Z]"}, "Z"},
    {FITCH_CASES, {"[X.Z]", "['X.Z]"}, "Z"},
    {FITCH_CASES, {"[X.Z]", "['X.#]"}, "Z"},
    {FITCH_CASES, {"[X.#]", "['X.#]"}, "Z"},
    {FITCH_CONDITIONAL, {"[X.Y]"}, ">XY"},
    {FITCH_MODUS_PONENS, {">XY", "X"}, "Y"},
    {FITCH_MODUS_TOLLENS, {">XY", "'Y"}, "'X"},
    {FITCH_REDUCTIO, {"[X.#]"}, "'X"},
    {FITCH_REDUCTIO, {"[~X.#]"}, "X"},
    {FITCH_CONTRADICTION, {"X", "'X"}, "#"},
    {FITCH_EXPLOSION, {"#"}, "X"},
    {FITCH_DOUBLE_NEGATION, {"~~X"}, "X"},
    {FITCH_DOUBLE_NEGATION, {"X"}, "~~X"},
    {FITCH_EQUIVALENCE, {"=XY", "X"}, "Y"},
    {FITCH_EQUIVALENCE, {"=XY", "Y"}, "X"},
    {FITCH_EQUIVALENCE, {"=XY", "'X"}, "'Y"},
    {FITCH_EQUIVALENCE, {"=XY", "'Y"}, "'X"},
    {FITCH_EQUIVALENCE, {"=XY"}, ">XY"},
    {FITCH_EQUIVALENCE, {"=XY"}, ">YX"},
    {FITCH_EQUIVALENCE, {"=XY"}, "&>XY>YX"},
    {FITCH_EQUIVALENCE, {"&>XY>YX"}, "=XY"},
    {FITCH_EQUIVALENCE, {">XY", ">YX"}, "=XY"},
    {FITCH_EQUIVALENCE, {"[X.Y]", "[Y.X]"}, "=XY"},
    {FITCH_EXCLUSIVE, {"^XY", "X"}, "'Y"},
    {FITCH_EXCLUSIVE, {"^XY", "Y"}, "'X"},
    {FITCH_EXCLUSIVE, {"^XY", "'X"}, "Y"},
    {FITCH_EXCLUSIVE, {"^XY", "'Y"}, "X"},
    {FITCH_EXCLUSIVE, {"^XY"}, "~=XY"},
    {FITCH_EXCLUSIVE, {"~=XY"}, "^XY"},
    {FITCH_DISJUNCTIVE_SYLLOGISM, {"|XY", "'X"}, "Y"},
    {FITCH_DISJUNCTIVE_SYLLOGISM, {"|XY", "'Y"}, "X"},
    {FITCH_PONENDO_TOLLENS, {"~&XY", "X"}, "'Y"},
    {FITCH_PONENDO_TOLLENS, {"~&XY", "Y"}, "'X"},
    {FITCH_HYPOTHETICAL_SYLLOGISM, {">XY", ">YZ"}, ">XZ"},
    {FITCH_DILEMMA, {"|XY", ">XZ", ">YZ"}, "Z"},
    {FITCH_DILEMMA, {">XZ", ">'XZ"}, "Z"},
    {FITCH_DE_MORGAN, {"~&XY"}, "|'X'Y"},
    {FITCH_DE_MORGAN, {"~|XY"}, "&'X'Y"},
    {FITCH_DE_MORGAN, {"|'X'Y"}, "~&XY"},
    {FITCH_DE_MORGAN, {"&'X'Y"}, "~|XY"},
    {FITCH_MATERIAL_IMPLICATION, {">XY"}, "|'XY"},
    {FITCH_MATERIAL_IMPLICATION, {"|'XY"}, ">XY"},
    {FITCH_MATERIAL_IMPLICATION, {"|XY"}, ">'YX"},
    {FITCH_NEGATED_IMPLICATION, {"~>XY"}, "&X'Y"},
    {FITCH_NEGATED_IMPLICATION, {"&X'Y"}, "~>XY"},
    {FITCH_CONTRAPOSITION, {">XY"}, ">'Y'X"},
    {FITCH_DISTRIBUTION, {"|X&YZ"}, "|XY"},
    {FITCH_DISTRIBUTION, {"|X&YZ"}, "|XZ"},
    {FITCH_DISTRIBUTION, {"|&YZX"}, "|YX"},
    {FITCH_DISTRIBUTION, {"|&YZX"}, "|ZX"},
    {FITCH_DISTRIBUTION, {">X&YZ"}, ">XY"},
    {FITCH_DISTRIBUTION, {">X&YZ"}, ">XZ"},
    {FITCH_DISTRIBUTION, {">|YZX"}, ">YX"},
    {FITCH_DISTRIBUTION, {">|YZX"}, ">ZX"},
    {FITCH_DISTRIBUTION, {"|X&YZ"}, "&|XY|XZ"},
    {FITCH_DISTRIBUTION, {"&|XY|XZ"}, "|X&YZ"},
    {FITCH_DISTRIBUTION, {"&X|YZ"}, "|&XY&XZ"},
    {FITCH_DISTRIBUTION, {"|&XY&XZ"}, "&X|YZ"},
    {FITCH_CLAVIUS, {">'XX"}, "X"},
    {FITCH_IDEMPOTENCE, {"|XX"}, "X"},
    {FITCH_IDEMPOTENCE, {"&XX"}, "X"},
    {FITCH_COMMUTATION, {"&XY"}, "&YX"},
    {FITCH_COMMUTATION, {"|XY"}, "|YX"},
    {FITCH_COMMUTATION, {"^XY"}, "^YX"},
    {FITCH_COMMUTATION, {"=XY"}, "=YX"},
    {FITCH_ASSOCIATION, {"&X&YZ"}, "&&XYZ"},
    {FITCH_ASSOCIATION, {"&&XYZ"}, "&X&YZ"},
    {FITCH_ASSOCIATION, {"|X|YZ"}, "||XYZ"},
    {FITCH_ASSOCIATION, {"||XYZ"}, "|X|YZ"},
    {FITCH_EXCLUDED_MIDDLE, {NULL}, "|X'X"},
    {FITCH_NON_CONTRADICTION, {NULL}, "~&X'X"},
    {FITCH_IDENTITY, {NULL}, ">XX"},
    {FITCH_IDENTITY, {NULL}, ">&XYX"},
    {FITCH_IDENTITY, {NULL}, ">&XYY"},
    {FITCH_IDENTITY, {NULL}, ">X|XY"},
    {FITCH_IDENTITY, {NULL}, ">Y|XY"},
};

const char *fitch_rule_name(fitch_rule rule)
{
    return rule_names[rule];
}

const char *fitch_rule_sign(fitch_rule rule)
{
    return rule_signs[rule];
}

fitch_rule fitch_rule_of(duel_str text)
{
    text = duel_str_trim(text);
    for (int i = 0; i < FITCH_RULE_COUNT; i++)
        if (duel_str_same_word(text, rule_signs[i]) ||
            duel_str_same_word(text, rule_names[i]) ||
            duel_str_same_word(text, duel_text(DUEL_FR, rule_names[i])))
            return (fitch_rule)i;
    return FITCH_NO_RULE;
}

const fitch_schema *fitch_schemas(size_t *count)
{
    *count = sizeof schemas / sizeof *schemas;
    return schemas;
}

int fitch_schema_cites(const fitch_schema *s)
{
    int count = 0;
    while (count < FITCH_CITED && s->from[count])
        count++;
    return count;
}
