"""A whole rules file: declarations, rules and actions, phases, ends, scores."""

from __future__ import annotations

import re

from attrs import evolve

from fuzz.generator.deciding import Deciding
from fuzz.generator.declare import Declared, declared
from fuzz.generator.deeds import Deeds, Rule, Spot
from fuzz.generator.dice import Dice
from fuzz.generator.disclosures import with_marks
from fuzz.generator.formulas import Formulas
from fuzz.generator.lines import Lines, indented
from fuzz.generator.world import FLAG, NUMBER, PLAYER, Function, Named, Scope

MORE = ("round", "turn each", "turn of the others")
NIGHT = ' "Night falls."'


def rules_file(dice: Dice) -> str:
    """The text of a random game. It is valid (except that now and then a number may leave the range of all numbers), and every match of it ends."""
    return with_marks(_File(dice).text())


class _File:
    def __init__(self, dice: Dice) -> None:
        self.dice = dice
        self.made: Declared = declared(dice)
        self.blocks = {of: list(lines) for of, lines in self.made.blocks.items()}
        self.functions = self._functions()
        option = dice.chance(25)
        world = evolve(self.made.world, functions=tuple(f for f, _ in self.functions), option=option)
        self.f = Formulas(dice, world)
        self.f.skip(1000)
        self.decide = Deciding(self.f)
        self.deeds = Deeds(self.f, self.decide)
        self.world = world
        self.deeds.history = "past" if dice.chance(30) else ""
        self.with_rules: set[str] = set()
        """The kinds that have a block."""

    def _history(self) -> Lines:
        """A history of some fields that everybody sees."""
        parts = [
            f"{f.of}.{f.name}" if f.of != "shared" else f.name
            for f in self.world.fields
            if f.seen and f.many != "order"
        ]
        small = [part for part in parts if self.dice.chance(50)]
        return [f"history {self.deeds.history} at most 60: {', '.join([*small, 'me'])}", ""]

    def text(self) -> str:
        low, high = self.world.players
        many = f"players {low} to {high}" if high > low else f"players {low}"
        course = self._course()
        lines = ["game generated:", '    "A random game."', f"    {many}", "", *self._option(), *self.made.lines, ""]
        for of in ("shared", PLAYER, *(k for k in self.blocks if k not in ("shared", PLAYER))):
            if self.blocks.get(of):
                head = "shared:" if of == "shared" else f"each {of}:"
                lines += [head, *indented(self.blocks[of]), ""]
        lines += [line for f, line in self.functions if f.of == "shared"]
        return "\n".join([*lines, "", *course, *self._starts(course), *self._sights()]) + "\n"

    # ------------------------------------------------------------ functions, options

    def _functions(self) -> list[tuple[Function, str]]:
        found: list[tuple[Function, str]] = []
        f = Formulas(self.dice, self.made.world)
        for _ in range(self.dice.number(0, 3)):
            result = self.dice.one([NUMBER, FLAG])
            name = f.fresh("f")
            if self.dice.chance(40):
                body = f.of(Scope(True, sure=True), result)
                found.append((Function(name, PLAYER, (), result), ""))
                self.blocks[PLAYER].append(f"let {name} = {body}")
                continue
            sorts = tuple(self.dice.one([NUMBER, PLAYER, "colour"]) for _ in range(self.dice.number(0, 2)))
            scope = Scope(False, sure=True)
            names: list[str] = []
            for sort in sorts:
                parameter = f.fresh("p")
                names.append(f"{parameter}: {'int' if sort == NUMBER else sort}")
                scope = scope.also(parameter, sort)
            head = f"({', '.join(names)})" if names else ""
            found.append((Function(name, "shared", sorts, result), f"let {name}{head} = {f.of(scope, result)}"))
        return found

    def _option(self) -> Lines:
        return ['option long: no, yes "More of it."'] if self.world.option else []

    def _changes(self) -> Lines:
        """What the option changes."""
        if not self.world.option:
            return []
        table = next((t for t in self.world.tables if not t.key), None)
        lines = [] if table is None else [f"set {table.name}[{table.low}] = {self.dice.number(0, 5)}"]
        rule = next((r for r in self.deeds.rules if not r.parameters and not r.action), None)
        if rule is not None:
            body = self.deeds.without_calls().block(Scope(rule.me), Spot(1), 1, 2)
            lines += [f"replace rule {rule.name}:", *indented(body)]
        if self.dice.chance(30):
            lines.append("set rounds up to 4")
        return ["", "when long:", *indented(lines)] if lines else []

    def _seat(self, course: str) -> Lines:
        """A seat that nobody plays; it has an answer to everything that is asked anywhere in the course."""
        if self.world.option or not self.dice.chance(25):
            return []
        policies = {
            "one": ["first", "last", "highest", "lowest", "random"],
            "several": ["first", "random"],
            "yes_no": ["yes", "no", "random"],
            "menu": ["first", "last", "random"],
            "pair": ["first", "last", "random"],
        }
        for kind in set(self.decide.asked.values()):
            if kind.startswith("by "):
                policies[kind] = [f"highest {kind[3:]}", f"lowest {kind[3:]}", "first", "random"]
        asked = {name: kind for name, kind in self.decide.asked.items() if re.search(_asks(name), course)}
        answers = [f"{name}: {self.dice.one(policies[kind])}" for name, kind in asked.items()]
        if "ties decided by" in course:
            answers.append(f"winner: {self.dice.one(policies['menu'])}")
        if not answers:
            return []
        head = f"seat Ghost when humans is {self.world.players[0]}:"
        return ["", head, "    answers:", *indented(indented(answers))]

    # ------------------------------------------------------------ the course

    def _course(self) -> Lines:
        rules: Lines = []
        for i in range(self.dice.number(0, 3)):
            rules += self._rule(i)
        phases: Lines = []
        entries: Lines = []
        for i in range(self.dice.number(1, 3)):
            name = f"phase_{i}"
            phases += [*self._phase(name), ""]
            entry = name
            if self.dice.chance(15):
                entry += (
                    f" until {self.f.named(Scope(False, depth=0), FLAG)}, at most 3"
                    if self.dice.chance(30)
                    else ", up to 2"
                )
            entries.append(entry)
        lines: Lines = []
        has_slabs = any(board.slabs for board in self.made.world.boards)
        if self.dice.chance(60) or has_slabs:
            lines += [
                "setup:",
                *(_LAYING if has_slabs else ()),
                *indented(["shuffle deck"] if self._deck_is_pile() else []),
                *indented(self.deeds.block(Scope(False), Spot(1), 1, 2)),
                "",
            ]
        head = self.dice.one(["rounds up to 2", "rounds up to 3", "rounds up to 5", "rounds at most 3, else cut off"])
        lines += [f"{head}:", *indented(entries), "", *phases, *rules]
        lines += self._history() if self.deeds.history else []
        lines += [*self._ends(), *self._scores(), *self._changes()]
        return [*lines, *self._seat("\n".join(lines))]

    def _starts(self, course: Lines) -> Lines:
        """Positions from which a match can begin: with a round, with a phase, with somebody's turn."""
        if not self.dice.chance(35):
            return []
        places = [""]
        for line in course:
            if line.startswith("phase "):
                name = line[6:].split(":")[0].split(",")[0]
                places.append(name)
                if ", each player" in line and " together" not in line:
                    places += [f"as P1: {name}", f"as P2: {name}"] if self.world.players[0] > 1 else [f"as P1: {name}"]
        lines: Lines = []
        for i in range(self.dice.number(1, 2)):
            place = self.dice.one(places)
            given = [f"log = {self.dice.number(0, 3)}", *(["P1.points = 1"] if self.dice.chance(50) else [])]
            lines += ["", f"start begun_{i}:", *indented([*given, *([place] if place else [])])]
        return lines

    def _sights(self) -> Lines:
        """An example that says who sees some zones and fields, as their declarations do."""
        if not self.dice.chance(30):
            return []
        known = [(z.name, z.of, z.seen) for z in self.world.zones if not z.index]
        known += [(f.name, f.of, "all" if f.seen else "owner") for f in self.world.fields if f.many != "array"]
        named = [one for one in known if one[1] in ("shared", PLAYER)]
        lines: Lines = []
        for name, of, seen in self.dice.some(named, 40):
            watcher = self.dice.one(["P1", "P2"]) if self.world.players[0] > 1 else "P1"
            sees = {"all": True, "nobody": False, "owner": watcher == "P1", "others": watcher != "P1"}[seen]
            place = name if of == "shared" else f"P1.{name}"
            lines.append(f"then {watcher} {'sees' if sees else 'does not see'} {place}")
        return ["", "example who_sees:", *indented(lines)] if lines else []

    def _deck_is_pile(self) -> bool:
        return any(z.name == "deck" and z.form == "pile" for z in self.world.zones)

    def _rule(self, i: int) -> Lines:
        me = self.dice.chance(70)
        action = me and self.dice.chance(60)
        sorts = tuple(self.dice.one([NUMBER, PLAYER, "colour", "card"]) for _ in range(self.dice.one([0, 0, 1, 2])))
        scope = Scope(me)
        names: list[str] = []
        for sort in sorts:
            parameter = self.f.fresh("p")
            names.append(f"{parameter}: {'0..3' if sort == NUMBER else sort}")
            scope = scope.also(parameter, sort)
        called = scope
        name = f"{'act' if action else 'rule'}_{i}"
        head = f"{'action' if action else 'rule'} {name}{'(' + ', '.join(names) + ')' if names else ''}"
        if action and self.dice.chance(25):
            head += f", once each {self.dice.one(['turn', 'round', 'game'])}"
        lines: Lines = []
        if action and self.dice.chance(30):
            lines.append(self.decide.requirement(scope))
        if action and self.dice.chance(50):
            made, scope = self.decide.choose(scope)
            lines += made
        lines += self.deeds.block(scope, Spot(1, opening=action), 1, 3)
        moved = tuple(sort == "card" and _may_move(n.name, lines) for sort, n in zip(sorts, called.names, strict=True))
        rule = Rule(name, sorts, me, action, moved)
        more: Lines = []
        if len(sorts) == 1 and sorts != ("card",) and self.dice.chance(60):
            of = called.names[0].name
            if action or self.dice.chance(25):
                more = self._follower(rule, called)
            elif self.dice.chance(50):
                head += f", once for each {of}"
                lines += self._back(name, rule, called)
            else:
                head += f", once for each {of}"
                lines += self._back(f"back_{i}", rule, called)
                between = self.deeds.without_calls().block(called, Spot(1), 1, 1)
                more = [f"rule back_{i}({names[0]}):", *indented([*between, *self._back(name, rule, called)]), ""]
        self.deeds.rules.append(rule)
        return [
            f"{head}:",
            *indented(lines),
            "",
            *more,
            *self._whenever(name, called, me),
            *self._kind_block(name, called, me),
        ]

    def _follower(self, rule: Rule, called: Scope) -> Lines:
        """A reaction that is a chain: it leads back to what it follows."""
        of = called.names[0].name
        own = self.deeds.without_calls().block(called, Spot(1), 1, 2)
        head = f"whenever {rule.name}({of}) as chain_of_{rule.name}, once for each {of}:"
        return [head, *indented([*own, *self._back(rule.name, rule, called)]), ""]

    def _back(self, name: str, rule: Rule, called: Scope) -> Lines:
        """Calls of the rule or of another one that leads to it, by its name: under a condition, several ones, or just one."""
        call = self.deeds.call(called, evolve(rule, name=name))
        match self.dice.number(0, 2):
            case 0:
                return [call]
            case 1:
                return [f"if {self.f.flag(called)}: {call}", self.deeds.call(called, rule)]
            case _:
                return [f"repeat up to {self.dice.number(1, 3)}: {call}"]

    def _whenever(self, of: str, parameters: Scope, me: bool) -> Lines:
        """Statements that follow each occurrence of a rule."""
        if not self.dice.chance(30):
            return []
        taken = [n for n in parameters.names if self.dice.chance(60)]
        scope = evolve(Scope(me), names=tuple(taken))
        head = f"whenever {of}" + (f"({', '.join(n.name for n in taken)})" if taken else "")
        head += f" as after_{of}" if self.dice.chance(40) else ""
        lines = self.deeds.without_calls().block(scope, Spot(1, stops=False), 1, 2)
        return [f"{head}:", *indented(lines), ""]

    def _kind_block(self, of: str, parameters: Scope, me: bool) -> Lines:
        """The rules of a kind: an amount, and what follows a rule for each piece in a zone, or for the piece that a rule is about."""
        kinds = [(k, c.name) for c in self.world.components for k in c.kinds if k.isidentifier() and not c.owned]
        kinds = [(k, c) for k, c in kinds if k not in self.with_rules]
        if not kinds or not self.dice.chance(35):
            return []
        kind, component = self.dice.one(kinds)
        self.with_rules.add(kind)
        taken = [n for n in parameters.names if self.dice.chance(60)]
        about = [n for n in parameters.names if n.sort == component]
        if about and self.dice.chance(40):
            taken = [about[0], *(n for n in taken if n is not about[0])]
            return [f"each {kind}:", *indented(self._reaction(of, taken, Scope(me))), ""]
        owners = ("shared", PLAYER) if me else ("shared",)
        zones = [z for z in self.world.zones if component in z.holds and not z.index and z.of in owners]
        if not zones:
            return []
        zone = self.dice.one(zones)
        amount = self.f.fresh("extra")
        value = self.dice.one([f"{self.dice.number(-1, 2)}", "yes", "it.worth", f"count({zone.name})"])
        uses = f"if {amount}: log += 1" if value == "yes" else f"log += max(0, min(3, {amount}))"
        says = [f"let {amount} = {value}", *self._reaction(of, taken, Scope(me))]
        if self.dice.chance(50) and (zone.of == "shared" or me):
            says += [f"whenever {of}:", f"    {uses}"]
        return [f"each {kind} in {zone.name}:", *indented(says), ""]

    def _reaction(self, of: str, taken: list[Named], scope: Scope) -> Lines:
        """Statements that follow each occurrence of a rule, in the block of a kind."""
        head = f"whenever {of}" + (f"({', '.join(n.name for n in taken)})" if taken else "")
        inner = evolve(scope, names=tuple(taken))
        if scope.me and self.dice.chance(25):
            rival = self.f.fresh("rival")
            head += f" by {rival}"
            inner = inner.also(rival, PLAYER)
        if scope.me and self.dice.chance(25):
            head += f", once each {self.dice.one(['turn', 'round', 'game'])}"
        lines = self.deeds.without_calls().block(inner, Spot(1, stops=False), 1, 2)
        return [f"{head}:", *indented(lines)]

    def _menu(self, scope: Scope, owner: str) -> Lines:
        inner = scope.certain()
        actions = [r for r in self.deeds.callable(inner) if r.action]
        if not actions:
            return []
        self.decide.asked[owner] = "menu"
        lines: Lines = []
        for action in self.dice.some(actions, 70) or actions[:1]:
            gate = f" if {self.f.flag(evolve(inner, depth=1))}" if self.dice.chance(30) else ""
            lines.append(f"{self.deeds.call(inner, action)}{gate}")
        head = self.dice.one(["choose one", "choose if able one", "may choose one"])
        if self.dice.chance(20):
            name = self.f.fresh("x")
            self.decide.asked[name] = "one"
            head = head.removesuffix(" one")
            return [f"{head}:", f"    {name}: one of 1..2", "    then one:", *indented(indented(lines))]
        otherwise = ["else:", *indented(self.deeds.assignment(scope))] if head == "choose one" else []
        return [f"{head}:", *indented(lines), *otherwise]

    def _phase(self, name: str) -> Lines:
        if self.dice.chance(25):
            return [f"phase {name}:", *indented(self.deeds.block(Scope(False), Spot(2), 1, 3))]
        turns = self.dice.chance(25)
        head = self.deeds.each_head(Scope(False), ordered=not turns)
        scope = Scope(True)
        together = self.dice.chance(20)
        if together:
            head += " together"
        if turns:
            until = self.f.named(Scope(False, depth=0), FLAG)
            head += f" until {until}, {self.dice.one(['up to 4', 'at most 9', 'at most 5, else cut off'])}"
        lines: Lines = []
        if together or self.dice.chance(60):
            made, scope = self.decide.choose(scope)
            lines += made
        if not together and self.dice.chance(50):
            lines += self._menu(scope, name)
        lines += self.deeds.block(scope, Spot(2), 1, 3)
        return [f"phase {name}, {head}:", *indented(lines)]

    def _ends(self) -> Lines:
        lines: Lines = []
        for _ in range(self.dice.one([0, 0, 1, 2])):
            after = self.dice.one(
                ["", "", "after round ", "after round ", *(f"after one more {more} " for more in MORE)]
            )
            why = ' "It is over."' if self.dice.chance(50) else ""
            head = "game ends" if self.dice.chance(60) else self._verdict()
            lines.append(
                f"{head} {after}when log > {self.f.small(3, 40)} and {self.f.flag(Scope(False, depth=1))}{why}"
            )
        if self.dice.chance(10):
            lines.append(f"{self._verdict()} otherwise{self.dice.one(['', NIGHT])}")
        if self.dice.chance(30):
            lines += ["", "end:", *indented(self.deeds.without_calls().block(Scope(False), Spot(1, ends=False), 1, 2))]
        return lines

    def _verdict(self) -> str:
        """Who has won."""
        who = self.dice.one(
            ["all", "players where it is first(players)", f"players where points > {self.f.small(0, 9)}"]
        )
        return f"{who} {self.dice.one(['win', 'lose'])}"

    def _scores(self) -> Lines:
        lines: Lines = [""]
        scored = False
        for i in range(self.dice.number(0, 3)):
            after = f" after {self.dice.one(['round', 'phase_0'])}" if self.dice.chance(30) else ""
            lines.append(f"score line_{i}{after}: {self.f.number(Scope(True, sure=True))}")
            scored = True
        key = "total" if scored else "points"
        more = self.dice.one(["", "", f" then lowest {self.f.number(Scope(True, depth=1, sure=True))}"])
        ties = "shared"
        if any(f.name == "judge" for f in self.world.fields) and self.dice.chance(50):
            ties = "decided by judge"
        lines += ["", f"ranking by {self.dice.one(['highest', 'lowest'])} {key}{more}, ties {ties}"]
        if self.dice.chance(30):
            lines.append(f"players aim at {self.dice.one(['victory', 'rank', *(['points'] if scored else [])])}")
        if self.dice.chance(20):
            lines.append(
                f"invariant always: {self.dice.one(['log >= 0', self.f.flag(Scope(False, depth=1, sure=True))])}"
            )
        if self.dice.chance(20):
            lines.append(f"possible once: {self.f.flag(Scope(False, depth=1, sure=True))}")
        return lines


_LAYING = (
    "    move 1 slab from quarry to nest[0, 0].lying",
    "    move 1 bird from quarry to nest[0, 0].sitting",
    "    for n in first(margin(nest), 1): move 1 slab from quarry to n.lying",
)
"""Slabs of a board without an edge, and a bird that sits on the first one."""


def _asks(name: str) -> str:
    """A pattern for what asks a question: a selection by its name, the cards of a draw that are kept, or what holds a menu or a `may choose`."""
    return r"\bkeep\b" if name == "kept" else rf"\b{name}\b"


def _may_move(name: str, lines: Lines) -> bool:
    """Whether the statements move what has this name, or pass it on to a rule that may."""
    return any(re.search(rf"\b(move|swap|flip|rule_\d+|act_\d+)\b.*\b{name}\b", line) for line in lines)
