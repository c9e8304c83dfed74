"""Diagnoses lines that do not fit: finds the problem, and the line as it was probably meant.

`diagnose` asks the questions of `_QUESTIONS` in turn; the first that knows an answer gives it. Each looks at the words of the line, at the blocks around it
and at the words that would have fitted; mistakes.py has the sentence that each is made for.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable

from gamedsl.diagnostics.suggest import closest, is_slip
from gamedsl.source import Source, Span
from gamedsl.syntax import problems
from gamedsl.syntax.change_slips import CHANGING, meant_change
from gamedsl.syntax.guesses import guess
from gamedsl.syntax.lines import Line, Reader, Token
from gamedsl.syntax.machine import Machine
from gamedsl.syntax.near_lines import NearLine, near_line
from gamedsl.syntax.own_names import own_names
from gamedsl.syntax.phrase_table import Place
from gamedsl.syntax.phrases import said_here
from gamedsl.syntax.problems import SyntaxProblem
from gamedsl.syntax.tree import UNREAD
from gamedsl.values import evolve, frozen

DECLARATION_WORDS = frozenset([
    "game", "option", "type", "component", "table", "grid", "ring", "row", "graph", "shared", "each", "let", "pick", "setup",
    "rounds", "phase", "rule", "action", "end", "score", "ranking", "invariant", "possible", "example", "start", "seat", "variant", "when",
    "whenever", "history",
])  # fmt: skip
"""Words that start a declaration."""

_ALSO_INSIDE = frozenset(["each", "let", "possible", "row", "start"])
"""Those of them that start other lines as well."""

FOREIGN_ELSE = frozenset(["elif", "elsif", "elseif"])

Answer = tuple[SyntaxProblem, list[Line]]
"""The problem, and the lines to continue with; no lines if the line cannot be repaired."""

_STATEMENT_WORDS = frozenset([
    "move", "draw", "swap", "rotate", "shuffle", "peek", "reveal", "say", "flip", "eliminate", "roll", "choose", "award", "require", "ensure", "if",
    "else", "for", "repeat", "as", "match", "may", "record", "forget",
])  # fmt: skip
_CHAINED_HEADERS = frozenset(["if", "for", "each", "as", "repeat", "match", "choose", "may", "roll"])
_HEADER_WORDS = (
    (DECLARATION_WORDS - {"game"})
    | _CHAINED_HEADERS
    | {"game", "else", "given", "answers", "require", "ensure", "then"}
)
_BOARDS = frozenset(["grid", "ring", "row", "graph"])
_ROW_BLOCKS = frozenset(["table", "component", "type", "graph", "ring"])
_AFTER_COMMA = frozenset([
    "each", "distinct", "keep", "ties", "seen", "count", "up", "at", "refilled", "back", "once", "else", "eight", "top", "ask", "other",
])  # fmt: skip
_COMPARISONS = frozenset(["CMP", "IS", "IN"])
_FOREIGN_STARTS: dict[str, str | None] = {
    "def": "rule", "function": "rule", "func": "rule", "fn": "rule", "procedure": "rule", "proc": "rule", "sub": "rule",
    "class": None, "struct": None, "enum": "type", "return": None, "while": None, "loop": None, "do": None,
    "until": None, "var": "let", "const": "let", "local": "let", "foreach": "for", "switch": "match", "case": None,
    "import": None, "print": None, "unless": None, "try": None, "assert": None, "break": None, "continue": None,
}  # fmt: skip


@frozen
class Stumble:
    """A failure to read: the word at `position` of `line` does not fit (or the line's end); `headers` open the blocks around it."""

    source: Source
    line: Line
    position: int
    headers: tuple[str, ...]
    machine: Machine
    height: int
    """The height of the stack before the line."""
    opens: bool = False
    """Whether a deeper line follows."""

    @property
    def tokens(self) -> list[Token]:
        return self.line.tokens

    @property
    def found(self) -> Token:
        """The word that does not fit; the line's end has no text."""
        if self.position < len(self.tokens):
            return self.tokens[self.position]
        end = self.tokens[-1][3]
        return ("_NL", "", end, end)

    @property
    def before(self) -> Token:
        """The word in front of it; at the start of a line that line's first word."""
        return self.tokens[max(0, self.position - 1)]

    @property
    def first(self) -> Token:
        return self.tokens[0]

    def word(self, index: int) -> str:
        """Returns the text of a word of the line; empty behind its end."""
        return self.tokens[index][1] if 0 <= index < len(self.tokens) else ""

    def accepts(self, terminal: str) -> bool:
        return self.machine.accepts(terminal)

    def span(self, token: Token) -> Span:
        return Span(self.source.name, token[2], token[3])

    def gap(self) -> Span:
        """The empty place right behind the word before."""
        return Span(self.source.name, self.before[3], self.before[3])

    def with_tokens(self, *parts: Iterable[Token]) -> list[Line]:
        """Returns the line with other words."""
        return [evolve(self.line, tokens=[token for part in parts for token in part])]

    def inserted(self, *pairs: tuple[str, str]) -> list[Line]:
        """Returns the line with words inserted at the position."""
        at = self.before[3] if self.position else self.first[2]
        new = [(terminal, text, at, at) for terminal, text in pairs]
        return self.with_tokens(self.tokens[: self.position], new, self.tokens[self.position :])

    def replaced(self, index: int, *pairs: tuple[str, str]) -> list[Line]:
        """Returns the line with one word replaced."""
        _, _, start, end = self.tokens[index]
        new = [(terminal, text, start, end) for terminal, text in pairs]
        return self.with_tokens(self.tokens[:index], new, self.tokens[index + 1 :])

    def keywords(self, terminals: Iterable[str]) -> list[str]:
        """Returns the words of the language among the terminals."""
        wanted = set(terminals)
        return [word for word, terminal in self.machine.tables.words.items() if terminal in wanted]


def diagnose(stumble: Stumble) -> Answer:
    """Returns the problem of a line that does not fit, and the lines to continue with."""
    for question in _QUESTIONS:
        answer = question(stumble)
        if answer is not None:
            return _nearer(stumble, answer) or answer
    after = stumble.before[1] if stumble.position else ""
    wanted = tuple(sorted(stumble.machine.wanted() - {"_BAD", "_DEDENT", "_INDENT"}))
    problem = problems.Unfitting(stumble.span(stumble.found), stumble.found[1], after, wanted)
    return _meant_change(stumble, problem) or _near(stumble, problem) or (problem, [])


_GUESSES = (
    problems.Misspelt,
    problems.NoDeclaration,
    problems.MissingColon,
    problems.MissingComma,
    problems.MissingOf,
    problems.StatementAtTop,
    problems.Chained,
    problems.NamelessChoice,
)
"""Answers that consider only one word. They are doubtful if the line cannot be read after them either."""


def _nearer(s: Stumble, answer: Answer) -> Answer | None:
    """Returns another answer, if a doubtful one does not make the line fit but one different word does."""
    problem, lines = answer
    if not isinstance(problem, _GUESSES) or (lines and s.machine.reads(lines[0].tokens, s.height)):
        return None
    after = s.before[1] if s.position else ""
    return _near(s, problems.Unfitting(s.span(s.found), s.found[1], after, ()))


def _near(s: Stumble, problem: problems.Unfitting) -> Answer | None:
    """Handles `seenby owner`, `in in players`, `to the deck`: one different word makes the line readable."""
    near = near_line(s.machine, s.tokens, s.position, s.height, s.source.text)
    return None if near is None else _report_near_line(s, problem, near)


def _report_near_line(s: Stumble, problem: problems.Unfitting, near: NearLine) -> Answer:
    """The line that was meant, in words."""
    text, tokens, words = s.source.text, s.tokens, " ".join(near.words).replace(" :", ":")
    start = tokens[near.first][2] if near.first < near.last else tokens[near.first - 1][3] if near.first else s.first[2]
    end = tokens[near.last - 1][3] if near.last else start
    if near.first == near.last:
        end = tokens[near.last][2] if near.last < len(tokens) else start
        before = "" if not near.first or words in (",", ":", ".") else " "
        words = f"{before}{words}{'' if near.last == len(tokens) or words == '.' else ' '}"
    elif not words:
        start = tokens[near.first - 1][3] if near.first else start
        end = end if near.first else tokens[near.last][2]
    if words[:1].isalnum() and start and not (text[start - 1].isspace() or text[start - 1] in "(["):
        words = f" {words}"
    if words[-1:].isalnum() and text[end : end + 1].isalnum():
        words = f"{words} "
    left = tokens[max(0, near.first - 2)][2]
    right = tokens[min(len(tokens) - 1, near.last + 1)][3]
    meant = " ".join(f"{text[left:start]}{words}{text[end:right]}".split())
    place = Span(s.source.name, start, end)
    goes_on = s.with_tokens(near.tokens) if near.is_slip else []
    return evolve(problem, meant=meant, place=place, words=words), goes_on


def _meant_change(s: Stumble, problem: problems.Unfitting) -> Answer | None:
    """Handles `set points[7]: 26`, `delete gossip`: in a block of changes a line is tried with one edit."""
    if not s.headers or s.headers[-1] not in CHANGING:
        return None
    slip = meant_change(s.machine, s.tokens, s.position, s.height)
    if slip is None:
        return None
    text, end = s.source.text, s.tokens[-1][3]
    before = s.tokens[slip.first - 1][3] if slip.first else s.first[2]
    after = s.tokens[slip.last][2] if slip.last < len(s.tokens) else end
    gap = " " if slip.words and slip.first else ""
    words = f"{gap}{slip.words}{' ' if after < end and text[after] not in ':,' else ''}"
    place = Span(s.source.name, before, after)
    meant = f"{text[s.first[2] : before]}{words}{text[after:end]}"
    return evolve(problem, meant=meant, place=place, words=words), s.with_tokens(slip.tokens)


def name_alone(line: Line, headers: tuple[str, ...]) -> Line | None:
    """Returns an unreadable line reduced to the name that it declares, so that uses of the name are not reported."""
    if not headers or headers[0] not in _WITH_STATEMENTS:
        return None
    words = [token[1] for token in line.tokens]
    if words[0] == "let" and words[2:3] == ["="]:
        return _until(line, 3, ())
    colon = next((i for i, token in enumerate(line.tokens) if token[0] == "COLON"), 0)
    asks = colon > 1 and words[0] in ("choose", "may", "roll") and words[colon - 2] in ("choose", "able", "roll")
    if asks or (colon == 1 and headers[-1] in ("choose", "may", "roll")):
        return _until(line, colon + 1, (("ONE", "one"), ("OF", "of")))
    return None


_WITH_STATEMENTS = frozenset(["rule", "action", "phase", "setup", "end", "whenever", "replace", "add"])
"""Declarations that hold statements."""


def _until(line: Line, count: int, words: tuple[tuple[str, str], ...]) -> Line | None:
    """Returns the first words of a line, these words, and an unread formula."""
    if len(line.tokens) <= count:
        return None
    start = line.tokens[count][2]
    more: list[Token] = [(terminal, text, start, start) for terminal, text in (*words, ("NAME", UNREAD))]
    return evolve(line, tokens=[*line.tokens[:count], *more], lost=False, unread=True)


def read_as_ours(line: Line, source: Source) -> list[SyntaxProblem]:
    """Reads `elif` as `else if`, before the line is taken: it decides where the `if` ends. Returns the problem, if there is one."""
    kind, word, start, end = line.tokens[0]
    second = line.tokens[1][0] if len(line.tokens) > 1 else "_NL"
    if kind != "NAME" or second in ("EQUAL", "ADD_SET", "TAKE_SET", "DOT", "LSQB", "COLON", "_NL"):
        return []
    line.tokens[:1] = [("ELSE", "else", start, end), ("IF", "if", start, end)]
    return [problems.ForeignWord(Span(source.name, start, end), word, "else if", is_only=True)]


def small_letter(line: Line, source: Source, opens: bool) -> list[SyntaxProblem]:
    """Reads `Phase turns:` in the first column as `phase turns:`, before its depth is examined. Returns the problem, if there is one."""
    kind, word, start, end = line.tokens[0]
    small = word[:1].lower() + word[1:]
    is_header = opens or line.tokens[-1][0] == "COLON"
    if kind != "NAME" or small == word or not is_header or small not in DECLARATION_WORDS | {"given"}:
        return []
    if (small == "given") != (line.column > 0):
        return []
    line.tokens[0] = (small.upper(), small, start, end)
    return [problems.Misspelt(Span(source.name, start, end), word, small, is_only=True)]


def misspelt_else(line: Line, source: Source) -> list[SyntaxProblem]:
    """Reads `elsse:` as `else:`, before the line is taken: it decides where the `if` ends. Returns the problem, if there is one."""
    kind, word, start, end = line.tokens[0]
    second = line.tokens[1][0] if len(line.tokens) > 1 else "_NL"
    if kind != "NAME" or second not in ("COLON", "IF") or not is_slip(word, "else") or source.text.count(word) > 1:
        return []
    line.tokens[:1] = [("ELSE", "else", start, end)]
    return [problems.Misspelt(Span(source.name, start, end), word, "else", is_only=True)]


def letter_for_colon(line: Line, source: Source, opens: bool) -> list[SyntaxProblem]:
    """Read `phase exploringl` above deeper lines as `phase exploring:`, where the name without its last letter stands elsewhere. The problem, if there is."""
    kind, word, start, end = line.tokens[-1]
    if (
        kind != "NAME"
        or not opens
        or line.repairs
        or word[-1] not in "lp"
        or line.tokens[0][1] not in DECLARATION_WORDS
    ):
        return []
    name = word[:-1]
    if (
        not name.isidentifier()
        or re.search(rf"\b{name}\b", source.text) is None
        or len(re.findall(rf"\b{word}\b", source.text)) > 1
    ):
        return []
    line.tokens[-1:] = [(kind, name, start, end - 1), ("COLON", ":", end - 1, end)]
    return [problems.MissingColon(Span(source.name, end - 1, end), line.tokens[0][1])]


# ---------------------------------------------------------------- sentences of rulebooks


def _in_words(s: Stumble) -> Answer | None:
    """Handles `discard your hand`, `for each player:`."""
    if s.headers and (s.headers[0] in _NO_SENTENCES or s.headers[-1] in _NO_SENTENCES | CHANGING):
        return None
    own, words = own_names(s.source.text), [token[1] for token in s.tokens]
    colon = next((i for i, token in enumerate(s.tokens) if token[0] == "COLON"), len(s.tokens) if s.opens else 0)
    said = said_here(words[:colon], own, is_header=True) if colon else None
    end = colon if said else len(s.tokens)
    said = said or said_here(words, own, is_header=False)
    if said is None:
        return None
    span = s.span(s.first).to(s.span(s.tokens[end - 1]))
    is_here = _stands_here(said.place, s.headers)
    text = s.source.text[span.start : span.end]
    problem = problems.InWords(span, text, said.lines, said.place, said.is_own, s.line.column if is_here else None)
    if not is_here or said.place in (Place.RULE, Place.TOP):
        return problem, []
    reader = Reader(Source(s.source.name, said.lines[0]), s.machine.tables)
    reader.read()
    new: list[Token] = [(terminal, word, span.start, span.end) for terminal, word, _, _ in reader.lines[0].tokens]
    return problem, s.with_tokens(new, s.tokens[end:])


_NO_SENTENCES = frozenset(["table", "component", "type", "graph", "grid", "ring", "row", "example", "start", "answers"])
"""Blocks of data, in which every word may be a name."""


def _stands_here(place: Place, headers: tuple[str, ...]) -> bool:
    """Whether a line of this sort may stand in these blocks."""
    match place:
        case Place.RULE | Place.HEADER:
            return bool(headers) and headers[0] in _WITH_STATEMENTS
        case Place.TOP | Place.PHASE:
            return not headers
        case Place.GAME:
            return headers == ("game",)
        case Place.FIELDS:
            return headers == ("each",)
        case Place.SHARED:
            return headers == ("shared",)


# ---------------------------------------------------------------- how a line starts


def _fact_outside_example(s: Stumble) -> Answer | None:
    if s.first[1] != "then" or "example" in s.headers or s.position > 1:
        return None
    return problems.FactOutsideExample(s.span(s.first)), []


def _lonely_else(s: Stumble) -> Answer | None:
    if s.first[0] != "ELSE" or s.position > 1 or s.accepts("COLON"):
        return None
    return problems.LonelyElse(s.span(s.first)), []


def _foreign_word(s: Stumble) -> Answer | None:
    word = s.first[1]
    if word not in _FOREIGN_STARTS or s.position > 1 or (s.position == 0 and s.headers):
        return None
    if s.found[0] in ("EQUAL", "ADD_SET", "TAKE_SET", "DOT"):
        return None
    instead = _FOREIGN_STARTS[word]
    if (instead in ("rule", "type")) == bool(s.headers):
        instead = None
    problem = problems.ForeignWord(s.span(s.first), word, instead)
    return problem, s.replaced(0, (instead.upper(), instead)) if instead else []


def _at_top(s: Stumble) -> Answer | None:
    """Handles a line in column 1 that starts no declaration."""
    if s.headers or s.position > 0:
        return None
    word, span = s.first[1], s.span(s.first)
    second = s.tokens[1][0] if len(s.tokens) > 1 else "_NL"
    if word in _STATEMENT_WORDS or second in ("EQUAL", "ADD_SET", "TAKE_SET", "DOT", "LSQB", "LPAR"):
        return problems.StatementAtTop(span, word), []
    meant = closest(word, DECLARATION_WORDS)
    if meant and word not in DECLARATION_WORDS and (s.first[0] == "NAME" or word == f"{meant}s"):
        return _misspelt(s, s.first, meant), s.replaced(0, (meant.upper(), meant))
    return problems.NoDeclaration(span, word), []


def _indented_declaration(s: Stumble) -> Answer | None:
    word = s.first[1]
    if word not in DECLARATION_WORDS - _ALSO_INSIDE or not s.headers or s.position > 1:
        return None
    if s.machine.accepts(s.first[0], s.height) or s.found[0] in ("EQUAL", "ADD_SET", "TAKE_SET", "DOT", "LSQB", "LPAR"):
        return None
    return problems.IndentedDeclaration(s.span(s.first), word, s.headers[-1]), []


def _misspelt_first(s: Stumble) -> Answer | None:
    if s.first[0] != "NAME" or s.position > 2 or s.position == 0:
        return None
    fitting = s.keywords(s.machine.wanted(s.height))
    meant = closest(s.first[1], fitting)
    if meant is None:
        return None
    terminal = s.machine.tables.words[meant]
    return _misspelt(s, s.first, meant), s.replaced(0, (terminal, meant))


def _misspelt(s: Stumble, token: Token, meant: str) -> problems.Misspelt:
    slips = [word for word in s.machine.tables.words if is_slip(token[1], word)]
    return problems.Misspelt(s.span(token), token[1], meant, is_only=slips == [meant])


def _reserved_as_name(s: Stumble) -> Answer | None:
    """Handles `draw = 3`; `let phase = 1` is found where the name is read."""
    if s.position != 1 or s.found[0] not in ("EQUAL", "ADD_SET", "TAKE_SET", "DOT"):
        return None
    if s.first[1] not in s.machine.tables.reserved:
        return None
    return problems.ReservedName(s.span(s.first), s.first[1]), s.replaced(0, ("NAME", s.first[1] + "_"))


# ---------------------------------------------------------------- forms of single declarations and statements


def _players_line(s: Stumble) -> Answer | None:
    if not s.headers or s.headers[-1] != "game" or s.first[1] != "players":
        return None
    if s.found[0] == "COLON" and s.position == 1:
        return problems.PlayersColon(s.span(s.found)), s.with_tokens(s.tokens[:1], s.tokens[2:])
    if s.found[0] in ("MINUS", "DOTS", "COMMA", "OR", "AND") and s.position == 2:
        return problems.PlayersRange(s.span(s.found), s.found[1]), s.replaced(2, ("TO", "to"))
    return None


def _number_without_up_to(s: Stumble) -> Answer | None:
    """Handles `repeat 2:`, `repeat n times:`, `rounds 5:`."""
    if s.first[1] not in ("repeat", "rounds") or s.position != 1:
        return None
    is_number = s.found[0] in ("INT", "COUNT") or (s.found[0] == "NAME" and s.word(2) in (":", "times"))
    if not is_number:
        return None
    at = next((i for i, token in enumerate(s.tokens) if token[1] == "times"), None)
    kept = [token for i, token in enumerate(s.tokens) if i not in (0, at)]
    up_to = [("UP", "up", s.before[3], s.before[3]), ("TO", "to", s.before[3], s.before[3])]
    where = None if at is None else Span(s.source.name, s.tokens[at - 1][3], s.tokens[at][3])
    return problems.NumberWithoutUpTo(s.gap(), s.first[1], where), s.with_tokens(s.tokens[:1], up_to, kept)


def _comma_in_row(s: Stumble) -> Answer | None:
    in_picture = len(s.headers) > 1 and s.headers[-2] in _BOARDS
    in_row = s.headers and (s.headers[-1] in _ROW_BLOCKS or in_picture) and s.first[1] != "let"
    if s.found[0] != "COMMA" or not (s.first[1] == "table" or in_row):
        return None
    commas = tuple(s.span(token) for token in s.tokens if token[0] == "COMMA")
    return problems.CommaInRow(s.span(s.found), commas), s.with_tokens(
        token for token in s.tokens if token[0] != "COMMA"
    )


def _empty_brackets(s: Stumble) -> Answer | None:
    if s.found[0] != "RPAR" or s.before[0] != "LPAR" or s.first[1] not in ("rule", "action", "let", "pick", "phase"):
        return None
    span = s.span(s.before).to(s.span(s.found))
    return problems.EmptyBrackets(span), s.with_tokens(s.tokens[: s.position - 1], s.tokens[s.position + 1 :])


def _unopened_block(s: Stumble) -> Answer | None:
    """Handles `choose one` above deeper lines."""
    is_end = s.found[0] == "_NL" and s.opens
    if not is_end or not s.machine.accepts_all(("COLON", "_NL", "_INDENT")):
        return None
    return problems.MissingColon(s.gap(), s.first[1]), s.inserted(("COLON", ":"))


def _meant_word(s: Stumble) -> Answer | None:
    """Handles `if x im y`, `transfer card to hand`: another word makes the line readable."""
    found = guess(s.machine, s.tokens, s.position, s.height)
    if found is None:
        return None
    token = s.tokens[found.position]
    word, span = token[1], s.span(token)
    lines = s.with_tokens(found.tokens)
    if found.is_foreign:
        return problems.ForeignWord(span, word, found.meant, found.is_only), lines
    return problems.Misspelt(span, word, found.meant, found.is_only), lines


def _colon_for_comma(s: Stumble) -> Answer | None:
    """Handles `grid wall 5 by 5: each player`."""
    if s.first[1] not in _BOARDS or s.found[1] != "each" or s.before[0] != "COLON":
        return None
    return problems.MissingComma(s.span(s.before), "each"), s.replaced(s.position - 1, ("COMMA", ","))


def _header_chain(s: Stumble) -> Answer | None:
    for at in (s.position, s.position - 1):
        if at > 0 and s.tokens[at - 1][0] == "COLON" and s.word(at) in _CHAINED_HEADERS and s.word(0) in _HEADER_WORDS:
            gap = Span(s.source.name, s.tokens[at - 1][3], s.tokens[at][2])
            problem = problems.HeaderChain(s.span(s.tokens[at]), s.word(at), gap, s.line.column + 4)
            return problem, [*s.with_tokens(s.tokens[:at]), Line(s.line.column + 1, s.tokens[at:])]
    return None


def _then_for_colon(s: Stumble) -> Answer | None:
    """Handles `if a then x = 1`."""
    at = next((i for i, word in enumerate(s.tokens) if word[1] == "then"), 0)
    if s.word(0) not in ("if", "else") or not at or s.position not in (at, at + 1) or s.word(at + 1) == ":":
        return None
    return problems.ForeignSign(s.span(s.tokens[at]), "then", ":"), s.replaced(at, ("COLON", ":"))


def _nameless_choice(s: Stumble) -> Answer | None:
    """Handles `choose one of S`, and in a block of selections `one of S`."""
    head = 1 if s.word(0) == "may" else 0
    if s.word(head) in ("choose", "roll"):
        head += 3 if s.word(head + 1) == "if" and s.word(head + 2) == "able" else 1
    elif not s.headers or s.headers[-1] not in ("choose", "may", "roll", "replace") or head:
        return None
    starts = head < len(s.tokens) and (s.word(head) in ("one", "any", "some", "up") or s.tokens[head][0] == "INT")
    if not starts or s.position not in (head, head + 1) or s.word(head + 1) == ":":
        return None
    start = s.tokens[head][2]
    place = Span(s.source.name, start, start)
    new: list[Token] = [("NAME", "choice", start, start), ("COLON", ":", start, start)]
    return problems.NamelessChoice(place, s.word(head - 1) or "choose"), s.with_tokens(
        s.tokens[:head], new, s.tokens[head:]
    )


def _nameless_law(s: Stumble) -> Answer | None:
    """Handles `ensure not lost`, `ensure that safe: x`: an `ensure` needs a name, so that a refusal can mention it."""
    if s.first[1] != "ensure" or s.position not in (1, 2):
        return None
    start = s.tokens[1][2] if len(s.tokens) > 1 else s.first[3]
    place = Span(s.source.name, start, start)
    new: list[Token] = [("NAME", "sure", start, start), ("COLON", ":", start, start)]
    if s.word(1) == "that":
        rest = s.tokens[2:] if s.word(3) == ":" else [*new, *s.tokens[2:]]
        return problems.NamelessChoice(s.span(s.tokens[1]), "ensure that"), s.with_tokens(s.tokens[:1], rest)
    named = s.position == 2 and s.word(1) not in s.machine.tables.reserved and s.found[0] in _OPERANDS
    if named:
        return problems.MissingColon(s.gap(), "ensure"), s.inserted(("COLON", ":"))
    rest = s.tokens[2:] if s.word(1) == ":" else s.tokens[1:]
    return problems.NamelessChoice(place, "ensure"), s.with_tokens(s.tokens[:1], new, rest) if rest else []


_OPERANDS = frozenset(["NAME", "NOT", "INT", "YES", "NO", "NONE", "ME", "IT"])
"""Words that begin a formula and cannot follow a name inside a formula."""


def _sentence_before_else(s: Stumble) -> Answer | None:
    """Handles `one of hand where suit is led "Follow suit." else one of hand`, also with a comma behind the sentence."""
    at = s.position - (2 if s.before[0] == "COMMA" else 1)
    if s.found[0] != "ELSE" or at < 1 or s.tokens[at][0] != "STRING" or s.word(s.position + 1) == ":":
        return None
    end = len(s.tokens) if "pick" in (s.word(0), s.word(1)) else _end_of_alternatives(s)
    last, rest = s.tokens[end - 1], s.tokens[s.position : end]
    cut = Span(s.source.name, s.tokens[at - 1][3], s.before[3])
    sentence, gap = s.tokens[at], Span(s.source.name, last[3], last[3])
    is_taken = last[0] == "STRING"
    problem = problems.SentenceBeforeElse(s.span(sentence), sentence[1], cut, None if is_taken else gap)
    moved = [] if is_taken else [sentence]
    return problem, s.with_tokens(s.tokens[:at], rest, moved, s.tokens[end:])


def _end_of_alternatives(s: Stumble) -> int:
    """Returns where the alternatives of a selection end: at the first comma outside of brackets, or with the line."""
    depth = 0
    for i in range(s.position, len(s.tokens)):
        kind = s.tokens[i][0]
        if kind == "COMMA" and depth == 0:
            return i
        depth += (kind in ("LPAR", "LSQB")) - (kind in ("RPAR", "RSQB"))
    return len(s.tokens)


def _missing_of(s: Stumble) -> Answer | None:
    if not s.accepts("OF") or s.position == 0:
        return None
    if s.before[1] in ("one", "any", "some") and s.found[0] != "_NL":
        if s.found[0] == "NAME" and closest(s.found[1], ["of"]):
            return _misspelt(s, s.found, "of"), s.replaced(s.position, ("OF", "of"))
        return problems.MissingOf(s.gap(), s.before[1]), s.inserted(("OF", "of"))
    if s.position > 1 and s.first[1] != "move" and s.before[0] == "NAME" and s.tokens[s.position - 2][0] == "INT":
        number = s.tokens[s.position - 2]
        place = Span(s.source.name, number[3], number[3])
        new: Token = ("OF", "of", number[3], number[3])
        return problems.MissingOf(place, number[1]), s.with_tokens(
            s.tokens[: s.position - 1], [new], s.tokens[s.position - 1 :]
        )
    return None


def _range_quantity(s: Stumble) -> Answer | None:
    """Handles `1 to 2 of hand`."""
    joins = s.found[0] in ("TO", "OR", "AND") and s.before[0] == "INT" and s.word(s.position + 2) == "of"
    if not joins or not s.accepts("OF"):
        return None
    return problems.ForeignSign(s.span(s.found), s.found[1], ".."), s.replaced(s.position, ("DOTS", ".."))


def _range_alone(s: Stumble) -> Answer | None:
    """Handles `promise: 0..cards`."""
    start = next((i + 1 for i, token in enumerate(s.tokens) if token[0] == "COLON"), 0)
    in_choice = s.first[1] in ("choose", "may", "roll") or bool(
        s.headers and s.headers[-1] in ("choose", "may", "roll")
    )
    between = [token[0] for token in s.tokens[start : s.position]]
    if not in_choice or not start or not s.accepts("OF") or "DOTS" not in between or "OF" in between:
        return None
    place = s.tokens[start][2]
    span = Span(s.source.name, place, s.before[3])
    one: list[Token] = [("ONE", "one", place, place), ("OF", "of", place, place)]
    problem = problems.RangeAlone(span, s.source.text[place : s.before[3]])
    return problem, s.with_tokens(s.tokens[:start], one, s.tokens[start:])


def _foreign_quantity(s: Stumble) -> Answer | None:
    """Handles `at least 2 of hand`, `between 1 and 2 of hand`."""
    if s.position == 0 or not s.accepts("OF"):
        return None
    words = f"{s.before[1]} {s.found[1]}"
    if s.before[1] == "between":
        return problems.NoQuantity(s.span(s.before), "between", "choice"), []
    if words in ("at least", "at most", "more than", "less than"):
        return problems.NoQuantity(s.span(s.before).to(s.span(s.found)), words, "choice"), []
    return None


def _for_in_brackets(s: Stumble) -> Answer | None:
    """`for (l of lane):`"""
    words = [token[1] for token in s.tokens]
    if words[:2] != ["for", "("] or s.position != 1 or words[3:4] not in (["of"], ["in"]) or ")" not in words:
        return None
    end = len(words) - 1 - words[::-1].index(")")
    _, _, start, stop = s.tokens[3]
    inside: list[Token] = [s.tokens[2], ("IN", "in", start, stop), *s.tokens[4:end]]
    meant = f"{words[2]} in {s.source.text[s.tokens[4][2] : s.tokens[end - 1][3]]}" if end > 4 else f"{words[2]} in S"
    problem = problems.Unfitting(
        s.span(s.found), "(", "for", (), f"for {meant}:", s.span(s.found).to(s.span(s.tokens[end])), meant
    )
    return problem, s.with_tokens(s.tokens[:1], inside, s.tokens[end + 1 :]) if end > 4 else []


def _for_of(s: Stumble) -> Answer | None:
    if s.found[1] != "of" or not s.accepts("IN") or s.word(s.position - 2) not in ("for", ","):
        return None
    return problems.ForOf(s.span(s.found)), s.replaced(s.position, ("IN", "in"))


def _missing_number(s: Stumble) -> Answer | None:
    """Handles `draw from deck to hand`, where `from` was read as a name."""
    if s.first[1] != "draw" or s.word(1) != "from" or s.position not in (1, 2):
        return None
    start = s.tokens[0][3]
    new: Token = ("INT", "1", start, start)
    return problems.MissingNumber(Span(s.source.name, start, start)), s.with_tokens(s.tokens[:1], [new], s.tokens[1:])


def _missing_part(s: Stumble) -> Answer | None:
    parts = {"move": ("TO",), "draw": ("FROM", "TO"), "swap": ("WITH",), "award": ("FROM", "TO")}
    if s.found[0] not in ("_NL", "TO", "UNDER"):
        return None
    for part in parts.get(s.first[1], ()):
        if s.accepts(part):
            return problems.MissingPart(s.gap(), s.first[1], part.lower()), []
    return None


# ---------------------------------------------------------------- expressions


def _unrounded(s: Stumble) -> Answer | None:
    signs = [token for token in s.tokens[: s.position] if token[0] == "SLASH"]
    if not signs or not s.accepts("ROUNDED"):
        return None
    return problems.Unrounded(s.span(signs[-1]), s.gap()), s.inserted(("ROUNDED", "rounded"), ("DOWN", "down"))


def _chained(s: Stumble) -> Answer | None:
    if s.found[0] not in _COMPARISONS or not s.accepts("AND"):
        return None
    start = s.position
    while start > 0 and s.tokens[start - 1][0] not in (*_COMPARISONS, "AND", "OR", "IF", "ELSE", "WHERE", "COLON"):
        start -= 1
    if start == 0 or s.tokens[start - 1][0] not in _COMPARISONS:
        return None
    middle = s.tokens[start + (s.tokens[start][0] == "NOT") : s.position]
    if not middle:
        return None
    text = s.source.text[middle[0][2] : middle[-1][3]]
    new: list[Token] = [("AND", "and", s.found[2], s.found[2]), *middle]
    return problems.Chained(s.span(s.found), text), s.with_tokens(s.tokens[: s.position], new, s.tokens[s.position :])


def _equals_in_condition(s: Stumble) -> Answer | None:
    if s.found[0] != "EQUAL" or not s.accepts("IS"):
        return None
    return problems.EqualsInCondition(s.span(s.found)), s.replaced(s.position, ("IS", "is"))


def _equals_in_match(s: Stumble) -> Answer | None:
    """Handles `match gem (Ruby = 3)`, which was read as a call."""
    if s.before[0] != "RPAR" or not s.accepts("LPAR"):
        return None
    depth, at = 0, s.position - 1
    first: int | None = None
    while at > 0:
        kind = s.tokens[at][0]
        depth += (kind in ("RPAR", "RSQB")) - (kind in ("LPAR", "LSQB"))
        if depth == 0:
            break
        if kind == "EQUAL" and depth == 1:
            first = at
        at -= 1
    if first is None or "match" not in [token[1] for token in s.tokens[:at]]:
        return None
    return problems.MissingColon(s.span(s.tokens[first]), "match"), s.replaced(first, ("COLON", ":"))


def _case_without_colon(s: Stumble) -> Answer | None:
    """Handles `Ruby = 3` or `Ruby 3` as a line of a block of cases."""
    in_cases = bool(s.headers) and s.headers[-1] in ("let", "score")
    if not in_cases or s.position == 0 or not s.accepts("COLON") or s.found[0] == "_NL":
        return None
    if any(token[0] == "COLON" for token in s.tokens):
        return None
    if s.found[0] == "EQUAL":
        return problems.MissingColon(s.span(s.found), "match"), s.replaced(s.position, ("COLON", ":"))
    return problems.MissingColon(s.gap(), "match"), s.inserted(("COLON", ":"))


def _two_names_of_for(s: Stumble) -> Answer | None:
    """Handles `for i card in numbered(hand)`."""
    if s.found[0] != "NAME" or s.word(s.position - 2) != "for" or s.word(s.position + 1) != "in":
        return None
    return problems.MissingComma(s.gap(), s.found[1]), s.inserted(("COMMA", ","))


def _no_left_side(s: Stumble) -> Answer | None:
    """Handles `row where not in city`, `hand where > 3`, where `in` was read as a name."""
    for at in range(s.position, max(0, s.position - 3), -1):
        if at >= len(s.tokens) or s.tokens[at][0] not in _COMPARISONS:
            continue
        if at == s.position - 2 and s.before[1] != "not":
            return None
        start = at - 1 if s.word(at) == "in" and s.word(at - 1) == "not" else at
        if s.word(start - 1) not in ("where", "while", "and", "or", "not", "if", "("):
            return None
        first = start - 1 if s.word(start - 1) == "not" else start
        if s.word(first) == "not" or (first + 1 < len(s.tokens) and s.tokens[first + 1][0] == "NAME"):
            turned = [*s.tokens[:first], s.tokens[first + 1], s.tokens[first], *s.tokens[first + 2 :]]
            if s.machine.reads(
                turned, s.height
            ):  # `where is colour red`, `x not is none`: two words in the other order
                return None
        element = _element_of_filter(s, start)
        place = s.tokens[start][2]
        problem = problems.NoLeftSide(
            s.span(s.tokens[at]),
            s.source.text[s.tokens[at][2] : s.tokens[at][3]],
            Span(s.source.name, place, place),
            element,
        )
        if element is None:
            return problem, []
        terminal = "IT" if element == "it" else "NAME"
        return problem, s.with_tokens(s.tokens[:start], [(terminal, element, place, place)], s.tokens[start:])
    return None


def _element_of_filter(s: Stumble, at: int) -> str | None:
    """Returns the name of the element in the `where` around a word: `it`, or the name behind `as`."""
    for i in range(at - 1, 0, -1):
        if s.word(i) in ("where", "while"):
            return s.word(i - 1) if s.word(i - 2) == "as" else "it"
    return None


def _finger_slip(s: Stumble) -> Answer | None:
    """Handles `p layers Ann`, `seenby owner`, `high is not none: x = 1`: slips that the neighbouring words and the whole line reveal."""
    near = near_line(s.machine, s.tokens, s.position, s.height, s.source.text, only_sure=True)
    return None if near is None else _report_near_line(s, problems.Unfitting(s.span(s.found), s.found[1], "", ()), near)


def _compare_as_set(s: Stumble) -> Answer | None:
    if s.found[0] != "IS" or not s.accepts("EQUAL"):
        return None
    span, sign = s.span(s.found), s.source.text[s.found[2] : s.found[3]]
    problem = (
        problems.CompareAsSet(span) if sign == "is" else problems.ForeignSign(span, sign, "is")
    )  # reported before, once is enough
    return problem, s.replaced(s.position, ("EQUAL", "="))


def _count_sign(s: Stumble) -> Answer | None:
    """`if #hand > 1:`: what stands behind `#` is a comment."""
    found = _COUNTED.match(s.source.text, s.before[3]) if s.found[0] == "_NL" else None
    if found is None:
        return None
    span = Span(s.source.name, found.start(1), found.end(1))
    return problems.ForeignSign(span, found[1], f"count({found[1][1:]})"), []


_COUNTED = re.compile(r"[ \t]*(#[a-z]\w*)")


# ---------------------------------------------------------------- single words


def _misspelt_here(s: Stumble) -> Answer | None:
    if s.found[0] != "NAME" or not s.found[1].isidentifier():
        return None
    meant = closest(s.found[1], s.keywords(s.machine.wanted()))
    if meant is None:
        return None
    terminal = s.machine.tables.words[meant]
    return _misspelt(s, s.found, meant), s.replaced(s.position, (terminal, meant))


def _missing_comma(s: Stumble) -> Answer | None:
    if s.found[1] not in _AFTER_COMMA or not s.machine.accepts_both("COMMA", s.found[0]):
        return None
    return problems.MissingComma(s.gap(), s.found[1]), s.inserted(("COMMA", ","))


def _comma_before_as(s: Stumble) -> Answer | None:
    """`then Ann.coins is 3 as before`."""
    at = s.position - 2
    if (
        s.first[1] != "then"
        or s.found[0] != "_NL"
        or [token[1] for token in s.tokens[at : s.position]] != ["as", "before"]
    ):
        return None
    place = s.tokens[at - 1][3]
    comma: Token = ("COMMA", ",", place, place)
    return problems.MissingComma(Span(s.source.name, place, place), "as"), s.with_tokens(
        s.tokens[:at], [comma], s.tokens[at:]
    )


def _missing_colon(s: Stumble) -> Answer | None:
    if s.position == 0 or not s.accepts("COLON") or s.found[0] in ("COMMA", "RPAR", "RSQB"):
        return None
    if s.found[0] == "EQUAL":
        return problems.MissingColon(s.span(s.found), s.first[1]), s.replaced(s.position, ("COLON", ":"))
    if s.first[1] in _BOARDS and s.found[0] != "_NL":
        return None
    later = any(token[0] == "COLON" for token in s.tokens[s.position :])
    if later or not (s.first[1] in _HEADER_WORDS or s.first[1] in ("replace", "add")):
        return None
    at = next((i for i in range(s.position, max(0, s.position - _BACK), -1) if _reads_with_colon(s, i)), s.position)
    place = s.tokens[at - 1][3]
    colon: Token = ("COLON", ":", place, place)
    return problems.MissingColon(Span(s.source.name, place, place), s.first[1]), s.with_tokens(
        s.tokens[:at], [colon], s.tokens[at:]
    )


_BACK = 4
"""The most words that may be read as the continuation of a formula before the line fails to fit: `if n > 3 coins[me] = 1`."""


def _reads_with_colon(s: Stumble, at: int) -> bool:
    line: list[Token] = [*s.tokens[:at], ("COLON", ":", 0, 0), *s.tokens[at:]]
    return s.machine.reads(line, s.height)


_QUESTIONS: tuple[Callable[[Stumble], Answer | None], ...] = (
    _in_words,
    _count_sign,
    _unopened_block,
    _fact_outside_example,
    _lonely_else,
    _comma_before_as,
    _foreign_quantity,
    _for_in_brackets,
    _for_of,
    _finger_slip,
    _meant_word,
    _foreign_word,
    _at_top,
    _indented_declaration,
    _players_line,
    _number_without_up_to,
    _comma_in_row,
    _empty_brackets,
    _colon_for_comma,
    _header_chain,
    _then_for_colon,
    _nameless_choice,
    _nameless_law,
    _sentence_before_else,
    _range_quantity,
    _range_alone,
    _missing_of,
    _missing_number,
    _missing_part,
    _unrounded,
    _chained,
    _case_without_colon,
    _two_names_of_for,
    _equals_in_condition,
    _equals_in_match,
    _compare_as_set,
    _no_left_side,
    _reserved_as_name,
    _missing_comma,
    _misspelt_here,
    _missing_colon,
    _misspelt_first,
)
