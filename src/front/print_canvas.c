/* front/print_canvas.c -- pages to print, and pictures on them: see print_canvas.h. The PDF is
 * as plain as the standard (ISO 32000) lets it be: a catalogue, three fonts, and for each page
 * its content, uncompressed. */
#include "front/print_canvas.h"

#include <math.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void print_init(print_canvas *e, print_format kind)
{
    memset(e, 0, sizeof *e);
    e->kind = kind;
}

void print_fini(print_canvas *e)
{
    while (e->pages)
        duel_buf_fini(&e->page[--e->pages]);
}

void print_new_page(print_canvas *e)
{
    if (e->pages < PRINT_PAGES)
        duel_buf_init(&e->page[e->pages++]);
}

static duel_sink *here(print_canvas *e)
{
    return &e->page[e->pages - 1].sink;
}

/* ---- letters ----------------------------------------------------------------------------- */

/* Widths of Helvetica in thousandths of its size, from the blank to the tilde (Adobe's font
 * metrics); other letters are taken to be as wide as most. */
static const uint16_t widths[] = {
    278,  278, 355, 556, 556, 889, 667, 191, 333, 333, 389, 584, 278, 333, 278, 278,
    556,  556, 556, 556, 556, 556, 556, 556, 556, 556, 278, 278, 584, 584, 584, 556,
    1015, 667, 667, 722, 722, 667, 611, 778, 722, 278, 500, 667, 556, 833, 722, 778,
    667,  778, 722, 667, 611, 722, 667, 944, 667, 667, 611, 278, 278, 278, 469, 556,
    333,  556, 556, 500, 556, 556, 278, 556, 556, 222, 222, 500, 222, 833, 556, 556,
    556,  556, 333, 500, 278, 556, 500, 722, 500, 500, 500, 334, 260, 334, 584};

/* A letter of the two fonts: its code in Helvetica, or in Symbol. */
typedef struct glyph {
    unsigned char code;
    bool symbol;
} glyph;

static const struct {
    uint32_t letter;
    glyph is;
} others[] = {{0x2018, {0x91, false}}, {0x2019, {0x92, false}}, {0x201C, {0x93, false}},
              {0x201D, {0x94, false}}, {0x2026, {0x85, false}}, {0x2013, {0x96, false}},
              {0x2014, {0x97, false}}, {0x202F, {0xA0, false}}, {0x2022, {0x95, false}},
              {0x0152, {0x8C, false}}, {0x0153, {0x9C, false}}, {0x2212, {'-', false}},
              {0x2227, {0xD9, true}},  {0x2228, {0xDA, true}},  {0x21D2, {0xDE, true}},
              {0x2248, {0xBB, true}},  {0x2234, {0x5C, true}},  {0x2192, {0xAE, true}}};

static glyph glyph_of(uint32_t letter)
{
    if (letter < 0x80 || (letter >= 0xA0 && letter <= 0xFF))
        return (glyph){(unsigned char)letter, false};
    for (size_t i = 0; i < sizeof others / sizeof *others; i++)
        if (others[i].letter == letter)
            return others[i].is;
    return (glyph){'?', false};
}

/* The next letter of a text in UTF-8, which is taken off it. */
static uint32_t next_letter(duel_str *s)
{
    unsigned char first = (unsigned char)*s->at;
    size_t more = first >= 0xF0 ? 3 : first >= 0xE0 ? 2 : first >= 0xC0 ? 1 : 0;
    uint32_t letter = more ? first & (0x3FU >> more) : first;
    *s = (duel_str){s->at + 1, s->len - 1};
    for (; more && s->len; more--) {
        letter = letter << 6 | ((unsigned char)*s->at & 0x3F);
        *s = (duel_str){s->at + 1, s->len - 1};
    }
    return letter;
}

double print_width(double size, duel_str text)
{
    double sum = 0;
    while (text.len) {
        uint32_t letter = next_letter(&text);
        sum += letter >= ' ' && letter <= '~' ? widths[letter - ' '] : 556;
    }
    return sum * size / 1000;
}

