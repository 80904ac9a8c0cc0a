/* store/maintenance.h -- looking after a base: reading everything in it, taking rows out, and
 * whole files: copies, and one put in the place of another. For care/care.c. */
#pragma once

#include "store/result_blocks.h"

#include <sqlite3.h>

/* ---- rows of any table, as values: for copying, carving and moving aside, which treat all
 * tables alike --- */

/* A table, as its rows are stored. */
typedef struct store_table {
    const char *name;
    /* A letter a column, in their order: t text, i number, b bytes; a capital: or nothing. */
    const char *columns;
    int least;     /* columns of rows that the first edition wrote; others have their default */
    bool keyed;    /* WITHOUT ROWID: its tree is one of keys */
    bool numbered; /* the first column is the number of the row, and not in the row itself */
} store_table;

/* Every table of the schema, those that others belong to first. */
enum {
    TABLE_TOPIC,
    TABLE_RUN,
    TABLE_BLOCK,
    TABLE_PROFILE,
    TABLE_GAME,
    TABLE_EVENT,
    TABLE_TALLY,
    TABLE_DAILY,
    TABLE_DEAL,
    TABLE_EXERCISE,
    TABLE_ATTEMPT,
    TABLE_RATING,
    TABLE_COUNT
};
extern const store_table store_tables[TABLE_COUNT];

typedef struct store_value {
    enum { VALUE_NOTHING, VALUE_NUMBER, VALUE_TEXT, VALUE_BYTES } kind;
    int64_t number;
    duel_str bytes; /* of a text, or bytes */
} store_value;

enum { ROW_COLUMNS = 16 };
typedef struct store_row {
    const store_table *of;
    store_value value[ROW_COLUMNS]; /* as many as `of` has columns */
} store_row;

/* As a line of SQL that puts it back: "INSERT INTO event VALUES('9f3k…', 3, …);". */
void row_print(const store_row *row, duel_sink *out);

/* ---- a moment ---------------------------------------------------------------------------- */

/* What is asked between the two is of one moment; `writing`: nobody else writes meanwhile. The
 * store must be the caller's alone (store_open_second). */
duel_status maintain_begin(data_store *s, bool writing, duel_msg *why);
/* Keeps what was written if the status is DUEL_OK. */
duel_status maintain_end(data_store *s, duel_status status, duel_msg *why);
/* From now on rows may be deleted that others belong to, which stay: to be looked for later. */
duel_status maintain_unbind(data_store *s, duel_msg *why);

/* ---- everything in it -------------------------------------------------------------------- */

/* What SQLite finds wrong with pages, trees and indices, 100 sentences at most. */
typedef bool store_text_take(void *to, duel_str text);
duel_status maintain_file(data_store *s, store_text_take *take, void *to, duel_msg *why);

/* Rows of a table that belong to something which is not there. */
typedef struct store_orphans {
    int table; /* TABLE_… */
    const char *column, *parent;
    duel_str key; /* of what is not there */
    int64_t count;
} store_orphans;
typedef bool store_orphans_take(void *to, const store_orphans *o);
duel_status maintain_orphans(data_store *s, store_orphans_take *take, void *to, duel_msg *why);

typedef struct store_sizes {
    int64_t games, runs, profiles, exercises, dailies;
} store_sizes;
duel_status maintain_sizes(data_store *s, store_sizes *out, duel_msg *why);

duel_status maintain_games(data_store *s, store_text_take *take, void *to, duel_msg *why);

/* What positions are learned of, under a number; the runs of one, and the blocks of a run, by
 * ascending key: `number` is a block's own. */
typedef bool store_topic_take(void *to, int64_t number, const store_topic *topic);
duel_status maintain_topics(data_store *s, store_topic_take *take, void *to, duel_msg *why);
typedef bool store_run_take(void *to, const store_run *run);
duel_status maintain_runs(data_store *s, int64_t topic, store_run_take *take, void *to,
                          duel_msg *why);
