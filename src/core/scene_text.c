/* core/scene_text.c -- scenes as text: see scene_text.h.
 *
 * A sheet of characters lies over the scene, `wide` columns and `high` rows to a unit:
 *
 *     ruled   4 × 2      two    2 × 1      three   3 × 1       cards   4 × 1
 *        │ X │           · ● ·            ▓1▓▓1▓ ·             [A] [?]
 *     ───┼───┼───        ○ · ·             · ▓1▓ ·             [7]
 *      O │   │
 *
 * An element stands where its middle is. Rows that stay blank are left out, so that a picture
 * spread over much room comes out close together. */
#include "core/scene_text.h"
#include "core/play.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    INDENT = 2,
    FIVE = 5,
    LINE_COLUMNS = 76,  /* of words */
    MOST_COLUMNS = 512, /* of a sheet */
    MOST_ROWS = 256
};

/* One character. */
typedef struct ink {
    char text[5]; /* UTF-8, NUL-ended */
    duel_tone tone;
    const char *thing; /* the id of what it draws; NULL: nothing */
} ink;

typedef struct box {
    int left, top, right, bottom; /* in units; the last two not included */
} box;

typedef struct sheet {
    const duel_scene *scene;
    duel_pen *pen;
    box all, board;    /* whatever has a sign, and the cells among it */
    bool cells, ruled; /* there is a board; with lines between its cells */
    bool well;         /* things fall into it: walls and a ground */
    bool fives;        /* loose pieces are counted in fives */
    int wide, high;    /* of a unit */
    int indent;        /* columns before all of it */
    int margin, head;  /* columns before the first unit, rows above it */
    int rows, columns;
    ink *ink;
} sheet;

/* ---- what is drawn, and how large ---------------------------------------------------- */

static bool is_seat(duel_tone tone)
{
    return tone >= DUEL_SEAT1 && tone <= DUEL_SEAT4;
}

static bool has_shape(const duel_element *e, const char *name)
{
    return e->shape && strcmp(e->shape, name) == 0;
}

/* A piece that colours its whole cell. */
static bool fills(const duel_element *e)
{
    return e->kind == DUEL_PIECE && has_shape(e, "square") && is_seat(e->tone);
}

/* Drawn by a sign in its place; the others are words, or nothing. */
static bool has_sign(const duel_element *e)
{
    switch (e->kind) {
    case DUEL_CELL:
    case DUEL_GAP:
    case DUEL_PIECE:
    case DUEL_CARD:
    case DUEL_PILE:
        return true;
    case DUEL_SEAT:
    case DUEL_COUNTER:
    case DUEL_LABEL:
        return e->face[0] != '\0';
    case DUEL_BOARD:
    case DUEL_BUTTON:
    case DUEL_CHOICE_ITEM:
        return false;
    }
    return false;
}

static int floor_of(float at)
{
    int whole = (int)at;
    return at < (float)whole ? whole - 1 : whole;
}

static void include(box *b, bool *any, const duel_element *e)
{
    box own = {floor_of(e->x), floor_of(e->y), -floor_of(-e->x - e->w),
               -floor_of(-e->y - e->h)};
    if (!*any)
        *b = own;
    *any = true;
    b->left = own.left < b->left ? own.left : b->left;
    b->top = own.top < b->top ? own.top : b->top;
    b->right = own.right > b->right ? own.right : b->right;
    b->bottom = own.bottom > b->bottom ? own.bottom : b->bottom;
}

/* False: there is nothing to be seen. */
static bool look_over(sheet *sh)
{
    bool any = false, gaps = false;
    for (int i = 0; i < sh->scene->count; i++) {
        const duel_element *e = &sh->scene->element[i];
        sh->well = sh->well || (e->kind == DUEL_BOARD && has_shape(e, "well"));
        gaps = gaps || e->kind == DUEL_GAP;
        if (has_sign(e))
            include(&sh->all, &any, e);
        if (e->kind == DUEL_CELL)
            include(&sh->board, &sh->cells, e);
    }
    sh->fives = !sh->cells && !gaps; /* what can be put between two must find its place there */
    return any;
}

