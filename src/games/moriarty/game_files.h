/* games/moriarty/game_files.h -- games in the files of other programs: GGF and WTHOR. */
#pragma once

#include "core/record.h"
#include "games/moriarty/moriarty.h"

/* A game as files hold it: the moves, and how it ended. */
typedef struct moriarty_filed {
    moriarty_game game;
    duel_ending ending;
    int loser; /* the seat, unless it ended by the rules */
} moriarty_filed;

/* ---- GGF ----------------------------------------------------------------------------------
 *
 * Generic Game Format, `(;GM[Othello]…BO[8 … *]B[F5]W[D6]…;)`, as Michael Buro's game server
 * describes it (skatgame.net/mburo/ggsa/ggf). Black is the Activator. The tags GM, RE, BO, B
 * and W are used, the others skipped. */

/* Cuts the first game off *text; on failure that and *out are untouched. */
duel_status moriarty_ggf_read(const duel_variant *v, duel_str *text, moriarty_filed *out,
                              duel_msg *why);
/* Writes one, and a line end. */
void moriarty_ggf_write(const duel_variant *v, const moriarty_filed *f, duel_sink *out);

/* ---- WTHOR --------------------------------------------------------------------------------
 *
 * The format of the French federation's database.
 *
 * A head of 16 bytes: the day the file was made (century, year in it, month, day), the number
 * of games (4 bytes), a number that is 0 for games (2), the year of the games (2), the side of
 * the board (0 means 8), two bytes about scores, one unused. Then 68 bytes a game: tournament,
 * black and white player as numbers in other files (2 each), black's score, black's best score,
 * and 60 moves, ten times the row and the column, both from 1; 0 behind the last. Passes are
 * left out. Numbers are written lowest byte first. (ffothello.org, "Format des fichiers de la
 * base WTHOR".)
 *
 * Games begin with the usual opening; black is the Activator. Players are not kept, nor is how
 * a game that was not played to its end was decided. */

enum { MORIARTY_WTHOR_HEAD = 16, MORIARTY_WTHOR_GAME = 68, MORIARTY_WTHOR_MOVES = 60 };

/* Whether these are the bytes of such a file; how many games it has. */
duel_status moriarty_wthor_open(duel_str bytes, uint32_t *games, duel_msg *why);
/* Game `number`, from 0 on, of a file that was opened. */
duel_status moriarty_wthor_read(const duel_variant *v, duel_str bytes, uint32_t number,
                                moriarty_game *out, duel_msg *why);

typedef struct moriarty_day {
    int year, month, day;
} moriarty_day;
void moriarty_wthor_head(uint32_t games, moriarty_day made, uint8_t out[MORIARTY_WTHOR_HEAD]);
/* Refused: a game that did not begin with the usual opening. */
duel_status moriarty_wthor_write(const moriarty_game *g, uint8_t out[MORIARTY_WTHOR_GAME],
                                 duel_msg *why);
