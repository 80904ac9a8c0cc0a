/* front/review_text.c -- a review told, and how the game went, drawn: see review_text.h. */
#include "front/review_text.h"
#include "core/play.h"
#include "front/inside.h"
#include "front/json.h"
#include "front/wording.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

/* ---- how a game went, as a curve --------------------------------------------------------- */

/* Bars grow from the middle line, up for the first side. */

static bool has_numbers(const game_curve *g)
{
    return g->points && g->told;
}

static double largest(const game_curve *g)
{
    double most = 1;
    for (size_t i = 0; i < g->count; i++)
        if (fabs(g->point[i].value) > most)
            most = fabs(g->point[i].value);
    return ceil(most);
}

/* ---- in characters ----------------------------------------------------------------------- */

enum { HALF = 4, MARGIN = 6 }; /* rows on either side of the middle; room for numbers */

typedef struct canvas {
    const game_curve *g;
    duel_pen *pen;
    double most;
    size_t columns; /* of the curve; several moves may share one */
} canvas;

static size_t point_at(const canvas *c, size_t column)
{
    return c->g->count <= c->columns ? column : column * c->g->count / c->columns;
}

static void put_tone(duel_pen *pen, duel_tone tone)
{
    if (pen->tone)
        pen->tone(pen, tone);
}

static bool is_outer(int row)
{
    return row == HALF || row == -HALF;
}

static void put_axis(const canvas *c, int row)
{
    char number[16] = "";
    if (has_numbers(c->g) && row == 0)
        snprintf(number, sizeof number, "0");
    else if (has_numbers(c->g) && is_outer(row))
        snprintf(number, sizeof number, "%+.0f", row * c->most / HALF);
    put_tone(c->pen, DUEL_SOFT);
    duel_putf(c->pen->out, "%*s ", MARGIN - 2, number);
    put_tone(c->pen, DUEL_PLAIN);
}

/* A bar reaches a row if it covers at least half of it. */
static bool reaches(const canvas *c, const curve_point *p, int row)
{
    double size = fabs(p->value) / c->most * HALF;
    int side = p->value > 0 ? 1 : -1;
    return row * side > 0 && size >= row * side - 0.5;
}

static void put_cell(const canvas *c, size_t column, int row)
{
    static const char *const bar[2][2] = {{":", "#"}, {"▒", "█"}};
    const curve_point *p = &c->g->point[point_at(c, column)];
    if (row == 0) {
        duel_put(c->pen->out, c->pen->utf8 ? "─" : "-");
    } else if (reaches(c, p, row)) {
        put_tone(c->pen, row > 0 ? DUEL_SEAT1 : DUEL_SEAT2);
        duel_put(c->pen->out, bar[c->pen->utf8][p->proved]);
        put_tone(c->pen, DUEL_PLAIN);
    } else {
        duel_put(c->pen->out, " ");
    }
}

static void put_curve_row(const canvas *c, int row)
{
    size_t last = c->columns;
    while (row && last > 0 && !reaches(c, &c->g->point[point_at(c, last - 1)], row))
        last--; /* no blanks at the end of a line */
    if (last > 0 || is_outer(row))
        put_axis(c, row);
    for (size_t i = 0; i < last; i++)
        put_cell(c, i, row);
    if (is_outer(row)) {
        duel_put(c->pen->out, "  ");
        put_tone(c->pen, row > 0 ? DUEL_SEAT1 : DUEL_SEAT2);
        duel_put(c->pen->out, duel_text(c->pen->lang, row > 0 ? c->g->above : c->g->below));
        put_tone(c->pen, DUEL_PLAIN);
    }
    duel_put(c->pen->out, "\n");
}

static void put_marker(const canvas *c)
{
    if (c->g->marked >= c->g->count)
        return;
    duel_putf(c->pen->out, "%*s", MARGIN - 1, "");
    for (size_t i = 0; i < c->columns && point_at(c, i) < c->g->marked; i++)
        duel_put(c->pen->out, " ");
    duel_put(c->pen->out, c->pen->utf8 ? "▲\n" : "^\n");
}

void curve_draw(const game_curve *g, duel_pen *pen, int columns)
{
    size_t room = (size_t)(columns - MARGIN);
    canvas c = {g, pen, largest(g), g->count < room ? g->count : room};
    for (int row = HALF; row >= -HALF; row--)
        put_curve_row(&c, row);
    put_marker(&c);
}

