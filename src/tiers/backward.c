/* tiers/backward.c -- what the positions of a tier are worth, from the tiers below it.
 *
 * The tier is opened again, and the result of each child is looked up in a window on the tiers
 * below. Where memory holds only part of them the tier is opened once for each part, and what
 * is known of its positions so far is kept in memory, a byte or two each. Moves that stay
 * inside the tier are left to loops.c. */
#include "core/play.h"
#include "tiers/ascent.h"
#include "tiers/crew.h"

#include <stdlib.h>
#include <string.h>

/* ---- one position ------------------------------------------------------------------------ */

/* What a thread needs to make one result of those of the children. */
typedef struct folding {
    opening opening;
    const window_part **part; /* by child */
    uint64_t *nimbers;        /* bits of those seen */
    size_t nimber_words;
    uint64_t children, found;
} folding;

static bool folding_init(folding *f, const tiers_run *r)
{
    *f = (folding){.nimber_words = r->v->max_moves / 64 + 1};
    bool room = opening_init(&f->opening, r->v, r->key);
    f->part = malloc((size_t)f->opening.brood.room * sizeof(window_part *));
    f->nimbers = malloc(f->nimber_words * sizeof *f->nimbers);
    return room && f->part && f->nimbers;
}

static void folding_fini(folding *f)
{
    opening_fini(&f->opening);
    free(f->part);
    free(f->nimbers);
}

static uint32_t least_absent(const uint64_t *bits)
{
    uint32_t word = 0;
    while (~bits[word] == 0)
        word++;
    return 64 * word + (uint32_t)__builtin_ctzll(~bits[word]);
}

/* Asks the processor for what will be read: first where, then what. */
static void fetch_children(const window *w, folding *f)
{
    const opening *o = &f->opening;
    for (int i = 0; i < o->made; i++) {
        f->part[i] = window_part_of(w, o->child_tier[i], o->child_key[i]);
        if (f->part[i])
            window_near(f->part[i], o->child_key[i]);
    }
    for (int i = 0; i < o->made; i++)
        if (f->part[i])
            window_nearer(w, f->part[i], o->child_key[i]);
}

/* The best of the children `from` to `to`, and of what was known before. */
static duel_result best_child(const ascent *a, folding *f, const void *state, int from, int to,
                              duel_result best)
{
    const tiers_run *r = a->run;
    const opening *o = &f->opening;
    int seat = r->v->game->turn(r->v, state);
    for (int i = from; i < to; i++) {
        const window_part *p = f->part[i];
        uint64_t code = p ? window_find(&a->window, p, o->child_key[i]) : 0;
        if (code == 0)
            continue;
        f->found++;
        duel_result child = value_decode(&r->format, code);
        bool turned = r->v->game->turn(r->v, opening_child(o, i)) != seat;
        duel_result here = value_step(child, turned);
        if (best.value == DUEL_UNSOLVED || value_better(&here, &best))
            best = here;
        if (r->format.nimber_bits)
            f->nimbers[child.nimber / 64] |= UINT64_C(1) << child.nimber % 64;
    }
    return best;
}

static duel_result result_of(const ascent *a, folding *f, const void *state, int from, int to,
                             uint64_t before)
{
    const duel_variant *v = a->run->v;
    int32_t score[DUEL_SEATS];
    if (from == to && v->game->over(v, state, score))
        return value_of_end(v, score, v->game->turn(v, state));
    bool nimbers = a->run->format.nimber_bits;
    if (nimbers)
        memset(f->nimbers, 0, f->nimber_words * sizeof *f->nimbers);
    duel_result r = best_child(a, f, state, from, to, value_decode(&a->run->format, before));
    if (nimbers)
        r.nimber = least_absent(f->nimbers);
    return r;
}

