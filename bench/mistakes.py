"""Single mistakes in rules, each of one kind, with the line it stands on and the words that would mend it."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from random import Random

from attrs import field, frozen

from gamedsl.semantics.model.builtin_names import BUILTIN_NAMES, SIGNATURES
from gamedsl.source import Source
from gamedsl.syntax.lines import Line, Token
from gamedsl.syntax.parse import parse
from gamedsl.syntax.reader import Reader
from gamedsl.syntax.recovery.stumble import DECLARATION_WORDS
from gamedsl.syntax.tables import load
from gamedsl.syntax.tree import data, declarations, example_lines, formulas
from gamedsl.syntax.tree.node import Ident
from gamedsl.syntax.tree.walk import walk_in_order


@frozen
class Mistake:
    """A change of a text from `start` to `end`. `lines`: where it can be told (from 1); `meant`: suggestions that would be right.

    `is_wrong`: the text is illegal by construction, so that a finding is owed.
    """

    kind: str
    start: int
    end: int
    text: str
    lines: frozenset[int]
    meant: tuple[str, ...] = ()
    is_wrong: bool = False

    def made_in(self, text: str) -> str:
        """The text with the mistake."""
        return text[: self.start] + self.text + text[self.end :]


@frozen
class Rules:
    """A text with its lines of words; `names` are the offsets of words that stand for something declared."""

    source: Source
    lines: tuple[Line, ...]
    names: frozenset[int]
    calls: frozenset[int]
    """Offsets of built-in functions that are called."""
    declared: dict[str, int] = field(eq=False)
    """Names of declarations with the offset of the first one."""

    @property
    def text(self) -> str:
        return self.source.text

    def row(self, offset: int) -> int:
        """The line of an offset, counted from 1."""
        return self.text.count("\n", 0, offset) + 1

    def at(self, *offsets: int) -> frozenset[int]:
        return frozenset(map(self.row, offsets))

    def rows_of(self, name: str) -> frozenset[int]:
        """The lines on which a word stands."""
        return self.at(*(found.start() for found in re.finditer(rf"\b{re.escape(name)}\b", self.text)))

    def words(self) -> Iterator[tuple[Line, int, Token]]:
        """All words of letters, with their line and their place in it."""
        for line in self.lines:
            for i, token in enumerate(line.tokens):
                if token[1][:1].isalpha():
                    yield line, i, token

    def tokens(self) -> Iterator[tuple[Line, int, Token]]:
        for line in self.lines:
            for i, token in enumerate(line.tokens):
                yield line, i, token


def read(source: Source) -> Rules:
    """The words of a text without mistakes."""
    reader = Reader(source, load())
    reader.read()
    file = parse(source).tree
    names: set[int] = set()
    calls: set[int] = set()
    declared: dict[str, int] = {}
    for node in walk_in_order(file):
        match node:
            case Ident() | formulas.Name() | data.CellName():
                names.add(node.span.start)
            case formulas.Apply(of=formulas.Name(id=name, span=span)) if name in SIGNATURES:
                calls.add(span.start)
            case formulas.Apply(of=formulas.FlagLiteral(value=False, span=span)):
                calls.add(span.start)
            case _:
                pass
        named: object = getattr(node, "name", None)
        if isinstance(named, Ident) and not isinstance(
            node, formulas.Attribute | declarations.Variant | declarations.Game | example_lines.Example
        ):
            declared.setdefault(named.text, named.span.start)
    return Rules(source, tuple(reader.lines), frozenset(names), frozenset(calls), declared)


# ---------------------------------------------------------------- slips of the keyboard


def misspelt(word: str, random: Random) -> str:
    """The word with one slip: two letters swapped, one left out, doubled or hit beside."""
    slips = [_swapped, _dropped, _doubled, _hit_beside] if len(word) > 3 else [_swapped, _doubled, _hit_beside]
    for _ in range(20):
        made = random.choice(slips)(word, random)
        if made not in (word, ""):
            return made
    return word + word[-1]


def _swapped(word: str, random: Random) -> str:
    i = random.randrange(len(word) - 1) if len(word) > 1 else 0
    return word[:i] + word[i + 1 : i + 2] + word[i] + word[i + 2 :]


def _dropped(word: str, random: Random) -> str:
    i = random.randrange(1, len(word))
    return word[:i] + word[i + 1 :]


def _doubled(word: str, random: Random) -> str:
    i = random.randrange(len(word))
    return word[:i] + word[i] + word[i:]


_KEYS = ("qwertyuiop", "asdfghjkl", "zxcvbnm")


def _hit_beside(word: str, random: Random) -> str:
    i = random.randrange(len(word))
    for row in _KEYS:
        at = row.find(word[i].lower())
        if at >= 0:
            other = row[at - 1] if at and random.random() < 0.5 else row[min(at + 1, len(row) - 1)]
            return word[:i] + (other.upper() if word[i].isupper() else other) + word[i + 1 :]
    return word


# ---------------------------------------------------------------- words


def own_name(rules: Rules, random: Random) -> Iterator[Mistake]:
    """A name of the rules' own, misspelt where it is used."""
    for _, _, (_, word, start, end) in rules.words():
        if start in rules.names and rules.declared.get(word, start) != start and len(word) > 2:
            yield Mistake("own name", start, end, misspelt(word, random), rules.at(start), (word,), True)


