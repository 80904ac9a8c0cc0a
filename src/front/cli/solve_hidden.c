/* front/cli/solve_hidden.c -- `duel solve` of a game with secrets: its value between two
 * bounds, and how often to play what in each view; and how it came to be solved, as a picture.
 */
#include "base/file.h"
#include "base/grow.h"
#include "core/play.h"
#include "front/cli/inside.h"
#include "front/console.h"
#include "front/json.h"
#include "players/lazy_player.h"
#include "players/player.h"
#include "players/strategy.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { AMOUNT = 48 };      /* bytes of a number that is told */
enum { VIEWS_SHOWN = 60 }; /* where there are more, only the first choices are listed */

typedef struct mixes {
    const duel_console *c;
    const duel_variant *v;
    variant_results learning;
    machine_player *player;
    duel_full_solution whole;
    uint64_t saved; /* choices */
    bool all;       /* every view was asked for, with the worth of each move */
    json_t *list;   /* of views, for JSON */
    int seat;       /* whose views are being listed */
    uint64_t listed;
} mixes;

/* ---- numbers ----------------------------------------------------------------------------- */

/* The simplest fraction between two numbers not below 0, by the tree of Stern and Brocot. */
static void simplest_between(double low, double high, int64_t *above, int64_t *below)
{
    enum { STEPS = 4000 };
    int64_t a = 0, b = 1, c = 1, d = 0; /* between a/b and c/d */
    *above = 0, *below = 1;
    for (int i = 0; i < STEPS && (low > 0 || i == 0); i++) {
        *above = a + c, *below = b + d;
        double middle = (double)*above / (double)*below;
        if (middle < low)
            a = *above, b = *below;
        else if (middle > high)
            c = *above, d = *below;
        else
            return;
    }
    if (low <= 0)
        *above = 0, *below = 1;
}

/* Whether a fraction so simple lies between the bounds by no accident: among numbers as close
 * together as they are, one in a thousand has one. */
static bool fraction_between(double low, double high, int64_t *above, int64_t *below)
{
    double sign = low + high < 0 ? -1 : 1;
    double least = sign > 0 ? low : -high, most = sign > 0 ? high : -low;
    simplest_between(least, most, above, below);
    return (most - least) * (double)(*below * *below) < 1e-3;
}

/* As many digits as the bounds agree on, and two. */
static int digits_of(double low, double high)
{
    double gap = fmax(high - low, 1e-9);
    int digits = (int)ceil(-log10(gap)) + 1;
    return digits < 2 ? 2 : digits > 9 ? 9 : digits;
}

static void write_amount(const duel_full_solution *w, double scale, char text[AMOUNT])
{
    int64_t above, below;
    double low = w->low * scale, high = w->high * scale, middle = fabs(low + high) / 2;
    if (!fraction_between(low, high, &above, &below))
        snprintf(text, AMOUNT, "%.*f", digits_of(low, high) - 1, middle);
    else if (below == 1)
        snprintf(text, AMOUNT, "%lld", (long long)above);
    else
        snprintf(text, AMOUNT, "%lld/%lld", (long long)above, (long long)below);
}

/* ---- the value --------------------------------------------------------------------------- */

static void say_points(const mixes *m, duel_msg *out)
{
    char amount[AMOUNT];
    const char *first = duel_role(m->v, 0);
    bool ahead = m->whole.low + m->whole.high > 0;
    write_amount(&m->whole, 1, amount);
    bool part = strchr(amount, '/') && fabs(m->whole.low) < 1;
    if (strcmp(amount, "0") == 0)
        duel_say(out, N_("In the long run neither wins anything."), "");
    else if (strcmp(amount, "1") == 0)
        duel_say(out, ahead ? N_("{0} wins a point a game.") : N_("{0} loses a point a game."),
                 "w", first);
    else if (part)
        duel_say(out,
                 ahead ? N_("{0} wins {1} of a point a game.")
                       : N_("{0} loses {1} of a point a game."),
                 "wc", first, amount);
    else
        duel_say(out,
                 ahead ? N_("{0} wins {1} points a game.") : N_("{0} loses {1} points a game."),
                 "wc", first, amount);
}

