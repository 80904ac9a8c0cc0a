/* games/moriarty/workshop/spread.c -- `./dev workshop moriarty spread GAMES`: how far shallow
 * searches are from deep ones.
 *
 * A selective search (node_kernel.h) leaves out what a shallow search finds clear; how clear
 * it must be comes from here. Positions of games kept apart from the training are searched to
 * every depth, and to the end where that is near; differences between depths of the same
 * parity are gathered, and spread and power (eval.h) fitted to them. */
#include "games/moriarty/workshop/workshop.h"

#include <math.h>

enum {
    DEEPEST = 8,      /* plies of an estimated search */
    PROVE_BELOW = 17, /* fewer empties are searched to the end, too */
    LEAST_EMPTIES = 10,
    MOST_EMPTIES = 50,
    DEPTHS = 18,
    TABLE = 8 << 20,
    ENOUGH = 30 /* differences that a pair of depths must have to count */
};

typedef struct gathering {
    int64_t wanted, proved_at; /* positions; empties of those that are proved, 0: spreads */
    moriarty_table table;
    int count;
    int score[DEPTHS];          /* of the position at hand, in units, by depth */
    double sum[DEPTHS][DEPTHS]; /* squares of differences, by depth and shallow depth */
    int pairs[DEPTHS][DEPTHS];
    double estimate_off; /* squares of what estimates are off by */
} gathering;

static void note_score(void *user, const moriarty_answer *a)
{
    gathering *g = user;
    g->score[a->depth] = a->score;
}

static void add_pair(gathering *g, int depth, int shallow)
{
    double off = (double)(g->score[depth] - g->score[shallow]) / MORIARTY_UNIT;
    g->sum[depth][shallow] += off * off;
    g->pairs[depth][shallow]++;
}

static duel_status gather_position(gathering *g, moriarty_board b, int empties, duel_msg *why)
{
    bool to_end = empties < PROVE_BELOW;
    moriarty_answer a;
    moriarty_request q = {.board = b,
                          .playable = MORIARTY_ALL,
                          .max_depth = to_end ? (empties - 6) / 2 : DEEPEST,
                          .sure = true,
                          .threads = 1,
                          .path = MORIARTY_BEST_PATH,
                          .table = &g->table,
                          .eval = &moriarty_trained,
                          .progress = note_score,
                          .user = g};
    moriarty_table_clear(&g->table);
    g->score[0] = moriarty_trained_estimate(&moriarty_trained_patterns, b, MORIARTY_ALL);
    duel_status status = moriarty_think(&q, &a, why);
    for (int depth = 1; status == DUEL_OK && depth <= q.max_depth; depth++)
        for (int shallow = depth - 2; shallow >= 0; shallow -= 2)
            add_pair(g, depth, shallow);
    if (status != DUEL_OK || !to_end)
        return status;
    int deepest = q.max_depth;
    q.prove = true;
    q.max_depth = 0;
    q.progress = NULL;
    status = moriarty_think(&q, &a, why);
    g->score[empties] = a.score;
    for (int shallow = deepest; status == DUEL_OK && shallow >= 1; shallow--)
        add_pair(g, empties, shallow);
    return status;
}

/* What the evaluation itself says, with no search, beside what is proved. */
static duel_status gather_proof(gathering *g, moriarty_board b, duel_msg *why)
{
    moriarty_answer a;
    moriarty_request q = {.board = b,
                          .playable = MORIARTY_ALL,
                          .prove = true,
                          .threads = 1,
                          .path = MORIARTY_BEST_PATH,
                          .table = &g->table,
                          .eval = &moriarty_trained};
    moriarty_table_clear(&g->table);
    duel_status status = moriarty_think(&q, &a, why);
    int estimate = moriarty_trained_estimate(&moriarty_trained_patterns, b, MORIARTY_ALL);
    double off = (double)(a.score - estimate) / MORIARTY_UNIT;
    g->estimate_off += off * off;
    g->count++;
    return status;
}

static duel_status prove_game(void *user, uint64_t number, const moriarty_labelled_game *game,
                              duel_msg *why)
{
    gathering *g = user;
    for (int i = 0; i < game->count; i++) {
        moriarty_board b = game->position[i].board;
        if (moriarty_empties(b) == g->proved_at && g->count < g->wanted)
            return gather_proof(g, b, why);
    }
    return DUEL_OK;
}

/* One position of each game kept apart, a later one from game to game. */
static duel_status gather_game(void *user, uint64_t number, const moriarty_labelled_game *game,
                               duel_msg *why)
{
    gathering *g = user;
    if (number % MORIARTY_KEPT_APART != 0 || game->count == 0 || g->count >= g->wanted)
        return DUEL_OK;
    uint64_t place = number / MORIARTY_KEPT_APART % (uint64_t)game->count;
    moriarty_board b = game->position[place].board;
    int empties = moriarty_empties(b);
    if (empties < LEAST_EMPTIES || empties > MOST_EMPTIES)
        return DUEL_OK;
    g->count++;
    return gather_position(g, b, empties, why);
}

