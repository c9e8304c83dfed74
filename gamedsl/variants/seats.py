"""Declares, extends, replaces and removes scripted seats, with changes of their own."""

from __future__ import annotations

from collections.abc import Sequence

from gamedsl.semantics.formulas.conditions import holds
from gamedsl.semantics.model.merged import ScriptedSeat
from gamedsl.semantics.problems.names import WrongSort
from gamedsl.semantics.problems.terms import Thing
from gamedsl.semantics.problems.variants import AlreadyThere, Change, ChangeFlaw, NotChangeable
from gamedsl.syntax.tree import declarations, fields
from gamedsl.values import evolve
from gamedsl.variants.limits import with_limit
from gamedsl.variants.line_changes import with_changed_requirement
from gamedsl.variants.match_arms import with_arm
from gamedsl.variants.texts import values_text
from gamedsl.variants.touches import Deed
from gamedsl.variants.work import Work, find, is_disputed, names_to_suggest, note, unknown

_Own = (
    declarations.ReplaceRequirement | declarations.RemoveRequirement | declarations.ChangeMatch | declarations.SetLimit
)
"""Changes of lines that apply while the seat acts: it gets a rule of its own."""

_Parts = dict[str, fields.Field | fields.Define]


def declare_seat(work: Work, seat: declarations.Seat, deed: Deed) -> Sequence[declarations.Change]:
    """Adds a last seat, replaces one, or extends a known one. Returns the changes in its block that concern other things."""
    name = seat.name.text
    known = work.seats.get(name)
    if deed is not Deed.SET:
        note(work, (name,), deed, seat.name.span)
    if deed is Deed.REPLACE:
        if known is None and name not in work.conditional:
            unknown(work, seat.name, Change.REPLACE, names_to_suggest(work))
        known = None
        work.seats.pop(name, None)
    elif deed is Deed.ADD and known is not None and not is_disputed(work, name):
        work.problems.append(AlreadyThere(seat.name.span, name, known.span))
        return ()
    if seat.condition is not None and not holds(seat.condition, work.setup, work.known):
        return ()
    if known is None and seat.condition is None and deed is Deed.SET and name in work.conditional:
        return ()
    is_own, work.in_variant = work.in_variant, False
    work.seats[name] = _extend(work, known or ScriptedSeat(name, seat.name.span, (), (), ()), seat)
    work.in_variant = is_own
    return tuple(
        member
        for member in seat.members
        if not isinstance(member, fields.Field | fields.Define | declarations.Answer | declarations.Replace | _Own)
    )


def _extend(work: Work, known: ScriptedSeat, seat: declarations.Seat) -> ScriptedSeat:
    members: _Parts = {m.name.text: m for m in known.members}
    answers = {a.name.text: a for a in known.answers}
    replaced = list(known.replaced)
    for member in seat.members:
        match member:
            case fields.Field() | fields.Define():
                _note(work, seat, member.name.text, member)
                members[member.name.text] = member
            case declarations.Replace(decl=fields.Define() as own):
                _note(work, seat, own.name.text, member)
                members[own.name.text] = own
            case declarations.Answer():
                _note(work, seat, f"answer {member.name.text}", member)
                answers[member.name.text] = member
            case declarations.Replace(
                decl=declarations.Rule() | declarations.Phase() | declarations.PickDecl() as decl
            ):
                _note(work, seat, f"replace {decl.name.text}", member)
                replaced = [*(d for d in replaced if _name(d) != decl.name.text), decl]
            case declarations.Replace():
                work.problems.append(NotChangeable(member.span, "this", ChangeFlaw.NOT_FOR_SEATS))
            case (
                declarations.ReplaceRequirement()
                | declarations.RemoveRequirement()
                | declarations.ChangeMatch()
                | declarations.SetLimit()
            ):
                replaced = _with_own_line(work, seat, replaced, member)
            case _:
                pass
    return evolve(known, members=tuple(members.values()), replaced=tuple(replaced), answers=tuple(answers.values()))


def _note(
    work: Work,
    seat: declarations.Seat,
    what: str,
    member: fields.Field | fields.Define | declarations.Answer | declarations.Change,
) -> None:
    deed = Deed.LINE if what.startswith("line ") else Deed.SET
    note(work, (seat.name.text, what), deed, member.span, f"{seat.name.text}: {what}")


def _name(decl: declarations.Decl) -> str:
    return decl.name.text if isinstance(decl, declarations.Rule | declarations.Phase | declarations.PickDecl) else ""


def _with_own_line(
    work: Work, seat: declarations.Seat, replaced: list[declarations.Decl], change: _Own
) -> list[declarations.Decl]:
    """Returns the seat's replacements, with one line changed in the seat's own version of a rule."""
    part = change.part
    _note(work, seat, f"line {_line(change)} of {part.text}", change)
    own = next((d for d in replaced if _name(d) == part.text), None)
    at = find(work, part.text)
    base = own if own is not None or at is None else work.decls[at]
    if base is None:
        unknown(work, part, Change.CHANGE, names_to_suggest(work))
        return replaced
    if not isinstance(base, declarations.Rule | declarations.Phase):
        work.problems.append(WrongSort(part.span, part.text, Thing.NO_RULE, Thing.RULE_OR_ACTION))
        return replaced
    match change:
        case declarations.ChangeMatch():
            new = with_arm(work, base, change, base)
        case declarations.SetLimit():
            new = with_limit(work, base, change)
        case _:
            new = with_changed_requirement(work, change, base)
    return replaced if new is None else [*(d for d in replaced if d is not own), new]


def _line(change: _Own) -> str:
    match change:
        case declarations.ReplaceRequirement():
            return change.new.name.text
        case declarations.RemoveRequirement():
            return change.name.text
        case declarations.ChangeMatch():
            return f"match {values_text(change.values)}"
        case declarations.SetLimit():
            return "limit"


def remove_seat(work: Work, change: declarations.Remove) -> None:
    """Applies `remove Ghost`: nothing to do in setups without it."""
    note(work, (change.name.text,), Deed.REMOVE, change.span)
    work.seats.pop(change.name.text, None)
