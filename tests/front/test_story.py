#!/usr/bin/env python3
"""One story, told through each front end's own door: usage: test_story.py PATH-OF-DUEL [DOOR…]

What the tables tell goes to a log (docs/table.md), which is compared with the story event by event: so what one door is told
of an event is what all are told. Needs tmux."""
import os
import re
import sys
import tempfile
import time
from concurrent.futures import ThreadPoolExecutor

sys.dont_write_bytecode = True
from doors import DOORS, PATIENCE
from story import STORY, UNABLE

DUEL = os.path.abspath(sys.argv[1])
LEAST, MOST_UNABLE = 60, 6  # events of the story; kinds of them that some door cannot express


class Log:
    """The log of notices of one chapter; each event takes its own from it."""

    def __init__(self, place):
        self.place = place
        self.path = os.path.join(place, "notices")
        self.taken = 0
        open(self.path, "w", encoding="utf-8").close()

    def lines(self):
        """All whole ones: [table, text]."""
        with open(self.path, encoding="utf-8") as f:
            return [line.split(" ", 1) for line in f.read().split("\n")[:-1]]

    def rest(self, count=None):
        """The next so many that were not taken, as the story has them. Those of a table that was left come first: between two
        tables there is no order."""
        lines = self.lines()
        newest = list(dict.fromkeys(table for table, _ in lines))[-1:]
        notices = [(table in newest, re.sub(r" to \d+#\d+", "", text).replace(self.place, "PLACE"))
                   for table, text in lines[self.taken:][:count]]
        return [("" if new else "old ") + text for new, text in sorted(notices, key=lambda n: n[0])]

    def take(self, count):
        """Fewer, if no more come."""
        end = time.monotonic() + PATIENCE
        while len(self.lines()) < self.taken + count and time.monotonic() < end:
            time.sleep(0.002)
        told = self.rest(count)
        self.taken += len(told)
        return told


def tell(door, log, event):
    """Lets it happen, and compares what the table told; or, where the door has no way to say it, what is done instead."""
    who, verb, *what = event.what.split()
    if any(verb in one.verbs and door.name in one.doors for one in UNABLE):
        for other in event.instead:
            tell(door, log, other)
        return
    getattr(door, verb.replace("-", "_"))(who, *what)
    told = log.take(len(event.notices))
    assert told == list(event.notices), "%s: told %r, not %r" % (event.what, told, list(event.notices))


def tell_chapter(kind, chapter):
    with tempfile.TemporaryDirectory(prefix="duel-story-") as place:
        log = Log(place)
        door = kind(DUEL, chapter, place, log.path)
        try:
            for event in chapter.events:
                tell(door, log, event)
            door.close()
        except Exception as why:
            sight = door.sight()
            door.abandon()
            raise AssertionError("%s\n%s" % (why, sight)) from why
        assert not log.rest(), "told, and by no event: %r" % log.rest()


def check_story():
    """It is long enough, and little of it is beyond a door."""
    events = [event for chapter in STORY for event in chapter.events]
    verbs = {event.what.split()[1] for event in events}
    assert len(events) >= LEAST and len(UNABLE) <= MOST_UNABLE, (len(events), len(UNABLE))
    for one in UNABLE:
        assert set(one.verbs) <= verbs, "not in the story: %s" % (set(one.verbs) - verbs)


def attempt(kind, chapter):
    """What is wrong with it; None: nothing."""
    try:
        tell_chapter(kind, chapter)
        return None
    except Exception as why:  # every failure is reported, whatever its kind
        return str(why)


def main(names):
    """The doors are independent of each other, and mostly wait: all are told the story at once."""
    doors = [door for door in DOORS if not names or door.name in names]
    with ThreadPoolExecutor(len(doors)) as pool:
        told = list(pool.map(lambda door: [attempt(door, chapter) for chapter in STORY], doors))
    titles = ["%s: %s" % (door.name, chapter.title) for door in doors for chapter in STORY]
    failures = [why for results in told for why in results]
    print("1..%d" % len(titles))
    for number, (title, why) in enumerate(zip(titles, failures), 1):
        print("%s %d - %s" % ("not ok" if why else "ok", number, title))
        if why:
            print("# " + why.replace("\n", "\n# "))
    sys.exit(1 if any(failures) else 0)


if __name__ == "__main__":
    check_story()
    main(sys.argv[2:])
