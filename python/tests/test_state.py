"""States: play, knowledge, positions, pickles, errors."""
import copy
import pickle
import threading
import json
import unittest

import kickback


def positions(game, seed, **options):
    """Yields every position of a random game, always in the same state object."""
    state, rng = kickback.State(game, **options), kickback.Rng(seed)
    yield state
    while not state.over:
        state.apply(*state.pick(rng))
        yield state


def every_game():
    for game in kickback.games():
        for players in game.players:
            yield game.name, players


class Games(unittest.TestCase):
    def test_facts(self):
        self.assertEqual([game.name for game in kickback.games()][:3], ["intrige", "integralis", "incorporated"])
        intrige = kickback.game("intrige")
        self.assertEqual((intrige.title, intrige.author, list(intrige.players)), ("Intrige / Intrigue", "Stefan Dorra", [3, 4, 5]))
        self.assertEqual(intrige.options["bribes"].values, ("open", "sealed"))

    def test_setup_by_names(self):
        state = kickback.State("intrige", players=5, edition="fxschmid1994", bribes="sealed")
        self.assertEqual(state.setup["bribes"], "sealed")
        self.assertEqual(kickback.State(**state.setup), state)


class Play(unittest.TestCase):
    def test_random_games_end(self):
        for game, players in every_game():
            *_, last = positions(game, 1, players=players)
            result = last.result()
            self.assertEqual(list(result["scores"].values()), list(last.scores()))
            self.assertEqual(result["winners"], [last.seat_name(seat) for seat in last.winners()])
            self.assertEqual(last.actors, ())

    def test_same_seed_same_game(self):
        for game, players in every_game():
            ends = [[state.hash() for state in positions(game, 7, players=players)] for _ in range(2)]
            self.assertEqual(*ends)

    def test_what_is_legal_is_taken(self):
        for game, players in every_game():
            for n, state in enumerate(positions(game, 3, players=players)):
                if n % 17:
                    continue
                for seat in state.actors:
                    legal = state.legal(seat)
                    self.assertEqual(len(legal), sum(n for _, n, _ in state.spans(seat)))
                    for move in legal:
                        state.check(seat, move)
                        state.clone().apply(seat, move)

    def test_clones_are_apart(self):
        state = kickback.State("intrige")
        twin, third = state.clone(), copy.deepcopy(state)
        twin.apply("chance", "start red")
        self.assertEqual(state, third)
        self.assertNotEqual(state, twin)

    def test_events_are_told_to_those_who_may_know(self):
        state = kickback.State("incorporated", players=3)
        state.apply(kickback.CHANCE, "start suns")
        seat, move = state.pick(kickback.Rng(1))
        state.apply(seat, move)
        told = {who: [event.get("tile") for event in state.events(who)] for who in ("suns", "moons", "spectator")}
        self.assertEqual(told["suns"], [move.split()[-1]])
        self.assertEqual(told["moons"], told["spectator"])
        self.assertNotEqual(told["suns"], told["moons"])
        self.assertTrue(all(event["text"] for event in state.events()))


class Knowledge(unittest.TestCase):
    def test_samples_look_like_the_view(self):
        rng = kickback.Rng(5)
        for game, players in every_game():
            for n, state in enumerate(positions(game, 4, players=players)):
                if n % 23:
                    continue
                for seat in range(players):
                    view = state.redact(seat)
                    self.assertEqual(view.sample(rng).redact(seat), view)

    def test_a_view_is_not_played_in(self):
        state = kickback.State("intrige")
        state.apply("chance", "start red")
        with self.assertRaisesRegex(kickback.Error, "a view does not have"):
            state.redact(0).apply(0, state.legal(0)[0])


class Positions(unittest.TestCase):
    def test_position_and_pickle(self):
        for game, players in every_game():
            for n, state in enumerate(positions(game, 6, players=players)):
                if n % 11:
                    continue
                self.assertEqual(kickback.State.from_position(state.position()), state)
                self.assertEqual(kickback.State.from_position(state.json()), state)
                self.assertEqual(pickle.loads(pickle.dumps(state)), state)
                view = state.redact(0)
                self.assertEqual(pickle.loads(pickle.dumps(view)), view)
                self.assertTrue(kickback.State.from_position(view.position(), view=True).is_view)

    def test_damaged_pickles(self):
        restore, state = kickback.State._restore, kickback.State("intrige")
        _, (version, held, number) = state.redact(0).__reduce__()
        for args, sentence in [
            (("9.9.9", held, number), "another version"),
            ((version, held[:-1], number), "no pickled view"),
            ((version, bytes(len(held)), number), "damaged"),
            ((version, b"\xff" * len(held), number), "damaged"),
            ((version, held, number + 1), "damaged"),
            ((version, state.json(), number + 1), "damaged"),
            ((version, "{}", number), "a position needs the keys"),
        ]:
            with self.assertRaisesRegex(kickback.Error, sentence):
                restore(*args)


