"""Tests as functions: each gets a fresh data folder; main runs them and speaks TAP, so that single
tests are counted."""
import sys
import tempfile

from terminal import Failure

TESTS = []


def test(function):
    TESTS.append(function)
    return function


def check(condition, what, screen=""):
    if not condition:
        raise Failure(what + ("\n" + screen if screen else ""))


def note(text):
    """A figure for whoever reads the log."""
    print("# " + text, flush=True)


def main(names):
    """Runs the tests named, or all."""
    chosen = [f for f in TESTS if not names or f.__name__ in names]
    failed = 0
    print("1..%d" % len(chosen))
    for number, function in enumerate(chosen, 1):
        with tempfile.TemporaryDirectory(prefix="duel-tui-") as data:
            try:
                function(data)
                print("ok %d - %s" % (number, function.__name__), flush=True)
            except Failure as why:
                failed += 1
                print("not ok %d - %s" % (number, function.__name__))
                print("# " + str(why).replace("\n", "\n# "), flush=True)
    sys.exit(1 if failed else 0)
