"""The command line: answers, refusals, and nothing lost."""
import json
import os
import pty
import random
import re
import signal
import sqlite3
import subprocess
import sys
import tempfile
import time
import xml.etree.ElementTree

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
import fields
from duel import BIN, FULL, ask, done, equal, main, read_text, refused, run, write_text


def test_games_and_rules_in_both_languages():
    ids = [g["id"] for g in ask("games")["games"]]
    for game in ("allumettes", "nim", "tictactoe", "connect4", "kayles", "chomp", "dodgem", "lgame", "duo"):
        assert game in ids, game
    for g in ask("games")["games"]:
        assert all(isinstance(o["default"], str) for o in g["options"]), g
    assert "Whoever takes the last match wins" in run("rules", "nim").stdout
    assert "allumette" in run("rules", "nim", "--lang", "fr").stdout
    assert "allumette" in run("rules", "nim", lang="fr_FR.UTF-8").stdout


def test_every_command_helps():
    ids = [g["id"] for g in ask("games")["games"]]
    for line in run("help").stdout.splitlines():
        words = line.split()
        if words[:1] == ["duel"] and words[1] in ids:
            r = done(words[1], words[2], "--help")
            assert r.stdout.startswith("duel %s %s" % (words[1], words[2])), r.stdout
            assert r.stdout.splitlines()[0] in run(words[1]).stdout, words
            continue
        if words[:1] == ["duel"] and len(words) > 2 and words[1].islower():
            r = done(words[1], "--help")
            assert "--json" in r.stdout and len(r.stdout.splitlines()) >= 4, words[1]
            assert run(words[1], "--help", "--lang", "fr").stdout != r.stdout, words[1]


def test_show_and_moves():
    s = ask("show", "connect4", "--play", "4,4,3")
    equal(s, {"position": "......./......./......./......./...O.../..XX...", "turn": 2, "over": False, "score": None})
    equal(ask("moves", "nim", "12-3/2")["moves"], ["1", "2"])
    equal(ask("show", "nim", "0-1/1")["score"], [0, 1])
    equal(ask("show", "chomp", "--play", "2,3,1,2")["position"], "7-2-2-2/1")


def test_a_seat_sees_its_own_cards_only():
    whole = ask("new", "duo", "--seed", "5")["position"]
    mine = ask("show", "duo", whole, "--seat", "1")["position"]
    theirs = ask("show", "duo", whole, "--seat", "2")["position"]
    nobody = ask("show", "duo", whole, "--seat", "0")["position"]
    first, second, coins = whole.split("/")
    equal(mine, "%s/?.?/%s" % (first, coins))
    equal(theirs, "?.?/%s/%s" % (second, coins))
    equal(nobody, "?.?/?.?/%s" % coins)


def test_nim_is_the_table_of_the_spec():
    for n in range(1, 61):
        s = ask("solve", "nim", "matches=%d" % n, "--all")
        equal(s["value"], "loss" if n % 4 == 0 else "win", n)
        wins = [m["move"] for m in s["moves"] if m["value"] == "win"]
        table = {0: [], 1: ["1"], 2: ["1", "2", "3"] if n > 2 else ["1", "2"], 3: ["3"]}
        equal(wins, table[n % 4], n)
        if wins:
            equal(sorted(s["best"]), wins, n)
    equal(ask("solve", "nim", "matches=19", "--count")["counts"]["positions"], 53)


def test_a_million_matches_and_a_thousand_million():
    s = ask("solve", "allumettes", "matches=1000000")
    equal((s["value"], s["formula"], s["nodes"] > 0), ("loss", False, True))
    s = ask("solve", "allumettes", "matches=1000001")
    equal((s["value"], s["best"]), ("win", ["1"]))
    s = ask("solve", "allumettes", "matches=1000000000")
    equal((s["value"], s["formula"], s["nodes"]), ("loss", True, 0))


def test_what_was_solved_is_not_searched_again(home):
    options = ["width=4", "height=4"]
    assert ask("solve", "connect4", *options, home=home)["nodes"] > 0
    rng = random.Random(1)
    for _ in range(200 if FULL else 25):
        columns = [c for c in "1234" for _ in range(4)]
        play = ["--play", ",".join(rng.sample(columns, rng.randrange(7)))]  # nobody has four in a row yet
        known = ask("solve", "connect4", *options, *play, home=home)
        fresh = ask("solve", "connect4", *options, *play, "--forget", home=home)
        equal(known["nodes"], 0, play)
        equal((known["value"], known["remoteness"]), (fresh["value"], fresh["remoteness"]), play)


def test_learned_can_be_listed_exported_and_forgotten(home):
    ask("solve", "nim", home=home)
    rows = ask("learned", "list", home=home)["learned"]
    equal([(r["game"], r["positions"]) for r in rows], [("nim", 53)])
    equal(len(run("learned", "export", "nim", home=home).stdout.splitlines()), 53)
    done("learned", "forget", "nim", home=home)
    equal(ask("learned", "list", home=home)["learned"], [])
    assert ask("solve", "nim", home=home)["nodes"] > 0


def test_advice_gives_a_reason_and_answers_why_not_mine():
    a = ask("advise", "nim", "11", "--instead", "1")
    equal((a["move"], a["proved"], a["value"]), ("3", True, "win"))
    assert "multiple of 4" in a["reasons"][0]["text"]
    equal(a["instead"]["value"], "loss")
    assert "winning answer" in a["instead"]["only"][0]["text"]
    assert "multiple of 4" in a["instead"]["advised_only"][0]["text"]
    equal((a["instead"]["contest"], a["instead"]["verdict"], a["instead"]["line"][0]), ("worse", "3 wins, 1 loses.", "1"))
    ended = ask("show", "nim", "11", "--play", ",".join(a["instead"]["line"]))
    equal((ended["over"], ended["score"][0] < ended["score"][1]), (True, True), "the line refutes it")
    told = run("advise", "nim", "11", "--instead", "1").stdout
    assert re.search(r"^Yours: 1 — a loss in 6 moves +│ Advised: 3 — a win in 5 moves$", told, re.M), told
    assert "3 gagne, 1 perd." in run("advise", "nim", "11", "--instead", "1", "--lang", "fr").stdout
    a = ask("advise", "tictactoe", "--instead", "b1")["instead"]
    equal((a["contest"], a["line"]), ("equal", []), "no refutation is pretended where both come to the same")
    equal(ask("advise", "nim", "11", "--instead", "3")["instead"]["contest"], "same")
    assert "multiple de 4" in ask("advise", "nim", "11", "--lang", "fr")["reasons"][0]["text"]


