"""tools/names in a folder of its own: a name that two headers give is refused, whatever it names."""
import os
import shutil
import subprocess
import sys
import tempfile
import unittest

ROOT = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..")
FIRST = """/* struct said { in a comment, int tell_it(void); */
typedef struct door {
    int width;
} door;
enum { WIDE = 3 };
int open_it(int how);
"""


class Names(unittest.TestCase):
    def setUp(self):
        self.place = tempfile.mkdtemp(prefix="duel-names-")
        self.addCleanup(shutil.rmtree, self.place)
        self.write("src/base/door.h", FIRST)

    def write(self, path, text):
        path = os.path.join(self.place, path)
        os.makedirs(os.path.dirname(path), exist_ok=True)
        with open(path, "w", encoding="utf-8") as f:
            f.write(text)

    def look(self):
        done = subprocess.run([sys.executable, os.path.abspath(os.path.join(ROOT, "tools", "names.py"))], cwd=self.place,
                              stdout=subprocess.PIPE, text=True)
        return done.returncode, done.stdout

    def refused(self, text, name):
        self.write("src/front/door.h", text)
        status, said = self.look()
        self.assertEqual(status, 1, said)
        self.assertIn("names: %s is given twice: " % name, said)
        self.assertIn("src/base/door.h", said)
        self.assertIn("src/front/door.h", said)

    def test_a_struct_in_two_headers_is_refused(self):
        self.refused("struct door {\n    char colour;\n};\n", "door")

    def test_a_type_in_two_headers_is_refused(self):
        self.refused("typedef int door;\n", "door")

    def test_a_function_in_two_headers_is_refused(self):
        self.refused("bool open_it(const char *what, void *of);\n", "open_it")

    def test_a_function_that_is_inline_is_one_too(self):
        self.refused("static inline int open_it(int how)\n{\n    return how;\n}\n", "open_it")

    def test_an_enumerator_in_two_headers_is_refused(self):
        self.refused("typedef enum size { NARROW, WIDE } size;\n", "WIDE")

    def test_a_type_and_a_function_of_one_name_are_refused(self):
        self.refused("int door(void);\n", "door")

    def test_what_stands_in_one_header_alone_may_stay(self):
        self.write("src/front/gate.h", "struct gate {\n    int width;\n};\nint shut_it(int how);\n/* int open_it(int how); */\n")
        self.write("src/front/door.c", "int open_it(int how)\n{\n    return how;\n}\n")
        self.assertEqual(self.look(), (0, "names: none stands in more than 3 files\n"))

    def test_a_type_may_have_what_is_in_it_elsewhere(self):
        self.write("src/base/gate.h", "typedef struct gate gate;\n")
        self.write("src/base/gate_inside.h", "struct gate {\n    int width;\n};\n")
        self.assertEqual(self.look()[0], 0)

    def test_a_static_name_in_many_files_is_refused(self):
        for name in "abcd":
            self.write("src/base/%s.c" % name, "static int finish(int how)\n{\n    return how;\n}\n")
        status, said = self.look()
        self.assertEqual(status, 1)
        self.assertIn("names: finish stands in 4 files: ", said)


unittest.main()
