/* sheets/stacks.c -- what is drawn where there is no board: things that lie on each other, `(on
 * disc1 disc2)`, `(on table b)`, and heaps of things that are counted, `(heap 19)`, `(pile a
 * 5)`.
 *
 * Stacks are facts of a word with two arguments of which one names a thing that is on one other
 * only, and the other what it is on: often a thing itself, or else a foot, which is on nothing.
 * A foot that has several things on it in some state is the ground, and is not drawn. */
#include "sheets/picture.h"

#include <stdlib.h>
#include <string.h>
#include <strings.h>

enum { MOST_FEET = 16, MOST_THINGS = 64, MOST_FACTS = 1000, LOOKED_AT = 100 };

bool stacks_has(const stacks *s, const term_id *fact)
{
    return s->word && fact->parts == 3 && strcmp(fact->part[0], s->word) == 0;
}

/* ---- finding ---------------------------------------------------------------------------- */

/* Whether some fact of the word has this at this part. */
static bool is_at(const stacks *s, const machine *m, int part, const char *word)
{
    for (uint32_t i = 0; i < m->fact_names.count; i++)
        if (stacks_has(s, m->fact_names.at[i]) &&
            strcmp(m->fact_names.at[i]->part[part], word) == 0)
            return true;
    return false;
}

/* How many facts of a state have this at this part. */
static int count_at(const stacks *s, const machine *m, const uint64_t *facts, int part,
                    const char *word)
{
    int count = 0;
    for (uint32_t i = 0; i < m->fact_names.count; i++)
        count += bit_in(facts, i) && stacks_has(s, m->fact_names.at[i]) &&
                 strcmp(m->fact_names.at[i]->part[part], word) == 0;
    return count;
}

static bool add_foot(stacks *s, const char *word)
{
    for (int i = 0; i < s->feet; i++)
        if (strcmp(s->foot[i], word) == 0)
            return true;
    if (s->feet == MOST_FEET)
        return false;
    int at = s->feet++;
    for (; at > 0 && strcmp(word, s->foot[at - 1]) < 0; at--)
        s->foot[at] = s->foot[at - 1];
    s->foot[at] = word;
    return true;
}

/* What things are on is a thing for the most part, and else one of a few feet. */
static bool find_feet(stacks *s, const machine *m)
{
    int on_things = 0, seen = 0;
    for (uint32_t i = 0; i < m->fact_names.count; i++) {
        const term_id *fact = m->fact_names.at[i];
        if (!stacks_has(s, fact))
            continue;
        if (++seen > MOST_FACTS)
            return false;
        if (is_at(s, m, s->thing, fact->part[s->under]))
            on_things++;
        else if (!add_foot(s, fact->part[s->under]))
            return false;
    }
    return on_things > 2 && s->feet > 0;
}

/* In the states met a thing is on one other, and on each but the ground is one thing. */
static bool fits_states(stacks *s, const machine *m, const sheet_sampling *v)
{
    uint32_t step = v->samples / LOOKED_AT + 1;
    for (uint32_t k = 0; k < v->samples; k += step) {
        const uint64_t *facts = sampling_sample(v, m, k);
        for (uint32_t i = 0; i < m->fact_names.count; i++) {
            const term_id *fact = m->fact_names.at[i];
            if (!bit_in(facts, i) || !stacks_has(s, fact))
                continue;
            const char *under = fact->part[s->under];
            bool alone = count_at(s, m, facts, s->under, under) == 1;
            bool ground = s->ground && strcmp(s->ground, under) == 0;
            if (count_at(s, m, facts, s->thing, fact->part[s->thing]) > 1 ||
                (!alone && !ground && (s->ground || is_at(s, m, s->thing, under))))
                return false;
            if (!alone)
                s->ground = under;
        }
    }
    return true;
}

static bool try_stacks(const machine *m, const sheet_sampling *v, const char *word, int thing,
                       stacks *out)
{
    *out = (stacks){.word = word, .thing = thing, .under = 3 - thing};
    return find_feet(out, m) && fits_states(out, m, v);
}

