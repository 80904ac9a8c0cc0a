"""Rule sheets on the command line: replay, info, check, sample, bench; with --references CASES GIT, the test sheets of ggp-base
in a git folder, too."""
import contextlib
import csv
import hashlib
import os
import random
import subprocess
import sys
import tempfile

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path[:0] = [HERE, os.path.join(HERE, "..", "gdl")]
from duel import ask, equal, main, read_text, refused, run, sample
from drawn import drawn_sheet
from logic import Sheet, match, parse, split_or, write

SHEETS = os.path.join(os.environ["DUEL_EXAMPLES"], "gdl")
NIM = os.path.join(SHEETS, "nim.kif")


def test_replay_follows_a_game():
    lines = "(take 3)\twait\nwait\t(take 2)\n"
    a = ask("gdl", "replay", NIM, stdin=lines)
    equal(a["roles"], ["first", "second"])
    equal([s["legal"] for s in a["steps"]],
          [[["(take 1)", "(take 2)", "(take 3)"], ["wait"]], [["wait"], ["(take 1)", "(take 2)"]],
           [["(take 1)", "(take 3)"], ["wait"]]])
    equal([s["over"] for s in a["steps"]], [False] * 3)
    equal(a["steps"][1]["goals"], [100, 0])
    equal(run("gdl", "replay", NIM, stdin=lines).stdout.splitlines()[2], "2: (take 1) (take 3) | wait")


@contextlib.contextmanager
def sheet_file(text):
    """The name of a file that holds this sheet."""
    with tempfile.NamedTemporaryFile(suffix=".kif") as f:
        f.write(text if isinstance(text, bytes) else text.encode())
        f.flush()
        yield f.name


def walk(sheet, rng, steps):
    """Joint moves by lot, as lines; what is legal in each state they lead to, and whether it is an end."""
    state, lines, told = sheet.start, [], []
    for step in range(steps + 1):
        facts = sheet.look(state)
        legal = sheet.legal(facts)
        told.append(([list(map(write, moves)) for moves in legal], sheet.over(facts)))
        moves = [rng.choice(list(of_role)) for of_role in legal]
        state = sheet.next(state, moves)
        lines.append("\t".join(map(write, moves)))
    return "\n".join(lines[:steps]) + "\n", told


def test_sheets_drawn_by_lot_say_what_the_plainest_prover_finds():
    for seed in sample(range(3000), 50):
        text = drawn_sheet(seed)
        lines, told = walk(Sheet(text), random.Random(seed), 5)
        with sheet_file(text) as name:
            steps = ask("gdl", "replay", name, stdin=lines)["steps"]
        equal([(s["legal"], s["over"]) for s in steps], told, "sheet %d" % seed)


def test_replay_refuses_what_it_cannot_read():
    for lines, said in (("(take 3)\n", "Line 1"), ("(take 3)\twait\twait\n", "Line 1"), ("(take\twait\n", "never closed"),
                        ("?x\twait\n", "without variables")):
        refused("gdl", "replay", NIM, stdin=lines, says=said)
    refused("gdl", "replay", "/no/such/sheet.kif")
    for words in ((), ("replay",), ("dance", NIM)):
        refused("gdl", *words)


def test_a_fault_is_told_in_both_languages():
    with sheet_file("(role you)\n(<= (legal you ?x) (not (p ?x)))\n") as name:
        assert "(<= (legal you ?x) (not (p ?x)))" in refused("gdl", "info", name, says="Line 2").stderr
        refused("gdl", "info", name, "--lang", "fr", says="Ligne 2")


def test_info_check_and_sample():
    names = sorted(n for n in os.listdir(SHEETS) if n.endswith(".kif"))
    for name in names:
        a = ask("gdl", "info", os.path.join(SHEETS, name))
        assert a["ground"] and a["facts"] and a["warnings"] == [], a
        assert ask("gdl", "check", os.path.join(SHEETS, name), "--games", "2")["states"] > 2
    equal(ask("gdl", "sample", SHEETS, "--seed", "1")["sheets"], [os.path.join(SHEETS, n) for n in names])
    two = ask("gdl", "sample", SHEETS, "--seed", "1", "--count", "2")["sheets"]
    equal((len(two), two), (2, ask("gdl", "sample", SHEETS, "--seed", "1", "--count", "2")["sheets"]))
    refused("gdl", "sample", "/no/such/folder")


def test_pictures_of_a_folder(d):
    for name in ("nim", "morra", "dodgem"):
        os.symlink(os.path.join(SHEETS, name + ".kif"), os.path.join(d, name + ".kif"))
    a = ask("gdl", "pictures", d)
    equal([s["picture"] for s in a["sheets"]], ["board", "words", "piles"])
    equal((a["duels"], a["drawn"]), (2, 2))


def test_what_does_not_ground_says_so():
    with sheet_file("(role you)(init (s 0))(legal you go)(<= (next (s (s ?x))) (true (s ?x)))\n") as name:
        a = ask("gdl", "info", name)
        assert not a["ground"] and "without end" in a["why"], a
        equal(len(ask("gdl", "replay", name, stdin="go\n" * 3)["steps"]), 4)


