"""The digests of compiled games. Where one changes, saved matches of that game no longer replay: it may change only with a version of the language.

A new file of rules is compared from the next `just bless` on.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from corpus.test_corpus import bases_of
from gamedsl import pipeline
from gamedsl.graph.serial import digest
from gamedsl.source import Source
from games import shipped
from golden.conftest import Compare
from share import IS_WHOLE, share

FOLDER = Path(__file__).parent / "digests"
CORPUS = Path(__file__).parents[1] / "corpus/meaning"


def test_shipped_games(golden: Compare, blessing: bool) -> None:
    _compare("games.txt", list(_of_games()), golden, blessing)


def _compare(name: str, made: list[str], golden: Compare, blessing: bool) -> None:
    if blessing:
        golden(f"digests/{name}", "\n".join(made) + "\n")
    known = (FOLDER / name).read_text("utf-8").splitlines()
    assert {row for row in known if _file_of(row) in set(map(_file_of, made))} - set(made) == set()
    assert ({_file_of(row) for row in known} <= set(map(_file_of, made))) >= IS_WHOLE


def _file_of(row: str) -> str:
    return row.partition("-")[0]


def _of_games() -> Iterator[str]:
    for name in share(shipped.GAMES, 3):
        setup = shipped.setups(name)[-1]
        yield f"{shipped.label(name, setup)}: {digest(shipped.game(name, setup))[:16]}"


def test_every_construct(golden: Compare, blessing: bool) -> None:
    """`of_corpus/graph.txt` has the graphs of other files in everyday runs."""
    _compare("corpus.txt", list(_of_corpus()), golden, blessing)


def _of_corpus() -> Iterator[str]:
    for path in share(sorted(CORPUS.glob("*.gdl")), 2):
        bases = bases_of(path)
        parsed = pipeline.parse_files(Source(path.stem, path.read_text("utf-8")), bases.find, bases)
        setup = list(pipeline.setups(parsed))[-1]
        yield f"{shipped.label(path.stem, setup)}: {digest(pipeline.compile(parsed, setup).game)[:16]}"
