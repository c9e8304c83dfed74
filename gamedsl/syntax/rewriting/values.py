"""Steps to what values and names stand for: `Food` for `store[Food]`, `not Well` for `ground is not Well`, `heap` in a loop for `p.heap`."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from gamedsl.syntax.guessing.edits import Edit, word_at
from gamedsl.syntax.guessing.own_names import OwnNames
from gamedsl.syntax.rewriting.setting import Setting

Step = tuple[int, Edit]

_COST = 8


def value_steps(words: Sequence[str], setting: Setting) -> Iterator[Step]:
    """Yields the steps to what values and names stand for."""
    for at in range(len(words)):
        for first, last, new in _values(words, at, setting.own):
            yield _COST, (first, last, new)
        if word_at(words, at - 1) == "[" and word_at(words, at + 1) == "]":
            for has in sorted(_parts_of(words[at], setting)):
                yield _COST, (at, at + 1, (words[at], ".", has))


def _parts_of(name: str, setting: Setting) -> frozenset[str]:
    """Returns what the thing has that a name of a choice, a loop or a parameter stands for."""
    return setting.own.fields_of.get(sort_of(name, setting), frozenset())


def sort_of(name: str, setting: Setting) -> str:
    """Returns the component, board or type of what a name of a choice, a loop or a parameter stands for; empty if the text does not show it."""
    found = re.search(rf"\b{re.escape(name)}(?::| in) (?:one of )?(\w+)", setting.names)
    of = "" if found is None else found[1]
    return next((zone.pieces[0] for zone in setting.own.zones if zone.name == of), of)


def _values(words: Sequence[str], at: int, own: OwnNames) -> Iterator[Edit]:
    """Yields edits for values: `Food` for `store[Food]`, `store of Food`, and `not Well` for `ground is not Well`."""
    word, before = words[at], word_at(words, at - 1)
    of = own.types.get(word, "")
    field = own.indexed.get(of, "")
    if field and before != "[":
        yield at, at + 1, (field, "[", word, "]")
    if field and before in ("of", "for", "in") and word_at(words, at - 2) == field:
        yield at - 2, at + 1, (field, "[", word, "]")
    if of and before in ("not", "if", "and", "or", "where", "until"):
        yield at, at + 1, (of, "is", word)
        if before == "not":
            yield at - 1, at + 1, (of, "is", "not", word)
    if word in ("for", "each") and word_at(words, at + 2) == "in" and word_at(words, at + 4) == ":":
        loop = words[at + 1]
        body, fields = words[at + 5 :], own.fields_of.get(words[at + 3], ())
        named = [one in fields and words[at + 4 + i] != "." for i, one in enumerate(body)]
        if any(named):
            made = [
                part
                for one, is_named in zip(body, named, strict=True)
                for part in ((loop, ".", one) if is_named else (one,))
            ]
            yield at + 5, len(words), tuple(made)
