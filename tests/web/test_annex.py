#!/usr/bin/env python3
"""Games that may wait, at the page: a file that does not answer disturbs nobody but those who play it.

The process of a file can be stopped, so that no test goes by the clock: what comes while it is stopped came without it.

usage: test_annex.py [PROGRAM]        (default: build/duel)
"""
import contextlib
import os
import re
import select
import signal
import sys
import tempfile
import time
import unittest

from wire_client import Refused, Server, Socket

PROGRAM = sys.argv.pop(1) if len(sys.argv) > 1 and not sys.argv[1].startswith("-") else os.path.join(
    os.path.dirname(os.path.abspath(__file__)), "..", "..", "build", "duel")
EXAMPLES = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..", "examples")
NAMES = ["kuhn.lua", "chomp.lua", "hexapawn.lua", "allumettes.lua"]  # secrets; a lesson; positions set up; none of that
WIDE = 'function draw(left) return ("|"):rep(60000) .. left end'
FILES = tuple(os.path.join(EXAMPLES, name) for name in NAMES)
PORT = 18590


class AnnexTest(unittest.TestCase):
    ARGS = ()

    def setUp(self):
        folder = tempfile.TemporaryDirectory(prefix="duel-annex-")
        self.addCleanup(folder.cleanup)
        wide = os.path.join(folder.name, "wide.lua")  # its drawing is long
        with open(FILES[-1], encoding="utf-8") as plain, open(wide, "w", encoding="utf-8") as f:
            f.write(re.sub(r"function draw\(left\).*?end", WIDE, plain.read(), flags=re.S).replace("= 19", "= 50"))
        self.server = Server(PROGRAM, port=PORT, args=(*FILES, wide, *self.ARGS))
        self.addCleanup(lambda: self.server.alive() and self.server.kill())
        self.processes = dict(zip(NAMES, self.server.children()))

    def end(self):
        self.assertEqual(self.server.stop(), (0, ""))

    @contextlib.contextmanager
    def stopped(self, name):
        """Nothing is answered by this file meanwhile."""
        os.kill(self.processes[name], signal.SIGSTOP)
        try:
            yield
        finally:
            with contextlib.suppress(ProcessLookupError):  # it has ended with the server
                os.kill(self.processes[name], signal.SIGCONT)

    def socket(self):
        s = Socket(self.server, timeout=300)
        self.addCleanup(s.close)
        return s

    def create(self, s, game, seats=("here", "here"), **more):
        made = s.ask(do="create", game=game, seats=list(seats), **{"options": {}, **more})
        self.assertEqual(made["is"], "created", made)
        return made

    def join(self, s, made, kind="here", wanted=lambda t: True):
        tokens = [k["token"] for k in made["seats"] if k["kind"] == kind]
        self.done(s.ask(do="join", table=made["table"], tokens=tokens))
        return s.table(lambda t: t["id"] == made["table"] and wanted(t))

    def sit(self, game, seats=("here", "here"), **more):
        s = self.socket()
        made = self.create(s, game, seats, **more)
        self.join(s, made)
        return s, made

    def done(self, answer):
        self.assertEqual(answer["is"], "done", answer)

    def refused(self, answer, kind, about=""):
        self.assertEqual((answer["is"], answer.get("error", {}).get("kind")), ("refused", kind), answer)
        self.assertIn(about, answer["error"]["message"])

    def silent(self, s, number):
        """What was asked under this number has not been answered, by what has come so far."""
        while select.select([s.sock], [], [], 0)[0] or s.buffer:
            s.news.append(s.receive())
        self.assertNotIn(number, [m.get("re") for m in s.news])

    def answer(self, s, number):
        """Of a request sent earlier."""
        while not any(m.get("re") == number for m in s.news):
            s.news.append(s.receive())
        return next(m for m in s.news if m.get("re") == number)