def test_the_worth_of_the_other_move_is_always_told():
    rng = random.Random(4)
    for game in ("connect4", "lgame", "duo", "ergo", "wumpus", "chicago", "moriarty", "nim", "dodgem"):
        for plies in sorted(rng.sample(range(6), 3 if FULL else 1)):
            line = []
            for _ in range(plies):
                line.append(rng.choice(ask("moves", game, "--play", ",".join(line))["moves"]))
            words = [game, "--play", ",".join(line), "--seconds", "0.05"]
            other = rng.choice(ask("moves", *words[:3])["moves"])
            told = run("advise", *words, "--instead", other).stdout.splitlines()
            yours = [l for l in told if l.startswith("Yours: ")]
            assert len(yours) == 1 or "That is the very move advised." in told, (words, other, told)
            # of an explorer's moves only those are weighed that time was enough for
            assert game == "wumpus" or not any("not valued" in l for l in yours), (words, other, told)
    a = ask("advise", "connect4", "--instead", "1", "--seconds", "0.05")["instead"]
    assert a["value"] == "unknown" and isinstance(a["estimate"], int) and a["verdict"], a
    told = run("advise", "connect4", "--instead", "1", "--seconds", "0.05", "--engine", "random").stdout
    assert "Nobody here can weigh" in told or "very move" in told or "Both" in told, "no other judge is asked: " + told


def test_a_position_won_in_one_move_is_never_unsolved():
    won = ["connect4", "--play", "1,7,1,7,1,7", "--forget"]
    for limit in (["--seconds", "0.05"], ["--memory", "16"], ["--seconds", "0.05", "--all"]):
        s = ask("solve", *won, *limit)
        equal((s["value"], s["remoteness"], s["best"], s["line"]), ("win", 1, ["1"], ["1"]), limit)
        told = run("solve", *won, *limit)
        assert "a win in 1 move" in told.stdout.splitlines()[0], limit
        equal(told.returncode, 0, limit)
    equal(run("solve", "connect4", "--memory", "16", "--forget").returncode, 1, "not solved, and said so")
    a = ask("advise", *won[:3], "--seconds", "0.1", "--instead", "4")
    equal((a["move"], a["value"]), ("1", "win"))
    assert "estimate" in a["instead"] or a["instead"]["value"] != "unknown", a


def test_flags_that_need_another_are_refused_without_it():
    for flags, said in ((["--tiers", "--upto", "5"], "--upto is for --every."), (["--every"], "--every is for --tiers."),
                        (["--scratch", "/tmp"], "--scratch is for --tiers."), (["--tiers", "--forget"], "leave out --forget.")):
        refused("solve", "awari", *flags, says=said)


def test_what_is_solved_by_tiers_is_learned():
    board = ("connect4", "width=4", "height=3")
    with tempfile.TemporaryDirectory() as home:
        r = ask("solve", *board, "--tiers", "--count", "--memory", "64", "--threads", "2", home=home)
        known = ask("solve", *board, "--forget")
        equal((r["value"], r["remoteness"], r["best"]), (known["value"], known["remoteness"], known["best"]))
        equal((r["nodes"], r["tiers"]["fresh"]), (0, r["tiers"]["positions"]))
        equal(r["counts"]["positions"], r["tiers"]["positions"])
        all_of_them = ask("solve", *board, "--count", "--forget")["counts"]
        assert all_of_them["positions"] > r["counts"]["positions"]
        equal((all_of_them["folded"], r["counts"]["folded"], ask("explore", *board, home=home)["folded"]), (False, True, True))
        equal(ask("solve", *board, "--tiers", home=home)["tiers"]["fresh"], 0)
        rows = ask("learned", "list", home=home)["learned"]
        equal([(row["game"], row["positions"]) for row in rows], [("connect4", r["tiers"]["positions"])])
        line = run("learned", "export", "connect4", home=home).stdout.splitlines()[-1].split("\t")
        equal(line[:3], ["connect4", "width=4 height=3", "canon"])
        advice = ask("advise", *board, "--play", "2,2", home=home)
        assert advice["proved"], advice
        done("learned", "forget", "connect4", home=home)
        equal(ask("learned", "list", home=home)["learned"], [])
        refused("solve", *board, "--tiers", "--forget", home=home)
        refused("solve", "ergo", "--tiers", home=home, status=1)


def test_all_positions_are_solved_and_answer_games(home):
    every = ("solve", "awari", "--tiers", "--every", "--upto", "5")
    r = ask(*every, "--count", home=home)
    equal((r["tiers"]["positions"], r["tiers"]["tiers"]), (6188, 6), "17 choose 12")
    equal(r["counts"]["positions"], 6188)
    equal(ask(*every, home=home)["tiers"]["fresh"], 0)
    # few seeds are left of 48: what was taken counts, and nothing is searched
    for taken, ahead in (("0,0", 0), ("22,21", 1), ("20,23", -3)):
        position = "0,1,0,0,1,0/0,1,0,2,0,0:1," + taken
        told = ask("solve", "awari", position, home=home)
        plain = ask("solve", "awari", position, "--forget")
        equal((told["nodes"], told["score"], told["value"]), (0, plain["score"], plain["value"]))
        done("verify", "awari", position, "score=%d" % told["score"])
        first = told["score"] if ahead == 0 else first
        equal(told["score"] - first, ahead)
    assert "next gain takes" in run("explore", "awari", home=home).stdout
    refused("solve", "awari", "--every", home=home)
    equal(run("solve", "chomp", "--tiers", "--every", home=home).returncode, 1)


