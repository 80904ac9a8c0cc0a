#!/usr/bin/env python3
"""An Othello program in GTP or NBoard's protocol; which, and how it behaves, is told by the name it is called by
(links: gtp-plain, nboard-odd, gtp-late…). It plays any legal move, and says on its standard error that it is there."""
import os
import random
import re
import sys
import time

LANGUAGE, _, HOW = os.path.basename(sys.argv[0]).partition("-")
AROUND = [(x, y) for x in (-1, 0, 1) for y in (-1, 0, 1) if (x, y) != (0, 0)]


class Board:
    def __init__(self, cells="-" * 27 + "OX" + "-" * 6 + "XO" + "-" * 27):
        self.cells = list(cells)
        self.luck = random.Random(8)

    def turned(self, square, me):
        found = []
        for dx, dy in AROUND:
            x, y, line = square % 8 + dx, square // 8 + dy, []
            while 0 <= x < 8 and 0 <= y < 8 and self.cells[y * 8 + x] not in ("-", me):
                line.append(y * 8 + x)
                x, y = x + dx, y + dy
            if 0 <= x < 8 and 0 <= y < 8 and self.cells[y * 8 + x] == me:
                found += line
        return found if self.cells[square] == "-" else []

    def moves(self, me):
        return [s for s in range(64) if self.turned(s, me)]

    def play(self, text, me):
        if text.lower() == "pass":
            return
        square = "abcdefgh".index(text[0].lower()) + 8 * (int(text[1]) - 1)
        turned = self.turned(square, me)
        assert turned, "told an illegal move: " + text
        for s in turned + [square]:
            self.cells[s] = me

    def choose(self, me):
        moves = self.moves(me)
        if not moves:
            return "pass"
        square = self.luck.choice(moves)
        return "abcdefgh"[square % 8] + str(square // 8 + 1)


def say(text):
    if HOW == "odd":  # lines split over writes, and capitals
        for part in re.findall("(?s).{1,3}", text.upper()):
            sys.stdout.write(part)
            sys.stdout.flush()
        return
    sys.stdout.write(text)
    sys.stdout.flush()


def answer(board, me):
    if HOW == "late":
        time.sleep(1000)
    if HOW == "garbled":
        return "\x01knight\xff"
    return "a1" if HOW == "illegal" else "resign" if HOW == "resign" else board.choose(me)


def gtp():
    board, colour = Board(), {"black": "X", "white": "O"}
    for line in sys.stdin:
        word, *rest = line.lower().split()
        if HOW == "odd":
            say("# a comment first\n\n")
        if word == "quit":
            say("=\n\n")
            return
        reply = ""
        if word == "name":
            reply = "Stand-in"
        elif word == "clear_board":
            board = Board()
        elif word == "play":
            board.play(rest[1], colour[rest[0]])
        elif word == "genmove":
            reply = answer(board, colour[rest[0]])
            if HOW in ("plain", "odd"):
                board.play(reply, colour[rest[0]])
        elif word.startswith("time_"):
            say("? unknown command\n\n")
            continue
        say("nonsense\n" if HOW == "rude" and word == "genmove" else "= %s\n\n" % reply)


def nboard():
    board, me = Board(), "X"
    for line in sys.stdin:
        word, *rest = line.split()
        if word == "nboard" and HOW == "odd":
            say("set myname Stand-in\nstatus awake\n")
        elif word == "ping":
            say("pong %s\n" % rest[0])
        elif word == "set" and rest[0] == "game":
            cells, side = re.search(r"BO\[8 ([-*O]{64}) ([*O])\]", line).groups()
            board, me = Board(cells.replace("*", "X")), "X" if side == "*" else "O"
        elif word == "go":
            if HOW == "odd":
                say("status thinking\n\nnodestats 1 0.1\n")
            move = answer(board, me)
            say("nonsense\n" if HOW == "rude" else ("=== %s -1.00 0.0\n" if HOW == "odd" else "=== %s/0.5/0.01\n") % move)
        elif word == "quit":
            return


random.seed(1)
print("here is " + HOW, file=sys.stderr, flush=True)
(gtp if LANGUAGE == "gtp" else nboard)()
