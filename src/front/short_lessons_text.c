/* front/short_lessons_text.c -- the six lessons: see short_lessons.h. */
#include "front/short_lessons.h"

#define CAVE  "? ? ? ? / P ? ? ? / . BP ? ? / . . B ? ; at 0,2 6 ; view"
#define START "? ? ? ? / ? ? ? ? / ? ? ? ? / . ? ? ? ; at 0,0 0 ; view"
#define FOG   "? ? ? ? / B ? ? ? / . B ? ? / . . B ? ; at 0,2 6 ; view"

#define TAKEN(number, engine)                                                                  \
    .game = "allumettes", .variant = "matches=" number, .position = number "/1", .of = engine
#define CROSSES(board, engine)                                                                 \
    .game = "tictactoe", .variant = "", .position = board, .of = engine
#define IN_CAVE(view, engine)                                                                  \
    .game = "wumpus", .variant = "size=4", .position = view, .of = engine

static const short_lesson_part matches[] = {
    {.text =
         N_("Some matches lie on the table. In turn, each of you takes one, two or three of "
            "them, and whoever takes the last match wins. With three matches or fewer it is "
            "easy: you take them all.")},
    {SHORT_LESSON_MOVE, N_("Five matches, and it is your turn. How many do you take?"),
     TAKEN("5", "exact")},
    {.text = N_("Whoever stands before four matches is lost: if one takes one, two or three, "
                "then three, two or one are left, and the other takes them all. So five are "
                "won: take one, and hand over the four. You can go on like this: six and seven "
                "are won, too, since four can be handed over; eight is lost again. One begins "
                "at the end of the game and goes backwards.")},
    {SHORT_LESSON_WORTH,
     N_("Write +1 for a position that who is to move can win, and −1 for one that is lost. "
        "What belongs beside eight matches?"),
     TAKEN("8", "exact")},
    {.text = N_("A machine does the same, but from the top. It tries each move, then each "
                "answer, and so on until the game is over. There it writes +1 if it has won "
                "itself and −1 if the other has. Then the numbers climb. Where the machine "
                "moves, it takes the largest of the numbers below; where the other moves, it "
                "expects the smallest. The largest of the smallest: that is minimax. It knows "
                "nothing about matches, and plays without a mistake.")},
    {SHORT_LESSON_TRACE,
     N_("Here it is at work on five matches. Go through it step by step, and look at every "
        "number: whose move is it there, and which of the numbers below was taken?"),
     TAKEN("5", "minimax:depth=5")},
    {SHORT_LESSON_MOVE, N_("Seven matches, your turn. What do you take?"), TAKEN("7", "exact")},
    {SHORT_LESSON_MOVE,
     N_("Another game, with one rule more: nobody may take as many as the other has just "
        "taken. Five matches, and you begin. What wins now? Do as minimax does: try each "
        "move, and every answer to it."),
     .game = "nim", .variant = "matches=5", .position = "5-0/1", .of = "exact"},
    {.text = N_("Minimax needs no cleverness, only patience. But the number of positions "
                "grows with each move one looks ahead: with three moves each time, ten "
                "moves ahead are some ninety thousand positions, and twenty are more than "
                "five billion. So machines look for what need not be looked at. That is the "
                "next lesson.")},
    {.text = NULL}};