def own_declaration(rules: Rules, random: Random) -> Iterator[Mistake]:
    """A name, misspelt where it is declared."""
    for word, start in rules.declared.items():
        rows = rules.rows_of(word)
        if len(rows) > 1 and len(word) > 2:
            made = misspelt(word, random)
            yield Mistake("own name, where it is declared", start, start + len(word), made, rows, (made, word))


def builtin(rules: Rules, random: Random) -> Iterator[Mistake]:
    """A function or name of the language, misspelt."""
    for _, _, (_, word, start, end) in rules.words():
        is_name = word in BUILTIN_NAMES and start in rules.names and word not in rules.declared
        if start in rules.calls or is_name:
            yield Mistake("built-in name", start, end, misspelt(word, random), rules.at(start), (word,), True)


def first_word(rules: Rules, random: Random) -> Iterator[Mistake]:
    """The word that begins a statement or a declaration, misspelt."""
    for _, i, (_, word, start, end) in rules.words():
        if i == 0 and start not in rules.names:
            yield Mistake("first word of a line", start, end, misspelt(word, random), rules.at(start), (word,), True)


def inner_word(rules: Rules, random: Random) -> Iterator[Mistake]:
    """A word of the language inside a line, misspelt."""
    for _, i, (_, word, start, end) in rules.words():
        if i > 0 and start not in rules.names and start not in rules.calls and word not in BUILTIN_NAMES:
            yield Mistake("word inside a line", start, end, misspelt(word, random), rules.at(start), (word,), True)


_FOREIGN: dict[str, tuple[str, ...]] = {
    "let": ("var", "const", "local", "define"), "for": ("foreach",), "none": ("nothing", "null", "nil", "nobody"),
    "and": ("&&", "&", "plus"), "or": ("||", "otherwise"), "is": ("==", "equals", "==="), "not": ("!",), "yes": ("true", "True"),
    "no": ("false", "False"), "move": ("transfer", "give", "put", "place", "discard"), "draw": ("take", "deal", "pull"),
    "choose": ("select", "prompt"), "rule": ("def", "function", "procedure", "func"), "action": ("move", "def"),
    "count": ("len", "length", "size"), "max": ("maximum", "biggest"), "min": ("minimum", "least"), "sum": ("total_of", "add_up"),
    "me": ("self", "this", "current_player"), "it": ("this", "self"), "in": ("among", "inside", "within"), "if": ("when", "unless"), "else": ("otherwise", "elif"),
    "repeat": ("while", "loop", "until"), "say": ("print", "log", "write"), "where": ("such", "having", "filter"), "require": ("assert", "demand"),
    "require ": ("must ",), "rounded": ("round", "rounding"), "players": ("everyone", "everybody"), "type": ("enum", "class"),
    "component": ("pieces", "tokens", "struct"), "phase": ("stage", "step"), "setup": ("init", "start", "preparation"), "score": ("points", "scoring"),
    "some": ("exists", "nonempty"), "all": ("every", "forall"), "first": ("head",), "last": ("tail",), "shuffle": ("mix", "randomize"),
    "swap": ("exchange", "switch"), "highest": ("largest", "most", "maximum"), "lowest": ("smallest", "least", "minimum"), "reveal": ("show",),
    "option": ("setting",), "invariant": ("always",), "eliminate": ("kill",), "match": ("switch", "case"), "mod": ("modulo", "remainder"),
    "shared": ("global", "table"), "each": ("every",), "ranking": ("winner",), "example": ("test",), "left": ("next", "next_player"), "right": ("previous", "prev"),
}  # fmt: skip
"""Words of the language, and what people write who come from elsewhere."""


