"""Rules that name seats are compiled for players with any names."""

from __future__ import annotations

from pathlib import Path

from gamedsl import pipeline
from gamedsl.source import Source

_RULES = Path(__file__).parents[2] / "corpus/executors/seats_in_rules.gdl"


def test_the_seats_of_named_players_are_numbered_too() -> None:
    parsed = pipeline.parse_files(Source("rules", _RULES.read_text(encoding="utf-8")), lambda _: None)
    assert [len(specs) for _, _, specs in pipeline.examples(parsed)] == [1]
