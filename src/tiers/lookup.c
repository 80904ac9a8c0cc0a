/* tiers/lookup.c -- see lookup.h. */
#include "tiers/lookup.h"
#include "base/grow.h"
#include "tiers/inside.h"

#include <pthread.h>
#include <stdlib.h>

typedef struct mapped_tier {
    uint32_t tier;
    bool damaged;
    tier_file keys, codes;
} mapped_tier;

struct tiers_lookup {
    const duel_variant *v;
    tiers_folder folder;
    pthread_mutex_t lock;
    mapped_tier **tier; /* by ascending tier; what it points to stays */
    size_t count;
};

duel_status tiers_lookup_open(const char *path, const duel_variant *v, tiers_lookup **out,
                              duel_msg *why)
{
    tiers_lookup *l = calloc(1, sizeof *l);
    if (l == NULL)
        return duel_no_space(why);
    l->v = v;
    duel_status status = tiers_fit(v, why);
    if (status == DUEL_OK)
        status = tiers_folder_open(path, v, &l->folder, why);
    if (status == DUEL_OK && pthread_mutex_init(&l->lock, NULL) != 0)
        status = duel_no_space(why);
    if (status == DUEL_OK)
        *out = l;
    else
        free(l);
    return status;
}

void tiers_lookup_close(tiers_lookup *l)
{
    if (l == NULL)
        return;
    for (size_t i = 0; i < l->count; i++) {
        tier_file_close(&l->tier[i]->keys);
        tier_file_close(&l->tier[i]->codes);
        free(l->tier[i]);
    }
    free(l->tier);
    pthread_mutex_destroy(&l->lock);
    free(l);
}

/* ---- files ------------------------------------------------------------------------------- */

/* DUEL_REFUSED: the tier is not solved yet. */
static duel_status map_tier(const tiers_folder *f, mapped_tier *m)
{
    char path[PATH_MAX];
    tiers_file_name(f, TIER_CODES, m->tier, path);
    duel_status status = tier_file_open(path, TIER_CODES, f->topic, &m->codes, NULL);
    if (status != DUEL_OK)
        return status;
    tiers_file_name(f, TIER_KEYS, m->tier, path);
    status = tier_file_open(path, TIER_KEYS, f->topic, &m->keys, NULL);
    bool pair = status == DUEL_OK && m->keys.head.count == m->codes.head.count;
    return pair ? DUEL_OK : DUEL_FAILED;
}

/* Room for one more at its place; NULL: no memory. */
static mapped_tier *add_tier(tiers_lookup *l, size_t at, const mapped_tier *m)
{
    mapped_tier *kept = malloc(sizeof *kept);
    if (kept == NULL || !GROW_ONE(l->tier, l->count)) {
        free(kept);
        return NULL;
    }
    for (size_t i = l->count++; i > at; i--)
        l->tier[i] = l->tier[i - 1];
    *kept = *m;
    l->tier[at] = kept;
    return kept;
}

/* NULL: it is not solved, or cannot be read. With the lock held. */
static const mapped_tier *mapped(tiers_lookup *l, uint32_t tier)
{
    size_t at = 0;
    while (at < l->count && l->tier[at]->tier < tier)
        at++;
    mapped_tier *m = at < l->count && l->tier[at]->tier == tier ? l->tier[at] : NULL;
    if (m == NULL) {
        mapped_tier fresh = {.tier = tier};
        duel_status status = map_tier(&l->folder, &fresh);
        if (status == DUEL_REFUSED)
            return NULL;
        fresh.damaged = status != DUEL_OK;
        m = add_tier(l, at, &fresh);
        if (m == NULL) {
            tier_file_close(&fresh.keys);
            tier_file_close(&fresh.codes);
            return NULL;
        }
    }
    return m->damaged ? NULL : m;
}

static const mapped_tier *tier_at(tiers_lookup *l, uint32_t tier)
{
    pthread_mutex_lock(&l->lock);
    const mapped_tier *m = mapped(l, tier);
    pthread_mutex_unlock(&l->lock);
    return m;
}

/* ---- finding ----------------------------------------------------------------------------- */

uint64_t tiers_lookup_find(tiers_lookup *l, uint64_t key)
{
    duel_state state;
    uint64_t number[TIER_BLOCK];
    const duel_accel *a = l->v->game->accel;
    if (!a->unpack(l->v, key, &state))
        return 0;
    const mapped_tier *m = tier_at(l, a->tier(l->v, &state));
    if (m == NULL || m->keys.blocks == 0)
        return 0;
    uint64_t block = tier_file_seek(&m->keys, key);
    uint32_t count = tier_file_keys(&m->keys, block, number);
    size_t at = sorting_seek(number, count, key);
    if (at == count || number[at] != key)
        return 0;
    return tier_file_code(&m->codes, block, (uint32_t)at);
}

static bool pour_tier(const mapped_tier *m, bool (*take)(void *to, uint64_t key, uint64_t code),
                      void *to, uint64_t *damaged)
{
    uint64_t key[TIER_BLOCK], code[TIER_BLOCK];
    bool going = true;
    for (uint64_t b = 0; going && b < m->keys.blocks; b++) {
        uint32_t count = tier_file_keys(&m->keys, b, key);
        if (count == 0 || tier_file_codes(&m->codes, b, code) != count) {
            ++*damaged;
            continue;
        }
        for (uint32_t i = 0; going && i < count; i++)
            going = take(to, key[i], code[i]);
    }
    return going;
}

bool tiers_lookup_each(tiers_lookup *l, bool (*take)(void *to, uint64_t key, uint64_t code),
                       void *to, uint64_t *damaged)
{
    tiers_list solved;
    bool going = true;
    if (tiers_folder_list(&l->folder, TIER_CODES, &solved, NULL) != DUEL_OK) {
        ++*damaged;
        return true;
    }
    for (size_t i = 0; going && i < solved.count; i++) {
        const mapped_tier *m = tier_at(l, solved.tier[i]);
        if (m)
            going = pour_tier(m, take, to, damaged);
        else
            ++*damaged;
    }
    free(solved.tier);
    return going;
}
