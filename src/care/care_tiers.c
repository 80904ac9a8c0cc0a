/* care/care_tiers.c -- folders of tiers examined: each block is decoded. See care.h.
 *
 * A damaged file is renamed. Of keys, those of the lower tiers go with it: where a solve goes
 * on is read from the lowest one, and they come back byte by byte. */
#include "care/care_inside.h"
#include "store/learned_tiers.h"
#include "tiers/folder.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

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
        exam_tell(x, DUEL_FAULT_LEARNED, name, &why);
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

duel_status exam_tiers(exam *x, duel_msg *why)
{
    tiers_exam e = {x, DUEL_OK, why};
    tier_shelf_walk(x->store, examine_folder, &e);
    return e.status;
}
