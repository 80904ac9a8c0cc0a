/* gdl/why.c -- see why.h. */
#include "gdl/why.h"
#include "gdl/inside.h"
#include "gdl/kif.h"

#include <string.h>

/* A sentence and a rule that may have concluded it. */
typedef struct why_instance {
    const gdl_rule *rule;
    gdl_term sentence;
    gdl_term value[GDL_VARIABLES];
} why_instance;

typedef struct why_search {
    gdl_facts *facts;
    gdl_terms *terms;
    const gdl_sheet *sheet;
    gdl_derivation *out;
    gdl_term wanted;
    bool holds;
} why_search;

/* ---- one step back ---------------------------------------------------------------------- */

static bool is_request(const why_search *w, const gdl_literal *l)
{
    return l->other == NULL && w->sheet->relation[gdl_code_functor(w->terms, l->code)].request;
}

static bool is_bound(const why_search *w, const why_instance *i, const uint32_t *code)
{
    uint64_t variables = gdl_code_variables(w->terms, code);
    for (uint32_t v = 0; v < i->rule->variables; v++)
        if (variables >> v & 1 && i->value[v] == GDL_NOTHING)
            return false;
    return true;
}

static bool came_before(const why_search *w, gdl_term fact, gdl_term sentence)
{
    return gdl_fact_holds(w->facts, fact) && w->facts->since[fact] < w->facts->since[sentence];
}

/* A condition all of whose variables have values. */
static bool passes_bound(const why_search *w, const why_instance *i, const gdl_literal *l)
{
    gdl_term first = gdl_build(w->terms, l->code, i->value);
    if (l->other)
        return (first == gdl_build(w->terms, l->other, i->value)) == (l->kind == GDL_SAME);
    return l->kind == GDL_NOT ? !gdl_fact_holds(w->facts, first)
                              : came_before(w, first, i->sentence);
}

/* How much looking a condition takes; the least first. */
static double looking_for(const why_search *w, const why_instance *i, const gdl_literal *l)
{
    if (is_bound(w, i, l->code) && (l->other == NULL || is_bound(w, i, l->other)))
        return 0;
    if (!gdl_is_looked_up(l))
        return 1e18; /* once others have bound it */
    gdl_functor f = gdl_code_functor(w->terms, l->code);
    double rows = 1 + (double)gdl_facts_of(w->facts, f)->count;
    uint32_t ground;
    for (int a = 0; a < gdl_functor_arity(w->terms, f); a++)
        if (is_bound(w, i, gdl_code_argument(w->terms, l->code, a, &ground)))
            rows /= 8;
    return 1 + rows;
}

static bool satisfy(const why_search *w, why_instance *i, uint8_t *done, uint32_t left);

static bool satisfy_by_facts(const why_search *w, why_instance *i, const gdl_literal *l,
                             uint8_t *done, uint32_t left)
{
    gdl_term before[GDL_VARIABLES];
    memcpy(before, i->value, sizeof before);
    gdl_functor f = gdl_code_functor(w->terms, l->code);
    for (size_t k = 0; k < gdl_facts_of(w->facts, f)->count; k++) {
        gdl_term fact = gdl_facts_of(w->facts, f)->at[k];
        gdl_tick(w->facts->job);
        if (came_before(w, fact, i->sentence) && gdl_match(w->terms, l->code, fact, i->value) &&
            satisfy(w, i, done, left))
            return true;
        memcpy(i->value, before, sizeof before);
    }
    return false;
}

/* Values for the conditions that are not done, `left` of them. */
static bool satisfy(const why_search *w, why_instance *i, uint8_t *done, uint32_t left)
{
    if (left == 0)
        return true;
    uint32_t best = GDL_NOTHING;
    double least = 0;
    for (uint32_t k = 0; k < i->rule->count; k++) {
        double rows = done[k] ? 0 : looking_for(w, i, &i->rule->body[k]);
        if (!done[k] && (best == GDL_NOTHING || rows < least)) {
            best = k;
            least = rows;
        }
    }
    const gdl_literal *l = &i->rule->body[best];
    done[best] = 1;
    bool found = least == 0 ? passes_bound(w, i, l) && satisfy(w, i, done, left - 1)
                            : satisfy_by_facts(w, i, l, done, left - 1);
    done[best] = 0;
    return found;
}

