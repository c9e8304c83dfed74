"""Guesses the file that was meant by a path that does not exist."""

from __future__ import annotations

from collections.abc import Sequence

from gamedsl.bases import LONGEST_NAME, SUFFIX, rules_names
from gamedsl.diagnostics.suggest import closest


def find_file(path: str, more: Sequence[str] = ()) -> str | None:
    """Returns rules with this name or nearly this name: beside the path, or for a bare name wherever rules are searched (`more` are further folders). None
    if there are none."""
    from pathlib import Path  # imported here because it takes long, and most commands do not need it

    place = Path(path)
    if place.with_suffix(SUFFIX).is_file():
        return str(place.with_suffix(SUFFIX))
    near = (
        _closest_name(place.name, [other.name for other in place.parent.iterdir()]) if place.parent.is_dir() else None
    )
    if near is not None:
        return str(place.parent / near)
    if place.suffix not in ("", SUFFIX) or len(path) > LONGEST_NAME:
        return None
    return _closest_name(place.stem, rules_names(Path.cwd(), more))


def _closest_name(word: str, words: Sequence[str]) -> str | None:
    return word if word in words else closest(word, words)
