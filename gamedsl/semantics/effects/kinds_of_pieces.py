"""Works out which kinds pieces can have, and in which zones they can lie.

A type says which components a piece can belong to. Conditions say more: `hand where it in token` has no cards, and neither has a parameter to which only
tokens are passed.
"""

from __future__ import annotations

from gamedsl.graph.analysis.presence import bare
from gamedsl.graph.analysis.walk import children, substitute
from gamedsl.graph.model import expressions, shapes, statements, types
from gamedsl.graph.model.expressions import Expr
from gamedsl.graph.model.source_statements import DrawKeep, Stmt
from gamedsl.graph.model.types import FLAG, ClassId, KindId, LocalId, RuleId, Type, Value, ZoneId
from gamedsl.semantics.construction.exclusions import OPEN, Open, truth
from gamedsl.semantics.construction.logic import negate
from gamedsl.semantics.effects.origins import bodies_of, flows_of_formulas, statement_flows
from gamedsl.semantics.model.checked import Checked

Known = tuple[Expr, ...]
"""Conditions that hold."""


class Sources:
    """Answers from where the pieces of formulas come, over all statements of a setup."""

    def __init__(self, checked: Checked, walked: tuple[tuple[Stmt, Known], ...]) -> None:
        self._checked = checked
        self._values: dict[LocalId, list[tuple[Expr, Known]]] = {
            param: []
            for i in range(len(checked.rules))
            for body in bodies_of(checked, RuleId(i))
            for param in body.params
        }
        """The formulas from which a local has its values, or of which they are elements: none for the parameters of a rule that is never called."""
        for stmt, known in walked:
            if isinstance(stmt, DrawKeep):
                self._values.setdefault(stmt.local, []).append((drawn(stmt.draw), known))
                continue
            for local, values in statement_flows(checked, stmt):
                self._values.setdefault(local, []).extend((value, known) for value in values)
        for local, values in flows_of_formulas(checked):
            self._values.setdefault(local, []).extend((value, ()) for value in values)
        self._open: set[LocalId] = set()

    # ------------------------------------------------------------ kinds

    def kinds(self, expr: Expr, known: Known) -> frozenset[KindId]:
        """Returns all kinds that the pieces of a formula can have."""
        typed = self._of_components(classes_of(expr.type))
        found = self._kinds_inside(expr, known)
        kinds = typed if found is None else typed & found
        return self._allowed(kinds, known, expr) if known and is_one(expr.type) else kinds

    def _of_components(self, classes: tuple[ClassId, ...] | None) -> frozenset[KindId]:
        return frozenset(KindId(i) for i, kind in enumerate(self._checked.kinds) if kind.cls in (classes or ()))

    def _kinds_inside(self, expr: Expr, known: Known) -> frozenset[KindId] | None:
        match expr:
            case expressions.Const():
                return _kinds_of_constant(expr)
            case expressions.Filter(source, local, condition) | expressions.While(source, local, condition):
                element = expressions.Local(local, self._checked.locals[local].type)
                return self._allowed(self.kinds(source, known), (condition,), element)
            case expressions.TakeFrom(wanted, source):
                return self.kinds(wanted, known) & self.kinds(source, known)
            case expressions.MakeBag(items):
                return frozenset[KindId]().union(*(self.kinds(kind, known) for _, kind in items))
            case expressions.IfElse(condition, yes, no):
                return self.kinds(yes, (*known, condition)) | self.kinds(no, (*known, negate(condition)))
            case expressions.Local():
                return self._kinds_of_local(expr)
            case _:
                inside = _inside(self._checked, expr)
                return None if inside is None else frozenset[KindId]().union(*(self.kinds(p, known) for p in inside))

    def _kinds_of_local(self, local: expressions.Local) -> frozenset[KindId] | None:
        values = self._values.get(local.id)
        if values is None or local.id in self._open:
            return None
        self._open.add(local.id)
        found = frozenset[KindId]()
        for value, known in values:
            is_of_pieces = classes_of(value.type) is not None or isinstance(value.type, types.Nothing)
            found |= self.kinds(value, known) if is_of_pieces else self._of_components(classes_of(local.type))
        self._open.discard(local.id)
        return found

    def _allowed(self, kinds: frozenset[KindId], known: Known, piece: Expr) -> frozenset[KindId]:
        """Returns the kinds that a piece can have where these conditions hold."""
        conditions, names = [self._in_full(condition) for condition in known], _names_of(piece, known)
        return frozenset(
            kind for kind in kinds if all(self._truth(one, names, kind) is not False for one in conditions)
        )

    def _truth(self, condition: Expr, names: frozenset[Expr], kind: KindId) -> bool | None:
        def read(expr: Expr) -> Value | Open:
            if is_one(expr.type) and bare(expr) in names:
                return kind
            match expr:
                case expressions.Const():
                    return expr.value
                case expressions.Lookup(table, (row,)):
                    return self._cell(table, read(row))
                case expressions.Has(source, item) if read(item) == kind:
                    held = classes_of(source.type)
                    return False if held is not None and self._checked.kinds[kind].cls not in held else OPEN
                case expressions.Convert(operand) | expressions.Need(operand):
                    return read(operand)
                case _:
                    return OPEN

        return truth(condition, read)

    def _cell(self, table: types.TableId, row: Value | Open) -> Value | Open:
        spec = self._checked.tables[table]
        if row is None:
            return None
        if isinstance(row, int) and 0 <= row - spec.lows[0] < len(spec.values):
            return spec.values[row - spec.lows[0]]
        return OPEN

    def _in_full(self, condition: Expr) -> Expr:
        """Returns a condition with the formulas of its functions in place of their calls."""
        match condition:
            case expressions.Call(function, args):
                spec = self._checked.functions[function]
                return self._in_full(substitute(spec.body, dict(zip(spec.params, args, strict=True))))
            case expressions.Not(operand):
                return expressions.Not(self._in_full(operand), FLAG)
            case expressions.And(left, right):
                return expressions.And(self._in_full(left), self._in_full(right), FLAG)
            case expressions.Or(left, right):
                return expressions.Or(self._in_full(left), self._in_full(right), FLAG)
            case _:
                return condition

    # ------------------------------------------------------------ places

    def zones(self, to: Expr) -> frozenset[ZoneId]:
        """Returns all zones that a formula for a zone can mean."""
        match to:
            case expressions.ZoneAt():
                return frozenset((to.zone,))
            case expressions.Local() if to.id in self._values:
                return frozenset[ZoneId]().union(*(self.zones(value) for value, _ in self._values[to.id]))
            case expressions.Call(function):
                return self.zones(self._checked.functions[function].body)
            case _:
                inside = (part for part in children(to) if isinstance(types.plain(part.type), types.Zone))
                return frozenset[ZoneId]().union(*(self.zones(part) for part in inside))

    def places(self, pieces: Expr) -> frozenset[ZoneId]:
        """Returns all zones in which the pieces of a formula can lie."""
        match pieces:
            case expressions.ZoneAt():
                return frozenset((pieces.zone,))
            case expressions.TakeFrom(_, source):
                return self.places(source)
            case expressions.MakeBag() | expressions.Const():
                return frozenset()
            case expressions.Local() if pieces.id in self._values and pieces.id not in self._open:
                self._open.add(pieces.id)
                found = frozenset[ZoneId]()
                for value, _ in self._values[pieces.id]:
                    found |= self.places(value)
                self._open.discard(pieces.id)
                return found
            case _:
                inside = _inside(self._checked, pieces)
                if inside is not None:
                    return frozenset[ZoneId]().union(*(self.places(part) for part in inside))
                classes = {*(classes_of(pieces.type) or ())}
                return frozenset(ZoneId(i) for i, zone in enumerate(self._checked.zones) if classes & {*zone.classes})


