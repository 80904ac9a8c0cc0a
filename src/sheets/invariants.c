/* sheets/invariants.c -- what is true in every state of a sheet, proved, and the keys it gives.
 *
 * Often at most one fact of a group holds: one thing in each cell, one player to move. Groups
 * are looked for in the states that random games met, and proved with a satisfiability solver.
 * A state then needs no bit for each fact but one of a few numbers for each group; and where
 * that makes few enough of them together, states have keys.
 *
 * For the proof the flat program becomes clauses: the facts of any state that is not over, a
 * legal move of each role, and the facts of the state that follows. What holds at the start,
 * and in every state that follows one in which it holds, holds in all of them.
 *
 * Values of the flat program are variables of the same numbers; value 0, which always holds,
 * has the number after the last. Behind it come those by which groups are switched on and asked
 * about. "One of these before this one holds" is a variable for each fact of a group
 * ("sequential counter": C. Sinz, "Towards an optimal CNF encoding of Boolean cardinality
 * constraints", 2005). All groups are believed together, and each that a step can break is
 * taken back: what remains is the greatest set that proves itself (C. Flanagan and K. R. M.
 * Leino, "Houdini", 2001). */
#include "gdl/bit_program.h"
#include "sat/knowledge_base.h"
#include "sheets/inside.h"

#include <ctype.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* ---- what no step can change ------------------------------------------------------------ */

/* Facts of which at most one holds, and where `some` is set one always does: believed, until it
 * is proved. */
typedef struct fact_group {
    uint32_t *fact, count;
    bool alone, some; /* at most one; at least one */
} fact_group;

enum {
    MOST_INPUTS = 40000,
    PATIENCE = 1000,      /* conflicts for one question */
    QUESTIONS = 4000,     /* of one sheet, */
    ALL_INPUTS = 20000000 /* and fewer, the larger it is */
};

typedef struct group_names {
    int alone, some;   /* it is believed */
    int doubled, none; /* the state that follows has two of them, or none */
    int backward[2];   /* its fact is followed by itself or one before it, or behind it */
} group_names;

typedef struct proof {
    const gdl_bit_program *flat;
    sat_base *base;
    sat_sink *sink;
    int variables;
    group_names *term_ids;
    uint32_t groups;
    int questions;
} proof;

/* ---- clauses ---------------------------------------------------------------------------- */

static int fresh_variable(proof *p)
{
    return ++p->variables;
}

static void add_two(proof *p, int a, int b)
{
    p->sink->clause(p->sink, 0, (int[]){a, b}, 2);
}

static void add_three(proof *p, int a, int b, int c)
{
    p->sink->clause(p->sink, 0, (int[]){a, b, c}, 3);
}

static int value_literal(const proof *p, uint32_t value)
{
    return value ? (int)value : (int)p->flat->values;
}

static int signal_literal(const proof *p, uint32_t signal)
{
    int literal = value_literal(p, signal >> 1);
    return signal & 1 ? -literal : literal;
}

static int fact_now(uint32_t fact)
{
    return (int)fact + 1;
}

static int fact_next(const proof *p, uint32_t fact)
{
    return signal_literal(p, p->flat->after[fact]);
}

/* ---- the program ------------------------------------------------------------------------ */

static const uint32_t *encode_gate(proof *p, const uint32_t *code, uint32_t to, int *all)
{
    uint32_t plain = code[0] - GDL_CODE_GATE, negated = code[1];
    int gate = value_literal(p, to), count = 0;
    code += 2;
    for (uint32_t i = 0; i < plain + negated; i++) {
        int input = value_literal(p, code[i]);
        input = i < plain ? input : -input;
        add_two(p, -gate, input);
        all[count++] = -input;
    }
    all[count++] = gate;
    p->sink->clause(p->sink, 0, all, count);
    return code + plain + negated;
}

/* Of conclusions that need each other only that they fit is said: there may be more ways to fit
 * than the one that is meant, so nothing is proved that is not so. */
