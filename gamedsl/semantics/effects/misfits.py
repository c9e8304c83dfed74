"""Finds statements that may bring pieces into a zone that is not declared for them."""

from __future__ import annotations

from collections.abc import Iterator

from gamedsl.graph.analysis.presence import bare
from gamedsl.graph.analysis.walk import expressions as parts_of
from gamedsl.graph.model import expressions, statements, types
from gamedsl.graph.model.expressions import Expr
from gamedsl.graph.model.source_statements import Choose, DrawKeep, Each, Require, Stmt
from gamedsl.graph.model.types import FLAG, ClassId, SiteId, ZoneId
from gamedsl.semantics.construction.exclusions import condition_of_any, is_lasting
from gamedsl.semantics.construction.logic import negate
from gamedsl.semantics.effects.kinds_of_pieces import Known, Sources, classes_of, drawn, is_one
from gamedsl.semantics.effects.origins import program
from gamedsl.semantics.model.checked import Checked, Fragment
from gamedsl.semantics.model.types import element_of
from gamedsl.values import frozen


@frozen
class Misfit:
    """A statement that may bring pieces of these components into a zone that cannot hold them. `fitting`: the components of the others that it may bring."""

    site: SiteId
    zone: ZoneId
    wrong: tuple[ClassId, ...]
    fitting: tuple[ClassId, ...]
    is_whole: bool
    """Two zones exchange all that lies there."""


@frozen
class _Arrival:
    """Pieces that go where a formula says: a zone, or (`is_where_others_lie`) the places of other pieces."""

    pieces: Expr
    to: Expr
    site: SiteId
    known: Known
    is_where_others_lie: bool = False


def misfits(checked: Checked, fragments: tuple[Fragment, ...]) -> Iterator[Misfit]:
    """Yields the statements by which a piece may come into a zone that is not declared for it. A game with one component has none."""
    every = {*range(len(checked.classes))}
    if all(every <= {*spec.classes} for spec in checked.zones):
        return
    walked = tuple(
        found
        for body in (*program(checked), *(f.stmts for f in fragments if f.stmts is not None))
        for found in _walk(body, ())
    )
    arrivals = [one for stmt, known in walked for one in _arrivals(checked, stmt, known)]
    doubtful = [one for one in arrivals if not _fits_by_type(checked, one)]
    if not doubtful:
        return
    sources = Sources(checked, walked)
    for one in doubtful:
        yield from _misfits(checked, sources, one)


# ---------------------------------------------------------------- statements


def _walk(stmts: tuple[Stmt, ...], known: Known) -> Iterator[tuple[Stmt, Known]]:
    """Yields all statements, each with the conditions that hold there."""
    for stmt in stmts:
        yield stmt, known
        lasting = _lasting(known)
        match stmt:
            case statements.If():
                yield from _walk(stmt.then, (*known, stmt.condition))
                yield from _walk(stmt.otherwise, (*known, negate(stmt.condition)))
            case statements.For() | statements.Repeat():
                yield from _walk(stmt.body, lasting)
            case Each():
                inside = _walk(stmt.body, lasting if stmt.where is None else (*lasting, stmt.where))
                # Between a choice of all together and what follows for one of them, the others act.
                yield from ((one, _lasting(facts)) for one, facts in inside) if stmt.together else inside
            case Choose():
                yield from _walk(stmt.otherwise or (), known)
                known += tuple(condition for part in stmt.parts for condition in _after_choice(part))
            case Require():
                known += (stmt.requirement.condition,)
            case statements.SetLocal() if is_one(stmt.value.type):
                known += (expressions.Equal(expressions.Local(stmt.local, stmt.value.type), stmt.value, FLAG),)
            case _:
                pass
        if not isinstance(stmt, Choose | Require | statements.SetLocal | statements.Say | statements.Peek):
            known = _lasting(known)


def _lasting(known: Known) -> Known:
    return tuple(condition for condition in known if is_lasting(condition))


def _after_choice(part: statements.Part) -> Iterator[Expr]:
    """Yields what holds once a choice is made."""
    match part:
        case statements.Requirement():
            yield part.condition
        case statements.Select() if part.quantity == "one":
            element = element_of(part.sources[0].type)
            condition = condition_of_any(part.sources, expressions.Local(part.local, element or types.UNKNOWN))
            if condition is not None:
                yield condition
        case _:
            return


def _arrivals(checked: Checked, stmt: Stmt, known: Known) -> Iterator[_Arrival]:
    match stmt:
        case statements.Move():
            yield _Arrival(stmt.what, stmt.to, stmt.site, known)
        case statements.Shuffle() if stmt.what is not None and stmt.into is not None:
            yield _Arrival(stmt.what, stmt.into, stmt.site, known)
        case statements.SwapZones():
            yield _Arrival(stmt.first, stmt.second, stmt.site, known)
            yield _Arrival(stmt.second, stmt.first, stmt.site, known)
        case statements.SwapPieces() if not _turns_over(checked, stmt):
            yield _Arrival(stmt.first, stmt.second, stmt.site, known, is_where_others_lie=True)
            yield _Arrival(stmt.second, stmt.first, stmt.site, known, is_where_others_lie=True)
        case statements.Draw():
            yield _Arrival(drawn(stmt), stmt.to, stmt.site, known)
        case DrawKeep():
            for to in (stmt.to, stmt.rest):
                if to is not None:
                    yield _Arrival(drawn(stmt.draw), to, stmt.site, known)
        case _:
            return


def _turns_over(checked: Checked, swap: statements.SwapPieces) -> bool:
    """Whether a piece is exchanged with its other side, which belongs to the same component."""
    sides = checked.builtins.sides
    return sides is not None and any(
        isinstance(part, expressions.ZoneAt) and part.zone == sides for part in parts_of(swap.second)
    )


def _fits_by_type(checked: Checked, arrival: _Arrival) -> bool:
    to, classes = bare(arrival.to), classes_of(arrival.pieces.type)
    if arrival.is_where_others_lie or not isinstance(to, expressions.ZoneAt):
        return False
    return classes is not None and set(classes) <= set(checked.zones[to.zone].classes)


def _misfits(checked: Checked, sources: Sources, arrival: _Arrival) -> Iterator[Misfit]:
    kinds = sources.kinds(arrival.pieces, arrival.known)
    coming = tuple(dict.fromkeys(checked.kinds[kind].cls for kind in sorted(kinds)))
    is_whole = isinstance(arrival.pieces.type, types.Zone) and isinstance(arrival.to.type, types.Zone)
    for zone in sorted(sources.places(arrival.to) if arrival.is_where_others_lie else sources.zones(arrival.to)):
        held = checked.zones[zone].classes
        wrong = tuple(of for of in coming if of not in held)
        if wrong:
            yield Misfit(arrival.site, zone, wrong, tuple(of for of in coming if of in held), is_whole)
