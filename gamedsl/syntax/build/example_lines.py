"""Actions for examples."""

from __future__ import annotations

from gamedsl.source import Span
from gamedsl.syntax import tree
from gamedsl.syntax.build.actions import Actions, Lost, kept
from gamedsl.syntax.lines import Token


class ExampleActions(Actions):
    """Builds examples and their lines."""

    __slots__ = ()

    def on_example(
        self, at: Span, name: Token, of: Token | None, doc: str | None, *lines: tree.ExampleLine | Lost
    ) -> tree.Example:
        return tree.Example(self.declared(name), self.maybe(of), doc, kept(lines), span=at)

    def on_start_position(
        self, at: Span, name: Token, doc: str | None, *lines: tree.StartLine | Lost
    ) -> tree.StartPosition:
        return tree.StartPosition(self.declared(name), doc, kept(lines), span=at)

    def on_start_position_line(self, at: Span, name: Token, line: tree.StartLine) -> tree.StartPosition:
        return tree.StartPosition(self.declared(name), None, (line,), span=at)

    def on_ex_players(self, at: Span, *names: Token) -> tree.ExamplePlayers:
        return tree.ExamplePlayers(self.idents(names), span=at)

    def on_ex_with(self, at: Span, *parts: Token | tree.Literal_) -> tree.ExampleWith:
        names = [part for part in parts if isinstance(part, tuple)]
        values = [part for part in parts if not isinstance(part, tuple)]
        return tree.ExampleWith(tuple(zip(self.idents(names), values, strict=True)), span=at)

    def on_ex_given(self, at: Span, *lines: tree.Given | Lost) -> tree.ExampleGiven:
        return tree.ExampleGiven(kept(lines), span=at)

    def on_ex_from(self, at: Span, name: Token) -> tree.ExampleFrom:
        return tree.ExampleFrom(self.ident(name), span=at)

    def on_ex_run(self, at: Span, call: tree.Expr) -> tree.ExampleRun:
        return tree.ExampleRun(None, call, span=at)

    def on_ex_run_part(self, at: Span) -> tree.ExampleRun:
        return tree.ExampleRun(None, tree.Name(self.text(at), span=at), span=at)

    def on_ex_run_as(self, at: Span, who: tree.Expr, call: tree.Expr) -> tree.ExampleRun:
        return tree.ExampleRun(who, call, span=at)

    def on_ex_roll(self, at: Span, name: Token, value: tree.Expr) -> tree.ExampleRoll:
        return tree.ExampleRoll(self.ident(name), value, span=at)

    def on_ex_draw(self, at: Span, *pieces: tree.Expr, source: tree.Expr) -> tree.ExampleDraw:
        return tree.ExampleDraw(pieces, source, span=at)

    def on_ex_plays(self, at: Span, who: tree.Expr, *moves: tree.Expr | tree.Decline) -> tree.ExamplePlays:
        return tree.ExamplePlays(who, moves, span=at)

    def on_ex_declines(self, at: Span, who: tree.Expr, name: Token) -> tree.ExampleDeclines:
        return tree.ExampleDeclines(who, self.ident(name), span=at)

    def on_decline(self, at: Span, name: Token) -> tree.Decline:
        return tree.Decline(self.ident(name), span=at)

    def on_ex_cannot(
        self, at: Span, who: tree.Expr, *moves: tree.Expr | tree.Decline, because: Token | None
    ) -> tree.ExampleCannot:
        return tree.ExampleCannot(who, moves, self.maybe(because), span=at)

    def on_ex_options(
        self, at: Span, who: tree.Expr, selection: Token, *values: tree.Expr | None
    ) -> tree.ExampleOptions:
        given = tuple(value for value in values if value is not None)
        return tree.ExampleOptions(who, self.ident(selection), given, span=at)

    def on_ex_then(self, at: Span, fact: tree.Expr) -> tree.ExampleThen:
        return tree.ExampleThen(fact, span=at)

    def on_ex_as_before(self, at: Span, fact: tree.Expr) -> tree.ExampleThen:
        return tree.ExampleThen(fact, as_before=True, span=at)

    def on_ex_over(self, at: Span) -> tree.ExampleOver:
        return tree.ExampleOver(is_over=True, span=at)

    def on_ex_not_over(self, at: Span) -> tree.ExampleOver:
        return tree.ExampleOver(is_over=False, span=at)

    def on_ex_sees(self, at: Span, who: tree.Expr, place: tree.Expr) -> tree.ExampleSees:
        return tree.ExampleSees(who, place, is_seen=True, span=at)

    def on_ex_sees_not(self, at: Span, who: tree.Expr, place: tree.Expr) -> tree.ExampleSees:
        return tree.ExampleSees(who, place, is_seen=False, span=at)

    def on_given_zone(self, at: Span, zone: tree.Expr, *content: tree.Expr | tree.FreeContent) -> tree.GivenZone:
        return tree.GivenZone(zone, content, span=at)

    def on_given_picture(self, at: Span, layer: tree.Expr, rows: tree.Rows) -> tree.GivenPicture:
        return tree.GivenPicture(layer, rows, span=at)

    def on_free_content(self, at: Span, value: tree.Expr, zone: tree.Expr) -> tree.FreeContent:
        self.check_number(value, "given")
        return tree.FreeContent(value, zone, span=at)

    def on_given_value(self, at: Span, place: tree.Expr, value: tree.Expr) -> tree.GivenValue:
        return tree.GivenValue(place, value, span=at)
