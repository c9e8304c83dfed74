"""Actions for fields and their types, and for declarations with parameters outside the rules."""

from __future__ import annotations

from gamedsl.source import Span
from gamedsl.syntax.build.actions import Actions, CaseLine, Lost, Said, drop_lost, number
from gamedsl.syntax.lines import Token
from gamedsl.syntax.tree import data, declarations, fields, formulas
from gamedsl.values import frozen

Members = tuple[fields.Field | fields.Define, ...]
KindMember = fields.Field | fields.Define | declarations.Whenever | declarations.Rule


@frozen
class EachBlock:
    """The content of a block `each …:`."""

    doc: str | None
    columns: tuple[declarations.Column, ...] = ()
    members: tuple[KindMember, ...] = ()


class FieldActions(Actions):
    """Builds fields, their types and attributes, `let` functions and named picks."""

    __slots__ = ()

    def on_shared(self, at: Span, block: tuple[str | None, Members]) -> fields.Fields:
        return fields.Fields(None, *block, span=at)

    def on_per_element(
        self, at: Span, owner: Token, of: Token | None, zones: tuple[Token, ...] | None, block: EachBlock
    ) -> fields.Fields | declarations.KindBlock:
        """Builds the fields of all elements of a type; a block that says more is one of a kind."""
        members = tuple([m for m in block.members if isinstance(m, fields.Field | fields.Define)])
        if of is None and zones is None and not block.columns and members == block.members and members:
            return fields.Fields(self.ident(owner), block.doc, members, span=at)
        return declarations.KindBlock(
            self.ident(owner),
            self.maybe(of),
            self.idents(zones or ()),
            block.doc,
            block.columns,
            block.members,
            span=at,
        )

    def on_each_block(
        self, at: Span, doc: str | None, columns: tuple[declarations.Column, ...] | None, *members: KindMember | Lost
    ) -> EachBlock:
        return EachBlock(doc, columns or (), drop_lost(members))

    def on_only_columns(self, at: Span, doc: str | None, columns: tuple[declarations.Column, ...]) -> EachBlock:
        return EachBlock(doc, columns)

    def on_only_doc(self, at: Span, doc: str | None) -> EachBlock:
        return EachBlock(doc)

    def on_of_component(self, at: Span, component: Token) -> Token:
        return component

    def on_in_zones(self, at: Span, openly: Said | None, *zones: Token) -> tuple[Token, ...]:
        if openly is not None:
            self.marks.append(Span(self.source.name, zones[0][2], zones[-1][3]))
        return zones

    def on_columns(self, at: Span, *columns: declarations.Column) -> tuple[declarations.Column, ...]:
        return columns

    def on_column(self, at: Span, heading: Token, cell: data.Cell) -> declarations.Column:
        named = self.ident(heading)
        return declarations.Column(data.CellName(named.text, span=named.span), cell, span=at)

    def on_column_of_zone(self, at: Span, zone: Token, copies: Token) -> declarations.Column:
        named, count = self.ident(zone), self.ident(copies)
        heading = data.CellZone(named, span=named.span)
        return declarations.Column(heading, data.CellNumber(number(copies), span=count.span), span=at)

    def on_field_block(
        self, at: Span, doc: str | None, *members: fields.Field | fields.Define | Lost
    ) -> tuple[str | None, Members]:
        return doc, drop_lost(members)

    # ------------------------------------------------------------ types

    def on_maybe_optional(self, at: Span, of: fields.TypeName | fields.RangeType, none: Said | None) -> fields.TypeExpr:
        return of if none is None else fields.OptionalType(of, span=at)

    def on_union(self, at: Span, *types: fields.TypeName, none: Said | None) -> fields.UnionType | fields.OptionalType:
        names = tuple(sort.name for sort in types)
        union = fields.UnionType(names, span=names[0].span.to(names[-1].span))
        return union if none is None else fields.OptionalType(union, span=at)

    # ------------------------------------------------------------ attributes

    # ------------------------------------------------------------ functions and named picks

    def on_define_cases(
        self,
        at: Span,
        name: Token,
        params: tuple[fields.Param, ...] | None,
        subject: formulas.Expr,
        doc: str | None,
        *lines: CaseLine,
    ) -> fields.Define:
        return fields.Define(self.declare(name), params or (), self.cases(at, subject, lines), doc, span=at)
