"""Formats a text: four spaces for a level, one between words, rows in columns; comments and gaps stay.

A sentence or value that the author aligned with two or more spaces keeps its column while it fits. The formatted text has the same tree, and formatting it
again changes nothing.
"""

from __future__ import annotations

from itertools import pairwise

from gamedsl.source import Source
from gamedsl.syntax.lines import Line, Token
from gamedsl.syntax.parse import parse
from gamedsl.syntax.problems.problem import SyntaxProblem
from gamedsl.syntax.reader import Reader
from gamedsl.syntax.tables import OPERATOR_WORDS, load
from gamedsl.values import define, field, frozen

INDENT = 4
MOST_BLANK_LINES = 2

_LAST_WORD_OF_A_NAME = 4
"""A `:` among the first words of a line follows a name, as in `hand:`, `score s:` or `Ann.hand:`."""

_SPACED_WORDS = OPERATOR_WORDS | {
    "not",
    "openly",
    "else",
    "for",
    "then",
    "highest",
    "lowest",
    "with",
    "match",
    "as",
    "until",
}
"""Words that keep a space before a bracket; `no(deck)` and `left(me)` have none."""

_NAMES_TOO = frozenset(["from", "of", "to", "with"])
"""Words that can be names: then `to[1]` is an element and `with - 1` a difference. The author's spacing shows which is meant."""

_ROW_HEADERS = frozenset(["table", "component", "type"])
_OPERANDS = frozenset(["NAME", "INT", "RPAR", "RSQB"])


@frozen
class Formatted:
    """The formatted text; a text with problems stays as it is."""

    text: str
    problems: tuple[SyntaxProblem, ...]


def format(text: str) -> str:
    """Returns the formatted text, or the text unchanged if it cannot be read."""
    return format_text(Source("", text)).text


def format_text(source: Source) -> Formatted:
    """Returns the formatted text, or the text unchanged with its problems."""
    problems = parse(source).problems
    if problems:
        return Formatted(source.text, problems)
    reader = Reader(source, load())
    reader.read()
    return Formatted(_Page(source, reader).text(), ())


@define
class _Row:
    """The content of one line of the text."""

    tokens: list[Token] = field(factory=list[Token])
    comment: tuple[int, int] | None = None
    indent: int | None = None
    """The column of the formatted line; unknown for a line with only a comment."""
    before: Token | None = None
    """The last word of the line above, if a bracket continues that line."""
    cells: list[str] = field(factory=list[str])
    """The cells of a row of a table."""
    has_cells: bool = False
    """Whether cells follow the `:` of the line: those of a list, or the rows of a shape."""
    table: _Table | None = None
    """The table, for its columns."""


