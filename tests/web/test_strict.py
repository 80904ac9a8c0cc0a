#!/usr/bin/env python3
"""Conversations that are not as RFC 9112, RFC 6455 and docs/wire.md have them: each is refused as it must be, at once,
and nobody else notices. One server for all.

usage: test_strict.py [PROGRAM]        (default: build/duel)
"""
import base64
import json
import socket
import struct
import sys
import unittest

from house import PROGRAM, main
from wire_client import Server, Socket, until_closed

PORT = 18680
CONTROLS = [c for c in range(32) if c not in b"\t\r\n"] + [127]
KEY = "dGhlIHNhbXBsZSBub25jZQ=="  # the sample of RFC 6455, 1.3, and what proves that it was understood
PROOF = "s3pPLMBiTxaQ9kYGzzhZRbK+xOo="


def head(line="GET / HTTP/1.1", *fields, host="HOST"):
    """The bytes of a request; HOST stands for the server's name."""
    lines = [line, *(["Host: " + host] if host is not None else []), *fields]
    return "\r\n".join(lines).encode("utf-8") + b"\r\n\r\n"


def shake(*more, **changed):
    """The handshake of a page; a field that is None is left out."""
    fields = {"Upgrade": "websocket", "Connection": "Upgrade", "Sec-WebSocket-Version": "13", "Sec-WebSocket-Key": KEY,
              "Sec-WebSocket-Protocol": "duelliste.2", "Origin": "http://HOST"}
    line = changed.pop("line", "GET / HTTP/1.1")
    for name, value in changed.items():
        fields[name.replace("_", "-")] = value
    return head(line, *("%s: %s" % f for f in fields.items() if f[1] is not None), *more)


def frame(payload=b"", opcode=1, final=True, reserved=0, masked=True, length=None, wide=0):
    """The bytes of a frame; `wide`: its length in so many bytes more, whether it needs them or not."""
    size = len(payload) if length is None else length
    wide = wide or (0 if size < 126 else 2 if size < 65536 else 8)
    first = (0x80 if final else 0) | reserved << 4 | opcode
    second = size if wide == 0 else 126 if wide == 2 else 127
    out = bytes([first, (0x80 if masked else 0) | second]) + (size.to_bytes(wide, "big") if wide else b"")
    if not masked:
        return out + payload
    mask = b"\x1f\xa0\x55\x0c"
    return out + mask + bytes(b ^ mask[i % 4] for i, b in enumerate(payload))


def closing(code, reason=b""):
    return frame(struct.pack(">H", code) + reason, 8)


def request_lines():
    for method in ("POST", "PUT", "DELETE", "CONNECT", "OPTIONS", "TRACE", "PATCH"):
        yield 405, head(method + " / HTTP/1.1")
    for method in ("get", "Get", "GETT", "GE", "head", "BREW", "PROPFIND", "!"):
        yield 501, head(method + " / HTTP/1.1")
    for method in ("", "GET(", "G\tT", "GÉT", '"GET"', "GET:", "{GET}", "GET,HEAD", "G@T", "[GET]"):
        yield 400, head(method + " / HTTP/1.1")
    for version in ("HTTP/1.0", "HTTP/1.2", "HTTP/0.9", "HTTP/2.0", "HTTP/3.0", "HTTP/9.9"):
        yield 505, head("GET / " + version)
    yield 505, b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n"
    for version in ("HTTP/1", "HTTP/11", "HTTP/1.1x", "http/1.1", "HTTP/1.1 ", "HTTP/1,1", "HTTP/a.b", "", "HTTPS/1.1",
                    "HTTP/01.1", "HTTP/1.10", "HTTP/1.", "HTTP", "HTTP/ 1.1", "XTTP/1.1"):
        yield 400, head("GET / " + version)
    for target in ("", "*", "x", "index.html", "?x", "https://HOST/", "ftp://HOST/", "http://", "http:/", "HOST",
                   "http://evil.example/", "http://HOST@evil.example/", "http://evil.example@HOST/", "/a b", "/\\", "/<", "/>",
                   '/"', "/{", "/}", "/|", "/^", "/`", "/#x", "/[", "/]", "/é", "/%", "/%2", "/%zz", "/%2g", "/x?%", "/x?#",
                   "/x?é", "/x?<", "\t/", "/\t"):
        yield 400, head("GET %s HTTP/1.1" % target)
    for line in ("GET", "GET /", "GET  / HTTP/1.1", "GET /  HTTP/1.1", " GET / HTTP/1.1", "GET\t/ HTTP/1.1", "GET /\tHTTP/1.1",
                 "GET/HTTP/1.1", "HTTP/1.1 200 OK", ":", "Host: HOST"):
        yield 400, head(line)
    yield 414, head("GET /%s HTTP/1.1" % ("x" * 2048))
    yield 414, b"GET /" + b"x" * 9000
    yield 414, b"x" * 9000
    yield 400, b"\r\n\r\n" + head()


