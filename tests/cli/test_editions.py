"""What people have from an earlier edition: a data folder and records written by it open, resume and answer as before.

The environment variable DUEL_EDITION names the edition: `tests/data/first` or `tests/data/second` has what it wrote, with what
it answered in expected.json (see the README there)."""
import datetime
import hashlib
import json
import os
import re
import shutil
import sqlite3
import sys
import tempfile

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.join(os.path.dirname(HERE), "web"))
from duel import BIN, ask, equal, main, run
from wire_client import Clock, Server, Socket

EDITION = os.environ["DUEL_EDITION"]
WRITTEN = os.path.join(os.environ["DUEL_TEST_DATA"], EDITION)
GAMES = os.path.join(WRITTEN, "games")  # the files as they were: a file's rules are its text
PLACE = tempfile.TemporaryDirectory(prefix="duel-edition-")


def expected(what):
    with open(os.path.join(WRITTEN, "expected.json"), encoding="utf-8") as f:
        return json.load(f)[what]


def folder(name):
    """A fresh copy of the folder, since looking at a game may change it."""
    copy = os.path.join(PLACE.name, name)
    shutil.copytree(os.path.join(WRITTEN, "data"), copy)
    return copy


def is_file(game):
    return "." in game


def loaded(game):
    """What a command needs to know the game."""
    return ("--load", os.path.join(GAMES, game)) if is_file(game) else ()


def named(game):
    """What to call it where a game is asked for."""
    return os.path.join(GAMES, game) if is_file(game) else game


# ---- at the terminal ----


def list_of_games(data):
    """A line for each saved game, the latest first."""
    return run("play", "--resume", "list", "--data", data, TZ="UTC").stdout.splitlines()


def take_up(data, game, *lines):
    """What the terminal shows of a game that is resumed and given these lines."""
    # a person who shares the screen says first that they are there; elsewhere an empty line does nothing
    r = run("play", "--resume", game["id"], *loaded(game["game"]), "--data", data, "--seconds", "0.05",
            stdin="\n".join(("", *lines)) + "\n")
    equal(r.returncode, 0, game["id"] + r.stderr)
    return r.stdout


def prompts(shown):
    """(who is asked, how many moves are drafted, whether the turn is whole, what came then) for each prompt."""
    parts = re.split(r"^(\w[\w ]*?)((?: \+)* >|(?: \+)+ =) ", shown, flags=re.M)
    return [(who, state.count("+"), state.endswith("="), told)
            for who, state, told in zip(parts[1::3], parts[2::3], parts[3::3])]


def legal(data, game, *drafted):
    """Who is to move, and the moves, after some of a turn."""
    asked = prompts(take_up(data, game, *drafted, "moves"))
    role, _, _, told = asked[-2]
    return role, told.split("\n\n")[0].split()


def moves_played(data, game):
    found = [line for line in list_of_games(data) if line.startswith(game["id"])]
    return int(found[0].split()[4])


def play_a_turn(data, game, choose):
    """Plays a whole turn, by moves that `choose` picks."""
    turn = []
    while True:
        turn.append(choose(legal(data, game, *turn)[1]))
        shown = prompts(take_up(data, game, *turn))
        if not shown or shown[-1][2]:  # it is over, or only waits to be confirmed
            take_up(data, game, *turn, "")
            return turn
        if shown[-1][1] == 0:
            return turn


def test_the_list_of_games_is_the_same():
    equal(list_of_games(folder("list")), expected("list"))


def test_half_played_games_resume_at_the_terminal():
    data = folder("resume")
    for game in expected("terminal"):
        equal(legal(data, game), (game["role"], game["moves"]), game["id"])
        equal(moves_played(data, game), game["played"], game["id"])


def test_and_are_played_on():
    data = folder("play")
    for game in expected("terminal"):
        before = moves_played(data, game)
        turn = play_a_turn(data, game, lambda moves: moves[0])
        assert moves_played(data, game) >= before + len(turn), game["id"]


def test_finished_games_have_their_records():
    data = folder("finished")
    for game in expected("finished"):
        equal(run("record", game["id"], *loaded(game["game"]), "--data", data).stdout, game["record"], game["id"])


# ---- at the page ----


def clock_of(table):
    """Without the time of whose clock runs: it is running."""
    clock = table.get("clock")
    left = clock and [left for seat, left in enumerate(clock["left"]) if seat != clock["running"]]
    return clock and {"main": clock["main"], "more": clock["more"], "left": left}


def seat_of(seat):
    kept = ("person", "mine", "open", "turn", "yours", "score", "won")
    return {**{k: seat[k] for k in kept if k in seat}, "profile": seat["profile"] and seat["name"]}


