/* moriarty/lists.h -- games move by move, and as people write them: plain lists of moves.
 *
 * A list is `f5d6c3`, blanks and commas allowed between moves; squares may also be written 3,2.
 * A pass may be written (pass, ps, pa, --) or left out: whoever cannot move passes. */
#ifndef MORIARTY_LISTS_H
#define MORIARTY_LISTS_H

#include "games/moriarty/moriarty.h"

enum {
    MORIARTY_MAX_GAME = 128
}; /* plies of the longest game, passes included, and then some */

typedef struct moriarty_game {
    moriarty_state start, now;
    int move[MORIARTY_MAX_GAME]; /* passes included */
    int count;
} moriarty_game;

moriarty_game moriarty_game_of(const moriarty_state *start);

/* Passes for the side to move if it has to, and if it is not `seat`; true if it did. */
bool moriarty_pass_if_blocked(const duel_variant *v, moriarty_game *g, int seat);
/* Plays one move read from text; a pass that had to come first is put in. */
duel_status moriarty_game_play(const duel_variant *v, moriarty_game *g, duel_str move,
                               duel_msg *why);
/* Takes the last move back; false if there is none. */
bool moriarty_game_undo(moriarty_game *g);

/* Plays a whole list on *g. On failure *g is untouched and *number names the wrong move. */
duel_status moriarty_list_read(const duel_variant *v, duel_str text, moriarty_game *g,
                               size_t *number, duel_msg *why);
/* Writes the moves without passes: f5d6c3. */
void moriarty_list_print(const duel_variant *v, const moriarty_game *g, duel_sink *out);

#endif
