#!/usr/bin/env python3
"""Calls every public function of the Python package with random arguments, under AddressSanitizer and UBSan: seats, moves and
actions that do not exist, numbers of any size, arrays of wrong shapes and types, damaged pickles and records, threads that use
one object at once. Each call must return or raise an exception; anything else ends the process.

    fuzz_python.py BUILD [--rounds 300 | --seconds 60] [--seed 1]

Builds the extension with the sanitizers in BUILD. Run it with a Python that has NumPy. A round depends only on the seed and its
number, which is printed if the process ends: --first NUMBER repeats it.
"""
import argparse
import os
import pickle
import random
import shutil
import subprocess
import sys
import threading
import time
import traceback
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
# Without asserts, like the wheel.
SETUP = ["-Dbuildtype=plain", "-Doptimization=1", "-Ddebug=false", "-Db_ndebug=true", "-Db_lto=false", "-Db_lundef=false",
         "-Db_sanitize=address,undefined", "-Dc_args=-g1 -fno-sanitize-recover=all"]
ALLOWED = (ValueError, TypeError, OverflowError, KeyError, IndexError, AttributeError, UnicodeError, MemoryError, RecursionError, EOFError,
           OSError, pickle.UnpicklingError, ImportError)  # the last ones from damaged pickles


def build(folder):
    """The extension with the sanitizers, in a package of its own: folder/package."""
    tools = {**os.environ, "CC": "gcc"}
    if not (folder / "objects/build.ninja").exists():
        subprocess.run(["meson", "setup", folder / "objects", ROOT / "python", *SETUP], check=True, stdout=subprocess.DEVNULL, env=tools)
    subprocess.run(["ninja", "--quiet", "-C", folder / "objects"], check=True, env=tools)
    package = folder / "package/kickback"
    shutil.rmtree(package, ignore_errors=True)
    shutil.copytree(ROOT / "python/kickback", package, ignore=shutil.ignore_patterns("__pycache__"))
    (extension,) = (folder / "objects").glob("_core*.so")
    shutil.copy(extension, package)
    return package.parent


def sanitized(package, arguments):
    """Runs this program again with the sanitizers' library loaded first, which Python itself does not link."""
    library = subprocess.run(["gcc", "-print-file-name=libasan.so"], check=True, capture_output=True, text=True).stdout.strip()
    env = {**os.environ, "LD_PRELOAD": os.path.realpath(library), "PYTHONPATH": str(package), "PYTHONMALLOC": "malloc", "PYTHONDONTWRITEBYTECODE": "1",
           "ASAN_OPTIONS": "detect_leaks=0:allocator_may_return_null=1", "UBSAN_OPTIONS": "print_stacktrace=1", "KICKBACK_FUZZED": "1"}
    return subprocess.run([sys.executable, __file__, *arguments], env=env).returncode


# --- random arguments --------------------------------------------------------------------------------------------------


