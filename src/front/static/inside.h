/* front/static/inside.h -- what the files of this room share: the page, and its disk.
 *
 * The disk of a page without a server: SQLite's files, kept by the browser.
 *
 *     any thread ──mail──▶ the disk's own worker (web/static/disk_worker.js) ──▶ files of this
 * page alone any thread ◀─answer─┘
 *
 * One letter is under way at a time, and who wrote it sleeps until it is answered: a commit has
 * returned when what it wrote lies in the browser's files, as on any disk. Locks are those of
 * one program, since no other opens these files. */
#pragma once

#include "store/store.h"

#include <stdatomic.h>

typedef struct page page;
data_store *page_store(const page *p);

/* ---- disk.c ------------------------------------------------------------------------------ */

typedef enum disk_verb {
    DISK_OPEN, /* bytes: the name; answers a number for the file */
    DISK_SIZE,
    DISK_READ,
    DISK_WRITE,
    DISK_TRUNCATE, /* to `at` bytes */
    DISK_SYNC
} disk_verb;

/* What the worker reads and answers in the memory that all share. */
typedef struct disk_mail {
    _Atomic int32_t state; /* DISK_IDLE… */
    int32_t verb, file;
    int32_t bytes, count; /* where in memory, and how many */
    int32_t answer;       /* negative: it failed; of DISK_READ: so many bytes */
    double at;            /* in the file; answer of DISK_SIZE */
} disk_mail;
enum { DISK_IDLE, DISK_ASKED, DISK_ANSWERED };

/* Becomes SQLite's way to files, before anything is opened. NULL: no memory. The letter is read
 * by the worker from now on. */
disk_mail *disk_begin(void);
