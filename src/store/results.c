/* store/results.c -- finding, saving and merging learned positions: see results.h.
 *
 * Invariants: (1) a result is a fact, so what was read once stays right, whatever others write
 * or delete meanwhile; (2) within a run keys ascend and are found once. */
#include "store/results.h"
#include "core/play.h"
#include "core/variant.h"
#include "store/results_inside.h"

#include <pthread.h>
#include <stdlib.h>

_Static_assert((int)BLOCK_BYTES <= (int)STORE_BLOCK, "a block fits into its row");

/* ---- shared ------------------------------------------------------------------------------ */

/* The variant's text must not depend on which defaults were written out. */
static duel_status open_shelf(data_store *store, const duel_variant *v, sql_results **out,
                              duel_msg *why)
{
    duel_variant plain = *v;
    plain.given = 0;
    duel_buf text;
    duel_buf_init(&text);
    duel_variant_print(&plain, &text.sink);
    store_topic topic = {duel_str_of(v->game->id), v->game->version, duel_buf_str(&text)};
    duel_status status =
        text.failed ? duel_no_space(why) : sql_results_open(store, &topic, out, why);
    duel_buf_fini(&text);
    return status;
}

/* Mixes of one solution belong together: they are kept in place of all that was there. Every
 * other position is a fact for itself. */
static bool keeps_mixes(const duel_variant *v)
{
    return duel_has_secrets(v);
}

static block_seal seal_of_keys(const sql_results *shelf, bool symmetric)
{
    const store_topic *t = sql_results_topic(shelf);
    return block_seal_of(t->game, t->rules, t->variant, symmetric);
}

/* Decodes a row; false if it is damaged, or of something else. */
static bool unpack(const store_block *row, const block_seal *of, block *out)
{
    return block_decode(row->data, row->size, of, out) == DUEL_OK && out->count == row->count &&
           out->key[0] == row->first && out->key[out->count - 1] == row->last;
}

/* ---- walking through all positions of one kind of keys ----------------------------------- */

typedef struct position {
    uint64_t key, code;
} position;

typedef struct source {
    int64_t run;
    uint64_t next; /* no key below this one is still to come */
    uint32_t at;   /* in the block */
    bool ended;
    block block;
} source;

/* Runs read side by side, by ascending key, equal keys once. */
typedef struct walk {
    sql_results *shelf;
    block_seal seal;
    source *source;
    size_t count;
    uint64_t damaged; /* blocks passed over */
    bool failed;      /* the base could not be read to the end */
} walk;

/* Brings the source to its next key, if there is one. */
static void refill(walk *w, source *s)
{
    store_block row;
    while (!s->ended && s->at == s->block.count) {
        duel_status status = sql_results_seek(w->shelf, s->run, s->next, &row);
        w->failed |= status == DUEL_FAILED;
        s->ended = status != DUEL_OK;
        if (s->ended)
            return;
        block_clear(&s->block);
        s->at = 0;
        if (unpack(&row, &w->seal, &s->block))
            s->at = block_seek(&s->block, s->next);
        else
            block_clear(&s->block), w->damaged++;
        if (row.last == UINT64_MAX) /* the key after it would be 0 */
            s->ended = s->at == s->block.count;
        else
            s->next = row.last + 1;
    }
}

static void step_in_block(walk *w, source *s)
{
    if (++s->at < s->block.count)
        return;
    s->ended = s->block.key[s->block.count - 1] == UINT64_MAX;
    refill(w, s);
}

static duel_status walk_init(walk *w, sql_results *shelf, bool symmetric, duel_msg *why)
{
    store_run *runs;
    size_t count;
    *w = (walk){.shelf = shelf, .seal = seal_of_keys(shelf, symmetric)};
    duel_status status = sql_results_runs(shelf, &runs, &count, why);
    if (status != DUEL_OK)
        return status;
    w->source = malloc((count + !count) * sizeof *w->source);
    if (w->source == NULL)
        status = duel_no_space(why);
    for (size_t i = 0; status == DUEL_OK && i < count; i++) {
        if (runs[i].symmetric != symmetric)
            continue;
        source *s = &w->source[w->count++];
        s->run = runs[i].id;
        s->next = s->at = 0;
        s->ended = false;
        block_clear(&s->block);
        refill(w, s);
    }
    free(runs);
    return status;
}

static void walk_fini(walk *w)
{
    free(w->source);
    *w = (walk){.shelf = NULL};
}

static uint64_t key_at(const source *s)
{
    return s->block.key[s->at];
}

