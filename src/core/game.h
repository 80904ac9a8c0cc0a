/* core/game.h -- THE contract: a game is one table of functions over a flat state.
 *
 *        text ──variant──▶ duel_variant          the options, fixed and checked
 *        seed ──deal─────▶ state ◀──parse── text  where a game begins
 *                            │
 *          turn, over, moves │ play               who moves, is it over, what is legal, do it
 *                            ▼
 *        state ──hide─────▶ view  ──scene, draw, print──▶ people
 *                            │
 *                            └──guess──▶ state    engines that must imagine the rest
 *
 * Everything else in the house (solving, playing, advising, showing, saving, networking) is
 * written once on top of this table, and knows no game. To add a game: copy games/template.c,
 * add a line to catalogue.def, run `duel check`. The laws a game must keep are listed below,
 * and lab/laws_*.c holds every game of the catalogue to them.
 *
 * 1. A state is a value: `state_size` bytes, no pointer, no padding, unused entries zero.
 *    memcpy copies it, memcmp compares it, keeping a copy is undo.
 * 2. Not over means at least one move; over means none. Passes and round ends are moves.
 * 3. `play` receives only moves that `moves` lists. Randomness is drawn by `deal` and lies in
 *    the state until play reveals it: there are no chance nodes.
 * 4. What a seat may not know is erased by `hide` before anything else sees the state.
 *    hide(guess(hide(s))) = hide(s), and moves(hide(s, turn(s))) = moves(s).
 * 5. A turn may be several moves by the same seat; inside its own turn nothing new is revealed
 *    to that seat, so that a turn can be drafted and taken back. A seat alone moves once a
 * turn.
 * 6. Moves and positions have texts that read back to the same value; views too, with `?` for
 *    what is unknown. Only texts and packed keys are stored, never state bytes.
 * 7. What is said of a move comes in the order of how much it gives away, and what gives away
 *    less than the move leaves at least two legal moves to think about, where there are two. */
#ifndef DUEL_CORE_GAME_H
#define DUEL_CORE_GAME_H

#include "base/messages.h"
#include "base/rng.h"
#include "base/status.h"

typedef uint64_t duel_move;
typedef struct duel_game duel_game;
typedef struct duel_variant duel_variant;
struct duel_engine;
struct duel_film;
struct duel_scene;
struct duel_reason;
struct duel_lesson;
struct duel_puzzler;

enum {
    DUEL_NOBODY = -1,           /* a seat that sees what everybody sees: a spectator */
    DUEL_ALL = -2,              /* sees all: finished games, analysis, observation */
    DUEL_SEATS = 4,             /* the largest number of seats */
    DUEL_OPTIONS = 20,          /* the largest number of options */
    DUEL_STATE_MAX = 8192,      /* bytes; bounds the room for a state on the stack */
    DUEL_MOVES_MAX = 4096,      /* legal moves in one state */
    DUEL_OWN_MAX = 1024,        /* bytes a game keeps at hand for a variant */
    DUEL_ACTIONS_MAX = 1 << 20, /* numbers for moves */
    DUEL_TENSOR_MAX = 1 << 20   /* numbers that make up a view */
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
    DUEL_WAITS = 64, /* any answer may take seconds: who serves others asks on another thread */
    DUEL_SEARCHES = 128 /* its deal may take seconds: who serves others has it dealt on another
                         * thread, and what was dealt is kept with the game. Every other deal
                         * is short, which is a law */
} duel_trait;

/* Part of the variant, and copied with it: nobody has to free it. */
typedef union duel_own {
    unsigned char bytes[DUEL_OWN_MAX];
    uint64_t aligned;
    void *also_aligned;
} duel_own;

/* A game with its options fixed; read-only once made (core/variant.h). The game's `variant`
 * function checks the options together and fills in the second half. */
struct duel_variant {
    const duel_game *game;
    int64_t option[DUEL_OPTIONS]; /* in the order of game->options */
    uint32_t given;               /* bit i: option i was written, not left to its default */

    int seats;            /* set beforehand to game->min_seats */
    unsigned traits;      /* set beforehand to game->traits */
    uint32_t state_size;  /* bytes of a state, at most DUEL_STATE_MAX */
    uint32_t max_moves;   /* no state has more legal moves, at most DUEL_MOVES_MAX */
    uint32_t max_plies;   /* no game is longer; for loopy games, any large number */
    int32_t max_score;    /* no final score is larger, in absolute value */
    uint32_t key_bits;    /* pack() fits in so many bits, 1..64; 0 = the game has no pack */
    uint64_t positions;   /* no more than so many positions; 0 = nobody knows */
    uint32_t actions;     /* `action` numbers moves below this; 0 = nobody knows beforehand */
    uint32_t tensor_size; /* numbers that `tensor` writes; 0 = the game has no tensor */
    duel_own own;         /* the game's: what it wants to have at hand, by DUEL_OWN */
};

