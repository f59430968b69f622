#!/usr/bin/env python3
"""Uses what `make install` installs from outside the tree: all files exist, programs link with the static and the
shared library with both compilers, manual pages and completions are valid and complete, and no internal name is
exported.

usage: install.py BUILD
"""
import ctypes
import os
import re
import shutil
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

import cffi
import pycparser

BUILD = Path(sys.argv.pop(1)).resolve()
ROOT = Path(__file__).resolve().parent.parent
STAGE = Path(tempfile.mkdtemp(prefix="kickback-install-"))
COMPILERS = ("gcc", "clang")


def run(*command, **more):
    done = subprocess.run([str(word) for word in command], capture_output=True, text=True, check=False, **more)
    if done.returncode:
        raise AssertionError(f"{' '.join(map(str, command))}: status {done.returncode}\n{done.stdout}{done.stderr}")
    return done.stdout


def found(pattern):
    """The only installed file that matches the pattern."""
    paths = list(STAGE.rglob(pattern))
    assert len(paths) == 1, f"{pattern}: {paths}"
    return paths[0]


def package(*questions):
    environment = {**os.environ, "PKG_CONFIG_PATH": str(found("kickback.pc").parent), "PKG_CONFIG_SYSROOT_DIR": str(STAGE)}
    return run("pkg-config", *questions, "kickback", env=environment).split()


class Files(unittest.TestCase):
    def test_everything_is_there(self):
        for name in ("bin/kickback", "include/kickback.h", "man1/kickback.1", "man3/kickback.3", "man5/kickback.kbr.5",
                     "bash-completion/completions/kickback", "zsh/site-functions/_kickback",
                     "fish/vendor_completions.d/kickback.fish", "systemd/system/kickback.service",
                     "sysusers.d/kickback.conf", "doc/kickback/README.md", "doc/kickback/hosting.md",
                     "doc/kickback/schema/intrige.json", "doc/kickback/examples/embed.c", "libkickback.so", "libkickback.a"):
            with self.subTest(name):
                found(name)

    def test_the_unit_names_the_program(self):
        start = re.search(r"^ExecStart=(\S+)", found("kickback.service").read_text(), re.M)[1]
        self.assertTrue((STAGE / start.lstrip("/")).exists(), start)

    def test_the_unit_is_valid(self):
        unit = Path(tempfile.mkdtemp(dir=STAGE)) / "kickback.service"
        unit.write_text(found("systemd/system/kickback.service").read_text().replace("ExecStart=/", f"ExecStart={STAGE}/"))
        done = subprocess.run(["systemd-analyze", "verify", "--man=no", unit], capture_output=True, text=True, check=False)
        unit.unlink()
        newer = re.compile(r"Unknown key.* '(RestartSteps|RestartMaxDelaySec)'")  # systemd 254
        wrong = [line for line in done.stderr.splitlines() if "kickback.service" in line and not newer.search(line)]
        self.assertEqual((done.returncode, wrong), (0, []))

    def test_versions_agree(self):
        version = run(found("bin/kickback"), "--version").split()[1]
        self.assertEqual(package("--modversion"), [version])
        header = found("kickback.h").read_text()
        self.assertEqual(re.search(r'#define KICKBACK_VERSION +"(.*)"', header)[1], version)
        self.assertEqual(".".join(re.findall(r"#define KICKBACK_VERSION_[A-Z]+ (\d+)", header)), version)


