"""Values of positions, against the plainest computation: play that is cut off after more moves than there are positions."""

from __future__ import annotations

import random
from fractions import Fraction

from gamedsl_interpreter.aims import Payoff
from gamedsl_interpreter.solving.position_graph import CHANCE, END
from gamedsl_interpreter.solving.values import components, lengths, values

EVEN: Payoff = (Fraction(1, 2), Fraction(1, 2))


def _payoff(share: Fraction) -> Payoff:
    return (share, 1 - share)


def _graph(dice: random.Random, size: int) -> tuple[list[int], list[tuple[int, ...]], dict[int, Payoff]]:
    """A graph with circles: some positions are ends."""
    shares = [Fraction(0), Fraction(1, 2), Fraction(1), Fraction(1, 4), Fraction(3, 4)]
    ends = {node: _payoff(dice.choice(shares)) for node in range(1, size) if dice.random() < 0.25}
    after = [
        () if node in ends else tuple(dice.randrange(size) for _ in range(dice.randint(1, 3))) for node in range(size)
    ]
    movers = [END if node in ends else dice.randint(0, 1) for node in range(size)]
    return movers, after, ends


def test_positions_that_come_again_have_the_value_of_long_play() -> None:
    dice = random.Random(7)
    for _ in range(300):
        size = dice.randint(2, 14)
        movers, after, ends = _graph(dice, size)
        plain = [ends.get(node, EVEN) for node in range(size)]
        for _ in range(2 * size):
            plain = [
                ends[node]
                if node in ends
                else max((plain[other] for other in after[node]), key=lambda p: p[movers[node]])
                for node in range(size)
            ]
        found = values(movers, after, {}, ends, EVEN)
        assert 0 in found
        assert {node: plain[node] for node in found} == found


def test_who_is_ahead_hurries_and_the_other_delays() -> None:
    dice = random.Random(11)
    for _ in range(200):
        movers, after, ends = _graph(dice, dice.randint(2, 12))
        found = values(movers, after, {}, ends, EVEN)
        long = lengths(movers, after, ends, found, Fraction(1, 2))
        for node, payoff in found.items():
            if node in ends or payoff == EVEN:
                assert node in ends or node not in long
                continue
            kept = [long[other] for other in after[node] if found[other] == payoff and other in long]
            ahead = 0 if payoff[0] > payoff[1] else 1
            assert long[node] == 1 + (min if movers[node] == ahead else max)(kept)


def test_parts_come_after_what_they_lead_to() -> None:
    parts = [sorted(part) for part in components([(1,), (2, 3), (1,), (4,), (4,), (0,)])]
    assert parts == [[4], [3], [1, 2], [0]]


def test_chance_in_a_circle_is_approached() -> None:
    """Two players toss in turn; who tosses heads first wins: 2/3 for the first."""
    movers = [CHANCE, CHANCE, END, END]
    after = [(2, 1), (3, 0), (), ()]
    ends: dict[int, Payoff] = {2: _payoff(Fraction(1)), 3: _payoff(Fraction(0))}
    found = values(movers, after, {0: (1, 1), 1: (1, 1)}, ends, EVEN)
    assert abs(found[0][0] - 2 / 3) < 1e-9
