/* core/variant.h -- options: from text to a checked variant, and back.
 *
 * The same table of options serves games (`matches=19`) and engines (`depth=4`). */
#pragma once

#include "base/spelling.h"
#include "core/game.h"

enum { DUEL_VARIANT_TEXT = 512 };

/* Reads one "value" for option `o`. On failure *out is untouched and *why tells the range. */
duel_status duel_option_read(const duel_option *o, duel_str value, int64_t *out, duel_msg *why);
void duel_option_print(const duel_option *o, int64_t value, duel_sink *out);
/* Its place in a table ended by a NULL name, or -1. */
int duel_option_find(const duel_option *table, duel_str name);
/* Whether a word is written as a setting is: name=value, the name of letters. */
bool duel_is_setting(duel_str word);

/* Makes the variant of `game` with options written "name=value", by `count` texts. */
duel_status duel_variant_make(const duel_game *game, const duel_str *settings, int count,
                              duel_variant *out, duel_msg *why);
/* The same from one text with blanks between the settings (records, links, the store). */
duel_status duel_variant_read(const duel_game *game, duel_str text, duel_variant *out,
                              duel_msg *why);
/* The settings that differ from the defaults, in order: reads back to the same variant. */
void duel_variant_print(const duel_variant *v, duel_sink *out);

/* Whether what the game's `variant` filled in is what the rest of the house relies on: asked in
 * every build of every variant that is made. A game that breaks its word is named, not used. */
duel_status duel_variant_check(const duel_variant *v, duel_msg *why);
/* One number of a game's, by its name in game.h; `who`: the game, or its file. */
duel_status duel_check_range(const char *who, const char *what, int64_t is, int64_t least,
                             int64_t most, duel_msg *why);

/* The value of an option of the variant, by name; the name must exist. */
int64_t duel_variant_get(const duel_variant *v, const char *name);
