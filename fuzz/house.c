/* fuzz/house.c -- see house.h. */
#include "house.h"
#include "core/play.h"
#include "fuzz.h"
#include "store/inside.h"
#include "store/maintenance.h"
#include "teach/puzzle_search.h"
#include "wire/json.h"

#include <time.h>

enum { FIRST_DATE = 1800000000 };

struct thread_pool {
    duel_queue waiting, finished;
};

struct store_writer {
    duel_queue waiting, finished;
};

struct table_judge {
    const duel_variant *v;
};

static struct world {
    bool watched; /* see house.h */
    uint64_t ms;
    duel_rng chance;
    data_store *store;
    int changes; /* of the base, when it was last empty */
    sqlite3_stmt *empty[TABLE_COUNT];
    struct thread_pool crew;
    struct store_writer writer;
    json_t *catalogue[2], *texts[2];
} world;

/* ---- time and chance --------------------------------------------------------------------- */

double __wrap_duel_clock(void);
time_t __wrap_time(time_t *out);
int64_t __wrap_hub_realtime(void);
void __wrap_randombytes_buf(void *to, size_t size);

double __wrap_duel_clock(void)
{
    return (double)world.ms / 1000;
}

time_t __wrap_time(time_t *out)
{
    time_t now = FIRST_DATE + (time_t)(world.ms / 1000);
    if (out)
        *out = now;
    return now;
}

int64_t __wrap_hub_realtime(void)
{
    return FIRST_DATE * INT64_C(1000) + (int64_t)world.ms;
}

void __wrap_randombytes_buf(void *to, size_t size)
{
    for (size_t i = 0; i < size; i++)
        ((unsigned char *)to)[i] = (unsigned char)duel_rng_next(&world.chance);
}

void house_wait(uint64_t ms)
{
    world.ms += ms;
}

/* ---- the disk ---------------------------------------------------------------------------- */

duel_status __wrap_store_open_second(const data_store *s, data_store **out, duel_msg *why);
void __wrap_store_close(data_store *s);
duel_status __wrap_wire_key_open(const data_store *store, wire_key *out, duel_msg *why);
duel_status __wrap_store_writer_new(const data_store *store, void (*wake)(void *self),
                                    void *self, store_writer **out, duel_msg *why);
void __wrap_store_writer_free(store_writer *w);
void __wrap_store_writer_submit(store_writer *w, store_write *write);
void __wrap_store_writer_collect(store_writer *w);

/* One connection is enough where nobody works beside anybody. */
duel_status __wrap_store_open_second(const data_store *s, data_store **out, duel_msg *why)
{
    (void)s, (void)why;
    *out = world.store;
    return DUEL_OK;
}

void __wrap_store_close(data_store *s)
{
    (void)s;
}

duel_status __wrap_wire_key_open(const data_store *store, wire_key *out, duel_msg *why)
{
    (void)store, (void)why;
    memset(out, 7, sizeof *out);
    return DUEL_OK;
}

duel_status __wrap_store_writer_new(const data_store *store, void (*wake)(void *self),
                                    void *self, store_writer **out, duel_msg *why)
{
    (void)store, (void)wake, (void)self, (void)why;
    duel_queue_init(&world.writer.waiting);
    duel_queue_init(&world.writer.finished);
    *out = &world.writer;
    return DUEL_OK;
}

void __wrap_store_writer_free(store_writer *w)
{
    if (w == NULL)
        return;
    house_write(true);
    __wrap_store_writer_collect(w);
}

void __wrap_store_writer_submit(store_writer *w, store_write *write)
{
    duel_queue_add(&w->waiting, &write->link);
}

void __wrap_store_writer_collect(store_writer *w)
{
    duel_link *at = duel_queue_empty(&w->finished);
    while (at) {
        duel_link *next = at->next;
        ((store_write *)at)->done((store_write *)at);
        at = next;
    }
}

static void write_batch(store_changes *b, bool well)
{
    if (well)
        store_append_all(world.store, b, 1, NULL);
    else
        b->status =
            duel_fail(&b->why, N_("The base {0} cannot be written: {1}."), "cc", "", "");
}

bool house_write(bool well)
{
    struct store_writer *w = &world.writer;
    bool any = w->waiting.first != NULL;
    while (w->waiting.first) {
        store_write *write = (store_write *)duel_queue_take(&w->waiting);
        write_batch(write->batch, well);
        duel_queue_add(&w->finished, &write->link);
    }
    return any;
}

/* ---- the crew ---------------------------------------------------------------------------- */

duel_status __wrap_thread_pool_new(int processors, void (*wake)(void *self), void *self,
                                   thread_pool **out, duel_msg *why);
