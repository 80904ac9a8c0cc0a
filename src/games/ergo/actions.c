/* games/ergo/actions.c -- moves as numbers, for programs that learn by playing: the acts one
 * behind the other, each with a number for each way to do it. See core/action.h. */
#include "games/ergo/rules.h"

enum {
    FACES = 18, /* cards as symbols: 8 as they are, 2 parentheses, wilds */
    GAPS = LOGIC_LINES * (ERGO_PROOF + 1),
    PLACES = LOGIC_LINES * ERGO_PROOF,
    PAIRS = PLACES * (PLACES - 1) / 2 /* of places, the first one first */
};

static const uint32_t ways[ERGO_NEXT + 1] = {
    [ERGO_PLACE] = FACES * GAPS, [ERGO_DISCARD] = ERGO_KINDS,
    [ERGO_BLOCK] = DUEL_SEATS,   [ERGO_JUSTIFY] = ERGO_KINDS,
    [ERGO_ERASE] = PLACES,       [ERGO_SWAP] = PAIRS,
    [ERGO_END] = ERGO_KINDS,     [ERGO_NEXT] = 1};

/* Where the numbers of an act begin. */
static uint32_t first_of_act(unsigned act)
{
    uint32_t sum = 0;
    for (unsigned i = 0; i < act; i++)
        sum += ways[i];
    return sum;
}

uint32_t ergo_action_count(void)
{
    return first_of_act(ERGO_NEXT + 1);
}

static uint32_t face_of(const ergo_use *u)
{
    if (u->card == ERGO_WILDVAR)
        return 10u + u->symbol;
    if (u->card == ERGO_WILDOP)
        return 14u + u->symbol - LOGIC_AND;
    return u->symbol;
}

static uint32_t place_number(unsigned line, unsigned at)
{
    return line * ERGO_PROOF + at;
}

static uint32_t way_of(const ergo_use *u)
{
    uint32_t first = place_number(u->line, u->at), second = place_number(u->line2, u->at2);
    switch ((ergo_act)u->act) {
    case ERGO_PLACE:
        return face_of(u) * GAPS + u->line * (ERGO_PROOF + 1u) + u->at;
    case ERGO_DISCARD:
    case ERGO_JUSTIFY:
    case ERGO_END:
        return u->card;
    case ERGO_BLOCK:
        return u->victim;
    case ERGO_ERASE:
        return first;
    case ERGO_SWAP:
        return second * (second - 1) / 2 + first;
    case ERGO_NEXT:
        break;
    }
    return 0;
}

uint32_t ergo_action(const duel_variant *v, duel_move move)
{
    (void)v;
    ergo_use u = ergo_unpack(move);
    return first_of_act(u.act) + way_of(&u);
}