class Stopped(AnnexTest):
    def test_others_are_answered(self):
        slow, _ = self.sit("kuhn.lua", ("here", "elsewhere"))
        quick, _ = self.sit("tictactoe")
        file, _ = self.sit("chomp.lua")
        with self.stopped("kuhn.lua"):
            waiting = [slow.send(do="move", move="check"), self.socket().send(do="rules", game="kuhn.lua")]
            self.done(quick.ask(do="move", move="b2"))
            self.assertEqual(len(quick.table(lambda t: t["list"])["list"]), 1)
            self.done(file.ask(do="move", move="[2,2]"))
            fresh = self.socket()
            hello = fresh.ask(do="hello", lang="fr")
            self.assertLessEqual(set(NAMES), {g["id"] for g in hello["games"]})
            self.assertEqual(fresh.ask(do="home")["is"], "mine")
            self.assertEqual(fresh.ask(do="profile", name="Ada")["is"], "profile")
            self.join(fresh, self.create(fresh, "nim", ("here", "level:1")))
            self.assertEqual(fresh.ask(do="lesson", game="chomp.lua", step=1)["is"], "lesson")
            self.silent(slow, waiting[0])
        self.done(self.answer(slow, waiting[0]))
        self.assertEqual(slow.table(lambda t: t["list"])["list"][0]["move"], "check")
        self.end()

    def test_who_waits_can_go_elsewhere(self):
        s, made = self.sit("kuhn.lua", ("here", "elsewhere"))
        other = self.create(s, "tictactoe")
        with self.stopped("kuhn.lua"):
            late = s.send(do="move", move="bet")
            self.assertEqual(s.ask(do="home")["is"], "mine")
            self.join(s, other)
            self.done(s.ask(do="move", move="a1"))
            self.silent(s, late)
        self.done(self.answer(s, late))
        self.done(s.ask(do="move", move="b2"))
        self.assertEqual({m["id"] for m in s.news if m["is"] == "table"} - {other["table"]}, set())
        seen = self.join(s, made)
        self.assertEqual([m["move"] for m in seen["list"]], ["bet"])
        self.end()

    def test_order_is_kept(self):
        """All that one asks of a file, while it does not answer, is done in turn: leaving and coming back, too."""
        s, made = self.sit("chomp.lua", options={"width": "2", "height": "2"})
        tokens = [k["token"] for k in made["seats"]]
        with self.stopped("chomp.lua"):
            first = s.send(do="look", ply=0)
            numbers = [s.send(do="move", move="[2,2]")]
            self.assertEqual(s.ask(do="home")["is"], "mine")
            numbers.append(s.send(do="join", table=made["table"], tokens=tokens))
            numbers += [s.send(do="move", move=move) for move in ("[2,1]", "[1,2]", "[1,1]")]
            self.assertEqual(s.ask(do="profiles")["is"], "profiles")
            self.silent(s, first)
        self.assertEqual(self.answer(s, first)["is"], "past")
        for n in numbers:
            self.done(self.answer(s, n))
        self.assertIn("moves [2,2] [2,1] [1,2] [1,1]", s.ask(do="record")["record"])
        self.end()

    def test_ending_does_not_wait(self):
        """For a request, for those behind it, for a machine: none is answered any more."""
        self.sit("kuhn.lua", ("expert", "here"))
        s, _ = self.sit("kuhn.lua")
        with self.stopped("kuhn.lua"):
            for _ in range(20):
                s.send(do="look", ply=0)
            self.assertEqual(s.ask(do="profiles")["is"], "profiles")
            self.end()


