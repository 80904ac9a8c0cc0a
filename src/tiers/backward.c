/* tiers/backward.c -- solves the positions of a tier from the results of the tiers below it.
 *
 * The tier is opened again, and the result of each child is looked up in a window on the tiers
 * below. Where memory holds only part of them the tier is opened once for each part, and what
 * is known of its positions so far is kept in memory, a byte or two each. Moves that stay
 * inside the tier are left to loopy_tier.c. */
#include "tiers/inside.h"

#include <stdlib.h>
#include <string.h>

/* ---- one position ------------------------------------------------------------------------ */

/* What a thread needs to make one result of those of the children. */
typedef struct folding {
    expander expander;
    const window_part **part; /* by child */
    uint64_t *nimbers;        /* bits of those seen */
    size_t nimber_words;
    uint64_t children, found;
} folding;

static bool folding_init(folding *f, const tiers_run *r)
{
    *f = (folding){.nimber_words = r->v->max_moves / 64 + 1};
    bool room = expander_init(&f->expander, r->v, r->key);
    f->part = malloc((size_t)f->expander.brood.room * sizeof(window_part *));
    f->nimbers = malloc(f->nimber_words * sizeof *f->nimbers);
    return room && f->part && f->nimbers;
}

static void folding_fini(folding *f)
{
    expander_fini(&f->expander);
    free(f->part);
    free(f->nimbers);
}

/* Asks the processor for what will be read: first where, then what. */
static void fetch_children(const window *w, folding *f)
{
    const expander *o = &f->expander;
    for (int i = 0; i < o->made; i++) {
        f->part[i] = window_part_of(w, o->child_tier[i], o->child_key[i]);
        if (f->part[i])
            results_prefetch(f->part[i], o->child_key[i]);
    }
    for (int i = 0; i < o->made; i++)
        if (f->part[i])
            results_prefetch_line(w, f->part[i], o->child_key[i]);
}

/* The best of the children `from` to `to`, and of what was known before. */
static duel_result best_child(const backward_tier *a, folding *f, const void *state, int from,
                              int to, duel_result best)
{
    const tiers_run *r = a->run;
    const expander *o = &f->expander;
    int seat = r->v->game->turn(r->v, state);
    int32_t carried = value_margin_so_far(r->v, state, seat);
    for (int i = from; i < to; i++) {
        const window_part *p = f->part[i];
        uint64_t code = p ? window_find(&a->window, p, o->child_key[i]) : 0;
        if (code == 0)
            continue;
        f->found++;
        duel_result child = value_decode(&r->format, code);
        bool turned = r->v->game->turn(r->v, expander_child(o, i)) != seat;
        int32_t gain = value_margin_so_far(r->v, expander_child(o, i), seat) - carried;
        duel_result here = value_step_gaining(child, turned, gain);
        if (best.value == DUEL_UNSOLVED || value_better(&here, &best))
            best = here;
        if (r->format.nimber_bits)
            f->nimbers[child.nimber / 64] |= UINT64_C(1) << child.nimber % 64;
    }
    return best;
}

static duel_result result_of(const backward_tier *a, folding *f, const void *state, int from,
                             int to, uint64_t before)
{
    const duel_variant *v = a->run->v;
    int32_t score[DUEL_SEATS];
    if (from == to && v->game->over(v, state, score)) {
        int seat = v->game->turn(v, state);
        return value_remaining(value_of_end(v, score, seat),
                               value_margin_so_far(v, state, seat));
    }
    bool nimbers = a->run->format.nimber_bits;
    if (nimbers)
        memset(f->nimbers, 0, f->nimber_words * sizeof *f->nimbers);
    duel_result r = best_child(a, f, state, from, to, value_decode(&a->run->format, before));
    if (nimbers)
        r.nimber = value_least_absent(f->nimbers);
    return r;
}

/* The states that were opened last, whose positions begin at `base`. */
static void fold_lot(backward_tier *a, folding *f, size_t base)
{
    const expander *o = &f->expander;
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
            result_of(a, f, expander_state(o, o->first + (uint32_t)s), from, child, before);
        if (r.value != DUEL_UNSOLVED)
            window_set_code(a->codes, a->code_bytes, at, value_encode(&a->run->format, &r));
    }
    for (int i = 0; i < o->made; i++)
        f->children += o->child_tier[i] != a->tier;
}

/* ---- one tier ---------------------------------------------------------------------------- */

bool backward_tier_open_block(backward_tier *a, uint64_t i, expander *o)
{
    uint64_t key[TIER_BLOCK];
    uint32_t count = tier_file_keys(&a->keys, i, key);
    bool fine = count && expander_begin(o, key, count);
    if (!fine) {
        atomic_store(&a->run->damaged, true);
        atomic_store(&a->failed, true);
    }
    return fine;
}

