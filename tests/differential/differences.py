"""What a comparison has found: a difference is a value, so that a long run continues after it."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

from attrs import frozen

T = TypeVar("T")


@frozen
class Difference:
    """The executors differ, or one of them has broken down; `words` say how, and where."""

    words: str


def compared_by(deed: Callable[[], T]) -> T | Difference:
    """What a comparison gives, or the difference that ends it."""
    try:
        return deed()
    except Exception as error:  # noqa: BLE001 (rules that check never break an executor: whatever it raises is a difference)
        notes = getattr(error, "__notes__", [])
        return Difference(f"{type(error).__name__}: {'; '.join([str(error), *notes])}"[:2000])
