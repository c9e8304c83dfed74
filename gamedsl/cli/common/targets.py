"""Which rules files a command is asked for: files, and all rules in folders."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterator, Sequence
from typing import TYPE_CHECKING, TypeVar

import click

from gamedsl.bases import SUFFIX
from gamedsl.cli.common.exit_codes import CommandError, ExitCode, FindingsError, WrongUseError
from gamedsl.cli.common.files import STANDARD_INPUT
from gamedsl.cli.common.settings import OWN, SHARED
from gamedsl.cli.common.text import bad
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
    """Before files are changed: asks whether a folder is meant that belongs to no project, which may be a whole disk. `anywhere`: it is. Raises WrongUseError."""
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
"""What a project has in its uppermost folder."""


def rules_files(paths: Sequence[str], exclude: Sequence[str] = ()) -> tuple[str, ...]:
    """The files, and those in folders and below that end in `.gdl`, in order of their names, each once. Left out of folders is what `.gitignore` files or
    `exclude` name, what begins with a dot, and links that lead nowhere, which is said on standard error. Raises WrongUseError for a folder without rules."""
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
    """Says nothing."""


def rules_in(folder: str, exclude: Sequence[str], lost: Callable[[str], None] = _ignore) -> Iterator[str]:
    """The rules in a folder and below, in order of their names; `lost` is told of links that lead nowhere or in a circle. Raises WrongUseError for a folder
    that cannot be read."""
    from pathspec import GitIgnoreSpec  # only folders need it

    top = _Level(os.path.abspath(folder), GitIgnoreSpec.from_lines(exclude))
    yield from _below(folder, (*_levels_above(folder), top), lost)


class _Level:
    """What is left out in a folder and below it."""

    def __init__(self, folder: str, spec: GitIgnoreSpec) -> None:
        self._folder = folder
        self._spec = spec

    def leaves_out(self, path: str, is_folder: bool) -> bool:
        """Whether it says so of a file or folder."""
        below = os.path.relpath(os.path.abspath(path), self._folder).replace(os.sep, "/")
        return self._spec.match_file(f"{below}/" if is_folder else below)


def _levels_above(folder: str) -> tuple[_Level, ...]:
    """The `.gitignore` files above a folder, up to that of its repository."""
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


# ---------------------------------------------------------------- going through them

T = TypeVar("T")


@define
class Reader:
    """Goes through files one by one. What cannot be read is said at once on standard error, and the others come all the same."""

    unread: list[str] = field(factory=list[str])
    """The files that could not be read."""
    wrong: list[str] = field(factory=list[str])
    """Those with mistakes that were shown."""
    reasons: dict[str, str] = field(factory=dict[str, str])

    def each(self, paths: Sequence[str], read: Callable[[str], T]) -> Iterator[T]:
        """What `read` makes of each file. Raises CommandError if it is asked for one file only, which cannot be read."""
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
        """How a command ends that has gone through all files."""
        if self.unread:
            return ExitCode.WRONG_USE
        return ExitCode.FINDINGS if has_findings or self.wrong else ExitCode.SUCCESS
