/* front/opponents.h -- the machines that people meet: what they are called and what they know,
 * alike in all front ends. First the ten levels, then the expert, then those with a name, which
 * come from the game's own table. */
#pragma once

#include "front/json.h"
#include "players/player.h"

/* Whether it is one of them. */
bool opponent_is(const duel_game *g, const char *spec);
/* "Machine, level 4", "OrdiScore"; of any other engine its own name. */
void opponent_name(duel_lang lang, duel_sink *out, const duel_game *g, const char *spec);
/* The ten levels, a line each, by how strong they were found to be; nothing where they were not
 * measured. */
void opponent_ladder(duel_lang lang, duel_sink *out, const duel_game *g);
/* One with a name: "OrdiScore: it takes …" */
void opponent_paragraph(duel_lang lang, duel_sink *out, const duel_machine *m);

/* All of them: spec, name, about, named */
json_t *opponents_json(duel_lang lang, const duel_game *g);
