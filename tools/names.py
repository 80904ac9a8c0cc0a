#!/usr/bin/env python3
"""Refuses names that mislead.

A static function's name that stands in many files leads nobody who looks for it. What a file puts into a table under the
table's own word (`.deal = deal`) is alike on purpose, and is not counted.

A type, enumerator or function given by two headers: a file that includes both does not compile, or compiles and takes one
struct for the other through a cast. So does one name for a type and a function.
"""
import collections
import os
import re
import sys

MOST = 3  # files that may share a name
TEXT = re.compile(r'/\*.*?\*/|//[^\n]*|"(?:\\.|[^"\\\n])*"|\'(?:\\.|[^\'\\\n])+\'', re.S)  # and comments
STATIC = re.compile(r"^static\s[^=;{}()]*?(\w+)\s*\(", re.M)
DIRECTIVE = re.compile(r"^[ \t]*#(?:\\\n|[^\n])*", re.M)
ATTRIBUTE = re.compile(r"\b__attribute__\s*\(\(.*?\)\)|\b_(?:Alignas|Static_assert)\s*\([^()]*(?:\([^()]*\)[^()]*)*\)")
BODY = re.compile(r"\{[^{}]*\}")
ENUM = re.compile(r"\benum\b[^;{}()]*\{([^{}]*)\}")
TAG = re.compile(r"\b(?:struct|union|enum)\s+(\w+)\s*\{")
# Of a text in which @ stands for what was between braces:
TYPEDEF = re.compile(r"^typedef\b[^;()]*?(?:(\w+)\s*(?:\[[^;]*\])?;|(\w+)\s*\((?!\s*\*)|\(\s*\*\s*(\w+)\s*\))", re.M)
FUNCTION = re.compile(r"^(?!typedef\b)[a-zA-Z_][^;()=@]*?\b([a-z]\w*)\s*\([^;@]*?\)\s*[;@]", re.M)


def files():
    for folder, _, names in os.walk("src"):
        yield from (os.path.join(folder, name) for name in names if name.endswith((".c", ".h")))


def own_names(path):
    """The static functions of a file that stand in none of its tables under the table's word."""
    with open(path, encoding="utf-8") as f:
        code = TEXT.sub(" ", f.read())
    return set(STATIC.findall(code)) - set(re.findall(r"\.(\w+) = \1\b", code))


def given(path):
    """(name, kind) of what a header gives."""
    with open(path, encoding="utf-8") as f:
        code = ATTRIBUTE.sub(" ", DIRECTIVE.sub(" ", TEXT.sub(" ", f.read())))
    for body in ENUM.findall(code):
        yield from ((name, "enumerator") for name in re.findall(r"(?:^|,)\s*(\w+)", re.sub(r"\([^()]*\)", "", body)))
    yield from ((name, "struct") for name in TAG.findall(code))
    while BODY.search(code):
        code = BODY.sub("@", code)
    yield from (("".join(name), "type") for name in TYPEDEF.findall(code))
    yield from ((name, "function") for name in FUNCTION.findall(code))


def clashes(paths):
    """By name, where it is given: a struct may have its type in one header and what is in it in another."""
    where = collections.defaultdict(set)
    for path in paths:
        for name, kind in given(path):
            where[name].add((path, kind))
    found = {}
    for name, places in where.items():
        kinds = [kind for _, kind in places]
        if len(set(kinds)) < len(kinds) or len({kind.replace("struct", "type") for kind in kinds}) > 1:
            found[name] = sorted(places)
    return found


def main():
    twice = clashes(path for path in sorted(files()) if path.endswith(".h"))
    for name, places in sorted(twice.items()):
        print("names: %s is given twice: %s" % (name, ", ".join("%s in %s" % (kind, path) for path, kind in places)))
    where = collections.defaultdict(list)
    for path in sorted(files()):
        for name in own_names(path):
            where[name].append(path)
    shared = {name: paths for name, paths in where.items() if len(paths) > MOST}
    for name, paths in sorted(shared.items(), key=lambda s: (-len(s[1]), s[0])):
        print("names: %s stands in %d files: %s" % (name, len(paths), " ".join(paths)))
    if not shared:
        print("names: none stands in more than %d files" % MOST)
    return 1 if shared or twice else 0


if __name__ == "__main__":
    sys.exit(main())
