#!/usr/bin/env python3
"""What tables can do: resigning, take-overs, clocks, advice and lenses, analysis, lessons, puzzles, profiles.

usage: test_tables.py [PROGRAM]        (default: build/duel)
"""
import contextlib
import hashlib
import json
import os
import shutil
import socket
import sqlite3
import subprocess
import sys
import tempfile
import time
import unittest

from wire_client import Refused, Server, Socket

PROGRAM = sys.argv.pop(1) if len(sys.argv) > 1 and not sys.argv[1].startswith("-") else os.path.join(
    os.path.dirname(os.path.abspath(__file__)), "..", "..", "build", "duel")
SOON = ("--absence", "1")  # who left is absent after a second, and not after the usual fifteen
ROOT = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..")


class TableTest(unittest.TestCase):
    ARGS = ()

    @classmethod
    def setUpClass(cls):
        cls.server = Server(PROGRAM, port=int(os.environ.get("DUEL_PORT", 18760)), args=cls.ARGS)

    @classmethod
    def tearDownClass(cls):
        cls.server.end()

    def tearDown(self):
        self.assertTrue(self.server.alive(), "the server is still up")

    def socket(self, server=None, timeout=30):
        s = Socket(server or self.server, timeout=timeout)
        self.addCleanup(s.close)
        return s

    def refused(self, answer, code=None, about=None):
        self.assertEqual(answer["is"], "refused", answer)
        if code:
            self.assertEqual(answer["error"]["kind"], code, answer)
        if about:
            self.assertIn(about, answer["error"]["message"])

    def done(self, answer):
        self.assertEqual(answer["is"], "done", answer)

    def table(self, game="tictactoe", seats=("here", "here"), server=None, **more):
        s = self.socket(server)
        made = s.ask(do="create", game=game, seats=list(seats), **{"options": {}, **more})
        self.assertEqual(made["is"], "created", made)
        here = [k["token"] for k in made["seats"] if k["kind"] == "here"]
        self.done(s.ask(do="join", table=made["table"], tokens=here))
        return s, made

    def at_once(self, s, *requests):
        """Sends all in one go; gives their answers in the order of the requests."""
        numbers = [s.send(**r) for r in requests]
        answers = {}
        while len(answers) < len(numbers):
            m = s.receive()
            if m.get("re") in numbers:
                answers[m["re"]] = m
            else:
                s.news.append(m)
        return [answers[n] for n in numbers]

    def sit(self, made, kind, server=None):
        s = self.socket(server)
        self.done(s.ask(do="join", table=made["table"], tokens=[k["token"] for k in made["seats"] if k["kind"] == kind]))
        return s

    def gone(self, s, seat, server=None):
        """The table once whoever sat there has been away for long enough."""
        return s.table(lambda t: t["seats"][seat]["absent"], (server or self.server).clock)

    def play_turn(self, s):
        seen = s.table(lambda t: t["acting"])
        played = len(seen["list"])
        while len(seen["list"]) == played:
            self.done(s.ask(do="confirm") if seen["ready"] else s.ask(do="move", move=seen["moves"][0]["move"]))
            seen = s.table(lambda t: t["rev"] > seen["rev"])
        return seen

    def again(self, server):
        """The same data, after a kill."""
        server.kill()
        fresh = Server(PROGRAM, data=server.data, port=server.port, clock=server.clock)
        fresh.own = server.own  # the folder lives as long as somebody holds it
        return fresh


class Ending(TableTest):
    def test_resign(self):
        s, made = self.table(seats=("here", "elsewhere"))
        other = self.sit(made, "elsewhere")
        watcher = self.socket()
        self.done(watcher.ask(do="join", table=made["table"]))
        self.refused(watcher.ask(do="resign"), "no", "Spectators")
        s.ask(do="move", move="b2")
        self.done(s.ask(do="resign"))  # also out of turn
        for one in (s, other, watcher):
            seen = one.table(lambda t: t["over"])
            self.assertEqual(seen["ended"], {"how": "resigned", "seat": 0})
            self.assertEqual([k["won"] for k in seen["seats"]], [False, True])
            self.assertEqual([k["score"] for k in seen["seats"]], [0, 1])
            self.assertFalse(seen["acting"] or seen["undoes"] or seen["resigns"])
            self.assertIn("resigned", seen["status"])
        self.refused(s.ask(do="resign"), "no")
        self.refused(other.ask(do="move", move="a1"), "no")
        self.refused(other.ask(do="back"), "no")
        text = other.ask(do="record")["record"]
        self.assertIn("ended resigned 0\nresult 0 1\n", text)
        path = os.path.join(self.server.data, "resigned.txt")
        with open(path, "w") as f:
            f.write(text)
        self.assertEqual(subprocess.run([PROGRAM, "verify", path], capture_output=True).returncode, 0)
        with open(path, "w") as f:
            f.write(text.replace("result 0 1", "result 1 0"))
        self.assertEqual(subprocess.run([PROGRAM, "verify", path], capture_output=True).returncode, 1)

    def test_resign_needs_a_seat_when_holding_several(self):
        s, _ = self.table()
        self.refused(s.ask(do="resign"), "bad")
        self.refused(s.ask(do="resign", seat=7), "bad")
        self.done(s.ask(do="resign", seat=1))
        self.assertEqual([k["won"] for k in s.table(lambda t: t["over"])["seats"]], [True, False])

    def test_taking_back_needs_consent(self):
        """Those whose turns would be taken back are asked, and nobody else."""
        s, made = self.table(seats=("here", "elsewhere"))
        other = self.sit(made, "elsewhere")
        watcher = self.socket()
        self.done(watcher.ask(do="join", table=made["table"]))
        self.done(s.ask(do="move", move="b2"))
        self.refused(watcher.ask(do="back"), "no", "Spectators")
        self.refused(other.ask(do="back"), "no", "nothing to take back")
        self.done(s.ask(do="back"))  # only its own
        self.assertNotIn("asked", other.table(lambda t: not t["list"] and t["assisted"]))
        self.done(s.ask(do="move", move="b2"))
        self.done(other.ask(do="move", move="a1"))
        for _ in range(2):  # asking twice is no consent
            self.done(s.ask(do="back"))
        self.assertTrue(other.table(lambda t: "asked" in t)["asked"])
        seen = s.table(lambda t: "asked" in t)
        self.assertFalse(seen["asked"])
        self.assertEqual(len(seen["list"]), 2, "nothing is taken back before the other agrees")
        self.done(other.ask(do="answer", yes=False))
        s.table(lambda t: "asked" not in t and len(t["list"]) == 2)
        self.refused(other.ask(do="answer", yes=True), "no", "Nobody")
        self.done(s.ask(do="back"))
        other.table(lambda t: "asked" in t)
        self.done(other.ask(do="back"))  # a back of one's own is a yes
        for one in (s, other, watcher):
            self.assertNotIn("asked", one.table(lambda t: not t["list"] and t["assisted"]))

    def test_both_ask_for_the_return_game(self):
        s, made = self.table(seats=("here", "elsewhere"), advice="all")
        other = self.sit(made, "elsewhere")
        self.refused(s.ask(do="again"), "no")
        self.done(s.ask(do="resign"))
        numbers = [one.send(do="again") for one in (s, other)]
        found = []
        for one, number in zip((s, other), numbers):
            while True:
                m = one.receive()
                if m.get("re") == number:
                    break
            found.append(m)
        self.assertEqual([m["is"] for m in found], ["created", "created"])
        self.assertEqual(found[0]["table"], found[1]["table"], "one game, not two")
        self.assertEqual([[k["seat"] for k in m["seats"]] for m in found], [[0], [1]])
        for one, m in zip((s, other), found):
            self.done(one.ask(do="join", table=m["table"], tokens=[m["seats"][0]["token"]]))
        self.assertEqual(s.table(lambda t: t["id"] == found[0]["table"])["advice"], "all")

    def test_a_return_game_is_offered_to_nobody_else(self):
        s, made = self.table(seats=("here", "open"))
        self.assertTrue(s.table()["seats"][1]["open"])
        self.done(s.ask(do="resign"))  # before anybody came
        again = s.ask(do="again")
        self.done(s.ask(do="join", table=again["table"], tokens=[again["seats"][0]["token"]]))
        seen = s.table(lambda t: t["id"] == again["table"])
        self.assertEqual([k["open"] for k in seen["seats"]], [False, False])
        self.refused(self.socket().ask(do="claim", table=again["table"], seat=1), "no")

    def test_the_return_game_of_one_who_has_gone_elsewhere(self):
        """The answer comes when the asker holds other seats, at another table: only those it asked from count."""
        gone, tries = False, 0
        while not gone and tries < 100:  # a matter of luck, and not always had
            tries += 1
            s, made = self.table(seats=("here", "elsewhere"))
            self.sit(made, "elsewhere")
            _, own = self.table()
            self.done(s.ask(do="resign"))
            answers = self.at_once(s, dict(do="again"), dict(do="join", table=own["table"],
                                                             tokens=[k["token"] for k in own["seats"]]))
            self.done(answers[1])
            self.assertIn([k["seat"] for k in answers[0].get("seats", [])], ([], [0]), answers[0])
            gone = answers[0]["is"] == "refused"
            if gone:
                self.refused(answers[0], "no", "left that table")
            self.done(s.ask(do="join", table=made["table"], tokens=[made["seats"][0]["token"]]))
            self.assertEqual([k["seat"] for k in s.ask(do="again")["seats"]], [0], "who comes back can still have it")

    def test_requests_sent_at_once_are_done_in_order(self):
        s, _ = self.table()
        answers = self.at_once(s, *[dict(do="move", move=m) for m in ("b2", "a1", "c3", "a1")])
        self.assertEqual([a["is"] for a in answers], ["done", "done", "done", "refused"])

    def test_resign_while_the_machine_thinks(self):
        s, _ = self.table("connect4", ("here", "expert"))
        s.ask(do="move", move="4")
        self.done(s.ask(do="resign"))
        self.assertTrue(s.table(lambda t: t["over"])["seats"][1]["won"])

    def test_time_runs_out(self):
        s, made = self.table(seats=("here", "elsewhere"), clock={"main": 2.5, "more": 0.5})
        other = self.sit(made, "elsewhere")
        seen = s.table()
        self.assertEqual((seen["clock"]["left"], seen["clock"]["running"]), ([2500, 2500], -1))
        clock = self.server.clock
        begun = clock.now()
        s.ask(do="move", move="b2")
        seen = other.table(lambda t: t["clock"]["running"] == 1)
        self.assertLessEqual(seen["clock"]["left"][1], 2500)
        clock.later(0.3)
        other.ask(do="move", move="a1")
        longest = 1000 * (clock.now() - begun)  # the clock ran for the pause, and not longer than all of it took
        seen = s.table(lambda t: t["clock"]["running"] == 0)
        self.assertTrue(3000 - longest - 2 <= seen["clock"]["left"][1] <= 2702, seen["clock"])
        seen = s.table(lambda t: t["over"], clock)
        self.assertGreater(clock.now() - begun, 2.5 + 0.3)
        self.assertEqual(seen["ended"], {"how": "time", "seat": 0})
        self.assertTrue(seen["seats"][1]["won"])
        self.refused(s.ask(do="move", move="a2"), "no")

    def test_bad_clocks(self):
        s = self.socket()
        for clock in ({"main": 0}, {"main": -3}, {"main": "x"}, {"main": 5, "more": -1}, {"main": 1e9}, [], 3):
            self.refused(s.ask(do="create", game="tictactoe", seats=["here", "here"], clock=clock), "bad", "clock")

    def test_all_that_was_agreed_survives_a_kill(self):
        server = Server(PROGRAM, port=18770)
        s, made = self.table(seats=("here", "open"), server=server, advice="shown", clock={"main": 60, "more": 1})
        s.ask(do="move", move="b2")
        server = self.again(server)
        s = self.socket(server)
        s.ask(do="join", table=made["table"], tokens=[made["seats"][0]["token"]])
        seen = s.table()
        self.assertEqual((seen["advice"], seen["clock"]["main"], seen["clock"]["more"]), ("shown", 60, 1))
        self.assertTrue(seen["seats"][1]["open"])
        self.assertEqual(len(seen["list"]), 1)
        other = self.socket(server)
        got = other.ask(do="claim", table=made["table"], seat=1)
        self.assertEqual(got["is"], "created")
        self.done(other.ask(do="join", table=made["table"], tokens=[got["seats"][0]["token"]]))
        other.ask(do="move", move="a1")
        other.ask(do="resign")
        server = self.again(server)
        s = self.socket(server)
        s.ask(do="join", table=made["table"])
        seen = s.table()
        self.assertEqual(seen["ended"], {"how": "resigned", "seat": 1})
        self.assertFalse(seen["seats"][1]["open"])
        self.refused(self.socket(server).ask(do="claim", table=made["table"], seat=1), "no")
        self.assertEqual(server.stop()[0], 0)


