"""The environments of PettingZoo and Gymnasium, by their own tests. What is not installed is skipped, and named."""
import contextlib
import functools
import io
import types
import unittest
import warnings

import numpy as np

import kickback

GAMES = ("intrige", "integralis", "incorporated")

try:
    import pettingzoo.test
    from pettingzoo.test.seed_test import parallel_seed_test
    from pettingzoo.utils import parallel_to_aec
except ImportError as error:
    zoo, why_no_zoo = None, str(error)
else:
    why_no_zoo = ""
    import kickback.pettingzoo as zoo

try:
    from gymnasium.utils.env_checker import check_env
except ImportError as error:
    gym, why_no_gym = None, str(error)
else:
    why_no_gym = ""
    import kickback.gymnasium as gym


def quietly(call):
    """Runs a test of another package, which prints and warns about matters of taste."""
    with contextlib.redirect_stdout(io.StringIO()), warnings.catch_warnings():
        warnings.simplefilter("ignore")
        return call()


def choose(rng, mask):
    return int(rng.choice(np.flatnonzero(mask)))


class Rewards(unittest.TestCase):
    def finished(self, game, seed, **options):
        state, rng = kickback.State(game, **options), kickback.Rng(seed)
        while not state.over:
            state.apply(*state.pick(rng))
        return state

    def test_kinds(self):
        for game in GAMES:
            for seed in range(20):
                state = self.finished(game, seed)
                scores, winners = state.scores(), state.winners()
                self.assertEqual(kickback.rewards(state), [float(score) for score in scores])
                win = kickback.rewards(state, "win")
                self.assertAlmostEqual(sum(win), 1.0 if winners else 0.0)
                self.assertEqual({seat for seat, value in enumerate(win) if value}, set(winners))
                rank = kickback.rewards(state, "rank")
                self.assertAlmostEqual(sum(rank), len(scores) / 2)
                self.assertEqual(sorted(range(len(scores)), key=lambda seat: scores[seat]),
                                 sorted(range(len(scores)), key=lambda seat: (rank[seat], scores[seat])))
                for kind in ("money", "rank", "win"):
                    self.assertAlmostEqual(sum(kickback.rewards(state, kind, zero_sum=True)), 0.0)

    def test_bad_input(self):
        with self.assertRaisesRegex(kickback.Error, "expected one of money, rank, win but found 'fame'"):
            kickback.rewards(self.finished("incorporated", 1), "fame")
        with self.assertRaises(kickback.Error):
            kickback.rewards(kickback.State("incorporated"))


