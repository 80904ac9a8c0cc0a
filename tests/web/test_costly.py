#!/usr/bin/env python3
"""Whatever a client asks, the loop of `duel serve` does nothing that may take long: a debug build ends where it does.

usage: test_costly.py [PROGRAM]        (default: build/duel)
"""
import json
import os
import select
import sys
import unittest

import costly
from wire_client import Server, Socket, http

PROGRAM = sys.argv.pop(1) if len(sys.argv) > 1 and not sys.argv[1].startswith("-") else os.path.join(
    os.path.dirname(os.path.abspath(__file__)), "..", "..", "build", "duel")
DOCS = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..", "docs", "wire.md")
FREELY = "--limit", "connection-rate=100000,connection-burst=100000,address-jobs=4096,all-jobs=4096"


class Costly(unittest.TestCase):
    def setUp(self):
        self.server = Server(PROGRAM, port=18930, args=FREELY)
        self.addCleanup(lambda: self.server.alive() and self.server.kill())

    def socket(self):
        s = Socket(self.server, timeout=120)
        self.addCleanup(s.close)
        return s

    def test_every_verb_at_its_dearest(self):
        s, asked, waits, answers, where = self.socket(), set(), set(), {}, {}

        def hear():
            answer = s.receive()
            waits.discard(answer.get("re"))
            answers[answer.get("re")] = answer
            if answer["is"] == "table":
                where["table"] = answer

        def send(**what):
            asked.add(what["do"])
            n = s.send(**what)
            waits.add(n)
            while s.buffer or select.select([s.sock], [], [], 0)[0]:
                hear()  # only so many answers may wait for a connection
            return n

        def ask(**what):
            n = send(**what)
            while n not in answers:
                hear()
            return answers[n]

        def table():
            ask(do="words", of="study")  # the news that came before has been heard by then
            return where.get("table", {})

        costly.tour(ask, send, table, heavy=False)
        ask(do="hello", lang="en")
        with open(DOCS, encoding="utf-8") as f:
            self.assertEqual(costly.verbs_of(f.read()) - asked, set(), "verbs that were not asked")
        health = json.loads(http(self.server, "/health")[2])
        self.assertIn("slow", health)
        status, told = self.server.stop()  # whatever it is thinking about
        self.assertEqual(status, 0, told)

    def test_a_position_that_cannot_be_is_refused_in_its_words(self):
        s = self.socket()
        begun = dict(do="analyse", game="wumpus", options=costly.CAVE)
        refused = s.ask(**begun, position=costly.DENIED)
        self.assertEqual(refused["is"], "refused")
        self.assertIn("(2,0)", refused["error"]["message"])
        made = s.ask(**begun, position=costly.DARK)
        s.ask(do="join", table=made["table"], tokens=[seat["token"] for seat in made["seats"]])
        drawn = s.ask(do="setup", position=costly.DARK, edits=[["cell:2:0", 1]] * 2)
        self.assertTrue(drawn["changed"])
        self.assertEqual(s.ask(do="setup", position=costly.DENIED)["error"], refused["error"])
        self.assertEqual(s.ask(do="setup", position=costly.DENIED, done=True)["error"], refused["error"])
        self.assertEqual(s.ask(do="setup", position=costly.DARK, done=True)["is"], "created")

    def test_a_game_that_was_searched_for_is_woken_as_it_was(self):
        s = self.socket()
        made = s.ask(do="create", game="wumpus", options={"id": "108201"}, seats=["here"])
        tokens = [seat["token"] for seat in made["seats"]]
        s.ask(do="join", table=made["table"], tokens=tokens)
        table = s.table()
        s.ask(do="move", move=table["moves"][0]["move"])
        commitment = table["commitment"]
        before = s.ask(do="look", ply=0)["scene"]
        self.server.stop()
        self.server = Server(PROGRAM, data=self.server.data, port=18930, args=FREELY)
        again = self.socket()
        first = again.send(do="join", table=made["table"], tokens=tokens)
        second = again.send(do="look", ply=0)  # at once: it is obeyed where the client is on its way to
        answers = {}
        while {first, second, "table"} - set(answers):
            answer = again.receive()
            answers[answer.get("re", answer["is"])] = answer
        self.assertEqual(answers[first]["is"], "done")
        self.assertEqual(answers[second]["scene"], before)
        self.assertEqual(answers["table"]["commitment"], commitment)
        self.assertEqual(len(answers["table"]["history"] if "history" in answers["table"] else [0]), 1)


if __name__ == "__main__":
    unittest.main()
