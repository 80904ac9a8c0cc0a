/* players/program_protocols.c -- the languages that programs from outside speak: the house's
 * own, the Go Text Protocol and that of NBoard. What is heard is read strictly. */
#include "core/play.h"
#include "core/record.h"
#include "core/variant.h"
#include "players/program.h"

#include <ctype.h>
#include <stdio.h>
#include <string.h>

/* ---- the language of the house ----------------------------------------------------------- */

/* The house's own language (docs/bots.md):
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
 *     quit                                                 ──▶ */

enum { REFUSALS = 3 };

/* The next line that is not `info`. */
static duel_status hear_answer(program_player *b, program_wait *w, char line[PROGRAM_LINE],
                               duel_msg *why)
{
    duel_status status;
    do
        status = program_hear(&b->program, w, line, why);
    while (status == DUEL_OK && strncmp(line, "info", 4) == 0);
    return status;
}

/* ---- house: the handshake ---------------------------------------------------------------- */

static void introduce(const program_player *b, duel_buf *out)
{
    const duel_variant *v = b->v;
    duel_putf(&out->sink, "duelliste 1\ngame %s %u\nvariant ", v->game->id, v->game->version);
    duel_variant_print(v, &out->sink);
    duel_putf(&out->sink, "\nseat %d of %d\nready?\n", b->seat + 1, v->seats);
}

static duel_status greet_house(program_player *b, program_wait *w, duel_msg *why)
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

/* ---- house: a turn ----------------------------------------------------------------------- */

static void put_limits(const program_question *q, duel_buf *out)
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

static void put_question(const program_player *b, const program_question *q, duel_buf *out)
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
static duel_status take_move(program_player *b, const void *view, const char *line,
                             int refusals, duel_move *move, duel_msg *why)
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

static duel_status ask_house(program_player *b, const program_question *q, program_wait *w,
                             duel_move *move, duel_msg *why)
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

const program_protocol dialect_house = {.name = "cmd",
                                        .greet = greet_house,
                                        .ask = ask_house,
                                        .urge = "stop\n",
                                        .farewell = "quit\n"};

/* ---- the Go Text Protocol ---------------------------------------------------------------- */

/* The Go Text Protocol, version 2 (G. Farnebäck), as programs for
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

static const char *const colours[] = {"black", "white"};

static duel_status fits_gtp(const duel_variant *v, duel_msg *why)
{
    duel_state a, b;
    if (v->seats != 2 || duel_has_secrets(v) || duel_deal(v, duel_str_of("1"), &a) != DUEL_OK ||
        duel_deal(v, duel_str_of("2"), &b) != DUEL_OK || !duel_states_equal(v, &a, &b))
        return duel_refuse(why,
                           N_("A gtp: program plays games of two that are always dealt alike "
                              "and hide nothing."),
                           "");
    return DUEL_OK;
}

/* ---- gtp: replies ------------------------------------------------------------------------ */

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
static bool belongs_to_last(program_player *b, const char *line)
{
    if (line[strspn(line, " \t\r")] == '\0') {
        b->replied = false;
        return true;
    }
    return line[0] == '#' || (b->replied && line[0] != '=' && line[0] != '?');
}

/* *good: it was done, and `line` is what was said to it; else it was refused. */
static duel_status hear_reply(program_player *b, program_wait *w, char line[PROGRAM_LINE],
                              bool *good, duel_msg *why)
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

static duel_status send_command(program_player *b, const char *command, duel_msg *why)
{
    duel_buf text;
    duel_buf_init(&text);
    duel_putf(&text.sink, "%s\n", command);
    duel_status status =
        text.failed ? duel_no_space(why) : program_send(&b->program, &text, why);
    duel_buf_fini(&text);
    return status;
}

/* A command that must be obeyed. */
static duel_status command_program(program_player *b, const char *command, program_wait *w,
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

static duel_status greet_gtp(program_player *b, program_wait *w, duel_msg *why)
{
    char line[PROGRAM_LINE];
    b->replied = false;
    return command_program(b, "name", w, line, why);
}

/* ---- gtp: the game so far ---------------------------------------------------------------- */

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

static duel_status begin_board(program_player *b, program_wait *w, duel_msg *why)
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
           duel_states_equal(&past->variant, state, &dealt);
}

