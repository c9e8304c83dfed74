"""Reads the data files of this package, wherever it is loaded from: a folder, a zip file, or any other source that a loader supports."""

from __future__ import annotations

import os
import sys
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from importlib.resources.abc import Traversable


def package_bytes(package: str, *path: str) -> bytes:
    """Returns the content of the file at this path below an imported package. Raises FileNotFoundError."""
    folder = os.path.dirname(sys.modules[package].__file__ or "")
    try:
        with open(
            os.path.join(folder, *path), "rb"
        ) as file:  # `importlib.resources` and `pathlib` take long to read in
            return file.read()
    except OSError:
        return _unpack(package, *path)


def _unpack(package: str, *path: str) -> bytes:
    """Returns the content of a file that its loader knows. `importlib.resources` would read the list of files of an archive again for each file."""
    from pkgutil import get_data

    try:
        content = get_data(package, "/".join(path))
    except OSError:
        raise FileNotFoundError(f"there is no `{'/'.join(path)}` in `{package}`") from None
    if content is not None:
        return content
    found = _find(package, *path)
    if found is None:
        raise FileNotFoundError(f"there is no `{'/'.join(path)}` in `{package}`")
    return found.read_bytes()


def list_archived(package: str, folder: str) -> tuple[tuple[str, ...], ...]:
    """Returns the paths of all files below a folder of a package that lies in an archive, in order; empty if there is no such folder."""
    top = _find(package, folder)
    return () if top is None else tuple(sorted(_list_below(top, ())))


def _find(package: str, *path: str) -> Traversable | None:
    from importlib.resources import files

    found = files(package)
    for name in path:
        found = found.joinpath(name)
    return found if found.is_file() or found.is_dir() else None


def _list_below(folder: Traversable, path: tuple[str, ...]) -> list[tuple[str, ...]]:
    found: list[tuple[str, ...]] = []
    for entry in folder.iterdir():
        here = (*path, entry.name)
        found += _list_below(entry, here) if entry.is_dir() else [here]
    return found
