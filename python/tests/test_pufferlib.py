"""The face for PufferLib: its contract for native environments. Without the package, a stand-in with the documented base class."""
import sys
import types
import unittest

import numpy as np

import kickback

try:
    import gymnasium
except ImportError as error:
    raise unittest.SkipTest(f"needs Gymnasium: {error}")


class PufferEnv:
    """What PufferLib 3 documents: the attributes a native environment has before it calls this, and the buffers it then has."""

    def __init__(self, buf=None):
        assert isinstance(self.single_observation_space, gymnasium.spaces.Box)
        assert isinstance(self.single_action_space, gymnasium.spaces.Discrete) and self.num_agents >= 1
        kinds = {"rewards": np.float32, "terminals": bool, "truncations": bool, "masks": bool, "actions": np.int32}
        buf = buf or {"observations": np.zeros((self.num_agents, *self.single_observation_space.shape), np.int8),
                      **{name: np.zeros(self.num_agents, kind) for name, kind in kinds.items()}}
        for name, array in buf.items():
            setattr(self, name, array)


try:
    import pufferlib.vector
except ImportError as error:
    real, why = None, f"PufferLib's own rollout is not run: {error}"
    sys.modules["pufferlib"] = types.SimpleNamespace(PufferEnv=PufferEnv)
else:
    real, why = pufferlib.vector, ""

from kickback import pufferlib as face  # noqa: E402


class Puffer(unittest.TestCase):
    def test_agents_are_seats(self):
        for game in ("intrige", "integralis", "incorporated"):
            with self.subTest(game):
                env, rng = face.env(game, n=6, players=3), np.random.default_rng(1)
                alone = kickback.vector(game, n=6, players=3, seed=4 * 6)
                seen, infos = env.reset(seed=4)
                self.assertEqual(infos, [])
                rewarded = 0
                for _ in range(300):
                    deciding = np.flatnonzero(env.masks)
                    self.assertEqual(list(deciding), [i * 3 + seat for i, seat in enumerate(alone.seats)])
                    np.testing.assert_array_equal(seen[deciding], np.hstack([alone.observations, alone.masks]))
                    chosen = np.array([rng.choice(np.flatnonzero(mask)) for mask in alone.masks])
                    actions = np.full(18, 10**6)  # agents that do not decide: ignored
                    actions[deciding] = chosen
                    seen, rewards, ended, cut, infos = env.step(actions)
                    alone.step(chosen)
                    np.testing.assert_array_equal(rewards, alone.rewards.reshape(-1))
                    np.testing.assert_array_equal(ended, np.repeat(alone.dones, 3))
                    self.assertEqual(len(infos), int(alone.dones.any()))
                    self.assertFalse(cut.any())
                    rewarded += alone.dones.sum()
                self.assertTrue(rewarded or game == "integralis")
                env.close()

    def test_illegal_actions(self):
        env = face.env("incorporated", n=4, players=3)
        env.reset(seed=1)
        for wrong in (-1, 10**6):
            env.step(np.full(12, wrong))
        strict = face.env("incorporated", n=4, players=3, illegal="raise")
        strict.reset(seed=1)
        with self.assertRaises(kickback.Error):
            strict.step(np.full(12, 10**6))
        with self.assertRaises(kickback.Error):
            face.env("incorporated", illegal="maybe")

    @unittest.skipUnless(real, why)
    def test_rollouts_of_pufferlib(self):
        """Two environments in this process, and in two others, are two batches with games of their own."""
        for backend, more, steps in ((real.Serial, {}, 150), (real.Multiprocessing, {"num_workers": 2}, 20)):
            with self.subTest(backend.__name__):
                batch = real.make(face.env, env_kwargs={"game": "incorporated", "n": 5, "players": 3}, num_envs=2, backend=backend, **more)
                self.addCleanup(batch.close)
                alone = [kickback.vector("incorporated", n=5, players=3, seed=(7 + i) * 5) for i in range(2)]
                seen, _ = batch.reset(seed=7)
                self.assertEqual((batch.num_agents, seen.shape, seen.dtype), (30, (30, alone[0].n_observations + alone[0].n_actions), np.int8))
                games = 0
                for _ in range(steps):
                    deciding = np.concatenate([i * 15 + np.arange(5) * 3 + one.seats for i, one in enumerate(alone)])
                    np.testing.assert_array_equal(seen[deciding], np.vstack([np.hstack([one.observations, one.masks]) for one in alone]))
                    actions = np.zeros(30, np.int32)
                    chosen = [one.pick() for one in alone]
                    actions[deciding] = np.concatenate(chosen)
                    seen, rewards, ended, _, infos = batch.step(actions)
                    for one, part in zip(alone, chosen):
                        one.step(part)
                    np.testing.assert_array_equal(rewards, np.concatenate([one.rewards.reshape(-1) for one in alone]))
                    np.testing.assert_array_equal(ended, np.concatenate([np.repeat(one.dones, 3) for one in alone]))
                    games += sum(int(one.dones.sum()) for one in alone)
                self.assertTrue(games or steps < 100)
                self.assertFalse((alone[0].observations == alone[1].observations).all())

    def test_seeds(self):
        first, again, next_one = (face.env("incorporated", n=4, players=3, seed=seed) for seed in (1, 1, 2))
        shown = [env.reset()[0].copy() for env in (first, again, next_one)]
        np.testing.assert_array_equal(shown[0], shown[1])
        hands = [{bytes(row) for row in seen[env.masks]} for seen, env in zip(shown, (first, again, next_one))]
        self.assertFalse(hands[0] & hands[2])  # no game of one seed is a game of the next

    def test_buffers_of_the_caller(self):
        first = face.env("incorporated", n=2, players=3)
        buffers = {name: getattr(first, name).copy() for name in
                   ("observations", "rewards", "terminals", "truncations", "masks", "actions")}
        env = face.env("incorporated", n=2, players=3, buf=buffers)
        seen, _ = env.reset(seed=1)
        self.assertIs(seen, buffers["observations"])
        self.assertEqual(buffers["masks"].sum(), 2)


if __name__ == "__main__":
    unittest.main()