/* ---- shapes ------------------------------------------------------------------------------ */

static const double greys[] = {
    [PRINT_BLACK] = 0.1, [PRINT_GREY] = 0.5, [PRINT_PALE] = 0.88, [PRINT_WHITE] = 1};

/* Numbers with two decimals, and a point whatever the locale says. */
static void put_numbers(duel_sink *out, int count, ...)
{
    va_list list;
    va_start(list, count);
    for (int i = 0; i < count; i++) {
        long hundredths = lround(100 * va_arg(list, double));
        duel_putf(out, "%s%ld.%02ld ", hundredths < 0 ? "-" : "", labs(hundredths) / 100,
                  labs(hundredths) % 100);
    }
    va_end(list);
}

static void put_svg_ink(duel_sink *out, const char *what, print_ink ink)
{
    int level = (int)lround(255 * greys[ink]);
    if (ink == PRINT_NOTHING)
        duel_putf(out, " %s=\"none\"", what);
    else
        duel_putf(out, " %s=\"#%02x%02x%02x\"", what, (unsigned)level, (unsigned)level,
                  (unsigned)level);
}

static void end_svg_shape(duel_sink *out, print_style look)
{
    put_svg_ink(out, "fill", look.fill);
    put_svg_ink(out, "stroke", look.stroke);
    duel_put(out, " stroke-width=\"");
    put_numbers(out, 1, look.width);
    duel_put(out, "\"/>\n");
}

static void begin_pdf_shape(duel_sink *out, print_style look)
{
    put_numbers(out, 1, look.fill == PRINT_NOTHING ? 1.0 : greys[look.fill]);
    duel_put(out, "g ");
    put_numbers(out, 1, look.stroke == PRINT_NOTHING ? 0.0 : greys[look.stroke]);
    duel_put(out, "G ");
    put_numbers(out, 1, look.width);
    duel_put(out, "w\n");
}

static void end_pdf_shape(duel_sink *out, print_style look)
{
    bool fills = look.fill != PRINT_NOTHING, strokes = look.stroke != PRINT_NOTHING;
    duel_put(out, fills && strokes ? "b\n" : fills ? "f\n" : "s\n");
}

/* Corners x, y, x, y… */
static void easel_polygon(print_canvas *e, const double corner[], int count, print_style look)
{
    duel_sink *out = here(e);
    if (e->kind == PRINT_SVG) {
        duel_put(out, "<polygon points=\"");
        for (int i = 0; i < count; i++)
            put_numbers(out, 2, corner[2 * i], corner[2 * i + 1]);
        duel_put(out, "\"");
        end_svg_shape(out, look);
        return;
    }
    begin_pdf_shape(out, look);
    for (int i = 0; i < count; i++) {
        put_numbers(out, 2, corner[2 * i], PRINT_HEIGHT - corner[2 * i + 1]);
        duel_put(out, i ? "l " : "m ");
    }
    end_pdf_shape(out, look);
}

static void easel_rect(print_canvas *e, double x, double y, double w, double h,
                       print_style look)
{
    const double corner[] = {x, y, x + w, y, x + w, y + h, x, y + h};
    easel_polygon(e, corner, 4, look);
}

/* Four curves, as near to a circle as such curves come. */
static void put_pdf_circle(duel_sink *out, double x, double y, double r)
{
    static const int dx[] = {1, 0, -1, 0, 1}, dy[] = {0, 1, 0, -1, 0};
    const double k = 0.5523 * r;
    put_numbers(out, 2, x + r, y);
    duel_put(out, "m ");
    for (int quarter = 0; quarter < 4; quarter++) {
        put_numbers(out, 6, x + dx[quarter] * r + dx[quarter + 1] * k,
                    y + dy[quarter] * r + dy[quarter + 1] * k,
                    x + dx[quarter + 1] * r + dx[quarter] * k,
                    y + dy[quarter + 1] * r + dy[quarter] * k, x + dx[quarter + 1] * r,
                    y + dy[quarter + 1] * r);
        duel_put(out, "c ");
    }
}

