"""The file that was probably meant by a path that leads nowhere."""

from __future__ import annotations

from collections.abc import Sequence

from gamedsl.bases import LONGEST_NAME, SUFFIX, known
from gamedsl.diagnostics.suggest import closest


def meant_file(path: str, more: Sequence[str] = ()) -> str | None:
    """Rules of this name or nearly this name: beside the file, or by name alone where rules are looked for (`more` are further folders)."""
    from pathlib import Path  # takes long to read in, and most commands do without

    place = Path(path)
    if place.with_suffix(SUFFIX).is_file():
        return str(place.with_suffix(SUFFIX))
    near = _near(place.name, [other.name for other in place.parent.iterdir()]) if place.parent.is_dir() else None
    if near is not None:
        return str(place.parent / near)
    if place.suffix not in ("", SUFFIX) or len(path) > LONGEST_NAME:
        return None
    return _near(place.stem, known(Path.cwd(), more))


def _near(word: str, words: Sequence[str]) -> str | None:
    return word if word in words else closest(word, words)
