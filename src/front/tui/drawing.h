/* front/tui/drawing.h -- what a game draws, kept as cells: it can then be larger than the
 * surface, be compared with the drawing before, and be pointed at. Each cell knows which thing
 * of the scene it shows, as the pen was told. */
#ifndef DUEL_FRONT_TUI_DRAWING_H
#define DUEL_FRONT_TUI_DRAWING_H

#include "core/lesson.h"
#include "front/flags.h"
#include "front/tui/canvas.h"

typedef struct tui_drawing {
    tui_canvas sheet;  /* exactly as large as what was drawn; rows == 0: nothing */
    duel_target *name; /* the ids of the things in it: thing N of a cell is name[N - 1] */
    int names;
} tui_drawing;

/* Neighbours in a row that show the same thing. */
typedef struct tui_run {
    int row, column, columns;
    int thing;
} tui_run;

void tui_drawing_init(tui_drawing *d, bool utf8);
void tui_drawing_fini(tui_drawing *d);

/* How a drawing is to be made. */
typedef struct tui_brush {
    duel_lang lang;
    bool utf8, tones;
    const duel_lens *lens; /* whose text stands under the drawing; NULL: none */
    const flags *flags;    /* that the person has put; NULL: none */
} tui_brush;

/* What the game draws of a view. False (and *d as before) when memory runs out. */
bool tui_drawing_make(tui_drawing *d, const tui_brush *brush, const duel_variant *v,
                      const void *view, int seat);
/* The first picture of a lesson that has one. */
bool tui_drawing_opening(tui_drawing *d, const tui_brush *brush, const duel_learner *l);
/* The smallest rectangle with all that differs; rows == 0 if nothing does, or if one of them is
 * empty. */
tui_rect tui_drawing_difference(const tui_drawing *a, const tui_drawing *b);
/* The first cell that differs, in reading order; rows == 0 as above. */
tui_rect tui_drawing_first_difference(const tui_drawing *a, const tui_drawing *b);
void tui_drawing_copy(tui_drawing *to, const tui_drawing *from);
/* Flags what shows a thing that was not there before, or looked otherwise. */
void tui_drawing_mark_changes(const tui_drawing *before, tui_drawing *now);
/* The next run of a thing in reading order, after *r; all zeros begin. False: there is none. */
bool tui_drawing_next_run(const tui_drawing *d, tui_run *r);

/* Where the drawing is shown in the window `r`, once `room` (the largest drawing of the game so
 * far) stands in its middle: small boards do not jump about while they shrink. */
tui_rect tui_drawing_place(tui_rect r, tui_rect room);
/* Shows the part that begins at (*top, *left) in `r`, after moving both so that no space is
 * wasted. */
void tui_drawing_paint(const tui_drawing *d, tui_canvas *c, tui_rect r, int *top, int *left);
/* Moves (*top, *left) as little as needed to show `part` in a window of rows × columns. */
void tui_drawing_reach(tui_rect part, int rows, int columns, int *top, int *left);

#endif
