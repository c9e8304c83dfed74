"""Shared parts of the explanations of syntax: corrections, and terminals in words."""

from __future__ import annotations

from collections.abc import Sequence

from gamedsl.diagnostics.model import Edit, Fix, FixLevel
from gamedsl.source import Span

LEVEL = 4
"""The blanks by which a block is deeper than its header."""
SURE, PERHAPS = FixLevel.CERTAIN, FixLevel.PERHAPS


def replace(title: str, span: Span, text: str, level: FixLevel) -> Fix:
    return Fix(title, (Edit(span, text),), level)


def remove(title: str, span: Span, level: FixLevel) -> Fix:
    return replace(title, span, "", level)


def insert_word(title: str, span: Span, word: str, before: str) -> Fix:
    """Returns a correction that inserts a word: after a word it follows a space, before a word a space follows it."""
    return replace(title, span, f"{word} " if before.isdigit() else f" {word}", SURE)


def count_text(number: int, noun: str) -> str:
    return f"{number} {noun}" if number == 1 else f"{number} {noun}s"


def align_rows(rows: Sequence[Sequence[str]], indent: int) -> str:
    """Returns the rows of a table in columns. `indent` is the number of blanks before all rows but the first."""
    count = max(map(len, rows))
    widths = [max(len(row[i]) for row in rows if i < len(row)) for i in range(count)]
    lines = ("  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=False)).rstrip() for row in rows)
    return ("\n" + " " * indent).join(lines)


def indent_rows(rows: Sequence[Sequence[str]]) -> list[str]:
    """Returns the lines of a table in columns, below a header that begins a line."""
    return [" " * LEVEL + row for row in align_rows(rows, 0).split("\n")]


def write_table(rows: Sequence[Sequence[str]], span: Span, indent: int) -> Fix:
    """Returns a correction that writes a table below the place where a span begins."""
    return replace("write the table", span, f"\n{' ' * indent}{align_rows(rows, indent)}", PERHAPS)


def tell_rows(rows: Sequence[Sequence[str]]) -> str:
    """Returns the advice to write a table with these rows."""
    return "the first row has the names of the columns: " + ", ".join(f"`{' '.join(row)}`" for row in rows)


def short(text: str) -> str:
    """Returns the beginning of a text that fits into a message."""
    plain = "".join(c if c.isprintable() else "?" for c in text[:41])
    return plain if len(text) <= 40 else plain[:37] + "..."


def character_text(character: str) -> str:
    number = f"U+{ord(character):04X}"
    return f"`{character}`" if character.isprintable() and character != "`" else f"the character {number}"


_VALUE = {"INT", "IT", "LPAR", "LSQB", "MATCH", "ME", "MINUS", "NAME", "NO", "NONE", "NOT", "YES"}
_OPERATORS = {
    "AND",
    "BY",
    "CMP",
    "DOT",
    "DOTS",
    "IF",
    "IN",
    "IS",
    "LPAR",
    "LSQB",
    "MINUS",
    "NOT",
    "OR",
    "PLUS",
    "SLASH",
    "STAR",
}
_SORTS = {
    "TEXT_START": "a sentence in quotes", "TEXT_MIDDLE": "the rest of the sentence", "TEXT_END": "the rest of the sentence",
    "NAME": "a name", "INT": "a number", "STRING": "a sentence in quotes", "_NL": "the end of the line",
    "CMP": "a comparison",
    "COLON": "`:`", "COMMA": "`,`", "DOT": "`.`", "DOTS": "`..`", "EQUAL": "`=`", "LPAR": "`(`", "RPAR": "`)`",
    "LSQB": "`[`",
    "RSQB": "`]`", "PLUS": "`+`", "MINUS": "`-`", "STAR": "`*`", "SLASH": "`/`", "IN_ZONE": "`@`", "ADD_SET": "`+=`",
    "TAKE_SET": "`-=`", "$END": "the end of the text",
}  # fmt: skip
_MOST_WANTED = 7


def list_terminals(wanted: tuple[str, ...]) -> str:
    """Returns terminals in words: values and operators as one, and not too many."""
    left = set(wanted)
    names: list[str] = []
    if {"INT", "NAME", "LPAR"} <= left:
        left -= _VALUE
        names.append("a value")
    if {"PLUS", "STAR"} <= left:
        left -= _OPERATORS | {"WHERE", "WHILE"}
    names += sorted({_SORTS.get(terminal, f"`{terminal.lower()}`") for terminal in left})
    if len(names) > _MOST_WANTED:
        names = [*names[:_MOST_WANTED], "..."]
    if len(names) <= 1:
        return "".join(names) or "nothing"
    return f"{', '.join(names[:-1])} or {names[-1]}" if names[-1] != "..." else ", ".join(names)
