"""A file of results, one JSON object for each line. Several processes append whole lines to it; what a kill has cut off is left out."""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import TYPE_CHECKING, TypeVar

from attrs import asdict
from cattrs import structure

if TYPE_CHECKING:
    from attrs import AttrsInstance

T = TypeVar("T")


def read(path: Path, kind: type[T]) -> list[T]:
    """The results in the file, as objects of an attrs class; none if there is no file. A last line without its end is left out. ValueError, or cattrs'
    errors, for any other line that is no such result."""
    *lines, _ = path.read_bytes().split(b"\n") if path.exists() else [b""]
    return [structure(json.loads(line), kind) for line in lines]


def mend(path: Path) -> None:
    """Takes away a last line that was cut off, so that the next one begins at its beginning. For the one process that starts the others."""
    if path.exists():
        data = path.read_bytes()
        whole = data.rfind(b"\n") + 1
        if whole < len(data):
            os.truncate(path, whole)


def append(path: Path, result: AttrsInstance) -> None:
    """Adds a result as one line, by a single write: no other process's line comes into it."""
    line = json.dumps(asdict(result), ensure_ascii=False, separators=(",", ":")) + "\n"
    file = os.open(path, os.O_WRONLY | os.O_APPEND | os.O_CREAT, 0o644)
    try:
        os.write(file, line.encode())
    finally:
        os.close(file)
