/* front/commands.h -- the commands of `duel`, a table each, grouped by file
 * (in cli/ unless a folder is named). */
#pragma once

#include "core/command.h"

/* Looking at games and positions: show.c */
extern const duel_command command_games, command_rules, command_new, command_show,
    command_moves, command_perft, command_trace;
/* Asking the machine: solve.c */
extern const duel_command command_solve, command_advise;
/* Looking for positions: puzzle.c */
extern const duel_command command_puzzle;
/* Playing: play.c */
extern const duel_command command_play;
/* Learning: learn.c; from one's own mistakes: mistakes.c */
extern const duel_command command_learn, command_mistakes;
/* The DUELLISTE terminal: tui/tui.c */
extern const duel_command command_tui;
/* A game from a file while it is being written: try_file.c, new_game.c */
extern const duel_command command_try, command_new_game;
/* The page: wire/serve_command.c */
extern const duel_command command_serve;
/* The laboratory: match.c, exploit.c, check.c, bench.c */
extern const duel_command command_match, command_exploit, command_check, command_bench;
/* Rule sheets of the Game Description Language: gdl.c */
extern const duel_command command_gdl;
/* Logic to learn by: logic.c */
extern const duel_command command_logic;
/* What was solved, gone through: explore.c */
extern const duel_command command_explore;
/* The data folder itself: keep.c */
extern const duel_command command_keep;
/* What was kept: records.c, review.c */
extern const duel_command command_learned, command_verify, command_review, command_record,
    command_ranking;

/* Those a game brings, `duel ergo prove …`, ended by a NULL name; most games bring none, and
 * neither does NULL: game_commands.c */
const duel_command *game_commands(const duel_game *game);
