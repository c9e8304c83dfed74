"""Deals: samples everything that a belief leaves open, after sampling an explanation by its weight.

The plan is made once for a belief. In each explanation a pool is dealt after the pools whose tokens it receives, so it holds only kinds at its turn. Pools
without masks are shuffled (Fisher and Yates); those with masks are dealt by counting their ways (see `counting`).
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction
from math import lcm, prod
from typing import TypeAlias

from gamedsl_interpreter.random import Dice
from gamedsl_interpreter.reference.play.machine import Machine
from gamedsl_interpreter.reference.values import collections
from gamedsl_interpreter.reference.values.slots import Frame
from gamedsl_interpreter.worlds.belief import Belief, ImpossibleError
from gamedsl_interpreter.worlds.counting import Group, TooManyStates, Ways, below, sample_by_exchanges
from gamedsl_interpreter.worlds.dealt import Counted, Deal, Shuffled
from gamedsl_interpreter.worlds.explanation import ANY, Explanation, Holder, join_bags
from gamedsl_interpreter.worlds.lost import Lost, LostKind
from gamedsl_interpreter.worlds.needs import unmet

Take: TypeAlias = Callable[[Dice, list[int], int], list[int]]
"""Takes the given number of random items out of a list, with the draws of `Dice.take`."""

_MOST_WAYS = 1500
"""Most ways on from class to class that are written down for others: that takes milliseconds."""

_MOST_TRIES = 60
"""Deals that are drawn until one meets all needs."""

_NEARLY = Lost(
    LostKind.COUNTING, "", "there are too many ways to count them all: worlds are nearly as likely as they should be"
)


class DealPlan:
    """The plan that samples the pieces that a belief leaves open in some zones. `lost`: the facts that the sampling ignores, so that it is not exact. Raises
    ImpossibleError."""

    def __init__(self, belief: Belief, piles: Sequence[bool], zones: Sequence[int]) -> None:
        explanations = [_join_apart(one, piles) for one in belief.explanations]
        weights = [_weight(one) for one in explanations]
        if len(weights) == 1 and weights[0]:
            weights = [Fraction(1)]
        scale = lcm(*(weight.denominator for weight in weights))
        places = {zone: at for at, zone in enumerate(zones)}
        self._needs = [(places[need.zone], need.kinds) for need in belief.needs if need.zone in places]
        self._deals: list[_Deal] = []
        self._weights: list[int] = []
        for one, weight in zip(explanations, weights, strict=True):
            if weight:
                self._deals.append(_Deal(one, zones))
                self._weights.append(int(weight * scale))
        self._total = sum(self._weights)
        if not self._total:
            raise ImpossibleError("the masks of no explanation can hold")
        is_rough = any(deal.is_rough for deal in self._deals) or any(one.is_rough for one in explanations)
        self.lost = belief.lost | ({_NEARLY} if is_rough else frozenset[Lost]())

    @property
    def explanations(self) -> int:
        """The number of explanations."""
        return len(self._deals)

    @property
    def deals(self) -> tuple[tuple[int, ...], tuple[Deal, ...]] | None:
        """The weights of all explanations, and their deals as data; None if there are too many ways to deal kinds under masks, or if deals are drawn again."""
        if self._needs:
            return None
        deals = [deal.plain for deal in self._deals]
        found = tuple(deal for deal in deals if deal is not None)
        return (tuple(self._weights), found) if len(found) == len(deals) else None

    def deal(self, dice: Dice, take: Take = Dice.take) -> list[list[list[int]]]:
        """Samples the kinds in each stretch of each of the zones; zones without order have one stretch. `take` draws pieces as `Dice.take` does. A deal that does
        not meet all needs is drawn again; if that happens too often, the best one is taken."""
        best = self._dealt(dice, take)
        if not self._needs:
            return best
        missing = unmet(self._needs, best)
        for _ in range(_MOST_TRIES):
            if not missing:
                break
            other = self._dealt(dice, take)
            if (number := unmet(self._needs, other)) < missing:
                best, missing = other, number
        return best

    def _dealt(self, dice: Dice, take: Take) -> list[list[list[int]]]:
        found = below(dice, self._total)
        number = 0
        while found >= self._weights[number]:
            found -= self._weights[number]
            number += 1
        return self._deals[number].dealt(dice, take)


def _join_apart(one: Explanation, piles: Sequence[bool]) -> Explanation:
    """Returns a copy in which the pieces that arrived last are no longer kept in a second stretch."""
    made = one.copy()
    for zone, is_pile in enumerate(piles):
        if not is_pile:
            made.put(zone, [join_bags(made.zone(zone))])
    made.simplify()
    return made


def _weight(one: Explanation) -> Fraction:
    holders = one.holders()
    return one.weight * prod((one.compute_fraction(number, holders[number]) for number in one.pools), start=Fraction(1))


class _Deal:
    """The deal of one explanation. Holders are numbered: first the stretches of zones, then the pools."""

    def __init__(self, one: Explanation, zones: Sequence[int]) -> None:
        self.is_rough = False
        self._shape = [len(one.zone(zone)) for zone in zones]
        numbers: dict[Holder, int] = {}
        for zone, size in zip(zones, self._shape, strict=True):
            for at in range(size):
                numbers[zone, at] = len(numbers)
        places = one.holders()
        for holder in sorted(holder for held in places.values() for holder, _ in held if holder[0] >= 0):
            numbers.setdefault(holder, len(numbers))
        for pool in sorted(one.pools):
            numbers[-1, pool] = len(numbers)
        self._named = [
            sorted(kind for kind, count in one.bag(holder).items() if isinstance(kind, int) for _ in range(count))
            for holder in numbers
        ]
        self._steps = [self._step(one, pool, places[pool], numbers) for pool in _inner_first(one)]

    def _step(
        self, one: Explanation, pool: int, places: list[tuple[Holder, tuple[int, int]]], numbers: dict[Holder, int]
    ) -> _Step:
        # The largest of the places with equal masks comes last: it gets the rest without a draw.
        targets = sorted((token[1], one.bag(holder)[token], numbers[holder]) for holder, token in places)
        groups = [Group(mask, number) for mask, number, _ in targets]
        to = [(holder, number) for _, number, holder in targets]
        if all(group.mask == ANY for group in groups):
            return _Step(numbers[-1, pool], to, None, None)
        kinds = {kind: count for kind, count in one.pools[pool].items() if isinstance(kind, int)}
        try:
            return _Step(numbers[-1, pool], to, Ways(kinds, groups), None, [group.mask for group in groups])
        except TooManyStates:
            self.is_rough = True
            return _Step(numbers[-1, pool], to, None, (kinds, groups))

    @property
    def plain(self) -> Deal | None:
        """The deal as data; None if there are too many ways."""
        named = [tuple(kinds) for kinds in self._named]
        steps: list[Shuffled | Counted] = []
        for step in self._steps:
            found = step.plain(named)
            if found is None:
                return None
            steps += found
        return Deal(tuple(self._shape), tuple(named), tuple(steps))

    def dealt(self, dice: Dice, take: Take) -> list[list[list[int]]]:
        held = [list(kinds) for kinds in self._named]
        for step in self._steps:
            step.deal(held, dice, take)
        found: list[list[list[int]]] = []
        at = 0
        for number in self._shape:
            found.append(held[at : at + number])
            at += number
        return found


class _Step:
    """Deals one pool, by the number of its holder; `to`: holders with the number of pieces for each. `ways`: the counted ways if there are masks, with the
    mask of each place; `rough`: pool and places, if there are too many ways."""

    def __init__(
        self,
        pool: int,
        to: list[tuple[int, int]],
        ways: Ways | None,
        rough: tuple[dict[int, int], list[Group]] | None,
        masks: Sequence[int] = (),
    ) -> None:
        self._pool = pool
        self._to = to
        self._ways = ways
        self._rough = rough
        whole = 0 if ways is None else ways.whole
        groups = [] if ways is None else [ways.masks.index(mask & whole) for mask in masks]
        self._to_of = [
            [place for place, number in zip(to, groups, strict=True) if number == group]
            for group in range(max(groups, default=-1) + 1)
        ]
        """By group of `ways`, where its pieces go."""

    def plain(self, named: list[tuple[int, ...]]) -> list[Shuffled | Counted] | None:
        """Returns the step as data, with more holders if masks are counted; None if there are too many ways."""
        if self._rough is not None:
            return None
        if self._ways is None:
            return [Shuffled(self._pool, tuple(self._to))]
        splits = self._ways.splits(_MOST_WAYS)
        if splits is None:
            return None
        classes, groups = len(self._ways.classes), len(self._ways.masks)
        first = len(named)
        named += [*(tuple(pieces) for pieces in self._ways.classes), *([()] * groups)]
        held = range(first + classes, first + classes + groups)
        shuffled = [Shuffled(holder, tuple(to)) for holder, to in zip(held, self._to_of, strict=True)]
        return [Counted(tuple(range(first, first + classes)), tuple(held), splits), *shuffled]

    def deal(self, held: list[list[int]], dice: Dice, take: Take) -> None:
        if self._rough is not None:
            for (holder, _), kinds in zip(self._to, sample_by_exchanges(*self._rough, dice), strict=True):
                held[holder] += kinds
            return
        if self._ways is None:
            _shuffle_out(held[self._pool], self._to, held, dice, take)
            return
        for to, kinds in zip(self._to_of, self._ways.deal(dice), strict=True):
            _shuffle_out(kinds, to, held, dice, take)


def _shuffle_out(
    kinds: list[int], to: Sequence[tuple[int, int]], held: list[list[int]], dice: Dice, take: Take
) -> None:
    """Deals random pieces to each place; the last place gets the rest. Dealing one piece after the other uses the same random numbers as dealing all at
    once."""
    taken = take(dice, kinds, sum([number for _, number in to[:-1]]))
    at = 0
    for holder, number in to[:-1]:
        held[holder] += taken[at : at + number]
        at += number
    held[to[-1][0]] += kinds


def _inner_first(one: Explanation) -> list[int]:
    """Lists the pools so that each comes after the pools of which it holds tokens."""
    found: list[int] = []
    left = set(one.pools)
    while left:
        ready = sorted(
            pool for pool in left if all(isinstance(thing, int) or thing[0] not in left for thing in one.pools[pool])
        )
        found += ready
        left.difference_update(ready)
    return found


def lay_pieces(machine: Machine, frame: Frame, zones: Sequence[int], dealt: Sequence[Sequence[list[int]]]) -> None:
    """Puts dealt kinds, by stretch, into zones."""
    for zone, lying in zip(zones, dealt, strict=True):
        stretches = [collections.bag((kind, 1) for kind in stretch) for stretch in lying]
        frame[machine.slots.zone(zone)] = collections.normal(stretches) if machine.zones.piles[zone] else stretches[0]
