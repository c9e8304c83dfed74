"""Operators on statements: deleted steps and guards, targets, sides, assignments, branches and loops."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal

from gamedsl.mutation.changes import Change, Operator, TextEdit, Words
from gamedsl.mutation.formulas import keys_left_out
from gamedsl.mutation.known import Known, names_in
from gamedsl.mutation.order import swap_steps
from gamedsl.source import Span
from gamedsl.syntax.tree import formulas, statements
from gamedsl.syntax.tree.node import Ident
from gamedsl.values import evolve

_WORDS_ONLY = statements.LetStmt | statements.Say
"""Statements that others need, or that only announce something."""

_SIDES: dict[str, Literal["to", "under"]] = {"to": "under", "under": "to"}


def statement_changes(node: object, words: Words, known: Known) -> Iterator[Change]:
    """Yields the changes of one statement or block; none for other nodes."""
    match node:
        case statements.Suite():
            yield from _leave_out_steps(node, words)
            yield from swap_steps(node, words, known)
        case statements.If():
            yield from _branches(node, words)
        case statements.Match():
            yield from _cases(node, words)
        case statements.Assign() if node.op != "=":
            yield _change_assignment(node, words)
        case statements.Move():
            yield from _change_move(node, words, known)
        case statements.Draw():
            yield from _change_draw(node, words, known)
        case statements.Shuffle(side=side, target=target) if side is not None and target is not None:
            yield from _side(node, node.what.span.end, target, words, known)
            yield from _target(node, "target", target, words, known)
        case statements.Rotate():
            token = words.before(node.span.end)
            other: Literal["left", "right"] = "left" if node.side == "right" else "right"
            edit = TextEdit(token[2], token[3], other)
            notice = "an example with at least three pieces there"
            yield Change(Operator.SIDE, node, evolve(node, side=other), (edit,), node.span, notice)
        case statements.Award():
            yield from _change_award(node, words)
        case statements.EachClause():
            yield from _clause(node, words)
        case statements.Repeat():
            yield from _change_repeat(node, words)
        case _:
            pass


# ---------------------------------------------------------------- blocks


def _leave_out_steps(node: statements.Suite, words: Words) -> Iterator[Change]:
    for number, statement in enumerate(node.body):
        if isinstance(statement, _WORDS_ONLY):
            continue
        rest = (*node.body[:number], *node.body[number + 1 :])
        edit = words.line_of(statement.span)
        if not rest and node.doc is None and not edit.text:
            edit = TextEdit(statement.span.start, words.trim(statement.span).end, '""')
        new = evolve(node, body=rest) if rest or node.doc is not None else evolve(node, doc="", body=())
        is_guard = isinstance(statement, statements.RequireStmt | statements.EnsureStmt)
        operator = Operator.GUARD if is_guard else Operator.STEP
        yield Change(operator, node, new, (edit,), words.trim(statement.span), _notice_of(statement, words))


def _notice_of(statement: statements.Stmt, words: Words) -> str:
    if isinstance(statement, statements.RequireStmt | statements.EnsureStmt):
        return (
            f"an example with a move that `{statement.name.text}` refuses (`may not … because {statement.name.text}`)"
        )
    return "an example that looks at what this line does"


def _branches(node: statements.If, words: Words) -> Iterator[Change]:
    """Makes each condition always true and always false. Making the only condition false equals deleting the whole statement, so this change is left out."""
    for number, (condition, body) in enumerate(node.arms):
        said = words.quote(condition.span)
        for always in (True, False):
            if not always and len(node.arms) == 1 and node.otherwise is None:
                continue
            edit = TextEdit(condition.span.start, condition.span.end, "yes" if always else "no")
            new_condition = formulas.FlagLiteral(always, span=condition.span)
            arms = (*node.arms[:number], (new_condition, body), *node.arms[number + 1 :])
            holds = "does not hold" if always else "holds"
            notice = f"an example in which `{said}` {holds}"
            shown = Span(node.span.source, words.before(condition.span.start)[2], condition.span.end)
            yield Change(Operator.GUARD, node, evolve(node, arms=arms), (edit,), shown, notice)


def _cases(node: statements.Match, words: Words) -> Iterator[Change]:
    for number, arm in enumerate(node.arms if node.otherwise is not None and len(node.arms) > 1 else ()):
        arms = (*node.arms[:number], *node.arms[number + 1 :])
        said = words.quote(arm.values[0].span.to(arm.values[-1].span))
        notice = f"an example of the case `{said}`"
        edit = words.line_of(words.trim(arm.span))
        yield Change(Operator.CONDITION, node, evolve(node, arms=arms), (edit,), words.trim(arm.span), notice)


# ---------------------------------------------------------------- effects


def _change_assignment(node: statements.Assign, words: Words) -> Change:
    other: Literal["+=", "-="] = "-=" if node.op == "+=" else "+="
    token = words.find(node.op, node.target.span.end, node.value.span.start) or words.at(node.target.span.end)
    notice = f"an example that looks at `{words.quote(node.target.span)}` after this line"
    edit = TextEdit(token[2], token[3], other)
    return Change(Operator.ASSIGNMENT, node, evolve(node, op=other), (edit,), node.span, notice)


def _change_move(node: statements.Move, words: Words, known: Known) -> Iterator[Change]:
    yield from _side(node, (node.source or node.what).span.end, node.target, words, known)
    yield from _target(node, "target", node.target, words, known)
    if node.any_order:
        edit = words.cut(words.before(words.before(words.before(node.span.end)[2])[2])[2] - 2, node.span.end)
        notice = "an example in which somebody orders these cards"
        yield Change(Operator.CLAUSE, node, evolve(node, any_order=False), (edit,), node.span, notice)


def _change_draw(node: statements.Draw, words: Words, known: Known) -> Iterator[Change]:
    first = words.at(words.at(node.span.start)[3])
    if node.up_to:
        edit = TextEdit(first[2], words.at(words.at(first[3])[3])[2])
        notice = f"an example with too few cards in `{words.quote(node.source.span)}`"
    else:
        edit = TextEdit(first[2], first[2], "up to ")
        notice = f"an example with too few cards in `{words.quote(node.source.span)}`"
    yield Change(Operator.QUANTITY, node, evolve(node, up_to=not node.up_to), (edit,), node.span, notice)
    yield from _end_of_pile(node, words, known)
    yield from _side(node, (node.keep or node.source).span.end, node.target, words, known)
    yield from _target(node, "source", node.source, words, known)
    yield from _target(node, "target", node.target, words, known)


def _end_of_pile(node: statements.Draw, words: Words, known: Known) -> Iterator[Change]:
    """Draws from the other end of a pile."""
    source = node.source.source if isinstance(node.source, formulas.Filter) else node.source
    zone = known.zones.get(_zone_name(source) or "")
    if zone is None or zone.form != "pile":
        return
    at = node.source.span.start
    edit = TextEdit(at, at, "under ")
    if node.is_below:
        token = words.before(at)
        edit = TextEdit(token[2], at, "")
    notice = f"an example that knows both ends of `{words.quote(node.source.span)}`"
    yield Change(Operator.SIDE, node, evolve(node, is_below=not node.is_below), (edit,), node.span, notice)


def _side(
    node: statements.Move | statements.Draw | statements.Shuffle,
    start: int,
    target: formulas.Expr,
    words: Words,
    known: Known,
) -> Iterator[Change]:
    """Puts pieces under a pile instead of on it, or the reverse."""
    zone = known.zones.get(_zone_name(target) or "")
    if zone is None or zone.form != "pile":
        return
    old = node.side or "to"
    token = words.find(old, start, target.span.start) or words.at(start)
    edit = TextEdit(token[2], token[3], _SIDES[old])
    notice = "an example that looks at the order of the pile"
    yield Change(Operator.SIDE, node, evolve(node, side=_SIDES[old]), (edit,), node.span, notice)


def _target(
    node: statements.Move | statements.Draw | statements.Shuffle,
    part: str,
    place: formulas.Expr,
    words: Words,
    known: Known,
) -> Iterator[Change]:
    """Replaces a zone by another one of the same owner."""
    new_place: formulas.Expr
    match place:
        case formulas.Name(id=name, span=at):
            other = known.other_zone(name, names_in(node))
            new_place = evolve(place, id=other or name)
        case formulas.Attribute(name=Ident(text=name, span=at) as ident):
            other = known.other_zone(name, names_in(node))
            new_place = evolve(place, name=evolve(ident, text=other or name))
        case _:
            return
    if other is None:
        return
    notice = f"an example that looks into `{words.quote(place.span)}` before and after"
    new = (
        evolve(node, source=new_place)
        if part == "source" and isinstance(node, statements.Draw)
        else evolve(node, target=new_place)
    )
    yield Change(Operator.TARGET, node, new, (TextEdit(at.start, at.end, other),), node.span, notice)


def _zone_name(place: formulas.Expr) -> str | None:
    match place:
        case formulas.Name(id=name) | formulas.Attribute(name=Ident(text=name)):
            return name
        case _:
            return None


def _change_award(node: statements.Award, words: Words) -> Iterator[Change]:
    token = words.before(node.span.end)
    rounding: Literal["up", "down"] = "down" if node.rounding == "up" else "up"
    notice = "an example in which a prize is shared and leaves a remainder"
    edit = TextEdit(token[2], token[3], rounding)
    yield Change(Operator.ROUNDING, node, evolve(node, rounding=rounding), (edit,), node.span, notice)
    ties = words.find("ties", node.to.span.end, node.span.end) or token
    word = words.at(ties[3])
    share: Literal["all", "one"] = "one" if node.share == "all" else "all"
    edit = TextEdit(
        word[2], word[3] if share == "one" else words.at(word[3])[3], "share one" if share == "one" else "shared"
    )
    yield Change(
        Operator.CLAUSE, node, evolve(node, share=share), (edit,), node.span, "an example in which equal players fill several places"
    )  # fmt: skip


# ---------------------------------------------------------------- loops


def _clause(node: statements.EachClause, words: Words) -> Iterator[Change]:
    parts = (
        ("in", node.order, evolve(node, order=None)),
        ("from", node.first, evolve(node, first=None)),
        ("where", node.where, evolve(node, where=None)),
        ("until", node.until, evolve(node, until=None)),
    )
    for word, part, new in parts:
        if part is not None:
            start = _word_before(word, part, words)
            shown = Span(node.span.source, start, part.span.end)
            notice = f"an example of this loop that depends on `{words.quote(shown)}`"
            yield Change(Operator.LOOP, node, new, (words.cut(start, part.span.end),), shown, notice)
    if node.together:
        token = words.find("together", node.noun.span.end, node.span.end) or words.before(node.span.end)
        edit = words.cut(token[2], token[3])
        notice = "an example in which a later player reacts to what an earlier one chose"
        yield Change(Operator.LOOP, node, evolve(node, together=False), (edit,), node.span, notice)
    yield from keys_left_out(node, node.keys, words)


def _word_before(word: str, part: formulas.Expr, words: Words) -> int:
    token = words.before(part.span.start)
    while token[1] != word:
        token = words.before(token[2])
    return token[2]


def _change_repeat(node: statements.Repeat, words: Words) -> Iterator[Change]:
    """Removes the end of a loop that a limit ends too."""
    if node.until is not None and node.limit is not None and node.limit.kind == "up_to":
        start = _word_before("until", node.until, words)
        is_before = node.limit.span.start > start
        edit = TextEdit(start, node.limit.span.start) if is_before else words.cut(start, node.until.span.end)
        shown = Span(node.span.source, node.span.start, node.until.span.end)
        notice = f"an example in which `{words.quote(node.until.span)}` ends the loop"
        yield Change(Operator.LOOP, node, evolve(node, until=None), (edit,), shown, notice)
