"""What people read after mistakes: those of the table of mistakes in writing, and slips of a few kinds on lines of real rules."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import Path
from random import Random
from typing import TypeVar

from bench import mistakes, slips
from gamedsl.diagnostics.model import Diagnostic
from gamedsl.diagnostics.render import render
from gamedsl.pipeline import check, parse_files
from gamedsl.source import Source
from gamedsl.syntax.parse import parse
from golden.conftest import Compare
from unit.syntax.mistakes import MISTAKES

RULES = Path(__file__).parents[2] / "games/modern/love_letter.gdl"
T = TypeVar("T")
SLIPS_OF_A_KIND = 3


def test_mistakes_in_writing(golden: Compare) -> None:
    golden("findings/mistakes.txt", "\n".join(_of_table()))


def _of_table() -> Iterator[str]:
    for mistake in MISTAKES:
        source = Source("mistake.gdl", mistake.text)
        yield _texts(source, (problem.explain() for problem in parse(source).problems))


def _texts(source: Source, found: Iterable[Diagnostic]) -> str:
    return "\n".join(render(one, {source.name: source}) for one in found)


def test_slips(golden: Compare) -> None:
    golden("findings/slips.txt", "\n".join(_of_slips()))


def _of_slips() -> Iterator[str]:
    source = Source(RULES.name, RULES.read_text("utf-8"))
    rules = mistakes.read(source)
    made: list[slips.Slip | mistakes.Mistake] = []
    for kind in slips.KINDS:
        made += _some(kind(rules, Random(1)))
    for other in mistakes.KINDS:
        made += _some(other(rules, Random(1)))
    for slip in made:
        slipped = Source(source.name, slip.made_in(source.text))
        found = [problem.explain() for problem in parse(slipped).problems]
        found = found or list(check(parse_files(slipped, lambda _: None)).diagnostics)
        yield f"# {slip.kind}: {source.text[slip.start : slip.end]!r} -> {slip.text!r}\n{_texts(slipped, found[:2])}"


def _some(every: Iterable[T]) -> list[T]:
    known = list(every)
    return Random(1).sample(known, min(SLIPS_OF_A_KIND, len(known)))
