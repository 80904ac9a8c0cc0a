"""A folder of its own for a test of a tool, with a copy of the tool and whatever the test writes there."""
import os
import shutil
import subprocess
import sys
import tempfile
import unittest

ROOT = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..")


class Folder(unittest.TestCase):
    TOOLS = ()

    def setUp(self):
        self.place = tempfile.mkdtemp(prefix="duel-tools-")
        self.addCleanup(shutil.rmtree, self.place)
        os.makedirs(os.path.join(self.place, "tools"))
        for tool in self.TOOLS:
            shutil.copy(os.path.join(ROOT, "tools", tool), os.path.join(self.place, "tools", tool))

    def write(self, path, text):
        path = os.path.join(self.place, path)
        os.makedirs(os.path.dirname(path), exist_ok=True)
        with open(path, "w", encoding="utf-8") as f:
            f.write(text)

    def read(self, path):
        with open(os.path.join(self.place, path), encoding="utf-8") as f:
            return f.read()

    def run_tool(self, name, *words):
        """Its exit status, and all that it says."""
        done = subprocess.run([sys.executable, os.path.join(self.place, "tools", name), *words], cwd=self.place,
                              stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
        return done.returncode, done.stdout
