#!/usr/bin/env python3
"""Builds the page and turns it into one C file, so that it is part of the server.

usage: embed_page.py OUT.c OUT.d SOURCE BUILT WASM: the page's folder in the sources, the folder to build it into, and
the rules as WebAssembly.

Everything is compressed here, because all browsers accept that, except the pages themselves, fonts, which are compressed
already, and pictures in PNG, which do not shrink and which chat programs ask for too. The names of files in KEPT contain a hash of their content, so browsers may
cache them for ever.
"""
import gzip
import os
import subprocess
import sys
from pathlib import Path

TYPES = {".html": "text/html; charset=utf-8", ".js": "text/javascript; charset=utf-8", ".css": "text/css; charset=utf-8",
         ".svg": "image/svg+xml", ".png": "image/png", ".wasm": "application/wasm", ".json": "application/json",
         ".webmanifest": "application/manifest+json", ".woff2": "font/woff2"}
KEPT = ("kept/", "offline/")  # vite.config.ts: assetsDir, and the folder of the workers
PAGES = {"index.html": "", "offline.html": "offline"}  # for playing on this server, and for playing without one
LINE = 32


def sources(source):
    """All that the page is made of."""
    games = source.parent / "games"  # the page shows their rules and draws their cards
    found = [path for path in source.rglob("*") if "node_modules" not in path.parts and "tests" not in path.parts]
    return sorted([*found, *games.glob("*/RULES.md"), *games.glob("*/tables.h")])


def build(source, built, wasm):
    """Checks the types while the page is built, which looks at none."""
    tools = source / "node_modules/.bin"
    environment = {**os.environ, "KICKBACK_WASM": str(wasm)}
    running = [subprocess.Popen([tools / command[0], *command[1:]], cwd=source, env=environment)
               for command in (["tsc", "--noEmit"], ["vite", "build", "--logLevel", "warn", "--outDir", str(built)])]
    if any([process.wait() for process in running]):
        sys.exit("the page cannot be built: tsc or vite says why above; if a package is missing: npm ci --prefix web")


def c_bytes(data):
    """As a string, which compiles many times faster than a list of numbers."""
    octal = [f"\\{byte:03o}" for byte in data]
    return "\n".join(f'    "{"".join(octal[at:at + LINE])}"' for at in range(0, len(octal), LINE)) or '    ""'


def is_plain(name):
    return name in PAGES or name.endswith((".png", ".woff2"))


def entry(number, name):
    path, encoding = PAGES.get(name, name), "NULL" if is_plain(name) else '"gzip"'
    cache = "no-store" if name in PAGES else "public, max-age=31536000, immutable" if name.startswith(KEPT) else "no-cache"
    return f'    {{"/{path}", "{TYPES[Path(name).suffix]}", {encoding}, "{cache}", file_{number}, sizeof file_{number} - 1}},\n'


def embed(out, built):
    names = sorted(path.relative_to(built).as_posix() for path in built.rglob("*") if path.is_file())
    with open(out, "w", encoding="ascii") as c:
        c.write('#include "server/net.h"\n\n')
        for number, name in enumerate(names):
            data = (built / name).read_bytes()
            c.write(f"static const char file_{number}[] =\n{c_bytes(data if is_plain(name) else gzip.compress(data, mtime=0))};\n")
        c.write(f"const srv_file srv_page[] = {{\n{''.join(map(entry, range(len(names)), names))}    {{0, 0, 0, 0, 0, 0}}}};\n")


def depend(out, depfile, source):
    """Includes folders, because adding or removing a file changes its folder."""
    Path(depfile).write_text(f"{out}: {' '.join(str(path).replace(' ', chr(92) + ' ') for path in sources(source))}\n", encoding="utf-8")


def main(out, depfile, source, built, wasm):
    build(source, built, wasm)
    embed(out, built)
    depend(out, depfile, source)


main(sys.argv[1], sys.argv[2], *(Path(path).resolve() for path in sys.argv[3:6]))
