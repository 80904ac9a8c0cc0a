#!/usr/bin/env python3
"""How long `duel serve` works for one request while everybody else waits: every verb at its dearest.

usage: loop.py PROGRAM

Beside each request stands what the thread that speaks to everybody used of the processor until it was answered, what is
told of it included; what was asked before and is thought about meanwhile counts as well, so single figures are upper
bounds. The longest step is the server's own figure (`/health`). tests/web/costly.py has the requests.
"""
import json
import os
import select
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.join(HERE, "..", "tests", "web"))
import costly
from wire_client import Server, Socket, http

SHOWN, MOST_MS = 12, 20
FREELY = ("--limit", "connection-rate=100000,connection-burst=100000,address-jobs=4096,all-jobs=4096,address-new-tables=4096",
          *costly.SHELF)


def main():
    server = Server(sys.argv[1], port=18990, args=FREELY)
    s, answers, where, dear = Socket(server, timeout=600), {}, {}, []

    def health():
        return json.loads(http(server, "/health")[2])

    def hear():
        answer = s.receive()
        answers[answer.get("re")] = answer
        if answer["is"] == "table":
            where["table"] = answer

    def measured(wait, what):
        before, number = health(), s.send(**what)
        while wait and number not in answers:
            hear()
        while s.buffer or select.select([s.sock], [], [], 0.01)[0]:
            hear()
        after, game = health(), (where.get("table") or {}).get("game", "")
        dear.append((after["loop_ms"] - before["loop_ms"], game, costly.as_text(what)))
        if after["longest_turn_ms"] > before["longest_turn_ms"]:
            where["longest"] = "%s %s" % (costly.as_text(what), game)
        dear.sort(reverse=True)
        del dear[SHOWN:]
        return answers.get(number)

    try:
        costly.tour(lambda **what: measured(True, what), lambda **what: measured(False, what),
                    lambda: where.get("table", {}), heavy=True)
    except KeyboardInterrupt:
        print("interrupted: what was measured by then")
    found = health()
    for ms, game, what in dear:
        print("%8.1f ms  %s %s" % (ms, what, game))
    print("%8.1f ms  the longest step of the loop, at %s" % (found["longest_turn_ms"], where.get("longest", "no request")))
    print("%8d     steps above 250 ms" % found["slow"]["turns"])
    server.kill()
    return found["longest_turn_ms"] > MOST_MS


if __name__ == "__main__":
    sys.exit(main())
