/* front/cli/play.c -- `duel play`: a game in lines of text, pleasant to play.
 *
 * Every validated turn is in the store before it is shown, so leaving at any moment (end of
 * input, Ctrl-C, a lost terminal) loses nothing: the game says how to resume it. */
#include "core/play.h"
#include "front/board_flags.h"
#include "front/cli/inside.h"
#include "front/commands.h"
#include "front/console.h"
#include "front/json.h"
#include "front/local_table.h"
#include "front/typed_move.h"
#include "front/wording.h"

#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

/* ---- a machine that goes on thinking while a person does --------------------------------- */

/* In a thread of its own, until the person has typed something. */

typedef struct meanwhile {
    table_players *cast;
    duel_state view;
    duel_think call;
    atomic_bool stop;
    pthread_t thread;
    bool runs;
} meanwhile;

enum { LONGEST = 600 }; /* seconds: somebody may have gone away */

static void *think_meanwhile(void *self)
{
    meanwhile *m = self;
    table_players_ponder(m->cast, &m->call);
    return NULL;
}

/* Begins, if there is such a machine at the table. Nobody else may use it until the end. */
static void meanwhile_begin(meanwhile *m, local_table *at)
{
    int seat = table_players_ponderer(at->cast);
    if (seat == DUEL_NOBODY || table_stage(at->table) != TABLE_AT_PERSON)
        return;
    m->cast = at->cast;
    table_seat_view(at->table, seat, &m->view);
    m->call = (duel_think){
        .view = &m->view, .seat = seat, .seconds = LONGEST, .seed = 1, .stop = &m->stop};
    atomic_store(&m->stop, false);
    m->runs = pthread_create(&m->thread, NULL, think_meanwhile, m) == 0;
}

/* Fine if nothing was begun. */
static void meanwhile_end(meanwhile *m)
{
    if (!m->runs)
        return;
    atomic_store(&m->stop, true);
    pthread_join(m->thread, NULL);
    m->runs = false;
}

/* ---- what is asked for ------------------------------------------------------------------- */

static const duel_option play_options[] = {
    WORK_SECONDS(1000000, N_("how long a machine may think about a turn")),
    WORK_MEMORY,
    {"ponder", DUEL_YESNO, 0, 0, 1, NULL,
     N_("a machine that can goes on thinking while you do")},
    WORK_LAST};
static const duel_flag play_texts[] = {
    SUBJECT_TEXTS_SEEDED(N_("the seed of the deal (default: drawn by lot)")),
    {"seats", "A,B…",
     N_("who plays: human, expert, level:3… (default human,expert); human:Ada has a name")},
    {"resume", "ID", N_("take up a saved game; “list” shows them")},
    SUBJECT_LAST_TEXT};

typedef struct table {
    const duel_console *c;
    local_table at;
    const duel_variant *v;
    size_t memory;
    double seconds;
    table_advice *advice;  /* made when first asked for; a machine's answer stands there, too */
    duel_state before;     /* what everybody saw when it was asked */
    table_notice answer;   /* to the last request */
    flags flags;           /* of the person to move */
    typed_turn half;       /* the move that person has begun */
    seat_names seat_names; /* those at this screen */
    bool leaving;
    char *line;
    size_t line_room;
    bool ponders; /* a machine may think while people do */
    meanwhile meanwhile;
} table;

/* ---- looking ----------------------------------------------------------------------------- */

static void draw_for_guest(table *t)
{
    duel_state view;
    int seat = table_view_seat(t->at.table, LOCAL_TABLE_GUEST);
    duel_pen pen = terminal_pen(t->c, t->c->out);
    table_view(t->at.table, LOCAL_TABLE_GUEST, &view);
    duel_put(t->c->out, "\n");
    flags_draw(&t->flags, t->v, &view, seat, &pen);
}

