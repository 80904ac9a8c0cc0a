"""Games in Prolog, as files of 1995 have them: what they are worth, how they are written, and what they cannot do."""
import os
import subprocess
import sys
import tempfile

HERE = os.path.dirname(os.path.abspath(__file__))
for room in ("cli", "tui"):
    sys.path.insert(0, os.path.join(os.path.dirname(HERE), room))
from duel import BIN, ask, done, equal, main, read_text, refused, run
from terminal import Terminal

EXAMPLES = os.path.join(os.environ["DUEL_EXAMPLES"], "prolog")
PLACE = tempfile.TemporaryDirectory(prefix="duel-prolog-")
PLAIN = """regles(["Une allumette ou deux."]).
init(S,S) :- integer(S), S > 0, S < 9.
termine(0,[0,nil]).
possibilites(E,L) :- findall(A,(member(A,[1,2]), A =< E),L).
modifie(E,A,F) :- F is E-A.
affiche(E) :- write(E), nl.
"""


def example(name):
    return os.path.join(EXAMPLES, name + ".pl")


def file(text, name="game.pl", encoding="utf-8"):
    path = os.path.join(PLACE.name, name)
    with open(path, "wb") as f:
        f.write(text if isinstance(text, bytes) else text.encode(encoding))
    return path


def changed(predicate, text):
    """The plain game with another clause for what begins so."""
    return file("".join(text + "\n" if line.startswith(predicate) else line for line in PLAIN.splitlines(True)))


# ---- what they are worth ----


def learned(game, *options):
    """Of every position below the start what it is worth and how far from its end, sorted."""
    with tempfile.TemporaryDirectory(prefix="duel-prolog-") as home:
        solved = ask("solve", game, *options, "--all", "--count", home=home)
        lines = run("learned", "export", "--load", game, home=home).stdout if game.endswith(".pl") else \
            run("learned", "export", game, home=home).stdout
    rows = [line.split("\t") for line in lines.splitlines()]
    moves = [(m["move"], m["value"], m["remoteness"]) for m in solved["moves"]]
    return solved["value"], solved["remoteness"], solved["counts"], moves, sorted((row[4], row[5]) for row in rows)


def test_every_position_is_worth_what_it_is_in_c():
    for name in ("allumettes", "nim"):
        ours = learned(example(name), "situation=19")
        equal(ours, learned(name, "matches=19"), name)
        equal(len(ours[-1]), {"allumettes": 20, "nim": 53}[name], "positions")


def test_heaps_are_lost_where_their_sum_without_carry_is_none():
    for heaps in ((1, 2, 3), (2, 3, 4)):
        nim_sum = 0
        for heap in heaps:
            nim_sum ^= heap
        solved = ask("solve", example("tas"), "[%s]" % ",".join(map(str, heaps)), "--forget")
        equal(solved["value"], "win" if nim_sum else "loss", heaps)


def test_examples_keep_all_laws():
    for name in sorted(os.listdir(EXAMPLES)):
        r = run("check", os.path.join(EXAMPLES, name), "--games", "3", "--variants", "2")
        equal((r.returncode, "all laws hold" in r.stdout), (0, True), name + r.stderr)


def test_a_new_game_is_complete():
    r = subprocess.run([BIN, "new-game", "course.pl"], cwd=PLACE.name, capture_output=True, text=True)
    equal(r.returncode, 0, r.stderr)
    path = os.path.join(PLACE.name, "course.pl")
    done("check", path, "--games", "3")
    equal(ask("solve", path, "situation=10")["value"], "win")


# ---- how they are written ----


def test_any_encoding_and_any_accents():
    accented = PLAIN.replace("regles", "règles").replace("possibilites", "possibilités").replace("ou deux", "ou deux, à défaut")
    equal(ask("solve", file(PLAIN.replace("regles", "regle")), "situation=8")["value"], "win")
    for text in (accented, "\ufeff" + accented, accented.encode("latin-1"), accented.encode("cp850"),
                 accented.replace("\n", "\r\n").encode("cp850") + b"\x1a"):
        assert "à défaut" in run("rules", file(text)).stdout, text


def test_texts_may_be_lists_of_codes_or_names():
    for rules in ('regles(["Un.", "Deux."]).', "regles(['Un.', 'Deux.']).", "regles([[85,110,46],[68,101,117,120,46]])."):
        said = run("rules", changed("regles", rules)).stdout
        assert "Un.\n" in said and "Deux." in said, said


def test_a_move_may_end_as_read_wants_it():
    r = done("play", example("nim"), "situation=6", "--seats", "human,human", stdin="3.\n 2 .\n1\n")
    assert "The game goes to First." in r.stdout, r.stdout
    equal(ask("show", example("nim"), "7.")["position"], "[7,0]/1", "a situation where a position is asked for")


def test_situations_that_are_no_numbers_are_named():
    equal(ask("new", example("tas"))["position"], "[1,2,3]/1")
    equal(ask("new", example("tas"), "situation=[1,3,5,7]")["position"], "[1,3,5,7]/1")


def test_the_terminal_takes_a_file():
    with Terminal(BIN, ["--lang", "en"], PLACE.name) as t:
        t.wait("F2 or g")
        t.press("F2", "Which game")
        t.enter(example("nim"), "Menu GAME")
        t.press("F3", "coup interdit")


# ---- what they say they know ----


def with_facts(facts):
    return file(read_text(example("nim")) + facts)


