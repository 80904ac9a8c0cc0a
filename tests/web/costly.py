"""Every verb of docs/wire.md, asked as expensively as a client can: in the slowest and the largest variants known.

`tour(ask, send, heavy)` goes through them all; what it is given sends a request, waits for its answer where that does
not take long, and may measure what it cost.
"""
import json
import os

EXAMPLES = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..", "examples")
SHELF = [os.path.join(EXAMPLES, "dots.lua"), os.path.join(EXAMPLES, "gdl", "connect4.kif")]  # for the server that is asked

# Variants whose deal or picture takes longest, found by hand and by `./dev fuzz deal`; the light ones take the same
# ways, and no longer than a test may.
HEAVY = [("wumpus", {"id": "532321"}), ("wumpus", {"id": "732321"}), ("wumpus", {"id": "5234132302"}),
         ("wumpus", {"difficulty": "medium", "size": "28", "pits": "219"}),
         ("wumpus", {"difficulty": "hard", "size": "32", "wumpuses": "4", "golds": "4", "goal": "all"})]
LIGHT = [("wumpus", {"id": "108201"}), ("wumpus", {"difficulty": "medium"})]


def values_of(option):
    """The largest and the smallest value of an option, as text; none for decimals and sets."""
    if option["kind"] == "number":
        return [str(option["most"]), str(option["least"])]
    if option["kind"] == "choice":
        return [option["choices"][-1], option["choices"][0]]
    return ["yes", "no"] if option["kind"] == "yesno" else []


def extremes(options, accepts):
    """The largest variant there is: each option in turn is taken to the end that goes with those before it."""
    chosen = {}
    for option in options:
        if option["name"] in ("id", "difficulty"):
            continue
        for value in values_of(option):
            if accepts(dict(chosen, **{option["name"]: value})):
                chosen[option["name"]] = value
                break
    return chosen


def study(send):
    """What needs no table."""
    letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
    wide = "\n".join("%s <-> (%s <-> ~%s)" % (a, b, c) for a, b, c in zip(letters, letters[1:], letters[2:]))
    clauses = "p cnf 60 240\n" + "\n".join(
        "%d -%d %d 0" % (i % 60 + 1, i * 7 % 60 + 1, i * 13 % 60 + 1) for i in range(240))
    for method in ("table", "cnf", "dpll", "resolution", "tree", "sat", "derive"):
        send(do="logic", of=method, text=wide, ask="A")
        send(do="logic", of=method, text=clauses)
    send(do="logic", of="table", text="(" * 3000 + "A" + ")" * 3000)
    send(do="derive", text="\n".join("%d. A & A (1)" % (i + 1) for i in range(400)), ask="A", hint=True)
    send(do="derive", text="1. A | B premise\n2. ~A premise", ask="B & (A -> C)", hint=True)
    for level in (1, 2, 3):
        send(do="goal", level=level, number=2 ** 31)
    send(do="inference")
    send(do="learn")
    send(do="learn", id="truth-tables", step=1, text=wide)
    send(do="words", of="study")


def about_game(send, game, options, figures, heavy):
    send(do="rules", game=game)
    for figure in figures:
        send(do="figure", game=game, id=figure)
    send(do="variant", game=game, options=options)
    send(do="lesson", game=game, step=1)
    send(do="lesson", game=game, step=2, move="1")
    send(do="puzzles", game=game)
    send(do="ranking", game=game)
    send(do="profiles", game=game)
    send(do="explore", game=game, options=options)
    for engine in ("mcts:iterations=100000000", "alphabeta:depth=60", "exact") if heavy else ("mcts:iterations=60",):
        send(do="trace", game=game, options=options if heavy else {}, of=engine)


