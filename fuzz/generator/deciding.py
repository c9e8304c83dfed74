"""Random decisions: selections of every quantity, requirements, menus, gates."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from attrs import evolve, frozen

from fuzz.generator.formulas import Formulas
from fuzz.generator.world import DIRECTION, FLAG, NUMBER, PLAYER, Scope

Selected = tuple[list[str], Scope]


@frozen
class Source:
    """What is chosen from: the formula, the sort of its elements, whether there surely is one, and what a choice of several is."""

    text: str
    sort: str
    sure: bool
    several: str


class Deciding:
    """Decisions over the formulas of a world. Every selection, menu owner and gate that is made is kept for the answers of scripted seats."""

    def __init__(self, formulas: Formulas) -> None:
        self.f = formulas
        self.dice = formulas.dice
        self.world = formulas.world
        self.asked: dict[str, str] = {}
        """Policies that would answer, by name: `one`, `several` or `yes_no`."""
        self.picks: list[str] = []

    def choose(self, s: Scope, gate: str = "") -> Selected:
        """One decision that binds names, and the scope after it."""
        inner = evolve(s, depth=min(s.depth, 2)).certain()
        first, after, sure = self._selection(inner)
        gate = gate or self._gate(inner, sure)
        if len(first) == 1 and self.dice.chance(60):
            return [f"{gate} {first[0]}"], self._back(s, after)
        lines = first
        if self.dice.chance(30):
            name = self.f.fresh("k")
            lines = [*lines, f"let {name} = {self.f.number(evolve(after, depth=1))}"]
            after = after.also(name, NUMBER)
        for _ in range(self.dice.one([0, 0, 1])):
            more, after, _ = self._selection(after)
            lines = [*lines, *more]
        if self.dice.chance(40):
            lines = [*lines, self.requirement(after)]
            if gate == "choose" and self.dice.chance(80):
                gate = self.dice.one(["choose if able", "may choose"])
        return [f"{gate}:", *(f"    {line}" for line in lines)], self._back(s, after)

    def _back(self, s: Scope, after: Scope) -> Scope:
        return evolve(s, names=after.names)

    def _gate(self, s: Scope, sure: bool) -> str:
        gates = (
            ["choose", "choose", "may choose"] if sure else ["choose if able", "choose if able", "may choose", "choose"]
        )
        gate = self.dice.one(gates)
        if gate == "may choose" and self.dice.chance(25):
            return f"may if {self.f.flag(evolve(s, depth=1))} choose"
        return gate

    def requirement(self, s: Scope) -> str:
        """A line that refuses."""
        why = ' "Because."' if self.dice.chance(50) else ""
        return f"require {self.f.fresh('req')}: {self.f.flag(evolve(s, depth=2).certain())}{why}"

    # ------------------------------------------------------------ selections

    def _selection(self, s: Scope) -> tuple[list[str], Scope, bool]:
        """Lines of one selection, the scope with its name, and whether it surely has an option."""
        name = self.f.fresh("x")
        if self.dice.chance(15):
            self.asked[name] = "yes_no"
            condition = f" if {self.f.flag(evolve(s, depth=1))}" if self.dice.chance(50) else ""
            return [f"{name}: may{condition}"], s.also(name, FLAG), True
        source = self._source(s)
        if self.dice.chance(60):
            self.asked[name] = self._answered_by(source.sort)
            text = f"{name}: one of {source.text}"
            if self.dice.chance(20) and not source.sure:
                text += f" else one of {self._same(s, source)}"
            return self._extras(s, text, source), s.also(name, source.sort), source.sure
        self.asked[name] = "several"
        quantity, sure = self._quantity(s, source)
        text = f"{name}: {quantity} of {source.text}"
        key = self._distinct(source)
        why = ' "Not that one."' if self.dice.chance(15) else ""
        return self._extras(s, f"{text}{why}{key}", source), s.also(name, source.several), sure

    def _answered_by(self, sort: str) -> str:
        """`one` if elements have an order of their own, else the key by which they are ordered, or nothing."""
        holds = tuple(sort.split("+"))
        if self.world.component(holds[0]) is None:
            return "one" if sort != "number*" else "pair"
        keys = [a.name for a in self.world.common(holds) if a.sort == NUMBER]
        return f"by {keys[0]}" if keys else "pair"

    def _extras(self, s: Scope, text: str, source: Source) -> list[str]:
        del s, source
        if self.dice.chance(8):
            text += ", seen by owner"
        if self.dice.chance(8):
            text += ', ask "Which one?"'
        return [text]

    def _distinct(self, source: Source) -> str:
        attributes = [a for a in self.world.common(tuple(source.sort.split("+"))) if a.name not in ("row", "col")]
        return f", distinct {self.dice.one(attributes).name}" if attributes and self.dice.chance(25) else ""

    def _quantity(self, s: Scope, source: Source) -> tuple[str, bool]:
        number = self.f.small(1, 2)
        makers: list[Callable[[], tuple[str, bool]]] = [
            lambda: ("any", True),
            lambda: ("some", source.sure),
            lambda: (f"up to {number}", True),
            lambda: (number if source.text != "players" else "1", False),
            lambda: (f"{self.dice.one(['0', '1'])}..2", False),
            lambda: (f"mod({self.f.number(evolve(s, depth=0))}, 3)", False),
        ]
        return self.dice.made(makers)

    def _same(self, s: Scope, source: Source) -> str:
        if "+" in source.sort:
            return source.text
        if self.world.component(source.sort) is not None:
            return self.dice.one(self.seen_zones(s, source.sort))
        if source.sort == NUMBER:
            return "[7, 8]"
        if source.sort == PLAYER:
            return "players"
        if source.sort == DIRECTION:
            return "[N]"
        return source.sort

    def _source(self, s: Scope) -> Source:
        makers: list[Callable[[], Source]] = [
            lambda: Source(
                self.dice.one(["1..3", "0..2", "2..5", "[3, 1, 2]", "0..1", "-3..3", "-4..-2"]), NUMBER, True, "number*"
            ),
            lambda: self._pieces(s),
            lambda: self._pieces(s),
            lambda: self._players(s),
            lambda: self._values(s),
            lambda: Source(f"0..min(3, max(0, {self.f.number(evolve(s, depth=1))}))", NUMBER, True, "number*"),
            lambda: Source("[N, E, S]", DIRECTION, True, "direction*"),
            lambda: self._pairs(s),
        ]
        for board in self.world.boards:
            if board.form != "rim":
                makers += [partial(self._places, s, board.name)] * 2
            if board.edges is not None:
                makers.append(partial(self._places, s, board.edges.name))
        if self.world.type("pose") is not None:
            makers += [lambda: Source("pose", "pose", True, "pose*")] * 2
        if any(t.key for t in self.world.tables):
            makers.append(lambda: Source("prize", "prize", True, "prize*"))
        mixed = [z for z in self.world.zones if len(z.holds) > 1 and z.seen == "all"]
        if mixed:
            zone = self.dice.one(mixed)
            makers.append(
                lambda: Source(self.dice.one(self.f.zone_names(s, zone)), "+".join(zone.holds), False, "none")
            )
        return self.dice.made(makers)

    def seen_zones(self, s: Scope, component: str) -> list[str]:
        """Zones of one component from which may be chosen."""
        found: list[str] = []
        for zone in self.world.zones:
            if zone.holds != (component,):
                continue
            index = f"[{self.f.value(evolve(s, depth=0), zone.index)}]" if zone.index else ""
            if zone.of == PLAYER and zone.seen == "owner":
                found.append(f"{zone.name}{index}")
            elif zone.seen == "all":
                found += self.f.zone_names(s, zone)
        return found or ["used"]

    def _pieces(self, s: Scope) -> Source:
        component = self.dice.one(self.world.components).name
        zones = self.seen_zones(s, component)
        if zones == ["used"]:
            component = "card"
        zone = self.dice.one(zones)
        d = s.deeper()
        text = self.dice.made(
            [
                lambda: zone,
                lambda: zone,
                lambda: f"{zone} where {self.f.flag(d.inside(component))}",
                lambda: f"{zone} + {self.dice.one(zones)}",
                lambda: f"({zone} where {self.f.flag(d.inside(component))}) + {self.dice.one(zones)}",
            ]
        )
        return Source(text, component, False, f"{component}*")

    def _players(self, s: Scope) -> Source:
        text = self.dice.made(
            [
                lambda: "players",
                lambda: "players - [me]",
                lambda: f"players where {self.f.flag(s.deeper().inside(PLAYER))}",
                lambda: f"leaders(players by {self.f.keys(s.deeper(), PLAYER)})",
            ]
        )
        return Source(text, PLAYER, text == "players", "player*")

    def _values(self, s: Scope) -> Source:
        sort = self.dice.one(["colour", "size"])
        if self.dice.chance(40):
            return Source(f"{sort} where {self.f.flag(s.deeper().inside(sort))}", sort, False, f"{sort}*")
        return Source(sort, sort, True, f"{sort}*")

    def _places(self, s: Scope, sort: str) -> Source:
        board = self.world.board(sort)
        if board is not None and board.grows:
            # All its places would have too many subsets.
            return Source(f"{self.dice.one(['laid', 'margin'])}({sort})", sort, False, f"{sort}*")
        if self.dice.chance(35):
            return Source(sort, sort, True, f"{sort}*")
        if board is not None and not board.owned and self.dice.chance(30):
            return Source(self.f.places(evolve(s, depth=1), sort), sort, False, f"{sort}*")
        return Source(f"{sort} where {self.f.flag(s.deeper().inside(sort))}", sort, False, f"{sort}*")

    def _pairs(self, s: Scope) -> Source:
        name = self.f.fresh("c")
        text = self.dice.one([f"[{name} for {name} in 2 of 1..3]", "[[1, 2], [3, 4]]", "[Red, Blue]"])
        del s
        return Source(text, "colour" if "Red" in text else "number*", True, "none")
