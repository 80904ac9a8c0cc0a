/* store/store.h -- what outlives the program: one SQLite file, duelliste.db.
 *
 * All SQL of the project stands in store*.c, so that a server database can stand beside it
 * later. What a call reports as done is on the disk; a call that fails has changed nothing, and
 * neither has one that was killed. A store serves any number of threads, and any number of
 * programs may use the same file. Times are given, in seconds since 1970, never read here.
 *
 * A saved game is a header and a log of events, numbered from 0, in which nothing is rewritten.
 * The times, the number of moves and the result shown in lists are a summary kept beside it. */
#ifndef DUEL_STORE_STORE_H
#define DUEL_STORE_STORE_H

#include "base/rng.h"
#include "base/status.h"
#include "store/rating.h"

typedef struct duel_store duel_store;

/* Opens, or makes, the base in folder `dir` (made if missing, for the user alone). NULL means
 * $XDG_DATA_HOME/duelliste, else ~/.local/share/duelliste. An older base is brought up to date;
 * a newer one, and a file that is not a base, is refused and left as it is. */
duel_status duel_store_open(const char *dir, duel_store **out, duel_msg *why);
/* The same base through a connection of its own, so that neither waits for the other. */
duel_status duel_store_another(const duel_store *s, duel_store **out, duel_msg *why);
/* From now on what is written here stays in the log until that is large, and nobody waits for
 * it to be folded into the base; another connection should do that now and then. */
void duel_store_leave_log(duel_store *s);
/* Folds as much of the log into the base as can be done while others read and write. */
duel_status duel_store_fold(duel_store *s, duel_msg *why);
void duel_store_close(duel_store *s); /* NULL does nothing */
const char *duel_store_path(const duel_store *s);
/* Writes the path of a file of this name in the folder of the base. */
void duel_store_beside(const duel_store *s, const char *name, duel_sink *out);
/* Reads the whole file and says whether it is sound. */
duel_status duel_store_check(duel_store *s, duel_msg *why);
/* No connection made from now on lets the file grow beyond so many pages of 4096 bytes, as if
 * the disk were full there; 0 = no limit. For tests. */
void duel_store_limit(duel_store *s, uint32_t pages);

/* ---- saved games ------------------------------------------------------------------------ */

enum { DUEL_ID_TEXT = 11 }; /* ten digits of base 32 (50 bits) and a NUL */

typedef struct duel_saved {
    char id[DUEL_ID_TEXT];
    duel_str game; /* "nim" */
    unsigned rules;
    duel_str variant, seed, start, seats;
    duel_str terms; /* what was agreed at the table; empty: nothing, as in the terminal */
    int64_t created, updated;
    int64_t events, moves; /* moves: as told with the last batch */
    bool finished;
    duel_str result; /* empty until finished */
} duel_saved;

typedef struct duel_event {
    int64_t seq, time; /* seq: given by the store */
    int seat;
    duel_str kind, data;
} duel_event;

/* Receives one row, whose texts are gone afterwards; must not call the store. False: enough. */
typedef bool duel_saved_take(void *to, const duel_saved *game);
typedef bool duel_event_take(void *to, const duel_event *event);

/* Saves a header: game, rules, variant, seed, start and seats of *header. The id is drawn from
 * `rng`, which for tables that others may guess at comes from the system. */
duel_status duel_store_create(duel_store *s, const duel_saved *header, int64_t now,
                              duel_rng *rng, char id[DUEL_ID_TEXT], duel_msg *why);

/* An id for a game to be made by a batch. */
void duel_store_draw_id(duel_rng *rng, char id[DUEL_ID_TEXT]);

/* The result of one game for one profile; a later one of the same game takes its place. */
typedef struct duel_profile_result {
    const char *profile;
    duel_str kind; /* which game: "nim" */
    int outcome;   /* 1 won, 0 tied, -1 lost */
    bool scored;   /* the score means something */
    int32_t score;
    bool assisted;
} duel_profile_result;

/* Who was dealt which opening: the hash of its position. */
typedef struct duel_dealt {
    const char *profile;
    const char *opening;
} duel_dealt;

/* Events to be added to one game. */
typedef struct duel_batch {
    const char *id;
    const duel_saved *header; /* the game is made first; NULL: it is there */
    int64_t next;             /* the number of events the writer knows of */
    const duel_event *event;
    size_t count;
    int64_t moves;   /* made in the game once these are added */
    int64_t time;    /* when the game was last touched */
    duel_str result; /* at == NULL: still running, or as before */
    const duel_profile_result *tally;
    size_t tallies;
    const duel_dealt *dealt; /* kept with the header; NULL: to nobody */
    duel_status status;
    duel_msg why;
} duel_batch;

