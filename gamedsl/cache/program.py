"""Identifies the running program: other sources of this package may make other entries from the same rules."""

from __future__ import annotations

import os
import time
from collections.abc import Iterator
from functools import cache
from hashlib import sha256

import gamedsl_interpreter

_BEGAN = time.time_ns()
_ENDINGS = (".py", ".json")


@cache
def program() -> str | None:
    """Returns a digest of path, size and time of all sources of the package. None if they cannot be listed, or if one of them has changed since this
    program began: then it is unknown which version runs."""
    found = sha256()
    try:
        for path in (os.path.dirname(os.path.dirname(__file__)), gamedsl_interpreter.__path__[0]):
            for place, size, changed in sorted(_sources(path)):
                if changed >= _BEGAN:
                    return None
                found.update(f"{place}\0{size}\0{changed}\n".encode())
    except OSError:
        return None
    return found.hexdigest()


def _sources(folder: str) -> Iterator[tuple[str, int, int]]:
    """Yields path, size and time in nanoseconds of the sources in a folder."""
    with os.scandir(folder) as found:
        for file in found:
            if file.name.endswith(_ENDINGS):
                about = file.stat()
                yield file.path, about.st_size, about.st_mtime_ns
            elif file.is_dir() and file.name != "__pycache__":
                yield from _sources(file.path)
