/* wumpus/proof.c -- minimal sets of premises: see proof.h.
 *
 * Every clause carries the negation of its premise's switch, so that assuming the switch turns
 * it on. The smallest set is found by hitting sets (A. Ignatiev, A. Previti, M. Liffiton, J.
 * Marques-Silva, "Smallest MUS extraction with minimal hitting set dualization", 2015): a
 * refuting set must meet every set of premises whose absence makes the contrary possible. */
#include "games/wumpus/proof.h"

#include <assert.h>
#include <ccadical.h>
#include <stdlib.h>
#include <string.h>

enum { SATISFIABLE = 10, MOST_LITERALS = WUMPUS_SIDE };

/* How far the search for a smallest set goes before the minimal one has to do. */
enum { MOST_SETS = 400, MOST_TRIES = 200000 };

typedef struct fact {
    wumpus_premise premise;
    int literal[MOST_LITERALS], literals;
    bool any; /* one of the literals holds, not all of them */
} fact;

struct wumpus_proof {
    wumpus_clause_sink sink;
    CCaDiCaL *solver;
    wumpus_rules rules;
    int first_switch, count;
    fact *fact;
};

/* ---- premises ----------------------------------------------------------------------- */

static fact *add_premise(wumpus_proof *p, wumpus_premise premise)
{
    assert(p->count < WUMPUS_PREMISES);
    fact *f = &p->fact[p->count++];
    *f = (fact){.premise = premise};
    return f;
}

static int literal_of(const wumpus_proof *p, wumpus_sign sign, wumpus_cell c, bool holds)
{
    int literal = wumpus_literal(p->rules.n, sign, c.x, c.y);
    return holds ? literal : -literal;
}

static const wumpus_sign felt[] = {WUMPUS_B, WUMPUS_P, WUMPUS_E};
static const wumpus_sign there[] = {WUMPUS_T, WUMPUS_W, WUMPUS_G};

static void add_signs(wumpus_proof *p, const wumpus_knowledge *k, const wumpus_sign sign[3],
                      fact *f)
{
    wumpus_cell c = f->premise.cell;
    for (int i = 0; i < 3; i++)
        f->literal[f->literals++] =
            literal_of(p, sign[i], c, wumpus_has(&k->is[sign[i]], c.x, c.y));
}

static void add_cell(wumpus_proof *p, const wumpus_knowledge *k, wumpus_cell c, bool whole)
{
    fact *f = add_premise(p, (wumpus_premise){.kind = WUMPUS_PREMISE_HOLDS, .cell = c});
    add_signs(p, k, there, f);
    if (whole) {
        add_signs(p, k, felt, f);
        return;
    }
    for (int i = 0; i < 3; i++) {
        bool holds = wumpus_has(&k->is[felt[i]], c.x, c.y);
        f = add_premise(
            p, (wumpus_premise){
                   .kind = WUMPUS_PREMISE_FELT, .cell = c, .sign = felt[i], .holds = holds});
        f->literal[f->literals++] = literal_of(p, felt[i], c, holds);
    }
}

/* A shot alone gives the facts that it adds to an otherwise empty knowledge. */
static duel_status add_arrow(wumpus_proof *p, const wumpus_knowledge *k, int shot,
                             duel_msg *why)
{
    wumpus_knowledge alone;
    wumpus_facts facts;
    wumpus_know_nothing(k->n, &alone);
    alone.shots = 1;
    alone.shot[0] = k->shot[shot];
    duel_status status = wumpus_facts_of(&p->rules, &alone, &facts, why);
    if (status != DUEL_OK)
        return status;
    fact *f = add_premise(p, (wumpus_premise){.kind = WUMPUS_PREMISE_ARROW,
                                              .cell = k->shot[shot].from,
                                              .shot = shot});
    f->any = facts.hits > 0;
    const wumpus_set *cells = f->any ? &facts.hit[0] : &facts.no[WUMPUS_W];
    for (wumpus_cell c = wumpus_first(cells); c.y >= 0; c = wumpus_next(cells, c))
        if ((c.x != 0 || c.y != 0) && f->literals < MOST_LITERALS)
            f->literal[f->literals++] = literal_of(p, WUMPUS_W, c, f->any);
    const wumpus_set *fell = &facts.yes[WUMPUS_W];
    for (wumpus_cell c = wumpus_first(fell); c.y >= 0; c = wumpus_next(fell, c))
        if (f->literals < MOST_LITERALS)
            f->literal[f->literals++] = literal_of(p, WUMPUS_W, c, true);
    return DUEL_OK;
}

static void add_switched(wumpus_clause_sink *self, wumpus_law law, const int *literal,
                         int count)
{
    wumpus_proof *p = (wumpus_proof *)self;
    ccadical_add(p->solver, -(p->first_switch + (int)law));
    for (int i = 0; i < count; i++)
        ccadical_add(p->solver, literal[i]);
    ccadical_add(p->solver, 0);
}

