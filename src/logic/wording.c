/* logic/wording.c -- explanations in words: see explain.h. */
#include "logic/explain.h"

const char *logic_rule_name(logic_rule rule)
{
#define LOGIC_RULE_NAME(identifier, name) name,
    static const char *const names[LOGIC_RULE_COUNT] = {LOGIC_RULES(LOGIC_RULE_NAME)};
#undef LOGIC_RULE_NAME
    DUEL_REQUIRE(rule < LOGIC_RULE_COUNT);
    return names[rule];
}

/* "(1) (4)" */
static void put_cited(const logic_step *s, duel_sink *out)
{
    for (unsigned i = 0; i < s->count; i++)
        duel_putf(out, "%s(%d)", i ? " " : "", s->cited[i] + 1);
}

/* "(3–5) (6–9)" */
static void put_parts(const logic_step *s, unsigned count, duel_sink *out)
{
    for (unsigned i = 0; i < count; i++)
        duel_putf(out, "%s(%d–%d)", i ? " " : "", s->part[i].first + 1, s->part[i].last + 1);
}

static void say_step(const logic_step *s, int64_t number, duel_str formula, duel_str cited,
                     duel_msg *msg)
{
    const char *name = logic_rule_name((logic_rule)s->rule);
    if (s->rule == LOGIC_RULE_PREMISE)
        duel_say(msg, N_("({0}) {1}, premise of line {2}"), "isi", number, formula,
                 (int64_t)s->line + 1);
    else if (s->rule == LOGIC_RULE_ASSUMPTION)
        duel_say(msg, N_("({0}) suppose {1}"), "is", number, formula);
    else if (cited.len == 0)
        duel_say(msg, N_("({0}) {1}, by {2}"), "isw", number, formula, name);
    else if (s->rule == LOGIC_RULE_CONTRADICTION)
        duel_say(msg, N_("({0}) contradiction between {1}"), "is", number, cited);
    else
        duel_say(msg, N_("({0}) {1}, by {2}: {3}"), "isws", number, formula, name, cited);
}

void logic_say_step(const logic_explanation *e, unsigned step, logic_wording wording,
                    duel_msg *msg)
{
    DUEL_REQUIRE(step < e->count);
    const logic_step *s = &e->step[step];
    duel_buf formula, cited;
    duel_buf_init(&formula);
    duel_buf_init(&cited);
    logic_put_formula(&e->pool, s->conclusion, wording.precedence, wording.style,
                      &formula.sink);
    put_cited(s, &cited.sink);
    if (s->rule == LOGIC_RULE_REDUCTIO)
        put_parts(s, 1, &cited.sink);
    else if (s->rule == LOGIC_RULE_CASES)
        put_parts(s, 2, &cited.sink);
    say_step(s, (int64_t)step + 1, duel_buf_str(&formula), duel_buf_str(&cited), msg);
    duel_buf_fini(&formula);
    duel_buf_fini(&cited);
}

/* "1, 3" */
static void put_lines(unsigned lines, duel_sink *out)
{
    const char *between = "";
    for (unsigned i = 0; i < LOGIC_LINES; i++)
        if (lines >> i & 1) {
            duel_putf(out, "%s%u", between, i + 1);
            between = ", ";
        }
}

/* "A ¬B C D" */
static void put_model(unsigned model, logic_style style, duel_sink *out)
{
    for (unsigned k = 0; k < LOGIC_LETTERS; k++) {
        duel_put(out, k ? " " : "");
        if (!(model >> k & 1))
            duel_put(out, logic_symbol_text(LOGIC_NOT, style));
        duel_put(out, logic_symbol_text((logic_symbol)k, style));
    }
}

static void say_lines(const logic_explanation *e, duel_msg *msg)
{
    const char *letter = logic_symbol_text((logic_symbol)e->letter, LOGIC_ASCII);
    int64_t count = __builtin_popcount(e->lines);
    duel_buf lines;
    duel_buf_init(&lines);
    put_lines(e->lines, &lines.sink);
    if (e->why == LOGIC_WHY_PARADOX)
        duel_say(msg, N_("Paradox: a contradiction follows from {0:line|lines} {1}."), "is",
                 count, duel_buf_str(&lines));
    else if (e->why == LOGIC_WHY_PROVEN)
        duel_say(msg, N_("{2} is proven by {0:line|lines} {1}."), "isc", count,
                 duel_buf_str(&lines), letter);
    else
        duel_say(msg, N_("{2} is disproven by {0:line|lines} {1}."), "isc", count,
                 duel_buf_str(&lines), letter);
    duel_buf_fini(&lines);
}

void logic_say_why(const logic_explanation *e, logic_wording wording, duel_msg *msg)
{
    if (e->why != LOGIC_WHY_UNDETERMINED) {
        say_lines(e, msg);
        return;
    }
    duel_buf without, with;
    duel_buf_init(&without);
    duel_buf_init(&with);
    put_model(e->model[0], wording.style, &without.sink);
    put_model(e->model[1], wording.style, &with.sink);
    duel_say(msg, N_("{0} is undetermined: every line holds with {1}, and also with {2}."),
             "css", logic_symbol_text((logic_symbol)e->letter, LOGIC_ASCII),
             duel_buf_str(&with), duel_buf_str(&without));
    duel_buf_fini(&without);
    duel_buf_fini(&with);
}
