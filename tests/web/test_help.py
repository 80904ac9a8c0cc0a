#!/usr/bin/env python3
"""Help at the table: advice and its rules, hints, lenses, observing, what machines tell of their thinking, flags.

usage: test_help.py [PROGRAM]        (default: build/duel)
"""
from house import HouseTest, main

SOON = ("--absence", "1")  # who left is absent after a second, and not after the usual fifteen


class Help(HouseTest):
    PORT = 18728

    def test_advice_rules(self):
        for rule, allowed in (("off", False), ("all", True), ("shown", True)):
            s, other, made = self.two("nim", advice=rule)
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
        s, other, made = self.two("nim", advice="shown")
        advice = s.ask(do="advise")
        other.ask(do="look", ply=0)
        news = other.next("advised")
        self.assertEqual((news["move"], news["seat"]), (advice["move"], 0))

    def test_advice_with_secrets_is_not_shown(self):
        s, other, made = self.two("duo", advice="shown")
        asker = s if s.table()["acting"] else other
        quiet = other if asker is s else s
        self.assertEqual(asker.ask(do="advise")["is"], "advice")
        self.assertEqual(set(quiet.next("advised")), {"is", "seat"})

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
        server = self.own_server()
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
        watcher = self.watch(made)
        self.assertEqual(watcher.table()["seat"], -1, "those who look on see no more than before")

    def test_nobody_observes_while_somebody_may_come_back(self):
        server = self.own_server(args=SOON)
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

    def test_nobody_sits_down_where_all_was_shown(self):
        s, made = self.table("duo", ("here", "elsewhere"))
        self.join(s, made)
        self.done(s.ask(do="observe"))
        self.join(s, made, 0)
        late = self.watch(made)
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


if __name__ == "__main__":
    main()
