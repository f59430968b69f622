#!/usr/bin/env python3
"""Tests of the reference's verdicts, bonds and gifts, worked by hand. Run python3 tests/reference/selftest_promises.py."""

import unittest

import intrige
import promises_intrige
from common import expand, full_setup
from promises import Conflict, Ledger, conflict, named_gift


def promise(text):
    """A promise written as `SEAT will PATTERN in TERM` or `SEAT will PATTERN in TERM if SEAT PATTERN`."""
    rest, _, condition = text.partition(" if ")
    rest, term = rest.rsplit(" in ", 1)
    seat, kind, pattern = rest.split(" ", 2)
    given = {"seat": seat, kind: pattern, "term": term}
    if condition:
        who, deed = condition.split(" ", 1)
        given["if"] = {"seat": who, "deed": deed}
    return given


class Play:
    """A game with pacts, played by hand. Lines are numbered as in a record."""

    def __init__(self, **options):
        setup = full_setup(intrige, options=options)
        self.ledger = Ledger(intrige, promises_intrige, setup)
        self.position = intrige.new_position(setup)
        self.lines = 1

    def play(self, *lines):
        for line in lines:
            seat, move = line.split(" ", 1)
            assert seat == "chance" or move in self.legal(seat), f"{line}: {self.legal(seat)}"
            self.lines += 1
            after = intrige.apply(self.position, seat, move)
            self.ledger.move(self.lines, self.position, seat, move, after)
            self.position = after
        return self

    def line(self, value):
        self.ledger.line(self.lines + 1, value, self.position)
        self.lines += 1

    def propose(self, by, companions, *texts):
        self.line({"by": by, "propose": len(self.ledger.pacts) + 1, "with": companions.split(),
                   "promises": [promise(text) for text in texts]})
        return self

    def agree(self, by, companion, *texts):
        self.propose(by, companion, *texts)
        self.line({"by": companion, "accept": len(self.ledger.pacts)})
        return self

    def answer(self, by, kind, number):
        self.line({"by": by, kind: number})
        return self

    def legal(self, seat):
        """The single moves of a seat, limited by bonds."""
        return expand(self.ledger.limited(self.position, seat))

    def verbs(self, seat):
        """The moves without their amounts."""
        return sorted({move.split(" for ")[0] for move in self.legal(seat)})

    def verdicts(self):
        return [[one["verdict"] for one in pact["promises"]] for pact in self.ledger.report()]


def clerks(**options):
    """Green's turn: clerks of red and of yellow stand at the gate, and red's doctor."""
    return Play(**options).play("chance start red", "red send clerk green", "red send doctor green",
                                "yellow send clerk green", "yellow send priest red")


def two_at_yellow(**options):
    """Yellow's turn: red's doctor and red's clerk stand at the gate, each alone."""
    return Play(**options).play("chance start red", "red send doctor yellow", "red send clerk yellow")


