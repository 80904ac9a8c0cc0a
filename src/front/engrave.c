/* front/engrave.c -- see engrave.h. */
#include "front/engrave.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

/* Where a scene lies on the page. */
typedef struct plate {
    easel *e;
    double x, y, unit;
} plate;

/* An element there: its middle and half its sides. */
typedef struct spot {
    double x, y, rx, ry, r;
} spot;

static spot spot_of(const plate *p, const duel_element *el)
{
    double rx = p->unit * (double)el->w / 2, ry = p->unit * (double)el->h / 2;
    return (spot){p->x + p->unit * (double)el->x + rx, p->y + p->unit * (double)el->y + ry, rx,
                  ry, fmin(rx, ry)};
}

static const easel_look outline = {EASEL_WHITE, EASEL_BLACK, 0.8};
static const easel_look thin = {EASEL_WHITE, EASEL_GREY, 0.4};

/* Seats are told apart by how dark they are. */
static easel_look look_of(duel_tone tone)
{
    static const easel_ink fills[] = {EASEL_WHITE, EASEL_BLACK, EASEL_GREY, EASEL_PALE};
    bool seat = tone >= DUEL_SEAT1 && tone <= DUEL_SEAT4;
    return (easel_look){seat ? fills[tone - DUEL_SEAT1] : EASEL_WHITE, EASEL_BLACK, 0.8};
}

static void put_face(const plate *p, spot at, const char *face, double size)
{
    duel_str text = duel_str_of(face);
    double wide = easel_width(1, text), room = 1.8 * at.rx;
    double fits = wide * size > room ? room / wide : size;
    easel_text(p->e, at.x, at.y + 0.36 * fits, fits, EASEL_MIDDLE, false, text);
}

static void put_box(const plate *p, spot at, double part, easel_look look)
{
    easel_rect(p->e, at.x - part * at.rx, at.y - part * at.ry, 2 * part * at.rx,
               2 * part * at.ry, look);
}

/* ---- pieces --------------------------------------------------------------------------------
 */

/* Corners on a circle, the first one up; every other at `inner` of it. */
static void put_star(const plate *p, spot at, int corners, double inner, easel_look look)
{
    double corner[32];
    const double turn = 2 * acos(-1) / corners;
    for (int i = 0; i < corners; i++) {
        double r = at.r * (i % 2 ? inner : 1) * 0.85;
        corner[2 * i] = at.x + r * sin(i * turn);
        corner[2 * i + 1] = at.y - r * cos(i * turn);
    }
    easel_polygon(p->e, corner, corners, look);
}

static void put_cross(const plate *p, spot at)
{
    double r = 0.6 * at.r;
    easel_line(p->e, at.x - r, at.y - r, at.x + r, at.y + r, 0.18 * at.r);
    easel_line(p->e, at.x - r, at.y + r, at.x + r, at.y - r, 0.18 * at.r);
}

/* The way its face says. */
static void put_car(const plate *p, spot at, const duel_element *el)
{
    double dx = el->face[0] == 'L' ? -1 : el->face[0] == 'U' || el->face[0] == 'D' ? 0 : 1;
    double dy = el->face[0] == 'U' ? -1 : el->face[0] == 'D' ? 1 : 0, r = 0.7 * at.r;
    const double corner[] = {at.x + r * dx,          at.y + r * dy,
                             at.x - r * dx - r * dy, at.y - r * dy + r * dx,
                             at.x - r * dx + r * dy, at.y - r * dy - r * dx};
    easel_polygon(p->e, corner, 3, look_of(el->tone));
}

static void put_match(const plate *p, spot at)
{
    easel_line(p->e, at.x, at.y - 0.6 * at.ry, at.x, at.y + 0.9 * at.ry, 0.35 * at.rx);
    easel_circle(p->e, at.x, at.y - 0.7 * at.ry, 0.45 * at.rx, look_of(DUEL_SEAT2));
}

static bool is_one_of(const char *shape, const char *names)
{
    duel_str rest = duel_str_of(names), word;
    while (duel_str_word(&rest, " ", &word))
        if (duel_str_is(word, shape))
            return true;
    return false;
}

/* Letters for what has a drawing of its own on the screen. */
static const char *letter_of(const duel_element *el)
{
    const duel_shape *shape = el->shape ? duel_shape_named(el->shape) : NULL;
    if (el->face[0] && !(shape && shape->carries == DUEL_SHAPE_TURN))
        return el->face;
    return shape && shape->carries == DUEL_SHAPE_BARE ? shape->sign[0] : "";
}

