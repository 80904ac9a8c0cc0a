/* moriarty/texts.c -- positions and moves as text: see moriarty.h.
 *
 * A position is every square from a1 on, row by row, X for the Activator, O for the Inhibitor,
 * - for nobody; a blank; and the side to move, X or O. */
#include "games/moriarty/moriarty.h"
#include "games/moriarty/notation.h"

#include <string.h>

/* ---- positions ----------------------------------------------------------------------------
 */

void moriarty_print_state(const duel_variant *v, const void *view, duel_sink *out)
{
    const moriarty_state *s = view;
    for (uint64_t rest = moriarty_squares(v); rest; rest &= rest - 1) {
        uint64_t bit = rest & -rest;
        duel_put_char(out, s->disc[0] & bit ? 'X' : s->disc[1] & bit ? 'O' : '-');
    }
    duel_put(out, s->seat == MORIARTY_ACTIVATOR ? " X" : " O");
}

/* 0 and 1: a side; 2: nobody; -1: no such sign. */
static int read_sign(char c)
{
    return c == 'X' || c == 'x' || c == '*' ? 0
           : c == 'O' || c == 'o'           ? 1
           : c == '-' || c == '.'           ? 2
                                            : -1;
}

static duel_status check_middle(const moriarty_state *s, duel_msg *why)
{
    moriarty_board b = moriarty_opening();
    if ((b.mover | b.other) & ~(s->disc[0] | s->disc[1]))
        return duel_bad(why, N_("The four squares in the middle are never empty."), "");
    return DUEL_OK;
}

static duel_status read_squares(const duel_variant *v, duel_str text, moriarty_state *s,
                                duel_msg *why)
{
    size_t i = 0;
    for (uint64_t rest = moriarty_squares(v); rest; rest &= rest - 1, i++) {
        int sign = read_sign(text.at[i]);
        if (sign < 0)
            return duel_bad(why, N_("Square {0} is X, O or -, not “{1}”."), "cs",
                            moriarty_square_name(v, moriarty_first(rest)).text,
                            (duel_str){&text.at[i], 1});
        if (sign < 2)
            s->disc[sign] |= rest & -rest;
    }
    return check_middle(s, why);
}

duel_status moriarty_parse_state(const duel_variant *v, duel_str text, void *state,
                                 duel_msg *why)
{
    moriarty_state s = {{0, 0}, 0};
    size_t count = (size_t)(moriarty_side(v) * moriarty_side(v));
    text = duel_str_trim(text);
    if (text.len != count + 2 || text.at[count] != ' ')
        return duel_bad(why,
                        N_("A position is {0} squares from a1 on, row by row, X, O or -, then "
                           "a blank and the side to move, X or O."),
                        "i", (int64_t)count);
    int side = read_sign(text.at[count + 1]);
    if (side < 0 || side > 1)
        return duel_bad(why, N_("The side to move is X or O, not “{0}”."), "s",
                        (duel_str){&text.at[count + 1], 1});
    s.seat = (uint64_t)side;
    duel_status status = read_squares(v, text, &s, why);
    if (status == DUEL_OK)
        *(moriarty_state *)state = s;
    return status;
}

/* ---- moves --------------------------------------------------------------------------------
 */

duel_target moriarty_square_name(const duel_variant *v, int square)
{
    int x = moriarty_column(v, square), y = moriarty_row(v, square);
    if (v->option[MORIARTY_NOTATION] == MORIARTY_NUMBERS)
        return duel_target_of("%d,%d", x, y);
    return duel_target_of("%c%d", 'a' + x, y + 1);
}

void moriarty_print_move(const duel_variant *v, const void *view, duel_move move,
                         duel_sink *out)
{
    (void)view;
    if (move == MORIARTY_PASS)
        duel_put(out, "pass");
    else
        duel_put(out, moriarty_square_name(v, (int)move).text);
}

/* "3,2" or "(3,2)". */
static bool read_numbers(duel_str text, int *x, int *y)
{
    if (text.len == 5 && text.at[0] == '(' && text.at[4] == ')')
        text = (duel_str){text.at + 1, 3};
    if (text.len != 3 || text.at[1] != ',' || text.at[0] < '0' || text.at[0] > '9' ||
        text.at[2] < '0' || text.at[2] > '9')
        return false;
    *x = text.at[0] - '0';
    *y = text.at[2] - '0';
    return true;
}

/* Column and row as written; false when it is neither d3 nor 3,2. */
static bool read_column_and_row(duel_str text, int *x, int *y)
{
    int square;
    if (read_numbers(text, x, y))
        return true;
    if (!moriarty_read_square(text, &square) || square == MORIARTY_PASS)
        return false;
    *x = square % 8;
    *y = square / 8;
    return true;
}

static duel_status parse_pass(const duel_variant *v, const moriarty_state *s, duel_move *move,
                              duel_msg *why)
{
    if (moriarty_legal(v, s))
        return duel_refuse(why, N_("Who has a move must play it: no pass here."), "");
    *move = MORIARTY_PASS;
    return DUEL_OK;
}

static duel_status check_square(const duel_variant *v, const moriarty_state *s, int square,
                                duel_msg *why)
{
    duel_target name = moriarty_square_name(v, square);
    uint64_t legal = moriarty_legal(v, s);
    if (legal & moriarty_bit(square))
        return DUEL_OK;
    if ((s->disc[0] | s->disc[1]) & moriarty_bit(square))
        return duel_refuse(why, N_("There is a disc on {0} already."), "c", name.text);
    if (legal == 0)
        return duel_refuse(why, N_("No square turns a disc here: the only move is pass."), "");
    return duel_refuse(
        why,
        N_("A disc on {0} turns nothing: it must enclose discs of the other side "
           "between itself and another of your own."),
        "c", name.text);
}

duel_status moriarty_parse_move(const duel_variant *v, const void *view, duel_str text,
                                duel_move *move, duel_msg *why)
{
    int x, y, pass;
    if (moriarty_read_square(text, &pass) && pass == MORIARTY_PASS)
        return parse_pass(v, view, move, why);
    if (!read_column_and_row(text, &x, &y))
        return duel_bad(why, N_("A move is a square, written d3 or 3,2, or pass; not “{0}”."),
                        "s", text);
    if (x >= moriarty_side(v) || y >= moriarty_side(v))
        return duel_bad(why, N_("“{0}” is not on this board of {1} squares a side."), "si",
                        text, (int64_t)moriarty_side(v));
    int square = moriarty_square(v, x, y);
    duel_status status = check_square(v, view, square, why);
    if (status == DUEL_OK)
        *move = (duel_move)square;
    return status;
}
