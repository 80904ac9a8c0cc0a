#!/usr/bin/env python3
"""Lessons and puzzles, and the catalogue of games.

usage: test_learning.py [PROGRAM]        (default: build/duel)
"""
import json
import os
import sqlite3
import time

from house import HouseTest, main, told


class Learning(HouseTest):
    PORT = 18736

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
        self.assertEqual(told("solve", "tictactoe", puzzle["position"], "--all")["best"], right)
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
        same = told("puzzle", "ergo", "--seed", str(seed >> 1))
        self.assertEqual(same["position"], puzzle["position"])
        first, last = same["answer"]
        half = s.ask(do="daily", game="ergo", move=first)
        self.assertEqual((half["drafted"], half["question"], half["seat"]), (1, puzzle["question"], puzzle["seat"]))
        self.assertNotIn("right", half)
        self.assertNotEqual(half["scene"], puzzle["scene"])
        done = s.ask(do="daily", game="ergo", move=first + " " + last)
        self.assertTrue(done["right"])
        self.assertEqual((done["why"], done["seat"], done["moves"]), (same["why"], puzzle["seat"], []))
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

    def test_a_puzzle_is_looked_for_once_however_often_it_is_asked_for(self):
        server = self.own_server()
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
    main()
