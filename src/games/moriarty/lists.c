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

/* ---- GGF ----------------------------------------------------------------------------------
 */

/* Cuts NAME[value] off *rest; false when no further tag is complete. */
static bool next_tag(duel_str *rest, duel_str *name, duel_str *value)
{
    duel_str text = *rest;
    while (text.len && strchr("(;) \t\r\n", text.at[0]))
        text = (duel_str){text.at + 1, text.len - 1};
    const char *open = text.len ? memchr(text.at, '[', text.len) : NULL;
    if (open == NULL)
        return false;
    *name = (duel_str){text.at, (size_t)(open - text.at)};
    text = (duel_str){open + 1, text.len - name->len - 1};
    const char *close = text.len ? memchr(text.at, ']', text.len) : NULL;
    if (close == NULL)
        return false;
    *value = (duel_str){text.at, (size_t)(close - text.at)};
    *rest = (duel_str){close + 1, text.len - value->len - 1};
    return true;
}

/* "8 SQUARES SIDE", with blanks anywhere among the squares. */
static duel_status read_start(const duel_variant *v, duel_str value, moriarty_game *g,
                              duel_msg *why)
{
    moriarty_state s;
    duel_buf text;
    duel_str word;
    duel_buf_init(&text);
    bool right = duel_str_word(&value, " \t", &word) && duel_str_is(word, "8");
    while (duel_str_word(&value, " \t", &word)) {
        if (text.len >= 64)
            duel_put(&text.sink, " ");
        duel_put_str(&text.sink, word);
    }
    duel_status status =
        right ? duel_read(v, duel_buf_str(&text), &s, why)
              : duel_bad(why, N_("Only boards of 8 squares a side are read."), "");
    duel_buf_fini(&text);
    if (status == DUEL_OK)
        *g = moriarty_game_of(&s);
    return status;
}

/* B[F5/eval/time]; passes stand as B[PA]. */
static duel_status read_ggf_move(const duel_variant *v, duel_str name, duel_str value,
                                 moriarty_game *g, duel_msg *why)
{
    int seat = duel_str_is(name, "B") ? MORIARTY_ACTIVATOR : MORIARTY_INHIBITOR;
    duel_str move;
    duel_str_part(&value, '/', &move);
    move = duel_str_trim(move);
    moriarty_pass_if_blocked(v, g, seat);
    if ((int)g->now.seat != seat)
        return duel_bad(why, N_("“{0}[{1}]” is out of turn."), "ss", name, move);
    return moriarty_game_play(v, g, move, why);
}

duel_status moriarty_ggf_read(const duel_variant *v, duel_str text, moriarty_game *out,
                              duel_msg *why)
{
    moriarty_state start = moriarty_begin();
    moriarty_game g = moriarty_game_of(&start);
    duel_status status = DUEL_OK;
    duel_str name, value;
    bool any = false;
    while (status == DUEL_OK && next_tag(&text, &name, &value)) {
        any = true;
        if (duel_str_is(name, "BO"))
            status = read_start(v, value, &g, why);
        else if (duel_str_is(name, "B") || duel_str_is(name, "W"))
            status = read_ggf_move(v, name, value, &g, why);
    }
    if (status == DUEL_OK && !any)
        status = duel_bad(why, N_("This is no game in GGF."), "");
    if (status == DUEL_OK)
        *out = g;
    return status;
}
