"""Games with secrets on the command line: solved, checked by another way, exploited, refused."""
import os
import re
import sqlite3
import sys
import xml.etree.ElementTree

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from duel import FULL, ask, done, equal, main, read_text, refused, run, write_text

EXAMPLES = os.environ["DUEL_EXAMPLES"]
KUHN = os.path.join(EXAMPLES, "kuhn.lua")
MATRIX = os.path.join(EXAMPLES, "matrix.lua")


def near(got, expected, by, what=""):
    assert abs(got - expected) <= by, "%s: %r, not %r" % (what, got, expected)


def test_kuhn_is_lost_by_an_eighteenth():
    s = ask("solve", KUHN)
    assert s["low"] <= -1 / 18 <= s["high"] and s["high"] - s["low"] < 1e-6, s
    equal(s["text"], "First loses 1/18 of a point a game.")
    equal((s["deals"], s["ends"], s["views"], s["choices"]), (6, 30, 12, 24))
    bluff = {m["move"]: m for v in s["mixes"] if v["position"] == "?1:check/2" for m in v["moves"]}
    near(bluff["bet"]["chance"], 1 / 3, 1e-4, "bluffs")
    near(bluff["bet"]["worth"], -1, 1e-4)
    near(bluff["check"]["worth"], -1, 1e-4)
    assert "perd 1/18 de point" in run("solve", KUHN, "--lang", "fr").stdout


def test_what_was_written_is_checked(folder):
    path = os.path.join(folder, "mixes")
    done("solve", KUHN, "--strategy", path)
    equal(ask("verify", KUHN, "strategy=" + path), {"verified": True})
    lines = read_text(path).split("\n")
    lines[5] = " ".join(lines[5].split()[:2] + ["0.5", "0.5"])
    write_text(path, "\n".join(lines))
    refused("verify", KUHN, "strategy=" + path, says="damaged")
    refused("verify", KUHN, "strategy=" + path + "x")


def test_a_strategy_of_others_is_refused(folder):
    path = os.path.join(folder, "mixes")
    done("solve", KUHN, "--strategy", path)
    text = read_text(path)
    for old, new, sentence in (("strategy 2", "strategy 1", "format 1"), ("low", "lov", "damaged"),
                               ("check ", "chick ", "damaged")):
        write_text(path, text.replace(old, new, 1) if old != "check " else new.join(text.rsplit(old, 1)))
        refused("verify", KUHN, "strategy=" + path, says=sentence)


def test_what_was_solved_is_learned(data):
    """The second time nothing is searched; where a block is damaged it is said, and mended by solving anew."""
    first, again = (ask("solve", KUHN, "--data", data) for _ in range(2))
    equal((first["learned"], first["saved"]), (False, 24))
    equal((again["learned"], again["saved"], again["iterations"]), (True, 0, 0))
    assert again["high"] - again["low"] < 1e-6, again
    equal(ask("learned", "list", "--data", data)["learned"][0]["positions"], 24)
    with sqlite3.connect(os.path.join(data, "duelliste.db")) as base:
        base.execute("UPDATE block SET data = zeroblob(length(data))")
    anew = ask("solve", KUHN, "--data", data)
    equal((anew["damaged"], anew["learned"], anew["saved"]), (True, False, 24))
    assert ask("solve", KUHN, "--data", data)["learned"]
    equal(ask("solve", KUHN, "--data", data, "--forget")["learned"], False)


def test_how_it_came_about_is_drawn(folder):
    path = os.path.join(folder, "kuhn.svg")
    done("solve", KUHN, "--forget", "--svg", path)
    lines = [e.get("points") for e in xml.etree.ElementTree.parse(path).iter() if e.tag.endswith("polyline")]
    assert len(lines) >= 2 + 2 and all(len(p.split()) > 3 for p in lines), lines


def test_values_are_told_in_words():
    for game, words in (("uneven", "First wins 1/2 of a point a game."), ("saddle", "First wins a point a game."),
                        ("pennies", "In the long run neither wins anything.")):
        equal(ask("solve", MATRIX, "game=" + game)["text"], words)


def test_who_is_exploited():
    """The expert mixes; sampling never bets a 1, and loses a sixth to one who knows."""
    near(ask("exploit", KUHN)["exploitability"], 0, 1e-3)
    if FULL:
        x = ask("exploit", KUHN, "--player", "mcts")
        near(x["exploitability"], 1 / 6, 0.02)
        equal(x["habit"]["position"], "?1:check/2")
        near(sum(x["against_equilibrium"]), -0.09, 0.03)
    refused("exploit", "nim", says="games with secrets", status=1)


def test_chances_that_are_told_are_exact():
    """Against a player that moves at random: 1/2 and 5/12 by hand. A level is the expert, but for its carelessness."""
    x = ask("exploit", KUHN, "--player", "random")
    for name, exact in (("first", 1 / 2), ("second", 5 / 12), ("exploitability", 11 / 24), ("standard_error", 0)):
        near(x[name], exact, 1e-9, name)
    equal([m["chance"] for m in x["habit"]["moves"]], [0.5, 0.5])
    said = run("exploit", KUHN, "--player", "random").stdout
    assert "0.45833 more" in said and "fold: 50 %," in said and "±" not in said, said
    careless, random = (ask("exploit", KUHN, "--player", who) for who in ("level:1", "random"))
    assert 0.01 < careless["exploitability"] < random["exploitability"] and careless["standard_error"] == 0, careless


def test_chances_that_are_counted_have_an_error():
    """Another seed is another sample; three digits and an error are told of each."""
    asked = ("exploit", KUHN, "--player", "mcts", "--nodes", 4, "--seeds", 8)
    one, same, other = (ask(*asked, "--seed", seed) for seed in (1, 1, 2))
    equal(one, same)
    assert one["first"] != other["first"] and 0 < one["standard_error"] < 0.2, (one, other)
    said = run(*asked).stdout
    assert re.search(r"would win \d\.\d{3} ± \d\.\d{3} a game", said) and "asked 8 times" in said, said
    equal(ask(*asked[:-1], 1)["standard_error"], None)


def test_one_sentence_for_what_is_not_solved():
    for words, sentence in ((["ergo"], "draws a number of 64 bits"), (["wumpus"], "this one has 1"),
                            (["ergo", "players=3"], "this one has 3"),
                            (["duo", "--engine", "equilibrium:ends=100"], "more than 100 ends"),
                            ([KUHN, "?1:check/2"], "give no position")):
        r = refused("solve", *words, says=sentence, status=1)
        equal(len(r.stderr.strip().splitlines()), 1, words)


def test_a_match_between_mixes_is_fair():
    m = ask("match", KUHN, "--players", "expert,equilibrium", "--games", 20)
    equal(m["games"], 20)


def test_a_punisher_sits_down():
    m = ask("match", KUHN, "--players", "punisher:random,random", "--games", 20, "--nodes", 50)
    equal(m["games"], 20)
    assert "Say whom" in run("match", KUHN, "--players", "punisher,random", "--games", 2).stderr


main(sys.modules[__name__])
