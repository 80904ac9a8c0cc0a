/* front/tui/canvas.c -- the screen as a sheet of cells, before any terminal shows it: see
 * screen.h.
 *
 * Text is broken at blanks, as French and tables want it. */
#include "front/tui/screen.h"

#include <stdlib.h>
#include <string.h>

void tui_canvas_init(tui_canvas *c, bool utf8)
{
    *c = (tui_canvas){.utf8 = utf8};
}

void tui_canvas_fini(tui_canvas *c)
{
    free(c->cell);
    *c = (tui_canvas){.utf8 = c->utf8};
}

void tui_canvas_clear(tui_canvas *c)
{
    for (int i = 0; i < c->rows * c->columns; i++)
        c->cell[i] = (tui_cell){" ", DUEL_PLAIN, 0};
}

bool tui_canvas_resize(tui_canvas *c, int rows, int columns)
{
    if (rows < 1 || columns < 1)
        return false;
    tui_cell *cell = realloc(c->cell, (size_t)rows * (size_t)columns * sizeof *cell);
    if (cell == NULL)
        return false;
    c->cell = cell;
    c->rows = rows, c->columns = columns;
    tui_canvas_clear(c);
    return true;
}

tui_cell *tui_canvas_at(const tui_canvas *c, int row, int column)
{
    if (row < 0 || row >= c->rows || column < 0 || column >= c->columns)
        return NULL;
    return &c->cell[row * c->columns + column];
}

/* ---- characters -------------------------------------------------------------------------- */

/* Controls are not shown, whoever wrote them; accents written apart (U+0300 to U+036F) have no
 * column of their own. */
static bool has_no_column(uint32_t code)
{
    return code < ' ' || duel_is_control(code) || (code >= 0x300 && code <= 0x36F);
}

bool tui_canvas_next(duel_str *text, bool utf8, char out[5])
{
    while (text->len) {
        const char *at = text->at;
        uint32_t code;
        bool right = duel_str_character(text, &code);
        if (right && has_no_column(code))
            continue;
        memset(out, 0, 5);
        if (!right)
            out[0] = '?';
        else if (code >= 0x80 && !utf8)
            out[0] = duel_char_plain(code);
        else
            memcpy(out, at, (size_t)(text->at - at));
        return true;
    }
    return false;
}

int tui_canvas_width(duel_str text)
{
    char one[5];
    int width = 0;
    while (tui_canvas_next(&text, true, one))
        width++;
    return width;
}

/* ---- writing ----------------------------------------------------------------------------- */

void tui_canvas_put(tui_canvas *c, int row, int column, const char *character, int style)
{
    tui_cell *cell = tui_canvas_at(c, row, column);
    duel_str text = duel_str_of(character);
    if (cell && tui_canvas_next(&text, c->utf8, cell->text))
        cell->style = (uint8_t)style;
}

int tui_canvas_text(tui_canvas *c, int row, int column, int columns, duel_str text, int style)
{
    char one[5];
    int used = 0;
    bool cut = tui_canvas_width(text) > columns;
    while (used < columns && tui_canvas_next(&text, c->utf8, one)) {
        bool last = cut && used == columns - 1;
        tui_canvas_put(c, row, column + used++, last ? "…" : one, style);
    }
    return used;
}

/* Where the lines after the first begin: under the second column of a table ("name  what it
 * is"), or else where the first one does. */
static int hanging(duel_str paragraph, int columns)
{
    duel_str rest = paragraph;
    char one[5];
    int at = 0, blanks = 0;
    while (rest.len && rest.at[0] == ' ')
        rest.at++, rest.len--, at++;
    int margin = at;
    for (; tui_canvas_next(&rest, true, one) && at < columns / 2; at++) {
        if (blanks > 1 && strcmp(one, " ") != 0)
            return at;
        blanks = strcmp(one, " ") == 0 ? blanks + 1 : 0;
    }
    return margin < columns / 2 ? margin : 0;
}

/* Whether a line may end before the blank at *at. French writes one before : ; ? ! and inside
 * «…», where it may not. */
static bool ends_word(const duel_str *line, const duel_str *at)
{
    static const char closing[] = "»", opening[] = "«";
    const size_t n = sizeof closing - 1, before = (size_t)(at->at - line->at);
    if (at->len > 1 && memchr(":;?!", at->at[1], 4) != NULL)
        return false;
    if (at->len > n && memcmp(at->at + 1, closing, n) == 0)
        return false;
    return before < n || memcmp(at->at - n, opening, n) != 0;
}

/* Cuts the next line off *rest: as many words as `columns` hold, or as much of a long one. */
static duel_str take_line(duel_str *rest, int columns)
{
    duel_str at = *rest, line = *rest;
    char one[5];
    size_t end = 0; /* of the last whole word that fits */
    for (int used = 0; used < columns && at.len; used++) {
        if (at.at[0] == ' ' && at.at > rest->at && at.at[-1] != ' ' && ends_word(rest, &at))
            end = (size_t)(at.at - rest->at);
        tui_canvas_next(&at, true, one);
    }
    bool whole = at.len == 0 || (at.at[0] == ' ' && ends_word(rest, &at));
    line.len = whole || end == 0 ? (size_t)(at.at - rest->at) : end;
    rest->at += line.len, rest->len -= line.len;
    while (rest->len && rest->at[0] == ' ')
        rest->at++, rest->len--;
    return line;
}

int tui_canvas_paragraphs(tui_canvas *c, tui_rect r, duel_str text, int skip, int style)
{
    duel_str paragraph;
    int lines = 0;
    while (text.len && duel_str_part(&text, '\n', &paragraph)) {
        int hang = hanging(paragraph, r.columns), indent = 0;
        do {
            duel_str line = take_line(&paragraph, r.columns - indent);
            int at = lines++ - skip;
            if (at >= 0 && at < r.rows)
                tui_canvas_text(c, r.row + at, r.column + indent, r.columns - indent, line,
                                style);
            indent = hang;
        } while (paragraph.len);
    }
    return lines;
}

void tui_canvas_print(const tui_canvas *c, duel_sink *out)
{
    for (int row = 0; row < c->rows; row++) {
        int last = c->columns;
        while (last > 0 && strcmp(tui_canvas_at(c, row, last - 1)->text, " ") == 0)
            last--;
        for (int column = 0; column < last; column++)
            duel_put(out, tui_canvas_at(c, row, column)->text);
        duel_put(out, "\n");
    }
}
