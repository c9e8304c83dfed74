"""Finds the parts of a Game that are hidden from some seat, and the decisions that depend on them.

A value is hidden if it is read from a zone or field that not every seat sees, or if it was chosen or rolled unseen. The number of pieces in a zone is
public unless the zone hides its count. Every value computed from a hidden value is hidden, except values that all seats see when they are chosen.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import TypeAlias

from gamedsl.graph.analysis import walk
from gamedsl.graph.analysis.trials import ensures_ahead, find_tried_exits, find_tried_nodes
from gamedsl.graph.model import expressions, statements, types
from gamedsl.graph.model.game import FieldSpec, Game, Visibility, ZoneSpec
from gamedsl.graph.model.nodes import BranchNode, ChanceNode, DecisionNode, EffectNode, Node, TogetherNode
from gamedsl.values import evolve, frozen

_Source: TypeAlias = tuple[str, int]
"""The origin of a value: a `local`, `field` (of the compiler), `function` or `question` with its number, or `_HIDDEN`."""

_HIDDEN: _Source = ("hidden", 0)


def hides(game: Game) -> bool:
    """Whether a seat may learn something that another seat does not know."""
    return (
        any(not _is_public(game, zone) for zone in game.zones if not zone.hidden)
        or any(not _is_public(game, field) for field in game.fields if not field.hidden)
        or any(isinstance(node, TogetherNode) for node in game.nodes)
        or any(part.secret for part in _selections(game.nodes))
        or any(isinstance(node, DecisionNode) and node.is_unseen for node in game.nodes)
        or any(
            isinstance(n, ChanceNode) and isinstance(n.event, statements.Roll) and n.event.seat is not None
            for n in game.nodes
        )
    )


def with_private(game: Game) -> tuple[Node, ...]:
    """Returns the nodes, with decisions that depend on hidden values marked as private."""
    if not hides(game):
        return game.nodes
    hidden = _find_hidden(game)
    ahead = ensures_ahead(game)
    return tuple(
        evolve(node, is_private=not hidden.isdisjoint(_sources_of(game, (node.plan, _find_trials(game, node, ahead)))))
        if isinstance(node, DecisionNode | TogetherNode)
        else node
        for node in game.nodes
    )


def find_telling(game: Game) -> dict[types.NodeId, tuple[tuple[expressions.Expr, ...], ...]]:
    """Returns the decisions of one seat from which somebody may learn something hidden, from the moves that they allow or from the consequences. Each comes
    with its consequences by exit: the formulas up to the next stop whose values players can observe."""
    if not hides(game):
        return {}
    hidden = _find_hidden(game)
    found: dict[types.NodeId, tuple[tuple[expressions.Expr, ...], ...]] = {}
    for number, node in enumerate(game.nodes):
        if isinstance(node, DecisionNode):
            told = tuple(tuple(_find_told(game, _run_after(game, exit))) for exit in node.exits)
            if node.is_private or not hidden.isdisjoint(_sources_of(game, told)):
                found[types.NodeId(number)] = told
    return found


def _run_after(game: Game, node: types.NodeId) -> tuple[object, ...]:
    """Returns the nodes and statements that can run from a node to the next stop."""
    ahead = walk.reachable_without_stop(game.nodes.__getitem__, (node,))
    return (*ahead, *_list_called_routines(game, ahead))


def find_hidden_locals(game: Game) -> frozenset[types.LocalId]:
    """Returns the locals into which a hidden value flows."""
    return frozenset(types.LocalId(number) for what, number in _find_hidden(game) if what == "local")


def _find_told(game: Game, thing: tuple[object, ...]) -> Iterator[expressions.Expr]:
    """Yields tests, the new values of public fields, the values of sentences, and pieces picked by a filter."""
    yield from (node.condition for node in thing if isinstance(node, BranchNode))
    for stmt in walk.statements(thing):
        match stmt:
            case statements.If() | statements.For() | statements.Repeat():
                yield from _find_tests(stmt)
            case statements.SetField(field, _, value) if _is_public(game, game.fields[field]):
                yield value
            case statements.Say(values=values):
                yield from values
            case statements.Move(what=what) if any(
                isinstance(one, expressions.Filter) for one in walk.expressions(what)
            ):
                yield what
            case _:
                pass


@frozen
class Known:
    """Locals and functions whose values every seat may know, because nothing hidden flows into them."""

    locals: frozenset[types.LocalId]
    functions: frozenset[types.FunctionId]


def find_known_to_all(game: Game) -> Known:
    """Returns the locals and functions whose values every seat may know. A local set where a hidden value decides the path of play counts as hidden, and so
    does a value chosen in a simultaneous decision."""
    flows = [*_flows(game), *((("local", local), frozenset({_HIDDEN})) for local in _find_simultaneous(game))]
    hidden = _closure(flows)
    while more := [
        (("local", local), frozenset({_HIDDEN}))
        for local in _find_dependent_locals(game, hidden)
        if ("local", local) not in hidden
    ]:
        flows += more
        hidden = _closure(flows)
    return Known(
        frozenset(types.LocalId(i) for i in range(len(game.locals)) if ("local", i) not in hidden),
        frozenset(types.FunctionId(i) for i in range(len(game.functions)) if ("function", i) not in hidden),
    )


def list_shown_locals(game: Game, node: types.NodeId, known: frozenset[types.LocalId]) -> tuple[types.LocalId, ...]:
    """Returns the locals of the rules that are still needed at a node and are known to all."""
    live: tuple[types.LocalId, ...] = getattr(game.nodes[node], "live", ())
    return tuple(local for local in sorted(live) if local < game.about.named_locals and local in known)


def _find_simultaneous(game: Game) -> Iterator[types.LocalId]:
    """Yields the locals that simultaneous decisions bind."""
    for node in game.nodes:
        if isinstance(node, TogetherNode):
            for plan in walk.plans(node.plan):
                yield from (local for part in plan.parts if (local := walk.local_of(part)) is not None)


def _find_dependent_locals(game: Game, hidden: frozenset[_Source]) -> Iterator[types.LocalId]:
    """Yields the locals whose values depend on a path that a hidden value decides."""
    bodies = (*(node for node in game.nodes if isinstance(node, EffectNode)), *(r.body for r in game.routines))
    if any(isinstance(n, BranchNode) and _is_hidden(game, n.condition, hidden) for n in game.nodes):
        yield from _find_assigned_locals(bodies)
    for stmt in walk.statements(bodies):
        if isinstance(stmt, statements.If | statements.For | statements.Repeat) and any(
            _is_hidden(game, one, hidden) for one in _find_tests(stmt)
        ):
            yield from _find_assigned_locals(stmt)


def _find_tests(stmt: statements.If | statements.For | statements.Repeat) -> tuple[expressions.Expr, ...]:
    """Returns the formulas that decide which way a statement continues, or how often it repeats."""
    match stmt:
        case statements.If(condition):
            return (condition,)
        case statements.For(_, source):
            return (source,)
        case statements.Repeat(_, number, until):
            return (number,) if until is None else (number, until)


def _find_assigned_locals(thing: object) -> Iterator[types.LocalId]:
    for stmt in walk.statements(thing):
        match stmt:
            case statements.SetLocal(local):
                yield local
            case statements.For(locals):
                yield from locals
            case _:
                pass


def _is_hidden(game: Game, expr: expressions.Expr, hidden: frozenset[_Source]) -> bool:
    return not hidden.isdisjoint(_sources(game, expr))


def _find_trials(game: Game, node: DecisionNode | TogetherNode, ahead: frozenset[types.NodeId]) -> tuple[object, ...]:
    """Returns the nodes and statements that run while the moves of a decision are tried: its offers depend on them too."""
    if isinstance(node, TogetherNode):
        return ()
    nodes = find_tried_nodes(game, (node.exits[exit] for exit in find_tried_exits(node, ahead)), ahead)
    return (*nodes, *_list_called_routines(game, nodes))


def _list_called_routines(game: Game, thing: object) -> tuple[object, ...]:
    """Returns the statements of the routines that are called, directly or through others."""
    bodies = {routine.rule: routine.body for routine in game.routines}
    found: set[types.RuleId] = set()
    todo = [*walk.list_called_rules(thing)]
    while todo:
        rule = todo.pop()
        if rule not in found and rule in bodies:
            found.add(rule)
            todo += walk.list_called_rules(bodies[rule])
    return tuple(bodies[rule] for rule in sorted(found))


def _is_public(game: Game, spec: ZoneSpec | FieldSpec) -> bool:
    """Whether every seat sees all instances."""
    match spec.visibility:
        case Visibility("everyone"):
            return True
        case Visibility("owner"):
            return len(game.seats) == 1 and spec.owned and isinstance(spec.dimensions[0].type, types.Player)
        case _:
            return False


def _selections(nodes: Sequence[Node]) -> Iterator[statements.Select]:
    for node in nodes:
        if isinstance(node, DecisionNode | TogetherNode):
            for plan in walk.plans(node.plan):
                yield from (part for part in plan.parts if isinstance(part, statements.Select))


# ---------------------------------------------------------------- how values flow


def _find_hidden(game: Game) -> frozenset[_Source]:
    """Returns everything that a hidden value flows into."""
    return _closure(_flows(game))


def _closure(flows: Iterable[tuple[_Source, frozenset[_Source]]]) -> frozenset[_Source]:
    """Returns everything that `_HIDDEN` flows into along these flows."""
    onward: dict[_Source, list[_Source]] = {}
    for into, sources in flows:
        for source in sources:
            onward.setdefault(source, []).append(into)
    found = {_HIDDEN}
    todo = [_HIDDEN]
    while todo:
        for into in onward.get(todo.pop(), ()):
            if into not in found:
                found.add(into)
                todo.append(into)
    return frozenset(found)


def _flows(game: Game) -> Iterator[tuple[_Source, frozenset[_Source]]]:
    """Yields each assigned local, function and compiler field with the origins of its value."""
    routines = {routine.rule: routine for routine in game.routines}
    for number, function in enumerate(game.functions):
        yield ("function", number), _sources(game, function.body)
    ahead = ensures_ahead(game)
    for question in game.questions:
        nodes = find_tried_nodes(game, question.exits, ahead)
        asked = (question.plan, *nodes, *_list_called_routines(game, nodes))
        yield ("question", question.rule), _sources_of(game, asked)
        for inner in walk.plans(question.plan):
            for part in inner.parts:
                yield from _find_chosen(game, part, unseen=False)
    things = (*(f.body for f in game.functions), *game.nodes, *(r.body for r in game.routines))
    for thing in (*things, *(question.plan for question in game.questions)):
        yield from _find_bindings(game, thing)
        for stmt in walk.statements(thing):
            match stmt:
                case statements.SetLocal(local, value):
                    yield ("local", local), _sources(game, value)
                case statements.For(locals, source):
                    yield from ((("local", local), _sources(game, source)) for local in locals)
                case statements.SetField(field, _, value) if game.fields[field].hidden:
                    yield ("field", field), _sources(game, value)
                case statements.CallRule(rule, me, args):
                    if rule in routines:
                        routine = routines[rule]
                        for param, arg in zip((routine.me, *routine.params), (me, *args), strict=False):
                            if param is not None and arg is not None:
                                yield ("local", param), _sources(game, arg)
                case _:
                    pass
    for node in game.nodes:
        match node:
            case DecisionNode(plan=plan) | TogetherNode(plan=plan):
                for inner in walk.plans(plan):
                    for part in inner.parts:
                        yield from _find_chosen(game, part, unseen=isinstance(node, DecisionNode) and node.is_unseen)
                if isinstance(node, TogetherNode):
                    yield from ((("field", field), frozenset({("local", local)})) for local, field in node.commits)
            case ChanceNode(event=statements.Roll() as roll):
                yield (
                    ("local", roll.local),
                    frozenset({_HIDDEN}) if roll.seat is not None else _sources(game, roll.source),
                )
            case _:
                pass


def _find_bindings(game: Game, thing: object) -> Iterator[tuple[_Source, frozenset[_Source]]]:
    """Yields the locals that formulas bind (elements of collections, parameters of functions) with the origins of their values."""
    for expr in walk.expressions(thing):
        match expr:
            case expressions.Call(function, args):
                for local, arg in zip(game.functions[function].params, args, strict=False):
                    yield ("local", local), _sources(game, arg)
            case expressions.Can(rule, me, args):
                for question in game.questions:
                    if question.rule == rule:
                        for local, arg in zip((question.me, *question.params), (me, *args), strict=False):
                            yield ("local", local), _sources(game, arg)
            case _ if isinstance(expr, expressions.Iteration):
                yield ("local", expr.local), _sources(game, expr.source)
            case _:
                pass


def _find_chosen(game: Game, part: object, *, unseen: bool) -> Iterator[tuple[_Source, frozenset[_Source]]]:
    """Yields the locals that a part of a decision binds. All seats see a selected value, unless it is secret, consists of pieces, or the decision is
    `unseen`."""
    match part:
        case statements.Bind(local, value):
            yield ("local", local), _sources(game, value)
        case statements.Select():
            offered = frozenset[_Source]().union(*(_sources(game, source) for source in part.sources))
            yield ("local", part.element), offered
            if part.secret or unseen:
                yield ("local", part.local), frozenset({_HIDDEN})
            elif is_pieces(game.locals[part.local].type):
                yield ("local", part.local), offered
        case statements.YesNo() if unseen:
            yield ("local", part.local), frozenset({_HIDDEN})
        case _:
            pass


def is_pieces(of: types.Type) -> bool:
    """Whether a value of the type is pieces, or a collection of pieces."""
    match of:
        case types.Piece() | types.Pieces():
            return True
        case types.Optional(inner) | types.ListOf(inner) | types.SetOf(inner):
            return is_pieces(inner)
        case _:
            return False


# ---------------------------------------------------------------- what formulas read


def _sources_of(game: Game, thing: object) -> frozenset[_Source]:
    return frozenset[_Source]().union(*(_sources(game, expr) for expr in walk.formulas(thing)))


def _sources(game: Game, expr: expressions.Expr) -> frozenset[_Source]:
    """Returns the origins of the value of a formula."""
    return frozenset(_find_origins(game, expr))


def _find_origins(game: Game, expr: expressions.Expr) -> Iterator[_Source]:
    match expr:
        case (
            expressions.Count(source)
            | expressions.Equal(expressions.TopPiece(source), expressions.Const(None))
            | expressions.Equal(expressions.Const(None), expressions.TopPiece(source))
        ) if (indices := _find_counted_indices(game, source)) is not None:
            for index in indices:
                yield from _find_origins(game, index)
            return
        case expressions.TopPiece(expressions.ZoneAt(zone, index)) | expressions.Pick(
            "last", expressions.Contents(expressions.ZoneAt(zone, index))
        ) if game.zones[zone].visibility.top_seen:
            for part in index:
                yield from _find_origins(game, part)
            return
        case expressions.Local(id):
            yield ("local", id)
        case expressions.FieldAt(field):
            if game.fields[field].hidden:
                yield ("field", field)
            elif not _is_public(game, game.fields[field]):
                yield _HIDDEN
        case expressions.ZoneAt(zone) if not _is_public(game, game.zones[zone]):
            yield _HIDDEN
        case expressions.Call(function):
            yield ("function", function)
        case expressions.Can(rule):
            yield ("question", rule)
        case _:
            pass
    for inner in walk.children(expr):
        yield from _find_origins(game, inner)


def _find_counted_indices(game: Game, source: expressions.Expr) -> tuple[expressions.Expr, ...] | None:
    """Returns the indices of zones whose pieces everybody can count; None for any other source."""
    match source:
        case expressions.Contents(zone) | expressions.Convert(zone):
            return _find_counted_indices(game, zone)
        case expressions.Join(left, right):
            one, other = _find_counted_indices(game, left), _find_counted_indices(game, right)
            return None if one is None or other is None else (*one, *other)
        case expressions.ZoneAt(zone, index) if not game.zones[zone].visibility.count_hidden:
            return index
        case _:
            return None
