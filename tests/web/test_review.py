#!/usr/bin/env python3
"""Reviews at the wire: the same as `duel review`, shared by who asks, told while they go on, stopped when nobody waits; and
games tried again from an earlier position.

usage: test_review.py [PROGRAM]        (default: build/duel)
"""
import os
import tempfile

from house import EXAMPLES, HouseTest, main, told

LUA = os.path.join(EXAMPLES, "hexapawn.lua")
NODES = 150
FOUR = "game connect4 1\nvariant width=7 height=6\nseed 1\nmoves 1 7 1 7 1 7 2 1 2 5"
GAMES = {
    "four in a row": FOUR,
    "Moriarty": "game moriarty 1\nvariant\nseed 5\nmoves d3 e3 f6 c5 b5 b6 f3 f2 e2 d2 c1 d1 c3 b4 e1 g3",
    "Chicago": "game chicago 1\nvariant\nseed 5\nmoves 1CK 1MS 2MK 1CM 3SR 3KS 2RM 3CW 2SW 2WR 3CS 2CC 1KS 1WM 2RK 2KR",
    "Ergo": "game ergo 1\nvariant\nseed 5\nmoves B@1.1 xE x| xF (@1.1 )@1.3 D@1.4 O=|@1.4 &@1.2 C@1.2",
    "a file": "hexapawn.lua a1a2 c3c2 a2b3",  # its version is a hash, so it is played
}


def found(review):
    """Marks, costs and the turning point; costs as far as the command line writes them."""
    number = lambda n: n if n is None else round(n, 9)
    return review["turning"], review["sum"], [
        (m["move"], m["mark"], m["best"], m["line"], m["text"], *map(number, (m["cost"], m["share_lost"], m["points_lost"])))
        for m in review["moves"]]


class ReviewTest(HouseTest):
    PORT = 18690
    ARGS = (LUA,)

    def speaker(self, lang="en"):
        s = self.socket()
        s.ask(do="hello", lang=lang)
        return s

    def analyse(self, s, game):
        recorded = game.startswith("game")
        name, *moves = ("",) if recorded else game.split()
        how = dict(record="duelliste 1\n%s\n" % game) if recorded else dict(game=name, options={})
        made = self.created(s.ask(do="analyse", **how))
        self.join(s, made)
        for move in moves:
            self.assertEqual(s.ask(do="move", move=move)["is"], "done", move)
        return made


class Same(ReviewTest):
    def on_command_line(self, text):
        with tempfile.NamedTemporaryFile("w", suffix=".txt") as record:
            record.write(text)
            record.flush()
            return told("review", record.name, "--lang", "en", "--nodes", str(NODES), "--threads", "1", "--load", LUA)

    def test_the_page_and_the_command_line_find_the_same(self):
        for name, game in GAMES.items():
            with self.subTest(name):
                s = self.speaker()
                self.analyse(s, game)
                review = s.ask(do="review", nodes=NODES)
                self.assertEqual(review["is"], "review", review)
                self.assertEqual(found(review), found(self.on_command_line(s.ask(do="record")["record"])))
                self.assertTrue(any(m["mark"] for m in review["moves"]), "something is to be seen")

    def test_four_in_a_row_turns_where_a_win_in_one_was_passed_over(self):
        s = self.speaker()
        self.analyse(s, FOUR)
        review = s.ask(do="review", nodes=NODES)
        turning = review["moves"][review["turning"] - 1]
        self.assertEqual((review["turning"], turning["mark"], turning["line"]), (7, "blunder", ["1"]))
        self.assertEqual(turning["reasons"][0]["text"], "It makes four in a row.")
        curve = review["curve"]
        self.assertEqual((curve["above"], curve["below"], len(curve["values"])), ("First", "Second", 11))
        self.assertEqual(curve["values"][6:8], [1, -1])


