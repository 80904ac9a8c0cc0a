/* core/state.h -- the values that games are made of: moves, states, options, variants, what
 * draws text, and what a position is worth. core/game.h is the table of functions over them. */
#pragma once

#include "base/messages.h"
#include "base/rng.h"
#include "base/status.h"

typedef uint64_t duel_move;
typedef struct duel_game duel_game;
typedef struct duel_variant duel_variant;

enum {
    DUEL_NOBODY = -1,             /* a seat that sees what everybody sees: a spectator */
    DUEL_SEES_ALL = -2,           /* sees all: finished games, analysis, observation */
    DUEL_SEATS = 4,               /* the largest number of seats */
    DUEL_OPTIONS = 20,            /* the largest number of options */
    DUEL_STATE_MAX = 8192,        /* bytes; bounds the room for a state on the stack */
    DUEL_MOVES_MAX = 4096,        /* legal moves in one state */
    DUEL_VARIANT_DATA_MAX = 1024, /* bytes a game keeps at hand for a variant */
    DUEL_ACTIONS_MAX = 1 << 20,   /* numbers for moves */
    DUEL_TENSOR_MAX = 1 << 20     /* numbers that make up a view */
};

/* Something in the picture that can be picked: "cell:3:2", "hand:A" (core/scene.h). */
enum { DUEL_TARGET_TEXT = 24, DUEL_PATH = 6 };
typedef struct duel_target {
    char text[DUEL_TARGET_TEXT];
} duel_target;

/* Room for any state, aligned for any member. */
typedef union duel_state {
    unsigned char bytes[DUEL_STATE_MAX];
    uint64_t aligned;
    void *also_aligned;
} duel_state;

/* ---- options and variants ----------------------------------------------------------- */

typedef enum duel_option_kind {
    DUEL_NUMBER, /* least..most */
    DUEL_YESNO,  /* "yes" or "no": 1 or 0 */
    DUEL_CHOICE, /* one word of `choices`: its index */
    DUEL_SET,    /* numbers 1..63 joined by commas: a bit each */
    DUEL_DECIMAL /* a number with decimals, in millionths */
} duel_option_kind;

typedef struct duel_option {
    const char *name; /* NULL ends a table */
    duel_option_kind kind;
    int64_t initial, least, most;
    const char *const *choices; /* NULL-ended */
    const char *help;           /* a message */
} duel_option;

/* What people call an option and its choices, where its help and its words are for those who
 * type them. */
typedef struct duel_wording {
    const char *option;        /* its name; NULL ends a table */
    const char *title;         /* a message: "Who scores the empty squares" */
    const char *const *values; /* messages, one for each choice in their order; NULL: none */
} duel_wording;

typedef enum duel_trait {
    DUEL_LOOPY = 1,     /* a position can come back: solved backwards, may be endless */
    DUEL_IMPARTIAL = 2, /* the seat does not matter: same moves, same results for the mover */
    DUEL_MARGIN = 4,    /* the difference of scores matters, not only its sign */
    DUEL_CONFIRM = 8,   /* a turn is drafted, then confirmed, even when it is a single move */
    DUEL_NIMBERS = 16,  /* impartial, and who cannot move loses: nim-values exist */
    DUEL_SECRETS = 32,  /* seats do not see everything: hide and guess are used */
    DUEL_SLOW = 64, /* any answer may take seconds: who serves others asks on another thread */
    DUEL_SEARCHES = 128 /* its deal may take seconds: who serves others has it dealt on another
                         * thread, and what was dealt is kept with the game. Every other deal
                         * is short, which is a law */
} duel_trait;

/* Part of the variant, and copied with it: nobody has to free it. */
typedef union duel_variant_data {
    unsigned char bytes[DUEL_VARIANT_DATA_MAX];
    uint64_t aligned;
    void *also_aligned;
} duel_variant_data;

/* A game with its options fixed; read-only once made (core/variant.h). The game's `variant`
 * function checks the options together and fills in the second half. */
