"""A WebSocket client of a few lines, for tests that must also be able to send what is wrong."""
import base64
import json
import mmap
import os
import re
import select
import socket
import struct
import subprocess
import sys
import tempfile
import time

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "cli"))
import fields

QUIET, PASSING = 0.02, 0.25  # seconds of ours without a word, and those that pass then for a program that is waited for


class Clock:
    """The time of a program that is tested: it passes as ours does, and at once where a test says so (tests/moved_clock.c); it
    begins on the same day always. Without the library that Meson names, what should pass at once is waited for."""

    DATE = 1781524800 * 10 ** 9 - time.time_ns()  # from today to noon of 15 June 2026

    def __init__(self):
        self.file = tempfile.NamedTemporaryFile(prefix="duel-clock-")
        self.file.truncate(32)
        self.numbers = memoryview(mmap.mmap(self.file.fileno(), 32)).cast("q")
        self.environment = {}
        if "DUEL_PRELOAD" in os.environ:
            self.environment = {"DUEL_CLOCK": self.file.name, "LD_PRELOAD": os.environ["DUEL_PRELOAD"]}
            self.numbers[1] = self.DATE

    def now(self):
        """The seconds that the program counts, but for a fixed number of them."""
        return time.monotonic() + self.numbers[0] / 1e9

    def date(self):
        """The same as the number of a second, of which dates are made."""
        return time.time() + (self.numbers[0] + self.numbers[1]) / 1e9

    def stop(self):
        """From now on no time passes but what the test lets pass: nothing comes too late on a busy machine."""
        self.numbers[3] = time.time_ns()
        self.numbers[2] = time.monotonic_ns()

    def later(self, seconds):
        """So many seconds pass."""
        if self.environment:
            self.numbers[0] += int(seconds * 1e9)
        else:
            time.sleep(seconds)

    def back(self, seconds):
        """The clock shows what it showed so many seconds ago; where it is not ours to move, nothing changes."""
        if self.environment:
            self.numbers[0] -= int(seconds * 1e9)


class Server:
    """A `duel serve` of its own, with its own data."""

    def __init__(self, program, data=None, port=18700, args=(), env=None, clock=None):
        self.own = None if data else tempfile.TemporaryDirectory(prefix="duel-web-")
        self.data = data or self.own.name
        self.clock = clock or Clock()
        self.later = self.clock.later
        self.process = subprocess.Popen(
            [program, "serve", "--port", str(port), "--data", self.data, "--lang", "en", *args],
            stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, env={**os.environ, **self.clock.environment, **(env or {})})
        line = self.process.stdout.readline()
        found = re.match(r"http://([^:]+):(\d+)/", line)
        if not found:
            raise RuntimeError("no address: %r %s" % (line, self.process.stderr.read()))
        self.host, self.port = found.group(1), int(found.group(2))

    @property
    def name(self):
        return "%s:%d" % (self.host, self.port)

    def stop(self, port=False):
        """Ends it by SIGTERM; gives its exit status and what it complained about. That another test had its port is left out, unless
        this is asked for."""
        self.process.terminate()
        _, errors = self.process.communicate(timeout=300)
        told = [line for line in errors.splitlines(True)
                if " is served as it is, not checked" not in line and (port or not re.match(r"Port \d+ is taken", line))]
        return self.process.returncode, "".join(told)

    def end(self):
        """The same of one that has nothing to complain of."""
        status, told = self.stop()
        assert status == 0 and not told, (status, told)

    def kill(self):
        self.process.kill()
        self.process.communicate()

    def alive(self):
        return self.process.poll() is None

    def children(self):
        """The processes that it, or a thread of it, has started, the oldest first."""
        found = []
        for thread in os.listdir("/proc/%d/task" % self.process.pid):
            with open("/proc/%d/task/%s/children" % (self.process.pid, thread)) as f:
                found += [int(child) for child in f.read().split()]
        return sorted(found)


def raw(server, data, timeout=300, more=()):
    """Sends bytes, then gives everything that comes back until the other side closes; that it never does is an error."""
    with socket.create_connection((server.host, server.port), timeout=timeout) as s:
        s.sendall(data)
        for part in more:
            s.sendall(part)
        return until_closed(s)


def until_closed(s):
    """All that comes until the other side hangs up."""
    got = b""
    try:
        while part := s.recv(65536):
            got += part
    except ConnectionResetError:
        pass
    return got


def http(server, path="/", host=None, headers=(), method="GET"):
    host = server.name if host is None else host
    lines = ["%s %s HTTP/1.1" % (method, path), "Host: " + host, "Connection: close", *headers]
    answer = raw(server, ("\r\n".join(lines) + "\r\n\r\n").encode())
    head, _, body = answer.partition(b"\r\n\r\n")
    first, *rest = head.decode("latin-1").split("\r\n")
    found = {k.lower(): v.strip() for k, _, v in (line.partition(":") for line in rest)}
    return (int(first.split()[1]) if first else 0), found, body


class Refused(Exception):
    pass


def patched(old, change):
    """What a thing is after a change, as docs/wire.md has them."""
    if isinstance(change, dict):
        new = {k: v for k, v in old.items() if change.get(k) != ["-"]}
        new.update((k, patched(old.get(k), c)) for k, c in change.items() if c != ["-"])
        return new
    if change[0] == "=":
        return change[1]
    kept = [patched(one, change[1][str(i)]) if str(i) in change[1] else one for i, one in enumerate(old)]
    new, script = [], iter(change[2])
    for part in script:
        new += part if isinstance(part, list) else kept[part:part + next(script)]
    return new


