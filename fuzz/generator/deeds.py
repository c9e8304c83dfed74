"""Random statements: assignments, loops, branches, dice, calls. A block threads the scope, for what it binds is known below."""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import partial

from attrs import evolve, frozen

from fuzz.generator.deciding import Deciding
from fuzz.generator.formulas import Formulas
from fuzz.generator.lines import Lines, indented
from fuzz.generator.moving import Moving
from fuzz.generator.world import DIRECTION, FLAG, NUMBER, PLAYER, Field, Scope

Step = tuple[Lines, Scope]


@frozen
class Rule:
    """A rule or action that can be called: the sorts of its parameters, whether somebody has to act, whether it is an action."""

    name: str
    parameters: tuple[str, ...]
    me: bool
    action: bool
    moved: tuple[bool, ...] = ()
    """Which of the parameters stand for pieces that may move: a kind has no place."""


@frozen
class Spot:
    """Where statements stand: how many blocks may still be nested, and whether play may stop there (choices, chance)."""

    depth: int
    stops: bool = True
    opening: bool = False
    """What is here may become part of a choice."""
    ends: bool = True
    """Whether the match may end here at once."""


class Deeds:
    """Statements over a world; `rules` are those that may be called, in an order in which none calls a later one."""

    def __init__(self, formulas: Formulas, deciding: Deciding) -> None:
        self.f = formulas
        self.d = deciding
        self.dice = formulas.dice
        self.world = formulas.world
        self.rules: list[Rule] = []
        self.eliminates = False
        self.judges = self.dice.chance(8)
        """Whether lines judge moves by what they lead to: rarely, because only the reference executor tries moves."""
        self.history = ""
        """The name of a history, if the game has one."""
        self.moving = Moving(formulas, deciding)

    def without_calls(self) -> Deeds:
        """Statements that call no rules."""
        made = Deeds(self.f, self.d)
        made.history = self.history
        made.moving = self.moving
        return made

    def block(self, s: Scope, spot: Spot, low: int = 1, high: int = 3) -> Lines:
        """Some statements, one after the other."""
        lines: Lines = []
        for _ in range(self.dice.number(low, high)):
            made, s = self.statement(s, spot)
            lines += made
        return lines

    def nested(self, head: str, s: Scope, spot: Spot) -> Lines:
        """A header with a block below it."""
        return [f"{head}:", *indented(self.block(s, evolve(spot, depth=spot.depth - 1), 1, 2))]

    def statement(self, s: Scope, spot: Spot) -> Step:
        """One statement, and the scope after it."""
        makers: list[Callable[[], Step]] = [
            lambda: (self.assignment(s), s),
            lambda: (self.assignment(s), s),
            lambda: (self.moving.move(s), s),
            lambda: (self.moving.move(s), s),
            lambda: self._let(s.certain() if spot.opening else s, s),
            lambda: (self._zones(s), s),
            lambda: (self._said(s), s),
        ]
        if spot.stops:
            makers += [
                lambda: (self.moving.draw(s), s),
                lambda: (self.moving.draw(s), s),
                lambda: self.roll(s),
                lambda: (self._looks(s), s),
            ]
            if spot.ends and self.dice.chance(12):
                makers.append(lambda: (self._over(s), s))
            if s.me:
                makers += [lambda: self.d.choose(s)] * 4
                makers.append(lambda: self._or_else(s))
                makers += [lambda: (self._exchange(s), s), lambda: (self._peeked(s), s)]
                if self.judges:
                    makers += [lambda: self._judged(s)] * 3
                if spot.depth > 0:
                    makers += [lambda: (self._as_often(s, spot), s)]
        if self.judges and s.me and any(rule.action for rule in self.callable(s)):
            makers += [lambda: (self._asked_first(s), s)] * 3
        if self.history and s.me:
            makers += [lambda: (self._noted(s, spot), s)]
        if self.callable(s):
            makers += [lambda: (self._call(s), s)] * 2
        if spot.depth > 0:
            makers += [
                lambda: (self._if(s, spot), s),
                lambda: (self._for(s, spot), s),
                lambda: (self._repeat(s, spot), s),
                lambda: (self._match(s, spot), s),
                lambda: (self.nested(f"as {self.f.player(evolve(s, depth=1))}", evolve(s, me=True), spot), s),
                lambda: (self._each(s, spot), s),
            ]
        return self.dice.made(makers)

    def _said(self, s: Scope) -> Lines:
        """A sentence for the log."""
        zone = self.dice.one([z for z in self.world.zones if self.f.zone_names(s, z)])
        named = [self.f.number(s), self.f.player(evolve(s, depth=1)), self.dice.one(self.f.zone_names(s, zone))]
        return [f'say "{{{self.dice.one(named)}}} and {{{self.dice.one(named)}}}."']

    # ------------------------------------------------------------ fields

    def assignment(self, s: Scope) -> Lines:
        """A field gets another value."""
        fields = [f for f in self.world.fields if self.f.field_names(s, f)]
        return [self._assigned(s, self.dice.one(fields))]

    def _assigned(self, s: Scope, f: Field) -> str:
        name = self.dice.one(self.f.field_names(s, f))
        match f.many:
            case "set":
                value = self.f.of(s, f.sort)
                several = (
                    self.f.players(s)
                    if f.sort == PLAYER
                    else self.f.places(s, f.sort)
                    if self.world.board(f.sort)
                    else self.f.values(s, f.sort)
                )
                return self.dice.one(
                    [f"{name} += {value}", f"{name} -= {value}", f"{name} = {several}", f"{name} = []"]
                )
            case "order":
                return self.dice.one(
                    [
                        f"{name} = {self.f.players(s)}",
                        f"{name} -= [{self.f.player(s)}]",
                        f"{name} = players",
                        f"{name} += [{self.f.player(s)}]",
                    ]
                )
            case "bag":
                return self.dice.one(
                    [
                        f"{name} = []",
                        f"{name} = [{self.f.small(f.low, f.high)}, {self.f.small(f.low, f.high)}]",
                        f"{name} += [{self.f.small(f.low, f.high)}]",
                    ]
                )
            case _:
                pass
        if f.sort == NUMBER:
            return self._counted(s, f, name)
        if f.optional and self.dice.chance(40):
            return f"{name} = {self.dice.one(['none', *self.f.maybe(s, f.sort)])}"
        return f"{name} = {self.f.of(s, f.sort)}"

    def _counted(self, s: Scope, f: Field, name: str) -> str:
        number = self.f.number(s)
        sure = [
            f"{name} = {f.low} + mod({number}, {f.high - f.low + 1})",
            f"{name} = max({f.low}, min({f.high}, {number}))",
        ]
        if f.optional:
            return self.dice.one([*sure, f"{name} = none"])
        free = [
            f"{name} += {self.f.small(0, 2)}",
            f"{name} -= {self.f.small(0, 1)}",
            f"{name} = {self.f.perhaps(number, f.low)}",
            f"{name} += {number}",
        ]
        return (
            self.dice.one([*sure, *sure, f"{name} += 1", *free])
            if f.high > 20 or self.dice.chance(25)
            else self.dice.one(sure)
        )

    # ------------------------------------------------------------ pieces

    def roll(self, s: Scope) -> Step:
        """Chance among equals."""
        name, other = self.f.fresh("r"), self.f.fresh("r")
        several = self.f.fresh("r")
        hidden = ", seen by owner" if s.me and self.dice.chance(10) else ""
        makers: list[Callable[[], Step]] = [
            lambda: (
                [f"roll {name}: one of {self.dice.one(['1..6', '0..2', '[2, 2, 5]', '-1..1'])}{hidden}"],
                s.also(name, NUMBER),
            ),
            lambda: ([f"roll {name}: one of players{hidden}"], s.also(name, PLAYER)),
            lambda: ([f"roll {name}: one of colour{hidden}"], s.also(name, "colour")),
            lambda: ([f"roll {name}: {self.f.small(0, 3)} of 1..3{hidden}"], s.also(name, "number*")),
            lambda: ([f"roll {name}: mod({self.f.number(evolve(s, depth=1))}, 3) of 1..6"], s.also(name, "number*")),
            lambda: (
                [
                    "roll:",
                    f"    {name}: one of 1..4",
                    f"    let {several} = {name} + 1",
                    f"    {other}: one of {several}..6",
                ],
                s.also(name, NUMBER).also(other, NUMBER).also(several, NUMBER),
            ),
            lambda: ([f"roll {name}: one of [N, E, SW]"], s.also(name, DIRECTION)),
            lambda: ([f"roll {name}: {self.f.small(1, 2)} of players"], s.also(name, "player*")),
        ]
        for board in self.world.boards:
            if board.form != "rim" and not board.owned:
                makers.append(partial(self._rolled_place, s, name, board.name))
        zones = self.f.zones(s, "card", ("bag",))
        zone = self.dice.one(zones)
        guarded = [
            f"if some({zone}):",
            f"    roll {name}: one of {zone}",
            f"    {self.assignment(s.also(name, 'card'))[0]}",
        ]
        makers.append(lambda: (guarded, s))
        makers.append(
            lambda: ([f"if count({zone}) >= 2:", f"    roll {name}: 2 of {zone}", f"    move {name} to box"], s)
        )
        return self.dice.made(makers)

    def _rolled_place(self, s: Scope, name: str, sort: str) -> Step:
        return [f"roll {name}: one of {sort}"], s.also(name, sort)

    def _zones(self, s: Scope) -> Lines:
        """Whole zones: exchanged, passed on, mixed, awarded for."""
        makers: list[Callable[[], Lines]] = [
            lambda: [self._award(s)],
            lambda: [f"shuffle {self._pile(s)}"],
            lambda: [f"shuffle used {self.dice.one(['to', 'under'])} {self._pile(s)}"],
        ]
        own = [z for z in self.world.zones if z.of == PLAYER and not z.index]
        makers.append(lambda: [f"rotate {self.dice.one(own).name} {self.dice.one(['left', 'right'])}"])
        pairs = [
            (a, b)
            for a in self.world.zones
            for b in self.world.zones
            if a.holds == b.holds
            and a.form == b.form
            and a.capacity == b.capacity
            and self.f.zone_names(s, a)
            and self.f.zone_names(s, b)
        ]
        if pairs:
            a, b = self.dice.one(pairs)
            makers.append(
                lambda: [f"swap {self.dice.one(self.f.zone_names(s, a))} with {self.dice.one(self.f.zone_names(s, b))}"]
            )
        pieces = [n for n in s.names if self.world.component(n.sort.removesuffix("*"))]
        if len(pieces) > 1:
            makers += [lambda: [f"swap {pieces[0].name} with {pieces[1].name}"]] * 3
        if any(c.sided for c in self.world.components):
            makers += [lambda: self._flipped(s)] * 2
        if self.dice.chance(12):
            self.eliminates = True
            makers = [lambda: self._eliminated(s)]
        return self.dice.made(makers)

    def _award(self, s: Scope) -> str:
        prizes = f"[{self.f.small(1, 5)}, {self.f.small(-1, 2)}]"
        ranked = f"{self.f.players(evolve(s, depth=1))} by {self.f.keys(evolve(s, depth=2), PLAYER)}"
        ties = self.dice.one(["shared", "share one"])
        return f"award points from {prizes} to {ranked}, ties {ties} rounded {self.dice.one(['down', 'up'])}"

    def _flipped(self, s: Scope) -> Lines:
        """Pieces with two sides are turned over."""
        sided = [c.name for c in self.world.components if c.sided]
        chosen = [n.name for n in s.names if n.sort in sided]
        if chosen and self.dice.chance(50):
            return [f"flip {self.dice.one(chosen)}"]
        held = [z for z in self.world.zones if z.form != "slot" and set(z.holds) <= set(sided)]
        zones = [name for zone in held for name in self.f.zone_names(s, zone)]
        if not zones:
            return self.assignment(s)
        name = self.f.fresh("x")
        return [f"for {name} in {self.dice.one(zones)}: flip {name}"]

    def _eliminated(self, s: Scope) -> Lines:
        return [f"if {self.f.flag(s)} and count(playing) > 1: eliminate {self.f.player(evolve(s, depth=1))}"]

    def _pile(self, s: Scope) -> str:
        piles = [
            n
            for z in self.world.zones
            if z.form == "pile" and z.holds == ("card",) and z.shuffled
            for n in self.f.zone_names(s, z)
        ]
        return self.dice.one(piles) if piles else "deck"

    def _looks(self, s: Scope) -> Lines:
        zone = self.dice.one([z for z in self.world.zones if z.form != "slot" and self.f.zone_names(s, z)])
        name = self.dice.one(self.f.zone_names(s, zone))
        return [f"{self.dice.one(['peek', 'reveal']) if s.me else 'reveal'} {name}"]

    def _exchange(self, s: Scope) -> Lines:
        """Pieces of two places, chosen and exchanged."""
        inner = evolve(s, depth=0).certain()
        one, other = self.f.fresh("x"), self.f.fresh("x")
        zones = self.d.seen_zones(inner, "card")
        a, b = self.dice.one(zones), self.dice.one(zones)
        quantity = self.dice.one(["one", "one", "up to 2", "some"])
        for name in (one, other):
            self.d.asked[name] = "pair" if quantity == "one" else "several"
        gate = self.dice.one(["choose if able", "may choose"])
        lines = [f"{gate}:", f"    {one}: {quantity} of {a}", f"    {other}: {quantity} of {b}"]
        return [*lines, f"swap {one} with {other}"]

    def _or_else(self, s: Scope) -> Step:
        """A choice, and what happens if nothing can be chosen."""
        (head, *lines), after = self.d.choose(s, "choose")
        for gate in ("choose if able", "may choose"):
            head = f"choose{head.removeprefix(gate)}" if head.startswith(gate) else head
        return [head, *lines, "else:", *indented(self.assignment(s))], after

    def _over(self, s: Scope) -> Lines:
        why = self.dice.one(["", ' "It is over."', ' "Enough."'])
        who = self.dice.one(["", "", ", all win", ", all lose", ", players where it is last(players) win"])
        if s.me and self.dice.chance(20):
            who = f", players where it is me {self.dice.one(['win', 'lose'])}"
        return [f"if {self.f.flag(evolve(s, depth=1))}:", f"    end game{who}{why}"]

    def _judged(self, s: Scope) -> Step:
        """A choice, what follows from it, and a line that judges it."""
        lines, after = self.d.choose(s, "choose if able")
        why = self.dice.one(["", ' "That leads to nothing good."'])
        law = f"ensure {self.f.fresh('law')}: {self.f.flag(evolve(after, depth=2))}{why}"
        return [*lines, *self.assignment(after), law], after

    def _asked_first(self, s: Scope) -> Lines:
        """What depends on whether an action could be chosen. The action is an earlier one, so no question asks about itself."""
        action = self.dice.one([rule for rule in self.callable(s) if rule.action])
        asked = f"can({self.call(s, action)})"
        return [f"if {self.dice.one(['', 'not '])}{asked}:", *indented(self.assignment(s))]

    def _peeked(self, s: Scope) -> Lines:
        """A choice from what was looked at."""
        hidden = [z for z in self.world.zones if z.seen == "nobody" and z.holds == ("card",) and z.of == "shared"]
        if not hidden:
            return self._looks(s)
        zone, name = self.dice.one(hidden), self.f.fresh("x")
        self.d.asked[name] = "pair"
        seen = ", seen by nobody" if self.dice.chance(30) else ""
        return [f"peek {zone.name}{seen}", f"choose if able {name}: one of {zone.name}", f"move {name} to used"]

    # ------------------------------------------------------------ names and calls

    def _let(self, s: Scope, after: Scope) -> Step:
        name, sort, text = self._named(s)
        return [f"let {name} = {text}"], after.also(name, sort)

    def _named(self, s: Scope) -> tuple[str, str, str]:
        name = self.f.fresh("v")
        makers: list[Callable[[], tuple[str, str, str]]] = [
            lambda: (name, NUMBER, self.f.number(s)),
            lambda: (name, FLAG, self.f.flag(s)),
            lambda: (name, PLAYER, self.f.player(s)),
            lambda: (name, "colour", self.f.value(s, "colour")),
            lambda: (name, "card*", self.f.some_pieces(s, "card")),
            lambda: (name, "colour*", self.f.values(s, "colour")),
            lambda: (name, "number*", self.f.numbers(s)),
        ]
        return self.dice.made(makers)

    def callable(self, s: Scope) -> list[Rule]:
        """Rules that can be called here: somebody acts if they need that, and pieces to move are at hand."""
        return [r for r in self.rules if (s.me or not r.me) and all(self._movable(s, sort) for sort in _moved(r))]

    def _movable(self, s: Scope, sort: str) -> list[str]:
        """What a called rule may move."""
        return [name for name in s.called(sort) if name not in self.moving.in_piles]

    def _call(self, s: Scope) -> Lines:
        return [self.call(s, self.dice.one(self.callable(s)))]

    def call(self, s: Scope, rule: Rule) -> str:
        """A call with arguments."""
        inner = evolve(s, depth=1)
        args = [
            self.dice.one(self._movable(s, sort)) if moved else self._argument(inner, sort)
            for sort, moved in zip(rule.parameters, rule.moved, strict=True)
        ]
        return f"{rule.name}({', '.join(args)})" if args else rule.name

    def _argument(self, s: Scope, sort: str) -> str:
        if sort != NUMBER:
            return self.f.of(s, sort)
        return f"mod({self.f.number(s)}, 4)" if s.sure or self.dice.chance(80) else self.f.perhaps(self.f.number(s), 0)

    # ------------------------------------------------------------ control

    def _if(self, s: Scope, spot: Spot) -> Lines:
        lines = self.nested(f"if {self.f.flag(s)}", s, spot)
        if self.dice.chance(25):
            lines += self.nested(f"else if {self.f.flag(s)}", s, spot)
        if self.dice.chance(40):
            lines += self.nested("else", s, spot)
        return lines

    def _for(self, s: Scope, spot: Spot) -> Lines:
        name, other = self.f.fresh("e"), self.f.fresh("e")
        if self.dice.chance(15):
            pairs = f"[[{self.f.small(1, 3)}, {self.f.number(evolve(s, depth=0))}], [2, {self.f.small(0, 4)}]]"
            return self.nested(f"for {name}, {other} in {pairs}", s.also(name, NUMBER).also(other, NUMBER), spot)
        if self.dice.chance(15):
            head = f"for {name}, {other} in numbered({self.f.numbers(evolve(s, depth=1))})"
            return self.nested(head, s.also(name, NUMBER).also(other, NUMBER), spot)
        if any(t.key for t in self.world.tables) and self.dice.chance(15):
            return self.nested(f"for {name} in prize", s.also(name, "prize"), spot)
        source, sort = self.f.source(evolve(s, depth=2))
        words = set(re.findall(r"\w+", source))
        if words & {z.name for z in self.world.zones if z.form == "pile"} or words & self.moving.in_piles:
            self.moving.in_piles.add(name)
        return self.nested(f"for {name} in {source}", s.also(name, sort), spot)

    def _repeat(self, s: Scope, spot: Spot) -> Lines:
        until = f" until {self.f.flag(evolve(s, depth=1))}"
        head = self.dice.one(
            [
                f"repeat up to {self.f.small(1, 3)}",
                f"repeat up to {self.f.small(1, 3)}{until}",
                f"repeat up to {self.f.small(1, 2)}",
                f"repeat up to {self.f.small(2, 3)}{until}",
                f"repeat up to mod({self.f.number(evolve(s, depth=1))}, 3)",
                f"repeat at most 4{until}",
                f"repeat{until}, at most {self.f.small(1, 3)}",
                f"repeat at most 3, else cut off{until}",
            ]
        )
        return self.nested(head, s, spot)

    def _noted(self, s: Scope, spot: Spot) -> Lines:
        """Something with positions that come again."""
        ways = [[f"record {self.history}"], [f"record {self.history}"], [f"forget {self.history}"]]
        if spot.depth > 0:
            ways += [self.nested(f"if times({self.history}) is {self.f.small(0, 2)}", s, spot)]
        return self.dice.one(ways)

    def _as_often(self, s: Scope, spot: Spot) -> Lines:
        """A loop that a decline ends."""
        head = self.dice.one(["repeat until declined, at most 30", "repeat up to 2 until declined"])
        name = self.f.fresh("x")
        self.d.asked[name] = "one"
        inner = s.also(name, NUMBER)
        seen = ", seen by nobody" if not spot.opening and self.dice.chance(40) else ""
        ask = f"may choose {name}: one of 1..{self.f.small(2, 4)}{seen}"
        body = self.block(inner, evolve(spot, depth=spot.depth - 1, opening=False), 1, 2)
        return [f"{head}:", *indented([ask, *body])]

    def _match(self, s: Scope, spot: Spot) -> Lines:
        inner = evolve(spot, depth=spot.depth - 1)
        if self.dice.chance(50):
            subject, arms = self.f.number(evolve(s, depth=1)), ["0", "1, 2", "else"]
        else:
            values = self.world.types[0].values
            subject, arms = self.f.value(s, "colour"), [", ".join(values[:-1]), values[-1]]
        lines = [f"match {subject}:"]
        for arm in arms:
            lines += indented([f"{arm}:", *indented(self.block(s, inner, 1, 1))])
        return lines

    def _each(self, s: Scope, spot: Spot) -> Lines:
        return self.nested(self.each_head(s), evolve(s, me=True), spot)

    def each_head(self, s: Scope, ordered: bool = True) -> str:
        """`each player …` with some of its clauses; in an order of its own only if it is gone through once."""
        inner = evolve(s, depth=1)
        mine = evolve(inner, me=True)
        head = "each player"
        if ordered and self.dice.chance(15):
            head += f" in {self.f.players(evolve(s, depth=1, me=s.me))}"
        elif ordered and self.dice.chance(15):
            head += f" by {self.f.keys(evolve(inner, me=False), PLAYER)}"
        elif self.dice.chance(20):
            head += f" from {self.f.player(inner)}"
        if self.dice.chance(20):
            head += f" where {self.f.flag(mine)}"
        return head


def _moved(rule: Rule) -> list[str]:
    return [sort for sort, moved in zip(rule.parameters, rule.moved, strict=True) if moved]
