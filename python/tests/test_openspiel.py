"""The bridge to OpenSpiel, by OpenSpiel's own test and with its algorithms. Without OpenSpiel the tests are skipped."""
import unittest

import numpy as np

import kickback

try:
    import pyspiel
    from open_spiel.python import rl_environment
    from open_spiel.python.algorithms import exploitability, external_sampling_mccfr, ismcts, mcts, outcome_sampling_mccfr, random_agent
    from open_spiel.python.policy import UniformRandomPolicy
except ImportError as error:
    pyspiel, why = None, str(error)
else:
    why = ""
    from kickback import openspiel

try:
    from open_spiel.python.jax import policy_gradient
except ImportError as error:
    policy_gradient, why_no_gradient = None, f"OpenSpiel's policy gradient is not run: {error}"
else:
    why_no_gradient = ""


def advance(state, rng, decisions):
    """Makes random moves until so many decisions are made, and then chance's."""
    while not state.is_terminal() and (decisions > 0 or state.is_chance_node()):
        if state.is_chance_node():
            outcomes, weights = zip(*state.chance_outcomes())
            state.apply_action(int(rng.choice(outcomes, p=weights)))
        else:
            state.apply_action(int(rng.choice(state.legal_actions())))
            decisions -= 1
    return state


@unittest.skipUnless(pyspiel, why)
class OpenSpiel(unittest.TestCase):
    def test_by_its_own_test(self):
        for game, options, serialize in (("incorporated", {"players": 3, "rewards": "win", "zero_sum": True}, True),
                                         ("intrige", {"players": 3, "bribes": "sealed", "deals": "none", "money": "hidden"}, True),
                                         ("integralis", {"players": 2, "rewards": "rank"}, False)):
            with self.subTest(game):
                pyspiel.random_sim_test(openspiel.load(game, **options), num_sims=1, serialize=serialize, verbose=False)

    def test_its_algorithms_start(self):
        game, rng = openspiel.load("incorporated", players=3, rewards="win", zero_sum=True), np.random.RandomState(1)
        outcome_sampling_mccfr.OutcomeSamplingSolver(game).iteration()
        state = advance(game.new_initial_state(), rng, 5)
        bot = ismcts.ISMCTSBot(game=game, evaluator=mcts.RandomRolloutEvaluator(1, rng), uct_c=2.0, max_simulations=4, random_state=rng)
        self.assertIn(bot.step(state), state.legal_actions())
        env = rl_environment.Environment(game)
        agents = [random_agent.RandomAgent(seat, env.action_spec()["num_actions"]) for seat in range(3)]
        step = env.reset()
        while not step.last():
            step = env.step([agents[step.observations["current_player"]].step(step).action])
        self.assertAlmostEqual(sum(step.rewards), 0)

    def test_algorithms_that_visit_every_action(self):
        """External sampling and NashConv, in the last two decisions of a game."""
        game, rng, states = openspiel.load("incorporated", players=3), np.random.RandomState(2), []
        state = advance(game.new_initial_state(), rng, 0)
        while not state.is_terminal():
            states.append(state.state_of_game.clone())
            advance(state, rng, 1)
        ending = openspiel.load("incorporated", position=states[-2].json(), rewards="win", zero_sum=True)
        self.assertEqual(ending.new_initial_state().state_of_game, states[-2])
        before = exploitability.nash_conv(ending, UniformRandomPolicy(ending))
        np.random.seed(1)
        solver = external_sampling_mccfr.ExternalSamplingSolver(ending, external_sampling_mccfr.AverageType.FULL)
        for _ in range(10):
            solver.iteration()
        sampled = outcome_sampling_mccfr.OutcomeSamplingSolver(ending)
        for _ in range(5):
            sampled.iteration()
        self.assertGreater(before, 0)
        self.assertLess(exploitability.nash_conv(ending, solver.average_policy()), before)

    @unittest.skipUnless(policy_gradient, why_no_gradient)
    def test_policy_gradient(self):
        """A learning agent of OpenSpiel against random ones: two games, and an update of its network after each."""
        env = rl_environment.Environment(openspiel.load("incorporated", players=3, rewards="win", zero_sum=True))
        size, n_actions = env.observation_spec()["info_state"][0], env.action_spec()["num_actions"]
        learner = policy_gradient.PolicyGradient(player_id=0, info_state_size=size, num_actions=n_actions, hidden_layers_sizes=(8,),
                                                 num_critic_before_pi=1)
        agents = [learner, *(random_agent.RandomAgent(seat, n_actions) for seat in (1, 2))]
        for _ in range(2):
            step = env.reset()
            while not step.last():
                step = env.step([agents[step.observations["current_player"]].step(step).action])
            for agent in agents:
                agent.step(step)
        self.assertTrue(np.isfinite(np.array(learner.loss, float)).all(), learner.loss)

    def test_the_same_game(self):
        """A game played in OpenSpiel is the engine's game, move by move."""
        rng, game = np.random.default_rng(2), openspiel.load("intrige", players=4)
        state, alone = game.new_initial_state(), kickback.State("intrige", players=4)
        while not state.is_terminal():
            player = state.current_player()
            seat = kickback.CHANCE if state.is_chance_node() else player
            action = int(rng.choice([number for number, _ in state.chance_outcomes()] if state.is_chance_node() else state.legal_actions()))
            move = state.action_to_string(player, action)
            self.assertIn(move, alone.legal(seat))
            alone.apply(seat, move)
            state.apply_action(action)
            self.assertEqual(state.state_of_game, alone)
        self.assertEqual(tuple(state.returns()), alone.scores())

    def test_information_states(self):
        """They keep the player's own moves and everything it was told, and another world that looks the same has the same."""
        for name in ("incorporated", "intrige", "integralis"):
            game, rng = openspiel.load(name), np.random.default_rng(3)
            state, before = advance(game.new_initial_state(), rng, 1), [""] * game.num_players()
            for _ in range(12):
                advance(state, rng, 2)
                if state.is_terminal():
                    break
                for player in range(game.num_players()):
                    text = state.information_state_string(player)
                    told = "\n".join(state.told(player))
                    self.assertTrue(text.startswith(told) and told.startswith(before[player]))
                    before[player] = told
                    other = state.resample_from_infostate(player, rng.random)
                    self.assertEqual(other.information_state_string(player), text)
                    self.assertEqual(other.observation_tensor(player), state.observation_tensor(player))
                copied = state.clone()
                advance(copied, rng, 1)
                self.assertNotEqual(str(copied), str(state))
        own = advance(openspiel.load("intrige").new_initial_state(), np.random.default_rng(1), 0)
        player, action = own.current_player(), own.legal_actions()[0]
        move = own.action_to_string(action)
        own.apply_action(action)
        self.assertIn(f"> {move}", own.information_state_string(player))
        self.assertNotIn(f"> {move}", own.information_state_string((player + 1) % 3))

    def test_bad_input(self):
        for game, wrong in (("chess", {}), ("intrige", {"players": 9}), ("intrige", {"colour": "red"}), ("intrige", {"bribes": "loud"})):
            with self.subTest(wrong), self.assertRaises(kickback.Error):
                openspiel.load(game, **wrong)
        here = kickback.State("intrige", players=3).position()
        for wrong in ({"position": "{"}, {"position": 7}, {"position": here, "players": 3}, {"position": {**here, "round": -1}},
                      {"position": kickback.State("incorporated").json()}):
            with self.subTest(wrong), self.assertRaises(kickback.Error):
                openspiel.load("intrige", **wrong)
        with self.assertRaises((kickback.Error, pyspiel.SpielError)):
            openspiel.load("intrige", rewards="fame")
        state = openspiel.load("incorporated").new_initial_state()
        with self.assertRaises((kickback.Error, pyspiel.SpielError)):
            state.apply_action(60)


if __name__ == "__main__":
    unittest.main()
