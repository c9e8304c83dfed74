"""Actions for fields and their types, and for declarations with parameters outside the rules."""

from __future__ import annotations

from typing import Literal

from gamedsl.source import Span
from gamedsl.syntax import tree
from gamedsl.syntax.build.actions import Actions, CaseLine, Lost, Said, kept
from gamedsl.syntax.lines import Token

_Form = Literal["bag", "pile", "slot"]
_FORMS: dict[str, _Form] = {"BAG": "bag", "PILE": "pile", "SLOT": "slot"}

Members = tuple[tree.Field | tree.Define, ...]


class FieldActions(Actions):
    """Builds fields, their types and attributes, `let` functions and named picks."""

    __slots__ = ()

    def on_shared(self, at: Span, block: tuple[str | None, Members]) -> tree.Fields:
        return tree.Fields(None, *block, span=at)

    def on_per_element(self, at: Span, owner: Token, block: tuple[str | None, Members]) -> tree.Fields:
        return tree.Fields(self.ident(owner), *block, span=at)

    def on_field_block(
        self, at: Span, doc: str | None, *members: tree.Field | tree.Define | Lost
    ) -> tuple[str | None, Members]:
        return doc, kept(members)

    # ------------------------------------------------------------ types

    def on_maybe_optional(self, at: Span, of: tree.TypeName | tree.RangeType, none: Said | None) -> tree.TypeExpr:
        return of if none is None else tree.OptionalType(of, span=at)

    def on_union(self, at: Span, *types: tree.TypeName, none: Said | None) -> tree.UnionType | tree.OptionalType:
        names = tuple(sort.name for sort in types)
        union = tree.UnionType(names, span=names[0].span.to(names[-1].span))
        return union if none is None else tree.OptionalType(union, span=at)

    # ------------------------------------------------------------ attributes

    # ------------------------------------------------------------ functions and named picks

    def on_define_cases(
        self,
        at: Span,
        name: Token,
        params: tuple[tree.Param, ...] | None,
        subject: tree.Expr,
        doc: str | None,
        *lines: CaseLine,
    ) -> tree.Define:
        return tree.Define(self.declared(name), params or (), self.cases(at, subject, lines), doc, span=at)