@define
class _Page:
    """One text: its lines, by number, with their words and comments."""

    source: Source
    reader: Reader
    rows: dict[int, _Row] = field(factory=dict[int, _Row])
    arms: set[int] = field(factory=set[int])
    """The positions of the brackets that hold the lines of a `match`."""

    def text(self) -> str:
        """Returns the formatted text."""
        self._place_lines()
        for start, end in self.reader.comments:
            self._row(start).comment = (start, end)
        self._place_comments()
        lines: list[str] = []
        last = 0
        for number in sorted(self.rows):
            if lines:
                lines += [""] * min(number - last - 1, MOST_BLANK_LINES)
            lines.append(self._line(self.rows[number]))
            last = number
        return "".join(f"{line}\n" for line in lines)

    def _row(self, offset: int) -> _Row:
        return self.rows.setdefault(self.source.position(offset)[0], _Row())

    # ------------------------------------------------------------ which line stands where

    def _place_lines(self) -> None:
        columns, headers, tables = [0], [Line(0, [])], [_Table(is_one=False, is_picture=False)]
        for line in self.reader.lines:
            while line.column < columns[-1]:
                del columns[-1], headers[-1], tables[-1]
            if line.column > columns[-1]:
                columns.append(line.column)
                tables.append(_table_of(headers))
                headers.append(line)
            headers[-1] = line
            self._place_line(line, INDENT * (len(columns) - 1), tables[-1])
            in_shapes = len(headers) > 1 and _first_word(headers[-2]) == "shapes"
            self._row(line.tokens[0][2]).has_cells = in_shapes or _first_word(line) in ("table", "shape")

    def _place_line(self, line: Line, indent: int, table: _Table) -> None:
        depth, before = 0, None
        for token in line.tokens:
            row = self._row(token[2])
            if row.indent is None:
                closes = token[0] in ("RPAR", "RSQB")
                row.indent = indent + (INDENT * max(1, depth - closes) if depth > closes else 0)
                row.before = before
            row.tokens.append(token)
            depth += (token[0] in ("LPAR", "LSQB")) - (token[0] in ("RPAR", "RSQB"))
            before = token
        self.arms |= _arms(line.tokens)
        if table.is_one and line.tokens[0][0] not in ("STRING", "LET"):
            table.add(self._row(line.tokens[0][2]), line.tokens)

    def _place_comments(self) -> None:
        """Indents each comment like the line below it; at the end of a block it stays with the block."""
        below: tuple[int, int] = (0, 0)
        for number in sorted(self.rows, reverse=True):
            row = self.rows[number]
            if row.indent is not None:
                if row.before is None:
                    below = (self._column(row.tokens[0][2]), row.indent)
            elif row.comment is not None:
                column = self._column(row.comment[0])
                row.indent = below[1]
                if column > below[0]:
                    row.indent = max(below[1], self._indent_above(number, column))

    def _indent_above(self, number: int, column: int) -> int:
        """Returns the indentation of the nearest line above that is no deeper than `column`."""
        for above in range(number - 1, 0, -1):
            row = self.rows.get(above)
            if row and row.tokens and row.indent is not None and self._column(row.tokens[0][2]) <= column:
                return row.indent
        return 0

    def _column(self, offset: int) -> int:
        line, column = self.source.position(offset)
        return len(self.source.line(line)[: column - 1].lstrip("\ufeff").expandtabs(4))

    # ------------------------------------------------------------ one line

    def _line(self, row: _Row) -> str:
        text = " " * (row.indent or 0)
        if row.table is not None:
            padded = [cell.ljust(width) for cell, width in zip(row.cells, row.table.widths, strict=False)]
            text += (" " * row.table.gap).join(padded).rstrip()
        elif row.tokens:
            text += self._words(row)
        if row.comment is None:
            return text
        comment = self.source.text[slice(*row.comment)].rstrip()
        if not row.tokens:
            return text + comment
        wish = row.comment[0] - row.tokens[0][2] + (row.indent or 0)
        return text.ljust(max(wish, len(text) + 2)) + comment

    def _words(self, row: _Row) -> str:
        """Returns the words of a line with their usual gaps; a wide gap after `:` or before a sentence keeps its column."""
        first, before, text, seen = row.tokens[0], row.before, "", False
        for i, token in enumerate(row.tokens):
            left = row.tokens[i - 1] if i else None
            if left is not None:
                wide = token[2] - left[3] > 1
                in_cells = row.has_cells and (seen or left[0] == "COLON")
                gap = _gap_of_cells(left) if in_cells else _gap(before, left, token)
                if token[2] in self.arms:
                    gap = ""
                if wide and left[0] == "COLON" and not seen and i <= _LAST_WORD_OF_A_NAME:
                    text = text.ljust(max(len(text) + 1, token[2] - first[2]))
                elif wide and token[0] == "STRING":
                    text = text.ljust(max(len(text) + 2, token[2] - first[2]))
                else:
                    text += gap
                seen = seen or left[0] == "COLON"
                before = left
            text += token[1]
        return text


@define
class _Table:
    """The shared columns of a block's rows. In the picture of a board, the author may use single spaces."""

    is_one: bool
    is_picture: bool
    widths: list[int] = field(factory=list[int])
    gap: int = 2

    def add(self, row: _Row, tokens: list[Token]) -> None:
        cells = [[tokens[0]]]
        for right in tokens[1:]:
            if _one_cell(cells[-1], right):
                cells[-1].append(right)
            else:
                cells.append([right])
        for left_cell, right_cell in pairwise(cells):
            if self.is_picture and right_cell[0][2] - left_cell[-1][3] == 1:
                self.gap = 1
        row.cells = [_cell(cell) for cell in cells]
        row.table = self
        self.widths.extend(0 for _ in range(len(cells) - len(self.widths)))
        for i, cell in enumerate(row.cells):
            self.widths[i] = max(self.widths[i], len(cell))


