/* games/chicago/table_text.c -- the market as text: the circle of piles, then prices and
 * holdings.
 *
 * The circle is drawn flat: the first half of the piles from left to right, the others below
 * them from right to left, so that clockwise reads as on a clock. Tops stand in brackets. */
#include "games/chicago/chicago.h"

#include "core/play.h"

#include <stdio.h>

enum { NAME_COLUMNS = 18, GOOD_COLUMNS = 8 };

/* The same shape beside its letter: one column of UTF-8. */
static const char *good_glyph(int good)
{
    static const char *const glyph[CHICAGO_GOODS] = {"▲", "●", "■", "◆", "✚", "★"};
    return glyph[good];
}

const char *chicago_good_shape(int good)
{
    static const char *const shape[CHICAGO_GOODS] = {"triangle", "disc",  "square",
                                                     "diamond",  "cross", "star"};
    return shape[good];
}

static int columns_wide(const char *text)
{
    int columns = 0;
    for (; *text; text++)
        columns += ((unsigned char)*text & 0xC0) != 0x80;
    return columns;
}

/* Text in a field of so many columns, at its left or right end. */
static void put_left(duel_pen *pen, const char *text, int columns)
{
    duel_putf(pen->out, "%s%*s", text, columns - columns_wide(text), "");
}

static void put_right(duel_pen *pen, const char *text, int columns)
{
    duel_putf(pen->out, "%*s%s", columns - columns_wide(text), "", text);
}

/* ---- the circle -------------------------------------------------------------------------- */

static char letter_of(int token)
{
    return token == CHICAGO_UNKNOWN ? '?' : chicago_good_letter(token - 1);
}

static void draw_top(int token, duel_pen *pen)
{
    duel_put(pen->out, "[");
    if (pen->utf8 && token != CHICAGO_UNKNOWN)
        duel_put(pen->out, good_glyph(token - 1));
    duel_putf(pen->out, "%c]", letter_of(token));
}

/* " 2>[W]MSR": its number, the trader if it stands here, the top, what lies below. */
static void draw_pile(const chicago_board *b, int pile, duel_pen *pen)
{
    bool here = pile == b->trader;
    duel_pen_thing(pen, duel_target_of("pile:%d", pile + 1).text);
    duel_pen_tone(pen, here ? DUEL_PICK : DUEL_SOFT);
    duel_putf(pen->out, "%2d%s", pile + 1, !here ? " " : pen->utf8 ? "▸" : ">");
    duel_pen_tone(pen, DUEL_PLAIN);
    draw_top(b->pile[pile][0], pen);
    duel_pen_tone(pen, DUEL_SOFT);
    for (int i = 1; i < CHICAGO_TALL; i++) {
        int token = b->pile[pile][i];
        duel_put_char(pen->out, token == CHICAGO_NOTHING ? ' ' : letter_of(token));
    }
    duel_pen_tone(pen, DUEL_PLAIN);
    duel_pen_thing(pen, NULL);
}

static void draw_circle(const chicago_board *b, duel_pen *pen)
{
    int above = (b->piles + 1) / 2;
    duel_put(pen->out, "   ");
    for (int i = 0; i < above; i++) {
        draw_pile(b, i, pen);
        duel_put(pen->out, i + 1 < above ? (pen->utf8 ? " → " : " > ")
                           : pen->utf8   ? " ↓"
                                         : " v");
    }
    duel_put(pen->out, pen->utf8 ? "\n ↑ " : "\n ^ ");
    for (int i = b->piles - 1; i >= above; i--) {
        draw_pile(b, i, pen);
        if (i > above)
            duel_put(pen->out, pen->utf8 ? " ← " : " < ");
    }
    duel_put(pen->out, "\n");
}

/* ---- prices and holdings ----------------------------------------------------------------- */

static void draw_names(duel_pen *pen)
{
    put_left(pen, "", NAME_COLUMNS);
    for (int good = 0; good < CHICAGO_GOODS; good++)
        put_right(pen, duel_text(pen->lang, chicago_good_name(good)), GOOD_COLUMNS);
    put_right(pen, duel_text(pen->lang, N_("score")), GOOD_COLUMNS);
    duel_put(pen->out, "\n");
    put_left(pen, "", NAME_COLUMNS);
    for (int good = 0; good < CHICAGO_GOODS; good++) {
        char mark[8];
        snprintf(mark, sizeof mark, "%s%c", pen->utf8 ? good_glyph(good) : "",
                 chicago_good_letter(good));
        put_right(pen, mark, GOOD_COLUMNS);
    }
    duel_put(pen->out, "\n");
}

