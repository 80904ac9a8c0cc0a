"""A server of General Game Playing and some players for it, written from the public description of the protocol alone
(M. Genesereth, M. Thielscher, "General Game Playing", chapter "Game Management"): messages in KIF, each the body of an
HTTP POST; a player that answers too late, or with what is not legal, has a legal move chosen for it by chance."""
import http.client
import http.server
import os
import sys
import threading
import time

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "gdl"))
from logic import Sheet, parse, write


def post(port, message, timeout):
    """The body of the answer."""
    line = http.client.HTTPConnection("127.0.0.1", port, timeout=timeout)
    try:
        line.request("POST", "/", message, {"Content-Type": "text/acl", "Sender": "GAMESERVER"})
        return line.getresponse().read().decode("utf-8", "replace")
    finally:
        line.close()


class Handler(http.server.BaseHTTPRequestHandler):
    """An opponent; `server.answers` says what."""

    def do_POST(self):
        message = self.rfile.read(int(self.headers["Content-Length"])).decode()
        body = self.server.answers(message)
        if body is None:
            self.close_connection = True
            return
        self.send_response(200)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *args):
        pass


class Opponent:
    """A player of its own, at a port that is free."""

    def __init__(self, rng):
        self.rng = rng
        self.server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.server.daemon_threads = True
        self.server.answers = self.answer
        self.port = self.server.server_address[1]
        threading.Thread(target=self.server.serve_forever, daemon=True).start()

    def close(self):
        self.server.shutdown()
        self.server.server_close()


class Random(Opponent):
    """Follows the match and plays any legal move."""

    def answer(self, message):
        m = parse(message)[0]
        kind = m[0].lower()
        if kind == "start":
            self.sheet = Sheet(" ".join(map(write, m[3])))
            self.role = self.sheet.roles.index(m[2])
            self.state = self.sheet.start
            return b"ready"
        if kind == "play":
            if m[2] not in ("nil", "NIL"):
                self.state = self.sheet.next(self.state, m[2])
            return write(self.rng.choice(self.sheet.legal(self.sheet.look(self.state))[self.role])).encode()
        return b"done"


class Garbage(Opponent):
    """Answers whatever comes to mind, or hangs up."""

    def answer(self, message):
        return self.rng.choice([b"", b"nil", b"((((", b"\xff\xfe\x00", b"(mark 99 99)", b"(", b"x" * 100000, b"noop noop", None])


class Late(Exception):
    pass


class Match:
    """One match between players at ports, in the order of the roles. What the players named in `held` do wrong is raised;
    others are helped out of it."""

    def __init__(self, name, text, ports, held, rng, start_clock=30, play_clock=20):
        self.name, self.ports, self.held, self.rng = name, ports, held, rng
        self.sheet = Sheet(text)
        self.text = " ".join(write(s) for s in parse(text))
        self.clocks = start_clock, play_clock

    def ask(self, role, message, clock):
        began = time.monotonic()
        try:
            answer = post(self.ports[role], message, clock)
        except (OSError, http.client.HTTPException):
            if role in self.held:
                raise
            return ""
        took = time.monotonic() - began
        if role in self.held and took >= clock:
            raise Late("%s: %.2f s for %s" % (self.name, took, message[:40]))
        return answer.strip()

    def ask_all(self, message, clock):
        """Of all players at once; message(role) is what each is told."""
        answers = [None] * len(self.ports)
        failed = []

        def ask_one(role):
            try:
                answers[role] = self.ask(role, message(role), clock)
            except Exception as e:  # told in the thread of the match
                failed.append(e)

        threads = [threading.Thread(target=ask_one, args=(r,)) for r in range(len(self.ports)) if self.ports[r]]
        for t in threads:
            t.start()
        for t in threads:
            t.join()
        if failed:
            raise failed[0]
        return answers

    def judge(self, role, answer, legal):
        """The move that counts."""
        try:
            said = parse(answer or "")
        except AssertionError:
            said = []
        if len(said) == 1 and said[0] in legal:
            return said[0]
        if role in self.held:
            raise AssertionError("%s: %r is not legal; %s are" % (self.name, answer, ", ".join(map(write, legal))))
        return self.rng.choice(legal)

    def play(self):
        """The goals at the end."""
        start, clock = self.clocks
        ready = self.ask_all(lambda r: "(START %s %s (%s) %d %d)" % (self.name, write(self.sheet.roles[r]), self.text, start, clock),
                             start)
        for role in self.held:
            assert ready[role] == "ready", ready[role]
        state, last = self.sheet.start, "nil"
        while True:
            facts = self.sheet.look(state)
            if self.sheet.over(facts):
                break
            legal = self.sheet.legal(facts)
            answers = self.ask_all(lambda r: "(PLAY %s %s)" % (self.name, last), clock)
            moves = [self.judge(r, answers[r], legal[r]) for r in range(len(self.ports))]
            state, last = self.sheet.next(state, moves), write(tuple(moves))
        done = self.ask_all(lambda r: "(STOP %s %s)" % (self.name, last), clock)
        for role in self.held:
            assert done[role] == "done", done[role]
        return self.sheet.goals(facts)
