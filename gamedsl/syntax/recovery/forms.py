"""Recovers lines with mistakes in the form of a declaration or statement."""

from __future__ import annotations

import re
from collections.abc import Sequence

from gamedsl.diagnostics.meant import Meant
from gamedsl.diagnostics.suggest import closest
from gamedsl.source import Source, Span
from gamedsl.syntax.guessing.guesses import guess
from gamedsl.syntax.guessing.own_names import own_names
from gamedsl.syntax.guessing.phrase_table import Place
from gamedsl.syntax.lines import Line, Token
from gamedsl.syntax.problems import forms, numbers
from gamedsl.syntax.problems.nesting import HeaderChain
from gamedsl.syntax.problems.pictures import CellInPath, CommaInRow, KindInPicture, QuotedPicture, ShapeOfNothing
from gamedsl.syntax.problems.signs import ForeignSign
from gamedsl.syntax.problems.words import ForeignWord, MissingColon, Misspelt
from gamedsl.syntax.reader import Reader
from gamedsl.syntax.recovery.starts import STATEMENT_WORDS, misspelt
from gamedsl.syntax.recovery.stumble import BOARDS, CHAINED_HEADERS, HEADER_WORDS, Answer, Stumble

_ROW_BLOCKS = frozenset(["table", "component", "type", "graph", "ring"])


def players_line(s: Stumble) -> Answer | None:
    if not s.headers or s.headers[-1] != "game" or s.first[1] != "players":
        return None
    if s.found[0] == "COLON" and s.position == 1:
        return numbers.PlayersColon(s.span(s.found)), s.with_tokens(s.tokens[:1], s.tokens[2:])
    if s.found[0] in ("MINUS", "DOTS", "COMMA", "OR", "AND") and s.position == 2:
        return numbers.PlayersRange(s.span(s.found), s.found[1]), s.replace(2, ("TO", "to"))
    return None


def number_without_up_to(s: Stumble) -> Answer | None:
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
    return numbers.NumberWithoutUpTo(s.gap(), s.first[1], s.found[1], where), s.with_tokens(s.tokens[:1], up_to, kept)


def comma_in_row(s: Stumble) -> Answer | None:
    """Handles `1, 2, 3` in a table, and `Arad - Bir` or `Arad to Bir` among its cells."""
    in_picture = len(s.headers) > 1 and s.headers[-2] in BOARDS
    in_row = s.headers and (s.headers[-1] in _ROW_BLOCKS or in_picture) and s.first[1] != "let"
    if not in_row and s.first[1] != "table":
        return None
    between = [i for i, token in enumerate(s.tokens) if token[0] == "COMMA" or _joins_names(s, i)]
    if s.found[0] != "COMMA" and not {s.position, s.position - 1}.intersection(between):
        return None
    signs = tuple(s.span(s.tokens[i]) for i in between)
    line = [token for i, token in enumerate(s.tokens) if i not in between]
    return CommaInRow(s.span(s.tokens[between[0]]), signs), s.with_tokens(line)


def _joins_names(s: Stumble, i: int) -> bool:
    """Whether a sign or a word stands between two names, as in `Arad - Bir`."""
    is_between = 0 < i < len(s.tokens) - 1 and s.tokens[i - 1][0] == s.tokens[i + 1][0] == "NAME"
    return is_between and s.word(i) in ("-", "to", "and")


def cell_in_path(s: Stumble) -> Answer | None:
    """Handles `Coast: Ayr Bath 2` in a graph."""
    is_cell = s.found[0] in ("INT", "MINUS", "DOT") and s.before[0] == "NAME"
    if not is_cell or not s.headers or s.headers[-1] != "graph" or s.position < 2:
        return None
    return CellInPath(s.span(s.found), s.found[1]), s.with_tokens(s.tokens[: s.position])


def kind_in_picture(s: Stumble) -> Answer | None:
    """Handles `lantern[Red, 1] Moth` in a picture of a position."""
    if (
        not s.headers
        or s.headers[-2:-1] not in (("given",), ("start",))
        or s.found[0] != "LSQB"
        or s.before[0] != "NAME"
    ):
        return None
    cells: list[Token] = []
    kinds: list[str] = []
    at = 0
    while at < len(s.tokens):
        end = at + 1
        if s.tokens[at][0] == "NAME" and s.tokens[end : end + 1] and s.tokens[end][0] == "LSQB":
            end = next((i + 1 for i, token in enumerate(s.tokens) if i > at and token[0] == "RSQB"), len(s.tokens))
            kinds.append(s.source.text[s.tokens[at][2] : s.tokens[end - 1][3]])
            cells.append(("DOT", ".", s.tokens[at][2], s.tokens[end - 1][3]))
        elif s.tokens[at][0] != "COMMA":
            cells.append(s.tokens[at])
        at = end
    drawn = _HEADER_OF_PICTURE.findall(s.source.text, 0, s.first[2])
    board, name = drawn[-1] if drawn else (s.headers[-1], "zone")
    span = Span(s.source.name, s.before[2], s.before[2] + len(kinds[0]))
    return KindInPicture(span, kinds[0], f"{board}[1].{name}: {kinds[0]}"), s.with_tokens(cells)


