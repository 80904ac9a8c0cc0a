"""`duel keep`: the data folder looked after while a server is at work in it, and while none is."""
import os
import shutil
import sqlite3
import sys
import tempfile

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.join(os.path.dirname(HERE), "web"))
from duel import BIN, ask, equal, main, read_text, refused, run, write_text
from wire_client import Server, Socket

PLACE = tempfile.TemporaryDirectory(prefix="duel-keep-")
EXAMPLES = os.path.join(os.path.dirname(os.path.dirname(HERE)), "examples")
FIRST = os.path.join(os.environ["DUEL_TEST_DATA"], "first", "data")


def folder(name):
    copy = os.path.join(PLACE.name, name)
    shutil.copytree(FIRST, copy)
    return copy


def change(data, sql):
    with sqlite3.connect(os.path.join(data, "duelliste.db")) as db:
        assert db.execute(sql).rowcount > 0, sql
    db.close()


def games(data):
    with sqlite3.connect(os.path.join(data, "duelliste.db")) as db:
        rows = sorted(db.execute("SELECT game, seq, data FROM event"))
    db.close()
    return rows


def test_a_folder_of_the_first_edition_is_sound():
    data = folder("sound")
    r = ask("keep", "check", "--data", data)
    equal((r["sound"], r["faults"], r["looked_at"]["games"]), (True, [], 39))
    assert r["looked_at"]["unknown"] > 0, "games from files are not here"
    shown = run("keep", "check", "--data", data)
    equal(shown.returncode, 0)
    assert "Everything is sound." in shown.stdout and "39 games" in shown.stdout, shown.stdout
    assert "Tout est en bon état." in run("keep", "check", "--data", data, "--lang", "fr").stdout


def test_faults_have_names_and_are_mended():
    data = folder("faults")
    game = games(data)[0][0]
    change(data, "UPDATE event SET seq = seq + 5 WHERE game = '%s' AND seq > 0" % game)
    change(data, "UPDATE block SET data = x'00' WHERE rowid = (SELECT min(rowid) FROM block)")
    r = run("keep", "check", "--data", data)
    equal((r.returncode, r.stderr), (1, ""))
    assert "game %s: Event 1 is missing." % game in r.stdout, r.stdout
    found = ask("keep", "check", "--data", data)
    equal((found["sound"], sorted(f["what"] for f in found["faults"])), (False, ["game", "learned"]))
    mended = ask("keep", "repair", "--data", data)
    equal((mended["mended"], mended["damaged_file"]), (2, None))
    lines = read_text(mended["aside_file"]).splitlines()
    equal(sum(line.startswith("INSERT INTO ") for line in lines), mended["aside"])
    assert "-- %s: Event 1 is missing." % game in lines, lines
    equal(ask("keep", "check", "--data", data)["sound"], True)


def scripts(data, sql):
    db = sqlite3.connect(os.path.join(data, "duelliste.db"))
    db.executescript(sql)
    db.close()


def told(answer):
    return {k: answer[k] for k in ("value", "remoteness", "nimber", "line")} | {"best": sorted(answer["best"])}


def test_positions_of_other_rules_are_no_proof():
    data, game = os.path.join(PLACE.name, "rules"), os.path.join(PLACE.name, "fib.lua")
    text = read_text(os.path.join(EXAMPLES, "fibonacci.lua"))
    for rules in (text, text.replace("2 * take", "take")):
        write_text(game, rules)
        right = ask("solve", game, "matches=21", "--data", data)
    equal((right["damaged"], right["remoteness"], len(right["line"])), (False, 17, 17))
    scripts(data, "DELETE FROM block WHERE run = 2; DELETE FROM run WHERE id = 2; UPDATE run SET topic = 2")
    found = ask("keep", "check", "--data", data)
    equal([(f["what"], f["name"]) for f in found["faults"]], [("learned", "run 1")])
    again = ask("solve", game, "matches=21", "--data", data)
    equal(told(again), told(right))
    equal((again["damaged"], again["learned"], again["nodes"]), (False, 0, right["nodes"]))
    equal(ask("keep", "repair", "--data", data)["mended"], 1)
    check = ask("keep", "check", "--load", game, "--data", data)
    equal((check["sound"], check["looked_at"]["derived"] > 100), (True, True))


# Runs of a folder of the first edition, whose blocks do not say what they are of, under another variant: the run,
# the variant, and what to solve.
POISONS = ((2, 1, ("nim", "matches=12")), (10, 9, ("chomp", "rows=3", "cols=4")), (11, 12, ("allumettes", "matches=30")))


