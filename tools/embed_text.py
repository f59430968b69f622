#!/usr/bin/env python3
"""Turns a text of every game into a C function that returns it, so that rules and schemas are part of the program.

usage: embed_text.py OUT.c FUNCTION GAME=FILE ...
"""
import sys


def c_string(line):
    escaped = line.replace("\\", "\\\\").replace('"', '\\"')
    return f'    "{escaped}\\n"'


out, function, texts = sys.argv[1], sys.argv[2], [arg.split("=", 1) for arg in sys.argv[3:]]
with open(out, "w", encoding="utf-8") as c:
    c.write(f'#include <string.h>\n\n#include "cli.h"\n\nconst char *{function}(const char *game)\n{{\n')
    for game, path in texts:
        with open(path, encoding="utf-8") as text:
            lines = text.read().splitlines()
        c.write(f'    static const char {game}[] =\n' + "\n".join(map(c_string, lines)) + ";\n")
    for game, _ in texts:
        c.write(f'    if (!strcmp(game, "{game}")) return {game};\n')
    c.write('    return "";\n}\n')
