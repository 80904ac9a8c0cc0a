"""What is installed beside the program: man pages and completions made from its tables, and the unit of the server."""
import json
import os
import re
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


def completed_by_fish(*words):
    typed = " ".join(words).replace("'", "\\'")
    told = subprocess.run(["fish", "-N", "-c", "source %s; complete -C '%s'" % (os.path.join(MADE, "duel.fish"), typed)],
                          capture_output=True, text=True, check=True)
    assert told.stderr == "", told.stderr[:500]
    return [line.split("\t")[0] for line in told.stdout.splitlines()]


# A terminal of its own, in which the keys are typed and what is listed is read.
ZSH = """
zmodload zsh/zpty
zpty shell "zsh -f"
zpty -w shell "fpath=($1 \\$fpath); autoload -Uz compinit; compinit -u -D; PS1=; LISTMAX=1000; stty columns 500"
zpty -w shell "zstyle ':completion:*' list-separator '#'; zstyle ':completion:*' verbose no; compdef _duel duel"
zpty -w shell "list-it() { zle list-choices; zle -R; print; print -n END; exit }; zle -N list-it; bindkey '^X' list-it; print READY"
zpty -r shell seen '*READY*READY*'
zpty -n -w shell "$2"$'\\x18'
zpty -r shell seen '*END*'
print -r -- "$seen"
"""


def listed_by_zsh(*words):
    """All that zsh shows for the last word."""
    told = subprocess.run(["zsh", "-f", "-c", ZSH, "zsh", MADE, " ".join(words)], capture_output=True, text=True, timeout=60)
    return re.sub(r"\x1b\[[0-9;?]*[A-Za-z]", " ", told.stdout).replace("\r", " ")


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
        self.assertEqual(completed("duel", "keep", "re"), ["repair", "restore"])
        self.assertEqual(completed("duel", "learned", ""), ["list", "export", "forget"])


class OtherShells(unittest.TestCase):
    def test_fish_offers_what_can_stand_there(self):
        self.assertEqual(completed_by_fish("duel", "so"), ["solve"])
        self.assertEqual(completed_by_fish("duel", "solve", "con"), ["connect4"])
        self.assertEqual(completed_by_fish("duel", "solve", "connect4", "wid"), ["width="])
        self.assertEqual(completed_by_fish("duel", "solve", "connect4", "con"), [])
        self.assertEqual(sorted(completed_by_fish("duel", "play", "moriarty", "rules=")), ["rules=seed", "rules=standard"])
        self.assertEqual(completed_by_fish("duel", "solve", "--st"), ["--strategy"])
        self.assertIn("equilibrium", completed_by_fish("duel", "solve", "nim", "--engine", ""))
        self.assertEqual(completed_by_fish("duel", "match", "nim", "--form", "g"), ["gauntlet"])
        self.assertEqual(completed_by_fish("duel", "games", "--lang", ""), ["en", "fr"])
        self.assertEqual(sorted(completed_by_fish("duel", "ergo", "")), ["prove", "tune"])
        self.assertIn("--explain", completed_by_fish("duel", "ergo", "prove", "--"))
        self.assertEqual(sorted(completed_by_fish("duel", "keep", "re")), ["repair", "restore"])

    def test_zsh_offers_what_can_stand_there(self):
        for words, seen, unseen in ((("so",), "solve", "match"), (("solve", "co"), "connect4", "dodgem"),
                                    (("solve", "connect4", ""), "width=", "rules="), (("ergo", ""), "prove", "perft"),
                                    (("match", "nim", "--form", ""), "gauntlet", "strategy"),
                                    (("solve", "--st"), "--strategy", "--tiers"), (("keep", "re"), "restore", "check")):
            told = listed_by_zsh("duel", *words)
            self.assertIn(seen, told)
            self.assertNotIn(unseen, told)

    def test_the_others_are_sound(self):
        for shell, name in (("zsh", "_duel"), ("fish", "duel.fish")):
            done = subprocess.run([shell, "-n", os.path.join(MADE, name)], capture_output=True, text=True)
            self.assertEqual((done.returncode, done.stderr), (0, ""))


class Unit(unittest.TestCase):
    def test_it_is_shut_in(self):
        done = subprocess.run(["systemd-analyze", "security", "--offline=true", os.path.join(ROOT, "packaging", "duelliste.service")],
                              capture_output=True, text=True)
        exposure = re.search(r"exposure level for duelliste.service: ([0-9.]+)", done.stdout)
        self.assertLess(float(exposure.group(1)), 2.5)


if __name__ == "__main__":
    unittest.main()
