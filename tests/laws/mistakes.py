"""A change of the rules that the laws must notice."""

from __future__ import annotations

from attrs import frozen


@frozen
class Mistake:
    """A text of the rules, what stands in its place, and what that means."""

    meaning: str
    right: str
    wrong: str