class Occasion(unittest.TestCase):
    """What is no excuse."""

    def test_a_deal_is_no_excuse_for_a_will(self):
        play = two_at_yellow(deals="binding").play("red offer 10000 for 5000", "yellow accept", "red bribe 5000")
        play.agree("red", "yellow", "yellow will give red.clerk 10000 in turn")
        play.play("red bribe 1000", "yellow place red.doctor 10000", "yellow place red.clerk 6000",
                  "yellow send clerk red", "yellow send clerk red")
        self.assertEqual(play.verdicts(), [["broken"]])

    def test_a_post_still_free_but_dealt_away(self):
        """The deal is for the scholar who is decided about later."""
        play = two_at_yellow(deals="binding").play("red bribe 1000", "red offer 10000 for 5000", "yellow accept")
        play.agree("red", "yellow", "yellow will give red.doctor 10000 in turn")
        play.play("red bribe 5000", "yellow place red.doctor 6000", "yellow place red.clerk 10000",
                  "yellow send clerk red", "yellow send clerk red")
        self.assertEqual(play.verdicts(), [["broken"]])

    def test_a_deal_about_another_scholar_of_the_profession(self):
        play = clerks(deals="binding").play("red bribe 1000", "green place red.doctor 1000")
        play.agree("red", "green", "green will give red.clerk 3000 in turn")
        play.play("red bribe 1000", "yellow offer 6000 for 2000", "green accept", "yellow bribe 2000",
                  "green hire yellow.clerk 6000", "green send clerk red", "green send clerk red")
        self.assertEqual(play.verdicts(), [["broken"]])

    def test_a_deal_is_no_excuse_for_a_small_bribe(self):
        """Red bound himself to pay 5000; that he would pay less was possible in the free list."""
        play = two_at_yellow(deals="binding").play("red offer 10000 for 5000", "yellow accept")
        play.propose("red", "", "red wont pay >=2000 for red.doctor at yellow in turn")
        play.play("red bribe 5000")
        self.assertEqual(play.verdicts(), [["broken"]])

    def test_a_deal_gives_the_occasion_of_a_wont(self):
        play = two_at_yellow(deals="binding").play("red offer 10000 for 5000", "yellow accept", "red bribe 5000")
        play.propose("yellow", "", "yellow wont give red.doctor 3000 in turn")
        play.play("red bribe 1000", "yellow place red.doctor 10000", "yellow place red.clerk 3000",
                  "yellow send clerk red", "yellow send clerk red")
        self.assertEqual(play.verdicts(), [["kept"]])

    def test_no_deal_is_an_excuse_for_force(self):
        play = two_at_yellow(deals="binding").play("red offer 10000 for 5000", "yellow accept", "red bribe 5000")
        play.propose("yellow", "", "yellow wont give red.doctor 10000 in turn").play("red bribe 1000")
        play.play("yellow place red.doctor 10000")
        self.assertEqual(play.verdicts(), [["broken"]])

    def test_real_force(self):
        """After the third offer nothing is left but to pay."""
        play = two_at_yellow(deals="binding").play("red bribe 1000")
        play.propose("red", "", "red wont pay ** in turn")
        play.play("red offer 1000 for 1000", "yellow refuse", "red offer 1000 for 1000", "yellow refuse",
                  "red offer 1000 for 1000", "yellow refuse", "red bribe 1000")
        self.assertEqual(play.verdicts(), [["open"]])

    def test_a_bond_is_no_excuse_for_force(self):
        play = two_at_yellow(promises="bond").play("red bribe 1000", "red bribe 1000")
        play.propose("yellow", "", "yellow will give red.doctor 10000 in turn")
        play.propose("yellow", "", "yellow wont give * 10000 in turn")
        self.assertEqual(play.legal("yellow"), ["place red.doctor 10000"])
        play.play("yellow place red.doctor 10000")
        self.assertEqual(play.verdicts(), [["kept"], ["broken"]])

    def test_never_the_post_to_give(self):
        """The post was filled before the pact stood."""
        play = two_at_yellow().play("red bribe 1000", "red bribe 1000", "yellow place red.doctor 10000")
        play.propose("yellow", "", "yellow will give red.clerk 10000 in turn")
        play.play("yellow place red.clerk 6000", "yellow send clerk red", "yellow send clerk red")
        self.assertEqual(play.verdicts(), [["void"]])


class Order(unittest.TestCase):
    """Who failed first, when a term ends."""

    def late_clerk(self, *texts):
        """Green's turn: red's doctor is placed before the bribes for the clerks."""
        return clerks().agree("green", "red", *texts).play(
            "red bribe 1000", "green place red.doctor 10000", "red bribe 1000", "yellow bribe 1000",
            "green hire red.clerk 6000", "green send clerk red", "green send clerk red")

    def test_by_the_gift(self):
        play = self.late_clerk("green will give red.clerk 10000 in turn",
                               "red will pay >=20000 for red.clerk at green in turn")
        self.assertEqual(play.verdicts(), [["broken", "void"]])
        play = self.late_clerk("red will pay >=20000 for red.clerk at green in turn",
                               "green will give red.clerk 10000 ** in turn")
        self.assertEqual(play.verdicts(), [["void", "broken"]])

    def test_by_the_last_occasion(self):
        """Where more than one post would do, giving one away is no failure yet."""
        for pattern in ("give red.clerk 10000|3000", "give red.clerk >=10000"):
            play = self.late_clerk(f"green will {pattern} in turn", "red will pay >=20000 for red.clerk at green in turn")
            self.assertEqual(play.verdicts(), [["void", "broken"]], pattern)

    def test_any_term_and_condition(self):
        """Green's promise is for the round and wakes with the first bribe, just before the post is given away."""
        play = self.late_clerk("green will give red.clerk 10000 in round if red pay * for red.doctor at green",
                               "red will pay >=20000 for red.clerk at green in turn")
        self.assertEqual(play.verdicts(), [["broken", "void"]])

    def test_what_is_earlier_counts(self):
        """Red failed with the bribe for the doctor, before the post was given away."""
        play = self.late_clerk("green will give red.clerk 10000 in turn",
                               "red will pay >=20000 for red.doctor at green in turn")
        self.assertEqual(play.verdicts(), [["void", "broken"]])


