/* tiers/forward.c -- which positions there are: from the root down, tier by tier.
 *
 * Moves lead down, so the uppermost pile is complete once all tiers above it were opened: its
 * keys are written, then opened in their turn. After an interruption the lowest tier written
 * tells since which tier moves lead below it: those are opened again, and only what lies below
 * is taken.
 *
 * Where moves may stay inside a tier its positions are gathered in memory: what is new among
 * those it is led to is opened, until nothing is. A tier too large to be solved later is
 * refused as soon as that is seen. Of several programs one does it alone.
 *
 * Where the game lists all positions they are taken tier by tier from below, each by its
 * numbers (accel->span and nth), without a move being made. Of symmetric positions the one that
 * canon keeps is taken. */
#include "base/grow.h"
#include "core/play.h"
#include "tiers/inside.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* ---- positions opened ---------------------------------------------------------------- */

bool expander_init(expander *o, const duel_variant *v, tiers_key *key)
{
    enum { CHILDREN = 2048 };
    int room = v->max_moves > CHILDREN ? (int)v->max_moves : CHILDREN;
    *o = (expander){.v = v, .key = key};
    o->states = malloc((size_t)TIER_BLOCK * v->state_size);
    o->child_key = malloc((size_t)room * sizeof *o->child_key);
    o->child_tier = malloc((size_t)room * sizeof *o->child_tier);
    return children_init(&o->brood, v, room) && o->states && o->child_key && o->child_tier;
}

void expander_fini(expander *o)
{
    children_fini(&o->brood);
    free(o->states);
    free(o->child_key);
    free(o->child_tier);
}

bool expander_begin(expander *o, const uint64_t *key, uint32_t count)
{
    unsigned char *state = o->states;
    o->count = count;
    o->opened = 0;
    for (uint32_t i = 0; i < count; i++, state += o->v->state_size)
        if (!o->v->game->accel->unpack(o->v, key[i], state))
            return false;
    return true;
}

bool expander_next(expander *o)
{
    const duel_accel *accel = o->v->game->accel;
    if (o->opened == o->count)
        return false;
    o->first = o->opened;
    o->done = duel_expand(o->v, expander_state(o, o->first), (int)(o->count - o->opened),
                          &o->brood, &o->made);
    o->opened += (uint32_t)o->done;
    for (int i = 0; i < o->made; i++) {
        const void *child = expander_child(o, i);
        o->child_key[i] = o->key(o->v, child);
        o->child_tier[i] = accel->tier(o->v, child);
    }
    return true;
}

/* ---- on the way down ----------------------------------------------------------------- */

typedef struct descent {
    tiers_run *run;
    key_gathering *key_gathering;
    const tier_file *keys; /* of the tier being opened, */
    const uint64_t *list;  /* or, inside a loopy one, these keys */
    uint64_t count, upto;  /* keys; blocks of them that are to be opened here */
    uint32_t tier, below;  /* of which it is; children from this tier on are known */
    atomic_uint_fast64_t next;
    atomic_bool failed, stopped;
} descent;

static bool take_children(descent *d, const expander *o, baskets *b)
{
    for (int i = 0; i < o->made; i++)
        if (o->child_tier[i] < d->below &&
            !baskets_add(b, d->tier, o->child_tier[i], o->child_key[i]))
            return false;
    return true;
}

static uint32_t keys_of_block(const descent *d, uint64_t i, uint64_t key[TIER_BLOCK])
{
    if (d->keys)
        return tier_file_keys(d->keys, i, key);
    uint64_t left = d->count - i * TIER_BLOCK;
    uint32_t count = left < TIER_BLOCK ? (uint32_t)left : TIER_BLOCK;
    memcpy(key, d->list + i * TIER_BLOCK, count * sizeof *key);
    return count;
}

static bool open_block(descent *d, uint64_t i, expander *o, baskets *b)
{
    uint64_t key[TIER_BLOCK];
    uint32_t count = keys_of_block(d, i, key);
    bool fine = count && expander_begin(o, key, count);
    if (!fine)
        atomic_store(&d->run->damaged, true);
    while (fine && expander_next(o))
        fine = take_children(d, o, b);
    return fine;
}