class Errors(unittest.TestCase):
    def test_sentences(self):
        start = kickback.State("intrige")
        for call, sentence in [
            (lambda: kickback.State("chess"), "the games are intrige"),
            (lambda: kickback.game("chess"), "the games are intrige"),
            (lambda: kickback.State("intrige", players=9), "expected 3 to 5 but found '9'"),
            (lambda: kickback.State("intrige", bribes="x"), "unknown value 'x'"),
            (lambda: kickback.State("intrige", x=1), "no option 'x'"),
            (lambda: start.apply(6, "nonsense"), "not a move of this game"),
            (lambda: start.apply(-1, "start red"), "no such seat"),
            (lambda: start.apply(2**80, "start red"), "no such seat"),
            (lambda: start.legal("pink"), "no such seat"),
            (lambda: start.scores(), "the game is not over"),
            (lambda: kickback.State.from_position("[" * 100000), "."),
            (lambda: kickback.State.from_position({}), "needs the keys"),
            (lambda: kickback.bot("nobody"), "no bot 'nobody'"),
            (lambda: kickback.bot("greedy", 9), "no such seat"),
            (lambda: kickback.bot("search:5ms"), "no clock"),
            (lambda: kickback.bot("greedy").decide(start), "."),
            (lambda: kickback.Rng().below(0), "an argument is missing or out of range"),
            (lambda: kickback.arena("intrige", []), "needs a bot"),
        ]:
            with self.subTest(sentence), self.assertRaisesRegex(kickback.Error, sentence):
                call()

    def test_name_and_number(self):
        with self.assertRaises(kickback.Error) as caught:
            kickback.State("intrige").apply(6, "nonsense")
        self.assertEqual((caught.exception.name, caught.exception.code), ("unknown_move", 3))

    def test_wrong_types(self):
        state = kickback.State("intrige")
        for call in (lambda: kickback.State(), lambda: kickback.State(3), lambda: state.legal(1.5), lambda: state.apply(6, 5),
                     lambda: state.sample(3), lambda: state.pick(None), lambda: kickback.bot("greedy").decide("state"),
                     lambda: kickback.bot(None), lambda: state.apply(6), lambda: hash(state),
                     lambda: kickback.State.from_position({"game": object()}), lambda: kickback.Record().read(3)):
            with self.assertRaises(TypeError):
                call()

    def test_strings_that_are_no_text(self):
        state = kickback.State("intrige")
        for call in (lambda: state.apply(6, "\udc80"), lambda: kickback.State("\udc80")):
            with self.assertRaises(ValueError):
                call()
        with self.assertRaises(kickback.Error):
            state.apply(6, "start red\0")


class Bots(unittest.TestCase):
    def test_a_game_of_bots(self):
        for game in kickback.games():
            state, rng = kickback.State(game.name, players=game.players[0]), kickback.Rng(2)
            bots = [kickback.bot(name, seat, seed=seat) for seat, name in zip(range(state.n_seats), ("search:50:honest", "easy", "greedy"))]
            for _ in range(40):
                seat = state.actors[0]
                move = state.pick(rng)[1] if seat == kickback.CHANCE else bots[seat].decide(state)
                state.apply(seat, move)
                for bot in bots:
                    bot.watch(state)
                    self.assertIsInstance(bot.say(state), str)

    def test_one_bot_is_asked_by_one_thread(self):
        state = kickback.State("intrige")
        state.apply("chance", "start red")
        bot, said = kickback.bot("search:3000", 0), []

        def ask():
            try:
                said.append(bot.decide(state))
            except kickback.Error as error:
                said.append(str(error))
        threads = [threading.Thread(target=ask) for _ in range(4)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        self.assertLessEqual(set(said) - {"another thread is asking this bot"}, set(state.legal(0)))


class Arena(unittest.TestCase):
    def test_a_table_with_intervals(self):
        table = kickback.arena("incorporated", ["greedy", "random"], games=24, seed=1, players=3)
        greedy, others = table
        self.assertEqual((greedy.games, greedy.seats, others.seats), (24, 24, 48))
        for row in table:
            self.assertTrue(0 <= row.low <= row.share <= row.high <= 1)
        self.assertIn("greedy", str(table))

    def test_threads_change_nothing(self):
        tables = [kickback.arena("intrige", ["greedy", "easy", "random"], games=12, threads=n) for n in (1, 3)]
        self.assertEqual(*tables)

    def test_a_policy(self):
        def first(view, seat):
            self.assertTrue(view.is_view)
            return view.legal(seat)[0]
        table = kickback.arena("intrige", [first, "greedy"], games=4, players=3)
        self.assertEqual([row.name for row in table], ["first", "greedy"])


class Memories(unittest.TestCase):
    def test_what_a_seat_was_told(self):
        for game in ("intrige", "integralis", "incorporated"):
            memory, rng = kickback.Memory(kickback.State(game)), kickback.Rng(4)
            expected = [[] for _ in range(memory.state.n_seats)]
            while not memory.state.over and len(expected[0]) < 400:
                seat, move = memory.state.pick(rng)
                memory.apply(seat, move)
                for other, lines in enumerate(expected):
                    if other == seat:
                        lines.append(f"> {move}")
                    lines += [json.dumps(event, sort_keys=True) for event in memory.state.events(other)]
            for seat, lines in enumerate(expected):
                self.assertEqual(list(memory.told(seat)), lines)
                world = memory.resample(seat, rng)
                self.assertEqual(world.information_state(seat), memory.information_state(seat))
            self.assertNotEqual(memory.told(0), memory.told(1))

    def test_bad_input(self):
        state = kickback.State("intrige")
        for call in (lambda: kickback.Memory(state.redact(0)), lambda: kickback.Memory(state).told(3), lambda: kickback.Memory(state).told(-1)):
            with self.assertRaises(kickback.Error):
                call()
        memory = kickback.Memory(state)
        with self.assertRaises(kickback.Error):
            memory.apply(0, "send clerk blue")
        self.assertEqual(memory.told(0), ())


if __name__ == "__main__":
    unittest.main()
