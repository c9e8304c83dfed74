"""Checks how players read the numbers of a field: `coins = 3, shown as "£{}"`."""

from __future__ import annotations

from gamedsl.graph.analysis.number_words import PLACES
from gamedsl.graph.model.about import NumberWords
from gamedsl.graph.model.types import UNKNOWN, FieldId, Int, Type, plain
from gamedsl.semantics.model.types import describe
from gamedsl.semantics.model.world import World
from gamedsl.semantics.problems.choices import BadNumberWords
from gamedsl.syntax.tree import fields


def add_number_words(world: World, field: FieldId, words: fields.ShownAs, of: Type) -> None:
    """Adds the words of a field, which holds numbers or is a mistake."""
    inner = plain(of)
    if not isinstance(inner, Int):
        if inner != UNKNOWN:
            world.problem(BadNumberWords(words.span, words.text, describe(world, of)))
        return
    several = words.text if words.several is None else words.several
    for text in dict.fromkeys((words.text, several)):
        if len(PLACES.findall(text)) != 1:
            world.problem(BadNumberWords(words.span, text))
            return
    world.number_words.append(NumberWords(field, words.text, several))
