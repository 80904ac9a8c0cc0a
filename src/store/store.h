/* store/store.h -- what outlives the program: one SQLite file, duelliste.db.
 *
 * All SQL of the project stands in this room, so that a server database can stand beside it
 * later. What a call reports as done is on the disk; a call that fails has changed nothing, and
 * neither has one that was killed. A store serves any number of threads, and any number of
 * programs may use the same file. Times are given, in seconds since 1970, never read here.
 *
 * A saved game is a header and a log of events, numbered from 0, in which nothing is rewritten.
 * The times, the number of moves and the result shown in lists are a summary kept beside it. */
#pragma once

#include "base/rng.h"
#include "base/status.h"

#include <stddef.h>

typedef struct data_store data_store;

/* Opens, or makes, the base in folder `dir` (made if missing, for the user alone). NULL means
 * $XDG_DATA_HOME/duelliste, else ~/.local/share/duelliste. An older base is brought up to date;
 * a newer one, and a file that is not a base, is refused and left as it is. */
duel_status store_open(const char *dir, data_store **out, duel_msg *why);
/* The same base through a connection of its own, so that neither waits for the other. */
duel_status store_open_second(const data_store *s, data_store **out, duel_msg *why);
/* From now on what is written here stays in the log until that is large, and nobody waits for
 * it to be folded into the base; another connection should do that now and then. */
void store_leave_log(data_store *s);
/* Folds as much of the log into the base as can be done while others read and write. */
duel_status store_checkpoint(data_store *s, duel_msg *why);
void store_close(data_store *s); /* NULL does nothing */
const char *store_path(const data_store *s);
/* Writes the path of a file of this name in the folder of the base. */
void store_beside(const data_store *s, const char *name, duel_sink *out);

/* ---- saved games ------------------------------------------------------------------------- */

enum { STORE_ID_TEXT = 11 }; /* ten digits of base 32 (50 bits) and a NUL */

typedef struct saved_game {
    char id[STORE_ID_TEXT];
    duel_str game; /* "nim" */
    unsigned rules;
    duel_str variant, seed, start, seats;
    duel_str terms; /* what was agreed at the table; empty: nothing, as in the terminal */
    int64_t created, updated;
    int64_t events, moves; /* moves: as told with the last batch */
    bool finished;
    duel_str result; /* empty until finished */
} saved_game;

typedef struct store_event {
    int64_t seq, time; /* seq: given by the store */
    int seat;
    duel_str kind, data;
} store_event;

/* Receives one row, whose texts are gone afterwards; must not call the store. False: enough. */
typedef bool saved_game_fn(void *to, const saved_game *game);
typedef bool store_event_fn(void *to, const store_event *event);

/* An id for a game to be made by a batch. */
void store_draw_id(duel_rng *rng, char id[STORE_ID_TEXT]);

/* The result of one game for one profile; a later one of the same game takes its place. */
typedef struct store_result {
    const char *profile;
    duel_str kind; /* which game: "nim" */
    int outcome;   /* 1 won, 0 tied, -1 lost */
    bool scored;   /* the score means something */
    int32_t score;
    bool assisted;
} store_result;

/* Who was dealt which opening: the hash of its position. */
typedef struct store_deal {
    const char *profile;
    const char *opening;
} store_deal;

/* Events to be added to one game. */
typedef struct store_changes {
    const char *id;
    const saved_game *header; /* the game is made first; NULL: it is there */
    int64_t next;             /* the number of events the writer knows of */
    const store_event *event;
    size_t count;
    int64_t moves;   /* made in the game once these are added */
    int64_t time;    /* when the game was last touched */
    duel_str result; /* at == NULL: still running, or as before */
    const store_result *tally;
    size_t tallies;
    const store_deal *dealt; /* kept with the header; NULL: to nobody */
    duel_status status;
    duel_msg why;
} store_changes;

/* One batch: its own status is returned. */
duel_status store_append(data_store *s, store_changes *batch, duel_msg *why);

/* DUEL_INVALID if there is no such game; else `take` gets it once. */
duel_status store_load(data_store *s, const char *id, saved_game_fn *take, void *to,
                       duel_msg *why);