def test_what_was_solved_is_explored():
    board = ("connect4", "width=4", "height=3")
    with tempfile.TemporaryDirectory() as home:
        assert "solved yet" in run("explore", *board, home=home).stderr
        counts = ask("solve", *board, "--count", home=home)["counts"]
        seen = ask("explore", *board, home=home)
        equal({k: seen[k] for k in counts}, counts)
        equal((seen["at"]["value"], seen["at"]["remoteness"]), ("win", seen["longest"]))
        for value in ("win", "loss", "tie"):
            places = set()
            for seed in range(4):
                at = ask("explore", *board, "--value", value, "--seed", seed, home=home)["at"]
                alone = ask("solve", "connect4", at["position"], *board[1:], "--forget", "--all")
                equal([at[k] for k in ("value", "remoteness")], [alone[k] for k in ("value", "remoteness")], at["position"])
                equal([(m["move"], m["value"]) for m in at["moves"]], [(m["move"], m["value"]) for m in alone["moves"]])
                places.add(at["position"])
            assert len(places) > 1, places
        walked = ask("explore", *board, "--play", "1,2", home=home)["at"]
        equal(walked["position"], ask("show", *board, "--play", "1,2")["position"])
        assert "--value" in run("explore", *board, "--value", "most", home=home).stderr


def test_positions_without_end_are_explored(home):
    run("solve", "morris", "board=three", "--tiers", home=home)
    places = {ask("explore", "morris", "board=three", "--value", "draw", "--seed", seed, home=home)["at"]["position"]
              for seed in range(4)}
    assert len(places) > 1, places
    for place in places:
        alone = ask("solve", "morris", place, "board=three", "--forget", "--all")
        equal(alone["value"], "draw", place)


def test_a_position_that_is_over_is_explored(home):
    run("solve", "tictactoe", home=home)
    ended = ask("explore", "tictactoe", "XXXOO....", home=home)["at"]
    equal((ended["value"], ended["remoteness"], ended["moves"]), ("loss", 0, []))


def test_what_is_not_solved_is_not_solved_for_who_explores(home):
    run("solve", "awari", "--tiers", "--every", "--upto", "4", home=home)
    told = run("explore", "awari", "4,4,4,4,4,4/4,4,4,4,4,4:1,0,0", home=home)
    assert "not among those that are solved" in told.stderr, told.stderr


def test_advice_at_the_table_uses_what_was_learned_and_is_told_of(home):
    small = ["connect4", "width=5", "height=4"]
    ask("solve", *small, home=home)
    words = [*small, "--seats", "human,random", "--seconds", "0.01"]
    told = run("play", *words, stdin="?\nq\n", home=home).stdout
    assert "Advice: " in told and "proved: a tie" in told, told
    base = sqlite3.connect(os.path.join(home, "duelliste", "duelliste.db"))
    kinds = [k for (k,) in base.execute("SELECT kind FROM event")]
    equal(kinds.count("assisted"), 1, "asked for with ?")
    run("play", *words, stdin="9\n?\nq\n", home=home)
    kinds = [k for (k,) in base.execute("SELECT kind FROM event")]
    equal(kinds.count("assisted"), 2, "offered after an impossible move, and counted once a game")
    run("play", *words, stdin="1\nq\n", home=home)
    equal([k for (k,) in base.execute("SELECT kind FROM event")].count("assisted"), 2, "nobody was helped")
    base.close()


def test_what_the_adviser_at_the_table_proved_is_learned(home):
    run("play", "connect4", "width=4", "height=4", "--seats", "human,random", "--seconds", "60", stdin="?\nq\n",
        home=home)
    rows = ask("learned", "list", home=home)["learned"]
    equal([r["game"] for r in rows], ["connect4"])


def test_a_game_too_short_for_a_puzzle():
    for squares in (1, 2):  # whoever pushes first may be at the end at once: no game can be drawn that goes on
        equal(ask("puzzle", "template", "squares=%d" % squares)["error"]["kind"], "no", squares)


def test_puzzles_have_names():
    one, same = (ask("puzzle", "chomp", "--name", "17") for _ in range(2))
    equal(one, same)
    assert one != ask("puzzle", "chomp", "--name", "18")
    for name in ("0", "1001", "tomorrow", "2020-01-01"):
        refused("puzzle", "chomp", "--name", name, says="from 1 to 1000", status=1)


def test_a_puzzle_asked_at_the_keyboard():
    answer = ask("puzzle", "chomp", "--name", "17")["answer"][0]
    wrong = next(m for m in ask("moves", "chomp", ask("puzzle", "chomp", "--name", "17")["position"])["moves"] if m != answer)
    said = run("puzzle", "chomp", "--name", "17", "--ask", stdin="\n%s\nx\n%s\n?\nq\n" % (wrong, answer)).stdout
    for words in ("Puzzle 17. ", "? (show the answer)", "Try another one.", "That is it.", "Puzzle 18. ", "The answer is ",
                  "Puzzle 19. "):
        assert words in said, (words, said)
    refused("puzzle", "chomp", "--ask", "--profile", "Nobody", says="no such profile", status=1)