def ends_of_lines():
    good = head()
    yield 400, good.replace(b"\r\n", b"\n")
    yield 400, good.replace(b"\r\n", b"\n", 1)
    yield 400, good.replace(b"\r\n", b"\r")
    yield 400, good.replace(b"\r\n", b"\r\r\n", 1)
    yield 400, good.replace(b"\r\n", b"\n\r", 1)
    yield 400, good[:-2] + b"\n"
    yield 400, good[:-2] + b"\rX"
    yield 400, b"\n" + good
    yield 400, b"\r" + good
    yield 400, head("GET / HTTP/1.1", "X: a\rb")
    yield 400, head("GET / HTTP/1.1", "X: a\nb")
    yield 400, head("GET / HTTP/1.1", "X: a\nHost: evil.example")
    for control in CONTROLS:
        yield 400, head("GET / HTTP/1.1", "X: a%cb" % control)
    for control in (0, 1, 11, 12, 27, 127):
        yield 400, head("GET /%c HTTP/1.1" % control)
        yield 400, head("GET / HTTP/1.1", "X%c: a" % control)
    yield 400, b"\0" * 4
    yield 400, b"\x16\x03\x01\x02\x00" + b"x" * 200  # TLS
    yield 400, b"\x80\x2e\x01"


def fields():
    for field in ("X", ":", ": x", "X : x", "X\t: x", " X: x", "\tX: x", "X y: x", "É: x", "X: a\r\n b", "X: a\r\n\tb",
                  "X:\r\n ", " : ", "\t"):
        yield 400, head("GET / HTTP/1.1", field)
    yield 400, head("GET / HTTP/1.1", " folded: into the request line", host=None)
    yield 400, head("GET / HTTP/1.1", "X: a", " Host: evil.example")
    for mark in '"(),/;<=>?@[\\]{}':
        yield 400, head("GET / HTTP/1.1", "X%s: a" % mark)
    for field in ("Host: HOST", "host: HOST", "hosT: evil.example", "Host:"):
        yield 400, head("GET / HTTP/1.1", field)
    for field in ("Origin: http://HOST", "Connection: keep-alive", "Content-Length: 0", "Accept-Encoding: gzip", 'If-None-Match: "x"',
                  "Expect: 100-continue", "Transfer-Encoding: chunked", "Upgrade: websocket", "Sec-WebSocket-Key: " + KEY,
                  "Sec-WebSocket-Version: 13", "Sec-WebSocket-Protocol: duelliste.2"):
        yield 400, head("GET / HTTP/1.1", field, field)
        name, value = field.split(": ")
        yield 400, head("GET / HTTP/1.1", field, "%s:%s " % (name.upper(), value))
    yield 431, head("GET / HTTP/1.1", "X: " + "y" * 9000)
    yield 431, head("GET / HTTP/1.1", "x" * 9000)
    yield 431, head("GET / HTTP/1.1", *("X: y" for _ in range(101)))
    yield 431, head("GET / HTTP/1.1", *("X: " + "y" * 100 for _ in range(90)))


