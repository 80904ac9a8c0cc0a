/* moriarty/ffo.h -- the command that proves files of problems (problems.h). */
#ifndef MORIARTY_FFO_H
#define MORIARTY_FFO_H

#include "core/command.h"

/* Exit status 1 when a proved score is not the one the file gives. */
extern const duel_option moriarty_ffo_options[];
extern const duel_flag moriarty_ffo_texts[];
duel_status moriarty_run_ffo(const duel_console *c, const duel_args *a, duel_msg *why);

#endif
