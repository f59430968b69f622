#!/usr/bin/env python3
"""Runs two programs with the same arguments, and compares what they print.

usage: same_output.py PROGRAM PROGRAM ARGUMENT…
"""
import subprocess
import sys

programs, arguments = sys.argv[1:3], sys.argv[3:]
ours, theirs = (subprocess.run([program, *arguments], check=True, capture_output=True, text=True).stdout.splitlines() for program in programs)
assert len(ours) == len(theirs) > 0, f"{len(ours)} lines, but {len(theirs)}"
differing = [f"{a}\n{b}" for a, b in zip(ours, theirs) if a != b]
print(f"{len(ours)} lines, {len(differing)} differ", *differing[:3], sep="\n")
sys.exit(1 if differing else 0)
