#!/usr/bin/env python3
"""Learning from one's mistakes over the wire: gathered, asked, answered, by profile.

usage: test_practice.py [PROGRAM]        (default: build/duel)
"""
import os
import resource
import time

from house import EXAMPLES, HouseTest, main

NODES = 20000  # for a search: the same on every machine
LOST = "1 2 1 3 1 3"  # Nim with 11 matches: 3 would have won at once
DAY = 86400


class Practice(HouseTest):
    PORT = 18620
    ARGS = (os.path.join(EXAMPLES, "nim.lua"),)

    def speaker(self):
        s = self.socket()
        s.ask(do="hello", lang="en")
        return s

    def person(self, name):
        s = self.speaker()
        s.profile = s.ask(do="profile", name=name)
        self.assertEqual(s.profile["is"], "profile")
        return s

    def play(self, first, second, moves=LOST, game="nim", options=None):
        made = first.ask(do="create", game=game, seats=["here", "elsewhere"], options=options or {"matches": "11"})
        for who, seat in ((first, 0), (second, 1)):
            self.join(who, made, seat)
        for i, move in enumerate(moves.split()):
            answer = (first, second)[i % 2].ask(do="move", move=move)
            self.assertEqual(answer["is"], "done", (move, answer))
        first.table(lambda t: t["over"])
        return made["table"]

    def gathered(self, s, **more):
        answer = s.ask(do="gather", nodes=NODES, **more)
        self.assertEqual(answer["is"], "mistakes", answer)
        return answer

    def test_from_a_game_to_the_next_day(self):
        ada, bob = self.person("Ada"), self.person("Bob")
        table = self.play(ada, bob)
        self.assertEqual((ada.ask(do="mistakes")["due"], ada.ask(do="mistakes")["unreviewed"]), (0, 1))
        due = self.gathered(ada)
        self.assertEqual((due["due"], due["unreviewed"], due["later"]), (1, 0, 0))
        asked = ada.ask(do="exercise")
        self.assertEqual((asked["is"], asked["game"], asked["played"], asked["seat"], asked["due"]),
                         ("exercise", "nim", "1", 0, 1))
        self.assertEqual(asked["question"], "You played 1 here, and a win became a loss. Find something better.")
        self.assertEqual([m["move"] for m in asked["moves"]], ["1", "2", "3"])
        self.assertNotIn("right", asked)
        wrong = ada.ask(do="exercise", number=asked["number"], move="2", nodes=NODES)
        self.assertEqual((wrong["right"], wrong["mark"], wrong["due"], wrong["scene"]), (False, "blunder", 1, asked["scene"]))
        self.assertIn("you lose", wrong["text"])
        self.assertEqual(ada.ask(do="exercise")["number"], asked["number"], "asked again until it is right")
        shown = ada.ask(do="exercise", number=asked["number"], solution=True)
        self.assertEqual((shown["right"], shown["shown"], shown["line"][0]), (False, True, "3"))
        self.assertNotEqual(shown["scene"], asked["scene"])
        self.assertEqual(ada.ask(do="mistakes", table=table)["due"], 1)
        right = ada.ask(do="exercise", number=asked["number"], move="3", nodes=NODES)
        self.assertEqual((right["right"], right["plan"], right["due"]), (True, "It comes back tomorrow.", 0))
        self.assertTrue(right["why"])
        nothing = ada.ask(do="exercise")
        self.assertEqual((nothing["is"], nothing["due"], "number" in nothing), ("exercise", 0, False))
        later = ada.ask(do="mistakes")
        self.assertEqual((later["due"], later["later"], later["next"] % DAY), (0, 1, 0))
        self.assertGreater(later["next"], self.server.clock.date())

    def test_nobody_sees_anothers(self):
        cleo, dan = self.person("Cleo"), self.person("Dan")
        self.play(cleo, dan)
        self.gathered(cleo)
        number = cleo.ask(do="exercise")["number"]
        self.assertEqual(self.gathered(dan)["due"], 0)
        for more in ({}, {"move": "3"}, {"solution": True}):
            self.refused(dan.ask(do="exercise", number=number, **more), about="no such exercise")
        nobody = self.speaker()
        for request in ({"do": "mistakes"}, {"do": "gather"}, {"do": "exercise"}, {"do": "exercise", "number": number}):
            self.refused(nobody.ask(**request), about="who has a profile")
        self.assertEqual(cleo.ask(do="mistakes")["due"], 1, "nothing was counted")
        # another profile on the same connection while the answer is made
        asked = cleo.send(do="exercise", number=number)
        cleo.ask(do="profile", id=dan.profile["id"], secret=dan.profile["secret"])
        answer = next((m for m in cleo.news if m.get("re") == asked), None) or cleo.receive()
        self.assertIn(answer["is"], ("exercise", "refused"))
        self.refused(cleo.ask(do="exercise", number=number), about="no such exercise")

    def test_what_is_wrong_is_refused(self):
        eve, fay = self.person("Eve"), self.person("Fay")
        self.play(eve, fay)
        self.gathered(eve)
        number = eve.ask(do="exercise")["number"]
        self.refused(eve.ask(do="exercise", number=number, move="9"), about="1 to 3")
        self.refused(eve.ask(do="exercise", move="3"), about="lacks")
        self.refused(eve.ask(do="exercise", number=10**9, move="3"), about="no such exercise")
        self.refused(eve.ask(do="gather", nodes=-1), about="nodes")
        self.refused(eve.ask(do="mistakes", table="x" * 40), about="no saved game")
        self.assertEqual(eve.ask(do="mistakes", table="0000000000")["due"], 0)
        first, second = (eve.send(do="exercise", number=number, move="1", nodes=NODES) for _ in range(2))
        answers = {m["re"]: m for m in (eve.receive(), eve.receive())}
        self.assertEqual(answers[first]["is"], "exercise")
        if answers[second]["is"] != "exercise":  # the first may have been judged by then
            self.refused(answers[second], about="still being looked at")

    def test_a_game_of_a_file(self):
        gus, hal = self.person("Gus"), self.person("Hal")
        self.play(gus, hal, game="nim.lua")
        due = self.gathered(gus)
        self.assertGreater(due["due"], 0)
        asked = gus.ask(do="exercise")
        self.assertEqual(asked["game"], "nim.lua")
        shown = gus.ask(do="exercise", number=asked["number"], solution=True)
        right = gus.ask(do="exercise", number=asked["number"], move=shown["line"][0], nodes=NODES)
        self.assertTrue(right["right"])

    def test_gathering_tells_how_far_it_has_come(self):
        ida, jim = self.person("Ida"), self.person("Jim")
        for _ in range(3):
            self.play(ida, jim)
        number, other = ida.send(do="gather", nodes=NODES), ida.send(do="gather", nodes=NODES)
        told, answers = [], []
        while len(answers) < 2:
            m = ida.receive()
            if m["is"] == "gathering":
                told.append(m)
            elif m.get("re") in (number, other):
                answers.append(m)
        self.assertEqual([(a["is"], a["due"]) for a in answers], [("mistakes", 1)] * 2, "three times the same is one")
        for m in told:
            self.assertLessEqual((m["games"], m["done"]), (m["of"], m["total"]))

    def test_a_review_at_the_table_is_kept(self):
        kim, leo = self.person("Kim"), self.person("Leo")
        self.play(kim, leo)
        self.assertEqual(kim.ask(do="review", nodes=NODES)["is"], "review")
        self.assertEqual(kim.ask(do="mistakes")["unreviewed"], 1, "whoever sets other limits finds for himself")
        self.assertEqual(leo.ask(do="review")["is"], "review")
        until = time.monotonic() + 300
        while kim.ask(do="mistakes")["unreviewed"] and time.monotonic() < until:
            time.sleep(0.02)
        self.assertEqual((kim.ask(do="mistakes")["due"], kim.ask(do="mistakes")["unreviewed"]), (1, 0))
        self.assertEqual(leo.ask(do="mistakes")["due"], 0)

    def test_a_game_is_mended_where_it_was_played(self):
        first, second = self.speaker(), self.speaker()
        self.play(first, second)
        self.refused(first.ask(do="mend"), about="not been reviewed")
        self.assertEqual(first.ask(do="review", nodes=NODES)["is"], "review")
        self.assertEqual((first.ask(do="mend")["list"], second.ask(do="mend")["list"]), ([1], []))
        asked = first.ask(do="mend", number=1)
        self.assertEqual((asked["is"], asked["number"], asked["played"], "due" in asked), ("exercise", 1, "1", False))
        wrong = first.ask(do="mend", number=1, move="2", nodes=NODES)
        right = first.ask(do="mend", number=1, move="3", nodes=NODES)
        self.assertEqual((wrong["right"], right["right"], "plan" in right), (False, True, False))
        self.assertEqual(first.ask(do="mend", number=1, solution=True)["line"][0], "3")
        for number, told in ((2, "no such exercise"), (3, "no such exercise"), (99, "no such move"), (0, "no such move")):
            self.refused(first.ask(do="mend", number=number), about=told)
        self.refused(second.ask(do="mend", number=1), about="no such exercise")
        self.refused(self.speaker().ask(do="mend"), about="at a table only")

    def test_a_full_disk_is_told_without_its_name(self):
        server = self.server = self.own_server()  # its owner is told
        ola, pat = self.person("Ola"), self.person("Pat")
        self.play(ola, pat)
        self.gathered(ola)
        number = ola.ask(do="exercise")["number"]
        hard = resource.prlimit(server.process.pid, resource.RLIMIT_FSIZE)[1]
        resource.prlimit(server.process.pid, resource.RLIMIT_FSIZE, (0, hard))
        full = ola.ask(do="exercise", number=number, move="3", nodes=NODES)
        self.refused(full, about="no room left")
        self.assertNotIn(server.data, full["error"]["message"])
        self.refused(pat.ask(do="gather", nodes=NODES), about="no room left")
        resource.prlimit(server.process.pid, resource.RLIMIT_FSIZE, (resource.RLIM_INFINITY, hard))
        self.assertTrue(ola.ask(do="exercise", number=number, move="3", nodes=NODES)["right"], "nothing was counted before")
        self.assertEqual((self.gathered(pat)["due"], ola.ask(do="mistakes")["later"]), (0, 1))
        status, errors = server.stop()
        self.assertEqual(status, 0)
        self.assertIn("no room left", errors)
        del self.server  # the one of the class goes on


if __name__ == "__main__":
    main()
