"""Draws the trick in the middle of the table: the card of each player where the player sits."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property

import click

from gamedsl.cards.faces import bare, entry, text_of
from gamedsl.graph.model import types
from gamedsl.graph.model.game import FieldSpec, ZoneSpec
from gamedsl.reports.titles import plain
from gamedsl.table.logs.folding import Folding
from gamedsl.table.names import Names, lower_first
from gamedsl.table.text import faint
from gamedsl_interpreter.engine import View, ZoneView

_ROUND = 4
"""So many players sit at the four sides of a table."""
_GAP = 3
_NOTHING = "·"


class Tricks:
    """The tricks of one game."""

    def __init__(self, names: Names) -> None:
        self._names = names
        self._folding = Folding(names)

    @cached_property
    def zones(self) -> frozenset[str]:
        """The names of the zones in which the cards of a trick lie."""
        return frozenset(
            name
            for name, note in self._folding.zones.items()
            if note.is_trick and note.is_shown and (self._is_called(note.spec) or self._has_ranks(note.spec))
        )

    def _is_called(self, spec: ZoneSpec) -> bool:
        """Whether the look file declares that a trick lies in the zone."""
        return entry(self._names.look, "zone", spec.name).get("role") == "trick"

    def _has_ranks(self, spec: ZoneSpec) -> bool:
        """Whether cards with ranks lie in the zone: other things before each player are no trick."""
        firsts = [self._names.game.classes[one].first for one in spec.classes]
        return all(self._names.face(one).rank is not None for one in firsts)

    def lines(self, view: View, before: View | None, *, is_new: bool = False) -> Iterator[str]:
        """Yields the trick as a seat sees it, with stars at the cards that were laid since `before`. `is_new`: leaves out tricks to which nothing was added."""
        was = {} if before is None else {zone.name: zone.contents for zone in before.zones}
        families: dict[str, dict[int, str]] = {}
        stars: set[tuple[str, int]] = set()
        for zone in (one for one in view.zones if one.name in self.zones):
            note = self._folding.zones[zone.name]
            if zone.count and note.where.seat is not None:
                families.setdefault(note.spec.name, {})[note.where.seat] = self._zone_text(zone, view.seat)
                if before is not None and was.get(zone.name) != zone.contents:
                    stars.add((note.spec.name, note.where.seat))
        for family, cards in families.items():
            changed = {seat for name, seat in stars if name == family}
            if not is_new or changed:
                yield from self._draw(family, cards, changed, view.seat)

    def _zone_text(self, zone: ZoneView, looker: int | None) -> str:
        kinds = self._names.kind_numbers
        if zone.contents is None:
            return "face down"
        return self._names.count_text([(self._names.kind(kinds[name], looker), count) for name, count in zone.contents])

    def _draw(self, family: str, cards: dict[int, str], changed: set[int], looker: int | None) -> Iterator[str]:
        names = self._names
        label = lower_first(text_of(entry(names.look, "zone", family), "label") or plain(family))
        humans = len(names.game.seats)
        last = humans - 1 if looker is None else looker
        seats = [(last + at) % humans for at in range(1, humans + 1)]
        told = {seat: self._cell(seat, cards.get(seat), changed, looker) for seat in seats}
        if names.is_spoken:
            laid = ", ".join(told[seat] for seat in seats if seat in cards)
            yield f"  {label}: {laid}"
            return
        if humans != _ROUND:
            yield f"  {faint(label)}   {(' ' * _GAP).join(told[seat] for seat in seats)}"
            yield ""
            return
        left, top, right, own = (told[seat] for seat in seats)
        width = max(len(click.unstyle(one)) for one in told.values())
        indent = " " * (max(len(label), width) + 2 + _GAP)
        yield f"  {faint(label)}{indent[len(label) + 2 :]}{top}"
        yield f"  {_pad(left, len(indent) - 2)}{' ' * (width + _GAP)}{right}"
        yield f"{indent}{own}"
        yield ""

    def _cell(self, seat: int, card: str | None, changed: set[int], looker: int | None) -> str:
        """Returns a player's name with the card that the player laid."""
        names = self._names
        name = "you" if seat == looker else names.game.seats[seat]
        if names.is_spoken:
            return f"{name} {card or 'nothing'}{', changed' if seat in changed else ''}"
        head = click.style(name, fg=names.seat_colour(seat), bold=True)
        return f"{head} {card or _NOTHING}{'*' if seat in changed else ''}"


def names_suit(names: Names, spec: FieldSpec) -> bool:
    """Whether a field holds a suit or a rank of playing cards, such as trumps: it decides about every card that is played."""
    of = bare(spec.type)
    columns = (column for column in names.game.about.columns if column.of == "class" and bare(column.type) == of)
    firsts = [names.game.classes[column.number].first for column in columns] if isinstance(of, types.Enum) else []
    return any(names.face(first).rank is not None for first in firsts)


def _pad(text: str, width: int) -> str:
    return text + " " * max(0, width - len(click.unstyle(text)))
