/* tests/ergo/test_rules.c -- the rules on small tables: a position, cards, and what comes of
 * it.
 *
 * Positions and moves are written as players write them (games/ergo/notation.c). A
 * hand that is not known is ?????, so that each case shows only what it is about. */
#include "hands.h"

static void read_position(const duel_variant *v, const char *text, duel_state *s)
{
    duel_msg why = {0};
    CHECK_BUF(said);
    if (duel_read(v, duel_str_of(text), s, &why) != DUEL_OK) {
        duel_render(DUEL_EN, &why, &said.sink);
        fail_msg("%s: %s", text, said.text);
    }
}

/* Plays the moves; gives the message of the first one refused, "" if none is. */
static void play_all(const duel_variant *v, duel_state *s, const char *moves, duel_buf *said)
{
    duel_str rest = duel_str_of(moves), word;
    while (duel_str_word(&rest, " ", &word)) {
        duel_msg why = {0};
        duel_move move = 0;
        duel_state before = *s;
        duel_status status = duel_read_move(v, s, word, &move, &why);
        assert_true(duel_states_equal(v, &before, s));
        if (status != DUEL_OK) {
            duel_render(DUEL_EN, &why, &said->sink);
            return;
        }
        v->game->play(v, s, move);
    }
}

/* ---- turns that are made ---------------------------------------------------------------- */

typedef struct example {
    const char *options, *before, *moves, *after;
} example;

