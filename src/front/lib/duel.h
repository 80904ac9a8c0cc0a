/* duel.h -- libduel: games of reasoning for programs in any language.
 *
 *     libduel_game ──deal, read──▶ libduel_state ──play──▶ … ──▶ over
 *          │                            │
 *          └──▶ libduel_engine ──think──┘        libduel_batch: many games, stepped together
 *
 * A move is an action: a number from 0 on, below a number that is known when a game is opened.
 * In most games a number means the same move in every position; where it cannot (games in Lua,
 * sheets that do not ground), it is the place in the list of legal moves, and the shape of the
 * game says so (fixed_actions).
 *
 * What a seat may not know is erased before anything is given out for that seat: views, texts,
 * tensors, and what engines see. Only who asks for LIBDUEL_ALL sees all.
 *
 * The library never prints, never ends the program (but where memory runs out in the middle of
 * a rule that must answer: a sentence on the error output, and abort), and keeps no state of
 * its own but the games that are open. What fails says so by its return value, and fills in the
 * libduel_error, which may be NULL. Texts are UTF-8. A text that is returned as `char *`
 * belongs to the caller, who gives it to libduel_free; every handle belongs to the caller, too.
 *
 * Threads: games are opened and closed by one thread at a time; a state, an engine or a batch
 * is used by one thread at a time, different ones by different threads at once.
 *
 * Versions: a program that was linked with libduel.so.N runs with every later libduel.so.N.
 * Names are added under a later version of the symbols, none changes its meaning. */
#ifndef LIBDUEL_DUEL_H
#define LIBDUEL_DUEL_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

#if defined(__GNUC__)
#define LIBDUEL_API __attribute__((visibility("default")))
#else
#define LIBDUEL_API
#endif

#define LIBDUEL_VERSION "0.1.0"

enum {
    LIBDUEL_NOBODY = -1, /* a seat that sees what everybody sees */
    LIBDUEL_ALL = -2,    /* sees all: the one unhidden door */
    LIBDUEL_SEATS = 4    /* no game has more */
};

typedef enum libduel_status {
    LIBDUEL_OK = 0,
    LIBDUEL_NO,      /* understood, and the answer is no: an illegal action */
    LIBDUEL_BAD,     /* not understood: an unknown game, a malformed text */
    LIBDUEL_FULL,    /* no memory */
    LIBDUEL_STOPPED, /* out of time */
    LIBDUEL_FAILED   /* a file or a program failed */
} libduel_status;

typedef struct libduel_error {
    libduel_status status;
    char text[512]; /* a sentence, in the language of the game */
} libduel_error;

typedef struct libduel_game libduel_game;
typedef struct libduel_state libduel_state;
typedef struct libduel_engine libduel_engine;
typedef struct libduel_batch libduel_batch;

/* The version of the library that runs; LIBDUEL_VERSION is the one compiled with. */
LIBDUEL_API const char *libduel_version(void);
/* Gives back a text of the library's; NULL is fine. */
LIBDUEL_API void libduel_free(char *text);

/* ---- games ------------------------------------------------------------------------------- */

/* The names of the games and of the engines that come with the library: of number 0, 1, …; NULL
 * after the last. They live as long as the library. */
LIBDUEL_API const char *libduel_game_name(int number);
LIBDUEL_API const char *libduel_engine_name(int number);

/* A game by its name, or by the name of a file (.lua, .kif, .so), with options "matches=11
 * misere=yes" (NULL: none), speaking "en" or "fr" (NULL: English). NULL: no such game, file or
 * option. A .lua file can do no harm; a .so file is trusted code. */
LIBDUEL_API libduel_game *libduel_game_open(const char *name, const char *options,
                                            const char *lang, libduel_error *error);
/* After everything that was made of it is gone. NULL is fine. */
LIBDUEL_API void libduel_game_close(libduel_game *game);
/* Lets go of the files that were games, and of their processes: once all games are closed. */
LIBDUEL_API void libduel_end(void);

