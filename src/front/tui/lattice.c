/* front/tui/lattice.c -- see lattice.h. */
#include "front/tui/lattice.h"
#include "core/play.h"

#include <stdlib.h>
#include <string.h>

enum {
    DEALS = 3,
    SAMPLES = 12,
    CELLS = 1024,
    KINDS = 12, /* what can stand on a cell: nothing is kind 0 */
    LOOKS = 6,  /* ways one of them is drawn */
    WIDEST_STEP = 8,
    TALLEST_STEP = 4,
    FARTHEST = 24
};

/* One position: what stands on each cell, and how it was drawn. */
typedef struct sample {
    int cells;
    struct {
        int x, y, kind;
    } cell[CELLS];
    tui_drawing drawing;
} sample;

typedef struct study {
    int samples;
    sample sample[SAMPLES];
    int kinds;
    duel_element kind[KINDS]; /* one of each, from 1 on */
} study;

/* ---- what stands where ------------------------------------------------------------------- */

static bool looks_alike(const duel_element *a, const duel_element *b)
{
    const char *p = a->shape ? a->shape : "", *q = b->shape ? b->shape : "";
    return a->tone == b->tone && strcmp(p, q) == 0 && strcmp(a->face, b->face) == 0;
}

static int kind_of(study *s, const duel_element *e)
{
    for (int i = 1; i < s->kinds; i++)
        if (looks_alike(&s->kind[i], e))
            return i;
    if (s->kinds < KINDS)
        s->kind[s->kinds++] = *e;
    return s->kinds - 1; /* too many kinds: they will not look alike, and nothing is found */
}

static void add_cell(study *s, sample *to, const duel_scene *scene, int x, int y)
{
    int kind = 0;
    for (int i = 0; i < scene->count; i++) {
        const duel_element *e = &scene->element[i];
        if (e->kind == DUEL_PIECE && (int)e->x == x && (int)e->y == y)
            kind = kind_of(s, e);
    }
    if (to->cells < CELLS) {
        to->cell[to->cells].x = x, to->cell[to->cells].y = y;
        to->cell[to->cells++].kind = kind;
    }
}

/* Without a board the rows in which pieces stand are one: matches, pins. */
static void add_rows_of_pieces(study *s, sample *to, const duel_scene *scene)
{
    for (int y = 0; y < (int)scene->height; y++) {
        bool used = false;
        for (int i = 0; i < scene->count; i++)
            used =
                used || (scene->element[i].kind == DUEL_PIECE && (int)scene->element[i].y == y);
        for (int x = 0; used && x < (int)scene->width; x++)
            add_cell(s, to, scene, x, y);
    }
}

static void observe(study *s, const tui_brush *brush, const duel_variant *v, const void *state)
{
    duel_state view;
    duel_scene scene;
    sample *to = &s->sample[s->samples];
    int seat = v->game->turn(v, state);
    duel_view(v, state, seat, &view);
    duel_scene_init(&scene);
    duel_scene_make(v, &view, seat, &scene);
    tui_drawing_init(&to->drawing, brush->utf8);
    if (!scene.failed && tui_drawing_make(&to->drawing, brush, v, &view, seat)) {
        for (int i = 0; i < scene.count; i++)
            if (scene.element[i].kind == DUEL_CELL)
                add_cell(s, to, &scene, (int)scene.element[i].x, (int)scene.element[i].y);
        if (to->cells == 0)
            add_rows_of_pieces(s, to, &scene);
        s->samples++;
    } else {
        tui_drawing_fini(&to->drawing);
    }
    duel_scene_fini(&scene);
}

/* A few positions of a game played at random. */
static void play_at_random(study *s, const tui_brush *brush, const duel_variant *v, int deal)
{
    duel_state state;
    duel_rng rng;
    duel_move list[DUEL_MOVES_MAX];
    char seed[] = {'g', 'r', 'i', 'd', (char)('0' + deal), '\0'};
    duel_rng_init_number(&rng, (uint64_t)deal);
    if (duel_deal(v, duel_str_of(seed), &state) != DUEL_OK)
        return;
    int stop = SAMPLES / DEALS * (deal + 1);
    for (int ply = 0; s->samples < stop && !duel_is_over(v, &state); ply++) {
        if (ply % (1 + deal) == 0)
            observe(s, brush, v, &state);
        int count = v->game->moves(v, &state, list);
        v->game->play(v, &state, list[duel_rng_below(&rng, (uint32_t)count)]);
    }
}

/* ---- trying a grid ----------------------------------------------------------------------- */

typedef struct looks {
    int count;
    char text[LOOKS][5];
    int times[LOOKS], all;
} looks;

static bool note(looks *l, const char *text)
{
    int i = 0;
    while (i < l->count && strcmp(l->text[i], text) != 0)
        i++;
    if (i == LOOKS)
        return false;
    if (i == l->count)
        strcpy(l->text[l->count++], text); /* a cell holds no longer one */
    l->times[i]++;
    l->all++;
    return true;
}