_HEADER_OF_PICTURE = re.compile(r"^\s*(\w+)\.(\w+):\s*$", re.MULTILINE)


def quoted_picture(s: Stumble) -> Answer | None:
    """Handles `Corner: "##" "#."` in a block of shapes."""
    in_shapes = (s.headers and s.headers[-1] == "shapes") or s.first[1] == "shape"
    if not in_shapes or s.found[0] != "STRING" or s.before[0] != "COLON":
        return None
    end = s.position
    while end < len(s.tokens) and s.tokens[end][0] in ("STRING", "SLASH", "COMMA"):
        end += 1
    texts = [token[1][1:-1] for token in s.tokens[s.position : end] if token[0] == "STRING"]
    rows = [row for text in texts for row in text.split("/")]
    picture = " / ".join(" ".join("." if sign in " .-_" else "X" for sign in row.strip()) for row in rows)
    span = s.span(s.found).to(s.span(s.tokens[end - 1]))
    reader = Reader(Source(s.source.name, picture), s.machine.tables)
    reader.read()
    if not reader.lines:
        return None
    new: list[Token] = [(terminal, word, span.start, span.end) for terminal, word, _, _ in reader.lines[0].tokens]
    return QuotedPicture(span, picture), s.with_tokens(s.tokens[: s.position], new, s.tokens[end:])


def shape_of_nothing(s: Stumble) -> Answer | None:
    """Handles `shape Corner: X X / X .`."""
    if s.first[1] != "shape" or s.position != 2 or s.found[0] != "COLON" or s.tokens[1][0] != "NAME":
        return None
    return ShapeOfNothing(s.span(s.first).to(s.span(s.tokens[1])), s.word(1)), []


def empty_brackets(s: Stumble) -> Answer | None:
    if s.found[0] != "RPAR" or s.before[0] != "LPAR" or s.first[1] not in ("rule", "action", "let", "pick", "phase"):
        return None
    span = s.span(s.before).to(s.span(s.found))
    return forms.EmptyBrackets(span), s.with_tokens(s.tokens[: s.position - 1], s.tokens[s.position + 1 :])


def unopened_block(s: Stumble) -> Answer | None:
    """Handles `choose one` above deeper lines."""
    is_end = s.found[0] == "_NL" and s.opens
    if not is_end or not s.machine.accepts_all(("COLON", "_NL", "_INDENT")):
        return None
    return MissingColon(s.gap(), s.first[1]), s.insert(("COLON", ":"))


def other_word(s: Stumble) -> Answer | None:
    """Handles `if x im y`, `transfer card to hand`: another word makes the line readable."""
    found = guess(s.machine, s.tokens, s.position, s.height)
    if found is None or s.is_typed_field:
        return None
    token = s.tokens[found.position]
    word, span = token[1], s.span(token)
    lines = s.with_tokens(found.tokens)
    if found.is_foreign:
        return ForeignWord(span, word, found.meant, found.is_only), lines
    return Misspelt(span, word, found.meant, found.is_only), lines


def colon_for_comma(s: Stumble) -> Answer | None:
    """Handles `grid wall 5 by 5: each player`."""
    if s.first[1] not in BOARDS or s.found[1] != "each" or s.before[0] != "COLON":
        return None
    return forms.MissingComma(s.span(s.before), "each"), s.replace(s.position - 1, ("COMMA", ","))


def header_chain(s: Stumble) -> Answer | None:
    for at in (s.position, s.position - 1):
        if (s.word(0), s.word(at)) == ("choose", "may"):  # no header: a question with yes or no
            return None
        is_comma = (
            at > 0
            and s.tokens[at - 1][0] == "COMMA"
            and s.word(0) in CHAINED_HEADERS
            and s.word(-1 + len(s.tokens)) == ":"
        )
        is_second = s.word(at) in CHAINED_HEADERS - {"each"} if is_comma else s.word(at) in CHAINED_HEADERS
        if at > 0 and (is_comma or s.tokens[at - 1][0] == "COLON") and is_second and s.word(0) in HEADER_WORDS:
            before = s.tokens[at - 1]
            gap = Span(s.source.name, before[2] if is_comma else before[3], s.tokens[at][2])
            rows = _rows_of_kinds([token[1] for token in s.tokens[at:]]) if s.word(0) == "component" else ()
            span = Span(s.source.name, s.tokens[at][2], s.tokens[-1][3]) if rows else s.span(s.tokens[at])
            problem = HeaderChain(span, s.word(at), gap, s.line.column + 4, rows, is_comma)
            if is_comma:
                return problem, []
            return problem, [*s.with_tokens(s.tokens[:at]), Line(s.line.column + 1, s.tokens[at:])]
    return None


