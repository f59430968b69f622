#!/usr/bin/env python3
"""Runs the checks and counts them. Prints each result, then the slowest checks, and what the failed ones wrote.

    test.py        everything but the suite `soak`, in both builds at once: some checks wait while others compute
    test.py check  the suite `check`, in the release build
"""

import json
import os
import re
import subprocess
import sys
import threading
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
BUILDS = {"build": "gcc, release", "build-sanitized": "clang, asan, ubsan, asserts"}
# Tests at once, for each core. Most tests of the release build wait for a browser or a server; it has most of them, too.
AT_ONCE = {"build": 2, "build-sanitized": 1}
GOOD = ("OK", "EXPECTEDFAIL")
SLOWEST = 15
LONG = 60  # seconds: a test that takes longer needs a reason
ENVIRONMENT = {**os.environ, "PYTHONUNBUFFERED": "1", "UBSAN_OPTIONS": "print_stacktrace=1",
               "ASAN_OPTIONS": "detect_leaks=0"}  # slow, so only some tests do it
began = time.time()
results = []  # of all builds: name, build, seconds, whether it is good, what it wrote


def say(text):
    print(f"{time.time() - began:5.0f} s  {text}", flush=True)


def note(name, build, seconds, good, output):
    results.append((name, build, seconds, good, output))
    if not good:
        say(f"{build}: {name}: FAILED")


def prepare(build):
    """Configures a new build folder. Configures an existing one again: a tool that was missing may be installed now."""
    is_new = not (ROOT / build / "build.ninja").exists()
    subprocess.run(["tools/build.sh", build, "setup"], cwd=ROOT, check=True)
    if not is_new:
        subprocess.run(["meson", "setup", "--reconfigure", build], cwd=ROOT, check=True, stdout=subprocess.DEVNULL)


def introspect(build, what):
    return json.loads(subprocess.run(["meson", "introspect", build, what], cwd=ROOT, check=True, stdout=subprocess.PIPE).stdout)


def targets(build, quick):
    """What the tests need. By default, meson would also build the programs of tests that only the other build runs."""
    files = {target["id"]: target["filename"] for target in introspect(build, "--targets")}
    tests = [test for test in introspect(build, "--tests") if ("kickback:check" in test["suite"] if quick else "kickback:soak" not in test["suite"])]
    needed = {file for test in tests for target in test["depends"] for file in files[target]}
    return sorted(os.path.relpath(file, ROOT / build) for file in needed)


def compile_all(build, quick):
    start = time.time()
    done = subprocess.run(["ninja", "-C", build, *targets(build, quick)], cwd=ROOT, text=True, stdout=subprocess.PIPE,
                          stderr=subprocess.STDOUT, check=False)
    note(f"build ({BUILDS[build]})", build, time.time() - start, done.returncode == 0, done.stdout[-20000:])
    return done.returncode == 0


def run_tests(build, quick):
    """A test that hangs is to be ended; one that is slow on a busy machine is not. So every limit is generous."""
    log = ROOT / build / "meson-logs/testlog.json"
    log.write_text("")
    command = ["meson", "test", "-C", build, "--no-rebuild", *(["--suite", "check"] if quick else ["--no-suite", "soak"]),
               "--timeout-multiplier", "4", "--num-processes", str(round(os.cpu_count() * AT_ONCE[build]))]
    with subprocess.Popen(command, cwd=ROOT, env=ENVIRONMENT, text=True, stdout=subprocess.PIPE, stderr=subprocess.STDOUT) as process:
        lines = []
        for line in process.stdout:
            lines.append(line)
            if re.match(r" *\d+/\d+ ", line):
                say(f"{build}: {line.strip()}")
    tests = [json.loads(line) for line in log.read_text().splitlines()]
    for test in tests:  # a skipped test counts as failed
        note(test["name"], build, test["duration"], test["result"] in GOOD, test.get("stdout", "") + test.get("stderr", ""))
    if not tests:
        note("tests", build, 0, False, "".join(lines))


def run(build, quick):
    if compile_all(build, quick):
        run_tests(build, quick)


def main():
    os.chdir(ROOT)
    quick = sys.argv[1:] == ["check"]
    if sys.argv[1:] and not quick:
        sys.exit(__doc__)
    builds = ["build"] if quick else list(BUILDS)
    subprocess.run(["tools/install.sh", "build", "test", *([] if quick else ["python"])], check=True)
    for build in builds:
        prepare(build)
    threads = [threading.Thread(target=run, args=(build, quick)) for build in builds]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    print("\nThe slowest:")
    rows = [line.split("|")[1] for line in (ROOT / "tests/README.md").read_text().splitlines() if line.startswith("| `")]
    explained = set(re.findall(r"`(.+?)`", " ".join(rows)))
    for name, build, seconds, *_ in sorted(results, key=lambda result: -result[2])[:SLOWEST]:
        name = name.split(" / ")[-1]
        strange = seconds > LONG and name not in explained and not name.startswith("build (")
        print(f"{seconds:7.0f} s  {build}: {name}{'; tests/README.md does not say why' if strange else ''}")
    failed = [result for result in results if not result[3]]
    for name, build, _, _, output in failed:
        print(f"\n== {build}: {name}\n{output}")
    print(f"\n{len(results) - len(failed)} passed, {len(failed)} failed, {time.time() - began:.0f} s")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
