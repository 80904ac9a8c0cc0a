/* games/ergo/lesson.c -- what a newcomer reads: the rules, the first picture, the first lesson.
 *
 * The lesson is eight cards, from a premise to Ergo. The learner is A at a table of two, so
 * that C and D are nobody's. Its first picture is the cards dealt in the shape of the name, as
 * the seed's program began: 54 cards write ERGO and the last one is the full stop. Which card
 * lies where comes from a shuffle that is always the same. */
#include "core/scene.h"
#include "games/ergo/rules.h"

#include <stdio.h>

/* ---- the rules --------------------------------------------------------------------------- */

/* A paragraph with line ends is a drawing, to be shown as it stands. */

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

/* ---- the first picture ------------------------------------------------------------------- */

enum { ROWS = 6, COLUMNS = 21 };

static const char *const name[ROWS] = {
    "####.###...###..##...", /* */
    "#....#..#.#....#..#..", /* */
    "###..#..#.#.##.#..#..", /* */
    "#....###..#..#.#..#..", /* */
    "#....#.#..#..#.#..#..", /* */
    "####.#..#..###..##..#", /* */
};

static const float HIGH = 1.4F, SPACE = 0.1F;

/* Where card `number` of the name lies; false if there is none. */
static bool place_of_card(int number, int *row, int *column)
{
    for (int at = 0; at < ROWS * COLUMNS; at++)
        if (name[at % ROWS][at / ROWS] == '#' && number-- == 0) { /* column by column */
            *row = at % ROWS;
            *column = at / ROWS;
            return true;
        }
    return false;
}

static void shuffled(uint8_t deck[ERGO_DECK])
{
    duel_rng rng;
    unsigned count = 0;
    for (unsigned kind = 0; kind < ERGO_KINDS; kind++)
        for (unsigned i = 0; i < ergo_count(ERGO_ALL, kind); i++)
            deck[count++] = (uint8_t)kind;
    duel_rng_init(&rng, duel_str_of("ergo"));
    duel_rng_shuffle(&rng, deck, count);
}

static void add_card(duel_scene *out, int number, unsigned kind)
{
    duel_target id = duel_target_of("name:%d", number);
    int row, column;
    if (!place_of_card(number, &row, &column))
        return;
    duel_element *e = duel_scene_add(out, DUEL_CARD, id.text, (float)column,
                                     (float)row * (HIGH + SPACE), 1, HIGH);
    e->tone = kind <= ERGO_D ? (duel_tone)(DUEL_SEAT1 + kind) : DUEL_PLAIN;
    e->shape = ergo_shape(kind);
    snprintf(e->face, sizeof e->face, "%s", ergo_face(kind, LOGIC_UNICODE));
}

static void place_name(const duel_variant *v, duel_scene *out)
{
    uint8_t deck[ERGO_DECK];
    shuffled(deck);
    out->width = COLUMNS;
    out->height = ROWS * (HIGH + SPACE);
    for (int i = 0; i < ERGO_DECK; i++)
        add_card(out, i, deck[i]);
}

static void draw_name(const duel_variant *v, duel_pen *pen)
{
    uint8_t deck[ERGO_DECK];
    char text[ROWS][COLUMNS] = {{0}};
    shuffled(deck);
    for (int i = 0, row, column; i < ERGO_DECK && place_of_card(i, &row, &column); i++)
        text[row][column] = (char)(deck[i] + 1);
    for (int row = 0; row < ROWS; row++) {
        for (int column = 0; column < COLUMNS; column++) {
            int kind = text[row][column] - 1;
            duel_put(pen->out, column ? " " : "  ");
            duel_put(pen->out, kind < 0 ? " "
                                        : ergo_face((unsigned)kind,
                                                    pen->utf8 ? LOGIC_UNICODE : LOGIC_ASCII));
        }
        duel_put(pen->out, "\n");
    }
}

/* ---- the lesson -------------------------------------------------------------------------- */

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

const duel_lesson ergo_lesson = {
    .options = "players=2", .steps = steps, .scene = place_name, .draw = draw_name};