def seen(table):
    """What a table says about its game, pictures and sentences left out."""
    kept = ("game", "variant", "seat", "acting", "over", "assisted", "analysis", "observed", "advice", "commitment", "ended")
    return {**{k: table[k] for k in kept if k in table},
            "moves": [m["move"] for m in table["moves"]],
            "played": [[m["seat"], m["move"]] for m in table["list"]],
            "seats": [seat_of(s) for s in table["seats"]],
            "clock": clock_of(table)}


def sit_down(server, game):
    """A client with the tokens of a table, and the table as it sees it."""
    s = Socket(server, timeout=60)
    equal(s.ask(do="join", table=game["id"], tokens=game["tokens"])["is"], "done", game["id"])
    table = s.table()
    if "cover" in table:
        s.send(do="uncover")
        table = s.table(lambda t: "cover" not in t)
    return s, table


def later_clock():
    """The clock of a server that is started days after both editions were written: exercises are due by then, and no table has
    been away for so long that it is swept."""
    clock = Clock()
    if clock.environment:
        clock.later(160 * 86400)
    return clock


def serve(data):
    games = {game["game"] for game in expected("terminal")} | {game["seen"]["game"] for game in expected("tables")}
    return Server(BIN, data=data, port=18970, clock=later_clock(), args=[named(game) for game in sorted(games) if is_file(game)])


def at_the_page(name, test):
    """Runs a test against a server of a fresh copy of the folder, which must not complain."""
    server = serve(folder(name))
    try:
        test(server)
    finally:
        status, errors = server.stop()
    equal((status, errors), (0, ""), name)


def test_tables_are_as_they_were_left():
    def look(server):
        for game in expected("tables"):
            s, table = sit_down(server, game)
            equal(seen(table), game["seen"], game["id"])
            s.close()

    at_the_page("tables", look)


def make_a_move(server, game):
    s, table = sit_down(server, game)
    equal(s.ask(do="move", move=table["moves"][0]["move"])["is"], "done", game["id"])
    s.table(lambda t: len(t["list"]) > len(table["list"]) or t["moves"] != table["moves"])
    s.close()


def test_and_are_played_on_at_the_page():
    def play(server):
        for game in expected("tables"):
            if game["seen"]["acting"]:
                make_a_move(server, game)

    at_the_page("moves", play)


def test_games_of_the_terminal_go_on_at_the_page():
    def play(server):
        s = Socket(server)
        offered = {g["table"]: g for g in s.ask(do="home", mine=[])["terminal"]}
        known = [g for g in expected("terminal") if g["id"] in offered]
        assert len(known) >= min(10, len(expected("terminal"))), "the latest are offered"
        for game in known:
            tokens = [k["token"] for k in offered[game["id"]]["seats"]]
            make_a_move(server, {"id": game["id"], "tokens": tokens})

    at_the_page("terminal", play)


def profile_of(answer):
    return {k: answer[k] for k in ("id", "name", "results", "recent")}


def test_profiles_keep_their_results():
    def show(server):
        for was in expected("profiles"):
            s = Socket(server)
            answer = s.ask(do="profile", id=was["id"], secret=was["secret"])
            for row, old in zip(answer["results"], was["results"]):  # more may be told by now
                equal({k: row[k] for k in old}, old)
            answer["results"] = was["results"] if len(answer["results"]) == len(was["results"]) else None
            equal(profile_of(answer), {k: was[k] for k in ("id", "name", "results", "recent")})
            s.close()
        s = Socket(server)
        equal(s.ask(do="profiles")["list"], expected("standings"))
        equal(s.ask(do="profile", id=was["id"], secret="0" * 32)["is"], "refused")

    at_the_page("profiles", show)


def test_profiles_keep_their_mistakes_and_puzzles():
    def show(server):
        for was, person in zip(expected("mistakes"), expected("profiles")):
            s = Socket(server)
            s.ask(do="profile", id=person["id"], secret=person["secret"])
            mistakes = s.ask(do="mistakes")
            equal({k: mistakes[k] for k in was["mistakes"]}, was["mistakes"], person["name"])
            puzzles = s.ask(do="puzzles", game="chomp")
            equal({k: puzzles.get(k) for k in was["path"]}, was["path"], person["name"])
            s.close()

    at_the_page("mistakes", show)


def puzzle_of(answer):
    return {k: answer[k] for k in ("game", "variant", "position", "seat")} | {"moves": [m["move"] for m in answer["moves"]]}


