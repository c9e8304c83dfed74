"""Actions for fields and their types, and for declarations with parameters outside the rules."""

from __future__ import annotations

from typing import Literal

from gamedsl.source import Span
from gamedsl.syntax import tree
from gamedsl.syntax.build.actions import Actions, CaseLine, Lost, Said, kept, number
from gamedsl.syntax.lines import Token
from gamedsl.values import frozen

_Form = Literal["bag", "pile", "slot"]
_FORMS: dict[str, _Form] = {"BAG": "bag", "PILE": "pile", "SLOT": "slot"}

Members = tuple[tree.Field | tree.Define, ...]
KindMember = tree.Field | tree.Define | tree.Whenever | tree.Rule


@frozen
class EachBlock:
    """What stands in a block `each …:`."""

    doc: str | None
    columns: tuple[tree.Column, ...] = ()
    members: tuple[KindMember, ...] = ()


class FieldActions(Actions):
    """Builds fields, their types and attributes, `let` functions and named picks."""

    __slots__ = ()

    def on_shared(self, at: Span, block: tuple[str | None, Members]) -> tree.Fields:
        return tree.Fields(None, *block, span=at)

    def on_per_element(
        self, at: Span, owner: Token, of: Token | None, zones: tuple[Token, ...] | None, block: EachBlock
    ) -> tree.Fields | tree.KindBlock:
        """Builds the fields of all elements of a type; a block that says more is one of a kind."""
        fields = tuple([m for m in block.members if isinstance(m, tree.Field | tree.Define)])
        if of is None and zones is None and not block.columns and fields == block.members and fields:
            return tree.Fields(self.ident(owner), block.doc, fields, span=at)
        return tree.KindBlock(
            self.ident(owner),
            self.maybe(of),
            self.idents(zones or ()),
            block.doc,
            block.columns,
            block.members,
            span=at,
        )

    def on_each_block(
        self, at: Span, doc: str | None, columns: tuple[tree.Column, ...] | None, *members: KindMember | Lost
    ) -> EachBlock:
        return EachBlock(doc, columns or (), kept(members))

    def on_only_columns(self, at: Span, doc: str | None, columns: tuple[tree.Column, ...]) -> EachBlock:
        return EachBlock(doc, columns)

    def on_only_doc(self, at: Span, doc: str | None) -> EachBlock:
        return EachBlock(doc)

    def on_of_component(self, at: Span, component: Token) -> Token:
        return component

    def on_in_zones(self, at: Span, openly: Said | None, *zones: Token) -> tuple[Token, ...]:
        if openly is not None:
            self.marks.append(Span(self.source.name, zones[0][2], zones[-1][3]))
        return zones

    def on_columns(self, at: Span, *columns: tree.Column) -> tuple[tree.Column, ...]:
        return columns

    def on_column(self, at: Span, heading: Token, cell: tree.Cell) -> tree.Column:
        named = self.ident(heading)
        return tree.Column(tree.CellName(named.text, span=named.span), cell, span=at)

    def on_column_of_zone(self, at: Span, zone: Token, copies: Token) -> tree.Column:
        named, count = self.ident(zone), self.ident(copies)
        heading = tree.CellZone(named, span=named.span)
        return tree.Column(heading, tree.CellNumber(number(copies), span=count.span), span=at)

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
