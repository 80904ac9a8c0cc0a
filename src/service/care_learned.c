/* service/care_learned.c -- what was learned examined: each block is decoded. See care.h. */
#include "service/blocks.h"
#include "service/care_inside.h"

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
    block *decoded;
    uint64_t positions, bytes; /* of blocks that are sound */
    uint64_t last;
    bool begun;
    exam_keys broken; /* numbers of blocks */
} run_exam;

static bool block_is_sound(run_exam *r, const store_block *b)
{
    const block *d = r->decoded;
    return b->size && block_decode(b->data, b->size, r->decoded) == DUEL_OK &&
           d->count == b->count && d->key[0] == b->first && d->key[d->count - 1] == b->last &&
           (!r->begun || b->first > r->last);
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

static duel_status examine_run(exam *x, const store_run *run, duel_msg *why)
{
    run_exam r = {.x = x, .decoded = malloc(sizeof *r.decoded)};
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

duel_status exam_learned(exam *x, duel_msg *why)
{
    run_list runs = {NULL, 0, false};
    duel_status status =
        exam_read_on(x, store_care_runs(x->store, keep_run, &runs, why), "run", why);
    if (status == DUEL_OK && runs.failed)
        status = duel_full(why);
    for (size_t i = 0; status == DUEL_OK && i < runs.count; i++) {
        char name[32];
        snprintf(name, sizeof name, "run %lld", (long long)runs.run[i].id);
        status = exam_read_on(x, examine_run(x, &runs.run[i], why), name, why);
        if (status == DUEL_OK)
            status = exam_step(x);
    }
    free(runs.run);
    return status;
}
