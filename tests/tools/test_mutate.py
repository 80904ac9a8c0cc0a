"""./dev mutate: what a fault is, where none is ever planted, and that a seed draws the same again."""
import os
import sys
import unittest

ROOT = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..")
sys.path.insert(0, os.path.join(ROOT, "tools"))
sys.dont_write_bytecode = True
from mutation.faults import KINDS, code_of, draw, faults_of_file
from mutation.workshop import tests_in_script


def faults(text, kind=None):
    """What the lines of a text can become, without indentation."""
    return [fault.after.strip() for _, _, found in faults_of_file("a.c", text) for fault in found
            if kind in (None, fault.kind)]


class Kinds(unittest.TestCase):
    def test_a_comparison_is_turned(self):
        self.assertEqual(faults("    x = a == b;", "comparison"), ["x = a != b;"])
        self.assertEqual(faults("    x = a < b && c >= d;", "comparison"),
                         ["x = a >= b && c >= d;", "x = a < b && c < d;"])

    def test_a_boundary_moves_by_one(self):
        self.assertEqual(faults("    while (i < n)", "boundary"), ["while (i <= n)"])
        self.assertEqual(faults("    x = p->a >> 2 == q->b << 1;", "boundary"), [])

    def test_logic_is_negated(self):
        self.assertEqual(faults("    x = !a || true;", "logic"),
                         ["x = a || true;", "x = !a && true;", "x = !a || false;"])
        self.assertEqual(faults("    if (more(a)) {", "logic"), ["if (!(more(a))) {"])
        self.assertEqual(faults("    } else if (more(a))", "logic"), ["} else if (!(more(a)))"])
        self.assertEqual(faults("    if (more(a) /* why */", "logic"), [], "the condition goes on below")

    def test_constants_and_signs_change(self):
        self.assertEqual(faults("    f(0x1Fu, 2.5);", "arithmetic"), ["f(0x20u, 2.5);", "f(0x1eu, 2.5);"])
        self.assertEqual(faults("    x = a - b;", "arithmetic"), ["x = a + b;"])
        self.assertEqual(faults("    x = -b;", "arithmetic"), ["x = b;"])
        self.assertEqual(faults("    p->n++;", "arithmetic"), ["p->n--;"])
        self.assertEqual(faults("    x = 0;", "arithmetic"), ["x = 1;"])

    def test_a_statement_is_removed(self):
        for line in ("free(p);", "g->play(v, &s, m);", "*out = 3;", "s->n[i] += x;", "n++;", "(void)close(fd);"):
            self.assertEqual(faults("{\n    %s\n}" % line, "statement"), ["(void)0;"], line)
        for line in ("int n = f(x);", "char *p = q;", "size_t n;", "return f(x);", "break;", "for (;;)", "(a) = b,"):
            self.assertEqual(faults("{\n    %s\n}" % line, "statement"), [], line)
        self.assertEqual(faults("    x = f(a,\n          b);", "statement"), [], "only whole statements")

    def test_a_return_changes(self):
        self.assertEqual(faults("    return a + f(b); /* why */", "return"),
                         ["return !(a + f(b));", "return 0;", "(void)0;"])
        self.assertEqual(faults("    return;", "return"), ["(void)0;"])

    def test_every_kind_is_named(self):
        text = "    if (a < b)\n        n++;\n    return x;\n"
        self.assertEqual({fault.kind for _, _, found in faults_of_file("a.c", text) for fault in found}, set(KINDS))


class Places(unittest.TestCase):
    def test_only_code_is_changed(self):
        for text in ('/* if (a < 1)\n * b = 2; */', "// a == 1", "#define A(x) ((x) < 1)",
                     "#if A && \\\n    B == 1\n#endif", '    "a < 1 \\" && 2"', "    '<'"):
            self.assertEqual(faults(text), [], text)
        self.assertEqual(faults('    x = a < b ? "1 < 2" : "/*";', "boundary"), ['x = a <= b ? "1 < 2" : "/*";'])
        self.assertEqual(faults("    put(\"1\", '1', 1); /* 1 */", "arithmetic"),
                         ["put(\"1\", '1', 2); /* 1 */", "put(\"1\", '1', 0); /* 1 */"])

    def test_blanking_moves_nothing(self):
        text = 'a /* b\nc */ d "e"\n#f\ng'
        self.assertEqual(code_of(text), "a     \n     d    \n  \ng")

    def test_checks_and_messages_are_left(self):
        for line in ("assert(a < b);", "_Static_assert(A == 1, \"a\");", "return refuse(why, N_(\"No {0}.\"), 1);"):
            self.assertEqual(faults("    " + line), [], line)


class Scripts(unittest.TestCase):
    TEXT = ("import a\n@test\ndef one(data):\n    pass\ndef test_two():\n    pass\n"
            "class Few:\n    def test_three(self):\n        pass\n")

    def test_single_tests_are_known(self):
        self.assertEqual(list(tests_in_script(self.TEXT)), ["one", "test_two", "Few.test_three"])

    def test_another_test_changes_nothing_for_the_others(self):
        def changed(text):
            before, after = tests_in_script(self.TEXT), tests_in_script(text)
            return [name for name in before if before[name] != after[name]]

        self.assertEqual(changed(self.TEXT.replace("two():\n", "two():\n    a = 1\n")), ["test_two"])
        self.assertEqual(changed("import b\n" + self.TEXT), ["one", "test_two", "Few.test_three"])


class Draws(unittest.TestCase):
    TEXT = "".join("    a%d = b < %d;\n" % (i, i) for i in range(40))

    def test_a_seed_draws_the_same_again(self):
        self.assertEqual(draw(1, {"a.c": self.TEXT}), draw(1, {"a.c": self.TEXT}))
        self.assertNotEqual(draw(1, {"a.c": self.TEXT}), draw(2, {"a.c": self.TEXT}))

    def test_every_line_comes_once(self):
        self.assertEqual(sorted(faults[0].line for faults in draw(1, {"a.c": self.TEXT})), list(range(1, 41)))

    def test_a_change_elsewhere_leaves_the_order(self):
        def drawn(sources):
            return [faults[0].before for faults in draw(1, sources) if faults[0].file == "a.c"]

        after = drawn({"a.c": "    new = 1;\n" + self.TEXT, "b.c": self.TEXT})
        self.assertEqual([line for line in after if "new" not in line], drawn({"a.c": self.TEXT}))


if __name__ == "__main__":
    unittest.main()
