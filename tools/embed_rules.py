#!/usr/bin/env python3
"""Turns every game's RULES.md into one C file, so that the program carries its rules with it.

usage: embed_rules.py OUT.c GAME=RULES.md ...
"""
import sys


def c_string(line):
    escaped = line.replace("\\", "\\\\").replace('"', '\\"')
    return f'    "{escaped}\\n"'


out, pages = sys.argv[1], [arg.split("=", 1) for arg in sys.argv[2:]]
with open(out, "w", encoding="utf-8") as c:
    c.write('#include <string.h>\n\n#include "cli.h"\n\nconst char *cli_rules_of(const char *game)\n{\n')
    for game, path in pages:
        with open(path, encoding="utf-8") as page:
            lines = page.read().splitlines()
        c.write(f'    static const char {game}[] =\n' + "\n".join(map(c_string, lines)) + ";\n")
    for game, _ in pages:
        c.write(f'    if (!strcmp(game, "{game}")) return {game};\n')
    c.write('    return "";\n}\n')
