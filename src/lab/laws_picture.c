/* lab/laws_picture.c -- laws of the picture: paths, scenes, positions set up by hand. See
 * laws.h. */
#include "core/play.h"
#include "core/scene_text.h"
#include "lab/inside.h"

#include <stdio.h>
#include <string.h>

static bool is_prefix(const duel_target *a, int na, const duel_target *b, int nb)
{
    if (na > nb)
        return false;
    for (int i = 0; i < na; i++)
        if (strcmp(a[i].text, b[i].text) != 0)
            return false;
    return true;
}

typedef struct move_path {
    duel_target target[DUEL_PATH];
    int count;
} move_path;

static bool in_scene(const duel_scene *s, const duel_target *target)
{
    for (int i = 0; i < s->count; i++)
        if (strcmp(s->element[i].target.text, target->text) == 0 ||
            strcmp(s->element[i].alternative.text, target->text) == 0)
            return true;
    return false;
}

static bool path_is_drawn(law_trial *t, const duel_scene *s, const move_path *p)
{
    for (int i = 0; t->g->scene && i < p->count; i++)
        if (!in_scene(s, &p->target[i]))
            return BROKEN(N_("the picture has no “{0}”"), "c", p->target[i].text);
    return true;
}

static bool law_paths(law_trial *t)
{
    enum { MOST = 400 }; /* comparing all pairs is quadratic */
    static _Thread_local move_path path[MOST];
    duel_state view;
    duel_scene scene;
    int seat = t->g->turn(t->v, &t->state), count = t->count < MOST ? t->count : MOST;
    bool right = true;
    duel_view(t->v, &t->state, seat, &view);
    duel_scene_init(&scene);
    duel_scene_make(t->v, &view, seat, &scene);
    for (int i = 0; right && i < count; i++) {
        path[i].count = duel_path(t->v, &view, t->list[i], path[i].target);
        right = path[i].count >= 1 && path[i].count <= DUEL_PATH &&
                path_is_drawn(t, &scene, &path[i]);
        for (int j = 0; right && j < i; j++)
            if (is_prefix(path[i].target, path[i].count, path[j].target, path[j].count) ||
                is_prefix(path[j].target, path[j].count, path[i].target, path[i].count))
                right = BROKEN(N_("the path of one move begins that of another: “{0}”"), "c",
                               path[i].target[0].text);
    }
    duel_scene_fini(&scene);
    return right;
}

/* ---- drawings and what they show --------------------------------------------------------- */

/* A pen that takes down what it is told. */
typedef struct listening_pen {
    duel_pen pen;         /* first */
    duel_buf text, named; /* `named`: "|cell:0:0|cell:1:0|" */
} listening_pen;

static void take_down(duel_pen *pen, const char *id)
{
    listening_pen *to = (listening_pen *)pen;
    if (id && id[0])
        duel_putf(&to->named.sink, "|%s|", id);
}

static void draw_listening(const law_trial *t, const void *view, int seat, listening_pen *to)
{
    *to = (listening_pen){
        .pen = {.lang = seat & 1 ? DUEL_FR : DUEL_EN, .utf8 = seat != 0, .thing = take_down}};
    duel_buf_init(&to->text);
    duel_buf_init(&to->named);
    to->pen.out = &to->text.sink;
    duel_draw(t->v, view, seat, &to->pen);
}

static void put_away(listening_pen *pen)
{
    duel_buf_fini(&pen->text);
    duel_buf_fini(&pen->named);
}

static bool is_named(const listening_pen *pen, const char *id)
{
    char whole[DUEL_TARGET_TEXT + 2];
    snprintf(whole, sizeof whole, "|%s|", id);
    const char *at = strstr(pen->named.text, whole);
    return at != NULL;
}

static bool element_is_sound(law_trial *t, const duel_element *e)
{
    if (e->shape && duel_shape_named(e->shape) == NULL)
        return BROKEN(N_("there is no shape “{0}”"), "c", e->shape);
    return law_translated(t, e->label.id);
}

static bool has_element(const duel_scene *s, duel_str id)
{
    for (int i = 0; i < s->count; i++)
        if (duel_str_is(id, s->element[i].id))
            return true;
    return false;
}

static bool names_are_known(law_trial *t, const listening_pen *pen, const duel_scene *s)
{
    duel_str rest = duel_buf_str(&pen->named), id;
    while (duel_str_word(&rest, "|", &id))
        if (!has_element(s, id))
            return BROKEN(N_("the drawing names “{0}”, which the scene does not have"), "s",
                          id);
    return true;
}

static bool view_is_shown(law_trial *t, int seat)
{
    duel_state view;
    duel_scene scene;
    listening_pen pen;
    duel_view(t->v, &t->state, seat, &view);
    duel_scene_init(&scene);
    duel_scene_make(t->v, &view, seat, &scene);
    draw_listening(t, &view, seat, &pen);
    bool right = pen.text.len && pen.text.text[pen.text.len - 1] == '\n' &&
                 names_are_known(t, &pen, &scene);
    for (int i = 0; right && i < scene.count; i++)
        right = element_is_sound(t, &scene.element[i]);
    put_away(&pen);
    duel_scene_fini(&scene);
    return right;
}

