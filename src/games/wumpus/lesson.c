/* games/wumpus/lesson.c -- a first walk through one small cave: percepts, deduction, the arrow,
 * the lifelines, the gold. Pits at (3,0) and (0,3), the wumpus at (1,3), the gold at (3,3). */
#include "core/lesson.h"
#include "games/wumpus/state.h"

static const duel_step steps[] = {
    {.say = N_("You stand at (0,0), at the bottom left of a dark cave. Beside a pit you would "
               "feel a breeze, beside the wumpus you would smell a stench. You feel nothing "
               "here, so both cells beside you are safe. Enter one of them."),
     .at = "-T -W -. -G / -. -. -. -. / -. -. -. -. / . -. -. -T ; at 0,0 0",
     .good = "1:0 0:1",
     .right = N_("Nothing happens: as it was proved."),
     .wrong =
         N_("Keep arrow and lifelines for later. Go to (1,0) or to (0,1): both are safe.")},
    {.say =
         N_("You have walked on to (2,0), and here is a breeze (≈): a pit is beside you, at "
            "(3,0) or at (2,1). Do not guess. At (1,0) nothing was felt, so one more cell is "
            "safe. Which? A click walks there through cells you know."),
     .at = "-T -W -. -G / -. -. -. -. / -. -. -. -. / . . B -T ; at 2,0 2",
     .good = "1:1",
     .right = N_("Right: a pit at (1,1) would be felt at (1,0)."),
     .wrong =
         N_("That would be a gamble, or help you do not need. (1,1) lies beside (1,0), where "
            "nothing was felt: go to (1,1).")},
    {.say =
         N_("Nothing is felt at (1,1) either. So there is no pit at (2,1), and the breeze at "
            "(2,0) can only come from (3,0). What looked dangerous is proved safe now: go to "
            "(2,1)."),
     .good = "2:1",
     .right = N_("This is the whole art: two cells together say more than each alone."),
     .wrong = N_("Safe or not, there is something better to see: (2,1), beside the breeze.")},
    {.say =
         N_("Still nothing. The gold glitters (✦) on the cells beside it, so it is not beside "
            "you either. Go deeper into the cave: (2,2)."),
     .good = "2:2",
     .right = N_("Nothing is felt at (2,2): all its neighbours are safe."),
     .wrong = N_("That leads away from what is still dark. Go to (2,2).")},
    {.say =
         N_("A little later you stand at (1,2), and it stinks (∴). The wumpus is at (0,2) or "
            "at (1,3). But at (0,1) there was no stench, so it is not at (0,2). You have one "
            "arrow; it flies straight to the wall. Shoot it."),
     .at = "-T -W -. -G / -. P . -. / . . . -. / . . B -T ; at 1,2 9",
     .good = "shoot:n",
     .right =
         N_("A scream: the wumpus is dead. The stench stays, the danger is gone. The arrow "
            "cost 10 points."),
     .wrong = N_("The wumpus is at (1,3), just north of you: shoot north (shoot:n).")},
    {.say =
         N_("Lifelines cost 50 points each. The first kind judges a cell beside you from what "
            "you know, as a perfect reasoner would: ✓ safe, ⚠ deadly, ? open. Ask about (0,2) "
            "(deduce:0:2)."),
     .good = "deduce:0:2",
     .right = N_("Safe, and you could have known it: (0,1) beside it felt nothing."),
     .wrong = N_("For once, spend a lifeline: deduce the cell (0,2).")},
    {.say =
         N_("The other kind of lifeline lights up any cell of the cave, however far away. You "
            "have one. Try the far corner: reveal (3,3)."),
     .good = "reveal:3:3",
     .right = N_("There it is!"),
     .wrong = N_("Use the lifeline that reveals a cell, on (3,3).")},
    {.say =
         N_("The gold is at (3,3). (2,2) felt nothing, so (3,2) and (2,3) are both safe. Go to "
            "one of them: walking through cells you know is a single move."),
     .good = "3:2 2:3",
     .right = N_("A glitter: the gold is next to you."),
     .wrong = N_("The gold is in the far corner: go to (3,2) or to (2,3), beside it.")},
    {.say = N_("You are at (3,2). One step more."),
     .at = "-T -W -. *G / -. P . E / . . . -. / . . B -T ; at 3,2 11 ; arrow 1,2 north hit ; "
           "reveals 1 ; deduce 0,2 safe ; deduces 1",
     .good = "3:3",
     .right = N_("The gold is yours: 1000 points, less a point for each step, 10 for the arrow "
                 "and 50 for each lifeline. Now try a cave of your own."),
     .wrong = N_("The gold lies just north of you, at (3,3).")},
    {.say = NULL}};

const duel_lesson wumpus_lesson = {.options = "size=4 pits=2", .steps = steps};
