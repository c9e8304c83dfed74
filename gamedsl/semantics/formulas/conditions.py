"""Checks and evaluates the conditions of `when` blocks and scripted seats, and the options that they test.

They decide which declarations exist, so they can read no declaration but options: a flag, a number or one of an option's values.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from operator import ge, gt, le, lt

from gamedsl.diagnostics.problem import Problem
from gamedsl.graph.compiled import Setup
from gamedsl.semantics.model.builtin_names import BUILTIN_NAMES, SIGNATURES
from gamedsl.semantics.model.merged import literal_text
from gamedsl.semantics.problems.ambiguous import AmbiguousName
from gamedsl.semantics.problems.names import DeclaredTwice, UnknownName
from gamedsl.semantics.problems.terms import Described, Role, Thing, about
from gamedsl.semantics.problems.values import Mismatch, NotComparable
from gamedsl.semantics.problems.variants import NeverOrAlways, SetupOnly
from gamedsl.syntax.tree import data, declarations, fields, formulas
from gamedsl.values import frozen

Fixed = bool | int | str


@frozen
class Sort:
    """The sort of a part of a condition: a flag, a number, or one of the values of an option."""

    what: Described
    option: str = ""
    values: tuple[str, ...] = ()


FLAG = Sort(Thing.FLAG)
NUMBER = Sort(Thing.NUMBER)


@frozen
class Conditions:
    """The names that conditions may use: options, `seats` (the scripted seats of the game), and `others` (all other declarations)."""

    options: Mapping[str, declarations.Option]
    seats: frozenset[str]
    others: frozenset[str]


def conditions_of(decls: Iterable[declarations.Decl], options: Iterable[declarations.Option]) -> Conditions:
    """Returns the names for the conditions of these declarations: these options, and all scripted seats of the files, also in diffs."""
    seats: set[str] = set()
    others: set[str] = set()
    for node in _with_changes(decls):
        match node:
            case declarations.Seat():
                seats.add(node.name.text)
            case fields.Fields():
                others.update(member.name.text for member in node.members)
            case declarations.Whenever():
                others.update(() if node.name is None else (node.name.text,))
            case (
                fields.Define()
                | declarations.History()
                | declarations.Rule()
                | declarations.Phase()
                | declarations.PickDecl()
                | declarations.Score()
                | data.ListTable()
                | data.RowTable()
            ):
                others.add(node.name.text)
            case _:
                pass
    return Conditions({option.name.text: option for option in options}, frozenset(seats), frozenset(others))


def _with_changes(
    decls: Iterable[declarations.Decl | declarations.Change | fields.Field | fields.Define | declarations.Answer],
) -> Iterator[object]:
    for node in decls:
        yield node
        match node:
            case declarations.When() | declarations.Variant():
                yield from _with_changes(node.changes)
            case declarations.Seat():
                yield from _with_changes(node.members)
            case declarations.Add() | declarations.Replace():
                yield from _with_changes((node.decl,))
            case _:
                pass


# ---------------------------------------------------------------- options


def option_problems(options: Iterable[declarations.Option]) -> Iterator[Problem]:
    """Yields problems with declarations of options: each must have different values of one sort."""
    for option in options:
        first: dict[formulas.Literal_, formulas.Literal_] = {}
        for value in option.values:
            if first.setdefault(value, value) is not value:
                yield DeclaredTwice(value.span, literal_text(value), first[value].span)
            if type(value) is not type(option.values[0]):
                wanted = _sort_of_values(option).what
                yield Mismatch(value.span, about(Thing.LIKE_FIRST_VALUE, wanted, option.name.text), _literal(value))


def value_problem(option: declarations.Option, value: formulas.Literal_) -> Problem | None:
    """Returns the problem with choosing this value of an option, or None."""
    known = tuple(literal_text(v) for v in option.values)
    if literal_text(value) in known:
        return None
    return UnknownName(value.span, literal_text(value), about(Role.VALUE_OF, option.name.text), known)


def _literal(value: formulas.Literal_) -> Thing:
    return {formulas.Name: Thing.NAME, formulas.Number: Thing.NUMBER, formulas.FlagLiteral: Thing.FLAG}[type(value)]


def _sort_of_values(option: declarations.Option) -> Sort:
    match option.values[0]:
        case formulas.FlagLiteral():
            return FLAG
        case formulas.Number():
            return NUMBER
        case formulas.Name():
            name = option.name.text
            values = tuple(v.id for v in option.all_values() if isinstance(v, formulas.Name))
            return Sort(about(Thing.VALUE_OF, name), name, values)


# ---------------------------------------------------------------- checking


def condition_problems(node: formulas.Expr, known: Conditions) -> tuple[Problem, ...]:
    """Returns the problems that a condition has in every setup: unknown names, wrong sorts of values, and formulas that no setup decides."""
    found: list[Problem] = []
    sort = _sort(node, None, known, found)
    if sort is not None and sort != FLAG:
        found.append(Mismatch(node.span, FLAG.what, sort.what))
    return tuple(found)


def _sort(node: formulas.Expr, wanted: Sort | None, known: Conditions, found: list[Problem]) -> Sort | None:
    """Returns the sort of a part; None after a reported problem. A bare name can be a value where one of `wanted` is expected."""
    match node:
        case formulas.FlagLiteral():
            return FLAG
        case formulas.Number():
            return NUMBER
        case formulas.Name(id="humans"):
            return NUMBER
        case formulas.Name():
            return _name(node, wanted, known, found)
        case formulas.Apply():
            return _count(node, known, found)
        case formulas.Unary(op="not"):
            return FLAG if _is(FLAG, node.operand, known, found) else None
        case formulas.Binary(op="and" | "or"):
            both = _is(FLAG, node.left, known, found), _is(FLAG, node.right, known, found)
            return FLAG if all(both) else None
        case formulas.Binary(op="is" | "is not"):
            return FLAG if _have_same_sort(node, node.left, (node.right,), known, found) else None
        case formulas.Binary(op="in" | "not in", right=formulas.ListLiteral(items=items)):
            values = tuple(i for i in items if not isinstance(i, formulas.Named | formulas.Comprehension))
            if len(values) < len(items):
                found.append(SetupOnly(node.right.span))
                return None
            return FLAG if _have_same_sort(node, node.left, values, known, found) else None
        case formulas.Binary(op="in" | "not in", right=formulas.Binary(op="..") as numbers):
            sides = (node.left, numbers.left, numbers.right)
            return FLAG if all(_is(NUMBER, side, known, found) for side in sides) else None
        case formulas.Binary(op="<" | "<=" | ">" | ">="):
            both = _is(NUMBER, node.left, known, found), _is(NUMBER, node.right, known, found)
            return FLAG if all(both) else None
        case _:
            found.append(SetupOnly(node.span))
            return None


def _is(wanted: Sort, node: formulas.Expr, known: Conditions, found: list[Problem]) -> bool:
    sort = _sort(node, None, known, found)
    if sort is not None and sort != wanted:
        found.append(Mismatch(node.span, wanted.what, sort.what))
    return sort == wanted


def _have_same_sort(
    node: formulas.Binary, left: formulas.Expr, others: Sequence[formulas.Expr], known: Conditions, found: list[Problem]
) -> bool:
    """Whether both sides of a comparison are of one sort; reports them if not. The value of an option may be on either side."""
    if len(others) == 1 and _is_value(left, known) and not _is_value(others[0], known):
        left, others = others[0], (left,)
    sort = _sort(left, None, known, found)
    if sort is None:
        return False
    sorts = [_sort(other, sort, known, found) for other in others]
    for other in sorts:
        if other is not None and other != sort:
            found.append(NotComparable(node.span, sort.what, other.what))
            return False
    return None not in sorts


def _is_value(node: formulas.Expr, known: Conditions) -> bool:
    """Whether a name stands for a value of an option and for nothing else."""
    if not isinstance(node, formulas.Name) or node.id in known.options or node.id == "humans":
        return False
    return any(node.id in _sort_of_values(option).values for option in known.options.values())


def _name(node: formulas.Name, wanted: Sort | None, known: Conditions, found: list[Problem]) -> Sort | None:
    option = known.options.get(node.id)
    is_value = wanted is not None and node.id in wanted.values
    if option is not None and is_value:
        found.append(AmbiguousName(node.span, node.id, (f"option {node.id}", f"value {node.id}")))
        return None
    if option is not None:
        return _sort_of_values(option)
    if is_value:
        return wanted
    if node.id in BUILTIN_NAMES or node.id in SIGNATURES or node.id in known.others:
        found.append(SetupOnly(node.span))
    elif wanted is not None and wanted.values:
        found.append(UnknownName(node.span, node.id, about(Role.VALUE_OF, wanted.option), wanted.values))
    else:
        found.append(UnknownName(node.span, node.id, Role.OPTION, (*known.options, "humans")))
    return None


def _count(node: formulas.Apply, known: Conditions, found: list[Problem]) -> Sort | None:
    match node:
        case formulas.Apply(of=formulas.Name(id="count"), args=(formulas.Name(id="players") as players,)):
            if known.seats:
                found.append(AmbiguousName(players.span, "players", ("humans",)))
                return None
            return NUMBER
        case formulas.Apply(of=formulas.Name(id="count"), args=(formulas.Name() as other,)):
            found.append(UnknownName(other.span, other.id, Role.NAME, ("players",)))
        case formulas.Apply(of=formulas.Name(id="count")):
            found.append(SetupOnly(node.span))
        case formulas.Apply(of=formulas.Name() as name):
            found.append(UnknownName(name.span, name.id, Role.NAME, ("count",)))
        case _:
            found.append(SetupOnly(node.span))
    return None


# ---------------------------------------------------------------- working out


def holds(condition: formulas.Expr, setup: Setup, known: Conditions) -> bool:
    """Whether a condition holds for a setup; one with problems holds nowhere."""
    return not condition_problems(condition, known) and _value(condition, setup) is True


def _value(node: formulas.Expr, setup: Setup) -> Fixed:
    match node:
        case formulas.FlagLiteral() | formulas.Number():
            return node.value
        case formulas.Name(id="humans") | formulas.Apply():
            return setup.players
        case formulas.Name():
            value = dict(setup.options).get(node.id)
            match value:
                case None:
                    return node.id
                case "yes" | "no":
                    return value == "yes"
                case _:
                    return int(value) if value.isdigit() else value
        case formulas.Unary():
            return not _value(node.operand, setup)
        case formulas.Binary(op="and"):
            return _value(node.left, setup) is True and _value(node.right, setup) is True
        case formulas.Binary(op="or"):
            return _value(node.left, setup) is True or _value(node.right, setup) is True
        case formulas.Binary(op="in" | "not in"):
            return _within(_value(node.left, setup), node.right, setup) == (node.op == "in")
        case formulas.Binary(op="is"):
            return _value(node.left, setup) == _value(node.right, setup)
        case formulas.Binary(op="is not"):
            return _value(node.left, setup) != _value(node.right, setup)
        case formulas.Binary(op="<" | "<=" | ">" | ">="):
            compare = {"<": lt, "<=": le, ">": gt, ">=": ge}[node.op]
            return bool(compare(_value(node.left, setup), _value(node.right, setup)))
        case _:
            raise AssertionError(f"checking refuses {node}")


def _within(value: Fixed, collection: formulas.Expr, setup: Setup) -> bool:
    match collection:
        case formulas.ListLiteral():
            items = (i for i in collection.items if not isinstance(i, formulas.Named | formulas.Comprehension))
            return any(value == _value(item, setup) for item in items)
        case formulas.Binary():
            low, high = _value(collection.left, setup), _value(collection.right, setup)
            return int(low) <= int(value) <= int(high)
        case _:
            raise AssertionError(f"checking refuses {collection}")


# ---------------------------------------------------------------- advice


def idle_conditions(
    decls: Iterable[declarations.Decl], setups: Sequence[Setup], known: Conditions
) -> Iterator[Problem]:
    """Yields conditions, or parts of them, that hold in all setups that test them, or in none."""
    for decl in decls:
        match decl:
            case declarations.When():
                yield from _find_constant_parts(decl.condition, setups, known)
                yield from _seats(decl.changes, _filter_setups(decl.condition, setups, known), known)
            case declarations.Variant():
                yield from _seats(decl.changes, setups, known)
                added = (c.decl for c in decl.changes if isinstance(c, declarations.Add | declarations.Replace))
                yield from idle_conditions(
                    (d for d in added if isinstance(d, declarations.When | declarations.Seat)), setups, known
                )
            case declarations.Seat():
                yield from _seats((decl,), setups, known)
            case _:
                pass


def _seats(
    changes: Iterable[declarations.Change | fields.Field | fields.Define | declarations.Answer],
    setups: Sequence[Setup],
    known: Conditions,
) -> Iterator[Problem]:
    for seat in changes:
        if isinstance(seat, declarations.Seat):
            inside = setups
            if seat.condition is not None:
                yield from _find_constant_parts(seat.condition, setups, known)
                inside = _filter_setups(seat.condition, setups, known)
            yield from _seats(seat.members, inside, known)


def _filter_setups(condition: formulas.Expr, setups: Sequence[Setup], known: Conditions) -> Sequence[Setup]:
    return [setup for setup in setups if holds(condition, setup, known)]


def _find_constant_parts(condition: formulas.Expr, setups: Sequence[Setup], known: Conditions) -> Iterator[Problem]:
    """Yields the smallest parts of a condition that have one outcome in all the setups."""
    if not setups or condition_problems(condition, known):
        return
    parts = list(_parts(condition))
    inner = [problem for part in parts for problem in _find_constant_parts(part, setups, known)]
    if inner:
        yield from inner
        return
    values = {_value(condition, setup) is True for setup in setups}
    if len(values) == 1:
        yield NeverOrAlways(condition.span, True in values)


def _parts(condition: formulas.Expr) -> Iterator[formulas.Expr]:
    match condition:
        case formulas.Binary(op="and" | "or"):
            yield condition.left
            yield condition.right
        case _:
            pass
