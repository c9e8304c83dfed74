"""Files with one line of JSON for each result, to which several processes may add, and which a kill may cut off."""

from __future__ import annotations

import os
from json import dumps
from pathlib import Path


def append(path: Path, line: object) -> None:
    """Add a line in one write, so that no line of another process comes into it."""
    file = os.open(path, os.O_WRONLY | os.O_APPEND | os.O_CREAT, 0o644)
    try:
        os.write(file, (dumps(line, separators=(",", ":")) + "\n").encode())
    finally:
        os.close(file)


def mend(path: Path) -> None:
    """Remove a last line that was cut off, so that the next one begins at its beginning. Only for a process that works alone."""
    if path.exists():
        data = path.read_bytes()
        whole = data.rfind(b"\n") + 1
        if whole < len(data):
            os.truncate(path, whole)
