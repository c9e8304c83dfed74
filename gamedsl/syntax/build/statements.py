"""Actions for statements: effects, branches and loops."""

from __future__ import annotations

from typing import Literal

from gamedsl.diagnostics.meant import Meant
from gamedsl.source import Span
from gamedsl.syntax.build.actions import Actions, Lost, Rounding, Said, sentence, string
from gamedsl.syntax.lines import Token
from gamedsl.syntax.problems.forms import Unfitting
from gamedsl.syntax.tree import formulas, statements
from gamedsl.syntax.tree.walk import split_count

_OPERATORS: dict[str, Literal["=", "+=", "-="]] = {"EQUAL": "=", "ADD_SET": "+=", "TAKE_SET": "-="}
_SIDES: dict[str, Literal["to", "under"]] = {"TO": "to", "UNDER": "under"}


class StatementActions(Actions):
    """Builds all statements except choices and rolls."""

    __slots__ = ()

    def on_suite_line(self, at: Span, statement: statements.Stmt) -> statements.Suite:
        return statements.Suite(None, (statement,), span=at)

    def on_suite_sentence(self, at: Span, sentence: Token) -> statements.Suite:
        return statements.Suite(string(sentence), (), span=at)

    # ------------------------------------------------------------ effects

    def on_draw(
        self,
        at: Span,
        up_to: Said | None,
        number: formulas.Expr,
        below: Said | None,
        source: formulas.Expr,
        keep: formulas.Expr | None,
        side: Token,
        target: formulas.Expr,
    ) -> statements.Draw:
        self.check_number(number, "draw")
        is_below = below is not None
        return statements.Draw(
            up_to is not None, number, source, keep, _SIDES[side[0]], target, is_below=is_below, span=at
        )

    def on_draw_with_rest(
        self,
        at: Span,
        up_to: Said | None,
        number: formulas.Expr,
        below: Said | None,
        source: formulas.Expr,
        keep: formulas.Expr,
        side: Token,
        target: formulas.Expr,
        rest_side: Token,
        rest: formulas.Expr,
    ) -> statements.Draw:
        self.check_number(number, "draw")
        first, last = _SIDES[side[0]], _SIDES[rest_side[0]]
        is_below = below is not None
        return statements.Draw(up_to is not None, number, source, keep, first, target, last, rest, is_below, span=at)

    def on_let(self, at: Span, name: Token, value: formulas.Expr) -> statements.LetStmt:
        local = self.declare(name)
        self.lets.setdefault(local.text, local.span)
        return statements.LetStmt(local, value, span=at)

    def on_assign(self, at: Span, target: formulas.Expr, operator: Token, value: formulas.Expr) -> statements.Assign:
        if isinstance(target, formulas.Name):
            self.assigned.append(target)
        return statements.Assign(_OPERATORS[operator[0]], target, value, span=at)

    def on_move_some(
        self,
        at: Span,
        quantity: statements.Quantity,
        what: formulas.Expr,
        source: formulas.Expr | None,
        side: Token,
        target: formulas.Expr,
        any_order: Said | None,
    ) -> statements.Move:
        return statements.Move(what, source, _SIDES[side[0]], target, any_order is not None, quantity=quantity, span=at)

    def on_move_up_to(
        self,
        at: Span,
        what: formulas.Expr,
        source: formulas.Expr,
        side: Token,
        target: formulas.Expr,
        any_order: Said | None,
    ) -> statements.Move:
        """Reads `move up to 2 Weed from hand to supply` as `move up to 2 of hand where it is Weed to supply`."""
        counted = split_count(what)
        if counted is None:
            gap = Span(at.source, what.span.end, source.span.start)
            self.problems.append(Unfitting(gap, "from", "", (), (Meant(gap, " of ", "of"),)))
            counted = 1, formulas.Name("this", span=what.span)
        number, kind = counted
        is_component = isinstance(kind, formulas.Name) and kind.id[:1].islower()
        condition = formulas.Binary("in" if is_component else "is", formulas.It(span=what.span), kind, span=what.span)
        quantity = statements.Quantity("up_to", formulas.Number(number, span=what.span), span=what.span)
        lying = formulas.Filter(source, condition, span=what.span.to(source.span))
        return statements.Move(lying, None, _SIDES[side[0]], target, any_order is not None, quantity=quantity, span=at)

    def on_say(self, at: Span, *parts: Token | formulas.Expr) -> statements.Say:
        texts, values = sentence(parts)
        return statements.Say(texts, values, span=at)

    def on_award(
        self,
        at: Span,
        place: formulas.Expr,
        prizes: formulas.Expr,
        to: formulas.Expr,
        share: Literal["all", "one"],
        rounding: Rounding,
    ) -> statements.Award:
        return statements.Award(place, prizes, to, rounding, share, span=at)

    def on_share_all(self, at: Span) -> Literal["all"]:
        return "all"

    def on_share_one(self, at: Span) -> Literal["one"]:
        return "one"

    # ------------------------------------------------------------ branches

    def on_if_(
        self, at: Span, *parts: formulas.Expr | statements.Suite, otherwise: statements.Suite | None
    ) -> statements.If:
        conditions = [part for part in parts if not isinstance(part, statements.Suite)]
        bodies = [part for part in parts if isinstance(part, statements.Suite)]
        return statements.If(tuple(zip(conditions, bodies, strict=True)), otherwise, span=at)

    def on_match(
        self, at: Span, subject: formulas.Expr, *arms: statements.MatchArm | statements.Suite | Lost
    ) -> statements.Match:
        named = tuple(arm for arm in arms if isinstance(arm, statements.MatchArm))
        otherwise = [arm for arm in arms if isinstance(arm, statements.Suite)]
        return statements.Match(subject, named, otherwise[0] if otherwise else None, span=at)

    # ------------------------------------------------------------ loops

    def on_for_(
        self, at: Span, first: Token, second: Token | None, source: formulas.Expr, body: statements.Suite
    ) -> statements.For:
        names = (first,) if second is None else (first, second)
        return statements.For(tuple(self.declare(name) for name in names), source, body, span=at)

    def on_each_clause(
        self,
        at: Span,
        noun: Token,
        order: formulas.Expr | None,
        keys: tuple[formulas.Key, ...] | None,
        first: formulas.Expr | None,
        where: formulas.Expr | None,
        together: Said | None,
        until: formulas.Expr | None,
        limit: statements.Limit | None,
    ) -> statements.EachClause:
        at_once = together is not None
        return statements.EachClause(self.ident(noun), order, first, where, at_once, until, limit, keys or (), span=at)

    def on_repeat_until(
        self, at: Span, until: formulas.Expr, limit: statements.Limit, body: statements.Suite
    ) -> statements.Repeat:
        return statements.Repeat(limit, until, body, span=at)
