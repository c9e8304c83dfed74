"""Finds the lines of sections and keys in a TOML file, which Python's reader does not tell."""

from __future__ import annotations

import re

_HEADER = re.compile(r"\s*\[+\s*([^\]]+?)\s*\]")
_KEY = re.compile(r"\s*((?:[\w-]+|\"[^\"]*\"|'[^']*')(?:\s*\.\s*(?:[\w-]+|\"[^\"]*\"|'[^']*'))*)\s*=")
_WORD = re.compile(r"[\w-]+|\"[^\"]*\"|'[^']*'")


def lines_of_keys(text: str) -> dict[tuple[str, ...], int]:
    """Returns the first line of each section and key."""
    found: dict[tuple[str, ...], int] = {}
    section: tuple[str, ...] = ()
    for number, line in enumerate(text.split("\n"), 1):  # `splitlines` knows more ends of lines than TOML
        header = _HEADER.match(line)
        key = None if header else _KEY.match(line)
        if header:
            section = _words(header[1])
        if header or key:
            path = (*section, *(_words(key[1]) if key else ()))
            for length in range(1, len(path) + 1):
                found.setdefault(path[:length], number)
            found[path] = min(found[path], number) if key else number
    return found


def _words(text: str) -> tuple[str, ...]:
    return tuple(one.strip("\"'") for one in _WORD.findall(text))
