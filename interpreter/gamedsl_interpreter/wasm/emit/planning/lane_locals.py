"""Finds the locals of pieces that are kept as lanes: those that only ever hold pieces from zones whose families are known while emitting."""

from __future__ import annotations

from collections.abc import Iterator

from gamedsl.graph.analysis.walk import binders, plans, statements
from gamedsl.graph.model import expressions, types
from gamedsl.graph.model import statements as s
from gamedsl.graph.model.expressions import Expr
from gamedsl.graph.model.game import Game
from gamedsl.graph.model.nodes import ChanceNode, DecisionNode, EffectNode, TogetherNode
from gamedsl.graph.model.types import LocalId
from gamedsl_interpreter.wasm.emit.planning import lane_shapes
from gamedsl_interpreter.wasm.emit.planning.lane_shapes import Families


def lane_locals(game: Game, chosen: dict[LocalId, Families]) -> dict[LocalId, Families]:
    """Gives the families of each local that is kept as lanes. `chosen`: the families of locals of one piece."""
    sources: dict[LocalId, list[Expr]] = {}
    banned = _locals_bound_otherwise(game)
    for local, expr in _list_assignments(game):
        sources.setdefault(local, []).append(expr)

    found: dict[LocalId, Families] = {}
    # A local can be assigned from another one: families are collected until nothing is added.
    growing = {local for local in sources if local not in banned and isinstance(game.locals[local].type, types.Pieces)}
    while True:
        before = dict(found)
        for local in sorted(growing):
            families = _join_families(game, sources[local], found, chosen, growing)
            if families is None:
                growing.discard(local)
                found.pop(local, None)
            else:
                found[local] = families
        if found == before:
            return found


def _join_families(
    game: Game,
    sources: list[Expr],
    families_of_locals: dict[LocalId, Families],
    chosen: dict[LocalId, Families],
    growing: set[LocalId],
) -> Families | None:
    """Gives the families of all formulas that are assigned to a local; None if they are not known."""

    def families_of(local: LocalId) -> Families | None:
        return families_of_locals.get(local, ()) if local in growing else None

    joined: Families = ()
    for source in sources:
        families = lane_shapes.families_of(game, source, families_of, chosen.get)
        if families is None:
            return None
        joined += tuple(family for family in families if family not in joined)
    return joined if lane_shapes.slots(game, joined).size <= lane_shapes.MOST_SLOTS else None


def _list_assignments(game: Game) -> Iterator[tuple[LocalId, Expr]]:
    """Lists locals with the formulas that are assigned to them: by selections of several, by lets, by effects, as parameters of rules."""
    for node in game.nodes:
        if isinstance(node, DecisionNode | TogetherNode):
            for plan in plans(node.plan):
                for part in plan.parts:
                    if isinstance(part, s.Select) and part.quantity != "one":
                        yield from ((part.local, source) for source in part.sources)
                    elif isinstance(part, s.Bind):
                        yield part.local, part.value
    routines = {routine.rule: routine for routine in game.routines}
    bodies = [node.body for node in game.nodes if isinstance(node, EffectNode)]
    for stmt in statements((*bodies, *(routine.body for routine in game.routines))):
        match stmt:
            case s.SetLocal(local, value):
                yield local, value
            case s.CallRule(rule, _, args):
                yield from zip(routines[rule].params, args, strict=True)
            case _:
                pass


def families_to_choose_from(game: Game) -> dict[LocalId, Families]:
    """Gives the families from which selections of one piece choose; also for locals that a `let` binds to such a piece."""
    families_of_locals: dict[LocalId, Families] = {}
    parts = [
        part
        for node in game.nodes
        if isinstance(node, DecisionNode | TogetherNode)
        for plan in plans(node.plan)
        for part in plan.parts
    ]
    for part in parts:
        match part:
            case s.Select(local=local, quantity="one", sources=(source,)) if isinstance(source.type, types.Pieces):
                families = lane_shapes.families_of(game, source, lambda _: None, lambda _: None)
                if families is not None:
                    families_of_locals[local] = families
            case s.Bind(local, expressions.Local(other)) if other in families_of_locals:
                families_of_locals[local] = families_of_locals[other]
            case _:
                pass
    return families_of_locals


def _locals_bound_otherwise(game: Game) -> frozenset[LocalId]:
    """Gives the locals that are bound by formulas, loops, chance or functions."""
    bound = set(binders((game.nodes, game.routines, game.functions)))
    for node in game.nodes:
        if isinstance(node, ChanceNode):
            event = node.event
            if isinstance(event, s.Roll):
                bound.add(event.local)
        if isinstance(node, EffectNode):
            bound |= _loop_locals(node.body)
    for routine in game.routines:
        bound |= _loop_locals(routine.body)
    for function in game.functions:
        bound.update(function.params)
    return frozenset(bound)


def _loop_locals(body: object) -> set[LocalId]:
    return {local for stmt in statements(body) if isinstance(stmt, s.For) for local in stmt.locals}