/* The next position, which is passed in every source that has it; false at the end. */
static bool walk_next(walk *w, position *out)
{
    bool any = false;
    for (size_t i = 0; i < w->count; i++) {
        const source *s = &w->source[i];
        if (s->ended || (any && key_at(s) >= out->key))
            continue;
        *out = (position){key_at(s), s->block.code[s->at]};
        any = true;
    }
    for (size_t i = 0; any && i < w->count; i++)
        if (!w->source[i].ended && key_at(&w->source[i]) == out->key)
            step_in_block(w, &w->source[i]);
    return any;
}

/* Passes all that is below `key`; its code if it comes next, else 0. */
static uint64_t walk_meets(walk *w, uint64_t key)
{
    uint64_t code = 0;
    for (size_t i = 0; i < w->count; i++) {
        source *s = &w->source[i];
        while (!s->ended && key_at(s) < key)
            step_in_block(w, s);
        if (!s->ended && key_at(s) == key)
            code = s->block.code[s->at];
    }
    return code;
}

/* ---- finding ----------------------------------------------------------------------------- */

enum { CACHED = 16 }; /* decoded blocks kept by a handle: 50 kB each */

typedef struct cached {
    int64_t run; /* 0: unused */
    block block;
} cached;

typedef struct learned {
    pthread_mutex_t lock;
    sql_results *shelf;
    block_seal seal[2]; /* of plain keys, of canonical ones */
    tier_results *tiers;
    store_run *runs;
    size_t run_count;
    unsigned oldest; /* entry of the cache to be replaced next */
    cached cache[CACHED];
} learned;

/* True if somebody wrote and the runs, read again, may have changed. */
static bool reload(learned *l)
{
    store_run *runs;
    size_t count;
    if (!sql_results_changed(l->shelf) ||
        sql_results_runs(l->shelf, &runs, &count, NULL) != DUEL_OK)
        return false;
    free(l->runs);
    l->runs = runs;
    l->run_count = count;
    return true;
}

static bool spans(const block *b, uint64_t key)
{
    return b->count && b->key[0] <= key && key <= b->key[b->count - 1];
}

/* The block of the run that may hold `key`, NULL if there is none. */
static const block *block_of(learned *l, const store_run *run, uint64_t key)
{
    for (int i = 0; i < CACHED; i++)
        if (l->cache[i].run == run->id && spans(&l->cache[i].block, key))
            return &l->cache[i].block;
    store_block row;
    if (sql_results_seek(l->shelf, run->id, key, &row) != DUEL_OK || row.first > key)
        return NULL;
    cached *c = &l->cache[l->oldest++ % CACHED];
    c->run = unpack(&row, &l->seal[run->symmetric], &c->block) ? run->id : 0;
    return c->run && spans(&c->block, key) ? &c->block : NULL;
}

static uint64_t look_in_runs(learned *l, uint64_t pack, uint64_t canon)
{
    for (size_t i = 0; i < l->run_count; i++) {
        uint64_t key = l->runs[i].symmetric ? canon : pack;
        const block *b = block_of(l, &l->runs[i], key);
        uint64_t code = b ? block_find(b, key) : 0;
        if (code)
            return code;
    }
    return 0;
}

/* What is found is a fact and needs no second look; what is not may have been saved, or moved
 * by a merge, since the runs were read. */
static uint64_t find(void *self, uint64_t pack, uint64_t canon)
{
    learned *l = self;
    uint64_t code = tier_results_find(l->tiers, pack, canon);
    if (code)
        return code;
    pthread_mutex_lock(&l->lock);
    do
        code = look_in_runs(l, pack, canon);
    while (code == 0 && reload(l));
    pthread_mutex_unlock(&l->lock);
    return code;
}

/* What was solved by tiers is more than anybody wants to have in memory: it is looked up. */
static bool pour(void *self, bool symmetric, duel_result_visitor *take, void *to)
{
    learned *l = self;
    walk w;
    position p = {0, 0};
    pthread_mutex_lock(&l->lock);
    bool whole = walk_init(&w, l->shelf, symmetric, NULL) == DUEL_OK;
    while (whole && walk_next(&w, &p) && take(to, p.key, p.code))
        ;
    whole = whole && !w.failed && w.damaged == 0;
    walk_fini(&w);
    pthread_mutex_unlock(&l->lock);
    return whole;
}

static void free_learned(learned *l)
{
    sql_results_close(l->shelf);
    tier_results_close(l->tiers);
    free(l->runs);
    pthread_mutex_destroy(&l->lock);
    free(l);
}

