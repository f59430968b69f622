#!/usr/bin/env python3
"""Writes the library as two files, for programs that do not want its build system: kickback.c and kickback.h.

usage: amalgamate.py FOLDER SOURCE.c …

Also writes kickback.d, which tells ninja the headers. Sources follow each other, each header is copied to where it is first included. What is private to a source would clash
with what is private to another, so a name that two of them declare gets the number of its source, as in `take_12`.
"""
import os
import re
import sys
from collections import Counter
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
PUBLIC = ROOT / "include/kickback.h"
HEAD = """/* kickback.c: libkickback {version} in one file, made by `make amalgamation`. Compile it with your program, and link
 * with -lm. kickback.h says how it is used.
 *
{license} */
{system}#define KB_BUILDING_LIBRARY
#include "kickback.h"
#if defined(__clang__)
#pragma STDC FP_CONTRACT OFF /* a search gives the same result on every machine */
#elif defined(__GNUC__)
#pragma GCC optimize("fp-contract=off", "no-math-errno")
#endif
#pragma GCC visibility push(hidden)
"""
INCLUDE = re.compile(r'^ *# *include ([<"])([^>"]+)[>"].*\n', re.M)
# What may be at the top level of a file: clang-format has put it at the beginning of a line.
DECLARED = [
    re.compile(r"^(?:KB_\w+ )*static [^=;()]*?(\w+)(?:\(|\[| =|;|$)", re.M),  # functions and variables
    re.compile(r"^static [^=;]*?\(\*(?:const )?(\w+)", re.M),  # pointers to functions
    re.compile(r"^typedef [^{;]*?(\w+)(?:\[\w+\])?;", re.M),
    re.compile(r"^} (\w+);", re.M),
    re.compile(r"^(?:typedef )?(?:struct|union|enum) (\w+) {", re.M),
]
ENUM = re.compile(r"^(?:typedef )?enum(?: \w+)? {(.*?)}", re.M | re.S)
MACRO = re.compile(r"^ *# *define (\w+)((?:.*\\\n)*.*)", re.M)
# In an enum, the elements of lists (.def); and the macro whose elements are constants of the same name.
ELEMENT = re.compile(r"^([A-Z]\w*)\((\w+)(?:[^()]|\((?:[^()]|\([^()]*\))*\))*\).*\n", re.M)
TAKES = re.compile(r"^ *# *define (\w+)\((\w+), \.\.\.\) \2,\n", re.M)
COMMENT = re.compile(r"/\*.*?\*/", re.S)
# Comments and strings stay as they are, and what follows a dot or an arrow: it is a member.
TOKEN = re.compile(r'/\*.*?\*/|"(?:\\.|[^"\\\n])*"|\'(?:\\.|[^\'\\\n])*\'|(?:\.|->)[A-Za-z_]\w*|[A-Za-z_]\w*', re.S)


def declared(text):
    """The names that a file declares at its top level."""
    text = COMMENT.sub("", text)
    found = {name for pattern in DECLARED for name in pattern.findall(text)}
    for body in ENUM.findall(text):
        found.update(re.findall(r"(?:^|[,)])\s*(\w+)", re.sub(r"^ *#.*\n", "", ELEMENT.sub("", body), flags=re.M)))
    return found | pasted(text) | elements(text)


def elements(text):
    """The constants that an enum takes from a list. Macros make other names of them, too."""
    return {code for body in ENUM.findall(COMMENT.sub("", text)) for taken, _ in TAKES.findall(body)
            for name, code in ELEMENT.findall(body) if name == taken}


def pasted(text):
    """The constants that macros of core/actions.h make of a game's list of forms."""
    return {f"{kind}_{name}" for name in re.findall(r"^ +X\((\w+),", text, re.M) for kind in ("FIRST", "LAST", "FORM")}


def is_shared(path):
    """Whether a file is for many sources. What has no guard is a part of the source that includes it, like a list (.def)."""
    return path.suffix == ".h" and "#ifndef" in path.read_text(encoding="utf-8")


def with_parts(path):
    """A file, with the parts of it that are files of their own, and with whole paths in its other includes."""
    def part(match):
        if match[1] == "<":
            return match[0]
        other = Path(os.path.normpath(path.parent / match[2]))
        return f'#include "{other}"\n' if is_shared(other) else with_parts(other)

    return INCLUDE.sub(part, path.read_text(encoding="utf-8"))


class Library:
    def __init__(self, paths):
        self.seen, self.system = {PUBLIC}, {}  # headers: ours, and the system's in the order they are first needed
        sources = [with_parts(path) for path in paths]
        headers = [with_parts(path) for path in set(map(Path, re.findall(r'^#include "(.*)"', "".join(sources), re.M)))]
        own = [declared(text) for text in [*sources, *headers]]
        self.shared = {name for name, n in Counter(name for names in own for name in names).items() if n > 1}
        # A macro of a header may use the names of the source that includes it. So these are renamed by macros, too.
        self.expanded = {word for text in headers for _, body in MACRO.findall(text) for word in TOKEN.findall(body)}
        self.parts = [self.part(path, text, number) for number, (path, text) in enumerate(zip(paths, sources), 1)]

    def part(self, path, text, number):
        clashing = declared(text) & self.shared
        by_macro = clashing & (self.expanded | pasted(text) | elements(text))
        text = TOKEN.sub(lambda match: f"{match[0]}_{number}" if match[0] in clashing - by_macro else match[0], text)
        at = max((match.end() for match in INCLUDE.finditer(text)), default=0)
        before = "".join(f"#define {name} {name}_{number}\n" for name in sorted(by_macro))
        after = "".join(f"#undef {name}\n" for name in sorted(by_macro | {name for name, _ in MACRO.findall(text)}))
        return f"\n/* --- {path.relative_to(ROOT)} --- */\n{self.with_headers(text[:at])}{before}{text[at:]}{after}"

    def with_headers(self, text):
        """The text with each header where it is first included."""
        def header(match):
            if match[1] == "<":
                self.system[match[2]] = True
                return ""
            other = Path(match[2])
            if other in self.seen:
                return ""
            self.seen.add(other)
            return self.with_headers(with_parts(other))

        return INCLUDE.sub(header, text)


def main():
    if len(sys.argv) < 3:
        sys.exit(__doc__)
    folder = Path(sys.argv[1])
    library = Library([Path(os.path.abspath(path)) for path in sys.argv[2:]])
    public, license = (path.read_text(encoding="utf-8") for path in (PUBLIC, ROOT / "LICENSE"))
    head = HEAD.format(version=re.search(r'KICKBACK_VERSION *"(.*)"', public)[1],
                       license="".join(f" * {line}".rstrip() + "\n" for line in license.splitlines()),
                       system="".join(f"#include <{name}>\n" for name in library.system))
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "kickback.h").write_text(public, encoding="utf-8")
    (folder / "kickback.c").write_text(head + "".join(library.parts) + "\n#pragma GCC visibility pop\n", encoding="utf-8")
    (folder / "kickback.d").write_text(f"{folder}/kickback.c: {' '.join(map(str, sorted(library.seen)))}\n", encoding="utf-8")


if __name__ == "__main__":
    main()