def hosts():
    yield 400, head(host=None)
    yield 400, head("GET http://HOST/ HTTP/1.1", host=None)
    for host in ("", "HOST, HOST", "HOST HOST", "HOST/", "http://HOST", "me@HOST", "HOST:80:80", "HOST:x", "[::1", "::1", "[::1]x", "[]",
                 "%31", "HOST?", "HOST#", "a\tb", ":80", "[::1]:x"):
        yield 400, head(host=host)
    yield 400, head("GET http://HOST/ HTTP/1.1", host="evil.example")
    for host in ("evil.example", "127.0.0.1", "127.0.0.1:1", "localhost", "[::1]", "[::1]:PORT", "localhost.evil.example:PORT", "0.0.0.0:PORT",
                 "127.0.0.1.:PORT", "Localhost:0PORT", "127.1:PORT", "2130706433:PORT"):
        yield 403, head(host=host)


def contents():
    for length in ("", "+0", "-1", "0x0", "0,0", "1 1", "1.0", "٠", "ten", "0;", "1e3", '"0"'):
        yield 400, head("GET / HTTP/1.1", "Content-Length: " + length)
    for length in ("1", "10", "00001", "18446744073709551616", "9" * 60):
        yield 413, head("GET / HTTP/1.1", "Content-Length: " + length) + b"x"
    for coding in ("chunked", "gzip, chunked", "identity", "xchunked", "chunked, chunked", "", "\tchunked", '"chunked"'):
        yield 501, head("GET / HTTP/1.1", "Transfer-Encoding: " + coding) + b"0\r\n\r\n"
        yield 400, head("GET / HTTP/1.1", "Transfer-Encoding: " + coding, "Content-Length: 0")
    yield 417, head("GET / HTTP/1.1", "Expect: 100-continue")
    yield 417, head("GET / HTTP/1.1", "Expect: miracles")


def upgrades():
    for named in ("h2c", "H2C", "TLS/1.0", "websockets", "web socket", "h2c, websocket", "websocket, h2c", "websocket/13", '"websocket"'):
        yield 403, shake(Upgrade=named)
    yield 400, shake(Connection=None)
    yield 400, shake(Connection="keep-alive")
    yield 400, shake(Connection="up grade")
    yield 400, shake(Connection='"Upgrade"')
    yield 400, shake(Connection="Upgrade;q=1")
    yield 400, shake(Upgrade=None)
    yield 400, shake(Upgrade="")
    yield 426, shake(Upgrade=None, Connection=None)
    yield 426, shake(Upgrade=None, Connection="keep-alive")
    yield 404, shake(line="GET /socket HTTP/1.1")
    yield 404, shake(line="GET //HOST/ HTTP/1.1")
    yield 400, shake(line="HEAD / HTTP/1.1")
    yield 405, shake(line="POST / HTTP/1.1")
    yield 505, shake(line="GET / HTTP/1.0")


def handshakes():
    coded = lambda count: base64.b64encode(bytes(range(count))).decode()
    for key in (None, "", "x", KEY[:-1], KEY[:-2], KEY + "=", KEY[:-2] + "AA", KEY[:21] + "R==", KEY[:11] + " " + KEY[12:], "=" * 24,
                "-" * 22 + "==", "_" * 21 + "A==", coded(15), coded(17), coded(18), coded(0), "é" * 12, "*" * 24, KEY + ", " + KEY):
        yield 400, shake(Sec_WebSocket_Key=key)
    yield 400, shake(Sec_WebSocket_Version=None)
    for version in ("", "0", "7", "8", "12", "14", "255", "13, 8", "8, 13", "013", "13.0", "+13", "xiii", "1 3"):
        yield 426, shake(Sec_WebSocket_Version=version)
    for protocol in (None, "", "chat", "duelliste.3", "DUELLISTE.2", "duelliste.2 x", '"duelliste.2"', "duelliste.2;q=1", "duelliste",
                     "duelliste.2, (", "chat, superchat"):
        yield 400, shake(Sec_WebSocket_Protocol=protocol)
    for origin in (None, "", "null", "http://evil.example", "https://HOST", "HTTP://HOST", "ws://HOST", "http://HOST/", "http:HOST", "HOST",
                   "http://127.0.0.1", "http://HOST http://HOST", "http://HOST, http://HOST", "http://me@HOST", "file://"):
        yield 403, shake(Origin=origin)
    yield 400, shake("Origin: http://evil.example")
    yield 400, shake("Upgrade: h2c")