static void add_fact_clauses(wumpus_proof *p, int i)
{
    const fact *f = &p->fact[i];
    if (f->any)
        ccadical_add(p->solver, -(p->first_switch + i));
    for (int j = 0; j < f->literals; j++) {
        if (!f->any)
            ccadical_add(p->solver, -(p->first_switch + i));
        ccadical_add(p->solver, f->literal[j]);
        if (!f->any)
            ccadical_add(p->solver, 0);
    }
    if (f->any)
        ccadical_add(p->solver, 0);
}

static void count_only(wumpus_clause_sink *self, wumpus_law law, const int *literal, int count)
{
    (void)self, (void)law, (void)literal, (void)count;
}

static duel_status fill(wumpus_proof *p, const wumpus_knowledge *k, bool whole_cells,
                        duel_msg *why)
{
    enum { LARGE = 8 }; /* beyond, pairs of cells are too many to list */
    p->sink.compact = p->rules.n > LARGE;
    wumpus_clause_sink counter = {count_only, p->sink.compact};
    p->first_switch = wumpus_clauses(&p->rules, &counter) + 1;
    for (int law = 0; law < WUMPUS_LAWS; law++) /* first, so that a law is its own index */
        add_premise(p, (wumpus_premise){.kind = WUMPUS_PREMISE_LAW, .law = (wumpus_law)law});
    wumpus_set known = wumpus_known(k);
    for (wumpus_cell c = wumpus_first(&known); c.y >= 0; c = wumpus_next(&known, c))
        add_cell(p, k, c, whole_cells);
    for (int i = 0; i < k->shots; i++) {
        duel_status status = add_arrow(p, k, i, why);
        if (status != DUEL_OK)
            return status;
    }
    wumpus_clauses(&p->rules, &p->sink);
    for (int i = WUMPUS_LAWS; i < p->count; i++)
        add_fact_clauses(p, i);
    return DUEL_OK;
}

duel_status wumpus_proof_new(const wumpus_rules *rules, const wumpus_knowledge *k,
                             bool whole_cells, wumpus_proof **out, duel_msg *why)
{
    duel_status status = wumpus_rules_check(rules, why);
    if (status != DUEL_OK)
        return status;
    wumpus_proof *p = calloc(1, sizeof *p);
    if (p == NULL)
        return duel_full(why);
    p->sink.clause = add_switched;
    p->rules = *rules;
    p->fact = calloc(WUMPUS_PREMISES, sizeof *p->fact);
    p->solver = ccadical_init();
    if (p->solver)
        ccadical_set_option(p->solver, "quiet", 1);
    status = p->fact && p->solver ? fill(p, k, whole_cells, why) : duel_full(why);
    if (status == DUEL_OK)
        *out = p;
    else
        wumpus_proof_free(p);
    return status;
}

void wumpus_proof_free(wumpus_proof *p)
{
    if (p == NULL)
        return;
    if (p->solver)
        ccadical_release(p->solver);
    free(p->fact);
    free(p);
}

int wumpus_proof_count(const wumpus_proof *p)
{
    return p->count;
}

const wumpus_premise *wumpus_proof_premise(const wumpus_proof *p, int i)
{
    return &p->fact[i].premise;
}

/* ---- questions ---------------------------------------------------------------------- */

bool wumpus_proof_possible(wumpus_proof *p, const wumpus_contrary *contrary, const bool *on)
{
    for (int i = 0; i < p->count; i++)
        if (on[i])
            ccadical_assume(p->solver, p->first_switch + i);
    for (int i = 0; i < contrary->literals; i++)
        ccadical_assume(p->solver, contrary->literal[i]);
    for (int i = 0; i < contrary->clause_size; i++)
        ccadical_constrain(p->solver, contrary->clause[i]);
    if (contrary->clause_size > 0)
        ccadical_constrain(p->solver, 0);
    return ccadical_solve(p->solver) == SATISFIABLE;
}

/* Whether the last model found agrees with a premise that was not asked for. Laws have many
 * clauses and are never tried this way. */
static bool model_agrees(const wumpus_proof *p, int i)
{
    const fact *f = &p->fact[i];
    if (i < WUMPUS_LAWS)
        return false;
    for (int j = 0; j < f->literals; j++) {
        bool holds = ccadical_val(p->solver, f->literal[j]) > 0;
        if (holds == f->any)
            return f->any;
    }
    return !f->any;
}

/* After an impossible answer: only premises that took part stay on. */
static void keep_failed(const wumpus_proof *p, bool *on)
{
    for (int i = 0; i < p->count; i++)
        on[i] = on[i] && ccadical_failed(p->solver, p->first_switch + i);
}