static void choose_units(sheet *sh)
{
    enum { SMALL = 3 };
    bool cards = false, filled = false;
    for (int i = 0; i < sh->scene->count; i++) {
        cards = cards || sh->scene->element[i].kind == DUEL_CARD;
        filled = filled || fills(&sh->scene->element[i]);
    }
    sh->ruled = sh->cells && sh->board.right - sh->board.left <= SMALL &&
                sh->board.bottom - sh->board.top <= SMALL;
    sh->wide = sh->ruled || cards ? 4 : filled ? 3 : 2;
    sh->high = sh->ruled ? 2 : 1;
}

/* Room for the names of columns and rows, and the walls of a well. */
static void choose_margins(sheet *sh)
{
    const duel_axes *axes = &sh->scene->axes;
    int rows = sh->board.bottom - sh->board.top;
    bool named = sh->cells && axes->row;
    int names = named ? (int)strlen(duel_axis(axes->row, rows - 1).text) : 0;
    bool axis = sh->cells && axes->column;
    sh->margin = sh->indent + names + (named && !sh->ruled) + sh->well;
    sh->head = axis && !axes->up;
    sh->columns = sh->margin + sh->wide * (sh->all.right - sh->all.left) + 2 +
                  (sh->all.right - sh->all.left) / FIVE;
    sh->rows =
        sh->head + sh->high * (sh->all.bottom - sh->all.top) + sh->well + (axis && axes->up);
}

/* ---- writing on the sheet ------------------------------------------------------------ */

static ink *ink_at(const sheet *sh, int row, int column)
{
    bool inside = row >= 0 && row < sh->rows && column >= 0 && column < sh->columns;
    return inside ? &sh->ink[row * sh->columns + column] : NULL;
}

/* One character, cut off *text: as it is, or its likeness in ASCII. */
static void take_character(duel_str *text, bool utf8, char out[5])
{
    const char *from = text->at;
    uint32_t code;
    memset(out, 0, 5);
    bool right = duel_str_character(text, &code);
    if (right && utf8)
        memcpy(out, from, (size_t)(text->at - from));
    else
        out[0] = right ? duel_char_plain(code) : '?';
}

static int columns_of_text(duel_str text)
{
    uint32_t code;
    int count = 0;
    for (; text.len; count++)
        duel_str_character(&text, &code);
    return count;
}

static void write_at(sheet *sh, int row, int column, const char *text, duel_tone tone,
                     const char *thing)
{
    duel_str rest = duel_str_of(text);
    while (rest.len) {
        ink *at = ink_at(sh, row, column++), lost;
        at = at ? at : &lost;
        take_character(&rest, sh->pen->utf8, at->text);
        at->tone = tone;
        at->thing = thing;
    }
}

/* ---- where things stand -------------------------------------------------------------- */

/* The fives that end before this piece, in its own row. */
static int fives_before(const sheet *sh, const duel_element *e)
{
    int run = 0, fives = 0;
    float next = 0;
    for (int i = 0; sh->fives && i < sh->scene->count; i++) {
        const duel_element *o = &sh->scene->element[i];
        if (o->kind != DUEL_PIECE || o->y < e->y || o->y > e->y || o->x >= e->x)
            continue;
        run = o->x < next || o->x > next ? 1 : run + 1;
        next = o->x + o->w;
        fives += run % FIVE == 0;
    }
    return fives;
}

/* The column of its middle. */
static int column_of_middle(const sheet *sh, const duel_element *e)
{
    float middle = e->x + e->w / 2 - (float)sh->all.left;
    return sh->margin + floor_of(middle * (float)sh->wide) + fives_before(sh, e);
}

static int row_of_height(const sheet *sh, float y)
{
    return sh->head + floor_of((y - (float)sh->all.top) * (float)sh->high);
}

/* ---- signs --------------------------------------------------------------------------- */

typedef struct sign {
    char text[24];
} sign;

static sign sign_of_text(const char *text)
{
    sign s;
    snprintf(s.text, sizeof s.text, "%s", text);
    return s;
}

/* The first character. */
static sign first_of(const char *text)
{
    sign s = {""};
    duel_str rest = duel_str_of(text);
    if (rest.len)
        take_character(&rest, true, s.text);
    return s;
}

