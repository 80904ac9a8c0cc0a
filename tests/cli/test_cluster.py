"""`mpirun -n N duel solve … --tiers`: the files of one program, whatever happens to one of several. Only in a full run, and
where Open MPI and the program's part for it are there."""
import filecmp
import os
import shutil
import signal
import subprocess
import sys
import tempfile
import time

import duel
from duel import BIN, equal

PLACE = tempfile.TemporaryDirectory(prefix="duel-cluster-")
PART = os.path.join(os.path.dirname(BIN), "duel-mpi.so")
# Open MPI keeps what it has until the end; to be root, or more ranks than cores, it must be allowed.
ENV = dict(os.environ, LANG="C.UTF-8", LC_ALL="C.UTF-8", ASAN_OPTIONS="detect_leaks=0", OMPI_ALLOW_RUN_AS_ROOT="1",
           OMPI_ALLOW_RUN_AS_ROOT_CONFIRM="1", OMPI_MCA_rmaps_base_oversubscribe="1")
LARGE = ("connect4", "width=5", "height=4")
GAMES = [("connect4", "width=4", "height=4"), LARGE, ("morris", "board=three"), ("dodgem",), ("nim", "matches=40"),
         ("kayles", "pins=18")]


def data(name):
    return os.path.join(PLACE.name, name)


def solve(game, name, *more):
    return [BIN, "solve", *game, "--tiers", "--memory", "256", "--data", data(name), *more]


def ranks(count, command, **env):
    return subprocess.Popen(["mpirun", "-n", str(count), *command], env=dict(ENV, **env), text=True, errors="replace",
                            stdout=subprocess.PIPE, stderr=subprocess.PIPE)


def finished(process):
    out, err = process.communicate(timeout=1800)
    assert not duel.COMPLAINT.search(err), err
    return process.returncode, out, err


def solve_by(count, game, name, *more):
    code, out, err = finished(ranks(count, solve(game, name, *more)))
    equal(code, 0, err)
    return out


def solve_alone(game, name):
    subprocess.run(solve(game, name, "--threads", "2"), env=ENV, check=True, stdout=subprocess.PIPE, timeout=1800)


def files(name):
    top = data(name)
    return sorted(os.path.relpath(os.path.join(folder, f), top) for folder, _, names in os.walk(os.path.join(top, "tiers"))
                  for f in names)


def same_files(one, other):
    equal(files(one), files(other))
    assert len(files(one)) > 4, files(one)
    for name in files(one):
        assert filecmp.cmp(os.path.join(data(one), name), os.path.join(data(other), name), shallow=False), name


def test_ranks_and_threads_make_the_same_files():
    for i, game in enumerate(GAMES):
        solve_alone(game, "alone%d" % i)
        for count in (1, 2, 4) if i == 0 else (2,):
            name = "ranks%d-%d" % (i, count)
            out = solve_by(count, game, name, "--threads", str(1 + i % 2))
            equal(out.count(" positions in "), 1, out)
            same_files("alone%d" % i, name)


def children_of(pid):
    with open("/proc/%d/task/%d/children" % (pid, pid)) as f:
        return [int(n) for n in f.read().split()]


def wait_for(what, process, seconds=600):
    end = time.monotonic() + seconds
    while not what():
        assert process.poll() is None and time.monotonic() < end, "it ended before"
        time.sleep(0.01)


def interrupted_at(suffix, count, name, end):
    """How many tiers of the large game are finished when one such file more than `count` is there, and `end` was done."""
    there = lambda: [f for f in files(name) if f.endswith(suffix)]
    process = ranks(2, solve(LARGE, name))
    wait_for(lambda: len(there()) > count, process)
    end(process)
    process.communicate(timeout=60)
    assert process.returncode != 0
    return len(there())


def kill_a_rank(process):
    os.kill(children_of(process.pid)[-1], signal.SIGKILL)


def test_a_rank_that_dies_leaves_finished_tiers():
    solve_alone(LARGE, "whole")
    found = interrupted_at(".keys", 12, "dying", kill_a_rank)
    before = {f: os.stat(os.path.join(data("dying"), f)).st_mtime_ns for f in files("dying") if f.endswith(".keys")}
    assert found > 12, found
    valued = interrupted_at(".results", 8, "dying", kill_a_rank)
    assert valued > 8, valued
    for name, when in before.items():
        equal(os.stat(os.path.join(data("dying"), name)).st_mtime_ns, when, name)
    solve_by(3, LARGE, "dying")
    same_files("whole", "dying")


def test_what_is_interrupted_goes_on():
    solve_alone(LARGE, "unbroken")
    interrupted_at(".keys", 12, "broken", lambda process: process.send_signal(signal.SIGINT))
    code, _, err = finished(ranks(2, solve(LARGE, "broken", "--seconds", "0.001")))
    assert code != 0
    equal(err.count("Stopped: the tiers that are finished are kept"), 1, err)
    solve_alone(LARGE, "broken")
    same_files("unbroken", "broken")


def fails_with(sentence, count, command, **env):
    code, out, err = finished(ranks(count, command, **env))
    assert code != 0, out
    equal(err.count("duel: "), 1, err)
    assert sentence in err, err


def test_what_fails_is_told_once():
    fails_with("/nowhere/scratch-", 3, solve(LARGE, "failing", "--scratch", "/nowhere"))
    fails_with("duel-mpi.so", 2, solve(LARGE, "failing"), DUEL_MPI="/nowhere/duel-mpi.so")
    fails_with("without secrets", 2, solve(("ergo",), "failing"))
    fails_with("sa partie pour MPI", 2, solve(LARGE, "failing"), DUEL_MPI="/nowhere/duel-mpi.so", LANG="fr_FR.UTF-8",
               LC_ALL="fr_FR.UTF-8")


def test_the_program_itself_is_free_of_mpi():
    linked = subprocess.run(["ldd", BIN], stdout=subprocess.PIPE, text=True, check=True).stdout
    assert "mpi" not in linked, linked


if not shutil.which("mpirun") or not os.path.exists(PART):
    print("1..0 # SKIP Open MPI is not installed, or was not when the program was built (docs/cluster.md)")
else:
    duel.main(sys.modules[__name__])
