#!/usr/bin/env python3
"""Secrecy at the wire: two deals that a seat cannot tell apart give it the same bytes, whatever it asks.

usage: test_secrecy.py [PROGRAM [TWINS]]     (default: build/duel; with DUEL_FULL, 90 pairs of each game, else some)

TWINS is the helper that makes such pairs (twin_deals.c). The other seats are scripted; ids and tokens aside,
everything the seat receives is compared: pictures, moves, answers, past positions, refusals. A machine that sits there
is a program which writes down what it is handed, and lets an engine with a limit of nodes look at it (twin_bot.py).
"""
import json
import os
import re
import subprocess
import sys
import tempfile
import time
import unittest
import zlib

from wire_client import Server, Socket

HERE = os.path.dirname(os.path.abspath(__file__))
WORDS = [sys.argv.pop(1) for _ in range(2) if len(sys.argv) > 1 and not sys.argv[1].startswith("-")]
PROGRAM = WORDS[0] if WORDS else os.path.join(HERE, "..", "..", "build", "duel")
TWINS = WORDS[1] if len(WORDS) > 1 else os.path.join(os.path.dirname(PROGRAM), "tests", "twin_deals")
FULL = bool(os.environ.get("DUEL_FULL"))
GAMES, MACHINES = (90, 90) if FULL else (2, 1)
EXAMPLES = os.environ.get("DUEL_EXAMPLES") or os.path.join(HERE, "..", "..", "examples")
FILES = [os.path.join(EXAMPLES, name) for name in ("kuhn.lua", "mines.lua")]
HIDDEN = (("ergo", {}), ("wumpus", {}), ("duo", {}), ("chicago", {"view": "tops"}), ("kuhn.lua", {}), ("mines.lua", {}))


def twin_deals(game, options, count, seed, known={}):
    """Pairs of deals, with moves that can be made in both."""
    key = (game, count, seed)
    if key not in known:
        known[key] = made_twins(game, options, count, seed)
    return known[key]


def made_twins(game, options, count, seed):
    name = os.path.join(EXAMPLES, game) if game.endswith(".lua") else game
    text = " ".join([name, *("%s=%s" % o for o in options.items())])
    lines = subprocess.run([TWINS, text, str(count), str(seed)], capture_output=True, text=True, check=True).stdout
    return [json.loads(line) for line in lines.splitlines()]


def roles(server, game, options):
    return len(Socket(server).ask(do="variant", game=game, options=options)["roles"])


class Table:
    """One deal, played through the wire; `heard` is all that the seat under test was told."""

    def __init__(self, server, game, options, seats, seat, start):
        self.heard, self.seat, self.asked, self.alone = [], seat, 0, seats == 1
        self.later = server.later
        s = Socket(server)
        made = s.ask(do="create", game=game, seats=["elsewhere"] * seats, options=options, start=start)
        assert made["is"] == "created", made
        self.id, self.hidden = made["table"], [made["table"]] + [k["token"] for k in made["seats"]]
        self.sockets = [s] + [Socket(server) for _ in range(seats - 1)]
        for i, one in enumerate(self.sockets):
            one.ask(do="join", table=self.id, tokens=[made["seats"][i]["token"]])
        self.watcher = Socket(server)
        self.watcher.ask(do="join", table=self.id)
        self.eyes = self.sockets[seat]
        self.rev = self.first = self.eyes.table(lambda t: t["watching"] == seats + 1)["rev"]

    def keep(self, what):
        if "rev" in what:
            what = dict(what, rev=what["rev"] - self.first)  # it begins with the time
        text = json.dumps(what, sort_keys=True)
        for word in self.hidden:
            text = text.replace(word, "*")
        self.heard.append(re.sub(r'"re": \d+', '"re": 0', text))

    def pace(self):
        self.asked += 1
        if self.asked > 60:  # within the rate of one connection
            self.later(0.036)

    def ask(self, **what):
        """A request of the seat under test, whose answer counts."""
        self.pace()
        answer = self.eyes.ask(**what)
        self.keep(answer)
        return answer

    def look(self, one, keep):
        seen = one.table(lambda t: t["rev"] == self.rev)
        if keep:
            self.keep(seen)

    def move(self, seat, text):
        for what in ({"do": "move", "move": text}, {"do": "confirm"})[:1 if self.alone else 2]:
            self.pace()
            answer = self.sockets[seat].ask(**what)
            if seat == self.seat:
                self.keep(answer)
            assert what["do"] == "confirm" or answer["is"] == "done", answer
            self.rev += answer["is"] == "done"
        self.look(self.eyes, True)

    def pry(self, ply):
        """Whatever a curious player might try."""
        for what in ({"do": "move", "move": "?"}, {"do": "move", "move": "zzz"}, {"do": "record"}, {"do": "branch", "ply": 0},
                     {"do": "values", "ply": 0}, {"do": "graph"}, {"do": "advise"}, {"do": "again"}, {"do": "look", "ply": ply},
                     {"do": "look", "ply": 10000}, {"do": "hint", "step": 4}, {"do": "takeover", "seat": 0, "by": "expert"}):
            if self.alone and what["do"] in ("advise", "hint"):
                continue  # allowed to who plays alone; how far an engine gets depends on the time it had
            self.ask(**what)

    def close(self):
        for one in [*self.sockets, self.watcher]:
            one.close()


