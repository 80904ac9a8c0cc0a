/* server/same_user.h -- whether the other end of a local connection belongs to our own user. */
#pragma once

#include <stdbool.h>

/* Whether the program at the other end of this connected socket runs for the user we run for.
 * False when in doubt: a peer on another machine, or a system that does not tell. */
bool same_user_is_peer(int socket);
