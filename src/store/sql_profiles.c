/* store/sql_profiles.c -- profiles, what they played and how it ended, and the puzzles of the
 * days: see store.h. */
#include "store/inside.h"
#include "store/player_name.h"

/* ---- profiles ---------------------------------------------------------------------------- */

static duel_status find_likeness(base_rows others, duel_likeness *l, duel_msg *why)
{
    duel_status found = DUEL_OK;
    while (found == DUEL_OK && base_next(&others))
        if (duel_likeness_fits(l, base_text(others.st, 0)))
            found = duel_refuse(why,
                                N_("Somebody here is called “{0}”, which looks the same: "
                                   "please choose another name."),
                                "s", base_text(others.st, 0));
    duel_status status = base_done(&others, found == DUEL_OK ? why : NULL);
    return found == DUEL_OK ? status : found;
}

/* Every name is looked at, outside of a transaction, so that nobody's move waits for it. Names
 * are given through one store, whose lock the caller has: nobody comes between. */
static duel_status check_unlike(base *b, const char *id, duel_str name, duel_msg *why)
{
    duel_likeness *l;
    duel_status status = duel_likeness_new(name, &l, why);
    if (status != DUEL_OK)
        return status;
    status = find_likeness(base_query(b, PROFILE_OTHERS, "cs", id, name), l, why);
    duel_likeness_free(l);
    return status;
}

duel_status duel_store_profile_add(duel_store *s, const char *id, duel_str name,
                                   duel_str secret, int64_t now, duel_msg *why)
{
    base *b = base_take(s);
    duel_status status = check_unlike(b, id, name, why);
    if (status == DUEL_OK)
        status = base_begin(b, why);
    if (status == DUEL_OK)
        status = base_end(b, base_run(b, PROFILE_ADD, why, "cssi", id, name, secret, now), why);
    if (status == DUEL_OK && sqlite3_changes(b->db) == 0)
        status = duel_refuse(why, N_("This profile is there already."), "");
    return base_give_back(s, status);
}

duel_status duel_store_profile_rename(duel_store *s, const char *id, duel_str name,
                                      duel_msg *why)
{
    base *b = base_take(s);
    duel_status status = check_unlike(b, id, name, why);
    if (status == DUEL_OK)
        status = base_begin(b, why);
    if (status == DUEL_OK)
        status = base_end(b, base_run(b, PROFILE_NAME, why, "cs", id, name), why);
    return base_give_back(s, status);
}

/* The first row of a statement, as two texts; DUEL_NO if it has none. */
static duel_status two_texts(base_rows r, duel_buf *first, duel_buf *second, duel_msg *why)
{
    if (base_next(&r)) {
        duel_put_str(&first->sink, base_text(r.st, 0));
        duel_put_str(&second->sink, base_text(r.st, 1));
    }
    duel_status status = base_done(&r, why);
    return status == DUEL_OK && r.result != SQLITE_ROW ? DUEL_NO : status;
}

duel_status duel_store_profile(duel_store *s, const char *id, duel_buf *name, duel_buf *secret,
                               duel_msg *why)
{
    base *b = base_take(s);
    duel_status status = two_texts(base_query(b, PROFILE_LOAD, "c", id), name, secret, why);
    if (status == DUEL_NO)
        duel_refuse(why, N_("There is no such profile."), "");
    return base_give_back(s, status);
}

duel_status duel_store_profiles(duel_store *s, duel_profile_take *take, void *to, duel_msg *why)
{
    base_rows r = base_query(base_take(s), PROFILE_NAMES, "");
    while (base_next(&r) && take(to, base_text(r.st, 0).at, base_text(r.st, 1)))
        ;
    return base_give_back(s, base_done(&r, why));
}

duel_status duel_store_deal_known(duel_store *s, duel_str game, unsigned rules,
                                  const duel_dealt *dealt, bool *known, duel_msg *why)
{
    base_rows r = base_query(base_take(s), DEAL_KNOWN, "csic", dealt->profile, game,
                             (int64_t)rules, dealt->opening);
    bool found = base_next(&r);
    duel_status status = base_done(&r, why);
    if (status == DUEL_OK)
        *known = found;
    return base_give_back(s, status);
}