typedef bool store_block_take(void *to, int64_t number, const store_block *b);
duel_status maintain_blocks(data_store *s, int64_t run, store_block_take *take, void *to,
                            duel_msg *why);

typedef bool store_profile_take(void *to, duel_str id, duel_str name);
duel_status maintain_profiles(data_store *s, store_profile_take *take, void *to, duel_msg *why);

/* Records kept elsewhere than as games: TABLE_EXERCISE or TABLE_DAILY. */
typedef struct store_kept_record {
    duel_str key; /* its number; the day and the game */
    int64_t number;
    duel_str game;
    unsigned rules;
    duel_str record;
} store_kept_record;
typedef bool store_kept_record_take(void *to, const store_kept_record *r);
duel_status maintain_records(data_store *s, int table, store_kept_record_take *take, void *to,
                             duel_msg *why);

/* ---- changing ---------------------------------------------------------------------------- */

/* Which rows of a table: those whose column is the key; where these are given, whose number in
 * another column is at least `from`, and whose text in another one is `is`. */
typedef struct store_which {
    int table;
    const char *column;
    duel_str key;
    const char *and_from;
    int64_t from;
    const char *and_is;
    duel_str is;
} store_which;
/* Hands each of them to `take`. False: it failed, and so does this. */
typedef bool store_row_take(void *to, const store_row *row);
duel_status maintain_show(data_store *s, const store_which *w, store_row_take *take, void *to,
                          duel_msg *why);
/* Then deletes them, unless that failed. */
duel_status maintain_remove(data_store *s, const store_which *w, store_row_take *take, void *to,
                            duel_msg *why);
/* What lists show of a game. */
duel_status maintain_summary(data_store *s, const char *id, int64_t moves, duel_str result,
                             duel_msg *why);
/* What a run is said to have is what its blocks have. */
duel_status maintain_sums(data_store *s, int64_t run, duel_msg *why);
/* A profile is called by the digits of its id from now on, which can always be read. */
duel_status maintain_rename(data_store *s, duel_str profile, duel_msg *why);

/* ---- whole files ------------------------------------------------------------------------- */

/* Where the base of a folder is, or would be: NULL as in store_open. */
duel_status maintain_path(const char *dir, duel_buf *path, duel_msg *why);
/* The base of a file, in whatever folder. */
duel_status maintain_open(const char *path, data_store **out, duel_msg *why);

/* Called now and then. False: stop. */
typedef bool store_step(void *to, int64_t done, int64_t total);
/* The base as it is at one moment, in a file of its own, while others read and write; `path`
 * must not exist. Whoever cannot finish leaves none. */
duel_status maintain_copy(data_store *s, const char *path, store_step *step, void *to,
                          duel_msg *why);

/* What becomes of the rows of a damaged base. */
typedef struct store_rescue {
    int64_t read;   /* by way of its trees */
    int64_t carved; /* from pages that these no longer lead to */
    int64_t lost;   /* that no base can hold: handed to `take` */
    store_row_take *take;
    void *to;
} store_rescue;
/* Makes a new base, `fresh`, of all that can be read of `damaged`, which nobody has open. */
duel_status maintain_rescue(const char *damaged, const char *fresh, store_rescue *r,
                            duel_msg *why);

typedef enum store_state {
    STORE_SOUND,
    STORE_DAMAGED, /* as far as the file itself goes */
    STORE_STRANGE  /* missing, newer, unreadable, busy: *why */
} store_state;
store_state maintain_state(const char *path, duel_msg *why);

void maintain_discard(const char *path); /* with what stands beside it */
/* Copies a file with the log beside it, as bytes. */
duel_status maintain_copy_files(const char *from, const char *to, duel_msg *why);
/* Refused while any program has the base open; its log is then part of it, if it can be. */
duel_status maintain_alone(const char *path, duel_msg *why);
/* `fresh` takes the place of `path`, all at once, and is on the disk. A log left beside `path`
 * is removed: it belongs to what was there. */
duel_status maintain_put(const char *fresh, const char *path, duel_msg *why);
