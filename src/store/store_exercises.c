/* store/store_exercises.c -- positions that profiles are asked about again, and their
 * attempts: see store.h. */
#include "store/store_base.h"

/* ---- games that were reviewed ------------------------------------------------------------ */

static duel_status add_exercise(base *b, const char *profile, const char *origin,
                                const duel_exercise *e, duel_msg *why)
{
    return base_run(b, EXERCISE_ADD, why, "cssisscssii", profile, e->source, e->game,
                    (int64_t)e->rules, e->variant, e->position, origin, e->record, e->told,
                    e->step, e->due);
}

static duel_status add_review(base *b, const char *profile, const char *game,
                              const duel_exercise *list, size_t count, int64_t now, bool *fresh,
                              duel_msg *why)
{
    duel_status status = base_run(b, REVIEW_MARK, why, "cci", profile, game, now);
    *fresh = status == DUEL_OK && sqlite3_changes(b->db) == 1;
    for (size_t i = 0; *fresh && status == DUEL_OK && i < count; i++)
        status = add_exercise(b, profile, game, &list[i], why);
    return status;
}

duel_status duel_store_reviewed(duel_store *s, const char *profile, const char *game,
                                const duel_exercise *list, size_t count, int64_t now,
                                bool *fresh, duel_msg *why)
{
    base *b = base_take(s);
    duel_status status = base_begin(b, why);
    if (status == DUEL_OK)
        status = base_end(b, add_review(b, profile, game, list, count, now, fresh, why), why);
    return base_give_back(s, status);
}

duel_status duel_store_unreviewed(duel_store *s, const char *profile, const char *game,
                                  duel_id_take *take, void *to, duel_msg *why)
{
    base *b = base_take(s);
    sqlite3_stmt *st = base_ready(b, REVIEW_LACKING, "cc", profile, game);
    if (st == NULL)
        return base_give_back(s, base_failure(b, why));
    int result;
    while ((result = sqlite3_step(st)) == SQLITE_ROW)
        if (!take(to, base_text(st, 0).at))
            break;
    return base_give_back(s, base_put_away(b, st, result, why));
}

/* ---- exercises --------------------------------------------------------------------------- */

static duel_status each_exercise(base *b, sqlite3_stmt *st, duel_exercise_take *take, void *to,
                                 int64_t *count, duel_msg *why)
{
    if (st == NULL)
        return base_failure(b, why);
    int result;
    *count = 0;
    while ((result = sqlite3_step(st)) == SQLITE_ROW) {
        duel_exercise e = {.id = sqlite3_column_int64(st, 0),
                           .source = base_text(st, 1),
                           .game = base_text(st, 2),
                           .rules = (unsigned)sqlite3_column_int64(st, 3),
                           .variant = base_text(st, 4),
                           .position = base_text(st, 5),
                           .origin = base_text(st, 6),
                           .record = base_text(st, 7),
                           .told = base_text(st, 8),
                           .step = sqlite3_column_int64(st, 9),
                           .due = sqlite3_column_int64(st, 10)};
        ++*count;
        if (!take(to, &e))
            break;
    }
    return base_put_away(b, st, result, why);
}

duel_status duel_store_due(duel_store *s, const duel_exercise_query *q, bool fresh,
                           duel_exercise_take *take, void *to, duel_msg *why)
{
    int64_t count;
    base *b = base_take(s);
    sqlite3_stmt *st = base_ready(b, EXERCISE_DUE, "ccciii", q->profile, q->source, q->origin,
                                  q->since, q->now, (int64_t)fresh);
    return base_give_back(s, each_exercise(b, st, take, to, &count, why));
}

static duel_status each_sums(base *b, sqlite3_stmt *st, duel_exercise_sums_take *take, void *to,
                             duel_msg *why)
{
    if (st == NULL)
        return base_failure(b, why);
    int result;
    while ((result = sqlite3_step(st)) == SQLITE_ROW) {
        duel_exercise_sums row = {.game = base_text(st, 0),
                                  .rules = (unsigned)sqlite3_column_int64(st, 1),
                                  .fresh = sqlite3_column_int64(st, 2),
                                  .again = sqlite3_column_int64(st, 3),
                                  .tried = sqlite3_column_int64(st, 4),
                                  .later = sqlite3_column_int64(st, 5),
                                  .never = sqlite3_column_int64(st, 6),
                                  .next = sqlite3_column_int64(st, 7)};
        if (!take(to, &row))
            break;
    }
    return base_put_away(b, st, result, why);
}

duel_status duel_store_exercise_sums(duel_store *s, const duel_exercise_query *q,
                                     duel_exercise_sums_take *take, void *to, duel_msg *why)
{
    base *b = base_take(s);
    sqlite3_stmt *st = base_ready(b, EXERCISE_SUMS, "ccciii", q->profile, q->source, q->origin,
                                  q->since, q->now, DUEL_NEVER);
    return base_give_back(s, each_sums(b, st, take, to, why));
}

static duel_status no_such_exercise(duel_msg *why)
{
    return duel_refuse(why, N_("There is no such exercise."), "");
}

duel_status duel_store_exercise(duel_store *s, const char *profile, int64_t id,
                                duel_exercise_take *take, void *to, duel_msg *why)
{
    int64_t count = 0;
    base *b = base_take(s);
    sqlite3_stmt *st = base_ready(b, EXERCISE_LOAD, "ci", profile, id);
    duel_status status = each_exercise(b, st, take, to, &count, why);
    base_give_back(s, status);
    return status == DUEL_OK && count == 0 ? no_such_exercise(why) : status;
}

duel_status duel_store_attempt(duel_store *s, const char *profile, int64_t id, bool success,
                               int64_t step, int64_t due, int64_t now, duel_msg *why)
{
    base *b = base_take(s);
    duel_status status = base_begin(b, why);
    if (status != DUEL_OK)
        return base_give_back(s, status);
    status = base_run(b, EXERCISE_PLAN, why, "ciii", profile, id, step, due);
    if (status == DUEL_OK && sqlite3_changes(b->db) == 0)
        status = no_such_exercise(why);
    if (status == DUEL_OK)
        status = base_run(b, ATTEMPT_ADD, why, "iii", id, now, (int64_t)success);
    return base_give_back(s, base_end(b, status, why));
}