struct duel_variant {
    const duel_game *game;
    int64_t option[DUEL_OPTIONS]; /* in the order of game->options */
    uint32_t given;               /* bit i: option i was written, not left to its default */

    int seats;             /* set beforehand to game->min_seats */
    unsigned traits;       /* set beforehand to game->traits */
    uint32_t state_size;   /* bytes of a state, at most DUEL_STATE_MAX */
    uint32_t max_moves;    /* no state has more legal moves, at most DUEL_MOVES_MAX */
    uint32_t max_plies;    /* no game is longer; for loopy games, any large number */
    int32_t max_score;     /* no final score is larger, in absolute value */
    uint32_t key_bits;     /* pack() fits in so many bits, 1..64; 0 = the game has no pack */
    uint64_t positions;    /* no more than so many positions; 0 = nobody knows */
    uint32_t actions;      /* `action` numbers moves below this; 0 = nobody knows beforehand */
    uint32_t tensor_size;  /* numbers that `tensor` writes; 0 = the game has no tensor */
    duel_variant_data own; /* the game's: what it wants to have at hand, by DUEL_VARIANT_DATA */
};

/* For a struct of the game's, flat like a state, that its `variant` makes once and all its
 * functions then read: masks, tables, what the options come to. DUEL_VARIANT_DATA(layout)
 * declares `layout_of(v)`, and `layout_room(v)` for `variant` to write to, zero until then.
 * What is larger, or grows, hangs on the game itself. */
#define DUEL_VARIANT_DATA(type)                                                                \
    _Static_assert(sizeof(type) <= sizeof(duel_variant_data), "own has room for it");          \
    _Static_assert(_Alignof(type) <= _Alignof(duel_variant_data), "own is aligned for it");    \
    static inline const type *type##_of(const duel_variant *v)                                 \
    {                                                                                          \
        return (const void *)&v->own;                                                          \
    }                                                                                          \
    static inline type *type##_room(duel_variant *v)                                           \
    {                                                                                          \
        return (void *)&v->own;                                                                \
    }

/* ---- drawing as text ---------------------------------------------------------------- */

/* A role an element plays; front ends turn it into a colour, a mark or both. */
typedef enum duel_tone {
    DUEL_PLAIN,
    DUEL_SEAT1,
    DUEL_SEAT2,
    DUEL_SEAT3,
    DUEL_SEAT4,
    DUEL_SOFT, /* less important: axes, notes */
    DUEL_LAST, /* what the last move changed */
    DUEL_PICK, /* selected, or advised */
    DUEL_SAFE,
    DUEL_DANGER,
    DUEL_UNKNOWN
} duel_tone;

/* Where a drawing goes and what can be shown there. */
typedef struct duel_pen duel_pen;
struct duel_pen {
    duel_sink *out;
    duel_lang lang;
    bool utf8;                                   /* else plain ASCII */
    void (*tone)(duel_pen *pen, duel_tone tone); /* NULL: no colours */
    /* What follows draws the element of the scene with this id ("cell:3:2"), until another is
     * named; NULL or "" ends it. NULL: nobody asks. */
    void (*thing)(duel_pen *pen, const char *id);
};

/* ---- results ------------------------------------------------------------------------ */

/* What a solver says of a position, for the seat to move. */
typedef enum duel_value { DUEL_UNSOLVED, DUEL_LOSS, DUEL_DRAW, DUEL_TIE, DUEL_WIN } duel_value;

enum { DUEL_NO_REMOTENESS = INT32_MAX }; /* a solver that does not count plies */

typedef struct duel_result {
    duel_value value;    /* tie = ended equal; draw = nobody can force an end */
    int32_t score;       /* own final score minus the other's; one seat: the score */
    uint32_t remoteness; /* plies to the end: win shortest, loss longest, tie shortest */
    uint32_t nimber;     /* impartial games */
} duel_result;
