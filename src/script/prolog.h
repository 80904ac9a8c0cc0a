/* script/prolog.h -- the process in which a file of 1995 runs: SWI-Prolog, shut in.
 *
 * Like that of a Lua file (child.h) it is this program once more, with a word of its own. The
 * library is loaded, and with it all that files may use, before the process is shut in (cell.h)
 * and reads a byte of the file. The questions are those of script/talk.h; script/six.pl asks
 * the file. */
#ifndef DUEL_SCRIPT_PROLOG_H
#define DUEL_SCRIPT_PROLOG_H

enum { PROLOG_MISSING = 4 }; /* how the process ends where there is no SWI-Prolog */

/* Its first argument. */
extern const char prolog_word[];

#endif
