"""Checks loops over the pieces of a pile: all equal pieces must move or none, because a position does not distinguish them."""

from __future__ import annotations

from gamedsl.graph.analysis.walk import expressions as formulas_in
from gamedsl.graph.analysis.walk import free_locals
from gamedsl.graph.analysis.walk import statements as statements_in
from gamedsl.graph.model import expressions, source_statements, statements
from gamedsl.graph.model.traits import traits_of
from gamedsl.graph.model.types import LocalId
from gamedsl.semantics.formulas.pile_ends import Ends, ends_of, has_equal
from gamedsl.semantics.model.types import most
from gamedsl.semantics.model.world import World

_Block = source_statements.Each | statements.For | statements.Repeat


def moves_some(
    world: World, source: expressions.Expr, element: LocalId, body: tuple[source_statements.Stmt, ...]
) -> bool:
    """Whether a loop over pieces of a pile may move some of several equal ones, because more than the kind decides which ones move."""
    ends = ends_of(world, source)
    if Ends.UNORDERED in ends or not ends & Ends.BOTH or most(world, source.type) < 2:
        return False
    return has_equal(world, source.type) and _moves_some(world, frozenset((element,)), body, by_kind=True)


def _moves_some(
    world: World, same: frozenset[LocalId], body: tuple[source_statements.Stmt, ...], *, by_kind: bool
) -> bool:
    """Whether the statements can move some pieces and leave equal ones. `same`: the locals that are equal for equal pieces. `by_kind`: the kind alone
    decides whether these statements run."""
    for stmt in body:
        match stmt:
            case statements.SetLocal(local, value) if _depends_on(world, same, value):
                same |= {local}
            case statements.If(condition, then, otherwise):
                inner = by_kind and _depends_on(world, same, condition)
                if any(_moves_some(world, same, part, by_kind=inner) for part in (then, otherwise)):
                    return True
            case source_statements.Choose():
                if stmt.otherwise is not None and _moves_some(world, same, stmt.otherwise, by_kind=False):
                    return True
                by_kind = by_kind and stmt.mode == "must"
            case _ if not by_kind or isinstance(stmt, _Block):
                if any(_moves(world, same, inner) for inner in statements_in(stmt)):
                    return True
            case statements.CallRule() if not all(_always_moves(world, same, stmt)):
                return True
            case _:
                pass
    return False


def _moves(world: World, same: frozenset[LocalId], stmt: source_statements.Stmt) -> bool:
    """Whether a statement moves one of these pieces, at least sometimes."""
    match stmt:
        case statements.Move(what):
            return bool(free_locals(what) & same)
        case statements.Shuffle(what=what) if what is not None:
            return bool(free_locals(what) & same)
        case statements.SwapPieces(first, second):
            return bool((free_locals(first) | free_locals(second)) & same)
        case statements.CallRule():
            return bool(_always_moves(world, same, stmt))
        case _:
            return False


def _always_moves(world: World, same: frozenset[LocalId], call: statements.CallRule) -> list[bool]:
    """Returns, for each of these pieces that a called rule moves, whether the rule always moves it."""
    moved = world.moved_parameters.get(call.rule, {})
    return [moved[number] for number, arg in enumerate(call.args) if number in moved and free_locals(arg) & same]


def _depends_on(world: World, same: frozenset[LocalId], value: expressions.Expr) -> bool:
    """Whether a value is equal for equal pieces: it reads nothing but their kind."""
    for part in formulas_in(value):
        if isinstance(part, expressions.Call):
            spec = world.functions[part.function]
            if spec is None or not _depends_on(world, frozenset(spec.params), spec.body):
                return False
        elif not isinstance(part, expressions.KindOf) and not traits_of(part).is_static:
            return False
    return free_locals(value) <= same
