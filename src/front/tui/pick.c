/* front/tui/pick.c -- see pick.h. */
#include "front/tui/pick.h"

#include <stdlib.h>
#include <string.h>

typedef struct tui_path {
    int length;
    duel_target step[DUEL_PATH];
} tui_path;

void tui_pick_init(tui_pick *p)
{
    memset(p, 0, sizeof *p);
    duel_scene_init(&p->scene);
}

void tui_pick_close(tui_pick *p)
{
    free(p->move);
    free(p->path);
    free(p->spot);
    p->move = NULL, p->path = NULL, p->spot = NULL;
    p->open = false;
    p->moves = p->spots = p->depth = p->marks = 0;
    p->at = -1;
}

void tui_pick_fini(tui_pick *p)
{
    tui_pick_close(p);
    duel_scene_fini(&p->scene);
}

static bool same(const duel_target *a, const duel_target *b)
{
    return strcmp(a->text, b->text) == 0;
}

/* ---- the spots --------------------------------------------------------------------------- */

static bool begins_as_chosen(const tui_pick *p, const tui_path *path)
{
    if (path->length <= p->depth)
        return false;
    for (int i = 0; i < p->depth; i++)
        if (!same(&path->step[i], &p->chosen[i]))
            return false;
    return true;
}

static bool on_board(const duel_element *e)
{
    return e->kind == DUEL_CELL || e->kind == DUEL_GAP || e->kind == DUEL_PIECE;
}

/* Where the target is in the scene; targets without an element stand in a row below it. */
static tui_spot spot_of(const tui_pick *p, const duel_target *target, int number)
{
    tui_spot s = {.target = *target, .x = (float)number, .y = p->scene.height + 1};
    for (int i = 0; i < p->scene.count; i++) {
        const duel_element *e = &p->scene.element[i];
        if (!same(&e->target, target) && !same(&e->alternative, target))
            continue;
        s.x = e->x + (e->w - 1) / 2, s.y = e->y + (e->h - 1) / 2;
        s.label = e->label;
        s.on_board = on_board(e);
        break;
    }
    return s;
}

static void find_spots(tui_pick *p)
{
    p->spots = 0;
    p->at = -1;
    for (int i = 0; i < p->moves; i++) {
        if (!begins_as_chosen(p, &p->path[i]))
            continue;
        const duel_target *next = &p->path[i].step[p->depth];
        int known = 0;
        while (known < p->spots && !same(&p->spot[known].target, next))
            known++;
        if (known == p->spots)
            p->spot[p->spots++] = spot_of(p, next, known);
    }
}

bool tui_pick_open(tui_pick *p, const duel_variant *v, const void *view, int seat)
{
    if (p->open)
        return p->spots > 0;
    tui_pick_close(p);
    p->v = v;
    p->move = malloc(DUEL_MOVES_MAX * sizeof *p->move);
    p->path = malloc(v->max_moves * sizeof *p->path);
    p->spot = malloc(v->max_moves * sizeof *p->spot);
    if (p->move == NULL || p->path == NULL || p->spot == NULL) {
        tui_pick_close(p);
        return false;
    }
    duel_scene_make(v, view, seat, &p->scene);
    p->moves = v->game->moves(v, view, p->move);
    for (int i = 0; i < p->moves; i++)
        p->path[i].length = duel_path(v, view, p->move[i], p->path[i].step);
    p->open = true;
    find_spots(p);
    return p->spots > 0;
}

/* ---- walking ----------------------------------------------------------------------------- */

static float absolute(float a)
{
    return a < 0 ? -a : a;
}

/* The nearest spot in a direction; going straight counts for more than being near. */
void tui_pick_walk(tui_pick *p, int dx, int dy)
{
    int best = -1;
    float least = 0;
    if (p->at < 0) {
        p->at = p->spots ? 0 : -1;
        return;
    }
    const tui_spot *from = &p->spot[p->at];
    for (int i = 0; i < p->spots; i++) {
        float x = p->spot[i].x - from->x, y = p->spot[i].y - from->y;
        float along = x * (float)dx + y * (float)dy;
        float aside = absolute(x * (float)dy) + absolute(y * (float)dx);
        float cost = along + 3 * aside;
        if (along > 0.01f && (best < 0 || cost < least)) {
            best = i;
            least = cost;
        }
    }
    p->at = best >= 0 ? best : p->at;
}

static bool covers(const duel_element *e, const tui_lattice *g, int row, int column)
{
    int top = tui_lattice_row(g, (int)e->y),
        bottom = tui_lattice_row(g, (int)(e->y + e->h) - 1);
    int left = tui_lattice_column(g, (int)e->x),
        right = tui_lattice_column(g, (int)(e->x + e->w) - 1);
    int slack = g->step_x > 2 ? 1 : 0;
    return on_board(e) && row >= top && row <= (bottom > top ? bottom : top) &&
           column >= left - slack && column <= (right > left ? right : left) + slack;
}

bool tui_pick_point(tui_pick *p, const tui_lattice *g, int row, int column)
{
    for (int i = 0; i < p->scene.count; i++) {
        const duel_element *e = &p->scene.element[i];
        if (!covers(e, g, row, column))
            continue;
        for (int s = 0; s < p->spots; s++) {
            if (same(&p->spot[s].target, &e->target)) {
                p->at = s;
                return true;
            }
        }
    }
    return false;
}