def bring_to_today(data):
    """As if the puzzles had been made for today; and for tomorrow, should midnight pass."""
    day = datetime.datetime.fromtimestamp(later_clock().date(), datetime.timezone.utc).date()
    tomorrow = day + datetime.timedelta(days=1)
    db = sqlite3.connect(os.path.join(data, "duelliste.db"))
    with db:
        db.execute("UPDATE daily SET day = ? WHERE day LIKE '____-__-__'", (str(day),))  # others are numbers of the path
        db.execute("INSERT INTO daily SELECT ?, game, rules, record, answer FROM daily WHERE day = ?", (str(tomorrow), str(day)))
    db.close()


def test_puzzles_of_a_day_answer():
    data = folder("daily")
    bring_to_today(data)
    server = serve(data)
    try:
        s = Socket(server, timeout=60)
        for was in expected("daily"):
            equal(puzzle_of(s.ask(do="daily", game=was["seen"]["game"])), was["seen"])
            equal(s.ask(do="daily", game=was["seen"]["game"], move=was["answer"])["right"], True, was["seen"]["game"])
            equal(s.ask(do="daily", game=was["seen"]["game"], move=was["wrong"])["right"], False, was["seen"]["game"])
    finally:
        equal(server.stop(), (0, ""))


# ---- what was learned ----


def solved(data, game, *settings):
    """The answer of the solver, and how much it searched for it."""
    a = ask("solve", named(game), *settings, "--data", data)
    kept = ("position", "value", "score", "remoteness", "nimber", "positions", "nodes")
    return {**{k: a[k] for k in kept}, "best": sorted(a["best"])}


def learned_text(data, game):
    text = run("learned", "export", game, "--data", data).stdout
    return hashlib.sha256(text.encode()).hexdigest()


def test_what_was_learned_is_used():
    data = folder("learned")
    equal(run("learned", "list", "--data", data).stdout.splitlines(), expected("learned"))
    for was in expected("solved"):
        equal(solved(data, was["game"], *was["settings"]), was["answer"], was["game"])


def test_what_was_learned_is_exported_as_before():
    data = folder("export")
    for game, text in expected("exported").items():
        equal(learned_text(data, game), text, game)


def test_tiers_are_read_and_not_solved_again():
    data = folder("tiers")
    for was in expected("tiers"):
        a = ask("solve", named(was["game"]), *was["settings"], "--tiers", "--data", data)
        equal({k: a[k] for k in was["answer"]}, was["answer"], was["game"])
        equal((a["tiers"]["positions"], a["tiers"]["tiers"], a["tiers"]["fresh"]), (was["positions"], was["tiers"], 0), was["game"])


# ---- records ----


def record_path(name):
    return os.path.join(WRITTEN, "records", name)


def record_lines(name):
    with open(record_path(name), encoding="utf-8") as f:
        return dict(line.rstrip("\n").split(" ", 1) for line in f)


def last_position(name):
    """Where the moves of a record lead."""
    lines = record_lines(name)
    game = lines["game"].split()[0]
    begin = [lines["start"]] if "start" in lines else ["--seed", lines["seed"]]
    return ask("show", named(game), *begin, *lines["variant"].split(), "--play", lines["moves"].replace(" ", ","))["position"]


def reviewed(name, engine):
    """(seat, move, what it cost) for every move; what is thought of a game by others than the solver may change."""
    game = record_lines(name)["game"].split()[0]
    a = ask("review", record_path(name), *loaded(game), "--engine", engine, "--seconds", "60" if engine == "exact" else "0.01",
            "--data", PLACE.name)
    return [[m["seat"], m["move"], m["cost"] if engine == "exact" else None] for m in a["moves"]]


def test_records_are_verified():
    for was in expected("records"):
        r = run("verify", record_path(was["name"]), *loaded(record_lines(was["name"])["game"].split()[0]))
        equal((r.returncode, r.stderr), (0, ""), was["name"])
        if "position" in was:  # moves with blanks cannot be given as a list
            equal(last_position(was["name"]), was["position"], was["name"])


def test_records_that_were_changed_are_refused():
    for was in expected("records"):
        with open(record_path(was["name"]), encoding="utf-8") as f:
            text = f.read()
        changed = os.path.join(PLACE.name, was["name"])
        with open(changed, "w", encoding="utf-8") as f:
            f.write(re.sub("\ncheck .", "\ncheck x", text))
        r = run("verify", changed, *loaded(record_lines(was["name"])["game"].split()[0]))
        equal((r.returncode, "final position" in r.stderr), (1, True), was["name"] + r.stderr)


