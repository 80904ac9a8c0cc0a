/* care/inside.h -- shared by the care*.c files only: what is moved aside, and the one
 * examination. */
#pragma once

#include "care/care.h"
#include "store/maintenance.h"

/* A file of lines of SQL, each of which puts a row back, with the reasons between as comments.
 * It is made with its first row. */
typedef struct care_aside {
    char path[512];
    duel_stream out;
    int64_t rows;
    duel_lang lang;
    duel_buf reason; /* of the rows that follow */
} care_aside;

void care_aside_reason(care_aside *a, const char *name, const duel_msg *why);
/* A store_row_take. */
bool care_aside_row(void *aside, const store_row *row);
/* False: what was written is not on the disk. Nothing is deleted before it is. */
bool care_aside_sync(care_aside *a);

/* ---- an examination ---------------------------------------------------------------------- */

typedef struct exam {
    const care_setup *care;
    data_store *store; /* of its own */
    care_health *health;
    care_aside *aside; /* NULL: nothing is mended */
    int64_t done, total;
} exam;

void exam_tell(exam *x, care_fault_kind kind, const char *name, const duel_msg *why);
duel_status exam_step(exam *x);
/* What cannot even be read is a fault of the file: the examination goes on. */
duel_status exam_read_on(exam *x, duel_status status, const char *name, const duel_msg *why);
duel_status exam_move_aside(exam *x, store_which which, duel_msg *why);
/* Nothing goes from the base that is not on the disk elsewhere. */
duel_status exam_end(exam *x, duel_status status, duel_msg *why);

/* Keys of what was found, to be gone through once nothing is being read. They may be any bytes:
 * what was damaged is among them. */
typedef struct exam_keys {
    duel_buf text; /* one after the other: the length, the key, a NUL */
} exam_keys;

bool exam_keep_key(void *keys, duel_str key);
/* The key after this one; the first after one that is empty (at == NULL). */
bool exam_next_key(const exam_keys *l, duel_str *key);

/* Its parts: check_games.c, check_results.c, check_rows.c. */
duel_status exam_games(exam *x, duel_msg *why);
duel_status exam_learned(exam *x, duel_msg *why);
duel_status exam_records(exam *x, int table, duel_msg *why);
duel_status exam_people(exam *x, duel_msg *why);
duel_status exam_references(exam *x, duel_msg *why);

/* The whole. With `aside`, what is wrong is mended. */
duel_status care_examine(data_store *store, const care_setup *care, care_aside *aside,
                         care_health *out, duel_msg *why);
