/* moriarty/workshop/labels.h -- labelled positions, in memory and in a file that grows.
 *
 * The file: a line of text that says what was played (so that nothing else is added to it),
 * then games one after the other, each a byte with the number of its positions and these, 17
 * bytes each. A game that was not written to its end is dropped when the file is opened again.
 */
#ifndef MORIARTY_LABELS_H
#define MORIARTY_LABELS_H

#include "games/moriarty/workshop/selfplay.h"

#include <stdio.h>

typedef struct moriarty_labels {
    moriarty_labelled *at; /* owned */
    size_t count, room;
    uint64_t games;
} moriarty_labels;

enum { MORIARTY_KEPT_APART = 10 }; /* one game in so many tests the fit */

duel_status moriarty_labels_add(moriarty_labels *l, const moriarty_labelled_game *g,
                                duel_msg *why);
void moriarty_labels_fini(moriarty_labels *l);

typedef struct moriarty_label_file {
    FILE *file;
    uint64_t games; /* whole ones in it */
} moriarty_label_file;

/* What to do with each game found. */
typedef duel_status (*moriarty_take_game)(void *user, uint64_t number,
                                          const moriarty_labelled_game *g, duel_msg *why);

/* Opens or makes the file `name` of games played as `settings` says (one line), gives the games
 * in it to `take`, and stands ready to add more. */
duel_status moriarty_label_file_open(const char *name, const char *settings,
                                     moriarty_take_game take, void *user,
                                     moriarty_label_file *out, duel_msg *why);
/* Gives the games of a file, however they were played. */
duel_status moriarty_label_file_read(const char *name, moriarty_take_game take, void *user,
                                     duel_msg *why);
duel_status moriarty_label_file_add(moriarty_label_file *f, const char *name,
                                    const moriarty_labelled_game *g, duel_msg *why);
void moriarty_label_file_close(moriarty_label_file *f);

#endif
