/* A plug-in as the first edition of the contract exported them. What it gives is no table of
 * any edition: whoever calls it, or reads a game there, falls over. */
#include <stdlib.h>

__attribute__((visibility("default"))) const void *duel_plugin_open(void);

const void *duel_plugin_open(void)
{
    abort();
}
