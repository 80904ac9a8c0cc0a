/* store/store.c -- saved games: headers and logs of events. See store.h. */
#include "store/inside.h"

#include <string.h>

/* ---- saved games: writing ---------------------------------------------------------------- */

static duel_status no_such_game(const char *id, duel_msg *why)
{
    return duel_invalid(why, N_("There is no saved game “{0}”."), "c", id);
}

/* Crockford's digits: none looks like another. */
void store_draw_id(duel_rng *rng, char id[STORE_ID_TEXT])
{
    static const char digits[] = "0123456789abcdefghjkmnpqrstvwxyz";
    uint64_t bits = duel_rng_next(rng);
    for (int i = 0; i < STORE_ID_TEXT - 1; i++, bits >>= 5)
        id[i] = digits[bits & 31];
    id[STORE_ID_TEXT - 1] = '\0';
}

static duel_status add_header(database *b, const char *id, const saved_game *h, int64_t now,
                              duel_msg *why)
{
    return database_run(b, GAME_ADD, why, "csisssssi", id, h->game, (int64_t)h->rules,
                        h->variant, h->seed, h->start, h->seats, h->terms, now);
}

static duel_status name_taken(duel_msg *why)
{
    return duel_fail(why, N_("No free name was found for the game; try again."), "");
}

/* The number the next event of a game gets. */
static duel_status next_event(database *b, const char *id, int64_t *out, duel_msg *why)
{
    base_rows r = base_query(b, GAME_NEXT, "c", id);
    if (base_next(&r))
        *out = sqlite3_column_int64(r.st, 0);
    duel_status status = base_done(&r, why);
    return status == DUEL_OK && r.result == SQLITE_DONE ? no_such_game(id, why) : status;
}

/* Whether the events of a batch may be added, before any of them is. */
static duel_status may_add_batch(database *b, const store_changes *batch, duel_msg *why)
{
    int64_t next = 0;
    duel_status status = DUEL_OK;
    if (batch->header)
        status = add_header(b, batch->id, batch->header, batch->time, why);
    if (status == DUEL_OK && batch->header && sqlite3_changes(b->db) == 0)
        return name_taken(why);
    if (status == DUEL_OK)
        status = next_event(b, batch->id, &next, why);
    if (status == DUEL_OK && next != batch->next)
        return duel_refuse(why, N_("The game {0} has gone on: it has {1} events, not {2}."),
                           "cii", batch->id, next, batch->next);
    return status;
}

static duel_status add_tally(database *b, const store_changes *batch, const store_result *w,
                             duel_msg *why)
{
    return database_run(b, TALLY_ADD, why, "ccsiiiii", w->profile, batch->id, w->kind,
                        (int64_t)w->outcome, (int64_t)w->scored, (int64_t)w->score,
                        (int64_t)w->assisted, batch->time);
}

static duel_status add_deal(database *b, const store_changes *batch, duel_msg *why)
{
    return database_run(b, DEAL_ADD, why, "csic", batch->dealt->profile, batch->header->game,
                        (int64_t)batch->header->rules, batch->dealt->opening);
}

static duel_status add_batch(database *b, const store_changes *batch, duel_msg *why)
{
    duel_status status = DUEL_OK;
    for (size_t i = 0; status == DUEL_OK && i < batch->count; i++) {
        const store_event *e = &batch->event[i];
        status = database_run(b, EVENT_ADD, why, "ciiiss", batch->id, batch->next + (int64_t)i,
                              e->time, (int64_t)e->seat, e->kind, e->data);
    }
    if (status == DUEL_OK)
        status = database_run(b, GAME_TOUCH, why, "cii", batch->id, batch->time, batch->moves);
    if (status == DUEL_OK && batch->result.at)
        status =
            database_run(b, GAME_FINISH, why, "cis", batch->id, batch->time, batch->result);
    for (size_t i = 0; status == DUEL_OK && i < batch->tallies; i++)
        status = add_tally(b, batch, &batch->tally[i], why);
    if (status == DUEL_OK && batch->header && batch->dealt)
        status = add_deal(b, batch, why);
    return status;
}