def whole_table(before, message):
    """The table that a message of it leads to; `before` is the one it was sent last."""
    if "since" not in message:
        return message
    assert before and before["news"] == message["since"], "news were missed"
    return dict(patched(before, message["changed"]), news=message["news"])


class Socket:
    def __init__(self, server, origin=None, host=None, protocol="duelliste.2", timeout=60, family=socket.AF_INET,
                 source=None):
        self.sock = socket.socket(family, socket.SOCK_STREAM)
        self.sock.settimeout(timeout)
        if source:
            self.sock.bind((source, 0))
        self.sock.connect(("::ffff:" * (family == socket.AF_INET6) + server.host, server.port))
        self.buffer = b""
        self.number = 0
        self.news = []
        self.whole = None  # the table as it was told last
        self.code = None
        self.reason = None  # of the close, in words
        self.bytes = 0  # of the last message
        lines = ["GET / HTTP/1.1", "Host: " + (host or server.name), "Upgrade: websocket",
                 "Connection: Upgrade", "Sec-WebSocket-Version: 13",
                 "Sec-WebSocket-Key: " + base64.b64encode(os.urandom(16)).decode()]
        if protocol:
            lines.append("Sec-WebSocket-Protocol: " + protocol)
        origin = "http://" + server.name if origin is None else origin
        if origin:
            lines.append("Origin: " + origin)
        self.sock.sendall(("\r\n".join(lines) + "\r\n\r\n").encode())
        head = self._until(b"\r\n\r\n")
        if b" 101 " not in head.split(b"\r\n")[0]:
            raise Refused(head.decode("latin-1"))

    def _fill(self):
        part = self.sock.recv(65536)
        if not part:
            raise Refused("closed")
        self.buffer += part

    def _until(self, mark):
        while mark not in self.buffer:
            self._fill()
        head, _, self.buffer = self.buffer.partition(mark)
        return head

    def _exactly(self, count):
        while len(self.buffer) < count:
            self._fill()
        data, self.buffer = self.buffer[:count], self.buffer[count:]
        return data

    def frame(self, payload, opcode=1, final=True, masked=True, length=None):
        head = bytes([(0x80 if final else 0) | opcode])
        size = len(payload) if length is None else length
        flag = 0x80 if masked else 0
        if size < 126:
            head += bytes([flag | size])
        elif size < 65536:
            head += bytes([flag | 126]) + struct.pack(">H", size)
        else:
            head += bytes([flag | 127]) + struct.pack(">Q", size)
        if masked:
            key = os.urandom(4)
            head += key
            payload = bytes(b ^ key[i % 4] for i, b in enumerate(payload))
        self.sock.sendall(head + payload)

    def send(self, **what):
        self.number += 1
        what.setdefault("n", self.number)
        self.frame(json.dumps(what).encode())
        return what["n"]

    def receive(self):
        """The next message; Refused with the close code once the server has closed."""
        text = b""
        end = time.monotonic() + self.sock.gettimeout()
        while True:
            if time.monotonic() > end:  # pings alone are no answer
                raise TimeoutError("nothing came")
            first, second = self._exactly(2)
            size = second & 127
            if size == 126:
                size = struct.unpack(">H", self._exactly(2))[0]
            elif size == 127:
                size = struct.unpack(">Q", self._exactly(8))[0]
            payload = self._exactly(size)
            opcode = first & 15
            if opcode == 8:
                self.code = struct.unpack(">H", payload[:2])[0] if len(payload) >= 2 else None
                self.reason = payload[2:].decode()
                raise Refused("closed %s" % self.code)
            if opcode == 9:
                self.frame(payload, 10)
            elif opcode in (0, 1):
                text += payload
                if first & 0x80:
                    message = json.loads(text)
                    self.bytes = len(text)
                    if message["is"] == "table":
                        self.whole = message = whole_table(self.whole, message)
                    fields.check_message(message)
                    return message

    def ask(self, **what):
        """Sends and waits for the answer; what comes between is kept in `news`."""
        return self.await_answer(self.send(**what))

    def await_answer(self, number):
        while True:
            answer = self.receive()
            if answer.get("re") == number:
                return answer
            self.news.append(answer)

    def answer(self, number):
        """To a request that was sent earlier, whether it has come already or not."""
        for i, message in enumerate(self.news):
            if message.get("re") == number:
                return self.news.pop(i)
        return self.await_answer(number)

    def next(self, kind, wanted=lambda m: True):
        """The next message of this kind that is as wanted."""
        while True:
            message = self.news.pop(0) if self.news else self.receive()
            if message["is"] == kind and wanted(message):
                return message

    def table(self, wanted=lambda t: True, clock=None):
        """The next picture of the table that is as wanted; a clock is moved as long as nothing comes."""
        while True:
            while clock and not self.news and not self.buffer and not select.select([self.sock], [], [], QUIET)[0]:
                clock.later(PASSING)
            answer = self.news.pop(0) if self.news else self.receive()
            if answer["is"] == "table" and wanted(answer):
                return answer

    def close(self):
        self.sock.close()
