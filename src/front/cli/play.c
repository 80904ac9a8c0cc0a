/* front/cli/play.c -- `duel play`: a game in lines of text, pleasant to play.
 *
 * Every validated turn is in the store before it is shown, so leaving at any moment (end of
 * input, Ctrl-C, a lost terminal) loses nothing: the game says how to resume it. */
#include "core/play.h"
#include "core/reason.h"
#include "core/sketch.h"
#include "front/cli/subject.h"
#include "front/commands.h"
#include "front/json.h"
#include "front/phrase.h"
#include "front/work.h"
#include "service/cast.h"
#include "service/keeping.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

static const duel_option play_options[] = {
    WORK_SECONDS(1000000, N_("how long a machine may think about a turn")), WORK_MEMORY,
    WORK_LAST};
static const duel_flag play_texts[] = {
    SUBJECT_TEXTS,
    {"seats", "A,B…", N_("who plays: human, expert, level:3… (default human,expert)")},
    {"resume", "ID", N_("take up a saved game; “list” shows them")},
    SUBJECT_LAST_TEXT};

typedef struct table {
    const duel_console *c;
    duel_store *store;
    duel_session *s;
    const duel_variant *v;
    size_t memory;
    double seconds;
    duel_cast *cast;
    duel_advice *advice; /* made when first asked for */
    int people;
    int shown; /* the seat whose view was shown last, when several people share the screen */
    bool leaving;
    char *line;
    size_t line_room;
} table;

static int64_t now(void)
{
    return (int64_t)time(NULL);
}

static void say(const table *t, const duel_msg *m)
{
    duel_render(t->c->lang, m, t->c->out);
    duel_put(t->c->out, "\n");
}

#define TELL(t, ...)                                                                           \
    do {                                                                                       \
        duel_tell((t)->c->lang, (t)->c->out, __VA_ARGS__);                                     \
        duel_put((t)->c->out, "\n");                                                           \
    } while (0)

/* ---- looking ------------------------------------------------------------------------------
 */

static void draw_for_seat(table *t, int seat)
{
    duel_state view;
    duel_pen pen = terminal_pen(t->c, t->c->out);
    duel_session_view(t->s, seat, &view);
    duel_put(t->c->out, "\n");
    duel_draw(t->v, &view, seat, &pen);
}

static void list_own_moves(table *t, int seat)
{
    duel_state view;
    duel_move list[DUEL_MOVES_MAX];
    duel_session_view(t->s, seat, &view);
    int count = t->v->game->moves(t->v, &view, list);
    duel_buf text;
    duel_buf_init(&text);
    for (int i = 0; i < count; i++) {
        duel_put(&text.sink, i ? " " : "");
        duel_print_move(t->v, &view, list[i], &text.sink);
    }
    phrase_wrap(t->c->out, text.text, 76);
    duel_buf_fini(&text);
}

static void show_rules(table *t)
{
    for (int i = 0; t->v->game->rules[i]; i++)
        phrase_wrap(t->c->out, duel_text(t->c->lang, t->v->game->rules[i]), 76);
}

/* ---- advice -------------------------------------------------------------------------------
 */

/* Puts what was changed on the disk; only then it is done. */
static duel_status keep_change(table *t, duel_status status, duel_msg *why)
{
    if (status == DUEL_OK)
        status = duel_keep_change(t->store, t->s, why);
    duel_cast_follow(t->cast, t->s);
    return status;
}

/* What was proved is kept; what cannot be kept can be solved again. */
static void close_table(table *t)
{
    uint64_t saved;
    if (t->cast)
        duel_cast_learn(t->cast, now(), &saved, NULL);
    duel_cast_free(t->cast);
    duel_session_free(t->s);
    free(t->advice);
    free(t->line);
}

/* A game in which somebody was advised says so in its record, before the advice is read. */
static duel_status count_as_helped(table *t, duel_msg *why)
{
    if (duel_session_assisted(t->s))
        return DUEL_OK;
    return keep_change(t, duel_session_mark(t->s, false, now(), why), why);
}

static void print_advice(const table *t, const void *view)
{
    duel_lang lang = t->c->lang;
    duel_sink *out = t->c->out;
    const duel_answer *a = &t->advice->answer;
    duel_tell(lang, out, N_("Advice: "), "");
    phrase_line(out, t->v, view, a->plan, a->plan_count);
    duel_put(out, " — ");
    phrase_verdict(lang, out, t->v, a);
    duel_put(out, "\n");
    for (int i = 0; i < t->advice->why.count; i++)
        phrase_fact(lang, out, &t->advice->why.fact[i]);
}

