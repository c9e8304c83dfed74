"""Matches the elements of two drawings by their place in the program and their content, never by their numbers."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from difflib import SequenceMatcher

from gamedsl.graph.draw.model import Element

_Key = Callable[[Element], object]
Pair = tuple[Element, Element]


def match_elements(old: Sequence[Element], new: Sequence[Element]) -> tuple[Pair, ...]:
    """Returns pairs of elements: first those that are equal except for their numbers, in program order; between these, elements with the same place and
    form; at last, elements that have moved."""
    pairs: list[Pair] = []
    for before, after in _align(old, new, _content):
        if len(before) == len(after) and all(map(_is_same, before, after)):
            pairs += zip(before, after, strict=True)
        else:
            for some, others in _align(before, after, _place):
                pairs += zip(some, others, strict=False) if _are_alike(some, others) else ()
    for key in (_content, _place):
        pairs += _pair_unique(_list_rest(old, [a for a, _ in pairs]), _list_rest(new, [b for _, b in pairs]), key)
    return tuple(pairs)


def _content(element: Element) -> object:
    return element.cluster, element.path, element.form, element.who, element.title, element.lines


def _place(element: Element) -> object:
    return element.cluster, element.path, element.form


def _is_same(one: Element, other: Element) -> bool:
    return _content(one) == _content(other)


def _are_alike(some: Sequence[Element], others: Sequence[Element]) -> bool:
    return bool(some and others) and _place(some[0]) == _place(others[0])


def _align(
    old: Sequence[Element], new: Sequence[Element], key: _Key
) -> Iterator[tuple[Sequence[Element], Sequence[Element]]]:
    """Yields corresponding stretches of both sequences: equal ones, and the stretches between them."""
    found = SequenceMatcher(None, [key(e) for e in old], [key(e) for e in new], autojunk=False)
    for _, a, b, c, d in found.get_opcodes():
        yield old[a:b], new[c:d]


def _list_rest(elements: Sequence[Element], taken: Sequence[Element]) -> list[Element]:
    ids = {element.id for element in taken}
    return [element for element in elements if element.id not in ids]


def _pair_unique(old: Sequence[Element], new: Sequence[Element], key: _Key) -> Iterator[Pair]:
    """Yields the pairs whose key is unique on both sides."""
    before, after = Counter(map(key, old)), Counter(map(key, new))
    by_key = {key(element): element for element in old}
    return ((by_key[key(e)], e) for e in new if before[key(e)] == after[key(e)] == 1)