static void easel_circle(print_canvas *e, double x, double y, double radius, print_style look)
{
    duel_sink *out = here(e);
    if (e->kind == PRINT_SVG) {
        duel_put(out, "<circle cx=\"");
        put_numbers(out, 1, x);
        duel_put(out, "\" cy=\"");
        put_numbers(out, 1, y);
        duel_put(out, "\" r=\"");
        put_numbers(out, 1, radius);
        duel_put(out, "\"");
        end_svg_shape(out, look);
        return;
    }
    begin_pdf_shape(out, look);
    put_pdf_circle(out, x, PRINT_HEIGHT - y, radius);
    end_pdf_shape(out, look);
}

void print_put_line(print_canvas *e, double x1, double y1, double x2, double y2, double width)
{
    const double ends[] = {x1, y1, x2, y2};
    easel_polygon(e, ends, 2, (print_style){PRINT_NOTHING, PRINT_BLACK, width});
}

/* ---- words ------------------------------------------------------------------------------- */

static void put_svg_letters(duel_sink *out, duel_str text)
{
    for (size_t i = 0; i < text.len; i++) {
        char c = text.at[i];
        if (c == '<' || c == '&' || c == '>')
            duel_put(out, c == '<' ? "&lt;" : c == '&' ? "&amp;" : "&gt;");
        else if ((unsigned char)c >= ' ')
            duel_put_str(out, (duel_str){&text.at[i], 1});
    }
}

static void put_svg_text(duel_sink *out, double x, double y, double size, print_align align,
                         bool bold, duel_str text)
{
    static const char *const anchors[] = {"start", "middle", "end"};
    duel_put(out, "<text x=\"");
    put_numbers(out, 1, x);
    duel_put(out, "\" y=\"");
    put_numbers(out, 1, y);
    duel_put(out, "\" font-size=\"");
    put_numbers(out, 1, size);
    duel_putf(out, "\" text-anchor=\"%s\"%s>", anchors[align],
              bold ? " font-weight=\"bold\"" : "");
    put_svg_letters(out, text);
    duel_put(out, "</text>\n");
}

/* A run of letters of one font is a string in brackets. */
static void put_pdf_letters(duel_sink *out, double size, bool bold, duel_str text)
{
    bool open = false, symbol = false;
    while (text.len) {
        glyph g = glyph_of(next_letter(&text));
        if (!open || g.symbol != symbol) {
            duel_put(out, open ? ") Tj " : "");
            duel_put(out, g.symbol ? "/F3 " : bold ? "/F2 " : "/F1 ");
            put_numbers(out, 1, size);
            duel_put(out, "Tf (");
        }
        open = true;
        symbol = g.symbol;
        duel_putf(out, "\\%03o", g.code);
    }
    duel_put(out, open ? ") Tj " : "");
}

static void put_pdf_text(duel_sink *out, double x, double y, double size, print_align align,
                         bool bold, duel_str text)
{
    double w = print_width(size, text);
    double from = align == PRINT_MIDDLE ? x - w / 2 : align == PRINT_RIGHT ? x - w : x;
    duel_put(out, "0.1 g BT ");
    put_numbers(out, 2, from, PRINT_HEIGHT - y);
    duel_put(out, "Td ");
    put_pdf_letters(out, size, bold, text);
    duel_put(out, "ET\n");
}

void print_put_text(print_canvas *e, double x, double y, double size, print_align align,
                    bool bold, duel_str text)
{
    (e->kind == PRINT_SVG ? put_svg_text : put_pdf_text)(here(e), x, y, size, align, bold,
                                                         text);
}

double print_put_paragraph(print_canvas *e, double x, double y, double w, double size,
                           duel_str text)
{
    const double leading = 1.25 * size;
    duel_str line = {text.at, 0}, word, rest = text;
    while (duel_str_word(&rest, " ", &word)) {
        duel_str longer = {line.at, (size_t)(word.at + word.len - line.at)};
        if (line.len && print_width(size, longer) > w) {
            print_put_text(e, x, y, size, PRINT_LEFT, false, line);
            y += leading;
            line = word;
        } else {
            line = longer;
        }
    }
    print_put_text(e, x, y, size, PRINT_LEFT, false, line);
    return y + leading;
}