static void advise(table *t, int seat)
{
    duel_state view;
    duel_msg why;
    work_meter meter = {t->c, -1};
    duel_session_view(t->s, seat, &view);
    duel_think call = {.view = &view,
                       .seat = seat,
                       .seconds = t->seconds,
                       .seed = 1,
                       .stop = &work_stop,
                       .progress = work_show,
                       .watcher = &meter};
    if (t->advice == NULL)
        t->advice = malloc(sizeof *t->advice);
    duel_status status =
        t->advice ? duel_cast_advise(t->cast, &call, NULL, t->advice, &why) : duel_full(&why);
    work_clear(&meter);
    if (status == DUEL_OK)
        status = count_as_helped(t, &why);
    if (status == DUEL_OK)
        print_advice(t, &view);
    else
        say(t, &why);
}

/* What a flag on that thing would be worth; a cell may be named without saying so. */
static void check_mark(table *t, int seat, duel_str thing)
{
    static const char *const signs[] = {
        [DUEL_CLAIM_OPEN] = "?", [DUEL_CLAIM_PROVED] = "✓", [DUEL_CLAIM_WRONG] = "✗"};
    duel_state view;
    duel_reason why;
    int len = thing.len < DUEL_TARGET_TEXT ? (int)thing.len : DUEL_TARGET_TEXT;
    duel_target as_typed = duel_target_of("%.*s", len, thing.at);
    duel_target cell = duel_target_of("cell:%.*s", len, thing.at);
    duel_session_view(t->s, seat, &view);
    duel_claim claim = duel_judge_mark(t->v, &view, seat, &as_typed, &why);
    if (claim == DUEL_CLAIM_NONE)
        claim = duel_judge_mark(t->v, &view, seat, &cell, &why);
    if (claim == DUEL_CLAIM_NONE) {
        TELL(t, N_("A flag on “{0}” says nothing here."), "s", thing);
        return;
    }
    count_as_helped(t, NULL);
    duel_putf(t->c->out, "%s ", signs[claim]);
    for (int i = 0; i < why.count; i++)
        say(t, &why.fact[i].text);
}

/* ---- a person's turn ----------------------------------------------------------------------
 */

static void help(const table *t)
{
    TELL(t,
         N_("A move, or: moves (list them), ? (advice), u (take back), rules, save, q "
            "(leave), help."),
         "");
    if (t->v->game->mark)
        TELL(t, N_("check 3:2 tells what a flag there would be worth, by what can be known."),
             "");
    if (t->v->traits & DUEL_CONFIRM)
        TELL(t, N_("A turn is confirmed with an empty line; b takes its last move back."), "");
}

/* One line from the person; false at the end of input or on Ctrl-C. */
static bool read_persons_line(table *t, duel_str *out)
{
    fflush(stdout);
    ssize_t len = getline(&t->line, &t->line_room, stdin);
    if (len < 0 || atomic_load(&work_stop))
        return false;
    *out = duel_str_trim((duel_str){t->line, (size_t)len});
    return true;
}

static void undo(table *t)
{
    duel_msg why;
    if (duel_session_take_back(t->s))
        return;
    if (keep_change(t, duel_session_undo(t->s, now(), &why), &why) != DUEL_OK)
        say(t, &why);
}

static void confirm(table *t)
{
    duel_msg why;
    if (duel_session_ready(t->s) &&
        keep_change(t, duel_session_validate(t->s, now(), &why), &why) != DUEL_OK)
        say(t, &why);
}

/* An impossible move is refused with its rule, and advice is offered, as in 1995. */
static void try_move(table *t, int seat, duel_str text)
{
    duel_state view;
    duel_move move;
    duel_msg why;
    duel_session_view(t->s, seat, &view);
    duel_status status = duel_session_ready(t->s)
                             ? duel_refuse(&why,
                                           N_("The turn is complete: confirm it or "
                                              "take something back."),
                                           "")
                             : duel_read_move(t->v, &view, text, &move, &why);
    if (status == DUEL_OK)
        status = keep_change(t, duel_session_play(t->s, move, now(), &why), &why);
    if (status == DUEL_OK)
        return;
    say(t, &why);
    if (status == DUEL_NO && !duel_session_ready(t->s))
        advise(t, seat);
}

