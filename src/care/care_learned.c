/* care/care_learned.c -- what was learned examined: each block is decoded, and of each
 * variant some positions are derived anew (care_derive.c). See care.h. */
#include "care/care_inside.h"
#include "store/blocks.h"

#include <stdio.h>
#include <stdlib.h>

typedef struct run_list {
    store_run *run;
    size_t count;
    bool failed;
} run_list;

static bool keep_run(void *to, const store_run *run)
{
    run_list *l = to;
    store_run *more = realloc(l->run, (l->count + 1) * sizeof *more);
    l->failed = more == NULL;
    if (more) {
        l->run = more;
        l->run[l->count++] = *run;
    }
    return more != NULL;
}

typedef struct run_exam {
    exam *x;
    block_seal seal;
    exam_sample *sample;
    block *decoded;
    uint64_t positions, bytes; /* of blocks that are sound */
    uint64_t last;
    bool begun;
    exam_keys broken; /* numbers of blocks */
} run_exam;

static bool block_is_sound(run_exam *r, const store_block *b)
{
    const block *d = r->decoded;
    return b->size && block_decode(b->data, b->size, &r->seal, r->decoded) == DUEL_OK &&
           d->count == b->count && d->key[0] == b->first && d->key[d->count - 1] == b->last &&
           (!r->begun || b->first > r->last);
}

/* The n-th takes a place with chance places / n, as in census.c. */
static void sample_block(exam_sample *s, const block *b)
{
    for (uint32_t i = 0; i < b->count; i++) {
        uint64_t place = s->seen++;
        if (place >= EXAM_SAMPLE)
            place = (uint64_t)(duel_rng_unit(&s->rng) * (double)s->seen);
        if (place < EXAM_SAMPLE)
            s->key[place] = b->key[i];
    }
}

static bool examine_block(void *to, int64_t number, const store_block *b)
{
    run_exam *r = to;
    char key[24];
    r->x->health->blocks++;
    if (block_is_sound(r, b)) {
        r->begun = true;
        r->last = b->last;
        r->positions += b->count;
        r->bytes += b->size;
        sample_block(r->sample, r->decoded);
        return true;
    }
    snprintf(key, sizeof key, "%lld", (long long)number);
    return exam_keep_key(&r->broken, duel_str_of(key));
}

/* A run of which nothing is left goes as well. */
static duel_status mend_run(exam *x, const run_exam *r, int64_t run, duel_msg *why)
{
    char number[24];
    duel_status status = DUEL_OK;
    duel_str key = {NULL, 0};
    while (status == DUEL_OK && exam_next_key(&r->broken, &key))
        status = exam_move_aside(
            x, (store_which){.table = TABLE_BLOCK, .column = "rowid", .key = key}, why);
    if (status != DUEL_OK || r->positions)
        return status == DUEL_OK ? store_care_sums(x->store, run, why) : status;
    snprintf(number, sizeof number, "%lld", (long long)run);
    return exam_move_aside(
        x, (store_which){.table = TABLE_RUN, .column = "id", .key = duel_str_of(number)}, why);
}

static duel_status judge_run(exam *x, const run_exam *r, const store_run *run, duel_msg *why)
{
    char name[32];
    duel_msg told;
    int64_t broken = 0;
    for (duel_str key = {NULL, 0}; exam_next_key(&r->broken, &key);)
        broken++;
    x->health->positions += (int64_t)r->positions;
    if (broken == 0 && r->positions == run->positions && r->bytes == run->bytes)
        return DUEL_OK;
    snprintf(name, sizeof name, "run %lld", (long long)run->id);
    if (broken)
        duel_say(&told, N_("{0} {0:block|blocks} of learned positions {0:is|are} damaged."),
                 "i", broken);
    else
        duel_say(&told, N_("It is said to have {0} positions and has {1}."), "ii",
                 (int64_t)run->positions, (int64_t)r->positions);
    exam_tell(x, DUEL_FAULT_LEARNED, name, &told);
    return x->aside ? mend_run(x, r, run->id, why) : DUEL_OK;
}

static duel_status examine_run(exam *x, const store_topic *topic, const store_run *run,
                               exam_sample *sample, duel_msg *why)
{
    run_exam r = {.x = x,
                  .seal =
                      block_seal_of(topic->game, topic->rules, topic->variant, run->symmetric),
                  .sample = sample,
                  .decoded = malloc(sizeof *r.decoded)};
    duel_buf_init(&r.broken.text);
    duel_status status =
        r.decoded ? store_care_begin(x->store, x->aside != NULL, why) : duel_full(why);
    if (status == DUEL_OK) {
        status = store_care_blocks(x->store, run->id, examine_block, &r, why);
        if (status == DUEL_OK && r.broken.text.failed)
            status = duel_full(why);
        if (status == DUEL_OK)
            status = judge_run(x, &r, run, why);
        status = exam_end(x, status, why);
    }
    duel_buf_fini(&r.broken.text);
    free(r.decoded);
    return status;
}