/* For a struct of the game's, flat like a state, that its `variant` makes once and all its
 * functions then read: masks, tables, what the options come to. DUEL_OWN(layout) declares
 * `layout_of(v)`, and `layout_room(v)` for `variant` to write to, zero until then. What is
 * larger, or grows, hangs on the game itself. */
#define DUEL_OWN(type)                                                                         \
    _Static_assert(sizeof(type) <= sizeof(duel_own), "own has room for it");                   \
    _Static_assert(_Alignof(type) <= _Alignof(duel_own), "own is aligned for it");             \
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

/* ---- the table ---------------------------------------------------------------------- */

/* What a solver says of a position, for the seat to move. */
typedef enum duel_value { DUEL_UNSOLVED, DUEL_LOSS, DUEL_DRAW, DUEL_TIE, DUEL_WIN } duel_value;

enum { DUEL_NO_REMOTENESS = INT32_MAX }; /* a solver that does not count plies */

typedef struct duel_result {
    duel_value value;    /* tie = ended equal; draw = nobody can force an end */
    int32_t score;       /* own final score minus the other's; one seat: the score */
    uint32_t remoteness; /* plies to the end: win shortest, loss longest, tie shortest */
    uint32_t nimber;     /* impartial games */
} duel_result;

/* What the source of a game says of a position, without proof. */
typedef struct duel_said {
    duel_value value; /* DUEL_WIN or DUEL_LOSS, for the seat to move */
    bool has_move;
    duel_move move; /* by which it is won */
} duel_said;

/* Room for the children of several states, one behind the other: those of the first state in
 * the order of its moves, then those of the second, and so on. */
typedef struct duel_brood {
    void *child;     /* states, `room` of them */
    duel_move *move; /* by child: what led to it, */
    int *parent;     /* and from which state, counted from 0 */
    int room;
} duel_brood;

/* Optional speed. Changes no result; the laws hold each of these to the plain functions. */
typedef struct duel_accel {
    /* An injective key of the state (without the seat when impartial), in v->key_bits bits. */
    uint64_t (*pack)(const duel_variant *v, const void *state);
    /* A key shared by exactly the states that a symmetry of the game carries into each other;
     * one of their packs. */
    uint64_t (*canon)(const duel_variant *v, const void *state);
    /* How good the state looks for `seat`; any scale, within ±1000000. */
    int32_t (*evaluate)(const duel_variant *v, const void *state, int seat);
    /* Larger = tried earlier. */
    int32_t (*order)(const duel_variant *v, const void *state, duel_move move);
    /* Plays like `play` and returns a trace with which `undo` restores every byte. */
    uint64_t (*make)(const duel_variant *v, void *state, duel_move move);
    void (*undo)(const duel_variant *v, void *state, duel_move move, uint64_t trace);
    /* A move for a play-out, from the same moves as `moves`. */
    duel_move (*sample)(const duel_variant *v, const void *state, duel_rng *rng);
    /* A proved formula for the result, where there is one: true if it answers. */
    bool (*known)(const duel_variant *v, const void *state, duel_result *out);
    /* The children of `count` states, one behind the other: for games that make many at the
     * price of one. As many whole states are done as fit into the brood, which has room for
     * one at least; their number is returned, and *made is how many children that gives. */
    int (*expand)(const duel_variant *v, const void *states, int count, duel_brood *out,
                  int *made);
    /* So many games from here to their ends, by random moves, each as likely as any other: the
     * scores of each. One that goes on for too long is a tie, all its scores 0. */
    void (*playouts)(const duel_variant *v, const void *state, int count, duel_rng *rng,
                     int32_t (*score)[DUEL_SEATS]);
    /* The state of a key that pack or canon gave, in an impartial game with either seat to
     * move; false: no state has this key, which may be any number. */
    bool (*unpack)(const duel_variant *v, uint64_t key, void *state);
    /* The step of a staircase on which the state lies: no move leads up, and only where the
     * variant is loopy may one stay on its step. States that share a key, or a canonical one,
     * share a tier. With both, a game is solved step by step (tiers/solve.h). */
    uint32_t (*tier)(const duel_variant *v, const void *state);
    /* The margin that the state carries already, for the seat to move, in a game of margins:
     * seeds taken, tricks made. It changes nothing of what lies ahead: keys leave it out, so
     * that states which share one may differ in it, and play on alike. A game that never ends
     * is worth what it carries. Where the variant is loopy, a move that changes it leads to a
     * lower tier. What is kept by key is what lies ahead alone (core/value.h). */
    int32_t (*carried)(const duel_variant *v, const void *state);
    /* All positions, whether a game comes to them or not, of tiers that no move leaves for
     * others: the i-th of these tiers from below, and how many numbers it has; false: there are
     * no more. And the key with number k in a tier: no key has two numbers, some have no
     * position (unpack refuses them), and of symmetric positions each has its own, of which
     * that counts which canon keeps. */
    bool (*span)(const duel_variant *v, uint32_t i, uint32_t *tier, uint64_t *count);
    uint64_t (*nth)(const duel_variant *v, uint32_t tier, uint64_t k);
} duel_accel;

