"""Games and players from files: what they give, and that none of their mistakes does harm."""
import json
import os
import re
import resource
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import time
import urllib.request

HERE = os.path.dirname(os.path.abspath(__file__))
for room in ("cli", "tui", "web"):
    sys.path.insert(0, os.path.join(os.path.dirname(HERE), room))
from duel import BIN, FULL, HOME, ask, done, equal, main, read_text, refused, run, write_text
from terminal import Terminal
from wire_client import Server, Socket

EXAMPLES = os.environ["DUEL_EXAMPLES"]
BOT = os.environ["DUEL_BOT"]
PLUGIN = os.environ["DUEL_PLUGIN"]
PLACE = tempfile.TemporaryDirectory(prefix="duel-files-")


def example(name):
    return os.path.join(EXAMPLES, name)


def written(name, text):
    """A file of these tests."""
    return write_text(os.path.join(PLACE.name, name), text)


def mistake(name):
    return os.path.join(HERE, "mistakes", name + ".lua")


def children():
    """Processes that a test may have left behind."""
    seen = subprocess.run(["ps", "-eo", "pid,args"], capture_output=True, text=True).stdout
    return [line for line in seen.splitlines() if PLACE.name in line or BOT in line]


# ---- games ----


def test_examples_keep_all_laws():
    for name in sorted(n for n in os.listdir(EXAMPLES) if n.endswith(".lua")):
        r = run("check", example(name), "--games", "60" if FULL else "6", "--variants", "12" if FULL else "3")
        equal((r.returncode, "all laws hold" in r.stdout), (0, True), name + r.stderr)


def test_allumettes_is_short():
    with open(example("allumettes.lua"), encoding="utf-8") as f:
        assert len(f.readlines()) < 40


def test_counts_are_those_of_the_c_games():
    for name, settings in (("allumettes", ["matches=40"]), ("nim", ["matches=40"]), ("tictactoe", [])):
        a = ask("solve", name, *settings, "--count", "--forget")
        b = ask("solve", example(name + ".lua"), *settings, "--count", "--forget")
        for key in ("value", "remoteness", "nimber", "counts"):
            equal(b[key], a[key], name + " " + key)


def test_tictactoe_is_solved_in_a_second():
    # processor time of the program and of the file's process: the machine may be busy with others
    used = []
    for _ in range(3):
        before = resource.getrusage(resource.RUSAGE_CHILDREN)
        equal(ask("solve", example("tictactoe.lua"), "--count", "--forget")["positions"], 5478)
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
        used.append(after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime)
    assert min(used) <= 1, used


def test_dots_and_boxes_against_a_search_of_its_own():
    boxes = ((0, 2, 3, 5), (1, 3, 4, 6), (5, 7, 8, 10), (6, 8, 9, 11))
    memo = {}

    def margin(lines):
        if lines not in memo:
            best = 0 if lines == 4095 else -99
            for n in range(12):
                if not lines >> n & 1:
                    after = lines | 1 << n
                    won = sum(all(after >> e & 1 for e in b) for b in boxes if n in b)
                    best = max(best, won + margin(after) if won else -margin(after))
            memo[lines] = best
        return memo[lines]

    equal(ask("solve", example("dots.lua"), "--forget")["score"], margin(0))


def test_kuhn_hides_the_other_card():
    whole = ask("new", example("kuhn.lua"), "--seed", "3")["position"]
    equal(ask("show", example("kuhn.lua"), whole, "--seat", "1")["position"], whole[0] + "?:/1")
    equal(ask("show", example("kuhn.lua"), whole, "--seat", "2")["position"], "?" + whole[1] + ":/1")
    equal(ask("show", example("kuhn.lua"), whole, "--seat", "0")["position"], "??:/1")
    m = ask("match", example("kuhn.lua"), "--players", "mcts:nodes=100,random", "--games", "20")
    equal(m["games"], 20)


def test_the_same_deal_from_the_same_seed():
    deals = {ask("new", example("kuhn.lua"), "--seed", str(s))["position"] for s in range(40)}
    equal(len(deals), 6)
    equal(len({ask("new", example("kuhn.lua"), "--seed", "8")["position"] for _ in range(3)}), 1)


def test_a_file_can_be_played_and_resumed():
    r = done("play", example("allumettes.lua"), "matches=9", "--seats", "human,human", stdin="3\n")
    number = r.stdout.split("--resume ")[1].split()[0]
    refused("play", "--resume", number, says="--load")
    r = done("play", "--resume", number, "--load", example("allumettes.lua"), stdin="3\n3\n")
    record = written("record.txt", run("record", number, "--load", example("allumettes.lua")).stdout)
    done("verify", record, "--load", example("allumettes.lua"))


def test_reasons_and_refusals_come_from_the_file():
    a = run("advise", example("nim.lua"), "11-2/1", "--lang", "fr")
    assert "multiple de 4" in a.stdout, a.stdout + a.stderr
    refused("show", example("nim.lua"), "11", says="12-3", status=1)


def learnt(lang, *moves):
    return run("learn", example("chomp.lua"), "--lang", lang, stdin="".join(m + "\n" for m in moves)).stdout


def test_a_file_gives_a_lesson():
    said = learnt("en", "[3,3]", "[1,1]", "[2,1]", "[2,2]", "[1,3]")
    for words in ("Step 4 of 4", "That is the poison itself.", "nothing is left to eat but poison", "That was the lesson."):
        assert words in said, said
    assert "C’est le poison même." in learnt("fr", "[3,3]", "[1,1]")


