"""Actions for statements: effects, branches and loops."""

from __future__ import annotations

from typing import Literal

from gamedsl.source import Span
from gamedsl.syntax import tree
from gamedsl.syntax.build.actions import Actions, Lost, Rounding, Side, kept, string
from gamedsl.syntax.lines import Token

_OPERATORS: dict[str, Literal["=", "+=", "-="]] = {"EQUAL": "=", "ADD_SET": "+=", "TAKE_SET": "-="}
_SIDES: dict[str, Side] = {"TO": "to", "UNDER": "under"}
_TURNS: dict[str, Literal["left", "right"]] = {"LEFT": "left", "RIGHT": "right"}


class StatementActions(Actions):
    """Builds all statements except those that ask or roll."""

    __slots__ = ()

    def on_suite(self, at: Span, doc: str | None, *body: tree.Stmt | Lost) -> tree.Suite:
        return tree.Suite(doc, kept(body), span=at)

    def on_suite_line(self, at: Span, statement: tree.Stmt) -> tree.Suite:
        return tree.Suite(None, (statement,), span=at)

    def on_suite_sentence(self, at: Span, sentence: Token) -> tree.Suite:
        return tree.Suite(string(sentence), (), span=at)

    # ------------------------------------------------------------ effects

    def on_let(self, at: Span, name: Token, value: tree.Expr) -> tree.LetStmt:
        local = self.declared(name)
        self.lets.setdefault(local.text, local.span)
        return tree.LetStmt(local, value, span=at)

    def on_call(self, at: Span, call: tree.Expr) -> tree.CallStmt:
        return tree.CallStmt(call, span=at)

    def on_assign(
        self, at: Span, target: tree.Expr, operator: Literal["=", "+=", "-="], value: tree.Expr
    ) -> tree.Assign:
        if isinstance(target, tree.Name):
            self.assigned.append(target)
        return tree.Assign(operator, target, value, span=at)

    def on_assign_op(self, at: Span, sign: Token) -> Literal["=", "+=", "-="]:
        return _OPERATORS[sign[0]]

    def on_require(self, at: Span, name: Token, condition: tree.Expr, why: Token | None) -> tree.RequireStmt:
        return tree.RequireStmt(self.declared(name), condition, string(why), span=at)

    def on_ensure(self, at: Span, name: Token, condition: tree.Expr, why: Token | None) -> tree.EnsureStmt:
        return tree.EnsureStmt(self.declared(name), condition, string(why), span=at)

    def on_end_game(self, at: Span, why: Token | None) -> tree.EndGame:
        return tree.EndGame(string(why), span=at)

    def on_move(
        self,
        at: Span,
        what: tree.Expr,
        source: tree.Expr | None,
        side: Side,
        target: tree.Expr,
        any_order: Literal[True] | None,
    ) -> tree.Move:
        return tree.Move(what, source, side, target, any_order=any_order is not None, span=at)

    def on_any_order(self, at: Span) -> Literal[True]:
        return True

    def on_move_some(
        self,
        at: Span,
        quantity: tree.Quantity,
        what: tree.Expr,
        source: tree.Expr | None,
        side: Side,
        target: tree.Expr,
    ) -> tree.Move:
        return tree.Move(what, source, side, target, quantity, span=at)

    def on_draw(
        self,
        at: Span,
        up_to: Literal[True] | None,
        count: tree.Expr,
        source: tree.Expr,
        side: Side,
        target: tree.Expr,
    ) -> tree.Draw:
        return tree.Draw(up_to is not None, count, source, None, side, target, span=at)

    def on_draw_keep(
        self,
        at: Span,
        up_to: Literal[True] | None,
        count: tree.Expr,
        source: tree.Expr,
        keep: tree.Expr,
        side: Side,
        target: tree.Expr,
    ) -> tree.Draw:
        return tree.Draw(up_to is not None, count, source, keep, side, target, span=at)

    def on_dest(self, at: Span, word: Token) -> Side:
        return _SIDES[word[0]]

    def on_side(self, at: Span, word: Token) -> Literal["left", "right"]:
        return _TURNS[word[0]]

    def on_upto(self, at: Span) -> Literal[True]:
        return True

    def on_swap(self, at: Span, first: tree.Expr, second: tree.Expr) -> tree.Swap:
        return tree.Swap(first, second, span=at)

    def on_rotate(self, at: Span, zone: tree.Expr, side: Literal["left", "right"]) -> tree.Rotate:
        return tree.Rotate(zone, side, span=at)

    def on_shuffle(self, at: Span, what: tree.Expr, side: Side | None, target: tree.Expr | None) -> tree.Shuffle:
        return tree.Shuffle(what, side, target, span=at)

    def on_peek(self, at: Span, zone: tree.Expr, unseen: Literal["unseen"] | None) -> tree.Peek:
        return tree.Peek(zone, unseen is not None, span=at)

    def on_reveal(self, at: Span, zone: tree.Expr) -> tree.Reveal:
        return tree.Reveal(zone, span=at)

    def on_flip(self, at: Span, piece: tree.Expr) -> tree.Flip:
        return tree.Flip(piece, span=at)

    def on_say(self, at: Span, *parts: Token | tree.Expr) -> tree.Say:
        texts = tuple(part[1][1:-1] if isinstance(part, tuple) else "" for part in parts[::2])
        values = tuple(part for part in parts[1::2] if not isinstance(part, tuple))
        return tree.Say(texts, values, span=at)

    def on_eliminate(self, at: Span, who: tree.Expr) -> tree.Eliminate:
        return tree.Eliminate(who, span=at)

    def on_record(self, at: Span, history: Token) -> tree.Record:
        return tree.Record(self.ident(history), span=at)

    def on_forget(self, at: Span, history: Token) -> tree.Forget:
        return tree.Forget(self.ident(history), span=at)

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

    def on_arm(self, at: Span, *values: tree.Expr, body: tree.Suite) -> tree.MatchArm:
        return tree.MatchArm(values, body, span=at)

    def on_match_else(self, at: Span, body: tree.Suite) -> tree.Suite:
        return body

    # ------------------------------------------------------------ loops

    def on_for_(self, at: Span, first: Token, second: Token | None, source: tree.Expr, body: tree.Suite) -> tree.For:
        names = (first,) if second is None else (first, second)
        return tree.For(tuple(self.declared(name) for name in names), source, body, span=at)

    def on_each_(self, at: Span, clause: tree.EachClause, body: tree.Suite) -> tree.Each:
        return tree.Each(clause, body, span=at)

    def on_each_clause(
        self,
        at: Span,
        noun: Token,
        order: tree.Expr | None,
        keys: tuple[tree.Key, ...] | None,
        first: tree.Expr | None,
        where: tree.Expr | None,
        together: Literal[True] | None,
        until: tree.Expr | None,
        limit: tree.Limit | None,
    ) -> tree.EachClause:
        at_once = together is not None
        return tree.EachClause(self.ident(noun), order, first, where, at_once, until, limit, keys or (), span=at)

    def on_together(self, at: Span) -> Literal[True]:
        return True

    def on_until(self, at: Span, condition: tree.Expr) -> tree.Expr:
        return condition

    def on_repeat(self, at: Span, limit: tree.Limit | None, until: tree.Expr | None, body: tree.Suite) -> tree.Repeat:
        return tree.Repeat(limit, until, body, span=at)

    def on_repeat_until(self, at: Span, until: tree.Expr, limit: tree.Limit, body: tree.Suite) -> tree.Repeat:
        return tree.Repeat(limit, until, body, span=at)

    def on_as_(self, at: Span, who: tree.Expr, body: tree.Suite) -> tree.As:
        return tree.As(who, body, span=at)
