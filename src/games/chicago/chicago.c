/* games/chicago/chicago.c -- Chicago Stock Exchange as a game of the house.
 *
 * The rules themselves are in board.c, their notation in notation.c. This file binds them to
 * the contract: options, komi, what is hidden when only the tops are seen, and speed for the
 * engines that know no game; and the first lesson. */
#include "games/chicago/chicago.h"
#include "core/lesson.h"
#include "core/play.h"
#include "games/chicago/puzzle.h"

static const char *const views[] = {"open", "tops", NULL};

static const duel_option options[] = {
    [CHICAGO_PLAYERS] = {"players", DUEL_NUMBER, 2, 2, CHICAGO_SEATS, NULL,
                         N_("number of players")},
    [CHICAGO_EXPERT] = {"expert", DUEL_YESNO, 0, 0, 1, NULL,
                        N_("the trader may walk on to the first pile topped like the one it "
                           "leaves")},
    [CHICAGO_KOMI] = {"komi", DUEL_NUMBER, 0, 0, 20, NULL,
                      N_("points given to the second player")},
    [CHICAGO_VIEW] = {"view", DUEL_CHOICE, CHICAGO_OPEN, CHICAGO_OPEN, CHICAGO_TOPS, views,
                      N_("whether every token is seen, or only the tops of the piles")},
    {NULL, DUEL_NUMBER, 0, 0, 0, NULL, NULL}};

static const char *const rules[] = {
    N_("36 tokens, six each of wheat, maize, rice, sugar, coffee and cocoa, lie in nine piles "
       "of four, in a circle. The trader stands on a pile. Wheat is worth 7 points, every "
       "other good 6."),
    N_("In turn, each player moves the trader 1, 2 or 3 piles clockwise and takes the tokens on "
       "top of the two neighbouring piles: one to keep, the other to sell. The price of the "
       "good sold falls by 1 at once, for everybody. The pile under the trader is not "
       "touched."),
    N_("An emptied pile vanishes and the trader stays where it landed. The game ends when two "
       "piles or fewer are left. The score is the worth of the tokens kept, at the final "
       "prices: the highest wins."),
    N_("A move is written 2CK: walk 2 piles, keep coffee (C), sell cocoa (K). The letters are "
       "W wheat, M maize, R rice, S sugar, C coffee and K cocoa; words do as well: 2 coffee "
       "cocoa."),
    NULL};

/* ---- variants ---------------------------------------------------------------------------- */

static duel_status variant(duel_variant *v, duel_msg *why)
{
    if (v->option[CHICAGO_PLAYERS] > 2 && v->option[CHICAGO_KOMI] > 0)
        return duel_invalid(why, N_("Komi is for two players."), "");
    v->seats = (int)v->option[CHICAGO_PLAYERS];
    if (v->option[CHICAGO_VIEW] == CHICAGO_TOPS)
        v->traits |= DUEL_SECRETS;
    v->state_size = sizeof(chicago_board);
    v->max_moves = CHICAGO_MOVES;
    v->max_plies = CHICAGO_PLIES;
    v->actions = CHICAGO_PILES * CHICAGO_GOODS * CHICAGO_GOODS;
    v->max_score = CHICAGO_TOKENS * chicago_opening_price(0) + (int32_t)v->option[CHICAGO_KOMI];
    return DUEL_OK;
}

/* ---- the six ----------------------------------------------------------------------------- */

static duel_status deal(const duel_variant *v, duel_rng *rng, void *state)
{
    chicago_deal(rng, state);
    return DUEL_OK;
}

static int turn(const duel_variant *v, const void *state)
{
    return ((const chicago_board *)state)->side;
}

void chicago_scores(const duel_variant *v, const chicago_board *board, int32_t score[])
{
    for (int seat = 0; seat < v->seats; seat++)
        score[seat] = chicago_score(board, seat) + chicago_komi(v, seat);
}

int chicago_lead(const duel_variant *v, const chicago_board *board, int seat)
{
    int32_t score[DUEL_SEATS];
    chicago_scores(v, board, score);
    return duel_margin(v, score, seat);
}

static bool over(const duel_variant *v, const void *state, int32_t score[])
{
    if (!chicago_over(state))
        return false;
    chicago_scores(v, state, score);
    return true;
}

bool chicago_tops_known(const chicago_board *board)
{
    for (int i = 0; i < board->piles; i++)
        if (board->pile[i][0] == CHICAGO_UNKNOWN)
            return false;
    return true;
}

/* In a view that a move has gone beyond, tops may be unknown: they cannot be taken. */
static int moves(const duel_variant *v, const void *state, duel_move out[])
{
    chicago_rules r = chicago_rules_of(v);
    int count = chicago_moves(&r, state, out), kept = 0;
    for (int i = 0; i < count; i++)
        if (chicago_keep(out[i]) < CHICAGO_GOODS && chicago_sell(out[i]) < CHICAGO_GOODS)
            out[kept++] = out[i];
    return kept;
}

