#!/usr/bin/env python3
"""Measures the strength of the bots: plays a fixed list of arena matches, and writes a report.

    strength.py                      plays the missing matches, then writes the report
    strength.py --list               lists the matches
    strength.py --only NAME          plays this match or chapter (may be given several times) and writes no report
    strength.py --report             plays nothing, writes the report of the matches played so far
    strength.py --scale 0.01         plays a hundredth of the games

Every finished match is a line of the data file, and every finished game of the others is in a checkpoint, so a run can be
interrupted and resumed, and several runs, each with --only, can share the file. The report uses the longest run of each
match and gives its number of games. A match counts only for the play it was measured on: when a change of rules or bots
lets the same seeds end differently, it counts as not played, so a report never mixes two versions.
Needs only the program and Python's standard library."""

import argparse
import fcntl
import functools
import hashlib
import itertools
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
# The shares we aim for, by number of seats.
WANTED_OF_GREEDY = {2: 0.95, 4: 0.70}
WANTED_OF_SEARCH = {2: 0.75, 4: 0.45}
WANTED_OF_MORE = 0.35
CHARACTERS = ("greedy", "greedy:honest", "greedy:opportunist", "greedy:grudge")
WANTED_OF_HARD = 0.40  # against three of one style
NEAR_BEST = 0.8  # or this part of the best response
WANTED_IN_FIELD = 0.50  # among strangers
WANTED_AGAINST_HARD = 0.30  # at most
LANDLORDS = ("greedy", "greedy:honest", "greedy:opportunist", "greedy:grudge", "medium", "medium:honest",
             "medium:opportunist", "medium:grudge", "hard", "hard:honest", "hard:opportunist", "hard:grudge")
STYLED_GAMES = ("intrige", "incorporated")
LADDER = (250, 1000, 4000)
FIELDS = "bench/fields"