def foreign(rules: Rules, random: Random) -> Iterator[Mistake]:
    """A word of another language in place of ours."""
    for line, i, (_, word, start, end) in rules.words():
        is_name = start in rules.names and start not in rules.calls and word not in BUILTIN_NAMES
        if word not in _FOREIGN or is_name:
            continue
        if word == "else" and i + 1 < len(line.tokens) and line.tokens[i + 1][1] == "if":
            instead, until = random.choice(("elif", "elsif", "elseif")), line.tokens[i + 1][3]
            yield Mistake("word of another language", start, until, instead, rules.at(start), ("else if",), True)
            continue
        made = random.choice(_FOREIGN[word])
        if made not in rules.declared:
            yield Mistake("word of another language", start, end, made, rules.at(start), (word,), True)


_FOREIGN_SIGNS = {
    "=": (":=", "=="),
    "is": ("==", "="),
    "is not": ("!=", "<>"),
    "<=": ("=<", "≤"),
    ">=": ("=>", "≥"),
    "..": ("...", "-"),
    '"': ("'",),
}


def foreign_sign(rules: Rules, random: Random) -> Iterator[Mistake]:
    """A sign of another language."""
    for line, i, (terminal, word, start, end) in rules.tokens():
        if terminal == "STRING":
            text = "'" + rules.text[start + 1 : end - 1] + "'"
            yield Mistake("sign of another language", start, end, text, rules.at(start), ('"',), True)
        elif word == "is" and line.tokens[i + 1 : i + 2] and line.tokens[i + 1][1] == "not":
            made = random.choice(_FOREIGN_SIGNS["is not"])
            yield Mistake(
                "sign of another language", start, line.tokens[i + 1][3], made, rules.at(start), ("is not",), True
            )
        elif word in _FOREIGN_SIGNS and start not in rules.names:
            made = random.choice(_FOREIGN_SIGNS[word])
            is_wrong = word not in ("=",)
            yield Mistake("sign of another language", start, end, made, rules.at(start), (word,), is_wrong)
        elif i == len(line.tokens) - 1 and word != ":":
            yield Mistake("sign of another language", end, end, ";", rules.at(end), ("",), True)


# ---------------------------------------------------------------- layout and signs


def no_colon(rules: Rules, random: Random) -> Iterator[Mistake]:
    """A header without its `:`."""
    for line in rules.lines:
        terminal, _, start, end = line.tokens[-1]
        if terminal == "COLON":
            yield Mistake("`:` of a header left out", start, end, "", rules.at(start), (":",), True)


def no_indentation(rules: Rules, random: Random) -> Iterator[Mistake]:
    """A line of a block moved to the left by one level."""
    for line in rules.lines:
        if line.column >= 4:
            start = line.tokens[0][2]
            yield Mistake("line indented too little", start - 4, start, "", rules.at(start))


def more_indentation(rules: Rules, random: Random) -> Iterator[Mistake]:
    """A line moved to the right."""
    for above, line in zip(rules.lines, rules.lines[1:], strict=False):
        start = line.tokens[0][2]
        is_wrong = above.tokens[-1][0] != "COLON"
        yield Mistake(
            "line indented too far", start, start, " " * random.choice((1, 2, 4)), rules.at(start), (), is_wrong
        )