static void list_own_moves(table *t)
{
    duel_state view;
    table_view(t->at.table, LOCAL_TABLE_GUEST, &view);
    teacher_list_moves(t->c, t->v, &view);
}

static void show_rules(table *t)
{
    for (int i = 0; t->v->game->rules[i]; i++)
        wording_wrap(t->c->out, duel_text(t->c->lang, t->v->game->rules[i]), 76);
}

/* ---- the loop around the table ----------------------------------------------------------- */

static duel_think question(table *t, const void *view, int seat, progress_meter *meter)
{
    return (duel_think){.view = view,
                        .seat = seat,
                        .seconds = t->seconds,
                        .seed = 1,
                        .stop = &work_stop,
                        .progress = progress_show,
                        .watcher = meter};
}

static void let_machine_think(table *t, int seat)
{
    duel_msg why;
    duel_state view;
    progress_meter meter = {t->c, -1};
    table_seat_view(t->at.table, DUEL_NOBODY, &t->before);
    table_seat_view(t->at.table, seat, &view);
    duel_think call = question(t, &view, seat, &meter);
    call.seed = (uint64_t)local_table_now().date ^ (uint64_t)table_record(t->at.table)->count
                                                       << 32;
    duel_status status = table_players_think(t->at.cast, &call, &t->advice->answer, &why);
    progress_clear(&meter);
    if (!atomic_load(&work_stop)) /* else it was stopped, and its answer is no answer */
        local_table_thought(&t->at, seat, status, &t->advice->answer, &why);
}

static void tell_turn(table *t, int seat)
{
    table_chair_state chair = table_chair(t->at.table, seat, local_table_now().ms);
    if (chair.human)
        return;
    duel_tell(t->c->lang, t->c->out, N_("{0} ({1}) plays "), "wc", duel_role(t->v, seat),
              chair.spec);
    wording_line(t->c->out, t->v, &t->before, t->advice->answer.plan,
                 t->advice->answer.plan_count);
    duel_put(t->c->out, "\n");
}

static void tell_news(table *t, const table_notice *n)
{
    if (!table_notice_is_for_all(n->tell))
        t->answer = *n;
    if (n->tell == TABLE_NOTICE_REFUSED || n->tell == TABLE_NOTICE_TROUBLE)
        tell_said(t->c, &n->why);
    else if (n->tell == TABLE_NOTICE_TURN)
        tell_turn(t, n->seat);
}

/* Until the table has nothing more to wish for, or to tell. */
static void serve(table *t)
{
    table_effect w;
    table_notice n;
    bool wished;
    do {
        wished = local_table_serve(&t->at, &w);
        while (notices_hear(t->at.table, &n))
            tell_news(t, &n);
        if (wished && w.kind == TABLE_EFFECT_THINK)
            let_machine_think(t, w.seat);
    } while (wished && !atomic_load(&work_stop));
}

/* Whether it was done, or granted; if not, why not has been said. */
static bool ask(table *t, table_request_kind what, const char *text)
{
    t->half.depth = 0;
    local_table_ask(&t->at, what, duel_str_of(text));
    serve(t);
    return t->answer.tell != TABLE_NOTICE_REFUSED;
}

/* ---- advice ------------------------------------------------------------------------------ */

static void print_advice(const table *t, const void *view)
{
    duel_lang lang = t->c->lang;
    duel_sink *out = t->c->out;
    const duel_answer *a = &t->advice->answer;
    duel_tell(lang, out, N_("Advice: "), "");
    wording_line(out, t->v, view, a->plan, a->plan_count);
    duel_put(out, " — ");
    wording_verdict(lang, out, t->v, a, WORDING_MOVER);
    duel_put(out, "\n");
    for (int i = 0; i < t->advice->why.count; i++)
        wording_fact(lang, out, &t->advice->why.fact[i]);
}