def check_refuses(text, *words):
    """What `duel check` answers to a file with this in it, in one line."""
    said = refused("check", written("refused.lua", TAKING + text + "\n"), status=None).stderr
    for w in words:
        assert w in said, (text, said)


def test_a_lesson_is_looked_at_before_it_is_taught():
    step = "lesson = { steps = { { %s } } }"
    for wrong in ("lesson = 'take one'", "lesson = { steps = {} }", step % "good = '1', wrong = 'no'", step % "say = 'Take.', good = '1'",
                  step % "say = 'Take.', good = 1, wrong = 'no'", step % "say = 'Take.', good = '*', at = { left = 3 }"):
        check_refuses(wrong, "lesson is not right")
    check_refuses(step % "say = 'Take \\27[2J', good = '*'", "lesson gives a text that cannot be shown")
    check_refuses(step % "say = 'Take.', good = '9', wrong = 'no'", "The lesson can be done to its end")
    check_refuses("lesson = { options = 'matches=3', steps = { { say = 'Take.', good = '*' } } }", "The lesson can be done to its end")


class AtTable:
    """A table of the page with a game of examples/, and a socket that sits at it; the server has other files as well."""

    def __init__(self, name, *others, do="create", **what):
        self.server = Server(BIN, port=free_port(), args=[example(file) for file in (name, *others)])
        self.socket = Socket(self.server)
        made = self.socket.ask(do=do, game=name, options={}, **what)
        equal(made["is"], "created", made)
        here = [k["token"] for k in made["seats"]]
        equal(self.socket.ask(do="join", table=made["table"], tokens=here)["is"], "done")

    def __enter__(self):
        return self.socket

    def __exit__(self, kind, *_):
        status, errors = self.server.stop()
        if kind is None:
            equal((status, errors), (0, ""))


def test_hints_of_a_file_come_in_steps():
    with AtTable("corner.lua", seats=["here", "here"]) as s:
        told = [s.ask(do="hint", step=n)["reasons"] for n in (1, 2, 3, 4)]
    for step, words in enumerate(("Look at the diagonal", "along this line", "Go to column 4, row 4", "whoever has to leave it")):
        assert words in str(told[step]), (step, told[step])
        assert step < 1 or words not in str(told[step - 1]), (step, told)
    equal(sorted(told[1][-1]["targets"]), ["cell:%d:3" % x for x in range(6)])


def test_a_file_gives_lenses():
    played = ("show", example("queens.lua"), "--play", "[3,3]")
    assert "×  attacked by a queen" in run(*played, "--lens", "attacked").stdout
    said = run(*played, "--lens", "room", "--lang", "fr").stdout
    assert "Cases libres : 8." in said and said.count("✓") == 9, said
    assert "attacked, room" in run(*played, "--lens", "none").stderr
    given = "lenses = { { id = 'a', title = 'A' } } function grid() return { '..' } end function lens() return %s end"
    check_refuses(given.replace(", title = 'A'", "") % "{}", "lenses is not right")
    check_refuses("lenses = { { id = 'a', title = 'A' } }", "lenses needs lens beside it")
    check_refuses("function grid() return { '..' } end function lens() return {} end", "lens needs lenses beside it")
    for wrong in ("7", "{ 7 }", "{ { en = 'A', cells = { { 9, 9 } } } }", "{ { en = 'A', cells = { { 0, 1 } } } }",
                  "{ { en = 'A', cells = {} } }"):
        check_refuses(given % wrong, "lens gives no list", "A lens can be laid over every view")
    check_refuses(given % "{ { en = 'A', face = '\\27[2J', cells = { { 1, 1 } } } }", "lens gives a text that cannot be shown")


def test_a_file_judges_marks():
    for start, claims in ((".*..**..........|3???????????????/1", ["right", "wrong"]),
                          (".*..*..........*|2???????????????/1", ["open", "open"])):
        with AtTable("mines.lua", seats=["here"], start=start) as s:
            told = s.ask(do="check", marks=["cell:1:0", "cell:3:3", "cell:0:0"])["marks"]
        equal([m["claim"] for m in told], claims)
        assert all("agree with the numbers" in m["reasons"][0]["text"] for m in told), told
    given = "function grid() return { 'XX' } end function mark() return %s end"
    check_refuses(given % "'maybe'", "mark gives neither nil", "judged by what is seen")
    check_refuses(given % "'open', 7", "mark gives neither nil")
    check_refuses(given % "'open'", "judged without a word")
    check_refuses(given % "'open', { 'A\\27[2J' }", "mark gives a text that cannot be shown")
    check_refuses("function mark() end", "mark needs grid beside it")


def test_positions_of_a_file_are_set_up_by_hand():
    with AtTable("hexapawn.lua", do="analyse") as s:
        edits = [["cell:1:0", 1], ["cell:1:0", -1], ["cell:1:1", 1]]
        seen = s.ask(do="setup", ply=0, edits=edits)
        equal((seen["position"], seen["lawful"], seen["text"]), ("bbb.w.www/1", False, "Each side has three pawns."))
        seen = s.ask(do="setup", ply=0, edits=edits + [["cell:1:2", 1], ["cell:1:2", 1], ["turn", 1]])
        equal((seen["position"], seen["lawful"]), ("bbb.w.w.w/2", True))
        equal(s.ask(do="setup", ply=0, edits=[["move:a1a2", 1]])["changed"], False)
    check_refuses("function edit() end", "edit needs grid beside it")
    check_refuses("function grid() return { '..' } end function edit(s, x, y, step) n = n + 1 return { left = n } end", "edit")


