"""Syntax: turns text into a tree and problems.

`gamedsl.syntax.problems` has the words for problems, `gamedsl.syntax.format` makes the usual form of a text.
"""

from gamedsl.syntax.parse import Parsed, parse
from gamedsl.syntax.problems.problem import SyntaxProblem

__all__ = ["Parsed", "SyntaxProblem", "parse"]
