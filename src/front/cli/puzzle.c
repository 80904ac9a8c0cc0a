/* front/cli/puzzle.c -- `duel puzzle`: a position, a question, and its solution; or a sheet of
 * them to print. */
#include "base/file.h"
#include "core/play.h"
#include "core/scene_text.h"
#include "front/cli/inside.h"
#include "front/commands.h"
#include "front/console.h"
#include "front/json.h"
#include "front/puzzle_sheet.h"
#include "front/wording.h"
#include "teach/puzzle_path.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

/* ---- one puzzle, told -------------------------------------------------------------------- */

static const duel_option puzzle_options[] = {
    {"sheet", DUEL_NUMBER, 0, 0, PUZZLE_SHEET_MOST, NULL,
     N_("a sheet to print, of so many puzzles from number --name on (default 1)")},
    {"ask", DUEL_YESNO, 0, 0, 1, NULL,
     N_("asks it, judges what is typed, and goes on to the next number")},
    WORK_MEMORY,
    WORK_LAST};
static const duel_flag puzzle_texts[] = {
    SUBJECT_TEXTS,
    {"name", "NAME", N_("the one called so: a number from 1 to 1000, or a day (2026-11-16)")},
    {"profile", "NAME", N_("with --ask: whose rating and streak it counts for")},
    {"svg", "FILE", N_("the sheet as SVG: FILE, and FILE-answers beside it")},
    {"pdf", "FILE", N_("the sheet as PDF: answers on the back of each page")},
    SUBJECT_LAST_TEXT};

static json_t *sentences_json(duel_lang lang, const duel_reason *why)
{
    json_t *list = json_array();
    for (int i = 0; i < why->count; i++)
        json_array_append_new(list, json_say(lang, &why->fact[i].text));
    return list;
}

/* Moves are named as the seat sees them. */
static json_t *puzzle_json(duel_lang lang, const duel_variant *v, const duel_puzzle *p,
                           const duel_state *view)
{
    return json_pack("{sssosisososososo}", "game", v->game->id, "position",
                     json_position(v, view), "turn", v->game->turn(v, view) + 1, "question",
                     json_say(lang, &p->question), "solution", json_move(v, view, p->answer[0]),
                     "answer", json_played(v, &p->state, p->line, p->count), "line",
                     json_played(v, &p->state, p->line, p->line_count), "why",
                     sentences_json(lang, &p->why));
}

static void print_solution(const duel_variant *v, const duel_puzzle *p, duel_sink *out)
{
    duel_state state = p->state;
    for (int i = 0; i < p->line_count; i++) {
        duel_put(out, i ? " " : "");
        duel_print_move(v, &state, p->line[i], out);
        v->game->play(v, &state, p->line[i]);
    }
    duel_put(out, "\n");
}

/* The question first; the solution after a few empty lines, so as not to spoil it. */
static void print_puzzle(const duel_console *c, const duel_variant *v, const duel_puzzle *p,
                         const duel_state *view)
{
    duel_pen pen = terminal_pen(c, c->out);
    duel_lang lang = c->lang;
    duel_sink *out = c->out;
    duel_draw(v, view, v->game->turn(v, view), &pen);
    duel_print(v, view, out);
    duel_put(out, "\n\n");
    duel_render(lang, &p->question, out);
    duel_put(out, "\n\n\n\n");
    duel_tell(lang, out, N_("Solution: "), "");
    print_solution(v, p, out);
    for (int i = 0; i < p->why.count; i++) {
        duel_put(out, "  ");
        duel_render(lang, &p->why.fact[i].text, out);
        duel_put(out, "\n");
    }
}

static void show_puzzle(const duel_console *c, const duel_variant *v, const duel_puzzle *p)
{
    duel_state view;
    duel_view(v, &p->state, v->game->turn(v, &p->state), &view);
    if (c->json)
        c->print_json(c, puzzle_json(c->lang, v, p, &view));
    else
        print_puzzle(c, v, p, &view);
}

/* That of a name where one is given, else of a seed. */
static duel_status wanted_seed(const duel_args *a, const duel_game *g, uint64_t *seed,
                               duel_msg *why)
{
    const char *given = duel_args_text(a, "name", NULL);
    char name[PUZZLE_NAME];
    if (given == NULL)
        return position_args_seed(a, seed, why);
    duel_status status = puzzle_named(duel_str_of(given), time(NULL), name, why);
    if (status == DUEL_OK)
        *seed = puzzle_seed(name, g);
    return status;
}

