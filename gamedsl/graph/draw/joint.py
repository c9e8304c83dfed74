"""Joins two drawings into one: elements only in the second are new, elements only in the first are removed, elements in both may be changed."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from difflib import SequenceMatcher

from gamedsl.graph.draw.model import SIGNS, Arrow, Drawing, Element, State, clusters_of, drawing
from gamedsl.graph.model.game import Game
from gamedsl.graph.model.nodes import DecisionNode, Plan, TogetherNode
from gamedsl.graph.model.statements import Bind
from gamedsl.graph.model.types import NodeId
from gamedsl.graph.text.formula_text import formula
from gamedsl.graph.text.names import Style, Words, words
from gamedsl.graph.text.rule_text import part_line
from gamedsl.values import evolve, frozen

_Ids = dict[NodeId, NodeId]


def joint_drawing(old: Game, new: Game) -> Drawing:
    """Returns both graphs in one drawing, in the words of their rules."""
    return join_drawings(_with_plans(old), _with_plans(new))


def join_drawings(before: Drawing, after: Drawing) -> Drawing:
    """Returns two drawings in one; its elements have numbers of their own, in program order."""
    order = _order(before, after)
    old_ids = {one.old.id: NodeId(i) for i, one in enumerate(order) if one.old is not None}
    new_ids = {one.new.id: NodeId(i) for i, one in enumerate(order) if one.new is not None}
    elements = tuple(_element(NodeId(i), one) for i, one in enumerate(order))
    return Drawing(
        name=after.name if before.name == after.name else f"{before.name} → {after.name}",
        doc="+ is new, − is gone, ± is different.",
        setup=after.setup if before.setup == after.setup else f"{before.setup} → {after.setup}",
        start=new_ids[after.start],
        elements=elements,
        arrows=_arrows(before, after, old_ids, new_ids),
        clusters=clusters_of(elements),
        is_joint=True,
    )


# ---------------------------------------------------------------- elements


@frozen
class _One:
    """An element of the first drawing, of the second, or of both."""

    old: Element | None
    new: Element | None


def _order(before: Drawing, after: Drawing) -> list[_One]:
    """Returns the elements of the second drawing in order; removed ones stand after their predecessors in the first."""
    partner = {new.id: old for old, new in match_elements(before.elements, after.elements)}
    order = [_One(partner.get(new.id), new) for new in after.elements]
    place = {one.old.id: i for i, one in enumerate(order) if one.old is not None}
    behind: dict[int, list[_One]] = {}
    last = -1
    for old in before.elements:
        if old.id in place:
            last = place[old.id]
        else:
            behind.setdefault(last, []).append(_One(old, None))
    return [*behind.get(-1, ()), *(one for i, first in enumerate(order) for one in (first, *behind.get(i, ())))]


def _element(id: NodeId, one: _One) -> Element:
    old, new = one.old, one.new
    if old is None or new is None:
        only, state = _mark_single(old, new)
        return evolve(only, id=id, title=_sign(state, only.title), state=state)
    if (old.who, old.title, old.lines, old.details) == (new.who, new.title, new.lines, new.details):
        return evolve(new, id=id)
    title = _sign("changed", _join_texts(old.title, new.title))
    shown = _lines(old.lines, new.lines)
    more = (line for line in _lines(old.details, new.details) if line.lstrip()[:1] in (SIGNS["gone"], SIGNS["new"]))
    lines = tuple(dict.fromkeys((*shown, *more)))
    return evolve(new, id=id, title=title, who=_join_texts(old.who, new.who), lines=lines, state="changed")


def _mark_single(old: Element | None, new: Element | None) -> tuple[Element, State]:
    if new is not None:
        return new, "new"
    if old is not None:
        return old, "gone"
    raise AssertionError("an element is of one of the drawings")


def _sign(state: State, text: str) -> str:
    return " ".join(part for part in (SIGNS[state], text) if part)


def _join_texts(old: str, new: str) -> str:
    return new if old == new else f"{new or 'nothing'} (before: {old or 'nothing'})"


def _lines(old: Sequence[str], new: Sequence[str]) -> Iterator[str]:
    """Yields the lines of both, with a sign where they differ."""
    for word, a, b, c, d in SequenceMatcher(None, old, new, autojunk=False).get_opcodes():
        if word == "equal":
            yield from new[c:d]
        else:
            yield from (_sign_line("gone", line) for line in old[a:b])
            yield from (_sign_line("new", line) for line in new[c:d])


def _sign_line(state: State, line: str) -> str:
    """Adds a sign after the indentation of a line, so that boxes keep the indentation."""
    text = line.lstrip()
    return line[: len(line) - len(text)] + _sign(state, text)


# ---------------------------------------------------------------- what is asked


def _with_plans(game: Game) -> Drawing:
    """Returns the drawing of a game. The details of each decision are its full plan, with what a drawing leaves out: filters of selections, requirements,
    conditions of menu lines."""
    said = words(game, Style.RULES)
    drawn = drawing(game)
    return evolve(drawn, elements=tuple(_with_plan(said, game, one) for one in drawn.elements))


def _with_plan(said: Words, game: Game, element: Element) -> Element:
    node = game.nodes[element.id]
    if not isinstance(node, DecisionNode | TogetherNode):
        return element
    return evolve(element, details=tuple(_of_plan(said, node.plan, "")))


def _of_plan(said: Words, plan: Plan, lead: str) -> Iterator[str]:
    if plan.offered_if is not None:
        yield f"{lead}if {formula(said, plan.offered_if)}"
    for part in plan.parts:
        if not isinstance(part, Bind):
            yield lead + part_line(said, part)
    for line in plan.menu or ():
        yield from _of_plan(said, line, f"{line.name}: ")


# ---------------------------------------------------------------- arrows


def _arrows(before: Drawing, after: Drawing, old_ids: _Ids, new_ids: _Ids) -> tuple[Arrow, ...]:
    """Returns one arrow for each pair of elements, in order of their sources."""
    old = {(old_ids[a.source], old_ids[a.target]): a.label for a in before.arrows}
    new = {(new_ids[a.source], new_ids[a.target]): a.label for a in after.arrows}
    made = [
        _arrow(source, target, old.get((source, target)), new.get((source, target)))
        for source, target in {**new, **old}
    ]
    return tuple(sorted(made, key=lambda arrow: arrow.source))


def _arrow(source: NodeId, target: NodeId, old: str | None, new: str | None) -> Arrow:
    if old == new and new is not None:
        return Arrow(source, target, new)
    if old is None or new is None:
        state: State = "new" if old is None else "gone"
        return Arrow(source, target, _sign(state, old or new or ""), state)
    return Arrow(source, target, _sign("changed", _join_texts(old, new)), "changed")


def differing(drawn: Drawing) -> tuple[Sequence[Element], Sequence[Arrow]]:
    """Returns the elements and arrows of a joint drawing that differ between the two Games."""
    return [e for e in drawn.elements if e.state != "same"], [a for a in drawn.arrows if a.state != "same"]


# ---------------------------------------------------------------- matching


_Key = Callable[[Element], object]
Pair = tuple[Element, Element]


def match_elements(old: Sequence[Element], new: Sequence[Element]) -> tuple[Pair, ...]:
    """Returns pairs of elements: first those that are equal except for their numbers, in program order; between these, elements with the same place and
    form; at last, elements that have moved."""
    pairs: list[Pair] = []
    for before, after in _align(old, new, _content):
        if len(before) == len(after) and all(map(_is_same, before, after)):
            pairs += zip(before, after, strict=True)
        else:
            for some, others in _align(before, after, _place):
                pairs += zip(some, others, strict=False) if _are_alike(some, others) else ()
    for key in (_content, _place):
        pairs += _pair_unique(_list_rest(old, [a for a, _ in pairs]), _list_rest(new, [b for _, b in pairs]), key)
    return tuple(pairs)


def _content(element: Element) -> object:
    return element.cluster, element.path, element.form, element.who, element.title, element.lines


def _place(element: Element) -> object:
    return element.cluster, element.path, element.form


def _is_same(one: Element, other: Element) -> bool:
    return _content(one) == _content(other)


def _are_alike(some: Sequence[Element], others: Sequence[Element]) -> bool:
    return bool(some and others) and _place(some[0]) == _place(others[0])


def _align(
    old: Sequence[Element], new: Sequence[Element], key: _Key
) -> Iterator[tuple[Sequence[Element], Sequence[Element]]]:
    """Yields corresponding stretches of both sequences: equal ones, and the stretches between them."""
    found = SequenceMatcher(None, [key(e) for e in old], [key(e) for e in new], autojunk=False)
    for _, a, b, c, d in found.get_opcodes():
        yield old[a:b], new[c:d]


def _list_rest(elements: Sequence[Element], taken: Sequence[Element]) -> list[Element]:
    ids = {element.id for element in taken}
    return [element for element in elements if element.id not in ids]


def _pair_unique(old: Sequence[Element], new: Sequence[Element], key: _Key) -> Iterator[Pair]:
    """Yields the pairs whose key is unique on both sides."""
    before, after = Counter(map(key, old)), Counter(map(key, new))
    by_key = {key(element): element for element in old}
    return ((by_key[key(e)], e) for e in new if before[key(e)] == after[key(e)] == 1)
