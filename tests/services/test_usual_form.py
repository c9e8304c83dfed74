"""The usual form of parts of a text."""

from __future__ import annotations

from pathlib import Path

import pytest

from gamedsl.bases import path_of
from gamedsl.diagnostics.model import apply_edits
from gamedsl.services.usual_form import format_line, format_part, text_in_usual_form
from gamedsl.source import Source
from games import shipped
from share import few

RULES = """\
rule first:
    move   1 pear from tree to box
    move 2   pear from tree to box

rule second:
    move   3 pear from tree to box

rule broken:
    move (
"""


def _after(text: str, start: str, end: str) -> str:
    source = Source("rules", text)
    return apply_edits(text, format_part(source, text.index(start), text.index(end)))


def test_only_lines_of_the_part_change() -> None:
    assert _after(RULES, "2   pear", "2   pear") == RULES.replace("2   pear", "2 pear")


def test_the_part_may_hold_several_declarations() -> None:
    made = _after(RULES, "rule first", "rule broken")
    assert made == RULES.replace("2   pear", "2 pear").replace("move   ", "move ")


def test_what_cannot_be_read_stays() -> None:
    assert _after(RULES, "move (", "move (") == RULES


def test_the_line_that_was_ended() -> None:
    source = Source("rules", RULES)
    edits = format_line(source, RULES.index("    move 2   pear"))
    assert apply_edits(RULES, edits) == RULES.replace("move   1", "move 1")
    assert format_line(source, 0) == ()


@pytest.mark.parametrize("game", few(shipped.GAMES, 5, 1))
def test_shipped_games_have_this_form(game: str) -> None:
    text = Path(path_of(game)).read_text(encoding="utf-8")
    assert text_in_usual_form(Source(game, text)) is None
    assert format_part(Source(game, text), 0, len(text)) == ()


@pytest.mark.parametrize("game", few(shipped.GAMES, 4, 2))
def test_all_parts_together_make_the_usual_form(game: str) -> None:
    text = Path(path_of(game)).read_text(encoding="utf-8")
    untidy = text.replace(" is ", "  is ")
    made = apply_edits(untidy, format_part(Source(game, untidy), 0, len(untidy)))
    assert made == (text_in_usual_form(Source(game, untidy)) or untidy)
