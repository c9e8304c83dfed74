"""`play` in games whose cards lie in rows: rows and options have the names that the look file gives them, and numbers beside each other are told apart."""

from __future__ import annotations

from cli.running import Runs


def test_numbers_that_lie_beside_each_other_are_apart_and_every_card_tells_its_columns(gamedsl: Runs) -> None:
    out = gamedsl("play", "crowded_rows", "--seed", "5", stdin=b"14\nquit\n").out
    assert "\n    1  heads 1\n   14  heads 1\n" in out
    assert "\n 21 29*    83  12 14*    36\n" in out


def test_rows_are_called_as_the_look_file_says_and_may_be_called_as_the_rules_do(gamedsl: Runs) -> None:
    out = gamedsl("play", "colour_rows", "--seed", "5", stdin=b"row 1\nlane 2\nquit\n").out
    assert "   1  row 1\n" in out
    assert "  Ann lays Yellow to row 1.\n" in out
    assert "  Ann lays Blue to row 2.\n" in out


def test_an_option_that_asks_more_later_is_called_by_its_action(gamedsl: Runs) -> None:
    """What it asks is a decision of its own, behind a card that is turned up: the name of that one is the action's."""
    out = gamedsl("play", "colour_rows", "--seed", "5", stdin=b"1\n2\nturn up a card\nquit\n").out
    assert "   1  turn up a card\n   2  take a row: row 2 " in out
    assert "go on" not in out


def test_what_a_sentence_names_is_not_told_before_it(gamedsl: Runs) -> None:
    out = gamedsl("play", "colour_rows", "--seed", "5", stdin=b"1\nquit\n").out
    assert "  Bob turns up Red.\n  Bob lays Red to row 1.\n" in out
    assert "card turned up\n  Bob" not in out
