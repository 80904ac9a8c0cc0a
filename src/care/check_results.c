/* care/check_results.c -- what was learned examined: each block is decoded, in the base and in
 * folders of tiers, and of each variant some positions are derived anew. See care.h. */
#include "base/grow.h"
#include "base/rng.h"
#include "care/inside.h"
#include "core/fault_guard.h"
#include "core/play.h"
#include "core/value.h"
#include "core/variant.h"
#include "players/catalogue.h"
#include "store/result_blocks.h"
#include "store/results.h"
#include "tiers/folder.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- positions derived anew -------------------------------------------------------------- */

/* What a position is worth must be what its moves lead to, by the rules of today.
 *
 * One step of retrograde analysis, for a sample: results of other rules that were brought under
 * a variant, or were changed, do not agree with those of the positions after them. */

/* Some keys of what was learned of one variant, each as likely as any other. */
enum { EXAM_SAMPLE = 64 };
typedef struct exam_sample {
    uint64_t seen; /* so many were there */
    uint64_t key[EXAM_SAMPLE];
    duel_rng rng;
} exam_sample;

enum { GAMES = 32, PLIES = 64 }; /* played at random, and looked at in each */

typedef struct derivation {
    const duel_variant *v;
    duel_learned learned;
    value_format format;
    int64_t wrong, tried;
} derivation;

static uint64_t code_learned(derivation *d, const void *state)
{
    const duel_accel *a = d->v->game->accel;
    uint64_t pack = a->pack(d->v, state);
    return d->learned.find(d->learned.self, pack, a->canon ? a->canon(d->v, state) : pack);
}

/* Of what lies ahead, as everything that is kept by key. */
static bool result_after(derivation *d, const void *state, duel_result *out)
{
    int32_t score[DUEL_SEATS];
    int seat = d->v->game->turn(d->v, state);
    if (d->v->game->over(d->v, state, score)) {
        *out = value_remaining(value_of_end(d->v, score, seat),
                               value_margin_so_far(d->v, state, seat));
        return true;
    }
    uint64_t code = code_learned(d, state);
    *out = value_decode(&d->format, code);
    return value_sound(d->v, &d->format, code);
}

static uint32_t least_absent(const bool *seen)
{
    uint32_t n = 0;
    while (seen[n])
        n++;
    return n;
}

/* Of a position that is not over, from those after it; false: one of these is not known. */
static bool derive_result(derivation *d, const void *state, duel_result *out)
{
    duel_move list[DUEL_MOVES_MAX];
    bool nimber[DUEL_MOVES_MAX + 2] = {false};
    int seat = d->v->game->turn(d->v, state), count = d->v->game->moves(d->v, state, list);
    duel_result best = {.value = DUEL_UNSOLVED}, child;
    for (int i = 0; i < count; i++) {
        duel_state next;
        memcpy(&next, state, d->v->state_size);
        d->v->game->play(d->v, &next, list[i]);
        if (!result_after(d, &next, &child))
            return false;
        int32_t gain =
            value_margin_so_far(d->v, &next, seat) - value_margin_so_far(d->v, state, seat);
        duel_result r = value_step_gaining(child, d->v->game->turn(d->v, &next) != seat, gain);
        if (best.value == DUEL_UNSOLVED || value_better(&r, &best))
            best = r;
        nimber[child.nimber < DUEL_MOVES_MAX ? child.nimber : DUEL_MOVES_MAX] = true;
    }
    best.nimber = d->format.nimber_bits ? least_absent(nimber) : 0;
    *out = best;
    return count > 0;
}

static bool same_result(const duel_result *a, const duel_result *b)
{
    return a->value == b->value && a->score == b->score && a->nimber == b->nimber &&
           (a->value == DUEL_DRAW || a->remoteness == b->remoteness);
}

static void derive_position(derivation *d, const void *state)
{
    duel_result kept, derived;
    if (duel_is_over(d->v, state) || code_learned(d, state) == 0)
        return;
    if (!result_after(d, state, &kept)) {
        d->tried++;
        d->wrong++; /* no solver of this variant can have written it */
    } else if (derive_result(d, state, &derived)) {
        d->tried++;
        d->wrong += !same_result(&kept, &derived);
    }
}

