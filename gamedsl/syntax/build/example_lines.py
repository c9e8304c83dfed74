"""Actions for examples."""

from __future__ import annotations

from gamedsl.source import Span
from gamedsl.syntax.build.actions import Actions, sentence
from gamedsl.syntax.lines import Token
from gamedsl.syntax.tree import example_lines, formulas, statements


class ExampleActions(Actions):
    """Builds examples and their lines."""

    __slots__ = ()

    def on_start_position_line(
        self, at: Span, name: Token, line: example_lines.StartLine
    ) -> example_lines.StartPosition:
        return example_lines.StartPosition(self.declare(name), None, (line,), span=at)

    def on_example_with(self, at: Span, *parts: Token | formulas.Literal_) -> example_lines.ExampleWith:
        names = [part for part in parts if isinstance(part, tuple)]
        values = [part for part in parts if not isinstance(part, tuple)]
        return example_lines.ExampleWith(tuple(zip(self.idents(names), values, strict=True)), span=at)

    def on_example_call(self, at: Span, call: formulas.Expr) -> example_lines.ExampleRun:
        return example_lines.ExampleRun(None, call, span=at)

    def on_example_run_part(self, at: Span) -> example_lines.ExampleRun:
        return example_lines.ExampleRun(None, formulas.Name(self.text(at), span=at), span=at)

    def on_example_options(
        self, at: Span, who: formulas.Expr, selection: Token, *values: formulas.Expr | None
    ) -> example_lines.ExampleOptions:
        given = tuple(value for value in values if value is not None)
        return example_lines.ExampleOptions(who, self.ident(selection), given, span=at)

    def on_example_over(self, at: Span, verdict: statements.Verdict | None) -> example_lines.ExampleOver:
        return example_lines.ExampleOver(is_over=True, verdict=verdict, span=at)

    def on_example_not_over(self, at: Span) -> example_lines.ExampleOver:
        return example_lines.ExampleOver(is_over=False, span=at)

    def on_example_sees(self, at: Span, who: formulas.Expr, place: formulas.Expr) -> example_lines.ExampleSees:
        return example_lines.ExampleSees(who, place, is_seen=True, span=at)

    def on_example_sees_not(self, at: Span, who: formulas.Expr, place: formulas.Expr) -> example_lines.ExampleSees:
        return example_lines.ExampleSees(who, place, is_seen=False, span=at)

    def on_example_sentence(self, at: Span, *parts: Token | formulas.Expr) -> example_lines.ExampleSentence:
        texts, values = sentence(parts)
        return example_lines.ExampleSentence(texts, values, span=at)

    def on_free_content(self, at: Span, value: formulas.Expr, zone: formulas.Expr) -> example_lines.FreeContent:
        self.check_number(value, "given")
        return example_lines.FreeContent(value, zone, span=at)