/* ---- as a picture ------------------------------------------------------------------------ */

enum { WIDTH = 720, HEIGHT = 320, LEFT = 48, TOP = 48, RIGHT = 16, BOTTOM = 40 };

static double x_of(const game_curve *g, size_t i)
{
    return LEFT + (WIDTH - LEFT - RIGHT) * ((double)i + 0.5) / (double)g->count;
}

static double y_of(double value, double most)
{
    double half = (HEIGHT - TOP - BOTTOM) / 2.0;
    return TOP + half - half * value / most;
}

static void put_level(const game_curve *g, double value, double most, duel_sink *out)
{
    double y = y_of(value, most);
    duel_putf(out, "<path d=\"M%d %.1fH%d\" class=\"%s\"/>\n", LEFT, y, WIDTH - RIGHT,
              value == 0 ? "zero" : "level");
    if (has_numbers(g))
        duel_putf(out, "<text x=\"%d\" y=\"%.1f\" text-anchor=\"end\">%s%.0f</text>\n",
                  LEFT - 6, y + 4,
                  value > 0   ? "+"
                  : value < 0 ? "−"
                              : "",
                  fabs(value));
}

static void put_bar(const game_curve *g, size_t i, double most, duel_sink *out)
{
    const curve_point *p = &g->point[i];
    double width = (WIDTH - LEFT - RIGHT) / (double)g->count;
    double y = y_of(p->value, most), zero = y_of(0, most);
    duel_putf(out,
              "<rect x=\"%.1f\" y=\"%.1f\" width=\"%.1f\" height=\"%.1f\" class=\"%s%s\"/>\n",
              x_of(g, i) - 0.4 * width, y < zero ? y : zero, 0.8 * width, fabs(y - zero),
              p->value > 0 ? "first" : "second", p->proved ? "" : " guess");
}

static void put_number(const game_curve *g, size_t i, duel_sink *out)
{
    duel_putf(out, "<text x=\"%.1f\" y=\"%d\" text-anchor=\"middle\">%zu</text>\n", x_of(g, i),
              HEIGHT - BOTTOM + 18, i);
}

static void put_pointer(const game_curve *g, double most, duel_sink *out)
{
    double x = x_of(g, g->marked), y = y_of(0, most);
    duel_putf(out, "<circle cx=\"%.1f\" cy=\"%.1f\" r=\"6\" class=\"mark\"/>\n", x, y);
}

static void put_frame(const game_curve *g, duel_lang lang, duel_sink *out)
{
    duel_putf(out,
              "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 %d %d\" "
              "font-family=\"sans-serif\" font-size=\"12\">\n"
              "<style>svg{background:#fff;fill:#222}.level{stroke:#ddd}.zero{stroke:#444}"
              ".first{fill:#1b7837}.second{fill:#b2182b}.guess{opacity:.5}"
              ".mark{fill:none;stroke:#222;stroke-width:2}</style>\n"
              "<rect width=\"%d\" height=\"%d\" fill=\"#fff\"/>\n",
              WIDTH, HEIGHT, WIDTH, HEIGHT);
    duel_putf(out, "<text x=\"%d\" y=\"22\" font-size=\"15\">%s</text>\n", LEFT,
              duel_text(lang, g->title));
    duel_putf(out, "<text x=\"%d\" y=\"%d\" class=\"first\">▲ %s</text>\n", LEFT, TOP - 6,
              duel_text(lang, g->above));
    if (g->below[0])
        duel_putf(out, "<text x=\"%d\" y=\"%d\" class=\"second\">▼ %s</text>\n", LEFT,
                  HEIGHT - BOTTOM + 34, duel_text(lang, g->below));
}

void curve_svg(const game_curve *g, duel_lang lang, duel_sink *out)
{
    const size_t between_numbers = g->count > 100 ? 50 : g->count > 12 ? 10 : 1;
    double most = largest(g);
    put_frame(g, lang, out);
    for (int quarter = -2; quarter <= 2; quarter++)
        put_level(g, quarter * most / 2, most, out);
    for (size_t i = 0; i < g->count; i++)
        put_bar(g, i, most, out);
    for (size_t i = 0; i < g->count; i += between_numbers)
        put_number(g, i, out);
    if (g->marked < g->count)
        put_pointer(g, most, out);
    duel_put(out, "</svg>\n");
}

/* ---- a review ---------------------------------------------------------------------------- */

