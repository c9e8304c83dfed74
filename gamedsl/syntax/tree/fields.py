"""Fields and zones with their types, parameters, and definitions."""

from __future__ import annotations

from typing import Literal

from gamedsl.syntax.tree.formulas import Expr
from gamedsl.syntax.tree.node import Declared, Ident, Node
from gamedsl.syntax.tree.traits import written
from gamedsl.values import frozen


@frozen
class TypeName(Node):
    name: Ident


@frozen
class RangeType(Node):
    low: int
    high: int


@frozen
class SetType(Node):
    of: Ident


@frozen
class UnionType(Node):
    """`ring or lane`: two or more types."""

    names: tuple[Ident, ...]


@frozen
class OptionalType(Node):
    of: TypeName | RangeType | UnionType


@frozen
class ZoneType(Node):
    form: Literal["bag", "pile", "slot"]
    classes: tuple[Ident, ...]


@frozen
class ValueBagType(Node):
    """`bag of 1..6`."""

    form: Literal["bag", "pile", "slot"]
    low: int
    high: int


TypeExpr = TypeName | RangeType | SetType | UnionType | OptionalType | ZoneType | ValueBagType
Indices = tuple[TypeExpr, ...]


@frozen
class SeenBy(Node):
    who: Ident


@frozen
class TopSeen(Node):
    """A visibility of piles: everyone sees the piece on top."""


@frozen
class CountHidden(Node):
    """`, count hidden`."""


@frozen
class ResetEach(Node):
    """`, each round`, `, each turn`, or `, each` phase or rule."""

    period: Ident


@frozen
class Capacity(Node):
    number: int


@frozen
class Refilled(Node):
    source: Ident


@frozen
class NotShown(Node):
    """`, not shown`: players need not see the field, because only the rules use it. It is not secret."""


@frozen
class ShownAs(Node):
    """`, shown as "£{}"`: how players read its number; `several` is for all numbers but one, as in `"{} coin" or "{} coins"`."""

    text: str
    several: str | None


FieldAttribute = SeenBy | TopSeen | CountHidden | ResetEach | Capacity | Refilled | NotShown | ShownAs


@frozen
class Field(Node):
    """A field or a zone. `indices` are the types in `name[index, index]`."""

    name: Declared
    indices: Indices
    type: TypeExpr | None
    start: Expr | None
    attributes: tuple[FieldAttribute, ...]
    doc: str | None

    @property
    def is_shown(self) -> bool:
        """Whether players see it on the table and in logs."""
        return not any(isinstance(one, NotShown) for one in self.attributes)


@frozen
class Param(Node):
    name: Declared
    type: TypeExpr | None


Params = tuple[Param, ...]


@written("let NAME = 3")
@frozen
class Define(Node):
    """`let f(x: t) = e` outside a rule."""

    name: Declared
    params: Params
    value: Expr
    doc: str | None


@written("shared:", "each player:")
@frozen
class Fields(Node):
    """`shared:` (`owner` is `None`) or `each T:`."""

    owner: Ident | None
    doc: str | None
    members: tuple[Field | Define, ...]
