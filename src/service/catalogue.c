/* service/catalogue.c -- see catalogue.h. */
#include "service/catalogue.h"

#define GAME(id)   extern const duel_game duel_game_##id;
#define ENGINE(id) extern const duel_engine duel_engine_##id;
#include "catalogue.def"
#undef GAME
#undef ENGINE

const duel_game *const duel_games[] = {
#define GAME(id) &duel_game_##id,
#define ENGINE(id)
#include "catalogue.def"
#undef GAME
#undef ENGINE
    NULL};

const duel_engine *const duel_engines[] = {
#define GAME(id)
#define ENGINE(id) &duel_engine_##id,
#include "catalogue.def"
#undef GAME
#undef ENGINE
    NULL};

const duel_game *duel_find_game(duel_str id)
{
    for (int i = 0; duel_games[i]; i++)
        if (duel_str_is(id, duel_games[i]->id))
            return duel_games[i];
    return NULL;
}

duel_status duel_need_game(duel_str id, const duel_game **out, duel_msg *why)
{
    *out = duel_find_game(id);
    if (*out)
        return DUEL_OK;
    duel_buf names;
    duel_buf_init(&names);
    for (int i = 0; duel_games[i]; i++)
        duel_putf(&names.sink, "%s%s", i ? ", " : "", duel_games[i]->id);
    duel_status status = duel_bad(why, N_("There is no game “{0}”; there are {1}."), "ss", id,
                                  duel_buf_str(&names));
    duel_buf_fini(&names);
    return status;
}

static const duel_engine *find_in(const duel_engine *const *list, duel_str name)
{
    for (int i = 0; list && list[i]; i++)
        if (duel_str_is(name, list[i]->name))
            return list[i];
    return NULL;
}

const duel_engine *duel_find_engine(const duel_game *game, duel_str name)
{
    const duel_engine *own = find_in(game->engines, name);
    return own ? own : find_in(duel_engines, name);
}
