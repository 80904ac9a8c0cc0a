/* tiers/exchange_keys.c -- the keys of a tier where several programs look for them: see
 * inside.h. */
#include "base/compact_numbers.h"
#include "tiers/inside.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* Slices of sorted keys stand in a block one behind the other: how many keys, the first, how
 * many bytes, then the gaps. A slice is cut so that it fits however wide its gaps are. */
enum { SLICE_HEAD = 24, SLICE = (PEERS_BLOCK - SLICE_HEAD) / CODING_GAP_MAX };
enum { SMALL = 1 << 14, GATHERED = 1 << 18 }; /* keys */

typedef struct exchange {
    const tiers_peers *peers;
    key_gathering *key_gathering;
    const key_range *range;  /* by rank */
    uint8_t *out, *in;       /* a block each */
    size_t used;             /* of `out` */
    uint64_t *key;           /* a slice */
    uint64_t *small, *aside; /* small slices that have come, and room to sort them */
    size_t gathered;
    int ended;    /* peers that have sent all */
    bool no_room; /* what comes is thrown away */
    bool damaged;
} exchange;

static bool exchange_init(exchange *x, const tiers_peers *peers, key_gathering *p,
                          const key_range *range)
{
    *x = (exchange){.peers = peers, .key_gathering = p, .range = range};
    x->out = malloc(PEERS_BLOCK);
    x->in = malloc(PEERS_BLOCK);
    x->key = malloc(SLICE * sizeof *x->key);
    x->small = malloc(GATHERED * sizeof *x->small);
    x->aside = malloc(GATHERED * sizeof *x->aside);
    return x->out && x->in && x->key && x->small && x->aside;
}

static void exchange_fini(exchange *x)
{
    free(x->out);
    free(x->in);
    free(x->key);
    free(x->small);
    free(x->aside);
}

/* ---- what comes -------------------------------------------------------------------------- */

/* The next slice of a block, at *at, into room for SLICE keys; 0: it is none. */
static uint32_t read_slice(const uint8_t *block, size_t size, size_t *at, uint64_t *key)
{
    if (size - *at < SLICE_HEAD)
        return 0;
    const uint8_t *head = block + *at;
    uint64_t count = coding_get64(head), first = coding_get64(head + 8);
    uint64_t bytes = coding_get64(head + 16);
    const uint8_t *gaps = head + SLICE_HEAD;
    if (count == 0 || count > SLICE || bytes > size - *at - SLICE_HEAD ||
        !coding_get_keys(gaps, gaps + bytes, first, key, (uint32_t)count))
        return 0;
    *at += SLICE_HEAD + (size_t)bytes;
    return (uint32_t)count;
}

static void keep_chunk(exchange *x, const uint64_t *key, size_t count)
{
    uint64_t *own = malloc((count + !count) * sizeof *own);
    if (own)
        memcpy(own, key, count * sizeof *own);
    if (own == NULL || !gathering_receive(x->key_gathering, own, count))
        x->no_room = true;
}

static void keep_small(exchange *x)
{
    size_t count = sorting_unique(x->small, x->aside, x->gathered);
    x->gathered = 0;
    if (count && !x->no_room)
        keep_chunk(x, x->small, count);
}

/* Many small chunks would be looked into for every range of keys: they are made into one. */
static void keep_slice(exchange *x, const uint64_t *key, uint32_t count)
{
    if (count >= SMALL) {
        keep_chunk(x, key, count);
        return;
    }
    if (x->gathered + count > GATHERED)
        keep_small(x);
    memcpy(x->small + x->gathered, key, count * sizeof *key);
    x->gathered += count;
}

static void keep_block(exchange *x, size_t size, uint64_t *room)
{
    for (size_t at = 0; at < size && !x->no_room && !x->damaged;) {
        uint32_t count = read_slice(x->in, size, &at, room);
        if (count)
            keep_slice(x, room, count);
        else
            x->damaged = true;
    }
}

/* False: nothing has come. */
static bool take_what_came(exchange *x)
{
    size_t size;
    if (!x->peers->take(x->peers->self, PEERS_ANYBODY, x->in, &size))
        return false;
    x->ended += size == 0;
    keep_block(x, size, x->key);
    return true;
}

/* ---- what goes --------------------------------------------------------------------------- */

/* While there is no room for what goes, what comes is taken: else all would wait for each
 * other. */
