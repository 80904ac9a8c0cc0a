/* fitch/find.c -- "find the rule for me": see fitch_find in derivation.h. */
#include "fitch/derivation.h"
#include "fitch/pattern.h"

enum { FACTS_MAX = 2 * FITCH_LINES };

typedef struct hunt {
    fitch_derivation *d;
    const fitch_schema *schema;
    prop_id goal;
    int count; /* of facts that may be cited */
    struct {
        fitch_fact fact;
        fitch_cite cite;
    } known[FACTS_MAX];
    int chosen[FITCH_CITED];
} hunt;

static void offer(hunt *h, int line, fitch_cite cite)
{
    duel_msg unused;
    if (fitch_cites(h->d, line, cite, &h->known[h->count].fact, &unused))
        h->known[h->count++].cite = cite;
}

/* Every line, and every sub-derivation, that stands before and may be cited: the latest first,
 * since a step mostly rests on what has just been found. */
static void gather(hunt *h, int line)
{
    for (int i = line - 1; i >= 0; i--) {
        const fitch_line *l = &h->d->line[i];
        offer(h, line, (fitch_cite){i, i});
        if (l->rule == FITCH_ASSUMPTION && l->last > i)
            offer(h, line, (fitch_cite){i, l->last});
    }
}

static bool holds_strictly(const hunt *h, pattern_binding b, int cites)
{
    b.strict = true;
    bool fits = pattern_fits(&h->d->pool, h->schema->gives, h->goal, &b);
    for (int i = 0; fits && i < cites; i++)
        fits = pattern_fits_fact(&h->d->pool, h->schema->from[i], &h->known[h->chosen[i]].fact,
                                 &b);
    return fits;
}

/* Chooses facts for the places from `place` on. */
static bool choose(hunt *h, int place, const pattern_binding *bound)
{
    int cites = fitch_schema_cites(h->schema);
    if (place >= cites || place >= FITCH_CITED)
        return holds_strictly(h, *bound, cites);
    for (int i = 0; i < h->count && h->d->patience > 0; i++) {
        pattern_binding b = *bound;
        h->d->patience--;
        h->chosen[place] = i;
        if (pattern_fits_fact(&h->d->pool, h->schema->from[place], &h->known[i].fact, &b) &&
            choose(h, place + 1, &b))
            return true;
    }
    return false;
}

static bool try_schema(hunt *h, fitch_line *line)
{
    pattern_binding b = pattern_unbound();
    int cites = fitch_schema_cites(h->schema);
    if (!pattern_fits(&h->d->pool, h->schema->gives, h->goal, &b) || !choose(h, 0, &b))
        return false;
    line->rule = h->schema->rule;
    line->cited = cites;
    for (int i = 0; i < cites; i++)
        line->cite[i] = h->known[h->chosen[i]].cite;
    return true;
}

bool fitch_find(fitch_derivation *d, int line)
{
    hunt h = {.d = d, .goal = d->line[line].formula};
    size_t count;
    const fitch_schema *s = fitch_schemas(&count);
    gather(&h, line);
    for (int cites = 0; cites <= FITCH_CITED; cites++)
        for (size_t i = 0; i < count; i++) {
            h.schema = &s[i];
            if (fitch_schema_cites(&s[i]) == cites && try_schema(&h, &d->line[line]))
                return true;
        }
    return false;
}
