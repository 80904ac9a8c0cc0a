/* core/optional_parts.h -- the parts of a game that it may leave out, each a struct by value in
 * the table of core/game.h: what it says to a learner, what its source says, what it gives
 * to programs that learn, and what it shows beside itself. What is left out in a part is NULL.
 */
#pragma once

#include "core/state.h"

struct duel_film;
struct duel_lesson;
struct duel_puzzler;
struct duel_reason;
struct duel_scene;

/* ---- teaching ----------------------------------------------------------------------- */

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

/* A person may mark things of the picture with what they believe of them: a flag for "danger
 * here". What a mark is worth to one who sees no more than that person. */
typedef enum duel_mark_verdict {
    DUEL_MARK_NONE,   /* a mark says nothing there */
    DUEL_MARK_OPEN,   /* nobody can know yet */
    DUEL_MARK_PROVED, /* it follows from what is seen */
    DUEL_MARK_WRONG   /* the contrary follows */
} duel_mark_verdict;

/* What a game says to a learner. */
typedef struct duel_teaching {
    /* What people say: a move in words ("B into line 1, place 2"), told apart from every other
     * move there; NULL where the notation is how people speak. */
    void (*say_move)(const duel_variant *v, const void *view, duel_move move, duel_msg *out);
    /* What the seat to move has to do now, in a sentence ("Take 1 to 3 matches."), asked of
     * views of that seat that are not over. NULL: it is its turn. */
    void (*task)(const duel_variant *v, const void *view, duel_msg *out);
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
    duel_mark_verdict (*mark)(const duel_variant *v, const void *view, int seat,
                              const duel_target *target, struct duel_reason *out);
    const duel_lens *lenses;          /* ended by a NULL id */
    const struct duel_lesson *lesson; /* a first lesson (core/lesson.h) */
    /* Puzzles of its own (core/puzzle.h). NULL: they are looked for by solving. */
    const struct duel_puzzler *puzzles;
} duel_teaching;

/* ---- source ------------------------------------------------------------------------- */

/* What the source of a game says of a position, without proof. */
typedef struct duel_said {
    duel_value value; /* DUEL_WIN or DUEL_LOSS, for the seat to move */
    bool has_move;
    duel_move move; /* by which it is won */
} duel_said;

/* What the game's own source claims, as a file of 1995 does. */
typedef struct duel_source {
    /* What it says it knows of a position that is not over; false: nothing. Nobody goes by it,
     * and the laws hold it to the truth. */
    bool (*says)(const duel_variant *v, const void *state, duel_said *out);
    /* Such a fact as that source would write it, on a line. */
    void (*write_fact)(const duel_variant *v, const void *state, const duel_said *said,
                       duel_sink *out);
} duel_source;

/* ---- encoding ----------------------------------------------------------------------- */

/* Moves and views as numbers, for programs that learn by playing (core/action.h). */
typedef struct duel_encoding {
    /* The number of a move, below v->actions: it means the same in every position, as far as
     * that can be said, and no two legal moves of a position share one. NULL: a move is its
     * number. */
    uint32_t (*action)(const duel_variant *v, duel_move move);
    /* The view as v->tensor_size numbers, as `seat` sees it; best between -1 and 1. NULL: its
     * bits. */
    void (*tensor)(const duel_variant *v, const void *view, int seat, float out[]);
} duel_encoding;

/* ---- museum ------------------------------------------------------------------------- */

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

/* Something of the game's own made before one's eyes (base/film.h), for who wants to learn how
 * it is done. */
typedef struct duel_film_maker {
    const char *id;    /* "knowledge"; NULL ends a table */
    const char *title; /* a message: "The knowledge base and its questions" */
    /* From what the view shows, and nothing else. */
    duel_status (*shoot)(const duel_variant *v, const void *view, struct duel_film *out,
                         duel_msg *why);
} duel_film_maker;

/* What a game has beside itself: whom people can meet, what was scored best, what can be looked
 * at. */
typedef struct duel_museum {
    const char *opponent;         /* whom a person meets by default: a spec; NULL: the expert */
    const duel_machine *machines; /* ended by a NULL spec */
    /* Scores compare within a class of variants: writes the options that name it, as the text
     * of a variant ("size=8 difficulty=hard"). NULL: best scores are not sorted further. */
    void (*ranked)(const duel_variant *v, duel_sink *out);
    const duel_figure *figures;   /* ended by a NULL id */
    const duel_film_maker *reels; /* ended by a NULL id */
} duel_museum;
