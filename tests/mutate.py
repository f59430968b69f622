"""The faults that mutants.py seeds: which lines can be mutated, and how."""
import re
from collections import namedtuple

# Files of data, words and drawings, and lines whose effect cannot be seen.
LEFT_OUT = re.compile(r"/(tables|redact)\.h|words|about\.|\.d\.ts|/art/|icons|drawing|emblem|pictures|promises\.(en|de)|negation")
UNSEEN = re.compile(r"memzero|^\s*#|^\s*case\b.*:$|^\s*\{|\b(static|enum|import|export|type|interface)\b")
DRAWN = re.compile(r"""^\s*["'\w]+\??:|^\s*<[a-z]|^\s*\w+=|<[a-z]+ |[a-z]=\{|className|transform""")  # or members of an object

# `nth` of the lines with the text `old` in the file `path`, and what becomes of it. `line` is where it was.
Mutant = namedtuple("Mutant", "id path line nth old new")

SWAPS = {"<": "<=", "<=": "<", ">": ">=", ">=": ">", "==": "!=", "!=": "==", "===": "!==", "!==": "===", "&&": "||", "||": "&&",
         "+": "-", "-": "+", "+=": "-=", "-=": "+=", "true": "false", "false": "true", "0": "1", "1": "2"}
OPERATORS = {  # the text that each changes, and what it becomes
    "operator": (r"(?<= )(?:[<>]=?|[!=]==?|&&|\|\||[-+]=?)(?= )", SWAPS.get),
    "truth": (r"\b(?:true|false)\b", SWAPS.get),
    "number": (r"(?<![\w.])[01](?![\w.])", SWAPS.get),
    "not": (r"!(?=[\w(])", lambda text: ""),
    "return": (r"(?<=\breturn )[^;]+(?=;$)", "!({})".format),
    "statement": (r"^\s+(?!return\b|throw\b)[\w.>\[\]-]+(?:\(.*\)| [-+|&]?= .*|\+\+|--);$", lambda text: ";"),
}


def masked(text):
    """The text with comments, strings and asserts blanked, which are not mutated."""
    hidden = r"""//[^\n]*|/\*.*?\*/|"(?:\\.|[^"\\\n])*"|'(?:\\.|[^'\\\n])*'|`(?:\\.|[^`\\])*`"""
    for pattern in (hidden, r"\b\w*(?:ASSERT|assert)\w*\([^;]*;"):
        text = re.sub(pattern, lambda found: re.sub(r"[^\n]", " ", found[0]), text, flags=re.S)
    return text


def mutants_of(path, text):
    """A mutant for each line that can be mutated. Its `new` lists the possible lines, by operator."""
    originals, inside, before = text.split("\n"), False, ""
    for number, (line, original) in enumerate(zip(masked(text).split("\n"), originals)):
        inside = line == "{" or inside and line[:1] != "}"  # a function of C, not a declaration or a table
        fits = inside if path.endswith((".c", ".h")) else line[:1] == " " and not DRAWN.search(line)
        new = {}
        for name, (pattern, change) in OPERATORS.items() if fits and not UNSEEN.search(line) else ():
            if name == "statement" and before[-1:] not in (";", "{", "}", ":") or name == "number" and path.endswith(".tsx"):
                continue  # the rest of a statement; the size of something drawn
            for place in re.finditer(pattern, line.rstrip()):
                changed = original[:place.start()] + change(original[place.start():place.end()]) + original[place.end():]
                new.setdefault(name, []).append(changed.strip())
        if new:
            old = original.strip()
            yield Mutant("", path, number + 1, sum(other.strip() == old for other in originals[:number + 1]), old, new)
        before = line.strip() or before
