"""The TextMate grammar: the file is what the command makes, and its colours are those of the lexer for Pygments."""

from __future__ import annotations

import re
from pathlib import Path

from gamedsl.highlight import GdlLexer
from share import few
from tools import textmate

GAMES = sorted((Path(__file__).parents[2] / "games").rglob("*.gdl"))


def test_the_file_is_what_the_command_makes() -> None:
    assert textmate.FILE.read_text(encoding="utf-8") == textmate.text(), "python -m tools.textmate"


def test_the_colours_of_all_games_are_those_of_the_lexer() -> None:
    games = few(GAMES, 24)
    assert {path.stem: _other_colours(path.read_text(encoding="utf-8")) for path in games} == {
        path.stem: [] for path in games
    }


def test_a_soft_word_after_several_blanks_is_a_name() -> None:
    text = "type time  at 3\ntype time at 3\n"
    assert _other_colours(text, least_blanks=9) == [(text.index("at"), "at")]
    assert _other_colours(text) == []


def _other_colours(text: str, least_blanks: int = 2) -> list[tuple[int, str]]:
    """Returns the tokens whose scope is another one than that of the lexer's type, but for words after so many blanks, which the grammar cannot know."""
    scopes = _scopes(text)
    return [
        (start, value)
        for start, type_, value in GdlLexer().get_tokens_unprocessed(text)
        if value.strip() and scopes.get(start) != (value, textmate.SCOPES[str(type_).removeprefix("Token.")])
        if not text[:start].endswith(" " * least_blanks)
    ]


def _scopes(text: str) -> dict[int, tuple[str, str]]:
    """Returns each token with its scope, by offset: at each place of a line the first pattern that matches, as editors do it."""
    patterns = list(textmate.patterns())
    engine = re.compile("|".join(f"(?P<p{number}>{pattern.match})" for number, pattern in enumerate(patterns)))
    found: dict[int, tuple[str, str]] = {}
    start = 0
    for line in text.splitlines(keepends=True):
        for match in engine.finditer(line.rstrip("\n")):
            pattern = patterns[int(str(match.lastgroup)[1:])]
            value = match[0].lstrip()
            found[start + match.end() - len(value)] = value, pattern.scope
        start += len(line)
    return found
