#!/usr/bin/env python3
"""Games and players from files, which whoever runs the server named.

usage: test_programs.py [PROGRAM]        (default: build/duel)
"""
import json
import os
import tempfile

from house import EXAMPLES, ROOT, HouseTest, main
from wire_client import Socket

BOT = os.path.join(EXAMPLES, "bot.py")


class FromFiles(HouseTest):
    PORT = 18744

    def serve(self, *args):
        return self.own_server(args=args)

    def test_programs_sit_down(self):
        server = self.serve("--program", BOT + "," + BOT + ":seconds=1")
        self.assertEqual(Socket(server).ask(do="rules", game="nim")["programs"], ["bot.py", "bot.py"])
        s, _ = self.table("nim", ["here", "program:2"], server)
        seen = s.table(lambda t: t["acting"])
        self.assertEqual(seen["seats"][1]["name"], "bot.py")
        while not seen["over"]:
            self.done(s.ask(do="move", move=seen["moves"][0]["move"]))
            played = len(seen["list"])
            seen = s.table(lambda t: t["over"] or t["acting"] and len(t["list"]) > played)
        self.assertGreater(len(seen["list"]), 3)
        for seat in ("program:3", "program:0", "program:", "program:x", "program:99999999999999999999", "cmd:" + BOT):
            self.refused(Socket(server).ask(do="create", game="nim", seats=["here", seat], options={}), "bad")

    def test_programs_speak_their_own_languages(self):
        """A gtp: program is offered where it can tell the game, and plays; elsewhere its number is kept and no name stands there."""
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        engine = os.path.join(folder.name, "gtp-plain")
        os.symlink(os.path.join(ROOT, "tests", "cli", "othello_engine.py"), engine)
        server = self.serve("--program", BOT + ",gtp:" + engine)
        self.assertEqual(Socket(server).ask(do="rules", game="duo")["programs"], ["bot.py", None])
        self.assertEqual(Socket(server).ask(do="rules", game="moriarty")["programs"], ["bot.py", "gtp-plain"])
        s, _ = self.table("moriarty", ["here", "program:2"], server)
        for played in (0, 2, 4):
            seen = s.table(lambda t: t["acting"] and len(t["list"]) >= played)
            self.done(s.ask(do="move", move=seen["moves"][0]["move"]))
        self.assertEqual(s.table(lambda t: len(t["list"]) >= 6)["seats"][1]["name"], "gtp-plain")

    def test_programs_have_their_limit(self):
        server = self.serve("--program", BOT)
        tables = [self.table("nim", ["here", "program:1"], server)[0] for _ in range(16)]
        self.refused(tables[0].ask(do="create", game="nim", seats=["here", "program:1"], options={}), "no", "busy")
        self.done(tables[0].ask(do="resign"))
        self.refused(tables[0].ask(do="again"), "no", "busy")  # a return game's are counted too

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
                self.join(s, made, 0)
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

    def test_a_return_game_needs_its_program_named(self):
        server = self.serve("--program", BOT)
        s, made = self.table("nim", ["here", "program:1"], server)
        self.done(s.ask(do="resign"))
        server = self.again(server)
        s = self.sit(made, "here", server)
        self.refused(s.ask(do="again"), "no", "no such program")

    def test_a_game_that_fails_is_reported(self):
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, "broken.lua")
            with open(os.path.join(EXAMPLES, "allumettes.lua"), encoding="utf-8") as whole, open(path, "w", encoding="utf-8") as f:
                f.write(whole.read().replace("return left - take", 'if left < 15 then error("too few") end return left - take'))
            s, _ = self.table("broken.lua", ["here", "expert"], self.serve(path))
            s.table(lambda t: t["acting"])
            self.done(s.ask(do="move", move="2"))
            seen = s.table(lambda t: t.get("trouble"))
            self.assertIn("too few", seen["trouble"])
            self.assertEqual((len(seen["list"]), seen["over"]), (1, False))


if __name__ == "__main__":
    main()
