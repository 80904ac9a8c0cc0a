/* service/care.c -- everything in a base examined, and what is wrong mended: see care.h.
 *
 * One examination serves both: with somewhere to put what is wrong, it mends what it finds. */
#include "core/record.h"
#include "service/blocks.h"
#include "service/care_inside.h"
#include "service/catalogue.h"
#include "service/session.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

const char *const duel_fault_words[DUEL_FAULT_KINDS] = {
    "file", "game", "summary", "learned", "record", "profile", "reference"};

int64_t duel_health_faults(const duel_health *h)
{
    int64_t sum = 0;
    for (int i = 0; i < DUEL_FAULT_KINDS; i++)
        sum += h->faults[i];
    return sum;
}

typedef struct exam {
    const duel_care *care;
    duel_store *store; /* of its own */
    duel_health *health;
    care_aside *aside; /* NULL: nothing is mended */
    int64_t done, total;
} exam;

/* ---- finding ----------------------------------------------------------------------------- */

static void tell_fault(exam *x, duel_fault_kind kind, const char *name, const duel_msg *why)
{
    duel_fault f = {.kind = kind, .why = *why};
    snprintf(f.name, sizeof f.name, "%s", name);
    x->health->faults[kind]++;
    if (x->care->found)
        x->care->found(x->care->self, &f);
    if (x->aside)
        care_aside_reason(x->aside, f.name, why);
}

static duel_status step_on(exam *x)
{
    x->done++;
    bool go_on = !x->care->step || x->care->step(x->care->self, x->done, x->total);
    return go_on ? DUEL_OK : DUEL_STOPPED;
}

/* What cannot even be read is a fault of the file: the examination goes on. */
static duel_status read_on(exam *x, duel_status status, const char *name, const duel_msg *why)
{
    if (status != DUEL_FAILED || x->aside)
        return status;
    tell_fault(x, DUEL_FAULT_FILE, name, why);
    return DUEL_OK;
}

static duel_status move_aside(exam *x, store_which which, duel_msg *why)
{
    return store_care_remove(x->store, &which, care_aside_row, x->aside, why);
}

/* Nothing goes from the base that is not on the disk elsewhere. */
static duel_status end_exam(exam *x, duel_status status, duel_msg *why)
{
    if (status == DUEL_OK && x->aside && !care_aside_sync(x->aside))
        status = duel_fail(why, N_("What is broken could not be moved aside."), "");
    return store_care_end(x->store, status, why);
}

/* Keys of what was found, to be gone through once nothing is being read. They may be any bytes:
 * what was damaged is among them. */
typedef struct key_list {
    duel_buf text; /* one after the other: the length, the key, a NUL */
} key_list;

static bool keep_key(void *to, duel_str key)
{
    key_list *l = to;
    duel_put_str(&l->text.sink, (duel_str){(const char *)&key.len, sizeof key.len});
    duel_put_str(&l->text.sink, key);
    duel_put_char(&l->text.sink, '\0');
    return !l->text.failed;
}

/* The key after this one; the first after one that is empty (at == NULL). */
static bool next_key(const key_list *l, duel_str *key)
{
    const char *at = key->at ? key->at + key->len + 1 : l->text.text;
    if (at >= l->text.text + l->text.len)
        return false;
    memcpy(&key->len, at, sizeof key->len);
    key->at = at + sizeof key->len;
    return true;
}

/* ---- games ------------------------------------------------------------------------------- */

enum { SOUND = -1, WHOLLY = -2 };

/* A game taken up again, to see whether it can be. */
typedef struct replay {
    duel_session *s;
    int64_t next;         /* event */
    int64_t broken;       /* the event from which nothing can be kept, SOUND, or WHOLLY */
    int64_t strange;      /* the first of a kind that this program does not know; SOUND: none */
    bool unknown;         /* its game is not here, or has other rules by now */
    duel_status short_of; /* memory, or a game's own program: nothing was learned */
    int64_t moves;        /* as its header says */
    duel_buf result;
    duel_msg why;
} replay;

/* What failed, as opposed to what was refused, says nothing about the base. */
static bool replay_refused(replay *r, duel_status status, int64_t at)
{
    bool waits = r->s && duel_session_variant(r->s)->game->traits & DUEL_WAITS;
    if (status == DUEL_OK)
        return false;
    if (status == DUEL_FULL || (status == DUEL_FAILED && waits))
        r->short_of = status;
    else
        r->broken = at;
    return true;
}

