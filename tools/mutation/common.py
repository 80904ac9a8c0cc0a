"""What the parts share: files read and written whole, and a line to whoever waits."""
import json
import os
import sys


def say(text):
    print(text, file=sys.stderr, flush=True)


def read_bytes(path):
    with open(path, "rb") as f:
        return f.read()


def read(path):
    return read_bytes(path).decode("utf-8", "replace")


def write(path, text):
    """Whole or not at all, whenever the program is interrupted."""
    os.makedirs(os.path.dirname(path), exist_ok=True)
    with open(path + ".new", "w", encoding="utf-8") as f:
        f.write(text)
    os.replace(path + ".new", path)


def read_json(path):
    """What write_json wrote, or {}."""
    return json.loads(read(path)) if os.path.exists(path) else {}


def write_json(path, value):
    write(path, json.dumps(value))
