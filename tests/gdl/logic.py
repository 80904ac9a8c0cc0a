"""Rule sheets worked out in the plainest way, to hold the program to: nothing here comes from it.

A sentence is a tuple of words and tuples, ("cell", "1", "1", "x"). What holds is worked out bottom up, relation by relation,
until nothing new follows; a state is a frozenset of the arguments of `true`.
"""
import re


def parse(text):
    """All that a text in KIF holds, as nested tuples."""
    stack = [[]]
    for token in re.findall(r"[()]|[^\s();]+", re.sub(r";.*", "", text)):
        if token == "(":
            stack.append([])
        elif token == ")":
            done = tuple(stack.pop())
            stack[-1].append(done)
        else:
            stack[-1].append(token)
    assert len(stack) == 1, "a bracket is missing"
    return stack[0]


def write(term):
    return term if isinstance(term, str) else "(%s)" % " ".join(map(write, term))


def relation(sentence):
    """Its name and number of arguments; a word alone has none."""
    return (sentence, 0) if isinstance(sentence, str) else (sentence[0], len(sentence) - 1)


def put_in(term, values):
    if isinstance(term, str):
        return values.get(term, term)
    return tuple(put_in(t, values) for t in term)


def match(pattern, term, values):
    """The values extended so that the pattern becomes the term; None: there are none."""
    if isinstance(pattern, str):
        if not pattern.startswith("?"):
            return values if pattern == term else None
        if pattern in values:
            return values if values[pattern] == term else None
        return {**values, pattern: term}
    if isinstance(term, str) or len(pattern) != len(term):
        return None
    for p, t in zip(pattern, term):
        values = match(p, t, values)
        if values is None:
            return None
    return values


def split_or(body):
    """Bodies without `or`, one for each way."""
    for i, c in enumerate(body):
        if c[0] == "or":
            return [b for way in c[1:] for b in split_or(body[:i] + (way,) + body[i + 1:])]
    return [body]


def has_variables(term):
    return term.startswith("?") if isinstance(term, str) else any(map(has_variables, term))


class Facts:
    """What holds, found by its relation and a first argument that is known."""

    def __init__(self, other=None):
        self.of = {k: dict.fromkeys(v) for k, v in other.of.items()} if other else {}
        self.by = {}

    def add(self, fact):
        known = self.of.setdefault(relation(fact), {})
        if fact in known:
            return False
        known[fact] = None
        for (name, place), index in self.by.items():
            if name == relation(fact):
                index.setdefault(fact[place], []).append(fact)
        return True

    def __contains__(self, fact):
        return fact in self.of.get(relation(fact), ())

    def like(self, pattern):
        name = relation(pattern)
        if not isinstance(pattern, str):
            for place in range(len(pattern) - 1, 0, -1):
                if not has_variables(pattern[place]):
                    return list(self.index(name, place).get(pattern[place], ()))
        return list(self.of.get(name, ()))

    def index(self, name, place):
        if (name, place) not in self.by:
            index = self.by[name, place] = {}
            for fact in self.of.get(name, ()):
                index.setdefault(fact[place], []).append(fact)
        return self.by[name, place]


class Sheet:
    def __init__(self, text):
        self.rules = []
        for s in parse(text):
            if s[0] == "<=":
                self.rules += [(s[1], body) for body in split_or(s[2:])]
            else:
                self.rules.append((s, ()))
        self.layers = self.order()
        self.always = Facts()
        changing = self.changing()
        self.fixed = [[r for r in layer if relation(r[0]) not in changing] for layer in self.layers]
        self.moving = [[r for r in layer if relation(r[0]) in changing] for layer in self.layers]
        self.derive(self.always, self.fixed)
        self.roles = [f[1] for f in self.always.of[("role", 1)]]
        self.start = frozenset(f[1] for f in self.derive(Facts(self.always), self.moving).of.get(("init", 1), ()))

    def needs(self, rule):
        for c in rule[1]:
            if c[0] == "distinct":
                continue
            yield (relation(c[1]), True) if c[0] == "not" else (relation(c), False)

    def order(self):
        """Rules in layers: what is denied in one is concluded in an earlier one."""
        level = {relation(head): 0 for head, _ in self.rules}
        for _ in range(len(level) + 1):
            grew = False
            for rule in self.rules:
                for name, denied in self.needs(rule):
                    least = level.get(name, 0) + denied
                    if level[relation(rule[0])] < least:
                        level[relation(rule[0])] = least
                        grew = True
            if not grew:
                break
        assert not grew, "negation in a circle"
        return [[r for r in self.rules if level[relation(r[0])] == n] for n in range(max(level.values()) + 1)]

    def changing(self):
        names = {("true", 1), ("does", 2)}
        while True:
            more = {relation(r[0]) for r in self.rules if any(n in names for n, _ in self.needs(r))} - names
            if not more:
                return names
            names |= more

    def ways(self, body, facts, values):
        """The values for which all conditions hold: those that can be looked up by what is known first."""
        if not body:
            yield values
            return
        ready = [c for c in body if c[0] in ("not", "distinct") and not has_variables(put_in(c, values))]
        c = ready[0] if ready else max((c for c in body if c[0] not in ("not", "distinct")),
                                       key=lambda c: sum(not has_variables(put_in(a, values)) for a in c[1:])
                                       if not isinstance(c, str) else 9)
        rest = list(body)
        rest.remove(c)
        here = put_in(c, values)
        if c[0] == "distinct":
            if here[1] != here[2]:
                yield from self.ways(rest, facts, values)
        elif c[0] == "not":
            if here[1] not in facts:
                yield from self.ways(rest, facts, values)
        else:
            for fact in facts.like(here):
                found = match(here, fact, values)
                if found is not None:
                    yield from self.ways(rest, facts, found)

    def derive(self, facts, layers):
        for layer in layers:
            grew = True
            while grew:
                grew = False
                for head, body in layer:
                    for values in list(self.ways(list(body), facts, {})):
                        grew |= facts.add(put_in(head, values))
        return facts

    def look(self, state, moves=None):
        """All that holds in a state, with a move of each role or without."""
        facts = Facts(self.always)
        for fact in state:
            facts.add(("true", fact))
        for role, move in zip(self.roles, moves or ()):
            facts.add(("does", role, move))
        return self.derive(facts, self.moving)

    def legal(self, facts):
        """A list of moves for each role."""
        return [sorted((f[2] for f in facts.of.get(("legal", 2), ()) if f[1] == role), key=write) for role in self.roles]

    def over(self, facts):
        return "terminal" in facts

    def goals(self, facts):
        return [[int(f[2]) for f in facts.of.get(("goal", 2), ()) if f[1] == role] for role in self.roles]

    def next(self, state, moves):
        return frozenset(f[1] for f in self.look(state, moves).of.get(("next", 1), ()))