def test_a_file_gives_puzzles():
    seen = {}
    for seed in range(8):
        told = ask("puzzle", example("toads.lua"), "--seed", str(seed))
        seen[told["position"]] = told
        best = [m["move"] for m in ask("solve", example("toads.lua"), told["position"], "--all")["moves"] if m["value"] == "win"]
        equal(best, told["answer"], told["position"])
    equal(len(seen), 4)
    said = run("puzzle", example("toads.lua"), "--seed", "0", "--lang", "fr").stdout
    for words in ("Aux crapauds", "Le saut gagne"):
        assert words in said, said
    given = "puzzles = { { at = '[left=%s]/1', ask = 'Which?', answer = '%s', why = 'So.', wrong = 'No.' } }"
    check_refuses("puzzles = {}", "puzzles is not right")
    check_refuses(given.replace("ask = 'Which?', ", "") % (5, 1), "puzzles is not right")
    check_refuses(given.replace("Which?", "A\\27[2J") % (5, 1), "puzzles gives a text that cannot be shown")
    check_refuses(given % (5, 4), "A puzzle repeats, reads back")


def test_symmetry_and_order_of_a_file_change_no_result():
    text = read_text(example("cram.lua"))
    path = written("cram.lua", text.replace("function symmetries(", "local function unused(").replace("function order(", "local function idle("))
    fast, plain = (ask("solve", name, "--forget") for name in (example("cram.lua"), path))
    for key in ("value", "remoteness", "nimber"):
        equal(fast[key], plain[key], key)
    assert 5 * fast["positions"] < plain["positions"], (fast, plain)
    a, b = (ask("solve", name, "size=3", "--forget", "--engine", "alphabeta") for name in (example("cram.lua"), path))
    equal(a["value"], b["value"])
    for old, new, command, words in (
            ("return option.size - 1 - y, x", "return y, (x + 1) % option.size", ["check"], "Symmetric positions play alike"),
            ("list[#list + 1] = board\n", "list = 7\n", ["check"], "symmetries"),
            ("return -#moves(play(board, move))", "return 'first'", ["solve", "--engine", "alphabeta"], "order gives no whole number")):
        assert old in text, old
        write_text(path, text.replace(old, new))
        refused(command[0], path, *command[1:], says=words, status=1)


LONG = """title, rules = "Long", {"One step at a time."}
%s
max_plies = %d
function init() return %d end
function moves(n) if n > 0 then return {1} else return {} end end
function over(n, seat) if n == 0 then return lose(seat) end end
function play(n, step) return n - step end
"""


def test_a_game_longer_than_it_says_is_refused():
    """A longer way would not fit beside the value, and would be told as a shorter one."""
    for more in ("", "nimbers = true", "margin = true", "loopy = true"):
        for plies, most in ((7, 7), (8, 7), (80, 63)):
            r = run("solve", written("long.lua", LONG % (more, most, plies)), "--json", "--forget")
            if plies <= most:
                equal(json.loads(r.stdout)["remoteness"], plies, more)
            else:
                equal((r.returncode != 0, "more than %d plies" % most in r.stdout + r.stderr), (True, True), more + r.stdout + r.stderr)


def test_the_size_of_a_state_can_be_written():
    check_refuses("state_bytes = 3", "write state_bytes")


# ---- mistakes ----

# what the message says, the law it names ("" = found before any law is tried)
MISTAKES = {
    "nothing": ("the moves 0,0 lead back to it; if that may happen, write loopy = true", "never comes back"),
    "dawdle": ("the moves 0 lead back to it; if that may happen, write loopy = true", "never comes back"),
    "nan": ("NaN, such as 0/0) at result.ratio", "Play depends on"),
    "unordered": ("pairs has no order", "Every function answers"),
    "set": ("a set has no order", "Every function answers"),
    "missing": ("there is no function play", ""),
    "scores": ("over gives {1}", "Every function answers"),
    "endless": ("endless.lua:14: moves does not come to an end", "Every function answers"),
    "late": ("in over: thirty-four", "Every function answers"),
    "bomb": ("bomb.lua:19: in play: ", "Play depends on"),
    "leak": ("knows changed by guessing", "A guess completes a view"),
    "leftover": ("moves are listed in an ended game", "An ended game has no moves"),
    "notation": ("the position “heap", "reads back to the same bytes"),
    "twins": ("the move “many”", "its text reads back"),
    "cycle": ("contains itself, at result.inside[1]", "Play depends on"),
    "closure": ("at result.again", "Play depends on"),
    "large": ("too large, at result.junk", "Play depends on"),
    "global": ("global.lua:13: in moves: “list” is not declared here", "Every function answers"),
    "memory": ("more memory than the 64 MB", "Every function answers"),
    "pattern": ("no answer after 2 seconds", "Every function answers"),
    "catcher": ("no answer after 2 seconds", "Every function answers"),
    "chance": ("math.random belongs in init and guess alone", "Play depends on"),
    "memory_of_its_own": ("another answer when it is asked again", "Every function answers"),
    "outside": ("outside.lua:5: in init: attempt to index a nil value (global 'io')", ""),
    "wrong": ("wrong.lua:5: unexpected symbol", ""),
}


def test_planted_mistakes_are_named():
    equal(sorted(MISTAKES), sorted(n[:-4] for n in os.listdir(os.path.join(HERE, "mistakes"))))
    for name, (words, law) in MISTAKES.items():
        r = refused("check", mistake(name), says=words, status=1)
        assert law in r.stderr.splitlines()[0], "%s: %s" % (name, r.stderr)
        if "--play" in r.stderr:
            moves = r.stderr.split("--play ")[1].split("\n")[0].split(",")
            assert len(moves) <= 5, "%s: %s" % (name, r.stderr)


