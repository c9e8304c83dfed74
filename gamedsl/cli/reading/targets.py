"""Finds the rules files for a command: named files, and all rules in named folders."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterator, Sequence
from typing import TYPE_CHECKING, TypeVar

import click

from gamedsl.bases import SUFFIX
from gamedsl.cli.common.exit_codes import CommandError, ExitCode, FindingsError, WrongUseError
from gamedsl.cli.printing.text import bad
from gamedsl.cli.reading.files import STANDARD_INPUT
from gamedsl.cli.reading.settings import OWN, SHARED
from gamedsl.values import define, field

if TYPE_CHECKING:
    from pathspec import GitIgnoreSpec

IGNORED = ".gitignore"

exclude_option = click.option(
    "--exclude",
    multiple=True,
    metavar="PATTERN",
    help="Leave out what matches, in folders; as in .gitignore. May be repeated.",
)


anywhere_option = click.option(
    "--anywhere",
    is_flag=True,
    help="Also change the rules in a folder that belongs to no project: no `.git`, `pyproject.toml` or `gamedsl.toml` is in it or above it.",
)


def check_folders(paths: Sequence[str], anywhere: bool) -> None:
    """Before files are changed, asks for confirmation if a folder belongs to no project, since it may be a whole disk. `anywhere` gives the confirmation.
    Raises WrongUseError."""
    for path in paths:
        if path == STANDARD_INPUT or not os.path.isdir(path or ".") or anywhere or _is_in_project(path):
            continue
        about = f"the folder `{path}` belongs to no project"
        if not sys.stdin.isatty():
            raise WrongUseError(
                f"{about}, and all rules in it and below would be changed",
                "say `--anywhere` if they are meant, name the files, or put an empty `gamedsl.toml` into the folder",
            )
        if not click.confirm(f"{about}: change all rules in it and below?", default=False, err=True):
            raise WrongUseError(f"nothing is changed in `{path}`")


def _is_in_project(folder: str) -> bool:
    at = os.path.abspath(folder)
    while not any(os.path.exists(os.path.join(at, name)) for name in _OF_PROJECTS):
        above = os.path.dirname(at)
        if above == at:
            return False
        at = above
    return True


_OF_PROJECTS = (".git", SHARED, OWN)
"""Files and folders found at the top of a project."""


def rules_files(paths: Sequence[str], exclude: Sequence[str] = ()) -> tuple[str, ...]:
    """Returns the files, and the `.gdl` files in folders and below, ordered by name, each once. In folders, leaves out what `.gitignore` files or
    `exclude` match, names that begin with a dot, and broken links, which are reported on standard error. Raises WrongUseError for a folder without rules."""
    found: dict[str, None] = {}
    for path in paths:
        if path != STANDARD_INPUT and os.path.isdir(path or "."):
            inside = list(rules_in(path, exclude, _say_left_out))
            if not inside:
                raise WrongUseError(f"there are no rules (`*{SUFFIX}`) in the folder `{path}`")
            found.update(dict.fromkeys(inside))
        else:
            found[path] = None
    return tuple(found)


def _say_left_out(path: str) -> None:
    click.echo(f"`{path}` is left out: it is a link that leads nowhere", err=True)


def _ignore(path: str) -> None:
    """Ignores a broken link."""


def rules_in(folder: str, exclude: Sequence[str], lost: Callable[[str], None] = _ignore) -> Iterator[str]:
    """Yields the rules in a folder and below, ordered by name. Calls `lost` for links that lead nowhere or in a circle. Raises WrongUseError for a folder
    that cannot be read."""
    from pathspec import GitIgnoreSpec  # only folders need it

    top = _Level(os.path.abspath(folder), GitIgnoreSpec.from_lines(exclude))
    yield from _below(folder, (*_levels_above(folder), top), lost)


class _Level:
    """The ignore patterns that apply to a folder and everything below it."""

    def __init__(self, folder: str, spec: GitIgnoreSpec) -> None:
        self._folder = folder
        self._spec = spec

    def leaves_out(self, path: str, is_folder: bool) -> bool:
        """Whether the patterns exclude a file or folder."""
        below = os.path.relpath(os.path.abspath(path), self._folder).replace(os.sep, "/")
        return self._spec.match_file(f"{below}/" if is_folder else below)


def _levels_above(folder: str) -> tuple[_Level, ...]:
    """Returns the `.gitignore` patterns above a folder, up to the root of its repository."""
    found: list[_Level] = []
    at = os.path.abspath(folder)
    while not os.path.exists(os.path.join(at, ".git")):
        above = os.path.dirname(at)
        if above == at:
            return ()  # in no repository
        at = above
        found += _level(at)
    return tuple(found)


def _level(folder: str) -> list[_Level]:
    from pathspec import GitIgnoreSpec

    try:
        with open(os.path.join(folder, IGNORED), encoding="utf-8", errors="replace") as file:
            return [_Level(os.path.abspath(folder), GitIgnoreSpec.from_lines(file))]
    except OSError:
        return []


def _below(folder: str, levels: Sequence[_Level], lost: Callable[[str], None]) -> Iterator[str]:
    here = (*levels, *_level(folder))
    try:
        entries = sorted(os.scandir(folder), key=lambda entry: entry.name)
    except OSError as error:
        raise WrongUseError(f"the folder `{folder}` cannot be read: {error.strerror}") from None
    for entry in entries:
        is_folder = entry.is_dir(follow_symlinks=False)
        path = os.path.normpath(entry.path)
        if entry.name.startswith(".") or any(level.leaves_out(path, is_folder) for level in here):
            continue
        if is_folder:
            yield from _below(path, here, lost)
        elif entry.name.endswith(SUFFIX):
            if os.path.isfile(path):  # `entry.is_file` raises in a circle of links
                yield path
            elif entry.is_symlink() and not os.path.exists(path):
                lost(path)


# ---------------------------------------------------------------- reading them one by one

T = TypeVar("T")


@define
class Reader:
    """A reader of several files. It reports files that cannot be read on standard error at once, and continues with the others."""

    unread: list[str] = field(factory=list[str])
    """The files that could not be read."""
    wrong: list[str] = field(factory=list[str])
    """The files with mistakes, which were shown."""
    reasons: dict[str, str] = field(factory=dict[str, str])

    def each(self, paths: Sequence[str], read: Callable[[str], T]) -> Iterator[T]:
        """Yields the result of `read` for each file. Raises CommandError if there is only one file and it cannot be read."""
        for path in paths:
            try:
                yield read(path)
            except CommandError as error:
                if len(paths) == 1:
                    raise
                self.unread.append(path)
                self.reasons[path] = error.message
                click.echo(f"{bad('error')}: {error.message}", err=True)
            except FindingsError:
                self.wrong.append(path)
                self.reasons[path] = "there are mistakes in the rules"

    @property
    def is_clean(self) -> bool:
        """Whether all files could be read and have no mistakes."""
        return not self.unread and not self.wrong

    def code(self, has_findings: bool) -> ExitCode:
        """Returns the exit code of a command that has read all files."""
        if self.unread:
            return ExitCode.WRONG_USE
        return ExitCode.FINDINGS if has_findings or self.wrong else ExitCode.SUCCESS