static bool law_pictures(law_trial *t)
{
    bool right = true;
    for (int seat = DUEL_NOBODY; right && seat < t->v->seats; seat++)
        right = view_is_shown(t, seat);
    return right;
}

/* Whether the target is one of a cell or a piece, and if so, whether any of those is named. */
static bool is_left_out(const duel_scene *s, const listening_pen *pen,
                        const duel_target *target)
{
    bool board = false;
    for (int i = 0; i < s->count; i++) {
        const duel_element *e = &s->element[i];
        if (strcmp(e->target.text, target->text) != 0 &&
            strcmp(e->alternative.text, target->text) != 0)
            continue;
        if (is_named(pen, e->id))
            return false;
        board = board || e->kind == DUEL_CELL || e->kind == DUEL_PIECE;
    }
    return board;
}

/* What can be picked can be pointed at: cells and pieces of the paths are named. A drawing of
 * the game's own may be plain text and name nothing, as those of files are. */
static bool law_things(law_trial *t)
{
    enum { MOVES = 60 };
    duel_state view;
    duel_scene scene;
    duel_target path[DUEL_PATH];
    listening_pen pen;
    bool right = true;
    int seat = t->g->turn(t->v, &t->state), count = t->count < MOVES ? t->count : MOVES;
    duel_view(t->v, &t->state, seat, &view);
    duel_scene_init(&scene);
    duel_scene_make(t->v, &view, seat, &scene);
    draw_listening(t, &view, seat, &pen);
    bool plain_text = t->g->draw && pen.named.len == 0;
    for (int i = 0; right && !plain_text && i < count; i++) {
        int steps = duel_path(t->v, &view, t->list[i], path);
        for (int k = 0; right && k < steps; k++)
            if (is_left_out(&scene, &pen, &path[k]))
                right = BROKEN(N_("“{0}” can be picked, but the drawing does not name it"), "c",
                               path[k].text);
    }
    put_away(&pen);
    duel_scene_fini(&scene);
    return right;
}

/* One edit of a guarded copy: it repeats, stays inside, and changes something or nothing. */
static bool edits_once(law_trial *t, duel_state *state, const char *id, int step)
{
    guarded a, b;
    memset(&a, 0x00, sizeof a);
    memset(&b, 0xAA, sizeof b);
    memcpy(&a.state, state, t->v->state_size);
    memcpy(&b.state, state, t->v->state_size);
    bool done = duel_edit(t->v, &a.state, duel_str_of(id), step);
    if (done != duel_edit(t->v, &b.state, duel_str_of(id), step) ||
        !duel_states_equal(t->v, &a, &b) || !law_intact(t, &a, 0x00) ||
        !law_intact(t, &b, 0xAA) || done == duel_states_equal(t->v, state, &a))
        return BROKEN(N_("the edit of “{0}” does not repeat, or does not do what it says"), "c",
                      id);
    memcpy(state, &a.state, t->v->state_size);
    return true;
}

/* What was set up can be drawn; it is a sound position, or its text is refused with words. */
static bool edited_is_told(law_trial *t, const duel_state *state)
{
    duel_buf text;
    duel_state back;
    duel_move list[DUEL_MOVES_MAX];
    duel_msg why = {.id = NULL};
    duel_buf_init(&text);
    duel_print(t->v, state, &text.sink);
    bool lawful = duel_read(t->v, duel_buf_str(&text), &back, &why) == DUEL_OK, right;
    if (lawful)
        right = duel_states_equal(t->v, state, &back) &&
                duel_is_over(t->v, &back) == (t->g->moves(t->v, &back, list) == 0);
    else
        right = why.id && law_translated(t, why.id);
    if (!right)
        duel_say(t->detail, N_("the position “{0}”"), "s", duel_buf_str(&text));
    duel_buf_fini(&text);
    return right;
}

/* A short walk of edits from every position: some stay sound, some do not. */
static bool law_edits(law_trial *t)
{
    enum { EDITS = 4 };
    duel_state state = t->state;
    duel_scene scene;
    bool right = true;
    if (t->g->edit == NULL)
        return true;
    duel_scene_init(&scene);
    for (int i = 0; right && i < EDITS; i++) {
        duel_scene_make(t->v, &state, DUEL_SEES_ALL, &scene);
        uint32_t at = duel_rng_below(&t->rng, (uint32_t)scene.count + 1);
        int step = duel_rng_below(&t->rng, 2) ? 1 : -1;
        right = edits_once(t, &state, at ? scene.element[at - 1].id : "turn", step);
    }
    duel_scene_make(t->v, &state, DUEL_SEES_ALL, &scene);
    for (int i = 0; right && i < scene.count; i++)
        right = law_translated(t, scene.element[i].label.id);
    duel_scene_fini(&scene);
    return right && edits_once(t, &state, "", 1) && edited_is_told(t, &state);
}

const law laws_of_pictures[] = {
    {N_("Every path leads to one legal move, through things in the picture."), law_paths},
    {N_("Every view can be drawn, in both languages."), law_pictures},
    {N_("A drawing tells what it shows, and shows what can be picked on the board."),
     law_things},
    {N_("A position set up by hand is sound, or is refused with words."), law_edits},
    {NULL, NULL}};