/* Refusals stay with their batch; a failure ends everything. */
static duel_status add_batches(database *b, store_changes *batch, size_t count, duel_msg *why)
{
    for (size_t i = 0; i < count; i++) {
        duel_status status = may_add_batch(b, &batch[i], &batch[i].why);
        if (status == DUEL_OK)
            status = add_batch(b, &batch[i], &batch[i].why);
        batch[i].status = status;
        if (status != DUEL_OK && status != DUEL_REFUSED && status != DUEL_INVALID) {
            if (why)
                *why = batch[i].why;
            return status;
        }
    }
    return DUEL_OK;
}

duel_status store_append_all(data_store *s, store_changes *batch, size_t count, duel_msg *why)
{
    duel_msg unread = {.id = NULL};
    if (why == NULL)
        why = &unread;
    for (size_t i = 0; i < count; i++)
        duel_say(&batch[i].why, NULL, "");
    database *b = database_take(s);
    duel_status status = database_begin(b, why);
    if (status == DUEL_OK)
        status = database_end(b, add_batches(b, batch, count, why), why);
    for (size_t i = 0; status != DUEL_OK && i < count; i++)
        batch[i].status = status, batch[i].why = *why;
    return database_give_back(s, status);
}

duel_status store_append(data_store *s, store_changes *batch, duel_msg *why)
{
    store_append_all(s, batch, 1, NULL);
    if (why && batch->status != DUEL_OK)
        *why = batch->why;
    return batch->status;
}

/* ---- saved games: sweeping --------------------------------------------------------------- */

/* Moments before which a game may go, as the statements have them. */
typedef struct sweep_limits {
    int64_t alone, invited, played, own;
} sweep_limits;

static sweep_limits limits_of(const store_sweep *by)
{
    return (sweep_limits){by->now - STORE_SWEEP_ALONE * STORE_SWEEP_DAY,
                          by->now - STORE_SWEEP_INVITED * STORE_SWEEP_DAY,
                          by->days > 0 ? by->now - by->days * STORE_SWEEP_DAY : INT64_MIN,
                          by->own};
}

/* Adds the game a statement stands at, if it is wanted; false: it begins the next piece. */
static bool add_sweepable(sqlite3_stmt *st, store_sweep_wanted *wanted, const void *self,
                          store_sweep_sums *p)
{
    duel_str id = database_text(st, 0);
    if (id.len >= STORE_ID_TEXT)
        return true; /* none that could be asked for */
    if (wanted == NULL || wanted(self, database_text(st, 1))) {
        if (p->count == STORE_SWEEP_PIECE) {
            p->last = false;
            return false;
        }
        p->game[p->count].spared = false;
        memcpy(p->game[p->count].id, id.at, id.len);
        p->game[p->count++].id[id.len] = '\0';
    }
    p->place = sqlite3_column_int64(st, 2);
    return true;
}

duel_status store_sweep_find(data_store *s, const store_sweep *by, store_sweep_wanted *wanted,
                             const void *self, store_sweep_sums *piece, duel_msg *why)
{
    sweep_limits l = limits_of(by);
    base_rows r = base_query(database_take(s), GAME_SWEEPABLE, "iiiii", l.alone, l.invited,
                             l.played, l.own, piece->place);
    piece->count = 0;
    piece->last = true;
    while (base_next(&r) && add_sweepable(r.st, wanted, self, piece))
        ;
    return database_give_back(s, base_done(&r, why));
}

/* Deletes it if it may still go. */
static duel_status sweep_game(data_store *s, const store_sweep *by, const char *id, bool *went,
                              duel_msg *why)
{
    sweep_limits l = limits_of(by);
    database *b = database_take(s);
    duel_status status = database_begin(b, why);
    if (status != DUEL_OK)
        return database_give_back(s, status);
    status = database_run(b, GAME_SWEEP, why, "iiiic", l.alone, l.invited, l.played, l.own, id);
    bool gone = status == DUEL_OK && sqlite3_changes(b->db) > 0;
    status = database_end(b, status, why);
    *went = gone && status == DUEL_OK;
    return database_give_back(s, status);
}

