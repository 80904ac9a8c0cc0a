/* games/chicago/board.c -- the rules on a flat board: see board.h. */
#include "games/chicago/board.h"

#include <string.h>

static const uint8_t opening[CHICAGO_GOODS] = {7, 6, 6, 6, 6, 6};

static const char *const names[] = {N_("wheat"),  N_("maize"), N_("rice"),          N_("sugar"),
                                    N_("coffee"), N_("cocoa"), N_("a hidden token")};
_Static_assert(sizeof names / sizeof *names == CHICAGO_UNKNOWN, "a name for each token");

const char *chicago_good_name(int good)
{
    return names[good];
}

int chicago_opening_price(int good)
{
    return opening[good];
}

void chicago_deal(duel_rng *rng, chicago_board *board)
{
    memset(board, 0, sizeof *board);
    uint8_t tokens[CHICAGO_TOKENS];
    for (int i = 0; i < CHICAGO_TOKENS; i++)
        tokens[i] = (uint8_t)(i / CHICAGO_EACH + 1);
    duel_rng_shuffle(rng, tokens, CHICAGO_TOKENS);
    memcpy(board->pile, tokens, sizeof board->pile);
    memcpy(board->price, opening, sizeof board->price);
    board->piles = CHICAGO_PILES;
    board->trader = (uint8_t)duel_rng_below(rng, CHICAGO_PILES);
}

/* ---- looking ----------------------------------------------------------------------------- */

bool chicago_over(const chicago_board *board)
{
    return board->piles <= 2;
}

int chicago_height(const chicago_board *board, int pile)
{
    int height = 0;
    while (height < CHICAGO_TALL && board->pile[pile][height] != CHICAGO_NOTHING)
        height++;
    return height;
}

int chicago_on_board(const chicago_board *board, int token)
{
    int count = 0;
    for (int i = 0; i < board->piles; i++)
        for (int j = 0; j < CHICAGO_TALL; j++)
            count += board->pile[i][j] == token;
    return count;
}

int chicago_score(const chicago_board *board, int seat)
{
    int score = 0;
    for (int good = 0; good < CHICAGO_GOODS; good++)
        score += board->held[seat][good] * board->price[good];
    return score;
}

/* ---- moves ------------------------------------------------------------------------------- */

int chicago_longest(const chicago_rules *rules, const chicago_board *board)
{
    if (!rules->expert)
        return CHICAGO_STEPS;
    int left_top = board->pile[board->trader][0];
    int step = 1; /* after a whole lap the pile is the same, so the loop ends there at last */
    while (board->pile[(board->trader + step) % board->piles][0] != left_top)
        step++;
    return step;
}

chicago_landing chicago_land(const chicago_board *board, int step)
{
    int piles = board->piles;
    int pile = (board->trader + step) % piles;
    int before = (pile + piles - 1) % piles, after = (pile + 1) % piles;
    return (chicago_landing){pile, before, after, board->pile[before][0] - 1,
                             board->pile[after][0] - 1};
}

int chicago_moves(const chicago_rules *rules, const chicago_board *board, chicago_move out[])
{
    int count = 0;
    if (chicago_over(board))
        return 0;
    int longest = chicago_longest(rules, board);
    for (int step = 1; step <= longest; step++) {
        chicago_landing at = chicago_land(board, step);
        out[count++] = chicago_move_of(step, at.left, at.right);
        if (at.left != at.right)
            out[count++] = chicago_move_of(step, at.right, at.left);
    }
    return count;
}

/* A walk of this length. */
static duel_status check_step(const chicago_rules *rules, const chicago_board *board, int step,
                              duel_msg *why)
{
    int longest = chicago_longest(rules, board);
    if (step >= 1 && step <= longest)
        return DUEL_OK;
    if (!rules->expert)
        return duel_refuse(why, N_("The trader moves 1, 2 or 3 piles, not {0}."), "i",
                           (int64_t)step);
    return duel_refuse(why,
                       N_("The trader moves at least 1 pile and stops at the first pile topped "
                          "by the good it leaves: here at most {0}, not {1}."),
                       "ii", (int64_t)longest, (int64_t)step);
}

