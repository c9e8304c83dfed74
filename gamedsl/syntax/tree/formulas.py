"""The nodes of formulas, and of the contents of brackets."""

from __future__ import annotations

from typing import Literal

from gamedsl.source import Span
from gamedsl.syntax.tree.node import Ident, span_field
from gamedsl.values import frozen

UNREAD = "?"
"""The name that replaces a formula that could not be read. It is reported already."""


@frozen
class Name:
    id: str
    span: Span = span_field()


@frozen
class Number:
    value: int
    span: Span = span_field()


@frozen
class FlagLiteral:
    value: bool
    span: Span = span_field()


@frozen
class NoneLiteral:
    span: Span = span_field()


@frozen
class Me:
    span: Span = span_field()


@frozen
class It:
    span: Span = span_field()


@frozen
class Placed:
    """`Horse from hand`: pieces with the zone in which they lie, in moves of examples."""

    of: Expr
    zone: Expr
    span: Span = span_field()


@frozen
class SomeOf:
    """`3 Horse`: a number of pieces of one kind."""

    number: int
    name: Ident
    span: Span = span_field()


@frozen
class ListLiteral:
    items: tuple[Arg, ...]
    span: Span = span_field()


@frozen
class Named:
    """`name = value` among arguments."""

    name: Ident
    value: Expr
    span: Span = span_field()


@frozen
class Comprehension:
    """`body for var in source` among arguments or list items; `choose` is the n of `for var in n of source`.

    `second` is the b of `for a, b in source`. Further loops are nested: the body of the first `for` is the comprehension of the second.
    """

    body: Expr | Comprehension
    var: Ident
    source: Expr
    choose: Expr | None = None
    second: Ident | None = None
    span: Span = span_field()


@frozen
class Filter:
    """`source where condition`; `name` is the x of `source as x where condition`."""

    source: Expr
    condition: Expr
    name: Ident | None = None
    span: Span = span_field()


@frozen
class Leading:
    """`source while condition`, or `source as name while condition`."""

    source: Expr
    condition: Expr
    name: Ident | None = None
    span: Span = span_field()


@frozen
class Key:
    direction: Literal["highest", "lowest"]
    value: Expr
    span: Span = span_field()


@frozen
class Sort:
    """`source by keys`, or `source as name by keys`."""

    source: Expr
    keys: tuple[Key, ...]
    name: Ident | None = None
    span: Span = span_field()


@frozen
class Ternary:
    """`yes if condition else no`."""

    condition: Expr
    yes: Expr
    no: Expr
    span: Span = span_field()


@frozen
class MatchExpr:
    """`match subject (A: x, B, C: y, else: z)`, or its block: each arm has its values and its result."""

    subject: Expr
    arms: tuple[tuple[tuple[Expr, ...], Expr], ...]
    otherwise: Expr | None
    span: Span = span_field()


BinaryOp = Literal["or", "and", "is", "is not", "in", "not in", "<", "<=", ">", ">=", "..", "+", "-", "*"]


@frozen
class Binary:
    op: BinaryOp
    left: Expr
    right: Expr
    span: Span = span_field()


@frozen
class Divide:
    left: Expr
    right: Expr
    rounding: Literal["up", "down"]
    span: Span = span_field()


@frozen
class Unary:
    op: Literal["not", "-"]
    operand: Expr
    span: Span = span_field()


@frozen
class Attribute:
    of: Expr
    name: Ident
    span: Span = span_field()


@frozen
class Index:
    of: Expr
    args: tuple[Arg, ...]
    span: Span = span_field()


@frozen
class Apply:
    of: Expr
    args: tuple[Arg, ...]
    span: Span = span_field()


Expr = (
    Name | Number | FlagLiteral | NoneLiteral | Me | It | SomeOf | ListLiteral | Filter | Leading | Sort
    | Ternary | MatchExpr | Binary | Divide | Unary | Attribute | Index | Apply | Placed
)  # fmt: skip
Arg = Expr | Named | Comprehension


Literal_ = Name | Number | FlagLiteral
