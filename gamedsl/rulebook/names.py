"""What names stand for, as far as sentences need it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from gamedsl.syntax import tree
from gamedsl.syntax.tree_walk import walk
from gamedsl.values import frozen


@frozen
class Names:
    """The declared names of a game: fields of players, zones (`slots` have room for one piece), kinds of components, people in
    examples and scripted seats, the parameters of what can be called, and boards in rows and columns."""

    of_players: frozenset[str]
    zones: frozenset[str]
    slots: frozenset[str]
    kinds: frozenset[str]
    people: frozenset[str]
    parameters: Mapping[str, tuple[str, ...]]
    grids: Mapping[str, tree.Grid]


def names_of(decls: Iterable[object]) -> Names:
    """The names in declarations, also in those of blocks and changes."""
    of_players: set[str] = set()
    shared: set[str] = set()
    zones: set[str] = set()
    slots: set[str] = set()
    kinds: set[str] = set()
    people: set[str] = set()
    parameters: dict[str, tuple[str, ...]] = {}
    grids: dict[str, tree.Grid] = {}
    for node in walk(tuple(decls)):
        match node:
            case tree.Fields(owner=owner, members=members):
                own = {member.name.text for member in members}
                (of_players if owner is not None and owner.text == "player" else shared).update(own)
                zones.update(_zones(members, frozenset({"bag", "pile", "slot"})))
                slots.update(_zones(members, frozenset({"slot"})))
            case tree.Seat(members=members):
                of_players.update(m.name.text for m in members if isinstance(m, tree.Field | tree.Define))
                own_fields = [m for m in members if isinstance(m, tree.Field)]
                zones.update(_zones(own_fields, frozenset({"bag", "pile", "slot"})))
                slots.update(_zones(own_fields, frozenset({"slot"})))
                people.add(node.name.text)
            case tree.ExamplePlayers(names=names):
                people.update(name.text for name in names)
            case tree.Component(rows=rows) if rows is not None:
                kinds.update(row.cells[0].text for row in rows.rows[1:] if isinstance(row.cells[0], tree.CellName))
            case tree.Rule(name=name, params=params) | tree.Define(name=name, params=params):
                parameters.setdefault(name.text, tuple(param.name.text for param in params))
            case tree.PickDecl(name=name, params=params):
                parameters.setdefault(name.text, tuple(param.name.text for param in params))
            case tree.Grid(name=name):
                grids.setdefault(name.text, node)
            case _:
                pass
    return Names(
        frozenset(of_players - shared),
        frozenset(zones),
        frozenset(slots),
        frozenset(kinds),
        frozenset(people),
        parameters,
        grids,
    )


def _zones(members: Iterable[tree.Field | tree.Define], forms: frozenset[str]) -> Iterator[str]:
    for member in members:
        node = member.type if isinstance(member, tree.Field) else None
        if isinstance(node, tree.ZoneType | tree.ValueBagType) and node.form in forms:
            yield member.name.text