class TakeOver(TableTest):
    ARGS = SOON

    def test_not_from_one_who_left_just_now(self):
        server = Server(PROGRAM, port=18791)
        self.addCleanup(lambda: server.kill())
        s, made = self.table(seats=("here", "elsewhere"), server=server)
        self.sit(made, "elsewhere", server).close()
        s.table(lambda t: not t["seats"][1]["present"])
        self.refused(s.ask(do="takeover", seat=1, by="expert"), "no", "away for 15 seconds")

    def test_by_a_machine_and_back(self):
        s, made = self.table(seats=("here", "elsewhere"))
        other = self.sit(made, "elsewhere")
        self.refused(s.ask(do="takeover", seat=1, by="expert"), "no", "away for 1 second.")
        other.close()
        seen = self.gone(s, 1)
        self.refused(self.sit(made, "nobody").ask(do="takeover", seat=1, by="expert"), "no")
        self.refused(s.ask(do="takeover", seat=1, by="exact:seconds=9999"), "bad")
        self.refused(s.ask(do="takeover", seat=9, by="expert"), "bad")
        self.done(s.ask(do="takeover", seat=1, by="expert"))
        s.ask(do="move", move="b2")
        seen = s.table(lambda t: len(t["list"]) == 2)
        self.assertFalse(seen["seats"][1]["person"])
        back = self.sit(made, "elsewhere")
        seen = back.table()
        self.assertTrue(seen["seats"][1]["yours"])
        self.refused(back.ask(do="resign"), "no")
        self.refused(self.sit(made, "nobody").ask(do="takeover", seat=1, by="me"), "no")
        self.assertEqual(back.ask(do="takeover", seat=1, by="me")["is"], "created")
        self.assertTrue(back.table(lambda t: t["seats"][1]["person"])["seats"][1]["mine"])
        s.ask(do="move", move=s.table(lambda t: t["acting"] and t["seats"][1]["person"])["moves"][0]["move"])
        self.assertTrue(back.table(lambda t: t["acting"])["seats"][1]["turn"])

    def created(self, s):
        while True:
            got = s.news.pop(0) if s.news else s.receive()
            if got["is"] == "created":
                return got

    def test_by_another_person(self):
        s, made = self.table(seats=("here", "elsewhere"))
        other = self.sit(made, "elsewhere")
        taker = self.socket()
        self.done(taker.ask(do="join", table=made["table"]))
        self.refused(taker.ask(do="takeover", seat=1, by="me"), "no", "away")
        other.close()
        self.gone(s, 1)
        self.refused(s.ask(do="answer", yes=True), "no")
        hasty = self.socket()
        self.done(hasty.ask(do="join", table=made["table"]))
        self.done(hasty.ask(do="takeover", seat=1, by="me"))
        asked = s.table(lambda t: "wants" in t)
        self.done(taker.ask(do="takeover", seat=1, by="me"))
        self.assertTrue(taker.table(lambda t: t.get("wants", {}).get("mine"))["wants"]["mine"])
        self.refused(s.ask(do="answer", yes=True, rev=asked["rev"]), "no", "changed")
        asked = s.table(lambda t: t["rev"] > asked["rev"])
        self.assertEqual(asked["wants"]["seat"], 1)
        self.refused(taker.ask(do="answer", yes=True), "no")
        self.done(s.ask(do="answer", yes=True, rev=asked["rev"]))
        fresh = self.created(taker)["seats"][0]["token"]
        self.assertNotIn(fresh, [k["token"] for k in made["seats"]])
        s.ask(do="move", move="b2")
        seen = taker.table(lambda t: t["acting"])
        self.assertTrue(seen["seats"][1]["mine"])
        self.assertNotIn("wants", seen, "what was asked for is given")
        self.refused(s.ask(do="answer", yes=True), "no")
        self.done(taker.ask(do="move", move="a1"))
        old = self.sit(made, "elsewhere")
        self.assertFalse(old.table()["seats"][1]["mine"], "the old token lets one look on only")
        new = self.socket()
        self.done(new.ask(do="join", table=made["table"], tokens=[fresh]))
        self.assertTrue(new.table()["seats"][1]["mine"])


    def test_keys_end_when_the_seat_changes_hands(self):
        s, made = self.table(seats=("here", "elsewhere"))
        token = made["seats"][1]["token"]
        ada = self.socket()
        ada.ask(do="profile", name="Ada")
        self.done(ada.ask(do="join", table=made["table"], tokens=[token]))
        s.table(lambda t: t["seats"][1]["name"] == "Ada")
        ada.close()
        self.gone(s, 1)
        self.done(s.ask(do="takeover", seat=1, by="level:1"))
        stale, ada = self.sit(made, "elsewhere"), self.sit(made, "elsewhere")
        self.assertTrue(stale.table()["seats"][1]["yours"])
        self.assertEqual(ada.ask(do="takeover", seat=1, by="me")["is"], "created")
        stale.table(lambda t: t["seats"][1]["mine"])  # another window of the same person
        ada.close()
        stale.ask(do="home")
        self.gone(s, 1)
        taker = self.socket()
        self.done(taker.ask(do="join", table=made["table"]))
        self.done(taker.ask(do="takeover", seat=1, by="me"))
        s.table(lambda t: "wants" in t)
        self.done(s.ask(do="answer", yes=True))
        fresh = self.created(taker)["seats"][0]["token"]
        seen = s.table(lambda t: t["seats"][1]["present"])
        self.done(s.ask(do="move", move="b2"))
        seen = s.table(lambda t: len(t["list"]) == 1)
        self.assertFalse(seen["seats"][1]["profile"], "the name has gone with the one who had it")
        taker.close()
        self.gone(s, 1)
        self.done(s.ask(do="takeover", seat=1, by="level:1"))
        s.table(lambda t: not t["seats"][1]["person"])
        self.done(stale.ask(do="join", table=made["table"], tokens=[token]))
        self.assertFalse(stale.table(lambda t: not t["seats"][1]["person"])["seats"][1]["yours"])
        self.refused(stale.ask(do="takeover", seat=1, by="me"), "no")
        taker = self.socket()
        self.done(taker.ask(do="join", table=made["table"], tokens=[fresh]))
        self.assertEqual(taker.ask(do="takeover", seat=1, by="me")["is"], "created")

    def test_a_free_seat_changes_hands_when_it_is_taken(self):
        s, made = self.table("duo", ("here", "open"))
        link = made["seats"][1]["token"]
        friend = self.sit(made, "open")
        other = self.socket()
        self.refused(other.ask(do="claim", table=made["table"], seat=1), "no", "taken")
        friend.close()
        s.table(lambda t: not t["seats"][1]["present"])
        got = other.ask(do="claim", table=made["table"], seat=1)
        self.assertEqual(got["is"], "created")
        self.assertNotEqual(got["seats"][0]["token"], link)
        self.done(s.ask(do="join", table=made["table"], tokens=[k["token"] for k in made["seats"]]))
        self.assertEqual([k["mine"] for k in s.table()["seats"]], [True, False], "who made the table cannot sit there")
        self.done(other.ask(do="join", table=made["table"], tokens=[got["seats"][0]["token"]]))
        self.assertTrue(other.table()["seats"][1]["mine"])


