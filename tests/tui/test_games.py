#!/usr/bin/env python3
"""Whole games in the DUELLISTE terminal, as people play them: usage: test_games.py PATH-OF-DUEL [TEST…]

Needs tmux. By arrow keys, by typed moves, by advice; at one screen with a cover between turns; drawings
larger than the surface; hints, lenses and lessons."""
import os
import re
import subprocess
import sys

sys.dont_write_bytecode = True
from cases import check, main, test
from terminal import Terminal

DUEL = os.path.abspath(sys.argv[1])
PROMPT = r"│ [^│\n]{3,24} [>=] "
OVER = "The game is over"


def seat(t, players):
    t.keys("o")
    t.wait("Who plays")
    t.keys(players, "Enter")
    t.wait("seated")


def surface(shown):
    """The lines between the frames of the game surface."""
    lines = shown.split("\n")
    end = next(i for i, line in enumerate(lines) if line.startswith("├"))
    return [line[1:-1] for line in lines[2:end]]


def pick_first(t, shown):
    """The first thing the arrow keys come to, until a move is made of it."""
    t.keys("Right")
    shown = t.wait_change(shown, PROMPT + r"\S")
    t.keys("Enter")
    return t.wait_change(shown, PROMPT + "|" + OVER)


def type_first(t, shown):
    """The first move that completion lists."""
    t.keys("Tab")
    shown = t.wait_change(shown, r"\d+ moves: \S|" + PROMPT + r"\S")
    listed = re.search(r"\d+ moves: (\S+)", shown)
    if listed:
        t.keys("C-u")  # what all of them begin with stands there already
        t.type(listed.group(1))
    t.keys("Enter")
    return t.wait_change(shown, PROMPT + " |" + OVER)


# ---- against a machine -----------------------------------------------------------------------------

@test
def a_game_of_moriarty_by_arrow_keys(data):
    with Terminal(DUEL, ["moriarty"], data) as t:
        seat(t, "random")
        t.keys("F3")
        shown = t.wait("Activator >")
        turns = 0
        while OVER not in shown:
            shown = pick_first(t, shown)
            turns += 1
            check(turns < 100, "no end", shown)
        score = re.search(r"Activator: (\d+) discs? +Inhibitor: (\d+)", shown)
        board = "\n".join(surface(shown)[:11])
        check(score and board.count("●") + board.count("○") >= 4, "no final board", shown)
        full = "·" not in board
        check(not full or sorted([board.count("●"), board.count("○")]) == sorted(map(int, score.groups())),
              "the discs are not the score", shown)
        check(re.search("You win by|You lose by|You tie", shown), "no result", shown)


@test
def people_at_one_screen_have_names(data):
    with Terminal(DUEL, ["duo"], data) as t:
        seat(t, "human:Ada,human:Bob")
        t.keys("F3")
        t.wait(r"screen goes to Ada \(")
        t.keys("Enter")
        t.wait(r"Player — Ada \(", r"Ada \(.*\) > ")


@test
def a_game_of_chicago_by_typed_moves(data):
    with Terminal(DUEL, ["chicago", "seed=5"], data) as t:
        seat(t, "random")
        t.keys("F3")
        shown = t.wait("First >", r"\[.K\]|\[.W\]")
        turns = 0
        while OVER not in shown:
            shown = type_first(t, shown)
            turns += 1
            check(turns < 40, "no end", shown)
        scores = [int(re.search(r"%s .* (-?\d+) " % name, shown).group(1)) for name in ("First", "Second")]
        lead = scores[0] - scores[1]
        winner = "You tie" if lead == 0 else "You win by %d" % lead if lead > 0 else "You lose by %d" % -lead
        check(winner in shown, "%s is not the result of %s" % (winner, scores), shown)


@test
def a_wumpus_of_15_by_15_by_advice(data):
    with Terminal(DUEL, ["wumpus", "size=15", "seed=1", "--seconds", "0.2"], data) as t:
        t.keys("F3")
        shown = t.wait("Explorer >", r"14  ░", "↓→|→")
        seen = set()
        for _ in range(300):
            t.keys("?")
            shown = t.wait_change(shown, "Advice: \\S+|" + OVER)
            if OVER in shown:
                break
            advised = re.search(r"Advice: (\S+)", shown).group(1)
            t.type(advised)
            shown = t.wait_change(shown, PROMPT + re.escape(advised))
            t.keys("Enter")
            shown = t.wait_change(shown, PROMPT + " |" + OVER)
            seen.add(re.search(r"Game surface[^\n]*", shown).group(0)[-8:])
            check(OVER in shown or "@" in "".join(surface(shown)), "the explorer is out of sight", shown)
            if OVER in shown:
                break
        check(OVER in shown, "no end", shown)
        check(len(seen) > 1, "the drawing did not scroll", shown)


