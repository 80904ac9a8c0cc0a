/* sheets/keys.c -- see keys.h. */
#include "sheets/keys.h"
#include "sheets/loaded.h"

duel_status keys_check(const struct sheets_game *g, const void *state, duel_msg *why)
{
    (void)g;
    (void)state;
    (void)why;
    return DUEL_OK;
}
