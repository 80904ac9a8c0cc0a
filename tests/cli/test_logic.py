"""`duel logic`: derivations from files and standard input, in words, in JSON and for LaTeX."""
import os
import subprocess
import sys
import tempfile

from duel import BIN, ask, done, equal, main, refused, run, write_text

GOOD = "A>B : premise\n~B : premise\n| A : assumption\n| B : MP 1, 3\n| # : contradiction 2, 4\n~A : reductio ad absurdum 3-5\n"
PLACE = tempfile.TemporaryDirectory(prefix="duel-logic-")


def derivation(text):
    path = os.path.join(PLACE.name, "d.txt")
    write_text(path, text)
    return path


def test_a_good_derivation_is_told_so():
    r = done("logic", "check", derivation(GOOD), "--goal", "non A", "--lang", "en")
    assert "  4. │ B : modus ponens 1, 3" in r.stdout and r.stdout.endswith("Every line holds.\n"), r.stdout
    answer = ask("logic", "check", derivation(GOOD), "--goal", "~A")
    equal((answer["holds"], answer["wrong"], answer["goal"], len(answer["lines"])), (True, 0, "~A", 6))
    equal(answer["lines"][5]["cites"], [[3, 5]])


def test_what_is_wrong_is_told():
    path = derivation(GOOD + "B : modus ponens 1, 2\n")
    r = run("logic", "check", path, "--lang", "en")
    equal(r.returncode, 1)
    assert "✗ That is not how modus ponens goes: X ⇒ Y, X ⊢ Y." in r.stdout and "with ¬A ¬B" in r.stdout, r.stdout
    french = run("logic", "check", path, "--lang", "fr").stdout
    assert "raisonnement par l’absurde 3-5" in french and "1 ligne ne tient pas, sur 7." in french, french
    r = run("logic", "check", derivation(GOOD), "--goal", "A", "--lang", "en")
    equal(r.returncode, 1)
    assert "the last is not what was to be derived" in r.stdout


def test_rules_are_found_and_read_back_in_french():
    path = derivation(GOOD)
    french = run("logic", "check", path, "--lang", "fr").stdout
    again = derivation("\n".join(french.splitlines()[:6]))
    equal(run("logic", "check", again, "--goal", "¬A").returncode, 0, french)
    bare = derivation("A>B : P\n~B : P\n~A\n")
    equal(ask("logic", "check", bare)["lines"][2]["rule"], "modus tollens")


def test_hints_lead_to_the_goal():
    goal = ask("logic", "goal", "--level", "2", "--number", "3")
    text = goal["text"]
    for _ in range(6):
        hint = ask("logic", "check", derivation(text), "--goal", goal["ask"], "--hint")["hint"]
        if hint["line"] is None:
            break
        text += hint["line"].strip() + "\n"
    equal(run("logic", "check", derivation(text), "--goal", goal["ask"]).returncode, 0, text)
    lost = ask("logic", "check", derivation("A|B : P\n"), "--goal", "A", "--hint")["hint"]
    assert lost["line"] is None and "nobody can derive it" in lost["text"], lost


def test_standard_input_and_latex():
    r = subprocess.run([BIN, "logic", "check", "-", "--latex", "--lang", "en"], input=GOOD, capture_output=True, text=True)
    equal(r.returncode, 0, r.stderr)
    assert "6 & \\lnot A & \\text{reductio ad absurdum 3-5}" in r.stdout, r.stdout


def test_rules_are_listed():
    rules = {r["rule"]: r for r in ask("logic", "rules")["rules"]}
    equal(rules["modus tollens"]["shapes"], ["X ⇒ Y, ¬Y ⊢ ¬X"])
    equal(rules["reductio ad absurdum"]["shapes"], ["[X … ⊥] ⊢ ¬X", "[¬X … ⊥] ⊢ X"])
    done("logic", "check", "-", stdin="A : premise\n| ~A : assumption\n| # : contradiction 1, 2\nA : reductio ad absurdum 2-3\n")
    done("logic", "rules", "--lang", "fr")


def test_every_method_says_the_same():
    lines = ["A>B", "B>C", "A or D", "non D"]
    for question, follows in (("C", True), ("~A", False), ("D&~D", False)):
        for method in ("table", "dpll", "tree", "resolution"):
            answer = ask("logic", method, *lines, "--ask", question)
            equal((answer["follows"], answer["consistent"]), (follows, not follows), method)
            equal(bool(answer["model"]), not follows and method != "resolution", method)
    equal(ask("logic", "table", "A xor B")["models"], 2)
    equal(ask("logic", "polish", "A&~(B|C)>D")["polish"], ["A B C | ~ & D >"])


def test_clauses_go_out_and_come_in():
    r = run("logic", "clauses", "(A=B)>C", "--dimacs")
    equal(r.stdout, "p cnf 3 2\n1 2 3 0\n-1 -2 3 0\n")
    path = os.path.join(PLACE.name, "c.cnf")
    write_text(path, r.stdout + "-3 0\n1 0\n2 0\n")
    equal(ask("logic", "dpll", path)["consistent"], False)
    equal(run("logic", "tree", path).returncode, 1)


def test_a_mistake_is_shown_with_its_place():
    refused("logic", "table", "A &| B", "--lang", "en", says="  A &| B\n     ^\n", status=1)


def test_wrong_usage():
    for words in (["logic"], ["logic", "prove", "A"], ["logic", "check", "/not/there"], ["logic", "check", derivation("A : P"), "--goal", "A &"]):
        assert run(*words).returncode in (1, 2), words


main(sys.modules[__name__])