@test
def the_expert_does_not_call_itself_you(data):
    """What is said of the machine's move is read by the other player."""
    with Terminal(DUEL, ["moriarty", "--seconds", "0.2"], data, 120, 40) as t:
        t.keys("F3")
        t.wait("Activator >")
        t.type("f5")
        t.keys("Enter")
        shown = t.wait(r"Inhibitor plays \w\d")
        expert = " ".join(re.findall(r"│([^│\n]*)│\n", shown[shown.index("Inhibitor plays") - 80:]))
        check(not re.search(r"\b(for|costs?|and|of) (you|yours|your)\b|Your", expert), "who is “you”?", shown)


# ---- at one screen -----------------------------------------------------------------------------------

@test
def a_game_of_ergo_at_one_screen(data):
    covers, turns = 0, 0
    with Terminal(DUEL, ["ergo", "one_round=yes", "seed=3"], data) as t:
        seat(t, "3")
        t.keys("F3")
        shown = t.wait("screen goes to Letter A")
        while OVER not in shown:
            turns += 1
            check(turns < 300, "no end", shown)
            if "screen goes to" in shown:
                covers += 1
                check(not re.search(r"Letter .: \d|This turn|Pile", shown), "the cover hides too little", shown)
                t.keys("Enter")
                shown = t.wait_change(shown, PROMPT)
                mine = re.search(r"Player — Letter (.)", shown).group(1)
                for other, cards in re.findall(r"Letter (.): \d+ points?, \d+ cards? ([^│\n]*)", shown):
                    known = "?" not in cards
                    check(known == (other == mine), "%s sees the hand of %s" % (mine, other), shown)
            elif re.search(r"│ Letter . = ", shown):
                t.keys("Enter")
                shown = t.wait_change(shown, "screen goes to|" + OVER)
            else:
                t.keys("Tab")
                shown = t.wait_change(shown, r"\d+ moves: \S|" + PROMPT + r"\S")
                listed = re.search(r"\d+ moves: (\S+)", shown)
                if listed:
                    t.keys("C-u")
                    t.type(listed.group(1))
                    shown = t.wait_change(shown, PROMPT + re.escape(listed.group(1)))
                t.keys("Enter")
                shown = t.wait_change(shown, PROMPT + " |screen goes to|" + OVER)
        check(covers > 10, "covered %d times only" % covers, shown)
        check(re.search("The game goes to|A tie|Nobody", shown), "no result", shown)


FORTY = ("(~A&B)>(~C|D)&(~A|B)>(~C&D)|A>B|~C&D>A&!B,,,;DCFJE~V,FJEFT;RJE;;1:1;0,0;"
         "06171b22dd23f44fba6ea04a6f6c52b0")


@test
def a_line_of_forty_cards_scrolls(data):
    with Terminal(DUEL, ["ergo", "one_round=yes", FORTY], data, columns=60, rows=20) as t:
        seat(t, "3")
        t.keys("F3")
        t.wait("screen goes to Letter A")
        t.keys("Enter")
        shown = t.wait("Letter A >", r" 1 \( ¬ A ∧ B", "→")
        check("∧ D ⇒" not in shown, "the whole line fits in 60 columns", shown)
        t.keys("S-Right")  # by hand
        shown = t.wait_change(shown, "←", "∧ D ⇒")
        check("1 ( ¬ A" not in shown, "the beginning is still shown", shown)
        t.keys("S-Left")
        t.wait(r" 1 \( ¬ A ∧ B")
        t.type("~@1.36")  # and with the card placed
        t.keys("Enter")
        t.wait("This turn: ~@1.36", "←", "C ∧ ¬ │")
        t.type("xC")
        t.keys("Enter")
        t.wait("Letter A =")
        t.keys("Enter")
        t.wait("screen goes to Letter B")
    with Terminal(DUEL, ["ergo", "one_round=yes", FORTY], data) as t:  # 80 columns show all of it
        shown = t.wait(r" 1 \( ¬ A ∧ B", r"A ∧\*? B")
        rows = " ".join(row.strip() for row in surface(shown))
        line = rows.split(" 1 (", 1)[1].split(" 2 ")[0]
        check(len(line.split()) == 39, "not forty cards", shown)


