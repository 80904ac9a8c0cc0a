/* core/engine.h -- what chooses moves.
 *
 *     open ──▶ think ──▶ think ──▶ … ──▶ close        (forget: after an undo, or a new game)
 *
 * An instance serves one seat of one game and may remember between calls (tables, trees). It
 * receives views only: a state from which `hide` has erased what the seat may not know, so an
 * engine cannot cheat. Stopped, it answers the best it has, at least one legal move. With one
 * thread, equal calls with equal seed and node limit give equal answers; with more threads,
 * proved values are equal. */
#pragma once

#include "core/game.h"

#include <stdatomic.h>

struct duel_record;

enum { DUEL_PLAN = 16, DUEL_LINE = 64 };

/* What was learned in earlier runs: results by packed key, as codes (core/value.h). Positions
 * may have been learned with the game's symmetry (keys by canon) or without (keys by pack).
 * `find` is asked about one position and looks under both keys; `pour` gives every position
 * learned one way, until `take` returns false; false: some could not be read.
 * Of a game with secrets the mixes of a solution are learned, a number for each choice
 * (engines/equilibrium.c), by `pour` without symmetry. */
enum { DUEL_MIX_BITS = 40 }; /* a chance is learned in parts of 2 to this, and one more */
typedef bool duel_result_visitor(void *to, uint64_t key, uint64_t code);
typedef struct duel_learned {
    void *self;
    uint64_t (*find)(void *self, uint64_t pack, uint64_t canon); /* 0: not learned */
    bool (*pour)(void *self, bool symmetric, duel_result_visitor *take, void *to);
} duel_learned;

struct duel_think;

/* How somebody plays: for t->view, where t->seat has `count` moves, a chance for each of them.
 * The limits of `t` are those of one answer. DUEL_OK, or why nobody can say. */
typedef struct duel_policy {
    void *self;
    duel_status (*ask)(void *self, const struct duel_think *t, const duel_move move[],
                       int count, double chance[], duel_msg *why);
} duel_policy;

typedef struct duel_settings {
    int64_t option[DUEL_OPTIONS]; /* in the order of engine->options */
    const duel_learned *learned;  /* NULL: nothing */
    const duel_policy *against;   /* whom it is to play against; NULL: nobody says */
} duel_settings;

/* What the estimates of an answer mean; core/worth.h makes worths of them. */
typedef enum duel_meaning {
    DUEL_MEANS_NOTHING,   /* there are none */
    DUEL_MEANS_SHARE,     /* a share of the win to be expected: a mean over games played out, a
                           * chance. `zero` is none of it, `zero` + `unit` all of it */
    DUEL_MEANS_POINTS,    /* points of the final score, `unit` a point */
    DUEL_MEANS_EVALUATION /* an evaluation: what it says in points nobody knows, `unit` is 1 */
} duel_meaning;

enum { DUEL_NO_ESTIMATE = INT32_MIN }; /* of a move that was not looked at */

/* What games have shown of the estimates of an engine (players/calibration.h): what was reached
 * after estimates of a size, from the smallest to the largest. A share of the win or a lead in
 * points is corrected by that. The corrected ones are counted in bins of equal width: their
 * mean, the mean of what was reached, its standard error. `first`: at the first turn alone. */
enum { DUEL_KNOTS = 20, DUEL_BINS = 10 };
typedef struct duel_knot {
    double said, reached;
} duel_knot;
typedef struct duel_bin {
    double told, reached, error;
    int games; /* in which such an estimate was made */
} duel_bin;
typedef struct duel_calibration {
    uint64_t nodes;    /* that were looked at for a turn */
    double low, width; /* of the first bin */
    duel_knot knot[DUEL_KNOTS];
    duel_bin first, bin[DUEL_BINS];
} duel_calibration;

typedef struct duel_scale {
    duel_meaning meaning;
    double zero, unit;
    double spread; /* of points and looks: ahead by so much, a side gets about three quarters
                    * (73 %) of the win */
    double swing;  /* an estimate is the middle of what two depths found, this far from it */
    bool expected; /* no estimate, but the mean over all that chance can bring */
    const duel_calibration *calibration; /* set by players/player.c; NULL: there is none */
} duel_scale;

