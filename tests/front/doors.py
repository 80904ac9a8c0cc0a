"""The three front ends as doors to a table. Each has the verbs of story.py, and says them in its own way: in lines, by keys, over
the socket. What all do alike, or what nobody has to do anything for, is in `Door`.

Nobody here waits for a notice: who tells the story does, after each verb."""
import os
import signal
import subprocess
import sys
import time

HERE = os.path.dirname(os.path.abspath(__file__))
for folder in ("tui", "web"):
    sys.path.insert(0, os.path.join(os.path.dirname(HERE), folder))
from terminal import Terminal
from wire_client import Server, Socket

ROOT = os.path.dirname(os.path.dirname(HERE))
BADBOT = os.path.join(ROOT, "tests", "script", "badbot.py")
PEOPLE = ("south", "north", "east")
PROGRAMS = ("crash", "patient", "sleep")  # what badbot.py does when it is called so
FOREVER, SOON = 86400, 1  # seconds until the seat of one who left is absent: the most there is, and the least
PATIENCE = 180  # seconds until something counts as not having happened


class Door:
    """`place` is a folder of its own; `log` the log of notices, whose last line tells the table."""

    def __init__(self, duel, chapter, place, log):
        self.duel, self.chapter, self.place, self.log = duel, chapter, place, log
        self.data = os.path.join(place, "data")
        os.mkdir(self.data)
        for program in PROGRAMS:
            os.symlink(BADBOT, os.path.join(place, program))
        if self.file():
            self.break_game()

    def break_game(self):
        """A game that fails as soon as a machine thinks ahead."""
        with open(os.path.join(ROOT, "examples", "allumettes.lua"), encoding="utf-8") as whole:
            text = whole.read()
        with open(self.file()[0], "w", encoding="utf-8") as broken:
            broken.write(text.replace("return left - take", 'if left < 15 then error("too few") end return left - take'))

    def file(self):
        """The path of the game, if it is not one of the house."""
        return [os.path.join(self.place, self.chapter.game)] if self.chapter.game.endswith(".lua") else []

    def game(self):
        """The game and its options, as the command line and the terminal are told of them."""
        return self.file() or [self.chapter.game, *("%s=%s" % option for option in self.chapter.options.items())]

    def programs(self):
        """As they are seated: the path, and perhaps a budget."""
        return [os.path.join(self.place, seat) for seat in self.chapter.seats if seat.split(":")[0] in PROGRAMS]

    def specs(self):
        """The seats, as the command line and the terminal name them."""
        programs = iter(self.programs())
        return ["human" if seat in PEOPLE else seat if seat == "expert" else "cmd:" + next(programs)
                for seat in self.chapter.seats]

    def environment(self):
        return {"DUEL_NOTICES": self.log}

    def sight(self):
        """What can be seen of it now, to be told with a failure."""
        return ""

    def answers(self, who):
        """A machine does it by itself, and so does a program that fails."""

    crashes = hangs = stumbles = deputises = answers

    def sleeps(self, who):
        """It has been asked, and will not answer."""
        end = time.monotonic() + PATIENCE
        while not os.path.exists(os.path.join(self.place, "sleep.slept")) and time.monotonic() < end:
            time.sleep(0.002)

    def stays_away(self, who):
        """Time passes."""

    def is_advised(self, who):
        """After a move that is not possible; it comes by itself at a screen of the house."""

    def changes_mind(self, who, move):
        """While a machine thinks about its answer."""
        self.plays(who, move)
        self.undoes(who)


class Lines(Door):
    """`duel play`, spoken to line by line."""
    name = "lines"
    process = None

    def start(self, *words):
        with open(os.path.join(self.place, "complaints"), "a") as complaints:
            self.process = subprocess.Popen(
                [self.duel, "play", *words, "--data", self.data, "--lang", "en"], text=True, stdin=subprocess.PIPE,
                stdout=subprocess.DEVNULL, stderr=complaints, env=dict(os.environ, **self.environment()))

    def say(self, line):
        self.process.stdin.write(line + "\n")
        self.process.stdin.flush()

    def close(self):
        """It ends by itself when it is left, or the game is over."""
        if self.process:
            self.process.stdin.close()
            assert self.process.wait(PATIENCE) == 0, "duel play ended with %d" % self.process.returncode
        with open(os.path.join(self.place, "complaints"), encoding="utf-8") as f:
            complaints = f.read()
        assert not complaints, complaints

    def abandon(self):
        if self.process:
            self.process.kill()
            self.process.wait()

    def begins(self, who):
        self.start(*self.game(), "--seats", ",".join(self.specs()))

    def plays_again(self, who):
        self.close()
        self.begins(who)

    def leaves(self, who):
        self.say("q")
        self.close()

    def finishes(self, who):
        self.close()

    def walks_out(self, who):
        """Ctrl-C."""
        self.process.send_signal(signal.SIGINT)
        self.close()

    def returns(self, who):
        with open(self.log, encoding="utf-8") as f:
            table = f.read().splitlines()[-1].split()[0]
        self.start("--resume", table)

    resumes = returns

    def dies(self, who):
        self.process.kill()
        self.process.wait()

    def plays(self, who, move):
        self.say(move)

    def uncovers(self, who):
        self.say("")

    confirms = uncovers

    def retracts(self, who):
        self.say("b")

    def undoes(self, who):
        self.say("u")

    def consults(self, who):
        self.say("?")

    def resigns(self, who):
        self.say("resign")


