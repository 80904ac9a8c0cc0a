"""docs/json.md, read: which fields an object may have. What the page does not name is refused."""
import json
import os
import re

DOCS = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..", "docs", "json.md")
ALWAYS = {"duel": {"error", "kind", "message"}, "is": {"is", "re"}}


class Section:
    def __init__(self):
        self.fields, self.open, self.links, self.examples = set(), set(), set(), []


def read():
    """Sections by name: “worth” of an object, “duel solve” of a command, “is table” of a message."""
    sections, here, part, example = {}, [], "", None
    for line in open(DOCS, encoding="utf-8"):
        if example is not None:
            if line.startswith("```"):
                for s in here:
                    s.examples.append(json.loads("".join(example)))
                example = None
            else:
                example.append(line)
        elif line.startswith("```json"):
            example = []
        elif line.startswith("## "):
            part, here = line[3:].strip(), []
        elif line.startswith("### "):
            named = re.findall(r"`([^`]+)`", line)
            names = [("is " + n if part == "The wire" else n) for n in named] or [line[4:].strip()]
            one = Section()
            here = [one]
            for name in names:
                assert name not in sections, "twice in docs/json.md: " + name
                sections[name] = one
        elif here:
            here[0].links.update(re.findall(r"\(#([a-z]+)\)", line))
            if line.startswith("- "):
                for name in re.findall(r"`([^`]+)`", line.split(":")[0]):
                    (here[0].open if name.endswith("*") else here[0].fields).add(name.removesuffix(".*"))
    return sections


SECTIONS = read()


def allowed(name, seen=()):
    """Fields, and those below which any may stand, of a section and of all it speaks of."""
    s = SECTIONS[name]
    fields, free = s.fields | s.open, set(s.open)
    for link in s.links - set(seen):
        more, freer = allowed(link, (*seen, name, link))
        fields, free = fields | more, free | freer
    return fields, free


def refuse_unknown(what, fields, free, where):
    if isinstance(what, list):
        for one in what:
            refuse_unknown(one, fields, free, where)
    elif isinstance(what, dict):
        for key, value in what.items():
            assert key in fields or "*" in free, "docs/json.md does not name “%s” of %s" % (key, where)
            below = {k: v for k, v in value.items() if isinstance(v, (dict, list))}.values() if (
                key in free and isinstance(value, dict)) else [] if key in free else [value]
            for one in below:
                refuse_unknown(one, fields, free, where)


def check_command(args, answer):
    """What `duel ARGS --json` answered; of a name that is no command, an error."""
    words = [str(a) for a in args]
    names = ["duel " + " ".join(words[:n]) for n in (2, 1)]
    name = "command" if "--help" in words else next((n for n in names if n in SECTIONS), "error")
    fields, free = allowed(name)
    refuse_unknown(answer, fields | ALWAYS["duel"], free, name)


def check_message(message):
    """What came over the wire."""
    name = "is " + message["is"]
    assert name in SECTIONS, "docs/json.md does not name the message " + name
    fields, free = allowed(name)
    refuse_unknown(message, fields | ALWAYS["is"], free, name)