duel_status results_open(data_store *store, const duel_variant *v, duel_learned *out,
                         duel_msg *why)
{
    learned *l = calloc(1, sizeof *l);
    if (l == NULL)
        return duel_no_space(why);
    if (pthread_mutex_init(&l->lock, NULL) != 0) {
        free(l);
        return duel_no_space(why);
    }
    duel_status status = open_shelf(store, v, &l->shelf, why);
    for (int kind = 0; status == DUEL_OK && kind < 2; kind++)
        l->seal[kind] = seal_of_keys(l->shelf, kind);
    if (status == DUEL_OK)
        status = sql_results_runs(l->shelf, &l->runs, &l->run_count, why);
    if (status == DUEL_OK && (l->tiers = tier_results_open(store, v)) == NULL)
        status = duel_no_space(why);
    if (status != DUEL_OK) {
        free_learned(l);
        return status;
    }
    *out = (duel_learned){.self = l, .find = find, .pour = pour};
    return DUEL_OK;
}

void results_close(duel_learned *l)
{
    if (l->self)
        free_learned(l->self);
    *l = (duel_learned){.self = NULL};
}

/* ---- writing a run ----------------------------------------------------------------------- */

typedef struct writer {
    sql_results *shelf;
    store_run run;
    block block;
    store_block row;
    duel_status status;
    duel_msg why;
} writer;

static void writer_init(writer *w, sql_results *shelf, bool symmetric)
{
    w->shelf = shelf;
    w->run = (store_run){.symmetric = symmetric};
    block_clear(&w->block);
    w->status = DUEL_OK;
    duel_say(&w->why, NULL, "");
}

static bool flush_block(writer *w)
{
    block *b = &w->block;
    if (b->count == 0 || w->status != DUEL_OK)
        return w->status == DUEL_OK;
    w->row.first = b->key[0];
    w->row.last = b->key[b->count - 1];
    w->row.count = b->count;
    const block_seal seal = seal_of_keys(w->shelf, w->run.symmetric);
    w->row.size = (uint32_t)block_encode(b, &seal, w->row.data);
    w->run.positions += b->count;
    w->run.bytes += w->row.size;
    w->status = sql_results_stage(w->shelf, &w->row, &w->why);
    block_clear(b);
    return w->status == DUEL_OK;
}

static bool write_position(writer *w, uint64_t key, uint64_t code)
{
    return block_add(&w->block, key, code) ||
           (flush_block(w) && block_add(&w->block, key, code));
}

/* All of it enters the base, in place of the runs of `old`. */
static duel_status write_end(writer *w, int64_t now, const walk *old, duel_msg *why)
{
    int64_t *ids = NULL;
    size_t count = old ? old->count : 0;
    flush_block(w);
    if (w->status == DUEL_OK && count && (ids = malloc(count * sizeof *ids)) == NULL)
        w->status = duel_no_space(&w->why);
    if (w->status != DUEL_OK) {
        if (why)
            *why = w->why;
        return w->status;
    }
    for (size_t i = 0; i < count; i++)
        ids[i] = old->source[i].run;
    duel_status status = sql_results_write(w->shelf, &w->run, now, ids, count, why);
    free(ids);
    return status;
}

/* Makes one run of all of one kind. If it cannot be done, the runs stay: nothing is lost. */
static void merge(writer *w, int64_t now)
{
    walk old;
    bool symmetric = w->run.symmetric;
    position p = {0, 0};
    duel_status status = walk_init(&old, w->shelf, symmetric, NULL);
    if (status == DUEL_OK && old.count > RESULTS_RUNS) {
        writer_init(w, w->shelf, symmetric);
        while (walk_next(&old, &p) && write_position(w, p.key, p.code))
            ;
        if (!old.failed && write_end(w, now, &old, NULL) == DUEL_OK)
            sql_results_shrink(w->shelf, NULL);
    }
    walk_fini(&old);
}

/* ---- harvests ---------------------------------------------------------------------------- */

struct results_writer {
    writer writer;
    walk known;    /* what need not be saved again, */
    bool replaces; /* or is given up for what is saved */
    bool disputed; /* what is known is said to be otherwise: one of the two is wrong */
};

static void free_harvest(results_writer *l)
{
    walk_fini(&l->known);
    sql_results_close(l->writer.shelf);
    free(l);
}

