#!/usr/bin/env python3
"""Tests several servers on one PostgreSQL: people of one table on different servers, servers that are killed, and servers
that are stopped for a while and wake up with an old picture.

    nodes.py PROGRAM [--only PART] [--times N]

N is how often servers are killed; the database is killed a third as often.
"""

import argparse
import itertools
import json
import os
import random
import select
import signal
import subprocess
import tempfile
import time

import linear
from operating import Running, call
from postgres import Database, Relay
from server import (PATIENCE, Client, Closed, Server, check_nothing_is_lost, check_record, come_back, play_until, seat_down,
                    tables_of_all_games)

LEASE_S = 1.5  # a server that is not heard of for this time loses its share
LEASES = "SELECT count(*) FROM kickback.leases WHERE until > clock_timestamp()"
HEADS = "SELECT string_agg(last::text, ' ') FROM (SELECT max(n) AS last FROM kickback.entries WHERE stream <> 'people' GROUP BY stream ORDER BY stream) AS heads"
HALFWAY = "SELECT count(*) FROM pg_stat_activity WHERE state = 'active' AND wait_event = 'ClientRead'"


def numbers(text):
    return [int(word) for word in text.split()]


def start(program, url, n):
    return [Server(program, url) for _ in range(n)]


def until(what, clients, is_so, seconds=PATIENCE):
    """Lets the clients read until it is so."""
    end = time.time() + seconds
    while not is_so():
        assert time.time() < end, what
        for client in clients:
            client.drain()
        select.select([client.socket.socket for client in clients], [], [], 0.05)


def tab_on(client, port):
    """Another tab of the person, on that server."""
    was, client.port = client.port, port
    tab = client.second()
    client.port = was
    return tab


def check_pictures(tables, port):
    """What each person sees is what that server, which may have just read the log, shows them."""
    for clients in tables:
        for client in clients:
            tab = tab_on(client, port)
            both = [client, tab]
            until("two servers show different things", both, lambda: tab.n == client.n and tab.view == client.view)
            assert tab.talk == client.talk[len(client.talk) - len(tab.talk):], "two servers tell different talk"
            tab.socket.close()


def catch_up(tables):
    """Everybody reads until they have seen every line that was acknowledged to anybody at their table."""
    for clients in tables:
        for client in clients:
            for id_ in list(client.pending):
                client.wait(id_)
        for client in clients:
            said = sum(len(other.said) for other in clients)
            until(f"{client.name} is not told everything", clients,
                  lambda: sum(line["say"].startswith(clients[0].name.split()[0]) for line in client.talk) >= said)


def check_order(database, name, tables):
    """What everybody was told and shown fits one order: that of the log."""
    n = 0
    for clients in tables:
        said = {line: times for client in clients for line, times in client.asked.items()}
        operations = [linear.Operation(False, line, *times) for line, times in said.items()]
        operations += [linear.Operation(True, line, began, ended) for client in clients for began, ended, line in client.shown]
        entries = database.ask(name, f"SELECT body FROM kickback.entries WHERE stream = 'table:{clients[0].table}' ORDER BY n")
        order = [entry["say"] for entry in map(json.loads, entries.splitlines()) if entry["do"] == "say" and entry["say"] in said]
        wrong = linear.violation(order, operations)
        assert not wrong, wrong
        n += len(operations)
    print(f"{name}: {n} operations fit the order of the log")


def seats_here(client):
    """The seats that were last shown to them as connected."""
    shown = [message["seats"] for message in map(json.loads, client.frames) if message["type"] == "here" and message["table"] == client.table]
    return shown[-1] if shown else []


def spread(tables, servers):
    """The people of each table go to different servers."""
    for clients in tables:
        for client, server in zip(clients, itertools.cycle(servers)):
            come_back(client, server.port)