/* Seats differ by their signs as well as by their colours. */
static const char *disc_of(duel_tone tone, bool utf8)
{
    static const char *const signs[][2] = {{"X", "●"}, {"O", "○"}, {"#", "◆"}, {"@", "◇"}};
    return signs[tone - DUEL_SEAT1][utf8];
}

static const char *car_of(const duel_element *e)
{
    return e->face[0] == 'U' ? "▲" : e->face[0] == 'D' ? "▼" : e->face[0] == 'L' ? "◀" : "▶";
}

static sign sign_of_piece(const duel_element *e, bool utf8)
{
    const duel_shape *shape = duel_shape_named(e->shape ? e->shape : "token");
    duel_carries carries = shape ? shape->carries : DUEL_SHAPE_FACE;
    bool face = e->face[0] && carries != DUEL_SHAPE_BARE;
    if (carries == DUEL_SHAPE_TURN && utf8)
        return sign_of_text(car_of(e));
    if (has_shape(e, "disc") && is_seat(e->tone) && (utf8 || !face))
        return sign_of_text(disc_of(e->tone, utf8));
    if (face)
        return first_of(e->face);
    return sign_of_text(shape ? shape->sign[utf8] : utf8 ? "●" : "o");
}

/* What stands on an element that is no piece. */
static sign sign_of_place(const sheet *sh, const duel_element *e)
{
    const duel_shape *shape = e->shape ? duel_shape_named(e->shape) : NULL;
    if (e->face[0])
        return sign_of_text(e->face);
    if (shape)
        return sign_of_text(shape->sign[sh->pen->utf8]);
    return sign_of_text(e->kind == DUEL_CELL && !sh->ruled ? "·" : " ");
}

static sign sign_with_number(const duel_element *e)
{
    sign s;
    snprintf(s.text, sizeof s.text, "%s%d", e->face, (int)e->number);
    return s;
}

/* ---- elements ------------------------------------------------------------------------ */

static duel_tone tone_of(const duel_element *e)
{
    bool faint = e->kind == DUEL_CELL && e->tone == DUEL_PLAIN && !e->face[0];
    return e->last ? DUEL_LAST : faint ? DUEL_SOFT : e->tone;
}

/* As wide as a unit, with the sign in the middle: " X ", or "▓1▓" where it fills its cell. */
static void write_wide(sheet *sh, const duel_element *e, int row, const char *text)
{
    static const char *const fill[] = {"▓", "░", "▒", "█"};
    int middle = column_of_middle(sh, e);
    const char *side = fills(e) && sh->pen->utf8 ? fill[e->tone - DUEL_SEAT1] : " ";
    write_at(sh, row, middle - 1, side, tone_of(e), e->id);
    write_at(sh, row, middle, text, tone_of(e), e->id);
    write_at(sh, row, middle + 1, side, tone_of(e), e->id);
}

/* The signs one below the other, in every row the element covers: a match, the gap beside it.
 */
static void draw_tall(sheet *sh, const duel_element *e, const char *signs)
{
    duel_str rest = duel_str_of(signs);
    for (int row = row_of_height(sh, e->y);
         (float)(row - sh->head) < e->y + e->h - (float)sh->all.top; row++) {
        char one[5] = " ";
        if (rest.len)
            take_character(&rest, true, one);
        write_at(sh, row, column_of_middle(sh, e), one, tone_of(e), e->id);
    }
}

static void draw_card(sheet *sh, const duel_element *e, int row, const char *face)
{
    char text[sizeof(sign) + 2];
    snprintf(text, sizeof text, "[%s]", face);
    write_at(sh, row, column_of_middle(sh, e) - 1, text, tone_of(e), e->id);
}

static bool on_board(const sheet *sh, const duel_element *e)
{
    float x = e->x + e->w / 2, y = e->y + e->h / 2;
    return sh->cells && x > (float)sh->board.left && x < (float)sh->board.right &&
           y > (float)sh->board.top && y < (float)sh->board.bottom;
}

