#!/usr/bin/env python3
"""Refuses an include that reaches over a layer, and code of the checker that shares a file with the engines.

base ← core ← logic ← games; base, core ← engines; base, core ← script; base, core, script ← service; everything
below ← front.
"""
import os
import re
import sys

MAY = {
    "base": {"base"},
    "core": {"base", "core"},
    "logic": {"base", "core", "logic"},
    "games": {"base", "core", "logic", "games"},
    "engines": {"base", "core", "engines"},
    "script": {"base", "core", "script"},
    "service": {"base", "core", "script", "service"},
    "front": {"base", "core", "service", "front"},
}
CHECKER = ("src/service/verify.c", "src/service/plain.c", "src/service/verify.h", "src/service/plain.h")


def includes(path):
    with open(path, encoding="utf-8") as f:
        return re.findall(r'^\s*#\s*include\s+"([^"]+)"', f.read(), re.M)


def files():
    for folder, _, names in os.walk("src"):
        for name in sorted(names):
            if name.endswith((".c", ".h")):
                yield os.path.join(folder, name)


def folder_of_game(path):
    """games/ergo/rules.c → ergo; games/nim.c → None: only folders hold more than one file of a game."""
    parts = path.split("/")
    return parts[1] if len(parts) > 2 else None


def complaints():
    for path in files():
        layer = path.split("/")[1]
        if layer not in MAY:
            continue
        for name in includes(path):
            target = name.split("/")[0]
            if "/" not in name:
                if name != "catalogue.def":
                    yield "%s includes \"%s\": write its folder" % (path, name)
            elif target not in MAY[layer]:
                yield "%s: layer %s may not include %s" % (path, layer, name)
            elif target == "games" and folder_of_game(name) != folder_of_game(path[4:]):
                yield "%s: a game may not include another game: %s" % (path, name)
    for path in CHECKER:
        seen, todo = set(), [path[4:]]
        while todo:
            name = todo.pop()
            if name in seen or not os.path.exists("src/" + name):
                continue
            seen.add(name)
            todo += includes("src/" + name)
            body = name[:-2] + ".c"
            if name.endswith(".h") and not name.startswith(("base/", "core/")):
                todo.append(body)
        for name in sorted(seen):
            if name.startswith("engines/"):
                yield "%s reaches %s: the checker shares no file with the engines" % (path, name)
    for path in files():
        if path.startswith("src/front/") or path.startswith("src/engines/"):
            with open(path, encoding="utf-8") as f:
                for game in re.findall(r"\bduel_game_[a-z0-9]+\b", f.read()):
                    yield "%s names a game: %s" % (path, game)


bad = list(complaints())
print("\n".join(bad) if bad else "layers: every include keeps to its place")
sys.exit(1 if bad else 0)
