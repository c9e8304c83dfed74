"""Rolls, draws and resolved tops become chance nodes."""

from __future__ import annotations

from gamedsl.compile.backs import exposed
from gamedsl.compile.choices import decide
from gamedsl.compile.draft import Draft, Flow, Lower
from gamedsl.compile.formulas import COUNTED, least
from gamedsl.graph.expr import Contents, Count, Local
from gamedsl.graph.nodes import ChanceNode
from gamedsl.graph.stmt import Choose, Draw, DrawKeep, Move, Resolve, Roll, Select, Shuffle, Stmt
from gamedsl.graph.types import NodeId, Pieces, Zone


def lower_event(draft: Draft, event: Roll | Draw | Resolve, flow: Flow) -> NodeId:
    """One chance node. Whoever acts there is kept known: rolls and draws are told as theirs."""
    return draft.add(ChanceNode(event, flow.me, flow.next, (), flow.cluster, flow.path))


def lower_draw(draft: Draft, draw: Draw, flow: Flow) -> NodeId:
    """A draw, and the tops it may have brought to light."""
    for top in reversed(exposed(draft, draw)):
        flow = flow.to(lower_event(draft, top, flow))
    return lower_event(draft, draw, flow)


def lower_draw_keep(draft: Draft, stmt: DrawKeep, flow: Flow, lower: Lower) -> NodeId:
    """A draw, the choice of what to keep among what was drawn, and the way back for the rest."""
    drawn, target = stmt.draw.to, stmt.draw.source
    assert isinstance(target.type, Zone)
    kept_type = draft.locals[stmt.local].type
    on_offer = Contents(drawn, Pieces(target.type.classes, kept_type.most if isinstance(kept_type, Pieces) else 0))
    number = least(stmt.keep, Count(on_offer, COUNTED), stmt.keep.type)
    select = Select("kept", stmt.local, "exactly", number, (on_offer,), stmt.element, None, stmt.site)
    keep = Move(Local(stmt.local, kept_type), stmt.to, stmt.under, False, stmt.site)
    back: Stmt = (
        Shuffle(None, on_offer, target, True, stmt.site)
        if target.type.form == "pile"
        else Move(on_offer, target, False, False, stmt.site)
    )
    choose = Choose("must", stmt.me, (select,), None, stmt.owner, stmt.site)
    after = flow.to(lower((keep, back), flow))
    return lower_draw(draft, stmt.draw, after.to(decide(draft, choose, after, lower)))