/* ---- files ------------------------------------------------------------------------------- */

void print_write_svg(const print_canvas *e, int page, duel_sink *out)
{
    duel_putf(out,
              "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"210mm\" height=\"297mm\" "
              "viewBox=\"0 0 %d %d\" font-family=\"Helvetica, Arial, sans-serif\" "
              "fill=\"#1a1a1a\" stroke-linejoin=\"round\" stroke-linecap=\"round\">\n",
              PRINT_WIDTH, PRINT_HEIGHT);
    duel_put_str(out, duel_buf_str(&e->page[page]));
    duel_put(out, "</svg>\n");
}

enum { FONTS = 3, FIXED_OBJECTS = 2 + FONTS, OBJECTS = FIXED_OBJECTS + 2 * PRINT_PAGES + 1 };

/* A file on its way: where each object begins is told at its end. */
typedef struct pdf {
    duel_buf text;
    size_t at[OBJECTS];
    int count;
} pdf;

static void begin_object(pdf *p)
{
    p->at[p->count++] = p->text.len;
    duel_putf(&p->text.sink, "%d 0 obj\n", p->count);
}

static void put_fonts(pdf *p)
{
    static const char *const fonts[FONTS] = {"Helvetica", "Helvetica-Bold", "Symbol"};
    for (int i = 0; i < FONTS; i++) {
        begin_object(p);
        duel_putf(&p->text.sink, "<</Type/Font/Subtype/Type1/BaseFont/%s%s>>\nendobj\n",
                  fonts[i], i < 2 ? "/Encoding/WinAnsiEncoding" : "");
    }
}

static void put_page(pdf *p, const duel_buf *content)
{
    begin_object(p);
    duel_putf(&p->text.sink,
              "<</Type/Page/Parent 2 0 R/MediaBox[0 0 %d %d]/Contents %d 0 R/Resources<</Font"
              "<</F1 3 0 R/F2 4 0 R/F3 5 0 R>>>>>>\nendobj\n",
              PRINT_WIDTH, PRINT_HEIGHT, p->count + 1);
    begin_object(p);
    duel_putf(&p->text.sink, "<</Length %zu>>\nstream\n1 j 1 J\n", content->len + 8);
    duel_put_str(&p->text.sink, duel_buf_str(content));
    duel_put(&p->text.sink, "\nendstream\nendobj\n");
}

static void put_places(pdf *p)
{
    size_t table = p->text.len;
    duel_putf(&p->text.sink, "xref\n0 %d\n0000000000 65535 f \n", p->count + 1);
    for (int i = 0; i < p->count; i++)
        duel_putf(&p->text.sink, "%010zu 00000 n \n", p->at[i]);
    duel_putf(&p->text.sink, "trailer\n<</Size %d/Root 1 0 R>>\nstartxref\n%zu\n%%%%EOF\n",
              p->count + 1, table);
}

void print_write_pdf(const print_canvas *e, duel_sink *out)
{
    pdf p = {.count = 0};
    duel_buf_init(&p.text);
    duel_put(&p.text.sink, "%PDF-1.4\n");
    begin_object(&p);
    duel_put(&p.text.sink, "<</Type/Catalog/Pages 2 0 R>>\nendobj\n");
    begin_object(&p);
    duel_putf(&p.text.sink, "<</Type/Pages/Count %d/Kids[", e->pages);
    for (int i = 0; i < e->pages; i++)
        duel_putf(&p.text.sink, "%d 0 R ", FIXED_OBJECTS + 1 + 2 * i);
    duel_put(&p.text.sink, "]>>\nendobj\n");
    put_fonts(&p);
    for (int i = 0; i < e->pages; i++)
        put_page(&p, &e->page[i]);
    put_places(&p);
    duel_put_str(out, duel_buf_str(&p.text));
    duel_buf_fini(&p.text);
}