class Linking(unittest.TestCase):
    """Programs that use only the installed files."""

    def setUp(self):
        self.scratch = Path(tempfile.mkdtemp(dir=STAGE))

    def build(self, compiler, source, static):
        program = self.scratch / f"{source.stem}-{compiler}-{static}"
        libraries = package("--libs")
        if static:
            libraries = [str(found("libkickback.a")) if word == "-lkickback" else word for word in libraries]
        run(compiler, "-std=c11" if source.suffix == ".c" else "-std=c++11", "-O2", "-Wall", "-Wextra", "-Wpedantic", "-Werror",
            source, *package("--cflags"), *libraries, "-o", program, cwd=self.scratch)
        return program

    def output(self, program, *arguments):
        folder = found("libkickback.so").parent
        return run(program, *arguments, env={**os.environ, "LD_LIBRARY_PATH": str(folder)}, cwd=self.scratch)

    def test_example(self):
        source = self.scratch / "embed.c"
        shutil.copy(found("embed.c"), source)
        said = {self.output(self.build(compiler, source, static), "intrige", "7")
                for compiler in COMPILERS for static in (False, True)}
        self.assertEqual(len(said), 1, "every build says the same")
        self.assertRegex(said.pop(), r"^red +\d+\.\d\nyellow +\d+\.\d\n")

    def test_example_in_the_header(self):
        comment = found("kickback.h").read_text().split("*/")[0]
        lines = re.findall(r"^ \*     (.*)$", comment, re.M)
        begin = next(i for i, line in enumerate(lines) if not line.startswith("#"))
        source = self.scratch / "header.c"
        source.write_text("#include <stdio.h>\n" + "\n".join(lines[:begin]) + "\nint main(void)\n{\n" +
                          "\n".join(lines[begin:]) + "\nreturn 0;\n}\n")
        for compiler in COMPILERS:
            self.assertRegex(self.output(self.build(compiler, source, False)), r"red has \d+\n")

    def test_inner_names_are_free(self):
        """A program may use names that are internal to the library."""
        source = self.scratch / "own.c"
        inner = [line.split()[2] for line in run("nm", found("libkickback.a")).splitlines() if " t " in line]
        names = [name for name in inner if re.fullmatch(r"(bot|kb|intrige)_[a-z_]+", name)]
        self.assertGreater(len(names), 100)
        source.write_text("#include <kickback.h>\n" + "".join(f"int {name}(void);\nint {name}(void) {{ return 1; }}\n" for name in names) +
                          'int main(void) { return kb_game_named("intrige"); }\n')
        self.output(self.build("gcc", source, True))


TYPES = "".join(f"typedef {kind} {name};\n" for kind, name in
                [("signed char", "int8_t"), ("unsigned char", "uint8_t"), ("unsigned short", "uint16_t"), ("unsigned", "uint32_t"), ("int", "int32_t"),
                 ("unsigned long", "uint64_t"), ("unsigned long", "size_t"), ("_Bool", "bool")])


def plain_header():
    """The header as a parser of declarations needs it: preprocessed, without the standard headers."""
    text = re.sub(r"#include <.*>", "", found("kickback.h").read_text())
    return run("gcc", "-E", "-P", "-DINT32_MIN=(-2147483647-1)", "-", input=text)


class Header(unittest.TestCase):
    def test_stands_alone(self):
        text = found("kickback.h").read_text()
        self.assertEqual(re.findall(r'#\s*include\s*"', text), [])
        for compiler, flags in (("gcc", ["-std=c11"]), ("clang", ["-std=c11"]), ("g++", ["-std=c++11", "-x", "c++"]),
                                ("clang++", ["-std=c++11", "-x", "c++"])):
            run(compiler, *flags, "-Wall", "-Wextra", "-Wpedantic", "-Werror", "-fsyntax-only", found("kickback.h"),
                *(["-Wno-pragma-once-outside-header"] if "clang" in compiler else []))

    def test_every_function_is_documented(self):
        """There is a comment above each function, or above the one directly before it."""
        lines, documented = found("kickback.h").read_text().splitlines(), False
        functions = 0
        for line in lines:
            if not line.strip():
                documented = False
            elif line.endswith("*/"):
                documented = True
            elif re.match(r"[a-z].*\bkb_[a-z_]+\(", line):
                functions += 1
                self.assertTrue(documented, line)
        self.assertEqual(functions, len((ROOT / "packaging/exports.txt").read_text().split()))

    def test_pycparser_reads_it(self):
        tree = pycparser.CParser().parse(TYPES + plain_header())
        names = [node.name for node in tree.ext if isinstance(getattr(node, "type", None), pycparser.c_ast.FuncDecl)]
        self.assertEqual(sorted(names), (ROOT / "packaging/exports.txt").read_text().split())

    @unittest.skipUnless(shutil.which("bindgen"), "bindgen is not installed")
    def test_bindgen_reads_it(self):
        rust = run("bindgen", found("kickback.h"), "--allowlist-function", "kb_.*")
        names = re.findall(r"pub fn (kb_\w+)", rust)
        self.assertEqual(sorted(names), (ROOT / "packaging/exports.txt").read_text().split())


