"""Texts of strangers: whatever a file, a record, a base or an argument holds, a terminal is sent nothing it would obey."""
import json
import os
import pty
import re
import select
import sqlite3
import subprocess
import sys
import tempfile
import time

HERE = os.path.dirname(os.path.abspath(__file__))
for room in ("cli", "web"):
    sys.path.insert(0, os.path.join(os.path.dirname(HERE), room))
from duel import BIN, FULL, equal, main
from wire_client import Server, Socket

PLACE = tempfile.TemporaryDirectory(prefix="duel-clean-")
# a title, a cleared screen, the same by C1, a rubout, text turned about, bytes that are no UTF-8
EVIL = b"\x1b]0;pwned\x07\x1b[2J\xc2\x9b31m\x7f\xe2\x80\xae\xe2\x81\xa6\xff\xc3(\xed\xa0\x80\r\x08"
COMMAND = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]")


def path(name, data):
    full = os.path.join(os.fsencode(PLACE.name), os.fsencode(name))
    with open(full, "wb") as f:
        f.write(data)
    return full


def say(*args, stdin=b"", home="home"):
    """What the program says on both channels, as bytes: never a control character, always UTF-8."""
    env = dict(os.environ, XDG_DATA_HOME=os.path.join(PLACE.name, home), LANG="C.UTF-8", LC_ALL="C.UTF-8")
    r = subprocess.run([BIN, *args], input=stdin, capture_output=True, timeout=3000, env=env)
    for channel, said in (("stdout", r.stdout), ("stderr", r.stderr)):
        try:
            found = COMMAND.search(said.decode("utf-8"))
        except UnicodeDecodeError as e:
            raise AssertionError("duel %s: %s is no UTF-8: %r" % (args, channel, said[max(0, e.start - 30):e.end])) from None
        assert not found, "duel %s: %s holds %r" % (args, channel, said[-300:])
    return r


# ---- files ----

# Where a text of the file is seen, and what stands there; EVIL is put for @.
GAME = {
    "title": b'"fine"',
    "tagline": b'"fine"',
    "rules": b'"fine"',
    "roles": b'{"one", "two"}',
    "options": b'{{ name = "matches", default = 4, min = 1, max = 9, help = "matches" }}',
    "opponent": b'"level:1"',
    "init": b"function() return option.matches end",
    "over": b"function(left, seat) if left == 0 then return lose(seat) end end",
    "moves": b"function(left) local l = {} for t = 1, math.min(2, left) do l[t] = t end return l end",
    "play": b"function(left, take) return left - take end",
    "draw": b'function(left) return ("|"):rep(left) end',
}
DESCRIBED = {
    "title": b'"@"',
    "tagline": b'{ en = "@", fr = "fine" }',
    "rules": b'{"fine", "@"}',
    "roles": b'{"@", "two"}',
    "options": b'{{ name = "matches", default = 4, min = 1, max = 9, help = "@" }}',
    "opponent": b'"@"',
    "tones": b'{ ["@"] = 1 }',
}
ASKED = {
    "draw": b'function(left) return "@" end',
    "print": b'function(left) return left .. "@" end, parse = function(text) return tonumber(text:sub(1, 1)) end',
    "parse": b'function(text) return nil, "@" end, print = function(left) return "" .. left end',
    "print_move": b'function(left, take) return take .. "@" end',
    "parse_move": b'function(left, text) return nil, "@" end, print_move = function(left, take) return "t" .. take end',
    "grid": b'function(left) return { { "@" } } end',
    "explain": b'function() return { "@" } end',
}
RAISED = {f: b'function(...) error("@") end' for f in ("init", "over", "moves", "play", "draw", "rules", "evaluate", "hide")}
VALUES = {
    "init": b'function() return "@" .. option.matches end',
    "moves": b'function(s) local l = {} for t = 1, math.min(2, tonumber(s:sub(-1))) do l[t] = "@" .. t end return l end',
    "over": b'function(s, seat) if s:sub(-1) == "0" then return lose(seat) end end',
    "play": b'function(s, m) return s:sub(1, -2) .. math.tointeger(tonumber(s:sub(-1)) - tonumber(m:sub(-1))) end',
    "draw": b'function(s) return "fine" end',
}