def bracket(rules: Rules, random: Random) -> Iterator[Mistake]:
    """A bracket of the wrong sort, left out, or one too many."""
    other = {"(": "[", ")": "]", "[": "(", "]": ")"}
    for _, _, (_, word, start, end) in rules.tokens():
        if word in other:
            made = random.choice((other[word], "", word + word))
            yield Mistake("wrong bracket", start, end, made, rules.at(start), (), True)


def quote(rules: Rules, random: Random) -> Iterator[Mistake]:
    """A sentence without its last quote."""
    for _, _, (terminal, _, start, end) in rules.tokens():
        if terminal == "STRING":
            yield Mistake("quote left out", end - 1, end, "", rules.at(start), ('"',), True)


def left_out(rules: Rules, random: Random) -> Iterator[Mistake]:
    """Any word or sign left out."""
    for _, _, (terminal, _, start, end) in rules.tokens():
        if terminal != "STRING":
            more = 1 if rules.text[end : end + 1] == " " else 0
            yield Mistake("word left out", start, end + more, "", rules.at(start))


def swapped(rules: Rules, random: Random) -> Iterator[Mistake]:
    """Two neighbours swapped."""
    for line in rules.lines:
        for (_, one, start, end), (_, two, begin, stop) in zip(line.tokens, line.tokens[1:], strict=False):
            if one != two and one[0].isalnum() and two[0].isalnum():
                made = two + rules.text[end:begin] + one
                yield Mistake("two words swapped", start, stop, made, rules.at(start))


def header(rules: Rules, random: Random) -> Iterator[Mistake]:
    """A word of a header left out or doubled."""
    for line in rules.lines:
        if line.tokens[-1][0] == "COLON" and len(line.tokens) > 2:
            _, word, start, end = random.choice(line.tokens[:-1])
            made = random.choice(("", f"{word} {word} "))
            more = 1 if rules.text[end : end + 1] == " " else 0
            yield Mistake("broken header", start, end + more, made, rules.at(start))


# ---------------------------------------------------------------- meaning


def wrong_type(rules: Rules, random: Random) -> Iterator[Mistake]:
    """A number where there is a name, a name or `yes` where there is a number."""
    for line, i, (terminal, word, start, end) in rules.tokens():
        before, after = (line.tokens[j][0] if 0 <= j < len(line.tokens) else "" for j in (i - 1, i + 1))
        if terminal == "INT" and before in ("PLUS", "MINUS", "CMP", "STAR", "ADD_SET", "TAKE_SET"):
            yield Mistake(
                "wrong type", start, end, random.choice(("yes", '"three"', "none")), rules.at(start), (), True
            )
        is_place = (
            before in ("FROM", "TO") and after in ("_NL", "", "TO", "FROM") and line.tokens[0][1] in ("move", "draw")
        )
        if start in rules.names and is_place:
            yield Mistake("wrong type", start, end, random.choice(("yes", "7", "none")), rules.at(start), (), True)
        if start in rules.names and before == "IF" and after == "COLON" and word[0].islower():
            yield Mistake("wrong type", start, end, random.choice(("7", "players")), rules.at(start), (), True)


def arguments(rules: Rules, random: Random) -> Iterator[Mistake]:
    """Too many or too few arguments in a call of a built-in function."""
    for line, i, (_, _, start, _) in rules.words():
        if start in rules.calls:
            at = line.tokens[i + 1][3]
            yield Mistake("too many arguments", at, at, "1, 2, 3, 4, 5, 6, 7, 8, 9, 10, ", rules.at(start), (), True)


def is_for_equals(rules: Rules, random: Random) -> Iterator[Mistake]:
    """`is` to set a value, `=` to compare."""
    for line, _, (_, word, start, end) in rules.tokens():
        if word == "=" and line.tokens[0][1] not in ("let", "option") and line.column >= 4:
            yield Mistake("`is` for `=`", start, end, "is", rules.at(start), ("=",))
        if word == "is" and start not in rules.names:
            yield Mistake("`is` for `=`", start, end, "=", rules.at(start), ("is",))


