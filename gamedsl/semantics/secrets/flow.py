"""Walks through the rules in the order of play, and records each place where hidden facts reach a seat.

A value that depends on a secret discloses it where the value is seen. A test of a secret discloses it too, if a seat that does not know the secret
sees the consequences. The test is then recorded once, and its consequences are not.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import assert_never

from gamedsl.graph.analysis.walk import statements
from gamedsl.graph.model import source_statements as source
from gamedsl.graph.model import statements as effects
from gamedsl.graph.model.expressions import Const, Expr, Local, ZoneAt
from gamedsl.graph.model.source_statements import Stmt
from gamedsl.graph.model.types import FieldId, LocalId, SiteId
from gamedsl.semantics.model.checked import Body, Checked, Phase, Places
from gamedsl.semantics.secrets.knowledge import Held, State, bare, whole_family
from gamedsl.semantics.secrets.labels import PLAYER, Labels
from gamedsl.semantics.secrets.marks import Marks
from gamedsl.semantics.secrets.model import OPEN, Disclosure, Disclosures, Label, Secret, Way, facts_of, unknown
from gamedsl.semantics.secrets.notes import EVERYBODY, Notes, Test
from gamedsl.semantics.secrets.offers import Offers, is_unnoticed
from gamedsl.semantics.secrets.pieces import Pieces, find_revealed
from gamedsl.semantics.secrets.seen import Ahead
from gamedsl.source import Span
from gamedsl.values import define, field

_Pass = Callable[[State], State]
"""Runs one pass of a loop: takes the knowledge before it, returns the knowledge after it."""

_OPENING = source.Require, effects.SetLocal, source.Choose
"""The statements that the opening of an action can consist of."""
_FIRST = *_OPENING, effects.CallRule, effects.If
"""The statements that can precede the first decision of a simultaneous turn."""
_MOST_STEPS = 400_000
_DEEP_LOOPS = 3
"""Loops nested deeper than this are walked once."""
_MOST_PASSES = 4
"""The most passes over a loop while searching for a fixed point: each pass extends a chain of dependent locals by one step."""


def disclosures(checked: Checked, places: Places, marks: Iterable[Span]) -> Disclosures:
    """Returns all disclosures of a setup, and the marks that disclose nothing."""
    marked = Marks(marks)
    walk = _Walk(checked, places, marked)
    is_whole = True
    try:
        while walk.program():
            pass
    except (_TooMuchError, RecursionError):
        is_whole = False
    told = [
        Disclosure(Way.VALUE, span, facts_of(label), EVERYBODY, True, frozenset(marked.anchors.get(span, ())))
        for span, label in marked.told.items()
    ]
    told += [
        Disclosure(way, span, facts_of(label), to, False, frozenset(walk.notes.anchors.get((way, span, to), ())))
        for (way, span, to), label in walk.notes.told.items()
    ]
    idle = sorted(marked.reached - set(marked.told), key=_place)
    ordered = sorted(told, key=lambda one: (*_place(one.span), one.way.value))
    return Disclosures(tuple(ordered), tuple(idle) if is_whole else (), is_whole)


class _TooMuchError(Exception):
    """The rules are too large to be walked completely."""


def _place(span: Span) -> tuple[str, int, int]:
    return span.source, span.start, span.end


@define(eq=False)
class _Walk:
    checked: Checked
    places: Places
    marks: Marks
    labels: Labels = field(init=False)
    notes: Notes = field(init=False)
    pieces: Pieces = field(init=False)
    offers: Offers = field(init=False)
    ahead: Ahead = field(init=False)
    _stores: dict[FieldId, Label] = field(factory=dict[FieldId, Label])
    _walked: dict[object, State] = field(factory=dict[object, State])
    _joined: frozenset[int] = frozenset()
    """Choices (by `id`) that are unseen because they belong to an unseen menu."""
    _is_fixed: bool = False
    """Whether the current statements belong to a choice that began before them; that choice is then the anchor of their disclosures."""
    _fixed: tuple[type[Stmt], ...] = _OPENING
    """The statements that can belong to that choice."""
    _steps: int = 0
    _loops: int = 0
    """The number of loops around the current statement."""

    def __attrs_post_init__(self) -> None:
        self.ahead = Ahead(self.checked)
        self._begin()

    def _begin(self) -> None:
        self.labels = Labels(self.checked, self.places, self.marks)
        self.notes = Notes(self.checked, self.labels, self.marks)
        self.pieces = Pieces(self.checked, self.labels, self.notes)
        self.offers = Offers(self.checked, self.labels, self.notes)

    # ------------------------------------------------------------ the whole

    def program(self) -> bool:
        """Walks through all rules. Returns whether the labels of the compiler's fields have grown, so that another walk is needed."""
        self._begin()
        self.labels.stores = dict(self._stores)
        self._walked.clear()
        checked, state = self.checked, State()
        state = self.block(checked.setup, state, None)
        for _ in range(2):
            for entry in checked.rounds.phases:
                phase = checked.phases[entry.phase]
                self.marks.at = phase.name
                with_test = self.notes.open_test(entry.until, state, phase.site)
                state = self._phase(phase, state)
                self.notes.close(with_test)
            state = self.block(checked.rounds.after, state, None)
        self.marks.at = None
        for end in checked.ends:
            self.notes.tell(Way.END, end.condition, self.labels.value(end.condition, state), state, end.site)
        self.block(checked.end, state, None)
        for score in checked.scores:
            function = checked.functions[score.function]
            label = self.labels.value(function.body, State())
            span = self.labels.span_of(function.body, State())
            if label and span is not None:
                self.notes.note(Way.SCORES, span, EVERYBODY, label)
        for verdict in checked.verdicts:
            body = checked.functions[verdict.wins].body
            label, span = self.labels.value(body, State()), self.labels.span_of(body, State())
            if label and span is not None:
                self.notes.note(Way.SCORES, span, EVERYBODY, label)
        order = self.labels.value(checked.ranking.order, State())
        if order:
            self.notes.note(Way.SCORES, checked.sites[checked.ranking.site].span, EVERYBODY, order)
        self._scripts()
        before, self._stores = self._stores, dict(self.labels.stores)
        return self._stores != before

    def _scripts(self) -> None:
        """Records answers of scripted seats that depend on facts hidden from them: everybody sees these answers."""
        for script in self.checked.scripts:
            for answer in script.answers:
                if answer.key is None:
                    continue
                label = frozenset(
                    secret
                    for secret in self.labels.value(answer.key, State())
                    if not (
                        secret.owner is not None and _is_seat(secret.owner, script.seat) == (secret.knows == "owner")
                    )
                )
                span = self.labels.find_telling_part(answer.key, State())
                if label and span is not None:
                    self.notes.note(Way.BRANCH, span, EVERYBODY, label)

    def _phase(self, phase: Phase, state: State) -> State:
        self.notes.line(phase.site)
        self.marks.at = phase.name
        state = self.block(phase.before, state, None)
        if phase.each is None:
            state = self._pass(phase.stmts, state, None)
        else:
            state = self._walk_each(phase.each, state, phase.for_seats)
        return self.block(phase.after, state, None)

    # ------------------------------------------------------------ statements

    def block(
        self, stmts: Sequence[Stmt], state: State, me: Expr | None, later: frozenset[LocalId] = frozenset()
    ) -> State:
        """Walks through consecutive statements. `later` are locals whose pieces everybody sees after the block, before play stops."""
        shown = self.ahead.of(stmts)
        for number, stmt in enumerate(stmts):
            after, goes_on = shown[number]
            ahead = after | later if goes_on else after
            state.shown |= {state.root(local) for local in ahead}
            before = self.marks.at
            self._is_fixed &= isinstance(stmt, self._fixed)
            if not self._is_fixed:
                self.marks.at = id(stmt)
            state = self._stmt(stmt, state, me, ahead)
            self.marks.at = before
        return state

    def _pass(self, stmts: Sequence[Stmt], state: State, me: Expr | None) -> State:
        """Walks through one pass of a loop, one turn, or one run of a rule: an unseen decline ends it."""
        gates = len(self.notes.gates)
        state = self.block(stmts, state, me)
        del self.notes.gates[gates:]
        return state

    def _stmt(self, stmt: Stmt, state: State, me: Expr | None, ahead: frozenset[LocalId]) -> State:
        self._steps += 1
        if self._steps > _MOST_STEPS:
            raise _TooMuchError
        site = getattr(stmt, "site", None)
        if isinstance(site, int):
            self.notes.line(SiteId(site))
        match stmt:
            case effects.SetLocal(local, value):
                held = self.labels.make_held(value, state)
                state.bind(local, self.notes.add_tests(held))
                if local in ahead:
                    state.shown |= {local}
            case effects.SetField(field, index, value):
                self.pieces.set_field(field, index, value, state)
            case effects.ResetFields(fields):
                if any(self.labels.is_public(self.checked.fields[one]) for one in fields):
                    self.notes.shows()
            case effects.Move(what, to):
                self.pieces.move(what, to, state)
            case effects.SwapZones(first, second):
                self.pieces.exchange((first, second), state)
            case effects.SwapPieces(first, second):
                self.pieces.exchange((first, second), state)
            case effects.Rotate(zone):
                self.notes.shows()
                self.pieces.forget({zone}, state)
            case effects.Shuffle(zone, what, into):
                for place in (zone, into):
                    if place is not None:
                        self.notes.tell(Way.COUNT, place, self.labels.count(place, state), state)
                if what is not None:
                    self.notes.tell(Way.COUNT, what, self.labels.count(what, state), state)
                self.notes.shows()
                self.pieces.forget(self.pieces.zones(state, zone, what, into), state)
            case effects.Peek(what, seat, unseen):
                self.pieces.look(what, seat, unseen, state)
            case effects.Say(_, values):
                for value in values:
                    self.notes.tell(Way.SENTENCE, value, self.labels.value(value, state), state)
                self.notes.shows(Way.QUESTION)
            case effects.Eliminate(player):
                self.notes.tell(Way.VALUE, player, self.labels.value(player, state), state)
                self.notes.shows()
            case effects.Award(field, prizes, ranking):
                if self.labels.is_public(self.checked.fields[field]):
                    for one in (prizes, ranking):
                        self.notes.tell(Way.VALUE, one, self.labels.value(one, state), state)
                    self.notes.shows()
            case effects.If(condition, then, otherwise):
                return self._walk_if(condition, then, otherwise, state, me, ahead)
            case effects.For():
                return self._walk_for(stmt, state, me)
            case effects.Repeat():
                return self._repeat(stmt, state, me)
            case source.Each():
                return self._walk_each(stmt, state, ())
            case effects.Check() | effects.StartCount() | effects.CountPass() | effects.Resolve():
                pass
            case effects.Ensure(condition=condition):
                self.notes.tell(
                    Way.OFFER, condition, self.labels.value(condition, state), state, to=self.labels.seat(me, state)
                )
            case source.Require(requirement):
                label = self.labels.value(requirement.condition, state)
                self.notes.tell(Way.OFFER, requirement.condition, label, state, to=self.labels.seat(me, state))
            case effects.CallRule():
                return self._call(stmt, state, ahead)
            case source.Choose():
                return self._choose(stmt, state)
            case effects.Roll() | source.RollBlock():
                for roll in (stmt,) if isinstance(stmt, effects.Roll) else stmt.rolls:
                    self.pieces.roll(roll, state)
            case effects.Draw():
                self.pieces.draw(stmt, state)
            case source.DrawKeep():
                self.pieces.draw(stmt.draw, state)
                self.notes.shows(Way.QUESTION)
                kept = frozenset({Secret("choice", "kept", "owner", self.labels.seat(stmt.me, state))})
                state.bind(stmt.local, Held(kept))
                self.pieces.forget(self.pieces.zones(state, stmt.to), state)
                if stmt.rest is not None:
                    self.pieces.forget(self.pieces.zones(state, stmt.rest), state)
            case source.EndGame():
                self.notes.shows()
            case _:
                assert_never(stmt)
        return state

    # ------------------------------------------------------------ ways

    def _walk_if(
        self,
        condition: Expr,
        then: Sequence[Stmt],
        otherwise: Sequence[Stmt],
        state: State,
        me: Expr | None,
        ahead: frozenset[LocalId],
    ) -> State:
        is_open = self.notes.open_test(condition, state)
        because = self.notes.tests[-1].label if is_open else OPEN
        yes = self.block(then, state.copy(), me, ahead)
        no = self.block(otherwise, state, me, ahead)
        self.notes.close(is_open)
        return yes.join(no, because)

    def _walk_for(self, stmt: effects.For, state: State, me: Expr | None) -> State:
        if (whole := find_revealed(stmt)) is not None:
            return self.pieces.reveal(whole, state)
        is_open = self.notes.open_test(None, state, label=self.labels.count(stmt.source, state))
        if is_open:
            self.notes.tests[-1].span = self.notes.span(stmt.source, state) or self.notes.tests[-1].span
        held = Held(
            self.labels.value(stmt.source, state),
            self.labels.which(stmt.source, state),
            None,
            self.notes.span(stmt.source, state),
        )

        def one_pass(before: State) -> State:
            for local in stmt.locals:
                before.bind(local, held)
                if isinstance(pieces := bare(stmt.source), Local) and before.root(pieces.id) in before.shown:
                    before.shown |= {local}
            return self._pass(stmt.body, before, me)

        state = self._walk_until_stable(one_pass, state)
        everybody = isinstance(stmt.source, Const) and stmt.source.value == tuple(range(len(self.checked.seats)))
        if everybody and len(stmt.locals) == 1:
            self._note_seen_of_all(one_pass, stmt.locals[0], stmt.body, state)
        self.notes.close(is_open)
        return state

    def _note_seen_of_all(self, one_pass: _Pass, local: LocalId, body: Sequence[Stmt], state: State) -> None:
        """After a loop over all players: where each pass shows one player's zone to all, and moves nothing in or out, all such zones have been seen."""
        if any(isinstance(one, source.Choose) and one.mode != "must" for one in statements(body)):
            return  # a decline skips the rest of the pass
        shown = [zone for zone, seat in one_pass(state.copy()).looks if seat is None and isinstance(zone, ZoneAt)]
        own = [zone for zone in shown if [part.id for part in zone.index if isinstance(part, Local)] == [local]]
        families = frozenset((whole_family(zone), None) for zone in own if len(zone.index) == 1)
        if families:
            tried = state.copy()
            tried.looks |= families
            state.looks |= families & one_pass(tried).looks

    def _repeat(self, stmt: effects.Repeat, state: State, me: Expr | None) -> State:
        def one_pass(before: State) -> State:
            first = self.notes.open_test(stmt.number, before)
            second = self.notes.open_test(stmt.until, before)
            after = self._pass(stmt.body, before, me)
            self.notes.close(second)
            self.notes.close(first)
            return after

        return self._walk_until_stable(one_pass, state)

    def _walk_until_stable(self, one_pass: _Pass, state: State) -> State:
        """Walks a loop until its state no longer changes: each pass starts with the state that the previous one left."""
        self._loops += 1
        for _ in range(_MOST_PASSES if self._loops <= _DEEP_LOOPS else 1):
            after = state.copy().join(one_pass(state.copy()), self.notes.because)
            if after == state:
                break
            state = after
        self._loops -= 1
        return state

    def _walk_each(self, each: source.Each, state: State, for_seats: Sequence[tuple[int, Body]]) -> State:
        self.notes.line(each.site)
        order = OPEN if each.order is None else self.labels.value(each.order, state)
        first = OPEN if each.first is None else self.labels.value(each.first, state)
        one = self.notes.open_test(None, state, label=order | first)
        if one:
            self.notes.tests[-1].span = self.notes.span(each.order or each.first, state) or self.notes.tests[-1].span

        def one_pass(before: State) -> State:
            before.bind(each.me, Held(order, order))
            opened = [self.notes.open_test(part, before) for part in (each.where, each.until, each.number)]
            self._is_fixed, self._fixed = each.together, _FIRST
            after = self._pass(each.body, before.copy(), Local(each.me, PLAYER))
            for _, body in for_seats:
                own = before.copy()
                if body.me is not None:
                    own.bind(body.me, Held(order, order, self.labels.same(Local(each.me, PLAYER), own)))
                after = after.join(self._pass(body.stmts, own, Local(each.me, PLAYER)), OPEN)
            for is_open in reversed(opened):
                self.notes.close(is_open)
            return after

        state = self._walk_until_stable(one_pass, state)
        if each.order is None and each.where is None and each.until is None:
            self._note_seen_of_all(one_pass, each.me, each.body, state)
        self.notes.close(one)
        return state

    def _call(self, call: effects.CallRule, state: State, ahead: frozenset[LocalId]) -> State:
        rule = self.checked.rules[call.rule]
        args = tuple(self.notes.add_tests(self.labels.make_held(arg, state)) for arg in call.args)
        me = None if call.me is None else self.labels.make_held(call.me, state)
        bodies = (rule.body, *(body for _, body in rule.for_seats))
        shown = frozenset(number for number, arg in enumerate(call.args) if self._is_shown(arg, state))
        tests = tuple((test.span, test.label) for test in self.notes.around)
        key = call.rule, args, me, shown, tests, state.looks, self.marks.at if self._is_fixed else None
        known = self._walked.get(key)
        if known is None:
            known = self._bodies(bodies, args, me, shown, state)
            self._walked[key] = known
        after = state.copy()
        after.looks = known.looks
        for param, arg in zip(rule.body.params, call.args, strict=True):
            if param in known.shown and isinstance(given := bare(arg), Local):
                after.shown |= {after.root(given.id)}
        return after

    def _bodies(
        self, bodies: Sequence[Body], args: Sequence[Held], me: Held | None, shown: frozenset[int], state: State
    ) -> State:
        found: State | None = None
        at = self.notes.at
        for body in bodies:
            inner = state.copy()
            for number, (param, held) in enumerate(zip(body.params, args, strict=True)):
                inner.bind(param, held)
                if number in shown:
                    inner.shown |= {param}
            acting: Expr | None = None
            if body.me is not None and me is not None:
                inner.bind(body.me, me)
                acting = Local(body.me, PLAYER)
            elif me is not None:
                acting = me.same
            after = self._pass(body.stmts, inner, acting)
            found = after if found is None else found.join(after, OPEN)
        self.notes.at = at
        assert found is not None
        return found

    def _is_shown(self, arg: Expr, state: State) -> bool:
        inner = bare(arg)
        return isinstance(inner, Local) and state.root(inner.id) in state.shown

    # ------------------------------------------------------------ choices

    def _choose(self, stmt: source.Choose, state: State) -> State:
        seat = self.labels.seat(stmt.me, state)
        unseen = stmt.unseen or id(stmt) in self._joined
        if not unseen:
            self.notes.tell(Way.QUESTION, stmt.me, self.labels.value(stmt.me, state), state)
            self.notes.shows(Way.QUESTION)
        offered = OPEN
        for part in stmt.parts:
            offered |= self.offers.take(part, seat, unseen, state)
        if stmt.mode == "if_able":
            new = unknown(offered, None) - self.notes.because
            if new and not unseen and self.notes.at is not None:
                self.notes.note(Way.NOTHING, self.checked.sites[stmt.site].span, EVERYBODY, new)
        after: State | None = None
        for line in stmt.menu or ():
            self.notes.line(line.site)
            if line.condition is not None:
                self.offers.tell(line.condition, self.labels.value(line.condition, state), seat, state)
            for arg in line.args:
                self.offers.tell(arg, self.labels.value(arg, state), seat, state)
            self._is_fixed, self._fixed = True, _OPENING
            before = self._joined
            self._joined = frozenset(self.offers.openings(line.rule)) if unseen else frozenset()
            is_open = self.notes.open_test(None, state, label=self.offers.unseen(stmt.owner, seat) if unseen else OPEN)
            called = self._call(effects.CallRule(line.rule, stmt.me, line.args, line.site), state.copy(), frozenset())
            self.notes.close(is_open)
            self._joined = before
            after = called if after is None else after.join(called, OPEN)
        if stmt.otherwise:
            other = self.block(stmt.otherwise, state.copy(), stmt.me)
            after = other if after is None else after.join(other, OPEN)
        if stmt.mode == "may" and (unseen or is_unnoticed(stmt)):
            name = next((part.name for part in stmt.parts if isinstance(part, effects.Select)), stmt.owner)
            self.notes.gates.append(
                Test(self.offers.unseen(name, seat), self.checked.sites[stmt.site].span, self.marks.at)
            )
        self._is_fixed = False
        return state if after is None else state.join(after, OPEN)


def _is_seat(owner: Expr, seat: int) -> bool:
    return isinstance(owner, Const) and owner.value == seat
