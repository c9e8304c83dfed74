"""Operators on declarations: cells of tables, clauses of fields, ends, scores, answers, and changes of variants."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Literal

from gamedsl.mutation.changes import Change, Operator, TextEdit, Words
from gamedsl.mutation.formulas import keys_left_out
from gamedsl.mutation.known import Known
from gamedsl.mutation.order import swap_phases
from gamedsl.source import Span
from gamedsl.syntax.tree import data, declarations, fields, formulas, statements
from gamedsl.values import evolve

_Policy = Literal["highest", "lowest", "first", "last", "random", "none", "yes", "no"]

_POLICIES: dict[_Policy, _Policy] = {
    "highest": "lowest",
    "lowest": "highest",
    "first": "last",
    "last": "first",
    "yes": "no",
    "no": "yes",
}


def declaration_changes(node: object, words: Words, known: Known) -> Iterator[Change]:
    """Yields the changes of a declaration or of a part of it; none for other nodes."""
    match node:
        case fields.Field():
            yield from _attributes(node, words)
        case fields.Capacity(number=number):
            token = words.before(node.span.end)
            for value in (number + 1, number - 1):
                notice = f"an example that puts {max(number, value)} pieces there"
                edit = TextEdit(token[2], token[3], str(value))
                yield Change(Operator.NUMBER, node, evolve(node, number=value), (edit,), node.span, notice)
        case data.Rows():
            yield from _cells(node, words)
        case data.ListTable():
            for cell in node.cells:
                yield from _cell(cell, (), words)
        case data.Shapes():
            yield from _ways_to_lie(node, words)
        case declarations.Rounds():
            yield from swap_phases(node, words, known)
            yield from _phases(node, words)
        case declarations.RoundEntry(until=until) if until is not None:
            notice = f"an example in which `{words.quote(until.span)}` ends the phase"
            edit = words.cut(node.name.span.end, until.span.end)
            yield Change(Operator.LOOP, node, evolve(node, until=None), (edit,), words.trim(node.span), notice)
        case declarations.Rule(once=once) | declarations.Whenever(once=once) if once is not None:
            edit = TextEdit(words.before(words.before(words.before(once.span.start)[2])[2])[2], once.span.end)
            notice = f"an example in which it may not be done again in the same {once.text}"
            shown = Span(node.span.source, node.span.start, once.span.end)
            yield Change(Operator.GUARD, node, evolve(node, once=None), (edit,), shown, notice)
        case declarations.Ends():
            yield from _end(node, words)
        case declarations.Score(after=after) if after is not None:
            edit = TextEdit(node.name.span.end, after.span.end)
            notice = f"an example that adds up after the {after.text}"
            yield Change(Operator.CLAUSE, node, evolve(node, after=None), (edit,), words.trim(node.span), notice)
        case declarations.Ranking():
            yield from keys_left_out(node, node.keys, words)
            yield from _ties(node, words)
        case declarations.Answer(policy=policy) if policy in _POLICIES:
            token = words.at(words.at(node.name.span.end)[3])
            other = _POLICIES[policy]
            edit = TextEdit(token[2], token[3], other)
            notice = f"an example in which the seat has to choose `{node.name.text}` among several"
            yield Change(Operator.ANSWER, node, evolve(node, policy=other), (edit,), words.trim(node.span), notice)
        case declarations.Insert():
            side: Literal["after", "before"] = "before" if node.side == "after" else "after"
            token = words.find(node.side, node.call.span.end, node.span.end) or words.at(node.call.span.end)
            edit = TextEdit(token[2], token[3], side)
            notice = "an example in which the order of the two steps matters"
            yield Change(Operator.SWAP, node, evolve(node, side=side), (edit,), words.trim(node.span), notice)
        case declarations.Variant() | declarations.When():
            yield from _changes(node, words)
        case _:
            pass


def leave_out(decl: declarations.Decl, words: Words) -> Iterator[Change]:
    """Deletes a declaration that no other part of the rules needs to name."""
    match decl:
        case declarations.Ends(condition=None):
            return
        case declarations.Ends():
            notice = "an example in which the match ends for this reason (`then game over`)"
        case declarations.Whenever():
            notice = f"an example that runs `{decl.of.text}`"
        case declarations.KindBlock() if not decl.columns:
            notice = f"an example with `{decl.name.text}`" + (f" in `{decl.zones[0].text}`" if decl.zones else "")
        case declarations.Score():
            notice = f"an example that looks at the total of a player with `{decl.name.text}`"
        case _:
            return
    at = words.trim(decl.span)
    yield Change(Operator.DECLARATION, decl, None, (words.line_of(at),), at, notice)


def leave_out_of_kind(block: declarations.KindBlock, words: Words) -> Iterator[Change]:
    """Deletes one reaction or amount of a kind, if there are several."""
    for number, member in enumerate(block.members) if len(block.members) > 1 else ():
        rest = (*block.members[:number], *block.members[number + 1 :])
        match member:
            case declarations.Whenever():
                notice = f"an example that runs `{member.of.text}` with `{block.name.text}`"
            case fields.Define():
                notice = f"an example that looks at `{member.name.text}` of who has `{block.name.text}`"
            case _:
                continue
        at = words.trim(member.span)
        yield Change(Operator.DECLARATION, block, evolve(block, members=rest), (words.line_of(at),), at, notice)


# ---------------------------------------------------------------- fields


def _attributes(node: fields.Field, words: Words) -> Iterator[Change]:
    for number, attribute in enumerate(node.attributes):
        rest = (*node.attributes[:number], *node.attributes[number + 1 :])
        start = attribute.span.start
        comma = words.at(start) if words.at(start)[1] == "," else words.before(start)
        edit = TextEdit(comma[2], words.trim(attribute.span).end)
        operator, notice = _attribute_notice(attribute, node)
        at = words.trim(attribute.span)
        shown = Span(at.source, node.span.start, at.end)
        yield Change(operator, node, evolve(node, attributes=rest), (edit,), shown, notice)


def _attribute_notice(attribute: fields.FieldAttribute, node: fields.Field) -> tuple[Operator, str]:
    name = node.name.text
    match attribute:
        case fields.ResetEach(period):
            return Operator.CLAUSE, f"an example that looks at `{name}` in the next {period.text}"
        case fields.Refilled():
            return Operator.CLAUSE, f"an example that draws from `{name}` when it is empty"
        case fields.Capacity(most):
            return Operator.CLAUSE, f"an example that puts more than {most} pieces into `{name}`"
        case _:
            return Operator.VISIBILITY, f"an example that says who sees `{name}`, as `then Ann does not see {name}`"


# ---------------------------------------------------------------- shapes


def _ways_to_lie(node: data.Shapes, words: Words) -> Iterator[Change]:
    """Leaves out `turns` or `flips`."""
    start = words.find("with", node.by.span.end, node.span.end)
    if start is None:
        return
    last = words.at(start[3])
    while words.at(last[3])[1] != ":":
        last = words.at(last[3])
    shown = Span(node.span.source, node.span.start, last[3])
    for left_out, kept in (("turns", "flips"), ("flips", "turns")):
        if not getattr(node, left_out):
            continue
        both = node.turns and node.flips
        edit = TextEdit(start[2], last[3], f"with {kept}") if both else words.cut(start[2], last[3])
        new = evolve(node, turns=False) if left_out == "turns" else evolve(node, flips=False)
        how = "turned" if left_out == "turns" else "flipped over"
        notice = f"an example that lays a {node.name.text} which is {how}"
        yield Change(Operator.CLAUSE, node, new, (edit,), shown, notice)


# ---------------------------------------------------------------- tables


def _cells(node: data.Rows, words: Words) -> Iterator[Change]:
    """Increases numbers by one, inverts flags, and replaces words by another word of their column (for pictures, of the whole picture)."""
    body = node.rows[1:] if _has_heading(node) else node.rows
    for row in body:
        for column, cell in enumerate(row.cells):
            if column == 0 and len(body) < len(node.rows):
                continue  # the name of the row
            alike = [r.cells[column] for r in body if column < len(r.cells)]
            alike = alike if len(body) < len(node.rows) else [c for r in body for c in r.cells]
            yield from _cell(cell, [c.text for c in alike if isinstance(c, data.CellName)], words)


def _has_heading(node: data.Rows) -> bool:
    """Whether the rows have a heading. The first row of a picture consists of values, which other rows repeat; no row of a table repeats its heading."""
    first = [cell.text for cell in node.rows[0].cells if isinstance(cell, data.CellName)]
    below = {cell.text for row in node.rows[1:] for cell in row.cells if isinstance(cell, data.CellName)}
    return not below & set(first)


def _cell(cell: data.Cell, column: Sequence[str], words: Words) -> Iterator[Change]:
    said = words.quote(cell.span)
    new: data.Cell
    match cell:
        case data.CellNumber(value):
            new, text = evolve(cell, value=value + 1), str(value + 1)
        case data.CellFlag(value):
            new, text = evolve(cell, value=not value), "no" if value else "yes"
        case data.CellName(name):
            others = [word for word in dict.fromkeys(column) if word != name]
            if not others:
                return
            after = [word for word in others if column.index(word) > column.index(name)]
            text = (after or others)[0]
            new = evolve(cell, text=text)
        case _:
            return
    at = words.at(cell.span.start)
    edit = TextEdit(cell.span.start, max(at[3], cell.span.end), text)
    notice = f"an example that uses this cell: {said}, not {text}"
    line = words.source.line_start(cell.span.start)
    first = words.at(line)
    shown = Span(cell.span.source, first[2], edit.end)
    yield Change(Operator.CELL, cell, new, (edit,), shown, notice)


# ---------------------------------------------------------------- the course of a match


def _phases(node: declarations.Rounds, words: Words) -> Iterator[Change]:
    for number, entry in enumerate(node.phases if len(node.phases) > 1 else ()):
        rest = (*node.phases[:number], *node.phases[number + 1 :])
        at = words.trim(entry.span)
        notice = f"an example that runs `rounds`, or an invariant that needs `{entry.name.text}`"
        yield Change(Operator.STEP, node, evolve(node, phases=rest), (words.line_of(at),), at, notice)


def _end(node: declarations.Ends, words: Words) -> Iterator[Change]:
    if node.verdict is not None:
        yield _other_verdict(node, node.verdict, words)
    if node.condition is not None and node.after in (None, "round"):
        yield _other_time(node, node.condition, words)


def _other_verdict(node: declarations.Ends, verdict: statements.Verdict, words: Words) -> Change:
    """Swaps winners and losers."""
    token = words.at(words.before(verdict.span.end)[2])
    other: Literal["win", "lose"] = "lose" if verdict.word == "win" else "win"
    notice = f"an example in which the match ends so (`then game over, … {verdict.word}`)"
    edit = TextEdit(token[2], token[3], other)
    to = evolve(node, verdict=evolve(verdict, word=other))
    return Change(Operator.CLAUSE, node, to, (edit,), words.trim(node.span), notice)


def _other_time(node: declarations.Ends, condition: formulas.Expr, words: Words) -> Change:
    when = words.find("when", node.span.start, condition.span.start) or words.at(node.span.start)
    if node.after is not None:
        edit = words.cut((words.find("after", node.span.start, when[2]) or when)[2], words.before(when[2])[3])
        notice = "an example in which the condition holds in the middle of a round (`then not game over`)"
    else:
        edit = TextEdit(when[2], when[2], "after round ")
        notice = "an example in which the match ends in the middle of a round"
    at = words.trim(node.span)
    return Change(
        Operator.CLAUSE, node, evolve(node, after="round" if node.after is None else None), (edit,), at, notice
    )


def _ties(node: declarations.Ranking, words: Words) -> Iterator[Change]:
    if not node.ties_shared and node.decider is None:
        return
    ties = words.find("ties", node.keys[-1].span.end, node.span.end) or words.before(node.span.end)
    end = node.decider.span.end if node.decider is not None else words.at(words.at(ties[3])[2])[3]
    new = evolve(node, ties_shared=False, decider=None)
    edit = TextEdit(words.before(ties[2])[2], end)
    yield Change(Operator.CLAUSE, node, new, (edit,), words.trim(node.span), "an example with equal players at the end")


# ---------------------------------------------------------------- variants


def _changes(node: declarations.Variant | declarations.When, words: Words) -> Iterator[Change]:
    for number, change in enumerate(node.changes if len(node.changes) > 1 else ()):
        rest = (*node.changes[:number], *node.changes[number + 1 :])
        at = words.trim(change.span)
        yield Change(
            Operator.DECLARATION, node, evolve(node, changes=rest), (words.line_of(at),), at, "an example of what this change does"
        )  # fmt: skip
