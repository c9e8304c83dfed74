"""Formulas, and the contents of brackets."""

from __future__ import annotations

from typing import Literal

from gamedsl.syntax.tree.node import Declared, Ident, Node
from gamedsl.values import frozen

UNREAD = "?"
"""The name that replaces a formula that could not be read. It is reported already."""


@frozen
class Name(Node):
    id: str


@frozen
class Number(Node):
    value: int


@frozen
class FlagLiteral(Node):
    value: bool


@frozen
class NoneLiteral(Node):
    """`none`."""


@frozen
class Me(Node):
    """`me`."""


@frozen
class It(Node):
    """`it`."""


@frozen
class Placed(Node):
    """`Horse from hand`: pieces with the zone in which they lie, in moves of examples."""

    of: Expr
    zone: Expr


@frozen
class SomeOf(Node):
    """`3 Horse`: a number of pieces of one kind."""

    number: int
    name: Ident


@frozen
class ListLiteral(Node):
    items: Args


@frozen
class Named(Node):
    """`name = value` among arguments."""

    name: Ident
    value: Expr


@frozen
class Comprehension(Node):
    """`body for var in source` among arguments or list items; `choose` is the n of `for var in n of source`.

    `second` is the b of `for a, b in source`. Further loops are nested: the body of the first `for` is the comprehension of the second.
    """

    body: Expr | Comprehension
    var: Declared
    source: Expr
    choose: Expr | None = None
    second: Declared | None = None


@frozen
class Filter(Node):
    """`source where condition`; `name` is the x of `source as x where condition`."""

    source: Expr
    condition: Expr
    name: Declared | None = None


@frozen
class Leading(Node):
    """`source while condition`, or `source as name while condition`."""

    source: Expr
    condition: Expr
    name: Declared | None = None


@frozen
class Key(Node):
    direction: Literal["highest", "lowest"]
    value: Expr


@frozen
class Sort(Node):
    """`source by keys`, or `source as name by keys`."""

    source: Expr
    keys: tuple[Key, ...]
    name: Declared | None = None


@frozen
class Ternary(Node):
    """`yes if condition else no`."""

    condition: Expr
    yes: Expr
    no: Expr


@frozen
class MatchExpr(Node):
    """`match subject (A: x, B, C: y, else: z)`, or its block: each arm has its values and its result."""

    subject: Expr
    arms: tuple[tuple[tuple[Expr, ...], Expr], ...]
    otherwise: Expr | None


BinaryOp = Literal["or", "and", "is", "is not", "in", "not in", "<", "<=", ">", ">=", "..", "+", "-", "*"]


@frozen
class Binary(Node):
    op: BinaryOp
    left: Expr
    right: Expr


@frozen
class Divide(Node):
    left: Expr
    right: Expr
    rounding: Literal["up", "down"]


@frozen
class Unary(Node):
    op: Literal["not", "-"]
    operand: Expr


@frozen
class Attribute(Node):
    of: Expr
    name: Ident


@frozen
class Index(Node):
    of: Expr
    args: Args


@frozen
class Apply(Node):
    of: Expr
    args: Args


Expr = (
    Name | Number | FlagLiteral | NoneLiteral | Me | It | SomeOf | ListLiteral | Filter | Leading | Sort
    | Ternary | MatchExpr | Binary | Divide | Unary | Attribute | Index | Apply | Placed
)  # fmt: skip
Arg = Expr | Named | Comprehension
Args = tuple[Arg, ...]


Literal_ = Name | Number | FlagLiteral