def test_a_sheet_to_print(folder):
    pdf, svg = os.path.join(folder, "a.pdf"), os.path.join(folder, "a.svg")
    equal(ask("puzzle", "tictactoe", "--sheet", "14", "--pdf", pdf), {"game": "tictactoe", "puzzles": 14})
    with open(pdf, "rb") as f:
        assert f.read().startswith(b"%PDF-1.4"), pdf
    done("puzzle", "tictactoe", "--sheet", "3", "--svg", svg, "--lang", "fr")
    equal(sorted(os.listdir(folder)), ["a-answers.svg", "a.pdf", "a.svg"])
    for name in ("a.svg", "a-answers.svg"):
        xml.etree.ElementTree.parse(os.path.join(folder, name))
    for words, why in ((("--sheet", "3"), "--svg FILE"), (("--sheet", "13", "--svg", svg), "one page"),
                       (("--sheet", "3", "--name", "999", "--pdf", pdf), "1 to 1000"),
                       (("--sheet", "3", "--pdf", folder), "Cannot write")):
        refused("puzzle", "tictactoe", *words, says=why)


KUHN = os.path.join(os.environ["DUEL_EXAMPLES"], "kuhn.lua")
WRITERS = (
    ("trace nim --svg", "svg"), ("puzzle tictactoe --sheet 3 --svg", "svg"), ("puzzle tictactoe --sheet 3 --pdf", "pdf"),
    ("review - --engine alphabeta:depth=1 --svg", "svg"), ("solve KUHN --forget --strategy", "txt"),
    ("solve KUHN --forget --svg", "svg"), ("chicago study --openings 2 --svg", "svg"),
    ("wumpus stats --size 4 --grids 2 --svg", "svg"),
    ("ergo tune --generations 1 --population 4 --games 4 --test 0 --state", "txt"), ("moriarty export", "ggf"))
READERS = (
    ("review", "duel"), ("verify", "duel"), ("wumpus deduce", "txt"), ("wumpus generate --without", "txt"),
    ("moriarty ffo", "obf"), ("moriarty import", "ggf"), ("gdl info", "kif"), ("show", "kif"), ("show", "lua"), ("show", "pl"))


def about_a_file(words, end, folder, **kw):
    """What a command says of a file that cannot be read or written, whose name is cut out."""
    path = os.path.join(folder, "it." + end)
    words = words.replace("KUHN", KUHN).split() + [path]
    if words[1] == "export":
        words.append("-")
    record = "duelliste 1\ngame %s 1\nvariant\nseed 1\nmoves %s\n" % (("moriarty", "d3 c3") if "moriarty" in words else ("nim", "3 1 2 1"))
    r = run(*words, stdin=record, **kw)
    return r.returncode, r.stderr.splitlines()[-1].replace(path, "FILE") if r.stderr else ""


def test_a_file_that_cannot_be_read_or_written_is_one_sentence(folder):
    nowhere = os.path.join(folder, "nowhere")
    for verb, commands in (("write", WRITERS), ("read", READERS)):
        for words, end in commands:
            equal(about_a_file(words, end, nowhere), (2, "duel: Cannot %s FILE: No such file or directory." % verb), words)


def test_a_full_disk_leaves_the_file_that_was_there(folder):
    full = os.path.join(folder, "full") # a program whose files may have no byte
    write_text(full, '#!/bin/sh\ntrap "" XFSZ\nulimit -f 0\nexec %s "$@"\n' % BIN)
    os.chmod(full, 0o755)
    for words, end in WRITERS:
        path = os.path.join(folder, "it." + end)
        write_text(path, "old")
        if "ergo" in words:
            os.remove(path)
        equal(about_a_file(words, end, folder, program=full), (2, "duel: Cannot write FILE: File too large."), words)
        if "ergo" not in words:
            equal(read_text(path), "old", words)
        equal([n for n in os.listdir(folder) if ".new" in n], [], words)


def test_puzzles_ask_and_answer():
    for game, asks in (("ergo", "use two cards"), ("wumpus", "must be safe"), ("chicago", "the only move"),
                       ("moriarty", "and one only"), ("lgame", "and one only")):
        p = ask("puzzle", game, "--seed", "3")
        assert asks in p["question"] and p["why"], p
        equal(p["solution"], p["answer"][0])
        equal(p["answer"], p["line"][:len(p["answer"])])
        shown = run("puzzle", game, "--seed", "3").stdout
        question, solution = shown.split("Solution: ")
        assert p["position"] in question and p["question"] in question and p["why"][0] not in question, shown
        assert solution.split()[:len(p["answer"])] == p["answer"] and all(w in solution for w in p["why"]), shown
        moves = ask("moves", game, p["position"])["moves"]
        assert p["solution"] in moves, game
    assert "Solution\u202f: " in run("puzzle", "ergo", "--seed", "3", "--lang", "fr").stdout
    equal(len(ask("puzzle", "ergo")["answer"]), 2)
    assert "?????" in ask("puzzle", "ergo", "--seed", "3")["position"], "nobody else's cards are shown"
    for words in (["duo"], ["chicago", "players=3"], ["allumettes", "matches=1"]):
        r = run("puzzle", *words)
        equal(r.returncode, 1, words)
        assert r.stderr.count("\n") == 1 and not r.stdout, words
    refused("puzzle", "nim", "--seed", "x")


def test_texts_say_what_is_wrong_and_what_is_there():
    said = run("show", "moriarty", "--play", "3,2,4,2,3,5").stderr
    assert "d6 turns nothing" in said, "a move that is understood explains itself: " + said
    assert "0 to 1000000" in run("solve", "nim", "1000000001").stderr
    said = run("match", "moriarty", "--players", "nobody,random").stderr
    assert said.count("expert") == 1 and said.count(" exact") == 1, said
    assert "“letter A” than the 4" in run("show", "ergo", "AAAAA>B,,,;ABC&(FE,?????;?38;~~;1:1;0,0;?").stderr
    assert "drawn by lot" in run("play", "--help").stdout and "default 1" in run("show", "--help").stdout
    assert "A B C ∧ ⇒" in run("ergo", "prove", "--steps", "A>B&C").stdout
    equal(ask("ergo", "prove", "--steps", "A>B&C")["cnf"][0]["rpn"], "A B C & >")
    assert "takes the last matches" in run("advise", "allumettes", "3").stdout
    assert "plays" in run("play", "nim", "--seats", "human,random", stdin="3.\nq\n").stdout, "a point behind a move"


