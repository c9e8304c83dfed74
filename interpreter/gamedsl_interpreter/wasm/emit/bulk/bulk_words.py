"""Words of bits that stand for the elements of a domain, and their shifts from element to element."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from gamedsl.graph.model import types
from gamedsl.graph.model.types import LocalId
from gamedsl.values import frozen
from gamedsl_interpreter.wasm.emit.assembly.ir import c64
from gamedsl_interpreter.wasm.emit.forms.masks import Words, shift_words
from gamedsl_interpreter.wasm.emit.lowering import Lowering
from gamedsl_interpreter.wasm.emit.planning.type_forms import NONE
from gamedsl_interpreter.wasm.emit.tables import constants

_MOST_DISTANCES = 16
"""The most different distances between linked elements."""


@frozen
class Domain:
    """The elements `low` to `low + size - 1`, which the local stands for."""

    local: LocalId
    low: int
    size: int

    @property
    def words(self) -> int:
        return max(1, -(-self.size // 64))

    @property
    def every(self) -> range:
        return range(self.low, self.low + self.size)


def full(domain: Domain) -> Words:
    """Gives all elements."""
    return bits(domain, lambda _: True)


def without(words: Words, gone: Words) -> Words:
    """Removes the elements of `gone`."""
    return tuple(a & ~b for a, b in zip(words, gone, strict=True))


def bits(domain: Domain, holds: Callable[[int], bool]) -> Words:
    """Gives the elements for which a predicate holds; its truth is known while emitting."""
    return split(domain, sum(1 << value - domain.low for value in domain.every if holds(value)))


def split(domain: Domain, bits: int) -> Words:
    """Divides a number, whose bits stand for the elements, into words."""
    return tuple(c64(bits >> 64 * i) for i in range(domain.words))


def follow_links(code: Lowering, domain: Domain, words: Words, links: Mapping[int, Sequence[int]]) -> Words | None:
    """Gives the elements with a link to one of a set (bit i of the words stands for i): the set is shifted once for each distance."""
    starts: dict[int, int] = {}
    for value, ends in links.items():
        for end in ends:
            if 0 <= end < 64 * len(words):
                far = end - (value - domain.low)
                starts[far] = starts.get(far, 0) | 1 << value - domain.low
    if len(starts) > _MOST_DISTANCES:
        return None
    result = [c64(0)] * domain.words
    for far, bits in starts.items():
        for w, word in enumerate(shift_words(words, far, domain.words)):
            among = c64(bits >> 64 * w)
            result[w] = result[w] | (word & among)
    return tuple(code.fn.reuse(word) for word in result)


def fill_rays(
    code: Lowering, domain: Domain, rays: Mapping[int, Sequence[int]], passed: Words, wanted: Words
) -> Words | None:
    """Gives the elements from which a wanted place is reached along their rays through passed places. Each step doubles the distance."""
    fn = code.fn
    through = tuple(fn.reuse(word) for word in passed)
    reached = tuple(fn.reuse(word) for word in without(wanted, through))
    longest, step = max(len(ray) for ray in rays.values()), 1
    while step <= longest:
        links = {value: ray[step - 1 : step] for value, ray in rays.items()}
        far, further = follow_links(code, domain, reached, links), follow_links(code, domain, through, links)
        if far is None or further is None:
            return None
        new = tuple(a & b for a, b in zip(through, far, strict=True))
        reached = tuple(fn.reuse(a | b) for a, b in zip(reached, new, strict=True))
        through = tuple(fn.reuse(a & b) for a, b in zip(through, further, strict=True))
        step *= 2
    return follow_links(code, domain, reached, {value: ray[:1] for value, ray in rays.items()})


def number_for(code: Lowering, value: types.Value, of: types.Type) -> int:
    """Gives the number that stands for a constant of a type. Raises NoConstant if no number does, or only a number far below all others."""
    inner = types.plain(of)
    if isinstance(value, tuple) or (value is None and isinstance(inner, types.Int) and code.ctx.numbers_below):
        raise constants.NoConstant
    return NONE if value is None else int(value)
