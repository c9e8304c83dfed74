"""Actions for fields and their types, and for declarations with parameters outside the rules."""

from __future__ import annotations

from typing import Literal

from gamedsl.source import Span
from gamedsl.syntax import tree
from gamedsl.syntax.build.actions import Actions, CaseLine, Lost, kept, number, string
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

    def on_field(
        self,
        at: Span,
        name: Token,
        indices: tuple[tree.TypeExpr, ...] | None,
        sort: tree.TypeExpr | None,
        start: tree.Expr | None,
        *attributes: tree.FieldAttribute,
        doc: Token | None,
    ) -> tree.Field:
        return tree.Field(self.declared(name), indices or (), sort, start, attributes, string(doc), span=at)

    def on_indices(self, at: Span, *indices: tree.TypeExpr) -> tuple[tree.TypeExpr, ...]:
        return indices

    # ------------------------------------------------------------ types

    def on_zone(self, at: Span, form: _Form, *classes: Token) -> tree.ZoneType:
        return tree.ZoneType(form, self.idents(classes), span=at)

    def on_value_bag(self, at: Span, form: _Form, low: Token, high: Token) -> tree.ValueBagType:
        return tree.ValueBagType(form, number(low), number(high), span=at)

    def on_zone_word(self, at: Span, word: Token) -> _Form:
        return _FORMS[word[0]]

    def on_set_of(self, at: Span, name: Token) -> tree.SetType:
        return tree.SetType(self.ident(name), span=at)

    def on_maybe_optional(
        self, at: Span, of: tree.TypeName | tree.RangeType, none: Literal[True] | None
    ) -> tree.TypeExpr:
        return of if none is None else tree.OptionalType(of, span=at)

    def on_union(
        self, at: Span, *types: tree.TypeName, none: Literal[True] | None
    ) -> tree.UnionType | tree.OptionalType:
        names = tuple(sort.name for sort in types)
        union = tree.UnionType(names, span=names[0].span.to(names[-1].span))
        return union if none is None else tree.OptionalType(union, span=at)

    def on_none_type(self, at: Span) -> Literal[True]:
        return True

    def on_type_name(self, at: Span, name: Token) -> tree.TypeName:
        return tree.TypeName(self.ident(name), span=at)

    def on_int_range(self, at: Span, low: int, high: int) -> tree.RangeType:
        return tree.RangeType(low, high, span=at)

    # ------------------------------------------------------------ attributes

    def on_seen_by(self, at: Span, who: Token) -> tree.SeenBy:
        return tree.SeenBy(self.ident(who), span=at)

    def on_count_hidden(self, at: Span) -> tree.CountHidden:
        return tree.CountHidden(span=at)

    def on_top_seen(self, at: Span) -> tree.TopSeen:
        return tree.TopSeen(span=at)

    def on_reset_each(self, at: Span, period: Token) -> tree.ResetEach:
        return tree.ResetEach(self.ident(period), span=at)

    def on_capacity(self, at: Span, most: Token) -> tree.Capacity:
        return tree.Capacity(number(most), span=at)

    def on_refilled(self, at: Span, source: Token) -> tree.Refilled:
        return tree.Refilled(self.ident(source), span=at)

    # ------------------------------------------------------------ functions and named picks

    def on_define(
        self, at: Span, name: Token, params: tuple[tree.Param, ...] | None, value: tree.Expr, doc: Token | None
    ) -> tree.Define:
        return tree.Define(self.declared(name), params or (), value, string(doc), span=at)

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

    def on_params(self, at: Span, *params: tree.Param) -> tuple[tree.Param, ...]:
        return params

    def on_param(self, at: Span, name: Token, sort: tree.TypeExpr | None) -> tree.Param:
        return tree.Param(self.declared(name), sort, span=at)

    def on_pick_decl(
        self,
        at: Span,
        name: Token,
        params: tuple[tree.Param, ...] | None,
        *picks: tree.Pick,
        distinct: Token | None,
        doc: Token | None,
    ) -> tree.PickDecl:
        return tree.PickDecl(self.declared(name), params or (), picks, self.maybe(distinct), string(doc), span=at)
