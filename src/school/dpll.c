/* school/dpll.c -- the procedure of Davis, Putnam, Logemann and Loveland: see clauses.h. */
#include "school/clauses.h"

enum { DPLL_PATIENCE = 200000000 }; /* clauses looked at */

typedef struct search {
    const school_clauses *c;
    duel_film *film; /* may be NULL */
    int nodes;       /* of the tree in it */
    int64_t patience;
} search;

/* Where a search stands. */
typedef struct branch {
    school_clause model;
    int depth; /* cases supposed */
    int node;  /* of the film */
} branch;

/* What is said and shown of a literal that is true now, or of the end of a branch. */
typedef struct told {
    const char *say; /* {0} the literal, {1} the clause */
    school_clause literal, clause;
    const char *face, *note; /* NULL: the literal, the clause */
    film_tone tone;
} told;

static void show_literal(search *s, branch *b, const told *t)
{
    duel_buf literal, clause;
    if (s->film == NULL)
        return;
    duel_buf_init(&literal);
    duel_buf_init(&clause);
    school_put_literals(t->literal, &literal.sink);
    school_put_clause(t->clause, &clause.sink);
    duel_msg *say = film_next(s->film, b->depth);
    if (say)
        duel_say(say, t->say, "ss", duel_buf_str(&literal), duel_buf_str(&clause));
    film_set(s->film, &(film_thing){.id = s->nodes,
                                    .in = b->node,
                                    .tone = t->tone,
                                    .text = t->face ? t->face : literal.text,
                                    .note = t->note ? t->note : clause.text});
    b->node = s->nodes++;
    duel_buf_fini(&literal);
    duel_buf_fini(&clause);
}

/* What is left of a clause: false letters gone; *sat: one of its literals is true. */
static school_clause left_of(school_clause c, school_clause model, bool *sat)
{
    *sat = (c.yes & model.yes) || (c.no & model.no);
    return (school_clause){c.yes & ~model.no, c.no & ~model.yes};
}

typedef enum finding { NOTHING, CONFLICT, FORCED, DONE } finding;

/* A clause that is false, or else the first of which one literal is left. */
static finding look_for_unit(search *s, school_clause model, school_clause *literal,
                             school_clause *clause)
{
    finding found = DONE;
    s->patience -= s->c->count;
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

static school_outcome explore(search *s, branch b, school_clause *out);

static school_outcome split(search *s, branch b, school_clause *out)
{
    uint32_t letter = first_open(s, b.model);
    const school_clause cases[2] = {{letter, 0}, {0, letter}};
    school_outcome outcome = SCHOOL_REFUTED;
    for (int i = 0; i < 2 && outcome == SCHOOL_REFUTED; i++) {
        branch c = b;
        show_literal(s, &c,
                     &(told){.say = i ? N_("Then suppose {0}.") : N_("Suppose {0}."),
                             .literal = cases[i],
                             .note = N_("supposed"),
                             .tone = FILM_GUESS});
        c.model = with(b.model, cases[i]);
        c.depth++;
        outcome = explore(s, c, out);
    }
    return outcome;
}

static void show_forced(search *s, branch *b, finding found, school_clause literal,
                        school_clause clause)
{
    bool unit = found == FORCED;
    show_literal(s, b,
                 &(told){.say = unit ? N_("{0}: it alone is left of {1}.")
                                     : N_("{0}: the letter occurs on this side only."),
                         .literal = literal,
                         .clause = clause,
                         .note = unit ? NULL : N_("on one side only"),
                         .tone = FILM_FACT});
    b->model = with(b->model, literal);
}

static school_outcome close_branch(search *s, branch b, finding found, school_clause clause)
{
    if (found == CONFLICT)
        show_literal(s, &b,
                     &(told){.say = N_("{1} is false: this case is closed."),
                             .clause = clause,
                             .face = "✗",
                             .tone = FILM_NO});
    else
        show_literal(s, &b,
                     &(told){.say = b.model.yes | b.model.no
                                        ? N_("Every clause is true with {0}.")
                                        : N_("There is no clause: anything is a model."),
                             .literal = b.model,
                             .note = "✓",
                             .tone = FILM_YES});
    return found == CONFLICT ? SCHOOL_REFUTED : SCHOOL_CONSISTENT;
}

static school_outcome explore(search *s, branch b, school_clause *out)
{
    school_clause literal = {0, 0}, clause = {0, 0};
    finding found;
    while ((found = look_for_unit(s, b.model, &literal, &clause)) == FORCED ||
           (found == NOTHING && look_for_pure(s, b.model, &literal)))
        show_forced(s, &b, found, literal, clause);
    if (s->patience <= 0)
        return SCHOOL_GAVE_UP;
    if (found == NOTHING)
        return split(s, b, out);
    if (found == DONE)
        *out = b.model;
    return close_branch(s, b, found, clause);
}

static void show_clauses(search *s, branch *b)
{
    duel_msg *say = s->film ? film_next(s->film, 0) : NULL;
    if (say == NULL)
        return;
    duel_say(say, N_("There {0:is|are} {0} {0:clause|clauses} to be made true."), "i",
             (int64_t)s->c->count);
    film_set(s->film, &(film_thing){.id = 0, .in = FILM_NOWHERE, .text = N_("start")});
    b->node = s->nodes++;
}

school_outcome school_dpll(const school_clauses *c, school_clause *model, duel_film *film)
{
    search s = {.c = c, .film = film, .patience = DPLL_PATIENCE};
    branch b = {.node = FILM_NOWHERE};
    show_clauses(&s, &b);
    return explore(&s, b, model);
}
