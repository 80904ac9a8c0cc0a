/* service/care_inside.h -- shared by the care*.c files only: what is moved aside, and the one
 * examination. */
#ifndef DUEL_SERVICE_CARE_INSIDE_H
#define DUEL_SERVICE_CARE_INSIDE_H

#include "service/care.h"
#include "service/store_care.h"

/* A file of lines of SQL, each of which puts a row back, with the reasons between as comments.
 * It is made with its first row. */
typedef struct care_aside {
    char path[512];
    duel_stream out;
    int64_t rows;
    duel_lang lang;
    duel_buf reason; /* of the rows that follow */
} care_aside;

void care_aside_init(care_aside *a, const char *path, duel_lang lang);
void care_aside_reason(care_aside *a, const char *name, const duel_msg *why);
/* A store_row_take. */
bool care_aside_row(void *aside, const store_row *row);
/* False: what was written is not on the disk. Nothing is deleted before it is. */
bool care_aside_sync(care_aside *a);
bool care_aside_fini(care_aside *a);

/* With `aside`, what is wrong is mended. */
duel_status care_examine(duel_store *store, const duel_care *care, care_aside *aside,
                         duel_health *out, duel_msg *why);

#endif
