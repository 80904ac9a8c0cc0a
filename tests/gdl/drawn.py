"""Rule sheets drawn by lot: small ones that no person would write, with relations proved from each other, round in circles, denied,
asked for in part and from several sides. What they say is nonsense, but it is the same to whoever proves it."""
import random

WORDS = ["1", "2", "3"]
FIXED = {"e": 2, "f": 2, "n": 1}  # facts of the sheet
STATE = {"p": 1, "q": 2}          # facts of a state


def sentence(name, arguments):
    return "(%s %s)" % (name, " ".join(arguments)) if arguments else name


def variables(text):
    return {w for w in text.replace("(", " ").replace(")", " ").split() if w.startswith("?")}


class Drawing:
    def __init__(self, seed):
        self.rng = random.Random(seed)
        self.chains = self.rng.random() < 0.5
        self.relations = {"r%d" % i: 2 if self.chains else self.rng.randint(1, 3) for i in range(self.rng.randint(2, 6))}
        self.words = self.rng.choice([0.1, 0.3, 0.6])  # how often an argument is one: much is asked for in part where many are
        self.most = self.rng.choice([1, 3])  # rules for a relation: the fewer, the fewer ask
        self.round = self.rng.random() < 0.5  # whether relations may ask for themselves
        self.letters = "abcdefg"[: self.rng.randint(3, 7)]
        self.lines = ["(role you)", "(role me)", "(goal you 50)", "(goal me 50)"]

    def argument(self):
        return self.rng.choice(WORDS) if self.rng.random() < self.words else "?" + self.rng.choice(self.letters)

    def call(self, name, arity):
        return sentence(name, [self.argument() for _ in range(arity)])

    def condition(self, level, moves):
        """Something to look up: of the relations those up to `level`."""
        r = self.rng.random()
        if moves and r < 0.25:
            return "(does %s (m %s %s))" % (self.rng.choice(["you", "me"]), self.argument(), self.argument())
        if r < 0.3:
            return self.call(*self.rng.choice(list(FIXED.items())))
        if r < 0.55:
            return "(true %s)" % self.call(*self.rng.choice(list(STATE.items())))
        return self.call(*self.rng.choice(list(self.relations.items())[: level + self.round] or list(FIXED.items())))

    def chain(self, level, moves):
        """Pairs that lead from one to the next, `(r1 2 ?a) (r0 ?a ?b) (q ?b 3)`: each is asked for by what another says."""
        pairs = ["(true (q %s %s))", "(e %s %s)"] + ["(does you (m %s %s))"] * moves
        pairs += ["(%s %%s %%s)" % name for name in list(self.relations)[:level]] * 3
        ends = [self.argument(), *("?%s" % v for v in "xyz"[: self.rng.randint(1, 2)]), self.argument()]
        conditions = [self.rng.choice(pairs) % pair for pair in zip(ends, ends[1:])]
        return conditions, sorted(set().union(*map(variables, conditions)))

    def body(self, level, moves):
        if self.chains:
            return self.chain(level, moves)
        conditions = [self.condition(level, moves) for _ in range(self.rng.randint(1, 3))]
        known = sorted(set().union(*map(variables, conditions)))
        if known and level > 0 and self.rng.random() < 0.4:
            name, arity = self.rng.choice(list(self.relations.items())[:level])
            conditions.append("(not %s)" % sentence(name, [self.rng.choice(known) for _ in range(arity)]))
        if len(known) > 1 and self.rng.random() < 0.2:
            conditions.append("(distinct %s %s)" % tuple(self.rng.sample(known, 2)))
        self.rng.shuffle(conditions)
        return conditions, known or self.rng.sample(WORDS, 2)

    def rule(self, head, arity, level, moves=False):
        conditions, known = self.body(level, moves)
        arguments = [self.rng.choice(known) for _ in range(arity)]
        self.lines.append("(<= %s %s)" % (head(arguments), " ".join(conditions)))

    def facts(self):
        for table, form in ((FIXED, "%s"), (STATE, "(init %s)")):
            for name, arity in table.items():
                for _ in range(self.rng.randint(2, 8)):
                    self.lines.append(form % sentence(name, [self.rng.choice(WORDS) for _ in range(arity)]))

    def write(self):
        self.facts()
        for level, (name, arity) in enumerate(self.relations.items()):
            for _ in range(self.rng.randint(1, self.most)):
                self.rule(lambda a, n=name: sentence(n, a), arity, level, moves=self.rng.random() < 0.1)
        last = len(self.relations)
        for role in ("you", "me"):
            self.lines.append("(legal %s (m 1 1))" % role)
            for _ in range(self.rng.randint(1, self.most)):
                self.rule(lambda a, r=role: "(legal %s %s)" % (r, sentence("m", a)), 2, last)
        for name, arity in STATE.items():
            for _ in range(self.rng.randint(1, self.most)):
                self.rule(lambda a, n=name: "(next %s)" % sentence(n, a), arity, last, moves=True)
        self.rule(lambda a: "terminal", 0, last)
        return "\n".join(dict.fromkeys(self.lines)) + "\n"


def drawn_sheet(seed):
    return Drawing(seed).write()