/* The events from number `from` on, in order. */
duel_status store_events(data_store *s, const char *id, int64_t from, store_event_fn *take,
                         void *to, duel_msg *why);
/* All games, the one touched last first. */
duel_status store_list(data_store *s, saved_game_fn *take, void *to, duel_msg *why);
/* Games without terms that have begun and are not over: the latest twelve. */
duel_status store_list_resumable(data_store *s, saved_game_fn *take, void *to, duel_msg *why);

/* ---- games that nobody will miss --------------------------------------------------------- */

/* Games that nobody will miss leave the base: begun and never played, or, if whoever owns the
 * folder says so, long over or long abandoned.
 *
 *                        no moves                       over, or untouched with moves
 *     nobody invited     a day                          never, or after so many days;
 *     somebody invited   thirty days                    with a profile at it only if asked
 *
 * Invited is who has, or may take, a seat beside another person's. Times count from when a game
 * was last touched, and are given: nothing here reads a clock. A game is looked at again at the
 * moment it goes, so who has moved meanwhile keeps it. */

enum {
    STORE_SWEEP_DAY = 86400,
    STORE_SWEEP_ALONE = 1,    /* days */
    STORE_SWEEP_INVITED = 30, /* days */
    STORE_SWEEP_PIECE = 16    /* games at once */
};

typedef struct store_sweep {
    int64_t now;  /* in seconds since 1970 */
    int64_t days; /* for what was played; 0: never */
    bool own;     /* games of profiles, too; their results go with them */
} store_sweep;

/* Some of the games that may go. */
typedef struct store_sweep_sums {
    struct {
        char id[STORE_ID_TEXT];
        bool spared; /* set by who knows that somebody sits there */
    } game[STORE_SWEEP_PIECE];
    int count;
    int64_t place; /* where the next piece begins; 0 at first */
    bool last;     /* there is none */
} store_sweep_sums;

/* Which games are meant, by the id of what is played: NULL, all. It must not call the store. */
typedef bool store_sweep_wanted(const void *self, duel_str game);

/* The next piece, from piece->place on. */
duel_status store_sweep_find(data_store *s, const store_sweep *by, store_sweep_wanted *wanted,
                             const void *self, store_sweep_sums *piece, duel_msg *why);
/* Those that are not spared, and may still go, are deleted. *gone: how many more. */
duel_status store_sweep_away(data_store *s, const store_sweep *by,
                             const store_sweep_sums *piece, int64_t *gone, duel_msg *why);
/* Piece after piece, for a folder in which nobody sits. `step` may be NULL; false: stop. */
duel_status store_sweep_all(data_store *s, const store_sweep *by,
                            bool (*step)(void *self, int64_t gone), void *self, int64_t *gone,
                            duel_msg *why);

/* ---- people ------------------------------------------------------------------------------ */

enum { STORE_PROFILE_TEXT = STORE_ID_TEXT };

/* DUEL_REFUSED: the id is taken, or somebody has a name that looks the same
 * (store/player_name.h). One that was taken before that was asked stays. `secret` is kept as it
 * is given: give a hash.
 */
duel_status store_profile_add(data_store *s, const char *id, duel_str name, duel_str secret,
                              int64_t now, duel_msg *why);
duel_status store_profile_rename(data_store *s, const char *id, duel_str name, duel_msg *why);
/* DUEL_REFUSED: there is none. */
duel_status store_profile(data_store *s, const char *id, duel_buf *name, duel_buf *secret,
                          duel_msg *why);
/* All profiles, by name. */
typedef bool store_profile_fn(void *to, const char *id, duel_str name);
duel_status store_profiles(data_store *s, store_profile_fn *take, void *to, duel_msg *why);

/* Whether this profile has begun a game from that opening, under whatever options. */
duel_status store_deal_known(data_store *s, duel_str game, unsigned rules,
                             const store_deal *dealt, bool *known, duel_msg *why);

/* A row of results: of one profile by game, or of all profiles by name. */
typedef struct store_standing {
    duel_str who; /* a game's id, or a name */
    int64_t games, won, tied, lost, assisted;
    bool scored;
    int64_t best;
} store_standing;
typedef bool store_standing_fn(void *to, const store_standing *row);
typedef bool store_result_fn(void *to, const char *game, int64_t time, const store_result *row);

