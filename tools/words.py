#!/usr/bin/env python3
"""Counts wordings that have to be read twice, and refuses more of them than tools/words.tsv allows: a row for each kind and area,
with the number that is still there. What has no row is refused wherever it stands; a number may only fall.

usage: words.py [--set | --list KIND [AREA] | --subject]
  --set      lowers the numbers to those of today (a higher one is never written)
  --list     prints each place of one kind
  --subject  reads the message of a commit on standard input and judges its first line, for a hook:
             echo 'tools/words.py --subject <"$1"' >.git/hooks/commit-msg

A comment or a paragraph with "words: ok" is left out; it says why. Commits made since the file tools/words.tsv came are judged as well.
"""
import collections
import os
import re
import subprocess
import sys

FILE = "tools/words.tsv"
PATTERNS = {name: re.compile(pattern, re.M) for name, pattern in {
    "W1 “for who”": r"\b(?:for|to|of|by|with|from|than|as|between|before|after|against) who\b",
    "W2 “Who … .”": r"(?:^|[.;:!] )Who (?!is there)[a-z][^?\n]*?[.;,](?: |$)",
    "W3 “one who”": r"(?<!the )(?<!The )\bone who\b",
    "W4 “the house”": r"\b[Tt]he house\b|\bhouse['’]s\b",
    "W5 “is no …”": r"(?<![Tt]here )\b(?:is|are|was) no (?!longer|more|other|such|way|need|doubt)[a-z]",
    "W6 “so many”": r"\bso (?:many|much)\b(?! (?:as|that|more|less|the))",
    "W7 “comes of”": r"\b(?:come|comes|came) of\b",
    "W8 “at work”": r"\bat work\b",
    "W9 “one's own”": r"\bbefore one['’]s eyes\b|\bone['’]s own\b|\bas one (?:likes|wants)\b|\bhow one (?:likes|is)\b",
    "W10 “is told”": r"\b(?:is|are|was|were|be) told\b",
    "W11 “the report”": r"\b[Tt]he seed['’]s\b|\b[Tt]he report['’]?s?\b",
    "W12 “held to”": r"\bheld (?:to|against)\b|\bholds? .{0,30}to the laws\b",
    "W13 “laid out”": r"\blaid (?:out|flat)\b|\blay(?:s|ing)? (?:one |it |all |a game )?out\b",
    "W14 “on its way”": r"\bput out\b|\bon its way\b|\btaken? up\b|\bput away\b|\bgone on from\b|\bat hand\b",
    "W15 “nobody”": r"\b(?:nobody|somebody|everybody)\b",
    "W16 “of what”": r"\b(?:of|by|with|from|to|for|in|on|against) what\b",
    "W17 “whoever”": r"\b[Ww](?:hoever|hatever)\b",
    "W18 “, too”": r", too\b",
}.items()}
SUBJECT = re.compile(r"[a-z][\w ,./-]*: (?!(?:a|an|the|what|who|no|one|some|its|where)\b)\S.*")
LONGEST = 72
OF_C = r"/\*.*?\*/"
OF_JS = OF_C + r"|(?<!:)//[^\n]*(?:\n[ \t]*//[^\n]*)*"
OF_PYTHON = r'""".*?"""|#[^\n]*(?:\n[ \t]*#[^\n]*)*'
PARAGRAPH = r"(?:[^\n]+\n?)+"
PASSAGE = {".c": OF_C, ".h": OF_C, ".js": OF_JS, ".mjs": OF_JS, ".py": OF_PYTHON, ".md": PARAGRAPH}
NEXT_LINE = re.compile(r"\n[ \t]*(?:\*|//|#)?[ \t]*")


def paths():
    listed = subprocess.run(["git", "ls-files", "-co", "--exclude-standard"], stdout=subprocess.PIPE, text=True).stdout.split("\n")
    for path in listed:
        if os.path.splitext(path)[1] in PASSAGE and not path.startswith("tests/data/") and os.path.isfile(path):
            yield path