static void obey_person(table *t, int seat, duel_str line)
{
    duel_str rest = line, word;
    if (line.len == 0)
        confirm(t);
    else if (duel_str_is(line, "?"))
        advise(t, seat);
    else if (duel_str_is(line, "u"))
        undo(t);
    else if (duel_str_is(line, "b"))
        duel_session_take_back(t->s);
    else if (duel_str_is(line, "moves") || duel_str_is(line, "m"))
        list_own_moves(t, seat);
    else if (duel_str_is(line, "rules"))
        show_rules(t);
    else if (duel_str_is(line, "help") || duel_str_is(line, "h"))
        help(t);
    else if (t->v->game->mark && duel_str_word(&rest, " ", &word) && duel_str_is(word, "check"))
        check_mark(t, seat, duel_str_trim(rest));
    else if (duel_str_is(line, "save"))
        TELL(t, N_("The game is saved after every turn, as {0}."), "c", duel_session_id(t->s));
    else if (duel_str_is(line, "q"))
        t->leaving = true;
    else
        try_move(t, seat, line);
}

/* At one screen with hidden cards, the next player's view waits until that player is there. */
static bool cover(table *t, int seat)
{
    duel_str line;
    if (t->people < 2 || !duel_has_secrets(t->v) || t->shown == seat)
        return true;
    if (t->c->terminal)
        duel_put_command(t->c->out, "\033[2J\033[H");
    TELL(t, N_("The screen goes to {0}. Press Enter when you are there."), "w",
         duel_role(t->v, seat));
    t->shown = seat;
    return read_persons_line(t, &line);
}

static void prompt(table *t, int seat)
{
    const duel_move *moves;
    int drafted = duel_session_drafted(t->s, &moves);
    duel_sink *out = t->c->out;
    duel_put(out, duel_text(t->c->lang, duel_role(t->v, seat)));
    for (int i = 0; i < drafted; i++)
        duel_put(out, " +");
    duel_put(out, duel_session_ready(t->s) ? " = " : " > ");
}

static void person_turn(table *t, int seat)
{
    duel_str line;
    if (!cover(t, seat)) {
        t->leaving = true;
        return;
    }
    draw_for_seat(t, seat);
    prompt(t, seat);
    if (!read_persons_line(t, &line)) {
        duel_put(t->c->out, "\n");
        t->leaving = true;
        return;
    }
    obey_person(t, seat, line);
}

/* ---- a machine's turn ---------------------------------------------------------------------
 */

static duel_status play_plan(table *t, const duel_answer *a, duel_msg *why)
{
    duel_status status = DUEL_OK;
    int seat = duel_session_turn(t->s);
    for (int i = 0; status == DUEL_OK && i < a->plan_count && !duel_session_ready(t->s); i++) {
        status = keep_change(t, duel_session_play(t->s, a->plan[i], now(), why), why);
        const duel_move *drafted;
        if (duel_session_turn(t->s) != seat || duel_session_drafted(t->s, &drafted) == 0)
            return status; /* validated at once */
    }
    if (status == DUEL_OK && duel_session_ready(t->s))
        status = keep_change(t, duel_session_validate(t->s, now(), why), why);
    return status;
}

static void machine_turn(table *t, int seat)
{
    duel_msg why;
    duel_state before, view;
    work_meter meter = {t->c, -1};
    duel_answer *a = malloc(sizeof *a);
    duel_think call = {.view = &view,
                       .seat = seat,
                       .seconds = t->seconds,
                       .seed = (uint64_t)now() ^ (uint64_t)duel_session_record(t->s)->count
                                                     << 32,
                       .stop = &work_stop,
                       .progress = work_show,
                       .watcher = &meter};
    duel_session_view(t->s, DUEL_NOBODY, &before);
    duel_session_view(t->s, seat, &view);
    duel_status status = a ? duel_cast_think(t->cast, &call, a, &why) : duel_full(&why);
    work_clear(&meter);
    if (atomic_load(&work_stop))
        t->leaving = true;
    else if (status == DUEL_OK)
        status = play_plan(t, a, &why);
    if (status != DUEL_OK) {
        say(t, &why);
        t->leaving =
            !duel_cast_forfeits(t->cast, seat) ||
            keep_change(t, duel_session_end(t->s, DUEL_BY_RESIGNING, seat, now(), &why),
                        &why) != DUEL_OK;
    } else if (!t->leaving) {
        duel_tell(t->c->lang, t->c->out, N_("{0} ({1}) plays "), "wc", duel_role(t->v, seat),
                  duel_session_spec(t->s, seat));
        phrase_line(t->c->out, t->v, &before, a->plan, a->plan_count);
        duel_put(t->c->out, "\n");
    }
    free(a);
}

/* ---- the whole game -----------------------------------------------------------------------
 */

