#!/usr/bin/env python3
"""How strong the bots are: plays a fixed list of arena matches, and writes what they came to.

    strength.py                      plays what has not been played yet, then writes the report
    strength.py --list               names the matches
    strength.py --only NAME          plays this one (may be given several times) and writes no report
    strength.py --report             plays nothing, writes the report of what is there
    strength.py --scale 0.01         a trial with a hundredth of the games; a full run is not touched by it

Every finished match is a file in the data folder, so a run can be interrupted and taken up again, and several of
them, each with --only, can share a folder. What was played stays there: after a change of the bots, empty it.
Needs nothing but the program and Python's standard library."""

import argparse
import hashlib
import json
import math
import os
import platform
import signal
import subprocess
import sys
import time
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
GAMES = ("intrige", "integralis", "incorporated")
LEVELS = ("random", "easy", "greedy", "medium", "hard")
# The shares we are out for, by the number of seats.
WANTED_OF_GREEDY = {2: 0.95, 4: 0.70}
WANTED_OF_SEARCH = {2: 0.75, 4: 0.45}
WANTED_OF_MORE = 0.35
CHARACTERS = ("greedy", "greedy:honest", "greedy:opportunist", "greedy:grudge")


# --- the matches ----------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Match:
    """One call of the arena. The first bot is the one that is judged, the last fills the table."""

    name: str
    chapter: str
    game: str
    bots: tuple
    seats: int
    games: int
    options: tuple = ()
    wanted: float = 0  # the share the first bot should reach; 0: the fair one

    @property
    def fair(self):
        return 1 / self.seats

    def scaled_games(self, scale):
        """So many games, but every order of every line-up as often as the others, and once at least."""
        orders = math.factorial(self.seats) if len(self.bots) > 2 else self.seats
        unit = orders * math.comb(max(len(self.bots), self.seats), self.seats)
        return max(1, round(self.games * scale / unit)) * unit

    def arguments(self, scale):
        options = [word for option in self.options for word in ("--option", option)]
        return ["arena", self.game, "--bots", ",".join(self.bots), "--players", str(self.seats), *options,
                "--games", str(self.scaled_games(scale))]


def one_against(chapter, bot, others, game, seats, games, wanted=0):
    """One bot against a table full of another."""
    name = f"{game}-{seats}-{bot}-against-{others}".replace(":", "")
    return Match(name, chapter, game, (bot, others), seats, games, wanted=wanted)


# The plot: what each line is called, and the strengths it is drawn through.
CURVES = (
    ("Intrige, 4 seats", "intrige", 4, (16, 64, 250, 1000, 4000)),
    ("Incorporated, 4 seats", "incorporated", 4, (16, 64, 250, 1000, 4000)),
    ("Integralis, 2 seats", "integralis", 2, (16, 64, 250, 1000)),
)


def curve_match(game, seats, simulations):
    chapter = "search" if simulations == 1000 else "simulations"
    wanted = 0 if chapter == "simulations" else WANTED_OF_SEARCH[seats]
    return one_against(chapter, f"search:{simulations}", "greedy", game, seats, 400, wanted)


def all_matches():
    tables = [(game, 4) for game in GAMES] + [("integralis", 2)]
    matches = [one_against("greedy", "greedy", "random", game, seats, 1000, WANTED_OF_GREEDY[seats])
               for game, seats in tables]
    matches += [Match(f"{game}-4-levels", "levels", game, LEVELS, 4, 200) for game in ("intrige", "incorporated")]
    matches.append(Match("integralis-2-levels", "levels", "integralis", LEVELS, 2, 60))
    matches.append(Match("intrige-4-characters", "characters", "intrige", CHARACTERS, 4, 2000, ("deals=loose",)))
    matches += [curve_match(game, seats, 1000) for game, seats in tables]
    matches += [curve_match(game, seats, n) for _, game, seats, strengths in CURVES for n in strengths if n != 1000]
    matches += [one_against("more", "search:4000", "search:250", game, 4, 400, WANTED_OF_MORE)
                for game in ("intrige", "incorporated")]
    matches.append(one_against("more", "search:4000", "search:250", "integralis", 2, 100))
    return matches


# --- playing --------------------------------------------------------------------------------------------------------


def machine():
    """The machine in words, without its name."""
    model = platform.processor() or platform.machine()
    try:
        for line in Path("/proc/cpuinfo").read_text().splitlines():
            if line.startswith("model name"):
                model = line.split(":", 1)[1].strip()
                break
    except OSError:
        pass
    return f"{model}, {os.cpu_count()} processors, {platform.system()} {platform.machine()}"


