/* games/ergo/rulebook.c -- the rules to read. A paragraph with line ends is a drawing, to be
 * shown as it stands. */
#include "games/ergo/help.h"

const char *const ergo_rulebook[] = {
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
    N_("The connectives, with 1 for true and 0 for false:\n"
       "\n"
       "          AND     OR      THEN            NOT\n"
       "   A  B   A ∧ B   A ∨ B   A ⇒ B       A   ¬ A\n"
       "   0  0     0       0       1         0    1\n"
       "   0  1     0       1       1         1    0\n"
       "   1  0     0       1       0\n"
       "   1  1     1       1       1"),
    N_("Fallacy, on another player: for three turns that player puts no card into the proof and "
       "plays neither Ergo, Tabula Rasa nor Revolution. Justification cancels it at once. Tabula "
       "Rasa takes a card out of the proof, not one placed in this turn, and puts it under the "
       "pile. Revolution swaps two letters, or two of the operators AND, OR and THEN. Wilds are "
       "fixed when placed, and wild again when taken out."),
    N_("Fallacy (F2) on the player of B, who puts nothing into the proof for three turns:\n"
       "\n"
       "   before     B  ○ ○ ○     any card, any place\n"
       "   after      B  ● ● ●     discards, Fallacy, Justification\n"
       "   one turn later  ● ● ○     two  ● ○ ○     three  ○ ○ ○"),
    N_("Justification (J) by the player of B; the second card is free at once:\n"
       "\n"
       "   before     B  ● ● ○     blocked for two more turns\n"
       "   after      B  ○ ○ ○     the Fallacy leaves the round"),
    N_("Tabula Rasa (T1.3) takes the third card out of line 1:\n"
       "\n"
       "   before     1  A ∧ ¬ B\n"
       "   after      1  A ∧ B        ¬ lies under the pile"),
    N_("Revolution (R1.1/2.3) swaps the first card of line 1 with the third of line 2:\n"
       "\n"
       "   before     1  A            2  B ⇒ C\n"
       "   after      1  C            2  B ⇒ A"),
    N_("Wilds: the wild letter stands for any letter, the wild operator for AND, OR or THEN; a "
       "star marks them, since they are wild again when taken out:\n"
       "\n"
       "   before     1  A            2\n"
       "   V=D@2.1    1  A            2  D*\n"
       "   O=>@1.2    1  A ⇒* B       2           the second card is B@1.3"),
    N_("Ergo ends the round at once. It can be played when A, B, C and D all stand in the proof "
       "and every line is well formed; played first, it needs no second card. The round also "
       "ends with the turn in which the pile became empty."),
    N_("Ergo (E) ends the round. All four letters stand, and six cards:\n"
       "\n"
       "   1  A        A is true in every case: proven, 6 points\n"
       "   2  ¬ B      B is false in every case: disproven, nothing\n"
       "   3  C ∨ D    C or D, but which? undetermined, nothing\n"
       "   4"),
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
