/* players/dialect_house.c -- the house's own language (docs/bots.md):
 *
 *     duelliste 1                    the protocol          ──▶
 *     game nim 1                     name and rules        ──▶
 *     variant matches=11                                   ──▶
 *     seat 2 of 2                                          ──▶
 *     ready?                                               ──▶
 *                                                          ◀── ready NAME
 *     new                            a game begins,        ──▶
 *     seat 1 of 2                    perhaps elsewhere     ──▶
 *     view 7-2/2                     what it may know      ──▶
 *     moves 1 3                                            ──▶
 *     clock 9.8 0.1                  left, and increment   ──▶
 *     go seconds 0.1 nodes 0 seed 5                        ──▶
 *                                                          ◀── info …    (any number, ignored)
 *                                                          ◀── move 3
 *     refused 2 …                    and why; try again    ──▶
 *     stop                           answer at once        ──▶
 *     quit                                                 ──▶
 */
#include "core/play.h"
#include "core/variant.h"
#include "players/dialect.h"

#include <string.h>

enum { REFUSALS = 3 };

/* The next line that is not `info`. */
static duel_status hear_answer(duel_bot *b, program_wait *w, char line[PROGRAM_LINE],
                               duel_msg *why)
{
    duel_status status;
    do
        status = program_hear(&b->program, w, line, why);
    while (status == DUEL_OK && strncmp(line, "info", 4) == 0);
    return status;
}

/* ---- the handshake ------------------------------------------------------------------------
 */

static void introduce(const duel_bot *b, duel_buf *out)
{
    const duel_variant *v = b->v;
    duel_putf(&out->sink, "duelliste 1\ngame %s %u\nvariant ", v->game->id, v->game->version);
    duel_variant_print(v, &out->sink);
    duel_putf(&out->sink, "\nseat %d of %d\nready?\n", b->seat + 1, v->seats);
}

static duel_status greet(duel_bot *b, program_wait *w, duel_msg *why)
{
    char line[PROGRAM_LINE];
    duel_buf text;
    duel_buf_init(&text);
    introduce(b, &text);
    duel_status status = program_send(&b->program, &text, why);
    duel_buf_fini(&text);
    if (status == DUEL_OK)
        status = hear_answer(b, w, line, why);
    if (status == DUEL_OK && strncmp(line, "ready", 5) != 0)
        status = program_fail(&b->program,
                              N_("The program {0} says “{1}” where “ready” was expected."),
                              program_printable(line), why);
    return status;
}

/* ---- a turn -------------------------------------------------------------------------------
 */

static void put_limits(const question *q, duel_buf *out)
{
    const duel_think *t = q->think;
    if (t->clock > 0)
        duel_putf(&out->sink, "clock %g %g\n", t->clock, t->increment);
    duel_putf(&out->sink, "go seconds %g nodes %llu seed %llu", t->seconds,
              (unsigned long long)t->nodes, (unsigned long long)t->seed);
    if (q->depth)
        duel_putf(&out->sink, " depth %d", q->depth);
    duel_put(&out->sink, "\n");
}

static void put_question(const duel_bot *b, const question *q, duel_buf *out)
{
    duel_move list[DUEL_MOVES_MAX];
    if (b->fresh)
        duel_putf(&out->sink, "new\nseat %d of %d\n", b->seat + 1, b->v->seats);
    duel_put(&out->sink, "view ");
    duel_print(b->v, q->view, &out->sink);
    duel_put(&out->sink, "\nmoves");
    int count = b->v->game->moves(b->v, q->view, list);
    for (int i = 0; i < count; i++) {
        duel_put(&out->sink, " ");
        duel_print_move(b->v, q->view, list[i], &out->sink);
    }
    duel_put(&out->sink, "\n");
    put_limits(q, out);
}

/* One answer: a legal move, DUEL_STOPPED = refused, it may try again; or it has failed. */
static duel_status take_move(duel_bot *b, const void *view, const char *line, int refusals,
                             duel_move *move, duel_msg *why)
{
    duel_msg rule = {0};
    duel_buf text;
    if (strncmp(line, "move ", 5) != 0)
        return program_fail(&b->program,
                            N_("The program {0} says “{1}” where a move was expected."),
                            program_printable(line), why);
    duel_str said = duel_str_trim(duel_str_of(line + 5));
    if (duel_read_move(b->v, view, said, move, &rule) == DUEL_OK)
        return DUEL_OK;
    if (refusals + 1 == REFUSALS)
        return program_fail(&b->program, N_("The program {0} plays “{1}”, which is not legal."),
                            program_printable(line + 5), why);
    duel_buf_init(&text);
    duel_put(&text.sink, "refused ");
    duel_put_str(&text.sink, said);
    duel_put(&text.sink, " ");
    duel_render(DUEL_EN, &rule, &text.sink);
    duel_put(&text.sink, "\n");
    duel_status status = program_send(&b->program, &text, why);
    duel_buf_fini(&text);
    return status == DUEL_OK ? DUEL_STOPPED : status;
}

static duel_status ask(duel_bot *b, const question *q, program_wait *w, duel_move *move,
                       duel_msg *why)
{
    char line[PROGRAM_LINE];
    duel_buf text;
    duel_buf_init(&text);
    put_question(b, q, &text);
    duel_status status = program_send(&b->program, &text, why);
    duel_buf_fini(&text);
    for (int refusals = 0; status == DUEL_OK; refusals++) {
        status = hear_answer(b, w, line, why);
        if (status != DUEL_OK)
            break;
        status = take_move(b, q->view, line, refusals, move, why);
        if (status != DUEL_STOPPED)
            break;
        status = DUEL_OK;
    }
    return status;
}

const dialect dialect_house = {
    .name = "cmd", .greet = greet, .ask = ask, .urge = "stop\n", .farewell = "quit\n"};
