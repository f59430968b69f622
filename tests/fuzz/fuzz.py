#!/usr/bin/env python3
"""Runs the fuzzers of a sanitized build, with seeds from the golden records.

    fuzz.py BUILD --runs 20000 [--only NAME]   always the same, for the tests
    fuzz.py BUILD --seconds 60 [--only NAME]   builds them and explores; new inputs are kept in BUILD/corpus

An input that breaks something is saved as BUILD/crash-…. Once it is understood, put it into tests/fuzz/found/NAME, and
it is tried first from then on.
"""

import argparse
import json
import os
import re
import subprocess
import sys
import tempfile
from pathlib import Path

HERE = Path(__file__).resolve().parent
NAMES = ["record", "position", "move", "pattern", "request", "wire", "library"]
# The words of the formats, so that the fuzzer need not guess them.
WORDS = """
kickback game edition options players by move say to at meta luck end intrige mayfair2005 amigo2003 fxschmid1994
bribes refund deals money defence markers promises must may word bond open sealed no yes none loose binding hidden red yellow green blue violet chance
start round turn step cash home palace park island stage sent kind profession payer for paid sealed offers offer
bribe answer place hire settle send over uncontested external internal scholar amount post bank
scientist doctor priest clerk alchemist healer minister scribe banker lawyer scholar soldier
id do table seat name create watch unwatch lobby sit leave bot empty words vote decision clock live correspondence
bank_s increment_s answer_s hours talk public private after as easy medium hard 00000000000000000000000000000000
ping link device token logout others account login passphrase mute person muted follow find code history of before
open_talk whispers seen hidden order random chosen record look invite n rematch passing on events remove games search
propose with promises secret seat will wont term next if deed accept decline withdraw promises bond word pay give banish at pact pacts pace brisk comfortable off wait consider vocabulary
* ** >= <= | red.* *.clerk green|blue.doctor
accept refuse counter 1000 3000 6000 10000 20000 30000 50000 100000 32000 null true false
""".split()


def with_pacts(lines):
    """The record of a game, with lines about pacts between its moves."""
    setup = json.loads(lines[0])
    setup["kickback"] = 2
    setup["options"] = {"promises": "bond"}
    out = [json.dumps(setup)]
    for i, line in enumerate(lines[1:30]):
        out.append(line.rstrip())
        seats = SEATS[setup["game"]]
        if i % 4 == 0:
            number = i // 4 + 1
            out.append(json.dumps({"by": seats[0], "propose": number, "with": [seats[1]] if number % 3 else [], "promises": [
                {"seat": seats[0], "will": PATTERNS[setup["game"]][number % 2], "term": "turn"},
                {"seat": seats[0], "wont": PATTERNS[setup["game"]][1], "term": "game",
                 "if": {"seat": seats[1], "deed": PATTERNS[setup["game"]][0]}}]}))
            if number % 3 == 1:
                out.append(json.dumps({"by": seats[1], "accept": number}))
    return "".join(line + "\n" for line in out)


SEATS = {"intrige": ["red", "yellow"], "integralis": ["red", "yellow"], "incorporated": ["suns", "moons"]}
PATTERNS = {"intrige": ["pay >=2000 for *.* at *", "send * yellow|green"], "integralis": ["play **", "take *"],
            "incorporated": ["commit >=2 on *", "play S5|M5"]}


def seeds(name, program, golden):
    """The seeds of a fuzzer, as bytes: whole and partial records, their positions, their moves."""
    for record in sorted(golden.glob("*.kbr")):
        text = record.read_text()
        lines = text.splitlines(keepends=True)
        if name == "record":
            yield text.encode()
            yield "".join(lines[:5]).encode()
            yield with_pacts(lines).encode()
            continue
        if name == "pattern":
            for i in range(12):
                for pattern in PATTERNS[json.loads(lines[0])["game"]]:
                    yield bytes([16 * (i % 3), i % 3] + [0] * 9 + [9 * i, i]) + pattern.encode()
            continue
        moves = [row["move"] for row in map(json.loads, lines) if "move" in row]
        if name == "move":
            # The head is the setup in numbers, the number of moves played, and a seed. Any values will do.
            for i, move in enumerate(moves[::4]):
                yield bytes([i % 3, i % 3, 0, i % 2, i % 3, 0, i % 2, 0, 0, 0, 0, 4 * i % 256, i % 256]) + move.encode()
            continue
        trace = subprocess.run([program, "trace", record], check=True, capture_output=True, text=True).stdout
        for row in trace.splitlines()[::7]:
            yield json.dumps(json.loads(row)["position"], separators=(",", ":")).encode()
        seat = SEATS[json.loads(lines[0])["game"]][0]
        views = subprocess.run([program, "trace", record, "--seat", seat], check=True, capture_output=True, text=True).stdout
        for row in views.splitlines()[::11]:
            yield json.dumps(json.loads(row)["position"], separators=(",", ":")).encode()


