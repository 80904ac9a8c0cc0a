#!/usr/bin/env python3
"""The DUELLISTE terminal, driven as a person would: usage: test_tui.py PATH-OF-DUEL [TEST…]

Needs tmux. The screens of the 1995 session are stored in screens/; after a wanted change,
DUEL_UPDATE=1 writes them anew, to be read before they are kept."""
import os
import pty
import re
import resource
import sqlite3
import subprocess
import sys

sys.dont_write_bytecode = True
sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "web"))
from cases import check, main, test
from wire_client import Clock
from terminal import Terminal, plain

HERE = os.path.dirname(os.path.abspath(__file__))
DUEL = os.path.abspath(sys.argv[1])


# ---- the session of 1995 ---------------------------------------------------------------------

WORDS = {
    "en": {"start": "F2 or g", "help": "Press a key", "ask": "Which game", "game": "Menu GAME", "rules": "matches=19",
           "situation": "Starting situation", "set": "situation is set", "prompt": "First >", "plays": "Second plays",
           "over": "You win", "saved": "new positions"},
    "fr": {"start": "F2 ou g", "help": "Appuyer sur une touche", "ask": "Quel jeu", "game": "Menu JEU",
           "rules": "matches=19", "situation": "Situation initiale", "set": "situation est pos",
           "prompt": "Le premier >", "plays": "Le second joue", "over": "Vous gagnez", "saved": "nouvelles"},
}


def session_1995(lang, data):
    words = WORDS[lang]

    def stored(name):
        return os.path.join(HERE, "screens", lang, name + ".txt")

    with Terminal(DUEL, ["--lang", lang], data) as t:
        t.wait(words["start"])
        t.expect(stored("01-start"))
        t.press("F1", words["help"])
        t.expect(stored("02-help"))
        t.keys("Space")
        t.press("F2", words["ask"], "nim", "allumettes")
        t.enter("nim", words["game"])
        t.expect(stored("03-nim"))
        t.press("F1", words["rules"])
        t.expect(stored("04-rules"))
        t.keys("Space")
        t.press("F2", words["situation"])
        t.expect(stored("05-situation"))
        t.enter("11", words["set"], "11 ")
        t.expect(stored("06-eleven"))
        t.press("F3", words["prompt"])
        t.expect(stored("07-play"))
        for turn, move in enumerate(["3", "3", "3"]):
            t.enter(move, words["over"] if turn == 2 else words["prompt"])
            t.expect(stored("08-turn-%d" % (turn + 1)))
        t.press("F10", "Menu DUEL", words["saved"])
        t.expect(stored("09-learned"))
        t.keys("F10")
        t.wait_end()


@test
def session_of_1995_in_english(data):
    session_1995("en", data)


@test
def session_of_1995_in_french_and_learned_positions_come_back(data):
    session_1995("fr", data)
    listed = subprocess.run([DUEL, "learned", "list", "nim", "--data", data], stdout=subprocess.PIPE, text=True)
    check("nim" in listed.stdout, "nothing was learned of nim", listed.stdout)
    with Terminal(DUEL, ["nim", "11"], data) as t:  # a new process answers without searching
        t.press("F3", "First >")
        t.enter("3", "Second plays", "Known already|learned earlier")


@test
def plain_keys_do_what_function_keys_do(data):
    with Terminal(DUEL, [], data) as t:
        t.wait("Menu DUEL")
        t.press("h", "Press a key")
        t.keys("x")
        t.press("g", "Which game")
        t.press("all Tab", "allumettes *$|Which game. allumettes")
        t.press("Enter", "Menu GAME", "19 matches")
        t.press("s", "Starting situation")
        t.enter("nonsense", "“nonsense”", "Starting situation")  # what is wrong is told, and the question stays
        t.enter("30", "30 matches", r"\(matches=30\)")  # no position of 19 matches: then the number of matches
        t.press("p", "First >")
        t.press("C-r", "takes 1, 2 or 3")
        t.keys("Space")
        t.press("C-x", "saved as")
        t.press("q", "Menu DUEL")
        t.keys("q")
        t.wait_end()


