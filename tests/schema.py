#!/usr/bin/env python3
"""Validates a thousand positions of the games against games/GAME/schema.json, whole ones and views. The schemas must
refuse what is not a position, and the program must print the same schemas.

usage: schema.py PROGRAM
"""
import copy
import json
import re
import subprocess
import sys
import unittest
from pathlib import Path

import jsonschema

PROGRAM = sys.argv.pop(1)
SCHEMAS = {path.parent.name: path.read_text(encoding="utf-8") for path in
           (Path(__file__).resolve().parent.parent / "games").glob("*/schema.json")}
POSITIONS = 140  # of each game and kind

# The setups of the random games: every value of every option occurs, and every number of seats.
SETUPS = {
    "intrige": ["--players 3", "--players 4 --option deals=loose", "--players 5 --option deals=binding --option money=open",
                "--edition amigo2003 --option bribes=sealed --option refund=yes", "--edition fxschmid1994 --option defence=may",
                "--edition fxschmid1994 --option bribes=sealed --players 5 --option promises=bond"],
    "integralis": ["--players 2", "--players 3 --option meeting=machine --option money=hidden",
                   "--players 4 --option meeting=absent --option markers=must --option promises=bond", "--players 4"],
    "incorporated": ["--players 3", "--players 4 --option finish=reach", "--players 4 --option promises=bond"],
}


def run(*args, stdin=""):
    return subprocess.run([PROGRAM, *args], input=stdin, capture_output=True, text=True, check=True).stdout


def spread(rows, n):
    """This many rows, spread over the whole game, and the first of every step and kind of stage or question."""
    chosen = {i * (len(rows) - 1) // (n - 1) for i in range(n)}
    kinds = {}
    for i, row in enumerate(rows):
        kinds.setdefault(tuple(re.findall(r'"(?:step|kind|why)":"\w+', row)), i)
    return [json.loads(rows[i])["position"] for i in sorted(chosen | set(kinds.values()))]


def positions(game, seat=None):
    """Positions of random games in every setup, or a seat's views of them."""
    each = POSITIONS // len(SETUPS[game])
    for setup in SETUPS[game]:
        record = run("random", game, *setup.split(), "--games", "3" if game == "integralis" else "12")
        rows = run("trace", "-", *(["--seat", seat] if seat else []), stdin=record).splitlines()
        yield from spread(rows, each)


def words_of(schema, key=None):
    """The values that the schema allows as a step, as the kind of a stage or question, and as its reason."""
    if isinstance(schema, list):
        for inner in schema:
            yield from words_of(inner)
    if isinstance(schema, dict):
        if key in ("step", "kind", "why"):
            yield from schema.get("enum", [schema.get("const")])
        for inner_key, inner in schema.items():
            yield from words_of(inner, inner_key)


def objects(value, path=()):
    """The paths of all objects with fixed keys in a position, not those keyed by seat, post or worker."""
    if isinstance(value, list):
        for i, inner in enumerate(value):
            yield from objects(inner, (*path, i))
    if isinstance(value, dict):
        yield path
        for key, inner in value.items():
            yield from objects(inner, (*path, key))


def at(value, path):
    for step in path:
        value = value[step]
    return value


class Schemas(unittest.TestCase):
    def validators(self, game):
        """Validators of views and of whole positions."""
        schema = json.loads(SCHEMAS[game])
        jsonschema.Draft202012Validator.check_schema(schema)
        view = jsonschema.Draft202012Validator(schema)
        return view, view.evolve(schema=schema["$defs"]["whole"])

    def games(self):
        games = [line.split(":")[0] for line in run("games").splitlines() if not line.startswith(" ")]
        self.assertEqual(set(games), set(SCHEMAS))
        return games

    def check(self, validator, position):
        error = jsonschema.exceptions.best_match(validator.iter_errors(position))
        if error:
            self.fail(f"{list(error.absolute_path)}: {error.message}\n{json.dumps(position)}")

    def test_whole_positions(self):
        for game in self.games():
            view, whole = self.validators(game)
            seen = set()
            for position in positions(game):
                self.check(whole, position)
                seen |= set(re.findall(r'"(?:step|kind|why)": "(\w+)', json.dumps(position)))
            self.assertEqual(seen, set(words_of(json.loads(SCHEMAS[game]))), game)

    def test_views(self):
        for game in self.games():
            view, whole = self.validators(game)
            seat = json.loads(SCHEMAS[game])["$defs"]["seat"]["enum"][1]
            hidden = 0
            for position in positions(game, seat):
                self.check(view, position)
                hidden += not whole.is_valid(position)
            self.assertGreater(hidden, POSITIONS // 3, game)  # most views hide something, and no whole position does

    def test_what_is_no_position_is_refused(self):
        for game in self.games():
            view, whole = self.validators(game)
            sample = list(positions(game))[::60]
            for position in sample:
                for key in position:
                    less = {k: v for k, v in position.items() if k != key}
                    self.assertFalse(whole.is_valid(less), (game, key))
                    self.assertFalse(view.is_valid({**position, key: "nonsense"}), (game, key))
                for path in objects(position):
                    more = copy.deepcopy(position)
                    at(more, path)["nonsense"] = "nonsense"
                    self.assertFalse(view.is_valid(more), (game, path))

    def test_the_program_prints_them(self):
        for game in self.games():
            self.assertEqual(run("schema", game), SCHEMAS[game])


if __name__ == "__main__":
    unittest.main()
