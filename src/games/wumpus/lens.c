/* games/wumpus/lens.c -- help laid over the cave: see state.h.
 *
 * "deduction": for every dark cell beside one that was explored or revealed ✓ safe, ⚠ deadly,
 * ? open, with the exact danger. "percepts": where each breeze, stench and glitter can still
 * come from. Both are made from what the explorer knows; signs tell as much as colours. */
#include "core/play.h"
#include "core/scene.h"
#include "games/wumpus/cell_status.h"
#include "games/wumpus/state.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

/* ---- deduction ---------------------------------------------------------------------- */

typedef struct insight {
    wumpus_set edge;
    wumpus_verdicts verdicts;
    bool known; /* the dangers below are */
    wumpus_risk risk;
} insight;

/* NULL when nothing can be concluded; the caller frees. */
static insight *insight_of(const wumpus_setup *u, const wumpus_state *s)
{
    insight *i = malloc(sizeof *i);
    wumpus_knowledge k = wumpus_knowledge_of(u, s);
    if (i == NULL)
        return NULL;
    wumpus_set known = wumpus_known(&k), near = wumpus_around(k.n, &known);
    i->edge = wumpus_minus(near, &known);
    if (wumpus_judge(&u->rules, &k, &i->edge, &i->verdicts, NULL) != DUEL_OK) {
        free(i);
        return NULL;
    }
    i->known = wumpus_risk_of(&u->rules, &k, &i->risk, NULL) == DUEL_OK;
    return i;
}

typedef struct sign {
    const char *mark, *ascii;
    duel_tone tone;
    const char *label; /* a message with the cell, and the danger in hundredths */
} sign;

static const sign *sign_of(const insight *i, wumpus_cell c)
{
    static const sign signs[] = {
        {"✓", "v", DUEL_SAFE, N_("({0},{1}): proved safe")},
        {"⚠", "!", DUEL_DANGER, N_("({0},{1}): proved deadly")},
        {"?", "?", DUEL_UNKNOWN, N_("({0},{1}): open, danger {2} in 100")},
    };
    wumpus_status status = wumpus_status_of(&i->verdicts, c.x, c.y);
    return &signs[status == WUMPUS_IS_SAFE ? 0 : status == WUMPUS_IS_UNKNOWN ? 2 : 1];
}

/* In hundredths; only what is certain is 0 or 100. */
static int danger_at(const insight *i, wumpus_cell c)
{
    if (!i->known)
        return 50;
    int part = (int)lround(100 * i->risk.danger[c.y][c.x]);
    return part < 1 ? 1 : part > 99 ? 99 : part;
}

static void show_deduction(const duel_variant *v, const void *view, int seat, duel_scene *out)
{
    const wumpus_setup *u = wumpus_setup_of(v);
    int n = u->rules.n;
    insight *i = insight_of(u, view);
    if (i == NULL)
        return;
    for (wumpus_cell c = wumpus_first(&i->edge); c.y >= 0; c = wumpus_next(&i->edge, c)) {
        const sign *s = sign_of(i, c);
        duel_target id = duel_target_of("deduced:%d:%d", c.x, c.y);
        duel_element *e = duel_scene_add(out, DUEL_PIECE, id.text, (float)c.x + 0.1F,
                                         (float)(n - 1 - c.y) + 0.3F, 0.8F, 0.4F);
        e->target = duel_target_of("cell:%d:%d", c.x, c.y);
        e->shape = "token";
        e->tone = s->tone;
        if (s->tone == DUEL_UNKNOWN)
            snprintf(e->face, sizeof e->face, "? %d%%", danger_at(i, c));
        else
            snprintf(e->face, sizeof e->face, "%s", s->mark);
        duel_say(&e->label, s->label, "iii", (int64_t)c.x, (int64_t)c.y,
                 (int64_t)danger_at(i, c));
    }
    free(i);
}

/* Five columns: a mark, or the danger in hundredths. */
static void draw_verdict(const insight *i, const wumpus_state *s, wumpus_cell c, duel_pen *pen)
{
    char text[16];
    if (!wumpus_has(&i->edge, c.x, c.y)) {
        bool known = wumpus_has(&s->explored, c.x, c.y) || wumpus_has(&s->shown, c.x, c.y);
        duel_pen_put(pen, DUEL_SOFT, known ? "  .  " : "     ");
        return;
    }
    const sign *verdict = sign_of(i, c);
    if (verdict->tone == DUEL_UNKNOWN)
        snprintf(text, sizeof text, " %2d%% ", danger_at(i, c));
    else
        snprintf(text, sizeof text, "  %s  ", pen->utf8 ? verdict->mark : verdict->ascii);
    duel_pen_put(pen, verdict->tone, text);
}

