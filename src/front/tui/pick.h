/* front/tui/pick.h -- choosing a move with arrow keys, Enter and the mouse.
 *
 * The legal moves are paths of targets (core/scene.h). At each step the targets that may come
 * next are the spots; arrow keys walk between them by their places in the drawing, which tells
 * what it shows where, Enter takes one, Escape gives one back. */
#ifndef DUEL_FRONT_TUI_PICK_H
#define DUEL_FRONT_TUI_PICK_H

#include "core/reason.h"
#include "core/scene.h"
#include "front/tui/drawing.h"

typedef struct tui_spot {
    duel_target target;
    float x, y;     /* in columns, and half rows: as far apart as they look */
    bool seen;      /* a cell or a piece that the drawing shows: the cursor says it all */
    duel_msg label; /* id == NULL: the target's own text says it */
} tui_spot;

/* Something the drawing shows, the element of the scene it is, and where it begins. */
typedef struct tui_thing {
    const duel_element *element; /* NULL: the scene does not know it */
    tui_run place;
} tui_thing;

typedef struct tui_pick {
    bool open; /* the moves of the present view are known */
    const duel_variant *v;
    duel_scene scene;
    const tui_drawing *drawing;
    tui_thing *thing; /* of the drawing, by number from 1 on */
    int moves;
    duel_move *move;
    struct tui_path *path; /* of each move */
    duel_target chosen[DUEL_PATH];
    int depth;
    int spots, at; /* at: the spot under the cursor; -1: no arrow key was pressed yet */
    tui_spot *spot;
    duel_target mark[DUEL_FACT_TARGETS]; /* what a hint points at */
    int marks;
} tui_pick;

void tui_pick_init(tui_pick *p);
void tui_pick_fini(tui_pick *p);
/* Forgets everything: the position has changed. */
void tui_pick_close(tui_pick *p);
/* Learns the moves of a view, which is drawn as `d` until the pick is closed. False: no memory,
 * or nothing to pick. */
bool tui_pick_open(tui_pick *p, const duel_variant *v, const void *view, int seat,
                   const tui_drawing *d);

void tui_pick_walk(tui_pick *p, int dx, int dy);
/* Puts the cursor on the spot drawn at a place of the drawing, or right beside it. False: there
 * is none. */
bool tui_pick_point(tui_pick *p, int row, int column);
/* Takes these, one after the other, from the beginning on. */
void tui_pick_follow(tui_pick *p, const duel_target *step, int depth);
/* Takes the spot under the cursor. True when the path is complete: *move is it. */
bool tui_pick_take(tui_pick *p, duel_move *move);
bool tui_pick_give_back(tui_pick *p); /* false: nothing was taken */
/* The only move that begins with what was taken and the spot under the cursor, if there is only
 * one. */
bool tui_pick_meant(const tui_pick *p, duel_move *move);

/* Points at something, until the position changes; the pick must be open. */
void tui_pick_mark(tui_pick *p, const duel_target *target);
/* Whether the drawing shows it. */
bool tui_pick_shows(const tui_pick *p, const duel_target *target);
/* What a target is called. */
void tui_pick_name(const tui_pick *p, const duel_target *target, duel_lang lang,
                   duel_sink *out);

/* The part of the drawing the cursor is on; rows == 0: none. */
tui_rect tui_pick_place(const tui_pick *p);
/* Marks what a hint points at, what was taken and what the cursor is on, in the window `r` that
 * shows the drawing from (top, left) on. */
void tui_pick_paint(const tui_pick *p, tui_canvas *c, tui_rect r, int top, int left);

#endif