class Consent(TableTest):
    """Each rule of docs/table.md about what one needs another's word for, and the other does not give it, or too late."""
    ARGS = SOON

    def two(self, **more):
        s, made = self.table(seats=("here", "elsewhere"), **more)
        return s, self.sit(made, "elsewhere"), made

    def three(self):
        s, made = self.table("chicago", ("here", "elsewhere", "open"), options={"players": "3"})
        last = self.socket()
        token = last.ask(do="claim", table=made["table"], seat=2)["seats"][0]["token"]
        self.done(last.ask(do="join", table=made["table"], tokens=[token]))
        return s, self.sit(made, "elsewhere"), last

    def ask_back(self, s, other):
        """A question that the other is asked: its last turn would go with it."""
        self.done(s.ask(do="move", move="b2"))
        self.done(other.ask(do="move", move="a1"))
        self.done(s.ask(do="back"))
        self.assertTrue(other.table(lambda t: "asked" in t)["asked"])

    def nothing_is_asked(self, *people, moves):
        for one in people:
            one.table(lambda t: "asked" not in t and len(t["list"]) == moves)
        self.refused(people[-1].ask(do="answer", yes=True), "no", "Nobody")

    def test_a_turn_played_ends_the_question(self):
        s, other, _ = self.two()
        self.ask_back(s, other)
        self.done(s.ask(do="move", move="c3"))
        self.nothing_is_asked(s, other, moves=3)

    def test_the_end_of_the_game_ends_it(self):
        s, other, _ = self.two()
        self.ask_back(s, other)
        self.done(other.ask(do="resign"))
        self.nothing_is_asked(s, other, moves=2)
        self.refused(s.ask(do="back"), "no")

    def test_other_hands_at_the_asker_s_seat_end_it(self):
        s, other, _ = self.two()
        self.ask_back(s, other)
        s.close()
        self.gone(other, 0)
        self.done(other.ask(do="takeover", seat=0, by="level:1"))
        other.table(lambda t: "asked" not in t and not t["seats"][0]["person"])
        self.refused(other.ask(do="answer", yes=True), "no", "Nobody")

    def test_all_whose_turns_would_go_are_asked(self):
        s, second, last = people = self.three()
        moves = [len(self.play_turn(one)["list"]) for one in people][-1]
        self.done(s.ask(do="back"))
        for one in (second, last):
            self.assertTrue(one.table(lambda t: "asked" in t)["asked"])
        self.done(second.ask(do="answer", yes=True))
        second.table(lambda t: "asked" not in t)
        self.assertEqual(len(s.table(lambda t: "asked" in t)["list"]), moves, "one yes is not enough")
        self.refused(second.ask(do="answer", yes=False), "no")
        self.done(last.ask(do="answer", yes=True))
        for one in people:
            one.table(lambda t: not t["list"] and t["assisted"])

    def test_another_question_takes_its_place(self):
        s, second, last = people = self.three()
        moves = [len(self.play_turn(one)["list"]) for one in people][-1]
        self.done(second.ask(do="back"))  # asks the last alone
        last.table(lambda t: "asked" in t)
        self.done(s.ask(do="back"))  # asks both
        self.assertTrue(second.table(lambda t: t.get("asked"))["asked"])
        self.done(last.ask(do="answer", yes=True))
        self.assertEqual(len(last.table(lambda t: "asked" not in t)["list"]), moves, "it was the second question")
        self.done(second.ask(do="answer", yes=True))
        s.table(lambda t: not t["list"])

    def test_where_cards_are_hidden_nothing_is_taken_back(self):
        s, made = self.table("duo", ("here", "elsewhere"))
        other = self.sit(made, "elsewhere")
        mover = s if s.table()["acting"] else other
        self.play_turn(mover)
        self.refused(mover.ask(do="back"), "no", "hidden cards")

    def absent(self, **more):
        """Somebody at a table whose other player has gone, and one who would like the seat."""
        s, other, made = self.two(**more)
        other.close()
        self.gone(s, 1)
        taker = self.socket()
        self.done(taker.ask(do="join", table=made["table"]))
        return s, taker, made

    def test_a_no_keeps_the_seat(self):
        s, taker, made = self.absent()
        self.done(taker.ask(do="takeover", seat=1, by="me"))
        s.table(lambda t: "wants" in t)
        self.done(s.ask(do="answer", yes=False))
        self.assertFalse(taker.table(lambda t: "wants" not in t)["seats"][1]["mine"])
        self.assertTrue(self.sit(made, "elsewhere").table()["seats"][1]["mine"], "its player has it still")

    def test_who_comes_back_in_time_keeps_it(self):
        s, taker, made = self.absent()
        self.done(taker.ask(do="takeover", seat=1, by="me"))
        s.table(lambda t: "wants" in t)
        back = self.sit(made, "elsewhere")
        s.table(lambda t: t["seats"][1]["present"])
        self.done(s.ask(do="answer", yes=True))
        self.assertFalse(taker.table(lambda t: "wants" not in t)["seats"][1]["mine"], "the yes came too late")
        self.done(s.ask(do="move", move="b2"))
        self.done(back.ask(do="move", move="a1"))

    def test_who_leaves_asks_no_longer(self):
        s, taker, _ = self.absent()
        self.done(taker.ask(do="takeover", seat=1, by="me"))
        s.table(lambda t: "wants" in t)
        taker.ask(do="home")
        s.table(lambda t: "wants" not in t)
        self.refused(s.ask(do="answer", yes=True), "no", "Nobody")

    def test_somebody_must_be_there_to_say_yes(self):
        s, taker, _ = self.absent()
        s.close()
        taker.table(lambda t: not t["seats"][0]["present"])
        self.refused(taker.ask(do="takeover", seat=1, by="me"), "no")

    def test_who_has_a_seat_needs_no_other(self):
        s, _, _ = self.absent()
        self.refused(s.ask(do="takeover", seat=1, by="me"), "no")

    def test_a_machine_sits_down_for_players_only(self):
        _, taker, _ = self.absent()
        self.refused(taker.ask(do="takeover", seat=1, by="level:1"), "no")

    def test_a_draft_goes_with_who_made_it(self):
        s, made = self.table("duo", ("here", "elsewhere"))
        other = self.sit(made, "elsewhere")
        mover, waits = (s, other) if s.table()["acting"] else (other, s)
        seat = 0 if mover is s else 1
        self.done(mover.ask(do="move", move=mover.table(lambda t: t["acting"])["moves"][0]["move"]))
        mover.table(lambda t: t["drafted"] == 1)
        mover.close()
        self.gone(waits, seat)
        taker = self.socket()
        self.done(taker.ask(do="join", table=made["table"]))
        self.done(taker.ask(do="takeover", seat=seat, by="me"))
        waits.table(lambda t: "wants" in t)
        self.done(waits.ask(do="answer", yes=True))
        self.assertEqual(taker.table(lambda t: t["acting"])["drafted"], 0)

    def test_a_board_to_analyse_on_is_observed_by_nobody(self):
        """Everything is shown there, and it is not marked for that."""
        s = self.socket()
        made = s.ask(do="analyse", game="duo", options={})
        self.done(s.ask(do="join", table=made["table"], tokens=[k["token"] for k in made["seats"]]))
        seen = s.table()
        self.assertEqual((seen["observed"], seen["analysis"]), (False, True))


