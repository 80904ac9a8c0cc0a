#!/usr/bin/env python3
"""What keeps `duel serve` standing: conversations it refuses, starts that cannot succeed, one server a folder,
clients that never read.

usage: test_guard.py [PROGRAM]        (default: build/duel)
"""
import contextlib
import json
import os
import re
import resource
import signal
import socket
import struct
import subprocess
import tempfile
import threading
import time

import attacks
from house import EXAMPLES, PROGRAM, ROOT, Guests, HouseTest, duel, main
from wire_client import Refused, Server, Socket, http, raw

DOCS = os.path.join(ROOT, "docs", "wire.md")
PORT = 18640  # the first of those that no other test uses


def status_of(answer):
    """Of an HTTP answer; 0 if the server hung up without one."""
    words = answer.split(None, 2)
    return int(words[1]) if len(words) > 1 and words[0].startswith(b"HTTP/") else 0


class Upgrades(HouseTest):
    """One way to begin a conversation is known, HTTP/1, and one upgrade; what else is refused stands in test_strict.py."""

    PORT = PORT
    SETTINGS = b"\0\0\0\x04\0\0\0\0\0"

    @staticmethod
    def data(stream, payload=b"x" * 50, flags=0):
        return struct.pack(">I", len(payload))[1:] + bytes([0, flags]) + struct.pack(">I", stream) + payload

    def test_http2_conversations_end_nothing(self):
        lines = ("GET / HTTP/1.1", "Host: " + self.server.name, "Connection: Upgrade, HTTP2-Settings", "Upgrade: h2c",
                 "HTTP2-Settings: AAMAAABkAAQAAP__")
        for i in range(60):
            frames = [self.data(1, flags=i % 2) for _ in range(20 + i % 21)]
            with contextlib.suppress(OSError):  # hung up while we were talking
                raw(self.server, ("\r\n".join(lines) + "\r\n\r\n").encode(), timeout=0.3,
                    more=[b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n" + self.SETTINGS, *frames])
            self.assertTrue(self.server.alive(), "after %d conversations" % (i + 1))
        self.assertEqual(http(self.server)[0], 200, "the server goes on")


class Folder(Guests):
    """Servers on a data folder of the test's own."""

    def setUp(self):
        folder = tempfile.TemporaryDirectory(prefix="duel-guard-")
        self.addCleanup(folder.cleanup)
        self.data = folder.name

    def start(self, **how):
        return self.own_server(**{"data": self.data, "port": PORT + 1, **how})

    def cannot_start(self, *args):
        """What a server says that cannot begin; one that hangs instead fails after some minutes."""
        run = duel("serve", "--lang", "en", "--data", self.data, *args, stdin=subprocess.DEVNULL)
        self.assertIn(run.returncode, (1, 2), run)  # and no sanitizer's
        self.assertEqual(run.stdout, "")
        return run.stderr


class Starts(Folder):
    """A server that cannot begin says why and ends."""

    def test_no_address(self):
        for host in ("1.2.3.400", "nowhere", ""):
            self.assertIn("“%s”" % host, self.cannot_start("--host", host))

    def test_address_of_another_machine(self):
        said = self.cannot_start("--host", "203.0.113.9")
        self.assertIn("203.0.113.9 is not an address of this machine", said)

    def test_no_port_left(self):
        taken = socket.socket()
        self.addCleanup(taken.close)
        try:
            taken.bind(("127.0.0.1", 65535))
            taken.listen()
        except OSError:
            pass  # by somebody else: all the same
        said = self.cannot_start("--port", "65535")
        self.assertIn("No port is free at 127.0.0.1 from 65535 on", said)

    def test_too_few_files_for_the_games(self):
        """What is needed is reckoned from the command alone, and said in one sentence before any file is opened."""
        game = os.path.join(EXAMPLES, "nim.lua")
        for files, limit, needed in ((4, 150, 176), (64, 60, 896), (64, 512, 896)):
            run = subprocess.run(["sh", "-c", 'ulimit -n %d; exec "$@"' % limit, "sh", PROGRAM, "serve", "--lang", "en", "--data",
                                  self.data, *[game] * files],
                                 stdin=subprocess.DEVNULL, capture_output=True, text=True, timeout=300)
            self.assertEqual((run.returncode, run.stdout), (1, ""), run)
            self.assertEqual(run.stderr, "duel: %d open files are needed to serve these games, and the system allows %d: name fewer "
                             "files, or allow more (ulimit -n).\n" % (needed, limit))

    def test_damaged_secret(self):
        self.assertEqual(self.start().stop()[0], 0)
        key = os.path.join(self.data, "page.key")
        with open(key, "rb") as f:
            whole = f.read()
        for damaged in (whole[:5], b"", whole + b"x"):
            with open(key, "wb") as f:
                f.write(damaged)
            said = self.cannot_start()
            self.assertIn("page.key", said)
            self.assertIn("damaged", said)
        with open(key, "rb") as f:
            self.assertEqual(f.read(), damaged, "left as it was")
        os.remove(key)
        self.assertEqual(self.start().stop()[0], 0)

    def test_secret_that_is_no_plain_file(self):
        key = os.path.join(self.data, "page.key")
        os.mkfifo(key)  # nobody will ever write there
        said = self.cannot_start()
        self.assertIn("page.key", said)
        self.assertIn("damaged", said)
        os.remove(key)
        os.mkdir(key)
        self.assertIn("page.key", self.cannot_start())

    def test_many_want_the_same_port(self):
        servers = []

        def start(i):
            servers.append(self.start(data=os.path.join(self.data, str(i)), port=PORT + 20))

        threads = [threading.Thread(target=start, args=(i,), daemon=True) for i in range(8)]
        for t in threads:
            t.start()
        for t in threads:
            t.join(60)
        self.assertEqual(len({s.port for s in servers}), 8, "each has one of its own")
        for s in servers:
            self.assertEqual(http(s)[0], 200)
            self.assertEqual(s.stop()[0], 0)


class Names(Folder):
    """What a server is called by those who come through a proxy."""

    def test_names_that_are_given(self):
        server = self.start(args=["--name", "games.example.org,[2001:db8::1]:8443"])
        for host in (server.name, "games.example.org", "GAMES.example.org", "[2001:db8::1]:8443"):
            status, head, _ = http(server, host=host)
            self.assertEqual(status, 200, host)
            self.assertIn("wss://" + host, head["content-security-policy"])
        for host in ("example.org", "games.example.org:80", "games.example.org.", "[2001:db8::1]", "evil.games.example.org"):
            self.assertEqual(http(server, host=host)[0], 403, host)
        for origin in ("https://games.example.org", "http://games.example.org", "http://" + server.name):
            s = self.socket(server, host="games.example.org", origin=origin)
            hello = s.ask(do="hello")
            self.assertFalse(hello["local"], "who comes through a proxy may be anybody")
        for origin in ("https://" + server.name, "https://example.org", "wss://games.example.org", "https://games.example.org/"):
            with self.assertRaises(Refused, msg=origin):
                Socket(server, host="games.example.org", origin=origin)

    def test_names_that_are_none(self):
        for name in ("https://games.example.org", "games.example.org/", "a b", "a:b", "*", "x" * 100, "games.example.org,a@b"):
            self.assertIn("--name is what browsers call this server", self.cannot_start("--name", name))
        self.assertIn("at most 64 names", self.cannot_start("--name", ",".join("a%d" % i for i in range(70))))


class Proxies(Folder):
    """Who comes through a proxy that was named is counted by itself; nobody else is believed."""

    def come(self, server, *forwarded, source="127.0.0.1"):
        """Whether there is room for one that says it comes from there."""
        lines = ["GET / HTTP/1.1", "Host: " + server.name, "Upgrade: websocket", "Connection: Upgrade", "Sec-WebSocket-Version: 13",
                 "Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==", "Sec-WebSocket-Protocol: duelliste.2",
                 "Origin: http://" + server.name, *("X-Forwarded-For: " + one for one in forwarded)]
        s = socket.create_connection((server.host, server.port), timeout=30, source_address=(source, 0))
        self.addCleanup(s.close)
        s.sendall(("\r\n".join(lines) + "\r\n\r\n").encode())
        return status_of(s.recv(4096))

    def test_the_last_entry_counts(self):
        server = self.start(args=["--proxy", "127.0.0.2,127.0.0.9", "--crowd", "2"])
        come = lambda *forwarded: self.come(server, *forwarded, source="127.0.0.2")
        told = [come("10.0.0.1"), come("10.9.9.9, 10.0.0.1"), come("10.0.0.2, 10.0.0.1"), come("10.0.0.1,10.0.0.2"),
                come("10.0.0.1", "10.0.0.3"), come("nonsense, 10.0.0.4"), come("10.0.0.4", "::ffff:10.0.0.4"), come("10.0.0.4")]
        self.assertEqual(told, [101, 101, 429, 101, 101, 101, 101, 429])
        told = [come(one) for one in ("2001:db8::1", "2001:0DB8:0::ffff:2", "2001:db8::3", "2001:db8:0:1::3")]
        self.assertEqual(told, [101, 101, 429, 101], "a household is one")

    def test_what_is_no_address(self):
        server = self.start(args=["--proxy", "127.0.0.2"])
        for entry in ("", "unknown", "10.0.0", "10.0.0.01", "10.0.0.256", "10.0.0.1:80", "[2001:db8::1]", "2001:db8::1%eth0", "_hidden",
                      "10.0.0.1,", "10.0.0.1 10.0.0.2", "1" * 60, "10.0.0.1;", "\xe9"):
            self.assertEqual(self.come(server, entry, source="127.0.0.2"), 400, entry)

    def test_others_are_not_believed(self):
        server = self.start(args=["--proxy", "127.0.0.2", "--crowd", "2"])
        told = [self.come(server, "10.0.0.%d" % i, source="127.0.0.3") for i in range(4)]
        self.assertEqual(told, [101, 101, 429, 429])
        self.assertEqual(self.come(server, "unknown", source="127.0.0.4"), 101, "it is not even read")
        s = self.socket(server)
        self.assertFalse(s.ask(do="hello")["local"], "who comes through a proxy may be anybody")

    def test_proxies_that_are_none(self):
        for name in ("localhost", "10.0.0", "::1", "10.0.0.1/8", "x" * 100):
            self.assertIn("--proxy is an address", self.cannot_start("--proxy", name))
        self.assertIn("at most 16 proxies", self.cannot_start("--proxy", ",".join("10.0.0.%d" % i for i in range(20))))


class Limits(Folder):
    """What clients may cost: the same in the program and in docs/wire.md, and set by name."""

    def listed(self, *args):
        return duel("serve", "--limits", *args, check=True).stdout

    def test_the_table_is_the_program_s(self):
        told = [re.fullmatch(r"(\S+) +(\d+)  (.+)", line).groups() for line in self.listed("--lang", "en").splitlines()]
        with open(DOCS) as f:
            written = re.findall(r"^\| `([a-z-]+)` \| (\d+) \| (.+) \|$", f.read(), re.M)
        self.assertEqual(told, written)
        self.assertEqual(json.loads(self.listed("--json")), {name: int(number) for name, number, _ in told})
        for line, (name, number, _) in zip(self.listed("--lang", "fr").splitlines(), told):
            self.assertEqual(line.split()[:2], [name, number])

    def test_what_cannot_be_set(self):
        for text, said in (("doors=3", "no limit “doors”"), ("all-tables", "from 1 to"), ("all-tables=0", "from 1 to"),
                           ("all-tables=x", "from 1 to"), ("table-members=257", "from 1 to 256"), ("=", "no limit “”")):
            self.assertIn(said, self.cannot_start("--limit", text))

    def test_what_is_set_holds(self):
        server = self.start(args=["--limit", "table-members=2,all-connections=4,connection-burst=20"])
        server.clock.stop()
        people = [self.socket(server) for _ in range(4)]
        with self.assertRaises(Refused) as refused:
            Socket(server)
        self.assertIn(" 503 ", str(refused.exception))
        made = people[0].ask(do="create", game="nim", seats=["here", "here"], options={})
        joined = [s.ask(do="join", table=made["table"], tokens=[]) for s in people[:3]]
        self.assertEqual([a["is"] for a in joined], ["done", "done", "refused"])
        self.assertIn("no room left at this table", joined[2]["error"]["message"])
        with self.assertRaises((Refused, OSError)):
            for _ in range(100):
                people[3].send(do="variant", game="nim")
            for _ in range(100):
                people[3].receive()
        self.assertEqual(people[0].ask(do="hello")["is"], "hello", "others are served")


class Health(Folder):
    """GET /health: how the server is, for who sits at its machine."""

    def test_what_is_told(self):
        server = self.start(args=["--limit", "table-members=1", "--name", "games.example.org"])
        people = [self.socket(server) for _ in range(3)]
        made = people[0].ask(do="create", game="nim", seats=["here", "here"], options={})
        self.assertEqual([s.ask(do="join", table=made["table"], tokens=[])["is"] for s in people], ["done", "refused", "refused"])
        status, head, body = http(server, "/health")
        told = json.loads(body)
        self.assertEqual((status, head["content-type"]), (200, "application/json"))
        self.assertEqual([told[k] for k in ("connections", "half_open", "tables_awake", "tables_made")], [3, 1, 1, 1], told)
        self.assertEqual(sorted(told["jobs"]), ["advice", "analysis", "keeping", "moves", "puzzles", "tables"])
        self.assertEqual({k: n for k, n in told["refused"].items() if n}, {"table-members": 2})
        for key in ("bytes_waiting", "bytes_thinking", "seconds"):
            self.assertGreaterEqual(told[key], 0)
        self.assertEqual(http(server, "/health", method="HEAD")[2], b"")

    def test_who_is_not_told(self):
        server = self.start(args=["--name", "games.example.org"])
        self.assertEqual(http(server, "/health", host="games.example.org")[0], 403, "through a proxy")
        self.assertEqual(http(server, "/health", headers=["X-Forwarded-For: 127.0.0.1"])[0], 403)
        self.assertEqual(http(server, "/health", host="evil.example.org")[0], 403)


class OneAFolder(Folder):
    """Two servers in one folder would each keep their own picture of the same tables."""

    def test_the_second_names_the_first(self):
        first = self.start()
        for _ in range(2):
            said = self.cannot_start("--port", str(PORT + 10))
            self.assertIn("http://%s/" % first.name, said)
            self.assertIn("process %d" % first.process.pid, said)
        self.assertEqual(http(first)[0], 200, "the first is undisturbed")
        self.assertEqual(first.stop()[0], 0)
        self.assertEqual(self.start().stop()[0], 0)

    def test_what_is_written_in_the_lock_is_not_told_raw(self):
        self.start()
        with open(os.path.join(self.data, "server.lock"), "w") as f:
            f.write("1 \x1b[2Jnonsense\n")
        said = self.cannot_start()
        self.assertIn("Another server", said)
        self.assertNotIn("\x1b", said)

    def test_a_killed_server_leaves_nothing_behind(self):
        for _ in range(3):
            self.start().kill()
        self.assertEqual(self.start().stop()[0], 0)

    def test_not_even_where_its_children_live_on(self):
        """The process of a Lua file is started by the server: it must not have the lock in its hands."""
        first = self.start(args=[os.path.join(EXAMPLES, "nim.lua")])
        s = self.socket(first)
        self.assertEqual(s.ask(do="rules", game="nim")["is"], "rules")
        held = first.children()
        self.assertTrue(held, "the file has a process of its own")
        for child in held:
            os.kill(child, signal.SIGSTOP)  # so that it cannot notice that it is alone
        try:
            first.process.kill()
            first.process.wait()  # and not for the end of what it wrote: its children hold that open
            self.assertTrue(all(os.path.exists("/proc/%d" % child) for child in held))
            self.assertEqual(self.start().stop()[0], 0)
        finally:
            for child in held:
                os.kill(child, signal.SIGKILL)

    def test_other_commands_work_beside_a_server(self):
        server = self.start()
        for args in (["solve", "nim"], ["play", "nim"], ["play", "nim", "--resume", "list"], ["learned", "list"]):
            run = duel(*args, "--data", self.data, "--lang", "en", input="1\n")
            self.assertEqual((run.returncode, run.stderr), (0, ""), args)
        self.assertEqual(http(server)[0], 200)


class Full(Folder):
    """More come than there is room for: who is inside stays, who waits enters once somebody has left."""

    def test_no_file_left(self):
        server = self.start()
        inside = self.socket(server)
        pid = server.process.pid
        room = len(os.listdir("/proc/%d/fd" % pid)) + 8
        resource.prlimit(pid, resource.RLIMIT_NOFILE, (room, room))
        crowd = [socket.create_connection((server.host, server.port), timeout=10) for _ in range(40)]
        self.assertEqual(inside.ask(do="hello")["is"], "hello")
        for s in crowd:
            s.close()
        self.assertEqual(http(server)[0], 200)
        self.assertEqual(inside.ask(do="hello")["is"], "hello")


class HalfOpen(Folder):
    """Connections that are no WebSocket yet: so many from an address, and in all the oldest makes room."""

    def begin(self, server, text=b"GET / HTTP/1.1\r\n", source="127.0.0.1"):
        s = socket.create_connection((server.host, server.port), timeout=30, source_address=(source, 0))
        self.addCleanup(s.close)
        s.sendall(text)
        return s

    def test_of_one_address(self):
        server = self.start(args=["--crowd", "9", "--limit", "address-half-open=5"])
        inside = self.socket(server)
        waiting = [self.begin(server, source="127.0.0.2") for _ in range(5)]
        answer = b"".join(iter(lambda s=self.begin(server, b"", "127.0.0.2"): s.recv(4096), b""))
        self.assertEqual(status_of(answer), 429)
        self.assertIn(b"Too many connections come from your address.", answer)
        self.assertEqual(http(server)[0], 200, "another address is served")
        self.assertEqual(inside.ask(do="hello")["is"], "hello")
        waiting.pop().close()
        while status_of(self.begin(server, b"GET / HTTP/2.0\r\n\r\n", "127.0.0.2").recv(20)) != 505:
            pass  # until the server has noticed

    def test_the_oldest_makes_room(self):
        server = self.start(args=["--limit", "all-half-open=8"])
        inside = self.socket(server)
        crowd = [self.begin(server) for _ in range(40)]
        self.assertEqual(http(server)[0], 200)
        self.assertEqual(inside.ask(do="hello")["is"], "hello")
        for s in crowd[:30]:
            with contextlib.suppress(ConnectionResetError):
                self.assertEqual(s.recv(100), b"", "gone")


class Messages(Folder):
    """So many messages of one address at once, and then as many as its rate lets pass."""

    def test_only_time_that_passes_gives_more(self):
        server = self.start(args=["--crowd", "100", "--limit", "address-burst=10,address-rate=1"])
        server.clock.stop()
        s = self.socket(server)
        told = lambda count: [s.ask(do="variant", game="nim")["is"] for _ in range(count)]
        self.assertEqual(told(12), ["variant"] * 10 + ["refused"] * 2)
        server.later(1)
        self.assertEqual(told(2), ["variant", "refused"])
        server.clock.back(0.001)  # as one does who read the clock before others did, and is counted after them
        self.assertEqual(told(2), ["refused"] * 2)


class Attacks(Folder):
    """Every attack of attacks.py is met, and whoever plays meanwhile does not notice. The limits are small, so that each is reached
    soon; bench/attacks.py tries the usual ones."""

    LIMITS = ("address-half-open=60,all-half-open=40,connection-kilobytes=256,address-kilobytes=1024,house-kilobytes=8192,"
              "address-burst=1200,address-rate=1,table-members=8,table-questions=4,table-reviews=2,address-new-tables=40,all-new-tables=300,address-jobs=4")

    def play(self, other, table):
        self.assertEqual(other.ask(do="variant", game="nim")["is"], "variant")
        plies = len(table["list"])
        self.assertEqual(other.ask(do="move", move=table["moves"][0]["move"])["is"], "done")
        return other.table(lambda t: len(t["list"]) > plies)

    def await_sign(self, server, a, sign):
        """What was sent may not have been read yet: it is waited for."""
        patience = time.monotonic() + 60
        while True:
            refused = {name for name, count in attacks.health(server)["refused"].items() if count}
            if sign in refused | a.said or time.monotonic() > patience:
                break
            time.sleep(0.05)
        self.assertIn(sign, refused | a.said)

    def one(self, attack, sign, source):
        limits = self.LIMITS if sign != "address-half-open" else self.LIMITS.replace("all-half-open=40", "all-half-open=400")
        server = Server(PROGRAM, port=PORT + 2, args=["--crowd", "24", "--limit", limits])
        server.clock.stop()  # a server that is slow today has no more patience
        a = attacks.Attacker(server, source, 1)
        try:
            other, _ = self.table("moriarty", server=server)
            table = self.play(other, other.table(lambda t: t["acting"]))
            attack(a)
            self.play(other, table)
            self.assertEqual(http(server)[0], 200)
            self.await_sign(server, a, sign)
        finally:
            a.close()
            server.kill()

    def test_all(self):
        for i, (attack, sign) in enumerate(attacks.ATTACKS):
            with self.subTest(attack.__name__):
                self.one(attack, sign, "127.1.%d.1" % i)


class SlowReaders(Folder):
    """Answers that nobody reads are kept as text, so many bytes and no more, for one client and for all."""

    def setUp(self):
        super().setUp()
        options = os.environ.get("ASAN_OPTIONS", "")  # what has been freed is to be counted as freed
        os.environ["ASAN_OPTIONS"] = options + ":quarantine_size_mb=0"
        self.addCleanup(os.environ.update, ASAN_OPTIONS=options)
        self.server = self.start()

    def megabytes(self):
        """The most memory the server has had at any time."""
        with open("/proc/%d/status" % self.server.process.pid) as f:
            return next(int(line.split()[1]) for line in f if line.startswith("VmHWM:")) / 1024

    def explorer(self):
        s, _ = self.table("wumpus", ["here"], options={"size": "32"})
        self.assertGreater(len(json.dumps(s.ask(do="look", ply=0))), 100000, "a long answer")
        return s

    def answers(self, s, numbers):
        """By number, until all have come or the server has hung up."""
        found = {}
        try:
            while len(found) < len(numbers):
                answer = s.receive()
                if "re" in answer:
                    found[answer["re"]] = answer
        except (Refused, OSError):
            pass
        return found

    def test_long_answers_nobody_reads(self):
        self.server.clock.stop()  # however slow this is, nobody has been silent for too long
        crowd = [self.explorer() for _ in range(12)]
        other = self.socket()
        before = self.megabytes()
        asked = []
        for s in crowd:
            asked.append([s.send(do="look", ply=0) for _ in range(64)])
            self.server.later(0.6)  # within the rate of one address
            self.assertEqual(other.ask(do="hello")["is"], "hello", "others are served")
            self.assertLess(self.megabytes() - before, 50, "after %d clients" % len(asked))
        for s, numbers in zip(crowd, asked):
            found = self.answers(s, numbers)
            self.assertEqual(sorted(found), numbers, "each is answered")
            said = [found[n]["is"] for n in numbers]
            self.assertEqual(said[0], "past")
            self.assertIn("refused", said, "what there was no room for is refused in words")
            refused = found[numbers[said.index("refused")]]
            self.assertEqual((refused["error"]["kind"], "read it" in refused["error"]["message"]), ("full", True), refused)
            self.assertEqual(s.ask(do="look", ply=0)["is"], "past", "who has read is served again")
        self.assertLess(self.megabytes() - before, 50)

    def test_what_has_been_done_is_told(self):
        """Short answers find room where long ones do not."""
        s = self.explorer()
        move = s.table(lambda t: t["moves"])["moves"][0]["move"]
        first = s.send(do="move", move=move)
        numbers = [s.send(do="look", ply=0) for _ in range(40)]
        self.assertEqual(self.answers(s, [first, *numbers])[first]["is"], "done")

    def files(self):
        return len(os.listdir("/proc/%d/fd" % self.server.process.pid))

    def test_all_together(self):
        """Who has most waiting goes when there is too much for all."""
        other = self.socket()
        before, files = self.megabytes(), self.files()
        crowd = [self.socket() for _ in range(100)]
        for i, s in enumerate(crowd):
            for _ in range(60):
                s.send(do="hello")
            if i % 4 == 0:
                self.assertEqual(other.ask(do="hello")["is"], "hello", "others are served")
        for s in (other, self.socket()):
            self.assertEqual(s.ask(do="hello")["is"], "hello")
        self.assertLess(self.megabytes() - before, 80)
        left = self.files() - files - 1
        self.assertLess(left, 100, "some were cut off")
        self.assertGreater(left, 20, "and not all")


if __name__ == "__main__":
    main()
