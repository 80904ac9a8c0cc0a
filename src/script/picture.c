/* script/picture.c -- what people see: the drawing, the grid, and what can be picked in it or
 * set up by hand. */
#include "core/scene.h"
#include "script/inside.h"

#include <stdio.h>
#include <string.h>

/* ---- the drawing ------------------------------------------------------------------------ */

static bool put_line(duel_str value, duel_sink *out)
{
    plain_value_item item;
    if (!plain_value_take(&value, &item))
        return false;
    if (item.kind == PLAIN_VALUE_INT)
        duel_putf(out, "%lld", (long long)item.number);
    else if (item.kind == PLAIN_VALUE_TEXT)
        duel_put_str(out, item.text);
    else
        return false;
    if (item.kind == PLAIN_VALUE_INT || item.text.len == 0 ||
        item.text.at[item.text.len - 1] != '\n')
        duel_put(out, "\n");
    return true;
}

/* A text, or a list of lines. */
static bool put_drawing(duel_str value, duel_sink *out)
{
    plain_value_item head;
    duel_str list = value, line;
    if (!plain_value_take(&list, &head))
        return false;
    if (head.kind != PLAIN_VALUE_LIST)
        return put_line(value, out);
    for (uint32_t i = 0; i < head.count; i++)
        if (!plain_value_cut(&list, &line) || !put_line(line, out))
            return false;
    return head.count > 0;
}

static void draw(const duel_variant *v, const void *view, int seat, duel_pen *pen)
{
    duel_msg why;
    if (script_is_dead(view)) {
        duel_put(pen->out, "?\n");
        return;
    }
    script_variant *sv = script_lock(v);
    script_game *s = sv->game;
    script_call c = script_call_of(FN_draw, view);
    script_call_seat(&c, seat);
    script_call_text(&c, duel_str_of(pen->lang == DUEL_FR ? "fr" : "en"));
    duel_status status = script_call_end(&c, s, sv, &why);
    if (status == DUEL_OK && !put_drawing(c.value, pen->out))
        status = duel_fail(&why, N_("{0}: {1} gives no text."), "cc", s->id, "draw");
    if (status != DUEL_OK) {
        script_fault(s, &why);
        duel_put(pen->out, "?\n");
    }
    script_unlock(s);
}

/* ---- the grid --------------------------------------------------------------------------- */

enum { SIDE_MOST = 64 };

duel_tone script_tone(duel_str value)
{
    static const struct {
        const char *name;
        duel_tone tone;
    } names[] = {{"soft", DUEL_SOFT},     {"last", DUEL_LAST}, {"pick", DUEL_PICK},
                 {"danger", DUEL_DANGER}, {"safe", DUEL_SAFE}, {"unknown", DUEL_UNKNOWN}};
    plain_value_item item;
    if (!plain_value_take(&value, &item))
        return DUEL_PLAIN;
    if (item.kind == PLAIN_VALUE_INT && item.number >= 1 && item.number <= DUEL_SEATS)
        return (duel_tone)(DUEL_SEAT1 + item.number - 1);
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (item.kind == PLAIN_VALUE_TEXT && duel_str_is(item.text, names[i].name))
            return names[i].tone;
    return DUEL_PLAIN;
}

/* The tone of a face. */
static duel_tone tone_of(const script_game *s, const char *face)
{
    duel_str value;
    return plain_value_find(duel_buf_str(&s->tones), face, &value) ? script_tone(value)
                                                                   : DUEL_PLAIN;
}

static size_t character(duel_str text)
{
    size_t n = 1;
    while (n < text.len && ((unsigned char)text.at[n] & 0xC0) == 0x80)
        n++;
    return n;
}

/* The next cell of a row: a character of a text, or an entry of a list. */
static bool next_face(duel_str *row, const plain_value_item *head, duel_str *face)
{
    plain_value_item item;
    if (head->kind == PLAIN_VALUE_LIST) {
        bool right = plain_value_take(row, &item) && item.kind == PLAIN_VALUE_TEXT;
        *face = item.text;
        return right;
    }
    if (row->len == 0)
        return false;
    *face = (duel_str){row->at, character(*row)};
    *row = (duel_str){row->at + face->len, row->len - face->len};
    return true;
}

