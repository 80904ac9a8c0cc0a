/* moriarty/ffo.h -- the command that proves files of problems (problems.h). */
#ifndef MORIARTY_FFO_H
#define MORIARTY_FFO_H

#include "core/command.h"

/* Exit status 1 when a proved score is not the one the file gives. */
int moriarty_run_ffo(const duel_console *c, int argc, char **argv);

#endif