TAKING = """rules = "Take 1 to 3 matches; whoever takes the last one wins."
local n, kept = 0, {}
function init() return { left = 40 } end
function over(s, seat) if s.left == 0 then return lose(seat) end end
function moves(s) local l = {} for t = 1, math.min(3, s.left) do l[t] = t end return l end
function play(s, take) return { left = s.left - take } end
function draw(s) return "left: " .. s.left end
"""
SECRET = "function hide(s) return s end function guess(s) return s end\n"
COUNT = "local function count() n = n + 1 return n end\n"
# the function that is named, and a file in which it depends on what was asked before
MEMORIES = {
    "an upvalue": ("play", COUNT + "function play(s, t) return { left = s.left - t, odd = count() % 2 == 0 } end"),
    "late": ("play", COUNT + "function play(s, t) if count() > 100 then t = 1 end return { left = s.left - t } end"),
    "a field": ("play", "function play(s, t) kept.n = (kept.n or 0) + 1 if kept.n > 30 then t = 1 end return { left = s.left - t } end"),
    "a cache that is wrong": ("play", "function play(s, t) kept[s.left] = kept[s.left] or s.left - t return { left = kept[s.left] } end"),
    "a library": ("play", "function play(s, t) string.n = (string.n or 0) + 1 return { left = s.left - (string.n > 9 and 1 or t) } end"),
    "every text": ("play", "function play(s, t) local x = getmetatable('').__index x.n = (x.n or 0) + 1 "
                   "return { left = s.left - (x.n > 9 and 1 or t) } end"),
    "the options": ("play", "function play(s, t) option.n = (option.n or 0) + 1 return { left = s.left - (option.n > 9 and 1 or t) } end"),
    "the state given": ("play", "local given function over(s, seat) given = given or s if s.left == 0 then return lose(seat) end end "
                        "function play(s, t) given.left = given.left - t return { left = math.max(given.left, 0) } end"),
    "the order of calls": ("play", COUNT + "function over(s, seat) n = 0 if s.left == 0 then return lose(seat) end end "
                           "function play(s, t) return { left = s.left - math.min(count(), s.left) } end"),
    "the call before": ("play", "function moves(s) kept = s.left local l = {} for t = 1, math.min(3, s.left) do l[t] = t end return l end "
                        "function play(s, t) return { left = kept - t } end"),
    "play with secrets": ("play", SECRET + COUNT + "function play(s, t) if count() % 5 == 0 then t = 1 end return { left = s.left - t } end"),
    "hide": ("hide", COUNT + "function hide(s) return { left = s.left, odd = count() % 2 == 0 } end function guess(s) return { left = s.left } end"),
    "guess": ("guess", COUNT + "function init() return { left = 40, card = 1 } end "
              "function play(s, t) return { left = s.left - t, card = s.card } end "
              "function hide(s) return { left = s.left } end function guess(s) return { left = s.left, card = count() } end"),
    "over": ("over", COUNT + "function over(s, seat) if s.left == 0 then return count() > 1 and win(seat) or lose(seat) end end"),
    "turn": ("turn", COUNT + "function turn(s) return count() % 2 + 1 end"),
    "moves": ("moves", COUNT + "function moves(s) if s.left == 0 then return {} end return count() > 3 and { 1 } or { 1, s.left } end"),
    "evaluate": ("evaluate", COUNT + "function evaluate(s) return count() end"),
    "draw": ("draw", COUNT + "function draw(s) return 'look ' .. count() end"),
    "grid": ("grid", COUNT + "function grid(s) return { (count() % 7 == 0) and 'XX' or 'X.' } end"),
    "explain": ("explain", COUNT + "function explain(s) return { 'look ' .. count() } end"),
    "print": ("print", COUNT + "function print(s) return (count() > 60 and '0' or '') .. s.left end function parse(t) return { left = tonumber(t) } end"),
    "print_move": ("print_move", COUNT + "function print_move(s, t) return count() % 9 == 0 and 'T' .. t or 't' .. t end"),
    "init": ("init", COUNT + "function init() return { left = 40 + count() } end"),
}


# What `explain` of a game of matches gives, and what `duel check` says of it.
HINTS = {
    "say('Count.', 1), say('Near the end.', 2), say('Take {0}.', 3, t), say('It leaves {0}.', nil, s.left - t)": "all laws hold",
    "say('It leaves {0}.', 4, s.left - t), say('Count.', 1)": "fact 2 gives away less than the one before it",
    "say('Take {0}.', 2, t)": "step 2 of a hint says",
    "say('Count.', 5)": "explain gives no list",
    "say('Count.', 'where')": "explain gives no list",
    "{ en = 'Count.', fr = 'Comptez.', cells = { 'a1' } }": "explain gives no list",
}


def test_hints_of_a_file_are_held_to_their_law():
    for facts, said in HINTS.items():
        path = written("hints.lua", TAKING + "local function say(text, gives, n) "
                       "return { en = text, fr = text, gives = gives, args = { n } } end "
                       "function explain(s, t) return { " + facts + " } end\n")
        r = run("check", path)
        assert said in r.stdout + r.stderr, (facts, r.stdout, r.stderr)


def test_what_is_remembered_between_calls_is_found():
    for function, text in MEMORIES.values():
        refused("check", written("memory.lua", TAKING + text + "\n"), status=1,
                says=function + " gives another answer when it is asked again")
    done("check", written("memory.lua", TAKING +  # what is kept and changes no answer is nobody's business
         "function play(s, t) kept[s.left - t] = kept[s.left - t] or s.left - t return { left = kept[s.left - t] } end\n"))