static const short_lesson_part cuts[] = {
    {.text =
         N_("You may choose one of two bags, and the other player then gives you the worst "
            "thing in it. You have looked through the first bag: the worst in it is worth "
            "3. You open the second, and the first thing you see is worth 2. Do you have to "
            "look on?")},
    {.text =
         N_("No. Whatever else lies in there, you will be given 2 or less, and you have 3 "
            "already. That is all there is to alpha-beta: as soon as a move is known to be "
            "no better than one that you have, its other answers need not be looked at. "
            "They are cut off. The choice stays the same, to the point: only work is saved.")},
    {SHORT_LESSON_TRACE,
     N_("The machine plays crosses and looks two moves ahead: one of its own, one answer. "
        "In square brackets stands the window: a worth below it is of no use, since there "
        "is something better already; one above it will not be let through by the other. "
        "Scissors stand where moves were left out."),
     CROSSES("XO..X...O", "alphabeta:depth=2")},
    {SHORT_LESSON_CUTS,
     N_("Another position. Watch it to the end: how many times does the machine cut here?"),
     CROSSES("X.O.X...O", "alphabeta:depth=2")},
    {.text = N_("How much is cut depends on the order. Had you opened the bag with the 2 "
                "first, you would have had to look through the other one to its end. The "
                "best move first, and everything else is cut at once; the worst first, and "
                "hardly anything is. So machines sort their moves before they search: what "
                "was good a moment ago is tried first.")},
    {SHORT_LESSON_FIRST,
     N_("The same position. Crosses, marked X, are to move. Which move should the machine "
        "try first, so that it has to look at the fewest positions?"),
     CROSSES("X.O.X...O", "alphabeta:depth=2")},
    {SHORT_LESSON_MOVE, N_("And what is best here? That no cut may change."),
     CROSSES("X.O.X...O", "exact")},
    {.text = N_("With the best order, alpha-beta looks about twice as far ahead as minimax in "
                "the same time: instead of a million positions only about a thousand or two. "
                "That was found by several people in the 1950s and 60s, and every program that "
                "plays chess does it today.")},
    {.text = NULL}};

static const short_lesson_part proof[] = {
    {.text = N_("“If it pours, the meadow is wet. The meadow is wet. So it pours.” That sounds "
                "right. Is it? We write P for “it pours”, M for “the meadow is wet”, and P ⇒ M "
                "for “if P, then M”.")},
    {SHORT_LESSON_FOLLOWS, N_("Does P follow from P ⇒ M and M?"), .lines = "P>M\nM",
     .ask = "P"},
    {.text = N_("Something follows if it is true in every case in which all that is given is "
                "true. One case against it is enough: somebody may have watered it. So all "
                "cases have to be looked at, and that is what a truth table does: a row for "
                "each of them.")},
    {SHORT_LESSON_LOGIC, N_("The table of our example, row by row."), .of = "table",
     .lines = "P>M\nM", .ask = "P"},
    {SHORT_LESSON_FOLLOWS,
     N_("Now the meadow is dry. Does ¬P, “it does not pour”, follow from P ⇒ M and ¬M?"),
     .lines = "P>M\n~M", .ask = "~P"},
    {SHORT_LESSON_MEANS,
     N_("Write with P and S (for “the sky is dark”): “It pours only if the sky is dark.” "
        "Write > for ⇒, ~ for not, & for and, | for or."),
     .ask = "P>S"},
    {.text = N_("A table with twenty letters has a million rows. A proof is shorter: a list of "
                "lines, each of which is given, or follows from lines above it by a rule that "
                "nobody doubts. From A ⇒ B and A comes B: that is one. Whoever reads a proof "
                "needs no ideas, only care; a machine can check it, and here one does.")},
    {SHORT_LESSON_DERIVE,
     N_("Given are A ⇒ B, B ⇒ C and A. Prove C. Write a line for each step, with “: ?” "
        "behind it, and the house looks for the rule: for instance “B : ?”."),
     .lines = "A>B : P\nB>C : P\nA : P\n", .ask = "C"},
    {.text = N_("Often one proves “if A, then C” by supposing A for a while. What follows "
                "under the supposition stands behind a bar. Once C is reached there, A ⇒ C "
                "is proved without it.")},
    {SHORT_LESSON_DERIVE,
     N_("Given is A ⇒ B. Prove A ∧ C ⇒ B. Begin with “| A & C : H”, go on behind the bar, "
        "and write the last line without it."),
     .lines = "A>B : P\n", .ask = "A&C>B"},
    {.text =
         N_("So there are two ways to be sure: look at every case, or give a proof. The "
            "great discovery is that they never disagree: whatever is true in all cases has "
            "a proof, and whatever has a proof is true in all cases. Kurt Gödel showed the "
            "first for a much larger logic in 1929.")},
    {.text = NULL}};

