/* front/cli/review.c -- review: a game gone through again, in words, as a graph, as JSON. */
#include "service/review.h"
#include "core/play.h"
#include "front/cli/curve.h"
#include "front/cli/keep.h"
#include "front/commands.h"
#include "front/json.h"
#include "front/phrase.h"
#include "front/work.h"

#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static const duel_option review_options[] = {
    {"threads", DUEL_NUMBER, 0, 1, 64, NULL,
     N_("threads to use (default: the processors there are, 8 at most)")},
    WORK_SECONDS(150000, N_("how long it may think about a move")),
    {"nodes", DUEL_NUMBER, 0, 0, INT64_C(1) << 40, NULL,
     N_("positions it may look at for a move, in place of a time")},
    WORK_MEMORY,
    WORK_LAST};
static const duel_flag review_texts[] = {
    {"engine", "SPEC", N_("who reviews (default expert)")},
    {"svg", "FILE", N_("draws the course of the game into FILE as well")},
    {NULL, NULL, NULL}};

enum { COLUMNS = 76, MOVE_COLUMNS = 8 };

typedef struct reviewed {
    const duel_console *c;
    const char *svg; /* a file to draw into, or NULL */
    const duel_record *record;
    duel_review review;
    duel_state state; /* before the move being printed */
} reviewed;

/* ---- words --------------------------------------------------------------------------------
 */

static bool is_proved(const duel_verdict *d)
{
    return d->had.proved && d->got.proved;
}

static void put_better_line(const reviewed *x, const duel_verdict *d)
{
    duel_state view;
    duel_view(&x->record->variant, &x->state, d->seat, &view);
    phrase_line(x->c->out, &x->record->variant, &view, d->line, d->line_count);
}

static const char *mark_words(duel_mark mark)
{
    static const char *const words[] = {[DUEL_UNMARKED] = "",
                                        [DUEL_INACCURATE] = N_("inaccurate"),
                                        [DUEL_MISTAKE] = N_("a mistake"),
                                        [DUEL_BLUNDER] = N_("a blunder")};
    return words[mark];
}

static void put_cost(const reviewed *x, const duel_verdict *d)
{
    char text[PHRASE_NUMBER];
    const duel_console *c = x->c;
    duel_put(c->out, "; ");
    duel_tell(c->lang, c->out, mark_words(d->mark), "");
    if (d->cost.scored)
        duel_tell(c->lang, c->out, N_("; gives away {0}"), "c",
                  phrase_number(c->lang, d->cost.points, is_proved(d), text));
    duel_tell(c->lang, c->out, N_("; better: "), "");
    put_better_line(x, d);
    duel_put(c->out, ", ");
    phrase_worth(c->lang, c->out, &x->record->variant, &d->had, PHRASE_APART);
}

static void print_verdict(const reviewed *x, size_t n)
{
    const duel_variant *v = &x->record->variant;
    const duel_verdict *d = &x->review.move[n];
    duel_buf move;
    duel_buf_init(&move);
    duel_print_move(v, &x->state, d->played, &move.sink);
    duel_putf(x->c->out, "%3zu. ", n + 1);
    phrase_put_padded(x->c->out, move.text, MOVE_COLUMNS);
    phrase_worth(x->c->lang, x->c->out, v, &d->got, PHRASE_APART);
    if (d->mark != DUEL_UNMARKED)
        put_cost(x, d);
    duel_put(x->c->out, "\n");
    duel_buf_fini(&move);
}

/* Where proofs begin. Before, some values may be proved all the same. */
static void print_sureness(const reviewed *x)
{
    size_t from = x->review.count;
    bool some = false;
    while (from > 0 && is_proved(&x->review.move[from - 1]))
        from--;
    for (size_t i = 0; i < from; i++)
        some = some || x->review.move[i].had.proved || x->review.move[i].got.proved;
    duel_lang lang = x->c->lang;
    duel_sink *out = x->c->out;
    if (from == 0)
        duel_tell(lang, out, N_("Every value is proved.\n"), "");
    else if (some)
        duel_tell(lang, out, N_("Some values are proved, the others are estimates.\n"), "");
    else if (from == x->review.count)
        duel_tell(lang, out, N_("All values are estimates.\n"), "");
    else
        duel_tell(lang, out, N_("Estimated up to move {0}, proved from then on.\n"), "i",
                  (int64_t)from);
}

