"""Reads rules from files and from standard input, with the base files that variants need."""

from __future__ import annotations

import os
import sys
from typing import TYPE_CHECKING

import click

from gamedsl.additions import NO_ADDITIONS, Additions
from gamedsl.bases import LARGEST, SUFFIX, Bases, content, path_of, short_path
from gamedsl.cli.common.exit_codes import LimitError, WrongUseError
from gamedsl.source import Source, decode_rules
from gamedsl.values import evolve, frozen

if TYPE_CHECKING:
    from gamedsl.pipeline import Parsed, Trees

STANDARD_INPUT = "-"
SEARCH_PATH = "gamedsl.search_path"
"""The key under which a command's context keeps the folders of `--path`."""

ADDITIONS = "gamedsl.additions"
"""The key for the additions of `--variant` and `--set`."""


_TREES = "gamedsl.trees"
"""The key for the trees of the texts that were parsed."""


@frozen
class Files:
    """The sources of one rules file: itself and, once they were looked up, the files it builds on."""

    path: str
    source: Source
    bases: Bases
    additions: Additions = NO_ADDITIONS

    @property
    def name(self) -> str:
        """The name of the rules in messages: the file, and the additions."""
        return f"{self.source.name}{self.additions.text}"

    @property
    def sources(self) -> dict[str, Source]:
        """All sources by the names that diagnostics use."""
        every = (self.source, *self.bases.sources.values(), *self.additions.sources)
        return {source.name: source for source in every}

    def parse(self) -> Parsed:
        """Parses the rules with all files that they build on."""
        from gamedsl.pipeline import parse_files  # imported here because formatting does not need it

        return parse_files(self.source, self.bases.find, self.bases, self.additions, trees())


def open_rules(path: str, stdin_name: str | None = None, added: Additions | None = None) -> Files:
    """Opens a rules file, given its path or the name of a game; `-` is standard input, which findings call by `stdin_name`. Puts `added` on top, or else
    the additions of `--variant` and `--set`. Raises WrongUseError."""
    files = open_file(path_of(path, search_path()), stdin_name)
    additions = additions_asked_for() if added is None else added
    if not additions:
        return files
    from pathlib import Path

    for name in additions.variants:
        files.bases.add(name, Path.cwd())
    return evolve(files, additions=additions)


def open_file(path: str, stdin_name: str | None = None) -> Files:
    """Opens the rules file at a path; `-` is standard input. Raises WrongUseError."""
    name = stdin_name or "standard input" if path == STANDARD_INPUT else path
    text = read_text(path)
    if text.lstrip().startswith("{") and _is_json(text):
        raise WrongUseError(f"`{name}` is JSON and no rules", "`gamedsl replay FILE` tells a saved match")
    start = os.path.join(os.getcwd(), os.path.dirname("" if path == STANDARD_INPUT else path))
    return Files(path, Source(name, text), Bases(start, search_path(), lambda p: read_text(str(p)), short_path))


def _is_json(text: str) -> bool:
    import json  # only for files that begin like JSON

    try:
        json.loads(text)
    except (ValueError, RecursionError):
        return False
    return True


def trees() -> Trees | None:
    """Returns the trees that the running command has parsed so far, so that a base shared by several variants is parsed once."""
    context = click.get_current_context(silent=True)
    if context is None:
        return None
    known: Trees = context.meta.setdefault(_TREES, {})
    return known


def additions_asked_for() -> Additions:
    """Returns the additions that the command line puts on top of the rules."""
    context = click.get_current_context(silent=True)
    additions: Additions = NO_ADDITIONS if context is None else context.meta.get(ADDITIONS, NO_ADDITIONS)
    return additions


def search_path() -> tuple[str, ...]:
    """Returns the folders that `--path` names."""
    context = click.get_current_context(silent=True)
    folders: tuple[str, ...] = () if context is None else context.meta.get(SEARCH_PATH, ())
    return folders


def read_text(path: str) -> str:
    """Reads a file, or standard input for `-`. Raises WrongUseError if it cannot be read, LimitError if it is too long."""
    if path == STANDARD_INPUT:
        if sys.stdin.isatty():
            click.echo("reading rules from the terminal; Ctrl-D ends them", err=True)
        return _text(sys.stdin.buffer.read(LARGEST + 1), "standard input")
    try:
        if os.path.isdir(path or "."):
            raise WrongUseError(f"`{path}` is a folder", _files_in(path))
        return _text(content(path or ".", LARGEST + 1), f"`{path}`")
    except FileNotFoundError:
        if os.path.islink(path):
            raise WrongUseError(f"`{path}` is a link to `{os.readlink(path)}`, which is not there") from None
        raise WrongUseError(f"there is no file `{path}`", _nearest(path)) from None
    except (OSError, ValueError) as error:
        reason = error.strerror if isinstance(error, OSError) and error.strerror else str(error)
        raise WrongUseError(f"`{path}` cannot be read: {reason}") from None


def _text(data: bytes, name: str) -> str:
    if len(data) > LARGEST:
        raise LimitError(f"{name} has more than {LARGEST >> 20} megabytes, which no rules need")
    try:
        return decode_rules(data)
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        raise WrongUseError(f"{name} is not a text in UTF-8: byte {error.start} (line {line})") from None


def _files_in(folder: str) -> str | None:
    rules = sorted(name for name in os.listdir(folder or ".") if name.endswith(SUFFIX))
    return f"name a file in it: {', '.join(rules[:8])}{', …' if len(rules) > 8 else ''}" if rules else None


def _nearest(path: str) -> str | None:
    from gamedsl.reports.meant import find_file

    near = find_file(path, search_path())
    return f"did you mean `{near}`?" if near else None
