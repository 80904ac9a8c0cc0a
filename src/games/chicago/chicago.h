/* games/chicago/chicago.h -- what the files that bind Chicago Stock Exchange to the contract
 * share.
 *
 * The state of the game is a chicago_board; komi and view belong to the variant. */
#pragma once

#include "core/command.h"
#include "core/engine.h"
#include "core/reason.h"
#include "games/chicago/board.h"

enum { CHICAGO_PLAYERS, CHICAGO_EXPERT, CHICAGO_KOMI, CHICAGO_VIEW }; /* options */
enum { CHICAGO_OPEN, CHICAGO_TOPS };                                  /* views */

static inline chicago_rules chicago_rules_of(const duel_variant *v)
{
    return (chicago_rules){v->seats, v->option[CHICAGO_EXPERT] != 0};
}

/* Points a seat is given from the start. */
static inline int chicago_komi(const duel_variant *v, int seat)
{
    return seat == 1 ? (int)v->option[CHICAGO_KOMI] : 0;
}

/* The present score of every seat, komi included. */
void chicago_scores(const duel_variant *v, const chicago_board *board, int32_t score[]);
/* How far a seat is ahead of the best other one, at the present prices. */
int chicago_lead(const duel_variant *v, const chicago_board *board, int seat);
/* Whether the tops of all piles are known: after a move on a view they may not be. */
bool chicago_tops_known(const chicago_board *board);

/* A good as a shape of a scene, so that colour is never needed to tell goods apart. */
const char *chicago_good_shape(int good);

/* What everybody sees, the machine included: a message. */
const char *chicago_sight(const duel_variant *v);

void chicago_draw(const duel_variant *v, const void *view, int seat, duel_pen *pen);
void chicago_scene(const duel_variant *v, const void *view, int seat, duel_scene *out);
bool chicago_edit(const duel_variant *v, void *state, duel_str element, int step);
int chicago_path(const duel_variant *v, const void *view, duel_move move, duel_target out[]);
void chicago_explain(const duel_variant *v, const void *view, int seat, const duel_move turn[],
                     int count, duel_reason *out);

void chicago_ending(const duel_variant *v, const void *view, int seat, duel_reason *out);

extern const duel_engine *const chicago_engines[];
extern const duel_command chicago_commands[];

/* ---- the machines of the report ---------------------------------------------------------- */

/* The three machines of the Prolog report the game comes from.
 *
 * They are kept as they were, as labelled curiosities: the two minimax look for the largest of
 * the smallest scores the opponent can be left with, which does the opponent no harm. What the
 * report leaves open is settled thus: moves are tried in the order of chicago_moves, and only a
 * strictly better one replaces the best so far (its code compares with >), so that among equals
 * the first is played; a line that ends early counts the scores as they are at its end. */

typedef enum chicago_seedbot {
    CHICAGO_SEED_SCORE,    /* depth 1: the largest own score at once */
    CHICAGO_SEED_MINIMAX1, /* depth 2; as depth 1 below 5 piles */
    CHICAGO_SEED_MINIMAX2  /* depth 4; as depth 1 below 8 piles */
} chicago_seedbot;

/* The move it plays. The game must not be over; the minimax know two players only. They look
 * below the tops, so every token must be known to them. Who looks on (NULL: nobody) is told
 * scores of the seat whose score they look at. */
chicago_move chicago_seedbot_move(chicago_seedbot bot, const chicago_rules *rules,
                                  const chicago_board *board, duel_search_observer *witness);

/* ---- facts ------------------------------------------------------------------------------- */

/* The kinds of facts that explain a move, and what their numbers mean.
 *
 * Every number can be worked out again from the position and the move. "Lead" is the mover's
 * score minus the best other one, at the present prices, komi included. */

typedef enum chicago_fact {
    /* mover's final score, the best other one */
    CHICAGO_FACT_ENDS,
    /* final lead if both sides make no mistake from here */
    CHICAGO_FACT_RESULT,
    /* good kept, its price after the sale, change of the lead */
    CHICAGO_FACT_GAIN,
    /* good sold, its new price, tokens the mover then holds, those of the others */
    CHICAGO_FACT_FALLS,
    /* largest change of the next player's own lead, the first move that makes it (packed), how
     * many moves do */
    CHICAGO_FACT_REPLY,
    /* good kept, of which none is left in the piles; tokens the mover holds; price */
    CHICAGO_FACT_SOLDOUT,
    /* good kept, tokens of it left in the piles, tokens the mover holds */
    CHICAGO_FACT_LEFT,
    /* piles that vanish, piles left */
    CHICAGO_FACT_EMPTIES,
    /* pile landed on (from 1), tokens uncovered before and after it (good + 1; 0: the pile
     * vanishes) */
    CHICAGO_FACT_LANDS,
    /* seat (from 1), what it holds is worth, komi: at the end */
    CHICAGO_FACT_RECKONED
} chicago_fact;