/* Adds the batches in one transaction, on the disk when it returns. Each gets a status and
 * message of its own: DUEL_NO if the game has gone on since, DUEL_BAD if there is no such game;
 * the others are added nevertheless. When the transaction itself fails, all get its status,
 * which is also the one returned. */
duel_status duel_store_append_all(duel_store *s, duel_batch *batch, size_t count,
                                  duel_msg *why);
/* One batch: its own status is returned. */
duel_status duel_store_append(duel_store *s, duel_batch *batch, duel_msg *why);

duel_status duel_store_finish(duel_store *s, const char *id, int64_t now, duel_str result,
                              duel_msg *why);
/* DUEL_BAD if there is no such game; else `take` gets it once. */
duel_status duel_store_load(duel_store *s, const char *id, duel_saved_take *take, void *to,
                            duel_msg *why);
/* The events from number `from` on, in order. */
duel_status duel_store_events(duel_store *s, const char *id, int64_t from,
                              duel_event_take *take, void *to, duel_msg *why);
/* All games, the one touched last first. */
duel_status duel_store_list(duel_store *s, duel_saved_take *take, void *to, duel_msg *why);
/* Games without terms that have begun and are not over: the latest twelve. */
duel_status duel_store_loose(duel_store *s, duel_saved_take *take, void *to, duel_msg *why);
duel_status duel_store_delete(duel_store *s, const char *id, duel_msg *why);

/* Games that may go (store/sweep.h), in the order they were made, after a place among them.
 */
struct duel_sweep;
typedef struct duel_swept {
    char id[DUEL_ID_TEXT];
    duel_str game;
    int64_t place;
} duel_swept;
typedef bool duel_swept_take(void *to, const duel_swept *g);
duel_status duel_store_sweepable(duel_store *s, const struct duel_sweep *by, int64_t place,
                                 duel_swept_take *take, void *to, duel_msg *why);
/* Deletes it if it may still go. */
duel_status duel_store_sweep(duel_store *s, const struct duel_sweep *by, const char *id,
                             bool *went, duel_msg *why);

/* ---- people ----------------------------------------------------------------------------- */

enum { DUEL_PROFILE_TEXT = DUEL_ID_TEXT };

/* DUEL_NO: the id is taken, or somebody has a name that looks the same (store/name.h). One
 * that was taken before that was asked stays. `secret` is kept as it is given: give a hash. */
duel_status duel_store_profile_add(duel_store *s, const char *id, duel_str name,
                                   duel_str secret, int64_t now, duel_msg *why);
duel_status duel_store_profile_rename(duel_store *s, const char *id, duel_str name,
                                      duel_msg *why);
/* DUEL_NO: there is none. */
duel_status duel_store_profile(duel_store *s, const char *id, duel_buf *name, duel_buf *secret,
                               duel_msg *why);
/* All profiles, by name. */
typedef bool duel_profile_take(void *to, const char *id, duel_str name);
duel_status duel_store_profiles(duel_store *s, duel_profile_take *take, void *to,
                                duel_msg *why);

/* Whether this profile has begun a game from that opening, under whatever options. */
duel_status duel_store_deal_known(duel_store *s, duel_str game, unsigned rules,
                                  const duel_dealt *dealt, bool *known, duel_msg *why);

/* A row of results: of one profile by game, or of all profiles by name. */
typedef struct duel_standing {
    duel_str who; /* a game's id, or a name */
    int64_t games, won, tied, lost, assisted;
    bool scored;
    int64_t best;
} duel_standing;
typedef bool duel_standing_take(void *to, const duel_standing *row);
typedef bool duel_profile_result_take(void *to, const char *game, int64_t time,
                                      const duel_profile_result *row);

duel_status duel_store_results(duel_store *s, const char *profile, duel_standing_take *take,
                               void *to, duel_msg *why);
duel_status duel_store_recent(duel_store *s, const char *profile,
                              duel_profile_result_take *take, void *to, duel_msg *why);
/* Who sat at the latest games of one kind that count without help, and how they ended for the
 * profile: the oldest first. */
typedef bool duel_met_take(void *to, duel_str seats, int outcome);
duel_status duel_store_met(duel_store *s, const char *profile, duel_str kind,
                           duel_met_take *take, void *to, duel_msg *why);
/* Of one game, or of all if `kind` is empty; the best first. */
duel_status duel_store_standings(duel_store *s, duel_str kind, duel_standing_take *take,
                                 void *to, duel_msg *why);

/* A finished game that was scored by its rules, assisted or not. */
typedef struct duel_scored {
    duel_str profile, name; /* id and name of who played */
    duel_str variant, seed, start;
    int64_t score;
    bool won, assisted;
} duel_scored;
typedef bool duel_scored_take(void *to, const duel_scored *game);
/* Those of one kind of game and these rules, in the order they ended; of very many, the last.
 */
