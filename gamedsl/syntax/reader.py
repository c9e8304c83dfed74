"""Splits text into lines of words: leaves out comments and blank lines, joins lines inside brackets, replaces foreign signs.

A sign, quote or comment of another language is reported and read with its meaning, so that it causes only one problem. Nothing here knows the grammar: the
parser decides which words are keywords.
"""

from __future__ import annotations

from gamedsl.source import Source, Span
from gamedsl.syntax.foreign_calls import call_as_meant
from gamedsl.syntax.lines import (
    DEEPEST_BRACKET,
    GIVE_UP,
    LONGEST_LINE,
    MOST_KEPT,
    Line,
    Token,
    end_of_brackets,
    is_colon_missed,
    is_path,
)
from gamedsl.syntax.numbers import read_number
from gamedsl.syntax.problems.nesting import MismatchedBracket, MixedIndentation, StrayBracket, UnclosedBracket
from gamedsl.syntax.problems.problem import SyntaxProblem
from gamedsl.syntax.problems.signs import (
    BadName,
    Braces,
    ForeignSign,
    Increment,
    PercentSign,
    Semicolon,
    UnclosedString,
    UnknownCharacter,
    WrongQuotes,
)
from gamedsl.syntax.problems.texts import LongLine, TooDeep
from gamedsl.syntax.signs import (
    AFTER_COLON,
    AFTER_COMMA,
    BLANKS,
    BLOCK,
    CHOICE_OF_VALUES,
    CLOSER,
    LINE_ENDS,
    NAME,
    NEGATION,
    QUOTED,
    READ_AS,
    RIGHT_OPERAND,
    SAID,
    SEMICOLONS,
    TERMINAL,
    TEXT_BEHIND,
    TOKEN,
    TURN,
    WITH_BLOCK,
    WITH_PARAMETERS,
    count_closers,
    end_of_line,
)
from gamedsl.syntax.tables import Tables
from gamedsl.syntax.unread_text import find_turned_texts, read_comment
from gamedsl.values import define, field

_BEFORE_A_VALUE = ("EQUAL", "ADD_SET", "TAKE_SET", "COLON")

_MOST_REREADS = 20
"""After this many unclosed brackets, the next one also takes the lines below. This keeps reading linear."""


