"""The base of all actions: the text, the problems found, and conversions from tokens to names, texts and numbers."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from enum import Enum
from typing import Literal, TypeVar

from gamedsl.source import Source, Span
from gamedsl.syntax.lines import Token
from gamedsl.syntax.problems.forms import NoCase, SetAgain
from gamedsl.syntax.problems.numbers import AllOf, Counted, NoQuantity
from gamedsl.syntax.problems.problem import SyntaxProblem
from gamedsl.syntax.problems.words import ReservedName
from gamedsl.syntax.tree import formulas
from gamedsl.syntax.tree.node import Ident
from gamedsl.values import define, field, frozen

T = TypeVar("T")


class Lost(Enum):
    """A placeholder for a line that could not be read."""

    LOST = "a line that could not be read"


Rounding = Literal["up", "down"]
Said = tuple[()]
"""The value of a form that is only words, such as `in any order`."""

NO_NUMBERS = frozenset([
    "all", "any", "count", "first", "join", "last", "leaders", "max", "min", "no", "none", "one", "only", "sets", "some",
    "sum",
])  # fmt: skip
"""Functions and words for quantities: none of them can be a name, so none can be a number."""


Case = tuple[tuple[formulas.Expr, ...], formulas.Expr]
"""The values of an arm of a `match` formula, and its result."""


@frozen
class ElseCase:
    """The `else` of a block of cases."""

    result: formulas.Expr
    at: Span


CaseLine = Case | ElseCase | Lost


def drop_lost(items: Iterable[T | Lost]) -> tuple[T, ...]:
    """Returns the items without the lines that could not be read."""
    return tuple([item for item in items if not isinstance(item, Lost)])


def string(token: Token | None) -> str | None:
    """Returns the text between the quotes."""
    return None if token is None else token[1][1:-1]


def sentence(parts: Sequence[Token | formulas.Expr]) -> tuple[tuple[str, ...], tuple[formulas.Expr, ...]]:
    """Returns the texts of a sentence, without quotes and braces, and the formulas between them."""
    texts = tuple(part[1][1:-1] if isinstance(part, tuple) else "" for part in parts[::2])
    return texts, tuple(part for part in parts[1::2] if not isinstance(part, tuple))


def number(token: Token) -> int:
    """Returns the value of an INT."""
    return int(token[1])


@define
class Actions:
    """The base of the classes that build nodes; `problems` are the problems that show only in a complete form."""

    source: Source
    refused: frozenset[str]
    """Words that cannot be names: the reserved ones and those of operators."""
    problems: list[SyntaxProblem] = field(factory=list[SyntaxProblem])
    lets: dict[str, Span] = field(factory=dict[str, Span])
    """The local names of the rule that is being read."""
    assigned: list[formulas.Name] = field(factory=list[formulas.Name])
    """The plain names that the rule being read assigns to."""
    marks: list[Span] = field(factory=list[Span])
    """The formulas behind `openly`."""

    def ident(self, token: Token | formulas.Name) -> Ident:
        """Makes a name that refers to something."""
        if isinstance(token, formulas.Name):
            return Ident(token.id, span=token.span)
        return Ident(token[1], span=Span(self.source.name, token[2], token[3]))

    def maybe(self, token: Token | None) -> Ident | None:
        """Makes a name that refers to something, if it is given."""
        return None if token is None else self.ident(token)

    def idents(self, tokens: Iterable[Token]) -> tuple[Ident, ...]:
        """Makes names that refer to something."""
        return tuple(self.ident(token) for token in tokens)

    def declare(self, token: Token) -> Ident:
        """Makes a name that is declared here: it must not be a word of the language."""
        ident = self.ident(token)
        if ident.text in self.refused:
            self.problems.append(ReservedName(ident.span, ident.text))
        return ident

    def declarations(self, tokens: Iterable[Token]) -> tuple[Ident, ...]:
        """Makes names that are declared here."""
        return tuple(self.declare(token) for token in tokens)

    def sentence(self, token: Token) -> Ident:
        """Makes a name from a sentence or from the path of a file."""
        return Ident(token[1][1:-1], span=Span(self.source.name, token[2], token[3]))

    def maybe_declare(self, token: Token | None) -> Ident | None:
        """Makes a name that is declared here, if it is given."""
        return None if token is None else self.declare(token)

    def text(self, at: Span) -> str:
        """Returns the text at a place."""
        return self.source.text[at.start : at.end]

    def check_number(self, value: formulas.Expr, of: Counted) -> None:
        """Reports a word in the place of a number, such as `count of hand`, that can only be meant as a word for a quantity."""
        word = self.text(value.span)
        if isinstance(value, formulas.Name | formulas.FlagLiteral | formulas.NoneLiteral) and word in NO_NUMBERS:
            is_all = of == "choice" and word == "all"
            self.problems.append(AllOf(value.span, word) if is_all else NoQuantity(value.span, word, of))

    def cases(self, at: Span, subject: formulas.Expr, lines: Iterable[CaseLine]) -> formulas.MatchExpr:
        """Builds the `match` of a block of cases; its `else` comes last."""
        arms: list[Case] = []
        otherwise: ElseCase | None = None
        readable: tuple[Case | ElseCase, ...] = drop_lost(lines)
        for line in readable:
            if otherwise is not None:
                self.problems.append(NoCase(otherwise.at))
            if isinstance(line, ElseCase):
                otherwise = line
            else:
                arms.append(line)
        return formulas.MatchExpr(subject, tuple(arms), None if otherwise is None else otherwise.result, span=at)

    def check_lets(self) -> None:
        """Compares the assignments of a rule with its `let` names."""
        for name in self.assigned:
            first = self.lets.get(name.id)
            if first is not None and first.start < name.span.start:
                self.problems.append(SetAgain(name.span, name.id, first))
        self.lets.clear()
        self.assigned.clear()
