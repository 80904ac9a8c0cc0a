/* moriarty/wthor.c -- see wthor.h. */
#include "games/moriarty/wthor.h"

#include "games/moriarty/datafile.h"

#include <string.h>

enum {
    AT_GAMES = 4, /* in the head */
    AT_YEAR = 10,
    AT_SIDE = 12,
    AT_SCORE = 6, /* in a game */
    AT_BEST = 7,
    AT_MOVES = 8
};

_Static_assert(AT_MOVES + MORIARTY_WTHOR_MOVES == MORIARTY_WTHOR_GAME, "a game is whole");

/* ---- reading ------------------------------------------------------------------------------
 */

static const uint8_t *bytes_of(duel_str text, size_t at)
{
    return (const uint8_t *)text.at + at;
}

duel_status moriarty_wthor_open(duel_str bytes, uint32_t *games, duel_msg *why)
{
    if (bytes.len < MORIARTY_WTHOR_HEAD)
        return duel_bad(why, N_("A file of WTHOR has a head of 16 bytes; this has {0} in all."),
                        "i", (int64_t)bytes.len);
    uint64_t count = moriarty_get_number(bytes_of(bytes, AT_GAMES), 4);
    int side = *bytes_of(bytes, AT_SIDE);
    if (side != 0 && side != 8)
        return duel_bad(why, N_("Only boards of 8 squares a side are read."), "");
    if (bytes.len != MORIARTY_WTHOR_HEAD + count * MORIARTY_WTHOR_GAME)
        return duel_bad(
            why, N_("{0} games of WTHOR take {1} bytes; this has {2}."), "iii", (int64_t)count,
            (int64_t)(MORIARTY_WTHOR_HEAD + count * MORIARTY_WTHOR_GAME), (int64_t)bytes.len);
    *games = (uint32_t)count;
    return DUEL_OK;
}

/* f5 is 56: row, then column. */
static bool square_of(uint8_t byte, char text[3])
{
    int row = byte / 10, column = byte % 10;
    if (row < 1 || row > 8 || column < 1 || column > 8)
        return false;
    text[0] = (char)('a' + column - 1);
    text[1] = (char)('0' + row);
    text[2] = '\0';
    return true;
}

static duel_status play_byte(const duel_variant *v, uint8_t byte, moriarty_game *g,
                             duel_msg *why)
{
    char square[3];
    if (!square_of(byte, square))
        return duel_bad(why, N_("{0} is no square in WTHOR."), "i", (int64_t)byte);
    return moriarty_game_play(v, g, duel_str_of(square), why);
}

static bool only_zeros(const uint8_t *at, int count)
{
    while (count > 0 && *at == 0)
        at++, count--;
    return count == 0;
}

duel_status moriarty_wthor_read(const duel_variant *v, duel_str bytes, uint32_t number,
                                moriarty_game *out, duel_msg *why)
{
    size_t at = MORIARTY_WTHOR_HEAD + (size_t)number * MORIARTY_WTHOR_GAME;
    const uint8_t *move = bytes_of(bytes, at + AT_MOVES);
    moriarty_state start = moriarty_begin();
    moriarty_game g = moriarty_game_of(&start);
    for (int i = 0; i < MORIARTY_WTHOR_MOVES; i++) {
        if (only_zeros(move + i, MORIARTY_WTHOR_MOVES - i))
            break;
        duel_status status = play_byte(v, move[i], &g, why);
        if (status != DUEL_OK)
            return status;
    }
    *out = g;
    return DUEL_OK;
}

/* ---- writing ------------------------------------------------------------------------------
 */

void moriarty_wthor_head(uint32_t games, moriarty_day made, uint8_t out[MORIARTY_WTHOR_HEAD])
{
    memset(out, 0, MORIARTY_WTHOR_HEAD);
    out[0] = (uint8_t)(made.year / 100);
    out[1] = (uint8_t)(made.year % 100);
    out[2] = (uint8_t)made.month;
    out[3] = (uint8_t)made.day;
    moriarty_put_number(out + AT_GAMES, games, 4);
    moriarty_put_number(out + AT_YEAR, (uint64_t)made.year, 2);
    out[AT_SIDE] = 8;
}

/* Black's discs, and the empty squares if there are more of them: as if it ended here. */
static int black_score(const moriarty_state *s)
{
    moriarty_board b = {s->disc[MORIARTY_ACTIVATOR], s->disc[MORIARTY_INHIBITOR]};
    return (MORIARTY_SQUARES + moriarty_final(b, MORIARTY_ALL)) / 2;
}

duel_status moriarty_wthor_write(const moriarty_game *g, uint8_t out[MORIARTY_WTHOR_GAME],
                                 duel_msg *why)
{
    moriarty_state usual = moriarty_begin();
    uint8_t *to = out + AT_MOVES;
    if (memcmp(&usual, &g->start, sizeof usual) != 0)
        return duel_refuse(why, N_("WTHOR holds games from the usual opening only."), "");
    memset(out, 0, MORIARTY_WTHOR_GAME);
    out[AT_SCORE] = out[AT_BEST] = (uint8_t)black_score(&g->now);
    for (int i = 0; i < g->count; i++)
        if (g->move[i] != MORIARTY_PASS)
            *to++ = (uint8_t)(10 * (g->move[i] / 8 + 1) + g->move[i] % 8 + 1);
    return DUEL_OK;
}