# --- the matches ----------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Match:
    """One call of the arena. The first bot is measured, the last fills the table."""

    name: str
    chapter: str
    game: str
    bots: tuple
    seats: int
    games: int
    options: tuple = ()
    wanted: float = 0  # the share the first bot should reach; 0: the fair share
    field: str = ""  # the file from which the other seats are drawn
    seed: int = 0
    report: str = ""  # instead of a match: curve, best-response
    screen: str = ""  # best-response: the bot that the field plays first

    @property
    def fair(self):
        return 1 / self.seats

    def scaled_games(self, scale):
        """The number of games, such that every order of every line-up is played equally often, and at least once."""
        if self.report:
            return max(4, round(self.games * scale / 4) * 4)
        orders = math.factorial(self.seats) if len(self.bots) > 2 else self.seats
        unit = orders * math.comb(max(len(self.bots), self.seats), self.seats)
        return max(1, round(self.games * scale / unit)) * unit

    def arguments(self, scale):
        words = ["arena", self.game, *([f"--{self.report}"] if self.report else []), "--bots", ",".join(self.bots)]
        words += ["--field", self.field] if self.field else []
        words += ["--screen", self.screen] if self.screen else []
        words += ["--players", str(self.seats)]
        words += [word for option in self.options for word in ("--option", option)]
        words += ["--seed", str(self.seed)] if self.seed else []
        games = self.scaled_games(scale)
        if self.report == "best-response":
            return [*words, "--games", str(max(4, games // 8)), "--final", str(games)]
        return [*words, "--games", str(games)]


def one_against(chapter, bot, others, game, seats, games, wanted=0):
    """One bot against a table full of another."""
    name = f"{game}-{seats}-{bot}-against-{others}".replace(":", "")
    return Match(name, chapter, game, (bot, others), seats, games, wanted=wanted)


def field_file(game, kind=""):
    return f"{FIELDS}/{game}{kind}.field"


def field_bots(game, kind=""):
    """The bots of a field, without labels and weights."""
    for text in (ROOT / field_file(game, kind)).read_text().splitlines():
        if text and not text.startswith("#"):
            yield text if text.startswith("style:") else text.split("=", 1)[1]


def style_matches():
    """`hard` against styles, and styles against `hard`."""
    for game, kind in itertools.product(STYLED_GAMES, ("", "-strangers")):
        for i, style in enumerate(field_bots(game, kind)):
            name = f"{game}{kind}-{i + 1}"
            yield Match(f"{name}-hard-against", f"styles{kind}", game, ("hard", style), 4, 200, wanted=WANTED_OF_HARD)
            yield Match(f"{name}-response", "responses", game, (style,), 4, 800, field=field_file(game, "-grid"), seed=1,
                        report="best-response", screen=style)
            yield Match(f"{name}-against-hard", f"against-hard{kind}", game, (style, "hard"), 4, 800)
    for game in STYLED_GAMES:
        yield Match(f"{game}-mixed", "mixed", game, ("hard",), 4, 400, wanted=WANTED_IN_FIELD,
                    field=field_file(game, "-strangers"))
        for n in LADDER:
            yield Match(f"{game}-ladder-{n}", "ladder", game, (f"search:{n}",), 4, 400, field=field_file(game))
        yield Match(f"{game}-best", "best", game, ("hard",), 4, 800, field=field_file(game, "-grid"), seed=1,
                    report="best-response")
    yield Match("intrige-curve", "curve", "intrige", LANDLORDS, 4, 200, report="curve")


# The plot: the name of each line, and the strengths on it.
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
    return [*style_matches(), *matches]


# Games that show how the bots play: a change of rules or bots that matters changes a figure in their results.
SAMPLES = tuple(
    [("arena", game, "--bots", "random,easy,greedy,greedy:honest,greedy:opportunist,greedy:grudge,search:20",
      "--players", "4", "--games", games) for game, games in (("intrige", "70"), ("integralis", "7"), ("incorporated", "70"))]
    + [("arena", game, "--bots", "hard,medium,greedy,easy", "--players", "4", "--games", "1")
       for game in ("intrige", "incorporated")]
    + [("arena", game, "--bots", "search:20", "--field", f"{FIELDS}/{game}.field", "--players", "4", "--games", "24")
       for game in STYLED_GAMES]
    + [("arena", "integralis", "--bots", "medium,greedy", "--players", "2", "--games", "1")])
TIMES = ("decisions_per_s", "simulations_per_s", "moves_per_s", "decision_ms")


@functools.cache
def play_of(kickback):
    """Names how a program plays: a digest of the sample games' results, which are the same on every machine."""
    digest = hashlib.sha256()
    for sample in SAMPLES:
        result = json.loads(arena(kickback, [*sample, "--json", "-"]))
        for entry in result["bots"]:
            for key in TIMES:
                entry.pop(key, None)
        digest.update(json.dumps(result, sort_keys=True).encode())
    return digest.hexdigest()[:16]


def arena(kickback, arguments):
    done = subprocess.run([kickback, *arguments], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, check=False,
                          cwd=ROOT)
    if done.returncode != 0:
        sys.stderr.write(done.stderr)
        raise SystemExit(f"strength.py: {' '.join(arguments)}: kickback ended with {done.returncode}")
    return done.stdout


# --- playing --------------------------------------------------------------------------------------------------------


def machine():
    """A description of the machine, without its host name."""
    model = platform.processor() or platform.machine()
    try:
        for line in Path("/proc/cpuinfo").read_text().splitlines():
            if line.startswith("model name"):
                model = line.split(":", 1)[1].strip()
                break
    except OSError:
        pass
    return f"{model}, {os.cpu_count()} processors, {platform.system()} {platform.machine()}"


def stored(settings):
    """All runs in the data file, by match and number of games."""
    lines = settings.data.read_text().splitlines() if settings.data.exists() else []
    return {(run["match"], run["games"]): run for run in map(json.loads, lines)}


def store(settings, run):
    """Adds a run, or replaces it. Other processes may do so at the same time."""
    settings.data.parent.mkdir(parents=True, exist_ok=True)
    folder = os.open(settings.data.parent, os.O_RDONLY)
    try:
        fcntl.flock(folder, fcntl.LOCK_EX)
        found = stored(settings) | {(run["match"], run["games"]): run}
        aside = settings.data.with_suffix(".new")
        with open(aside, "w", encoding="utf-8") as file:
            file.writelines(json.dumps(found[key]) + "\n" for key in sorted(found))
            file.flush()
            os.fsync(file.fileno())
        aside.rename(settings.data)
    finally:
        os.close(folder)


def runs(settings, match):
    """The runs of the match with these rules and bots, by their number of games."""
    found = {}
    for (name, games), run in stored(settings).items():
        same = Match(**{**match.__dict__, "games": games}).arguments(1)
        if name == match.name and run["arguments"] == same and run["play"] == play_of(settings.kickback):
            found[games] = run
    return found


def load(settings, match):
    """The run of the match with the wanted number of games, or None."""
    return runs(settings, match).get(match.scaled_games(settings.scale))


def longest(settings, match):
    """The run of the match with the most games, or None."""
    found = runs(settings, match)
    return found[max(found)] if found else None


def play(settings, match):
    """Plays the match and stores it if it was finished. If not, its checkpoint has the finished games."""
    arguments = match.arguments(settings.scale)
    games, digest = match.scaled_games(settings.scale), play_of(settings.kickback)
    threads = ["--threads", str(settings.threads)] if settings.threads else []
    settings.checkpoints.mkdir(parents=True, exist_ok=True)
    checkpoint = settings.checkpoints / f"{match.name}-{games}-{digest}"
    files = [] if match.report == "curve" else ["--json", "-", "--checkpoint", str(checkpoint)]
    out = arena(settings.kickback, [*arguments, *threads, *files])
    run = {"match": match.name, "games": games, "arguments": arguments, "machine": machine(), "play": digest,
           "result": out if match.report == "curve" else json.loads(out)}
    store(settings, run)
    for file in settings.checkpoints.glob(f"{checkpoint.name}*"):
        file.unlink()
    return run


def summary(match, played):
    if match.report == "curve":
        return "played"
    entry = played["result"]["final" if match.report else "bots"][0]
    return f"{entry['bot']} has {percent(entry.get('decided', entry)['share'])}"


def play_all(settings, matches):
    until = time.monotonic() + 60 * settings.minutes if settings.minutes else math.inf
    for i, match in enumerate(matches, 1):
        if time.monotonic() > until:
            print("the time is over")
            return
        print(f"{i}/{len(matches)} {match.name}: {match.scaled_games(settings.scale)} games", end="", flush=True)
        played = load(settings, match)
        known = played is not None
        played = played or play(settings, match)
        print(f", {summary(match, played)}{' (known)' if known else ''}", flush=True)


# --- the report -----------------------------------------------------------------------------------------------------


def percent(share):
    return f"{100 * share:.1f} %"


def interval(entry):
    return f"{100 * entry['low']:.1f} – {100 * entry['high']:.1f} %"


def command(settings, match):
    played = longest(settings, match)
    return f"`kickback {' '.join(played['arguments'] if played else match.arguments(1))}`"


def games_of(played, match):
    """The number of games played, and the number wanted."""
    result = played["result"]
    unwon = f", {result['unwon']} unwon" if result["unwon"] else ""
    return f"{result['games']}{unwon}" if result["games"] >= match.games else f"{result['games']} of {match.games}{unwon}"


def table(head, rows):
    """A Markdown table; a > in the head marks a column of numbers."""
    yield "| " + " | ".join(column.lstrip(">") for column in head) + " |"
    yield "|" + "|".join("--:" if column[0] == ">" else "---" for column in head) + "|"
    for row in rows:
        yield "| " + " | ".join(row) + " |"
    yield ""


def verdict(entry, wanted):
    return "yes" if entry["share"] >= wanted else "no"


def share_rows(settings, matches):
    for match in matches:
        played = longest(settings, match)
        wanted = match.wanted or match.fair
        others = f"{match.seats - 1} × {match.bots[1]}"
        row = [match.game, f"{match.bots[0]} against {others}", f"{100 * wanted:g} %"]
        if played:
            entry = played["result"]["bots"][0]
            row += [percent(entry["share"]), interval(entry), verdict(entry, wanted), games_of(played, match)]
        else:
            row += ["not played", "", "", str(match.games)]
        yield [*row, command(settings, match)]


def share_table(settings, chapter):
    head = ["game", "match", "wanted", ">share", ">95 %", "reached", ">games", "command"]
    matches = [match for match in all_matches() if match.chapter in chapter]
    if "simulations" in chapter:
        matches.sort(key=lambda match: GAMES.index(match.game))  # keeps the rest in order
    yield from table(head, share_rows(settings, matches))


def lineup_table(settings, match, columns):
    """All bots of a match that measures more than one."""
    played = longest(settings, match)
    yield f"{match.game.capitalize()}: {command(settings, match)}"
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


# --- other ways to play ---------------------------------------------------------------------------------------------


def chapter_matches(chapter):
    return [match for match in all_matches() if match.chapter == chapter]


def played_entry(settings, match):
    """The run and its first bot, of decided games; None twice if it was not played."""
    played = longest(settings, match)
    return (played, played["result"]["bots"][0]["decided"]) if played else (None, None)


def best_response_to(settings, match):
    """The share of the best of the family against three of the same style, or None."""
    name = match.name.replace("-hard-against", "-response")
    played = longest(settings, next(other for other in chapter_matches("responses") if other.name == name))
    return max(entry["share"] for entry in played["result"]["final"]) if played else None


def hard_rows(settings, chapter):
    """`hard` against three of a style; coming near the best response also reaches the goal."""
    for match in chapter_matches(chapter):
        played, entry = played_entry(settings, match)
        row = [match.game, match.bots[1]]
        best = best_response_to(settings, match)
        if played:
            reached = entry["share"] >= match.wanted or (best is not None and entry["share"] >= NEAR_BEST * best)
            row += [percent(entry["share"]), interval(entry), percent(best) if best is not None else "not played",
                    "yes" if reached else "no", games_of(played, match)]
        else:
            row += ["not played", "", "", "", str(match.games)]
        yield [*row, command(settings, match)]


def mixed_rows(settings):
    for match in chapter_matches("mixed"):
        played, entry = played_entry(settings, match)
        row = [match.game, match.field]
        if played:
            row += [percent(entry["share"]), interval(entry), verdict(entry, match.wanted), games_of(played, match)]
        else:
            row += ["not played", "", "", str(match.games)]
        yield [*row, command(settings, match)]


def styled_rows(settings, chapter):
    """One style against three `hard`: it should get at most a fair share."""
    for match in chapter_matches(chapter):
        played, entry = played_entry(settings, match)
        row = [match.game, match.bots[0]]
        if played:
            row += [percent(entry["share"]), interval(entry), "yes" if entry["low"] <= match.fair else "no",
                    games_of(played, match)]
        else:
            row += ["not played", "", "", str(match.games)]
        yield [*row, command(settings, match)]


def ladder_rows(settings):
    """More simulations at the same tables: only runs with the same number of games can be compared."""
    for game in STYLED_GAMES:
        steps = [(match, runs(settings, match)) for match in chapter_matches("ladder") if match.game == game]
        common = max(set.intersection(*(set(found) for _, found in steps)), default=None)
        before = 0
        for match, found in steps:
            played = found.get(common)
            row = [game, match.bots[0]]
            if played:
                entry = played["result"]["bots"][0]["decided"]
                row += [percent(entry["share"]), interval(entry), "yes" if entry["share"] >= before else "no",
                        games_of(played, match), f"`kickback {' '.join(played['arguments'])}`"]
                before = entry["share"]
            else:
                row += ["not played", "", "", str(match.games), command(settings, match)]
            yield row


def best_rows(settings):
    for match in chapter_matches("best"):
        played = longest(settings, match)
        for entry in played["result"]["final"] if played else ():
            yield [match.game, entry["bot"], percent(entry["share"]), interval(entry),
                   "yes" if entry["share"] <= WANTED_AGAINST_HARD else "no", f"{entry['games']} of {match.games}",
                   command(settings, match)]


def time_rows(settings):
    """Processor time per decision of `hard`, from the matches it played."""
    for game in GAMES:
        times = [entry["decision_ms"] for match in all_matches() if match.game == game and not match.report
                 for played in [longest(settings, match)] if played
                 for entry in played["result"]["bots"] if entry["bot"] == "hard" and "decision_ms" in entry]
        if times:
            limit = 1000 if game == "integralis" else 150
            most = max(time["most"] for time in times)
            yield [game, f"{limit} ms", f"{max(time['half'] for time in times):.0f} ms", f"{most:.0f} ms",
                   f"{max(time['max'] for time in times):.0f} ms", "yes" if most <= limit else "no"]


def style_lines(settings):
    head = [">share", ">95 %", "reached", ">games", "command"]
    yield from f"""
## Other ways to play

A style is a way to play, in figures ([bots.md](bots.md)). The search knows some of them; nothing was tuned on the others,
the *strangers*. Shares are of the games that somebody won; 25 % would be fair.

One `hard` against three of one style. Wanted: {percent(WANTED_OF_HARD)}, or {NEAR_BEST:g} of the *best response*: what the best
of a family of 64 styles wins against the same three (`kickback arena GAME --best-response --bots STYLE --screen STYLE --field
bench/fields/GAME-grid.field --seed 1 --games 100 --final 800`).
""".splitlines()
    yield ""
    styled = ["game", "three of", *head[:2], ">best response", *head[2:]]
    yield from table(styled, hard_rows(settings, "styles"))
    yield from ["Strangers:", ""]
    yield from table(styled, hard_rows(settings, "styles-strangers"))
    yield from [f"One `hard` at tables drawn from the strangers. Wanted: {percent(WANTED_IN_FIELD)}.", ""]
    yield from table(["game", "field", *head], mixed_rows(settings))
    yield from ["One of a style against three `hard`. Wanted: not significantly more than the fair share.", ""]
    for kind in ("", "-strangers"):
        yield from table(["game", "one of", *head], styled_rows(settings, f"against-hard{kind}"))
    yield from ["The best response to three `hard`: of 64 styles, each screened against three `search:250`, the best three on "
                f"other seeds. Wanted: at most {percent(WANTED_AGAINST_HARD)}.", ""]
    yield from table(["game", "style", *head], best_rows(settings))
    yield from ["More simulations against a mixed field of the known styles. Wanted: never less than with fewer.", ""]
    yield from table(["game", "bot", *head], ladder_rows(settings))
    yield from ["## What a bribe buys", ""]
    curve_played = longest(settings, chapter_matches("curve")[0])
    if curve_played:
        yield from [command(settings, chapter_matches("curve")[0]), "", "```",
                    *curve_played["result"].rstrip().splitlines(), "```", ""]
    else:
        yield from ["Not played yet.", ""]
    yield from ["## How long `hard` thinks", "", "Processor time for a decision, on the machines named below.", ""]
    yield from table(["game", "at most", ">half within", ">99 % within", ">longest", "reached"], time_rows(settings))


def footer(settings):
    played = [found for found in (longest(settings, match) for match in all_matches()) if found]
    yield "## Where it was played"
    yield ""
    yield f"{len(played)} of {len(all_matches())} matches."
    yield ""
    for line in sorted({found["machine"] for found in played}):
        yield f"- {line}"
    yield ""
    yield f"All of them with the same rules and bots: play {play_of(settings.kickback)} (`bench/strength.py --play` prints it)."


def report_lines(settings):
    yield "# How strong the bots are"
    yield ""
    yield "<!-- Written by bench/strength.py; `make strength` plays it all again. -->"
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
    yield from style_lines(settings)
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
    """Each line has its own shape, for readers who cannot distinguish the colours."""
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
        played = longest(settings, curve_match(game, seats, simulations))
        if not played:
            continue
        entry = played["result"]["bots"][0]
        # Lines are offset a little, so that their intervals do not overlap.
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
    parser.add_argument("--data", type=Path, default=ROOT / "bench/strength.jsonl", help="finished matches (bench/strength.jsonl)")
    parser.add_argument("--checkpoints", type=Path, default=ROOT / "build/strength", help="unfinished matches (build/strength)")
    parser.add_argument("--out", type=Path, default=ROOT / "docs", help="where the report goes (docs)")
    parser.add_argument("--scale", type=float, default=1, help="play so much of the games (1)")
    parser.add_argument("--threads", type=int, default=0, help="of the arena (one for each processor)")
    parser.add_argument("--minutes", type=float, default=0, help="begin no match after so many")
    parser.add_argument("--only", action="append", metavar="NAME", help="play this match or chapter only")
    parser.add_argument("--list", action="store_true", help="name the matches")
    parser.add_argument("--play", action="store_true", help="print the digest that names how these bots play")
    parser.add_argument("--report", action="store_true", help="play nothing, write the report")
    settings = parser.parse_args()
    unknown = set(settings.only or ()) - {word for match in all_matches() for word in (match.name, match.chapter)}
    if unknown:
        parser.error(f"no match {', '.join(sorted(unknown))}; --list names them")
    if not 0 < settings.scale <= 100:
        parser.error("--scale is a number over 0")
    return settings


def main():
    settings = read_call()
    matches = [match for match in all_matches()
               if not settings.only or match.name in settings.only or match.chapter in settings.only]
    if settings.play:
        print(play_of(settings.kickback))
        return
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
    signal.signal(signal.SIGTERM, signal.default_int_handler)  # stops the arena, too
    try:
        main()
    except KeyboardInterrupt:
        raise SystemExit(130) from None
