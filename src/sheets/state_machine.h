/* sheets/state_machine.h -- the state machine of a sheet: legal moves, next states and scores,
 * worked out in one of two ways.
 *
 * A sheet that grounds is run by its flat program, 256 states at once; any other is proved
 * from, state by state, and far slower. Both keep a state as a bit for each fact, and both list
 * legal moves as a bit for each move; the moves of a role are numbered one behind the other.
 * Facts and moves of the second kind get their numbers as they are met, as long as there is
 * room.
 *
 * Any thread may run a machine. */
#pragma once

#include "gdl/sheet.h"

/* ---- term_ids.c: numbers for terms, by their texts -----------------------------------------
 */

/* A fact or a move of a sheet is a number to the game that it becomes; people and records know
 * it by its text, `(mark 1 2)`, and pictures by its parts: `mark`, `1`, `2`. What is read
 * counts brackets and words, not blanks. */

#define NAMES_NONE UINT32_MAX

/* `part` has the first word, then the arguments as they are written; a word without brackets is
 * a single part. */
typedef struct term_id {
    const char *text;
    int parts;
    const char *part[];
} term_id;

typedef struct term_ids {
    term_id **at;
    uint32_t count, room; /* room is fixed: who reads need not wait for who adds */
    uint32_t *slot;       /* by text: number + 1; 0: free */
    uint32_t slots;
} term_ids;

duel_status term_ids_init(term_ids *n, uint32_t room, duel_msg *why);
void term_ids_fini(term_ids *n);

/* The number of a text, which is new. NAMES_NONE: no memory, or no room. */
uint32_t term_ids_add(term_ids *n, duel_str text);
/* NAMES_NONE: there is none. */
uint32_t term_ids_find(const term_ids *n, duel_str text);

/* A term with one blank between words and none beside brackets: as names are kept. */
void term_ids_put_plain(duel_str term, duel_sink *out);

/* ---- state_machine.c
 * -------------------------------------------------------------------------- */

enum { MACHINE_ROLES = 5 }; /* four seats, and chance */

/* From one state to the next, or with `from` NULL a state as it stands. */
typedef struct machine_step {
    const uint64_t *from;
    uint32_t move[MACHINE_ROLES]; /* of each role */
    uint64_t *facts, *legal; /* of the state to come: filled in (facts not without `from`) */
    bool over;
    uint8_t stuck, choosing; /* a bit for each role without a legal move; with two or more */
    uint8_t scored; /* a bit for each role that has exactly one goal; wanted at ends only */
    int32_t points[MACHINE_ROLES];
} machine_step;

typedef struct machine machine;

typedef struct machine_kind {
    /* False: time or memory ran out, or there were more facts or moves than there is room for;
     * *why says so, and nothing filled in is worth anything. */
    bool (*run)(machine *m, machine_step *step, int count, duel_msg *why);
    /* The number of a fact, met before or not; NAMES_NONE: there is no such fact. */
    uint32_t (*find)(machine *m, duel_str fact);
    void (*free)(machine *m);
} machine_kind;

struct machine {
    const machine_kind *way;
    bool ground; /* else proved from */
    uint32_t roles;
    uint32_t facts, moves; /* numbers are below these */
    uint32_t first_move[MACHINE_ROLES + 1];
    term_ids fact_names;
    term_ids move_names[MACHINE_ROLES]; /* numbered from the role's first move on */
    uint64_t *start;                    /* facts of the first state */
    int32_t most_points;                /* no goal is more, in absolute value */
    duel_msg why_proved;                /* where it did not ground */
};

/* The sheet must outlive the machine. */
duel_status machine_new(const gdl_sheet *s, gdl_limits limits, machine **out, duel_msg *why);
void machine_free(machine *m);

static inline uint32_t machine_fact_words(const machine *m)
{
    return (m->facts + 63) / 64;
}

static inline uint32_t machine_move_words(const machine *m)
{
    return (m->moves + 63) / 64;
}

/* Whether a set of bits has this one. */
static inline bool bit_in(const uint64_t *set, uint32_t i)
{
    return set[i / 64] >> (i % 64) & 1;
}

/* The role of a name, of which `role` has one for each; -1: it is none. */
int machine_role_named(const machine *m, const char *const *role, const char *word);
/* The role that has this move. */
uint32_t machine_role_of(const machine *m, uint32_t move);
const term_id *machine_move_name(const machine *m, uint32_t move);

/* How many moves of a role a state lists; all of them, up to `most`; and the first of them
 * after `after` (or NAMES_NONE to begin with); NAMES_NONE: no more. */
uint32_t machine_count(const machine *m, const uint64_t *legal, uint32_t role);
uint32_t machine_list(const machine *m, const uint64_t *legal, uint32_t role, uint64_t out[],
                      uint32_t most);
uint32_t machine_next(const machine *m, const uint64_t *legal, uint32_t role, uint32_t after);
/* The nth of them, from 0 on. */
uint32_t machine_nth(const machine *m, const uint64_t *legal, uint32_t role, uint64_t n);
/* Whether a role has two moves or more; *first is the first of its moves, or NAMES_NONE. */
bool machine_chooses(const machine *m, const uint64_t *legal, uint32_t role, uint32_t *first);

/* ---- the two ways ----------------------------------------------------------------------- */

duel_status machine_new_compiled(const gdl_sheet *s, gdl_limits limits, machine **out,
                                 duel_msg *why);
duel_status machine_new_proved(const gdl_sheet *s, machine **out, duel_msg *why);

/* Random games from a state, of a machine that is ground: as gdl_player_from has it. Where
 * there is no memory, all are ties. */
void machine_play_out(machine *m, const uint64_t *facts, uint32_t count, uint64_t seed,
                      int32_t *points);
/* The flat program of a machine that is ground. */
struct gdl_bit_program;
const struct gdl_bit_program *machine_compiled(const machine *m);
