"""Changes single arms of a `match`: `replace match Red in pay: …`, `set match Red in worth = 5`, and likewise with `add` and `remove`."""

from __future__ import annotations

from collections.abc import Sequence

from gamedsl.semantics.problems.variants import AlreadyThere, Change, ChangeFlaw, NotChangeable, SeveralTargets
from gamedsl.source import Span
from gamedsl.syntax.tree import declarations, fields, formulas, statements
from gamedsl.syntax.tree.node import Ident
from gamedsl.syntax.tree.walk import walk_in_order, with_node
from gamedsl.values import evolve
from gamedsl.variants.texts import text_of, values_text
from gamedsl.variants.touches import Deed
from gamedsl.variants.work import Work, find, find_member, names_to_suggest, note, unknown

_Cases = statements.Match | formulas.MatchExpr
_WORDS = {"set": Change.SET, "add": Change.ADD, "replace": Change.REPLACE, "remove": Change.REMOVE}


def change_match(work: Work, change: declarations.ChangeMatch) -> None:
    """Changes the arm for these values, or the `else`. If the arm is for more values, the other values keep it."""
    part = change.part
    for value in [text_of(v) for v in change.values] or ["else"]:
        deed = {"add": Deed.ADD, "remove": Deed.REMOVE}.get(change.deed, Deed.LINE)
        if not note(work, (part.text, "match", value), deed, change.span, f"match {value} in {part.text}"):
            return
    at, member = find(work, part.text), find_member(work, part.text)
    at = member[0] if at is None and member is not None else at
    if at is None:
        unknown(work, part, Change.CHANGE, names_to_suggest(work))
        return
    new = with_arm(work, work.decls[at], change, _find_holder(work.decls[at], member))
    if new is not None:
        work.decls[at] = new


def _find_holder(decl: declarations.Decl, member: tuple[int, int] | None) -> object:
    """Returns the part that contains the `match`: the whole declaration, or one member of a block."""
    return decl.members[member[1]] if isinstance(decl, fields.Fields) and member is not None else decl


def with_arm(
    work: Work, decl: declarations.Decl, change: declarations.ChangeMatch, held: object
) -> declarations.Decl | None:
    """Returns the declaration with another arm; None after a reported problem."""
    every = [m for m in walk_in_order(held) if isinstance(m, _Cases) and _fits(m, change)]
    found = every if change.deed == "add" else [m for m in every if _has(m, change.values)]
    taken = [m for m in found if change.deed == "add" and _has_one(m, change.values)]
    words = values_text(change.values)
    if not every:
        work.problems.append(NotChangeable(change.part.span, change.part.text, ChangeFlaw.NO_MATCH))
    elif not found:
        path = (change.part.text, "match", words)
        unknown(work, Ident(words, span=_place(change)), _WORDS[change.deed], _list_values(every), path)
    elif len(found) > 1:
        places = tuple(m.span for m in found)
        work.problems.append(SeveralTargets(_place(change), words, _WORDS[change.deed], change.part.text, places))
    elif taken:
        work.problems.append(AlreadyThere(_place(change), words, taken[0].span))
    else:
        return with_node(decl, found[0], _change_arm(found[0], change))
    return None


def _place(change: declarations.ChangeMatch) -> Span:
    return change.values[0].span.to(change.values[-1].span) if change.values else change.span


def _fits(cases: _Cases, change: declarations.ChangeMatch) -> bool:
    """Whether the change fits: statements belong in a `match` of statements, formulas in one of formulas."""
    return change.to is None or isinstance(cases, statements.Match) == isinstance(change.to, statements.Suite)


def _arms(cases: _Cases) -> Sequence[tuple[formulas.Expr, ...]]:
    return [arm.values if isinstance(arm, statements.MatchArm) else arm[0] for arm in cases.arms]


def _has(cases: _Cases, values: tuple[formulas.Expr, ...]) -> bool:
    if not values:
        return cases.otherwise is not None
    return any(set(values) <= set(arm) for arm in _arms(cases))


def _has_one(cases: _Cases, values: tuple[formulas.Expr, ...]) -> bool:
    if not values:
        return cases.otherwise is not None
    return any(set(values) & set(arm) for arm in _arms(cases))


def _list_values(every: Sequence[_Cases]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(text_of(value) for cases in every for arm in _arms(cases) for value in arm))


def _change_arm(cases: _Cases, change: declarations.ChangeMatch) -> _Cases:
    if isinstance(cases, statements.Match):
        body = change.to if isinstance(change.to, statements.Suite) else None
        if not change.values:
            return evolve(cases, otherwise=body)
        new = () if body is None else (statements.MatchArm(change.values, body, span=change.span),)
        if change.deed == "add":
            return evolve(cases, arms=(*cases.arms, *new))
        arms: list[statements.MatchArm] = []
        for arm in cases.arms:
            rest = tuple(v for v in arm.values if v not in change.values)
            arms += new if len(rest) < len(arm.values) else ()
            arms += (evolve(arm, values=rest),) if rest else ()
        return evolve(cases, arms=tuple(arms))
    result = change.to if not isinstance(change.to, statements.Suite) else None
    if not change.values:
        return evolve(cases, otherwise=result)
    made = () if result is None else ((change.values, result),)
    if change.deed == "add":
        return evolve(cases, arms=(*cases.arms, *made))
    pairs: list[tuple[tuple[formulas.Expr, ...], formulas.Expr]] = []
    for values, old in cases.arms:
        left = tuple(v for v in values if v not in change.values)
        pairs += made if len(left) < len(values) else ()
        pairs += ((left, old),) if left else ()
    return evolve(cases, arms=tuple(pairs))
