/* games/ergo/lesson.c -- the first lesson: eight cards, from a premise to Ergo.
 *
 * The learner is A at a table of two, so that C and D are nobody's. */
#include "games/ergo/help.h"

static const duel_step steps[] = {
    {
        .say = N_("You own the letter A, your opponent B; C and D are nobody's. The proof has "
                  "four lines, still empty. What stands in them is taken to be true. Begin by "
                  "stating that you exist: put your A into line 1 (A@1.1)."),
        .at = ",,,;AB>~(FJ,?????;?43;;1:1;0,0;?",
        .good = "A@1.1",
        .right = N_("A stands alone in a line: wherever that line is true, A is. You are "
                    "proven."),
        .wrong = N_("Not that, for once: the card A, into line 1 (A@1.1)."),
    },
    {
        .say = N_("A turn is always two cards. The proof needs nothing more just now, so let a "
                  "card go that you will hardly miss: discard the Justification (xJ). Discards "
                  "lie open, and come back only with the next round."),
        .good = "xJ",
        .right = N_("Everybody has seen it: that, too, is knowledge."),
        .wrong = N_("Try a discard, for once: the Justification leaves (xJ)."),
    },
    {
        .say = N_("Your opponent has answered with B in line 2: now you are both proven, and "
                  "would both score. A NOT before a letter turns it round. Disprove B: put NOT "
                  "before it (~@2.1)."),
        .at = "A,B,,;BCD>~(F,?????;?39;(J;1:1;0,0;?",
        .good = "~@2.1",
        .right =
            N_("In every case in which all lines hold, B is false: B is disproven, and you "
               "alone would score."),
        .wrong = N_("There is a shorter way: the NOT goes into line 2, before the B (~@2.1)."),
    },
    {
        .say = N_("Whoever is proven when the round ends gets a point for every card of the "
                  "proof. So let it grow by a card that does nobody a favour: C and D are "
                  "nobody's at this table. Put one of them into an empty line (C@3.1)."),
        .good = "C@3.1 C@4.1 D@3.1 D@4.1",
        .right = N_("Four cards: four points, if the round ended here."),
        .wrong =
            N_("The proof would not grow by that, or not to your good. C and D are harmless, "
               "in a line of their own (C@3.1)."),
    },
    {
        .say =
            N_("Another proof. Line 1 says: if C, then A. That alone proves nothing: C may be "
               "false. Make it true: put C into line 2 (C@2.1)."),
        .at = "C>A,,,;BCD&|(F,?????;?40;;1:1;0,0;?",
        .good = "C@2.1",
        .right = N_("If C, then A; and C: therefore A. Lines 1 and 2 prove you together. "
                    "Logicians call this modus ponens."),
        .wrong = N_("What line 1 asks for is C, in a line of its own: take line 2 (C@2.1)."),
    },
    {
        .say = N_("One NOT before that C, and your proof falls. Keep your opponent from the "
                  "proof: play the Fallacy on seat 2 (F2)."),
        .good = "F2",
        .right =
            N_("For three turns your opponent places no card and plays neither Ergo, Tabula "
               "Rasa nor Revolution. Only a Justification helps against it."),
        .wrong =
            N_("That would leave your opponent free to answer. The Fallacy, on seat 2 (F2)."),
    },
    {
        .say =
            N_("A third proof. Line 1 says A, line 4 says NOT A: they contradict each other. "
               "That is a paradox, and nobody would score. You hold Tabula Rasa, which takes "
               "one card out of the proof: the NOT of line 4 (T4.1)."),
        .at = "A,~B,C|D,~A;BC&(FTE,?????;?35;;1:1;0,0;?",
        .good = "T4.1",
        .right =
            N_("The NOT lies under the pile now. The lines agree again: A is proven, twice "
               "over, and B disproven."),
        .wrong =
            N_("There is a shorter way: it is the NOT of line 4 that is in the way (T4.1)."),
    },
    {
        .say = N_("A, B, C and D all stand in the proof, every line is well formed, and you "
                  "alone are proven. It will hardly get better: play Ergo (E)."),
        .good = "E",
        .right = N_("The round is over: seven cards stand in the proof, and you get seven "
                    "points. Fifty win the game. You exist; nobody else is so sure."),
        .wrong = N_("Your opponent would get a turn to deny you. End it here, with Ergo (E)."),
    },
    {.say = NULL}};

const duel_lesson ergo_lesson = {.options = "players=2",
                                 .steps = steps,
                                 .scene = ergo_opening_scene,
                                 .draw = ergo_opening_draw};