typedef struct libduel_shape {
    int32_t seats;         /* 1 to LIBDUEL_SEATS */
    uint32_t actions;      /* every action is below this */
    int32_t fixed_actions; /* a number is the same move in every position */
    uint32_t tensor;       /* floats that make up a view */
    uint32_t max_plies; /* no game is longer; where positions can come back: a large number */
    int32_t max_score;  /* no score is larger, in absolute value */
    int32_t secrets;    /* seats do not see everything */
    int32_t loopy;      /* positions can come back */
    int32_t margin;     /* the difference of scores counts, not only its sign */
} libduel_shape;

LIBDUEL_API void libduel_game_shape(const libduel_game *game, libduel_shape *out);
/* {"id","title","tagline","version","roles","rules","options"} as JSON (docs/json.md); NULL: no
 * memory. */
LIBDUEL_API char *libduel_game_about(const libduel_game *game);

/* ---- states --------------------------------------------------------------------------------
 * A state is the referee's: it holds everything, the whole game so far as well. */

/* Dealt by the seed (1 to 64 visible characters; NULL: "1"); equal seeds, equal deals. */
LIBDUEL_API libduel_state *libduel_deal(libduel_game *game, const char *seed,
                                        libduel_error *error);
/* A position from its notation; NULL: it is no position, or the game has no notation. */
LIBDUEL_API libduel_state *libduel_read(libduel_game *game, const char *position,
                                        libduel_error *error);
/* A game so far, from its record (`duel export` writes them), which must be one of this game
 * and its options. */
LIBDUEL_API libduel_state *libduel_replay(libduel_game *game, const char *record,
                                          libduel_error *error);
LIBDUEL_API libduel_state *libduel_copy(const libduel_state *state); /* NULL: no memory */
/* What `seat` sees, as a state of its own without a past: what it may not know is gone. Where
 * that is anything, it lists actions for the seat to move only, and cannot be played on. NULL:
 * no memory, or no such seat. */
LIBDUEL_API libduel_state *libduel_view(const libduel_state *state, int seat);
LIBDUEL_API void libduel_state_free(libduel_state *state); /* NULL is fine */

/* The seat to move, from 0; once it is over, any seat. */
LIBDUEL_API int libduel_turn(const libduel_state *state);
/* The legal actions; 0 of them: it is over. The list belongs to the state, until it changes. */
LIBDUEL_API int libduel_actions(const libduel_state *state, const uint32_t **out);
/* The scores of an ended game, one for each seat; 0, and nothing written, while it goes on. */
LIBDUEL_API int libduel_scores(const libduel_state *state, int32_t out[]);
/* What the end is worth to each seat: where margins count the score above an even share of all
 * scores, alone the score itself, else 1 for a win, -1 for a loss, 0 for a tie. 0, and zeros,
 * while it goes on. */
LIBDUEL_API int libduel_returns(const libduel_state *state, double out[]);
/* Plays. How many actions are legal then (0: it is over), or a status, negative: -LIBDUEL_NO,
 * and nothing is changed, for an action that is not legal. */
LIBDUEL_API int libduel_play(libduel_state *state, uint32_t action, libduel_error *error);
/* The actions played so far: writes the first `room` of them and gives their number. */
LIBDUEL_API size_t libduel_history(const libduel_state *state, uint32_t out[], size_t room);
/* All that the seat has seen and done, as a number: two games that look the same to it have the
 * same. 0: nobody knows, since the game began from a position. */
LIBDUEL_API uint64_t libduel_known(const libduel_state *state, int seat);

/* The view of `seat` as numbers, libduel_shape.tensor of them. */
LIBDUEL_API void libduel_tensor(const libduel_state *state, int seat, float out[]);
/* Which actions are legal: a byte, 0 or 1, for each action. */
LIBDUEL_API void libduel_mask(const libduel_state *state, uint8_t out[]);

/* Texts of what `seat` sees: the notation, and a drawing. NULL: no memory. */
LIBDUEL_API char *libduel_print(const libduel_state *state, int seat);
LIBDUEL_API char *libduel_draw(const libduel_state *state, int seat);
/* The record of the whole game, which tells everything; NULL: no memory, or it is a view. */
LIBDUEL_API char *libduel_record(const libduel_state *state);
/* A legal action in the notation of the game; NULL: it is not legal, or no memory. */
LIBDUEL_API char *libduel_action_text(const libduel_state *state, uint32_t action);
/* The action that a text means. LIBDUEL_OK, or why not. */
LIBDUEL_API libduel_status libduel_action_read(const libduel_state *state, const char *text,
                                               uint32_t *out, libduel_error *error);

