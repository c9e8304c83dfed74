"""Reads the settings of a project: the table `[tool.gamedsl]` of `pyproject.toml`, or the file `gamedsl.toml`.

off = ["W0902"]          # warnings that are not shown
strict = true            # warnings make `check` fail
exclude = ["drafts/"]    # left out where a folder is checked, tested or formatted
"""

from __future__ import annotations

import os
from collections.abc import Mapping
from typing import cast

from gamedsl.cli.common.exit_codes import WrongUseError
from gamedsl.diagnostics.model import Severity, severity_of
from gamedsl.diagnostics.suggest import closest
from gamedsl.values import frozen

OWN = "gamedsl.toml"
SHARED = "pyproject.toml"
_KNOWN = ("off", "strict", "exclude")


@frozen
class Settings:
    """The settings of a project; `place` is the file that holds them, or empty."""

    off: tuple[str, ...] = ()
    strict: bool = False
    exclude: tuple[str, ...] = ()
    place: str = ""


def settings(start: str = ".") -> Settings:
    """Reads the settings of the nearest file in or above a file or folder. Raises WrongUseError for a file that cannot be understood."""
    folder = os.path.abspath(start)
    while True:
        own, shared = os.path.join(folder, OWN), os.path.join(folder, SHARED)
        if os.path.isfile(own):
            return _settings(own, _read(own))
        if os.path.isfile(shared):
            mine = _table(_table(_read(shared), "tool") or {}, "gamedsl")
            if mine is not None:
                return _settings(shared, mine)
        above = os.path.dirname(folder)
        if above == folder:
            return Settings()
        folder = above


def _read(path: str) -> dict[str, object]:
    import tomllib  # imported here because most runs find no such file

    try:
        with open(path, "rb") as file:
            return dict(tomllib.load(file))
    except (OSError, UnicodeDecodeError, tomllib.TOMLDecodeError) as error:
        raise WrongUseError(f"`{os.path.relpath(path)}` cannot be read: {error}") from None


def _table(table: Mapping[str, object], name: str) -> Mapping[str, object] | None:
    """Returns the table of this name inside another one, if there is one."""
    found = table.get(name)
    # TOML tables always have string keys.
    return cast("dict[str, object]", found) if isinstance(found, dict) else None


def _settings(path: str, table: Mapping[str, object]) -> Settings:
    place = os.path.relpath(path)
    for name in table:
        if name not in _KNOWN:
            near = closest(name, _KNOWN)
            advice = f"did you mean `{near}`?" if near else f"there are {', '.join(f'`{known}`' for known in _KNOWN)}"
            raise WrongUseError(f"`{place}` sets `{name}`, which gamedsl does not know", advice)
    strict = table.get("strict", False)
    if not isinstance(strict, bool):
        raise WrongUseError(f"`strict` in `{place}` is `true` or `false`")
    off = _texts(table, "off", place)
    for code in off:
        _check_code(code, place)
    return Settings(off, strict, _texts(table, "exclude", place), place)


def _texts(table: Mapping[str, object], name: str, place: str) -> tuple[str, ...]:
    value = table.get(name, [])
    items = cast("list[object]", value) if isinstance(value, list) else [None]
    texts = [item for item in items if isinstance(item, str)]
    if len(texts) < len(items):
        raise WrongUseError(f"`{name}` in `{place}` is a list of texts")
    return tuple(texts)


def _check_code(code: str, place: str) -> None:
    from gamedsl.pipeline.catalogue import CATALOGUE  # imported here because playing a saved game does not need it

    if code not in CATALOGUE:
        near = closest(code, CATALOGUE)
        raise WrongUseError(
            f"`{place}` switches off `{code}`, which no finding has", near and f"did you mean `{near}`?"
        )
    if severity_of(code) is Severity.ERROR:
        raise WrongUseError(f"`{place}` switches off `{code}`, which is an error and stays")
