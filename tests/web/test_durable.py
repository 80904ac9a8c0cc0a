#!/usr/bin/env python3
"""Nothing that was acknowledged is lost: killed while people play, disk full, disk read-only.

usage: test_durable.py [PROGRAM]        (default: build/duel; with DUEL_FULL, 1,000 kills instead of 5)
"""
import os
import random
import resource
import shutil
import tempfile
import threading
import time
import unittest

from house import PROGRAM, Guests, duel, main
from wire_client import Clock, Refused, Server, Socket

KILLS = 1000 if os.environ.get("DUEL_FULL") else 5
LOST = (OSError, Refused)


# What is played: the game, who sits where, and from which seats people look (twice the same: two windows of one person;
# None: somebody looks on). All of them are there when the server dies.
PARTIES = (
    ("connect4", ("elsewhere", "elsewhere"), (0, 1, None)),
    ("connect4", ("elsewhere", "elsewhere"), (0, 1, 0, 1)),
    ("connect4", ("elsewhere", "level:1"), (0, 0)),
    ("nim", ("level:1", "elsewhere"), (1, None)),
    ("tictactoe", ("elsewhere", "level:1"), (0, 0, None)),
)


class Match:
    """People at one table, machines among them, who come back after every break and write down what they were promised."""

    def __init__(self, place, seed, party):
        self.place, self.rng = place, random.Random(seed)
        self.game, self.seats, self.windows = party
        self.promised = []  # moves that were acknowledged, or told as made, in order
        self.over, self.failure, self.table, self.reconnections = False, None, None, 0
        self.seated = False  # everybody is at the table now

    def create(self):
        while self.table is None:
            try:
                s = Socket(self.place.server, timeout=5)
                made = s.ask(do="create", game=self.game, seats=list(self.seats), options={})
                self.tokens = {k["seat"]: k["token"] for k in made["seats"]}
                self.table = made["table"]
            except LOST:
                time.sleep(0.05)

    def sit_down(self):
        """Everybody, each by a connection of its own."""
        while True:
            try:
                return [self.sit(Socket(self.place.server, timeout=5), seat) for seat in self.windows]
            except LOST:
                time.sleep(0.05)

    def sit(self, s, seat):
        answer = s.ask(do="join", table=self.table, tokens=[] if seat is None else [self.tokens[seat]])
        assert answer["is"] == "done", answer
        self.believe(s.table())  # what a newcomer is shown has all that was promised
        return s

    def believe(self, seen):
        """What was promised is there; what is there besides has been told now."""
        there = [m["move"] for m in seen["list"]]
        assert there[:len(self.promised)] == self.promised, (self.game, there, self.promised)
        self.promised = there

    def await_turn(self, players):
        """Who is to move now, and what is seen there; None once the game is over."""
        enough = lambda t: len(t["list"]) >= len(self.promised)
        turn = lambda t: next((i for i, seat in enumerate(t["seats"]) if seat["turn"]), None)
        seen = players[0].table(lambda t: enough(t) and (t["over"] or turn(t) in self.windows))
        self.believe(seen)
        if seen["over"]:
            return None, seen
        mine = [p for p, seat in zip(players, self.windows) if seat == turn(seen)]
        player = self.rng.choice(mine)
        if player is not players[0] or not seen["acting"]:
            seen = player.table(lambda t: enough(t) and (t["over"] or t["acting"]))
            self.believe(seen)
        return (None if seen["over"] else player), seen

    def move(self, player, seen, nonce):
        move = self.rng.choice(seen["moves"])["move"]
        answer = player.ask(do="move", move=move, rev=seen["rev"], nonce=nonce)
        if answer["is"] == "done":  # else somebody has come meanwhile: that was another table
            self.promised.append(move)
        self.place.clock.later(0.5)  # a machine lets so much time pass before it answers

    def play(self):
        try:
            self.create()
            players, nonce = self.sit_down(), 1
            while not self.over:
                try:
                    self.seated = True
                    player, seen = self.await_turn(players)
                    self.over = player is None
                    if player:
                        nonce += 1
                        self.move(player, seen, nonce)
                        time.sleep(self.rng.uniform(0, 0.05))
                except LOST:
                    self.seated = False
                    self.reconnections += 1
                    players = self.sit_down()
        except BaseException as failure:  # told by the test
            self.failure = failure
        self.seated = False


