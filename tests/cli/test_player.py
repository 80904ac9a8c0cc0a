"""`duel gdl player` before a referee of its own (referee.py): no late move, no illegal one, whatever the others send."""
import json
import os
import random
import signal
import socket
import subprocess
import sys

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from duel import BIN, COMPLAINT, FULL, HOME, equal, main, read_text, refused, sample
from referee import Garbage, Match, Random, post

SHEETS = os.path.join(os.environ["DUEL_EXAMPLES"], "gdl")
GAMES = 50
# In the referee's own plain way these take seconds a move, and seconds a game.
LONG, SLOW = ("moriarty6.kif",), ("chicago.kif", "connect4.kif", "moriarty4.kif")


def read_sheet(name):
    return read_text(os.path.join(SHEETS, name))


class Player:
    """The program, playing at a port of its own."""

    def __init__(self, *flags):
        env = dict(os.environ, XDG_DATA_HOME=HOME.name, LC_ALL="C.UTF-8")
        self.process = subprocess.Popen([BIN, "gdl", "player", "--port", "0", "--json", *flags], stdout=subprocess.PIPE,
                                        stderr=subprocess.PIPE, text=True, env=env, errors="replace")
        self.port = json.loads(self.process.stdout.readline())["port"]

    def __enter__(self):
        return self

    def __exit__(self, *failure):
        self.process.send_signal(signal.SIGTERM)
        try:
            _, said = self.process.communicate(timeout=120)
        except subprocess.TimeoutExpired:
            self.process.kill()
            raise
        assert not COMPLAINT.search(said), said
        if failure[0] is None:
            equal(self.process.returncode, 0, said)

    def say(self, message, timeout=20):
        return post(self.port, message, timeout)


NAMES = sorted(n for n in os.listdir(SHEETS) if n.endswith(".kif") and n not in LONG)