static const short_lesson_part dpll[] = {
    {.text = N_("Can all these be true together? “Ann or Bob comes. If Ann comes, Claire "
                "comes. Bob and Claire never come both.” With three people one can try all "
                "eight cases. With three hundred there are more cases than atoms in the "
                "universe; and yet machines answer such questions every day, by a method of "
                "1962 that is called DPLL after its authors.")},
    {.text = N_("First everything is written as clauses: lists of letters, some of them "
                "negated, of which at least one has to be true. Ours are A ∨ B, ¬A ∨ C and "
                "¬B ∨ ¬C. A clause in which only one letter is left leaves no choice. That "
                "is the first rule: what is forced is done at once, and often forces "
                "something else.")},
    {SHORT_LESSON_FORCED,
     N_("The clauses are A, ¬A ∨ B and ¬B ∨ C ∨ D. A is given. Which other letter is "
        "forced? Write it; with ~ before it if it has to be false."),
     .lines = "A\n~A|B\n~B|C|D"},
    {SHORT_LESSON_FORCED,
     N_("And here: C, ¬C ∨ ¬D, D ∨ E. Which letter is forced? Two of them are; one will do."),
     .lines = "C\n~C|~D\nD|E"},
    {.text = N_("A letter that nowhere stands negated, or everywhere, may be chosen so that "
                "all its clauses are true: nothing is lost by it. And if nothing is forced, "
                "one supposes something and sees what follows. If a clause has no letter "
                "left that could be true, one goes back to the last supposition and tries "
                "the contrary. If that fails as well, there is no solution.")},
    {SHORT_LESSON_LOGIC, N_("DPLL on the three clauses about Ann, Bob and Claire."),
     .of = "dpll", .lines = "A|B\n~A|C\n~B|~C", .ask = ""},
    {SHORT_LESSON_MODEL,
     N_("Find values for these clauses: A ∨ B, ¬A ∨ C, ¬C ∨ ¬B, B ∨ D. Write the letters "
        "with blanks between, with ~ before those that are false."),
     .lines = "A|B\n~A|C\n~C|~B\nB|D"},
    {SHORT_LESSON_TOGETHER, N_("A ∨ B, A ∨ ¬B, ¬A ∨ B, ¬A ∨ ¬B: can all four be true?"),
     .lines = "A|B\nA|~B\n~A|B\n~A|~B"},
    {SHORT_LESSON_TOGETHER, N_("And without the last: A ∨ B, A ∨ ¬B, ¬A ∨ B?"),
     .lines = "A|B\nA|~B\n~A|B"},
    {.text = N_("Does something follow? Add its contrary to the clauses: if then nothing "
                "works any more, it follows. So one method answers every question of logic "
                "with letters. Whether there is one that is always fast nobody knows; it is "
                "one of the great open questions of mathematics, and a million dollars are "
                "offered for it.")},
    {.text = NULL}};

static const short_lesson_part safe[] = {
    {.text = N_("You are in a dark cave of square cells. Somewhere lies gold, and somewhere "
                "the wumpus sleeps, who eats whoever comes in; some cells are bottomless "
                "pits. Beside a pit you feel a breeze (B), beside the wumpus you smell a "
                "stench (S). Cells touch by their sides, not by their corners. You begin at "
                "the bottom on the left, in (0,0).")},
    {SHORT_LESSON_CLAIM,
     N_("At the start nothing is felt. What follows about (1,0), the cell on its right?"),
     IN_CAVE(START, NULL), .ask = "cell:1:0"},
    {.text =
         N_("Silence says most: no breeze, so none of the cells around is a pit; no stench, "
            "so the wumpus is in none of them. A breeze says less: at least one of the "
            "cells around is a pit, but not which. One has to put several cells together.")},
    {SHORT_LESSON_CLAIM,
     N_("Later you know more. A breeze is felt in (2,0) and in (1,1), a stench in (1,1) and "
        "in (0,2); elsewhere nothing. There is one wumpus, and never on a pit. What follows "
        "about (0,3)?"),
     IN_CAVE(CAVE, NULL), .ask = "cell:0:3"},
    {SHORT_LESSON_CLAIM, N_("And about (2,1)?"), IN_CAVE(CAVE, NULL), .ask = "cell:2:1"},
    {SHORT_LESSON_CLAIM, N_("And about (3,0)?"), IN_CAVE(CAVE, NULL), .ask = "cell:3:0"},
    {SHORT_LESSON_TRACE,
     N_("The machine has all rules as clauses in its knowledge base, and adds what it "
        "feels. About each cell it asks: could there be a pit? If no world agrees with "
        "that, there is none. This is the real base, with its questions."),
     IN_CAVE(CAVE, "knowledge")},
    {SHORT_LESSON_MOVE,
     N_("Which step do you take? A machine that only steps where nothing can happen will "
        "judge it."),
     IN_CAVE(CAVE, "expert")},
    {.text =
         N_("A cell is safe if it is harmless in every world that agrees with what you "
            "know; not if it was harmless so far, and not if you believe it. It is the same "
            "as “to follow” in the lesson about proofs: all cases, without exception. And "
            "what if no cell is safe?")},
    {.text = NULL}};

