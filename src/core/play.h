/* core/play.h -- the contract with its fallbacks filled in.
 *
 * The rest of the house calls a game through these, never through an optional pointer. */
#pragma once

#include "core/game.h"

/* Deals with the seed's stream; the state's memory is cleared first. */
duel_status duel_deal(const duel_variant *v, duel_str seed, void *state);

/* When the score is of no interest. */
bool duel_is_over(const duel_variant *v, const void *state);
bool duel_states_equal(const duel_variant *v, const void *a, const void *b);
bool duel_has_secrets(const duel_variant *v);

/* Erases what `seat` may not know. DUEL_SEES_ALL erases nothing. */
void duel_hide(const duel_variant *v, void *state, int seat);
/* A copy as `seat` sees it. */
void duel_view(const duel_variant *v, const void *state, int seat, void *view);

/* A state that moves can be played on to follow a line: the view itself where there are no
 * secrets, else a guess, always the same. False if the game cannot guess. */
bool duel_guess_state(const duel_variant *v, const void *view, void *state);

/* Room for the children that duel_expand makes. False: no memory; children_fini is due all the
 * same. */
bool children_init(duel_children *b, const duel_variant *v, int room);
void children_fini(duel_children *b);
/* The children of `count` states, as accel->expand has it. */
int duel_expand(const duel_variant *v, const void *states, int count, duel_children *out,
                int *made);

/* Whether the turn of `seat` has ended with a move that led to `after`: the game is over,
 * another seat moves, or there is only one seat, whose every move is a turn. */
bool duel_turn_ended(const duel_variant *v, int seat, const void *after);

bool duel_legal(const duel_variant *v, const void *state, duel_move move);

void duel_print(const duel_variant *v, const void *view, duel_sink *out);
/* *state is written only if the whole text is right. */
duel_status duel_read(const duel_variant *v, duel_str text, void *state, duel_msg *why);
/* The same of a text that was read before: no search has to say why it is no position. */
duel_status duel_read_again(const duel_variant *v, duel_str text, void *state, duel_msg *why);
void duel_print_move(const duel_variant *v, const void *view, duel_move move, duel_sink *out);
/* The move as people say it: in words, or as it is written. */
void duel_move_in_words(duel_lang lang, const duel_variant *v, const void *view, duel_move move,
                        duel_sink *out);
/* What the seat to move has to do. */
void duel_prompt(const duel_variant *v, const void *view, duel_msg *out);
/* The one front door for moves: a listed move, or a refusal that names the rule broken. Besides
 * what the game itself reads, a final point does no harm, and a move is read as it is shown,
 * written or said in any language, whatever its accents and capitals; where the game has
 * understood nothing, whatever the signs between its words. */
duel_status duel_read_move(const duel_variant *v, const void *view, duel_str text,
                           duel_move *move, duel_msg *why);
/* The same of what a program wrote down (duel_print_move): no other move is looked at, so that
 * the cost of a long list of moves is bounded. */
duel_status duel_read_written(const duel_variant *v, const void *view, duel_str text,
                              duel_move *move, duel_msg *why);
/* Of several moves one behind the other, cuts the next one off *rest. They are joined by bytes
 * of `between`, which some games write inside a move too: the shortest piece that is a legal
 * move is taken. A refusal speaks of the shortest piece that is a move at all, else of the
 * shortest, and leaves *rest as it is. */
duel_status duel_next_move_text(const duel_variant *v, const void *view, duel_str *rest,
                                const char *between, duel_move *move, duel_msg *why);

/* Changes one element of a position being set up (game.h); false if nothing was changed. */
bool duel_edit(const duel_variant *v, void *state, duel_str element, int step);

/* The name of a seat, a message: its role in the game, or First, Second… */
const char *duel_role(const duel_variant *v, int seat);

/* The value of an ended state for `seat`, from the scores `over` gave. */
duel_value duel_outcome(const duel_variant *v, const int32_t score[], int seat);
/* Own score minus the best other's; the score itself when the seat is alone. */
int32_t duel_margin(const duel_variant *v, const int32_t score[], int seat);
/* The share of the win: 1 alone at the top, 1/k among k, else 0. */
double duel_share(const duel_variant *v, const int32_t score[], int seat);

/* ---- what a seat knows --------------------------------------------------------------- */

/* What a seat has seen and done, as one number.
 *
 * A view tells what a seat sees now. What it knows is more: all that it has seen, and its own
 * moves, in their order; a card shown for a moment stays known, and a move of one's own tells
 * what one had in hand. A running hash of both stands for it. It is made of views alone, so
 * that it can be given to whoever may have those. */

typedef struct duel_info_set {
    uint64_t seat[DUEL_SEATS]; /* never 0 */
} duel_info_set;

/* As the game begins, in this state. */
void duel_info_set_begin(const duel_variant *v, const void *state, duel_info_set *k);
/* `mover` has played `move`, which led to the state `after`. */
void duel_info_set_step(const duel_variant *v, int mover, duel_move move, const void *after,
                        duel_info_set *k);

/* The same for one seat, from its views: */
uint64_t duel_info_set_first(const duel_variant *v, const void *view, int seat);
uint64_t duel_info_set_after(const duel_variant *v, uint64_t known, bool own, duel_move move,
                             const void *view);

/* ---- a pen that may lack colours, or have nobody who asks what is what --------------- */

void duel_pen_tone(duel_pen *pen, duel_tone tone);
/* What is drawn from here on is the element of the scene with this id; NULL: none of them. */
void duel_pen_thing(duel_pen *pen, const char *id);
/* A text in a tone, then plain again. */
void duel_pen_put(duel_pen *pen, duel_tone tone, const char *text);
