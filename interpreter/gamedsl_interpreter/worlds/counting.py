"""Counts the ways to distribute the pieces of a pool if some places cannot take some kinds; and samples one of these ways.

Groups of places with equal masks are merged first, and kinds that can go to the same groups form a class. `Ways` goes from class to class. Later classes depend
only on how many pieces each group has already. This computes the permanent of a 0-1 block matrix exactly. See Ryser,
"Combinatorial Mathematics" (1963), on permanents; for block matrices the recursion has as many states as there are sizes left.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from itertools import accumulate
from math import comb, factorial, prod
from operator import sub

from gamedsl.errors import GameDslError
from gamedsl.values import frozen
from gamedsl_interpreter.random import Dice

_NONE, _HALF = Fraction(0), Fraction(1, 2)

MOST_STATES = 10_000
"""States of the recursion above which pieces are dealt by exchanges."""


@frozen
class Group:
    """Places for `number` pieces. Bit k of the mask is set if they can take kind k."""

    mask: int
    number: int


@frozen
class Split:
    """The ways to deal a class of pieces to groups: the cumulative numbers of ways, the number of pieces for each group, and the number of the next split.
    The last split has the number of a class that does not exist, and no ways."""

    number: int
    sums: tuple[int, ...]
    amounts: tuple[tuple[int, ...], ...]
    after: tuple[int, ...]


class TooManyStates(GameDslError):
    """There are too many states for an exact count."""


class Ways:
    """The ways to deal a pool to groups."""

    def __init__(self, pool: Mapping[int, int], groups: Sequence[Group]) -> None:
        """Raises TooManyStates."""
        self.whole = sum(1 << kind for kind in pool)
        """The kinds of the pool, as a mask."""
        masks = sorted({group.mask & self.whole for group in groups})
        self.masks = tuple(masks)
        self.sizes = tuple(sum(g.number for g in groups if g.mask & self.whole == mask) for mask in masks)
        rows: dict[tuple[bool, ...], list[int]] = {}
        for kind, count in sorted(pool.items()):
            row = tuple(bool(mask >> kind & 1) for mask in masks)
            rows.setdefault(row, []).extend([kind] * count)
        self.rows = sorted(rows, key=lambda row: (sum(row), row))
        self.classes = [rows[row] for row in self.rows]
        self._known: dict[tuple[int, tuple[int, ...]], int] = {}
        self._choices: dict[tuple[int, tuple[int, ...]], tuple[list[int], list[tuple[int, ...]]]] = {}
        """By state, the cumulative numbers of ways over the splits, and the places that each split leaves."""
        if len(self.rows) * prod(size + 1 for size in self.sizes) > MOST_STATES:
            raise TooManyStates
        self.total = self._ways(0, self.sizes)

    def _ways(self, number: int, left: tuple[int, ...]) -> int:
        """Counts the ways to deal the classes from `number` on into the places that are left in the groups."""
        if number == len(self.rows):
            return int(not any(left))
        key = number, left
        known = self._known.get(key)
        if known is None:
            known = self._known[key] = sum(
                ways * self._ways(number + 1, after) for ways, after in self._splits(number, left)
            )
        return known

    def _splits(self, number: int, left: tuple[int, ...]) -> Iterator[tuple[int, tuple[int, ...]]]:
        return _splits(self.rows[number], len(self.classes[number]), left, 0)

    def deal(self, dice: Dice) -> list[list[int]]:
        """Samples a way uniformly: the pieces for each mask, in the order of `masks`."""
        dealt: list[list[int]] = [[] for _ in self.masks]
        left = self.sizes
        for number, pieces in enumerate(self.classes):
            # A split is drawn by its number of ways; `after` are the places that it leaves in the groups.
            sums, afters = self._choices_at(number, left)
            after = afters[0] if len(afters) == 1 else afters[bisect_right(sums, below(dice, sums[-1]))]
            rest = list(pieces)
            for group, (before, now) in enumerate(zip(left, after, strict=True)):
                if before - now == len(rest):
                    dealt[group] += rest
                    break
                dealt[group] += dice.take(rest, before - now)
            left = after
        return dealt

    def splits(self, most: int) -> tuple[Split, ...] | None:
        """Lists the choices of `deal` at each state, in the order of `Split.after`; None if there are more than `most` in all, or if their weights have more
        than 31 bits."""
        numbers: dict[tuple[int, tuple[int, ...]], int] = {(0, self.sizes): 0}
        todo, found, ways = [(0, self.sizes)], list[Split](), 0
        for number, left in todo:
            if number == len(self.classes):
                found.append(Split(number, (), (), ()))
                continue
            sums, afters = self._choices_at(number, left)
            ways += len(sums)
            if ways > most or sums[-1] >> 31:
                return None
            for after in afters:
                if (number + 1, after) not in numbers:
                    numbers[number + 1, after] = len(numbers)
                    todo.append((number + 1, after))
            amounts = tuple(tuple(map(sub, left, after)) for after in afters)
            found.append(Split(number, tuple(sums), amounts, tuple(numbers[number + 1, after] for after in afters)))
        return tuple(found)

    def _choices_at(self, number: int, left: tuple[int, ...]) -> tuple[list[int], list[tuple[int, ...]]]:
        """Returns the cumulative numbers of ways over the splits of a class, and the places that each split leaves."""
        known = self._choices.get((number, left))
        if known is None:
            splits = [(ways * self._ways(number + 1, after), after) for ways, after in self._splits(number, left)]
            splits = [split for split in splits if split[0]]
            known = list(accumulate(ways for ways, _ in splits)), [after for _, after in splits]
            self._choices[number, left] = known
        return known


def likelihood(pool: Mapping[int, int], groups: Sequence[Group]) -> Fraction:
    """Returns the fraction of all ways to deal a pool in which no group has a kind that it cannot take. Raises TooManyStates."""
    ways = Ways(pool, groups)
    return Fraction(ways.total * prod(map(factorial, ways.sizes)), factorial(sum(ways.sizes)))


def estimate_likelihood(pool: Mapping[int, int], groups: Sequence[Group]) -> Fraction:
    """Estimates `likelihood` where the ways are too many to count: group after group, the tightest first, from the pieces that the groups before leave on
    average. It is 0 if there is no way."""
    if not can_hold(pool, groups):
        return _NONE
    left = {kind: Fraction(count) for kind, count in sorted(pool.items())}
    found: Fraction = Fraction(1)
    for group in sorted(groups, key=lambda one: (sum(n for kind, n in pool.items() if one.mask >> kind & 1), one.mask)):
        fitting = [kind for kind in left if group.mask >> kind & 1]
        some, whole = sum((left[kind] for kind in fitting), _NONE), sum(left.values(), _NONE)
        for taken in range(group.number):
            found *= max(some - taken, _HALF) / max(whole - taken, _HALF)
        rest = max(1 - group.number / max(some, Fraction(1)), _NONE)
        for kind in fitting:
            left[kind] = (left[kind] * rest).limit_denominator(1000)
    return min(found.limit_denominator(10**9) or Fraction(1, 10**9), Fraction(1))


def can_hold(pool: Mapping[int, int], groups: Sequence[Group]) -> bool:
    """Whether there is a way to deal a pool in which no group has a kind that it cannot take."""
    places = [number for number, group in enumerate(groups) for _ in range(group.number)]
    pieces = [kind for kind, count in sorted(pool.items()) for _ in range(count)]
    try:
        _match(pieces, places, groups, Dice.seeded(0))
    except ValueError:
        return False
    return True


def below(dice: Dice, number: int) -> int:
    """Draws a number below `number`, however large: words of 32 bits, drawn again while they are too large."""
    if number <= 1 << 32:
        return dice.below(number)
    words = (number.bit_length() + 31) // 32
    limit = (1 << 32 * words) // number * number
    while True:
        found = 0
        for _ in range(words):
            found = found << 32 | dice.word()
        if found < limit:
            return found % number


def _splits(
    row: tuple[bool, ...], number: int, left: tuple[int, ...], at: int
) -> Iterator[tuple[int, tuple[int, ...]]]:
    """Yields the ways to put `number` different pieces of a class into the groups that can take it: the number of ways, and the places left in the groups."""
    if at == len(left):
        if not number:
            yield 1, ()
        return
    most = min(number, left[at]) if row[at] else 0
    for here in range(most + 1):
        for ways, rest in _splits(row, number - here, left, at + 1):
            yield comb(number, here) * ways, (left[at] - here, *rest)


# ---------------------------------------------------------------- too many ways for counting


def sample_by_exchanges(pool: Mapping[int, int], groups: Sequence[Group], dice: Dice) -> list[list[int]]:
    """Samples approximately if counting is too expensive: starts from some way that the masks allow, then makes twenty random exchanges for each piece that
    they allow. All ways are then nearly equally likely (a Metropolis chain on the ways; Metropolis et al., 1953)."""
    places = [number for number, group in enumerate(groups) for _ in range(group.number)]
    pieces = _match([kind for kind, count in sorted(pool.items()) for _ in range(count)], places, groups, dice)
    for _ in range(20 * len(pieces)):
        one, other = dice.below(len(pieces)), dice.below(len(pieces))
        if groups[places[one]].mask >> pieces[other] & 1 and groups[places[other]].mask >> pieces[one] & 1:
            pieces[one], pieces[other] = pieces[other], pieces[one]
    dealt: list[list[int]] = [[] for _ in groups]
    for place, kind in zip(places, pieces, strict=True):
        dealt[place].append(kind)
    return dealt


def _match(pieces: list[int], places: list[int], groups: Sequence[Group], dice: Dice) -> list[int]:
    """Finds a piece for each place: a matching, grown by augmenting paths. ValueError if there is none."""
    dice.shuffle(pieces)
    held: list[int] = [-1] * len(places)

    def grow(piece: int, tried: set[int]) -> bool:
        for place, group in enumerate(places):
            if place in tried or not groups[group].mask >> pieces[piece] & 1:
                continue
            tried.add(place)
            if held[place] < 0 or grow(held[place], tried):
                held[place] = piece
                return True
        return False

    for piece in range(len(pieces)):
        if not grow(piece, set()):
            raise ValueError("no way to deal these pieces")
    return [pieces[piece] for piece in held]
