"""Recovers lines with mistakes at their beginning."""

from __future__ import annotations

from functools import lru_cache

from gamedsl.diagnostics.suggest import closest, is_slip
from gamedsl.source import Source
from gamedsl.syntax.lines import Token
from gamedsl.syntax.problems.blocks import EXPECTED_BLOCKS
from gamedsl.syntax.problems.nesting import IndentedDeclaration
from gamedsl.syntax.problems.words import (
    FactOutsideExample,
    ForeignWord,
    LonelyElse,
    Misspelt,
    NoDeclaration,
    ReservedName,
    StatementAtTop,
)
from gamedsl.syntax.reader import Reader
from gamedsl.syntax.recovery.lines import WITH_STATEMENTS
from gamedsl.syntax.recovery.stumble import DECLARATION_WORDS, Answer, Stumble
from gamedsl.syntax.tables import load
from gamedsl.syntax.tree import statements
from gamedsl.syntax.tree.traits import words_of

_ALSO_INSIDE = frozenset(["each", "let", "possible", "row", "shape", "shapes", "start"])
"""The words among these that also start other lines."""


STATEMENT_WORDS = words_of(statements.Stmt) - DECLARATION_WORDS | {"else", "may"}


FOREIGN_STARTS: dict[str, str | None] = {
    "def": "rule", "function": "rule", "func": "rule", "fn": "rule", "procedure": "rule", "proc": "rule", "sub": "rule",
    "class": None, "struct": None, "enum": "type", "return": None, "while": None, "loop": None, "do": None,
    "until": None, "var": "let", "const": "let", "local": "let", "foreach": "for", "switch": "match", "case": None,
    "import": None, "print": None, "unless": None, "try": None, "assert": None, "break": None, "continue": None,
}  # fmt: skip


def fact_outside_example(s: Stumble) -> Answer | None:
    if s.first[1] != "then" or "example" in s.headers or s.position > 1:
        return None
    return FactOutsideExample(s.span(s.first)), []


def lonely_else(s: Stumble) -> Answer | None:
    if s.first[0] != "ELSE" or s.position > 1 or s.accepts("COLON"):
        return None
    return LonelyElse(s.span(s.first)), []


def foreign_word(s: Stumble) -> Answer | None:
    word = s.first[1]
    if word not in FOREIGN_STARTS or s.position > 1 or (s.position == 0 and s.headers):
        return None
    if s.found[0] in ("EQUAL", "ADD_SET", "TAKE_SET", "DOT") or s.is_typed_field:
        return None
    instead = FOREIGN_STARTS[word]
    if (instead in ("rule", "type")) == bool(s.headers):
        instead = None
    problem = ForeignWord(s.span(s.first), word, instead)
    return problem, s.replace(0, (instead.upper(), instead)) if instead else []


def unknown_order(s: Stumble) -> Answer | None:
    """Handles `put White pawn`, `attack the castle`: a statement that begins with a verb that neither the language nor the file has."""
    if not s.headers or s.headers[0] not in WITH_STATEMENTS or s.headers[-1] in ("choose", "roll", "may"):
        return None
    start = max((i + 1 for i in range(s.position) if s.word(i) == ":"), default=0)
    verb = s.tokens[start] if start < len(s.tokens) else s.first
    is_word = s.found[0] in ("NAME", "INT") or s.found[1] in ("the", "a", "an") or _is_declared(s, s.found[1])
    if s.position != start + 1 or verb[0] != "NAME" or not is_word:
        return None
    if _is_declared(s, verb[1]) or verb[1] in ("a", "an", "the"):
        return None
    return ForeignWord(s.span(verb), verb[1], None), []


_NAMING = frozenset(["rule", "action", "let", "phase"])


def _is_declared(s: Stumble, name: str) -> bool:
    """Whether a line of the text declares a name."""
    return name in _declared_names(s.source)