duel_status results_writer_begin(data_store *store, const duel_variant *v, bool symmetric,
                                 results_writer **out, duel_msg *why)
{
    results_writer *l = calloc(1, sizeof *l);
    if (l == NULL)
        return duel_no_space(why);
    sql_results *shelf = NULL;
    duel_status status = open_shelf(store, v, &shelf, why);
    writer_init(&l->writer, shelf, symmetric);
    l->replaces = keeps_mixes(v);
    if (status == DUEL_OK)
        status = walk_init(&l->known, shelf, symmetric, why);
    if (status == DUEL_OK)
        *out = l;
    else
        free_harvest(l);
    return status;
}

bool results_writer_add(void *harvest, uint64_t key, uint64_t code)
{
    results_writer *l = harvest;
    uint64_t known = l->replaces ? 0 : walk_meets(&l->known, key);
    l->disputed |= known && known != code;
    return known || write_position(&l->writer, key, code);
}

duel_status results_writer_commit(results_writer *l, int64_t now, uint64_t *saved,
                                  duel_msg *why)
{
    writer *w = &l->writer;
    duel_status status = DUEL_OK;
    uint64_t count = 0;
    if (!l->disputed && (w->status != DUEL_OK || w->run.positions || w->block.count)) {
        status = write_end(w, now, l->replaces ? &l->known : NULL, why);
        count = w->run.positions;
        if (status == DUEL_OK)
            merge(w, now);
    }
    if (status == DUEL_OK)
        *saved = count;
    free_harvest(l);
    return status;
}

void results_writer_abort(results_writer *l)
{
    free_harvest(l);
}

/* ---- harvests ---------------------------------------------------------------------------- */

typedef struct harvest {
    data_store *store;
    const duel_variant *v;
    bool symmetric; /* told by the engine before the first position */
    results_writer *harvest;
    duel_status status;
    duel_msg *why;
} harvest;

static bool take_in(void *to, uint64_t key, uint64_t code)
{
    harvest *h = to;
    if (h->harvest == NULL)
        h->status = results_writer_begin(h->store, h->v, h->symmetric, &h->harvest, h->why);
    return h->status == DUEL_OK && results_writer_add(h->harvest, key, code);
}

duel_status results_save(data_store *store, const duel_variant *v, const duel_engine *engine,
                         void *self, int64_t now, uint64_t *saved, duel_msg *why)
{
    harvest h = {.store = store, .v = v, .why = why};
    duel_status status = DUEL_OK;
    if (engine->harvest)
        status = engine->harvest(self, &h.symmetric, take_in, &h);
    if (status != DUEL_OK) {
        if (h.harvest)
            results_writer_abort(h.harvest);
        return status == DUEL_NO_SPACE ? duel_no_space(why) : status;
    }
    if (h.status != DUEL_OK)
        return h.status;
    if (h.harvest)
        return results_writer_commit(h.harvest, now, saved, why);
    *saved = 0;
    return DUEL_OK;
}

/* ---- all that is learned ----------------------------------------------------------------- */

duel_status results_list(data_store *store, duel_str game, stored_results_fn *take, void *to,
                         duel_msg *why)
{
    duel_status status = sql_results_list(store, game, take, to, why);
    if (status == DUEL_OK)
        tier_results_list(store, game, take, to);
    return status;
}

duel_status results_forget(data_store *store, duel_str game, duel_msg *why)
{
    duel_status status = sql_results_forget(store, game, why);
    return status == DUEL_OK ? tier_results_forget(store, game, why) : status;
}

static duel_status pass_tiers(data_store *store, const duel_variant *v,
                              duel_result_visitor *take, void *to, uint64_t *damaged,
                              duel_msg *why)
{
    tier_results *s = tier_results_open(store, v);
    if (s == NULL)
        return duel_no_space(why);
    tier_results_each(s, take, to, damaged);
    tier_results_close(s);
    return DUEL_OK;
}

duel_status results_pass(data_store *store, const duel_variant *v, results_coding way,
                         duel_result_visitor *take, void *to, uint64_t *damaged, duel_msg *why)
{
    sql_results *shelf;
    walk w;
    position p = {0, 0};
    if (way == RESULTS_TIERS)
        return pass_tiers(store, v, take, to, damaged, why);
    duel_status status = open_shelf(store, v, &shelf, why);
    if (status != DUEL_OK)
        return status;
    status = walk_init(&w, shelf, way == RESULTS_CANONICAL, why);
    while (status == DUEL_OK && walk_next(&w, &p) && take(to, p.key, p.code))
        ;
    *damaged += w.damaged + w.failed;
    walk_fini(&w);
    sql_results_close(shelf);
    return status;
}
