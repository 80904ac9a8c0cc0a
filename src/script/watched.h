/* script/watched.h -- a plug-in while it is played: what it answers is looked at each time.
 *
 * A first look at a variant (border.h) sees part of one game. After it, whatever the plug-in
 * answers goes through functions of ours, for engines and people alike: one that breaks its
 * word is told to the guard of who asked (core/guard.h), and what is given instead is harmless.
 * Until that guard ends the plug-in is not played any further: its game is over there. */
#ifndef DUEL_SCRIPT_WATCHED_H
#define DUEL_SCRIPT_WATCHED_H

#include "core/game.h"

typedef struct watched_game {
    duel_game game; /* first: a variant leads back here. The one the house plays */
    duel_accel accel;
    const duel_game *its_own;
} watched_game;

/* As the plug-in gives it, but for the functions that are watched. */
void watched_init(watched_game *w, const duel_game *its_own);

#endif