@test
def the_terminal_opens_on_the_choice_of_a_game(data):
    with Terminal(DUEL, [], data) as t:
        t.wait("> ergo", "Prove that you exist, and nobody else")
        t.press("Down Down", "> moriarty", "Enclose proteins")
        t.press("NPage NPage", "> duo", "↑")
        t.press("PPage Up", "> nim +NIM|> allumettes")
        t.press("PPage Down Enter", "Menu GAME", "Game surface — Wumpus World")
        t.press("q", "Menu DUEL", "> wumpus")  # where one comes from


@test
def a_game_is_named_with_its_situation_as_on_the_command_line(data):
    with Terminal(DUEL, ["--lang", "fr"], data) as t:
        t.wait("F2 ou g")
        t.press("F2", "Quel jeu")
        for wrong, meant in (("wumpsu size=5", "wumpus"), ("wumpus szie=5", "size"), ("wumpus difficulty=hadr", "hard")):
            t.enter(wrong, "Vouliez-vous dire %s" % meant, "Quel jeu")
        t.enter("Le monde de Wumpus.", "Menu JEU", "Surface de jeu — Le monde de Wumpus", " 7  ░")
        t.press("q", "Menu DUEL")
        t.press("g", "Quel jeu")
        t.enter("Wumpus size=5 difficulty=hard.", "Menu JEU", " 4  ░")
        t.press("o", "Qui joue")
        t.enter("1.", "Les joueurs sont")


PIES = "CW/WW/KW/MM/KM/RR 1 7,6,6,6,6,6 - - 1"
HALF = {"en": ("keep: coffee or cocoa\\?", "coffee.", "is not a move: write 2CK", "walk 2 piles, keep coffee, sell cocoa"),
        "fr": ("garder.: café ou cacao.\\?", "cafe.", "n’est pas un coup", "garder le café, vendre le cacao")}


@test
def a_begun_move_is_asked_on_and_no_message_is_cut(data):
    for lang, (question, rest, refusal, end) in HALF.items():
        with Terminal(DUEL, ["chicago", PIES, "--lang", lang], data) as t:
            t.wait("F3|Menu")
            t.press("F3", "First >|premier >")
            shown = t.enter("pepper", re.escape(refusal))
            left = " ".join(line[1:40].strip() for line in shown.split("\n")[18:22])
            check(refusal in left and end in left, "the message is cut", shown)
            t.enter("1.", question, r"\[2 ")
            t.press("Escape", "│ pile 2.?: 2")  # the cursor stays on it
            t.enter("1", question)
            t.enter(rest, "[Ss]econd joue|Second plays|Thinking|Réflexion")
            t.enter("quit" if lang == "en" else "quitter", "saved as|gardée sous")


# ---- typing, advice, undo ----------------------------------------------------------------------

def impossible_move(lang, data, *answer):
    with Terminal(DUEL, ["nim", "11", "--lang", lang], data) as t:
        t.press("F3", WORDS[lang]["prompt"])
        t.enter("7", *answer)
        t.expect(os.path.join(HERE, "screens", lang, "10-impossible.txt"))


@test
def an_impossible_move_and_its_advice_on_the_screen(data):
    impossible_move("en", data, "not 7", "Advice: 3")
    impossible_move("fr", data, "pas 7", "Conseil : 3")


@test
def an_impossible_move_is_refused_with_advice(data):
    with Terminal(DUEL, ["nim", "11"], data) as t:
        t.press("F3", "First >")
        t.enter("7", "One may take 1 to 3 matches, not 7", "Advice: 3 — you win in 5 moves", "multiple of 4")
        t.press("2", "First > 2")
        t.press("F4", "Yours: 2 — you lose in 6 moves +│ Advice: 3 — you win in 5 moves",  # why not mine?
                "3 wins, 2 loses.", "What follows: 2 1", "It leaves 9")
        t.press("C-u Tab", "3 moves: 1 2 3")
        t.enter("3", "Second plays", "7 matches")
        t.keys("x")
        t.press("Up", "First > 3")  # history
        t.press("C-u F5", "11 matches")
        t.press("?", "Advice: 3")


