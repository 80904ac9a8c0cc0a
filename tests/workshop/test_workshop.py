"""The second program, `duel-workshop`: each of its tools once, in words and in JSON, and what it refuses."""
import json
import os
import sys
import tempfile

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "cli"))
import duel
from duel import FULL, equal, main

PLACE = tempfile.TemporaryDirectory(prefix="duel-workshop-")
TOOLS = ("chicago bench --openings 1", "ergo bench", "wumpus bench --runs 1 --grids 1",
         "moriarty fit %s --games 1 --nodes 10 --steps 1 --svg %s/fit.svg" % (PLACE.name, PLACE.name),
         "moriarty spread %s/games-1.bin --positions 1" % PLACE.name, "moriarty clock --games 1 --seconds 0.001",
         "moriarty book %s/book.bin --positions 1 --depth 3" % PLACE.name)


def run(words):
    return duel.run(*words.split(), program=os.environ["DUEL_WORKSHOP"], timeout=3000)


def usages():
    """By the name of a tool how it is called."""
    return {" ".join(line.split()[1:3]): line for line in run("").stdout.splitlines() if line.startswith("duel-workshop ")}


def test_it_lists_its_tools():
    equal(sorted(usages()), sorted(" ".join(words.split()[:2]) for words in TOOLS))


def test_every_tool_helps():
    for name, usage in usages().items():
        equal(run(name + " --help").stdout.splitlines()[0], usage)


def test_every_tool_works():
    for words in TOOLS:
        if FULL or not words.startswith("wumpus"):
            r = run(words)
            equal((r.returncode, r.stderr, bool(r.stdout)), (0, "", True), words)
            r = run(words + " --json")
            equal((r.returncode, r.stderr, type(json.loads(r.stdout))), (0, "", dict), words)


def test_what_it_has_not_is_refused():
    for words in ("ergo", "ergo prove", "nosuch bench", "ergo bench --frob", "--lang de"):
        r = run(words)
        equal((r.returncode, r.stdout), (2, ""), words)
        assert r.stderr.startswith("duel-workshop: "), r.stderr
        equal(json.loads(run(words + " --json").stdout)["error"]["kind"], "bad", words)


def test_duel_has_none_of_them():
    for name in usages():
        equal(duel.run(*name.split()).returncode, 2, name)
        assert "no command" in duel.run(*name.split()).stderr, name


main(sys.modules[__name__])