void __wrap_thread_pool_free(thread_pool *c);
void __wrap_thread_pool_submit(thread_pool *c, thread_job *job);
void __wrap_thread_pool_collect(thread_pool *c);
int __wrap_thread_pool_crowding(thread_pool *c, job_class lane);
int __wrap_thread_pool_waiting(thread_pool *c, uint64_t address, int *all);
int __wrap_thread_pool_jobs(thread_pool *c, job_class lane);

duel_status __wrap_thread_pool_new(int processors, void (*wake)(void *self), void *self,
                                   thread_pool **out, duel_msg *why)
{
    (void)processors, (void)wake, (void)self, (void)why;
    duel_queue_init(&world.crew.waiting);
    duel_queue_init(&world.crew.finished);
    *out = &world.crew;
    return DUEL_OK;
}

void __wrap_thread_pool_free(thread_pool *c)
{
    if (c == NULL)
        return;
    while (house_work(0))
        continue;
    __wrap_thread_pool_collect(c);
}

void __wrap_thread_pool_submit(thread_pool *c, thread_job *job)
{
    duel_queue_add(&c->waiting, &job->link);
}

void __wrap_thread_pool_collect(thread_pool *c)
{
    duel_link *at = duel_queue_empty(&c->finished);
    while (at) {
        duel_link *next = at->next;
        ((thread_job *)at)->done((thread_job *)at);
        at = next;
    }
}

int __wrap_thread_pool_crowding(thread_pool *c, job_class lane)
{
    (void)c, (void)lane;
    return 1;
}

int __wrap_thread_pool_waiting(thread_pool *c, uint64_t address, int *all)
{
    int own = 0;
    *all = 0;
    for (const duel_link *at = c->waiting.first; at; at = at->next) {
        own += ((const thread_job *)at)->address == address;
        ++*all;
    }
    return own;
}

int __wrap_thread_pool_jobs(thread_pool *c, job_class lane)
{
    int jobs = 0;
    for (const duel_link *at = c->waiting.first; at; at = at->next)
        jobs += ((const thread_job *)at)->lane == lane;
    return jobs;
}

static size_t jobs_waiting(void)
{
    size_t count = 0;
    for (const duel_link *at = world.crew.waiting.first; at; at = at->next)
        count++;
    return count;
}

bool house_work(size_t which)
{
    size_t count = jobs_waiting();
    if (count == 0)
        return false;
    duel_link **at = &world.crew.waiting.first;
    for (size_t i = 0; i < which % count; i++)
        at = &(*at)->next;
    thread_job *job = (thread_job *)*at;
    duel_queue_cut(&world.crew.waiting, at);
    job->run(job);
    duel_queue_add(&world.crew.finished, &job->link);
    return true;
}

/* ---- players and the judge --------------------------------------------------------------- */

duel_status __wrap_table_players_try(const duel_variant *v, const char *spec, duel_msg *why);
duel_status __wrap_lazy_player_open(const player_context *t, lazy_player *a, duel_msg *why);
duel_status __wrap_player_start(machine_player *p, duel_msg *why);
duel_status __wrap_lazy_player_think(const player_context *t, lazy_player *a,
                                     const duel_think *call, duel_answer *out, duel_msg *why);
duel_status __wrap_judge_new(const player_context *t, const char *spec, size_t memory,
                             table_judge **out, duel_msg *why);
void __wrap_judge_free(table_judge *j);
duel_status __wrap_judge_ask(table_judge *j, const duel_think *t, duel_answer *out,
                             judge_result *judged, duel_msg *why);
duel_status __wrap_judge_after_move(table_judge *j, const duel_think *t, duel_move move,
                                    duel_answer *out, duel_worth *seen, duel_msg *why);
duel_status __wrap_judge_learn(table_judge *j, int64_t now, uint64_t *saved, duel_msg *why);
duel_status __wrap_puzzle_find(const duel_variant *v, uint64_t seed, size_t memory,
                               const atomic_bool *stop, found_puzzle *out, duel_msg *why);

duel_status __wrap_table_players_try(const duel_variant *v, const char *spec, duel_msg *why)
{
    (void)v, (void)spec, (void)why;
    return DUEL_OK;
}

duel_status __wrap_lazy_player_open(const player_context *t, lazy_player *a, duel_msg *why)
{
    (void)t, (void)a, (void)why;
    return DUEL_OK;
}

duel_status __wrap_player_start(machine_player *p, duel_msg *why)
{
    (void)p, (void)why;
    return DUEL_OK;
}

/* A whole turn of any moves. */
static duel_status choose_turn(const duel_variant *v, const duel_think *t, duel_answer *out,
                               duel_msg *why)
{
    const duel_engine *random = catalogue_find_engine(v->game, duel_str_of("random"));
    duel_settings none = {.learned = NULL};
    duel_think call = *t;
    void *self;
    call.seed = duel_rng_next(&world.chance);
    duel_status status = random->open(v, &none, 0, &self, why);
    if (status != DUEL_OK)
        return status;
    status = random->think(self, &call, out, why);
    random->close(self);
    return status;
}