def play_to_end(clients, lookers, ports, rng):
    """Everybody plays until the game is over, and lookers read. Now and then a player goes to another server, with a move under
    way."""
    deadline = time.time() + 3 * PATIENCE
    while not all(client.view["stage"] == "over" for client in clients):
        assert time.time() < deadline, "the game does not end"
        for looker in lookers:
            looker.drain()
        for client in clients:
            client.drain()
            if client.view.get("legal") and not client.pending:
                client.ask("move", table=client.table, move=client.choose(rng), decision=client.view["decision"])
                if rng.random() < 0.05:
                    come_back(client, rng.choice(ports))
        select.select([client.socket.socket for client in clients], [], [], 0.05)


def games(program, database, _args):
    """A whole game of each kind, with everybody on another server."""
    servers = start(program, database.url("games"), 3)
    ports = [server.port for server in servers]
    rng = random.Random(5)
    with tempfile.TemporaryDirectory() as folder:
        for game, people, bots in (("intrige", 3, ("greedy",)), ("incorporated", 3, ()), ("integralis", 2, ("greedy",))):
            clients = [Client(port, f"{game} {i}") for port, i in zip(ports, range(people))]
            table = seat_down(clients, game, people + len(bots), bots, public=True)
            watcher = Client(ports[-1], "watcher")
            watcher.table = table
            watcher.wait(watcher.watch())
            until("no picture", [watcher], lambda: watcher.view)
            until("the game does not begin", clients, lambda: all(client.view["stage"] == "playing" for client in clients))
            until("somebody is not shown as connected", [*clients, watcher],
                  lambda: all(len(seats_here(client)) == people for client in (*clients, watcher)))
            tab = tab_on(clients[0], ports[1])
            if people > 2:
                clients[1].do("say", table=table, say="psst", to=[clients[2].as_])
            play_to_end(clients, [watcher, tab], ports, rng)
            everybody = [*clients, watcher, tab]
            until("somebody is not told the end", everybody, lambda: all(client.view["stage"] == "over" for client in everybody))
            assert tab.view == clients[0].view, "two tabs of one person differ"
            heard = [any(line["say"] == "psst" for line in client.talk) for client in everybody]
            assert heard == [people > 2 and client in clients[1:] for client in everybody], "a whisper is told to others, or not told"
            check_record(program, clients[0], folder)
            records = [[line for line in client.record().splitlines() if '"psst"' not in line] for client in clients]
            assert all(record == records[0] for record in records), "servers tell different records"
            for client in clients:
                until("history", [client], lambda: [line["table"] for line in client.do("history")["games"]] == [table])
            fresh = Server(program, database.url("games"))
            check_pictures([[*clients, watcher]], fresh.port)
            fresh.stop()
    for server in servers:
        server.stop()


def lobby(program, database, _args):
    """What is in the lobby, what a code means and who is who does not depend on the server."""
    servers = start(program, database.url("lobby"), 2)
    host, follower = Client(servers[0].port, "host"), Client(servers[1].port, "follower")
    assert follower.do("lobby", follow=True)["tables"] == []
    made = host.do("create", game="intrige", players=3)
    shown = host.do("create", game="intrige", players=3, public=True)["table"]
    until("the lobby is not told", [follower], lambda: any(line["table"] == shown for news in follower.lobbies for line in news["tables"]))
    assert follower.do("find", code=made["code"].lower())["table"] == made["table"]
    assert [line["table"] for line in follower.do("search", text="HOST")["tables"]] == [shown]
    other = Client.__new__(Client)
    other.__dict__.update(host.__dict__, port=servers[1].port, pending={}, answers={}, lobbies=[], frames=[])
    other.connect()
    other.do("name", name="hostess")
    assert other.hello["person"] == host.hello["person"], "one secret is two people"
    for _ in range(10):  # a request that is repeated to another server, while the first still works on it, makes one table
        other.n_ids = host.n_ids
        asked = [client.ask("create", game="intrige", players=3) for client in (host, other)]
        assert host.wait(asked[0])["table"] == other.wait(asked[1])["table"], "one request made two tables"
    phone = Client(servers[1].port, "phone")
    token = host.do("link")["token"]
    phone.log_in("device", servers[0].port, token=token)
    assert phone.hello["person"] == host.hello["person"]
    thieves = [Client(server.port, f"thief {i}") for i, server in enumerate(servers)]
    asked = [(thief, thief.ask("find", code="AAAAAA")) for _ in range(8) for thief in thieves]  # of all servers at once
    errors = [thief.wait(id_)["error"] for thief, id_ in asked]
    assert errors.count("no_code") <= 10 and "too_fast" in errors, f"guesses are counted by each server alone: {errors}"
    host.do("remove", table=shown, person=follower.hello["person"])
    follower.table = shown
    until("a person who was removed may watch", [follower], lambda: follower.answer("watch", table=shown).get("error") == "removed")
    for server in servers:
        server.stop()