static duel_status tell_move(program_player *b, const duel_state *state, duel_move move,
                             program_wait *w, duel_msg *why)
{
    char line[PROGRAM_LINE];
    duel_buf command;
    duel_buf_init(&command);
    duel_putf(&command.sink, "play %s ", colours[b->v->game->turn(b->v, state)]);
    duel_print_move(b->v, state, move, &command.sink);
    duel_status status =
        command.failed ? duel_no_space(why) : command_program(b, command.text, w, line, why);
    duel_buf_fini(&command);
    return status;
}

/* Tells the moves that it does not know yet: not its own. */
static duel_status tell_past(program_player *b, const program_question *q, program_wait *w,
                             duel_msg *why)
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

/* ---- gtp: a turn ------------------------------------------------------------------------- */

/* Not every program knows these, so it may refuse them. */
static duel_status tell_time(program_player *b, const duel_think *t, program_wait *w,
                             duel_msg *why)
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

static duel_status ask_gtp(program_player *b, const program_question *q, program_wait *w,
                           duel_move *move, duel_msg *why)
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

const program_protocol dialect_gtp = {
    .name = "gtp", .fits = fits_gtp, .greet = greet_gtp, .ask = ask_gtp, .farewell = "quit\n"};

/* ---- the protocol of NBoard -------------------------------------------------------------- */

/* The protocol of NBoard (C. Welty), which Othello programs speak.
 *
 *     nboard 2                       ──▶
 *     ping 1                         ──▶
 *                                    ◀── pong 1
 *     set depth 8                    ──▶
 *     set game (;GM[Othello]…;)      ──▶      the position, in the Generic Game Format
 *     go                             ──▶
 *                                    ◀── status …, set myname …, search …: passed over
 *                                    ◀── === F5/1.20/0.5
 *
 * A game fits if it writes a position as Othello programs do: 64 squares in rows from a1 on,
 * each - X or O, a blank and who is to move. */

enum { SIDE = 8, SQUARES = SIDE * SIDE, PLIES_DEFAULT = 60 };

static bool is_othello_text(duel_str s)
{
    if (s.len != SQUARES + 2 || s.at[SQUARES] != ' ' || strchr("XO", s.at[SQUARES + 1]) == NULL)
        return false;
    for (int i = 0; i < SQUARES; i++)
        if (strchr("-XO", s.at[i]) == NULL)
            return false;
    return true;
}

static duel_status fits_nboard(const duel_variant *v, duel_msg *why)
{
    duel_state state;
    duel_buf text;
    duel_buf_init(&text);
    bool dealt = v->seats == 2 && !duel_has_secrets(v) &&
                 duel_deal(v, duel_str_of("1"), &state) == DUEL_OK;
    if (dealt)
        duel_print(v, &state, &text.sink);
    bool good = dealt && is_othello_text(duel_buf_str(&text));
    duel_buf_fini(&text);
    return good
               ? DUEL_OK
               : duel_refuse(why, N_("An nboard: program plays Othello on 8 × 8 squares."), "");
}

/* ---- nboard: what it says ---------------------------------------------------------------- */

static bool begins_with(const char *line, const char *word)
{
    size_t len = strlen(word);
    duel_str start = {line, strnlen(line, len)};
    return duel_str_same_word(start, word) &&
           (line[len] == '\0' || isspace((unsigned char)line[len]));
}

/* What may come at any time and is no answer. */
static bool is_talk(const char *line)
{
    static const char *const words[] = {"status", "set",  "nodestats", "search",
                                        "book",   "pong", "learn",     "learned"};
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        if (begins_with(line, words[i]))
            return true;
    return line[strspn(line, " \t\r")] == '\0';
}