class Ctypes(unittest.TestCase):
    """A random game played through ctypes, without the header."""

    class Move(ctypes.Structure):
        _fields_ = [("verb", ctypes.c_uint8), ("a", ctypes.c_uint8), ("b", ctypes.c_uint8), ("c", ctypes.c_uint8),
                    ("amount", ctypes.c_int32)]

    class Rng(ctypes.Structure):
        _fields_ = [("s", ctypes.c_uint64 * 4)]

    class Result(ctypes.Structure):
        _fields_ = [("score", ctypes.c_int32 * 5), ("winners_mask", ctypes.c_uint32)]

    def test_a_game(self):
        kb = ctypes.CDLL(str(found("libkickback.so")))
        kb.kb_rng_from.argtypes, kb.kb_rng_from.restype = [ctypes.c_uint64], self.Rng
        kb.kb_over.restype = ctypes.c_bool
        setup, state = (ctypes.c_uint8 * 12)(), (ctypes.c_uint64 * 96)()
        seat, move, result = ctypes.c_int(), self.Move(), self.Result()
        rng = kb.kb_rng_from(5)
        self.assertEqual(kb.kb_setup_default(setup, kb.kb_game_named(b"intrige")), 0)
        self.assertEqual(kb.kb_start(state, setup), 0)
        while not kb.kb_over(state, ctypes.byref(result)):
            self.assertEqual(kb.kb_pick(state, ctypes.byref(rng), ctypes.byref(seat), ctypes.byref(move)), 0)
            self.assertEqual(kb.kb_apply(state, seat, move, None), 0)
        self.assertGreater(result.winners_mask, 0)
        self.assertGreater(max(result.score), 0)


