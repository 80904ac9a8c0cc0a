/* front/curve.c -- see curve.h. Bars grow from the middle line, up for the first side. */
#include "front/curve.h"

#include <math.h>
#include <stdio.h>

static bool has_numbers(const game_curve *g)
{
    return g->points && g->told;
}

static double largest(const game_curve *g)
{
    double most = 1;
    for (size_t i = 0; i < g->count; i++)
        if (fabs(g->point[i].value) > most)
            most = fabs(g->point[i].value);
    return ceil(most);
}

/* ---- in characters ------------------------------------------------------------------------
 */

enum { HALF = 4, MARGIN = 6 }; /* rows on either side of the middle; room for numbers */

typedef struct canvas {
    const game_curve *g;
    duel_pen *pen;
    double most;
    size_t columns; /* of the curve; several moves may share one */
} canvas;

static size_t point_at(const canvas *c, size_t column)
{
    return c->g->count <= c->columns ? column : column * c->g->count / c->columns;
}

static void put_tone(duel_pen *pen, duel_tone tone)
{
    if (pen->tone)
        pen->tone(pen, tone);
}

static bool is_outer(int row)
{
    return row == HALF || row == -HALF;
}

static void put_axis(const canvas *c, int row)
{
    char number[16] = "";
    if (has_numbers(c->g) && row == 0)
        snprintf(number, sizeof number, "0");
    else if (has_numbers(c->g) && is_outer(row))
        snprintf(number, sizeof number, "%+.0f", row * c->most / HALF);
    put_tone(c->pen, DUEL_SOFT);
    duel_putf(c->pen->out, "%*s ", MARGIN - 2, number);
    put_tone(c->pen, DUEL_PLAIN);
}

/* A bar reaches a row if it covers at least half of it. */
static bool reaches(const canvas *c, const curve_point *p, int row)
{
    double size = fabs(p->value) / c->most * HALF;
    int side = p->value > 0 ? 1 : -1;
    return row * side > 0 && size >= row * side - 0.5;
}

static void put_cell(const canvas *c, size_t column, int row)
{
    static const char *const bar[2][2] = {{":", "#"}, {"▒", "█"}};
    const curve_point *p = &c->g->point[point_at(c, column)];
    if (row == 0) {
        duel_put(c->pen->out, c->pen->utf8 ? "─" : "-");
    } else if (reaches(c, p, row)) {
        put_tone(c->pen, row > 0 ? DUEL_SEAT1 : DUEL_SEAT2);
        duel_put(c->pen->out, bar[c->pen->utf8][p->proved]);
        put_tone(c->pen, DUEL_PLAIN);
    } else {
        duel_put(c->pen->out, " ");
    }
}

static void put_curve_row(const canvas *c, int row)
{
    size_t last = c->columns;
    while (row && last > 0 && !reaches(c, &c->g->point[point_at(c, last - 1)], row))
        last--; /* no blanks at the end of a line */
    if (last > 0 || is_outer(row))
        put_axis(c, row);
    for (size_t i = 0; i < last; i++)
        put_cell(c, i, row);
    if (is_outer(row)) {
        duel_put(c->pen->out, "  ");
        put_tone(c->pen, row > 0 ? DUEL_SEAT1 : DUEL_SEAT2);
        duel_put(c->pen->out, duel_text(c->pen->lang, row > 0 ? c->g->above : c->g->below));
        put_tone(c->pen, DUEL_PLAIN);
    }
    duel_put(c->pen->out, "\n");
}

static void put_mark(const canvas *c)
{
    if (c->g->marked >= c->g->count)
        return;
    duel_putf(c->pen->out, "%*s", MARGIN - 1, "");
    for (size_t i = 0; i < c->columns && point_at(c, i) < c->g->marked; i++)
        duel_put(c->pen->out, " ");
    duel_put(c->pen->out, c->pen->utf8 ? "▲\n" : "^\n");
}

void curve_draw(const game_curve *g, duel_pen *pen, int columns)
{
    size_t room = (size_t)(columns - MARGIN);
    canvas c = {g, pen, largest(g), g->count < room ? g->count : room};
    for (int row = HALF; row >= -HALF; row--)
        put_curve_row(&c, row);
    put_mark(&c);
}

/* ---- as a picture -------------------------------------------------------------------------
 */

