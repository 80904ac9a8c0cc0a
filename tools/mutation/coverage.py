"""Which test runs which line: each is run once in the coverage build, and again when it or the program changes."""
import json
import os
import subprocess
import tempfile

from mutation.common import read_json, say, write_json
from mutation.running import at_once, run_test

PATIENCE = 300  # seconds for one test


def lines_run(shop, prefix):
    """What the counters of one test say: {file: [line, …]}. gcov wants its notes beside the counters."""
    found = {}
    for folder, _, names in os.walk(prefix):
        counters = [n for n in names if n.endswith(".gcda")]
        for name in counters:
            notes = os.path.join(folder, name[:-4] + "gcno")
            os.symlink("/" + os.path.relpath(notes, prefix), notes)
        if not counters:
            continue
        told = subprocess.run(["gcov", "--json-format", "--stdout", *counters], cwd=folder, stdout=subprocess.PIPE,
                              stderr=subprocess.DEVNULL, text=True).stdout
        for report in map(json.loads, told.splitlines()):
            for file in report["files"]:
                path = os.path.relpath(os.path.join(report["current_working_directory"], file["file"]), shop.tree)
                if path.startswith("src/") and path.endswith(".c"):
                    found.setdefault(path, set()).update(n["line_number"] for n in file["lines"] if n["count"])
    return {path: sorted(lines) for path, lines in found.items() if lines}


def observe(shop, test, stop):
    """Keeps the lines of a test that passes; one that fails is asked again next time."""
    with tempfile.TemporaryDirectory(prefix="mutate-gcov-") as prefix:
        run = run_test(test, PATIENCE, stop, {"GCOV_PREFIX": prefix})
        if run.how == "passed":
            lines = lines_run(shop, prefix)
            write_json(kept_at(shop, test), {"of": of(shop, test), "seconds": run.seconds, "lines": lines})
    if run.how != "stopped":
        say("  %-24s %5.1f s%s" % (test.name, run.seconds, "" if run.how == "passed" else " not used: " + run.why))


def kept_at(shop, test):
    return os.path.join(shop.place, "lines", test.name.replace("/", "_") + ".json")


def of(shop, test):
    return shop.program + test.token


def known(shop, test):
    """What was kept of a test, if neither it nor the program has changed."""
    kept = read_json(kept_at(shop, test))
    return kept if kept.get("of") == of(shop, test) else None


def coverage(shop, tests):
    """{name of a test: {"seconds": …, "lines": {file: [line, …]}}}, of the tests that pass."""
    new = [t for t in tests if not known(shop, t)]
    if new:
        say("coverage: building")
        shop.configure("coverage")
        if not shop.build("coverage"):
            raise SystemExit("The coverage build fails: see build-mutate/coverage/build.log.")
        say("coverage of %d tests, once:" % len(new))
        names = {t.name for t in new}
        at_once([t for t in shop.tests("coverage") if t.name in names], lambda t, stop: observe(shop, t, stop))
    seen = {t.name: known(shop, t) for t in tests}
    return {name: told for name, told in seen.items() if told}