class Calls(unittest.TestCase):
    """The shared library called through cffi, with only the installed header."""

    @classmethod
    def setUpClass(cls):
        cls.ffi = cffi.FFI()
        cls.ffi.cdef(plain_header())
        cls.kb = cls.ffi.dlopen(str(found("libkickback.so")))

    def setup(self, game, **options):
        setup = self.ffi.new("kb_setup *")
        self.assertEqual(self.kb.kb_setup_default(setup, self.kb.kb_game_named(game.encode())), 0)
        for name, value in options.items():
            self.assertEqual(self.kb.kb_setup_set(setup, name.encode(), value.encode(), self.ffi.NULL), 0, name)
        return setup

    def started(self, game, **options):
        state = self.ffi.new("kb_state *")
        self.assertEqual(self.kb.kb_start(state, self.setup(game, **options)), 0)
        return state

    def text(self, size=200000):
        buffer = self.ffi.new("char[]", size)
        text = self.ffi.new("kb_text *", self.kb.kb_text_in(buffer, size))
        return text, buffer

    def played(self, state, moves, seed=5):
        rng, seat, move = self.ffi.new("kb_rng *", self.kb.kb_rng_from(seed)), self.ffi.new("int *"), self.ffi.new("kb_move *")
        for _ in range(moves):
            if self.kb.kb_pick(state, rng, seat, move):
                break
            self.assertEqual(self.kb.kb_apply(state, seat[0], move[0], self.ffi.NULL), 0)
        return rng

    def name(self, error):
        return self.ffi.string(self.kb.kb_error_name(error)).decode()

    def test_names(self):
        string = self.ffi.string
        games = [string(self.kb.kb_game_name(i)).decode() for i in range(self.kb.kb_games())]
        self.assertEqual(games, ["intrige", "integralis", "incorporated"])
        listed = run(found("bin/kickback"), "games")
        for game, name in enumerate(games):
            option = 0
            while self.kb.kb_game_option(game, option):
                values, value = [], 0
                while self.kb.kb_game_option_value(game, option, value):
                    values.append(string(self.kb.kb_game_option_value(game, option, value)).decode())
                    value += 1
                self.assertIn(f"{string(self.kb.kb_game_option(game, option)).decode()}={'|'.join(values)}", listed)
                option += 1
            self.assertGreater(option, 1, name)
        self.assertEqual(string(self.kb.kb_version()).decode(), run(found("bin/kickback"), "--version").split()[1])

    def test_refused_settings(self):
        setup = self.setup("intrige")
        before = bytes(self.ffi.buffer(setup))
        for name, value in (("players", "6"), ("players", "x"), ("edition", "1066"), ("bribes", "maybe"), ("colour", "red")):
            text, buffer = self.text(400)
            self.assertEqual(self.name(self.kb.kb_setup_set(setup, name.encode(), value.encode(), text)), "setup")
            self.assertIn(value if name != "colour" else name, self.ffi.string(buffer).decode())
        self.assertEqual(bytes(self.ffi.buffer(setup)), before)

    def test_seats_out_of_range(self):
        state = self.started("intrige", players="3")
        move = self.ffi.new("kb_move *")
        self.assertEqual(self.kb.kb_move_parse(state, b"start red", 9, move), 0)
        self.assertEqual(self.kb.kb_check(state, self.kb.KB_CHANCE, move[0]), 0)
        for seat in (38, 3, -1, 7, 2**31 - 1, -2**31):
            self.assertEqual(self.name(self.kb.kb_check(state, seat, move[0])), "no_such_seat")
            self.assertEqual(self.name(self.kb.kb_apply(state, seat, move[0], self.ffi.NULL)), "no_such_seat")
            self.assertEqual(self.kb.kb_legal(state, seat, self.ffi.NULL, 0), 0)

    def test_lists_keep_their_bound(self):
        state = self.started("integralis")
        self.played(state, 60)
        seat = self.kb.kb_actors(state).bit_length() - 1
        spans = self.ffi.new("kb_span[]", 20)
        n = self.kb.kb_legal(state, seat, spans, 2)
        self.assertGreater(n, 2)
        self.assertEqual(bytes(self.ffi.buffer(spans))[2 * self.ffi.sizeof("kb_span"):], bytes(18 * self.ffi.sizeof("kb_span")))

    def test_what_is_no_game(self):
        null, setup, zero = self.ffi.NULL, self.ffi.new("kb_setup *"), self.ffi.new("kb_state *")
        self.assertEqual(self.name(self.kb.kb_setup_default(setup, -1)), "setup")
        self.assertEqual(self.name(self.kb.kb_start(zero, setup)), "setup")
        self.assertEqual(self.name(self.kb.kb_start(null, setup)), "argument")
        self.assertEqual(self.kb.kb_actors(zero), 0)
        self.assertEqual(self.name(self.kb.kb_position_json(zero, self.text()[0])), "argument")

    def test_views(self):
        """In a view only its own seat's moves can be checked, and none can be made."""
        state, view = self.started("incorporated"), self.ffi.new("kb_state *")
        rng = self.played(state, 1)
        while self.kb.kb_actors(state) >> self.kb.KB_CHANCE:
            self.played(state, 1)
        seat = self.kb.kb_actors(state).bit_length() - 1
        other = (seat + 1) % 3
        move = self.ffi.new("kb_span[1]")
        self.kb.kb_legal(state, seat, move, 1)
        self.assertEqual(self.kb.kb_redact(state, other, view), 0)
        self.assertEqual(self.name(self.kb.kb_check(view, seat, move[0].move)), "hidden")
        self.assertEqual(self.kb.kb_redact(state, seat, view), 0)
        self.assertEqual(self.kb.kb_check(view, seat, move[0].move), 0)
        self.assertEqual(self.name(self.kb.kb_apply(view, seat, move[0].move, self.ffi.NULL)), "hidden")
        self.assertEqual(self.kb.kb_sample(view, rng, view), 0)
        self.assertEqual(self.kb.kb_apply(view, seat, move[0].move, self.ffi.NULL), 0)

    def test_views_are_read_back(self):
        """A view read back from its JSON shows the same, and worlds can be sampled from it."""
        ffi, kb = self.ffi, self.kb
        for game in ("intrige", "integralis", "incorporated"):
            state, view, read = (ffi.new("kb_state *") for _ in range(3))
            self.assertEqual(kb.kb_start(state, self.setup(game)), 0)
            rng = self.played(state, 50)
            self.assertEqual(kb.kb_redact(state, 1, view), 0)
            text, buffer = self.text()
            self.assertEqual(kb.kb_position_json(view, text), 0)
            shown = ffi.string(buffer)
            self.assertNotEqual(kb.kb_position_parse(shown, len(shown), read, ffi.NULL), 0)
            self.assertEqual(kb.kb_view_parse(shown, len(shown), read, ffi.NULL), 0)
            self.assertEqual(kb.kb_sample(read, rng, state), 0)
            self.assertEqual(kb.kb_redact(state, 1, view), 0)
            text, buffer = self.text()
            kb.kb_position_json(view, text)
            self.assertEqual(ffi.string(buffer), shown)
            spoilt = shown.replace(b'"players":', b'"players":9', 1)
            self.assertNotEqual(kb.kb_view_parse(spoilt, len(spoilt), read, ffi.NULL), 0)

    def record(self):
        memory = self.ffi.new("char[]", self.kb.kb_record_bytes() + 16)
        base = self.ffi.cast("uintptr_t", memory)
        aligned = self.ffi.cast("char *", (int(base) + 15) // 16 * 16)
        return self.kb.kb_record_in(aligned, self.kb.kb_record_bytes()), memory

    def test_bots_play_a_record(self):
        """Bots play a game. The program reads its record, and reading it back through the library gives the same."""
        ffi, kb = self.ffi, self.kb
        setup = self.setup("intrige", players="3", deals="loose")
        record, keep = self.record()
        size = kb.kb_bot_bytes() // 8 + 2
        memories = [ffi.new("uint64_t[]", size + 1) for _ in range(3)]
        bots = []
        for seat, (memory, name) in enumerate(zip(memories, (b"greedy:honest", b"easy:grudge", b"random"))):
            at = ffi.cast("char *", (int(ffi.cast("uintptr_t", memory)) + 15) // 16 * 16)
            bots.append(kb.kb_bot_in(at, kb.kb_bot_bytes(), name, seat, 7 + seat, ffi.NULL))
            self.assertNotEqual(bots[-1], ffi.NULL)
        lines, events, move, rng, seat = [], ffi.new("kb_events *"), ffi.new("kb_move *"), ffi.new("kb_rng *", kb.kb_rng_from(3)), ffi.new("int *")

        def written(call):
            text, buffer = self.text(1000)
            self.assertEqual(call(text), 0)
            lines.append(ffi.string(buffer))
        written(lambda text: kb.kb_record_begin(record, setup, text))
        while not kb.kb_over(kb.kb_record_state(record), ffi.NULL):
            state = kb.kb_record_state(record)
            actor = kb.kb_actors(state).bit_length() - 1
            if actor == kb.KB_CHANCE:
                self.assertEqual(kb.kb_pick(state, rng, seat, move), 0)
            else:
                self.assertEqual(kb.kb_bot_decide(bots[actor], state, move), 0)
            written(lambda text: kb.kb_record_move(record, actor, move[0], events, text))
            for bot in bots:
                self.assertEqual(kb.kb_bot_watch(bot, kb.kb_record_state(record), events), 0)
        written(lambda text: kb.kb_record_end(record, text))
        told = run(found("bin/kickback"), "trace", "-", input=b"\n".join(lines).decode() + "\n").splitlines()
        again, keep_too = self.record()
        for line in lines:
            self.assertEqual(kb.kb_record_read(again, line, len(line), events, ffi.NULL), 0, line)
        text, buffer = self.text()
        self.assertEqual(kb.kb_record_trace(again, text), 0)
        self.assertEqual(ffi.string(buffer).decode(), told[-1])
        self.assertIn('"winners"', lines[-1].decode())
        self.assertEqual(bytes(ffi.buffer(kb.kb_record_state(again))), bytes(ffi.buffer(kb.kb_record_state(record))))

    def test_promises(self):
        """A vow through the library: it binds and is judged, and a wrong line is refused with its number."""
        ffi, kb = self.ffi, self.kb
        record, keep = self.record()
        self.assertEqual(kb.kb_record_begin(record, self.setup("incorporated", promises="bond"), ffi.NULL), 0)
        rng, seat, move = ffi.new("kb_rng *", kb.kb_rng_from(2)), ffi.new("int *"), ffi.new("kb_move *")
        while kb.kb_actors(kb.kb_record_state(record)) >> kb.KB_CHANCE:
            kb.kb_pick(kb.kb_record_state(record), rng, seat, move)
            self.assertEqual(kb.kb_record_move(record, seat[0], move[0], ffi.NULL, ffi.NULL), 0)
        actor = kb.kb_actors(kb.kb_record_state(record)).bit_length() - 1
        by = ffi.string(kb.kb_seat_name(ffi.cast("kb_setup *", kb.kb_record_state(record)), actor)).decode()
        spans = ffi.new("kb_span[]", 64)
        free = kb.kb_record_legal(record, actor, spans, 64)
        text, buffer = self.text(100)
        kb.kb_move_text(kb.kb_record_state(record), spans[0].move, text)
        deed = ffi.string(buffer).decode()
        vow = f'{{"by":"{by}","propose":1,"with":[],"promises":[{{"seat":"{by}","wont":"{deed}","term":"turn"}}]}}'.encode()
        text, buffer = self.text(1000)
        self.assertEqual(kb.kb_record_read(record, vow, len(vow), ffi.NULL, text), 0, ffi.string(buffer))
        forbidden = spans[0].move
        self.assertEqual(self.name(kb.kb_record_check(record, actor, forbidden)), "bound")
        bound = ffi.new("kb_span[]", 64)
        self.assertEqual(kb.kb_record_legal(record, actor, bound, 64), free - 1)
        self.assertEqual(kb.kb_record_move(record, actor, bound[0].move, ffi.NULL, ffi.NULL), 0)
        outcomes = ffi.new("kb_outcome[]", 8)
        seen = []
        for _ in range(200):
            n = kb.kb_record_outcomes(record, outcomes, 8)
            seen += [(o.pact, o.promise, o.what) for o in outcomes[0:n]]
            if seen or kb.kb_pick(kb.kb_record_state(record), rng, seat, move):
                break
            kb.kb_record_move(record, seat[0], move[0], ffi.NULL, ffi.NULL)
        self.assertIn((1, 0, kb.KB_KEPT), seen)
        text, buffer = self.text(1000)
        self.assertNotEqual(kb.kb_record_read(record, b'{"by":"nobody"}', 15, ffi.NULL, text), 0)
        self.assertRegex(ffi.string(buffer).decode(), r"^line \d+: ")


class Exports(unittest.TestCase):
    def test_list(self):
        expected = (ROOT / "packaging/exports.txt").read_text().split()
        for name, flags in ("libkickback.so", ["-D"]), ("libkickback.a", []):
            lines = run("nm", *flags, "--defined-only", "--extern-only", found(name)).splitlines()
            names = sorted(line.split()[2] for line in lines if len(line.split()) == 3)
            self.assertEqual(names, expected, f"{name}: what is exported is listed in packaging/exports.txt")

    def test_every_declared_function_is_exported(self):
        header = re.sub(r"/\*.*?\*/", "", (ROOT / "include/kickback.h").read_text(), flags=re.S)
        declared = sorted(set(re.findall(r"\b(kb_[a-z0-9_]+)\([^;{}]*\);", header)))
        self.assertEqual(declared, (ROOT / "packaging/exports.txt").read_text().split())

    def test_interface_is_only_added_to(self):
        """packaging/libkickback.abi is the last release's. Removing or changing anything needs a new soname."""
        done = subprocess.run(["abidiff", "--no-added-syms", "--suppressions", ROOT / "packaging/libkickback.suppr",
                               ROOT / "packaging/libkickback.abi", found("libkickback.so").resolve()],
                              capture_output=True, text=True, check=False)
        self.assertEqual(done.returncode, 0, done.stdout + done.stderr)

    def test_soname(self):
        self.assertIn("[libkickback.so.0]", run("readelf", "-d", found("libkickback.so")))

    def test_ordinary_objects(self):
        """Neither a thin archive nor one of LTO objects."""
        self.assertEqual(found("libkickback.a").read_bytes()[:8], b"!<arch>\n")
        self.assertNotIn(".gnu.lto", run("readelf", "-S", "-W", found("libkickback.a")))


class Manual(unittest.TestCase):
    def test_pages_are_valid(self):
        for name in "kickback.1", "kickback.3", "kickback.kbr.5":
            with self.subTest(name):
                faults = subprocess.run(["mandoc", "-T", "lint", "-W", "warning", found(name)], capture_output=True, text=True, check=False)
                # The generated page has the program's version and no date.
                self.assertEqual([line for line in faults.stdout.splitlines() if "missing date" not in line], [])

    def test_verbs_and_flags(self):
        """The page has every verb with its flags, and the program accepts each flag that --help names."""
        program = found("bin/kickback")
        page = re.sub(r"\\f[BRI]|\\(?=-)", "", found("kickback.1").read_text())
        verbs = re.findall(r"^  ([a-z]+) ", run(program, "--help"), re.M)
        self.assertGreater(len(verbs), 15)
        for verb in verbs:
            section = re.search(rf"^\.SS {verb}\n(.*?)(?=^\.S[SH] )", page, re.M | re.S)[1]
            named = set(re.findall(r"^  (--[a-z-]+)", run(program, verb, "--help"), re.M))
            self.assertEqual(set(re.findall(r"^(--[a-z-]+)", section, re.M)), named, verb)
            for flag in named:
                said = subprocess.run([program, verb, flag + "="], capture_output=True, text=True, check=False,
                                      stdin=subprocess.DEVNULL, cwd=STAGE).stderr
                self.assertNotIn("unknown flag", said)

    def test_no_flag_is_missing(self):
        """Every flag in the program's tables is in the manual. --seats is another name of --players."""
        page = found("kickback.1").read_text().replace("\\-", "-")
        taken = {flag for path in (ROOT / "cli").glob("*.c")
                 for flag in re.findall(r'\{"([a-z-]+)", (?:required|no)_argument', path.read_text())}
        self.assertIn("tls-cert", taken)
        self.assertEqual([flag for flag in sorted(taken - {"seats"}) if f"--{flag}" not in page], [])

    def test_header_page(self):
        page = found("kickback.3").read_text().replace("\\-", "-")
        for name in (ROOT / "packaging/exports.txt").read_text().split():
            self.assertIn(name + "(", page)


class Completion(unittest.TestCase):
    def bash(self, *words):
        script = found("bash-completion/completions/kickback")
        return run("bash", "-c", 'source "$1"; shift; COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); _kickback; printf "%s\\n" "${COMPREPLY[@]}"',
                   "bash", script, *words, cwd=found("doc/kickback/examples")).split()

    def test_bash(self):
        self.assertEqual(self.bash("kickback", "sa"), ["salvage"])
        self.assertEqual(self.bash("kickback", "play", "intr"), ["intrige"])
        self.assertEqual(self.bash("kickback", "serve", "--tls"), ["--tls-cert", "--tls-key"])
        self.assertEqual(self.bash("kickback", "trace", "embed"), ["embed.c"])

    def test_fish(self):
        script = found("kickback.fish")

        def complete(line):
            said = run("fish", "--no-config", "-c", f"source {script}; complete -C '{line}'", env={**os.environ, "HOME": str(STAGE)})
            return [row.split("\t")[0] for row in said.splitlines()]
        self.assertEqual(complete("kickback sa"), ["salvage"])
        self.assertIn("--tls-cert", complete("kickback serve --tls"))
        self.assertIn("intrige", complete("kickback play intr"))

    def test_zsh(self):
        script = found("_kickback")
        run("zsh", "-f", "-n", script)
        # Runs compdef's function with its helpers replaced by ones that print their arguments.
        said = run("zsh", "-f", "-c", "_describe() { print -l $verbs }; _arguments() { print -l -- $@ }\n"
                   f"complete_it() {{ source {script} }}\n"
                   "words=(kickback sa) CURRENT=2; complete_it; words=(kickback serve --tls) CURRENT=3; complete_it")
        self.assertIn("salvage:", said)
        self.assertIn("*--tls-cert[", said)


if __name__ == "__main__":
    try:
        run("meson", "install", "-C", BUILD, "--no-rebuild", "--quiet", "--destdir", STAGE)
        unittest.main()
    finally:
        shutil.rmtree(STAGE)
