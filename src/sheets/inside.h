/* sheets/inside.h -- a sheet that has become a game: what the parts of this room share.
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
#pragma once

#include "core/scene.h"
#include "sheets/load.h"
#include "sheets/state_machine.h"

/* ---- sampling.c: what random games tell ---------------------------------------------------
 */

enum { SAMPLING_NOBODY = -1 };

typedef struct sheet_sampling {
    uint32_t chance;             /* the role that is chance; MACHINE_ROLES: none */
    bool together;               /* two seats chose in the same state */
    bool chance_chose;           /* chance had a choice */
    bool stranded;               /* a role had no move in a state that was not over */
    uint32_t poor_role;          /* which */
    bool unscored;               /* a role had no goal at an end, or several */
    uint32_t open_role;          /* which */
    uint32_t ends;               /* games that came to one */
    int32_t least_sum, most_sum; /* of the goals of all seats at an end */
    bool shades;                 /* some goal was neither 0, 50 nor 100 */
    uint32_t longest;            /* steps of the longest game that ended */
    uint8_t *idle;               /* by move: the only one of its role while others chose */
    int8_t *names_role;          /* by fact: whose turn it is when it holds, in every state met;
                                  * SAMPLING_NOBODY: it says nothing of that */
    uint64_t *sample; /* states met: the words of their facts, one state behind the other */
    uint32_t samples;
} sheet_sampling;

/* `role` are the names of the roles. */
duel_status sampling_make(machine *m, const char *const *role, uint32_t chance,
                          sheet_sampling *out, duel_msg *why);
void sampling_fini(sheet_sampling *s);

static inline const uint64_t *sampling_sample(const sheet_sampling *s, const machine *m,
                                              uint32_t i)
{
    return s->sample + (size_t)i * machine_fact_words(m);
}

/* ---- the game --------------------------------------------------------------------------- */

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
    sheet_sampling sheet_sampling;
    int seats;
    const char *role_name[MACHINE_ROLES];
    const char *seat_name[DUEL_SEATS]; /* as the sheet has them; */
    const char *seat_role[DUEL_SEATS]; /* as messages */
    uint32_t role_of_seat[DUEL_SEATS];
    int seat_of_role[MACHINE_ROLES];               /* SAMPLING_NOBODY: chance */
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

static inline const sheets_scores *scores_in(const void *state)
{
    return (const sheets_scores *)((const uint64_t *)state + 1);
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
    return bit_in(facts_in(g, state), i);
}

/* The move by which those who have heard what came out of a round let it go on. */
static inline duel_move nod_of(const sheets_game *g)
{
    return g->m->moves;
}

/* ---- rules.c ---------------------------------------------------------------------------- */

/* Of a state whose facts stand: looks at it and fills in the rest. Sealed choices and who has
 * heard are as they stand, and must fit. False: it could not be looked at, and is dead. */
bool sheets_complete(const duel_variant *v, void *state);
/* Of a state that is not over: whose turn it is, from all the rest. */
void sheets_find_turn(const sheets_game *g, void *state);

/* ---- invariants.c: what is true in every state
 * ------------------------------------------------ */

/* Finds them, and whether nothing can come back. What cannot be proved is done without. */
duel_status invariants_find(sheets_game *g, duel_msg *why);
void invariants_fini(sheets_game *g);

/* Refuses facts that no state of the game has together. */
duel_status invariants_check(const sheets_game *g, const void *state, duel_msg *why);

/* How many bits a key has; 0: there are none. */
uint32_t invariants_bits(const sheets_game *g);
uint64_t invariants_pack(const duel_variant *v, const void *state);
/* No game has more steps; 0: nobody knows, and a state may come back. */
uint32_t invariants_longest(const sheets_game *g);

/* ---- the parts of the table ------------------------------------------------------------- */

void sheets_rules_install(sheets_game *g);
void sheets_notation_install(sheets_game *g);
void sheets_words_install(sheets_game *g);
void sheets_picture_install(sheets_game *g);
duel_status sheets_picture_find(sheets_game *g, duel_msg *why);
void sheets_picture_fini(sheets_game *g);
duel_status sheets_lens_install(sheets_game *g, duel_msg *why);
void sheets_lens_fini(sheets_game *g);
/* Title, rules, roles: once all else is known. */
duel_status sheets_describe(sheets_game *g, duel_msg *why);
