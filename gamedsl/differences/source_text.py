"""Returns the source text of parts of the tree, on one line."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from textwrap import dedent
from typing import Protocol

from gamedsl.source import Span
from gamedsl.syntax.tree import declarations, formulas, statements
from gamedsl.syntax.tree.sentences import with_other_words
from gamedsl.syntax.tree.walk import is_tuple, parts_of
from gamedsl.values import field, frozen

_TEXT_OR_COMMENT = re.compile(r'("[^"\n]*"|#[^\n]*)')
_SPACE = re.compile(r"\s+")


class HasSpan(Protocol):
    """A node of the tree."""

    @property
    def span(self) -> Span: ...


@frozen
class SourceText:
    """The texts of all files, by name."""

    texts: Mapping[str, str]
    rewordings: Mapping[str, Sequence[declarations.Reword]] = field(factory=dict[str, Sequence[declarations.Reword]])
    """The changes of words that later files make in the sentences of each file, in order."""

    def of(self, node: HasSpan) -> str:
        """Returns the text of a node, without comments and line breaks. Limits and cases that a variant has changed are inserted in their places."""
        text = self.texts.get(node.span.source, "")
        said, at = "", node.span.start
        for part in sorted(_changeable(node), key=lambda part: part.span.start):
            composed = self._cases(part) if isinstance(part, formulas.MatchExpr) else self.clause(part)
            said += self._reword(text[at : part.span.start], node) + composed
            at = part.span.end
        return _one_line(said + self._reword(text[at : node.span.end], node))

    def block(self, node: HasSpan) -> str:
        """Returns the whole text of a node, with its lines and comments, from the first column on."""
        text = self.texts.get(node.span.source, "")
        start = text.rfind("\n", 0, node.span.start) + 1
        return self._reword(dedent(text[start : node.span.end]).rstrip(), node)

    def _reword(self, text: str, node: HasSpan) -> str:
        """Returns a piece of the text of a node with the words that its sentences have now."""
        pieces = _TEXT_OR_COMMENT.split(text)
        for change in self.rewordings.get(node.span.source, ()):
            pieces = [with_other_words(piece, change) if piece.startswith('"') else piece for piece in pieces]
        return "".join(pieces)

    def clause(self, node: statements.EachClause) -> str:
        """Returns a clause: `each player by lowest age until over, at most 9`."""
        parts = [f"each {node.noun.text}"]
        parts += [] if node.order is None else [f"in {self.of(node.order)}"]
        parts += [f"by {' then '.join(map(self.of, node.keys))}"] if node.keys else []
        parts += [] if node.first is None else [f"from {self.of(node.first)}"]
        parts += [] if node.where is None else [f"where {self.of(node.where)}"]
        parts += ["together"] if node.together else []
        return " ".join(parts) + self._until(node.until, node.limit)

    def moment(self, node: declarations.Judged) -> str:
        """Returns when a position is judged: `after 8 choices`."""
        if node.when is not None:
            return f"when {self.of(node.when)}"
        return "after 1 choice" if node.after == 1 else f"after {node.after} choices"

    def entry(self, node: declarations.RoundEntry) -> str:
        """Returns a phase of the rounds: `auction until no(lots), at most 8`."""
        return node.name.text + self._until(node.until, node.limit)

    def _until(self, until: formulas.Expr | None, limit: statements.Limit | None) -> str:
        end = "" if until is None else f" until {self.of(until)}"
        return end if limit is None else f"{end}, {self.of(limit)}"

    def _cases(self, node: formulas.MatchExpr) -> str:
        """Returns a `match`: `match x (A: 1, B, C: 2, else: 3)`."""
        arms = [f"{', '.join(map(self.of, values))}: {self.of(result)}" for values, result in node.arms]
        arms += [] if node.otherwise is None else [f"else: {self.of(node.otherwise)}"]
        return f"match {self.of(node.subject)} ({', '.join(arms)})"


def _changeable(node: object) -> Iterator[formulas.MatchExpr | statements.EachClause]:
    """Yields the outermost parts of a node that can contain text from elsewhere."""
    if is_tuple(node):
        for item in node:
            yield from _changeable(item)
    elif isinstance(node, formulas.MatchExpr | statements.EachClause):
        yield node
    elif (parts := parts_of(type(node))) is not None:
        for part in parts(node):
            yield from _changeable(part)


def _one_line(text: str) -> str:
    """Removes comments, and replaces white space by single spaces, except in sentences."""
    pieces = _TEXT_OR_COMMENT.split(text)
    return "".join(
        piece if piece.startswith('"') else _SPACE.sub(" ", piece) for piece in pieces if piece[:1] != "#"
    ).strip()