static const short_lesson_part guess[] = {
    {.text = N_("A breeze in (2,0), in (1,1) and in (0,2), no stench anywhere. Four dark cells "
                "lie before you, and about none of them anything can be proved. What now?")},
    {SHORT_LESSON_CLAIM, N_("Make sure of it: what follows about (0,3)?"), IN_CAVE(FOG, NULL),
     .ask = "cell:0:3"},
    {.text = N_("Knowing and guessing have the same root: the worlds that agree with what "
                "you know. If something is true in all of them, you know it. If it is true "
                "in some, the share of these tells how much you should expect it. One "
                "counts the same worlds, and the only difference is whether “all” comes out.")},
    {SHORT_LESSON_MODELS,
     N_("All that is known is A ∨ B. In how many of the four cases is that true?"),
     .lines = "A|B"},
    {SHORT_LESSON_MODELS,
     N_("And in how many of these is A true as well? So A has two chances in three."),
     .lines = "A|B\nA"},
    {SHORT_LESSON_FOLLOWS, N_("Then A is more likely than not. Does A follow from A ∨ B?"),
     .lines = "A|B", .ask = "A"},
    {SHORT_LESSON_MOVE,
     N_("Back to the cave. The pit beside (1,1) is in (2,1) or in (1,2), and each of these "
        "explains a second breeze, too. Where is the risk smallest?"),
     IN_CAVE(FOG, "expert")},
    {.text = N_("Machines guess as well where they cannot count everything. One way: play the "
                "game to its end by chance, many times, and see what goes well; and look at "
                "that more often than at the rest. It is called Monte-Carlo tree search, and "
                "the first program to beat the best players of Go was built on it.")},
    {SHORT_LESSON_TRACE,
     N_("Crosses are to move. Each step is a game that was played to its end; below a move "
        "stand how often it was tried and how much of that was won."),
     CROSSES("XO..X...O", "mcts:iterations=60")},
    {SHORT_LESSON_PLAYS, N_("Which move does the machine play in the end?"),
     CROSSES("XO..X...O", "mcts:iterations=60")},
    {.text = N_("A guess can be good and still go wrong; a proof cannot. Good players of "
                "any game keep the two apart: they prove what can be proved, and where that "
                "ends they count, and say to themselves that they are guessing.")},
    {.text = NULL}};

const short_lesson_lesson primer_lessons[] = {
    {"matches", N_("From matches to minimax"),
     N_("How a machine that knows nothing about a game plays it without a mistake."), matches},
    {"cut", N_("Why cut"), N_("How one finds the same answer and looks at much less."), cuts},
    {"proof", N_("What is a proof"),
     N_("What follows, what does not, and how to be sure of it."), proof},
    {"dpll", N_("DPLL by hand"),
     N_("How machines find out whether everything can be true together."), dpll},
    {"safe", N_("Safe cells"), N_("A cave in the dark: which step is certainly harmless?"),
     safe},
    {"guess", N_("Knowing and guessing"), N_("What to do where nothing can be proved."), guess},
    {NULL, NULL, NULL, NULL}};