static void tell_progress(const duel_think *t, const duel_answer *a)
{
    duel_progress p = {.depth = 1, .nodes = 1, .seconds = 1, .best = a->plan[0]};
    if (t->progress)
        t->progress(t->watcher, &p);
}

duel_status __wrap_lazy_player_think(const player_context *t, lazy_player *a,
                                     const duel_think *call, duel_answer *out, duel_msg *why)
{
    enum { WAYS = 16, FAILS = 0, CHEATS = 1 };
    uint32_t way = duel_rng_below(&world.chance, WAYS);
    (void)a;
    if (way == FAILS)
        return duel_fail(why, N_("There is not enough memory."), "");
    duel_status status = choose_turn(t->v, call, out, why);
    if (status == DUEL_OK && way == CHEATS)
        out->plan[0] = (duel_move)duel_rng_next(&world.chance);
    else if (status == DUEL_OK)
        tell_progress(call, out);
    return status;
}

duel_status __wrap_judge_new(const player_context *t, const char *spec, size_t memory,
                             table_judge **out, duel_msg *why)
{
    (void)spec, (void)memory;
    table_judge *j = malloc(sizeof *j);
    if (j == NULL)
        return duel_no_space(why);
    j->v = t->v;
    *out = j;
    return DUEL_OK;
}

void __wrap_judge_free(table_judge *j)
{
    free(j);
}

/* Any shares of the win, the best for the move it begins with. */
static void rate_moves(const duel_variant *v, const void *view, duel_answer *a)
{
    enum { WHOLE = 1000 };
    duel_move list[DUEL_MOVES_MAX];
    a->scale = (duel_scale){.meaning = DUEL_MEANS_SHARE, .unit = WHOLE};
    a->result = (duel_result){.value = DUEL_UNSOLVED};
    a->estimate = WHOLE;
    a->rated_count = v->game->moves(v, view, list);
    for (int i = 0; i < a->rated_count; i++)
        a->rated[i] = (duel_move_value){
            .move = list[i],
            .result = {.value = DUEL_UNSOLVED},
            .estimate =
                list[i] == a->plan[0] ? WHOLE : (int32_t)duel_rng_below(&world.chance, WHOLE)};
}

duel_status __wrap_judge_ask(table_judge *j, const duel_think *t, duel_answer *out,
                             judge_result *judged, duel_msg *why)
{
    duel_status status = choose_turn(j->v, t, out, why);
    if (status != DUEL_OK)
        return status;
    rate_moves(j->v, t->view, out);
    tell_progress(t, out);
    *judged = (judge_result){.number = 1};
    return DUEL_OK;
}

duel_status __wrap_judge_after_move(table_judge *j, const duel_think *t, duel_move move,
                                    duel_answer *out, duel_worth *seen, duel_msg *why)
{
    judge_result judged;
    duel_state after;
    duel_think call = *t;
    memcpy(&after, t->view, j->v->state_size);
    j->v->game->play(j->v, &after, move);
    call.view = &after;
    call.seat = j->v->game->turn(j->v, &after);
    duel_status status = __wrap_judge_ask(j, &call, out, &judged, why);
    if (status == DUEL_OK)
        *seen = duel_worth_behind(j->v, duel_worth_of_answer(j->v, out), call.seat, t->seat);
    return status;
}

duel_status __wrap_judge_learn(table_judge *j, int64_t now, uint64_t *saved, duel_msg *why)
{
    (void)j, (void)now, (void)saved, (void)why;
    return DUEL_OK;
}

duel_status __wrap_puzzle_find(const duel_variant *v, uint64_t seed, size_t memory,
                               const atomic_bool *stop, found_puzzle *out, duel_msg *why)
{
    (void)v, (void)seed, (void)memory, (void)stop, (void)out;
    return duel_refuse(why, N_("No puzzle was found for today."), "");
}

/* ---- pictures -----------------------------------------------------------------------------
 */

json_t *__real_wire_scene_after(const duel_variant *v, const void *view, int seat,
                                duel_lang lang, const wire_turn *turn);
json_t *__wrap_wire_scene_after(const duel_variant *v, const void *view, int seat,
                                duel_lang lang, const wire_turn *turn);

json_int_t house_mark_of(const duel_variant *v, const void *view)
{
    uint64_t mark = UINT64_C(0xcbf29ce484222325); /* FNV-1a */
    for (size_t i = 0; i < v->state_size; i++)
        mark = (mark ^ ((const unsigned char *)view)[i]) * UINT64_C(0x100000001b3);
    return (json_int_t)(mark >> 2);
}

