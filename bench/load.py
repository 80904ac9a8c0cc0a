#!/usr/bin/env python3
"""The page under load, on this machine: how long a move takes to be seen, what idle connections cost.

usage: bench/load.py [PROGRAM] [--tables N] [--seconds S] [--pace S] [--idle N]

Moving: two scripted players at each table; one moves, and the time runs until the other one has the news,
which comes only once the move is on the disk. Idle: connections that said hello and look at the lobby; what
the server holds in memory with them.
"""
import argparse
import json
import os
import random
import resource
import selectors
import socket
import struct
import sys
import time

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.join(HERE, "..", "tests", "web"))
from wire_client import Server, whole_table  # noqa: E402


class Peer:
    """A WebSocket that never waits: bytes are fed by the loop, whole messages come out."""

    def __init__(self, server, loop, heard):
        self.sock = socket.create_connection((server.host, server.port))
        self.sock.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        self.buffer, self.heard, self.open, self.whole = b"", heard, False, None
        self.sock.sendall(("GET / HTTP/1.1\r\nHost: %s\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
                           "Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n"
                           "Sec-WebSocket-Protocol: duelliste.2\r\nOrigin: http://%s\r\n\r\n"
                           % (server.name, server.name)).encode())
        loop.register(self.sock, selectors.EVENT_READ, self)

    def say(self, **what):
        data = json.dumps(what).encode()
        size = bytes([0x80 | len(data)]) if len(data) < 126 else b"\xfe" + struct.pack(">H", len(data))
        self.sock.sendall(b"\x81" + size + b"\0\0\0\0" + data)  # masked by zeros: the same bytes

    def feed(self):
        part = self.sock.recv(1 << 18)
        if not part:
            raise ConnectionError("closed by the server")
        self.buffer += part
        if not self.open:
            if b"\r\n\r\n" not in self.buffer:
                return
            head, _, self.buffer = self.buffer.partition(b"\r\n\r\n")
            if b" 101 " not in head:
                raise ConnectionError(head[:60])
            self.open = True
            self.heard(self, None)
        while len(self.buffer) >= 2:
            size, at = self.buffer[1] & 127, 2
            if size == 126:
                size, at = int.from_bytes(self.buffer[2:4], "big"), 4
            elif size == 127:
                size, at = int.from_bytes(self.buffer[2:10], "big"), 10
            if len(self.buffer) < at + size:
                return
            kind, data, self.buffer = self.buffer[0] & 15, self.buffer[at:at + size], self.buffer[at + size:]
            if kind == 9:
                self.sock.sendall(b"\x8a" + bytes([0x80 | len(data)]) + b"\0\0\0\0" + data)
            elif kind == 1:
                self.heard(self, data)


def turn(loop, seconds):
    for key, _ in loop.select(seconds):
        key.data.feed()


class Table:
    """Two players who move at a steady pace, and begin again when a game is over."""

    def __init__(self, server, loop, pace, waits, rng):
        self.server, self.loop, self.pace, self.waits, self.rng = server, loop, pace, waits, rng
        self.plies, self.sent, self.due, self.games = 0, None, None, 0
        self.seats = [None, None]
        self.first = Peer(server, loop, self.hear)
        self.second = Peer(server, loop, self.hear)
        self.ready = 0

    def create(self):
        self.plies, self.sent, self.due = 0, None, None
        self.first.say(do="create", game="connect4", seats=["here", "elsewhere"], options={}, n=1)

    def hear(self, peer, data):
        now = time.monotonic()
        if data is None:
            self.ready += 1
            if self.ready == 2:
                self.create()
            return
        what = json.loads(data)
        if what["is"] == "created":
            for one, who in zip((self.first, self.second), what["seats"]):
                one.say(do="join", table=what["table"], tokens=[who["token"]], n=2)
        elif what["is"] == "table":
            peer.whole = whole_table(peer.whole, what)
            self.look(peer, peer.whole, now)
        elif what["is"] == "refused":
            raise RuntimeError(what["error"]["message"])

    def look(self, peer, what, now):
        plies = len(what["list"])
        if self.sent and plies > self.plies and peer is not self.mover:
            self.waits.append(now - self.sent)
            self.plies, self.sent = plies, None
            if what["over"]:
                self.games += 1
                self.create()
                return
        if what["acting"] and self.sent is None and plies == self.plies and self.due is None:
            self.mover, self.move = peer, self.rng.choice(what["moves"])["move"]
            self.due = now + self.pace * self.rng.uniform(0.5, 1.5)

    def act(self, now):
        if self.due is not None and now >= self.due and self.sent is None:
            self.due, self.sent = None, now
            self.mover.say(do="move", move=self.move, n=3)


