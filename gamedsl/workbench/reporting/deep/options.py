"""The section on dead choices: options that are worse than the best one at all positions where they are on offer."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence
from math import sqrt
from statistics import fmean

from gamedsl.values import frozen
from gamedsl.workbench.playing.deep import SEARCH, Deep, Judged
from gamedsl.workbench.reporting.figures import figure_of, figure_text
from gamedsl.workbench.reporting.model import ENOUGH, Figure, Finding, Grid, Section
from gamedsl.workbench.reporting.sources import ELIAS
from gamedsl.workbench.statistics.distributions import quantile
from gamedsl.workbench.statistics.estimates import Estimate, estimate_mean, estimate_share

NEAR = 0.01
"""An option within this distance of the best is as good."""

_SURE = quantile(0.95)
"""An option counts as worse only if a search would hardly (5 %) show such a distance between options that are as good."""

_NAMED = 8
"""The most names in a sentence."""

_SHOWN = 40
"""The most rows of the table."""

_SOURCE = ELIAS.on("choices that matter; the threshold of 1 % is ours")


@frozen
class _Option:
    """An option over all positions: at how many it was on offer, and at how many it may be as good as the best one."""

    name: tuple[str, str]
    offered: int
    good: int


def options_section(found: Sequence[Deep], players: str, made: str) -> Section | None:
    """Makes the section; None if no search compared two options."""
    every = _count(found)
    if not every:
        return None
    judged = [one for one in every if one.offered >= ENOUGH]
    dead = [one for one in judged if not one.good]
    figures = (_good_options(found), _dead_options(judged, dead))
    rows = tuple(_rows(sorted(judged, key=lambda one: (one.good / one.offered, -one.offered, one.name))[:_SHOWN]))
    head = ("option", "of", "on offer at", "may be best at", "95 % interval")
    table = Grid(head, rows or (("no option", "", "0", "", ""),))
    method = (
        f"{made} {players}. At ten positions of each match a search of {SEARCH} iterations or more judges all options, with good play "
        f"afterwards as far as it sees it. "
        f"An option may be best where its value is within {NEAR:.0%} of the best, or where the search cannot exclude that. Options that "
        f"were on offer at fewer than {ENOUGH} "
        "positions are left out."
    )
    told = [_finding(judged, dead, len(every) - len(judged))]
    if figures[0].estimate is not None:
        told.append(Finding(f"Of the options of a step {figure_text(figures[0])} may be the best."))
    return Section("dead", "Which choices are dead?", tuple(told), None, table, method, figures)


def is_good(one: Judged) -> bool:
    """Whether an option may be within `NEAR` of the best, as far as a search can tell."""
    scale = max(1.0, abs(one.best))
    return one.best - one.value <= NEAR * scale + _SURE * sqrt(one.error**2 + one.error_of_best**2)


def _count(found: Sequence[Deep]) -> list[_Option]:
    counts: defaultdict[tuple[str, str], list[int]] = defaultdict(lambda: [0, 0])
    for match in found:
        for position in match.judged:
            # If a position offers a name several times (in repeated steps), it counts once.
            good = {one.name: False for one in position}
            for one in position:
                good[one.name] |= is_good(one)
            for name, is_best in good.items():
                counts[name][0] += 1
                counts[name][1] += is_best
    return [_Option(name, offered, good) for name, (offered, good) in counts.items()]


def _good_options(found: Sequence[Deep]) -> Figure:
    """Makes the figure on the share of options that may be the best: a mean of positions, by matches."""
    shares = [fmean(fmean(map(is_good, own)) for own in match.judged if own) for match in found if any(match.judged)]
    return figure_of(
        "good_options",
        "Options that may be the best",
        "share",
        shares,
        lambda units: estimate_mean(units).within(0, 1),
        "Near 100% it hardly matters what is chosen, or a search cannot tell; near 0% the best option is plain.",
        _SOURCE,
    )


def _dead_options(judged: Sequence[_Option], dead: Sequence[_Option]) -> Figure:
    """Makes the figure on dead options. The interval begins with the number that are certainly dead: with few positions, chance makes others look dead."""
    number, least = len(dead), min((one.offered for one in dead), default=0)
    # With few positions, an option that is good at a tenth of them may by chance never be seen to be good.
    sure = sum(estimate_share(0, one.offered).high <= 0.1 for one in dead)
    estimate = Estimate(number, sure, number, least) if judged else None
    return Figure(
        "dead_options",
        "Dead options",
        "number",
        estimate,
        len(judged),
        f"How many of all judged options, {len(judged)}, (on offer at {ENOUGH} positions or more) never come near the best; the interval starts with those that are "
        "certainly good at fewer than a tenth of the positions.",
        _SOURCE,
        "options",
        1,
    )


def _rows(shown: Sequence[_Option]) -> Iterator[tuple[str, ...]]:
    for one in shown:
        share = estimate_share(one.good, one.offered)
        yield (
            one.name[1],
            f"`{one.name[0]}`",
            str(one.offered),
            f"{share.value:.0%}",
            f"{share.low:.0%} to {share.high:.0%}",
        )


def _finding(judged: Sequence[_Option], dead: Sequence[_Option], rare: int) -> Finding:
    left = f"; {rare} more were on offer at fewer than {ENOUGH} positions, which are too few" if rare else ""
    if not judged:
        return Finding(f"No option was on offer at {ENOUGH} positions, so none can be called dead.")
    if not dead:
        return Finding(f"No option is dead: each of {len(judged)} may be the best somewhere{left}.")
    named = ", ".join(f"`{one.name[1]}` (of `{one.name[0]}`)" for one in dead[:_NAMED])
    more = f" and {len(dead) - _NAMED} more" if len(dead) > _NAMED else ""
    return Finding(
        f"{len(dead)} of {len(judged)} options never come within {NEAR:.0%} of the best: {named}{more}{left}."
    )
