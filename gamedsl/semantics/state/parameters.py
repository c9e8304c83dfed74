"""Checks parameters of rules, picks and `let`s."""

from __future__ import annotations

from gamedsl.graph.model.types import UNKNOWN, Kind, Piece, Pieces, Type, Zone
from gamedsl.semantics.data.type_names import find_type, type_of
from gamedsl.semantics.model.symbols import FieldSymbol, ZoneSymbol
from gamedsl.semantics.model.types import most
from gamedsl.semantics.model.world import World
from gamedsl.semantics.problems.data import NeedsType
from gamedsl.semantics.problems.names import DeclaredTwice
from gamedsl.semantics.problems.terms import Thing, about
from gamedsl.semantics.problems.values import Mismatch
from gamedsl.syntax.tree import declarations, fields
from gamedsl.syntax.tree.node import Ident


def hides_nothing(world: World, name: Ident) -> None:
    """Reports a parameter with the name of a field or zone. The name of a type or component is allowed."""
    for owner in ("", "player."):
        symbol = world.members.get("player", {}).get(name.text) if owner else world.symbols.get(name.text)
        if isinstance(symbol, FieldSymbol | ZoneSymbol) and find_type(world, name.text) is None:
            world.problem(DeclaredTwice(name.span, name.text, world.spans.get(f"{owner}{name.text}", name.span)))
            return


def same_params(
    world: World, own: declarations.Rule | declarations.PickDecl, general: declarations.Rule | declarations.PickDecl
) -> bool:
    """Whether the replacement of a scripted seat has the same parameters as the general declaration. Reports a difference."""
    found, wanted = ([(q.name.text, param_type(world, q)) for q in decl.params] for decl in (own, general))
    if found == wanted:
        return True
    names = ", ".join(name for name, _ in wanted)
    heading = f"{general.name.text}({names})" if names else general.name.text
    world.problem(Mismatch(own.name.span, about(Thing.SAME_PARAMETERS, heading), Thing.SOMETHING_ELSE))
    return False


def param_type(world: World, param: fields.Param) -> Type:
    """Returns the declared type, or the type with the name of the parameter. A component means a piece; a bag of it means pieces."""
    found = type_of(world, param.type) if param.type is not None else find_type(world, param.name.text)
    if found is None:
        if param.type is None:
            world.problem(NeedsType(param.name.span, param.name.text))
        return UNKNOWN
    if isinstance(found, Kind):
        return Piece(found.classes)
    if isinstance(found, Zone) and found.form != "pile":
        return Pieces(found.classes, most(world, found))
    return found
