"""Computes which secrets a formula depends on.

Each formula is asked three questions: its `value`, the `count` of its elements, and `which` pieces it means. The number of hidden pieces, and which of them
are meant, can be public although their kinds are hidden.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Literal

from gamedsl.graph.analysis.walk import children, free_locals, scope, substitute
from gamedsl.graph.model.expressions import (
    Call,
    Can,
    Const,
    Contents,
    Convert,
    Count,
    Equal,
    Expr,
    FieldAt,
    Filter,
    FlatMap,
    IfElse,
    Iteration,
    Join,
    LyingIn,
    MapList,
    Need,
    Pick,
    PieceOf,
    Rest,
    Some,
    Sorted,
    TakeFrom,
    TakeSome,
    TopPiece,
    While,
    Within,
    ZoneAt,
)
from gamedsl.graph.model.expressions import Local as LocalRead
from gamedsl.graph.model.game import FieldSpec, ZoneSpec
from gamedsl.graph.model.source_statements import Choose, Require, Stmt
from gamedsl.graph.model.statements import Bind, Requirement, Select, SetLocal, YesNo
from gamedsl.graph.model.types import FieldId, FunctionId, LocalId, Optional, Piece, Player, RuleId, SetOf
from gamedsl.semantics.model.checked import Checked, Places
from gamedsl.semantics.secrets.knowledge import Held, State, bare, whole_family
from gamedsl.semantics.secrets.marks import Marks
from gamedsl.semantics.secrets.model import OPEN, Label, Secret, Sort
from gamedsl.source import Span
from gamedsl.values import evolve

Question = Literal["value", "count", "which"]


class Labels:
    """The labels of all formulas of one setup."""

    def __init__(self, checked: Checked, places: Places, marks: Marks) -> None:
        self.checked = checked
        self.marks = marks
        self.stores: dict[FieldId, Label] = {}
        """The secrets that the compiler's own fields depend on."""
        self._places = places
        self._functions = checked.functions
        self._calls: dict[object, tuple[Label, frozenset[Span]]] = {}
        self._asked: list[RuleId] = []

    # ------------------------------------------------------------ places

    def span_of(self, expr: Expr, state: State) -> Span | None:
        """Returns the span of a formula: its own, that of its first part with a span, or the span of the local that it reads."""
        known = self._places.get(id(expr))
        if known is not None:
            return known[1]
        for part in children(expr):
            found = self.span_of(part, state)
            if found is not None:
                return found
        if isinstance(expr, LocalRead) and expr.id in state.locals:
            return state.locals[expr.id].span
        return None

    def find_telling_part(self, expr: Expr, state: State) -> Span | None:
        """Returns the span of the part of a formula that depends on a secret."""
        if id(expr) not in self._places:
            for part in children(expr):
                if self.value(part, state) and (found := self.find_telling_part(part, state)) is not None:
                    return found
        return self.span_of(expr, state)

    def seat(self, me: Expr | None, state: State) -> Expr | None:
        """Returns the formula of a seat, with locals replaced by formulas that are equal to them; None for no seat."""
        return None if me is None else self.same(me, state)

    def same(self, expr: Expr, state: State) -> Expr:
        """Replaces locals by equal older formulas, so that two spellings of one seat compare as equal."""
        expr = bare(expr)
        if isinstance(expr, LocalRead):
            held = state.locals.get(expr.id)
            return LocalRead(expr.id, PLAYER) if held is None or held.same is None else held.same
        if isinstance(expr, ZoneAt | FieldAt):
            return evolve(expr, index=tuple(self.same(part, state) for part in expr.index))
        values = {local: self.same(LocalRead(local, PLAYER), state) for local in free_locals(expr)}
        return substitute(expr, values)

    def resolve(self, expr: Expr, state: State) -> Expr:
        """Replaces locals that only rename a zone by that zone."""
        held = {local: state.locals.get(local) for local in free_locals(expr)}
        return substitute(
            expr, {key: one.same for key, one in held.items() if one is not None and isinstance(one.same, ZoneAt)}
        )

    # ------------------------------------------------------------ formulas

    def value(self, expr: Expr | None, state: State) -> Label:
        """Returns the secrets that the value of a formula depends on."""
        return OPEN if expr is None else self._of(expr, state, "value")

    def count(self, expr: Expr, state: State) -> Label:
        """Returns the secrets that the number of a formula's elements depends on."""
        return self._of(expr, state, "count")

    def which(self, expr: Expr, state: State) -> Label:
        """Returns the secrets that the choice of a formula's pieces depends on."""
        return self._of(expr, state, "which")

    def _of(self, expr: Expr, state: State, question: Question) -> Label:
        found = self._label(expr, state, question)
        known = self._places.get(id(expr))
        mark = None if known is None else self.marks.around(known[1])
        if mark is None:
            return found
        self.marks.reached.add(mark)
        if found:
            self.marks.told[mark] = self.marks.told.get(mark, OPEN) | found
            self.marks.note(mark)
        return OPEN

    def _label(self, expr: Expr, state: State, question: Question) -> Label:
        match expr:
            case Const():
                return OPEN
            case LocalRead(id=local):
                return self._local(local, state, question)
            case ZoneAt():
                return self._zone(expr, state, question)
            case FieldAt(field, index):
                own = self._field(field, index, state)
                return own | self._join_labels(index, state)
            case Call(function, args):
                return self._call(function, args, state, question)
            case Can():
                return self._can(expr, state)
            case Count(source):
                return self.count(source, state)
            case Equal(TopPiece(zone), Const(None)) | Equal(Const(None), TopPiece(zone)):
                return self.count(zone, state)
            case TopPiece(ZoneAt(zone, index)) | Pick("last", Contents(ZoneAt(zone, index))) if self._is_top_seen(zone):
                return self._join_labels(index, state)
            case _ if isinstance(expr, Iteration):
                return self._label_binding(expr, state, question)
            case _ if question != "value":
                return self._of_collection(expr, state, question)
            case _:
                return self._join_labels(children(expr), state)

    def _join_labels(self, exprs: Iterable[Expr], state: State) -> Label:
        found = OPEN
        for expr in exprs:
            found |= self._of(expr, state, "value")
        return found

    def _local(self, local: LocalId, state: State, question: Question) -> Label:
        held = state.locals.get(local)
        if held is None or local in state.shown:
            return OPEN
        if isinstance(held.same, LocalRead) and held.same.id in state.shown:
            return OPEN
        if isinstance(held.same, ZoneAt):
            return self._zone(held.same, state, question)
        if question == "count" and isinstance(self.checked.locals[local].type, Piece | Optional):
            return OPEN
        return held.value if question == "value" else held.which

    def _of_collection(self, expr: Expr, state: State, question: Question) -> Label:
        """Returns the label of the number of elements, or of the choice of pieces, where it can be public although the kinds are hidden."""

        def inner(part: Expr) -> Label:
            return self._of(part, state, question)

        match expr:
            case Contents(zone):
                return inner(zone)
            case Convert(operand, type) if not isinstance(type, SetOf):
                return inner(operand)
            case Need(operand) | Within(operand):
                return inner(operand)
            case Join(left, right, type) if not isinstance(type, SetOf):
                return inner(left) | inner(right)
            case IfElse(condition, yes, no):
                return self.value(condition, state) | inner(yes) | inner(no)
            case TakeSome(number, source):
                return self.value(number, state) | inner(source)
            case TakeFrom(wanted):
                return self.value(wanted, state)
            case LyingIn(pieces, zone):
                return inner(pieces) | inner(zone)
            case Some(_, source, number) if question == "count" or self._is_pile(source):
                return self.value(number, state) | inner(source)
            case Rest(source) if question == "count":
                return inner(source)
            case TopPiece(zone) if question == "which":
                return inner(zone)
            case TopPiece(zone):
                return inner(zone)
            case Pick(_, source) if question == "count" or self._is_pile(source):
                return inner(source)
            case PieceOf(kind):
                return self.value(kind, state)
            case _:
                return self._join_labels(children(expr), state)

    def _label_binding(self, expr: Expr, state: State, question: Question) -> Label:
        assert isinstance(expr, Iteration)
        source = self.value(expr.source, state)
        state.locals[expr.local] = Held(source, self.which(expr.source, state))
        inside = self._join_labels(scope(expr), state)
        if question == "value":
            return source | inside
        match expr:
            case Filter() | While():
                return self._of(expr.source, state, question) | inside
            case MapList() if question == "count":
                return self.count(expr.source, state)
            case Sorted() if question == "count":
                return self.count(expr.source, state)
            case FlatMap():
                return self._of(expr.source, state, question) | self._of(expr.body, state, question)
            case _:
                return source | inside

    def _is_pile(self, expr: Expr) -> bool:
        match expr:
            case Contents(ZoneAt(zone)):
                return self.checked.zones[zone].form == "pile"
            case _:
                return False

    def _is_top_seen(self, zone: int) -> bool:
        return self.checked.zones[zone].visibility.top_seen

    # ------------------------------------------------------------ fields and zones

    def _zone(self, expr: ZoneAt, state: State, question: Question) -> Label:
        spec = self.checked.zones[expr.zone]
        index = self._join_labels(expr.index, state)
        if self.is_public(spec) or (question != "value" and not spec.visibility.count_hidden):
            return index
        zone = self.same(expr, state)
        seats = frozenset(seat for seen, seat in state.looks if seen in (zone, whole_family(expr)))
        if None in seats:
            return index
        seen_by = frozenset(seat for seat in seats if seat is not None)
        return index | {evolve(self._secret("zone", spec, expr.index, state), seen_by=seen_by, place=zone)}

    def _field(self, number: FieldId, index: tuple[Expr, ...], state: State) -> Label:
        spec = self.checked.fields[number]
        if spec.hidden:
            return self.stores.get(number, OPEN)
        return OPEN if self.is_public(spec) else frozenset({self._secret("field", spec, index, state)})

    def is_public(self, spec: ZoneSpec | FieldSpec) -> bool:
        """Whether all seats see the zone or field."""
        who = spec.visibility.who
        alone = len(self.checked.seats) == 1
        return who == "everyone" or (who == "owner" and alone and self.owner(spec) == "player")

    def owner(self, spec: ZoneSpec | FieldSpec) -> Literal["player", "team", ""]:
        """Returns to whom an instance of the zone or field belongs."""
        if spec.owned and spec.owners is not None:
            return "team"
        return "player" if spec.owned and isinstance(spec.dimensions[0].type, Player) else ""

    def _secret(self, sort: Sort, spec: ZoneSpec | FieldSpec, index: tuple[Expr, ...], state: State) -> Secret:
        match spec.visibility.who, self.owner(spec):
            case ("owner" | "others") as who, "player":
                return Secret(sort, spec.name, who, self.same(index[0], state))
            case (("owner" | "others"), "team"):
                return Secret(sort, spec.name, "some")
            case "function", _:
                return Secret(sort, spec.name, "some")
            case _:
                return Secret(sort, spec.name, "nobody")

    # ------------------------------------------------------------ functions

    def _call(self, function: FunctionId, args: tuple[Expr, ...], state: State, question: Question) -> Label:
        spec = self._functions[function]
        held = tuple(self.make_held(arg, state) for arg in args)
        key = (function, question, held, state.looks)
        if key not in self._calls:
            inner = State(dict(zip(spec.params, held, strict=True)), state.looks)
            # Arguments may be formulas over locals of the caller, which keep their meaning inside the function.
            for local in {local for one in held if one.same is not None for local in free_locals(one.same)}:
                inner.locals.setdefault(local, state.locals.get(local, Held()))
            read = set[Span]()
            self.marks.noting.append(read)
            label = self._of(spec.body, inner, question)
            self.marks.noting.pop()
            self._calls[key] = label, frozenset(read)
        label, marks = self._calls[key]
        for mark in sorted(marks, key=lambda one: (one.source, one.start)):
            self.marks.note(mark)
        return label

    def make_held(self, value: Expr, state: State) -> Held:
        """Returns the labels of a local that is bound to the value."""
        inner = bare(value)
        is_named = isinstance(inner, LocalRead | ZoneAt) or isinstance(inner.type, Player)
        same = self.same(inner, state) if is_named else None
        return Held(self.value(value, state), self.which(value, state), same, self.find_telling_part(value, state))

    def _can(self, expr: Can, state: State) -> Label:
        """Returns the secrets that `can` depends on: everything that decides whether the action has a legal move."""
        if expr.rule in self._asked:
            return OPEN
        rule = next(one for one in self.checked.rules if one.id == expr.rule)
        inner = State(looks=state.looks)
        if rule.body.me is not None:
            inner.locals[rule.body.me] = self.make_held(expr.me, state)
        for param, arg in zip(rule.body.params, expr.args, strict=False):
            inner.locals[param] = self.make_held(arg, state)
        self._asked.append(expr.rule)
        found = self.value(expr.me, state)
        for stmt in rule.body.stmts:
            if not isinstance(stmt, Require | SetLocal | Choose):
                break
            found |= self._label_opening(stmt, inner)
            if isinstance(stmt, Choose):
                break
        self._asked.pop()
        return found

    def _label_opening(self, stmt: Stmt, state: State) -> Label:
        match stmt:
            case Require(requirement):
                return self.value(requirement.condition, state)
            case SetLocal(local, value):
                state.bind(local, self.make_held(value, state))
                return OPEN
            case Choose(parts=parts):
                found = OPEN
                for part in parts:
                    match part:
                        case Bind(local, value):
                            state.bind(local, self.make_held(value, state))
                        case Select():
                            found |= self._join_labels(part.sources, state)
                            offered = Held(self._join_labels(part.sources, state))
                            state.bind(part.element, offered)
                            state.bind(part.local, offered)
                        case YesNo():
                            found |= self.value(part.condition, state)
                        case Requirement():
                            found |= self.value(part.condition, state)
                return found
            case _:
                return OPEN


PLAYER = Player(0)
"""The type of every local that stands for a seat, so that equal seats compare as equal."""
