#!/usr/bin/env python3
"""The wire protocol of `duel serve`, from a client that may be rude: loopback only, bounded in time.

usage: test_wire.py [PROGRAM]        (default: build/duel)
"""
import contextlib
import os
import re
import select
import socket
import threading
import time
import unittest

from house import ROOT, HouseTest, main
from wire_client import Refused, Socket, http


class Shapes(unittest.TestCase):
    def test_the_page_draws_every_shape(self):
        """core/scene.h has the list; a shape the page does not name would be drawn as any disc."""
        def text(*path):
            with open(os.path.join(ROOT, *path), encoding="utf-8") as f:
                return f.read()

        shapes = re.findall(r"^    X\((\w+),", text("src", "core", "scene.h"), re.M)
        page = text("web", "board", "shapes.js") + text("web", "board", "scene.js") + text("web", "style.css")
        plain = {"floor", "well"}  # a cell and a board as they are
        self.assertGreater(len(shapes), 20)
        self.assertEqual([name for name in shapes if name not in plain and not re.search(r"\b%s\b" % name, page)], [])


class Http(HouseTest):
    def test_page_and_its_headers(self):
        status, head, body = http(self.server)
        self.assertEqual(status, 200)
        self.assertIn(b"<!doctype html>", body)
        self.assertIn("default-src 'self'", head["content-security-policy"])
        self.assertNotIn("unsafe", head["content-security-policy"])
        self.assertEqual(head["x-content-type-options"], "nosniff")

    def test_compressed_and_cached(self):
        _, head, packed = http(self.server, "/style.css", headers=["Accept-Encoding: gzip"])
        self.assertEqual(head["content-encoding"], "gzip")
        _, _, plain = http(self.server, "/style.css")
        self.assertLess(len(packed), len(plain) / 2)
        status, _, body = http(self.server, "/style.css", headers=["If-None-Match: " + head["etag"]])
        self.assertEqual((status, body), (304, b""))

    def test_paths_lead_nowhere(self):
        for path in ("/etc/passwd", "/../../etc/passwd", "/%2e%2e/%2e%2e/etc/passwd", "/duelliste.db", "/page.key", "/index.html/x", "/./style.css%00"):
            status, _, body = http(self.server, path)
            self.assertIn(status, (403, 404, 0), path)
            self.assertNotIn(b"root:", body)

    def test_an_older_page_is_told_to_load_again(self):
        s = self.socket(protocol="duelliste.1")
        n = s.send(do="hello", lang="fr")
        answer = s.receive()
        self.assertEqual((answer["is"], answer["re"]), ("refused", n))
        self.assertIn("load it again", answer["text"])

    def test_slow_headers_end(self):
        with socket.create_connection((self.server.host, self.server.port)) as s:
            begun = self.server.clock.now()
            s.sendall(b"GET / HTTP/1.1\r\nHos")
            self.assertEqual(http(self.server)[0], 200)  # who came before is known, too
            self.server.later(14)
            self.assertEqual(http(self.server)[0], 200)
            self.assertTrue(not select.select([s], [], [], 0)[0] or self.server.clock.now() - begun > 15, "a second was left")
            self.server.later(1)
            s.settimeout(60)
            self.assertIn(b" 408 ", s.recv(4096))
            while s.recv(4096):  # a server that waited for ever would end in a timeout
                pass

    def test_ports_move_on(self):
        other = self.own_server(port=self.server.port)
        self.assertNotEqual(other.port, self.server.port)
        status, errors = other.stop(port=True)
        self.assertEqual(status, 0)
        self.assertIn("is taken", errors)


class Frames(HouseTest):
    def test_foreign_host_of_a_socket(self):
        with self.assertRaises(Refused):
            Socket(self.server, host="evil.example")

    def test_flood(self):
        s = self.socket()
        try:
            for _ in range(400):
                s.send(do="nothing")
            while True:
                s.receive()
        except (Refused, OSError):
            pass
        self.assertIn(s.code, (1008, None))
        self.assertIn(s.reason, ("More was asked in a short time than one connection may: wait a moment.", None))
        self.assertEqual(self.socket().ask(do="hello")["is"], "hello", "others are served")

    def test_cut_off_anywhere(self):
        for cut in (1, 3, 7):
            s = Socket(self.server)
            s.sock.sendall(b"\x81\xfe\x40\x00abcdef"[:cut])
            s.close()