def lua(name, **changed):
    """The game with some of its names changed."""
    parts = dict(GAME, **changed)
    body = b",\n".join(k.encode() + b" = " + v.replace(b"@", EVIL.replace(b"\r", b"\\r")) for k, v in parts.items())
    return path(name, b"return {\n" + body + b"\n}\n")


EVERYWHERE = (
    ["show"], ["show", "--json"], ["show", "--lang", "fr"], ["rules"], ["rules", "--json"], ["moves"], ["new"], ["solve", "--all"],
    ["advise"], ["advise", "--json"], ["puzzle"], ["perft"], ["match", "--players", "random,random", "--games", "2"],
    ["check", "--games", "2", "--variants", "1"], ["show", EVIL], ["show", "--play", EVIL], ["solve", b"4" + EVIL])


def use_everywhere(file, turn=None):
    """With every command; in a short run, of many files each is used with a third of them by turns."""
    for words in EVERYWHERE if FULL or turn is None else EVERYWHERE[turn % 3::3]:
        say(words[0], file, *words[1:])
    say("games", "--load", file)
    say("play", file, "--seats", "human,random", stdin=b"moves\n?\nrules\nt1\n1\n" + EVIL + b"\nq\n")


def test_a_file_that_describes_itself_so_is_refused():
    for name, text in DESCRIBED.items():
        file = lua("described_%s.lua" % name, **{name: text})
        r = say("check", file)
        assert r.returncode != 0 and b"cannot be shown" in r.stderr and name.encode() in r.stderr, (name, r)
        for command in ("show", "rules", "play"):
            say(command, file)
        say("games", "--load", file)


def test_a_file_that_answers_so_is_told():
    for turn, (name, text) in enumerate(ASKED.items()):
        file = lua("asked_%s.lua" % name, **{name: text})
        if name not in ("parse", "parse_move"):  # their reasons are asked for by a wrong text only
            r = say("check", file, "--games", "2")
            assert r.returncode != 0 and b"cannot be shown" in r.stderr, (name, r)
        use_everywhere(file, turn)


def test_a_file_that_fails_so_is_quoted():
    for turn, (name, text) in enumerate(RAISED.items()):
        file = lua("raised_%s.lua" % name, **{name: text})
        assert say("check", file, "--games", "2").returncode != 0, name
        use_everywhere(file, turn)


def test_values_are_written_so_that_they_can_be_read():
    file = lua("values.lua", **VALUES)
    use_everywhere(file)
    equal(say("check", file, "--games", "3").returncode, 0)
    position = say("new", file).stdout.strip()
    equal(say("new", file, "--json").returncode, 0)
    assert b"\\027" in position, position
    equal(say("show", file, position).returncode, 0)


def test_the_name_of_a_file_is_no_command():
    file = lua(EVIL.replace(b"/", b"") + b".lua")
    use_everywhere(file)
    say("show", os.path.join(os.fsencode(PLACE.name), EVIL + b"none.lua"))
    say("play", "nim", "--seats", b"human,cmd:./" + EVIL.replace(b"\x07", b""))


def test_json_stays_the_same_text():
    # what stands between two letters is escaped on its way out, and is there when it is read
    r = say("show", "nim", "12-3/2", "--json")
    equal(json.loads(r.stdout)["position"], "12-3/2")
    file = lua("json.lua", rules='"à ∧ 漢 “”"'.encode())
    assert "à ∧ 漢 “”" in say("rules", file).stdout.decode()


# ---- records, bases, arguments ----


