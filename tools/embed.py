#!/usr/bin/env python3
"""Turns the files of a folder into a C table (server/files.h).

usage: embed.py OUTPUT.c FILE...

Scripts lose what only those read who change them: comments on lines of their own, types, and indentation; and folders: the browser gets
all files from one, each by its own name. Other files are kept as they are.
Each is there plain and compressed, with a hash of its content as entity tag. The same
files give the same output, byte for byte: gzip's time stamp is zero.
"""
import gzip
import hashlib
import os
import re
import sys

TYPES = {
    ".html": "text/html; charset=utf-8",
    ".css": "text/css; charset=utf-8",
    ".js": "text/javascript; charset=utf-8",
    ".svg": "image/svg+xml",
    ".json": "application/manifest+json",
}


CAST = re.compile(r"/\*\* @(?:[^*]|\*(?!/))*\*/ ?")
COMMENT = re.compile(r"^[ \t]*(?://.*|/\*(?:[^*]|\*(?!/))*\*/[ \t]*)$\n?", re.M)  # lines of nothing else
INDENT = re.compile(r"^[ \t]+", re.M)
ADDRESS = re.compile(r'(\bfrom |\bimport\()"\.\.?/(?:\w+/)?([\w.-]+)"')


def lean(name, data):
    if not name.endswith(".js"):
        return data
    bare = INDENT.sub("", CAST.sub("", COMMENT.sub("", data.decode("utf-8"))))
    return ADDRESS.sub(r'\1"./\2"', bare).encode("utf-8")


def read_files(paths):
    """Files by the names they are served under."""
    files = {}
    for path in sorted(paths, key=os.path.basename):
        name = os.path.basename(path)
        if name in files:
            sys.exit("two files of the page have one name: " + path)
        with open(path, "rb") as file:
            files[name] = lean(name, file.read())
    return files


# ---- modules in one file ---------------------------------------------------------------------------------------------
#
# A round trip for each file that a file imports would be a second or two on a slow line: the files of the first screen are
# one, those of a table another. Each module stays a scope of its own, and who imports one of them by its name gets that one.

BUNDLES = ("main.js", "table.js")  # a later one may use what an earlier one has
ALONE = ("embed.js",)  # of another page, which must not begin this one
APART = {"early_connect.js"}  # fetched before all else
IMPORT = re.compile(r'^import \{([^}]*)\} from "\./([^"]+)";\n', re.M)
EXPORT = re.compile(r"^export ((?:async )?(?:const|let|function|class)) (\w+)", re.M)


def scope(name):
    return "$" + name[:-3].replace("-", "_")


def imported(text):
    return [(names, source) for names, source in IMPORT.findall(text)]


def in_order(entry, scripts, known):
    """The modules of a bundle, each after those it imports."""
    order, open_ones = [], []

    def visit(name):
        if name in order or name in known or name in APART:
            return
        if name in open_ones:
            sys.exit("%s imports itself by way of %s" % (name, open_ones))
        open_ones.append(name)
        for _, source in imported(scripts[name]):
            visit(source)
        open_ones.pop()
        order.append(name)

    visit(entry)
    return order


def as_scope(name, text):
    """A module as a function that gives its exports."""
    uses = "".join("const {%s} = %s;\n" % (names.replace(" as ", ": "), scope(source)) for names, source in imported(text))
    given = ", ".join(what for _, what in EXPORT.findall(text))
    return "const %s = (() => {\n%s%sreturn { %s };\n})();\n" % (scope(name), uses, EXPORT.sub(r"\1 \2", IMPORT.sub("", text)), given)


def given_again(name, text, bundle):
    given = ", ".join(what for _, what in EXPORT.findall(text))
    return 'import { %s } from "./%s";\nexport const { %s } = %s;\n' % (scope(name), bundle, given, scope(name))


def bundled(scripts, alone=ALONE):
    """The scripts as they are served."""
    home, served = {}, dict(scripts)
    for entry in BUNDLES + alone:
        order = in_order(entry, scripts, {} if entry in alone else home)
        needed = {source for name in order for _, source in imported(scripts[name])} - set(order)
        head = "".join('import { %s } from "./%s";\n' % (scope(s), home[s]) if s in home else
                       'import * as %s from "./%s";\n' % (scope(s), s) for s in sorted(needed))
        own = ", ".join(what for _, what in EXPORT.findall(scripts[entry]))
        served[entry] = "%s%sexport { %s };\n%s" % (
            head, "".join(as_scope(n, scripts[n]) for n in order), ", ".join(scope(n) for n in order),
            "export const { %s } = %s;\n" % (own, scope(entry)) if own else "")
        if entry not in alone:
            home.update({name: entry for name in order})
    for name, entry in home.items():
        if name != entry:
            served[name] = given_again(name, scripts[name], entry)
    return served


def c_array(name, data):
    rows = [",".join(str(b) for b in data[i:i + 24]) for i in range(0, len(data), 24)]
    return "static const unsigned char %s[] = {\n%s\n};\n" % (name, ",\n".join(rows))


def main(output, paths):
    out = ['/* Made by tools/embed.py: do not edit. */', '#include "server/files.h"', ""]
    rows = []
    files = read_files(paths)
    scripts = {name: data.decode("utf-8") for name, data in files.items() if name.endswith(".js")}
    files.update({name: text.encode("utf-8") for name, text in bundled(scripts).items()})
    for i, (name, plain) in enumerate(files.items()):
        packed = gzip.compress(plain, 9, mtime=0)
        tag = hashlib.sha256(plain).hexdigest()[:24]
        out += [c_array("plain_%d" % i, plain), c_array("gzip_%d" % i, packed)]
        rows.append('    {"/%s", "%s", "\\"%s\\"", plain_%d, gzip_%d, sizeof plain_%d, sizeof gzip_%d},'
                    % (name, TYPES[os.path.splitext(name)[1]], tag, i, i, i, i))
    out += ["const server_file server_files[] = {"] + rows + ["    {0}};", ""]
    with open(output, "w") as file:
        file.write("\n".join(out))


if __name__ == "__main__":
    main(sys.argv[1], sys.argv[2:])
