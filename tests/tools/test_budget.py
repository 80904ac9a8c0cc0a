"""tools/budget in a repository of its own: what is over a row, what is far below it, and commits that do not say why."""
import os
import subprocess
import unittest

from folder import Folder

DOOR = "int open_it(int how);\nint shut_it(int how);\n"


class Repository(Folder):
    TOOLS = ("budget",)

    def setUp(self):
        super().setUp()
        self.write("src/base/door.h", DOOR)
        self.write("src/base/inner.h", "int inside(void);\n")
        self.write("src/base/door.c", '#include "base/door.h"\n#include "base/inner.h"\n' + "\n" * 98)
        self.write("src/front/main.c", '#include "base/door.h"\n')
        self.git("init", "-q")
        self.run_tool("budget", "--set")
        self.commit("a budget")

    def git(self, *words):
        own = {"HOME": self.place, "PATH": os.environ["PATH"], "GIT_CONFIG_NOSYSTEM": "1"}
        subprocess.run(["git", "-c", "user.name=A", "-c", "user.email=a@b.invalid", *words], cwd=self.place, env=own, check=True)

    def commit(self, message):
        self.git("add", "-A")
        self.git("commit", "-q", "-m", message)

    def grow(self):
        self.write("src/front/more.c", "\n" * 20)

    def test_what_is_counted(self):
        self.assertEqual(self.read("tools/budget.tsv"), "# room\tfiles\theaders\tlines\tdoors\tnames\tunused\n"
                         "base\t3\t2\t103\t1\t2\t2\nfront\t1\t0\t1\t0\t0\t0\n")
        self.assertEqual(self.run_tool("budget"), (0, "budget: every room keeps to its size\n"))

    def test_names_that_no_other_room_uses(self):
        self.assertEqual(self.run_tool("budget", "--unused"), (0, "base/door.h: open_it\nbase/door.h: shut_it\n"))
        self.write("src/base/own.c", "void own(void) { open_it(1); } /* a comment uses nothing */\n")
        self.write("src/front/more.c", "int more(void) { return shut_it(1); } /* open_it */\n")
        self.assertEqual(self.run_tool("budget", "--unused"), (0, "base/door.h: open_it\n"))
        self.write("src/base/door.h", DOOR + "#define OPEN open_it(1)\n")
        self.assertEqual(self.run_tool("budget", "--unused"), (0, ""))
        self.write("src/base/door.h", DOOR)
        self.write("examples/game.c", "int x(void) { return open_it(2); }\n")
        self.assertEqual(self.run_tool("budget", "--unused"), (0, ""))

    def test_a_figure_that_was_not_counted_is_not_higher(self):
        rows = self.read("tools/budget.tsv").replace("\tunused", "").replace("\t1\t2\t2\n", "\t1\t2\n").replace("\t0\t0\t0\n", "\t0\t0\n")
        self.write("tools/budget.tsv", rows)
        self.commit("five figures")
        self.assertEqual(self.run_tool("budget"), (0, "budget: every room keeps to its size\n"))
        self.assertEqual(self.run_tool("budget", "--set"), (0, ""))
        self.commit("six figures")
        self.assertEqual(self.run_tool("budget")[0], 0)

    def test_a_workshop_opens_no_door_in_its_game(self):
        self.write("src/games/nim/nim.h", DOOR)
        self.write("src/games/nim/workshop/bench.c", '#include "games/nim/nim.h"\n')
        self.run_tool("budget", "--set")
        self.assertIn("games/nim\t1\t1\t2\t0\t0\t0\ngames/nim/workshop\t1\t0\t1\t0\t0\t0\n", self.read("tools/budget.tsv"))

    def test_what_is_over_its_row_is_refused(self):
        self.grow()
        status, said = self.run_tool("budget")
        self.assertEqual(status, 1)
        self.assertIn("front has 21 lines, and its row allows 1", said)
        self.assertIn("front has 2 files, and its row allows 1", said)

    def test_a_new_room_has_no_row(self):
        self.write("src/attic/old.c", "\n")
        self.assertIn("attic has 1 files, and its row allows 0", self.run_tool("budget")[1])

    def test_a_new_door_is_refused(self):
        self.write("src/front/main.c", '#include "base/inner.h"\n')
        self.write("src/front/other.h", '#include "base/door.h"\n')
        self.assertIn("base has 2 doors, and its row allows 1", self.run_tool("budget")[1])
        self.assertIn("base has 3 names, and its row allows 2", self.run_tool("budget")[1])

    def test_what_is_free_is_told(self):
        self.write("src/base/door.c", '#include "base/door.h"\n')
        self.assertEqual(self.run_tool("budget"), (0, "budget: base has 4 lines of 103: lower the figure\n"))

    def test_the_table_of_a_game_has_so_many_members_in_sight(self):
        table = "struct duel_game {\n    int least, most; /* a; b */\n%s};\n"
        self.write("src/core/game.h", table % ("    void (*play)(int a, int b);\n" * 31))
        self.run_tool("budget", "--set")
        self.assertNotIn("in sight", self.run_tool("budget")[1])
        self.write("src/core/game.h", table % ("    void (*play)(int a, int b);\n" * 32))
        self.assertIn("the table of a game has 34 members in sight, and may have 33", self.run_tool("budget")[1])

    def test_a_commit_that_raises_a_row_says_why(self):
        self.grow()
        self.assertIn("Size: front +1 files, +20 lines, because …\n", self.run_tool("budget", "--set")[1])
        self.commit("front: add more\n\nSize: base +20 lines, because of another room.")
        status, said = self.run_tool("budget")
        self.assertEqual(status, 1)
        self.assertRegex(said, r"commit \w+ raises the row of front: its message must say \"Size: front \+N lines, because …\"")
        self.git("commit", "-q", "--amend", "-m", "front: add more\n\nSize: front +20 lines, because it can more.")
        self.assertEqual(self.run_tool("budget")[0], 0)

    def test_a_commit_that_lowers_a_row_says_nothing(self):
        self.write("src/base/door.c", '#include "base/door.h"\n')
        self.run_tool("budget", "--set")
        self.commit("base: say less")
        self.assertEqual(self.run_tool("budget")[0], 0)

    def test_a_commit_on_a_merged_branch_is_held_to_it_as_well(self):
        self.git("checkout", "-q", "-b", "side")
        self.grow()
        self.run_tool("budget", "--set")
        self.commit("front: add more")
        self.git("checkout", "-q", "-")
        self.git("merge", "-q", "--no-ff", "-m", "merge", "side")
        self.assertIn("raises the row of front", self.run_tool("budget")[1])


unittest.main()