def _rows_of_kinds(words: Sequence[str]) -> tuple[tuple[str, str], ...]:
    """Returns the rows of a table with as many pieces of each value of a type, for `each colour 6`; none for other words."""
    match words:
        case ["each", str(name), *_, str(number)] if number.isdigit() and len(words) <= _WORDS_OF_A_ROW:
            return (name, "count"), (f"each {name}", number)
        case _:
            return ()


_WORDS_OF_A_ROW = 4
"""The most words of a row of kinds that stands in the line of its component: `each colour: 6`."""


def then_for_colon(s: Stumble) -> Answer | None:
    """Handles `if a then x = 1`."""
    at = next((i for i, word in enumerate(s.tokens) if word[1] == "then"), 0)
    if s.word(0) not in ("if", "else") or not at or s.position not in (at, at + 1) or s.word(at + 1) == ":":
        return None
    return ForeignSign(s.span(s.tokens[at]), "then", ":"), s.replace(at, ("COLON", ":"))


def nameless_choice(s: Stumble) -> Answer | None:
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
    return forms.NamelessChoice(place, s.word(head - 1) or "choose"), s.with_tokens(
        s.tokens[:head], new, s.tokens[head:]
    )


def list_of_options(s: Stumble) -> Answer | None:
    """Handles `choose what: one of meld, pass`, `choose meld or pass`, `either meld or pass` and `may jump`: actions belong below `choose one:`; values with
    capitals become a list in brackets."""
    if not s.headers or s.headers[-1] in _ROW_BLOCKS:
        return None
    if s.first[1] == "may" and s.position == 1 and s.found[0] == "NAME":
        return _menu(s, "may choose one:", [s.found[1]]), []
    is_choice = s.first[1] in _CHOOSING or s.first[1] in _DOING
    if not is_choice and not (s.position == 1 and s.found[1] == "or"):
        return None
    start = next((i + 2 for i in range(len(s.tokens) - 2) if (s.word(i), s.word(i + 1)) == ("one", "of")), 0)
    if not start and s.word(2) == ":":
        start = 3
    is_named = ":" in [token[1] for token in s.tokens[:start]]
    start += bool(start) and s.word(start) == ":"
    if not start and is_choice:
        start = 1 + (s.first[1] == "may")
        start += s.word(start) in ("between", "either", "from")
    listed = s.tokens[start:]
    is_list = all(token[0] == "NAME" or _is_action(s, token[1]) for token in listed[::2])
    is_list = is_list and all(token[1] in (",", "or", "and") for token in listed[1::2])
    if len(listed) < 3 or len(listed) % 2 == 0 or not is_list or (is_named and s.position <= start):
        return None
    names = [token[1] for token in listed[::2]]
    if is_choice and names[0][0].isupper():
        lead = "chosen: one of " if not is_named else "" if s.word(start - 1) == "of" else "one of "
        values = f"{lead}[{', '.join(names)}]"
        place = s.span(listed[0] if is_named else s.tokens[1 + (s.first[1] == "may")]).to(s.span(listed[-1]))
        meant = s.source.text[s.first[2] : place.start] + values
        return forms.Unfitting(s.span(s.found), s.found[1], s.before[1], (), (Meant(place, values, meant),)), []
    if not is_named and not _may_be_actions(s, names):
        return None
    return _menu(s, "may choose one:" if s.first[1] == "may" else "choose one:", names), []


def _may_be_actions(s: Stumble, names: list[str]) -> bool:
    """Whether names stand for actions: one of them is an action of the text, or a choice is made between names that are no zones."""
    if any(_is_action(s, name) for name in names):
        return True
    return s.first[1] in _CHOOSING and not {zone.name for zone in own_names(s.source.text).zones} & set(names)


def _is_action(s: Stumble, name: str) -> bool:
    """Whether a word is the name of an action of the text; it may be a word of the language as well, such as `rest`."""
    return re.search(rf"^action {re.escape(name)}\b", s.source.text, re.MULTILINE) is not None


