#!/usr/bin/env python3
"""Checks the walks through the code in HACKING.md: every function that they name exists, and follows from the one before it.

In the section "Walks" a walk stands under a heading of its own.
    `a` → `b`    the body of a calls b
    `a` ⇢ `b`    b is called back after a: through a table of functions, by another thread, or over the socket. What is
                 checked is that some file names b as a value, without calling it
A name that several files give is written with its file, `exact.c:think`; a method of the page with its class, `Table.pick`.
What stands before an arrow must have been named earlier in the walk, but for the first function.
"""
import os
import re
import sys

NAME = r"`([\w./]+(?::\w+)?)`"
STEP = re.compile(NAME + r"(?:\s*\([^()]*\))?\s*(→|⇢)\s*(?=" + NAME + ")")
NOISE = re.compile(r'/\*.*?\*/|//[^\n]*|"(?:\\.|[^"\\\n])*"', re.S)
IN_C = re.compile(r"^(?![\s#])([^\n;={}]*?\b(\w+)\([^;{}]*\))\n\{\n(.*?)^\}", re.M | re.S)
IN_PAGE = re.compile(r"^( *)(?:export )?(?:async )?(?:function )?(\w+)\([^\n]*\) \{\n(.*?)^\1\}", re.M | re.S)
CLASS = re.compile(r"^(?:export )?class (\w+)", re.M)


class Function:
    def __init__(self, path, name, body, owner, static):
        self.path, self.name, self.body, self.owner, self.static = path, name, body, owner, static

    def is_called(self, text):
        """By its file or its class, where one is given."""
        place, _, name = text.rpartition(":" if ":" in text else ".")
        return name == self.name and (place in ("", self.owner) or self.path.endswith("/" + place))

    def calls(self, other):
        seen = not other.static or other.path == self.path or other.path.endswith(".h")
        return seen and re.search(r"\b%s\(" % other.name, self.body) is not None


def sources(folder, *endings):
    for place, _, names in os.walk(folder):
        for name in sorted(names):
            if name.endswith(endings):
                path = os.path.join(place, name)
                with open(path, encoding="utf-8") as f:
                    yield path, NOISE.sub(" ", f.read()) if folder == "src" else f.read()


def functions(code):
    for path, text in code.items():
        if path.endswith(".js"):
            classes = [(m.start(), m[1]) for m in CLASS.finditer(text)]
            for m in IN_PAGE.finditer(text):
                owner = [name for at, name in classes if at < m.start()] if m[1] else []
                yield Function(path, m[2], m[3], owner[-1] if owner else "", False)
        else:
            for head, name, body in IN_C.findall(text):
                yield Function(path, name, body, "", head.startswith("static "))


def is_named(function, code):
    """In C as a value, somewhere it can be seen; in the page anywhere outside its definition."""
    name = function.name
    if function.path.endswith(".js"):
        return any(len(re.findall(r"\b%s\b" % name, text)) > (path == function.path)
                   for path, text in code.items() if path.endswith(".js"))
    value = re.compile(r"(?:[=,({&]|return)\s*&?%s\b(?!\s*\()" % name)
    return any(value.search(text) for path, text in code.items() if path == function.path or not function.static)


def walks(text):
    """(heading, steps, arrows) of each walk."""
    section = re.search(r"^## [^\n]*[Ww]alks[^\n]*\n(.*?)(?=^## |\Z)", text, re.M | re.S)
    for walk in re.split(r"^### ", section[1] if section else "", flags=re.M)[1:]:
        body = walk.partition("\n")[2]
        yield walk.partition("\n")[0], STEP.findall(body), len(re.findall("[→⇢]", body))


def faults(heading, steps, arrows, known, code):
    if not steps or arrows != len(steps):
        yield "%s: %d arrows, of which %d stand between two functions" % (heading, arrows, len(steps))
    named = {steps[0][0]} if steps else set()
    for before, arrow, after in steps:
        first, second = ([f for f in known if f.is_called(name)] for name in (before, after))
        if before not in named:
            yield "%s: %s begins anew, and was not named before" % (heading, before)
        for name, found in ((before, first), (after, second)):
            if not found:
                yield "%s: there is no function %s" % (heading, name)
        if first and second and arrow == "→" and not any(a.calls(b) for a in first for b in second):
            yield "%s: %s does not call %s" % (heading, before, after)
        if second and arrow == "⇢" and not any(is_named(b, code) for b in second):
            yield "%s: no file names %s as a value, so nothing can call it back" % (heading, after)
        named |= {before, after}


def main():
    os.chdir(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
    code = dict([*sources("src", ".c", ".h"), *sources("web", ".js")])
    known = list(functions(code))
    with open("HACKING.md", encoding="utf-8") as f:
        found = list(walks(f.read()))
    bad = [fault for walk in found for fault in faults(*walk, known, code)]
    if not found:
        bad = ["HACKING.md has no walk"]
    print("\n".join("walks: " + fault for fault in bad) or
          "walks: %d functions follow from each other" % sum(len(steps) + 1 for _, steps, _ in found))
    return 1 if bad else 0


if __name__ == "__main__":
    sys.exit(main())