static const uint32_t *encode_loop(proof *p, const uint32_t *code)
{
    uint32_t count = code[2], first = code[3];
    for (uint32_t i = 0; i < count; i++) {
        int node = value_literal(p, first + i), defined = signal_literal(p, code[4 + i]);
        add_two(p, -node, defined);
        add_two(p, node, -defined);
    }
    return code + 4 + count;
}

static void encode_code(proof *p, const gdl_code *c, int *scratch)
{
    uint32_t to = c->first;
    for (const uint32_t *code = c->at, *end = code + c->words; code < end;) {
        if (*code >= GDL_CODE_GATE)
            code = encode_gate(p, code, to++, scratch);
        else
            code = encode_loop(p, code);
    }
}

/* One legal move of each role, exactly where that can be counted. */
static void encode_moves(proof *p, int *scratch)
{
    const gdl_bit_program *f = p->flat;
    for (uint32_t r = 0; r < f->roles; r++) {
        uint32_t from = f->first_move[r], count = f->first_move[r + 1] - from;
        int first = value_literal(p, 1 + f->facts + from);
        for (uint32_t i = 0; i < count; i++) {
            scratch[i] = first + (int)i;
            add_two(p, -scratch[i], signal_literal(p, f->legal[from + i]));
        }
        p->sink->clause(p->sink, 0, scratch, (int)count);
        if (count > 1 && count <= SAT_COUNTED)
            sat_exactly(p->sink, 0, first, (int)count, 1, &p->variables);
    }
}

static bool encode_program(proof *p)
{
    const gdl_bit_program *f = p->flat;
    int *scratch = malloc(((size_t)f->values + 2) * sizeof *scratch);
    if (scratch == NULL)
        return false;
    p->variables = (int)f->values;
    scratch[0] = value_literal(p, 0);
    p->sink->clause(p->sink, 0, scratch, 1);
    encode_code(p, &f->look, scratch);
    encode_code(p, &f->next, scratch);
    scratch[0] = -signal_literal(p, f->over);
    p->sink->clause(p->sink, 0, scratch, 1);
    encode_moves(p, scratch);
    free(scratch);
    return true;
}

/* ---- groups ----------------------------------------------------------------------------- */

/* While `on` holds, at most one of the facts does. */
static void believe_alone(proof *p, const fact_group *g, int on)
{
    int before = 0;
    for (uint32_t i = 0; i < g->count; i++) {
        int fact = fact_now(g->fact[i]), upto = fresh_variable(p);
        add_three(p, -on, -fact, upto);
        if (before) {
            add_three(p, -on, -before, upto);
            add_three(p, -on, -before, -fact);
        }
        before = upto;
    }
}

/* While `asked` holds, two of the facts do in the state that follows. */
static void ask_doubled(proof *p, const fact_group *g, int asked, int *scratch)
{
    int before = 0, count = 0;
    scratch[count++] = -asked;
    for (uint32_t i = 0; i < g->count; i++) {
        int fact = fact_next(p, g->fact[i]), upto = fresh_variable(p);
        if (before) {
            int both = fresh_variable(p);
            add_two(p, -both, fact);
            add_two(p, -both, before);
            scratch[count++] = both;
            add_three(p, -upto, before, fact);
        } else {
            add_two(p, -upto, fact);
        }
        before = upto;
    }
    p->sink->clause(p->sink, 0, scratch, count);
}

/* While `asked` holds, a fact of the group is followed by itself or one before it, or with
 * `falling` one behind it. */
static void ask_backward(proof *p, const fact_group *g, bool falling, int asked, int *scratch)
{
    int before = 0, count = 0;
    scratch[count++] = -asked;
    for (uint32_t i = 0; i < g->count; i++) {
        uint32_t fact = g->fact[falling ? g->count - 1 - i : i];
        int upto = fresh_variable(p), back = fresh_variable(p), next = fact_next(p, fact);
        if (before)
            add_three(p, -upto, before, next);
        else
            add_two(p, -upto, next);
        add_two(p, -back, fact_now(fact));
        add_two(p, -back, upto);
        scratch[count++] = back;
        before = upto;
    }
    p->sink->clause(p->sink, 0, scratch, count);
}