def test_what_is_remembered_is_found_outside_of_check_too():
    for how in ("late", "a field", "the order of calls"):
        path = written("memory.lua", TAKING + MEMORIES[how][1] + "\n")
        for command in (["solve", path, "--forget"], ["verify", path, "value=win"]):
            refused(*command, says="another answer", status=1)


def test_mistakes_end_every_command():
    for name in ("endless", "nan", "scores"):
        for command in (["solve"], ["advise"], ["match", "--players", "alphabeta,random", "--games", "3"]):
            refused(command[0], mistake(name), *command[1:], says=name + ".lua", status=1)
    refused("solve", os.path.join(PLACE.name, "none.lua"), says="none.lua")


def test_a_failing_file_leaves_no_process():
    for name in ("endless", "catcher"):
        run("show", mistake(name), "--play", "2,2")
    left = re.compile(r" *1 .*--process-of-a-file (endless|catcher)\.lua$", re.M)
    assert wait_until(lambda: not left.search(subprocess.run(["ps", "-eo", "ppid,args"], capture_output=True, text=True).stdout))


def lua_child(parent):
    found = read_text("/proc/%d/task/%d/children" % (parent, parent)).split()
    return int(found[0]) if found else None


def open_files(pid):
    return {int(fd): os.readlink("/proc/%d/fd/%s" % (pid, fd)) for fd in os.listdir("/proc/%d/fd" % pid)}


def hold_inherited_files(wrapper):
    """A game is begun with descriptors that are nobody's business; what the file's process has of them."""
    secret, high = os.pipe(), 200
    os.dup2(secret[1], high)
    for fd in (secret[1], high):
        os.set_inheritable(fd, True)
    p = subprocess.Popen(wrapper + [BIN, "play", example("nim.lua"), "--seats", "human,human"], pass_fds=(secret[1], high),
                         stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True,
                         env=dict(os.environ, XDG_DATA_HOME=HOME.name))
    try:
        while p.stdout.readline().strip() == "":  # until the file has been asked
            assert p.poll() is None
        mine = os.readlink("/proc/self/fd/%d" % secret[1])
        assert mine in open_files(p.pid).values(), "the game itself was not given it"
        return {fd: name for fd, name in open_files(lua_child(p.pid)).items() if fd > 2}
    finally:
        p.kill()
        p.communicate()
        for fd in (*secret, high):
            os.close(fd)


def test_the_process_of_a_file_inherits_nothing():
    for wrapper in ([], ["unshare", "-m", "sh", "-c", "mount -t tmpfs none /proc && exec \"$@\"", "sh"]):
        if wrapper and subprocess.run(wrapper + ["true"], capture_output=True).returncode != 0:
            print("# without /proc: not tried, this user may not hide it")
            continue
        left = hold_inherited_files(wrapper)
        assert len(left) == 1 and left.popitem()[1].startswith("socket:"), left


# ---- plug-ins ----


def test_a_plugin_is_a_game():
    s = ask("solve", PLUGIN, "large=25", "small=7")
    equal((s["value"], s["best"]), ("win", ["2"]))
    done("check", PLUGIN, "--games", "5")
    assert "Euclide" in run("rules", PLUGIN, "--lang", "fr").stdout


def test_what_is_no_plugin_is_refused():
    refused("solve", written("text.so", "not a shared object"), says="text.so")


def refused_in_both(path, english, french, **env):
    """A plug-in is refused with one sentence, whatever was to be done with it."""
    for lang, told in (("en", english), ("fr", french)):
        for command in ("rules", "new", "solve", "play"):
            r = run(command, path, "--lang", lang, **env)
            equal((r.returncode, r.stdout, r.stderr.count("\n")), (2, "", 1), "%s %s: %s" % (path, command, r.stderr))
            assert told in r.stderr, r.stderr


def test_plugins_of_other_editions_are_refused():
    for edition, name in ((1, "FIRST"), (8, "EARLIER"), (77, "LATER")):
        refused_in_both(os.environ["DUEL_%s_EDITION" % name],
                        "edition %d of the contract, and this program has edition 9; compile it again" % edition,
                        "l’édition %d du contrat, alors que ce programme a l’édition 9 ; compilez-le de nouveau" % edition)