class Binding(unittest.TestCase):
    """When a promise of a turn stops binding."""

    def test_the_post_is_gone(self):
        """Red's doctor holds 3000. Green's promise of 10000 does not bind at the other's `place`."""
        play = self.disputed().play("yellow bribe 1000", "green place yellow.clerk 10000")
        self.assertIn("bribe 1000", play.legal("red"))
        self.assertIn("bribe 20000", play.legal("red"))

    def test_another_post_is_gone(self):
        play = self.disputed().play("yellow bribe 1000", "green place yellow.clerk 6000")
        self.assertEqual(play.legal("red")[0], "bribe 20000")

    def disputed(self):
        """Green's second turn: his doctor's post is disputed, and yellow's clerk applies alone."""
        play = Play(promises="bond").play(
            "chance start red", "red send doctor green", "red send clerk yellow",
            "red bribe 1000", "yellow place red.clerk 1000", "yellow send priest red", "yellow send scientist red",
            "red bribe 1000", "green place red.doctor 3000", "green send priest yellow", "green send scientist yellow",
            "yellow bribe 1000", "yellow bribe 1000", "red place yellow.scientist 1000", "red place yellow.priest 3000",
            "red send clerk yellow", "red send priest yellow",
            "green bribe 1000", "yellow place green.scientist 10000", "green bribe 1000", "red bribe 1000",
            "yellow hire red.priest 6000", "red bribe 1000", "red bribe 1000", "yellow settle red.clerk",
            "yellow send doctor green", "yellow send clerk green")
        return play.agree("green", "red", "green will give red.doctor 10000 in turn",
                          "red will pay >=20000 for red.doctor at green in turn")