/* A number at the right end of its column; what it tells is in the scene as "WHAT:W". */
static void put_number(duel_pen *pen, const char *what, int good, const char *text)
{
    duel_putf(pen->out, "%*s", GOOD_COLUMNS - columns_wide(text), "");
    if (what[0])
        duel_pen_thing(pen, duel_target_of("%s:%c", what, chicago_good_letter(good)).text);
    duel_put(pen->out, text);
    duel_pen_thing(pen, NULL);
}

/* A row of six numbers; zeros are shown as a point where they only mean "none". */
static void draw_row(duel_pen *pen, const char *name, const char *what,
                     const uint8_t number[CHICAGO_GOODS], bool points)
{
    duel_put(pen->out, "  ");
    put_left(pen, duel_text(pen->lang, name), NAME_COLUMNS - 2);
    for (int good = 0; good < CHICAGO_GOODS; good++) {
        char text[8];
        snprintf(text, sizeof text, points && number[good] == 0 ? "." : "%d", number[good]);
        put_number(pen, what, good, text);
    }
}

static void draw_seats(const duel_variant *v, const chicago_board *b, duel_pen *pen)
{
    int32_t score[DUEL_SEATS];
    chicago_scores(v, b, score);
    for (int seat = 0; seat < v->seats; seat++) {
        duel_pen_tone(pen, (duel_tone)(DUEL_SEAT1 + seat));
        draw_row(pen, duel_role(v, seat), duel_target_of("held:%d", seat + 1).text,
                 b->held[seat], true);
        duel_putf(pen->out, "%*d", GOOD_COLUMNS, score[seat]);
        duel_pen_tone(pen, DUEL_PLAIN);
        duel_put(pen->out, "\n");
    }
}

/* The tokens of each good still in the piles, as far as they are known. */
static void draw_left(const chicago_board *b, duel_pen *pen)
{
    uint8_t left[CHICAGO_GOODS];
    for (int good = 0; good < CHICAGO_GOODS; good++)
        left[good] = (uint8_t)chicago_on_board(b, good + 1);
    duel_pen_tone(pen, DUEL_SOFT);
    draw_row(pen, chicago_on_board(b, CHICAGO_UNKNOWN) ? N_("on top") : N_("in the piles"), "",
             left, true);
    duel_pen_tone(pen, DUEL_PLAIN);
    duel_put(pen->out, "\n");
}

const char *chicago_sight(const duel_variant *v)
{
    return v->option[CHICAGO_VIEW] == CHICAGO_TOPS
               ? N_("In play only the tops of the piles are seen, by the machine too.")
               : N_("Every token is seen, by the machine too.");
}

static void draw_sight(const duel_variant *v, duel_pen *pen)
{
    duel_pen_tone(pen, DUEL_SOFT);
    duel_putf(pen->out, "  %s", duel_text(pen->lang, chicago_sight(v)));
    duel_pen_tone(pen, DUEL_PLAIN);
    duel_put(pen->out, "\n");
}

static void draw_komi(const duel_variant *v, duel_pen *pen)
{
    if (v->option[CHICAGO_KOMI] == 0)
        return;
    duel_put(pen->out, "  ");
    duel_tell(pen->lang, pen->out,
              N_("The score of {0} has {1} {1:point|points} given from the start."), "wi",
              duel_role(v, 1), v->option[CHICAGO_KOMI]);
    duel_put(pen->out, "\n");
}

void chicago_draw(const duel_variant *v, const void *view, int seat, duel_pen *pen)
{
    draw_circle(view, pen);
    duel_put(pen->out, "\n");
    draw_names(pen);
    draw_row(pen, N_("price"), "price", ((const chicago_board *)view)->price, false);
    duel_put(pen->out, "\n");
    draw_seats(v, view, pen);
    draw_left(view, pen);
    draw_sight(v, pen);
    draw_komi(v, pen);
}
