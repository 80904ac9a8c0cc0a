/* front/why_not_text.h -- two moves compared, in words: what table/advice found, as every front
 * end says it. */
#pragma once

#include "front/wording.h"

/* The whole: each move with its value and the facts that only it has, yours on the left and the
 * one advised on the right, so many columns in all; then how they compare, and the line that
 * shows it. */
void why_not_columns(duel_lang lang, duel_sink *out, const duel_variant *v, const void *view,
                     const table_advice *a, int columns);
/* The same without the move advised, of which more is said beside it, in paragraphs. */
void why_not_yours(duel_lang lang, duel_sink *out, const duel_variant *v, const void *view,
                   const table_advice *a, wording_chair chair);
