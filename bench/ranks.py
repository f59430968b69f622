#!/usr/bin/env python3
"""How well MPI ranks share an arena's games: one rank, several ranks, and as many processes that know nothing of each other and
play a part of the games each. The last is what the machine's cores can do together: where they are hyperthreads of one core, or
shared with neighbours, it is less than so many times one rank, and no program can be faster.

usage: ranks.py [--ranks N] [--games G] [--rounds R] [--bots LIST] [PROGRAM]
"""
import argparse
import os
import shutil
import statistics
import subprocess
import sys
import time


def seconds(*calls):
    """How long the calls take, all begun at once."""
    begun = time.monotonic()
    running = [subprocess.Popen(call, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE) for call in calls]
    for process in running:
        _, errors = process.communicate()
        if process.returncode:
            sys.exit(f"{' '.join(process.args)}: exit status {process.returncode}\n{errors.decode()}")
    return time.monotonic() - begun


def main():
    parser = argparse.ArgumentParser(description="Measures how well MPI ranks share an arena's games.")
    parser.add_argument("program", nargs="?", default="build/kickback-mpi", help="default: %(default)s")
    parser.add_argument("--ranks", type=int, default=os.cpu_count(), help="default: the machine's cores, %(default)s")
    parser.add_argument("--games", type=int, default=400, help="games in an arena; default: %(default)s")
    parser.add_argument("--rounds", type=int, default=3, help="default: %(default)s")
    parser.add_argument("--bots", default="search:100,greedy", help="default: %(default)s")
    args = parser.parse_args()
    if args.ranks < 1 or args.games < args.ranks or args.rounds < 1:
        parser.error("expected at least 1 rank, 1 round, and a game for each rank")
    for need in ("mpirun", args.program):
        if not shutil.which(need):
            return print(f"ranks: skipped, {need} not found; install OpenMPI and build again")

    def arena(games):
        return [args.program, "arena", "incorporated", "--bots", args.bots, "--players", "4", "--threads", "1", "--games", str(games)]

    def mpirun(ranks):
        return ["mpirun", "--allow-run-as-root", "--oversubscribe", "-n", str(ranks), *arena(args.games)]

    parts = [arena((args.games + i) // args.ranks) for i in range(args.ranks)]
    ways = {"one rank": [mpirun(1)], "ranks": [mpirun(args.ranks)], "without MPI": parts}
    print(f"{args.games} games of {args.bots}, {args.ranks} ranks; load of the machine {os.getloadavg()[0]:.1f}")
    print(f"| round | one rank | {args.ranks} ranks | {args.ranks} processes without MPI | efficiency | of that without MPI |\n"
          "|---|---|---|---|---|---|", flush=True)
    rounds = []
    for i in range(args.rounds):
        order = list(ways) if i % 2 == 0 else reversed(ways)  # neighbours that come or go slow down each in turn
        took = {way: seconds(*ways[way]) for way in order}
        rounds.append([took["one rank"] / args.ranks / took["ranks"], took["without MPI"] / took["ranks"]])
        print(f"| {i + 1} | " + " | ".join(f"{took[way]:.1f} s" for way in ways)
              + " | " + " | ".join(f"{x:.2f}" for x in rounds[-1]) + " |", flush=True)
    print("| median | | | | " + " | ".join(f"{statistics.median(x):.2f}" for x in zip(*rounds)) + " |")


if __name__ == "__main__":
    main()