/* ---- all of one variant ------------------------------------------------------------------ */

/* Its runs and what is in them. */
static duel_status move_topic_aside(exam *x, int64_t number, const run_list *runs,
                                    duel_msg *why)
{
    char key[24];
    duel_status status = store_care_begin(x->store, true, why);
    if (status != DUEL_OK)
        return status;
    for (size_t i = 0; status == DUEL_OK && i < runs->count; i++) {
        snprintf(key, sizeof key, "%lld", (long long)runs->run[i].id);
        status = exam_move_aside(
            x, (store_which){.table = TABLE_BLOCK, .column = "run", .key = duel_str_of(key)},
            why);
    }
    snprintf(key, sizeof key, "%lld", (long long)number);
    if (status == DUEL_OK)
        status = exam_move_aside(
            x, (store_which){.table = TABLE_RUN, .column = "topic", .key = duel_str_of(key)},
            why);
    return exam_end(x, status, why);
}

/* One wrong result makes others wrong, and nobody can tell which: all of it goes. */
static duel_status judge_topic(exam *x, int64_t number, const store_topic *topic,
                               const run_list *runs, const exam_sample *sample, duel_msg *why)
{
    char name[64];
    duel_msg told;
    int64_t wrong = 0, tried = 0;
    duel_status status = exam_derive(x, topic, sample, &wrong, &tried, why);
    x->health->derived += tried;
    if (status != DUEL_OK || wrong == 0)
        return status;
    snprintf(name, sizeof name, "%.*s %.*s", (int)topic->game.len, topic->game.at,
             (int)topic->variant.len, topic->variant.at);
    duel_say(&told,
             N_("{0} of {1} learned {1:position|positions} tried {0:does|do} not agree with "
                "what {0:its|their} moves lead to."),
             "ii", wrong, tried);
    exam_tell(x, DUEL_FAULT_LEARNED, name, &told);
    return x->aside ? move_topic_aside(x, number, runs, why) : DUEL_OK;
}

static duel_status examine_topic(exam *x, int64_t number, const store_topic *topic,
                                 duel_msg *why)
{
    run_list runs = {NULL, 0, false};
    exam_sample sample = {.seen = 0};
    duel_rng_init_number(&sample.rng, (uint64_t)number);
    duel_status status =
        exam_read_on(x, store_care_runs(x->store, number, keep_run, &runs, why), "run", why);
    if (status == DUEL_OK && runs.failed)
        status = duel_full(why);
    for (size_t i = 0; status == DUEL_OK && i < runs.count; i++) {
        char name[32];
        snprintf(name, sizeof name, "run %lld", (long long)runs.run[i].id);
        status = exam_read_on(x, examine_run(x, topic, &runs.run[i], &sample, why), name, why);
        if (status == DUEL_OK)
            status = exam_step(x);
    }
    if (status == DUEL_OK)
        status = judge_topic(x, number, topic, &runs, &sample, why);
    free(runs.run);
    return status;
}

/* ---- all variants ------------------------------------------------------------------------ */

typedef struct topic_list {
    struct kept_topic {
        int64_t number;
        store_topic topic;
        duel_buf text; /* of the game, then of the variant */
    } * kept;
    size_t count;
    bool failed;
} topic_list;

static bool keep_topic(void *to, int64_t number, const store_topic *topic)
{
    topic_list *l = to;
    struct kept_topic *more = realloc(l->kept, (l->count + 1) * sizeof *more);
    l->failed = more == NULL;
    if (more == NULL)
        return false;
    l->kept = more;
    struct kept_topic *k = &l->kept[l->count++];
    k->number = number;
    duel_buf_init(&k->text);
    duel_put_str(&k->text.sink, topic->game);
    duel_put_str(&k->text.sink, topic->variant);
    k->topic = (store_topic){{k->text.text, topic->game.len},
                             topic->rules,
                             {k->text.text + topic->game.len, topic->variant.len}};
    l->failed = k->text.failed;
    return !l->failed;
}

duel_status exam_learned(exam *x, duel_msg *why)
{
    topic_list topics = {NULL, 0, false};
    duel_status status =
        exam_read_on(x, store_care_topics(x->store, keep_topic, &topics, why), "topic", why);
    if (status == DUEL_OK && topics.failed)
        status = duel_full(why);
    for (size_t i = 0; status == DUEL_OK && i < topics.count; i++)
        status = examine_topic(x, topics.kept[i].number, &topics.kept[i].topic, why);
    for (size_t i = 0; i < topics.count; i++)
        duel_buf_fini(&topics.kept[i].text);
    free(topics.kept);
    return status;
}
