/* service/catalogue.h -- where games and engines are met by name: catalogue.def, as tables. */
#ifndef DUEL_SERVICE_CATALOGUE_H
#define DUEL_SERVICE_CATALOGUE_H

#include "core/engine.h"

/* NULL-ended, in the order of catalogue.def. */
extern const duel_game *const duel_games[];
extern const duel_engine *const duel_engines[];

const duel_game *duel_find_game(duel_str id);
/* The same, or a message that lists what there is. */
duel_status duel_need_game(duel_str id, const duel_game **out, duel_msg *why);

/* An engine of the game itself, else a generic one. */
const duel_engine *duel_find_engine(const duel_game *game, duel_str name);

#endif
