"""What is installed beside the program: man pages and completions made from its tables, and the unit of the server."""
import json
import os
import re
import shutil
import subprocess
import unittest

ROOT = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..")
MADE = os.environ["DUEL_PACKAGING"]
ASK = """
source "$0"
COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); _duel; printf '%s\\n' "${COMPREPLY[@]}"
"""


def help_of(lang):
    told = subprocess.run([os.environ["DUEL"], "help", "--json", "--lang", lang], capture_output=True, text=True, check=True)
    return json.loads(told.stdout)


def completed(*words):
    """What bash offers for the last word."""
    told = subprocess.run(["bash", "-c", ASK, os.path.join(MADE, "duel"), *words], capture_output=True, text=True, check=True)
    return told.stdout.split()


def page(name, lang):
    folder = "man1" if lang == "en" else lang + "/man1"
    with open(os.path.join(MADE, "man", folder, name + ".1"), encoding="utf-8") as f:
        return f.read()


class Manual(unittest.TestCase):
    def test_every_command_has_a_page_with_all_its_options(self):
        for lang in ("en", "fr"):
            for command in help_of(lang)["commands"]:
                text = page("duel-" + command["command"].replace(" ", "-"), lang)
                for option in [*command["options"], *command["texts"], {"name": "json"}]:
                    self.assertIn("\\-\\-" + option["name"].replace("-", "\\-"), text, command["command"])
                self.assertIn("\\fBduel\\-" + command["command"].split(" ")[0].replace("-", "\\-"), page("duel", lang))

    @unittest.skipUnless(shutil.which("groff"), "there is no groff")
    def test_pages_are_sound(self):
        for name in ("duel", "duel-solve", "duel-match"):
            done = subprocess.run(["groff", "-man", "-Tutf8", "-ww", "-k"], input=page(name, "fr"), capture_output=True, text=True)
            self.assertEqual(done.stderr, "")


class Completions(unittest.TestCase):
    def test_bash_offers_what_can_stand_there(self):
        self.assertEqual(completed("duel", "so"), ["solve"])
        self.assertEqual(completed("duel", "solve", "con"), ["connect4"])
        self.assertEqual(completed("duel", "solve", "connect4", "wid"), ["width="])
        self.assertEqual(completed("duel", "play", "moriarty", "rules="), ["rules=standard", "rules=seed"])
        self.assertEqual(completed("duel", "solve", "--st"), ["--strategy"])
        self.assertIn("equilibrium", completed("duel", "solve", "nim", "--engine", ""))
        self.assertEqual(completed("duel", "match", "nim", "--form", "g"), ["gauntlet"])
        self.assertEqual(completed("duel", "games", "--lang", ""), ["en", "fr"])
        self.assertIn("prove", completed("duel", "ergo", ""))
        self.assertIn("--explain", completed("duel", "ergo", "prove", "--"))

    def test_the_others_are_sound(self):
        for shell, name in (("zsh", "_duel"), ("fish", "duel.fish")):
            if shutil.which(shell):
                done = subprocess.run([shell, "-n", os.path.join(MADE, name)], capture_output=True, text=True)
                self.assertEqual((done.returncode, done.stderr), (0, ""))


class Unit(unittest.TestCase):
    @unittest.skipUnless(shutil.which("systemd-analyze"), "there is no systemd-analyze")
    def test_it_is_shut_in(self):
        done = subprocess.run(["systemd-analyze", "security", "--offline=true", os.path.join(ROOT, "packaging", "duelliste.service")],
                              capture_output=True, text=True)
        exposure = re.search(r"exposure level for duelliste.service: ([0-9.]+)", done.stdout)
        self.assertLess(float(exposure.group(1)), 2.5)


if __name__ == "__main__":
    unittest.main()