COUNTDOWN = """rules = "One is taken each time."
function init() return 4 end
function moves(left) return left > 0 and { 1 } or {} end
function play(left, taken) return left - taken end
function over(left, seat) if left == 0 then return lose(seat) end end
function print_move(left, taken) return "from" .. left end
"""


@test
def what_a_machine_plays_is_told_as_it_was_when_it_played(data):
    """How a move is written may depend on the position before it."""
    path = os.path.join(data, "countdown.lua")
    with open(path, "w", encoding="utf-8") as f:
        f.write(COUNTDOWN)
    with Terminal(DUEL, [path], data) as t:
        t.press("F3", "First >")
        t.enter("from4", "Second plays from3")


@test
def a_screen_is_written_to_a_file(data):
    with Terminal(DUEL, ["connect4"], data) as t:
        t.wait("1 2 3 4 5 6 7")
        shown = plain(t.screen())
        t.press("F9", "written to duelliste-1.txt")
        with open(os.path.join(data, "duelliste-1.txt"), encoding="utf-8") as f:
            check(plain(f.read()).rstrip("\n") == shown.rstrip("\n"), "the file is not the screen", shown)


# ---- arrow keys and the mouse ------------------------------------------------------------------

@test
def a_game_of_connect4_by_arrow_keys(data):
    with Terminal(DUEL, ["connect4"], data) as t:
        t.seat("3")
        t.keys("F3")
        for turn in range(7):
            t.wait("Player — " + ("Second" if turn % 2 else "First"), "> *│")
            t.press("Right " * (1 + turn % 2), r"│ ·\[·\]·" if turn % 2 else r"│\[·\]·|│\[·\] ")
            t.keys("Enter")
        shown = t.wait("The game goes to First", "Menu GAME")
        check(shown.count("● ○") == 3 and shown.count("●") == 4, "not the expected board", shown)


@test
def a_click_drops_a_disc(data):
    with Terminal(DUEL, ["connect4"], data) as t:
        t.seat("3")
        shown = t.press("F3", "First >").split("\n")
        row = next(i for i, line in enumerate(shown) if "│ · · · · · · · │" in line)
        column = shown[row].index("│ · ·") + 8  # the fourth cell
        t.type("\033[M" + "".join(chr(32 + n) for n in (0, column + 1, row + 1)))
        t.wait("Second >", "· · · ● · · ·")


# ---- several people ------------------------------------------------------------------------------

@test
def hidden_cards_are_covered_between_turns(data):
    covers = 0
    with Terminal(DUEL, ["duo", "seed=3"], data) as t:
        t.seat("3")
        t.press("F3", "screen goes to First")
        for _ in range(60):
            shown = t.wait(r"screen goes to|(First|Second) [>=]|The game is over")
            if "The game is over" in shown:
                break
            if "screen goes to" in shown:
                covers += 1
                check("In hand" not in shown and "This turn" not in shown and "coin" not in shown,
                      "the cover hides too little", shown)
                shown = t.press("Enter", r"(First|Second) >")
                mine = re.search(r"Player — (\w+)", shown).group(1)
                other = "Second" if mine == "First" else "First"
                hand = shown[shown.index("In hand"):]
                theirs = re.search(other + r":([^│\n]*)", hand).group(1)
                check(not re.search(r"\d", theirs), "%s sees a card of %s" % (mine, other), shown)
            elif re.search(r"(First|Second) =", shown):
                t.press("Enter", r"screen goes to|The game is over")
            else:
                before = t.press("Right", r"(First|Second) > \S")
                t.press("Enter", before=before)
        shown = t.screen()
        check("The game goes to" in shown or "A tie" in shown, "the game did not end", shown)
        check(covers >= 4, "covered %d times only" % covers, shown)


@test
def machines_are_watched_and_paused(data):
    clock = Clock()
    with Terminal(DUEL, ["tictactoe"], data, env=clock.environment) as t:
        t.press("F3", "Crosses >")  # a person has played there before
        t.press("F10", "saved as")
        t.seat("random,random")
        t.press("F3", "You watch", "plays")
        shown = t.press("Space", "A pause")
        clock.later(60)
        t.resize(90, 25)  # which it draws after all that was to be drawn before
        t.wait_width(90)
        t.resize(80, 25)
        t.wait_width(80)
        check(t.screen() == shown, "the game went on in a pause", t.screen())
        t.press("Space", "The game is over", "The game goes to|A tie")


