#!/usr/bin/env python3
"""What was solved of a game, walked through in the DUELLISTE terminal: usage: test_explore.py PATH-OF-DUEL [TEST…]

Needs tmux. What the windows tell is held to what `duel explore` tells of the same position; the screens stored in
screens/ are written anew by DUEL_UPDATE=1, to be read before they are kept."""
import json
import os
import re
import subprocess
import sys

sys.dont_write_bytecode = True
from cases import check, main, test
from terminal import Terminal, plain

HERE = os.path.dirname(os.path.abspath(__file__))
DUEL = os.path.abspath(sys.argv[1])
THERE = r"EXPLORE\b"


def duel(data, *words):
    done = subprocess.run([DUEL, *words, "--data", data, "--lang", "en"], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    check(done.returncode == 0, "duel %s: %s" % (" ".join(words), done.stderr))
    return done.stdout


def told(data, *words):
    return json.loads(duel(data, "explore", *words, "--json"))


def windows(shown):
    """The lines of the surface, of Player and of Expert."""
    lines = shown.split("\n")
    middle = next(i for i, line in enumerate(lines) if re.match("[├+]", line) and i > 1)
    bottom = next(i for i, line in enumerate(lines) if re.match("[└+]", line) and i > middle)
    halves = [re.split("[│|]", line)[1:3] for line in lines[middle + 1:bottom]]
    return lines[2:middle], [left.strip() for left, _ in halves], [right.rstrip() for _, right in halves]


def listed(shown):
    """The moves in the window of the expert, with their values, and the one that is chosen."""
    rows = [re.fullmatch(r" (>| ) (\S+) +(\S.*)", line) for line in windows(shown)[2] if line.strip()]
    check(all(rows), "not a list of moves", shown)
    chosen = [row.group(2) for row in rows if row.group(1) == ">"]
    check(len(chosen) == 1, "not one move is chosen", shown)
    return [(row.group(2), row.group(3)) for row in rows], chosen[0]


def expected(data, *words):
    """The same as the command line has it."""
    return [tuple(line.strip().split(": ")) for line in duel(data, "explore", *words).split("\n") if line.startswith("  ") and
            re.match(r"  \S+: (a |endless)", line)]


def words_of(shown):
    return " ".join(line for line in windows(shown)[1] if line)


def stored(lang, name):
    return os.path.join(HERE, "screens", lang, name + ".txt")


# ---- walking -----------------------------------------------------------------------------------

@test
def a_game_is_walked_by_keys_and_every_move_has_its_value(data):
    duel(data, "solve", "tictactoe")
    with Terminal(DUEL, ["tictactoe"], data) as t:
        shown = t.press("e", THERE, "9 moves", "The start of the game")
        check(told(data, "tictactoe")["text"] in words_of(shown), "it is not counted", shown)
        check(listed(shown) == (expected(data, "tictactoe", "........."), "a3"), "not its moves", shown)
        shown = t.press("Down Down Up", "> b3", "Crosses > b3", r"│\[ \]│")
        shown = t.press("Enter", "8 moves", "then b3 +│", "Noughts > a3")
        moves = expected(data, "tictactoe", "--play", "b3")
        check(listed(shown)[0] == moves and len({value for _, value in moves}) == 2, "not the values of its moves", shown)
        check([value for _, value in moves] == sorted((value for _, value in moves), reverse=True), "not the best first", shown)
        t.press("c 2", "> c2  a loss in 6 moves", r"Noughts > c2 +│")  # typed: the list follows
        shown = t.press("Enter", "7 moves", "then b3 c2 +│", "a win in 5 moves")
        check(listed(shown)[0] == expected(data, "tictactoe", "--play", "b3,c2"), "not its moves", shown)
        t.press("BSpace", "8 moves", "then b3 +│", "> c2")  # where one came from is chosen
        t.press("Left", "9 moves", "> b3")
        t.press("Right", "then b3 +│")
        t.press("Left Left", "Here the way begins")
        t.press("z 9 Enter", "not “z9”", "9 moves")
        t.press("b Tab", r"Crosses > b +│")
        t.press("Escape", THERE, r"Crosses > b3 +│")  # what is typed goes first
        t.press("Escape", "Menu GAME")


@test
def a_walk_leads_to_the_end_and_back(data):
    duel(data, "solve", "nim", "matches=5")
    with Terminal(DUEL, ["nim", "matches=5"], data) as t:
        t.press("F12", THERE, "3 moves")
        t.keys("3", "Enter", "2", "Enter")  # as fast as one likes
        shown = t.wait("The game goes to Second", "0 matches", "then 3 2")
        check(not any(line for line in windows(shown)[2]), "moves after the end", shown)
        t.keys("Enter", "Right", "Up", "x", "Tab")
        t.press("BSpace", "2 matches", "> 2 ", "then 3 +│")


@test
def of_a_long_way_the_end_is_told(data):
    board = ("connect4", "width=4", "height=4")
    duel(data, "solve", *board)
    with Terminal(DUEL, list(board), data) as t:
        t.press("e", THERE, "4 moves")
        for column in "11112222":
            t.keys(column, "Enter")
        t.wait("then 1 1 1 1 2 *│", "│ 2 2 2 +│")
        t.enter("3", "then … 1 1 1 2 *│", "│ 2 2 2 3 +│")


@test
def the_screens_are_those_of_both_languages(data):
    duel(data, "solve", "tictactoe")
    for lang in ("en", "fr"):
        with Terminal(DUEL, ["tictactoe", "--lang", lang], data) as t:
            t.press("e", "a3 ", "390")
            t.expect(stored(lang, "11-explore"))
            t.enter("b3", "b3 +│", "8 ")
            t.expect(stored(lang, "12-explore-move"))
            t.press("F3", "7 ")
            t.expect(stored(lang, "13-explore-longest"))


# ---- positions out of the base -----------------------------------------------------------------

@test
def the_longest_win_and_others_drawn_by_their_value(data):
    board = ("connect4", "width=4", "height=4")
    duel(data, "solve", *board)
    whole = told(data, *board)
    with Terminal(DUEL, list(board), data) as t:
        t.press("e", THERE, "4 moves")
        shown = t.press("F3", "The longest win +│", "to move: a win in %d" % whole["longest"])
        check(listed(shown)[0] == expected(data, *board), "not the moves of the longest win", shown)
        for key, value in (("F4", "a win in"), ("F5", "a loss in"), ("C-n", "a tie")):
            shown = t.press(key, "A position drawn at random", "to move: " + value)
            seen = {"\n".join(windows(shown)[0])}
            for _ in range(6):
                shown = t.press(key, "A position drawn at random", "to move: " + value, before=shown)
                seen.add("\n".join(windows(shown)[0]))
            check(len(seen) >= 4, "the same ones again and again", shown)
            check(listed(shown)[0][0][1].startswith(value), "not the best move first", shown)
        t.press("Enter", "drawn at random, then")
        shown = t.press("F2", "The start of the game +│", r"│\[·\]· · · │")
        check("Endless" not in shown, "a game that always ends", shown)


@test
def positions_without_end_are_drawn_too(data):
    duel(data, "solve", "morris", "board=three", "--tiers")
    with Terminal(DUEL, ["morris", "board=three"], data) as t:
        shown = t.press("e", THERE, "F11 .F Endless", "b2  a win in 9 moves")
        check("Tie" not in shown, "no position of it is a tie", shown)
        boards = set()
        for _ in range(4):
            shown = t.press("F11", "to move: endless", "> [^│]*endless", before=shown)
            boards.add("\n".join(windows(shown)[0]))
        check(len(boards) >= 2, "always the same one", shown)


@test
def back_from_a_position_drawn_leads_to_where_one_was(data):
    duel(data, "solve", "tictactoe")
    with Terminal(DUEL, ["tictactoe"], data) as t:
        t.press("e", THERE, "9 moves")
        t.press("b 2 Enter", "then b2 +│")
        t.press("F5", "drawn at random")
        t.press("F3", "The longest win")
        t.press("Left", "drawn at random", "to move: a loss")
        t.press("Left", "The start of the game, then b2 +│", "8 moves")


@test
def where_the_table_is_not_solved_one_begins_at_the_longest_win(data):
    duel(data, "solve", "awari", "--tiers", "--every", "--upto", "4")
    with Terminal(DUEL, ["awari"], data) as t:
        t.press("e", THERE, "position at the table is not solved", "The longest win")
        t.press("F2", "not among those that are solved", "The longest win")
        t.press("Enter", "The longest win, then")


# ---- the game at the table -----------------------------------------------------------------------

@test
def the_game_at_the_table_stays_as_it_was(data):
    duel(data, "solve", "tictactoe")
    with Terminal(DUEL, ["tictactoe"], data) as t:
        t.seat("3")
        t.press("F3", "Crosses >")
        t.press("b 2 Enter", "Noughts >")
        t.press("a 1 Enter", "Crosses >")
        before = t.press("F10", "saved as")
        shown = t.press("e", THERE, "The start of the game, then b2 a1", "7 moves")
        check(listed(shown)[0] == expected(data, "tictactoe", "--play", "b2,a1"), "not the position at the table", shown)
        t.press("Left", "then b2 +│", "> a1")  # back along the game
        t.press("c 3 Enter", "then b2 c3 +│")
        t.press("C-b", "then b2 a1 +│")
        t.press("F4", "drawn at random")
        after = t.press("C-x", "Menu GAME")
        check(plain(before).split("\n")[:-2] == plain(after).split("\n")[:-2], "the screen is another one", before + after)
        t.press("F3", "Crosses >", "X", "O")
        shown = t.press("c 1 Enter", "Noughts >")
        board = "".join(windows(shown)[0])
        check((board.count("X"), board.count("O")) == (2, 1), "the game did not go on", shown)


@test
def what_the_machine_at_the_table_has_solved_is_explored(data):
    with Terminal(DUEL, ["nim", "11"], data) as t:
        t.press("F3", "First >")
        t.enter("3", "Second plays")
        t.press("F10", "saved as")
        t.press("e", THERE, r"\d+ positions are solved", "The start of the game, then 3 1 +│")


@test
def a_game_that_is_explored_while_it_is_played_is_assisted(data):
    duel(data, "solve", "nim", "3")
    for explored in (False, True):
        with Terminal(DUEL, ["nim", "3"], data) as t:
            t.press("F3", "First >")
            t.press("F10", "saved as")
            if explored:
                t.press("e", THERE, "3  a win in 1 move")
                t.press("C-x", "Menu GAME")
            t.press("F3", "First >")
            shown = t.enter("3", "You win")
            check(("You had help" in shown) == explored, "told wrongly whether there was help", shown)


# ---- nothing to see ------------------------------------------------------------------------------

def how_to_solve(shown):
    """The command that is named in a page, or in the last line."""
    text = re.sub(r"\s*│\s*", " ", shown)
    return re.search(r"to solve it: (duel solve( [^\s│]+)+)", text).group(1).split()


@test
def nothing_solved_is_told_with_the_way_to_change_it(data):
    with Terminal(DUEL, ["connect4", "width=4", "height=3"], data, columns=200) as t:
        before = t.wait("Menu GAME")
        t.keys("e")
        shown = t.wait("Nothing of this game is kept yet; to solve it: duel solve connect4 width=4 height=3 --data", "Menu GAME")
        check(shown.split("\n")[:-2] == before.split("\n")[:-2], "something else has changed", shown)
        command = how_to_solve(shown)
        done = subprocess.run([DUEL] + command[1:], stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
        check(done.returncode == 0, "the command fails: " + done.stdout)
        t.press("e", THERE, "positions are solved")
    with Terminal(DUEL, ["connect4", "--lang", "fr"], data) as t:  # no room in the last line: as a page
        t.press("e", "Rien de ce jeu n’est encore gardé ; pour le résoudre : duel solve connect4", "Menu JEU", r"--data")
        t.press("Space", "· · · · · · ·")


@test
def games_with_secrets_are_refused(data):
    with Terminal(DUEL, ["duo"], data) as t:
        t.press("e", "A game with secrets", "Menu GAME")
        t.press("F3", "First >")


@test
def counting_can_be_stopped(data):
    board = ("connect4", "width=5", "height=4")
    duel(data, "solve", *board, "--tiers")
    with Terminal(DUEL, list(board), data) as t:
        t.wait("Menu GAME")
        for _ in range(8):  # it may be done before the key comes
            shown = t.press("c", "Menu GAME", "Colours:")
            t.keys("e", "F10")
            if "Stopped before all positions were counted" in t.wait_change(shown, "Menu GAME"):
                break
        t.wait("Stopped before all positions were counted")
        t.press("e", THERE, "1974174 positions are solved")


# ---- room ----------------------------------------------------------------------------------------

@test
def a_list_longer_than_its_window_scrolls(data):
    duel(data, "solve", "morris", "board=three", "--tiers")
    with Terminal(DUEL, ["morris", "board=three"], data, columns=60, rows=20, env={"LC_ALL": "C"}) as t:
        shown = t.press("e", THERE, r"> b2 a win in 9 moves")
        check(shown.isascii(), "not ASCII", shown)
        rows = len(windows(shown)[2])
        check(rows < 9 and windows(shown)[2][-1].endswith("v"), "nothing tells that there is more", shown)
        shown = t.press("End", r"> a2 a loss in 8 moves")
        check(windows(shown)[2][0].endswith("^"), "nothing tells that there is more above", shown)
        t.press("Home", r"> b2 a win in 9 moves")
        t.press("C-v", "without end", r"\| b2 a win in 9 moves")  # all of it, as a page
        t.press("NPage NPage", r"\| a2 a loss in 8 moves")


if __name__ == "__main__":
    main(sys.argv[2:])
