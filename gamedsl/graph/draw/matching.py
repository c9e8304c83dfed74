"""Which element of a drawing is which of another one: by its place in the program and by what it does, never by its number."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from difflib import SequenceMatcher

from gamedsl.graph.draw.model import Element

_Key = Callable[[Element], object]
Pair = tuple[Element, Element]


def matched(old: Sequence[Element], new: Sequence[Element]) -> tuple[Pair, ...]:
    """Pairs of elements: first those that are equal but for their numbers, in the order of the program; between them those with the same place and form;
    then those that have moved."""
    pairs: list[Pair] = []
    for before, after in _aligned(old, new, _content):
        if len(before) == len(after) and all(map(_is_same, before, after)):
            pairs += zip(before, after, strict=True)
        else:
            for some, others in _aligned(before, after, _place):
                pairs += zip(some, others, strict=False) if _are_alike(some, others) else ()
    for key in (_content, _place):
        pairs += _only(_left(old, [a for a, _ in pairs]), _left(new, [b for _, b in pairs]), key)
    return tuple(pairs)


def _content(element: Element) -> object:
    return element.cluster, element.path, element.form, element.who, element.title, element.lines


def _place(element: Element) -> object:
    return element.cluster, element.path, element.form


def _is_same(one: Element, other: Element) -> bool:
    return _content(one) == _content(other)


def _are_alike(some: Sequence[Element], others: Sequence[Element]) -> bool:
    return bool(some and others) and _place(some[0]) == _place(others[0])


def _aligned(
    old: Sequence[Element], new: Sequence[Element], key: _Key
) -> Iterator[tuple[Sequence[Element], Sequence[Element]]]:
    """Stretches of both that belong together: equal ones, and what stands between them."""
    found = SequenceMatcher(None, [key(e) for e in old], [key(e) for e in new], autojunk=False)
    for _, a, b, c, d in found.get_opcodes():
        yield old[a:b], new[c:d]


def _left(elements: Sequence[Element], taken: Sequence[Element]) -> list[Element]:
    ids = {element.id for element in taken}
    return [element for element in elements if element.id not in ids]


def _only(old: Sequence[Element], new: Sequence[Element], key: _Key) -> Iterator[Pair]:
    """Elements that are the only ones of their key on both sides."""
    before, after = Counter(map(key, old)), Counter(map(key, new))
    by_key = {key(element): element for element in old}
    return ((by_key[key(e)], e) for e in new if before[key(e)] == after[key(e)] == 1)
