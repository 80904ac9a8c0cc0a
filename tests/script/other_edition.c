/* A plug-in of another edition of the contract, earlier or not written yet: nothing but its
 * number is looked at. */
#include <stdint.h>

extern const uint32_t duel_plugin_edition;
__attribute__((visibility("default"))) const uint32_t duel_plugin_edition = EDITION;
