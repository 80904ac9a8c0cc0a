/* sheets/keys.c -- see keys.h. */
#include "sheets/keys.h"
#include "sheets/loaded.h"
#include "sheets/proof.h"

#include <ctype.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

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
    names places;
    duel_buf place;
    if (names_init(&places, w->count, NULL) != DUEL_OK)
        return false;
    bool good = true;
    duel_buf_init(&place);
    for (uint32_t i = 0; i < w->count && good; i++) {
        const named *fact = w->g->m->fact_names.at[w->fact[i]];
        duel_buf_clear(&place);
        for (int k = 1; k < fact->parts; k++)
            if (!(value >> k & 1))
                duel_putf(&place.sink, "%s ", fact->part[k]);
        w->of[i] = names_find(&places, duel_buf_str(&place));
        if (w->of[i] == NAMES_NONE)
            w->of[i] = names_add(&places, duel_buf_str(&place));
        good = !place.failed && w->of[i] != NAMES_NONE;
    }
    w->groups = places.count;
    duel_buf_fini(&place);
    names_fini(&places);
    return good;
}

/* In no state met two facts of a group hold. */
static bool is_borne_out(grouping *w)
{
    const survey *s = &w->g->survey;
    memset(w->met, 0, w->groups * sizeof *w->met);
    for (uint32_t k = 0; k < s->samples; k++) {
        const uint64_t *facts = survey_sample(s, w->g->m, k);
        for (uint32_t i = 0; i < w->count; i++) {
            uint32_t f = w->fact[i];
            if (!(facts[f / 64] >> (f % 64) & 1))
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
    const names *facts = &g->m->fact_names;
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

static bool is_same_word(const named *a, const named *b)
{
    return a->parts == b->parts && strcmp(a->part[0], b->part[0]) == 0;
}

/* The facts of the word of fact `first` that are in no group yet. */
static void gather_word(grouping *w, uint32_t first, const uint8_t *taken)
{
    const names *facts = &w->g->m->fact_names;
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
    for (uint32_t k = 0; k < g->survey.samples; k++) {
        const uint64_t *facts = survey_sample(&g->survey, g->m, k);
        bool any = false;
        for (uint32_t i = 0; i < group->count && !any; i++)
            any = facts[group->fact[i] / 64] >> (group->fact[i] % 64) & 1;
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
static void believe_groups(const sheets_game *g, struct keys *k)
{
    enum { MORE_THAN_A_KEY = 80 };
    const names *facts = &g->m->fact_names;
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
        believe_groups(g, k);
    }
    free(taken);
    free(w.fact);
    free(w.of);
    free(w.size);
    free(w.met);
    free(w.best);
    return room ? DUEL_OK : duel_full(why);
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

/* ---- what each fact adds to a key -------------------------------------------------------- */

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

duel_status keys_find(struct sheets_game *g, duel_msg *why)
{
    enum { MOST_FACTS = 3000 };
    const gdl_flat *flat = machine_flat(g->m);
    g->keys = calloc(1, sizeof *g->keys);
    if (g->keys == NULL)
        return duel_full(why);
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
    return k->bits && !share_out(g, k) ? duel_full(why) : DUEL_OK;
}

void keys_fini(struct sheets_game *g)
{
    if (g->keys == NULL)
        return;
    free(g->keys->group);
    free(g->keys->members);
    free(g->keys->share);
    free(g->keys);
}

uint32_t keys_bits(const struct sheets_game *g)
{
    return g->keys->bits;
}

uint32_t keys_longest(const struct sheets_game *g)
{
    return g->keys->longest;
}

/* ---- states ----------------------------------------------------------------------------- */

uint64_t keys_pack(const duel_variant *v, const void *state)
{
    const sheets_game *g = sheets_of(v);
    const uint64_t *facts = facts_in(g, state);
    uint64_t(*share)[256] = g->keys->share, key = 0;
    for (uint32_t i = 0; i < machine_fact_words(g->m); i++, share += 8)
        for (uint64_t word = facts[i], byte = 0; word; word >>= 8, byte++)
            key += share[byte][word & 255];
    return key;
}

duel_status keys_check(const struct sheets_game *g, const void *state, duel_msg *why)
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
