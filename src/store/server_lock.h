/* store/server_lock.h -- one server a data folder.
 *
 * Two would each keep their own picture of the same tables, and people would wait for moves
 * that the other knows of. The lock is a record lock of the system on a file beside the base:
 * it ends with the process, however that ends, and processes started by it do not inherit it.
 * SQLite needs the same kind of lock in the same folder, so where there is none no base was
 * opened either. Commands that do not serve do not ask for it, unless they put another base in
 * the place of this one. */
#pragma once

#include "base/status.h"

enum { SERVER_LOCK_NAME = 100 }; /* bytes of an address, at most */

typedef struct server_lock {
    bool held;
    int file; /* nothing else in this program may open it: closing it would end the lock */
} server_lock;

/* Of the folder in which the file `base` is. Refused, with the address of the server that has
 * it, while there is one. */
duel_status server_lock_take(server_lock *l, const char *base, duel_msg *why);
/* Tells those who come later where this server is found: "127.0.0.1:8080". */
void server_lock_sign(const server_lock *l, const char *name);
void server_lock_drop(server_lock *l); /* does nothing to one that is not held */