def test_matches():
    games = 1000 if FULL else 100
    m = ask("match", "tictactoe", "--players", "exact,random", "--games", games, "--threads", 2)
    equal((m["games"], m["players"][0]["losses"]), (games, 0))
    m = ask("match", "tictactoe", "--players", "exact,exact", "--games", 20)
    equal([p["ties"] for p in m["players"]], [20, 20])
    m = ask("match", "connect4", "width=5", "height=4", "--players", "alphabeta:depth=6,mcts:seconds=0.01",
            "--games", 6)
    equal(sum(p["wins"] + p["ties"] + p["losses"] for p in m["players"]), 12)
    assert "elo_error" in m["players"][0]


def test_verify_and_records():
    done("verify", "nim", "19", "value=win")
    equal(run("verify", "nim", "19", "value=loss").returncode, 1)
    done("verify", "connect4", "width=4", "height=4", "value=tie")
    good = "duelliste 1\ngame nim 1\nvariant matches=11\nseed 1\nmoves 3 1 3 1 3\nresult 1 0\n"
    done("verify", "-", stdin=good)
    equal(run("verify", "-", stdin=good.replace("result 1 0", "result 0 1")).returncode, 1)
    r = ask("review", "-", stdin=good.replace("moves 3 1 3 1 3\nresult 1 0", "moves 1 2 1 3 1 3\nresult 0 1"))
    equal(r["turning"], 1)


MISTAKES = {  # what is typed wrong: what was meant
    "show conect4": "connect4", "show wumpsu": "wumpus", "rules chigaco": "chicago", "rules moriaty": "moriarty",
    "moves allumetes": "allumettes", "solv nim": "solve", "advsie nim": "advise", "shwo nim": "show", "verfy x": "verify",
    "wumpus stast": "wumpus stats", "nim": "play nim", "show wumpus szie=5": "size", "show wumpus dificulty=hard": "difficulty",
    "show wumpus difficulty=hadr": "hard", "show ergo preset=oficial": "official", "solve nim --sedonds 3": "--seconds",
    "games --jsno": "--json", "advise nim --instaed 3": "--instead", "show wumpus --lens deductoin": "deduction",
    "play nim --seats human,exprt": "expert", "play nim --seats human,mtcs": "mcts",
    "play nim --seats human,alphabeta:dept=3": "depth", "show wumpus --play dedcue:1:0": "deduce:1:0",
    "moves wumpus --play shot:n": "shoot:n", "logic resoluton A": "resolution", "keep chekc": "check", "bench solvr": "solver",
    "logic rulse": "rules", "logic chekc": "check", "logic gaol": "goal", "gdl replya": "replay", "gdl pcitures x": "pictures",
    "bench calibraton": "calibration", "bench calibraton connect4": "calibration", "bench shetes x": "sheets",
    "hlep": "help",
}


def test_typing_mistakes_are_answered_with_what_was_meant():
    for line, meant in MISTAKES.items():
        for lang, question in (("en", "Did you mean %s?" % meant), ("fr", "Vouliez-vous dire %s\u202f?" % meant)):
            r = run(*line.split(), "--lang", lang)
            assert r.returncode != 0 and r.stderr.endswith(question + "\n"), (line, r.stderr)


def test_what_was_typed_right_is_not_asked_about():
    for line in "logic check", "gdl replay", "bench calibration", "bench sheets", "keep backup":
        r = run(*line.split())
        assert r.returncode != 0 and "Did you mean" not in r.stderr and "no benchmark" not in r.stderr, (line, r.stderr)


def test_names_are_read_whatever_their_accents_and_capitals():
    one = run("show", "wumpus", "size=10", "difficulty=hard", "--seed", "4").stdout
    equal(run("show", "Wumpus.", "Size=10", "DIFFICULTY=Hard", "--seed", "4").stdout, one)
    equal(run("show", "Le monde de wumpus", "size=10", "difficulty=hard", "--seed", "4").stdout, one)
    equal(run("show", "nim", "12.").stdout, run("show", "nim", "12").stdout)


def test_what_is_typed_in_place_of_a_move_has_its_words_in_both_languages():
    def played(*lines, lang="en", game=("nim", "11", "--seats", "human,random")):
        return run("play", *game, "--lang", lang, stdin="\n".join(lines) + "\n").stdout

    for word in ("quit", "exit", "Quitter.", "q", "sortir"):
        assert "moves (list" not in played(word, "rules").split("To take it up again")[1], word
    for word in ("advice", "Conseil", "?"):
        assert "Advice: 3" in played(word), word
    for word in ("undo", "annuler.", "u"):
        assert played("1", word).count("11 matches") == 2, word
    for word in ("help", "aide", "h."):
        assert played(word).count("or: moves (list them)") == 2, word
    assert "Did you mean undo?" in played("undoo") and "Vouliez-vous dire quitter" in played("qutiter", lang="fr")
    chicago = ("chicago", "CW/WW/KW/MM/KM/RR 1 7,6,6,6,6,6 - - 1", "--seats", "human,human")
    asked = played("1.", "cafe.", game=chicago, lang="fr")
    assert "garder\u202f: café ou cacao\u202f?" in asked and "Le second >" in asked, asked
    assert "not 45." in played("45.", game=chicago)


def test_play_in_lines(home):
    r = run("play", "nim", "matches=11", home=home, stdin="?\nmoves\n7\n3\nu\n3\n")
    assert "Advice: 3" in r.stdout and "multiple of 4" in r.stdout, r.stdout
    assert "not 7" in r.stdout, r.stdout
    saved = [l for l in r.stdout.splitlines() if "--resume" in l]
    equal(len(saved), 1, r.stdout)
    game = saved[0].split()[-1]
    r = done("play", "--resume", game, home=home, stdin="?\nq\n", lang="fr_FR.UTF-8")
    assert "Conseil" in r.stdout, r.stdout
    r = done("play", "moriarty", "--seats", "human,expert:seconds=0.1", "--ponder", home=home, stdin="d3\nmoves\n?\nu\nd3\nq\n")
    equal(r.stdout.count(") plays "), 2, r.stdout)