/* ---- the fit --------------------------------------------------------------------- */

static double measured(const gathering *g, int depth, int shallow)
{
    return sqrt(g->sum[depth][shallow] / g->pairs[depth][shallow]);
}

static double steps_of(int depth, int shallow)
{
    return (double)(depth - shallow) / (shallow + 1);
}

/* A line through the logarithms, each pair of depths counted once. */
static void fit_spread(const gathering *g, double *spread, double *power)
{
    double n = 0, x = 0, y = 0, xx = 0, xy = 0;
    for (int depth = 0; depth < DEPTHS; depth++)
        for (int shallow = 0; shallow < depth; shallow++) {
            if (g->pairs[depth][shallow] < ENOUGH)
                continue;
            double at = log(steps_of(depth, shallow)), value = log(measured(g, depth, shallow));
            n++;
            x += at;
            y += value;
            xx += at * at;
            xy += at * value;
        }
    double spreading = n * xx - x * x;
    *power = spreading > 0 ? (n * xy - x * y) / spreading : 0;
    *spread = n > 0 ? exp((y - *power * x) / n) : 0;
}

static void print_pairs(const duel_console *c, const gathering *g, double spread, double power)
{
    bool first = true;
    for (int depth = 0; depth < DEPTHS; depth++)
        for (int shallow = 0; shallow < depth; shallow++) {
            if (g->pairs[depth][shallow] < ENOUGH)
                continue;
            double fitted = spread * pow(steps_of(depth, shallow), power);
            duel_putf(c->out,
                      c->json ? "%s{\"depth\": %d, \"shallow\": %d, \"positions\": %d, "
                                "\"error\": %.3f, \"fitted\": %.3f}"
                              : "%s%2d %2d %7d %6.2f %6.2f\n",
                      c->json && !first ? ", " : "", depth, shallow, g->pairs[depth][shallow],
                      measured(g, depth, shallow), fitted);
            first = false;
        }
}

static void print_spread(const duel_console *c, const gathering *g)
{
    double spread, power;
    fit_spread(g, &spread, &power);
    if (c->json) {
        duel_putf(c->out, "{\"spread\": %.3f, \"power\": %.3f, \"pairs\": [", spread, power);
        print_pairs(c, g, spread, power);
        duel_put(c->out, "]}\n");
        return;
    }
    duel_tell(c->lang, c->out,
              "Depth, shallow depth, positions, error in discs, error as fitted:", "");
    duel_put(c->out, "\n");
    print_pairs(c, g, spread, power);
    duel_putf(c->out, "spread %.2f, power %.2f\n", spread, power);
}

static void print_estimate(const duel_console *c, const gathering *g)
{
    double error = g->count > 0 ? sqrt(g->estimate_off / g->count) : 0;
    if (c->json) {
        duel_putf(c->out, "{\"empties\": %d, \"positions\": %d, \"error\": %.3f}\n",
                  (int)g->proved_at, g->count, error);
        return;
    }
    duel_tell(c->lang, c->out,
              "Empty squares, positions, error of the evaluation in discs:", "");
    duel_putf(c->out, "\n%2d %7d %6.2f\n", (int)g->proved_at, g->count, error);
}

enum { POSITIONS, EMPTIES };
const duel_option moriarty_spread_options[] = {
    [POSITIONS] = {"positions", DUEL_NUMBER, 2000, 1, INT64_C(1) << 32, NULL,
                   "how many positions to search"},
    [EMPTIES] = {"empties", DUEL_NUMBER, 0, 0, 30, NULL,
                 "instead: prove positions with so many empty squares, and say how far off "
                 "the evaluation is"},
    {NULL, DUEL_NUMBER, 0, 0, 0, NULL, NULL}};

duel_status moriarty_run_spread(const duel_console *c, const duel_args *a, duel_msg *why)
{
    gathering g = {.wanted = a->value[POSITIONS], .proved_at = a->value[EMPTIES]};
    if (a->word_count != 1)
        return duel_invalid(why, "Which file of games, as “moriarty fit” keeps them?", "");
    duel_status status = moriarty_table_init(&g.table, TABLE, why);
    if (status != DUEL_OK)
        return status;
    bool proving = g.proved_at > 0;
    status =
        moriarty_label_file_read(a->word[0].at, proving ? prove_game : gather_game, &g, why);
    moriarty_table_fini(&g.table);
    if (status == DUEL_OK)
        (proving ? print_estimate : print_spread)(c, &g);
    return status;
}