class Crowded(AnnexTest):
    ARGS = ("--crowd", "40")

    def test_so_much_waits_and_no_more(self):
        s, _ = self.sit("kuhn.lua")
        other, _ = self.sit("kuhn.lua")
        with self.stopped("kuhn.lua"):
            numbers = [s.send(do="look", ply=0) for _ in range(70)]
            first = self.answer(s, numbers[-1])
            self.refused(first, "no", "ask again in a moment")
            self.silent(s, numbers[0])
            late = other.send(do="look", ply=0)  # another is not kept out by that
            self.assertEqual(other.ask(do="profiles")["is"], "profiles")
            self.silent(other, late)
        self.assertEqual(self.answer(other, late)["is"], "past")
        said = [self.answer(s, n)["is"] for n in numbers]
        self.assertEqual(said[:64], ["past"] * 64)
        self.end()

    def test_a_flood_is_cut_off(self):
        s, _ = self.sit("kuhn.lua")
        other, _ = self.sit("kuhn.lua")
        with self.stopped("kuhn.lua"):
            with self.assertRaises((Refused, OSError)):
                for _ in range(5000):
                    s.send(do="look", ply=0)
                while True:
                    s.receive()
            late = other.send(do="look", ply=0)
        self.assertEqual(self.answer(other, late)["is"], "past")
        self.end()

    def test_news_nobody_reads(self):
        """A slow reader is told of the table as it is, not of all that it was."""
        s, made = self.sit("wide.lua")
        watchers = [self.socket() for _ in range(5)]
        for w in watchers:
            self.join(w, made)
        for _ in range(40):
            self.done(s.ask(do="move", move="1"))
        for w in watchers:
            seen = [w.table()]
            while len(seen[-1]["list"]) < 40:
                seen.append(w.table())
            self.assertLess(len(seen), 20)
        self.end()

    def test_going_without_having_read(self):
        """What was asked is answered; of a table that was left nothing is told."""
        s, made = self.sit("wide.lua")
        w = self.socket()
        self.join(w, made)
        for _ in range(12):
            self.done(s.ask(do="move", move="1"))
            numbers = [w.send(do="look", ply=0) for _ in range(4)]
        plain = self.create(s, "tictactoe")
        w.send(do="join", table=plain["table"], tokens=[])
        s.ask(do="profiles")
        for n in numbers:
            self.assertIn(self.answer(w, n)["is"], ("past", "refused"))
        w.table(lambda t: t["id"] == plain["table"])
        self.done(s.ask(do="move", move="1"))
        self.join(w, made, wanted=lambda t: len(t["list"]) == 13)
        self.end()

    def test_long_answers_nobody_reads(self):
        """By the same measure as anybody's."""
        s, made = self.sit("wide.lua")
        numbers = [s.send(do="look", ply=0) for _ in range(64)]
        other = self.socket()
        self.join(other, made)
        self.assertEqual(other.ask(do="look", ply=0)["is"], "past", "others are served")
        found = [self.answer(s, n) for n in numbers]
        self.assertEqual(found[0]["is"], "past")
        self.refused(next(m for m in found if m["is"] == "refused"), "full", "read it")
        self.assertEqual(s.ask(do="look", ply=0)["is"], "past", "who has read is served again")
        self.end()

    def test_an_address_has_one_measure_for_all_tables(self):
        s = [self.socket() for _ in range(10)]
        made, answer = 0, {"is": "created"}
        while answer["is"] == "created":
            answer = s[made % 10].ask(do="create", game=("nim", "kuhn.lua", "chomp.lua")[made % 3], options={},
                                      seats=["here", "here"])
            made += 1
        self.refused(answer, "no", "from your address")
        self.assertTrue(120 < made < 300, made)  # with one for each house it were 360
        self.end()

    def test_so_many_connections_in_all(self):
        crowd = [self.socket() for _ in range(40)]
        for s in crowd:  # who is known in an annex too is still one
            self.assertEqual(s.ask(do="rules", game="kuhn.lua")["is"], "rules")
        with self.assertRaises((Refused, OSError)):
            Socket(self.server, timeout=5).ask(do="hello")
        for s in crowd:
            s.close()
        for _ in range(600):  # there is room again, soon
            with contextlib.suppress(Refused, OSError):
                self.assertEqual(Socket(self.server, timeout=5).ask(do="hello")["is"], "hello")
                break
            time.sleep(0.05)
        else:
            self.fail("there is no room again")
        self.end()


