"""Games in words: whole games played from prompts alone; talk, whispers and promises reach those they should."""
import random
import re
import unittest

import kickback
from kickback import text


def lines_of(prompt):
    """The moves a reader of the prompt can find in it: of a run, its first and its last sum."""
    listed = prompt.split("Your moves:\n")[1].split("\n\n")[0].splitlines()
    for line in (one.strip().split("   ")[0] for one in listed):
        run = re.search(r"(\d+)\.\.(\d+)(?:/\d+)?", line)
        yield line if not run else line.replace(run.group(), run.group(1))
        if run:
            yield line.replace(run.group(), run.group(2))


class Text(unittest.TestCase):
    def test_every_game_can_be_played_from_its_prompts(self):
        for setup in ({"game": "intrige", "players": 4}, {"game": "intrige", "players": 3, "bribes": "sealed"},
                      {"game": "integralis", "players": 3}, {"game": "incorporated", "players": 3},
                      {"game": "incorporated", "players": 4, "promises": "bond"}):
            with self.subTest(setup):
                game, choice = text.Game(seed=3, **setup), random.Random(3)
                for _ in range(60):
                    if game.over:
                        break
                    seat = choice.choice(game.to_move)
                    prompt = game.prompt(seat)
                    self.assertIn(f"You are {game.seats[seat]}", prompt)
                    game.act(seat, choice.choice(list(lines_of(prompt))))
                self.assertTrue(str(game.record))

    def test_a_bond_takes_moves_off_the_list(self):
        game = text.Game("intrige", players=3, seed=1, promises="bond")
        start = game.to_move[0]
        landlord = (start + 1) % 3
        game.act(start, f"send doctor {game.seats[landlord]}")
        game.act(start, f"send clerk {game.seats[(start + 2) % 3]}")
        self.assertEqual([move.line for move in game.moves(start)], ["bribe 1000..32000/1000"])
        game.act(start, f"propose {game.seats[landlord]}: {game.seats[start]} will pay >=5000 for {game.seats[start]}.doctor "
                        f"at {game.seats[landlord]}, turn")
        game.act(landlord, "accept 1")
        self.assertEqual([move.line for move in game.moves(start)], ["bribe 5000..32000/1000"])

    def test_to_the_end(self):
        game, choice = text.Game("incorporated", players=3, seed=1), random.Random(1)
        while not game.over:
            game.act(game.to_move[0], choice.choice([move.line for move in game.moves(game.to_move[0])]))
        self.assertEqual(len(game.rewards()), 3)
        self.assertAlmostEqual(sum(game.rewards("rank", zero_sum=True)), 0)
        self.assertIn("You are suns", game.prompt(0))

    def test_the_same_seed_gives_the_same_words(self):
        one, two = (text.Game("integralis", players=2, seed=5) for _ in range(2))
        for _ in range(10):
            seat = one.to_move[0]
            self.assertEqual(one.prompt(seat), two.prompt(seat))
            line = next(lines_of(one.prompt(seat)))
            one.act(seat, line)
            two.act(seat, line)

    def test_sentences_tell_no_secrets(self):
        """In every world that looks the same to the seat, the sentences of its moves are the same."""
        game, rng = text.Game("incorporated", players=3, seed=2), kickback.Rng(9)
        for _ in range(40):
            seat = game.to_move[0]
            moves = game.moves(seat)
            for _ in range(3):
                self.assertEqual(game.moves(seat), moves)
            game.act(seat, moves[rng.below(len(moves))].line)

    def test_talk(self):
        game = text.Game("intrige", players=3, seed=1)
        game.act(0, "say hello   all")
        game.act(0, f"whisper {game.seats[1]}: psst")
        self.assertIn(f"{game.seats[0]} says: hello all", game.news(2))
        self.assertIn(f"{game.seats[0]} whispers to you: psst", game.news(1))
        self.assertNotIn("psst", "".join(game.news(0)) + game.prompt(2))
        for wrong in ("whisper nobody: x", "whisper", "say", "bribe", "", "fly away"):
            before = str(game.record)
            with self.assertRaises(kickback.Error):
                game.act(0, wrong)
            self.assertEqual(str(game.record), before)
        with self.assertRaises(kickback.Error):
            game.act(7, "say hello")

    def test_promises(self):
        game = text.Game("incorporated", players=3, seed=1)
        suns, moons, crowns = range(3)
        game.act(suns, "propose moons: suns will play *, game; moons wont play S0, game, if crowns: play *")
        game.act(crowns, "propose secretly moons: crowns will play *, round")
        game.act(crowns, "vow crowns wont play C5, game")
        self.assertIn("Pact 1", game.prompt(crowns))
        self.assertNotIn("Pact 2", game.prompt(suns))
        self.assertIn("Pact 2", game.prompt(moons))
        with self.assertRaisesRegex(kickback.Error, "there is no pact 2"):
            game.act(suns, "accept 2")
        game.act(moons, "accept 1")
        game.act(moons, "decline 2")
        self.assertIn("moons accepts pact 1.", game.news(suns))
        self.assertIn("Pact 2: declined.", game.news(crowns))
        choice = random.Random(2)
        while not game.over:
            game.act(game.to_move[0], choice.choice([move.line for move in game.moves(game.to_move[0])]))
        self.assertTrue(any("promise" in line and "kept by suns" in line for line in game.news(crowns)))
        for wrong in ("propose moons", "propose: x", "propose moons: suns might play *, game", "vow", "accept 99"):
            with self.assertRaises(kickback.Error):
                game.act(suns, wrong)


if __name__ == "__main__":
    unittest.main()
