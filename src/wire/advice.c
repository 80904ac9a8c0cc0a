/* wire/advice.c -- what the machine tells people: advice, hints, values, its thinking.
 *
 * Questions are read here, thought about on the crew, and answered; whose turn it
 * is to be answered stands in advice_queue.c. */
#include "base/clock.h"
#include "core/play.h"
#include "wire/inside.h"
#include "wire/json.h"

#include <stdlib.h>
#include <string.h>

static const double advice_seconds = 2.0, graph_seconds = 12.0, graph_slice = 0.5;
static const double values_seconds[HUB_EFFORTS + 1] = {0, 0.5, 4, 15, 60};

/* ---- thinking, while it goes on --------------------------------------------------------- */

void advice_progress(void *watcher, const duel_progress *p)
{
    wire_work *w = watcher;
    if (p->seconds - w->told < HUB_TOLD / 1000.0)
        return;
    w->told = p->seconds;
    pthread_mutex_lock(&w->lock);
    w->progress = *p;
    w->news = true;
    pthread_mutex_unlock(&w->lock);
    atomic_store(&w->table->hub->progress, true);
    w->table->hub->setup.wake(w->table->hub->setup.self);
}

static json_t *progress_json(const wire_work *w, const duel_progress *p, duel_lang lang)
{
    const wire_table *t = w->table;
    json_t *j = json_pack("{sisisIsf}", "seat", w->seat, "depth", p->depth, "nodes",
                          (json_int_t)p->nodes, "seconds", p->seconds);
    if (p->depth > 0 && duel_legal(t->v, w->view, p->best)) {
        json_set(j, "move", json_move(t->v, w->view, p->best));
        json_set_said(j, t->v, w->view, p->best, lang);
        duel_worth worth = duel_worth_of_estimate(t->v, &p->scale, p->score);
        if (worth.scored)
            json_set_worth(j, t->v, (json_worth){worth, p->score}, lang);
    }
    return j;
}

/* What an opponent thinks about hidden cards would give them away: nobody is
 * told. */
static void tell_progress(wire_work *w)
{
    wire_table *t = w->table;
    duel_progress p;
    pthread_mutex_lock(&w->lock);
    bool news = w->news;
    p = w->progress;
    w->news = false;
    pthread_mutex_unlock(&w->lock);
    if (!news || !w->busy || duel_has_secrets(t->v))
        return;
    for (wire_client *c = t->members; c; c = c->beside)
        if (table_helps(t->table, c->number) && c->letter_count < 4)
            client_send(c, "thinking", 0, progress_json(w, &p, c->lang));
}

void advice_tell_progress(wire_table *t)
{
    tell_progress(t->machine);
    tell_progress(t->adviser);
}

/* ---- on the crew ------------------------------------------------------------------------ */

/* The limits of a judgement: so many seconds, or, where nodes are counted, as many times the
 * usual number as the effort is larger than the first. */
static duel_think question(wire_work *w, const void *view, int seat, double seconds, int effort)
{
    uint64_t nodes = w->table->hub->setup.nodes;
    return (duel_think){.view = view,
                        .seat = seat,
                        .seconds = nodes ? 0 : seconds,
                        .nodes = nodes * (uint64_t)effort,
                        .seed = 1,
                        .stop = &w->stop,
                        .progress = advice_progress,
                        .watcher = w};
}

static void value_point(wire_work *w, size_t at, double seconds)
{
    const duel_variant *v = w->table->v;
    const void *view = w->curve.states + at * v->state_size;
    wire_point *p = &w->curve.point[at];
    int32_t score[DUEL_SEATS];
    duel_msg why;
    p->seat = v->game->turn(v, view);
    if (v->game->over(v, view, score)) {
        p->known = true;
        p->judged = (judge_result){1, true};
        p->worth.worth = duel_worth_of_end(v, score, p->seat);
        return;
    }
    duel_think call = question(w, view, p->seat, seconds, 1);
    call.progress = NULL; /* nobody looks at this position */
    duel_answer *a = &w->advice->answer;
    memset(a, 0, sizeof *a);
    if (table_players_judge(w->table->cast, &call, a, &p->judged, &why) != DUEL_OK)
        return;
    p->known = true;
    p->worth = json_worth_of_answer(v, a);
}

/* From the end back, so that what was proved there helps further up. After a slice of it
 * others have their turn. */
static void run_graph(wire_work *w)
{
    wire_curve *k = &w->curve;
    double seconds = graph_seconds / (double)k->points, begun = duel_clock();
    seconds = seconds > graph_slice ? graph_slice : seconds;
    while (k->left > 0 && !atomic_load(&w->stop) && duel_clock() - begun < graph_slice)
        value_point(w, --k->left, seconds);
}

/* Stopped, it tells of the marks seen by then. */
static void run_check(wire_work *w)
{
    for (size_t i = 0; i < w->mark_count && !atomic_load(&w->stop); i++)
        w->mark[i].claim =
            duel_judge_mark(w->table->v, w->view, w->seat, &w->mark[i].target, &w->mark[i].why);
}

