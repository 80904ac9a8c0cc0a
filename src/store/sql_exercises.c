/* store/sql_exercises.c -- positions that profiles are asked about: exercises that come again
 * when they are due, and puzzles, of which a try is kept as an exercise of a source of its own.
 * See store.h. */
#include "store/inside.h"

#include <math.h>
#include <stdio.h>

/* ---- games that were reviewed ------------------------------------------------------------ */

static duel_status add_exercise(database *b, const char *profile, const char *origin,
                                const stored_exercise *e, duel_msg *why)
{
    return database_run(b, EXERCISE_ADD, why, "cssisscssii", profile, e->source, e->game,
                        (int64_t)e->rules, e->variant, e->position, origin, e->record, e->told,
                        e->step, e->due);
}

static duel_status add_review(database *b, const char *profile, const char *game,
                              const stored_exercise *list, size_t count, int64_t now,
                              bool *fresh, duel_msg *why)
{
    duel_status status = database_run(b, REVIEW_MARK, why, "cci", profile, game, now);
    *fresh = status == DUEL_OK && sqlite3_changes(b->db) == 1;
    for (size_t i = 0; *fresh && status == DUEL_OK && i < count; i++)
        status = add_exercise(b, profile, game, &list[i], why);
    return status;
}

duel_status store_reviewed(data_store *s, const char *profile, const char *game,
                           const stored_exercise *list, size_t count, int64_t now, bool *fresh,
                           duel_msg *why)
{
    database *b = database_take(s);
    duel_status status = database_begin(b, why);
    if (status == DUEL_OK)
        status =
            database_end(b, add_review(b, profile, game, list, count, now, fresh, why), why);
    return database_give_back(s, status);
}

duel_status store_unreviewed(data_store *s, const char *profile, const char *game,
                             store_id_fn *take, void *to, duel_msg *why)
{
    base_rows r = base_query(database_take(s), REVIEW_LACKING, "cc", profile, game);
    while (base_next(&r) && take(to, database_text(r.st, 0).at))
        ;
    return database_give_back(s, base_done(&r, why));
}

/* ---- exercises --------------------------------------------------------------------------- */

static duel_status each_exercise(base_rows r, stored_exercise_fn *take, void *to,
                                 int64_t *count, duel_msg *why)
{
    *count = 0;
    while (base_next(&r)) {
        sqlite3_stmt *st = r.st;
        stored_exercise e = {.id = sqlite3_column_int64(st, 0),
                             .source = database_text(st, 1),
                             .game = database_text(st, 2),
                             .rules = (unsigned)sqlite3_column_int64(st, 3),
                             .variant = database_text(st, 4),
                             .position = database_text(st, 5),
                             .origin = database_text(st, 6),
                             .record = database_text(st, 7),
                             .told = database_text(st, 8),
                             .step = sqlite3_column_int64(st, 9),
                             .due = sqlite3_column_int64(st, 10)};
        ++*count;
        if (!take(to, &e))
            break;
    }
    return base_done(&r, why);
}

duel_status store_due(data_store *s, const store_exercise_query *q, bool fresh,
                      stored_exercise_fn *take, void *to, duel_msg *why)
{
    int64_t count;
    base_rows r = base_query(database_take(s), EXERCISE_DUE, "ccciii", q->profile, q->source,
                             q->origin, q->since, q->now, (int64_t)fresh);
    return database_give_back(s, each_exercise(r, take, to, &count, why));
}

duel_status store_exercise_sums(data_store *s, const store_exercise_query *q,
                                exercise_sums_fn *take, void *to, duel_msg *why)
{
    base_rows r = base_query(database_take(s), EXERCISE_SUMS, "ccciii", q->profile, q->source,
                             q->origin, q->since, q->now, DUEL_NEVER);
    while (base_next(&r)) {
        exercise_sums row = {.game = database_text(r.st, 0),
                             .rules = (unsigned)sqlite3_column_int64(r.st, 1),
                             .fresh = sqlite3_column_int64(r.st, 2),
                             .again = sqlite3_column_int64(r.st, 3),
                             .tried = sqlite3_column_int64(r.st, 4),
                             .later = sqlite3_column_int64(r.st, 5),
                             .never = sqlite3_column_int64(r.st, 6),
                             .next = sqlite3_column_int64(r.st, 7)};
        if (!take(to, &row))
            break;
    }
    return database_give_back(s, base_done(&r, why));
}

