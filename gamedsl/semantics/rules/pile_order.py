"""Checks reads of the order of a pile: the position knows the order only if nothing shuffled the pile since a seat looked."""

from __future__ import annotations

from gamedsl.graph.model.types import ZoneId
from gamedsl.semantics.model.world import World
from gamedsl.semantics.problems.rules import UnknownOrder
from gamedsl.syntax.tree import declarations, example_lines, statements
from gamedsl.syntax.tree.walk import name_of_place, walk


def check_orders(world: World) -> None:
    """Reports formulas that read the order of a pile which is shuffled, or unordered from the start, without a look at it first."""
    if not world.pile_reads:
        return
    loose = _find_loose(world)
    open_piles, looked_at = _find_unordered(world), _find_looked_at(world)
    for zone, span, where in world.pile_reads:
        name = world.zones[zone].name
        if any(isinstance(d, example_lines.Example) and d.name.text == where for d in world.decls):
            if name in loose:
                world.problem(UnknownOrder(span, name))
        elif (zone in open_piles or name in loose) and not any(
            name in seen for decl, seen in looked_at if _is_named(decl, where)
        ):
            world.problem(UnknownOrder(span, name))


def _find_loose(world: World) -> set[str]:
    """Returns the names of the piles onto which pieces are put in arbitrary order."""
    return {
        name_of_place(node.target)
        for decl in world.decls
        for node in walk(decl)
        if isinstance(node, statements.Move) and node.any_order
    }


def _find_unordered(world: World) -> set[ZoneId]:
    """Returns the piles that are shuffled, or that are in no order from the start."""
    shuffled = {
        name_of_place(place)
        for decl in world.decls
        for node in walk(decl)
        if isinstance(node, statements.Shuffle)
        for place in (node.what if node.target is None else node.target,)
    }
    found: set[ZoneId] = set()
    for i, spec in enumerate(world.zones):
        mixed = any(len(content) > 1 for content in spec.start)
        if spec.form == "pile" and (mixed or spec.name in shuffled):
            found.add(ZoneId(i))
    return found


_Ruling = declarations.Rule | declarations.Phase | declarations.Whenever


def _find_looked_at(world: World) -> list[tuple[_Ruling, set[str]]]:
    """Returns the rules that peek at piles or reveal them, each with the names of these piles."""
    found = [
        (
            decl,
            {name_of_place(node.zone) for node in walk(decl) if isinstance(node, statements.Peek | statements.Reveal)},
        )
        for decl in world.decls
        if isinstance(decl, _Ruling)
    ]
    return [(decl, zones) for decl, zones in found if zones]


def _is_named(decl: _Ruling, where: str) -> bool:
    """Whether a formula is inside this rule; `where` names the declaration around the formula."""
    if isinstance(decl, declarations.Whenever) and decl.name is None:
        return where.startswith(f"whenever {decl.of.text}")
    return decl.name is not None and decl.name.text == where