class Help(TableTest):
    def test_advice_rules(self):
        for rule, allowed in (("off", False), ("all", True), ("shown", True)):
            s, made = self.table("nim", ("here", "elsewhere"), advice=rule)
            other = self.sit(made, "elsewhere")
            seen = s.table()
            self.assertEqual((seen["advises"], seen["helps"]), (allowed, allowed))
            answer = s.ask(do="advise")
            self.assertEqual(answer["is"], "advice" if allowed else "refused", answer)
            answer = s.ask(do="hint", step=1)
            self.assertEqual(answer["is"], "hint" if allowed else "refused", answer)
            s.ask(do="move", move=s.table(lambda t: t["acting"])["moves"][0]["move"])
            other.table(lambda t: t["acting"])
            shown = [m for m in other.news if m["is"] == "advised"]
        self.assertTrue(any("move" in m and m["seat"] == 0 for m in shown) or shown == [])
        self.refused(self.socket().ask(do="create", game="nim", seats=["here", "here"], advice="maybe"), "bad")

    def test_advice_is_shown_to_the_others(self):
        s, made = self.table("nim", ("here", "elsewhere"), advice="shown")
        other = self.sit(made, "elsewhere")
        advice = s.ask(do="advise")
        other.ask(do="look", ply=0)
        while True:
            news = other.news.pop(0) if other.news else other.receive()
            if news["is"] == "advised":
                break
        self.assertEqual((news["move"], news["seat"]), (advice["move"], 0))

    def test_advice_with_secrets_is_not_shown(self):
        s, made = self.table("duo", ("here", "elsewhere"), advice="shown")
        other = self.sit(made, "elsewhere")
        asker = s if s.table()["acting"] else other
        quiet = other if asker is s else s
        self.assertEqual(asker.ask(do="advise")["is"], "advice")
        while True:
            news = quiet.news.pop(0) if quiet.news else quiet.receive()
            if news["is"] == "advised":
                break
        self.assertEqual(set(news), {"is", "seat"})

    def test_hints_go_step_by_step(self):
        s, _ = self.table("nim", ("here", "level:5"))
        for step in (0, 5, "2", None):
            self.refused(s.ask(do="hint", step=step), "bad")
        for step in (1, 2, 3, 4):
            hint = s.ask(do="hint", step=step)
            self.assertEqual((hint["is"], hint["step"]), ("hint", step), hint)
            self.assertTrue(hint["reasons"] and hint["reasons"][0]["text"])
            self.assertEqual("move" in hint, step == 4)
        self.assertTrue(s.table(lambda t: t["assisted"])["assisted"])

    def test_a_mark_survives_a_kill(self):
        server = Server(PROGRAM, port=18775)
        s, made = self.table("nim", ("here", "level:1"), server=server)
        self.assertFalse(s.table()["assisted"])
        s.ask(do="hint", step=1)
        server = self.again(server)
        s = self.socket(server)
        s.ask(do="join", table=made["table"])
        self.assertTrue(s.table()["assisted"])
        self.assertEqual(server.stop()[0], 0)

    def test_lenses(self):
        hello = self.socket().ask(do="hello")
        tried, through = 0, []
        for game in hello["games"]:
            s, made = self.table(game["id"], ["here"] + ["level:1"] * (len(game["roles"]) - 1))
            seen = s.table(lambda t: t["acting"] or not t["lenses"])
            self.refused(s.ask(do="lens", show=["no such lens"]), "bad")
            if not seen["lenses"]:
                continue
            tried += 1
            ids = [k["id"] for k in seen["lenses"]]
            self.assertFalse(any("lens" in e for e in seen["scene"]["el"]))
            self.done(s.ask(do="lens", show=ids))
            seen = s.table(lambda t: all(k["on"] for k in t["lenses"]))
            self.assertTrue(seen["assisted"])
            past = s.ask(do="look", ply=0)  # waits for what the lenses show, which the table does not
            shown = [e for e in past["scene"]["el"] if "lens" in e]
            self.assertTrue(all(e["lens"] in ids for e in shown))
            if shown:
                through.append(game["id"])
                s.table(lambda t: [e for e in t["scene"]["el"] if "lens" in e] == shown)
            self.done(s.ask(do="lens", show=[]))
            seen = s.table(lambda t: not any(k["on"] for k in t["lenses"]))
            self.assertFalse(any("lens" in e for e in seen["scene"]["el"]))
        self.assertIn("wumpus", through)
        two = [g for g in hello["games"] if len(g["roles"]) > 1]
        s, made = self.table("ergo", ["here"] + ["elsewhere"] * (len(next(g for g in two if g["id"] == "ergo")["roles"]) - 1))
        self.assertEqual(s.table()["lenses"], [])
        self.refused(s.ask(do="lens", show=["proven"]))
        self.assertGreaterEqual(tried, 1)

    def test_observing_is_for_who_is_alone(self):
        s, made = self.table("duo", ("here", "elsewhere"))
        self.refused(s.ask(do="observe"), "no", "alone")
        s, made = self.table("nim", ("here", "level:1"))
        self.refused(s.ask(do="observe"), "no", "hidden")
        s, made = self.table("duo", ("here", "level:1"))
        seen = s.table(lambda t: t["observes"])
        self.assertFalse(seen["observed"])
        self.assertIn("?", [e.get("face") for e in seen["scene"]["el"] if e["k"] == "card"])
        self.done(s.ask(do="observe"))
        seen = s.table(lambda t: t["observed"])
        self.assertEqual(seen["seat"], -2)
        self.assertTrue(seen["assisted"])
        watcher = self.socket()
        watcher.ask(do="join", table=made["table"])
        self.assertEqual(watcher.table()["seat"], -1, "those who look on see no more than before")

    def test_nobody_observes_while_somebody_may_come_back(self):
        server = Server(PROGRAM, port=18790, args=SOON)
        self.addCleanup(lambda: server.kill())
        s, made = self.table("duo", ("here", "elsewhere"), server)
        other = self.sit(made, "elsewhere", server)
        mover = s if s.table()["acting"] else other
        self.play_turn(mover)
        other.close()
        self.gone(s, 1, server)
        self.done(s.ask(do="takeover", seat=1, by="level:1"))
        for _ in range(2):  # and again with the table taken up from the disk
            seen = s.table(lambda t: not t["seats"][1]["person"])
            self.assertFalse(seen["observes"])
            self.refused(s.ask(do="observe"), "no", "may still sit down")
            self.refused(s.ask(do="back"), "no", "hidden cards")
            self.assertEqual(s.ask(do="look", ply=0)["is"], "past")
            seen = s.table() if s.news else seen
            self.assertEqual((seen["seat"], seen["observed"]), (0, False))
            self.assertIn("?", [e.get("face") for e in seen["scene"]["el"] if e["k"] == "card"])
            server = self.again(server)
            s = self.sit(made, "here", server)
        back = self.sit(made, "elsewhere", server)
        self.assertEqual(back.ask(do="takeover", seat=1, by="me")["is"], "created")
        self.refused(s.ask(do="observe"), "no", "alone")
        self.assertEqual(server.stop()[0], 0)

    def test_nobody_observes_while_a_seat_is_free(self):
        s, made = self.table("duo", ("here", "open"))
        self.done(s.ask(do="join", table=made["table"], tokens=[k["token"] for k in made["seats"]]))
        self.refused(s.ask(do="observe"), "no", "may still sit down")
        self.done(s.ask(do="join", table=made["table"], tokens=[made["seats"][0]["token"]]))
        self.refused(s.ask(do="observe"), "no", "may still sit down")
        self.assertEqual(self.socket().ask(do="claim", table=made["table"], seat=1)["is"], "created")
        self.refused(s.ask(do="observe"), "no", "alone")

    def test_one_who_holds_all_seats_is_not_alone_beside_another(self):
        s, made = self.table("duo", ("here", "elsewhere"))
        self.done(s.ask(do="join", table=made["table"], tokens=[k["token"] for k in made["seats"]]))
        other = self.sit(made, "elsewhere")
        self.refused(s.ask(do="observe"), "no", "alone")
        s.table(lambda t: not t["observes"] and all(seat["mine"] for seat in t["seats"]))  # not the news from before
        other.close()
        s.table(lambda t: t["observes"])
        self.done(s.ask(do="observe"))

    def test_nobody_sits_down_where_all_was_shown(self):
        s, made = self.table("duo", ("here", "elsewhere"))
        self.done(s.ask(do="join", table=made["table"], tokens=[k["token"] for k in made["seats"]]))
        self.done(s.ask(do="observe"))
        self.done(s.ask(do="join", table=made["table"], tokens=[made["seats"][0]["token"]]))
        late = self.socket()
        self.done(late.ask(do="join", table=made["table"]))
        self.refused(late.ask(do="takeover", seat=1, by="me"), "no", "Everything has been shown")

    def test_thinking_is_told(self):
        s, _ = self.table("moriarty", ("here", "expert"))
        s.ask(do="move", move=s.table(lambda t: t["acting"])["moves"][0]["move"])
        s.table(lambda t: t["acting"] or t["over"])
        s, _ = self.table("connect4", ("here", "expert"))
        s.ask(do="move", move="4")
        news = []
        while not news or news[-1]["is"] != "table" or not news[-1]["acting"] or not news[-1]["list"]:
            news.append(s.news.pop(0) if s.news else s.receive())
        told = [m for m in news if m["is"] == "thinking"]
        self.assertTrue(told, "something is told of a second's thinking")
        self.assertLessEqual(len(told), 6)
        self.assertTrue(all(m["seat"] == 1 and m["seconds"] > 0 for m in told))

    def test_thinking_about_secrets_is_not_told(self):
        s, made = self.table("duo", ("here", "expert"))
        heard, receive = [], s.receive
        s.receive = lambda: heard.append(receive()) or heard[-1]
        seen = s.table(lambda t: t["acting"])
        for _ in range(2):  # after each of its turns the machine has thought for a second
            while seen["acting"]:
                self.done(s.ask(do="confirm") if seen["ready"] else s.ask(do="move", move=seen["moves"][0]["move"]))
                seen = s.table(lambda t: t["rev"] > seen["rev"])
            seen = s.table(lambda t: t["acting"] or t["over"])
        self.assertNotIn("thinking", [m["is"] for m in heard])


    def test_flags_are_checked_by_what_can_be_known(self):
        rows = [". ".join(["-"] * 8) + "."] * 8
        rows[7] = ". -. -. -T -. -. -. -."  # the bottom row: a pit at (3,0)
        rows[0] = "-W -. -. -. -. -. -. -G"
        s, _ = self.table("wumpus", ("here",), options={"pits": "1"}, start=" / ".join(rows) + " ; at 0,0 0")
        self.refused(s.ask(do="check", marks=[]), "bad")
        self.refused(s.ask(do="check", marks=["cell:0:0"] * 129), "bad")
        for move in ("1:0", "2:0"):
            self.done(s.ask(do="move", move=move))
        seen = s.table(lambda t: len(t["list"]) == 2)
        self.assertTrue(seen["checks"])
        self.assertFalse(seen["assisted"])
        told = s.ask(do="check", marks=["cell:3:0", "cell:1:1", "cell:0:7", "no such thing", 7])
        self.assertEqual(told["is"], "checked", told)
        self.assertEqual([(m["target"], m["claim"]) for m in told["marks"]],
                         [("cell:3:0", "open"), ("cell:1:1", "wrong"), ("cell:0:7", "open")],
                         "the pit and the wumpus are there, and nobody can know")
        self.assertIn("(1,1) is safe", told["marks"][1]["reasons"][0]["text"])
        self.assertIn("cell:1:0", told["marks"][1]["reasons"][0]["targets"])
        self.assertTrue(s.table(lambda t: t["assisted"])["assisted"])
        self.done(s.ask(do="move", move="1:1"))
        self.done(s.ask(do="move", move="2:1"))
        told = s.ask(do="check", marks=["cell:3:0"])["marks"][0]
        self.assertEqual(told["claim"], "right", told)
        self.assertIn("(3,0) is a pit", told["reasons"][0]["text"])
        other, _ = self.table("tictactoe", ("here", "expert"))
        self.assertFalse(other.table(lambda t: t["acting"])["checks"])
        self.refused(other.ask(do="check", marks=["cell:0:0"]), "no", "Marks mean nothing")


