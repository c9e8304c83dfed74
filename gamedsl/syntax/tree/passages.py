"""The passages of an example: sentences, each with the lines that they tell."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from gamedsl.syntax.tree import example_lines, formulas
from gamedsl.values import frozen


@frozen
class Passage:
    """Sentences of an example, one directly after the other, and the lines that they tell. The lines before the first sentence have none."""

    sentences: tuple[example_lines.ExampleSentence, ...]
    lines: tuple[example_lines.ExampleLine, ...]

    def value_of(self, part: formulas.Expr) -> formulas.Expr | None:
        """Returns the value of a formula by the last `then` line of the passage that states it; None if no line does."""
        return next((value for of, value in reversed(list(self.facts())) if of == part), None)

    def facts(self) -> Iterator[tuple[formulas.Expr, formulas.Expr]]:
        """Yields the formulas that `then` lines state values for, each with its value."""
        for line in self.lines:
            if isinstance(line, example_lines.ExampleThen):
                yield from _equal_parts(line.fact)


def passages(lines: Sequence[example_lines.ExampleLine]) -> Iterator[Passage]:
    """Yields the passages of an example in their order; none is empty."""
    sentences: list[example_lines.ExampleSentence] = []
    told: list[example_lines.ExampleLine] = []
    for line in lines:
        if not isinstance(line, example_lines.ExampleSentence):
            told.append(line)
            continue
        if told:
            yield Passage(tuple(sentences), tuple(told))
            sentences, told = [], []
        sentences.append(line)
    if sentences or told:
        yield Passage(tuple(sentences), tuple(told))


def _equal_parts(fact: formulas.Expr) -> Iterator[tuple[formulas.Expr, formulas.Expr]]:
    match fact:
        case formulas.Binary("and", left, right):
            yield from _equal_parts(left)
            yield from _equal_parts(right)
        case formulas.Binary("is", left, right):
            yield left, right
        case _:
            pass
