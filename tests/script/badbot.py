#!/usr/bin/env python3
"""A player that misbehaves; how is told by the name it is called by (links: crash, hang, garbage…).

A name that begins with "family-" has started others before it says that it is ready, in process sessions of their own."""
import os
import sys
import time

FAMILY, _, HOW = os.path.basename(sys.argv[0]).rpartition("-")


def leave_others_behind():
    """Three of another session, each with a child of its own; nobody waits for any of them."""
    for _ in range(3):
        if os.fork() == 0:
            os.setsid()
            if os.fork():
                os._exit(0)
            os.setpgid(0, 0)
            os.dup2(os.open(os.devnull, os.O_RDWR), 2)  # whoever reads what the house says need not wait for it
            os.fork()
            time.sleep(1000)
            os._exit(0)


def answer(moves, moves_made):
    if HOW == "crash" and moves_made == 1:
        os.abort()
    if HOW == "leave" and moves_made == 1:
        sys.exit(3)
    if HOW == "hang" and moves_made == 1:
        time.sleep(1000)
    if HOW == "slow":
        time.sleep(0.2)
    if HOW == "sleep" and not os.path.exists(sys.argv[0] + ".slept"):  # once, and never again
        open(sys.argv[0] + ".slept", "w").close()
        time.sleep(1000)
    if HOW == "garbage" and moves_made == 1:
        return "\x00\x01\xffknight to e5"
    if HOW == "flood" and moves_made == 1:
        while True:
            sys.stdout.write("info " + "x" * 4000 + "\n")
    if HOW == "endless" and moves_made == 1:
        while True:
            sys.stdout.write("x" * 1000)
    if HOW == "illegal" and moves_made == 1:
        return "move 77"
    if HOW == "second_thought" and moves_made == 1:
        return "move 77"
    if HOW == "children" and moves_made == 0 and os.fork() == 0:
        time.sleep(1000)
    return "move " + moves[0]


def main():
    moves, made = [], 0
    if FAMILY:
        leave_others_behind()
    for line in sys.stdin:
        word, _, rest = line.rstrip("\n").partition(" ")
        if word == "ready?" and HOW == "silent":
            time.sleep(1000)
        elif word == "ready?":
            print("ready " + HOW, flush=True)
        elif word == "new":
            made = 0
        elif word == "moves":
            moves = rest.split(" ")
        elif word == ("stop" if HOW == "patient" else "go"):
            print(answer(moves, made), flush=True)
            made += 1
        elif word == "refused":
            print("move 77" if HOW == "illegal" else "move " + moves[0], flush=True)
        elif word == "quit":
            break


main()