static const example made[] = {
    /* a card into an empty line, a discard; the next seat draws two */
    {"", ",,,;ABC&(FE,?????;?43;;1:1;0,0;?", "A@3.1 xB", ",,A,;C&(FE,???????;?41;B;1:2;0,0;?"},
    /* inside a turn a line may be broken */
    {"", "A,,,;BCD&JFE,?????;?42;;1:1;0,0;?", "&@1.2 D@1.3",
     "A&D,,,;BCFJE,???????;?40;;1:2;0,0;?"},
    {"", "A,,,;BCD&JFE,?????;?42;;1:1;0,0;?", "D@1.1 &@1.2",
     "D&A,,,;BCFJE,???????;?40;;1:2;0,0;?"},
    /* half of it, with the card placed in this turn marked */
    {"", "A,,,;BCD&JFE,?????;?42;;1:1;0,0;?", "D@1.1", "D*A,,,;BC&FJE,?????;?42;;1:1*;0,0;?"},
    /* parentheses around something, or between two groups */
    {"", "A,,,;((CDBFE,?????;?42;;1:1;0,0;?", "(@1.1 )@1.3",
     "(A),,,;BCDFE,???????;?40;;1:2;0,0;?"},
    {"", "(A&B),,,;((CDBFE,?????;?38;;1:1;0,0;?", ")@1.3 (@1.5",
     "(A)&(B),,,;BCDFE,???????;?36;;1:2;0,0;?"},
    {"", "~(~A),,,;((CDBFE,?????;?38;;1:1;0,0;?", ")@1.6 (@1.1",
     "(~(~A)),,,;BCDFE,???????;?36;;1:2;0,0;?"},
    /* wilds */
    {"", "A,,,;VOCDBFE,?????;?42;;1:1;0,0;?", "O=>@1.2 V=A@1.3",
     "A>!A!,,,;BCDFE,???????;?40;;1:2;0,0;?"},
    /* a Fallacy lasts three turns of the victim, who may discard and play Fallacies */
    {"", ",,,;ABCD(FE,?????;?43;;1:1;0,0;?", "F2 xA", ",,,;BCD(E,???????;?41;A;1:2;0,0f3;?"},
    {"", ",,,;?????,ABCDFFE;?41;A;1:2;0,0f3;?", "xA xB",
     ",,,;???????,CDFFE;?39;AAB;1:1;0,0f2;?"},
    {"", ",,,;?????,ABCDFFE;?41;A;1:2;0,0f1;?", "F1 xB",
     ",,,;???????,ACDFE;?39;ABF;1:1;0f3,0;?"},
    /* on a blocked player it counts from 3 again, by the seed's rules */
    {"", ",,,;ABCD(FE,?????;?42;;1:1;0,0f1;?", "F2 xA", ",,,;BCD(E,???????;?40;AF;1:2;0,0f3;?"},
    /* Justification frees at once, and the second card is free; the Fallacy leaves the round */
    {"", ",,,;ABCDJFE,?????;?42;;1:1;0f2,0;?", "J A@1.1",
     "A,,,;BCDFE,???????;?40;FJ;1:2;0,0;?"},
    {"", ",,,;ABCDJFE,?????;?42;;1:1;0f2,0;?", "F2 J", ",,,;ABCDE,???????;?40;FJ;1:2;0,0f3;?"},
    /* Tabula Rasa: the card goes under the pile, and everybody knows */
    {"", "A&B,,,;TCDFFJE,?????;?40;;1:1;0,0;?", "T1.3 C@1.3",
     "A&C,,,;DFFJE,???????;?38_B;T;1:2;0,0;?"},
    {"", "A&B,,,;TCDFFJE,?????;?40;;1:1;0,0;?", "C@1.1 T1.2",
     "C&B,,,;DFFJE,???????;?38_A;T;1:2;0,0;?"},
    {"", "A,B,,;TCDFFJE,?????;?41;;1:1;0,0;?", "T2.1 xC",
     "A,,,;DFFJE,???????;?39_B;CT;1:2;0,0;?"},
    /* a wild is wild again */
    {"", "A>!B!,,,;TCDFFJE,?????;?40;;1:1;0,0;?", "T1.3 C@1.3",
     "A>!C,,,;DFFJE,???????;?38_V;T;1:2;0,0;?"},
    {"", "A>!B,,,;TC&FFJE,?????;?40;;1:1;0,0;?", "T1.2 &@1.2",
     "A&B,,,;CFFJE,???????;?38_O;T;1:2;0,0;?"},
    /* a parenthesis moved elsewhere */
    {"", "~(A&B),,,;TC(FFJE,?????;?37;;1:1;0,0;?", "T1.2 (@1.1",
     "(~A&B),,,;CFFJE,???????;?35_(;T;1:2;0,0;?"},
    /* known cards drawn are known in the hand, until one of their kind is played */
    {"", ",,,;ABCDFFE,?????;?1_DV;BBBCCCDD&&&&||||>>>>~~~~~~((((((((JJTREE;3:1;0,0;?", "xA xB",
     ",,,;CDFFE,D!??????;_V;ABBBBCCCDD&&&&||||>>>>~~~~~~((((((((JJTREE;3:2;0,0;?"},
    /* Revolution, with cards of different lines, wilds and cards of this turn included */
    {"", "A!&B,C,,;RACDFJE,?????;?39;;1:1;0,0;?", "R1.1/1.3 xA",
     "B&A!,C,,;CDFJE,???????;?37;AR;1:2;0,0;?"},
    {"", "A&B,C>D,,;RACDFJE,?????;?37;;1:1;0,0;?", "R2.2/1.2 xA",
     "A>B,C&D,,;CDFJE,???????;?35;AR;1:2;0,0;?"},
    {"", "A,,,;RBCDFJE,?????;?42;;1:1;0,0;?", "B@2.1 R1.1/2.1",
     "B,A,,;CDFJE,???????;?40;R;1:2;0,0;?"},
    /* Ergo, played first: one card more is left; 7 points for everybody proven */
    {"", "A&B&C&D,,,;ABCDFJE,?????;?36;;1:1;0,3;?", "E",
     "A&B&C&D,,,;ABCDFJ,?????;?36;E;1:2=;7,10;?"},
    /* this turn's card counts */
    {"", "A,~B,C,;ABCDFJE,?????;?39;;1:1;0,0;?", "D@4.1 E",
     "A,~B,C,D;ABCFJ,?????;?39;E;1:2=;5,0;?"},
    /* a paradox: nobody scores */
    {"", "A,~A,B&C,D;ABCDFJE,?????;?36;;1:1;4,0;?", "E",
     "A,~A,B&C,D;ABCDFJ,?????;?36;E;1:2=;4,0;?"},
    /* letters of nobody score for nobody */
    {"", "C&D,A|B,,;ABCDFJE,?????;?37;;1:1;0,0;?", "E",
     "C&D,A|B,,;ABCDFJ,?????;?37;E;1:2=;0,0;?"},
    {"", "A|B,~A,C>D,;ABCDFJE,?????;?35;;1:1;0,0;?", "E",
     "A|B,~A,C>D,;ABCDFJ,?????;?35;E;1:2=;0,8;?"},
    /* the precedence decides */
    {"", "A|B&C&D,,,;ABCDFJE,?????;?36;;1:1;0,0;?", "E",
     "A|B&C&D,,,;ABCDFJ,?????;?36;E;1:2=;0,0;?"},
    {"precedence=official", "B&C|D&A,,,;ABCDFJE,?????;?36;;1:1;0,0;?", "E",
     "B&C|D&A,,,;ABCDFJ,?????;?36;E;1:2=;7,7;?"},
    /* the round ends with the turn in which the pile became empty, whatever Tabula Rasa adds */
    {"", "A,,,;BCDFFE,?????;;AABBBCCCDDD&&&&||||>>>>~~~~~~((((((((JJJRVO;1:1!;0,0;?", "xB xC",
     "A,,,;DFFE,?????;;AABBBBCCCCDDD&&&&||||>>>>~~~~~~((((((((JJJRVO;1:2=;1,0;?"},
    {"", "A,,,;TBDFFE,?????;;AABBBCCCCDDD&&&&||||>>>>~~~~~~((((((((JJJVO;1:1!;0,0;?", "T1.1 xB",
     ",,,;DFFE,?????;_A;AABBBBCCCCDDD&&&&||||>>>>~~~~~~((((((((JJJTVO;1:2=;0,0;?"},
    {"", "A,,,;TBDFFE,?????;;AABBBCCCCDDD&&&&||||>>>>~~~~~~((((((((JJJVO;1:1!;0,0;?", "T1.1",
     ",,,;BDFFE,?????;_A;AABBBCCCCDDD&&&&||||>>>>~~~~~~((((((((JJJTVO;1:1*!;0,0;?"},
    /* fifty points end the game; the highest total wins */
    {"", "A,~B,C,D;ABCDFJE,?????;?38;;3:1;45,49;?", "E",
     "A,~B,C,D;ABCDFJ,?????;?38;E;3:1#;50,49;?"},
    {"", "A,~B,C,D;ABCDFJE,?????;?38;;3:1;44,49;?", "E",
     "A,~B,C,D;ABCDFJ,?????;?38;E;3:2=;49,49;?"},
    {"points=5", "A,~B,C,D;ABCDFJE,?????;?38;;3:1;0,4;?", "E",
     "A,~B,C,D;ABCDFJ,?????;?38;E;3:1#;5,4;?"},
    {"one_round=yes", "A,~B,C,D;ABCDFJE,?????;?38;;1:1;0,0;?", "E",
     "A,~B,C,D;ABCDFJ,?????;?38;E;1:1#;5,0;?"},
    {"rounds=4", "A,~B,C,D;ABCDFJE,?????;?38;;4:1;0,0;?", "E",
     "A,~B,C,D;ABCDFJ,?????;?38;E;4:1#;5,0;?"},
    /* whoever begins the next round does not deal it; Fallacies are lifted */
    {"", "A,~B,C,D;ABCDFJE,?????;?37;;1:1;0,0f2;?", "E next next",
     ",,,;?????,???????;?43;;2:2;5,0;?"},
    {"", "A,~B,C,D;ABCDFJE,?????;?38;;2:1;0,0;?", "E next", ",,,;???????,?????;?43;;3:1;5,0;?"},
    {"players=3", "A,~B,C,D;ABCDFJE,?????,?????;?33;;1:1;0,0,9;?", "E",
     "A,~B,C,D;ABCDFJ,?????,?????;?33;E;1:3=;5,0,14;?"},
    {"players=4", "A,~B,C,D;?????,ABCDFJE,?????,?????;?28;;1:2;0,0,9,0;?", "E next",
     ",,,;?????,???????,?????,?????;?33;;2:2;5,0,14,5;?"},
    /* official rules: an expired Fallacy goes under the pile */
    {"preset=official", ",,,;ABCDJFE,?????;?42;;1:1;0f1,0;?", "xA xB",
     ",,,;CDFJE,???????;?40_F;AB;1:2;0,0;?"},
    {"preset=official", ",,,;ABCDJFE,?????;?42;;1:1;0f1,0;?", "J xB",
     ",,,;ACDFE,???????;?40;BFJ;1:2;0i,0;?"},
    {"preset=official", "A,,,;ABCDVOE,?????;?41;;1:1;0f2,0;?", "V=J O=~@1.1",
     "~!A,,,;ABCDE,???????;?39;FV;1:2;0i,0;?"},
    {"preset=official", "A,~B,C,D;ABCDFJO,?????;?38;;1:1;0,0;?", "O=E",
     "A,~B,C,D;ABCDFJ,?????;?38;O;1:2=;5,0;?"},
    {"preset=official", "A,,,;((CDBFE,?????;?42;;1:1;0,0;?", "(@1.1 )@1.3",
     "(A),,,;BCDFE,???????;?40;;1:2;0,0;?"},
    /* every option can be set against its preset */
    {"preset=official fallacy_reset=yes", ",,,;ABCD(FE,?????;?42;;1:1;0,0f1;?", "F2 xA",
     ",,,;BCD(E,???????;?40;AF;1:2;0,0f3;?"},
    {"preset=official fallacy_returns=no", ",,,;ABCDJFE,?????;?42;;1:1;0f1,0;?", "xA xB",
     ",,,;CDFJE,???????;?40;ABF;1:2;0,0;?"},
};