class Place:
    """A server that is killed and started again at the same address."""

    def __init__(self, port):
        self.folder = tempfile.mkdtemp(prefix="duel-durable-")
        self.clock = Clock()
        self.server = Server(PROGRAM, data=self.folder, port=port, clock=self.clock)
        self.port = self.server.port  # another run of this test may have the one that was asked for

    def kill(self):
        self.server.kill()
        fresh = Server(PROGRAM, data=self.folder, port=self.port, clock=self.clock)
        assert fresh.port == self.port
        self.server = fresh

    def remove(self):
        shutil.rmtree(self.folder, ignore_errors=True)


class Killed(unittest.TestCase):
    def test_every_acknowledged_move_is_there(self):
        place, rng = Place(18800), random.Random(7)
        self.addCleanup(place.remove)
        self.addCleanup(lambda: place.server.kill())
        finished, breaks, matches = 0, 0, []

        def begin():
            match = Match(place, rng.random(), PARTIES[len(matches) % len(PARTIES)])
            match.thread = threading.Thread(target=match.play, daemon=True)
            match.thread.start()
            matches.append(match)

        for _ in range(6):
            begin()
        for _ in range(KILLS):
            while sum(m.seated for m in matches) < min(3, sum(m.thread.is_alive() for m in matches)):
                time.sleep(0.01)  # however slow the machine is, the kill comes while some of them play
            time.sleep(rng.uniform(0, 0.4))
            place.kill()
            for _ in range(6 - sum(m.thread.is_alive() for m in matches)):
                begin()  # one for each that is over
        for match in matches:
            match.thread.join(120)
            self.assertFalse(match.thread.is_alive(), "the games finish")
            self.assertIsNone(match.failure, repr(match.failure))
            finished += match.over
            breaks += match.reconnections
        self.assertEqual(finished, len(matches))
        self.assertGreater(breaks, KILLS, "the kills came while they played")
        s = Socket(place.server)
        for match in matches:
            place.clock.later(0.04)  # within the rate of one connection
            s.ask(do="join", table=match.table)
            self.assertEqual([m["move"] for m in s.table(lambda t: t["id"] == match.table)["list"]], match.promised)
        s.close()
        status, errors = place.server.stop()
        self.assertEqual((status, errors), (0, ""))


def limit_files(server, size):
    """From now on no file of the server may grow beyond `size` bytes: writing there fails as on a full disk."""
    hard = resource.prlimit(server.process.pid, resource.RLIMIT_FSIZE)[1]
    resource.prlimit(server.process.pid, resource.RLIMIT_FSIZE, (size, hard))


