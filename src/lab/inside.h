/* lab/inside.h -- what the files of the laws share.
 *
 * A law looks at one trial: a position, reached from a deal by known moves. It returns false
 * when it is broken, and may say what it saw. Laws never change the trial's state. */
#pragma once

#include "core/fault_guard.h"
#include "core/game.h"
#include "core/record.h"

#include <string.h>

/* What the laws remember between positions: the states met under a key. */
typedef struct law_memo law_memo;

/* The state met first under this key, or NULL if it is this one; it is kept then, as long as
 * there is room. A NULL memo has met nothing. */
const duel_state *law_memo_meet(law_memo *m, uint64_t key, const void *state);
const duel_state *law_memo_meet_canon(law_memo *m, uint64_t canon, const void *state);

typedef struct law_trial {
    const duel_variant *v;
    const duel_game *g;
    duel_fault_guard *guard; /* over the whole check: the game is doubted */
    duel_state state;
    duel_record record; /* how the state was reached */
    duel_move list[DUEL_MOVES_MAX];
    int count; /* legal moves */
    bool over;
    int32_t score[DUEL_SEATS];
    duel_rng rng;   /* for laws that draw; set anew before each, so that laws repeat */
    law_memo *seen; /* keys met in this variant, for the laws about keys */
    bool first;     /* of the games of this variant */
    duel_msg *detail;
} law_trial;

typedef struct law {
    const char *name; /* a message; NULL ends a table */
    bool (*holds)(law_trial *t);
} law;

extern const law laws_of_rules[], laws_of_secrets[], laws_of_speed[], laws_of_pictures[],
    laws_of_reasons[], laws_of_help[], laws_of_deals[], laws_of_numbers[], laws_of_typing[];

/* `t` must be the trial: says what was seen, and gives false. */
#define BROKEN(...) (duel_say(t->detail, __VA_ARGS__), false)

enum { GUARD = 64 };
typedef struct guarded {
    duel_state state;
    unsigned char guard[GUARD];
} guarded;

/* A copy with a pattern behind it: a game that writes past its state is found out. */
static inline void law_guard(const law_trial *t, guarded *g, unsigned char fill)
{
    memset(g, fill, sizeof *g);
    memcpy(&g->state, &t->state, t->v->state_size);
}

static inline bool law_intact(const law_trial *t, const guarded *g, unsigned char fill)
{
    const unsigned char *bytes = (const unsigned char *)g;
    for (size_t i = t->v->state_size; i < sizeof *g; i++)
        if (bytes[i] != fill)
            return false;
    return true;
}

/* Whether the text of a view reads back to the same bytes (laws_rules.c). */
bool law_reads_back(law_trial *t, const void *view);
/* A variant of the game whose options are drawn, each by `draw`; false: they do not go together
 * (laws.c). */
bool law_draw_variant(const duel_game *game,
                      int64_t (*draw)(const duel_option *o, duel_rng *rng), duel_rng *rng,
                      duel_variant *v);
/* Whether a position lists the moves of the trial's (laws_secrets.c). */
bool law_same_moves(law_trial *t, const void *view);
/* Whether a message has its French; NULL needs none (laws_help.c). */
bool law_translated(law_trial *t, const char *id);
