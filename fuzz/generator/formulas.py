"""Random formulas by the sort of their value. Names of an outer player or element are always said (`me.points`), so that nothing is ambiguous."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from functools import partial

from attrs import evolve

from fuzz.generator.dice import Dice
from fuzz.generator.world import (
    DIRECTION,
    FLAG,
    NUMBER,
    PLAYER,
    Board,
    Field,
    Function,
    Named,
    Scope,
    Table,
    World,
    Zone,
)

Maker = Callable[[], str]
Makers = list[Maker]
DIRECTIONS = ("N", "E", "S", "W", "NE", "SE", "SW", "NW")
OF_HEXAGONS = ("N", "E", "S", "W", "NE", "SW")
OF_SQUARES = ("N", "E", "S", "W")


def said(text: str) -> Maker:
    """What gives this text."""
    return lambda: text


class Formulas:
    """Formulas of one world. `fresh` gives names that nothing else has."""

    def __init__(self, dice: Dice, world: World) -> None:
        self.dice = dice
        self.world = world
        self._names = 0

    def fresh(self, letter: str) -> str:
        """A name that is not used yet."""
        self._names += 1
        return f"{letter}{self._names}"

    def skip(self, numbers: int) -> None:
        """Leaves out some names, for those that others have used."""
        self._names += numbers

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

    def small(self, low: int, high: int) -> str:
        """A number as written."""
        return str(self.dice.number(low, high))

    def perhaps(self, number: str, other: int) -> str:
        """A number that may be outside of a range, where one that surely is would be refused; `other` is inside."""
        return f"({number} if log < 50 else {other})"

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

    def named(self, s: Scope, sort: str) -> str:
        """A value that holds together as tightly as a name."""
        found = self.of(evolve(s, depth=0), sort)
        return found if found.replace("_", "").isalnum() else f"({found})"

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

    def _line(self, s: Scope, rim: Board) -> str:
        return f"line({self.place(s, rim.name)})"

    def _its_pieces(self, s: Scope, component: str) -> tuple[str, str]:
        return self.some_pieces(s, component), component

    def _its_places(self, s: Scope, sort: str) -> tuple[str, str]:
        return self.places(s, sort), sort

    def _connected(self, s: Scope, board: Board) -> str:
        sort = board.edges.name if board.edges and self.dice.chance(50) else board.name
        through = self._through(s, board) if sort == board.name else ""
        return f"connected({self.places(s, sort)}, {self.place(s, board.name)}, {self.place(s, board.name)}{through})"

    def _through(self, s: Scope, board: Board) -> str:
        """The edges over which a way may lead, or nothing."""
        if board.edges is None or self.dice.chance(20):
            return ""
        return f", through = {self.places(s, board.edges.name)}"

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

    # ------------------------------------------------------------ collections

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

    def keys(self, s: Scope, sort: str) -> str:
        """Keys of a sort over elements."""
        inner = s.inside(sort)
        key = f"{self.dice.one(['highest', 'lowest'])} {self.number(inner)}"
        if self.dice.chance(30):
            key += f" then {self.dice.one(['highest', 'lowest'])} {self.dice.made([lambda: self.number(inner), lambda: self.flag(inner)])}"
        return key

    # ------------------------------------------------------------ pieces

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

    # ------------------------------------------------------------ fields and functions

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
