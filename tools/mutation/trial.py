"""A fault on trial: planted in the copy, compiled, and given to the tests that run its line until one of them fails.

What came out is kept in build-mutate/verdicts.json, so that an interrupted run goes on where it was. It is good as long
as the program and the tests that spoke are the same.
"""
import os
import tempfile
import time

from mutation.common import read, read_json, say, write, write_json
from mutation.running import Run, at_once, run_test

SECONDS = 60  # for all tests of one fault
HUNG = 3      # a test that takes so many times longer than without the fault does not end
CLEAN = 180   # seconds for a test without any fault


class Planted:
    """A fault that stands in the copy as long as it is wanted there."""

    def __init__(self, shop, fault):
        self.path = os.path.join(shop.tree, fault.file)
        self.sound = read(self.path)
        lines = self.sound.split("\n")
        lines[fault.line - 1] = fault.after
        self.faulty = "\n".join(lines)

    def plant(self):
        write(self.path, self.faulty)

    def remove(self):
        write(self.path, self.sound)

    def __enter__(self):
        self.plant()

    def __exit__(self, *_):
        self.remove()


class Trials:
    def __init__(self, shop, tests, covered):
        self.shop = shop
        self.tests = [test for test in tests if test.name in covered]
        self.seconds = {name: told["seconds"] for name, told in covered.items()}
        self.lines = {name: {file: set(lines) for file, lines in told["lines"].items()}
                      for name, told in covered.items()}
        self.path = os.path.join(shop.place, "verdicts.json")
        kept = read_json(self.path)
        fresh = {"program": shop.program, "faults": {}, "clean": {}}
        self.kept = kept if kept.get("program") == shop.program else fresh

    def witnesses(self, file, line):
        """The tests that run a line, narrowest first: those of its own room, then the quick ones."""
        rooms = os.path.dirname(file).split("/")
        found = [t for t in self.tests if line in self.lines[t.name].get(file, ())]
        return sorted(found, key=lambda t: (t.suite not in rooms, self.seconds[t.name]))

    def verdict(self, fault):
        """What judge() says of a fault, now or when it was last asked."""
        witnesses = self.witnesses(fault.file, fault.line)
        tokens = {t.name: t.token for t in witnesses}
        name = "\n".join(map(str, fault))
        kept = self.kept["faults"].get(name)
        if not kept or not still_good(kept, tokens):
            kept = self.judge(fault, witnesses)
            kept["spoke"] = {test: tokens[test] for test in kept["spoke"]}
            self.kept["faults"][name] = kept
            write_json(self.path, self.kept)
        return kept

    def judge(self, fault, witnesses):
        """{"how": "thrown", "found" or "survived", "why": a sentence, "spoke": names of the tests it rests on}"""
        planted = Planted(self.shop, fault)
        useless = self.useless(fault.file, planted)
        if useless:
            return {"how": "thrown", "why": useless, "spoke": []}
        with planted:
            return self.ask(planted, witnesses)

    def useless(self, file, planted):
        """Why a fault is none: the compiler refuses it, or sees no difference."""
        with tempfile.TemporaryDirectory(prefix="mutate-") as scratch:
            out = os.path.join(scratch, "out.o")
            sound = self.shop.compile(file, out)
            with planted:
                faulty = self.shop.compile(file, out)
        return "does not compile" if faulty is None else "same code" if faulty == sound else None

    def ask(self, planted, witnesses):
        """Asks one test, then two, then four …: what is narrow first, what is wide together."""
        left, many, waiting, late = SECONDS, 1, list(witnesses), 0
        while waiting and left > 0:
            asked, waiting, many = waiting[:many], waiting[many:], 2 * many
            if not self.shop.build("debug", targets(asked)):
                return {"how": "thrown", "why": "does not compile", "spoke": []}
            begun = time.monotonic()
            runs = at_once(asked, lambda test, stop: self.run_until(test, begun + left, stop))
            left -= time.monotonic() - begun
            for test, run in zip(asked, runs):
                why = self.conviction(planted, test, run)
                if why:
                    return {"how": "found", "why": why, "spoke": [test.name]}
            late += [run.how for run in runs].count("late")
            waiting = [t for t, run in zip(asked, runs) if run.how == "stopped"] + waiting
        unheard = late + len(waiting)
        return {"how": "survived", "why": "%d tests passed, %d had no time" % (len(witnesses) - unheard, unheard),
                "spoke": [t.name for t in witnesses]}

    def run_until(self, test, deadline, stop):
        limit = deadline - time.monotonic()
        if stop.is_set() or limit <= 0:
            return Run("stopped" if stop.is_set() else "late", 0, "")
        run = run_test(test, limit, stop)
        if run.how == "failed":
            stop.set()
        return run

    def conviction(self, planted, test, run):
        """Why a test has found the fault; None if it passes, if it fails by chance, or if it fails without it too."""
        if run.how not in ("failed", "late") or (run.how == "late" and run.seconds < HUNG * self.seconds[test.name]):
            return None
        clean = self.clean_seconds(planted, test)
        if clean is None or (run.how == "late" and run.seconds < HUNG * clean):
            return None
        if self.alone(test, SECONDS if run.how == "failed" else HUNG * clean).how == "passed":
            say("  %s failed only once: not counted (%s)" % (test.name, run.why))
            return None
        return "%s: %s" % (test.name, run.why if run.how == "failed" else "does not end")

    def alone(self, test, limit):
        return at_once([test], lambda t, stop: run_test(t, limit, stop))[0]

    def clean_seconds(self, planted, test):
        """How long a test takes in the sound program; None if it fails there: then it proves nothing."""
        kept = self.kept["clean"].get(test.name)
        if not kept or kept["token"] != test.token:
            planted.remove()
            built = self.shop.build("debug", targets([test]))
            run = self.alone(test, CLEAN)
            planted.plant()
            self.shop.build("debug", targets([test]))
            if not built or run.how != "passed":
                say("  %s fails without any fault: not used (%s)" % (test.name, run.why))
                self.tests.remove(test)
                return None
            kept = self.kept["clean"][test.name] = {"token": test.token, "seconds": run.seconds}
        return kept["seconds"]


def targets(tests):
    return sorted({target for test in tests for target in test.targets})


def still_good(kept, tokens):
    """A fault once found stays found while that test is the same; one that survived, while all tests are."""
    if kept["how"] == "survived":
        return kept["spoke"] == tokens
    return all(tokens.get(name) == token for name, token in kept["spoke"].items())