static void open_blocks(void *job, int worker)
{
    descent *d = job;
    expander o;
    baskets b = {.to = d->key_gathering};
    bool fine = expander_init(&o, d->run->v, d->run->key);
    for (uint64_t i; fine && (i = atomic_fetch_add(&d->next, 1)) < d->upto;) {
        if (atomic_load(&d->failed) || tiers_must_stop(d->run)) {
            atomic_store(&d->stopped, true);
            break;
        }
        fine = open_block(d, i, &o, &b);
        run_count(d->run, worker, d->tier, o.count);
    }
    if (!fine)
        atomic_store(&d->failed, true);
    baskets_fini(&b);
    expander_fini(&o);
}

static duel_status open_keys(descent *d, duel_msg *why)
{
    key_gathering *p = d->key_gathering;
    threads_run(d->run->v->game, d->run->job->threads, open_blocks, d);
    if (p->status != DUEL_OK) {
        if (why)
            *why = p->why;
        return p->status;
    }
    if (d->run->damaged)
        return run_damaged(d->tier, why);
    if (d->failed)
        return duel_no_space(why);
    return d->stopped ? run_stopped(why) : DUEL_OK;
}

/* Opens a tier that is written; of its children those below `below` go to the piles. */
static duel_status open_tier(tiers_run *r, key_gathering *p, uint32_t tier, uint32_t below,
                             duel_msg *why)
{
    tier_file keys;
    uint64_t from, upto;
    duel_status status = run_open(r, TIER_KEYS, tier, &keys, why);
    if (status != DUEL_OK)
        return status;
    peers_blocks(r->peers, keys.blocks, &from, &upto);
    descent d = {.run = r,
                 .key_gathering = p,
                 .keys = &keys,
                 .count = keys.head.count,
                 .upto = upto,
                 .tier = tier,
                 .below = below,
                 .next = from};
    status = open_keys(&d, why);
    tier_file_close(&keys);
    return status;
}

/* ---- inside a loopy tier ----------------------------------------------------------------- */

/* Sorted. */
typedef struct key_list {
    uint64_t *key;
    size_t count, room;
    uint64_t most; /* that it may have */
    bool too_many; /* it should have got more */
} key_list;

static bool take_into_list(void *to, const uint64_t *key, size_t count)
{
    key_list *l = to;
    l->too_many = l->count + count > l->most;
    if (l->too_many)
        return false;
    if (!GROW(l->key, l->room, l->count + count))
        return false;
    if (count)
        memcpy(l->key + l->count, key, count * sizeof *key);
    l->count += count;
    return true;
}

static void drop_what_is_known(const key_list *known, key_list *new)
{
    size_t i = 0, kept = 0;
    for (size_t j = 0; j < new->count; j++) {
        while (i < known->count && known->key[i] < new->key[j])
            i++;
        if (i == known->count || known->key[i] != new->key[j])
            new->key[kept++] = new->key[j];
    }
    new->count = kept;
}

/* From behind, so that it needs no room but its own. False: no memory. */
static bool merge_into(key_list *known, const key_list *new)
{
    size_t i = known->count, j = new->count;
    uint64_t *all = realloc(known->key, (i + j + 1) * sizeof *all);
    if (all == NULL)
        return false;
    known->key = all;
    known->count = i + j;
    while (j) {
        bool old = i && all[i - 1] > new->key[j - 1];
        all[i + j - 1] = old ? all[i - 1] : new->key[j - 1];
        i -= old;
        j -= !old;
    }
    return true;
}

/* The uppermost pile: what is new of it, which becomes known. */
static duel_status take_what_is_new(tiers_run *r, key_gathering *p, key_list *known,
                                    key_list *new, duel_msg *why)
{
    uint32_t tier = gathering_top(p)->tier;
    duel_status status = gather_each(p, take_into_list, new, why);
    if (status != DUEL_OK && status != DUEL_FAILED)
        return status;
    drop_what_is_known(known, new);
    if (new->too_many || known->count + new->count > new->most)
        return run_too_many(r, tier, why);
    return status == DUEL_OK && merge_into(known, new) ? DUEL_OK : duel_no_space(why);
}