class Gifts(unittest.TestCase):
    """One post is not sold twice."""

    def test_form(self):
        self.assertEqual(named_gift("give red.clerk 10000"), ("red.clerk", "10000"))
        self.assertEqual(named_gift("give * 10000 **"), ("*", "10000"))
        for pattern in ("give red.clerk *", "give red.clerk >=10000", "give red.clerk 1000|3000", "give red.clerk **",
                        "give **", "banish red.clerk", "give|banish red.clerk 1000"):
            self.assertIsNone(named_gift(pattern), pattern)

    def test_conflict(self):
        for one, other, wanted in (
                ("red.clerk 10000", "blue.doctor 10000", True),     # one post, nobody fits both
                ("red.* 10000", "*.clerk 10000", False),            # red's clerk fits both
                ("red.* 10000", "blue.clerk 10000", True),
                ("red|blue.clerk 10000", "blue|green.clerk 10000", False),
                ("red|blue.clerk 10000", "green.clerk 10000", True),
                ("* 10000", "red.clerk 10000", False),
                ("red.clerk 10000", "red.clerk 10000", False),
                ("red.clerk 10000", "red.clerk 6000", True),        # one scholar, two posts
                ("red.clerk 10000", "blue.clerk 6000", True),       # two scholars of one profession
                ("red.clerk 10000", "blue.doctor 6000", False),
                ("red.clerk 10000", "red.* 6000", False),           # not by literals
                ("*.clerk 10000", "blue.clerk 6000", False)):
            gifts = [tuple(text.split(" ")) for text in (one, other)]
            self.assertEqual(conflict(*gifts), wanted, (one, other))
            self.assertEqual(conflict(*gifts[::-1]), wanted, (other, one))

    def refused(self, play, by, companions, *texts):
        before = play.ledger.report()
        with self.assertRaises(Conflict):
            play.propose(by, companions, *texts)
        self.assertEqual(play.ledger.report(), before)

    def test_own_proposals(self):
        play = clerks(promises="bond").propose("green", "red", "green will give red.clerk 10000 in turn")
        self.refused(play, "green", "", "green will give yellow.clerk 10000 in turn")
        self.refused(play, "green", "yellow", "green will give yellow.clerk 3000 in turn")
        play.propose("green", "", "green will give yellow.clerk 10000 in round", "green wont give yellow.clerk 10000 in turn")
        play.answer("green", "withdraw", 1)
        play.propose("green", "yellow", "green will give yellow.clerk 10000 in turn")
        play.answer("yellow", "decline", 3)
        play.propose("green", "yellow", "green will give yellow.clerk 3000 in turn")

    def test_in_one_pact(self):
        play = clerks(promises="bond")
        both = ("green will give red.clerk 10000 in turn", "green will give yellow.clerk 10000 in turn")
        self.refused(play, "green", "red", *both)
        play.propose("red", "green", *both)  # somebody else may propose it
        with self.assertRaises(Conflict):
            play.answer("green", "accept", 1)
        self.assertEqual(play.ledger.report()[0]["state"], "open")

    def test_accepted_proposals(self):
        """Yellow has not accepted yet, so the first pact does not stand. Green is committed all the same."""
        play = clerks(promises="bond").propose("red", "green yellow", "green will give red.clerk 10000 in turn")
        play.propose("yellow", "green", "green will give yellow.clerk 10000 in turn").answer("green", "accept", 1)
        with self.assertRaises(Conflict):
            play.answer("green", "accept", 2)
        play.answer("green", "decline", 1).answer("green", "accept", 2)
        self.assertEqual([pact["state"] for pact in play.ledger.report()], ["declined", "stood"])

    def test_standing_pacts_while_open(self):
        play = two_at_yellow(promises="bond").propose("yellow", "", "yellow will give red.doctor 10000 in turn")
        self.refused(play, "yellow", "", "yellow will give green.doctor 1000 in turn")
        play.play("red bribe 1000", "red bribe 1000", "yellow place red.doctor 10000")
        play.propose("yellow", "", "yellow will give green.doctor 1000 in turn")

    def test_words_do_not_conflict(self):
        play = clerks().propose("green", "red", "green will give red.clerk 10000 in turn")
        play.propose("green", "", "green will give yellow.clerk 10000 in turn")

    def test_other_seats(self):
        """Nobody is committed to the gifts of others."""
        play = clerks(promises="bond").propose("green", "red", "green will give red.clerk 10000 in turn",
                                               "red will give yellow.priest 10000 in turn")
        play.propose("red", "", "red will give yellow.doctor 10000 in turn")
        with self.assertRaises(Conflict):
            play.answer("red", "accept", 1)

    def test_deals_and_counters(self):
        play = two_at_yellow(promises="bond", deals="binding").play("red offer 10000 for 5000")
        play.propose("yellow", "", "yellow will give red.clerk 10000 in turn")
        self.assertEqual(play.verbs("yellow"), ["counter 1000", "counter 3000", "counter 6000", "refuse"])
        play.play("yellow counter 6000 for 4000")
        self.refused(play, "yellow", "", "yellow will give green.clerk 6000 in turn")
        self.refused(play, "yellow", "", "yellow will give red.doctor 3000 in turn")
        self.assertEqual(play.legal("red"), ["accept", "refuse"])
        play.play("red accept", "red bribe 4000")
        self.refused(play, "yellow", "", "yellow will give green.clerk 6000 in turn")
        play.play("red offer 3000 for 1000")
        self.assertEqual(play.verbs("yellow"), ["counter 10000", "refuse"])

    def test_a_counter_that_was_refused(self):
        play = two_at_yellow(promises="bond", deals="binding").play("red offer 10000 for 5000", "yellow counter 6000 for 4000",
                                                                    "red refuse")
        play.propose("yellow", "", "yellow will give green.clerk 6000 in turn")

    def test_the_stage_ends(self):
        play = clerks(promises="bond", deals="binding").play("red offer 10000 for 5000", "green accept", "red bribe 5000")
        self.refused(play, "green", "", "green will give yellow.doctor 1000 in turn")
        play.play("green place red.doctor 10000").propose("green", "", "green will give yellow.doctor 1000 in turn")

    def test_loose_deals_are_no_gifts(self):
        play = two_at_yellow(promises="bond", deals="loose").play("red offer 10000 for 5000")
        play.propose("yellow", "", "yellow will give red.clerk 10000 in turn")
        self.assertIn("accept", play.legal("yellow"))


if __name__ == "__main__":
    unittest.main()
