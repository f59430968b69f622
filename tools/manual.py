#!/usr/bin/env python3
"""Generates the manual pages and shell completions from the program's --help and from kickback.h.

    manual.py PROGRAM HEADER FOLDER

FOLDER gets kickback.1, kickback.3, kickback.bash, _kickback (zsh) and kickback.fish.
"""
import re
import subprocess
import sys
from pathlib import Path


# --- reading --help ----------------------------------------------------------------------------------

class Verb:
    """A verb: its name, its summary, the blocks of its --help, and its flags as (name, value or '', meaning)."""

    def __init__(self, name, summary, text):
        self.name, self.summary = name, summary
        self.blocks = [block.strip("\n") for block in re.split(r"\n\s*\n", text.split("\n", 1)[1]) if block.strip()]
        self.flags = []
        for flag, value, meaning in re.findall(r"^  (--[a-z-]+)(?: (\S+))? +(.*)$", text, re.M):
            if flag not in [known[0] for known in self.flags]:
                self.flags.append((flag, value, re.sub(r" \(.*|[:;].*|, and …$", "", meaning).strip("… ,")))

    def takes(self, word):
        """Whether a usage line has this word outside flags, as GAME or FILE."""
        usage = re.sub(r"\[?--[a-z-]+ \S+", "", self.blocks[0])
        return re.search(rf"\b{word}\b", usage) is not None


def ask(program, *arguments):
    return subprocess.run([program, *arguments], check=True, capture_output=True, text=True).stdout


def verbs_of(program):
    listed = re.findall(r"^  ([a-z]+) +(.*)$", ask(program, "--help"), re.M)
    return [Verb(name, summary, ask(program, name, "--help")) for name, summary in listed]


def games_of(program):
    return re.findall(r"^([a-z]+): ", ask(program, "games"), re.M)


# --- manual pages --------------------------------------------------------------------------------------

def roff(text):
    """A line of text, escaped for troff."""
    text = text.replace("\\", "\\e").replace("-", "\\-").replace("`", "\\(ga").replace("'", "\\(aq")
    return "\\&" + text if text.startswith((".", "'")) else text


def bold(words):
    return f"\\fB{roff(words)}\\fR"


def literal(block):
    lines = [line.removeprefix("  ") for line in block.splitlines()]
    return [".EX", *map(roff, lines), ".EE"]


def flag_list(block):
    """Flags with their meanings; a line indented further than the meaning stays a separate line."""
    out, column = [], 0
    for line in block.splitlines():
        flag = re.match(r"  (--[a-z-]+)( \S+)? +", line)
        if flag:
            column = flag.end()
            out += [".TP", bold(flag[1]) + (f" \\fI{roff(flag[2].strip())}\\fR" if flag[2] else ""), roff(line[column:])]
        else:
            further = len(line) - len(line.lstrip()) > column
            out += ([".br"] if further else []) + [roff(line.strip())]
    return out


def block_page(block):
    if block.startswith("usage:"):
        return literal(re.sub(r"^(usage:|      ) ", "  ", block, flags=re.M))
    if re.match("examples?:\n", block):
        return [".PP", "Examples:", *literal(block.split("\n", 1)[1])]
    if block.startswith("  --"):
        return flag_list(block)
    return [".PP", *(roff(line.strip()) for line in block.splitlines())]


def page(name, section, version, what, body):
    return "\n".join([f'.TH {name} {section} "" "Kickback {version}" "Kickback"', ".SH NAME",
                      f"{name.lower()} \\- {roff(what)}", *body]) + "\n"


def program_page(verbs, version):
    body = [".SH SYNOPSIS", f"{bold('kickback')} \\fIverb\\fR [\\fIargument\\fR ...]", ".br",
            bold("kickback") + " " + bold("--help"), ".br", bold("kickback") + " " + bold("--version"),
            ".SH DESCRIPTION",
            "Plays, replays, checks and explains three negotiation games (Intrige, Integralis and Incorporated),",
            "and serves them to browsers. Each verb below has", bold("--help") + ".", ".SH VERBS"]
    for verb in verbs:
        body += [f".SS {verb.name}", roff(verb.summary[0].upper() + verb.summary[1:] + "."), ".PP"]
        for block in verb.blocks:
            body += block_page(block)
    body += [".SH EXIT STATUS", "0 if all is well, 1 if the input is wrong, 2 if the call is wrong.",
             ".SH ENVIRONMENT", "\\fBKICKBACK_DATA\\fR and the other variables that \\fBkickback serve\\fR reads stand for its",
             "flags. \\fBNO_COLOR\\fR turns colours off.",
             ".SH SEE ALSO", "\\fBkickback\\fR(3), \\fBkickback.kbr\\fR(5)"]
    return page("KICKBACK", 1, version, "negotiation games: play, check, serve", body)


