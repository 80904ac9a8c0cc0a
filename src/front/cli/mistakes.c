/* front/cli/mistakes.c -- `duel mistakes`: one's own mistakes, asked until they are right.
 *
 *     a profile:  its games are reviewed ──▶ what is due is asked, and planned anew
 *     a record:   it is reviewed ──▶ its mistakes are asked, and nothing is kept */
#include "core/play.h"
#include "core/scene_text.h"
#include "front/cli/inside.h"
#include "front/commands.h"
#include "front/console.h"
#include "front/exercise.h"
#include "front/wording.h"

#include <stdlib.h>
#include <time.h>

static const duel_option mistakes_options[] = {
    {"seat", DUEL_NUMBER, 0, 1, DUEL_SEATS, NULL,
     N_("whose mistakes of a RECORD (default: everybody's)")},
    WORK_THREADS,
    WORK_SECONDS(GAME_REVIEW_MICROSECONDS, N_("how long it may think about a move")),
    {"nodes", DUEL_NUMBER, 0, 0, INT64_C(1) << 40, NULL,
     N_("positions it may look at for a move, in place of a time")},
    WORK_MEMORY,
    WORK_LAST};
static const duel_flag mistakes_texts[] = {
    {"profile", "NAME", N_("whose mistakes, where several play here")},
    {"answer", "NUMBER:MOVE",
     N_("answers one exercise and ends; NUMBER:? gives the answer away")},
    {NULL, NULL, NULL}};

typedef struct drill_room {
    const duel_console *c;
    mistake_examiner by;
    practice_setup practice; /* store NULL: nothing is kept */
    exercise_try *tried;
    teacher voice;
    bool left; /* the learner has had enough */
} drill_room;

static int64_t right_now(void)
{
    return (int64_t)time(NULL);
}

/* ---- one exercise in lines of text ------------------------------------------------------- */

/* Writes what was told, and ends the buffer. */
static void put_paragraph(const drill_room *room, duel_buf *text)
{
    if (text->len)
        wording_wrap(room->c->out, text->text, TEACHER_WIDTH);
    duel_buf_fini(text);
}

static void show_exercise(const drill_room *room, const game_mistake *m)
{
    const duel_variant *v = &m->record.variant;
    duel_pen pen = terminal_pen(room->c, room->c->out);
    duel_state view;
    duel_buf text;
    duel_putf(room->c->out, "\n%s\n", duel_text(room->c->lang, v->game->title));
    duel_view(v, &m->state, m->seat, &view);
    duel_draw(v, &view, m->seat, &pen);
    duel_buf_init(&text);
    exercise_question(room->c->lang, &text.sink, m);
    put_paragraph(room, &text);
}

static void show_solution(const drill_room *room, const game_mistake *m)
{
    duel_buf text;
    duel_buf_init(&text);
    exercise_solution(room->c->lang, &text.sink, m);
    put_paragraph(room, &text);
}

static void show_verdict(const drill_room *room, const game_mistake *m)
{
    duel_buf text;
    bool more = true;
    duel_buf_init(&text);
    exercise_verdict(room->c->lang, &text.sink, m, room->tried);
    put_paragraph(room, &text);
    for (int i = 0; more; i++) {
        duel_buf_init(&text);
        more = exercise_reason(room->c->lang, &text.sink, m, room->tried, i);
        put_paragraph(room, &text);
    }
}

/* What the learner does with an exercise. */
typedef enum reaction { LEAVES, GIVES_UP, MOVES } reaction;

/* Reads until there is something to do. */
static reaction hear_learner(drill_room *room, const game_mistake *m, duel_move *move)
{
    duel_str line;
    duel_msg why;
    while (teacher_hear(&room->voice, &line)) {
        if (teacher_order(line) == ORDER_LEAVE)
            return LEAVES;
        if (teacher_order(line) == ORDER_ADVICE)
            return GIVES_UP;
        if (line.len == 0 || teacher_order(line) == ORDER_HELP) {
            teacher_help(&room->voice);
        } else if (teacher_order(line) == ORDER_MOVES) {
            teacher_list_moves(room->c, &m->record.variant, &m->state);
        } else if (duel_read_move(&m->record.variant, &m->state, line, move, &why) == DUEL_OK) {
            return MOVES;
        } else {
            tell_said(room->c, &why);
        }
    }
    return LEAVES;
}

static duel_status try_answer(drill_room *room, const game_mistake *m, duel_move move,
                              duel_msg *why)
{
    progress_begin();
    return mistake_try(m, move, &room->by, room->tried, why);
}

/* ---- what is kept ------------------------------------------------------------------------ */

