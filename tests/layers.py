#!/usr/bin/env python3
"""Checks the rules between the layers.

    layers.py ARCHIVE…     checks this tree, and archives of its compiled rules and bots, with asserts and without
    layers.py --self-test  checks that every kind of fault is found, on small bad samples

Folders are layers: includes and calls go to the same layer or one below, never up. Files have no cyclic calls: if a.c
calls b.c, then b.c does not call a.c, not even indirectly. A game does not know the other games.

The rules (include/, core/, games/, engine/), the bots and the table do not allocate, print, read a clock, use floating point or
keep variables between calls. This is checked twice: in the source text, and in the compiled objects. One file may use
doubles: the bots' search.

The modules of the page (web/src/) do not import each other in a circle, not even lazily. Types may.
"""

import os
import re
import subprocess
import sys
import tempfile
from pathlib import Path

LAYERS = {"include": 0, "core": 1, "games": 2, "engine": 3, "bots": 4, "table": 5, "server": 6, "bench": 6, "cli": 7}
PURE = ("include", "core", "games", "engine", "bots", "table")
# Where doubles are allowed. They stay doubles and need no library.
RECKONING = {"bots/search.c"}
SYSTEM_HEADERS = {"stdint.h", "stddef.h", "stdbool.h", "stdarg.h"}
# What a compiler may call by itself: these five, and its helper for processors that cannot count bits. The table is the linker's.
COMPILER_CALLS = {"memset", "memcpy", "memmove", "memcmp", "strlen", "__popcountdi2", "_GLOBAL_OFFSET_TABLE_"}
FORBIDDEN = set(
    "malloc calloc realloc free alloca aligned_alloc strdup "
    "printf fprintf sprintf snprintf vprintf vfprintf vsnprintf puts fputs putchar scanf sscanf "
    "FILE fopen fclose fread fwrite fgets getc stdin stdout stderr "
    "time clock_gettime gettimeofday nanosleep sleep getenv system exit abort signal setjmp longjmp "
    "rand srand random srandom float double _Thread_local thread_local volatile asm __asm__".split()
)
# A bot is given a clock under this name; only the library's clock() is forbidden.
FORBIDDEN_CALLS = {"clock"}


def without_comments(text):
    """The text with comments and string contents blanked out. Line numbers stay the same."""
    token = re.compile(r'/\*.*?\*/|//[^\n]*|"(?:\\.|[^"\\\n])*"|\'(?:\\.|[^\'\\\n])*\'', re.S)

    def blank(match):
        found = match.group()
        return '""' if found[0] == '"' else "' '" if found[0] == "'" else " " + "\n" * found.count("\n")

    return token.sub(blank, text)


def sources(root, layers, pattern="*.[ch]"):
    for layer in layers:
        yield from sorted((root / layer).rglob(pattern))


def check_include(root, path, line, name, quoted):
    layer = path.relative_to(root).parts[0]
    if not quoted:
        if layer in PURE and name not in SYSTEM_HEADERS:
            yield f"{line}: <{name}> is not for rules, bots and tables, only {', '.join(sorted(SYSTEM_HEADERS))}"
        return
    target = (path.parent / name).resolve()
    if not target.is_relative_to(root):
        yield f"{line}: \"{name}\" lies outside the tree"
        return
    parts = target.relative_to(root).parts
    above = LAYERS.get(parts[0], 99)
    if above > LAYERS[layer] or (above == LAYERS[layer] and parts[0] != layer):
        yield f"{line}: {layer}/ may not include {'/'.join(parts)}: includes point down only"
    if layer == parts[0] == "games":
        here = path.relative_to(root).parts
        if len(parts) > 2 and len(here) > 2 and parts[1] != here[1]:
            yield f"{line}: {here[1]} may not include {'/'.join(parts)}: games do not know each other"
    if path.name == "rules.c" and "/".join(parts) == "core/rng.h":
        yield f"{line}: rules have no luck of their own: no core/rng.h here"


def check_includes(root):
    include = re.compile(r'^\s*#\s*include\s+(["<])([^">]+)[">]')
    for path in sources(root, LAYERS):
        for number, line in enumerate(path.read_text().splitlines(), 1):
            match = include.match(line)
            if match:
                for fault in check_include(root, path, number, match.group(2), match.group(1) == '"'):
                    yield f"{path.relative_to(root)}:{fault}"


