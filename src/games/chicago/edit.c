/* chicago/edit.c -- setting a board up by hand: see edit in core/game.h.
 *
 * A token becomes the next good, and the uppermost of a pile can go; a pile gets a token more
 * or less; the trader walks; prices and holdings go round. What the rules forbid is allowed on
 * the way, and told by chicago_check. */
#include "games/chicago/chicago.h"
#include "games/chicago/notation.h"

#include <string.h>

/* Round a circle of `count` things. */
static int round_from(int at, int step, int count)
{
    return (at + step + count) % count;
}

static int good_of(duel_str letter)
{
    for (int good = 0; letter.len == 1 && good < CHICAGO_GOODS; good++)
        if (chicago_good_letter(good) == letter.at[0])
            return good;
    return -1;
}

/* An emptied pile vanishes; the trader stays on its pile, or steps to the next. */
static bool drop_pile(chicago_board *b, int pile)
{
    if (b->piles == 1)
        return false;
    memmove(b->pile[pile], b->pile[pile + 1],
            (size_t)(CHICAGO_PILES - 1 - pile) * sizeof b->pile[0]);
    memset(b->pile[CHICAGO_PILES - 1], 0, sizeof b->pile[0]);
    b->piles--;
    if (b->trader > pile || b->trader == b->piles)
        b->trader--;
    return true;
}

static bool drop_top(chicago_board *b, int pile)
{
    if (chicago_height(b, pile) == 1)
        return drop_pile(b, pile);
    memmove(b->pile[pile], b->pile[pile] + 1, CHICAGO_TALL - 1);
    b->pile[pile][CHICAGO_TALL - 1] = CHICAGO_NOTHING;
    return true;
}

static bool edit_pile(chicago_board *b, int pile, int step)
{
    if (step < 0)
        return drop_top(b, pile);
    if (chicago_height(b, pile) == CHICAGO_TALL)
        return false;
    memmove(b->pile[pile] + 1, b->pile[pile], CHICAGO_TALL - 1);
    b->pile[pile][0] = 1;
    return true;
}

/* Tokens are counted from the bottom, from 1. Only on top of others does the circle of goods
 * have a place for nothing; the last token of a pile goes by its pile. */
static bool edit_token(chicago_board *b, int pile, int64_t number, int step)
{
    int height = chicago_height(b, pile);
    if (number < 1 || number > height)
        return false;
    uint8_t *token = &b->pile[pile][height - number];
    bool can_go = number == height && height > 1;
    int now = *token == CHICAGO_UNKNOWN ? 0 : *token;
    int next = can_go ? round_from(now, step, CHICAGO_GOODS + 1)
                      : 1 + round_from(now - (now > 0), step, CHICAGO_GOODS);
    if (next == CHICAGO_NOTHING)
        return drop_top(b, pile);
    *token = (uint8_t)next;
    return true;
}

static bool edit_held(const duel_variant *v, chicago_board *b, duel_str seat, duel_str letter,
                      int step)
{
    int64_t number;
    int good = good_of(letter);
    if (good < 0 || !duel_str_number(seat, &number) || number < 1 || number > v->seats)
        return false;
    uint8_t *held = &b->held[number - 1][good];
    *held = (uint8_t)round_from(*held, step, CHICAGO_EACH + 1);
    return true;
}

static bool edit_price(chicago_board *b, duel_str letter, int step)
{
    int good = good_of(letter);
    if (good < 0)
        return false;
    b->price[good] = (uint8_t)round_from(b->price[good], step, chicago_opening_price(good) + 1);
    return true;
}

/* On the only pile there is nowhere to walk to. */
static bool edit_trader(chicago_board *b, int step)
{
    if (b->piles < 2)
        return false;
    b->trader = (uint8_t)round_from(b->trader, step, b->piles);
    return true;
}

bool chicago_edit(const duel_variant *v, void *state, duel_str element, int step)
{
    chicago_board *b = state;
    duel_str rest = element, word, first = {NULL, 0};
    int64_t pile = 0, number = 0;
    duel_str_part(&rest, ':', &word);
    duel_str_part(&rest, ':', &first);
    if (duel_str_is(element, "turn"))
        b->side = (uint8_t)round_from(b->side, 1, v->seats);
    else if (duel_str_is(element, "trader"))
        return edit_trader(b, step);
    else if (duel_str_is(word, "price"))
        return edit_price(b, first, step);
    else if (duel_str_is(word, "held"))
        return edit_held(v, b, first, rest, step);
    else if (!duel_str_number(first, &pile) || pile < 1 || pile > b->piles)
        return false;
    else if (duel_str_is(word, "pile"))
        return rest.at == NULL && edit_pile(b, (int)pile - 1, step);
    else
        return duel_str_is(word, "token") && duel_str_number(rest, &number) &&
               edit_token(b, (int)pile - 1, number, step);
    return true;
}