def test_bench_measures_a_folder(d):
    os.mkdir(os.path.join(d, "v1"))
    for place in ("a.kif", "v1/old.kif"):
        os.symlink(NIM, os.path.join(d, place))
    a = ask("bench", "gdl", d)
    equal([s["sheet"] for s in a["sheets"]], ["a.kif"])
    assert a["ground"] == 1 and a["median_states_per_second"] > 0, a


def premises(steps, i):
    """The steps one deeper than step i, up to the next that is not."""
    for s in steps[i + 1:]:
        if s["depth"] <= steps[i]["depth"]:
            return
        if s["depth"] == steps[i]["depth"] + 1:
            yield s


def condition(step):
    """What a step says, as a condition of a rule."""
    sentence = parse(step["sentence"])[0]
    if step["because"] in ("distinct", "same"):
        both = ("distinct", sentence, parse(step["other"])[0])
        return both if step["because"] == "distinct" else ("not", both)
    return {"state": ("true", sentence), "absent": ("not", sentence)}.get(step["because"], sentence)


def follows(rule, sentence, conditions):
    """Whether the rule concludes the sentence from these conditions, in their order."""
    for body in split_or(rule[2:]):
        values = match(rule[1], sentence, {}) if len(body) == len(conditions) else None
        for pattern, term in zip(body, conditions):
            values = values if values is None else match(pattern, term, values)
        if values is not None:
            return True
    return False


def check_derivation(text, sheet, state, steps):
    """By an evaluator that shares nothing with the program: each step follows, and the leaves are so."""
    facts, lines = sheet.look(state), text.splitlines()
    for i, s in enumerate(steps):
        sentence, why = parse(s["sentence"])[0], s["because"]
        if why == "state":
            assert sentence in state, s
        elif why == "absent":
            assert sentence not in facts, s
        elif why in ("distinct", "same"):
            equal(sentence != parse(s["other"])[0], why == "distinct", s)
        else:
            assert sentence in facts, s
        if why == "above":
            assert any(b["sentence"] == s["sentence"] and b["because"] == "rule" for b in steps[:i]), s
        if why in ("rule", "stated"):
            rule = parse(s["rule"])[0]
            assert rule in parse(text) and s["rule"].split()[0] in lines[s["line"] - 1], s
            assert rule == sentence if why == "stated" else follows(rule, sentence, [condition(p) for p in premises(steps, i)]), s


def test_why_a_move_is_legal():
    rng = random.Random(5)
    for name in (n for n in sorted(os.listdir(SHEETS)) if n.endswith(".kif") and n != "moriarty6.kif"):
        path = os.path.join(SHEETS, name)
        text = read_text(path)
        sheet, state, steps = Sheet(text), None, []
        for _ in range(4):
            state = sheet.start if state is None else sheet.next(state, moves)
            facts = sheet.look(state)
            if sheet.over(facts):
                break
            moves = [rng.choice(legal) for legal in sheet.legal(facts)]
            role = max(range(len(moves)), key=lambda r: len(sheet.legal(facts)[r]))
            told = ask("gdl", "why", path, *steps, write(moves[role]))["steps"]
            equal(told[0]["sentence"].split()[-1], ("(legal x %s)" % write(moves[role])).split()[-1])
            check_derivation(text, sheet, state, told)
            steps.append(" ".join(map(write, moves)))


def test_why_in_words():
    r = run("gdl", "why", NIM, "(take 3)", "(take 2)")
    assert "by line" in r.stdout and "a fact of the position" in r.stdout, r.stdout
    assert "par la ligne" in run("gdl", "why", NIM, "(take 3)", "(take 2)", "--lang", "fr").stdout
    assert "nothing makes" in run("gdl", "why", os.path.join(SHEETS, "tictactoe.kif"), "(put 1 1)").stdout
    for words, status in ((("(take 4)",), 1), (("(take 3)", "(take 3)", "(take 9)"), 1), (("(take", "(take 1)"), 2),
                          (("(take 1) wait wait", "(take 1)"), 2), (("terminal",), 1)):
        equal(run("gdl", "why", NIM, *words).returncode, status, words)
    shown = run("show", NIM, "--lens", "rules").stdout
    assert shown.count("(legal first (take ") == 3, shown


def reference_sheets(cases, git):
    """(row of cases.tsv, bytes of the sheet) for each test sheet of ggp-base that a git folder holds."""
    with open(cases, encoding="utf-8") as f:
        rows = list(csv.DictReader((l for l in f if not l.startswith("#")), delimiter="\t", quoting=csv.QUOTE_NONE))
    for row in rows:
        text = subprocess.run(["git", "--git-dir=" + git, "show", "HEAD:" + row["path"]], capture_output=True).stdout
        equal(hashlib.sha256(text).hexdigest(), row["sha256"], row["path"])
        yield row, text


def check_the_references_own_sheets(cases, git):
    for row, text in reference_sheets(cases, git):
        with sheet_file(text) as name:
            r = run("gdl", "info", name)
            cleaned = row["path"].endswith("test_clean_not_distinct.kif")
            equal(r.returncode == 0, row["validator"] == "accepted" or cleaned, row["path"] + r.stderr)
            if r.returncode == 0:
                equal(run("gdl", "check", name, "--games", "5", "--steps", "50").returncode, 0, row["path"])


if __name__ == "__main__" and sys.argv[1:2] == ["--references"]:
    check_the_references_own_sheets(*sys.argv[2:])
elif __name__ == "__main__":
    main(sys.modules[__name__])
