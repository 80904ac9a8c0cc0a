/* games/wumpus/command.h -- the commands `duel wumpus …`: what each takes, and how it runs; and
 * the experiments that they are made of. */
#pragma once

#include "core/command.h"
#include "games/wumpus/state.h"

extern const duel_command wumpus_commands[];

extern const duel_option wumpus_deduce_options[];
duel_status wumpus_run_deduce(const duel_console *c, const duel_args *a, duel_msg *why);
extern const duel_option wumpus_stats_options[];
extern const duel_flag wumpus_stats_texts[];
duel_status wumpus_run_stats(const duel_console *c, const duel_args *a, duel_msg *why);
extern const duel_option wumpus_generate_options[];
extern const duel_flag wumpus_generate_texts[];
duel_status wumpus_run_generate(const duel_console *c, const duel_args *a, duel_msg *why);
extern const duel_option wumpus_agent_options[];
duel_status wumpus_run_agent(const duel_console *c, const duel_args *a, duel_msg *why);
extern const duel_option wumpus_optimum_options[];
duel_status wumpus_run_optimum(const duel_console *c, const duel_args *a, duel_msg *why);

/* ---- many like jobs, done by several threads (command.c) ------------------------------ */

/* Does job `number`, which depends on its number alone, so that the results do not depend on
 * how many threads there are. `self` is shared by all threads: a job writes to its own place
 * only. */
typedef duel_status wumpus_job(void *self, int64_t number, duel_msg *why);

/* Does jobs 0 … count - 1. The first failure stops all and is returned. `console` may be NULL:
 * no bar. */
duel_status wumpus_share(const duel_console *console, int64_t count, int threads,
                         wumpus_job *job, void *self, duel_msg *why);

/* ---- the seed's experiment (experiment.c) ------------------------------------------- */

enum { WUMPUS_INTERESTS = 5 }; /* 0, 1, 2, 3, and 4 or more */

typedef struct wumpus_stats {
    int size, pits;
    int64_t grids;
    int64_t deducible[WUMPUS_INTERESTS]; /* by interest */
    int64_t not_deducible;               /* these and the deducible make up all grids */
    int64_t not_valid; /* counted apart: a grid may be deducible and not valid */
} wumpus_stats;

/* The names of the columns, in the order of wumpus_stats_values. */
enum { WUMPUS_COLUMNS = 10 };
extern const char *const wumpus_stats_names[WUMPUS_COLUMNS];
void wumpus_stats_values(const wumpus_stats *row, int64_t out[WUMPUS_COLUMNS]);

/* Draws `grids` worlds of the seed's kind. Equal generators give equal rows. */
duel_status wumpus_stats_row(int size, int pits, int64_t grids, duel_rng *rng,
                             wumpus_stats *out, duel_msg *why);

/* The seed's graph (experiment.c): how many grids are easy, medium and hard for each number of
 * pits, as three curves in an SVG picture. Curves differ by dashes as well as by colour.
 * Rows by rising number of pits, all of one size; at least one. */
void wumpus_chart(const wumpus_stats *row, int rows, duel_lang lang, duel_sink *out);

/* ---- the agent sent through many worlds (agent_runs.c) ------------------------------------
 */

/* Which worlds. */
typedef struct wumpus_tour {
    const char *name; /* for programs, not translated */
    bool textbook;
    int least, most;   /* sides, each as likely */
    int pits;          /* the seed's rules: how many; the textbook's: each cell 1 in 5 */
    wumpus_grade only; /* grids of this grade; WUMPUS_NOT_DEDUCIBLE: all */
    bool dry_gold; /* textbook: only worlds whose gold is not in a pit, untold to the agent */
    int wumpuses, golds; /* 0: one; every gold must be found */
} wumpus_tour;

typedef struct wumpus_tally_sheet {
    int64_t worlds, won;
    int64_t valid, valid_won; /* the seed's rules */
    int64_t deducible, deducible_won;
    double sum, squares; /* of the scores */
    double turning;      /* of the scores, if turning round cost a point as well */
} wumpus_tally_sheet;

/* Worlds 0 … count - 1 of the seed; equal calls give equal results, however many threads. */
duel_status wumpus_tour_run(const duel_console *console, const wumpus_tour *tour, int64_t count,
                            uint64_t seed, int threads, wumpus_tally_sheet *out, duel_msg *why);

/* The agent alone in one world of the seed's kind: does it win? */
duel_status wumpus_tour_wins(const wumpus_rules *rules, const wumpus_world *world, bool *won,
                             duel_msg *why);

/* Half the width of the 95 % interval of the mean score. */
double wumpus_tour_error(const wumpus_tally_sheet *t);

/* ---- the best that any explorer can do (optimum.c) ---------------------------------- */

enum { WUMPUS_OPTIMUM_SIDE = 4 };

/* Every world of these rules, which are of side 4 with a number of pits, strict; the caller
 * frees *out. */
duel_status wumpus_all_worlds(const wumpus_rules *rules, wumpus_world **out, int *count,
                              duel_msg *why);

/* In how many of these worlds, of side 4, the best explorer finds what the rules ask for. */
duel_status wumpus_optimum(const wumpus_rules *rules, const wumpus_world *worlds, int count,
                           int *out, duel_msg *why);