def frames():
    hello = b'{"do":"nothing"}'
    for opcode in (0, 1, 2, 8, 9, 10):
        yield 1002, frame(hello, opcode, masked=False)
        yield 1002, frame(b"", opcode, masked=False)
    for reserved in range(1, 8):
        yield 1002, frame(hello, reserved=reserved)
        yield 1002, frame(b"", 9, reserved=reserved)
    for opcode in (3, 4, 5, 6, 7, 11, 12, 13, 14, 15):
        yield 1002, frame(hello, opcode)
        yield 1002, frame(b"", opcode, final=False)
    for opcode in (8, 9, 10):
        yield 1002, frame(b"", opcode, final=False)
        yield 1002, frame(b"x" * 126, opcode)
        yield 1002, frame(b"x" * 70000, opcode)
        yield 1002, frame(b"x", opcode, wide=2)
        yield 1002, frame(b"x", opcode, wide=8)
    yield 1002, frame(hello, 0)
    yield 1002, frame(hello, 0, final=False)
    yield 1002, frame(b"{", final=False) + frame(b"}")
    yield 1002, frame(b"{", final=False) + frame(b"}", 2)
    yield 1002, frame(b"{", final=False) + frame(b"", 9) + frame(b"}", final=False)
    yield 1002, frame(hello) + frame(hello, 0)
    yield 1003, frame(b"\1\2\3", 2)
    yield 1003, frame(b"", 2)
    yield 1003, frame(hello, 2, final=False)
    for payload, wide in ((b"", 2), (b"x" * 125, 2), (b"", 8), (b"x" * 125, 8), (b"x" * 126, 8), (b"x" * 1000, 8)):
        yield 1002, frame(payload, wide=wide)
    for length in (1 << 63, (1 << 64) - 1):
        yield 1002, frame(length=length)
    for length in (16385, 65535, 65536, 1 << 20, 1 << 40, (1 << 63) - 1):
        yield 1009, frame(length=length)
    yield 1009, frame(b"x" * 16384, final=False) + frame(b"x", 0)
    yield 1009, frame(b"x" * 9000, final=False) + frame(b"x" * 9000, 0)
    yield 1009, frame(b"x" * 10000, final=False) + frame(b"", 9) + frame(b"", 0, final=False) + frame(length=6385, opcode=0)


def closes():
    for code in (0, 1, 999, 1004, 1005, 1006, 1015, 1016, 1100, 1999, 2000, 2999, 5000, 10000, 65535):
        yield 1002, closing(code)
    yield 1002, frame(b"\x03", 8)
    for reason in (b"\xff", b"\xc0\xaf", b"ok\xed\xa0\x80", b"\xe2\x82", b"\xf4\x90\x80\x80"):
        yield 1007, closing(1000, reason)
    yield 1002, closing(1000, b"x" * 124)