static void say_games(const mixes *m, duel_msg *out)
{
    char amount[AMOUNT];
    bool ahead = m->whole.low + m->whole.high > 0;
    write_amount(&m->whole, 100, amount);
    if (strcmp(amount, "0") == 0)
        duel_say(out, N_("In the long run both win as often."), "");
    else
        duel_say(out,
                 ahead ? N_("Of 100 games, {0} wins {1} more than it loses.")
                       : N_("Of 100 games, {0} loses {1} more than it wins."),
                 "wc", duel_role(m->v, 0), amount);
}

static void say_value(const mixes *m, duel_msg *out)
{
    if (m->whole.points)
        say_points(m, out);
    else
        say_games(m, out);
}

static void print_effort(const mixes *m)
{
    const duel_full_solution *w = &m->whole;
    TELL(m->c,
         N_("{0} {0:deal|deals}, {1} ends, {2} views to choose in; {3} iterations in {4} "
            "ms, {5} MB."),
         "iiiiii", (int64_t)w->deals, (int64_t)w->ends, (int64_t)w->sets,
         (int64_t)w->iterations, (int64_t)(w->seconds * 1000),
         (int64_t)((w->memory >> 20) + 1));
    if (w->iterations == 0)
        duel_tell(m->c->lang, m->c->out, N_("Learned earlier: nothing was searched."), ""),
            duel_put(m->c->out, "\n");
    if (w->damaged)
        duel_tell(m->c->lang, m->c->out,
                  N_("What had been learned of this game is damaged; it was solved anew."), ""),
            duel_put(m->c->out, "\n");
}

static void print_value(const mixes *m)
{
    duel_msg value;
    char low[32], high[32];
    const duel_full_solution *w = &m->whole;
    int digits = digits_of(w->low, w->high);
    say_value(m, &value);
    tell_said(m->c, &value);
    snprintf(low, sizeof low, "%.*f", digits, w->low - 0.5 * pow(10, -digits));
    snprintf(high, sizeof high, "%.*f", digits, w->high + 0.5 * pow(10, -digits));
    TELL(m->c, N_("Proved: its value for {0} lies between {1} and {2}."), "wcc",
         duel_role(m->v, 0), low, high);
    print_effort(m);
}

/* ---- the views --------------------------------------------------------------------------- */

static double worth_shown(const mixes *m, double worth)
{
    return m->whole.points ? worth / 2 : worth;
}

static void print_mix(const mixes *m, const strategy_view *met, const double *chance,
                      const double *worth)
{
    duel_sink *out = m->c->out;
    const char *between = "";
    duel_put(out, "  ");
    duel_print(m->v, met->view, out);
    duel_put(out, "  ");
    for (int i = 0; i < met->count; i++) {
        if (chance[i] < 5e-4 && !m->all)
            continue;
        duel_put(out, between);
        between = ", ";
        duel_print_move(m->v, met->view, met->move[i], out);
        duel_putf(out, " %.1f %%", 100 * chance[i]);
        if (m->all && !isnan(worth[i]))
            duel_putf(out, " (%+.4f)", worth_shown(m, worth[i]));
    }
    duel_put(out, "\n");
}

static json_t *mix_json(const mixes *m, const strategy_view *met, const double *chance,
                        const double *worth)
{
    char known[24];
    json_t *moves = json_array();
    snprintf(known, sizeof known, "%016llx", (unsigned long long)met->known);
    for (int i = 0; i < met->count; i++)
        json_array_append_new(
            moves,
            json_pack("{sosfso}", "move", json_move(m->v, met->view, met->move[i]), "chance",
                      chance[i], "worth",
                      isnan(worth[i]) ? json_null() : json_real(worth_shown(m, worth[i]))));
    return json_pack("{sisssoso}", "seat", met->seat + 1, "known", known, "position",
                     json_position(m->v, met->view), "moves", moves);
}

