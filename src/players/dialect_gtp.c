/* players/dialect_gtp.c -- the Go Text Protocol, version 2 (G. Farnebäck), as programs for
 * other games of two colours speak it too.
 *
 *     boardsize 8                    ──▶
 *     clear_board                    ──▶
 *     play black d3                  ──▶      each is answered
 *     time_left white 10 0           ──▶
 *     genmove white                  ──▶
 *                                    ◀── = c5
 *                                    ◀── (an empty line)
 *
 * It has no word for a position: a game is told by its moves from the first on, so it must be
 * one that is always dealt alike and hides nothing. Moves are written as the game writes them;
 * the first seat is black. Lines that begin with # are comments. */
#include "core/play.h"
#include "core/record.h"
#include "core/variant.h"
#include "players/dialect.h"

#include <ctype.h>
#include <stdio.h>
#include <string.h>

static const char *const colours[] = {"black", "white"};

static duel_status fits(const duel_variant *v, duel_msg *why)
{
    duel_state a, b;
    if (v->seats != 2 || duel_has_secrets(v) || duel_deal(v, duel_str_of("1"), &a) != DUEL_OK ||
        duel_deal(v, duel_str_of("2"), &b) != DUEL_OK || !duel_same(v, &a, &b))
        return duel_refuse(why,
                           N_("A gtp: program plays games of two that are always dealt alike "
                              "and hide nothing."),
                           "");
    return DUEL_OK;
}

/* ---- replies ------------------------------------------------------------------------------
 */

/* "=12 D3 " → "D3" */
static void cut_reply(char *line)
{
    char *at = line + 1;
    while (isdigit((unsigned char)*at))
        at++;
    while (*at == ' ' || *at == '\t')
        at++;
    size_t len = strlen(at);
    while (len && isspace((unsigned char)at[len - 1]))
        len--;
    memmove(line, at, len);
    line[len] = '\0';
}

/* A reply may go on over lines, up to an empty one; what follows its first line is not waited
 * for, and passed over when the next reply is. */
static bool belongs_to_last(duel_bot *b, const char *line)
{
    if (line[strspn(line, " \t\r")] == '\0') {
        b->replied = false;
        return true;
    }
    return line[0] == '#' || (b->replied && line[0] != '=' && line[0] != '?');
}

/* *good: it was done, and `line` is what was said to it; else it was refused. */
static duel_status hear_reply(duel_bot *b, program_wait *w, char line[PROGRAM_LINE], bool *good,
                              duel_msg *why)
{
    duel_status status;
    do
        status = program_hear(&b->program, w, line, why);
    while (status == DUEL_OK && belongs_to_last(b, line));
    if (status != DUEL_OK)
        return status;
    if (line[0] != '=' && line[0] != '?')
        return program_fail(&b->program,
                            N_("The program {0} says “{1}” where a reply was expected."),
                            program_printable(line), why);
    *good = line[0] == '=';
    b->replied = true;
    cut_reply(line);
    return DUEL_OK;
}

static duel_status send_command(duel_bot *b, const char *command, duel_msg *why)
{
    duel_buf text;
    duel_buf_init(&text);
    duel_putf(&text.sink, "%s\n", command);
    duel_status status = text.failed ? duel_full(why) : program_send(&b->program, &text, why);
    duel_buf_fini(&text);
    return status;
}

/* A command that must be obeyed. */
static duel_status command_program(duel_bot *b, const char *command, program_wait *w,
                                   char line[PROGRAM_LINE], duel_msg *why)
{
    bool good = false;
    duel_status status = send_command(b, command, why);
    if (status == DUEL_OK)
        status = hear_reply(b, w, line, &good, why);
    if (status == DUEL_OK && !good)
        status = program_fail(&b->program, N_("The program {0} refuses “{1}”."),
                              duel_str_of(command), why);
    return status;
}

static duel_status greet(duel_bot *b, program_wait *w, duel_msg *why)
{
    char line[PROGRAM_LINE];
    b->replied = false;
    return command_program(b, "name", w, line, why);
}

/* ---- the game so far ----------------------------------------------------------------------
 */

/* The option that says how large the board is, where a game has one. */
static int board_size(const duel_variant *v)
{
    static const char *const names[] = {"size", "side"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        int at = duel_option_find(v->game->options, duel_str_of(names[i]));
        if (at < 0)
            continue;
        const duel_option *o = &v->game->options[at];
        int64_t n = v->option[at];
        if (o->kind == DUEL_CHOICE && !duel_str_number(duel_str_of(o->choices[n]), &n))
            return 0;
        return (int)n;
    }
    return 0;
}

