/* moriarty/ggf.c -- see ggf.h. */
#include "games/moriarty/ggf.h"

#include "core/play.h"
#include "games/moriarty/notation.h"

#include <string.h>

/* ---- reading ------------------------------------------------------------------------------
 */

static duel_str behind(duel_str text, size_t len)
{
    return duel_str_trim((duel_str){text.at + len, text.len - len});
}

static bool begins_with(duel_str text, const char *two)
{
    return text.len >= 2 && memcmp(text.at, two, 2) == 0;
}

/* Cuts "(;" off *rest, and a number of games before it; false if it is not there. */
static bool skip_begin(duel_str *rest)
{
    duel_str text = duel_str_trim(*rest);
    while (text.len && text.at[0] >= '0' && text.at[0] <= '9')
        text = behind(text, 1);
    if (!begins_with(text, "(;"))
        return false;
    *rest = behind(text, 2);
    return true;
}

static bool skip_end(duel_str *rest)
{
    if (!begins_with(*rest, ";)"))
        return false;
    *rest = behind(*rest, 2);
    return true;
}

/* Cuts NAME[value] off *rest; false when no further tag is complete. */
static bool next_tag(duel_str *rest, duel_str *name, duel_str *value)
{
    size_t len = 0;
    while (len < rest->len && rest->at[len] >= 'A' && rest->at[len] <= 'Z')
        len++;
    *name = (duel_str){rest->at, len};
    if (len == 0 || len == rest->len || rest->at[len] != '[')
        return false;
    duel_str text = {rest->at + len + 1, rest->len - len - 1};
    const char *close = text.len ? memchr(text.at, ']', text.len) : NULL;
    if (close == NULL)
        return false;
    *value = (duel_str){text.at, (size_t)(close - text.at)};
    *rest = behind(text, value->len + 1);
    return true;
}

/* "8 SQUARES SIDE", with blanks anywhere among the squares. */
static duel_status read_start(const duel_variant *v, duel_str value, moriarty_game *g,
                              duel_msg *why)
{
    moriarty_state s;
    duel_buf text;
    duel_str word;
    if (g->count)
        return duel_bad(why, N_("The board of a game in GGF stands before its moves."), "");
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

/* RE[+12.00], RE[-64.00:r]: black's lead, and how it ended if not by the rules. */
static void read_result(duel_str value, moriarty_filed *out)
{
    duel_str lead;
    duel_str_part(&value, ':', &lead);
    lead = duel_str_trim(lead);
    bool black_loses = lead.len && lead.at[0] == '-';
    out->ending = duel_str_is(value, "r")   ? DUEL_BY_RESIGNING
                  : duel_str_is(value, "t") ? DUEL_BY_TIME
                                            : DUEL_BY_RULES;
    out->loser = black_loses ? MORIARTY_ACTIVATOR : MORIARTY_INHIBITOR;
}

static duel_status read_tag(const duel_variant *v, duel_str name, duel_str value,
                            moriarty_filed *out, duel_msg *why)
{
    if (duel_str_is(name, "GM") && !duel_str_same_word(duel_str_trim(value), "othello"))
        return duel_bad(why, N_("This is a game of {0}, not of Othello."), "s", value);
    if (duel_str_is(name, "BO"))
        return read_start(v, value, &out->game, why);
    if (duel_str_is(name, "B") || duel_str_is(name, "W"))
        return read_ggf_move(v, name, value, &out->game, why);
    if (duel_str_is(name, "RE"))
        read_result(value, out);
    return DUEL_OK;
}

/* A game that its rules ended was not given up. */
static void settle_ending(const duel_variant *v, moriarty_filed *f)
{
    if (f->ending == DUEL_BY_RULES || moriarty_ended(v, &f->game.now)) {
        f->ending = DUEL_BY_RULES;
        f->loser = 0;
    }
}

duel_status moriarty_ggf_read(const duel_variant *v, duel_str *text, moriarty_filed *out,
                              duel_msg *why)
{
    moriarty_state start = moriarty_begin();
    moriarty_filed f = {.game = moriarty_game_of(&start)};
    duel_str name, value, rest = *text;
    if (!skip_begin(&rest))
        return duel_bad(why, N_("This is no game in GGF."), "");
    while (next_tag(&rest, &name, &value)) {
        duel_status status = read_tag(v, name, value, &f, why);
        if (status != DUEL_OK)
            return status;
    }
    if (!skip_end(&rest))
        return duel_bad(why, N_("A game in GGF is not whole: it ends with “;)”."), "");
    settle_ending(v, &f);
    *out = f;
    *text = rest;
    return DUEL_OK;
}

/* ---- writing ------------------------------------------------------------------------------
 */

static void put_start(const moriarty_state *s, duel_sink *out)
{
    duel_put(out, "BO[8");
    for (int square = 0; square < MORIARTY_SQUARES; square++) {
        uint64_t bit = moriarty_bit(square);
        duel_putf(out, "%s%c", square % 8 ? "" : " ",
                  s->disc[MORIARTY_ACTIVATOR] & bit   ? '*'
                  : s->disc[MORIARTY_INHIBITOR] & bit ? 'O'
                                                      : '-');
    }
    duel_put(out, s->seat == MORIARTY_ACTIVATOR ? " *]" : " O]");
}

/* Who loses otherwise than on the board loses all. */
static void put_result(const duel_variant *v, const moriarty_filed *f, duel_sink *out)
{
    const moriarty_state *now = &f->game.now;
    int lead = 0;
    if (f->ending != DUEL_BY_RULES)
        lead = f->loser == MORIARTY_ACTIVATOR ? -MORIARTY_SQUARES : MORIARTY_SQUARES;
    else if (moriarty_ended(v, now))
        lead = (now->seat == MORIARTY_ACTIVATOR ? 1 : -1) * moriarty_result(v, now);
    else {
        duel_put(out, "RE[?]");
        return;
    }
    duel_putf(out, "RE[%+d.00%s]", lead,
              f->ending == DUEL_BY_RESIGNING ? ":r"
              : f->ending == DUEL_BY_TIME    ? ":t"
                                             : "");
}

void moriarty_ggf_write(const duel_variant *v, const moriarty_filed *f, duel_sink *out)
{
    const moriarty_game *g = &f->game;
    bool black = g->start.seat == MORIARTY_ACTIVATOR;
    duel_put(out, "(;GM[Othello]PC[Duelliste]TY[8]");
    put_result(v, f, out);
    put_start(&g->start, out);
    for (int i = 0; i < g->count; i++, black = !black) {
        duel_put(out, black ? "B[" : "W[");
        if (g->move[i] == MORIARTY_PASS)
            duel_put(out, "PA]");
        else
            duel_putf(out, "%c%d]", 'A' + g->move[i] % 8, g->move[i] / 8 + 1);
    }
    duel_put(out, ";)\n");
}
