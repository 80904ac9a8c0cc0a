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
 *    to that seat, so that it can be drafted and taken back. A seat alone moves once a turn.
 * 6. Moves and positions have texts that read back to the same value; views too, with `?` for
 *    what is unknown. Only texts and packed keys are stored, never state bytes.
 * 7. What is said of a move comes in the order of how much it gives away, and what gives away
 *    less than the move leaves at least two legal moves to think about, where there are two. */
#pragma once

#include "core/accel.h"
#include "core/optional_parts.h"
#include "core/state.h"

struct duel_engine;

/* A first game fills in the first half, and leaves the rest to the house (games/template.c). */
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

    /* The six of 1995, with `variant` and `turn` added. Every game has these; `draw`, the
     * position as text that names what it draws (play.h), may be left to the house: without
     * it the scene is sketched, and without a scene the position is printed
     * (core/scene_text.h). */
    duel_status (*variant)(duel_variant *v, duel_msg *why);
    duel_status (*deal)(const duel_variant *v, duel_rng *rng, void *state); /* init */
    int (*turn)(const duel_variant *v, const void *state); /* also once it is over */
    bool (*over)(const duel_variant *v, const void *state, int32_t score[]); /* termine */
    int (*moves)(const duel_variant *v, const void *state, duel_move out[]); /* possibilités */
    void (*play)(const duel_variant *v, void *state, duel_move move);        /* modifie */
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

    /* The picture (core/scene.h), and a move as a path of things to pick in it. */
    void (*scene)(const duel_variant *v, const void *view, int seat, struct duel_scene *out);
    int (*path)(const duel_variant *v, const void *view, duel_move move, duel_target out[]);
    /* Setting a position up by hand: changes the element of the picture with this id into the
     * next thing that may stand there (step 1) or into the one before (-1); the name "turn"
     * gives the move to the next seat. False, and nothing changed, where nothing can be. On the
     * way to a position others may come that `parse` refuses: it then says why, and print and
     * scene work all the same. Without it positions are set up by their text. */
    bool (*edit)(const duel_variant *v, void *state, duel_str element, int step);

    duel_teaching teaching; /* moves, tasks, reasons, lessons and puzzles in words */
    duel_source source;     /* what the file of a game claims to know */
    duel_encoding encoding; /* moves and views as numbers */
    duel_museum museum;     /* machines to meet, best scores, figures, films */

    const duel_accel *accel;                  /* speed, which changes no result; may be NULL */
    const struct duel_engine *const *engines; /* that know this game; NULL-ended, may be NULL */
};
