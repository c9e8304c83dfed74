"""Actions for statements: effects, branches and loops."""

from __future__ import annotations

from typing import Literal

from gamedsl.source import Span
from gamedsl.syntax import tree
from gamedsl.syntax.build.actions import Actions, Lost, Rounding, Said, string
from gamedsl.syntax.lines import Token
from gamedsl.syntax.problems.forms import Unfitting
from gamedsl.syntax.tree_walk import split_count

_OPERATORS: dict[str, Literal["=", "+=", "-="]] = {"EQUAL": "=", "ADD_SET": "+=", "TAKE_SET": "-="}
_SIDES: dict[str, Literal["to", "under"]] = {"TO": "to", "UNDER": "under"}


class StatementActions(Actions):
    """Builds all statements except those that ask or roll."""

    __slots__ = ()

    def on_suite_line(self, at: Span, statement: tree.Stmt) -> tree.Suite:
        return tree.Suite(None, (statement,), span=at)

    def on_suite_sentence(self, at: Span, sentence: Token) -> tree.Suite:
        return tree.Suite(string(sentence), (), span=at)

    # ------------------------------------------------------------ effects

    def on_draw(
        self,
        at: Span,
        up_to: Said | None,
        number: tree.Expr,
        below: Said | None,
        source: tree.Expr,
        keep: tree.Expr | None,
        side: Token,
        target: tree.Expr,
    ) -> tree.Draw:
        is_below = below is not None
        return tree.Draw(up_to is not None, number, source, keep, _SIDES[side[0]], target, is_below=is_below, span=at)

    def on_draw_with_rest(
        self,
        at: Span,
        up_to: Said | None,
        number: tree.Expr,
        below: Said | None,
        source: tree.Expr,
        keep: tree.Expr,
        side: Token,
        target: tree.Expr,
        rest_side: Token,
        rest: tree.Expr,
    ) -> tree.Draw:
        first, last = _SIDES[side[0]], _SIDES[rest_side[0]]
        is_below = below is not None
        return tree.Draw(up_to is not None, number, source, keep, first, target, last, rest, is_below, span=at)

    def on_let(self, at: Span, name: Token, value: tree.Expr) -> tree.LetStmt:
        local = self.declared(name)
        self.lets.setdefault(local.text, local.span)
        return tree.LetStmt(local, value, span=at)

    def on_assign(self, at: Span, target: tree.Expr, operator: Token, value: tree.Expr) -> tree.Assign:
        if isinstance(target, tree.Name):
            self.assigned.append(target)
        return tree.Assign(_OPERATORS[operator[0]], target, value, span=at)

    def on_move_some(
        self,
        at: Span,
        quantity: tree.Quantity,
        what: tree.Expr,
        source: tree.Expr | None,
        side: Token,
        target: tree.Expr,
        any_order: Said | None,
    ) -> tree.Move:
        return tree.Move(what, source, _SIDES[side[0]], target, any_order is not None, quantity=quantity, span=at)

    def on_move_up_to(
        self, at: Span, what: tree.Expr, source: tree.Expr, side: Token, target: tree.Expr, any_order: Said | None
    ) -> tree.Move:
        """Reads `move up to 2 Weed from hand to supply` as `move up to 2 of hand where it is Weed to supply`."""
        counted = split_count(what)
        if counted is None:
            gap = Span(at.source, what.span.end, source.span.start)
            self.problems.append(Unfitting(gap, "from", "", (), "of", gap, " of "))
            counted = 1, tree.Name("this", span=what.span)
        number, kind = counted
        is_component = isinstance(kind, tree.Name) and kind.id[:1].islower()
        condition = tree.Binary("in" if is_component else "is", tree.It(span=what.span), kind, span=what.span)
        quantity = tree.Quantity("up_to", tree.Number(number, span=what.span), span=what.span)
        lying = tree.Filter(source, condition, span=what.span.to(source.span))
        return tree.Move(lying, None, _SIDES[side[0]], target, any_order is not None, quantity=quantity, span=at)

    def on_say(self, at: Span, *parts: Token | tree.Expr) -> tree.Say:
        texts = tuple(part[1][1:-1] if isinstance(part, tuple) else "" for part in parts[::2])
        values = tuple(part for part in parts[1::2] if not isinstance(part, tuple))
        return tree.Say(texts, values, span=at)

    def on_award(
        self,
        at: Span,
        place: tree.Expr,
        prizes: tree.Expr,
        to: tree.Expr,
        share: Literal["all", "one"],
        rounding: Rounding,
    ) -> tree.Award:
        return tree.Award(place, prizes, to, rounding, share, span=at)

    def on_share_all(self, at: Span) -> Literal["all"]:
        return "all"

    def on_share_one(self, at: Span) -> Literal["one"]:
        return "one"

    # ------------------------------------------------------------ branches

    def on_if_(self, at: Span, *parts: tree.Expr | tree.Suite, otherwise: tree.Suite | None) -> tree.If:
        conditions = [part for part in parts if not isinstance(part, tree.Suite)]
        bodies = [part for part in parts if isinstance(part, tree.Suite)]
        return tree.If(tuple(zip(conditions, bodies, strict=True)), otherwise, span=at)

    def on_match(self, at: Span, subject: tree.Expr, *arms: tree.MatchArm | tree.Suite | Lost) -> tree.Match:
        named = tuple(arm for arm in arms if isinstance(arm, tree.MatchArm))
        otherwise = [arm for arm in arms if isinstance(arm, tree.Suite)]
        return tree.Match(subject, named, otherwise[0] if otherwise else None, span=at)

    # ------------------------------------------------------------ loops

    def on_for_(self, at: Span, first: Token, second: Token | None, source: tree.Expr, body: tree.Suite) -> tree.For:
        names = (first,) if second is None else (first, second)
        return tree.For(tuple(self.declared(name) for name in names), source, body, span=at)

    def on_each_clause(
        self,
        at: Span,
        noun: Token,
        order: tree.Expr | None,
        keys: tuple[tree.Key, ...] | None,
        first: tree.Expr | None,
        where: tree.Expr | None,
        together: Said | None,
        until: tree.Expr | None,
        limit: tree.Limit | None,
    ) -> tree.EachClause:
        at_once = together is not None
        return tree.EachClause(self.ident(noun), order, first, where, at_once, until, limit, keys or (), span=at)

    def on_repeat_until(self, at: Span, until: tree.Expr, limit: tree.Limit, body: tree.Suite) -> tree.Repeat:
        return tree.Repeat(limit, until, body, span=at)