static const duel_variant *variant_of(const review_text *x)
{
    return &x->record->variant;
}

static bool is_sure(const move_review *d)
{
    return d->had.proved && d->got.proved;
}

/* ---- marks and costs in words ------------------------------------------------------------ */

const char *review_mark(duel_mark mark)
{
    static const char *const words[] = {[DUEL_UNMARKED] = "",
                                        [DUEL_INACCURATE] = N_("inaccurate"),
                                        [DUEL_MISTAKE] = N_("a mistake"),
                                        [DUEL_BLUNDER] = N_("a blunder")};
    return words[mark];
}

const char *review_sign(duel_mark mark)
{
    static const char *const signs[] = {[DUEL_UNMARKED] = "",
                                        [DUEL_INACCURATE] = "?!",
                                        [DUEL_MISTAKE] = "?",
                                        [DUEL_BLUNDER] = "??"};
    return signs[mark];
}

/* A result that was given away for another one, as the seat that did it reads it, as everybody
 * else does, and as the other one of two does, where that differs: all of one card is said from
 * the reader's chair. */
typedef struct exchange {
    duel_value had, got;
    const char *own, *other, *rival;
} exchange;

static const exchange exchanges[] = {
    {DUEL_WIN, DUEL_LOSS, N_("You gave the win away: you lose now."),
     N_("{0} gave the win away, and loses now."), N_("{0} gave the win away: you win now.")},
    {DUEL_WIN, DUEL_TIE, N_("You gave the win away: it is a tie now."),
     N_("{0} gave the win away: it is a tie now."), NULL},
    {DUEL_WIN, DUEL_DRAW, N_("You gave the win away: nobody wins now."),
     N_("{0} gave the win away: nobody wins now."), NULL},
    {DUEL_WIN, DUEL_UNSOLVED, N_("You gave the win away: the game is open again."),
     N_("{0} gave the win away: the game is open again."), NULL},
    {DUEL_UNSOLVED, DUEL_LOSS, N_("The game was open: you lose now."),
     N_("The game was open: {0} loses now."), N_("The game was open: you win now.")},
    {DUEL_TIE, DUEL_LOSS, N_("You gave the tie away: you lose now."),
     N_("{0} gave the tie away, and loses now."), N_("{0} gave the tie away: you win now.")},
    {DUEL_DRAW, DUEL_LOSS, N_("Nobody had to lose: you lose now."),
     N_("Nobody had to lose: {0} loses now."), N_("{0} did not have to lose: you win now.")}};

static const exchange *exchange_of(const move_review *d)
{
    duel_value had = duel_result_of_worth(&d->had).value;
    duel_value got = duel_result_of_worth(&d->got).value;
    for (size_t i = 0; i < sizeof exchanges / sizeof *exchanges; i++)
        if (had == exchanges[i].had && got == exchanges[i].got)
            return &exchanges[i];
    return NULL;
}

static const char *exchange_words(const review_text *x, const move_review *d, const exchange *e)
{
    wording_chair chair = wording_chair_of(variant_of(x), x->reader, d->seat);
    return chair == WORDING_MOVER               ? e->own
           : chair == WORDING_OTHER && e->rival ? e->rival
                                                : e->other;
}

static void put_points(const review_text *x, const move_review *d, bool own, duel_sink *out)
{
    char text[WORDING_NUMBER];
    const char *role = duel_role(variant_of(x), d->seat);
    if (d->cost.sure)
        duel_tell(x->lang, out,
                  own ? N_("You gave away {1} {1:point|points}.")
                      : N_("{0} gave away {1} {1:point|points}."),
                  "wi", role, (int64_t)(d->cost.points + 0.5));
    else
        duel_tell(x->lang, out,
                  own ? N_("You gave away about {1} points.")
                      : N_("{0} gave away about {1} points."),
                  "wc", role, wording_number(x->lang, d->cost.points, false, text));
}

static void put_share(const review_text *x, const move_review *d, bool own, duel_sink *out)
{
    duel_tell(x->lang, out,
              own ? N_("You gave away about {1} % of the win.")
                  : N_("{0} gave away about {1} % of the win."),
              "wi", duel_role(variant_of(x), d->seat), (int64_t)(100 * d->cost.share + 0.5));
}

