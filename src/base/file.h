/* base/file.h -- files that are read whole and replaced whole, and one sentence for each way in
 * which that fails, with its cause: “Cannot read X: No such file or directory.” What cannot be
 * read or written is DUEL_INVALID, for the name was somebody's wish. Files that are written
 * little by little, over a long time (logs, tiers, bases), belong to their writers. */
#pragma once

#include "base/status.h"

enum { DUEL_FILE_MOST = 64 << 20 };

/* Adds the bytes of a file, or of standard input for "-", to *out. More than `most` of them are
 * “File too large”. */
duel_status duel_file_read(const char *path, size_t most, duel_buf *out, duel_msg *why);

/* Written beside it under another name, to the disk, and then renamed: whoever reads it,
 * whenever this fails or is interrupted, finds the old text or the new one, and never a part.
 * What is no plain file (a pipe, a device) is written into. */
duel_status duel_file_replace(const char *path, duel_str text, duel_msg *why);

/* The same with what was drawn into a buffer, which is ended; DUEL_NO_SPACE if that had failed.
 */
duel_status duel_file_replace_with(const char *path, duel_buf *drawn, duel_msg *why);

/* Makes a folder, unless it is there. */
duel_status duel_folder_make(const char *path, duel_msg *why);
