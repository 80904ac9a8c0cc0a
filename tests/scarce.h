/* tests/scarce.h -- memory that runs out. The linker sends what the program asks for here first
 * (tests/meson.build); what a test itself asks for is always given.
 *
 * A test may say from which call on nothing is left. From outside, for any test program:
 *
 *     DUEL_FAIL_AT=N     the N-th call is refused and no other; 0: none, but after each test
 *                        "asked N NAME" on stderr tells how many calls it made
 *     DUEL_FAIL_IN=NAME  of all tests only this one is run, and its calls are counted
 *
 * After the test in which a call was refused no other is run. tools/scarce tries many. */
#ifndef DUEL_TESTS_SCARCE_H
#define DUEL_TESTS_SCARCE_H

#include <stdbool.h>

/* So many calls less one are still answered, then none; 0: none from now on. */
void scarce_from(long calls);
/* All are answered again. Tells whether one was not. */
bool scarce_end(void);

#endif