def header_page(header, version):
    """kickback(3): the header in its order, with comments as text and declarations as code."""
    text = header.read_text(encoding="utf-8")
    intro, rest = text.split("*/", 1)
    body = [".SH SYNOPSIS", ".EX", "#include <kickback.h>", "cc game.c $(pkg\\-config \\-\\-cflags \\-\\-libs kickback)", ".EE",
            ".SH DESCRIPTION"]
    for block in re.sub(r"^/?\s?\*+ ?", "", intro, flags=re.M).split("\n\n")[1:]:
        body += [*([".PP"] if body[-1][:3] != ".SH" else []), *(literal(block) if block.startswith("    ") else map(roff, block.splitlines()))]
    rest = re.sub(r"^#(?:if|endif|define KICKBACK_H|include|pragma|else).*\n|^extern \"C\" \{\n|^\}\n", "", rest, flags=re.M)
    for part in re.split(r"\n\s*\n", rest):
        heading = re.match(r"\s*/\* --- (.*?) -+ \*/\n?", part)
        if heading:
            body += [".SH " + roff(heading[1].upper())]
            part = part[heading.end():]
        if part.strip():
            body += [*([".PP"] if not body[-1].startswith(".SH") else []), *literal(part.strip("\n"))]
    body += [".SH SEE ALSO", "\\fBkickback\\fR(1), \\fBkickback.kbr\\fR(5)"]
    return page("KICKBACK", 3, version, "the rules of negotiation games as a C library", body)


# --- completion ----------------------------------------------------------------------------------------

FILES = ("FILE", "FILE.kbr", "FILE.json")
FOLDERS = ("DIR", "FOLDER", "NEW")


def bash(verbs, games):
    cases = "\n".join(f"        {verb.name}) flags='{' '.join(flag for flag, _, _ in verb.flags)} --help'"
                      f"{' words=$games' if verb.takes('GAME') else ''} ;;" for verb in verbs)
    folders = "|".join(sorted({flag for verb in verbs for flag, value, _ in verb.flags if value in FOLDERS}))
    valued = "|".join(sorted({flag for verb in verbs for flag, value, _ in verb.flags if value and value not in FILES + FOLDERS}))
    return f"""# bash completion for kickback
_kickback()
{{
    local word=${{COMP_WORDS[COMP_CWORD]}} before=${{COMP_WORDS[COMP_CWORD - 1]}}
    local games='{' '.join(games)}' flags='' words=''
    if [ "$COMP_CWORD" -eq 1 ]; then
        mapfile -t COMPREPLY < <(compgen -W '{' '.join(verb.name for verb in verbs)} --help --version' -- "$word")
        return
    fi
    case ${{COMP_WORDS[1]}} in
{cases}
    esac
    case $before in
    {folders}) mapfile -t COMPREPLY < <(compgen -d -- "$word") ;;
    {valued}) COMPREPLY=() ;;
    *)
        case $word in
        -*) mapfile -t COMPREPLY < <(compgen -W "$flags" -- "$word") ;;
        *) mapfile -t COMPREPLY < <(compgen -W "$words" -- "$word"; compgen -f -- "$word") ;;
        esac
        ;;
    esac
}}
complete -o filenames -F _kickback kickback
"""


def quoted(text):
    return text.replace("'", "").replace("[", "(").replace("]", ")").replace(":", "")


def zsh(verbs, games):
    def kind(value):
        return "_files" if value in FILES else "_files -/" if value in FOLDERS else " "

    lines = ["#compdef kickback", "local -a verbs=("]
    lines += [f"  '{verb.name}:{quoted(verb.summary)}'" for verb in verbs]
    lines += [")", "if (( CURRENT == 2 )); then", "  _describe verb verbs", "  return", "fi", "shift words", "(( CURRENT-- ))",
              "case $words[1] in"]
    for verb in verbs:
        specs = [f"'*{flag}[{quoted(meaning)}]" + (f":{value}:{kind(value)}'" if value else "'") for flag, value, meaning in verb.flags]
        specs += ["'--help[tell more]'"]
        specs += [f"'1:game:({' '.join(games)})'", "'*:file:_files'"] if verb.takes("GAME") else ["'*:file:_files'"]
        lines += [f"{verb.name}) _arguments \\", *(f"    {spec} \\" for spec in specs[:-1]), f"    {specs[-1]} ;;"]
    return "\n".join([*lines, "esac"]) + "\n"


def fish(verbs, games):
    lines = ["# fish completion for kickback"]
    for verb in verbs:
        lines.append(f"complete -c kickback -n __fish_use_subcommand -f -a {verb.name} -d '{quoted(verb.summary)}'")
    for verb in verbs:
        when = f"complete -c kickback -n '__fish_seen_subcommand_from {verb.name}'"
        for flag, value, meaning in verb.flags:
            takes = " -x -a '(__fish_complete_directories)'" if value in FOLDERS else " -r" if value in FILES else " -x" if value else ""
            lines.append(f"{when} -l {flag.removeprefix('--')}{takes} -d '{quoted(meaning)}'")
        lines.append(f"{when} -l help -d 'tell more'")
        if verb.takes("GAME"):
            lines.append(f"{when} -a '{' '.join(games)}'")
    return "\n".join(lines) + "\n"


def main():
    program, header, folder = sys.argv[1], Path(sys.argv[2]), Path(sys.argv[3])
    version = ask(program, "--version").split()[1]
    verbs, games = verbs_of(program), games_of(program)
    for name, text in {"kickback.1": program_page(verbs, version), "kickback.3": header_page(header, version),
                       "kickback.bash": bash(verbs, games), "_kickback": zsh(verbs, games),
                       "kickback.fish": fish(verbs, games)}.items():
        (folder / name).write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()
