/* logic/dpll.c -- see dpll.h. */
#include "logic/dpll.h"

typedef struct searcher {
    const logic_clauses *clauses;
    logic_search search;
    logic_trace *trace;
    logic_table models; /* found so far */
} searcher;

static void record(searcher *s, logic_event event)
{
    if (s->trace == NULL)
        return;
    DUEL_REQUIRE(s->trace->count < LOGIC_TRACE_MAX);
    s->trace->event[s->trace->count++] = event;
}

/* The models in which these literals are true. */
static logic_table models_of(logic_literals truth)
{
    logic_table t = LOGIC_TRUE;
    for (unsigned k = 0; k < LOGIC_LETTERS; k++) {
        if (truth & logic_literal(k, true))
            t &= logic_letter_table(k);
        if (truth & logic_literal(k, false))
            t &= (logic_table)~logic_letter_table(k);
    }
    return t;
}

/* What is left of a clause: its literals that are not false. */
static logic_literals remainder_of(logic_literals clause, logic_literals truth)
{
    return clause & (logic_literals)~logic_opposite(truth);
}

static bool is_single(logic_literals set)
{
    return set && (set & (set - 1)) == 0;
}

/* Finds a clause that is neither true nor free to wait: all false, or with one literal left.
 * Conflicts first, so that no literal is propagated in vain. */
static bool find_urgent(const searcher *s, logic_literals truth, logic_literals *clause)
{
    bool found = false;
    for (unsigned i = 0; i < s->clauses->count; i++) {
        logic_literals c = s->clauses->clause[i];
        if (c & truth)
            continue;
        logic_literals rest = remainder_of(c, truth);
        if (rest == 0) {
            *clause = c;
            return true;
        }
        if (is_single(rest) && !found) {
            *clause = c;
            found = true;
        }
    }
    return found;
}

/* False on a conflict. */
static bool propagate(searcher *s, unsigned depth, logic_literals *truth)
{
    logic_literals clause = 0;
    while (find_urgent(s, *truth, &clause)) {
        logic_literals forced = remainder_of(clause, *truth);
        if (forced == 0) {
            record(s, (logic_event){LOGIC_EVENT_CONFLICT, depth, 0, clause, *truth});
            return false;
        }
        *truth |= forced;
        record(s, (logic_event){LOGIC_EVENT_PROPAGATE, depth, forced, clause, *truth});
    }
    return true;
}

/* The literal to try next: the first of a shortest clause not yet true; 0 if all are true. */
static logic_literals choose_literal(const searcher *s, logic_literals truth)
{
    logic_literals best = 0;
    int best_size = 2 * LOGIC_LETTERS + 1;
    for (unsigned i = 0; i < s->clauses->count; i++) {
        logic_literals c = s->clauses->clause[i];
        if (c & truth)
            continue;
        logic_literals rest = remainder_of(c, truth);
        int size = __builtin_popcount(rest);
        if (size < best_size) {
            best_size = size;
            best = rest & (logic_literals)-rest;
        }
    }
    return best;
}

static bool enough(const searcher *s)
{
    return s->search == LOGIC_FIRST_MODEL && s->models != LOGIC_FALSE;
}

static void explore_truth(searcher *s, unsigned depth, logic_literals truth)
{
    if (!propagate(s, depth, &truth))
        return;
    logic_literals literal = choose_literal(s, truth);
    if (literal == 0) {
        s->models |= models_of(truth);
        record(s, (logic_event){LOGIC_EVENT_MODEL, depth, 0, 0, truth});
        return;
    }
    for (int side = 0; side < 2 && !enough(s); side++) {
        logic_literals with = truth | literal;
        record(s, (logic_event){LOGIC_EVENT_DECIDE, depth, literal, 0, with});
        explore_truth(s, depth + 1, with);
        literal = logic_opposite(literal);
    }
}

logic_table logic_dpll(const logic_clauses *clauses, logic_literals assumed,
                       logic_search search, logic_trace *trace)
{
    DUEL_REQUIRE((assumed & logic_opposite(assumed)) == 0);
    searcher s = {clauses, search, trace, LOGIC_FALSE};
    if (trace != NULL)
        trace->count = 0;
    for (unsigned bit = 0; bit < 2 * LOGIC_LETTERS; bit++)
        if (assumed >> bit & 1)
            record(&s, (logic_event){LOGIC_EVENT_ASSUME, 0, (logic_literals)(1U << bit), 0,
                                     assumed});
    explore_truth(&s, 0, assumed);
    return s.models;
}

logic_verdict logic_dpll_verdict(const logic_clauses *clauses, logic_trace *trace)
{
    return logic_verdict_of(logic_dpll(clauses, 0, LOGIC_ALL_MODELS, trace));
}

/* ---- showing ------------------------------------------------------------------------ */

/* "A ~C" */
static void put_literals(logic_literals set, logic_style style, duel_sink *out)
{
    const char *between = "";
    for (unsigned k = 0; k < LOGIC_LETTERS; k++)
        for (int positive = 1; positive >= 0; positive--)
            if (set & logic_literal(k, positive)) {
                duel_put(out, between);
                logic_put_clause(logic_literal(k, positive), style, out);
                between = " ";
            }
}

static void put_event(const logic_event *e, logic_style style, duel_sink *out)
{
    static const char *const sign[] = {
        [LOGIC_EVENT_ASSUME] = ".",   [LOGIC_EVENT_DECIDE] = "?", [LOGIC_EVENT_PROPAGATE] = "!",
        [LOGIC_EVENT_CONFLICT] = "#", [LOGIC_EVENT_MODEL] = "=",
    };
    duel_put(out, sign[e->kind]);
    logic_literals shown = e->kind == LOGIC_EVENT_MODEL ? e->truth : e->literal;
    if (shown)
        duel_put_char(out, ' ');
    put_literals(shown, style, out);
    if (e->kind == LOGIC_EVENT_PROPAGATE || e->kind == LOGIC_EVENT_CONFLICT) {
        duel_put(out, " [");
        logic_put_clause(e->clause, style, out);
        duel_put_char(out, ']');
    }
}

void logic_put_trace(const logic_trace *trace, logic_style style, duel_sink *out)
{
    for (unsigned i = 0; i < trace->count; i++) {
        for (unsigned d = 0; d < trace->event[i].depth; d++)
            duel_put(out, "  ");
        put_event(&trace->event[i], style, out);
        duel_put_char(out, '\n');
    }
}

void logic_say_event(const logic_event *event, logic_style style, duel_msg *msg)
{
    static const char *const sentence[] = {
        [LOGIC_EVENT_ASSUME] = N_("{0} is assumed."),
        [LOGIC_EVENT_DECIDE] = N_("Let us try {0}."),
        [LOGIC_EVENT_PROPAGATE] = N_("{0} is forced by {1}."),
        [LOGIC_EVENT_CONFLICT] = N_("Conflict: {1} is false."),
        [LOGIC_EVENT_MODEL] = N_("Every clause is true: {0} is a model."),
    };
    duel_buf literals, clause;
    duel_buf_init(&literals);
    duel_buf_init(&clause);
    put_literals(event->kind == LOGIC_EVENT_MODEL ? event->truth : event->literal, style,
                 &literals.sink);
    logic_put_clause(event->clause, style, &clause.sink);
    bool trivial = event->kind == LOGIC_EVENT_MODEL && event->truth == 0;
    duel_say(msg,
             trivial ? N_("There is no clause: anything is a model.") : sentence[event->kind],
             "ss", duel_buf_str(&literals), duel_buf_str(&clause));
    duel_buf_fini(&literals);
    duel_buf_fini(&clause);
}
