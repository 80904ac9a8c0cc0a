/* games/chicago/study.c -- solving many openings, and everybody against everybody on them: see
 * study.h. */
#include "games/chicago/study.h"
#include "games/chicago/chicago.h"

#include <math.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

void chicago_study_deal(uint64_t seed, uint64_t number, chicago_board *board)
{
    duel_rng root, own;
    duel_rng_init_number(&root, seed);
    duel_rng_fork(&root, number, &own);
    chicago_deal(&own, board);
}

/* ---- the spread of values ---------------------------------------------------------------- */

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
    chicago_solver *solver = chicago_solver_new();
    if (solver == NULL) {
        pthread_mutex_lock(&b->lock);
        b->status = DUEL_NO_SPACE;
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

/* ---- the picture ------------------------------------------------------------------------- */

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

/* ---- an opening of a wanted value -------------------------------------------------------- */

duel_status chicago_opening_of_value(const chicago_rules *rules, const chicago_wish *wish,
                                     chicago_board *board, duel_msg *why)
{
    chicago_solver *solver = chicago_solver_new();
    if (solver == NULL)
        return duel_no_space(why);
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

/* ---- a contest --------------------------------------------------------------------------- */

static const chicago_rules two_players = {2, false};

static const char *const names[] = {
    [CONTEST_RANDOM] = "random",           [CONTEST_DEPTH1] = "seed-depth1",
    [CONTEST_MINIMAX2] = "seed-minimax2",  [CONTEST_MINIMAX4] = "seed-minimax4",
    [CONTEST_LOOK2] = "lookahead:depth=2", [CONTEST_LOOK4] = "lookahead:depth=4",
    [CONTEST_LOOK6] = "lookahead:depth=6", [CONTEST_EXACT] = "exact"};
_Static_assert(sizeof names / sizeof *names == CONTEST_ENTRANTS, "a name for each");

const char *chicago_entrant_name(int entrant)
{
    return names[entrant];
}

/* A move of the largest value so far ahead; among equals by chance. */
static chicago_move move_by_lookahead(const chicago_board *board, int depth, duel_rng *rng)
{
    chicago_move move[CHICAGO_MOVES];
    int value[CHICAGO_MOVES], best = 0, count = chicago_moves(&two_players, board, move);
    uint32_t equals = 1;
    chicago_lookahead(&two_players, board, depth, value);
    for (int i = 1; i < count; i++) {
        if (value[i] > value[best])
            best = i, equals = 1;
        else if (value[i] == value[best] && duel_rng_below(rng, ++equals) == 0)
            best = i;
    }
    return move[best];
}

static chicago_move choose_for(chicago_entrant who, chicago_solver *solver,
                               const chicago_board *board, duel_rng *rng)
{
    chicago_move move[CHICAGO_MOVES];
    chicago_answer answer;
    switch (who) {
    case CONTEST_DEPTH1:
        return chicago_seedbot_move(CHICAGO_SEED_SCORE, &two_players, board, NULL);
    case CONTEST_MINIMAX2:
        return chicago_seedbot_move(CHICAGO_SEED_MINIMAX1, &two_players, board, NULL);
    case CONTEST_MINIMAX4:
        return chicago_seedbot_move(CHICAGO_SEED_MINIMAX2, &two_players, board, NULL);
    case CONTEST_LOOK2:
        return move_by_lookahead(board, 2, rng);
    case CONTEST_LOOK4:
        return move_by_lookahead(board, 4, rng);
    case CONTEST_LOOK6:
        return move_by_lookahead(board, 6, rng);
    case CONTEST_EXACT:
        chicago_solve(solver, &two_players, board, NULL, &answer);
        return answer.best;
    case CONTEST_RANDOM:
    case CONTEST_ENTRANTS:
        break;
    }
    return move[duel_rng_below(rng, (uint32_t)chicago_moves(&two_players, board, move))];
}

/* The final difference for the first player. */
static int play_contest_game(const chicago_entrant who[2], chicago_solver *solver,
                             chicago_board board, duel_rng *rng)
{
    while (!chicago_over(&board))
        chicago_play(&two_players, &board, choose_for(who[board.side], solver, &board, rng));
    return chicago_score(&board, 0) - chicago_score(&board, 1);
}

static void count_game(chicago_tally *t, int margin)
{
    t->wins += margin > 0;
    t->ties += margin == 0;
    t->losses += margin < 0;
    t->margin += margin;
}

duel_status chicago_contest_run(uint64_t seed, uint64_t openings,
                                void (*progress)(void *watcher, uint64_t done), void *watcher,
                                chicago_contest *out)
{
    duel_rng root, rng;
    chicago_solver *solver = chicago_solver_new();
    if (solver == NULL)
        return DUEL_NO_SPACE;
    memset(out, 0, sizeof *out);
    duel_rng_init_number(&root, seed);
    for (uint64_t i = 0; i < openings; i++) { /* in order: the solver remembers */
        chicago_board board;
        chicago_study_deal(seed, i, &board);
        duel_rng_fork(&root, ~i, &rng);
        for (int a = 0; a < CONTEST_ENTRANTS; a++)
            for (int b = 0; b < CONTEST_ENTRANTS; b++)
                count_game(&out->pair[a][b],
                           play_contest_game((const chicago_entrant[]){(chicago_entrant)a,
                                                                       (chicago_entrant)b},
                                             solver, board, &rng));
        out->openings++;
        if (progress)
            progress(watcher, i + 1);
    }
    free(solver);
    return DUEL_OK;
}
