/* core/scene.h -- one vocabulary of pictures for all games.
 *
 * A scene is a list of elements in reading order. Front ends draw it; no game has drawing code
 * of its own. Places and sizes are in units of the game's choice inside width × height.
 *
 * A move is a path of targets: `cell:3:2`, or `hand:A` then `gap:1:3`. From the paths of the
 * legal moves a front end knows what can be picked first, what next, what can be dragged
 * where. Several elements may share a target; no path is a prefix of another. */
#ifndef DUEL_CORE_SCENE_H
#define DUEL_CORE_SCENE_H

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
    DUEL_ARROW,
    DUEL_BUTTON,
    DUEL_CHOICE_ITEM, /* one of several things to choose from, shown when the path gets there */
    DUEL_NUMBER_ENTRY /* a number to be typed */
} duel_kind;

typedef struct duel_element {
    char id[DUEL_TARGET_TEXT]; /* stays with the thing, so that what moved can be animated */
    duel_kind kind;
    float x, y, w, h;
    duel_tone tone;
    const char *shape;       /* how a piece is drawn: "disc", "match", "token"…; static */
    char face[16];           /* the glyph it carries */
    duel_msg label;          /* for a screen reader, and as a tooltip */
    int64_t number;          /* a counter's value */
    duel_target target;      /* picked by the primary action; empty: not at all */
    duel_target alternative; /* what the secondary action turns it into; may be empty */
    bool last;               /* the last move changed it */
    bool course;             /* a counter whose course over the game is worth a curve */
} duel_element;

typedef struct duel_scene {
    float width, height;
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

#endif
