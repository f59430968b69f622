"""What the slow reference rules of every game share: records, legal lines with runs, trace rows, random play.

A game is a module with these names. A position is a plain dict, the object that a trace prints:

    NAME                        "intrige"
    SEATS                       every seat, clockwise
    PLAYERS                     the player counts allowed
    EDITIONS                    names, default first; empty where there is only one
    OPTIONS                     {option: values, default first}
    DEFAULTS                    {edition: {option: value}} where an edition has another default
    VERSION_1                   {option: value} of the options that records of version 1 do not name
    DRAWN                       options that every_setup draws instead of trying all their values
    options_clash(options)      why these options are incompatible, or None
    new_position(setup)         the position before the first move
    legal(position)             {actor: sorted lines}; empty when the game is over
    apply(position, seat, move) the position after a move; the given one is not changed
    weight(position, move)      of a move of chance
    view(position, seat)        what a seat may see
    end(position)               the end object, or None while the game goes on
    refuse_position(position)   why the rules cannot produce this position, or None
    purposeful(setup, rng)      a policy(position, seat, lines) -> move that looks for rare situations
    mutate(position, rng)       (label, a damaged copy)
    bad_moves(position, seat, rng)   texts that are not legal moves there
"""

import json
import pickle
import random
import re

CHANCE = "chance"


class RecordError(Exception):
    """A line of a record is wrong; says which, what was found and what was expected."""

    def __init__(self, line, found, wanted=None):
        text = f"line {line}: {found}"
        if wanted is not None:
            text += f"; legal: {wanted}"
        super().__init__(text)
        self.line = line


class IllegalMove(Exception):
    """A move that is not in the legal list of its seat."""


# ---- legal lines and runs of amounts

RUN = re.compile(r"(.*?)(0|[1-9][0-9]*)\.\.(0|[1-9][0-9]*)/([1-9][0-9]*)")


def run(prefix, low, high, step):
    """The line for prefix with every amount from low to high."""
    if low == high:
        return f"{prefix}{low}"
    return f"{prefix}{low}..{high}/{step}"


def runs(prefix, amounts, step):
    """The lines for prefix with each of these amounts, consecutive ones written as a run."""
    lines = []
    rising = sorted(set(amounts))
    while rising:
        low = high = rising.pop(0)
        while rising and rising[0] == high + step:
            high = rising.pop(0)
        lines.append(run(prefix, low, high, step))
    return lines


def split_run(line):
    """(prefix, range of amounts) of a run, or None for a single move."""
    match = RUN.fullmatch(line)
    if match is None:
        return None
    low, high, step = (int(number) for number in match.groups()[1:])
    return match.group(1), range(low, high + 1, step)


def expand(lines):
    """Every single move of a legal list."""
    moves = []
    for line in lines:
        split = split_run(line)
        if split is None:
            moves.append(line)
        else:
            prefix, amounts = split
            moves.extend(f"{prefix}{amount}" for amount in amounts)
    return moves


def allows(lines, move):
    """Whether a legal list has this single move."""
    for line in lines:
        split = split_run(line)
        if split is None:
            if line == move:
                return True
            continue
        prefix, amounts = split
        rest = move[len(prefix):]
        if move.startswith(prefix) and re.fullmatch(r"0|[1-9][0-9]*", rest) and int(rest) in amounts:
            return True
    return False


def sorted_lines(lines):
    """Lines in byte order, without duplicates."""
    return sorted(set(lines), key=lambda line: line.encode("utf-8"))


# ---- JSON, strictly

def _pairs(pairs):
    made = dict(pairs)
    if len(made) != len(pairs):
        raise ValueError("a key stands twice")
    return made


def _no_constant(name):
    raise ValueError(f"{name} is no JSON")


DECODER = json.JSONDecoder(object_pairs_hook=_pairs, parse_constant=_no_constant)
ENCODER = json.JSONEncoder(ensure_ascii=False, separators=(",", ":"))
SORTING_ENCODER = json.JSONEncoder(sort_keys=True)