static void put_given(const review_text *x, const move_review *d, duel_sink *out)
{
    bool own = x->reader == d->seat;
    bool points = d->cost.told && d->cost.scored && d->cost.points > 0;
    const exchange *e = exchange_of(d);
    if (e)
        duel_tell(x->lang, out, exchange_words(x, d, e), "w",
                  duel_role(variant_of(x), d->seat));
    if (e == NULL && !d->cost.told)
        duel_tell(x->lang, out, N_("Another move seems to be better."), "");
    if (e && points)
        duel_put(out, " ");
    if (points)
        put_points(x, d, own, out);
    else if (e == NULL && d->cost.told)
        put_share(x, d, own, out);
}

void review_reasons(const review_text *x, const move_review *d, duel_reason *out)
{
    out->count = 0;
    if (d->why)
        *out = *d->why;
    wording_keep_reasons(x->reader, d->seat, out);
}

/* A player alone has won all the same, and nobody has counted what the move cost. */
static bool leaves_points_out(const review_text *x, const move_review *d)
{
    const duel_variant *v = variant_of(x);
    return v->seats == 1 && v->traits & DUEL_MARGIN && d->cost.known && !d->cost.scored;
}

void review_cost(const review_text *x, const move_review *d, duel_sink *out)
{
    const double hardly = 0.01; /* of the win */
    if (!d->cost.known)
        duel_tell(x->lang, out, N_("What it cost nobody can tell."), "");
    else if (d->mark != DUEL_UNMARKED)
        put_given(x, d, out);
    else if (d->cost.share > hardly)
        duel_tell(x->lang, out, N_("Hardly anything was given away."), "");
    else if (leaves_points_out(x, d))
        duel_tell(x->lang, out, N_("The win was not given away; points are not weighed."), "");
    else
        duel_tell(x->lang, out, N_("Nothing was given away."), "");
}

static void put_mark(const review_text *x, const move_review *d, const void *state,
                     duel_sink *out)
{
    char text[WORDING_NUMBER];
    duel_state view;
    duel_tell(x->lang, out, N_("; {0}"), "w", review_mark(d->mark));
    if (d->cost.scored && d->cost.told)
        duel_tell(x->lang, out, N_("; gives away {0}"), "c",
                  wording_number(x->lang, d->cost.points, is_sure(d), text));
    duel_tell(x->lang, out, N_("; better: "), "");
    duel_view(variant_of(x), state, d->seat, &view);
    wording_line(out, variant_of(x), &view, d->line, d->line_count);
    duel_put(out, ", ");
    wording_worth(x->lang, out, variant_of(x), &d->had, WORDING_APART);
}

static void verdict_line(const review_text *x, const move_review *d, const void *state,
                         duel_sink *out)
{
    wording_worth(x->lang, out, variant_of(x), &d->got, WORDING_APART);
    if (d->mark != DUEL_UNMARKED)
        put_mark(x, d, state, out);
}

static void put_numbered(const review_text *x, size_t n, const void *state, duel_sink *out)
{
    enum { MOVE_COLUMNS = 8 };
    const move_review *d = &x->review->move[n];
    duel_buf move;
    duel_buf_init(&move);
    duel_print_move(variant_of(x), state, d->played, &move.sink);
    duel_putf(out, "%3zu. ", n + 1);
    wording_put_padded(out, move.text, MOVE_COLUMNS);
    duel_put(out, move.len < MOVE_COLUMNS ? "" : " ");
    verdict_line(x, d, state, out);
    duel_put(out, "\n");
    duel_buf_fini(&move);
}

duel_status review_list(const review_text *x, duel_sink *out, duel_msg *why)
{
    const duel_variant *v = variant_of(x);
    duel_state state;
    duel_status status = duel_record_begin(x->record, &state, why);
    for (size_t i = 0; status == DUEL_OK && i < x->review->count; i++) {
        put_numbered(x, i, &state, out);
        v->game->play(v, &state, x->review->move[i].played);
    }
    return status;
}

/* ---- the game as a whole ----------------------------------------------------------------- */

/* Where proofs begin. Before, some values may be proved all the same. */
static void put_sureness(const review_text *x, duel_sink *out)
{
    const game_review *w = x->review;
    size_t from = w->count;
    bool some = false;
    while (from > 0 && is_sure(&w->move[from - 1]))
        from--;
    for (size_t i = 0; i < from; i++)
        some = some || w->move[i].had.proved || w->move[i].got.proved;
    if (from == 0)
        duel_tell(x->lang, out, N_("Every value is proved.\n"), "");
    else if (some)
        duel_tell(x->lang, out, N_("Some values are proved, the others are estimates.\n"), "");
    else if (from == w->count)
        duel_tell(x->lang, out, N_("All values are estimates.\n"), "");
    else
        duel_tell(x->lang, out, N_("Estimated up to move {0}, proved from then on.\n"), "i",
                  (int64_t)from);
}

