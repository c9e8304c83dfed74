"""The signs of a text as regular expressions, and the meaning of each foreign sign."""

from __future__ import annotations

import re

TOKEN = re.compile(
    r"""
    [ \t\f]*(?:
      (?P<word>[A-Za-z][A-Za-z0-9_]*(?!\w))
    | (?P<number>[0-9]{1,9}(?!\w|\.[0-9]))
    | (?P<odd>==+|!=|=>|=<|<>|\+\+|--|//|/\*|\*=|/=|%=|\*\*|&&|\|\||->|:=|\.\.\.)
    | (?P<sign>\.\.|\+=|-=|<=|>=|[:,.=+\-*/@<>])
    | (?P<open>[(\[])
    | (?P<close>[)\]])
    | (?P<newline>\r?\n)
    | (?P<comment>\#[^\n]*)
    | (?P<string>"[^"\n]*")
    | (?P<end>\Z)
    | (?P<other>.)
    )""",
    re.VERBOSE | re.DOTALL,
)

WITH_PARAMETERS = frozenset(["rule", "action", "let", "pick", "replace", "add"])
"""Lines that begin with these words may have a `:` inside brackets."""

WITH_BLOCK = frozenset(["if", "else", "for", "each", "as", "repeat", "while", "rule", "action", "phase", "setup"])
"""Lines that begin with these words open a block, also where people write its only statement in braces."""

CLOSER = {"(": ")", "[": "]"}
"""The closing bracket of each opening one."""

TERMINAL = {"<": "CMP", ">": "CMP", "<=": "CMP", ">=": "CMP", "(": "LPAR", ")": "RPAR", "[": "LSQB", "]": "RSQB"}
"""The terminals of signs that the grammar does not name."""

READ_AS = {
    "==": ("IS", "is"), "===": ("IS", "is"), "!=": ("IS NOT", "is not"), "<>": ("IS NOT", "is not"), "\u2260": ("IS NOT", "is not"),
    "&&": ("AND", "and"), "&": ("AND", "and"), "||": ("OR", "or"), "|": ("OR", "or"), "!": ("NOT", "not"), ":=": ("EQUAL", "="),
    "=>": ("CMP", ">="), "\u2265": ("CMP", ">="), "=<": ("CMP", "<="), "\u2264": ("CMP", "<="),
    "\u00d7": ("STAR", "*"), "\u00f7": ("SLASH", "/"), "\u2212": ("MINUS", "-"), "\u2013": ("MINUS", "-"), "\u2014": ("MINUS", "-"),
    "...": ("DOTS", ".."), "\u2026": ("DOTS", ".."), "\u00a0": ("", " "),
}  # fmt: skip
"""The terminal as which a foreign sign is read, and how the language writes it."""

QUOTED = re.compile(
    "[\u201c\u201d\u201e\u00ab][^\u201c\u201d\u201e\u00ab\u00bb\"\n]*[\u201c\u201d\u00bb\"]|'[^'\n]*'|\u2018[^\u2019\n]*\u2019"
)

BLOCK = re.compile(r"\{[ \t]*([^{};\"#\n]*[^{};\"#\s])[ \t]*;?[ \t]*\}(?=[ \t\r]*(?:[\n#]|\Z))")
"""A block of one statement in braces, up to the end of its line."""

CHOICE_OF_VALUES = re.compile(
    r"\?[ \t]*([^:?\"#\n]*[^:?\"#\s])[ \t]*:[ \t]*([^:?\"#\n]*[^:?\"#\s])(?=[ \t\r]*(?:[\n#]|\Z))"
)
"""The two values of `a ? b : c`, up to the end of their line."""

DICE = re.compile(r"([1-9][0-9]?)[dDwW]([1-9][0-9]{0,2})")
"""So many dice with so many sides: `2d6`."""

NAME = re.compile(r"\w+")

NEGATION = re.compile(r"'t\b([ \t]+in\b)?")
"""The end of `isn't` and `isn't in`."""

LINE_ENDS = re.compile(r"[ \t\r]*(?=[\n#]|\Z)")
"""Nothing more than a comment up to the end of the line."""

SEMICOLONS = re.compile(r"[; \t\r]*")

TURN = re.compile("[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]+")
"""Invisible characters that change the display order of the characters around them."""

AFTER_COMMA = re.compile(
    r"[ \t]*(?:[A-Za-z][\w.]*[ \t]*,|(?:seen by|each (?:turn|round|player)|up to|at most|top seen|count hidden|refilled|ties|keep|distinct|ask|back)\b)"
)
"""Words that follow a comma and never begin a line."""

AFTER_COLON = re.compile(r"[ \t]*(?:[0-9(]|(?:pile|bag|slot|set|one|any|some) of\b|up to\b|(?:int|flag|player)\b)")
"""Text that follows the `:` of a field or a selection, and cannot begin a line."""

BLANKS = ("", " ", "\t", "\r", "\n")
"""The characters that can follow a word that stands alone."""

_OPERATORS = "and|or|not|is|in|if|else|where|while|by|as|for|of|from|to|rounded|up|down"

PROSE = re.compile(rf"\b(?!(?:{_OPERATORS})\b)[A-Za-z]\w* +(?!(?:{_OPERATORS})\b)[A-Za-z]")
"""Two consecutive words of English, which no formula has."""

_SENTENCE = re.compile(r'"[^"\n]*"')

SAID = re.compile(r'"[^"{}\n]*\{([^"{}\n]+\}[^"{}\n]*\{)*[^"{}\n]+\}[^"{}\n]*"')
"""A sentence with formulas in braces."""

TEXT_BEHIND = re.compile(r'\}[^"{}\n]*([{"])')
"""The text of a sentence behind a formula, up to the next formula or the end of the sentence."""

RIGHT_OPERAND = re.compile(r"[ \t]*(\w+)(?![\w.(\[])")
"""A single word or number behind a sign."""


def count_closers(text: str) -> int:
    """Counts how many more brackets are closed than opened in a part of a line, but for sentences and a comment."""
    code = _SENTENCE.sub("", text).partition("#")[0]
    return sum(code.count(sign) for sign in ")]") - sum(code.count(sign) for sign in "([")


def end_of_line(text: str, start: int) -> int:
    """Returns where the line of an offset ends."""
    end = text.find("\n", start)
    return end if end >= 0 else len(text)
