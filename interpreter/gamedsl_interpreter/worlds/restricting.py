"""Conclusions about the contents of hidden zones, and what remains of an explanation under them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from fractions import Fraction
from itertools import product
from math import factorial, prod
from typing import TypeAlias

from gamedsl.values import frozen
from gamedsl_interpreter.random import Dice
from gamedsl_interpreter.worlds.explanation import Explanation, Token, less, more


@frozen
class ZoneRule:
    """Kinds (as masks) that a zone does not hold, and kinds of which it holds at least one piece (0: nothing is known)."""

    zone: int
    absent: int
    present: int

    @property
    def weakened(self) -> ZoneRule:
        """The part that makes no more explanations."""
        return ZoneRule(self.zone, self.absent, 0)

    @property
    def needed(self) -> tuple[int, ...]:
        """Kinds (as masks) of which at least one piece must be there."""
        return (self.present,) if self.present else ()

    @property
    def says_something(self) -> bool:
        """Whether it excludes anything."""
        return bool(self.absent or self.present)

    def allows(self, kinds: Sequence[int]) -> bool:
        """Whether the zone can hold these kinds."""
        mask = 0
        for kind in kinds:
            mask |= 1 << kind
        return not mask & self.absent and (not self.present or bool(mask & self.present))

    def example(self, dice: Dice, kinds: Sequence[int], base: Sequence[int]) -> tuple[int, ...]:
        """Returns random contents, made of some kinds. The rule allows them, if it allows any."""
        allowed = [kind for kind in kinds if not self.absent >> kind & 1] or list(kinds)
        found = [allowed[dice.below(len(allowed))] for _ in base]
        some = [kind for kind in kinds if self.present >> kind & 1]
        if some:
            found[dice.below(len(found))] = some[dice.below(len(some))]
        return tuple(found)


@frozen
class CountRule:
    """The numbers of pieces, by class of kinds (as masks), that a zone can hold; `most`: how many of each class there could be without the rule."""

    zone: int
    classes: tuple[int, ...]
    allowed: frozenset[tuple[int, ...]]
    most: int

    @property
    def weakened(self) -> ZoneRule:
        """The part of the rule that does not multiply explanations: the classes of which the zone holds no piece."""
        numbers = [sum(column) for column in zip(*self.allowed, strict=True)]
        return ZoneRule(self.zone, sum(mask for mask, n in zip(self.classes, numbers, strict=True) if not n), 0)

    @property
    def needed(self) -> tuple[int, ...]:
        """Kinds (as masks) of which at least one piece must be there."""
        return tuple(
            mask for mask, column in zip(self.classes, zip(*self.allowed, strict=True), strict=True) if min(column)
        )

    @property
    def says_something(self) -> bool:
        """Whether it excludes anything."""
        return len(self.allowed) < self.most

    def allows(self, kinds: Sequence[int]) -> bool:
        """Whether the zone can hold these kinds."""
        return tuple(sum(mask >> kind & 1 for kind in kinds) for mask in self.classes) in self.allowed

    def example(self, dice: Dice, kinds: Sequence[int], base: Sequence[int]) -> tuple[int, ...]:
        """Returns random contents, made of some kinds, that the rule allows."""
        ways = sorted(self.allowed)
        if not ways:
            return tuple(base)
        found: list[int] = []
        for mask, count in zip(self.classes, ways[dice.below(len(ways))], strict=True):
            some = [kind for kind in kinds if mask >> kind & 1]
            found += [some[dice.below(len(some))] for _ in range(count)]
        return tuple(found)


@frozen
class PairRule:
    """The pairs of kinds that the single pieces of two zones can have: masks of kinds for the first zone, each with a mask of kinds for the second."""

    zones: tuple[int, int]
    allowed: tuple[tuple[int, int], ...]

    @property
    def weakened(self) -> ZoneRule:
        """The part of the rule that does not multiply explanations: the kinds that the first piece cannot have."""
        return ZoneRule(self.zones[0], sum(kinds for kinds, mask in self.allowed if not mask), 0)


Conclusion: TypeAlias = ZoneRule | CountRule | PairRule


def restrict(conclusion: Conclusion, before: Explanation) -> Iterable[Explanation]:
    """Yields the explanations that remain of `before` if the conclusion holds."""
    one = before.copy()
    match conclusion:
        case PairRule((first, second), allowed):
            groups: dict[int, int] = {}
            for kinds, mask in allowed:
                groups[mask] = groups.get(mask, 0) | kinds
            for mask, kinds in groups.items():
                if mask:
                    for way in _exclude(one.copy(), first, ~kinds):
                        yield from _exclude(way, second, ~mask)
        case ZoneRule(zone, absent, present):
            for way in _exclude(one, zone, absent) if absent else [one]:
                yield from by_class(way, zone, (present,), _Some()) if present else (way,)
        case CountRule(zone, classes, allowed):
            # The last class needs no number: its kinds are those in no other class.
            yield from by_class(one, zone, classes[:-1], frozenset(counts[:-1] for counts in allowed))


def kinds_in(mask: int) -> Iterator[int]:
    """Yields the kinds in a mask."""
    while mask:
        yield (mask & -mask).bit_length() - 1
        mask &= mask - 1


class _Some:
    """The numbers of pieces of one class that are not 0."""

    def __contains__(self, counts: object) -> bool:
        return counts != (0,)


def _exclude(one: Explanation, zone: int, forbidden: int) -> list[Explanation]:
    ways = [one]
    for number in range(len(one.zone(zone))):
        ways = [after for before in ways for after in before.without((zone, number), forbidden)]
    return ways


def by_class(
    before: Explanation, zone: int, classes: Sequence[int], allowed: frozenset[tuple[int, ...]] | _Some
) -> Iterator[Explanation]:
    """Yields an explanation for each way to spread the pieces of a zone over classes of kinds (and the rest), if its numbers are allowed."""
    wanted = 0
    for mask in classes:
        wanted |= mask
    stretches = [(zone, number) for number in range(len(before.zone(zone)))]
    for one in before.flatten(stretches, wanted):
        named = [0] * len(classes)
        open_: list[tuple[int, Token, int]] = []
        for number, stretch in enumerate(one.zone(zone)):
            for thing, count in stretch.items():
                if not isinstance(thing, int):
                    open_.append((number, thing, count))
                    continue
                for at, mask in enumerate(classes):
                    named[at] += count * (mask >> thing & 1)
        if isinstance(allowed, _Some) and any(named):
            yield one
            continue
        parts = [_splits(one, thing, count, classes) for _, thing, count in open_]
        for way in product(*parts):
            if tuple(map(sum, zip(named, *(counts[:-1] for counts in way), strict=True))) in allowed:
                yield _split(one, zone, open_, way, classes)


def _splits(one: Explanation, thing: Token, count: int, classes: Sequence[int]) -> list[tuple[int, ...]]:
    """Lists the numbers of some equal tokens that can be of each class, and of none."""
    pool, kinds = one.pools[thing[0]], one.kinds(thing)
    rest = kinds
    most: list[int] = []
    for mask in classes:
        rest &= ~mask
        most.append(sum(n for kind, n in pool.items() if isinstance(kind, int) and kinds & mask & 1 << kind))
    ways = product(*(range(min(count, number) + 1) for number in most))
    return [(*way, left) for way in ways if (left := count - sum(way)) == 0 or (left > 0 and rest)]


def _split(
    one: Explanation,
    zone: int,
    open_: Sequence[tuple[int, Token, int]],
    way: Sequence[tuple[int, ...]],
    classes: Sequence[int],
) -> Explanation:
    after = one.copy()
    for (number, thing, count), counts in zip(open_, way, strict=True):
        kinds = rest = one.kinds(thing)
        bag = after.changeable_bag((zone, number))
        if any(counts[:-1]) or kinds & sum(classes):
            less(bag, thing, count)
            for mask, some in zip(classes, counts, strict=False):
                rest &= ~mask
                more(bag, (thing[0], kinds & mask), some)
            more(bag, (thing[0], rest), counts[-1])
            after.weight *= Fraction(factorial(count), prod(map(factorial, counts)))
    return after