static bool replay_header(void *to, const duel_saved *g)
{
    replay *r = to;
    const duel_game *game = duel_find_game(g->game);
    r->unknown = game == NULL || game->version != g->rules;
    r->moves = g->moves;
    duel_put_str(&r->result.sink, g->result);
    if (r->unknown)
        return false;
    duel_say(&r->why, N_("Its beginning cannot be read."), "");
    replay_refused(r, duel_session_read(g, &r->s, &r->why), WHOLLY);
    return false;
}

static bool is_out_of_turn(const replay *r, const duel_event *e)
{
    return duel_str_is(e->kind, "move") && e->seat != duel_session_turn(r->s);
}

static bool replay_event(void *to, const duel_event *e)
{
    replay *r = to;
    duel_msg why = {.id = NULL};
    duel_status status = DUEL_OK;
    if (e->seq != r->next || is_out_of_turn(r, e)) {
        r->broken = r->next;
        duel_say(&r->why,
                 e->seq != r->next ? N_("Event {0} is missing.")
                                   : N_("Event {0} is a move of a seat that is not to move."),
                 "i", r->next);
        return false;
    }
    if (r->strange == SOUND && !duel_session_knows(e->kind))
        r->strange = e->seq;
    status = duel_session_apply(r->s, e, &why);
    if (replay_refused(r, status, e->seq)) {
        duel_say(&r->why, N_("Event {0} ({1}) cannot be done."), "is", e->seq, e->data);
        return false;
    }
    r->next++;
    return true;
}

static duel_status replay_game(duel_store *store, const char *id, replay *r, duel_msg *why)
{
    *r = (replay){.broken = SOUND, .strange = SOUND};
    duel_buf_init(&r->result);
    duel_status status = duel_store_load(store, id, replay_header, r, why);
    if (status == DUEL_OK && r->s)
        status = duel_store_events(store, id, 0, replay_event, r, why);
    return status == DUEL_OK ? r->short_of : status;
}

static void replay_fini(replay *r)
{
    duel_session_free(r->s);
    duel_buf_fini(&r->result);
}

/* How lists should show it: its moves, and the result if it is over. */
static int64_t summary_of(const replay *r, duel_sink *result)
{
    int32_t score[DUEL_SEATS];
    int seats = duel_session_variant(r->s)->seats;
    bool over = duel_session_over(r->s, score);
    for (int i = 0; over && i < seats; i++)
        duel_putf(result, "%s%d", i ? " " : "", score[i]);
    return (int64_t)duel_session_record(r->s)->count;
}

/* Tells what the header says otherwise than the log. A move that is missing where there is an
 * event of an unknown kind was that event. */
static bool summary_differs(replay *r, duel_sink *result_sink, const duel_buf *result,
                            int64_t *moves)
{
    *moves = summary_of(r, result_sink);
    if (*moves == r->moves && strcmp(result->text, r->result.text) == 0)
        return false;
    if (*moves != r->moves && r->strange != SOUND) {
        r->broken = r->strange;
        duel_say(&r->why, N_("Event {0} is of no known kind."), "i", r->strange);
        return false;
    }
    duel_say(&r->why, N_("It has {0} moves and the result “{1}”; lists show {2} and “{3}”."),
             "icic", *moves, result->text, r->moves, r->result.text);
    return true;
}

static duel_status remove_game(exam *x, duel_str id, duel_msg *why)
{
    static const int tables[] = {TABLE_EVENT, TABLE_TALLY, TABLE_GAME};
    duel_status status = DUEL_OK;
    for (size_t i = 0; status == DUEL_OK && i < sizeof tables / sizeof *tables; i++)
        status = move_aside(x,
                            (store_which){.table = tables[i],
                                          .column = tables[i] == TABLE_GAME ? "id" : "game",
                                          .key = id},
                            why);
    return status;
}

static duel_status examine_summary(exam *x, const char *id, replay *r, duel_msg *why)
{
    duel_buf result;
    int64_t moves;
    duel_status status = DUEL_OK;
    duel_buf_init(&result);
    if (summary_differs(r, &result.sink, &result, &moves)) {
        tell_fault(x, DUEL_FAULT_SUMMARY, id, &r->why);
        if (x->aside)
            status = store_care_summary(x->store, id, moves, duel_buf_str(&result), why);
    }
    duel_buf_fini(&result);
    return status;
}