def messages():
    """The English of each message, with the line it begins in."""
    with open("po/fr.po", encoding="utf-8") as f:
        for number, line in enumerate(f, 1):
            if line.startswith('msgid "'):
                yield number, line[7:-2]


def passages(path):
    """(line, text) of each comment of a source, or of each paragraph of a document, joined to one line."""
    with open(path, encoding="utf-8") as f:
        text = f.read()
    for match in re.finditer(PASSAGE[os.path.splitext(path)[1]], text, re.S):
        if "words: ok" not in match[0]:
            yield text.count("\n", 0, match.start()) + 1, NEXT_LINE.sub(" ", match[0])


def area(path):
    return path.split("/")[0] if "/" in path else "documents" if path.endswith(".md") else "tools"


def places():
    """(kind, area, where, what) of each hit."""
    texts = [(area(path), path, line, text) for path in paths() for line, text in passages(path)]
    texts += [("messages", "po/fr.po", line, text) for line, text in messages()]
    for where, path, line, text in texts:
        for kind, pattern in PATTERNS.items():
            for match in pattern.finditer(text):
                start = max(0, match.start() - 40)
                yield kind, where, "%s:%d" % (path, line), text[start:match.end() + 40]


def allowed():
    if not os.path.exists(FILE):
        return {}
    with open(FILE, encoding="utf-8") as f:
        rows = [line.rstrip("\n").split("\t") for line in f if not line.startswith("#")]
    return {(kind, where): int(count) for kind, where, count in rows}


def commits():
    """(hash, subject) of each commit since the file came."""
    first = subprocess.run(["git", "log", "--diff-filter=A", "--format=%H", "--", FILE], stdout=subprocess.PIPE,
                           stderr=subprocess.DEVNULL, text=True).stdout.split()
    if not first:
        return []
    since = subprocess.run(["git", "log", "--no-merges", "--format=%h %s", first[-1] + "..HEAD"], stdout=subprocess.PIPE, text=True).stdout
    return [line.split(" ", 1) for line in since.splitlines()]


def fault_of(subject):
    if len(subject) > LONGEST:
        return "has %d characters, and may have %d" % (len(subject), LONGEST)
    return None if SUBJECT.fullmatch(subject) else "does not read “area: verb object”"


def write(now, old):
    kept = {row: min(count, old.get(row, count) if old else count) for row, count in now.items() if not old or row in old}
    lines = ["%s\t%s\t%d" % (kind, where, kept[kind, where]) for kind in PATTERNS for _, where in sorted(row for row in kept if row[0] == kind)]
    with open(FILE, "w", encoding="utf-8") as f:
        f.write("\n".join(["# kind\tarea\tstill there", *lines]) + "\n")


def judge(now, old):
    bad = ["%s stands %d times in %s, and may %d times: words.py --list %s %s" % (kind, count, where, old.get((kind, where), 0), kind.split()[0], where)
           for (kind, where), count in sorted(now.items()) if count > old.get((kind, where), 0)]
    bad += ["commit %s: its subject %s: %s" % (commit, fault_of(subject), subject) for commit, subject in commits() if fault_of(subject)]
    for line in bad:
        print("words: " + line)
    if not bad:
        print("words: %d wordings left to mend, none more than before" % sum(now.values()))
    return 1 if bad else 0


def main(words):
    if words == ["--subject"]:
        fault = fault_of(sys.stdin.readline().rstrip("\n"))
        if fault:
            print("The subject %s." % fault, file=sys.stderr)
        return 1 if fault else 0
    os.chdir(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
    found = list(places())
    if words[:1] == ["--list"]:
        for kind, where, at, text in found:
            if kind.split()[0] == words[1] and where in (words[2:] or [where]):
                print("%s: …%s…" % (at, text))
        return 0
    now = collections.Counter((kind, where) for kind, where, _, _ in found)
    if words == ["--set"]:
        write(now, allowed())
        return 0
    return judge(now, allowed())


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