# ---- thinking ------------------------------------------------------------------------------------

@test
def resizing_and_keys_while_the_expert_thinks(data):
    with Terminal(DUEL, ["connect4", "--seconds", "30"], data) as t:
        t.seat("alphabeta")
        t.press("F3", "First >")
        t.enter("4", "Thinking", "best so far", "depth")
        t.resize(100, 30)
        t.wait_width(100)
        t.wait("Thinking")
        t.press("C-t", "Colours:")
        t.wait("Thinking")
        t.resize(30, 8)
        t.wait("too small")
        t.resize(80, 24)
        t.wait("Thinking")
        shown = t.press("Escape", "Second plays", "First >", patience=25)
        check("○" in shown, "the expert did not move", shown)
        t.enter("3", "Thinking")
        t.press("F10", "saved as", patience=25)  # leaving does not wait for thirty seconds


# ---- what terminals do -----------------------------------------------------------------------------

COLOUR = re.compile(r"\x1b\[[0-9;]*\b(3[0-8]|4[0-8]|9[0-7])\b")


@test
def no_color_means_marks(data):
    with Terminal(DUEL, ["connect4"], data) as t:
        t.press("F3", "First >")
        check(COLOUR.search(t.screen(escapes=True)), "there are no colours at all")
        t.press("C-t", "for colour-blind eyes")
        t.press("C-t", "none, marks instead")
        check(not COLOUR.search(t.screen(escapes=True)), "colours remain", t.screen(escapes=True))
    with Terminal(DUEL, ["connect4"], data, env={"NO_COLOR": "1"}) as t:
        t.press("F3", "First >")
        t.press("Right", r"│\[·\]")
        t.press("Enter", "Second plays", "●", "○")
        check(not COLOUR.search(t.screen(escapes=True)), "NO_COLOR is not obeyed", t.screen(escapes=True))


@test
def ascii_where_the_locale_has_no_utf8(data):
    with Terminal(DUEL, ["connect4", "--lang", "fr"], data, env={"LC_ALL": "C"}) as t:
        t.press("F3", "Le premier >")
        shown = t.enter("4", "Le second joue", "X", "O", r"\+- Surface de jeu")
        check(shown.isascii(), "not ASCII", shown)


@test
def a_lost_terminal_loses_no_game(data):
    with Terminal(DUEL, ["nim", "11"], data) as t:
        t.press("F3", "First >")
        t.enter("3", "Second plays", "7 matches")
    with Terminal(DUEL, [], data) as t:
        t.press("F4", "Which game is taken up again", "> .*nim +2 ")
        t.press("Enter", "First >", "7 matches", "Just taken: 1")


def begin_with_files(data, most):
    """What the program shows that may open so many files, until it waits for a key or ends; and its exit status."""
    pid, terminal = pty.fork()
    if pid == 0:
        resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))
        os.execve(DUEL, [DUEL, "tui", "--data", data], {
            **os.environ, "TERM": "xterm", "LC_ALL": "C.UTF-8",
            "ASAN_OPTIONS": "detect_leaks=0"})  # a terminal that cannot be opened leaves memory behind, in its library
    shown = b""
    with os.fdopen(terminal, "r+b", buffering=0) as screen:
        try:
            while part := screen.read(4096):
                if b"Menu DUEL" not in shown and b"Menu DUEL" in shown + part:
                    screen.write(b"q")
                shown += part
        except OSError:  # the other end is closed
            pass
    return shown.decode(errors="replace"), os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1])


@test
def whatever_cannot_be_opened_is_told(data):
    ends = set()
    for most in range(4, 14):
        shown, status = begin_with_files(data, most)
        works = "Menu DUEL" in shown
        check((status == 0) == works, "%d files: ends with %d" % (most, status), shown)
        check(works or re.search(r"duel: \S[^\n]*\.\s*$", shown), "%d files: says nothing" % most, shown)
        ends.add(works)
    check(len(ends) == 2, "it never works, or always")


