"""Lowers rolls, draws and resolved tops to chance nodes."""

from __future__ import annotations

from typing import Literal

from gamedsl.compile.analysis.exposed_tops import exposed_tops
from gamedsl.compile.lowering.choices import decide
from gamedsl.compile.lowering.draft import Draft, Flow, Lower
from gamedsl.compile.lowering.formulas import COUNTED, least, proof_bound
from gamedsl.graph.model.expressions import Contents, Convert, Count, Local
from gamedsl.graph.model.nodes import ChanceNode
from gamedsl.graph.model.source_statements import Choose, DrawKeep
from gamedsl.graph.model.statements import Draw, Effect, Move, Resolve, Roll, Select, Shuffle
from gamedsl.graph.model.types import NodeId, Piece, Pieces, Zone


def lower_event(draft: Draft, event: Roll | Draw | Resolve, flow: Flow) -> NodeId:
    """Lowers an event to one chance node. The acting seat stays live, because the log names it with the roll or draw."""
    return draft.add(ChanceNode(event, flow.me, flow.next, (), flow.cluster, flow.path))


def lower_draw(draft: Draft, draw: Draw, flow: Flow) -> NodeId:
    """Lowers a draw, and resolves the tops that it may expose."""
    for top in reversed(exposed_tops(draft, draw)):
        flow = flow.to(lower_event(draft, top, flow))
    return lower_event(draft, draw, flow)


def lower_draw_keep(draft: Draft, stmt: DrawKeep, flow: Flow, lower: Lower) -> NodeId:
    """Lowers a draw, the choice of the drawn pieces to keep, and the return of the rest. If nothing is drawn, there is no choice."""
    drawn, source = stmt.draw.to, stmt.draw.source
    assert isinstance(source.type, Zone)
    kept = Local(stmt.local, draft.locals[stmt.local].type)
    single = isinstance(kept.type, Piece)
    most = kept.type.most if isinstance(kept.type, Pieces) else 1
    on_offer = Contents(drawn, Pieces(source.type.classes, proof_bound(stmt.draw.number)))
    number = None if single else least(stmt.keep, Count(on_offer, COUNTED), stmt.keep.type)
    fewest = None if stmt.least is None else least(stmt.least, Count(on_offer, COUNTED), stmt.least.type)
    quantity: Literal["one", "up_to", "exactly"] = "one" if single else "exactly" if fewest is None else "up_to"
    select = Select("kept", stmt.local, quantity, number, (on_offer,), stmt.element, None, stmt.site, fewest)
    taken = Convert(kept, Pieces(source.type.classes, most)) if single else kept
    keep = Move(taken, stmt.to, stmt.under, False, stmt.site)
    back: Effect = (
        Move(on_offer, stmt.rest, stmt.rest_under, False, stmt.site)
        if stmt.rest is not None
        else Shuffle(None, on_offer, source, True, stmt.site)
        if source.type.form == "pile"
        else Move(on_offer, source, False, False, stmt.site)
    )
    choose = Choose("if_able" if single else "must", stmt.me, (select,), None, stmt.owner, stmt.site)
    after = flow.around(lower((keep, back), flow), flow.next)
    return lower_draw(draft, stmt.draw, flow.to(decide(draft, choose, after, lower)))