static void draw_deduction(const duel_variant *v, const void *view, int seat, duel_pen *pen)
{
    const wumpus_setup *u = wumpus_setup_of(v);
    insight *i = insight_of(u, view);
    if (i == NULL)
        return;
    for (int y = u->rules.n - 1; y >= 0; y--) {
        duel_putf(pen->out, "%3d ", y);
        for (int x = 0; x < u->rules.n; x++)
            draw_verdict(i, view, (wumpus_cell){x, y}, pen);
        duel_put(pen->out, "\n");
    }
    duel_put(pen->out, "  ");
    duel_tell(pen->lang, pen->out,
              pen->utf8 ? N_("✓ proved safe, ⚠ proved deadly, else the danger of entering")
                        : N_("v proved safe, ! proved deadly, else the danger of entering"),
              "");
    duel_put(pen->out, "\n");
    free(i);
}

/* ---- percepts ----------------------------------------------------------------------- */

typedef struct trace {
    wumpus_sign felt, source;
    const char *many; /* messages: {0} where it is felt, {1} where it can come from */
    const char *none; /* its source is known already */
} trace;

static const trace traces[] = {
    {WUMPUS_B, WUMPUS_T, N_("The breeze at {0}: a pit at {1}."),
     N_("The breeze at {0}: its pit has been seen.")},
    {WUMPUS_P, WUMPUS_W, N_("The stench at {0}: a wumpus at {1}."),
     N_("The stench at {0}: its wumpus has been seen.")},
    {WUMPUS_E, WUMPUS_G, N_("The glitter at {0}: a gold at {1}."),
     N_("The glitter at {0}: its gold has been seen.")},
};
enum { TRACES = sizeof traces / sizeof *traces };

/* Where the source can be, as far as single cells tell: beside it, unknown, beside no known
 * cell that feels nothing of the kind. None when a source beside it has been seen. */
static wumpus_set sources(const wumpus_setup *u, const wumpus_state *s, const trace *t,
                          wumpus_cell c)
{
    int n = u->rules.n;
    bool own = t->felt == WUMPUS_E && u->rules.own_glitter;
    wumpus_set near = own ? wumpus_only(c.x, c.y) : wumpus_beside(n, c);
    wumpus_set known = wumpus_or(s->explored, &s->shown);
    wumpus_set quiet = wumpus_minus(known, &s->is[t->felt]);
    wumpus_set seen = wumpus_and(near, &s->is[t->source]), nowhere = {{0}};
    quiet = wumpus_around(n, &quiet);
    near = wumpus_minus(near, &known);
    return !wumpus_empty(&seen) ? nowhere : own ? near : wumpus_minus(near, &quiet);
}

static void say_trace(const wumpus_setup *u, const wumpus_state *s, const trace *t,
                      wumpus_cell c, duel_msg *out)
{
    wumpus_set from = sources(u, s, t, c), here = wumpus_only(c.x, c.y);
    duel_buf at = duel_buf_empty(), places = duel_buf_empty();
    wumpus_print_cells(&here, " / ", &at.sink);
    wumpus_print_cells(&from, " / ", &places.sink);
    duel_say(out, wumpus_empty(&from) ? t->none : t->many, "ss", duel_buf_str(&at),
             duel_buf_str(&places));
    duel_buf_fini(&at);
    duel_buf_fini(&places);
}

typedef void tell(void *to, int number, const duel_msg *m);

/* Every percept of every cell explored or revealed, as sentences; at least one. */
static void each_trace(const wumpus_setup *u, const wumpus_state *s, tell *tell_it, void *to)
{
    int count = 0;
    duel_msg m;
    for (int i = 0; i < TRACES; i++) {
        const wumpus_set *felt = &s->is[traces[i].felt];
        for (wumpus_cell c = wumpus_first(felt); c.y >= 0; c = wumpus_next(felt, c)) {
            say_trace(u, s, &traces[i], c, &m);
            tell_it(to, count++, &m);
        }
    }
    if (count == 0) {
        duel_say(&m, N_("Nothing has been felt yet: every cell beside you is safe."), "");
        tell_it(to, 0, &m);
    }
}

/* A row of words under the picture; the first dozen, the rest is in the text. */
static void add_row(void *to, int number, const duel_msg *m)
{
    enum { ROWS = 12 };
    duel_scene *scene = to;
    if (number >= ROWS)
        return;
    duel_target id = duel_target_of("percept:%d", number);
    duel_element *e =
        duel_scene_add(scene, DUEL_LABEL, id.text, 0, scene->height, scene->width, 0.5F);
    e->label = *m;
    scene->height += 0.5F;
}

static void put_trace_line(void *to, int number, const duel_msg *m)
{
    duel_pen *pen = to;
    duel_put(pen->out, "  ");
    duel_render(pen->lang, m, pen->out);
    duel_put(pen->out, "\n");
}

static void show_percepts(const duel_variant *v, const void *view, int seat, duel_scene *out)
{
    const wumpus_setup *u = wumpus_setup_of(v);
    each_trace(u, view, add_row, out);
}

static void draw_percepts(const duel_variant *v, const void *view, int seat, duel_pen *pen)
{
    const wumpus_setup *u = wumpus_setup_of(v);
    each_trace(u, view, put_trace_line, pen);
}

const duel_lens wumpus_lenses[] = {
    {"deduction", N_("What follows, and the danger"), show_deduction, draw_deduction},
    {"percepts", N_("Where each percept can come from"), show_percepts, draw_percepts},
    {NULL, NULL, NULL, NULL}};
