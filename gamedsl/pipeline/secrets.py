"""Finds the disclosures of hidden facts in the setups of a file."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from gamedsl.graph.compiled import Setup, Site
from gamedsl.graph.model.game import FieldSpec, Game, ZoneSpec
from gamedsl.graph.model.types import SiteId
from gamedsl.pipeline.merging import elaborate_rules, merge_setup
from gamedsl.pipeline.reading import Parsed
from gamedsl.semantics.elaboration import Elaborated
from gamedsl.semantics.model.checked import Checked
from gamedsl.semantics.problems.secrets import Tells
from gamedsl.semantics.secrets.model import Way
from gamedsl.source import Span

if TYPE_CHECKING:
    from gamedsl.semantics.secrets.model import Anchor, Disclosures


def marks_of(parsed: Parsed) -> tuple[Span, ...]:
    """Returns the formulas after the word `openly`."""
    return tuple(span for _, file in parsed.chain.files for span in file.marks)


def disclosures_of(parsed: Parsed, result: Elaborated) -> Disclosures | None:
    """Returns the disclosures in a setup; None if nothing is hidden and nothing is marked."""
    marks = marks_of(parsed)
    if result.checked is None or not (marks or _hides(parsed, result.checked)):
        return None
    from gamedsl.semantics.secrets.flow import disclosures

    return disclosures(result.checked, result.places, marks)


def problems_of_unmarked(found: Disclosures) -> Iterator[Tells]:
    """Yields a problem for each disclosure that no word of the rules announces."""
    from gamedsl.semantics.secrets.findings import find_unmarked_disclosures

    return find_unmarked_disclosures(found)


def _hides(parsed: Parsed, checked: Checked) -> bool:
    """Whether something can be hidden: the text has words for it, or the game has a hidden zone or field."""
    specs: tuple[ZoneSpec | FieldSpec, ...] = (*checked.zones, *checked.fields)
    return any(spec.visibility.who != "everyone" for spec in specs) or any(
        "seen" in source.text for source in parsed.sources
    )


def disclosures_in(parsed: Parsed, setup: Setup) -> Disclosures | None:
    """Returns the disclosures in a setup of rules without mistakes; None if nothing is hidden and nothing is marked."""
    merged, _ = merge_setup(parsed, setup)
    return None if merged is None else disclosures_of(parsed, elaborate_rules(merged))


def count_disclosures(parsed: Parsed, setup: Setup) -> tuple[Disclosures, Game] | None:
    """Returns the disclosures, and a Game with the same matches whose last counters count the disclosures, in their order. Raises NotCompilable."""
    merged, _ = merge_setup(parsed, setup)
    if merged is None:
        return None
    result = elaborate_rules(merged)
    found = disclosures_of(parsed, result)
    if found is None or result.checked is None:
        return None
    from gamedsl.compile import compile_game
    from gamedsl.pipeline.graph_checks import within_limits
    from gamedsl.semantics.secrets.marking import mark_rules, with_counters

    marks: dict[Anchor, list[int]] = {}
    for number, one in enumerate(found.told):
        for anchor in one.anchors:
            marks.setdefault(anchor, []).append(number)
    with within_limits(merged):
        return found, with_counters(compile_game(mark_rules(result.checked, marks)).game, len(found.told))


def split_disclosures(
    found: Disclosures, game: Game, sites: Sequence[Site]
) -> tuple[frozenset[int], dict[int, SiteId], bool]:
    """Returns three facts about a Game that `count_disclosures` made: the counters of disclosures that the rules announce; the other counters, each with its
    line of the rules; and whether the rules announce that the end of the match discloses something."""
    first = game.counters - len(found.told)
    said = frozenset(first + number for number, one in enumerate(found.told) if one.is_meant and one.anchors)
    unsaid = {
        first + number: _site_at(one.span, sites)
        for number, one in enumerate(found.told)
        if not one.is_meant and one.anchors
    }
    at_end = any(one.is_meant and not one.anchors and one.way is not Way.SCORES for one in found.told)
    return said, unsaid, at_end


def _site_at(span: Span, sites: Sequence[Site]) -> SiteId:
    """Returns the smallest site that contains a formula; -1 if none does."""
    around = [
        (site.span.end - site.span.start, number)
        for number, site in enumerate(sites)
        if site.span.source == span.source and site.span.start <= span.start and span.end <= site.span.end
    ]
    return SiteId(min(around)[1] if around else -1)