/* How far the thinking has got, for people to watch. */
typedef struct duel_progress {
    uint64_t nodes, positions;
    size_t memory;
    int depth;
    double seconds;
    duel_move best;   /* meaningful when depth > 0 */
    int32_t score;    /* of it: as the estimate of an answer, */
    duel_scale scale; /* on this scale */
    bool bounded;     /* a game with secrets is being solved: its value lies */
    double low, high; /* between these, as in duel_full_solution */
} duel_progress;

/* What a search does, told to somebody who looks on while it does it. Positions are told by
 * where they are: `ply` moves below the root, the last of which is `move`. Worths are those of
 * the seat that asked. */
typedef enum duel_search_event_kind {
    DUEL_SEARCH_DEPTH,  /* it begins anew, to look `left` plies ahead */
    DUEL_SEARCH_ENTER,  /* it looks at a position, */
    DUEL_SEARCH_LEAVE,  /* and knows what it is worth */
    DUEL_SEARCH_CUT,    /* `left` moves of the position need not be looked at */
    DUEL_SEARCH_PLAYOUT /* it goes down once more, for the `left`th time: what is entered and
                         * left before the next walk is this one's way, from above and back */
} duel_search_event_kind;

/* How the worth of a position was found. */
typedef enum duel_found_by {
    DUEL_BY_SEARCH, /* from what is below it */
    DUEL_BY_END,
    DUEL_BY_EVALUATION, /* evaluated, at the last ply that is looked at */
    DUEL_BY_TABLE,      /* it was met before; or it repeats itself */
    DUEL_BY_PLAYOUT     /* played to its end at random */
} duel_found_by;

/* A worth that is an end counts more than any estimate: DUEL_ENDED and by how much it is won,
 * 1 where that does not matter; or the negative of it. */
#define DUEL_ENDED    (INT64_C(1) << 40)
#define DUEL_NO_BOUND (INT64_C(1) << 60) /* of a window: as far as there is */

typedef struct duel_search_event {
    duel_search_event_kind deed;
    int ply;
    duel_move move;    /* that led here; none at the root */
    int left;          /* see duel_search_event_kind */
    int64_t low, high; /* ENTERS: nothing outside of this window matters. ±DUEL_NO_BOUND */
    int64_t worth;     /* LEAVES: by how much it is won or lost, or an estimate; */
    uint32_t walks;    /* after so many walks through it a share of the win, in thousandths */
    bool ends;         /* the worth is of an end that is reached */
    duel_found_by by;
} duel_search_event;

typedef struct duel_search_observer duel_search_observer;
struct duel_search_observer {
    void (*saw)(duel_search_observer *self, const duel_search_event *e);
    bool has_first; /* this move of the root is to be tried before all others */
    duel_move first;
};

typedef struct duel_think {
    const void *view;
    int seat;
    uint64_t known;          /* what the seat has seen and done (play.h); 0: nobody says */
    double seconds;          /* 0 = no limit */
    uint64_t nodes;          /* 0 = no limit */
    int threads;             /* 0 = one */
    uint64_t seed;           /* never derived from the deal's */
    const atomic_bool *stop; /* may be NULL */
    void (*progress)(void *watcher, const duel_progress *p); /* may be NULL */
    void *watcher;
    bool every_move; /* the value of every legal move is wanted, not only the choice */
    bool count;      /* a solver is to value every position below by search, and count them */
    duel_search_observer *witness; /* may be NULL; a search that is watched has one thread */
    double clock;     /* seconds the seat has left for all its turns; 0 = no clock */
    double increment; /* added to them after each turn */
    double latest;    /* who answers after so many seconds has lost; 0 = one waits */
    const struct duel_record
        *past; /* the game so far, where nothing of it is hidden; or NULL */
} duel_think;

typedef struct duel_move_value {
    duel_move move;
    duel_result result; /* for the seat that moves; DUEL_UNSOLVED = not known */
    int32_t estimate;   /* on the scale of the answer, for the seat that moves */
    uint64_t visits;
    double chance; /* where an answer mixes: how often this is played there */
} duel_move_value;

