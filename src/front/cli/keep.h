/* front/cli/keep.h -- records wherever they are kept: a file, standard input, the store. */
#ifndef DUEL_FRONT_CLI_KEEP_H
#define DUEL_FRONT_CLI_KEEP_H

#include "core/command.h"
#include "core/record.h"

/* RECORD is a file, "-" for standard input, or the id of a saved game. */
duel_status keep_read_record(const duel_console *c, duel_str name, duel_record *out,
                             duel_msg *why);

/* A file, or standard input for "-", of at most 64 MB. */
duel_status keep_read_file(duel_str name, duel_buf *out, duel_msg *why);

#endif