def one_game(player, number):
    """The game of this number: which sheet, which role, against whom."""
    rng = random.Random(number)
    text = read_sheet(NAMES[number % len(NAMES)])
    other = (Random, Garbage)[number // len(NAMES) % 2](rng)
    roles = text.count("\n(role ")
    held = number // 2 % (roles - ("(role random)" in text))
    ports = [other.port] * roles
    ports[held] = player.port
    if "(role random)" in text:
        ports[-1] = None  # chance is the referee's
    try:
        return Match("game%d" % number, text, ports, {held}, rng).play()
    finally:
        other.close()


def test_games_to_the_end():
    with Player("--think", "0.02") as player:
        quick = [n for n in range(GAMES) if NAMES[n % len(NAMES)] not in SLOW]
        for number in range(GAMES) if FULL else sample(quick, 3):
            goals = one_game(player, number)
            assert all(len(g) == 1 for g in goals[:2]), (number, goals)
            assert "available" in player.say("(INFO)")


def test_it_plays_well():
    """First wins NIM against anybody, from its first move on."""
    with Player("--think", "1") as player:
        other = Random(random.Random(3))
        equal(Match("nim", read_sheet("nim.kif"), [player.port, other.port], {0}, random.Random(1)).play(), [[100], [0]])
        other.close()


def test_the_clock_is_kept_without_a_limit_of_thought():
    """A clock of one second, all of which it may use."""
    with Player() as player:
        text = read_sheet("connect4.kif")
        sheet = "(START m first (%s) 1 1)" % text
        for message, answer in ((sheet, "ready"), ("(PLAY m nil)", "(drop"), ("(STOP m ((drop 1) wait))", "done")):
            said = player.say(message)
            assert said.startswith(answer), (message[:20], said)


CROWD = """(role r1) (role r2) (role r3) (role r4) (role r5) (role r6) (init (step 0))
(<= (legal ?r (say ?n)) (role ?r) (word ?n)) (word a) (word b) (<= (next (step 1)) (true (step 0)))
(<= terminal (true (step 1))) (<= (goal ?r 50) (role ?r))"""
STRANDED = """(role you) (role me) (init (step 0)) (legal you go) (<= (legal me go) (true (step 0)))
(<= (legal me stay) (true (step 0)))
(<= (next (step 1)) (true (step 0))) (<= terminal (true (step 2))) (goal you 100)"""


def test_sheets_that_are_no_game_of_ours():
    with Player("--think", "0.1") as player:
        equal(player.say("(start a r5 (%s) 5 5)" % CROWD), "ready")
        assert player.say("(play a nil)") in ("(say a)", "(say b)")
        equal(player.say("(stop a (%s))" % " ".join(["(say a)"] * 6)), "done")
        equal(player.say("(START b me (%s) 5 5)" % STRANDED), "ready")
        assert player.say("(PLAY b NIL)") in ("go", "stay")
        equal(player.say("(PLAY b (go go))"), "nil")  # the sheet gives it no move
        equal(player.say("(ABORT b)"), "aborted")
        equal(player.say("(START c you ((role you) (<= (legal you ?x) (not (p ?x)))) 5 5)"), "busy")


def raw(port, data, answer=True):
    with socket.create_connection(("127.0.0.1", port), timeout=20) as s:
        s.sendall(data)
        if not answer:
            return b""
        got = b""
        while True:
            more = s.recv(65536)
            if not more:
                return got
            got += more


def test_it_survives_garbage():
    with Player("--think", "0.02") as player:
        half_open = [socket.create_connection(("127.0.0.1", player.port)) for _ in range(60)]
        for s in half_open[::2]:
            try:
                s.sendall(b"POST / HTTP/1.1\r\nContent-Length: 100\r\n\r\n(PLAY")
            except OSError:
                pass  # one that was sent away to make room
        for head, status in ((b"GET / HTTP/1.0\r\n\r\n", b"405"), (b"\x00\xff\n\n", b"405"), (b"POST / HTTP/1.1\r\n\r\n", b"411"),
                             (b"POST / HTTP/1.1\r\nContent-Length: x\r\n\r\n", b"400"),
                             (b"POST / HTTP/1.1\r\nContent-Length: 99999999\r\n\r\n", b"413"),
                             (b"POST / HTTP/1.1\r\n" + b"a: b\r\n" * 5000, b"413"),
                             (b"POST / HTTP/1.0\nContent-Length: 6\n\n(INFO)", b"200")):
            said = raw(player.port, head)
            assert said.split(b" ")[1:2] == [status], (head[:40], said)
        for body in ("", "(", ")", "hello", "(START)", "(START a b c d e)", "(PLAY)", "(INFO) (INFO)", "(START m r () -1 1)",
                     "(" * 100000, "(START m x ((role x)) 1 99999999999999999999)", "(STOP %s nil)" % ("m" * 5000)):
            equal(player.say(body), "nil", body[:40])
        for message in ("(PLAY nobody nil)", "(STOP nobody nil)", "(ABORT nobody)"):
            equal(player.say(message), "nil")
        nim = read_sheet("nim.kif")
        equal(player.say("(START n first (%s) 5 5)" % nim), "ready")
        equal(player.say("(START other first (%s) 5 5)" % nim), "busy")
        assert "busy" in player.say("(INFO)")
        raw(player.port, b"POST / HTTP/1.0\r\nContent-Length: 12\r\n\r\n(PLAY n nil)", answer=False)
        for moves in ("nil", "(a)", "((take 1) wait wait)", "(((((", "((take 99) ?x)"):
            assert player.say("(PLAY n %s)" % moves) in ("(take 1)", "(take 2)", "(take 3)", "nil"), moves
        equal(player.say("(STOP n nil)"), "done")
        for s in half_open:
            s.close()
        one_game(player, 0)


def test_what_it_is_told_wrongly():
    refused("gdl", "player", "--host", "nowhere")
    with Player() as player:
        refused("gdl", "player", "--port", player.port, lang="fr_FR.UTF-8", says=str(player.port), status=1)


if __name__ == "__main__":
    main(sys.modules[__name__])
