#!/usr/bin/env python3
"""Turns the files of the built-in page into one C file, so that the server carries them with it.

usage: embed_page.py OUT.c FILE ...
"""
import sys
from pathlib import Path

TYPES = {".html": "text/html; charset=utf-8", ".js": "text/javascript; charset=utf-8", ".css": "text/css; charset=utf-8"}


def c_string(line):
    escaped = line.replace("\\", "\\\\").replace('"', '\\"').replace("??", '?""?')
    return f'    "{escaped}\\n"'


out, paths = sys.argv[1], [Path(name) for name in sys.argv[2:]]
with open(out, "w", encoding="utf-8") as c:
    c.write('#include "server/net.h"\n\n')
    for number, path in enumerate(paths):
        lines = "\n".join(map(c_string, path.read_text(encoding="utf-8").splitlines()))
        c.write(f"static const char file_{number}[] =\n{lines};\n")
    c.write("const srv_file srv_page[] = {\n")
    for number, path in enumerate(paths):
        name = "/" if path.name == "index.html" else f"/{path.name}"
        c.write(f'    {{"{name}", "{TYPES[path.suffix]}", file_{number}, sizeof file_{number} - 1}},\n')
    c.write("    {0, 0, 0, 0}};\n")