class Chooser:
    """Random values, half of them meaningful."""

    def __init__(self, seed):
        self.luck = random.Random(seed)
        self.known = []  # moves, positions and lines that were meant for something

    def number(self):
        return self.luck.choice([0, 1, 2, 3, 7, -1, -2, 93, 255, 2**31 - 1, 2**31, -2**31, 2**63, -2**63, 2**64, 10**30, True,
                                 self.luck.randrange(600), self.luck.randrange(-5, 5)])

    def seat(self):
        return self.luck.choice([0, 1, 2, 3, 4, kickback.CHANCE, kickback.SPECTATOR, "red", "suns", "chance", "nobody", self.number(), self.anything()])

    def text(self):
        made = self.luck.choice(["", "bribe 5000", "red", "intrige", "\0", "\ud800", "ä" * 300, "[" * 5000, "{}", "1", "hard:honest", "x" * 70000,
                                 *(self.known[-8:] or [""])])
        return self.damaged(made) if self.luck.random() < 0.4 else made

    def damaged(self, data):
        """Some of its characters or bytes changed, removed or repeated."""
        for _ in range(self.luck.randrange(1, 4)):
            at = self.luck.randrange(len(data) + 1)
            how, other = self.luck.randrange(3), self.luck.randrange(256)
            piece = bytes([other]) if isinstance(data, bytes) else chr(other)
            data = data[:at] + (piece + data[at + 1:] if how == 0 else data[at + 1:] if how == 1 else data[max(0, at - 9):])
        return data

    def array(self, n):
        """Numbers for a batch of n games: of any type and shape."""
        luck, kind = self.luck, self.luck.choice(["i1", "u1", "i2", "i4", "i8", "u8", "f4", "f8", "?", "O", "S3", "c8", ">i4"])
        shape = luck.choice([(n,), (n,), (n, 1), (n + 1,), (0,), (), (1, n), (n, 700)])
        made = np.asarray(np.random.default_rng(luck.randrange(2**32)).integers(-3, 700, shape)).astype(kind, casting="unsafe")
        return made[::-1] if luck.random() < 0.2 and made.ndim else made

    def anything(self):
        return self.luck.choice([None, 3.5, float("nan"), b"bytes", [], [1, 2], {}, {"game": "intrige"}, (), object(), np.int64(3), np.zeros(3), ...,
                                 kickback.Rng(1), lambda *_: 1])

    def any(self):
        return self.luck.choice([self.number, self.seat, self.text, self.anything])()

    def setup(self):
        game = self.luck.choice(["intrige", "integralis", "incorporated"])
        return game, {"players": self.luck.choice(list(kickback.game(game).players))}

    def state(self, steps=80):
        """A state of a game in progress; sometimes a view."""
        game, options = self.setup()
        state, rng = kickback.State(game, **options), kickback.Rng(self.luck.randrange(2**64))
        for _ in range(self.luck.randrange(steps)):
            if state.over:
                break
            seat, move = state.pick(rng)
            self.known.append(move)
            state.apply(seat, move)
        return state.redact(self.luck.randrange(state.n_seats)) if self.luck.random() < 0.3 else state


def attempt(call, *args, **named):
    """A call that may refuse, but only with an exception that says why."""
    try:
        return call(*args, **named)
    except ALLOWED as error:
        if isinstance(error, kickback.Error):
            assert str(error), "an error without a sentence"
        return None


# --- what is called ----------------------------------------------------------------------------------------------------


def states(choose):
    state, pick = choose.state(), choose.luck.choice
    for _ in range(30):
        name = pick(["legal", "spans", "check", "apply", "pick", "sample", "redact", "events", "picture", "seat_name", "action_of", "move_of",
                     "position", "json", "hash", "result", "scores", "winners", "clone", "_mask", "_observation", "__eq__", "__deepcopy__"])
        count = pick([0, 1, 1, 2, 2, 3])
        attempt(getattr(state, name), *(choose.any() for _ in range(count)))
        attempt(kickback.observe, state, choose.seat())
        attempt(kickback.action_mask, state, choose.seat())
        attempt(state.move_of, choose.seat(), choose.number(), choose.number())
        attempt(state.check, choose.seat(), choose.text())
        attempt(setattr, state, pick(["over", "actors", "setup", "new"]), 1)
    repr(state)


def positions(choose):
    state = choose.state()
    text = state.json()
    choose.known.append(text)
    for _ in range(12):
        found = attempt(kickback.State.from_position, choose.luck.choice([choose.damaged(text), text, choose.any()]), view=choose.luck.random() < 0.5)
        if found is not None:
            use(found)