def data_file(settings, match):
    return settings.data / f"{match.name}.{match.scaled_games(settings.scale)}.json"


def load(settings, match):
    """What the match came to, or None: never played, or played as something else."""
    try:
        played = json.loads(data_file(settings, match).read_text())
    except (OSError, ValueError):
        return None
    return played if played.get("arguments") == match.arguments(settings.scale) else None


def play(settings, match):
    """Plays the match and keeps it if it was finished."""
    arguments = match.arguments(settings.scale)
    threads = ["--threads", str(settings.threads)] if settings.threads else []
    began = time.monotonic()
    done = subprocess.run([settings.kickback, *arguments, *threads, "--json", "-"], stdout=subprocess.PIPE,
                          stderr=subprocess.PIPE, text=True, check=False)
    if done.returncode != 0:
        sys.stderr.write(done.stderr)
        raise SystemExit(f"strength.py: {match.name}: kickback ended with {done.returncode}")
    played = {"arguments": arguments, "seconds": round(time.monotonic() - began, 1), "machine": machine(),
              "program": hashlib.sha256(Path(settings.kickback).read_bytes()).hexdigest()[:16],
              "result": json.loads(done.stdout)}
    file = data_file(settings, match)
    file.parent.mkdir(parents=True, exist_ok=True)
    aside = file.with_name(f"{file.name}.{os.getpid()}")
    aside.write_text(json.dumps(played) + "\n")
    aside.rename(file)
    return played


def play_all(settings, matches):
    for i, match in enumerate(matches, 1):
        print(f"{i}/{len(matches)} {match.name}: {match.scaled_games(settings.scale)} games", end="", flush=True)
        played = load(settings, match)
        known = played is not None
        played = played or play(settings, match)
        first = played["result"]["bots"][0]
        print(f", {first['bot']} has {percent(first['share'])}, {played['seconds']:.0f} s{' (known)' if known else ''}")


# --- the report -----------------------------------------------------------------------------------------------------


def percent(share):
    return f"{100 * share:.1f} %"


def interval(entry):
    return f"{100 * entry['low']:.1f} – {100 * entry['high']:.1f} %"


def command(settings, match):
    return f"`kickback {' '.join(match.arguments(settings.scale))}`"


def table(head, rows):
    """A Markdown table; columns of figures are marked with > in the head."""
    yield "| " + " | ".join(column.lstrip(">") for column in head) + " |"
    yield "|" + "|".join("--:" if column[0] == ">" else "---" for column in head) + "|"
    for row in rows:
        yield "| " + " | ".join(row) + " |"
    yield ""


def verdict(entry, wanted):
    return "yes" if entry["share"] >= wanted else "no"


def share_rows(settings, matches):
    for match in matches:
        played = load(settings, match)
        wanted = match.wanted or match.fair
        others = f"{match.seats - 1} × {match.bots[1]}"
        row = [match.game, f"{match.bots[0]} against {others}", f"{100 * wanted:g} %"]
        if played:
            entry = played["result"]["bots"][0]
            games, unwon = played["result"]["games"], played["result"]["unwon"]
            row += [percent(entry["share"]), interval(entry), verdict(entry, wanted),
                    f"{games}, {unwon} unwon" if unwon else str(games)]
        else:
            row += ["not played", "", "", str(match.scaled_games(settings.scale))]
        yield [*row, command(settings, match)]


def share_table(settings, chapter):
    head = ["game", "match", "wanted", ">share", ">95 %", "reached", ">games", "command"]
    matches = [match for match in all_matches() if match.chapter in chapter]
    if "simulations" in chapter:
        matches.sort(key=lambda match: GAMES.index(match.game))  # keeps the rest in order
    yield from table(head, share_rows(settings, matches))


def lineup_table(settings, match, columns):
    """All bots of a match that has more than one to judge."""
    played = load(settings, match)
    yield f"{match.game.capitalize()}, {match.scaled_games(settings.scale)} games: {command(settings, match)}"
    yield ""
    if not played:
        yield "Not played yet."
        yield ""
        return
    entries = played["result"]["bots"]
    if "rating" in entries[0]:
        entries = sorted(entries, key=lambda entry: -entry["rating"])
    shown = {"rating": lambda e: f"{e['rating']:.0f}", "share": lambda e: percent(e["share"]), "95 %": interval,
             "fair": lambda e: percent(e["fair"]), "rank": lambda e: f"{e['rank']:.2f}",
             "kept": lambda e: str(e["deals"]["kept"]), "broken": lambda e: str(e["deals"]["broken"])}
    yield from table(["bot", *(f">{column}" for column in columns)],
                     [[entry["bot"], *(shown[column](entry) for column in columns)] for entry in entries])


