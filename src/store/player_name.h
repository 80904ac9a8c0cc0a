/* store/player_name.h -- names that people give themselves: what they are made of, and whether
 * one could be taken for another. By Unicode's data (ICU), not by lists of ours. */
#pragma once

#include "base/status.h"

enum { PLAYER_NAME_TEXT = 41, PLAYER_NAME_LETTERS = 24 };

/* The name as it is kept and shown: composed (NFC), without what is not seen (directions,
 * characters of no width), one blank where there are several. Refused, with a sentence: nothing
 * to see, too long, characters that are none, marks piled up. */
duel_status player_name_clean(duel_str given, char out[PLAYER_NAME_TEXT], duel_msg *why);

/* How a name looks, to compare others with. */
typedef struct name_likeness name_likeness;
duel_status name_likeness_new(duel_str name, name_likeness **out, duel_msg *why);
void name_likeness_free(name_likeness *l);
/* Whether `other`, which may be any bytes, could be taken for the name: the same but for case,
 * width or accents put another way, or written in letters that look the same (UTS 39). */
bool name_likeness_fits(name_likeness *l, duel_str other);
