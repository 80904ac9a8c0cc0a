/* tests/players/test_thread_pool.c -- the crew: every job once, none lost, lanes that do not
 * wait for each other, turn about within a lane; the purse: never more than there is. */
#include "check.h"

#include "players/inside.h"
#include "players/lazy_player.h"
#include "players/thread_pool.h"

#include <pthread.h>
#include <stdatomic.h>
#include <time.h>

enum { PROCESSORS = 3, MANY = 2000 };

typedef struct bell { /* rung by the crew's threads */
    pthread_mutex_t lock;
    pthread_cond_t rung;
    int count;
} bell;

static void ring(void *self)
{
    bell *b = self;
    pthread_mutex_lock(&b->lock);
    b->count++;
    pthread_cond_signal(&b->rung);
    pthread_mutex_unlock(&b->lock);
}

static void wait_for(bell *b, int count)
{
    pthread_mutex_lock(&b->lock);
    while (b->count < count)
        pthread_cond_wait(&b->rung, &b->lock);
    pthread_mutex_unlock(&b->lock);
}

typedef struct task {
    thread_job job;
    atomic_int runs, at_work;
    int dones;
    int place;         /* as how many it was run */
    atomic_int *order; /* counts those that were */
    atomic_bool *gate; /* runs on only once it is open */
} task;

static void run(thread_job *job)
{
    task *t = (task *)job;
    atomic_store(&t->at_work, 1);
    while (t->gate && !atomic_load(t->gate))
        nanosleep(&(struct timespec){0, 100000}, NULL);
    if (t->order)
        t->place = atomic_fetch_add(t->order, 1);
    atomic_fetch_add(&t->runs, 1);
}

static void done(thread_job *job)
{
    task *t = (task *)job;
    assert_int_equal(atomic_load(&t->runs), 1); /* never collected before it has run */
    t->dones++;
}

static thread_pool *crew_of(bell *b, int processors)
{
    thread_pool *c = NULL;
    *b = (bell){PTHREAD_MUTEX_INITIALIZER, PTHREAD_COND_INITIALIZER, 0};
    assert_ok(thread_pool_new(processors, ring, b, &c, NULL));
    return c;
}

static void begin(task *t, job_class lane, atomic_bool *gate)
{
    *t = (task){.job = {.lane = lane, .run = run, .done = done}, .gate = gate};
}

TEST(test_each_job_once)
{
    bell b;
    static task t[MANY];
    thread_pool *c = crew_of(&b, PROCESSORS);
    for (int i = 0; i < MANY; i++) {
        begin(&t[i], (job_class)(i % JOB_CLASSES), NULL);
        thread_pool_submit(c, &t[i].job);
    }
    wait_for(&b, MANY);
    thread_pool_collect(c);
    for (int i = 0; i < MANY; i++)
        assert_true(atomic_load(&t[i].runs) == 1 && t[i].dones == 1);
    thread_pool_free(c);
}

TEST(test_free_finishes_what_waits)
{
    enum { SOME = 20 };
    bell b;
    task t[SOME];
    atomic_bool gate = false;
    thread_pool *c = crew_of(&b, 1);
    for (int i = 0; i < SOME; i++) {
        begin(&t[i], JOB_CLASS_ADVICE, &gate);
        thread_pool_submit(c, &t[i].job);
    }
    assert_int_equal(thread_pool_crowding(c, JOB_CLASS_ADVICE), SOME);
    assert_int_equal(thread_pool_crowding(c, JOB_CLASS_MOVES), 1);
    thread_pool_collect(c);
    assert_int_equal(t[0].dones, 0);
    atomic_store(&gate, true);
    thread_pool_free(c);
    for (int i = 0; i < SOME; i++)
        assert_true(atomic_load(&t[i].runs) == 1 && t[i].dones == 1);
}

