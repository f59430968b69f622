"""Plays the tables of a stored log: every kind of entry, at tables of every game, on a real server whose luck and time are
fixed (fixed.c). The same program makes the same log every time. stored.py stores it."""

import os
import random
import subprocess
import time
from pathlib import Path

from server import PATIENCE, Client, Server, Socket

START_MS = 1767225600000
DAY_MS = 24 * 60 * 60 * 1000
BOT_WAIT_MS = 200  # not 0: decisions are played at a time of the clock, not when a thread happens to be ready


class World:
    """A server whose clock stands still until it is moved."""

    def __init__(self, program, fixed, folder, data=None, now_ms=START_MS, flags=()):
        self.program, self.clock, self.now_ms = program, Path(folder) / "clock", now_ms
        self.env = {"LD_PRELOAD": fixed, "FIXED_CLOCK": str(self.clock), "FIXED_STEADY": "1"}
        self.people, self.has_bots = {}, False
        self.tick(0)
        self.data = data or os.path.join(folder, "data")
        self.server = Server(program, self.data, "--bot-wait", str(BOT_WAIT_MS), *flags, env=self.env)

    def tick(self, ms):
        """The file is replaced atomically."""
        self.now_ms += ms
        aside = self.clock.with_suffix(".new")
        aside.write_text(str(self.now_ms))
        aside.rename(self.clock)

    def quiet(self):
        """Waits until all threads of the server sleep. The loop may wake up again and again for a timer that is almost due."""
        process = self.server.process.pid
        before, calm, deadline = None, 0, time.time() + PATIENCE
        while calm < 3:
            assert time.time() < deadline, "the server does not come to rest"
            tasks = sorted(Path(f"/proc/{process}/task").iterdir())
            states = [(task / "stat").read_text().rsplit(")", 1)[1].split()[0] for task in tasks]
            worked = [(task / "schedstat").read_text() for task in tasks if task.name != str(process)]
            calm = calm + 1 if worked == before and set(states) == {"S"} else 0
            before = worked
            time.sleep(0.003)

    def later(self, ms=1000):
        """Lets the time pass, and the server do what is due."""
        self.quiet()
        self.tick(ms)
        for person in self.people.values():
            if person.socket:
                person.wait(person.ask("ping"))
        self.quiet()

    def nobody_stays(self):
        """The server closes connections that are silent for a minute."""
        for person in self.people.values():
            person.away()

    def long_after(self, ms):
        """Lets much time pass."""
        self.nobody_stays()
        self.tick(ms)
        for _ in range(3):
            time.sleep(1.1)  # the loop wakes once a second, and does what is due
            self.tick(1000)

    def person(self, name, tag=None, program=False):
        """tag: of the ids of their requests, which are never used twice."""
        self.people[name] = Person(self, name, tag, program)
        return self.people[name]

    def restart(self):
        """Stops the server and starts it again. Nobody is connected afterwards."""
        self.server.stop()
        for person in self.people.values():
            person.socket = None
        self.tick(5000)
        self.server.start()

    def call(self, *words):
        """Another program than the server, with the same clock and luck."""
        done = subprocess.run([self.program, *map(str, words)], env={**os.environ, **self.env}, capture_output=True, text=True, timeout=PATIENCE)
        assert done.returncode == 0, (words, done)
        return done.stdout


class Person(Client):
    """Somebody whose requests each take a moment of the fixed clock."""

    def __init__(self, world, name, tag=None, program=False):
        self.world, self.is_program = world, program
        super().__init__(world.server.port, name, fixed=True, tag=tag)

    def connect(self):
        self.port = self.world.server.port
        self.view, self.n, self.as_ = None, 0, None
        if not self.is_program:
            super().connect()
            return
        self.again_at, self.socket = None, Socket(self.port, token=self.secret)

    def ask(self, do, **keys):
        if not self.socket:
            self.connect()
        if self.world.has_bots:
            self.world.quiet()
        if do != "ping":
            self.world.tick(700)
        return super().ask(do, **keys)

    def away(self):
        """Closes the connection, and waits until the server has seen it."""
        if self.socket:
            self.socket.close()
            self.socket = None
            self.world.quiet()

    def at(self, table):
        """Goes to a table, and watches it on a new connection."""
        self.away()
        self.table = table
        self.connect()
        self.do("ping")


def seats_of(client):
    return [seat["seat"] for seat in client.view["seats"]]


def make_table(clients, bots=(), words=(), **keys):
    """The first makes the table, the others sit down, and it starts."""
    host = clients[0]
    table = host.do("create", players=len(clients) + len(bots), **keys)["table"]
    for client in clients:
        client.at(table)
    for client, seat in zip(clients, seats_of(host)):
        client.do("sit", table=table, seat=seat)
    for bot, seat in zip(bots, seats_of(host)[len(clients):]):
        host.do("bot", table=table, seat=seat, bot=bot)
    for client, line in zip(clients, words):
        client.do("words", table=table, words=line)
    host.do("start", table=table)
    up_to_date(clients)
    return table


