"""A test is run: apart from the machine where that is possible, no longer than allowed, to its first failure."""
import os
import re
import resource
import signal
import subprocess
import tempfile
import threading
import time
from collections import namedtuple
from concurrent.futures import ThreadPoolExecutor
from functools import cache

from mutation.common import read

SANITIZERS = {"ASAN_OPTIONS": "detect_leaks=1:hard_rss_limit_mb=4096",
              "UBSAN_OPTIONS": "halt_on_error=1:print_stacktrace=1"}
LARGEST_FILE = 1 << 28  # bytes that a program gone wild may write
AT_ONCE = 2 * (os.cpu_count() or 1)  # those that talk to a server or a terminal mostly wait

Run = namedtuple("Run", "how seconds why")  # how: "passed", "failed", "late" or "stopped"


def run_test(test, limit, stop, more=None):
    """Runs a test at most `limit` seconds, in the environment that `more` adds to, until `stop` is set."""
    with tempfile.TemporaryDirectory(prefix="mutate-", ignore_cleanup_errors=True) as scratch:
        env = {**os.environ, **test.env, **SANITIZERS, "TMPDIR": scratch, "TMUX_TMPDIR": scratch, **(more or {})}
        env.pop("DUEL_FULL", None)
        output = os.path.join(scratch, "output")
        begun = time.monotonic()
        with open(output, "wb") as told:
            process = subprocess.Popen(words_to_be_alone() + test.command, cwd=test.folder, env=env,
                                       stdin=subprocess.DEVNULL, stdout=told, stderr=told,
                                       start_new_session=True, preexec_fn=bound_files)
        try:
            how = how_it_ends(process, test, output, begun + limit, stop)
        finally:
            kill_all(process)
        return Run(how, time.monotonic() - begun, "" if how == "passed" else complaint(read(output)))


def at_once(items, work):
    """work(item, stop) for each item, several at a time; whoever sets `stop`, or interrupts, ends the others."""
    stop = threading.Event()
    with ThreadPoolExecutor(AT_ONCE) as pool:
        try:
            return list(pool.map(lambda item: work(item, stop), items))
        except BaseException:
            stop.set()
            pool.shutdown(wait=False, cancel_futures=True)
            raise


@cache
def words_to_be_alone():
    """Words before a command that give it a network and processes of its own, where the system lets us: its ports are
    free, and all it started ends with it. Without them a test shares the machine, as under ./dev test."""
    shell = ["sh", "-c", 'ip link set lo up || exit; "$@"; exit $?', "alone"]  # it stays, to bury orphans
    for more in ([], ["--map-current-user", "--keep-caps"]):
        words = ["unshare", *more, "--net", "--pid", "--fork", "--kill-child", "--mount-proc", *shell]
        try:
            if subprocess.run([*words, "true"], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL).returncode == 0:
                return words
        except FileNotFoundError:
            break
    return []


def bound_files():
    """Only softly: tests of a full disk move the limit themselves."""
    resource.setrlimit(resource.RLIMIT_FSIZE, (LARGEST_FILE, resource.getrlimit(resource.RLIMIT_FSIZE)[1]))


def how_it_ends(process, test, output, deadline, stop):
    with open(output, "rb") as told:
        while True:
            try:
                return "failed" if process.wait(timeout=0.1) else "passed"
            except subprocess.TimeoutExpired:
                pass
            if test.tap and re.search(rb"^not ok\b", told.read(), re.M):
                return "failed"
            if stop.is_set():
                return "stopped"
            if time.monotonic() > deadline:
                return "late"


def kill_all(process):
    try:
        os.killpg(process.pid, signal.SIGKILL)
    except ProcessLookupError:
        pass
    process.wait()


def complaint(output):
    """The line of a test's output that says best what failed."""
    for sign in (r"not ok\b", r"(FAIL|ERROR): ", r".*(ERROR: \w+Sanitizer|runtime error)", r"\S"):
        for line in output.splitlines():
            if re.match(sign, line):
                return line.strip()[:100]
    return ""
