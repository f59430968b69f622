#!/usr/bin/env python3
"""phrases.py ROOT: the page knows everything bots say, in German, and everybody in the cast."""
import json
import re
import sys
from pathlib import Path


def main(root):
    said = re.findall(r'^(?:PHRASE|SAYS)\(.*?"(.*)"\)$', "\n".join(
        (root / "bots" / name).read_text() for name in ("phrases.def", "voices.def")), re.M)
    german = (root / "web/src/words/voices.de.ts").read_text()
    known = [json.loads(sentence) for sentence in re.findall(r'^  ("(?:[^"\\]|\\.)*"): "', german, re.M)]
    assert len(set(said)) == len(said), "a sentence is said twice"
    assert sorted(said) == sorted(known), f"not in both: {sorted(set(said) ^ set(known))}"
    for sentence, translated in re.findall(r'^  "(.*)": "(.*)",$', german, re.M):
        assert sentence.count("%s") == translated.count("%s") <= 1, sentence

    people = re.findall(r'^PERSON\((\w+), "(\w+)", "(\w+)", (\w+),', (root / "bots/cast.def").read_text(), re.M)
    cast = re.findall(r'^  (\w+): \{ name: "(\w+)", plays: "([\w:]+)" \},$', (root / "web/src/table/cast.ts").read_text(), re.M)
    wanted = [(key, name, level if character == "PLAIN" else f"{level}:{character.lower()}") for key, name, level, character in people]
    assert wanted == cast, f"{wanted} is not {cast}"
    for page in ("web/src/art/portrait.tsx", "web/src/words/en.ts", "web/src/words/de.ts"):
        for key, *_ in people:
            assert re.search(rf"^\s+{key}: ", (root / page).read_text(), re.M), f"{page} lacks {key}"
    print(f"{len(said)} sentences, {len(people)} people")


main(Path(sys.argv[1]))
