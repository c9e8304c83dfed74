"""The tables of docs/internals/adding.md name exactly the files of the product that a construct touches, and these stay few."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

from gamedsl.values import frozen

ROOT = Path(__file__).parents[2]
PAGE = ROOT / "docs" / "internals" / "adding.md"
PRODUCT = ("gamedsl/", "interpreter/gamedsl_interpreter/")
PLACES = tuple(f"`{folder}" for folder in PRODUCT)
GUESSES = ("gamedsl/syntax/guessing/",)
"""What people may have meant by other words: no construct needs a place there."""


@frozen
class Example:
    """A construct that shows which files a construct of its sort touches."""

    section: str
    name: str
    marks: tuple[str, ...]
    """What its files have in common: the names of its classes, and its word as a text of its own."""
    most: int


EXAMPLES = (
    Example("A formula", "reach", (r"\bReach\b", '"reach"'), 8),
    Example("A statement made of others", "flip", (r"\bFlip\b", '"flip"'), 6),
    Example(
        "A declaration",
        "whenever",
        (r"\bWhenever(Symbol)?\b", r"\bWHENEVER\b", '"whenever"', 'title = "a `whenever`'),
        23,
    ),
)
BY_NAME = pytest.mark.parametrize("example", EXAMPLES, ids=[example.name for example in EXAMPLES])


@BY_NAME
def test_the_page_names_the_files_that_a_construct_touches(example: Example) -> None:
    assert sorted(named(example)) == sorted(touched(example))


@BY_NAME
def test_a_construct_touches_few_files(example: Example) -> None:
    assert len(touched(example)) <= example.most


def touched(example: Example) -> set[str]:
    """The files of the product that mention the construct."""
    mark = re.compile("|".join(example.marks))
    return {path for path, text in product() if mark.search(text) and not path.startswith(GUESSES)}


def named(example: Example) -> set[str]:
    """The files of the product in the rows of the section whose last column says what the construct does there."""
    return {path for row in rows(example.section, example.name) for path in re.findall(r"`([^`]+\.(?:py|lark))`", row)}


def rows(section: str, name: str) -> Iterator[str]:
    """The first column of the rows of a section that have a last column for the construct, with more in it than `nothing`."""
    _, _, rest = PAGE.read_text("utf-8").partition(f"\n## {section}\n")
    has_column = False
    for line in rest.partition("\n## ")[0].splitlines():
        cells = [cell.strip("| ") for cell in line.split(" | ")]
        place, done = cells[0], cells[-1]
        if place == "place":
            has_column = done == f"`{name}`"
        elif has_column and place.startswith(PLACES) and not done.startswith("nothing"):
            yield place


@cache
def product() -> tuple[tuple[str, str], ...]:
    paths = (path for folder in PRODUCT for path in sorted((ROOT / folder).rglob("*")))
    return tuple(
        (path.relative_to(ROOT).as_posix(), path.read_text("utf-8"))
        for path in paths
        if path.suffix in (".py", ".lark")
    )