static duel_status close_tier(tiers_run *r, key_gathering *p, uint32_t tier, key_list *known,
                              duel_msg *why)
{
    duel_status status = DUEL_OK;
    while (status == DUEL_OK && gathering_top(p) && gathering_top(p)->tier == tier) {
        key_list new = {.most = run_most_positions(r)};
        status = take_what_is_new(r, p, known, &new, why);
        descent d = {.run = r,
                     .key_gathering = p,
                     .list = new.key,
                     .count = new.count,
                     .upto = (new.count + TIER_BLOCK - 1) / TIER_BLOCK,
                     .tier = tier,
                     .below = tier + 1};
        if (status == DUEL_OK)
            status = open_keys(&d, why);
        free(new.key);
    }
    return status;
}

/* ---- a tier after the other -------------------------------------------------------------- */

static tier_head head_of(const tiers_run *r, const pile *top)
{
    return (tier_head){.kind = TIER_KEYS,
                       .tier = top->tier,
                       .topic = r->folder->topic,
                       .lowest_source = top->lowest_source,
                       .highest_source = top->highest_source};
}

static void begin_tier(const tiers_run *r, const tier_head *head, tier_writer *w)
{
    char path[PATH_MAX];
    tiers_file_name(r->folder, TIER_KEYS, head->tier, path);
    tier_writer_init(w, path, head, true);
}

static duel_status end_tier(tiers_run *r, tier_writer *w, duel_status status, duel_msg *why)
{
    r->positions += w->head.count;
    if (status == DUEL_OK || w->status != DUEL_OK)
        return tier_writer_end(w, why);
    tier_writer_drop(w);
    return status;
}

/* The uppermost pile, of all who have a part of it, becomes a file. */
static duel_status write_tier(tiers_run *r, key_gathering *p, const tier_head *head,
                              duel_msg *why)
{
    tier_writer w;
    duel_status status;
    if (peers_rank(r->peers)) {
        status = exchange_hand_in(r, p, why);
    } else {
        begin_tier(r, head, &w);
        status = gather_each(p, piles_take_to_write, &w, why);
        status = exchange_collect(r, status, piles_take_to_write, &w, why);
        status = end_tier(r, &w, status, why);
    }
    return peers_agree(r->peers, status, why);
}

/* The uppermost pile becomes a tier, and is opened. */
static duel_status descend_once(tiers_run *r, key_gathering *p, duel_msg *why)
{
    tier_head head = head_of(r, gathering_top(p));
    head.since = gathering_since(p, head.tier);
    duel_status status = write_tier(r, p, &head, why);
    return status == DUEL_OK ? open_tier(r, p, head.tier, head.tier, why) : status;
}

/* The same where moves may stay inside: it is opened first. */
static duel_status descend_by_closing(tiers_run *r, key_gathering *p, duel_msg *why)
{
    tier_writer w;
    key_list known = {.count = 0};
    tier_head head = head_of(r, gathering_top(p));
    duel_status status = close_tier(r, p, head.tier, &known, why);
    if (status == DUEL_OK) {
        head.since = gathering_since(p, head.tier);
        begin_tier(r, &head, &w);
        tier_writer_add(&w, known.key, known.count);
        status = end_tier(r, &w, status, why);
    }
    free(known.key);
    return status;
}