/* Help laid over the picture when somebody asks for it, made from the view alone. Whoever
 * looks through one plays an assisted game. */
typedef struct duel_lens {
    const char *id;    /* "deduction"; NULL ends a table */
    const char *title; /* a message: "What follows from the percepts" */
    void (*scene)(const duel_variant *v, const void *view, int seat,
                  struct duel_scene *out); /* adds elements; NULL: its text is shown */
    void (*draw)(const duel_variant *v, const void *view, int seat,
                 duel_pen *pen); /* the same as text, under the drawing */
} duel_lens;

/* Something of the game's own made before one's eyes (base/film.h), for who wants to learn how
 * it is done. */
typedef struct duel_reel {
    const char *id;    /* "knowledge"; NULL ends a table */
    const char *title; /* a message: "The knowledge base and its questions" */
    /* From what the view shows, and nothing else. */
    duel_status (*shoot)(const duel_variant *v, const void *view, struct duel_film *out,
                         duel_msg *why);
} duel_reel;

/* A person may mark things of the picture with what they believe of them: a flag for "danger
 * here". What a mark is worth to one who sees no more than that person. */
typedef enum duel_claim {
    DUEL_CLAIM_NONE,   /* a mark says nothing there */
    DUEL_CLAIM_OPEN,   /* nobody can know yet */
    DUEL_CLAIM_PROVED, /* it follows from what is seen */
    DUEL_CLAIM_WRONG   /* the contrary follows */
} duel_claim;

/* A machine with a name that people can meet: the first programs of the game, say. */
typedef struct duel_machine {
    const char *spec;  /* what plays, "seed-score" (players/player.h); NULL ends a table */
    const char *title; /* a message, or a name in no language */
    const char *about; /* a message: what it knows, in a sentence */
} duel_machine;

/* A picture about the game for whoever reads its rules: the curves of an experiment, say. */
typedef struct duel_figure {
    const char *id;                              /* "grids-8"; NULL ends a table */
    const char *title;                           /* a message */
    void (*svg)(duel_lang lang, duel_sink *out); /* at once: from figures that are kept */
} duel_figure;

struct duel_game {
    const char *id;           /* "nim" */
    const char *title;        /* a message: "NIM (no repeat)" */
    const char *tagline;      /* a message: what it is, in one line */
    const char *const *rules; /* messages, a paragraph each, NULL-ended */
    unsigned version;         /* raised when notation, legality or values change */
    int min_seats, max_seats;
    const char *const *roles;     /* messages: names of the seats; NULL: First, Second… */
    unsigned traits;              /* duel_trait, of the default variant */
    const duel_option *options;   /* ended by a NULL name; may be NULL */
    const duel_wording *wordings; /* of some of them; may be NULL */

    /* The six of 1995, with `variant` and `turn` added. Every game has these; the last of them
     * may be left to the house. */
    duel_status (*variant)(duel_variant *v, duel_msg *why);
    duel_status (*deal)(const duel_variant *v, duel_rng *rng, void *state); /* init */
    int (*turn)(const duel_variant *v, const void *state); /* also once it is over */
    bool (*over)(const duel_variant *v, const void *state, int32_t score[]); /* termine */
    int (*moves)(const duel_variant *v, const void *state, duel_move out[]); /* possibilités */
    void (*play)(const duel_variant *v, void *state, duel_move move);        /* modifie */
    /* The position as text, ended by a newline; it names what it draws (core/pen.h). Without it
     * the scene is sketched, and without a scene the position is printed (core/sketch.h). */
    void (*draw)(const duel_variant *v, const void *view, int seat,
                 duel_pen *pen); /* affiche */

    /* Secrets, used where the variant has the trait DUEL_SECRETS. `hide` only erases. `guess`
     * completes a view into a state, distributed as `deal` given the view; it refuses an
     * impossible view. Without `guess`, engines can only play what a view allows. */
    void (*hide)(const duel_variant *v, void *state, int seat);
    duel_status (*guess)(const duel_variant *v, void *view, duel_rng *rng, duel_msg *why);

