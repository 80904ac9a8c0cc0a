/* games/ergo/ergo.c -- Ergo on the house's contract: rules to read, and the table. */
#include "games/ergo/expert.h"

static const char *const rules_text[] = {
    N_("Each player owns a letter: A, B, C or D. Together the players build a proof of at most "
       "four lines out of cards; whoever's letter follows from it when the round ends gets as "
       "many points as the proof has cards."),
    N_("There are 55 cards: four each of A, B, C, D, AND, OR and THEN, six NOT, eight "
       "parentheses, three each of Fallacy, Justification and Ergo, and one each of Tabula Rasa, "
       "Revolution, wild letter and wild operator. Every round all are shuffled and each player "
       "gets five. A begins the first round, then the next seat each round."),
    N_("In a turn you draw two cards and use exactly two: place them in the proof, play them as "
       "specials, or discard them. Discards leave the round, for everybody to see. A card goes "
       "to any place of any line. When the turn ends every line must be empty or well formed; "
       "inside a turn a line may be broken as long as your second card can mend it."),
    N_("A line joins operands by AND, OR and THEN. An operand is a letter or a group in "
       "parentheses, with at most one NOT before it, which concerns this operand alone. What "
       "binds tighter is shown on the table; equal operators group to the left."),
    N_("Fallacy, on another player: for three turns that player puts no card into the proof and "
       "plays neither Ergo, Tabula Rasa nor Revolution. Justification cancels it at once. Tabula "
       "Rasa takes a card out of the proof, not one placed in this turn, and puts it under the "
       "pile. Revolution swaps two letters, or two of the operators AND, OR and THEN. Wilds are "
       "fixed when placed, and wild again when taken out."),
    N_("Ergo ends the round at once. It can be played when A, B, C and D all stand in the proof "
       "and every line is well formed; played first, it needs no second card. The round also "
       "ends with the turn in which the pile became empty."),
    N_("Then the lines are taken together. If they contradict each other it is a paradox and "
       "nobody scores; else every letter that is true wherever all lines hold is proven. After a "
       "round in which somebody has enough points, the highest total wins; equal totals win "
       "together."),
    N_("By the official rules of 2015 THEN binds tighter than OR, and OR than AND; parentheses "
       "are placed two in one turn; a blocked player is not blocked again, and an expired "
       "Fallacy goes under the pile; Justification makes immune for the rest of the round; the "
       "wild operator may be NOT, and wilds may be played as Ergo or Justification. Each of "
       "these is an option."),
    N_("Moves, one for each card: A@1.3 places A before the third card of line 1; (@2.1 and )@2.4 "
       "place parentheses; V=B@1.2 and O=>@1.2 place wilds; xA discards; F2 plays a Fallacy on "
       "seat 2; J; T1.3 takes out the third card of line 1; R1.2/3.4 swaps two cards; E ends the "
       "round; next deals the next one."),
    NULL};

static const char *const roles[DUEL_SEATS] = {N_("Letter A"), N_("Letter B"), N_("Letter C"),
                                              N_("Letter D")};

static const duel_accel accel = {.sample = ergo_sample};
static const duel_engine *const engines[] = {&ergo_seed_random, &ergo_seed_score, &ergo_tuned,
                                             &ergo_expert, NULL};

const duel_game duel_game_ergo = {
    .id = "ergo",
    .title = N_("Ergo"),
    .tagline = N_("Prove that you exist, and nobody else"),
    .rules = rules_text,
    .version = 1,
    .min_seats = 2,
    .max_seats = 4,
    .roles = roles,
    .traits = DUEL_CONFIRM | DUEL_SECRETS,
    .options = ergo_options,
    .variant = ergo_variant,
    .deal = ergo_deal,
    .turn = ergo_turn,
    .over = ergo_over,
    .moves = ergo_moves,
    .play = ergo_play,
    .draw = ergo_draw,
    .hide = ergo_hide,
    .guess = ergo_guess,
    .print = ergo_print,
    .parse = ergo_parse,
    .print_move = ergo_print_move,
    .parse_move = ergo_parse_move,
    .scene = ergo_scene,
    .path = ergo_path,
    .explain = ergo_explain,
    .opponent = "seed-score",
    .accel = &accel,
    .engines = engines,
    .commands = ergo_commands,
};
