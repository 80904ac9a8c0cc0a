"""`duel mistakes`: one's own mistakes asked again, of a record and of a profile that played at the page."""
import os
import re
import sqlite3
import sys
import tempfile

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.join(os.path.dirname(HERE), "web"))
from duel import BIN, ask, equal, main, refused, run, write_text
from wire_client import Server, Socket

PLACE = tempfile.TemporaryDirectory(prefix="duel-mistakes-")
LIMITS = ("--nodes", "20000")
LOST = "1 2 1 3 1 3"  # 3 would have won at once
DAY = 86400


def record(name, game, variant, moves):
    path = os.path.join(PLACE.name, name)
    write_text(path, "duelliste 1\ngame %s 1\nvariant %s\nseed 1\nmoves %s\n" % (game, variant, moves))
    return path


def drill(*args, say="", lang="en"):
    r = run("mistakes", *args, *LIMITS, "--lang", lang, stdin="".join(line + "\n" for line in say))
    equal((r.returncode, r.stderr), (0, ""), args)
    return r.stdout


def played(data, *games):
    """A folder where Ada has played these games of Nim, as the first player, against Bob; their tables."""
    server, tables = Server(BIN, data=data, port=18980), []
    try:
        ada, bob = Socket(server), Socket(server)
        for who, name in ((ada, "Ada"), (bob, "Bob")):
            who.ask(do="hello", lang="en")
            equal(who.ask(do="profile", name=name)["is"], "profile")
        for moves in games:
            made = ada.ask(do="create", game="nim", seats=["here", "elsewhere"], options={"matches": "11"})
            for who, seat in ((ada, 0), (bob, 1)):
                who.ask(do="join", table=made["table"], tokens=[made["seats"][seat]["token"]])
            ada.table(lambda t: t["seats"][0]["profile"] and t["seats"][1]["profile"])
            for i, move in enumerate(moves.split()):
                equal((ada, bob)[i % 2].ask(do="move", move=move)["is"], "done", move)
            ada.table(lambda t: t["over"])
            tables.append(made["table"])
    finally:
        equal(server.stop(), (0, ""))
    return tables


def change(data, sql, *values):
    base = sqlite3.connect(os.path.join(data, "duelliste.db"))
    base.execute(sql, values)
    base.commit()
    base.close()


def test_a_record_is_asked_until_right():
    nim = record("nim.duel", "nim", "matches=11", LOST)
    out = drill(nim, say=["9", "1", "moves", "", "2", "3"])
    assert out.startswith("1 mistake in this game."), out
    assert "You played 1 here, and a win became a loss. Find something better." in out, out
    assert "One may take 1 to 3 matches, not 9." in out and "\n1 2 3\n" in out and "q (leave)" in out, out
    assert "That is what you played: after 1, you lose in 6 moves." in out, out
    assert "No: after 2, you lose in 6 moves." in out and "It would go on with 1 " in out, out
    assert "Right, 3: you win in 5 moves." in out and out.endswith("That was all of them.\n"), out
    looked_up = drill(nim, say=["?", "3"])
    assert "Play 3: you win in 5 moves." in looked_up and looked_up.count("You played 1 here") == 2, looked_up
    assert "That was all" not in drill(nim, say=["q"])
    assert drill(nim, "--seat", "2") == "0 mistakes in this game.\n"
    assert "Ici vous avez joué 1, et un gain est devenu une perte." in drill(nim, say=["3"], lang="fr")


def test_a_record_as_json():
    two = record("ttt.duel", "tictactoe", "", "b2 a2 a1 c3 b3 b1 c2 a3 c1")
    listed = ask("mistakes", two, *LIMITS)["mistakes"]
    marked = [i + 1 for i, m in enumerate(ask("review", two, "--nodes", "20000", "--threads", "1")["moves"])
              if m["mark"] in ("mistake", "blunder")]
    equal([m["ply"] for m in listed], marked)
    equal({m["turn"] for m in listed}, {1, 2})
    one = ask("mistakes", two, "--seat", "2", *LIMITS)["mistakes"]
    equal([m["ply"] for m in one], [p for p in marked if p % 2 == 0])
    for m in listed:
        assert m["played"] in m["question"] and m["solution"]["line"], m


