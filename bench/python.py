#!/usr/bin/env python3
"""How many steps a second the Python package makes: `./dev bench python`.

A step is a legal action drawn at random and played, a new deal where a game ends. Single: one state, one call a step,
and the list of legal actions read each time. In batches: a thousand games, with what those to move see (turns, masks,
tensors) and without. CPU time of this process, the best of three.
"""
import random
import sys
import time

import duelliste

WANTED = {("tictactoe", "single"): 300e3, ("tictactoe", "batch"): 1e6}


def single(game, steps):
    draw = random.Random(1).random
    state = game.deal(1)
    for _ in range(steps):
        legal = state.legal
        if not legal:
            state = game.deal(1)
            legal = state.legal
        state.play(legal[int(draw() * len(legal))])


def batch(game, steps, look):
    games = game.batch(1000)
    for _ in range(steps // games.count):
        games.draw()
        games.step()
        if look:
            games.look()


def rate(work, game, steps, *more):
    best = 0.0
    for _ in range(3):
        begin = time.process_time()
        work(game, steps, *more)
        best = max(best, steps / (time.process_time() - begin))
    return best


def main():
    missed = False
    print("%-12s %14s %14s %14s" % ("steps a second", "single", "batch", "batch, seen"))
    for name in ("tictactoe", "connect4", "moriarty", "duo", "ergo"):
        game = duelliste.open(name)
        few, many = (200000, 2000000) if name in ("tictactoe", "connect4") else (20000, 100000)
        rates = {"single": rate(single, game, few), "batch": rate(batch, game, many, False),
                 "seen": rate(batch, game, many, True)}
        print("%-14s %14s %14s %14s" % (name, *("{:,.0f}".format(r) for r in rates.values())))
        missed |= any(rates[kind] < wanted for (of, kind), wanted in WANTED.items() if of == name)
    if missed:
        print("wanted of tictactoe: 300,000 single, 1,000,000 in a batch")
    return 1 if missed else 0


sys.exit(main())
