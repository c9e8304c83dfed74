"""Lays out a position: node number, fields, zones, then the locals that are live where play can stop."""

from __future__ import annotations

from collections.abc import Iterable

from gamedsl.graph.bytes.codings import Coding, size_of, type_coding, widest, zone_coding
from gamedsl.graph.model.game import Game
from gamedsl.graph.model.layout import Cell, Layout
from gamedsl.graph.model.nodes import ChanceNode, DecisionNode, StopNode, TogetherNode
from gamedsl.graph.model.types import LocalId, Zone

Family = list[tuple[Cell, Coding]]


def layout_of(game: Game) -> Layout:
    """Lays out a position. The instances of a family are consecutive. Fields, zones and locals each begin with the widest words; there is no padding."""
    cells = [Cell("node", 0, 0, 2, None)]
    end = 2
    for group in (_fields(game), _zones(game), _locals(game)):
        for family in sorted(group, key=lambda family: -max((widest(coding) for _, coding in family), default=1)):
            for cell, coding in family:
                cells.append(Cell(cell.what, cell.id, end, size_of(coding), cell.type))
                end += size_of(coding)
    return Layout(tuple(cells), end)


def _fields(game: Game) -> list[Family]:
    return [
        [(Cell("field", spec.base + i, 0, 0, spec.type), type_coding(game, spec.type)) for i in range(len(spec.start))]
        for spec in game.fields
    ]


def _zones(game: Game) -> list[Family]:
    return [
        [
            (Cell("zone", spec.base + i, 0, 0, Zone(spec.classes, spec.form)), zone_coding(game, spec))
            for i in range(len(spec.start))
        ]
        for spec in game.zones
    ]


def _locals(game: Game) -> list[Family]:
    live = sorted(set(_live(game)))
    types = [(local, game.locals[local].type) for local in live]
    return [[(Cell("local", local, 0, 0, type), type_coding(game, type))] for local, type in types]


def _live(game: Game) -> Iterable[LocalId]:
    for node in game.nodes:
        if isinstance(node, DecisionNode | TogetherNode | ChanceNode | StopNode):
            yield from node.live
