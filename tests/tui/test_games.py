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


def surface(shown):
    """The lines between the frames of the game surface."""
    lines = shown.split("\n")
    end = next(i for i, line in enumerate(lines) if line.startswith("├"))
    return [line[1:-1] for line in lines[2:end]]


def pick_first(t, shown):
    """The first thing the arrow keys come to, until a move is made of it."""
    shown = t.press("Right", PROMPT + r"\S", before=shown)
    return t.press("Enter", PROMPT + "|" + OVER, before=shown)


def type_first(t, shown, *then):
    """The first move that completion lists."""
    shown = t.press("Tab", r"\d+ moves: \S|" + PROMPT + r"\S", before=shown)
    listed = re.search(r"\d+ moves: (\S+)", shown)
    if listed:
        t.keys("C-u")  # what all of them begin with stands there already
        t.type(listed.group(1))
        shown = t.wait_change(shown, PROMPT + re.escape(listed.group(1)))
    return t.press("Enter", *then, before=shown)


# ---- against a machine -----------------------------------------------------------------------------

@test
def a_game_of_moriarty_by_arrow_keys(data):
    with Terminal(DUEL, ["moriarty"], data) as t:
        t.seat("random")
        shown = t.press("F3", "Activator >")
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
        t.seat("human:Ada,human:Bob")
        t.press("F3", r"screen goes to Ada \(")
        t.press("Enter", r"Player — Ada \(", r"Ada \(.*\) > ")


@test
def a_game_of_chicago_by_typed_moves(data):
    with Terminal(DUEL, ["chicago", "seed=5"], data) as t:
        t.seat("random")
        shown = t.press("F3", "First >", r"\[.K\]|\[.W\]")
        turns = 0
        while OVER not in shown:
            shown = type_first(t, shown, PROMPT + " |" + OVER)
            turns += 1
            check(turns < 40, "no end", shown)
        scores = [int(re.search(r"%s .* (-?\d+) " % name, shown).group(1)) for name in ("First", "Second")]
        lead = scores[0] - scores[1]
        winner = "You tie" if lead == 0 else "You win by %d" % lead if lead > 0 else "You lose by %d" % -lead
        check(winner in shown, "%s is not the result of %s" % (winner, scores), shown)


@test
def a_wumpus_of_15_by_15_by_advice(data):
    with Terminal(DUEL, ["wumpus", "size=15", "seed=1", "--seconds", "0.2"], data) as t:
        shown = t.press("F3", "Explorer >", r"14  ░", "↓→|→")
        seen = set()
        for _ in range(300):
            shown = t.press("?", "Advice: \\S+|" + OVER, before=shown)
            if OVER in shown:
                break
            advised = re.search(r"Advice: (\S+)", shown).group(1)
            t.type(advised)
            shown = t.wait_change(shown, PROMPT + re.escape(advised))
            shown = t.press("Enter", PROMPT + " |" + OVER, before=shown)
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
        t.press("F3", "Activator >")
        shown = t.enter("f5", r"Inhibitor plays \w\d")
        expert = " ".join(re.findall(r"│([^│\n]*)│\n", shown[shown.index("Inhibitor plays") - 80:]))
        check(not re.search(r"\b(for|costs?|and|of) (you|yours|your)\b|Your", expert), "who is “you”?", shown)


# ---- at one screen -----------------------------------------------------------------------------------

