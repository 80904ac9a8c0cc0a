/* lab/laws_picture.c -- laws of the picture: paths, scenes, positions set up by hand. See
 * laws.h. */
#include "core/play.h"
#include "core/scene.h"
#include "lab/laws_trial.h"

#include <stdlib.h>
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

static bool law_pictures(law_trial *t)
{
    bool right = true;
    for (int seat = DUEL_NOBODY; right && seat < t->v->seats; seat++) {
        duel_state view;
        duel_scene scene;
        duel_buf text;
        duel_view(t->v, &t->state, seat, &view);
        duel_buf_init(&text);
        duel_pen pen = {.out = &text.sink, .lang = seat & 1 ? DUEL_FR : DUEL_EN, .utf8 = true};
        t->g->draw(t->v, &view, seat, &pen);
        right = text.len && text.text[text.len - 1] == '\n';
        duel_buf_fini(&text);
        duel_scene_init(&scene);
        duel_scene_make(t->v, &view, seat, &scene);
        for (int i = 0; right && i < scene.count; i++)
            right = law_translated(t, scene.element[i].label.id);
        duel_scene_fini(&scene);
    }
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
    if (done != duel_edit(t->v, &b.state, duel_str_of(id), step) || !duel_same(t->v, &a, &b) ||
        !law_intact(t, &a, 0x00) || !law_intact(t, &b, 0xAA) ||
        done == duel_same(t->v, state, &a))
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
        right = duel_same(t->v, state, &back) &&
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
        duel_scene_make(t->v, &state, DUEL_ALL, &scene);
        uint32_t at = duel_rng_below(&t->rng, (uint32_t)scene.count + 1);
        int step = duel_rng_below(&t->rng, 2) ? 1 : -1;
        right = edits_once(t, &state, at ? scene.element[at - 1].id : "turn", step);
    }
    duel_scene_make(t->v, &state, DUEL_ALL, &scene);
    for (int i = 0; right && i < scene.count; i++)
        right = law_translated(t, scene.element[i].label.id);
    duel_scene_fini(&scene);
    return right && edits_once(t, &state, "", 1) && edited_is_told(t, &state);
}

const law laws_of_pictures[] = {
    {N_("Every path leads to one legal move, through things in the picture."), law_paths},
    {N_("Every view can be drawn, in both languages."), law_pictures},
    {N_("A position set up by hand is sound, or is refused with words."), law_edits},
    {NULL, NULL}};