static void encode_group(proof *p, const fact_group *g, group_names *n, int *scratch)
{
    *n = (group_names){.alone = fresh_variable(p), .some = fresh_variable(p)};
    n->doubled = fresh_variable(p);
    n->none = fresh_variable(p);
    n->backward[0] = fresh_variable(p);
    n->backward[1] = fresh_variable(p);
    believe_alone(p, g, n->alone);
    ask_doubled(p, g, n->doubled, scratch);
    ask_backward(p, g, false, n->backward[0], scratch);
    ask_backward(p, g, true, n->backward[1], scratch);
    scratch[0] = -n->some;
    for (uint32_t i = 0; i < g->count; i++) {
        scratch[1 + i] = fact_now(g->fact[i]);
        add_two(p, -n->none, -fact_next(p, g->fact[i]));
    }
    p->sink->clause(p->sink, 0, scratch, (int)g->count + 1);
}

static bool encode_groups(proof *p, const fact_group *group)
{
    int *scratch = malloc(((size_t)p->flat->facts + 2) * sizeof *scratch);
    p->term_ids = calloc((size_t)p->groups + 1, sizeof *p->term_ids);
    for (uint32_t i = 0; scratch && p->term_ids && i < p->groups; i++)
        encode_group(p, &group[i], &p->term_ids[i], scratch);
    free(scratch);
    return scratch && p->term_ids;
}

static void proof_free(proof *p)
{
    if (p == NULL)
        return;
    sat_base_free(p->base);
    free(p->term_ids);
    free(p);
}

/* NULL: no memory, or the program is too large to be proved from. */
static proof *proof_new(const gdl_bit_program *f, const fact_group *group, uint32_t groups)
{
    proof *p = f->inputs <= MOST_INPUTS ? calloc(1, sizeof *p) : NULL;
    if (p == NULL)
        return NULL;
    *p = (proof){.flat = f, .groups = groups, .base = sat_base_new()};
    if (p->base == NULL) {
        free(p);
        return NULL;
    }
    p->sink = sat_base_sink(p->base);
    p->sink->compact = true;
    if (!encode_program(p) || !encode_groups(p, group)) {
        proof_free(p);
        return NULL;
    }
    sat_base_settle(p->base, p->variables);
    return p;
}

/* ---- proving ---------------------------------------------------------------------------- */

static void believe(proof *p, int literal)
{
    p->sink->clause(p->sink, 0, &literal, 1);
}

static void believe_groups(proof *p, const fact_group *group)
{
    sat_base_forget(p->base);
    for (uint32_t i = 0; i < p->groups; i++) {
        believe(p, group[i].alone ? p->term_ids[i].alone : -p->term_ids[i].alone);
        believe(p, group[i].some ? p->term_ids[i].some : -p->term_ids[i].some);
    }
}

static uint32_t followed_by(const proof *p, const fact_group *g)
{
    uint32_t count = 0;
    for (uint32_t i = 0; i < g->count; i++)
        count += sat_base_holds(p->base, fact_next(p, g->fact[i]));
    return count;
}

/* The step that was found breaks this one, and perhaps others. */
static void take_back_broken(proof *p, fact_group *group)
{
    for (uint32_t i = 0; i < p->groups; i++) {
        uint32_t count = followed_by(p, &group[i]);
        group[i].alone = group[i].alone && count <= 1;
        group[i].some = group[i].some && count >= 1;
    }
}

static sat_answer ask(proof *p, int one, int other)
{
    bool patient =
        p->questions < QUESTIONS && (size_t)p->questions * p->flat->inputs < ALL_INPUTS;
    p->questions++;
    return patient ? sat_base_try(p->base, one, other, PATIENCE) : SAT_GIVEN_UP;
}

