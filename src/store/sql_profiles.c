/* store/sql_profiles.c -- profiles, what they played and how it ended, and the puzzles of the
 * days: see store.h. */
#include "store/inside.h"
#include "store/player_name.h"

/* ---- profiles ---------------------------------------------------------------------------- */

static duel_status find_likeness(base_rows others, name_likeness *l, duel_msg *why)
{
    duel_status found = DUEL_OK;
    while (found == DUEL_OK && base_next(&others))
        if (name_likeness_fits(l, database_text(others.st, 0)))
            found = duel_refuse(why,
                                N_("Somebody here is called “{0}”, which looks the same: "
                                   "please choose another name."),
                                "s", database_text(others.st, 0));
    duel_status status = base_done(&others, found == DUEL_OK ? why : NULL);
    return found == DUEL_OK ? status : found;
}

/* Every name is looked at, outside of a transaction, so that nobody's move waits for it. Names
 * are given through one store, whose lock the caller has: nobody comes between. */
static duel_status check_unlike(database *b, const char *id, duel_str name, duel_msg *why)
{
    name_likeness *l;
    duel_status status = name_likeness_new(name, &l, why);
    if (status != DUEL_OK)
        return status;
    status = find_likeness(base_query(b, PROFILE_OTHERS, "cs", id, name), l, why);
    name_likeness_free(l);
    return status;
}

duel_status store_profile_add(data_store *s, const char *id, duel_str name, duel_str secret,
                              int64_t now, duel_msg *why)
{
    database *b = database_take(s);
    duel_status status = check_unlike(b, id, name, why);
    if (status == DUEL_OK)
        status = database_begin(b, why);
    if (status == DUEL_OK)
        status = database_end(
            b, database_run(b, PROFILE_ADD, why, "cssi", id, name, secret, now), why);
    if (status == DUEL_OK && sqlite3_changes(b->db) == 0)
        status = duel_refuse(why, N_("This profile is there already."), "");
    return database_give_back(s, status);
}

duel_status store_profile_rename(data_store *s, const char *id, duel_str name, duel_msg *why)
{
    database *b = database_take(s);
    duel_status status = check_unlike(b, id, name, why);
    if (status == DUEL_OK)
        status = database_begin(b, why);
    if (status == DUEL_OK)
        status = database_end(b, database_run(b, PROFILE_NAME, why, "cs", id, name), why);
    return database_give_back(s, status);
}

/* The first row of a statement, as two texts; DUEL_REFUSED if it has none. */
static duel_status two_texts(base_rows r, duel_buf *first, duel_buf *second, duel_msg *why)
{
    if (base_next(&r)) {
        duel_put_str(&first->sink, database_text(r.st, 0));
        duel_put_str(&second->sink, database_text(r.st, 1));
    }
    duel_status status = base_done(&r, why);
    return status == DUEL_OK && r.result != SQLITE_ROW ? DUEL_REFUSED : status;
}

duel_status store_profile(data_store *s, const char *id, duel_buf *name, duel_buf *secret,
                          duel_msg *why)
{
    database *b = database_take(s);
    duel_status status = two_texts(base_query(b, PROFILE_LOAD, "c", id), name, secret, why);
    if (status == DUEL_REFUSED)
        duel_refuse(why, N_("There is no such profile."), "");
    return database_give_back(s, status);
}

duel_status store_profiles(data_store *s, store_profile_fn *take, void *to, duel_msg *why)
{
    base_rows r = base_query(database_take(s), PROFILE_NAMES, "");
    while (base_next(&r) && take(to, database_text(r.st, 0).at, database_text(r.st, 1)))
        ;
    return database_give_back(s, base_done(&r, why));
}

duel_status store_deal_known(data_store *s, duel_str game, unsigned rules,
                             const store_deal *dealt, bool *known, duel_msg *why)
{
    base_rows r = base_query(database_take(s), DEAL_KNOWN, "csic", dealt->profile, game,
                             (int64_t)rules, dealt->opening);
    bool found = base_next(&r);
    duel_status status = base_done(&r, why);
    if (status == DUEL_OK)
        *known = found;
    return database_give_back(s, status);
}

/* ---- results ----------------------------------------------------------------------------- */

