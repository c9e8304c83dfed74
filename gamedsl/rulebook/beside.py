"""The rulebook beside the table: its passages, for a page on which the game is played."""

from __future__ import annotations

from gamedsl.json import JsonObject
from gamedsl.pipeline.reading import Parsed
from gamedsl.rulebook.book import rulebook
from gamedsl.rulebook.formats.html import passages
from gamedsl.rulebook.labels import labelled, labels_in


def rules_beside(parsed: Parsed, look: JsonObject) -> str:
    """Returns the passages of the rules as HTML, with the labels of a checked look file. Raises ValueError for rules with mistakes."""
    labels = labels_in(look)
    return passages(labelled(rulebook(parsed, "beside"), labels))