static bool is_instance(const why_search *w, const gdl_rule *r, why_instance *i)
{
    uint8_t done[GDL_LITERALS + 1];
    uint32_t left = r->count;
    i->rule = r;
    for (uint32_t v = 0; v < GDL_VARIABLES; v++)
        i->value[v] = GDL_NOTHING;
    if (gdl_code_functor(w->terms, r->head) != gdl_term_functor(w->terms, i->sentence) ||
        !gdl_match(w->terms, r->head, i->sentence, i->value))
        return false;
    for (uint32_t k = 0; k < r->count; k++)
        left -= done[k] = is_request(w, &r->body[k]);
    return satisfy(w, i, done, left);
}

/* ---- the derivation --------------------------------------------------------------------- */

static gdl_proof_step *add_step_of(why_search *w, gdl_because because, uint32_t depth,
                                   gdl_term sentence)
{
    gdl_derivation *d = w->out;
    if (d->count == GDL_STEPS) {
        duel_say(&w->facts->job->why, N_("This takes too many steps to tell."), "");
        gdl_arena_abort(w->facts->job, DUEL_REFUSED);
    }
    d->step = gdl_arena_grow(w->facts->job, d->step, &d->room, d->count + 1, sizeof *d->step);
    d->step[d->count] =
        (gdl_proof_step){.because = because, .depth = depth, .sentence = sentence};
    return &d->step[d->count++];
}

static bool is_derived_above(const why_search *w, gdl_term sentence)
{
    for (size_t k = 0; k < w->out->count; k++)
        if (w->out->step[k].because == GDL_BY_RULE && w->out->step[k].sentence == sentence)
            return true;
    return false;
}

static void derive_sentence(why_search *w, gdl_term sentence, uint32_t depth);

static void derive_condition(why_search *w, const why_instance *i, const gdl_literal *l,
                             uint32_t depth)
{
    gdl_term first = gdl_build(w->terms, l->code, i->value);
    if (l->other) {
        gdl_term other = gdl_build(w->terms, l->other, i->value);
        add_step_of(w, l->kind == GDL_SAME ? GDL_ALIKE : GDL_UNLIKE, depth, first)->other =
            other;
    } else if (l->kind == GDL_NOT) {
        add_step_of(w, GDL_ABSENT, depth, first);
    } else if (!is_request(w, l)) {
        derive_sentence(w, first, depth);
    }
}

static void derive_by_rule(why_search *w, gdl_term sentence, uint32_t depth)
{
    why_instance i = {.sentence = sentence};
    for (size_t k = 0; k < w->sheet->count; k++) {
        const gdl_rule *r = &w->sheet->rule[k];
        if (!is_instance(w, r, &i))
            continue;
        bool stated = true;
        for (uint32_t c = 0; c < r->count; c++)
            stated &= is_request(w, &r->body[c]);
        add_step_of(w, stated ? GDL_STATED : GDL_BY_RULE, depth, sentence)->rule = r;
        for (uint32_t c = 0; c < r->count; c++)
            derive_condition(w, &i, &r->body[c], depth + 1);
        return;
    }
}

static void derive_sentence(why_search *w, gdl_term sentence, uint32_t depth)
{
    gdl_functor f = gdl_term_functor(w->terms, sentence);
    bool in_state = gdl_functor_symbol(w->terms, f) == GDL_TRUE;
    gdl_tick(w->facts->job);
    if (depth > GDL_DEEPEST) {
        duel_say(&w->facts->job->why, N_("This takes too many steps to tell."), "");
        gdl_arena_abort(w->facts->job, DUEL_REFUSED);
    }
    if (in_state)
        add_step_of(w, GDL_IN_STATE, depth, gdl_term_argument(w->terms, sentence, 0));
    else if (is_derived_above(w, sentence))
        add_step_of(w, GDL_AS_ABOVE, depth, sentence);
    else
        derive_by_rule(w, sentence, depth);
}