enum { WIDTH = 720, HEIGHT = 320, LEFT = 48, TOP = 48, RIGHT = 16, BOTTOM = 40 };

static double x_of(const game_curve *g, size_t i)
{
    return LEFT + (WIDTH - LEFT - RIGHT) * ((double)i + 0.5) / (double)g->count;
}

static double y_of(double value, double most)
{
    double half = (HEIGHT - TOP - BOTTOM) / 2.0;
    return TOP + half - half * value / most;
}

static void put_level(const game_curve *g, double value, double most, duel_sink *out)
{
    double y = y_of(value, most);
    duel_putf(out, "<path d=\"M%d %.1fH%d\" class=\"%s\"/>\n", LEFT, y, WIDTH - RIGHT,
              value == 0 ? "zero" : "level");
    if (has_numbers(g))
        duel_putf(out, "<text x=\"%d\" y=\"%.1f\" text-anchor=\"end\">%s%.0f</text>\n",
                  LEFT - 6, y + 4,
                  value > 0   ? "+"
                  : value < 0 ? "−"
                              : "",
                  fabs(value));
}

static void put_bar(const game_curve *g, size_t i, double most, duel_sink *out)
{
    const curve_point *p = &g->point[i];
    double width = (WIDTH - LEFT - RIGHT) / (double)g->count;
    double y = y_of(p->value, most), zero = y_of(0, most);
    duel_putf(out,
              "<rect x=\"%.1f\" y=\"%.1f\" width=\"%.1f\" height=\"%.1f\" class=\"%s%s\"/>\n",
              x_of(g, i) - 0.4 * width, y < zero ? y : zero, 0.8 * width, fabs(y - zero),
              p->value > 0 ? "first" : "second", p->proved ? "" : " guess");
}

static void put_number(const game_curve *g, size_t i, duel_sink *out)
{
    duel_putf(out, "<text x=\"%.1f\" y=\"%d\" text-anchor=\"middle\">%zu</text>\n", x_of(g, i),
              HEIGHT - BOTTOM + 18, i);
}

static void put_pointer(const game_curve *g, double most, duel_sink *out)
{
    double x = x_of(g, g->marked), y = y_of(0, most);
    duel_putf(out, "<circle cx=\"%.1f\" cy=\"%.1f\" r=\"6\" class=\"mark\"/>\n", x, y);
}

static void put_frame(const game_curve *g, duel_lang lang, duel_sink *out)
{
    duel_putf(out,
              "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 %d %d\" "
              "font-family=\"sans-serif\" font-size=\"12\">\n"
              "<style>svg{background:#fff;fill:#222}.level{stroke:#ddd}.zero{stroke:#444}"
              ".first{fill:#1b7837}.second{fill:#b2182b}.guess{opacity:.5}"
              ".mark{fill:none;stroke:#222;stroke-width:2}</style>\n"
              "<rect width=\"%d\" height=\"%d\" fill=\"#fff\"/>\n",
              WIDTH, HEIGHT, WIDTH, HEIGHT);
    duel_putf(out, "<text x=\"%d\" y=\"22\" font-size=\"15\">%s</text>\n", LEFT,
              duel_text(lang, g->title));
    duel_putf(out, "<text x=\"%d\" y=\"%d\" class=\"first\">▲ %s</text>\n", LEFT, TOP - 6,
              duel_text(lang, g->above));
    if (g->below[0])
        duel_putf(out, "<text x=\"%d\" y=\"%d\" class=\"second\">▼ %s</text>\n", LEFT,
                  HEIGHT - BOTTOM + 34, duel_text(lang, g->below));
}

void curve_svg(const game_curve *g, duel_lang lang, duel_sink *out)
{
    const size_t between_numbers = g->count > 100 ? 50 : g->count > 12 ? 10 : 1;
    double most = largest(g);
    put_frame(g, lang, out);
    for (int quarter = -2; quarter <= 2; quarter++)
        put_level(g, quarter * most / 2, most, out);
    for (size_t i = 0; i < g->count; i++)
        put_bar(g, i, most, out);
    for (size_t i = 0; i < g->count; i += between_numbers)
        put_number(g, i, out);
    if (g->marked < g->count)
        put_pointer(g, most, out);
    duel_put(out, "</svg>\n");
}
