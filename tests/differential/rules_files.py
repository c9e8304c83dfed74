"""Rules files to compare executors on: any files or folders, each file in every setup."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import lru_cache
from hashlib import sha256
from pathlib import Path

from attrs import frozen

from gamedsl import pipeline
from gamedsl.bases import Bases
from gamedsl.graph.compiled import Setup
from gamedsl.graph.model.game import Game
from gamedsl.pipeline import Find, Parsed
from gamedsl.source import Source

GAMES = Path(__file__).parents[2] / "games"


@frozen
class RulesSetup:
    """A rules file in one of its setups."""

    path: Path
    setup: Setup

    @property
    def name(self) -> str:
        """The file, the number of people, the options."""
        options = "".join(f"-{name}={value}" for name, value in self.setup.options)
        return f"{self.path.stem}-{self.setup.players}{options}"

    @property
    def key(self) -> str:
        """A digest of all texts that the rules consist of, and of the setup: what was compared under a key is about these rules."""
        parts = [f"{source.name}\n{source.text}" for source in parsed(self.path).sources]
        return sha256("\0".join([*parts, self.name]).encode()).hexdigest()[:12]

    def game(self) -> Game:
        """The compiled rules. Raises NotCompilable."""
        return pipeline.compile(parsed(self.path), self.setup).game


def files(paths: Iterable[Path]) -> list[Path]:
    """The rules files among these files and in these folders, sorted, each once. FileNotFoundError for a path where nothing is."""
    found: set[Path] = set()
    for path in paths:
        if path.is_dir():
            found.update(path.rglob("*.gdl"))
        elif path.is_file():
            found.add(path)
        else:
            raise FileNotFoundError(f"there is no file or folder {path}")
    return sorted(found)


def every_setup(paths: Iterable[Path]) -> Iterator[RulesSetup]:
    """Every setup of every file."""
    for path in paths:
        yield from (RulesSetup(path, setup) for setup in pipeline.setups(parsed(path)))


@lru_cache(maxsize=256)
def parsed(path: Path) -> Parsed:
    """A file, read with all it builds on."""
    return pipeline.parse_files(Source(path.name, path.read_text(encoding="utf-8")), near(path))


def near(path: Path) -> Find:
    """Finds what a file builds on, as all programs do; files are called by their names."""
    return Bases(
        path.absolute().parent, (), lambda place: place.read_text(encoding="utf-8"), lambda place: place.name
    ).find