static duel_status begin_board(duel_bot *b, program_wait *w, duel_msg *why)
{
    char line[PROGRAM_LINE], command[32];
    int size = board_size(b->v);
    snprintf(command, sizeof command, "boardsize %d", size);
    duel_status status = size ? command_program(b, command, w, line, why) : DUEL_OK;
    b->told = 0;
    return status == DUEL_OK ? command_program(b, "clear_board", w, line, why) : status;
}

/* False: the game did not begin as it is dealt. */
static bool begins_as_dealt(const duel_record *past, duel_state *state)
{
    duel_state dealt;
    return duel_deal(&past->variant, duel_str_of("1"), &dealt) == DUEL_OK &&
           duel_record_begin(past, state, NULL) == DUEL_OK &&
           duel_same(&past->variant, state, &dealt);
}

static duel_status tell_move(duel_bot *b, const duel_state *state, duel_move move,
                             program_wait *w, duel_msg *why)
{
    char line[PROGRAM_LINE];
    duel_buf command;
    duel_buf_init(&command);
    duel_putf(&command.sink, "play %s ", colours[b->v->game->turn(b->v, state)]);
    duel_print_move(b->v, state, move, &command.sink);
    duel_status status =
        command.failed ? duel_full(why) : command_program(b, command.text, w, line, why);
    duel_buf_fini(&command);
    return status;
}

/* Tells the moves that it does not know yet: not its own. */
static duel_status tell_past(duel_bot *b, const question *q, program_wait *w, duel_msg *why)
{
    const duel_record *past = q->think->past;
    duel_state state;
    if (past == NULL || !begins_as_dealt(past, &state))
        return program_fail(&b->program,
                            N_("The program {0} can only play a game that it has seen from its "
                               "beginning."),
                            (duel_str){"", 0}, why);
    bool known = !b->fresh && b->told <= past->count + (size_t)q->made;
    duel_status status = known ? DUEL_OK : begin_board(b, w, why);
    for (size_t i = 0; status == DUEL_OK && i < past->count; i++) {
        if (i >= b->told)
            status = tell_move(b, &state, past->move[i], w, why);
        b->v->game->play(b->v, &state, past->move[i]);
    }
    if (status == DUEL_OK && b->told < past->count)
        b->told = past->count;
    return status;
}

/* ---- a turn -------------------------------------------------------------------------------
 */

/* Not every program knows these, so it may refuse them. */
static duel_status tell_time(duel_bot *b, const duel_think *t, program_wait *w, duel_msg *why)
{
    char line[PROGRAM_LINE], command[96];
    bool unused;
    if (t->clock > 0)
        snprintf(command, sizeof command, "time_left %s %d 0", colours[t->seat], (int)t->clock);
    else if (t->seconds >= 1)
        snprintf(command, sizeof command, "time_settings 0 %d 1", (int)t->seconds);
    else
        return DUEL_OK;
    duel_status status = send_command(b, command, why);
    return status == DUEL_OK ? hear_reply(b, w, line, &unused, why) : status;
}

static duel_status ask(duel_bot *b, const question *q, program_wait *w, duel_move *move,
                       duel_msg *why)
{
    char line[PROGRAM_LINE], command[32];
    duel_status status = tell_past(b, q, w, why);
    if (status == DUEL_OK)
        status = tell_time(b, q->think, w, why);
    snprintf(command, sizeof command, "genmove %s", colours[q->think->seat]);
    if (status == DUEL_OK)
        status = command_program(b, command, w, line, why);
    if (status != DUEL_OK)
        return status;
    if (duel_str_same_word(duel_str_of(line), "resign"))
        return program_fail(&b->program, N_("The program {0} resigns."), (duel_str){"", 0},
                            why);
    if (duel_read_move(b->v, q->view, duel_str_of(line), move, NULL) != DUEL_OK)
        return program_fail(&b->program, N_("The program {0} plays “{1}”, which is not legal."),
                            program_printable(line), why);
    b->told++;
    return DUEL_OK;
}

const dialect dialect_gtp = {
    .name = "gtp", .fits = fits, .greet = greet, .ask = ask, .farewell = "quit\n"};
