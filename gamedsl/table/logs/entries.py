"""The choices of a match with their effects, while the log puts them into words, and the lines that the log makes of them."""

from __future__ import annotations

import re
from typing import Literal, TypeAlias

from gamedsl.table.logs.folding import Moved
from gamedsl.table.names import WAYS, Names
from gamedsl.values import define, field, frozen

Sort: TypeAlias = Literal["choice", "effect", "phase", "period", "pending"]
BETWEEN = " · "
"""The sign between effects; screen readers pause at it."""


@frozen
class Change:
    """The change of a field, as the rules write its name and its values."""

    name: str
    before: str
    after: str


@frozen
class Gain:
    """Pieces that a seat has got: what is told of them, and their names."""

    text: str
    pieces: tuple[str, ...]


@frozen
class Line:
    """A line of the log: a choice with its sentence, the effects of the choice above it, a phase with the effects that belong to no choice, the beginning of a
    round or deal, or a notice that somebody has made a choice that is not yet known (`pending`)."""

    sort: Sort
    text: str
    is_deal: bool = False
    """Whether a period begins with new cards for all."""
    seat: int | None = None
    """Whose choice it tells, or by whose choice it followed."""
    is_pass: bool = False
    """Whether it tells nothing but a pass."""
    changes: tuple[Change, ...] = ()
    """The fields whose new values an effect tells."""
    gains: tuple[Gain, ...] = ()
    """The parts of an effect that tell which pieces the seat has got."""


@define
class Entry:
    """A choice by `seat`, with its effects. `was` has the earlier values of its fields. `is_open`: it has no effects yet. `is_bare`: its words are only the
    name of the action. `is_said`: the rules have a sentence for it. `group` is the number of a group of choices made together."""

    text: str
    seat: int | None
    group: int
    sort: Sort = "choice"
    is_choice: bool = False
    is_open: bool = False
    is_bare: bool = False
    is_said: bool = False
    is_pass: bool = False
    is_forced: bool = False
    is_deal: bool = False
    is_laid: bool = False
    """Whether the pieces that its words name have moved."""
    heading: str = ""
    """The heading of the phase to which its effects belong; empty if they belong to a choice or a sentence."""
    rolls: list[tuple[str, str]] = field(factory=list[tuple[str, str]])
    moves: list[Moved] = field(factory=list[Moved])
    fields: dict[str, str] = field(factory=dict[str, str])
    was: dict[str, str] = field(factory=dict[str, str])
    chosen: dict[str, str] = field(factory=dict[str, str])
    """The values that a choice selects, by the names of their selections, as the rules write them."""
    looks: list[str] = field(factory=list[str])
    """The observations before anything else followed."""
    others: list[str] = field(factory=list[str])

    @property
    def is_alone(self) -> bool:
        """Whether nothing followed from it."""
        return not (self.moves or self.fields or self.looks or self.others)

    @property
    def is_silent(self) -> bool:
        """Whether it is a pass for which nobody was asked, and after which nothing happened."""
        return self.is_pass and self.is_forced and self.is_alone

    def is_throw_in(self, sentence: str, names: Names) -> bool:
        """Whether a choice is only a throw of dice, and a sentence tells the whole throw."""
        words = re.findall(r"\w+", sentence)
        words += [way for way, (name, *_) in WAYS.items() if name in words]
        values = [re.findall(r"\w+", names.clean(value)) for _, value in self.rolls]
        # A field that only keeps the result of the throw is told with it; a number that has changed is told beside the sentence.
        values += [
            re.findall(r"\w+", names.clean(value)) if not value.isdigit() else [""] for value in self.fields.values()
        ]
        is_alone = not (self.text or self.moves or self.looks or self.others)
        return bool(self.rolls) and is_alone and all(one in words for value in values for one in value)
