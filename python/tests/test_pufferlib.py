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
    import pufferlib
except ImportError:
    sys.modules["pufferlib"] = types.SimpleNamespace(PufferEnv=PufferEnv)

from kickback import pufferlib as face  # noqa: E402


class Puffer(unittest.TestCase):
    def test_agents_are_seats(self):
        for game in ("intrige", "integralis", "incorporated"):
            with self.subTest(game):
                env, rng = face.env(game, n=6, players=3), np.random.default_rng(1)
                alone = kickback.vector(game, n=6, players=3, seed=4)
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