@define
class Reader:
    """Reads one text; `lines` and `problems` grow until the end is reached."""

    source: Source
    tables: Tables
    lines: list[Line] = field(factory=list[Line])
    problems: list[SyntaxProblem] = field(factory=list[SyntaxProblem])
    comments: list[tuple[int, int]] = field(factory=list[tuple[int, int]])
    """The start and end of every comment."""
    unseen: int = 0
    """The number of problems that were found but not kept."""
    _tokens: list[Token] = field(factory=list[Token])
    _open: list[Token] = field(factory=list[Token])
    _ahead: tuple[int, int, int] = (0, 0, 0)
    """From where to where brackets were counted last, and how many more of them are closed than opened there."""
    _first_break: tuple[int, int] | None = None
    """The end of the line on which the outermost open bracket stands, as the number of tokens up to it and the offset of the next line."""
    _rereads: int = 0
    _doubtful: bool = False
    """Whether this line has a bracket too many, or a wrong one."""
    _column: int = 0
    _tabbed: list[tuple[Span, int]] = field(factory=list[tuple[Span, int]])
    _spaced: bool = False
    _said: int = 0
    """The end of the sentence whose braces are being read as formulas."""
    _block_end: int = -1
    """The place of the `}` that ends a block on one line, which was reported with its `{`."""
    _may_close: bool = True
    """Whether there may be a `*/` further down."""

    def read(self, begin: int = 0, end: int | None = None) -> None:
        """Reads the whole text, or the lines from the offset `begin` to the offset `end`."""
        text = self.source.text
        words, signs, tokens = self.tables.words, self.tables.signs, self._tokens
        match, last = TOKEN.match, len(text) if end is None else end
        position = 1 if not begin and text.startswith("\ufeff") else begin
        line_start, fresh = position, True
        while True:
            found = match(text, position, last)
            assert found is not None  # `other` and `end` leave nothing out
            sort, (start, position) = found.lastgroup, found.span(found.lastgroup or 0)
            if sort == "newline":
                line_start, fresh = position, True
                if tokens and not self._open:
                    self._finish()
                elif self._open and self._first_break is None:
                    self._first_break = (len(tokens), position)
                continue
            if sort == "comment":
                self.comments.append((start, position))
                continue
            if fresh and sort != "end":
                fresh = False
                column = self._indentation(line_start, start)
                if self._open and column <= self._column and sort != "close":
                    position = self._close_brackets(line_start)
                    line_start, fresh = position, True
                    continue
                if not tokens:
                    self._column = column
            if sort == "word":
                word = found[1]
                if word == "lambda" and self._open and (after := self._read_call(start)):
                    position = after
                    continue
                tokens.append((words.get(word, "NAME"), word, start, position))
            elif sort == "sign":
                sign = text[start:position]
                tokens.append((signs.get(sign) or TERMINAL[sign], sign, start, position))
            elif sort == "number":
                tokens.append(("INT", text[start:position], start, position))
            elif sort == "open":
                position = self._bracket(start)
            elif sort == "close":
                self._close(text[start], start)
            elif sort == "string" and self._may_have_values() and SAID.match(text, start):
                position = text.index("{", start) + 1
                tokens.append(("TEXT_START", text[start:position], start, position))
                self._said = text.index('"', position)
            elif sort == "string":
                tokens.append(("STRING", text[start:position], start, position))
            elif sort == "end":
                if not self._open:
                    break
                position = self._close_brackets(position)
                line_start, fresh = position, True
            elif sort == "odd":
                position = self._read_odd_sign(text[start:position], start)
            else:
                position = self._read_unknown(start)
            if self.unseen > GIVE_UP:
                break
        if tokens:
            self._finish()
        self._report_tabs()
        for turned in find_turned_texts(self.source):
            self._report(turned)

    def _may_have_values(self) -> bool:
        """Whether a sentence at this place can have formulas in braces: after `say`, and in the lines of an example except the first one."""
        if self._tokens:
            return self._tokens[-1][0] == "SAY"
        above = next((at for at, line in enumerate(reversed(self.lines)) if line.column < self._column), 0)
        return above > 0 and any(token[0] == "EXAMPLE" for token in self.lines[-1 - above].tokens[:2])

    def _report(self, problem: SyntaxProblem) -> None:
        if len(self.problems) < MOST_KEPT:
            self.problems.append(problem)
        else:
            self.unseen += 1

    # ------------------------------------------------------------ lines and indentation

    def _finish(self) -> None:
        lost = len(self._tokens) > LONGEST_LINE
        if lost:
            self._report(LongLine(self._span(self._tokens[0][2], self._tokens[-1][3]), LONGEST_LINE))
        self.lines.append(Line(self._column, self._tokens.copy(), lost, guessed=self._doubtful))
        self._clear()

    def _clear(self) -> None:
        self._tokens.clear()
        self._open.clear()
        self._first_break = None
        self._doubtful = False

    def _indentation(self, line_start: int, start: int) -> int:
        blank = self.source.text[line_start:start]
        if "\t" not in blank:
            self._spaced = self._spaced or bool(blank)
            return start - line_start
        column = len(blank.expandtabs(4))
        self._tabbed.append((self._span(line_start, start), column))
        self._spaced = self._spaced or " " in blank
        return column

    def _report_tabs(self) -> None:
        if self._tabbed and self._spaced:
            self._report(MixedIndentation(self._tabbed[0][0], tuple(self._tabbed)))

    # ------------------------------------------------------------ brackets

    def _bracket(self, start: int) -> int:
        sign = self.source.text[start]
        token = (TERMINAL[sign], sign, start, start + 1)
        self._tokens.append(token)
        self._open.append(token)
        if len(self._open) <= DEEPEST_BRACKET:
            return start + 1
        self._report(TooDeep(self._span(start, start + 1), DEEPEST_BRACKET))
        self.lines.append(Line(self._column, self._tokens[:1], lost=True))
        self._clear()
        end = self.source.text.find("\n", start)
        return end if end >= 0 else len(self.source.text)

    def _close(self, sign: str, start: int) -> None:
        span = self._span(start, start + 1)
        if not self._open:
            if not self._doubtful:
                self._report(StrayBracket(span, sign))
            self._doubtful = True
            return
        _, opened, where, _ = self._open.pop()
        wanted = CLOSER[opened]
        if sign != wanted and self._closers_ahead(start) > len(self._open) + 1:
            self._report(StrayBracket(span, sign))
            self._open.append((TERMINAL[opened], opened, where, where + 1))
            self._doubtful = True
            return
        self._doubtful = self._doubtful or sign != wanted
        fits_outer = sign != wanted and bool(self._open) and CLOSER[self._open[-1][1]] == sign
        if fits_outer and self._closers_ahead(start) <= len(self._open):
            self._report(UnclosedBracket(self._span(where, where + 1), opened))
            self._tokens.append((TERMINAL[wanted], "", start, start))
            self._open.pop()
            wanted = sign
        if sign != wanted:
            self._report(MismatchedBracket(span, sign, self._span(where, where + 1), wanted))
        self._tokens.append((TERMINAL[wanted], wanted, start, start + 1))
        if not self._open:
            self._first_break = None

    def _closers_ahead(self, start: int) -> int:
        """Counts the brackets that are closed between here and the end of the line, without those that are opened there too."""
        text = self.source.text
        at, end, closed = self._ahead
        if at <= start < end:
            closed -= count_closers(text[at:start])
        else:
            end = end_of_line(text, start)
            closed = count_closers(text[start:end])
        self._ahead = (start, end, closed)
        return closed

    def _close_brackets(self, position: int) -> int:
        """Closes the open brackets where the line of the first of them ends, and continues with the line below it."""
        _, sign, start, _ = self._open[0]
        self._report(UnclosedBracket(self._span(start, start + 1), sign))
        if self._first_break and self._rereads < _MOST_REREADS:
            self._rereads += 1
            count, position = self._first_break
            del self._tokens[count:]
            self._open = [token for token in self._open if token[2] < self._tokens[-1][3]]
        tokens = self._tokens
        cut = end_of_brackets(tokens, self._open)
        end = tokens[cut - 1][3]
        closers = [(TERMINAL[CLOSER[opened]], "", end, end) for _, opened, _, _ in reversed(self._open)]
        self.lines.append(Line(self._column, [*tokens[:cut], *closers, *tokens[cut:]], guessed=True))
        self._clear()
        return position

    # ------------------------------------------------------------ signs of other languages

    def _read_odd_sign(self, sign: str, start: int) -> int:
        """Reports and reads a sign of several characters; returns the offset after it."""
        end = start + len(sign)
        span = self._span(start, end)
        if sign in ("=>", "->") and self._open and (after := self._read_call(start)):
            return after
        if sign in ("//", "/*") or (sign == "--" and not self._is_glued(start, end)):
            return self._comment(sign, start)
        if set(sign) == {"="}:
            self._read_as(*READ_AS[":=" if is_path(self._tokens) else "=="], sign, start, end)
        elif sign in READ_AS:
            self._read_as(*READ_AS[sign], sign, start, end)
        elif sign in ("++", "--"):
            self._increment(sign, start, end)
        elif sign == "->" and self._is_glued(start, end) and self._tokens[-1][3] == start:
            self._read_as("DOT", ".", sign, start, end)
        elif sign == "->" and self._tokens and self._tokens[0][1] in ("move", "draw"):
            self._read_as("TO", "to", sign, start, end)
        elif sign in ("*=", "/=", "%=", "**", "->"):
            self._report(Increment(span, sign, None))
            self._tokens.append(("EQUAL" if "=" in sign else "STAR", "=", start, end))
        return end

    def _read_call(self, at: int) -> int:
        """Reports and reads a call of another language around a place; returns the offset after it, and 0 if there is none."""
        text = self.source.text
        found = call_as_meant(text, at)
        if found is None:
            return 0
        first, end, meant = found
        self._report(ForeignSign(self._span(first, end), text[first:end], meant, is_call=True))
        self._tokens[:] = [token for token in self._tokens if token[2] < first]
        self._open[:] = [token for token in self._open if token[2] < first]
        reader = Reader(Source(self.source.name, meant), self.tables)
        reader.read()
        self._tokens += [(kind, word, first, end) for line in reader.lines for kind, word, _, _ in line.tokens]
        return end

    def _is_glued(self, start: int, end: int) -> bool:
        """Whether a `--` touches the word before or after it."""
        before = bool(self._tokens) and self._tokens[-1][3] == start
        return before if self.source.text[end : end + 1] in BLANKS else bool(self._tokens)

    def _read_as(self, terminal: str, instead: str, sign: str, start: int, end: int) -> None:
        self._report(ForeignSign(self._span(start, end), sign, instead))
        for part, word in zip(terminal.split(), instead.split(), strict=False):
            self._tokens.append((part, word, start, end))

    def _increment(self, sign: str, start: int, end: int) -> None:
        operator = sign[0]
        row = SEMICOLONS.match(self.source.text, end)
        alone = LINE_ENDS.match(self.source.text, row.end() if row else end) is not None
        instead = f" {operator}= 1" if alone else None
        self._report(Increment(self._span(start, end), sign, instead))
        if alone:
            self._tokens += [("ADD_SET" if operator == "+" else "TAKE_SET", sign, start, end), ("INT", "1", start, end)]
        else:
            self._tokens.append(("PLUS" if operator == "+" else "MINUS", operator, start, end))

    def _comment(self, sign: str, start: int) -> int:
        comment, end, is_closed = read_comment(
            self.source, sign, start, has_words=bool(self._tokens), may_close=self._may_close
        )
        if sign == "/*":
            self._may_close = is_closed
        self._report(comment)
        return end

    # ------------------------------------------------------------ everything else

    def _read_unknown(self, start: int) -> int:
        """Reports and reads text that matches no rule of the language; returns the offset after it."""
        text = self.source.text
        sign = text[start]
        if sign == "}" and start < self._said:
            part = TEXT_BEHIND.match(text, start)
            assert part is not None  # the sentence was matched before
            self._tokens.append(("TEXT_MIDDLE" if part[1] == "{" else "TEXT_END", part[0], start, part.end()))
            return part.end()
        if sign.isdigit() and sign.isascii():
            return self._number(start)
        name = NAME.match(text, start)
        if name:
            span = self._span(start, name.end())
            self._report(BadName(span, name[0]))
            self._tokens.append(("NAME", name[0], start, name.end()))
            return name.end()
        if sign == "'" and is_colon_missed(self._tokens, text, start):
            self._read_as("COLON", ":", sign, start, start + 1)
            return start + 1
        if sign == "'" and self._read_negated(start):
            return start + 2
        if sign in "\"'\u201c\u201d\u201e\u00ab\u2018":
            return self._read_quoted(start)
        if sign == ";" and not self._open and len(self._tokens) == 1 and AFTER_COLON.match(text, start + 1):
            self._read_as("COLON", ":", sign, start, start + 1)
            return start + 1
        if sign == ";" and self._open and (after := self._read_call(start)):
            return after
        if sign == ";" and self._open and self._tokens[0][1] in WITH_PARAMETERS and self._tokens[-2][1] in ("(", ","):
            self._read_as("COLON", ":", sign, start, start + 1)
            return start + 1
        if (
            sign == ";"
            and self._tokens
            and (self._open or self._tokens[0][1] == "players" or AFTER_COMMA.match(text, start + 1))
        ):
            self._read_as("COMMA", ",", sign, start, start + 1)
            return start + 1
        if sign in READ_AS:
            self._read_as(*READ_AS[sign], sign, start, start + 1)
        elif sign == ";":
            return self._semicolon(start)
        elif sign in "{}":
            return self._brace(sign, start)
        elif sign == "?":
            self._question_mark(start)
        elif sign == "%":
            self._percent(start)
        elif turn := TURN.match(text, start):
            return turn.end()
        else:
            self._report(UnknownCharacter(self._span(start, start + 1), sign))
            self._doubtful = True
            end = start + 1
            while text.startswith(sign, end):
                end += 1
            return end
        return start + 1

    def _read_negated(self, start: int) -> bool:
        """Reads `isn't` and `aren't` as `is not`, or as `not` before `in`."""
        found = NEGATION.match(self.source.text, start)
        last = self._tokens[-1] if self._tokens else None
        if found is None or last is None or last[1] not in ("isn", "aren") or last[3] != start:
            return False
        begin = self._tokens.pop()[2]
        is_inside = found[1] is not None or (bool(self._tokens) and self._tokens[-1][1] == "is")
        self._read_as(
            "NOT" if is_inside else "IS NOT",
            "not" if is_inside else "is not",
            self.source.text[begin : start + 2],
            begin,
            start + 2,
        )
        return True

    def _number(self, start: int) -> int:
        read = read_number(self.source, start, self._tokens, self.tables.words)
        for problem in read.problems:
            self._report(problem)
        self._tokens += read.tokens
        return read.end

    def _read_quoted(self, start: int) -> int:
        text = self.source.text
        quoted = QUOTED.match(text, start)
        if quoted:
            end, words = quoted.end(), quoted[0][1:-1]
            self._report(WrongQuotes(self._span(start, end), words))
        else:
            end = end_of_line(text, start)
            end = start + len(text[start:end].rstrip())
            words = text[start + 1 : end]
            self._report(UnclosedString(self._span(start, end), self._span(end, end)))
        self._tokens.append(("STRING", f'"{words.replace(chr(34), "")}"', start, end))
        return end

    def _semicolon(self, start: int) -> int:
        row = SEMICOLONS.match(self.source.text, start)
        end = row.end() if row else start + 1
        at_end = LINE_ENDS.match(self.source.text, end) is not None
        self._report(Semicolon(self._span(start, start + 1), at_end))
        if not at_end and self._tokens and not self._open:
            self._finish()
        return end

    def _brace(self, sign: str, start: int) -> int:
        """Reports a brace. One that opens a block, on this line or on those below, is read as `:`."""
        block = BLOCK.match(self.source.text, start)
        is_header = bool(self._tokens) and self._tokens[-1][0] != "COLON"
        if block is not None and is_header and not self._open and self._tokens[0][1] in WITH_BLOCK:
            self._report(Braces(self._span(self._tokens[-1][3], block.end()), sign, block[1]))
            self._tokens.append(("COLON", ":", start, start + 1))
            self._block_end = block.end() - 1
        elif start != self._block_end:
            self._report(Braces(self._span(start, start + 1), sign))
            if sign == "{" and is_header and LINE_ENDS.match(self.source.text, start + 1) is not None:
                self._tokens.append(("COLON", ":", start, start + 1))
        return start + 1

    def _question_mark(self, start: int) -> None:
        """Reports a `?`, of `a ? b : c` with the value that is meant."""
        values = CHOICE_OF_VALUES.match(self.source.text, start)
        sets = [i for i, token in enumerate(self._tokens) if token[0] in _BEFORE_A_VALUE]
        first = sets[-1] + 1 if sets else 0
        meant = None
        if values is not None and first < len(self._tokens) and not self._open:
            begin = self._tokens[first][2]
            test = self.source.text[begin:start].rstrip()
            meant = (self._span(begin, values.end()), f"{values[1]} if {test} else {values[2]}")
        self._report(UnknownCharacter(self._span(start, start + 1), "?", meant))
        self._doubtful = True

    def _percent(self, start: int) -> None:
        right = RIGHT_OPERAND.match(self.source.text, start + 1)
        before = self._tokens[-2][0] if len(self._tokens) > 1 else ""
        operands = None
        if right and self._tokens and self._tokens[-1][0] in ("NAME", "INT") and before not in ("DOT", "STAR", "SLASH"):
            _, left, begin, _ = self._tokens[-1]
            operands = (self._span(begin, right.end()), left, right[1])
        self._report(PercentSign(self._span(start, start + 1), operands))
        self._tokens.append(("STAR", "%", start, start + 1))

    def _span(self, start: int, end: int) -> Span:
        return Span(self.source.name, start, end)