# ---- help ----------------------------------------------------------------------------------------------

@test
def hints_come_in_steps(data):
    with Terminal(DUEL, ["nim", "11"], data) as t:
        t.keys("F3")
        t.wait("First >", "F6 ! Hint")
        t.keys("F6")
        shown = t.wait("Hint 1 of 4: Some heaps are lost")
        check("Play 3" not in shown and "multiple" not in shown, "the first step says too much", shown)
        t.keys("!")
        t.wait("Hint 2 of 4")
        t.keys("!")
        t.wait("Hint 3 of 4: Play 3")
        t.keys("!")
        t.wait("Hint 4 of 4: .*", "multiple of 4")
        t.keys("3", "Enter")
        t.wait("First > ", "7 matches")
        t.keys("F10")
        t.wait("saved as")
    with Terminal(DUEL, [], data) as t:  # help is remembered with the game
        t.keys("F4")
        t.wait("> .*nim")
        t.keys("Enter")
        t.wait("First >", "7 matches")
        t.keys("3", "Enter")
        t.wait("First > ", "3 matches")
        t.keys("3", "Enter")
        t.wait("You win", "You had help on the way")
    with Terminal(DUEL, ["nim", "11"], data) as t:
        t.keys("F3")
        for left in ("11", "7", "3"):
            t.wait("First > ", left + " matches")
            t.keys("3", "Enter")
        shown = t.wait("You win")
        check("You had help" not in shown, "help that was not asked for", shown)


@test
def flags_stand_on_cells_and_are_checked(data):
    with Terminal(DUEL, ["wumpus", "id=104001"], data) as t:
        t.keys("F3")
        t.wait("Explorer >")
        t.type("flag 1:1")
        t.keys("Enter")
        shown = t.wait("There is a flag on cell:1:1 now")
        check("⚑" in "".join(surface(shown)), "no flag is seen", shown)
        t.type("check")
        t.keys("Enter")
        t.wait(r"[✗?✓] ")
        t.type("observe")
        t.keys("Enter")
        t.wait("observe yes")
        t.type("observe yes")
        t.keys("Enter")
        shown = t.wait("W")
        check("T" in "".join(surface(shown)), "no pit is seen", shown)
        t.type("flag 1:1")
        t.keys("Enter")
        t.wait("no flag on cell:1:1")
        t.keys("Right")
        t.keys("C-f")
        t.wait(r"There is a flag on cell:")


@test
def lenses_lie_under_the_drawing(data):
    with Terminal(DUEL, ["wumpus", "seed=4"], data) as t:
        t.keys("F3")
        before = t.wait("Explorer >", r"F3 \^L Lens")
        t.keys("C-l")
        shown = t.wait("Lens: What follows", "proved safe")
        check("✓" in "".join(surface(shown)), "nothing is proved safe", shown)
        t.keys("F3")
        t.wait("Lens: Where each percept")
        t.keys("F3")
        shown = t.wait("The lens is put away")
        check([row.strip() for row in surface(shown) if row.strip()] ==
              [row.strip() for row in surface(before) if row.strip()], "not the drawing as before", shown)
    with Terminal(DUEL, ["ergo", "seed=4"], data) as t:  # the other one did not ask for it
        seat(t, "3")
        t.keys("F3")
        t.wait("screen goes to Letter A")
        t.keys("Enter")
        t.wait("Letter A >")
        t.keys("F3", "F3")
        t.wait("Lens: Truth table", r"0 0 0 0 \|")
        for _ in range(2):
            shown = t.screen()
            t.type("x")
            t.keys("Tab")
            t.wait_change(shown, r"moves: (x\S)|> x\S")
            first = re.search(r"moves: (x\S)", t.screen())
            if first:
                t.keys("C-u")
                t.type(first.group(1))
            t.keys("Enter")
            t.wait("Letter A [>=]  ")
        t.keys("Enter")
        t.wait("screen goes to Letter B")
        t.keys("Enter")
        shown = t.wait("Letter B >")
        check("0 0 0 0 |" not in shown, "the lens stayed", shown)
    with Terminal(DUEL, ["nim"], data) as t:
        t.keys("F3")
        shown = t.wait("First >")
        check("Lens" not in shown, "a lens for a game without one", shown)


EN = {"lesson": "Lesson", "step": "step", "over": "The lesson is over"}
FR = {"lesson": "Leçon", "step": "étape", "over": "La leçon est finie"}


