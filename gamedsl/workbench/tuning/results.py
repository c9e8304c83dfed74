"""The result of a search: the unchanged rules and the chosen variants, with their figures on new matches, which were not used for choosing."""

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
    """A chosen variant, or the unchanged rules (`settings` is None): its name for people, its changes in words, and its figures, one for each wish."""

    title: str
    settings: Mapping[str, Setting] | None
    changes: tuple[str, ...]
    figures: tuple[Estimate | None, ...]


@frozen
class Outcome:
    """A search and its result. `tried` are the figures of all candidates during the search, with the number of matches of each; `ended` are the candidates
    that played all matches. `sentences` tell what was found about the wishes together, `notes` other facts; `fresh` describes the matches for the figures
    of variants."""

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
    """Returns the candidates that played all matches and that no other one beats in all goals, the best first. The unchanged rules are left out."""
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
