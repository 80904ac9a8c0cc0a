"""What the suites about the server share: a server of their own, people who come to it, and tables at which they sit."""
import json
import os
import subprocess
import sys
import unittest

from wire_client import Server, Socket

ROOT = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..")
EXAMPLES = os.path.join(ROOT, "examples")
PROGRAM = sys.argv.pop(1) if len(sys.argv) > 1 and not sys.argv[1].startswith("-") else os.path.join(ROOT, "build", "duel")


def duel(*words, **how):
    """The finished process of a command."""
    return subprocess.run([PROGRAM, *words], **{"capture_output": True, "text": True, "timeout": 300, **how})


def told(*words):
    """The object that a command answers."""
    return json.loads(duel(*words, "--json", check=True).stdout)


class Guests(unittest.TestCase):
    """Those who come to `self.server`, or to another one that is named."""
    PORT = 18700  # the first that is tried

    # ---- servers and people ----

    def own_server(self, **how):
        """A server of this test alone."""
        server = Server(PROGRAM, **{"port": self.PORT + 1, **how})
        self.addCleanup(lambda: server.alive() and server.kill())
        return server

    def again(self, server, **how):
        """The same data, after a kill."""
        server.kill()
        fresh = self.own_server(data=server.data, port=server.port, clock=server.clock, **how)
        fresh.own = server.own  # the folder lives as long as somebody holds it
        return fresh

    def socket(self, server=None, **how):
        s = Socket(server or self.server, **{"timeout": 60, **how})
        self.addCleanup(s.close)
        return s

    # ---- answers ----

    def done(self, answer):
        self.assertEqual(answer["is"], "done", answer)

    def created(self, answer):
        self.assertEqual(answer["is"], "created", answer)
        return answer

    def refused(self, answer, code=None, about=""):
        self.assertEqual(answer["is"], "refused", answer)
        self.assertIn(code, (None, answer["error"]["kind"]), answer)
        self.assertIn(about, answer["error"]["message"])

    def at_once(self, s, *requests):
        """Sends all in one go; gives their answers in the order of the requests."""
        return [s.answer(number) for number in [s.send(**r) for r in requests]]

    # ---- tables ----

    def join(self, s, made, *seats):
        """With the keys of these seats, or of all that were given."""
        tokens = [made["seats"][i]["token"] for i in seats or range(len(made["seats"]))]
        self.done(s.ask(do="join", table=made["table"], tokens=tokens))

    def table(self, game="tictactoe", seats=("here", "here"), server=None, **more):
        """One who has made a table and sits at it, and what was answered."""
        s = self.socket(server)
        made = self.created(s.ask(do="create", game=game, seats=list(seats), **{"options": {}, **more}))
        return self.sit(made, "here", s=s), made

    def sit(self, made, kind, server=None, s=None):
        """Somebody with the keys of all seats of a kind; without any, who looks on."""
        s = s or self.socket(server)
        self.done(s.ask(do="join", table=made["table"], tokens=[k["token"] for k in made["seats"] if k["kind"] == kind]))
        return s

    def watch(self, made):
        return self.sit(made, "nobody")

    def two(self, *game, **more):
        """Two at two places."""
        s, made = self.table(*game, seats=("here", "elsewhere"), **more)
        return s, self.sit(made, "elsewhere"), made

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


class HouseTest(Guests):
    """A server for all tests of a class, which ends without a complaint."""
    ARGS = ()

    @classmethod
    def setUpClass(cls):
        cls.server = Server(PROGRAM, port=cls.PORT, args=cls.ARGS)
        cls.addClassCleanup(lambda: cls.server.alive() and cls.server.kill())

    @classmethod
    def tearDownClass(cls):
        cls.server.end()

    def tearDown(self):
        self.assertTrue(self.server.alive(), "the server is still up")


def main():
    unittest.main(warnings="ignore", argv=[sys.argv[0], *sys.argv[1:]])