def definitions(text):
    """Functions and tables that a C file defines for others: at the start of a line, not static."""
    name = r"^(?!(?:KB_FN )?(?:static|KB_INLINE)\b|typedef\b|extern\b)(?:[A-Za-z_][\w *]*[ *])([A-Za-z_]\w*)"
    body = r"(?:\([^;{}]*\)\s*\{|(?:\[[^\]]*\])* = )"
    return set(re.findall(name + body, text, re.M))


def expanded(root, text):
    """Expands names that are made for each game, such as g##_policy over games.def."""
    listed = root / "games" / "games.def"
    if "##" not in text or not listed.exists():
        return text
    games = re.findall(r"^GAME\((\w+)\)", listed.read_text(), re.M)
    made = re.findall(r"\b(\w+_)##(?:name|g)\b|\b(?:name|g)##(_\w+)", text)
    return text + " ".join(before + game + after for before, after in made for game in games)


def calls(root):
    """For each C file: the files whose functions or tables it uses, and their names."""
    texts = {path: without_comments(path.read_text()) for path in sources(root, LAYERS, "*.c")}
    owners = {}
    for path, text in texts.items():
        for name in definitions(text):
            owners.setdefault(name, set()).add(path)
    graph = {}
    for path, text in texts.items():
        names = set(re.findall(r"[A-Za-z_]\w*", expanded(root, text))) & owners.keys()
        graph[path] = {}
        for name in sorted(names):
            if path in owners[name] or re.search(rf"^(?:KB_FN )?(?:static|KB_INLINE)\b[^;{{}}=]*\b{name}\b", text, re.M):
                continue
            for owner in owners[name]:
                graph[path].setdefault(owner, []).append(name)
    return graph


def circles(graph):
    """Groups of files that reach each other (Tarjan's strongly connected components)."""
    index, low, stack, found = {}, {}, [], []

    def visit(path):
        index[path] = low[path] = len(index)
        stack.append(path)
        for other in graph[path]:
            if other not in index:
                visit(other)
            if other in stack:
                low[path] = min(low[path], low[other])
        if low[path] == index[path]:
            group = stack[stack.index(path):]
            del stack[stack.index(path):]
            if len(group) > 1:
                found.append(group)

    for path in graph:
        if path not in index:
            visit(path)
    return found


def check_calls(root):
    graph = calls(root)
    short = lambda path: path.relative_to(root).as_posix()
    layer = lambda path: path.relative_to(root).parts[0]
    for path, owners in graph.items():
        for owner, names in owners.items():
            if LAYERS[layer(owner)] > LAYERS[layer(path)]:
                yield f"{short(path)}: calls up: {', '.join(names)} of {short(owner)}"
    for group in circles(graph):
        ways = [f"{short(path)} -> {short(other)} ({', '.join(graph[path][other])})"
                for path in group for other in graph[path] if other in group]
        yield f"files call each other in a circle: {'; '.join(ways)}"


def imports(root):
    """For each module of the page: the modules that it imports when it runs. An import of nothing but types is `import type`."""
    written = re.compile(r'^(?:import|export)\b(?! type\b)(?:[^;"]*?\bfrom)?\s*"([^"]+)"|(?<!typeof )\bimport\("([^"]+)"\)', re.M)
    modules = {re.sub(r"(/index)?\.tsx?$", "", str(path)): path for path in sources(root, ["web/src"], "*.ts*")}
    graph = {}
    for path in modules.values():
        targets = ["".join(found) for found in written.findall(path.read_text())]
        named = [os.path.normpath(path.parent / target) for target in targets if target.startswith(".")]
        graph[path] = {modules[name] for name in named if name in modules}
    return graph


def check_imports(root):
    for group in circles(imports(root)):
        yield f"modules import each other in a circle: {', '.join(sorted(str(path.relative_to(root)) for path in group))}"


