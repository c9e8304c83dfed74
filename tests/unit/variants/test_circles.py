"""Variants that build on themselves: the finding names the whole circle, from the variant that comes twice."""

from __future__ import annotations

import pytest

from gamedsl.pipeline import parse_files
from gamedsl.source import Source


@pytest.mark.parametrize(
    ("bases", "circle"),
    [
        ({"dry": "dry"}, "`dry` > `dry`"),
        ({"dry": "cold", "cold": "dry"}, "`dry` > `cold` > `dry`"),
        ({"dry": "cold", "cold": "late", "late": "cold"}, "`cold` > `late` > `cold`"),
    ],
)
def test_a_circle_is_named(bases: dict[str, str], circle: str) -> None:
    files = {name: Source(name, f'variant {name} of {base}:\n    "So."\n') for name, base in bases.items()}
    (found,) = (one for one in parse_files(files["dry"], files.get).diagnostics if one.code == "E0704")
    assert found.primary.text == circle
