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
import tempfile
import time

from house import EXAMPLES, Guests, main
from wire_client import Refused, Socket

NAMES = ["kuhn.lua", "chomp.lua", "hexapawn.lua", "allumettes.lua"]  # secrets; a lesson; positions set up; none of that
WIDE = 'function draw(left) return ("|"):rep(60000) .. left end'
FILES = tuple(os.path.join(EXAMPLES, name) for name in NAMES)
PORT = 18590


class AnnexTest(Guests):
    PORT = PORT
    ARGS = ()

    def setUp(self):
        folder = tempfile.TemporaryDirectory(prefix="duel-annex-")
        self.addCleanup(folder.cleanup)
        wide = os.path.join(folder.name, "wide.lua")  # its drawing is long
        with open(FILES[-1], encoding="utf-8") as plain, open(wide, "w", encoding="utf-8") as f:
            f.write(re.sub(r"function draw\(left\).*?end", WIDE, plain.read(), flags=re.S).replace("= 19", "= 50"))
        self.server = self.own_server(port=PORT, args=(*FILES, wide, *self.ARGS))
        self.processes = dict(zip(NAMES, self.server.children()))
        self.ended = False

    def end(self):
        self.ended = True
        self.assertEqual(self.server.stop(), (0, ""))

    def tearDown(self):
        if not self.ended:
            self.end()

    @contextlib.contextmanager
    def stopped(self, name):
        """Nothing is answered by this file meanwhile."""
        os.kill(self.processes[name], signal.SIGSTOP)
        try:
            yield
        finally:
            with contextlib.suppress(ProcessLookupError):  # it has ended with the server
                os.kill(self.processes[name], signal.SIGCONT)

    def create(self, s, game, seats=("here", "here"), **more):
        return self.created(s.ask(do="create", game=game, seats=list(seats), **{"options": {}, **more}))

    def enter(self, s, made, kind="here", wanted=lambda t: True):
        """The table that whoever sits down there is shown."""
        self.sit(made, kind, s=s)
        return s.table(lambda t: t["id"] == made["table"] and wanted(t))

    def begin(self, game, seats=("here", "here"), **more):
        s = self.socket(timeout=300)
        made = self.create(s, game, seats, **more)
        self.enter(s, made)
        return s, made

    def silent(self, s, number):
        """What was asked under this number has not been answered, by what has come so far."""
        while select.select([s.sock], [], [], 0)[0] or s.buffer:
            s.news.append(s.receive())
        self.assertNotIn(number, [m.get("re") for m in s.news])