static void advise(table *t)
{
    duel_state view;
    duel_msg why;
    progress_meter meter = {t->c, -1};
    if (!ask(t, TABLE_ASK_HELP, ""))
        return;
    table_seat_view(t->at.table, t->answer.seat, &view);
    duel_think call = question(t, &view, t->answer.seat, &meter);
    duel_status status = table_players_advise(t->at.cast, &call, NULL, t->advice, &why);
    progress_clear(&meter);
    if (status == DUEL_OK)
        print_advice(t, &view);
    else
        tell_said(t->c, &why);
}

/* ---- flags, and seeing everything -------------------------------------------------------- */

static void judge_flag(table *t, const void *view, const duel_target *target)
{
    if (flags_judge(t->v, view, t->answer.seat, target, t->c->lang, t->c->out))
        duel_put(t->c->out, "\n");
}

/* What a flag on that thing would be worth; without one, what all flags are. */
static void check_flags(table *t, duel_str thing)
{
    duel_state view;
    duel_target target;
    if (thing.len == 0 && t->flags.count == 0) {
        TELL(t->c, N_("There is no flag to check: “flag 3:2” puts one."), "");
        return;
    }
    if (!ask(t, TABLE_ASK_HELP, ""))
        return;
    table_seat_view(t->at.table, t->answer.seat, &view);
    if (thing.len && flags_find(t->v, &view, t->answer.seat, thing, &target))
        judge_flag(t, &view, &target);
    else if (thing.len)
        TELL(t->c, N_("A flag on “{0}” says nothing here."), "s", thing);
    for (int i = 0; thing.len == 0 && i < t->flags.count; i++)
        judge_flag(t, &view, &t->flags.on[i]);
}

static void put_flag(table *t, duel_str thing)
{
    duel_state view;
    duel_target target;
    int seat = table_view_seat(t->at.table, LOCAL_TABLE_GUEST);
    table_view(t->at.table, LOCAL_TABLE_GUEST, &view);
    if (flags_find(t->v, &view, seat, thing, &target))
        flags_toggle(&t->flags, &target);
    else
        TELL(t->c, N_("A flag on “{0}” says nothing here."), "s", thing);
}

static void observe(table *t, bool sure)
{
    if (!sure)
        TELL(t->c,
             N_("Everything hidden would be seen, and the game is marked as observed for good: "
                "type “observe yes” if you are sure."),
             "");
    else
        ask(t, TABLE_ASK_OBSERVE, "");
}

/* What only some games have. False: not this one. */
static bool obey_looker(table *t, order what, duel_str rest)
{
    if (t->v->game->teaching.mark && what == ORDER_CHECK)
        check_flags(t, rest);
    else if (t->v->game->teaching.mark && what == ORDER_FLAG)
        put_flag(t, rest);
    else if (duel_has_secrets(t->v) && what == ORDER_OBSERVE)
        observe(t, order_is_yes(rest));
    else
        return false;
    return true;
}

/* ---- a person's turn --------------------------------------------------------------------- */

static void help(const table *t)
{
    TELL(
        t->c,
        N_("A move, or: moves (list them), ? (advice), undo, resign, rules, save, quit, help."),
        "");
    if (t->v->game->teaching.mark)
        TELL(t->c,
             N_("flag 3:2 puts a flag there or takes it away; check tells what your flags are "
                "worth by what can be known, check 3:2 what one there would be."),
             "");
    if (duel_has_secrets(t->v))
        TELL(t->c, N_("observe shows everything, for who plays alone."), "");
    if (t->v->traits & DUEL_CONFIRM)
        TELL(t->c, N_("A turn is confirmed with an empty line; b takes its last move back."),
             "");
}

/* One line from the person; false at the end of input or on Ctrl-C. */
static bool read_persons_line(table *t, duel_str *out)
{
    fflush(stdout);
    if (t->ponders)
        meanwhile_begin(&t->meanwhile, &t->at);
    ssize_t len = getline(&t->line, &t->line_room, stdin);
    meanwhile_end(&t->meanwhile);
    if (len < 0 || atomic_load(&work_stop))
        return false;
    *out = duel_str_trim((duel_str){t->line, (size_t)len});
    return true;
}

