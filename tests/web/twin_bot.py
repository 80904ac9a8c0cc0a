#!/usr/bin/env python3
"""A player that writes down all it is handed, and what an engine with a limit of nodes makes of it: for test_secrecy.py.

In the folder TWIN_LOG it makes a file for each game it plays. Its first move is the engine's (`duel advise` of the program
DUEL, on the view as it was handed over), the others are the first there is."""
import json
import os
import subprocess
import sys
import uuid  # numbers of processes repeat: each has a namespace of its own

NODES = 300


def advice(game, variant, view):
    """What the engine answers, but for the time it took."""
    ran = subprocess.run([os.environ["DUEL"], "advise", game, view, *variant.split(), "--engine", "expert:nodes=%d" % NODES,
                          "--seconds", "600", "--data", os.environ["TWIN_LOG"] + ".data", "--json"],
                         capture_output=True, text=True)
    answer = json.loads(ran.stdout)
    answer.pop("seconds", None)
    return answer


def main():
    game, variant, view, moves, told = "", "", "", [], 0
    with open(os.path.join(os.environ["TWIN_LOG"], uuid.uuid4().hex), "w", encoding="utf-8") as log:
        for line in sys.stdin:
            word, _, rest = line.rstrip("\n").partition(" ")
            log.write(line.partition(" seed ")[0].rstrip("\n") + "\n")  # chance is not of the deal
            if word == "game":
                game = rest.split()[0]
            elif word == "variant":
                variant = rest
            elif word == "ready?":
                print("ready twin", flush=True)
            elif word == "view":
                view = rest
            elif word == "moves":
                moves = rest.split(" ")
            elif word == "go":
                move = moves[0]
                if told == 0:
                    answer = advice(os.path.join(os.environ["TWIN_FILES"], game) if game.endswith(".lua") else game, variant, view)
                    move = answer["move"] if answer.get("move") in moves else move
                    log.write(json.dumps(answer, sort_keys=True) + "\nchosen " + move + "\n")
                    log.flush()
                told += 1
                print("move " + move, flush=True)
            elif word == "quit":
                break


if __name__ == "__main__":
    main()
