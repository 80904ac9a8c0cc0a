/* front/wording.h -- pens for the terminal and what all front ends say alike: results and
 * worths, told from the seat of the reader, and wrapped text. */
#pragma once

#include "core/command.h"
#include "core/record.h"
#include "table/advice.h"

/* A pen that draws on `out`: UTF-8 if the locale has it, colours on a terminal unless NO_COLOR
 * is set. */
duel_pen terminal_pen(const duel_console *c, duel_sink *out);

/* Who reads: the only one of these seats, or nobody in particular where there are several. */
int wording_reader(unsigned seats);
/* How a game ended by its rules: "You win by 3. (12–9)" to the one who reads, "The game goes to
 * Crosses." to DUEL_NOBODY. The scores stand behind it where they say more, the reader's first.
 */
void wording_result(const duel_pen *pen, const duel_variant *v, const int32_t score[],
                    int reader);
/* The same for a game that may also have been given up, or lost by the clock. */
void wording_ending(const duel_pen *pen, const duel_record *r, const int32_t score[],
                    int reader);

/* Why the view is over, a paragraph a fact; nothing where the game does not say. */
void wording_why_over(duel_lang lang, duel_sink *out, const duel_variant *v, const void *view,
                      int seat);

/* From whose chair a value is told. */
typedef enum wording_chair {
    WORDING_APART, /* "a win in 5 moves", of the seat to move */
    WORDING_MOVER, /* "you win in 5 moves": who reads is to move */
    WORDING_OTHER  /* "you lose in 5 moves": who reads is the other of two */
} wording_chair;
/* The chair of `reader` where `seat` is to move. */
wording_chair wording_chair_of(const duel_variant *v, int reader, int seat);
/* Leaves what the reader may be told of a move of `seat`: all of one's own move, and of a move
 * of somebody else's nothing, where "the other player" would be oneself; who has no seat of
 * their own is told what speaks to nobody. */
void wording_keep_reasons(int reader, int seat, duel_reason *r);

/* "a win in 5 moves", "you lose by 3", …: a result for the seat to move. */
void wording_value(duel_lang lang, duel_sink *out, const duel_variant *v, const duel_result *r,
                   wording_chair chair);
/* For the seat to move: a value; or an estimate whose number games have borne out, "ahead by
 * about 2.5", "a chance of about 62 %"; or any other in words, "it looks good for you",
 * "unclear". */
#define PHRASE_CLEAR 0.2 /* as duel_worth_level counts; also in web/known/value_text.js */
void wording_worth(duel_lang lang, duel_sink *out, const duel_variant *v, const duel_worth *w,
                   wording_chair chair);
/* "proved: a win in 5 moves", "ahead by about 2.5": an answer. What is only estimated says so
 * itself, and what comes from a book as well. */
void wording_verdict(duel_lang lang, duel_sink *out, const duel_variant *v,
                     const duel_answer *a, wording_chair chair);
/* The last of these alone, after a blank; nothing if the answer is from no book. */
void wording_book(duel_lang lang, duel_sink *out, const duel_answer *a);
/* Moves in a row with blanks between, as far as a view lets one follow them. */
void wording_line(duel_sink *out, const duel_variant *v, const void *view,
                  const duel_move *move, int count);
/* The same from a state that is known. */
void wording_played(duel_sink *out, const duel_variant *v, const void *from,
                    const duel_move *move, int count);
/* One fact of a reason, as a paragraph. */
void wording_fact(duel_lang lang, duel_sink *out, const duel_fact *f);
/* Options of a game as people call them: "Side of the grid: 8 · hard" for the text of a
 * variant, "size=8 difficulty=hard". What is no option of the game is left as it stands. */
void wording_settings(duel_lang lang, duel_sink *out, const duel_game *game, duel_str variant);

/* UTF-8 text broken at blanks into lines of at most `columns`; what follows its first line end
 * is a drawing and stays as it is. */
void wording_wrap(duel_sink *out, const char *text, int columns);
/* UTF-8 text followed by blanks up to `columns`. */
void wording_put_padded(duel_sink *out, const char *text, int columns);
