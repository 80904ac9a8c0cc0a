/* moriarty/ggf.h -- games in Generic Game Format, `(;GM[Othello]…BO[8 … *]B[F5]W[D6]…;)`, as
 * Michael Buro's game server describes it (skatgame.net/mburo/ggsa/ggf). Black is the
 * Activator. The tags GM, RE, BO, B and W are used, the others skipped. */
#ifndef MORIARTY_GGF_H
#define MORIARTY_GGF_H

#include "core/record.h"
#include "games/moriarty/lists.h"

/* A game as files hold it: the moves, and how it ended. */
typedef struct moriarty_filed {
    moriarty_game game;
    duel_ending ending;
    int loser; /* the seat, unless it ended by the rules */
} moriarty_filed;

/* Cuts the first game off *text; on failure that and *out are untouched. */
duel_status moriarty_ggf_read(const duel_variant *v, duel_str *text, moriarty_filed *out,
                              duel_msg *why);
/* Writes one, and a line end. */
void moriarty_ggf_write(const duel_variant *v, const moriarty_filed *f, duel_sink *out);

#endif