/* What the tiers that are there have below them goes to the piles, or the root does. */
static duel_status take_up(tiers_run *r, key_gathering *p, const tiers_list *there,
                           duel_msg *why)
{
    tier_file lowest;
    if (there->count == 0 && peers_rank(r->peers))
        return DUEL_OK;
    if (there->count == 0) {
        baskets b = {.to = p};
        baskets_add(&b, r->highest, r->highest, r->folder->root);
        baskets_fini(&b);
        return p->status == DUEL_OK ? DUEL_OK : duel_no_space(why);
    }
    duel_status status = run_open(r, TIER_KEYS, there->tier[0], &lowest, why);
    if (status != DUEL_OK)
        return status;
    uint32_t since = lowest.head.since;
    tier_file_close(&lowest);
    for (size_t i = there->count; status == DUEL_OK && i-- > 0;)
        if (there->tier[i] <= since)
            status = open_tier(r, p, there->tier[i], there->tier[0], why);
    return status;
}

static duel_status descend(tiers_run *r, key_gathering *p, const tiers_list *there,
                           duel_msg *why)
{
    duel_status status = exchange_keys(r, p, take_up(r, p, there, why), why);
    while (status == DUEL_OK && gathering_top(p)) {
        status =
            r->v->traits & DUEL_LOOPY ? descend_by_closing(r, p, why) : descend_once(r, p, why);
        status = exchange_keys(r, p, status, why);
    }
    return status;
}

/* What comes from others has a quarter of what one's own has; the keys of a loopy tier take up
 * to two thirds of all. */
static bool get_piles(tiers_run *r, key_gathering *p)
{
    size_t memory = r->job->memory / (r->v->traits & DUEL_LOOPY ? 3 : 2);
    size_t others = peers_count(r->peers) > 1 ? memory / 4 : 0;
    if (!gathering_init(p, r->v->game, r->job->threads, r->scratch, memory - others))
        return false;
    p->inbox_room = others;
    return true;
}

duel_status forward_solve(tiers_run *r, duel_msg *why)
{
    tiers_list there = {.count = 0};
    key_gathering p;
    bool loopy = r->v->traits & DUEL_LOOPY;
    r->peers = loopy ? NULL : r->job->peers;
    if (loopy && peers_rank(r->job->peers))
        return DUEL_OK;
    duel_status status = tiers_folder_list(r->folder, TIER_KEYS, &there, why);
    bool room = get_piles(r, &p);
    if (status == DUEL_OK && !room)
        status = duel_no_space(why);
    status = peers_agree(r->peers, status, why);
    if (status == DUEL_OK)
        status = descend(r, &p, &there, why);
    if (room)
        gathering_fini(&p);
    free(there.tier);
    return status;
}

/* ---- all positions, as the game lists them ------------------------------------------- */

enum { STRETCH = 1 << 16 }; /* numbers that a thread takes at a time */

/* The keys of a tier, stretch by stretch as they are found. */
typedef struct listing {
    tiers_run *run;
    uint32_t tier;
    uint64_t count;  /* numbers of the tier */
    uint64_t **part; /* by stretch: what is kept of it */
    uint32_t *kept;  /* how many that is */
    atomic_uint_fast64_t next, found;
    atomic_bool failed, stopped, too_many;
} listing;

static uint64_t stretches(const listing *l)
{
    return (l->count + STRETCH - 1) / STRETCH;
}

/* Of the numbers of a stretch, the keys that stand for themselves. */
static void list_stretch(const listing *l, uint64_t stretch, uint64_t *key, uint32_t *kept)
{
    const duel_variant *v = l->run->v;
    const duel_accel *a = v->game->accel;
    uint64_t end = (stretch + 1) * STRETCH < l->count ? (stretch + 1) * STRETCH : l->count;
    duel_state state;
    *kept = 0;
    for (uint64_t k = stretch * STRETCH; k < end; k++) {
        uint64_t here = a->nth(v, l->tier, k);
        if (a->unpack(v, here, &state) && l->run->key(v, &state) == here)
            key[(*kept)++] = here;
    }
}

