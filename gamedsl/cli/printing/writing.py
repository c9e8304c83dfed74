"""Writes the files of commands: whole or not at all, never over rules, and over files that the command did not make only with `--force`.

A file is written under another name and then renamed, so that the old file survives a full disk, a kill or a power cut. Decision 18 says
which files count as made by gamedsl.
"""

from __future__ import annotations

import errno
import os
import re
import stat
import sys
from collections.abc import Callable, Generator, Mapping
from contextlib import contextmanager
from pathlib import Path, PurePath
from typing import BinaryIO, TypeVar

import click

from gamedsl.atomic_files import replace_file, write_atomically
from gamedsl.bases import LARGEST, SUFFIX
from gamedsl.cli.common.exit_codes import UnwrittenError, WrongUseError
from gamedsl.cli.printing.json_output import form_asked_for
from gamedsl.cli.printing.made_files import sort_of_file
from gamedsl.cli.printing.paging import show_long
from gamedsl.cli.reading.files import STANDARD_INPUT, Files
from gamedsl.source import decode_rules
from gamedsl.table.text import join_items
from gamedsl.values import frozen

F = TypeVar("F", bound=Callable[..., object])

STANDARD_OUTPUT = STANDARD_INPUT

HTML_ENDINGS = (".html", ".htm")

_RULES = re.compile(rb"(?:\xef\xbb\xbf)?(?:\s*#[^\n]*\n|\s*\n)*\s*(?:game|variant)\s+\w+(?:\s+of\s+\w+)?\s*:")
"""The beginning of a rules file, whatever its name."""


def choose_form(form: str | None, as_json: bool, output: str, endings: Mapping[str, str]) -> str:
    """Returns the requested form; without a request, the form for the file's ending, or text. Raises WrongUseError if `--json` and `--format` differ, and
    for an unknown ending."""
    asked = form_asked_for(form, as_json)
    if asked is not None:
        return asked
    ending = PurePath(output).suffix
    if ending and ending not in endings:
        raise WrongUseError(
            f"nothing is made that ends in `{ending}`", f"there is {join_items(list(endings))}; or say `--format`"
        )
    return endings.get(ending, "text")


def force_option(command: F) -> F:
    """Adds the option that allows overwriting a file that this command did not make."""
    text = "Overwrite a file that this command did not make (never rules)."
    return click.option("--force", is_flag=True, help=text)(command)


@frozen
class Output:
    """A file that a command makes. `is_own` tells from the bytes of a file whether this command made it and could make it again; `sources` are the files
    that the command has read; `force` allows overwriting files that are not its own. `endings` are those that the name may have, if only one form is made."""

    path: str
    is_own: Callable[[bytes], bool]
    sources: tuple[str, ...]
    force: bool
    endings: tuple[str, ...] = ()

    def check(self) -> None:
        """Raises WrongUseError or UnwrittenError before any work is done if `write` would refuse."""
        if self.path == STANDARD_OUTPUT:
            return
        place = Path(self.path)
        if any(_is_same(place, source) for source in self.sources):
            raise WrongUseError(f"`{self.path}` is read by this command: it would write over the rules", _OTHER)
        if place.name.lower().endswith(SUFFIX) or os.path.realpath(place).lower().endswith(SUFFIX):
            raise WrongUseError(f"`{self.path}` is a name for rules, and this is none", _OTHER)
        ending = place.suffix.lower()
        if self.endings and ending and ending not in self.endings:
            known = join_items([f"`{one}`" for one in self.endings], "or")
            raise WrongUseError(f"nothing is made here that ends in `{place.suffix}`", f"let the name end in {known}")
        if (obstacle := _obstacle(place)) is not None:
            raise UnwrittenError(f"`{self.path}` cannot be written: {os.strerror(obstacle)}")
        old = _content(place)
        if old is None or self.is_own(old):
            return
        if _RULES.match(old):
            raise WrongUseError(f"there are rules in `{self.path}`, over which nothing is written", _OTHER)
        if not self.force:
            made = sort_of_file(old)
            what = f"`{self.path}` is {made}" if made else f"there is a file `{self.path}` already"
            reason = "which another command of gamedsl has made" if made else "which cannot be made again"
            raise WrongUseError(f"{what}, {reason}", "name another file, or say `--force` to write over it")

    def write(self, data: str | bytes) -> None:
        """Writes the file, or standard output for `-`. Raises WrongUseError, UnwrittenError."""
        self.check()
        if self.path == STANDARD_OUTPUT:
            show_long(data) if isinstance(data, str) else click.echo(data, nl=False)
        else:
            _write(self.path, encode(data))

    @contextmanager
    def open_file(self) -> Generator[BinaryIO]:
        """Opens the file, or standard output for `-`, for writing in parts. If the writing code raises an exception, the old file stays. Raises
        WrongUseError, UnwrittenError."""
        self.check()
        if self.path == STANDARD_OUTPUT:
            yield sys.stdout.buffer
            return
        try:
            with replace_file(self.path) as file:
                yield file
        except OSError as error:
            raise UnwrittenError(f"`{self.path}` cannot be written: {_reason(error)}") from None


