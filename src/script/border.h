/* script/border.h -- what a plug-in says of itself, looked at before anything relies on it.
 *
 * A plug-in is trusted code, and nothing here makes it harmless. But its author makes mistakes
 * as everybody does, and is told which in a sentence, before the program falls over them. */
#ifndef DUEL_SCRIPT_BORDER_H
#define DUEL_SCRIPT_BORDER_H

#include "core/game.h"

/* The table itself: functions, texts, options. `path`: by which it is named. */
duel_status border_check_game(const char *path, const duel_game *g, duel_msg *why);
/* A variant just made, by part of a game of it: numbers, texts, and that nothing is written
 * behind a state. */
duel_status border_first_look(const duel_variant *v, duel_msg *why);

/* ---- one answer ---------------------------------------------------------------------------
 */

enum { BORDER_TARGETS = 8 * DUEL_PATH }; /* room for a path that is too long */

/* What stands in one line of a record, or in one place of it. */
duel_status border_check_word(const char *who, const char *what, duel_str text,
                              const char *parted_by, duel_msg *why);
/* A text that ends within its room and can be shown. */
duel_status border_check_text(const char *who, const char *what, const char *text, size_t room,
                              duel_msg *why);
duel_status border_check_path(const char *who, const duel_target target[], int count,
                              duel_msg *why);

#endif
