"""The lexer for Pygments: what it calls a keyword is one, and Pygments finds it."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import attrs
import pytest
from pygments.lexers import (
    get_lexer_by_name,  # pyright: ignore[reportUnknownVariableType]
    get_lexer_for_filename,  # pyright: ignore[reportUnknownVariableType]
)
from pygments.token import Error, Keyword, Name, Operator, _TokenType  # pyright: ignore[reportPrivateUsage]

from gamedsl.highlight import GdlLexer
from gamedsl.source import Source
from gamedsl.syntax.parse import parse
from gamedsl.syntax.tree.node import Ident
from share import few

GAMES = sorted((Path(__file__).parents[3] / "games").rglob("*.gdl"))

ALSO_NAMES = {"players", "me", "it", "owner", "nobody", "setup", "rounds"}
"""Words that the tree may hold as names."""


def words(text: str) -> list[tuple[str, _TokenType]]:
    """Words and signs with their types, without blanks."""
    return [(value, type_) for _, type_, value in GdlLexer().get_tokens_unprocessed(text) if value.strip()]


def test_pygments_finds_it_by_name_and_by_file() -> None:
    assert isinstance(get_lexer_by_name("gdl"), GdlLexer)
    assert isinstance(get_lexer_for_filename("hearts.gdl"), GdlLexer)


@pytest.mark.parametrize("path", few(GAMES, 12, 3), ids=lambda path: path.stem)
def test_it_agrees_with_the_parser_on_names(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    tokens = list(GdlLexer().get_tokens_unprocessed(text))
    assert "".join(value for _, _, value in tokens) == text
    assert [value for _, type_, value in tokens if type_ is Error] == []
    keywords = {start: value for start, type_, value in tokens if type_[:1] == ("Keyword",) or type_ is Operator.Word}
    names = {name.span.start for name in _names(parse(Source(path.name, text)).tree)}
    assert {start: value for start, value in keywords.items() if start in names} == {}


@pytest.mark.parametrize(
    ("text", "word", "type_"),
    [
        ("phase turns, each player:", "phase", Keyword),
        ("hand: bag of card, seen by owner", "owner", Keyword),
        ("let mine = box where owner is me", "owner", Name),
        ("shelf: bag of card, count hidden", "count", Keyword),
        ("points = count(hand)", "count", Name.Function),
        ("rotate hand left", "left", Keyword),
        ("starter = left(starter)", "left", Name.Function),
        ("row stair 5", "row", Keyword),
        ("start fork:", "start", Keyword),
        ("        start: one of army", "start", Name),
        ("steps = cell where row is 1", "row", Name),
        ("points += pot if lucky else 0", "if", Operator.Word),
        ("    from: one of point", "from", Name),
        ("board = from - 1", "from", Name),
        ("move hand to deck", "to", Operator.Word),
        ("rolling = yes", "yes", Keyword.Constant),
        ("mark = me", "me", Name.Builtin.Pseudo),
        ("move 3 Horse to box", "Horse", Name.Constant),
        ("card.score", "score", Name.Attribute),
    ],
)
def test_words_have_their_types(text: str, word: str, type_: _TokenType) -> None:
    assert dict(words(text))[word] is type_


def _names(node: object) -> Iterator[Ident]:
    match node:
        case Ident():
            if node.text not in ALSO_NAMES:
                yield node
        case tuple():
            for part in node:  # pyright: ignore[reportUnknownVariableType]
                yield from _names(part)  # pyright: ignore[reportUnknownArgumentType]
        case _ if attrs.has(cls := type(node)):
            for field in attrs.fields(cls):
                yield from _names(getattr(node, field.name))
        case _:
            return
