"""Reads TOML, and finds the lines of sections and keys, which Python's reader does not tell."""

from __future__ import annotations

import re
import tomllib

from gamedsl.json import JsonObject

_HEADER = re.compile(r"\s*\[+\s*([^\]]+?)\s*\]")
_KEY = re.compile(r"\s*((?:[\w-]+|\"[^\"]*\"|'[^']*')(?:\s*\.\s*(?:[\w-]+|\"[^\"]*\"|'[^']*'))*)\s*=")
_WORD = re.compile(r"[\w-]+|\"[^\"]*\"|'[^']*'")


def read_toml(text: str) -> JsonObject:
    """Reads a text. Raises TOMLDecodeError, even where Python's reader raises other errors."""
    try:
        found: JsonObject = tomllib.loads(text)
    except RecursionError:
        raise tomllib.TOMLDecodeError("Too many lists inside each other") from None
    except ValueError as error:
        if isinstance(error, tomllib.TOMLDecodeError):
            raise
        raise tomllib.TOMLDecodeError("A number has too many digits") from None
    return found


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