def pickles(choose):
    state = choose.state()
    held = pickle.dumps(state)
    assert pickle.loads(held) == state
    for _ in range(8):
        found = attempt(pickle.loads, choose.damaged(held))
        if isinstance(found, kickback.State):
            use(found)
    call, (version, content, number) = state.__reduce__()
    for wrong in (("0.0.0", content, number), (version, content, number + 1), (version, choose.any(), number), (version, content, choose.number()),
                  (version, choose.damaged(content), number), (version, content[:9], number), (choose.any(), content, number)):
        found = attempt(call, *wrong)
        if found is not None:
            use(found)


def use(state):
    """A state that was accepted can be used."""
    rng = kickback.Rng(1)
    for seat in range(state.n_seats):
        attempt(state.legal, seat)
        attempt(kickback.observe, state, seat)
        attempt(kickback.action_mask, state, seat)
        attempt(state.picture, seat)
    for _ in range(5):
        if state.is_view:
            attempt(state.sample, rng)
        else:
            moved = attempt(state.pick, rng)
            if moved:
                attempt(state.apply, *moved)


def records(choose):
    game, options = choose.setup()
    record = kickback.Record(game, **options) if choose.luck.random() < 0.8 else kickback.Record()
    rng = kickback.Rng(choose.luck.randrange(99))
    for _ in range(30):
        moved = attempt(lambda: record.state.pick(rng))
        if moved and choose.luck.random() < 0.6:
            attempt(record.move, *moved)
        choose.known += record.lines[-1:]
        attempt(record.read, choose.text())
        attempt(getattr(record, choose.luck.choice(["begin", "move", "legal", "accept", "decline", "withdraw", "propose", "end", "trace"])),
                *(choose.any() for _ in range(choose.luck.randrange(4))))
        attempt(record.propose, choose.seat(), choose.number(), [{"seat": choose.seat(), "will": choose.text(), "term": choose.text()}], [choose.seat()])
        record.outcomes()
    attempt(kickback.Record.parse, choose.damaged(str(record)))
    attempt(lambda: list(kickback.trace(choose.damaged(str(record)))))


def bots(choose):
    made = attempt(kickback.Bot, *(choose.any() for _ in range(choose.luck.randrange(4))))
    good = kickback.bot(choose.luck.choice(["greedy", "random", "search:5", "hard:honest", "greedy:grudge"]), choose.luck.randrange(5), choose.luck.randrange(9))
    for bot in (made, good):
        for _ in range(3):
            state = choose.luck.choice([choose.state, choose.anything])()
            if bot is not None:
                attempt(bot.decide, state)
                attempt(bot.say, state)
                attempt(bot.watch, state)  # some moves of a game, not all


def batches(choose):
    luck, (game, options), n = choose.luck, choose.setup(), choose.luck.randrange(1, 9)
    attempt(kickback.vector, game, n=choose.number() if luck.random() < 0.5 else n, **{luck.choice(["seed", "seeds", "threads", "seat", "bots", "players",
            "observations", "masks", "seats", "rewards", "dones", "wins", "recall"]): luck.choice([lambda: choose.array(n), choose.text, choose.anything])()})
    bots_there = {"bots": luck.choice(["greedy", "random"])} if luck.random() < 0.4 else {}
    recall = luck.choice([False, True, 1, 9])
    batch = kickback.vector(game, n=n, seed=luck.randrange(99), threads=luck.choice([1, 2]), recall=recall, **options, **bots_there)
    for _ in range(15):
        attempt(batch.step, luck.choice([choose.array(n), batch.pick(), choose.anything()]), luck.choice([None, choose.array(n), choose.anything()]))
        attempt(batch.state, choose.any())
        attempt(batch.reset, *([choose.any()] * luck.randrange(3)))
        for array in (batch.masks, batch.seats, batch.observations, *([batch.recalled, batch.n_recalled] if recall else [])):
            if luck.random() < 0.1:
                array.fill(77)  # what the caller writes is not read
        if not np.isin(batch.masks, (0, 1)).all():
            batch.step(np.array([batch.state(i).action_of(int(s), batch.state(i).legal(int(s))[0]) for i in range(n)
                                 for s in [next(iter(batch.state(i).actors))]], np.int32)) if not bots_there else batch.reset(1)
    batch.reset(1)
    for _ in range(5):
        batch.step(batch.pick())


