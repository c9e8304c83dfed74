"""Rules in, text out: each `case.gdl` stands beside `case.expected`, which is what one stage makes of it.

`compile/`: the nodes of the graph. `emit/`: the function that plays, as the optimiser leaves it. `just bless` writes the
expected texts anew; then read `git diff`.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path

import pytest

from gamedsl import pipeline
from gamedsl.graph.model.game import Game
from gamedsl.graph.text.names import Style, words
from gamedsl.graph.text.node_text import cluster_lines, clusters
from gamedsl.source import Source
from gamedsl_interpreter.wasm.emit.assembly.function import Fn
from gamedsl_interpreter.wasm.emit.build import build_module
from gamedsl_interpreter.wasm.emit.optimise import optimise_functions
from gamedsl_interpreter.wasm.emit.optimise.ranges import Range
from tools.wasm_text import listing

HERE = Path(__file__).parent
CASES = sorted(HERE.rglob("*.gdl"))

_ADDRESS = re.compile(r"\b\d{4,}\b")


def _game(path: Path) -> Game:
    parsed = pipeline.parse_files(Source(path.name, path.read_text(encoding="utf-8")), lambda _: None)
    return pipeline.compile(parsed, pipeline.setups(parsed)[0]).game


def _nodes(game: Game) -> str:
    exact = words(game, Style.EXACT)
    return "\n\n".join("\n".join(cluster_lines(exact, cluster)) for cluster in clusters(game.nodes))


def _player(game: Game) -> str:
    """The function `go`. Its addresses of working memory are numbered anew, so that a case shows code and no layout."""
    final: list[Fn] = []

    def improve(
        functions: Sequence[Fn], exports: Sequence[str], data: Sequence[tuple[int, bytes]], bounds: Mapping[int, Range]
    ) -> list[Fn]:
        final[:] = optimise_functions(functions, exports, data, bounds)
        return final

    build_module(game, improve=improve)
    text = next(listing(function) for function in final if function.name == "go")
    numbers: dict[str, str] = {}
    return _ADDRESS.sub(lambda address: numbers.setdefault(address[0], f"@{len(numbers)}"), text)


STAGES: dict[str, Callable[[Game], str]] = {"compile": _nodes, "emit": _player}


@pytest.mark.parametrize("path", CASES, ids=lambda path: f"{path.parent.name}-{path.stem}")
def test_case(path: Path, blessing: bool) -> None:
    text = STAGES[path.parent.name](_game(path)) + "\n"
    expected = path.with_suffix(".expected")
    if blessing:
        expected.write_text(text, encoding="utf-8", newline="\n")
    assert text == expected.read_text(encoding="utf-8")


def test_every_expected_text_has_its_case() -> None:
    assert {path.with_suffix(".gdl") for path in HERE.rglob("*.expected")} == set(CASES)
