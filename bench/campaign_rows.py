"""What programs about campaigns share: the rows of a folder, and a port for a scheduler."""

from __future__ import annotations

import socket
from pathlib import Path

import polars


def rows_in(folder: Path) -> dict[str, list[tuple[object, ...]]]:
    """Returns the rows by cell, as somebody reads them who knows nothing of the index: a match that is there twice is twice in them."""
    return {
        cell.name: polars.read_parquet(cell / "*.parquet").sort("match", "seat").rows()
        for cell in sorted((folder / "parts").glob("cell=*"))
    }


def free_port() -> int:
    """Returns a port of this machine that nobody listens at."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port: int = free.getsockname()[1]
        return port
