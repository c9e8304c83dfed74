"""Random moves and draws of pieces."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from attrs import evolve

from fuzz.generator.deciding import Deciding
from fuzz.generator.formulas import Formulas
from fuzz.generator.lines import Lines, indented
from fuzz.generator.world import PLAYER, Scope, Zone


class Moving:
    """Moves and draws over a world."""

    def __init__(self, formulas: Formulas, deciding: Deciding) -> None:
        self.f = formulas
        self.d = deciding
        self.dice = formulas.dice
        self.world = formulas.world
        self.in_piles: set[str] = set()
        """The names of loops over pieces of piles: what moves some of them may mean others of equal ones."""

    def _targets(self, s: Scope, holds: tuple[str, ...], ordered: bool = True) -> list[tuple[Zone, str]]:
        """Zones that take such pieces, and how they are called here. Pieces without an order go to no pile of which everybody sees the order."""
        return [
            (zone, name)
            for zone in self.world.zones
            if set(holds) <= set(zone.holds) and (ordered or zone.form == "bag" or zone.seen == "nobody")
            for name in self.f.zone_names(s, zone)
        ]

    def move(self, s: Scope) -> Lines:
        """Pieces go to another place."""
        chosen = [n for n in s.names if all(self.world.component(h) for h in n.sort.removesuffix("*").split("+"))]
        chosen = [n for n in chosen if n.name not in self.in_piles]
        if chosen and self.dice.chance(70):
            known = self.dice.one(chosen)
            holds = tuple(known.sort.removesuffix("*").split("+"))
            if known.sort.endswith("*") and self.dice.chance(60):
                place = self.dice.one([*self.f.zones(s, holds[0]), "used"])
                return self._moved(s, f"{known.name} from {place}", holds, ordered=False)
            return self._moved(s, known.name, holds, not known.sort.endswith("*"))
        sources = [z for z in self.world.zones if self.f.zone_names(s, z)]
        known_order = [z for z in sources if z.name == "used"]
        source = self.dice.one(known_order if known_order and self.dice.chance(10) else sources)
        name = self.dice.one(self.f.zone_names(s, source))
        sort = "+".join(source.holds)

        def condition() -> str:
            return self.f.flag(evolve(s, depth=2).inside(sort))

        what: list[Callable[[], str]] = [lambda: name, lambda: f"{name} where {condition()}"]
        component = self.world.component(source.holds[0])
        assert component is not None
        kind = ""
        if component.kinds and not component.owned and source.form != "slot":
            kind = self.dice.one(component.kinds)
            what += [
                lambda: (
                    f"up to {self.f.small(1, 2)} {self.dice.one([f'of {name} where it is {kind}', f'{kind} from {name}'])}"
                ),
                lambda: f"1 {kind} from {name}",
                lambda: f"[{kind}, {self._another(component.kinds, kind)}] from {name}",
                lambda: f"{kind} from {name}",
                lambda: f"mod({self.f.number(evolve(s, depth=1))}, 3) of {name} where it is {kind}",
            ]
        if source.form == "bag" or (source.form == "pile" and source.name == "used"):
            what.append(lambda: f"{self.dice.one(['first', 'last'])}({name}, {self.f.small(1, 2)})")
            what.append(lambda: f"{self.dice.one(['first', 'last'])}({name})")
        if source.name == "used":
            if self.dice.chance(30):
                return self._one_by_one(s, self._part(name, condition), source.holds)
            what.append(lambda: self._part(name, condition))
        chosen_what = self.dice.made(what)
        if " from " in chosen_what and self.dice.chance(75):
            here = f"count({name}) > 1 and {kind} in {name}" if chosen_what[0] == "[" else f"{kind} in {name}"
            return [f"if {here}:", *indented(self._moved(s, chosen_what, source.holds, chosen_what.startswith("1 ")))]
        alone = chosen_what.startswith("1 ") or source.form == "slot"
        return self._moved(s, chosen_what, source.holds, alone)

    def _part(self, pile: str, condition: Callable[[], str]) -> str:
        """Pieces of a pile that can be told from equal ones: its first or last ones, or what is left without them."""
        end, other = self.dice.one([("first", "last"), ("last", "first")])
        some = f"{end}({pile}, {self.f.small(1, 4)})"
        return self.dice.one(
            [
                some,
                f"{some} where {condition()}",
                f"{end}({some} where {condition()}, {self.f.small(1, 2)})",
                f"{pile} - {some}",
                f"{other}({pile} - first({pile}, {self.f.small(1, 2)}), 1)" if other == "last" else some,
            ]
        )

    def _one_by_one(self, s: Scope, pieces: str, holds: tuple[str, ...]) -> Lines:
        """A loop that moves all these pieces, or a name for them that is moved."""
        name = self.f.fresh("e")
        if self.dice.chance(40):
            return [f"let {name} = {pieces}", *self._moved(s, name, holds, ordered=False)]
        return [f"for {name} in {pieces}:", *indented(self._moved(s, name, holds, ordered=True))]

    def _another(self, kinds: Sequence[str], kind: str) -> str:
        """A kind, another one than this if there are several: of some kinds there is one piece."""
        found = self.dice.one(kinds)
        return kinds[(kinds.index(found) + 1) % len(kinds)] if found == kind else found

    def _moved(self, s: Scope, what: str, holds: tuple[str, ...], ordered: bool) -> Lines:
        targets = self._targets(s, holds, ordered)
        if not targets or self.dice.chance(5):
            return [f"move {what} to box"]
        zone, name = self.dice.one(targets)
        if zone.form == "slot" and what[0] == "[":
            return [f"move {what} to box"]
        to = "under" if zone.form == "pile" and self.dice.chance(25) else "to"
        loose = zone.form == "pile" and zone.shuffled and " of " not in what and self.dice.chance(15)
        line = f"move {what} {to} {name}{', in any order' if loose else ''}"
        if zone.form == "slot" and self.dice.chance(70):
            return [f"move {name} to box", line]
        return [line]

    def draw(self, s: Scope) -> Lines:
        """Pieces come by chance."""
        sources = [
            z for z in self.world.zones if z.of in ("shared", PLAYER) and z.form != "slot" and self.f.zone_names(s, z)
        ]
        source = self.dice.one([*(z for z in sources if z.of == "shared"), *sources])
        name = self.dice.one(self.f.zone_names(s, source))
        targets = [(z, n) for z, n in self._targets(s, source.holds) if z.form != "slot"] or [(source, name)]
        target = self.dice.one(targets)[1]
        some = self.dice.one(["up to "] * 9 + [""])
        number = self.dice.made([lambda: self.f.small(1, 3), lambda: f"mod({self.f.number(evolve(s, depth=1))}, 3)"])
        where = ""
        if source.form == "pile" and self.dice.chance(30):
            name = f"under {name}"
        if self.dice.chance(30 if source.form == "bag" else 10):
            where = f" where {self.f.flag(evolve(s, depth=1).inside('+'.join(source.holds)))}"
            return [f"draw {some}{number} from {name}{where} to {target}"]
        if s.me and self.dice.chance(25):
            self.d.asked["kept"] = "several"
            kept = self.dice.one([str(self.f.small(0, 2)), "0..2", "1..2", "2..3"])
            rest = f", rest to {self.dice.one(targets)[1]}" if self.dice.chance(40) else ""
            return [f"draw {some}{number} from {name}, keep {kept} to {target}{rest}"]
        return [f"draw {some}{number} from {name} to {target}"]
