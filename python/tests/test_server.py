"""kickback.play_server at a real server: whole games, joining, broken connections, talk and promises, refusals."""
import base64
import hashlib
import json
import random
import secrets
import socket
import struct
import threading
import time
import unittest

import numpy as np

import kickback
from kickback._websocket import Closed, Refused, WebSocket
from serving import Server


def choose(seed):
    """A policy that returns actions."""
    rng = np.random.default_rng(seed)
    return lambda view, seat: int(rng.choice(np.flatnonzero(kickback.action_mask(view, seat))))


def greedy(view, seat):
    """A policy that returns moves."""
    return kickback.bot("greedy", seat).decide(view)


class AtATable(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.server = Server()
        cls.addClassCleanup(cls.server.stop)

    def together(self, *games):
        """Runs the functions at the same time and returns what they return."""
        results = [None] * len(games)

        def run(i):
            try:
                results[i] = games[i]()
            except BaseException as error:
                results[i] = error
        threads = [threading.Thread(target=run, args=(i,), daemon=True) for i in range(len(games))]
        for thread in threads:
            thread.start()
        while any(thread.is_alive() for thread in threads) and not any(isinstance(one, BaseException) for one in results):
            time.sleep(0.01)  # a game that fails leaves the others waiting
        for one in results:
            if isinstance(one, BaseException):
                raise one
        return results

    def test_whole_games(self):
        for setup in ({"game": "intrige", "players": 4, "bribes": "sealed"}, {"game": "integralis", "players": 3},
                      {"game": "incorporated", "players": 3}, {"game": "intrige", "edition": "fxschmid1994", "order": "random"}):
            for policy in (greedy, choose(1)) if setup["game"] == "incorporated" else (greedy,):
                with self.subTest(setup):
                    played = kickback.play_server(self.server.url, policy, pace="off", bots="greedy", **setup)
                    record = kickback.Record.parse(played.record)
                    self.assertEqual(record.state.scores(), played.scores)
                    self.assertEqual(record.state.winners(), played.winners)
                    wanted = {key: value for key, value in setup.items() if key != "order"}
                    self.assertLessEqual(wanted.items(), record.state.setup.items())

    def test_a_view_that_was_sent_has_the_numbers_of_the_engine(self):
        """The server sends a view's JSON: observation and mask of what is read from it are the view's. Of the discard pile of
        Integralis it does not say whose cards they are, so only their number by card is the same."""
        def comparable(names, observation):
            gone = [i for i, name in enumerate(names) if name.startswith("gone[")]
            return np.delete(observation, gone), observation[gone].reshape(4, -1).sum(axis=0)
        for game in ("intrige", "integralis", "incorporated"):
            names = kickback.encoding(game, players=3).observations
            state, rng = kickback.State(game, players=3), kickback.Rng(1)
            for _ in range(200):
                if state.over:
                    break
                state.apply(*state.pick(rng))
                for seat in range(3):
                    view = state.redact(seat)
                    sent = kickback.State.from_position(view.json(), view=True)
                    np.testing.assert_array_equal(kickback.action_mask(view, seat), kickback.action_mask(sent, seat))
                    for its, mine in zip(comparable(names, kickback.observe(view, seat)), comparable(names, kickback.observe(sent, seat))):
                        np.testing.assert_array_equal(its, mine)

    def test_a_table_with_people(self):
        """Two policies meet: by its code, by its link; the seats are the wanted ones."""
        for by_code in (True, False):
            invited, known = {}, threading.Event()

            def invite(link, code):
                invited.update({"code": code} if by_code else {"url": link})
                known.set()

            def guest():
                known.wait()
                return kickback.play_server(**{"url": self.server.url, **invited}, policy=greedy, seat="moons")
            host, other = self.together(
                lambda: kickback.play_server(self.server.url, greedy, game="incorporated", players=3, bots=["greedy"], seat=2, invite=invite), guest)
            self.assertEqual((host.seat, other.seat), (2, 1))
            self.assertEqual(host.scores, other.scores)
            self.assertEqual(host.link, other.link)

    def test_broken_connections(self):
        """The connection is cut before, and after, every few requests, and once the server is killed: one game, each move made once."""
        server, cuts, made = self.server, random.Random(4), []
        exchange = kickback.ServerTable._exchange

        def cut(table, request):
            if cuts.random() < 0.2:
                table._line.close()
            answer = exchange(table, request)
            if request["do"] == "move":
                made.append(answer["type"])
                if len(made) == 3:
                    server.kill()
                    server.start()
            if cuts.random() < 0.2:
                raise ConnectionError("the answer is lost")
            return answer
        kickback.ServerTable._exchange = cut
        self.addCleanup(setattr, kickback.ServerTable, "_exchange", exchange)
        played = kickback.play_server(server.url, greedy, game="incorporated", players=3, pace="off")
        self.assertEqual(kickback.Record.parse(played.record).state.scores(), played.scores)
        self.assertGreater(len(made), 3)

    def test_a_program_that_was_stopped_goes_on(self):
        link, secret = [], secrets.token_hex(32)

        def stops(view, seat):
            raise KeyboardInterrupt
        with self.assertRaises(KeyboardInterrupt):
            kickback.play_server(self.server.url, stops, game="incorporated", players=3, secret=secret, pace="off",
                                 invite=lambda address, code: link.append(address))
        played = kickback.play_server(link[0], greedy, secret=secret)
        self.assertEqual(played.link, link[0])
        self.assertEqual(kickback.play_server(link[0], greedy, secret=secret), played)  # it is over

    def test_talk_and_promises(self):
        told, link, known = [], [], threading.Event()

        def proposes(table, events):
            if not told and table.state and any(event["do"] == "start" for event in events):
                told.append("proposed")
                yield "say shall we?"
                yield "propose secretly crowns: suns will play *, game"
                table.act("vow suns will play *, game")

        def accepts(table, events):
            told.extend(event["say"] for event in events if event["do"] == "say")
            return [f"accept {pact['pact']}" for pact in table.view["pacts"] if pact["state"] == "open" and pact["with"] == ["crowns"]]

        def guest():
            known.wait()
            return kickback.play_server(link[0], choose(2), seat="crowns", negotiate=accepts)
        host, _ = self.together(
            lambda: kickback.play_server(self.server.url, choose(3), game="incorporated", players=3, bots=["greedy"], seat="suns", pace="off",
                                         negotiate=proposes, invite=lambda address, code: (link.append(address), known.set())), guest)
        self.assertIn("shall we?", told)
        lines = [json.loads(line) for line in host.record.splitlines()]
        self.assertTrue(any("accept" in line and line["by"] == "crowns" for line in lines))
        self.assertEqual(sum("propose" in line and line["by"] == "suns" for line in lines), 2)

    def test_refusals_have_the_servers_sentence(self):
        url = self.server.url
        for call, name, sentence in (
                (lambda: kickback.play_server(f"{url}t/{'0' * 32}", greedy), "no_table", "unknown table"),
                (lambda: kickback.play_server(url, greedy, code="AAAAAAAA"), "no_code", "no table waiting for players has that code"),
                (lambda: kickback.play_server(url, greedy, game="incorporated", bots="nobody"), "no_such_bot", "no bot 'nobody'"),
                (lambda: kickback.play_server(url, greedy, game="incorporated", name=""), "too_long", "a name has 1 to 30 characters"),
                (lambda: kickback.play_server(url, lambda view, seat: "play X9", game="incorporated"), None, "."),
                (lambda: kickback.play_server(url, lambda view, seat: 10**6, game="incorporated"), None, "."),
                (lambda: kickback.play_server(url, greedy, game="incorporated", negotiate=lambda table, events: ["fly away"]), None, "expected say"),
                (lambda: kickback.play_server(url, greedy, game="incorporated", negotiate=lambda table, events: ["accept 7"]), "no_pact", "know of no pact"),
                (lambda: kickback.play_server(url, greedy, game="incorporated", seat="red"), None, "seat: expected one of suns"),
                (lambda: kickback.play_server(url, greedy, game="incorporated", bots=["greedy"] * 3), None, "bots: expected at most 2"),
                (lambda: kickback.play_server(url, greedy, game="incorporated", bots=None, secret="no secret"), None, "status 401"),
                (lambda: kickback.play_server(url, greedy), None, "expected either"),
                (lambda: kickback.play_server(url, greedy, code="AAAAAAAA", players=3), None, "for a new table"),
                (lambda: kickback.play_server(url, greedy, game="chess"), None, "there is no such game"),
                (lambda: kickback.play_server("ftp://x", greedy, game="intrige"), None, "url: expected"),
                (lambda: kickback.play_server("http://x:99999", greedy, game="intrige"), None, "url: "),
                (lambda: kickback.play_server(url + "x", greedy, game="intrige"), None, "expected the path"),
                (lambda: kickback.play_server("http://127.0.0.1:1", greedy, game="intrige", patience=0.1), None, "http://127.0.0.1:1: ")):
            with self.subTest(sentence), self.assertRaisesRegex(kickback.Error, sentence) as caught:
                call()
            if name:
                self.assertEqual(caught.exception.name, name)

    def test_full_tables(self):
        link = []
        kickback.play_server(self.server.url, greedy, game="incorporated", pace="off", invite=lambda address, code: link.append(address))
        with self.assertRaisesRegex(kickback.Error, "no seat"):
            kickback.play_server(link[0], greedy)


class Frames(unittest.TestCase):
    """The client against a server that sends what it is told to."""

    def talk(self, head, frames=b""):
        with socket.create_server(("127.0.0.1", 0)) as listening:
            def serve():
                line, _ = listening.accept()
                with line:
                    asked = b""
                    while b"\r\n\r\n" not in asked:
                        asked += line.recv(4096)
                    key = asked.split(b"Sec-WebSocket-Key: ")[1].split(b"\r\n")[0]
                    accept = base64.b64encode(hashlib.sha1(key + b"258EAFA5-E914-47DA-95CA-C5AB0DC85B11").digest())
                    line.sendall(head.replace(b"ACCEPT", accept) + frames)
                    line.shutdown(socket.SHUT_WR)
                    self.answered = b""
                    while more := line.recv(4096):
                        self.answered += more
            thread = threading.Thread(target=serve)
            thread.start()
            web = None
            try:
                web = WebSocket("127.0.0.1", listening.getsockname()[1], "/ws", "0" * 64, None, 20.0)
                return web.receive()
            finally:
                if web:
                    web.close()
                thread.join()

    GOOD = b"HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nSec-WebSocket-Accept: ACCEPT\r\n\r\n"

    def test_messages(self):
        long = b"x" * 70000
        self.assertEqual(self.talk(self.GOOD, b"\x81\x02hi"), "hi")
        self.assertEqual(self.talk(self.GOOD, b"\x81\x7e" + struct.pack(">H", 200) + long[:200]), "x" * 200)
        self.assertEqual(self.talk(self.GOOD, b"\x81\x7f" + struct.pack(">Q", 70000) + long), "x" * 70000)
        self.assertEqual(self.talk(self.GOOD, b"\x01\x02hi\x89\x03you\x00\x00\x80\x01!"), "hi!")
        self.assertEqual(self.answered[:2], b"\x8a\x83")  # the pong, masked
        mask, data = self.answered[2:6], self.answered[6:9]
        self.assertEqual(bytes(a ^ b for a, b in zip(mask, data)), b"you")

    def test_bad_servers(self):
        for head, frames, error, sentence in (
                (b"HTTP/1.1 404 Not Found\r\n\r\n", b"", Refused, "404"), (b"SSH-2.0\r\n\r\n", b"", ConnectionError, "not HTTP"),
                (b"x" * 70000, b"", ConnectionError, "not HTTP"), (self.GOOD.replace(b"ACCEPT", b"x"), b"", ConnectionError, "does not speak"),
                (self.GOOD, b"", Closed, "closed"), (self.GOOD, b"\x88\x02\x03\xe9", Closed, "1001"), (self.GOOD, b"\x88\x00", Closed, "closed"),
                (self.GOOD, b"\xc1\x02hi", ConnectionError, "invalid frame"), (self.GOOD, b"\x81\x82hi", ConnectionError, "invalid frame"),
                (self.GOOD, b"\x82\x02hi", ConnectionError, "invalid frame"), (self.GOOD, b"\x81\x7f" + struct.pack(">Q", 1 << 40), ConnectionError, "16 MiB")):
            with self.subTest(sentence), self.assertRaisesRegex(error, sentence):
                self.talk(head, frames)


if __name__ == "__main__":
    unittest.main()