def broken_texts():
    for wrong in (b"\x80", b"\xbf", b"\xc0\x80", b"\xc1\xbf", b"\xc3", b"\xc3\x28", b"\xe0\x80\x80", b"\xe0\x9f\xbf", b"\xe2\x82", b"\xe2\x28\xa1",
                  b"\xed\xa0\x80", b"\xed\xbf\xbf", b"\xed\xa0\x80\xed\xb0\x80", b"\xf0\x80\x80\x80", b"\xf0\x8f\xbf\xbf", b"\xf0\x9f\x92",
                  b"\xf0\x28\x8c\xbc", b"\xf4\x90\x80\x80", b"\xf5\x80\x80\x80", b"\xf8\x88\x80\x80\x80", b"\xfc\x84\x80\x80\x80\x80", b"\xfe", b"\xff"):
        yield 1007, frame(b'{"do":"' + wrong + b'"}')
    yield 1007, frame(b"\xe2", final=False) + frame(b"\x28\xa1", 0)
    yield 1007, frame(b"\xe2", final=False) + frame(b"", 9) + frame(b"\x82", 0)
    yield 1007, frame(b"\xf0\x9f", final=False) + frame(b"", 0)


def requests():
    """Of the wrong shape: refused in words, and the connection stays."""
    for options in ([], [1], ["matches", "9"], "matches=9", "", 9, 0, 1.5, True, False):
        yield {"do": "create", "game": "nim", "seats": ["here", "here"], "options": options}
        yield {"do": "variant", "game": "nim", "options": options}
    for options in ({"matches": 9}, {"matches": None}, {"matches": []}, {"matches": {"matches": "9"}}, {"": "9"}, {"matches": ""},
                    {"matches": "9 "}, {"matches": "9", "nothing": "1"}, {"matches=9": "1"}, {"matches": "٩"}, {"matches": "1" * 200}):
        yield {"do": "create", "game": "nim", "seats": ["here", "here"], "options": options}
    for seats in ({}, "here", 2, True, {"0": "here", "1": "here"}, ["here"], ["here"] * 3, [["here"], "here"], [None, None], []):
        yield {"do": "create", "game": "nim", "seats": seats}
    for game in (None, 3, [], {}, ["nim"], True, "", "NIM", "nim ", "./nim.lua", "nim\n"):
        yield {"do": "rules", "game": game}
    for what in ({"do": ["hello"]}, {"do": {"do": "hello"}}, {"do": "hello", "lang": 3}, {"do": "hello", "n": "1"}, {"do": "hello", "n": 1.5},
                 {"do": "hello", "n": [1]}, {"do": "home", "mine": {}}, {"do": "home", "mine": "all"}, {"do": "join", "table": 3},
                 {"do": "join", "table": "zzzzzzzzzz", "tokens": "x"}, {"do": "claim", "table": "zzzzzzzzzz", "seat": "0"},
                 {"do": "profile", "name": ["x"]}, {"do": "profile", "name": 3}, {"do": "profile", "id": "x", "secret": []},
                 {"do": "create", "game": "nim", "seats": ["here", "here"], "clock": []},
                 {"do": "create", "game": "nim", "seats": ["here", "here"], "clock": 60},
                 {"do": "create", "game": "nim", "seats": ["here", "here"], "advice": []},
                 {"do": "create", "game": "nim", "seats": ["here", "here"], "start": 3},
                 {"do": "analyse", "record": ["x"]}, {"do": "lesson", "game": "nim", "step": "1"}):
        yield what
    for text in (b"", b" ", b"{", b"[]", b"3", b'"do"', b"null", b"{]}", b'{"do":"hello"} x', b'{"do":1,"do":2}', b"[" * 8000, b"{'do':'hello'}",
                 b'{"do":"hello",}', b'{"do":"\\u0000"}', b'{"do":"\\ud800"}', b"\xef\xbb\xbf{}", b'{"do":"a\nb"}', b'{"n":1e999}',
                 b'{"n":99999999999999999999}', b'{do:"hello"}', b'{"do":"hello"}{"do":"hello"}'):
        yield text


def setUpModule():
    Conversation.server = Server(PROGRAM, port=PORT)
    Conversation.bystander = Socket(Conversation.server)


def tearDownModule():
    Conversation.bystander.close()
    status, errors = Conversation.server.stop()
    assert (status, errors) == (0, ""), (status, errors)
    print("%d conversations were refused" % Conversation.refused, file=sys.stderr)