static bool list_view(void *to, const strategy_view *met)
{
    mixes *m = to;
    if (met->seat != m->seat)
        return true;
    double *chance = malloc(2 * (size_t)met->count * sizeof *chance);
    if (chance == NULL)
        return false;
    double *worth = chance + met->count;
    if (player_mix(m->player, met->seat, met->known, met->count, chance, worth)) {
        m->listed++;
        if (m->list)
            json_array_append_new(m->list, mix_json(m, met, chance, worth));
        else
            print_mix(m, met, chance, worth);
    }
    free(chance);
    return !atomic_load(&work_stop);
}

static duel_status list_views(mixes *m, duel_msg *why)
{
    bool first = !m->all && m->whole.sets > VIEWS_SHOWN;
    duel_status status = DUEL_OK;
    for (m->seat = 0; status == DUEL_OK && m->seat < m->v->seats; m->seat++) {
        if (m->list == NULL)
            duel_putf(m->c->out, "%s\n", duel_text(m->c->lang, duel_role(m->v, m->seat)));
        status = strategy_each_view(m->v, first, list_view, m, why);
    }
    if (status == DUEL_OK && first && m->list == NULL)
        TELL(m->c, N_("{0} more views: --all lists them."), "i",
             (int64_t)(m->whole.sets - m->listed));
    return status;
}

/* ---- a picture of the way ---------------------------------------------------------------- */

/* The bounds of the value closing, and the mixes of a few views settling.
 *
 *     begin ──▶ converge_watch, as the progress of the solve ──▶ converge_svg ──▶ fini
 *
 * Views are looked at where there are few; those drawn are the most mixed in the end. */

typedef struct converge_view {
    int seat, count; /* whose; of moves */
    uint64_t known;
    duel_state *view;
    duel_move *move;
    size_t first; /* of its chances in a moment */
} converge_view;

typedef struct converge_moment {
    uint64_t iterations;
    double low, high;
    double *chance; /* of every move of every view */
} converge_moment;

typedef struct converge {
    progress_meter *meter; /* is shown what is watched, too */
    const duel_variant *v;
    machine_player *player;
    converge_view *view;
    size_t views, choices;
    converge_moment *moment;
    size_t moments;
    bool looked, failed; /* views were looked for; there was no memory */
} converge;

enum { VIEWS_MOST = 200, DRAWN = 3 };

static void converge_begin(converge *c, progress_meter *meter, const duel_variant *v,
                           machine_player *p)
{
    *c = (converge){.meter = meter, .v = v, .player = p};
}

static void converge_fini(converge *c)
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

static bool add_view(void *to, const strategy_view *met)
{
    converge *c = to;
    bool room = GROW_ONE(c->view, c->views);
    converge_view own = {met->seat,
                         met->count,
                         met->known,
                         malloc(sizeof *own.view),
                         malloc((size_t)met->count * sizeof *own.move),
                         c->choices};
    if (!room || own.view == NULL || own.move == NULL) {
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
        player_mix(c->player, v->seat, v->known, v->count, chance + v->first, worth);
    }
}