def parse_json(text):
    """Strict JSON from text or UTF-8: no NaN, no duplicate keys."""
    return DECODER.decode(text if isinstance(text, str) else text.decode("utf-8"))


def write_json(value):
    return ENCODER.encode(value)


def copy(value):
    """A deep copy of dicts, lists and plain values. Pickling is much faster than recursion."""
    return pickle.loads(pickle.dumps(value, -1))


def is_int(value):
    """A whole number, not a bool, which Python counts as an int."""
    return type(value) is int


def same(a, b):
    """Equality of JSON values that distinguishes 1, 1.0 and true."""
    return SORTING_ENCODER.encode(a) == SORTING_ENCODER.encode(b)


def differences(ours, theirs, path=""):
    """Readable lines that say where two JSON values differ."""
    if same(ours, theirs):
        return []
    if isinstance(ours, dict) and isinstance(theirs, dict):
        found = []
        for key in list(ours) + [key for key in theirs if key not in ours]:
            where = f"{path}.{key}" if path else key
            if key not in theirs:
                found.append(f"{where}: reference {write_json(ours[key])}, program has no such key")
            elif key not in ours:
                found.append(f"{where}: reference has no such key, program {write_json(theirs[key])}")
            else:
                found += differences(ours[key], theirs[key], where)
        return found
    if isinstance(ours, list) and isinstance(theirs, list):
        texts_ours, texts_theirs = ([write_json(x) for x in side] for side in (ours, theirs))
        missing = [x for x in texts_ours if x not in texts_theirs]
        extra = [x for x in texts_theirs if x not in texts_ours]
        if missing or extra:
            return [f"{path}: only in reference {missing}, only in program {extra}"]
    return [f"{path}: reference {write_json(ours)}, program {write_json(theirs)}"]


# ---- the setup

VERSION = 2


def full_setup(game, players=None, edition=None, options=None, version=VERSION):
    """A setup with every key. Missing values take the game's default."""
    setup = {"kickback": version, "game": game.NAME}
    if game.EDITIONS:
        setup["edition"] = edition or game.EDITIONS[0]
    setup["players"] = players or game.PLAYERS[0]
    default = default_options(game, setup.get("edition")) | (game.VERSION_1 if version == 1 else {})
    setup["options"] = {name: (options or {}).get(name, default[name]) for name in game.OPTIONS}
    return setup


def default_options(game, edition):
    return {name: values[0] for name, values in game.OPTIONS.items()} | game.DEFAULTS.get(edition, {})


def told_options(game, setup):
    """The options of a setup that are not the defaults of its edition."""
    default = default_options(game, setup.get("edition"))
    return {name: value for name, value in setup["options"].items() if value != default[name]}


def of_version_1(game, setup):
    """The same setup in version 1, or None if version 1 cannot express it."""
    if any(setup["options"][name] != value for name, value in game.VERSION_1.items()):
        return None
    options = {name: value for name, value in setup["options"].items() if name not in game.VERSION_1}
    return {**setup, "kickback": 1, "options": options}


def every_options(game):
    """All combinations of options, compatible or not."""
    choices = [{}]
    for name, values in game.OPTIONS.items():
        choices = [{**choice, name: value} for choice in choices for value in values]
    return choices


def every_setup(game):
    """All configurations with compatible options. Options in DRAWN are drawn at random for each."""
    first = {name: game.OPTIONS[name][0] for name in game.DRAWN}
    setups = [full_setup(game, players, edition, options)
              for edition in game.EDITIONS or (None,)
              for players in game.PLAYERS
              for options in every_options(game)
              if first.items() <= options.items() and game.options_clash(options) is None]
    for number, setup in enumerate(setups):
        for name in game.DRAWN:
            setup["options"][name] = random.Random(f"{name} {number}").choice(game.OPTIONS[name])
    return setups


