"""Every game of this repository has a module: the shipped games in all setups, the nasty files of the zoo, the rules of the documentation."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from docs import pages
from gamedsl import pipeline
from gamedsl.graph.model.game import Game
from gamedsl.source import Source
from gamedsl_interpreter.wasm.emit.build import build_module
from gamedsl_interpreter.wasm.emit.optimise import keep_functions
from games import shipped
from share import few, share
from zoo import zoo

PAGES = [file for page in pages.PAGES for file in pages.rules(page) if file.is_whole and not file.code]


def _games(text: str, name: str) -> Iterator[Game]:
    """The game of each setup; none of rules with mistakes."""
    parsed = pipeline.parse_files(Source(name, text), lambda _: None)
    if not pipeline.check(parsed).has_errors:
        yield from (pipeline.compile(parsed, setup).game for setup in pipeline.setups(parsed)[:2])


@pytest.mark.parametrize("name", few([*shipped.LARGE, *shipped.VARIANTS], 4))
def test_shipped_games(name: str) -> None:
    """Variants, in everyday runs with most people and options (`test_examples` has a module of their first setup), and the setups that are too large to be
    played in tests; `test_volume` plays all others."""
    played = shipped.setups(name) if name in shipped.LARGE else ()
    left = [setup for setup in shipped.every_setup(name) if setup not in played]
    for setup in share(left, len(left), len(left) - 1):
        build_module(shipped.game(name, setup), improve=keep_functions)


@pytest.mark.parametrize(
    "path", share([path for path in zoo.FILES if path.parent.name == "playing"], 14), ids=lambda path: path.stem
)
def test_the_zoo(path: Path) -> None:
    for game in _games(path.read_text(encoding="utf-8"), path.stem):
        build_module(game, improve=keep_functions)


@pytest.mark.parametrize("file", share(PAGES, 20), ids=str)
def test_rules_of_the_documentation(file: pages.Rules) -> None:
    for game in _games(file.text, str(file)):
        build_module(game, improve=keep_functions)
