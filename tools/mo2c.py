#!/usr/bin/env python3
"""Turns a compiled message catalogue (GNU .mo, whose strings are sorted) into a C table.

usage: mo2c.py IN.mo OUT.c
"""
import struct
import sys


def entries(mo):
    magic, _, count, ids, texts = struct.unpack_from("<5I", mo)
    assert magic == 0x950412DE, "not a little-endian .mo file"
    for i in range(count):
        pair = [struct.unpack_from("<2I", mo, table + 8 * i) for table in (ids, texts)]
        yield tuple(mo[at:at + size].decode("utf-8") for size, at in pair)


def quoted(text):
    return '"' + "".join(c if 32 <= ord(c) < 127 and c not in '"\\?' else "".join("\\%03o" % b for b in c.encode())
                         for c in text) + '"'


def main(source, target):
    with open(source, "rb") as f:
        rows = sorted((e for e in entries(f.read()) if e[0]), key=lambda e: e[0].encode())
    with open(target, "w", encoding="utf-8") as f:
        f.write('/* made by tools/mo2c.py */\n#include "base/french.h"\n\n')
        f.write("const duel_french_entry duel_french[] = {\n")
        for ident, text in rows:
            f.write("    {%s,\n     %s},\n" % (quoted(ident), quoted(text)))
        f.write("    {0, 0}};\nconst size_t duel_french_count = %d;\n" % len(rows))


main(sys.argv[1], sys.argv[2])
