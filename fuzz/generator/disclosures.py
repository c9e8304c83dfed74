"""Marks what random rules tell of hidden things: nobody who makes formulas at random knows who sees them."""

from __future__ import annotations

import re

from gamedsl.pipeline import check, parse_files
from gamedsl.source import Source, Span

_TOLD = {"E0520", "E0521", "E0522"}
"""A sentence, an offer or a question that tells something hidden."""
_MOST_PASSES = 8
"""A mark may bring to light what an earlier one has hidden."""
_CHOICE = re.compile(r"(may|choose)\b")
_HEAD = re.compile(r"\n(each \w+ in | +whenever \w+\(|[^\n]*, once for each )[^\n]*$")
"""In front of a zone in the head of a block of a kind, of what a reaction takes over, and of what limits a chain."""
_DEED = re.compile(
    r"(move|draw|flip|swap|shuffle|rotate|peek|reveal|roll|say|award|record|forget|end|eliminate)\b|\w+( again)?: "
)
"""A statement, or a line of a roll, which takes no mark: what it stands below does."""
_UNSEEN = re.compile(r", seen by (owner|nobody)\b")


def with_marks(text: str) -> str:
    """The rules with `openly` in front of each formula that checking refuses because it tells something hidden. A choice whose decline tells something
    becomes an open one."""
    for _ in range(_MOST_PASSES):
        found = _unmarked(text)
        if not found:
            break
        for span in found:
            is_head = _HEAD.search(text[: span.start]) is not None
            told = text[span.start : span.end]
            text = f"{text[: span.start]}{f'openly {told}' if is_head else _marked(told)}{text[span.end :]}"
    return text


def _marked(told: str) -> str:
    return _UNSEEN.sub("", told) if _CHOICE.match(told) else f"(openly ({told}))"


def _unmarked(text: str) -> list[Span]:
    """Places of such formulas and choices, the last one first; of two of which one holds the other only the outer one."""
    report = check(parse_files(Source("generated", text), lambda _: None))
    told = {found.primary.span for found in report.diagnostics if found.code in _TOLD}
    spans = {span for span in told if not _DEED.match(text[span.start : span.end])}
    apart: list[Span] = []
    for span in sorted(spans, key=lambda span: (span.start, -span.end)):
        if not apart or span.start >= apart[-1].end:
            apart.append(span)
    return apart[::-1]