/* Drops premises from..to-1 one after the other as long as the contrary stays impossible. */
static void drop_spare(wumpus_proof *p, const wumpus_contrary *contrary, int from, int to,
                       bool *on)
{
    for (int i = from; i < to; i++) {
        if (!on[i])
            continue;
        on[i] = false;
        if (wumpus_proof_possible(p, contrary, on))
            on[i] = true;
        else
            keep_failed(p, on);
    }
}

/* ---- the smallest set --------------------------------------------------------------- */

typedef struct hitting {
    int *member[MOST_SETS], size[MOST_SETS], sets;
    bool *chosen;
    int tries;
} hitting;

/* Chooses at most `left` more premises so that every set is met. */
static bool hit(hitting *h, int left)
{
    int unmet = -1;
    if (++h->tries > MOST_TRIES)
        return false;
    for (int i = 0; i < h->sets; i++) {
        bool met = false;
        for (int j = 0; j < h->size[i] && !met; j++)
            met = h->chosen[h->member[i][j]];
        if (!met && (unmet < 0 || h->size[i] < h->size[unmet]))
            unmet = i;
    }
    if (unmet < 0)
        return true;
    for (int j = 0; left > 0 && j < h->size[unmet]; j++) {
        bool *chosen = &h->chosen[h->member[unmet][j]];
        *chosen = true;
        if (hit(h, left - 1))
            return true;
        *chosen = false;
    }
    return false;
}

/* Grows `on`, which leaves the contrary possible, as far as that stays so. What is left out
 * becomes a set that every proof must meet. */
static bool add_set(wumpus_proof *p, const wumpus_contrary *contrary, hitting *h, bool *on)
{
    for (int i = WUMPUS_LAWS; i < p->count; i++)
        on[i] = on[i] || model_agrees(p, i);
    for (int i = WUMPUS_LAWS; i < p->count; i++) {
        if (on[i])
            continue;
        on[i] = true;
        if (!wumpus_proof_possible(p, contrary, on))
            on[i] = false;
        else
            for (int j = i + 1; j < p->count; j++)
                on[j] = on[j] || model_agrees(p, j);
    }
    int *member = malloc((size_t)p->count * sizeof *member);
    if (member == NULL)
        return false;
    int size = 0;
    for (int i = WUMPUS_LAWS; i < p->count; i++)
        if (!on[i])
            member[size++] = i;
    h->member[h->sets] = member;
    h->size[h->sets++] = size;
    return true;
}

static int count_facts(const wumpus_proof *p, const bool *on)
{
    int count = 0;
    for (int i = WUMPUS_LAWS; i < p->count; i++)
        count += on[i];
    return count;
}

/* Replaces `on` by a set with fewer facts while there is one. All laws hold. */
static void search_smaller(wumpus_proof *p, const wumpus_contrary *contrary, hitting *h,
                           bool *on)
{
    int bound = 0, most = count_facts(p, on);
    bool *trial = malloc((size_t)p->count);
    while (trial && bound < most && h->sets < MOST_SETS) {
        memset(h->chosen, 0, (size_t)p->count);
        if (!hit(h, bound)) {
            if (h->tries > MOST_TRIES)
                break;
            bound++;
            continue;
        }
        memcpy(trial, h->chosen, (size_t)p->count);
        memset(trial, true, WUMPUS_LAWS);
        if (!wumpus_proof_possible(p, contrary, trial)) {
            memcpy(on, trial, (size_t)p->count);
            break;
        }
        if (!add_set(p, contrary, h, trial))
            break;
    }
    free(trial);
}

static void make_smallest(wumpus_proof *p, const wumpus_contrary *contrary, bool *on)
{
    hitting *h = calloc(1, sizeof *h);
    if (h == NULL)
        return;
    h->chosen = calloc((size_t)p->count, 1);
    if (h->chosen)
        search_smaller(p, contrary, h, on);
    for (int i = 0; i < h->sets; i++)
        free(h->member[i]);
    free(h->chosen);
    free(h);
}

bool wumpus_proof_find(wumpus_proof *p, const wumpus_contrary *contrary, bool smallest,
                       bool *on)
{
    memset(on, true, (size_t)p->count);
    if (wumpus_proof_possible(p, contrary, on))
        return false;
    keep_failed(p, on);
    memset(on, true, WUMPUS_LAWS); /* facts are saved first, laws may come back */
    drop_spare(p, contrary, WUMPUS_LAWS, p->count, on);
    memset(on, true, WUMPUS_LAWS);
    if (smallest)
        make_smallest(p, contrary, on);
    drop_spare(p, contrary, 0, WUMPUS_LAWS, on);
    return true;
}
