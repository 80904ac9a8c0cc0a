/* front/cli/converge.c -- see converge.h. */
#include "front/cli/converge.h"
#include "core/play.h"
#include "players/strategy.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { VIEWS_MOST = 200, DRAWN = 3 };

void converge_begin(converge *c, work_meter *meter, const duel_variant *v, duel_player *p)
{
    *c = (converge){.meter = meter, .v = v, .player = p};
}

void converge_fini(converge *c)
{
    for (size_t i = 0; i < c->views; i++) {
        free(c->view[i].view);
        free(c->view[i].move);
    }
    for (size_t i = 0; i < c->moments; i++)
        free(c->moment[i].chance);
    free(c->view);
    free(c->moment);
}

/* ---- watching ---------------------------------------------------------------------------- */

static bool add_view(void *to, const duel_seen_view *met)
{
    converge *c = to;
    converge_view *more = realloc(c->view, (c->views + 1) * sizeof *more);
    converge_view own = {met->seat,
                         met->count,
                         met->known,
                         malloc(sizeof *own.view),
                         malloc((size_t)met->count * sizeof *own.move),
                         c->choices};
    if (more)
        c->view = more;
    if (more == NULL || own.view == NULL || own.move == NULL) {
        free(own.view);
        free(own.move);
        c->failed = true;
        return false;
    }
    memcpy(own.view, met->view, c->v->state_size);
    memcpy(own.move, met->move, (size_t)met->count * sizeof *own.move);
    c->view[c->views++] = own;
    c->choices += (size_t)met->count;
    return c->views < VIEWS_MOST;
}

static void look_at_views(const converge *c, double *chance)
{
    double worth[DUEL_MOVES_MAX];
    for (size_t i = 0; i < c->views; i++) {
        const converge_view *v = &c->view[i];
        duel_player_mix(c->player, v->seat, v->known, v->count, chance + v->first, worth);
    }
}

void converge_watch(void *watcher, const duel_progress *p)
{
    converge *c = watcher;
    work_show(c->meter, p);
    if (!c->looked && duel_views_each(c->v, true, add_view, c, NULL) != DUEL_OK)
        c->failed = true;
    c->looked = true;
    double *chance = calloc(c->choices + 1, sizeof *chance);
    converge_moment *more = realloc(c->moment, (c->moments + 1) * sizeof *more);
    if (more)
        c->moment = more;
    if (chance == NULL || more == NULL || c->failed) {
        free(chance);
        c->failed = true;
        return;
    }
    look_at_views(c, chance);
    c->moment[c->moments++] = (converge_moment){p->nodes, p->low, p->high, chance};
}

/* ---- choosing what is drawn -------------------------------------------------------------- */

/* How far from always the same, at the end. */
static double mixedness(const converge *c, const converge_view *v)
{
    const double *chance = c->moment[c->moments - 1].chance + v->first;
    double entropy = 0;
    for (int i = 0; i < v->count; i++)
        entropy -= chance[i] > 0 ? chance[i] * log(chance[i]) : 0;
    return entropy;
}

/* The most mixed that are not drawn yet; NULL: none mixes. */
static const converge_view *next_view(const converge *c, const converge_view *const drawn[],
                                      int count)
{
    const double little = 0.05;
    const converge_view *best = NULL;
    for (size_t i = 0; i < c->views; i++) {
        bool again = false;
        for (int k = 0; k < count; k++)
            again = again || drawn[k] == &c->view[i];
        if (!again && mixedness(c, &c->view[i]) > (best ? mixedness(c, best) : little))
            best = &c->view[i];
    }
    return best;
}

/* ---- drawing ----------------------------------------------------------------------------- */

enum { WIDTH = 720, LEFT = 70, RIGHT = 150, PANEL = 180, HEAD = 50, GAP = 46 };

typedef struct panel { /* numbers from low to high over iterations, which are told by powers */
    const converge *c;
    duel_sink *out;
    double top, low, high;
} panel;

static double across(const converge *c, uint64_t iterations)
{
    double last = log((double)c->moment[c->moments - 1].iterations);
    double first = log((double)c->moment[0].iterations);
    double part = last > first ? (log((double)iterations) - first) / (last - first) : 1;
    return LEFT + part * (WIDTH - LEFT - RIGHT);
}

static double height_of(const panel *p, double value)
{
    double part = p->high > p->low ? (value - p->low) / (p->high - p->low) : 0.5;
    part = part < 0 ? 0 : part > 1 ? 1 : part;
    return p->top + (1 - part) * PANEL;
}

static void put_frame(const panel *p)
{
    duel_putf(p->out,
              "<rect x=\"%d\" y=\"%.1f\" width=\"%d\" height=\"%d\" class=\"frame\"/>\n", LEFT,
              p->top, WIDTH - LEFT - RIGHT, PANEL);
    for (int i = 0; i <= 2; i++) {
        double value = p->low + i * (p->high - p->low) / 2;
        duel_putf(p->out, "<text x=\"%d\" y=\"%.1f\" text-anchor=\"end\">%.3g</text>\n",
                  LEFT - 6, height_of(p, value) + 4, value);
    }
}

