"""Lays out the result of a search as a report: the variants, their changes, each wish, and how wishes conflict."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import combinations, islice
from math import isfinite

from gamedsl.workbench.reporting.model import Finding, Grid, Picture, Section
from gamedsl.workbench.reporting.page import Report
from gamedsl.workbench.reporting.pictures import spans, trade_off
from gamedsl.workbench.statistics.estimates import Estimate
from gamedsl.workbench.tuning.conflicts import Told
from gamedsl.workbench.tuning.knobs import Knob
from gamedsl.workbench.tuning.results import Outcome, Variant, verdict
from gamedsl.workbench.tuning.words import estimate_text, knob_text, setting_text, unit_text

_PAIRS = 3
"""The most pairs of wishes of which a picture shows what they cost each other."""


def report_of_tuning(title: str, summary: str, outcome: Outcome, names: Mapping[str, str]) -> Report:
    """Makes the report of a search."""
    sections = (
        _variants(outcome),
        _changes(outcome, names),
        *(_wish(outcome, number) for number in range(len(outcome.wishes))),
        *_trade_offs(outcome),
    )
    return Report(title, summary, sections, None, outcome.notes)


def head_of(wish: Told) -> str:
    """Returns the head of the column of a wish: `length (decisions)`."""
    return f"{wish.name} ({unit_text(wish.unit)})"


def cell_of(wish: Told, one: Estimate | None) -> str:
    """Returns the cell of a figure: `47.1 (46.2 to 48.0), yes`."""
    word = verdict(wish, one)
    return estimate_text(one, wish.unit) + (f", {word}" if word else "")


def rows_of(outcome: Outcome) -> list[tuple[str, ...]]:
    """Returns the rows of the table of variants; the first row is for the unchanged rules."""
    return [
        (
            one.title,
            *(cell_of(wish, figure) for wish, figure in zip(outcome.wishes, one.figures, strict=True)),
            str(len(one.changes)),
        )
        for one in (outcome.now, *outcome.variants)
    ]


def _variants(outcome: Outcome) -> Section:
    findings = [Finding(text, "certain") for text in _say_who_meets_all(outcome)]
    findings += [Finding(text) for text in outcome.sentences]
    grid = Grid(("", *map(head_of, outcome.wishes), "changes"), tuple(rows_of(outcome)), is_of_words=True)
    made = (
        f"{outcome.searched} None of these variants is beaten in all wishes by another candidate. {outcome.fresh} In brackets is the "
        "95 % interval; yes, no and perhaps say whether it lies inside of the wish, outside, or on its border."
    )
    return Section("variants", "Which variants, and do they meet the wishes?", tuple(findings), None, grid, made)


def _say_who_meets_all(outcome: Outcome) -> Iterator[str]:
    """Names the variants that certainly meet all wishes."""
    bounded = [(number, wish) for number, wish in enumerate(outcome.wishes) if wish.goal.is_bounded]
    if bounded:
        met = [
            one.title
            for one in outcome.variants
            if all(verdict(wish, one.figures[number]) == "yes" for number, wish in bounded)
        ]
        if met:
            yield f"{', '.join(met)} {'meets' if len(met) == 1 else 'meet'} all wishes that have bounds.".capitalize()


def _changes(outcome: Outcome, names: Mapping[str, str]) -> Section:
    shown = (outcome.now, *outcome.variants)
    rows = tuple((knob_text(knob, names), *(_setting(knob, one, names) for one in shown)) for knob in outcome.knobs)
    grid = Grid(("", *(one.title for one in shown)), rows, is_of_words=True)
    findings = tuple(
        Finding(f"{one.title.capitalize()}: {'; '.join(one.changes) or 'nothing changes'}.") for one in outcome.variants
    )
    made = "The columns are the rules as they are and the variants. Each variant is a file with a line for each change."
    return Section("changes", "What changes?", findings, None, grid, made)


def _setting(knob: Knob, one: Variant, names: Mapping[str, str]) -> str:
    return setting_text(knob, knob.now if one.settings is None else one.settings[knob.key], names)


def _wish(outcome: Outcome, number: int) -> Section:
    wish = outcome.wishes[number]
    every = [(one.title, one.figures[number]) for one in (outcome.now, *outcome.variants)]
    rows = tuple((title, estimate_text(one, wish.unit), verdict(wish, one)) for title, one in every)
    grid = Grid(("", wish.unit.value, "meets the wish"), rows, is_of_words=True)
    best = min(
        ((title, one) for title, one in every if one is not None),
        key=lambda both: (wish.goal.loss(both[1].value), wish.goal.strain(both[1].value)),
        default=None,
    )
    found = (
        f"The {wish.name} is not known of any variant."
        if best is None
        else f"Nearest to the wish for {wish.name}: {best[0]} with {estimate_text(best[1], wish.unit)}."
    )
    title = f"{wish.name[:1].upper()}{wish.name[1:]}: {wish.goal.text}"
    return Section(f"wish-{number + 1}", title, (Finding(found),), _picture(wish, every), grid, outcome.fresh)


def _picture(wish: Told, every: list[tuple[str, Estimate | None]]) -> Picture | None:
    scale = 100 if wish.unit.is_share else 1
    rows = [
        (title, one.value * scale, one.low * scale, one.high * scale)
        for title, one in every
        if one is not None and isfinite(one.low) and isfinite(one.high)
    ]
    ends = [end * scale for end in (wish.goal.low, wish.goal.high) if isfinite(end)]
    return spans(rows, f"{wish.name} ({unit_text(wish.unit)})", ends) if rows else None


def _trade_offs(outcome: Outcome) -> Iterator[Section]:
    """Yields a section for each of the first pairs of wishes, with all candidates of the search."""
    for one, other in islice(combinations(range(len(outcome.wishes)), 2), _PAIRS):
        first, second = outcome.wishes[one], outcome.wishes[other]
        points = [(_scale(first, shown[one]), _scale(second, shown[other]), "candidate") for shown in outcome.tried]
        points += [
            (_scale(first, v.figures[one]), _scale(second, v.figures[other]), "variant") for v in outcome.variants
        ]
        now = outcome.now.figures
        points.append((_scale(first, now[one]), _scale(second, now[other]), outcome.now.title))
        known = [(x, y, sort) for x, y, sort in points if x is not None and y is not None]
        rows = tuple(
            (v.title, estimate_text(v.figures[one], first.unit), estimate_text(v.figures[other], second.unit))
            for v in (outcome.now, *outcome.variants)
        )
        text = f"{len(outcome.tried):,} candidates were tried; the picture shows which {first.name} goes with which {second.name}."
        yield Section(
            f"trade-{one + 1}-{other + 1}",
            f"What do {first.name} and {second.name} cost each other?",
            (Finding(text),),
            trade_off(known, head_of(first), head_of(second)),
            Grid(("", head_of(first), head_of(second)), rows, is_of_words=True),
            f"Candidates: {outcome.searched} Variants: {outcome.fresh}",
        )


def _scale(wish: Told, one: Estimate | None) -> float | None:
    return None if one is None else one.value * (100 if wish.unit.is_share else 1)