/* False: it does not stand, and was taken back. */
static bool stands(proof *p, fact_group *group, uint32_t i, bool alone)
{
    sat_answer answer = ask(p, alone ? p->term_ids[i].doubled : p->term_ids[i].none, 0);
    if (answer == SAT_NO)
        return true;
    if (answer == SAT_YES)
        take_back_broken(p, group);
    if (alone)
        group[i].alone = false;
    else
        group[i].some = false;
    believe_groups(p, group);
    return false;
}

/* Takes back what is not proved, until the rest stands together. */
static void proof_keep_true(proof *p, fact_group *group)
{
    believe_groups(p, group);
    for (bool again = true; again;) {
        again = false;
        for (uint32_t i = 0; i < p->groups; i++) {
            again |= group[i].alone && !stands(p, group, i, true);
            again |= group[i].some && !stands(p, group, i, false);
        }
    }
}

/* ---- leading on ------------------------------------------------------------------------- */

static bool group_leads_on(proof *p, const fact_group *group, uint32_t *longest)
{
    for (uint32_t i = 0; i < p->groups; i++)
        if (group[i].alone && group[i].some && group[i].count > 1 &&
            (ask(p, p->term_ids[i].backward[0], 0) == SAT_NO ||
             ask(p, p->term_ids[i].backward[1], 0) == SAT_NO)) {
            *longest = group[i].count;
            return true;
        }
    return false;
}

/* Whether every step leads on, so that nothing can come back: something that never appears
 * vanishes, something that stays appears, or a group steps forward in the order of its facts.
 * No game has more than *longest steps then. A step on which nothing that only vanishes
 * vanishes, and nothing that only appears appears. */
static bool proof_leads_on(proof *p, const fact_group *group, uint32_t *longest)
{
    enum { MOST_FACTS = 600 };
    uint32_t count = 0;
    believe_groups(p, group);
    if (group_leads_on(p, group, longest))
        return true;
    if (p->flat->facts > MOST_FACTS)
        return false;
    for (uint32_t i = 0; i < p->flat->facts; i++) {
        int now = fact_now(i), next = fact_next(p, i);
        bool stays = ask(p, now, -next) == SAT_NO, never = ask(p, -now, next) == SAT_NO;
        if (stays)
            add_two(p, now, -next);
        if (never)
            add_two(p, -now, next);
        count += stays || never;
    }
    *longest = count + 1;
    return ask(p, 0, 0) == SAT_NO;
}

/* ---- keys ------------------------------------------------------------------------------- */

struct keys {
    fact_group *group; /* every fact is in one */
    uint32_t groups, room;
    uint32_t *members;     /* of all groups, one behind the other */
    double bits_hoped_for; /* if all that is believed is so */
    uint32_t bits, longest;
    uint64_t (*share)[256]; /* by byte of the facts, by its value: what they add to a key */
};

/* ---- groups that the states met allow --------------------------------------------------- */

typedef struct grouping {
    const sheets_game *g;
    uint32_t *fact, count; /* of one word */
    uint32_t *of;          /* by fact of the word: its group, in the way being tried */
    uint32_t groups;
    uint32_t *size, *met; /* by group: its facts; the sample in which one was met last */
    uint64_t *best;       /* by fact: its group in the best way so far */
    double best_bits;
} grouping;

/* Facts that differ in none but the parts of `value` are a group. False: no memory. */
static bool part_facts(grouping *w, uint32_t value)
{
    term_ids places;
    duel_buf place;
    if (term_ids_init(&places, w->count, NULL) != DUEL_OK)
        return false;
    bool good = true;
    duel_buf_init(&place);
    for (uint32_t i = 0; i < w->count && good; i++) {
        const term_id *fact = w->g->m->fact_names.at[w->fact[i]];
        duel_buf_clear(&place);
        for (int k = 1; k < fact->parts; k++)
            if (!(value >> k & 1))
                duel_putf(&place.sink, "%s ", fact->part[k]);
        w->of[i] = term_ids_find(&places, duel_buf_str(&place));
        if (w->of[i] == NAMES_NONE)
            w->of[i] = term_ids_add(&places, duel_buf_str(&place));
        good = !place.failed && w->of[i] != NAMES_NONE;
    }
    w->groups = places.count;
    duel_buf_fini(&place);
    term_ids_fini(&places);
    return good;
}

