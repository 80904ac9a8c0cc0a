"""Rule sheets on the command line: replay, info, check, sample, bench; and the reference's test sheets, where they are."""
import csv
import hashlib
import os
import subprocess
import sys
import tempfile

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from duel import ask, equal, main, run

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


def test_replay_refuses_what_it_cannot_read():
    for lines, said in (("(take 3)\n", "Line 1"), ("(take 3)\twait\twait\n", "Line 1"), ("(take\twait\n", "never closed"),
                        ("?x\twait\n", "without variables")):
        r = run("gdl", "replay", NIM, stdin=lines)
        equal(r.returncode, 2, lines)
        assert said in r.stderr, (lines, r.stderr)
    equal(run("gdl", "replay", "/no/such/sheet.kif").returncode, 1)
    for words in ((), ("replay",), ("dance", NIM)):
        equal(run("gdl", *words).returncode, 2, words)


def test_a_fault_is_told_in_both_languages():
    with tempfile.NamedTemporaryFile("w", suffix=".kif") as f:
        f.write("(role you)\n(<= (legal you ?x) (not (p ?x)))\n")
        f.flush()
        r = run("gdl", "info", f.name)
        equal(r.returncode, 2)
        assert "Line 2" in r.stderr and "(<= (legal you ?x) (not (p ?x)))" in r.stderr, r.stderr
        assert "Ligne 2" in run("gdl", "info", f.name, "--lang", "fr").stderr


def test_info_check_and_sample():
    names = sorted(n for n in os.listdir(SHEETS) if n.endswith(".kif"))
    for name in names:
        a = ask("gdl", "info", os.path.join(SHEETS, name))
        assert a["ground"] and a["facts"] and a["warnings"] == [], a
        assert ask("gdl", "check", os.path.join(SHEETS, name), "--games", "2")["states"] > 2
    equal(ask("gdl", "sample", SHEETS, "--seed", "1")["sheets"], [os.path.join(SHEETS, n) for n in names])
    two = ask("gdl", "sample", SHEETS, "--seed", "1", "--count", "2")["sheets"]
    equal((len(two), two), (2, ask("gdl", "sample", SHEETS, "--seed", "1", "--count", "2")["sheets"]))
    equal(run("gdl", "sample", "/no/such/folder").returncode, 1)


def test_what_does_not_ground_says_so():
    with tempfile.NamedTemporaryFile("w", suffix=".kif") as f:
        f.write("(role you)(init (s 0))(legal you go)(<= (next (s (s ?x))) (true (s ?x)))\n")
        f.flush()
        a = ask("gdl", "info", f.name)
        assert not a["ground"] and "without end" in a["why"], a
        equal(len(ask("gdl", "replay", f.name, stdin="go\n" * 3)["steps"]), 4)


def test_bench_measures_a_folder():
    with tempfile.TemporaryDirectory() as d:
        os.mkdir(os.path.join(d, "v1"))
        for place in ("a.kif", "v1/old.kif"):
            os.symlink(NIM, os.path.join(d, place))
        a = ask("bench", "gdl", d)
        equal([s["sheet"] for s in a["sheets"]], ["a.kif"])
        assert a["ground"] == 1 and a["median_states_per_second"] > 0, a


def reference_sheets():
    """(row of cases.tsv, bytes of the sheet) for each test sheet of ggp-base that GDL_GIT_GGP_BASE, a git folder, holds."""
    cases, git = os.environ.get("GDL_CASES"), os.environ.get("GDL_GIT_GGP_BASE")
    if not cases or not git:
        return
    with open(cases, encoding="utf-8") as f:
        rows = list(csv.DictReader((l for l in f if not l.startswith("#")), delimiter="\t", quoting=csv.QUOTE_NONE))
    for row in rows:
        text = subprocess.run(["git", "--git-dir=" + git, "show", "HEAD:" + row["path"]], capture_output=True).stdout
        equal(hashlib.sha256(text).hexdigest(), row["sha256"], row["path"])
        yield row, text


def test_the_references_own_sheets():
    for row, text in reference_sheets():
        with tempfile.NamedTemporaryFile("wb", suffix=".kif") as f:
            f.write(text)
            f.flush()
            r = run("gdl", "info", f.name)
            cleaned = row["path"].endswith("test_clean_not_distinct.kif")
            equal(r.returncode == 0, row["validator"] == "accepted" or cleaned, row["path"] + r.stderr)
            if r.returncode == 0:
                equal(run("gdl", "check", f.name, "--games", "5", "--steps", "50").returncode, 0, row["path"])


if __name__ == "__main__":
    main(sys.modules[__name__])