def check_words(root):
    """Finds forbidden names, floating constants, and static variables that can change."""
    static = re.compile(r"\bstatic\b(?!\s+inline)([^;={(]*)([;={(])")
    for path in sources(root, PURE):
        text = without_comments(path.read_text())
        code = re.sub(r"^\s*#\s*include.*$|__attribute__\(\(format\(printf", "", text, flags=re.M)
        reckons = path.relative_to(root).as_posix() in RECKONING
        for match in re.finditer(r"[A-Za-z_]\w*|\d+\.\d*(?:[eE][-+]?\d+)?f?|\d+[eE]\d+", code):
            word = match.group()
            floating = word == "double" or word[0].isdigit()
            called = word in FORBIDDEN_CALLS and code[match.end():].lstrip().startswith("(")
            if (word in FORBIDDEN or called or floating) and not (floating and reckons):
                line = code.count("\n", 0, match.start()) + 1
                yield f"{path.relative_to(root)}:{line}: '{word}' is not for rules, bots and tables"
        for match in static.finditer(code):
            if match.group(2) != "(" and not re.search(r"\bconst\b", match.group(1)):
                line = code.count("\n", 0, match.start()) + 1
                yield f"{path.relative_to(root)}:{line}: a static variable that can change"


def symbols(paths):
    """Object, name and section of each symbol in objects or archives of them."""
    listed = [subprocess.run(["nm", "--format=sysv", path], check=True, capture_output=True, text=True).stdout for path in paths]
    for line in "".join(listed).splitlines():
        if line.startswith("Symbols from "):
            name = re.sub(r".*[/\[]", "", line).rstrip("]:")
        elif line.count("|") == 6:
            yield name, line.split("|")[0].strip(), line.split("|")[6].strip()


def check_objects(paths):
    """What the compiled rules and bots import and keep."""
    found = list(symbols(paths))
    ours = {symbol for _, symbol, section in found if section != "*UND*"}
    for name, symbol, section in found:
        if section == "*UND*" and symbol not in ours | COMPILER_CALLS:
            yield f"{name}: compiled it calls {symbol}"
        if re.match(r"\.t?(data|bss)(?!\.rel\.ro)|\*COM\*", section):
            yield f"{name}: compiled it keeps {symbol} in memory that can change"


def check(root, objects):
    return [*check_includes(root), *check_calls(root), *check_imports(root), *check_words(root), *check_objects(objects)]


