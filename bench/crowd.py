#!/usr/bin/env python3
"""What people who look on cost, and how long the news of a move are.

usage: bench/crowd.py [PROGRAM] [--lookers N] [--moves N]

Somebody plays both seats of a game of Moriarty while N others look on; counted is the processor time of the
server's loop for each move (its thread alone, from /proc; the clock there has ticks of 10 ms, so many moves count).
Then every game of the catalogue is played at random in front of one who looks on; counted are the bytes of each
move's news, for who plays and for who looks on.
"""
import argparse
import os
import random
import statistics
import sys
import time

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.join(HERE, "..", "tests", "web"))
from wire_client import Server, Socket  # noqa: E402

LOOP_MS, NEWS_BYTES = 20, 2000


def loop_seconds(server):
    """Processor time of the thread that runs the loop: it has the number of the process."""
    pid = server.process.pid
    with open("/proc/%d/task/%d/stat" % (pid, pid)) as f:
        fields = f.read().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def make(server, game, lookers):
    s = Socket(server)
    options = s.ask(do="variant", game=game, options={})
    made = s.ask(do="create", game=game, seats=["here"] * len(options["roles"]), options={}, advice="off")
    s.ask(do="join", table=made["table"], tokens=[k["token"] for k in made["seats"]])
    others = [Socket(server) for _ in range(lookers)]
    for one in others:
        one.ask(do="join", table=made["table"], tokens=[])
        one.table()
    return s, others


def step(s, table, rng):
    """Plays a move, and what else a turn needs; gives the table after it."""
    if "cover" in table:
        s.send(do="uncover")
        return s.table(lambda t: "cover" not in t)
    if table["ready"]:
        s.send(do="confirm", rev=table["rev"])
    else:
        s.send(do="move", move=rng.choice(table["moves"])["move"], rev=table["rev"])
    return s.table(lambda t: t["rev"] != table["rev"] and (t["over"] or "cover" in t or t["acting"]))


def lookers(program, count, moves):
    server, rng = Server(program, port=18980), random.Random(1)
    s, others = make(server, "moriarty", count)
    table = s.table(lambda t: t["acting"])
    begun, played = loop_seconds(server), 0
    while played < moves and not table["over"]:
        table = step(s, table, rng)
        played += 1
        for one in others:
            one.table(lambda t: len(t["list"]) >= len(table["list"]))
    spent = (loop_seconds(server) - begun) * 1000 / played
    server.stop()
    print("%d people look on: %.1f ms of the loop for each of %d moves" % (count, spent, played))
    return spent


def news_of(server, game, moves, sizes):
    """Bytes of the news of each move, for who plays and who looks on."""
    rng = random.Random(game)
    s, others = make(server, game, 1)
    table = s.table(lambda t: t["acting"] or "cover" in t)
    played = 0
    while played < moves and not table["over"]:
        before = len(table["list"])
        table = step(s, table, rng)
        if len(table["list"]) > before:
            played += 1
            sizes.append(s.bytes)
            others[0].table(lambda t: len(t["list"]) >= len(table["list"]))
            sizes.append(others[0].bytes)
        time.sleep(0.05)  # nobody is a flood
    for one in (s, *others):
        one.close()


def news(program, moves):
    server, all_sizes = Server(program, port=18985), []
    games = [g["id"] for g in Socket(server).ask(do="hello")["games"]]
    for game in games:
        sizes = []
        news_of(server, game, moves, sizes)
        all_sizes += sizes
        print("%-12s news of a move: %5d bytes (median of %d)" % (game, statistics.median(sizes), len(sizes)), flush=True)
    server.stop()
    print("of all games: %d bytes" % statistics.median(all_sizes))
    return statistics.median(all_sizes)


def main():
    words = argparse.ArgumentParser()
    words.add_argument("program", nargs="?", default=os.path.join(HERE, "..", "build", "duel"))
    words.add_argument("--lookers", type=int, default=255)
    words.add_argument("--moves", type=int, default=40)
    a = words.parse_args()
    spent, usual = lookers(a.program, a.lookers, a.moves), news(a.program, a.moves)
    good = spent <= LOOP_MS and usual <= NEWS_BYTES
    print(("within" if good else "NOT within") + " %d ms and %d bytes" % (LOOP_MS, NEWS_BYTES))
    return 0 if good else 1


if __name__ == "__main__":
    sys.exit(main())
