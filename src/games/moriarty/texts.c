/* games/moriarty/texts.c -- positions, moves and whole games as text: see moriarty.h.
 *
 * A position is every square from a1 on, row by row, X for the Activator, O for the Inhibitor,
 * - for nobody; a blank; and the side to move, X or O. */
#include "games/moriarty/moriarty.h"

#include "core/play.h"

#include <string.h>

/* ---- positions ------------------------------------------------------------------- */

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
        return duel_invalid(why, N_("The four squares in the middle are never empty."), "");
    return DUEL_OK;
}

static duel_status read_squares(const duel_variant *v, duel_str text, moriarty_state *s,
                                duel_msg *why)
{
    size_t i = 0;
    for (uint64_t rest = moriarty_squares(v); rest; rest &= rest - 1, i++) {
        int sign = read_sign(text.at[i]);
        if (sign < 0)
            return duel_invalid(why, N_("Square {0} is X, O or -, not “{1}”."), "cs",
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
        return duel_invalid(
            why,
            N_("A position is {0} squares from a1 on, row by row, X, O or -, then "
               "a blank and the side to move, X or O."),
            "i", (int64_t)count);
    int side = read_sign(text.at[count + 1]);
    if (side < 0 || side > 1)
        return duel_invalid(why, N_("The side to move is X or O, not “{0}”."), "s",
                            (duel_str){&text.at[count + 1], 1});
    s.seat = (uint64_t)side;
    duel_status status = read_squares(v, text, &s, why);
    if (status == DUEL_OK)
        *(moriarty_state *)state = s;
    return status;
}

/* ---- squares and moves ----------------------------------------------------------- */

bool moriarty_read_square(duel_str text, int *out)
{
    static const char *const passes[] = {"pass", "pa", "ps", "--"};
    for (size_t i = 0; i < sizeof passes / sizeof passes[0]; i++) {
        if (duel_str_same_word(text, passes[i])) {
            *out = MORIARTY_PASS;
            return true;
        }
    }
    if (text.len != 2)
        return false;
    int file = (text.at[0] | 32) - 'a', rank = text.at[1] - '1';
    if (file < 0 || file > 7 || rank < 0 || rank > 7)
        return false;
    *out = 8 * rank + file;
    return true;
}

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
        return duel_invalid(
            why, N_("A move is a square, written d3 or 3,2, or pass; not “{0}”."), "s", text);
    if (x >= moriarty_side(v) || y >= moriarty_side(v))
        return duel_invalid(why, N_("“{0}” is not on this board of {1} squares a side."), "si",
                            text, (int64_t)moriarty_side(v));
    int square = moriarty_square(v, x, y);
    duel_status status = check_square(v, view, square, why);
    if (status == DUEL_OK)
        *move = (duel_move)square;
    return status;
}

/* ---- games move by move ---------------------------------------------------------- */

_Static_assert(MORIARTY_MAX_GAME >= 2 * 60, "a pass before every move still fits");

moriarty_game moriarty_game_of(const moriarty_state *start)
{
    return (moriarty_game){.start = *start, .now = *start};
}

static void append_move(moriarty_game *g, int move)
{
    g->move[g->count++] = move;
    moriarty_do(&g->now, move);
}

bool moriarty_pass_if_blocked(const duel_variant *v, moriarty_game *g, int seat)
{
    if ((int)g->now.seat == seat || moriarty_legal(v, &g->now) || moriarty_ended(v, &g->now))
        return false;
    append_move(g, MORIARTY_PASS);
    return true;
}

static bool is_pass(duel_str text)
{
    int square;
    return moriarty_read_square(text, &square) && square == MORIARTY_PASS;
}

duel_status moriarty_game_play(const duel_variant *v, moriarty_game *g, duel_str text,
                               duel_msg *why)
{
    duel_move move;
    moriarty_game tried = *g;
    if (!is_pass(text))
        moriarty_pass_if_blocked(v, &tried, 1 - (int)g->now.seat);
    if (moriarty_ended(v, &tried.now))
        return duel_refuse(why, N_("The game is over: no move can be played."), "");
    duel_status status = duel_read_move(v, &tried.now, text, &move, why);
    if (status != DUEL_OK)
        return status;
    append_move(&tried, (int)move);
    *g = tried;
    return DUEL_OK;
}

bool moriarty_game_undo(moriarty_game *g)
{
    if (g->count == 0)
        return false;
    g->now = g->start;
    g->count--;
    for (int i = 0; i < g->count; i++)
        moriarty_do(&g->now, g->move[i]);
    return true;
}

/* ---- plain lists ----------------------------------------------------------------- */

static bool is_digit(char c)
{
    return c >= '0' && c <= '9';
}

/* Cuts the next move off *rest: (3,2), 3,2, pass or two characters. False at the end. */
static bool next_word(duel_str *rest, duel_str *word)
{
    while (rest->len && strchr(" ,;\t\r\n", rest->at[0]))
        *rest = (duel_str){rest->at + 1, rest->len - 1};
    if (rest->len == 0)
        return false;
    size_t len = rest->at[0] == '(' ? 5 : is_digit(rest->at[0]) ? 3 : 2;
    if (rest->len >= 4 && duel_str_same_word((duel_str){rest->at, 4}, "pass"))
        len = 4;
    if (len > rest->len)
        len = rest->len;
    *word = (duel_str){rest->at, len};
    *rest = (duel_str){rest->at + len, rest->len - len};
    return true;
}

duel_status moriarty_list_read(const duel_variant *v, duel_str text, moriarty_game *g,
                               size_t *number, duel_msg *why)
{
    moriarty_game read = *g;
    duel_status status = DUEL_OK;
    duel_str word;
    *number = 0;
    while (status == DUEL_OK && next_word(&text, &word)) {
        ++*number;
        status = moriarty_game_play(v, &read, word, why);
    }
    if (status == DUEL_OK)
        *g = read;
    return status;
}

void moriarty_list_print(const duel_variant *v, const moriarty_game *g, duel_sink *out)
{
    bool numbers = v->option[MORIARTY_NOTATION] == MORIARTY_NUMBERS, first = true;
    for (int i = 0; i < g->count; i++) {
        if (g->move[i] == MORIARTY_PASS)
            continue;
        duel_put(out, numbers && !first ? " " : "");
        duel_put(out, moriarty_square_name(v, g->move[i]).text);
        first = false;
    }
}
