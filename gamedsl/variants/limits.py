"""Applies `set rounds up to 7`, `set pull at most 3`, `set auction in rounds at most 8`: another limit for a repetition."""

from __future__ import annotations

from gamedsl.semantics.problems.variants import Change, ChangeFlaw, NotChangeable, SeveralTargets
from gamedsl.syntax.tree import declarations, formulas, statements
from gamedsl.syntax.tree.walk import walk_in_order, with_node
from gamedsl.values import evolve
from gamedsl.variants.touches import Deed
from gamedsl.variants.work import Work, find, names_to_suggest, note, unknown

_Limited = statements.EachClause | statements.Repeat


def set_limit(work: Work, change: declarations.SetLimit) -> None:
    """Sets another limit: of the rounds, of a phase in them, of a history, or of the only loop of a rule that has one."""
    name = "rounds" if change.is_entry else change.part.text
    path = ("rounds", change.part.text, "limit") if change.is_entry else (name, "limit")
    if not note(work, path, Deed.SET, change.span, f"limit of {change.part.text}"):
        return
    at = find(work, name)
    if at is None:
        unknown(work, change.part, Change.CHANGE, names_to_suggest(work))
        return
    new = with_limit(work, work.decls[at], change)
    if new is not None:
        work.decls[at] = new


def with_limit(work: Work, decl: declarations.Decl, change: declarations.SetLimit) -> declarations.Decl | None:
    """Returns the declaration with another limit; None after a reported problem."""
    match decl:
        case declarations.Rounds() if change.is_entry:
            return _with_entry(work, decl, change)
        case declarations.Rounds():
            return evolve(decl, limit=_limit(decl.limit, change.limit))
        case declarations.History() if change.limit.kind == "at_most" and isinstance(
            change.limit.number, formulas.Number
        ):
            return evolve(decl, most=change.limit.number)
        case _ if isinstance(decl, declarations.WithBody):
            return _with_loop(work, decl, change)
        case _:
            _report(work, change)
            return None


def _limit(old: statements.Limit | None, new: statements.Limit) -> statements.Limit:
    """Returns the new limit. A match that may be cut off stays so: another bound is no promise that the rules end it earlier."""
    is_kept = old is not None and old.cut_off and new.kind == "at_most"
    return evolve(new, cut_off=True) if is_kept else new


def _report(work: Work, change: declarations.SetLimit) -> None:
    work.problems.append(NotChangeable(change.part.span, change.part.text, ChangeFlaw.NO_LIMIT))


def _with_entry(work: Work, decl: declarations.Rounds, change: declarations.SetLimit) -> declarations.Decl | None:
    entries = [i for i, entry in enumerate(decl.phases) if entry.name.text == change.part.text]
    if len(entries) == 1:
        old = decl.phases[entries[0]]
        new = evolve(old, limit=_limit(old.limit, change.limit))
        return evolve(decl, phases=(*decl.phases[: entries[0]], new, *decl.phases[entries[0] + 1 :]))
    if entries:
        places = tuple(decl.phases[i].span for i in entries)
        work.problems.append(SeveralTargets(change.part.span, change.part.text, Change.CHANGE, "rounds", places))
    else:
        unknown(work, change.part, Change.CHANGE, tuple(dict.fromkeys(entry.name.text for entry in decl.phases)))
    return None


def _with_loop(work: Work, decl: declarations.WithBody, change: declarations.SetLimit) -> declarations.Decl | None:
    """Changes the limit of a loop in a declaration. A phase's own `each` takes precedence over loops inside it."""
    own = decl.each if isinstance(decl, declarations.Phase) else None
    loops = [n for n in walk_in_order(decl.body) if isinstance(n, _Limited) and n.limit is not None]
    if own is not None and (own.limit is not None or not loops):
        return with_node(decl, own, evolve(own, limit=_limit(own.limit, change.limit)))
    if len(loops) == 1:
        return with_node(decl, loops[0], evolve(loops[0], limit=_limit(loops[0].limit, change.limit)))
    if loops:
        places = tuple(loop.span for loop in loops)
        work.problems.append(SeveralTargets(change.part.span, change.part.text, Change.LIMIT, change.part.text, places))
    else:
        _report(work, change)
    return None