def test_arguments_are_quoted():
    for args in (["show", EVIL], [EVIL], ["show", "nim", EVIL], ["show", "nim", b"matches=" + EVIL], ["rules", "nim", b"--" + EVIL],
                 ["match", "nim", "--players", b"random," + EVIL], ["show", "nim", "--play", EVIL], ["learn", EVIL],
                 ["verify", EVIL], ["record", EVIL], ["play", "--resume", EVIL], ["bench", EVIL], ["solve", "nim", "--seconds", EVIL],
                 ["chicago", "new", "--value", EVIL], ["wumpus", "deduce", EVIL], ["ergo", "prove", EVIL], ["moriarty", "replay", EVIL],
                 ["moriarty", "ffo", EVIL], ["new", "ergo", "--seed", EVIL], ["show", "nim", "--lang", EVIL]):
        args = [a.replace(b"\0", b"") if isinstance(a, bytes) else a for a in args]
        assert say(*args).returncode != 0 or b"new" in args, args
    say("play", "nim", stdin=EVIL + b"\n" + EVIL + b"\n")
    say("moriarty", "gtp", stdin=EVIL + b"\nplay b " + EVIL + b"\nquit\n")
    say("moriarty", "nboard", stdin=b"nboard 2\nset game " + EVIL + b"\nquit\n")


def test_records_are_quoted():
    say("play", "nim", "matches=9", "--seats", "random,random", "--seed", "1", home="records")
    with sqlite3.connect(base_of("records")) as db:
        number = db.execute("SELECT id FROM game").fetchone()[0]
    lines = say("record", number, home="records").stdout.split(b"\n")
    for i in range(len(lines)):
        for bad in (lines[i] + b" " + EVIL, EVIL + lines[i], lines[i].split(b" ")[0] + b" " + EVIL):
            file = path("bad.duel", b"\n".join(lines[:i] + [bad] + lines[i + 1:]))
            for command in ("verify", "review"):
                say(command, file)


def base_of(home):
    for folder, _, files in os.walk(os.path.join(PLACE.name, home)):
        for name in files:
            if open(os.path.join(folder, name), "rb").read(15) == b"SQLite format 3":
                return os.path.join(folder, name)
    raise AssertionError("no base in " + home)


def ask_the_base(home):
    for words in (["play", "--resume", "list"], ["learned"], ["learned", "--json"], ["solve", "nim"], ["advise", "nim"]):
        say(*words, home=home)


def test_a_damaged_base_is_quoted():
    text = EVIL.decode("utf-8", "replace").replace("\0", "")
    for wound in ("UPDATE sqlite_master SET name = ?1, tbl_name = ?1 WHERE name = 'game'",
                  "UPDATE sqlite_master SET sql = 'CREATE TABLE ' || ?1 || ' (' WHERE name = 'game'",
                  "UPDATE sqlite_master SET type = 'view', sql = 'CREATE VIEW game AS SELECT \"' || ?1 || '\" FROM gone' WHERE name = 'game'"):
        home = "damaged%d" % len(os.listdir(PLACE.name))
        say("play", "nim", "--seats", "random,random", home=home)
        say("solve", "nim", home=home)
        base = base_of(home)
        db = sqlite3.connect(base)
        db.execute("PRAGMA journal_mode = DELETE")
        db.execute("PRAGMA writable_schema = ON")
        db.execute(wound, (text,))
        db.commit()
        db.close()
        ask_the_base(home)
        data = open(base, "rb").read()
        open(base, "wb").write(data.replace("\ufffd".encode(), b"\xff\xfe\xff"))
        ask_the_base(home)


