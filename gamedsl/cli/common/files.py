"""Rules texts from files and from standard input, with the base files that variants need."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from typing import TYPE_CHECKING

from gamedsl.cli.common.exit_codes import WrongUseError
from gamedsl.diagnostics.suggest import closest
from gamedsl.source import Source
from gamedsl.values import define, field

if TYPE_CHECKING:
    from pathlib import Path

SUFFIX = ".gdl"
STANDARD_INPUT = "-"
LARGEST = 16 << 20
"""Bytes of the largest file that is read; a device such as /dev/zero has no end."""


@define
class Files:
    """The sources of one rules file: itself and, once they were looked for, those it builds on."""

    path: str
    source: Source
    others: dict[str, Source] = field(factory=dict[str, Source])

    def find(self, name: str) -> Source | None:
        """The rules of the game or variant called `name` (or the CSV file of that name): beside the file, in the folders above, in their `variants`
        folders, and among the games that come with the language. The nearest one counts."""
        if name not in self.others:
            place = next(
                (
                    place
                    for place in _places(self.path, name if name.endswith(".csv") else f"{name}{SUFFIX}")
                    if place.is_file()
                ),
                None,
            )
            if place is None:
                return None
            self.others[name] = Source(os.path.relpath(place), read_text(str(place)))
        return self.others[name]

    @property
    def sources(self) -> dict[str, Source]:
        """All sources by the name that diagnostics use."""
        return {source.name: source for source in (self.source, *self.others.values())}


def open_rules(path: str, stdin_name: str | None = None) -> Files:
    """The rules file; `-` is standard input, which findings call by its name. Raises WrongUseError."""
    name = stdin_name or "standard input" if path == STANDARD_INPUT else path
    return Files(path, Source(name, read_text(path)))


def read_text(path: str) -> str:
    """The text of a file, or of standard input for `-`. Raises WrongUseError if there is none."""
    if path == STANDARD_INPUT:
        return _text(sys.stdin.buffer.read(LARGEST + 1), "standard input")
    try:
        if os.path.isdir(path or "."):
            raise WrongUseError(f"`{path}` is a folder", _files_in(path))
        with open(path or ".", "rb") as file:
            return _text(file.read(LARGEST + 1), f"`{path}`")
    except FileNotFoundError:
        raise WrongUseError(f"there is no file `{path}`", _nearest(path)) from None
    except (OSError, ValueError) as error:
        reason = error.strerror if isinstance(error, OSError) and error.strerror else str(error)
        raise WrongUseError(f"`{path}` cannot be read: {reason}") from None


def _text(data: bytes, name: str) -> str:
    if len(data) > LARGEST:
        raise WrongUseError(f"{name} has more than {LARGEST >> 20} megabytes, which no rules need")
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        raise WrongUseError(f"{name} is not a text in UTF-8: byte {error.start} (line {line})") from None


def _files_in(folder: str) -> str | None:
    rules = sorted(name for name in os.listdir(folder or ".") if name.endswith(SUFFIX))
    return f"name a file in it: {', '.join(rules[:8])}{', …' if len(rules) > 8 else ''}" if rules else None


def _nearest(path: str) -> str | None:
    """The file that was probably meant: without its ending, or mistyped."""
    from pathlib import Path  # takes long to read in, and most commands do without

    place = Path(path)
    if place.with_suffix(SUFFIX).is_file():
        return f"did you mean `{place.with_suffix(SUFFIX)}`?"
    folder = place.parent
    near = closest(place.name, [other.name for other in folder.iterdir()]) if folder.is_dir() else None
    return f"did you mean `{folder / near}`?" if near else None


def _places(path: str, name: str) -> Iterator[Path]:
    from pathlib import Path

    start = Path.cwd() if path == STANDARD_INPUT else Path(path).absolute().parent
    for folder in (start, *start.parents):
        yield folder / name
        yield folder / "variants" / name
    yield from sorted(
        (Path(__file__).parents[3] / "games").rglob(name)
    )  # games that come with the language, in a checkout
