"""A story in chapters, each a game or two at a table: what happens, and what the table tells of it.

South and north play; they are the pair. An event is a sentence: who, a verb of doors.py, and what. Its notices are those of the
log (docs/table.md), without the ids that differ from run to run; "old" are those of a table that was left for a new one."""
from collections import namedtuple

# What a front end cannot express: the verbs, the doors that lack them, and why.
Unable = namedtuple("Unable", "verbs doors why")
UNABLE = (
    Unable(("begins-apart", "resumes-apart", "goes", "stays-away", "comes", "parts"), ("lines", "keys"),
           "a screen is shared: its people come and go as one guest, with the seats of all"),
    Unable(("asks", "agrees", "declines"), ("lines", "keys"),
           "turns are taken back without asking where the one guest holds the seats of all"),
    Unable(("replaces", "deputises", "reclaims", "wants", "yields"), ("lines", "keys"),
           "a seat is absent only when the whole screen is, and then nobody is there to have it taken over"),
    Unable(("changes-mind",), ("lines",),
           "lines are read in a person's turn only"),
    Unable(("crashes", "hangs"), ("socket",),
           "how a program failed, and where it lies, is told to whoever runs the server and to no guest (docs/bots.md)"),
)

Event = namedtuple("Event", "what notices instead")
Chapter = namedtuple("Chapter", "title game options seats events")

MATCHES = {"matches": "15"}
FORCED = {"matches": "15", "max": "2"}  # 1 after a 2, 2 after a 1: whoever plays, or stands in, has no choice
LONG = ":seconds=86400"  # for a turn: a program that is slow today does not lose by that
BRIEF = ":seconds=0.000001"  # one that hangs is waited for a second longer, and no more


def event(what, *notices, instead=()):
    """`instead`: what the doors that cannot express it do, so that all go on from the same position."""
    return Event(what, notices, instead)


def plays(who, *moves):
    """Moves that are whole turns."""
    return [event("%s plays %s" % (who, move), "done move", "turn %d" % (who == "north")) for move in moves]


def steps(who, *moves):
    """Moves that are steps of a turn."""
    return [event("%s plays %s" % (who, move), "done move", "draft %d" % (who == "north")) for move in moves]


def in_turn(*moves):
    """Whole turns, south first."""
    return [turn for i, move in enumerate(moves) for turn in plays("north" if i % 2 else "south", move)]


BEGIN = event("pair begins", "made", "presence 0 1")
FINISH = event("pair finishes", "presence")
KILL = event("house dies")
RESUME = event("pair resumes", "presence 0 1")
UNDO = event("pair undoes", "undone", "done back")
ANSWER = event("machine answers", "turn 1")

AT_ONE_SCREEN = Chapter("two at one screen", "nim", MATCHES, ("south", "north"), [
    BEGIN,
    *plays("south", "2"),
    event("north plays 2", "refused move: The other player has just taken 2: take another number."),
    event("north is-advised", "granted help 1", "marked"),
    event("north plays x", "refused move: A move is how many matches you take, not “x”."),
    *plays("north", "1"),
    UNDO,
    UNDO,
    event("pair undoes", "refused back: There is nothing to take back."),
    *plays("south", "3"),
    event("north consults", "granted help 1"),
    *plays("north", "1"),
    event("pair leaves", "presence"),
    event("pair returns", "presence 0 1"),
    *plays("south", "2"),
    KILL,
    RESUME,
    *plays("north", "3"),
    *plays("south", "1"),
    UNDO,
    *plays("south", "2"),
    event("north resigns", "ended 1", "done resign"),
    event("pair plays-again", "old presence", "made", "presence 0 1"),
    *in_turn("3", "2", "3", "2", "3", "2"),  # to the last match
    FINISH,
])

HIDDEN_CARDS = Chapter("two at one screen, with hidden cards", "duo", {}, ("south", "north"), [
    BEGIN,
    event("south uncovers", "done uncover"),
    *steps("south", "a1+"),
    event("south retracts", "done back", "draft 0"),
    *steps("south", "b2-", "1"),
    event("south plays 2", "refused move: The turn is complete: confirm it or take something back."),
    event("south consults", "refused help: The turn is complete: confirm it or take something back."),
    event("south undoes", "done back", "draft 0"),
    *steps("south", "2"),
    event("south confirms", "done confirm", "turn 0"),
    event("north uncovers", "done uncover"),
    event("north undoes",
          "refused back: Several people play with hidden cards: a turn that was shown cannot be taken back."),
    *steps("north", "a1-"),
    KILL,  # with a turn half made, which is lost
    RESUME,
    event("north uncovers", "done uncover"),
    *steps("north", "a1-", "1"),
    event("north confirms", "done confirm", "turn 1"),
    event("south uncovers", "done uncover"),
    *steps("south", "a1+", "2"),
    event("south resigns", "ended 0", "done resign"),
    FINISH,
])