static sign sign_of(const sheet *sh, const duel_element *e)
{
    if (e->kind == DUEL_PIECE)
        return sign_of_piece(e, sh->pen->utf8);
    if (e->kind == DUEL_PILE || e->kind == DUEL_COUNTER)
        return sign_with_number(e);
    return sign_of_place(sh, e);
}

static void draw_element(sheet *sh, const duel_element *e)
{
    int row = row_of_height(sh, e->y + e->h / 2);
    bool tall = sh->high == 1 && e->h > 1.5F && (e->kind == DUEL_PIECE || e->kind == DUEL_GAP);
    bool roomy = sh->wide > 2 && (on_board(sh, e) || e->kind == DUEL_GAP);
    sign s = sign_of(sh, e);
    if (tall)
        draw_tall(sh, e, s.text);
    else if (e->kind == DUEL_CARD)
        draw_card(sh, e, row, s.text);
    else if (roomy)
        write_wide(sh, e, row, s.text);
    else
        write_at(sh, row, column_of_middle(sh, e), s.text, tone_of(e), e->id);
}

/* ---- the board ----------------------------------------------------------------------- */

static int left_of(const sheet *sh, int x)
{
    return sh->margin + sh->wide * (x - sh->all.left);
}

static int top_of(const sheet *sh, int y)
{
    return sh->head + sh->high * (y - sh->all.top);
}

static void draw_rules(sheet *sh)
{
    const box *b = &sh->board;
    for (int row = top_of(sh, b->top) + 1; row < top_of(sh, b->bottom); row++) {
        for (int column = left_of(sh, b->left) + 1; column < left_of(sh, b->right); column++) {
            bool down = (column - left_of(sh, b->left)) % sh->wide == 0;
            bool across = (row - top_of(sh, b->top)) % sh->high == 0;
            if (down || across)
                write_at(sh, row, column,
                         down && across ? "┼"
                         : down         ? "│"
                                        : "─",
                         DUEL_PLAIN, NULL);
        }
    }
}

/* Open above. */
static void draw_well(sheet *sh)
{
    const box *b = &sh->board;
    int left = left_of(sh, b->left) - 1, right = left_of(sh, b->right) + 1;
    int ground = top_of(sh, b->bottom);
    for (int row = top_of(sh, b->top); row < ground; row++) {
        write_at(sh, row, left, "│", DUEL_PLAIN, NULL);
        write_at(sh, row, right, "│", DUEL_PLAIN, NULL);
    }
    for (int column = left; column <= right; column++)
        write_at(sh, ground, column,
                 column == left    ? "└"
                 : column == right ? "┘"
                                   : "─",
                 DUEL_PLAIN, NULL);
}

/* Rows of bricks, each set off by half a brick, end half a column after the last. */
static bool begins_there(const sheet *sh, int x)
{
    for (int i = 0; i < sh->scene->count; i++) {
        const duel_element *e = &sh->scene->element[i];
        if (e->kind == DUEL_CELL && floor_of(e->x) == x && floor_of(-e->x) == -x)
            return true;
    }
    return false;
}

/* Only the end of a name that is wider than its column: 8 9 0 1. */
static void draw_column_names(sheet *sh)
{
    const duel_axes *axes = &sh->scene->axes;
    int row = axes->up ? sh->rows - 1 : 0;
    for (int x = sh->board.left; x < sh->board.right && begins_there(sh, x); x++) {
        duel_axis_name name = duel_axis(axes->column, x - sh->board.left);
        size_t length = strlen(name.text);
        size_t cut = (int)length >= sh->wide ? length - 1 : 0;
        write_at(sh, row, left_of(sh, x) + sh->wide / 2, name.text + cut, DUEL_SOFT, NULL);
    }
}

static void draw_row_names(sheet *sh)
{
    const duel_axes *axes = &sh->scene->axes;
    int rows = sh->board.bottom - sh->board.top;
    int end = sh->indent + (int)strlen(duel_axis(axes->row, rows - 1).text);
    for (int y = 0; y < rows; y++) {
        duel_axis_name name = duel_axis(axes->row, axes->up ? rows - 1 - y : y);
        write_at(sh, row_of_height(sh, (float)(sh->board.top + y) + 0.5F),
                 end - (int)strlen(name.text), name.text, DUEL_SOFT, NULL);
    }
}