/* It may be one of the other things that can be typed, with a mistake in it. */
static void ask_order(const table *t, duel_str text)
{
    duel_nearest n;
    order_nearest(text, &n);
    if (n.name[0])
        TELL(t->c, N_("Did you mean {0}?"), "c", n.name);
}

/* An impossible move is refused with its rule, and advice is offered, as in 1995. */
static void ask_move(table *t, duel_str text)
{
    local_table_ask(&t->at, TABLE_ASK_MOVE, text);
    serve(t);
    bool refused = t->answer.tell == TABLE_NOTICE_REFUSED && !table_ready(t->at.table);
    if (refused && t->answer.status == DUEL_REFUSED)
        advise(t);
    else if (refused && t->answer.status == DUEL_INVALID)
        ask_order(t, text);
}

/* What is not yet a whole move is asked on. */
static void try_move(table *t, duel_str text)
{
    duel_state view;
    duel_move move;
    duel_buf written;
    int seat = table_view_seat(t->at.table, LOCAL_TABLE_GUEST);
    table_view(t->at.table, LOCAL_TABLE_GUEST, &view);
    typed_move_end end = table_ready(t->at.table)
                             ? TYPED_MOVE_LOST
                             : typed_move_read(t->v, &view, seat, &t->half, text, &move);
    duel_buf_init(&written);
    if (end == TYPED_MOVE_WHOLE)
        duel_print_move(t->v, &view, move, &written.sink);
    if (end != TYPED_MOVE_FURTHER)
        ask_move(t, end == TYPED_MOVE_WHOLE ? duel_buf_str(&written) : text);
    duel_buf_clear(&written);
    if (t->half.depth) {
        typed_move_ask(t->c->lang, t->v, &view, seat, &t->half, &written.sink);
        wording_wrap(t->c->out, written.text, 76);
    }
    duel_buf_fini(&written);
}

static void take_step_back(table *t)
{
    const duel_move *drafted;
    if (table_drafted(t->at.table, &drafted))
        ask(t, TABLE_ASK_BACK, "");
}

static bool is_move(const table *t, duel_str line)
{
    duel_state view;
    duel_move move;
    table_view(t->at.table, LOCAL_TABLE_GUEST, &view);
    return duel_read_move(t->v, &view, line, &move, NULL) == DUEL_OK;
}

/* False: the line is none of them. */
static bool obey_order(table *t, order what, duel_str rest)
{
    switch (what) {
    case ORDER_ADVICE:
        advise(t);
        return true;
    case ORDER_UNDO:
        return ask(t, TABLE_ASK_BACK, ""), true;
    case ORDER_BACK:
        take_step_back(t);
        return true;
    case ORDER_MOVES:
        list_own_moves(t);
        return true;
    case ORDER_RULES:
        show_rules(t);
        return true;
    case ORDER_HELP:
        help(t);
        return true;
    case ORDER_RESIGN:
        return ask(t, TABLE_ASK_RESIGN, ""), true;
    case ORDER_SAVE:
        TELL(t->c, N_("The game is saved after every turn, as {0}."), "c",
             table_id(t->at.table));
        return true;
    case ORDER_LEAVE:
        return t->leaving = true;
    case ORDER_FLAG:
    case ORDER_CHECK:
    case ORDER_OBSERVE:
        return obey_looker(t, what, rest);
    case ORDER_NONE:
        break;
    }
    return false;
}

static void obey_person(table *t, duel_str line)
{
    duel_str rest = line;
    if (line.len == 0 && table_ready(t->at.table)) {
        ask(t, TABLE_ASK_CONFIRM, "");
        return;
    }
    order what = is_move(t, line) ? ORDER_NONE : order_read(&rest);
    if (line.len && !obey_order(t, what, rest))
        try_move(t, line);
}