def cell(rules: Rules, random: Random) -> Iterator[Mistake]:
    """A row of a table with a cell too many or too few."""
    for number, line in enumerate(rules.lines[1:], start=1):
        above = rules.lines[number - 1]
        plain = all(token[0] in ("NAME", "INT", "DOT") or token[1].isalpha() for token in line.tokens)
        head = next((h for h in rules.lines[number::-1] if h.column == 0), line)
        if (
            head.tokens[0][1] in _WITH_ROWS
            and plain
            and len(line.tokens) > 2
            and len(above.tokens) == len(line.tokens)
            and above.column == line.column > 0
        ):
            _, word, start, end = random.choice(line.tokens)
            made = random.choice(("", f"{word} {word}"))
            yield Mistake("row with a cell too many or too few", start, end, made, rules.at(start))


_WITH_ROWS = ("type", "component", "table", "grid", "ring", "row", "graph")


def removed(rules: Rules, random: Random) -> Iterator[Mistake]:
    """A whole declaration left out."""
    for start, end, name in _declarations(rules):
        rows = frozenset(
            r - rules.text.count("\n", start, end) if r > rules.row(start) else r for r in rules.rows_of(name)
        )
        used = len(re.findall(rf"\b{re.escape(name)}\b", rules.text[:start] + rules.text[end:]))
        if used:
            yield Mistake("declaration left out", start, end, "", rows)


def doubled(rules: Rules, random: Random) -> Iterator[Mistake]:
    """A whole declaration twice."""
    for start, end, _ in _declarations(rules):
        if not rules.text.startswith(("game ", "when ", "variant "), start):
            again = rules.at(start) | {rules.row(end)}
            yield Mistake("declaration twice", end, end, rules.text[start:end], again, (), True)


def _declarations(rules: Rules) -> Iterator[tuple[int, int, str]]:
    heads = [line for line in rules.lines if line.column == 0 and line.tokens[0][1] in DECLARATION_WORDS]
    starts = [line.tokens[0][2] for line in heads] + [len(rules.text)]
    for line, end in zip(heads, starts[1:], strict=True):
        name = next((token[1] for token in line.tokens[1:] if rules.declared.get(token[1]) == token[2]), None)
        if name is not None:
            yield starts[heads.index(line)], end, name


_OTHER_CHANGES: dict[str, tuple[str, ...]] = {
    "set": ("change", "modify", "let", ""), "remove": ("delete", "drop", "rm"), "replace": ("override", "redefine"), "add": ("insert", "append"),
    "=": (":", "to", ""), "of": ("", "for"), "in": ("of", "from", ""), "after": ("behind", "following"), "to": ("..", "-"),
}  # fmt: skip
"""Words and signs of lines of change, and what people write instead."""


def change(rules: Rules, random: Random) -> Iterator[Mistake]:
    """A word or a sign of a line of change lost, or put as elsewhere."""
    for line in rules.lines:
        if line.column == 0 or line.tokens[0][1] not in ("set", "remove", "replace", "add"):
            continue
        heads = (h.tokens[0][1] for h in rules.lines[: rules.lines.index(line)][::-1] if h.column < line.column)
        if next(heads, "") not in ("variant", "when"):
            continue
        end_of_head = next((i for i, token in enumerate(line.tokens) if token[0] == "COLON"), len(line.tokens))
        joints = (
            line.tokens
            if line.tokens[0][1] == "set"
            else line.tokens[:1]
            if end_of_head < len(line.tokens)
            else line.tokens
        )
        for _, word, start, end in joints:
            if word in _OTHER_CHANGES and start not in rules.names:
                made = random.choice(_OTHER_CHANGES[word])
                more = 1 if not made and rules.text[end : end + 1] == " " else 0
                yield Mistake("line of change", start, end + more, made, rules.at(start), (word,), True)


KINDS: tuple[Callable[[Rules, Random], Iterable[Mistake]], ...] = (
    own_name, own_declaration, builtin, first_word, inner_word, foreign, foreign_sign, no_colon, no_indentation, more_indentation, bracket, quote,
    left_out, swapped, header, wrong_type, arguments, is_for_equals, cell, removed, doubled, change,
)  # fmt: skip
"""Each gives every mistake of its kind that a text offers."""
