#!/usr/bin/env python3
"""How many decisions a second the Python package makes, with observation and mask of every decision written, on one core.

usage: batches.py, in an environment with kickback (tools/lab.sh); compares with OpenSpiel where it is installed

All times are processor time of the thread that steps, and all figures are from one run on one machine. On a shared machine the
neighbours slow the core down by up to a half; the fastest tenth of the steps shows what it does while they are quiet.
"""
import os
import random
import time

import kickback

GAMES, SECONDS = 1024, 2.0


def batches(game):
    """Decisions a second: of all steps, of their fastest tenth, and with a random choice of the actions."""
    batch = kickback.vector(game, n=GAMES, players=4, seed=1)
    for _ in range(50):
        batch.step(batch.pick())
    times, begun = [], time.thread_time()
    while sum(times) < SECONDS:
        for _ in range(100):
            actions = batch.pick()
            before = time.thread_time()
            batch.step(actions)
            times.append(time.thread_time() - before)
    whole = time.thread_time() - begun
    fastest = sorted(times)[: len(times) // 10]
    return [GAMES * len(times) / sum(times), GAMES * len(fastest) / sum(fastest), GAMES * len(times) / whole]


def one_by_one(game):
    """The same decisions made on single states from Python."""
    luck, choice, decisions, begun = kickback.Rng(1), random.Random(1), 0, time.thread_time()
    while time.thread_time() - begun < SECONDS:
        state = kickback.State(game, players=4)
        while not state.over:
            if state.actors == (kickback.CHANCE,):
                state.apply(*state.pick(luck))
                continue
            seat = state.actors[0]
            kickback.observe(state, seat)
            action = choice.choice(kickback.action_mask(state, seat).nonzero()[0].tolist())
            state.apply(seat, state.move_of(seat, action))
            decisions += 1
    return decisions / (time.thread_time() - begun)


def openspiel():
    """OpenSpiel's own loop in Python on its bargaining game, with observation and mask; None without OpenSpiel."""
    try:
        import pyspiel
    except ImportError:
        return None
    game, choice, decisions, begun = pyspiel.load_game("bargaining"), random.Random(1), 0, time.thread_time()
    while time.thread_time() - begun < SECONDS:
        state = game.new_initial_state()
        while not state.is_terminal():
            if state.is_chance_node():
                state.apply_action(choice.choice(state.legal_actions()))
                continue
            state.observation_tensor()
            state.legal_actions_mask()
            state.apply_action(choice.choice(state.legal_actions()))
            decisions += 1
    return decisions / (time.thread_time() - begun)


def main():
    theirs = openspiel()
    print(f"decisions/s, one core, {GAMES} games in a batch; load of the machine {os.getloadavg()[0]:.1f}")
    print("| game | step | fastest tenth | with random actions | one by one | step / OpenSpiel |")
    print("|---|---|---|---|---|---|")
    for game in ("intrige", "incorporated", "integralis"):
        step, fastest, whole = (speed / 1e6 for speed in batches(game))
        ratio = f"{step * 1e6 / theirs:.0f}×" if theirs else "not installed"
        singles = one_by_one(game) / 1e3
        print(f"| {game} | {step:.2f} M | {fastest:.2f} M | {whole:.2f} M | {singles:.0f} k | {ratio} |", flush=True)
    if theirs:
        print(f"OpenSpiel's loop in Python on its bargaining game: {theirs / 1e3:.0f} k decisions/s")


if __name__ == "__main__":
    main()
