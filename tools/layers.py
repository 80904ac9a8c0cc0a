#!/usr/bin/env python3
"""Refuses an include that reaches over a layer or into the workshop of a game, code of the checker that shares a file with the engines, and a front end
that decides what table/table decides: none calls the session, and none that plays starts a player.

The map is MAY: a room, and the rooms its files may include besides their own.
"""
import os
import re
import sys

MAY = {
    "base": "",
    "core": "base",
    "logic": "base",
    "fitch": "base",
    "school": "base fitch",
    "sat": "base",
    "gdl": "base",
    "sheets": "base core gdl sat",
    "games": "base core logic fitch school sat",
    "engines": "base core",
    "tiers": "base core",
    "cluster": "base tiers",
    "script": "base core sheets",
    "store": "base core tiers",
    "players": "base core script store",
    "table": "base core players store",
    "match": "base core players store",
    "teach": "base core players store table",
    "care": "base core players store table tiers",
    "lab": "base core",
    "front": "base core fitch school players store table teach lab",
    "workshop": "base core front",
    "front/ggp": "base core gdl sheets players front",
    "front/lib": "base core players table match front",
    "front/cli": "base core fitch gdl school tiers players store table match teach care lab front front/ggp",
    "front/tui": "base core players table teach front",
    "server": "base",
    "wire": "base core players store table teach front server",
    "front/static": "base core script players store care front server wire",
}
NAMELESS = ("engines/", "store/", "players/", "table/", "match/", "teach/", "care/", "lab/", "front/",
            "server/", "wire/")
CHECKER = ("lab/verify.c", "lab/reference_solver.c", "lab/reference_best_response.c", "lab/verify.h", "lab/reference_solver.h")


def includes(path):
    with open(path, encoding="utf-8") as f:
        return re.findall(r'^\s*#\s*include\s+"([^"]+)"', f.read(), re.M)


def files():
    for folder, _, names in os.walk("src"):
        for name in sorted(names):
            if name.endswith((".c", ".h")):
                yield os.path.join(folder, name)[len("src/"):]


def room_of(path):
    """front/tui/screen.h → front/tui; games/ergo/rules.c → games; nim.c in no room → None."""
    folder = os.path.dirname(path)
    while folder and folder not in MAY:
        folder = os.path.dirname(folder)
    return folder or None


def folder_of_game(path):
    """games/ergo/rules.c → ergo; games/nim.c → None: only folders hold more than one file of a game."""
    parts = path.split("/")
    return parts[1] if len(parts) > 2 else None


def reaching_over():
    for path in files():
        room = room_of(path)
        if room is None:
            yield "src/%s stands in no room: add the room to MAY in tools/layers.py" % path
            continue
        for name in includes("src/" + path):
            target = room_of(name)
            if "/" not in name:
                if name != "catalogue.def":
                    yield "src/%s includes \"%s\": write its folder" % (path, name)
            elif target != room and target not in MAY[room].split():
                yield "src/%s: room %s may not include %s" % (path, room, name)
            elif "/workshop/" in name and "/workshop/" not in path:
                yield "src/%s: nothing outside a workshop may include what is in one: %s" % (path, name)
            elif target == "games" and folder_of_game(name) != folder_of_game(path):
                yield "src/%s: a game may not include another game: %s" % (path, name)


def checker_beside_engines():
    for path in CHECKER:
        seen, todo = set(), [path]
        while todo:
            name = todo.pop()
            if name in seen or not os.path.exists("src/" + name):
                continue
            seen.add(name)
            todo += includes("src/" + name)
            if name.endswith(".h") and not name.startswith(("base/", "core/")):
                todo.append(name[:-2] + ".c")
        for name in sorted(seen):
            if name.startswith("engines/"):
                yield "src/%s reaches %s: the checker shares no file with the engines" % (path, name)


def games_by_name():
    for path in files():
        if path.startswith(NAMELESS):
            with open("src/" + path, encoding="utf-8") as f:
                for game in re.findall(r"\bduel_game_[a-z0-9]+\b", f.read()):
                    yield "src/%s names a game: %s" % (path, game)


def tables_of_their_own():
    """Beside front/cli, whose other commands let machines think without a table."""
    for path in files():
        if not path.startswith(("front/", "wire/")):
            continue
        plays = path.startswith(("front/tui/", "wire/", "front/local_table")) or path == "front/cli/play.c"
        with open("src/" + path, encoding="utf-8") as f:
            text = f.read()
        for name in re.findall(r"\bsession_(?!opening|store_)[a-z_]+(?=\()", text):
            yield "src/%s calls the session: %s (table/table has what it needs)" % (path, name)
        for name in re.findall(r"\bplayer_(?:open|start|think)\b|\badvice_give\b|\bjudge_(?:new|ask)\b", text) if plays else ():
            yield "src/%s starts a player: %s (table/players has them)" % (path, name)


def main():
    bad = [*reaching_over(), *checker_beside_engines(), *games_by_name(), *tables_of_their_own()]
    print("\n".join(bad) if bad else "layers: every include keeps to its place")
    return 1 if bad else 0


if __name__ == "__main__":
    sys.exit(main())
