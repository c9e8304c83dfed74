"""Small changes of rules files that people might make, or might make by mistake: numbers, operators, words, lines, names."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from difflib import unified_diff
from random import Random

from attrs import frozen


@frozen
class Edit:
    """A change: characters from `start` to before `end` become `text`. `how` names the kind of change."""

    how: str
    start: int
    end: int
    text: str

    def applied(self, rules: str) -> str:
        """The text after the change."""
        return rules[: self.start] + self.text + rules[self.end :]


def without_examples(rules: str) -> str:
    """The rules without their worked examples, which would hold no more."""
    kept: list[str] = []
    inside = False
    for line in rules.splitlines(keepends=True):
        if line.strip() and not line[0].isspace():
            inside = re.match(r"example\b", line) is not None
        if not inside:
            kept.append(line)
    return "".join(kept)


def difference(before: str, after: str) -> str:
    """The changed lines, as `diff -u` shows them, without context and headers."""
    lines = list(unified_diff(before.splitlines(), after.splitlines(), n=0, lineterm=""))[2:]
    return "\n".join(lines)


def edits(rules: str, random: Random) -> Iterator[Edit]:
    """Changes, each drawn anew, without an end; most of them leave rules that check. Nothing if there is nothing to change."""
    tokens = [t for t in _tokens(rules) if t.text]
    if not tokens:
        return
    makers = [maker for maker, weight in _MAKERS.items() for _ in range(weight)]
    while True:
        edit = random.choice(makers)(rules, tokens, random)
        if edit is not None and edit.applied(rules) != rules:
            yield edit


@frozen
class _Token:
    text: str
    start: int

    @property
    def end(self) -> int:
        return self.start + len(self.text)


_TOKEN = re.compile(r'"[^"\n]*"|#[^\n]*|[A-Za-z]\w*|\d+|\.\.|<=|>=|\+=|-=|\S')
_LITERAL = re.compile(r'["#]')


def _tokens(rules: str) -> Iterator[_Token]:
    """Words, numbers and signs; neither sentences nor comments."""
    for found in _TOKEN.finditer(rules):
        if not _LITERAL.match(found.group()):
            yield _Token(found.group(), found.start())


# ---------------------------------------------------------------- within a line


def _number(rules: str, tokens: list[_Token], random: Random) -> Edit | None:
    numbers = [t for t in tokens if t.text.isdigit() and len(t.text) < 7]
    if not numbers:
        return None
    token = random.choice(numbers)
    n = int(token.text)
    near = random.choice(
        [0, 1, 2, n - 1, n + 1, n + 2, n // 2, 2 * n, n + random.randrange(1, 8), random.randrange(1, 20)]
    )
    return Edit("number", token.start, token.end, str(max(0, near)))


_ALIKE = (
    ("<", "<=", ">", ">=", "is", "is not"),
    ("+", "-", "*"),
    ("+=", "-=", "="),
    ("and", "or"),
    ("highest", "lowest"),
    ("max", "min", "sum", "count"),
    ("all", "any"),
    ("first", "last", "only"),
    ("some", "no", "not some"),
    ("left", "right"),
    ("yes", "no"),
    ("bag", "pile", "slot"),
    ("owner", "others", "nobody"),
    ("where", "while"),
    ("to", "under"),
    ("up", "down"),
    ("rows", "columns", "diagonals"),
    ("players", "playing", "humans"),
    ("one of", "any of", "some of", "up to 2 of", "2 of", "1..2 of"),
    ("choose", "may choose", "choose if able"),
    ("in", "not in"),
    ("me", "left(me)", "it"),
    ("first", "last", "random"),
    ("draw", "draw up to"),
    ("from", "from under"),
    ("above", "stack_from"),
    ("beside", "corners", "covers"),
    ("turns", "flips"),
    ("rule", "action"),
)
"""Words and signs that can stand in each other's place."""

_FORMS = {form for family in _ALIKE for form in family}


def _word(rules: str, tokens: list[_Token], random: Random) -> Edit | None:
    """A word or sign becomes another one of its kind."""
    for _ in range(50):
        at = random.randrange(len(tokens))
        length = random.choice((3, 2, 1))
        end = min(at + length, len(tokens)) - 1
        start, after = tokens[at].start, tokens[end].end
        form = " ".join(rules[start:after].split())
        if "\n" not in rules[start:after] and form in _FORMS:
            others = [other for family in _ALIKE if form in family for other in family if other != form]
            return Edit("word", start, after, random.choice(others))
    return None


def _name(rules: str, tokens: list[_Token], random: Random) -> Edit | None:
    """A name becomes another name of the file."""
    names = [t for t in tokens if t.text[0].isalpha()]
    if len(names) < 2:
        return None
    token, other = random.choice(names), random.choice(names)
    return Edit("name", token.start, token.end, other.text)