duel_status chicago_legal(const chicago_rules *rules, const chicago_board *board,
                          chicago_move move, duel_msg *why)
{
    if (chicago_over(board))
        return duel_refuse(why, N_("The game is over: no more than 2 piles are left."), "");
    int step = chicago_step(move), keep = chicago_keep(move), sell = chicago_sell(move);
    duel_status status = check_step(rules, board, step, why);
    if (status != DUEL_OK)
        return status;
    chicago_landing at = chicago_land(board, step);
    if ((keep == at.left && sell == at.right) || (keep == at.right && sell == at.left))
        return DUEL_OK;
    return duel_refuse(why,
                       N_("After {0} {0:pile|piles} the tokens on both sides of the trader are "
                          "{1} and {2}: keep one and sell the other."),
                       "iww", (int64_t)step, chicago_good_name(at.left),
                       chicago_good_name(at.right));
}

static void take_top(chicago_board *board, int pile)
{
    uint8_t *tokens = board->pile[pile];
    memmove(tokens, tokens + 1, CHICAGO_TALL - 1);
    tokens[CHICAGO_TALL - 1] = CHICAGO_NOTHING;
}

/* Closes the circle where a pile has vanished; the trader stays on its own pile. */
static void remove_pile(chicago_board *board, int pile)
{
    int last = board->piles - 1;
    memmove(board->pile[pile], board->pile[pile + 1],
            (size_t)(last - pile) * sizeof board->pile[0]);
    memset(board->pile[last], CHICAGO_NOTHING, sizeof board->pile[0]);
    board->piles--;
    if (pile < board->trader)
        board->trader--;
}

void chicago_play(const chicago_rules *rules, chicago_board *board, chicago_move move)
{
    chicago_landing at = chicago_land(board, chicago_step(move));
    DUEL_REQUIRE(board->price[chicago_sell(move)] > 0);
    board->trader = (uint8_t)at.pile;
    take_top(board, at.before);
    take_top(board, at.after);
    int high = at.before > at.after ? at.before : at.after;
    int low = at.before + at.after - high;
    if (board->pile[high][0] ==
        CHICAGO_NOTHING) /* the higher first: the lower keeps its index */
        remove_pile(board, high);
    if (board->pile[low][0] == CHICAGO_NOTHING)
        remove_pile(board, low);
    board->price[chicago_sell(move)]--;
    board->held[board->side][chicago_keep(move)]++;
    board->side = (uint8_t)((board->side + 1) % rules->seats);
}

/* ---- boards that a game can show --------------------------------------------------------- */

static int kept_by(const chicago_board *board, int seat)
{
    int count = 0;
    for (int good = 0; good < CHICAGO_GOODS; good++)
        count += board->held[seat][good];
    return count;
}

static int kept_of(const chicago_board *board, int good)
{
    int count = 0;
    for (int seat = 0; seat < CHICAGO_SEATS; seat++)
        count += board->held[seat][good];
    return count;
}

static int sold_of(const chicago_board *board, int good)
{
    return opening[good] - board->price[good];
}

static int tokens_left(const chicago_board *board)
{
    int count = 0;
    for (int i = 0; i < board->piles; i++)
        count += chicago_height(board, i);
    return count;
}

static duel_status check_tops(const chicago_board *board, duel_msg *why)
{
    for (int i = 0; i < board->piles; i++)
        if (board->pile[i][0] == CHICAGO_UNKNOWN)
            return duel_invalid(why, N_("The top of pile {0} must be known."), "i",
                                (int64_t)i + 1);
    if (tokens_left(board) % 2 != 0)
        return duel_invalid(
            why,
            N_("{0} {0:token is|tokens are} on the board: every turn takes two, so "
               "their number must be even."),
            "i", (int64_t)tokens_left(board));
    return DUEL_OK;
}

