/* tests/store/disk.h -- a disk that forgets what was not synced, for SQLite's files in a
 * folder.
 *
 *     SQLite ──write──▶ changes ──sync──▶ platter          a file each; reading is as ever
 *                          └──── power fails: lost ────▶ another folder, as it is found later
 *
 * It is SQLite's own way to other disks, a VFS in front of the usual one; while a disk stands,
 * every base that is opened goes through it, and those in other folders are left alone. */
#ifndef TESTS_STORE_DISK_H
#define TESTS_STORE_DISK_H

#include <stdint.h>

typedef struct disk disk;

disk *disk_new(const char *folder);
void disk_free(disk *d); /* once every base that went through it is closed */

/* Called after every change and every sync, on the thread that made it. */
void disk_watch(disk *d, void (*changed)(void *self), void *self);
/* From now on a sync is promised and not done. */
void disk_break_syncs(disk *d);
/* How often the file whose name ends so was synced. */
int disk_syncs(disk *d, const char *tail);
/* Leaves in `folder`, which exists, what is found there once the power is back. With seed 0
 * nothing of what was not synced has reached the platter, else each change by a coin. */
void disk_power_cut(disk *d, const char *folder, uint64_t seed);

#endif