def walk(t, words, moves):
    """Moves of a lesson, the wrong ones marked by a word of their answer."""
    step = 1
    for move, answer in moves:
        shown = t.wait(r"%s %d " % (words["step"], step))
        if not re.search(PROMPT, shown):  # a page, since the window is too small for it
            t.keys("Space")
            shown = t.wait(PROMPT)
        t.keys(move, "Enter")
        if answer:
            t.wait_change(shown, answer, r"%s %d " % (words["step"], step))
        else:
            step += 1
            t.wait_change(shown, r"%s %d |%s" % (words["step"], step, words["over"]))
    t.wait(words["over"])


@test
def the_lessons_of_1995(data):
    with Terminal(DUEL, ["allumettes"], data) as t:
        t.wait("F6 l Lesson")
        t.keys("l")
        walk(t, EN, [("1", "Take all three"), ("3", None), ("3", "three or fewer"), ("1", None), ("1", "one match"),
                     ("2", None), ("1", "8 or 4"), ("2", None), ("2", "make four"), ("1", None), ("3", None),
                     ("3", None), ("2", None)])
        t.keys("x")
        t.wait("Menu GAME", "19 matches")
    with Terminal(DUEL, ["nim", "--lang", "fr"], data) as t:
        t.wait("F6 l Leçon")
        t.keys("F6")
        walk(t, FR, [("2", "Prenez les trois"), ("3", None), ("2", "gagne aussi"), ("1", None), ("1", "vient"),
                     ("3", None), ("1", None), ("1", None), ("3", None), ("3", "multiple de"), ("1", None)])
        t.keys("x")
        t.wait("Menu JEU", "19 allumettes")


def see_opening(t):
    """The first picture of Ergo's lesson: the cards dealt in the shape of its name, until a key is pressed."""
    shown = t.wait("Any key begins")
    cards = sum(len(re.findall(r"[ABCD∧∨⇒¬()]", row)) for row in surface(shown))
    check(cards > 30, "%d cards make no name" % cards, shown)
    check("Letter" not in "".join(surface(shown)), "the position shows through", shown)
    t.keys("Space")
    t.wait_change(shown, "Letter")


@test
def every_lesson_goes_to_its_end(data):
    listed = subprocess.run([DUEL, "learn"], stdout=subprocess.PIPE, text=True).stdout
    for game in [line.split()[0] for line in listed.splitlines()]:
        with Terminal(DUEL, [game], data) as t:
            t.wait("F6 l Lesson")
            t.keys("l")
            if game == "ergo":
                see_opening(t)
            shown = t.wait("step 1 of")
            for _ in range(60):
                if "The lesson is over" in shown:
                    break
                if not re.search(PROMPT, shown):
                    t.keys("Space")
                    shown = t.wait_change(shown, PROMPT)
                t.keys("?")
                shown = t.wait(r"Play \S+\.|Any move will do")
                answer = re.search(r"Play (\S+)\.", shown)
                if answer:
                    t.type(answer.group(1))
                else:
                    t.keys("Right")
                    shown = t.wait_change(shown, PROMPT + r"\S")
                t.keys("Enter")
                shown = t.wait_change(shown, PROMPT + "  |Press a key")
            check("The lesson is over" in shown, "the lesson of %s has no end" % game, shown)


@test
def a_lesson_in_lines_of_text(data):
    def learn(*arguments, say):
        return subprocess.run([DUEL, "learn"] + list(arguments), input=say, stdout=subprocess.PIPE,
                              stderr=subprocess.DEVNULL, text=True)

    done = learn("nim", say="2\n3\n1\n?\n3\n1\n1\n1\n1\n")
    check(done.returncode == 0 and "Take all three" in done.stdout and "Play 3." in done.stdout and
          "That was the lesson" in done.stdout, "not the lesson", done.stdout)
    done = learn("nim", say="3\nq\n")
    check("duel learn nim --step 2" in done.stdout, "no way back", done.stdout)
    done = learn("nim", "--step", "7", say="1\n")
    check("13 matches" in done.stdout and "That was the lesson" in done.stdout, "not step 7", done.stdout)
    opened, later = learn("ergo", say="q\n").stdout, learn("ergo", "--step", "2", say="q\n").stdout
    check(re.search(r"\A(  [^\n]{20,}\n){6}\nStep 1 of", opened), "no name in cards", opened)
    check(later.startswith("\nStep 2 of"), "a picture in the middle", later)
    check("allumettes" in learn(say="").stdout, "the lessons are not listed")
    check(learn("template", say="").returncode != 0, "a game without a lesson has one")


if __name__ == "__main__":
    main(sys.argv[2:])