@test
def ctrl_z_and_back(data):
    with Terminal(DUEL, ["nim", "11"], data, shell=True) as t:
        t.wait(r"\$|#")
        t.enter(t.command, "Menu GAME")
        t.press("F3", "First >")
        t.press("C-z", "Stopped")
        t.resize(90, 26)
        t.enter("fg", "Menu GAME", "11 matches", "First >")
        t.wait_width(90)
        t.enter("3", "Second plays")


@test
def a_drawing_larger_than_the_surface_scrolls(data):
    with Terminal(DUEL, ["chomp", "rows=8", "cols=8"], data, rows=16) as t:
        t.seat("3")
        t.press("F3", "First >", "↓", "✗")
        shown = t.press("Right" + " Down" * 7, "First > 7,0", "↑", r"7 +\[")  # the cursor takes the drawing with it
        check("✗" not in shown, "the top is still shown", shown)
        t.press("Escape PPage", "↓", "✗")
    with Terminal(DUEL, ["template", "squares=200"], data) as t:
        t.wait("→", r"o\.{70}")
        t.press("S-Right", "←", "→")
        shown = t.press("S-Right " * 6, r"\.\|")
        check("→" not in shown, "the end is not the end", shown)


# ---- a review ----------------------------------------------------------------------------------

REVIEW = {
    "en": {"prompt": "First >", "over": "You lose", "mark": r"1\. 3 \?\? a blunder", "cost": "You gave the win away: you lose now",
           "better": "Better: 1 — you win in 3 moves", "line": "The better line: ", "calm": "Nothing was given away",
           "all": "a loss in 2 moves; a blunder; better: 1 1 3", "turning": "Turning point: move 1", "saved": "goes back to the review"},
    "fr": {"prompt": "Le premier >", "over": "Vous perdez", "mark": r"1\. 3 \?\? une gaffe", "cost": "Vous avez laissé passer la victoire",
           "better": "Mieux : 1 — vous gagnez en 3 coups", "line": "La meilleure suite : ", "calm": "Rien n’a été cédé",
           "all": "défaite en 2 coups ; une gaffe", "turning": "Tournant de la partie : le coup 1", "saved": "revient à la revue"},
}


def review_and_try_again(lang, data):
    words = REVIEW[lang]
    with Terminal(DUEL, ["allumettes", "5", "--lang", lang], data) as t:
        t.press("F3", words["prompt"])
        t.enter("3", words["over"])
        t.press("r", words["mark"], words["cost"], words["better"], words["line"] + "1 1 3", "2 matches|2 allumettes")
        t.press("Enter", words["line"] + r"\[1\] 1 3", "4 matches|4 allumettes")
        t.press("Right", words["line"] + r"1 \[1\] 3", "3 matches|3 allumettes")
        t.press("Escape", "2 matches|2 allumettes")
        t.press("Right", words["calm"], words["turning"])
        t.press("m", words["all"])
        t.keys("Space")
        t.press("t", words["mark"])  # to the turning point
        t.press("a", words["prompt"], "5 matches|5 allumettes")
        t.enter("1", words["prompt"], "3 matches|3 allumettes")
        t.press("C-x", words["saved"])
        t.press("r", words["mark"], "2 matches|2 allumettes")
        t.press("q", "Menu GAME|Menu JEU")


@test
def a_game_is_reviewed_and_tried_again(data):
    review_and_try_again("en", data)


@test
def a_game_is_reviewed_and_tried_again_in_french(data):
    review_and_try_again("fr", data)


@test
def a_review_that_is_stopped_is_none(data):
    with Terminal(DUEL, ["moriarty"], data) as t:
        t.seat("3")
        t.keys("F3")
        for n, move in enumerate("d3 e3 f6 c5 b5 b6 f3 f2 e2 d2 c1 d1 c3 b4 e1 g3".split()):
            t.wait("%s > *│" % ("Inhibitor" if n % 2 else "Activator"))
            t.keys(*move, "Enter")  # letter by letter: f6 would be a function key
        t.wait("Activator > *│")
        t.enter("resign", "resigned")
        t.press("r", "Going through the game: [0-9]+ of 16")
        t.press("Escape", "the review is not complete", "Menu GAME")


if __name__ == "__main__":
    main(sys.argv[2:])
