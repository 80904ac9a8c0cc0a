/* front/tui/pick.c -- a move chosen with arrow keys, Enter and the mouse: see app.h. */
#include "front/tui/app.h"

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
    free(p->thing);
    p->move = NULL, p->path = NULL, p->spot = NULL, p->thing = NULL;
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

/* ---- the drawing ------------------------------------------------------------------------- */

static const duel_element *element_named(const duel_scene *s, const char *id)
{
    for (int i = 0; i < s->count; i++)
        if (strcmp(s->element[i].id, id) == 0)
            return &s->element[i];
    return NULL;
}

/* Finds out what the drawing shows. */
static void find_things(tui_pick *p)
{
    const tui_drawing *d = p->drawing;
    tui_run r = {0};
    for (int i = 0; i < d->names; i++)
        p->thing[i + 1] = (tui_thing){element_named(&p->scene, d->name[i].text), {0}};
    while (tui_drawing_next_run(d, &r))
        if (p->thing[r.thing].place.columns == 0)
            p->thing[r.thing].place = r;
}

/* Whether picking the thing, or speaking of it, means the target. */
static bool means(const tui_pick *p, int thing, const duel_target *target)
{
    const duel_element *e = p->thing[thing].element;
    return e && (same(&e->target, target) || same(&e->alternative, target) ||
                 strcmp(e->id, target->text) == 0);
}

/* The first thing drawn that means it; 0: there is none. */
static int thing_of(const tui_pick *p, const duel_target *target)
{
    for (int i = 1; i <= p->drawing->names; i++)
        if (p->thing[i].place.columns && means(p, i, target))
            return i;
    return 0;
}