static void draw_board(sheet *sh)
{
    if (sh->ruled)
        draw_rules(sh);
    if (sh->well)
        draw_well(sh);
    if (sh->scene->axes.column)
        draw_column_names(sh);
    if (sh->scene->axes.row)
        draw_row_names(sh);
}

/* ---- where moves can be made --------------------------------------------------------- */

/* The character on an empty cell that can be played on, or not; NULL: it is no such cell. */
static ink *empty_cell(const sheet *sh, const duel_element *e, bool open)
{
    ink *at = ink_at(sh, row_of_height(sh, e->y + e->h / 2), column_of_middle(sh, e));
    bool empty = e->kind == DUEL_CELL && e->face[0] == '\0' && at && at->thing == e->id;
    return empty && (e->number > 0) == open ? at : NULL;
}

/* Where some empty cells can be played on and others not, it must be seen which. */
static void mark_moves(sheet *sh)
{
    const duel_scene *s = sh->scene;
    bool closed = false;
    for (int i = 0; !closed && i < s->count; i++)
        closed = empty_cell(sh, &s->element[i], false) != NULL;
    for (int i = 0; closed && i < s->count; i++)
        if (empty_cell(sh, &s->element[i], true))
            write_at(sh, row_of_height(sh, s->element[i].y + s->element[i].h / 2),
                     column_of_middle(sh, &s->element[i]), "+", DUEL_PICK, s->element[i].id);
}

/* ---- out ----------------------------------------------------------------------------- */

static bool is_blank(const ink *at)
{
    return at->thing == NULL && strcmp(at->text, " ") == 0;
}

static void put_row_of_ink(const sheet *sh, int row)
{
    const ink *at = &sh->ink[row * sh->columns];
    const char *thing = NULL;
    duel_tone tone = DUEL_PLAIN;
    int end = sh->columns;
    while (end && is_blank(&at[end - 1]))
        end--;
    for (int column = 0; column < end; column++) {
        if (at[column].thing != thing)
            duel_pen_thing(sh->pen, thing = at[column].thing);
        if (at[column].tone != tone)
            duel_pen_tone(sh->pen, tone = at[column].tone);
        duel_put(sh->pen->out, at[column].text);
    }
    if (thing)
        duel_pen_thing(sh->pen, NULL);
    if (tone != DUEL_PLAIN)
        duel_pen_tone(sh->pen, DUEL_PLAIN);
    if (end)
        duel_put(sh->pen->out, "\n");
}

static bool is_sentence(duel_str text)
{
    return text.len && text.at[text.len - 1] == '.';
}

/* What an element says: its label; a counter its number too, unless the words have it already.
 */
static void say_element(const duel_element *e, duel_lang lang, duel_buf *out)
{
    char number[24];
    duel_render(lang, &e->label, &out->sink);
    snprintf(number, sizeof number, "%lld", (long long)e->number);
    if (e->kind == DUEL_COUNTER && !is_sentence(duel_buf_str(out)) &&
        strstr(out->text, number) == NULL)
        duel_putf(&out->sink, " %s", number);
}

typedef struct words {
    duel_pen *pen;
    int column;   /* 0: nothing yet */
    float height; /* of what stands on this line */
} words;

/* Words of one height share a line, while there is room; a sentence has one of its own. */
static void put_element_words(words *w, const duel_element *e)
{
    enum { BETWEEN = 3 };
    duel_buf text;
    duel_buf_init(&text);
    say_element(e, w->pen->lang, &text);
    duel_str said = duel_buf_str(&text);
    int width = columns_of_text(said);
    bool level = e->y >= w->height && e->y <= w->height, beside = w->column && level;
    beside = beside && !is_sentence(said) && w->column + BETWEEN + width <= LINE_COLUMNS;
    duel_putf(w->pen->out, "%s%*s", beside || !w->column ? "" : "\n",
              beside ? (int)BETWEEN : (int)INDENT, "");
    duel_pen_thing(w->pen, e->id);
    duel_pen_put(w->pen, e->tone, text.text);
    duel_pen_thing(w->pen, NULL);
    w->column = (beside ? w->column + BETWEEN : INDENT) + width;
    w->height = e->y;
    duel_buf_fini(&text);
}

