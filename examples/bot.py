#!/usr/bin/env python3
"""A player for `duel match nim --players cmd:examples/bot.py,expert`: it knows the matches.

It speaks the protocol of docs/bots.md. In the games of matches it leaves a multiple of four when
it can; in any other game it plays any legal move.
"""
import random
import re
import sys


def choose(game, view, moves):
    left = re.match(r"\d+", view)
    if game in ("allumettes", "nim", "allumettes.lua", "nim.lua") and left:
        good = [m for m in moves if (int(left.group()) - int(m)) % 4 == 0]
        if good:
            return good[0]
    return random.choice(moves)


def main():
    game, view, moves = "", "", []
    for line in sys.stdin:
        word, _, rest = line.rstrip("\n").partition(" ")
        if word == "game":
            game = rest.split()[0]
        elif word == "ready?":
            print("ready matches-in-fours", flush=True)
        elif word == "view":
            view = rest
        elif word == "moves":
            moves = rest.split(" ")
        elif word == "go":
            random.seed(rest.split()[-1])
            print("move " + choose(game, view, moves), flush=True)
        elif word == "quit":
            break


if __name__ == "__main__":
    main()
