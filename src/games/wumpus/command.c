/* wumpus/command.c -- the list of the commands: see command.h. */
#include "games/wumpus/command.h"

#include <stddef.h>

const duel_command wumpus_commands[] = {
    {"deduce", "FILE|- [strict=no] [pits=K|chance=P] [--dimacs] [--explain]",
     N_("Tells what follows from a partly explored grid, and the risk of each cell."),
     wumpus_command_deduce},
    {"stats", "[--size N] [--grids N] [--seed S] [--svg FILE] [--threads N]",
     N_("Counts easy, medium and hard grids for each number of pits."), wumpus_command_stats},
    {"generate",
     "[--size N] [--difficulty easy|medium|hard|risky] [--count N] [--seed S] [--method M] "
     "[--without FILE] [--daily [DATE]]",
     N_("Makes grids of a certified difficulty, each with an id to share."),
     wumpus_command_generate},
    {"agent", "[--grids N] [--seed S] [--threads N]",
     N_("Lets the expert explore many worlds, and tells how often it wins."),
     wumpus_command_agent},
    {"optimum", "[--pits K] [--grids N] [--seed S] [--threads N]",
     N_("Sets the expert beside the best that anybody can do, found by going through all."),
     wumpus_command_optimum},
    {"bench", "[--runs N] [--threads N] [--grids N]",
     N_("Measures the reasoners, the risk and the generator, and checks their answers."),
     wumpus_command_bench},
    {NULL, NULL, NULL, NULL}};