CRASHING = Chapter("a program that crashes", "nim", MATCHES, ("south", "crash" + LONG), [
    event("south begins", "made", "presence 0"),
    *plays("south", "1"),
    ANSWER,
    event("south consults", "granted help 0", "marked"),
    UNDO,
    *plays("south", "1"),
    ANSWER,
    *plays("south", "3"),
    event("machine crashes", "ended 1", "trouble: The program PLACE/crash crashed (signal 6).",
          instead=[event("machine answers", "ended 1", "trouble: The program crash has failed, and has lost the game.")]),
    event("south plays-again", "old presence", "made", "presence 0"),
    *plays("south", "1"),
    ANSWER,
    event("south resigns", "ended 0", "done resign"),
    event("south finishes", "presence"),
])

HANGING = Chapter("a program that hangs", "nim", MATCHES, ("south", "sleep" + BRIEF), [
    event("south begins", "made", "presence 0"),
    *plays("south", "1"),
    event("machine hangs", "ended 1", "trouble: The program PLACE/sleep has not answered in time.",
          instead=[event("machine answers", "ended 1", "trouble: The program sleep has failed, and has lost the game.")]),
    event("south finishes", "presence"),
])

STOPPED = Chapter("a program that thinks until it is stopped", "nim", MATCHES, ("south", "patient" + LONG), [
    event("south begins", "made", "presence 0"),
    event("south changes-mind 1", "done move", "turn 0", "undone", "done back"),
    *plays("south", "2"),
    event("south walks-out", "presence"),
])

KILLED = Chapter("a house that dies while a program thinks", "nim", MATCHES, ("sleep" + LONG, "south"), [
    event("south begins", "made", "presence 1"),
    event("machine sleeps"),
    KILL,
    event("south resumes", "presence 1"),
    event("machine answers", "turn 0"),
    event("south plays 3", "done move", "turn 1"),
    event("machine answers", "turn 0"),
    event("south resigns", "ended 1", "done resign"),
    event("south finishes", "presence"),
])

BROKEN = Chapter("a machine that fails", "broken.lua", {}, ("south", "expert"), [
    event("south begins", "made", "presence 0"),
    *plays("south", "2"),
    event("machine stumbles", "trouble: the move 1: broken.lua:31: in play: too few"),
    event("south finishes", "presence"),
])

APART = Chapter("two at two places", "nim", FORCED, ("south", "north"), [
    event("pair begins-apart", "made", "presence 0", "presence 1", instead=[BEGIN]),
    *in_turn("2", "1"),
    event("south asks", "done back", "asked 1"),
    event("north declines", "done answer", "declined"),
    event("south asks", "done back", "asked 1"),
    event("north agrees", "undone", "done answer", instead=[UNDO, UNDO]),
    *in_turn("2", "1"),
    KILL,
    event("pair resumes-apart", "presence 0 1", "presence 1", "presence", "presence 0", instead=[RESUME]),
    event("north goes", "presence"),
    event("north stays-away", "presence"),
    event("south replaces north", "done machine", "hands 1"),
    *plays("south", "2"),
    event("machine deputises", "turn 1", instead=plays("north", "1")),
    event("north comes", "presence"),
    event("north reclaims", "seated take 1", "hands 1"),
    *in_turn("2", "1"),
    event("north goes", "presence"),
    event("north stays-away", "presence"),
    event("east comes", "presence"),
    event("east wants north", "done take", "wanted 1"),
    event("south yields", "done answer", "seated take 1", "hands 1"),
    event("south resigns", "ended 0", "done resign"),
    event("pair parts", "presence", "presence", instead=[FINISH]),
])

STORY = (AT_ONE_SCREEN, HIDDEN_CARDS, CRASHING, HANGING, STOPPED, KILLED, BROKEN, APART)