/* Asks one exercise until it is right, given up or left. */
static duel_status ask_kept(drill_room *room, exercise_asked *a, duel_msg *why)
{
    duel_move move;
    duel_status status = DUEL_OK;
    show_exercise(room, &a->mistake);
    for (bool right = false; status == DUEL_OK && !right;) {
        reaction does = hear_learner(room, &a->mistake, &move);
        room->left = does == LEAVES;
        if (does == MOVES)
            status = try_answer(room, &a->mistake, move, why);
        if (does == LEAVES || status != DUEL_OK)
            break;
        room->practice.now = right_now();
        status = mistakes_answer(&room->practice, a, does == MOVES ? room->tried : NULL, why);
        if (does == GIVES_UP)
            return show_solution(room, &a->mistake), status;
        show_verdict(room, &a->mistake);
        right = room->tried->right;
    }
    if (status == DUEL_OK && !room->left) {
        exercise_plan(room->c->lang, room->c->out, a, room->practice.now);
        duel_put(room->c->out, "\n");
    }
    return status;
}

static duel_status tell_agenda(drill_room *room, exercise_agenda *agenda, duel_msg *why)
{
    room->practice.now = right_now();
    duel_status status = mistakes_agenda(&room->practice, agenda, why);
    if (status != DUEL_OK)
        return status;
    if (agenda->due) {
        TELL(room->c, N_("{0} of your mistakes {0:is|are} due."), "i", agenda->due);
    } else {
        exercise_nothing(room->c->lang, room->c->out, agenda, room->practice.game[0] != '\0',
                         room->practice.now);
        duel_put(room->c->out, "\n");
    }
    if (agenda->due && agenda->put_off)
        TELL(room->c, N_("{0} more {0:waits|wait} for another day."), "i", agenda->put_off);
    if (agenda->later || agenda->retired)
        TELL(room->c, N_("{0} {0:comes|come} back later, {1} {1:is|are} known for good."), "ii",
             agenda->later, agenda->retired);
    return status;
}

static duel_status ask_all_kept(drill_room *room, duel_msg *why)
{
    exercise_agenda agenda;
    duel_msg nothing;
    duel_status status = tell_agenda(room, &agenda, why);
    while (status == DUEL_OK && !room->left) {
        exercise_asked a;
        room->practice.now = right_now();
        duel_status found = mistakes_next(&room->practice, &a, &nothing);
        if (found == DUEL_REFUSED)
            break;
        if (found != DUEL_OK)
            *why = nothing;
        status = found == DUEL_OK ? ask_kept(room, &a, why) : found;
        if (found == DUEL_OK)
            exercise_asked_fini(&a);
    }
    if (status == DUEL_OK && agenda.due && !room->left)
        TELL(room->c, N_("That was all for today."), "");
    return status;
}

/* ---- gathering --------------------------------------------------------------------------- */

static void show_gathering(progress_meter *meter, mistakes_gathered g)
{
    enum { PARTS = 1000 }; /* of a game */
    uint64_t part = g.moves ? (uint64_t)g.done * PARTS / g.moves : 0;
    progress_bar(meter, (uint64_t)g.games * PARTS + part, (uint64_t)g.of * PARTS);
}

static duel_status gather_all(drill_room *room, mistake_gatherer *g, duel_msg *why)
{
    progress_meter meter = {room->c, -1};
    duel_status status = DUEL_OK;
    progress_begin();
    while (status == DUEL_OK && mistake_gatherer_left(g)) {
        show_gathering(&meter, mistake_gatherer_at(g));
        status = mistake_gatherer_step(g, why);
    }
    progress_clear(&meter);
    return atomic_load(&work_stop) ? DUEL_OK : status; /* then what there is will do */
}

static duel_status gather_mistakes(drill_room *room, duel_msg *why)
{
    mistake_gatherer *g;
    duel_status status = mistake_gatherer_new(&room->practice, &room->by, &g, why);
    if (status != DUEL_OK)
        return status;
    status = gather_all(room, g, why);
    mistakes_gathered end = mistake_gatherer_at(g);
    if (status == DUEL_OK && end.of && !room->c->json)
        TELL(room->c, N_("Reviewed: {0} of {1} {1:game|games}."), "ii", (int64_t)end.games,
             (int64_t)end.of);
    mistake_gatherer_free(g);
    return status;
}

/* ---- as JSON ----------------------------------------------------------------------------- */

/* The exercise with its number, if it is kept. */
static json_t *asked_json(const drill_room *room, const exercise_asked *a)
{
    json_t *j = exercise_json(room->c->lang, &a->mistake);
    json_set(j, "number", json_integer(a->id));
    json_set(j, "moves",
             json_moves(&a->mistake.record.variant, &a->mistake.state, room->c->lang));
    return j;
}