static duel_status show_one(const duel_console *c, const duel_args *a, const position_args *s,
                            duel_msg *why)
{
    found_puzzle found;
    uint64_t seed;
    duel_status status = wanted_seed(a, s->v.game, &seed, why);
    if (status == DUEL_OK)
        status = puzzle_find(&s->v, seed, progress_memory(a), &work_stop, &found, why);
    if (status == DUEL_OK) {
        show_puzzle(c, &s->v, &found.puzzle);
        found_puzzle_fini(&found);
    }
    return status;
}

/* ---- a sheet to print -------------------------------------------------------------------- */

typedef struct press {
    const duel_console *c;
    const char *svg, *pdf; /* files; NULL: none */
    int first, wanted;     /* numbers of the path */
    puzzle_sheet_puzzle *list;
    int count;
} press;

static duel_status read_press(const duel_args *a, press *p, duel_msg *why)
{
    const char *name = duel_args_text(a, "name", "1");
    p->svg = duel_args_text(a, "svg", NULL);
    p->pdf = duel_args_text(a, "pdf", NULL);
    p->wanted = (int)duel_args_value(a, "sheet");
    p->first = puzzle_number(name);
    if (p->svg == NULL && p->pdf == NULL)
        return duel_invalid(why, N_("A sheet is drawn into a file: --svg FILE or --pdf FILE."),
                            "");
    if (p->first == 0 || p->first + p->wanted - 1 > PUZZLE_NUMBERS)
        return duel_invalid(why, N_("The puzzles of a sheet have numbers from 1 to {0}."), "i",
                            (int64_t)PUZZLE_NUMBERS);
    if (p->svg && p->wanted > PUZZLE_SHEET_PAGE)
        return duel_invalid(why, N_("An SVG has one page of {0} puzzles; a PDF has more."), "i",
                            (int64_t)PUZZLE_SHEET_PAGE);
    p->list = calloc((size_t)p->wanted, sizeof *p->list);
    return p->list ? DUEL_OK : duel_no_space(why);
}

/* A number of which no puzzle comes is left out. */
static duel_status find_all(press *p, const duel_args *a, const duel_variant *v, duel_msg *why)
{
    progress_meter meter = {p->c, -1};
    duel_status status = DUEL_OK;
    for (int i = 0; i < p->wanted && (status == DUEL_OK || status == DUEL_REFUSED); i++) {
        puzzle_sheet_puzzle *z = &p->list[p->count];
        snprintf(z->name, sizeof z->name, "%d", p->first + i);
        progress_bar(&meter, (uint64_t)i, (uint64_t)p->wanted);
        status = puzzle_find(v, puzzle_seed(z->name, v->game), progress_memory(a), &work_stop,
                             &z->found, why);
        p->count += status == DUEL_OK;
    }
    progress_clear(&meter);
    return p->count && status == DUEL_REFUSED ? DUEL_OK : status;
}

/* "sheet.svg" has its answers in "sheet-answers.svg". */
static void put_back_name(const char *front, duel_sink *out)
{
    const char *dot = strrchr(front, '.');
    size_t length = dot && dot > front ? (size_t)(dot - front) : strlen(front);
    duel_put_str(out, (duel_str){front, length});
    duel_put(out, "-answers");
    duel_put(out, front + length);
}

static duel_status print_svg(const press *p, duel_msg *why)
{
    print_canvas e;
    duel_buf page, name;
    duel_status status = DUEL_OK;
    print_init(&e, PRINT_SVG);
    puzzle_sheet_draw(&e, p->c->lang, p->list, p->count);
    for (int i = 0; status == DUEL_OK && i < e.pages; i++) {
        duel_buf_init(&page);
        duel_buf_init(&name);
        print_write_svg(&e, i, &page.sink);
        if (i)
            put_back_name(p->svg, &name.sink);
        else
            duel_put(&name.sink, p->svg);
        status = duel_file_replace_with(name.failed ? p->svg : name.text, &page, why);
        duel_buf_fini(&name);
    }
    print_fini(&e);
    return status;
}

static duel_status print_pdf(const press *p, duel_msg *why)
{
    print_canvas e;
    duel_buf file;
    print_init(&e, PRINT_PDF);
    duel_buf_init(&file);
    puzzle_sheet_draw(&e, p->c->lang, p->list, p->count);
    print_write_pdf(&e, &file.sink);
    duel_status status = duel_file_replace_with(p->pdf, &file, why);
    print_fini(&e);
    return status;
}