def test_what_was_learned_goes_out_and_comes_in_again():
    with tempfile.TemporaryDirectory(prefix="duel-prolog-") as home:
        run("solve", example("nim"), "situation=12", home=home)
        facts = run("learned", "export", example("nim"), "--prolog", home=home).stdout
    said = dict(line[len("base("):-len("]).")].split(",[") for line in facts.splitlines())
    assert said["[12,0]"] == "0,nil" and said["[10,2]"] == "1,1" and said["[3,3]"] == "0,nil", facts
    r = done("check", with_facts(facts), "--games", "1", "--variants", "0")


def test_false_claims_are_named():
    for claim in ("termine([4,_],[1,3]).\n", "base([2,3],[0,nil]).\nbase([2,1],[0,nil]).\nbase([2,2],[0,nil]).\n"):
        refused("check", with_facts(claim), "--games", "10", "--variants", "1", "--lang", "en", says="that is not so", status=1)


# What is found to be so of a fact; None: it is true.
FOUND = {
    "base([1,2,3,1,2,3,2],[0,nil]).": "it says [1,2,3,1,2,3,2]/2 is lost, and that is not so",
    "base([1,2,3,1,2,3,3],[1,1]).": "it says [1,2,3,1,2,3,3]/2 is won, but the move it names does not win",
    "base([3,2,1,3,2,1,3],[1,9]).": "it says [3,2,1,3,2,1,3]/2 is won, but the move it names does not win",
    "base([3,3,3,3,3,3],[1,nil]).": "it says [3,3,3,3,3,3]/1 is won, and that is not so",
    "base([1,2,3,1,2,3,1],[1,2]).": None,
}


def test_facts_that_no_random_game_meets_are_held_to_a_search():
    rules = read_text(os.path.join(HERE, "chiffres.pl"))
    for fact, found in FOUND.items():
        r = run("check", file(rules + fact), "--games", "1", "--variants", "0", "--lang", "en")
        equal(r.returncode, 1 if found else 0, fact + r.stderr)
        assert (found or "") in r.stderr, (fact, r.stderr)


def test_a_situation_may_make_no_difference():
    equal(ask("new", changed("init", "init(_,5)."))["position"], "5/1")


# ---- what is refused ----


REFUSED = (
    ("possibilites", "possibilites(E,L) :- inconnu(E,L).", "inconnu/2"),
    ("possibilites", "possibilites(E,E).", "not a list"),
    ("possibilites", "possibilites(_,[_]).", "not whole"),
    ("modifie", "modifie(E,A,F) :- fail.", "modifie fails"),
    ("modifie", "modifie(_,_,_).", "not whole"),
    ("termine", "termine(0,perdu).", "perdu"),
    ("termine", "termine(0,[2,nil]).", "[2,nil]"),
    ("init", "init(S,S) :- atom(S).", "situation(S)"),
    ("modifie", "", "modifie/3"),
    ("regles", "regles([un.", "game.pl:1:"),
    ("affiche", "affiche(E) :- write(E).\n:- use_module(library(clpfd)).", "library(clpfd)"),
    ("possibilites", "possibilites(E,L) :- shell(ls), L = [1].", "shell/1"),
    ("possibilites", "possibilites(E,L) :- open('/etc/passwd',read,_), L = [1].", "open/3"),
    ("possibilites", "possibilites(E,L) :- halt.", "halt/0"),
    ("possibilites", "possibilites(E,L) :- system:open('/etc/passwd',read,_), L = [1].", "what it may not have"),
    ("possibilites", "possibilites(E,L) :- system:shell(ls), L = [1].", "what it may not have"),
    ("modifie", "modifie(E,A,F) :- F is E+A-A.", "boucle."),
)


def test_mistakes_are_told_in_a_sentence():
    for predicate, text, expected in REFUSED:
        r = run("solve", changed(predicate, text), "--forget", "--lang", "en")
        equal(r.returncode in (1, 2), True, (text, r.stdout))
        assert expected in r.stderr and "game.pl" in r.stderr, (text, r.stderr)


STOPPED = (
    ("possibilites(E,L) :- possibilites(E,L).", "2 seconds"),
    ("possibilites(E,L) :- possibilites([E|E],L), true.", "memory"),
    (":- repeat, fail.\npossibilites(_,[]).", "2 seconds"),
    ("possibilites(_,_) :- system:halt.", "ended"),
)


def test_what_runs_away_is_stopped():
    for text, expected in STOPPED:
        refused("show", changed("possibilites", text), "--lang", "en", says=expected, status=None)


def test_a_file_that_remembers_is_found_out():
    path = changed("possibilites", ":- dynamic vu/1.\nvu(0).\npossibilites(_,[A]) :- retract(vu(N)), A is N+1, assertz(vu(A)).")
    r = run("solve", path, "--lang", "en", "--forget")
    equal(r.returncode in (1, 2), True, r.stdout)
    assert "another answer" in r.stderr + r.stdout, r.stderr + r.stdout


def test_a_machine_without_prolog_says_so():
    with open(os.path.join(PLACE.name, "libswipl.so.9"), "wb") as f:
        f.write(b"no library at all")
    refused("solve", example("nim"), "--lang", "en", LD_LIBRARY_PATH=PLACE.name, says="swi-prolog-nox", status=1)


def skip_all(why):
    print("1..0 # SKIP " + why)
    sys.exit(0)


if __name__ == "__main__":
    probe = run("show", example("nim"), "--lang", "en")
    if "swi-prolog-nox" in probe.stderr:
        skip_all("SWI-Prolog is not installed: ./dev test installs it")
    main(sys.modules["__main__"])