duel_status duel_store_scored(duel_store *s, duel_str kind, unsigned rules,
                              duel_scored_take *take, void *to, duel_msg *why);

/* ---- puzzles: of a day, or of a number (teach/solving.h) in its place ------------------ */

/* The first one kept for a day stays. */
duel_status duel_store_daily_add(duel_store *s, const char *day, duel_str game, unsigned rules,
                                 duel_str record, duel_str answer, duel_msg *why);
/* DUEL_NO: not yet. */
duel_status duel_store_daily(duel_store *s, const char *day, duel_str game, unsigned rules,
                             duel_buf *record, duel_buf *answer, duel_msg *why);

/* All that are kept of a game; `name` is the day. */
typedef bool duel_daily_take(void *to, const char *name, duel_str answer);
duel_status duel_store_dailies(duel_store *s, duel_str game, unsigned rules,
                               duel_daily_take *take, void *to, duel_msg *why);

/* ---- exercises: positions that a profile is asked about, and asked again ----------------- */

/* One for a profile, a source and a position. When it is asked is planned by its source; here
 * it only waits until it is due. A game that is deleted leaves its exercises. */
typedef struct duel_exercise {
    int64_t id;      /* given by the store */
    duel_str source; /* what made it: "mistake", "puzzle" */
    duel_str game;
    unsigned rules;
    duel_str variant;
    duel_str position; /* the hash of what is seen there; of a puzzle its name */
    duel_str origin;   /* the saved game where it came up last; of a puzzle its name */
    duel_str record;   /* the game up to there */
    duel_str told;     /* the source's own words */
    int64_t step, due; /* the source's plan; DUEL_NEVER: it is asked no more */
} duel_exercise;
typedef bool duel_exercise_take(void *to, const duel_exercise *e);

#define DUEL_NEVER INT64_MAX

/* A game of a profile has been reviewed, and this came of it, all at once. One that came up
 * before is asked from the beginning again. *fresh: false, and nothing is done, if the game had
 * been reviewed before, or is not one that counts for the profile. */
duel_status duel_store_reviewed(duel_store *s, const char *profile, const char *game,
                                const duel_exercise *list, size_t count, int64_t now,
                                bool *fresh, duel_msg *why);
/* The finished games of a profile that have not been reviewed, the last first; of these only
 * one if `game` is not empty. */
typedef bool duel_id_take(void *to, const char *id);
duel_status duel_store_unreviewed(duel_store *s, const char *profile, const char *game,
                                  duel_id_take *take, void *to, duel_msg *why);

/* Which exercises are meant. Attempts count from `since` on: the beginning of the day. */
typedef struct duel_exercise_query {
    const char *profile, *source;
    const char *origin; /* of one game; "": of all */
    int64_t since, now;
} duel_exercise_query;
/* Those due `now`: the ones not tried since, if `fresh` is true, the one due longest first;
 * then those tried since, the one tried last at the end. */
duel_status duel_store_due(duel_store *s, const duel_exercise_query *q, bool fresh,
                           duel_exercise_take *take, void *to, duel_msg *why);

/* How many there are of one game. */
typedef struct duel_exercise_sums {
    duel_str game;
    unsigned rules;
    int64_t fresh, again; /* due, and not tried since; tried */
    int64_t tried;        /* since, due or not */
    int64_t later, never; /* to be asked later; no more */
    int64_t next;         /* when the next of the later ones is due; 0: there are none */
} duel_exercise_sums;
typedef bool duel_exercise_sums_take(void *to, const duel_exercise_sums *row);
duel_status duel_store_exercise_sums(duel_store *s, const duel_exercise_query *q,
                                     duel_exercise_sums_take *take, void *to, duel_msg *why);

/* DUEL_NO: this profile has no such exercise. */
duel_status duel_store_exercise(duel_store *s, const char *profile, int64_t id,
                                duel_exercise_take *take, void *to, duel_msg *why);
/* An attempt, and what is planned after it. DUEL_NO as above. */
duel_status duel_store_attempt(duel_store *s, const char *profile, int64_t id, bool success,
                               int64_t step, int64_t due, int64_t now, duel_msg *why);

/* ---- puzzles that were tried: exercises of the source "puzzle" ----------------------------
 */

/* How strong somebody or something is, since when. */
typedef struct duel_rated_at {
    bool known; /* else nothing is kept of it, and the rest was given */
    duel_rating rating;
    int64_t time;
} duel_rated_at;
/* Two who meet: changes what is known of both. */
typedef void duel_meet(void *self, duel_rated_at *own, duel_rated_at *puzzle);

