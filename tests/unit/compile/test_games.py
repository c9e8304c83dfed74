"""Every game in the repository, alone and with every variant, compiles to a sound graph in every setup."""

from __future__ import annotations

from pathlib import Path

import pytest

from gamedsl.graph.bytes.codec import Coder
from gamedsl.pipeline import compile, examples, parse_files, setups
from gamedsl.source import Source
from share import few, share
from tools.verifier.verify import verify

GAMES = Path(__file__).parents[3] / "games"
FILES = sorted(GAMES.rglob("*.gdl"))


def source(path: Path) -> Source:
    return Source(path.stem, path.read_text(encoding="utf-8"))


def find(name: str) -> Source | None:
    return next((source(path) for path in FILES if path.stem == name), None)


@pytest.mark.parametrize("path", few(FILES, 15), ids=lambda path: path.stem)
def test_every_setup_compiles_to_a_sound_graph(path: Path) -> None:
    """In everyday runs half of the files, in the setup with most people and options; tests that play compile the others."""
    parsed = parse_files(source(path), find)
    every = setups(parsed)
    assert every
    for setup in share(every, len(every), len(every) - 1):
        game = compile(parsed, setup).game
        assert verify(game) == [], setup
        Coder(game)


@pytest.mark.parametrize("path", few(FILES, 2, 1), ids=lambda path: path.stem)
def test_fragments_of_examples_leave_the_graph_sound(path: Path) -> None:
    parsed = parse_files(source(path), find)
    for setup, compiled, _ in examples(parsed):
        assert verify(compiled.game, compiled.entries) == [], setup


def test_compiling_is_repeatable() -> None:
    parsed = parse_files(source(GAMES / "gloriana.gdl"), find)
    first, *_ = setups(parsed)
    assert compile(parsed, first).game == compile(parsed, first).game