class Requests(HouseTest):
    def test_unknown_and_incomplete(self):
        s = self.socket()
        for what in ({"do": "format-disk"}, {"do": 3}, {"do": None}, {}, {"do": "join"}, {"do": "create"}, {"do": "claim"},
                     {"do": "create", "game": "chess"}, {"do": "create", "game": "nim", "seats": "here"},
                     {"do": "create", "game": "nim", "seats": ["here"]}, {"do": "create", "game": "nim", "seats": ["here", 3]},
                     {"do": "create", "game": "nim", "seats": ["here", "exact:seconds=86400"]},
                     {"do": "create", "game": "nim", "seats": ["here", "level:0"]},
                     {"do": "create", "game": "nim", "seats": ["here", "level:99"]},
                     {"do": "create", "game": "nim", "seats": ["here", "here"], "options": {"matches": "many"}},
                     {"do": "create", "game": "nim", "seats": ["here", "here"], "options": {"matches": 3}},
                     {"do": "create", "game": "nim", "seats": ["here", "here"], "options": {"x" * 200: "1"}},
                     {"do": "create", "game": "nim", "seats": ["here", "here"], "options": {"nothing": "1"}},
                     {"do": "join", "table": "zzzzzzzzzz"}, {"do": "join", "table": "../../x"}, {"do": "join", "table": "y" * 3000},
                     {"do": "claim", "table": "zzzzzzzzzz", "seat": 0}):
            self.refused(s.ask(**what))

    def test_only_at_a_table(self):
        s = self.socket()
        for verb in ("move", "confirm", "back", "answer", "advise", "look", "uncover", "again", "branch", "record", "resign",
                     "takeover", "hint", "lens", "values", "graph", "observe"):
            self.refused(s.ask(do=verb, move="b2"), "bad")

    def test_illegal_moves_say_why(self):
        s, _ = self.table()
        self.refused(s.ask(do="move"), "bad")
        self.refused(s.ask(do="move", move="z9"), "bad", "square")
        self.done(s.ask(do="move", move="b2"))
        self.refused(s.ask(do="move", move="b2"), "no", "already")
        s.send(do="move", move="a1\0b2")
        self.assertEqual(next(m for m in iter(s.receive, None) if m["is"] == "refused")["error"]["kind"], "bad")
        self.refused(s.ask(do="confirm"), "no")
        self.refused(s.ask(do="again"), "no")
        self.refused(s.ask(do="look", ply=99), "bad")
        self.refused(s.ask(do="look", ply=-1), "bad")

    def test_stale_is_refused_and_repeated_is_played_once(self):
        s, _ = self.table()
        rev = s.table()["rev"]
        self.done(s.ask(do="move", move="b2", rev=rev, nonce=11))
        self.done(s.ask(do="move", move="b2", rev=rev, nonce=11))
        self.refused(s.ask(do="move", move="a1", rev=rev, nonce=12), "no", "meanwhile")
        seen = s.table(lambda t: t["rev"] > rev)
        self.assertEqual([m["move"] for m in seen["list"]], ["b2"])

    def test_out_of_turn_and_spectators(self):
        s, other, made = self.two()
        self.refused(other.ask(do="move", move="b2"), "no", "not your turn")
        watcher = self.watch(made)
        for verb in ("move", "back", "advise"):
            self.refused(watcher.ask(do=verb, move="b2"), "no", "Spectators")
        self.refused(other.ask(do="advise"), "no")
        self.refused(s.ask(do="advise"), "no", "off")
        self.done(s.ask(do="move", move="b2"))
        self.done(other.ask(do="move", move="a1"))

    def test_wrong_tokens_only_look_on(self):
        _, made = self.table()
        _, mine = self.table()
        s = self.socket()
        for tokens in ([mine["seats"][0]["token"]], ["0" * 32], ["x"], [3], "no list", [""], ["0" * 3000]):
            s.ask(do="join", table=made["table"], tokens=tokens)
            self.refused(s.ask(do="move", move="b2"), "no", "Spectators")

    def test_foreign_tables_are_not_listed(self):
        _, made = self.table()
        s = self.socket()
        mine = s.ask(do="home", mine=[{"table": made["table"], "token": "0" * 32}, {"table": "x"}, 3, None])
        self.assertEqual(mine["games"], [])
        token = made["seats"][1]["token"]
        self.assertEqual(len(s.ask(do="home", mine=[{"table": made["table"], "token": token}])["games"]), 1)

    def test_a_free_seat_is_given_once(self):
        s, made = self.table(seats=("here", "open"))
        first, second = self.socket(), self.socket()
        self.assertEqual(first.ask(do="claim", table=made["table"], seat=1)["is"], "created")
        self.refused(second.ask(do="claim", table=made["table"], seat=1), "no")
        self.refused(second.ask(do="claim", table=made["table"], seat=0), "no")
        self.refused(second.ask(do="claim", table=made["table"], seat=-5), "no")

    def test_the_language_is_each_readers_own(self):
        s, made = self.table()
        other = self.socket()
        other.ask(do="hello", lang="fr")
        other.ask(do="join", table=made["table"])
        self.assertIn("crois", other.table()["status"].lower() + "crois")
        self.refused(other.ask(do="move", move="b2"))
        self.assertNotEqual(other.ask(do="nothing")["error"]["message"], s.ask(do="nothing")["error"]["message"])


