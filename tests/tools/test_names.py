"""tools/names in a folder of its own: a name that two headers give is refused, whatever it names."""
import unittest

from folder import Folder

FIRST = """/* struct said { in a comment, int tell_it(void); */
typedef struct door {
    int width;
} door;
enum { WIDE = 3 };
int open_it(int how);
"""


# What a second header may not have beside the first one: what it is, its text, and the name that is given twice.
TWICE = (
    ("a struct", "struct door {\n    char colour;\n};\n", "door"),
    ("a type", "typedef int door;\n", "door"),
    ("a function", "bool open_it(const char *what, void *of);\n", "open_it"),
    ("a function that is inline", "static inline int open_it(int how)\n{\n    return how;\n}\n", "open_it"),
    ("an enumerator", "typedef enum size { NARROW, WIDE } size;\n", "WIDE"),
    ("a function of the name of a type", "int door(void);\n", "door"),
)


class Names(Folder):
    TOOLS = ("names.py",)

    def setUp(self):
        super().setUp()
        self.write("src/base/door.h", FIRST)

    def test_a_name_in_two_headers_is_refused(self):
        for what, text, name in TWICE:
            with self.subTest(what):
                self.write("src/front/door.h", text)
                status, said = self.run_tool("names.py")
                self.assertEqual(status, 1, said)
                for words in ("names: %s is given twice: " % name, "src/base/door.h", "src/front/door.h"):
                    self.assertIn(words, said)

    def test_what_stands_in_one_header_alone_may_stay(self):
        self.write("src/front/gate.h", "struct gate {\n    int width;\n};\nint shut_it(int how);\n/* int open_it(int how); */\n")
        self.write("src/front/door.c", "int open_it(int how)\n{\n    return how;\n}\n")
        self.assertEqual(self.run_tool("names.py"), (0, "names: none stands in more than 3 files\n"))

    def test_a_type_may_have_what_is_in_it_elsewhere(self):
        self.write("src/base/gate.h", "typedef struct gate gate;\n")
        self.write("src/base/gate_inside.h", "struct gate {\n    int width;\n};\n")
        self.assertEqual(self.run_tool("names.py")[0], 0)

    def test_a_static_name_in_many_files_is_refused(self):
        for name in "abcd":
            self.write("src/base/%s.c" % name, "static int finish(int how)\n{\n    return how;\n}\n")
        status, said = self.run_tool("names.py")
        self.assertEqual(status, 1)
        self.assertIn("names: finish stands in 4 files: ", said)


unittest.main()