def test_a_seed_among_the_options():
    equal(run("new", "wumpus", "seed=4").stdout, run("new", "wumpus", "--seed", "4").stdout)
    assert run("new", "wumpus", "seed=4").stdout != run("new", "wumpus", "seed=5").stdout
    refused("new", "wumpus", "seed=")


def test_people_at_one_screen_have_names():
    r = done("play", "nim", "matches=3", "--seats", "human:Ada,human: Bob ", stdin="1\n2\n")
    assert "Ada (First) > " in r.stdout and "Bob (Second) > " in r.stdout, r.stdout
    assert "The game goes to Second.\nAda (First), Bob (Second)\n" in r.stdout, r.stdout
    r = run("play", "duo", "--seats", "human:Ada,human:Bob", stdin="q\n", lang="fr_FR.UTF-8")
    assert "L’écran passe à Ada (" in r.stdout, r.stdout
    refused("play", "nim", "--seats", "human:,human")


def test_flags_are_checked_in_lines():
    r = run("play", "wumpus", "id=104001", stdin="1:0\ncheck 2:0\ncheck cell:0:1\ncheck 9:9\ncheck\nhelp\nq\n")
    assert "✗ (2,0) is safe: there is neither breeze nor stench at (1,0)." in r.stdout, r.stdout
    assert "✗ (0,1) is safe" in r.stdout and "A flag on “9:9” says nothing here." in r.stdout, r.stdout
    assert "check 3:2" in r.stdout, r.stdout
    assert "There is no flag to check" in r.stdout, r.stdout


def test_flags_stand_in_the_drawing():
    r = run("play", "wumpus", "id=104001", stdin="1:0\nflag 2:0\nflag 0:1\nflag 0:1\nflag 8:8\ncheck\nq\n", lang="C.UTF-8")
    drawn = [line for line in r.stdout.splitlines() if "⚑" in line]
    equal(len(drawn), 6, r.stdout)  # one, then both, then one again at every prompt
    assert "A flag on “8:8” says nothing here." in r.stdout, r.stdout
    equal(r.stdout.count("✗"), 1, r.stdout)


def test_everything_can_be_observed_in_lines():
    r = run("play", "wumpus", "id=104001", stdin="observe\nobserve yes\nq\n")
    before, after = r.stdout.split("observe yes", 1)
    pits = re.compile(r"^ +\d .*T░", re.M)
    assert pits.search(after) and not pits.search(before), r.stdout


def test_best_scores_class_by_class():
    refused("ranking", "nim", says="not ranked", status=1)
    r = run("ranking", "wumpus")
    equal((r.returncode, r.stdout), (0, "No score has been kept yet.\n"))
    equal(json.loads(run("ranking", "wumpus", "--json").stdout), {"game": "wumpus", "classes": []})
    refused("ranking")


def test_wumpus_grids_of_a_difficulty():
    one, two = (run("new", "wumpus", "difficulty=hard", "size=15", "--seed", "7") for _ in range(2))
    equal((one.returncode, one.stdout), (0, two.stdout))
    refused("new", "wumpus", "difficulty=hard", "size=4", "pits=0", says="1 to 6 pits, not 0")
    assert "A risky grid" in run("play", "wumpus", "difficulty=risky", stdin="q\n").stdout


def test_the_end_says_by_what():
    end = run("play", "ergo", "one_round=yes", "--seats", "seed-score,seed-score", "--seed", "3", stdin="").stdout
    assert re.search(r"is proven by lines? .*\n\(1\)|paradox|No player is proven", end, re.I), end
    solved = run("solve", "tictactoe", "XXXOO....").stdout
    assert "The game is over. The game goes to Crosses." in solved and "0 moves" not in solved, solved
    equal(run("show", "chicago", "WC/KR 1 7,6,6,6,6,6 WWC RRR 1").stdout.count("the market closes"), 1)


def test_a_whole_game_is_played_to_its_end():
    moves = "3\n" * 1 + "1\n2\n3\n" * 6
    r = run("play", "allumettes", "matches=7", stdin=moves)
    assert "You win." in r.stdout or "You lose." in r.stdout, r.stdout


def test_bad_input_is_one_clear_line():
    huge = "x" * 100000
    cases = [["solve", "nosuch"], ["solve", "nim", "matches=-5"], ["solve", "nim", "nooption=3"], ["frobnicate"],
             ["rules"], ["solve", "tictactoe", "XXXXXXXXX"], ["moves", "connect4", huge], ["moves", "nim", "12-3-4"],
             ["show", "nim", "--play", "a1"], ["perft", "tictactoe", "-1"], ["perft", "tictactoe"],
             ["match", "tictactoe", "--players", "exact", "--games", "10"], ["play", "nim", "--seats", "human"],
             ["play", "nim", "--resume", "nosuchgame"], ["solve", "nim", "--seconds", "-1"], ["solve", "nim", "--frob"],
             ["verify", "/nonexistent/file"], ["show", "tictactoe", "\x01\x02"], ["learned", "burn"],
             ["solve", "ergo"], ["advise", "nim", "11", "--instead", "9"]]
    for c in cases:
        r = run(*c)
        assert r.returncode in (1, 2), (r.returncode, c[:3])
        equal(len(r.stderr.strip().splitlines()), 1, "lines on the error stream of %s: %s" % (c[:3], r.stderr[:500]))
        equal(r.stdout, "", c[:3])
        assert len(r.stderr) < 1000, c[:3]


