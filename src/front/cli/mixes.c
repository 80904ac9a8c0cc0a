/* front/cli/mixes.c -- `duel solve` of a game with secrets: its value between two bounds, and
 * how often to play what in each view. */
#include "front/cli/mixes.h"
#include "core/play.h"
#include "front/cli/converge.h"
#include "front/json.h"
#include "front/work.h"
#include "players/actor.h"
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
    duel_learning learning;
    duel_player *player;
    duel_whole whole;
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

static void write_amount(const duel_whole *w, double scale, char text[AMOUNT])
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
    const duel_whole *w = &m->whole;
    duel_tell(m->c->lang, m->c->out,
              N_("{0} {0:deal|deals}, {1} ends, {2} views to choose in; {3} iterations in {4} "
                 "ms, {5} MB."),
              "iiiiii", (int64_t)w->deals, (int64_t)w->ends, (int64_t)w->sets,
              (int64_t)w->iterations, (int64_t)(w->seconds * 1000),
              (int64_t)((w->memory >> 20) + 1));
    duel_put(m->c->out, "\n");
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
    const duel_whole *w = &m->whole;
    int digits = digits_of(w->low, w->high);
    say_value(m, &value);
    duel_render(m->c->lang, &value, m->c->out);
    duel_put(m->c->out, "\n");
    snprintf(low, sizeof low, "%.*f", digits, w->low - 0.5 * pow(10, -digits));
    snprintf(high, sizeof high, "%.*f", digits, w->high + 0.5 * pow(10, -digits));
    duel_tell(m->c->lang, m->c->out, N_("Proved: its value for {0} lies between {1} and {2}."),
              "wcc", duel_role(m->v, 0), low, high);
    duel_put(m->c->out, "\n");
    print_effort(m);
}

/* ---- the views --------------------------------------------------------------------------- */

static double worth_shown(const mixes *m, double worth)
{
    return m->whole.points ? worth / 2 : worth;
}

static void print_mix(const mixes *m, const duel_seen_view *met, const double *chance,
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

static json_t *mix_json(const mixes *m, const duel_seen_view *met, const double *chance,
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

static bool list_view(void *to, const duel_seen_view *met)
{
    mixes *m = to;
    if (met->seat != m->seat)
        return true;
    double *chance = malloc(2 * (size_t)met->count * sizeof *chance);
    if (chance == NULL)
        return false;
    double *worth = chance + met->count;
    if (duel_player_mix(m->player, met->seat, met->known, met->count, chance, worth)) {
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
        status = duel_views_each(m->v, first, list_view, m, why);
    }
    if (status == DUEL_OK && first && m->list == NULL) {
        duel_tell(m->c->lang, m->c->out, N_("{0} more views: --all lists them."), "i",
                  (int64_t)(m->whole.sets - m->listed));
        duel_put(m->c->out, "\n");
    }
    return status;
}

/* ---- all of it --------------------------------------------------------------------------- */

static json_t *whole_json(const mixes *m)
{
    duel_msg value;
    const duel_whole *w = &m->whole;
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

static duel_status write_text(const duel_buf *text, const char *path, duel_msg *why)
{
    FILE *f = text->failed ? NULL : fopen(path, "wb");
    bool written = f && fwrite(text->text, 1, text->len, f) == text->len;
    written = f && fclose(f) == 0 && written;
    return written ? DUEL_OK : duel_fail(why, N_("{0} cannot be written."), "c", path);
}

static duel_status open_mixing(mixes *m, const duel_args *a, duel_msg *why)
{
    duel_status status = DUEL_OK;
    if (!duel_args_value(a, "forget"))
        status = duel_learning_open(m->c->data, m->v, &m->learning, why);
    if (status == DUEL_OK)
        status =
            duel_player_open(duel_str_of(duel_args_text(a, "engine", "equilibrium")), m->v,
                             work_memory(a), duel_learning_base(&m->learning), &m->player, why);
    return status;
}

static duel_status write_picture(const mixes *m, const converge *course, const char *path,
                                 duel_msg *why)
{
    duel_buf text;
    duel_buf_init(&text);
    converge_svg(course, m->c->lang, &text.sink);
    duel_status status = course->failed ? duel_full(why) : write_text(&text, path, why);
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
    work_meter meter = {m->c, -1};
    converge course;
    const char *picture = duel_args_text(a, "svg", NULL);
    duel_think t = {.seconds = duel_args_decimal(a, "seconds"),
                    .stop = &work_stop,
                    .progress = picture ? converge_watch : work_show,
                    .watcher = picture ? (void *)&course : (void *)&meter};
    work_begin();
    converge_begin(&course, &meter, m->v, m->player);
    duel_status status = duel_player_whole(m->player, &t, &m->whole, why);
    work_clear(&meter);
    if (status == DUEL_OK && picture)
        status = write_picture(m, &course, picture, why);
    converge_fini(&course);
    if (status == DUEL_STOPPED)
        status = duel_refuse(
            why, N_("The time was over before the game was laid out: nothing is solved."), "");
    if (status == DUEL_OK)
        status =
            duel_learning_save(&m->learning, m->player, (int64_t)time(NULL), &m->saved, why);
    return status;
}

static duel_status write_strategy(mixes *m, const char *path, duel_msg *why)
{
    duel_buf text;
    duel_buf_init(&text);
    duel_status status = duel_strategy_write(m->player, m->v, &m->whole, &text.sink, why);
    if (status == DUEL_OK)
        status = write_text(&text, path, why);
    duel_buf_fini(&text);
    return status;
}

duel_status mixes_solve(const duel_console *c, const duel_args *a, const subject *s,
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
    duel_player_close(m.player);
    duel_learning_close(&m.learning);
    return status;
}
