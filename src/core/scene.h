/* core/scene.h -- one vocabulary of pictures for all games.
 *
 * A scene is a list of elements in reading order. The page draws it, and core/scene_text.h
 * makes text of it for those that have no drawing of their own. Places and sizes are in units
 * of the game's choice inside width × height.
 *
 * A move is a path of targets: `cell:3:2`, or `hand:A` then `gap:1:3`. From the paths of the
 * legal moves a front end knows what can be picked first, what next, what can be dragged
 * where. Several elements may share a target; no path is a prefix of another. */
#pragma once

#include "core/game.h"

typedef enum duel_kind {
    DUEL_BOARD,
    DUEL_CELL,
    DUEL_GAP, /* a place between things, where one can be put */
    DUEL_PIECE,
    DUEL_CARD,
    DUEL_PILE,
    DUEL_SEAT,
    DUEL_COUNTER, /* a number with a name */
    DUEL_LABEL,
    DUEL_BUTTON,
    DUEL_CHOICE_ITEM /* one of several things to choose from, shown when the path gets there */
} duel_kind;

/* The shapes of elements: there are no others, and a law names any that is made up. Each has a
 * drawing on the page (web/board/shapes.js, web/board/scene.js) and a sign for text, in UTF-8
 * and ASCII; and it shows the face of its element or does not:
 *
 *     FACE   the face, on the shape; as text the face takes the place of the sign
 *     SEAT   the mark of the seat whose tone it has; without such a tone the face
 *     TURN   the way the face says: U up, D down, L left, else to the right
 *     WAYS   the ways the face says, by the digits of a keypad: 8 up, 6 to the right
 *     BARE   no face: the shape says it all */
#define DUEL_SHAPES(X)                                                                         \
    /* pieces */                                                                               \
    X(disc, SEAT, "●", "o")                                                                    \
    X(square, SEAT, "■", "#") /* in the tone of a seat it fills its cell */                    \
    X(token, FACE, "●", "o")                                                                   \
    X(ring, BARE, "O", "O")                                                                    \
    X(cross, BARE, "X", "X") /* as a good of a market with its face, as the three below */     \
    X(triangle, FACE, "▲", "^")                                                                \
    X(diamond, FACE, "◆", "o")                                                                 \
    X(star, FACE, "★", "*")                                                                    \
    X(car, TURN, "▶", ">")                                                                     \
    X(match, BARE, "●┃", "o|") /* two high: a sign for each row */                             \
    X(spent, BARE, " ·", " .") /* where a match stood that was taken */                        \
    X(pin, BARE, "●┻", "oA")                                                                   \
    X(person, FACE, "♙", "i")                                                                  \
    X(pawn, BARE, "♙", "i")                                                                    \
    X(explorer, BARE, "@", "@")                                                                \
    X(pit, BARE, "T", "T")                                                                     \
    X(wumpus, BARE, "W", "W")                                                                  \
    X(gold, BARE, "G", "G")                                                                    \
    X(breeze, FACE, "≈", "B") /* a sign and its letter: "≈B" */                              \
    X(stench, FACE, "∴", "P")                                                                  \
    X(glitter, FACE, "✦", "E")                                                                 \
    /* cells, gaps and boards */                                                               \
    X(floor, FACE, "·", ".")                                                                   \
    X(fog, FACE, "░", "#")                                                                     \
    X(break, BARE, "¦", "!") /* where a line of cards breaks */                                \
    X(well, BARE, "│", "|")  /* a board that things fall into from above */                    \
    X(lines, WAYS, "┼", "+") /* a place where lines of the board meet, or pass */              \
    /* piles, and cards with a drawing of their own, whose face is shown as text only */       \
    X(deck, FACE, "#", "#")                                                                    \
    X(tray, FACE, "_", "_")                                                                    \
    X(fallacy, FACE, "F", "F")                                                                 \
    X(justification, FACE, "J", "J")                                                           \
    X(rasa, FACE, "T", "T")                                                                    \
    X(revolution, FACE, "R", "R")                                                              \
    X(wildletter, FACE, "V", "V")                                                              \
    X(wildoperator, FACE, "O", "O")                                                            \
    X(ergo, FACE, "E", "E")

