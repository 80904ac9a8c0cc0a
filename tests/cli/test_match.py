"""Matches and tournaments through the command line: kept, killed and gone on; others' engines; time."""
import os
import random
import signal
import subprocess
import sys
import tempfile

from duel import BIN, FULL, HOME, ask, equal, main, run

HERE = os.path.dirname(os.path.abspath(__file__))
PLACE = tempfile.TemporaryDirectory(prefix="duel-match-")


def place(name):
    return os.path.join(PLACE.name, name)


def link(script, name):
    path = place(name)
    if not os.path.lexists(path):
        os.symlink(os.path.join(HERE, script), path)
    return path


def write(name, text):
    with open(place(name), "w", encoding="utf-8") as f:
        f.write(text)
    return place(name)


# ---- what may be concluded ----


def test_games_that_repeat_are_no_evidence():
    m = ask("match", "nim", "--players", "exact,exact", "--games", "200")
    equal((m["games"], m["different"]), (200, 2))
    for p in m["players"]:
        equal((p["interval"], p["elo"], p["superiority"], p["fresh_sets"]), (None, None, None, 1))
    assert "2 different games were played, of 200" in m["conclusion"], m["conclusion"]
    text = run("match", "nim", "--players", "exact,exact", "--games", "20").stdout
    assert "[" not in text and "Elo" not in text, text
    text = run("match", "nim", "--players", "exact,exact", "--games", "20", "--lang", "fr").stdout
    assert "parties différentes" in text, text


def test_a_conclusion_is_drawn():
    m = ask("match", "tictactoe", "--players", "exact,random", "--games", "60")
    assert "exact is stronger than random" in m["conclusion"], m["conclusion"]
    equal(sum(m["players"][0]["pairs"]), 30)
    m = ask("match", "tictactoe", "--players", "random,random", "--games", "4")
    assert "4 games are too few" in m["conclusion"], m["conclusion"]
    m = ask("match", "duo", "--players", "random,random", "--games", "40")
    assert "not decided" in m["conclusion"], m["conclusion"]
    m = ask("match", "chicago", "players=3", "--players", "greedy,random,random", "--games", "30")
    assert "greedy is stronger than the others" in m["conclusion"] and "pairs" not in m["players"][0], m


def timeless(m):
    """What does not tell how long something took, and who was late."""
    return dict(m, seconds=0, players=[dict(player, late=None) for player in m["players"]])


def test_a_test_ends_by_itself():
    m = ask("match", "tictactoe", "--players", "exact,random", "--sprt", "elo0=0,elo1=50")
    equal((m["sprt"]["verdict"], m["sprt"]["llr"] >= m["sprt"]["upper"]), ("elo1", True))
    assert "exact is better by 50 normalised Elo rather than by 0" in m["sprt"]["text"], m
    again = ask("match", "tictactoe", "--players", "exact,random", "--sprt", "elo0=0,elo1=50", "--threads", "3")
    equal(timeless(again), timeless(m), "threads change nothing")
    m = ask("match", "tictactoe", "--players", "random,exact", "--sprt", "elo0=0,elo1=50")
    equal(m["sprt"]["verdict"], "elo0")
    m = ask("match", "nim", "--players", "exact,exact", "--sprt", "elo0=0,elo1=5")
    equal((m["sprt"]["verdict"], m["sprt"]["repeats"]), ("open", True))
    m = ask("match", "duo", "--players", "random,random", "--games", "20", "--sprt", "elo0=0,elo1=5")
    equal((m["games"], m["sprt"]["verdict"]), (20, "open"))
    for wrong in ("elo0=5,elo1=0", "elo0=x", "nothing"):
        equal(run("match", "nim", "--players", "random,random", "--sprt", wrong).returncode, 2, wrong)


# ---- tournaments ----

SIX = ["alphabeta:depth=2", "alphabeta:depth=4", "mcts:nodes=60", "mcts:nodes=20", "greedy", "random"]


def six(games, folder, seed="1"):
    return ["match", "connect4", "width=5", "height=4", "--players", "@" + write("six.txt", "# six\n" + "\n".join(SIX)),
            "--form", "round", "--games", str(games), "--nodes", "2000", "--openings", "2", "--keep", folder, "--threads",
            "2", "--seed", seed]


def test_a_killed_tournament_ends_as_one_never_killed():
    games = 200 if FULL else 4  # of each of fifteen encounters
    whole = run(*six(games, place("whole")), timeout=3000)
    equal(whole.returncode, 0, whole.stderr)
    env = dict(os.environ, XDG_DATA_HOME=HOME.name, LC_ALL="C.UTF-8")
    chance, killed = random.Random(1), 0
    while killed < (10 if FULL else 3):
        p = subprocess.Popen([BIN, *six(games, place("killed"))], stdout=subprocess.PIPE, stderr=subprocess.PIPE, env=env)
        try:
            out, err = p.communicate(timeout=chance.uniform(0.1, 20 if FULL else 0.5))
            equal(p.returncode, 0, err)
            break
        except subprocess.TimeoutExpired:
            p.send_signal(signal.SIGKILL)
            p.communicate()
            killed += 1
    again = run(*six(games, place("killed")), timeout=3000)
    equal(again.stdout, whole.stdout)
    records = [f for f in os.listdir(place("killed")) if f.endswith(".duel")]
    equal(len(records), 15 * games)
    equal(run("verify", os.path.join(place("killed"), "00000007.duel")).returncode, 0)
    other = run(*six(games, place("killed"), seed="2"))
    assert other.returncode == 1 and "another match" in other.stderr, other.stderr