_OTHER = "name another file"


def encode(data: str | bytes) -> bytes:
    """Encodes a text as UTF-8; surrogates from file names are escaped as in JSON."""
    return data if isinstance(data, bytes) else data.encode(errors="backslashreplace")


def sources_of(files: Files) -> tuple[str, ...]:
    """Returns the files of rules: the one that was named, and those it builds on."""
    own = () if files.path == STANDARD_INPUT else (files.path,)
    return (*own, *(source.name for source in files.bases.sources.values()))


def rewrite(path: str, before: str, text: str) -> None:
    """Replaces a rules file by a new text, or prints the text if the rules came from standard input; `before` is the text that was read. Raises
    UnwrittenError, and WrongUseError if the file has changed meanwhile."""
    if path == STANDARD_INPUT:
        click.echo(text, nl=bool(text) and not text.endswith("\n"))
        return
    now = _content(Path(path))
    if now is None or not _is_text(now, before):
        raise WrongUseError(f"`{path}` was changed by somebody else meanwhile, and is left as it is", "try again")
    _write(path, text.encode())


def _is_text(data: bytes, text: str) -> bool:
    try:
        return decode_rules(data) == text
    except UnicodeDecodeError:
        return False


def write_new(path: str, text: str) -> None:
    """Writes a file that does not exist yet. Raises WrongUseError, UnwrittenError."""
    if os.path.lexists(path):
        raise WrongUseError(f"there is a file `{path}` already", "choose another name")
    _write(path, text.encode())


def _write(path: str, data: bytes) -> None:
    try:
        write_atomically(path, data)
    except (OSError, ValueError) as error:
        raise UnwrittenError(f"`{path}` cannot be written: {_reason(error)}") from None


def _obstacle(place: Path) -> int | None:
    """Returns the number of the error with which a file cannot be made; None if nothing is known to be in the way."""
    target = Path(os.path.realpath(place))
    if target.is_dir():
        return errno.EISDIR
    if target.exists() and not target.is_file():  # a pipe or a device is written to directly
        return None
    if not target.parent.is_dir():
        return errno.ENOTDIR if target.parent.exists() else errno.ENOENT
    return None if os.access(target.parent, os.W_OK) else errno.EACCES


def _content(place: Path) -> bytes | None:
    """Reads the bytes of a file; None if there is no file (but perhaps a pipe or a device). If a file is too large, reads only its first bytes."""
    try:
        if not place.exists() or not stat.S_ISREG(place.stat().st_mode):
            return None
        with place.open("rb") as file:
            return file.read(LARGEST + 1)
    except (OSError, ValueError) as error:
        raise UnwrittenError(f"`{place}` cannot be written: {_reason(error)}") from None


def _is_same(place: Path, source: str) -> bool:
    try:
        return place.samefile(source)
    except (OSError, ValueError):
        return False


def _reason(error: Exception) -> str:
    return error.strerror if isinstance(error, OSError) and error.strerror else str(error)