def test_what_was_stored_is_quoted():
    home = "stored"
    say("play", "nim", "--seats", "human,random", stdin=b"1\n", home=home)
    text = EVIL.decode("utf-8", "replace")
    db = sqlite3.connect(base_of(home))
    tables = {t: [c[1] for c in db.execute("PRAGMA table_info(%s)" % t) if c[2] == "TEXT"]
              for t, in db.execute("SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite%'")}
    games = [g for g, in db.execute("SELECT id FROM game")]
    db.close()
    for table, columns in tables.items():
        for column in columns:
            copy = "stored_%s_%s" % (table, column)
            os.makedirs(os.path.join(PLACE.name, copy))
            subprocess.run(["cp", "-r", os.path.join(PLACE.name, home) + "/.", os.path.join(PLACE.name, copy)], check=True)
            db = sqlite3.connect(base_of(copy))
            try:
                db.execute("UPDATE %s SET %s = %s || ?1" % (table, column, column), (text,))
                db.commit()
            except sqlite3.IntegrityError:
                pass
            db.close()
            say("play", "--resume", "list", home=copy)
            for game in games:
                say("record", game, home=copy)
                say("play", "--resume", game, stdin=b"moves\nq\n", home=copy)


# ---- the terminal ----


def at_a_terminal(*args, sight=b"", keys=b""):
    """All bytes that reach a terminal on which the keys are typed, once that is seen."""
    child, fd = pty.fork()
    if child == 0:
        os.environ.update(TERM="xterm-256color", LC_ALL="C.UTF-8", XDG_DATA_HOME=os.path.join(PLACE.name, "terminal"))
        os.execv(BIN, [BIN, *args])
    seen, quiet, end = b"", 0, time.time() + 60
    while time.time() < end and (quiet < 20 or sight not in seen):
        if select.select([fd], [], [], 0.1)[0]:
            try:
                seen += os.read(fd, 65536)
            except OSError:
                break
            quiet = 0
        elif keys and sight in seen:
            os.write(fd, keys[:1])
            keys = keys[1:]
        else:
            quiet += 1
    os.close(fd)
    os.kill(child, 9)
    os.waitpid(child, 0)
    return seen


def test_the_terminal_obeys_the_program_alone():
    for name in ("draw", "print_move", "explain"):
        file = lua("screen_%s.lua" % name, **{name: ASKED[name]})
        seen = at_a_terminal("tui", file, sight=b"Menu", keys=b"p1\r")
        assert b"\x1b]0;" not in seen and b"\xc2\x9b" not in seen and b"\xe2\x80\xae" not in seen, (name, seen)
    file = lua("screen_values.lua", **VALUES)
    seen = at_a_terminal("tui", file, sight=b"Menu", keys=b"p")
    assert b"\x1b]0;" not in seen and b"\xc2\x9b" not in seen and b"\xe2\x80\xae" not in seen, seen


def test_colours_are_the_programs_own():
    seen = at_a_terminal("show", "tictactoe", "--play", "5,1")
    assert b"\x1b[1;3" in seen and b"\\u001b" not in seen, seen


# ---- the page ----


def texts(value):
    """Every text of a JSON value."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict):
        for key, inner in value.items():
            yield key
            yield from texts(inner)
    elif isinstance(value, list):
        for inner in value:
            yield from texts(inner)


def test_the_page_is_told_no_commands():
    files = [lua("page_%s.lua" % name, **{name: ASKED[name]}) for name in ("draw", "print_move", "grid", "explain")]
    files += [lua("page_raised.lua", play=RAISED["play"]), lua("page_values.lua", **VALUES)]
    server = Server(BIN, data=os.path.join(PLACE.name, "page"), port=18790, args=[os.fsdecode(f) for f in files])
    try:
        for file in files:
            s = Socket(server)
            name = os.path.basename(os.fsdecode(file))
            answers = [s.ask(do="home"), s.ask(do="create", game=name, seats=["here", "here"], options={})]
            if answers[-1]["is"] == "created":
                tokens = [k["token"] for k in answers[-1]["seats"]]
                answers += [s.ask(do="join", table=answers[-1]["table"], tokens=tokens), s.ask(do="move", move="1"), s.ask(do="look")]
            for text in texts(answers + s.news):
                assert not COMMAND.search(text), (name, text)
    finally:
        server.stop()


main(sys.modules[__name__])
