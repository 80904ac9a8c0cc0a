/* care/care.h -- checks, repairs, copies and restores a data folder: is everything in the
 * database sound, and if not, what can be kept?
 *
 *     check:   everything is read ──▶ faults, by name
 *     repair:  a damaged file ──▶ a new one, of every row that can be read (the old one stays)
 *              a row that is wrong ──▶ aside, as a line of SQL in a file ──▶ the rest is sound
 *
 * Both may run while others play: what is looked at is of one moment, a game at a time, and
 * nobody's move waits longer than that takes. Only a damaged file is for one program alone.
 * After a repair there is nothing that a check finds. */
#pragma once

#include "base/messages.h"
#include "store/store.h"

typedef enum duel_fault_kind {
    DUEL_FAULT_FILE,      /* pages, trees, indices */
    DUEL_FAULT_GAME,      /* a saved game that cannot be taken up again */
    DUEL_FAULT_SUMMARY,   /* lists show something else than was played */
    DUEL_FAULT_LEARNED,   /* a block that is none, a run that says something else, or
                           * positions that do not agree with those after them */
    DUEL_FAULT_RECORD,    /* of an exercise or a puzzle of a day */
    DUEL_FAULT_PROFILE,   /* a name nobody can read */
    DUEL_FAULT_REFERENCE, /* rows that belong to something which is not there */
    DUEL_FAULT_KINDS
} duel_fault_kind;
/* "file", "game"… */
extern const char *const duel_fault_words[DUEL_FAULT_KINDS];

typedef struct duel_fault {
    duel_fault_kind kind;
    char name[64]; /* of what: a game's id, "run 3"; empty: the whole */
    duel_msg why;
} duel_fault;

typedef struct duel_health {
    int64_t games, events, blocks, positions, exercises, dailies, profiles; /* looked at */
    int64_t derived; /* of the positions, so many were derived anew from their moves */
    int64_t unknown; /* of games that are not here, or have other rules now: left alone */
    int64_t faults[DUEL_FAULT_KINDS];
} duel_health;
int64_t duel_health_faults(const duel_health *h); /* all of them */

/* Whoever asked. */
typedef struct duel_care {
    void *self;
    void (*found)(void *self, const duel_fault *f);
    bool (*step)(void *self, int64_t done, int64_t total); /* false: stop */
    duel_lang lang;                                        /* of what is written aside */
} duel_care;

/* DUEL_OK: everything was looked at, whatever was found. */
duel_status duel_care_check(duel_store *store, const duel_care *care, duel_health *out,
                            duel_msg *why);

typedef struct duel_repair {
    duel_health health; /* what was found, and has been mended */
    int64_t read;       /* rows of a new base that came by way of the old one's trees */
    int64_t carved;     /* and from its pages */
    int64_t aside;      /* rows that are no longer in the base */
    char aside_file[512], damaged_file[512]; /* empty: none was made */
} duel_repair;

/* The base of a folder, as in duel_store_open, which nothing of this program has open. `now`
 * is the time, in seconds since 1970, for the names of files. */
duel_status duel_care_repair(const char *dir, int64_t now, const duel_care *care,
                             duel_repair *out, duel_msg *why);

/* One file with everything in it, of one moment. DUEL_NO: there is such a file already, unless
 * it is to be replaced. */
duel_status duel_care_backup(duel_store *store, const char *file, bool replace,
                             const duel_care *care, duel_msg *why);
/* The file becomes the base of the folder, once everything in it has been looked at and found
 * sound; the file itself stays. DUEL_NO: it is not, or there is a base already, unless it is
 * to be replaced: that one is then kept as *before (empty: there was none). */
duel_status duel_care_restore(const char *dir, const char *file, bool replace, int64_t now,
                              const duel_care *care, duel_health *found, char before[512],
                              duel_msg *why);
