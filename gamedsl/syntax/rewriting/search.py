"""Searches for the lines that a line may stand for: applies steps, the cheapest chain of steps first, until the grammar can read the result.

A step is an edit with a cost. All sayings are steps, so a line in which two of them meet needs no pattern of its own. The meaning of the lines is not checked
here: the caller tries them.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from heapq import heappop, heappush
from itertools import chain

from gamedsl.syntax.guessing.edits import Edit, NearLine, tokens_of, word_at
from gamedsl.syntax.guessing.near_lines import OURS, count_words
from gamedsl.syntax.guessing.own_names import own_names
from gamedsl.syntax.guessing.sayings import chosen_above, rolled_above, saying_edits
from gamedsl.syntax.lines import Token
from gamedsl.syntax.recovery.stumble import Stumble
from gamedsl.syntax.rewriting.setting import Setting
from gamedsl.syntax.rewriting.steps import meaning_steps, small_steps

_MOST_LINES = 5
_MOST_EXPANDED = 250
"""The most lines from which further steps are taken; each takes about half a millisecond."""
_MOST_FOUND = 12
_DEAREST = 30
_UNREAD = 2
"""What each word counts that cannot be read yet."""
_SAYING = 10
"""The cost of a saying. Smaller steps are cheaper."""
_MOST_WORDS = 60


def search_lines(s: Stumble, names: str, given: frozenset[str], *, lacks_player: bool) -> tuple[NearLine, ...]:
    """Returns lines that the line may stand for, the likeliest first. `names` is a text with all names that the line may use besides those that are `given`.
    `lacks_player`: the line needs a player, and nobody acts there."""
    words = tuple(token[1] for token in s.tokens)
    if len(words) > _MOST_WORDS:
        return ()
    above = s.source.text, s.first[2]
    setting = Setting(s.headers, own_names(names), names, chosen_above(*above), rolled_above(*above), lacks_player)
    known = count_words(names) - Counter(words)
    found: list[tuple[int, tuple[str, ...]]] = []
    for cost, line in _chains(s, words, setting):
        if not _has_strange_name(line, tokens_of(s.machine, line), known, given):
            found.append((cost, line))
        if len(found) == _MOST_FOUND:
            break
    found.sort(key=lambda one: one[0])
    return tuple(_near(s, words, line) for _, line in found[:_MOST_LINES])


def _has_strange_name(line: Sequence[str], tokens: Sequence[Token], known: Counter[str], given: frozenset[str]) -> bool:
    """Whether a line asks for something that nobody has declared."""
    bound = {word_at(line, at + 1) for at, word in enumerate(line) if word in ("for", "as")}
    for at, (kind, word, _, _) in enumerate(tokens):
        is_declared = (
            line[0] == "type"
            or word_at(line, at - 1) in _DECLARING
            or word_at(line, at + 1) in (":", "=")
            or word in bound
        )
        if kind == "NAME" and not is_declared and not known[word] and word not in given and word not in OURS:
            return True
    return False


_DECLARING = frozenset([
    "let", "for", "as", "choose", "roll", "score", "rule", "action", "phase", "type", "component", "table", "require", "ensure", "game", "variant", "option",
    "example", "start", "row", "grid", "ring", "graph", "shape", "shapes", "invariant", "possible", "history", "pick",
])  # fmt: skip
"""Words behind which a new name may stand."""


def _chains(s: Stumble, words: tuple[str, ...], setting: Setting) -> Iterator[tuple[int, tuple[str, ...]]]:
    """Yields readable lines at the end of chains of steps, with their costs. First come steps from cheap lines that can nearly be read."""
    queue: list[tuple[int, int, int, tuple[str, ...]]] = []
    costs: dict[tuple[str, ...], int] = {}

    def push(line: tuple[str, ...], cost: int) -> None:
        if line and cost <= _DEAREST and cost < costs.get(line, _DEAREST + 1):
            costs[line] = cost
            fits = s.machine.count_fitting(tokens_of(s.machine, line), s.height)
            heappush(queue, (cost + _UNREAD * (len(line) - fits), len(costs), fits, line))

    push(words, 0)
    for _ in range(_MOST_EXPANDED):
        if not queue:
            return
        _, _, fits, line = heappop(queue)
        cost = costs[line]
        is_read = s.machine.reads(tokens_of(s.machine, line), s.height)
        if is_read and cost:
            yield cost, line
        steps = meaning_steps(list(line), setting) if is_read else small_steps(list(line), fits, setting)
        for price, (first, last, new) in chain(steps, () if is_read and cost else _sayings(list(line), setting)):
            push((*line[:first], *new, *line[last:]), cost + price)


def _sayings(line: list[str], setting: Setting) -> Iterator[tuple[int, Edit]]:
    """Yields the sayings of a line as steps. The part after the `:` of a header is a line of its own."""
    start = line.index(":") + 1 if ":" in line[:-1] else 0
    for at in dict.fromkeys((0, start)):
        for first, last, new in saying_edits(line[at:], setting.headers, setting.own, setting.names, setting.chosen):
            yield _SAYING, (first + at, last + at, new)


def _near(s: Stumble, words: tuple[str, ...], line: tuple[str, ...]) -> NearLine:
    """Returns the smallest edit that makes a line of the words."""
    first = next(
        (i for i, (old, new) in enumerate(zip(words, line, strict=False)) if old != new), min(len(words), len(line))
    )
    room = min(len(words), len(line)) - first
    same = next((i for i in range(room) if words[-1 - i] != line[-1 - i]), room)
    made = line[first : len(line) - same]
    tokens: list[Token] = [(kind, word, s.first[2], s.first[3]) for kind, word, _, _ in tokens_of(s.machine, line)]
    return NearLine(first, len(words) - same, made, tuple(tokens), is_slip=True)