/* The events up to the one that is broken stay: the game can be taken up from there. */
static duel_status cut_game(exam *x, const char *id, int64_t from, duel_msg *why)
{
    replay r;
    duel_buf result;
    duel_status status = move_aside(x,
                                    (store_which){.table = TABLE_EVENT,
                                                  .column = "game",
                                                  .key = duel_str_of(id),
                                                  .and_from = "seq",
                                                  .from = from},
                                    why);
    if (status != DUEL_OK)
        return status;
    duel_buf_init(&result);
    status = replay_game(x->store, id, &r, why);
    if (status == DUEL_OK && r.s && r.broken == SOUND) {
        int64_t moves = summary_of(&r, &result.sink);
        status = store_care_summary(x->store, id, moves, duel_buf_str(&result), why);
    }
    replay_fini(&r);
    duel_buf_fini(&result);
    return status;
}

static duel_status examine_replay(exam *x, const char *id, replay *r, duel_msg *why)
{
    duel_status status = DUEL_OK;
    x->health->games++;
    x->health->events += r->next;
    x->health->unknown += r->unknown;
    if (!r->unknown && r->broken == SOUND)
        status = examine_summary(x, id, r, why);
    if (status != DUEL_OK || r->unknown || r->broken == SOUND)
        return status;
    tell_fault(x, DUEL_FAULT_GAME, id, &r->why);
    if (x->aside == NULL)
        return DUEL_OK;
    return r->broken == WHOLLY ? remove_game(x, duel_str_of(id), why)
                               : cut_game(x, id, r->broken, why);
}

static duel_status examine_game(exam *x, const char *id, duel_msg *why)
{
    replay r;
    duel_status status = store_care_begin(x->store, x->aside != NULL, why);
    if (status != DUEL_OK)
        return status;
    status = replay_game(x->store, id, &r, why);
    if (status == DUEL_OK)
        status = examine_replay(x, id, &r, why);
    else if (status == DUEL_BAD) /* it has been deleted meanwhile */
        status = DUEL_OK;
    replay_fini(&r);
    return end_exam(x, status, why);
}

/* A row changed by hand, or by a bit: no game can be asked for by such a name. */
static duel_status examine_nameless(exam *x, duel_str id, duel_msg *why)
{
    duel_msg told;
    duel_say(&told, N_("Its name is none."), "");
    tell_fault(x, DUEL_FAULT_GAME, id.at, &told);
    if (x->aside == NULL)
        return DUEL_OK;
    duel_status status = store_care_begin(x->store, true, why);
    return status == DUEL_OK ? end_exam(x, remove_game(x, id, why), why) : status;
}

static duel_status examine_games(exam *x, duel_msg *why)
{
    key_list ids;
    duel_str id = {NULL, 0};
    duel_buf_init(&ids.text);
    duel_status status =
        read_on(x, store_care_games(x->store, keep_key, &ids, why), "game", why);
    if (status == DUEL_OK && ids.text.failed)
        status = duel_full(why);
    while (status == DUEL_OK && next_key(&ids, &id)) {
        bool named = strlen(id.at) == id.len && id.len < DUEL_ID_TEXT;
        status = named ? examine_game(x, id.at, why) : examine_nameless(x, id, why);
        status = read_on(x, status, id.at, why);
        if (status == DUEL_OK)
            status = step_on(x);
    }
    duel_buf_fini(&ids.text);
    return status;
}

/* ---- what was learned -------------------------------------------------------------------- */

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
    key_list broken; /* numbers of blocks */
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
    return keep_key(&r->broken, duel_str_of(key));
}

/* A run of which nothing is left goes as well. */
static duel_status mend_run(exam *x, const run_exam *r, int64_t run, duel_msg *why)
{
    char number[24];
    duel_status status = DUEL_OK;
    duel_str key = {NULL, 0};
    while (status == DUEL_OK && next_key(&r->broken, &key))
        status = move_aside(
            x, (store_which){.table = TABLE_BLOCK, .column = "rowid", .key = key}, why);
    if (status != DUEL_OK || r->positions)
        return status == DUEL_OK ? store_care_sums(x->store, run, why) : status;
    snprintf(number, sizeof number, "%lld", (long long)run);
    return move_aside(
        x, (store_which){.table = TABLE_RUN, .column = "id", .key = duel_str_of(number)}, why);
}

