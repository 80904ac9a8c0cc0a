/* games/ergo/ergo.c -- Ergo on the house's contract: the table. */
#include "games/ergo/puzzle.h"

static const char *const roles[DUEL_SEATS] = {N_("Letter A"), N_("Letter B"), N_("Letter C"),
                                              N_("Letter D")};

static const duel_accel accel = {.sample = ergo_sample};
static const duel_engine *const engines[] = {&ergo_seed_random, &ergo_seed_score, &ergo_tuned,
                                             &ergo_expert, NULL};

static const duel_machine machines[] = {
    {"seed-random", "OrdiRandom",
     N_("The report’s first machine: of all that a turn can lead to it takes anything.")},
    {"seed-score", "OrdiScore",
     N_("The report’s second machine: it takes the turn after which the proof counts best for "
        "it, and does not think of the answer.")},
    {"tuned", N_("Tuned"),
     N_("OrdiScore with numbers of its own, found by playing against itself, as its authors "
        "wished.")},
    {NULL, NULL, NULL}};

const duel_game duel_game_ergo = {
    .id = "ergo",
    .title = N_("Ergo"),
    .tagline = N_("Prove that you exist, and nobody else"),
    .rules = ergo_rulebook,
    .version = 1,
    .min_seats = 2,
    .max_seats = 4,
    .roles = roles,
    .traits = DUEL_CONFIRM | DUEL_SECRETS,
    .options = ergo_options,
    .wordings = ergo_wordings,
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
    .teaching.say_move = ergo_say_move,
    .teaching.task = ergo_task,
    .teaching.explain = ergo_explain,
    .teaching.ending = ergo_ending,
    .teaching.lenses = ergo_lenses,
    .teaching.lesson = &ergo_lesson,
    .teaching.puzzles = &ergo_puzzles,
    .encoding.action = ergo_action,
    .museum.opponent = "seed-score",
    .museum.machines = machines,
    .accel = &accel,
    .engines = engines,
};
