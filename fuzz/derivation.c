/* fuzz/derivation.c -- a derivation: what holds follows, by truth table, from what it cites;
 * written out, it is judged the same. */
#include "fitch/derivation.h"
#include "fuzz.h"

#include <stdlib.h>

static uint64_t fact_table(const fitch_derivation *d, const fitch_fact *f,
                           const prop_letters *letters)
{
    uint64_t says = prop_table(&d->pool, f->formula, letters);
    return f->sub ? ~prop_table(&d->pool, f->assumed, letters) | says : says;
}

static uint32_t fact_letters(const fitch_derivation *d, const fitch_fact *f)
{
    return d->pool.node[f->formula].letters | (f->sub ? d->pool.node[f->assumed].letters : 0);
}

static void check_truth(const fitch_derivation *d, int i)
{
    const fitch_line *l = &d->line[i];
    fitch_fact fact[FITCH_CITED];
    uint32_t set = d->pool.node[l->formula].letters;
    prop_letters letters;
    duel_msg unused;
    for (int k = 0; k < l->cited; k++) {
        FUZZ_MUST(fitch_cites(d, i, l->cite[k], &fact[k], &unused));
        set |= fact_letters(d, &fact[k]);
    }
    if (!prop_letters_of(set, &letters))
        return;
    uint64_t all = UINT64_MAX;
    for (int k = 0; k < l->cited; k++)
        all &= fact_table(d, &fact[k], &letters);
    FUZZ_MUST((all & ~prop_table(&d->pool, l->formula, &letters)) == 0);
}

/* A derivation all of whose lines could be read is written and read again. */
static void check_written(const fitch_derivation *d, fitch_derivation *again)
{
    duel_buf text;
    duel_buf_init(&text);
    for (int i = 0; i < d->count; i++) {
        if (d->line[i].formula == PROP_NONE || d->line[i].rule == FITCH_NO_RULE) {
            duel_buf_fini(&text);
            return;
        }
        fitch_put_line(d, i, DUEL_EN, PROP_ASCII, &text.sink);
        duel_put(&text.sink, "\n");
    }
    FUZZ_MUST(fitch_read(again, duel_buf_str(&text), NULL) == DUEL_OK);
    FUZZ_MUST(again->count == d->count);
    for (int i = 0; i < d->count; i++)
        FUZZ_MUST(again->line[i].holds || !d->line[i].holds); /* a wrong depth is put right */
    duel_buf_fini(&text);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static fitch_derivation d, again;
    duel_str text = {(const char *)data, size};
    if (fitch_read(&d, text, NULL) != DUEL_OK)
        return 0;
    for (int i = 0; i < d.count; i++) {
        const fitch_line *l = &d.line[i];
        FUZZ_MUST(l->holds || l->why.id);
        if (l->holds && l->rule != FITCH_PREMISE && l->rule != FITCH_ASSUMPTION)
            check_truth(&d, i);
    }
    check_written(&d, &again);
    return 0;
}