static duel_status judge_run(exam *x, const run_exam *r, const store_run *run, duel_msg *why)
{
    char name[32];
    duel_msg told;
    int64_t broken = 0;
    for (duel_str key = {NULL, 0}; next_key(&r->broken, &key);)
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
    tell_fault(x, DUEL_FAULT_LEARNED, name, &told);
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
        status = end_exam(x, status, why);
    }
    duel_buf_fini(&r.broken.text);
    free(r.decoded);
    return status;
}

static duel_status examine_runs(exam *x, duel_msg *why)
{
    run_list runs = {NULL, 0, false};
    duel_status status =
        read_on(x, store_care_runs(x->store, keep_run, &runs, why), "run", why);
    if (status == DUEL_OK && runs.failed)
        status = duel_full(why);
    for (size_t i = 0; status == DUEL_OK && i < runs.count; i++) {
        char name[32];
        snprintf(name, sizeof name, "run %lld", (long long)runs.run[i].id);
        status = read_on(x, examine_run(x, &runs.run[i], why), name, why);
        if (status == DUEL_OK)
            status = step_on(x);
    }
    free(runs.run);
    return status;
}

/* ---- records of exercises and of days -----------------------------------------------------
 */

typedef struct record_exam {
    exam *x;
    int table;
    key_list broken; /* key, game, key, game… */
} record_exam;

static bool examine_record(void *to, const store_kept_record *kept)
{
    record_exam *r = to;
    duel_record record;
    const duel_game *game = duel_find_game(kept->game);
    int64_t *looked_at =
        r->table == TABLE_EXERCISE ? &r->x->health->exercises : &r->x->health->dailies;
    ++*looked_at;
    if (game == NULL || game->version != kept->rules) {
        r->x->health->unknown++;
        return true;
    }
    duel_status status = duel_record_read(kept->record, duel_find_game, &record, NULL);
    if (status == DUEL_OK)
        duel_record_fini(&record);
    return (status != DUEL_NO && status != DUEL_BAD) ||
           (keep_key(&r->broken, kept->key) && keep_key(&r->broken, kept->game));
}

static duel_status mend_record(exam *x, int table, duel_str key, duel_str game, duel_msg *why)
{
    store_which attempts = {.table = TABLE_ATTEMPT, .column = "exercise", .key = key};
    store_which row = {.table = table,
                       .column = table == TABLE_EXERCISE ? "id" : "day",
                       .key = key,
                       .and_is = "game",
                       .is = game};
    duel_status status = store_care_begin(x->store, true, why);
    if (status != DUEL_OK)
        return status;
    if (table == TABLE_EXERCISE)
        status = move_aside(x, attempts, why);
    if (status == DUEL_OK)
        status = move_aside(x, row, why);
    return end_exam(x, status, why);
}