class Stopped(AnnexTest):
    def test_others_are_answered(self):
        slow, _ = self.begin("kuhn.lua", ("here", "elsewhere"))
        quick, _ = self.begin("tictactoe")
        file, _ = self.begin("chomp.lua")
        with self.stopped("kuhn.lua"):
            waiting = [slow.send(do="move", move="check"), self.socket(timeout=300).send(do="rules", game="kuhn.lua")]
            self.done(quick.ask(do="move", move="b2"))
            self.assertEqual(len(quick.table(lambda t: t["list"])["list"]), 1)
            self.done(file.ask(do="move", move="[2,2]"))
            fresh = self.socket(timeout=300)
            hello = fresh.ask(do="hello", lang="fr")
            self.assertLessEqual(set(NAMES), {g["id"] for g in hello["games"]})
            self.assertEqual(fresh.ask(do="home")["is"], "mine")
            self.assertEqual(fresh.ask(do="profile", name="Ada")["is"], "profile")
            self.enter(fresh, self.create(fresh, "nim", ("here", "level:1")))
            self.assertEqual(fresh.ask(do="lesson", game="chomp.lua", step=1)["is"], "lesson")
            self.silent(slow, waiting[0])
        self.done(slow.answer(waiting[0]))
        self.assertEqual(slow.table(lambda t: t["list"])["list"][0]["move"], "check")

    def test_who_waits_can_go_elsewhere(self):
        s, made = self.begin("kuhn.lua", ("here", "elsewhere"))
        other = self.create(s, "tictactoe")
        with self.stopped("kuhn.lua"):
            late = s.send(do="move", move="bet")
            self.assertEqual(s.ask(do="home")["is"], "mine")
            self.enter(s, other)
            self.done(s.ask(do="move", move="a1"))
            self.silent(s, late)
        self.done(s.answer(late))
        self.done(s.ask(do="move", move="b2"))
        self.assertEqual({m["id"] for m in s.news if m["is"] == "table"} - {other["table"]}, set())
        seen = self.enter(s, made)
        self.assertEqual([m["move"] for m in seen["list"]], ["bet"])

    def test_order_is_kept(self):
        """All that one asks of a file, while it does not answer, is done in turn: leaving and coming back, too."""
        s, made = self.begin("chomp.lua", options={"width": "2", "height": "2"})
        tokens = [k["token"] for k in made["seats"]]
        with self.stopped("chomp.lua"):
            first = s.send(do="look", ply=0)
            numbers = [s.send(do="move", move="[2,2]")]
            self.assertEqual(s.ask(do="home")["is"], "mine")
            numbers.append(s.send(do="join", table=made["table"], tokens=tokens))
            numbers += [s.send(do="move", move=move) for move in ("[2,1]", "[1,2]", "[1,1]")]
            self.assertEqual(s.ask(do="profiles")["is"], "profiles")
            self.silent(s, first)
        self.assertEqual(s.answer(first)["is"], "past")
        for n in numbers:
            self.done(s.answer(n))
        self.assertIn("moves [2,2] [2,1] [1,2] [1,1]", s.ask(do="record")["record"])

    def test_ending_does_not_wait(self):
        """For a request, for those behind it, for a machine: none is answered any more."""
        self.begin("kuhn.lua", ("expert", "here"))
        s, _ = self.begin("kuhn.lua")
        with self.stopped("kuhn.lua"):
            for _ in range(20):
                s.send(do="look", ply=0)
            self.assertEqual(s.ask(do="profiles")["is"], "profiles")
            self.end()