def _inside(checked: Checked, expr: Expr) -> tuple[Expr, ...] | None:
    """Returns the formulas from which all pieces of a formula come; None if that is open."""
    match expr:
        case expressions.Contents(part) | expressions.TopPiece(part) | expressions.KindOf(part):
            return (part,)
        case expressions.Filter(part) | expressions.While(part) | expressions.Some(_, part) | expressions.Rest(part):
            return (part,)
        case expressions.Pick(_, part) | expressions.TakeSome(_, part) | expressions.LyingIn(part):
            return (part,)
        case expressions.Sorted(part) | expressions.Leaders(part) | expressions.Item(part) | expressions.Subsets(part):
            return (part,)
        case expressions.Convert(part) | expressions.Need(part) | expressions.Without(part):
            return (part,)
        case expressions.FlatMap(_, _, part) | expressions.MapList(_, _, part) | expressions.Distinct(_, _, part):
            return (part,)
        case expressions.Join(left, right) | expressions.IfElse(_, left, right):
            return (left, right)
        case expressions.MakeList(items):
            return items
        case expressions.Call(function, args):
            spec = checked.functions[function]
            return (substitute(spec.body, dict(zip(spec.params, args, strict=True))),)
        case _:
            return None


def _kinds_of_constant(constant: expressions.Const) -> frozenset[KindId] | None:
    value, of = constant.value, types.plain(constant.type)
    match of:
        case types.Kind() if isinstance(value, int):
            return frozenset((KindId(value),))
        case types.Bag(types.Kind()):
            return frozenset(KindId(kind) for kind, number in shapes.counts(value) if number)
        case types.SetOf(types.Kind()) | types.ListOf(types.Kind()):
            return frozenset(KindId(kind) for kind in shapes.numbers(value))
        case _:
            return None


def _names_of(piece: Expr, known: Known) -> frozenset[Expr]:
    """Returns the formulas that mean the same piece: itself, and the locals that were set to it."""
    subject = bare(piece)
    names = {
        one.left
        for one in known
        if isinstance(one, expressions.Equal) and isinstance(one.left, expressions.Local) and bare(one.right) == subject
    }
    return frozenset((subject, *names))


def drawn(draw: statements.Draw) -> Expr:
    """Returns the pieces that a draw may take, as a formula."""
    if draw.condition is None or draw.element is None:
        return draw.source
    return expressions.Filter(draw.source, draw.element, draw.condition, draw.source.type)


def classes_of(type_: Type) -> tuple[ClassId, ...] | None:
    """Returns the components of the pieces in a value; None if it holds none."""
    match type_:
        case types.Kind() | types.Piece() | types.Pieces() | types.Zone():
            return type_.classes
        case types.Optional() | types.ListOf() | types.SetOf() | types.Bag() | types.Ranking():
            return classes_of(type_.of)
        case _:
            return None


def is_one(type_: Type) -> bool:
    """Whether a value is one piece or its kind, or none."""
    of = types.plain(type_)
    return isinstance(of, types.Piece | types.Kind) or (isinstance(of, types.Zone) and of.form == "slot")