@unittest.skipUnless(zoo, why_no_zoo)
class PettingZoo(unittest.TestCase):
    def test_turns_by_their_tests(self):
        for game in GAMES:
            with self.subTest(game):
                quietly(lambda: pettingzoo.test.api_test(zoo.env(game), num_cycles=300))
                quietly(lambda: pettingzoo.test.seed_test(lambda: zoo.env(game), num_cycles=30))
                quietly(lambda: pettingzoo.test.render_test(functools.partial(zoo.env, game)))

    def test_steps_of_all_by_their_tests(self):
        """seed_test and max_cycles_test ignore masks. max_cycles_test wants each agent to act in each cycle."""
        for game in GAMES:
            with self.subTest(game):
                quietly(lambda: pettingzoo.test.parallel_api_test(zoo.parallel_env(game), num_cycles=200))
                loose = functools.partial(zoo.parallel_env, game, illegal="random")
                quietly(lambda: parallel_seed_test(loose, num_cycles=30))
                module = types.SimpleNamespace(parallel_env=loose, env=lambda **more: parallel_to_aec(loose(**more)))
                quietly(lambda: pettingzoo.test.max_cycles_test(module))

    def play(self, env, seed):
        env.reset(seed=seed)
        rng, total, trail = np.random.default_rng(seed), dict.fromkeys(env.possible_agents, 0.0), []
        for agent in env.agent_iter():
            seen, reward, ended, cut, _ = env.last()
            total[agent] += reward
            action = None if ended or cut else choose(rng, seen["action_mask"])
            trail.append((agent, action))
            env.step(action)
        return total, trail

    def test_a_whole_game(self):
        env = zoo.env("intrige", players=4)
        total, trail = self.play(env, 3)
        self.assertEqual(tuple(total.values()), env.unwrapped.state_of_game.scores())
        self.assertEqual(self.play(zoo.env("intrige", players=4), 3), (total, trail))
        self.assertNotEqual(self.play(zoo.env("intrige", players=4), 4)[1], trail)
        self.assertAlmostEqual(sum(self.play(zoo.env("incorporated", rewards="win", zero_sum=True), 1)[0].values()), 0)

    def test_the_state_is_the_one_played(self):
        env = zoo.env("incorporated", players=3)
        env.reset(seed=1)
        rng = np.random.default_rng(1)
        for _ in range(100):
            state, seat = env.unwrapped.state_of_game, env.possible_agents.index(env.agent_selection)
            seen = env.observe(env.agent_selection)
            np.testing.assert_array_equal(seen["observation"], kickback.observe(state, seat))
            np.testing.assert_array_equal(seen["action_mask"], kickback.action_mask(state, seat))
            env.step(choose(rng, seen["action_mask"]))
            if env.terminations[env.agent_selection]:
                break

    def test_commitments_at_once(self):
        env, rng = zoo.parallel_env("incorporated", players=4), np.random.default_rng(1)
        seen, _ = env.reset(seed=1)
        most = 0
        while env.agents:
            deciding = [agent for agent in env.agents if not seen[agent]["action_mask"][env.wait]]
            most = max(most, len(deciding))
            seen, rewards, *_ = env.step({agent: choose(rng, seen[agent]["action_mask"]) for agent in env.agents})
        self.assertEqual(most, 4)

    def test_bad_input(self):
        env = zoo.env("intrige", players=4)
        env.reset(seed=1)
        before = env.unwrapped.state_of_game.clone()
        masked = int(np.argmin(env.observe(env.agent_selection)["action_mask"]))
        for action, error in ((masked, kickback.Error), (577, kickback.Error), (-1, kickback.Error), (1.5, TypeError), ("a", TypeError)):
            with self.subTest(action), self.assertRaisesRegex(error, "action"):
                env.step(action)
        self.assertEqual(env.unwrapped.state_of_game, before)
        both = zoo.parallel_env("intrige")
        seen, _ = both.reset(seed=1)
        good = {agent: int(np.argmax(seen[agent]["action_mask"])) for agent in both.agents}
        for change, sentence in (({"red_0": 999}, "action 999|owes no move"), ({agent: 0 for agent in good}, "action 0|owes no move")):
            with self.assertRaisesRegex(kickback.Error, sentence):
                both.step({**good, **change})
        with self.assertRaisesRegex(kickback.Error, "no action for"):
            both.step({})
        for wrong in ({"rewards": "fame"}, {"max_cycles": 0}, {"render_mode": "rgb"}, {"players": 9}, {"colour": "red"}):
            with self.subTest(wrong), self.assertRaises(kickback.Error):
                zoo.env("intrige", **wrong)


@unittest.skipUnless(gym, why_no_gym)
class Gymnasium(unittest.TestCase):
    def test_by_its_own_test(self):
        """It ignores masks."""
        for game in GAMES:
            with self.subTest(game):
                quietly(lambda: check_env(gym.env(game, illegal="random", render_mode="ansi"), skip_render_check=True))

    def play(self, env, seed):
        seen, _ = env.reset(seed=seed)
        rng, trail, ended = np.random.default_rng(seed), [], False
        while not ended:
            action = choose(rng, seen["action_mask"])
            seen, reward, ended, cut, _ = env.step(action)
            trail.append((action, reward))
            self.assertTrue(ended or seen["action_mask"].any())
        return trail

    def test_a_whole_game(self):
        env = gym.env("incorporated", players=4, seat=2, bots=["greedy", "random", "greedy"])
        trail = self.play(env, 5)
        self.assertEqual(trail[-1][1], env.state_of_game.scores()[2])
        self.assertEqual(self.play(env, 5), trail)
        self.assertNotEqual([action for action, _ in self.play(env, 6)], [action for action, _ in trail])
        self.assertIsInstance(gym.env("intrige", render_mode="ansi").reset()[0], dict)

    def test_bad_input(self):
        for wrong in ({"seat": 4}, {"bots": "genius"}, {"bots": ["greedy"]}, {"rewards": "fame"}, {"illegal": "ignore"}):
            with self.subTest(wrong), self.assertRaises(kickback.Error):
                gym.env("incorporated", players=4, **wrong)
        env = gym.env("incorporated")
        seen, _ = env.reset(seed=1)
        before = env.state_of_game.clone()
        for action, error in ((int(np.argmin(seen["action_mask"])), kickback.Error), (10**6, kickback.Error), (None, TypeError)):
            with self.subTest(action), self.assertRaisesRegex(error, "action"):
                env.step(action)
        self.assertEqual(env.state_of_game, before)


if __name__ == "__main__":
    unittest.main()