class Secrecy(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.server = Server(PROGRAM, port=18850, args=["--limit", "all-new-tables=100000", *FILES])

    @classmethod
    def tearDownClass(cls):
        cls.server.end()

    def play(self, game, options, seats, pair, start):
        t = Table(self.server, game, options, seats, pair["seat"], start)
        t.pry(0)
        for i, m in enumerate(pair["moves"]):
            t.move(m["seat"], m["move"])
            if i == len(pair["moves"]) // 2 or i == len(pair["moves"]) - 1:
                t.pry(i // 2)
        t.ask(do="home", mine=[{"table": t.id, "token": t.hidden[1 + t.seat]}])
        # when it was written, and how many pictures were made so far, which depends on how fast each one reads
        t.heard = [re.sub(r'"(updated|news)": \d+', r'"\1": 0', h) for h in t.heard]
        t.close()
        return t.heard

    def test_what_a_seat_is_told(self):
        found = []
        for game, options in HIDDEN:
            seats = roles(self.server, game, options)
            pairs = twin_deals(game, options, GAMES, 1)
            self.assertGreaterEqual(len(pairs), 0.6 * GAMES, game)
            self.assertGreaterEqual(sum(len(p["moves"]) for p in pairs), len(pairs), "the games get somewhere")
            for number, pair in enumerate(pairs):
                self.assertNotEqual(pair["a"], pair["b"])
                with self.subTest(game=game, number=number):
                    first = self.play(game, options, seats, pair, pair["a"])
                    second = self.play(game, options, seats, pair, pair["b"])
                    self.assertEqual(first, second)
                    self.assertGreater(len(first), 10)
                found += [first + [self.planted(pair["a"])] != second + [self.planted(pair["b"])]]
        self.assertTrue(any(found), "one bit of what is hidden, told besides, is found")

    def planted(self, position):
        return zlib.crc32(position.encode()) & 1

    def test_the_comparison_can_fail(self):
        """A deal that the seat does see differently is noticed."""
        one, other = twin_deals("ergo", {}, 2, 3)
        seats = roles(self.server, "ergo", {})
        heard = [self.play("ergo", {}, seats, {"seat": 0, "moves": []}, pair["a"]) for pair in (one, other)]
        self.assertNotEqual(*heard)


class Handed(unittest.TestCase):
    """A machine at the seat: what it is handed, and how many positions an engine then looks at."""

    @classmethod
    def setUpClass(cls):
        cls.place = tempfile.TemporaryDirectory(prefix="duel-twins-")
        cls.logs = os.path.join(cls.place.name, "logs")
        os.mkdir(cls.logs)
        cls.start()

    @classmethod
    def start(cls):
        bot = os.path.join(HERE, "twin_bot.py")
        cls.pairs = 0
        cls.server = Server(PROGRAM, port=18855, args=["--program", bot + ":seconds=100", *FILES],
                            env={"TWIN_LOG": cls.logs, "TWIN_FILES": EXAMPLES, "DUEL": os.path.abspath(PROGRAM)})

    @classmethod
    def make_room(cls):
        """A server lets so many programs play at once, and a table that was left keeps its own for a minute."""
        cls.pairs += 1
        if cls.pairs > 6:
            cls.server.stop()
            cls.start()

    @classmethod
    def tearDownClass(cls):
        cls.server.stop()
        cls.place.cleanup()

    def begin(self, game, options, seats, pair, start):
        """The game up to where the machine is to move: connections at its table."""
        s = Socket(self.server, timeout=60)
        kinds = ["program:1" if i == pair["seat"] else "elsewhere" for i in range(seats)]
        made = s.ask(do="create", game=game, seats=kinds, options=options, start=start)
        assert made["is"] == "created", made
        players = {k["seat"]: Socket(self.server) for k in made["seats"]}
        for k in made["seats"]:
            players[k["seat"]].ask(do="join", table=made["table"], tokens=[k["token"]])
        s.ask(do="join", table=made["table"])
        for m in pair["moves"]:
            if m["seat"] == pair["seat"]:
                break
            answer = players[m["seat"]].ask(do="move", move=m["move"])
            assert answer["is"] == "done", answer
            players[m["seat"]].ask(do="confirm")
        return [s, *players.values()]

    def handed(self, *deal):
        """What the machine of one deal was handed for its first move, and what came of it. A program that was started and
        not asked has a log without it."""
        before = set(os.listdir(self.logs))
        sockets = self.begin(*deal)
        for _ in range(2400):
            for log in set(os.listdir(self.logs)) - before:
                with open(os.path.join(self.logs, log), encoding="utf-8") as f:
                    text = f.read()
                if "\nchosen " in text:
                    for one in sockets:
                        one.close()
                    return text.partition("\nchosen ")[0]
            time.sleep(0.05)
        raise AssertionError("the machine was not asked")

    def test_machines_are_handed_the_same(self):
        for game, options in HIDDEN:
            seats = roles(self.server, game, options)
            for number, pair in enumerate(twin_deals(game, options, GAMES, 1)[:MACHINES]):
                if not any(m["seat"] == pair["seat"] for m in pair["moves"]):
                    continue
                self.make_room()
                with self.subTest(game=game, number=number):
                    first, second = [self.handed(game, options, seats, pair, pair[which]) for which in "ab"]
                    self.assertEqual(first, second)
                    self.assertIn("\nview ", first)


if __name__ == "__main__":
    unittest.main(warnings="ignore", argv=[sys.argv[0], *sys.argv[1:]])