bool backward_tier_next_block(backward_tier *a, uint64_t *i)
{
    if (atomic_load(&a->failed) || atomic_load(&a->stopped))
        return false;
    *i = atomic_fetch_add(&a->next, 1);
    if (*i < a->upto && tiers_must_stop(a->run))
        atomic_store(&a->stopped, true);
    return *i < a->upto && !atomic_load(&a->stopped);
}

duel_status backward_tier_status(const backward_tier *a, duel_msg *why)
{
    if (a->run->damaged)
        return run_damaged(a->tier, why);
    if (a->failed)
        return duel_no_space(why);
    return a->stopped ? run_stopped(why) : DUEL_OK;
}

static void fold_blocks(void *job, int worker)
{
    backward_tier *a = job;
    folding f;
    uint64_t i;
    if (!folding_init(&f, a->run))
        atomic_store(&a->failed, true);
    while (backward_tier_next_block(a, &i) && backward_tier_open_block(a, i, &f.expander)) {
        while (expander_next(&f.expander))
            fold_lot(a, &f, (size_t)(i - a->from) * TIER_BLOCK);
        run_count(a->run, worker, a->tier, a->first_pass ? f.expander.count : 0);
    }
    if (a->first_pass)
        atomic_fetch_add(&a->children, f.children);
    atomic_fetch_add(&a->found, f.found);
    folding_fini(&f);
}

static duel_status fold_tier(backward_tier *a, duel_msg *why)
{
    atomic_store(&a->next, a->from);
    threads_run(a->run->v->game, a->run->job->threads, fold_blocks, a);
    return backward_tier_status(a, why);
}

static size_t bytes_of_codes(const backward_tier *a)
{
    return a->kept * a->code_bytes;
}

duel_status backward_tier_too_large(const backward_tier *a, duel_msg *why)
{
    duel_say(why,
             N_("The memory limit of {0} MB is too small for tier {1}, which has {2} "
                "positions."),
             "iii", (int64_t)(a->run->job->memory >> 20), (int64_t)a->tier,
             (int64_t)a->keys.head.count);
    return DUEL_NO_SPACE;
}

/* Once for each window on what lies below. */
static duel_status fold_windows(backward_tier *a, duel_msg *why)
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
            status = backward_tier_too_large(a, why); /* they want all children at once */
        if (status == DUEL_OK)
            status = fold_tier(a, why);
        window_fini(&a->window);
        a->first_pass = false;
    } while (status == DUEL_OK && place.source < a->sources);
    if (status == DUEL_OK && a->found != a->children)
        status = run_damaged(a->tier, why);
    return status;
}

static void write_codes(tier_writer *w, const void *codes, uint32_t code_bytes, size_t count)
{
    uint64_t code[TIER_BLOCK];
    bool fine = true;
    for (size_t at = 0; fine && at < count;) {
        size_t part = count - at < TIER_BLOCK ? count - at : TIER_BLOCK;
        for (size_t i = 0; i < part; i++)
            code[i] = window_code(codes, code_bytes, at + i);
        fine = tier_writer_add(w, code, part);
        at += part;
    }
}

/* ---- where others have a share ----------------------------------------------------------- */

typedef void take_codes(void *to, const void *codes, size_t bytes);

/* Rank 0 takes the codes of all others, in order; they send them. */
static duel_status collect_codes(backward_tier *a, take_codes *take, void *to, duel_msg *why)
{
    const tiers_peers *peers = a->run->peers;
    void *block = malloc(PEERS_BLOCK);
    duel_status status = peers_agree(peers, block ? DUEL_OK : duel_no_space(why), why);
    size_t size;
    if (status == DUEL_OK && peers->rank) {
        peers_send(peers, 0, a->codes, bytes_of_codes(a));
        peers_end(peers, 0);
    }
    for (int from = 1; status == DUEL_OK && peers->rank == 0 && from < peers->count; from++)
        while (peers_receive(peers, from, block, &size))
            take(to, block, size);
    free(block);
    return status;
}

typedef struct writing {
    tier_writer *writer;
    uint32_t code_bytes;
} writing;

static void take_to_write(void *to, const void *codes, size_t bytes)
{
    const writing *w = to;
    write_codes(w->writer, codes, w->code_bytes, bytes / w->code_bytes);
}

typedef struct joining {
    uint8_t *at, *end;
} joining;

static void take_to_join(void *to, const void *codes, size_t bytes)
{
    joining *j = to;
    bytes = bytes < (size_t)(j->end - j->at) ? bytes : (size_t)(j->end - j->at);
    memcpy(j->at, codes, bytes);
    j->at += bytes;
}

/* A tier of a loopy game is settled by one: it has all codes then. */
static duel_status join_codes(backward_tier *a, duel_msg *why)
{
    if (peers_count(a->run->peers) == 1)
        return DUEL_OK;
    uint8_t *codes = a->codes;
    uint64_t own = (a->upto - a->from) * TIER_BLOCK;
    own = own < a->kept ? own : a->kept;
    joining j = {codes + own * a->code_bytes, codes + bytes_of_codes(a)};
    a->upto = a->keys.blocks;
    return collect_codes(a, take_to_join, &j, why);
}

