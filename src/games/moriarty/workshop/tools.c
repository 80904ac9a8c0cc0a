/* games/moriarty/workshop/tools.c -- `./dev workshop moriarty …`: the table of what makes the
 * weights and the book that the engine carries, and measures it. */
#include "games/moriarty/workshop/workshop.h"

const duel_command moriarty_workshop[] = {
    {"fit", "[FOLDER]", "Trains the evaluation on games against itself, with proved endings.",
     moriarty_fit_options, moriarty_fit_texts, 1, moriarty_run_fit},
    {"spread", "GAMES", "Measures how far shallow searches are from deep ones.",
     moriarty_spread_options, NULL, 1, moriarty_run_spread},
    {"clock", "", "Measures how much of its time for a move the expert uses.",
     moriarty_clock_options, NULL, 0, moriarty_run_clock},
    {"book", "FILE", "Grows the opening book by searches of its own.", moriarty_book_options,
     NULL, 1, moriarty_run_book},
    {NULL, NULL, NULL, NULL, NULL, 0, NULL}};