static duel_status no_such_exercise(duel_msg *why)
{
    return duel_refuse(why, N_("There is no such exercise."), "");
}

duel_status store_exercise(data_store *s, const char *profile, int64_t id,
                           stored_exercise_fn *take, void *to, duel_msg *why)
{
    int64_t count = 0;
    base_rows r = base_query(database_take(s), EXERCISE_LOAD, "ci", profile, id);
    duel_status status = each_exercise(r, take, to, &count, why);
    database_give_back(s, status);
    return status == DUEL_OK && count == 0 ? no_such_exercise(why) : status;
}

duel_status store_attempt(data_store *s, const char *profile, int64_t id, bool success,
                          int64_t step, int64_t due, int64_t now, duel_msg *why)
{
    database *b = database_take(s);
    duel_status status = database_begin(b, why);
    if (status != DUEL_OK)
        return database_give_back(s, status);
    status = database_run(b, EXERCISE_PLAN, why, "ciii", profile, id, step, due);
    if (status == DUEL_OK && sqlite3_changes(b->db) == 0)
        status = no_such_exercise(why);
    if (status == DUEL_OK)
        status = database_run(b, ATTEMPT_ADD, why, "iii", id, now, (int64_t)success);
    return database_give_back(s, database_end(b, status, why));
}

/* ---- ratings ----------------------------------------------------------------------------- */

/* A rating is kept in whole thousandths, its volatility in millionths. Whom it is of is the id
 * of a profile, or "puzzle", the version of the rules, and the name of a puzzle. */

enum { WHO_TEXT = 64 };

/* What a base says may be anything: it is a file. */
static double kept_within(sqlite3_stmt *st, int column, double unit, double least, double most)
{
    return fmin(fmax((double)sqlite3_column_int64(st, column) / unit, least), most);
}

static duel_status load_rating(database *b, duel_str game, const char *who,
                               glicko_rated_at *out, duel_msg *why)
{
    base_rows r = base_query(b, RATING_LOAD, "sc", game, who);
    if (base_next(&r))
        *out = (glicko_rated_at){true,
                                 {kept_within(r.st, 0, 1e3, 0, 4000),
                                  kept_within(r.st, 1, 1e3, 10, 350),
                                  kept_within(r.st, 2, 1e6, 1e-3, 0.5)},
                                 sqlite3_column_int64(r.st, 3)};
    return base_done(&r, why);
}

static duel_status save_rating(database *b, duel_str game, const char *who, glicko_rating r,
                               int64_t now, duel_msg *why)
{
    return database_run(b, RATING_SAVE, why, "sciiii", game, who,
                        (int64_t)llround(r.rating * 1e3), (int64_t)llround(r.deviation * 1e3),
                        (int64_t)llround(r.volatility * 1e6), now);
}

static void put_puzzle_id(unsigned rules, const char *name, char out[WHO_TEXT])
{
    snprintf(out, WHO_TEXT, "puzzle %u %s", rules, name);
}

duel_status store_rating(data_store *s, duel_str game, const char *profile,
                         glicko_rated_at *out, duel_msg *why)
{
    database *b = database_take(s);
    return database_give_back(s, load_rating(b, game, profile, out, why));
}

duel_status store_puzzle_rating(data_store *s, duel_str game, unsigned rules, const char *name,
                                glicko_rated_at *out, duel_msg *why)
{
    char who[WHO_TEXT];
    put_puzzle_id(rules, name, who);
    return store_rating(s, game, who, out, why);
}

/* ---- tries ------------------------------------------------------------------------------- */

/* The exercise of a puzzle; id 0: there is none yet. */
typedef struct puzzle_row {
    int64_t id, step;
} puzzle_row;

static duel_status load_puzzle(database *b, const stored_puzzle_try *t, puzzle_row *out,
                               duel_msg *why)
{
    base_rows r = base_query(b, PUZZLE_LOAD, "csisc", t->profile, t->game, (int64_t)t->rules,
                             t->variant, t->name);
    *out = (puzzle_row){0, 0};
    if (base_next(&r))
        *out = (puzzle_row){sqlite3_column_int64(r.st, 0), sqlite3_column_int64(r.st, 1)};
    return base_done(&r, why);
}

