/* players/dialect_nboard.c -- the protocol of NBoard (C. Welty), which Othello programs speak.
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
#include "core/play.h"
#include "players/dialect.h"

#include <ctype.h>
#include <stdio.h>
#include <string.h>

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

static duel_status fits(const duel_variant *v, duel_msg *why)
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

/* ---- what it says -------------------------------------------------------------------------
 */

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
static duel_status hear_word(duel_bot *b, const char *word, program_wait *w,
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

static duel_status greet(duel_bot *b, program_wait *w, duel_msg *why)
{
    char line[PROGRAM_LINE];
    duel_buf text;
    duel_buf_init(&text);
    duel_put(&text.sink, "nboard 2\nping 1\n");
    duel_status status = program_send(&b->program, &text, why);
    duel_buf_fini(&text);
    return status == DUEL_OK ? hear_word(b, "pong", w, line, why) : status;
}

/* ---- a turn -------------------------------------------------------------------------------
 */

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

static duel_status put_position(const duel_bot *b, const question *q, duel_buf *out,
                                duel_msg *why)
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
    return good && !out->failed ? DUEL_OK : duel_full(why);
}

/* "=== F5/1.20/0.5", or with blanks: the move, what it is worth, and the time. */
static duel_status take_answer(duel_bot *b, const void *view, const char *line, duel_move *move,
                               duel_msg *why)
{
    duel_str rest = duel_str_of(line + 3), said;
    if (duel_str_word(&rest, " /\t\r", &said) &&
        duel_read_move(b->v, view, said, move, NULL) == DUEL_OK)
        return DUEL_OK;
    return program_fail(&b->program, N_("The program {0} plays “{1}”, which is not legal."),
                        program_printable(line + 3), why);
}

static duel_status ask(duel_bot *b, const question *q, program_wait *w, duel_move *move,
                       duel_msg *why)
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

const dialect dialect_nboard = {
    .name = "nboard", .fits = fits, .greet = greet, .ask = ask, .farewell = "quit\n"};
