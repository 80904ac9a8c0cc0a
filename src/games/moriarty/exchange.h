/* moriarty/exchange.h -- `duel moriarty import` and `export`: games between the files of other
 * programs (ggf.h, wthor.h) and records. */
#ifndef MORIARTY_EXCHANGE_H
#define MORIARTY_EXCHANGE_H

#include "core/command.h"

extern const duel_option moriarty_import_options[];
duel_status moriarty_run_import(const duel_console *c, const duel_args *a, duel_msg *why);
duel_status moriarty_run_export(const duel_console *c, const duel_args *a, duel_msg *why);

#endif