/* The states that were opened last, whose positions begin at `base`. */
static void fold_lot(ascent *a, folding *f, size_t base)
{
    const opening *o = &f->opening;
    int child = 0;
    fetch_children(&a->window, f);
    for (int s = 0; s < o->done; s++) {
        int from = child;
        while (child < o->made && o->brood.parent[child] == s)
            child++;
        size_t at = base + o->first + (size_t)s;
        uint64_t before = window_code(a->codes, a->code_bytes, at);
        if (from == child && !a->first_pass)
            continue;
        duel_result r =
            result_of(a, f, opening_state(o, o->first + (uint32_t)s), from, child, before);
        if (r.value != DUEL_UNSOLVED)
            window_set_code(a->codes, a->code_bytes, at, value_encode(&a->run->format, &r));
    }
    for (int i = 0; i < o->made; i++)
        f->children += o->child_tier[i] != a->tier;
}

/* ---- one tier ---------------------------------------------------------------------------- */

bool ascent_open_block(ascent *a, uint64_t i, opening *o)
{
    uint64_t key[TIER_BLOCK];
    uint32_t count = tier_file_keys(&a->keys, i, key);
    bool fine = count && opening_begin(o, key, count);
    if (!fine) {
        atomic_store(&a->run->damaged, true);
        atomic_store(&a->failed, true);
    }
    return fine;
}

bool ascent_next_block(ascent *a, uint64_t *i)
{
    if (atomic_load(&a->failed) || atomic_load(&a->stopped))
        return false;
    *i = atomic_fetch_add(&a->next, 1);
    if (*i < a->keys.blocks && run_asked_to_stop(a->run))
        atomic_store(&a->stopped, true);
    return *i < a->keys.blocks && !atomic_load(&a->stopped);
}

duel_status ascent_status(const ascent *a, duel_msg *why)
{
    if (a->run->damaged)
        return run_damaged(a->tier, why);
    if (a->failed)
        return duel_full(why);
    return a->stopped ? run_stopped(why) : DUEL_OK;
}

static void fold_blocks(void *job, int worker)
{
    ascent *a = job;
    folding f;
    uint64_t i;
    if (!folding_init(&f, a->run))
        atomic_store(&a->failed, true);
    while (ascent_next_block(a, &i) && ascent_open_block(a, i, &f.opening)) {
        while (opening_next(&f.opening))
            fold_lot(a, &f, (size_t)i * TIER_BLOCK);
        run_count(a->run, worker, a->tier, a->first_pass ? f.opening.count : 0);
    }
    if (a->first_pass)
        atomic_fetch_add(&a->children, f.children);
    atomic_fetch_add(&a->found, f.found);
    folding_fini(&f);
}

static duel_status fold_tier(ascent *a, duel_msg *why)
{
    atomic_store(&a->next, 0);
    crew_run(a->run->v->game, a->run->job->threads, fold_blocks, a);
    return ascent_status(a, why);
}

static size_t bytes_of_codes(const ascent *a)
{
    return (size_t)a->keys.head.count * a->code_bytes;
}

duel_status ascent_too_large(const ascent *a, duel_msg *why)
{
    duel_say(why,
             N_("The memory limit of {0} MB is too small for tier {1}, which has {2} "
                "positions."),
             "iii", (int64_t)(a->run->job->memory >> 20), (int64_t)a->tier,
             (int64_t)a->keys.head.count);
    return DUEL_FULL;
}

/* Once for each window on what lies below. */
static duel_status fold_windows(ascent *a, duel_msg *why)
{
    const tiers_run *r = a->run;
    size_t memory = r->job->memory - r->job->memory / 8 - bytes_of_codes(a);
    window_place place = {0, 0};
    duel_status status = DUEL_OK;
    a->first_pass = true;
    do {
        status = window_load(&a->window, r->v->game, r->job->threads, a->source, a->sources,
                             r->format.bits, memory, &place, why);
        if (status == DUEL_OK && r->format.nimber_bits && place.source < a->sources)
            status = ascent_too_large(a, why); /* they want all children at once */
        if (status == DUEL_OK)
            status = fold_tier(a, why);
        window_fini(&a->window);
        a->first_pass = false;
    } while (status == DUEL_OK && place.source < a->sources);
    if (status == DUEL_OK && a->found != a->children)
        status = run_damaged(a->tier, why);
    return status;
}

