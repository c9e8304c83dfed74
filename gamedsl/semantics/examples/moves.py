"""Checks the lines of an example about moves: moves that are made, offered, or refused."""

from __future__ import annotations

from gamedsl.graph.model import expressions
from gamedsl.graph.model.example_lines import Line, MayChoose, MovePart
from gamedsl.graph.model.types import (
    NO_PLACE,
    Bag,
    Enum,
    Int,
    Kind,
    ListOf,
    Piece,
    Pieces,
    Position,
    SeatId,
    SiteId,
    Type,
    Unknown,
    plain,
)
from gamedsl.semantics.construction import constants, conversions
from gamedsl.semantics.construction.constants import is_broken
from gamedsl.semantics.examples.givens import find_value, instance_of
from gamedsl.semantics.model.formula_words import arguments_without_names, words
from gamedsl.semantics.model.scope import Scope
from gamedsl.semantics.model.symbols import Asking, RuleSymbol
from gamedsl.semantics.model.types import describe
from gamedsl.semantics.model.values import bag_entries, ordinal
from gamedsl.semantics.model.world import ONCE
from gamedsl.semantics.problems.choices import UnknownSelection
from gamedsl.semantics.problems.kinds_and_zones import NotAZone
from gamedsl.semantics.problems.names import UnknownName, WrongSort
from gamedsl.semantics.problems.terms import Role, Thing, about
from gamedsl.semantics.problems.values import NotConstant
from gamedsl.semantics.problems.worked_examples import BadExample, ExampleFlaw
from gamedsl.semantics.rules.program import Program
from gamedsl.source import Span
from gamedsl.syntax.tree import example_lines, formulas, statements
from gamedsl.syntax.tree.node import Ident
from gamedsl.syntax.tree.walk import walk_rules


def seat_of(program: Program, who: formulas.Expr) -> SeatId | None:
    found = program.world.check.coerce(who, Scope("example"), program.world.player)
    if isinstance(found, expressions.Const) and not is_broken(found):
        return SeatId(ordinal(found.value))
    if not is_broken(found):
        program.world.problem(NotConstant(who.span, Thing.WHO_PLAYS))
    return None


def _owners(program: Program) -> set[str]:
    world = program.world
    return (
        {o for o, _ in program.selection_types}
        | {n for n, v in world.symbols.items() if isinstance(v, Asking)}
        | {"ranking"}
    )


def _list_move_names(program: Program) -> tuple[str, ...]:
    """Returns the names that may head a move in an example: actions, and anything else that asks for a selection."""
    actions = {n for n, v in program.world.symbols.items() if isinstance(v, RuleSymbol) and v.decl.is_action}
    return tuple(sorted(actions | {owner for owner, _ in program.selection_types}))


def move_parts(
    program: Program,
    example: example_lines.Example,
    moves: tuple[formulas.Expr | example_lines.Decline, ...],
    who: formulas.Expr,
) -> tuple[MovePart, ...] | None:
    world = program.world
    seat = seat_of(program, who)
    made: list[MovePart] = []
    for move in moves:
        if isinstance(move, example_lines.Decline):
            if move.name.text not in _owners(program):
                world.problem(UnknownName(move.span, move.name.text, Role.OWNER_OF_MOVE, _list_move_names(program)))
                return None
            made.append(MovePart(move.name.text, True, (), world.site(move.span, example.name.text)))
            continue
        name = move.of if isinstance(move, formulas.Apply) else move
        if not isinstance(name, formulas.Name) or name.id not in _owners(program):
            world.problem(_unknown_move(name, _list_move_names(program)))
            return None
        args: list[tuple[str, expressions.Expr]] = []
        for arg in move.args if isinstance(move, formulas.Apply) else ():
            if isinstance(arg, formulas.Binary) and arg.op == "is" and isinstance(arg.left, formulas.Name):
                between = Span(arg.span.source, arg.left.span.end, arg.right.span.start)
                world.problem(BadExample(between, about(ExampleFlaw.COMPARED_SELECTION, arg.left.id)))
                return None
            if not isinstance(arg, formulas.Named):
                world.problem(BadExample(arg.span, about(ExampleFlaw.UNNAMED_SELECTION, name.id)))
                return None
            known = program.selection_types.get((name.id, arg.name.text))
            if known is None:
                names = tuple(n for o, n in program.selection_types if o == name.id)
                world.problem(UnknownSelection(arg.name.span, arg.name.text, about(Role.SELECTION_OF, name.id), names))
                return None
            scope = Scope(example.name.text, me=expressions.Const(seat, world.player) if seat is not None else None)
            value = value_for_selection(program, arg.value, scope, known[0])
            if value is None or is_broken(value):
                return None
            args.append((arg.name.text, value))
        made.append(MovePart(name.id, False, tuple(args), world.site(move.span, example.name.text)))
    return tuple(made)


def _unknown_move(name: formulas.Expr, known: tuple[str, ...]) -> UnknownName | WrongSort:
    if isinstance(name, formulas.Name):
        return UnknownName(name.span, name.id, Role.MOVE, known)
    return WrongSort(name.span, "this", Thing.NO_MOVE, Thing.NAME_OF_MOVE)


