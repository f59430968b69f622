#!/usr/bin/env python3
"""Learns a game from scratch against bots, with proximal policy optimization (PPO). Needs PyTorch and kickback.

    python3 examples/train_ppo.py --minutes 10                   # Incorporated, one seat against three greedy bots
    python3 examples/train_ppo.py --minutes 10 --resume          # continues from ppo.pt
    python3 examples/train_ppo.py --minutes 0 --resume           # evaluates only

Writes a checkpoint (ppo.pt), the learning curve (ppo.csv) and a plot of it (ppo.svg). At the end the policy plays games with
seeds that it was not trained with; the share of them that it won is printed with its 95 % interval. The seed decides the
games and the first weights; how far a run gets in its time depends on the machine.
"""
import argparse
import math
import os
import sys
import time

import numpy as np
import torch
from torch import nn
from torch.nn import functional

import kickback

EVALUATION_SEEDS = 1 << 40  # training uses lower ones


def arguments():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--game", default="incorporated")
    parser.add_argument("--players", type=int, default=4)
    parser.add_argument("--bots", default="greedy", help="who plays the other seats: greedy, random or style:NAME")
    parser.add_argument("--minutes", type=float, default=10.0, help="how long to train")
    parser.add_argument("--evaluate", type=int, default=4096, metavar="GAMES", help="games played at the end")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--envs", type=int, default=4096, help="games played at the same time")
    parser.add_argument("--steps", type=int, default=64, help="decisions in each game between two updates")
    parser.add_argument("--epochs", type=int, default=3, help="passes over these decisions in an update")
    parser.add_argument("--minibatch", type=int, default=16384)
    parser.add_argument("--width", type=int, default=512, help="of the hidden layers")
    parser.add_argument("--rate", type=float, default=6e-4, help="learning rate at the start; it falls to a tenth")
    parser.add_argument("--entropy", type=float, default=0.01, help="weight of the entropy at the start; it falls to a tenth")
    parser.add_argument("--shaping", type=float, default=0.5, help="weight of the score in the reward at the start; it falls to a tenth")
    parser.add_argument("--threads", type=int, default=os.cpu_count(), help="that play the games")
    parser.add_argument("--device", default="cuda" if torch.cuda.is_available() else "cpu")
    parser.add_argument("--out", default="ppo", help="what the names of the files begin with")
    parser.add_argument("--resume", action="store_true", help="start from the checkpoint")
    args = parser.parse_args()
    if min(args.envs, args.steps, args.epochs, args.minibatch, args.threads, args.evaluate) < 1:
        parser.error("counts must be at least 1")
    return args


class Policy(nn.Module):
    """What an observation is worth, and how good each action is."""

    def __init__(self, n_observations, n_actions, width):
        super().__init__()
        self.body = nn.Sequential(nn.Linear(n_observations, width), nn.ReLU(), nn.Linear(width, width), nn.ReLU(), nn.Linear(width, width), nn.ReLU())
        self.actions, self.value = nn.Linear(width, n_actions), nn.Linear(width, 1)
        nn.init.zeros_(self.actions.weight)  # begins with equal chances
        nn.init.zeros_(self.actions.bias)

    def forward(self, seen, masks):
        found = self.body(seen.float() * 0.25)
        logits = self.actions(found).masked_fill(masks == 0, -1e9)
        return functional.log_softmax(logits, dim=1), self.value(found).squeeze(1)


def games(args, n, seed):
    return kickback.vector(args.game, n=n, players=args.players, bots=args.bots, seed=seed, threads=args.threads)


def reward(batch, rows, shaping):
    """Of games that ended: whether the learner won, and with the weight `shaping` its score, by itself and above the others'. By
    itself, because a bankrupt company has no winner: the first thing to learn is to keep it alive."""
    seats = batch.seats[rows]
    scores, own = batch.rewards[rows], batch.rewards[rows, seats]
    others = (scores.sum(axis=1) - own) / (batch.n_players - 1)
    scale = 20.0 * max(1.0, float(np.abs(scores).max()) / 100)  # Incorporated has tens of points, the other games thousands
    return batch.wins[rows, seats] + shaping * (np.tanh(own / scale) + np.tanh((own - others) / scale))