class Crowded(AnnexTest):
    ARGS = ("--crowd", "40")

    def test_so_much_waits_and_no_more(self):
        s, _ = self.begin("kuhn.lua")
        other, _ = self.begin("kuhn.lua")
        with self.stopped("kuhn.lua"):
            numbers = [s.send(do="look", ply=0) for _ in range(70)]
            first = s.answer(numbers[-1])
            self.refused(first, "no", "ask again in a moment")
            self.silent(s, numbers[0])
            late = other.send(do="look", ply=0)  # another is not kept out by that
            self.assertEqual(other.ask(do="profiles")["is"], "profiles")
            self.silent(other, late)
        self.assertEqual(other.answer(late)["is"], "past")
        said = [s.answer(n)["is"] for n in numbers[:-1]]
        self.assertEqual(said[:64], ["past"] * 64)

    def test_a_flood_is_cut_off(self):
        s, _ = self.begin("kuhn.lua")
        other, _ = self.begin("kuhn.lua")
        with self.stopped("kuhn.lua"):
            with self.assertRaises((Refused, OSError)):
                for _ in range(5000):
                    s.send(do="look", ply=0)
                while True:
                    s.receive()
            late = other.send(do="look", ply=0)
        self.assertEqual(other.answer(late)["is"], "past")

    def test_news_nobody_reads(self):
        """A slow reader is told of the table as it is, not of all that it was."""
        s, made = self.begin("wide.lua")
        watchers = [self.socket(timeout=300) for _ in range(5)]
        for w in watchers:
            self.enter(w, made)
        for _ in range(40):
            self.done(s.ask(do="move", move="1"))
        for w in watchers:
            seen = [w.table()]
            while len(seen[-1]["list"]) < 40:
                seen.append(w.table())
            self.assertLess(len(seen), 20)

    def test_going_without_having_read(self):
        """What was asked is answered; of a table that was left nothing is told."""
        s, made = self.begin("wide.lua")
        w = self.socket(timeout=300)
        self.enter(w, made)
        for _ in range(12):
            self.done(s.ask(do="move", move="1"))
            numbers = [w.send(do="look", ply=0) for _ in range(4)]
        plain = self.create(s, "tictactoe")
        w.send(do="join", table=plain["table"], tokens=[])
        s.ask(do="profiles")
        for n in numbers:
            self.assertIn(w.answer(n)["is"], ("past", "refused"))
        w.table(lambda t: t["id"] == plain["table"])
        self.done(s.ask(do="move", move="1"))
        self.enter(w, made, wanted=lambda t: len(t["list"]) == 13)

    def test_long_answers_nobody_reads(self):
        """By the same measure as anybody's."""
        s, made = self.begin("wide.lua")
        numbers = [s.send(do="look", ply=0) for _ in range(64)]
        other = self.socket(timeout=300)
        self.enter(other, made)
        self.assertEqual(other.ask(do="look", ply=0)["is"], "past", "others are served")
        found = [s.answer(n) for n in numbers]
        self.assertEqual(found[0]["is"], "past")
        self.refused(next(m for m in found if m["is"] == "refused"), "full", "read it")
        self.assertEqual(s.ask(do="look", ply=0)["is"], "past", "who has read is served again")

    def test_an_address_has_one_measure_for_all_tables(self):
        s = [self.socket(timeout=300) for _ in range(10)]
        made, answer = 0, {"is": "created"}
        while answer["is"] == "created":
            answer = s[made % 10].ask(do="create", game=("nim", "kuhn.lua", "chomp.lua")[made % 3], options={},
                                      seats=["here", "here"])
            made += 1
        self.refused(answer, "no", "from your address")
        self.assertTrue(120 < made < 300, made)  # with one for each house it were 360

    def test_so_many_connections_in_all(self):
        crowd = [self.socket(timeout=300) for _ in range(40)]
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


