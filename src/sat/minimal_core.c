/* sat/minimal_core.c -- minimal sets of premises: see minimal_core.h.
 *
 * Every clause carries the negation of its premise's switch, so that assuming the switch turns
 * it on. The smallest set is found by hitting sets (A. Ignatiev, A. Previti, M. Liffiton, J.
 * Marques-Silva, "Smallest MUS extraction with minimal hitting set dualization", 2015): a
 * refuting set must meet every set of premises whose absence makes the contrary possible. */
#include "sat/minimal_core.h"
#include "base/long_work.h"
#include "base/status.h"

#include <ccadical.h>
#include <stdlib.h>
#include <string.h>

enum { SATISFIABLE = 10, UNSATISFIABLE = 20 };

/* How far the search for a smallest set goes before the minimal one has to do, and that for a
 * minimal one before one that refutes has to: counted, so it is as far wherever it is asked. */
enum { MOST_SETS = 400, MOST_TRIES = 200000, MOST_MEETINGS = 20000000 };
enum { MOST_SMALLER = 1000, MOST_QUESTIONS = 2000, MOST_CONFLICTS = 1000 };

typedef struct fact {
    int *literal, literals;
    bool any; /* one of the literals holds, not all of them */
} fact;

struct sat_premises {
    sat_sink sink; /* first, so that a sink is its premises */
    CCaDiCaL *solver;
    int first_switch, laws, count, most;
    int questions; /* of the search that goes on */
    fact *fact;    /* by premise; those of the laws are empty */
};

/* ---- premises --------------------------------------------------------------------------- */

static void add_switched(sat_sink *self, int premise, const int *literal, int count)
{
    sat_premises *p = (sat_premises *)self;
    ccadical_add(p->solver, -(p->first_switch + premise));
    for (int i = 0; i < count; i++)
        ccadical_add(p->solver, literal[i]);
    ccadical_add(p->solver, 0);
}

sat_premises *sat_premises_new(int variables, int laws, int most)
{
    sat_premises *p = calloc(1, sizeof *p);
    if (p == NULL)
        return NULL;
    *p = (sat_premises){.sink = {.clause = add_switched},
                        .solver = ccadical_init(),
                        .first_switch = variables + 1,
                        .laws = laws,
                        .count = laws,
                        .most = most,
                        .fact = calloc((size_t)most, sizeof *p->fact)};
    if (p->solver == NULL || p->fact == NULL) {
        sat_premises_free(p);
        return NULL;
    }
    ccadical_set_option(p->solver, "quiet", 1);
    return p;
}

void sat_premises_free(sat_premises *p)
{
    if (p == NULL)
        return;
    for (int i = 0; p->fact && i < p->count; i++)
        free(p->fact[i].literal);
    if (p->solver)
        ccadical_release(p->solver);
    free(p->fact);
    free(p);
}

sat_sink *sat_premises_laws(sat_premises *p)
{
    return &p->sink;
}

bool sat_premises_fact(sat_premises *p, const int *literal, int count, bool any)
{
    DUEL_REQUIRE(p->count < p->most);
    int *kept = malloc((size_t)count * sizeof *kept + 1);
    if (kept == NULL)
        return false;
    memcpy(kept, literal, (size_t)count * sizeof *kept);
    if (any)
        add_switched(&p->sink, p->count, literal, count);
    for (int i = 0; !any && i < count; i++)
        add_switched(&p->sink, p->count, &literal[i], 1);
    p->fact[p->count++] = (fact){kept, count, any};
    return true;
}

int sat_premises_count(const sat_premises *p)
{
    return p->count;
}

/* ---- questions -------------------------------------------------------------------------- */

static int solve_contrary(sat_premises *p, const sat_contrary *contrary, const bool *on)
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
    duel_long_work_door(DUEL_LONG_WORK_SOLVE);
    return ccadical_solve(p->solver);
}

bool sat_premises_possible(sat_premises *p, const sat_contrary *contrary, const bool *on)
{
    return solve_contrary(p, contrary, on) == SATISFIABLE;
}

/* The same for a search that has an end. */
static sat_answer ask_contrary(sat_premises *p, const sat_contrary *contrary, const bool *on)
{
    if (p->questions >= MOST_QUESTIONS)
        return SAT_GIVEN_UP;
    p->questions++;
    ccadical_limit(p->solver, "conflicts", MOST_CONFLICTS);
    int answer = solve_contrary(p, contrary, on);
    return answer == SATISFIABLE ? SAT_YES : answer == UNSATISFIABLE ? SAT_NO : SAT_GIVEN_UP;
}

