"""Translates the formulas of a graph back into formulas of the rules, so that the sentences of the rulebook can describe them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Literal

from gamedsl.graph.analysis import walk
from gamedsl.graph.analysis.nouns import noun_of_type
from gamedsl.graph.model import expressions, types
from gamedsl.graph.model.expressions import Expr
from gamedsl.graph.model.game import Game
from gamedsl.graph.model.nodes import ChanceNode, DecisionNode, Node, Plan, TogetherNode
from gamedsl.graph.model.statements import Bind, Roll, Say, SetField, SetLocal
from gamedsl.graph.model.traits import traits_of
from gamedsl.graph.model.types import LocalId
from gamedsl.graph.text.names import Words, name_at, value_text
from gamedsl.syntax.tree import formulas
from gamedsl.syntax.tree.formulas import Arg
from gamedsl.syntax.tree.node import Ident

_SEAT = ".seat"
"""The local in which the compiler counts the players of a loop."""
_SIGN = 2
"""The letters of the longest name that is only a sign: what it stands for is said in its place."""
_NEIGHBOURS = {"left neighbour": "left", "right neighbour": "right"}
"""The functions of the rules that are compiled to tables of these names."""
_ROWS = " rows"
"""The end of the name of a compiled table that has the rows of a table of the rules."""


class Written:
    """The formulas of one game as formulas of the rules, without additions of the compiler such as checks of bounds."""

    def __init__(self, words: Words) -> None:
        self._words = words
        self._game = words.game
        self._lets = _lets(words.game)
        self.kept = _fields_keeping_rolls(words)
        """The names of the fields that keep what was drawn by lot, by the locals that hold it until then."""
        self._inside = {
            one.local
            for one in walk.expressions((*self._game.nodes, *self._game.functions, *self._game.routines))
            if isinstance(one, expressions.Iteration)
        }
        """The locals that formulas bind, and not loops of the rules."""
        self._selected = {
            one.local
            for one in walk.expressions((*self._game.nodes, *self._game.functions, *self._game.routines))
            if isinstance(one, _SELECTIONS)
        }
        """Those of them that are told as `it`, if their name is only a sign."""

    # ------------------------------------------------------------ names

    def local(self, id: LocalId) -> str:
        """Returns the name of a local. A name of one or two letters and a name made by the compiler are replaced by what they stand for: `this tavern`, or
        `tavern` inside a formula that goes through all of them."""
        if id in self.kept:
            return self.kept[id]
        spec = self._game.locals[id]
        what = "" if spec.name == "me" or is_word(spec.name) else noun_of_type(self._game, spec.type)
        what = "player" if spec.name == _SEAT else what
        if not what:
            return spec.name.removeprefix(".")
        return what if id in self._inside else f"this {what}"

    def is_me(self, expr: Expr) -> bool:
        """Whether a formula is the acting player."""
        return isinstance(expr, expressions.Local) and self._game.locals[expr.id].name == "me"

    def _is_left_out(self, expr: Expr) -> bool:
        """Whether rules leave out the owner: the acting player, or the element that a formula binds."""
        return isinstance(expr, expressions.Local) and (self._game.locals[expr.id].name == "me" or self._is_it(expr.id))

    # ------------------------------------------------------------ formulas

    def formula(self, expr: Expr) -> formulas.Expr:
        """Returns a formula as rules write it."""
        if traits_of(expr).is_silent:
            return self.formula(next(walk.children(expr)))
        match expr:
            case expressions.Const(value, of):
                return self.value(value, of)
            case expressions.Local(id) if id in self._lets:
                return self.formula(self._lets[id])
            case expressions.Local(id):
                return self._name(id)
            case expressions.FieldAt(field, index):
                spec = self._game.fields[field]
                return self._place(name_at(self._words.fields, field, "field"), index, spec.owned)
            case expressions.ZoneAt(zone, index):
                return self.zone(zone, index)
            case expressions.Lookup(table, index):
                return self._lookup(name_at(self._words.tables, table, "table"), index)
            case expressions.Call(function, ()) if isinstance(
                listed := self._game.functions[function].body, expressions.Filter
            ) and _are_players(listed.source.type):
                return self.formula(listed)
            case expressions.Call(function, args):
                name = name_at(self._words.functions, function, "function")
                mine = all(map(self._is_left_out, args))
                return formulas.Name(name) if mine else self._apply(name, *args)
            case expressions.Can(rule, _, args):
                name = next(one.name for one in self._game.questions if one.rule == rule)
                asked = self._apply(name, *args) if args else formulas.Name(name)
                return formulas.Apply(formulas.Name("can"), (asked,))
            case _:
                return self._compare(expr)

    def zone(self, zone: int, index: tuple[Expr, ...]) -> formulas.Expr:
        """Returns a place of pieces."""
        return self._place(name_at(self._words.zones, zone, "zone"), index, self._game.zones[zone].owned)

    def value(self, value: types.Value, of: types.Type) -> formulas.Expr:
        """Returns a constant."""
        match of, value:
            case _, None:
                return formulas.NoneLiteral()
            case _, bool():
                return formulas.FlagLiteral(value)
            case types.Optional(inner), _:
                return self.value(value, inner)
            case ((types.Int() | types.Unknown()), int()):
                return formulas.Number(value)
            case ((types.ListOf(types.Int()) | types.SetOf(types.Int())), (int(low), _, *_, int(high))) if (
                value == tuple(range(low, high + 1))
            ):
                return formulas.Binary("..", formulas.Number(low), formulas.Number(high))
            case ((types.ListOf(inner) | types.SetOf(inner)), tuple()) if not _is_whole(value, inner):
                return formulas.ListLiteral(tuple(self.value(one, inner) for one in value))
            case types.Bag(inner), tuple():
                return formulas.ListLiteral(tuple(self._count_of_entry(one, inner) for one in value))
            case types.Pieces(classes), tuple():
                kind = types.Kind(classes)
                return formulas.ListLiteral(tuple(self._count_of_entry(_without_place(one), kind) for one in value))
            case _:
                return _name_formula(value_text(self._game, value, of))

    def _count_of_entry(self, one: types.Value, of: types.Type) -> formulas.Expr:
        """Returns one entry of a bag: a thing and how often it is there."""
        match one:
            case (thing, int(number)):
                return _several(number, self.value(thing, of))
            case _:
                return self.value(one, of)

    def _name(self, id: LocalId) -> formulas.Expr:
        if self._game.locals[id].name == "me":
            return formulas.Me()
        return formulas.It() if self._is_it(id) else formulas.Name(self.local(id))

    def _is_it(self, id: LocalId) -> bool:
        """Whether a local is the element of a selection, which rules need not name."""
        return id in self._selected and not is_word(self._game.locals[id].name)

    def _compare(self, expr: Expr) -> formulas.Expr:
        match expr:
            case expressions.Compare(">", expressions.Count(source), expressions.Const(0)):
                return self._apply("some", source)
            case expressions.Equal(expressions.Count(source), expressions.Const(0)):
                return self._apply("no", source)
            case expressions.Not(expressions.Equal(expressions.Count(source), expressions.Const(0))):
                return self._apply("some", source)
            case expressions.Not(expressions.Equal(left, right)):
                return self._binary("is not", left, right)
            case expressions.Not(expressions.Has(source, item)):
                return self._binary("not in", item, source)
            case expressions.Not(operand):
                return formulas.Unary("not", self.formula(operand))
            case expressions.Compare(op, left, right):
                return self._binary(op, left, right)
            case expressions.Equal(left, right):
                return self._binary("is", left, right)
            case expressions.Has(source, item):
                return self._binary("in", item, source)
            case expressions.And(left, right):
                return self._binary("and", left, right)
            case expressions.Or(left, right):
                return self._binary("or", left, right)
            case expressions.IfElse(condition, yes, no):
                return formulas.Ternary(self.formula(condition), self.formula(yes), self.formula(no))
            case expressions.LimitReached(_, limit):
                return formulas.Binary(">=", formulas.Name("round"), formulas.Number(limit))
            case expressions.Arithmetic("mod", left, right):
                return self._apply("mod", left, right)
            case expressions.Arithmetic("div_up" | "div_down" as op, left, right):
                rounding: Literal["up", "down"] = "up" if op == "div_up" else "down"
                return formulas.Divide(self.formula(left), self.formula(right), rounding)
            case expressions.Arithmetic("+" | "-", left, expressions.Const(0)):
                return self.formula(left)
            case expressions.Arithmetic("+" | "-" | "*" as sign, left, right):
                return self._binary(sign, left, right)
            case expressions.Join(left, right):
                return self._binary("+", left, right)
            case expressions.Without(left, right):
                return self._binary("-", left, right)
            case expressions.Range(low, high):
                return self._binary("..", low, high)
            case _:
                return self._collect(expr)

    def _collect(self, expr: Expr) -> formulas.Expr:
        match expr:
            case expressions.MakeList(items):
                return formulas.ListLiteral(tuple(map(self.formula, items)))
            case expressions.MakeBag(items):
                return formulas.ListLiteral(tuple(self._copies(number, thing) for number, thing in items))
            case expressions.Seats(first, playing):
                group = formulas.Name("playing" if playing else "players")
                return group if first is None else formulas.Placed(group, self.formula(first))
            case expressions.TakeFrom(wanted, source):
                return formulas.Placed(self.formula(wanted), self.formula(source))
            case expressions.LyingIn(pieces, zone):
                return formulas.Placed(self.formula(pieces), self.formula(zone))
            case expressions.TakeSome(number, source):
                return self._apply("first", source, number)
            case expressions.Filter(source, local, condition):
                return formulas.Filter(self.formula(source), self.formula(condition), self._find_binding(local))
            case expressions.While(source, local, condition):
                return formulas.Leading(self.formula(source), self.formula(condition), self._find_binding(local))
            case expressions.MapList(source, local, body):
                return formulas.ListLiteral((self._each(source, local, body),))
            case expressions.Distinct(source, local, body) | expressions.FlatMap(source, local, body) if (
                own := self._own(local, body)
            ) is not None:
                return formulas.Attribute(self.formula(source), own)
            case expressions.Distinct(source, local, body):
                return self._apply_function("distinct", self._each(source, local, body))
            case expressions.FlatMap(source, local, body):
                return self._apply_function("join", self._each(source, local, body))
            case expressions.Fold(op, source, local, body):
                return self._apply_function(op, self._each(source, local, body))
            case expressions.ReachOver(source, local, body, start, _, steps):
                more = () if steps is None else (self.formula(steps),)
                return self._apply_function("reach", self._each(source, local, body), self.formula(start), *more)
            case expressions.Sorted(source, local, keys):
                by = tuple(
                    formulas.Key("highest" if key.highest else "lowest", self.formula(key.value)) for key in keys
                )
                return formulas.Sort(self.formula(source), by, self._find_binding(local))
            case expressions.Count(source):
                return self._apply("count", source)
            case expressions.Extreme(op, expressions.MakeList(items)) if len(items) > 1:
                return self._apply(op, *items)
            case expressions.Extreme(op, source) | expressions.Pick(op, source):
                return self._apply(op, source)
            case expressions.Some(op, source, number):
                return self._apply(op, source, number)
            case expressions.Item(source, index):
                return formulas.Index(self.formula(source), (self.formula(index),))
            case _:
                return self._ask(expr)

    def _ask(self, expr: Expr) -> formulas.Expr:
        """Returns a question about a collection, the players or a board: a function of the language with its arguments in order."""
        match expr:
            case expressions.Rest(source):
                return self._apply("rest", source)
            case expressions.Leaders(ranking):
                return self._apply("leaders", ranking)
            case expressions.KindSets(bag):
                return self._apply("sets", bag)
            case expressions.Subsets(source, number):
                return self._apply("subsets", source, number)
            case expressions.OutsideIn(source):
                return self._apply("outside_in", source)
            case expressions.PlaceOf(piece):
                return self._apply("place", piece)
            case expressions.Neighbour(side, player):
                return self._apply(side, player)
            case expressions.Along(_, start, direction, number):
                return self._apply("step", start, direction, number)
            case expressions.Reach(_, inside, start, _, through, steps):
                more = () if steps is None else (self.formula(steps),)
                return self._apply_function(
                    "reach", self.formula(inside), self.formula(start), *more, *self._through(through)
                )
            case expressions.Groups(_, inside, _, through):
                return self._apply_function("groups", self.formula(inside), *self._through(through))
            case expressions.Distance(_, inside, start, goal, _, through):
                told = map(self.formula, (inside, start, goal))
                return self._apply_function("distance", *told, *self._through(through))
            case expressions.Longest(_, edges):
                return self._apply("longest", edges)
            case expressions.Cheapest(_, edges, _, start, goal):
                return self._apply("distance", edges, start, goal)
            case _:
                raise AssertionError(f"rules have no form for {type(expr).__name__}")

    # ------------------------------------------------------------ parts of formulas

    def _binary(self, op: formulas.BinaryOp, left: Expr, right: Expr) -> formulas.Expr:
        return formulas.Binary(op, self.formula(left), self.formula(right))

    def _apply(self, name: str, *args: Expr) -> formulas.Expr:
        return self._apply_function(name, *map(self.formula, args))

    def _apply_function(self, name: str, *args: Arg) -> formulas.Expr:
        return formulas.Apply(formulas.Name(name), args)

    def _through(self, edges: Expr | None) -> tuple[Arg, ...]:
        return () if edges is None else (formulas.Named(Ident("through"), self.formula(edges)),)

    def _each(self, source: Expr, local: LocalId, body: Expr) -> formulas.Comprehension:
        return formulas.Comprehension(self.formula(body), Ident(self.local(local)), self.formula(source))

    def _own(self, local: LocalId, body: Expr) -> Ident | None:
        """Returns the name of an attribute, if a formula is only this attribute of each element: rules write it after the collection, as in `hand.symbol`."""
        match self.formula(body):
            case formulas.Attribute(formulas.Name(id), name) if id == self.local(local):
                return name
            case _:
                return None

    def _find_binding(self, local: LocalId) -> Ident | None:
        return None if self._is_it(local) else Ident(self.local(local))

    def _copies(self, number: Expr, thing: Expr) -> formulas.Expr:
        one = self.formula(thing)
        match number:
            case expressions.Const(int(several)):
                return _several(several, one)
            case _:
                return self._apply_function("first", one, self.formula(number))

    def _place(self, name: str, index: Sequence[Expr], is_owned: bool) -> formulas.Expr:
        """Returns a field or zone: `hand` (the acting player's), `hand of p`, an entry of a board. Fields that keep a choice until all have chosen begin with a
        point."""
        name = name.removeprefix(".")
        of: formulas.Expr = formulas.Name(name)
        if is_owned and index:
            first, *index = index
            if not self._is_left_out(first):
                of = formulas.Attribute(self.formula(first), Ident(name))
        return formulas.Index(of, tuple(map(self.formula, index))) if index else of

    def _lookup(self, name: str, index: Sequence[Expr]) -> formulas.Expr:
        if name in _NEIGHBOURS:
            return self._apply(_NEIGHBOURS[name], *index)
        if name.endswith(_ROWS):
            return formulas.Index(formulas.Name(name.removesuffix(_ROWS)), tuple(map(self.formula, index)))
        if len(index) != 1 or not (_has_attributes(index[0].type) or name == "human"):
            return formulas.Index(formulas.Name(name), tuple(map(self.formula, index)))
        thing = index[0].piece if isinstance(index[0], expressions.KindOf) else index[0]
        return formulas.Name(name) if self._is_left_out(thing) else formulas.Attribute(self.formula(thing), Ident(name))


def is_word(name: str) -> bool:
    """Whether the name of a local says something: a letter or two are only a sign, and the compiler has its own."""
    return (len(name) > _SIGN and not name.startswith(".")) or name == "me"


def _lets(game: Game) -> dict[LocalId, Expr]:
    """Returns the values of the locals that a sentence can replace by their value: locals that are set once, to a test, a place of pieces, or an attribute
    of something."""
    found: dict[LocalId, list[Expr]] = {}
    for one in walk.statements((*game.nodes, *(routine.body for routine in game.routines))):
        if isinstance(one, SetLocal):
            found.setdefault(one.local, []).append(one.value)
    for plan in (plan for node in game.nodes for plan in plans_of(node)):
        for part in plan.parts:
            if isinstance(part, Bind):
                found.setdefault(part.local, []).append(part.value)
    return {
        local: values[0]
        for local, values in found.items()
        if len(values) == 1
        and (isinstance(values[0].type, types.Flag) or isinstance(values[0], _READ))
        and not any(isinstance(one, expressions.Local) and one.id == local for one in walk.expressions(values[0]))
    }


def _without_silent(expr: Expr) -> Expr:
    """Returns a formula without the wrappers that the compiler has added."""
    while traits_of(expr).is_silent:
        expr = next(walk.children(expr))
    return expr


def _fields_keeping_rolls(words: Words) -> dict[LocalId, str]:
    """Returns the fields of the game or of the acting player that keep a drawn value at once, by the local that holds it. The locals are drawn only for
    this."""
    game = words.game
    everything = (*game.nodes, *(routine.body for routine in game.routines))
    rolled = {
        event.local for node in game.nodes if isinstance(node, ChanceNode) and isinstance(event := node.event, Roll)
    }
    reads = Counter(one.id for one in walk.expressions(everything) if isinstance(one, expressions.Local))
    found: dict[LocalId, list[str]] = {}
    for one in walk.statements(everything):
        if isinstance(one, Say):
            reads -= Counter(part.id for part in walk.expressions(one.values) if isinstance(part, expressions.Local))
        if (
            isinstance(one, SetField)
            and isinstance(value := _without_silent(one.value), expressions.Local)
            and value.id in rolled
        ):
            is_own = all(
                isinstance(part, expressions.Local) and game.locals[part.id].name == "me" for part in one.index
            )
            if is_own and not game.fields[one.field].hidden:
                found.setdefault(value.id, []).append(name_at(words.fields, one.field, "field"))
    return {local: names[0] for local, names in found.items() if len(names) == reads[local] == 1}


_READ = (
    expressions.Contents, expressions.ZoneAt, expressions.TopPiece, expressions.KindOf, expressions.Lookup, expressions.Local,
)  # fmt: skip


_SELECTIONS = (expressions.Filter, expressions.While, expressions.Sorted)


def plans_of(node: Node) -> Iterator[Plan]:
    """Yields the plans of a decision, including those of its menus."""
    if isinstance(node, DecisionNode | TogetherNode):
        yield from walk.plans(node.plan)


def _are_players(of: types.Type) -> bool:
    return isinstance(of, types.ListOf | types.SetOf) and isinstance(of.of, types.Player)


def _is_whole(value: tuple[types.Value, ...], of: types.Type) -> bool:
    """Whether a list has all values of a type, which rules write as the name of the type."""
    size = of.size if isinstance(of, types.Enum | types.Position | types.Player) else 0
    return len(value) > 1 and value == tuple(range(size))


def _without_place(one: types.Value) -> types.Value:
    """Returns the kind and the number of an entry of pieces, without the place where they lie."""
    return one[1:] if isinstance(one, tuple) and len(one) == _PLACED else one


_PLACED = 3
"""The parts of an entry of pieces: place, kind and number."""


def _several(number: int, one: formulas.Expr) -> formulas.Expr:
    return formulas.SomeOf(number, Ident(one.id)) if number != 1 and isinstance(one, formulas.Name) else one


def _has_attributes(of: types.Type) -> bool:
    inner = types.plain(of)
    return isinstance(inner, types.Kind | types.Piece | types.Row | types.Position | types.Enum)


def _name_formula(text: str) -> formulas.Expr:
    """Returns the name of a value: `Hunting`, `Single.Hunting` of two values, `square[1, 2]` of a place."""
    name, bracket, inside = text.partition("[")
    if bracket and name:
        return formulas.Index(formulas.Name(name), tuple(map(_name_formula, inside.removesuffix("]").split(", "))))
    if text.isdigit():
        return formulas.Number(int(text))
    owner, dot, own = text.partition(".")
    return formulas.Attribute(formulas.Name(owner), Ident(own)) if dot and owner and own else formulas.Name(text)