def requests():
    """The examples of the protocol page, changed to the fuzzer's table, with the table at every stage."""
    page = (HERE.parent.parent / "docs/protocol.md").read_text()
    lines = [line for line in re.findall(r"^    (\{\"id\".*\})$", page, re.M)]
    lines = [re.sub('"table":"[0-9a-f]+"', '"table":"' + "0" * 32 + '"', line) for line in lines]
    for stage in range(4):
        for line in lines:
            yield bytes([stage]) + line.encode()
        yield bytes([stage]) + "\n".join(lines).encode()


def wire():
    """A request and an upgrade, and frames of every kind. The mask is zero so that their text is readable."""
    yield b"GET / HTTP/1.1\r\nHost: a\r\nAccept-Encoding: gzip\r\nCookie: kickback=00\r\n\r\n"
    yield (b"GET http://a/ws?x HTTP/1.1\r\nHost: a\r\nConnection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\n"
           b"Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\nOrigin: null\r\nX-Forwarded-For: 1.2.3.4\r\n\r\n")
    yield b"POST * HTTP/1.0\r\nTransfer-Encoding: chunked\r\nContent-Length: 5\r\nExpect: 100-continue\r\n\r\n"
    for mask in (b"", bytes(4)):
        bit = 0x80 if mask else 0
        for first in (0x81, 0x01, 0x80, 0x82, 0x88, 0x89, 0x8A, 0xC1, 0x83):
            yield bytes([first, bit | 2]) + mask + b"{}"
        yield bytes([0x01, bit | 2]) + mask + b"\xce\xba" + bytes([0x89, bit]) + mask + bytes([0x80, bit | 126, 0, 130]) + mask + b"x" * 130


def library():
    """A start of each game, some moves, and then each kind of call. The fuzzer goes on from there."""
    for game in range(3):
        for call in range(10):
            yield bytes([7, 0, game, 0xE0, 0, 3, 0, 31, 5, 0, 1, 3, 0, 31]) + bytes([call, 1, 2, 0, 0, 3, 0, 0, 4, 1] * 8)


def run(name, build, arguments):
    with tempfile.TemporaryDirectory() as scratch:
        made = Path(scratch) / "seeds"
        made.mkdir()
        made_of = requests() if name == "request" else wire() if name == "wire" else library() if name == "library" else seeds(name, build / "kickback", HERE.parent / "golden")
        for i, seed in enumerate(made_of):
            (made / f"{i:04}").write_bytes(seed)
        words = Path(scratch) / "words"
        words.write_text("".join(f'"{word}"\n' for word in WORDS))
        # New inputs go into the first folder: a temporary one, or the corpus.
        learned = Path(scratch) / "learned" if arguments.runs else build / "corpus" / name
        learned.mkdir(parents=True, exist_ok=True)
        limit = [f"-runs={arguments.runs}", "-seed=1"] if arguments.runs else [f"-max_total_time={arguments.seconds}"]
        folders = [learned, made, *sorted((HERE / "found").glob(name))]
        fuzzer = build / "tests" / f"fuzz_{name}"
        flags = [f"-dict={words}", f"-artifact_prefix={build}/", "-timeout=10", "-verbosity=0", "-print_final_stats=1"]
        environment = {**os.environ, "ASAN_OPTIONS": "detect_leaks=0"}
        done = subprocess.run([fuzzer, *limit, *flags, *folders], env=environment, check=False, stdout=subprocess.PIPE,
                              stderr=subprocess.STDOUT, text=True, errors="replace")
        if done.returncode:
            print(done.stdout)
        else:
            print("".join(re.findall("stat::(?:number_of_ex|new_units).*\n", done.stdout)), end="")
        return done.returncode


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("build", type=Path)
    parser.add_argument("--runs", type=int, default=0)
    parser.add_argument("--seconds", type=int, default=60)
    parser.add_argument("--only", choices=NAMES)
    arguments = parser.parse_args()
    build = arguments.build.resolve()
    names = [arguments.only] if arguments.only else NAMES
    if not arguments.runs:
        subprocess.run(["ninja", "--quiet", "-C", build, *(f"tests/fuzz_{name}" for name in names)], check=True)
    failed = 0
    for name in names:
        print(f"Fuzzing {name}", flush=True)
        failed += run(name, build, arguments) != 0
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