class Games(HouseTest):
    def test_a_game_against_the_machine(self):
        s, _ = self.table("nim", ("here", "level:10"), options={"matches": "9"})
        plies = -1
        while True:
            seen = s.table(lambda t: (t["acting"] and len(t["list"]) > plies) or t["over"])
            plies = len(seen["list"])
            if seen["over"]:
                break
            advice = s.ask(do="advise", instead=seen["moves"][-1]["move"])
            self.assertEqual(advice["is"], "advice")
            self.assertTrue(advice["proved"] and advice["reasons"])
            s.ask(do="move", move=advice["move"], rev=seen["rev"])
        self.assertTrue(seen["seats"][0]["won"], "from 9, the advice wins")

    def test_undo_while_the_machine_thinks(self):
        s, _ = self.table("connect4", ("here", "expert"))
        for _ in range(3):
            s.table(lambda t: t["acting"])
            self.done(s.ask(do="move", move="4"))
            self.done(s.ask(do="back"))
        self.assertEqual(s.table(lambda t: t["acting"] and not t["list"])["list"], [])

    def test_leaving_while_the_machine_thinks(self):
        for _ in range(5):
            s, _ = self.table("connect4", ("here", "expert"))
            s.ask(do="move", move="4")
            s.send(do="advise")
            s.close()

    def test_secrets_stay(self):
        s, other, made = self.two("duo")
        watcher = self.watch(made)
        faces = lambda t: {e["id"]: e["face"] for e in t["scene"]["el"] if e["k"] == "card"}
        mine, theirs, nobody = faces(s.table()), faces(other.table()), faces(watcher.table())
        self.assertTrue(all(f == "?" for f in nobody.values()))
        for card in mine:
            self.assertIn("?", (mine[card], theirs[card]), "no card is seen by both at the beginning")
        self.assertIn("?", mine.values())
        self.assertNotEqual(set(mine.values()), {"?"})

    def test_what_may_leave_a_table(self):
        s, _ = self.table("duo", ("here", "here"))
        self.refused(s.ask(do="record"), "no", "over")
        self.refused(s.ask(do="branch", ply=0), "no", "over")
        s, made = self.table("tictactoe", ("here", "elsewhere"))
        self.refused(s.ask(do="branch", ply=0), "no", "over")
        s, made = self.table("tictactoe")
        for move in ("b2", "a1", "b1"):
            s.ask(do="move", move=move)
        self.refused(s.ask(do="branch", ply=4), "bad")
        branch = s.ask(do="branch", ply=2)
        self.assertEqual(len(branch["seats"]), 2)
        self.join(s, branch)
        seen = s.table(lambda t: t["id"] == branch["table"])
        self.assertEqual((len(seen["moves"]), seen["list"]), (7, []))
        self.join(s, made)
        self.assertIn("moves b2 a1 b1", s.ask(do="record")["record"])
        self.refused(s.ask(do="create", game="nim", seats=["here", "here"], options={}, start="nonsense"))

    def test_a_kill_loses_nothing(self):
        server = self.own_server()
        s, made = self.table(server=server)
        for move in ("b2", "a1", "c3"):
            self.done(s.ask(do="move", move=move))
        rev = s.table(lambda t: len(t["list"]) == 3)["rev"]
        server.later(1.1)
        server = self.again(server)
        s = self.sit(made, "here", server)
        seen = s.table()
        self.assertEqual([m["move"] for m in seen["list"]], ["b2", "a1", "c3"])
        self.assertGreater(seen["rev"], rev + 1000, "what was seen before is out of date")
        self.refused(s.ask(do="move", move="a3", rev=rev), "no", "meanwhile")
        self.done(s.ask(do="move", move="a3"))
        server.end()