/* What is due, and what is asked next. */
static duel_status print_agenda_json(const drill_room *room, duel_msg *why)
{
    exercise_agenda agenda;
    exercise_asked a;
    duel_msg nothing;
    duel_status status = mistakes_agenda(&room->practice, &agenda, why);
    if (status != DUEL_OK)
        return status;
    json_t *j = exercise_agenda_json(&agenda);
    duel_status found = mistakes_next(&room->practice, &a, &nothing);
    json_set(j, "exercise", found == DUEL_OK ? asked_json(room, &a) : json_null());
    if (found == DUEL_OK)
        exercise_asked_fini(&a);
    room->c->print_json(room->c, j);
    return DUEL_OK;
}

/* ---- one answer -------------------------------------------------------------------------- */

static void print_answered(const drill_room *room, const exercise_asked *a, bool moved)
{
    const duel_console *c = room->c;
    if (c->json) {
        json_t *j = moved ? exercise_try_json(c->lang, &a->mistake, room->tried)
                          : exercise_solution_json(c->lang, &a->mistake);
        json_set(j, "number", json_integer(a->id));
        json_set(j, "due", a->due == DUEL_NEVER ? json_null() : json_integer(a->due));
        c->print_json(c, j);
    } else if (moved) {
        show_verdict(room, &a->mistake);
    } else {
        show_solution(room, &a->mistake);
    }
}

static duel_status answer_asked(drill_room *room, exercise_asked *a, duel_str text,
                                duel_msg *why)
{
    bool moved = teacher_order(text) != ORDER_ADVICE;
    duel_move move;
    duel_status status = DUEL_OK;
    if (moved)
        status =
            duel_read_move(&a->mistake.record.variant, &a->mistake.state, text, &move, why);
    if (moved && status == DUEL_OK)
        status = try_answer(room, &a->mistake, move, why);
    if (status == DUEL_OK)
        status = mistakes_answer(&room->practice, a, moved ? room->tried : NULL, why);
    if (status == DUEL_OK)
        print_answered(room, a, moved);
    return status;
}

static duel_status answer_one(drill_room *room, const char *text, duel_msg *why)
{
    duel_str rest = duel_str_of(text), number;
    int64_t id;
    exercise_asked a;
    duel_str_part(&rest, ':', &number);
    if (rest.at == NULL || !duel_str_number(number, &id))
        return duel_invalid(why, N_("Write --answer NUMBER:MOVE, or NUMBER:? for the answer."),
                            "");
    duel_status status = mistakes_find(&room->practice, id, &a, why);
    if (status != DUEL_OK)
        return status;
    status = answer_asked(room, &a, rest, why);
    exercise_asked_fini(&a);
    return status;
}

/* ---- a profile --------------------------------------------------------------------------- */

static duel_status practise(drill_room *room, const duel_args *a, duel_msg *why)
{
    const char *answer = duel_args_text(a, "answer", NULL);
    if (answer)
        return answer_one(room, answer, why);
    duel_status status = gather_mistakes(room, why);
    if (status != DUEL_OK)
        return status;
    return room->c->json ? print_agenda_json(room, why) : ask_all_kept(room, why);
}

/* `game`: a saved one, or "" for all. */
static duel_status practise_profile(drill_room *room, const duel_args *a, const char *game,
                                    duel_msg *why)
{
    char who[STORE_PROFILE_TEXT];
    data_store *store = NULL;
    duel_status status = store_open(room->c->data, &store, why);
    if (status == DUEL_OK)
        status = teacher_profile(store, duel_args_text(a, "profile", NULL), who, why);
    if (status == DUEL_OK) {
        room->practice = (practice_setup){store, who, game, right_now()};
        status = practise(room, a, why);
    }
    store_close(store);
    return status;
}

/* ---- a record ---------------------------------------------------------------------------- */

typedef struct mistake_list {
    game_mistake *list;
    size_t count;
} mistake_list;

/* seat -1: of all. */
static duel_status collect_mistakes(const duel_record *record, const game_review *review,
                                    int seat, mistake_list *out, duel_msg *why)
{
    duel_status status = DUEL_OK;
    out->list = calloc(review->count + 1, sizeof *out->list);
    if (out->list == NULL)
        return duel_no_space(why);
    for (size_t i = 0; i < review->count && (status == DUEL_OK || status == DUEL_REFUSED);
         i++) {
        if (seat >= 0 && review->move[i].seat != seat)
            continue;
        status = mistake_take(record, review, i, &out->list[out->count], why);
        out->count += status == DUEL_OK;
    }
    return status == DUEL_REFUSED ? DUEL_OK : status;
}

