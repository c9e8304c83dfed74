"""Statements that change values and places of pieces: what other seats see of the change, and who has looked at which pieces."""

from __future__ import annotations

from collections.abc import Sequence

from gamedsl.graph.analysis.secrecy import is_pieces
from gamedsl.graph.analysis.walk import expressions
from gamedsl.graph.model import statements as effects
from gamedsl.graph.model.expressions import Const, Contents, Expr, Local, ZoneAt
from gamedsl.graph.model.types import FieldId, ZoneId
from gamedsl.semantics.model.checked import Checked
from gamedsl.semantics.secrets.knowledge import Held, State, bare, origins, whole_family, zones_in
from gamedsl.semantics.secrets.labels import Labels
from gamedsl.semantics.secrets.model import OPEN, Label, Secret, Way, unknown
from gamedsl.semantics.secrets.notes import EVERYBODY, Notes
from gamedsl.values import define


@define(eq=False)
class Pieces:
    """Fields, moves, looks and chance of one walk through the rules."""

    checked: Checked
    labels: Labels
    notes: Notes

    def set_field(self, number: FieldId, index: Sequence[Expr], value: Expr, state: State) -> None:
        spec = self.checked.fields[number]
        label = self.labels.value(value, state)
        place = frozenset[Secret]().union(*(self.labels.value(part, state) for part in index))
        if spec.hidden:
            self.labels.stores[number] = self.labels.stores.get(number, OPEN) | label | place | self.notes.because
        elif self.labels.is_public(spec) or spec.visibility.who == "others":
            self.notes.tell(Way.VALUE, value, label, state)
            self.notes.tell(Way.VALUE, index[0] if index else value, place - label, state)
            self.notes.shows()
        elif spec.visibility.who == "owner" and self.labels.owner(spec) == "player":
            seat = self.labels.same(index[0], state)
            self.notes.tell(Way.VALUE, value, label | place, state, to=seat)
            self.notes.shows(to=seat)
        self._forget_field(number, state)

    def _forget_field(self, number: FieldId, state: State) -> None:
        """Drops formulas that read the field: they no longer equal the values bound before its change."""
        state.locals = {
            local: held
            if held.same is None or not _reads(held.same, number)
            else Held(held.value, held.which, None, held.span)
            for local, held in state.locals.items()
        }
        state.looks = frozenset(
            (zone, seat)
            for zone, seat in state.looks
            if not _reads(zone, number) and (seat is None or not _reads(seat, number))
        )

    def move(self, what: Expr, to: Expr, state: State) -> None:
        labels = self.labels
        self.notes.tell(Way.VALUE, to, labels.count(to, state), state)
        self.notes.shows()
        if self._is_open(to, state):
            self.notes.tell(Way.COUNT, what, self._other_than_moved(what, state), state)
            self._open(Way.MOVE, what, state, EVERYBODY)
            whole = self.labels.resolve(what, state)
            if isinstance(whole, Contents) and isinstance(whole.zone, ZoneAt):
                state.learn(self.labels.same(whole.zone, state), None)
        else:
            asked = labels.which if self._lies_open(what, state) else labels.count
            self.notes.tell(Way.COUNT, what, asked(what, state), state)
            owner = self._owner_of(to, state)
            new = unknown(labels.value(what, state), owner) if owner is not None else OPEN
            span = self.notes.span(what, state)
            if new and span is not None:
                self.notes.note(Way.MOVE, span, "its new owner", new)
        self.forget(self.zones(state, what, to), state)

    def _other_than_moved(self, what: Expr, state: State) -> Label:
        """Returns the secrets that decide which pieces move to an open zone, except for secrets that the moved pieces and their zones reveal anyway."""
        sources = {self.checked.zones[zone].name for zone in origins(self.labels.resolve(what, state))}
        return frozenset(
            secret
            for secret in self.labels.which(what, state)
            if secret.sort != "choice" and not (secret.sort == "zone" and (not sources or secret.name in sources))
        )

    def exchange(self, sides: Sequence[Expr], state: State) -> None:
        self.notes.shows()
        for one in sides:
            self.notes.tell(Way.COUNT, one, self.labels.count(one, state), state)
            self._open(
                Way.MOVE,
                one,
                state,
                EVERYBODY if self._is_open(sides[1 - sides.index(one)], state) else "its new owner",
            )
        self.forget(self.zones(state, *sides), state)

    def _open(self, way: Way, what: Expr, state: State, to: str) -> None:
        """Records that pieces move to a zone where others see them, as the zone declares."""
        label = self.labels.value(what, state)
        local = bare(what)
        is_chosen = isinstance(local, Local)
        if isinstance(local, Local):
            label = state.locals[state.root(local.id)].value if state.root(local.id) in state.locals else OPEN
            if to == EVERYBODY:
                state.shown |= {state.root(local.id)}
        span = self.notes.span(what, state)
        new = unknown(label, None)
        if new and span is not None and not (is_chosen and all(one.sort in ("zone", "choice") for one in new)):
            self.notes.note(way, span, to, new)

    def _is_open(self, to: Expr, state: State) -> bool:
        """Whether everybody sees the content of a zone."""
        zones = self.zones(state, to)
        return bool(zones) and all(self.labels.is_public(self.checked.zones[zone]) for zone in zones)

    def _lies_open(self, what: Expr, state: State) -> bool:
        zones = self.zones(state, what)
        return bool(zones) and any(self.labels.is_public(self.checked.zones[zone]) for zone in zones)

    def _owner_of(self, to: Expr, state: State) -> Expr | None:
        inner = bare(self.labels.resolve(to, state))
        if isinstance(inner, ZoneAt):
            spec = self.checked.zones[inner.zone]
            if spec.visibility.who == "owner" and self.labels.owner(spec) == "player":
                return self.labels.same(inner.index[0], state)
        return None

    def look(self, what: Expr, seat: Expr, unseen: bool, state: State) -> None:
        who = self.labels.same(seat, state)
        label = unknown(self.labels.value(what, state), who)
        span = self.notes.span(what, state)
        if not unseen:
            self.notes.tell(Way.COUNT, what, self.labels.which(what, state), state)
            self.notes.shows()
        if label and span is not None:
            self.notes.note(Way.LOOK, span, "who looks", label)
        self._learn(what, who, state)

    def reveal(self, what: Expr, state: State) -> State:
        label = self.labels.value(what, state)
        span = self.notes.span(what, state)
        self.notes.tell(Way.COUNT, what, self.labels.which(what, state), state)
        self.notes.shows()
        if label and span is not None:
            self.notes.note(Way.LOOK, span, EVERYBODY, label)
        self._learn(what, None, state)
        return state

    def _learn(self, what: Expr, seat: Expr | None, state: State) -> None:
        whole = self.labels.resolve(what, state)
        if isinstance(whole, Contents) and isinstance(whole.zone, ZoneAt):
            seen = self.labels.same(whole.zone, state)
            state.looks |= {(seen, seat)}
            state.learn(seen, seat)
            if isinstance(seen, ZoneAt) and self._are_all_seen(seen, seat, state):
                state.looks |= {(whole_family(seen), seat)}

    def _are_all_seen(self, zone: ZoneAt, seat: Expr | None, state: State) -> bool:
        """Whether a seat (None: all) has looked into every instance of a zone, one after the other."""
        same = [
            seen for seen, who in state.looks if who == seat and isinstance(seen, ZoneAt) and seen.zone == zone.zone
        ]
        known = {part.value for seen in same for part in seen.index if isinstance(part, Const)}
        dimensions = self.checked.zones[zone.zone].dimensions
        return len(dimensions) == 1 and len(known) == dimensions[0].size

    def forget(self, zones: set[ZoneId], state: State) -> None:
        """Records that the content of zones has changed: earlier looks no longer count."""
        state.change(zones)

    def zones(self, state: State, *exprs: Expr | None) -> set[ZoneId]:
        """Returns the zone families that formulas name."""
        return {zone for expr in exprs if expr is not None for zone in zones_in(self.labels.resolve(expr, state))}

    def roll(self, roll: effects.Roll | effects.SetLocal, state: State) -> None:
        if isinstance(roll, effects.SetLocal):
            state.bind(roll.local, self.notes.add_tests(self.labels.make_held(roll.value, state)))
            return
        label = self.labels.value(roll.source, state)
        number = self.labels.value(roll.number, state)
        pieces = is_pieces(self.checked.locals[roll.local].type)
        if roll.seat is not None:
            seat = self.labels.seat(roll.seat, state)
            self.notes.tell(Way.VALUE, roll.source, label | number, state, to=seat)
            state.bind(
                roll.local, Held(frozenset({Secret("roll", roll.name, "owner", seat)}), OPEN, None, self.notes.at)
            )
            return
        self.notes.shows()
        self.notes.tell(Way.VALUE, roll.number, number, state)
        if not pieces:
            self.notes.tell(Way.VALUE, roll.source, label, state)
        state.bind(roll.local, Held(label if pieces else OPEN, OPEN, None, self.notes.at))

    def draw(self, draw: effects.Draw, state: State) -> None:
        self.notes.shows()
        self.notes.tell(Way.COUNT, draw.number, self.labels.value(draw.number, state), state)
        self.notes.tell(Way.VALUE, draw.to, self.labels.count(draw.to, state), state)
        if draw.condition is not None and draw.element is not None:
            state.locals[draw.element] = Held(self.labels.value(draw.source, state))
            if draw.up_to:
                self.notes.tell(Way.COUNT, draw.condition, self.labels.value(draw.condition, state), state)
        self.forget(self.zones(state, draw.source, draw.to), state)


def _reads(expr: Expr, number: FieldId) -> bool:
    from gamedsl.graph.model.expressions import FieldAt

    return any(isinstance(one, FieldAt) and one.field == number for one in expressions(expr))


def find_revealed(stmt: effects.For) -> Expr | None:
    """Returns the pieces that a `reveal` shows, or None for another loop. `reveal` is compiled to a look of every seat."""
    match stmt:
        case effects.For((seat,), Const(), (effects.Peek(what, Local(id=looking)),)) if looking == seat:
            return what
        case _:
            return None
