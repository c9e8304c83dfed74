"""Complete moves that a tree has tried, with their values."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TypeAlias

from gamedsl.values import frozen
from gamedsl_interpreter.thinking.growing import Growing

_MOST, _BROAD = 3, 3
"""The most moves, which is also how many answers to one step are followed, and the number of steps at which it is more than one."""

_FEW, _ENOUGH = 0.02, 100
"""A move that was tried less often than this part of the advised one, and less than so often, says nothing, unless something is proved of it."""

_Counts: TypeAlias = tuple[int, int, int]
"""How often an option was tried, the sum of its results, and what is proved of it."""


@frozen
class Tried:
    """The answers of a complete move, how often it was tried, the sum of its results, and its proof: 1 if it is proved to win, -1 if it is proved to lose,
    else 0."""

    answers: tuple[int, ...]
    tried: int
    won: int
    proof: int


def moves_by_trials(tree: Growing, chosen: Sequence[int]) -> list[Tried]:
    """Returns the chosen move, and then the moves that were tried most; empty if the chosen move was neither tried nor proved. Leaves the tree at its first
    step."""
    tree.begin_again()
    found = sorted(_walk_tree(tree, tuple(chosen), (), 0, (0, 0, 0)), key=lambda one: -one.tried)
    tree.begin_again()
    first = next((one for one in found if one.answers == tuple(chosen) and (one.tried or one.proof)), None)
    if first is None:
        return []
    least = min(_ENOUGH, first.tried * _FEW)
    return [first, *[one for one in found if one is not first and (one.tried >= least or one.proof)][: _MOST - 1]]


def _walk_tree(
    tree: Growing, chosen: tuple[int, ...], answers: tuple[int, ...], depth: int, counts: _Counts
) -> Iterator[Tried]:
    """Yields the moves that begin with these answers, which the tree has already received: the chosen move, and others. `counts`: the counts of the last
    step with a choice."""
    options = [option.value for option in tree.step.options]
    if len(options) == 1:
        followed = [(options[0], counts)]
    else:
        tried = [one for one in tree.root() if (one[1] or one[3]) and one[0] in options]
        # Of equal options one was chosen at random, so the chosen one may come late.
        own = chosen[len(answers)] if chosen[: len(answers)] == answers and len(answers) < len(chosen) else None
        tried.sort(key=lambda one: (one[0] != own, -one[3], -one[1], -one[2], one[0]))
        followed = [
            (value, (times, won, proof)) for value, times, won, proof in tried[: _MOST if depth < _BROAD else 1]
        ]
        depth += 1
    for value, found in followed:
        given = (*answers, value)
        if not tree.goes_on(value):
            yield Tried(given, *found)
            continue
        tree.answer(value)
        yield from _walk_tree(tree, chosen, given, depth, found)
        tree.begin_again()
        for one in answers:
            tree.answer(one)
