"""Shortens a match that leads to a fault: fewer moves first, then the first option wherever it also leads to the fault."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from gamedsl_interpreter.engine import Engine, State
from gamedsl_interpreter.trouble.attempts import Attempt, attempt, make_pick
from gamedsl_interpreter.trouble.probing import Key, key_of

MOST_TRIES, MOST_CHOICES = 1_500, 30_000
"""The most matches that are tried to make one shorter, and the most choices in them."""
MOST_SEEDS = 12
"""Other matches of the seed that are tried with the same choices."""


def shrunk(engine: Engine[State], found: Attempt, key: Key, tick: Callable[[int], object] = abs) -> Attempt:
    """Returns the shortest match found with this fault. It uses the chance of the seed, of this match or another one."""
    best, tries, choices_made = found, 0, 0
    while True:
        better = None
        for index, choices in _smaller(best):
            if tries >= MOST_TRIES or choices_made >= MOST_CHOICES:
                return best
            tries += 1
            choices_made += len(choices)
            tick(1)
            one = attempt(engine, best.seed, index, best.start, make_pick(choices))
            if one.fault is not None and key_of(one.fault) == key and _size(one) < _size(best):
                better = one
                break
        if better is None:
            return best
        best = better


def _size(one: Attempt) -> tuple[int, int, int, int]:
    return one.length, len(one.choices), sum(one.choices), one.index


def _smaller(best: Attempt) -> Iterator[tuple[int, Sequence[int]]]:
    """Yields smaller matches: with parts of the choices left out, large parts first; with first options; with other chance."""
    choices = best.choices
    size = len(choices) // 2
    while size:
        for at in range(len(choices) - size, -1, -size):
            yield best.index, (*choices[:at], *choices[at + size :])
        size //= 2
    for index in range(MOST_SEEDS):
        if index != best.index:
            yield index, choices
    for at, number in enumerate(choices):
        if number:
            yield best.index, (*choices[:at], 0, *choices[at + 1 :])