def admin(program, database, _args):
    """The operator closes tables and deletes people through the socket of one server; those of all are told."""
    url = database.url("admin")
    with tempfile.TemporaryDirectory() as folder:
        servers = [Running(program, None, "--log", url, "--listen", "127.0.0.1:0", *flags) for flags in (["--admin", folder], [])]

        def do(*words, status=0):
            return call(program, "admin", "--data", folder, *words, status=status)

        anna, ben = (Client(server.port, name) for server, name in zip(servers, ("Anna", "Ben")))
        ben.table = ben.do("create", game="intrige", players=3)["table"]
        ben.wait(ben.watch())
        until("a table is not listed", [anna], lambda: ben.table in do("tables").stdout)
        assert do("close", ben.table).stdout == "closed\n"
        until("nobody is told that the table is closed", [ben], lambda: '"type":"closed"' in "".join(ben.frames))
        assert ben.answer("watch", table=ben.table)["error"] == "expired"
        assert "no open table" in do("close", ben.table, status=1).stderr
        asked = [ben.ask("name", name=f"Ben {i}") for i in range(20)]  # entries that the operator's may collide with
        assert do("delete", anna.hello["person"]).stdout == "deleted, with 0 open tables\n"
        assert anna.answer("create", game="intrige", players=3)["error"] == "no_name"
        assert all(ben.wait(id_)["type"] == "ok" for id_ in asked) and "Anna" not in do("people").stdout
        for server in servers:
            server.stop()


