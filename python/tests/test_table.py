"""Tables with people and bots that negotiate."""
import copy
import json
import pickle
import unittest

import kickback

THREE = {"intrige": "red yellow green", "integralis": "red yellow blue", "incorporated": "red yellow green"}
BINDING = {"with": ["yellow"], "promises": [{"seat": "red", "wont": "send scientist yellow", "term": "game"}]}


def play(table, choose=lambda moves: moves[0]):
    """Plays to the end; people choose a move, and accept whatever is proposed to them."""
    done = table.run()
    while not table.over:
        for pact in [pact for seat in table.actors for pact in table.view(seat)["pacts"]
                     if pact["state"] == "open" and table.seats[seat] in pact["with"] and table.seats[seat] not in pact.get("accepted", [])]:
            table.accept(table.actors[0], pact["pact"])
        seat = table.actors[0]
        table.move(seat, choose(table.legal(seat)))
        done += table.run()
    return done


class Tables(unittest.TestCase):
    def test_games_of_people_and_bots(self):
        for game in THREE:
            with self.subTest(game):
                bot = "greedy:honest" if game == "intrige" else "random"
                table, twin = (kickback.Table(game, ["person", bot, bot], seed=4) for _ in range(2))
                done = play(table)
                self.assertEqual(done, play(twin))
                self.assertEqual(table.entries, twin.entries)
                self.assertEqual("talk" in done, game == "intrige")
                self.assertEqual(table.view(0)["stage"], "over")
                record = kickback.Record.parse(table.record())
                self.assertEqual(record.state, table.state)

    def test_events_are_numbered_and_go_on(self):
        table = kickback.Table("intrige", ["person", "greedy", "greedy"], seed=2)
        table.run()
        before = table.events(0)
        first = before[0]["n"]
        self.assertEqual([event["n"] for event in before], list(range(first, first + len(before))))
        table.say("red", "two words")
        (news,) = table.events("red", after=before[-1]["n"])
        self.assertEqual((news["do"], news["say"], news["n"]), ("say", "two words", before[-1]["n"] + 1))

    def test_copies_go_on_alike(self):
        table = kickback.Table("intrige", ["person", "greedy:grudge", "greedy"], seed=3)
        table.run()
        for copied in copy.copy(table), copy.deepcopy(table), pickle.loads(pickle.dumps(table)):
            twin = copy.copy(table)
            self.assertEqual(play(copied), play(twin))
            self.assertEqual(copied.entries, twin.entries)
        self.assertFalse(table.over)
        restored, parts = table.__reduce__()
        self.assertRaises(kickback.Error, restored, "0.0.9, 5 bytes", *parts[1:])

    def test_restored_from_entries(self):
        table = kickback.Table("incorporated", ["person", "random", "random"], seed=3)
        table.run()
        again = kickback.Table.restore(table.entries)
        for seat in 0, 1, 2, None:
            self.assertEqual((again.view(seat), again.events(seat)), (table.view(seat), table.events(seat)))
        play(again)

    def test_a_secret_pact_is_seen_by_its_parties_only(self):
        table = kickback.Table("intrige", ["person", "person", "person"], seed=1)
        table.run()
        told = json.dumps([table.view("green"), table.events("green"), table.view(), table.events()])
        number = table.propose("red", ["yellow"], BINDING["promises"], secret=True)
        table.accept("yellow", number)
        self.assertEqual(table.view("yellow")["pacts"][0]["state"], "stood")
        self.assertEqual(json.dumps([table.view("green"), table.events("green"), table.view(), table.events()]), told)

    def test_bonds(self):
        table = kickback.Table("intrige", ["person"] * 3, seed=1, promises="bond")
        table.run()
        mover = table.seats[table.actors[0]]
        first = table.legal(mover)[0]
        table.propose(mover, [], [{"seat": mover, "wont": first, "term": "turn"}])
        self.assertNotIn(first, table.legal(mover))
        with self.assertRaises(kickback.Error) as refused:
            table.move(mover, first)
        self.assertEqual(refused.exception.name, "bound")
        self.assertEqual(table.consider(mover, table.legal(mover)[0])["ok"], True)

    def test_refusals(self):
        table = kickback.Table("intrige", ["person", "random", "random"])
        table.run()
        for what, name in [(lambda: table.ask(0, "fly"), "request"), (lambda: table.accept(0, 7), "no_pact"),
                           (lambda: table.move(1, "pass"), "not_seated"), (lambda: table.move(0, "nonsense"), "unknown_move")]:
            with self.assertRaises(kickback.Error) as refused:
                what()
            self.assertEqual(refused.exception.name, name)
        for wrong in (lambda: kickback.Table("chess", ["person"]), lambda: kickback.Table("intrige", ["person", "genius", "random"]),
                      lambda: kickback.Table("intrige", ["person"] * 3, promises="perhaps"), lambda: table.view("pink"), lambda: table.legal(9)):
            self.assertRaises(kickback.Error, wrong)


if __name__ == "__main__":
    unittest.main()