/* ---- results ----------------------------------------------------------------------------- */

static duel_status each_standing(base_rows r, bool whole, duel_standing_take *take, void *to,
                                 duel_msg *why)
{
    int best = whole ? 6 : 3;
    while (base_next(&r)) {
        sqlite3_stmt *st = r.st;
        duel_standing row = {.who = base_text(st, 0),
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

duel_status duel_store_results(duel_store *s, const char *profile, duel_standing_take *take,
                               void *to, duel_msg *why)
{
    base_rows r = base_query(base_take(s), PROFILE_RESULTS, "c", profile);
    return base_give_back(s, each_standing(r, true, take, to, why));
}

duel_status duel_store_standings(duel_store *s, duel_str kind, duel_standing_take *take,
                                 void *to, duel_msg *why)
{
    base_rows r = base_query(base_take(s), PROFILE_LIST, "s", kind);
    return base_give_back(s, each_standing(r, false, take, to, why));
}

duel_status duel_store_recent(duel_store *s, const char *profile,
                              duel_profile_result_take *take, void *to, duel_msg *why)
{
    base_rows r = base_query(base_take(s), PROFILE_RECENT, "c", profile);
    while (base_next(&r)) {
        duel_profile_result row = {.kind = base_text(r.st, 1),
                                   .outcome = sqlite3_column_int(r.st, 2),
                                   .scored = sqlite3_column_type(r.st, 3) != SQLITE_NULL,
                                   .score = sqlite3_column_int(r.st, 3),
                                   .assisted = sqlite3_column_int(r.st, 4) != 0};
        if (!take(to, base_text(r.st, 0).at, sqlite3_column_int64(r.st, 5), &row))
            break;
    }
    return base_give_back(s, base_done(&r, why));
}

duel_status duel_store_met(duel_store *s, const char *profile, duel_str kind,
                           duel_met_take *take, void *to, duel_msg *why)
{
    base_rows r = base_query(base_take(s), PROFILE_MET, "cs", profile, kind);
    while (base_next(&r) && take(to, base_text(r.st, 0), sqlite3_column_int(r.st, 1)))
        ;
    return base_give_back(s, base_done(&r, why));
}

duel_status duel_store_scored(duel_store *s, duel_str kind, unsigned rules,
                              duel_scored_take *take, void *to, duel_msg *why)
{
    base_rows r = base_query(base_take(s), TALLY_SCORED, "si", kind, (int64_t)rules);
    while (base_next(&r)) {
        duel_scored row = {.profile = base_text(r.st, 0),
                           .name = base_text(r.st, 1),
                           .variant = base_text(r.st, 2),
                           .seed = base_text(r.st, 3),
                           .start = base_text(r.st, 4),
                           .score = sqlite3_column_int64(r.st, 5),
                           .won = sqlite3_column_int(r.st, 6) != 0,
                           .assisted = sqlite3_column_int(r.st, 7) != 0};
        if (!take(to, &row))
            break;
    }
    return base_give_back(s, base_done(&r, why));
}

/* ---- the puzzle of a day ----------------------------------------------------------------- */

duel_status duel_store_daily_add(duel_store *s, const char *day, duel_str game, unsigned rules,
                                 duel_str record, duel_str answer, duel_msg *why)
{
    base *b = base_take(s);
    duel_status status = base_begin(b, why);
    if (status == DUEL_OK)
        status = base_end(
            b, base_run(b, DAILY_ADD, why, "csiss", day, game, (int64_t)rules, record, answer),
            why);
    return base_give_back(s, status);
}

duel_status duel_store_daily(duel_store *s, const char *day, duel_str game, unsigned rules,
                             duel_buf *record, duel_buf *answer, duel_msg *why)
{
    base_rows r = base_query(base_take(s), DAILY_LOAD, "csi", day, game, (int64_t)rules);
    return base_give_back(s, two_texts(r, record, answer, why));
}
