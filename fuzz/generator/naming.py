"""How the things of a world can be named where a formula stands: fields, zones, attributes, calls of functions."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable

from attrs import evolve

from fuzz.generator.dice import Dice
from fuzz.generator.world import (
    FLAG,
    NUMBER,
    PLAYER,
    Field,
    Function,
    Named,
    Scope,
    World,
    Zone,
)

Maker = Callable[[], str]
Makers = list[Maker]


def said(text: str) -> Maker:
    """What gives this text."""
    return lambda: text


class Naming(ABC):
    """Names in one world. `fresh` gives names that nothing else has. Indexes and arguments are formulas, which `Formulas` makes."""

    def __init__(self, dice: Dice, world: World) -> None:
        self.dice = dice
        self.world = world
        self._names = 0

    @abstractmethod
    def of(self, s: Scope, sort: str) -> str:
        """A value of a sort, never none."""

    @abstractmethod
    def value(self, s: Scope, sort: str) -> str:
        """A value of a type."""

    @abstractmethod
    def place(self, s: Scope, sort: str) -> str:
        """A place of a board, or a route."""

    @abstractmethod
    def player(self, s: Scope) -> str:
        """A player."""

    def fresh(self, letter: str) -> str:
        """A name that is not used yet."""
        self._names += 1
        return f"{letter}{self._names}"

    def skip(self, numbers: int) -> None:
        """Leaves out some names, for those that others have used."""
        self._names += numbers

    def small(self, low: int, high: int) -> str:
        """A number as written."""
        return str(self.dice.number(low, high))

    def perhaps(self, number: str, other: int) -> str:
        """A number that may be outside of a range, where one that surely is would be refused; `other` is inside."""
        return f"({number} if log < 50 else {other})"

    def named(self, s: Scope, sort: str) -> str:
        """A value that holds together as tightly as a name."""
        found = self.of(evolve(s, depth=0), sort)
        return found if found.replace("_", "").isalnum() else f"({found})"

    def zone_names(self, s: Scope, zone: Zone) -> list[str]:
        """How this zone can be spoken of here."""
        index = f"[{self.value(evolve(s, depth=0), zone.index)}]" if zone.index else ""
        if zone.of == "shared":
            return [f"{zone.name}{index}"]
        if zone.of == PLAYER:
            owners = s.called(PLAYER)
            names = [f"{owner}.{zone.name}{index}" for owner in owners]
            if s.me:
                names += [f"me.{zone.name}{index}" if s.it else f"{zone.name}{index}"] * 2
                names.append(f"left(me).{zone.name}{index}")
            if not names:
                names.append(f"players[1].{zone.name}{index}")
            return names
        board = self.world.board(zone.of)
        if board is not None and board.owned:
            places = s.called(zone.of)
            of_another = [f"left(me).{zone.name}[{n}]" for n in places] if s.me and zone.seen == "all" else []
            return [*(f"{n}.{zone.name}" for n in places), *of_another]
        return [f"{self.place(evolve(s, depth=0), zone.of)}.{zone.name}{index}"]

    def zones(self, s: Scope, component: str, forms: tuple[str, ...] = ("bag", "pile", "slot")) -> list[str]:
        """Zones that hold this component and nothing else."""
        found: list[str] = []
        for zone in self.world.zones:
            if zone.holds == (component,) and zone.form in forms:
                found += self.zone_names(s, zone)
        return found or (
            self.zones(s, self.world.components[0].name) if component != self.world.components[0].name else ["deck"]
        )

    def _zone_of(self, s: Scope) -> str:
        return self.dice.one(self.zones(s, self.world.components[0].name))

    def _reachable(self, s: Scope, f: Field) -> bool:
        return f.of == "shared" or (f.of == PLAYER and (s.me or bool(s.called(PLAYER))))

    def _named_field(self, s: Scope, f: Field) -> str:
        return self.dice.one(self.field_names(s, f))

    def field_names(self, s: Scope, f: Field) -> list[str]:
        """How this field can be spoken of here; empty if it cannot."""
        index = ""
        if f.many == "array":
            inner = evolve(s, depth=0)
            index = f"[{self.value(inner, f.index) if f.index == 'colour' else self.small(2, 4)}]"
        if f.of == "shared":
            return [f"{f.name}{index}"]
        if f.of == PLAYER:
            names = [f"{owner}.{f.name}{index}" for owner in s.called(PLAYER) if f.seen or owner != "it"]
            if s.me:
                names.append(f"me.{f.name}{index}" if s.it else f"{f.name}{index}")
            return names
        names = [f"{name}.{f.name}" for name in s.called(f.of)]
        board = self.world.board(f.of)
        if board is not None and board.owned and s.me and f.seen:
            names += [f"left(me).{f.name}[{name}]" for name in s.called(f.of)]
        if board is not None and board.places:
            names.append(f"{self.dice.one(board.places)}.{f.name}")
        kind = self.world.type(f.of)
        if kind is not None:
            names.append(f"{self.dice.one(kind.values)}.{f.name}")
        return names

    def _read(self, s: Scope, sort: str, optional: bool = False) -> Makers:
        """Fields, attributes and results of functions of this sort."""
        makers: Makers = []
        for f in self.world.fields:
            if f.sort == sort and f.many in ("", "array") and f.optional == optional:
                makers += [said(n) for n in self.field_names(s, f)]
        if optional:
            return makers
        for known in (*s.names, *((Named("it", s.it),) if s.it else ())):
            holds = tuple(known.sort.split("+"))
            for a in self.world.common(holds):
                if a.sort == sort and not known.sort.endswith("*"):
                    makers.append(said(f"{known.name}.{a.name}"))
        if sort == NUMBER:
            if s.me:
                makers.append(lambda: "me.number")
            makers += [lambda: "round", lambda: "count(players)", lambda: "humans"]
        if sort == FLAG and s.me:
            makers.append(lambda: "me.human")
        return makers

    def _called(self, s: Scope, f: Function) -> str:
        args = [self.of(evolve(s, depth=0), p) for p in f.parameters]
        name = f.name if f.of == "shared" else f"{self.player(evolve(s, depth=0))}.{f.name}"
        return f"{name}({', '.join(args)})" if args else name
