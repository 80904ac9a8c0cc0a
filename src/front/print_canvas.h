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

enum { PRINT_WIDTH = 595, PRINT_HEIGHT = 842, PRINT_PAGES = 64 };

typedef enum print_format { PRINT_SVG, PRINT_PDF } print_format;
typedef enum print_ink {
    PRINT_NOTHING,
    PRINT_BLACK,
    PRINT_GREY,
    PRINT_PALE,
    PRINT_WHITE
} print_ink;
typedef enum print_align { PRINT_LEFT, PRINT_MIDDLE, PRINT_RIGHT } print_align;

typedef struct print_canvas {
    print_format kind;
    int pages;
    duel_buf page[PRINT_PAGES]; /* what is drawn on each */
} print_canvas;

typedef struct print_style {
    print_ink fill, stroke;
    double width; /* of the stroke */
} print_style;

void print_init(print_canvas *e, print_format kind);
void print_fini(print_canvas *e);
void print_new_page(print_canvas *e); /* a new one, on which is drawn from now on */

void print_put_line(print_canvas *e, double x1, double y1, double x2, double y2, double width);
/* On a base line at y. */
void print_put_text(print_canvas *e, double x, double y, double size, print_align align,
                    bool bold, duel_str text);
/* Broken into lines of at most `w`, the first on base line y; returns the base line after the
 * last. */
double print_put_paragraph(print_canvas *e, double x, double y, double w, double size,
                           duel_str text);
/* How wide a text comes out. */
double print_width(double size, duel_str text);

/* The file: an SVG of one page, or a PDF of all. */
void print_write_svg(const print_canvas *e, int page, duel_sink *out);
void print_write_pdf(const print_canvas *e, duel_sink *out);

/* ---- a picture (core/scene.h) in black on white ------------------------------------------ */

/* Seats differ by light and dark, everything else by its shape and its letter. */

/* Draws it as large as it fits into the rectangle, in its middle, with the names of columns and
 * rows. */
void print_scene(print_canvas *e, const duel_scene *s, double x, double y, double w, double h);