static void print_turning(const reviewed *x)
{
    duel_lang lang = x->c->lang;
    duel_sink *out = x->c->out;
    const duel_review *w = &x->review;
    char text[PHRASE_NUMBER];
    if (w->turning == w->count) {
        duel_tell(lang, out, N_("No move gave anything away.\n"), "");
        return;
    }
    for (int seat = 0; seat < x->record->variant.seats; seat++) {
        double points = w->given[seat].points;
        if (w->given[seat].scored)
            duel_tell(lang, out, N_("{0} gave away {1} in all.\n"), "wc",
                      duel_role(&x->record->variant, seat),
                      phrase_number(lang, points, points == floor(points), text));
    }
    duel_tell(lang, out, N_("Turning point: move {0}.\n"), "i", (int64_t)w->turning + 1);
}

/* ---- the graph ----------------------------------------------------------------------------
 */

/* Whether all are points: of a proved win, the least it comes to. */
static bool all_scored(const duel_variant *v, const duel_review *w)
{
    for (size_t i = 0; i < w->count; i++) {
        const duel_worth *had = &w->move[i].had, *got = &w->move[i].got;
        if (!(had->scored || had->proved) || !(got->scored || got->proved))
            return false;
    }
    return v->traits & DUEL_MARGIN;
}

/* In points where all are known, else on the line from a loss to a win. */
static graph_point point_of(const duel_variant *v, const duel_worth *w, int seat, bool points)
{
    double value = points ? w->points : duel_worth_level(v, w);
    return (graph_point){seat ? -value : value, w->proved};
}

/* The course of the game as the first seat sees it; false for more than two seats. */
static bool make_graph(const reviewed *x, graph_point *point, graph *out)
{
    const duel_review *w = &x->review;
    const duel_variant *v = &x->record->variant;
    if (v->seats > 2 || w->count == 0)
        return false;
    bool numbers = all_scored(v, w);
    for (size_t i = 0; i < w->count; i++)
        point[i] = point_of(v, &w->move[i].had, w->move[i].seat, numbers);
    const duel_verdict *last = &w->move[w->count - 1];
    point[w->count] = point_of(v, &last->got, last->seat, numbers);
    *out = (graph){.count = w->count + 1,
                   .point = point,
                   .marked = w->turning == w->count ? w->count + 1 : w->turning + 1,
                   .numbers = numbers,
                   .above = duel_role(v, 0),
                   .below = v->seats > 1 ? duel_role(v, 1) : "",
                   .title = v->game->title};
    return true;
}

static duel_status write_svg(const reviewed *x, const graph *g, const char *name, duel_msg *why)
{
    duel_stream stream;
    FILE *f = fopen(name, "wb");
    if (f == NULL)
        return duel_bad(why, N_("Cannot write {0}: {1}."), "cc", name, strerror(errno));
    duel_stream_init(&stream, f);
    graph_svg(g, x->c->lang, &stream.sink);
    bool failed = ferror(f);
    if (fclose(f) != 0 || failed)
        return duel_bad(why, N_("Cannot write {0}: {1}."), "cc", name, strerror(errno));
    return DUEL_OK;
}

static duel_status show_graph(const reviewed *x, duel_msg *why)
{
    graph g;
    duel_status status = DUEL_OK;
    graph_point *point = calloc(x->review.count + 1, sizeof *point);
    if (point == NULL)
        return duel_full(why);
    bool drawn = make_graph(x, point, &g);
    if (drawn && !x->c->json) {
        duel_pen pen = terminal_pen(x->c, x->c->out);
        duel_put(x->c->out, "\n");
        graph_draw(&g, &pen, COLUMNS);
    }
    if (x->svg && drawn)
        status = write_svg(x, &g, x->svg, why);
    else if (x->svg)
        status = duel_refuse(why, N_("A graph is drawn for one or two players only."), "");
    free(point);
    return status;
}

/* ---- JSON ---------------------------------------------------------------------------------
 */

static json_t *worth_json(const duel_variant *v, const duel_worth *w)
{
    if (!w->known)
        return json_null();
    return json_pack("{sfsssbsf}", "amount", w->scored ? w->points : duel_worth_level(v, w),
                     "scale", w->scored ? "points" : "steps", "proved", w->proved, "share",
                     w->share);
}

static json_t *mark_json(duel_mark mark)
{
    static const char *const names[] = {[DUEL_INACCURATE] = "inaccurate",
                                        [DUEL_MISTAKE] = "mistake",
                                        [DUEL_BLUNDER] = "blunder"};
    return mark == DUEL_UNMARKED ? json_null() : json_string(names[mark]);
}