static duel_status each_standing(base_rows r, bool whole, store_standing_fn *take, void *to,
                                 duel_msg *why)
{
    int best = whole ? 6 : 3;
    while (base_next(&r)) {
        sqlite3_stmt *st = r.st;
        store_standing row = {.who = database_text(st, 0),
                              .games = sqlite3_column_int64(st, 1),
                              .won = sqlite3_column_int64(st, 2),
                              .scored = sqlite3_column_type(st, best) != SQLITE_NULL,
                              .best = sqlite3_column_int64(st, best)};
        if (whole) {
            row.tied = sqlite3_column_int64(st, 3);
            row.lost = sqlite3_column_int64(st, 4);
            row.assisted = sqlite3_column_int64(st, 5);
        }
        if (!take(to, &row))
            break;
    }
    return base_done(&r, why);
}

duel_status store_results(data_store *s, const char *profile, store_standing_fn *take, void *to,
                          duel_msg *why)
{
    base_rows r = base_query(database_take(s), PROFILE_RESULTS, "c", profile);
    return database_give_back(s, each_standing(r, true, take, to, why));
}

duel_status store_standings(data_store *s, duel_str kind, store_standing_fn *take, void *to,
                            duel_msg *why)
{
    base_rows r = base_query(database_take(s), PROFILE_LIST, "s", kind);
    return database_give_back(s, each_standing(r, false, take, to, why));
}

duel_status store_recent(data_store *s, const char *profile, store_result_fn *take, void *to,
                         duel_msg *why)
{
    base_rows r = base_query(database_take(s), PROFILE_RECENT, "c", profile);
    while (base_next(&r)) {
        store_result row = {.kind = database_text(r.st, 1),
                            .outcome = sqlite3_column_int(r.st, 2),
                            .scored = sqlite3_column_type(r.st, 3) != SQLITE_NULL,
                            .score = sqlite3_column_int(r.st, 3),
                            .assisted = sqlite3_column_int(r.st, 4) != 0};
        if (!take(to, database_text(r.st, 0).at, sqlite3_column_int64(r.st, 5), &row))
            break;
    }
    return database_give_back(s, base_done(&r, why));
}

duel_status store_met(data_store *s, const char *profile, duel_str kind, store_met_fn *take,
                      void *to, duel_msg *why)
{
    base_rows r = base_query(database_take(s), PROFILE_MET, "cs", profile, kind);
    while (base_next(&r) && take(to, database_text(r.st, 0), sqlite3_column_int(r.st, 1)))
        ;
    return database_give_back(s, base_done(&r, why));
}

duel_status store_scored(data_store *s, duel_str kind, unsigned rules, store_score_fn *take,
                         void *to, duel_msg *why)
{
    base_rows r = base_query(database_take(s), TALLY_SCORED, "si", kind, (int64_t)rules);
    while (base_next(&r)) {
        store_score row = {.profile = database_text(r.st, 0),
                           .name = database_text(r.st, 1),
                           .variant = database_text(r.st, 2),
                           .seed = database_text(r.st, 3),
                           .start = database_text(r.st, 4),
                           .score = sqlite3_column_int64(r.st, 5),
                           .won = sqlite3_column_int(r.st, 6) != 0,
                           .assisted = sqlite3_column_int(r.st, 7) != 0};
        if (!take(to, &row))
            break;
    }
    return database_give_back(s, base_done(&r, why));
}

/* ---- the puzzle of a day ----------------------------------------------------------------- */

duel_status store_daily_add(data_store *s, const char *day, duel_str game, unsigned rules,
                            duel_str record, duel_str answer, duel_msg *why)
{
    database *b = database_take(s);
    duel_status status = database_begin(b, why);
    if (status == DUEL_OK)
        status = database_end(
            b,
            database_run(b, DAILY_ADD, why, "csiss", day, game, (int64_t)rules, record, answer),
            why);
    return database_give_back(s, status);
}

duel_status store_daily(data_store *s, const char *day, duel_str game, unsigned rules,
                        duel_buf *record, duel_buf *answer, duel_msg *why)
{
    base_rows r = base_query(database_take(s), DAILY_LOAD, "csi", day, game, (int64_t)rules);
    return database_give_back(s, two_texts(r, record, answer, why));
}