typedef struct duel_answer {
    int plan_count;
    duel_move plan[DUEL_PLAN]; /* the whole turn of the seat, first move first */
    int line_count;
    duel_move line[DUEL_LINE]; /* the plan and what may follow it */
    bool proved;               /* `result` is a fact, else an estimate */
    bool at_least;             /* `result` is proved of the move alone, and of the position only
                                * that it is worth no less: core/worth.h makes of it what it is */
    duel_result result;        /* DUEL_UNSOLVED when only estimated */
    int32_t estimate;
    duel_scale scale; /* of all estimates in the answer */
    int depth;
    uint64_t nodes, positions;
    uint64_t learned;   /* of the positions, how many came from earlier runs */
    bool damaged;       /* what had been learned did not agree with itself, and was not used */
    uint64_t counts[5]; /* by duel_value, over all positions below, when asked for */
    bool formula;       /* the result comes from a proved formula, not from search */
    bool book;          /* the estimates were worked out beforehand, and stand in a book */
    bool mixed;         /* the plan is drawn by the chances of the moves rated */
    double loss;        /* mixed: one who knew how would win no more by it than this, a game */
    double seconds;
    int rated_count;
    duel_move_value rated[DUEL_MOVES_MAX]; /* the last: an answer is kept as far as they go */
} duel_answer;

/* A game with secrets, solved as a whole. Its value is what First gets a game when both play
 * so that nobody can do better: points of the score above an even share where margins count,
 * else games won less games lost. It is proved to lie between the two bounds: each is what one
 * seat's mix is sure of, against whoever knows it. */
typedef struct duel_full_solution {
    double low, high;
    bool points;
    uint64_t deals, ends, sets, choices; /* deals; ends of games; views to decide in, and moves
                                          * there, counted with what was seen and done before */
    uint64_t iterations;
    size_t memory;
    double seconds, unfolded; /* in all; until the game was laid out */
    bool damaged; /* mixes had been learned, and could not be used: they are not whole */
} duel_full_solution;

/* A level of an expert: what it may spend on a turn (0: as the call says), and how often it
 * does not think at all. */
typedef struct duel_level {
    double careless;
    uint64_t nodes;
} duel_level;
enum { DUEL_LEVELS = 10 }; /* from 1 on; the last is the expert itself */

typedef struct duel_engine {
    const char *name;
    const char *about;          /* a message: how it plays, in one line */
    const duel_option *options; /* ended by a NULL name; may be NULL */
    bool tells;                 /* who looks on is told what it does (duel_search_observer) */
    /* Of an expert that was graded for itself: 1 to DUEL_LEVELS, at [level]. NULL: as usual. */
    const duel_level *levels;
    duel_status (*fits)(const duel_variant *v, duel_msg *why);
    duel_status (*open)(const duel_variant *v, const duel_settings *settings, size_t memory,
                        void **self, duel_msg *why);
    duel_status (*think)(void *self, const duel_think *t, duel_answer *out, duel_msg *why);
    /* Thinks about t->view, where somebody else is to move, until t->stop is raised or nothing
     * is left to find, so that the next think finds more. May be NULL: does not. */
    void (*ponder)(void *self, const duel_think *t);
    void (*forget)(void *self); /* may be NULL: remembers nothing */
    /* Hands over what was proved, by ascending key, and forgets it; *symmetric tells which keys
     * they are. May be NULL: proves nothing worth keeping. */
    duel_status (*harvest)(void *self, bool *symmetric, duel_result_visitor *take, void *to);
    void (*close)(void *self);
    /* Solves a game with secrets from its deals on: t->view is not read. May be NULL. */
    duel_status (*whole)(void *self, const duel_think *t, duel_full_solution *out,
                         duel_msg *why);
    /* Once that is done: what `seat` plays where it knows `known`, a chance for each of its
     * `count` moves, and what each is worth to it then; NaN: it never comes to that. False: it
     * has no choice there, or that cannot be. */
    bool (*mix)(void *self, int seat, uint64_t known, int count, double chance[],
                double worth[]);
    /* Where `mix` says something: what one who knew would win more, a game, if the seat played
     * the same move there every time; one number for each. In the unit of `worth`. */
    bool (*habit)(void *self, int seat, uint64_t known, int count, double cost[]);
} duel_engine;