def read_setup(value, games):
    """(game, full setup) from the first line of a record. ValueError says what is wrong."""
    if not isinstance(value, dict):
        raise ValueError("the setup is no object")
    check_keys(value, {"kickback", "game", "players"}, {"edition", "options", "at"})
    if not is_int(value["kickback"]) or value["kickback"] not in (1, 2):
        raise ValueError(f"kickback is {write_json(value['kickback'])}, not 1 or 2")
    if not isinstance(value["game"], str) or value["game"] not in games:
        raise ValueError(f"unknown game {write_json(value['game'])}")
    game = games[value["game"]]
    if not is_int(value["players"]) or value["players"] not in game.PLAYERS:
        raise ValueError(f"players is {write_json(value['players'])}")
    if "edition" in value and value["edition"] not in game.EDITIONS:
        raise ValueError(f"unknown edition {write_json(value['edition'])}")
    options = value.get("options", {})
    if not isinstance(options, dict):
        raise ValueError("options is no object")
    for name, chosen in options.items():
        if name not in game.OPTIONS:
            raise ValueError(f"unknown option {name}")
        if value["kickback"] == 1 and name in game.VERSION_1:
            raise ValueError(f"option {name} in a record of version 1")
        if chosen not in game.OPTIONS[name]:
            raise ValueError(f"option {name} has no value {write_json(chosen)}")
    setup = full_setup(game, value["players"], value.get("edition"), options, value["kickback"])
    clash = game.options_clash(setup["options"])
    if clash is not None:
        raise ValueError(clash)
    check_at(value)
    return game, setup


def check_keys(value, required, optional):
    for key in value:
        if key not in required and key not in optional:
            raise ValueError(f"unknown key {write_json(key)}")
    for key in required:
        if key not in value:
            raise ValueError(f"key {write_json(key)} is missing")


def check_at(value):
    if "at" in value and (not is_int(value["at"]) or value["at"] < 0):
        raise ValueError("at is no count of milliseconds")


# ---- a record

def seats_of(game, players):
    return list(game.SEATS[:players])


def check_line(value, seats):
    """The kind of a line after the setup: move, say, meta, luck or end. ValueError if it is none of these."""
    if not isinstance(value, dict):
        raise ValueError("the line is no object")
    check_at(value)
    for kind in ("move", "say", "meta", "luck", "end"):
        if kind in value:
            break
    else:
        raise ValueError("the line is no move, talk, meta, luck or end")
    if kind == "move":
        check_keys(value, {"by", "move"}, {"at"})
    elif kind == "say":
        check_keys(value, {"by", "say"}, {"to", "at"})
        to = value.get("to", [])
        if not isinstance(to, list) or any(seat not in seats for seat in to):
            raise ValueError("to is no list of seats")
    else:
        check_keys(value, {kind}, {"at"})
        if not isinstance(value[kind], dict):
            raise ValueError(f"{kind} is no object")
    if kind in ("move", "say"):
        if not isinstance(value[kind], str):
            raise ValueError(f"{kind} is no text")
        if value["by"] not in seats and not (kind == "move" and value["by"] == CHANCE):
            raise ValueError(f"by is {write_json(value['by'])}, which is no seat")
    return kind


def record_lines(data):
    """(number, value) for each line of a record.

    A last line without a newline that is not complete JSON was cut off during writing: reading stops before it.
    """
    lines = data.split(b"\n")
    torn = lines.pop()
    for number, line in enumerate(lines, 1):
        try:
            yield number, parse_json(line)
        except ValueError as error:
            raise RecordError(number, f"not JSON ({error})") from None
    if torn:
        try:
            yield len(lines) + 1, parse_json(torn)
        except ValueError:
            if not lines:
                raise RecordError(1, "the setup is cut off") from None