typedef enum duel_carries {
    DUEL_SHAPE_FACE,
    DUEL_SHAPE_SEAT,
    DUEL_SHAPE_TURN,
    DUEL_SHAPE_WAYS,
    DUEL_SHAPE_BARE
} duel_carries;

typedef struct duel_shape {
    const char *name;
    duel_carries carries;
    const char *sign[2]; /* in ASCII, in UTF-8 */
} duel_shape;

/* The shape with this name; NULL: there is none. */
const duel_shape *duel_shape_named(const char *name);

/* What the last turn did there. A game that knows says so itself; else it is found by comparing
 * pictures (core/scene_diff.h). */
typedef enum duel_done {
    DUEL_LAST_NOTHING,
    DUEL_LAST_PLACED,  /* what was moved here or put here */
    DUEL_LAST_CHANGED, /* what else became of it: a disc turned over */
    DUEL_LAST_LEFT     /* a place where something stood, now empty */
} duel_done;

typedef struct duel_element {
    char id[DUEL_TARGET_TEXT]; /* stays with the thing, so that what moved can be animated */
    duel_kind kind;
    float x, y, w, h;
    duel_tone tone;
    const char *shape;  /* how it is drawn, a name of DUEL_SHAPES; static. NULL: by its kind */
    char face[16];      /* the glyph it carries */
    const char *letter; /* a message: that glyph as the reader's language has it; NULL: face */
    duel_msg label;     /* for a screen reader, and as a tooltip */
    int64_t number;     /* a counter's value */
    duel_target target; /* picked by the primary action; empty: not at all */
    duel_target alternative; /* what the secondary action turns it into; may be empty */
    duel_done last;          /* what the last turn did to it */
    bool course;             /* a counter whose course over the game is worth a curve */
} duel_element;

/* The glyph an element carries for a reader of this language. */
const char *duel_face(const duel_element *e, duel_lang lang);

/* How players name columns and rows: by the name of the first, 'a', '1' or '0'; 0: not at all.
 */
typedef struct duel_axes {
    char column, row;
    bool up; /* rows are counted from the bottom */
} duel_axes;

typedef struct duel_scene {
    float width, height;
    duel_axes axes; /* of the board of cells */
    duel_element *element;
    int count, room;
    bool failed; /* out of memory: the scene is not complete */
} duel_scene;

void duel_scene_init(duel_scene *s);
void duel_scene_fini(duel_scene *s);

duel_target duel_target_of(const char *format, ...) __attribute__((format(printf, 1, 2)));

/* The next element, cleared, with its id and place. Never NULL. */
duel_element *duel_scene_add(duel_scene *s, duel_kind kind, const char *id, float x, float y,
                             float w, float h);

/* A board of columns × rows cells of size 1, with coordinates read aloud: cell (x, y) has id
 * and target "cell:x:y", row 0 on top. Gives the first cell; the others follow row by row. */
duel_element *duel_scene_grid(duel_scene *s, int columns, int rows);
/* The name of the column or row with this number, counted from 0; "" where it has none. */
typedef struct duel_axis_name {
    char text[8];
} duel_axis_name;
duel_axis_name duel_axis(char first, int number);
/* A piece standing on cell (x, y). */
duel_element *duel_scene_piece(duel_scene *s, const char *id, int x, int y, duel_tone tone,
                               const char *shape);

/* Reads the id of such a cell. */
bool duel_cell_of(duel_str id, int *x, int *y);

/* The picture of a view. A game without `scene` gets an empty one: front ends then show its
 * text drawing, and its moves as buttons. */
void duel_scene_make(const duel_variant *v, const void *view, int seat, duel_scene *s);
/* The same for somebody who sets a position up: the target of an element is the id of what is
 * changed by picking it, its own or that of the place it stands on; empty: nothing. What serves
 * to make moves only is left out. */
void duel_scene_edit(const duel_variant *v, const void *state, int seat, duel_scene *s);
/* The path of a move; without the game's own it is one target, "move:TEXT". */
int duel_path(const duel_variant *v, const void *view, duel_move move,
              duel_target out[DUEL_PATH]);
