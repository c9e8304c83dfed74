"""The numbers that people type for options: how they are listed, and whether the options have numbers of their own."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from gamedsl.cli.choices.numbers import are_numbers, list_numbers, numbers_text


@pytest.mark.parametrize(
    ("options", "is_so"),
    [
        (["1", "2", "5"], True),
        (["1", "2", "pass"], True),
        (["pass"], False),
        (["pass", "1"], False),
        (["7", "Queen", "10"], True),
        (["Queen", "King"], False),
        (["1", "two"], False),
        ([], False),
    ],
)
def test_options_that_are_numbers(options: Sequence[str], *, is_so: bool) -> None:
    assert are_numbers(options) is is_so


@pytest.mark.parametrize(
    ("options", "text"),
    [
        (["1", "2", "5"], "1, 2 or 5"),
        (["4"], "4"),
        (["1", "2", "pass"], "1, 2 or pass"),
        ([*map(str, range(12))], "0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10 or 11"),
        ([*map(str, range(13))], "0 to 12"),
        ([*map(str, range(2, 51)), "pass"], "2 to 50 or pass"),
        ([*map(str, range(0, 26, 2))], "0, 2, 4, 6, 8, 10, 12, 14, 16, 18, 20, 22 or 24"),
    ],
)
def test_long_rows_of_numbers_are_shortened(options: Sequence[str], text: str) -> None:
    assert numbers_text(options) == text


@pytest.mark.parametrize(
    ("options", "numbers"),
    [
        (["house 3", "house 5"], [3, 5]),
        (["1 coin", "2 coins"], [1, 2]),
        (["house 3", "street 5"], [1, 2]),
        (["house 3", "house 3"], [1, 2]),
        (["house 3", "house 3 or 4"], [1, 2]),
        (["3", "5"], [1, 2]),
        (["fold", "raise"], [1, 2]),
    ],
)
def test_options_keep_their_own_numbers(options: Sequence[str], numbers: Sequence[int]) -> None:
    assert list(list_numbers(options)) == numbers