static void derive_keys(derivation *d, const exam_sample *sample)
{
    const duel_accel *a = d->v->game->accel;
    for (uint64_t i = 0; i < sample->seen && i < EXAM_SAMPLE; i++) {
        duel_state state;
        uint64_t key = sample->key[i];
        if (a->unpack(d->v, key, &state) &&
            (a->pack(d->v, &state) == key || (a->canon && a->canon(d->v, &state) == key))) {
            derive_position(d, &state);
        } else {
            d->tried++;
            d->wrong++;
        }
    }
}

static void derive_games(derivation *d, duel_rng *rng)
{
    duel_state state;
    duel_move list[DUEL_MOVES_MAX];
    for (int i = 0; i < GAMES; i++) {
        if (duel_deal(d->v, duel_str_of("1"), &state) != DUEL_OK)
            return;
        for (int ply = 0; ply < PLIES && !duel_is_over(d->v, &state); ply++) {
            derive_position(d, &state);
            uint32_t count = (uint32_t)d->v->game->moves(d->v, &state, list);
            if (count == 0)
                break;
            d->v->game->play(d->v, &state, list[duel_rng_below(rng, count)]);
        }
    }
}

/* The variant, if it is one of today and has positions without secrets. */
static bool read_topic(const store_topic *topic, duel_variant *v)
{
    const duel_game *game = catalogue_find_game(topic->game);
    return game && game->version == topic->rules &&
           duel_variant_read(game, topic->variant, v, NULL) == DUEL_OK && v->key_bits;
}

/* Derives them anew from their moves: how many of how many do not agree. Both are 0 where the
 * rules are not here. Where a game cannot make positions of keys, some games are played. */
static duel_status exam_derive(exam *x, const store_topic *topic, const exam_sample *sample,
                               int64_t *wrong, int64_t *tried, duel_msg *why)
{
    duel_variant v;
    duel_fault_guard guard;
    if (!read_topic(topic, &v)) {
        x->health->unknown += sample->seen > 0;
        return DUEL_OK;
    }
    if (duel_has_secrets(&v)) /* of which mixes are kept */
        return DUEL_OK;
    derivation d = {.v = &v, .format = value_format_of(&v)};
    duel_rng rng = sample->rng;
    duel_status status = results_open(x->store, &v, &d.learned, why);
    if (status != DUEL_OK)
        return status;
    duel_fault_guard_begin(&guard, v.game);
    if (v.game->accel->unpack)
        derive_keys(&d, sample);
    else
        derive_games(&d, &rng);
    status = duel_fault_guard_end(&guard, DUEL_OK, why);
    results_close(&d.learned);
    if (status != DUEL_OK) /* a file that fails says nothing of what was learned */
        x->health->unknown++;
    else
        *wrong = d.wrong, *tried = d.tried;
    return DUEL_OK;
}

/* ---- runs of blocks ---------------------------------------------------------------------- */

typedef struct run_list {
    store_run *run;
    size_t count;
    bool failed;
} run_list;

static bool keep_run(void *to, const store_run *run)
{
    run_list *l = to;
    l->failed = !GROW_ONE(l->run, l->count);
    if (!l->failed)
        l->run[l->count++] = *run;
    return !l->failed;
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

/* The n-th takes a place with chance places / n, as in store/solved_counts.c. */
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
        return status == DUEL_OK ? maintain_sums(x->store, run, why) : status;
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
    exam_tell(x, CARE_FAULT_LEARNED, name, &told);
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
        r.decoded ? maintain_begin(x->store, x->aside != NULL, why) : duel_no_space(why);
    if (status == DUEL_OK) {
        status = maintain_blocks(x->store, run->id, examine_block, &r, why);
        if (status == DUEL_OK && r.broken.text.failed)
            status = duel_no_space(why);
        if (status == DUEL_OK)
            status = judge_run(x, &r, run, why);
        status = exam_end(x, status, why);
    }
    duel_buf_fini(&r.broken.text);
    free(r.decoded);
    return status;
}

/* ---- folders of tiers -------------------------------------------------------------------- */

/* Each block is decoded. A damaged file is renamed. Of keys, those of the lower tiers go with
 * it: where a solve goes on is read from the lowest one, and they come back byte by byte. */

typedef struct tiers_exam {
    exam *x;
    duel_status status;
    duel_msg *why;
} tiers_exam;

