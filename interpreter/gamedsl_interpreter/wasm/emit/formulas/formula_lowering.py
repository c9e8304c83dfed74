"""Turns formulas into IR: the entry to all groups of formulas, for one function under construction."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from gamedsl.graph.analysis.walk import free_locals, site_of
from gamedsl.graph.model import expressions, shapes, types
from gamedsl.graph.model.expressions import Expr
from gamedsl.graph.model.types import LocalId
from gamedsl_interpreter.wasm.emit.assembly.ir import Ir, c, load, op2
from gamedsl_interpreter.wasm.emit.bulk import connectivity, ways
from gamedsl_interpreter.wasm.emit.forms import lane_values, scratch_values, set_forms
from gamedsl_interpreter.wasm.emit.forms.bags import BagV
from gamedsl_interpreter.wasm.emit.forms.masks import MaskV
from gamedsl_interpreter.wasm.emit.forms.pieces import PiecesV, PieceV, ZoneV
from gamedsl_interpreter.wasm.emit.forms.values import Body, ListV, V, Value, expect
from gamedsl_interpreter.wasm.emit.formulas import functions, lanes, places, scalars, sets, streams
from gamedsl_interpreter.wasm.emit.lowering import Lowering, Questions
from gamedsl_interpreter.wasm.emit.planning.type_forms import NONE, is_piece, is_scalar, may_be_none
from gamedsl_interpreter.wasm.emit.tables import tabulated
from gamedsl_interpreter.wasm.emit.unsupported import Unsupported, declaration

_SEARCHES = 16
"""The least effort of a formula that is computed only once."""


class FormulaLowering(Lowering):
    """Emits formulas: hands each to the part of the emitter for its group."""

    # ------------------------------------------------------------ values

    def value(self, expr: Expr) -> Value:
        if self.fn.is_computing:
            return self._value(expr)
        with self.fn.formula():
            return self._value(expr)

    def _value(self, expr: Expr) -> Value:
        of = expr.type
        if isinstance(of, types.Zone) or (isinstance(of, types.Optional) and isinstance(of.of, types.Zone)):
            return self.zone(expr)
        if is_scalar(of):
            return self.scalar(expr)
        if is_piece(of):
            return self.piece(expr)
        match of:
            case types.Optional():
                return streams.maybe(self, expr)
            case types.SetOf():
                return sets.whole(self, expr)
            case types.ListOf():
                return self.whole_list(expr)
            case types.Pieces():
                return self.pieces(expr)
            case types.Bag():
                return self.bag(expr)
            case types.Ranking():
                return streams.ranking(self, expr)
            case _:
                raise AssertionError(f"there are no values of type {type(of).__name__}")

    def scalar(self, expr: Expr) -> Ir:
        if self.ctx.sizes.is_cut(expr) and (result := functions.part(self, expr)) is not None:
            return result
        return self.scalar_itself(expr)

    def scalar_itself(self, expr: Expr) -> Ir:
        """Computes a number, flag, ordinal, kind or zone instance in this function, without calling a function for the formula."""
        if self.fn.is_computing:
            return self._scalar(expr)
        with self.fn.formula():
            return self._scalar(expr)

    def _scalar(self, expr: Expr) -> Ir:
        if isinstance(expr.type, types.Int) and not -(1 << 31) <= expr.type.low <= expr.type.high < 1 << 31:
            raise Unsupported(f"a number in {expr.type.low}..{expr.type.high} (32 bits hold it)")
        known = tabulated.scalar(self, expr)
        if known is not None:
            return known
        match expr:
            case expressions.Const(value):
                return c(self.ctx.none_of(expr.type) if value is None else shapes.number(value))
            case expressions.Local(id):
                found = self.local(id)
                return found.instance if isinstance(found, ZoneV) else expect(Ir, found)
            case expressions.Call():
                return self._search_once(expr, lambda: (self.call_function(expr, self.scalar),))[0]
            case (
                expressions.FieldAt()
                | expressions.ZoneAt()
                | expressions.KindOf()
                | expressions.PlaceOf()
                | expressions.Lookup()
            ):
                return places.scalar(self, expr)
            case _ if isinstance(expr, expressions.Scalar):
                return scalars.scalar(self, expr)
            case expressions.Can():
                return self._answer(expr)
            case expressions.LimitReached(counter, limit):
                return op2("ge_s", load("i32", self.s, self.ctx.record.extras.counters + 4 * counter), c(limit))
            case expressions.Neighbour() | expressions.Along():
                return places.board(self, expr)
            case expressions.Distance():
                return connectivity.distance(self, expr)
            case expressions.Longest():
                return ways.longest(self, expr)
            case expressions.Cheapest():
                return ways.cheapest(self, expr)
            case (
                expressions.Fold()
                | expressions.Count()
                | expressions.Has()
                | expressions.Extreme()
                | expressions.Pick()
                | expressions.Item()
            ):
                return self._search_once(expr, lambda: (expect(Ir, streams.asked(self, expr)),))[0]
            case _:
                raise AssertionError(f"{type(expr).__name__} makes no number")

    def _answer(self, expr: expressions.Can) -> Ir:
        answer = self.ctx.memo(Questions).answer
        if answer is None:
            raise LookupError("questions are answered once the searches are declared")
        return answer(self, expr)

    def piece(self, expr: Expr) -> PieceV:
        match expr:
            case expressions.Const(None):
                return PieceV(c(NONE), c(NONE))
            case expressions.Const(value):
                zone, kind = shapes.numbers(value)
                return PieceV(c(zone), c(kind))
            case expressions.Local(id):
                return expect(PieceV, self.local(id))
            case expressions.Call():
                return self.call_function(expr, lambda body: self.piece(body))
            case expressions.IfElse():
                return scalars.piece_of_two(self, expr)
            case expressions.Need(operand, _, site):
                piece = self.piece(operand)
                self.check(op2("ge_s", piece.kind, c(0)), "E_NONE", site)
                return piece
            case expressions.FieldAt() | expressions.TopPiece() | expressions.PieceOf():
                return places.piece(self, expr)
            case expressions.Pick() | expressions.Item():
                return expect(PieceV, streams.asked(self, expr))
            case _:
                raise AssertionError(f"{type(expr).__name__} makes no piece")

    def zone(self, expr: Expr) -> ZoneV:
        match expr:
            case expressions.ZoneAt():
                return places.zone(self, expr)
            case expressions.Need(operand, _, site):
                zone = self.zone(operand)
                if zone.maybe:
                    self.check(op2("ge_s", zone.instance, c(0)), "E_NONE", site)
                return ZoneV(zone.instance, zone.family, zone.flat, False)
            case expressions.Local(id) if isinstance(found := self.local(id), ZoneV):
                return found
            case expressions.Call():
                return self.call_function(expr, lambda body: self.zone(body))
            case _:
                instance = self.fn.reuse(self.scalar(expr))
                return ZoneV(instance, None, instance, may_be_none(expr.type))

    def whole_set(self, expr: Expr) -> MaskV | ListV:
        return sets.whole(self, expr)

    def mask(self, expr: Expr) -> MaskV:
        with self.fn.formula():
            return sets.mask(self, expr)

    def bits(self, value: MaskV | ListV, of: types.Type) -> MaskV:
        return expect(MaskV, set_forms.in_form(self, value, of))

    def whole_list(self, expr: Expr) -> ListV:
        return streams.whole_list(self, expr)

    def pieces(self, expr: Expr) -> PiecesV:
        return streams.pieces(self, expr)

    def bag(self, expr: Expr) -> BagV:
        return streams.bag(self, expr)

    def stream(self, expr: Expr, body: Body) -> None:
        streams.stream(self, expr, body)

    def stream_elements(self, expr: Expr, body: Body) -> None:
        if isinstance(expr, expressions.Filter) and isinstance(expr.type, types.SetOf):

            def passing(element: Value, number: Ir) -> None:
                self.bind(expr.local, element)
                with self.fn.when(self.scalar(expr.condition)):
                    body(element, number)

            streams.stream(self, expr.source, passing)
        else:
            streams.stream(self, expr, body)

    # ------------------------------------------------------------ locals and calls

    def local(self, local: LocalId) -> Value:
        if local in self.env:
            return self.env[local]
        slots = self.ctx.locals.lanes.get(local)
        if slots is not None:
            return lane_values.load_from(self, slots, self.ctx.locals.at(local))
        return scratch_values.get(self.ctx, self.game.locals[local].type, c(self.ctx.locals.at(local)))

    def keep(self, local: LocalId, value: Value) -> None:
        slots = self.ctx.locals.lanes.get(local)
        if slots is not None:
            lanes.put(self, slots, self.ctx.locals.at(local), value)
            return
        scratch_values.put(self, self.game.locals[local].type, c(self.ctx.locals.at(local)), value)

    def value_for(self, local: LocalId, expr: Expr) -> Value:
        as_lanes = lanes.value(self, expr) if local in self.ctx.locals.lanes else None
        return self.value(expr) if as_lanes is None else as_lanes

    def call_function(self, expr: expressions.Call, of: Callable[[Expr], V]) -> V:
        apart = self.apart(expr)
        if apart is not None:
            return self.with_result(apart, expr, of)
        spec = self.game.functions[expr.function]
        values = [self.pin(self.value(arg)) for arg in expr.args]
        before = {param: self.env.get(param) for param in spec.params}
        for param, value in zip(spec.params, values, strict=True):
            self.env[param] = value
        with declaration(spec.name, site_of(spec.body)):
            result = of(spec.body)
        for param, pinned in before.items():
            if pinned is None:
                del self.env[param]
            else:
                self.env[param] = pinned
        return result

    def _search_once(self, expr: Expr, make: Callable[[], Sequence[Ir]]) -> tuple[Ir, ...]:
        """Computes a value. An expensive value is computed once for each formula and the same locals: rules say `way if way is not none else 99`, or ask in
        a loop for a value that does not depend on its element."""
        if self.ctx.analysis.effort.of(expr) < _SEARCHES:
            return tuple(make())
        known = {local: self.env.get(local) for local in free_locals(expr)}
        operands: list[Ir] = []
        for value in known.values():
            if not isinstance(value, Ir | PieceV | None):
                return tuple(make())
            operands += (value.zone, value.kind) if isinstance(value, PieceV) else () if value is None else (value,)
        return self.fn.compute_or_find((expr, tuple(known.items())), operands, make)

    def apart(self, expr: expressions.Call) -> Value | None:
        return functions.result_of_call(self, expr)

    def with_result(self, value: Value, expr: expressions.Call, of: Callable[[Expr], V]) -> V:
        before = self.env.get(functions.RESULT)
        self.env[functions.RESULT] = value
        made = of(expressions.Local(functions.RESULT, self.game.functions[expr.function].body.type))
        if before is None:
            del self.env[functions.RESULT]
        else:
            self.env[functions.RESULT] = before
        return made
