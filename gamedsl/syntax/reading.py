"""Feeds the lines of a text to the machine: opens and closes blocks, repairs lines at the wrong depth and lines that do not fit, leaves out the rest."""

from __future__ import annotations

from gamedsl.diagnostics.problem import MOST_PROBLEMS
from gamedsl.source import Source, Span
from gamedsl.syntax.lines import GIVE_UP, MOST_KEPT, Line, Token
from gamedsl.syntax.machine import Machine
from gamedsl.syntax.problems.joining import FOLLOWERS
from gamedsl.syntax.problems.nesting import DeeperLine, IncompleteBlock, IndentedDeclaration, NoBody, UnevenLine
from gamedsl.syntax.problems.problem import SyntaxProblem
from gamedsl.syntax.problems.signs import LineTwice
from gamedsl.syntax.problems.texts import TooDeep
from gamedsl.syntax.problems.words import LonelyElse, MissingColon, Misspelt
from gamedsl.syntax.recovery.lines import (
    letter_for_colon,
    misspelt_else,
    name_alone,
    read_as_ours,
    rows_of_values,
    small_letter,
)
from gamedsl.syntax.recovery.stumble import DECLARATION_WORDS, FOREIGN_ELSE, Stumble
from gamedsl.values import define, evolve, field

DEEPEST_BLOCK = 60
"""The deepest nesting of blocks."""

_MOST_STUMBLES = 1_000
"""The most lines that do not fit and are diagnosed."""
_MOST_REPAIRS = 5
"""The most repairs of one line before it is left out."""

_ALSO_INSIDE = frozenset(["let", "each", "possible", "row", "shape", "shapes", "start", "all"])
"""Words of declarations that may also begin lines inside a block."""

_CHANGING = frozenset(["variant", "when", "seat"])
"""Blocks in which declarations stand behind `add` and `replace`."""

_LONG_LINE = 100
"""Only lines with more words than this, including all headers around them, can make a deep tree."""


@define
class _Block:
    """An open block: its column, its header line, and the height of the stack before its current line.

    `words` is the length of all header lines around it.
    """

    column: int
    header: str
    header_span: Span
    height: int
    words: int
    lost: bool = False
    """Whether the last line of the block was left out."""
    lines: int = 0
    """The lines of the block so far, without those of blocks inside."""
    first: Line | None = None