def test_records_are_reviewed():
    for was in expected("records"):
        if "review" in was:
            equal(reviewed(was["name"], was["engine"]), was["review"], was["name"])


# ---- older and newer folders ----

# From a step of the base to the one before, as far as from the first edition's.
STEPS_BACK = (
    (2, "DROP TABLE deal; PRAGMA user_version = 2"),
    (1, "DROP TABLE daily; DROP TABLE tally; DROP TABLE profile; DROP INDEX game_loose;"
        "ALTER TABLE game DROP COLUMN terms; PRAGMA user_version = 1"),
)


def change(data, sql):
    db = sqlite3.connect(os.path.join(data, "duelliste.db"))
    db.executescript(sql)
    db.close()


def step_of(data):
    db = sqlite3.connect(os.path.join(data, "duelliste.db"))
    step = db.execute("PRAGMA user_version").fetchone()[0]
    db.close()
    return step


def older_folder(oldest):
    """The folder as a program before the first edition would have left it."""
    data = folder("step%d" % oldest)
    for step, sql in STEPS_BACK:
        if step >= oldest:
            change(data, sql)
    equal(step_of(data), oldest)
    return data


def test_a_folder_of_an_older_step_is_brought_up_to_date():
    newest = folder("newest")
    list_of_games(newest)
    for data in map(older_folder, (2, 1)):
        equal(list_of_games(data), expected("list"))
        equal(step_of(data), step_of(newest))
        for game in expected("terminal"):
            equal(legal(data, game), (game["role"], game["moves"]), game["id"])
        for was in expected("solved"):
            equal(solved(data, was["game"], *was["settings"]), was["answer"], was["game"])


def bytes_of(data):
    """What is in the files of a folder. A log that is empty, and the map of it, are nothing."""
    found = {}
    for folder, _, names in os.walk(data):
        for name in names:
            with open(os.path.join(folder, name), "rb") as f:
                found[os.path.relpath(f.name, data)] = f.read()
    if not found.get("duelliste.db-wal"):
        found = {name: read for name, read in found.items() if not name.startswith("duelliste.db-")}
    return found


def refused(data, told, *args):
    """A command is refused with a sentence, and nothing on the disk has changed."""
    before = bytes_of(data)
    for lang in ("en", "fr"):
        r = run(*args, "--data", data, "--lang", lang, stdin="moves\n")
        assert r.returncode in (1, 2, 3), (args, r.returncode, r.stdout)
        assert r.stderr.startswith("duel: ") and r.stderr.count("\n") == 1, r.stderr
        assert lang == "fr" or told in r.stderr, r.stderr
        equal(bytes_of(data) == before, True, "%s %s" % (args, lang))


def test_what_cannot_be_read_is_left_as_it_is():
    game = expected("terminal")[0]
    script = next(g for g in expected("terminal") if is_file(g["game"]))
    cases = {
        "newer": ("PRAGMA user_version = 99", "made by a newer Duelliste", ()),
        "foreign": ("PRAGMA application_id = 7", "not a base of Duelliste", ()),
        "rules": ("UPDATE game SET rules = rules + 1", "rules", game),
        "unknown": ("UPDATE game SET game = 'go'", "go", game),
        "file": ("", "--load", script),
        "option": ("UPDATE game SET variant = 'colour=red'", "colour", game),
        "move": ("UPDATE event SET data = 'nonsense' WHERE kind = 'move'", "", game),
    }
    for name, (sql, told, one) in cases.items():
        data = folder("refused-" + name)
        if one:
            list_of_games(data)  # the base itself is read, and brought up to date
        if sql:
            change(data, sql)
        refused(data, told, "play", "--resume", one["id"] if one else "list")


def test_records_of_newer_rules_are_refused():
    for old, new, told in (("duelliste 1", "duelliste 9", "format 9"), ("game nim 1", "game nim 9", "rules 9")):
        with open(record_path("nim-1.duel"), encoding="utf-8") as f:
            text = f.read()
        assert old in text, text
        path = os.path.join(PLACE.name, "newer.duel")
        with open(path, "w", encoding="utf-8") as f:
            f.write(text.replace(old, new))
        r = run("verify", path)
        equal((r.returncode, told in r.stderr), (2, True), r.stderr)


if __name__ == "__main__":
    since_the_second = ("test_profiles_keep_their_mistakes_and_puzzles", "test_tiers_are_read_and_not_solved_again")
    before_the_first = ("test_a_folder_of_an_older_step_is_brought_up_to_date",)
    for name in since_the_second if EDITION == "first" else before_the_first:
        del globals()[name]  # the edition wrote nothing of the kind
    main(sys.modules[__name__])
