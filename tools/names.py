#!/usr/bin/env python3
"""Refuses a static function's name that stands in many files: it leads nobody who looks for it.

What a file puts into a table under the table's own word (`.deal = deal`) is alike on purpose, and is not counted.
"""
import collections
import os
import re
import sys

MOST = 3  # files that may share a name
TEXT = re.compile(r'/\*.*?\*/|//[^\n]*|"(?:\\.|[^"\\\n])*"|\'(?:\\.|[^\'\\\n])+\'', re.S)  # and comments
STATIC = re.compile(r"^static\s[^=;{}()]*?(\w+)\s*\(", re.M)


def files():
    for folder, _, names in os.walk("src"):
        yield from (os.path.join(folder, name) for name in names if name.endswith((".c", ".h")))


def own_names(path):
    """The static functions of a file that stand in none of its tables under the table's word."""
    with open(path, encoding="utf-8") as f:
        code = TEXT.sub(" ", f.read())
    return set(STATIC.findall(code)) - set(re.findall(r"\.(\w+) = \1\b", code))


def main():
    where = collections.defaultdict(list)
    for path in sorted(files()):
        for name in own_names(path):
            where[name].append(path)
    shared = {name: paths for name, paths in where.items() if len(paths) > MOST}
    for name, paths in sorted(shared.items(), key=lambda s: (-len(s[1]), s[0])):
        print("names: %s stands in %d files: %s" % (name, len(paths), " ".join(paths)))
    if not shared:
        print("names: none stands in more than %d files" % MOST)
    return 1 if shared else 0


if __name__ == "__main__":
    sys.exit(main())