bool tui_pick_shows(const tui_pick *p, const duel_target *target)
{
    return thing_of(p, target) > 0;
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

static void label_spot(const tui_pick *p, tui_spot *s)
{
    for (int i = 0; i < p->scene.count && s->label.id == NULL; i++)
        if (same(&p->scene.element[i].target, &s->target) ||
            same(&p->scene.element[i].alternative, &s->target))
            s->label = p->scene.element[i].label;
}

/* Targets that are not drawn stand in a row below; what a thing can be turned into stands
 * beside it. */
static tui_spot spot_of(const tui_pick *p, const duel_target *target, int number)
{
    const float beside = 0.4F, below = 2 * (float)(p->drawing->sheet.rows + 1);
    tui_spot s = {.target = *target, .x = (float)number, .y = below};
    int thing = thing_of(p, target);
    if (thing) {
        const duel_element *e = p->thing[thing].element;
        const tui_run *r = &p->thing[thing].place;
        s.x = (float)r->column + (float)(r->columns - 1) / 2;
        s.y = 2 * (float)r->row;
        s.x += same(&e->target, target) ? 0 : beside;
        s.seen = e->kind == DUEL_CELL || e->kind == DUEL_PIECE;
    }
    label_spot(p, &s);
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

bool tui_pick_open(tui_pick *p, const duel_variant *v, const void *view, int seat,
                   const tui_drawing *d)
{
    if (p->open)
        return p->spots > 0;
    tui_pick_close(p);
    p->v = v;
    p->move = malloc(DUEL_MOVES_MAX * sizeof *p->move);
    p->path = malloc(v->max_moves * sizeof *p->path);
    p->spot = malloc(v->max_moves * sizeof *p->spot);
    p->thing = malloc(((size_t)d->names + 1) * sizeof *p->thing);
    if (p->move == NULL || p->path == NULL || p->spot == NULL || p->thing == NULL) {
        tui_pick_close(p);
        return false;
    }
    duel_scene_make(v, view, seat, &p->scene);
    p->drawing = d;
    find_things(p);
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

/* The thing drawn at a place, or within `slack` columns of it; 0: none. */
static int thing_at(const tui_pick *p, int row, int column, int slack)
{
    tui_run r = {0};
    while (tui_drawing_next_run(p->drawing, &r))
        if (r.row == row && column >= r.column - slack && column < r.column + r.columns + slack)
            return r.thing;
    return 0;
}

bool tui_pick_point(tui_pick *p, int row, int column)
{
    int exact = thing_at(p, row, column, 0),
        thing = exact ? exact : thing_at(p, row, column, 1);
    for (int s = 0; thing && s < p->spots; s++) {
        if (means(p, thing, &p->spot[s].target)) {
            p->at = s;
            return true;
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

void tui_pick_follow(tui_pick *p, const duel_target *step, int depth)
{
    p->depth = depth;
    memcpy(p->chosen, step, (size_t)depth * sizeof *step);
    find_spots(p);
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

tui_rect tui_pick_place(const tui_pick *p)
{
    int thing = p->open && p->at >= 0 ? thing_of(p, &p->spot[p->at].target) : 0;
    if (thing == 0)
        return (tui_rect){0, 0, 0, 0};
    const tui_run *r = &p->thing[thing].place;
    return (tui_rect){r->row, r->column, 1, r->columns};
}

static bool blank_at(const tui_canvas *c, int row, int column)
{
    const tui_cell *cell = tui_canvas_at(c, row, column);
    return cell && (strcmp(cell->text, " ") == 0 || strcmp(cell->text, "]") == 0);
}

/* Whether a run ends on both sides with something that means nothing: a blank, a filling. */
static bool is_padded(const tui_canvas *c, const tui_run *r)
{
    const tui_cell *first = tui_canvas_at(c, r->row, r->column);
    const tui_cell *last = tui_canvas_at(c, r->row, r->column + r->columns - 1);
    return r->columns > 2 && first && last && strcmp(first->text, last->text) == 0 &&
           (first->text[0] == ' ' || first->text[0] & 0x80);
}

/* A run is framed where the drawing leaves room, so that it shows without colours, too; between
 * two things there is room for a stroke. */
static void mark_run(tui_canvas *c, const tui_run *r, int style)
{
    int side = is_padded(c, r) ? 0 : 1, before = r->column - side;
    int after = r->column + r->columns - 1 + side;
    bool framed = side == 0 || (blank_at(c, r->row, before) && blank_at(c, r->row, after));
    if (r->columns == 1 && !framed && blank_at(c, r->row, r->column))
        tui_canvas_put(c, r->row, r->column, "|", style);
    for (int x = 0; x < r->columns; x++)
        tui_canvas_at(c, r->row, r->column + x)->style = (uint8_t)style;
    if (!framed)
        return;
    tui_canvas_put(c, r->row, before, "[", style);
    tui_canvas_put(c, r->row, after, "]", style);
}

/* The part of a run that is seen in the window; columns == 0: nothing. */
static tui_run seen_part(tui_run run, tui_rect r, tui_rect from)
{
    int left = run.column - from.column, right = left + run.columns, row = run.row - from.row;
    left = left < 0 ? 0 : left;
    right = right > r.columns ? r.columns : right;
    bool seen = row >= 0 && row < r.rows && left < right;
    return (tui_run){r.row + row, r.column + left, seen ? right - left : 0, run.thing};
}

static void mark_target(const tui_pick *p, const duel_target *target, tui_canvas *c, tui_rect r,
                        tui_rect from, int style)
{
    tui_run run = {0};
    while (tui_drawing_next_run(p->drawing, &run)) {
        tui_run seen = seen_part(run, r, from);
        if (seen.columns && means(p, run.thing, target))
            mark_run(c, &seen, style);
    }
}

void tui_pick_paint(const tui_pick *p, tui_canvas *c, tui_rect r, int top, int left)
{
    tui_rect from = {top, left, 0, 0};
    if (!p->open)
        return;
    for (int i = 0; i < p->marks; i++)
        mark_target(p, &p->mark[i], c, r, from, DUEL_PICK);
    for (int i = 0; i < p->depth; i++)
        mark_target(p, &p->chosen[i], c, r, from, DUEL_PICK);
    if (p->at >= 0)
        mark_target(p, &p->spot[p->at].target, c, r, from, TUI_CURSOR);
}
