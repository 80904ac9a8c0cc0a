/* games/ergo/help.h -- what helps a person along: lenses, hints, why it is over, the first
 * lesson, the rules to read, what people say, the opening. */
#ifndef GAMES_ERGO_HELP_H
#define GAMES_ERGO_HELP_H

#include "core/lesson.h"
#include "games/ergo/rules.h"

extern const duel_lens ergo_lenses[]; /* lens.c: "proven" and "table" */
void ergo_explain(const duel_variant *v, const void *view, int seat, const duel_move turn[],
                  int count, struct duel_reason *out); /* hint.c */
void ergo_ending(const duel_variant *v, const void *view, int seat,
                 struct duel_reason *out);                                /* ending.c */
void ergo_study(const duel_variant *v, const void *view, duel_sink *out); /* study.c */
extern const duel_lesson ergo_lesson;                                     /* lesson.c */
extern const char *const ergo_rulebook[];                                 /* rulebook.c */

/* words.c: what people say. */
void ergo_say_move(const duel_variant *v, const void *view, duel_move move, duel_msg *out);
void ergo_task(const duel_variant *v, const void *view, duel_msg *out);
extern const duel_wording ergo_wordings[];

/* opening.c: the first picture of the lesson. */
void ergo_opening_scene(const duel_variant *v, struct duel_scene *out);
void ergo_opening_draw(const duel_variant *v, duel_pen *pen);

#endif
