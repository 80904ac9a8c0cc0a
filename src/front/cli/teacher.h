/* front/cli/teacher.h -- what commands that teach share: a line is asked for, moves are listed,
 * whose progress is kept. */
#ifndef DUEL_FRONT_CLI_TEACHER_H
#define DUEL_FRONT_CLI_TEACHER_H

#include "core/command.h"
#include "core/game.h"
#include "front/orders.h"
#include "store/store.h"

enum { TEACHER_WIDTH = 76 };

typedef struct teacher {
    const duel_console *c;
    char *line; /* the last one heard; freed by the owner */
    size_t size;
} teacher;

/* The next line of the learner's, without blanks around it; false: there are no more. */
bool teacher_hear(teacher *t, duel_str *out);
/* What a line orders; but for “?” and “q” a letter alone is a move. */
order teacher_order(duel_str line);
void teacher_list_moves(const teacher *t, const duel_variant *v, const void *view);
/* The profile of this name or id in the data folder, or the only one there is if `name` is
 * NULL. */
duel_status teacher_profile(duel_store *store, const char *name, char id[DUEL_PROFILE_TEXT],
                            duel_msg *why);
/* What can be written besides a move. */
void teacher_help(const teacher *t);

#endif
