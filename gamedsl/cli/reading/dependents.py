"""Finds the rules that depend on changed files: their variants, direct or indirect, and rules that read their tables."""

from __future__ import annotations

import os
import re
from collections.abc import Iterator, Sequence

import click

from gamedsl.bases import VARIABLE
from gamedsl.cli.common.exit_codes import CommandError
from gamedsl.cli.reading.files import STANDARD_INPUT, open_file, open_rules, search_path
from gamedsl.cli.reading.targets import rules_in

TABLE = ".csv"

dependents_option = click.option(
    "--dependents",
    is_flag=True,
    help="Also take the rules in this folder, and on the search path, that build on the files (which may be CSV files).",
)

_MAY_BUILD_ON = re.compile(r"\bvariant\b|\.csv\b", re.IGNORECASE)
"""Rules without these words have no bases or tables; searching for them avoids parsing most files."""


def with_dependents(files: Sequence[str], exclude: Sequence[str]) -> tuple[str, ...]:
    """Returns the files without the CSV files, followed by all rules that depend on any of them. Searches the current folder, the folders of the files,
    and the search path. `exclude` holds patterns as in `.gitignore`. Raises WrongUseError."""
    changed = {os.path.realpath(_place(path)) for path in files if path != STANDARD_INPUT}
    own = [path for path in files if not path.endswith(TABLE)]
    found = [path for path in _find_candidates(files, exclude) if os.path.realpath(path) not in changed]
    return (*own, *(path for path in found if not changed.isdisjoint(_find_bases(path))))


def _place(path: str) -> str:
    """Returns the path of a rules file, given its path or the name of its game."""
    return path if os.path.exists(path) or path.endswith(TABLE) else open_rules(path).path


def _find_candidates(files: Sequence[str], exclude: Sequence[str]) -> Iterator[str]:
    """Yields the rules files that may be dependents, each once."""
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


def _find_bases(path: str) -> set[str]:
    """Returns the files that rules depend on. Rules that cannot be read have none, since they cannot be checked."""
    try:
        files = open_file(path)
        if _MAY_BUILD_ON.search(files.source.text) is not None:
            files.parse()
    except CommandError:
        return set()
    return {os.path.realpath(source.name) for source in files.bases.sources.values()}