/* In no state met two facts of a group hold. */
static bool is_borne_out(grouping *w)
{
    const sheet_sampling *s = &w->g->sheet_sampling;
    memset(w->met, 0, w->groups * sizeof *w->met);
    for (uint32_t k = 0; k < s->samples; k++) {
        const uint64_t *facts = sampling_sample(s, w->g->m, k);
        for (uint32_t i = 0; i < w->count; i++) {
            uint32_t f = w->fact[i];
            if (!bit_in(facts, f))
                continue;
            if (w->met[w->of[i]] == k + 1)
                return false;
            w->met[w->of[i]] = k + 1;
        }
    }
    return true;
}

/* How many bits the facts of a word need in this way. */
static double bits_needed(grouping *w)
{
    double bits = 0;
    memset(w->size, 0, w->groups * sizeof *w->size);
    for (uint32_t i = 0; i < w->count; i++)
        w->size[w->of[i]]++;
    for (uint32_t k = 0; k < w->groups; k++)
        bits += log2(w->size[k] + 1);
    return bits;
}

/* Every choice of parts that are what a place holds, the others being the place. */
static void choose_grouping(grouping *w)
{
    enum { MOST_PARTS = 6 };
    int parts = w->g->m->fact_names.at[w->fact[0]]->parts;
    w->best_bits = w->count;
    for (uint32_t i = 0; i < w->count; i++)
        w->best[i] = i;
    for (uint32_t value = 2; parts <= MOST_PARTS && value < 1u << parts; value += 2) {
        if (!part_facts(w, value))
            return;
        double bits = bits_needed(w);
        if (bits >= w->best_bits || !is_borne_out(w))
            continue;
        w->best_bits = bits;
        for (uint32_t i = 0; i < w->count; i++)
            w->best[i] = w->of[i];
    }
}

/* ---- in order --------------------------------------------------------------------------- */

/* "a2" before "a10": numbers inside words count as numbers. */
static int compare_naturally(const char *a, const char *b)
{
    for (; *a && *b; a++, b++) {
        if (isdigit((unsigned char)*a) && isdigit((unsigned char)*b)) {
            char *after_a, *after_b;
            unsigned long x = strtoul(a, &after_a, 10), y = strtoul(b, &after_b, 10);
            if (x != y)
                return x < y ? -1 : 1;
            a = after_a - 1;
            b = after_b - 1;
        } else if (*a != *b) {
            break;
        }
    }
    return (unsigned char)*a - (unsigned char)*b;
}

/* So that a group of numbers stands in their order, and what counts up or down shows. */
static void order_members(const sheets_game *g, fact_group *group)
{
    const term_ids *facts = &g->m->fact_names;
    for (uint32_t i = 1; i < group->count; i++)
        for (uint32_t k = i; k > 0; k--) {
            uint32_t *pair = group->fact + k - 1, swapped = pair[0];
            if (compare_naturally(facts->at[pair[0]]->text, facts->at[pair[1]]->text) <= 0)
                break;
            pair[0] = pair[1];
            pair[1] = swapped;
        }
}

/* ---- all words -------------------------------------------------------------------------- */

static bool is_same_word(const term_id *a, const term_id *b)
{
    return a->parts == b->parts && strcmp(a->part[0], b->part[0]) == 0;
}

/* The facts of the word of fact `first` that are in no group yet. */
static void gather_word(grouping *w, uint32_t first, const uint8_t *taken)
{
    const term_ids *facts = &w->g->m->fact_names;
    w->count = 0;
    for (uint32_t i = first; i < facts->count; i++)
        if (!taken[i] && is_same_word(facts->at[first], facts->at[i]))
            w->fact[w->count++] = i;
}

