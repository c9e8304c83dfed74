"""The digests of compiled games. Where one changes, saved matches of that game no longer replay: it may change only with a version of the language."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from corpus.test_corpus import bases_of
from gamedsl import pipeline
from gamedsl.graph.serial import digest
from gamedsl.source import Source
from games import shipped
from golden.conftest import Compare

CORPUS = Path(__file__).parents[1] / "corpus/meaning"


def test_shipped_games(golden: Compare) -> None:
    golden("digests/games.txt", "\n".join(_of_games()) + "\n")


def _of_games() -> Iterator[str]:
    for name in shipped.GAMES:
        setup = shipped.setups(name)[-1]
        yield f"{shipped.label(name, setup)}: {digest(shipped.game(name, setup))[:16]}"


def test_every_construct(golden: Compare) -> None:
    golden("digests/corpus.txt", "\n".join(_of_corpus()) + "\n")


def _of_corpus() -> Iterator[str]:
    for path in sorted(CORPUS.glob("*.gdl")):
        bases = bases_of(path)
        parsed = pipeline.parse_files(Source(path.stem, path.read_text("utf-8")), bases.find, bases)
        setup = list(pipeline.setups(parsed))[-1]
        yield f"{shipped.label(path.stem, setup)}: {digest(pipeline.compile(parsed, setup).game)[:16]}"
