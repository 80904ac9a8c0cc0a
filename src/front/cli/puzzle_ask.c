/* front/cli/puzzle_ask.c -- see puzzle_ask.h. */
#include "front/cli/puzzle_ask.h"
#include "core/play.h"
#include "core/sketch.h"
#include "front/cli/teacher.h"
#include "front/phrase.h"
#include "front/work.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* A puzzle that is being asked. */
typedef struct asking {
    const puzzle_room *room;
    teacher t;
    const char *name;
    const duel_found *found;
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
    phrase_wrap(c->out, text.text, TEACHER_WIDTH);
    duel_buf_fini(&text);
}

static void begin_turn(asking *a)
{
    a->count = 0;
    a->after = a->found->puzzle.state;
}

static void say_line(const asking *a, const duel_msg *m)
{
    duel_buf text;
    duel_buf_init(&text);
    duel_render(a->room->c->lang, m, &text.sink);
    phrase_wrap(a->room->c->out, text.text, TEACHER_WIDTH);
    duel_buf_fini(&text);
}

static void tell_standing(const asking *a, const duel_tried *t)
{
    duel_msg m;
    char change[16];
    snprintf(change, sizeof change, "%+lld",
             (long long)(llround(t->own.rating) - llround(t->was.rating)));
    if (t->counted) {
        duel_say(&m, N_("Your rating: {0} ({1})"), "ic", (int64_t)llround(t->own.rating),
                 change);
        say_line(a, &m);
    }
    if (t->streak > 0) {
        duel_say(&m, N_("{0} {0:day|days} in a row"), "i", (int64_t)t->streak);
        say_line(a, &m);
    }
}

static duel_status keep_verdict(const asking *a, bool right, duel_msg *why)
{
    duel_tried tried;
    if (a->room->solver == NULL)
        return DUEL_OK;
    duel_status status =
        duel_solving_try(a->room->solver, a->name, a->found, right, &tried, why);
    if (status == DUEL_OK)
        tell_standing(a, &tried);
    return status;
}

static void tell_why(const asking *a)
{
    for (int i = 0; i < a->found->puzzle.why.count; i++)
        say_line(a, &a->found->puzzle.why.fact[i].text);
}

static duel_status give_away(asking *a, duel_msg *why)
{
    const duel_puzzle *p = &a->found->puzzle;
    duel_msg m;
    duel_buf line;
    duel_buf_init(&line);
    phrase_line(&line.sink, &a->found->record.variant, &p->state, p->answer, p->count);
    duel_say(&m, N_("The answer is {0}."), "s", duel_buf_str(&line));
    say_line(a, &m);
    duel_buf_fini(&line);
    tell_why(a);
    return keep_verdict(a, false, why);
}

/* A whole turn has been typed. */
static duel_status judge_turn(asking *a, heard *then, duel_msg *why)
{
    duel_msg word;
    bool right = duel_found_judge(a->found, a->move, a->count, &word) == DUEL_OK;
    if (right)
        duel_say(&word, N_("That is it."), "");
    say_line(a, &word);
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
            say_line(a, &wrong);
            return DUEL_OK;
        }
        v->game->play(v, &a->after, a->move[a->count++]);
        if (!duel_found_goes_on(a->found, a->count, &a->after))
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
        teacher_list_moves(&a->t, &a->found->record.variant, &a->after);
    else if (text.len == 0)
        teacher_help(&a->t);
    else
        return hear_moves(a, text, then, why);
    return DUEL_OK;
}

static duel_status ask_found(const puzzle_room *room, const char *name, const duel_found *f,
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

duel_status puzzle_ask(const puzzle_room *room, const char *name, duel_msg *why)
{
    char at[DUEL_PUZZLE_NAME];
    heard then = HEARD_DONE;
    duel_status status = DUEL_OK;
    snprintf(at, sizeof at, "%s", name);
    while (status == DUEL_OK && then == HEARD_DONE) {
        duel_found found;
        status = duel_puzzle_find(room->v, duel_puzzle_seed(at, room->v->game), room->memory,
                                  &work_stop, &found, why);
        if (status != DUEL_OK)
            return status;
        status = ask_found(room, at, &found, &then, why);
        duel_found_fini(&found);
        int number = duel_puzzle_number(at);
        if (number == 0 || number == DUEL_PUZZLE_NUMBERS)
            break;
        snprintf(at, sizeof at, "%d", number + 1);
    }
    return status;
}