/* False: there are none. */
static bool put_words(const duel_scene *s, duel_pen *pen)
{
    words w = {.pen = pen};
    for (int i = 0; i < s->count; i++) {
        const duel_element *e = &s->element[i];
        bool speaks = e->kind == DUEL_COUNTER || e->kind == DUEL_LABEL || e->kind == DUEL_SEAT;
        if (speaks && !has_sign(e) && e->label.id)
            put_element_words(&w, e);
    }
    if (w.column)
        duel_put(pen->out, "\n");
    return w.column > 0;
}

/* A board stands over the middle of its words; in steps, so that it does not move with every
 * number that gets a digit more. */
static void stand_over_words(sheet *sh)
{
    enum { STEP = 4 };
    duel_buf text;
    duel_buf_init(&text);
    duel_pen plain = {.out = &text.sink, .lang = sh->pen->lang, .utf8 = sh->pen->utf8};
    put_words(sh->scene, &plain);
    duel_str rest = duel_buf_str(&text), line;
    int widest = 0;
    while (rest.len && duel_str_part(&rest, '\n', &line)) {
        int width = columns_of_text(line);
        widest = width > widest ? width : widest;
    }
    duel_buf_fini(&text);
    if (widest > sh->columns)
        sh->indent += (widest - sh->columns) / 2 / STEP * STEP;
    choose_margins(sh);
}

/* ---- all of it ----------------------------------------------------------------------- */

static bool draw_signs(const duel_scene *s, duel_pen *pen)
{
    sheet sh = {.scene = s, .pen = pen};
    if (!look_over(&sh))
        return false;
    choose_units(&sh);
    sh.indent = INDENT;
    choose_margins(&sh);
    if (sh.cells)
        stand_over_words(&sh);
    if (sh.columns > MOST_COLUMNS || sh.rows > MOST_ROWS)
        return false;
    sh.ink = malloc((size_t)(sh.rows * sh.columns) * sizeof *sh.ink);
    if (sh.ink == NULL)
        return false;
    for (int i = 0; i < sh.rows * sh.columns; i++)
        sh.ink[i] = (ink){" ", DUEL_PLAIN, NULL};
    if (sh.cells)
        draw_board(&sh);
    for (int i = 0; i < s->count; i++)
        if (has_sign(&s->element[i]))
            draw_element(&sh, &s->element[i]);
    mark_moves(&sh);
    for (int row = 0; row < sh.rows; row++)
        put_row_of_ink(&sh, row);
    free(sh.ink);
    return true;
}

bool duel_scene_text(const duel_scene *s, duel_pen *pen)
{
    bool drawn = draw_signs(s, pen), said = put_words(s, pen);
    return drawn || said;
}

/* ---- drawn by the house -------------------------------------------------------------- */

/* Cells have no number of their own: it counts the moves made by picking the cell alone. Only
 * where nothing is hidden are the moves those of whoever looks. */
static void count_moves(const duel_variant *v, const void *view, duel_scene *s)
{
    duel_move list[DUEL_MOVES_MAX];
    duel_target path[DUEL_PATH];
    int count = duel_has_secrets(v) ? 0 : v->game->moves(v, view, list);
    for (int i = 0; i < count; i++) {
        bool alone = duel_path(v, view, list[i], path) == 1;
        for (int j = 0; alone && j < s->count; j++)
            if (s->element[j].kind == DUEL_CELL)
                s->element[j].number += strcmp(s->element[j].target.text, path[0].text) == 0;
    }
}

void duel_draw(const duel_variant *v, const void *view, int seat, duel_pen *pen)
{
    if (v->game->draw) {
        v->game->draw(v, view, seat, pen);
        return;
    }
    duel_scene scene;
    duel_scene_init(&scene);
    duel_scene_make(v, view, seat, &scene);
    count_moves(v, view, &scene);
    if (scene.failed || !duel_scene_text(&scene, pen)) {
        duel_print(v, view, pen->out);
        duel_put(pen->out, "\n");
    }
    duel_scene_fini(&scene);
}