class Analysis(TableTest):
    def solve(self, game, position):
        out = subprocess.run([PROGRAM, "solve", game, position, "--all", "--json", "--data", self.server.data],
                             capture_output=True, text=True)
        return json.loads(out.stdout)

    def open(self, **what):
        s = self.socket()
        made = s.ask(do="analyse", **what)
        self.assertEqual(made["is"], "created", made)
        self.done(s.ask(do="join", table=made["table"], tokens=[k["token"] for k in made["seats"]]))
        return s

    def test_values_are_those_of_the_solver(self):
        for game, moves in (("tictactoe", ("b2", "a1", "b1")), ("nim", ("3",)), ("kayles", ())):
            s = self.open(game=game, options={})
            for m in moves:
                self.done(s.ask(do="move", move=m))
            values = s.ask(do="values", ply=len(moves))
            self.assertEqual(values["is"], "values", values)
            record = s.ask(do="record")["record"]
            position = json.loads(subprocess.run(
                [PROGRAM, "show", game, "--json"] + (["--play", ",".join(moves)] if moves else []),
                capture_output=True, text=True).stdout)["position"]
            truth = self.solve(game, position)
            self.assertIn("game " + game, record)
            self.assertTrue(values["proved"])
            self.assertEqual(values["value"], truth["value"])
            self.assertEqual(values["moves"], truth["moves"], "the same objects as on the command line")
            order = {"win": 2, "tie": 1, "draw": 1, "loss": 0}
            ranks = [order[k["value"]] for k in values["moves"]]
            self.assertEqual(ranks, sorted(ranks, reverse=True), "the best first")

    def test_every_reader_is_told_one_judgement(self):
        s = self.open(game="connect4", options={})
        for move in "44354":
            self.done(s.ask(do="move", move=move))
        numbers, texts = [], {}

        def read(what, text):
            numbers.append(what["number"])
            self.assertEqual(texts.setdefault(what["number"], text), text, "of one judgement all say the same")

        for what in (dict(do="values", ply=5, effort=1), dict(do="graph"), dict(do="advise"), dict(do="hint", step=3),
                     dict(do="values", ply=5, effort=2), dict(do="values", ply=5), dict(do="advise"), dict(do="graph"),
                     dict(do="values", ply=5, effort=1)):
            answer = s.ask(**what)
            if answer["is"] == "graph":
                read(answer["list"][5], answer["list"][5]["text"])
            elif answer["is"] == "hint":
                numbers.append(answer["number"])
            else:
                read(answer, answer["text"])
        self.assertEqual(numbers, sorted(numbers), "no later answer is from an earlier judgement")
        self.assertGreater(numbers[-1], numbers[0])

    def test_why_not_mine_with_a_line_to_play_through(self):
        s = self.open(game="connect4", options={})
        for move in "7172":
            self.done(s.ask(do="move", move=move))
        self.done(s.ask(do="move", move="6"))
        self.done(s.ask(do="move", move="1"))
        for effort in (1, 2, 3, 4):  # on a busy machine the first look does not get far
            answer = s.ask(do="advise", instead="1")
            other = answer["instead"]
            if other["line"]:
                break
            s.ask(do="values", ply=6, effort=effort)
        self.assertEqual((other["contest"], other["line"][0]), ("worse", "1"), other)
        listed = {m["move"]: m for m in answer["moves"]}
        self.assertEqual([other[k] for k in ("text", "proved", "share")], [listed["1"][k] for k in ("text", "proved", "share")])
        before = s.ask(do="look", ply=6)
        for n in range(1, len(other["line"]) + 1):
            seen = s.ask(do="look", ply=6, line=other["line"][:n])
            self.assertEqual((seen["is"], seen["line"]), ("past", other["line"][:n]))
            discs = [sum(e["k"] == "piece" for e in p["scene"]["el"]) for p in (before, seen)]
            self.assertEqual(discs[1] - discs[0], n)
            self.assertEqual([e["last"] for e in seen["scene"]["el"] if e.get("last")], ["placed"])
        self.refused(s.ask(do="values", ply=0, effort=0), "bad", "effort goes from 1 to 4; 0 is outside")
        self.refused(s.ask(do="values", ply=0, effort=5), "bad", "effort goes from 1 to 4; 5 is outside")
        self.refused(s.ask(do="look", ply=6, line=["9"]), "bad")
        self.refused(s.ask(do="look", ply=6, line=["1"] * 65), "bad")
        self.refused(s.ask(do="look", ply=7, line=["1"]), "bad")
        self.assertEqual(s.ask(do="look", ply=0, line=["4", "4"])["is"], "past")

    def test_hints_never_change_their_mind(self):
        for game in ("moriarty", "connect4", "lgame"):
            s = self.open(game=game, options={})
            told = [s.ask(do="hint", step=step) for step in (1, 2, 3)]
            s.ask(do="values", ply=0, effort=2)
            s.ask(do="advise", instead=s.ask(do="values", ply=0)["moves"][-1]["move"])
            again = [s.ask(do="hint", step=step) for step in (1, 2, 3, 4)]
            for before, after in zip(told, again):
                self.assertEqual(before["reasons"], after["reasons"], game)
                self.assertLessEqual(before["number"], after["number"])
            self.assertEqual(again[3]["reasons"][0], told[2]["reasons"][0], game)
            self.assertIn(again[3].get("said", again[3]["move"]), told[2]["reasons"][0]["text"])

    def test_what_the_game_can_prove_is_proved(self):
        server = Server(PROGRAM, port=18783)  # whose memory nobody else holds: the L-game is proved whole or not at all
        self.addCleanup(server.kill)
        for game in ("chicago", "dodgem", "lgame"):
            s = self.socket(server)
            made = s.ask(do="analyse", game=game, options={})
            self.done(s.ask(do="join", table=made["table"], tokens=[k["token"] for k in made["seats"]]))
            answer = s.ask(do="values", ply=0, effort=4)
            self.assertTrue(answer["settled"] and answer["proved"] and all(m["proved"] for m in answer["moves"]), game)

    def test_thinking_is_stopped(self):
        s = self.open(game="connect4", options={})
        number = s.send(do="values", ply=0, effort=4)
        self.done(s.ask(do="stop"))
        while (m := s.news.pop(0) if s.news else s.receive()).get("re") != number:
            pass
        self.assertFalse(m["settled"])

    def test_graph(self):
        s = self.open(game="tictactoe", options={})
        for m in ("b2", "a2", "a1", "c3", "c1"):
            self.done(s.ask(do="move", move=m))
        graph = s.ask(do="graph")
        self.assertEqual([p["ply"] for p in graph["list"]], list(range(6)))
        self.assertTrue(all(p["proved"] for p in graph["list"]))
        self.assertEqual((graph["list"][0]["value"], graph["list"][0]["worth"]), ("tie", 0))
        last = graph["list"][-1]
        self.assertEqual((last["seat"], last["worth"], last["remoteness"]), (1, -1, 2), "two threats: the first player wins")

    def test_what_was_learned_is_known_here(self):
        """It need not be thought about: the first of these questions is stopped by the second, and knows all the same."""
        options = ["width=4", "height=4"]
        subprocess.run([PROGRAM, "solve", "connect4", *options, "--data", self.server.data], capture_output=True, check=True)
        s = self.open(game="connect4", options=dict(o.split("=") for o in options))
        for what in (dict(do="values", ply=0), dict(do="advise")):
            told = self.at_once(s, what, what)[0]
            self.assertTrue(told["proved"] and all(m["proved"] for m in told["moves"]), told)

    def test_what_is_proved_here_is_kept(self):
        server = Server(PROGRAM, port=18797)
        self.addCleanup(server.kill)
        s = self.socket(server)
        made = s.ask(do="analyse", game="connect4", options={"width": "4", "height": "4"}, position="..../..../..../XO..")
        self.done(s.ask(do="join", table=made["table"], tokens=[k["token"] for k in made["seats"]]))
        self.assertTrue(s.ask(do="values", ply=0)["proved"])
        s.close()
        self.assertEqual(server.stop()[0], 0)
        told = subprocess.run([PROGRAM, "learned", "list", "--json", "--data", server.data], capture_output=True, text=True)
        self.assertIn("connect4", told.stdout)

    def test_newer_questions_come_first(self):
        s = self.open(game="connect4", options={})
        answers = [a["is"] for a in self.at_once(s, *[dict(do="values", ply=0)] * 4)]
        self.assertEqual(answers[-1], "values")
        self.assertIn("refused", answers)

    def small(self):
        """A position that is solved at once, if nobody says stop."""
        s = self.open(game="connect4", options={"width": "4", "height": "4"}, position="..../..../..../XO..")
        self.done(s.ask(do="move", move="1"))
        self.done(s.ask(do="move", move="3"))
        return s

    def told(self, answer):
        self.assertIn(answer["is"], ("values", "graph"), answer)
        return {k: v for k, v in answer.items() if k != "re"}

    def test_two_questions_are_both_answered_in_full(self):
        values = self.told(self.small().ask(do="values", ply=0))
        graph = self.told(self.small().ask(do="graph"))
        self.assertTrue(values["proved"] and all(p["proved"] for p in graph["list"]))
        asked = {"values": dict(do="values", ply=0), "graph": dict(do="graph")}
        for order in (("values", "graph"), ("graph", "values")):
            answers = self.at_once(self.small(), *[asked[k] for k in order])
            self.assertEqual([self.told(a) for a in answers], [{"values": values, "graph": graph}[k] for k in order])

    def test_a_curve_lets_others_pass(self):
        s = self.open(game="moriarty", options={})
        for _ in range(3):
            self.done(s.ask(do="move", move=s.table(lambda t: t["acting"])["moves"][0]["move"]))
        numbers = [s.send(do="graph"), s.send(do="hint", step=1)]
        came = []
        while len(came) < 2:
            m = s.receive()
            if m.get("re") in numbers:
                came.append(m)
        self.assertEqual([m["is"] for m in came], ["hint", "graph"], "the hint does not wait for every point of the curve")
        self.assertTrue(all("worth" in p for p in came[1]["list"]), "and the curve is whole")

    def test_what_others_ask_is_not_cut_short(self):
        values = self.told(self.small().ask(do="values", ply=0))
        s, made = self.table("connect4", ("here", "elsewhere"), advice="all",
                             options={"width": "4", "height": "4"}, start="..../..../..../XO..")
        other = self.sit(made, "elsewhere")
        numbers = [(one, one.send(do="values", ply=0)) for one in (s, other, s)]
        for one, number in numbers[1:]:
            while True:
                m = one.receive()
                if m.get("re") == number:
                    break
            self.assertEqual(self.told(m), values)

    def test_equal_questions_are_answered_together(self):
        s, made = self.table("moriarty", ("here", "elsewhere"))
        other = self.sit(made, "elsewhere")
        for one in (s, other):
            self.done(one.ask(do="move", move=one.table(lambda t: t["acting"])["moves"][0]["move"]))
        self.done(s.ask(do="resign"))
        crowd = [self.socket() for _ in range(20)]  # more than may stand in line with questions of their own
        for one in crowd:
            self.done(one.ask(do="join", table=made["table"], tokens=[]))
        numbers = [one.send(do="graph") for one in crowd]
        answers = []
        for one, number in zip(crowd, numbers):
            while not answers or answers[-1][0] is not one:
                m = one.receive()
                if m.get("re") == number:
                    answers.append((one, self.told(m)))
        for _, curve in answers:
            self.assertEqual(curve, answers[0][1])
        self.assertTrue(all("worth" in p for p in answers[0][1]["list"]), "and the curve is whole")

    def test_whoever_leaves_is_told_so(self):
        s = self.open(game="connect4", options={})
        answers = self.at_once(s, dict(do="values", ply=0), dict(do="graph"), dict(do="home", mine=[]))
        self.refused(answers[0], "no", "left that table")
        self.refused(answers[1], "no", "left that table")
        self.assertEqual(answers[2]["is"], "mine")

    def test_pasted_texts_are_checked(self):
        s = self.socket()
        for what in ({"record": ""}, {"record": "hello"}, {"record": "duelliste 1\ngame chess 1\n"},
                     {"record": "duelliste 1\ngame nim 1\nvariant matches=9\nseed 1\nmoves 3 99\n"},
                     {"game": "nim", "options": {}, "position": "nonsense"}, {"game": "nope"}, {},
                     {"game": "nim", "options": {"matches": "-4"}}, {"record": "x" * 9000}):
            self.refused(s.ask(do="analyse", **what))

    def test_a_record_comes_back(self):
        s, _ = self.table()
        for m in ("b2", "a1", "c3"):
            s.ask(do="move", move=m)
        text = s.ask(do="record")["record"]
        a = self.open(record=text)
        seen = a.table()
        self.assertEqual([m["move"] for m in seen["list"]], ["b2", "a1", "c3"])
        self.assertTrue(seen["analysis"] and seen["acting"])
        self.assertEqual(a.ask(do="record")["record"], text)
        self.done(a.ask(do="move", move="a3"))
        self.done(a.ask(do="back"))

    def test_a_position_set_up_by_hand(self):
        s = self.open(game="nim", options={})
        begun = s.ask(do="setup", ply=0)
        self.assertEqual((begun["is"], begun["position"], begun["lawful"], begun["turns"]),
                         ("setup", "19-0/1", True, True), begun)
        targets = {e["id"]: e.get("t") for e in begun["scene"]["el"]}
        self.assertEqual((targets["match:4"], targets["last"]), ("match:4", "last"))
        edits = [["match:12", 1], ["last", 1], ["turn", 1]]
        seen = s.ask(do="setup", ply=0, edits=edits)
        self.assertEqual((seen["position"], seen["seat"], seen["text"]), ("12-1/2", 1, "Second to play."))
        self.assertEqual(s.ask(do="setup", ply=0, edits=edits[:-1])["position"], "12-1/1", "one change taken back")
        self.assertFalse(s.ask(do="setup", ply=0, edits=edits + [["match:15", 1]])["changed"])
        self.assertEqual(s.ask(do="setup", position="7-2/1", edits=[["matches", -1]])["position"], "6-2/1")
        self.assertEqual(s.ask(do="setup", start=True)["position"], "19-0/1")
        made = s.ask(do="setup", ply=0, edits=edits, done=True)
        self.assertEqual(made["is"], "created", made)
        self.done(s.ask(do="join", table=made["table"], tokens=[k["token"] for k in made["seats"]]))
        values = s.ask(do="values", ply=0)
        truth = self.solve("nim", "12-1/2")
        self.assertEqual({k["move"]: k["value"] for k in values["moves"]}, {k["move"]: k["value"] for k in truth["moves"]})

    MAY = ("acting", "advises", "checks", "undoes", "leaves", "sets", "resigns", "observes", "helps")

    def may(self, seen):
        return [key for key in self.MAY if seen[key]]

    def test_what_each_may_do_is_told(self):
        s, made = self.table("wumpus", ("here",), advice="all")
        watcher = self.socket()
        self.done(watcher.ask(do="join", table=made["table"]))
        self.assertEqual(self.may(watcher.table()), [])
        begun = s.table(lambda t: t["acting"])  # not while something is written
        self.assertEqual(self.may(begun), ["acting", "advises", "checks", "resigns", "observes", "helps"])
        self.done(s.ask(do="move", move=begun["moves"][0]["move"]))
        self.assertEqual(self.may(s.table(lambda t: t["list"] and t["acting"])),
                         ["acting", "advises", "checks", "undoes", "resigns", "observes", "helps"])
        self.done(s.ask(do="resign"))
        self.assertEqual(self.may(s.table(lambda t: t["over"])), ["leaves", "helps"])
        for game, more in (("nim", ["sets"]), ("duo", [])):
            seen = self.open(game=game, options={}).table(lambda t: t["acting"])
            self.assertEqual(self.may(seen), ["acting", "advises", "leaves", *more, "helps"], game)

    def test_what_cannot_be_set_up(self):
        s = self.open(game="tictactoe", options={})
        wrong = s.ask(do="setup", ply=0, edits=[["cell:0:0", 1], ["cell:1:0", 1]])
        self.assertFalse(wrong["lawful"])
        self.assertIn("X begins", wrong["text"])
        self.assertFalse(wrong["turns"], "whose turn it is follows from the marks")
        self.refused(s.ask(do="setup", ply=0, edits=[["cell:0:0", 1], ["cell:1:0", 1]], done=True), about="X begins")
        self.refused(s.ask(do="setup", position="nonsense"), about="nonsense")
        for bad in ({"ply": 7}, {"ply": -1}, {"edits": [["cell:0:0"]]}, {"edits": [["cell:0:0", 2]]}, {"edits": [7]},
                    {"edits": [[None, 1]]}, {"edits": "x"}):
            self.refused(s.ask(do="setup", **{"ply": 0, **bad}), "bad")
        for odd in ({"edits": [["nowhere", 1]]}, {"edits": [["cell:99:99", -1]]}, {"edits": [["", 1]]}):
            self.assertEqual(s.ask(do="setup", ply=0, **odd)["position"], ".........", odd)
        s, _ = self.table()
        self.refused(s.ask(do="setup", ply=0), "no", about="analyse")
        self.refused(self.open(game="duo", options={}).ask(do="setup", ply=0), "no")

    def test_the_turn_being_made_is_shown_where_all_is_shown(self):
        s = self.open(game="ergo", options={}, position=",,,;AD&~((E,BC(JO;~|(>CERJ~(&~B|CBDDFEV>(>|>FCA~|(J&DB&T(~AAF;;"
                                                        "1:1;0,0;c552ba65bdc92b9f3b28d6cde09e821e")
        first = s.table(lambda t: t["acting"])
        self.assertEqual(first["seat"], -2)
        self.done(s.ask(do="move", move="A@1.1"))
        drafted = s.table(lambda t: any(e["id"] == "gap:1:2" for e in t["scene"]["el"]))
        self.assertNotEqual(drafted["moves"], first["moves"])

    def test_the_course_of_prices_is_the_whole_game_s(self):
        s = self.open(game="chicago", options={})
        prices = []
        for i in range(5):
            seen = s.table(lambda t: len(t["list"]) == i)
            counters = {e["id"]: e for e in seen["scene"]["el"] if "past" in e}
            self.assertEqual(len(counters), 6)
            for name, e in counters.items():
                self.assertEqual(e["past"], [p[name] for p in prices], "what it showed before every move")
            prices.append({name: e["n"] for name, e in counters.items()})
            self.done(s.ask(do="move", move=seen["moves"][0]["move"]))
        past = s.ask(do="look", ply=2)
        one = next(e for e in past["scene"]["el"] if e["id"] == "price:W")
        self.assertEqual(one["past"] + [one["n"]], [p["price:W"] for p in prices[:3]])

    def test_estimates_are_told_in_words(self):
        s = self.open(game="moriarty", options={})
        values = s.ask(do="values", ply=0)
        self.assertFalse(values["proved"])
        for m in values["moves"]:
            self.assertRegex(m["text"], "^(about even|ahead by about|behind by about)")
            self.assertFalse(m["proved"])
            self.assertIsInstance(m["points"], float)
        self.assertRegex(s.ask(do="advise")["text"], "about")
        self.assertRegex(s.ask(do="graph")["list"][0]["text"], "about")

    def test_groups_of_matches_with_the_reason(self):
        s = self.open(game="allumettes", options={}, position="15/1")
        fact = s.ask(do="advise")["reasons"][0]
        self.assertIn("multiple of 4", fact["text"])
        self.assertEqual(fact["groups"], {"of": "match", "from": 0, "count": 12, "size": 4})
        s = self.open(game="allumettes", options={"misere": "yes", "max": "4"}, position="14/1")
        fact = s.ask(do="advise")["reasons"][0]
        self.assertEqual(fact["groups"], {"of": "match", "from": 1, "count": 10, "size": 5})

    def test_secrets_of_a_finished_game_can_be_analysed(self):
        s, made = self.table("duo", ("here", "here"))
        commitment = None
        while True:
            seen = s.table(lambda t: t["acting"] or t["over"] or "cover" in t)
            commitment = commitment or seen["commitment"]
            self.assertEqual(seen["commitment"], commitment)
            if seen["over"]:
                break
            if "cover" in seen:
                s.send(do="uncover")
            elif seen["ready"]:
                s.ask(do="confirm")
            else:
                s.ask(do="move", move=seen["moves"][0]["move"])
        record = s.ask(do="record")
        self.assertEqual(record["commitment"], commitment)
        path = os.path.join(self.server.data, "duo.txt")
        with open(path, "w") as f:
            f.write(record["record"])
        check = lambda text: subprocess.run([PROGRAM, "verify", path, "--commitment", text], capture_output=True).returncode
        self.assertEqual(check(commitment), 0)
        self.assertEqual(check("0" * 64), 1)
        a = self.open(record=record["record"])
        seen = a.table()
        self.assertEqual(seen["seat"], -2)
        back = a.ask(do="branch", ply=1)
        self.assertEqual(back["is"], "created")

    def test_a_running_game_gives_nothing_away(self):
        s, made = self.table("tictactoe", ("here", "elsewhere"))
        for verb in ("values", "graph", "record", "branch"):
            self.refused(s.ask(do=verb, ply=0), "no", "over")


