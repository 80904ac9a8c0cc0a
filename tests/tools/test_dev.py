"""./dev where packages are missing, where nothing may be installed, and where there is no Debian.

All programs that it would start are replaced by some that write down how they were called.
"""
import os
import re
import shutil
import subprocess
import unittest

from folder import Folder, ROOT

TELL = '#!/bin/sh\necho "${0##*/} $*" >>"$LOG"\n'
MESON = TELL + "mkdir -p build && touch build/build.ninja\n"
BUILD = TELL + "ln -sf ../bin/apt-get build/duel\n"
USED = ("sh", "dirname", "cat", "grep", "mktemp", "rm", "mkdir", "touch", "env", "ln")


class Dev(Folder):
    def setUp(self):
        super().setUp()
        os.makedirs(os.path.join(self.place, "bin"))
        shutil.copy(os.path.join(ROOT, "dev"), os.path.join(self.place, "dev"))
        for name in USED:
            os.symlink(shutil.which(name), os.path.join(self.place, "bin", name))
        self.program("bin/meson", MESON)
        self.program("bin/apt-get", TELL)
        self.program("tools/build", BUILD)
        self.user(0)

    def program(self, path, text):
        self.write(path, text)
        os.chmod(os.path.join(self.place, path), 0o755)

    def user(self, number):
        self.program("bin/id", "#!/bin/sh\necho %d\n" % number)

    def debian(self, *there):
        """Where these packages are installed, and no others."""
        self.program("bin/dpkg-query", '#!/bin/sh\nfor name; do :; done\n'
                     'case " %s " in *" $name "*) echo "install ok installed" ;; *) exit 1 ;; esac\n' % " ".join(there))

    def dev(self, *words):
        log = os.path.join(self.place, "log")
        open(log, "w").close()
        done = subprocess.run([os.path.join(self.place, "dev"), *words], stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
                              env={"PATH": os.path.join(self.place, "bin"), "LOG": log, "TMPDIR": self.place})
        return done.returncode, done.stdout, self.read("log")

    def test_what_is_missing_is_named_and_then_installed(self):
        self.debian("gcc", "meson")
        status, said, done = self.dev("run", "solve")
        missing = re.search(r"Missing packages, which are installed now: (.*)", said)[1]
        self.assertTrue({"g++", "libsqlite3-dev"} <= set(missing.split()) and not {"gcc", "meson"} & set(missing.split()), missing)
        self.assertLess(said.index(missing), said.index("Looking for packages"))
        self.assertEqual((status, done.split("\n")), (0, [
            "apt-get update -qq", "apt-get install -y -qq --no-install-recommends " + missing,
            "meson setup build --buildtype=release -Dwerror=false", "build build duel", "duel solve", ""]))

    def test_nothing_is_installed_unasked(self):
        self.debian("gcc")
        for user, words in ((0, ["--no-install"]), (1000, [])):
            self.user(user)
            status, said, done = self.dev(*words, "run", "solve")
            self.assertEqual((status, done), (1, ""))
            self.assertRegex(said, r"sudo apt-get install -y( [a-z0-9+.-]+)* libsqlite3-dev")

    def test_where_nothing_is_missing_no_install_does_what_the_verb_does(self):
        with open(os.path.join(ROOT, "dev"), encoding="utf-8") as f:
            self.debian(*re.search(r'^build_packages="(.*)"', f.read(), re.M)[1].split())
        plain = self.dev("run", "solve")
        shutil.rmtree(os.path.join(self.place, "build"))
        self.assertEqual(self.dev("--no-install", "run", "solve"), plain)
        self.assertEqual((plain[0], plain[2].split("\n")[-2]), (0, "duel solve"))

    def test_help_says_what_no_install_does(self):
        said = "names what is missing and ends; where nothing is missing it does what VERB does"
        self.assertIn(said, self.dev("help")[1])

    def test_the_tests_name_all_that_they_need_at_once(self):
        self.debian()
        said = self.dev("--no-install", "test", "--full")[1]
        for package in ("libcmocka-dev", "chromium", "nodejs", "wfrench", "libopenmpi-dev", "emscripten"):
            self.assertRegex(said, r"[ ]%s( |$)" % package)

    def test_where_there_is_no_debian_it_says_what_is_needed_and_goes_on(self):
        status, said, done = self.dev("run", "solve")
        self.assertRegex(said, r"not Debian.* gcc g\+\+ .* libsqlite3-dev")
        self.assertEqual((status, done.split("\n")), (0, [
            "meson setup build --buildtype=release -Dwerror=false", "build build duel", "duel solve", ""]))

    def test_a_folder_that_was_made_with_other_options_is_made_again_once(self):
        self.dev("run")
        self.assertNotIn("meson", self.dev("run")[2])
        os.unlink(os.path.join(self.place, "build", ".options"))
        self.assertIn("meson setup --reconfigure build --buildtype=release -Dwerror=false\n", self.dev("run")[2])
        self.assertNotIn("meson", self.dev("run")[2])

    def test_no_package_is_named_with_the_version_of_a_compiler(self):
        with open(os.path.join(ROOT, "dev"), encoding="utf-8") as f:
            lists = re.findall(r'^\w+_packages="(.*)"', f.read(), re.M)
        self.assertGreater(len(lists), 5)
        for names in lists:
            self.assertNotRegex(names, r"(gcc|g\+\+|clang|llvm|libstdc\+\+|libclang-rt|lib[at]san)-?[0-9]")


unittest.main()