def test_a_wrong_value_is_told_alike_by_every_command():
    for words, says in ((["solve", "nim", "--threads", "0"], "threads goes from 1 to 64; 0 is outside."),
                        (["chicago", "study", "--threads", "0"], "threads goes from 1 to 64; 0 is outside."),
                        (["match", "nim", "--games", "x"], "games is a whole number, not “x”."),
                        (["advise", "nim", "--seconds", "1,5"], "seconds is a number such as 0.5, not “1,5”."),
                        (["tui", "--colours", "pink"], "colours is one of usual, blind, none, not “pink”."),
                        (["games", "--lang", "de"], "lang is one of en, fr, not “de”."),
                        (["solve", "nim", "--all=maybe"], "all is yes or no, not “maybe”."),
                        (["solve", "nim", "--engine"], "--engine needs a value."),
                        (["solve", "nim", "--engine", "exact", "--engine=exact"], "engine is given twice."),
                        (["ergo", "prove", "--frob", "A"], "“ergo prove” has no flag --frob; try “duel ergo prove --help”."),
                        (["bench", "solver", "two"], "“two” is not understood here.")):
        r = run(*words)
        equal((r.returncode, r.stderr), (2, "duel: %s\n" % says), words)
    equal(ask("solve", "nim", "--all=no", "--threads=2")["moves"], [])
    equal(ask("check", "nim", "games=2", "--variants=0")["checked"][0]["games"], 2)
    with tempfile.TemporaryDirectory() as home:  # the game's own word of that name goes to the game
        file = write_text(os.path.join(home, "count.lua"), 'rules = "Take 1."\noptions = {{ name = "threads", default = 3, min = 1, max = 9, help = "how many" }}\n'
                    "function init() return option.threads end\nfunction over(n, s) if n == 0 then return lose(s) end end\n"
                    "function moves(n) if n > 0 then return { 1 } else return {} end end\n"
                    "function play(n) return n - 1 end\nfunction draw(n) return tostring(n) end\n")
        equal(ask("solve", file, "threads=5", "--threads", "2")["remoteness"], 5)


def one_object(*words, **kw):
    """The only line on the standard output, and nothing on the other."""
    r = run(*words, "--json", **kw)
    equal((r.stdout.count("\n"), r.stderr), (1, ""), words)
    answer = json.loads(r.stdout)
    fields.check_command(words, answer)
    return r.returncode, answer


def test_whatever_goes_wrong_is_one_object():
    for words, code, kind in ((["solve", "nosuch"], 2, "bad"), (["frobnicate"], 2, "bad"), (["solve", "nim", "--frob"], 2, "bad"),
                              (["rules"], 2, "bad"), (["show", "nim", "--lang", "de"], 2, "bad"), (["show", "nim", "--play", "7"], 1, "no"),
                              (["solve", "ergo"], 1, "no"), (["ergo", "prove", "--frob"], 2, "bad"),
                              (["ergo", "prove", "A and"], 1, "no"), (["play", "nim"], 1, "no"), (["tui"], 1, "no"), (["try", "x.lua"], 1, "no"),
                              (["verify", "nim", "value=loss"], 1, "no"), (["verify", "/nonexistent"], 2, "bad"),
                              (["solve", "connect4", "--memory", "16", "--forget"], 1, "full"), (["bench", "nosuch"], 2, "bad"),
                              (["solve", "nim", "--data", "/dev/null/x"], 1, "failed")):
        status, answer = one_object(*words)
        equal((status, answer["error"]["kind"]), (code, kind), (words, answer))
        assert answer["error"]["message"], words
    _, french = one_object("frobnicate", "--lang", "fr")
    assert "Il n’y a pas" in french["error"]["message"], french


def test_every_command_answers_in_json():
    with tempfile.TemporaryDirectory() as home:
        run("play", "nim", home=home, stdin="3\nq\n")
        saved = one_object("play", "--resume", "list", home=home)[1]["games"]
        equal((len(saved), saved[0]["game"], saved[0]["over"]), (1, "nim", False), saved)
        equal(one_object("record", saved[0]["table"], home=home)[1]["record"].split()[0], "duelliste")
        one_object("solve", "nim", home=home)
        assert "nim" in one_object("learned", "export", home=home)[1]["export"]
    commands = one_object("help")[1]["commands"]
    named = {c["command"]: c for c in commands}
    equal([o["name"] for o in named["solve"]["options"]][:2], ["all", "count"])
    equal(one_object("solve", "--help")[1], named["solve"])
    equal([c["command"] for c in one_object("ergo")[1]["commands"]], ["ergo prove", "ergo tune"])
    assert one_object("--version")[1]["version"]
    assert {"game": "nim", "title": "NIM (no repeat)"} in one_object("learn")[1]["lessons"]
    steps = one_object("learn", "nim")[1]["steps"]
    equal((steps[0]["step"], steps[0]["position"], steps[0]["good"]), (1, "3-1/1", "3"))
    equal(one_object("learn", "nim", "--step", "3")[1]["steps"], steps[2:])
    assert "solver" in [b["name"] for b in one_object("bench")[1]["benches"]]