class Learning(TableTest):
    def today(self):
        return time.strftime("%Y-%m-%d", time.gmtime(self.server.clock.date()))

    def test_a_lesson_may_begin_with_a_picture(self):
        s = self.socket()
        first, second = (s.ask(do="lesson", game="ergo", step=step) for step in (1, 2))
        self.assertEqual(len(first["opening"]["el"]), 55, "the whole deck")
        self.assertNotIn("opening", second)
        self.assertNotIn("opening", s.ask(do="lesson", game="nim", step=1))

    def test_every_lesson_to_its_end(self):
        s = self.socket()
        games = [g for g in s.ask(do="hello")["games"] if g["lesson"]]
        self.assertGreaterEqual(len(games), 1)
        marked = set()
        for g in games:
            step, made, wrong = 1, 0, 0
            while step is not None:
                at = s.ask(do="lesson", game=g["id"], step=step)
                self.assertEqual((at["is"], at["step"]), ("lesson", step), at)
                self.assertTrue(at["text"] and ("scene" in at or "drawing" in at) and at["moves"])
                for move in at["moves"]:
                    self.server.later(0.035)  # within the rate of one connection
                    answer = s.ask(do="lesson", game=g["id"], step=step, move=move["move"])
                    if answer["right"]:
                        break
                    wrong += 1
                    self.assertTrue(answer["text"], "a wrong move is answered")
                self.assertTrue(answer["right"], (g["id"], step))
                if any(e.get("last") for e in answer["scene"]["el"]):
                    marked.add(g["id"])
                made += 1
                step = answer.get("next")
                self.server.later(0.05)
            self.assertEqual(made, at["steps"])
            self.assertGreaterEqual(made, 5, g["id"])
        self.assertLessEqual({"moriarty", "ergo"}, marked, "what the last move did is marked on the board")

    def test_no_such_step(self):
        s = self.socket()
        game = next(g["id"] for g in s.ask(do="hello")["games"] if g["lesson"])
        for step in (-1, 0, 999):
            self.refused(s.ask(do="lesson", game=game, step=step), "bad")
        self.refused(s.ask(do="lesson", game="nope", step=1), "bad")
        self.assertFalse(s.ask(do="lesson", game=game, step=1, move="nonsense")["right"])

    def test_puzzles_are_a_path(self):
        ada, guest = self.socket(), self.socket()
        me = ada.ask(do="profile", name="Ada of the puzzles")
        path = ada.ask(do="puzzles", game="chomp")
        self.assertEqual((path["is"], path["rating"], path["next"], path["tried"]), ("puzzles", None, 1, []), path)
        self.assertEqual((path["days"][0], path["count"]), (self.today(), 1000))
        puzzle = guest.ask(do="daily", game="chomp", name="7")
        self.assertNotIn("seen", puzzle, "of a guest nothing is known")
        right = next(m["move"] for m in puzzle["moves"] if guest.ask(do="daily", game="chomp", name="7", move=m["move"])["right"])
        wrong = next(m["move"] for m in puzzle["moves"] if m["move"] != right)
        self.assertFalse(ada.ask(do="daily", game="chomp", name="7")["seen"])
        missed = ada.ask(do="daily", game="chomp", name="7", move=wrong)
        self.assertFalse(missed["right"])
        self.assertLess(missed["path"]["change"], 0)
        self.assertNotIn("theme", missed, "no more is said than that it is wrong")
        found = ada.ask(do="daily", game="chomp", name="7", move=right)
        self.assertEqual((found["right"], found["path"]), (True, {"streak": 1}), "the first try has counted")
        self.assertGreater(ada.ask(do="daily", game="chomp", name="7")["rating"], puzzle["rating"], "it was missed once")
        shown = ada.ask(do="daily", game="chomp", name="8", solution=True)
        self.assertEqual((shown["right"], shown["shown"], shown["moves"]), (False, True, []))
        self.assertIn("The answer is", shown["text"])
        path = ada.ask(do="puzzles", game="chomp")
        self.assertEqual(path["tried"], [{"name": "7", "solved": True, "first": False},
                                         {"name": "8", "solved": False, "first": False}])
        self.assertEqual((path["next"], path["solved"], path["streak"], path["longest"]), (9, 1, 1, 1))
        self.assertIn("7", [n for t in path["themes"] for n in t["names"]], "by what there is to see")
        self.assertTrue(ada.ask(do="daily", game="chomp", name="7")["seen"])
        again = self.socket()
        again.ask(do="profile", id=me["id"], secret=me["secret"])
        self.assertEqual(again.ask(do="puzzles", game="chomp")["tried"], path["tried"], "it is kept")
        self.assertEqual(guest.ask(do="puzzles", game="chomp")["tried"], [], "and told to nobody else")
        for name in ("0", "1001", "x" * 300, "2026-99-99"):
            self.refused(guest.ask(do="daily", game="chomp", name=name), "no", "from 1 to 1000")

    def test_the_puzzle_of_the_day(self):
        s, other = self.socket(), self.socket()
        puzzle = s.ask(do="daily", game="tictactoe")
        self.assertEqual(puzzle["is"], "daily", puzzle)
        self.assertEqual(puzzle["date"], self.today())
        same = other.ask(do="daily", game="tictactoe")
        self.assertEqual(same["position"], puzzle["position"])
        right = [m["move"] for m in puzzle["moves"] if s.ask(do="daily", game="tictactoe", move=m["move"])["right"]]
        self.assertEqual(len(right), 1)
        truth = json.loads(subprocess.run([PROGRAM, "solve", "tictactoe", puzzle["position"], "--all", "--json"],
                                          capture_output=True, text=True).stdout)
        self.assertEqual(truth["best"], right)
        wrong = next(m["move"] for m in puzzle["moves"] if m["move"] not in right)
        answers = [s.ask(do="daily", game="tictactoe", move=m) for m in (wrong, right[0])]
        self.assertNotIn("why", answers[0], "the answer is not given away")
        self.assertTrue(answers[1]["why"], "and told once it is found")
        self.assertEqual(answers[0]["moves"], puzzle["moves"])
        marked = [[e["last"] for e in a["scene"]["el"] if e.get("last")] for a in (puzzle, *answers)]
        self.assertEqual(marked, [[], [], ["placed"]], "the move that was made is marked on the board")
        self.refused(s.ask(do="daily", game="tictactoe", move="z9"))
        self.refused(s.ask(do="daily", game="tictactoe", move=""), "bad")
        self.refused(s.ask(do="daily", game="tictactoe", move=right[0] + " " + wrong), "bad")
        self.refused(s.ask(do="daily", game="duo"), "no")

    def test_a_kept_puzzle_that_cannot_be_one(self):
        s = self.socket()
        puzzle = s.ask(do="daily", game="tictactoe")
        self.assertEqual(puzzle["is"], "daily", puzzle)
        base = sqlite3.connect(os.path.join(self.server.data, "duelliste.db"), isolation_level=None)
        sound = base.execute("SELECT answer FROM daily WHERE game = 'tictactoe'").fetchone()
        kept = json.loads(sound[0])
        for value in kept["values"]:
            value[1] = 1000000
        base.execute("UPDATE daily SET answer = ? WHERE game = 'tictactoe'", [json.dumps(kept)])
        for m in puzzle["moves"]:
            self.refused(s.ask(do="daily", game="tictactoe", move=m["move"]), "no", "No puzzle")
        base.execute("UPDATE daily SET answer = ? WHERE game = 'tictactoe'", sound)
        base.close()

    def test_a_puzzle_of_a_whole_turn(self):
        s = self.socket()
        puzzle = s.ask(do="daily", game="ergo")
        self.assertEqual(puzzle["is"], "daily", puzzle)
        self.assertIn("?", puzzle["position"], "nobody else's cards are shown")
        seed = 14695981039346656037  # of the day: FNV-1a over the date and the game
        for c in puzzle["date"] + "ergo":
            seed = (seed ^ ord(c)) * 1099511628211 % 2 ** 64
        told = json.loads(subprocess.run([PROGRAM, "puzzle", "ergo", "--seed", str(seed >> 1), "--json"],
                                         capture_output=True, text=True).stdout)
        self.assertEqual(told["position"], puzzle["position"])
        first, last = told["answer"]
        half = s.ask(do="daily", game="ergo", move=first)
        self.assertEqual((half["drafted"], half["question"], half["seat"]), (1, puzzle["question"], puzzle["seat"]))
        self.assertNotIn("right", half)
        self.assertNotEqual(half["scene"], puzzle["scene"])
        done = s.ask(do="daily", game="ergo", move=first + " " + last)
        self.assertTrue(done["right"])
        self.assertEqual((done["why"], done["seat"], done["moves"]), (told["why"], puzzle["seat"], []))
        for other in [m["move"] for m in half["moves"] if m["move"] != last][:20]:
            wrong = s.ask(do="daily", game="ergo", move=first + " " + other)
            if wrong["right"]:  # the same cards in other places that make no difference
                continue
            self.assertRegex(wrong["text"], "proven")
            self.assertEqual((wrong["scene"], wrong["moves"]), (puzzle["scene"], puzzle["moves"]))
        self.refused(s.ask(do="daily", game="ergo", move=" ".join([first, last, last])), "bad")

    def test_every_game_with_puzzles_has_one_today(self):
        s = self.socket(timeout=600)  # they are looked for by nodes, not by the clock
        games = [g for g in s.ask(do="hello")["games"] if g["daily"]]
        self.assertGreaterEqual(len(games), 12)
        found = set()
        for g in games:
            puzzle = s.ask(do="daily", game=g["id"])
            if puzzle["is"] == "daily":
                self.assertTrue(puzzle["question"] and puzzle["moves"], g["id"])
                found.add(g["id"])
            else:  # what a busy machine does not solve in its seconds is no puzzle today
                self.refused(puzzle, "no", "No puzzle was found")
        self.assertLessEqual({"nim", "kayles", "tictactoe"}, found, "these are solved at once on any machine")

    def test_a_miniature_shows_a_third_of_a_game(self):
        games = {g["id"]: g for g in self.socket().ask(do="hello")["games"]}
        scene = games["moriarty"]["scene"]
        shapes = [scene["looks"][look].get("shape") for look, *_ in scene["at"]]
        self.assertEqual(shapes.count("disc"), 4 + 60 // 3)
        again = {g["id"]: g for g in self.socket().ask(do="hello")["games"]}
        self.assertEqual(games, again, "and always the same one")

    def test_the_catalogue_is_in_groups(self):
        games = self.socket().ask(do="hello")["games"]
        groups = [g["group"] for g in games]
        self.assertEqual(set(groups), {"main", "laboratory"})
        self.assertEqual(groups, sorted(groups, reverse=True), "the main games first")
        self.assertNotIn("template", [g["id"] for g in games])


class People(TableTest):
    def test_a_profile_counts_each_game_once(self):
        s, other = self.socket(), self.socket()
        me = s.ask(do="profile", name="  Ada ")
        self.assertEqual((me["is"], me["name"], len(me["secret"]), me["results"]), ("profile", "Ada", 32, []))
        you = other.ask(do="profile", name="Émilie")
        made = s.ask(do="create", game="tictactoe", seats=["here", "elsewhere"], options={})
        s.ask(do="join", table=made["table"], tokens=[made["seats"][0]["token"]])
        other.ask(do="join", table=made["table"], tokens=[made["seats"][1]["token"]])
        seen = s.table(lambda t: t["seats"][0]["profile"] and t["seats"][1]["profile"])
        self.assertEqual([k["name"] for k in seen["seats"]], ["Ada", "Émilie"])
        for one, m in zip([s, other] * 3, ("b2", "a1", "b1", "a2", "b3")):
            self.done(one.ask(do="move", move=m))
        s.table(lambda t: t["over"])
        again = s.ask(do="profile", id=me["id"], secret=me["secret"])
        self.assertNotIn("secret", again)
        self.assertEqual([(r["game"], r["games"], r["won"]) for r in again["results"]], [("tictactoe", 1, 1)])
        self.assertEqual(again["recent"][0]["outcome"], "won")
        lost = other.ask(do="profile", id=you["id"], secret=you["secret"], name="Emilie")
        self.assertEqual((lost["name"], lost["results"][0]["lost"]), ("Emilie", 1))
        listed = s.ask(do="profiles", game="tictactoe")["list"]
        self.assertEqual([(r["name"], r["won"]) for r in listed][:2], [("Ada", 1), ("Emilie", 0)])
        self.assertEqual(s.ask(do="profiles", game="nim")["list"], [])

    def test_wrong_secrets_and_names(self):
        s = self.socket()
        me = s.ask(do="profile", name="Bob")
        for secret in (None, 3):
            self.refused(s.ask(do="profile", id=me["id"], secret=secret), "bad")
        unknown = "There is no such profile."  # whichever of the two is wrong
        for secret in ("", "0" * 32, me["secret"][:-1], me["secret"].upper() + "x", "y" * 4000):
            self.refused(s.ask(do="profile", id=me["id"], secret=secret), "no", unknown)
        for name in ("", "   ", "x" * 25, "a\nb", None, 7):
            self.refused(s.ask(do="profile", name=name), "bad")
        for name in ("zzzzzzzzzz", "", "z" * 400):
            self.refused(s.ask(do="profile", id=name, secret=me["secret"]), "no", unknown)

    def test_nobody_passes_for_another(self):
        s = self.socket()
        kim = s.ask(do="profile", name="Kim O\u200bslo\u202e ")
        self.assertEqual(kim["name"], "Kim Oslo", "what is not seen is not kept")
        for alike in ("Kim Oslo", "kim  oslo", "KIM OSLO", "\u039aim Oslo", "Kim \u041eslo", "Kim 0slo", "K\u0456m Oslo",
                      "\uff2bim Oslo"):
            self.refused(self.socket().ask(do="profile", name=alike), "no", "“Kim Oslo”")
        self.refused(s.ask(do="profile", name="a\u0085b"), "bad", "U+0085")
        own = {"do": "profile", "id": kim["id"], "secret": kim["secret"]}
        for name in ("kim oslo", "Kim Oslo"):
            self.assertEqual(s.ask(**own, name=name)["name"], name, "one may be like oneself")
        other = self.socket()
        tim = other.ask(do="profile", name="Tim Oslo")
        self.refused(other.ask(do="profile", id=tim["id"], secret=tim["secret"], name="Kim osl\u03bf"), "no", "“Kim Oslo”")
        self.assertEqual(other.ask(do="profile", id=tim["id"], secret=tim["secret"])["name"], "Tim Oslo", "all stays as it was")

    def test_names_of_old_stay(self):
        """Whatever an earlier edition let in."""
        folder = tempfile.TemporaryDirectory(prefix="duel-names-")
        self.addCleanup(folder.cleanup)
        self.assertEqual(Server(PROGRAM, data=folder.name, port=18790).stop()[0], 0)
        names = ["Ada", "Ada", "\u0410da", "\u202eadA", "\u200b", "x" * 40]
        with contextlib.closing(sqlite3.connect(os.path.join(folder.name, "duelliste.db"))) as base:
            kept = hashlib.blake2b(b"0" * 32, digest_size=32).hexdigest()
            for i, name in enumerate(names):
                base.execute("INSERT INTO profile VALUES(?, ?, ?, 0)", ("aaaaaaaaa%d" % i, name, kept))
            base.commit()
        server = Server(PROGRAM, data=folder.name, port=18790)
        self.addCleanup(server.kill)
        s = self.socket(server)
        own = [{"do": "profile", "id": "aaaaaaaaa%d" % i, "secret": "0" * 32} for i in range(len(names))]
        self.assertEqual([s.ask(**o)["name"] for o in own], names)
        self.assertEqual(s.ask(**own[1], name="Ada")["name"], "Ada", "what it is called it may be called")
        self.refused(s.ask(**own[1], name="ada"), "no", "“Ada”")
        self.assertEqual(s.ask(**own[1], name="Bea")["name"], "Bea")

    def terminal_game(self, data):
        subprocess.run([PROGRAM, "play", "nim", "--seats", "human,human", "--data", data],
                       input="1\n2\n", capture_output=True, text=True)

    def home_of(self, server, user, family=socket.AF_INET):
        """What `home` tells a client that runs for this user."""
        reader, writer = os.pipe()
        child = os.fork()
        if child == 0:
            try:
                if user != os.getuid():
                    os.setgroups([])
                    os.setgid(user)
                    os.setuid(user)
                told = Socket(server, family=family).ask(do="home", mine=[])
                os.write(writer, json.dumps(told).encode())
            finally:
                os._exit(0)
        os.close(writer)
        with os.fdopen(reader) as f:
            told = f.read()
        os.waitpid(child, 0)
        return json.loads(told)

    def test_games_of_the_terminal_are_their_player_s(self):
        server = Server(PROGRAM, port=18795)
        self.addCleanup(server.kill)
        self.terminal_game(server.data)
        families = [socket.AF_INET]
        if os.path.exists("/proc/net/tcp6"):  # a browser may come by an IPv6 socket
            families.append(socket.AF_INET6)
        for family in families:
            self.assertEqual(len(self.home_of(server, os.getuid(), family)["terminal"]), 1)
        if os.getuid() != 0:
            self.skipTest("only root can come as another user")
        for user in (65534, 12345):
            for family in families:
                told = self.home_of(server, user, family)
                self.assertEqual((told["is"], told["terminal"]), ("mine", []), "nothing for another user of the machine")

    def test_games_of_the_terminal_go_on_here(self):
        self.terminal_game(self.server.data)
        s = self.socket()
        here = s.ask(do="home", mine=[])["terminal"]
        self.assertEqual([(g["game"], g["moves"]) for g in here], [("nim", 2)])
        s.ask(do="join", table=here[0]["table"], tokens=[k["token"] for k in here[0]["seats"]])
        seen = s.table()
        self.assertEqual(len(seen["list"]), 2)
        self.done(s.ask(do="move", move=seen["moves"][0]["move"]))


class FromFiles(TableTest):
    """Games and players from files, which whoever runs the server named."""

    def serve(self, *args):
        server = Server(PROGRAM, port=18785, args=args)
        self.addCleanup(server.kill)
        return server

    def begin(self, server, game, seats):
        return self.table(game, seats, server)[0]

    def test_programs_sit_down(self):
        bot = os.path.join(ROOT, "examples", "bot.py")
        server = self.serve("--program", bot + "," + bot + ":seconds=1")
        self.assertEqual(Socket(server).ask(do="rules", game="nim")["programs"], ["bot.py", "bot.py"])
        s = self.begin(server, "nim", ["here", "program:2"])
        seen = s.table(lambda t: t["acting"])
        self.assertEqual(seen["seats"][1]["name"], "bot.py")
        while not seen["over"]:
            self.done(s.ask(do="move", move=seen["moves"][0]["move"]))
            played = len(seen["list"])
            seen = s.table(lambda t: t["over"] or t["acting"] and len(t["list"]) > played)
        self.assertGreater(len(seen["list"]), 3)
        for seat in ("program:3", "program:0", "program:", "program:x", "program:99999999999999999999", "cmd:" + bot):
            self.refused(Socket(server).ask(do="create", game="nim", seats=["here", seat], options={}), "bad")

    def test_programs_speak_their_own_languages(self):
        """A gtp: program is offered where it can tell the game, and plays; elsewhere its number is kept and no name stands there."""
        folder = tempfile.mkdtemp()
        self.addCleanup(shutil.rmtree, folder)
        engine = os.path.join(folder, "gtp-plain")
        os.symlink(os.path.join(ROOT, "tests", "cli", "othello_engine.py"), engine)
        server = self.serve("--program", os.path.join(ROOT, "examples", "bot.py") + ",gtp:" + engine)
        self.assertEqual(Socket(server).ask(do="rules", game="duo")["programs"], ["bot.py", None])
        self.assertEqual(Socket(server).ask(do="rules", game="moriarty")["programs"], ["bot.py", "gtp-plain"])
        s = self.begin(server, "moriarty", ["here", "program:2"])
        for played in (0, 2, 4):
            seen = s.table(lambda t: t["acting"] and len(t["list"]) >= played)
            self.done(s.ask(do="move", move=seen["moves"][0]["move"]))
        self.assertEqual(s.table(lambda t: len(t["list"]) >= 6)["seats"][1]["name"], "gtp-plain")

    def test_programs_have_their_limit(self):
        server = self.serve("--program", os.path.join(ROOT, "examples", "bot.py"))
        tables = [self.table("nim", ["here", "program:1"], server)[0] for _ in range(16)]
        self.refused(tables[0].ask(do="create", game="nim", seats=["here", "program:1"], options={}), "no", "busy")

    def test_a_program_that_fails_loses(self):
        with tempfile.TemporaryDirectory(prefix="secret-place-") as folder:
            ways = ("crash", "leave", "garbage", "illegal", "unwilling", "missing")
            paths = [os.path.join(folder, way) for way in ways]
            for way, path in zip(ways, paths):
                os.symlink("/bin/false" if way == "unwilling" else
                           os.path.join(ROOT, "tests", "script", "badbot.py"), path)
            server = self.serve("--program", ",".join(paths))
            os.unlink(paths[-1])  # it was there when the server began
            self.assertEqual(self.lose(server, ways), set(ways), "those are the ones that sat down and lost")
            _, log = server.stop()
            for path in paths:
                self.assertIn(path, log, "the owner is told which one, and where it is")

    def lose(self, server, ways):
        """Plays one game against each program; gives those that lost it, or could not be started at all."""
        lost = set()
        for i, way in enumerate(ways):
            s = self.socket(server)
            made = s.ask(do="create", game="nim", seats=["here", "program:%d" % (i + 1)], options={})
            told = [json.dumps(made)]
            if made["is"] == "created":
                self.done(s.ask(do="join", table=made["table"], tokens=[made["seats"][0]["token"]]))
                seen = self.play_on(s)
                self.assertEqual(seen["ended"], {"how": "resigned", "seat": 1}, way)
                self.assertTrue(seen["seats"][0]["won"])
                self.assertIn("The program %s has failed" % way, seen["trouble"])
                self.assertIn("ended resigned 1", s.ask(do="record")["record"])
                told += [json.dumps(seen), json.dumps(s.ask(do="record"))]
            else:
                self.refused(made, "no", "The program %s cannot be started" % way)
            self.assertNotIn("secret-place", "".join(told), "nobody is told where it is")
            lost.add(way)
        return lost

    def play_on(self, s):
        """Any moves, until the game is over."""
        while True:
            seen = s.table(lambda t: t["acting"] or t["over"])
            self.assertNotIn("secret-place", json.dumps(seen))
            if seen["over"]:
                return seen
            s.ask(do="move", move=seen["moves"][0]["move"], rev=seen["rev"])

    def test_a_return_game_s_programs_are_counted_too(self):
        bot = os.path.join(ROOT, "examples", "bot.py")
        server = self.serve("--program", bot)
        tables = [self.table("nim", ["here", "program:1"], server)[0] for _ in range(16)]
        self.done(tables[0].ask(do="resign"))
        self.refused(tables[0].ask(do="again"), "no", "busy")

    def test_a_return_game_needs_its_program_named(self):
        bot = os.path.join(ROOT, "examples", "bot.py")
        server = self.serve("--program", bot)
        s, made = self.table("nim", ["here", "program:1"], server)
        self.done(s.ask(do="resign"))
        server = self.again(server)
        self.addCleanup(server.kill)
        s = self.sit(made, "here", server)
        self.refused(s.ask(do="again"), "no", "no such program")

    def test_a_game_that_fails_is_reported(self):
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, "broken.lua")
            with open(os.path.join(ROOT, "examples", "allumettes.lua"), encoding="utf-8") as whole, open(path, "w", encoding="utf-8") as f:
                f.write(whole.read().replace("return left - take", 'if left < 15 then error("too few") end return left - take'))
            s = self.begin(self.serve(path), "broken.lua", ["here", "expert"])
            s.table(lambda t: t["acting"])
            self.done(s.ask(do="move", move="2"))
            seen = s.table(lambda t: t.get("trouble"))
            self.assertIn("too few", seen["trouble"])
            self.assertEqual((len(seen["list"]), seen["over"]), (1, False))


