"""Random formulas for several things: numbers, players, values, places, pieces."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable
from functools import partial

from attrs import evolve

from fuzz.generator.naming import Makers, Naming, said
from fuzz.generator.world import (
    NUMBER,
    PLAYER,
    Board,
    Scope,
    Zone,
)


class Collections(Naming):
    """Collections of one world; what they are made of is left to `Formulas`."""

    @abstractmethod
    def number(self, s: Scope) -> str:
        """A whole number."""

    @abstractmethod
    def flag(self, s: Scope) -> str:
        """A condition."""

    @abstractmethod
    def kind(self, s: Scope, sort: str) -> str:
        """A kind of piece."""

    @abstractmethod
    def step_direction(self, s: Scope, board: Board) -> str:
        """A direction in which the board has steps."""

    def numbers(self, s: Scope) -> str:
        """Several numbers."""
        d = s.deeper()
        makers: Makers = [
            lambda: f"[{self.small(0, 4)}, {self.number(evolve(d, depth=0))}]",
            lambda: f"[{self.small(0, 3)}, {self.small(1, 5)}, {self.small(0, 9)}]",
        ]
        fields = [f for f in self.world.fields if f.many == "bag" and f.of == "shared"]
        makers += [said(f.name) for f in fields]
        if s.depth > 0:
            name = self.fresh("c")
            low = self.small(0, 2)
            makers += [
                lambda: f"({low}..{self.dice.one([self.small(2, 6), f'mod({self.number(d)}, 5)'])})",
                lambda: f"({self.numbers(d)} where {self.flag(d.inside(NUMBER))})",
                lambda: f"({self.numbers(d)} while {self.flag(d.inside(NUMBER))})",
                lambda: f"({self.numbers(d)} {self.dice.one(['+', '-'])} {self.numbers(d)})",
                lambda: self._mapped(d, name),
                lambda: f"{self.dice.one(['first', 'last'])}({self.numbers(d)}, {self.small(0, 3)})",
                lambda: f"[sum({name}) for {name} in {self.small(1, 2)} of {self.numbers(evolve(d, depth=0))}]",
                lambda: f"[count({name}) for {name} in sets({self._zone_of(d)})]",
                lambda: f"join([{self._listed(d)}, {self._listed(d)}])",
                lambda: f"[sum({name}) for {name} in outside_in([{self.number(d)}, 2, 3, {self.number(d)}])]",
                lambda: (
                    f"join({self._listed(evolve(d.also(name, NUMBER), it=''))} for {name} in 1..{self.small(2, 3)})"
                ),
                lambda: f"({self.numbers(d)} by {self.keys(d, NUMBER)})",
                lambda: self._worths(d),
            ]
        return self.dice.made(makers)

    def _listed(self, s: Scope) -> str:
        """Numbers as a list, and not as a bag or a sorted one."""
        name = self.fresh("c")
        return f"[{name} for {name} in {self.numbers(s)}]"

    def _worths(self, s: Scope) -> str:
        column = next((a for a in self.world.components[0].attributes if a.sort == NUMBER), None)
        if column is None:
            return f"[{self.number(s)}]"
        name = self.fresh("m")
        return f"[{name}.{column.name} for {name} in {self.some_pieces(s, 'card')}]"

    def _mapped(self, s: Scope, name: str) -> str:
        source, sort = self.source(s)
        return f"[{self.number(evolve(s, it='', depth=s.depth - 1).also(name, sort))} for {name} in {source}]"

    def players(self, s: Scope) -> str:
        """Several players."""
        makers: Makers = [lambda: "players"]
        if s.depth > 0:
            d = s.deeper()
            makers += [
                lambda: "playing",
                lambda: f"[{self.player(d)}]",
                lambda: f"(players where {self.flag(d.inside(PLAYER))})",
                lambda: f"(players - [{self.player(d)}])",
                lambda: f"leaders(players by {self.keys(d, PLAYER)})",
                lambda: f"first({self.players(d)}, {self.small(1, 2)})",
                lambda: f"({self.players(d)} by {self.keys(d, PLAYER)})",
                lambda: f"({self.players(d)} + {self.players(d)})",
            ]
            makers += [
                said(f.name)
                for f in self.world.fields
                if f.sort == PLAYER and f.many in ("order", "set") and f.of == "shared"
            ]
        return self.dice.made(makers)

    def values(self, s: Scope, sort: str) -> str:
        """Several values of a type."""
        kind = self.world.type(sort)
        assert kind is not None
        d = s.deeper()
        makers: Makers = [lambda: f"[{self.value(d, sort)}]", *(said(n) for n in s.called(f"{sort}*"))]
        if all(a.name != sort for a in self.world.common(tuple(s.it.split("+")))):
            makers += [lambda: sort, lambda: f"({sort} where {self.flag(d.inside(sort))})"]
        makers += [
            partial(self._named_field, s, f)
            for f in self.world.fields
            if f.sort == sort and f.many == "set" and self._reachable(s, f)
        ]
        attribute = next((a for a in self.world.components[0].attributes if a.sort == sort), None)
        if attribute is not None:
            zone = self.dice.one(self.zones(d, self.world.components[0].name, ("bag", "pile")))
            makers.append(lambda: f"{zone}.{attribute.name}")
        if s.depth > 0:
            makers.append(lambda: f"({self.values(d, sort)} - [{self.value(d, sort)}])")
        return self.dice.made(makers)

    def _has_area(self, board: Board) -> bool:
        return board.form != "rim" and not board.owned

    def places(self, s: Scope, sort: str) -> str:
        """Several places of a board, or routes."""
        board = self.world.board(sort)
        d = s.deeper()
        makers: Makers = [
            lambda: sort if not (board and board.owned) else f"{self.player(d)}.{sort}" if s.me else sort,
            lambda: f"({sort} where {self.flag(d.inside(sort))})",
        ]
        if board is None or board.owned or not board.places or s.depth <= 0:
            return self.dice.made(makers) if board is None or not board.owned else sort

        def place() -> str:
            return self.place(d, sort)

        makers += [
            lambda: f"neighbours({place()})",
            lambda: f"reach({self.places(d, sort)}, {place()}{self._through(d, board)})",
            lambda: (
                f"reach({self.places(d, sort)}, {place()}, {self.number(evolve(d, depth=0))}{self._through(d, board)})"
            ),
            lambda: f"({self.places(d, sort)} - [{place()}])",
        ]
        name = self.fresh("c")
        found = evolve(d, depth=0, it="").also(name, sort)
        steps = self.dice.one(["", f", {self.small(0, 3)}"])
        makers.append(
            lambda: f"reach({self.places(found, sort)} for {name} in {self.places(d, sort)}, {place()}{steps})"
        )
        makers += [said(f"laid({sort})"), said(f"margin({sort})")] if board.grows else []
        makers.append(lambda: f"join(groups({self.places(d, sort)}{self._through(d, board)}))")
        makers.append(lambda: f"join({name} for {name} in groups({self.places(d, sort)}) where count({name}) > 1)")
        if board.form in ("grid", "hex"):
            makers += [
                lambda: (
                    f"neighbours({place()}, {self.dice.one([self.step_direction(d, board), 'directions', '[N, SE]'])})"
                ),
                lambda: f"ray({place()}, {self.step_direction(d, board)})",
                lambda: f"(ray({place()}, {self.step_direction(d, board)}) while {self.flag(d.inside(sort))})",
                lambda: self._whole_lines(d, sort),
                lambda: f"({self.places(d, sort)} where step(it, {self.step_direction(d, board)}) is not none)",
            ]
            makers += [partial(self._line, d, b) for b in self.world.boards if b.inner == sort]
        if sort == "cell" and self.world.type("pose") is not None:
            makers += [
                lambda: self._laid(d),
                lambda: f"placements({self.value(d, 'pose')}, {self.places(d, sort)})",
            ] * 4
        makers += [
            partial(self._named_field, s, f)
            for f in self.world.fields
            if f.sort == sort and f.many == "set" and self._reachable(s, f)
        ]
        if board.edges is not None:
            route = board.edges.name
            makers.append(lambda: f"ends({self.place(d, route)})")
        return self.dice.made(makers)

    def _line(self, s: Scope, rim: Board) -> str:
        return f"line({self.place(s, rim.name)})"

    def _through(self, s: Scope, board: Board) -> str:
        """The edges over which a way may lead, or nothing."""
        if board.edges is None or self.dice.chance(20):
            return ""
        return f", through = {self.places(s, board.edges.name)}"

    def _whole_lines(self, s: Scope, sort: str) -> str:
        name = self.fresh("c")
        board = self.world.board(sort)
        if board is not None and board.grows:
            lines = f"lines({sort}, {self.small(1, 3)})"
            return f"join({name} for {name} in {lines} where {self.flag(evolve(s, depth=0, it='').also(name, sort + '*'))})"
        lines = self.dice.one([f"rows({sort})", f"columns({sort})", f"diagonals({sort})", f"lines({sort}, 2)"])
        return f"join({name} for {name} in {lines} where {self.flag(evolve(s, depth=0, it='').also(name, sort + '*'))})"

    def collection(self, s: Scope) -> str:
        """Anything to count."""
        makers: Makers = [
            lambda: self.players(s),
            lambda: self.numbers(s),
            lambda: self.values(s, "colour"),
        ]
        makers += [partial(self.places, s, b.name) for b in self.world.boards if self._has_area(b)]
        return self.dice.made(makers)

    def _laid(self, s: Scope) -> str:
        """The places that a shape covers or touches."""
        arguments = f"{self.value(s, 'pose')}, {self.place(s, 'cell')}"
        words = [f"{name}({arguments})" for name in ("covers", "beside", "corners")]
        ways = self.world.type("pose")
        if ways is not None and any(way.startswith(("Farm", "Gap", "Slope")) for way in ways.values):
            words.append(f"covers({arguments}, {self.value(s, 'size')})")  # these have squares with values
        return self.dice.one(words)

    def source(self, s: Scope) -> tuple[str, str]:
        """Something to go through, and the sort of its elements."""
        makers: list[Callable[[], tuple[str, str]]] = [
            lambda: (self.players(s), PLAYER),
            lambda: (self.some_pieces(s, "card"), "card"),
            lambda: (self.numbers(s), NUMBER),
            lambda: (self.values(s, "colour"), "colour"),
        ]
        if self.world.type("pose") is not None:
            makers.append(lambda: (self.values(s, "pose"), "pose"))
        makers += [partial(self._its_pieces, s, c.name) for c in self.world.components]
        makers += [partial(self._its_places, s, b.name) for b in self.world.boards if self._has_area(b)]
        makers += [partial(self._its_places, s, b.edges.name) for b in self.world.boards if b.edges is not None]
        return self.dice.made(makers)

    def _its_pieces(self, s: Scope, component: str) -> tuple[str, str]:
        return self.some_pieces(s, component), component

    def _its_places(self, s: Scope, sort: str) -> tuple[str, str]:
        return self.places(s, sort), sort

    def keys(self, s: Scope, sort: str) -> str:
        """Keys of a sort over elements."""
        inner = s.inside(sort)
        key = f"{self.dice.one(['highest', 'lowest'])} {self.number(inner)}"
        if self.dice.chance(30):
            key += f" then {self.dice.one(['highest', 'lowest'])} {self.dice.made([lambda: self.number(inner), lambda: self.flag(inner)])}"
        return key

    def some_pieces(self, s: Scope, component: str) -> str:
        """Pieces of one component."""
        zones = self.zones(s, component)
        makers: Makers = [lambda: self.dice.one(zones)]
        makers += [said(n) for n in s.called(f"{component}*")]
        if s.depth > 0:
            d = s.deeper()
            makers += [
                lambda: f"({self.dice.one(zones)} where {self.flag(d.inside(component))})",
                lambda: f"({self.dice.one(zones)} + {self.dice.one(zones)})",
                lambda: f"(({self.dice.one(zones)} + {self.dice.one(zones)}) where {self.flag(d.inside(component))})",
                lambda: f"({self.some_pieces(d, component)} - {self.dice.one(zones)})",
                lambda: (
                    f"{self.dice.one(['first', 'last'])}({self.dice.one(self.zones(d, component, ('bag',)))}, {self.small(1, 3)})"
                ),
            ]
            makers += [
                said(f"players.{z.name}")
                for z in self.world.zones
                if z.of == PLAYER and z.holds == (component,) and not z.index and z.seen != "nobody"
            ]
            makers += [
                partial(self._players_zone, d, z)
                for z in self.world.zones
                if z.of == PLAYER and z.holds == (component,) and z.form != "slot" and not z.index
            ]
        return self.dice.made(makers)

    def _players_zone(self, s: Scope, zone: Zone) -> str:
        name = self.fresh("c")
        return f"join({name}.{zone.name} for {name} in {self.players(s)})"

    def pieces(self, s: Scope) -> str:
        """Pieces of any component."""
        return self.some_pieces(s, self.dice.one(self.world.components).name)

    def bag(self, s: Scope) -> str:
        """Kinds with their numbers."""
        card = self.world.components[0]
        kinds = [self.kind(evolve(s, depth=0), card.name) for _ in range(self.dice.number(1, 2))]
        return f"[{', '.join(self.copies(k) for k in kinds)}]"

    def copies(self, kind: str) -> str:
        """A kind, or some of it where that can be said."""
        return f"{self.small(1, 2)} {kind}" if kind in self.world.components[0].kinds and self.dice.chance(40) else kind
