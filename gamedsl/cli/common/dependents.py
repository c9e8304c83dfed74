"""Which rules build on files that have changed: variants of them, directly or through others, and rules with their tables."""

from __future__ import annotations

import os
import re
from collections.abc import Iterator, Sequence

import click

from gamedsl.bases import VARIABLE
from gamedsl.cli.common.exit_codes import CommandError
from gamedsl.cli.common.files import STANDARD_INPUT, open_file, open_rules, search_path
from gamedsl.cli.common.targets import rules_in

TABLE = ".csv"

dependents_option = click.option(
    "--dependents",
    is_flag=True,
    help="Also take the rules in this folder, and on the search path, that build on the files (which may be CSV files).",
)

_MAY_BUILD_ON = re.compile(r"\bvariant\b|\.csv\b", re.IGNORECASE)
"""Rules without these words build on nothing. That saves parsing most of them."""


def with_dependents(files: Sequence[str], exclude: Sequence[str]) -> tuple[str, ...]:
    """The files without CSV files, then what builds on any of them: in the current folder, in those of the files, and on the search path. `exclude` are
    patterns as in `.gitignore`. Raises WrongUseError."""
    changed = {os.path.realpath(_place(path)) for path in files if path != STANDARD_INPUT}
    own = [path for path in files if not path.endswith(TABLE)]
    found = [path for path in _near(files, exclude) if os.path.realpath(path) not in changed]
    return (*own, *(path for path in found if not changed.isdisjoint(_built_on(path))))


def _place(path: str) -> str:
    """Where the rules are: at the path, or at that of the game of this name."""
    return path if os.path.exists(path) or path.endswith(TABLE) else open_rules(path).path


def _near(files: Sequence[str], exclude: Sequence[str]) -> Iterator[str]:
    """The rules among which dependents are looked for, each once."""
    on_path = (*search_path(), *os.environ.get(VARIABLE, "").split(os.pathsep))
    folders = (".", *(os.path.dirname(path) or "." for path in files if path != STANDARD_INPUT), *on_path)
    seen: set[str] = set()
    for folder in folders:
        if os.path.isdir(folder):
            for path in rules_in(folder, exclude):
                place = os.path.realpath(path)
                if place not in seen:
                    seen.add(place)
                    yield path


def _built_on(path: str) -> set[str]:
    """The files that rules build on; none if they cannot be read: then they are no dependents that anybody could check."""
    try:
        files = open_file(path)
        if _MAY_BUILD_ON.search(files.source.text) is not None:
            files.parsed()
    except CommandError:
        return set()
    return {os.path.realpath(source.name) for source in files.bases.sources.values()}