    /* Notation. Without print_move a move is its number; without parse_move, the legal move
     * that print_move writes so. Without print and parse a position can be reached by moves
     * only. parse checks everything before it writes anything; parse_move need not check
     * legality (duel_read_move does) but may say why better. */
    void (*print)(const duel_variant *v, const void *view, duel_sink *out);
    duel_status (*parse)(const duel_variant *v, duel_str text, void *state, duel_msg *why);
    void (*print_move)(const duel_variant *v, const void *view, duel_move move, duel_sink *out);
    duel_status (*parse_move)(const duel_variant *v, const void *view, duel_str text,
                              duel_move *move, duel_msg *why);

    /* What people say: a move in words ("B into line 1, place 2"), told apart from every other
     * move there, NULL where the notation is how people speak; and what the seat to move has to
     * do now, in a sentence ("Take 1 to 3 matches."), asked of views of that seat that are not
     * over, NULL: it is its turn. */
    void (*say_move)(const duel_variant *v, const void *view, duel_move move, duel_msg *out);
    void (*task)(const duel_variant *v, const void *view, duel_msg *out);

    /* The picture (core/scene.h), and a move as a path of things to pick in it. */
    void (*scene)(const duel_variant *v, const void *view, int seat, struct duel_scene *out);
    int (*path)(const duel_variant *v, const void *view, duel_move move, duel_target out[]);

    /* Setting a position up by hand: changes the element of the picture with this id into the
     * next thing that may stand there (step 1) or into the one before (-1); the name "turn"
     * gives the move to the next seat. False, and nothing changed, where nothing can be. On the
     * way to a position others may come that `parse` refuses: it then says why, and print and
     * scene work all the same. Without it positions are set up by their text. */
    bool (*edit)(const duel_variant *v, void *state, duel_str element, int step);

    /* Why the moves of a turn, played in order from the view, are good or bad: facts that can
     * be checked, and hints towards them (core/reason.h). `count` is at least 1, and the turn
     * need not be whole. A game whose turns are single moves reads turn[0]; one that explains
     * each move of a turn alone calls duel_explain_each. */
    void (*explain)(const duel_variant *v, const void *view, int seat, const duel_move turn[],
                    int count, struct duel_reason *out);

    /* Why a position is over, and by what: facts like those of explain, the decisive one first,
     * with the things of the picture that show it (the four in a row). Asked of ended positions
     * only, and at least one is given. NULL: who has won is all there is to say. */
    void (*ending)(const duel_variant *v, const void *view, int seat, struct duel_reason *out);

    /* Judges a mark on the thing with this target from the view alone, never by what the view
     * hides, and adds why. NULL: marks mean nothing in this game. */
    duel_claim (*mark)(const duel_variant *v, const void *view, int seat,
                       const duel_target *target, struct duel_reason *out);

    /* Scores compare within a class of variants: writes the options that name it, as the text
     * of a variant ("size=8 difficulty=hard"). NULL: best scores are not sorted further. */
    void (*ranked)(const duel_variant *v, duel_sink *out);

    /* What the game's own source says it knows of a position that is not over; false: nothing.
     * Nobody goes by it, and the laws hold it to the truth. And such a fact as that source
     * would write it, on a line. Both may be NULL. */
    bool (*says)(const duel_variant *v, const void *state, duel_said *out);
    void (*write_fact)(const duel_variant *v, const void *state, const duel_said *said,
                       duel_sink *out);

    const duel_lens *lenses;          /* ended by a NULL id; may be NULL */
    const duel_figure *figures;       /* ended by a NULL id; may be NULL */
    const struct duel_lesson *lesson; /* a first lesson (core/lesson.h); may be NULL */
    /* Puzzles of its own (core/puzzle.h). NULL: they are looked for by solving. */
    const struct duel_puzzler *puzzles;

    const char *opponent;                     /* whom a person meets by default: a spec; NULL:
                                               * the expert */
    const duel_accel *accel;                  /* may be NULL */
    const struct duel_engine *const *engines; /* that know this game; NULL-ended, may be NULL */
    const duel_machine *machines;             /* ended by a NULL spec; may be NULL */

    /* For programs that learn by playing (core/action.h). The number of a move, below
     * v->actions: it means the same in every position, as far as that can be said, and no two
     * legal moves of a position share one. NULL: a move is its number. */
    uint32_t (*action)(const duel_variant *v, duel_move move);
    /* The view as v->tensor_size numbers, as `seat` sees it; best between -1 and 1. NULL: its
     * bits. */
    void (*tensor)(const duel_variant *v, const void *view, int seat, float out[]);

    const duel_reel *reels; /* ended by a NULL id; may be NULL */
};

#endif
