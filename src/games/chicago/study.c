/* chicago/study.c -- solving many openings: see study.h. */
#include "games/chicago/study.h"

#include <math.h>
#include <pthread.h>
#include <stdlib.h>

void chicago_study_deal(uint64_t seed, uint64_t number, chicago_board *board)
{
    duel_rng root, own;
    duel_rng_init_number(&root, seed);
    duel_rng_fork(&root, number, &own);
    chicago_deal(&own, board);
}

/* A solver with the memory it lives in; NULL without memory. */
static chicago_solver *solver_new(void)
{
    chicago_solver *solver = NULL;
    void *memory = malloc(CHICAGO_SOLVER_MEMORY);
    if (memory && chicago_solver_init(memory, CHICAGO_SOLVER_MEMORY, &solver) != DUEL_OK)
        free(memory);
    return solver; /* at the start of its memory: free() takes it */
}

/* ---- the spread of values ----------------------------------------------------------- */

enum { MOST_THREADS = 64 };

typedef struct bench { /* what the threads share */
    const chicago_study *study;
    pthread_mutex_t lock;
    uint64_t next, done;
    duel_status status;
    chicago_spread spread;
} bench;

static bool take_number(bench *b, uint64_t *number)
{
    pthread_mutex_lock(&b->lock);
    bool more = b->status == DUEL_OK && b->next < b->study->openings;
    if (more)
        *number = b->study->first + b->next++;
    pthread_mutex_unlock(&b->lock);
    return more;
}

/* Numbers arrive in any order from the threads; the smallest of an extreme value stands. */
static void keep_extreme(chicago_spread *s, int value, uint64_t number)
{
    int least = chicago_spread_least(s), most = chicago_spread_most(s);
    bool none = s->openings == 0;
    if (none || value < least || (value == least && number < s->lowest))
        s->lowest = number;
    if (none || value > most || (value == most && number < s->highest))
        s->highest = number;
}

static void count_opening(bench *b, uint64_t number, const chicago_answer *answer)
{
    pthread_mutex_lock(&b->lock);
    keep_extreme(&b->spread, answer->low, number);
    b->spread.count[answer->low + STUDY_MOST]++;
    b->spread.openings++;
    b->spread.nodes += answer->nodes;
    b->spread.seconds += answer->seconds;
    b->done++;
    if (b->study->progress)
        b->study->progress(b->study->watcher, b->done);
    pthread_mutex_unlock(&b->lock);
}

static void *study_openings(void *argument)
{
    bench *b = argument;
    uint64_t number;
    chicago_solver *solver = solver_new();
    if (solver == NULL) {
        pthread_mutex_lock(&b->lock);
        b->status = DUEL_FULL;
        pthread_mutex_unlock(&b->lock);
    }
    while (solver && take_number(b, &number)) {
        chicago_board board;
        chicago_answer answer;
        chicago_study_deal(b->study->seed, number, &board);
        chicago_solve(solver, &b->study->rules, &board, NULL, &answer);
        count_opening(b, number, &answer);
    }
    free(solver);
    return NULL;
}

duel_status chicago_study_run(const chicago_study *study, chicago_spread *out)
{
    pthread_t id[MOST_THREADS];
    bench b = {.study = study};
    int wanted = study->threads < MOST_THREADS ? study->threads : MOST_THREADS, started = 1;
    pthread_mutex_init(&b.lock, NULL);
    while (started < wanted && pthread_create(&id[started], NULL, study_openings, &b) == 0)
        started++;
    study_openings(&b);
    for (int i = 1; i < started; i++)
        pthread_join(id[i], NULL);
    pthread_mutex_destroy(&b.lock);
    if (b.status == DUEL_OK)
        *out = b.spread;
    return b.status;
}

int chicago_spread_least(const chicago_spread *s)
{
    int i = 0;
    while (i < STUDY_VALUES - 1 && s->count[i] == 0)
        i++;
    return i - STUDY_MOST;
}

int chicago_spread_most(const chicago_spread *s)
{
    int i = STUDY_VALUES - 1;
    while (i > 0 && s->count[i] == 0)
        i--;
    return i - STUDY_MOST;
}