/* Opens row `y` of the grid: what next_face cuts faces from. */
static bool open_row(duel_str value, plain_value_item *head, duel_str *row)
{
    *row = value;
    if (!plain_value_take(row, head) ||
        (head->kind != PLAIN_VALUE_TEXT && head->kind != PLAIN_VALUE_LIST))
        return false;
    if (head->kind == PLAIN_VALUE_TEXT)
        *row = head->text;
    return true;
}

static int columns_of(duel_str value)
{
    plain_value_item head;
    duel_str row, face;
    int count = 0;
    if (!open_row(value, &head, &row))
        return 0;
    while (count <= SIDE_MOST && (head.kind == PLAIN_VALUE_TEXT || count < (int)head.count) &&
           next_face(&row, &head, &face))
        count++;
    return count;
}

static void put_piece(const script_game *s, duel_str text, int x, int y, duel_scene *out)
{
    char face[16];
    snprintf(face, sizeof face, "%.*s", (int)(text.len < 12 ? text.len : 12), text.at);
    if (face[0] == '\0' || strcmp(face, ".") == 0 || strcmp(face, " ") == 0)
        return;
    duel_element *e = duel_scene_piece(out, duel_target_of("piece:%d:%d", x, y).text, x, y,
                                       tone_of(s, face), "token");
    snprintf(e->face, sizeof e->face, "%s", face);
    duel_say(&e->label, N_("{0} in column {1}, row {2}"), "cii", face, (int64_t)x + 1,
             (int64_t)y + 1);
}

static bool put_grid(const script_game *s, duel_str rows, duel_scene *out)
{
    plain_value_item head, row_head;
    duel_str first, row, value, face;
    if (!plain_value_take(&rows, &head) || head.kind != PLAIN_VALUE_LIST || head.count == 0 ||
        head.count > SIDE_MOST)
        return false;
    duel_str look = rows;
    int columns = plain_value_cut(&look, &first) ? columns_of(first) : 0;
    if (columns < 1 || columns > SIDE_MOST)
        return false;
    duel_scene_grid(out, columns, (int)head.count);
    for (int y = 0; y < (int)head.count; y++) {
        if (!plain_value_cut(&rows, &value) || !open_row(value, &row_head, &row))
            return false;
        for (int x = 0; x < columns && next_face(&row, &row_head, &face); x++)
            put_piece(s, face, x, y, out);
    }
    return true;
}

/* ---- what can be picked ----------------------------------------------------------------- */

static bool take_cell(duel_str value, duel_target *out)
{
    plain_value_item head, x, y;
    if (!plain_value_take(&value, &head) || head.kind != PLAIN_VALUE_LIST || head.count != 2 ||
        !plain_value_take(&value, &x) || !plain_value_take(&value, &y) ||
        x.kind != PLAIN_VALUE_INT || y.kind != PLAIN_VALUE_INT)
        return false;
    *out = duel_target_of("cell:%d:%d", (int)x.number - 1, (int)y.number - 1);
    return true;
}

int script_cells(duel_str value, duel_target out[], int most)
{
    plain_value_item head;
    duel_str list = value, cell;
    if (take_cell(value, &out[0]))
        return 1;
    if (!plain_value_take(&list, &head) || head.kind != PLAIN_VALUE_LIST ||
        head.count > (uint32_t)most)
        return 0;
    for (uint32_t i = 0; i < head.count; i++)
        if (!plain_value_cut(&list, &cell) || !take_cell(cell, &out[i]))
            return 0;
    return (int)head.count;
}

static int path_of(script_game *s, script_variant *sv, const void *view, duel_move move,
                   duel_target out[])
{
    duel_msg why;
    if (s->has[FN_cell]) {
        script_call c = script_call_of(FN_cell, view);
        script_call_move(&c, s, move);
        int count = 0;
        if (script_call_end(&c, s, sv, &why) == DUEL_OK)
            count = script_cells(c.value, out, DUEL_PATH);
        else
            script_fault(s, &why);
        if (count)
            return count;
    }
    const char *text = script_move_text(s, sv, view, move);
    const graph_node *n = script_node(s, sv, view);
    const graph_edge *e = graph_edge_of(n, move);
    int at = e ? (int)(e - n->edge) : n->count;
    out[0] = strlen(text) < DUEL_TARGET_TEXT - sizeof "move:" ? duel_target_of("move:%s", text)
                                                              : duel_target_of("move:#%d", at);
    return 1;
}