TEST(test_made)
{
    int wrong = 0;
    for (size_t i = 0; i < sizeof made / sizeof *made; i++) {
        const example *e = &made[i];
        duel_variant v = check_settings("ergo", e->options);
        duel_state s;
        CHECK_BUF(said);
        CHECK_BUF(after);
        read_position(&v, e->before, &s);
        play_all(&v, &s, e->moves, &said);
        duel_print(&v, &s, &after.sink);
        if (said.len || strcmp(after.text, e->after) != 0) {
            print_error("%s %s\n  %s\n  %s\n", e->before, e->moves, said.text, after.text);
            wrong++;
        }
    }
    assert_int_equal(wrong, 0);
}

/* ---- turns that are refused ------------------------------------------------------------- */

typedef struct refusal {
    const char *options, *before, *moves, *because;
} refusal;

static const refusal refused[] = {
    /* three cards: the turn has passed, and the card is not the next player's */
    {"", ",,,;ABC&(FE,?????;?43;;1:1;0,0;?", "xA xB xC", "is not in your hand"},
    {"", ",,,;ABC&(FE,?????;?43;;1:1;0,0;?", "D@1.1", "“letter D” is not in your hand"},
    {"", ",,,;ABC&(FE,?????;?43;;1:1;0,0;?", "xA xA", "“letter A” is not in your hand"},
    /* broken lines */
    {"", "A,,,;BCD&JFE,?????;?42;;1:1;0,0;?", "xC B@1.2",
     "Line 1 would not be well formed, and the turn ends"},
    {"", "A,,,;BCDFJFE,?????;?42;;1:1;0,0;?", "B@1.2", "no second card in your hand"},
    {"", "A,,,;BCD&JFE,?????;?42;;1:1;0,0;?", "&@1.2 xC",
     "Line 1 is not well formed: your second card must mend it"},
    {"", "A,,,;BCD&JFE,?????;?42;;1:1;0,0;?", "&@1.2 C@2.1", "must mend it"},
    {"", "~A,,,;BC~~JFE,?????;?41;;1:1;0,0;?", "~@1.1", "no second card"},
    {"", "A,,,;(CDBFFE,?????;?42;;1:1;0,0;?", "(@1.1", "no second card"},
    {"", ",,,;((DBFFE,?????;?43;;1:1;0,0;?", "(@1.1", "no second card"},
    {"", "A,,,;((DBFFE,?????;?42;;1:1;0,0;?", "(@1.1 )@1.2", "must mend it"},
    {"", "A,,,;((DBFFE,?????;?42;;1:1;0,0;?", "(@1.2", "no second card"},
    {"", "A,,,;BCDFJFE,?????;?42;;1:1;0,0;?", "B@1.4", "places go from 1 to 2"},
    /* Fallacy */
    {"", ",,,;ABCD(FE,?????;?43;;1:1;0,0;?", "F1", "not on oneself"},
    {"", ",,,;ABCD(FE,?????;?43;;1:1;0,0;?", "F3", "There are 2 players"},
    {"preset=official", ",,,;ABCD(FE,?????;?42;;1:1;0,0f1;?", "F2", "blocked already"},
    {"preset=official", ",,,;ABCD(FE,?????;?43;;1:1;0,0i;?", "F2", "immune"},
    {"", ",,,;ABCDFFE,?????;?42;;1:1;0f3,0;?", "A@1.1", "blocks you for 3 more turns"},
    {"", "A,B,C,D;ABCDFFE,?????;?38;;1:1;0f1,0;?", "E", "blocks you for 1 more turn"},
    {"", "A,B,C,D;ABCDFTE,?????;?38;;1:1;0f1,0;?", "T1.1", "blocks you"},
    {"", "A,B,C,D;ABCDFRE,?????;?38;;1:1;0f1,0;?", "R1.1/2.1", "blocks you"},
    {"", ",,,;ABCDJFE,?????;?43;;1:1;0,0;?", "J", "none blocks you"},
    /* Tabula Rasa */
    {"", "B,,,;TACDFFE,?????;?42;;1:1;0,0;?", "A@2.1 T2.1", "placed in this turn"},
    {"", "B,,,;TACDFFE,?????;?42;;1:1;0,0;?", "T1.2", "Line 1 has no card 2"},
    {"", "A&B,,,;TFFJJEE,?????;?40;;1:1;0,0;?", "T1.2", "no second card"},
    {"", "A&B,,,;TFFJJEE,?????;?40;;1:1;0,0;?", "T1.3", "no second card"},
    {"", "(A),,,;TABFFJE,?????;?40;;1:1;0,0;?", "T1.1", "no second card"},
    {"preset=official", "(A),,,;T(BFFJE,?????;?40;;1:1;0,0;?", "T1.1", "two in one turn"},
    {"preset=official", "(A),,,;T(BFFJE,?????;?40;;1:1;0,0;?", "(@1.1", "two in one turn"},
    {"", "(A),,,;T(BFFJE,?????;?40;;1:1;0,0;?", "T1.1 xB", "must mend it"},
    /* Revolution */
    {"", "A&B,,,;RACDFJE,?????;?40;;1:1;0,0;?", "R1.1/1.2", "two letters, or two operators"},
    {"", "A&B,,,;RACDFJE,?????;?40;;1:1;0,0;?", "R1.1/1.1", "two letters, or two operators"},
    {"", "~A,~B,,;RACDFJE,?????;?39;;1:1;0,0;?", "R1.1/2.1", "two letters, or two operators"},
    {"", "A&B,,,;RACDFJE,?????;?40;;1:1;0,0;?", "R1.1/1.4", "two cards of the proof"},
    /* wilds */
    {"", "A,,,;VOCDBFE,?????;?42;;1:1;0,0;?", "O=~@1.1", "stands for &, | or >."},
    {"", "A,,,;VOCDBFE,?????;?42;;1:1;0,0;?", "V=&@1.2", "stands for A, B, C or D"},
    {"", "A,B,C,D;VOCDBFE,?????;?39;;1:1;0,0;?", "V=E", "neither Ergo nor Justification"},
    {"", ",,,;VOCDBFE,?????;?42;;1:1;0f1,0;?", "O=J", "neither Ergo nor Justification"},
    /* Ergo */
    {"", "A,B,C,;ABCDFJE,?????;?40;;1:1;0,0;?", "E", "needs A, B, C and D"},
    {"", "A,B,C,;ABCDFJE,?????;?40;;1:1;0,0;?", "xA E", "needs A, B, C and D"},
    {"", "A,B,C,D;ABCD&JE,?????;?39;;1:1;0,0;?", "&@1.2 E", "must mend it"},
    /* rounds */
    {"", ",,,;ABC&(FE,?????;?43;;1:1;0,0;?", "next", "not over yet"},
    {"", "A,~B,C,D;ABCDFJE,?????;?38;;1:1;0,0;?", "E xA", "the move is next"},
    {"one_round=yes", "A,~B,C,D;ABCDFJE,?????;?38;;1:1;0,0;?", "E next", "The game is over"},
    {"", ",,,;ABC&(FE,?????;?43;;1:1;0,0;?", "A@5.1", "Moves are written like"},
    {"", ",,,;ABC&(FE,?????;?43;;1:1;0,0;?", "A1.1", "Moves are written like"},
    {"", ",,,;ABC&(FE,?????;?43;;1:1;0,0;?", "x", "Moves are written like"},
};

