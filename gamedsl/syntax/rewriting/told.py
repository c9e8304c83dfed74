"""Steps for orders that use names of the rules: `send worker to goal`, `get 1 Food`, `turn wind to weather`, `take bid honey from leader`."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from gamedsl.syntax.guessing.change_slips import CHANGING
from gamedsl.syntax.guessing.edits import Edit, word_at
from gamedsl.syntax.guessing.own_names import OwnNames, name_of_verb, same_name
from gamedsl.syntax.guessing.quantities import end_of_path

Step = tuple[int, Edit]

_COST = 8
_DEAR = 14
_EMPTYING = frozenset(["empty", "reset", "clear", "zero"])
_NO_VERBS = frozenset(["move", "draw", "set", "shuffle", "add", "subtract"])
_TAKING = frozenset(["take", "takes", "steal", "remove", "subtract", "deduct"])
_GIVING = frozenset(["give", "gives", "add", "pay", "pays"])
_BETWEEN = frozenset(["to", "from", "on", "at", "in", "into", "with", "by", "for", "of"])
_SORTS = (
    "score",
    "rule",
    "action",
    "phase",
    "table",
    "let",
    "component",
    "type",
    "invariant",
    "rounds",
    "ranking",
    "pick",
    "history",
)
_HEADS = ("set", "replace", "add", "remove", "add each player", "replace rule")


def told_steps(words: Sequence[str], headers: tuple[str, ...], own: OwnNames) -> Iterator[Step]:
    """Yields the steps for a line. `headers` open the blocks around it."""
    start = words.index(":") + 1 if ":" in words[:-1] else 0
    if headers and headers[0] not in ("example", "each", "shared", "game"):
        for first, last, new in _orders(words[start:], own):
            yield _COST, (start + first, start + last, new)
    if headers[-1:] and headers[-1] in CHANGING:
        yield from _changes(words, own)
    if headers in (("each",), ("shared",)):
        yield from _zones(words, own)
    yield from value_steps(words, own)


def value_steps(words: Sequence[str], own: OwnNames) -> Iterator[Step]:
    """Yields the steps to what values and names stand for."""
    for at in range(len(words)):
        for first, last, new in _values(words, at, own):
            yield _COST, (first, last, new)


def _orders(words: Sequence[str], own: OwnNames) -> Iterator[Edit]:
    """Yields edits for statements."""
    if len(words) < 2:
        return
    end, first = len(words), words[0]
    if first in _EMPTYING and end_of_path(words, 1) == end:
        yield 0, end, (*words[1:], "=", "0")
    rule = name_of_verb(first, own.rules)
    given = [word for word in words[1:] if word not in _BETWEEN]
    if rule and "(" not in words and 0 < len(given) <= 3:
        yield 0, end, (rule, "(", given[-1], ")")
    to = words.index("to") if "to" in words[2:] else 0
    if to and first not in _NO_VERBS and end_of_path(words, 1) == to and words[1 : to + 1][-2] in own.fields:
        yield 0, end, (*words[1:to], "=", *words[to + 1 :])
    sign, small = ("-=", "from") if first in _TAKING else ("+=", "to") if first in _GIVING else ("", "")
    field = same_name(word_at(words, end - 3), own.numbers)
    if sign and field and word_at(words, end - 2) == small and end > 4 and words[-1].isidentifier():
        yield 0, end, (words[-1], ".", field, sign, *words[1 : end - 3])
    # `store [ Food ] loses eaten`, `honey of leader drops by 2`
    verb = next((i for i, word in enumerate(words) if word in _FALLING | _RISING and i), 0)
    if verb and words[verb + 1 :]:
        amount = words[verb + 1 :][words[verb + 1] == "by" :]
        yield 0, end, (*words[:verb], "-=" if words[verb] in _FALLING else "+=", *amount)


_MORE = {"more": ">=", "above": ">=", "higher": ">=", "less": "<=", "fewer": "<=", "below": "<="}
_FALLING = frozenset(["loses", "lose", "drops", "falls", "decreases", "shrinks", "sinks", "minus"])
_RISING = frozenset(["gains", "gain", "rises", "grows", "increases", "gets", "get", "plus"])


def _changes(words: Sequence[str], own: OwnNames) -> Iterator[Step]:
    """Yields lines of change for what a variant tells like a game: `wax_points: wax + 4 * queens`, `weather comes after market`."""
    for head in _HEADS:
        yield _COST, (0, 0, tuple(head.split()))
    if word_at(words, 1) in (":", "(", "from", ","):
        for sort in _SORTS:
            yield _COST, (0, 0, ("replace", sort))
    place = next((i for i, word in enumerate(words) if word in ("after", "before") and i), 0)
    if place and word_at(words, place + 1).isidentifier() and place + 2 == len(words):
        named = words[1] if words[0] == "add" else words[0]
        yield _COST, (0, len(words), ("add", named, words[place], words[place + 1], "in", "rounds"))
    if word_at(words, 0) == "rounds" and word_at(words, 1) in (":", "=") and word_at(words, 2).isdigit():
        yield _COST, (0, 3, ("set", "rounds", "up", "to", words[2]))
    instead = next((i for i, word in enumerate(words) if word in ("instead", "rather") and i), 0)
    if instead:
        yield _COST, (instead, len(words), ())


def _zones(words: Sequence[str], own: OwnNames) -> Iterator[Step]:
    """Yields zones for `plans: all the houses`, `spot: place for one worker`."""
    if word_at(words, 1) != ":":
        return
    comma = words.index(",") if "," in words else len(words)
    said = [word for word in words[2:comma] if word not in ("the", "a", "an", "of", "for", "one", "1")]
    piece = same_name(said[-1], own.pieces) if len(said) == 2 else ""
    form = "bag" if piece and said[0] == "all" else "slot" if piece and said[0] in ("place", "room", "space") else ""
    if form:
        yield _COST, (2, comma, (form, "of", piece))


def _values(words: Sequence[str], at: int, own: OwnNames) -> Iterator[Edit]:
    """Yields edits for values: `Food` for `store[Food]`, `store of Food`, and `not Well` for `ground is not Well`."""
    word, before = words[at], word_at(words, at - 1)
    if (
        word == "or"
        and word_at(words, at + 1) in _MORE
        and at > 1
        and word_at(words, at - 2) in ("is", "has", "have", "reaches")
    ):
        yield at - 2, at + 2, (_MORE[words[at + 1]], before)
    of = own.types.get(word, "")
    field = own.indexed.get(of, "")
    if field and before != "[":
        yield at, at + 1, (field, "[", word, "]")
    if field and before in ("of", "for", "in") and word_at(words, at - 2) == field:
        yield at - 2, at + 1, (field, "[", word, "]")
    if of and before in ("not", "if", "and", "or", "where", "until"):
        columns = {of, *(column for columns in own.columns.values() for column in columns if column == of)}
        for column in columns:
            yield at, at + 1, (column, "is", word)
            if before == "not":
                yield at - 1, at + 1, (column, "is", "not", word)
    if word in ("for", "each") and word_at(words, at + 2) == "in" and word_at(words, at + 4) == ":":
        loop = words[at + 1]
        named = [
            i
            for i in range(at + 5, len(words))
            if words[i] in own.fields_of.get(words[at + 3], ()) and words[i - 1] != "."
        ]
        for made in [
            [w for i, one in enumerate(words[at + 5 :], at + 5) for w in ((loop, ".", one) if i in named else (one,))]
        ]:
            if named:
                yield at + 5, len(words), tuple(made)