def test_the_page_about_json_names_every_field():
    for name, section in fields.SECTIONS.items():
        own, free = fields.allowed(name)
        assert section.examples, "no example of " + name
        for example in section.examples:
            fields.refuse_unknown(example, own | fields.ALWAYS["is"] | fields.ALWAYS["duel"], free, name)
    for command in ask("help")["commands"]:
        assert "duel " + command["command"] in fields.SECTIONS, command
    with tempfile.TemporaryDirectory() as place:
        record, moriarty, grid, bad, ffo = (os.path.join(place, n) for n in ("record", "moriarty", "grid", "bad", "ffo.obf"))
        write_text(record, "duelliste 1\ngame nim 1\nvariant\nseed 1\nmoves 3 1 2 1\n")
        write_text(moriarty, "duelliste 1\ngame moriarty 1\nvariant\nseed 1\nmoves d3 c3\n")
        write_text(grid, "? ? ?\n. ? ?\n. B ?\n")
        write_text(bad, "? ? ?\n. . ?\n. B ?\n")
        write_text(ffo, "--XXXXX--OOOXX-O-OOXXOX-OXOXXOXXOXXXOXXOXXXOXX-OOXOOXXO-OOXXXXX- X\n")
        kuhn = os.path.join(os.environ["DUEL_EXAMPLES"], "kuhn.lua")
        walk = ("games", "rules duo", "new duo", "show nim 0-1/1", "moves nim", "perft nim 2", "solve nim --all --count", "solve chomp --all",
                "solve connect4 --seconds 0.1 --forget", "advise nim --instead 1", "advise connect4 --instead 1 --seconds 0.1", "advise duo",
                "solve %s --all" % kuhn, "exploit %s --player random" % kuhn,
                "puzzle nim", "match nim --players random,random --games 2", "match nim --ladder --games 1 --seconds 0.01",
                "review " + record, "verify " + record, "learned list", "learned export nim", "learned forget nim",
                "check nim --games 2 --variants 1", "learn", "learn ergo", "bench", "bench calibration duo --games 3 --nodes 20", "ergo prove A>B A --explain --steps --dimacs",
                "wumpus deduce %s --explain" % grid, "wumpus deduce %s --dimacs" % grid,
                "wumpus stats --size 4 --grids 2", "wumpus generate --size 5 --count 2",
                "chicago study --openings 1", "chicago levels --openings 1", "chicago new",
                "moriarty ffo " + ffo, "moriarty perft 3", "moriarty replay f5d6", "moriarty transcript " + moriarty,
                "moriarty export %s/x.ggf %s" % (place, moriarty), "moriarty import %s/x.ggf" % place, "moriarty export %s/x.wtb %s" % (place, moriarty),
                "moriarty import %s/x.wtb" % place,
                "ergo tune --generations 1 --population 4 --games 4 --test 4")
        if FULL:
            walk += ("wumpus optimum --grids 1 --pits 1", "wumpus agent --grids 2")
        fails = ("verify nim value=loss", "ergo prove A&)", "wumpus deduce " + bad, "moriarty gtp", "moriarty nboard")
        for words in walk + fails:
            status, answer = one_object(*words.split(), timeout=3000)
            equal("error" in answer, words in fails, (words, answer))


def test_a_ten_megabyte_line_and_a_nul_byte():
    for text in ("duelliste 1\n" + "x" * 10_000_000 + "\n", "duelliste 1\ngame nim\0 1\n"):
        r = run("verify", "-", stdin=text)
        equal((r.returncode, len(r.stderr.strip().splitlines())), (2, 1), r.stderr[:300])
    r = done("play", "nim", stdin="x" * 10_000_000 + "\nq\n")


def test_an_unwritable_or_newer_base_is_refused_and_left_alone(home):
    blocked = os.path.join(home, "file")
    open(blocked, "w").close()
    r = run("solve", "nim", "--data", blocked)
    equal((r.returncode, len(r.stderr.strip().splitlines())), (1, 1), r.stderr)
    ask("solve", "nim", "--data", home)
    base = os.path.join(home, "duelliste.db")
    with sqlite3.connect(base) as db:
        db.execute("PRAGMA user_version = 9999")
    db.close()
    before = open(base, "rb").read()
    refused("solve", "nim", "--data", home, says="newer", status=1)
    equal(open(base, "rb").read(), before)


def test_a_full_disk_loses_nothing_and_says_so():
    r = run("solve", "nim", "--json", "--forget")
    full = subprocess.run([BIN, "solve", "nim", "--forget", "--json"], stdout=open("/dev/full", "w"),
                          stderr=subprocess.PIPE, text=True)
    equal(full.returncode, 1)
    assert full.stderr.strip(), "silent"
    equal(r.returncode, 0)


def worked(process):
    """The seconds for which it has had the processor."""
    with open("/proc/%d/stat" % process.pid) as f:
        return sum(int(n) for n in f.read().rpartition(")")[2].split()[11:13]) / os.sysconf("SC_CLK_TCK")


def test_interrupting_a_solve_keeps_what_was_learned(home):
    env = dict(os.environ, XDG_DATA_HOME=home, LANG="C.UTF-8", LC_ALL="C.UTF-8")
    p = subprocess.Popen([BIN, "solve", "connect4", "width=6", "height=4", "--json"], stdout=subprocess.PIPE,
                         stderr=subprocess.PIPE, text=True, env=env)
    while worked(p) < 1:
        time.sleep(0.05)
    p.send_signal(signal.SIGINT)
    out, err = p.communicate(timeout=120)
    equal(p.returncode, 1, err)
    answer = json.loads(out)
    equal((answer["value"], answer["error"]["kind"]), ("unknown", "no"), out + err)
    assert "kept" in answer["error"]["message"], out + err
    rows = ask("learned", "list", home=home)["learned"]
    assert rows and rows[0]["positions"] > 100, rows


def test_the_memory_limit_ends_with_a_message():
    refused("solve", "connect4", "--memory", "16", "--forget", says="memory limit of 16 MB", status=1)


def test_check_holds_every_game_to_the_laws():
    games = ask("check", "--games", 1, "--variants", 1)["checked"]  # the laws' own tests go further
    assert len(games) >= 10 and not any(g["broken"] for g in games), games


def test_an_opening_nobody_has_is_not_looked_for():
    for value in (20, -1, 10):
        refused("chicago", "new", "--value", value, says="value goes from 0 to 9")
    equal(ask("chicago", "new", "--value", 4)["score"], 4)


def test_a_long_search_shows_how_far_it_is():
    ours, theirs = pty.openpty()  # as a terminal on the standard error
    p = subprocess.Popen([BIN, "chicago", "new", "--value", "9"], stdout=subprocess.DEVNULL, stderr=theirs)
    os.close(theirs)
    try:
        seen = b""
        while b"/2000" not in seen:  # fails when the search is over without a word
            seen += os.read(ours, 1000)
    finally:
        p.kill()
        p.wait()
        os.close(ours)


main(sys.modules[__name__])
