/* front/phrase.h -- pens for the terminal and what commands print alike: results, worths,
 * wrapped text. */
#ifndef DUEL_FRONT_PHRASE_H
#define DUEL_FRONT_PHRASE_H

#include "core/command.h"
#include "service/advice.h"

/* A pen that draws on `out`: UTF-8 if the locale has it, colours on a terminal unless NO_COLOR
 * is set. */
duel_pen terminal_pen(const duel_console *c, duel_sink *out);

/* "The first player wins." / "A tie." and the scores when they say more. */
void phrase_result(const duel_pen *pen, const duel_variant *v, const int32_t score[]);
/* "win in 5", "loss by 3 in 8", … for the seat to move. */
void phrase_value(duel_lang lang, duel_sink *out, const duel_variant *v, const duel_result *r);

/* "ahead by about 2.5", "about even", …: an estimate in points of score. */
void phrase_lead(duel_lang lang, duel_sink *out, double points);
/* A value, a lead, or else a chance: "a chance of about 62 %", "unclear". */
void phrase_worth(duel_lang lang, duel_sink *out, const duel_variant *v, const duel_worth *w);
/* "proved: a win in 5 moves", "ahead by about 2.5, an estimate, not a proof": an answer. */
void phrase_verdict(duel_lang lang, duel_sink *out, const duel_variant *v,
                    const duel_answer *a);
/* "It comes to a loss in 6 moves.", "It is worth about 2.5 less.": what the other move of a
 * comparison is worth. */
void phrase_other_move(duel_lang lang, duel_sink *out, const duel_variant *v,
                       const duel_advice *a);
/* Moves in a row with blanks between, as far as a view lets one follow them. */
void phrase_line(duel_sink *out, const duel_variant *v, const void *view, const duel_move *move,
                 int count);
/* One fact of a reason, as a paragraph. */
void phrase_fact(duel_lang lang, duel_sink *out, const duel_fact *f);
/* A number as people write it: with a decimal unless it is exact, a comma in French. */
enum { PHRASE_NUMBER = 32 };
const char *phrase_number(duel_lang lang, double number, bool exact, char text[PHRASE_NUMBER]);

/* UTF-8 text broken at blanks into lines of at most `columns`; what follows its first line end
 * is a drawing and stays as it is. */
void phrase_wrap(duel_sink *out, const char *text, int columns);
/* UTF-8 text followed by blanks up to `columns`. */
void phrase_put_padded(duel_sink *out, const char *text, int columns);

#endif