static void post_block(exchange *x, int to, size_t size)
{
    unsigned waited = 0;
    while (!x->peers->post(x->peers->self, to, x->out, size))
        if (!take_what_came(x))
            peers_rest(&waited);
    x->used = 0;
}

static size_t write_slice(uint8_t *out, const uint64_t *key, uint32_t count)
{
    uint8_t *gaps = out + SLICE_HEAD, *end = coding_put_keys(gaps, key, count);
    coding_put64(out, count);
    coding_put64(out + 8, key[0]);
    coding_put64(out + 16, (uint64_t)(end - gaps));
    return (size_t)(end - out);
}

static void send_keys(exchange *x, int to, const uint64_t *key, size_t count)
{
    while (count) {
        uint32_t part = count < SLICE ? (uint32_t)count : SLICE;
        if (x->used + SLICE_HEAD + (size_t)part * CODING_GAP_MAX > PEERS_BLOCK)
            post_block(x, to, x->used);
        x->used += write_slice(x->out + x->used, key, part);
        key += part;
        count -= part;
    }
}

/* Its blocks are small; as many as a slice takes are sent as one. `key` is room of its own:
 * what comes meanwhile is decoded elsewhere. */
static void send_run(exchange *x, int to, const tier_file *run, uint64_t *key)
{
    const key_range *r = &x->range[to];
    uint32_t filled = 0;
    for (uint64_t b = tier_file_seek(run, r->from);
         b < run->blocks && tier_file_first(run, b) <= r->to; b++) {
        const uint64_t *begin;
        if (filled + TIER_BLOCK > SLICE) {
            send_keys(x, to, key, filled);
            filled = 0;
        }
        uint32_t all = tier_file_keys(run, b, key + filled);
        if (all == 0) {
            x->damaged = true;
            return;
        }
        size_t count = keys_in_range(key + filled, all, r, &begin);
        memmove(key + filled, begin, count * sizeof *key);
        filled += (uint32_t)count;
    }
    send_keys(x, to, key, filled);
}

/* What the pile had when it began: what comes goes elsewhere until all has gone. */
static void send_range(exchange *x, int to, const pile *of, uint64_t *key)
{
    const key_range *r = &x->range[to];
    for (size_t i = 0; r->from <= r->to && i < of->chunks; i++) {
        const uint64_t *begin;
        size_t count = keys_in_range(of->chunk[i].key, of->chunk[i].count, r, &begin);
        send_keys(x, to, begin, count);
    }
    for (size_t i = 0; r->from <= r->to && i < of->runs; i++)
        send_run(x, to, &of->run[i], key);
    if (x->used)
        post_block(x, to, x->used);
    post_block(x, to, 0);
}

/* Each begins with its neighbour, so that not all send to the same one. */
static duel_status exchange_slices(exchange *x, uint64_t *key, duel_msg *why)
{
    const tiers_peers *peers = x->peers;
    unsigned waited = 0;
    for (int i = 1; i < peers->count; i++)
        send_range(x, (peers->rank + i) % peers->count, &x->key_gathering->list[0], key);
    while (x->ended < peers->count - 1)
        if (!take_what_came(x))
            peers_rest(&waited);
        else
            waited = 0;
    keep_small(x);
    if (x->damaged)
        return run_damaged(x->key_gathering->list[0].tier, why);
    if (!x->no_room && gathering_settle(x->key_gathering))
        return DUEL_OK;
    if (x->key_gathering->status == DUEL_OK)
        return duel_no_space(why);
    if (why)
        *why = x->key_gathering->why;
    return x->key_gathering->status;
}

/* ---- who owns what ----------------------------------------------------------------------- */

enum { QUANTILES = 256 };

/* What one knows of the uppermost pile. */
typedef struct outlook {
    uint32_t lowest_source, highest_source, since, failed;
    uint64_t keys;
    uint64_t quantile[QUANTILES];
} outlook;

typedef struct weighed {
    uint64_t key, weight;
} weighed;

static int by_key(const void *a, const void *b)
{
    const weighed *x = a, *y = b;
    if (x->key != y->key)
        return x->key < y->key ? -1 : 1;
    return (x->weight > y->weight) - (x->weight < y->weight);
}

/* A key that is no further than this many of all; never 0, so that a range may end before it.
 */