class Asking(ReviewTest):
    def lose(self, s):
        """Matches, all but two at once; the machine takes them."""
        made = s.ask(do="create", game="allumettes", options={"matches": "5"}, seats=["here", "expert"])
        self.join(s, made, 0)
        self.refused(s.ask(do="review"), about="once it is over")
        s.ask(do="move", move="3")
        s.table(lambda t: t["over"])
        return made

    def test_only_what_is_over_is_reviewed_and_the_reader_is_told_you(self):
        s, other = self.speaker(), self.speaker("fr")
        made = self.lose(s)
        move = s.ask(do="review", nodes=NODES)["moves"][0]
        self.assertEqual((move["mark"], move["text"]), ("blunder", "You gave the win away: you lose now."))
        self.assertEqual((move["had"]["text"], move["got"]["text"]), ("you win in 3 moves", "you lose in 2 moves"))
        other.ask(do="join", table=made["table"], tokens=[])
        self.assertNotIn("Vous", other.ask(do="review", nodes=NODES)["moves"][0]["text"], "a spectator reads names")

    def test_nothing_played_is_nothing_to_review(self):
        s = self.speaker()
        self.analyse(s, "nim")
        self.refused(s.ask(do="review"), about="Nothing has been played")
        s.ask(do="move", move="1")
        self.refused(s.ask(do="review", nodes=-1), about="outside")

    def test_two_who_ask_share_one_and_one_who_stops_stops_nobody_else(self):
        first, second = self.speaker(), self.speaker()
        made = self.analyse(first, GAMES["Moriarty"])
        self.join(second, made)
        asked = first.send(do="review", nodes=20 * NODES)
        second.send(do="review", nodes=20 * NODES)
        first.send(do="stop", of="review")
        self.refused(first.answer(asked), about="not complete")
        while (answer := second.receive())["is"] != "review":
            if answer["is"] == "reviewing":
                self.assertLess(answer["done"], answer["total"])
        self.assertEqual(found(first.ask(do="review", nodes=20 * NODES)), found(answer), "it is still known")


class Ending(ReviewTest):
    """The server ends in the middle of the last one."""

    def test_who_leaves_is_refused(self):
        s = self.speaker()
        made = self.analyse(s, GAMES["Moriarty"])
        asked = s.send(do="review", nodes=10000 * NODES)
        self.join(s, made)
        self.assertIn(asked, [m.get("re") for m in s.news if m["is"] == "refused"])
        s.send(do="review", nodes=20000 * NODES)


class Lines(ReviewTest):
    def test_a_line_is_looked_at_step_by_step(self):
        s = self.speaker()
        self.analyse(s, FOUR)
        past = s.ask(do="look", ply=6, line=["1"])
        self.assertEqual((past["is"], past["ply"], past["line"]), ("past", 6, ["1"]))
        placed = [e["id"] for e in past["scene"]["el"] if e.get("last") == "placed"]
        self.assertEqual(len(placed), 1)
        self.refused(s.ask(do="look", ply=6, line=["1", "2"]), about="over")
        self.refused(s.ask(do="look", ply=6, line=["9"]), about="")

    def test_no_line_is_looked_at_in_a_running_game_among_people(self):
        s, _ = self.table("connect4", ["here", "elsewhere"], options={})
        self.refused(s.ask(do="look", ply=0, line=["4"]), about="once the game is over")
        self.refused(s.ask(do="retry", ply=0), about="once the game is over")

    def test_no_line_is_looked_at_while_something_is_hidden(self):
        s, _ = self.table("duo", ["here", "level:1"], options={})
        self.refused(s.ask(do="look", ply=0, line=["a1+"]), about="once the game is over")


class Again(ReviewTest):
    def retry(self, s, **how):
        made = self.created(s.ask(do="retry", **how))
        s.whole = None
        self.join(s, made)
        return made, s.table(lambda t: t["id"] == made["table"])

    def test_the_one_who_moved_moves_again_against_the_same_machine(self):
        s, _ = self.table("allumettes", ["here", "level:2"], options={"matches": "5"})
        s.ask(do="move", move="3")
        s.ask(do="resign")
        again, table = self.retry(s, ply=0, by="level:7")
        self.assertEqual([seat["seat"] for seat in again["seats"]], [0])
        self.assertEqual([seat["name"] for seat in table["seats"]], ["you", "Machine, level 2"])
        self.assertTrue(table["acting"] and not table["analysis"] and not table["list"])

    def test_where_people_played_the_machine_asked_for_sits(self):
        s = self.speaker()
        self.analyse(s, FOUR)
        again, table = self.retry(s, ply=7, by="level:3")
        self.assertEqual([seat["seat"] for seat in again["seats"]], [1])
        self.assertEqual([seat["name"] for seat in table["seats"]], ["Machine, level 3", "you"])
        self.assertTrue(table["acting"])

    def test_every_game_can_be_tried_again(self):
        for name, game in GAMES.items():
            with self.subTest(name):
                s = self.speaker()
                self.analyse(s, game)
                self.assertTrue(self.retry(s, ply=2, by="level:1")[1]["acting"])

    def test_what_cannot_be_is_refused(self):
        s = self.speaker()
        self.analyse(s, FOUR)
        self.refused(s.ask(do="retry", ply=10), about="no such move")
        self.refused(s.ask(do="retry", ply=0, by="program:1"), about="A machine is")


if __name__ == "__main__":
    main()
