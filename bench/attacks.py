#!/usr/bin/env python3
"""Who notices an attack? What another client waits, and what the server holds in memory, under each of tests/web/attacks.py.

usage: bench/attacks.py [PROGRAM] [--seconds S] [--many N] [ATTACK…]

Each attack is tried with the usual limits, again and again for S seconds, from processes of its own and from addresses of its own.
Meanwhile somebody asks and moves 25 times a second: told are the median, 99 % and the worst of the answers; the longest turn of
the server's loop, in time of the processor, which a busy machine does not change; and the most memory there was beyond that before
the attack and beyond what machines may think with.
"""
import argparse
import multiprocessing
import os
import sys
import time

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.join(HERE, "..", "tests", "web"))
import attacks  # noqa: E402
from wire_client import Server, Socket  # noqa: E402

LATE, GROWTH = 0.2, 64  # seconds, megabytes
PORT = int(os.environ.get("DUEL_PORT", 18990))


def megabytes(server):
    with open("/proc/%d/status" % server.process.pid) as f:
        held = next(int(line.split()[1]) for line in f if line.startswith("VmRSS:")) / 1024
    return held - attacks.health(server)["bytes_thinking"] / 2**20


class Far:
    """A server as those see it who did not start it."""

    def __init__(self, server):
        self.host, self.port, self.name = server.host, server.port, server.name


def longest_turn(server):
    """Milliseconds of the processor: unlike the time on a clock, the same on a busy machine."""
    return attacks.health(server)["longest_turn_ms"]


def attack_on(far, number, source, many, until):
    while time.monotonic() < until:
        a = attacks.Attacker(far, source, many)
        attacks.ATTACKS[number][0](a)
        time.sleep(0.2)
        a.close()


class Player:
    """Asks and moves, and says how long each answer took."""

    def __init__(self, server):
        self.sock = Socket(server, timeout=120)
        self.begin()

    def begin(self):
        """A new table; while all that may be made are made, there is none, which is said in words."""
        made = self.sock.ask(do="create", game="moriarty", seats=["here", "here"], options={})
        self.table = None
        if made["is"] == "created":
            self.sock.ask(do="join", table=made["table"], tokens=[k["token"] for k in made["seats"]])
            self.table = self.sock.table(lambda t: t["id"] == made["table"] and t["acting"])

    def timed(self, **what):
        begun = time.monotonic()
        self.sock.ask(**what)
        return time.monotonic() - begun

    def turn(self):
        waits = [self.timed(do="variant", game="nim")]
        if self.table is None:
            self.begin()
            return waits
        plies = len(self.table["list"])
        waits.append(self.timed(do="move", move=self.table["moves"][0]["move"]))
        self.table = self.sock.table(lambda t: t["over"] or (len(t["list"]) > plies and t["acting"]))
        if self.table["over"]:
            self.begin()
        return waits


def measure(program, number, seconds, many):
    server = Server(program, port=PORT, args=["--crowd", "256"])
    player = Player(server)
    for _ in range(10):
        player.turn()
    before = most = megabytes(server)
    until = time.monotonic() + seconds
    hands = [multiprocessing.Process(target=attack_on, args=(Far(server), number, "127.1.%d.1" % i, many, until)) for i in range(2)]
    for one in hands:
        one.start()
    waits, looked = [], 0
    while time.monotonic() < until:
        waits += player.turn()
        if time.monotonic() - looked > 0.25:
            most, looked = max(most, megabytes(server)), time.monotonic()
        time.sleep(0.08)
    for one in hands:
        one.join(30)
        one.kill()
    turn = longest_turn(server)
    player.sock.close()
    server.kill()
    return sorted(waits), most - before, turn


def main():
    words = argparse.ArgumentParser()
    words.add_argument("program", nargs="?", default=os.path.join(HERE, "..", "build", "duel"))
    words.add_argument("attacks", nargs="*")
    words.add_argument("--seconds", type=float, default=6)
    words.add_argument("--many", type=int, default=10)
    a = words.parse_intermixed_args()
    missed = []
    for number, (attack, _) in enumerate(attacks.ATTACKS):
        name = attack.__name__.replace("_", " ")
        if a.attacks and attack.__name__ not in a.attacks:
            continue
        waits, growth, turn = measure(a.program, number, a.seconds, a.many)
        late = waits[int(0.99 * len(waits))]
        print("%-38s %5.1f ms (median) %6.1f ms (99 %%) %6.1f ms (worst of %d), longest turn %5.1f ms, %+6.1f MB"
              % (name, waits[len(waits) // 2] * 1000, late * 1000, waits[-1] * 1000, len(waits), turn, growth), flush=True)
        if late > LATE or growth > GROWTH:
            missed.append(name)
    print("NOT within %g s and %d MB: %s" % (LATE, GROWTH, ", ".join(missed)) if missed else
          "within %g s for 99 %% and %d MB" % (LATE, GROWTH))
    return 1 if missed else 0


if __name__ == "__main__":
    sys.exit(main())
