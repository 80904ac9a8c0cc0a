"""Plants each fault of this folder in a copy of the tree, and demands that the model test of tables finds it (README.md).

A run builds the program once and a few files more for each fault.
"""
import glob
import os
import re
import shutil
import subprocess
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(os.path.dirname(HERE))
PLACE = os.path.join(ROOT, "build-faults")
TREE, BUILD = os.path.join(PLACE, "tree"), os.path.join(PLACE, "build")
PROGRAM = "tests/table_test_table"
EVENTS, FAULTS = 10000, 5
# The tree lies inside a repository, of which it is no part.
ENVIRONMENT = dict(os.environ, GIT_CEILING_DIRECTORIES=PLACE, DUEL_TABLE_EVENTS=str(EVENTS), CMOCKA_MESSAGE_OUTPUT="STDOUT")


def run(*command, folder=TREE):
    return subprocess.run(command, cwd=folder, env=ENVIRONMENT, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
                          errors="replace")


def must(*command, folder=TREE):
    done = run(*command, folder=folder)
    if done.returncode != 0:
        raise RuntimeError("%s:\n%s" % (" ".join(command), done.stdout[-3000:]))
    return done.stdout


def restore_tree():
    """Makes the copy equal to the tree; what is equal already keeps its time, and so its objects."""
    listed = must("git", "ls-files", "-co", "--exclude-standard", "-z", folder=ROOT).split("\0")
    for name in (name for name in listed if name and os.path.isfile(os.path.join(ROOT, name))):
        source, target = os.path.join(ROOT, name), os.path.join(TREE, name)
        os.makedirs(os.path.dirname(target), exist_ok=True)
        if not os.path.exists(target) or open(source, "rb").read() != open(target, "rb").read():
            shutil.copyfile(source, target)


def build():
    if not os.path.exists(os.path.join(BUILD, "build.ninja")):
        must("meson", "setup", BUILD, "--buildtype=debug", "-Doptimization=1", "-Dtests=true",
             "-Db_sanitize=address,undefined", "-Db_lundef=false")
    must("ninja", "-C", BUILD, PROGRAM)


def try_fault(patch):
    """How the model test fails with the fault planted; None if it does not."""
    restore_tree()
    must("git", "apply", patch)
    build()
    done = run(os.path.join(BUILD, PROGRAM))
    found = re.search(r"DUEL_TABLE_SEED=\d+, event \d+: .*", done.stdout)
    return None if done.returncode == 0 else found.group() if found else "exit %d" % done.returncode


def try_all(patches):
    os.makedirs(TREE, exist_ok=True)
    restore_tree()
    build()
    must(os.path.join(BUILD, PROGRAM))
    for number, patch in enumerate(patches, 1):
        found = try_fault(patch)
        print("%s %d - %s" % ("ok" if found else "not ok", number, os.path.basename(patch)))
        print("# %s" % (found or "not found within %d events" % EVENTS), flush=True)


def main():
    patches = sorted(glob.glob(os.path.join(HERE, "*.patch")))
    print("1..%d" % max(len(patches), FAULTS), flush=True)
    try_all(patches)


if __name__ == "__main__":
    sys.exit(main())