class Deals(TableTest):
    """Wumpus with these options has three openings, no more."""
    FEW = {"size": "4", "pits": "0", "difficulty": "medium"}

    def opening(self, s, **more):
        """What lies where in a new game, as its one player sees it once it is over."""
        made = s.ask(do="create", game="wumpus", seats=["here"], options={**self.FEW, **more.pop("options", {})}, **more)
        self.assertEqual(made["is"], "created", made)
        self.done(s.ask(do="join", table=made["table"], tokens=[made["seats"][0]["token"]]))
        self.done(s.ask(do="resign"))
        seen = s.table(lambda t: t["id"] == made["table"] and t["over"])
        return tuple(sorted(e["id"] for e in seen["scene"]["el"] if e.get("id", "").startswith(("gold", "wumpus"))))

    def test_openings_played_are_not_dealt_again(self):
        for name in ("Ada", "Bob"):
            s = self.socket()
            s.ask(do="profile", name=name)
            given = "-G -. -. -. / -. -W -. -. / -. -. -. -. / . -. -. -. ; at 0,0 0"
            self.opening(s, start=given)  # one's own position is not counted
            first = [self.opening(s, options={"reveals": str(i)}) for i in range(3)]
            self.assertEqual(len(set(first)), 3, first)
            self.assertIn(self.opening(s), first, "all were played: any comes again")

    def test_return_games_too(self):
        s = self.socket()
        s.ask(do="profile", name="Cleo")
        seen = [self.opening(s)]
        for _ in range(2):
            made = s.ask(do="again")
            self.done(s.ask(do="join", table=made["table"], tokens=[made["seats"][0]["token"]]))
            self.done(s.ask(do="resign"))
            table = s.table(lambda t: t["id"] == made["table"] and t["over"])
            seen.append(tuple(sorted(e["id"] for e in table["scene"]["el"]
                                     if e.get("id", "").startswith(("gold", "wumpus")))))
        self.assertEqual(len(set(seen)), 3, seen)