static void set_aside(const tiers_folder *f, tier_kind kind, uint32_t tier)
{
    char path[PATH_MAX], aside[PATH_MAX];
    tiers_file_name(f, kind, tier, path);
    if (snprintf(aside, sizeof aside, "%s.damaged", path) < PATH_MAX)
        rename(path, aside);
}

static bool tier_is_sound(exam *x, const tiers_folder *f, tier_kind kind, uint32_t tier)
{
    char path[PATH_MAX];
    tier_file file;
    duel_msg why;
    tiers_file_name(f, kind, tier, path);
    duel_status status = tier_file_open(path, kind, f->topic, &file, &why);
    if (status == DUEL_OK) {
        status = tier_file_check(&file, path, &why);
        x->health->blocks += (int64_t)file.blocks;
        x->health->positions += kind == TIER_CODES ? (int64_t)file.head.count : 0;
        tier_file_close(&file);
    }
    if (status != DUEL_OK) {
        const char *slash = strrchr(f->path, '/');
        char name[64];
        snprintf(name, sizeof name, "%.50s %lu", slash ? slash + 1 : f->path,
                 (unsigned long)tier);
        exam_tell(x, CARE_FAULT_LEARNED, name, &why);
    }
    return status == DUEL_OK;
}

/* From the highest tier down, so that what depends on a damaged one comes after it. */
static duel_status examine_kind(exam *x, const tiers_folder *f, tier_kind kind, duel_msg *why)
{
    tiers_list there;
    bool broken = false;
    duel_status status = tiers_folder_list(f, kind, &there, why);
    if (status != DUEL_OK)
        return status;
    for (size_t i = there.count; i-- > 0;) {
        bool sound = tier_is_sound(x, f, kind, there.tier[i]);
        broken = !sound || (broken && kind == TIER_KEYS);
        if (broken && x->aside)
            set_aside(f, kind, there.tier[i]);
    }
    free(there.tier);
    return DUEL_OK;
}

static bool examine_folder(void *to, const char *path)
{
    tiers_exam *e = to;
    tiers_about about;
    tiers_folder f;
    duel_buf text;
    duel_buf_init(&text);
    if (tiers_folder_peek(path, &text, &about, &f, NULL) == DUEL_OK) {
        e->status = examine_kind(e->x, &f, TIER_KEYS, e->why);
        if (e->status == DUEL_OK)
            e->status = examine_kind(e->x, &f, TIER_CODES, e->why);
    }
    duel_buf_fini(&text);
    return e->status == DUEL_OK;
}

static duel_status examine_tiers(exam *x, duel_msg *why)
{
    tiers_exam e = {x, DUEL_OK, why};
    tier_results_walk(x->store, examine_folder, &e);
    return e.status;
}

/* ---- all of one variant ------------------------------------------------------------------ */

/* Its runs and what is in them. */
static duel_status move_topic_aside(exam *x, int64_t number, const run_list *runs,
                                    duel_msg *why)
{
    char key[24];
    duel_status status = maintain_begin(x->store, true, why);
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
    exam_tell(x, CARE_FAULT_LEARNED, name, &told);
    return x->aside ? move_topic_aside(x, number, runs, why) : DUEL_OK;
}

static duel_status examine_topic(exam *x, int64_t number, const store_topic *topic,
                                 duel_msg *why)
{
    run_list runs = {NULL, 0, false};
    exam_sample sample = {.seen = 0};
    duel_rng_init_number(&sample.rng, (uint64_t)number);
    duel_status status =
        exam_read_on(x, maintain_runs(x->store, number, keep_run, &runs, why), "run", why);
    if (status == DUEL_OK && runs.failed)
        status = duel_no_space(why);
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
    l->failed = !GROW_ONE(l->kept, l->count);
    if (l->failed)
        return false;
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
        exam_read_on(x, maintain_topics(x->store, keep_topic, &topics, why), "topic", why);
    if (status == DUEL_OK && topics.failed)
        status = duel_no_space(why);
    for (size_t i = 0; status == DUEL_OK && i < topics.count; i++)
        status = examine_topic(x, topics.kept[i].number, &topics.kept[i].topic, why);
    for (size_t i = 0; i < topics.count; i++)
        duel_buf_fini(&topics.kept[i].text);
    free(topics.kept);
    return status == DUEL_OK ? examine_tiers(x, why) : status;
}
