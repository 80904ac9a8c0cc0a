/* script/plain_value.h -- plain values as flat bytes, and as text that people read and write.
 *
 * A value of a script (whole number, decimal, text, yes or no, table of these) has exactly one
 * row of bytes, so that equal values are equal bytes: the encoding is MessagePack (the
 * specification at msgpack.org) in its shortest forms, with the keys of a map sorted by their
 * bytes. A table with the keys 1..n is a list. A decimal that is whole is a whole number.
 *
 *     12   -3   0.5   true   X.O   'two\032words'   [1,2,3]   [left=12,last=3]   []
 *
 * Reading trusts nothing: bytes may come from a child process, text from anywhere. */
#pragma once

#include "base/text.h"

enum { FLAT_DEPTH = 16 }; /* tables inside tables */

typedef enum flat_kind {
    FLAT_NIL,
    FLAT_BOOL,
    FLAT_INT,
    FLAT_FLOAT,
    FLAT_TEXT,
    FLAT_LIST, /* `count` values follow */
    FLAT_MAP   /* `count` keys follow, each with its value */
} flat_kind;

typedef struct flat_item {
    flat_kind kind;
    int64_t number; /* whole number; 1 or 0 of a bool */
    double decimal;
    duel_str text;
    uint32_t count;
} flat_item;

/* ---- writing ---------------------------------------------------------------------------- */

void flat_put_nil(duel_buf *out);
void flat_put_bool(duel_buf *out, bool yes);
void flat_put_int(duel_buf *out, int64_t n);
void flat_put_float(duel_buf *out, double d); /* a whole number if it is one; never a NaN */
void flat_put_text(duel_buf *out, duel_str text);
void flat_put_list(duel_buf *out, uint32_t count);
void flat_put_map(duel_buf *out, uint32_t count);

/* ---- reading: false when the bytes are not a value -------------------------------------- */

/* The first item of *rest; of a table, only its head. */
bool flat_take(duel_str *rest, flat_item *item);
/* A whole value, tables with all that is in them. */
bool flat_cut(duel_str *rest, duel_str *value);
/* The value under a key of a map; false too if it has no such key. */
bool flat_find(duel_str map, const char *key, duel_str *value);
/* Whether every text in the value can be shown to people (duel_str_is_readable). */
bool flat_is_readable(duel_str value);

/* ---- text ------------------------------------------------------------------------------- */

void flat_print(duel_str value, duel_sink *out);
/* Appends the bytes of the value written; false if `text` is not one, with *wrong the place. */
bool flat_read(duel_str text, duel_buf *out, size_t *wrong);