class Crowded(TableTest):
    def once_there_is_room(self, server):
        while True:
            with contextlib.suppress(Refused):
                return self.socket(server)

    def test_one_address_has_its_limit(self):
        server = Server(PROGRAM, port=18780, args=("--crowd", "40"))
        self.addCleanup(server.kill)
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
        self.assertEqual(self.once_there_is_room(server).ask(do="hello")["is"], "hello", "room again once they have left")
        self.assertEqual(server.stop()[0], 0)

    def test_a_puzzle_is_looked_for_once_however_often_it_is_asked_for(self):
        server = Server(PROGRAM, port=18781)
        self.addCleanup(server.kill)
        for one in [self.socket(server) for _ in range(2)]:  # a long search
            numbers = [one.send(do="daily", game="connect4") for _ in range(60)]
            one.ask(do="variant", game="nim")
            refused = [m for m in one.news if m.get("re") in numbers]
            self.assertEqual([m["re"] for m in refused], numbers[:-1], "only the last question still waits")
            for m in refused:
                self.refused(m, "advice", "meanwhile")
        status, errors = server.stop()
        self.assertEqual(status, 0, "memory is lost: " + errors)


if __name__ == "__main__":
    unittest.main(warnings="ignore", argv=[sys.argv[0], *sys.argv[1:]])