# What a plug-in may get wrong ($BREACH of breaches.c), and what is said of it.
BREACHES = {
    "no id": "id is missing",
    "no title": "title is missing",
    "no rules": "rules is missing",
    "no deal": "deal is missing",
    "no function moves": "moves is missing",
    "roles": "roles is missing",
    "option's help": "help is missing",
    "id": "id gives “two words”, which cannot stand in a record",
    "option's name": "options gives “two words”, which",
    "title": "title gives a text that cannot be shown",
    "tagline": "tagline gives a text that cannot be shown",
    "rules": "rules gives a text that cannot be shown",
    "min_seats": "min_seats is 0; the contract wants 1 to 4",
    "max_seats": "max_seats is 40; the contract wants 2 to 4",
    "many options": "options is 21; the contract wants 0 to 20",
    "strange option": "kind is 99; the contract wants 0 to 4",
    "option's choices": "choice needs choices beside it",
    "option of nothing": "nothing needs choices beside it",
    "option's initial": "initial is 70; the contract wants 1 to 9",
    "option's set": "set is 200; the contract wants 1 to 63",
    "seats": "seats is 7; the contract wants 2 to 4",
    "state_size": "state_size is 16384; the contract wants 1 to 8192",
    "no state": "state_size is 0; the contract wants 1 to 8192",
    "max_moves": "max_moves is 1000000; the contract wants 1 to 4096",
    "max_plies": "max_plies is 0; the contract wants 1 to 4294967295",
    "max_score": "max_score is -1; the contract wants 0 to 2147483647",
    "key_bits": "key_bits is 65; the contract wants 0 to 64",
    "no pack": "key_bits needs pack beside it",
    "no hide": "DUEL_SECRETS needs hide beside it",
    "deal": "deal writes beyond the 8 bytes of a state",
    "play": "play writes beyond the 8 bytes of a state",
    "hide": "hide writes beyond the 8 bytes of a state",
    "turn": "turn is 1000000; the contract wants 0 to 1",
    "many moves": "moves is 4996; the contract wants 1 to 4",
    "more moves": "moves is 5; the contract wants 1 to 4",
    "no moves": "moves is 0; the contract wants 1 to 4",
    "fewer than no moves": "moves is -1; the contract wants 1 to 4",
    "moves at the end": "moves are listed in an ended game",
    "score": "score is 50; the contract wants -1 to 1",
    "pack": "pack is 12; the contract wants 0 to 7",
    "draw": "draw gives a text that cannot be shown",
    "print": "print gives “6?7”, which cannot stand in a record",
    "move without a text": "print_move gives “”, which cannot stand in a record",
    "move of two words": "print_move gives “take 1”, which cannot stand in a record",
    "path": "path is 8; the contract wants 0 to 6",
    "target": "path is 24; the contract wants 0 to 23",
}


def test_plugins_that_break_their_word_are_refused():
    path = os.environ["DUEL_BREACHES"]
    equal(run("check", path, "--games", "5").returncode, 0, "it keeps its word unless told otherwise")
    for breach, told in BREACHES.items():
        english, french = (run("solve", path, "--lang", lang, BREACH=breach) for lang in ("en", "fr"))
        for r in (english, french):
            equal((r.returncode, r.stdout, r.stderr.count("\n")), (2, "", 1), breach + ": " + r.stderr)
        assert "breaches.so: " + told in english.stderr, english.stderr
        assert "breaches.so\u202f: " in french.stderr, french.stderr


# What it may get wrong later, when it is played, and the commands that tell.
LATE_BREACHES = {
    "turn": ["solve", "advise", "match", "play", "check"],
    "many moves": ["solve", "advise", "match", "play", "check", "moves"],
    "more moves": ["solve", "advise", "match", "play", "check", "moves"],
    "no moves": ["solve", "advise", "match", "play", "check", "moves"],
    "fewer than no moves": ["solve", "advise", "match", "play", "check", "moves"],
    "score": ["solve", "advise", "match", "play", "check"],
    "print": ["check"],
    "path": ["check"],
    "target": ["check"],
    "move without a text": ["moves", "check"],
    "move of two words": ["moves", "check"],
}
LATE_COMMANDS = {
    "match": ["--players", "mcts:nodes=200,alphabeta:nodes=200", "--games", "2"],
    "play": ["--seats", "human,random"],
}


def test_a_plugin_that_breaks_its_word_in_play_is_told_so():
    path = os.environ["DUEL_BREACHES"]
    for breach, commands in LATE_BREACHES.items():
        for command in commands:
            r = run(command, path, *LATE_COMMANDS.get(command, []), BREACH=breach, LATE="1", stdin="1\n1\n1\n")
            if command == "play":  # a refused move is asked for again
                assert r.returncode in (0, 1) and BREACHES[breach] in r.stdout + r.stderr, (breach, r)
            else:
                told = r.stderr.count(BREACHES[breach])
                equal((r.returncode, told), (1, 1), "%s, %s: %s" % (breach, command, r.stderr))


def test_a_server_lives_on_beside_one():
    os.environ["BREACH"] = "turn"
    try:
        server = Server(BIN, port=18975, args=[os.environ["DUEL_BREACHES"]])
    finally:
        del os.environ["BREACH"]
    s = Socket(server)
    equal("breaches.so" in [g["id"] for g in s.ask(do="hello", lang="en")["games"]], False)
    refused = s.ask(do="create", game="breaches.so", seats=["here", "here"], options={})
    equal((refused["is"], refused["error"]["kind"]), ("refused", "bad"))
    assert "turn is 1000000; the contract wants 0 to 1" in refused["error"]["message"], refused
    equal(s.ask(do="create", game="nim", seats=["here", "here"], options={})["is"], "created")
    s.close()
    equal(server.stop(), (0, ""))


# ---- bots ----


def bad_bot(how):
    path = os.path.join(PLACE.name, how)
    if not os.path.exists(path):
        os.symlink(os.path.join(HERE, "badbot.py"), path)
    return "cmd:" + path


def test_the_example_bots_play():
    m = ask("match", "nim", "--players", "cmd:%s,cmd:%s" % (BOT, example("bot.py")), "--games", "20")
    equal((m["games"], m["players"][0]["forfeits"], m["players"][1]["forfeits"]), (20, [], []))
    assert m["players"][1]["points"] > 10
    m = ask("match", "duo", "--players", "cmd:%s,random" % BOT, "--games", "10")  # turns of two moves, hidden cards
    equal((m["games"], m["players"][0]["forfeits"]), (10, []))
    m = ask("match", example("kuhn.lua"), "--players", "cmd:%s,random" % BOT, "--games", "10")
    equal((m["games"], m["players"][0]["forfeits"]), (10, []))


FAILURES = {
    "crash": "crashed (signal 6)",
    "leave": "ended without a move",
    "hang": "has not answered in time",
    "garbage": "where a move was expected",
    "flood": "floods its output",
    "endless": "floods its output",
    "illegal": "plays “77”, which is not legal",
}