def test_a_tournament_has_a_crosstable():
    words = ["match", "tictactoe", "--players", "exact,greedy,random", "--games", "6", "--nodes", "1000"]
    m = ask(*words, "--form", "round")
    equal((m["games"], len(m["encounters"])), (18, 3))
    shares = [p["points"] / (p["wins"] + p["ties"] + p["losses"]) for p in m["players"]]
    equal(shares, sorted(shares, reverse=True))
    m = ask(*words, "--form", "gauntlet")
    equal([[p["spec"] for p in e["players"]] for e in m["encounters"]], [["exact", "greedy"], ["exact", "random"]])
    lines = run(*words, "--form", "round").stdout.splitlines()
    assert any(line.split()[:2] == ["1", "2"] for line in lines), lines
    equal(run(*words).returncode, 2, "three do not sit at two seats")


def test_openings_come_from_a_book():
    book = write("book.txt", "# three of them\nmoves 1\nmoves 2\nmoves 3\n")
    m = ask("match", "nim", "matches=15", "--players", "exact,exact", "--games", "20", "--openings", book)
    equal(m["different"], 6)
    r = run("match", "nim", "matches=15", "--players", "exact,exact", "--openings", write("bad.txt", "moves 1\nmoves 9\n"))
    assert r.returncode == 2 and "Line 2: move 1" in r.stderr, r.stderr


def test_a_proof_ends_a_game():
    words = ["match", "connect4", "width=4", "height=4", "--players", "random,random", "--games", "10", "--prove", "100000",
             "--keep", place("proved")]
    m = ask(*words)
    assert m["proved"] > 0, m
    again = ask(*words)
    equal((m["proved"], m["players"]), (again["proved"], again["players"]))


# ---- time ----


def slow(options):
    return "cmd:%s%s" % (link("../script/badbot.py", "slow"), options)


def test_who_oversteps_its_time_is_told():
    m = ask("match", "nim", "matches=5", "--players", slow(":seconds=0.05") + ",random", "--games", "2")
    late = m["players"][0]["late"]
    assert late["turns"] >= 2 and late["seconds"] > 0.1 and m["players"][0]["forfeits"] == [], m
    text = run("match", "nim", "matches=5", "--players", slow(":seconds=0.05") + ",random", "--games", "2").stdout
    assert "longer than allowed" in text, text
    for words in ([slow(":seconds=0.05"), "--strict"], [slow(":tc=0.2+0.01")]):
        m = ask("match", "nim", "matches=9", "--players", words[0] + ",random", "--games", "2", *words[1:])
        player = m["players"][0]
        equal((player["losses"], sum(f["games"] for f in player["forfeits"])), (2, 2), words)
        assert "time" in player["forfeits"][0]["reason"] and player["late"]["turns"] == 2, player


def test_a_clock_is_kept_by_engines():
    m = ask("match", "tictactoe", "--players", "greedy:tc=60+0.1,alphabeta:tc=60:depth=3", "--games", "4")
    equal((m["games"], [p["forfeits"] for p in m["players"]]), (4, [[], []]))
    equal(run("match", "nim", "--players", "random:tc=x,random").returncode, 2)


# ---- others' engines ----


def engine(language, how):
    return "%s:%s" % (language, link("othello_engine.py", "%s-%s" % (language, how)))


def test_others_engines_finish_their_games():
    games = 200 if FULL else 2
    for language in ("gtp", "nboard"):
        for how in ("plain", "odd"):
            folder = place("%s-%s-games" % (language, how))
            m = ask("match", "moriarty", "--players", engine(language, how) + ":seconds=20,random", "--games", games,
                    "--openings", "6", "--keep", folder, timeout=3000)
            equal((m["games"], m["players"][0]["forfeits"]), (games, []), (language, how))
            with open(os.path.join(folder, "stderr-1-1.txt"), encoding="utf-8") as f:
                equal(f.read(), "here is %s\n" % how)


def test_the_house_meets_itself_by_their_languages():
    for language in ("gtp", "nboard"):
        path = write("duel-" + language, "#!/bin/sh\nexec %s moriarty %s --seconds 0.01\n" % (BIN, language))
        os.chmod(path, 0o755)
        m = ask("match", "moriarty", "--players", "%s:%s,random" % (language, path), "--games", 2, "--nodes", 100)
        equal((m["games"], m["players"][0]["forfeits"]), (2, []), language)


def test_others_engines_sit_at_a_table():
    for language in ("gtp", "nboard"):
        r = run("play", "moriarty", "--seats", "human," + engine(language, "plain"), "--seconds", "20", stdin="d3\nu\nd3\n")
        equal(r.returncode, 0, r.stderr)
        equal(r.stdout.count(") plays "), 2, r.stdout)


WRONG = {"illegal": "which is not legal", "garbled": "which is not legal", "late": "has not answered in time",
         "rude": "where a reply was expected", "resign": ""}


def test_wrong_answers_lose_with_a_reason():
    for language in ("gtp", "nboard"):
        for how, words in WRONG.items():
            m = ask("match", "moriarty", "--players", engine(language, how) + ":seconds=0.1,random", "--games", "1")
            player = m["players"][0]
            equal((player["losses"], [f["games"] for f in player["forfeits"]]), (1, [1]), (language, how))
            assert words in player["forfeits"][0]["reason"], (language, how, player["forfeits"])


def test_languages_fit_their_games():
    for spec, game in (("gtp:true", "duo"), ("nboard:true", "nim"), ("nboard:true", "connect4")):
        r = run("match", game, "--players", spec + ",random", "--games", "2")
        assert r.returncode != 0 and "program plays" in r.stderr, (spec, game, r.stderr)


main(sys.modules[__name__])