static duel_status examine_records(exam *x, int table, duel_msg *why)
{
    record_exam r = {.x = x, .table = table};
    duel_msg told;
    duel_buf_init(&r.broken.text);
    duel_status status =
        read_on(x, store_care_records(x->store, table, examine_record, &r, why),
                store_tables[table].name, why);
    duel_str key = {NULL, 0}, game;
    while (status == DUEL_OK && next_key(&r.broken, &key)) {
        char name[64];
        snprintf(name, sizeof name, "%s %s", store_tables[table].name, key.at);
        duel_say(&told, N_("Its record cannot be read."), "");
        tell_fault(x, DUEL_FAULT_RECORD, name, &told);
        game = key;
        next_key(&r.broken, &game);
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
    key_list broken;
} people_exam;

static bool examine_profile(void *to, duel_str id, duel_str name)
{
    people_exam *p = to;
    p->x->health->profiles++;
    return (name.len && duel_str_is_readable(name)) || keep_key(&p->broken, id);
}

/* The profile stays, under a name it can change: what it played is its own. */
static duel_status mend_profile(exam *x, duel_str id, duel_msg *why)
{
    store_which row = {.table = TABLE_PROFILE, .column = "id", .key = id};
    duel_status status = store_care_begin(x->store, true, why);
    if (status != DUEL_OK)
        return status;
    status = store_care_show(x->store, &row, care_aside_row, x->aside, why);
    if (status == DUEL_OK)
        status = store_care_rename(x->store, id, why);
    return end_exam(x, status, why);
}

static duel_status examine_people(exam *x, duel_msg *why)
{
    people_exam p = {.x = x};
    duel_msg told;
    duel_str id = {NULL, 0};
    duel_buf_init(&p.broken.text);
    duel_status status =
        read_on(x, store_care_profiles(x->store, examine_profile, &p, why), "profile", why);
    while (status == DUEL_OK && next_key(&p.broken, &id)) {
        duel_say(&told, N_("Its name cannot be read."), "");
        tell_fault(x, DUEL_FAULT_PROFILE, id.at, &told);
        if (x->aside)
            status = mend_profile(x, id, why);
    }
    duel_buf_fini(&p.broken.text);
    return status;
}

/* ---- references ---------------------------------------------------------------------------
 */

typedef struct orphan {
    int table;
    const char *column, *parent;
    int64_t count;
} orphan;

typedef struct orphan_list {
    orphan *list;
    size_t count;
    bool failed;
    key_list keys; /* one for each */
} orphan_list;

static bool keep_orphan(void *to, const store_orphans *o)
{
    orphan_list *l = to;
    orphan *more = realloc(l->list, (l->count + 1) * sizeof *more);
    l->failed = more == NULL || !keep_key(&l->keys, o->key);
    if (more == NULL)
        return false;
    l->list = more;
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
    tell_fault(x, DUEL_FAULT_REFERENCE, name, &told);
    if (x->aside == NULL)
        return DUEL_OK;
    store_which rows = {.table = o->table, .column = o->column, .key = key};
    duel_status status = store_care_begin(x->store, true, why);
    return status == DUEL_OK ? end_exam(x, move_aside(x, rows, why), why) : status;
}

static duel_status examine_orphans(exam *x, size_t *found, duel_msg *why)
{
    orphan_list l = {.list = NULL};
    duel_str key = {NULL, 0};
    duel_buf_init(&l.keys.text);
    duel_status status =
        read_on(x, store_care_orphans(x->store, keep_orphan, &l, why), "reference", why);
    if (status == DUEL_OK && l.failed)
        status = duel_full(why);
    for (size_t i = 0; status == DUEL_OK && i < l.count && next_key(&l.keys, &key); i++)
        status = judge_orphan(x, &l.list[i], key, why);
    *found = l.count;
    free(l.list);
    duel_buf_fini(&l.keys.text);
    return status;
}

/* What goes may leave others behind, three generations at most. */
static duel_status examine_references(exam *x, duel_msg *why)
{
    size_t found = 1;
    duel_status status = examine_orphans(x, &found, why);
    for (int more = 0; x->aside && status == DUEL_OK && found && more < 3; more++)
        status = examine_orphans(x, &found, why);
    return status;
}

/* ---- the whole ----------------------------------------------------------------------------
 */

static bool tell_file_fault(void *to, duel_str text)
{
    duel_msg why;
    duel_say(&why, N_("SQLite finds: {0}"), "s", text);
    tell_fault(to, DUEL_FAULT_FILE, "", &why);
    return true;
}

static duel_status examine_file(exam *x, duel_msg *why)
{
    if (x->aside)
        return DUEL_OK; /* its file is sound, or there is another one by now */
    return read_on(x, store_care_file(x->store, tell_file_fault, x, why), "", why);
}

static duel_status examine(exam *x, duel_msg *why)
{
    store_sizes sizes = {.games = 0};
    duel_status status = read_on(x, store_care_sizes(x->store, &sizes, why), "", why);
    x->total = sizes.games + sizes.runs;
    if (status == DUEL_OK)
        status = examine_file(x, why);
    if (status == DUEL_OK)
        status = examine_games(x, why);
    if (status == DUEL_OK)
        status = examine_runs(x, why);
    if (status == DUEL_OK)
        status = examine_records(x, TABLE_EXERCISE, why);
    if (status == DUEL_OK)
        status = examine_records(x, TABLE_DAILY, why);
    if (status == DUEL_OK)
        status = examine_people(x, why);
    return status == DUEL_OK ? examine_references(x, why) : status;
}

duel_status care_examine(duel_store *store, const duel_care *care, care_aside *aside,
                         duel_health *out, duel_msg *why)
{
    exam x = {.care = care, .health = out, .aside = aside};
    *out = (duel_health){.games = 0};
    duel_status status = duel_store_another(store, &x.store, why);
    if (status == DUEL_OK && aside)
        status = store_care_unbind(x.store, why);
    if (status == DUEL_OK)
        status = examine(&x, why);
    duel_store_close(x.store);
    return status;
}

duel_status duel_care_check(duel_store *store, const duel_care *care, duel_health *out,
                            duel_msg *why)
{
    return care_examine(store, care, NULL, out, why);
}