class Conversation(unittest.TestCase):
    refused = 0

    def connect(self):
        s = socket.create_connection((self.server.host, self.server.port), timeout=20)
        self.addCleanup(s.close)
        return s

    def words(self, data):
        return data.replace(b"HOST", self.server.name.encode()).replace(b"PORT", str(self.server.port).encode())

    def until(self, s, mark):
        got = b""
        while mark not in got:
            part = s.recv(65536)
            self.assertTrue(part, got)
            got += part
        return got

    def nobody_noticed(self):
        """Somebody who was there all the time is answered, and so is somebody who comes."""
        Conversation.refused += 1
        self.bystander.frame(b"there?", 9)
        self.assertEqual(self.bystander._exactly(8), b"\x8a\x06there?")
        with self.connect() as s:
            s.sendall(self.words(shake()) + frame(b'{"do":"nothing","n":7}'))
            got = self.until(s, b'"re":7')
            self.assertTrue(got.startswith(b"HTTP/1.1 101 "), got)
            self.assertIn(PROOF.encode(), got)


class Refused(Conversation):
    def refused_over_http(self, cases):
        for status, data in cases:
            data = self.words(data)
            with self.subTest(data=data[:200]):
                with self.connect() as s:
                    s.sendall(data)
                    got = until_closed(s)
                self.assertEqual(got[:13], b"HTTP/1.1 %d " % status)
                self.assertEqual(got.count(b"HTTP/1.1 "), 1, "and nothing after it")
                self.assertTrue(got.endswith(b"\r\n\r\n"), "no content")
                self.assertIn(b"\r\nConnection: ", got)
                self.nobody_noticed()

    def closed_with(self, cases):
        for code, data in cases:
            with self.subTest(data=data[:100]):
                with self.connect() as s:
                    s.sendall(self.words(shake()))
                    got = self.until(s, b"\r\n\r\n").partition(b"\r\n\r\n")[2]
                    try:
                        s.sendall(data)
                    except (BrokenPipeError, ConnectionResetError):
                        pass  # hung up while we were talking
                    got += until_closed(s)
                close = got[got.rfind(b"\x88") :]
                self.assertEqual(close[1:4], bytes([len(close) - 2]) + struct.pack(">H", code))
                self.assertRegex(close[4:], rb"^[ -~]{10,123}[.]$", "and why")
                self.nobody_noticed()

    def test_over_http(self):
        for cases in (request_lines, ends_of_lines, fields, hosts, contents, upgrades, handshakes):
            with self.subTest(cases.__name__):
                self.refused_over_http(cases())

    def test_once_the_conversation_has_begun(self):
        for cases in (frames, closes, broken_texts):
            with self.subTest(cases.__name__):
                self.closed_with(cases())

    def test_requests(self):
        s = None
        for i, what in enumerate(requests()):
            if i % 40 == 0:  # no flood
                s = Socket(self.server)
                self.addCleanup(s.close)
            with self.subTest(what=what):
                s.frame(what if isinstance(what, bytes) else json.dumps(what).encode())
                answer = s.receive()
                self.assertEqual((answer["is"], answer["error"]["kind"]), ("refused", "bad"))
                Conversation.refused += 1

    def test_after_a_refusal_nothing_is_read(self):
        """What follows a request that is refused may be anything: another one, smuggled."""
        for wrong in (head("POST / HTTP/1.1", "Content-Length: 30"), head("GET / HTTP/1.1", "Transfer-Encoding: chunked"),
                      head("GET / HTTP/1.1", "X : y"), head(host="evil.example")):
            with self.connect() as s:
                s.sendall(self.words(wrong + head()))
                self.assertEqual(until_closed(s).count(b"HTTP/1.1 "), 1)


