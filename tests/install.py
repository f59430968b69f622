#!/usr/bin/env python3
"""What `make install` installs, used from outside the tree: every file is there, programs link with the library both
ways and by both compilers, the manual and the completions are valid and complete, and nothing inner is exported.

usage: install.py BUILD
"""
import os
import re
import shutil
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

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
    """The one installed file of this pattern."""
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

    def test_versions_agree(self):
        version = run(found("bin/kickback"), "--version").split()[1]
        self.assertEqual(package("--modversion"), [version])


class Linking(unittest.TestCase):
    """Programs that know the installed files only."""

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
        """A program may use names that the library uses inside."""
        source = self.scratch / "own.c"
        inner = [line.split()[2] for line in run("nm", found("libkickback.a")).splitlines() if " t " in line]
        names = [name for name in inner if re.fullmatch(r"(bot|kb|intrige)_[a-z_]+", name)]
        self.assertGreater(len(names), 100)
        source.write_text("#include <kickback.h>\n" + "".join(f"int {name}(void);\nint {name}(void) {{ return 1; }}\n" for name in names) +
                          'int main(void) { return kb_game_named("intrige"); }\n')
        self.output(self.build("gcc", source, True))


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

    def test_soname(self):
        self.assertIn("[libkickback.so.0]", run("readelf", "-d", found("libkickback.so")))

    def test_ordinary_objects(self):
        """Neither a thin archive nor one of intermediate code."""
        self.assertEqual(found("libkickback.a").read_bytes()[:8], b"!<arch>\n")
        self.assertNotIn(".gnu.lto", run("readelf", "-S", "-W", found("libkickback.a")))


class Manual(unittest.TestCase):
    def test_pages_are_valid(self):
        for name in "kickback.1", "kickback.3", "kickback.kbr.5":
            with self.subTest(name):
                faults = subprocess.run(["mandoc", "-T", "lint", "-W", "warning", found(name)], capture_output=True, text=True, check=False)
                # A page that is generated has the program's version, and no date.
                self.assertEqual([line for line in faults.stdout.splitlines() if "missing date" not in line], [])

    def test_verbs_and_flags(self):
        """The page has every verb and its flags, and the program takes each flag that --help names."""
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
        """Every flag in the tables of the program is in the manual; --seats is another name of --players."""
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
        # compdef's function, with the helpers it calls replaced by ones that print what they are given.
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