/* In points where they are known, else in steps: 2 from a win to a loss. */
static json_t *cost_json(const duel_variant *v, const duel_verdict *d)
{
    double steps = duel_worth_level(v, &d->had) - duel_worth_level(v, &d->got);
    if (!d->cost.known)
        return json_null();
    return json_real(d->cost.scored ? d->cost.points : steps > 0 ? steps : 0);
}

static json_t *verdict_json(const reviewed *x, size_t n)
{
    const duel_variant *v = &x->record->variant;
    const duel_verdict *d = &x->review.move[n];
    return json_pack(
        "{sisososososososososo}", "seat", d->seat + 1, "move",
        json_move(v, &x->state, d->played), "best", json_move(v, &x->state, d->best), "had",
        worth_json(v, &d->had), "got", worth_json(v, &d->got), "cost", cost_json(v, d),
        "share_lost", d->cost.known ? json_real(d->cost.share) : json_null(), "points_lost",
        d->cost.scored ? json_real(d->cost.points) : json_null(), "mark", mark_json(d->mark),
        "line", json_played(v, &x->state, d->line, d->line_count));
}

/* ---- the command --------------------------------------------------------------------------
 */

static duel_status print_review(reviewed *x, duel_msg *why)
{
    const duel_variant *v = &x->record->variant;
    const duel_review *w = &x->review;
    json_t *moves = json_array();
    duel_status status = duel_record_begin(x->record, &x->state, why);
    for (size_t i = 0; status == DUEL_OK && i < w->count; i++) {
        if (x->c->json)
            json_array_append_new(moves, verdict_json(x, i));
        else
            print_verdict(x, i);
        v->game->play(v, &x->state, w->move[i].played);
    }
    if (status == DUEL_OK)
        status = show_graph(x, why);
    if (status == DUEL_OK && x->c->json) {
        json_t *turning =
            w->turning == w->count ? json_null() : json_integer((json_int_t)w->turning + 1);
        x->c->print_json(x->c, json_pack("{sOso}", "moves", moves, "turning", turning));
    } else if (status == DUEL_OK) {
        print_sureness(x);
        print_turning(x);
    }
    json_decref(moves);
    return status;
}

typedef struct review_meter {
    work_meter meter;
    uint64_t total;
} review_meter;

static void show_done(void *watcher, uint64_t done)
{
    review_meter *m = watcher;
    work_bar(&m->meter, done, m->total);
}

static int review_threads(const duel_args *a)
{
    enum { MOST = 8 };
    long there = sysconf(_SC_NPROCESSORS_ONLN);
    if (duel_args_has(a, "threads"))
        return (int)duel_args_value(a, "threads");
    return there < 1 ? 1 : there > MOST ? MOST : (int)there;
}

static duel_status review_record(const duel_console *c, const duel_args *a,
                                 const duel_record *record, duel_msg *why)
{
    review_meter meter = {{c, -1}, record->count};
    reviewed x = {.c = c, .svg = duel_args_text(a, "svg", NULL), .record = record};
    uint64_t nodes = (uint64_t)duel_args_value(a, "nodes");
    bool timed = nodes == 0 || duel_args_has(a, "seconds");
    duel_review_request q = {.record = record,
                             .seconds = timed ? duel_args_decimal(a, "seconds") : 0,
                             .nodes = nodes,
                             .threads = review_threads(a),
                             .stop = &work_stop,
                             .progress = show_done,
                             .watcher = &meter};
    duel_troupe troupe = {.v = &record->variant};
    duel_status status = duel_judge_new(&troupe, duel_args_text(a, "engine", NULL),
                                        work_memory(a), &q.judge, why);
    if (status != DUEL_OK)
        return status;
    work_begin();
    status = duel_review_run(&q, &x.review, why);
    work_clear(&meter.meter);
    duel_judge_free(q.judge);
    if (status != DUEL_OK)
        return status;
    status = print_review(&x, why);
    duel_review_fini(&x.review);
    return status;
}

static duel_status run_review(const duel_console *c, const duel_args *a, duel_msg *why)
{
    duel_record record;
    if (a->word_count != 1)
        return duel_bad(why, N_("Review which RECORD?"), "");
    duel_status status = keep_read_record(c, a->word[0], &record, why);
    if (status != DUEL_OK)
        return status;
    status = review_record(c, a, &record, why);
    duel_record_fini(&record);
    return status;
}

const duel_command command_review = {
    "review",
    "RECORD",
    N_("Reviews a game: what each move cost, and the turning point."),
    review_options,
    review_texts,
    1,
    run_review};