/* The groups of one word become groups of all. */
static void add_groups(const grouping *w, struct keys *k, uint32_t *members, uint8_t *taken)
{
    for (uint32_t i = 0; i < w->count; i++) {
        if (taken[w->fact[i]])
            continue;
        fact_group *g = &k->group[k->groups++];
        g->fact = k->members + *members;
        for (uint32_t j = i; j < w->count; j++)
            if (w->best[j] == w->best[i]) {
                taken[w->fact[j]] = 1;
                k->members[(*members)++] = w->fact[j];
                g->count++;
            }
    }
}

static bool holds_always(const sheets_game *g, const fact_group *group)
{
    for (uint32_t k = 0; k < g->sheet_sampling.samples; k++) {
        const uint64_t *facts = sampling_sample(&g->sheet_sampling, g->m, k);
        bool any = false;
        for (uint32_t i = 0; i < group->count && !any; i++)
            any = bit_in(facts, group->fact[i]);
        if (!any)
            return false;
    }
    return true;
}

static void find_groups(grouping *w, struct keys *k, uint8_t *taken)
{
    uint32_t members = 0;
    for (uint32_t i = 0; i < w->g->m->facts; i++) {
        if (taken[i])
            continue;
        gather_word(w, i, taken);
        choose_grouping(w);
        k->bits_hoped_for += w->best_bits;
        add_groups(w, k, &members, taken);
    }
}

/* Where there will be no keys anyhow, only what may be a counter is worth a proof. */
static void choose_beliefs(const sheets_game *g, struct keys *k)
{
    enum { MORE_THAN_A_KEY = 80 };
    const term_ids *facts = &g->m->fact_names;
    for (uint32_t i = 0; i < k->groups; i++) {
        fact_group *group = &k->group[i];
        bool counter = facts->at[group->fact[0]]->parts == 2;
        if (k->bits_hoped_for > MORE_THAN_A_KEY && !counter)
            continue;
        order_members(g, group);
        group->alone = group->count > 1;
        group->some = group->alone && holds_always(g, group);
    }
}

static duel_status group_facts(const sheets_game *g, struct keys *k, duel_msg *why)
{
    size_t facts = (size_t)g->m->facts + 1;
    grouping w = {.g = g};
    uint8_t *taken = calloc(facts, sizeof *taken);
    w.fact = calloc(facts, sizeof *w.fact);
    w.of = calloc(facts, sizeof *w.of);
    w.size = calloc(facts, sizeof *w.size);
    w.met = calloc(facts, sizeof *w.met);
    w.best = calloc(facts, sizeof *w.best);
    k->group = calloc(facts, sizeof *k->group);
    k->members = calloc(facts, sizeof *k->members);
    bool room = taken && w.fact && w.of && w.size && w.met && w.best && k->group && k->members;
    if (room) {
        find_groups(&w, k, taken);
        choose_beliefs(g, k);
    }
    free(taken);
    free(w.fact);
    free(w.of);
    free(w.size);
    free(w.met);
    free(w.best);
    return room ? DUEL_OK : duel_no_space(why);
}

/* ---- proved ----------------------------------------------------------------------------- */

/* A group of which two may hold is a group for each of its facts again. */
static uint64_t states_of(const fact_group *g)
{
    if (!g->alone)
        return g->count < 64 ? (uint64_t)1 << g->count : 0;
    return (uint64_t)g->count + !g->some;
}

/* The least number of bits that has room for one key each; 0: more than a key may have. */
static uint32_t bits_for_all(const struct keys *k)
{
    enum { MOST_BITS = 61 };
    uint64_t all = 1;
    for (uint32_t i = 0; i < k->groups; i++) {
        uint64_t here = states_of(&k->group[i]);
        if (here == 0 || all > ((uint64_t)1 << MOST_BITS) / here)
            return 0;
        all *= here;
    }
    uint32_t bits = 1;
    while (bits < 63 && all > (uint64_t)1 << bits)
        bits++;
    return bits;
}

/* ---- what each fact adds to a key ------------------------------------------------------- */