/* ---- engines ----------------------------------------------------------------------------- */

typedef struct libduel_limits {
    double seconds;  /* for one answer; 0: no limit */
    uint64_t nodes;  /* positions to look at; 0: no limit */
    uint64_t seed;   /* of what is drawn */
    int32_t threads; /* 0: one */
} libduel_limits;

/* "exact", "alphabeta:depth=4", "level:3", "expert": as `duel help engines` has them. `memory`
 * in bytes, 0: 256 MB. NULL: no such engine, or it cannot play this game. */
LIBDUEL_API libduel_engine *libduel_engine_open(libduel_game *game, const char *spec,
                                                size_t memory, libduel_error *error);
LIBDUEL_API void libduel_engine_close(libduel_engine *engine); /* NULL is fine */
/* It forgets what it remembers: before another game. */
LIBDUEL_API void libduel_engine_forget(libduel_engine *engine);

/* What the engine plays for the seat to move, of which it gets the view. `limits` may be NULL.
 * Fails where the game is over, or time ran out before anything was found. */
LIBDUEL_API libduel_status libduel_think(libduel_engine *engine, const libduel_state *state,
                                         const libduel_limits *limits, uint32_t *action,
                                         libduel_error *error);
/* The same, told in full: every move with what it is worth, as JSON (docs/json.md); its moves
 * are texts for libduel_action_read. The engine "exact" solves. NULL: see above. */
LIBDUEL_API char *libduel_answer(libduel_engine *engine, const libduel_state *state,
                                 const libduel_limits *limits, libduel_error *error);
/* A game with secrets, solved as a whole ("equilibrium"): the value for seat 0 lies between
 * *low and *high. */
LIBDUEL_API libduel_status libduel_whole(libduel_engine *engine, const libduel_limits *limits,
                                         double *low, double *high, libduel_error *error);
/* Advice with its reasons, hints and every move, as JSON ("advice" in docs/json.md). `instead`:
 * an action to compare with it, or NULL. */
LIBDUEL_API char *libduel_advise(const libduel_state *state, const libduel_limits *limits,
                                 const uint32_t *instead, libduel_error *error);

/* ---- matches ----------------------------------------------------------------------------- */

typedef struct libduel_points {
    uint64_t wins, ties, losses;
    double points; /* shares of wins, added up */
    double margin; /* differences of scores, added up */
} libduel_points;

/* As many players as seats play so many games, each sitting everywhere in turn; out[i] is what
 * came of spec[i]. Limits are for a turn; with limits by nodes the seed decides everything. */
LIBDUEL_API libduel_status libduel_match(libduel_game *game, const char *const spec[],
                                         uint64_t games, const libduel_limits *limits,
                                         libduel_points out[], libduel_error *error);

/* ---- many games at once ------------------------------------------------------------------ */

/* `count` games, dealt by seeds made of `seed`; one that ends is dealt anew at once. NULL: no
 * memory, or the game cannot be dealt. */
LIBDUEL_API libduel_batch *libduel_batch_new(libduel_game *game, uint32_t count, uint64_t seed,
                                             libduel_error *error);
LIBDUEL_API void libduel_batch_free(libduel_batch *batch); /* NULL is fine */
/* Plays action[i] in game i. reward[i * seats + s] is what it brought seat s: as
 * libduel_returns at an end, else 0; ended[i] is 1 where a game ended. Both may be NULL.
 * LIBDUEL_NO, and nothing played in any game, if one of the actions is not legal. */
LIBDUEL_API libduel_status libduel_batch_step(libduel_batch *batch, const uint32_t action[],
                                              float reward[], uint8_t ended[],
                                              libduel_error *error);
/* What is seen by those to move: turn[i], mask[i * actions + a], tensor[i * size + k]. Each may
 * be NULL. */
LIBDUEL_API void libduel_batch_look(const libduel_batch *batch, int32_t turn[], uint8_t mask[],
                                    float tensor[]);
/* A legal action for each game, drawn evenly from the batch's own chance. */
LIBDUEL_API void libduel_batch_draw(libduel_batch *batch, uint32_t action[]);

#ifdef __cplusplus
}
#endif
#endif
