"""Runs the built program and speaks TAP: what the command-line tests share."""
import json
import os
import re
import subprocess
import sys
import tempfile

import fields

BIN = os.environ["DUEL"]
FULL = bool(os.environ.get("DUEL_FULL"))
COMPLAINT = re.compile(r"ERROR: \w+Sanitizer|runtime error: ")
HOME = tempfile.TemporaryDirectory(prefix="duel-cli-")


def run(*args, program=BIN, home=None, stdin="", lang="C.UTF-8", timeout=3000, **env):
    """The finished process of `duel ARGS`, or of another program, of which no sanitizer complains, whatever it answers."""
    full_env = dict(os.environ, XDG_DATA_HOME=home or HOME.name, LANG=lang, LC_ALL=lang, **env)
    done = subprocess.run([program, *map(str, args)], input=stdin, capture_output=True, text=True, timeout=timeout,
                          env=full_env, errors="replace")
    assert not COMPLAINT.search(done.stderr), done.stderr
    return done


def ask(*args, **kw):
    """The JSON object it answers; docs/json.md names every field of it."""
    r = run(*args, "--json", **kw)
    try:
        answer = json.loads(r.stdout)
    except ValueError:
        raise AssertionError("no JSON from duel %s: %s %s" % (" ".join(map(str, args)), r.stdout, r.stderr)) from None
    fields.check_command(args, answer)
    return answer


def done(*args, **kw):
    """The finished process of a command that does what it was asked to."""
    r = run(*args, **kw)
    assert r.returncode == 0, (args, r.returncode, r.stdout, r.stderr)
    return r


def refused(*args, says="", status=2, **kw):
    """The finished process of a command that ends with this status, or with one of the two that a refusal has, and says why."""
    r = run(*args, **kw)
    assert r.returncode in ((1, 2) if status is None else (status,)), (args, r.returncode, r.stdout, r.stderr)
    assert says in r.stderr, (args, says, r.stderr)
    return r


def read_text(path):
    with open(path, encoding="utf-8") as f:
        return f.read()


def write_text(path, text):
    """The same path."""
    with open(path, "w", encoding="utf-8") as f:
        f.write(text)
    return path


def sample(things, some):
    """A full run tries all of these inputs, another run so many of them, spread evenly: always the same."""
    things = list(things)
    return things if FULL or len(things) <= some else [things[i * len(things) // some] for i in range(some)]


def equal(got, expected, what=""):
    assert got == expected, "%s: %r, not %r" % (what, got, expected)


def main(module):
    """Runs every function test_* of the module, in order, as TAP; or those that the command line names. One that has a parameter
    is given a folder of its own."""
    names = sys.argv[1:] or vars(module)
    tests = [(n, f) for n, f in vars(module).items() if n.startswith("test_") and n in names]
    print("1..%d" % len(tests))
    bad = 0
    for i, (name, test) in enumerate(tests, 1):
        try:
            with tempfile.TemporaryDirectory(prefix="duel-cli-") as folder:
                test(*[folder][:test.__code__.co_argcount])
            print("ok %d - %s" % (i, name), flush=True)
        except Exception as e:  # every failure is reported, whatever its kind
            bad += 1
            print("not ok %d - %s" % (i, name))
            print("# " + str(e).replace("\n", "\n# "), flush=True)
    sys.exit(1 if bad else 0)
