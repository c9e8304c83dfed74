"""Merges a row of tests that ask about the same thing into one question with many answers: `What is the card?`"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping

from gamedsl.graph.draw.model import Arrow, Drawing, Element
from gamedsl.graph.model.types import NodeId
from gamedsl.rulebook.model import capital
from gamedsl.values import evolve, frozen

_ELSE = "anything else"


@frozen
class Case:
    """A test whether something is this value."""

    subject: str
    value: str


def with_cases(drawn: Drawing, cases: Mapping[NodeId, Case]) -> Drawing:
    """Returns a drawing in which each row of such tests is one box. `cases` maps the elements that are such tests to what they test; the arrow `yes` is
    taken for the tested value."""
    ways = {
        id: {one.label: one.target for one in drawn.arrows if one.source == id and one.label in ("yes", "no")}
        for id in cases
    }
    entries = Counter(one.target for one in drawn.arrows)
    follower: dict[NodeId, NodeId] = {}
    for id, case in cases.items():
        after = ways[id].get("no")
        is_only = after is not None and after in cases and entries[after] == 1 and after != drawn.start
        if is_only and after is not None and cases[after].subject == case.subject and len(ways[id]) == 2:
            follower[id] = after
    firsts = follower.keys() - set(follower.values())
    rows = {first: _row(first, follower) for first in firsts}
    return _merge(drawn, rows, cases, ways)


def _row(first: NodeId, follower: Mapping[NodeId, NodeId]) -> tuple[NodeId, ...]:
    found = [first]
    while (after := follower.get(found[-1])) is not None and after not in found:
        found.append(after)
    return tuple(found)


def _merge(
    drawn: Drawing,
    rows: Mapping[NodeId, tuple[NodeId, ...]],
    cases: Mapping[NodeId, Case],
    ways: Mapping[NodeId, Mapping[str, NodeId]],
) -> Drawing:
    gone = {id for row in rows.values() for id in row[1:]}
    by_id = {one.id: one for one in drawn.elements}
    elements = tuple(
        _question(one, cases[one.id], [by_id[id] for id in rows[one.id]]) if one.id in rows else one
        for one in drawn.elements
        if one.id not in gone
    )
    arrows: dict[tuple[NodeId, NodeId], list[str]] = {}
    kept: list[Arrow] = []
    for one in drawn.arrows:
        if one.source in rows:
            if one.source not in {source for source, _ in arrows}:
                row = rows[one.source]
                for id in row:
                    arrows.setdefault((one.source, ways[id]["yes"]), []).append(cases[id].value)
                last = next((one.target for one in drawn.arrows if one.source == row[-1] and one.label == "no"), None)
                if last is not None:
                    arrows.setdefault((one.source, last), []).append(_ELSE)
                kept += [
                    Arrow(source, target, ", ".join(labels))
                    for (source, target), labels in arrows.items()
                    if source == one.source
                ]
        elif one.source not in gone:
            kept.append(one)
    return evolve(
        drawn,
        elements=elements,
        arrows=tuple(kept),
        clusters=tuple(
            evolve(one, elements=tuple(id for id in one.elements if id not in gone)) for one in drawn.clusters
        ),
    )


def _question(first: Element, case: Case, row: list[Element]) -> Element:
    nodes = tuple(sorted(node for one in row for node in one.nodes))
    return evolve(first, title=capital(f"what is {case.subject}?"), lines=(), nodes=nodes)