# The name of each sample, its content, part of the error that must be found, and more files if needed.
SAMPLES = [
    ("core/a.c", '#include "../games/b.h"\n', "point down only"),
    ("games/one/a.c", '#include "../two/b.h"\n', "games do not know each other"),
    ("games/one/rules.c", '#include "../../core/rng.h"\n', "no luck of their own"),
    ("bots/a.c", '#include "../cli/b.h"\n', "point down only"),
    ("games/one/a.c", '#include "../../engine/b.h"\n', "point down only"),
    ("server/a.c", '#include "../cli/b.h"\n', "point down only"),
    ("core/a.c", '#include "../../elsewhere.h"\n', "outside the tree"),
    ("core/a.c", "int b(void);\nint a(void)\n{\nreturn b();\n}\n", "calls up: b of games/one/b.c",
     {"games/one/b.c": "int b(void)\n{\nreturn 1;\n}\n"}),
    ("cli/a.c", "int b(void);\nint a(void)\n{\nreturn b();\n}\n", "cli/a.c -> cli/b.c (b)",
     {"cli/b.c": "int a(void);\nint b(void)\n{\nreturn a();\n}\n"}),
    ("bots/a.c", "extern const int b[];\nint a(int x)\n{\nreturn b[x];\n}\n", "in a circle",
     {"bots/b.c": "int c(int);\nconst int b[] = {1};\nint d(void)\n{\nreturn c(1);\n}\n",
      "bots/c.c": "int a(int);\nint c(int x)\n{\nreturn a(x);\n}\n"}),
    ("include/a.h", "#include <stdio.h>\n", "<stdio.h> is not for rules, bots and tables"),
    ("core/a.c", "void *malloc(unsigned long);\nvoid *a(void) { return malloc(4); }\n", "it calls malloc"),
    ("core/a.c", "int a(int x) { return (int)(x * 1.5); }\n", "'1.5' is not for rules, bots and tables"),
    ("games/one/a.c", "typedef double a;\n", "'double' is not for rules, bots and tables"),
    ("core/a.c", "int printf(const char *, ...);\n", "'printf' is not for rules, bots and tables"),
    ("core/a.c", "long clock(void);\nlong a(void) { return clock(); }\n", "it calls clock"),
    ("core/a.c", "int a(void) { static int n; return ++n; }\n", "a static variable that can change"),
    ("core/a.c", "int a;\n", "it keeps a in memory that can change"),
    ("core/a.c", 'static const char *names[] = {"x"};\nvoid a(void) { names[0] = 0; }\n', "it keeps names in memory"),
    ("games/one/a.c", "int b(void);\nint a(void) { return b(); }\n", "it calls b"),
    ("bots/a.h", "#include <stdlib.h>\n", "<stdlib.h> is not for rules, bots and tables"),
    ("bots/a.c", "void *malloc(unsigned long);\nvoid *a(void) { return malloc(4); }\n", "it calls malloc"),
    ("bots/a.c", "int puts(const char *);\n", "'puts' is not for rules, bots and tables"),
    ("bots/a.c", "double a(double x) { return x; }\n", "'double' is not for rules, bots and tables"),
    ("bots/a.c", "int a(int x) { return (int)(x * 1.5); }\n", "'1.5' is not for rules, bots and tables"),
    ("bots/search.c", "float a(float x) { return x; }\n", "'float' is not for rules, bots and tables"),
    ("bots/search.c", "double log(double);\ndouble a(double x) { return log(x); }\n", "it calls log"),
    ("bots/search.c", "long clock(void);\nlong a(void) { return clock(); }\n", "'clock' is not for rules, bots and tables"),
    ("bots/search.c", "double a(double x) { static double n; return n += x; }\n", "a static variable that can change"),
    ("bots/search.c", "double a;\n", "it keeps a in memory that can change"),
    ("web/src/a.ts", 'import {\n  b,\n} from "./b";\n', "web/src/a.ts, web/src/b/index.tsx", {"web/src/b/index.tsx": 'export * from "../a";\n'}),
    ("web/src/a.ts", 'import "./b";\n', "web/src/a.ts, web/src/b.ts", {"web/src/b.ts": 'export const a = () => import("./a");\n'}),
]
GOOD = {
    "include/a.h": "#include <stdint.h>\n",
    "core/a.c": '#include "../include/a.h"\n/* malloc */\nint f(const char *);\n'
    'static const int table[] = {1, 2};\nint a(int i) { static const char *const names[] = {"double", "free"};\n'
    "return table[i] + (int)names[i][0]; }\n",
    "games/one/b.c": "int a(int);\nint b(void) { return a(1); }\n",
    "cli/a.c": "static int c(void)\n{\nreturn 1;\n}\nint d(void)\n{\nreturn c();\n}\n",
    "cli/b.c": "int d(void);\nint c(void)\n{\nreturn d();\n}\n",
    "web/src/a.ts": 'import { b } from "./b";\nexport type A = typeof b;\n',
    "web/src/b.ts": 'import type { A } from "./a";\nexport type { A as C } from "./a";\nexport const b = 1;\nexport type B = typeof import("./a");\n',
    "bots/search.c": "static const double HALF = 0.5;\nint b(void);\n"
    "double c(double x, void *clock) { return HALF * __builtin_sqrt(x + 1e9) + (clock ? b() : 0); }\n",
}


def compiled(root):
    """The objects of a sample."""
    for path in sources(root, ("core", "games", "engine", "bots", "table"), "*.c"):
        subprocess.run(["cc", "-w", "-ffreestanding", "-fno-math-errno", "-c", path, "-o", path.with_suffix(".o")], check=True)
        yield path.with_suffix(".o")


def self_test():
    wrong = []
    for name, text, expected, *more in [*SAMPLES, (None, None, None)]:
        with tempfile.TemporaryDirectory() as scratch:
            root = Path(scratch).resolve() / "tree"
            files = {name: text, **(more[0] if more else {})} if name else GOOD
            for path, content in files.items():
                (root / path).parent.mkdir(parents=True, exist_ok=True)
                (root / path).write_text(content)
                for included in re.findall(r'include "(.*)"', content):
                    (root / path).parent.joinpath(included).resolve().parent.mkdir(parents=True, exist_ok=True)
                    (root / path).parent.joinpath(included).resolve().touch()
            faults = check(root, list(compiled(root)))
        if name and not any(expected in fault for fault in faults):
            wrong.append(f"{name} with {text!r}: expected '{expected}', found {faults}")
        if not name and faults:
            wrong.append(f"nothing is wrong with the good sample, but found {faults}")
    return wrong


def main():
    root = Path(__file__).resolve().parent.parent
    faults = self_test() if sys.argv[1:] == ["--self-test"] else check(root, sys.argv[1:])
    for fault in faults:
        print(fault)
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