/* Up to a line that begins with the word expected. */
static duel_status hear_word(program_player *b, const char *word, program_wait *w,
                             char line[PROGRAM_LINE], duel_msg *why)
{
    duel_status status = program_hear(&b->program, w, line, why);
    while (status == DUEL_OK && !begins_with(line, word) && is_talk(line))
        status = program_hear(&b->program, w, line, why);
    if (status == DUEL_OK && !begins_with(line, word))
        status = program_fail(&b->program,
                              N_("The program {0} says “{1}” where a reply was expected."),
                              program_printable(line), why);
    return status;
}

static duel_status greet_nboard(program_player *b, program_wait *w, duel_msg *why)
{
    char line[PROGRAM_LINE];
    duel_buf text;
    duel_buf_init(&text);
    duel_put(&text.sink, "nboard 2\nping 1\n");
    duel_status status = program_send(&b->program, &text, why);
    duel_buf_fini(&text);
    return status == DUEL_OK ? hear_word(b, "pong", w, line, why) : status;
}

/* ---- nboard: a turn ---------------------------------------------------------------------- */

/* "-" stays, X is * in this format. */
static void put_board(const char *text, duel_sink *out)
{
    duel_putf(out, "BO[%d ", SIDE);
    for (int i = 0; i < SQUARES; i++)
        duel_put_char(out, text[i] == 'X' ? '*' : text[i]);
    duel_putf(out, " %c]", text[SQUARES + 1] == 'X' ? '*' : 'O');
}

/* Minutes and seconds; a time of none would mean that there is no limit. */
static void put_time(const duel_think *t, duel_sink *out)
{
    double seconds = t->clock > 0 ? t->clock : t->seconds;
    int whole = seconds > 0 && seconds < 1 ? 1 : (int)seconds;
    if (whole)
        duel_putf(out, "TI[%d:%02d]", whole / 60, whole % 60);
}

static duel_status put_position(const program_player *b, const program_question *q,
                                duel_buf *out, duel_msg *why)
{
    duel_buf text;
    duel_buf_init(&text);
    duel_print(b->v, q->view, &text.sink);
    bool good = is_othello_text(duel_buf_str(&text));
    if (good) {
        duel_putf(&out->sink, "set depth %d\n", q->depth ? q->depth : PLIES_DEFAULT);
        duel_put(&out->sink, "set game (;GM[Othello]PC[Duelliste]PB[X]PW[O]RE[?]");
        put_time(q->think, &out->sink);
        duel_put(&out->sink, "TY[8]");
        put_board(text.text, &out->sink);
        duel_put(&out->sink, ";)\ngo\n");
    }
    duel_buf_fini(&text);
    return good && !out->failed ? DUEL_OK : duel_no_space(why);
}

/* "=== F5/1.20/0.5", or with blanks: the move, what it is worth, and the time. */
static duel_status take_answer(program_player *b, const void *view, const char *line,
                               duel_move *move, duel_msg *why)
{
    duel_str rest = duel_str_of(line + 3), said;
    if (duel_str_word(&rest, " /\t\r", &said) &&
        duel_read_move(b->v, view, said, move, NULL) == DUEL_OK)
        return DUEL_OK;
    return program_fail(&b->program, N_("The program {0} plays “{1}”, which is not legal."),
                        program_printable(line + 3), why);
}

static duel_status ask_nboard(program_player *b, const program_question *q, program_wait *w,
                              duel_move *move, duel_msg *why)
{
    char line[PROGRAM_LINE];
    duel_buf text;
    duel_buf_init(&text);
    duel_status status = put_position(b, q, &text, why);
    if (status == DUEL_OK)
        status = program_send(&b->program, &text, why);
    duel_buf_fini(&text);
    if (status == DUEL_OK)
        status = hear_word(b, "===", w, line, why);
    return status == DUEL_OK ? take_answer(b, q->view, line, move, why) : status;
}

const program_protocol dialect_nboard = {.name = "nboard",
                                         .fits = fits_nboard,
                                         .greet = greet_nboard,
                                         .ask = ask_nboard,
                                         .farewell = "quit\n"};