static void derive_wanted(void *what)
{
    why_search *w = what;
    w->holds = gdl_fact_holds(w->facts, w->wanted);
    if (w->holds)
        derive_sentence(w, w->wanted, 0);
}

duel_status gdl_prover_why(gdl_prover *p, gdl_term sentence, gdl_derivation *d, duel_msg *why)
{
    why_search w = {.facts = gdl_prover_facts(p),
                    .terms = gdl_prover_terms(p),
                    .sheet = gdl_prover_sheet(p),
                    .out = d,
                    .wanted = sentence};
    d->count = 0;
    duel_status status = gdl_prover_choose(p, derive_wanted, &w, why);
    if (status == DUEL_OK && !w.holds)
        return duel_refuse(why, N_("Nothing makes it true."), "");
    return status;
}

/* ---- in words --------------------------------------------------------------------------- */

static const char *words_of(gdl_because because)
{
    switch (because) {
    case GDL_IN_STATE:
        return N_("{0}: a fact of the position");
    case GDL_STATED:
        return N_("{0}: stated in line {1}");
    case GDL_BY_RULE:
        return N_("{0}: by line {1}: {2}");
    case GDL_AS_ABOVE:
        return N_("{0}: as above");
    case GDL_ABSENT:
        return N_("nothing makes {0} true");
    case GDL_UNLIKE:
        return N_("{0} and {2} differ");
    case GDL_ALIKE:
        break;
    }
    return N_("{0} and {2} are the same");
}

/* That a fact is not in the state is told of the fact. */
static gdl_term told_of(const gdl_terms *t, const gdl_proof_step *s)
{
    gdl_functor f = gdl_term_functor(t, s->sentence);
    bool in_state = s->because == GDL_ABSENT && gdl_functor_symbol(t, f) == GDL_TRUE &&
                    gdl_functor_arity(t, f) == 1;
    return in_state ? gdl_term_argument(t, s->sentence, 0) : s->sentence;
}

static void say_step(const gdl_terms *t, const gdl_proof_step *s, duel_msg *out)
{
    duel_buf sentence = duel_buf_empty(), other = duel_buf_empty();
    gdl_put_term(t, told_of(t, s), &sentence.sink);
    if (s->because == GDL_UNLIKE || s->because == GDL_ALIKE)
        gdl_put_term(t, s->other, &other.sink);
    duel_say(out, words_of(s->because), "sis", duel_buf_str(&sentence),
             (int64_t)(s->rule ? s->rule->line : 0), duel_buf_str(&other));
    duel_buf_fini(&sentence);
    duel_buf_fini(&other);
}

void gdl_put_step(const gdl_terms *t, const gdl_proof_step *s, duel_lang lang, duel_sink *out)
{
    duel_msg m;
    say_step(t, s, &m);
    duel_render(lang, &m, out);
    if (s->because == GDL_BY_RULE)
        gdl_kif_put(s->rule->source, out);
}

/* ---- sentences to ask for --------------------------------------------------------------- */

typedef struct legal_building {
    gdl_terms *terms;
    gdl_term part[2], sentence;
} legal_building;

static void build_legal(void *what)
{
    legal_building *b = what;
    b->sentence = gdl_term_of(b->terms, gdl_sheet_functor(b->terms, GDL_LEGAL), b->part);
}

duel_status gdl_prover_legal_term(gdl_prover *p, uint32_t role, gdl_term move, gdl_term *out,
                                  duel_msg *why)
{
    legal_building b = {.terms = gdl_prover_terms(p),
                        .part = {gdl_prover_sheet(p)->role[role], move}};
    duel_status status = gdl_prover_choose(p, build_legal, &b, why);
    if (status == DUEL_OK)
        *out = b.sentence;
    return status;
}

static void build_terminal(void *what)
{
    legal_building *b = what;
    b->sentence = gdl_term_of(b->terms, gdl_sheet_functor(b->terms, GDL_TERMINAL), NULL);
}

gdl_term gdl_prover_terminal(gdl_prover *p)
{
    legal_building b = {.terms = gdl_prover_terms(p), .sentence = GDL_NOTHING};
    gdl_prover_choose(p, build_terminal, &b, NULL);
    return b.sentence;
}