def threads(choose):
    """Several threads use one batch, one state, one bot, one record."""
    game, options = choose.setup()
    batch, state, bot = kickback.vector(game, n=64, threads=2, recall=20, **options), kickback.State(game, **options), kickback.bot("search:20", 0)
    watcher = kickback.bot("greedy", 1)
    record, rng = kickback.Record(game, **options), kickback.Rng(3)

    def work():
        for _ in range(10):
            attempt(lambda: batch.step(batch.pick()))
            attempt(batch.reset, 1)
            attempt(lambda: state.apply(*state.pick(rng)))
            attempt(bot.decide, state)
            attempt(watcher.watch, state)
            attempt(lambda: record.move(*record.state.pick(rng)))
    running = [threading.Thread(target=work) for _ in range(4)]
    for one in running:
        one.start()
    for one in running:
        one.join()
    batch.reset(1)
    batch.step(batch.pick())


def others(choose):
    for call in (kickback.State, kickback.game, kickback.encoding, kickback.Rng, kickback.Memory, kickback.rewards, kickback.arena, kickback.action_mask,
                 kickback.observe, kickback._core.game_at, kickback._core.encoding_of, text.Game, text.request_of):
        attempt(call, *(choose.any() for _ in range(choose.luck.randrange(4))))
    attempt(kickback.State, choose.luck.choice(["intrige", "integralis"]), **{choose.luck.choice(["players", "bribes", "edition", "x"]): choose.any()})
    attempt(kickback.Rng(1).below, choose.any())
    memory, rng = kickback.Memory(kickback.State("incorporated", players=3)), kickback.Rng(2)
    for _ in range(10):
        attempt(memory.apply, choose.seat(), choose.text())
        memory.apply(*memory.state.pick(rng))
        attempt(memory.resample, choose.any(), rng)
        attempt(memory.relations, choose.any())
        attempt(memory.recall, choose.any())
        attempt(memory.state._told, choose.any(), choose.any())
        attempt(memory.information_state, choose.any())
    game = text.Game("intrige", players=3, seed=1)
    for _ in range(6):
        attempt(game.act, choose.luck.choice([0, 1, 2, choose.number()]), choose.luck.choice(["say ", "whisper red: ", "propose ", "vow ", "accept "]) + choose.text())


PARTS = (states, positions, pickles, records, bots, batches, threads, others)


def fuzz(args):
    began, number = time.monotonic(), args.first
    while number - args.first < args.rounds if not args.seconds else time.monotonic() - began < args.seconds:
        part = PARTS[number % len(PARTS)]
        (args.build / "round").write_text(f"{part.__name__} {number} of seed {args.seed}\n")
        try:
            part(Chooser(args.seed << 32 | number))
        except Exception:
            traceback.print_exc()
            return f"{part.__name__} raised what it must not"
        number += 1
    print(f"{number - args.first} rounds in {time.monotonic() - began:.1f} s")
    return 0


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("build", type=Path)
    parser.add_argument("--rounds", type=int, default=300)
    parser.add_argument("--seconds", type=float, default=0)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--first", type=int, default=0)
    args = parser.parse_args()
    args.build = args.build.resolve()
    if not os.environ.get("KICKBACK_FUZZED"):
        args.build.mkdir(parents=True, exist_ok=True)
        status = sanitized(build(args.build), sys.argv[1:])
        if status:
            sys.exit(f"the extension failed (status {status}) in round {(args.build / 'round').read_text().strip()}")
        return
    status = fuzz(args)
    sys.stdout.flush()
    if status:
        sys.exit(status)


if os.environ.get("KICKBACK_FUZZED"):
    import numpy as np

    import kickback
    from kickback import text

if __name__ == "__main__":
    main()
