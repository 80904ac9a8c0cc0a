/* moriarty/liking.h -- which discs the trained evaluation likes or dislikes: what it would say
 * if they were not there. */
#ifndef MORIARTY_LIKING_H
#define MORIARTY_LIKING_H

#include "games/moriarty/bits.h"

enum { MORIARTY_LIKED_SQUARES = 3 }; /* told at most */

/* What a full board is worth to its mover, who has just moved, in units (eval.h). */
int moriarty_worth_after(moriarty_board own_first);
/* How much less that would be if the discs on these squares were not there. */
int moriarty_worth_of_discs(moriarty_board own_first, uint64_t squares);
/* Of the mover's discs among these, those that are liked most, or disliked, each by a
 * disc at least, and together, too; none: no squares. */
uint64_t moriarty_liked_discs(moriarty_board own_first, uint64_t among, bool disliked);

#endif
