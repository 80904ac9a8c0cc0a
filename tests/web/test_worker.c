/* tests/web/test_worker.c -- the crew: every job once, none beyond the room, none lost. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "service/worker.h"

#include <pthread.h>
#include <stdatomic.h>
#include <time.h>

enum { THREADS = 3, ROOM = 8, MANY = 2000 };

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
    duel_job job;
    atomic_int runs;
    int dones;
    atomic_bool *gate; /* runs on only once it is open */
} task;

static void run(duel_job *job)
{
    task *t = (task *)job;
    while (t->gate && !atomic_load(t->gate))
        nanosleep(&(struct timespec){0, 100000}, NULL);
    atomic_fetch_add(&t->runs, 1);
}

static void done(duel_job *job)
{
    task *t = (task *)job;
    assert_int_equal(atomic_load(&t->runs), 1); /* never collected before it has run */
    t->dones++;
}

static duel_crew *crew_of(bell *b, int threads)
{
    duel_crew *c = NULL;
    duel_msg why;
    *b = (bell){PTHREAD_MUTEX_INITIALIZER, PTHREAD_COND_INITIALIZER, 0};
    assert_int_equal(duel_crew_new(threads, ROOM, ring, b, &c, &why), DUEL_OK);
    return c;
}

static void begin(task *t, atomic_bool *gate)
{
    *t = (task){{.run = run, .done = done}, 0, 0, gate};
}

static void test_each_job_once(void **state)
{
    (void)state;
    bell b;
    static task t[MANY];
    duel_crew *c = crew_of(&b, THREADS);
    for (int i = 0; i < MANY; i++) {
        begin(&t[i], NULL);
        while (!duel_crew_submit(c, &t[i].job))
            duel_crew_collect(c);
    }
    wait_for(&b, MANY);
    duel_crew_collect(c);
    for (int i = 0; i < MANY; i++)
        assert_true(atomic_load(&t[i].runs) == 1 && t[i].dones == 1);
    duel_crew_free(c);
}

static void test_full_says_no_and_free_finishes(void **state)
{
    (void)state;
    bell b;
    task t[ROOM + 3];
    atomic_bool gate = false;
    int taken = 0;
    duel_crew *c = crew_of(&b, 1);
    for (int i = 0; i < ROOM + 3; i++)
        begin(&t[i], &gate);
    assert_true(duel_crew_submit(c, &t[taken++].job));
    while (duel_crew_waiting(c)) /* until the one thread has it in hand */
        nanosleep(&(struct timespec){0, 100000}, NULL);
    while (taken <= ROOM)
        assert_true(duel_crew_submit(c, &t[taken++].job));
    assert_int_equal(duel_crew_waiting(c), ROOM);
    assert_false(duel_crew_submit(c, &t[taken].job));
    duel_crew_collect(c);
    assert_int_equal(t[0].dones, 0);
    atomic_store(&gate, true);
    duel_crew_free(c);
    for (int i = 0; i < ROOM + 3; i++)
        assert_true(atomic_load(&t[i].runs) == (i < taken) && t[i].dones == (i < taken));
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_each_job_once),
                                       cmocka_unit_test(test_full_says_no_and_free_finishes)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