@test
def a_game_of_ergo_at_one_screen(data):
    covers, turns = 0, 0
    with Terminal(DUEL, ["ergo", "one_round=yes", "seed=3"], data) as t:
        t.seat("3")
        shown = t.press("F3", "screen goes to Letter A")
        while OVER not in shown:
            turns += 1
            check(turns < 300, "no end", shown)
            if "screen goes to" in shown:
                covers += 1
                check(not re.search(r"Letter .: \d|This turn|Pile", shown), "the cover hides too little", shown)
                shown = t.press("Enter", PROMPT, before=shown)
                mine = re.search(r"Player — Letter (.)", shown).group(1)
                for other, cards in re.findall(r"Letter (.): \d+ points?, \d+ cards? ([^│\n]*)", shown):
                    known = "?" not in cards
                    check(known == (other == mine), "%s sees the hand of %s" % (mine, other), shown)
            elif re.search(r"│ Letter . = ", shown):
                shown = t.press("Enter", "screen goes to|" + OVER, before=shown)
            else:
                shown = type_first(t, shown, PROMPT + " |screen goes to|" + OVER)
        check(covers > 10, "covered %d times only" % covers, shown)
        check(re.search("The game goes to|A tie|Nobody", shown), "no result", shown)


FORTY = ("(~A&B)>(~C|D)&(~A|B)>(~C&D)|A>B|~C&D>A&!B,,,;DCFJE~V,FJEFT;RJE;;1:1;0,0;"
         "06171b22dd23f44fba6ea04a6f6c52b0")


@test
def a_line_of_forty_cards_scrolls(data):
    with Terminal(DUEL, ["ergo", "one_round=yes", FORTY], data, columns=60, rows=20) as t:
        t.seat("3")
        t.press("F3", "screen goes to Letter A")
        shown = t.press("Enter", "Letter A >", r" 1 \( ¬ A ∧ B", "→")
        check("∧ D ⇒" not in shown, "the whole line fits in 60 columns", shown)
        shown = t.press("S-Right", "←", "∧ D ⇒", before=shown)  # by hand
        check("1 ( ¬ A" not in shown, "the beginning is still shown", shown)
        t.press("S-Left", r" 1 \( ¬ A ∧ B")
        t.enter("~@1.36", "This turn: ~@1.36", "←", "C ∧ ¬ │")  # and with the card placed
        t.enter("xC", "Letter A =")
        t.press("Enter", "screen goes to Letter B")
    with Terminal(DUEL, ["ergo", "one_round=yes", FORTY], data) as t:  # 80 columns show all of it
        shown = t.wait(r" 1 \( ¬ A ∧ B", r"A ∧\*? B")
        rows = " ".join(row.strip() for row in surface(shown))
        line = rows.split(" 1 (", 1)[1].split(" 2 ")[0]
        check(len(line.split()) == 39, "not forty cards", shown)


# ---- help ----------------------------------------------------------------------------------------------

@test
def hints_come_in_steps(data):
    with Terminal(DUEL, ["nim", "11"], data) as t:
        t.press("F3", "First >", "F6 ! Hint")
        shown = t.press("F6", "Hint 1 of 4: Some heaps are lost")
        check("Play 3" not in shown and "multiple" not in shown, "the first step says too much", shown)
        t.press("!", "Hint 2 of 4")
        t.press("!", "Hint 3 of 4: Play 3")
        t.press("!", "Hint 4 of 4: .*", "multiple of 4")
        t.enter("3", "First > ", "7 matches")
        t.press("F10", "saved as")
    with Terminal(DUEL, [], data) as t:  # help is remembered with the game
        t.press("F4", "> .*nim")
        t.press("Enter", "First >", "7 matches")
        t.enter("3", "First > ", "3 matches")
        t.enter("3", "You win", "You had help on the way")
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
        t.press("F3", "Explorer >")
        shown = t.enter("flag 1:1", "There is a flag on cell:1:1 now")
        check("⚑" in "".join(surface(shown)), "no flag is seen", shown)
        t.enter("check", r"[✗?✓] ")
        t.enter("observe", "observe yes")
        shown = t.enter("observe yes", "W")
        check("T" in "".join(surface(shown)), "no pit is seen", shown)
        t.enter("flag 1:1", "no flag on cell:1:1")
        t.keys("Right")
        t.press("C-f", r"There is a flag on cell:")


