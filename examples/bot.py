#!/usr/bin/env python3
"""A bot for all three games, to start from. It needs only Python's standard library.

    kickback play intrige --bot "green=cmd:python3 examples/bot.py"
    kickback arena integralis --bots "cmd:python3 examples/bot.py",greedy

Kickback writes one line of JSON for each decision and waits for one line back: {"id": …, "move": …}. This bot
gives every legal move a score and takes the best. Most of this file is the three functions that compute the scores.
docs/bots.md explains every field.
"""
import json
import random
import sys


def cheapest(move):
    """A range of amounts is one entry of the list: "bribe 1000..32000/1000". Takes its lowest amount."""
    return move.split("..")[0]


def mark_intrige(move, asked):
    """Pays little, sells its posts to whoever paid most, and gives away the worst post first."""
    stage = asked["position"]["stage"] or {"paid": []}
    paid = {bribe["scholar"]: bribe["amount"] or 0 for bribe in stage["paid"]}
    words = move.split()
    if words[0] in ("place", "hire"):  # place SCHOLAR POST
        return paid.get(words[1], 0) - int(words[2])
    if words[0] == "settle":  # settle SCHOLAR
        return paid.get(words[1], 0)
    if words[0] == "send":  # send PROFESSION PALACE: where the best post is free
        palace = asked["position"]["palace"][words[2]]
        return max([int(post) for post, holder in palace.items() if holder is None], default=0)
    # Accepting a deal is as good as money. This bot makes no offers.
    return {"accept": 2, "bribe": 1}.get(words[0], 0)


def mark_integralis(move, asked):
    """Prefers orders, then workers at machines, then closing time; plays tricks only if nothing else is left."""
    me, machines = asked["seat"], asked["position"]["machines"]
    mine = {name for name, machine in machines.items()
            if any(worker["worker"].startswith(me + ".") for worker in machine["workers"])}
    words = move.split()
    if words[0] == "play" and words[-1] in machines and "sabotage" not in words[1]:  # play WORKER MACHINE
        return 7 if words[-1] in mine else 6
    if words[0] == "play" and words[1] in ("f0", "f1", "overtime"):
        return 5 if mine else 0
    if words[0] == "play" and len(words) == 3 and words[2].startswith(me + "."):
        return 0
    return {"take": 9, "cover": 9, "counter": 8, "accept": 8, "release": 7, "end": 4, "draw": 3, "play": 2,
            "trade": 1, "under": 1}.get(words[0], 0)


def mark_incorporated(move, asked):
    """Keeps tasks small and does its own as cheaply as it can, because nobody wins in a bankrupt company."""
    own = asked["seat"][0].upper()  # suns have the tiles S0 … S5
    initiatives = asked["position"]["initiatives"]
    words = move.split()
    if words[0] == "play":  # play TILE: the smallest, preferably its own
        return -2 * int(words[1][1]) + (words[1][0] == own)
    if words[0] == "manage":  # manage I.T help: its own open task, or a small one that can still be done
        row, column = words[1].split(".")
        tile = initiatives[int(row) - 1][int(column) - 1]["tile"]
        return (10 if tile[0] == own else -int(tile[1])) if words[2] == "help" else -20
    tile = initiatives[-1][-1]["tile"]
    if words[0] == "staff":  # staff COIN: the smallest that is enough; at home it counts one more
        worth = int(words[1]) + 1
        return 10 - worth if worth >= int(tile[1]) else -worth
    # commit COINS: on its own task the least that exceeds the tile's value, on others' tasks nothing
    coins = [] if words[1] == "none" else [int(coin) + 1 for coin in words[1].split("+")]
    there = sum(lying["coin"] + (lying["seat"] == asked["seat"]) for lying in initiatives[-1][-1]["coins"])
    enough = there + sum(coins) > int(tile[1])
    return (20 if enough and tile[0] == own else 0) - sum(coins)


MARKS = {"intrige": mark_intrige, "integralis": mark_integralis, "incorporated": mark_incorporated}


def main():
    luck = random.Random()
    for line in sys.stdin:  # ends when Kickback closes our input
        asked = json.loads(line)
        answer = {"id": asked["id"]}
        if asked["first"]:  # a new game: seed the generator, so that games can be repeated
            luck.seed(asked["seed"])
            answer["say"] = "Good day. I pay little, and I remember nothing."
        moves = [cheapest(move) for move in asked["legal"]]
        luck.shuffle(moves)  # so that ties are broken at random
        answer["move"] = max(moves, key=lambda move: MARKS[asked["setup"]["game"]](move, asked))
        print(json.dumps(answer), flush=True)  # without flush the line stays in the buffer and Kickback waits for it


if __name__ == "__main__":
    main()