TEST(test_refused)
{
    int wrong = 0;
    for (size_t i = 0; i < sizeof refused / sizeof *refused; i++) {
        const refusal *r = &refused[i];
        duel_variant v = check_settings("ergo", r->options);
        duel_state s;
        CHECK_BUF(said);
        read_position(&v, r->before, &s);
        play_all(&v, &s, r->moves, &said);
        if (strstr(said.text, r->because) == NULL) {
            print_error("%s %s: “%s”, not “%s”\n", r->before, r->moves, said.text, r->because);
            wrong++;
        }
    }
    assert_int_equal(wrong, 0);
}

/* ---- positions that are none ------------------------------------------------------------ */

static const refusal impossible[] = {
    {"", "A&,,,;ABC&(FE,?????;?41;;1:1;0,0;?", "", "Line 1 is not well formed"},
    {"", ",,,;ABC&(FE,?????;?44;;1:1;0,0;?", "", "not the 55"},
    {"", ",,,;ABC&(FE,?????;?42;;1:1;0,0;?", "", "not the 55"},
    {"", ",,,;TTC&(FE,?????;?43;;1:1;0,0;?", "", "A position is"},
    {"", ",,,;TBC&(FE,?????;?42;T;1:1;0,0;?", "", "more cards “Tabula Rasa” than the 1"},
    {"", ",,,;ABC&(F,?????;?44;;1:1;0,0;?", "", "do not fit the turn"},
    {"", ",,,;ABC&(FE,????;?44;;1:1;0,0;?", "", "do not fit the turn"},
    {"", ",,,;ABC&(FE,?????;?43;;0:1;0,0;?", "", "Rounds go from 1 to 30"},
    {"", ",,,;ABC&(FE,?????;?43;;31:1;0,0;?", "", "Rounds go from 1 to 30"},
    {"", ",,,;ABC&(FE,?????;?43;;1:1;50,0;?", "", "the game is over"},
    {"", ",,,;ABC&(FE,?????;?43;;1:3;0,0;?", "", "A position is"},
    {"", ",,,;ABC&(FE,?????;?43;;1:1;0,0i;?", "", "immunity is an option"},
    {"", ",,,;ABC&(FE,?????;?42;;1:1;0,0f4;?", "", "A position is"},
    {"", "A*,,,;ABC&(FE,?????;?42;;1:1;0,0;?", "", "No card has been placed"},
    {"", "A&*,,,;ABFFJE,?????;?42;;1:1*;0,0;?", "", NULL},
    {"", "A&*,,,;FFJJEE,?????;?42;;1:1*;0,0;?", "", "no card in hand mends it"},
    {"", "A&*,B&,,;ABFFJE,?????;?40;;1:1*;0,0;?", "", "Line 1 is not well formed"},
    {"", "(!A),,,;ABC&(FE,?????;?40;;1:1;0,0;?", "", "A position is"},
    {"", "~!A,,,;ABC&(FE,?????;?41;;1:1;0,0;?", "", "a card that it cannot be"},
    {"wild_not=yes", "~!A,,,;ABC&(FE,?????;?41;;1:1;0,0;?", "", NULL},
    {"", "A!&B!,,,;ABC&(FE,?????;?40;;1:1;0,0;?", "", "more cards “wild letter” than the 1"},
    {"", "A,B,C,D;ABCDFJ,?????;?39;E;3:1#;0,0;?", "", "ends after the last round"},
    {"players=3", "A,B,C,D;ABCDFJ,?????,?????;?34;E;1:2=;0,0,0;?", "", "does not deal"},
    {"", "", "", "A position is"},
    {"", ";;;;;;", "", "A position is"},
    {"", ",,,;ABC&(FE,?????;?43;;1:1;0,0;00", "", "A position is"},
    {"", ",,,;ABC&(FE,?????;?43;;1:1;0,0;00000000000000000000000000000000", "",
     "A position is"},
    {"", ",,,;ABC&(FE,?????;?43;;1:1;0,0;00000000000000000000000000000001", "", NULL},
    {"", "A>B,,,;ABC&(FE,?????;?38;~~;1:1;0,0;?", "", NULL}, /* that of the message */
    {"", "A>B,~(C!),,;AB&(FE,C!????;?29_D;~~F;3:1*;0,12f2;?", "", "not the 55"},
};

