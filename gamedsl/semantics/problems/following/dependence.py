"""Finds dependences in a text: the names that each line gives, and the lines that mention them, directly or indirectly.

A name given by a broken line is broken, and so is everything that uses it. Only words are compared, because this must also work for lines that could
not be read.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from functools import cached_property, lru_cache

from gamedsl.semantics.problems.following.text_lines import TextLines, own_words, text_lines
from gamedsl.source import Source, Span
from gamedsl.syntax.tree import declarations
from gamedsl.syntax.tree.traits import words_of
from gamedsl.values import define, frozen

DATA = frozenset(["type", "component", "table", "grid", "ring", "row", "graph"])
"""Declarations in which any word may be a name that others use."""
_ONE_NAME = frozenset(["let", "pick", "score", "option", "history"])
"""Declarations that consist of one formula: a mistake anywhere breaks them."""
_BODIES = words_of(declarations.WithBody) - {"setup", "end"}
_CHANGES = frozenset(["variant", "when", "seat"])
_LOCALS = re.compile(
    r"\blet\s+(\w+)|\bfor\s+(\w+)(?:\s*,\s*(\w+))?\s+in\b|^\s*(?:may\s+)?(?:choose\s+|roll\s+)?(?:if\s+able\s+)?(\w+)\s*:|\bas\s+(\w+)"
)
_PARAMETER = re.compile(r"[(,]\s*([A-Za-z]\w*)\s*(?=[:,)])")
_START_ZONE = re.compile(r"@\s*\w+|\bin\s+\w+(?=[^\n]*:)|,\s*back\s+\w+")


@frozen
class Place:
    """A line; `scope`: the line of the declaration around it."""

    source: str
    row: int
    scope: int


@frozen
class Gift:
    """Names that a line gives to the whole text, or only to its declaration (`scope`)."""

    names: frozenset[str]
    scope: tuple[str, int] | None


@frozen
class _Unit:
    """Lines that belong together: the words that they mention, and the names that they give."""

    mentions: frozenset[str]
    gifts: tuple[Gift, ...]
    scope: tuple[str, int]


@frozen
class Dependence:
    """The texts of a game by name, with the dependences between their lines."""

    sources: Mapping[str, Source]

    def lines(self, name: str) -> TextLines | None:
        source = self.sources.get(name)
        return None if source is None else text_lines(name, source.text)

    def place(self, span: Span) -> Place | None:
        """Returns the line on which a span begins; None if it is in no text."""
        lines = self.lines(span.source)
        if lines is None:
            return None
        row = lines.row(span.start)
        return Place(span.source, row, lines.around(row)[0])

    def mentions(self, span: Span) -> frozenset[str]:
        """Returns the words around a span: the words of its lines, and for a case also the words of its `match`."""
        lines = self.lines(span.source)
        if lines is None:
            return frozenset()
        rows = lines.rows(span)
        words = lines.all_words(rows)
        outer = lines.above(rows.start)
        if outer is not None and (lines.words(outer)[:1] == ("match",) or "match" in lines.words(outer)):
            words |= set(lines.words(outer))
        return frozenset(words)

    def find_gifts(self, place: Place) -> tuple[Gift, ...]:
        """Returns the names that the line of a place gives."""
        lines = self.lines(place.source)
        return () if lines is None else _gifts_at(lines, place)

    def find_broken(self, gifts: Iterable[Gift]) -> Broken:
        """Returns all names that are broken if the names of `gifts` are."""
        broken = Broken({}, set())
        waiting = list(gifts)
        while waiting:
            gift = waiting.pop()
            for name in broken.take(gift):
                for unit in self._mentioning.get(name, ()):
                    if gift.scope is None or gift.scope == unit.scope:
                        waiting += unit.gifts
        return broken

    def is_declared(self, name: str) -> bool:
        """Whether some line gives this name to the whole text."""
        return name in self._declared

    @cached_property
    def uses(self) -> Counter[str]:
        """How often each word occurs in the lines of all texts, without sentences and comments."""
        lines = (lines for name in self.sources if (lines := self.lines(name)) is not None)
        return Counter(word for each in lines for line in each.lines for word in re.findall(r"\w+", line))

    @cached_property
    def parts(self) -> Counter[str]:
        """How often each word occurs anywhere in the texts, also as a part of a name; in small letters."""
        return Counter(
            word for source in self.sources.values() for word in re.findall(r"[a-z]+", source.text.casefold())
        )

    def other_spellings(self, name: str) -> frozenset[str]:
        """Returns the words that differ from a name only in the case of letters."""
        return self._spellings.get(name.casefold(), frozenset()) - {name}

    @cached_property
    def _spellings(self) -> Mapping[str, frozenset[str]]:
        found: dict[str, set[str]] = {}
        for word in self.uses:
            found.setdefault(word.casefold(), set()).add(word)
        return {folded: frozenset(words) for folded, words in found.items()}

    @cached_property
    def _declared(self) -> frozenset[str]:
        return frozenset(
            name for unit in self._units for gift in unit.gifts if gift.scope is None for name in gift.names
        )

    @cached_property
    def _mentioning(self) -> Mapping[str, list[_Unit]]:
        """The units that mention a word, by that word."""
        found: dict[str, list[_Unit]] = {}
        for unit in self._units:
            for word in unit.mentions:
                found.setdefault(word, []).append(unit)
        return found

    @cached_property
    def _units(self) -> tuple[_Unit, ...]:
        found = (self.lines(name) for name in self.sources)
        return tuple(unit for lines in found if lines is not None for unit in _units_of(lines))


@lru_cache(maxsize=16)
def _units_of(lines: TextLines) -> tuple[_Unit, ...]:
    """Returns the units of one text."""
    found: list[_Unit] = []
    row, name = 0, lines.source.name
    while row < len(lines.lines):
        if lines.is_empty(row):
            row += 1
            continue
        scope = lines.around(row)[0]
        whole = lines.words(row)[:1] and (lines.words(row)[0] in DATA or lines.words(row)[0] in _ONE_NAME)
        rows = lines.block(row) if whole else range(row, row + 1)
        gifts = _gifts_at(lines, Place(name, row, scope))
        if gifts:
            found.append(_Unit(frozenset(lines.all_words(rows)), gifts, (name, scope)))
        row = rows.stop
    return tuple(found)


@define
class Broken:
    """Broken names: inside declarations (by source and first line), and everywhere."""

    inside: dict[tuple[str, int], set[str]]
    everywhere: set[str]

    def take(self, gift: Gift) -> frozenset[str]:
        """Adds names; returns the new ones."""
        names = self.everywhere if gift.scope is None else self.inside.setdefault(gift.scope, set())
        new = gift.names - names
        names |= new
        return new

    def spoils_anywhere(self, words: frozenset[str]) -> bool:
        """Whether one of these words is broken in some declaration."""
        return any(not words.isdisjoint(names) for names in self.inside.values())

    def spoils(self, words: frozenset[str], scope: tuple[str, int]) -> bool:
        """Whether one of these words is broken in this scope."""
        return not words.isdisjoint(self.everywhere) or not words.isdisjoint(self.inside.get(scope, ()))


def _gifts_at(lines: TextLines, place: Place) -> tuple[Gift, ...]:
    around = lines.around(place.row)
    words = lines.words(around[0])
    depth = 0
    if words[:1] and words[0] in _CHANGES and len(around) > 1:
        depth = 1
        words = lines.words(around[1])
        if words[:1] and words[0] in ("add", "replace"):
            words = words[1:]
    if not words:
        return ()
    return tuple(_of_declaration(lines, place, words, around[depth:]))


def _of_declaration(lines: TextLines, place: Place, words: tuple[str, ...], around: list[int]) -> Iterator[Gift]:
    """Yields the names that one line of a declaration gives. `around`: the first line of the declaration, the lines that open blocks in it, and the line."""
    head, name = words[0], words[1:2]
    local = (place.source, place.scope)
    if head in DATA:
        block = lines.block(around[0])
        text = _START_ZONE.sub(" ", lines.text(block))
        yield Gift(frozenset(own_words(set(re.findall(r"[A-Za-z]\w*", text))) - {"name", "player"} | {*name}), None)
    elif head in _ONE_NAME:
        yield Gift(frozenset(name), None)
    elif head in ("shared", "each"):
        rows = [around[1]] if len(around) > 1 else [r for r in lines.block(around[0]) if lines.above(r) == around[0]]
        yield Gift(frozenset(_field_name(lines.words(row)) for row in rows) - {""}, None)
    elif len(around) == 1 and head in _BODIES:
        yield Gift(frozenset(name), None)
        yield Gift(frozenset(_PARAMETER.findall(lines.lines[place.row])), local)
    else:
        found = {name for match in _LOCALS.findall(lines.lines[place.row]) for name in match if name}
        if found:
            yield Gift(frozenset(found), local)


def _field_name(words: tuple[str, ...]) -> str:
    if words[:1] == ("let",):
        return words[1] if len(words) > 1 else ""
    return words[0] if words else ""