/* At one screen with hidden cards, the next player's view waits until that player is there. */
static bool cover(table *t)
{
    duel_str line;
    int seat = table_covered_seat(t->at.table, LOCAL_TABLE_GUEST);
    if (seat == DUEL_NOBODY)
        return true;
    if (t->c->terminal)
        duel_put_command(t->c->out, "\033[2J\033[H");
    t->flags.count = 0; /* they were the other one's */
    duel_buf who;
    duel_buf_init(&who);
    seat_names_put(&t->seat_names, t->c->lang, &who.sink, t->v, seat);
    TELL(t->c, N_("The screen goes to {0}. Press Enter when you are there."), "s",
         duel_buf_str(&who));
    duel_buf_fini(&who);
    return read_persons_line(t, &line) && ask(t, TABLE_ASK_UNCOVER, "");
}

static void prompt(table *t, int seat)
{
    const duel_move *moves;
    int drafted = table_drafted(t->at.table, &moves);
    duel_sink *out = t->c->out;
    seat_names_put(&t->seat_names, t->c->lang, out, t->v, seat);
    for (int i = 0; i < drafted; i++)
        duel_put(out, " +");
    duel_put(out, table_ready(t->at.table) ? " = " : " > ");
}

static void person_turn(table *t)
{
    duel_str line;
    if (!cover(t)) {
        t->leaving = true;
        return;
    }
    draw_for_guest(t);
    prompt(t, table_turn(t->at.table));
    if (!read_persons_line(t, &line)) {
        duel_put(t->c->out, "\n");
        t->leaving = true;
        return;
    }
    obey_person(t, line);
}

/* ---- the whole game ---------------------------------------------------------------------- */

/* A machine that failed for another reason than its own fault would fail again. */
static bool goes_on(const table *t)
{
    return !t->leaving && !atomic_load(&work_stop) && !table_over(t->at.table, NULL) &&
           table_stage(t->at.table) == TABLE_AT_PERSON;
}

static void tell_end(table *t, const int32_t score[])
{
    const duel_record *r = table_record(t->at.table);
    duel_pen pen = terminal_pen(t->c, t->c->out);
    duel_state view;
    draw_for_guest(t);
    wording_ending(&pen, r, score, wording_reader(table_people(t->at.table)));
    duel_put(t->c->out, "\n");
    if (seat_names_put_all(&t->seat_names, t->c->lang, t->c->out, t->v))
        duel_put(t->c->out, "\n");
    table_view(t->at.table, LOCAL_TABLE_GUEST, &view);
    if (r->ending == DUEL_BY_RULES)
        wording_why_over(t->c->lang, t->c->out, t->v, &view,
                         table_view_seat(t->at.table, LOCAL_TABLE_GUEST));
}

static void play_on(table *t)
{
    int32_t score[DUEL_SEATS];
    help(t);
    serve(t);
    while (goes_on(t))
        person_turn(t);
    if (table_over(t->at.table, score))
        tell_end(t, score);
    else
        TELL(t->c, N_("The game is saved. To take it up again: duel play --resume {0}"), "c",
             table_id(t->at.table));
}

/* ---- beginning --------------------------------------------------------------------------- */

static duel_status read_seats(table *t, const duel_args *a, const duel_variant *v,
                              session_opening *o, duel_msg *why)
{
    const char *given = duel_args_text(a, "seats", NULL);
    const char *opponent = v->game->museum.opponent ? v->game->museum.opponent : "expert";
    for (int i = 0; i < v->seats; i++)
        o->seats[i] = duel_str_of(i == 0 ? "human" : opponent);
    if (given == NULL)
        return DUEL_OK;
    duel_str rest = duel_str_of(given), word;
    int count = 0;
    while (duel_str_part(&rest, ',', &word)) {
        if (count < DUEL_SEATS)
            o->seats[count] = word;
        count++;
    }
    if (count != v->seats)
        return duel_invalid(why, N_("{0} has {1} {1:player|players}; --seats names {2}."),
                            "cii", v->game->id, (int64_t)v->seats, (int64_t)count);
    duel_status status = DUEL_OK;
    for (int i = 0; status == DUEL_OK && i < count; i++)
        status = seat_names_read(&t->seat_names, i, &o->seats[i], why);
    return status;
}

