"""The TextMate grammar of rules, for editors that know no Pygments: `python -m tools.textmate` writes it anew.

It comes from the parse tables and has the colours of `gamedsl.highlight`, so a new word of the language needs no change here. TextMate looks at one line at
a time and remembers nothing but what stands directly before a word. So it takes a soft word for a keyword where the lexer does, if a single blank, or none, is
between the two.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator
from pathlib import Path

from attrs import frozen

from gamedsl.highlight import CONSTANTS, LINE_START, PRONOUNS, next_words
from gamedsl.syntax.tables import OPERATOR_WORDS, UNNAMEABLE, load

FILE = Path(__file__).parents[1] / "editors/vscode/syntaxes/gdl.tmLanguage.json"

SCOPES = {
    "Comment.Single": "comment.line.number-sign.gdl",
    "Literal.String.Doc": "string.quoted.docstring.gdl",
    "Literal.String.Double": "string.quoted.double.gdl",
    "Literal.Number.Integer": "constant.numeric.integer.gdl",
    "Keyword": "keyword.control.gdl",
    "Keyword.Constant": "constant.language.gdl",
    "Operator.Word": "keyword.control.operator.gdl",
    "Operator": "keyword.operator.gdl",
    "Punctuation": "punctuation.separator.gdl",
    "Name": "variable.other.gdl",
    "Name.Attribute": "variable.other.property.gdl",
    "Name.Builtin.Pseudo": "variable.language.gdl",
    "Name.Constant": "variable.other.constant.gdl",
    "Name.Function": "entity.name.function.gdl",
    "Error": "invalid.illegal.gdl",
}
"""The scope for each type of token that the lexer of Pygments gives."""

_WORD = "[A-Za-z][A-Za-z0-9_]*"


@frozen
class Pattern:
    """A pattern with the scope of what it matches, without blanks before it."""

    match: str
    scope: str

    def as_json(self) -> dict[str, object]:
        """Returns the pattern as TextMate has it."""
        blanks = r"^\s*"
        if not self.match.startswith(blanks):
            return {"match": self.match, "name": self.scope}
        return {"match": f"{blanks}({self.match.removeprefix(blanks)})", "captures": {"1": {"name": self.scope}}}


def patterns() -> Iterator[Pattern]:
    """Yields all patterns; the first one that matches at a place counts."""
    reserved = load().reserved
    yield _pattern("Comment.Single", "#.*$")
    yield _pattern("Literal.String.Doc", r'^\s*"[^"]*"?')
    yield _pattern("Literal.String.Double", '"[^"]*"?')
    yield _pattern("Literal.Number.Integer", "[0-9]+")
    yield _pattern("Name.Attribute", rf"(?<=[^.]\.){_WORD}")
    yield _pattern("Name", rf"(?<=\beach ){_any(reserved)}")
    yield _pattern("Operator.Word", _any(UNNAMEABLE))
    yield _pattern("Name.Function", rf"{_WORD}(?=\()")
    yield _pattern("Keyword.Constant", _any(CONSTANTS))
    yield _pattern("Name.Builtin.Pseudo", _any(PRONOUNS))
    yield _pattern("Keyword", _any(reserved - UNNAMEABLE - CONSTANTS - PRONOUNS))
    yield from _soft_words()
    yield _pattern("Name.Constant", "[A-Z][A-Za-z0-9_]*")
    yield _pattern("Name", _WORD)
    yield _pattern("Operator", r"\.\.|[+-]=|<=|>=|[=+\-*/<>]")
    yield _pattern("Punctuation", r"[:,.@()\[\]]")
    yield _pattern("Error", r"\S")


def text() -> str:
    """Returns the content of the file."""
    grammar = {
        "comment": "Made by `python -m tools.textmate`.",
        "name": "Game rules",
        "scopeName": "source.gdl",
        "fileTypes": ["gdl"],
        "patterns": [pattern.as_json() for pattern in patterns()],
    }
    return json.dumps(grammar, indent=1) + "\n"


def _pattern(type_: str, match: str) -> Pattern:
    return Pattern(match, SCOPES[type_])


def _any(words: Iterable[str]) -> str:
    return rf"\b(?:{'|'.join(sorted(words))})\b"


def _soft_words() -> Iterator[Pattern]:
    """Yields patterns for soft words, grouped by the terminals after which the grammar allows them."""
    tables = load()
    groups: dict[tuple[str, frozenset[str]], list[str]] = {}
    for word in sorted(tables.soft - UNNAMEABLE):
        before = frozenset(terminal for terminal, following in next_words().items() if tables.words[word] in following)
        groups.setdefault(("Operator.Word" if word in OPERATOR_WORDS else "Keyword", before), []).append(word)
    for (type_, before), words in groups.items():
        found = _any(words) + r"(?![(.\[])"
        if LINE_START in before:
            yield _pattern(type_, rf"^\s*{found}(?!:)")
        if "COMMA" in before:
            yield _pattern(type_, rf"(?<=, ){found}(?![)\],:])")
        if places := [*_places(before)]:
            yield _pattern(type_, rf"(?:{'|'.join(places)}){found}")


def _places(before: frozenset[str]) -> Iterator[str]:
    """Yields look-behinds for the terminals `before`, each with one blank after it. A word that may be a name counts as one."""
    tables = load()
    yield from (rf"(?<=\b{word} )" for word, terminal in tables.words.items() if terminal in before)
    yield from (f"(?<={re.escape(sign)} )" for sign, terminal in tables.signs.items() if terminal in before - {"COMMA"})
    if "STRING" in before:
        yield '(?<=" )'
    if "NAME" in before:
        yield r"(?<=\w )" + "".join(rf"(?<!\b{word} )" for word in sorted(tables.reserved | OPERATOR_WORDS))
    elif "INT" in before:
        yield "(?<=[0-9] )"


if __name__ == "__main__":
    FILE.write_text(text(), encoding="utf-8")
