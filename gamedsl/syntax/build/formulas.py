"""Actions for formulas."""

from __future__ import annotations

from gamedsl.source import Span
from gamedsl.syntax import tree
from gamedsl.syntax.build.actions import Actions, Case, CaseLine, ElseCase, Rounding
from gamedsl.syntax.guessing.foreign_words import FOREIGN_VALUES
from gamedsl.syntax.lines import Token
from gamedsl.syntax.problems.forms import NoCase
from gamedsl.syntax.problems.words import ForeignValue
from gamedsl.values import frozen

_OPERATORS: dict[str, tree.BinaryOp] = {
    "OR": "or", "AND": "and", "IS": "is", "IN": "in", "DOTS": "..", "PLUS": "+", "MINUS": "-", "STAR": "*",
}  # fmt: skip
_TWO_WORDS: dict[str, tree.BinaryOp] = {"IS": "is not", "NOT": "not in"}
_COMPARISONS: dict[str, tree.BinaryOp] = {"<": "<", "<=": "<=", ">": ">", ">=": ">="}


@frozen
class ForPart:
    """One `for` of a comprehension."""

    var: tree.Ident
    second: tree.Ident | None
    source: tree.Expr
    choose: tree.Expr | None


class FormulaActions(Actions):
    """Builds formulas and the contents of brackets."""

    __slots__ = ()

    # ------------------------------------------------------------ sets in order

    def on_filter(self, at: Span, source: tree.Expr, name: Token | None, condition: tree.Expr) -> tree.Filter:
        return tree.Filter(source, condition, self.maybe_declared(name), span=at)

    def on_leading(self, at: Span, source: tree.Expr, name: Token | None, condition: tree.Expr) -> tree.Leading:
        return tree.Leading(source, condition, self.maybe_declared(name), span=at)

    def on_sort(self, at: Span, source: tree.Expr, name: Token | None, keys: tuple[tree.Key, ...]) -> tree.Sort:
        return tree.Sort(source, keys, self.maybe_declared(name), span=at)

    # ------------------------------------------------------------ cases

    def on_ternary(self, at: Span, yes: tree.Expr, condition: tree.Expr, no: tree.Expr) -> tree.Ternary:
        return tree.Ternary(condition, yes, no, span=at)

    def on_case(self, at: Span, values: tuple[tree.Arg, ...], result: tree.Expr) -> Case:
        plain: list[tree.Expr] = []
        for value in values:
            if isinstance(value, tree.Named | tree.Comprehension) or value == tree.Name("else"):
                self.problems.append(NoCase(value.span))
            else:
                plain.append(value)
        return tuple(plain), result

    def on_cases(self, at: Span, subject: tree.Expr, *lines: CaseLine) -> tree.MatchExpr:
        return self.cases(at, subject, lines)

    def on_case_line(self, at: Span, *values: tree.Expr, result: tree.Expr) -> Case:
        return values, result

    def on_case_else(self, at: Span, result: tree.Expr) -> ElseCase:
        return ElseCase(result, at)

    # ------------------------------------------------------------ operators

    def on_negate(self, at: Span, operand: tree.Expr) -> tree.Unary:
        return tree.Unary("not", operand, span=at)

    def on_openly(self, at: Span, operand: tree.Expr) -> tree.Expr:
        self.marks.append(operand.span)
        return operand

    def on_binary(self, at: Span, left: tree.Expr, sign: Token, right: tree.Expr) -> tree.Binary:
        return tree.Binary(_OPERATORS.get(sign[0]) or _COMPARISONS[sign[1]], left, right, span=at)

    def on_binary_of_two_words(
        self, at: Span, left: tree.Expr, first: Token, second: Token, right: tree.Expr
    ) -> tree.Binary:
        return tree.Binary(_TWO_WORDS[first[0]], left, right, span=at)

    def on_round_up(self, at: Span) -> Rounding:
        return "up"

    def on_round_down(self, at: Span) -> Rounding:
        return "down"

    def on_neg(self, at: Span, operand: tree.Expr) -> tree.Unary:
        return tree.Unary("-", operand, span=at)

    # ------------------------------------------------------------ places and calls

    def on_comprehension(self, at: Span, body: tree.Expr, *loops: ForPart) -> tree.Comprehension:
        *outer, last = loops
        made = tree.Comprehension(body, last.var, last.source, last.choose, last.second, span=at)
        for loop in reversed(outer):
            made = tree.Comprehension(made, loop.var, loop.source, loop.choose, loop.second, span=at)
        return made

    def on_for_part(self, at: Span, var: Token, second: Token | None, source: tree.Expr) -> ForPart:
        return ForPart(self.declared(var), self.maybe_declared(second), source, None)

    def on_for_combinations(self, at: Span, var: Token, size: tree.Expr, source: tree.Expr) -> ForPart:
        self.check_number(size, "comprehension")
        return ForPart(self.declared(var), None, source, size)

    # ------------------------------------------------------------ atoms

    def on_name(self, at: Span, name: Token) -> tree.Name:
        word = name[1]
        if word in FOREIGN_VALUES:
            self.problems.append(ForeignValue(at, word, FOREIGN_VALUES[word]))
        return tree.Name(word, span=at)

    def on_yes(self, at: Span) -> tree.FlagLiteral:
        return tree.FlagLiteral(True, span=at)

    def on_no(self, at: Span) -> tree.FlagLiteral:
        return tree.FlagLiteral(False, span=at)

    def on_shared_name(self, at: Span, name: Token) -> tree.Attribute:
        of = tree.Name("shared", span=Span(at.source, at.start, at.start + len("shared")))
        return tree.Attribute(of, self.ident(name), span=at)