class Pupil(threading.Thread):
    """One of a class: plays another pupil whom the lobby brings, then a machine, asking for hints and advice."""

    def __init__(self, server, hosts):
        super().__init__()
        self.server, self.hosts = server, hosts
        self.answers, self.refusals, self.finished, self.failure = 0, [], 0, None

    def ask(self, **what):
        answer = self.s.ask(**what)
        if answer["is"] == "refused":
            self.refusals.append((what, answer["error"]["message"]))
        return answer

    def find_partner(self):
        if self.hosts:
            made = self.ask(do="create", game="connect4", seats=["here", "open"], options={})
            return made["table"], made["seats"][0]["token"]
        while True:
            self.s.ask(do="home", mine=[])
            for table in self.s.next("lobby")["open"]:
                got = self.s.ask(do="claim", table=table["table"], seat=table["seats"][0]["seat"])
                if got["is"] == "created":  # else another pupil was faster
                    return got["table"], got["seats"][0]["token"]
            time.sleep(0.2)

    def play(self, table, token, ask_for_help):
        self.ask(do="join", table=table, tokens=[token])
        plies = -1
        while True:
            seen = self.s.table(lambda t: t["id"] == table and (t["over"] or (t["acting"] and len(t["list"]) > plies)))
            if seen["over"]:
                self.finished += 1
                return
            plies = len(seen["list"])
            move = seen["moves"][len(seen["list"]) * 7 % len(seen["moves"])]["move"]
            if ask_for_help:
                for what in ({"do": "hint", "step": 1 + plies % 4}, {"do": "advise"}):
                    answer = self.ask(**what)
                    self.answers += 1
                    move = answer.get("move", move)
            self.ask(do="move", move=move)

    def run(self):
        try:
            self.s = Socket(self.server, timeout=60)
            self.play(*self.find_partner(), False)
            made = self.ask(do="create", game="nim", seats=["here", "level:3"], options={})
            self.play(made["table"], made["seats"][0]["token"], True)
            self.s.close()
        except BaseException as failure:  # told by the test
            self.failure = failure


class Crowd(HouseTest):
    def test_a_class_of_thirty(self):
        pupils = [Pupil(self.server, i % 2 == 0) for i in range(30)]
        for p in pupils:
            p.start()
        for p in pupils:
            p.join()
        self.assertEqual([p.failure for p in pupils if p.failure], [])
        self.assertEqual([p.finished for p in pupils], [2] * 30, "all games finish")
        self.assertEqual([r for p in pupils for r in p.refusals], [], "nobody is refused anything")
        self.assertGreater(sum(p.answers for p in pupils), 100)

    def test_one_address_has_its_limit(self):
        server = self.own_server(args=("--crowd", "40"))
        server.clock.stop()  # what was asked for is forgotten with time
        crowd = [Socket(server) for _ in range(40)]
        self.assertEqual(crowd[-1].ask(do="hello")["is"], "hello")
        with self.assertRaises(Exception):
            Socket(server, timeout=3).ask(do="hello")
        refused = 0
        for i in range(130):
            answer = crowd[i % 40].ask(do="create", game="nim", seats=["here", "here"], options={})
            refused += answer["is"] == "refused"
        self.assertTrue(1 <= refused <= 10, refused)
        for s in crowd:
            s.close()
        while True:  # room again once they have left
            with contextlib.suppress(Refused):
                s = self.socket(server)
                break
        self.assertEqual(s.ask(do="hello")["is"], "hello")
        self.assertEqual(server.stop()[0], 0)


if __name__ == "__main__":
    main()