bool tui_pick_take(tui_pick *p, duel_move *move)
{
    if (p->at < 0)
        return false;
    p->chosen[p->depth++] = p->spot[p->at].target;
    for (int i = 0; i < p->moves; i++) {
        tui_path whole = p->path[i];
        int depth = p->depth;
        bool equal = whole.length == depth;
        for (int s = 0; equal && s < depth; s++)
            equal = same(&whole.step[s], &p->chosen[s]);
        if (equal) {
            *move = p->move[i];
            return true;
        }
    }
    find_spots(p);
    p->at = p->spots ? 0 : -1;
    return false;
}

bool tui_pick_give_back(tui_pick *p)
{
    if (p->depth == 0)
        return false;
    duel_target last = p->chosen[--p->depth];
    find_spots(p);
    for (int i = 0; i < p->spots; i++)
        if (same(&p->spot[i].target, &last))
            p->at = i;
    return true;
}

bool tui_pick_meant(const tui_pick *p, duel_move *move)
{
    int count = 0;
    for (int i = 0; p->at >= 0 && i < p->moves; i++) {
        if (begins_as_chosen(p, &p->path[i]) &&
            same(&p->path[i].step[p->depth], &p->spot[p->at].target)) {
            *move = p->move[i];
            count++;
        }
    }
    return count == 1;
}

/* ---- pointing ---------------------------------------------------------------------------- */

void tui_pick_mark(tui_pick *p, const duel_target *target)
{
    for (int i = 0; i < p->marks; i++)
        if (same(&p->mark[i], target))
            return;
    if (p->open && p->marks < DUEL_FACT_TARGETS)
        p->mark[p->marks++] = *target;
}

void tui_pick_name(const tui_pick *p, const duel_target *target, duel_lang lang, duel_sink *out)
{
    for (int i = 0; i < p->scene.count; i++) {
        const duel_element *e = &p->scene.element[i];
        if (e->label.id && (same(&e->target, target) || strcmp(e->id, target->text) == 0)) {
            duel_render(lang, &e->label, out);
            return;
        }
    }
    duel_put(out, target->text);
}

/* ---- showing ----------------------------------------------------------------------------- */

tui_rect tui_pick_place(const tui_pick *p, const tui_lattice *g)
{
    if (!p->open || p->at < 0 || !g->found)
        return (tui_rect){0, 0, 0, 0};
    const tui_spot *s = &p->spot[p->at];
    if (!s->on_board)
        return (tui_rect){0, 0, 0, 0};
    return (tui_rect){g->step_y * (int)s->y + g->from_y, g->step_x * (int)s->x + g->from_x, 1,
                      1};
}

static bool blank_at(const tui_canvas *c, int row, int column)
{
    const tui_cell *cell = tui_canvas_at(c, row, column);
    return cell && (strcmp(cell->text, " ") == 0 || strcmp(cell->text, "]") == 0);
}

/* A cell is framed where the drawing leaves room, so that it shows without colours, too. Wide
 * cells (░░░) have their room farther out. */
static void mark(tui_canvas *c, tui_rect r, int row, int column, int step, int style)
{
    const int most = step > 4 ? 2 : 1;
    int side = 1;
    if (row < r.row || row >= r.row + r.rows || column < r.column ||
        column >= r.column + r.columns)
        return;
    while (side <= most &&
           !(blank_at(c, row, column - side) && blank_at(c, row, column + side)))
        side++;
    bool room = side <= most;
    for (int x = room ? 1 - side : 0; x < (room ? side : 1); x++) {
        tui_cell *cell = tui_canvas_at(c, row, column + x);
        if (cell)
            cell->style = (uint8_t)style;
    }
    if (!room)
        return;
    tui_canvas_put(c, row, column - side, "[", style);
    tui_canvas_put(c, row, column + side, "]", style);
}

/* All the characters an element covers; below its first row only where something is drawn. */
static void mark_element(const duel_element *e, const tui_lattice *g, tui_canvas *c, tui_rect r,
                         tui_rect from, int style)
{
    const float nearly = 0.99f;
    for (int y = (int)e->y; y <= (int)(e->y + e->h * nearly); y++) {
        for (int x = (int)e->x; x <= (int)(e->x + e->w * nearly); x++) {
            int row = r.row + tui_lattice_row(g, y) - from.row;
            int column = r.column + tui_lattice_column(g, x) - from.column;
            const tui_cell *there = tui_canvas_at(c, row, column);
            if (y == (int)e->y || (there && strcmp(there->text, " ") != 0))
                mark(c, r, row, column, g->step_x, style);
        }
    }
}

static void mark_target(const tui_pick *p, const tui_lattice *g, const duel_target *target,
                        tui_canvas *c, tui_rect r, tui_rect from, int style)
{
    for (int i = 0; i < p->scene.count; i++) {
        const duel_element *e = &p->scene.element[i];
        if (on_board(e) && (same(&e->target, target) || strcmp(e->id, target->text) == 0))
            mark_element(e, g, c, r, from, style);
    }
}

void tui_pick_paint(const tui_pick *p, const tui_lattice *g, tui_canvas *c, tui_rect r, int top,
                    int left)
{
    tui_rect from = {top, left, 0, 0};
    if (!p->open || !g->found)
        return;
    for (int i = 0; i < p->marks; i++)
        mark_target(p, g, &p->mark[i], c, r, from, DUEL_PICK);
    for (int i = 0; i < p->depth; i++)
        mark_target(p, g, &p->chosen[i], c, r, from, DUEL_PICK);
    if (p->at >= 0)
        mark_target(p, g, &p->spot[p->at].target, c, r, from, TUI_CURSOR);
}