def value_for_selection(program: Program, node: formulas.Expr, scope: Scope, type_: Type) -> expressions.Expr | None:
    """Returns a value in the form of a selection's local; pieces without a place match any place."""
    world = program.world
    if isinstance(type_, Unknown):
        return None  # the selection is reported already
    if isinstance(type_, Piece | Pieces) and (placed := _with_places(program, node, scope, type_)) is not None:
        return placed
    wanted: Type = type_
    if isinstance(type_, Piece):
        wanted = Kind(type_.classes)
    elif isinstance(type_, Pieces):
        wanted = Bag(Kind(type_.classes), type_.most)
    elif isinstance(type_, Int):
        wanted = Int(-(2**31), 2**31 - 1)
    found = world.check.formula(node, scope, wanted)
    if is_broken(found):
        return None
    if (
        isinstance(wanted, Bag)
        and isinstance(wanted.of, Kind)
        and isinstance(plain(found.type), Enum | Position | Kind)
    ):
        kind = conversions.kind_of_value(world, found, wanted.of) if isinstance(found.type, Enum | Position) else found
        found = expressions.MakeBag(((constants.number(1), kind or found),), Bag(wanted.of, 1))
    if isinstance(wanted, ListOf) and isinstance(found.type, ListOf):
        return found
    made = conversions.coerce(world, scope, found, wanted, node.span, words(node))
    if is_broken(made):
        return None
    if isinstance(type_, Piece):
        return expressions.PieceOf(made, type_)
    if isinstance(type_, Pieces):
        return expressions.Convert(made, type_)
    return made


def _with_places(program: Program, node: formulas.Expr, scope: Scope, type_: Piece | Pieces) -> expressions.Expr | None:
    """Checks `Horse from hand`, `[2 Horse from hand, Boat]`: a list in which some pieces are named with their place. None if no piece is, or after a
    problem."""
    items = arguments_without_names(node.items) if isinstance(node, formulas.ListLiteral) else (node,)
    if not any(isinstance(item, formulas.Placed) for item in items):
        return None
    entries: list[tuple[int, int, int]] = []
    for item in items:
        of = item.of if isinstance(item, formulas.Placed) else item
        place = _place(program, item.zone) if isinstance(item, formulas.Placed) else NO_PLACE
        found = program.world.check.formula(of, scope, Bag(Kind(type_.classes), 1))
        if isinstance(plain(found.type), Enum | Position):
            found = conversions.kind_of_value(program.world, found, Kind(type_.classes)) or found
        bag = conversions.as_bag(program.world, found) if isinstance(plain(found.type), Kind | Bag) else None
        value = find_value(program, bag) if bag is not None else None
        if place is None or is_broken(found):
            return constants.BROKEN
        if not isinstance(value, tuple):
            described = describe(program.world, found.type)
            program.world.problem(BadExample(of.span, about(ExampleFlaw.NOT_CHOSEN, described)))
            return constants.BROKEN
        entries += [(place, kind, number) for kind, number in bag_entries(value)]
    if isinstance(type_, Pieces):
        return expressions.Const(tuple(entries), type_)
    place, kind, _ = entries[0]
    return expressions.Const((place, kind), type_)


def _place(program: Program, node: formulas.Expr) -> int | None:
    """Returns the zone that a line names for a piece."""
    zone = program.world.check.formula(node, Scope("example"))
    instance = instance_of(program, zone)
    if instance is None and not is_broken(zone):
        program.world.problem(NotAZone(node.span, describe(program.world, zone.type)))
    return instance


def options_line(
    program: Program, example: example_lines.Example, line: example_lines.ExampleOptions, site: SiteId
) -> Line | None:
    world = program.world
    seat = seat_of(program, line.who)
    name = line.selection.text
    scope = Scope(example.name.text, me=expressions.Const(seat, world.player) if seat is not None else None)
    types = [local for (_, n), (local, _) in program.selection_types.items() if n == name]
    if seat is None:
        return None
    if types:
        values = [
            value_for_selection(program, v, scope, types[0])
            for v in line.values
            if not isinstance(v, formulas.NoneLiteral)
        ]
        if any(v is None or is_broken(v) for v in values):
            return None
        return MayChoose(seat, name, False, tuple((v,) for v in values if v is not None), "", site)
    own = [local for (o, _), (local, _) in program.selection_types.items() if o == name]
    if name not in _owners(program):
        world.problem(
            UnknownSelection(
                line.selection.span,
                name,
                Role.DECISION,
                tuple(sorted({n for _, n in program.selection_types} | _owners(program))),
            )
        )
        return None
    tuples: list[tuple[expressions.Expr, ...]] = []
    for v in line.values:
        items = arguments_without_names(v.items) if isinstance(v, formulas.ListLiteral) and len(own) != 1 else (v,)
        if len(items) != len(own):
            world.problem(BadExample(v.span, about(ExampleFlaw.WRONG_NUMBER, name, len(own))))
            return None
        made = [value_for_selection(program, i, scope, type_) for i, type_ in zip(items, own, strict=True)]
        if any(m is None or is_broken(m) for m in made):
            return None
        tuples.append(tuple(m for m in made if m is not None))
    return MayChoose(seat, name, True, tuple(tuples), "", site)


def check_reason(program: Program, name: Ident) -> None:
    reasons = {n for _, n in program.selection_types} | _owners(program) | _requirement_names(program)
    if program.world.once_fields:
        reasons.add(ONCE)
    if name.text not in reasons:
        program.world.problem(UnknownSelection(name.span, name.text, Role.REASON, tuple(sorted(reasons))))


def _requirement_names(program: Program) -> frozenset[str]:
    """Returns all names of `require` and `ensure` lines."""
    if program.requirements is None:
        decls = [*program.merged.decls, *(d for seat in program.merged.seats for d in seat.replaced)]
        named = (node for node in walk_rules(decls) if isinstance(node, statements.RequireStmt | statements.EnsureStmt))
        program.requirements = frozenset(node.name.text for node in named)
    return program.requirements
