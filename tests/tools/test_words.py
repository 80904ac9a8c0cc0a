"""tools/words.py in a repository of its own: a wording that must be read twice is counted, and refused where there is one more of it."""
import subprocess
import unittest

from folder import Folder


class Words(Folder):
    TOOLS = ("words.py",)

    def setUp(self):
        super().setUp()
        subprocess.run(["git", "init", "-q", self.place], check=True)
        self.write("po/fr.po", 'msgid "All is known for who is to move."\nmsgstr "…"\n')
        self.write("src/base/text.c", "/* What is told to one\n * who asks. */\nint for_who;\n")
        self.write("web/home.js", "// A view for\n// who looks on.\n")
        self.write("docs/wire.md", "Nobody is asked.\n")
        self.assertEqual(self.run_tool("words.py", "--set"), (0, ""))

    def commit(self, subject):
        subprocess.run(["git", "-C", self.place, "add", "-A"], check=True)
        subprocess.run(["git", "-C", self.place, "-c", "user.name=x", "-c", "user.email=x@x", "commit", "-qm", subject], check=True)

    def test_comments_are_read_across_lines_and_code_is_not(self):
        self.assertEqual(self.read("tools/words.tsv").splitlines()[1:],
                         ["W1 “for who”\tmessages\t1", "W1 “for who”\tweb\t1", "W3 “one who”\tsrc\t1", "W10 “is told”\tsrc\t1"])
        self.assertEqual(self.run_tool("words.py"), (0, "words: 4 wordings left to mend, none more than before\n"))

    def test_one_more_is_refused_wherever_it_stands(self):
        self.write("docs/wire.md", "It is shown to who asks.\n")
        self.assertEqual(self.run_tool("words.py"), (1, "words: W1 “for who” stands 1 times in docs, and may 0 times: words.py --list W1 docs\n"))
        self.assertEqual(self.run_tool("words.py", "--list", "W1", "docs"), (0, "docs/wire.md:1: …It is shown to who asks. …\n"))
        self.write("docs/wire.md", "It is shown to who asks. words: ok, since this is quoted\n")
        self.assertEqual(self.run_tool("words.py")[0], 0)

    def test_a_number_falls_and_never_rises(self):
        self.write("web/home.js", "// A view.\n")
        self.write("docs/wire.md", "It is shown to who asks.\n")
        self.run_tool("words.py", "--set")
        self.assertNotIn("web", self.read("tools/words.tsv"))
        self.assertNotIn("docs", self.read("tools/words.tsv"))

    def test_subjects_say_what_is_done_and_where(self):
        for subject, fault in (("wire: name each long step", None), ("The wire names each step", "does not read"),
                               ("wire: the name of each step", "does not read"), ("wire: name " + "x" * 70, "may have 72")):
            with self.subTest(subject):
                done = subprocess.run([self.place + "/tools/words.py", "--subject"], input=subject + "\n\nWhy.\n", text=True,
                                      stderr=subprocess.PIPE)
                self.assertEqual(done.returncode, 1 if fault else 0)
                self.assertIn(fault or "", done.stderr)

    def test_commits_since_the_table_came_are_judged(self):
        self.commit("Whatever was before")
        self.assertEqual(self.run_tool("words.py")[0], 0)
        self.write("docs/wire.md", "A page.\n")
        self.commit("A page")
        status, said = self.run_tool("words.py")
        self.assertEqual(status, 1)
        self.assertIn("does not read “area: verb object”: A page", said)


if __name__ == "__main__":
    unittest.main()