def chapter_text(settings, chapter, columns):
    for match in all_matches():
        if match.chapter == chapter:
            yield from lineup_table(settings, match, columns)


def footer(settings):
    played = [found for found in (load(settings, match) for match in all_matches()) if found]
    hours = sum(found["seconds"] for found in played) / 3600
    yield "## Where it was played"
    yield ""
    yield f"{len(played)} of {len(all_matches())} matches, {hours:.1f} hours in all."
    yield ""
    for line in sorted({found["machine"] for found in played}):
        yield f"- {line}"
    if len({found["program"] for found in played}) > 1:
        yield ""
        yield "The matches were not all played by the same build of the program."


def report_lines(settings):
    yield "# How strong the bots are"
    yield ""
    yield "<!-- Written by bench/strength.py; `make strength` plays it all again. -->"
    if settings.scale != 1:
        yield ""
        yield f"**A trial with {settings.scale:g} of the games.**"
    yield from f"""
A share is the part of the games that a bot won, a shared win counting in part; the interval is Wilson's, for 95 %.
*Reached* says whether the share is what we are out for, *wanted*. Every order of seats is played, and each command gives
the same figures on every machine; [arena.md](arena.md) explains them. Where nobody wins, as when a company is ruined in
Incorporated, nobody gets a share: those games are counted as *unwon*. Three random departments ruin nearly every
company, whatever the fourth one does.

## Greedy

One greedy bot at a table of random ones.
""".splitlines()
    yield ""
    yield from share_table(settings, ("greedy",))
    yield from ["## Search", "", "One searching bot at a table of greedy ones.", ""]
    yield from share_table(settings, ("search",))
    yield from ["## More simulations", "", "What they bring against greedy, and against a smaller search.", "",
                "![Share of games won against greedy bots, by simulations for a decision](strength.svg)", ""]
    yield from share_table(settings, ("simulations", "more"))
    yield from ["## Levels", "", "All levels against each other, four at a table in every choice. "
                "400 points of rating are odds of ten to one.", ""]
    yield from chapter_text(settings, "levels", ("rating", "share", "95 %", "fair", "rank"))
    yield from ["## Characters", "", "What a character costs or brings in Intrige, where a promise may be broken. "
                "A kept deal counts for both who made it, a broken one for who broke it.", ""]
    yield from chapter_text(settings, "characters", ("share", "95 %", "fair", "rank", "kept", "broken"))
    yield from footer(settings)


# --- the plot -------------------------------------------------------------------------------------------------------

WIDTH, HEIGHT, LEFT, RIGHT, TOP, BOTTOM = 720, 420, 56, 20, 56, 52
STYLE = """
  text { font: 13px system-ui, sans-serif; fill: #333 }
  .title { font-size: 15px; font-weight: 600 }
  .grid { stroke: #888; stroke-opacity: .25 }
  .fair { stroke: #888; stroke-dasharray: 5 4 }
  .curve { fill: none; stroke-width: 2 }
  .c0 { stroke: #1f6fb4 } .c1 { stroke: #c2571a } .c2 { stroke: #2b8a4b }
  .m0 { fill: #1f6fb4 } .m1 { fill: #c2571a } .m2 { fill: #2b8a4b }
  @media (prefers-color-scheme: dark) {
    text { fill: #ddd }
    .c0 { stroke: #6db3f2 } .c1 { stroke: #f2a06d } .c2 { stroke: #74d694 }
    .m0 { fill: #6db3f2 } .m1 { fill: #f2a06d } .m2 { fill: #74d694 }
  }"""


def x_of(simulations):
    ticks = [n for _, _, _, strengths in CURVES for n in strengths]
    low, high = math.log(min(ticks)), math.log(max(ticks))
    part = (math.log(simulations) - low) / (high - low)
    return LEFT + 20 + part * (WIDTH - LEFT - RIGHT - 40)


def y_of(share):
    return TOP + (1 - share) * (HEIGHT - TOP - BOTTOM)


def text(x, y, words, anchor="middle", more=""):
    return f'<text x="{x:.1f}" y="{y:.1f}" text-anchor="{anchor}"{more}>{words}</text>'


def line(x1, y1, x2, y2, css):
    return f'<line x1="{x1:.1f}" y1="{y1:.1f}" x2="{x2:.1f}" y2="{y2:.1f}" class="{css}"/>'


def marker(number, x, y):
    """Each line has a shape of its own, for those who do not tell the colours apart."""
    shapes = (f'<circle cx="{x:.1f}" cy="{y:.1f}" r="4.5" class="m0"/>',
              f'<rect x="{x - 4:.1f}" y="{y - 4:.1f}" width="8" height="8" class="m1"/>',
              f'<path d="M{x:.1f} {y - 5.5:.1f}l5 9h-10z" class="m2"/>')
    return shapes[number]