static void cut_by_weight(const weighed *list, size_t size, uint64_t total, key_range *range,
                          int count)
{
    uint64_t sum = 0;
    size_t at = 0;
    range[0].from = 0;
    for (int i = 1; i < count; i++) {
        uint64_t wanted = total / (uint64_t)count * (uint64_t)i;
        while (at + 1 < size && sum + list[at].weight <= wanted)
            sum += list[at++].weight;
        range[i].from = list[at].key ? list[at].key : 1;
        range[i - 1].to = range[i].from - 1;
    }
    range[count - 1].to = UINT64_MAX;
}

/* All do it alike. False: no memory. */
static bool cut_among_peers(const outlook *all, int count, key_range *range)
{
    size_t size = (size_t)count * QUANTILES;
    weighed *list = malloc(size * sizeof *list);
    uint64_t total = 0;
    if (list == NULL)
        return false;
    for (int i = 0; i < count; i++)
        for (int q = 0; q < QUANTILES; q++) {
            list[i * QUANTILES + q] = (weighed){all[i].quantile[q], all[i].keys};
            total += all[i].keys;
        }
    qsort(list, size, sizeof *list, by_key);
    cut_by_weight(list, size, total, range, count);
    free(list);
    return true;
}

/* The uppermost tier of all, whose pile all have then. *any: whether there is one. */
static duel_status meet_at_tier(const tiers_peers *peers, key_gathering *p, bool *any,
                                duel_msg *why)
{
    uint64_t own = p->count ? (uint64_t)p->list[0].tier + 1 : 0, all[PEERS_MOST], top = 0;
    peers->share(peers->self, &own, sizeof own, all);
    for (int i = 0; i < peers->count; i++)
        top = all[i] > top ? all[i] : top;
    *any = top != 0;
    if (*any && gathering_at(p, (uint32_t)(top - 1)) == NULL)
        return duel_no_space(why);
    return DUEL_OK;
}

static void read_outlook(const key_gathering *p, outlook *out)
{
    const pile *top = &p->list[0];
    *out = (outlook){.lowest_source = top->lowest_source,
                     .highest_source = top->highest_source,
                     .since = gathering_since(p, top->tier),
                     .keys = pile_size(top)};
    out->failed = !pile_quantiles(top, out->quantile, QUANTILES);
}

/* What all together know of the tier; and which range of it is whose. */
static duel_status look_together(const tiers_peers *peers, key_gathering *p, outlook *all,
                                 key_range *range, duel_msg *why)
{
    outlook own;
    pile *top = &p->list[0];
    p->since = 0;
    read_outlook(p, &own);
    peers->share(peers->self, &own, sizeof own, all);
    bool fine = true;
    for (int i = 0; i < peers->count; i++) {
        const outlook *o = &all[i];
        fine = fine && !o->failed;
        top->lowest_source =
            o->lowest_source < top->lowest_source ? o->lowest_source : top->lowest_source;
        top->highest_source =
            o->highest_source > top->highest_source ? o->highest_source : top->highest_source;
        p->since = o->since > p->since ? o->since : p->since;
    }
    fine = fine && cut_among_peers(all, peers->count, range);
    p->own = range[peers->rank];
    return fine ? DUEL_OK : duel_no_space(why);
}

static duel_status exchange_top(const tiers_peers *peers, key_gathering *p, outlook *all,
                                key_range *range, duel_msg *why)
{
    exchange x = {.used = 0};
    duel_status status = look_together(peers, p, all, range, why);
    uint64_t *key = malloc(SLICE * sizeof *key);
    bool room = key && exchange_init(&x, peers, p, range);
    status = status == DUEL_OK && !room ? duel_no_space(why) : status;
    status = peers_agree(peers, status, why);
    if (status == DUEL_OK)
        status = exchange_slices(&x, key, why);
    exchange_fini(&x);
    free(key);
    return status;
}

duel_status exchange_keys(tiers_run *r, key_gathering *p, duel_status status, duel_msg *why)
{
    const tiers_peers *peers = r->peers;
    bool any = false;
    if (peers_count(peers) == 1)
        return status;
    status = peers_agree(peers, status, why);
    if (status != DUEL_OK)
        return status;
    outlook *all = malloc((size_t)peers->count * sizeof *all);
    key_range *range = malloc((size_t)peers->count * sizeof *range);
    status = meet_at_tier(peers, p, &any, why);
    if (all == NULL || range == NULL)
        status = duel_no_space(why);
    status = peers_agree(peers, status, why);
    if (status == DUEL_OK && any) {
        status = exchange_top(peers, p, all, range, why);
        status = peers_agree(peers, status, why);
    }
    free(all);
    free(range);
    return status;
}

