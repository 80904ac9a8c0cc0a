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

enum { PLAIN_VALUE_DEPTH = 16 }; /* tables inside tables */

typedef enum plain_value_kind {
    PLAIN_VALUE_NIL,
    PLAIN_VALUE_BOOL,
    PLAIN_VALUE_INT,
    PLAIN_VALUE_FLOAT,
    PLAIN_VALUE_TEXT,
    PLAIN_VALUE_LIST, /* `count` values follow */
    PLAIN_VALUE_MAP   /* `count` keys follow, each with its value */
} plain_value_kind;

typedef struct plain_value_item {
    plain_value_kind kind;
    int64_t number; /* whole number; 1 or 0 of a bool */
    double decimal;
    duel_str text;
    uint32_t count;
} plain_value_item;

/* ---- writing ---------------------------------------------------------------------------- */

void plain_value_put_nil(duel_buf *out);
void plain_value_put_bool(duel_buf *out, bool yes);
void plain_value_put_int(duel_buf *out, int64_t n);
void plain_value_put_float(duel_buf *out,
                           double d); /* a whole number if it is one; never a NaN */
void plain_value_put_text(duel_buf *out, duel_str text);
void plain_value_put_list(duel_buf *out, uint32_t count);
void plain_value_put_map(duel_buf *out, uint32_t count);

/* ---- reading: false when the bytes are not a value -------------------------------------- */

/* The first item of *rest; of a table, only its head. */
bool plain_value_take(duel_str *rest, plain_value_item *item);
/* A whole value, tables with all that is in them. */
bool plain_value_cut(duel_str *rest, duel_str *value);
/* The value under a key of a map; false too if it has no such key. */
bool plain_value_find(duel_str map, const char *key, duel_str *value);
/* Whether every text in the value can be shown to people (duel_str_is_readable). */
bool plain_value_is_readable(duel_str value);

/* ---- text ------------------------------------------------------------------------------- */

void plain_value_print(duel_str value, duel_sink *out);
/* Appends the bytes of the value written; false if `text` is not one, with *wrong the place. */
bool plain_value_read(duel_str text, duel_buf *out, size_t *wrong);
