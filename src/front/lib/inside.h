/* front/lib/inside.h -- what the files of libduel share: what its handles are. */
#pragma once

#include "core/action.h"
#include "core/record.h"
#include "front/lib/duel.h"

struct libduel_game {
    duel_variant v;
    duel_lang lang;
};

struct libduel_state {
    const libduel_game *game;
    duel_record record;    /* how it was reached; of a view, nothing */
    bool veiled;           /* a view from which something is erased */
    bool knows;            /* `knowing` is followed: there are secrets, and it was dealt */
    duel_info_set knowing; /* what each seat has seen and done */
    int turn, count;       /* the seat to move, and how many moves it has; 0: it is over */
    int32_t score[DUEL_SEATS];
    duel_move *list;  /* the legal moves, */
    uint32_t *action; /* and their numbers */
    void *bytes;      /* the state itself; these three lie behind */
};

enum { LIB_MEMORY = 256 << 20 }; /* for engines, unless told otherwise */

/* Fills in the error, unless it is NULL, and gives its status. */
libduel_status lib_fail(const libduel_game *g, duel_status status, const duel_msg *why,
                        libduel_error *error);
libduel_status lib_full(const libduel_game *g, libduel_error *error);
/* What scores are worth to a seat, as libduel_returns has it. */
double lib_return_of(const duel_variant *v, const int32_t score[], int seat);
/* The place of an action among the legal moves; -1: it is not legal. */
int lib_find(const libduel_state *s, uint32_t action);
