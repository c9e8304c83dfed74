"""Actions for formulas."""

from __future__ import annotations

from gamedsl.source import Span
from gamedsl.syntax.build.actions import Actions, Case, CaseLine, ElseCase, Rounding
from gamedsl.syntax.guessing.foreign_words import FOREIGN_VALUES
from gamedsl.syntax.lines import Token
from gamedsl.syntax.problems.forms import NoCase
from gamedsl.syntax.problems.words import ForeignValue
from gamedsl.syntax.tree import formulas
from gamedsl.syntax.tree.node import Ident
from gamedsl.values import frozen

_OPERATORS: dict[str, formulas.BinaryOp] = {
    "OR": "or", "AND": "and", "IS": "is", "IN": "in", "DOTS": "..", "PLUS": "+", "MINUS": "-", "STAR": "*",
}  # fmt: skip
_TWO_WORDS: dict[str, formulas.BinaryOp] = {"IS": "is not", "NOT": "not in"}
_COMPARISONS: dict[str, formulas.BinaryOp] = {"<": "<", "<=": "<=", ">": ">", ">=": ">="}


@frozen
class ForPart:
    """One `for` of a comprehension."""

    var: Ident
    second: Ident | None
    source: formulas.Expr
    choose: formulas.Expr | None


class FormulaActions(Actions):
    """Builds formulas and the contents of brackets."""

    __slots__ = ()

    # ------------------------------------------------------------ sets in order

    def on_filter(
        self, at: Span, source: formulas.Expr, name: Token | None, condition: formulas.Expr
    ) -> formulas.Filter:
        return formulas.Filter(source, condition, self.maybe_declare(name), span=at)

    def on_leading(
        self, at: Span, source: formulas.Expr, name: Token | None, condition: formulas.Expr
    ) -> formulas.Leading:
        return formulas.Leading(source, condition, self.maybe_declare(name), span=at)

    def on_sort(
        self, at: Span, source: formulas.Expr, name: Token | None, keys: tuple[formulas.Key, ...]
    ) -> formulas.Sort:
        return formulas.Sort(source, keys, self.maybe_declare(name), span=at)

    # ------------------------------------------------------------ cases

    def on_ternary(self, at: Span, yes: formulas.Expr, condition: formulas.Expr, no: formulas.Expr) -> formulas.Ternary:
        return formulas.Ternary(condition, yes, no, span=at)

    def on_case(self, at: Span, values: tuple[formulas.Arg, ...], result: formulas.Expr) -> Case:
        plain: list[formulas.Expr] = []
        for value in values:
            if isinstance(value, formulas.Named | formulas.Comprehension) or value == formulas.Name("else"):
                self.problems.append(NoCase(value.span))
            else:
                plain.append(value)
        return tuple(plain), result

    def on_cases(self, at: Span, subject: formulas.Expr, *lines: CaseLine) -> formulas.MatchExpr:
        return self.cases(at, subject, lines)

    def on_case_line(self, at: Span, *values: formulas.Expr, result: formulas.Expr) -> Case:
        return values, result

    def on_case_else(self, at: Span, result: formulas.Expr) -> ElseCase:
        return ElseCase(result, at)

    # ------------------------------------------------------------ operators

    def on_negate(self, at: Span, operand: formulas.Expr) -> formulas.Unary:
        return formulas.Unary("not", operand, span=at)

    def on_openly(self, at: Span, operand: formulas.Expr) -> formulas.Expr:
        self.marks.append(operand.span)
        return operand

    def on_binary(self, at: Span, left: formulas.Expr, sign: Token, right: formulas.Expr) -> formulas.Binary:
        return formulas.Binary(_OPERATORS.get(sign[0]) or _COMPARISONS[sign[1]], left, right, span=at)

    def on_binary_of_two_words(
        self, at: Span, left: formulas.Expr, first: Token, second: Token, right: formulas.Expr
    ) -> formulas.Binary:
        return formulas.Binary(_TWO_WORDS[first[0]], left, right, span=at)

    def on_round_up(self, at: Span) -> Rounding:
        return "up"

    def on_round_down(self, at: Span) -> Rounding:
        return "down"

    def on_neg(self, at: Span, operand: formulas.Expr) -> formulas.Unary:
        return formulas.Unary("-", operand, span=at)

    # ------------------------------------------------------------ places and calls

    def on_comprehension(self, at: Span, body: formulas.Expr, *loops: ForPart) -> formulas.Comprehension:
        *outer, last = loops
        made = formulas.Comprehension(body, last.var, last.source, last.choose, last.second, span=at)
        for loop in reversed(outer):
            made = formulas.Comprehension(made, loop.var, loop.source, loop.choose, loop.second, span=at)
        return made

    def on_for_part(self, at: Span, var: Token, second: Token | None, source: formulas.Expr) -> ForPart:
        return ForPart(self.declare(var), self.maybe_declare(second), source, None)

    def on_for_combinations(self, at: Span, var: Token, size: formulas.Expr, source: formulas.Expr) -> ForPart:
        self.check_number(size, "comprehension")
        return ForPart(self.declare(var), None, source, size)

    # ------------------------------------------------------------ atoms

    def on_name(self, at: Span, name: Token) -> formulas.Name:
        word = name[1]
        if word in FOREIGN_VALUES:
            self.problems.append(ForeignValue(at, word, FOREIGN_VALUES[word]))
        return formulas.Name(word, span=at)

    def on_yes(self, at: Span) -> formulas.FlagLiteral:
        return formulas.FlagLiteral(True, span=at)

    def on_no(self, at: Span) -> formulas.FlagLiteral:
        return formulas.FlagLiteral(False, span=at)

    def on_shared_name(self, at: Span, name: Token) -> formulas.Attribute:
        of = formulas.Name("shared", span=Span(at.source, at.start, at.start + len("shared")))
        return formulas.Attribute(of, self.ident(name), span=at)