static void put_turning(const review_text *x, duel_sink *out)
{
    const game_review *w = x->review;
    char text[WORDING_NUMBER];
    if (w->turning == w->count) {
        bool unweighed = false;
        for (size_t i = 0; i < w->count; i++)
            unweighed = unweighed || leaves_points_out(x, &w->move[i]);
        duel_tell(x->lang, out,
                  unweighed ? N_("No move gave the win away. Points are not weighed.\n")
                            : N_("No move gave anything away.\n"),
                  "");
        return;
    }
    for (int seat = 0; seat < variant_of(x)->seats; seat++) {
        double points = w->given[seat].points;
        if (w->given[seat].scored && w->given[seat].told)
            duel_tell(x->lang, out,
                      seat == x->reader ? N_("You gave away {1} in all.\n")
                                        : N_("{0} gave away {1} in all.\n"),
                      "wc", duel_role(variant_of(x), seat),
                      wording_number(x->lang, points, points == floor(points), text));
    }
    duel_tell(x->lang, out, N_("Turning point: move {0}.\n"), "i", (int64_t)w->turning + 1);
}

void review_sum(const review_text *x, duel_sink *out)
{
    put_sureness(x, out);
    put_turning(x, out);
}

/* ---- the course of the game -------------------------------------------------------------- */

/* Whether the points are known, or of two players at least so many. */
static bool is_counted(const review_text *x, const duel_worth *w)
{
    return w->scored || (w->proved && variant_of(x)->seats > 1);
}

/* Whether points are known everywhere, so that they can be drawn. */
static bool all_scored(const review_text *x)
{
    const game_review *w = x->review;
    for (size_t i = 0; i < w->count; i++) {
        const duel_worth *had = &w->move[i].had, *got = &w->move[i].got;
        if (!is_counted(x, had) || !is_counted(x, got))
            return false;
    }
    return variant_of(x)->traits & DUEL_MARGIN;
}

static bool is_told(const duel_worth *w, bool points)
{
    return duel_worth_told(w) && (w->scored || !points);
}

/* Whether all are told as numbers, not in words. */
static bool all_told(const game_review *w, bool points)
{
    for (size_t i = 0; i < w->count; i++)
        if (!is_told(&w->move[i].had, points) || !is_told(&w->move[i].got, points))
            return false;
    return true;
}

/* In points where all are known, else on the line from a loss to a win. */
static curve_point point_of(const duel_variant *v, const duel_worth *w, int seat, bool points)
{
    double value = points ? w->points : duel_worth_level(v, w);
    return (curve_point){seat ? -value : value, w->proved};
}

bool review_graph(const review_text *x, curve_point *point, game_curve *out)
{
    const game_review *w = x->review;
    const duel_variant *v = variant_of(x);
    if (v->seats > 2 || w->count == 0)
        return false;
    bool points = all_scored(x);
    for (size_t i = 0; i < w->count; i++)
        point[i] = point_of(v, &w->move[i].had, w->move[i].seat, points);
    const move_review *last = &w->move[w->count - 1];
    point[w->count] = point_of(v, &last->got, last->seat, points);
    *out = (game_curve){.count = w->count + 1,
                        .point = point,
                        .marked = w->turning == w->count ? w->count + 1 : w->turning + 1,
                        .points = points,
                        .told = all_told(w, points),
                        .above = duel_role(v, 0),
                        .below = v->seats > 1 ? duel_role(v, 1) : "",
                        .title = v->game->title};
    return true;
}

/* ---- JSON -------------------------------------------------------------------------------- */

static json_t *worth_json(const review_text *x, const move_review *d, const duel_worth *w)
{
    const duel_variant *v = variant_of(x);
    duel_buf text;
    if (!w->known)
        return json_null();
    duel_buf_init(&text);
    wording_worth(x->lang, &text.sink, v, w, wording_chair_of(v, x->reader, d->seat));
    return json_pack("{sfsssbsfsbso}", "amount", w->scored ? w->points : duel_worth_level(v, w),
                     "scale", w->scored ? "points" : "steps", "proved", w->proved, "share",
                     w->share, "calibrated", duel_worth_told(w), "text", json_take_text(&text));
}