class Meeting(AnnexTest):
    def test_open_seats_stand_in_the_lobby(self):
        guest = {lang: self.socket(timeout=300) for lang in ("en", "fr")}
        for lang, s in guest.items():
            s.ask(do="hello", lang=lang)
            s.ask(do="home")
        host, made = self.begin("kuhn.lua", ("here", "open"))
        titles = {"en": "Kuhn's poker", "fr": "Poker de Kuhn"}
        for lang, s in guest.items():
            row = self.lobby(s, lambda rows: rows)[0]
            self.assertEqual((row["table"], row["game"], row["title"]), (made["table"], "kuhn.lua", titles[lang]))
        mine = guest["fr"].ask(do="claim", table=made["table"], seat=row["seats"][0]["seat"])
        self.assertEqual(mine["is"], "created", mine)
        self.enter(guest["fr"], mine)
        self.lobby(guest["en"], lambda rows: not rows)
        self.done(host.ask(do="move", move="bet"))
        seen = guest["fr"].table(lambda t: t["acting"])
        self.assertEqual(seen["title"], titles["fr"])
        self.done(guest["fr"].ask(do="move", move="fold"))
        self.assertTrue(host.table(lambda t: t["over"])["seats"][0]["won"])

    def lobby(self, s, wanted):
        return s.next("lobby", lambda m: wanted(m["open"]))["open"]

    def test_to_and_fro(self):
        """A client is at one table at most, wherever it stands."""
        host, made = self.begin("kuhn.lua", ("here", "elsewhere"))
        plain = self.create(host, "tictactoe", ("here", "elsewhere"))
        board = self.create(host, "chomp.lua", ("here", "elsewhere"))
        rooms = [made, plain, board, made, board, plain, made]
        watchers = []
        for room in (made, plain, board):
            w = self.socket(timeout=300)
            self.enter(w, room, "elsewhere")
            w.news.append(w.whole)
            watchers.append((room, w))
        for here in rooms:
            self.enter(host, here)
            for room, w in watchers:
                w.table(lambda t: t["seats"][0]["present"] == (room is here))
                w.news.append(w.whole)  # what was seen last counts in the next round, too
        self.assertEqual(host.ask(do="home")["is"], "mine")
        for _, w in watchers:
            w.table(lambda t: not t["seats"][0]["present"])
        self.refused(host.ask(do="move", move="bet"), "bad", "at a table only")

    def test_a_language_follows(self):
        s, made = self.begin("chomp.lua")
        self.assertEqual(s.ask(do="hello", lang="fr")["lang"], "fr")
        s.table(lambda t: t["status"].endswith("de jouer."))
        self.refused(s.ask(do="move", move="nonsense"), "no", "pas un coup")
        self.assertEqual(s.ask(do="hello", lang="en")["lang"], "en")
        s.table(lambda t: "to play." in t["status"])

    def test_a_profile_follows(self):
        s, other = self.socket(timeout=300), self.socket(timeout=300)
        ada = s.ask(do="profile", name="Ada")
        made = self.create(s, "kuhn.lua", ("here", "elsewhere"))
        self.enter(s, made)
        self.enter(other, made, "elsewhere", lambda t: t["seats"][0]["name"] == "Ada")
        self.done(other.ask(do="resign"))
        s.table(lambda t: t["over"])
        row = s.ask(do="profile", id=ada["id"], secret=ada["secret"])["results"][0]
        self.assertEqual((row["game"], row["won"], row["title"]), ("kuhn.lua", 1, "Kuhn's poker"))
        fresh = self.socket(timeout=300)
        fresh.ask(do="profile", id=ada["id"], secret=ada["secret"])
        made = self.create(fresh, "kuhn.lua", ("here", "level:1"))
        self.enter(fresh, made, wanted=lambda t: t["seats"][0]["name"] == "Ada")

    def test_all_that_can_be_asked(self):
        s, made = self.begin("hexapawn.lua", advice="all")
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
            self.assertTrue(self.enter(s, board)["analysis"])
        self.assertEqual(s.ask(do="setup", ply=0, edits=[["cell:1:1", 1]])["is"], "setup")
        self.assertEqual(s.ask(do="setup", start=True, done=True)["is"], "created")
        self.refused(s.ask(do="analyse", record="duelliste 1\ngame chomp.lua 0\n"), "bad", "Line 2")
        self.refused(s.ask(do="join", table="0000000000"), "bad", "no saved game")

    def test_a_machine_plays(self):
        s, _ = self.begin("chomp.lua", ("here", "level:3"))
        self.done(s.ask(do="move", move="[2,2]"))
        s.table(lambda t: len(t["list"]) == 2)

    def test_after_a_kill(self):
        s, made = self.begin("kuhn.lua", ("here", "elsewhere"), start="31:")
        self.done(s.ask(do="move", move="check"))
        self.server = self.again(self.server, args=FILES)
        s = self.socket(timeout=300)
        mine = s.ask(do="home", mine=[{"table": made["table"], "token": made["seats"][0]["token"]}])
        self.assertEqual([(g["table"], g["moves"]) for g in mine["games"]], [(made["table"], 1)])
        self.assertEqual([m["move"] for m in self.enter(s, made, "elsewhere")["list"]], ["check"])
        self.done(s.ask(do="move", move="bet"))


class Places(AnnexTest):
    """Tables that nobody uses make room, in whichever house they are."""
    ARGS = ("--limit", "all-tables=16,address-new-tables=1000,all-new-tables=1000")

    def test_idle_tables_of_another_house(self):
        s = self.socket(timeout=300)
        for first, second in (("kuhn.lua", "nim"), ("nim", "chomp.lua"), ("chomp.lua", "kuhn.lua")):
            for _ in range(20):
                self.create(s, first)
            self.create(s, second)


if __name__ == "__main__":
    main()