static duel_status write_results(backward_tier *a, bool joined, duel_msg *why)
{
    char path[PATH_MAX];
    tier_writer w;
    duel_status status = DUEL_OK;
    tier_head head = {.kind = TIER_CODES, .tier = a->tier, .topic = a->run->folder->topic};
    tiers_file_name(a->run->folder, TIER_CODES, a->tier, path);
    tier_writer_init(&w, path, &head, true);
    write_codes(&w, a->codes, a->code_bytes, a->kept);
    if (!joined && peers_count(a->run->peers) > 1) {
        writing rest = {&w, a->code_bytes};
        status = collect_codes(a, take_to_write, &rest, why);
    }
    if (status == DUEL_OK)
        return tier_writer_end(&w, why);
    tier_writer_drop(&w);
    return status;
}

/* The codes of all shares become a file. */
static duel_status finish_tier(backward_tier *a, duel_msg *why)
{
    bool loopy = a->run->v->traits & DUEL_LOOPY, first = peers_rank(a->run->peers) == 0;
    duel_status status = loopy ? join_codes(a, why) : DUEL_OK;
    if (status == DUEL_OK && loopy && first)
        status = loops_solve(a, why);
    if (status == DUEL_OK && first)
        return write_results(a, loopy, why);
    return status == DUEL_OK && !loopy ? collect_codes(a, NULL, NULL, why) : status;
}

/* ---- what lies below --------------------------------------------------------------------- */

static duel_status open_below(backward_tier *a, uint32_t tier, duel_msg *why)
{
    tier_file *keys = &a->below[2 * a->sources], *codes = keys + 1;
    *keys = *codes = (tier_file){.size = 0};
    duel_status status = run_open(a->run, TIER_KEYS, tier, keys, why);
    if (status != DUEL_OK)
        return status;
    if (a->tier < keys->head.lowest_source || a->tier > keys->head.highest_source) {
        tier_file_close(keys);
        return DUEL_OK;
    }
    status = run_open(a->run, TIER_CODES, tier, codes, why);
    if (status == DUEL_OK && codes->head.count != keys->head.count)
        status = run_damaged(tier, why);
    a->source[a->sources++] = (window_source){keys, codes};
    return status;
}

static duel_status open_sources(backward_tier *a, const tiers_list *solved, duel_msg *why)
{
    size_t most = solved->count + 1;
    a->below = malloc(2 * most * sizeof *a->below);
    a->source = malloc(most * sizeof *a->source);
    duel_status status = a->below && a->source ? DUEL_OK : duel_no_space(why);
    for (size_t i = 0; status == DUEL_OK && i < solved->count; i++)
        if (solved->tier[i] < a->tier)
            status = open_below(a, solved->tier[i], why);
    return status;
}

static void close_sources(backward_tier *a)
{
    for (size_t i = 0; i < 2 * a->sources; i++)
        tier_file_close(&a->below[i]);
    free(a->below);
    free(a->source);
}

static void take_share(backward_tier *a)
{
    const tiers_peers *peers = a->run->peers;
    peers_blocks(peers, a->keys.blocks, &a->from, &a->upto);
    uint64_t begin = a->from * TIER_BLOCK, end = a->upto * TIER_BLOCK;
    bool joined = a->run->v->traits & DUEL_LOOPY && peers_rank(peers) == 0;
    end = joined || end > a->keys.head.count ? a->keys.head.count : end;
    a->kept = end > begin ? (size_t)(end - begin) : 0;
}

static duel_status value_share(backward_tier *a, const tiers_list *solved, duel_msg *why)
{
    duel_status status = run_open(a->run, TIER_KEYS, a->tier, &a->keys, why);
    if (status == DUEL_OK)
        status = open_sources(a, solved, why);
    if (status != DUEL_OK)
        return status;
    take_share(a);
    if (bytes_of_codes(a) > a->run->job->memory / 2)
        return backward_tier_too_large(a, why);
    a->codes = calloc(1, bytes_of_codes(a) + 1);
    if (a->codes == NULL)
        return duel_no_space(why);
    return a->from < a->upto ? fold_windows(a, why) : DUEL_OK;
}

duel_status backward_solve(tiers_run *r, uint32_t tier, const tiers_list *solved, duel_msg *why)
{
    backward_tier a = {.run = r, .tier = tier, .code_bytes = window_code_bytes(r->format.bits)};
    duel_status status = value_share(&a, solved, why);
    status = peers_agree(r->peers, status, why);
    if (status == DUEL_OK)
        status = peers_agree(r->peers, finish_tier(&a, why), why);
    if (status == DUEL_OK) {
        r->fresh += a.keys.head.count;
        atomic_store(&r->done, r->before + r->fresh);
    }
    close_sources(&a);
    tier_file_close(&a.keys);
    free(a.codes);
    return status;
}
