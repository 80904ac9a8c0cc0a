/* care/check_rows.c -- the other rows of a base examined: records of exercises and of days,
 * people, and what refers to what. See care.h. */
#include "base/grow.h"
#include "care/inside.h"
#include "core/record.h"
#include "players/catalogue.h"

#include <stdio.h>
#include <stdlib.h>

/* ---- records of exercises and of days ---------------------------------------------------- */

typedef struct record_exam {
    exam *x;
    int table;
    exam_keys broken; /* key, game, key, game… */
} record_exam;

static bool examine_record(void *to, const store_kept_record *kept)
{
    record_exam *r = to;
    duel_record record;
    const duel_game *game = catalogue_find_game(kept->game);
    int64_t *looked_at =
        r->table == TABLE_EXERCISE ? &r->x->health->exercises : &r->x->health->dailies;
    ++*looked_at;
    if (game == NULL || game->version != kept->rules) {
        r->x->health->unknown++;
        return true;
    }
    duel_status status = duel_record_read(kept->record, catalogue_find_game, &record, NULL);
    if (status == DUEL_OK)
        duel_record_fini(&record);
    return (status != DUEL_REFUSED && status != DUEL_INVALID) ||
           (exam_keep_key(&r->broken, kept->key) && exam_keep_key(&r->broken, kept->game));
}

static duel_status mend_record(exam *x, int table, duel_str key, duel_str game, duel_msg *why)
{
    store_which attempts = {.table = TABLE_ATTEMPT, .column = "exercise", .key = key};
    store_which row = {.table = table,
                       .column = table == TABLE_EXERCISE ? "id" : "day",
                       .key = key,
                       .and_is = "game",
                       .is = game};
    duel_status status = maintain_begin(x->store, true, why);
    if (status != DUEL_OK)
        return status;
    if (table == TABLE_EXERCISE)
        status = exam_move_aside(x, attempts, why);
    if (status == DUEL_OK)
        status = exam_move_aside(x, row, why);
    return exam_end(x, status, why);
}

duel_status exam_records(exam *x, int table, duel_msg *why)
{
    record_exam r = {.x = x, .table = table};
    duel_msg told;
    duel_buf_init(&r.broken.text);
    duel_status status =
        exam_read_on(x, maintain_records(x->store, table, examine_record, &r, why),
                     store_tables[table].name, why);
    duel_str key = {NULL, 0}, game;
    while (status == DUEL_OK && exam_next_key(&r.broken, &key)) {
        char name[64];
        snprintf(name, sizeof name, "%s %s", store_tables[table].name, key.at);
        duel_say(&told, N_("Its record cannot be read."), "");
        exam_tell(x, CARE_FAULT_RECORD, name, &told);
        game = key;
        exam_next_key(&r.broken, &game);
        if (x->aside)
            status = mend_record(x, table, key, game, why);
        key = game;
    }
    duel_buf_fini(&r.broken.text);
    return status;
}

/* ---- people ------------------------------------------------------------------------------ */

typedef struct people_exam {
    exam *x;
    exam_keys broken;
} people_exam;

static bool examine_profile(void *to, duel_str id, duel_str name)
{
    people_exam *p = to;
    p->x->health->profiles++;
    return (name.len && duel_str_is_readable(name)) || exam_keep_key(&p->broken, id);
}

/* The profile stays, under a name it can change: what it played is its own. */
static duel_status mend_profile(exam *x, duel_str id, duel_msg *why)
{
    store_which row = {.table = TABLE_PROFILE, .column = "id", .key = id};
    duel_status status = maintain_begin(x->store, true, why);
    if (status != DUEL_OK)
        return status;
    status = maintain_show(x->store, &row, care_aside_row, x->aside, why);
    if (status == DUEL_OK)
        status = maintain_rename(x->store, id, why);
    return exam_end(x, status, why);
}

duel_status exam_people(exam *x, duel_msg *why)
{
    people_exam p = {.x = x};
    duel_msg told;
    duel_str id = {NULL, 0};
    duel_buf_init(&p.broken.text);
    duel_status status =
        exam_read_on(x, maintain_profiles(x->store, examine_profile, &p, why), "profile", why);
    while (status == DUEL_OK && exam_next_key(&p.broken, &id)) {
        duel_say(&told, N_("Its name cannot be read."), "");
        exam_tell(x, CARE_FAULT_PROFILE, id.at, &told);
        if (x->aside)
            status = mend_profile(x, id, why);
    }
    duel_buf_fini(&p.broken.text);
    return status;
}

/* ---- references -------------------------------------------------------------------------- */

typedef struct orphan {
    int table;
    const char *column, *parent;
    int64_t count;
} orphan;

typedef struct orphan_list {
    orphan *list;
    size_t count;
    bool failed;
    exam_keys keys; /* one for each */
} orphan_list;

static bool keep_orphan(void *to, const store_orphans *o)
{
    orphan_list *l = to;
    bool room = GROW_ONE(l->list, l->count);
    l->failed = !room || !exam_keep_key(&l->keys, o->key);
    if (!room)
        return false;
    l->list[l->count++] = (orphan){o->table, o->column, o->parent, o->count};
    return !l->failed;
}

static duel_status judge_orphan(exam *x, const orphan *o, duel_str key, duel_msg *why)
{
    char name[64];
    duel_msg told;
    snprintf(name, sizeof name, "%s %s", store_tables[o->table].name, key.at);
    duel_say(&told, N_("{0} {0:row belongs|rows belong} to what is not there: {1}."), "ic",
             o->count, o->parent);
    exam_tell(x, CARE_FAULT_REFERENCE, name, &told);
    if (x->aside == NULL)
        return DUEL_OK;
    store_which rows = {.table = o->table, .column = o->column, .key = key};
    duel_status status = maintain_begin(x->store, true, why);
    return status == DUEL_OK ? exam_end(x, exam_move_aside(x, rows, why), why) : status;
}

static duel_status examine_orphans(exam *x, size_t *found, duel_msg *why)
{
    orphan_list l = {.list = NULL};
    duel_str key = {NULL, 0};
    duel_buf_init(&l.keys.text);
    duel_status status =
        exam_read_on(x, maintain_orphans(x->store, keep_orphan, &l, why), "reference", why);
    if (status == DUEL_OK && l.failed)
        status = duel_no_space(why);
    for (size_t i = 0; status == DUEL_OK && i < l.count && exam_next_key(&l.keys, &key); i++)
        status = judge_orphan(x, &l.list[i], key, why);
    *found = l.count;
    free(l.list);
    duel_buf_fini(&l.keys.text);
    return status;
}

/* What goes may leave others behind, three generations at most. */
duel_status exam_references(exam *x, duel_msg *why)
{
    size_t found = 1;
    duel_status status = examine_orphans(x, &found, why);
    for (int more = 0; x->aside && status == DUEL_OK && found && more < 3; more++)
        status = examine_orphans(x, &found, why);
    return status;
}
