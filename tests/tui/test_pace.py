#!/usr/bin/env python3
"""That the DUELLISTE terminal answers while it works, and that it sleeps: usage: test_pace.py PATH-OF-DUEL [TEST…]

The program runs on a pseudo-terminal of its own, so that nothing stands between a key and its answer. How fast it
answers is told and fails nothing: 50 ms are promised, on a machine that does nothing else."""
import fcntl
import os
import pty
import re
import select
import signal
import statistics
import struct
import sys
import termios
import time

sys.dont_write_bytecode = True
from cases import check, main, note, test
from terminal import Failure, text_of

DUEL = os.path.abspath(sys.argv[1])
THINKS = "120"  # seconds an engine is given: an answer that comes sooner did not wait for it
F = {1: "\033OP", 2: "\033OQ", 3: "\033OR", 4: "\033OS", 10: "\033[21~"}


class Pty:
    """The program on a pseudo-terminal; what it writes is kept as it comes."""

    def __init__(self, arguments, data):
        self.pid, self.fd = pty.fork()
        if self.pid == 0:
            env = dict(os.environ, TERM="xterm", LC_ALL="C.UTF-8", NO_COLOR="")
            os.execve(DUEL, [DUEL, "tui", "--data", data] + arguments, env)
        fcntl.ioctl(self.fd, termios.TIOCSWINSZ, struct.pack("HHHH", 25, 80, 0, 0))
        self.written = b""

    def __enter__(self):
        return self

    def __exit__(self, *_):
        os.kill(self.pid, signal.SIGHUP)
        os.waitpid(self.pid, 0)
        os.close(self.fd)

    def read(self, seconds):
        """What comes within so many seconds; waits no longer than for the first of it."""
        if not select.select([self.fd], [], [], seconds)[0]:
            return False
        self.written += os.read(self.fd, 65536)
        return True

    def settle(self):
        """Until nothing was written for a while."""
        while self.read(0.3):
            pass
        self.written = b""

    def answer(self, keys, text, patience=180):
        """Types; gives the seconds until `text` is written."""
        self.written = b""
        began = time.monotonic()
        os.write(self.fd, keys.encode())
        while text.encode() not in self.written:
            if time.monotonic() - began > patience or not self.read(patience):
                raise Failure("no “%s” in %r" % (text, self.written[-2000:]))
        return time.monotonic() - began

    def turns(self):
        """How often a thread of it has had the processor and has given it back."""
        return sum(int(n) for n in re.findall(r"ctxt_switches:\s*(\d+)", "".join(
            text_of("/proc/%d/task/%s/status" % (self.pid, thread)) for thread in os.listdir("/proc/%d/task" % self.pid))))

    def turns_within(self, seconds):
        before = self.turns()
        time.sleep(seconds)
        return self.turns() - before


def told(times):
    return "median %.1f ms, longest %.1f ms of %d" % (1000 * statistics.median(times), 1000 * max(times), len(times))


@test
def idling_uses_no_processor_time(data):
    with Pty(["connect4"], data) as t:
        for keys, text in (("", "Menu GAME"), (F[3], "First >"), ("?", "Advice"), (F[1], "discs")):
            if keys:
                t.answer(keys, text)
            t.settle()
            taken = [t.turns_within(0.25)]
            while taken[-1] and len(taken) < 120:  # on a busy machine the last picture may take its time
                taken.append(t.turns_within(0.25))
            check(taken[-1] == 0, "idling after “%s” it woke up so often in quarters of a second: %s" % (text, taken))


@test
def a_key_is_answered_while_an_engine_thinks(data):
    with Pty(["connect4", "--seconds", THINKS], data) as t:
        t.settle()
        t.answer("o", "Who")
        t.answer("alphabeta\r", "seated")
        t.answer(F[3], "First >")
        t.answer("4\r", "Thinking")
        times = []
        for _ in range(20):
            times.append(t.answer(F[1], "discs"))  # the rules, and back: both keys read at once would draw nothing
            t.answer(" ", "1 2 3 4 5 6 7")
            end = time.monotonic() + 0.2
            while time.monotonic() < end:
                t.read(0.05)
        note("a key while an engine thinks: " + told(times))
        check(sum(times) < float(THINKS), "the keys waited for the engine")


@test
def saving_what_was_learned_does_not_hold_up_keys(data):
    with Pty(["connect4", "width=5", "height=4", "--seconds", "600"], data) as t:
        t.settle()
        t.answer(F[3], "First >")
        t.answer("1\r", "plays")  # millions of positions
        t.settle()
        t.answer(F[10], "saved as")
        t.settle()
        t.answer("o", "Who plays")
        seated = t.answer("3\r", "seated")  # the old game is closed and saved meanwhile
        played = t.answer("p", "First >")
        note("the answer came after %.1f ms; saving went on for %.1f s" % (1000 * seated, played))
        check(seated < played, "the answer waited until everything was saved")


if __name__ == "__main__":
    main(sys.argv[2:])
