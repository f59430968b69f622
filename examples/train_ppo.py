#!/usr/bin/env python3
"""Learns a game from scratch against bots, with proximal policy optimization (PPO). Needs PyTorch and kickback.

    python3 examples/train_ppo.py --minutes 10                   # Incorporated, one seat against three greedy bots
    python3 examples/train_ppo.py --minutes 10 --resume          # continues from ppo.pt
    python3 examples/train_ppo.py --minutes 0 --resume           # evaluates only

Writes a checkpoint (ppo.pt), the learning curve (ppo.csv) and a plot of it (ppo.svg). At the end the policy plays games with
seeds that it was not trained with; the share of them that it won is printed with its 95 % interval. The seed decides the
games and the first weights; how far a run gets in its time depends on the machine, unless --decisions ends it.
"""
import argparse
import math
import os
import sys
import time
from concurrent import futures

import numpy as np
import torch
from torch import nn
from torch.nn import functional

import kickback

EVALUATION_SEEDS = 1 << 63  # training uses lower ones
CORES = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count()


def arguments():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--game", default="incorporated")
    parser.add_argument("--players", type=int, default=4)
    parser.add_argument("--bots", default="greedy", help="who plays the other seats: greedy, random or style:NAME")
    parser.add_argument("--minutes", type=float, default=10.0, help="how long to train")
    parser.add_argument("--decisions", type=int, default=0, help="train until so many were made, if the time is enough: then a run can be repeated exactly")
    parser.add_argument("--evaluate", type=int, default=4096, metavar="GAMES", help="games played at the end")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--envs", type=int, default=8192, help="games played at the same time")
    parser.add_argument("--steps", type=int, default=32, help="decisions in each game between two updates")
    parser.add_argument("--epochs", type=int, default=3, help="passes over these decisions in an update")
    parser.add_argument("--minibatch", type=int, default=16384)
    parser.add_argument("--width", type=int, default=512, help="of the hidden layers")
    parser.add_argument("--rate", type=float, default=6e-4, help="learning rate at the start; it falls to a tenth")
    parser.add_argument("--entropy", type=float, default=0.01, help="weight of the entropy at the start; it falls to a tenth")
    parser.add_argument("--shaping", type=float, default=0.1, help="weight of the lead in the reward at the start; it falls to a tenth")
    parser.add_argument("--threads", type=int, default=CORES, help="that play the games")
    parser.add_argument("--device", default="cuda" if torch.cuda.is_available() else "cpu")
    parser.add_argument("--out", default="ppo", help="what the names of the files begin with")
    parser.add_argument("--resume", action="store_true", help="start from the checkpoint")
    args = parser.parse_args()
    if min(args.envs // 2, args.steps, args.epochs, args.minibatch, args.threads, args.evaluate) < 1:
        parser.error("counts must be at least 1, and --envs 2")
    return args


def games(args, n, seed):
    return kickback.vector(args.game, n=n, players=args.players, bots=args.bots, seed=seed, threads=args.threads)


class Policy(nn.Module):
    """What an observation is worth, and how likely each action is."""

    def __init__(self, names, n_actions, width):
        super().__init__()
        self.build(names, n_actions, width)
        self.value = nn.Linear(width, 1)
        for name, layer in self.named_modules():
            if isinstance(layer, nn.Linear):  # the actions begin with about equal chances
                nn.init.orthogonal_(layer.weight, 0.01 if name.endswith("actions") else 2 ** 0.5)
                nn.init.zeros_(layer.bias)

    def build(self, names, n_actions, width):
        self.body, self.actions = two_layers(len(names), width), nn.Linear(width, n_actions)

    def judge(self, seen):
        """What the body has found, and the logits of all actions."""
        found = self.body((seen * 0.5).clamp(-8, 8))
        return found, self.actions(found)

    def forward(self, seen, masks):
        found, logits = self.judge(seen.float())
        return functional.log_softmax(logits.masked_fill(masks == 0, -1e9), dim=1), self.value(found).squeeze(1)


class IncorporatedPolicy(Policy):
    """Knows how the numbers belong together. The 16 tasks of a round share their weights, and so do initiatives and seats; so what makes
    a task fail is not learnt for each place on the table. What decides is computed: by how much a task exceeds its value,
    which task is being staffed, and by how much a seat leads."""

    def build(self, names, n_actions, width):
        few = max(32, width // 8)
        at = {name: [i for i, full in enumerate(names) if full.split("[")[0] == name] for name in (full.split("[")[0] for full in names)}
        self.at = {name: slice(min(found), max(found) + 1) for name, found in at.items()}
        self.task, self.initiative = nn.Linear(12 + 6 + 13 + 1, few), nn.Linear(few, few)
        self.body = two_layers(self.at["played"].start + 3 * 5 + 8 + 5 * few, width)
        self.actions = nn.Linear(width, n_actions - 4 * 6 - 16 * 2)
        self.play, self.manage = Pointer(width, 19, few, 6), Pointer(width, 2 * few, few, 2)

    def judge(self, seen):
        n, part = len(seen), {name: seen[:, at] for name, at in self.at.items()}
        running = one_hot(4 * part["initiative"] + part["place"], 0, 16)
        tasks = [part[name].reshape(n, 16, -1) * 0.5 for name in ("played", "done", "suit", "value", "total", "manager")]
        margins = (part["total"] - part["value"]).clamp(-6, 6)
        tasks = self.task(torch.cat([*tasks, one_hot(part["value"], 0, 6), one_hot(margins, -6, 7), running.transpose(1, 2)], dim=2)).relu()
        initiatives = self.initiative(tasks.view(n, 4, 4, -1).sum(dim=2)).relu()
        scores = torch.cat([part["score"], part["score"][:, :1] - part["score"]], dim=1) * 0.1
        where = one_hot(seen[:, self.at["round"].start:self.at["place"].stop], 0, 5).flatten(1)
        whole = seen[:, :self.at["played"].start].clamp(-5, 5) * 0.5
        found = self.body(torch.cat([whole, where, scores, initiatives.flatten(1), (running @ tasks).squeeze(1)], dim=1))
        own = torch.eye(4, device=seen.device).expand(n, 4, 4)
        seats = [part[name].reshape(n, 4, -1) for name in ("coins", "hand", "turn", "first")] + [scores.view(n, 2, 4).transpose(1, 2), own]
        things = torch.cat([tasks, initiatives.repeat_interleave(4, dim=1)], dim=2)
        return found, torch.cat([self.play(found, torch.cat(seats, dim=2)), self.actions(found), self.manage(found, things)], dim=1)


class Pointer(nn.Module):
    """Logits of actions with one of several things, by what is known about each."""

    def __init__(self, width, n_known, few, n_actions):
        super().__init__()
        self.whole, self.known, self.actions = nn.Linear(width, few), nn.Linear(n_known, few), nn.Linear(few, n_actions)

    def forward(self, found, things):
        return self.actions((self.whole(found)[:, None] + self.known(things)).relu()).flatten(1)


def two_layers(n, width):
    return nn.Sequential(nn.Linear(n, width), nn.ReLU(), nn.Linear(width, width), nn.ReLU())


def one_hot(values, low, high):
    return (values[..., None] == torch.arange(low, high, device=values.device)).float()


class Half:
    """Half of the games. While their bots play, in threads, the network decides in the other half."""

    def __init__(self, args, n, seed, names):
        self.batch, self.worker, self.going = games(args, n, seed), futures.ThreadPoolExecutor(1), None
        self.scale = 8.0 if args.game == "incorporated" else 8000.0  # so many points more make a seat e times as likely to win
        self.scores = [names.index(f"score[{seat}]") for seat in range(args.players)] if "score[0]" in names else None
        self.lead = np.zeros(n)

    def begin(self, actions, shaping):
        self.going = self.worker.submit(self.step, actions, shaping)

    def step(self, actions, shaping):
        """Returns the reward of each decision, and what the games that are over were worth to the learner: 1 if it won, a share of
        it if several did, else 0. This is the reward too, but wins are too rare to begin with. So a decision is also
        rewarded for what it changed in the lead, with the weight `shaping`."""
        batch = self.batch
        batch.step(actions)
        over = np.flatnonzero(batch.dones)
        seats = (batch.seats[over, None] + np.arange(batch.n_players)) % batch.n_players
        won = batch.wins[over, seats[:, 0]]
        lead = self.lead_in(batch.observations[:, self.scores]) if self.scores else np.zeros(batch.n)
        reached = lead.copy()
        reached[over] = self.lead_in(np.take_along_axis(batch.rewards[over], seats, axis=1))  # lead is that of the next game
        rewards = shaping * (reached - self.lead)
        rewards[over] += won
        self.lead = lead
        return rewards, won

    def lead_in(self, scores):
        """The logarithm of the learner's odds if a seat's chance to win grew exponentially with its score."""
        scores = scores / self.scale
        return scores[:, 0] - np.log(np.exp(scores[:, 1:]).mean(axis=1))


def collect(halves, policy, device, steps, shaping):
    """Plays some decisions of every game with the policy. Returns them, one row of each array for each step."""
    n, shape = halves[0].batch.n, halves[0].batch
    rows = {"seen": torch.empty((steps, 2 * n, shape.n_observations), dtype=torch.int8, device=device),
            "masks": torch.empty((steps, 2 * n, shape.n_actions), dtype=torch.uint8, device=device),
            "actions": torch.empty((steps, 2 * n), dtype=torch.int64, device=device)}
    for name in ("chances", "values", "rewards", "dones"):
        rows[name] = torch.zeros((steps, 2 * n), device=device)
    last, won = torch.zeros(2 * n, device=device), []
    for step in range(steps + 1):
        for i, half in enumerate(halves):
            part = slice(i * n, i * n + n)
            if step:
                rewards, wins = half.going.result()
                won.append(wins)
                rows["rewards"][step - 1, part] = torch.from_numpy(rewards).float().to(device)
                rows["dones"][step - 1, part] = torch.from_numpy(half.batch.dones).float().to(device)
            seen, masks = torch.from_numpy(half.batch.observations), torch.from_numpy(half.batch.masks)
            if step < steps:  # kept, because the next step overwrites them
                rows["seen"][step, part], rows["masks"][step, part] = seen, masks
                seen, masks = rows["seen"][step, part], rows["masks"][step, part]
            with torch.no_grad():
                chances, values = policy(seen.to(device), masks.to(device))
            if step == steps:
                last[part] = values
                continue
            noise = -torch.log(-torch.log(torch.rand_like(chances).clamp(1e-9, 1 - 1e-7)))
            actions = (chances + noise).argmax(dim=1)  # a sample, by Gumbel's trick
            half.begin(actions.cpu().numpy(), shaping)
            rows["actions"][step, part], rows["values"][step, part] = actions, values
            rows["chances"][step, part] = chances.gather(1, actions[:, None]).squeeze(1)
    return rows, last, np.concatenate(won)


def advantages(rows, last, trace=0.95):
    """Generalized advantage estimation, without a discount: games are short."""
    found, ahead, value = torch.zeros_like(rows["values"]), torch.zeros_like(last), last
    for step in reversed(range(len(found))):
        goes_on = 1 - rows["dones"][step]
        surprise = rows["rewards"][step] + value * goes_on - rows["values"][step]
        ahead = surprise + trace * goes_on * ahead
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


def train(args, policy, optimizer, names, curve, decisions):
    halves = [Half(args, args.envs // 2, (args.seed % (1 << 22) << 40) + (i << 39) + decisions, names) for i in range(2)]
    before, already = curve[-1][0] if curve else 0.0, decisions
    began = saved = now = time.time()
    while True:
        then, now = now, time.time()
        done = (decisions - already) / args.decisions if args.decisions else (now - began) / (60 * args.minutes)
        if done >= 1 or now + (now - then) - began > 60 * args.minutes:  # one more would take too long
            break
        for group in optimizer.param_groups:
            group["lr"] = args.rate * (1 - 0.9 * done)
        rows, last, won = collect(halves, policy, args.device, args.steps, args.shaping * (1 - 0.9 * done))
        update(policy, optimizer, rows, advantages(rows, last), args, args.entropy * (1 - 0.9 * done))
        decisions += rows["actions"].numel()
        passed = time.time() - began
        if len(won):
            curve.append((before + passed / 60, decisions, float(won.mean())))
        share = f"{100 * curve[-1][2]:5.1f} % won" if curve else "no game over"
        bar = "#" * int(30 * min(1, max(done, passed / (60 * args.minutes))))
        print(f"\r[{bar:<30}] {passed:5.0f} s  {decisions / 1e6:7.2f} M decisions  {share}", end="", flush=True, file=sys.stderr)
        if time.time() - saved > 60:
            save(args, policy, optimizer, curve, decisions)
            saved = time.time()
    print(file=sys.stderr)
    save(args, policy, optimizer, curve, decisions)


def main():
    args = arguments()
    torch.manual_seed(args.seed)
    torch.set_float32_matmul_precision("high")
    encoding = kickback.encoding(args.game, players=args.players)
    kind = IncorporatedPolicy if args.game == "incorporated" else Policy
    policy = kind(encoding.observations, len(encoding.actions), args.width).to(args.device)
    optimizer = torch.optim.Adam(policy.parameters(), lr=args.rate, eps=1e-5)
    curve, decisions = [], 0
    if args.resume:
        kept = torch.load(args.out + ".pt", map_location=args.device)  # only numbers, lists and strings
        policy.load_state_dict(kept["policy"])
        optimizer.load_state_dict(kept["optimizer"])
        curve, decisions = [tuple(row) for row in kept["curve"]], kept["decisions"]
    if args.minutes > 0:
        train(args, policy, optimizer, encoding.observations, curve, decisions)
    share, low, high = evaluate(args, policy, args.evaluate)
    print(f"{args.game}, {args.players} seats, against {args.bots}: won {100 * share:.1f} % of {args.evaluate} games, 95 %: {100 * low:.1f} to {100 * high:.1f}")


if __name__ == "__main__":
    main()