static duel_status show_sheet(const duel_console *c, const duel_args *a, const position_args *s,
                              duel_msg *why)
{
    press p = {.c = c};
    duel_status status = read_press(a, &p, why);
    if (status == DUEL_OK)
        status = find_all(&p, a, &s->v, why);
    if (status == DUEL_OK && p.svg)
        status = print_svg(&p, why);
    if (status == DUEL_OK && p.pdf)
        status = print_pdf(&p, why);
    if (status == DUEL_OK && c->json)
        c->print_json(c, json_pack("{sssi}", "game", s->v.game->id, "puzzles", p.count));
    while (p.count)
        found_puzzle_fini(&p.list[--p.count].found);
    free(p.list);
    return status;
}

/* ---- asked at the keyboard --------------------------------------------------------------- */

/* One after the other, and answered by what is typed. */

typedef struct puzzle_room {
    const duel_console *c;
    const duel_variant *v;
    size_t memory;
    const puzzle_solver *solver; /* whose tries are kept; NULL: nobody's */
} puzzle_room;

/* A puzzle that is being asked. */
typedef struct asking {
    const puzzle_room *room;
    teacher t;
    const char *name;
    const found_puzzle *found;
    int count; /* moves of the turn so far, and where they lead */
    duel_move move[DUEL_PLAN];
    duel_state after;
} asking;

typedef enum heard { HEARD_MORE, HEARD_DONE, HEARD_LEAVE } heard;

static void show_question(asking *a)
{
    const duel_variant *v = &a->found->record.variant;
    const duel_console *c = a->room->c;
    duel_pen pen = terminal_pen(c, c->out);
    int seat = v->game->turn(v, &a->found->puzzle.state);
    duel_state view;
    duel_buf text;
    duel_view(v, &a->after, seat, &view);
    duel_put(c->out, "\n");
    duel_draw(v, &view, seat, &pen);
    duel_buf_init(&text);
    duel_tell(c->lang, &text.sink, N_("Puzzle {0}. "), "c", a->name);
    duel_render(c->lang, &a->found->puzzle.question, &text.sink);
    wording_wrap(c->out, text.text, TEACHER_WIDTH);
    duel_buf_fini(&text);
}

static void begin_turn(asking *a)
{
    a->count = 0;
    a->after = a->found->puzzle.state;
}

static void tell_standing(const asking *a, const puzzle_tried *t)
{
    duel_msg m;
    char change[16];
    snprintf(change, sizeof change, "%+lld",
             (long long)(llround(t->own.rating) - llround(t->was.rating)));
    if (t->counted) {
        duel_say(&m, N_("Your rating: {0} ({1})"), "ic", (int64_t)llround(t->own.rating),
                 change);
        teacher_say(&a->t, &m);
    }
    if (t->streak > 0) {
        duel_say(&m, N_("{0} {0:day|days} in a row"), "i", (int64_t)t->streak);
        teacher_say(&a->t, &m);
    }
}

static duel_status keep_verdict(const asking *a, bool right, duel_msg *why)
{
    puzzle_tried tried;
    if (a->room->solver == NULL)
        return DUEL_OK;
    duel_status status =
        puzzle_path_try(a->room->solver, a->name, a->found, right, &tried, why);
    if (status == DUEL_OK)
        tell_standing(a, &tried);
    return status;
}

static void tell_why(const asking *a)
{
    for (int i = 0; i < a->found->puzzle.why.count; i++)
        teacher_say(&a->t, &a->found->puzzle.why.fact[i].text);
}

static duel_status give_away(asking *a, duel_msg *why)
{
    const duel_puzzle *p = &a->found->puzzle;
    duel_msg m;
    duel_buf line;
    duel_buf_init(&line);
    wording_line(&line.sink, &a->found->record.variant, &p->state, p->answer, p->count);
    duel_say(&m, N_("The answer is {0}."), "s", duel_buf_str(&line));
    teacher_say(&a->t, &m);
    duel_buf_fini(&line);
    tell_why(a);
    return keep_verdict(a, false, why);
}

/* A whole turn has been typed. */
static duel_status judge_turn(asking *a, heard *then, duel_msg *why)
{
    duel_msg word;
    bool right = found_puzzle_judge(a->found, a->move, a->count, &word) == DUEL_OK;
    if (right)
        duel_say(&word, N_("That is it."), "");
    teacher_say(&a->t, &word);
    if (right)
        tell_why(a);
    *then = right ? HEARD_DONE : HEARD_MORE;
    begin_turn(a);
    return keep_verdict(a, right, why);
}