TEST(test_impossible)
{
    int wrong = 0;
    for (size_t i = 0; i < sizeof impossible / sizeof *impossible; i++) {
        const refusal *r = &impossible[i];
        duel_variant v = check_settings("ergo", r->options);
        duel_state s;
        duel_msg why = {0};
        CHECK_BUF(said);
        duel_status status = duel_read(&v, duel_str_of(r->before), &s, &why);
        duel_render(DUEL_EN, &why, &said.sink);
        if (r->because ? status == DUEL_OK || strstr(said.text, r->because) == NULL
                       : status != DUEL_OK) {
            print_error("%s: “%s”, not “%s”\n", r->before, said.text,
                        r->because ? r->because : "accepted");
            wrong++;
        }
    }
    assert_int_equal(wrong, 0);
}

/* ---- presets ---------------------------------------------------------------------------- */

TEST(test_presets)
{
    static const struct {
        const char *option;
        int seed, official;
    } expected[] = {{"precedence", 0, 1},    {"paired_parentheses", 0, 1},
                    {"fallacy_reset", 1, 0}, {"fallacy_returns", 0, 1},
                    {"immunity", 0, 1},      {"wild_not", 0, 1},
                    {"wild_ergo", 0, 1},     {"wild_justification", 0, 1},
                    {"points", 50, 50},      {"rounds", 30, 30}};
    duel_variant seed = check_settings("ergo", ""),
                 official = check_settings("ergo", "preset=official"), again;
    duel_variant mixed = check_settings("ergo", "precedence=seed preset=official points=30");
    for (size_t i = 0; i < sizeof expected / sizeof *expected; i++) {
        assert_int_equal(duel_variant_get(&seed, expected[i].option), expected[i].seed);
        assert_int_equal(duel_variant_get(&official, expected[i].option), expected[i].official);
    }
    assert_int_equal(duel_variant_get(&mixed, "precedence"), 0);
    assert_int_equal(duel_variant_get(&mixed, "wild_not"), 1);
    assert_int_equal(duel_variant_get(&mixed, "points"), 30);
    CHECK_BUF(text);
    duel_variant_print(&mixed, &text.sink);
    again = check_settings("ergo", text.text);
    assert_memory_equal(again.option, mixed.option, sizeof mixed.option);
}
