/* tests/school/test_hints.c -- hints for derivations lead to the end wherever a short
 * derivation exists.
 *
 * Which sequents have one is found here, by another way than the hints': by the number of
 * lines, breadth first, the checker's own table of rules is applied forwards to all that is
 * known, among the parts of what is given and wanted and what denies them; with one assumption
 * more for conditionals and refutations. Cited lines are counted as often as they are cited, so
 * a derivation may be shorter than is said here, and never longer. */
#include "check.h"

#include "base/rng.h"
#include "school/derivation_search.h"

enum { LINES = 8, NEVER = 255, MOST = 200, PREMISES = 4, LETTERS = 5 };

/* ---- breadth first ---------------------------------------------------------------------- */

/* The formulas that may stand in a line. */
typedef struct formulas {
    prop_pool *pool;
    int count;
    prop_id id[MOST];
} formulas;

static bool is_among(const formulas *f, prop_id id)
{
    for (int i = 0; i < f->count; i++)
        if (f->id[i] == id)
            return true;
    return false;
}

static void admit(formulas *f, prop_id id)
{
    if (!is_among(f, id) && f->count < MOST)
        f->id[f->count++] = id;
}

static void admit_parts(formulas *f, prop_id id)
{
    prop_node n = f->pool->node[id];
    admit(f, id);
    admit(f, n.op == PROP_NOT ? n.left : prop_make(f->pool, PROP_NOT, id, 0));
    if (n.op >= PROP_NOT)
        admit_parts(f, n.left);
    if (n.op > PROP_NOT)
        admit_parts(f, n.right);
}

/* What is known, with the lines it takes. */
typedef struct knowing {
    formulas *f;
    int count;
    prop_id id[MOST];
    uint8_t lines[MOST];
} knowing;

static int lines_of(const knowing *k, prop_id id)
{
    for (int i = 0; i < k->count; i++)
        if (k->id[i] == id)
            return k->lines[i];
    return NEVER;
}

static void learn(knowing *k, prop_id id, int lines)
{
    if (id != PROP_NONE && k->count < MOST && is_among(k->f, id) && lines_of(k, id) == NEVER) {
        k->id[k->count] = id;
        k->lines[k->count++] = (uint8_t)lines;
    }
}

/* Rules that cite one line or two. */
static void apply_rules(knowing *k, int lines, int known)
{
    size_t count;
    const fitch_schema *s = fitch_schemas(&count);
    for (const fitch_schema *end = s + count; s < end; s++) {
        int cites = fitch_schema_cites(s);
        if (cites < 1 || cites > 2 || s->from[0][0] == '[' ||
            (cites == 2 && s->from[1][0] == '['))
            continue;
        for (int i = 0; i < known; i++)
            for (int j = 0; j < (cites == 2 ? known : 1); j++) {
                fitch_fact from[2] = {{.formula = k->id[i]}, {.formula = k->id[j]}};
                if (k->lines[i] + (cites == 2 ? k->lines[j] : 0) == lines - 1)
                    learn(k, fitch_gives(k->f->pool, s, from, cites), lines);
            }
    }
}

/* What is put together: rules that leave a part free. */
static void put_together(knowing *k, int lines)
{
    int absurd = lines_of(k, prop_make(k->f->pool, PROP_FALSE, 0, 0));
    for (int i = 0; i < k->f->count; i++) {
        prop_node n = k->f->pool->node[k->f->id[i]];
        int left = n.op > PROP_NOT ? lines_of(k, n.left) : NEVER;
        int right = n.op > PROP_NOT ? lines_of(k, n.right) : NEVER;
        if ((n.op == PROP_OR && (left == lines - 1 || right == lines - 1)) ||
            (n.op == PROP_AND && left + right == lines - 1) || absurd == lines - 1)
            learn(k, k->f->id[i], lines);
    }
}

static int least_lines(formulas *f, const prop_id *given, int count, prop_id goal, int most,
                       int assumptions);

/* By an assumption more: its line, the lines under it, and the conclusion. */
static int lines_under(formulas *f, const prop_id *given, int count, prop_id id, int most,
                       int assumptions)
{
    prop_id more[PREMISES + 3], want = prop_make(f->pool, PROP_FALSE, 0, 0);
    prop_node n = f->pool->node[id];
    memcpy(more, given, (size_t)count * sizeof *more);
    more[count] =
        n.op == PROP_THEN || n.op == PROP_NOT ? n.left : prop_make(f->pool, PROP_NOT, id, 0);
    if (n.op == PROP_THEN)
        want = n.right;
    int lines = least_lines(f, more, count + 1, want, most - 2, assumptions - 1);
    return lines == NEVER ? NEVER : lines + 2;
}

static int least_lines(formulas *f, const prop_id *given, int count, prop_id goal, int most,
                       int assumptions)
{
    uint8_t under[MOST];
    knowing *k = malloc(sizeof *k);
    assert_non_null(k);
    *k = (knowing){.f = f};
    memset(under, NEVER, sizeof under);
    for (int i = 0; i < count; i++)
        learn(k, given[i], 0);
    for (int i = 0; assumptions > 0 && most >= 2 && i < f->count; i++) {
        prop_op op = (prop_op)f->pool->node[f->id[i]].op;
        if (f->id[i] == goal || (assumptions > 1 && (op == PROP_THEN || op == PROP_NOT)))
            under[i] = (uint8_t)lines_under(f, given, count, f->id[i], most, assumptions);
    }
    for (int lines = 1; lines <= most && lines_of(k, goal) == NEVER; lines++) {
        apply_rules(k, lines, k->count);
        put_together(k, lines);
        for (int i = 0; i < f->count; i++)
            if (under[i] == lines)
                learn(k, f->id[i], lines);
    }
    int found = lines_of(k, goal);
    free(k);
    return found;
}