def test_a_bot_that_fails_loses_and_the_match_goes_on():
    for how, words in FAILURES.items():
        m = ask("match", "nim", "matches=9", "--players", "%s:seconds=0.1,random" % bad_bot(how), "--games", "2")
        equal((m["games"], m["players"][0]["losses"]), (2, 2), how)
        reasons = m["players"][0]["forfeits"]
        equal([f["games"] for f in reasons], [2], how)
        assert words in reasons[0]["reason"], "%s: %s" % (how, reasons)
    assert not children(), children()


def no_programs():
    """Files that are none, and what is said of each."""
    def write(name, text, mode):
        path = os.path.join(PLACE.name, name)
        with open(path, "wb") as f:
            f.write(text)
        os.chmod(path, mode)
        return path

    return {
        os.path.join(PLACE.name, "not-there"): "There is no program",
        "not-in-the-path": "There is no program",
        PLACE.name: "is a folder",
        write("plain", b"#!/bin/sh\nexit 0\n", 0o644): "chmod +x",
        write("empty", b"", 0o755): "is no program for this machine",
        write("noise", b"\x7fELF\x01\x02\x03 for some other machine", 0o755): "is no program for this machine",
        write("orphan", b"#!/nowhere/interpreter\n", 0o755): "an interpreter that is not there",
    }


def test_what_cannot_be_started_is_an_error_at_once():
    for path, words in no_programs().items():
        for command in (["match", "nim", "--players", "random,cmd:" + path, "--games", "1000"],
                        ["match", "nim", "--players", "cmd:%s,cmd:%s" % (BOT, path), "--threads", "4"],
                        ["play", "nim", "--seats", "human,cmd:" + path],
                        ["advise", "nim", "--engine", "cmd:" + path],
                        ["serve", "--port", str(free_port()), "--program", "%s,%s:seconds=1" % (BOT, path)]):
            r = run(*command)
            assert r.returncode != 0 and words in r.stderr, (command, r.returncode, r.stdout, r.stderr)
            equal(r.stdout, "", command)
    assert not children(), children()


def test_a_game_is_not_lost_with_its_program():
    bot, home = os.path.join(PLACE.name, "moved"), os.path.join(PLACE.name, "home")
    shutil.copy(BOT, bot)
    r = run("play", "nim", "matches=9", "--seats", "human,cmd:" + bot, stdin="3\n", home=home)
    number = r.stdout.split("--resume ")[1].split()[0]
    os.remove(bot)
    refused("play", "--resume", number, home=home, says="There is no program", status=None)
    equal(run("record", number, home=home).returncode, 0, "looking needs no program")
    shutil.copy(BOT, bot)
    done("play", "--resume", number, home=home)


def test_a_refused_move_may_be_mended():
    m = ask("match", "nim", "matches=9", "--players", bad_bot("second_thought") + ",random", "--games", "4")
    equal((m["games"], m["players"][0]["forfeits"]), (4, []))


def test_what_a_bot_starts_ends_with_it():
    ask("match", "nim", "matches=9", "--players", bad_bot("children") + ",random", "--games", "3")
    assert wait_until(lambda: not children(), 300), children()


def test_a_session_of_their_own_does_not_outlive_a_game():
    for how, lost in (("plays", 0), ("crash", 2), ("leave", 2), ("hang", 2), ("garbage", 2)):
        bot = bad_bot("family-" + how)
        m = ask("match", "nim", "matches=9", "--players", bot + ":seconds=0.1,random", "--games", "2")
        equal(sum(f["games"] for f in m["players"][0]["forfeits"]), lost, how)
        assert wait_until(lambda: not children(), 300), (how, children())


def start_match(how):
    """A match that goes on until somebody ends it, once the program and all it starts are there."""
    command = [BIN, "match", "nim", "--players", bad_bot("family-" + how) + ",random", "--games", "1000000000"]
    p = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, start_new_session=True)
    assert wait_until(lambda: len([c for c in children() if "python" in c]) >= 7), children()
    return p


def test_an_interrupted_match_leaves_no_process():
    for how, number in (("plays", signal.SIGINT), ("hang", signal.SIGINT), ("plays", signal.SIGTERM)):
        p = start_match(how)
        os.killpg(p.pid, number)  # as Ctrl-C does
        p.wait(60)
        assert wait_until(lambda: not children(), 30), (how, number, children())


def test_a_killed_match_leaves_no_process():
    for how in ("plays", "hang"):
        p = start_match(how)
        os.killpg(p.pid, signal.SIGKILL)
        p.wait(60)
        assert wait_until(lambda: not children(), 30), (how, children())


def test_a_thousand_games_leave_no_process():
    m = ask("match", "nim", "--players", "cmd:%s,cmd:%s" % (BOT, BOT), "--games", "1000", "--threads", "2")
    equal(m["games"], 1000)
    equal(sum(len(p["forfeits"]) for p in m["players"]), 0)
    assert not children(), children()


def test_a_bot_plays_a_person_and_may_fail():
    r = done("play", "nim", "matches=9", "--seats", "human,cmd:" + BOT, stdin="3\n1\n2\n3\n1\n2\n1\n")
    r = run("play", "nim", "matches=9", "--seats", "human," + bad_bot("leave"), stdin="1\n3\n2\n1\n3\n2\n1\n2\n3\n")
    assert "ended without a move" in r.stdout + r.stderr, r.stdout + r.stderr


def test_a_file_names_no_program():
    refused("show", written("trap.lua", read_text(example("allumettes.lua")) + 'opponent = "cmd:/bin/false"\n'), says="opponent")


