#!/usr/bin/env python3
"""Boards to analyse on: values, the curve, positions set up by hand, records that come back.

usage: test_analysis.py [PROGRAM]        (default: build/duel)
"""
import os

from house import HouseTest, duel, main, told


class Analysis(HouseTest):
    PORT = 18732

    def test_a_board_to_analyse_on_is_observed_by_nobody(self):
        """Everything is shown there, and it is not marked for that."""
        seen = self.open(game="duo", options={}).table()
        self.assertEqual((seen["observed"], seen["analysis"]), (False, True))

    def solve(self, game, position):
        return told("solve", game, position, "--all", "--data", self.server.data)

    def open(self, server=None, **what):
        s = self.socket(server)
        self.join(s, self.created(s.ask(do="analyse", **what)))
        return s

    def test_values_are_those_of_the_solver(self):
        for game, moves in (("tictactoe", ("b2", "a1", "b1")), ("nim", ("3",)), ("kayles", ())):
            s = self.open(game=game, options={})
            for m in moves:
                self.done(s.ask(do="move", move=m))
            values = s.ask(do="values", ply=len(moves))
            self.assertEqual(values["is"], "values", values)
            record = s.ask(do="record")["record"]
            truth = self.solve(game, told("show", game, "--play", ",".join(moves))["position"])
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
            first = [s.ask(do="hint", step=step) for step in (1, 2, 3)]
            s.ask(do="values", ply=0, effort=2)
            s.ask(do="advise", instead=s.ask(do="values", ply=0)["moves"][-1]["move"])
            again = [s.ask(do="hint", step=step) for step in (1, 2, 3, 4)]
            for before, after in zip(first, again):
                self.assertEqual(before["reasons"], after["reasons"], game)
                self.assertLessEqual(before["number"], after["number"])
            self.assertEqual(again[3]["reasons"][0], first[2]["reasons"][0], game)
            self.assertIn(again[3].get("said", again[3]["move"]), first[2]["reasons"][0]["text"])

    def test_what_the_game_can_prove_is_proved(self):
        server = self.own_server()  # whose memory nobody else holds: the L-game is proved whole or not at all
        for game in ("chicago", "dodgem", "lgame"):
            s = self.open(server, game=game, options={})
            answer = s.ask(do="values", ply=0, effort=4)
            self.assertTrue(answer["settled"] and answer["proved"] and all(m["proved"] for m in answer["moves"]), game)

    def test_thinking_is_stopped(self):
        s = self.open(game="connect4", options={})
        number = s.send(do="values", ply=0, effort=4)
        self.done(s.ask(do="stop"))
        self.assertFalse(s.answer(number)["settled"])

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
        duel("solve", "connect4", *options, "--data", self.server.data, check=True)
        s = self.open(game="connect4", options=dict(o.split("=") for o in options))
        for what in (dict(do="values", ply=0), dict(do="advise")):
            answer = self.at_once(s, what, what)[0]
            self.assertTrue(answer["proved"] and all(m["proved"] for m in answer["moves"]), answer)

    def test_what_is_proved_here_is_kept(self):
        server = self.own_server()
        s = self.open(server, game="connect4", options={"width": "4", "height": "4"}, position="..../..../..../XO..")
        self.assertTrue(s.ask(do="values", ply=0)["proved"])
        s.close()
        self.assertEqual(server.stop()[0], 0)
        self.assertEqual([row["game"] for row in told("learned", "list", "--data", server.data)["learned"]], ["connect4"])

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
            self.assertEqual(self.told(one.answer(number)), values)

    def test_equal_questions_are_answered_together(self):
        s, other, made = self.two("moriarty")
        for one in (s, other):
            self.done(one.ask(do="move", move=one.table(lambda t: t["acting"])["moves"][0]["move"]))
        self.done(s.ask(do="resign"))
        crowd = [self.watch(made) for _ in range(20)]  # more than may stand in line with questions of their own
        numbers = [one.send(do="graph") for one in crowd]
        curves = [self.told(one.answer(number)) for one, number in zip(crowd, numbers)]
        for curve in curves:
            self.assertEqual(curve, curves[0])
        self.assertTrue(all("worth" in p for p in curves[0]["list"]), "and the curve is whole")

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
        made = self.created(s.ask(do="setup", ply=0, edits=edits, done=True))
        self.join(s, made)
        values = s.ask(do="values", ply=0)
        truth = self.solve("nim", "12-1/2")
        self.assertEqual({k["move"]: k["value"] for k in values["moves"]}, {k["move"]: k["value"] for k in truth["moves"]})

    MAY = ("acting", "advises", "checks", "undoes", "leaves", "sets", "resigns", "observes", "helps")

    def may(self, seen):
        return [key for key in self.MAY if seen[key]]

    def test_what_each_may_do_is_told(self):
        s, made = self.table("wumpus", ("here",), advice="all")
        watcher = self.watch(made)
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
        check = lambda text: duel("verify", path, "--commitment", text).returncode
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


if __name__ == "__main__":
    main()
