/* fitch/proof_check.c -- checks the lines of a derivation against the rules, and finds a rule
 * for a line that names none: see derivation.h. */
#include "fitch/derivation.h"

/* ---- sub-derivations --------------------------------------------------------------------- */

/* The assumption a line stands under, itself if it is one; -1 for none. */
static int scope_of(const fitch_derivation *d, int line)
{
    if (line < 0)
        return -1;
    return d->line[line].rule == FITCH_ASSUMPTION ? line : d->line[line].parent;
}

static int depth_of(const fitch_derivation *d, int scope)
{
    return scope < 0 ? 0 : d->line[scope].depth;
}

/* Of the assumptions open before `line`, the one at a depth. */
static int open_before(const fitch_derivation *d, int line, int depth)
{
    int scope = scope_of(d, line - 1);
    while (depth_of(d, scope) > depth)
        scope = d->line[scope].parent;
    return scope;
}

/* Whether what stands in `inner` may cite what stands in `outer`. */
static bool is_inside(const fitch_derivation *d, int inner, int outer)
{
    while (inner >= 0 && inner != outer)
        inner = d->line[inner].parent;
    return inner == outer;
}

/* Gives the line its place; one that stands too deep is taken back as far as need be. */
static duel_status place_line(fitch_derivation *d, int i, duel_msg *why)
{
    fitch_line *l = &d->line[i];
    bool assumes = l->rule == FITCH_ASSUMPTION;
    int open = depth_of(d, scope_of(d, i - 1)), most = open + assumes;
    int depth = l->depth > most ? most : l->depth;
    bool right = depth == l->depth && !(assumes && depth == 0);
    if (assumes && depth == 0)
        depth = 1;
    l->depth = depth;
    l->parent = open_before(d, i, depth - assumes);
    l->last = i;
    for (int s = scope_of(d, i); s >= 0; s = d->line[s].parent)
        d->line[s].last = i;
    if (right)
        return DUEL_OK;
    return assumes
               ? duel_refuse(why,
                             N_("An assumption begins a sub-derivation: it has one bar more "
                                "than the line it comes from."),
                             "")
               : duel_refuse(why, N_("A sub-derivation begins with an assumption."), "");
}

bool fitch_cites(const fitch_derivation *d, int from, fitch_cite c, fitch_fact *fact,
                 duel_msg *why)
{
    int64_t first = c.first + 1, last = c.last + 1;
    if (c.first < 0 || c.last >= from || c.first > c.last)
        return duel_refuse(why, N_("Line {0} does not stand before this one."), "i",
                           c.first < 0 || c.first >= from ? first : last) == DUEL_OK;
    const fitch_line *l = &d->line[c.first];
    bool sub = c.first != c.last || (l->rule == FITCH_ASSUMPTION && l->last == c.last &&
                                     !is_inside(d, scope_of(d, from), c.first));
    int outside = sub ? l->parent : scope_of(d, c.first);
    if (sub && (l->rule != FITCH_ASSUMPTION || l->last != c.last))
        return duel_refuse(why, N_("Lines {0} to {1} are not one whole sub-derivation."), "ii",
                           first, last) == DUEL_OK;
    if (!is_inside(d, scope_of(d, from), outside))
        return duel_refuse(why, N_("Line {0} stands under an assumption that holds no longer."),
                           "i", first) == DUEL_OK;
    if (l->formula == PROP_NONE || d->line[c.last].formula == PROP_NONE)
        return duel_refuse(why, N_("Line {0} could not be read."), "i",
                           l->formula == PROP_NONE ? first : last) == DUEL_OK;
    *fact = (fitch_fact){sub, l->formula, d->line[c.last].formula};
    return true;
}

/* ---- one line ---------------------------------------------------------------------------- */

typedef struct look { /* at a line, and at what it cites */
    fitch_derivation *d;
    fitch_line *line;
    fitch_fact fact[FITCH_CITED];
} look;

static bool follows_by(const look *k, fitch_rule rule)
{
    size_t count;
    const fitch_schema *s = fitch_schemas(&count);
    for (size_t i = 0; i < count; i++)
        if (s[i].rule == rule &&
            fitch_leads(&k->d->pool, &s[i], k->fact, k->line->cited, k->line->formula))
            return true;
    return false;
}

static void put_formula(const look *k, prop_id id, duel_buf *b)
{
    duel_buf_init(b);
    prop_put(&k->d->pool, id, PROP_UNICODE, &b->sink);
}

/* What the rule gives instead, if that is one thing. */
static bool say_given(look *k, const fitch_schema *s)
{
    duel_buf instead, here;
    prop_id gives = fitch_gives(&k->d->pool, s, k->fact, k->line->cited);
    if (gives == PROP_NONE)
        return false;
    put_formula(k, gives, &instead);
    put_formula(k, k->line->formula, &here);
    duel_say(&k->line->why, N_("By {0} one gets {1} from that, not {2}."), "wss",
             fitch_rule_name(k->line->rule), duel_buf_str(&instead), duel_buf_str(&here));
    duel_buf_fini(&instead);
    duel_buf_fini(&here);
    return true;
}

static void say_shape(look *k, const fitch_schema *s)
{
    duel_buf shape = duel_buf_empty();
    fitch_put_schema(&k->d->pool, s, PROP_UNICODE, &shape.sink);
    duel_say(&k->line->why, N_("That is not how {0} goes: {1}."), "ws",
             fitch_rule_name(k->line->rule), duel_buf_str(&shape));
    duel_buf_fini(&shape);
}

