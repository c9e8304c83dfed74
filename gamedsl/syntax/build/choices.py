"""Actions for choices and rolls: menus, selections, picks and quantities."""

from __future__ import annotations

from typing import Literal

from gamedsl.source import Span
from gamedsl.syntax.build.actions import Actions, Lost, Said, drop_lost, string
from gamedsl.syntax.lines import Token
from gamedsl.syntax.problems.forms import MissingOf, Unfitting
from gamedsl.syntax.problems.signs import ForeignSign
from gamedsl.syntax.tree import formulas, statements
from gamedsl.syntax.tree.node import Ident
from gamedsl.values import define, evolve

ChoiceLine = statements.Selection | statements.LetStmt | statements.RequireStmt


@define
class _May:
    """`may` before `choose`, perhaps with a condition."""

    condition: formulas.Expr | None


@define
class _ChooseHead:
    """`[may [if c]] choose [if able]`."""

    may: bool
    if_able: bool
    condition: formulas.Expr | None

    def choose(
        self, lines: tuple[ChoiceLine, ...], menu: statements.Menu | None, at: Span, unseen: Literal["unseen"] | None
    ) -> statements.Choose:
        """Builds the statement that begins with this head."""
        return statements.Choose(
            self.may, self.if_able, lines, menu, self.condition, unseen=unseen is not None, span=at
        )


@define
class _More:
    """A deeper `where` line below a selection."""

    name: Ident | None
    condition: formulas.Expr
    why: str | None
    span: Span


@define
class _Question:
    """The question of a selection."""

    text: str | None


class ChoiceActions(Actions):
    """Builds choices and rolls with their lines."""

    __slots__ = ()

    def on_choose_head(self, at: Span, may: _May | None, if_able: Said | None) -> _ChooseHead:
        return _ChooseHead(may is not None, if_able is not None, None if may is None else may.condition)

    def on_may(self, at: Span, condition: formulas.Expr | None) -> _May:
        return _May(condition)

    def on_choose(self, at: Span, head: _ChooseHead, selection: statements.Selection) -> statements.Choose:
        return head.choose((selection,), None, at, "unseen" if selection.seen_by == "nobody" else None)

    def on_choose_else(self, at: Span, choose: statements.Choose, otherwise: statements.Suite) -> statements.Choose:
        return evolve(choose, otherwise=otherwise, span=at)

    def on_choose_block(
        self,
        at: Span,
        head: _ChooseHead,
        unseen: Literal["unseen"] | None,
        *lines: ChoiceLine | Lost,
        menu: statements.Menu | None,
        otherwise: statements.Suite | None,
    ) -> statements.Choose:
        return evolve(head.choose(drop_lost(lines), menu, at, unseen), otherwise=otherwise)

    def on_choose_menu(
        self,
        at: Span,
        head: _ChooseHead,
        unseen: Literal["unseen"] | None,
        menu: statements.Menu,
        otherwise: statements.Suite | None,
    ) -> statements.Choose:
        return evolve(head.choose((), menu, at, unseen), otherwise=otherwise)

    # ------------------------------------------------------------ selections

    def on_selection(
        self,
        at: Span,
        name: Token,
        *picks: statements.Pick,
        why: Token | None,
        distinct: Token | None,
        secret: Literal["owner", "nobody"] | None,
        ask: _Question | None,
    ) -> statements.Selection:
        named, question = self.declare(name), None if ask is None else ask.text
        return statements.Selection(
            named, picks, self.maybe(distinct), secret or "everyone", string(why), question, span=at
        )

    def on_ask(self, at: Span, question: Token) -> _Question:
        return _Question(string(question))

    def on_more_ask(self, at: Span, question: Token) -> _Question:
        return _Question(string(question))

    def on_secret(self, at: Span, unseen: Literal["unseen"] | None = None) -> Literal["owner", "nobody"]:
        return "owner" if unseen is None else "nobody"

    def on_unseen(self, at: Span) -> Literal["unseen"]:
        return "unseen"

    def on_selection_lines(
        self,
        at: Span,
        selection: statements.Selection,
        *lines: Ident | Literal[True] | _More | _Question | statements.Pick | Lost,
    ) -> statements.Selection:
        picks, distinct, seen_by = list(selection.picks), selection.distinct, selection.seen_by
        why, ask = selection.why, selection.ask
        for line in lines:
            if isinstance(line, Ident):
                distinct = line
            elif isinstance(line, bool):
                seen_by = "owner"
            elif isinstance(line, _More):
                self._narrow(picks, line)
                why = line.why if line.why is not None else why
            elif isinstance(line, _Question):
                ask = line.text
            elif not isinstance(line, Lost):
                picks.append(line)
        return evolve(selection, picks=tuple(picks), distinct=distinct, seen_by=seen_by, why=why, ask=ask, span=at)

    def _narrow(self, picks: list[statements.Pick], line: _More) -> None:
        """Adds a deeper `where` line to the pick above it."""
        last = picks[-1]
        if isinstance(last, statements.PickOf):
            source = formulas.Filter(last.source, line.condition, line.name, span=last.source.span.to(line.span))
            picks[-1] = evolve(last, source=source, span=last.span.to(line.span))
        else:
            self.problems.append(Unfitting(line.span, "where", self.text(last.span), ("ONE", "ANY")))

    def on_more_where(self, at: Span, name: Token | None, condition: formulas.Expr, why: Token | None) -> _More:
        return _More(self.maybe_declare(name), condition, string(why), at)

    def on_more_else(self, at: Span, pick: statements.Pick) -> statements.Pick:
        return pick

    def on_more_secret(self, at: Span) -> Literal[True]:
        return True

    def on_more_distinct(self, at: Span, attribute: Token) -> Ident:
        return self.ident(attribute)

    # ------------------------------------------------------------ picks

    def on_named_pick(self, at: Span, pick: formulas.Expr) -> statements.PickNamed:
        if isinstance(pick, formulas.SomeOf):
            name = pick.name.span
            self.problems.append(MissingOf(Span(name.source, name.start, name.start), str(pick.number)))
        return statements.PickNamed(pick, span=at)

    def on_quantity_one(self, at: Span) -> statements.Quantity:
        return statements.Quantity("one", span=at)

    def on_quantity_any(self, at: Span) -> statements.Quantity:
        return statements.Quantity("any", span=at)

    def on_quantity_some(self, at: Span) -> statements.Quantity:
        return statements.Quantity("some", span=at)

    def on_quantity_up_to(self, at: Span, high: formulas.Expr) -> statements.Quantity:
        return statements.Quantity("up_to", high, span=at)

    def on_quantity_between(self, at: Span, low: formulas.Expr, high: formulas.Expr) -> statements.Quantity:
        self.check_number(low, "choice")
        return statements.Quantity("between", low, high, span=at)

    def on_quantity_exactly(self, at: Span, count: formulas.Expr) -> statements.Quantity:
        self.check_number(count, "choice")
        match count:
            case formulas.Binary("-", formulas.Number(), formulas.Number()):  # `1-2 of hand`
                minus = self.source.text.index("-", count.left.span.end)
                self.problems.append(ForeignSign(Span(at.source, minus, minus + 1), "-", ".."))
            case _:
                pass
        return statements.Quantity("exactly", count, span=at)
