/* front/cli/subject.h -- what most commands are about: GAME [POSITION] [opt=value…] [--play
 * MOVES].
 */
#ifndef DUEL_FRONT_CLI_SUBJECT_H
#define DUEL_FRONT_CLI_SUBJECT_H

#include "core/command.h"
#include "core/record.h"

typedef struct subject {
    duel_variant v;
    duel_state state;   /* after the moves of --play */
    duel_record record; /* how it was reached */
    bool seeded;        /* its seed was chosen */
} subject;

#define SUBJECT_USAGE "GAME [POSITION] [opt=value…]"
#define SUBJECT_TEXTS_SEEDED(help)                                                             \
    {"play", "MOVE,MOVE…", N_("moves to play first")},                                         \
    {                                                                                          \
        "seed", "N", help                                                                      \
    }
#define SUBJECT_TEXTS SUBJECT_TEXTS_SEEDED(N_("the seed of the deal (default 1)"))
#define SUBJECT_LAST_TEXT                                                                      \
    {                                                                                          \
        NULL, NULL, NULL                                                                       \
    }

/* Reads the words from `first` on; the texts of the command must include SUBJECT_TEXTS. On
 * success *s must be given to subject_fini. */
duel_status subject_read(const duel_args *a, int first, subject *s, duel_msg *why);
/* The seed where it must be a number. */
duel_status subject_seed(const duel_args *a, uint64_t *out, duel_msg *why);
void subject_fini(subject *s);

#endif
