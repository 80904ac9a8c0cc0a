#!/usr/bin/env python3
"""Turns the files of a folder into a C table (front/web/server_files.h).

usage: embed.py OUTPUT.c FILE...

Each file is kept as it is and compressed, with a hash of its content as entity tag. The same
files give the same output, byte for byte: gzip's time stamp is zero.
"""
import gzip
import hashlib
import os
import sys

TYPES = {
    ".html": "text/html; charset=utf-8",
    ".css": "text/css; charset=utf-8",
    ".js": "text/javascript; charset=utf-8",
    ".svg": "image/svg+xml",
    ".json": "application/manifest+json",
}


def c_array(name, data):
    rows = [",".join(str(b) for b in data[i:i + 24]) for i in range(0, len(data), 24)]
    return "static const unsigned char %s[] = {\n%s\n};\n" % (name, ",\n".join(rows))


def main(output, paths):
    out = ['/* Made by tools/embed.py: do not edit. */', '#include "front/web/server_files.h"', ""]
    rows = []
    for i, path in enumerate(sorted(paths, key=os.path.basename)):
        name = os.path.basename(path)
        with open(path, "rb") as file:
            plain = file.read()
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
