"""What somebody may try who wants a server to fall, or others to wait: a table, for tests (test_guard.py) and the bench.

Each attack comes from an address of its own and holds what it has got until it is closed. It is met by its `sign`: a limit of
docs/wire.md that has refused something, or what the server said (a status of HTTP, a code of close, a kind of refusal)."""
import contextlib
import json
import os
import socket
import struct

from wire_client import Refused, Socket, http

GONE = (Refused, OSError)


class Attacker:
    def __init__(self, server, source, many):
        self.server, self.source, self.many = server, source, many
        self.held, self.said = [], set()

    def near(self, i):
        """Another address, of the same hand."""
        return "%s.%d" % (self.source.rpartition(".")[0], 2 + i % 250)

    def begin(self, text=b"", source=None):
        """Bytes of HTTP; what is said to them at once."""
        with contextlib.suppress(OSError):
            s = socket.create_connection((self.server.host, self.server.port), timeout=10, source_address=(source or self.source, 0))
            self.held.append(s)
            s.sendall(text)
            return s

    def listen(self, s):
        with contextlib.suppress(OSError):
            s.settimeout(10)
            self.said.add((s.recv(64).split() + [b"", b""])[1].decode("latin-1"))

    def request(self, *fields, line="GET / HTTP/1.1"):
        return "\r\n".join([line, "Host: " + self.server.name, *fields, "", ""]).encode("latin-1")

    def sock(self, source=None):
        """A WebSocket, or None where there is no room."""
        try:
            s = Socket(self.server, source=source or self.source)
        except GONE as refused:
            self.said.add((str(refused).split() + ["", ""])[1])
            return None
        self.held.append(s)
        return s

    def socks(self, count):
        return [s for s in (self.sock() for _ in range(count)) if s]

    def tell(self, s, count=1, **what):
        """Asks and does not read."""
        with contextlib.suppress(*GONE):
            for _ in range(count):
                s.send(**what)

    def hear(self, s, **what):
        with contextlib.suppress(*GONE):
            answer = s.ask(**what)
            self.said.add(answer["error"]["kind"] if answer["is"] == "refused" else answer["is"])
            return answer
        self.said.add(str(s.code))
        return {"is": "closed"}

    def closed(self, s):
        """What it was closed with."""
        with contextlib.suppress(*GONE):
            while True:
                s.receive()
        self.said.add(str(s.code))

    def table(self, s, game="nim", seats=("here", "here"), **options):
        made = self.hear(s, do="create", game=game, seats=list(seats), options=options, advice="all")
        if made["is"] == "created":
            self.hear(s, do="join", table=made["table"], tokens=[k["token"] for k in made["seats"]])
        return made.get("table")

    def close(self):
        for s in self.held:
            with contextlib.suppress(OSError):
                s.close()


# ---- connections


def half_requests(a):
    for _ in range(300 * a.many):
        a.begin(b"GET / HTTP/1.1\r\nHost: ")


def silence(a):
    for _ in range(300 * a.many):
        a.begin()


def half_requests_from_many_addresses(a):
    for i in range(60 * a.many):
        a.begin(b"GET / HT", a.near(i))


def files_nobody_reads(a):
    for _ in range(300 * a.many):
        a.begin(a.request(line="GET /style.css HTTP/1.1") * 8)


def forged_addresses(a):
    for i in range(30 * a.many):
        a.listen(a.begin(a.request("Upgrade: websocket", "Connection: Upgrade", "Sec-WebSocket-Version: 13", "Origin: http://" + a.server.name,
                                   "Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==", "Sec-WebSocket-Protocol: duelliste.2",
                                   "X-Forwarded-For: 10.0.0.%d" % i)))


def sockets(a):
    a.socks(30 * a.many)


def sockets_opened_and_closed(a):
    for _ in range(60 * a.many):
        s = a.sock()
        if s:
            s.frame(struct.pack(">H", 1000), 8)
            a.closed(s)
            s.close()


