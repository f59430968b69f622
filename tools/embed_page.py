#!/usr/bin/env python3
"""Builds the page and turns it into one C file, so that the server carries it with it.

usage: embed_page.py OUT.c OUT.d SOURCE BUILT WASM: the page's folder in the sources, the folder to build it into, and
the rules as WebAssembly.

Everything but the pages themselves is compressed, here once for all: no browser wants it otherwise. What stands in KEPT
is named by its content, so browsers may keep it for ever.
"""
import gzip
import os
import subprocess
import sys
from pathlib import Path

TYPES = {".html": "text/html; charset=utf-8", ".js": "text/javascript; charset=utf-8", ".css": "text/css; charset=utf-8",
         ".svg": "image/svg+xml", ".png": "image/png", ".wasm": "application/wasm", ".json": "application/json",
         ".webmanifest": "application/manifest+json"}
KEPT = "kept"  # vite.config.ts: assetsDir
PAGES = {"index.html": "", "offline.html": "offline"}  # where it plays with this server, and where it plays with none
LINE = 32


def build(source, built, wasm):
    for command in (["tsc", "--noEmit"], ["vite", "build", "--logLevel", "warn", "--outDir", str(built)]):
        done = subprocess.run([source / "node_modules/.bin" / command[0], *command[1:]], cwd=source, check=False,
                              env={**os.environ, "KICKBACK_WASM": str(wasm)})
        if done.returncode:
            sys.exit(f"the page cannot be built: {command[0]} says why above")


def c_bytes(data):
    """A string is read many times faster by a compiler than a list of numbers."""
    octal = [f"\\{byte:03o}" for byte in data]
    return "\n".join(f'    "{"".join(octal[at:at + LINE])}"' for at in range(0, len(octal), LINE)) or '    ""'


def entry(number, name):
    if name in PAGES:
        path, encoding, cache = PAGES[name], "NULL", "no-store"
    else:
        is_kept = name.startswith(KEPT + "/")
        path, encoding, cache = name, '"gzip"', "public, max-age=31536000, immutable" if is_kept else "no-cache"
    return f'    {{"/{path}", "{TYPES[Path(name).suffix]}", {encoding}, "{cache}", file_{number}, sizeof file_{number} - 1}},\n'


def embed(out, built):
    names = sorted(path.relative_to(built).as_posix() for path in built.rglob("*") if path.is_file())
    with open(out, "w", encoding="ascii") as c:
        c.write('#include "server/net.h"\n\n')
        for number, name in enumerate(names):
            data = (built / name).read_bytes()
            c.write(f"static const char file_{number}[] =\n{c_bytes(data if name in PAGES else gzip.compress(data, mtime=0))};\n")
        c.write(f"const srv_file srv_page[] = {{\n{''.join(map(entry, range(len(names)), names))}    {{0, 0, 0, 0, 0, 0}}}};\n")


def depend(out, depfile, source):
    """On folders as well: a file that comes or goes changes its folder."""
    games = source.parent / "games"  # their rules are pages, what is printed on their cards is drawn
    found = [path for path in source.rglob("*") if "node_modules" not in path.parts and "tests" not in path.parts]
    found += [*games.glob("*/RULES.md"), *games.glob("*/tables.h")]
    Path(depfile).write_text(f"{out}: {' '.join(str(path).replace(' ', chr(92) + ' ') for path in sorted(found))}\n", encoding="utf-8")


def main(out, depfile, source, built, wasm):
    build(source, built, wasm)
    embed(out, built)
    depend(out, depfile, source)


main(sys.argv[1], sys.argv[2], *(Path(path).resolve() for path in sys.argv[3:6]))
