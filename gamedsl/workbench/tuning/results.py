"""The result of a search: the rules as they are and the chosen variants, with their figures on matches that they were not chosen by."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from gamedsl.values import frozen
from gamedsl.workbench.statistics.estimates import Estimate
from gamedsl.workbench.tuning.conflicts import Told
from gamedsl.workbench.tuning.knobs import Knob, Setting
from gamedsl.workbench.tuning.racing import Judge, fronts, in_order
from gamedsl.workbench.tuning.search import Tried

SHOWN = 6
"""The most variants that are chosen."""


@frozen
class Variant:
    """A chosen variant, or the rules as they are (`settings` is None): its name for people, what it changes in words, its figures, one for each wish."""

    title: str
    settings: Mapping[str, Setting] | None
    changes: tuple[str, ...]
    figures: tuple[Estimate | None, ...]


@frozen
class Outcome:
    """A search and what came of it. `tried` are the figures of all candidates during the search, and how many matches each has played; `ended` those that
    played to the end. `sentences` say what was found of the wishes together, `notes` what else is to be known; `fresh` says on which matches the figures of
    variants are."""

    wishes: tuple[Told, ...]
    knobs: tuple[Knob, ...]
    now: Variant
    variants: tuple[Variant, ...]
    tried: tuple[tuple[Estimate | None, ...], ...]
    ended: tuple[tuple[Estimate | None, ...], ...]
    sentences: tuple[str, ...]
    notes: tuple[str, ...]
    searched: str
    fresh: str


def choose(tried: Sequence[Tried], judge: Judge, matches: int) -> list[Tried]:
    """Returns the candidates that played to the end and that none of these beats in all goals, the best first; not the rules as they are, which change
    nothing."""
    ended = [one for one in tried if one.runner.measured.broken is None and one.runner.matches >= matches]
    ranks = fronts([judge.losses(one.runner) for one in ended])
    first = {one.number: one for one, rank in zip(ended, ranks, strict=True) if rank == 0}
    return [first[runner.number] for runner in in_order([one.runner for one in first.values()], judge)]


def verdict(wish: Told, one: Estimate | None) -> str:
    """Says in a word or two whether a figure meets a wish; empty for wishes without bounds."""
    if not wish.goal.is_bounded:
        return ""
    met = None if one is None else wish.goal.is_met_by(one.low, one.high)
    return "perhaps" if met is None else "yes" if met else "no"