/* ---- a picture (core/scene.h), to be printed --------------------------------------------- */

/* Seats differ by light and dark, everything else by its shape and its letter. */

/* Where a scene lies on the page. */
typedef struct plate {
    print_canvas *e;
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

static const print_style outline = {PRINT_WHITE, PRINT_BLACK, 0.8};
static const print_style thin = {PRINT_WHITE, PRINT_GREY, 0.4};

/* Seats are told apart by how dark they are. */
static print_style look_of(duel_tone tone)
{
    static const print_ink fills[] = {PRINT_WHITE, PRINT_BLACK, PRINT_GREY, PRINT_PALE};
    bool seat = tone >= DUEL_SEAT1 && tone <= DUEL_SEAT4;
    return (print_style){seat ? fills[tone - DUEL_SEAT1] : PRINT_WHITE, PRINT_BLACK, 0.8};
}

static void put_face(const plate *p, spot at, const char *face, double size)
{
    duel_str text = duel_str_of(face);
    double wide = print_width(1, text), room = 1.8 * at.rx;
    double fits = wide * size > room ? room / wide : size;
    print_put_text(p->e, at.x, at.y + 0.36 * fits, fits, PRINT_MIDDLE, false, text);
}

static void put_box(const plate *p, spot at, double part, print_style look)
{
    easel_rect(p->e, at.x - part * at.rx, at.y - part * at.ry, 2 * part * at.rx,
               2 * part * at.ry, look);
}

/* ---- pieces ------------------------------------------------------------------------------ */

/* Corners on a circle, the first one up; every other at `inner` of it. */
static void put_star(const plate *p, spot at, int corners, double inner, print_style look)
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
    print_put_line(p->e, at.x - r, at.y - r, at.x + r, at.y + r, 0.18 * at.r);
    print_put_line(p->e, at.x - r, at.y + r, at.x + r, at.y - r, 0.18 * at.r);
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
    print_put_line(p->e, at.x, at.y - 0.6 * at.ry, at.x, at.y + 0.9 * at.ry, 0.35 * at.rx);
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
    print_style look = look_of(el->tone);
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
                     shape[0] == 'r' ? (print_style){PRINT_WHITE, PRINT_BLACK, 0.16 * at.r}
                                     : look);
    if (!is_one_of(shape, "match pin car ring") &&
        !(is_one_of(shape, "cross disc square") && !good))
        put_face(p, at, letter_of(el), 0.8 * at.r);
}

/* ---- everything else --------------------------------------------------------------------- */

/* Lines of the board, the ways that the face says: the digits of a keypad. */
static void put_lines(const plate *p, spot at, const char *ways)
{
    for (; *ways; ways++) {
        int way = *ways - '1';
        print_put_line(p->e, at.x, at.y, at.x + (way % 3 - 1) * at.rx,
                       at.y + (1 - way / 3) * at.ry, 0.06 * at.r);
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
    put_box(p, at, 1, (print_style){fog ? PRINT_PALE : PRINT_WHITE, PRINT_GREY, 0.5});
    put_face(p, at, el->face, 0.6 * at.r);
}

static void put_card(const plate *p, const duel_element *el)
{
    spot at = spot_of(p, el);
    put_box(p, at, 0.92,
            (print_style){el->face[0] ? PRINT_WHITE : PRINT_PALE, PRINT_BLACK, 0.7});
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
        print_put_text(p->e, p->x + (i + 0.5) * p->unit, p->y - 2, size, PRINT_MIDDLE, false,
                       duel_str_of(duel_axis(s->axes.column, i).text));
    for (int i = 0; s->axes.row && i < (int)s->height; i++) {
        int row = s->axes.up ? (int)s->height - 1 - i : i;
        print_put_text(p->e, p->x - 2, p->y + (i + 0.5) * p->unit + 0.36 * size, size,
                       PRINT_RIGHT, false, duel_str_of(duel_axis(s->axes.row, row).text));
    }
}

void print_scene(print_canvas *e, const duel_scene *s, double x, double y, double w, double h)
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
