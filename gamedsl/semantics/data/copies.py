"""`set copies` lines: how many copies of a kind there are."""

from __future__ import annotations

from attrs import evolve

from gamedsl.graph.model import expressions
from gamedsl.graph.model.types import Int, Kind, KindId
from gamedsl.semantics.data.components import MOST_COPIES, Start
from gamedsl.semantics.data.set_lines import Sets, constant
from gamedsl.semantics.model.merged import Merged
from gamedsl.semantics.model.symbols import ClassSymbol
from gamedsl.semantics.model.values import ordinal
from gamedsl.semantics.model.world import World
from gamedsl.semantics.problems.problems import BadData, TooMany, UnknownTarget, WrongTotal
from gamedsl.syntax import tree


def with_set_copies(world: World, starts: list[Start], sets: Sets, merged: Merged) -> list[Start]:
    """`set copies` applied (kinds after classes), totals checked, copies counted."""
    for narrow in (False, True):
        for line in sets.copies:
            kinds, is_kind = _copies_of(world, line)
            if is_kind == narrow and kinds:
                starts = _set_copies(world, starts, line, kinds)
    starts = [start for start in starts if start.count]
    counted: dict[KindId, int] = {}
    for start in starts:
        counted[start.kind] = counted.get(start.kind, 0) + start.count
    world.kinds[:] = [evolve(kind, copies=counted.get(KindId(i), 0)) for i, kind in enumerate(world.kinds)]
    for decl in merged.decls:
        symbol = world.symbols.get(decl.name.text) if isinstance(decl, tree.Component) else None
        if isinstance(decl, tree.Component) and decl.total is not None and isinstance(symbol, ClassSymbol):
            total = world.copies_of((symbol.id,))
            if decl.per is not None:
                total //= max(1, len(world.seats))
            if total != decl.total:
                world.problem(WrongTotal(decl.name.span, decl.name.text, decl.total, total))
        if isinstance(decl, tree.Component) and isinstance(symbol, ClassSymbol):
            copies = world.copies_of((symbol.id,))
            if copies > MOST_COPIES:
                world.problem(TooMany(decl.name.span, f"pieces of `{decl.name.text}`", copies, MOST_COPIES))
    return starts


def _copies_of(world: World, line: tree.SetCopies) -> tuple[list[KindId], bool]:
    symbol = world.symbols.get(line.of.id) if isinstance(line.of, tree.Name) else None
    if isinstance(symbol, ClassSymbol):
        return list(world.kinds_of((symbol.id,))), False
    kinds = (
        [c.value for c in world.values.get(line.of.id, []) if isinstance(c.type, Kind)]
        if isinstance(line.of, tree.Name)
        else []
    )
    if len(kinds) == 1:
        return [KindId(ordinal(kinds[0]))], True
    found = constant(world, line.of)
    if isinstance(found, expressions.Const) and isinstance(found.type, Kind):
        return [KindId(ordinal(found.value))], True
    if not (isinstance(found, expressions.Const) and found.value is None):
        world.problem(UnknownTarget(line.of.span, "this", "set copies of", tuple(k.name for k in world.kinds)))
    return [], True


def _set_copies(world: World, starts: list[Start], line: tree.SetCopies, kinds: list[KindId]) -> list[Start]:
    value = constant(world, line.value)
    if not isinstance(value, expressions.Const) or not isinstance(value.type, Int) or ordinal(value.value) < 0:
        world.problem(BadData(line.value.span, "a number of copies must be a fixed number from 0", "write the number"))
        return starts
    count = ordinal(value.value)
    zone = line.zone.id if isinstance(line.zone, tree.Name) else None
    for kind in kinds:
        world.work(line.span, len(starts))
        own = [s for s in starts if s.kind == kind and (zone is None or s.zone == zone)]
        if zone is None and len(own) > 1:
            world.problem(
                BadData(
                    line.span,
                    f"`{world.kinds[kind].name}` starts in several zones",
                    "say which one: `set copies of … in zone = …`",
                )
            )
            return starts
        target = own[0].zone if own else zone or "box"
        starts = [s for s in starts if s not in own]
        starts.append(Start(kind, target, count, world.kinds[kind].owner, line.span))
    return starts
