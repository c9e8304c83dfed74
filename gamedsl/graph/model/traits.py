"""The traits of a class of formulas, declared once beside the class; every pass that asks about classes reads it here.

Two more facts need no trait. The group of a class is the union to which it belongs (`Place`, `Scalar`, …): the back ends have one module for each. A
formula can fail if it has a `site`, unless `totality` proves the opposite.
"""

from __future__ import annotations

from collections.abc import Callable
from enum import IntEnum
from typing import Literal, TypeVar

from gamedsl.values import frozen

Class = TypeVar("Class", bound=type)


class Binding(IntEnum):
    """The binding strength of a form, loosest first (language reference, Expressions)."""

    WHERE = 0
    IF = 1
    OR = 2
    AND = 3
    NOT = 4
    COMPARE = 5
    RANGE = 6
    SUM = 7
    PRODUCT = 8
    UNARY = 9
    POSTFIX = 10


Elements = Literal["few", "near", "some", "same", "all"]
"""How many elements a collection has in an ordinary position: a few, as it depends on the position; as many as an entry of a table has (neighbours, lines);
some of those of the first formula inside; the same number as that formula; all that its type allows."""

Size = Literal["atom", "normal", "search"]
"""How much code a formula becomes in a module. A search goes through a board."""


@frozen
class Traits:
    """The traits of a class of formulas."""

    text: str | None = None
    """The form in rules, for example `{item:RANGE} in {source:RANGE}`: see `formula_text`. None: the form depends on what is inside, and `formula_text`
    has a function for it."""
    binds: Binding = Binding.POSTFIX
    """The binding strength of that form."""
    is_silent: bool = False
    """Rules do not mention it: only the exact text has this form, any other text is that of the first formula inside."""
    is_static: bool = True
    """If all that is inside is known before a match, so is the value. False for what reads the position, and for what is computed in matches only."""
    searches: str | None = None
    """The attribute with the set through which one evaluation searches."""
    elements: Elements = "few"
    """Of a collection."""
    size: Size = "normal"


_TRAITS: dict[type, Traits] = {}
_NONE = Traits()


def traits(
    text: str | None = None,
    *,
    binds: Binding = Binding.POSTFIX,
    is_silent: bool = False,
    is_static: bool = True,
    searches: str | None = None,
    elements: Elements = "few",
    size: Size = "normal",
) -> Callable[[Class], Class]:
    """Declares the traits of a class of formulas."""
    declared = Traits(text, binds, is_silent, is_static, searches, elements, size)

    def declare(kind: Class) -> Class:
        _TRAITS[kind] = declared
        return kind

    return declare


def traits_of(formula: object) -> Traits:
    """Returns the traits of the formula's class."""
    return _TRAITS.get(formula.__class__, _NONE)
