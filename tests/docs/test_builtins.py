"""Every built-in name has a heading with an example on its page."""

from __future__ import annotations

import re

from docs import pages
from gamedsl.semantics.model.builtin_names import BUILTIN_NAMES, SIGNATURES

PAGE = "docs/language/builtins.md"

OF_ELEMENTS = {"number", "human", "owner", "row", "col"}
"""What elements have without declaring it."""

OF_PLACES_IN_RULES = {"me", "it"}
"""What the acting player and the tested element are called."""


def test_every_built_in_name_has_a_heading() -> None:
    headings = re.findall(r"^### (\w+)$", pages.text(PAGE), re.MULTILINE)
    assert sorted(headings) == sorted({*SIGNATURES, *BUILTIN_NAMES} | OF_ELEMENTS | OF_PLACES_IN_RULES)


def test_every_heading_has_an_example_that_uses_the_name() -> None:
    parts = re.split(r"^### (\w+)$", pages.text(PAGE), flags=re.MULTILINE)[1:]
    shown = dict(zip(parts[::2], parts[1::2], strict=True))
    assert [name for name, text in shown.items() if not _uses(name, text)] == []


def _uses(name: str, text: str) -> bool:
    example = text.partition(f"example shows_{name}:")[2]
    rules = text.partition("```gdl")[2]
    return bool(example) and re.search(rf"\b{name}\b", rules.replace(f"shows_{name}", "")) is not None
