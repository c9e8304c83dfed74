"""Guesses the intended line of change: with one word or sign inserted, left out, replaced, or moved."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from gamedsl.syntax.guessing.edits import Edit, NearLine, readable_line
from gamedsl.syntax.lines import Token
from gamedsl.syntax.machine import Machine

CHANGING = frozenset(["variant", "when", "seat"])
"""Blocks of changes."""

_FIRST = {
    "change": "set", "modify": "set", "alter": "set", "adjust": "set", "let": "set", "update": "set", "make": "set",
    "delete": "remove", "drop": "remove", "rm": "remove", "del": "remove", "cut": "remove", "without": "remove",
    "insert": "add", "append": "add", "new": "add", "introduce": "add", "with": "add",
    "override": "replace", "overwrite": "replace", "redefine": "replace", "swap": "replace", "extend": "replace",
}  # fmt: skip
"""Other words for the first word of a change."""

_JOINING = {
    "=": frozenset([":", "to", "as", "into", "becomes", "equals", "at", "is"]),
    "in": frozenset(["of", "from", "at", "on", "for", "to", "into", "inside"]),
    "of": frozenset(["for", "in", "from"]),
    "up to": frozenset(["to", "=", ":", "upto", "max", "maximum", "most", "until", "limit"]),
    "to": frozenset(["-", "..", ",", "until", "or", "and"]),
    "after": frozenset(["behind", "following", "past", "at", "to"]),
    "before": frozenset(["ahead", "above"]),
}
"""Words and signs inside a change, the likeliest first, each with words that people write in its place."""

_NEEDLESS = frozenset([
    "rule", "action", "phase", "table", "type", "option", "default", "score", "let", "field", "example", "invariant", "possible", "whenever", "pick", "value",
])  # fmt: skip
"""Words for the sort of a changed thing, which its name already implies."""

_ABOUT_EXAMPLES = frozenset(["example", "examples", "test", "tests", "broken", "break", "breaks", "failing", "fail"])
"""Words of a line that probably means `remove examples broken by …`."""

_SIGNS = frozenset(["COLON", "EQUAL", "COMMA", "TO", "OF"])

_MOST_WORDS = 60
"""Longer lines are not tried."""


def guess_change(machine: Machine, tokens: Sequence[Token], position: int, height: int) -> NearLine | None:
    """Returns the line of change that can be read after one edit near `position`, if there is one."""
    if len(tokens) > _MOST_WORDS:
        return None
    return readable_line(machine, tokens, height, _edits(tokens, position))


def _edits(tokens: Sequence[Token], at: int) -> Iterator[Edit]:
    """Yields stretches of words with their possible replacements."""
    count = len(tokens)
    if tokens[0][1] in _FIRST:
        yield 0, 1, (_FIRST[tokens[0][1]],)
    if at == 0:
        yield 0, 0, ("set",)
    if at < count:
        found = tokens[at][1]
        yield from ((at, at + 1, tuple(word.split())) for word, instead in _JOINING.items() if found in instead)
        for word in _JOINING:
            yield at, at, tuple(word.split())
    yield from _find_turned(tokens, at)
    if 1 < at <= count and tokens[at - 1][1] in _NEEDLESS:
        yield at - 1, at, ()
    if 0 < at < count and tokens[at][0] in _SIGNS:
        yield at, at + 1, ()
    yield from _find_broken_by(tokens)


def _find_broken_by(tokens: Sequence[Token]) -> Iterator[Edit]:
    """Handles `remove all examples that break because of worth`: in a line about examples, the name is the thing that breaks them."""
    names = [i for i, (kind, word, _, _) in enumerate(tokens) if kind == "NAME" and word not in _ABOUT_EXAMPLES]
    if names and any(word in _ABOUT_EXAMPLES for _, word, _, _ in tokens[1:]):
        yield 1, names[-1], ("examples", "broken", "by")


def _find_turned(tokens: Sequence[Token], at: int) -> Iterator[Edit]:
    """Handles `component nugget = 31`: the number comes first. Without the sign, two words are exchanged as in every line."""
    words = [word for _, word, _, _ in tokens[at : at + 3]]
    kinds = [kind for kind, _, _, _ in tokens[at : at + 3]]
    if kinds == ["NAME", "EQUAL", "INT"] and tokens[at - 1][1] == "component":
        yield at, at + 3, (words[2], words[0])
