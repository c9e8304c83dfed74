"""Finds the intended formula where rules name a component instead of a piece: `if card is Princess`."""

from __future__ import annotations

from gamedsl.semantics.model.formula_words import words
from gamedsl.semantics.model.symbols import ClassSymbol
from gamedsl.semantics.model.world import World
from gamedsl.syntax.tree import formulas


def piece_test(world: World, node: formulas.Binary) -> str | None:
    """Returns the test of the piece that everybody sees in the only such zone: the one on top of a pile or in a slot, or whether it is in a bag."""
    symbol = world.symbols.get(node.left.id) if isinstance(node.left, formulas.Name) else None
    if not isinstance(symbol, ClassSymbol):
        return None
    zones = [
        zone
        for zone in world.zones
        if symbol.id in zone.classes and not zone.hidden and not zone.dimensions and zone.visibility.who == "everyone"
    ]
    if len(zones) != 1:
        return None
    match zones[0].form:
        case "bag":
            return f"{words(node.right)} {'in' if node.op == 'is' else 'not in'} {zones[0].name}"
        case "pile":
            return f"last({zones[0].name}) {node.op} {words(node.right)}"
        case _:
            return f"{zones[0].name} {node.op} {words(node.right)}"