def disk(folder):
    """How long the disk itself takes for a small synchronous write: nothing can be seen sooner."""
    path, waits = os.path.join(folder, "probe"), []
    file = os.open(path, os.O_RDWR | os.O_CREAT)
    for i in range(200):
        os.pwrite(file, b"x" * 8192, i * 8192)
        begun = time.monotonic()
        os.fdatasync(file)
        waits.append(time.monotonic() - begun)
    os.close(file)
    os.unlink(path)
    waits.sort()
    print("the disk: a synchronous write takes %.1f ms (median), %.1f ms (99 %%)" % (waits[100] * 1000, waits[197] * 1000))


def moving(program, tables, seconds, pace):
    server = Server(program, port=18900)
    disk(server.data)
    loop, waits, rng = selectors.DefaultSelector(), [], random.Random(1)
    crowd = [Table(server, loop, pace, waits, rng) for _ in range(tables)]
    begun, warm = time.monotonic(), None
    while warm is None or time.monotonic() < warm + seconds:
        turn(loop, 0.001)
        now = time.monotonic()
        for t in crowd:
            t.act(now)
        if warm is None and now > begun + 2 * pace + 1:  # all tables are made and moving
            warm = now
            waits.clear()
    status, errors = server.stop()
    assert status == 0, errors
    waits.sort()
    at = lambda share: waits[min(len(waits) - 1, int(share * len(waits)))] * 1000
    print("%d tables: %d moves in %.0f s, seen after %.1f ms (median), %.1f ms (90 %%), %.1f ms (99 %%), %.1f ms (worst)"
          % (tables, len(waits), seconds, at(0.5), at(0.9), at(0.99), at(1)))
    return at(0.99)


def megabytes(pid):
    with open("/proc/%d/status" % pid) as f:
        return next(int(line.split()[1]) for line in f if line.startswith("VmRSS")) / 1024


def idle(program, count):
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    if count + 1000 > hard:
        print("%d files may be open here (ulimit -Hn): fewer connections than the %d wanted" % (hard, count))
        count = hard - 1000
    resource.setrlimit(resource.RLIMIT_NOFILE, (min(hard, count + 1000), hard))
    server = Server(program, port=18950)
    before, loop, greeted = megabytes(server.process.pid), selectors.DefaultSelector(), set()

    def hear(peer, data):
        if data is None:
            peer.say(do="hello", n=1)
        elif b'"lobby"' in data[-40:] or b'"is":"lobby"' in data:
            greeted.add(peer)
        elif b'"is":"hello"' in data:
            peer.say(do="home", mine=[], n=2)

    peers = []
    while len(peers) < count:
        peers += [Peer(server, loop, hear) for _ in range(min(100, count - len(peers)))]
        for _ in range(20):
            turn(loop, 0.005)
    until = time.monotonic() + 60
    while len(greeted) < count and time.monotonic() < until:
        turn(loop, 0.1)
    memory = megabytes(server.process.pid)
    print("%d idle connections: %.1f MB, of which %.1f MB before the first one" % (len(greeted), memory, before))
    for p in peers:
        p.sock.close()
    status, errors = server.stop()
    assert status == 0, errors
    return len(greeted), memory


def main():
    words = argparse.ArgumentParser()
    words.add_argument("program", nargs="?", default=os.path.join(HERE, "..", "build", "duel"))
    words.add_argument("--tables", type=int, default=200)
    words.add_argument("--seconds", type=float, default=20)
    words.add_argument("--pace", type=float, default=1.0)
    words.add_argument("--idle", type=int, default=5000)
    a = words.parse_args()
    late = moving(a.program, a.tables, a.seconds, a.pace) if a.tables else 0
    there, memory = idle(a.program, a.idle) if a.idle else (0, 0)
    good = late <= 50 and there and memory < 100
    print("within 50 ms and 100 MB" if good else "NOT within 50 ms and 100 MB")
    return 0 if good else 1


if __name__ == "__main__":
    sys.exit(main())