double chicago_spread_mean(const chicago_spread *s)
{
    double sum = 0;
    for (int i = 0; i < STUDY_VALUES; i++)
        sum += (double)s->count[i] * (i - STUDY_MOST);
    return s->openings ? sum / (double)s->openings : 0;
}

double chicago_spread_deviation(const chicago_spread *s)
{
    double mean = chicago_spread_mean(s), sum = 0;
    for (int i = 0; i < STUDY_VALUES; i++)
        sum += (double)s->count[i] * (i - STUDY_MOST - mean) * (i - STUDY_MOST - mean);
    return s->openings > 1 ? sqrt(sum / (double)(s->openings - 1)) : 0;
}

/* ---- the picture -------------------------------------------------------------------- */

enum { BAR = 56, GAP = 8, TALLEST = 240, LEFT = 24, TOP = 56, BELOW = 44 };

static uint64_t largest_count(const chicago_spread *s)
{
    uint64_t largest = 1;
    for (int i = 0; i < STUDY_VALUES; i++)
        largest = s->count[i] > largest ? s->count[i] : largest;
    return largest;
}

static void put_bar(const chicago_spread *s, int value, int x, duel_sink *out)
{
    uint64_t count = s->count[value + STUDY_MOST];
    double high = TALLEST * (double)count / (double)largest_count(s);
    double share = 100 * (double)count / (double)s->openings;
    int middle = x + BAR / 2;
    duel_putf(out,
              "<rect x=\"%d\" y=\"%.1f\" width=\"%d\" height=\"%.1f\" fill=\"#3b6ea5\"/>\n", x,
              TOP + TALLEST - high, BAR, high);
    duel_putf(out, "<text x=\"%d\" y=\"%.1f\">%.*f %%</text>\n", middle,
              TOP + TALLEST - high - 6, share < 0.1 ? 3 : 1, share);
    duel_putf(out, "<text x=\"%d\" y=\"%d\">%+d</text>\n", middle, TOP + TALLEST + 20, value);
}

void chicago_spread_svg(const chicago_spread *s, uint64_t seed, duel_sink *out)
{
    int least = chicago_spread_least(s), most = chicago_spread_most(s);
    int width = 2 * LEFT + (most - least + 1) * (BAR + GAP), height = TOP + TALLEST + BELOW;
    width = width < 560 ? 560 : width;
    duel_putf(out,
              "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 %d %d\" "
              "font-family=\"sans-serif\" font-size=\"13\" text-anchor=\"middle\">\n"
              "<rect width=\"%d\" height=\"%d\" fill=\"#ffffff\"/>\n"
              "<text x=\"%d\" y=\"24\" font-size=\"15\">Chicago: %llu openings, seed %llu, "
              "mean %+.3f, deviation %.3f</text>\n",
              width, height, width, height, width / 2, (unsigned long long)s->openings,
              (unsigned long long)seed, chicago_spread_mean(s), chicago_spread_deviation(s));
    for (int value = least; value <= most; value++)
        put_bar(s, value, LEFT + (value - least) * (BAR + GAP), out);
    duel_putf(
        out,
        "<text x=\"%d\" y=\"%d\" fill=\"#555555\">final score of player 1 minus player 2, "
        "both perfect</text>\n</svg>\n",
        width / 2, TOP + TALLEST + 38);
}

/* ---- an opening of a wanted value --------------------------------------------------- */

duel_status chicago_opening_of_value(const chicago_rules *rules, const chicago_wish *wish,
                                     chicago_board *board, duel_msg *why)
{
    chicago_solver *solver = solver_new();
    if (solver == NULL)
        return duel_full(why);
    bool found = false;
    for (uint64_t i = 0; i < wish->tries && !found; i++) {
        chicago_board opening;
        chicago_answer answer;
        chicago_study_deal(wish->seed, i, &opening);
        chicago_solve(solver, rules, &opening, NULL, &answer);
        found = answer.low == wish->value;
        if (found)
            *board = opening;
        if (wish->progress)
            wish->progress(wish->watcher, i + 1);
    }
    free(solver);
    return found ? DUEL_OK
                 : duel_refuse(why, N_("None of {0} openings has the value {1}."), "ii",
                               (int64_t)wish->tries, (int64_t)wish->value);
}
