"""A file of results, one JSON object for each line. Several processes append whole lines to it; what a kill has cut off is left out."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING, TypeVar

from attrs import asdict
from cattrs import structure

from fuzz import json_lines

if TYPE_CHECKING:
    from attrs import AttrsInstance

T = TypeVar("T")


def read(path: Path, kind: type[T]) -> list[T]:
    """The results in the file, as objects of an attrs class; none if there is no file. A last line without its end is left out. ValueError, or cattrs'
    errors, for any other line that is no such result."""
    *lines, _ = path.read_bytes().split(b"\n") if path.exists() else [b""]
    return [structure(json.loads(line), kind) for line in lines]


def continued(path: Path, kind: type[T]) -> list[T]:
    """The results of a file that a run adds to; a last line that was cut off is removed. Errors as in `read`, with the file unchanged."""
    known = read(path, kind)
    json_lines.mend(path)
    return known


def append(path: Path, result: AttrsInstance) -> None:
    """Adds a result as one line, by a single write: no other process's line comes into it."""
    json_lines.append(path, asdict(result))