json_t *__wrap_wire_scene_after(const duel_variant *v, const void *view, int seat,
                                duel_lang lang, const wire_turn *turn)
{
    return world.watched ? __real_wire_scene_after(v, view, seat, lang, turn)
                         : json_pack("{sI}", HOUSE_MARK, house_mark_of(v, view));
}

/* ---- memory ------------------------------------------------------------------------------ */

/* What was freed is kept from use for a while, here not for hundreds of megabytes. */
__attribute__((visibility("default"))) const char *__asan_default_options(void);
const char *__asan_default_options(void)
{
    return "quarantine_size_mb=1:malloc_context_size=4:max_malloc_fill_size=0";
}

/* Messages are thousands of small pieces, and a sanitizer takes longer to hand out one than the
 * hub to fill it. So in most worlds they are cut from one slab, which is empty again when the
 * world ends; in the others each is watched. */

enum { SLAB = 64 << 20, SLAB_STEP = 16 };

static struct slab {
    char *bytes;
    size_t used;
} slab;

static void *take_piece(size_t size)
{
    size_t step = (size + SLAB_STEP - 1) / SLAB_STEP * SLAB_STEP;
    if (world.watched || step > SLAB - slab.used)
        return malloc(size);
    slab.used += step;
    return slab.bytes + slab.used - step;
}

static void give_piece(void *piece)
{
    uintptr_t at = (uintptr_t)piece, from = (uintptr_t)slab.bytes;
    if (at < from || at >= from + SLAB)
        free(piece);
}

char *__real_json_dumps(const json_t *what, size_t flags);
char *__wrap_json_dumps(const json_t *what, size_t flags);

/* Who asks for a text frees it. */
char *__wrap_json_dumps(const json_t *what, size_t flags)
{
    char *text = __real_json_dumps(what, flags), *own = text ? strdup(text) : NULL;
    give_piece(text);
    return own;
}

/* ---- the house --------------------------------------------------------------------------- */

static void open_store(void)
{
    slab.bytes = malloc(SLAB);
    FUZZ_MUST(slab.bytes);
    json_set_alloc_funcs(take_piece, give_piece);
    FUZZ_MUST(sqlite3_config(SQLITE_CONFIG_URI, 1) == SQLITE_OK);
    FUZZ_MUST(database_open("file:/house?vfs=memdb", 0, &world.store, NULL) == DUEL_OK);
}

data_store *house_store(void)
{
    if (world.store == NULL)
        open_store();
    return world.store;
}

static void empty_table(database *b, int table)
{
    char text[64];
    if (world.empty[table] == NULL) {
        snprintf(text, sizeof text, "DELETE FROM %s", store_tables[table].name);
        FUZZ_MUST(sqlite3_prepare_v2(b->db, text, -1, &world.empty[table], NULL) == SQLITE_OK);
    }
    FUZZ_MUST(sqlite3_step(world.empty[table]) == SQLITE_DONE);
    sqlite3_reset(world.empty[table]);
}

static void empty_store(void)
{
    database *b = database_take(world.store);
    if (sqlite3_total_changes(b->db) != world.changes) {
        FUZZ_MUST(database_begin(b, NULL) == DUEL_OK);
        for (int i = TABLE_COUNT; i-- > 0;)
            empty_table(b, i);
        FUZZ_MUST(database_end(b, DUEL_OK, NULL) == DUEL_OK);
        world.changes = sqlite3_total_changes(b->db);
    }
    database_give_back(world.store, DUEL_OK);
}

/* What is the same in all worlds. */
static void make_cards(const wire_hub_setup *setup)
{
    wire_hub *hub;
    FUZZ_MUST(wire_hub_new(setup, &hub, NULL) == DUEL_OK);
    for (int lang = 0; lang < 2; lang++) {
        wire_client c = {.hub = hub, .lang = (duel_lang)lang};
        json_decref(view_hello(&c));
        world.catalogue[lang] = json_incref(hub->catalogue[lang]);
        world.texts[lang] = json_incref(hub->texts[lang]);
    }
    wire_hub_free(hub);
}

wire_hub *house_open(const wire_hub_setup *setup, bool watched)
{
    wire_hub *hub;
    wire_hub_setup here = *setup;
    here.store = house_store();
    world.ms = 1000;
    duel_rng_init_number(&world.chance, 1);
    world.watched = true;
    if (world.texts[0] == NULL)
        make_cards(&here);
    world.watched = watched;
    FUZZ_MUST(wire_hub_new(&here, &hub, NULL) == DUEL_OK);
    for (int i = 0; i < 2; i++) {
        hub->catalogue[i] = json_incref(world.catalogue[i]);
        hub->texts[i] = json_incref(world.texts[i]);
    }
    return hub;
}

void house_close(wire_hub *hub)
{
    wire_hub_free(hub);
    empty_store();
    slab.used = 0;
}
