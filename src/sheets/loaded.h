/* sheets/loaded.h -- a sheet that has become a game: what the parts of this room share.
 *
 * The table that the rest of the house knows stands first, so that v->game leads back here.
 *
 * A sheet has roles that all move at once. Here seats move one after the other: a round is one
 * step of the sheet, in which every seat that has a choice makes it, in the order of the seats,
 * and then the step is made; whoever has a single move is not asked for it. Where nobody has a
 * choice, one seat plays the only move it has. Choices made while others are still to make
 * theirs are sealed: nobody else sees them. Chance is a role of its own, whose moves come from
 * a seed in the state that nobody sees.
 *
 * A state is some words: the head, the scores of an end, a bit for each fact, a bit for each
 * legal move (none once it is over), and in games with secrets the sealed choices and the seed.
 * The legal moves follow from the facts; they stand here because whoever makes a state is about
 * to ask for them. */
#ifndef DUEL_SHEETS_LOADED_H
#define DUEL_SHEETS_LOADED_H

#include "core/scene.h"
#include "sheets/load.h"
#include "sheets/survey.h"

/* What is wrong with the sheet in an ended state; a bit each. */
enum { FAULT_NO_MOVE = 1, FAULT_NO_GOAL = 2, FAULT_FAILED = 4 };

typedef struct sheets_head {
    uint8_t turn, over, faults;
    uint8_t heard; /* the secrets of a round are out: 1 + the seat that moved last, and is to
                    * move again. Another seat nods first, so that a turn ends with what is
                    * learned by it */
    uint8_t poor;  /* the role at fault */
    uint8_t unused[3];
} sheets_head;

typedef struct sheets_scores {
    int16_t of[DUEL_SEATS];
} sheets_scores;

_Static_assert(sizeof(sheets_head) == 8 && sizeof(sheets_scores) == 8, "words, no padding");
_Static_assert(DUEL_SEATS + 1 == (int)MACHINE_ROLES, "all seats, and chance");

/* In games with secrets: by seat 1 + the move chosen in this round; 0: none yet. */
#define SEALED_UNSEEN UINT32_MAX
typedef struct sheets_sealed {
    uint32_t move[DUEL_SEATS];
    uint64_t seed; /* 0: not seen */
} sheets_sealed;

struct picture;
struct keys;
struct sheets_because;

struct sheets_game {
    duel_game game; /* first */
    duel_accel accel;
    char id[80], *source;
    const char **rule_texts; /* NULL-ended */
    char **kept;             /* texts that the table points at */
    int kept_count;
    gdl_sheet *sheet;
    machine *m;
    survey survey;
    int seats;
    const char *role_name[MACHINE_ROLES];
    const char *seat_name[DUEL_SEATS]; /* as the sheet has them; */
    const char *seat_role[DUEL_SEATS]; /* as messages */
    uint32_t role_of_seat[DUEL_SEATS];
    int seat_of_role[MACHINE_ROLES];               /* SURVEY_NOBODY: chance */
    uint32_t facts_at, legal_at, sealed_at, words; /* of a state */
    bool secrets;
    struct picture *picture; /* NULL: none was found */
    struct keys *keys;       /* what was proved of all states */
    struct sheets_because *because;
};

static inline sheets_game *sheets_of(const duel_variant *v)
{
    /* the table is the first member; a variant holds it as read-only for everybody else */
    return (sheets_game *)(uintptr_t)v->game;
}

static inline sheets_head *head_of(void *state)
{
    return state;
}

static inline const sheets_head *head_in(const void *state)
{
    return state;
}

static inline sheets_scores *scores_of(void *state)
{
    return (sheets_scores *)((uint64_t *)state + 1);
}

static inline uint64_t *facts_of(const sheets_game *g, void *state)
{
    return (uint64_t *)state + g->facts_at;
}

static inline const uint64_t *facts_in(const sheets_game *g, const void *state)
{
    return (const uint64_t *)state + g->facts_at;
}

static inline uint64_t *legal_of(const sheets_game *g, void *state)
{
    return (uint64_t *)state + g->legal_at;
}

static inline const uint64_t *legal_in(const sheets_game *g, const void *state)
{
    return (const uint64_t *)state + g->legal_at;
}

static inline sheets_sealed *sealed_of(const sheets_game *g, void *state)
{
    return (sheets_sealed *)((uint64_t *)state + g->sealed_at);
}

static inline const sheets_sealed *sealed_in(const sheets_game *g, const void *state)
{
    return (const sheets_sealed *)((const uint64_t *)state + g->sealed_at);
}

/* Whether fact `i` holds in a state. */
static inline bool holds_in(const sheets_game *g, const void *state, uint32_t i)
{
    return facts_in(g, state)[i / 64] >> (i % 64) & 1;
}

/* The move by which those who have heard what came out of a round let it go on. */
static inline duel_move nod_of(const sheets_game *g)
{
    return g->m->moves;
}

/* ---- rules.c ----------------------------------------------------------------------------- */

/* Of a state whose facts stand: looks at it and fills in the rest. Sealed choices and who has
 * heard are as they stand, and must fit. False: it could not be looked at, and is dead. */
bool sheets_complete(const duel_variant *v, void *state);
/* Of a state that is not over: whose turn it is, from all the rest. */
void sheets_find_turn(const sheets_game *g, void *state);
/* A move of the seat to move. True if a step of the sheet comes of it: *step is filled in and
 * to be run, which writes over the facts of the state, and then sheets_arrive ends the move. */
bool sheets_begin_move(const duel_variant *v, void *state, duel_move move, machine_step *step);
void sheets_arrive(const duel_variant *v, void *state, const machine_step *step);
/* The same in games without secrets, for many moves of one state: what they have in common, and
 * what one adds, by which a state is to be made out of nothing but a head. */
void sheets_common_step(const duel_variant *v, const void *state, machine_step *step);
void sheets_single_step(const sheets_game *g, int seat, duel_move move, void *state,
                        machine_step *step);
/* What a machine could not do is told to who asked, and the state is dead: over, a tie. */
void sheets_fail(const duel_variant *v, void *state, const duel_msg *why);

/* ---- the parts of the table ---------------------------------------------------------------
 */

void sheets_rules_install(sheets_game *g);
void sheets_notation_install(sheets_game *g);
void sheets_words_install(sheets_game *g);
void sheets_speed_install(sheets_game *g);
duel_status sheets_because_install(sheets_game *g, duel_msg *why);
void sheets_because_fini(sheets_game *g);
/* Title, rules, roles: once all else is known. */
duel_status sheets_describe(sheets_game *g, duel_msg *why);

#endif
