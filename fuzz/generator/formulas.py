"""Random formulas by the sort of their value. Names of an outer player or element are always said (`me.points`), so that nothing is ambiguous."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import partial

from attrs import evolve

from fuzz.generator.collections import Collections
from fuzz.generator.naming import Makers, said
from fuzz.generator.world import (
    DIRECTION,
    FLAG,
    NUMBER,
    PLAYER,
    Board,
    Scope,
    Table,
)

DIRECTIONS = ("N", "E", "S", "W", "NE", "SE", "SW", "NW")
OF_HEXAGONS = ("N", "E", "S", "W", "NE", "SW")
OF_SQUARES = ("N", "E", "S", "W")


class Formulas(Collections):
    """Formulas of one world."""

    def of(self, s: Scope, sort: str) -> str:
        """A value of a sort, never none."""
        if sort == NUMBER:
            return self.number(s)
        if sort == FLAG:
            return self.flag(s)
        if sort == PLAYER:
            return self.player(s)
        if sort == DIRECTION:
            return self.direction(s)
        if self.world.component(sort) is not None:
            return self.kind(s, sort)
        if self.world.board(sort) is not None:
            return self.place(s, sort)
        return self.value(s, sort)

    # ------------------------------------------------------------ numbers

    def number(self, s: Scope) -> str:
        """A whole number."""
        leaves: Makers = [lambda: self.small(0, 4), *self._read(s, NUMBER)]
        leaves += [said(n) for n in s.called(NUMBER)]
        if s.depth <= 0:
            return self.dice.made(leaves)
        d = s.deeper()
        makers: Makers = [
            *leaves,
            lambda: f"count({self.collection(d)})",
            lambda: f"count({self.pieces(d)})",
            lambda: f"({self.number(d)} + {self.number(d)})",
            lambda: f"({self.number(d)} - {self.number(d)})",
            lambda: f"({self.small(2, 3)} * {self.number(evolve(d, depth=0))})",
            lambda: f"mod({self.number(d)}, {self.small(2, 5)})",
            lambda: f"({self.number(d)} / {self.small(2, 4)} rounded {self.dice.one(['down', 'up'])})",
            lambda: f"{self.dice.one(['max', 'min'])}({self.number(d)}, {self.number(d)})",
            lambda: f"({self.number(d)} if {self.flag(d)} else {self.number(d)})",
            lambda: f"(-{self.named(d, NUMBER)})",
            lambda: self._sum(d),
            lambda: f"sum({self.numbers(d)})",
            lambda: f"{self.dice.one(['max', 'min'])}([0] + {self.numbers(d)})",
            lambda: self._match(d),
            lambda: self._counting(d),
            lambda: self._numbered(d),
        ]
        makers += [partial(self._looked_up, d, t.name) for t in self.world.tables]
        makers += [partial(self._called, d, f) for f in self.world.functions if f.result == NUMBER]
        if not s.sure and self.dice.chance(35):
            makers += [
                lambda: (
                    f"({self.number(d)} / ({self.number(d)} + round - round) rounded {self.dice.one(['down', 'up'])})"
                ),
                lambda: f"mod({self.number(d)}, 1 + {self.number(d)})",
                lambda: f"max({self.numbers(d)})",
                lambda: f"only({self.numbers(d)})",
                lambda: self._extreme(d),
            ]
        makers += [partial(self._above, name) for name in self._lying(s)] * 4
        if self.world.type("pose") is not None:
            makers += [lambda: f"count({self._laid(d)})", lambda: f"{self.value(d, 'pose')}.shape.size"] * 2
        if s.scoring:
            makers.append(lambda: f"{self.player(d)}.total")
        areas = [b for b in self.world.boards if self._has_area(b)]
        if areas:
            board = self.dice.one(areas)
            makers.append(lambda: f"count({self.places(d, board.name)})")
            makers.append(lambda: self._distance(d, board))
            makers.append(lambda: f"count({self._regions(d, board)})")
            if board.edges is not None:
                makers.append(partial(self._longest, d, board.edges.name))
        return self.dice.made(makers)

    def _sum(self, s: Scope) -> str:
        name = self.fresh("c")
        source, sort = self.source(s)
        body = self.number(evolve(s, it="", depth=s.depth - 1).also(name, sort))
        return f"sum({body} for {name} in {source})"

    def _extreme(self, s: Scope) -> str:
        name = self.fresh("c")
        source, sort = self.source(s)
        body = self.number(evolve(s, it="", depth=s.depth - 1).also(name, sort))
        return f"{self.dice.one(['max', 'min'])}({body} for {name} in {source})"

    def _lying(self, s: Scope) -> list[str]:
        """Names of single pieces that lie somewhere."""
        return [n.name for n in s.names if n.name[0] != "p" and self.world.component(n.sort) is not None]

    def _above(self, name: str) -> str:
        return f"count({self.dice.one(['above', 'stack_from'])}({name}))"

    def _counting(self, s: Scope) -> str:
        name = self.fresh("c")
        source, sort = self.source(s)
        inner = evolve(s, it="", depth=s.depth - 1).also(name, sort)
        if self.dice.chance(60):
            return f"count({self.flag(inner)} for {name} in {source})"
        other = self.fresh("d")
        counted = self.flag(evolve(inner, depth=inner.depth - 1).also(other, NUMBER))
        return f"count({counted} for {name} in {source} for {other} in {self.numbers(evolve(inner, depth=0))})"

    def _numbered(self, s: Scope) -> str:
        place, name = self.fresh("i"), self.fresh("c")
        source = f"numbered({self.numbers(s)})"
        inner = evolve(s, it="", depth=s.depth - 1).also(place, NUMBER).also(name, NUMBER)
        if self.dice.chance(40):
            source += f" where {self.flag(evolve(inner, depth=0))}"
        return f"sum({self.number(inner)} for {place}, {name} in {source})"

    def _match(self, s: Scope) -> str:
        if self.dice.chance(40):
            return f"match {self.named(s, NUMBER)} (0: {self.number(s)}, 1: {self.small(0, 9)}, else: {self.number(s)})"
        colour = self.world.types[0]
        subject = self.named(s, colour.name)
        arms = [f"{v}: {self.number(evolve(s, depth=0))}" for v in colour.values]
        if self.dice.chance(50):
            arms[-1] = f"else: {self.number(s)}"
        return f"match {subject} ({', '.join(arms)})"

    def _looked_up(self, s: Scope, name: str) -> str:
        table = next(t for t in self.world.tables if t.name == name)
        if table.key:
            column = self.dice.one(table.columns)
            key = self.value(s, table.key)
            forms = [f"{name}[{key}, {column}]", f"{name}[{key}].{column}", f"sum(r.{column} for r in {name})"]
            return self.dice.one(forms)
        if not s.sure and self.dice.chance(30):
            return f"{name}[{self.perhaps(self.number(s), table.low)}]"
        return f"{name}[{self._index(s, table)}]"

    def _index(self, s: Scope, table: Table) -> str:
        """A number that is surely a place of a list, out of numbers that begin below it, above it or there."""
        low, high = self.dice.number(-4, 2), table.size - 1
        makers: Makers = [
            lambda: self._shifted(f"mod({self.number(s)}, {table.size})", table.low),
            lambda: self._shifted(f"max({low}, min({low + high}, {self.number(s)}))", table.low - low),
        ]
        for f in self.world.fields:
            room = table.size - (f.high - f.low + 1)
            if f.sort == NUMBER and f.many in ("", "array") and not f.optional and room >= 0:
                shift = table.low - f.low + self.dice.number(0, room)
                makers += [partial(self._shifted, name, shift) for name in self.field_names(s, f)] * 2
        return self.dice.made(makers)

    def _shifted(self, text: str, by: int) -> str:
        """A number and a constant, which is on the left, on the right, or on both sides."""
        left = self.dice.one([0, by, self.dice.number(-5, 5)])
        right = by - left
        first = f"{left} + {text}" if left else text
        return f"{first} {'-' if right < 0 else '+'} {abs(right)}" if right else first

    def _distance(self, s: Scope, board: Board) -> str:
        sort = board.edges.name if board.edges and self.dice.chance(50) else board.name
        inside = self.places(s, sort)
        through = self._through(s, board) if sort == board.name else ""
        near = f"distance({inside}, {self.of(s, sort)}, {self.of(s, sort)}{through})"
        if board.edges and self.dice.chance(30):
            near = f"distance({self._costs(s, board.edges.name)}, {self.of(s, board.name)}, {self.of(s, board.name)})"
        return f"(0 if {near} is none else 1)"

    def _longest(self, s: Scope, route: str) -> str:
        return f"longest({self.places(s, route) if self.dice.chance(30) else self._costs(s, route)})"

    def _costs(self, s: Scope, route: str) -> str:
        """A cost for each of some edges."""
        name = self.fresh("e")
        cost = self.number(evolve(s, it="", depth=0).also(name, route))
        return f"max(0, min({self.small(3, 9)}, {cost})) for {name} in {self.places(s, route)}"

    def _regions(self, s: Scope, board: Board) -> str:
        """Groups of places with something in common."""
        name = self.fresh("c")
        inner = evolve(s, it="", depth=0).also(name, board.name)
        value = self.dice.made(
            [lambda: self.number(inner), lambda: self.flag(inner), lambda: self.value(inner, "colour")]
        )
        return f"groups({value} for {name} in {self.places(s, board.name)}{self._through(s, board)})"

    # ------------------------------------------------------------ yes and no

    def flag(self, s: Scope) -> str:
        """A condition."""
        leaves: Makers = [
            lambda: "yes",
            *([said("long")] if self.world.option else []),
            *self._read(s, FLAG),
            *([said(n) for n in s.called(FLAG)]),
        ]
        d = s.deeper()
        leaves += [lambda: f"{self.number(d)} {self.dice.one(['<', '<=', '>', '>='])} {self.number(d)}"] * 2
        leaves += [lambda: self._equal(d)] * 2
        leaves.append(lambda: f"{self.dice.one(['some', 'no'])}({self.pieces(d)})")
        if s.depth <= 0:
            return self.dice.made(leaves)
        makers: Makers = [
            *leaves,
            lambda: f"({self.flag(d)} {self.dice.one(['and', 'or'])} {self.flag(d)})",
            lambda: f"not ({self.flag(d)})",
            lambda: self._tested(d),
            lambda: f"{self.dice.one(['some', 'no'])}({self.collection(d)})",
            lambda: self._member(d),
            lambda: self._compared(d),
            lambda: self._slot_test(d),
            lambda: f"({self.flag(d)} if {self.flag(d)} else {self.flag(d)})",
            lambda: self._ordered(d),
        ]
        if any(a.name == "north" for a in self.world.components[0].attributes):
            makers += [lambda: self._sides_match(d)] * 2
        makers += [partial(self._leads_on, d, b) for b in self.world.boards]
        makers += [partial(self._connected, d, b) for b in self.world.boards if self._has_area(b)]
        makers += [partial(self._called, d, f) for f in self.world.functions if f.result == FLAG]
        return self.dice.made(makers)

    def _sides_match(self, s: Scope) -> str:
        """Whether the sides of two pieces are equal, or one is a number."""
        sides = [
            f"side_of({self.kind(s, 'card')}, {self.side(s)}{self.dice.one(['', f', {self.side(s)}'])})"
            for _ in range(2)
        ]
        return f"{sides[0]} {self.dice.one(['is', 'is not'])} {self.dice.one([sides[1], self.small(0, 2)])}"

    def _equal(self, s: Scope) -> str:
        sorts = [NUMBER, "colour", PLAYER, "size", *(b.name for b in self.world.boards if b.places)]
        sort = self.dice.one(sorts)
        test = self.dice.one(["is", "is not"])
        options = self.maybe(s, sort)
        if self.dice.chance(60) and options:
            left = self.dice.one(options)
            return f"{left} {test} {self.dice.one(['none', self.of(s, sort)])}"
        if self.dice.chance(30):
            return self._kind_test(s)
        sides = self.of(s, sort), self.of(s, sort)
        return f"{sides[0]} {'is' if sides[0] == sides[1] else test} {sides[1]}"

    def _slot_test(self, s: Scope) -> str:
        """What lies in a slot, if anything."""
        found: list[str] = []
        for zone in self.world.zones:
            names = self.zone_names(s, zone) if zone.form == "slot" else []
            component = self.world.component(zone.holds[0])
            if not names or component is None:
                continue
            slot, test = self.dice.one(names), self.dice.one(["is", "is not"])
            found.append(f"{slot} {test} none")
            if component.kinds and not component.owned:
                found.append(f"{slot} {test} {self.dice.one(component.kinds)}")
            for attribute in self.world.common(zone.holds):
                if attribute.sort in (NUMBER, PLAYER, "colour"):
                    found.append(f"{slot}.{attribute.name} {test} {self.of(evolve(s, depth=0), attribute.sort)}")
        return self.dice.one(found) if found else self._kind_test(s)

    def _kind_test(self, s: Scope) -> str:
        for component in self.world.components:
            known = [n for n in [*s.names] if component.name in n.sort.split("+")]
            names = [n.name for n in known] + (["it"] if component.name in s.it.split("+") else [])
            if names and component.kinds and not component.owned:
                return f"{self.dice.one(names)} {self.dice.one(['is', 'is not'])} {self.dice.one(component.kinds)}"
        return f"{self.of(s, 'size')} is {self.of(s, 'size')}"

    def _ordered(self, s: Scope) -> str:
        return f"{self.of(s, 'colour')} {self.dice.one(['<', '>='])} {self.of(s, 'colour')}"

    def _tested(self, s: Scope) -> str:
        name = self.fresh("c")
        source, sort = self.source(s)
        inner = evolve(s, it="", depth=s.depth - 1).also(name, sort)
        return f"{self.dice.one(['all', 'any'])}({self.flag(inner)} for {name} in {source})"

    def _member(self, s: Scope) -> str:
        into = self.dice.one(["in", "not in"])
        makers: Makers = [
            lambda: f"{self.number(s)} {into} [{self.small(0, 4)}, {self.small(2, 9)}]",
            lambda: f"{self.player(s)} {into} {self.players(s)}",
            lambda: f"{self.value(s, 'colour')} {into} {self.values(s, 'colour')}",
            lambda: f"{self.number(s)} {into} {self.numbers(s)}",
        ]
        card = self.world.components[0]
        zones = self.zones(s, card.name)
        makers.append(lambda: f"{self.kind(s, card.name)} {into} {self.dice.one(zones)}")
        makers += [partial(self._lies_among, s, b, into) for b in self.world.boards if self._has_area(b)]
        return self.dice.made(makers)

    def _compared(self, s: Scope) -> str:
        test = self.dice.one(["is", "is not"])
        makers: Makers = [
            lambda: f"{self.players(s)} {test} {self.players(s)}",
            lambda: f"{self.values(s, 'colour')} {test} {self.values(s, 'colour')}",
            lambda: f"{self.numbers(s)} {test} {self.numbers(s)}",
            lambda: f"{self._comparable(s)} {test} {self._comparable(s)}",
            lambda: f"{self._comparable(s)} {test} {self.bag(s)}",
        ]
        return self.dice.made(makers)

    def _comparable(self, s: Scope) -> str:
        """Pieces that can be compared: without their order, if nobody may know it."""
        pieces = self.some_pieces(s, "card")
        words = set(re.findall(r"\w+", pieces))
        is_open = " - " not in pieces and not words & {z.name for z in self.world.zones if z.shuffled}
        named = {n.name for n in s.names if n.sort == "card*"}
        return pieces if is_open and not words & named and self.dice.chance(90) else f"unordered({pieces})"

    def _lies_among(self, s: Scope, board: Board, into: str) -> str:
        return f"{self.place(s, board.name)} {into} {self.places(s, board.name)}"

    def _connected(self, s: Scope, board: Board) -> str:
        sort = board.edges.name if board.edges and self.dice.chance(50) else board.name
        through = self._through(s, board) if sort == board.name else ""
        return f"connected({self.places(s, sort)}, {self.place(s, board.name)}, {self.place(s, board.name)}{through})"

    # ------------------------------------------------------------ single things

    def player(self, s: Scope) -> str:
        """A player."""
        leaves: Makers = [lambda: "me"] if s.me else [lambda: "players[1]"]
        leaves += [said(n) for n in s.called(PLAYER)]
        leaves += [lambda: "players[1]", *self._read(s, PLAYER)]
        d = s.deeper()
        if s.depth > 0:
            leaves += [lambda: f"left({self.player(d)})", lambda: f"right({self.player(d)})"]
            if not s.sure and self.dice.chance(20):
                leaves.append(lambda: f"only({self.players(d)})")
        return self.dice.made(leaves)

    def value(self, s: Scope, sort: str) -> str:
        """A value of a type."""
        kind = self.world.type(sort)
        assert kind is not None
        leaves: Makers = [said(v) for v in kind.values]
        leaves += [said(n) for n in s.called(sort)] * 2
        leaves += self._read(s, sort)
        if s.depth > 0 and self.dice.chance(10):
            d = s.deeper()
            return f"({self.value(d, sort)} if {self.flag(d)} else {self.value(d, sort)})"
        return self.dice.made(leaves)

    def direction(self, s: Scope) -> str:
        """A direction: one of the names, or one that is known only while playing."""
        found = self._directions(s, DIRECTIONS)
        if s.depth > 0:
            found.append(lambda: f"turn({self.direction(s.deeper())}, {self.number(s.deeper())})")
        return self.dice.made(found)

    def side(self, s: Scope) -> str:
        """A direction in which a square piece has a side; it turns by quarters, because what surely is no side would be refused."""
        found = self._directions(s, OF_SQUARES)
        if s.depth > 0:
            found.append(lambda: f"turn({self.side(s.deeper())}, 2 * ({self.number(s.deeper())}))")
        return self.dice.made(found)

    def step_direction(self, s: Scope, board: Board) -> str:
        """A direction in which the board has steps."""
        return self.dice.made(self._directions(s, OF_HEXAGONS)) if board.form == "hex" else self.direction(s)

    def _directions(self, s: Scope, names: Sequence[str]) -> Makers:
        """These directions, and those that are known only while playing."""
        return [*(said(d) for d in names), *(said(n) for n in s.called(DIRECTION)), *self._read(s, DIRECTION)]

    def place(self, s: Scope, sort: str) -> str:
        """A place of a board, or a route."""
        board = self.world.board(sort)
        if board is None:
            return self.value(s, sort)
        leaves: Makers = [said(n) for n in s.called(sort)]
        leaves += self._read(s, sort)
        leaves += [lambda: self.dice.one(board.places)] if board.places else []
        if board.form == "ring" and s.depth > 0:
            d = s.deeper()
            leaves.append(lambda: f"({self.place(d, sort)} {self.dice.one(['+', '-'])} {self.number(d)})")
            leaves.append(lambda: f"across({self.place(d, sort)}, {self.place(d, sort)})")
        if not leaves:
            leaves.append(lambda: f"{sort}[{self.small(1, 2)}, {self.small(1, 2)}]")
        return self.dice.made(leaves)

    def kind(self, s: Scope, sort: str) -> str:
        """A kind of piece."""
        component = self.world.component(sort)
        assert component is not None
        leaves: Makers = [lambda: self.dice.one(component.kinds)] if component.kinds else []
        leaves += [said(n) for n in s.called(sort)]
        if component.owned:
            leaves = [said(n) for n in s.called(sort)]
        return self.dice.made(leaves) if leaves else self.world.components[0].kinds[0]

    def maybe(self, s: Scope, sort: str) -> list[str]:
        """Things that may be none, and are else of this sort."""
        found = [make() for make in self._read(s, sort, optional=True)]
        # What a choice depends on has to be clear in every position, so it reads no list at a number that may be none.
        tables = () if s.sure else self.world.tables
        found += [
            f"{table.name}[{name}]"
            for table in tables
            for f in self.world.fields
            if sort == f.sort == NUMBER
            and f.optional
            and table.low <= f.low
            and f.high < table.low + table.size
            and not table.key
            for name in self.field_names(s, f)
        ]
        d = s.deeper()
        if s.depth > 0:
            if sort == PLAYER:
                found += self._holders(d)
                found.append(f"{self.dice.one(['first', 'last'])}({self.players(d)})")
            board = self.world.board(sort)
            found += self._steps(d, board) if board is not None else []
            if board is not None and self._has_area(board):
                found.append(f"first({self.places(d, sort)})")
        return found

    def _steps(self, s: Scope, board: Board) -> list[str]:
        """Where a step of a board leads, which may be nowhere."""
        if board.form in ("grid", "hex") and not board.owned:
            steps = self.dice.one(["", f", {self.small(-1, 2)}", f", {self.number(s)}"])
            return [f"step({self.place(s, board.name)}, {self.step_direction(s, board)}{steps})"]
        if board.form == "row":
            return [f"({self.place(s, board.name)} {self.dice.one(['+', '-'])} {self.number(s)})"]
        return []

    def _leads_on(self, s: Scope, board: Board) -> str:
        places = self._steps(s, board)
        return f"{self.dice.one(places)} {self.dice.one(['is', 'is not'])} none" if places else self._equal(s)

    def _holders(self, s: Scope) -> list[str]:
        """In whose zone the only piece of a kind lies, where players have one zone for such pieces."""
        found: list[str] = []
        for component in self.world.components:
            own = [z for z in self.world.zones if z.of != "shared" and component.name in z.holds]
            pieces = [k for k in component.kinds if not component.owned] + s.called(component.name)
            if len(own) == 1 and own[0].of == PLAYER and not own[0].index and pieces:
                found.append(f"where_is({self.dice.one(pieces)})")
        return found
