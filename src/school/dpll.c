/* school/dpll.c -- see dpll.h. */
#include "school/dpll.h"

typedef struct search {
    const school_clauses *c;
    school_story *story; /* may be NULL */
} search;

static void tell(search *s, int depth, const char *id, school_clause literal,
                 school_clause clause)
{
    duel_buf a, b;
    if (s->story == NULL)
        return;
    duel_buf_init(&a);
    duel_buf_init(&b);
    school_put_literals(literal, &a.sink);
    school_put_clause(clause, &b.sink);
    duel_say(school_next(s->story, depth), id, "ss", duel_buf_str(&a), duel_buf_str(&b));
    duel_buf_fini(&a);
    duel_buf_fini(&b);
}

/* What is left of a clause: false letters gone; *sat: one of its literals is true. */
static school_clause left_of(school_clause c, school_clause model, bool *sat)
{
    *sat = (c.yes & model.yes) || (c.no & model.no);
    return (school_clause){c.yes & ~model.no, c.no & ~model.yes};
}

typedef enum finding { NOTHING, CONFLICT, FORCED, DONE } finding;

/* A clause that is false, or else the first of which one literal is left. */
static finding look_for_unit(const search *s, school_clause model, school_clause *literal,
                             school_clause *clause)
{
    finding found = DONE;
    for (unsigned i = 0; i < s->c->count; i++) {
        bool sat;
        school_clause left = left_of(s->c->clause[i], model, &sat);
        if (sat)
            continue;
        if (school_clause_size(left) == 0) {
            *clause = s->c->clause[i];
            return CONFLICT;
        }
        if (school_clause_size(left) == 1 && found != FORCED) {
            *literal = left;
            *clause = s->c->clause[i];
            found = FORCED;
        }
        found = found == DONE ? NOTHING : found;
    }
    return found;
}

/* A letter that occurs, in what is not true yet, on one side only. */
static bool look_for_pure(const search *s, school_clause model, school_clause *literal)
{
    school_clause seen = {0, 0};
    for (unsigned i = 0; i < s->c->count; i++) {
        bool sat;
        school_clause left = left_of(s->c->clause[i], model, &sat);
        seen.yes |= sat ? 0 : left.yes;
        seen.no |= sat ? 0 : left.no;
    }
    uint32_t pure = seen.yes ^ seen.no;
    if (pure == 0)
        return false;
    uint32_t bit = pure & -pure;
    *literal = (school_clause){seen.yes & bit, seen.no & bit};
    return true;
}

static uint32_t first_open(const search *s, school_clause model)
{
    uint32_t letters = 0;
    for (unsigned i = 0; i < s->c->count; i++) {
        bool sat;
        school_clause left = left_of(s->c->clause[i], model, &sat);
        letters |= sat ? 0 : left.yes | left.no;
    }
    return letters & -letters;
}

static school_clause with(school_clause model, school_clause literal)
{
    return (school_clause){model.yes | literal.yes, model.no | literal.no};
}

static bool explore(search *s, school_clause model, int depth, school_clause *out);

static bool split(search *s, school_clause model, int depth, school_clause *out)
{
    uint32_t letter = first_open(s, model);
    const school_clause cases[2] = {{letter, 0}, {0, letter}}, none = {0, 0};
    for (int i = 0; i < 2; i++) {
        tell(s, depth, i ? N_("Then suppose {0}.") : N_("Suppose {0}."), cases[i], none);
        if (explore(s, with(model, cases[i]), depth + 1, out))
            return true;
    }
    return false;
}

static bool explore(search *s, school_clause model, int depth, school_clause *out)
{
    school_clause literal = {0, 0}, clause = {0, 0};
    finding found;
    while ((found = look_for_unit(s, model, &literal, &clause)) == FORCED ||
           (found == NOTHING && look_for_pure(s, model, &literal))) {
        tell(s, depth,
             found == FORCED ? N_("{0}: it alone is left of {1}.")
                             : N_("{0}: the letter occurs on this side only."),
             literal, clause);
        model = with(model, literal);
    }
    if (found == CONFLICT)
        tell(s, depth, N_("{1} is false: this case is closed."), literal, clause);
    if (found == DONE) {
        tell(s, depth, N_("Every clause is true with {0}."), model, clause);
        *out = model;
    }
    return found == NOTHING ? split(s, model, depth, out) : found == DONE;
}

bool school_dpll(const school_clauses *c, school_clause *model, school_story *story)
{
    search s = {c, story};
    return explore(&s, (school_clause){0, 0}, 0, model);
}