/* Why the rule named does not lead here: what it gives, else the shape it has. */
static void say_misfit(look *k)
{
    size_t count;
    const fitch_schema *s = fitch_schemas(&count), *shape = NULL, *any = NULL;
    for (size_t i = 0; i < count; i++) {
        if (s[i].rule != k->line->rule)
            continue;
        any = any ? any : &s[i];
        if (fitch_schema_cites(&s[i]) == k->line->cited)
            shape = shape ? shape : &s[i];
        if (say_given(k, &s[i]))
            return;
    }
    DUEL_REQUIRE(any);
    say_shape(k, shape ? shape : any);
}

/* ---- what else there is to say ----------------------------------------------------------- */

/* What is cited as one table: a sub-derivation is an implication. */
static uint64_t cited_table(const look *k, const prop_letters *letters)
{
    uint64_t all = UINT64_MAX;
    for (int i = 0; i < k->line->cited; i++) {
        const fitch_fact *f = &k->fact[i];
        uint64_t says = prop_table(&k->d->pool, f->formula, letters);
        all &= f->sub ? ~prop_table(&k->d->pool, f->assumed, letters) | says : says;
    }
    return all;
}

static uint32_t letters_seen(const look *k)
{
    const prop_node *node = k->d->pool.node;
    uint32_t set = node[k->line->formula].letters;
    for (int i = 0; i < k->line->cited; i++)
        set |= node[k->fact[i].formula].letters |
               (k->fact[i].sub ? node[k->fact[i].assumed].letters : 0);
    return set;
}

static void put_model(const prop_letters *letters, unsigned model, duel_sink *out)
{
    for (unsigned i = 0; i < letters->count; i++)
        duel_putf(out, "%s%s%c", i ? " " : "", model >> i & 1 ? "" : "¬",
                  'A' + letters->letter[i]);
}

static void say_model(look *k, const prop_letters *letters, unsigned model)
{
    duel_buf with = duel_buf_empty();
    put_model(letters, model, &with.sink);
    duel_say(&k->line->more,
             N_("It does not follow at all: with {0} what is cited holds, and this does not."),
             "s", duel_buf_str(&with));
    duel_buf_fini(&with);
}

/* A row of the truth table that refutes the step; else a rule by which it is right. */
static void say_more(look *k)
{
    prop_letters letters;
    bool tabled = prop_letters_of(letters_seen(k), &letters);
    uint64_t against =
        tabled ? cited_table(k, &letters) & ~prop_table(&k->d->pool, k->line->formula, &letters)
               : 0;
    if (against && letters.count) {
        say_model(k, &letters, (unsigned)__builtin_ctzll(against));
        return;
    }
    for (int r = 0; r < FITCH_RULE_COUNT; r++)
        if (follows_by(k, (fitch_rule)r)) {
            duel_say(&k->line->more, N_("It is right by another rule: {0}."), "w",
                     fitch_rule_name((fitch_rule)r));
            return;
        }
}

/* ---- lines ------------------------------------------------------------------------------- */

static bool check_given(fitch_derivation *d, int i)
{
    fitch_line *l = &d->line[i];
    if (l->cited)
        return duel_refuse(&l->why, N_("What is given cites nothing."), "") == DUEL_OK;
    if (l->rule == FITCH_PREMISE && l->depth > 0)
        return duel_refuse(&l->why, N_("A premise stands under no assumption."), "") == DUEL_OK;
    return true;
}

static bool check_step(fitch_derivation *d, int i)
{
    look k = {.d = d, .line = &d->line[i]};
    for (int c = 0; c < k.line->cited; c++)
        if (!fitch_cites(d, i, k.line->cite[c], &k.fact[c], &k.line->why))
            return false;
    if (follows_by(&k, k.line->rule))
        return true;
    say_misfit(&k);
    say_more(&k);
    return false;
}

static bool check_line(fitch_derivation *d, int i)
{
    fitch_line *l = &d->line[i];
    if (l->formula == PROP_NONE)
        return false; /* who read it has said why */
    if (l->rule == FITCH_PREMISE || l->rule == FITCH_ASSUMPTION)
        return check_given(d, i);
    if (l->rule != FITCH_NO_RULE)
        return check_step(d, i);
    l->found = true;
    if (fitch_find(d, i))
        return true;
    return duel_refuse(&l->why, N_("No rule leads here in one step."), "") == DUEL_OK;
}

void fitch_init(fitch_derivation *d)
{
    prop_pool_init(&d->pool);
    d->count = d->wrong = 0;
    d->patience = FITCH_PATIENCE;
}

duel_status fitch_add(fitch_derivation *d, const fitch_line *line, duel_msg *why)
{
    if (d->count == FITCH_LINES)
        return duel_invalid(why, N_("A derivation has at most {0} lines."), "i",
                            (int64_t)FITCH_LINES);
    int i = d->count++;
    fitch_line *l = &d->line[i];
    *l = *line;
    l->holds = place_line(d, i, &l->why) == DUEL_OK && check_line(d, i);
    d->wrong += !l->holds;
    return DUEL_OK;
}

bool fitch_proves(const fitch_derivation *d, prop_id goal)
{
    const fitch_line *last = &d->line[d->count - 1];
    return d->count && d->wrong == 0 && last->depth == 0 && last->formula == goal;
}

/* ---- finding the rule -------------------------------------------------------------------- */

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