class Meeting(AnnexTest):
    def test_open_seats_stand_in_the_lobby(self):
        guest = {lang: self.socket() for lang in ("en", "fr")}
        for lang, s in guest.items():
            s.ask(do="hello", lang=lang)
            s.ask(do="home")
        host, made = self.sit("kuhn.lua", ("here", "open"))
        titles = {"en": "Kuhn's poker", "fr": "Poker de Kuhn"}
        for lang, s in guest.items():
            row = self.lobby(s, lambda rows: rows)[0]
            self.assertEqual((row["table"], row["game"], row["title"]), (made["table"], "kuhn.lua", titles[lang]))
        mine = guest["fr"].ask(do="claim", table=made["table"], seat=row["seats"][0]["seat"])
        self.assertEqual(mine["is"], "created", mine)
        self.join(guest["fr"], mine)
        self.lobby(guest["en"], lambda rows: not rows)
        self.done(host.ask(do="move", move="bet"))
        seen = guest["fr"].table(lambda t: t["acting"])
        self.assertEqual(seen["title"], titles["fr"])
        self.done(guest["fr"].ask(do="move", move="fold"))
        self.assertTrue(host.table(lambda t: t["over"])["seats"][0]["won"])
        self.end()

    def lobby(self, s, wanted):
        while True:
            m = s.news.pop(0) if s.news else s.receive()
            if m["is"] == "lobby" and wanted(m["open"]):
                return m["open"]

    def test_to_and_fro(self):
        """A client is at one table at most, wherever it stands."""
        host, made = self.sit("kuhn.lua", ("here", "elsewhere"))
        plain = self.create(host, "tictactoe", ("here", "elsewhere"))
        board = self.create(host, "chomp.lua", ("here", "elsewhere"))
        rooms = [made, plain, board, made, board, plain, made]
        watchers = []
        for room in (made, plain, board):
            w = self.socket()
            self.join(w, room, "elsewhere")
            w.news.append(w.whole)
            watchers.append((room, w))
        for here in rooms:
            self.join(host, here)
            for room, w in watchers:
                w.table(lambda t: t["seats"][0]["present"] == (room is here))
                w.news.append(w.whole)  # what was seen last counts in the next round, too
        self.assertEqual(host.ask(do="home")["is"], "mine")
        for _, w in watchers:
            w.table(lambda t: not t["seats"][0]["present"])
        self.refused(host.ask(do="move", move="bet"), "bad", "at a table only")
        self.end()

    def test_a_language_follows(self):
        s, made = self.sit("chomp.lua")
        self.assertEqual(s.ask(do="hello", lang="fr")["lang"], "fr")
        s.table(lambda t: t["status"].endswith("de jouer."))
        self.refused(s.ask(do="move", move="nonsense"), "no", "pas un coup")
        self.assertEqual(s.ask(do="hello", lang="en")["lang"], "en")
        s.table(lambda t: "to play." in t["status"])
        self.end()

    def test_a_profile_follows(self):
        s, other = self.socket(), self.socket()
        ada = s.ask(do="profile", name="Ada")
        made = self.create(s, "kuhn.lua", ("here", "elsewhere"))
        self.join(s, made)
        self.join(other, made, "elsewhere", lambda t: t["seats"][0]["name"] == "Ada")
        self.done(other.ask(do="resign"))
        s.table(lambda t: t["over"])
        row = s.ask(do="profile", id=ada["id"], secret=ada["secret"])["results"][0]
        self.assertEqual((row["game"], row["won"], row["title"]), ("kuhn.lua", 1, "Kuhn's poker"))
        fresh = self.socket()
        fresh.ask(do="profile", id=ada["id"], secret=ada["secret"])
        made = self.create(fresh, "kuhn.lua", ("here", "level:1"))
        self.join(fresh, made, wanted=lambda t: t["seats"][0]["name"] == "Ada")
        self.end()

    def test_all_that_can_be_asked(self):
        s, made = self.sit("hexapawn.lua", advice="all")
        for kind, what in (("rules", dict(do="rules", game="hexapawn.lua")),
                           ("variant", dict(do="variant", game="hexapawn.lua", options={})),
                           ("lesson", dict(do="lesson", game="chomp.lua", step=1)),
                           ("advice", dict(do="advise")), ("hint", dict(do="hint", step=1)),
                           ("past", dict(do="look", ply=0)), ("refused", dict(do="check", marks=["cell:1:1"]))):
            self.assertEqual(s.ask(**what)["is"], kind, what)
        self.done(s.ask(do="resign", seat=0))
        for kind, what in (("values", dict(do="values", ply=0)), ("graph", dict(do="graph")),
                           ("record", dict(do="record")), ("created", dict(do="branch", ply=0)),
                           ("created", dict(do="again"))):
            self.assertEqual(s.ask(**what)["is"], kind, what)
        record = s.ask(do="record")["record"]
        for what in (dict(record=record), dict(game="hexapawn.lua", options={})):
            board = s.ask(do="analyse", **what)
            self.assertEqual(board["is"], "created", board)
            self.assertTrue(self.join(s, board)["analysis"])
        self.assertEqual(s.ask(do="setup", ply=0, edits=[["cell:1:1", 1]])["is"], "setup")
        self.assertEqual(s.ask(do="setup", start=True, done=True)["is"], "created")
        self.refused(s.ask(do="analyse", record="duelliste 1\ngame chomp.lua 0\n"), "bad", "Line 2")
        self.refused(s.ask(do="join", table="0000000000"), "bad", "no saved game")
        self.end()

    def test_a_machine_plays(self):
        s, _ = self.sit("chomp.lua", ("here", "level:3"))
        self.done(s.ask(do="move", move="[2,2]"))
        s.table(lambda t: len(t["list"]) == 2)
        self.end()

    def test_after_a_kill(self):
        s, made = self.sit("kuhn.lua", ("here", "elsewhere"), start="31:")
        self.done(s.ask(do="move", move="check"))
        self.server.kill()
        fresh = Server(PROGRAM, data=self.server.data, port=PORT, args=FILES)
        fresh.own, self.server.own = self.server.own, None
        self.server = fresh
        s = self.socket()
        mine = s.ask(do="home", mine=[{"table": made["table"], "token": made["seats"][0]["token"]}])
        self.assertEqual([(g["table"], g["moves"]) for g in mine["games"]], [(made["table"], 1)])
        self.assertEqual([m["move"] for m in self.join(s, made, "elsewhere")["list"]], ["check"])
        self.done(s.ask(do="move", move="bet"))
        self.end()


class Places(AnnexTest):
    """Tables that nobody uses make room, in whichever house they are."""
    ARGS = ("--limit", "all-tables=16,address-new-tables=1000,all-new-tables=1000")

    def test_idle_tables_of_another_house(self):
        s = self.socket()
        for first, second in (("kuhn.lua", "nim"), ("nim", "chomp.lua"), ("chomp.lua", "kuhn.lua")):
            for _ in range(20):
                self.create(s, first)
            self.create(s, second)
        self.end()


if __name__ == "__main__":
    unittest.main(warnings="ignore", argv=[sys.argv[0], *sys.argv[1:]])