_CLAUSES = (
    r", seen by \w+", r", count hidden", r", top seen", r", in any order",
    r", eight neighbours", r", each \w+(?=\s*(?:\"|\n|$))", r", up to \d+(?=\s*(?:\"|\n|$))", r", refilled from \w+", r", distinct \w+", r" together",
    r", ties shared", r" if able", r"may (?=choose)", r" where [^,:\n\"]+", r" until [^,:\n\"]+", r" by (?:highest|lowest) [^,:\n\")]+", r" if [^,:\n\"]+",
    r" then (?:highest|lowest) \w+", r" or none", r"not ", r" and [^,:\n\"]+", r" or [^,:\n\"]+",
)  # fmt: skip


def _left_out(rules: str, tokens: list[_Token], random: Random) -> Edit | None:
    """A part of a line goes."""
    found = list(re.finditer(random.choice(_CLAUSES), rules))
    if not found:
        return None
    clause = random.choice(found)
    return Edit("left out", clause.start(), clause.end(), "")


_ADDED = (
    ", seen by owner", ", seen by nobody", ", seen by others", ", count hidden", ", top seen", ", up to 1", ", up to 2", ", up to 3",
    ", each round", ", distinct it", " or none",
)  # fmt: skip


def _added(rules: str, tokens: list[_Token], random: Random) -> Edit | None:
    """A clause comes behind a line that declares a field or zone, or selects."""
    lines = list(re.finditer(r"^ +\w+(?:\[\w+\])?(?::| =) [^\n\"]*[^\n\": ]", rules, re.MULTILINE))
    if not lines:
        return None
    line = random.choice(lines)
    return Edit("added", line.end(), line.end(), random.choice(_ADDED))


_EXPRESSION = re.compile(
    r"(?:: | = | \+= | -= | where | if | until | and | or )([^\n\":]+?)(?=$|\n|\"| where | if | else | until |, | and | or )"
)


def _spliced(rules: str, tokens: list[_Token], random: Random) -> Edit | None:
    """A formula becomes another formula of the file."""
    found = list(_EXPRESSION.finditer(rules))
    if len(found) < 2:
        return None
    here, there = random.choice(found), random.choice(found)
    return Edit("spliced", here.start(1), here.end(1), there.group(1).strip())


def _table_row(rules: str, tokens: list[_Token], random: Random) -> Edit | None:
    """A word or number becomes the one above or below it."""
    token = random.choice(tokens)
    near = [t for t in tokens if t.text.isalnum() and 0 < abs(t.start - token.start) < 120]
    if not near or not token.text.isalnum():
        return None
    other = random.choice(near)
    if other.text.isdigit() != token.text.isdigit():
        return None
    return Edit("cell", token.start, token.end, other.text)


# ---------------------------------------------------------------- whole lines


@frozen
class _Block:
    """A line with everything that is indented deeper below it."""

    start: int
    end: int
    indent: int
    text: str


def _blocks(rules: str) -> list[_Block]:
    lines = rules.splitlines(keepends=True)
    starts = [0]
    for line in lines:
        starts.append(starts[-1] + len(line))
    found: list[_Block] = []
    for i, line in enumerate(lines):
        if not line.strip() or line.lstrip()[0] in '"#':
            continue
        indent = _indent(line)
        j = i + 1
        while j < len(lines) and lines[j].strip() and _indent(lines[j]) > indent:
            j += 1
        found.append(_Block(starts[i], starts[j], indent, "".join(lines[i:j])))
    return found


def _indent(line: str) -> int:
    return len(line) - len(line.lstrip())


def _line(rules: str, tokens: list[_Token], random: Random) -> Edit | None:
    """A line with its block goes, comes twice, changes places with the one after it, or becomes another one of the same depth."""
    blocks = [block for block in _blocks(rules) if block.indent]
    if not blocks:
        return None
    block = random.choice(blocks)
    match random.randrange(5):
        case 0 | 1:
            return Edit("line dropped", block.start, block.end, "")
        case 2:
            return Edit("line twice", block.end, block.end, block.text)
        case 3:
            following = next((b for b in blocks if b.start == block.end and b.indent == block.indent), None)
            if following is None:
                return None
            return Edit("lines swapped", block.start, following.end, following.text + block.text)
        case _:
            other = random.choice([b for b in blocks if b.indent == block.indent])
            return Edit("line copied", block.start, block.start, other.text)


_Maker = Callable[[str, list[_Token], Random], Edit | None]

_MAKERS: dict[_Maker, int] = {
    _number: 8,
    _word: 10,
    _name: 3,
    _left_out: 3,
    _added: 2,
    _spliced: 3,
    _table_row: 2,
    _line: 5,
}
