#!/usr/bin/env python3
"""What keeps `duel serve` standing: conversations it refuses, starts that cannot succeed, one server a folder,
clients that never read.

usage: test_guard.py [PROGRAM]        (default: build/duel)
"""
import os
import struct
import sys
import time
import unittest

from wire_client import Refused, Server, Socket, http, raw

PROGRAM = sys.argv.pop(1) if len(sys.argv) > 1 and not sys.argv[1].startswith("-") else os.path.join(
    os.path.dirname(os.path.abspath(__file__)), "..", "..", "build", "duel")
PORT = 18640  # the first of those that no other test uses


def status_of(answer):
    """Of an HTTP answer; 0 if the server hung up without one."""
    words = answer.split(None, 2)
    return int(words[1]) if len(words) > 1 and words[0].startswith(b"HTTP/") else 0


class Upgrades(unittest.TestCase):
    """One upgrade is known, WebSocket's, and one way to begin a conversation, HTTP/1."""

    PREFACE = b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n"
    SETTINGS = b"\0\0\0\x04\0\0\0\0\0"

    @classmethod
    def setUpClass(cls):
        cls.server = Server(PROGRAM, port=PORT)

    @classmethod
    def tearDownClass(cls):
        status, errors = cls.server.stop()
        assert status == 0, (status, errors)

    def tearDown(self):
        self.assertEqual(http(self.server)[0], 200, "the server goes on")

    def request(self, *headers, method="GET", path="/"):
        lines = ["%s %s HTTP/1.1" % (method, path), "Host: " + self.server.name, *headers]
        return ("\r\n".join(lines) + "\r\n\r\n").encode()

    def upgrade(self, to):
        return self.request("Connection: Upgrade, HTTP2-Settings", "Upgrade: " + to, "HTTP2-Settings: AAMAAABkAAQAAP__")

    @staticmethod
    def data(stream, payload=b"x" * 50, flags=0):
        return struct.pack(">I", len(payload))[1:] + bytes([0, flags]) + struct.pack(">I", stream) + payload

    def test_http2_is_refused(self):
        for name in ("h2c", "H2C", "h2c, websocket"):
            self.assertEqual(status_of(raw(self.server, self.upgrade(name), timeout=3)), 403, name)

    def test_http2_conversations_end_nothing(self):
        for i in range(60):
            frames = [self.data(1, flags=i % 2) for _ in range(20 + i % 21)]
            try:
                raw(self.server, self.upgrade("h2c"), timeout=0.3, more=[self.PREFACE + self.SETTINGS, *frames])
            except OSError:
                pass  # hung up while we were talking
            self.assertTrue(self.server.alive(), "after %d conversations" % (i + 1))

    def test_http2_is_not_begun_without_asking(self):
        answer = raw(self.server, self.PREFACE + self.SETTINGS + self.data(1), timeout=3)
        self.assertFalse(answer.startswith(self.SETTINGS[:3]) or b" 200 " in answer[:20], answer[:40])

    def test_unknown_upgrades_are_refused_once(self):
        for name in ("TLS/1.0", "raw-skt", "websockets", "", "x" * 500):
            answer = raw(self.server, self.upgrade(name) + self.request("Connection: close"), timeout=3)
            self.assertNotIn(b" 101 ", answer, name)
            self.assertLessEqual(answer.count(b"HTTP/1.1 "), 1 if name else 2, name)

    def test_two_upgrades_at_once(self):
        for names in ("h2c\r\nUpgrade: websocket", "websocket\r\nUpgrade: h2c"):
            self.assertNotIn(b" 101 ", raw(self.server, self.upgrade(names), timeout=3), names)

    def test_no_tunnel(self):
        """CONNECT turns a connection into bytes without a protocol, which nobody would ever close."""
        begun = time.monotonic()
        raw(self.server, self.request(method="CONNECT"), timeout=8)
        self.assertLess(time.monotonic() - begun, 8, "it is closed")

    def test_the_page_still_gets_its_socket(self):
        s = Socket(self.server)
        self.addCleanup(s.close)
        self.assertEqual(s.ask(do="hello")["is"], "hello")


if __name__ == "__main__":
    unittest.main(warnings="ignore", argv=[sys.argv[0], *sys.argv[1:]])
