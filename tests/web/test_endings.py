#!/usr/bin/env python3
"""How games end: by resigning, by time, taken back with consent; and return games.

usage: test_endings.py [PROGRAM]        (default: build/duel)
"""
import os

from house import HouseTest, duel, main


class Ending(HouseTest):
    PORT = 18720

    def test_resign(self):
        s, other, made = self.two()
        watcher = self.watch(made)
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
        self.assertEqual(duel("verify", path).returncode, 0)
        with open(path, "w") as f:
            f.write(text.replace("result 0 1", "result 1 0"))
        self.assertEqual(duel("verify", path).returncode, 1)

    def test_resign_needs_a_seat_when_holding_several(self):
        s, _ = self.table()
        self.refused(s.ask(do="resign"), "bad")
        self.refused(s.ask(do="resign", seat=7), "bad")
        self.done(s.ask(do="resign", seat=1))
        self.assertEqual([k["won"] for k in s.table(lambda t: t["over"])["seats"]], [True, False])

    def test_taking_back_needs_consent(self):
        """Those whose turns would be taken back are asked, and nobody else."""
        s, other, made = self.two()
        watcher = self.watch(made)
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
        s, other, made = self.two(advice="all")
        self.refused(s.ask(do="again"), "no")
        self.done(s.ask(do="resign"))
        numbers = [one.send(do="again") for one in (s, other)]
        found = [self.created(one.answer(number)) for one, number in zip((s, other), numbers)]
        self.assertEqual(found[0]["table"], found[1]["table"], "one game, not two")
        self.assertEqual([[k["seat"] for k in m["seats"]] for m in found], [[0], [1]])
        for one, m in zip((s, other), found):
            self.join(one, m, 0)
        self.assertEqual(s.table(lambda t: t["id"] == found[0]["table"])["advice"], "all")

    def test_a_return_game_is_offered_to_nobody_else(self):
        s, made = self.table(seats=("here", "open"))
        self.assertTrue(s.table()["seats"][1]["open"])
        self.done(s.ask(do="resign"))  # before anybody came
        again = s.ask(do="again")
        self.join(s, again, 0)
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
            self.join(s, made, 0)
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
        s, other, made = self.two(clock={"main": 2.5, "more": 0.5})
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
        server = self.own_server()
        s, made = self.table(seats=("here", "open"), server=server, advice="shown", clock={"main": 60, "more": 1})
        s.ask(do="move", move="b2")
        server = self.again(server)
        s = self.socket(server)
        self.join(s, made, 0)
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


if __name__ == "__main__":
    main()
