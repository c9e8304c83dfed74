"""Actions for examples."""

from __future__ import annotations

from gamedsl.source import Span
from gamedsl.syntax import tree
from gamedsl.syntax.build.actions import Actions
from gamedsl.syntax.lines import Token


class ExampleActions(Actions):
    """Builds examples and their lines."""

    __slots__ = ()

    def on_start_position_line(self, at: Span, name: Token, line: tree.StartLine) -> tree.StartPosition:
        return tree.StartPosition(self.declared(name), None, (line,), span=at)

    def on_example_with(self, at: Span, *parts: Token | tree.Literal_) -> tree.ExampleWith:
        names = [part for part in parts if isinstance(part, tuple)]
        values = [part for part in parts if not isinstance(part, tuple)]
        return tree.ExampleWith(tuple(zip(self.idents(names), values, strict=True)), span=at)

    def on_example_call(self, at: Span, call: tree.Expr) -> tree.ExampleRun:
        return tree.ExampleRun(None, call, span=at)

    def on_example_run_part(self, at: Span) -> tree.ExampleRun:
        return tree.ExampleRun(None, tree.Name(self.text(at), span=at), span=at)

    def on_example_options(
        self, at: Span, who: tree.Expr, selection: Token, *values: tree.Expr | None
    ) -> tree.ExampleOptions:
        given = tuple(value for value in values if value is not None)
        return tree.ExampleOptions(who, self.ident(selection), given, span=at)

    def on_example_over(self, at: Span, verdict: tree.Verdict | None) -> tree.ExampleOver:
        return tree.ExampleOver(is_over=True, verdict=verdict, span=at)

    def on_example_not_over(self, at: Span) -> tree.ExampleOver:
        return tree.ExampleOver(is_over=False, span=at)

    def on_example_sees(self, at: Span, who: tree.Expr, place: tree.Expr) -> tree.ExampleSees:
        return tree.ExampleSees(who, place, is_seen=True, span=at)

    def on_example_sees_not(self, at: Span, who: tree.Expr, place: tree.Expr) -> tree.ExampleSees:
        return tree.ExampleSees(who, place, is_seen=False, span=at)

    def on_free_content(self, at: Span, value: tree.Expr, zone: tree.Expr) -> tree.FreeContent:
        self.check_number(value, "given")
        return tree.FreeContent(value, zone, span=at)
