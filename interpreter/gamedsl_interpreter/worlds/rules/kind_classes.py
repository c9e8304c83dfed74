"""Finds which parts of hidden zones the formulas read, and which kinds are equal for them: kinds with equal values in all tables that the formulas read."""

from __future__ import annotations

from typing import Any

from gamedsl.graph.analysis import walk
from gamedsl.graph.model.expressions import Expr, KindOf, Lookup
from gamedsl.graph.model.game import Game
from gamedsl.graph.model.types import Bag, Kind, ListOf, Optional, SetOf, TableId, Type
from gamedsl.values import frozen


@frozen
class Read:
    """The instances of hidden zones that are read, and by kind the number of its class; none: all kinds differ."""

    zones: tuple[int, ...]
    classes: tuple[int, ...] | None


def find_read(game: Game, things: object) -> Read | None:
    """Finds the parts of hidden zones that formulas read, directly or in functions; None if they read none."""
    zones = list_hidden_zones_read(game, things)
    return Read(zones, _classes(game, walk.with_functions(game, things))) if zones else None


def list_hidden_zones_read(game: Game, things: object) -> tuple[int, ...]:
    """Lists the instances of the zones that formulas read, directly or in functions, and that not every seat sees."""
    families = {zone for thing in walk.with_functions(game, things) for zone in walk.list_named_zones(thing)}
    specs = [game.zones[zone] for zone in sorted(families) if game.zones[zone].visibility.who != "everyone"]
    return tuple(spec.base + i for spec in specs for i in range(len(spec.start)))


def reads_hidden_field(game: Game, things: object) -> bool:
    """Whether formulas read a field of the rules that not every seat sees, directly or in functions."""
    fields = {field for thing in walk.with_functions(game, things) for field in walk.list_read_fields(thing)}
    return any(game.fields[one].visibility.who != "everyone" and not game.fields[one].hidden for one in fields)


def _classes(game: Game, read: object) -> tuple[int, ...] | None:
    tables: set[TableId] = set()
    alone = 0
    for expr in walk.expressions(read):
        if isinstance(expr, Lookup) and any(isinstance(index, KindOf) for index in expr.index):
            tables.add(expr.table)
            alone -= 1
            if len(expr.index) > 1:
                return None
        elif isinstance(expr, KindOf):
            alone += 1
        elif _names_kinds(expr):
            return None
    if alone:
        return None
    numbers: dict[tuple[Any, ...], int] = {}
    return tuple(
        numbers.setdefault((spec.cls, *(_value(game, table, kind) for table in sorted(tables))), len(numbers))
        for kind, spec in enumerate(game.kinds)
    )


def _names_kinds(expr: Expr) -> bool:
    of: Type = expr.type
    while isinstance(of, Optional | SetOf | ListOf | Bag):
        of = of.of
    return isinstance(of, Kind)


def _value(game: Game, table: TableId, kind: int) -> Any:
    spec = game.tables[table]
    at = kind - spec.lows[0]
    return spec.values[at] if 0 <= at < len(spec.values) else None
