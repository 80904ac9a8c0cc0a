/* store/files.h -- small text files, read whole and replaced whole. */
#ifndef DUEL_STORE_FILES_H
#define DUEL_STORE_FILES_H

#include "base/status.h"

/* Adds the bytes of a file, or of standard input for "-", to *out; DUEL_BAD if it cannot be
 * read, or is above 64 MB. */
duel_status duel_file_read(const char *path, duel_buf *out, duel_msg *why);

/* Writes a file under another name first, so that whoever reads it, whenever this is
 * interrupted, finds the old text, the new one or none, and never a part. */
duel_status duel_file_replace(const char *path, duel_str text, duel_msg *why);

/* Makes a folder, unless it is there. */
duel_status duel_folder_make(const char *path, duel_msg *why);

#endif