static int path(const duel_variant *v, const void *view, duel_move move, duel_target out[])
{
    script_variant *sv = script_lock(v);
    script_game *s = sv->game;
    int count = path_of(s, sv, view, move, out);
    script_unlock(s);
    return count;
}

/* Moves that are not cells stand under the grid as buttons. */
static void put_buttons(script_game *s, script_variant *sv, const void *view, duel_scene *out)
{
    enum { ROW = 4 };
    const graph_node *n = script_node(s, sv, view);
    int buttons = 0;
    float under = out->height;
    for (int i = 0; i < n->count; i++) {
        duel_target target[DUEL_PATH];
        duel_move move = n->edge[i].move;
        path_of(s, sv, view, move, target);
        if (strncmp(target[0].text, "move:", 5) != 0)
            continue;
        duel_element *e =
            duel_scene_add(out, DUEL_BUTTON, target[0].text, (float)(buttons % ROW) * 2,
                           under + (float)(buttons / ROW), 2, 1);
        e->target = target[0];
        snprintf(e->face, sizeof e->face, "%.15s", script_move_text(s, sv, view, move));
        duel_say(&e->label, N_("the move {0}"), "c", script_move_text(s, sv, view, move));
        buttons++;
    }
    if (buttons == 0)
        return;
    float width = (float)(buttons < ROW ? buttons : ROW) * 2;
    out->width = out->width > width ? out->width : width;
    out->height = under + (float)((buttons + ROW - 1) / ROW);
}

static void scene(const duel_variant *v, const void *view, int seat, duel_scene *out)
{
    duel_msg why;
    if (script_is_dead(view))
        return;
    script_variant *sv = script_lock(v);
    script_game *s = sv->game;
    script_call c = script_call_of(FN_grid, view);
    script_call_seat(&c, seat);
    duel_status status = script_call_end(&c, s, sv, &why);
    if (status == DUEL_OK && !put_grid(s, c.value, out))
        status =
            duel_fail(&why, N_("{0}: grid gives no list of rows (texts, or lists of texts)."),
                      "c", s->id);
    if (status == DUEL_OK)
        put_buttons(s, sv, view, out);
    else
        script_fault(s, &why);
    script_unlock(s);
}

/* ---- setting up ------------------------------------------------------------------------- */

typedef struct grid_place {
    int x, y; /* from 0 */
} grid_place;

/* What the file makes of the cell; without x and y, of the seat to move. */
static bool edit_by_file(script_game *s, const script_variant *sv, const grid_place *at,
                         int step, void *state)
{
    duel_msg why;
    plain_value_item item;
    int seat = ((const unsigned char *)state)[0];
    script_call c = script_call_of(FN_edit, state);
    if (at) {
        script_call_int(&c, at->x + 1);
        script_call_int(&c, at->y + 1);
    } else {
        script_call_nil(&c);
        script_call_nil(&c);
    }
    script_call_int(&c, step);
    if (script_call_end(&c, s, sv, &why) != DUEL_OK) {
        script_fault(s, &why);
        return false;
    }
    duel_str rest = c.value;
    return plain_value_take(&rest, &item) && item.kind != PLAIN_VALUE_NIL &&
           script_set_state(sv, seat, c.value, state);
}

/* Where seats alternate the house knows who moves, and gives the move on itself. */
static bool edit(const duel_variant *v, void *state, duel_str element, int step)
{
    grid_place at;
    unsigned char *seat = state;
    bool turn = duel_str_is(element, "turn");
    if (script_is_dead(state) || (!turn && !duel_cell_of(element, &at.x, &at.y)))
        return false;
    script_variant *sv = script_lock(v);
    script_game *s = sv->game;
    bool done = true;
    if (turn && !s->has[FN_turn])
        *seat = (unsigned char)((*seat + sv->seats + step) % sv->seats);
    else
        done = edit_by_file(s, sv, turn ? NULL : &at, step, state);
    script_unlock(s);
    return done;
}

void script_picture_install(script_game *s)
{
    s->game.draw = s->has[FN_draw] ? draw : NULL;
    s->game.scene = s->has[FN_grid] ? scene : NULL;
    s->game.path = path;
    s->game.edit = s->has[FN_edit] ? edit : NULL;
}