static duel_status check_good(const chicago_board *board, int good, duel_msg *why)
{
    const char *name = chicago_good_name(good);
    int lowest = opening[good] - CHICAGO_EACH, price = board->price[good];
    int standing = chicago_on_board(board, good + 1), kept = kept_of(board, good);
    if (price > opening[good] || price < lowest)
        return duel_invalid(why, N_("The price of {0} is between {1} and {2}, not {3}."),
                            "wiii", name, (int64_t)lowest, (int64_t)opening[good],
                            (int64_t)price);
    if (price < standing)
        return duel_invalid(
            why,
            N_("The price of {0} is {1}, but {2} of its tokens are on the board: a "
               "price cannot be smaller."),
            "wii", name, (int64_t)price, (int64_t)standing);
    if (standing + kept + sold_of(board, good) > CHICAGO_EACH)
        return duel_invalid(
            why,
            N_("There are 6 tokens of {0}: {1} on the board, {2} kept and {3} sold "
               "(by its price) are too many."),
            "wiii", name, (int64_t)standing, (int64_t)kept, (int64_t)sold_of(board, good));
    return DUEL_OK;
}

/* Every token is accounted for: then the turns played are known, and whose turn it is. */
static duel_status check_turns(const chicago_rules *rules, const chicago_board *board, int kept,
                               int sold, duel_msg *why)
{
    if (kept != sold)
        return duel_invalid(
            why,
            N_("Every turn keeps one token and sells one, but {0} {0:is|are} kept "
               "and {1} sold."),
            "ii", (int64_t)kept, (int64_t)sold);
    if (kept % rules->seats != board->side)
        return duel_invalid(why, N_("After {0} {0:turn|turns} player {1} is to move, not {2}."),
                            "iii", (int64_t)kept, (int64_t)(kept % rules->seats) + 1,
                            (int64_t)board->side + 1);
    for (int seat = 0; seat < rules->seats; seat++) {
        int due = (kept + rules->seats - 1 - seat) / rules->seats;
        if (kept_by(board, seat) != due)
            return duel_invalid(why,
                                N_("After {0} {0:turn|turns} player {1} has kept {2} "
                                   "{2:token|tokens}, not {3}."),
                                "iiii", (int64_t)kept, (int64_t)seat + 1, (int64_t)due,
                                (int64_t)kept_by(board, seat));
    }
    return DUEL_OK;
}

duel_status chicago_check(const chicago_rules *rules, const chicago_board *board, duel_msg *why)
{
    duel_status status = check_tops(board, why);
    int kept = 0, sold = 0;
    for (int good = 0; good < CHICAGO_GOODS && status == DUEL_OK; good++) {
        status = check_good(board, good, why);
        kept += kept_of(board, good);
        sold += sold_of(board, good);
    }
    if (status != DUEL_OK)
        return status;
    int all = tokens_left(board) + kept + sold;
    if (all > CHICAGO_TOKENS)
        return duel_invalid(
            why,
            N_("There are 36 tokens: {0} on the board, {1} kept and {2} sold are "
               "too many."),
            "iii", (int64_t)tokens_left(board), (int64_t)kept, (int64_t)sold);
    return all < CHICAGO_TOKENS ? DUEL_OK : check_turns(rules, board, kept, sold, why);
}

/* ---- hidden tokens ----------------------------------------------------------------------- */

void chicago_hide_lower(chicago_board *board)
{
    for (int i = 0; i < board->piles; i++)
        for (int j = 1; j < CHICAGO_TALL; j++)
            if (board->pile[i][j] != CHICAGO_NOTHING)
                board->pile[i][j] = CHICAGO_UNKNOWN;
}

duel_status chicago_guess_lower(chicago_board *board, duel_rng *rng, duel_msg *why)
{
    uint8_t unseen[CHICAGO_TOKENS] = {0};
    int count = 0;
    for (int good = 0; good < CHICAGO_GOODS; good++) {
        int known =
            chicago_on_board(board, good + 1) + kept_of(board, good) + sold_of(board, good);
        for (int i = known; i < CHICAGO_EACH; i++)
            unseen[count++] = (uint8_t)(good + 1);
    }
    if (count < chicago_on_board(board, CHICAGO_UNKNOWN))
        return duel_invalid(why, N_("More tokens are hidden than the game has left."), "");
    duel_rng_shuffle(rng, unseen, (uint32_t)count);
    for (int i = 0; i < board->piles; i++)
        for (int j = 0; j < CHICAGO_TALL; j++)
            if (board->pile[i][j] == CHICAGO_UNKNOWN)
                board->pile[i][j] = unseen[--count];
    return DUEL_OK;
}
