"""The language in which tools/run-tests runs the tests: the C library really has it.

Where a locale is missing the C library stays with "C", silently, and a run in French tries nothing.
"""
import locale
import os
import shutil
import subprocess
import sys
import tempfile
import unittest

ROOT = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..")
MESON = "#!/bin/sh\nenv printf %.1f 1.5 >said\n"  # in its place: how the C library writes a number


class Language(unittest.TestCase):
    def setUp(self):
        self.place = tempfile.mkdtemp(prefix="duel-language-")
        self.addCleanup(shutil.rmtree, self.place)
        self.meson = os.path.join(self.place, "meson")
        with open(self.meson, "w", encoding="utf-8") as f:
            f.write(MESON)
        os.chmod(self.meson, 0o755)

    def run_tests(self, *words):
        environment = {"PATH": self.place + os.pathsep + os.environ["PATH"]}
        return subprocess.run([sys.executable, os.path.join(ROOT, "tools", "run-tests"), *words, self.place], cwd=self.place,
                              env=environment, capture_output=True, text=True)

    def number(self):
        with open(os.path.join(self.place, "said"), encoding="utf-8") as f:
            return f.read()

    def test_what_is_asked_for_is_what_the_c_library_has(self):
        self.run_tests("--lang", "fr_FR.UTF-8")
        self.assertEqual(self.number(), "1,5")
        self.run_tests("--lang", "fr_FR.UTF-8")  # it is there by now
        self.assertEqual(self.number(), "1,5")
        self.run_tests()
        self.assertEqual(self.number(), "1.5")

    def test_a_language_that_cannot_be_had_ends_the_run(self):
        done = self.run_tests("--lang", "xx_XX.UTF-8")
        self.assertEqual(done.returncode, 1)
        self.assertIn("there is no locale xx_XX.UTF-8", done.stderr)
        self.assertFalse(os.path.exists(os.path.join(self.place, "said")), "nothing was run")

    def test_this_run_has_the_language_that_it_was_asked_for(self):
        locale.setlocale(locale.LC_ALL, "")
        self.addCleanup(locale.setlocale, locale.LC_ALL, "C")
        asked = os.environ.get("LC_ALL", "C")
        self.assertEqual(locale.localeconv()["decimal_point"], "," if asked.startswith("fr") else ".", asked)


unittest.main()
