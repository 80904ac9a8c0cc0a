/* tests/store/by_hand.h -- a base that somebody changes past the program. */
#ifndef TESTS_STORE_BY_HAND_H
#define TESTS_STORE_BY_HAND_H

#include "check.h"

#include <sqlite3.h>

/* Returns how many rows the last of the statements changed. */
static inline int change_by_hand(const char *file, const char *sql)
{
    sqlite3 *db;
    char *error = NULL;
    assert_int_equal(sqlite3_open(file, &db), SQLITE_OK);
    int result = sqlite3_exec(db, sql, NULL, NULL, &error);
    if (result != SQLITE_OK)
        fail_msg("%s: %s", sql, error);
    int rows = sqlite3_changes(db);
    assert_int_equal(sqlite3_close(db), SQLITE_OK);
    return rows;
}

#endif
