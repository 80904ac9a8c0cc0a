#!/usr/bin/env python3
"""Profiles and their names, games of the terminal, and openings that a profile has had already.

usage: test_people.py [PROGRAM]        (default: build/duel)
"""
import contextlib
import hashlib
import json
import os
import socket
import sqlite3
import tempfile

from house import HouseTest, duel, main
from wire_client import Socket


class People(HouseTest):
    PORT = 18740

    def test_a_profile_counts_each_game_once(self):
        s, other = self.socket(), self.socket()
        me = s.ask(do="profile", name="  Ada ")
        self.assertEqual((me["is"], me["name"], len(me["secret"]), me["results"]), ("profile", "Ada", 32, []))
        you = other.ask(do="profile", name="Émilie")
        made = s.ask(do="create", game="tictactoe", seats=["here", "elsewhere"], options={})
        self.join(s, made, 0)
        self.join(other, made, 1)
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
        self.assertEqual(self.own_server(data=folder.name).stop()[0], 0)
        names = ["Ada", "Ada", "\u0410da", "\u202eadA", "\u200b", "x" * 40]
        with contextlib.closing(sqlite3.connect(os.path.join(folder.name, "duelliste.db"))) as base:
            kept = hashlib.blake2b(b"0" * 32, digest_size=32).hexdigest()
            for i, name in enumerate(names):
                base.execute("INSERT INTO profile VALUES(?, ?, ?, 0)", ("aaaaaaaaa%d" % i, name, kept))
            base.commit()
        s = self.socket(self.own_server(data=folder.name))
        own = [{"do": "profile", "id": "aaaaaaaaa%d" % i, "secret": "0" * 32} for i in range(len(names))]
        self.assertEqual([s.ask(**o)["name"] for o in own], names)
        self.assertEqual(s.ask(**own[1], name="Ada")["name"], "Ada", "what it is called it may be called")
        self.refused(s.ask(**own[1], name="ada"), "no", "“Ada”")
        self.assertEqual(s.ask(**own[1], name="Bea")["name"], "Bea")

    def terminal_game(self, data):
        duel("play", "nim", "--seats", "human,human", "--data", data, input="1\n2\n")

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
        server = self.own_server()
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
        self.join(s, here[0])
        seen = s.table()
        self.assertEqual(len(seen["list"]), 2)
        self.done(s.ask(do="move", move=seen["moves"][0]["move"]))


class Deals(HouseTest):
    """Wumpus with these options has three openings, no more."""
    PORT = 18740
    FEW = {"size": "4", "pits": "0", "difficulty": "medium"}

    def opening(self, s, **more):
        """What lies where in a new game, as its one player sees it once it is over."""
        made = self.created(s.ask(do="create", game="wumpus", seats=["here"], options={**self.FEW, **more.pop("options", {})}, **more))
        return self.shown_at_the_end(s, made)

    def shown_at_the_end(self, s, made):
        self.join(s, made, 0)
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
        seen = [self.opening(s)] + [self.shown_at_the_end(s, s.ask(do="again")) for _ in range(2)]
        self.assertEqual(len(set(seen)), 3, seen)


if __name__ == "__main__":
    main()