def upgrade_to_http2(a):
    for _ in range(20 * a.many):
        s = a.begin(a.request("Connection: Upgrade, HTTP2-Settings", "Upgrade: h2c", "HTTP2-Settings: AAMAAABkAAQAAP__"))
        if s:
            with contextlib.suppress(OSError):
                s.sendall(b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n" + bytes(9) * 40)
            a.listen(s)
            s.close()


def long_heads(a):
    for _ in range(20 * a.many):
        s = a.begin(a.request("Cookie: " + "x" * 9000))
        if s:
            a.listen(s)
            s.close()


# ---- frames


def messages_without_end(a):
    """Each connection makes the server keep a message that never ends; one byte more than it may have."""
    for s in a.socks(10):
        with contextlib.suppress(*GONE):
            for i in range(20):
                s.frame(b"x" * 1000, opcode=0 if i else 1, final=False)
        a.closed(s)


def announced_gigabytes(a):
    for s in a.socks(10):
        s.frame(b"x", length=1 << 62)
        a.closed(s)


def frames_without_mask(a):
    for s in a.socks(10):
        s.frame(b"{}" * 60, masked=False)
        a.closed(s)


def pings(a):
    for s in a.socks(4):
        with contextlib.suppress(*GONE):
            for _ in range(400 * a.many):
                s.frame(b"x" * 125, 9)
        a.hear(s, do="variant", game="nim")


def many_messages(a):
    for s in a.socks(4):
        a.tell(s, 300, do="variant", game="nim")
        a.closed(s)


def many_messages_at_many_sockets(a):
    for s in a.socks(22 * a.many):
        a.tell(s, 78, do="variant", game="nim")


# ---- requests


def deep_json(a):
    for s in a.socks(2):
        with contextlib.suppress(*GONE):
            for _ in range(30):
                s.frame(b"[" * 16000)
        a.hear(s, do="nothing")


def records_of_nonsense(a):
    for s in a.socks(2):
        for i in range(20):
            a.hear(s, do="analyse", record="game: moriarty\n" + "d3 " * 5000 + str(i))


def options_without_end(a):
    for s in a.socks(2):
        for _ in range(20):
            a.hear(s, do="create", game="wumpus", seats=["here"], options={"o%d" % i: "9" * 80 for i in range(150)})


def tokens_guessed(a):
    s, table = a.sock(), "a" * 10
    if s:
        for _ in range(20):
            a.hear(s, do="join", table=table, tokens=[os.urandom(16).hex() for _ in range(200)])


def answers_nobody_reads(a, sockets=1):
    for s in a.socks(sockets):
        a.table(s, "wumpus", ["here"], size="32")
        a.tell(s, 60, do="look", ply=0)
        a.held.append(s)


def answers_nobody_reads_at_many_sockets(a):
    answers_nobody_reads(a, 20 * a.many)


def words_nobody_reads(a):
    for s in a.socks(20 * a.many):
        a.tell(s, 60, do="hello")


def pictures_nobody_reads(a):
    """News is made when it can be sent; what the socket has not taken is kept."""
    first = a.sock()
    table = first and a.table(first, "wumpus", ["here"], size="32")
    for s in a.socks(20 * a.many):
        for _ in range(20):
            a.tell(s, do="join", table=table or "", tokens=[])
            a.tell(s, do="hello", lang="fr")


# ---- tables


def tables(a):
    for s in a.socks(4):
        for _ in range(70):
            a.hear(s, do="create", game="nim", seats=["here", "here"], options={})


def profiles(a):
    for s in a.socks(4):
        for i in range(70):
            a.hear(s, do="profile", name="%s %d" % (a.source, len(a.said) * 1000 + i + 100 * a.held.index(s)))


def tables_from_many_addresses(a):
    for i in range(12 * a.many):
        s = a.sock(a.near(i))
        for _ in range(35):
            if s:
                a.hear(s, do="create", game="nim", seats=["here", "here"], options={})


def a_crowd_at_one_table(a):
    first = a.sock()
    table = first and a.table(first)
    for s in a.socks(20 * a.many):
        a.hear(s, do="join", table=table or "", tokens=[])


# ---- thinking


def questions_at_one_table(a):
    """Each asks about another position: equal questions would be answered together, and long ones give way."""
    first = a.sock()
    if first is None:
        return
    table = a.table(first, "moriarty")
    crowd = a.socks(6 * a.many + 1)
    for ply in range(min(12, len(crowd))):
        now = first.table(lambda t: len(t["list"]) == ply and t["moves"])
        a.hear(first, do="move", move=now["moves"][0]["move"])
    a.hear(first, do="resign", seat=0)  # everybody may ask from now on
    for s in crowd:
        a.hear(s, do="join", table=table or "", tokens=[])
    for kind in ("values", "graph") * 3:
        for i, s in enumerate(crowd):
            a.tell(s, do=kind, ply=i % 12, effort=1 + i // 12 % 2)


def curves_at_many_tables(a):
    for s in a.socks(16 * a.many):
        a.table(s, "moriarty")
        a.tell(s, do="graph")
        a.tell(s, do="values", ply=0, effort=4)


def reviews(a):
    s = a.sock()
    if s:
        a.table(s, "connect4")
        move = s.table(lambda t: t["moves"])["moves"][0]["move"]
        a.hear(s, do="move", move=move)
        a.hear(s, do="resign", seat=0)
        for i in range(12):
            a.tell(s, do="review", nodes=100000000 + i)
        a.hear(s, do="variant", game="nim")


def puzzles(a):
    for s in a.socks(3):
        games = [g["id"] for g in a.hear(s, do="hello").get("games", []) if g["daily"]]
        for i in range(60 if games else 0):  # none: it has gone too far already
            a.tell(s, do="daily", game=games[i % len(games)])
        a.hear(s, do="variant", game="nim")


ATTACKS = (
    (half_requests, "address-half-open"), (silence, "address-half-open"), (half_requests_from_many_addresses, "all-half-open"),
    (files_nobody_reads, "address-half-open"), (forged_addresses, "address-connections"), (sockets, "address-connections"),
    (sockets_opened_and_closed, "1000"), (upgrade_to_http2, "403"), (long_heads, "431"), (messages_without_end, "1009"),
    (announced_gigabytes, "1009"), (frames_without_mask, "1002"), (pings, "variant"), (many_messages, "1008"), (many_messages_at_many_sockets, "address-rate"),
    (deep_json, "bad"), (records_of_nonsense, "bad"), (options_without_end, "bad"), (tokens_guessed, "bad"),
    (answers_nobody_reads, "connection-kilobytes"), (answers_nobody_reads_at_many_sockets, "address-kilobytes"),
    (words_nobody_reads, "address-kilobytes"), (pictures_nobody_reads, "address-kilobytes"), (tables, "address-new-tables"),
    (profiles, "address-new-tables"), (a_crowd_at_one_table, "table-members"), (questions_at_one_table, "table-questions"),
    (curves_at_many_tables, "address-jobs"), (reviews, "table-reviews"), (puzzles, "variant"),
    (tables_from_many_addresses, "all-new-tables"))


def health(server):
    return json.loads(http(server, "/health")[2])