duel_status store_sweep_away(data_store *s, const store_sweep *by,
                             const store_sweep_sums *piece, int64_t *gone, duel_msg *why)
{
    duel_status status = DUEL_OK;
    for (int i = 0; status == DUEL_OK && i < piece->count; i++) {
        bool went = false;
        if (!piece->game[i].spared)
            status = sweep_game(s, by, piece->game[i].id, &went, why);
        *gone += went;
    }
    return status;
}

duel_status store_sweep_all(data_store *s, const store_sweep *by,
                            bool (*step)(void *self, int64_t gone), void *self, int64_t *gone,
                            duel_msg *why)
{
    store_sweep_sums piece = {.place = 0};
    duel_status status = DUEL_OK;
    *gone = 0;
    do {
        status = store_sweep_find(s, by, NULL, NULL, &piece, why);
        if (status == DUEL_OK)
            status = store_sweep_away(s, by, &piece, gone, why);
        if (status == DUEL_OK && step && !step(self, *gone))
            status = DUEL_STOPPED;
    } while (status == DUEL_OK && !piece.last);
    return status;
}

/* ---- saved games: reading ---------------------------------------------------------------- */

static void read_game(sqlite3_stmt *st, saved_game *out)
{
    *out = (saved_game){
        .game = database_text(st, 1),
        .rules = (unsigned)sqlite3_column_int64(st, 2),
        .variant = database_text(st, 3),
        .seed = database_text(st, 4),
        .start = database_text(st, 5),
        .seats = database_text(st, 6),
        .created = sqlite3_column_int64(st, 7),
        .updated = sqlite3_column_int64(st, 8),
        .moves = sqlite3_column_int64(st, 9),
        .finished = sqlite3_column_type(st, 10) != SQLITE_NULL,
        .result = database_text(st, 10),
        .terms = database_text(st, 11),
        .events = sqlite3_column_int64(st, 12),
    };
    duel_str id = database_text(st, 0);
    memcpy(out->id, id.at, id.len < sizeof out->id ? id.len : sizeof out->id - 1);
}

static duel_status each_game(base_rows r, saved_game_fn *take, void *to, int64_t *count,
                             duel_msg *why)
{
    *count = 0;
    while (base_next(&r)) {
        saved_game game;
        read_game(r.st, &game);
        ++*count;
        if (!take(to, &game))
            break;
    }
    return base_done(&r, why);
}

duel_status store_load(data_store *s, const char *id, saved_game_fn *take, void *to,
                       duel_msg *why)
{
    int64_t count = 0;
    database *b = database_take(s);
    duel_status status = each_game(base_query(b, GAME_LOAD, "c", id), take, to, &count, why);
    database_give_back(s, status);
    return status == DUEL_OK && count == 0 ? no_such_game(id, why) : status;
}

duel_status store_list(data_store *s, saved_game_fn *take, void *to, duel_msg *why)
{
    int64_t count;
    base_rows r = base_query(database_take(s), GAME_LIST, "");
    return database_give_back(s, each_game(r, take, to, &count, why));
}

duel_status store_list_resumable(data_store *s, saved_game_fn *take, void *to, duel_msg *why)
{
    int64_t count;
    base_rows r = base_query(database_take(s), GAME_LOOSE, "");
    return database_give_back(s, each_game(r, take, to, &count, why));
}

static duel_status each_event(database *b, const char *id, int64_t from, store_event_fn *take,
                              void *to, duel_msg *why)
{
    base_rows r = base_query(b, EVENT_LIST, "ci", id, from);
    while (base_next(&r)) {
        store_event e = {sqlite3_column_int64(r.st, 0), sqlite3_column_int64(r.st, 1),
                         sqlite3_column_int(r.st, 2), database_text(r.st, 3),
                         database_text(r.st, 4)};
        if (!take(to, &e))
            break;
    }
    return base_done(&r, why);
}

duel_status store_events(data_store *s, const char *id, int64_t from, store_event_fn *take,
                         void *to, duel_msg *why)
{
    int64_t next;
    database *b = database_take(s);
    duel_status status = next_event(b, id, &next, why);
    if (status == DUEL_OK)
        status = each_event(b, id, from, take, to, why);
    return database_give_back(s, status);
}
