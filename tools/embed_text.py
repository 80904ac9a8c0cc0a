#!/usr/bin/env python3
"""Turns a text file into a C string: its bytes, since compilers need not take a long literal.

usage: embed_text.py OUTPUT.c HEADER NAME FILE
"""
import sys

ROW = 24


def signed(byte):
    return byte - 256 if byte > 127 else byte


def main(output, header, name, path):
    with open(path, "rb") as f:
        text = [signed(byte) for byte in f.read()] + [0]
    rows = (", ".join(map(str, text[i:i + ROW])) for i in range(0, len(text), ROW))
    with open(output, "w", encoding="ascii") as out:
        out.write(f'#include "{header}"\n\nconst char {name}[] = {{\n    ' + ",\n    ".join(rows) + "};\n")


main(*sys.argv[1:])