def _table_of(headers: list[Line]) -> _Table:
    """Returns the table for the rows of a block, if the line that opens the block makes it a table."""
    words = [token[1] for token in headers[-1].tokens]
    if words[0] in ("replace", "add"):
        words = words[1:]
    if words[0] in _ROW_HEADERS or (words[0] == "ring" and "around" in words[:3]):
        return _Table(is_one=True, is_picture=False)
    if words[0] == "shape":
        return _Table(is_one=True, is_picture=True)
    # The line that opens the picture is inside the block, or after the block's header: `given: cell.mark:`.
    is_behind = [token[0] for token in headers[-1].tokens].count("COLON") > 1
    above = headers[-1:] if is_behind else headers[-2:-1]
    if any(_first_word(line) == "graph" for line in headers[-2:-1]):
        return _Table(is_one=True, is_picture=False)
    is_picture = any(line.tokens and _holds_pictures(line) for line in above)
    return _Table(is_one=is_picture, is_picture=is_picture)


def _arms(tokens: list[Token]) -> set[int]:
    """Returns the brackets after a `match` that have a `:` of their own."""
    found: set[int] = set()
    opened: list[int] = []
    in_match = False
    for kind, _, start, _ in tokens:
        in_match = in_match or kind == "MATCH"
        if kind in ("LPAR", "LSQB"):
            opened.append(start if in_match else -1)
        elif kind in ("RPAR", "RSQB"):
            opened.pop()
        elif kind == "COLON" and opened and opened[-1] >= 0:
            found.add(opened[-1])
    return found


def _holds_pictures(line: Line) -> bool:
    """Whether a block inside of the line's block is the picture of a board: in its declaration, and in positions."""
    return _first_word(line) in ("grid", "ring", "row", "shapes", "start", "given")


def _first_word(line: Line) -> str:
    """Returns the word that begins a declaration, also if a variant changes it."""
    words = [token[1] for token in line.tokens[:2]]
    is_change = len(words) > 1 and words[0] in ("replace", "add")
    return words[is_change] if words else ""


def _one_cell(cell: list[Token], right: Token) -> bool:
    """Whether the next word of a row belongs to a cell: `-2`, `@deck`, `each suit`, also with a name that is a word of the language (`each each`)."""
    is_begun = cell[-1][0] in ("MINUS", "IN_ZONE", "DOTS") or (cell[-1][0] == "EACH" and len(cell) == 1)
    return is_begun or right[0] == "DOTS"


def _gap_of_cells(left: Token) -> str:
    return "" if left[0] in ("MINUS", "IN_ZONE") else " "


def _cell(tokens: list[Token]) -> str:
    words = [token[1] for token in tokens]
    return f"each {''.join(words[1:])}" if words[0] == "each" else "".join(words)


def _gap(before: Token | None, left: Token, right: Token) -> str:
    """Returns the blanks between two words of a line; `before` is the word in front of both."""
    if right[0] in ("COMMA", "COLON", "RPAR", "RSQB", "DOT", "DOTS") or left[0] in ("LPAR", "LSQB", "DOT", "DOTS"):
        return ""
    if left[0] in ("IN_ZONE", "TEXT_START", "TEXT_MIDDLE") or right[0] in ("TEXT_MIDDLE", "TEXT_END"):
        return ""
    if left[0] == "MINUS" and before is not None and before[1] in _NAMES_TOO:
        return " " if left[3] < right[2] else ""
    if left[0] == "MINUS" and not _is_operand(before):
        # Without a space, the two signs would look like a comment of another language.
        return " " if right[0] == "MINUS" else ""
    if right[0] in ("LPAR", "LSQB") and left[1] in _NAMES_TOO:
        return " " if left[3] < right[2] else ""
    if right[0] in ("LPAR", "LSQB") and left[1] not in _SPACED_WORDS and _is_operand(left):
        touches = left[3] == right[2]
        return "" if touches or left[0] in _OPERANDS else " "
    return " "


def _is_operand(token: Token | None) -> bool:
    """Whether a value can end with this word."""
    if token is None:
        return False
    return token[0] in _OPERANDS or (token[1].isalpha() and token[1] not in _SPACED_WORDS)