/* A duel_think.progress; `watcher` is a converge. */
static void converge_watch(void *watcher, const duel_progress *p)
{
    converge *c = watcher;
    progress_show(c->meter, p);
    if (!c->looked && strategy_each_view(c->v, true, add_view, c, NULL) != DUEL_OK)
        c->failed = true;
    c->looked = true;
    double *chance = calloc(c->choices + 1, sizeof *chance);
    if (chance == NULL || !GROW_ONE(c->moment, c->moments) || c->failed) {
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

static void converge_svg(const converge *c, duel_lang lang, duel_sink *out)
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

/* ---- all of it --------------------------------------------------------------------------- */

static json_t *whole_json(const mixes *m)
{
    duel_msg value;
    const duel_full_solution *w = &m->whole;
    say_value(m, &value);
    return json_pack("{sssosfsfsssIsIsIsIsIsIsfsfsbsbsIsO}", "game", m->v->game->id, "text",
                     json_say(m->c->lang, &value), "low", w->low, "high", w->high, "unit",
                     w->points ? "point" : "game", "deals", (json_int_t)w->deals, "ends",
                     (json_int_t)w->ends, "views", (json_int_t)w->sets, "choices",
                     (json_int_t)w->choices, "iterations", (json_int_t)w->iterations, "memory",
                     (json_int_t)w->memory, "seconds", w->seconds, "unfold_seconds",
                     w->unfolded, "learned", w->iterations == 0, "damaged", w->damaged, "saved",
                     (json_int_t)m->saved, "mixes", m->list);
}

static duel_status open_mixing(mixes *m, const duel_args *a, duel_msg *why)
{
    duel_status status = DUEL_OK;
    if (!duel_args_value(a, "forget"))
        status = variant_results_open(m->c->data, m->v, &m->learning, why);
    if (status == DUEL_OK)
        status = player_open(duel_str_of(duel_args_text(a, "engine", "equilibrium")), m->v,
                             progress_memory(a), variant_results_base(&m->learning), &m->player,
                             why);
    return status;
}

static duel_status write_picture(const mixes *m, const converge *course, const char *path,
                                 duel_msg *why)
{
    duel_buf text;
    duel_buf_init(&text);
    converge_svg(course, m->c->lang, &text.sink);
    duel_status status =
        course->failed ? duel_no_space(why) : duel_file_replace_with(path, &text, why);
    if (status == DUEL_OK && course->moments == 0)
        status = duel_refuse(why,
                             N_("Nothing was searched, so there is nothing to draw: --forget "
                                "solves it anew."),
                             "");
    duel_buf_fini(&text);
    return status;
}

static duel_status solve_whole(mixes *m, const duel_args *a, duel_msg *why)
{
    progress_meter meter = {m->c, -1};
    converge course;
    const char *picture = duel_args_text(a, "svg", NULL);
    duel_think t = {.seconds = duel_args_decimal(a, "seconds"),
                    .stop = &work_stop,
                    .progress = picture ? converge_watch : progress_show,
                    .watcher = picture ? (void *)&course : (void *)&meter};
    progress_begin();
    converge_begin(&course, &meter, m->v, m->player);
    duel_status status = player_solution(m->player, &t, &m->whole, why);
    progress_clear(&meter);
    if (status == DUEL_OK && picture)
        status = write_picture(m, &course, picture, why);
    converge_fini(&course);
    if (status == DUEL_STOPPED)
        status = duel_refuse(
            why, N_("The time was over before the game was laid out: nothing is solved."), "");
    if (status == DUEL_OK)
        status =
            variant_results_save(&m->learning, m->player, (int64_t)time(NULL), &m->saved, why);
    return status;
}

static duel_status write_strategy(mixes *m, const char *path, duel_msg *why)
{
    duel_buf text;
    duel_buf_init(&text);
    duel_status status = strategy_write(m->player, m->v, &m->whole, &text.sink, why);
    if (status == DUEL_OK)
        status = duel_file_replace_with(path, &text, why);
    duel_buf_fini(&text);
    return status;
}

duel_status solve_hidden(const duel_console *c, const duel_args *a, const position_args *s,
                         duel_msg *why)
{
    mixes m = {.c = c, .v = &s->v, .all = duel_args_value(a, "all")};
    if (s->record.start.len || s->record.count)
        return duel_refuse(
            why,
            N_("A game with secrets is solved from its deals on: give no position, no moves."),
            "");
    duel_status status = open_mixing(&m, a, why);
    if (status == DUEL_OK)
        status = solve_whole(&m, a, why);
    if (status == DUEL_OK && c->json)
        m.list = json_array();
    else if (status == DUEL_OK)
        print_value(&m);
    if (status == DUEL_OK)
        status = list_views(&m, why);
    const char *path = duel_args_text(a, "strategy", NULL);
    if (status == DUEL_OK && path)
        status = write_strategy(&m, path, why);
    if (status == DUEL_OK && c->json)
        c->print_json(c, whole_json(&m));
    json_decref(m.list);
    player_close(m.player);
    variant_results_close(&m.learning);
    return status;
}
