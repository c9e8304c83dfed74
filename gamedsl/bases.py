"""Finds the files that rules build on, in one order for all programs: by path, beside the file, above it, on the search path, among the shipped games."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Sequence
from errno import EFBIG
from functools import cache
from typing import TYPE_CHECKING

from gamedsl.package_files import list_archived, package_bytes
from gamedsl.source import Source
from gamedsl.values import define, field, frozen

if TYPE_CHECKING:
    from pathlib import Path

SUFFIX = ".gdl"
LOOK_SUFFIX = ".look.toml"
VARIABLE = "GAMEDSL_PATH"
"""The variable with the folders of the search path, separated as usual on the system."""
LARGEST = 16 << 20
"""Bytes of the largest file that is read. Devices such as /dev/zero never end."""
LONGEST_NAME = 200
"""The most characters of a name that is searched; file systems allow no longer names."""

_INSIDE = ("", "variants", "games", "games/variants")
"""The fixed subfolders in which files are searched, relative to a folder with rules."""


@frozen
class Found:
    """The file that was found, and others of the same name that are equally near but have a different text."""

    path: Path
    others: tuple[Path, ...]


def find(name: str, start: str | Path, more: Sequence[str] = ()) -> Found | None:
    """Finds the rules of the game or variant called `name`, the file at this relative path (`"../chess.gdl"`), or the CSV file of this name.

    `start` is the folder of the file that builds on it; `more` are folders that are searched before those of `GAMEDSL_PATH`.
    """
    wanted = name if name.endswith((SUFFIX, ".csv")) else f"{name}{SUFFIX}"
    if "*" in wanted:
        return None
    for step in _steps(wanted, start, more):
        places = list(dict.fromkeys(place.resolve() for place in step if has_file(place)))
        if places:
            first = next(place for place in step if has_file(place))
            return Found(first, tuple(place for place in places[1:] if _differs(places[0], place)))
    return None


def path_of(rules: str, more: Sequence[str] = ()) -> str:
    """Returns the path of a rules file, or of the game or variant of this name if there is no such file."""
    if not rules.isidentifier() or len(rules) > LONGEST_NAME or os.path.exists(rules):
        return rules
    from pathlib import Path

    found = find(rules, Path.cwd(), more)
    return rules if found is None else short_path(found.path)


def short_path(place: Path) -> str:
    """Returns a path for messages: relative to the current folder if that is not far away."""
    near = os.path.relpath(place)
    return str(place) if near.startswith(os.path.join("..", "..", "..")) else near


def rules_names(start: str | Path, more: Sequence[str] = ()) -> tuple[str, ...]:
    """Returns the names of all rules that can be found, for suggestions."""
    places = (place for step in _steps(f"*{SUFFIX}", start, more) for place in step)
    return tuple(sorted({place.stem for place in places}))


def files_of_games() -> tuple[Path, ...]:
    """Returns the rules files that come with the language. If the package lies in a zip file, they exist in no folder, but `content` can read them."""
    folder = _folder_of_games()
    if folder.is_dir():
        return tuple(sorted(folder.rglob(f"*{SUFFIX}")))
    return tuple(sorted(folder.joinpath(*path) for path in _paths_in_archive() if path[-1].endswith(SUFFIX)))


def content(place: str, most: int | None = None) -> bytes:
    """Reads the first bytes of a file (None: all), which may be a shipped one in a zip file. Raises OSError, also for all of a file that has more than
    `LARGEST`, and ValueError for an impossible path."""
    try:
        with open(place, "rb") as file:
            data = file.read(LARGEST + 1 if most is None else most)
            if most is None and len(data) > LARGEST:
                raise OSError(EFBIG, f"there are more than {LARGEST >> 20} megabytes in it", place)
            return data
    except (FileNotFoundError, NotADirectoryError):
        path = _archive_path(place)
        if path is None:
            raise
        return package_bytes("gamedsl", "games", *path)


def _archive_path(place: str | Path) -> tuple[str, ...] | None:
    """Returns the path inside the archive of shipped games; None if it is not there."""
    if not _paths_in_archive():
        return None
    below = os.path.relpath(os.path.abspath(place), _folder_of_games())
    path = tuple(below.split(os.sep))
    return path if path in _paths_in_archive() else None


@cache
def _paths_in_archive() -> frozenset[tuple[str, ...]]:
    """Returns the paths of the shipped games, if the package lies in an archive."""
    return frozenset() if os.path.isdir(os.path.dirname(__file__)) else frozenset(list_archived("gamedsl", "games"))


def _steps(wanted: str, folder: str | Path, more: Sequence[str]) -> Iterator[list[Path]]:
    """Yields the places of each step of the search; `wanted` may be a pattern."""
    from pathlib import Path  # imported only when rules build on other files

    start = Path(folder)
    if "/" in wanted:
        yield [start / wanted]
        yield [Path(folder) / wanted for folder in more]
        return
    for folder in (start, *start.parents):
        yield _match((folder / inside for inside in _INSIDE), wanted)
        yield _match((place for place in _folders(folder / "games") if place.name != "variants"), wanted)
    on_path = [Path(p) for p in (*more, *os.environ.get(VARIABLE, "").split(os.pathsep)) if p]
    yield _match((folder / inside for folder in on_path for inside in _INSIDE), wanted)
    yield [place for place in files_of_games() if place.name == wanted or "*" in wanted]


def _match(folders: Iterator[Path], wanted: str) -> list[Path]:
    if "*" not in wanted:
        return [folder / wanted for folder in folders]
    return [place for folder in folders if _is_folder(folder) for place in sorted(folder.glob(wanted))]


def _folders(above: Path) -> list[Path]:
    return sorted(place for place in above.iterdir() if _is_folder(place)) if _is_folder(above) else []


def _folder_of_games() -> Path:
    """Returns the folder of shipped games: inside the package once it is installed, beside it in a checkout."""
    from pathlib import Path

    own = Path(__file__).parent
    is_inside = (own / "games").is_dir() or not own.is_dir()
    return own / "games" if is_inside else own.parent / "games"


def has_file(place: Path) -> bool:
    """Whether `content` can read a file there."""
    try:
        return place.is_file() or _archive_path(place) is not None
    except (OSError, ValueError):
        return False


def _is_folder(place: Path) -> bool:
    try:
        return os.access(place, os.R_OK) and place.is_dir()
    except (OSError, ValueError):
        return False


def _differs(one: Path, other: Path) -> bool:
    try:
        return content(str(one)) != content(str(other))
    except OSError:
        return True


@define
class Bases:
    """The files that one rules file builds on. `read` returns their text, `name` their name in messages."""

    start: str | Path
    more: tuple[str, ...]
    read: Callable[[Path], str]
    name: Callable[[Path], str]
    sources: dict[str, Source] = field(factory=dict[str, Source])
    clashes: dict[str, tuple[str, ...]] = field(factory=dict[str, tuple[str, ...]])

    def find(self, name: str) -> Source | None:
        """Returns the source of a base or CSV file by its name; the same object each time."""
        if name not in self.sources:
            found = find(name, self.start, self.more)
            if found is None:
                return None
            self.sources[name] = Source(self.name(found.path), self.read(found.path))
            self.clashes[name] = tuple(map(self.name, found.others))
        return self.sources[name]

    def add(self, name: str, here: Path) -> None:
        """Finds a variant that is an addition to the rules: first from the folder `here`, then like a base of the rules. Its own bases may lie beside it."""
        found = find(name, here, self.more)
        if found is None or (found.path in files_of_games() and "/" not in name):
            found = find(name, self.start, self.more) or found
        if found is not None:
            self.more = (str(found.path.parent), *self.more)
            self.sources[name] = Source(self.name(found.path), self.read(found.path))
            self.clashes[name] = tuple(map(self.name, found.others))

    def list_names(self) -> tuple[str, ...]:
        """Returns the names of all rules that can be found."""
        return rules_names(self.start, self.more)

    def others(self, name: str) -> tuple[str, ...]:
        """Returns files with other rules of this name, as near as the chosen one."""
        return self.clashes.get(name, ())