def collect(batch, policy, device, steps, shaping):
    """Plays some decisions of every game with the policy. Returns them, one row of each array for each step."""
    n = batch.n
    rows = {"seen": torch.empty((steps, n, batch.n_observations), dtype=torch.int8, device=device),
            "masks": torch.empty((steps, n, batch.n_actions), dtype=torch.uint8, device=device),
            "actions": torch.empty((steps, n), dtype=torch.int64, device=device)}
    for name in ("chances", "values", "rewards", "dones"):
        rows[name] = torch.zeros((steps, n), device=device)
    ended, won = 0, 0.0
    for step in range(steps):
        rows["seen"][step], rows["masks"][step] = torch.from_numpy(batch.observations), torch.from_numpy(batch.masks)
        with torch.no_grad():
            chances, rows["values"][step] = policy(rows["seen"][step], rows["masks"][step])
        noise = -torch.log(-torch.log(torch.rand_like(chances).clamp(1e-9, 1 - 1e-7)))
        actions = (chances + noise).argmax(dim=1)  # a sample, by Gumbel's trick
        rows["actions"][step], rows["chances"][step] = actions, chances.gather(1, actions[:, None]).squeeze(1)
        batch.step(actions.cpu().numpy())
        over = np.flatnonzero(batch.dones)
        if len(over):
            at = torch.from_numpy(over).to(device)
            rows["rewards"][step, at] = torch.from_numpy(reward(batch, over, shaping)).float().to(device)
            rows["dones"][step, at] = 1.0
            ended, won = ended + len(over), won + float(batch.wins[over, batch.seats[over]].sum())
    with torch.no_grad():
        _, last = policy(torch.from_numpy(batch.observations).to(device), torch.from_numpy(batch.masks).to(device))
    return rows, last, ended, won


def advantages(rows, last, discount=0.999, trace=0.95):
    """Generalized advantage estimation."""
    found, ahead, value = torch.zeros_like(rows["values"]), torch.zeros_like(last), last
    for step in reversed(range(len(found))):
        goes_on = 1 - rows["dones"][step]
        surprise = rows["rewards"][step] + discount * value * goes_on - rows["values"][step]
        ahead = surprise + discount * trace * goes_on * ahead
        found[step], value = ahead, rows["values"][step]
    return found


def update(policy, optimizer, rows, found, args, entropy_weight):
    flat = {name: rows[name].flatten(0, 1) for name in ("seen", "masks", "actions", "chances", "values")}
    ahead = found.flatten()
    returns = ahead + flat["values"]
    ahead = (ahead - ahead.mean()) / (ahead.std() + 1e-8)
    for _ in range(args.epochs):
        for at in torch.randperm(len(ahead), device=ahead.device).split(args.minibatch):
            chances, values = policy(flat["seen"][at], flat["masks"][at])
            ratio = (chances.gather(1, flat["actions"][at][:, None]).squeeze(1) - flat["chances"][at]).exp()
            gain = torch.min(ratio * ahead[at], ratio.clamp(0.8, 1.2) * ahead[at]).mean()
            entropy = -(chances.exp() * chances.clamp(min=-50)).sum(dim=1).mean()
            loss = -gain + 0.5 * functional.mse_loss(values, returns[at]) - entropy_weight * entropy
            optimizer.zero_grad()
            loss.backward()
            nn.utils.clip_grad_norm_(policy.parameters(), 0.5)
            optimizer.step()


def evaluate(args, policy, n):
    """The share of n games, one for each seed, that the policy wins with its likeliest actions, and its 95 % Wilson interval."""
    batch = games(args, n, EVALUATION_SEEDS + args.seed)
    won = np.full(n, np.nan)
    while np.isnan(won).any():
        with torch.no_grad():
            chances, _ = policy(torch.from_numpy(batch.observations).to(args.device), torch.from_numpy(batch.masks).to(args.device))
        batch.step(chances.argmax(dim=1).cpu().numpy())
        first = np.flatnonzero((batch.dones == 1) & np.isnan(won))
        won[first] = batch.wins[first, batch.seats[first]]
    share, z = float(won.mean()), 1.959964
    middle = (share + z * z / (2 * n)) / (1 + z * z / n)
    reach = z / (1 + z * z / n) * math.sqrt(share * (1 - share) / n + z * z / (4 * n * n))
    return share, middle - reach, middle + reach


