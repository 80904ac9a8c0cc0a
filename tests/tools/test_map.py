"""tools/map and tools/walks.py in a folder of their own: what is written, what is stale, and arrows that are not true."""
import unittest

from folder import Folder

MARKERS = "<!-- ./dev map --write writes from here… -->\n<!-- …to here -->\n"


class Map(Folder):
    TOOLS = ("map", "budget", "layers.py")

    def setUp(self):
        super().setUp()
        self.write("src/base/text.h", "/* base/text.h -- slices, as\n * docs/x.md has them. More is said here. */\n")
        self.write("src/base/text.c", '/* base/text.c -- see text.h. */\n#include "base/text.h"\n#include "base/inner.h"\n')
        self.write("src/base/inner.h", "/* base/inner.h -- for text.c only.\n *\n * A drawing. */\n")
        self.write("src/base/table.c", "/* base/table.c -- a table\n *\n *     of numbers */\n")
        self.write("src/core/core.c", '/* core/core.c -- uses a door. */\n#include "base/text.h"\n')
        self.write("src/base/README.md", "# src/base – texts\n\nBy hand.\n\n" + MARKERS)
        self.write("src/core/README.md", "# src/core – contract\n\n" + MARKERS + "Also by hand.\n")
        self.write("HACKING.md", "# Map\n" + MARKERS)

    def test_a_room_is_shown_by_first_sentences_doors_first(self):
        self.assertEqual(self.run_tool("map", "base"), (0, "Doors: headers that another room includes.\n"
                         "  text.h                 slices, as docs/x.md has them\nOther files of the room.\n"
                         "  inner.h                for text.c only\n  table.c                a table\n"
                         "  text.c                 see text.h\n"))
        self.assertEqual(self.run_tool("map", "src/base/"), self.run_tool("map", "base"))

    def test_a_room_that_is_not_there_is_refused_with_those_that_are(self):
        status, said = self.run_tool("map", "attic")
        self.assertEqual((status, said), (1, "map: there is no room src/attic; there are: base core\n"))

    def test_what_is_written_keeps_what_is_by_hand_and_is_written_once(self):
        self.assertEqual(self.run_tool("map", "--write"), (0, ""))
        self.assertEqual(self.read("src/base/README.md"), "# src/base – texts\n\nBy hand.\n\n" + MARKERS.replace("-->\n<", """-->
May include: no other room.

Doors, the headers that other rooms include:
- `text.h`: slices, as docs/x.md has them

Other files (a `.c` that has a header is not named):
- `inner.h`: for text.c only
- `table.c`: a table
<"""))
        self.assertIn("May include: base.\n", self.read("src/core/README.md"))
        self.assertTrue(self.read("src/core/README.md").endswith("Also by hand.\n"))
        self.assertIn("base: texts", self.read("HACKING.md"))
        self.assertIn("core: contract", self.read("HACKING.md"))
        before = [self.read(path) for path in ("src/base/README.md", "src/core/README.md", "HACKING.md")]
        self.assertEqual(self.run_tool("map", "--write"), (0, ""))
        self.assertEqual(before, [self.read(path) for path in ("src/base/README.md", "src/core/README.md", "HACKING.md")])
        self.assertEqual(self.run_tool("map", "--check"), (0, "map: the README of every room is true\n"))

    def refused(self, *words):
        status, said = self.run_tool("map", "--check")
        self.assertEqual(status, 1, said)
        for word in words:
            self.assertIn(word, said)

    def test_a_file_that_comes_makes_its_room_stale(self):
        self.run_tool("map", "--write")
        self.write("src/base/new.c", "/* base/new.c -- new. */\n")
        self.refused("src/base/README.md is stale: ./dev map --write")

    def test_a_header_that_becomes_a_door_makes_its_room_stale(self):
        self.run_tool("map", "--write")
        self.write("src/core/core.c", '/* core/core.c -- uses a door. */\n#include "base/text.h"\n#include "base/inner.h"\n')
        self.refused("src/base/README.md is stale")

    def test_a_purpose_that_changes_makes_hacking_stale(self):
        self.run_tool("map", "--write")
        self.write("src/base/README.md", self.read("src/base/README.md").replace("– texts", "– texts and sinks"))
        self.refused("HACKING.md is stale")

    def test_a_room_without_a_page_is_refused(self):
        self.write("src/attic/old.c", "/* attic/old.c -- old. */\n")
        self.refused("src/attic/README.md is missing: write a title (# src/attic – what it is for)")
        self.assertEqual(self.run_tool("map", "--write")[0], 1)

    def test_a_page_without_title_or_markers_is_refused(self):
        self.write("src/base/README.md", "# base\n" + MARKERS)
        self.write("src/core/README.md", "# src/core – contract\n")
        self.refused("src/base/README.md must begin with: # src/base – what it is for", "src/core/README.md must have two lines once")

    def test_a_large_room_names_its_files_in_lines(self):
        for i in range(40):
            self.write("src/base/file%02d.c" % i, "/* base/file%02d.c -- the file of number %d. */\n" % (i, i))
        self.run_tool("map", "--write")
        page = self.read("src/base/README.md")
        self.assertLessEqual(page.count("\n"), 30)
        self.assertIn("- `text.h`: slices", page)
        self.assertIn("`file38.c` · `file39.c`", page)

    def test_a_page_that_is_too_long_by_hand_is_refused(self):
        self.write("src/base/README.md", "# src/base – texts\n" + "line\n" * 25 + MARKERS)
        self.refused("lines, and may have 30: shorten what is written by hand")

    def test_a_file_that_calls_itself_otherwise_is_refused(self):
        self.run_tool("map", "--write")
        self.write("src/base/own.c", "/* base/other.c -- see text.h. */\n")
        self.run_tool("map", "--write")
        self.refused("src/base/own.c calls itself base/other.c")

    def test_a_page_that_names_no_file_is_refused(self):
        self.run_tool("map", "--write")
        self.write("src/base/README.md", self.read("src/base/README.md") + "\nRead first: `text.h`, `told.h`.\n")
        self.refused("src/base/README.md names told.h, which no file is called")

    def test_hacking_keeps_to_two_pages(self):
        self.write("HACKING.md", "line\n" * 96 + MARKERS)
        self.run_tool("map", "--write")
        self.refused("HACKING.md has ", " lines, the longest of ", " and may have 100 of 130")