@define
class Reading:
    """Feeds the lines of one text to the machine."""

    source: Source
    lines: list[Line]
    machine: Machine
    header: tuple[str, ...] = ()
    """The words of a header that is not in the text: all lines belong to its block."""
    problems: list[SyntaxProblem] = field(factory=list[SyntaxProblem])
    unseen: int = 0
    """The number of problems that are not reported."""
    stumbles: int = 0
    """How many lines did not fit. Not all are reported: some follow from others."""
    suspect: bool = False
    """Whether there was a line that could make a deep tree."""
    watched: frozenset[int] = frozenset()
    """Rows whose lines are kept."""
    kept: list[Stumble] = field(factory=list[Stumble])
    """The lines of these rows as they are written, each with a machine that stands in front of it."""
    _blocks: list[_Block] = field(factory=list[_Block])
    _skip_below: int | None = None
    """The column of a line that was left out: deeper lines below it are left out too."""
    _shift: tuple[int, int] | None = None
    """(column, by): lines from this column on are indented too deep by this much. If it is too little, a line in the column of a block ends it."""
    _previous: Line | None = None
    _next: Line | None = None
    _misplaced: Line | None = None
    """The last line whose indentation is wrong."""
    _taken_in: bool = False
    """Whether the previous line was moved into its block."""
    _lost_blocks: set[int] = field(factory=set[int])
    """Heights of blocks of the present declaration from which a line was left out."""

    def read(self) -> None:
        """Feeds all lines, and closes all blocks."""
        self.feed()
        end = len(self.source.text)
        self._fill_missing_body(end)
        while len(self._blocks) > 1:
            self._close_block(end)

    def begin(self, line: Line) -> None:
        """Adjusts the blocks to a line that is not read yet."""
        self._next = None
        self._reaches(line)

    def feed(self) -> None:
        """Feeds all lines."""
        self._blocks.append(_Block(0, "", Span(self.source.name, 0, 0), 0, 0))
        if self.header and self.lines:
            self._open_header(self.lines[0].column)
        pending = self.lines[::-1]
        while pending and self.unseen <= GIVE_UP:
            line = pending.pop()
            self._next = pending[-1] if pending else None
            if self._stands_twice(line):
                self._report(LineTwice(Span(self.source.name, line.tokens[0][2], line.tokens[-1][3])))
                continue
            if line.repairs == 0:
                self.problems += small_letter(line, self.source, self._opens(line))
                if not self._reaches(line):
                    continue
            following = pending[-1].tokens[0][2] if pending else len(self.source.text)
            pending += reversed(self._line(line, following))

    def _open_header(self, column: int) -> None:
        """Begins with the block of a header that is not in the text."""
        self.machine.take([(word, "", 0, 0) for word in self.header], 0)
        self.machine.take_layout("_NL", 0)
        self.machine.take_layout("_INDENT", 0)
        header = self.header[0].lower()
        self._blocks.append(
            _Block(column, header, Span(self.source.name, 0, 0), self.machine.height(), len(self.header))
        )

    def _stands_twice(self, line: Line) -> bool:
        """Whether a header without a body is directly above the same header."""
        above = self._previous
        if above is None or line is above or line.repairs or above.column != line.column:
            return False
        is_header = line.tokens[-1][0] == "COLON" and self._waits_for_body()
        return is_header and [token[:2] for token in above.tokens] == [token[:2] for token in line.tokens]

    # ------------------------------------------------------------ blocks

    def _reaches(self, line: Line) -> bool:
        """Adjusts the blocks to a line's indentation; False if the line belongs to one that was left out."""
        column = self._column(line)
        if self._skip_below is not None and column > self._skip_below:
            return False
        self._skip_below = None
        start = line.tokens[0][2]
        if column > self._blocks[-1].column:
            self._taken_in = False
            self._deeper(line, column, start)
            return self._skip_below is None
        if self._take_as_body(line, column, start):
            return True
        self._fill_missing_body(start)
        column = self._column_inside(line, column)
        if column < self._blocks[-1].column:
            self._shallower(line, column, start)
        if len(self._blocks) == 1:
            self._lost_blocks.clear()
        return True

    def _column(self, line: Line) -> int:
        if self._shift is not None:
            least, by = self._shift
            is_right = by < 0 and line.column in [block.column for block in self._blocks]
            if line.column >= least and not is_right:
                return line.column - by
            self._shift = None
        return line.column

    def _deeper(self, line: Line, column: int, start: int) -> None:
        previous = self._previous
        if previous is not None and self.machine.accepts("_INDENT"):
            if len(self._blocks) > DEEPEST_BLOCK:
                self._report(TooDeep(Span(self.source.name, start, line.tokens[0][3]), DEEPEST_BLOCK))
                self._drop(start)
                return
            self.machine.take_layout("_INDENT", start)
            header = previous.tokens[0]
            span = Span(self.source.name, header[2], previous.tokens[-1][3])
            words = self._blocks[-1].words + len(previous.tokens)
            self._blocks.append(_Block(column, header[1], span, self.machine.height(), words))
            return
        block = self._blocks[-1]
        if self._opens(line) or line.tokens[-1][0] != "COLON":
            self._shift = (line.column, line.column - block.column)
        if len(self._blocks) == 1 and line.tokens[0][1] in DECLARATION_WORDS:
            self._report(IndentedDeclaration(self._indentation(line), line.tokens[0][1], ""))
        else:
            rows = () if previous is None or self._opens(line) else rows_of_values(previous.tokens, line.tokens)
            values = Span(self.source.name, previous.tokens[2][3], line.tokens[-1][3]) if previous and rows else None
            self._report(DeeperLine(self._indentation(line), block.column, rows, values))
        self._misplaced = line

    def _opens(self, line: Line) -> bool:
        """Whether a deeper line follows."""
        return self._next is not None and self._next.column > line.column

    def _indentation(self, line: Line) -> Span:
        """Returns the span of the blanks before a line."""
        start = line.tokens[0][2]
        begin = self.source.line_start(start)
        return Span(self.source.name, begin, start)

    # ------------------------------------------------------------ lines at the wrong depth

    def _take_as_body(self, line: Line, column: int, start: int) -> bool:
        """Whether the line is the unindented body of a header that has none. If so, takes it into the block."""
        previous, block = self._previous, self._blocks[-1]
        if previous is None or column != block.column or not self._waits_for_body():
            return False
        if not self.machine.reads(line.tokens, first="_INDENT"):
            return False
        if column == 0 and self.machine.reads(line.tokens, block.height) and not self._continues(line):
            return False
        follows = self._next is not None and self._next.column > line.column and line.tokens[-1][0] != "COLON"
        to = self._next.column if follows and self._next is not None else column + 4
        first, last = previous.tokens[0], previous.tokens[-1]
        span = Span(self.source.name, first[2], last[3])
        self._report(NoBody(span, first[1], (self._indentation(line),), to))
        self.machine.take_layout("_INDENT", start)
        self._blocks.append(_Block(to, first[1], span, self.machine.height(), block.words + len(previous.tokens)))
        self._taken_in = True
        return True

    def _waits_for_body(self) -> bool:
        actions = self.machine.tables.actions[self.machine.states[-1]]
        return "_INDENT" in actions and not (self.machine.accepts("NAME") or self.machine.accepts("_DEDENT"))

    def _continues(self, line: Line) -> bool:
        """Whether deeper lines follow although this line opens no block: they show to which block the line belongs."""
        if not self._opens(line) or self._next is None or line.tokens[-1][0] == "COLON":
            return False
        following = self._next.tokens[0][1]
        if following in DECLARATION_WORDS - _ALSO_INSIDE and self.machine.reads(
            self._next.tokens, self._blocks[0].height
        ):
            return False
        return not self.machine.reads([*line.tokens, ("COLON", ":", 0, 0)], self._blocks[0].height)

    def _is_script(self, line: Line) -> bool:
        """Whether the line is the `setup` of an example: without `:`, and above a line of an example."""
        is_setup = self._blocks[-1].header == "example" and [token[1] for token in line.tokens] == ["setup"]
        return is_setup and self._next is not None and self.machine.reads(self._next.tokens, None)

    def _column_inside(self, line: Line, column: int) -> int:
        """Returns the intended column of an unindented line that can only belong to a block above."""
        around = next((block for block in reversed(self._blocks) if block.column == column), self._blocks[-1])
        if around is self._blocks[-1] or not self._is_of_inner_block(line, column, around):
            self._taken_in = False
            return column
        for block in self._blocks[: self._blocks.index(around) : -1]:
            is_inner = block is self._blocks[-1]
            if self.machine.reads(line.tokens, None if is_inner else block.height):
                if self._taken_in and self.problems and isinstance(self.problems[-1], NoBody):
                    # Another line of the block whose header has no body.
                    blanks = (*self.problems[-1].blanks, self._indentation(line))
                    self.problems[-1] = evolve(self.problems[-1], blanks=blanks)
                if not self._taken_in:
                    self._report(UnevenLine(self._indentation(line), block.column))
                self._taken_in = True
                return block.column
        return column

    def _is_of_inner_block(self, line: Line, column: int, around: _Block) -> bool:
        """Whether a line in the column of an outer block can only belong to one inside."""
        kind, word, *_ = line.tokens[0]
        is_script = self._is_script(line)
        if line.lost or (column and kind != "NAME"):
            return False
        if word in DECLARATION_WORDS - _ALSO_INSIDE and not is_script:
            return False
        if not column and (is_script or self._continues(line)):
            return True
        if len(line.tokens) == 1 or self.machine.reads(line.tokens, around.height):
            return False
        if not column:
            return not (self._is_apart(line) and self.machine.reads(_ANY_WORDS, None))
        from gamedsl.syntax.guessing.near_lines import near_line  # only mistakes need it

        near = near_line(self.machine, line.tokens, 0, around.height, self.source.text, only_sure=True)
        return near is None or not near.is_slip

    def _is_apart(self, line: Line) -> bool:
        """Whether there is an empty line above a line."""
        before = self.source.text[: self._indentation(line).start]
        return before.count("\n", len(before.rstrip())) > 1

    def _moves_out(self, line: Line) -> bool:
        """Whether a line inside a block is a declaration that was only indented too far."""
        if len(self._blocks) == 1 or line.tokens[0][1] not in DECLARATION_WORDS:
            return False
        changes = any(block.header in _CHANGING for block in self._blocks)
        return not changes and self.machine.reads(line.tokens, self._blocks[0].height)

    def _move_out(self, line: Line) -> None:
        start = line.tokens[0][2]
        self._report(IndentedDeclaration(self._indentation(line), line.tokens[0][1], ""))
        self.machine.cut(self._blocks[-1].height)
        while len(self._blocks) > 1:
            self._lost_blocks.add(self._blocks[-1].height)
            self._close_block(start)
        self._skip_below = None

    def _shallower(self, line: Line, column: int, start: int) -> None:
        if column not in [block.column for block in self._blocks] and self._moves_out(line):
            self._report(IndentedDeclaration(self._indentation(line), line.tokens[0][1], ""))
            column = 0
        while self._blocks[-1].column > column:
            deep, shallow = self._blocks[-1].column, self._blocks[-2].column
            if column > shallow and self._is_first_too_deep(column, line):
                return
            if column > shallow:
                near = deep if deep - column <= column - shallow else shallow
                self._report(UnevenLine(self._indentation(line), near))
                self._misplaced = line
                self._shift = (line.column, line.column - near)
                column = near
            if column < deep:
                self._close_block(start)

    def _is_first_too_deep(self, column: int, line: Line) -> bool:
        """Whether the only line so far of the innermost block is deeper than the lines after it, as this line and the next one show. Then the deep line is
        reported."""
        block = self._blocks[-1]
        if block.lines != 1 or block.first is None or self._next is None or self._next.column != line.column:
            return False
        self._report(DeeperLine(self._indentation(block.first), column))
        block.column = column
        return True

    def _close_block(self, start: int) -> None:
        if self.machine.take_layout("_DEDENT", start):
            self._blocks.pop()
            return
        block = self._blocks[-1]
        if block.height not in self._lost_blocks:
            wanted = tuple(sorted(self.machine.list_words() - {"_BAD", "_NL"}))
            self._report(IncompleteBlock(block.header_span, block.header, wanted))
        self._blocks.pop()
        self._drop(start)
        self._skip_below = None

    def _fill_missing_body(self, start: int) -> None:
        """Reports a header without anything below it, and continues as if it had a body."""
        previous = self._previous
        if previous is None or "_INDENT" not in self.machine.tables.actions[self.machine.states[-1]]:
            return
        if self.machine.accepts("_BAD"):
            return
        if self.machine.accepts("NAME") or self.machine.accepts("_DEDENT"):
            return  # a block is possible here, but not required
        first, last = previous.tokens[0], previous.tokens[-1]
        self._report(NoBody(Span(self.source.name, first[2], last[3]), first[1]))
        self.machine.take_layout("_INDENT", start)
        if self.machine.accepts("_BAD"):
            self._take_bad(start)
            self.machine.take_layout("_DEDENT", start)
        else:
            self._drop(start)
            self._skip_below = None

    # ------------------------------------------------------------ lines

    def _line(self, line: Line, following: int) -> list[Line]:
        """Takes a line. Returns the lines to read instead, if it was repaired."""
        self._previous = line
        if line.tokens[0][1] in FOREIGN_ELSE:
            self.problems += read_as_ours(line, self.source)
        elif self.machine.accepts("ELSE"):
            self.problems += misspelt_else(line, self.source)
        self.problems += letter_for_colon(line, self.source, self._opens(line))
        machine, tokens, block = self.machine, line.tokens, self._blocks[-1]
        self.suspect = self.suspect or block.words + len(tokens) > _LONG_LINE
        block.height = machine.height()
        if line.repairs == 0:
            block.lines += 1
            block.first = block.first or line
        if line.lost:
            self._drop(following)
            return []
        block.lost, was_lost = False, block.lost
        if self.watched and not line.repairs and self.source.position(tokens[0][2])[0] in self.watched:
            self._keep(line)
        position = machine.take(tokens[:1], 0)
        if position:
            block.height = machine.height() - 1
            position = machine.take(tokens, 1)
        if position == len(tokens) and self._wants_colon(line):
            self._add_colon(line)
        if position == len(tokens) and machine.take_layout("_NL", following):
            if line.unread:
                self._skip_below = block.column
            return []
        if line.unread:
            self._drop(following)
            return []
        if line.repairs == 0 and line.column > 0 and self._moves_out(line):
            self._move_out(line)
            return [evolve(line, repairs=1)]
        return self._stumble(line, position, following, was_lost)

    def _keep(self, line: Line) -> None:
        """Keeps a line for questions about it. Lines that a variant adds count as inside the blocks in which a game would have them."""
        height = self._blocks[-1].height
        headers = [self._sort_of(block) for block in self._blocks[1:]]
        while len(headers) > 1 and headers[0] in _CHANGING:
            del headers[0]
        machine = self.machine.at_height(height)
        self.kept.append(Stumble(self.source, line, len(line.tokens), tuple(headers), machine, height))

    def _sort_of(self, block: _Block) -> str:
        """Returns the keyword of the declaration that a block belongs to: after `add` and `replace` it is the second word."""
        if block.header not in ("add", "replace"):
            return block.header
        words = self.source.text[block.header_span.start : block.header_span.end].split(None, 2)
        return words[1] if len(words) > 1 else block.header

    def _wants_colon(self, line: Line) -> bool:
        """Whether a block follows, and only the `:` that opens it is missing."""
        if not self._opens(line) or self._next is None or line.tokens[-1][0] == "COLON" or line.unread:
            return False
        if self.machine.accepts_all(("_NL", "_INDENT")) or not self.machine.accepts_all(("COLON", "_NL", "_INDENT")):
            return False
        deeper = self._next.tokens
        return deeper[0][1] not in DECLARATION_WORDS or not self.machine.reads(deeper, self._blocks[0].height)

    def _add_colon(self, line: Line) -> None:
        end = line.tokens[-1][3]
        gap, first = Span(self.source.name, end, end), line.tokens[0]
        said = self.problems[-1] if self.problems else None
        if isinstance(said, Misspelt) and said.span.start == first[2]:
            self.problems[-1] = evolve(said, gap=gap)
        else:
            self._report(MissingColon(gap, first[1]))
        self.machine.take([("COLON", ":", end, end)], 0)

    def _stumble(self, line: Line, position: int, following: int, was_lost: bool) -> list[Line]:
        self.stumbles += 1
        if len(self.problems) > MOST_PROBLEMS or self.stumbles > _MOST_STUMBLES:  # further problems are not diagnosed
            self.unseen += 1
            self._drop(following)
            return []
        from gamedsl.syntax.recovery.diagnose import diagnose  # only mistakes need it

        headers = tuple(block.header for block in self._blocks[1:])
        opens = self._opens(line)
        stumble = Stumble(self.source, line, position, headers, self.machine, self._blocks[-1].height, opens)
        problem, mended = diagnose(stumble)
        follows = line.guessed or line.repairs > 0 or (self._misplaced is line and isinstance(problem, FOLLOWERS))
        if not follows and not (was_lost and isinstance(problem, LonelyElse)):
            self._report(problem)
        mended = [one for one in mended if one.tokens]  # a row of nothing but commas is empty without them
        if not mended or line.repairs >= _MOST_REPAIRS:
            named = name_alone(line, headers)
            if named is None:
                self._drop(following)
                return []
            mended = [named]
        if position:
            self.machine.cut(self._blocks[-1].height)
        first, *others = mended
        return [evolve(first, repairs=line.repairs + 1), *others]

    def _report(self, problem: SyntaxProblem) -> None:
        if len(self.problems) < MOST_KEPT:
            self.problems.append(problem)
        else:
            self.unseen += 1

    def _drop(self, start: int) -> None:
        """Leaves out the current line of the innermost block that can do without it, and all deeper lines below."""
        while True:
            block = self._blocks[-1]
            if self.machine.height() > block.height:
                self.machine.cut(block.height)
            if self.machine.accepts("_BAD"):
                self._take_bad(start)
                self._lost_blocks.add(block.height)
                block.lost = True
                self._skip_below = block.column
                return
            self._blocks.pop()

    def _take_bad(self, start: int) -> None:
        self.machine.take_layout("_BAD", start)
        self.machine.take_layout("_NL", start)


_ANY_WORDS: tuple[Token, ...] = (("NAME", "one", 0, 0), ("NAME", "other", 0, 0))
"""A line that fits only where rows of a table stand."""
