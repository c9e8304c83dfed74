"""The two laws that the game is known by, by themselves: a tavern holds four cards or none, and an event is worth the triangle of its size."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from attrs import define, field

from gamedsl_interpreter.engine import Event, Outcome, View
from independent.gloriana import EVENT_SYMBOL, NOBLE_SYMBOL, SPECIALIST_EVENT
from laws.court import CREWS
from laws.moves import Asked, Choice, choices
from property.walks import Position

_SYMBOL = {**NOBLE_SYMBOL, **{name: EVENT_SYMBOL[kind] for name, kind in SPECIALIST_EVENT.items()}}


def triangle(number: int) -> int:
    """1, 3, 6, 10, 15: so many dots lie in a triangle with so many rows."""
    return sum(range(number + 1))


@define
class Watched:
    """Sees everything, and asks nothing of it."""

    seen: int = 0
    """How often there was something to look at."""

    def begins(self, now: Position) -> None:
        """The table before the first decision."""

    def decided(
        self, before: Position, seat: str, decision: str, asked: list[Asked], text: str, after: Position, is_over: bool
    ) -> None:
        """A decision."""

    def ended(self, now: Position, outcome: Outcome) -> None:
        """The end."""

    def sees(self, seat: str, view: View, now: Position) -> None:
        """What is shown."""

    def told(self, seat: str, events: Sequence[Event]) -> None:
        """What was told."""


@define
class FourOrNone(Watched):
    """R21: in every position a tavern holds four cards or none, and what is taken empties it."""

    def begins(self, now: Position) -> None:
        """No tavern has been filled."""
        assert all(not now.size(crew) for crew in CREWS)

    def decided(
        self, before: Position, seat: str, decision: str, asked: list[Asked], text: str, after: Position, is_over: bool
    ) -> None:
        """Four or none, before and after."""
        for crew in CREWS:
            assert after.size(crew) in (0, 4), f"{crew} holds {after.size(crew)} cards"
            self.seen += after.size(crew) == 4
        for part in choices(text):
            if part.name == "from_tavern" and before.fields["round"] == after.fields["round"]:
                assert not after.size(f"{part.values['t']}.crew"), "what is not taken goes to the court (R20)"


@define
class Triangles(Watched):
    """R35 to R44 and R51, from what was spent: the size is counted here, and the value is its triangle, once 3 less with a specialist left."""

    types: dict[str, set[str]] = field(factory=dict[str, set[str]])

    def decided(
        self, before: Position, seat: str, decision: str, asked: list[Asked], text: str, after: Position, is_over: bool
    ) -> None:
        """The value of an event."""
        held = [part for part in choices(text) if part.name.startswith("hold_")]
        for part in held:
            card = next((one.values["card"] for one in choices(text) if one.name == "take_event"), None)
            card = card or next(iter((+before.zones["programme"]).elements()))
            self._is_worth(before, after, seat, part, card.partition(".")[2])
        if not held:
            assert before.fields[f"{seat}.earned"] == after.fields[f"{seat}.earned"], "only events are worth something"

    def _is_worth(self, before: Position, after: Position, seat: str, made: Choice, printed: str) -> None:
        matches, host = made.pieces("matches"), made.values.get("host")
        symbols = Counter(_SYMBOL.get(name, name) for name in matches.elements())
        assert set(symbols.values()) <= {1}, "the symbols are all different (R33, R40)"
        size = len(symbols) if made.name != "hold_banquet" else (len(symbols) + 1) // 2
        size += made.values.get("bonus") == "yes"
        kept = set(+before.zones[f"{seat}.retinue"]) - {host, *matches}
        worth = max(0, triangle(size) - (3 if kept else 0))
        found = after.fields[f"{seat}.earned"] - before.fields[f"{seat}.earned"]
        assert found == worth, f"size {size}, {len(kept)} specialists kept: worth {worth}, not {found}"
        kind = {"hold_banquet": "Banquet", "hold_specialist": SPECIALIST_EVENT.get(host or "")}.get(made.name, printed)
        assert kind is not None
        self.types.setdefault(seat, set()).add(kind)
        self.seen += 1

    def ended(self, now: Position, outcome: Outcome) -> None:
        """The bonus is the triangle of the number of types; each unpaid card costs one."""
        seats = [name.removesuffix(".noble") for name in now.zones if name.endswith(".noble")]
        for seat, row in zip(seats, outcome.scores, strict=True):
            told = dict(row)
            assert told["variety"] == triangle(len(self.types[seat]))
            assert told["unpaid"] == -now.size(f"{seat}.hand")
