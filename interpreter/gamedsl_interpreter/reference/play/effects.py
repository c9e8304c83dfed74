"""Compiles effects of a Game to closures, which change the working position."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeAlias, assert_never

from gamedsl.errors import GameDslError
from gamedsl.graph.model import source_statements, statements, types
from gamedsl.graph.model.expressions import Expr
from gamedsl.graph.model.game import FieldSpec, ZoneSpec
from gamedsl.graph.text.names import value_text
from gamedsl_interpreter.engine import Fault
from gamedsl_interpreter.facts import FieldSet, Said, Shown
from gamedsl_interpreter.plans.commitments import commitments, is_commitment
from gamedsl_interpreter.reference.decisions.search import Broken
from gamedsl_interpreter.reference.formulas.boards import neighbour
from gamedsl_interpreter.reference.formulas.compiler import Formulas
from gamedsl_interpreter.reference.formulas.iteration import each_copy
from gamedsl_interpreter.reference.formulas.places import instance
from gamedsl_interpreter.reference.formulas.scalars import divide_up, in_range
from gamedsl_interpreter.reference.play import moving
from gamedsl_interpreter.reference.play.moving import Zones
from gamedsl_interpreter.reference.play.work import Work
from gamedsl_interpreter.reference.values.collections import PieceCounts, by_place
from gamedsl_interpreter.reference.values.slots import Formula
from gamedsl_interpreter.wording.texts import specs_by_instance

Deed: TypeAlias = Callable[[Work], None]


class BrokenError(GameDslError):
    """A trial move has reached an `ensure` that does not hold."""

    def __init__(self, broken: Broken) -> None:
        self.broken = broken


class Effects:
    """Compiles effects to closures. Routines of the Game are compiled on the first call (they are acyclic)."""

    def __init__(self, make: Formulas, zones: Zones) -> None:
        self.make = make
        self.zones = zones
        self._routines = {routine.rule: routine for routine in make.game.routines}
        self._bodies: dict[types.RuleId, Deed] = {}
        self._fields, self._zone_specs = specs_by_instance(make.game)
        self._commitments = commitments(make.game)

    def block(self, effects: tuple[source_statements.Stmt, ...]) -> Deed:
        """Compiles the effects to one closure that performs them in order."""
        deeds = tuple(self.of(effect) for effect in effects)
        match deeds:
            case (only,):
                return only
            case _:
                return lambda work: _do_all(deeds, work)

    def of(self, effect: source_statements.Stmt) -> Deed:
        """Compiles the effect to a closure."""
        match effect:
            case statements.SetLocal() | statements.SetField() | statements.ResetFields() | statements.Award():
                return self._compile_assignment(effect)
            case (
                statements.Move()
                | statements.SwapZones()
                | statements.SwapPieces()
                | statements.Rotate()
                | statements.Shuffle()
                | statements.Peek()
                | statements.Say()
                | statements.Eliminate()
            ):
                return self._compile_move(effect)
            case (
                statements.If()
                | statements.For()
                | statements.Repeat()
                | statements.Check()
                | statements.Ensure()
                | statements.CallRule()
                | statements.StartCount()
                | statements.CountPass()
            ):
                return self._compile_control(effect)
            case (
                source_statements.Choose()
                | source_statements.Require()
                | statements.Roll()
                | source_statements.RollBlock()
                | statements.Draw()
                | source_statements.DrawKeep()
                | statements.Resolve()
                | source_statements.Each()
                | source_statements.EndGame()
            ):
                raise AssertionError(f"{type(effect).__name__} is no effect: compiling makes a node of it")
            case _:
                assert_never(effect)

    def _compile_assignment(
        self, effect: statements.SetLocal | statements.SetField | statements.ResetFields | statements.Award
    ) -> Deed:
        match effect:
            case statements.SetLocal(local, value):
                return _set_local(self.make.slots.local(local), self.make.of(value))
            case statements.SetField(field, index, value, site):
                spec = self.make.game.fields[field]
                return self._set_field(spec, self._instance(spec, index, site), self.make.of(value), site)
            case statements.ResetFields(fields, owner):
                return self._reset(fields, owner)
            case statements.Award():
                return self._award(effect)
            case _:
                assert_never(effect)

    def _compile_move(
        self,
        effect: statements.Move
        | statements.SwapZones
        | statements.SwapPieces
        | statements.Rotate
        | statements.Shuffle
        | statements.Peek
        | statements.Say
        | statements.Eliminate,
    ) -> Deed:
        match effect:
            case statements.Move():
                return self._move(effect)
            case statements.SwapZones(first, second, site):
                one, other = self.make.of(first), self.make.of(second)
                return lambda work: self._swap_zones(work, one(work.frame), other(work.frame), site)
            case statements.SwapPieces(first, second, site):
                left, right = self.make.of(first), self.make.of(second)
                return lambda work: moving.swap(self.zones, work, left(work.frame), right(work.frame), site)
            case statements.Rotate(zone, side):
                return lambda work: self._rotate(work, zone, 1 if side == "left" else -1)
            case statements.Shuffle():
                return self._shuffle(effect)
            case statements.Peek(what, seat, unseen):
                pieces, watcher = self.make.of(what), self.make.of(seat)
                if unseen:
                    return lambda work: _peek(work, pieces(work.frame), watcher(work.frame), noticed=False)
                return lambda work: _peek(work, pieces(work.frame), watcher(work.frame), noticed=True)
            case statements.Say(_, values):
                return _say(self.make.sentences.number(effect), self.make.all(values))
            case statements.Eliminate(player):
                return self._eliminate(self.make.of(player))
            case _:
                assert_never(effect)

    def _compile_control(
        self,
        effect: statements.If
        | statements.For
        | statements.Repeat
        | statements.Check
        | statements.Ensure
        | statements.CallRule
        | statements.StartCount
        | statements.CountPass,
    ) -> Deed:
        match effect:
            case statements.If(condition, then, otherwise):
                return _compile_if(self.make.of(condition), self.block(then), self.block(otherwise))
            case statements.For():
                return self._compile_for(effect)
            case statements.Repeat():
                return self._repeat(effect)
            case statements.Check(condition, code, name, site):
                return _check(self.make.of(condition), code, name, site)
            case statements.Ensure(name, condition, why, site):
                return _ensure(self.make.of(condition), Broken(name, why, site))
            case statements.CallRule():
                return self._call(effect)
            case statements.StartCount(counter):
                return _set_local(self.make.slots.counter(counter), lambda _: 0)
            case statements.CountPass(counter, limit, site):
                return _count_pass(self.make.slots.counter(counter), limit, site)
            case _:
                assert_never(effect)

    # ------------------------------------------------------------ fields

    def _instance(self, spec: FieldSpec, index: tuple[Expr, ...], site: types.SiteId) -> Formula:
        sizes = tuple(dimension.size for dimension in spec.dimensions)
        return instance(self.make, index, sizes, spec.base, site, spec.name)

    def _set_field(self, spec: FieldSpec, at: Formula, value: Formula, site: types.SiteId) -> Deed:
        def assign(work: Work) -> None:
            slot: int | None = at(work.frame)
            if slot is None:
                raise Fault("E_NONE", site, f"an index of `{spec.name}` is none")
            self.store(work, slot, value(work.frame), site)

        return assign

    def store(self, work: Work, slot: int, value: types.Value, site: types.SiteId) -> None:
        """Sets a field instance to a value. Fault E_BOUND outside its range. An unchanged value is not logged."""
        spec = self._fields[slot]
        if not in_range(value, spec.type):
            found = value_text(self.make.game, value, spec.type)
            raise Fault("E_BOUND", site, f"`{spec.name}` would be {found}{_holds(spec.type)}")
        if work.frame[slot] == value:
            return
        work.frame[slot] = value
        if not spec.hidden:
            work.facts.append(FieldSet(slot, value, self.zones.audience.field(slot, work.frame)))

    def _reset(self, fields: tuple[types.FieldId, ...], owner: Expr | None) -> Deed:
        specs = tuple(self.make.game.fields[field] for field in fields)
        who = None if owner is None else self.make.of(owner)

        def reset(work: Work) -> None:
            first = None if who is None else who(work.frame)
            for spec in specs:
                for i, value in enumerate(spec.start):
                    if first is None or i // _stride(spec) == first:
                        self.store(work, spec.base + i, value, types.SiteId(-1))

        return reset

    def _award(self, effect: statements.Award) -> Deed:
        prizes, ranking = self.make.of(effect.prizes), self.make.of(effect.ranking)
        base = self.make.game.fields[effect.field].base

        def award(work: Work) -> None:
            left: tuple[int, ...] = prizes(work.frame)
            for group in ranking(work.frame):
                size = len(group)
                total = sum(left[:1] if effect.share == "one" else left[:size])
                left = left[size:]
                share = divide_up(total, size) if effect.rounding == "up" else total // size
                for player in group:
                    self.store(work, base + player, work.frame[base + player] + share, effect.site)

        return award

    # ------------------------------------------------------------ pieces

    def _move(self, effect: statements.Move) -> Deed:
        what, to, zones, site = self.make.of(effect.what), self.make.of(effect.to), self.zones, effect.site
        under, bottom = effect.under, effect.from_bottom
        if not under and not bottom and is_commitment(self._commitments, effect):
            return lambda work: moving.move_committed(zones, work, what(work.frame), to(work.frame), site)
        if not under and not bottom:
            return lambda work: moving.move(zones, work, what(work.frame), to(work.frame), site)
        return lambda work: moving.move_with(
            zones, work, what(work.frame), to(work.frame), site, under=under, from_bottom=bottom
        )

    def _swap_zones(self, work: Work, first: int | None, second: int | None, site: types.SiteId) -> None:
        if first is None or second is None:
            raise Fault("E_NONE", site, "a zone that is to be exchanged is none")
        if first != second:
            moving.exchange(self.zones, work, [(first, second), (second, first)], site)

    def _rotate(self, work: Work, zone: types.ZoneId, step: int) -> None:
        spec = self.make.game.zones[zone]
        seats = len(self.make.game.seats)
        inner = len(spec.start) // seats
        out = self.make.game.builtins.out
        gone = 0 if out is None else self.make.game.fields[out].base
        playing = [seat for seat in range(seats) if out is None or not work.frame[gone + seat]]
        passes = [(seat, neighbour(self.make, work.frame, seat, step)) for seat in playing]
        instances = [(spec.base + a * inner + i, spec.base + b * inner + i) for i in range(inner) for a, b in passes]
        moving.exchange(self.zones, work, [(a, b) for a, b in instances if a != b], types.SiteId(-1))

    def _shuffle(self, effect: statements.Shuffle) -> Deed:
        zones, site = self.zones, effect.site
        if effect.zone is not None:
            zone = self.make.of(effect.zone)
            return lambda work: moving.shuffle(zones, work, zone(work.frame))
        if effect.what is None or effect.into is None:
            raise ValueError("nothing says what is shuffled")
        what, into = self.make.of(effect.what), self.make.of(effect.into)
        mix = moving.shuffle_under if effect.under else moving.shuffle_into
        return lambda work: mix(zones, work, what(work.frame), into(work.frame), site)

    def _eliminate(self, who: Formula) -> Deed:
        game, builtins = self.make.game, self.make.game.builtins
        if builtins.out is None or builtins.box is None:
            raise ValueError("a game that eliminates players has a box, and keeps who is out")
        out, box = game.fields[builtins.out].base, game.zones[builtins.box].base
        owners = [_owner(spec, zone) for zone, spec in enumerate(self._zone_specs)]

        def eliminate(work: Work) -> None:
            player: types.SeatId = who(work.frame)
            pieces: list[tuple[int, int, int]] = []
            for zone, owner in enumerate(owners):
                if zone != box:
                    lying = self.zones.contents(work.frame, zone)
                    own = owner == player
                    pieces += [(zone, kind, count) for kind, count in lying if own or game.kinds[kind].owner == player]
            moving.move(self.zones, work, tuple(pieces), box, types.SiteId(-1))
            self.store(work, out + player, True, types.SiteId(-1))

        return eliminate

    # ------------------------------------------------------------ control

    def _compile_for(self, effect: statements.For) -> Deed:
        source, body = each_copy(self.make.of(effect.source), effect.source.type), self.block(effect.body)
        slots = tuple(self.make.slots.local(local) for local in effect.locals)

        meter = self.make.meter

        def each(work: Work) -> None:
            items = tuple(source(work.frame))
            meter.spend(len(items))
            for item in items:
                if len(slots) == 1:
                    work.frame[slots[0]] = item
                else:
                    work.frame[slots[0]], work.frame[slots[1]] = item
                body(work)

        return each

    def _repeat(self, effect: statements.Repeat) -> Deed:
        assert not effect.cut_off, "what may end the match is no effect: compiling makes nodes of it"
        number, body = self.make.of(effect.number), self.block(effect.body)
        until = None if effect.until is None else self.make.of(effect.until)

        meter = self.make.meter

        def repeat(work: Work) -> None:
            limit, passes = number(work.frame), 0
            while until is None or not until(work.frame):
                meter.spend(1)
                if passes >= limit:
                    if effect.limit == "at_most":
                        raise Fault("E_LIMIT", effect.site, f"it is repeated more than {limit:,} times")
                    return
                body(work)
                passes += 1

        return repeat

    def _call(self, effect: statements.CallRule) -> Deed:
        routine = self._routines[effect.rule]
        if effect.rule not in self._bodies:
            self._bodies[effect.rule] = self.block(routine.body)
        body = self._bodies[effect.rule]
        binds = list(zip(routine.params, effect.args, strict=True))
        if routine.me is not None and effect.me is not None:
            binds.append((routine.me, effect.me))
        values = tuple(self.make.of(value) for _, value in binds)
        slots = tuple(self.make.slots.local(local) for local, _ in binds)

        def call(work: Work) -> None:
            found = [value(work.frame) for value in values]
            for slot, value in zip(slots, found, strict=True):
                work.frame[slot] = value
            body(work)

        return call


# ---------------------------------------------------------------- closures


def _do_all(deeds: tuple[Deed, ...], work: Work) -> None:
    for deed in deeds:
        deed(work)


def _set_local(slot: int, value: Formula) -> Deed:
    def assign(work: Work) -> None:
        work.frame[slot] = value(work.frame)

    return assign


def _compile_if(condition: Formula, then: Deed, otherwise: Deed) -> Deed:
    def branch(work: Work) -> None:
        (then if condition(work.frame) else otherwise)(work)

    return branch


def _check(condition: Formula, code: str, name: str, site: types.SiteId) -> Deed:
    def check(work: Work) -> None:
        if not condition(work.frame):
            raise Fault(code, site, f"`{name}` does not hold")

    return check


def _ensure(condition: Formula, broken: Broken) -> Deed:
    def ensure(work: Work) -> None:
        if work.is_trial and not condition(work.frame):
            raise BrokenError(broken)

    return ensure


def _count_pass(slot: int, limit: int, site: types.SiteId) -> Deed:
    def count(work: Work) -> None:
        if work.frame[slot] >= limit:
            raise Fault("E_LIMIT", site, f"it is repeated more than {limit:,} times")
        work.frame[slot] += 1

    return count


def _stride(spec: FieldSpec | ZoneSpec) -> int:
    """Returns the number of instances for each owner."""
    return len(spec.start) // spec.dimensions[0].size if spec.dimensions else 1


def _owner(spec: ZoneSpec, zone: int) -> int | None:
    """Returns the player to whom a zone belongs."""
    is_players = spec.owned and isinstance(spec.dimensions[0].type, types.Player)
    return (zone - spec.base) // _stride(spec) if is_players else None


def _say(form: int, values: tuple[Formula, ...]) -> Deed:
    def say(work: Work) -> None:
        work.facts.append(Said(form, tuple([value(work.frame) for value in values])))

    return say


def _peek(work: Work, pieces: PieceCounts, seat: types.SeatId, *, noticed: bool) -> None:
    for zone, kinds in by_place(pieces).items():
        work.facts.append(Shown(zone, tuple(sorted(kinds.items())), 1 << seat, seat if noticed else None))


def _holds(of: types.Type) -> str:
    """Says which numbers a field holds; nothing if it holds something else."""
    return f", and holds {of.low}..{of.high}" if isinstance(of, types.Int) else ""
