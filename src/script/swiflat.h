/* script/swiflat.h -- terms of Prolog to flat bytes and back. Lives in the child process only.
 *
 *     7  1.5  nom  [a,b]  f(a,b)    a number, a decimal, a text, a list, a map [f=[a,b]]
 *     "abc"  2.0                    maps that no other term has: [s=abc], [f=2] */
#ifndef DUEL_SCRIPT_SWIFLAT_H
#define DUEL_SCRIPT_SWIFLAT_H

#include "base/text.h"
#include "script/swi.h"
#include "script/talk.h"

/* Appends the bytes of a term, at most `most` of them. What is said otherwise says why not. */
talk_answer swiflat_write(const swi *p, swi_term t, size_t most, duel_buf *out);
/* Makes *t the first value of *rest; false if the bytes are not one that a term has. */
bool swiflat_put(const swi *p, duel_str *rest, swi_term t);

#endif
