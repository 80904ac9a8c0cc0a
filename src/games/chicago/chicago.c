/* chicago/chicago.c -- Chicago Stock Exchange as a game of the house.
 *
 * The rules themselves are in board.c, their notation in notation.c. This file binds them to
 * the contract: options, komi, what is hidden when only the tops are seen, and speed for the
 * engines that know no game. */
#include "games/chicago/chicago.h"

#include "core/play.h"
#include "games/chicago/notation.h"
#include "games/chicago/puzzle.h"

#include <string.h>

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

/* ---- variants ----------------------------------------------------------------------- */

static duel_status variant(duel_variant *v, duel_msg *why)
{
    if (v->option[CHICAGO_PLAYERS] > 2 && v->option[CHICAGO_KOMI] > 0)
        return duel_bad(why, N_("Komi is for two players."), "");
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

/* ---- the six ------------------------------------------------------------------------ */

static duel_status deal(const duel_variant *v, duel_rng *rng, void *state)
{
    (void)v;
    chicago_deal(rng, state);
    return DUEL_OK;
}

static int turn(const duel_variant *v, const void *state)
{
    (void)v;
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
    (void)v;
    int goods = chicago_keep(move) * CHICAGO_GOODS + chicago_sell(move);
    return (uint32_t)((chicago_step(move) - 1) * CHICAGO_GOODS * CHICAGO_GOODS + goods);
}

static void play(const duel_variant *v, void *state, duel_move move)
{
    chicago_rules r = chicago_rules_of(v);
    chicago_play(&r, state, move);
}

/* ---- what is hidden ----------------------------------------------------------------- */

static void hide(const duel_variant *v, void *state, int seat)
{
    (void)seat; /* everybody sees the same */
    if (v->option[CHICAGO_VIEW] == CHICAGO_TOPS)
        chicago_hide_lower(state);
}

static duel_status guess(const duel_variant *v, void *view, duel_rng *rng, duel_msg *why)
{
    (void)v;
    return chicago_guess_lower(view, rng, why);
}

/* ---- notation ----------------------------------------------------------------------- */

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
        status =
            duel_bad(why, N_("With open piles no token is hidden: ? is for view=tops."), "");
    if (status == DUEL_OK)
        *(chicago_board *)state = board;
    return status;
}

static void print_move(const duel_variant *v, const void *view, duel_move move, duel_sink *out)
{
    (void)v, (void)view;
    chicago_print_move(move, out);
}

static duel_status parse_move(const duel_variant *v, const void *view, duel_str text,
                              duel_move *move, duel_msg *why)
{
    chicago_rules r = chicago_rules_of(v);
    return chicago_parse_move(&r, view, text, move, why);
}

/* ---- speed -------------------------------------------------------------------------- */

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

static void task(const duel_variant *v, const void *view, duel_msg *out)
{
    (void)v, (void)view;
    duel_say(out,
             N_("Pick the pile where the trader goes, 1 to 3 further on; then which of the two "
                "tokens beside it you keep."),
             "");
}

static void say_move(const duel_variant *v, const void *view, duel_move move, duel_msg *out)
{
    (void)v, (void)view;
    chicago_move m = (chicago_move)move;
    duel_say(out, N_("{0} {0:pile|piles} on: keep {1}, sell {2}"), "iww",
             (int64_t)chicago_step(m), chicago_good_name(chicago_keep(m)),
             chicago_good_name(chicago_sell(m)));
}

static const char *const view_words[] = {N_("every token"), N_("only the tops")};
static const duel_wording wordings[] = {{"view", N_("What is seen of the piles"), view_words},
                                        {NULL, NULL, NULL}};

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
    .teaching.lesson = &chicago_lesson,
    .teaching.puzzles = &chicago_puzzles,
    .encoding.action = action,
    .museum.opponent = "level:3",
    .museum.machines = machines,
    .accel = &accel,
    .engines = chicago_engines,
};
