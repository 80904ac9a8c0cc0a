"""The six kinds of fault, planted in one line of C, and the order in which a seed draws lines.

Only code is changed: comments, strings, characters and preprocessor lines are blanked before anything is looked for.
"""
import random
import re
from collections import Counter, namedtuple

Fault = namedtuple("Fault", "file line kind before after")  # `line` counts from 1; before, after: the line's text

# Kinds that put one token in the place of another
EXCHANGES = {
    "comparison": {"==": "!=", "!=": "==", "<": ">=", ">=": "<", ">": "<=", "<=": ">"},
    "boundary": {"<": "<=", "<=": "<", ">": ">=", ">=": ">"},
    "logic": {"&&": "||", "||": "&&", "!": "", "true": "false", "false": "true"},
    "arithmetic": {"+": "-", "-": "+", "++": "--", "--": "++", "+=": "-=", "-=": "+="},
}
KINDS = (*EXCHANGES, "statement", "return")

NOT_CODE = re.compile(
    r"""/\*.*?\*/ | //[^\n]* | "(?:\\.|[^"\\\n])*" | '(?:\\.|[^'\\\n])*' | ^[ \t]*\#(?:\\\n|/\*.*?\*/|[^\n])*""",
    re.S | re.M | re.X)
TOKEN = re.compile(
    r"[A-Za-z_]\w*|0[xX]\w+|\d(?:[eE][-+]|[\w.])*|->|\+\+|--|<<=|>>=|<<|>>|&&|\|\||[-<>=!+*/%&|^]=|\S")
INTEGER = re.compile(r"(0[xX][0-9a-fA-F]+|\d+)([uUlL]*)$")
# Checks of the program on itself, and messages, whose words the translations hold
UNFIT = re.compile(r"\b(assert|_Static_assert|N_)\s*\(")
KEYWORD = re.compile(r"(return|break|continue|goto|case|default|else|if|for|while|do|switch|typedef|static|const|"
                     r"struct|enum|union|extern)\b")
DECLARATION = re.compile(r"[A-Za-z_]\w*(\s+\**|\s*\*+\s*)[A-Za-z_]\w*\s*[=;,(\[]")
CALL_OR_ASSIGNMENT = re.compile(r"(\(void\)\s*)?[*(A-Za-z_+-][^=]*(\)|\+\+|--|[^=<>!]=[^=].*|\w);$")
NOTHING = "(void)0;"


def code_of(text):
    """The text with a blank for each character that is not code: lines and columns stay where they are."""
    return NOT_CODE.sub(lambda found: re.sub(r"[^\n]", " ", found[0]), text)


def operand_ends(token):
    """Whether what follows the token is an operator between two operands."""
    word = token[:1].isalnum() or token[:1] == "_"
    return token in (")", "]") or (word and token not in ("return", "case", "sizeof"))


def neighbours(token):
    """An integer one more and one less."""
    number = INTEGER.match(token)
    if not number:
        return []
    value, write = (int(number[1], 16), hex) if token[1:2] in ("x", "X") else (int(number[1]), str)
    return [write(n) + number[2] for n in (value + 1, value - 1) if n >= 0]


def exchanged(code, before):
    """Faults of a single token: (kind, line after)."""
    last = ""
    for found in TOKEN.finditer(code):
        token = found[0]
        for kind, others in EXCHANGES.items():
            if token in others:
                sign = token == "-" and not operand_ends(last)
                yield kind, before[:found.start()] + ("" if sign else others[token]) + before[found.end():]
        for other in neighbours(token):
            yield "arithmetic", before[:found.start()] + other + before[found.end():]
        last = token


def balanced(code):
    return code.count("(") == code.count(")") and code.count("{") == code.count("}")


def condition_negated(code, before):
    """`if (…)` that ends on its line asks the contrary."""
    found = re.match(r"\s*(?:\} else )?if \((.*)\)( \{)?\s*$", code)
    if found and balanced(found[1]):
        yield "logic", before[:found.start(1)] + "!(" + before[slice(*found.span(1))] + ")" + before[found.end(1):]


def statement_removed(code, before, above):
    """A call or an assignment, a whole line long, is left out."""
    text = code.strip()
    begins = not above or re.search(r"([;{}):]|\belse)$", above)
    if (begins and text.count(";") == 1 and balanced(text) and CALL_OR_ASSIGNMENT.match(text)
            and not KEYWORD.match(text) and not DECLARATION.match(text)):
        yield "statement", before.replace(before.strip(), NOTHING)


def return_changed(code, before):
    """Another value is returned, or the function goes on."""
    found = re.match(r"\s*return\b\s*(.*?)\s*;\s*$", code)
    if not found or not balanced(code):
        return
    value, head = before[slice(*found.span(1))], before[:len(before) - len(before.lstrip())]
    if value:
        yield "return", "%sreturn !(%s);" % (head, value)
        yield "return", "%sreturn 0;" % head
    yield "return", head + NOTHING


def faults_of_line(code, before, above=""):
    """All faults that one line can bear: (kind, line after). `code`: the line blanked; `above`: the code before it."""
    if UNFIT.search(code):
        return []
    found = [*exchanged(code, before), *condition_negated(code, before), *statement_removed(code, before, above),
             *return_changed(code, before)]
    return [(kind, after) for kind, after in dict.fromkeys(found) if after != before]


def faults_of_file(file, text):
    """Of each line that can bear one, its faults."""
    above = ""
    for number, (code, before) in enumerate(zip(code_of(text).split("\n"), text.split("\n")), 1):
        found = faults_of_line(code, before, above)
        if found:
            yield number, before, [Fault(file, number, kind, before, after) for kind, after in found]
        above = code.strip() or above


def shuffled_by_kind(chance, faults):
    """A kind is drawn first, then a fault of that kind, so that kinds with many variants are not preferred."""
    by_kind = {}
    for fault in chance.sample(faults, len(faults)):
        by_kind.setdefault(fault.kind, []).append(fault)
    kinds = sorted(by_kind)
    return [fault for kind in chance.sample(kinds, len(kinds)) for fault in by_kind[kind]]


def draw(seed, sources):
    """The lines of `sources` (file → text) in the order of the seed; of each line its faults, in the order to try.

    A line's place is drawn from the line itself, not from what stands around it: a change elsewhere leaves the other
    lines in their order, and most faults of a seed stay the same.
    """
    drawn = []
    for file, text in sorted(sources.items()):
        seen = Counter()
        for number, before, faults in faults_of_file(file, text):
            chance = random.Random("%s\n%s\n%s\n%d" % (seed, file, before, seen[before]))
            seen[before] += 1
            drawn.append((chance.random(), file, number, shuffled_by_kind(chance, faults)))
    return [faults for _, _, _, faults in sorted(drawn, key=lambda line: line[:3])]