typedef struct duel_puzzle_try {
    const char *profile;
    const char *name; /* of the puzzle: "17", "2026-11-16" */
    duel_str game;
    unsigned rules;
    duel_str variant, record;
    const char *position;    /* the hash of what is seen there */
    duel_rating own, puzzle; /* of who is not known yet */
    bool right;
    int64_t now;
    duel_meet *meet; /* asked at the first try of all */
    void *self;
} duel_puzzle_try;
/* Keeps a try, all at once with what comes of it; of a puzzle that is solved, nothing. Its
 * exercise has step 2 if it was solved at once, 1 if it was later, and is never due. */
duel_status duel_store_puzzle_try(duel_store *s, const duel_puzzle_try *t, duel_msg *why);

/* Every puzzle of a game that a profile has tried, with its step. */
typedef bool duel_tried_take(void *to, const char *name, int64_t step);
duel_status duel_store_puzzle_tried(duel_store *s, const char *profile, duel_str game,
                                    unsigned rules, duel_tried_take *take, void *to,
                                    duel_msg *why);
/* Whether this position was solved, whatever the puzzle was called. */
duel_status duel_store_puzzle_seen(duel_store *s, const char *profile, duel_str game,
                                   unsigned rules, const char *position, bool *seen,
                                   duel_msg *why);
/* The days since 1970 on which something was solved, in whatever game, the last first. */
typedef bool duel_day_take(void *to, int64_t day);
duel_status duel_store_puzzle_days(duel_store *s, const char *profile, duel_day_take *take,
                                   void *to, duel_msg *why);
/* Fills in what is known of a profile, or leaves it as it was given. */
duel_status duel_store_rating(duel_store *s, duel_str game, const char *profile,
                              duel_rated_at *out, duel_msg *why);
/* The same of a puzzle. */
duel_status duel_store_puzzle_rating(duel_store *s, duel_str game, unsigned rules,
                                     const char *name, duel_rated_at *out, duel_msg *why);

/* ---- learned positions, as blocks: for store/learned.c -------------------------------- */

/* What positions are learned of. A run is what was saved at once: blocks by ascending key. */
typedef struct store_topic {
    duel_str game;
    unsigned rules;
    duel_str variant;
} store_topic;

typedef struct store_run {
    int64_t id; /* never used again for another run */
    bool symmetric;
    uint64_t positions, bytes;
} store_run;

enum { STORE_BLOCK = 4096 };
typedef struct store_block {
    uint64_t first, last; /* keys */
    uint32_t count;
    uint32_t size; /* of data; 0 if what is stored cannot be a block */
    uint8_t data[STORE_BLOCK];
} store_block;

/* The runs of one topic, through a connection of its own: reading here never waits for games
 * being saved, nor they for it. For one thread at a time. */
typedef struct store_shelf store_shelf;
duel_status store_shelf_open(duel_store *s, const store_topic *topic, store_shelf **out,
                             duel_msg *why);
void store_shelf_close(store_shelf *shelf); /* NULL does nothing */
const store_topic *store_shelf_topic(const store_shelf *shelf);
/* The runs there are, the largest first, to be freed by the caller. */
duel_status store_shelf_runs(store_shelf *shelf, store_run **out, size_t *count, duel_msg *why);
/* Whether another connection may have written since this was last asked. */
bool store_shelf_changed(store_shelf *shelf);
/* The first block of a run that ends at `key` or later. DUEL_NO: there is none. */
duel_status store_shelf_seek(store_shelf *shelf, int64_t run, uint64_t key, store_block *out);

/* A new run: its blocks wait in a temporary file, then all enter the base at once, in place of
 * the `old` runs. DUEL_NO: one of these is no longer there, and nothing was done. Nobody else
 * waits but for the last step. */
duel_status store_shelf_stage(store_shelf *shelf, const store_block *b, duel_msg *why);
duel_status store_shelf_shelve(store_shelf *shelf, const store_run *run, int64_t now,
                               const int64_t *old, size_t old_count, duel_msg *why);
/* Gives the room of what was deleted back to the disk. */
duel_status store_shelf_shrink(store_shelf *shelf, duel_msg *why);

/* A topic with the sums over its runs. */
typedef struct store_learned {
    store_topic topic;
    uint64_t positions, bytes;
    int64_t saved; /* when its latest run was */
} store_learned;
typedef bool store_learned_take(void *to, const store_learned *row);

/* By game, rules and variant; of one game, or of all if `game` is empty. */
duel_status store_learned_list(duel_store *s, duel_str game, store_learned_take *take, void *to,
                               duel_msg *why);
/* Deletes the runs of one game, or of all if `game` is empty, and gives the room back. */
duel_status store_learned_forget(duel_store *s, duel_str game, duel_msg *why);

#endif