/* Whether a later judgement says the same of what hints tell: then they speak from that one. */
static void renew_hinted(wire_work *w, const duel_think *call)
{
    const duel_variant *v = w->table->v;
    table_advice *told = &w->hinted->advice;
    duel_answer *now = malloc(sizeof *now);
    judge_result judged;
    if (now && table_players_judge(w->table->cast, call, now, &judged, NULL) == DUEL_OK) {
        duel_worth was = duel_worth_of_answer(v, &told->answer);
        duel_worth is = duel_worth_of_answer(v, now);
        if (now->plan[0] == told->answer.plan[0] && duel_worth_compare(v, &was, &is) == 0)
            told->judged = judged;
    }
    free(now);
}

/* The advice that hints have begun to tell stays what they tell. */
static bool already_hinted(wire_work *w, const duel_think *call)
{
    const wire_hinted *h = w->hinted;
    bool same =
        h && h->seat == w->seat && memcmp(&h->view, w->view, w->table->v->state_size) == 0;
    if (!same || w->topic.task != TASK_HINT)
        return false;
    renew_hinted(w, call);
    *w->advice = h->advice;
    return true;
}

static void keep_hinted(wire_work *w)
{
    if (w->hinted == NULL)
        w->hinted = malloc(sizeof *w->hinted);
    if (w->hinted == NULL)
        return;
    w->hinted->seat = w->seat;
    memcpy(&w->hinted->view, w->view, w->table->v->state_size);
    w->hinted->advice = *w->advice;
}

static void run_advice(wire_work *w)
{
    wire_table *t = w->table;
    bool values = w->topic.task == TASK_VALUES;
    double seconds = values ? values_seconds[w->topic.effort] : advice_seconds;
    duel_think call = question(w, w->view, w->seat, seconds, values ? w->topic.effort : 1);
    if (already_hinted(w, &call))
        return;
    w->status = table_players_advise(t->cast, &call, w->compare ? &w->instead : NULL, w->advice,
                                     &w->why);
    if (w->status == DUEL_OK && w->topic.task == TASK_HINT)
        keep_hinted(w);
    else if (w->status == DUEL_OK)
        w->about = json_imagine(t->v, w->view, w->imagined);
}

void advice_run(thread_job *job)
{
    wire_work *w = (wire_work *)job;
    w->status = DUEL_OK;
    if (w->topic.task == TASK_CHECK)
        run_check(w);
    else if (w->topic.task == TASK_GRAPH)
        run_graph(w);
    else
        run_advice(w);
}

/* ---- the answers ------------------------------------------------------------------------ */

static void set_judged(json_t *j, const judge_result *judged)
{
    json_object_set_new(j, "number", json_integer(judged->number));
    json_object_set_new(j, "settled", json_boolean(judged->settled));
}

static json_t *hint_json(const wire_work *w, duel_lang lang)
{
    const duel_variant *v = w->table->v;
    duel_reason reason = {.count = 0};
    advice_hint(w->advice, w->step, &reason);
    json_t *j = json_pack("{siso}", "step", w->step, "reasons", json_reasons(&reason, lang));
    if (w->step == DUEL_HINTS) {
        duel_move m = w->advice->answer.plan[0];
        json_set(j, "move", json_move(v, w->view, m));
        json_set_said(j, v, w->view, m, lang);
        json_set(j, "path", json_path(v, w->view, m));
    }
    set_judged(j, &w->advice->judged);
    return j;
}

static json_t *graph_json(const wire_work *w, duel_lang lang)
{
    const duel_variant *v = w->table->v;
    json_t *list = json_array();
    for (size_t i = 0; i < w->curve.points; i++) {
        const wire_point *p = &w->curve.point[i];
        json_t *j = json_pack("{sIsi}", "ply", (json_int_t)i, "seat", p->seat);
        if (p->known) {
            json_set_worth(j, v, p->worth, lang);
            set_judged(j, &p->judged);
        }
        json_array_append_new(list, j);
    }
    return json_pack("{so}", "list", list);
}

static json_t *check_json(const wire_work *w, duel_lang lang)
{
    static const char *const words[] = {
        [DUEL_MARK_OPEN] = "open", [DUEL_MARK_PROVED] = "right", [DUEL_MARK_WRONG] = "wrong"};
    json_t *list = json_array();
    for (size_t i = 0; i < w->mark_count; i++) {
        const wire_claim *m = &w->mark[i];
        if (m->claim != DUEL_MARK_NONE)
            json_array_append_new(list, json_pack("{ssssso}", "target", m->target.text, "claim",
                                                  words[m->claim], "reasons",
                                                  json_reasons(&m->why, lang)));
    }
    return json_pack("{so}", "marks", list);
}

json_t *advice_answer(const wire_work *w, duel_lang lang)
{
    switch (w->topic.task) {
    case TASK_HINT:
        return hint_json(w, lang);
    case TASK_VALUES: {
        json_t *j = wire_values(&w->about, &w->advice->answer, lang);
        json_object_set_new(j, "ply", json_integer(w->topic.ply));
        json_object_set_new(j, "seat", json_integer(w->seat));
        set_judged(j, &w->advice->judged);
        return j;
    }
    case TASK_GRAPH:
        return graph_json(w, lang);
    case TASK_CHECK:
        return check_json(w, lang);
    case TASK_ADVICE:
    default: {
        json_t *j = wire_advice(&w->about, w->advice, lang);
        set_judged(j, &w->advice->judged);
        return j;
    }
    }
}