def at_a_table(ask, send, table):
    """All that can be asked of a game; `table` gives what was told of it last."""
    plies = 0
    for _ in range(12):
        moves = table().get("moves") or []
        if not moves or ask(do="move", move=moves[plies * 5 % len(moves)]["move"])["is"] != "done":
            break
        plies += 1
        send(do="confirm")
    lenses = [lens["id"] for lens in table().get("lenses", [])]
    send(do="lens", show=lenses)
    for ply in range(plies + 1):
        send(do="look", ply=ply)
    send(do="look", ply=0, line=["1"] * 64)
    send(do="check", marks=["cell:%d:%d" % (i % 32, i // 32) for i in range(128)])
    send(do="hint", step=4)
    send(do="advise", instead="1")
    send(do="values", ply=plies, effort=4)
    send(do="graph")
    send(do="stop")
    send(do="uncover")
    send(do="setup", start=True, edits=[["cell:%d:%d" % (i % 8, i // 8), 1] for i in range(300)])
    send(do="setup", ply=plies, edits=[["turn", 1]])
    send(do="setup", ply=plies, edits=[], done=True)
    send(do="branch", ply=plies)
    send(do="watch", ply=plies)
    send(do="retry", ply=0)
    send(do="takeover", seat=1, by="expert")
    send(do="answer", yes=True)
    send(do="observe")
    record = ask(do="record")
    send(do="back")
    send(do="resign", seat=0)
    send(do="review", nodes=2 ** 32)
    send(do="stop", of="review")
    send(do="mend")
    send(do="again")
    return record.get("record")


CAVE = {"size": "4", "pits": "1"}
LAID = "-T -. -. -. / -. -. -W -. / -. -. -. -. / . -. -. -G ; at 0,0 0"
DARK = "? ? ? ? / ? ? ? ? / ? ? ? ? / . . ? ? ; at 1,0 1 ; view"
DENIED = "? ? ? ? / E ? ? ? / . . ? ? / . . E ? ; at 1,0 9 ; view"  # one gold cannot glitter at both
# No solver and no count has an end with this one: a lattice, each breeze between two dark cells.
LATTICE = " / ".join(" ".join("?" if x & y & 1 or y > 28 else "." if (x ^ y) & 1 == 0 or x + y == 1 else "B" for x in range(32))
                     for y in range(31, -1, -1)) + " ; at 2,1 800 ; view"
KNOWN = {"size": "32", "wumpuses": "4", "golds": "4", "pits": "200", "counted": "yes"}
WIDE = ["? " * 31 + "? / "] * 29 + ["E " + "? " * 31 + "/ ", ". . " + "? " * 30 + "/ ", ". . E " + "? " * 29]


def in_the_dark(ask, send, heavy):
    """What is hidden is imagined, and that nothing can be hidden so is found by a solver."""
    made = ask(do="analyse", game="wumpus", options=CAVE, position=LAID)
    ask(do="join", table=made["table"], tokens=[seat["token"] for seat in made["seats"]])
    for question in (dict(do="values", ply=0, effort=1), dict(do="advise"), dict(do="advise", instead="0:1"),
                     dict(do="graph"), dict(do="hint", step=4), dict(do="setup", position=DENIED),
                     dict(do="setup", ply=0, edits=[["cell:2:0", 1]] * 3), dict(do="setup", position=DARK, done=True)):
        ask(**question)
    send(do="analyse", game="wumpus", options=CAVE, position=DENIED)
    send(do="create", game="wumpus", options=CAVE, seats=["here"], start=DENIED)
    ask(do="trace", game="wumpus", options=CAVE, position=DENIED, of="expert")
    made = ask(do="analyse", game="wumpus", options=KNOWN, position=LATTICE)
    ask(do="join", table=made["table"], tokens=[seat["token"] for seat in made["seats"]])
    ask(do="move", move="deduce:3:1")
    send(do="look", ply=0, line=["(%d,0)" % (2 * x) for x in range(2, 16)])
    ask(do="look", ply=0, line=["%d:0" % (4 + 2 * (i % 14)) for i in range(64)])
    ask(do="daily", game="wumpus", name="1", solution=True)
    if heavy:
        ask(do="analyse", game="wumpus", options={"size": "32"}, position="".join(WIDE) + "; at 1,0 9 ; view")


# A cave without danger, large enough for a game of 2,500 moves to and fro; the request has nearly as many bytes as it may have.
FAR = " / ".join(" ".join("-T" if (x, y) == (0, 31) else "-W" if (x, y) == (2, 30) else "-G" if (x, y) == (31, 0) else "."
                          if x == y == 0 else "-." for x in range(32)) for y in range(31, -1, -1)) + " ; at 0,0 0"
PLIES = 2500
LONG = "duelliste 1\ngame wumpus 1\nvariant size=32 pits=1\nstart %s\nmoves %s\n" % (FAR, " ".join(["1:0", "0:0"] * (PLIES // 2)))


def a_long_game(ask, send):
    """All that goes through the moves of a game once more, at a table with 2,500 of them."""
    made = ask(do="analyse", record=LONG)
    ask(do="join", table=made["table"], tokens=[seat["token"] for seat in made["seats"]])
    for ply in (0, PLIES // 2, PLIES):
        ask(do="look", ply=ply)
    ask(do="look", ply=PLIES, line=["1:0", "0:0"] * 32)
    for question in (dict(do="record"), dict(do="watch", ply=PLIES), dict(do="branch", ply=PLIES), dict(do="setup", ply=PLIES, edits=[]),
                     dict(do="move", move="1:0"), dict(do="back"), dict(do="move", move="1:0"), dict(do="retry", ply=PLIES - 1)):
        ask(**question)
    send(do="values", ply=PLIES, effort=1)
    send(do="graph")
    send(do="stop")
    send(do="review", nodes=1)
    send(do="stop", of="review")
    ask(do="home", mine=[])  # nobody is at the table any more
    ask(do="join", table=made["table"], tokens=[seat["token"] for seat in made["seats"]])


def many_tables(ask):
    """The first screen of somebody who has as many tables as it shows."""
    made = [ask(do="create", game="nim", options={}, seats=["here", "here"]) for _ in range(32)]
    ask(do="home", mine=[{"table": m["table"], "token": m["seats"][-1]["token"]} for m in made])


def tour(ask, send, table, heavy):
    """`ask` waits for the answer, `send` need not; `table` gives the table as it was told last."""
    games = ask(do="hello", lang="fr")["games"]
    ask(do="hello", lang="en")
    profile = ask(do="profile", name="Costly")
    ask(do="profile", id=profile["id"], secret=profile["secret"])
    send(do="profiles")
    send(do="home", mine=[{"table": "0123456789", "token": "0" * 32}] * 32)
    many_tables(ask)
    study(send)
    in_the_dark(ask, send, heavy)
    a_long_game(ask, send)
    variants = []
    for game in [g["id"] for g in games]:
        rules = ask(do="rules", game=game)
        most = extremes(rules["options"], lambda o: ask(do="variant", game=game, options=o)["is"] == "variant")
        about_game(send, game, most, [f["id"] for f in rules["figures"]], heavy)
        if heavy or game == "tictactoe":  # a search for each, by the crew
            send(do="daily", game=game, name="1000", move="1 1 1")
            send(do="daily", game=game, name="1", solution=True)
        variants.append((game, most))
    for game, options in variants + LIGHT + (HEAVY if heavy else []):
        send(do="analyse", game=game, options=options)
        roles = ask(do="variant", game=game, options=options).get("roles", [""])
        made = ask(do="create", game=game, options=options, seats=["here"] * len(roles))
        if made["is"] != "created":
            continue
        ask(do="join", table=made["table"], tokens=[seat["token"] for seat in made["seats"]])
        send(do="claim", table=made["table"], seat=0)
        record = at_a_table(ask, send, table)
        if record:
            send(do="analyse", record=record)
    send(do="mistakes")
    send(do="gather", nodes=1)
    send(do="exercise")


def verbs_of(text):
    """Those in the table of requests of docs/wire.md."""
    rows = text.split("\n## Requests\n", 1)[1].split("\n## ", 1)[0]
    return {line.split("`")[1] for line in rows.splitlines() if line.startswith("| `") and "`do`" not in line}


def as_text(request):
    return json.dumps(request)[:120]