duel_status store_results(data_store *s, const char *profile, store_standing_fn *take, void *to,
                          duel_msg *why);
duel_status store_recent(data_store *s, const char *profile, store_result_fn *take, void *to,
                         duel_msg *why);
/* Who sat at the latest games of one kind that count without help, and how they ended for the
 * profile: the oldest first. */
typedef bool store_met_fn(void *to, duel_str seats, int outcome);
duel_status store_met(data_store *s, const char *profile, duel_str kind, store_met_fn *take,
                      void *to, duel_msg *why);
/* Of one game, or of all if `kind` is empty; the best first. */
duel_status store_standings(data_store *s, duel_str kind, store_standing_fn *take, void *to,
                            duel_msg *why);

/* A finished game that was scored by its rules, assisted or not. */
typedef struct store_score {
    duel_str profile, name; /* id and name of who played */
    duel_str variant, seed, start;
    int64_t score;
    bool won, assisted;
} store_score;
typedef bool store_score_fn(void *to, const store_score *game);
/* Those of one kind of game and these rules, in the order they ended; of very many, the last.
 */
duel_status store_scored(data_store *s, duel_str kind, unsigned rules, store_score_fn *take,
                         void *to, duel_msg *why);

/* ---- puzzles: of a day, or of a number (teach/puzzle_path.h) in its place
 * -------------------- */

/* The first one kept for a day stays. */
duel_status store_daily_add(data_store *s, const char *day, duel_str game, unsigned rules,
                            duel_str record, duel_str answer, duel_msg *why);
/* DUEL_REFUSED: not yet. */
duel_status store_daily(data_store *s, const char *day, duel_str game, unsigned rules,
                        duel_buf *record, duel_buf *answer, duel_msg *why);

/* All that are kept of a game; `name` is the day. */
typedef bool store_daily_fn(void *to, const char *name, duel_str answer);
duel_status store_dailies(data_store *s, duel_str game, unsigned rules, store_daily_fn *take,
                          void *to, duel_msg *why);

/* ---- exercises: positions that a profile is asked about, and asked again ----------------- */

/* One for a profile, a source and a position. When it is asked is planned by its source; here
 * it only waits until it is due. A game that is deleted leaves its exercises. */
typedef struct stored_exercise {
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
} stored_exercise;
typedef bool stored_exercise_fn(void *to, const stored_exercise *e);

#define DUEL_NEVER INT64_MAX
/* A game of a profile has been reviewed, and this came of it, all at once. One that came up
 * before is asked from the beginning again. *fresh: false, and nothing is done, if the game had
 * been reviewed before, or is not one that counts for the profile. */
duel_status store_reviewed(data_store *s, const char *profile, const char *game,
                           const stored_exercise *list, size_t count, int64_t now, bool *fresh,
                           duel_msg *why);
/* The finished games of a profile that have not been reviewed, the last first; of these only
 * one if `game` is not empty. */
typedef bool store_id_fn(void *to, const char *id);
duel_status store_unreviewed(data_store *s, const char *profile, const char *game,
                             store_id_fn *take, void *to, duel_msg *why);

/* Which exercises are meant. Attempts count from `since` on: the beginning of the day. */
typedef struct store_exercise_query {
    const char *profile, *source;
    const char *origin; /* of one game; "": of all */
    int64_t since, now;
} store_exercise_query;
/* Those due `now`: the ones not tried since, if `fresh` is true, the one due longest first;
 * then those tried since, the one tried last at the end. */
duel_status store_due(data_store *s, const store_exercise_query *q, bool fresh,
                      stored_exercise_fn *take, void *to, duel_msg *why);

/* How many there are of one game. */
typedef struct exercise_sums {
    duel_str game;
    unsigned rules;
    int64_t fresh, again; /* due, and not tried since; tried */
    int64_t tried;        /* since, due or not */
    int64_t later, never; /* to be asked later; no more */
    int64_t next;         /* when the next of the later ones is due; 0: there are none */
} exercise_sums;
typedef bool exercise_sums_fn(void *to, const exercise_sums *row);
duel_status store_exercise_sums(data_store *s, const store_exercise_query *q,
                                exercise_sums_fn *take, void *to, duel_msg *why);