/* `at` gives the number of a moment. */
static void put_curve(const panel *p, double (*at)(const converge_moment *m, size_t which),
                      size_t which, const char *kind)
{
    const converge *c = p->c;
    duel_putf(p->out, "<polyline class=\"%s\" points=\"", kind);
    for (size_t i = 0; i < c->moments; i++)
        duel_putf(p->out, "%.1f,%.1f ", across(c, c->moment[i].iterations),
                  height_of(p, at(&c->moment[i], which)));
    duel_put(p->out, "\"/>\n");
}

static double bound_at(const converge_moment *m, size_t high)
{
    return high ? m->high : m->low;
}

static double chance_at(const converge_moment *m, size_t which)
{
    return m->chance[which];
}

static void put_escaped(duel_sink *out, duel_str text)
{
    for (size_t i = 0; i < text.len; i++) {
        char c = text.at[i];
        duel_put(out, c == '<' ? "&lt;" : c == '&' ? "&amp;" : (char[]){c, '\0'});
    }
}

static void put_label(const panel *p, double y, duel_str text)
{
    duel_putf(p->out, "<text x=\"%d\" y=\"%.1f\">", WIDTH - RIGHT + 8, y + 4);
    put_escaped(p->out, text);
    duel_put(p->out, "</text>\n");
}

/* As high as the first moment is off, so that both close from the edges. */
static void put_bounds(panel *p, duel_lang lang)
{
    const converge_moment *first = &p->c->moment[0], *last = &p->c->moment[p->c->moments - 1];
    double value = (last->low + last->high) / 2;
    double far = fmax(fmax(value - first->low, first->high - value), 1e-12);
    char text[32];
    p->low = value - far;
    p->high = value + far;
    put_frame(p);
    duel_putf(p->out, "<text x=\"%d\" y=\"%.1f\" class=\"title\">%s</text>\n", LEFT, p->top - 8,
              duel_text(lang, N_("The value, for who plays first, lies between the two")));
    put_curve(p, bound_at, 0, "low");
    put_curve(p, bound_at, 1, "high");
    snprintf(text, sizeof text, "%.6g", value);
    put_label(p, height_of(p, value), duel_str_of(text));
}

static void put_mix(panel *p, duel_lang lang, const converge_view *v)
{
    static const char *const kinds[] = {"a", "b", "c", "d"};
    enum { KINDS = sizeof kinds / sizeof *kinds };
    const converge_moment *last = &p->c->moment[p->c->moments - 1];
    duel_buf text;
    p->low = 0;
    p->high = 1;
    put_frame(p);
    duel_buf_init(&text);
    duel_print(p->c->v, v->view, &text.sink);
    duel_putf(p->out, "<text x=\"%d\" y=\"%.1f\" class=\"title\">%s: ", LEFT, p->top - 8,
              duel_text(lang, duel_role(p->c->v, v->seat)));
    put_escaped(p->out, duel_buf_str(&text));
    duel_put(p->out, "</text>\n");
    duel_buf_fini(&text);
    for (int i = 0; i < v->count; i++) {
        double chance = last->chance[v->first + (size_t)i];
        put_curve(p, chance_at, v->first + (size_t)i, kinds[i % KINDS]);
        duel_buf_init(&text);
        duel_print_move(p->c->v, v->view, v->move[i], &text.sink);
        duel_putf(&text.sink, " %.3f", chance);
        if (chance >= 0.02)
            put_label(p, height_of(p, chance), duel_buf_str(&text));
        duel_buf_fini(&text);
    }
}

void converge_svg(const converge *c, duel_lang lang, duel_sink *out)
{
    const converge_view *drawn[DRAWN];
    int count = 0;
    while (c->moments && count < DRAWN && (drawn[count] = next_view(c, drawn, count)) != NULL)
        count++;
    int height = HEAD + (count + 1) * (PANEL + GAP);
    duel_putf(out,
              "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 %d %d\" "
              "font-family=\"sans-serif\" font-size=\"12\">\n"
              "<style>.frame{fill:none;stroke:#ccc}.title{font-size:14px}"
              "polyline{fill:none;stroke-width:2}.low,.a{stroke:#1b7837}"
              ".high,.b{stroke:#b2182b}.c{stroke:#2166ac}.d{stroke:#b35806}</style>\n"
              "<rect width=\"%d\" height=\"%d\" fill=\"#fff\"/>\n",
              WIDTH, height, WIDTH, height);
    panel p = {c, out, HEAD, 0, 0};
    if (c->moments)
        put_bounds(&p, lang);
    for (int i = 0; i < count; i++) {
        p.top += PANEL + GAP;
        put_mix(&p, lang, drawn[i]);
    }
    if (c->moments)
        duel_putf(out,
                  "<text x=\"%d\" y=\"%.1f\">%llu</text>\n<text x=\"%d\" y=\"%.1f\" "
                  "text-anchor=\"end\">%llu %s</text>\n",
                  LEFT, p.top + PANEL + 16, (unsigned long long)c->moment[0].iterations,
                  WIDTH - RIGHT, p.top + PANEL + 16,
                  (unsigned long long)c->moment[c->moments - 1].iterations,
                  duel_text(lang, N_("iterations")));
    duel_put(out, "</svg>\n");
}