static duel_status add_puzzle(database *b, const stored_puzzle_try *t, puzzle_row *out,
                              duel_msg *why)
{
    duel_status status = database_run(b, EXERCISE_ADD, why, "ccsisccscii", t->profile, "puzzle",
                                      t->game, (int64_t)t->rules, t->variant, t->name, t->name,
                                      t->record, t->position, (int64_t)0, DUEL_NEVER);
    return status == DUEL_OK ? load_puzzle(b, t, out, why) : status;
}

static duel_status rate_both(database *b, const stored_puzzle_try *t, duel_msg *why)
{
    char who[WHO_TEXT];
    glicko_rated_at own = {.rating = t->own}, puzzle = {.rating = t->puzzle};
    put_puzzle_id(t->rules, t->name, who);
    duel_status status = load_rating(b, t->game, t->profile, &own, why);
    if (status == DUEL_OK)
        status = load_rating(b, t->game, who, &puzzle, why);
    if (status != DUEL_OK)
        return status;
    t->meet(t->self, &own, &puzzle);
    status = save_rating(b, t->game, t->profile, own.rating, t->now, why);
    return status == DUEL_OK ? save_rating(b, t->game, who, puzzle.rating, t->now, why)
                             : status;
}

static duel_status keep_puzzle_try(database *b, const stored_puzzle_try *t, duel_msg *why)
{
    puzzle_row row;
    duel_status status = load_puzzle(b, t, &row, why);
    bool first = row.id == 0;
    if (status == DUEL_OK && first)
        status = add_puzzle(b, t, &row, why);
    if (status != DUEL_OK || row.step > 0)
        return status;
    status = database_run(b, ATTEMPT_ADD, why, "iii", row.id, t->now, (int64_t)t->right);
    if (status == DUEL_OK && t->right)
        status = database_run(b, EXERCISE_PLAN, why, "ciii", t->profile, row.id,
                              (int64_t)(first ? 2 : 1), DUEL_NEVER);
    return status == DUEL_OK && first ? rate_both(b, t, why) : status;
}

duel_status store_puzzle_try(data_store *s, const stored_puzzle_try *t, duel_msg *why)
{
    database *b = database_take(s);
    duel_status status = database_begin(b, why);
    if (status == DUEL_OK)
        status = database_end(b, keep_puzzle_try(b, t, why), why);
    return database_give_back(s, status);
}

/* ---- what is kept of puzzles ------------------------------------------------------------- */

duel_status store_dailies(data_store *s, duel_str game, unsigned rules, store_daily_fn *take,
                          void *to, duel_msg *why)
{
    base_rows r = base_query(database_take(s), DAILY_LIST, "si", game, (int64_t)rules);
    while (base_next(&r) && take(to, database_text(r.st, 0).at, database_text(r.st, 1)))
        ;
    return database_give_back(s, base_done(&r, why));
}

/* ---- what was tried ---------------------------------------------------------------------- */

duel_status store_puzzle_tried(data_store *s, const char *profile, duel_str game,
                               unsigned rules, stored_puzzle_try_fn *take, void *to,
                               duel_msg *why)
{
    base_rows r =
        base_query(database_take(s), PUZZLE_TRIED, "csi", profile, game, (int64_t)rules);
    while (base_next(&r) && take(to, database_text(r.st, 0).at, sqlite3_column_int64(r.st, 1)))
        ;
    return database_give_back(s, base_done(&r, why));
}

duel_status store_puzzle_seen(data_store *s, const char *profile, duel_str game, unsigned rules,
                              const char *position, bool *seen, duel_msg *why)
{
    base_rows r = base_query(database_take(s), PUZZLE_SEEN, "csic", profile, game,
                             (int64_t)rules, position);
    *seen = base_next(&r);
    return database_give_back(s, base_done(&r, why));
}

duel_status store_puzzle_days(data_store *s, const char *profile, store_day_fn *take, void *to,
                              duel_msg *why)
{
    base_rows r = base_query(database_take(s), PUZZLE_DAYS, "c", profile);
    while (base_next(&r) && take(to, sqlite3_column_int64(r.st, 0)))
        ;
    return database_give_back(s, base_done(&r, why));
}