class Keys(Door):
    """`duel tui` in a terminal, by its keys."""
    name = "keys"
    terminal = None

    def open(self, *words):
        self.terminal = Terminal(self.duel, ["--lang", "en", *words], self.data, env=self.environment())
        self.terminal.wait("Menu", patience=PATIENCE)

    def sight(self):
        return self.terminal.screen() if self.terminal and self.terminal.alive() else ""

    def press(self, *keys):
        self.terminal.keys(*keys)

    def close(self):
        self.terminal.__exit__(None, None, None)

    def abandon(self):
        if self.terminal:
            self.terminal.__exit__(True)

    def begins(self, who):
        self.open(*self.game())
        self.press("F4", ",".join(self.specs()), "Enter", "F3")

    def plays_again(self, who):
        self.press("F3")

    def leaves(self, who):
        self.press("F10")

    finishes = walks_out = leaves

    def returns(self, who):
        self.press("F3")

    def dies(self, who):
        self.terminal.kill()

    def resumes(self, who):
        self.open()
        self.press("F4", "Enter")

    def plays(self, who, move):
        self.press(move, "Enter")

    def uncovers(self, who):
        self.press("Enter")

    confirms = uncovers

    def retracts(self, who):
        self.press("BSpace")

    def undoes(self, who):
        self.press("F5")

    def consults(self, who):
        self.press("?")

    def resigns(self, who):
        self.press("resign", "Enter")


class Sockets(Door):
    """`duel serve`, over WebSockets: one for a screen that is shared, or one for each of those who are apart."""
    name = "socket"
    server = None

    def serve(self, absence=FOREVER):
        words = [*self.file(), "--absence", str(absence)]
        if self.programs():
            words += ["--program", ",".join(self.programs())]
        self.server = Server(self.duel, data=self.data, port=18560, args=words, env=self.environment())

    def connect(self):
        return Socket(self.server, timeout=PATIENCE)

    def close(self):
        status, complaints = self.server.stop()
        # its owner is told of a program that failed, and of a port that was taken
        told = [line for line in complaints.splitlines() if not line.startswith(("The program ", "Port "))]
        assert status == 0 and not told, (status, complaints)

    def abandon(self):
        if self.server and self.server.alive():
            self.server.kill()

    def ask(self, who, do, **what):
        answer = self.at[who].ask(do=do, **what)
        self.table = answer.get("table", self.table)
        self.tokens.update((k["seat"], k["token"]) for k in answer.get("seats", ()))
        return answer

    # ---- coming and going ----

    def create(self):
        self.table, self.tokens = None, {}
        seats = ["here" if seat in PEOPLE else seat if seat == "expert" else "program:1" for seat in self.chapter.seats]
        self.ask("south", "create", game=self.chapter.game, options=self.chapter.options, seats=seats)

    def share(self):
        """South's connection is everybody's."""
        self.at = dict.fromkeys(("pair", *PEOPLE), self.connect())

    def separate(self):
        self.at = {one: self.connect() for one in PEOPLE}

    def sit(self, who, *seats):
        self.ask(who, "join", table=self.table, tokens=[self.tokens[seat] for seat in seats])

    def begins(self, who):
        self.serve()
        self.share()
        self.create()
        self.sit(who, *self.tokens)

    def begins_apart(self, who):
        self.serve()
        self.separate()
        self.create()
        self.sit("south", 0)
        self.sit("north", 1)

    def plays_again(self, who):
        self.ask(who, "again")
        self.sit(who, *self.tokens)

    def leaves(self, who):
        self.ask(who, "home", mine=[])

    finishes = walks_out = goes = leaves

    def parts(self, who):
        self.leaves("south")
        self.leaves("east")

    def returns(self, who):
        self.sit(who, *self.tokens)

    def comes(self, who):
        """Whoever has no key looks on."""
        self.sit(who, *([1] if who == "north" else []))

    def dies(self, who):
        self.server.kill()

    def resumes(self, who):
        self.serve()
        self.share()
        self.sit(who, *self.tokens)

    def resumes_apart(self, who):
        """No seat is empty for a moment: whoever goes from now on is soon absent."""
        self.serve(SOON)
        self.separate()
        self.sit("south", 0, 1)
        self.sit("north", 1)
        self.sit("south", 0)

    # ---- playing ----

    def plays(self, who, move):
        self.ask(who, "move", move=move)

    def uncovers(self, who):
        self.ask(who, "uncover")

    def confirms(self, who):
        self.ask(who, "confirm")

    def undoes(self, who):
        self.ask(who, "back")

    asks = retracts = undoes

    def consults(self, who):
        self.ask(who, "advise")

    is_advised = consults

    def resigns(self, who):
        self.ask(who, "resign", seat=self.chapter.seats.index(who))

    # ---- among several ----

    def agrees(self, who):
        self.ask(who, "answer", yes=True)

    yields = agrees

    def declines(self, who):
        self.ask(who, "answer", yes=False)

    def replaces(self, who, whom):
        self.ask(who, "takeover", seat=PEOPLE.index(whom), by="expert")

    def reclaims(self, who):
        self.ask(who, "takeover", seat=PEOPLE.index(who), by="me")

    def wants(self, who, whose):
        self.ask(who, "takeover", seat=PEOPLE.index(whose), by="me")


DOORS = (Lines, Keys, Sockets)
