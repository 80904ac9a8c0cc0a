/* moriarty/lists.c -- see lists.h. */
#include "games/moriarty/lists.h"

#include "core/play.h"
#include "games/moriarty/notation.h"

#include <string.h>

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

/* ---- plain lists --------------------------------------------------------------------------
 */

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