_CHOOSING = ("choose", "may", "either")
_DOING = ("do", "pick", "select", "perform", "take")
"""Verbs before a list of actions, at least one of which the text declares."""


def _menu(s: Stumble, heading: str, names: list[str]) -> forms.InWords:
    """Returns the problem of a line that stands for a list of actions."""
    span = s.span(s.first).to(s.span(s.tokens[-1]))
    is_inside = s.headers[-1:] == ("choose",)
    lines = tuple(names) if is_inside else (heading, *(f"    {name}" for name in names))
    return forms.InWords(
        span, s.source.text[span.start : span.end], lines, Place.RULE, is_own=True, indent=s.line.column
    )


def deed_in_choice(s: Stumble) -> Answer | None:
    """Handles `nap: energy += 1` below `choose one:`: only names of actions can be chosen there."""
    if not s.headers or s.headers[-1] != "choose" or s.word(1) != ":" or not s.first[1][0].isalpha():
        return None
    is_deed = s.found[0] in ("EQUAL", "ADD_SET", "TAKE_SET") or s.word(2) in STATEMENT_WORDS
    in_list = s.position < 2
    if not in_list and not is_deed:
        return None
    deed = s.source.text[s.tokens[2][2] : s.tokens[-1][3]] if len(s.tokens) > 2 else ""
    end = Span(s.source.name, len(s.source.text.rstrip()), len(s.source.text))
    can_be_named = s.first[1] not in s.machine.tables.reserved
    span = s.span(s.first).to(s.span(s.tokens[-1])) if can_be_named else s.span(s.first)
    return forms.DeedInChoice(span, s.first[1], deed, end, can_be_named, in_list), []


def nameless_law(s: Stumble) -> Answer | None:
    """Handles `require coins > 3`, `ensure that safe: x`, `require coins > 3: "Too dear."`: a condition needs a name, so that a refusal can mention it."""
    word = s.first[1]
    if word not in ("require", "ensure") or s.position not in (1, 2):
        return None
    start = s.tokens[1][2] if len(s.tokens) > 1 else s.first[3]
    place = Span(s.source.name, start, start)
    new: list[Token] = [("NAME", "sure", start, start), ("COLON", ":", start, start)]
    if s.word(1) == "that":
        rest = s.tokens[2:] if s.word(3) == ":" else [*new, *s.tokens[2:]]
        return forms.NamelessChoice(s.span(s.tokens[1]), f"{word} that"), s.with_tokens(s.tokens[:1], rest)
    named = s.position == 2 and s.word(1) not in s.machine.tables.reserved and s.found[0] in _OPERANDS
    if named:
        return MissingColon(s.gap(), word), s.insert(("COLON", ":"))
    rest = s.tokens[2:] if s.word(1) == ":" else s.tokens[1:]
    if [token[0] for token in rest[-2:]] == ["COLON", "STRING"]:
        rest = [*rest[:-2], rest[-1]]
    return forms.NamelessChoice(place, word), s.with_tokens(s.tokens[:1], new, rest) if rest else []


_OPERANDS = frozenset(["NAME", "NOT", "INT", "YES", "NO", "NONE", "ME", "IT"])
"""Words that begin a formula and cannot follow a name inside a formula."""


def sentence_before_else(s: Stumble) -> Answer | None:
    """Handles `one of hand where suit is led "Follow suit." else one of hand`, also with a comma after the sentence."""
    at = s.position - (2 if s.before[0] == "COMMA" else 1)
    if s.found[0] != "ELSE" or at < 1 or s.tokens[at][0] != "STRING" or s.word(s.position + 1) == ":":
        return None
    end = len(s.tokens) if "pick" in (s.word(0), s.word(1)) else _end_of_alternatives(s)
    last, rest = s.tokens[end - 1], s.tokens[s.position : end]
    cut = Span(s.source.name, s.tokens[at - 1][3], s.before[3])
    sentence, gap = s.tokens[at], Span(s.source.name, last[3], last[3])
    is_taken = last[0] == "STRING"
    problem = forms.SentenceBeforeElse(s.span(sentence), sentence[1], cut, None if is_taken else gap)
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


def missing_of(s: Stumble) -> Answer | None:
    if not s.accepts("OF") or s.position == 0:
        return None
    if s.before[1] in ("one", "any", "some") and s.found[0] != "_NL":
        if s.found[0] == "NAME" and closest(s.found[1], ["of"]):
            return misspelt(s, s.found, "of"), s.replace(s.position, ("OF", "of"))
        return forms.MissingOf(s.gap(), s.before[1]), s.insert(("OF", "of"))
    if s.position > 1 and s.first[1] != "move" and s.before[0] == "NAME" and s.tokens[s.position - 2][0] == "INT":
        number = s.tokens[s.position - 2]
        place = Span(s.source.name, number[3], number[3])
        new: Token = ("OF", "of", number[3], number[3])
        return forms.MissingOf(place, number[1]), s.with_tokens(
            s.tokens[: s.position - 1], [new], s.tokens[s.position - 1 :]
        )
    return None


