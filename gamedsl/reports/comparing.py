"""Compares two sets of rules under the names that people use for them, and writes the differences."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Literal, TypeAlias

from gamedsl.reports.titles import game_text, variant_names

if TYPE_CHECKING:
    from gamedsl.cache.rules import KnownRules
    from gamedsl.differences.model import Differences
    from gamedsl.graph.compiled import Setup

Form: TypeAlias = Literal["text", "markdown", "html"]


def compare_rules(before: KnownRules, after: KnownRules, one: Sequence[Setup], other: Sequence[Setup]) -> Differences:
    """Compares these setups of two rules without mistakes."""
    from gamedsl.differences.sides import Side, differences

    names = _names(before, after, one, other)
    return differences(Side(names[0], before.parsed, tuple(one)), Side(names[1], after.parsed, tuple(other)))


def write_differences(found: Differences, form: Form) -> str:
    """Writes the differences in a form."""
    from gamedsl.differences.html import html
    from gamedsl.differences.markdown import markdown
    from gamedsl.differences.plain_text import text
    from gamedsl.differences.report import report

    told = report(found)
    match form:
        case "html":
            return html(told, found.same)
        case "markdown":
            return markdown(told)
        case "text":
            return text(told)


def _names(before: KnownRules, after: KnownRules, one: Sequence[Setup], other: Sequence[Setup]) -> tuple[str, str]:
    """Names the two sides. If their names are equal, appends their files, or the setups that are compared."""
    names = _name(before), _name(after)
    if names[0] != names[1]:
        return names
    if before.source.name != after.source.name:
        return f"{names[0]} ({before.source.name})", f"{names[1]} ({after.source.name})"
    return _with_setups(before, names[0], one), _with_setups(after, names[1], other)


def _name(rules: KnownRules) -> str:
    """Names a side: `frugal_court of gloriana`."""
    game = rules.parsed.game
    return rules.source.name if game is None else game_text(game.name.text, variant_names(rules.parsed))


def _with_setups(rules: KnownRules, name: str, setups: Sequence[Setup]) -> str:
    from gamedsl.differences.setups import setups_text

    some = setups_text(setups, rules.setups)
    return f"{name} ({some})" if some else name
