"""A real terminal for tests: `duel tui` inside tmux, driven by keys, watched by what it shows.

Nothing here waits for a fixed time: every step waits until the screen shows what is expected, and
fails with the screen it saw instead. A screen comes in parts, and tmux may be asked between two of them: what a step
is given is whole, drawn by a program that waits for the next key."""
import difflib
import os
import re
import select
import shlex
import signal
import subprocess
import tempfile
import time

PATIENCE = 180.0  # seconds until a step counts as failed, on a machine that does much besides
RESTLESS = 1.0   # seconds after which a screen is taken as it is: a clock runs on it, or a machine thinks


class Failure(Exception):
    pass


class Terminal:
    """One program in one terminal. The data folder is kept by the test, so that another terminal
    can open it again."""

    number = 0

    def __init__(self, duel, arguments, data, columns=80, rows=25, env=None, cwd=None, shell=False):
        Terminal.number += 1
        self.socket = "duel-test-%d-%d" % (os.getpid(), Terminal.number)
        self.complaints = tempfile.TemporaryDirectory(prefix="duel-tui-")  # of sanitizers, which nobody sees on the screen
        settings = {"LC_ALL": "C.UTF-8", "NO_COLOR": "", "ASAN_OPTIONS": "%s:log_path=%s/of" % (
            os.environ.get("ASAN_OPTIONS", ""), self.complaints.name)}
        settings.update(env or {})
        words = [duel, "tui", "--data", data] + arguments
        self.command = " ".join(shlex.quote(w) for w in words)
        run = "exec bash --norc --noprofile" if shell else "exec " + self.command
        line = "cd %s; %s %s" % (shlex.quote(cwd or data),
                                 "".join("export %s=%s; " % (k, shlex.quote(v)) for k, v in settings.items()), run)
        self.tmux("-f", "/dev/null", "new-session", "-d", "-x", str(columns), "-y", str(rows), line)

    def tmux(self, *words, check=True):
        done = subprocess.run(["tmux", "-L", self.socket] + list(words), stdout=subprocess.PIPE,
                              stderr=subprocess.PIPE, text=True)
        if check and done.returncode != 0:
            raise Failure("tmux %s: %s" % (" ".join(words), done.stderr))
        return done.stdout

    def __enter__(self):
        return self

    def __exit__(self, failure, *_):
        """Takes the terminal away and sees the program end, which it does once the game is saved."""
        panes = self.tmux("list-panes", "-F", "#{pane_pid}", check=False).split()
        programs = [program for program in map(handle_of, panes) if program is not None]
        self.tmux("kill-server", check=False)
        ended = all([has_ended(program) for program in programs])
        with self.complaints as folder:
            told = [text_of(os.path.join(folder, name)) for name in os.listdir(folder)]
        if not failure and (told or not ended):
            raise Failure("\n".join(told) or "the program outlives its terminal")

    def kill(self):
        """Ends the program by SIGKILL; its terminal goes with it."""
        for pane in self.tmux("list-panes", "-F", "#{pane_pid}").split():
            os.kill(int(pane), signal.SIGKILL)
        self.wait_end()
        self.complaints.cleanup()

    def keys(self, *keys):
        """Named keys (F2, Enter, C-x) and texts, as tmux sends them."""
        if keys:
            self.tmux("send-keys", *keys)

    def type(self, text):
        self.tmux("send-keys", "-l", text)

    def press(self, keys, *patterns, before=None, patience=PATIENCE):
        """Named keys with blanks between them, and what is on the screen then; where `before` is given, on another one."""
        self.keys(*keys.split())
        return self.wait_change(before, *patterns, patience=patience) if before else self.wait(*patterns, patience=patience)

    def enter(self, text, *patterns, before=None):
        """A text and the Enter key, and what is on the screen then, if that is to be waited for."""
        self.tmux("send-keys", "-l", text, ";", "send-keys", "Enter")
        return self.press("", *patterns, before=before) if patterns else None

    def seat(self, players):
        """Who plays, as the terminal is told in English."""
        self.press("F4", "Who plays|players")
        self.enter(players, "seated")

    def screen(self, escapes=False):
        return self.tmux("capture-pane", "-p", *(["-e"] if escapes else []))

    def resize(self, columns, rows):
        self.tmux("resize-window", "-x", str(columns), "-y", str(rows))

    def alive(self):
        return subprocess.run(["tmux", "-L", self.socket, "list-sessions"], stdout=subprocess.DEVNULL,
                              stderr=subprocess.DEVNULL).returncode == 0

    def wait(self, *patterns, patience=PATIENCE):
        """Until every pattern is on the screen; gives the screen."""
        end = time.monotonic() + patience
        while True:
            shown = self.screen()
            if all(re.search(p, shown) for p in patterns):
                whole = self.whole_screen(shown)
                if whole == shown or all(re.search(p, whole) for p in patterns):
                    return whole
            if time.monotonic() > end:
                raise Failure("waited for %s; the screen was:\n%s" % (" and ".join(patterns), shown))
            time.sleep(0.02)

    def whole_screen(self, shown):
        """The screen once nothing more is drawn on it: the same twice, with a program between that sleeps."""
        end = time.monotonic() + RESTLESS
        while time.monotonic() < end:
            asleep = all(map(sleeps, self.tmux("list-panes", "-F", "#{pane_pid}", check=False).split()))
            before, shown = shown, self.tmux("capture-pane", "-p", check=False) or shown  # it may have ended
            if asleep and shown == before:
                break
            time.sleep(0.01)
        return shown

    def wait_change(self, before, *patterns, patience=PATIENCE):
        """As wait, once the screen is another one than before."""
        end = time.monotonic() + patience
        while self.screen() == before:
            if time.monotonic() > end:
                raise Failure("nothing changed on the screen:\n%s" % before)
            time.sleep(0.01)
        return self.wait(*patterns, patience=patience)

    def wait_width(self, columns):
        """Until the frame is as wide as the terminal."""
        self.wait(r"(?m)^┌[^\n]{%d}┐$" % (columns - 2))

    def wait_end(self):
        end = time.monotonic() + PATIENCE
        while self.alive():
            if time.monotonic() > end:
                raise Failure("the program did not end; the screen was:\n%s" % self.screen())
            time.sleep(0.02)

    def expect(self, stored):
        """Until the screen is the one stored; DUEL_UPDATE=1 stores what is shown instead."""
        update = os.environ.get("DUEL_UPDATE") == "1"
        if update:
            with open(stored, "w", encoding="utf-8") as f:
                f.write(settled(self))
            return
        with open(stored, encoding="utf-8") as f:
            expected = f.read()
        end = time.monotonic() + PATIENCE
        while True:
            shown = plain(self.screen())
            if shown == expected:
                return
            if time.monotonic() > end:
                raise Failure("not %s:\n%s" % (stored, "\n".join(difflib.unified_diff(
                    expected.split("\n"), shown.split("\n"), "stored", "shown", lineterm=""))))
            time.sleep(0.02)


def handle_of(pid):
    """What can be waited for until a process has ended; None if it has."""
    try:
        return os.pidfd_open(int(pid))
    except ProcessLookupError:
        return None


def sleeps(pid):
    """Whether its first thread, which draws, waits for something; what has ended draws nothing either."""
    try:
        return text_of("/proc/%s/stat" % pid).rpartition(")")[2].split()[0] in "SZ"
    except (FileNotFoundError, ProcessLookupError):
        return True


def has_ended(program):
    """Waits for it, and closes its handle."""
    ended, _, _ = select.select([program], [], [], PATIENCE)
    os.close(program)
    return bool(ended)


def text_of(path):
    with open(path, encoding="utf-8") as f:
        return f.read()


def plain(screen):
    """Without what differs from run to run: versions and the names of saved games."""
    screen = re.sub(r"(Duelliste )\d+\.\d+\.\d+", r"\1N", screen)
    screen = re.sub(r"\b(as|sous) [0-9a-z]{10}\b", r"\1 ID", screen)
    return "\n".join(line.rstrip() for line in screen.split("\n"))


def settled(terminal):
    before = None
    while True:
        time.sleep(0.3)
        shown = plain(terminal.screen())
        if shown == before:
            return shown
        before = shown
