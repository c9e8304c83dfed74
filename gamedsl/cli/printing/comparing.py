"""Prints the result of a comparison, as text and as data."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import isfinite
from textwrap import fill, shorten

from gamedsl.api.making.looks import names_for_people
from gamedsl.api.studies.comparing import Player
from gamedsl.cli.printing.text import plural, table
from gamedsl.graph.analysis.number_words import with_minus
from gamedsl.reports.setups import setup_text
from gamedsl.reports.titles import plain
from gamedsl.rulebook import reasons_in_words
from gamedsl.table.table import screen_width
from gamedsl.table.text import join_items, title
from gamedsl.workbench.comparing import words
from gamedsl.workbench.comparing.compare import Comparison, Finding, Pair
from gamedsl.workbench.lineups import lineup_text

_MOST_SENTENCES, _MOST_OF_USES = 12, 6
"""At most this many sentences of one sort are printed, and fewer of those about single things; tables and data have the rest."""


def comparison_text(found: Comparison, sides: Sequence[Player], seed: int) -> str:
    """Describes a comparison: sentences first, then a table."""
    heads = [f"{one.side.name}: {setup_text(one.setup)}, {lineup_text(one.agents, one.game.game)}" for one in sides]
    told = f"{plural(found.matches, 'match', 'matches')} each, seed {seed}; match i of all sides gets the same chance"
    names: dict[str, str] = {}
    for one in sides:
        names |= {**names_for_people(one.game.game, {}), **reasons_in_words(one.rules.known.parsed)}
    return describe_comparison(words.with_names(found, names), heads, told)


def describe_comparison(found: Comparison, heads: Sequence[str], told: str) -> str:
    """Describes a comparison under given heading lines: `heads` has a line for each side, `told` says how the sides were compared."""
    head = "\n".join((*heads, told))
    parts = [part for pair in found.pairs for part in _pair(pair, found, heading=len(found.pairs) > 1)]
    if not found.is_narrow:
        parts.append("The intervals are not as narrow as `--until` wished: so many matches are not played.")
    return "\n\n".join((head, *parts))


def _pair(pair: Pair, found: Comparison, *, heading: bool) -> Iterator[str]:
    if heading:
        yield title(f"{pair.before} → {pair.after}")
    findings = words.without_doubles(pair.findings)
    yield _results(findings)
    for side, lines in ((pair.before, pair.only_before), (pair.after, pair.only_after)):
        if lines:
            yield f"Only {side} has the score line{'s' if len(lines) > 1 else ''} {join_items([f'“{plain(one)}”' for one in lines])}."
    if found.matches_for_uses:
        yield _uses(pair, found)
    changed = [one for one in findings if not one.figure.is_use and one.difference.change]
    if changed:
        yield _table(changed)


def _results(findings: Sequence[Finding]) -> str:
    certain = words.certain(findings, are_uses=False)
    open_ones = words.uncertain(findings, are_uses=False)
    alike = [words.what(figure) for figure in words.alike(findings, are_uses=False)]
    number = sum(not one.figure.is_use for one in findings)
    return "\n".join(
        (
            *_in_short(certain, number),
            *_sentences("certain", "Nothing of the results differs for certain.", certain),
            *_doubts(open_ones),
            *([f"{title('no difference')}\n  {join_items(alike)}"] if alike else []),
        )
    )


def _in_short(certain: Sequence[Finding], number: int) -> Iterator[str]:
    """Says what somebody reads first: how many results differ, how much at most, and whether somebody wins more or less."""
    if not certain:
        return
    largest = max(certain, key=lambda one: abs(one.difference.effect))
    wins = "" if any(one.figure.group == "wins" for one in certain) else "; nobody wins more or less for certain"
    differ = "differs" if len(certain) == 1 else "differ"
    told = f"{len(certain)} of {plural(number, 'result')} {differ} for certain, by {words.effect_words(largest.difference)}"
    yield fill(f"{told}{' at most' if len(certain) > 1 else ''}{wins}.", screen_width()) + "\n"


def _uses(pair: Pair, found: Comparison) -> str:
    certain = words.certain(pair.findings, are_uses=True)
    open_ones = words.uncertain(pair.findings, are_uses=True)
    alike = sum(1 for _ in words.alike(pair.findings, are_uses=True))
    head = f"certain of what is used (first {plural(found.matches_for_uses, 'match', 'matches')})"
    lines = [*_sentences(head, "Nothing is used more or less for certain.", certain, _MOST_OF_USES)]
    if open_ones:
        nearest = open_ones[0]
        others = "" if len(open_ones) == 1 else f" and {plural(len(open_ones) - 1, 'other')}"
        lines.append(f"Not certain: {words.what(nearest.figure)}{others}; of the first, {words.sight(nearest)}.")
    if alike:
        things = "1 thing is" if alike == 1 else f"{alike} things are"
        lines.append(f"{things} used just as often.")
    return "\n".join(lines)


def _sentences(head: str, none: str, findings: Sequence[Finding], most: int = _MOST_SENTENCES) -> Iterator[str]:
    if not findings:
        yield none
        return
    yield title(head)
    yield from (_wrapped(words.sentence(one)) for one in findings[:most])
    if len(findings) > most:
        yield f"  … and {len(findings) - most} more, which `--json` names"


def _wrapped(sentence: str) -> str:
    """Returns a sentence in the lines of the terminal, below its heading."""
    return fill(sentence, screen_width(), initial_indent="  ", subsequent_indent="    ", break_on_hyphens=False)


def _doubts(findings: Sequence[Finding]) -> Iterator[str]:
    if findings:
        yield title("not certain")
        yield from (_wrapped(words.doubt(one)) for one in findings[:_MOST_SENTENCES])
        if len(findings) > _MOST_SENTENCES:
            yield f"  … and {len(findings) - _MOST_SENTENCES} more, which the table names"


def _table(findings: Sequence[Finding]) -> str:
    rows = [_row(one) for one in findings]
    return table(_COLUMNS, rows)


_COLUMNS = ("figure", "before", "after", "change", "95 % interval", "effect", "p", "")
"""The heads of the columns that `_row` fills."""
_WIDEST = 40
"""The most letters of a figure's name in the table: ends of matches are whole sentences."""


def _row(one: Finding) -> tuple[str, ...]:
    figure, difference = one.figure, one.difference
    low, high = (words.format_signed(figure, number) for number in (difference.low, difference.high))
    return (
        shorten(words.what(figure), _WIDEST, placeholder="…"),
        words.amount(figure, difference.before),
        words.amount(figure, difference.after),
        words.format_signed(figure, difference.change),
        f"{low} to {high}" if isfinite(difference.low) else "unknown",
        with_minus(f"{difference.effect:+.2f}") if isfinite(difference.effect) else "all",
        "< 0.001" if one.p < 0.001 else f"{one.p:.3f}",
        "certain" if one.is_certain else "",
    )
