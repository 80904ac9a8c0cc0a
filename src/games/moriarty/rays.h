/* moriarty/rays.h -- read-only tables about lines of squares. */
#ifndef MORIARTY_RAYS_H
#define MORIARTY_RAYS_H

#include <stdint.h>

/* The squares seen from a square in the eight directions, the square itself left out: first
 * the four towards h8 (+1 +8 +9 +7), then the four towards a1, in the same order. */
extern const uint64_t moriarty_rays[64][8];
/* The squares around a square. */
extern const uint64_t moriarty_around[64];
/* Both diagonals through a square, the square left out: rising (+9), then falling (+7). */
extern const uint64_t moriarty_diagonals[64][2];
/* [place][line]: twice the discs turned by a disc put on `place` of a line of eight squares
 * in which `line` is the mover's and all the rest is the other side's. */
extern const uint8_t moriarty_line_gain[8][256];

#endif
