/* wire/json_patch.h -- what leads from one JSON value to another: see docs/wire.md. */
#pragma once

#include <jansson.h>

/* The change that makes `new` of `old`; NULL: they are equal. */
json_t *wire_difference(json_t *old, json_t *new);