/* DUEL_REFUSED: this profile has no such exercise. */
duel_status store_exercise(data_store *s, const char *profile, int64_t id,
                           stored_exercise_fn *take, void *to, duel_msg *why);
/* An attempt, and what is planned after it. DUEL_REFUSED as above. */
duel_status store_attempt(data_store *s, const char *profile, int64_t id, bool success,
                          int64_t step, int64_t due, int64_t now, duel_msg *why);

/* ---- how strong somebody is -------------------------------------------------------------- */

/* How strong somebody is, from results: the Glicko-2 system.
 *
 *     new ──▶ after (results of a period) ──▶ rest (periods without any) ──▶ after ──▶ …
 *
 * A rating is a number, how far it may be from the truth (the deviation: with 95 % certainty
 * the strength lies within two of them), and how steady the strength is (the volatility).
 * Whatever wins and loses can have one: people, machines, puzzles, which win when they are not
 * solved. After M. Glickman, "Example of the Glicko-2 system" (2013), whose steps 2 to 8 are
 * named in rating.c. Nothing here knows a game, a store or the time. */

typedef struct glicko_rating {
    double rating, deviation, volatility;
} glicko_rating;

/* Of whom nothing is known: 1500, give or take 700. */
glicko_rating glicko_new(void);

/* A result against somebody as strong as this when the period began. */
typedef struct glicko_game {
    glicko_rating other;
    double score; /* 1 won, 0.5 tied, 0 lost */
} glicko_game;

/* What a period with these results makes of a rating; with none it is a period of rest. */
glicko_rating glicko_after(glicko_rating r, const glicko_game bout[], size_t count);
/* So many periods without a result: only the deviation grows, and never beyond a new one's. */
glicko_rating glicko_rest(glicko_rating r, double periods);

/* ---- puzzles that were tried: exercises of the source "puzzle" --------------------------- */

/* How strong somebody or something is, since when. */
typedef struct glicko_rated_at {
    bool known; /* else nothing is kept of it, and the rest was given */
    glicko_rating rating;
    int64_t time;
} glicko_rated_at;
/* Two who meet: changes what is known of both. */
typedef void glicko_meet_fn(void *self, glicko_rated_at *own, glicko_rated_at *puzzle);

typedef struct stored_puzzle_try {
    const char *profile;
    const char *name; /* of the puzzle: "17", "2026-11-16" */
    duel_str game;
    unsigned rules;
    duel_str variant, record;
    const char *position;      /* the hash of what is seen there */
    glicko_rating own, puzzle; /* of who is not known yet */
    bool right;
    int64_t now;
    glicko_meet_fn *meet; /* asked at the first try of all */
    void *self;
} stored_puzzle_try;
/* Keeps a try, all at once with what comes of it; of a puzzle that is solved, nothing. Its
 * exercise has step 2 if it was solved at once, 1 if it was later, and is never due. */
duel_status store_puzzle_try(data_store *s, const stored_puzzle_try *t, duel_msg *why);

/* Every puzzle of a game that a profile has tried, with its step. */
typedef bool stored_puzzle_try_fn(void *to, const char *name, int64_t step);
duel_status store_puzzle_tried(data_store *s, const char *profile, duel_str game,
                               unsigned rules, stored_puzzle_try_fn *take, void *to,
                               duel_msg *why);
/* Whether this position was solved, whatever the puzzle was called. */
duel_status store_puzzle_seen(data_store *s, const char *profile, duel_str game, unsigned rules,
                              const char *position, bool *seen, duel_msg *why);
/* The days since 1970 on which something was solved, in whatever game, the last first. */
typedef bool store_day_fn(void *to, int64_t day);
duel_status store_puzzle_days(data_store *s, const char *profile, store_day_fn *take, void *to,
                              duel_msg *why);
/* Fills in what is known of a profile, or leaves it as it was given. */
duel_status store_rating(data_store *s, duel_str game, const char *profile,
                         glicko_rated_at *out, duel_msg *why);
/* The same of a puzzle. */
duel_status store_puzzle_rating(data_store *s, duel_str game, unsigned rules, const char *name,
                                glicko_rated_at *out, duel_msg *why);