def test_what_is_wrong_is_refused():
    nim = record("wrong.duel", "nim", "matches=11", LOST)
    for words, told in (((), "Nobody has a profile here"), (("--profile", "Ada"), "no such profile"),
                        ((nim, "--answer", "1:3"), "needs a profile"), (("nosuch.duel",), "Cannot read")):
        refused("mistakes", *words, "--data", os.path.join(PLACE.name, "empty"), says=told, status=None)


def test_a_profile_practises():
    data = os.path.join(PLACE.name, "data")
    first, second = played(data, LOST, LOST)
    change(data, "UPDATE tally SET time = time + 10 WHERE game = ?", second)  # not in the same second
    who = ("--data", data, "--profile", "Ada")
    assert "Several play here" in run("mistakes", "--data", data).stderr
    out = drill(*who, say=["q"])
    assert out.startswith("Reviewed: 2 of 2 games.\n1 of your mistakes is due.\n"), out
    due = ask("mistakes", *who, *LIMITS)
    equal((due["due"], due["unreviewed"], due["exercise"]["played"]), (1, 0, "1"))
    assert {m["move"] for m in due["exercise"]["moves"]} == {"1", "2", "3"}, due
    number = due["exercise"]["number"]
    equal(ask("mistakes", first, *who)["due"], 0, "it is the later game's")
    equal(ask("mistakes", second, *who)["due"], 1)
    wrong = ask("mistakes", *who, "--answer", "%d:2" % number, *LIMITS)
    equal((wrong["right"], wrong["mark"], wrong["value"]), (False, "blunder", "loss"))
    shown = ask("mistakes", *who, "--answer", "%d:?" % number)
    equal((shown["line"][0], "right" in shown), ("3", False))
    equal(ask("mistakes", *who)["due"], 1, "until it is right")
    out = drill(*who, say=["3"])
    assert "It comes back tomorrow." in out and out.endswith("That was all for today.\n"), out
    later = ask("mistakes", *who)
    equal((later["due"], later["later"], later["next"] % DAY, later["exercise"]), (0, 1, 0, None))
    equal(drill(*who), "None of your mistakes is due: the next comes back tomorrow.\n1 comes back later, 0 are known for good.\n")
    equal(ask("mistakes", "--data", data, "--profile", "Bob", *LIMITS)["due"], 0, "each has its own")
    for answer, told in (("x", "NUMBER:MOVE"), ("%d:9" % number, "1 to 3"), ("99:3", "no such exercise")):
        refused("mistakes", *who, "--answer", answer, says=told, status=None)
    assert "no such exercise" in run("mistakes", "--data", data, "--profile", "Bob", "--answer", "%d:3" % number).stderr


def test_the_days_go_by():
    """The clock is moved by moving what lies in the base."""
    data = os.path.join(PLACE.name, "days")
    played(data, LOST)
    who = ("--data", data, "--profile", "Ada")
    number = ask("mistakes", *who, *LIMITS)["exercise"]["number"]
    for days in (1, 3, 7, 16, 35, None):
        equal(ask("mistakes", *who)["due"], 1, days)
        answer = ask("mistakes", *who, "--answer", "%d:3" % number, *LIMITS)
        equal(answer["right"], True)
        if days is None:
            equal(answer["due"], None)
        else:
            out = ask("mistakes", *who)
            equal((out["due"], out["later"], out["next"]), (0, 1, answer["due"]))
            change(data, "UPDATE exercise SET due = due - ?", days * DAY)
    equal(ask("mistakes", *who)["retired"], 1)
    assert re.search(r"0 come back later, 1 is known for good", drill(*who))


if __name__ == "__main__":
    main(sys.modules[__name__])
