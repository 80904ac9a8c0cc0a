#!/usr/bin/env python3
"""French as it is printed: curved apostrophes, « » with narrow blanks inside, and one that does not break before ? ! : and ;.

usage: typography.py PO [--check]

Without --check the translations are mended where they stand; with it, those that are not right are listed.
"""
import re
import sys

NARROW = "\u202f"
STRING = re.compile(r'^((?:msgstr )?)"(.*)"$')
RULES = (
    (re.compile(r"(?<=[^\W\d_])'(?=[\w«{])"), "’"),
    (re.compile(r"«[ \u00a0]?(?=\S)(?!\u202f)"), "«" + NARROW),
    (re.compile(r"(?<=[^\s])[ \u00a0]?(?<!\u202f)»"), NARROW + "»"),
    (re.compile(r"(?<=[^\W\d_]|[})»…%])[ \u00a0](?=[?!](?:[.…)\"]| [^a-zà-ÿ]|\\n|$))"), NARROW),
    (re.compile(r"(?:^|(?<=[^\W\d_]{2}|.[})»…%\d]))[ \u00a0](?=[:;](?: |\\n|$))"), NARROW), # not of a notation: A : B
)


def printed(text):
    for pattern, right in RULES:
        text = pattern.sub(right, text)
    return text


def main(path, check):
    translation, wrong, lines = False, [], open(path, encoding="utf-8").read().split("\n")
    for i, line in enumerate(lines):
        if line.startswith("msgid"):
            translation = False
        elif line.startswith("msgstr"):
            translation = True
        string = STRING.match(line) if translation else None
        right = '%s"%s"' % (string[1], printed(string[2])) if string else line
        if right != line:
            wrong.append("%s:%d: %s" % (path, i + 1, right))
            lines[i] = right
    if check:
        print("\n".join(wrong), end="\n" if wrong else "", file=sys.stderr)
    elif wrong:
        open(path, "w", encoding="utf-8").write("\n".join(lines))
    return check and bool(wrong)


sys.exit(main(sys.argv[1], "--check" in sys.argv[2:]))