def test_old_positions_of_other_variants_are_found():
    for run_of, variant, subject in POISONS:
        data = folder("poison%d" % run_of)
        right = ask("solve", *subject, "--forget", "--data", data)
        equal(told(ask("solve", *subject, "--data", data)), told(right), "as the folder was left")
        scripts(data, "DELETE FROM block WHERE run = %d; DELETE FROM run WHERE id = %d; UPDATE run SET topic = %d WHERE id = %d"
                % (variant, variant, variant, run_of))
        for _ in range(2):  # what is found out now is not laid on top of what is wrong
            again = ask("solve", *subject, "--data", data)
            equal((told(again), again["damaged"]), (told(right), True), subject)
        assert "keep repair" in run("solve", *subject, "--data", data).stdout
        found = ask("keep", "check", "--data", data)
        equal([f["what"] for f in found["faults"]], ["learned"], subject)
        assert found["faults"][0]["name"].startswith(subject[0] + " "), found
        equal(ask("keep", "repair", "--data", data)["mended"], 1)
        equal(ask("keep", "check", "--data", data)["sound"], True)
        equal(told(ask("solve", *subject, "--data", data)), told(right))
        equal(ask("solve", *subject, "--data", data)["nodes"], 0, "it is learned again")


def test_damaged_tiers_are_found_set_aside_and_made_again():
    data = os.path.join(PLACE.name, "tiers")
    solve = ("solve", "connect4", "width=3", "height=3", "--tiers", "--memory", "64", "--data", data)
    ask(*solve)
    home = os.path.join(data, "tiers")
    home = os.path.join(home, os.listdir(home)[0])
    whole = {name: open(os.path.join(home, name), "rb").read() for name in os.listdir(home)}
    equal(ask("keep", "check", "--data", data)["sound"], True)
    for name in ("5.keys", "2.results"):
        with open(os.path.join(home, name), "r+b") as f:
            f.seek(85)
            f.write(b"?")
    found = ask("keep", "check", "--data", data)
    equal([(f["what"], f["name"].split()[-1]) for f in found["faults"]], [("learned", "5"), ("learned", "2")])
    ask("keep", "repair", "--data", data)
    equal(ask("keep", "check", "--data", data)["sound"], True)
    equal(ask(*solve)["tiers"]["fresh"] > 0, True)
    equal({name: open(os.path.join(home, name), "rb").read() for name in whole}, whole)


def test_a_file_without_its_head():
    data = folder("headless")
    before = games(data)
    path = os.path.join(data, "duelliste.db")
    with open(path, "r+b") as f:
        f.write(bytes(100))
    equal(run("keep", "check", "--data", data).returncode, 1)
    mended = ask("keep", "repair", "--data", data)
    equal((mended["read"], mended["carved"] > 300), (0, True))
    equal(games(data), before)
    with open(mended["damaged_file"], "rb") as f:
        equal(f.read(100), bytes(100), "it is kept as it was")
    equal(ask("keep", "check", "--data", data)["sound"], True)


def test_while_a_server_is_at_work():
    data, file = folder("served"), os.path.join(PLACE.name, "copy.db")
    server = Server(BIN, data=data, port=18840)
    try:
        s = Socket(server)
        made = s.ask(do="create", game="tictactoe", seats=["here", "here"], options={})
        s.ask(do="join", table=made["table"], tokens=[k["token"] for k in made["seats"]])
        for move in ("b2", "a1", "c3"):
            equal(s.ask(do="move", move=move)["is"], "done")
            equal(ask("keep", "backup", file, "--replace", "--data", data)["backup"], file)
            equal(ask("keep", "check", "--data", data)["sound"], True)
            equal(ask("keep", "repair", "--data", data)["mended"], 0)
        for words in (("restore", file, "--replace"), ("sweep", "--days", "1")):
            refused = ask("keep", *words, "--data", data)
            equal(refused["error"]["kind"], "no")
            assert "18840" in refused["error"]["message"], refused
        s.close()
    finally:
        equal(server.stop()[0], 0)
    fresh = os.path.join(PLACE.name, "fresh")
    equal(ask("keep", "restore", file, "--data", fresh)["before"], None)
    equal([r for r in games(fresh) if r[0] == made["table"]],
          [(made["table"], i, m) for i, m in enumerate(("b2", "a1", "c3"))])
    again = ask("keep", "restore", file, "--data", fresh)
    equal(again["error"]["kind"], "no", "what is there is not written over")
    replaced = ask("keep", "restore", file, "--replace", "--data", fresh)
    assert os.path.exists(replaced["before"]), replaced


def test_a_sweep():
    data = folder("swept")
    change(data, "UPDATE game SET updated = 1700000000")
    equal(ask("keep", "sweep", "--data", data)["swept"], 0, "games that were played stay unless it is said")
    with sqlite3.connect(os.path.join(data, "duelliste.db")) as db:
        owned = db.execute("SELECT count(DISTINCT game) FROM event WHERE kind = 'name' AND data <> ''").fetchone()[0]
    db.close()
    assert owned > 0
    equal(ask("keep", "sweep", "--days", "90", "--data", data)["swept"], 39 - owned)
    assert "%d game" % owned in run("keep", "sweep", "--days", "90", "--own", "--data", data).stdout
    equal(ask("keep", "check", "--data", data)["looked_at"]["games"], 0)


def test_what_is_not_understood():
    for words in ((), ("tidy",), ("backup",), ("check", "file")):
        refused("keep", *words, "--data", os.path.join(PLACE.name, "none"))


if __name__ == "__main__":
    main(sys.modules[__name__])
