"""Codings: how values of one type, or the contents of one zone, become a fixed number of words (the table is in `codec`)."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from struct import calcsize
from typing import Protocol, TypeVar, assert_never, cast

from gamedsl.graph.bytes.scales import (
    Scale,
    code_up_to,
    int_code,
    kinds_of,
    kinds_scale,
    ordinal_code,
    scale_of,
)
from gamedsl.graph.model.game import Game, ZoneSpec
from gamedsl.graph.model.types import (
    Bag,
    Direction,
    Enum,
    Flag,
    Int,
    Kind,
    KindId,
    ListOf,
    Nothing,
    Optional,
    Piece,
    Pieces,
    Player,
    Position,
    Ranking,
    Row,
    SetOf,
    Type,
    Unknown,
    Value,
    Zone,
)
from gamedsl.values import frozen

Counts = tuple[tuple[KindId, int], ...]
Pile = tuple[Counts, ...]
Words = Sequence[int]

K = TypeVar("K", bound=int)
"""A kind, where its type is known, or its number."""


class Coding(Protocol):
    """The way in which a value is written as bytes. `codes` are the widths of its words, in the letters of `struct`."""

    @property
    def codes(self) -> str: ...

    def spread(self, value: Value) -> list[int]:
        """Converts a value to words."""
        ...

    def gather(self, words: Words) -> Value:
        """Converts the words of `spread` back to the value."""
        ...


def size_of(coding: Coding) -> int:
    """Returns the number of bytes of a coding."""
    return calcsize("<" + coding.codes)


def widest(coding: Coding) -> int:
    """Returns the number of bytes of its widest word."""
    return max((calcsize("<" + code) for code in coding.codes), default=1)


def type_coding(game: Game, type: Type) -> Coding:
    """Returns the coding of the values of a type."""
    match type:
        case Int(low=low, high=high):
            return Plain(int_code(low, high))
        case Flag() | Enum() | Position() | Player() | Row() | Direction() | Kind():
            return Ordinal(scale_of(game, type))
        case Optional(of=of):
            return _optional_coding(game, of)
        case Zone():
            return Plain("H")
        case SetOf(of=of, most=int(most)):
            return Listed(type_coding(game, of), most)
        case SetOf(of=Optional(of=inner) as of):
            return Listed(type_coding(game, of), scale_of(game, inner).count + 1)
        case SetOf(of=of):
            return Mask(scale_of(game, of))
        case Bag(of=of, most=most):
            return Counted(scale_of(game, of), code_up_to(most))
        case ListOf(of=of, most=most):
            return Listed(type_coding(game, of), most)
        case Piece(classes=classes):
            return Placed(kinds_scale(game, classes), "")
        case Pieces(classes=classes, most=most):
            return Listed(Placed(kinds_scale(game, classes), code_up_to(most)), most)
        case Ranking(of=of, most=most):
            return Ranked(Listed(type_coding(game, of), most))
        case Nothing() | Unknown():  # only elements of collections that are always empty have an unknown type
            return Perhaps(Scale(0))
        case _:
            assert_never(type)


def _optional_coding(game: Game, of: Type) -> Coding:
    match of:
        case Flag() | Int() | Enum() | Position() | Player() | Row() | Direction() | Kind():
            return Perhaps(scale_of(game, of))
        case Optional():
            return type_coding(game, of)
        case _:
            return Present(type_coding(game, of))


def zone_coding(game: Game, zone: ZoneSpec) -> Coding:
    """Returns the coding of the contents of a zone."""
    kinds = kinds_scale(game, zone.classes)
    copies = [game.kinds[kind].copies for kind in kinds_of(game, zone.classes)]
    match zone.form:
        case "slot":
            return SlotZone(kinds)
        case "bag" if all(n <= 1 for n in copies):
            return MaskZone(Mask(kinds))
        case "bag":
            return CountZone(Counted(kinds, code_up_to(max(copies))))
        case "pile":
            return PileZone(kinds, min(most for most in (zone.capacity, zone.room, sum(copies)) if most is not None))


# ---------------------------------------------------------------- single values


@frozen
class Plain:
    """The number itself."""

    codes: str

    def spread(self, value: Value) -> list[int]:
        return [cast(int, value)]

    def gather(self, words: Words) -> Value:
        return words[0]


@frozen
class Ordinal:
    """The number of the value on its scale."""

    scale: Scale

    @property
    def codes(self) -> str:
        return ordinal_code(self.scale.count)

    def spread(self, value: Value) -> list[int]:
        return [self.scale.number(value)]

    def gather(self, words: Words) -> Value:
        return self.scale.value(words[0])


@frozen
class Perhaps:
    """0 for none, otherwise 1 more than the number of the value on its scale."""

    scale: Scale

    @property
    def codes(self) -> str:
        return ordinal_code(self.scale.count + 1)

    def spread(self, value: Value) -> list[int]:
        return [0 if value is None else 1 + self.scale.number(value)]

    def gather(self, words: Words) -> Value:
        return None if words[0] == 0 else self.scale.value(words[0] - 1)


@frozen
class Present:
    """A flag for presence, then the value."""

    of: Coding

    @property
    def codes(self) -> str:
        return "B" + self.of.codes

    def spread(self, value: Value) -> list[int]:
        return [0] * len(self.codes) if value is None else [1, *self.of.spread(value)]

    def gather(self, words: Words) -> Value:
        return self.of.gather(words[1:]) if words[0] else None


@frozen
class Placed:
    """A piece: its place + 1 and its kind; with a `count_code` a number of such pieces."""

    kinds: Scale
    count_code: str

    @property
    def codes(self) -> str:
        return "H" + ordinal_code(self.kinds.count) + self.count_code

    def spread(self, value: Value) -> list[int]:
        place, kind, *count = cast(tuple[int, ...], value)
        return [place + 1, self.kinds.number(kind), *count]

    def gather(self, words: Words) -> Value:
        return (words[0] - 1, self.kinds.value(words[1]), *words[2:])


# ---------------------------------------------------------------- collections


@frozen
class Mask:
    """A set: one bit for each value of the scale."""

    scale: Scale

    @property
    def codes(self) -> str:
        bits = self.scale.count
        return next((code for code, most in (("B", 8), ("H", 16), ("I", 32)) if bits <= most), "Q" * -(-bits // 64))

    def spread(self, value: Value) -> list[int]:
        return _bit_words([self.scale.number(v) for v in cast(tuple[Value, ...], value)], 64, len(self.codes))

    def gather(self, words: Words) -> Value:
        return tuple(self.scale.value(bit) for bit in _bits(words, 64))


@frozen
class Counted:
    """A bag: a count for each value of the scale."""

    scale: Scale
    count_code: str

    @property
    def codes(self) -> str:
        return self.count_code * self.scale.count

    def spread(self, value: Value) -> list[int]:
        words = [0] * self.scale.count
        for of, count in cast(tuple[tuple[Value, int], ...], value):
            words[self.scale.number(of)] = count
        return words

    def gather(self, words: Words) -> Value:
        return tuple((self.scale.value(i), count) for i, count in enumerate(words) if count)


@frozen
class Listed:
    """The number of elements, the elements, and zeros up to `most`."""

    of: Coding
    most: int

    @property
    def codes(self) -> str:
        return code_up_to(self.most) + self.of.codes * self.most

    def spread(self, value: Value) -> list[int]:
        elements = cast(tuple[Value, ...], value or ())
        words = [len(elements)]
        for element in elements:
            words += self.of.spread(element)
        return words + [0] * (len(self.codes) - len(words))

    def gather(self, words: Words) -> Value:
        step = len(self.of.codes)
        return tuple(self.of.gather(words[1 + i * step : 1 + (i + 1) * step]) for i in range(words[0]))


@frozen
class Ranked:
    """The elements of all groups, then the places at which groups begin."""

    elements: Listed

    @property
    def codes(self) -> str:
        return self.elements.codes + "B" * -(-self.elements.most // 8)

    def spread(self, value: Value) -> list[int]:
        groups = cast(tuple[tuple[Value, ...], ...], value)
        begins = [sum(len(group) for group in groups[:i]) for i in range(len(groups))]
        every = tuple(element for group in groups for element in group)
        return self.elements.spread(every) + _bit_words(begins, 8, -(-self.elements.most // 8))

    def gather(self, words: Words) -> Value:
        split = len(self.elements.codes)
        every = cast(tuple[Value, ...], self.elements.gather(words[:split]))
        return _split_at(every, [*_bits(words[split:], 8), len(every)])


def _split_at(every: tuple[Value, ...], at: Sequence[int]) -> tuple[tuple[Value, ...], ...]:
    return tuple(every[start:end] for start, end in pairwise(at))


def _bit_words(bits: Sequence[int], width: int, count: int) -> list[int]:
    words = [0] * count
    for bit in bits:
        words[bit // width] |= 1 << bit % width
    return words


def _bits(words: Words, width: int) -> list[int]:
    return [width * i + bit for i, word in enumerate(words) for bit in range(word.bit_length()) if word >> bit & 1]


# ---------------------------------------------------------------- zones


@frozen
class SlotZone:
    """The piece in the slot, or nothing."""

    kinds: Scale

    @property
    def codes(self) -> str:
        return ordinal_code(self.kinds.count + 1)

    def spread(self, value: Value) -> list[int]:
        content = cast(Counts, value)
        return [1 + self.kinds.number(content[0][0]) if content else 0]

    def gather(self, words: Words) -> Value:
        return ((self.kinds.value(words[0] - 1), 1),) if words[0] else ()


@frozen
class MaskZone:
    """A bag of pieces of which each kind has one copy."""

    mask: Mask

    @property
    def codes(self) -> str:
        return self.mask.codes

    def spread(self, value: Value) -> list[int]:
        return self.mask.spread(tuple(kind for kind, _ in cast(Counts, value)))

    def gather(self, words: Words) -> Value:
        return tuple(sorted((kind, 1) for kind in cast(tuple[KindId, ...], self.mask.gather(words))))


@frozen
class CountZone:
    """A bag of pieces by number."""

    counts: Counted

    @property
    def codes(self) -> str:
        return self.counts.codes

    def spread(self, value: Value) -> list[int]:
        return self.counts.spread(value)

    def gather(self, words: Words) -> Value:
        return tuple(sorted(cast(Counts, self.counts.gather(words))))


@frozen
class PileZone:
    """A pile piece by piece, ascending inside a segment. If all pieces of a segment are equal, each piece is a segment of its own."""

    kinds: Scale
    most: int

    @property
    def codes(self) -> str:
        return code_up_to(self.most) + ordinal_code(self.kinds.count) * self.most + "B" * -(-self.most // 8)

    def spread(self, value: Value) -> list[int]:
        pieces: list[int] = []
        cuts: list[int] = []
        for segment in cast(Pile, value):
            inside = sorted(self.kinds.number(kind) for kind, count in segment for _ in range(count))
            cuts += range(len(pieces), len(pieces) + (len(inside) if len(segment) == 1 else 1))
            pieces += inside
        bits = _bit_words([cut for cut in cuts if cut > 0], 8, -(-self.most // 8))
        return [len(pieces), *pieces, *[0] * (self.most - len(pieces)), *bits]

    def gather(self, words: Words) -> Value:
        pieces = tuple(words[1 : 1 + words[0]])
        cuts = [0, *_bits(words[1 + self.most :], 8), len(pieces)]
        return canonical_pile([self._segment(cast(tuple[int, ...], part)) for part in _split_at(pieces, cuts)])

    def _segment(self, numbers: tuple[int, ...]) -> Counts:
        return tuple(sorted((cast(KindId, self.kinds.value(n)), numbers.count(n)) for n in sorted(set(numbers))))


def canonical_pile(segments: Sequence[tuple[tuple[K, int], ...]]) -> tuple[tuple[tuple[K, int], ...], ...]:
    """Returns the canonical form of a pile: without empty segments, neighbouring equal pieces in one segment."""
    pile: list[tuple[tuple[K, int], ...]] = []
    for segment in segments:
        if len(segment) == 1 and pile and len(pile[-1]) == 1 and pile[-1][0][0] == segment[0][0]:
            pile[-1] = ((segment[0][0], pile[-1][0][1] + segment[0][1]),)
        elif segment:
            pile.append(segment)
    return tuple(pile)