def plot(path, curve, fair):
    """The learning curve as SVG: minutes to the right, the share of won games upward."""
    minutes, most = max(row[0] for row in curve), max(0.5, max(row[2] for row in curve))
    def place(minute, share):
        return f"{60 + 700 * minute / max(minutes, 1e-9):.1f},{360 - 320 * share / most:.1f}"
    lines = [f'<polyline fill="none" stroke="#2563eb" stroke-width="2" points="{" ".join(place(row[0], row[2]) for row in curve)}"/>',
             f'<polyline stroke="#888" stroke-dasharray="4" points="{place(0, fair)} {place(minutes, fair)}"/>',
             f'<polyline fill="none" stroke="#000" points="{place(0, most)} {place(0, 0)} {place(minutes, 0)}"/>']
    for share in np.arange(0, most + 0.01, 0.1):
        lines.append(f'<text x="52" y="{364 - 320 * share / most:.1f}" text-anchor="end">{100 * share:.0f} %</text>')
    lines += [f'<text x="{60 + 700 * i / 5:.1f}" y="382" text-anchor="middle">{minutes * i / 5:.1f}</text>' for i in range(6)]
    lines.append('<text x="410" y="398" text-anchor="middle">minutes of training; dashed: a fair share</text>')
    with open(path, "w") as file:
        file.write('<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 800 405" font-family="sans-serif" font-size="13">'
                   '<rect width="800" height="405" fill="#fff"/>\n' + "\n".join(lines) + "\n</svg>\n")


def save(args, policy, optimizer, curve, decisions):
    torch.save({"policy": policy.state_dict(), "optimizer": optimizer.state_dict(), "curve": curve, "decisions": decisions}, args.out + ".pt.new")
    os.replace(args.out + ".pt.new", args.out + ".pt")
    with open(args.out + ".csv", "w") as file:
        file.write("minutes,decisions,won\n" + "".join(f"{minute:.3f},{n},{share:.4f}\n" for minute, n, share in curve))
    if curve:
        plot(args.out + ".svg", curve, 1 / args.players)


def train(args, policy, optimizer, curve, decisions):
    batch = games(args, args.envs, (args.seed << 24) + decisions)
    before = curve[-1][0] if curve else 0.0
    began = saved = time.time()
    while (done := (time.time() - began) / (60 * args.minutes)) < 1:
        for group in optimizer.param_groups:
            group["lr"] = args.rate * (1 - 0.9 * done)
        rows, last, ended, won = collect(batch, policy, args.device, args.steps, args.shaping * max(0.1, 1 - done))
        update(policy, optimizer, rows, advantages(rows, last), args, args.entropy * (1 - 0.9 * done))
        decisions += args.envs * args.steps
        passed = time.time() - began
        if ended:
            curve.append((before + passed / 60, decisions, won / ended))
        share = f"{100 * curve[-1][2]:5.1f} % won" if curve else "no game over"
        bar = "#" * int(30 * min(1, passed / (60 * args.minutes)))
        print(f"\r[{bar:<30}] {passed:5.0f} s  {decisions / 1e6:7.2f} M decisions  {share}", end="", flush=True, file=sys.stderr)
        if time.time() - saved > 60:
            save(args, policy, optimizer, curve, decisions)
            saved = time.time()
    print(file=sys.stderr)
    save(args, policy, optimizer, curve, decisions)


def main():
    args = arguments()
    torch.manual_seed(args.seed)
    shape = games(args, 1, 0)
    policy = Policy(shape.n_observations, shape.n_actions, args.width).to(args.device)
    optimizer = torch.optim.Adam(policy.parameters(), lr=args.rate, eps=1e-5)
    curve, decisions = [], 0
    if args.resume:
        kept = torch.load(args.out + ".pt", map_location=args.device)  # only numbers, lists and strings
        policy.load_state_dict(kept["policy"])
        optimizer.load_state_dict(kept["optimizer"])
        curve, decisions = [tuple(row) for row in kept["curve"]], kept["decisions"]
    if args.minutes > 0:
        train(args, policy, optimizer, curve, decisions)
    share, low, high = evaluate(args, policy, args.evaluate)
    print(f"{args.game}, {args.players} seats, against {args.bots}: won {100 * share:.1f} % of {args.evaluate} games, 95 %: {100 * low:.1f} to {100 * high:.1f}")


if __name__ == "__main__":
    main()
