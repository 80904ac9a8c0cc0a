/* A plug-in of an edition that is not written yet: all that is known of it is its number. */
#include <stdint.h>

extern const uint32_t duel_plugin_edition;
__attribute__((visibility("default"))) const uint32_t duel_plugin_edition = 77;
