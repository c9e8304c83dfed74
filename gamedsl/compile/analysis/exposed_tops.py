"""Piles whose top back is visible: after each statement that may expose a new top, the top card is resolved.

The order of a pile stays open until a seat looks. Where backs differ, every seat sees the back of the top card, so the
state must know that card. `exposed_tops` names the piles a statement touches; each of them gets a `Resolve` of one
card after the statement.
"""

from __future__ import annotations

from collections.abc import Iterator

from gamedsl.compile.lowering.draft import Draft
from gamedsl.compile.lowering.formulas import NO_SITE, number
from gamedsl.graph.analysis.walk import binders, expressions, free_locals
from gamedsl.graph.model.expressions import Call, Const, Contents, Expr, Local, ZoneAt
from gamedsl.graph.model.source_statements import Stmt
from gamedsl.graph.model.statements import Resolve
from gamedsl.graph.model.types import Type, Zone, ZoneId, plain
from gamedsl.semantics.effects.movements import instances, movement
from gamedsl.semantics.effects.origins import families, origins
from gamedsl.semantics.model.checked import Checked


def find_hidden_piles_with_backs(checked: Checked) -> frozenset[ZoneId]:
    """Returns the zone families of piles that not everybody sees but whose top shows: its back, if backs differ, or its face (`top seen`)."""
    return frozenset(
        ZoneId(i)
        for i, zone in enumerate(checked.zones)
        if zone.form == "pile"
        and zone.visibility.who != "everyone"
        and (zone.visibility.top_seen or any(checked.classes[c].backs for c in zone.classes))
    )


def initial_tops(checked: Checked) -> tuple[Resolve, ...]:
    """Returns the tops to resolve before anything happens: piles with pieces from a table start in unknown order."""
    tops: list[Resolve] = []
    for family in sorted(find_hidden_piles_with_backs(checked)):
        spec = checked.zones[family]
        filled = (at for at, content in zip(instances(checked.zones, family), spec.start, strict=True) if content)
        tops.extend(_top(at) for at in filled)
    return tuple(tops)


def exposed_tops(draft: Draft, stmt: Stmt) -> tuple[Resolve, ...]:
    """Returns the tops to resolve after a statement (without those of the statements inside it)."""
    piles = find_hidden_piles_with_backs(draft.checked)
    if not piles:
        return ()
    tops: dict[Expr, None] = {}
    for zone in _find_touched_zones(draft, stmt):
        if isinstance(zone, ZoneAt) and all(isinstance(i, Const | Local) for i in zone.index):
            tops.update({zone: None} if zone.zone in piles else {})
        else:
            families = sorted(ZoneId(z) for z in _origins_of(draft, zone) if z in piles)
            tops.update(dict.fromkeys(at for family in families for at in instances(draft.checked.zones, family)))
    return tuple(_top(at) for at in tops)


def _top(zone: Expr) -> Resolve:
    return Resolve(zone, number(1), NO_SITE)


def _find_touched_zones(draft: Draft, stmt: Stmt) -> Iterator[Expr]:
    """Yields formulas for the zones that a statement puts pieces into or takes pieces from; pieces represent the zones they come from."""
    checked = draft.checked
    moved = movement(checked.zones, checked.builtins.box, stmt)
    yield from moved.shuffled
    for transfer in moved.transfers:
        if transfer.pieces is not None:
            yield from (transfer.pieces,) if _is_zone(transfer.pieces.type) else _sources(transfer.pieces)
        if transfer.to is not None:
            yield transfer.to
    if moved.is_everywhere:
        for family in sorted(find_hidden_piles_with_backs(checked)):
            yield from instances(checked.zones, family)


def _is_zone(of: Type) -> bool:
    return isinstance(plain(of), Zone)


def _sources(what: Expr) -> Iterator[Expr]:
    """Yields the zones named in a formula for pieces, and other origins of pieces: locals, functions, zones that depend on a binder of the formula."""
    bound = binders(what)
    for e in expressions(what):
        if isinstance(e, ZoneAt):
            yield Contents(e, what.type) if free_locals(e) & bound else e
        elif isinstance(e, Call) or (isinstance(e, Local) and e.id not in bound):
            yield e


def _origins_of(draft: Draft, expr: object) -> frozenset[int]:
    """Returns a superset of the zone families that the pieces (or a zone) of a formula can come from."""
    if not draft.origins:
        draft.origins = origins(draft.checked)
    return families(draft.checked, expr, draft.origins)
