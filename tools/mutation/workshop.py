"""Where faults are planted: a copy of the tree with two builds of its own, and the tests as Meson knows them.

    build-mutate/tree       the sources as they are now, committed or not; nothing is ever changed outside
    build-mutate/coverage   a build that counts which lines are run
    build-mutate/debug      a build as ./dev test makes it: the one that faults are tried in
"""
import ast
import hashlib
import os
import re
import shlex
import shutil
import subprocess
from collections import namedtuple

from mutation.common import read, read_bytes, read_json

SETUP = {
    "coverage": ["-Ddebug=true", "-Doptimization=g", "-Db_coverage=true"],
    # a fault may well be one that the compiler would write with more parentheses
    "debug": ["-Dwerror=true", "-Ddebug=true", "-Doptimization=1", "-Db_sanitize=address,undefined", "-Db_lundef=false",
              "-Dc_args=-g1 -Wno-parentheses"],
}
# What decides how the program behaves; the rest of the tree is tests and texts.
PROGRAM = re.compile(r"(src|po|web|examples)/|meson|tools/[^/]*\.py$")
SHARED_BY_TESTS = re.compile(r"tests/(data/|[^/]*\.[ch]$|[^/]*/(?!test_)[^/]*\.py$)")

# `folder`: where it is run; `targets`: what Ninja must build for it; `token`: changes when its files do
Test = namedtuple("Test", "name suite folder command env targets tap token")


class Workshop:
    def __init__(self, root):
        self.root = root
        self.place = os.path.join(root, "build-mutate")
        self.tree = os.path.join(self.place, "tree")
        listed = subprocess.run(["git", "ls-files", "-co", "--exclude-standard", "-z"], cwd=root,
                                stdout=subprocess.PIPE, text=True, check=True).stdout.split("\0")
        self.files = sorted(f for f in listed if f and os.path.isfile(os.path.join(root, f)))
        self.copy()
        self.program = self.digest(f for f in self.files if PROGRAM.match(f))

    def copy(self):
        """Makes the copy equal to the tree. What is equal already is left: its objects stay good."""
        known = {os.path.join(self.tree, file) for file in self.files}
        for folder, _, names in os.walk(self.tree):
            for path in (os.path.join(folder, name) for name in names):
                if path not in known:
                    os.unlink(path)
        for file in self.files:
            source, target = os.path.join(self.root, file), os.path.join(self.tree, file)
            if not os.path.exists(target) or read_bytes(source) != read_bytes(target):
                os.makedirs(os.path.dirname(target), exist_ok=True)
                shutil.copy(source, target)

    def digest(self, files):
        whole = hashlib.sha256()
        for file in files:
            content = hashlib.sha256(read_bytes(os.path.join(self.tree, file)))
            whole.update(file.encode() + b"\0" + content.digest())
        return whole.hexdigest()[:16]

    def folder(self, build):
        return os.path.join(self.place, build)

    def configure(self, build):
        """What Meson tells of a build is true from here on."""
        folder = self.folder(build)
        if not os.path.exists(os.path.join(folder, "build.ninja")):
            subprocess.run(["meson", "setup", folder, self.tree, "-Dtests=true", *SETUP[build]], check=True,
                           stdout=subprocess.DEVNULL)
        if not self.build(build, ["build.ninja"]):
            raise SystemExit("Meson fails: see %s/build.log." % folder)

    def build(self, build, targets=()):
        """Whether the targets, or everything, could be built; what was said is in the folder's build.log."""
        with open(os.path.join(self.folder(build), "build.log"), "w", encoding="utf-8") as log:
            done = subprocess.run(["ninja", "-C", self.folder(build), *targets], stdout=log, stderr=log)
        return done.returncode == 0

    def compile(self, file, out):
        """The object code of a file, as the debug build makes it but optimized and without what records places in the
        text (debugging, sanitizers); None where the compiler refuses or warns."""
        folder = self.folder("debug")
        for entry in read_json(os.path.join(folder, "compile_commands.json")):
            if os.path.normpath(os.path.join(folder, entry["file"])) == os.path.join(self.tree, file):
                words = [w for w in shlex.split(entry["command"]) if not w.startswith(("-fsanitize", "-g"))]
                words[words.index("-o") + 1] = out
                done = subprocess.run([*words, "-O2"], cwd=folder, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
                return read_bytes(out) if done.returncode == 0 else None
        return None

    def tests(self, build):
        """The tests of a build. Those that must run alone measure time or meet a browser, and are left out."""
        tests, targets = (read_json(os.path.join(self.folder(build), "meson-info", "intro-%s.json" % what))
                          for what in ("tests", "targets"))
        by_id = {target["id"]: target for target in targets}
        return [test for told in tests if told["is_parallel"]
                for test in single_tests(self.test(build, told, [by_id[id] for id in told["depends"]]))]

    def test(self, build, told, needs):
        folder, tap = self.folder(build), told["protocol"] == "tap"
        sources = [s for need in needs for group in need["target_sources"] for s in group.get("sources", [])]
        paths = [os.path.relpath(os.path.join(folder, path), self.tree) for path in [*told["cmd"], *sources]]
        own = [path for path in paths if path.startswith(("tests/", "fuzz/"))]
        beside = re.compile(re.escape(os.path.dirname(own[0])) + "/(?!test_)")
        files = [f for f in self.files if f in own or beside.match(f) or SHARED_BY_TESTS.match(f)]
        return Test(name=told["name"], suite=told["suite"][0].split(":")[-1], folder=folder,
                    command=told["cmd"] + ([] if tap else ["--failfast"]),  # what speaks no TAP is Python's unittest
                    env=told["env"], targets=[os.path.relpath(need["filename"][0], folder) for need in needs], tap=tap,
                    token=self.digest(f for f in files if not f.endswith(".py") or f not in own))


def single_tests(test):
    """A script of Python runs the single test that it is asked for; a program of C runs all it has."""
    script = next((word for word in test.command if word.endswith(".py")), None)
    if script is None:
        return [test]
    text = read(os.path.join(test.folder, script))
    return [test._replace(name="%s %s" % (test.name, name), command=[*test.command, name],
                          token=test.token + hashlib.sha256(alone.encode()).hexdigest()[:16])
            for name, alone in tests_in_script(text).items()]


def tests_in_script(text):
    """{name: the script without its other tests}: one that changes leaves the others as they were."""
    lines = text.split("\n")
    owner = {}
    for name, node in nodes_of_tests(ast.parse(text)):
        first = min([node.lineno, *(mark.lineno for mark in node.decorator_list)])
        owner.update(dict.fromkeys(range(first, node.end_lineno + 1), name))
    return {name: "\n".join(line for i, line in enumerate(lines, 1) if owner.get(i, name) == name)
            for name in dict.fromkeys(owner.values())}


def nodes_of_tests(script):
    """Functions and methods called test_… or marked @test."""
    for node in script.body:
        if isinstance(node, ast.ClassDef):
            yield from (("%s.%s" % (node.name, name), inner) for name, inner in nodes_of_tests(node))
        elif isinstance(node, ast.FunctionDef):
            marks = [mark.id for mark in node.decorator_list if isinstance(mark, ast.Name)]
            if node.name.startswith("test_") or "test" in marks:
                yield node.name, node
