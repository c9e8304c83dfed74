"""The decorators for classes of values, and their helpers. Classes are written like those of attrs, and type checkers treat them so; `class_making` makes
them at run time, because attrs takes longer to make them than `gamedsl check` takes for a game."""

from __future__ import annotations

from typing import TYPE_CHECKING

__all__ = ["define", "evolve", "field", "field_names", "frozen"]

from gamedsl.class_making import field_names

if TYPE_CHECKING:
    from attrs import define, evolve, field, frozen
else:
    from gamedsl.class_making import define, evolve, field, frozen