/* A walk goes once round at most. */
static uint32_t action(const duel_variant *v, duel_move move)
{
    int goods = chicago_keep(move) * CHICAGO_GOODS + chicago_sell(move);
    return (uint32_t)((chicago_step(move) - 1) * CHICAGO_GOODS * CHICAGO_GOODS + goods);
}

static void play(const duel_variant *v, void *state, duel_move move)
{
    chicago_rules r = chicago_rules_of(v);
    chicago_play(&r, state, move);
}

/* ---- what is hidden ---------------------------------------------------------------------- */

static void hide(const duel_variant *v, void *state, int seat)
{
    (void)seat; /* everybody sees the same */
    if (v->option[CHICAGO_VIEW] == CHICAGO_TOPS)
        chicago_hide_lower(state);
}

static duel_status guess(const duel_variant *v, void *view, duel_rng *rng, duel_msg *why)
{
    return chicago_guess_lower(view, rng, why);
}

/* ---- notation ---------------------------------------------------------------------------- */

static void print(const duel_variant *v, const void *view, duel_sink *out)
{
    chicago_rules r = chicago_rules_of(v);
    chicago_print(&r, view, out);
}

static duel_status parse(const duel_variant *v, duel_str text, void *state, duel_msg *why)
{
    chicago_rules r = chicago_rules_of(v);
    chicago_board board;
    duel_status status = chicago_parse(&r, text, &board, why);
    if (status == DUEL_OK && v->option[CHICAGO_VIEW] == CHICAGO_OPEN &&
        chicago_on_board(&board, CHICAGO_UNKNOWN))
        status = duel_invalid(
            why, N_("With open piles no token is hidden: ? is for view=tops."), "");
    if (status == DUEL_OK)
        *(chicago_board *)state = board;
    return status;
}

static void print_move(const duel_variant *v, const void *view, duel_move move, duel_sink *out)
{
    chicago_print_move(move, out);
}

static duel_status parse_move(const duel_variant *v, const void *view, duel_str text,
                              duel_move *move, duel_msg *why)
{
    chicago_rules r = chicago_rules_of(v);
    return chicago_parse_move(&r, view, text, move, why);
}

/* ---- speed ------------------------------------------------------------------------------- */

static int32_t evaluate(const duel_variant *v, const void *state, int seat)
{
    return chicago_lead(v, state, seat);
}

/* What a move gains at once on the best other player. */
static int32_t order(const duel_variant *v, const void *state, duel_move move)
{
    chicago_board next = *(const chicago_board *)state;
    int seat = next.side, before = chicago_lead(v, &next, seat);
    play(v, &next, move);
    return chicago_lead(v, &next, seat) - before;
}

static const duel_accel accel = {.evaluate = evaluate, .order = order};

static const duel_machine machines[] = {
    {"seed-depth1", N_("Depth 1"),
     N_("The report’s first machine: it takes what gives itself most at once, and asks no "
        "further.")},
    {"seed-minimax2", "Minimax 2",
     N_("The report’s minimax of depth 2, as it stood: it cares for the other player’s score "
        "in place of its own, and plays about like chance.")},
    {"seed-minimax4", "Minimax 4",
     N_("The report’s minimax of depth 4: the same look at the wrong score, two moves "
        "further.")},
    {NULL, NULL, NULL}};

/* ---- words ------------------------------------------------------------------------------- */

static void task(const duel_variant *v, const void *view, duel_msg *out)
{
    duel_say(out,
             N_("Pick the pile where the trader goes, 1 to 3 further on; then which of the two "
                "tokens beside it you keep."),
             "");
}

static void say_move(const duel_variant *v, const void *view, duel_move move, duel_msg *out)
{
    chicago_move m = (chicago_move)move;
    duel_say(out, N_("{0} {0:pile|piles} on: keep {1}, sell {2}"), "iww",
             (int64_t)chicago_step(m), chicago_good_name(chicago_keep(m)),
             chicago_good_name(chicago_sell(m)));
}

static const char *const view_words[] = {N_("every token"), N_("only the tops")};
static const duel_wording wordings[] = {{"view", N_("What is seen of the piles"), view_words},
                                        {NULL, NULL, NULL}};

/* ---- the first lesson -------------------------------------------------------------------- */

/* Walking, keeping and selling, prices that fall, and an ending to be counted out. The moves
 * asked for are the best there are; the tests hold them to the solver. */

