"""A line that does not fit, with helpers for its possible corrections."""

from __future__ import annotations

from collections.abc import Iterable

from gamedsl.source import Source, Span
from gamedsl.syntax.guessing.foreign_words import TYPING
from gamedsl.syntax.lines import Line, Token
from gamedsl.syntax.machine import Machine
from gamedsl.syntax.problems.problem import SyntaxProblem
from gamedsl.syntax.tree import declarations
from gamedsl.syntax.tree.traits import words_of
from gamedsl.values import evolve, frozen

DECLARATION_WORDS = words_of(declarations.Decl)
"""Words that start a declaration."""


FOREIGN_ELSE = frozenset(["elif", "elsif", "elseif"])


CHAINED_HEADERS = frozenset(["if", "for", "each", "as", "repeat", "match", "choose", "may", "roll"])


HEADER_WORDS = (
    (DECLARATION_WORDS - {"game"}) | CHAINED_HEADERS | {"game", "else", "given", "answers", "require", "ensure", "then"}
)


BOARDS = frozenset(["grid", "ring", "row", "graph"])


Answer = tuple[SyntaxProblem, list[Line]]
"""The problem, and the lines to continue with; no lines if the line cannot be repaired."""


@frozen
class Stumble:
    """A failure to read: the word at `position` of `line` does not fit (or the line's end); `headers` open the blocks around it."""

    source: Source
    line: Line
    position: int
    headers: tuple[str, ...]
    machine: Machine
    height: int
    """The height of the stack before the line."""
    opens: bool = False
    """Whether a deeper line follows."""

    @property
    def tokens(self) -> list[Token]:
        return self.line.tokens

    @property
    def found(self) -> Token:
        """The word that does not fit; the line's end has no text."""
        if self.position < len(self.tokens):
            return self.tokens[self.position]
        end = self.tokens[-1][3]
        return ("_NL", "", end, end)

    @property
    def is_typed_field(self) -> bool:
        """Whether the line declares a field as other languages do: `const coins = 3`."""
        is_foreign = self.first[0] == "NAME" and self.first[1] in TYPING
        return is_foreign and self.headers in (("each",), ("shared",))

    @property
    def before(self) -> Token:
        """The word in front of it; at the start of a line that line's first word."""
        return self.tokens[max(0, self.position - 1)]

    @property
    def first(self) -> Token:
        return self.tokens[0]

    def word(self, index: int) -> str:
        """Returns the text of a word of the line; empty after its end."""
        return self.tokens[index][1] if 0 <= index < len(self.tokens) else ""

    def accepts(self, terminal: str) -> bool:
        return self.machine.accepts(terminal)

    def span(self, token: Token) -> Span:
        return Span(self.source.name, token[2], token[3])

    def gap(self) -> Span:
        """The empty place right after the word before."""
        return Span(self.source.name, self.before[3], self.before[3])

    def with_tokens(self, *parts: Iterable[Token]) -> list[Line]:
        """Returns the line with other words."""
        return [evolve(self.line, tokens=[token for part in parts for token in part])]

    def insert(self, *pairs: tuple[str, str]) -> list[Line]:
        """Returns the line with words inserted at the position."""
        at = self.before[3] if self.position else self.first[2]
        new = [(terminal, text, at, at) for terminal, text in pairs]
        return self.with_tokens(self.tokens[: self.position], new, self.tokens[self.position :])

    def replace(self, index: int, *pairs: tuple[str, str]) -> list[Line]:
        """Returns the line with one word replaced."""
        _, _, start, end = self.tokens[index]
        new = [(terminal, text, start, end) for terminal, text in pairs]
        return self.with_tokens(self.tokens[:index], new, self.tokens[index + 1 :])

    def wanted(self) -> tuple[str, ...]:
        """Returns the terminals that would have fitted."""
        return tuple(sorted(self.machine.list_words() - {"_BAD", "_DEDENT", "_INDENT"}))

    def keywords(self, terminals: Iterable[str]) -> list[str]:
        """Returns the words of the language among the terminals."""
        wanted = set(terminals)
        return [word for word, terminal in self.machine.tables.words.items() if terminal in wanted]
