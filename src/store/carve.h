/* store/carve.h -- rows of a base whose trees are broken, read from its pages one by one.
 *
 *     file and log ──▶ pages as last committed ──▶ cells ──▶ records ──▶ rows, by their shape
 *
 * A page names the rows in it whatever has happened to the pages that lead to it; which table a
 * row is of is told by the number and kinds of its values, which differ for all tables of the
 * schema. Layout of pages and log: the SQLite Database File Format
 * (sqlite.org/fileformat2.html). Nothing that is read is relied on: bytes of any kind are rows
 * or are passed over. Pages on the list of free ones are left out, since what they hold was
 * deleted. */
#ifndef DUEL_STORE_CARVE_H
#define DUEL_STORE_CARVE_H

#include "base/status.h"
#include "store/store_rows.h"

/* Receives a row, whose bytes are gone afterwards. False: enough. */
typedef bool carve_take(void *to, const store_row *row);

/* Every row found in the file and in the log beside it (`path`-wal). A row may come more than
 * once, and in no order. */
duel_status carve_rows(const char *path, carve_take *take, void *to, duel_msg *why);

#endif
