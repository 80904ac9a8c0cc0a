#!/usr/bin/env python3
"""Seats that change hands: taken over by a machine or by somebody else, with consent, and given back.

usage: test_seats.py [PROGRAM]        (default: build/duel)
"""
from house import HouseTest, main

SOON = ("--absence", "1")  # who left is absent after a second, and not after the usual fifteen


class TakeOver(HouseTest):
    PORT = 18724
    ARGS = SOON

    def test_not_from_one_who_left_just_now(self):
        server = self.own_server()
        s, made = self.table(seats=("here", "elsewhere"), server=server)
        self.sit(made, "elsewhere", server).close()
        s.table(lambda t: not t["seats"][1]["present"])
        self.refused(s.ask(do="takeover", seat=1, by="expert"), "no", "away for 15 seconds")

    def test_by_a_machine_and_back(self):
        s, other, made = self.two()
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

    def test_by_another_person(self):
        s, other, made = self.two()
        taker = self.watch(made)
        self.refused(taker.ask(do="takeover", seat=1, by="me"), "no", "away")
        other.close()
        self.gone(s, 1)
        self.refused(s.ask(do="answer", yes=True), "no")
        hasty = self.watch(made)
        self.done(hasty.ask(do="takeover", seat=1, by="me"))
        asked = s.table(lambda t: "wants" in t)
        self.done(taker.ask(do="takeover", seat=1, by="me"))
        self.assertTrue(taker.table(lambda t: t.get("wants", {}).get("mine"))["wants"]["mine"])
        self.refused(s.ask(do="answer", yes=True, rev=asked["rev"]), "no", "changed")
        asked = s.table(lambda t: t["rev"] > asked["rev"])
        self.assertEqual(asked["wants"]["seat"], 1)
        self.refused(taker.ask(do="answer", yes=True), "no")
        self.done(s.ask(do="answer", yes=True, rev=asked["rev"]))
        fresh = taker.next("created")["seats"][0]["token"]
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
        taker = self.watch(made)
        self.done(taker.ask(do="takeover", seat=1, by="me"))
        s.table(lambda t: "wants" in t)
        self.done(s.ask(do="answer", yes=True))
        fresh = taker.next("created")["seats"][0]["token"]
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
        self.join(s, made)
        self.assertEqual([k["mine"] for k in s.table()["seats"]], [True, False], "who made the table cannot sit there")
        self.done(other.ask(do="join", table=made["table"], tokens=[got["seats"][0]["token"]]))
        self.assertTrue(other.table()["seats"][1]["mine"])

    def test_other_hands_at_the_asker_s_seat_end_a_question(self):
        s, other, _ = self.two()
        self.done(s.ask(do="move", move="b2"))
        self.done(other.ask(do="move", move="a1"))
        self.done(s.ask(do="back"))  # the other's last turn would go with it
        self.assertTrue(other.table(lambda t: "asked" in t)["asked"])
        s.close()
        self.gone(other, 0)
        self.done(other.ask(do="takeover", seat=0, by="level:1"))
        other.table(lambda t: "asked" not in t and not t["seats"][0]["person"])
        self.refused(other.ask(do="answer", yes=True), "no", "Nobody")

    def three(self):
        s, made = self.table("chicago", ("here", "elsewhere", "open"), options={"players": "3"})
        last = self.socket()
        self.join(last, last.ask(do="claim", table=made["table"], seat=2))
        people = s, self.sit(made, "elsewhere"), last
        return people, [len(self.play_turn(one)["list"]) for one in people][-1]

    def test_all_whose_turns_would_go_are_asked(self):
        people, moves = self.three()
        s, second, last = people
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
        (s, second, last), moves = self.three()
        self.done(second.ask(do="back"))  # asks the last alone
        last.table(lambda t: "asked" in t)
        self.done(s.ask(do="back"))  # asks both
        self.assertTrue(second.table(lambda t: t.get("asked"))["asked"])
        self.done(last.ask(do="answer", yes=True))
        self.assertEqual(len(last.table(lambda t: "asked" not in t)["list"]), moves, "it was the second question")
        self.done(second.ask(do="answer", yes=True))
        s.table(lambda t: not t["list"])

    def test_a_draft_goes_with_who_made_it(self):
        s, other, made = self.two("duo")
        mover, waits = (s, other) if s.table()["acting"] else (other, s)
        seat = int(mover is other)
        self.done(mover.ask(do="move", move=mover.table(lambda t: t["acting"])["moves"][0]["move"]))
        mover.table(lambda t: t["drafted"] == 1)
        mover.close()
        self.gone(waits, seat)
        taker = self.watch(made)
        self.done(taker.ask(do="takeover", seat=seat, by="me"))
        waits.table(lambda t: "wants" in t)
        self.done(waits.ask(do="answer", yes=True))
        self.assertEqual(taker.table(lambda t: t["acting"])["drafted"], 0)

    def wanted(self):
        """Somebody at a table whose other player has gone, and one who asks for the seat."""
        s, other, made = self.two()
        other.close()
        self.gone(s, 1)
        taker = self.watch(made)
        self.done(taker.ask(do="takeover", seat=1, by="me"))
        s.table(lambda t: "wants" in t)
        return s, taker, made

    def test_a_no_keeps_the_seat(self):
        s, taker, made = self.wanted()
        self.done(s.ask(do="answer", yes=False))
        self.assertFalse(taker.table(lambda t: "wants" not in t)["seats"][1]["mine"])
        self.assertTrue(self.sit(made, "elsewhere").table()["seats"][1]["mine"], "its player has it still")

    def test_who_comes_back_in_time_keeps_it(self):
        s, taker, made = self.wanted()
        back = self.sit(made, "elsewhere")
        s.table(lambda t: t["seats"][1]["present"])
        self.done(s.ask(do="answer", yes=True))
        self.assertFalse(taker.table(lambda t: "wants" not in t)["seats"][1]["mine"], "the yes came too late")
        self.done(s.ask(do="move", move="b2"))
        self.done(back.ask(do="move", move="a1"))

    def test_who_leaves_asks_no_longer(self):
        s, taker, _ = self.wanted()
        taker.ask(do="home")
        s.table(lambda t: "wants" not in t)
        self.refused(s.ask(do="answer", yes=True), "no", "Nobody")


if __name__ == "__main__":
    main()
