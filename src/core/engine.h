/* core/engine.h -- what chooses moves.
 *
 *     open ──▶ think ──▶ think ──▶ … ──▶ close        (forget: after an undo, or a new game)
 *
 * An instance serves one seat of one game and may remember between calls (tables, trees). It
 * receives views only: a state from which `hide` has erased what the seat may not know, so an
 * engine cannot cheat. Stopped, it answers the best it has, at least one legal move. With one
 * thread, equal calls with equal seed and node limit give equal answers; with more threads,
 * proved values are equal. */
#ifndef DUEL_CORE_ENGINE_H
#define DUEL_CORE_ENGINE_H

#include "core/game.h"

#include <stdatomic.h>

enum { DUEL_PLAN = 16, DUEL_LINE = 64 };

/* What was learned in earlier runs: results by packed key, as codes (core/value.h). Positions
 * may have been learned with the game's symmetry (keys by canon) or without (keys by pack).
 * `find` is asked about one position and looks under both keys; `pour` gives every position
 * learned one way, until `take` returns false. */
typedef bool duel_take(void *to, uint64_t key, uint64_t code);
typedef struct duel_learned {
    void *self;
    uint64_t (*find)(void *self, uint64_t pack, uint64_t canon); /* 0: not learned */
    void (*pour)(void *self, bool symmetric, duel_take *take, void *to);
} duel_learned;

typedef struct duel_settings {
    int64_t option[DUEL_OPTIONS]; /* in the order of engine->options */
    const duel_learned *learned;  /* NULL: nothing */
} duel_settings;

/* How far the thinking has got, for people to watch. */
typedef struct duel_progress {
    uint64_t nodes, positions;
    size_t memory;
    int depth;
    double seconds;
    duel_move best;      /* meaningful when depth > 0 */
    int32_t score, unit; /* of it, on the engine's scale: as estimate and unit of an answer */
} duel_progress;

typedef struct duel_think {
    const void *view;
    int seat;
    double seconds;                                          /* 0 = no limit */
    uint64_t nodes;                                          /* 0 = no limit */
    int threads;                                             /* 0 = one */
    uint64_t seed;                                           /* never derived from the deal's */
    const atomic_bool *stop;                                 /* may be NULL */
    void (*progress)(void *watcher, const duel_progress *p); /* may be NULL */
    void *watcher;
    bool every_move; /* the value of every legal move is wanted, not only the choice */
    bool count;      /* a solver is to value every position below by search, and count them */
} duel_think;

typedef struct duel_rated {
    duel_move move;
    duel_result result; /* for the seat that moves; DUEL_UNSOLVED = not known */
    int32_t estimate;   /* an engine's own scale, for the seat that moves */
    uint64_t visits;
} duel_rated;

typedef struct duel_answer {
    int plan_count;
    duel_move plan[DUEL_PLAN]; /* the whole turn of the seat, first move first */
    int line_count;
    duel_move line[DUEL_LINE]; /* the plan and what may follow it */
    bool proved;               /* `result` is a fact, else an estimate */
    duel_result result;        /* DUEL_UNSOLVED when only estimated */
    int32_t estimate;
    int32_t unit; /* estimates of one point of score; 0: a scale that has no such meaning */
    int depth;
    uint64_t nodes, positions;
    uint64_t learned;   /* of the positions, how many came from earlier runs */
    uint64_t counts[5]; /* by duel_value, over all positions below, when asked for */
    bool formula;       /* the result comes from a proved formula, not from search */
    double seconds;
    int rated_count;
    duel_rated rated[DUEL_MOVES_MAX]; /* the last: an answer is kept as far as they go */
} duel_answer;

typedef struct duel_engine {
    const char *name;
    const char *about;          /* a message: how it plays, in one line */
    const duel_option *options; /* ended by a NULL name; may be NULL */
    duel_status (*fits)(const duel_variant *v, duel_msg *why);
    duel_status (*open)(const duel_variant *v, const duel_settings *settings, size_t memory,
                        void **self, duel_msg *why);
    duel_status (*think)(void *self, const duel_think *t, duel_answer *out, duel_msg *why);
    void (*forget)(void *self); /* may be NULL: remembers nothing */
    /* Hands over what was proved, by ascending key, and forgets it; *symmetric tells which keys
     * they are. May be NULL: proves nothing worth keeping. */
    duel_status (*harvest)(void *self, bool *symmetric, duel_take *take, void *to);
    void (*close)(void *self);
} duel_engine;

#endif
