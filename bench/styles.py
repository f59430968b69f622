#!/usr/bin/env python3
"""How the bots do among people who play otherwise: plays `hard` against tables of one style, and writes docs/styles.md.

    styles.py [--kickback PROGRAM] [--data DIR] [--out DIR] [--scale X] [--threads T] [--report]

Works like strength.py: every finished match is a file in the data folder, and a run can be taken up again."""

import argparse
import json
import subprocess
from pathlib import Path

from strength import ROOT, Match, command, load, percent, play, table

GAMES = 48
WANTED = 0.40
# The search knows these styles (bots/GAME/styles.c) ...
KNOWN = {
    "intrige": ("fair", "thrifty", "miser", "leveller", "rival", "friend", "lavish", "fickle"),
    "incorporated": ("teamplayer", "loner", "freerider", "saboteur", "clerk", "partisan", "whimsical"),
}
# ... and these it has never met. Nothing is tuned on them.
STRANGERS = {
    "intrige": ("pays=14/fights=30/outbids=25/payment=70/envy=40/mood=10/word=100",
                "pays=5/fights=8/payment=20/envy=60/loyalty=30/word=100",
                "pays=30/fights=10/whim=40/payment=40/loyalty=50/mood=30/word=100",
                "fights=0/envy=80/payment=10/mood=5"),
    "incorporated": ("own=70/safe=80/staff=90/finish=70/lend=40/help=60/selfish=60/hinder=20/mood=20",
                     "own=90/safe=20/staff=100/finish=100/lend=10/help=30/selfish=90/hinder=50/mood=30"),
}
LANDLORDS = ("greedy", "greedy:honest", "greedy:opportunist", "greedy:grudge",
             "medium", "medium:honest", "medium:opportunist", "medium:grudge", "hard", "hard:honest")


def matches(styles):
    for game, names in styles.items():
        for name in names:
            yield Match(f"{game}-4-hard-against-{name}".replace("/", "-").replace("=", ""), "styles", game,
                        ("hard", f"style:{name}"), 4, GAMES, wanted=WANTED)


def curve_file(settings):
    return settings.data / "curves.json"


def play_curves(settings):
    """What a bribe buys, as the arena tells it."""
    if curve_file(settings).exists():
        return
    arguments = ["arena", "intrige", "--curve", "--bots", ",".join(LANDLORDS), "--games", str(GAMES)]
    threads = ["--threads", str(settings.threads)] if settings.threads else []
    done = subprocess.run([settings.kickback, *arguments, *threads], capture_output=True, text=True, check=True)
    settings.data.mkdir(parents=True, exist_ok=True)
    curve_file(settings).write_text(json.dumps({"command": " ".join(arguments), "table": done.stdout}))


def rows(settings, styles):
    for match in matches(styles):
        played = load(settings, match)
        row = [match.game, match.bots[1]]
        if not played:
            yield [*row, "not played", "", "", command(settings, match)]
            continue
        result = played["result"]
        decided = result["games"] - result["unwon"]
        share = result["bots"][0]["share"] * result["games"] / max(decided, 1)
        unwon = f", {result['unwon']} unwon" if result["unwon"] else ""
        yield [*row, percent(share), "yes" if share >= WANTED else "no", f"{result['games']}{unwon}",
               command(settings, match)]


def report_lines(settings):
    head = ["game", "three of", ">share", "reached", ">games", "command"]
    yield from f"""# How the bots do against other ways to play

<!-- Written by bench/styles.py. -->

One `hard` at a table with three of one style. The share is of the games that somebody won; {percent(0.25)} would be fair,
and {percent(WANTED)} is wanted. [bots.md](bots.md) explains styles. {GAMES} games tell a share to about ± 13 points.

## Styles the search knows
""".splitlines()
    yield ""
    yield from table(head, rows(settings, KNOWN))
    yield from ["## Strangers", "", "Styles that no figure of the bots was chosen by.", ""]
    yield from table(head, rows(settings, STRANGERS))
    yield from ["## What a bribe buys", ""]
    if curve_file(settings).exists():
        curve = json.loads(curve_file(settings).read_text())
        yield from [f"`kickback {curve['command']}`", "", "```", *curve["table"].rstrip().splitlines(), "```"]
    else:
        yield "Not played yet."


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--kickback", default=str(ROOT / "build/kickback"))
    parser.add_argument("--data", type=Path, default=ROOT / "build/styles")
    parser.add_argument("--out", type=Path, default=ROOT / "docs")
    parser.add_argument("--scale", type=float, default=1)
    parser.add_argument("--threads", type=int, default=0)
    parser.add_argument("--report", action="store_true", help="play nothing, write the report")
    settings = parser.parse_args()
    if not settings.report:
        play_curves(settings)
        for styles in (KNOWN, STRANGERS):
            for match in matches(styles):
                if not load(settings, match):
                    print(match.name, percent(play(settings, match)["result"]["bots"][0]["share"]), flush=True)
    settings.out.mkdir(parents=True, exist_ok=True)
    (settings.out / "styles.md").write_text("\n".join(report_lines(settings)) + "\n")


if __name__ == "__main__":
    main()