def up_to_date(clients):
    for client in clients:
        client.wait(client.ask("ping"))


def play(world, clients, rng, most=None, meanwhile=None, patience=12):
    """Plays until the game is over, or until this many moves of people are made. Seats that pass by themselves get the time
    to do it."""
    moves, waited = 0, 0
    while most is None or moves < most:
        up_to_date(clients)
        if clients[0].view["stage"] == "over":
            return
        due = [client for client in clients if client.view.get("legal")]
        movers = [client for client in due if not client.view.get("passing") or waited > patience]
        if not movers:
            waited += 1
            assert waited < 400, "the game does not go on"
            world.later()
            continue
        mover, waited = rng.choice(movers), 0
        if meanwhile:
            meanwhile(moves)
            up_to_date(clients)
        if mover.view.get("legal"):
            mover.do("move", table=mover.table, move=mover.choose(rng), decision=mover.view["decision"])
            moves += 1


class Bargains:
    """People at a table propose, accept, decline and withdraw at random. A refusal is no harm."""

    def __init__(self, clients, rng, patterns, chance=0.25, secret=True):
        self.clients, self.rng, self.patterns, self.chance, self.secret = clients, rng, patterns, chance, secret

    def promise(self, seat):
        kind = self.rng.choice(("will", "wont"))
        return {"seat": seat, kind: self.rng.choice(self.patterns), "term": self.rng.choice(("turn", "round", "next", "game"))}

    def propose(self, by):
        others = [client.as_ for client in self.clients if client is not by]
        parties = self.rng.sample(others, self.rng.randrange(len(others) + 1))
        promises = [self.promise(seat) for seat in [by.as_, *parties]]
        if parties and self.rng.random() < 0.3:
            promises[0]["if"] = {"seat": parties[0], "deed": self.rng.choice(self.patterns)}
        secret = {"secret": True} if self.secret and parties and self.rng.random() < 0.5 else {}
        by.answer("propose", table=by.table, promises=promises, **{"with": parties}, **secret)

    def answer(self, client):
        for pact in client.view["pacts"]:
            if pact["state"] != "open":
                continue
            mine = pact["by"] == client.as_
            do = "withdraw" if mine else "accept" if self.rng.random() < 0.7 else "decline"
            if not mine or self.rng.random() < 0.5:
                client.answer(do, table=client.table, pact=pact["pact"])

    def __call__(self, _move):
        if self.rng.random() < self.chance:
            self.propose(self.rng.choice(self.clients))
            up_to_date(self.clients)
        for client in self.clients:
            if self.rng.random() < self.chance:
                self.answer(client)


INTRIGE = ["send * *", "send doctor|clerk red", "give red.* >=3000", "pay >=2000 for * at *", "banish *", "send * yellow"]
INCORPORATED = ["play **", "staff 1|2 on **", "commit >=1 on **", "manage **"]
INTEGRALIS = ["recall **", "bribe **", "play **", "take **"]
HINTS = ["I won't send anybody to you this round", "I leave your clerk alone all game", "20k for the 1000 post?"]


# --- the tables ---------------------------------------------------------------------------------------------

def beginnings(world):
    """A stranger who is forgotten, a table that expires, and people with several devices."""
    host = world.person("Greta")
    host.do("account", passphrase="correct horse battery")
    host.do("create", game="incorporated", players=3, public=True)
    world.person("Nobody at all").away()
    for hours in (1, 3, 31 * 24):
        world.long_after(hours * 3600 * 1000)


def people(world):
    """Names, links, logins, passphrases and muted people."""
    anna, ben = world.person("Anna"), world.person("Ben")
    anna.do("account", passphrase="correct horse battery")
    phone, tablet, machine = world.person("A phone"), world.person("A tablet"), world.person("A program", program=True)
    other = world.person("Another program", program=True)
    phone.log_in("device", token=anna.do("link")["token"])
    tablet.log_in("login", name="anna", passphrase="correct horse battery")
    machine.do("device", token=anna.do("link")["token"])
    other.do("login", name="Anna", passphrase="correct horse battery")
    tablet.do("logout")
    anna.do("mute", person=ben.hello["person"], muted=True)
    anna.do("mute", person=world.people["Greta"].hello["person"], muted=True)
    anna.do("mute", person=world.people["Greta"].hello["person"], muted=False)
    ben.do("name", name="Benjamin Bär")
    ben.do("name", name="Ben")
    laptop = world.person("A laptop")
    laptop.log_in("device", token=ben.do("link")["token"])
    ben.do("link")
    ben.do("logout", others=True)
    for device in (phone, tablet, machine, other, laptop):
        device.away()