/* Whether the last model found agrees with a premise that was not asked for. Laws have many
 * clauses and are never tried this way. */
static bool model_agrees(const sat_premises *p, int i)
{
    const fact *f = &p->fact[i];
    if (i < p->laws)
        return false;
    for (int j = 0; j < f->literals; j++) {
        bool holds = ccadical_val(p->solver, f->literal[j]) > 0;
        if (holds == f->any)
            return f->any;
    }
    return !f->any;
}

/* After an impossible answer: only premises that took part stay on. */
static void keep_failed(const sat_premises *p, bool *on)
{
    for (int i = 0; i < p->count; i++)
        on[i] = on[i] && ccadical_failed(p->solver, p->first_switch + i);
}

/* Drops premises from..to-1 one after the other as long as the contrary is known to stay
 * impossible. */
static void drop_spare(sat_premises *p, const sat_contrary *contrary, int from, int to,
                       bool *on)
{
    for (int i = from; i < to; i++) {
        if (!on[i])
            continue;
        on[i] = false;
        if (ask_contrary(p, contrary, on) == SAT_NO)
            keep_failed(p, on);
        else
            on[i] = true;
    }
}

/* ---- the smallest set ------------------------------------------------------------------- */

typedef struct hitting {
    int *member[MOST_SETS], size[MOST_SETS], sets;
    bool *chosen;
    int tries, meetings; /* how often it was looked whether a set is met */
} hitting;

static bool has_patience(const hitting *h)
{
    return h->tries <= MOST_TRIES && h->meetings <= MOST_MEETINGS;
}

/* Chooses at most `left` more premises so that every set is met. */
static bool hit(hitting *h, int left)
{
    int unmet = -1;
    h->tries++;
    h->meetings += h->sets;
    if (!has_patience(h))
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
static bool add_set(sat_premises *p, const sat_contrary *contrary, hitting *h, bool *on)
{
    for (int i = p->laws; i < p->count; i++)
        on[i] = on[i] || model_agrees(p, i);
    for (int i = p->laws; i < p->count; i++) {
        if (on[i])
            continue;
        on[i] = true;
        if (ask_contrary(p, contrary, on) != SAT_YES)
            on[i] = false;
        else
            for (int j = i + 1; j < p->count; j++)
                on[j] = on[j] || model_agrees(p, j);
    }
    int *member = malloc((size_t)p->count * sizeof *member);
    if (member == NULL)
        return false;
    int size = 0;
    for (int i = p->laws; i < p->count; i++)
        if (!on[i])
            member[size++] = i;
    h->member[h->sets] = member;
    h->size[h->sets++] = size;
    return true;
}

static int count_facts(const sat_premises *p, const bool *on)
{
    int count = 0;
    for (int i = p->laws; i < p->count; i++)
        count += on[i];
    return count;
}

/* Replaces `on` by a set with fewer facts while there is one. All laws hold. */
static void search_smaller(sat_premises *p, const sat_contrary *contrary, hitting *h, bool *on)
{
    int bound = 0, most = count_facts(p, on);
    bool *trial = malloc((size_t)p->count);
    while (trial && bound < most && h->sets < MOST_SETS && p->questions < MOST_SMALLER) {
        memset(h->chosen, 0, (size_t)p->count);
        if (!hit(h, bound)) {
            if (!has_patience(h))
                break;
            bound++;
            continue;
        }
        memcpy(trial, h->chosen, (size_t)p->count);
        memset(trial, true, (size_t)p->laws);
        sat_answer possible = ask_contrary(p, contrary, trial);
        if (possible == SAT_NO)
            memcpy(on, trial, (size_t)p->count);
        if (possible != SAT_YES || !add_set(p, contrary, h, trial))
            break;
    }
    free(trial);
}

static void make_smallest(sat_premises *p, const sat_contrary *contrary, bool *on)
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

bool sat_premises_refute(sat_premises *p, const sat_contrary *contrary, bool smallest, bool *on)
{
    p->questions = 0;
    memset(on, true, (size_t)p->count);
    if (ask_contrary(p, contrary, on) != SAT_NO)
        return false;
    keep_failed(p, on);
    memset(on, true, (size_t)p->laws); /* facts are saved first, laws may come back */
    drop_spare(p, contrary, p->laws, p->count, on);
    memset(on, true, (size_t)p->laws);
    if (smallest)
        make_smallest(p, contrary, on);
    drop_spare(p, contrary, 0, p->laws, on);
    return true;
}
