/* script/kinds.c -- the kinds of files that run in a process: what starts it, and their faults
 * in words. */
#include "script/child.h"
#include "script/encoding.h"
#include "script/host.h"
#include "script/prolog.h"

static const char *const lua_words[TALK_ANSWERS] = {
    [TALK_ERROR] = N_("{0}: in {1}: {2}"),
    [TALK_ENDLESS] = N_("{0}:{3}: {1} does not come to an end: it was stopped after 50 million "
                        "steps."),
    [TALK_MEMORY] = N_("{0}: {1} asks for more memory than the 64 MB a file may use."),
    [TALK_NO_VALUE] = N_("{0}: {1} gives something that is not a plain value (a number, a "
                         "text, true, false or a table of these) at {2}."),
    [TALK_NAN] = N_("{0}: {1} gives a number that is not one (NaN, such as 0/0) at {2}."),
    [TALK_CYCLE] = N_("{0}: {1} gives a table that contains itself, at {2}."),
    [TALK_LARGE] =
        N_("{0}: {1} gives a value that is too large, at {2}: a state has room for 8000 "
           "bytes and 16 tables inside each other."),
    [TALK_MISSING] = N_("{0}: there is no function {1}. A game needs rules, init, over, moves "
                        "and play."),
    [TALK_NO_LIST] = N_("{0}: moves gives {2}, not a list of moves 1, 2, 3…; a set has no "
                        "order."),
    [TALK_SCORES] = N_("{0}: over gives {2}; it gives nil while the game goes on, then a list "
                       "of scores, one whole number for each seat."),
    [TALK_TURN] = N_("{0}: turn gives {2}, not the number of a seat."),
    [TALK_MANY] = N_("{0}: moves lists {2} moves; a position has at most 4095."),
    [TALK_UNORDERED] = N_("{0}: moves lists the moves in another order when it is asked again: "
                          "pairs has no order; use ipairs, or sort the list."),
    [TALK_FICKLE] = N_("{0}: {1} gives another answer when it is asked again: it may depend on "
                       "nothing but the state it is given."),
    [TALK_NUMBER] = N_("{0}: {1} gives {2}, not a number."),
};

static const char *const prolog_words[TALK_ANSWERS] = {
    [TALK_ERROR] = N_("{0}: in {1}: {2}"),
    [TALK_MEMORY] = N_("{0}: {1} asks for more memory than the 64 MB a file may use."),
    [TALK_NO_VALUE] = N_("{0}: {1} gives a term that is not whole ({2}): states and actions "
                         "have no variables in them, and are made of numbers, names, texts, "
                         "lists and terms of these."),
    [TALK_LARGE] = N_("{0}: {1} gives a term that is too large: a state has room for 8000 "
                      "bytes and 8 terms inside each other."),
    [TALK_MISSING] = N_("{0}: there is no predicate {1}. A game has règles/1, init/2, "
                        "termine/2, possibilités/2, modifie/3 and affiche/1."),
    [TALK_NO_LIST] = N_("{0}: {1} gives {2}, not a list of actions."),
    [TALK_SCORES] = N_("{0}: {1} gives {2}; a solution is [0,A] for a position that is lost, "
                       "[1,A] for one that is won, and A is nil where the game is over."),
    [TALK_MANY] = N_("{0}: {1} lists {2} actions; a position has at most 4095."),
    [TALK_FICKLE] = N_("{0}: {1} gives another answer when it is asked again: it may depend on "
                       "nothing but the state it is given."),
    [TALK_FAILS] = N_("{0}: {1} fails where it must give an answer."),
    [TALK_OUTSIDE] = N_("{0}: it calls {2}, and a file may reach nothing outside its game."),
    [TALK_SITUATION] = N_("{0}: {1} accepts no whole number up to 1000; write facts "
                          "situation(S) for what it accepts."),
};

const script_kind script_kind_lua = {
    .process = child_word, .words = lua_words, .may_loop = "loopy = true."};
const script_kind script_kind_prolog = {.process = prolog_word,
                                        .words = prolog_words,
                                        .may_loop = "boucle.",
                                        .prepare = encoding_make_utf8};