/* A key is a number whose digits are those of the groups, the first group's before all others:
 * where a group is alone, 1 + which of its facts holds (0: none does; without the 1 where one
 * always does), else a bit for each. So every fact adds a number of its own. */
static void share_of_facts(const struct keys *k, uint64_t share[])
{
    uint64_t weight = 1;
    for (uint32_t i = k->groups; i-- > 0; weight *= states_of(&k->group[i])) {
        const fact_group *group = &k->group[i];
        for (uint32_t j = 0; j < group->count; j++)
            share[group->fact[j]] =
                weight * (group->alone ? j + !group->some : (uint64_t)1 << j);
    }
}

/* False: no memory. */
static bool share_out(const sheets_game *g, struct keys *k)
{
    uint32_t bytes = machine_fact_words(g->m) * 8;
    uint64_t *share = calloc((size_t)bytes * 8 + 1, sizeof *share);
    k->share = calloc((size_t)bytes + 1, sizeof *k->share);
    if (share && k->share)
        share_of_facts(k, share);
    for (uint32_t b = 0; share && k->share && b < bytes; b++)
        for (uint32_t value = 1; value < 256; value++)
            k->share[b][value] = k->share[b][value & (value - 1)] +
                                 share[b * 8 + (uint32_t)__builtin_ctz(value)];
    free(share);
    return share && k->share;
}

duel_status invariants_find(struct sheets_game *g, duel_msg *why)
{
    enum { MOST_FACTS = 3000 };
    const gdl_bit_program *flat = machine_compiled(g->m);
    g->keys = calloc(1, sizeof *g->keys);
    if (g->keys == NULL)
        return duel_no_space(why);
    if (flat == NULL || g->m->facts > MOST_FACTS)
        return DUEL_OK;
    duel_status status = group_facts(g, g->keys, why);
    if (status != DUEL_OK)
        return status;
    struct keys *k = g->keys;
    proof *p = proof_new(flat, k->group, k->groups);
    if (p == NULL) {
        k->groups = 0;
        return DUEL_OK;
    }
    proof_keep_true(p, k->group);
    if (!proof_leads_on(p, k->group, &k->longest))
        k->longest = 0;
    k->bits = g->secrets ? 0 : bits_for_all(k);
    proof_free(p);
    return k->bits && !share_out(g, k) ? duel_no_space(why) : DUEL_OK;
}

void invariants_fini(struct sheets_game *g)
{
    if (g->keys == NULL)
        return;
    free(g->keys->group);
    free(g->keys->members);
    free(g->keys->share);
    free(g->keys);
}

uint32_t invariants_bits(const struct sheets_game *g)
{
    return g->keys->bits;
}

uint32_t invariants_longest(const struct sheets_game *g)
{
    return g->keys->longest;
}

/* ---- states ----------------------------------------------------------------------------- */

uint64_t invariants_pack(const duel_variant *v, const void *state)
{
    const sheets_game *g = sheets_of(v);
    const uint64_t *facts = facts_in(g, state);
    uint64_t(*share)[256] = g->keys->share, key = 0;
    for (uint32_t i = 0; i < machine_fact_words(g->m); i++, share += 8)
        for (uint64_t word = facts[i], byte = 0; word; word >>= 8, byte++)
            key += share[byte][word & 255];
    return key;
}

duel_status invariants_check(const struct sheets_game *g, const void *state, duel_msg *why)
{
    const struct keys *k = g->keys;
    for (uint32_t i = 0; i < k->groups; i++) {
        const fact_group *group = &k->group[i];
        uint32_t count = 0;
        for (uint32_t j = 0; j < group->count; j++)
            count += holds_in(g, state, group->fact[j]);
        const char *first = g->m->fact_names.at[group->fact[0]]->text;
        if (group->alone && count > 1)
            return duel_refuse(why, N_("Of {0} and what is like it, more than one is given."),
                               "c", first);
        if (group->some && count == 0)
            return duel_refuse(why, N_("Of {0} and what is like it, none is given."), "c",
                               first);
    }
    return DUEL_OK;
}