static int lines_it_takes(fitch_derivation *d, prop_id goal)
{
    formulas f = {.pool = &d->pool};
    prop_id given[PREMISES];
    for (int i = 0; i < d->count; i++)
        admit_parts(&f, given[i] = d->line[i].formula);
    admit_parts(&f, goal);
    admit(&f, prop_make(f.pool, PROP_FALSE, 0, 0));
    return least_lines(&f, given, d->count, goal, LINES, 2);
}

/* ---- sequents --------------------------------------------------------------------------- */

static prop_id some_formula(prop_pool *pool, duel_rng *rng, int signs)
{
    if (signs <= 1)
        return prop_letter(pool, duel_rng_below(rng, LETTERS));
    prop_op op = (prop_op)(PROP_NOT + duel_rng_below(rng, PROP_OPS - PROP_NOT));
    int left = op == PROP_NOT ? signs - 1 : 1 + (int)duel_rng_below(rng, (uint32_t)signs - 1);
    prop_id x = some_formula(pool, rng, left);
    return prop_make(pool, op, x, op == PROP_NOT ? 0 : some_formula(pool, rng, signs - left));
}

static bool follows(const fitch_derivation *d, prop_id goal)
{
    static const prop_letters all = {LETTERS, {0, 1, 2, 3, 4}};
    uint64_t rows = ~prop_table(&d->pool, goal, &all);
    for (int i = 0; i < d->count; i++)
        rows &= prop_table(&d->pool, d->line[i].formula, &all);
    return rows == 0;
}

/* A sequent that has a derivation of two lines at least, and of LINES at most. */
static prop_id some_sequent(fitch_derivation *d, duel_rng *rng)
{
    for (;;) {
        fitch_init(d);
        for (int i = 1 + (int)duel_rng_below(rng, PREMISES); i > 0; i--) {
            fitch_line line = {.formula =
                                   some_formula(&d->pool, rng, 1 + (int)duel_rng_below(rng, 5)),
                               .rule = FITCH_PREMISE};
            assert_ok(fitch_add(d, &line, NULL));
        }
        prop_id goal = some_formula(&d->pool, rng, 1 + (int)duel_rng_below(rng, 4));
        int lines = follows(d, goal) ? lines_it_takes(d, goal) : NEVER;
        if (lines > 1 && lines != NEVER)
            return goal;
    }
}

/* Somebody who does what each hint says gets there, and nearer with every line. */
static void follow_hints(fitch_derivation *d, prop_id goal)
{
    seek_found way;
    for (int left = SEEK_LINES + 1; !fitch_proves(d, goal); left = way.count) {
        if (!school_hint(d, goal, SEEK_PATIENCE, &way) || way.count < 1 || way.count >= left) {
            duel_buf text;
            duel_buf_init(&text);
            for (int i = 0; i < d->count; i++)
                fitch_put_line(d, i, DUEL_EN, PROP_ASCII, &text.sink),
                    duel_put(&text.sink, "\n");
            prop_put(&d->pool, goal, PROP_ASCII, &text.sink);
            fail_msg("no hint, %d after %d:\n%.*s", way.count, left, (int)text.len, text.text);
        }
        seek_found next = way;
        next.count = 1;
        assert_true(school_append(d, &next));
    }
}

/* ---- the tests -------------------------------------------------------------------------- */

TEST(short_derivations_are_found)
{
    fitch_derivation *d = malloc(sizeof *d);
    assert_non_null(d);
    duel_rng rng = check_rng(38);
    for (int i = 0; i < check_sample(20, 500); i++)
        follow_hints(d, some_sequent(d, &rng));
    free(d);
}

/* Public exercises to which there was no hint, premises first. */
static const char *const exercises[][PREMISES + 1] = {
    {"P>Q", "Q>R", "(P>R)>(U>S)", "S>T", "U>T"},
    {"(Z&K)=(Y&M)", "D&(D>M)", "Y>Z"},
    {"P>~P", "R>P", "Q>R", "~Q>R", "S"}};

TEST(exercises_have_hints)
{
    fitch_derivation *d = malloc(sizeof *d);
    assert_non_null(d);
    for (size_t i = 0; i < sizeof exercises / sizeof *exercises; i++) {
        prop_id id = PROP_NONE;
        fitch_init(d);
        for (int k = 0; k <= PREMISES && exercises[i][k]; k++) {
            if (k)
                assert_ok(
                    fitch_add(d, &(fitch_line){.formula = id, .rule = FITCH_PREMISE}, NULL));
            assert_ok(prop_read(&d->pool, duel_str_of(exercises[i][k]), &id, NULL, NULL));
        }
        follow_hints(d, id);
    }
    free(d);
}

/* What does not follow has no way, however long one looks. */
TEST(what_does_not_follow_has_none)
{
    fitch_derivation *d = malloc(sizeof *d);
    assert_non_null(d);
    duel_rng rng = check_rng(39);
    for (int i = 0; i < check_sample(20, 500);) {
        seek_found way;
        fitch_init(d);
        fitch_line line = {.formula = some_formula(&d->pool, &rng, 5), .rule = FITCH_PREMISE};
        assert_ok(fitch_add(d, &line, NULL));
        prop_id goal = some_formula(&d->pool, &rng, 3);
        if (follows(d, goal))
            continue;
        assert_false(school_hint(d, goal, SEEK_PATIENCE / 10, &way));
        i++;
    }
    free(d);
}
