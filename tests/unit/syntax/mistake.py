"""A broken text with its problem, whose place stands between « and »."""

from __future__ import annotations

from gamedsl.syntax.problems.problem import SyntaxProblem
from gamedsl.values import frozen


@frozen
class Mistake:
    """A broken text, and the sort of problem at the marked place; nothing else is wrong with it."""

    marked: str
    problem: type[SyntaxProblem]

    @property
    def text(self) -> str:
        """The text without its marks."""
        return self.marked.replace("«", "").replace("»", "")

    @property
    def place(self) -> tuple[int, int]:
        """The start and end of the problem as offsets into the text."""
        start = self.marked.index("«")
        return start, self.marked.index("»") - 1


def rule_of(lines: str) -> str:
    """Returns a rule with these lines."""
    return "rule r:\n" + "".join(f"    {line}\n" for line in lines.split("\n"))


def change_of(line: str) -> str:
    """Returns a variant with this change."""
    return f"variant v of g:\n    {line}\n"