static void play_on(table *t)
{
    int32_t score[DUEL_SEATS];
    help(t);
    while (!t->leaving && !duel_session_over(t->s, score)) {
        int seat = duel_session_turn(t->s);
        if (duel_session_human(t->s, seat))
            person_turn(t, seat);
        else
            machine_turn(t, seat);
        if (atomic_load(&work_stop))
            t->leaving = true;
    }
    if (duel_session_over(t->s, score)) {
        duel_pen pen = terminal_pen(t->c, t->c->out);
        draw_for_seat(t, DUEL_ALL);
        phrase_result(&pen, t->v, score);
        duel_put(t->c->out, "\n");
    } else {
        TELL(t, N_("The game is saved. To take it up again: duel play --resume {0}"), "c",
             duel_session_id(t->s));
    }
}

/* ---- beginning ----------------------------------------------------------------------------
 */

static duel_status read_seats(const duel_args *a, const duel_variant *v, duel_opening *o,
                              duel_msg *why)
{
    const char *given = duel_args_text(a, "seats", NULL);
    const char *opponent = v->game->opponent ? v->game->opponent : "expert";
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
        return duel_bad(why, N_("{0} has {1} {1:player|players}; --seats names {2}."), "cii",
                        v->game->id, (int64_t)v->seats, (int64_t)count);
    return DUEL_OK;
}

static duel_status seat_players(table *t, duel_msg *why)
{
    int32_t score[DUEL_SEATS];
    duel_status status = duel_cast_new(t->store, duel_session_variant(t->s), t->memory / 2,
                                       t->memory / 2, &t->cast, why);
    if (status != DUEL_OK)
        return status;
    duel_cast_follow(t->cast, t->s);
    return duel_session_over(t->s, score) ? DUEL_OK : duel_cast_begin(t->cast, why);
}

static duel_status begin_new(table *t, const duel_args *a, duel_msg *why)
{
    subject s;
    duel_opening o = {0};
    const char *seed = duel_args_text(a, "seed", NULL);
    duel_status status = subject_read(a, 0, &s, why);
    if (status != DUEL_OK)
        return status;
    o.variant = &s.v;
    if (seed)
        o.seed = duel_str_of(seed);
    o.start = duel_buf_str(&s.record.start);
    status = read_seats(a, &s.v, &o, why);
    if (status == DUEL_OK)
        status = duel_keep_new(t->store, &o, NULL, now(), &t->s, why);
    if (status == DUEL_OK)
        status = seat_players(t, why);
    if (status == DUEL_OK)
        status = keep_change(t, DUEL_OK, why);
    for (size_t i = 0; status == DUEL_OK && i < s.record.count; i++)
        status = keep_change(t, duel_session_play(t->s, s.record.move[i], now(), why), why);
    subject_fini(&s);
    return status;
}

typedef struct listing {
    const duel_console *c;
    json_t *rows;
} listing;

static bool list_saved(void *to, const duel_saved *g)
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
    duel_status status = duel_store_list(t->store, list_saved, &l, why);
    if (status == DUEL_OK && t->c->json)
        t->c->print_json(t->c, json_pack("{sO}", "games", l.rows));
    json_decref(l.rows);
    return status;
}

static duel_status begin_game(table *t, const duel_args *a, duel_msg *why)
{
    const char *id = duel_args_text(a, "resume", NULL);
    if (id == NULL)
        return begin_new(t, a, why);
    duel_status status = duel_keep_load(t->store, id, &t->s, why);
    return status == DUEL_OK ? seat_players(t, why) : status;
}

static void prepare_play(table *t)
{
    t->v = duel_session_variant(t->s);
    t->shown = DUEL_NOBODY;
    for (int i = 0; i < t->v->seats; i++)
        t->people += duel_session_human(t->s, i);
}

static duel_status play_at_table(table *t, const duel_args *a, duel_msg *why)
{
    duel_status status = duel_need_words(t->c, why);
    work_begin();
    if (status == DUEL_OK)
        status = begin_game(t, a, why);
    if (status == DUEL_OK) {
        prepare_play(t);
        play_on(t);
    }
    close_table(t);
    return status;
}

static duel_status run_play(const duel_console *c, const duel_args *a, duel_msg *why)
{
    table t = {.c = c, .seconds = duel_args_decimal(a, "seconds"), .memory = work_memory(a)};
    duel_status status = duel_store_open(c->data, &t.store, why);
    if (status == DUEL_OK)
        status = strcmp(duel_args_text(a, "resume", ""), "list") == 0
                     ? list_games(&t, why)
                     : play_at_table(&t, a, why);
    duel_store_close(t.store);
    return status;
}

const duel_command command_play = {
    "play",
    SUBJECT_USAGE,
    N_("Plays a game, against a machine or a person at this screen."),
    play_options,
    play_texts,
    DUEL_GAME_WORDS,
    run_play};
