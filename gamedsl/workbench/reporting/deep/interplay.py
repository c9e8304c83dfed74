"""The section on interaction: how often a move changes the best answer of the next player."""

from __future__ import annotations

from collections.abc import Sequence
from statistics import fmean

from gamedsl.workbench.playing.deep import SEARCH, Deep
from gamedsl.workbench.reporting.figures import figure_of, figure_text
from gamedsl.workbench.reporting.model import ENOUGH, Finding, Grid, Section
from gamedsl.workbench.reporting.sources import ELIAS
from gamedsl.workbench.statistics.estimates import Estimate, estimate_share, jackknife

_SOURCE = ELIAS.on("interactivity; that best answers measure it is ours")


def interplay_section(found: Sequence[Deep], players: str, made: str) -> Section | None:
    """Makes the section; None if no position had a next player to answer."""
    own = [one.answers for one in found if one.answers]
    every = [answer for answers in own for answer in answers]
    if not every:
        return None
    figure = figure_of(
        "interaction",
        "A move changes the next player’s best answer",
        "share",
        [(fmean(one.after != one.instead for one in answers), fmean(one.after != one.again for one in answers)) for answers in own],
        _estimate,
        "How often the next player would answer differently after another move; 0% is a race in which nobody hinders anybody.",
        _SOURCE,
    )  # fmt: skip
    instead, again = (
        sum(test) for test in ([a.after != a.instead for a in every], [a.after != a.again for a in every])
    )
    rows = tuple(
        (name, f"{one.value:.0%}", f"{one.low:.0%} to {one.high:.0%}") if figure.estimate else (name, "too few", "")
        for name, one in (
            ("after another move", estimate_share(instead, len(every))),
            ("after the same move, searched again", estimate_share(again, len(every))),
        )
    )
    method = (
        f"{made} {players}. At {len(every):,} positions the next player’s answer is searched ({SEARCH} iterations) after the move that was "
        f"played, after the same move again, and "
        "after another one, drawn at random. The figure is the share of answers that differ after another move, less the share that differs "
        "although the move is the same, "
        "because a search does not always find the same of several good answers. Only the next decision counts, so it is the least that interaction can be."
    )
    grid = Grid(("the best answer differs", "positions", "95 % interval"), rows)
    text = f"How much players get in each other’s way needs {ENOUGH} matches, and here are {len(own)}."
    if figure.estimate is not None:
        told = f"A move changes the next player’s best answer in {figure_text(figure)} of the positions"
        text = f"{told}." if figure.estimate.low > 0 else f"{told}: it is not certain that it does at all."
    return Section("interplay", "Do players get in each other’s way?", (Finding(text),), None, grid, method, (figure,))


def _estimate(units: Sequence[tuple[float, float]]) -> Estimate:
    found = jackknife(units, lambda some: fmean(one - noise for one, noise in some))
    if found.low == found.high:  # equal matches cannot exclude a rare exception
        whole = estimate_share(min(1.0, max(0.0, found.value)) * len(units), len(units))
        return Estimate(found.value, whole.low, whole.high, found.count).within(0, 1)
    return found.within(0, 1)