class Allowed(Conversation):
    """What looks odd and is as it should be."""

    def answers(self, data):
        with self.connect() as s:
            s.sendall(self.words(data))
            return until_closed(s)

    def test_requests_that_are_answered(self):
        last = "Connection: close"
        for request in (head("GET / HTTP/1.1", last), b"\r\n" + head("GET / HTTP/1.1", last), head("GET /?x=/../? HTTP/1.1", last),
                        head("GET http://HOST/ HTTP/1.1", last), head("GET http://HOST HTTP/1.1", last),
                        head("GET HTTP://HOST/?x HTTP/1.1", last), head("GET / HTTP/1.1", "content-length:0", last),
                        head("GET / HTTP/1.1", "Content-Length: 000", last), head("GET / HTTP/1.1", "connection:\t ,, CLOSE ,"),
                        head("GET / HTTP/1.1", "Cookie: \xff\xe9", "X:", "Y: \t z \t", last), head("GET / HTTP/1.1", "Upgrade: ", last),
                        head("GET / HTTP/1.1", "X: 1", "X: 2", "Cookie: a=b", "Cookie: c=d", last),
                        head("GET / HTTP/1.1", *("X: y" for _ in range(98)), last), head("GET / HTTP/1.1", "X: " + "y" * 7000, last)):
            with self.subTest(request=request[:100]):
                got = self.answers(request)
                self.assertTrue(got.startswith(b"HTTP/1.1 200 "), got[:200])
                self.assertIn(b"<!doctype html>", got)

    def test_one_byte_at_a_time(self):
        with self.connect() as s:
            s.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
            for byte in self.words(shake()) + frame(b'{"do":', final=False) + frame(b"x", 9) + frame(b'"nothing","n":3}', 0):
                s.sendall(bytes([byte]))
            self.assertIn(b"\x8a\x01x", self.until(s, b'"re":3'))
            s.sendall(closing(1000))
            self.assertTrue(until_closed(s).endswith(b"\x88\x02\x03\xe8"))

    def test_head_has_the_same_head(self):
        self.maxDiff = None
        date = lambda got: [line for line in got.partition(b"\r\n\r\n")[0].split(b"\r\n") if not line.startswith(b"Date")]
        get, head_only = (self.answers(head(method + " /style.css HTTP/1.1", "Connection: close")) for method in ("GET", "HEAD"))
        self.assertEqual(date(get), date(head_only))
        self.assertEqual(head_only.partition(b"\r\n\r\n")[2], b"")

    def test_requests_in_a_row(self):
        got = self.answers(head("GET /icon.svg HTTP/1.1") * 20 + head("HEAD / HTTP/1.1") + head("GET /nowhere HTTP/1.1") + head())
        self.assertEqual(got.count(b"HTTP/1.1 200 OK"), 21)
        self.assertEqual(got.count(b"HTTP/1.1 404 "), 1, "and hangs up")

    def test_codings(self):
        for accepted, packed in (("gzip", True), ("br, gzip;q=0.5", True), ("GZIP ; q=1", True), ("gzip;q=0", False), ("gzip; q=0.00", False),
                                 ("x-gzip", False), ("gzipped", False), ("", False)):
            got = self.answers(head("HEAD / HTTP/1.1", "Connection: close", "Accept-Encoding: " + accepted))
            self.assertEqual(b"Content-Encoding: gzip" in got, packed, accepted)

    def test_closes_that_are_answered(self):
        for data, echo in ((frame(b"", 8), b"\x88\x00"), (closing(1000), b"\x88\x02\x03\xe8"), (closing(1001, b"bye"), b"\x88\x02\x03\xe9"),
                           (closing(3000), b"\x88\x02\x0b\xb8"), (closing(4999, "é".encode() * 61), b"\x88\x02\x13\x87")):
            self.assertTrue(self.answers(shake() + data).endswith(echo), data)

    def test_only_the_last_ping_need_be_answered(self):
        with self.connect() as s:
            s.sendall(self.words(shake()) + b"".join(frame(b"%03d" % i, 9) for i in range(500)) + frame(b"", 10))
            self.until(s, b"\x8a\x03499")


if __name__ == "__main__":
    main()
