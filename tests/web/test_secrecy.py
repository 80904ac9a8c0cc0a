#!/usr/bin/env python3
"""Secrecy at the wire: two deals that a seat cannot tell apart give it the same bytes, whatever it asks.

usage: test_secrecy.py [PROGRAM [TWINS]]     (default: build/duel; with DUEL_FULL, 200 games each instead of 8)

TWINS is the helper that makes such pairs (twin_deals.c). The other seats are scripted; ids and tokens aside,
everything the seat receives is compared: pictures, moves, answers, past positions, refusals.
"""
import json
import os
import re
import subprocess
import sys
import time
import unittest

from wire_client import Server, Socket

HERE = os.path.dirname(os.path.abspath(__file__))
WORDS = [sys.argv.pop(1) for _ in range(2) if len(sys.argv) > 1 and not sys.argv[1].startswith("-")]
PROGRAM = WORDS[0] if WORDS else os.path.join(HERE, "..", "..", "build", "duel")
TWINS = WORDS[1] if len(WORDS) > 1 else os.path.join(os.path.dirname(PROGRAM), "tests", "twin_deals")
GAMES = 200 if os.environ.get("DUEL_FULL") else 8


class Table:
    """One deal, played through the wire; `heard` is all that the seat under test was told."""

    def __init__(self, server, game, seats, seat, start):
        self.heard, self.seat, self.asked, self.alone = [], seat, 0, seats == 1
        s = Socket(server)
        made = s.ask(do="create", game=game, seats=["elsewhere"] * seats, options={}, start=start)
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
            time.sleep(0.036)

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
        cls.server = Server(PROGRAM, port=18850)

    @classmethod
    def tearDownClass(cls):
        status, errors = cls.server.stop()
        assert status == 0 and not errors, (status, errors)

    def play(self, game, seats, pair, start):
        t = Table(self.server, game, seats, pair["seat"], start)
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

    def compare(self, game):
        seats = len(Socket(self.server).ask(do="variant", game=game, options={})["roles"])
        lines = subprocess.run([TWINS, game, str(GAMES), "1"], capture_output=True, text=True, check=True).stdout
        pairs = [json.loads(line) for line in lines.splitlines()]
        self.assertGreaterEqual(len(pairs), 0.9 * GAMES)
        self.assertGreater(sum(len(p["moves"]) for p in pairs), 2 * len(pairs), "the games get somewhere")
        for number, pair in enumerate(pairs):
            self.assertNotEqual(pair["a"], pair["b"])
            with self.subTest(game=game, number=number):
                first = self.play(game, seats, pair, pair["a"])
                second = self.play(game, seats, pair, pair["b"])
                self.assertEqual(first, second)
                self.assertGreater(len(first), 10)

    def test_ergo(self):
        self.compare("ergo")

    def test_wumpus(self):
        self.compare("wumpus")

    def test_the_comparison_can_fail(self):
        """A deal that the seat does see differently is noticed."""
        lines = subprocess.run([TWINS, "ergo", "2", "3"], capture_output=True, text=True, check=True).stdout
        one, other = [json.loads(line) for line in lines.splitlines()]
        seats = len(Socket(self.server).ask(do="variant", game="ergo", options={})["roles"])
        heard = [self.play("ergo", seats, {"seat": 0, "moves": []}, pair["a"]) for pair in (one, other)]
        self.assertNotEqual(*heard)


if __name__ == "__main__":
    unittest.main(warnings="ignore", argv=[sys.argv[0], *sys.argv[1:]])
