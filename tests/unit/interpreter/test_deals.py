"""Ways to deal pieces whose kinds are not all known: counts against lists of all deals, and laws of pools."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from itertools import accumulate, permutations
from math import comb, factorial, prod
from operator import mul

import pytest

from gamedsl_interpreter.random import Dice
from gamedsl_interpreter.worlds import explanation
from gamedsl_interpreter.worlds.counting import Group, Ways, below, likelihood, sample_by_exchanges
from gamedsl_interpreter.worlds.explanation import ANY, MOST_SPREAD, Bag, Explanation

POOL = {0: 2, 1: 1, 2: 2}
GROUPS = [Group(0b011, 2), Group(0b110, 1), Group(0b110, 1), Group(0b111, 1)]


def _all_deals() -> list[tuple[int, ...]]:
    """Every order of the pieces that the groups can take, one place after the other."""
    pieces = [kind for kind, count in POOL.items() for _ in range(count)]
    masks = [group.mask for group in GROUPS for _ in range(group.number)]
    return [
        order
        for order in permutations(pieces)
        if all(mask >> kind & 1 for mask, kind in zip(masks, order, strict=True))
    ]


def test_the_part_of_deals_that_masks_allow() -> None:
    assert likelihood(POOL, GROUPS) == Fraction(len(_all_deals()), 120)


def test_deals_are_as_likely_as_their_number() -> None:
    ways, dice = Ways(POOL, GROUPS), Dice.seeded(1)
    # The second and the third group can take the same, so they are one.
    assert ways.masks == (0b011, 0b110, 0b111)
    exact = Counter((tuple(sorted(d[:2])), tuple(sorted(d[2:4])), d[4:]) for d in _all_deals())
    drawn = Counter(tuple(tuple(sorted(part)) for part in ways.deal(dice)) for _ in range(4000))
    assert set(drawn) == set(exact)
    for deal, number in exact.items():
        assert abs(drawn[deal] / 4000 - number / exact.total()) < 0.05


def test_splits_have_the_number_of_ways_behind_each() -> None:
    for pool, groups in (
        (POOL, GROUPS),
        ({0: 3, 1: 3}, [Group(0b01, 2), Group(0b11, 4)]),
        ({4: 1}, [Group(1 << 4, 1)]),
    ):
        ways = Ways(pool, groups)
        splits = ways.splits(1000)
        assert splits is not None
        for split in splits:
            assert len(split.sums) == len(split.amounts) == len(split.after)
            behind = [splits[after].sums[-1] if splits[after].sums else 1 for after in split.after]
            orders = [factorial(sum(amounts)) // prod(map(factorial, amounts)) for amounts in split.amounts]
            assert list(split.sums) == list(accumulate(map(mul, orders, behind)))
            assert all(splits[after].number == split.number + 1 for after in split.after)
            assert all(sum(amounts) == len(ways.classes[split.number]) for amounts in split.amounts)
        assert splits[0].sums[-1] == ways.total
        number = sum(len(split.sums) for split in splits)
        assert ways.splits(number) == splits
        assert ways.splits(number - 1) is None


def test_splits_have_weights_of_31_bits_at_most() -> None:
    for size, is_small in ((16, True), (17, False)):
        ways = Ways({0: size, 1: size, 2: 1}, [Group(0b011, size), Group(0b111, size + 1)])
        assert ways.total == comb(2 * size, size)
        assert (ways.splits(1000) is not None) == (ways.total < 1 << 31) == is_small


def test_exchanges_keep_to_the_masks() -> None:
    dice = Dice.seeded(1)
    for _ in range(50):
        dealt = sample_by_exchanges(POOL, GROUPS, dice)
        assert [len(kinds) for kinds in dealt] == [group.number for group in GROUPS]
        assert all(group.mask >> kind & 1 for group, kinds in zip(GROUPS, dealt, strict=True) for kind in kinds)


def test_large_numbers_are_drawn_evenly() -> None:
    dice = Dice.seeded(1)
    drawn = [below(dice, 3 << 70) for _ in range(300)]
    assert min(drawn) >= 0
    assert max(drawn) < 3 << 70
    assert Counter(number >> 70 for number in drawn).keys() == {0, 1, 2}


def test_masks_on_tokens_of_a_pool_in_a_pool() -> None:
    # Two known pieces lie with two of three unknown ones; two of the four moved unseen, and none of those two is a 0.
    inner, outer = (0, ANY), (1, ANY)
    start = Explanation(
        [[{outer: 2}], [{outer: 2}], [{inner: 1}]], {0: {0: 1, 1: 1, 2: 1}, 1: {inner: 2, 3: 2}}, Fraction(1), 2
    )
    ways = start.without((0, 0), 0b1)
    assert sum(way.weight for way in ways) == 1
    total = sum(way.weight * _allowed(way) for way in ways)
    # The 0 is one of the unknown three; it lies in the first zone with the chance 2/3 (with the known pieces) times 1/2.
    assert total == 1 - Fraction(2, 3) * Fraction(1, 2)


def test_the_likeliest_of_too_many_ways_to_spread_pools_are_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    outer = (3, ANY)
    places: list[list[Bag]] = [[{outer: 3}] for _ in range(4)]
    outside: list[list[Bag]] = [[{(number, ANY): 1 for number in range(3)}]]
    pools: dict[int, Bag] = {number: {2 * number: 2, 2 * number + 1: 2} for number in range(3)}
    pools[3] = {**{(number, ANY): 3 for number in range(3)}, 6: 3}
    start = Explanation(places + outside, pools, Fraction(1), 4)
    found = start.copy().flatten([(0, 0)], 0b1)
    assert len(found) == MOST_SPREAD
    assert all(one.is_rough for one in found)
    monkeypatch.setattr(explanation, "MOST_SPREAD", 1 << 30)
    every = sorted((one.weight for one in start.flatten([(0, 0)], 0b1)), reverse=True)
    assert sum(every) == 1
    assert sorted((one.weight for one in found), reverse=True) == every[:MOST_SPREAD]


def _allowed(one: Explanation) -> Fraction:
    holders = one.holders()
    found = Fraction(1)
    for number in one.pools:
        found *= one.compute_fraction(number, holders[number])
    return found


def test_a_look_at_some_pieces_of_a_pool() -> None:
    """Two of four pieces turn out to be a 0 and a 1: one of the six pairs of places, in either order, and the other two places hold the rest."""
    token, masked = (0, ANY), (0, 0b1)
    one = Explanation([[{token: 1}, {token: 1}, {masked: 1}, {token: 1}]], {0: {0: 2, 1: 2}}, Fraction(1), 1)
    assert one.in_any_order(0, [2, 3], [(0, 1), (1, 1)]) == [one]
    assert one.weight == Fraction(4, 6)
    assert one.pools == {0: {0: 1, 1: 1}, 1: {0: 1, 1: 1}}
    assert one.zone(0) == [{token: 1}, {token: 1}, {(1, 0b1): 1}, {(1, ANY): 1}]
    assert one.in_any_order(0, [2, 3], [(0, 2)]) == []
    assert one.in_any_order(0, [0, 1], [(0, 2)]) == []
