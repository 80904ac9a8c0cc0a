/* front/cli/review.c -- review: a game gone through again, in words, as a graph, as JSON. */
#include "base/file.h"
#include "front/cli/inside.h"
#include "front/commands.h"
#include "front/console.h"
#include "front/review_text.h"
#include "front/wording.h"

#include <stdlib.h>
#include <unistd.h>

static const duel_option review_options[] = {
    {"threads", DUEL_NUMBER, 0, 1, 64, NULL,
     N_("threads to use (default: the processors there are, 8 at most)")},
    WORK_SECONDS(GAME_REVIEW_MICROSECONDS, N_("how long it may think about a move")),
    {"nodes", DUEL_NUMBER, 0, 0, INT64_C(1) << 40, NULL,
     N_("positions it may look at for a move, in place of a time")},
    WORK_MEMORY,
    WORK_LAST};
static const duel_flag review_texts[] = {
    {"engine", "SPEC", N_("who reviews (default expert)")},
    {"svg", "FILE", N_("draws the course of the game into FILE as well")},
    {NULL, NULL, NULL}};

enum { COLUMNS = 76 };

typedef struct reviewed {
    const duel_console *c;
    const char *svg; /* a file to draw into, or NULL */
    game_review review;
    review_text told;
} reviewed;

/* ---- the graph --------------------------------------------------------------------------- */

static duel_status write_svg(const reviewed *x, const game_curve *g, duel_msg *why)
{
    duel_buf svg;
    duel_buf_init(&svg);
    curve_svg(g, x->c->lang, &svg.sink);
    return duel_file_replace_with(x->svg, &svg, why);
}

static duel_status show_graph(const reviewed *x, duel_msg *why)
{
    game_curve g;
    duel_status status = DUEL_OK;
    curve_point *point = calloc(x->review.count + 1, sizeof *point);
    if (point == NULL)
        return duel_no_space(why);
    bool drawn = review_graph(&x->told, point, &g);
    if (drawn && !x->c->json) {
        duel_pen pen = terminal_pen(x->c, x->c->out);
        duel_put(x->c->out, "\n");
        curve_draw(&g, &pen, COLUMNS);
    }
    if (x->svg && drawn)
        status = write_svg(x, &g, why);
    else if (x->svg)
        status = duel_refuse(why, N_("A graph is drawn for one or two players only."), "");
    free(point);
    return status;
}

/* ---- the command ------------------------------------------------------------------------- */

static duel_status print_review(const reviewed *x, duel_msg *why)
{
    json_t *json = x->c->json ? review_json(&x->told, 1) : NULL;
    duel_status status = !x->c->json ? review_list(&x->told, x->c->out, why)
                         : json      ? DUEL_OK
                                     : duel_no_space(why);
    if (status == DUEL_OK)
        status = show_graph(x, why);
    if (status != DUEL_OK)
        json_decref(json);
    else if (json)
        x->c->print_json(x->c, json);
    else
        review_sum(&x->told, x->c->out);
    return status;
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
    progress_steps meter = {{c, -1}, record->count};
    reviewed x = {.c = c, .svg = duel_args_text(a, "svg", NULL)};
    uint64_t nodes = (uint64_t)duel_args_value(a, "nodes");
    bool timed = nodes == 0 || duel_args_has(a, "seconds");
    game_review_request q = {.record = record,
                             .engine = duel_args_text(a, "engine", NULL),
                             .memory = progress_memory(a),
                             .seconds = timed ? duel_args_decimal(a, "seconds") : 0,
                             .nodes = nodes,
                             .threads = review_threads(a),
                             .stop = &work_stop,
                             .progress = progress_step,
                             .watcher = &meter};
    progress_begin();
    duel_status status = game_review_run(&q, &x.review, why);
    progress_clear(&meter.meter);
    if (status != DUEL_OK)
        return status;
    x.told = (review_text){record, &x.review, c->lang, DUEL_NOBODY};
    status = print_review(&x, why);
    game_review_fini(&x.review);
    return status;
}

static duel_status run_review(const duel_console *c, const duel_args *a, duel_msg *why)
{
    duel_record record;
    if (a->word_count != 1)
        return duel_invalid(why, N_("Review which RECORD?"), "");
    duel_status status = records_read_record(c, a->word[0], &record, why);
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