/* Every thread of every other lane is held at the gate, and more wait: a move is made. */
TEST(test_no_lane_waits_for_another)
{
    enum { HELD = 4 * PROCESSORS };
    bell b;
    task held[JOB_CLASSES][HELD], move;
    atomic_bool gate = false;
    thread_pool *c = crew_of(&b, PROCESSORS);
    for (int lane = JOB_CLASS_ADVICE; lane < JOB_CLASSES; lane++) {
        for (int i = 0; i < HELD; i++) {
            begin(&held[lane][i], (job_class)lane, &gate);
            thread_pool_submit(c, &held[lane][i].job);
        }
    }
    begin(&move, JOB_CLASS_MOVES, NULL);
    thread_pool_submit(c, &move.job);
    wait_for(&b, 1);
    thread_pool_collect(c);
    assert_int_equal(move.dones, 1);
    atomic_store(&gate, true);
    thread_pool_free(c);
}

static void submit_of(thread_pool *c, task *t, uint64_t address, uint64_t table,
                      atomic_int *order)
{
    begin(t, JOB_CLASS_PUZZLES, NULL);
    t->job.address = address;
    t->job.table = table;
    t->order = order;
    thread_pool_submit(c, &t->job);
}

/* One address has asked ten times, for two tables, before another asks once. */
TEST(test_turn_about)
{
    enum { GREEDY = 10 };
    bell b;
    task first, many[GREEDY], other;
    atomic_bool gate = false;
    atomic_int order = 0;
    thread_pool *c = crew_of(&b, 1);
    begin(&first, JOB_CLASS_PUZZLES, &gate);
    first.job.address = 1;
    first.job.table = 11;
    thread_pool_submit(c, &first.job);
    while (!atomic_load(&first.at_work)) /* the one thread has it in hand */
        nanosleep(&(struct timespec){0, 100000}, NULL);
    for (int i = 0; i < GREEDY; i++)
        submit_of(c, &many[i], 1, i < GREEDY / 2 ? 11 : 12, &order);
    submit_of(c, &other, 2, 21, &order);
    atomic_store(&gate, true);
    thread_pool_free(c);
    assert_int_equal(other.place, 0);
    for (int i = 0; i < GREEDY / 2; i++) { /* its tables in turns, each in the order it asked */
        assert_int_equal(many[GREEDY / 2 + i].place, 1 + 2 * i);
        assert_int_equal(many[i].place, 2 + 2 * i);
    }
}

/* ---- the purse --------------------------------------------------------------------------- */

TEST(test_purse)
{
    enum { MEGABYTE = 1 << 20, WANTED = 64 * MEGABYTE, BUDGET = 256 * MEGABYTE, TAKERS = 40 };
    memory_budget p;
    size_t taken[TAKERS], all = 0, least = WANTED;
    int until_short = 0;
    memory_budget_init(&p, BUDGET);
    for (int i = 0; i < TAKERS; i++) {
        taken[i] = memory_budget_take(&p, WANTED);
        all += taken[i];
        least = taken[i] < least ? taken[i] : least;
        assert_true(taken[i] > 0 && taken[i] <= WANTED);
        assert_true(i == 0 || taken[i] <= taken[i - 1]);
        assert_int_equal(memory_budget_is_short(&p), all > BUDGET);
        until_short += !memory_budget_is_short(&p);
    }
    assert_int_equal(taken[0], WANTED);
    assert_true(until_short > 10);
    assert_true(all <= BUDGET + (size_t)(TAKERS - until_short) * least);
    for (int i = 0; i < TAKERS; i++)
        memory_budget_give(&p, taken[i]);
    assert_int_equal(memory_budget_take(&p, WANTED), WANTED);
    assert_int_equal(memory_budget_take(&p, 1), 1);
    memory_budget_give(&p, WANTED + 1);
    memory_budget_charge(&p, 2 * BUDGET); /* the next ones notice */
    assert_true(memory_budget_is_short(&p) && memory_budget_held(&p) == 2 * BUDGET);
    assert_true(memory_budget_take(&p, WANTED) < WANTED);
}