static int usual(const looks *l)
{
    int best = 0;
    for (int i = 1; i < l->count; i++)
        if (l->times[i] > l->times[best])
            best = i;
    return best;
}

static const char *look_at(const sample *one, int cell, const tui_lattice *g)
{
    const tui_cell *at =
        tui_canvas_at(&one->drawing.sheet, tui_lattice_row(g, one->cell[cell].y),
                      tui_lattice_column(g, one->cell[cell].x));
    return at ? at->text : " ";
}

/* A piece is never drawn as a blank: this alone refuses nearly every wrong grid, and soon. */
static bool hits_pieces(const study *s, const tui_lattice *g)
{
    for (int i = s->samples - 1; i >= 0; i--)
        for (int j = 0; j < s->sample[i].cells; j++)
            if (s->sample[i].cell[j].kind && strcmp(look_at(&s->sample[i], j, g), " ") == 0)
                return false;
    return true;
}

/* How well the grid explains what was drawn: the number of cells that look as their kind mostly
 * does; 0 when two kinds look the same, or one does not look like itself. */
static int worth(const study *s, const tui_lattice *g)
{
    looks seen[KINDS] = {0};
    int sum = 0, kinds = 0;
    for (int i = 0; i < s->samples; i++) {
        const sample *one = &s->sample[i];
        for (int j = 0; j < one->cells; j++)
            if (!note(&seen[one->cell[j].kind], look_at(one, j, g)))
                return 0;
    }
    for (int k = 0; k < s->kinds; k++) {
        if (seen[k].all == 0)
            continue;
        int most = seen[k].times[usual(&seen[k])];
        if (10 * most < (k ? 9 : 5) * seen[k].all)
            return 0;
        for (int other = 0; other < k; other++)
            if (seen[other].all && strcmp(seen[k].text[usual(&seen[k])],
                                          seen[other].text[usual(&seen[other])]) == 0)
                return 0;
        sum += most;
        kinds++;
    }
    return kinds > 1 ? sum : 0;
}

static tui_lattice best_grid(const study *s, int group)
{
    tui_lattice best = {0}, g = {.found = true, .group = group};
    int most = 0;
    for (g.step_y = 1; g.step_y <= TALLEST_STEP; g.step_y++) {
        for (g.step_x = 1; g.step_x <= WIDEST_STEP; g.step_x++) {
            for (g.from_y = -TALLEST_STEP; g.from_y < FARTHEST / 2; g.from_y++) {
                for (g.from_x = -WIDEST_STEP; g.from_x < FARTHEST; g.from_x++) {
                    int sum = hits_pieces(s, &g) ? worth(s, &g) : 0;
                    if (sum > most) {
                        most = sum;
                        best = g;
                    }
                }
            }
        }
    }
    return best;
}

static void widen(tui_rect *room, const tui_canvas *sheet)
{
    room->rows = sheet->rows > room->rows ? sheet->rows : room->rows;
    room->columns = sheet->columns > room->columns ? sheet->columns : room->columns;
}

tui_lattice tui_lattice_find(const duel_variant *v, const tui_brush *brush, tui_rect *room)
{
    static const int groups[] = {0, 5, 10, 4, 3};
    tui_lattice found = {0};
    study *s = calloc(1, sizeof *s);
    *room = (tui_rect){0, 0, 0, 0};
    if (s == NULL)
        return found;
    s->kinds = 1;
    for (int deal = 0; deal < DEALS; deal++)
        play_at_random(s, brush, v, deal);
    for (size_t i = 0; i < sizeof groups / sizeof *groups && !found.found; i++)
        if (s->samples && s->sample[0].cells > 1)
            found = best_grid(s, groups[i]);
    for (int i = 0; i < s->samples; i++) {
        widen(room, &s->sample[i].drawing.sheet);
        tui_drawing_fini(&s->sample[i].drawing);
    }
    free(s);
    return found;
}

static bool on_grid(const tui_lattice *g, int row, int column)
{
    return g->group == 0 && row >= g->from_y && column >= g->from_x &&
           (row - g->from_y) % g->step_y == 0 && (column - g->from_x) % g->step_x == 0;
}

void tui_lattice_mark_changes(const tui_lattice *g, const tui_drawing *before, tui_drawing *now)
{
    if (!g->found || before->sheet.rows != now->sheet.rows)
        return;
    for (int row = 0; row < now->sheet.rows; row++) {
        for (int column = 0; column < now->sheet.columns; column++) {
            const tui_cell *old = tui_canvas_at(&before->sheet, row, column);
            tui_cell *new = tui_canvas_at(&now->sheet, row, column);
            if (old && on_grid(g, row, column) && strcmp(old->text, new->text) != 0)
                new->style |= TUI_CHANGED;
        }
    }
}
