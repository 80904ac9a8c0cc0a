/* games/moriarty/lesson.c -- a first lesson: turning, freedom, corners, the count at the end.
 * What the words claim (the moves that are left, the results) is held to the rules by
 * tests/moriarty/test_lesson.c. */
#include "games/moriarty/moriarty.h"

#include "core/lesson.h"

/* The learner is the Activator, X, throughout. */
static const duel_step steps[] = {
    {.say = N_("You are the Activator, and you begin. Put a disc on an empty square so that a "
               "disc of the Inhibitor is caught in a straight line between your new disc and "
               "another of yours. There are four such squares: try one, d3 for instance."),
     .good = "d3 c4 f5 e6",
     .right = N_("The disc caught in between has turned: it is yours now. A move that turns "
                 "nothing is not allowed."),
     .wrong = N_("That square catches nothing. Try d3.")},
    {.say = N_("A single disc can catch rows in several directions at once, slanting ones "
               "included. One move here turns four discs, in three directions. Which one?"),
     .at = "-------------------XO-----XOOO----XOOX----X--O-------XO--------- X",
     .good = "f3",
     .right = N_("Yes: one to the left, one below, and two on the slanting line down to c6."),
     .wrong =
         N_("That is allowed, but it turns fewer. Look at the right-hand side, for a square "
            "from which lines run in three directions.")},
    {.say =
         N_("Many discs now are not what wins: they can all turn back. What counts in the "
            "middle of the game is to have a choice and to leave the other side little. h5 "
            "turns three discs, but leaves the Inhibitor seven moves. One of your moves leaves "
            "only three. Find it."),
     .at = "-------------------XO-O----XXO-----XOOO-----X--------X---------- X",
     .good = "g4",
     .right = N_("Good. Who runs out of harmless moves must play the harmful ones."),
     .wrong =
         N_("After that the Inhibitor has six moves or more. Look for a square in the middle "
            "of its discs, not around them: what lies around your discs is where it plays.")},
    {.say = N_("A disc in a corner can never be turned: nothing lies behind it. So the squares "
               "next to an empty corner are dangerous, above all the slanting ones, b2, g2, b7 "
               "and g7: they hand the corner over. You may play g2 and turn four discs here. "
               "Play something safer."),
     .at = "----O------XOO------OO-----OOO---XOXOOX--OOOOO------O------OOO-- X",
     .good = "d3 d7 f7",
     .right = N_("Well resisted: no corner is open to the Inhibitor."),
     .wrong = N_("Tempting, but now the Inhibitor can take the corner beside it. Choose a move "
                 "that does not lie next to a corner.")},
    {.say = N_("The other side was less careful: it has just played g2. Make it pay."),
     .at = "----O------XOOO-----OO-----OOO---XOXOOX--OOOOO------O------OOO-- X",
     .good = "h1",
     .right =
         N_("The corner is yours for good, and discs that lean on it will be safe as well."),
     .wrong = N_("Look at g2 again: which square behind it is open to you now?")},
    {.say =
         N_("Near the end, count. Three squares are left, a1, c1 and d1, and you are 25 to 36 "
            "behind. c1 and d1 turn four discs each, a1 only three; yet one move wins and the "
            "others lose. Play each of them in your head to the end."),
     .at = "-X--XXXXOOOOOOXXOOOOXXXXOOOOOOXXOOXXXXOXOOOXXOOXOOXXXOOXOOOOOOOO X",
     .good = "a1",
     .right =
         N_("That is the one. Two squares are left; the Inhibitor can only play c1, and the "
            "last word is yours."),
     .wrong = N_("It turns four, but the Inhibitor answers on the square beside it and turns "
                 "them back. Even with a1 in the end you lose: count again."),
     .reply = "c1"},
    {.say = N_("Play the last square."),
     .good = "d1",
     .right = N_("33 to 31: you win by two. The lesson in short: turn what you must, keep your "
                 "choices, take corners, and count at the end. The advice of the machine will "
                 "tell you the rest, move by move."),
     .wrong = N_("Only d1 is left.")},
    {.say = NULL}};

const duel_lesson moriarty_lesson = {.options = "", .steps = steps};
