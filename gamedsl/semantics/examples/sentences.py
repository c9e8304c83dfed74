"""Checks the sentences of examples: what stands in their braces is what the lines say that they tell."""

from __future__ import annotations

from gamedsl.diagnostics.suggest import is_slip
from gamedsl.semantics.model.formula_words import words
from gamedsl.semantics.model.world import World
from gamedsl.semantics.problems.choices import OpenBrace
from gamedsl.semantics.problems.terms import About, about
from gamedsl.semantics.problems.worked_examples import BadExample, ExampleFlaw
from gamedsl.syntax.tree import example_lines, formulas
from gamedsl.syntax.tree.passages import Passage, passages


def check_sentences(world: World, example: example_lines.Example) -> None:
    """Reports braces without a formula, and formulas in braces of which no `then` line of the passage says what they are."""
    for passage in passages(example.lines):
        for sentence in passage.sentences:
            if any("{" in text or "}" in text for text in sentence.texts):
                world.problem(OpenBrace(sentence.span))
            for value in sentence.values:
                if passage.value_of(value) is None:
                    world.problem(BadExample(value.span, _untold(value, passage)))


def _untold(value: formulas.Expr, passage: Passage) -> About[ExampleFlaw]:
    """Says that no line tells what a formula is; if one tells it of something that is this name but for a slip, that is what was meant."""
    told = (words(of) for of, _ in passage.facts())
    near = next((one for one in told if is_slip(words(value), one)), None)
    return (
        about(ExampleFlaw.NOT_TOLD, words(value))
        if near is None
        else about(ExampleFlaw.NEARLY_TOLD, words(value), near)
    )