C = """static void last(void)
{
}

static void back(int way)
{
    last();
}

static const table ways[] = {{"back", back}, {"first", first}};

int first(void)
{
    /* not_called(); */
    return next(1);
}
"""


# A walk that is not true: what is wrong with it, how it is written, and what is said of it.
UNTRUE = (
    ("no such function", "`first` → `nowhere`", "One: there is no function nowhere"),
    ("no such method", "`Board.click` → `Board.pick`", "there is no function Board.pick"),
    ("a call in a comment only", "`first` → `not_called`", "One: first does not call not_called"),
    ("a static function of another file", "`back` → `b/last.c:last`", "back does not call b/last.c:last"),
    ("called back, and not named as a value", "`first` ⇢ `next`", "no file names next as a value"),
    ("a chain that begins where nobody has been", "`first` → `next`, `back` → `a/first.c:last`",
     "back begins anew, and was not named before"),
    ("an arrow to no function", "`first` → `next` → and so on", "2 arrows, of which 1 stand between two functions"),
)


class Walks(Folder):
    TOOLS = ("walks.py",)

    def setUp(self):
        super().setUp()
        self.write("src/a/first.c", C)
        self.write("src/a/next.c", "int next(int x)\n{\n    return ways[x].go(x);\n}\n\nint not_called(void)\n{\n    return 0;\n}\n")
        self.write("src/b/last.c", "static void last(void)\n{\n}\n")
        self.write("web/board.js", "export class Board {\n  click(e) {\n    this.hands.pick(e);\n  }\n}\n")
        self.write("web/table.js", "class Table {\n  pick(target) {\n    ask({ target });\n  }\n}\nnew Board({ pick: (t) => table.pick(t) });\n")
        self.write("web/net.js", "export function ask(request) {\n  return new Promise(() => {\n    send(request);\n  });\n}\n")

    def walk(self, text):
        self.write("HACKING.md", "# Map\n`a` → `b`\n## Two walks\n`→` calls.\n### One\n%s\n## More\n`c` → `d`\n" % text)
        return self.run_tool("walks.py")

    def test_a_walk_that_is_true(self):
        self.assertEqual(self.walk("1. Page: `Board.click` → `Table.pick` → `net.js:ask` ⇢ `first` →\n   `next` (a table) ⇢ `back` →"
                                   " `a/first.c:last`, `first` → `next`."), (0, "walks: 8 functions follow from each other\n"))

    def test_a_walk_that_is_not_true_is_refused(self):
        for what, text, said in UNTRUE:
            with self.subTest(what):
                status, told = self.walk(text)
                self.assertEqual(status, 1, told)
                self.assertIn(said, told)

    def test_a_page_without_walks_is_refused(self):
        self.write("HACKING.md", "# Map\n")
        self.assertEqual(self.run_tool("walks.py"), (1, "walks: HACKING.md has no walk\n"))


unittest.main()