static duel_status write_results(ascent *a, duel_msg *why)
{
    char path[PATH_MAX];
    tier_writer w;
    uint64_t code[TIER_BLOCK];
    tier_head head = {.kind = TIER_CODES, .tier = a->tier, .topic = a->run->folder->topic};
    tiers_file_name(a->run->folder, TIER_CODES, a->tier, path);
    tier_writer_init(&w, path, &head, true);
    bool fine = true;
    for (size_t at = 0, count = a->keys.head.count; fine && at < count;) {
        size_t part = count - at < TIER_BLOCK ? count - at : TIER_BLOCK;
        for (size_t i = 0; i < part; i++)
            code[i] = window_code(a->codes, a->code_bytes, at + i);
        fine = tier_writer_add(&w, code, part);
        at += part;
    }
    return tier_writer_end(&w, why);
}

/* ---- what lies below --------------------------------------------------------------------- */

static duel_status open_below(ascent *a, uint32_t tier, duel_msg *why)
{
    char path[PATH_MAX];
    tier_file *keys = &a->below[2 * a->sources], *codes = keys + 1;
    uint64_t topic = a->run->folder->topic;
    *keys = *codes = (tier_file){.size = 0};
    tiers_file_name(a->run->folder, TIER_KEYS, tier, path);
    duel_status status = tier_file_open(path, TIER_KEYS, topic, keys, why);
    if (status != DUEL_OK)
        return status;
    if (a->tier < keys->head.lowest_source || a->tier > keys->head.highest_source) {
        tier_file_close(keys);
        return DUEL_OK;
    }
    tiers_file_name(a->run->folder, TIER_CODES, tier, path);
    status = tier_file_open(path, TIER_CODES, topic, codes, why);
    if (status == DUEL_OK && codes->head.count != keys->head.count)
        status = run_damaged(tier, why);
    a->source[a->sources++] = (window_source){keys, codes};
    return status;
}

static duel_status open_sources(ascent *a, const tiers_list *solved, duel_msg *why)
{
    size_t most = solved->count + 1;
    a->below = malloc(2 * most * sizeof *a->below);
    a->source = malloc(most * sizeof *a->source);
    duel_status status = a->below && a->source ? DUEL_OK : duel_full(why);
    for (size_t i = 0; status == DUEL_OK && i < solved->count; i++)
        if (solved->tier[i] < a->tier)
            status = open_below(a, solved->tier[i], why);
    return status;
}

static void close_sources(ascent *a)
{
    for (size_t i = 0; i < 2 * a->sources; i++)
        tier_file_close(&a->below[i]);
    free(a->below);
    free(a->source);
}

duel_status backward_solve(tiers_run *r, uint32_t tier, const tiers_list *solved, duel_msg *why)
{
    char path[PATH_MAX];
    ascent a = {.run = r, .tier = tier, .code_bytes = window_code_bytes(r->format.bits)};
    tiers_file_name(r->folder, TIER_KEYS, tier, path);
    duel_status status = tier_file_open(path, TIER_KEYS, r->folder->topic, &a.keys, why);
    if (status == DUEL_OK)
        status = open_sources(&a, solved, why);
    if (status == DUEL_OK && bytes_of_codes(&a) > r->job->memory / 2)
        status = ascent_too_large(&a, why);
    if (status == DUEL_OK) {
        a.codes = calloc(1, bytes_of_codes(&a));
        status = a.codes ? fold_windows(&a, why) : duel_full(why);
    }
    if (status == DUEL_OK && r->v->traits & DUEL_LOOPY)
        status = loops_solve(&a, why);
    if (status == DUEL_OK)
        status = write_results(&a, why);
    close_sources(&a);
    tier_file_close(&a.keys);
    free(a.codes);
    return status;
}
