"""Limits that need not be written: a loop of which every pass takes a piece away that nothing puts back ends by itself."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal

from gamedsl.graph.model import expressions
from gamedsl.graph.model.game import CUT_OFF
from gamedsl.semantics.construction import constants
from gamedsl.semantics.construction.constants import is_broken
from gamedsl.semantics.model.scope import Scope
from gamedsl.semantics.model.symbols import ZoneSymbol
from gamedsl.semantics.model.world import World
from gamedsl.syntax import tree
from gamedsl.syntax.tree_walk import walk

USUAL = {"rounds": 1000, "turns": 1000, "passes": 100}
"""Numbers proposed where a limit is missing and nothing proves one."""


def derived_limit(world: World, body: tree.Suite) -> int | None:
    """The greatest number of passes of a loop with this body, if every pass takes a piece from a zone that nothing fills after `setup`."""
    found = [n for name in _taken(world, body, ()) if (n := _supply(world, name)) is not None]
    return min(found, default=None)


def _taken(world: World, body: tree.Suite, above: tuple[str, ...]) -> Iterator[str]:
    """Zones that lose a piece whenever the body is gone through: only what stands in it unconditionally counts."""
    for stmt in body.body:
        match stmt:
            case tree.Draw(up_to=False, number=tree.Number(value=n), source=tree.Name(id=name)) if n > 0:
                yield name
            case tree.Move(what=tree.SomeOf(number=n), source=tree.Name(id=name)) if n > 0:
                yield name
            case tree.CallStmt(call=tree.Name(id=name)) if name not in above:
                for decl in world.decls:
                    if isinstance(decl, tree.Rule) and decl.name.text == name:
                        yield from _taken(world, decl.body, (*above, name))
            case _:
                pass


def _supply(world: World, name: str) -> int | None:
    """All the pieces that can ever leave a shared zone, if nothing fills it after `setup`."""
    symbol = world.symbols.get(name)
    if not isinstance(symbol, ZoneSymbol) or world.zones[symbol.id].refill is not None:
        return None
    for decl in world.decls:
        if not isinstance(decl, tree.Setup) and any(_fills(node, name) for node in walk(decl)):
            return None
    return world.copies_of(world.zones[symbol.id].classes)


def _fills(node: object, name: str) -> bool:
    match node:
        case tree.Draw(target=target, keep=keep, source=source):
            return _mentions(target, name) or (keep is not None and _mentions(source, name))
        case tree.Move(target=target):
            return _mentions(target, name)
        case tree.Shuffle(target=target) if target is not None:
            return _mentions(target, name)
        case tree.Swap(first=first, second=second):
            return _mentions(first, name) or _mentions(second, name)
        case tree.LetStmt(value=value):
            return isinstance(value, tree.Name) and value.id == name
        case tree.Apply(args=args):
            return any(isinstance(a, tree.Name) and a.id == name for a in args) and not _is_question(node)
        case _:
            return False


def _is_question(call: tree.Apply) -> bool:
    """Built-in functions only look."""
    return isinstance(call.of, tree.Name | tree.FlagLiteral)


def _mentions(place: tree.Expr, name: str) -> bool:
    return any(isinstance(n, tree.Name) and n.id == name for n in walk(place)) or (
        isinstance(place, tree.Attribute) and place.name.text == name
    )


def limit(
    world: World, node: tree.Limit | None, scope: Scope
) -> tuple[Literal["up_to", "at_most"] | None, expressions.Expr | None]:
    if node is None:
        return None, None
    number = world.check.integer(node.number, scope)
    return node.kind, (constants.number(1) if is_broken(number) else number)


def cut_reason(world: World, number: expressions.Expr | None, what: str) -> int:
    """The reason of a match that is cut off, as an index."""
    bound = number.value if isinstance(number, expressions.Const) else "so many"
    world.cuts.append(f"{CUT_OFF} {bound} {what}")
    return world.first_cut + len(world.cuts) - 1