static const duel_step steps[] = {
    {.say = N_("You walk the trader 1, 2 or 3 piles clockwise. What you get then does not "
               "come from the pile you stop at, but from the tops of its two neighbours: one "
               "of the two you keep, the other you sell. Wheat is worth 7, everything else 6. "
               "The trader stands on a pile with wheat on top: walk past it by one pile, and "
               "keep the wheat (1WC: walk 1, keep wheat, sell coffee)."),
     .at = "MRWW/WMSR/CSKR/CMSM/KMWS/RCSW/CWSK/MKKC/RRCK 2 7,6,6,6,6,6 - - 1",
     .good = "1WC",
     .right = N_("The wheat lies in your reserve, and coffee has fallen to 5: a good that is "
                 "sold loses a point, for everybody."),
     .wrong = N_("Allowed, but not the wheat for you. Walk 1: you stop on pile 3, between the "
                 "wheat and a coffee.")},
    {.say = N_("A falling price hurts whoever holds the good. The other player holds three "
               "tokens of sugar. Walking 2 brings you between rice, worth 4, and sugar, worth "
               "6. Which of the two do you keep?"),
     .at = "R/CC/K/SC/R/SS/CMK 5 6,1,4,6,4,4 RRWWWW KKSSSW 1",
     .good = "2RS",
     .right = N_("Right: 4 points for the rice, and the three sugars of the other player lose "
                 "a point each: 7 in all. Keeping the sugar brings 6, but your own two tokens "
                 "of rice lose one each: only 4."),
     .wrong = N_("Count twice: what you keep, and what the sale does to both reserves. Walk 2 "
                 "and sell what the other player holds most of.")},
    {.say = N_("Now the other way round: look after your own goods. You hold four tokens of "
               "maize. Walking 2 brings you between maize, worth 6, and wheat, worth 7, of "
               "which the other player holds three."),
     .at = "CCW/MR/SWS/W/R/KK 1 7,6,3,2,2,5 KKMMMM KMRWWW 1",
     .good = "2MW",
     .right = N_("6 for the maize, and the other player loses 3: worth 9. Keeping the wheat "
                 "brings 7, but costs your four tokens of maize a point each."),
     .wrong = N_("There is better. Walk 2, and think of what the sale does to your maize.")},
    {.say = N_("The game ends as soon as two piles are left, and then the reserves are "
               "counted at the final prices. You have 35, the other player 37. Keeping the "
               "coffee by 1CM looks best, a lead of 4, but the other player then empties a "
               "pile, ends the game at once and sells coffee, of which you hold four: 36 to "
               "39. One move wins. Which?"),
     .at = "MS/RMR/C/CK 1 7,3,2,3,5,3 CCCKKWW MSSWWWW 1",
     .good = "2CR",
     .right = N_("Four piles are left: the other player cannot end the game, and you have one "
                 "more turn."),
     .wrong = N_("That loses. You want the coffee, but four piles must be left after your "
                 "turn, so that the last turn is yours: which walk takes from piles that do "
                 "not vanish?"),
     .reply = "1MC"},
    {.say = N_("The other player kept maize and sold coffee: 36 to 40. This is the last turn. "
               "Your two tokens of cocoa are worth 3 each. What must you not sell?"),
     .good = "1KM 2KS 3MS 3SM",
     .right = N_("39 to 38: you win by one point. Here everything lies open and can be "
                 "counted; that is why the machine can play this game perfectly. Ask it for "
                 "advice, and it will tell you how many points each move is worth."),
     .wrong = N_("Selling cocoa costs you two points, and the cocoa: 37 to 40. Sell anything "
                 "else.")},
    {.say = NULL}};

static const duel_lesson lesson = {.options = "", .steps = steps};

/* ---- the table --------------------------------------------------------------------------- */

const duel_game duel_game_chicago = {
    .id = "chicago",
    .title = N_("Chicago Stock Exchange"),
    .tagline = N_("Keep one good, sell the other, and mind the prices"),
    .rules = rules,
    .version = 1,
    .min_seats = 2,
    .max_seats = CHICAGO_SEATS,
    .traits = DUEL_MARGIN,
    .options = options,
    .wordings = wordings,
    .variant = variant,
    .deal = deal,
    .turn = turn,
    .over = over,
    .moves = moves,
    .play = play,
    .draw = chicago_draw,
    .hide = hide,
    .guess = guess,
    .print = print,
    .parse = parse,
    .print_move = print_move,
    .parse_move = parse_move,
    .scene = chicago_scene,
    .path = chicago_path,
    .edit = chicago_edit,
    .teaching.say_move = say_move,
    .teaching.explain = chicago_explain,
    .teaching.task = task,
    .teaching.ending = chicago_ending,
    .teaching.lesson = &lesson,
    .teaching.puzzles = &chicago_puzzles,
    .encoding.action = action,
    .museum.opponent = "level:3",
    .museum.machines = machines,
    .accel = &accel,
    .engines = chicago_engines,
};