class Replay:
    """Replays a record. Iterating gives one trace row for each decision, and raises RecordError at an error.

    known is (moves, rows) of a game with the same beginning, whose rows need not be computed again.
    """

    def __init__(self, data, games, known=((), ())):
        self.data = data
        self.games = games
        self.known_moves, self.known_rows = known
        self.game = self.setup = self.row = None

    def __iter__(self):
        ended = False
        for number, value in record_lines(self.data):
            try:
                if self.setup is None:
                    self.game, self.setup = read_setup(value, self.games)
                    self.row = trace_row(self.game, 0, self.game.new_position(self.setup))
                    yield self.row
                    continue
                if ended:
                    raise ValueError("a line after the end")
                kind = check_line(value, seats_of(self.game, self.setup["players"]))
            except ValueError as error:
                raise RecordError(number, str(error)) from None
            if kind == "move":
                self.row = self.after(number, value["by"], value["move"])
                yield self.row
            elif kind == "end":
                wanted = self.row.get("end")
                if wanted is None or not same(wanted, value["end"]):
                    raise RecordError(number, f"end {write_json(value['end'])} does not match", write_json(wanted))
                ended = True
        if self.setup is None:
            raise RecordError(1, "there is no setup")

    def after(self, number, seat, move):
        """The row after a move. The line number is for errors."""
        n, lists = self.row["n"], self.row["legal"]
        if n < len(self.known_moves) and self.known_moves[n] == (seat, move):
            return self.known_rows[n + 1]
        self.known_moves = ()
        if seat not in lists:
            raise RecordError(number, f"{seat} is no actor", list(lists))
        if not allows(lists[seat], move):
            raise RecordError(number, f"{seat} cannot {write_json(move)}", lists[seat])
        return trace_row(self.game, n + 1, self.game.apply(self.row["position"], seat, move))


def trace_row(game, n, position):
    lists = game.legal(position)
    order = seats_of(game, position["players"]) + [CHANCE]
    actors = [seat for seat in order if seat in lists]
    row = {"n": n, "actors": actors, "legal": lists, "position": position}
    end = game.end(position)
    if end is not None:
        row["end"] = end
    return row


def write_record(game, setup, moves, end=None, talk=None):
    """The bytes of a record of these (seat, move) pairs, with the end object if one is given.

    talk is a random generator that adds talk, meta, luck and times between the moves, or None.
    """
    seats = seats_of(game, setup["players"])
    lines = [setup]
    for n, (seat, move) in enumerate(moves):
        if talk is not None and talk.random() < 0.1:
            lines.append(talk.choice([
                {"by": talk.choice(seats), "say": "Grüß dich – wie wär's? \"\\\t\u2028"},
                {"by": seats[0], "say": "psst", "to": seats[1:3]},
                {"meta": {"table": n, "names": {"red": [1, None, {"x": 0.5}]}}},
                {"luck": {"seed": "00ff"}, "at": 1000 * n},
            ]))
        line = {"by": seat, "move": move}
        if talk is not None and talk.random() < 0.2:
            line["at"] = 1000 * n
        lines.append(line)
    if end is not None:
        lines.append({"end": end})
    return "".join(write_json(line) + "\n" for line in lines).encode("utf-8")


# ---- play

def pick(rng, lines):
    """One move of a legal list. All single moves are equally likely."""
    sizes = [1 if split_run(line) is None else len(split_run(line)[1]) for line in lines]
    line = rng.choices(lines, weights=sizes)[0]
    split = split_run(line)
    if split is None:
        return line
    prefix, amounts = split
    return f"{prefix}{rng.choice(amounts)}"


def play(game, setup, rng, policy=None):
    """One whole game: its (seat, move) pairs and its trace rows.

    policy(position, seat, lines) chooses for the seats. Without one all legal moves are equally likely.
    """
    row = trace_row(game, 0, game.new_position(setup))
    moves, rows = [], [row]
    while row["actors"]:
        position = row["position"]
        seat = rng.choice(row["actors"])
        lines = row["legal"][seat]
        if seat == CHANCE:
            move = rng.choices(lines, weights=[game.weight(position, move) for move in lines])[0]
        elif policy is not None:
            move = policy(position, seat, lines)
        else:
            move = pick(rng, lines)
        row = trace_row(game, len(rows), game.apply(position, seat, move))
        moves.append((seat, move))
        rows.append(row)
    return moves, rows
