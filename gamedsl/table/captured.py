"""Finds what each of two players has taken of the other: the pieces on boards at the beginning that are there no more. `page/src/boards/captured.ts` follows
the same rules."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from functools import cached_property

from gamedsl.cards.faces import bare, entry
from gamedsl.cards.table.places import Where, where_of
from gamedsl.graph.analysis.shown import list_shown_zones
from gamedsl.graph.model import types
from gamedsl.graph.model.game import FieldSpec, ZoneSpec
from gamedsl.table.names import Names, lower_first
from gamedsl_interpreter.engine import View
from gamedsl_interpreter.wording.texts import specs_by_instance

_LEAST = 6
"""Both have at least so many pieces at the beginning."""


class Captured:
    """The pieces that were taken in one match. Nothing is told where pieces also come, or change sides."""

    def __init__(self, names: Names) -> None:
        self._names = names
        self._first: tuple[Counter[str], Counter[str]] | None = None

    def begin(self, view: View) -> None:
        """Notes how a match begins."""
        if len(self._names.game.seats) != 2:
            return
        first = self._armies(view)
        self._first = first if all(army.total() >= _LEAST for army in first) else None

    def texts(self, view: View) -> dict[int, str]:
        """Returns what each seat has taken, in words, with the advantage that it gives where the look file says what pieces are worth."""
        if self._first is None:
            return {}
        now = self._armies(view)
        if any(after.total() > before.total() for before, after in zip(self._first, now, strict=True)):
            return {}
        taken = [_find_lost(self._first[1 - seat], now[1 - seat]) for seat in (0, 1)]
        worth = [sum(self._worth(name) * count for name, count in one.items()) for one in taken]
        return {
            seat: self._in_words(taken[seat], 1 - seat, worth[seat] - worth[1 - seat])
            for seat in (0, 1)
            if taken[seat].total()
        }

    def _in_words(self, taken: Counter[str], loser: int, ahead: int) -> str:
        told = self._names.count_text((self._called(name, loser), count) for name, count in taken.items() if name)
        plain = str(taken[""]) if taken[""] else ""
        more = f" ({ahead} ahead)" if self._names.is_spoken else f" (+{ahead})"
        return ", ".join(filter(None, (told if any(taken) else "", plain))) + (more if ahead > 0 else "")

    def _called(self, name: str, seat: int) -> str:
        kind = self._names.kind_numbers.get(name)
        return self._names.clean(name) if kind is None else lower_first(self._names.kind(kind, seat))

    def _worth(self, name: str) -> int:
        worth = entry(self._names.look, "value", name).get("worth")
        return worth if isinstance(worth, int) else 0

    # ------------------------------------------------------------ armies

    def _armies(self, view: View) -> tuple[Counter[str], Counter[str]]:
        """Returns the pieces of each seat on boards and before itself, by the names of their kinds; a piece of which there is only one sort has none."""
        found = Counter[str](), Counter[str]()
        for zone in view.zones:
            for name, count in (zone.contents or ()) if zone.name in self._counted else ():
                owner = self._names.game.kinds[self._names.kind_numbers[name]].owner
                # What lies before its owner, as on a bar or in a tray, was taken by nobody.
                if owner is not None and self._counted[zone.name] in (None, owner):
                    found[owner]["" if self._names.is_plain(self._names.kind_numbers[name]) else name] += count
        values = dict(view.fields)
        for side, rank in self._sides:
            player = values.get(side)
            if player in self._names.game.seats:
                found[self._names.game.seats.index(player)][values.get(rank, "") if rank else ""] += 1
        return found

    @cached_property
    def _counted(self) -> dict[str, int | None]:
        """The zones that are on places or before players, by name, with the players before whom they are."""
        _, zones = specs_by_instance(self._names.game)
        shown, names = list_shown_zones(self._names.game), self._names.texts.zones
        found = ((name, self._where(zones[at], at) if at in shown else None) for at, name in enumerate(names))
        return {name: where.seat for name, where in found if where is not None}

    def _where(self, spec: ZoneSpec | FieldSpec, at: int) -> Where | None:
        """Returns the place or the player to which the instance number `at` belongs; None if it belongs to neither, or to something else too."""
        if len(spec.dimensions) != 1:
            return None
        where = where_of(self._names.game, spec.dimensions, at - spec.base)
        return None if where.place is None and where.seat is None else where

    @cached_property
    def _sides(self) -> list[tuple[str, str | None]]:
        """The fields of places that name a player, each with the field of its place that says which piece of this player stands there."""
        return list(self._find_sides())

    def _find_sides(self) -> Iterator[tuple[str, str | None]]:
        fields, _ = specs_by_instance(self._names.game)
        names = self._names.texts.fields
        on_board = [
            at for at, spec in enumerate(fields) if (where := self._where(spec, at)) is not None and where.place
        ]
        ranks = {
            fields[at].dimensions: fields[at].base for at in on_board if isinstance(bare(fields[at].type), types.Enum)
        }
        for at in on_board:
            spec = fields[at]
            if isinstance(bare(spec.type), types.Player):
                base = ranks.get(spec.dimensions)
                yield names[at], None if base is None else names[base + at - spec.base]


def _find_lost(before: Counter[str], after: Counter[str]) -> Counter[str]:
    """Returns what is missing of an army. Pieces that became others are missing nowhere: they were of the commonest kind."""
    changed = sum(max(0, count - before[name]) for name, count in after.items())
    found = Counter[str]()
    for name, count in before.most_common():
        missing = max(0, count - after[name])
        taken = max(0, missing - changed)
        changed -= missing - taken
        if taken:
            found[name] = taken
    return found