/* ---- asking ----------------------------------------------------------------------------- */

static duel_status about_my_turn(wire_client *c, json_t *what, wire_work *w, duel_msg *why)
{
    wire_table *t = c->table;
    const char *instead = json_string_value(json_object_get(what, "instead"));
    json_int_t step = json_integer_value(json_object_get(what, "step"));
    if (w->topic.task == TASK_HINT && (step < 1 || step > DUEL_HINTS))
        return duel_invalid(why, N_("A hint has steps 1 to {0}."), "i", (int64_t)DUEL_HINTS);
    w->step = (int)step;
    table_seat_view(t->table, w->seat, w->view);
    w->compare = w->topic.task == TASK_ADVICE && instead;
    return w->compare ? duel_read_move(t->v, w->view, duel_str_of(instead), &w->instead, why)
                      : DUEL_OK;
}

duel_status advice_may_leave(const wire_client *c, duel_msg *why)
{
    if (table_leaves(c->table->table, c->number))
        return DUEL_OK;
    return duel_refuse(why, N_("That can be had once the game is over."), "");
}

static duel_status about_ply(wire_client *c, wire_work *w, duel_msg *why)
{
    const duel_variant *v = c->table->v;
    const duel_record *r = table_record(c->table->table);
    duel_state state;
    w->compare = false;
    duel_status status = advice_may_leave(c, why);
    if (status == DUEL_OK && (w->topic.ply < 0 || w->topic.ply > (json_int_t)r->count))
        status = duel_invalid(why, N_("The game has no such move."), "");
    if (status == DUEL_OK)
        status = duel_record_replay(r, (size_t)w->topic.ply, &state, why);
    if (status == DUEL_OK && duel_is_over(v, &state))
        status = duel_refuse(why, N_("The game is over."), "");
    if (status != DUEL_OK)
        return status;
    w->seat = v->game->turn(v, &state);
    duel_view(v, &state, w->seat, w->view);
    return DUEL_OK;
}

static void fill_curve(const duel_record *r, duel_state *state, wire_curve *k)
{
    const duel_variant *v = &r->variant;
    for (size_t i = 0; i < k->points; i++) {
        duel_state view;
        duel_view(v, state, v->game->turn(v, state), &view);
        memcpy(k->states + i * v->state_size, &view, v->state_size);
        if (i < r->count)
            v->game->play(v, state, r->move[i]);
    }
}

static duel_status about_game(wire_client *c, wire_work *w, duel_msg *why)
{
    const duel_variant *v = c->table->v;
    const duel_record *r = table_record(c->table->table);
    wire_curve k = {
        .from = w->from, .topic = w->topic, .points = r->count + 1, .left = r->count + 1};
    duel_state state;
    duel_status status = advice_may_leave(c, why);
    if (status == DUEL_OK)
        status = duel_record_begin(r, &state, why);
    if (status != DUEL_OK)
        return status;
    k.states = calloc(k.points, v->state_size);
    k.point = calloc(k.points, sizeof *k.point);
    if (k.states == NULL || k.point == NULL) {
        free(k.states);
        free(k.point);
        return duel_no_space(why);
    }
    fill_curve(r, &state, &k);
    w->curve = k;
    return DUEL_OK;
}

/* The marks of one who is to move, as targets of the picture. */
static duel_status about_marks(wire_client *c, json_t *what, wire_work *w, duel_msg *why)
{
    wire_table *t = c->table;
    json_t *list = json_object_get(what, "marks");
    size_t count = json_array_size(list);
    duel_status status = t->v->game->teaching.mark
                             ? DUEL_OK
                             : duel_refuse(why, N_("Marks mean nothing in this game."), "");
    if (status == DUEL_OK && (count < 1 || count > HUB_CHECKED))
        status = duel_invalid(why, N_("1 to {0} marks can be checked at once."), "i",
                              (int64_t)HUB_CHECKED);
    if (status != DUEL_OK)
        return status;
    wire_claim *mark = calloc(count, sizeof *mark);
    if (mark == NULL)
        return duel_no_space(why);
    for (size_t i = 0; i < count; i++) {
        const char *text = json_string_value(json_array_get(list, i));
        mark[i].target = duel_target_of("%s", text ? text : "");
    }
    table_seat_view(t->table, w->seat, w->view);
    free(w->mark);
    w->mark = mark;
    w->mark_count = count;
    return DUEL_OK;
}

duel_status advice_read(wire_client *c, json_t *what, wire_work *w, duel_msg *why)
{
    switch (w->topic.task) {
    case TASK_GRAPH:
        return about_game(c, w, why);
    case TASK_VALUES:
        return about_ply(c, w, why);
    case TASK_CHECK:
        return about_marks(c, what, w, why);
    case TASK_ADVICE:
    case TASK_HINT:
    default:
        return about_my_turn(c, what, w, why);
    }
}