static void put_piece(const plate *p, const duel_element *el)
{
    spot at = spot_of(p, el);
    easel_look look = look_of(el->tone);
    const char *shape = el->shape ? el->shape : "disc";
    bool good = el->face[0] != '\0'; /* a cross with a letter is a good of a market */
    if (is_one_of(shape, "match pin"))
        put_match(p, at);
    else if (is_one_of(shape, "car"))
        put_car(p, at, el);
    else if (is_one_of(shape, "cross") && !good)
        put_cross(p, at);
    else if (is_one_of(shape, "square"))
        put_box(p, at, 0.92, look);
    else if (is_one_of(shape, "triangle diamond star cross"))
        put_star(p, at,
                 shape[0] == 't'   ? 3
                 : shape[0] == 'd' ? 4
                 : shape[0] == 's' ? 10
                                   : 8,
                 shape[0] == 's'   ? 0.55
                 : shape[0] == 'c' ? 0.6
                                   : 1,
                 outline);
    else if (is_one_of(shape, "disc ring token person pawn explorer"))
        easel_circle(p->e, at.x, at.y, 0.78 * at.r,
                     shape[0] == 'r' ? (easel_look){EASEL_WHITE, EASEL_BLACK, 0.16 * at.r}
                                     : look);
    if (!is_one_of(shape, "match pin car ring") &&
        !(is_one_of(shape, "cross disc square") && !good))
        put_face(p, at, letter_of(el), 0.8 * at.r);
}

/* ---- everything else -----------------------------------------------------------------------
 */

/* Lines of the board, the ways that the face says: the digits of a keypad. */
static void put_lines(const plate *p, spot at, const char *ways)
{
    for (; *ways; ways++) {
        int way = *ways - '1';
        easel_line(p->e, at.x, at.y, at.x + (way % 3 - 1) * at.rx, at.y + (1 - way / 3) * at.ry,
                   0.06 * at.r);
    }
}

static void put_cell(const plate *p, const duel_element *el)
{
    spot at = spot_of(p, el);
    if (el->shape && strcmp(el->shape, "lines") == 0) {
        put_lines(p, at, el->face);
        return;
    }
    bool fog = el->shape && strcmp(el->shape, "fog") == 0;
    put_box(p, at, 1, (easel_look){fog ? EASEL_PALE : EASEL_WHITE, EASEL_GREY, 0.5});
    put_face(p, at, el->face, 0.6 * at.r);
}

static void put_card(const plate *p, const duel_element *el)
{
    spot at = spot_of(p, el);
    put_box(p, at, 0.92,
            (easel_look){el->face[0] ? EASEL_WHITE : EASEL_PALE, EASEL_BLACK, 0.7});
    put_face(p, at, el->face, 1.1 * at.r);
}

static void put_counter(const plate *p, const duel_element *el)
{
    char text[64];
    snprintf(text, sizeof text, "%s%s%lld", el->face, el->face[0] ? " " : "",
             (long long)el->number);
    put_face(p, spot_of(p, el), text, 0.9 * spot_of(p, el).r);
}

static void put_element(const plate *p, const duel_element *el)
{
    switch (el->kind) {
    case DUEL_BOARD:
        put_box(p, spot_of(p, el), 1, thin);
        break;
    case DUEL_CELL:
        put_cell(p, el);
        break;
    case DUEL_PIECE:
        put_piece(p, el);
        break;
    case DUEL_CARD:
    case DUEL_PILE:
        put_card(p, el);
        break;
    case DUEL_COUNTER:
        put_counter(p, el);
        break;
    case DUEL_LABEL:
        put_face(p, spot_of(p, el), el->face, spot_of(p, el).r);
        break;
    case DUEL_GAP:
    case DUEL_SEAT:
    case DUEL_BUTTON:
    case DUEL_CHOICE_ITEM:
    default:
        break; /* for hands, or said in words */
    }
}

/* The names of columns above, of rows to the left. */
static void put_axes(const plate *p, const duel_scene *s)
{
    const double size = fmin(8, 0.4 * p->unit);
    for (int i = 0; s->axes.column && i < (int)s->width; i++)
        easel_text(p->e, p->x + (i + 0.5) * p->unit, p->y - 2, size, EASEL_MIDDLE, false,
                   duel_str_of(duel_axis(s->axes.column, i).text));
    for (int i = 0; s->axes.row && i < (int)s->height; i++) {
        int row = s->axes.up ? (int)s->height - 1 - i : i;
        easel_text(p->e, p->x - 2, p->y + (i + 0.5) * p->unit + 0.36 * size, size, EASEL_RIGHT,
                   false, duel_str_of(duel_axis(s->axes.row, row).text));
    }
}

void engrave_scene(easel *e, const duel_scene *s, double x, double y, double w, double h)
{
    if (s->count == 0 || !(s->width > 0) || !(s->height > 0))
        return;
    double margin = s->axes.column || s->axes.row ? 9 : 0;
    double unit = fmin((w - margin) / (double)s->width, (h - margin) / (double)s->height);
    plate p = {e, x + margin + (w - margin - unit * (double)s->width) / 2,
               y + margin + (h - margin - unit * (double)s->height) / 2, unit};
    for (int i = 0; i < s->count; i++)
        put_element(&p, &s->element[i]);
    put_axes(&p, s);
}
