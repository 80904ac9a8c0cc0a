/* games/wumpus/command.c -- the list of the commands, and the threads that take their jobs in
 * order: see command.h. */
#include "games/wumpus/command.h"

#include <pthread.h>

const duel_command wumpus_commands[] = {
    {"deduce", "FILE|-",
     N_("Tells what follows from a partly explored grid, and the risk of each cell."),
     wumpus_deduce_options, NULL, 1, wumpus_run_deduce},
    {"stats", "",
     N_("Counts easy, medium and hard grids for each number of pits: those of interest 0, 1, and 2 or more that reasoning alone solves. A grid that is not valid is also counted among the others."),
     wumpus_stats_options, wumpus_stats_texts, 0, wumpus_run_stats},
    {"generate", "", N_("Makes grids of a certified difficulty, each with an id to share."),
     wumpus_generate_options, wumpus_generate_texts, 0, wumpus_run_generate},
    {"agent", "", N_("Lets the expert explore many worlds, and tells how often it wins."),
     wumpus_agent_options, NULL, 0, wumpus_run_agent},
    {"optimum", "",
     N_("Sets the expert beside the best that anybody can do, found by going through all."),
     wumpus_optimum_options, NULL, 0, wumpus_run_optimum},
    {NULL, NULL, NULL, NULL, NULL, 0, NULL}};

/* ---- jobs shared by threads ------------------------------------------------------------- */

enum { MOST_THREADS = 64, BAR = 40 };

typedef struct shop {
    const duel_console *console;
    int64_t count;
    wumpus_job *job;
    void *self;
    pthread_mutex_t lock; /* of all below */
    int64_t next, done;
    int shown; /* marks of the bar */
    duel_status status;
    duel_msg why;
} shop;

/* Under the lock: draws the bar again when it has grown. */
static void show_bar(shop *s)
{
    int marks = (int)(BAR * s->done / s->count);
    if (s->console == NULL || !s->console->terminal || marks == s->shown)
        return;
    s->shown = marks;
    duel_put(s->console->err, "\r[");
    for (int i = 0; i < BAR; i++)
        duel_put(s->console->err, i < marks ? "#" : ".");
    duel_putf(s->console->err, "] %d %%%s", (int)(100 * s->done / s->count),
              s->done == s->count ? "\n" : "");
}

static bool take(shop *s, int64_t *number)
{
    pthread_mutex_lock(&s->lock);
    bool any = s->status == DUEL_OK && s->next < s->count;
    if (any)
        *number = s->next++;
    pthread_mutex_unlock(&s->lock);
    return any;
}

static void finish_job(shop *s, duel_status status, const duel_msg *why)
{
    pthread_mutex_lock(&s->lock);
    if (status == DUEL_OK) {
        s->done++;
        show_bar(s);
    } else if (s->status == DUEL_OK) {
        s->status = status;
        s->why = *why;
    }
    pthread_mutex_unlock(&s->lock);
}

static void *work_in_shop(void *shared)
{
    shop *s = shared;
    int64_t number = 0;
    while (take(s, &number)) {
        duel_msg why = {0};
        duel_status status = s->job(s->self, number, &why);
        finish_job(s, status, &why);
    }
    return NULL;
}

duel_status wumpus_share(const duel_console *console, int64_t count, int threads,
                         wumpus_job *job, void *self, duel_msg *why)
{
    shop s = {.console = console, .count = count, .job = job, .self = self};
    pthread_t helper[MOST_THREADS];
    int helpers = 0;
    if (pthread_mutex_init(&s.lock, NULL) != 0)
        return duel_no_space(why);
    while (helpers + 1 < threads && helpers < MOST_THREADS &&
           pthread_create(&helper[helpers], NULL, work_in_shop, &s) == 0)
        helpers++;
    work_in_shop(&s); /* if no helper could be had, alone */
    for (int i = 0; i < helpers; i++)
        pthread_join(helper[i], NULL);
    pthread_mutex_destroy(&s.lock);
    if (s.status != DUEL_OK && why)
        *why = s.why;
    return s.status;
}