@lru_cache(maxsize=1)  # all lines of a text that do not fit ask for the same names
def _declared_names(source: Source) -> frozenset[str]:
    reader = Reader(source, load())
    reader.read()
    names: set[str] = set()
    for line in reader.lines:
        first, second = line.tokens[0], line.tokens[1] if len(line.tokens) > 1 else line.tokens[0]
        if first[1] in _NAMING:
            names.add(second[1])
        if second[0] in ("COLON", "EQUAL", "LSQB"):
            names.add(first[1])
    return frozenset(names)


def no_end_of_turn(s: Stumble) -> Answer | None:
    """Handles `end turn`, `end the turn`, `next player`: there is no statement for it."""
    words = " ".join(token[1] for token in s.tokens if token[1] not in ("the", "your", "my", "."))
    if not s.headers or words not in ("end turn", "finish turn", "stop turn", "next player", "next turn"):
        return None
    return ForeignWord(s.span(s.first).to(s.span(s.tokens[-1])), words, None), []


def expected_block(s: Stumble) -> Answer | None:
    """Handles `components:` and `turn 1:` in column 1: a heading of a block that people expect, and that does not exist."""
    if s.headers or s.position > 1 or s.first[1].lower() not in EXPECTED_BLOCKS or s.word(len(s.tokens) - 1) != ":":
        return None
    is_name = all(token[0] in ("NAME", "INT", "COLON") for token in s.tokens[1:])
    return (NoDeclaration(s.span(s.first), s.first[1]), []) if is_name and s.opens else None


def at_top(s: Stumble) -> Answer | None:
    """Handles a line in column 1 that starts no declaration."""
    if s.headers or s.position > 0:
        return None
    word, span = s.first[1], s.span(s.first)
    second = s.tokens[1][0] if len(s.tokens) > 1 else "_NL"
    if word in STATEMENT_WORDS or second in ("EQUAL", "ADD_SET", "TAKE_SET", "DOT", "LSQB", "LPAR"):
        return StatementAtTop(span, word), []
    meant = closest(word, DECLARATION_WORDS)
    if meant and word not in DECLARATION_WORDS and (s.first[0] == "NAME" or word == f"{meant}s"):
        return misspelt(s, s.first, meant), s.replace(0, (meant.upper(), meant))
    return NoDeclaration(span, word), []


def indented_declaration(s: Stumble) -> Answer | None:
    word = s.first[1]
    if word not in DECLARATION_WORDS - _ALSO_INSIDE or not s.headers or s.position > 1:
        return None
    if word == "all" and s.word(1) not in ("win", "lose"):
        return None  # a condition about people: `all people come home`
    if s.machine.accepts(s.first[0], s.height) or s.found[0] in ("EQUAL", "ADD_SET", "TAKE_SET", "DOT", "LSQB", "LPAR"):
        return None
    return IndentedDeclaration(s.span(s.first), word, s.headers[-1]), []


def misspelt_first(s: Stumble) -> Answer | None:
    if s.first[0] != "NAME" or s.position > 2 or s.position == 0:
        return None
    fitting = s.keywords(s.machine.list_words(s.height))
    meant = closest(s.first[1], fitting)
    if meant is None:
        return None
    terminal = s.machine.tables.words[meant]
    return misspelt(s, s.first, meant), s.replace(0, (terminal, meant))


def misspelt(s: Stumble, token: Token, meant: str) -> Misspelt:
    slips = [word for word in s.machine.tables.words if is_slip(token[1], word)]
    return Misspelt(s.span(token), token[1], meant, is_only=slips == [meant])


def reserved_as_name(s: Stumble) -> Answer | None:
    """Handles `draw = 3`; `let phase = 1` is found where the name is read."""
    if s.position != 1 or s.found[0] not in ("EQUAL", "ADD_SET", "TAKE_SET", "DOT"):
        return None
    if s.first[1] not in s.machine.tables.reserved:
        return None
    return ReservedName(s.span(s.first), s.first[1]), s.replace(0, ("NAME", s.first[1] + "_"))
