#!/usr/bin/env python3
"""Looks for the style that wins most against three of a bot: how far can the bot be exploited?

    best_response.py PROGRAM GAME BOT [--screen BOT] [--games N] [--final N] [--threads T]

A grid of at most 64 styles is screened, one of each against three of the screening bot (search:250). The best three then
play on fresh seeds against three of BOT. A style is a line of figures (docs/bots.md); the grid varies those that matter
most, each over a few values. PROGRAM is `kickback`.
"""

import argparse
import itertools
import json
import subprocess
import sys

GRIDS = {
    "intrige": {
        "pays": (0, 8, 20, 35),
        "fights": (0, 15),
        "payment": (0, 100),
        "envy": (0, 100),
        "outbids": (0, 30),
    },
    "incorporated": {
        "own": (30, 100),
        "safe": (30, 100),
        "lend": (0, 60),
        "help": (0, 80),
        "hinder": (0, 80),
        "selfish": (30, 100),
    },
}
# What every style of the grid has beside that.
FIXED = {"intrige": "word=100", "incorporated": "staff=100/finish=90/mood=10"}


def styles(game):
    grid = GRIDS[game]
    for values in itertools.product(*grid.values()):
        named = "/".join(f"{name}={value}" for name, value in zip(grid, values))
        yield f"style:{named}/{FIXED[game]}"


def match(args, style, bot, games, seed):
    command = [args.program, "arena", args.game, "--bots", f"{style},{bot}", "--players", "4", "--json", "-"]
    command += ["--games", str(games), "--seed", str(seed)]
    if args.threads:
        command += ["--threads", str(args.threads)]
    done = subprocess.run(command, check=True, capture_output=True, text=True)
    report = json.loads(done.stdout)
    entry = report["bots"][0]
    decided = report["games"] - report["unwon"]
    return entry["share"] * report["games"] / max(decided, 1), entry, report["unwon"]


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("program")
    parser.add_argument("game", choices=sorted(GRIDS))
    parser.add_argument("bot")
    parser.add_argument("--screen", default="search:250", help="who the grid is screened against (default search:250)")
    parser.add_argument("--games", type=int, default=100, help="games for each style of the grid")
    parser.add_argument("--final", type=int, default=800, help="games for each of the best three")
    parser.add_argument("--threads", type=int, default=0)
    args = parser.parse_args()
    screened = []
    for style in styles(args.game):
        share, _, _ = match(args, style, args.screen, args.games, 1)
        screened.append((share, style))
        print(f"{100 * share:5.1f} %  {style}", flush=True)
    screened.sort(key=lambda row: (-row[0], row[1]))
    print(f"\nThe best three of {len(screened)}, against three {args.bot}, of decided games:")
    for screen, style in screened[:3]:
        share, entry, unwon = match(args, style, args.bot, args.final, 2)
        print(f"{100 * share:5.1f} %  ({100 * entry['low']:.1f} .. {100 * entry['high']:.1f} of all, {unwon} unwon; "
              f"screened {100 * screen:.1f})  {style}", flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