def bench(program, database, _args):
    """The benchmark of several servers prints its ratios, and says what is wrong with its flags."""
    url = database.url("bench")
    for status, flags, words in ((2, ["--nodes", "2"], "--nodes needs --log"), (2, ["--log", url, "--nodes", "0"], "--nodes: expected a whole number from 1 to 8"),
                                 (2, ["--log", "mysql://x:hush@y"], "--log: expected postgresql://USER@HOST/DATABASE"),
                                 (1, ["--log", url.replace("/bench", "/none")], "database 'none' does not exist")):
        done = subprocess.run([program, "bench", "serve", "--quick", *flags], capture_output=True, text=True, check=False)
        assert done.returncode == status and words in done.stderr and "hush" not in done.stderr and not done.stdout, done
    done = subprocess.run([program, "bench", "serve", "--quick", "--json", "--log", url, "--nodes", "2"], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done
    rows = {row["what"]: row for row in map(json.loads, done.stdout.splitlines())}
    assert rows["against SQLite"]["ratio"] > 0 and rows["2 against one"]["ratio"] > 0, rows
    assert rows["after kill -9"]["n"] and rows["after kill -9, bots"]["n"] and rows["idle connections"]["nodes"] == 2, rows


def guesses(program, database, _args):
    """A server that was cut off allows no more guesses than the others, which counted them meanwhile."""
    relay = Relay(database)
    servers = [Server(program, database.url("guesses")), Server(program, relay.url("guesses"))]
    there, here = [Client(server.port, f"thief {i}") for i, server in enumerate(servers)]
    relay.swallow()
    while there.wait(there.ask("find", code="AAAAAA"))["error"] != "too_fast":
        pass
    relay.cut()
    here.do("name", name="thief again")  # it is connected again
    assert here.wait(here.ask("find", code="AAAAAA"))["error"] == "too_fast", "guesses elsewhere are not counted"
    for server in servers:
        server.kill()  # it may have said that the log did not answer for a while


def kills(program, database, args):
    """Servers are killed in turn under load. Their people go on at another one at once."""
    servers = start(program, database.url("kills"), 3)
    rng, waits = random.Random(7), []
    tables = tables_of_all_games(servers[0].port)
    spread(tables, servers)
    everybody = [client for clients in tables for client in clients]
    for i in range(args.times):
        play_until(time.time() + rng.uniform(0.02, 0.2), tables, rng)
        gone, *others = servers[i % 3:] + servers[:i % 3]
        port = gone.port
        gone.kill()
        killed = time.time()
        for client in everybody:
            if client.port == port:
                come_back(client, rng.choice(others).port)
                client.wait(client.ask("say", table=client.table, say=f"{client.name} is back {i}"))
        waits.append(time.time() - killed)
        play_until(time.time() + rng.uniform(0.02, 0.2), tables, rng)
        gone.start()
        for client in everybody:
            if client.port != others[0].port and rng.random() < 0.5:
                come_back(client, gone.port)
    catch_up(tables)
    moves, lines = check_nothing_is_lost(tables)
    fresh = Server(program, database.url("kills"))
    check_pictures(tables, fresh.port)
    fresh.stop()
    check_order(database, "kills", tables)
    print(f"kills: {args.times} times, {moves} moves and {lines} lines acknowledged; everybody was back after at most {max(waits):.2f} s")
    for server in servers:
        server.stop()


def takeover(program, database, _args):
    """The bots of a table go on when the server that played them is killed, stopped for a while, or stopped for good. A
    person plays against bots, so that each of their moves needs the bots to have moved."""
    servers = start(program, database.url("takeover"), 2)
    rng = random.Random(3)
    people = [Client(servers[0].port, f"person {i}") for i in range(12)]
    for person in people:
        seat_down([person], "intrige", 3, ("greedy", "greedy"))

    def all_move():
        """Everybody waits for their bots and moves, so often that all bots have to move in between."""
        for _ in range(6):
            all_move_once()

    def all_move_once():
        before = {person: person.view["decision"] for person in people}
        def is_done():
            for person in people:
                if person.view["stage"] == "playing" and person.view["legal"] and not person.pending and person.view["decision"] == before[person]:
                    person.ask("move", table=person.table, move=person.choose(rng), decision=person.view["decision"])
            return all(person.view["decision"] > before[person] or person.view["stage"] == "over" for person in people)
        until("some bots do not go on", people, is_done)

    time.sleep(1.0)  # each has its share
    all_move()
    servers[1].kill()  # about half of the tables were in its care
    began = time.time()
    all_move()
    print(f"takeover: the bots of a killed server were played after at most {time.time() - began:.1f} s")
    servers[1].start()
    time.sleep(1.0)  # it has its share again
    all_move()
    servers[1].process.send_signal(signal.SIGSTOP)
    all_move()
    servers[1].process.send_signal(signal.SIGCONT)
    all_move()
    servers[1].process.send_signal(signal.SIGTERM)
    servers[1].process.communicate(timeout=PATIENCE)
    assert servers[1].process.returncode == 0
    all_move()
    for person in people:
        person.do("lobby")
        assert person.seen_anew() == person.view
    servers[0].stop()


def stopped(program, database, _args):
    """A server is stopped while others play on, and wakes up with an old picture and requests that wait for it."""
    servers = start(program, database.url("stopped"), 2)
    rng = random.Random(13)
    tables = tables_of_all_games(servers[0].port)
    spread(tables, servers)
    times = 2
    for _ in range(times):
        play_until(time.time() + 0.2, tables, rng)
        servers[1].process.send_signal(signal.SIGSTOP)
        play_until(time.time() + LEASE_S + 0.5, tables, rng)  # its people ask, and wait
        servers[1].process.send_signal(signal.SIGCONT)
    play_until(time.time() + 0.5, tables, rng)
    catch_up(tables)
    moves, lines = check_nothing_is_lost(tables)
    check_pictures(tables, servers[0].port)
    check_pictures(tables, servers[1].port)
    check_order(database, "stopped", tables)
    print(f"stopped: {times} times, {moves} moves and {lines} lines acknowledged")
    servers[0].stop()
    servers[1].kill()  # it may have said that the log did not answer for a while


def halfway(program, database, _args):
    """A server is stopped in the middle of a commit, so its transaction is open and has locks that others need. They go on
    within two seconds. When it wakes up, it makes its commit again: also its first, whose number nobody has seen."""
    relay = Relay(database)
    servers = [Server(program, database.url("halfway")), Server(program, relay.url("halfway"))]
    anna, ben = [Client(server.port, name) for server, name in zip(servers, ("Anna", "Ben"))]
    table = anna.table = ben.table = anna.do("create", game="intrige", players=3)["table"]
    for client in (anna, ben):
        client.see()
    for i in range(2):
        if i:  # for the first commit of a process
            servers[1].kill()
            servers[1].start()
            come_back(ben, servers[1].port)
            ben.do("lobby")
        relay.stalls = f"half {i}".encode()
        said = ben.ask("say", table=table, say=f"half {i}")
        until("it is not stopped", [anna], lambda: not relay.stalls and database.ask("halfway", HALFWAY) == "1")
        began = time.time()
        assert anna.wait(anna.ask("say", table=table, say=f"whole {i}"), seconds=20)["type"] == "ok"
        print(f"halfway: another server went on after {time.time() - began:.1f} s")
        assert time.time() - began < 2, "another server waits for one that is stopped"
        assert ben.wait(said)["type"] == "ok"
        for client in (anna, ben):
            until("a line is lost or told twice", [anna, ben], lambda: [line["say"] for line in client.talk][-2:] == [f"whole {i}", f"half {i}"])
    for server in servers:
        server.kill()  # it may have said that the log did not answer for a while


def go_elsewhere(client, port):
    """They go to another server. Returns their old connection, which stays open, and what they asked in it without an answer."""
    old = client.socket
    asked = [id_ for id_, request in client.pending.items() if request["do"] != "watch"]
    client.port = port
    client.connect()
    return old, asked


def read_answers(connection, asked):
    """Reads what a server sends to somebody who has gone, until it has answered or has given them up."""
    try:
        while asked:
            assert connection.ready(PATIENCE), "a server that was stopped does not answer"
            message = json.loads(connection.receive())
            asked = [id_ for id_ in asked if id_ != message.get("id")]
    except Closed:
        pass
    connection.close()


def wait_for_answers(client):
    """All their requests are answered, in a new connection if this one is ended."""
    while client.pending:
        try:
            client.wait(next(iter(client.pending)))
        except Closed:
            come_back(client, client.port)


def asleep(program, database, _args):
    """A server is stopped for more than a minute. When it wakes up its lease has run out, its picture of every table is old, and
    requests wait for it that others have handled long ago."""
    servers = start(program, database.url("asleep"), 2)
    rng = random.Random(19)
    tables = tables_of_all_games(servers[0].port)
    spread(tables, servers)
    play_until(time.time() + 0.2, tables, rng)
    there = [client for clients in tables for client in clients if client.port == servers[1].port]
    servers[1].process.send_signal(signal.SIGSTOP)
    wakes = time.time() + 62

    def asking():
        return [any(request["do"] != "watch" for request in client.pending.values()) for client in there]

    while time.time() < wakes - 30 and not all(asking()):  # somebody whose game waits for others there has nothing to ask
        play_until(time.time() + 0.05, tables, rng)
    assert any(asking()), "nobody has asked the server that sleeps"
    was = database.ask("asleep", HEADS)
    gone = [go_elsewhere(client, servers[0].port) for client in there if client not in tables[2]]  # the others wait
    while time.time() < wakes:
        play_until(time.time() + 0.1, tables, rng)
        time.sleep(max(0.0, min(4.0, wakes - time.time())))
    until("it has a lease, or the other has none", [], lambda: database.ask("asleep", LEASES) == "1")
    assert all(old < new for old, new in zip(numbers(was), numbers(database.ask("asleep", HEADS)))), "its picture is not old"
    servers[1].process.send_signal(signal.SIGCONT)
    for connection, asked in gone:
        read_answers(connection, asked)
    for client in there:
        wait_for_answers(client)
    play_until(time.time() + 0.5, tables, rng)
    catch_up(tables)
    moves, lines = check_nothing_is_lost(tables)
    for server in servers:
        check_pictures(tables, server.port)
    check_order(database, "asleep", tables)
    print(f"asleep: {moves} moves and {lines} lines acknowledged")
    servers[0].stop()
    servers[1].kill()  # it may have said that the log did not answer for a while


def cuts(program, database, args):
    """The database is killed under load and started again. Everybody goes on, on every server."""
    servers = start(program, database.url("cuts"), 3)
    rng = random.Random(9)
    tables = tables_of_all_games(servers[0].port)
    spread(tables, servers)
    times = args.times // 3
    for _ in range(times):
        play_until(time.time() + rng.uniform(0.05, 0.2), tables, rng)
        database.kill()
        play_until(time.time() + rng.uniform(0.0, 0.1), tables, rng)
        database.start()
    play_until(time.time() + 1, tables, rng)
    catch_up(tables)
    moves, lines = check_nothing_is_lost(tables)
    check_pictures(tables, servers[0].port)
    check_order(database, "cuts", tables)
    print(f"cuts: {times} times, {moves} moves and {lines} lines acknowledged")
    for server in servers:
        server.kill()  # those that could not write for long have said so


def alone(program, database, args):
    """One server loses its connection again and again, or only what the database answers, while others play on."""
    relay = Relay(database)
    servers = [Server(program, database.url("alone")), Server(program, relay.url("alone"))]
    rng = random.Random(11)
    tables = tables_of_all_games(servers[0].port)
    spread(tables, servers)
    times = args.times // 3
    for i in range(times):
        play_until(time.time() + rng.uniform(0.02, 0.1), tables, rng)
        if i % 2:
            relay.swallow()
            play_until(time.time() + rng.uniform(0.02, 0.1), tables, rng)
        relay.cut()
    play_until(time.time() + 1, tables, rng)
    catch_up(tables)
    moves, lines = check_nothing_is_lost(tables)
    for server in servers:
        check_pictures(tables, server.port)
    check_order(database, "alone", tables)
    print(f"alone: {times} times, {moves} moves and {lines} lines acknowledged")
    for server in servers:
        server.kill()


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("program")
    parser.add_argument("--only")
    parser.add_argument("--times", type=int, default=30)
    args = parser.parse_args()
    program = os.path.abspath(args.program)
    linear.test()
    with tempfile.TemporaryDirectory() as folder:
        database = Database(folder)
        try:
            for part in (games, lobby, admin, bench, guesses, kills, takeover, stopped, halfway, asleep, cuts, alone):
                if args.only == part.__name__ or (not args.only and part != asleep):  # asleep is a test of its own: it only waits
                    began = time.time()
                    part(program, database, args)
                    print(f"{part.__name__}: ok, {time.time() - began:.1f} s", flush=True)
        finally:
            database.stop()


if __name__ == "__main__":
    main()
