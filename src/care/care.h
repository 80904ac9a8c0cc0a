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

typedef enum care_fault_kind {
    CARE_FAULT_FILE,      /* pages, trees, indices */
    CARE_FAULT_GAME,      /* a saved game that cannot be taken up again */
    CARE_FAULT_SUMMARY,   /* lists show something else than was played */
    CARE_FAULT_LEARNED,   /* a block that is none, a run that says something else, or
                           * positions that do not agree with those after them */
    CARE_FAULT_RECORD,    /* of an exercise or a puzzle of a day */
    CARE_FAULT_PROFILE,   /* a name nobody can read */
    CARE_FAULT_REFERENCE, /* rows that belong to something which is not there */
    CARE_FAULT_KINDS
} care_fault_kind;
/* "file", "game"… */
extern const char *const duel_fault_words[CARE_FAULT_KINDS];

typedef struct care_fault {
    care_fault_kind kind;
    char name[64]; /* of what: a game's id, "run 3"; empty: the whole */
    duel_msg why;
} care_fault;

typedef struct care_health {
    int64_t games, events, blocks, positions, exercises, dailies, profiles; /* looked at */
    int64_t derived; /* of the positions, so many were derived anew from their moves */
    int64_t unknown; /* of games that are not here, or have other rules now: left alone */
    int64_t faults[CARE_FAULT_KINDS];
} care_health;
int64_t care_health_faults(const care_health *h); /* all of them */

/* Whoever asked. */
typedef struct care_setup {
    void *self;
    void (*found)(void *self, const care_fault *f);
    bool (*step)(void *self, int64_t done, int64_t total); /* false: stop */
    duel_lang lang;                                        /* of what is written aside */
} care_setup;

/* DUEL_OK: everything was looked at, whatever was found. */
duel_status care_check(data_store *store, const care_setup *care, care_health *out,
                       duel_msg *why);

typedef struct care_repair_report {
    care_health health; /* what was found, and has been mended */
    int64_t read;       /* rows of a new base that came by way of the old one's trees */
    int64_t carved;     /* and from its pages */
    int64_t aside;      /* rows that are no longer in the base */
    char aside_file[512], damaged_file[512]; /* empty: none was made */
} care_repair_report;

/* The base of a folder, as in store_open, which nothing of this program has open. `now`
 * is the time, in seconds since 1970, for the names of files. */
duel_status care_repair(const char *dir, int64_t now, const care_setup *care,
                        care_repair_report *out, duel_msg *why);

/* One file with everything in it, of one moment. DUEL_REFUSED: there is such a file already,
 * unless it is to be replaced. */
duel_status care_backup(data_store *store, const char *file, bool replace,
                        const care_setup *care, duel_msg *why);
/* The file becomes the base of the folder, once everything in it has been looked at and found
 * sound; the file itself stays. DUEL_REFUSED: it is not, or there is a base already, unless it
 * is to be replaced: that one is then kept as *before (empty: there was none). */
duel_status care_restore(const char *dir, const char *file, bool replace, int64_t now,
                         const care_setup *care, care_health *found, char before[512],
                         duel_msg *why);