# ---- try, new-game, serve ----


def free_port():
    with socket.socket() as s:
        s.bind(("127.0.0.1", 0))
        return s.getsockname()[1]


def wait_until(what, seconds=180):
    end = time.time() + seconds
    while time.time() < end:
        if what():
            return True
        time.sleep(0.1)
    return False


def answers(port):
    try:
        with urllib.request.urlopen("http://127.0.0.1:%d/" % port, timeout=2) as page:
            return page.status == 200
    except OSError:
        return False


def test_a_new_game_is_complete():
    for name, file in (("my_race", "my_race.lua"), ("my_race.kif", "my_race.kif")):
        r = subprocess.run([BIN, "new-game", name], cwd=PLACE.name, capture_output=True, text=True)
        equal(r.returncode, 0, r.stderr)
        path = os.path.join(PLACE.name, file)
        done("check", path, "--games", "5")
        equal(ask("solve", path)["value"], "win")
        again = subprocess.run([BIN, "new-game", name], cwd=PLACE.name, capture_output=True, text=True)
        equal(again.returncode, 2, "never over a file that is there")


def test_an_unknown_kind_of_file_names_those_there_are():
    said = refused("show", "./game.xyz", status=None).stderr
    equal([kind for kind in (".lua", ".pl", ".kif", ".so") if kind not in said], [])


def test_a_folder_of_sheets_is_checked():
    folder = os.path.join(PLACE.name, "sheets")
    os.makedirs(os.path.join(folder, "v0"))
    shutil.copy(example("gdl/nim.kif"), folder)
    shutil.copy(example("gdl/nim.kif"), os.path.join(folder, "v0", "older.kif"))
    write_text(os.path.join(folder, "crowd.kif"), "".join("(role p%d)" % i for i in range(6)) + "(legal p0 x)")
    checked = ask("check", folder, "--games", "2")["checked"]
    equal(len(checked), 2)
    equal("6 players" in checked[0]["refused"], True, checked[0])
    equal(checked[1]["game"], "nim.kif")
    equal(checked[1]["broken"], False)


def test_try_follows_the_file():
    good, port = read_text(example("allumettes.lua")), free_port()
    path, log = written("tried.lua", good), os.path.join(PLACE.name, "try.log")
    with open(log, "w", encoding="utf-8") as out:
        p = subprocess.Popen([BIN, "try", path, "--port", str(port)], stdout=out, stderr=out,
                             env=dict(os.environ, LANG="C.UTF-8", LC_ALL="C.UTF-8", DISPLAY="", WAYLAND_DISPLAY=""))

    def said():
        return read_text(log)

    try:
        assert wait_until(lambda: answers(port)), said()
        write_text(path, good.replace("return left - take", "return left - token"))
        assert wait_until(lambda: "in play: attempt to perform arithmetic" in said()), said()
        assert answers(port), "the last good version stays"
        write_text(path, good + "\n-- mended\n")
        assert wait_until(lambda: said().count("all laws hold") == 2 and answers(port)), said()
    finally:
        p.send_signal(signal.SIGINT)
        equal(p.wait(20), 0)
    assert not answers(port)


def test_try_in_the_terminal():
    good = read_text(example("allumettes.lua"))
    path = written("screen.lua", good)
    with Terminal(BIN, [], PLACE.name, shell=True) as t:
        t.enter("%s try %s --tui" % (BIN, path), "Menu GAME")
        write_text(path, good.replace("return left - take", "return left - token"))
        t.wait("screen.lua:31: in play")
        write_text(path, good)
        t.wait("Menu GAME")
        t.press("F10", "Menu DUEL")
        t.keys("F10")
        assert wait_until(lambda: not [line for line in children() if " try " in line])


def test_the_terminal_takes_a_file():
    with Terminal(BIN, ["--lang", "en"], PLACE.name) as t:
        t.wait("F2 or g")
        t.press("F2", "Which game")
        t.enter(mistake("missing"), "there is no function play")
        t.enter(example("tictactoe.lua"), "Menu GAME")
        t.press("F3", "Your move|move")
        t.enter("5", "X")


def test_a_bot_sits_at_the_terminal():
    for bot, end in (("cmd:" + BOT, "Second plays"), (bad_bot("leave"), "ended without a move")):
        with Terminal(BIN, ["--lang", "en", "nim", "matches=15"], PLACE.name) as t:
            t.wait("Menu GAME")
            t.seat("human," + bot)
            t.press("F3", "First >")
            t.enter("1", "Second plays")
            t.enter("3", end)
    assert wait_until(lambda: not children()), children()


def test_the_terminal_seats_no_program_that_cannot_be_started():
    with Terminal(BIN, ["--lang", "en", "nim"], PLACE.name) as t:
        t.wait("Menu GAME")
        t.press("F4", "players")
        t.enter("human,cmd:/not/there", "There is no program")


def test_serve_offers_the_files_named_and_no_others():
    with AtTable("tictactoe.lua", "kuhn.lua", seats=["here", "random"]) as s:
        for other in ("nim.lua", example("nim.lua"), "../nim.lua"):
            equal(s.ask(do="create", game=other, seats=["here", "here"], options={})["is"], "refused", other)
        bot = s.ask(do="create", game="nim", seats=["here", "cmd:" + BOT], options={})
        equal(bot["is"], "refused", "a page starts no program")
    refused("serve", os.path.join(PLACE.name, "none.lua"))
    refused("serve", example("nim.lua"), written("nim.lua", read_text(example("nim.lua"))))  # no second file of that name


main(sys.modules[__name__])
