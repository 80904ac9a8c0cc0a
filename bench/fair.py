#!/usr/bin/env python3
"""Is the server fair? A machine of level 1 answers while others ask for all they can.

usage: bench/fair.py [PROGRAM] [--tables N] [--moves N] [--rounds N]

One connection asks for the puzzle of every game, N tables ask for the curve of a game of theirs again and again.
Elsewhere somebody plays a machine of level 1: the time runs from the move to the news of the machine's answer,
of which 0.45 s are the pause that lets people see both moves. The same is measured on the same server idle, in turns.
"""
import argparse
import os
import statistics
import sys
import threading
import time

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.join(HERE, "..", "tests", "web"))
from wire_client import Refused, Server, Socket  # noqa: E402

MEDIAN, WORST = 1.0, 3.0  # seconds


def sit(server, **what):
    s = Socket(server)
    made = s.ask(do="create", **what)
    s.ask(do="join", table=made["table"], tokens=[k["token"] for k in made["seats"] if k["kind"] == "here"])
    return s


def until_stopped(asker):
    """The server is ended in the middle of what they ask."""
    def ask(server, stop, *counts):
        try:
            asker(server, stop, *counts)
        except (OSError, Refused):
            assert stop.is_set()
    return ask


@until_stopped
def curve_asker(server, stop, asked, seated):
    """A game of its own, moved on a little, whose curve it wants to see until it is told to stop."""
    s = sit(server, game="moriarty", seats=["here", "here"], options={}, advice="all")
    for _ in range(8):
        s.ask(do="move", move=s.table(lambda t: t["acting"])["moves"][0]["move"])
    s.ask(do="resign", seat=0)
    seated.append(1)
    while not stop.is_set():
        s.ask(do="graph")
        asked.append(1)
    s.close()


@until_stopped
def puzzle_asker(server, stop, asked):
    """Never waits for an answer, as somebody who wants to do harm would not."""
    s = Socket(server)
    games = [g["id"] for g in s.ask(do="hello")["games"] if g["daily"]]
    while not stop.is_set():
        for game in games:
            s.send(do="daily", game=game)
            asked.append(1)
        s.ask(do="variant", game="nim")
        stop.wait(1)
    s.close()


def play(server, moves):
    """Seconds until each answer of the machine is there."""
    waits = []
    while len(waits) < moves:
        s = sit(server, game="connect4", seats=["here", "level:1"], options={}, advice="off")
        table = s.table(lambda t: t["acting"])
        while len(waits) < moves and not table["over"]:
            begun, plies = time.monotonic(), len(table["list"])
            s.send(do="move", move=table["moves"][len(waits) % len(table["moves"])]["move"])
            table = s.table(lambda t: t["over"] or (t["acting"] and len(t["list"]) > plies))
            waits.append(time.monotonic() - begun)
        s.close()
    return waits


def crowd(server, tables):
    stop, curves, puzzles, seated = threading.Event(), [], [], []
    people = [threading.Thread(target=curve_asker, args=(server, stop, curves, seated)) for _ in range(tables)]
    people.append(threading.Thread(target=puzzle_asker, args=(server, stop, puzzles)))
    for one in people:
        one.start()
    while len(seated) < tables or not puzzles:
        time.sleep(0.1)
    return stop, people, curves, puzzles


def tell(name, waits):
    print("%s: %d answers, %.2f s (median), %.2f s (worst)" % (name, len(waits), statistics.median(waits), max(waits)))


def main():
    words = argparse.ArgumentParser()
    words.add_argument("program", nargs="?", default=os.path.join(HERE, "..", "build", "duel"))
    words.add_argument("--tables", type=int, default=40)
    words.add_argument("--moves", type=int, default=20)
    words.add_argument("--rounds", type=int, default=3)
    a = words.parse_args()
    alone, among = [], []
    for _ in range(a.rounds):
        server = Server(a.program, port=18970)
        alone += play(server, a.moves)
        stop, people, curves, puzzles = crowd(server, a.tables)
        among += play(server, a.moves)
        stop.set()
        print("meanwhile: %d curves, %d questions for puzzles" % (len(curves), len(puzzles)), flush=True)
        server.kill()
        for one in people:
            one.join()
    tell("alone", alone)
    tell("among %d tables that ask for curves, and one connection for every puzzle" % a.tables, among)
    good = statistics.median(among) <= MEDIAN and max(among) <= WORST
    print(("within" if good else "NOT within") + " %g s in the median and %g s at worst" % (MEDIAN, WORST))
    return 0 if good else 1


if __name__ == "__main__":
    sys.exit(main())
