"""Which entries the stored logs must have: every kind that the server folds, with and without each key that is optional, and
a finished game of each game."""

import json
import re
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent

# The keys that entries of a kind may lack. The logs have an entry with each of them, and one without.
OPTIONAL = {
    "name": {"from"}, "link": {"before", "used"}, "device": {"link"}, "forget": {"gone"},
    "table": {"kickback", "edition", "imported", "from"}, "sit": {"who", "person"}, "bot": {"who"}, "start": {"who", "order"},
    "move": {"who"}, "say": {"who", "to", "by", "name", "person", "hears", "puzzled"}, "propose": {"who", "secret", "hears"},
    "accept": {"who"}, "decline": {"who"}, "withdraw": {"who"},
}
# The values of keys of which each must occur.
VALUES = {("clock", "stopped"): {True, False}, ("passing", "on"): {True, False}, ("mute", "muted"): {True, False},
          ("pace", "paused"): {True, False}, ("table", "order"): {"chosen", "random"}, ("table", "talk"): {"private", "public", "none"}}


def listed(name):
    """The kinds of a list. An imported table has a kind of its own with the name of the other."""
    return re.findall(r'^KB_ENTRY\((?!IMPORT)\w+, "(\w+)"', (ROOT / name).read_text(), re.M)


def problems(logs):
    """What is missing in the logs: lists of (stream, entry)."""
    kinds = [*listed("server/people.def"), *listed("table/entries.def")]
    assert len(kinds) > 30 and {"name", "propose", "whisper"} <= set(kinds), kinds
    entries = [entry for log in logs for _, entry in log]
    of_kind = {kind: [entry for entry in entries if entry.get("do") == kind] for kind in kinds}
    found = [f"no entry '{kind}'" for kind in kinds if not of_kind[kind]]
    found += [f"an entry '{entry.get('do')}', which the server does not list" for entry in entries if entry.get("do") not in of_kind][:1]
    for kind, keys in OPTIONAL.items():
        for key in sorted(keys):
            have = {key in entry for entry in of_kind[kind]}
            found += [f"no entry '{kind}' {'with' if wanted else 'without'} '{key}'" for wanted in (True, False) if of_kind[kind] and wanted not in have]
    for (kind, key), values in VALUES.items():
        missing = values - {entry.get(key) for entry in of_kind[kind]}
        found += [f"no entry '{kind}' whose '{key}' is {json.dumps(value)}" for value in missing]
    return found


def games():
    return re.findall(r"^GAME\((\w+)\)", (ROOT / "games/games.def").read_text(), re.M)