/* True once it is right; what was given up comes back. */
static duel_status ask_unkept(drill_room *room, const game_mistake *m, bool *right,
                              duel_msg *why)
{
    duel_move move;
    *right = false;
    show_exercise(room, m);
    for (;;) {
        reaction does = hear_learner(room, m, &move);
        room->left = does == LEAVES;
        if (does == GIVES_UP)
            show_solution(room, m);
        if (does != MOVES)
            return DUEL_OK;
        duel_status status = try_answer(room, m, move, why);
        if (status != DUEL_OK)
            return status;
        show_verdict(room, m);
        *right = room->tried->right;
        if (*right)
            return DUEL_OK;
    }
}

static duel_status ask_all_unkept(drill_room *room, const mistake_list *l, duel_msg *why)
{
    size_t left = l->count;
    duel_status status = DUEL_OK;
    bool *done = calloc(l->count + 1, sizeof *done);
    if (done == NULL)
        return duel_no_space(why);
    TELL(room->c, N_("{0} {0:mistake|mistakes} in this game."), "i", (int64_t)l->count);
    for (size_t i = 0; status == DUEL_OK && left && !room->left; i = (i + 1) % l->count) {
        if (done[i])
            continue;
        status = ask_unkept(room, &l->list[i], &done[i], why);
        left -= done[i];
    }
    if (status == DUEL_OK && l->count && left == 0)
        TELL(room->c, N_("That was all of them."), "");
    free(done);
    return status;
}

static void print_list_json(const drill_room *room, const mistake_list *l)
{
    json_t *list = json_array();
    for (size_t i = 0; i < l->count; i++) {
        json_t *j = exercise_json(room->c->lang, &l->list[i]);
        json_set(j, "ply", json_integer((json_int_t)l->list[i].record.count + 1));
        json_set(j, "solution", exercise_solution_json(room->c->lang, &l->list[i]));
        json_array_append_new(list, j);
    }
    room->c->print_json(room->c, json_pack("{so}", "mistakes", list));
}

static duel_status practise_record(drill_room *room, const duel_args *a,
                                   const duel_record *record, duel_msg *why)
{
    progress_steps meter = {{room->c, -1}, record->count};
    mistake_list l = {NULL, 0};
    game_review review;
    game_review_request q = mistake_examine(&room->by, record);
    q.progress = progress_step;
    q.watcher = &meter;
    progress_begin();
    duel_status status = game_review_run(&q, &review, why);
    progress_clear(&meter.meter);
    if (status != DUEL_OK)
        return status;
    status = collect_mistakes(record, &review, (int)duel_args_value(a, "seat") - 1, &l, why);
    game_review_fini(&review);
    if (status == DUEL_OK && room->c->json)
        print_list_json(room, &l);
    else if (status == DUEL_OK)
        status = ask_all_unkept(room, &l, why);
    for (size_t i = 0; i < l.count; i++)
        mistake_fini(&l.list[i]);
    free(l.list);
    return status;
}

static duel_status practise_alone(drill_room *room, const duel_args *a, duel_msg *why)
{
    duel_record record;
    if (duel_args_has(a, "answer"))
        return duel_invalid(why, N_("Of a RECORD nothing is kept: --answer needs a profile."),
                            "");
    duel_status status = records_read_record(room->c, a->word[0], &record, why);
    if (status != DUEL_OK)
        return status;
    status = practise_record(room, a, &record, why);
    duel_record_fini(&record);
    return status;
}

/* ---- the command ------------------------------------------------------------------------- */

static duel_status run_mistakes(const duel_console *c, const duel_args *a, duel_msg *why)
{
    uint64_t nodes = (uint64_t)duel_args_value(a, "nodes");
    bool timed = nodes == 0 || duel_args_has(a, "seconds");
    drill_room room = {.c = c,
                       .voice = {.c = c},
                       .by = {.memory = progress_memory(a),
                              .seconds = timed ? duel_args_decimal(a, "seconds") : 0,
                              .nodes = nodes,
                              .threads = (int)duel_args_value(a, "threads"),
                              .stop = &work_stop},
                       .tried = malloc(sizeof *room.tried)};
    if (room.tried == NULL)
        return duel_no_space(why);
    bool alone = a->word_count && !duel_args_has(a, "profile");
    duel_status status =
        alone ? practise_alone(&room, a, why)
              : practise_profile(&room, a, a->word_count ? a->word[0].at : "", why);
    free(room.voice.line);
    free(room.tried);
    return status;
}

const duel_command command_mistakes = {
    "mistakes",
    "[RECORD]",
    N_("Asks your own mistakes again until they are right, spaced over days."),
    mistakes_options,
    mistakes_texts,
    1,
    run_mistakes};