/* In points where they are known, else in steps: 2 from a win to a loss. */
static json_t *cost_json(const duel_variant *v, const move_review *d)
{
    double steps = duel_worth_level(v, &d->had) - duel_worth_level(v, &d->got);
    if (!d->cost.known)
        return json_null();
    return json_real(d->cost.scored ? d->cost.points : steps > 0 ? steps : 0);
}

static json_t *reasons_json(const review_text *x, const move_review *d)
{
    duel_reason told;
    review_reasons(x, d, &told);
    return json_reasons(&told, x->lang);
}

/* In words; the sign and the name of the mark are for lists. */
static void set_words(json_t *j, const review_text *x, const move_review *d)
{
    duel_buf text;
    duel_buf_init(&text);
    review_cost(x, d, &text.sink);
    json_set(j, "text", json_take_text(&text));
    json_set(j, "sign", json_string(review_sign(d->mark)));
    json_set(j, "name", json_tell(x->lang, review_mark(d->mark), ""));
    json_set(j, "reasons", reasons_json(x, d));
}

static json_t *verdict_json(const review_text *x, const move_review *d, const void *state,
                            int first)
{
    const duel_variant *v = variant_of(x);
    json_t *j =
        json_pack("{sisosososososososososo}", "seat", d->seat + first, "move",
                  json_move(v, state, d->played), "best", json_move(v, state, d->best), "had",
                  worth_json(x, d, &d->had), "got", worth_json(x, d, &d->got), "cost",
                  cost_json(v, d), "calibrated", json_boolean(d->cost.told), "share_lost",
                  d->cost.known ? json_real(d->cost.share) : json_null(), "points_lost",
                  d->cost.scored ? json_real(d->cost.points) : json_null(), "mark",
                  json_mark(d->mark), "line", json_played(v, state, d->line, d->line_count));
    json_set(j, "path", json_path(v, state, d->best));
    json_set_said(j, v, state, d->played, x->lang);
    if (v->game->teaching.say_move) {
        json_set(j, "best_said", json_told_move(v, state, d->best, x->lang));
        json_set(j, "line_said", json_told_line(v, state, d->line, d->line_count, x->lang));
    }
    set_words(j, x, d);
    return j;
}

static json_t *moves_json(const review_text *x, int first)
{
    const duel_variant *v = variant_of(x);
    duel_state state;
    if (duel_record_begin(x->record, &state, NULL) != DUEL_OK)
        return NULL;
    json_t *list = json_array();
    for (size_t i = 0; i < x->review->count; i++) {
        const move_review *d = &x->review->move[i];
        json_array_append_new(list, verdict_json(x, d, &state, first));
        v->game->play(v, &state, d->played);
    }
    return list;
}

static json_t *sum_json(const review_text *x)
{
    json_t *list = json_array();
    duel_buf text;
    duel_str line;
    duel_buf_init(&text);
    review_sum(x, &text.sink);
    duel_str left = duel_buf_str(&text);
    while (duel_str_word(&left, "\n", &line))
        json_array_append_new(list, json_text(line));
    duel_buf_fini(&text);
    return list;
}

static json_t *curve_json(const review_text *x)
{
    game_curve g;
    curve_point *point = calloc(x->review->count + 1, sizeof *point);
    json_t *values = json_array(), *proved = json_array(), *j = json_null();
    if (point && review_graph(x, point, &g)) {
        for (size_t i = 0; i < g.count; i++) {
            json_array_append_new(values, json_real(point[i].value));
            json_array_append_new(proved, json_boolean(point[i].proved));
        }
        j = json_pack("{sssbsssssOsO}", "scale", g.points ? "points" : "steps", "calibrated",
                      g.told, "above", duel_text(x->lang, g.above), "below",
                      duel_text(x->lang, g.below), "values", values, "proved", proved);
    }
    json_decref(values);
    json_decref(proved);
    free(point);
    return j;
}

json_t *review_json(const review_text *x, int first)
{
    const game_review *w = x->review;
    json_t *moves = moves_json(x, first);
    if (moves == NULL)
        return NULL;
    return json_pack("{sosososo}", "moves", moves, "turning",
                     w->turning == w->count ? json_null()
                                            : json_integer((json_int_t)w->turning + 1),
                     "sum", sum_json(x), "curve", curve_json(x));
}
