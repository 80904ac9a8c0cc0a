/* chicago/lesson.c -- a first lesson: walking, keeping and selling, prices that fall, and an
 * ending to be counted out. The moves asked for are the best there are; the tests hold them to
 * the solver. */
#include "games/chicago/chicago.h"

#include "core/lesson.h"

static const duel_step steps[] = {
    {.say = N_("You walk the trader 1, 2 or 3 piles clockwise. What you get then does not "
               "come from the pile you stop at, but from the tops of its two neighbours: one "
               "of the two you keep, the other you sell. Wheat is worth 7, everything else 6. "
               "The trader stands on a pile with wheat on top: walk past it by one pile, and "
               "keep the wheat (1WC: walk 1, keep wheat, sell coffee)."),
     .at = "MRWW/WMSR/CSKR/CMSM/KMWS/RCSW/CWSK/MKKC/RRCK 2 7,6,6,6,6,6 - - 1",
     .good = "1WC",
     .right = N_("The wheat lies in your reserve, and coffee has fallen to 5: a good that is "
                 "sold loses a point, for everybody."),
     .wrong = N_("Allowed, but not the wheat for you. Walk 1: you stop on pile 3, between the "
                 "wheat and a coffee.")},
    {.say = N_("A falling price hurts whoever holds the good. The other player holds three "
               "tokens of sugar. Walking 2 brings you between rice, worth 4, and sugar, worth "
               "6. Which of the two do you keep?"),
     .at = "R/CC/K/SC/R/SS/CMK 5 6,1,4,6,4,4 RRWWWW KKSSSW 1",
     .good = "2RS",
     .right = N_("Right: 4 points for the rice, and the three sugars of the other player lose "
                 "a point each: 7 in all. Keeping the sugar brings 6, but your own two tokens "
                 "of rice lose one each: only 4."),
     .wrong = N_("Count twice: what you keep, and what the sale does to both reserves. Walk 2 "
                 "and sell what the other player holds most of.")},
    {.say = N_("Now the other way round: look after your own goods. You hold four tokens of "
               "maize. Walking 2 brings you between maize, worth 6, and wheat, worth 7, of "
               "which the other player holds three."),
     .at = "CCW/MR/SWS/W/R/KK 1 7,6,3,2,2,5 KKMMMM KMRWWW 1",
     .good = "2MW",
     .right = N_("6 for the maize, and the other player loses 3: worth 9. Keeping the wheat "
                 "brings 7, but costs your four tokens of maize a point each."),
     .wrong = N_("There is better. Walk 2, and think of what the sale does to your maize.")},
    {.say = N_("The game ends as soon as two piles are left, and then the reserves are "
               "counted at the final prices. You have 35, the other player 37. Keeping the "
               "coffee by 1CM looks best, a lead of 4, but the other player then empties a "
               "pile, ends the game at once and sells coffee, of which you hold four: 36 to "
               "39. One move wins. Which?"),
     .at = "MS/RMR/C/CK 1 7,3,2,3,5,3 CCCKKWW MSSWWWW 1",
     .good = "2CR",
     .right = N_("Four piles are left: the other player cannot end the game, and you have one "
                 "more turn."),
     .wrong = N_("That loses. You want the coffee, but four piles must be left after your "
                 "turn, so that the last turn is yours: which walk takes from piles that do "
                 "not vanish?"),
     .reply = "1MC"},
    {.say = N_("The other player kept maize and sold coffee: 36 to 40. This is the last turn. "
               "Your two tokens of cocoa are worth 3 each. What must you not sell?"),
     .good = "1KM 2KS 3MS 3SM",
     .right = N_("39 to 38: you win by one point. Here everything lies open and can be "
                 "counted; that is why the machine can play this game perfectly. Ask it for "
                 "advice, and it will tell you how many points each move is worth."),
     .wrong = N_("Selling cocoa costs you two points, and the cocoa: 37 to 40. Sell anything "
                 "else.")},
    {.say = NULL}};

const duel_lesson chicago_lesson = {.options = "", .steps = steps};
