"""Stages of draws: the pools from which pieces are drawn, the number of results, and the results.

A *stage* is a pool from which some things are drawn one after the other. A stage is *open* if two or more results are possible: the pool holds two
or more kinds, and either not everything is drawn or the order of drawing matters (it does when pieces arrive on a pile, or when a pile's order is
resolved).

Normative use of the stream: each draw of an open stage is `below(number of things left in the pool)`, then the first thing in canonical order whose
running count exceeds it. When one kind is left, nothing is consumed. Stages that are not open consume nothing.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import accumulate, product
from math import comb, factorial, perm, prod
from typing import TypeAlias

from gamedsl.values import frozen
from gamedsl_interpreter.random import Dice
from gamedsl_interpreter.reference.values import collections

Pool: TypeAlias = tuple[tuple[int, int], ...]
"""(number of a thing, how many of it) in canonical order."""


@frozen
class Stage:
    """A pool from which `number` things are drawn without replacement; `ordered`: their order matters."""

    pool: Pool
    number: int
    ordered: bool

    @property
    def is_open(self) -> bool:
        """Whether two or more results are possible."""
        if self.number < 1 or len(self.pool) < 2:
            return False
        return self.ordered or self.number < sum(count for _, count in self.pool)

    def certain(self) -> tuple[int, ...]:
        """Returns the only result of a stage that is not open."""
        found = [thing for thing, count in self.pool for _ in range(count)]
        return tuple(found[: self.number])

    def sample(self, dice: Dice) -> tuple[int, ...]:
        """Samples a result, in order of drawing."""
        if not self.is_open:
            return self.certain()
        left = [[thing, count] for thing, count in self.pool]
        total = sum(count for _, count in left)
        drawn: list[int] = []
        for size in range(total, total - self.number, -1):
            thing = left[0] if len(left) == 1 else _find_thing(left, dice.below(size))
            drawn.append(thing[0])
            thing[1] -= 1
            if not thing[1]:
                left.remove(thing)
        return tuple(drawn)

    def results(self) -> Iterator[tuple[tuple[int, ...], int]]:
        """Yields all results with their weights: sequences if ordered, else things in canonical order."""
        if not self.is_open:
            yield self.certain(), 1
        elif self.ordered:
            yield from _sequences(self.pool, self.number)
        else:
            for taken, weight in _subsets(self.pool, self.number):
                drawn = zip(self.pool, taken, strict=True)
                yield tuple(thing for (thing, _), number in drawn for _ in range(number)), weight

    def total(self) -> int:
        """Counts the results."""
        if not self.is_open:
            return 1
        return _number_of_orders(self.pool, self.number) if self.ordered else _number_of_sets(self.pool, self.number)

    def weight(self) -> int:
        """Sums up the weights of all results."""
        if not self.is_open:
            return 1
        size = sum(count for _, count in self.pool)
        return perm(size, self.number) if self.ordered else comb(size, self.number)

    def weigh(self, drawn: tuple[int, ...]) -> int:
        """Returns the weight of a result, as in `results`; if order does not matter, the things may be in any order."""
        if not self.is_open:
            return 1
        ways = perm if self.ordered else comb
        return prod(ways(count, drawn.count(thing)) for thing, count in self.pool)

    def count(self, most: int) -> int:
        """Counts the results; `most` + 1 if there are more than `most`."""
        if not self.is_open:
            return 1
        sets = _number_of_subsets(self.pool, self.number, most)
        if not self.ordered or sets > most:
            return sets
        total = 0
        for taken, _ in _subsets(self.pool, self.number):
            total += _orders(taken, most)
            if total > most:
                return most + 1
        return total


def _find_thing(left: list[list[int]], position: int) -> list[int]:
    for thing in left:
        if position < thing[1]:
            return thing
        position -= thing[1]
    raise AssertionError("the position lies in the pool")


def _sequences(pool: Pool, number: int) -> Iterator[tuple[tuple[int, ...], int]]:
    """Yields all orders in which `number` things can be drawn, each with its weight: the product of the counts left at each draw."""
    left = [count for _, count in pool]
    drawn: list[int] = []
    weights = [1]
    at = 0
    while True:
        if len(drawn) == number:
            yield tuple(pool[i][0] for i in drawn), weights[-1]
            at = len(pool)
        while at < len(pool) and not left[at]:
            at += 1
        if at < len(pool):
            weights.append(weights[-1] * left[at])
            left[at] -= 1
            drawn.append(at)
            at = 0
            continue
        if not drawn:
            return
        at = drawn.pop()
        weights.pop()
        left[at] += 1
        at += 1


def _subsets(pool: Pool, number: int) -> Iterator[tuple[list[int], int]]:
    """Yields all ways to take `number` things, beginning with those that take most of the first things. Each is a list with the number of each thing, which
    the caller must not keep, and the number of ways to take these things."""
    counts = [count for _, count in pool]
    after = [0] * (len(pool) + 1)
    for i in range(len(pool) - 1, -1, -1):
        after[i] = after[i + 1] + counts[i]
    taken = [0] * len(pool)
    chosen: list[int] = []
    """The kinds of which more than the least number was taken. The next result takes one less of the last of them."""
    left, i = number, 0
    while True:
        while left and i < len(pool):
            taken[i] = min(counts[i], left)
            left -= taken[i]
            chosen.append(i)
            i += 1
        yield taken, prod(comb(counts[i], taken[i]) for i in chosen)
        while chosen:
            i = chosen[-1]
            if taken[i] and left + 1 <= after[i + 1]:
                break
            left += taken[i]
            taken[i] = 0
            chosen.pop()
        if not chosen:
            return
        i = chosen[-1]
        taken[i] -= 1
        left += 1
        if not taken[i]:
            chosen.pop()
        i += 1


def _number_of_subsets(pool: Pool, number: int, most: int) -> int:
    """Counts the ways to take `number` things; `most` + 1 if there are more than `most`."""
    rest = sum(count for _, count in pool)
    number = min(number, rest - number)
    ways = [1]
    for _, count in sorted(pool, key=lambda entry: -entry[1]):
        rest -= count
        sums = [0, *accumulate(ways)]
        ways = [
            min(most + 1, sums[min(k + 1, len(ways))] - sums[max(0, k - count)])
            for k in range(min(number, len(ways) - 1 + count) + 1)
        ]
        if any(found > most and number - k <= rest for k, found in enumerate(ways)):
            return most + 1
    return ways[number]


def _number_of_sets(pool: Pool, number: int) -> int:
    """Counts the ways to take `number` things."""
    return _number_of_subsets(pool, number, comb(sum(count for _, count in pool), number))


def _number_of_orders(pool: Pool, number: int) -> int:
    """Counts the sequences of `number` things. `ways[k]` counts those of k things of the kinds so far."""
    if number == sum(count for _, count in pool):
        return factorial(number) // prod(factorial(count) for _, count in pool)
    single = sum(count == 1 for _, count in pool)
    ways = [perm(single, k) for k in range(number + 1)]
    for count in (count for _, count in pool if count > 1):
        ways = [sum(comb(k, j) * ways[k - j] for j in range(min(count, k) + 1)) for k in range(number + 1)]
    return ways[number]


def _orders(taken: list[int], most: int) -> int:
    """Counts the orders of a given number of things of each kind; some number above `most` if there are more."""
    orders, placed = 1, 0
    for number in taken:
        placed += number
        orders *= comb(placed, number)
        if orders > most:
            break
    return orders


def stages_of(
    heaps: Iterator[collections.Counts] | list[collections.Counts], wanted: int, ordered: bool
) -> list[Stage]:
    """Lists the stages that draw from the heaps, in their order, until `wanted` things are drawn."""
    stages: list[Stage] = []
    for heap in heaps:
        if not wanted:
            break
        number = min(wanted, collections.bag_size(heap))
        if number:
            stages.append(Stage(heap, number, ordered))
            wanted -= number
    return stages


def product_up_to(counts: Iterable[int], most: int) -> int:
    """Returns the product of the counts; some number above `most` if it is more."""
    found = 1
    for count in counts:
        found *= count
        if found > most:
            break
    return found


def products(stages: list[Stage]) -> Iterator[tuple[tuple[int, ...], int]]:
    """Yields all results of several stages with their weights."""
    for parts in product(*(stage.results() for stage in stages)):
        yield tuple(thing for drawn, _ in parts for thing in drawn), prod(weight for _, weight in parts)


def weight_of(stages: list[Stage], result: tuple[int, ...]) -> int:
    """Returns the weight of a result of several stages."""
    weight, at = 1, 0
    for stage in stages:
        weight *= stage.weigh(result[at : at + stage.number])
        at += stage.number
    return weight


def dealt(stages: list[Stage], kinds: tuple[int, ...]) -> tuple[int, ...] | None:
    """Returns drawn kinds in the order of the stages; None if this draw is impossible, in this order if order matters."""
    left = list(kinds)
    found: list[int] = []
    for i, stage in enumerate(stages):
        pool = dict(stage.pool)
        drawn = left[: stage.number] if stage.is_open or stage.ordered else list(stage.certain())
        if stage.is_open and not stage.ordered:
            drawn = _set_aside(left, stages[i + 1 :])
        for kind in drawn:
            if not pool.get(kind) or kind not in left:
                return None
            pool[kind] -= 1
            left.remove(kind)
        found += drawn
    return None if left or len(found) != sum(stage.number for stage in stages) else tuple(found)


def _set_aside(kinds: list[int], later: list[Stage]) -> list[int]:
    """Removes the kinds that later stages certainly yield."""
    rest = list(kinds)
    for stage in later:
        for kind in stage.certain():
            if kind in rest:
                rest.remove(kind)
    return rest
