"""Reads the files that every page contains."""

from __future__ import annotations

from gamedsl.package_files import package_bytes


def read_runtime(name: str) -> str:
    """Returns the text of a file of the runtime of pages: such as `page.js` or `symbols.svg`. Raises FileNotFoundError."""
    return package_bytes("gamedsl.page", "runtime", name).decode("utf-8")