def gathering(world):
    """A table where people come and go before the start: private, so found by its code."""
    anna, ben, cleo, dora = (world.person(name, name + " at the door") for name in ("Anna", "Ben", "Cleo", "Dora"))
    made = anna.do("create", game="intrige", players=5, edition="fxschmid1994", options={"bribes": "sealed", "money": "hidden"},
                   talk="public", clock={"kind": "correspondence", "hours": 24}, help="forbidden")
    table = made["table"]
    assert ben.do("find", code=made["code"])["table"] == table
    for client in (anna, ben, cleo, dora):
        client.at(table)
    red, yellow, green, blue, _violet = seats_of(anna)
    for client, seat in ((anna, red), (ben, yellow), (cleo, green), (dora, blue)):
        client.do("sit", table=table, seat=seat)
    ben.do("say", table=table, say="Good evening. <b>Zoë</b> & \"friends\" \\ ☃")
    ben.do("words", table=table, words="sieben — siete")
    ben.do("leave", table=table)
    ben.do("say", table=table, say="I only watch.")
    ben.do("sit", table=table, seat=yellow)
    anna.do("bot", table=table, seat="violet", bot="mara")
    anna.do("empty", table=table, seat="violet")
    anna.do("bot", table=table, seat="violet", bot="search:300:honest")
    anna.do("remove", table=table, seat=green)
    anna.do("remove", table=table, person=dora.hello["person"])
    return table


