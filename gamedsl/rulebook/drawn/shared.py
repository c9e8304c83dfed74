"""Draws a rule only once if a game carries it out in several places: the rule becomes a part of its own, and each place shows one box for it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from gamedsl.graph.draw.model import Arrow, Cluster, Drawing, Element
from gamedsl.graph.model.types import NodeId
from gamedsl.values import evolve, frozen

_FEWEST = 4
"""The fewest boxes that are worth a part of their own."""
_BACK = "→ back to where you came from"


@frozen
class _Place:
    """A place in which a rule is carried out: its path, and its boxes in the order in which play meets them. Play enters at the first box and leaves to one
    box only."""

    path: tuple[str, ...]
    ids: tuple[NodeId, ...]
    out: NodeId
    form: tuple[object, ...]
    """The text of its boxes, and how arrows lead from one to the next: equal for places that can be drawn as one."""


def with_shared_parts(drawn: Drawing) -> Drawing:
    """Returns a drawing in words in which nothing large is drawn twice."""
    while places := _most(drawn):
        drawn = _draw_once(drawn, places)
    return drawn


def _most(drawn: Drawing) -> Sequence[_Place]:
    """Returns the places of a rule that is drawn more than once: of several such rules, the one with the most boxes. Empty if there is no such rule."""
    alike: dict[tuple[object, ...], dict[NodeId, _Place]] = {}
    for place in _places(drawn):
        # A rule that only calls another rule has the same boxes.
        alike.setdefault(place.form, {})[place.ids[0]] = place
    several = [list(places.values()) for places in alike.values() if len(places) > 1]
    return max(several, key=lambda places: len(places[0].ids), default=())


def _places(drawn: Drawing) -> Iterator[_Place]:
    members: dict[tuple[str, ...], list[NodeId]] = {}
    for one in drawn.elements:
        for depth in range(2, len(one.path) + 1):
            members.setdefault(one.path[:depth], []).append(one.id)
    for path, ids in members.items():
        if len(ids) >= _FEWEST and (place := _place(drawn, path, ids)) is not None:
            yield place


def _place(drawn: Drawing, path: tuple[str, ...], ids: Sequence[NodeId]) -> _Place | None:
    """Returns a place; None if play comes in or goes out at several boxes."""
    inside = set(ids)
    entries = {one.target for one in drawn.arrows if one.target in inside and one.source not in inside}
    outs = {one.target for one in drawn.arrows if one.source in inside and one.target not in inside}
    if len(entries) != 1 or len(outs) != 1 or drawn.start in inside:
        return None
    ways: dict[NodeId, list[Arrow]] = {}
    for one in drawn.arrows:
        ways.setdefault(one.source, []).append(one)
    order = list(entries)
    for id in order:
        order += [one.target for one in ways.get(id, ()) if one.target in inside and one.target not in order]
    if len(order) != len(inside):
        return None
    numbers = {id: number for number, id in enumerate(order)}
    by_id = {one.id: one for one in drawn.elements}
    form = tuple(
        (
            one.form,
            one.who,
            one.title,
            one.lines,
            one.details,
            one.part,
            tuple((way.label, numbers.get(way.target, -1)) for way in ways.get(one.id, ())),
        )
        for one in (by_id[id] for id in order)
    )
    return _Place(path, tuple(order), next(iter(outs)), form)


def _draw_once(drawn: Drawing, places: Sequence[_Place]) -> Drawing:
    """Returns a drawing in which the boxes of the first place become a part, and each place becomes one box."""
    first, title = places[0], drawn.labels[places[0].path[-1]]
    by_id = {one.id: one for one in drawn.elements}
    free = max(by_id) + 1
    copies = {id: NodeId(free + 1 + number) for number, id in enumerate(first.ids)}
    start, back = NodeId(free), NodeId(free + 1 + len(first.ids))
    callers = ", ".join(dict.fromkeys(drawn.labels[place.path[-2]] for place in places))
    part = (
        _sign(start, f"From: {callers}", title),
        *(
            evolve(by_id[id], id=copy, cluster=title, path=(first.path[-1], *by_id[id].path[len(first.path) :]))
            for id, copy in copies.items()
        ),
        _sign(back, _BACK, title),
    )
    inner = (
        Arrow(start, copies[first.ids[0]], ""),
        *(
            evolve(one, source=copies[one.source], target=copies.get(one.target, back))
            for one in drawn.arrows
            if one.source in copies
        ),
    )
    calls = {place.ids[0]: _call(by_id[place.ids[0]], place, title) for place in places}
    gone = {id for place in places for id in place.ids} - calls.keys()
    return evolve(
        drawn,
        elements=(*(calls.get(one.id, one) for one in drawn.elements if one.id not in gone), *part),
        arrows=(
            *(one for one in drawn.arrows if one.source not in gone | calls.keys()),
            *(Arrow(place.ids[0], place.out, "") for place in places),
            *inner,
        ),
        clusters=tuple(_clusters(drawn.clusters, by_id[first.ids[0]].cluster, gone, part)),
    )


def _clusters(
    clusters: Sequence[Cluster], caller: str, gone: set[NodeId], part: Sequence[Element]
) -> Iterator[Cluster]:
    """Yields the parts; the new part comes after the first part that needs it."""
    for one in clusters:
        yield evolve(one, elements=tuple(id for id in one.elements if id not in gone))
        if one.name == caller:
            yield Cluster(part[0].cluster, tuple(each.id for each in part))


def _call(entry: Element, place: _Place, title: str) -> Element:
    return Element(
        entry.id,
        "effect",
        "",
        title,
        ("drawn as a part of its own",),
        (entry.id,),
        entry.cluster,
        place.path,
        is_told=True,
        part=title,
    )


def _sign(id: NodeId, title: str, cluster: str) -> Element:
    return Element(id, "stop", "", title, (), (), cluster, (), is_told=True)