/* ---- to one file ------------------------------------------------------------------------- */

static duel_status take_from(const tiers_peers *peers, int from, uint8_t *block, uint64_t *key,
                             gathering_fn *take, void *to, duel_msg *why)
{
    size_t size;
    bool fine = true, sound = true;
    while (peers_receive(peers, from, block, &size))
        for (size_t at = 0; fine && sound && at < size;) {
            uint32_t count = read_slice(block, size, &at, key);
            sound = count != 0;
            fine = sound && take(to, key, count);
        }
    if (!sound)
        return duel_fail(why, N_("What another program sent is damaged."), "");
    return fine ? DUEL_OK : DUEL_FAILED; /* whoever takes knows why */
}

duel_status exchange_collect(tiers_run *r, duel_status status, gathering_fn *take, void *to,
                             duel_msg *why)
{
    const tiers_peers *peers = r->peers;
    if (peers_count(peers) == 1)
        return status;
    uint8_t *block = malloc(PEERS_BLOCK);
    uint64_t *key = malloc(SLICE * sizeof *key);
    if (status == DUEL_OK && (block == NULL || key == NULL))
        status = duel_no_space(why);
    status = peers_agree(peers, status, why);
    bool agreed = status == DUEL_OK;
    for (int from = 1; agreed && from < peers->count; from++) {
        duel_status one = take_from(peers, from, block, key, take, to, why);
        status = status == DUEL_OK ? one : status;
    }
    free(block);
    free(key);
    return agreed ? peers_agree(peers, status, why) : status;
}

/* Sorted while rank 0 sorts its own, and kept until it comes to it. */
static duel_status pour_portion(key_gathering *p, const char *path, tier_file *out,
                                duel_msg *why)
{
    tier_writer w;
    tier_head head = {.kind = TIER_KEYS, .tier = p->list[0].tier};
    tier_writer_init(&w, path, &head, false);
    duel_status poured = gather_each(p, piles_take_to_write, &w, why);
    duel_status status = w.status;
    if (poured == DUEL_OK || status != DUEL_OK)
        status = tier_writer_end(&w, why);
    else
        tier_writer_drop(&w);
    status = status == DUEL_OK ? poured : status;
    return status == DUEL_OK ? tier_file_open(path, TIER_KEYS, 0, out, why) : status;
}

/* False: it is damaged. */
static bool send_portion(const tiers_peers *peers, const tier_file *f, uint64_t *key,
                         uint8_t *block)
{
    uint64_t b = 0;
    while (b < f->blocks) {
        uint32_t filled = 0, count = 1;
        for (; count && b < f->blocks && filled + TIER_BLOCK <= SLICE; b += count != 0) {
            count = tier_file_keys(f, b, key + filled);
            filled += count;
        }
        if (count == 0)
            return false;
        peers_send(peers, 0, block, write_slice(block, key, filled));
    }
    return true;
}

duel_status exchange_hand_in(tiers_run *r, key_gathering *p, duel_msg *why)
{
    char path[PATH_MAX];
    tier_file f = {.size = 0};
    uint32_t tier = p->list[0].tier;
    uint8_t *block = malloc(PEERS_BLOCK);
    uint64_t *key = malloc(SLICE * sizeof *key);
    bool fits = snprintf(path, sizeof path, "%s/portion", r->scratch) < PATH_MAX;
    duel_status status =
        fits ? DUEL_OK : duel_invalid(why, N_("The file name is too long."), "");
    if (status == DUEL_OK && (block == NULL || key == NULL))
        status = duel_no_space(why);
    if (status == DUEL_OK)
        status = pour_portion(p, path, &f, why);
    status = peers_agree(r->peers, status, why);
    if (status == DUEL_OK) {
        bool sound = send_portion(r->peers, &f, key, block);
        peers_end(r->peers, 0);
        status = peers_agree(r->peers, sound ? DUEL_OK : run_damaged(tier, why), why);
    }
    tier_file_close(&f);
    unlink(path);
    free(block);
    free(key);
    return status;
}
