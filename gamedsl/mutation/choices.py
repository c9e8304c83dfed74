"""Operators on choices: quantities, `may`, the offered moves, and who sees the choice."""

from __future__ import annotations

from collections.abc import Iterator

from gamedsl.mutation.changes import Change, Operator, TextEdit, Words
from gamedsl.source import Span
from gamedsl.syntax.tree import declarations, statements
from gamedsl.values import evolve


def choice_changes(node: object, words: Words) -> Iterator[Change]:
    """Yields the changes of one part of a choice; none for other nodes."""
    match node:
        case statements.Choose():
            yield from _head(node, words)
        case statements.Menu():
            yield from _entries(node, words)
        case statements.MenuEntry(condition=condition) | statements.PickYesNo(condition=condition) if (
            condition is not None
        ):
            edit = words.cut(_word(words, "if", condition.span), condition.span.end)
            notice = f"an example in which `{words.quote(condition.span)}` does not hold"
            place = words.trim(node.span) if isinstance(node, statements.MenuEntry) else node.span
            yield Change(Operator.GUARD, node, evolve(node, condition=None), (edit,), place, notice)
        case statements.Selection() | declarations.PickDecl():
            yield from _alternatives(node, words)
        case statements.Quantity():
            yield from _quantity(node, words)
        case _:
            pass


def _word(words: Words, word: str, part: Span) -> int:
    """Returns the offset of the word that introduces a part."""
    token = words.before(part.start)
    while token[1] != word:
        token = words.before(token[2])
    return token[2]


def _head(node: statements.Choose, words: Words) -> Iterator[Change]:
    start = node.span.start
    choose = words.find("choose", start, node.span.end) or words.at(start)
    head = Span(node.span.source, start, max(choose[3], words.at(choose[3])[3]))
    if node.may:
        may = TextEdit(start, choose[2])
        new = evolve(node, may=False, condition=None)
        yield Change(Operator.MAY, node, new, (may,), head, "an example that declines")
    elif not node.if_able and node.otherwise is None:
        may = TextEdit(start, start, "may ")
        notice = "an example in which nobody may decline (`Ann may not no …`)"
        yield Change(Operator.MAY, node, evolve(node, may=True), (may,), head, notice)
    if node.condition is not None:
        edit = words.cut(_word(words, "if", node.condition.span), choose[2])
        notice = f"an example in which `{words.quote(node.condition.span)}` does not hold"
        yield Change(
            Operator.GUARD, node, evolve(node, condition=None), (TextEdit(edit.start, choose[2] - 1),), head, notice
        )
    if node.if_able:
        able = words.at(words.at(choose[3])[3])
        edit = TextEdit(choose[3], able[3])
        shown = Span(node.span.source, start, able[3])
        notice = "an example in which nothing can be chosen"
        yield Change(Operator.MAY, node, evolve(node, if_able=False), (edit,), shown, notice)


def _entries(node: statements.Menu, words: Words) -> Iterator[Change]:
    for number, entry in enumerate(node.lines if len(node.lines) > 1 else ()):
        rest = (*node.lines[:number], *node.lines[number + 1 :])
        at = words.trim(entry.span)
        said = words.quote(entry.call.span)
        yield Change(
            Operator.OFFER, node, evolve(node, lines=rest), (words.line_of(at),), at, f"an example that plays `{said}` here"
        )  # fmt: skip


def _alternatives(node: statements.Selection | declarations.PickDecl, words: Words) -> Iterator[Change]:
    for number, pick in enumerate(node.picks if len(node.picks) > 1 else ()):
        rest = (*node.picks[:number], *node.picks[number + 1 :])
        if number:
            edit = words.cut(_word(words, "else", pick.span), pick.span.end)
        else:
            after = words.find("else", pick.span.end, node.span.end) or words.at(pick.span.end)
            edit = TextEdit(pick.span.start, words.at(after[3])[2])
        notice = f"an example in which `{words.quote(pick.span)}` counts"
        yield Change(Operator.OFFER, node, evolve(node, picks=rest), (edit,), words.trim(node.span), notice)
    if node.distinct is not None:
        edit = words.cut(_word(words, "distinct", node.distinct.span), node.distinct.span.end)
        edit = TextEdit(
            words.before(edit.start + 1)[2] if words.before(edit.start + 1)[1] == "," else edit.start, edit.end
        )
        notice = f"an example with two of the same `{node.distinct.text}`"
        yield Change(Operator.CLAUSE, node, evolve(node, distinct=None), (edit,), words.trim(node.span), notice)


def _quantity(node: statements.Quantity, words: Words) -> Iterator[Change]:
    start = node.span.start
    match node:
        case statements.Quantity("any"):
            new, edit = evolve(node, kind="some"), TextEdit(start, start + 3, "some")
            notice = "an example in which nothing is chosen"
        case statements.Quantity("some"):
            new, edit = evolve(node, kind="any"), TextEdit(start, start + 4, "any")
            notice = "an example in which nothing may not be chosen"
        case statements.Quantity("up_to", number=number) if number is not None:
            new, edit = evolve(node, kind="exactly"), TextEdit(start, words.at(words.at(words.at(start)[3])[3])[2])
            notice = "an example in which fewer are chosen"
        case statements.Quantity("exactly"):
            new, edit = evolve(node, kind="up_to"), TextEdit(start, start, "up to ")
            notice = "an example in which fewer may not be chosen"
        case _:
            return
    yield Change(Operator.QUANTITY, node, new, (edit,), node.span, notice)
