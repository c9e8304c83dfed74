"""The law of certain fixes: after `--fix` the games are those before the slip, or nothing was changed."""

from __future__ import annotations

import pytest

from bench.fixes import games, tried_on
from bench.mistakes import KINDS
from bench.mutants import GAMES, sample
from gamedsl.pipeline import Parsed, check, correct, level_fixes, parse_files
from gamedsl.source import Source
from share import few, less

HEAP = """game heap:
    players 2

shared:
    stones: 0..9 = 9

each player:
    taken = 0

rounds up to 9:
    turns

phase turns, each player:
    choose number_taken: one of 1..3
    stones -= min(number_taken, stones)
    taken += number_taken
    if stones is 0 and taken > 3: taken += 1

score left_over: stones + taken

ranking by highest total, ties shared
"""


SOME = few(GAMES, 16)
"""Games that mistakes are made in."""


@pytest.mark.parametrize("kind", [make.__name__ for make in KINDS])
def test_a_certain_fix_gives_the_game_back(kind: str) -> None:
    for path, mistake in sample(less(3, 1), 23, kind, SOME):
        assert tried_on(path, mistake).is_same_game, (path, mistake)


def test_the_law_can_be_broken() -> None:
    """The comparison of games sees the smallest change."""
    path = next(path for path in GAMES if path.stem == "tic_tac_toe")
    text = path.read_text(encoding="utf-8")
    other = text.replace("3 by 3", "4 by 3", 1)
    assert other != text
    assert games("tic_tac_toe", text) != games("tic_tac_toe", other)


def _read(source: Source) -> Parsed:
    return parse_files(source, lambda name: None)


def _levels(text: str) -> list[str]:
    source = Source("heap", text)
    report = level_fixes(check(_read(source)), source, _read)
    return [fix.level.value for diagnostic in report.diagnostics for fix in diagnostic.fixes]


CERTAIN = [
    ("stones is 0 and", "stones == 0 and"),
    ("stones is 0 and", "stones = 0 and"),
    ("stones is 0 and", "stnoes is 0 and"),
    ("stones is 0 and", "stones is 0 && "),
    ("taken > 3:", "taken > 3"),
    ("by highest total", "by hihgest total"),
    ("taken += number_taken", "taken += number_taken;"),
    ("taken += number_taken", "taken += number_taken // what one has"),
    ("    taken = 0", "    // what one has\n    taken = 0"),
]
PERHAPS = [
    (
        "rounds up to 9:\n    turns\n\nphase turns, each player:",
        "rounds up to 9:\n    turns\n\nrule alone\n    taken = 0\n\nphase turns, each player:",
    ),
    ("stones + taken", "stones // taken"),
    ("stones + taken", "stones --1"),
    ("stones is 0 and", "stones => 0 and"),
    ("one of 1..3", "1..3"),
    ("taken > 3:", "taken / 3 > 1:"),
    ("choose number_taken:", "choose number_tkaen:"),
    ("min(number_taken, stones)", "min(number_taken, stones])"),
    ("taken > 3:", "taken is > 3:"),
]


@pytest.mark.parametrize(("right", "wrong"), CERTAIN)
def test_what_is_certain_is_made(right: str, wrong: str) -> None:
    text = HEAP.replace(right, wrong, 1)
    assert _levels(text) == ["certain"]
    fixed = correct(Source("heap", text), _read).source
    assert check(_read(fixed)).diagnostics == ()
    assert games("heap", fixed.text) == games("heap", HEAP)


@pytest.mark.parametrize(("right", "wrong"), PERHAPS)
def test_what_may_be_something_else_is_left(right: str, wrong: str) -> None:
    text = HEAP.replace(right, wrong, 1)
    assert text != HEAP
    assert "certain" not in _levels(text)
    assert correct(Source("heap", text), _read).source.text == text


def test_nothing_is_made_while_a_mistake_is_left() -> None:
    text = HEAP.replace("stones is 0 and", "stones == 0 and").replace(
        "ranking by highest total", "ranking by nothing_known"
    )
    fixed = correct(Source("heap", text), _read)
    assert (fixed.source.text, fixed.made, len(fixed.waiting)) == (text, (), 1)
    assert set(_levels(text)) == {"perhaps"}