class Disk(Guests):
    PORT = 18820

    def setUp(self):
        self.folder = tempfile.mkdtemp(prefix="duel-disk-")
        self.addCleanup(shutil.rmtree, self.folder, True)

    def start(self):
        self.server = self.own_server(data=self.folder)
        return self.server

    def next_move(self, s, kept):
        seen = s.table(lambda t: t["acting"] and len(t["list"]) == len(kept))
        move = seen["moves"][len(kept) % len(seen["moves"])]["move"]
        return move, s.ask(do="move", move=move)

    def put_back(self, s, refusal, kept):
        self.refused(refusal, "full", "no room left")
        self.assertNotIn(self.folder, refusal["error"]["message"], "where it keeps things is the server's own affair")
        seen = s.table(lambda t: t.get("trouble"))
        self.assertIn("no room left", seen["trouble"])
        self.assertTrue(seen["acting"] and not seen["drafted"], "the move is put back")
        self.assertEqual([m["move"] for m in seen["list"]], kept)

    def there_after_a_restart(self, made, kept):
        server = self.start()
        seen = self.watch(made).table()
        self.assertEqual([m["move"] for m in seen["list"]], kept)
        self.assertEqual(server.stop()[0], 0)

    def test_the_disk_fills_up(self):
        server = self.start()
        s, made = self.table("moriarty")
        limit_files(server, 160 * 1024)
        kept, refusal = [], None
        for _ in range(200):
            move, answer = self.next_move(s, kept)
            if answer["is"] != "done":
                refusal = answer
                break
            kept.append(move)
            if len(kept) == 40:  # a game is not long enough: another one
                s, made = self.table("moriarty")
                kept = []
        self.put_back(s, refusal, kept)
        self.assertTrue(server.alive())
        other = self.socket()
        self.assertEqual(other.ask(do="hello")["is"], "hello")
        self.refused(other.ask(do="create", game="nim", seats=["here", "here"], options={}), "full")
        server.kill()
        s.close()
        self.there_after_a_restart(made, kept)

    def test_a_disk_that_takes_nothing_then_takes_again(self):
        server = self.start()
        s, made = self.table("tictactoe")
        self.done(s.ask(do="move", move="b2"))
        limit_files(server, 0)
        for verb in ({"do": "move", "move": "a1"}, {"do": "move", "move": "a1"}):
            self.put_back(s, s.ask(**verb), ["b2"])
        self.assertEqual(s.ask(do="back")["error"]["kind"], "full")
        self.assertEqual(s.ask(do="resign", seat=0)["error"]["kind"], "full")
        seen = s.table(lambda t: t.get("trouble"))
        self.assertEqual((len(seen["list"]), seen["over"]), (1, False))
        limit_files(server, resource.RLIM_INFINITY)
        self.done(s.ask(do="move", move="a1"))
        self.assertNotIn("trouble", s.table(lambda t: len(t["list"]) == 2))
        limit_files(server, 0)
        self.put_back(s, s.ask(do="move", move="a2"), ["b2", "a1"])
        limit_files(server, resource.RLIM_INFINITY)
        s.close()
        _, errors = server.stop()
        self.assertEqual(errors.count(self.folder), 2, "who runs the server is told each time anew that it fails: " + errors)
        self.there_after_a_restart(made, ["b2", "a1"])

    def test_a_machine_tries_again(self):
        server = self.start()
        s, _ = self.table("nim", ["here", "level:1"])
        seen = s.table(lambda t: t["acting"])
        self.done(s.ask(do="move", move=seen["moves"][0]["move"]))
        limit_files(server, 0)  # before the machine's answer, which waits until the move was seen
        seen = s.table(lambda t: t.get("trouble"), server.clock)
        self.assertEqual(len(seen["list"]), 1)
        limit_files(server, resource.RLIM_INFINITY)
        self.assertGreaterEqual(len(s.table(lambda t: len(t["list"]) > 1, server.clock)["list"]), 2)
        s.close()
        status, errors = server.stop()
        self.assertEqual(status, 0)
        self.assertEqual(errors.count(self.folder), 1, "who runs the server is told, once: " + errors)

    def as_nobody(self):
        if os.getuid() == 0:
            os.setgid(65534)
            os.setuid(65534)

    def test_a_folder_that_cannot_be_written(self):
        server = self.start()
        s, made = self.table("tictactoe")
        self.done(s.ask(do="move", move="b2"))
        s.close()
        self.assertEqual(server.stop()[0], 0)
        os.chmod(self.folder, 0o555)
        for name in os.listdir(self.folder):
            os.chmod(os.path.join(self.folder, name), 0o444)
        ran = duel("serve", "--data", self.folder, "--lang", "en", preexec_fn=self.as_nobody)
        self.assertEqual(ran.returncode, 1)
        self.assertIn("cannot be", ran.stderr)
        self.assertIn(self.folder, ran.stderr)
        os.chmod(self.folder, 0o755)
        for name in os.listdir(self.folder):
            os.chmod(os.path.join(self.folder, name), 0o644)
        self.there_after_a_restart(made, ["b2"])


if __name__ == "__main__":
    main()