@test
def lenses_lie_under_the_drawing(data):
    with Terminal(DUEL, ["wumpus", "seed=4"], data) as t:
        before = t.press("F3", "Explorer >", r"F3 \^L Lens")
        shown = t.press("C-l", "Lens: What follows", "proved safe")
        check("✓" in "".join(surface(shown)), "nothing is proved safe", shown)
        t.press("F3", "Lens: Where each percept")
        shown = t.press("F3", "The lens is put away")
        check([row.strip() for row in surface(shown) if row.strip()] ==
              [row.strip() for row in surface(before) if row.strip()], "not the drawing as before", shown)
    with Terminal(DUEL, ["ergo", "seed=4"], data) as t:  # the other one did not ask for it
        t.seat("3")
        t.press("F3", "screen goes to Letter A")
        t.press("Enter", "Letter A >")
        t.press("F3 F3", "Lens: Truth table", r"0 0 0 0 \|")
        for _ in range(2):
            t.type("x")
            type_first(t, t.wait("> x"), "Letter A [>=]  ")
        t.press("Enter", "screen goes to Letter B")
        shown = t.press("Enter", "Letter B >")
        check("0 0 0 0 |" not in shown, "the lens stayed", shown)
    with Terminal(DUEL, ["nim"], data) as t:
        shown = t.press("F3", "First >")
        check("Lens" not in shown, "a lens for a game without one", shown)


EN = {"lesson": "Lesson", "step": "step", "over": "The lesson is over"}
FR = {"lesson": "Leçon", "step": "étape", "over": "La leçon est finie"}


def walk(t, words, moves):
    """Moves of a lesson, the wrong ones marked by a word of their answer."""
    step = 1
    for move, answer in moves:
        shown = t.wait(r"%s %d " % (words["step"], step))
        if not re.search(PROMPT, shown):  # a page, since the window is too small for it
            shown = t.press("Space", PROMPT)
        if answer:
            t.enter(move, answer, r"%s %d " % (words["step"], step), before=shown)
        else:
            step += 1
            t.enter(move, r"%s %d |%s" % (words["step"], step, words["over"]), before=shown)
    t.wait(words["over"])


@test
def the_lessons_of_1995(data):
    with Terminal(DUEL, ["allumettes"], data) as t:
        t.wait("F6 l Lesson")
        t.keys("l")
        walk(t, EN, [("1", "Take all three"), ("3", None), ("3", "three or fewer"), ("1", None), ("1", "one match"),
                     ("2", None), ("1", "8 or 4"), ("2", None), ("2", "make four"), ("1", None), ("3", None),
                     ("3", None), ("2", None)])
        t.press("x", "Menu GAME", "19 matches")
    with Terminal(DUEL, ["nim", "--lang", "fr"], data) as t:
        t.wait("F6 l Leçon")
        t.keys("F6")
        walk(t, FR, [("2", "Prenez les trois"), ("3", None), ("2", "gagne aussi"), ("1", None), ("1", "vient"),
                     ("3", None), ("1", None), ("1", None), ("3", None), ("3", "multiple de"), ("1", None)])
        t.press("x", "Menu JEU", "19 allumettes")


def see_opening(t):
    """The first picture of Ergo's lesson: the cards dealt in the shape of its name, until a key is pressed."""
    shown = t.wait("Any key begins")
    cards = sum(len(re.findall(r"[ABCD∧∨⇒¬()]", row)) for row in surface(shown))
    check(cards > 30, "%d cards make no name" % cards, shown)
    check("Letter" not in "".join(surface(shown)), "the position shows through", shown)
    t.press("Space", "Letter", before=shown)


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
                    shown = t.press("Space", PROMPT, before=shown)
                shown = t.press("?", r"Play \S+\.|Any move will do")
                answer = re.search(r"Play (\S+)\.", shown)
                if answer:
                    t.type(answer.group(1))
                else:
                    shown = t.press("Right", PROMPT + r"\S", before=shown)
                shown = t.press("Enter", PROMPT + "  |Press a key", before=shown)
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
