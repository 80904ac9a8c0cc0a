/* front/tui/lattice.h -- where the cells of a board stand in a game's text drawing.
 *
 * A game draws its board as text and, apart from that, tells its picture as a scene; nothing
 * says which character is which cell. It is found out: positions of random games are drawn and
 * compared with their scenes, until one regular grid of characters is left in which equal
 * pieces look equal and different ones different. Games whose drawing is no such grid have
 * none; there moves are picked from a list. The deals used are not the one being played. */
#ifndef DUEL_FRONT_TUI_LATTICE_H
#define DUEL_FRONT_TUI_LATTICE_H

#include "core/scene.h"
#include "front/tui/drawing.h"

/* Cell (x, y) of the scene is drawn at column step_x·x + from_x, row step_y·y + from_y;
 * drawings in groups leave one more blank after every `group` cells of a row (0: they do not).
 */
typedef struct tui_lattice {
    bool found;
    int step_x, from_x, step_y, from_y, group;
} tui_lattice;

static inline int tui_lattice_column(const tui_lattice *g, int x)
{
    return g->step_x * x + g->from_x + (g->group && x > 0 ? x / g->group : 0);
}

static inline int tui_lattice_row(const tui_lattice *g, int y)
{
    return g->step_y * y + g->from_y;
}

/* *room becomes the size of the largest drawing met on the way. */
tui_lattice tui_lattice_find(const duel_variant *v, const tui_brush *brush, tui_rect *room);

/* Flags what stands on a cell now and did not before. */
void tui_lattice_mark_changes(const tui_lattice *g, const tui_drawing *before,
                              tui_drawing *now);

#endif
