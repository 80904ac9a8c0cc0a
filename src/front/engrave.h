/* front/engrave.h -- a picture (core/scene.h) in black on white, to be printed: seats differ by
 * light and dark, everything else by its shape and its letter. */
#ifndef DUEL_FRONT_ENGRAVE_H
#define DUEL_FRONT_ENGRAVE_H

#include "core/scene.h"
#include "front/easel.h"

/* Draws it as large as it fits into the rectangle, in its middle, with the names of columns and
 * rows. */
void engrave_scene(easel *e, const duel_scene *s, double x, double y, double w, double h);

#endif
