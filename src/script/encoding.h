/* script/encoding.h -- a file's text, whatever wrote it, as UTF-8.
 *
 * Files of 1995 come from DOS (code page 850) or from the first Windows and Unix systems with
 * accents (Latin-1). A text that is not UTF-8 is taken for the one in which its bytes beyond
 * ASCII are letters. */
#ifndef DUEL_SCRIPT_ENCODING_H
#define DUEL_SCRIPT_ENCODING_H

#include "base/text.h"

/* Changes the text in its place; the end that DOS marks inside a file is cut off. */
void encoding_make_utf8(duel_buf *text);

#endif
