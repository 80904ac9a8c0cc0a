/* front/board_flags.h -- flags that a person puts on the board in a terminal, to say what they
 * believe of a thing there (mark in core/optional_parts.h). The page keeps its own.
 *
 * They are the person's alone: no table knows of them until they are to be checked. */
#pragma once

#include "core/game.h"

enum { FLAGS_MOST = 128 };

typedef struct flags {
    duel_target on[FLAGS_MOST];
    int count;
} flags;

/* The thing that a person means by "3:2" or "cell:3:2"; false: the picture has none such. */
bool flags_find(const duel_variant *v, const void *view, int seat, duel_str typed,
                duel_target *out);
/* Puts a flag there, or takes it away. True: it is there now. */
bool flags_toggle(flags *f, const duel_target *target);

/* Draws as duel_draw does, with a flag in place of the first blank of each flagged thing. */
void flags_draw(const flags *f, const duel_variant *v, const void *view, int seat,
                duel_pen *pen);

/* What a mark on this thing is worth, in a line: a sign, and why. False: it says nothing. */
bool flags_judge(const duel_variant *v, const void *view, int seat, const duel_target *target,
                 duel_lang lang, duel_sink *out);
