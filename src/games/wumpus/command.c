/* wumpus/command.c -- the list of the commands: see command.h. */
#include "games/wumpus/command.h"

#include <stddef.h>

const duel_command wumpus_commands[] = {
    {"deduce", "FILE|-",
     N_("Tells what follows from a partly explored grid, and the risk of each cell."),
     wumpus_deduce_options, NULL, 1, wumpus_run_deduce},
    {"stats", "",
     N_("Counts easy, medium and hard grids for each number of pits: those of interest 0, 1, and 2 or more that reasoning alone solves. A grid that is not valid is also counted among the others."),
     wumpus_stats_options, wumpus_stats_texts, 0, wumpus_run_stats},
    {"generate", "", N_("Makes grids of a certified difficulty, each with an id to share."),
     wumpus_generate_options, wumpus_generate_texts, 0, wumpus_run_generate},
    {"agent", "", N_("Lets the expert explore many worlds, and tells how often it wins."),
     wumpus_agent_options, NULL, 0, wumpus_run_agent},
    {"optimum", "",
     N_("Sets the expert beside the best that anybody can do, found by going through all."),
     wumpus_optimum_options, NULL, 0, wumpus_run_optimum},
    {NULL, NULL, NULL, NULL, NULL, 0, NULL}};