/* Moves, with blanks between. */
static duel_status hear_moves(asking *a, duel_str text, heard *then, duel_msg *why)
{
    const duel_variant *v = &a->found->record.variant;
    duel_str word;
    duel_msg wrong;
    while (duel_str_word(&text, " ", &word)) {
        if (duel_read_move(v, &a->after, word, &a->move[a->count], &wrong) != DUEL_OK) {
            teacher_say(&a->t, &wrong);
            return DUEL_OK;
        }
        v->game->play(v, &a->after, a->move[a->count++]);
        if (!puzzle_try_continues(a->found, a->count, &a->after))
            return judge_turn(a, then, why);
    }
    return DUEL_OK;
}

static duel_status hear_answer(asking *a, heard *then, duel_msg *why)
{
    duel_str text;
    *then = HEARD_LEAVE;
    if (!teacher_hear(&a->t, &text) || teacher_order(text) == ORDER_LEAVE)
        return DUEL_OK;
    *then = HEARD_MORE;
    if (teacher_order(text) == ORDER_ADVICE) {
        *then = HEARD_DONE;
        return give_away(a, why);
    }
    if (teacher_order(text) == ORDER_MOVES)
        teacher_list_moves(a->t.c, &a->found->record.variant, &a->after);
    else if (text.len == 0)
        teacher_help(&a->t);
    else
        return hear_moves(a, text, then, why);
    return DUEL_OK;
}

static duel_status ask_found(const puzzle_room *room, const char *name, const found_puzzle *f,
                             heard *then, duel_msg *why)
{
    asking a = {.room = room, .t = {.c = room->c}, .name = name, .found = f};
    duel_status status = DUEL_OK;
    begin_turn(&a);
    show_question(&a);
    do
        status = hear_answer(&a, then, why);
    while (status == DUEL_OK && *then == HEARD_MORE);
    free(a.t.line);
    return status;
}

/* From this one on, along the numbers, until who answers has had enough. */
static duel_status puzzle_ask(const puzzle_room *room, const char *name, duel_msg *why)
{
    char at[PUZZLE_NAME];
    heard then = HEARD_DONE;
    duel_status status = DUEL_OK;
    snprintf(at, sizeof at, "%s", name);
    while (status == DUEL_OK && then == HEARD_DONE) {
        found_puzzle found;
        status = puzzle_find(room->v, puzzle_seed(at, room->v->game), room->memory, &work_stop,
                             &found, why);
        if (status != DUEL_OK)
            return status;
        status = ask_found(room, at, &found, &then, why);
        found_puzzle_fini(&found);
        int number = puzzle_number(at);
        if (number == 0 || number == PUZZLE_NUMBERS)
            break;
        snprintf(at, sizeof at, "%d", number + 1);
    }
    return status;
}

static duel_status ask_for(const duel_console *c, const duel_args *a, puzzle_room *room,
                           const char *name, duel_msg *why)
{
    const char *profile = duel_args_text(a, "profile", NULL);
    char id[STORE_PROFILE_TEXT];
    data_store *store = NULL;
    if (profile == NULL)
        return puzzle_ask(room, name, why);
    duel_status status = store_open(c->data, &store, why);
    if (status == DUEL_OK)
        status = teacher_profile(store, profile, id, why);
    puzzle_solver solver = {store, id, time(NULL)};
    room->solver = &solver;
    if (status == DUEL_OK)
        status = puzzle_ask(room, name, why);
    store_close(store);
    return status;
}

static duel_status ask_one(const duel_console *c, const duel_args *a, const position_args *s,
                           duel_msg *why)
{
    puzzle_room room = {.c = c, .v = &s->v, .memory = progress_memory(a)};
    char name[PUZZLE_NAME];
    duel_str given = duel_str_of(duel_args_text(a, "name", "1"));
    duel_status status = puzzle_named(given, time(NULL), name, why);
    return status == DUEL_OK ? ask_for(c, a, &room, name, why) : status;
}

static duel_status run_puzzle(const duel_console *c, const duel_args *a, duel_msg *why)
{
    position_args s;
    duel_status status = position_args_read(a, 0, &s, why);
    if (status != DUEL_OK)
        return status;
    progress_begin();
    status = duel_args_value(a, "sheet") ? show_sheet(c, a, &s, why)
             : duel_args_value(a, "ask") ? ask_one(c, a, &s, why)
                                         : show_one(c, a, &s, why);
    position_args_fini(&s);
    return status;
}

const duel_command command_puzzle = {
    "puzzle",
    "GAME [opt=value…]",
    N_("Finds a position with one right answer, and tells it."),
    puzzle_options,
    puzzle_texts,
    DUEL_GAME_ARGS,
    run_puzzle};
