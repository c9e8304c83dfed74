"""The decorators for classes of values, and what goes with them. Classes are written, and read by type checkers, as those of attrs; `class_making` makes
them when the program runs, because attrs takes longer over it than `gamedsl check` over a game."""

from __future__ import annotations

from typing import TYPE_CHECKING

__all__ = ["define", "evolve", "field", "field_names", "frozen"]

from gamedsl.class_making import field_names

if TYPE_CHECKING:
    from attrs import define, evolve, field, frozen
else:
    from gamedsl.class_making import define, evolve, field, frozen