static void list_stretches(void *job, int worker)
{
    listing *l = job;
    uint64_t *key = malloc(STRETCH * sizeof *key);
    bool fine = key != NULL;
    for (uint64_t i; fine && (i = atomic_fetch_add(&l->next, 1)) < stretches(l);) {
        if (atomic_load(&l->failed) || tiers_must_stop(l->run)) {
            atomic_store(&l->stopped, true);
            break;
        }
        list_stretch(l, i, key, &l->kept[i]);
        if (atomic_fetch_add(&l->found, l->kept[i]) + l->kept[i] > run_most_positions(l->run)) {
            atomic_store(&l->too_many, true);
            fine = false;
            break;
        }
        l->part[i] = malloc((l->kept[i] + !l->kept[i]) * sizeof *key);
        fine = l->part[i] != NULL;
        if (fine)
            memcpy(l->part[i], key, l->kept[i] * sizeof *key);
        run_count(l->run, worker, l->tier, l->kept[i]);
    }
    if (!fine)
        atomic_store(&l->failed, true);
    free(key);
}

static duel_status list_keys(listing *l, duel_msg *why)
{
    threads_run(l->run->v->game, l->run->job->threads, list_stretches, l);
    if (l->too_many)
        return run_too_many(l->run, l->tier, why);
    if (l->failed)
        return duel_no_space(why);
    return l->stopped ? run_stopped(why) : DUEL_OK;
}

static bool ascends(const listing *l)
{
    uint64_t last = 0;
    bool first = true;
    for (uint64_t i = 0; i < stretches(l); i++)
        for (uint32_t k = 0; k < l->kept[i]; k++) {
            if (!first && l->part[i][k] <= last)
                return false;
            last = l->part[i][k];
            first = false;
        }
    return true;
}

/* All in one, in order. */
static bool add_sorted(const listing *l, tier_writer *w)
{
    size_t count = 0;
    for (uint64_t i = 0; i < stretches(l); i++)
        count += l->kept[i];
    uint64_t *key = malloc((count + 1) * sizeof *key),
             *room = malloc((count + 1) * sizeof *room);
    bool fine = key && room;
    for (uint64_t i = 0, at = 0; fine && i < stretches(l); at += l->kept[i++])
        memcpy(key + at, l->part[i], l->kept[i] * sizeof *key);
    if (fine)
        fine = tier_writer_add(w, key, sorting_unique(key, room, count));
    free(key);
    free(room);
    return fine;
}

static duel_status write_listed(const listing *l, duel_msg *why)
{
    tier_writer w;
    tiers_run *r = l->run;
    tier_head head = {.kind = TIER_KEYS,
                      .tier = l->tier,
                      .topic = r->folder->topic,
                      .highest_source = UINT32_MAX, /* any may lead here */
                      .since = l->tier};
    begin_tier(r, &head, &w);
    bool fine = true;
    if (!ascends(l))
        fine = add_sorted(l, &w);
    else
        for (uint64_t i = 0; fine && i < stretches(l); i++)
            fine = tier_writer_add(&w, l->part[i], l->kept[i]);
    return end_tier(r, &w, fine || w.status != DUEL_OK ? DUEL_OK : duel_no_space(why), why);
}

static duel_status list_tier(tiers_run *r, uint32_t tier, uint64_t count, duel_msg *why)
{
    listing l = {.run = r, .tier = tier, .count = count};
    size_t most = (size_t)stretches(&l) + 1;
    l.part = calloc(most, sizeof *l.part);
    l.kept = calloc(most, sizeof *l.kept);
    duel_status status = l.part && l.kept ? list_keys(&l, why) : duel_no_space(why);
    if (status == DUEL_OK)
        status = write_listed(&l, why);
    for (size_t i = 0; l.part && i < most; i++)
        free(l.part[i]);
    free(l.part);
    free(l.kept);
    return status;
}

duel_status listing_solve(tiers_run *r, duel_msg *why)
{
    const duel_variant *v = r->v;
    duel_status status = DUEL_OK;
    char path[PATH_MAX];
    uint32_t tier;
    uint64_t count;
    for (uint32_t i = 0; status == DUEL_OK && v->game->accel->span(v, i, &tier, &count); i++) {
        tiers_file_name(r->folder, TIER_KEYS, tier, path);
        if (tier <= r->folder->upto && access(path, F_OK) != 0)
            status = list_tier(r, tier, count, why);
    }
    return status;
}