def range_quantity(s: Stumble) -> Answer | None:
    """Handles `1 to 2 of hand`."""
    joins = s.found[0] in ("TO", "OR", "AND") and s.before[0] == "INT" and s.word(s.position + 2) == "of"
    if not joins or not s.accepts("OF"):
        return None
    return ForeignSign(s.span(s.found), s.found[1], ".."), s.replace(s.position, ("DOTS", ".."))


def range_alone(s: Stumble) -> Answer | None:
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
    problem = numbers.RangeAlone(span, s.source.text[place : s.before[3]])
    return problem, s.with_tokens(s.tokens[:start], one, s.tokens[start:])


def foreign_quantity(s: Stumble) -> Answer | None:
    """Handles `at least 2 of hand`, `between 1 and 2 of hand`."""
    if s.position == 0 or not s.accepts("OF"):
        return None
    words = f"{s.before[1]} {s.found[1]}"
    if s.before[1] == "between":
        return numbers.NoQuantity(s.span(s.before), "between", "choice"), []
    if words in ("at least", "at most", "more than", "less than"):
        return numbers.NoQuantity(s.span(s.before).to(s.span(s.found)), words, "choice"), []
    return None


def all_of_it(s: Stumble) -> Answer | None:
    """Handles `move all hand to deck`, `move all cards from hand to deck`: the name of a collection is all of it."""
    at = s.position - 1
    if at < 1 or s.before[1] not in ("all", "every") or s.found[1] in ("lose", "win"):
        return None
    named = 3 if s.word(at + 2) in ("of", "from", "in") else 2 if s.found[1] in ("of", "the") else 1
    rest = [*s.tokens[:at], *s.tokens[at + named :]]
    if at + named >= len(s.tokens) or not s.machine.reads(rest, s.height):
        return None
    start, end = s.before[2], s.tokens[at + named][2]
    text = s.source.text
    meant = f"{text[s.first[2] : start]}{text[end : s.tokens[-1][3]]}"
    return numbers.AllOf(s.span(s.before), s.before[1], meant, Span(s.source.name, start, end)), s.with_tokens(rest)


def for_in_brackets(s: Stumble) -> Answer | None:
    """Handles `for (l of lane):`."""
    words = [token[1] for token in s.tokens]
    if words[:2] != ["for", "("] or s.position != 1 or words[3:4] not in (["of"], ["in"]) or ")" not in words:
        return None
    end = len(words) - 1 - words[::-1].index(")")
    _, _, start, stop = s.tokens[3]
    inside: list[Token] = [s.tokens[2], ("IN", "in", start, stop), *s.tokens[4:end]]
    meant = f"{words[2]} in {s.source.text[s.tokens[4][2] : s.tokens[end - 1][3]]}" if end > 4 else f"{words[2]} in S"
    line = Meant(s.span(s.found).to(s.span(s.tokens[end])), meant, f"for {meant}:")
    problem = forms.Unfitting(s.span(s.found), "(", "for", (), (line,))
    return problem, s.with_tokens(s.tokens[:1], inside, s.tokens[end + 1 :]) if end > 4 else []


def for_of(s: Stumble) -> Answer | None:
    if s.found[1] != "of" or not s.accepts("IN") or s.word(s.position - 2) not in ("for", ","):
        return None
    return forms.ForOf(s.span(s.found)), s.replace(s.position, ("IN", "in"))


def missing_number(s: Stumble) -> Answer | None:
    """Handles `draw from deck to hand`, where `from` was read as a name."""
    if s.first[1] != "draw" or s.word(1) != "from" or s.position not in (1, 2):
        return None
    start = s.tokens[0][3]
    new: Token = ("INT", "1", start, start)
    return numbers.MissingNumber(Span(s.source.name, start, start)), s.with_tokens(s.tokens[:1], [new], s.tokens[1:])


def missing_part(s: Stumble) -> Answer | None:
    parts = {"move": ("TO",), "draw": ("FROM", "TO"), "swap": ("WITH",), "award": ("FROM", "TO")}
    if s.found[0] not in ("_NL", "TO", "UNDER"):
        return None
    for part in parts.get(s.first[1], ()):
        if s.accepts(part):
            return forms.MissingPart(s.gap(), s.first[1], part.lower()), []
    return None
