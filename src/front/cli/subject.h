/* front/cli/subject.h -- what most commands are about: GAME [POSITION] [opt=value…] [--play
 * MOVES].
 */
#ifndef DUEL_FRONT_CLI_SUBJECT_H
#define DUEL_FRONT_CLI_SUBJECT_H

#include "core/record.h"
#include "front/args.h"

typedef struct subject {
    duel_variant v;
    duel_state state;   /* after the moves of --play */
    duel_record record; /* how it was reached */
} subject;

#define SUBJECT_USAGE "GAME [POSITION] [opt=value…]"
#define SUBJECT_FLAGS                                                                          \
    {"--play", "MOVE,MOVE…", N_("moves to play first")},                                       \
    {                                                                                          \
        "--seed", "N", N_("the seed of the deal (default 1)")                                  \
    }

/* Reads the words of the request from `first` on. The command's flags must include
 * SUBJECT_FLAGS. On success *s must be given to subject_fini. */
duel_status subject_read(const request *r, int first, subject *s, duel_msg *why);
void subject_fini(subject *s);

#endif