def whole_intrige(world):
    """Three people and a bot, a live clock, all that can be said and promised, and somebody who is late."""
    rng = random.Random(1)
    anna, ben, cleo, dora = (world.person(name, name + " in Mayfair") for name in ("Anna", "Ben", "Cleo", "Dora"))
    clients = [anna, ben, cleo]
    world.has_bots = True
    table = make_table(clients, ("greedy:grudge",), ("seven", "", "acht"), game="intrige", public=True, open_talk=True, whispers="seen",
                       pace="comfortable", clock={"kind": "live", "bank_s": 600, "increment_s": 10, "answer_s": 20})
    dora.at(table)
    dora.do("say", table=table, say="Spectators only.")
    dora.away()
    bargains = Bargains(clients, rng, INTRIGE)
    ben.do("passing", table=table, on=True)
    anna.do("say", table=table, say="5k for the 10k post?", to=["blue"])
    world.later()
    anna.do("say", table=table, say="blue, I will not send anybody to you")
    world.later()
    ben.do("say", table=table, say="Blue, will you place the clerk pay flurb?", to=["blue"])
    world.later()
    anna.do("wait", table=table)

    def meanwhile(move):
        bargains(move)
        if move % 6 == 2:
            rng.choice(clients).do("say", table=table, say=f"line {move}")
        if move % 6 == 4:
            one, two = rng.sample(clients, 2)
            one.do("say", table=table, say="pssst", to=[two.as_])
        if move % 10 == 5:
            who = rng.choice(clients)
            who.do("propose", table=table, **{"with": ["blue"]}, secret=move % 20 == 5,
                   promises=[{"seat": who.as_, "wont": "send * blue", "term": "round"}, {"seat": "blue", "wont": f"send * {who.as_}", "term": "round"}])
            world.later()
        if move % 7 == 3:
            who = rng.choice(clients)
            who.do("say", table=table, say=HINTS[move // 7 % len(HINTS)], to=["blue"])
            world.later()
        if move == 9:
            made = anna.do("propose", table=table, **{"with": [ben.as_]}, promises=[{"seat": ben.as_, "will": "send * *", "term": "game"}])
            anna.do("withdraw", table=table, pact=made["pact"])
        if move == 7:
            anna.do("pace", table=table, pace="brisk", paused=True)
            world.later()
            ben.do("pace", table=table, pace="brisk")
        if move == 12:
            ben.do("passing", table=table, on=False)

    play(world, clients, rng, 18, meanwhile)
    up_to_date(clients)
    late(world, clients)
    world.restart()
    for client in clients:
        client.at(table)
    play(world, clients, rng, None, meanwhile)
    again = ben.do("rematch", table=table)["table"]
    for client in (anna, ben, cleo):
        client.at(again)
    anna.do("sit", table=again, seat=anna.view["seats"][0]["seat"])
    ben.do("empty", table=again, seat=ben.view["seats"][2]["seat"])
    world.has_bots = False
    return table


def late(world, clients):
    """Whoever does not move in time is replaced by a bot, and takes the seat back."""
    while True:
        up_to_date(clients)
        missing = next((client for client in clients if client.view["legal"]), None)
        if missing:
            break
        world.later()
    world.long_after(20 * 60 * 1000)
    for client in clients:
        if client is not missing:
            client.answer("vote", table=client.table, seat=missing.as_)
    for _ in range(6):
        world.later()
    missing.at(missing.table)
    missing.do("sit", table=missing.table, seat=missing.as_)


def whole_incorporated(world):
    """People only, dealt to random seats. One leaves, one is gone, one is removed; a bot plays on, and they return."""
    rng = random.Random(2)
    emil, fritz, gina = (world.person(name, name + " Inc") for name in ("Emil", "Fritz", "Gina"))
    clients = [emil, fritz, gina]
    table = make_table(clients, words=("one", "two"), game="incorporated", order="random", pacts="public", pace="off", public=True)
    play(world, clients, rng, 8, Bargains(clients, rng, INCORPORATED, secret=False))
    up_to_date(clients)
    gina.do("leave", table=table)
    emil.do("vote", table=table, seat=gina.as_)
    world.has_bots = True
    fritz.do("vote", table=table, seat=gina.as_)
    play(world, [emil, fritz], rng, 4)
    gina.do("sit", table=table, seat=gina.as_)
    world.has_bots = False
    fritz.away()
    emil.do("bot", table=table, seat=fritz.as_, bot="easy")
    world.has_bots = True
    play(world, [emil, gina], rng, 3)
    fritz.at(table)
    fritz.do("sit", table=table, seat=fritz.as_)
    world.has_bots = False
    play(world, clients, rng, None, Bargains(clients, rng, INCORPORATED, 0.15, secret=False))
    return table


def whole_integralis(world):
    """Two people; every question with one answer is answered by the server."""
    rng = random.Random(3)
    hans, ida = clients = [world.person(name, name + " at work") for name in ("Hans", "Ida")]
    table = make_table(clients, game="integralis", pace="off", talk="public", options={"money": "hidden"})
    bargains = Bargains(clients, rng, INTEGRALIS, 0.05, secret=False)
    hans.do("passing", table=table, on=True)
    play(world, clients, rng, 60, bargains)
    hans.do("passing", table=table, on=False)
    play(world, clients, rng, None, bargains)
    return table


def bonds(world):
    """Stops in the middle, when a seat has paid in secret. The host removes somebody."""
    rng = random.Random(4)
    emil, gina, hans = clients = [world.person(name, name + " in Munich") for name in ("Emil", "Gina", "Hans")]
    table = make_table(clients, game="intrige", edition="amigo2003", options={"promises": "bond", "bribes": "sealed", "money": "hidden"})
    play(world, clients, rng, 14, Bargains(clients, rng, INTRIGE[:3], 0.3))
    emil.do("remove", table=table, seat=hans.as_)
    return table


def correspondence(world):
    """Stops in the middle, with a clock, and a bot that somebody has stopped."""
    rng = random.Random(5)
    anna, hans = clients = [world.person(name, name + " by post") for name in ("Anna", "Hans")]
    world.has_bots = True
    clock = {"kind": "correspondence", "hours": 48}
    table = make_table(clients, ("easy:opportunist",), game="integralis", clock=clock, pace="comfortable")
    play(world, clients, rng, 12, Bargains(clients, rng, INTEGRALIS, 0.3))
    anna.do("pace", table=table, pace="comfortable", paused=True)
    world.has_bots = False
    return table


def bots(world):
    """Stops in the middle, with two bots."""
    gina = world.person("Gina", "Gina alone")
    world.has_bots = True
    table = make_table([gina], ("random", "greedy:honest"), game="incorporated", public=True)
    play(world, [gina], random.Random(6), 3)
    world.has_bots = False
    return table


def closed(world):
    """The operator closes the table during the game."""
    gina = world.person("Gina", "Gina again")
    world.has_bots = True
    table = make_table([gina], ("greedy", "greedy", "greedy"), game="intrige", public=True, talk="none")
    play(world, [gina], random.Random(7), 2)
    world.call("admin", "--data", world.data, "close", table)
    world.has_bots = False
    return table


def imported(world, table):
    """The record of one of these games, played elsewhere as far as this server knows."""
    world.server.stop()
    record = Path(world.data).with_name("record.kbr")
    out = Path(world.data).with_name("records")
    world.call("export", "--data", world.data, "--all", "--to", out)
    found = next(path for path in sorted(out.glob("*.kbr")) if table in path.name)
    record.write_text(found.read_text().replace("Cleo", "Cleo of old"))
    world.call("import", "--data", world.data, record)


def play_all(world):
    """Leaves the server stopped."""
    beginnings(world)
    made = []
    for part in (people, gathering, whole_intrige, whole_incorporated, whole_integralis, bonds, correspondence, bots, closed):
        made.append(part(world))
        world.nobody_stays()
    imported(world, made[2])
    return {name: person.secret for name, person in world.people.items()}
