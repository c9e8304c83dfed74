"""Syntax: text in, tree and problems out; the words for the problems. (`gamedsl.syntax.format` has the usual form of a text.)"""

from gamedsl.syntax.explain import explain
from gamedsl.syntax.parse import Parsed, parse
from gamedsl.syntax.problems import SyntaxProblem

__all__ = ["Parsed", "SyntaxProblem", "explain", "parse"]
