/* base/descriptors.h -- closes file descriptors and joins sockets across fork and exec. */
#pragma once

#include <stdbool.h>

/* Closes every file descriptor from `first` on; false: some may be open still, nobody can say.
 * Safe between fork and exec in a program with threads, and without /proc. */
bool duel_close_from(int first);

/* Two sockets of this kind (SOCK_STREAM…), joined, which no program started later inherits;
 * false and errno. */
bool duel_join_sockets(int kind, int ends[2]);
