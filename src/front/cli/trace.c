/* front/cli/trace.c -- `duel trace`: an engine thinks about a small position, and every step of
 * it is told, drawn, or given as JSON. */
#include "core/play.h"
#include "front/cli/subject.h"
#include "front/commands.h"
#include "front/watch.h"
#include "front/work.h"

#include <stdio.h>

static duel_status read_first(const duel_args *a, const subject *s, duel_move *move,
                              bool *named, duel_msg *why)
{
    const char *text = duel_args_text(a, "first", NULL);
    *named = text != NULL;
    return text ? duel_read_move(&s->v, &s->state, duel_str_of(text), move, why) : DUEL_OK;
}

static duel_status write_svg(const char *path, const json_t *film, duel_msg *why)
{
    duel_stream out;
    FILE *file = fopen(path, "w");
    if (file == NULL)
        return duel_fail(why, N_("{0} cannot be written."), "c", path);
    duel_stream_init(&out, file);
    film_put_svg(film, &out.sink);
    bool fine = !ferror(file);
    fine = fclose(file) == 0 && fine;
    return fine ? DUEL_OK : duel_fail(why, N_("{0} cannot be written."), "c", path);
}

static void print_seen(const duel_console *c, const json_t *j)
{
    const char *move = json_string_value(json_object_get(j, "move"));
    film_print_steps(j, c->out);
    if (json_object_get(j, "nodes") == NULL) /* a film of the game's own: nobody chose */
        return;
    duel_tell(c->lang, c->out, N_("{0}: {1}. Positions looked at: {2}; cuts: {3}.\n"), "ccii",
              move ? move : "–", json_string_value(json_object_get(j, "text")),
              (int64_t)json_integer_value(json_object_get(j, "nodes")),
              (int64_t)json_integer_value(json_object_get(j, "cuts")));
}

static duel_status tell_trace(const duel_console *c, const duel_args *a, json_t *j,
                              duel_msg *why)
{
    const char *svg = duel_args_text(a, "svg", NULL);
    duel_status status = svg ? write_svg(svg, j, why) : DUEL_OK;
    if (status == DUEL_OK && c->json)
        c->print_json(c, json_incref(j));
    else if (status == DUEL_OK && svg == NULL)
        print_seen(c, j);
    json_decref(j);
    return status;
}

static duel_status run_trace(const duel_console *c, const duel_args *a, duel_msg *why)
{
    subject s;
    duel_move first;
    bool named;
    json_t *j;
    duel_status status = subject_read(a, 0, &s, why);
    if (status != DUEL_OK)
        return status;
    work_begin();
    status = read_first(a, &s, &first, &named, why);
    if (status == DUEL_OK) {
        watch_asked asked = {.v = &s.v,
                             .view = &s.state,
                             .engine =
                                 duel_str_of(duel_args_text(a, "engine", "alphabeta:depth=3")),
                             .first = named ? &first : NULL,
                             .stop = &work_stop};
        status = watch_engine(&asked, c->lang, &j, why);
    }
    if (status == DUEL_OK)
        status = tell_trace(c, a, j, why);
    subject_fini(&s);
    return status;
}

static const duel_option trace_options[] = {WORK_LAST};
static const duel_flag trace_texts[] = {
    SUBJECT_TEXTS,
    {"engine", "SPEC",
     N_("who thinks: minimax, alphabeta:depth=3, mcts:iterations=60, exact; or a film of the game’s own")},
    {"first", "MOVE", N_("a move to be tried before all others")},
    {"svg", "FILE", N_("draw the whole tree there")},
    SUBJECT_LAST_TEXT};

const duel_command command_trace = {
    "trace",
    SUBJECT_USAGE,
    N_("Shows an engine at work on a small position, step by step."),
    trace_options,
    trace_texts,
    DUEL_GAME_WORDS,
    run_trace};