def axes():
    for share in (0, 0.25, 0.5, 0.75, 1):
        yield line(LEFT, y_of(share), WIDTH - RIGHT, y_of(share), "grid")
        yield text(LEFT - 8, y_of(share) + 4, f"{100 * share:.0f} %", "end")
    for simulations in sorted({n for _, _, _, strengths in CURVES for n in strengths}):
        yield line(x_of(simulations), y_of(0), x_of(simulations), y_of(0) + 5, "grid")
        yield text(x_of(simulations), y_of(0) + 20, f"{simulations:,}")
    for share, words in ((0.25, "fair share of 4"), (0.5, "fair share of 2")):
        yield line(LEFT, y_of(share), WIDTH - RIGHT, y_of(share), "fair")
        yield text(WIDTH - RIGHT, y_of(share) + 15, words, "end", ' opacity=".7"')
    yield text((LEFT + WIDTH - RIGHT) / 2, HEIGHT - 10, "simulations for a decision")


def curve(settings, number, game, seats, strengths):
    points = []
    for simulations in strengths:
        played = load(settings, curve_match(game, seats, simulations))
        if not played:
            continue
        entry = played["result"]["bots"][0]
        # Lines stand a little beside each other, so that their intervals do not cover one another.
        x = x_of(simulations) + 5 * (number - 1)
        points.append((x, y_of(entry["share"])))
        css = f"c{number}"
        yield line(x, y_of(entry["low"]), x, y_of(entry["high"]), css)
        for end in ("low", "high"):
            yield line(x - 4, y_of(entry[end]), x + 4, y_of(entry[end]), css)
    if points:
        yield f'<path class="curve c{number}" d="M{"L".join(f"{x:.1f} {y:.1f}" for x, y in points)}"/>'
    for x, y in points:
        yield marker(number, x, y)


def plot_lines(settings):
    title = "One searching bot against greedy ones: share of games won"
    yield f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" role="img" aria-label="{title}">'
    yield f"<style>{STYLE}\n</style>"
    yield text(LEFT, 20, title, "start", ' class="title"')
    for number, (words, *_) in enumerate(CURVES):
        yield marker(number, LEFT + 6 + 190 * number, 38)
        yield text(LEFT + 18 + 190 * number, 42, words, "start")
    yield from axes()
    for number, (_, game, seats, strengths) in enumerate(CURVES):
        yield from curve(settings, number, game, seats, strengths)
    yield "</svg>"


def write_report(settings):
    settings.out.mkdir(parents=True, exist_ok=True)
    (settings.out / "strength.md").write_text("\n".join(report_lines(settings)) + "\n")
    (settings.out / "strength.svg").write_text("\n".join(plot_lines(settings)) + "\n")
    print(f"{settings.out}/strength.md and strength.svg written")


# --- the call -------------------------------------------------------------------------------------------------------


def read_call():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--kickback", default=str(ROOT / "build/kickback"), help="the program (build/kickback)")
    parser.add_argument("--data", type=Path, default=ROOT / "build/strength", help="finished matches (build/strength)")
    parser.add_argument("--out", type=Path, default=ROOT / "docs", help="where the report goes (docs)")
    parser.add_argument("--scale", type=float, default=1, help="play so much of the games (1)")
    parser.add_argument("--threads", type=int, default=0, help="of the arena (one for each processor)")
    parser.add_argument("--only", action="append", metavar="NAME", help="play this match only")
    parser.add_argument("--list", action="store_true", help="name the matches")
    parser.add_argument("--report", action="store_true", help="play nothing, write the report")
    settings = parser.parse_args()
    unknown = set(settings.only or ()) - {match.name for match in all_matches()}
    if unknown:
        parser.error(f"no match {', '.join(sorted(unknown))}; --list names them")
    if not 0 < settings.scale <= 100:
        parser.error("--scale is a number over 0")
    return settings


def main():
    settings = read_call()
    matches = [match for match in all_matches() if not settings.only or match.name in settings.only]
    if settings.list:
        for match in matches:
            played = load(settings, match)
            print(f"{match.name:48} {match.scaled_games(settings.scale):5} games{', played' if played else ''}")
        return
    if not settings.report:
        play_all(settings, matches)
    if settings.report or not settings.only:
        write_report(settings)


if __name__ == "__main__":
    signal.signal(signal.SIGTERM, signal.default_int_handler)  # the arena must not play on without us
    try:
        main()
    except KeyboardInterrupt:
        raise SystemExit(130) from None