void stacks_find(const machine *m, const sheet_sampling *s, stacks *out)
{
    const char *tried = "";
    for (uint32_t i = 0; i < m->fact_names.count; i++) {
        const term_id *fact = m->fact_names.at[i];
        if (fact->parts != 3 || strcmp(fact->part[0], tried) == 0)
            continue;
        tried = fact->part[0];
        if (try_stacks(m, s, tried, 1, out) || try_stacks(m, s, tried, 2, out))
            return;
    }
    *out = (stacks){.word = NULL};
}

/* ---- drawing ---------------------------------------------------------------------------- */

typedef struct stacking {
    const stacks *s;
    const machine *m;
    const uint64_t *facts;
    duel_scene *out;
    int column, highest;
} stacking;

static const char *thing_on(const stacking *p, const char *under, const char *after)
{
    const char *found = NULL;
    for (uint32_t i = 0; i < p->m->fact_names.count; i++) {
        const term_id *fact = p->m->fact_names.at[i];
        const char *thing = fact->parts == 3 ? fact->part[p->s->thing] : NULL;
        if (bit_in(p->facts, i) && stacks_has(p->s, fact) &&
            strcmp(fact->part[p->s->under], under) == 0 &&
            (after == NULL || strcmp(thing, after) > 0) &&
            (found == NULL || strcmp(thing, found) < 0))
            found = thing;
    }
    return found;
}

static void put_thing(stacking *p, const char *word, int level, bool foot)
{
    duel_target id = duel_target_of("%.20s", word);
    duel_element *e =
        duel_scene_add(p->out, DUEL_PIECE, id.text, (float)p->column, (float)-level, 1, 1);
    e->shape = foot ? "square" : "token";
    piece_style_letters(word, e->face);
    duel_say(&e->label, N_("{0}"), "c", word);
}

static void put_column(stacking *p, const char *bottom, bool foot)
{
    int level = 0;
    for (const char *thing = bottom; thing && level < MOST_THINGS;
         thing = thing_on(p, thing, NULL), level++)
        put_thing(p, thing, level, foot && level == 0);
    p->highest = level > p->highest ? level : p->highest;
    p->column++;
}

void stacks_put(const stacks *s, const machine *m, const uint64_t *facts, duel_scene *out)
{
    stacking p = {.s = s, .m = m, .facts = facts, .out = out};
    int first = out->count;
    for (int i = 0; i < s->feet; i++)
        if (s->ground == NULL || strcmp(s->foot[i], s->ground) != 0)
            put_column(&p, s->foot[i], true);
    for (const char *thing = s->ground ? thing_on(&p, s->ground, NULL) : NULL; thing;
         thing = thing_on(&p, s->ground, thing))
        put_column(&p, thing, false);
    for (int i = first; i < out->count; i++)
        out->element[i].y += (float)p.highest - 1;
    out->width = (float)p.column;
    out->height = (float)p.highest;
}

/* ---- heaps ------------------------------------------------------------------------------ */

enum { MOST_IN_HEAP = 60, PER_LINE = 20 };

static bool is_heap_word(const char *word)
{
    static const char *const words[] = {"heap", "pile", "matches", "sticks", "stones", "coins"};
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        if (strcasecmp(word, words[i]) == 0)
            return true;
    return false;
}

int heaps_count(const term_id *fact)
{
    const char *last = fact->part[fact->parts - 1];
    long n;
    if (fact->parts < 2 || fact->parts > 3 || !is_heap_word(fact->part[0]))
        return -1;
    return piece_style_number(last, &n) && n >= 0 && n <= MOST_IN_HEAP ? (int)n : -1;
}

void heaps_put(const term_id *fact, duel_scene *out)
{
    const char *name = fact->parts == 3 ? fact->part[1] : "";
    int count = heaps_count(fact), lines = (count + PER_LINE - 1) / PER_LINE;
    for (int i = 0; i < count; i++) {
        duel_target id = duel_target_of("heap:%.10s:%d", name, i);
        duel_element *e = duel_scene_add(out, DUEL_PIECE, id.text, (float)(i % PER_LINE),
                                         out->height + (float)(2 * (i / PER_LINE)), 1, 2);
        e->shape = "match";
        duel_say(&e->label, N_("{0}"), "c", fact->text);
    }
    out->width = (float)PER_LINE;
    out->height += (float)(2 * (lines ? lines : 1));
}