static duel_status begin_new(table *t, const duel_args *a, duel_msg *why)
{
    position_args s;
    session_opening o = {0};
    duel_status status = position_args_read(a, 0, &s, why);
    if (status != DUEL_OK)
        return status;
    o.variant = &s.v;
    if (s.seeded)
        o.seed = duel_str_of(s.record.seed);
    o.start = duel_buf_str(&s.record.start);
    o.from = s.record.count ? &s.record : NULL;
    status = read_seats(t, a, &s.v, &o, why);
    if (status == DUEL_OK)
        status = local_table_begin(&t->at, &o, t->memory, 0, why);
    position_args_fini(&s);
    return status;
}

typedef struct listing {
    const duel_console *c;
    json_t *rows;
} listing;

static bool list_saved(void *to, const saved_game *g)
{
    const listing *l = to;
    char when[32];
    time_t at = (time_t)g->updated;
    struct tm tm;
    json_t *row = l->c->json ? json_saved(g, l->c->lang) : NULL;
    if (l->c->json)
        return row == NULL || json_array_append_new(l->rows, row) == 0;
    strftime(when, sizeof when, "%Y-%m-%d %H:%M", localtime_r(&at, &tm));
    duel_putf(l->c->out, "%s  %s  %-12.*s %4lld  %.*s\n", g->id, when, (int)g->game.len,
              g->game.at, (long long)g->moves, (int)g->result.len,
              g->result.len ? g->result.at : "");
    return true;
}

static duel_status list_games(const table *t, duel_msg *why)
{
    listing l = {t->c, json_array()};
    duel_status status = store_list(t->at.store, list_saved, &l, why);
    if (status == DUEL_OK && t->c->json)
        t->c->print_json(t->c, json_pack("{sO}", "games", l.rows));
    json_decref(l.rows);
    return status;
}

static duel_status begin_game(table *t, const duel_args *a, duel_msg *why)
{
    const char *id = duel_args_text(a, "resume", NULL);
    t->advice = malloc(sizeof *t->advice);
    if (t->advice == NULL)
        return duel_no_space(why);
    return id ? local_table_resume(&t->at, id, t->memory, 0, why) : begin_new(t, a, why);
}

static duel_status play_at_table(table *t, const duel_args *a, duel_msg *why)
{
    uint64_t saved;
    duel_status status = duel_need_words(t->c, why);
    progress_begin();
    if (status == DUEL_OK)
        status = begin_game(t, a, why);
    if (status == DUEL_OK) {
        t->v = table_variant(t->at.table);
        play_on(t);
    }
    local_table_close(&t->at, &saved, NULL); /* what cannot be kept can be solved again */
    free(t->advice);
    free(t->line);
    return status;
}

static duel_status run_play(const duel_console *c, const duel_args *a, duel_msg *why)
{
    table t = {.c = c,
               .seconds = duel_args_decimal(a, "seconds"),
               .memory = progress_memory(a),
               .ponders = duel_args_value(a, "ponder")};
    duel_status status = store_open(c->data, &t.at.store, why);
    if (status == DUEL_OK)
        status = strcmp(duel_args_text(a, "resume", ""), "list") == 0
                     ? list_games(&t, why)
                     : play_at_table(&t, a, why);
    store_close(t.at.store);
    return status;
}

const duel_command command_play = {
    "play",
    SUBJECT_USAGE,
    N_("Plays a game, against a machine or a person at this screen."),
    play_options,
    play_texts,
    DUEL_GAME_ARGS,
    run_play};
