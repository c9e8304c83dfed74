"""Syntax: text in, tree and problems out; the words for the problems; the usual form of a text."""

from gamedsl.syntax.explain import explain
from gamedsl.syntax.format import Formatted, formatted
from gamedsl.syntax.parse import Parsed, parse
from gamedsl.syntax.problems import SyntaxProblem

__all__ = ["Formatted", "Parsed", "SyntaxProblem", "explain", "formatted", "parse"]
