/* front/print_canvas.h -- pages to print: lines, shapes and words in black on white, as SVG or
 * as PDF.
 *
 *     init ──▶ (page ──▶ rect, circle, polygon, line, text …)… ──▶ finish ──▶ bytes of a file
 *
 * Lengths are points, a seventy-second of an inch, from the upper left corner of an A4 page. An
 * SVG has one page. The PDF names the fonts that every reader has, and holds none: letters
 * outside of them are shown as "?". */
#pragma once

#include "base/text.h"
#include "core/scene.h"

enum { EASEL_WIDTH = 595, EASEL_HEIGHT = 842, EASEL_PAGES = 64 };

typedef enum easel_kind { EASEL_SVG, EASEL_PDF } easel_kind;
typedef enum easel_ink {
    EASEL_NOTHING,
    EASEL_BLACK,
    EASEL_GREY,
    EASEL_PALE,
    EASEL_WHITE
} easel_ink;
typedef enum easel_align { EASEL_LEFT, EASEL_MIDDLE, EASEL_RIGHT } easel_align;

typedef struct easel {
    easel_kind kind;
    int pages;
    duel_buf page[EASEL_PAGES]; /* what is drawn on each */
} easel;

typedef struct easel_look {
    easel_ink fill, stroke;
    double width; /* of the stroke */
} easel_look;

void easel_init(easel *e, easel_kind kind);
void easel_fini(easel *e);
void easel_page(easel *e); /* a new one, on which is drawn from now on */

void easel_line(easel *e, double x1, double y1, double x2, double y2, double width);
/* On a base line at y. */
void easel_text(easel *e, double x, double y, double size, easel_align align, bool bold,
                duel_str text);
/* Broken into lines of at most `w`, the first on base line y; returns the base line after the
 * last. */
double easel_paragraph(easel *e, double x, double y, double w, double size, duel_str text);
/* How wide a text comes out. */
double easel_width(double size, duel_str text);

/* The file: an SVG of one page, or a PDF of all. */
void easel_write_svg(const easel *e, int page, duel_sink *out);
void easel_write_pdf(const easel *e, duel_sink *out);

/* ---- a picture (core/scene.h) in black on white ------------------------------------------ */

/* Seats differ by light and dark, everything else by its shape and its letter. */

/* Draws it as large as it fits into the rectangle, in its middle, with the names of columns and
 * rows. */
void engrave_scene(easel *e, const duel_scene *s, double x, double y, double w, double h);
